"""Sweeps of samples beside bounds: rows, words, files, refusals, and values computed otherwise."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from fractions import Fraction as F
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from constructions.interop.arrays import ArraySystem
from tests.sampling import by_turns, paper, some_of
from verify import measured
from verify.commands import group
from verify.measured import (
    AT_LEAST,
    EXPECTED,
    FAILED,
    FOUND,
    MEASURED,
    WITHIN,
    Found,
    repeat,
    row_of,
    run_grid,
    studies,
)

SYSTEM = ArraySystem()
#: instead of the default values, which go up to width 256
NARROW = {
    "fl.prop1": ("depth=1,3", "width=4,16", "dtype=float64,float32"),
    "fl.prop1.maxeps": ("depth=1,3", "width=4,16", "eps=1/1000,1/10"),
    "fl.prop2": ("depth=1,3", "width=4,16", "eps=0,1/100"),
    "fl.resnet.replace": ("blocks=1,3", "width=4,16"),
    "sumformer.thm4_3.repaired": ("n=2,3", "d=1,2", "degree=2"),
}


def small(claim: str, *grid: str, points: int = 64, **changes: Any) -> Any:
    return run_grid(claim, grid, "numpy", "inline", points, **changes)


# --- one row -------------------------------------------------------------------------------------


def test_a_row_names_the_extreme_sample_and_the_spread_over_networks() -> None:
    row = row_of({"d": 2}, Found("q", [[1.0, 3.0], [2.0, 2.5]], 4.0, "pln.lemma2"))
    assert (row.measured, row.low, row.mean, row.high) == (3.0, 2.5, 2.75, 3.0)
    assert (row.proved, row.samples, row.left_out, row.word, row.ok) == (4.0, 4, 0, WITHIN, True)


def test_a_row_from_below() -> None:
    row = row_of({}, Found("q", [[1.0, 3.0], [2.0, 2.5]], 0.5, "pln.lemma2", sense=AT_LEAST))
    assert (row.measured, row.low, row.high, row.ok) == (1.0, 1.0, 2.0, True)
    bad = row_of({}, Found("q", [[1.0, 3.0], [2.0, 2.5]], 1.5, "pln.lemma2", sense=AT_LEAST))
    assert (bad.measured, bad.ok, bad.word) == (1.0, False, FAILED)
    assert "not >= 1.5" in bad.failure


def test_the_sample_furthest_beyond_its_own_bound_is_shown() -> None:
    bounds = np.array([[5.0, 0.5], [1.0, 1.0]])
    row = row_of({"d": 3}, Found("q", [[4.0, 2.0], [0.1, 0.2]], bounds, "pln.lemma2"))
    assert (row.measured, row.proved, row.ok) == (2.0, 0.5, False)
    assert row.failure == "q 2, not <= 0.5 (pln.lemma2) at d = 3"


def test_rounding_is_allowed_sample_by_sample() -> None:
    room = np.array([[0.0, 0.2]])
    assert row_of({}, Found("q", [[1.0, 1.1]], 1.0, "pln.lemma2", rounding=room)).ok
    assert not row_of({}, Found("q", [[1.1, 1.0]], 1.0, "pln.lemma2", rounding=room)).ok


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
@pytest.mark.parametrize("proved", [None, 1.0])
def test_an_undefined_value_is_never_a_success(value: float, proved: float | None) -> None:
    row = row_of({}, Found("q", [[0.5, value]], proved, "pln.lemma2" if proved else ""))
    assert not row.ok
    assert row_of({}, Found("q", [[0.5, value]], proved, kept=[[True, False]])).ok


def test_beyond_a_printed_bound_is_expected_only_where_there_is_a_counterexample() -> None:
    row = row_of({}, Found("q", [[2.0, 0.5, 3.0]], printed=1.0, of="fl.resnet.replace"))
    assert (row.measured, row.beyond, row.word, row.ok) == (3.0, 2, EXPECTED, True)
    row = row_of({}, Found("q", [[2.0, 0.5]], printed=1.0, of="layeract.eq7"))  # a theorem
    assert (row.word, row.ok) == (FAILED, False)
    assert row_of({}, Found("q", [[0.5]], printed=1.0, of="fl.resnet.replace")).word == WITHIN


def test_no_sample_that_counts_is_no_success_of_a_bound() -> None:
    row = row_of({}, Found("q", [[2.0]], 1.0, "pln.lemma2", kept=[[False]]))
    assert (row.measured, row.proved, row.samples, row.left_out) == (None, None, 0, 1)
    assert row.word == MEASURED


# --- all sweeps ----------------------------------------------------------------------------------


@cache
def known() -> set[str]:
    """The ids of all claims and of their companions."""
    from proofs.registry import MODULES, find

    def family(claim: Any) -> set[str]:
        companions = (*claim.repaired, *claim.sharpened)
        return {claim.id}.union(*(family(one) for one in companions))

    return set().union(*(family(find(name)) for name in MODULES))


def test_the_sweeps_are_of_claims_and_their_bounds_too() -> None:
    for claim, study in studies().items():
        assert claim in known()
        assert study.says
        assert len({axis.name for axis in study.axes}) == len(study.axes)
        for axis in study.axes:  # what is tried by default can be asked for
            assert [axis.read(str(value)) for value in axis.values] == list(axis.values)


@some_of(5, kind=paper)
@pytest.mark.parametrize("claim", studies())
def test_every_sweep_keeps_what_is_proved(claim: str) -> None:
    found = small(claim, *NARROW.get(claim, ()), points=128)
    assert found.ok, found.first_failure
    assert {row.by for row in found.rows} | {row.of for row in found.rows} != {""}
    for row in found.rows:
        assert {row.by, row.of} - {""} <= known()
        assert (row.proved is None) or row.by
        assert row.measured is None or row.low <= row.mean * (1 + 1e-12) + 1e-300  # up to rounding


@by_turns(2)
@some_of(1)
@pytest.mark.parametrize("claim", sorted(studies()))
def test_the_same_seed_gives_the_same_rows(claim: str) -> None:
    one, again = (small(claim, *NARROW.get(claim, ()), points=64) for _ in range(2))
    assert one.as_dict() == again.as_dict()
    assert repeat(json.loads(json.dumps(one.as_dict()))) == ""


def test_another_seed_gives_other_samples() -> None:
    one, other = (small("fl.prop1", "depth=3", seed=seed) for seed in (1, 2))
    assert one.rows[0].measured != other.rows[0].measured


def test_from_home_along_each_axis_or_on_the_grid() -> None:
    home = {"depth": 3, "width": 16, "dtype": "float64"}
    cells = studies()["fl.prop1"].cells({})
    assert cells[0] == home
    assert len(cells) == 1 + 5 + 6 + 1
    assert all(sum(cell[a] != home[a] for a in home) <= 1 for cell in cells)
    rows = small("fl.prop1", "depth=1,2", "width=4,8").rows
    assert [(r.setting["depth"], r.setting["width"]) for r in rows] == [
        (1, 4), (1, 8), (2, 4), (2, 8),
    ]  # fmt: skip


def test_what_was_changed_in_a_file_is_found() -> None:
    data = json.loads(json.dumps(small("layeract.eq7", "d=4,8").as_dict()))
    data["rows"][4]["measured"] *= 1.01
    assert repeat(data).endswith("mu = 0")
    assert "d = 8" in repeat(data)
    del data["rows"][4]
    rows = len(data["rows"])
    assert repeat(data) == f"{rows} rows in the place of {rows + 1}"


@pytest.mark.parametrize(
    ("claim", "grid", "changes", "says"),
    [
        ("fl.prop1", ("eps=1",), {}, "--grid takes depth=..., width=..., dtype=..."),
        ("fl.prop1", ("depth",), {}, "--grid takes depth=..."),
        ("fl.prop1", ("depth=0",), {}, "depth is a whole number from 1 to 24"),
        ("fl.prop1", ("depth=1.5",), {}, "depth is a whole number"),
        ("fl.prop1", ("dtype=float16",), {}, "dtype is one of float64, float32"),
        ("fl.prop1.maxeps", ("eps=0",), {}, "eps lies between"),
        ("fl.prop1.maxeps", ("eps=1/0",), {}, "eps is a number such as 1/3 or 0.1"),
        ("fl.prop1", (), {"points": 1}, "between 2 and 1000000 points"),
        ("fl.prop1", (), {"seed": -1}, "the seed is a whole number"),
        ("fl.prop1", ("width=512",), {"points": 10**6}, "too many for depth = 3, width = 512"),
        ("layeract.eq7", ("d=16384",), {"points": 10**5}, "100000 points are too many for"),
        ("pln.thm1", (), {}, "there is no such sweep for pln.thm1"),
    ],
)
def test_bad_input_is_one_clear_line(
    claim: str, grid: tuple[str, ...], changes: dict[str, Any], says: str
) -> None:
    with pytest.raises(ValueError) as caught:
        small(claim, *grid, **changes)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_too_many_settings_are_refused() -> None:
    many = ",".join(map(str, range(2, 513)))
    with pytest.raises(ValueError, match="at most 2000 are measured"):
        small("fl.prop1", f"width={many}", "depth=1,2,3,4")


# --- the command ---------------------------------------------------------------------------------


def run(*words: str) -> Any:
    return CliRunner().invoke(group.cli, ["sweep", *words])


def test_the_command_writes_tables_that_repeat(tmp_path: Path) -> None:
    words = ["--device", "numpy", "--engine", "inline", "--points", "64", "--out", str(tmp_path)]
    done = run("fl.resnet.replace", "--grid", "blocks=1,2", *words)
    assert done.exit_code == 0, done.output
    assert (
        "fl.resnet.replace: 4 rows, 2 of 2 within a proved bound, 2 beyond a printed one, as "
        "expected  (numpy float64, seed 1)" in done.output
    )
    folder = tmp_path / "sweep"
    rows = list(csv.reader((folder / "fl.resnet.replace.csv").read_text().splitlines()))
    assert (tuple(rows[0]), len(rows)) == (("blocks", "width", *FOUND), 5)
    file = folder / "fl.resnet.replace.json"
    done = CliRunner().invoke(group.cli, ["check", "--rerun", str(file)])
    assert done.exit_code == 0, done.output
    data = json.loads(file.read_text())
    data["rows"][2]["beyond"] += 1
    file.write_text(json.dumps(data))
    done = CliRunner().invoke(group.cli, ["check", "--rerun", str(file)])
    assert done.exit_code == 1
    assert "share of flipped classes at blocks = 2" in done.output


def test_a_value_beyond_a_proved_bound_is_exit_status_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = studies()["layeract.saturation.sharpened"]

    def boasting(*given: Any) -> Any:
        first, *_ = study.measure(*given)
        return [replace(first, proved=first.proved / 1e3)]

    changed = {**studies(), study.claim: replace(study, measure=boasting)}
    monkeypatch.setattr(measured, "studies", lambda: changed)
    done = run(study.claim, "--grid", "inputs=extreme", "--engine", "inline", "--points", "32",
               "--out", str(tmp_path))  # fmt: skip
    assert done.exit_code == 1
    assert "first failure: share of units" in done.output


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("fl.prop1", "--grid", "k=1"), "--grid takes depth"),
        (("fl.prop1", "--f", "x"), "these sweeps take --grid"),
        (("fl.prop1", "pln.thm1"), "are swept apart"),
        (("pln.thm1", "--seed", "1"), "a seed is for what is measured on random samples"),
        (("fl.lemma1",), "there is no sweep for fl.lemma1"),
        (("fl.prop1", "--device", "cuda:99"), "cuda:99"),
        (("fl.prop1", "--engine", "none"), "unknown engine"),
    ],
)
def test_the_command_refuses_in_one_line(tmp_path: Path, words: tuple[str, ...], says: str) -> None:
    done = run(*words, "--out", str(tmp_path / "out"))
    assert done.exit_code == 2, done.output
    assert says in done.output or "torch" in done.output
    assert not (tmp_path / "out").exists()


def test_torch_measures_the_same() -> None:
    pytest.importorskip("torch", reason="torch is an optional extra")
    for claim in studies():
        one, two = (
            run_grid(claim, NARROW.get(claim, ()), device, "inline", 64)
            for device in ("numpy", "cpu")
        )
        for a, b in zip(one.rows, two.rows, strict=True):
            assert (a.quantity, a.word, a.samples) == (b.quantity, b.word, b.samples)
            room = a.apart + 1e-6 * abs(a.measured or 0)
            assert abs((a.measured or 0) - (b.measured or 0)) <= room, (claim, a, b)


# --- federated: the same values from the exact networks ------------------------------------------


def test_layers_are_those_of_the_constructions() -> None:
    """One sample of one network through constructions.federated, in 60 digits."""
    from constructions.federated import Layer, LayeredNet, normalised, reduced
    from constructions.interop.mp import MpSystem
    from verify.sweep_fl import Batch, Drawn

    drawn = Drawn.of(np.random.default_rng(5), 3, 4, 2, 3, SYSTEM)
    batch, mp = Batch(SYSTEM), MpSystem(60)
    for k in (0, 1):
        layers = [
            Layer(
                tuple(tuple(F(float(w)) for w in row) for row in U.entries[k]),
                tuple(F(float(b)) for b in drawn.b[k]) if i == 0 else (F(0),) * 4,
                "none",
            )
            for i, U in enumerate(drawn.U)
        ]
        net = LayeredNet(tuple(layers), F(0))
        for step, between in (("n", "none"), ("nMV", "s")):
            full = normalised(net, step)
            for exact, name in ((full, step), (reduced(full), between)):
                last = drawn.run(batch, step, name)[1]
                for j in range(3):
                    if not last.usable[k, j]:
                        continue
                    x = [mp.const(F(float(v))) for v in drawn.x[k, j]]
                    wanted = [float(v) for v in exact.evaluate(mp, x)]
                    off = float(np.sqrt(sum((last.v[k, j] - wanted) ** 2)))
                    assert off <= last.error[k, j] * 1.05 < 1e-6


def test_a_difference_with_eps_is_that_of_the_two_norms() -> None:
    """One neuron of weight 1 in each of two layers: 2 -> 1/2 -> 1/8 and 2 -> 2 -> 1/2, eps = 4."""
    from verify.sweep_fl import Batch, Drawn, Weights

    one = Weights.of(np.ones((1, 1, 1)))
    drawn = Drawn([one, one], np.zeros((1, 1)), np.full((1, 1, 1), 2.0))
    batch = Batch(SYSTEM)
    (z, a), (p, g) = (drawn.run(batch, "n", name, 4.0) for name in ("n", "none"))
    assert [float(v.v.item()) for v in (z, a, p, g)] == [0.5, 0.125, 2.0, 0.5]


@pytest.mark.parametrize("root", [False, True])
@pytest.mark.parametrize("eps", [1e-3, 0.3, 2.0])
def test_errors_with_eps_are_bounded(root: bool, eps: float) -> None:
    """Two layers in 60 digits by hand: max{eps, norm}, or sqrt(var + eps) after a shift."""
    from mpmath import mp, mpf

    from verify.sweep_fl import Batch, Drawn

    drawn, step = Drawn.of(np.random.default_rng(6), 2, 3, 2, 4, SYSTEM), "nMV" if root else "n"
    last = drawn.run(Batch(SYSTEM), step, step, eps)[1]
    with mp.workdps(60):
        for k, j in np.ndindex(2, 4):
            v = [mpf(float(a)) for a in drawn.x[k, j]]
            for i, U in enumerate(drawn.U):
                shift = drawn.b[k] if i == 0 else [0.0] * 3
                rows = [[mpf(float(w)) for w in row] for row in U.entries[k]]
                v = [
                    max(mpf(0), sum(w * a for w, a in zip(row, v, strict=True)) + mpf(float(b)))
                    for row, b in zip(rows, shift, strict=True)
                ]
                mu = sum(v) / 3 if root else mpf(0)
                v = [a - mu for a in v]
                square = sum(a * a for a in v)
                size = mp.sqrt(square + 3 * mpf(eps)) if root else max(mpf(eps), mp.sqrt(square))
                v = [mp.sqrt(3) * a / size for a in v]
            off = mp.sqrt(
                sum((mpf(float(c)) - w) ** 2 for c, w in zip(last.v[k, j], v, strict=True))
            )
            assert not last.usable[k, j] or off <= last.error[k, j] * 1.05


def test_the_norm_of_a_matrix_is_bounded() -> None:
    from verify.sweep_fl import Weights

    for shape in ((5, 3, 3), (2, 7, 2), (2, 2, 40)):
        U = np.random.default_rng(1).standard_normal(shape)
        found, exact = Weights.of(U).spectral, np.linalg.norm(U, 2, axis=(-2, -1))
        assert (exact <= found * (1 + 1e-12)).all()
        assert (found <= exact * shape[-1] ** (1 / 32) * 1.001).all()


def test_a_class_counts_only_where_it_is_certain() -> None:
    from verify.sweep_fl import Batch, Vectors, Weights

    W = Weights.of(np.array([[[1.0], [1.0 - 1e-9], [0.0]]]))
    batch = Batch(SYSTEM)
    v = np.ones((1, 2, 1))
    error = np.array([[1e-12, 1e-8]])
    best, sure = batch.classes(W, Vectors(v, error, error > 0))
    assert best.tolist() == [[0, 0]]
    assert sure.tolist() == [[True, False]]


def test_blocks_are_those_of_the_constructions() -> None:
    """Two residual blocks of Eq. 10 and 11 in 60 digits against one cell of the sweep."""
    from constructions.federated import Block, ResidualNet
    from constructions.interop.mp import MpSystem
    from verify.sweep_fl import flips, weights

    mp, rng = MpSystem(60), np.random.default_rng(3)
    A = [[weights(rng, 2, 3, 3, SYSTEM) for _ in (1, 2)] for _ in range(2)]
    weights(rng, 2, 10, 3, SYSTEM)
    x = rng.standard_normal((2, 8, 3))
    found = flips({"blocks": 2, "width": 3}, SYSTEM, 16, np.random.default_rng(3))[1]

    def exact(M: Any) -> Any:
        return tuple(tuple(F(float(w)) for w in row) for row in M)

    for k in (0, 1):
        if not np.asarray(found.kept)[k, 0]:
            continue
        outputs = []
        for after in ("nMV", "s"):
            steps = (after, "nMV")
            blocks = tuple(
                Block(exact(A1[k]), exact(A2[k]), "nMV", step)
                for (A1, A2), step in zip(A, steps, strict=True)
            )
            point = [mp.const(F(float(v))) for v in x[k, 0]]
            outputs.append([float(v) for v in ResidualNet(blocks, F(0)).evaluate(mp, point)])
        apart = np.linalg.norm(np.subtract(*outputs)) / 3**0.5
        assert found.values[k, 0] == pytest.approx(apart, abs=1e-9)


def test_the_one_class_loss_is_that_of_the_constructions() -> None:
    from constructions.interop.mp import MpSystem
    from constructions.one_class import loss_at
    from verify.sweep_fl import Batch, _loss

    rng, mp = np.random.default_rng(4), MpSystem(50)
    W, g = rng.standard_normal((2, 3, 4)), rng.standard_normal((2, 5, 4))
    found, softmax = _loss(Batch(SYSTEM), W, g)
    assert softmax.sum(-1) == pytest.approx(1)
    for k in range(2):
        losses = [
            float(loss_at(mp, [[F(float(w)) for w in row] for row in W[k]],
                          [mp.const(F(float(v))) for v in point], 1))
            for point in g[k]
        ]  # fmt: skip
        assert found[k] == pytest.approx(sum(losses) / 5, rel=1e-12)


def test_equal_features_attain_the_floor() -> None:
    rows = small("fl.thm1.sharpened2", "B=1/10,1", "width=4,16", "classes=2,10").rows
    equal = [row for row in rows if row.quantity.startswith("loss of equal")]
    assert len(equal) == 8
    assert all(row.measured == pytest.approx(row.proved, rel=1e-12) for row in equal)


# --- LayerAct: the same values from the exact layers ---------------------------------------------


@pytest.mark.parametrize("name", ["sigmoid", "hard-sigmoid"])
def test_a_layer_is_that_of_the_constructions(name: str) -> None:
    """Every ratio of the first sample of each group, from the layer's formulas in 50 digits."""
    from constructions.interop.mp import MpSystem
    from constructions.layeract import SCALES, dense, fluctuation, layer_act, layer_scales
    from proofs.layeract.instances import Data, LayerAct, printed_bound, repaired_bound
    from verify.sweep_layeract import drawn, fluctuations, scales

    setting = {"d": 5, "alpha": "1/10", "scale": name, "noise": "1/100", "spread": "2", "mu": "1"}
    mp, scale = MpSystem(50), SCALES[name]
    of = drawn(setting, SYSTEM, 4, np.random.default_rng(1))
    seven = fluctuations(setting, SYSTEM, 4, np.random.default_rng(1))
    nine = scales(setting, SYSTEM, 4, np.random.default_rng(1))

    def exact(values: Any) -> Any:
        return dense(mp, [mp.const(F(float(v))) for v in values])

    for k in range(4):
        y, noise = of.still.y[k, 0], of.noise[k, 0]
        moved = [F(float(a)) + F(float(b)) for a, b in zip(y, noise, strict=True)]
        still, after, alpha = exact(y), dense(mp, map(mp.const, moved)), mp.const(F(1, 10))
        s, t = (layer_scales(mp, scale, v, alpha) for v in (still, after))
        change = fluctuation(
            mp, layer_act(mp, scale, after, alpha), layer_act(mp, scale, still, alpha)
        )
        bound = sum(
            mp.abs(a) * mp.abs(q - p) + mp.abs(mp.const(F(float(e)))) * q
            for a, p, q, e in zip(still.head, s.head, t.head, noise, strict=True)
        )
        assert seven[0].values[k, 0] == pytest.approx(float(change / bound), rel=1e-11)
        data = Data(LayerAct(5, F(1, 10), name), still, exact(noise))
        moves = fluctuation(mp, t, s)
        printed, repaired = printed_bound(mp, data), repaired_bound(mp, data)
        assert nine[0].values[k, 0] == pytest.approx(float(moves / printed), rel=1e-10)
        assert nine[1].values[k, 0] == pytest.approx(float(moves / repaired), rel=1e-10)
        assert nine[0].proved[k, 0] == pytest.approx(float(repaired / printed), rel=1e-12)


def test_samples_that_do_not_move_are_left_out() -> None:
    """Far below 0 every element of HardSiLU is saturated: there is nothing to compare with."""
    rows = small("layeract.eq7", "mu=-1000", "scale=hard-sigmoid", "d=3").rows
    assert all(row.ok for row in rows)
    assert (rows[2].samples, rows[2].left_out) == (0, 64)


def test_eq_9_is_seen_to_fail_and_its_repair_is_not() -> None:
    rows = small("layeract.eq9", "d=16,64", points=512).rows
    first = [row for row in rows if row.quantity == "change over Eq. 9, small noise"]
    assert [row.word for row in first] == [EXPECTED, EXPECTED]
    assert all(1 < row.measured < row.proved for row in first)


def test_as_many_units_as_can_be_are_saturated() -> None:
    """Of 64 units 6 are the most below 64/10; of 4 none can be at tau = 3."""
    rows = small("layeract.saturation.sharpened", "d=4,64", "inputs=extreme").rows
    shares = [row.measured for row in rows if row.quantity.startswith("share of units with n")]
    assert shares == [0.0, 6 / 64]


def test_the_bounds_of_the_mean_activation_are_those_of_plain_arithmetic() -> None:
    from verify.sweep_layeract import inputs, means

    setting = {"d": 3, "alpha": "1", "scale": "hard-sigmoid", "M": 4, "spread": "2", "mu": "1"}
    (place, *_) = means(setting, SYSTEM, 4, np.random.default_rng(2))
    y = inputs(setting, np.random.default_rng(2), (1, 4, 3))[0]
    for i in range(3):
        low = width = mean = F(0)
        for m in range(4):
            values = [F(float(v)) for v in y[m]]
            mu = sum(values) / 3
            r = F(float(sum((v - mu) ** 2 for v in values) / 3 + 1) ** 0.5)
            n = (values[i] - mu) / r
            s = max(F(0), min(F(1), n / 6 + F(1, 2)))
            low += mu * s + (values[i] - mu) / 2
            width += (values[i] - mu) ** 2 / (6 * r)
            mean += values[i] * s
        assert place.values[0, i] == pytest.approx(float((mean - low) / width), rel=1e-9)


# --- Weierstrass: the same values from fractions and balls ---------------------------------------


def test_formats_are_those_of_the_emulation() -> None:
    """Newton natively: the same bits as constructions.interop.weierstrass_floats."""
    from constructions.interop.weierstrass_floats import FORMATS, iterate
    from verify.sweep_weierstrass import Floats

    drawn = np.random.default_rng(1).uniform(0.5, 4, 500)
    for name, short in (("bfloat16", "bf16"), ("float16", "fp16"), ("float32", "fp32")):
        floats, form = Floats(SYSTEM, name), FORMATS[short]
        v = floats.array(drawn)
        ours = floats.newton(v, floats.round(0 * v + floats.array(0.625)), 3)
        theirs = iterate(form, v, [0.625], 3, "newton")
        assert (floats.host(ours) == np.asarray(theirs, dtype="float64")).all()


def test_the_error_of_newton_is_that_of_fractions() -> None:
    from constructions.weierstrass_routes import newton_constant, newton_polynomial
    from verify.sweep_weierstrass import newton

    setting = {"N": 3, "range": "4", "guess": "constant", "dtype": "float64"}
    found = newton(setting, SYSTEM, 64, np.random.default_rng(1))[0]
    drawn = np.exp(np.random.default_rng(1).uniform(0, np.log(4.0), (8, 8)))
    poly = newton_polynomial([newton_constant(F(1), F(4))], 3)
    for v, value in zip(drawn.ravel(), found.values.ravel(), strict=True):
        y = sum(c * F(float(v)) ** k for k, c in enumerate(poly))
        assert value == pytest.approx(abs(1 - float(y) * float(v) ** 0.5), abs=1e-14)


def test_the_rate_is_that_of_the_claim() -> None:
    """2/3 (3/2 e_1)^(2^(N-1)) at v = 1 from 5/8, N = 3, by hand: e_1 = (3 e^2 - e^3)/2, e = 3/8."""
    from verify import sweep_weierstrass as module

    e = F(3, 8)
    e1 = (3 * e**2 - e**3) / 2
    wanted = F(2, 3) * (F(3, 2) * e1) ** 4

    class Ones:
        def uniform(self, low: float, high: float, shape: Any) -> Any:
            return np.zeros(shape)

    setting = {"N": 3, "range": "4", "guess": "constant", "dtype": "float64"}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "newton_constant", lambda low, high: F(5, 8))
        found = module.newton(setting, SYSTEM, 8, Ones())[0]
    assert found.proved.ravel()[0] == pytest.approx(float(wanted), rel=1e-12)
    assert found.values.ravel()[0] <= float(wanted)


def test_the_error_of_the_series_is_that_of_balls() -> None:
    from constructions.interop.flint import to_fractions
    from constructions.interop.weierstrass_balls import smoothed
    from constructions.weierstrass import maclaurin
    from constructions.weierstrass_routes import H_SLOPE, H_ZERO
    from verify.sweep_weierstrass import series

    setting = {"N": 10, "reach": "1", "sigma": "1/4", "dtype": "float64"}
    found = series(setting, SYSTEM, 16, np.random.default_rng(1))[0]
    drawn = np.random.default_rng(1).uniform(-1, 1, (2, 8))
    even, odd = maclaurin(10)
    for z, value, bound in zip(
        drawn.ravel(), found.values.ravel(), found.proved.ravel(), strict=True
    ):
        q = F(float(z))
        c = [H_ZERO * a + H_SLOPE * b for a, b in zip(even, odd, strict=True)]
        p = sum(a * q**k for k, a in enumerate(c))
        f = to_fractions(smoothed(q / 4, F(1, 4))[0])[0]
        assert value == pytest.approx(abs(float(2 * p - f)), abs=1e-14)
        assert value <= bound


def test_rounding_of_a_series_is_bounded_where_coefficients_underflow() -> None:
    """float16 has no numbers below 2^-24: the highest of 40 coefficients are 0 there."""
    rows = small("weierstrass.maclaurin", "N=40", "dtype=float16,bfloat16", "reach=1/2,2,3").rows
    bounded = [row for row in rows if row.proved is not None]
    assert len(bounded) == 6
    assert all(row.ok and row.rounding < 1e-9 for row in bounded)


def test_what_overflows_is_left_out() -> None:
    rows = small("weierstrass.maclaurin", "N=100", "reach=8", "dtype=float16,float32").rows
    assert all(row.ok for row in rows)
    assert [row.left_out > 0 for row in rows] == [True, True, False, False]


def test_the_windows_of_guesses_are_exact_to_five_places() -> None:
    rows = small("weierstrass.newton.precision", "N=3,4", "dtype=bfloat16,float16").rows
    inside = [row for row in rows if row.quantity.endswith("window of guesses")]
    beside = [row for row in rows if row.quantity.endswith("beside it")]
    assert len(inside) == len(beside) == 4
    assert all(0.999 < row.measured <= 1 < least.measured < 1.01
               for row, least in zip(inside, beside, strict=True))  # fmt: skip


def test_an_expectation_is_that_of_plain_integration() -> None:
    """E (max(0, v + xi) + eps)^(-1/2) - f by the trapezoid rule, v = 1, sigma = 1, eps = 1/100."""
    rows = small("weierstrass.randomized", "v=1").rows
    u = np.linspace(1e-4, 4.0, 200_001)  # f: w = u^2, the density at w - 1
    density = 2 * np.exp(-((u**2 - 1) ** 2) / 2) / np.sqrt(2 * np.pi)
    f = float(((density[1:] + density[:-1]) / 2 * np.diff(u)).sum() + density[0] * 1e-4)
    w = np.linspace(0, 16, 400_001)
    each = np.exp(-((w - 1) ** 2) / 2) / np.sqrt(2 * np.pi) / np.sqrt(w + 0.01)
    above = float(((each[1:] + each[:-1]) / 2 * np.diff(w)).sum())
    mass = 0.15865525393145707  # P(xi <= -1)
    assert rows[0].measured == pytest.approx(abs(above + 10 * mass - f), rel=1e-5)
    assert rows[1].measured == pytest.approx(f - above, rel=1e-4)


# --- Sumformer: the same values from exact constructions -----------------------------------------


@pytest.mark.parametrize(("n", "d"), [(1, 1), (2, 3), (4, 2), (5, 5)])
def test_multidegrees_are_counted(n: int, d: int) -> None:
    from itertools import product

    from verify.sweep_sumformer import _latent

    wanted = sum(0 < sum(a) <= n for a in product(range(n + 1), repeat=d))
    assert _latent(n, d) == wanted


def test_what_is_built_has_all_power_sums_and_no_more() -> None:
    """Of degree k <= n - 1 the C(k + d, d) - 1 power sums; beyond it those of degree n - 1."""
    rows = small("sumformer.dprime", "n=4", "d=2", "degree=1,2,3,5").rows
    built = [row for row in rows if row.quantity == "d' that is built"]
    assert [row.measured for row in built] == [2, 5, 9, 9]
    assert [row.printed for row in built] == [14] * 4


def test_g_is_semi_invariant_and_at_most_1() -> None:
    from constructions.functions.expression import evaluate
    from constructions.sumformer import coordinate, parse_semi_invariant
    from verify.sweep_sumformer import target

    g = parse_semi_invariant(target(3, 2, 3), 3, 2)
    ones = {coordinate(j, c, 2): SYSTEM.array(1.0) for j in (1, 2, 3) for c in (1, 2)}
    assert float(evaluate(g.outputs[0], SYSTEM, ones)) == pytest.approx(1)


def test_a_transformer_is_that_of_the_other_sweep() -> None:
    """The error of the same g and eps by verify.transformers, which looks closer."""
    from verify.sweep_sumformer import target
    from verify.transformers import run_grid as whole

    rows = small("sumformer.thm4_3.repaired", "n=3", "d=1", "eps=1/10", points=512).rows
    (other,) = whole(
        "sumformer.thm4_3", ("n=3", "d=1", "eps=1/10"), (target(3, 1, 2),), "numpy", "inline", 256
    ).rows
    assert rows[0].proved == pytest.approx(other.predicted * 10)
    assert rows[0].measured == pytest.approx(other.measured * 10, rel=0.02)
    assert rows[2].measured == other.parameters


@pytest.mark.parametrize("m", [1, 2, 7, 40])
def test_the_bernstein_basis_is_that_of_fractions(m: int) -> None:
    from math import comb

    from verify.sweep_sumformer import basis

    x = np.array([0.0, 0.25, 0.7, 1.0])
    found = basis(m, x)
    for i, v in enumerate(x):
        q = F(float(v))
        wanted = [float(comb(m, k) * q**k * (1 - q) ** (m - k)) for k in range(m + 1)]
        assert found[i] == pytest.approx(wanted, rel=3 * m * 2.0**-52, abs=0)


def test_the_error_of_a_bernstein_polynomial_is_that_of_fractions() -> None:
    """f = |x - 1/2| - 1/2, m = 2: B_2 f = -x (1 - x), off by x^2 on the left half: 1/4 at 1/2."""
    rows = small("sumformer.thm4_1.bernstein", "m=2", "f=kink", "cells=2").rows
    assert rows[0].measured == pytest.approx(1 / 4, abs=1e-15)
    assert rows[0].proved == pytest.approx(1 / (2 * 2**0.5))


def test_what_is_too_large_to_be_built_is_refused() -> None:
    with pytest.raises(ValueError, match="n = 12, d = 8, degree = 8 is too large"):
        small("sumformer.dprime", "n=12", "d=8", "degree=8")
    with pytest.raises(ValueError, match="too large to be built here"):
        small("sumformer.thm4_3.repaired", "n=6", "d=6", "degree=5")


@pytest.mark.parametrize("claim", ["fl.prop3b.pre", "fl.prop3b.post"])
def test_a_vanilla_network_without_centred_weights_has_other_classes(
    claim: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from verify.sweep_fl import Batch, Centred, Vectors

    assert small(claim, "depth=2", "width=4", points=512).ok

    def plain(self: Centred, batch: Batch, x: Vectors, b: object = None) -> Vectors:
        return batch.affine(x, self.V, b)

    kept = Centred.of
    monkeypatch.setattr(Centred, "of", lambda U, axis, u: Centred(U, kept(U, axis, u).moved))
    monkeypatch.setattr(Centred, "on", plain)
    (row,) = small(claim, "depth=2", "width=4", points=512).rows
    assert not row.ok
    assert row.measured > 0.01
