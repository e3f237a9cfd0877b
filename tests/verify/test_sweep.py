"""Sweeps: the grid, what is measured, what fails, and the engines."""

from __future__ import annotations

import csv
import io
from fractions import Fraction as F
from typing import Any

import numpy as np
import pytest

import verify.sweep as module
from constructions.functions import parse
from constructions.interop.saturating import Saturating
from constructions.interop.steps import NotSteps, Steps
from constructions.layers import CONVENTIONS, ROOT_OF_VAR_PLUS_DELTA
from tests.sampling import by_turns, some_of
from verify.engines import engine
from verify.sweep import COLUMNS, grid, resolve_functions, sweep


def small(**changes: Any) -> Any:
    given: dict[str, Any] = {
        "functions": {"square": "x**2", "waves": "sin(2*x+1)+cos(x)"},
        "eps": [F(1, 5), F(1, 20)],
        "d": [2, 5],
        "device": "numpy",
        "engine": "inline",
        "points": 257,
    }
    return sweep(**{**given, **changes})


def test_rows_stand_in_the_order_of_the_grid_and_keep_the_promise() -> None:
    result = small(delta=[None, F(0), F(1, 10**5)])
    assert result.columns == COLUMNS
    assert result.ok
    assert result.first_failure is None
    assert result.level == "enclosure"
    assert [(r.f, r.eps, r.d) for r in result.rows] == [
        (f, e, d)
        for f in ("square", "waves")
        for e in ("1/5", "1/20")
        for d in (2, 5)
        for _ in range(3)
    ]
    assert [r.delta for r in result.rows if r.d == 2][1:3] == ["0", "1/100000"]
    for row in result.rows:
        assert 0 < row.measured <= row.predicted * (1 + 1e-9) < float(F(row.eps))
        assert row.lo is not None
        assert row.hi is not None
        assert row.measured <= float(F(row.hi)) + 1e-12
        assert F(row.lo) <= F(row.hi) < F(row.eps)
        assert row.ratio == pytest.approx(float(F(row.hi)) / row.predicted)
        assert row.N == row.cells == int(F(row.L) / (2 * F(row.eps))) + 1
        assert row.width == row.N * row.d
        assert row.bound == pytest.approx(float(F(row.L)) / (2 * row.N))


@pytest.mark.parametrize(
    ("claim", "units", "per_unit", "error"),
    [
        ("pln.lemma2", 6, 1, F(1, 12)),
        ("pln.prop3", 6, 2, F(1, 12)),
        ("pln.prop4", 6, 1, F(1, 12)),
        ("pln.prop2.upper", 7, 1, F(0)),  # f = x is interpolated exactly
        ("pln.prop2.upper.sharpened2", 6, 1, F(1, 16)),  # 8 half cells: 1/(4 * 4)
        ("pln.thm1", 6, 2, None),
        ("pln.thm3", 6, 1, None),
        ("pln.prop1.sigmoid", 6, 1, None),
        ("pln.prop1.tanh", 6, 1, None),
    ],
)
def test_every_family_on_a_line(claim: str, units: int, per_unit: int, error: F | None) -> None:
    """f = x, eps = 1/10: floor(5) + 1 units, one more for ReLU; steps are off by half a cell."""
    result = small(functions={"x": "x"}, eps=[F(1, 10)], d=(), claim=claim)
    (row,) = result.rows
    assert result.ok, result.first_failure
    assert (row.N, row.width) == (units, units * per_unit)
    assert row.lo is not None
    assert row.hi is not None
    if error is not None:
        assert (F(row.lo), F(row.hi)) == (error, error)
        assert (row.where, row.side) in ((0.0, "at"), (1.0, "at"))
    else:
        assert 0 < F(row.lo) < F(row.hi) < F(1, 10)
        assert row.measured == pytest.approx(float(F(row.hi)), rel=2e-3)
    assert (row.lam is None) == ("prop1" not in claim)
    assert (row.delta is None) == ("thm" not in claim)


def test_the_families_are_claims_with_networks() -> None:
    from proofs.pln.sweeps import FAMILIES
    from proofs.registry import find

    for claim in FAMILIES:
        assert find(claim).construct is not None


@pytest.mark.parametrize("claim", ["pln.lemma2", "pln.prop4", "pln.prop2.upper"])
def test_an_exact_error_is_that_of_plain_arithmetic(claim: str) -> None:
    """f = |x - 1/3| at 10,001 points and at both ends of every cell, with fractions."""
    from proofs.pln.sweeps import FAMILIES

    eps, f = F(1, 8), parse("abs(x-1/3)")
    built = FAMILIES[claim].build(f, F(1), eps, 1, "", None)
    found = built.enclose(f, eps)
    assert found.lo == found.hi
    M = built.cells
    y = [abs(F(2 * k + 1, 2 * M) - F(1, 3)) for k in range(M)]
    knots = [abs(F(k, M) - F(1, 3)) for k in range(M + 1)]

    def error(x: F, k: int) -> F:
        steps = claim != "pln.prop2.upper"
        G = y[k] if steps else knots[k] + (M * x - k) * (knots[k + 1] - knots[k])
        return abs(G - abs(x - F(1, 3)))

    corners = {F(1, 3), *(F(k, M) for k in range(M + 1))}
    inside = [(x, k) for x in corners for k in range(M) if F(k, M) <= x <= F(k + 1, M)]
    assert found.hi == max(error(x, k) for x, k in inside)
    assert found.hi >= max(error(F(i, 997), min(M - 1, i * M // 997)) for i in range(998))


def test_a_floor_is_rewritten_without_a_jump() -> None:
    """Balls around a jump of floor never get small: the polyline is a sum of |x - k|."""
    from proofs.pln.sweeps import without_floor

    f = parse("abs(4*x - 2*floor(2*x + 1/2))/4")
    g = without_floor(f)
    assert "floor" not in g.text
    assert all(f.exact(F(k, 60)) == g.exact(F(k, 60)) for k in range(61))
    assert without_floor(parse("sin(x)")).text == "sin(x)"
    assert small(functions={"f": f.text}, eps=[F(1, 9)], d=[2], claim="pln.thm1").ok


def test_measured_only() -> None:
    result = small(eps=[F(1, 5)], d=[2], enclosed=False)
    assert result.level == "sampled"
    assert all((row.lo, row.hi, row.side) == (None, None, "at") for row in result.rows)
    assert all(row.ratio == pytest.approx(row.measured / row.predicted) for row in result.rows)


def test_an_enclosure_that_disagrees_is_reported() -> None:
    """A network that is not the one that was enclosed: the measured error shows it."""
    from proofs.pln.sweeps import FAMILIES, Enclosed

    cell = module.Cell("pln.prop4", "x", "x", "1", "1/10", 1, None, "", 6)
    made = FAMILIES["pln.prop4"].build(parse("x"), F(1), F(1, 10), 1, "", None)
    seen = (1 / 12, 0.5, 1.0)

    def why(lo: F, hi: F, at: F | None = None) -> str:
        return module._row(cell, made, seen, Enclosed(lo, hi, at), "float64").failure

    assert why(F(1, 12), F(1, 12), F(0)) == ""
    assert "the enclosed supremum" in why(F(1, 99), F(1, 13))
    assert "not below eps" in why(F(1, 99), F(1, 10))
    assert "> predicted" in why(F(1, 11), F(1, 10))


def test_the_measured_error_is_the_known_one() -> None:
    """f(x) = x with sign steps: the error is exactly 1/(2N), reached beside every breakpoint."""
    (row,) = small(functions={"x": "x"}, eps=[F(1, 10)], d=[3], delta=[F(0)]).rows
    assert (row.N, row.L) == (6, "1")
    assert row.measured == pytest.approx(1 / 12, abs=1e-9)
    assert row.predicted == pytest.approx(1 / 12, abs=1e-15)


@by_turns(2)
@pytest.mark.parametrize("convention", CONVENTIONS)
@pytest.mark.parametrize("text", ["0", "3/7", "-5", "x", "abs(x-1/3)", "min(max(x,1/4),2/3)"])
def test_extreme_functions(convention: str, text: str) -> None:
    result = small(
        functions={"f": text},
        eps=[F(10), F(1, 50)],
        d=[2, 9],
        delta=[None, F(0), F(2)],
        convention=convention,
    )
    assert result.ok, result.first_failure


def test_a_network_that_breaks_the_bound_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Lipschitz constant that is too small gives too few units: the sweep sees it."""
    monkeypatch.setattr(module, "lipschitz_upper", lambda text: F(1, 4))
    result = small(functions={"x": "x", "zero": "0"}, eps=[F(1, 10)], d=[2])
    assert not result.ok
    failure = result.first_failure
    assert failure is not None
    assert failure.f == "x"
    assert failure.failure.startswith("measured")
    assert 0 <= failure.where <= 1
    assert result.as_dict()["first_failure"]["why"] == failure.failure
    assert result.rows[1].ok


def test_an_undefined_value_is_never_a_success() -> None:
    from proofs.pln.sweeps import FAMILIES

    made = FAMILIES["pln.thm1"].build(parse("x"), F(1), F(1, 10), 2, CONVENTIONS[0], None)
    cell = module.Cell("pln.thm1", "x", "x", "1", "1/10", 2, None, CONVENTIONS[0], 6)
    assert not module._row(cell, made, (float("nan"), 0.5, 1.0), None, "float64").ok
    assert module._row(cell, made, (0.05, 0.5, 1.0), None, "float64").ok


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"eps": [F(0)]}, "eps must be positive"),
        ({"eps": [F(-1)]}, "eps must be positive"),
        ({"eps": []}, "empty"),
        ({"functions": {}}, "empty"),
        ({"d": [1]}, "d >= 2"),
        ({"d": [3], "claim": "pln.prop3"}, "d = 2"),
        ({"d": (), "claim": "pln.prop4", "delta": [F(1)]}, "no delta"),
        ({"d": (), "claim": "pln.prop4", "convention": "sigma+delta"}, "no convention"),
        ({"claim": "pln.lemma1"}, "no sweep for pln.lemma1"),
        ({"delta": [F(-1)]}, "delta"),
        ({"points": 1}, "points"),
        ({"convention": "var"}, "convention"),
        ({"engine": "ray"}, "engines are"),
        ({"engine": "local:0"}, "engines are"),
        ({"engine": "dask://nowhere"}, "engines are"),
        ({"device": "tpu"}, "tpu|torch"),
        ({"functions": {"f": "sqrt(x)"}}, "Lipschitz"),
        ({"functions": {"f": "2x"}}, "product"),
        ({"functions": {"f": "x1+x2"}}, "one variable"),
        ({"eps": [F(1, 10**9)]}, "units"),
    ],
)
def test_bad_input_is_one_clear_line(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        small(**changes)
    assert "\n" not in str(caught.value)


def test_a_device_that_is_not_there_is_refused() -> None:
    torch = pytest.importorskip("torch", reason="torch is an optional extra")
    if not torch.cuda.is_available():
        with pytest.raises(ValueError, match="not there"):
            small(device="cuda")
    with pytest.raises(ValueError, match="not there"):
        small(device="cuda:99")


def test_auto_is_numpy_where_there_is_no_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    import constructions.interop.arrays as arrays

    monkeypatch.setattr(arrays, "has_torch", lambda: False)
    assert small(device="auto", eps=[F(1, 5)], d=[2]).device == "numpy float64"
    monkeypatch.undo()
    torch = pytest.importorskip("torch", reason="torch is an optional extra")
    for there in (False, True):
        monkeypatch.setattr(torch.cuda, "is_available", lambda there=there: there)
        monkeypatch.setattr(torch.cuda, "device_count", lambda there=there: int(there))
        monkeypatch.setattr(torch.backends.mps, "is_available", lambda: False)
        chosen = arrays.choose_device("auto")
        assert chosen == (("torch", "cuda", "float64") if there else ("numpy", "cpu", "float64"))


def test_torch_measures_the_same() -> None:
    pytest.importorskip("torch", reason="torch is an optional extra")
    for convention in CONVENTIONS:
        one, two = (small(device=device, convention=convention) for device in ("numpy", "cpu"))
        assert two.device == "torch cpu float64"
        for a, b in zip(one.rows, two.rows, strict=True):
            assert a.measured == pytest.approx(b.measured, abs=1e-10)
            assert (a.predicted, a.delta, a.ok) == (b.predicted, b.delta, b.ok)


def test_torch_measures_every_layer_the_same() -> None:
    pytest.importorskip("torch", reason="torch is an optional extra")
    from proofs.pln.sweeps import FAMILIES

    for claim in FAMILIES:
        one, two = (
            small(d=(), claim=claim, eps=[F(1, 5)], device=device, enclosed=False)
            for device in ("numpy", "cpu")
        )
        for a, b in zip(one.rows, two.rows, strict=True):
            assert a.measured == pytest.approx(b.measured, abs=1e-9)


def test_functions_by_name() -> None:
    from constructions.functions import STANDARD

    assert resolve_functions(["@standard"]) == STANDARD
    assert resolve_functions(["x", "x**2"]) == {"x": "x", "x**2": "x**2"}
    with pytest.raises(ValueError, match="@standard"):
        resolve_functions(["@other"])


def test_the_table_as_csv(tmp_path: Any) -> None:
    result = small(eps=[F(1, 5)], d=[3])
    path = result.write_csv(tmp_path / "sub" / "table.csv")
    assert [p.name for p in path.parent.iterdir()] == ["table.csv"]
    header, *rows = csv.reader(io.StringIO(path.read_text()))
    assert tuple(header) == COLUMNS
    assert [row[:2] for row in rows] == [["LN-d", "square"], ["LN-d", "waves"]]
    assert rows[0][header.index("delta")] == result.rows[0].delta
    assert float(rows[0][header.index("measured")]) == result.rows[0].measured


def test_the_grid_has_both_sides_of_breakpoints_at_the_scale_of_c() -> None:
    points = grid(4, 1e-6, 32)
    assert points[0] == 0
    assert points[-1] == 1
    assert np.all(np.diff(points) > 0)
    for k in (1, 2, 3):
        gaps = points - k / 4
        assert np.any((gaps < 0) & (gaps > -1e-6))
        assert np.any((gaps > 0) & (gaps < 1e-6))
        assert np.any(gaps == 0)
    assert 0.375 in points
    assert 0.123 in grid(4, 1e-6, 16, [0.123])
    assert len(grid(100_000, 1e-9, 64)) < 64 * 5


# --- engines ----------------------------------------------------------------------------------


def test_one_job_runs_in_this_process() -> None:
    import os

    with engine("local", jobs=1) as executor:
        assert executor.submit(os.getpid).result() == os.getpid()


def test_an_error_of_a_job_reaches_the_caller() -> None:
    with engine("inline") as executor:
        future = executor.submit(int, "no number")
        with pytest.raises(ValueError, match="no number"):
            future.result()


@by_turns(3)
def test_several_jobs_run_in_a_pool_with_the_same_result(monkeypatch: pytest.MonkeyPatch) -> None:
    inline = small()
    monkeypatch.setattr(module, "WORK_LIMIT", 1.0)
    pooled = small(engine="local:2")
    assert pooled.rows == inline.rows
    assert pooled.engine == "local:2"


def test_dask_missing_or_silent_is_one_clear_line() -> None:
    with (
        pytest.raises(ValueError, match=r'pip install "netproof\[dask\]"|no dask scheduler'),
        engine("dask://127.0.0.1:1"),
    ):
        pass


def test_a_dask_cluster_gives_the_same_rows() -> None:
    distributed = pytest.importorskip("distributed", reason="dask is an optional extra")
    with distributed.LocalCluster(
        n_workers=1,
        threads_per_worker=1,
        processes=False,
        protocol="tcp",
        host="127.0.0.1",
        dashboard_address=None,
    ) as cluster:
        address = cluster.scheduler_address.removeprefix("tcp://")
        result = small(engine=f"dask://{address}", convention=ROOT_OF_VAR_PLUS_DELTA)
    assert result.rows == small(convention=ROOT_OF_VAR_PLUS_DELTA).rows


@by_turns(2)
@some_of(2)
@pytest.mark.parametrize(
    ("claim", "form"),
    [("pln.lemma2", Steps), ("pln.prop1.sigmoid", Saturating), ("pln.prop1.tanh", Saturating)],
)
def test_networks_of_steps_are_measured_by_their_breakpoints(
    monkeypatch: pytest.MonkeyPatch, claim: str, form: Any
) -> None:
    """As unit by unit up to the rounding that is allowed for, of several widths, others as ever."""
    from constructions.interop import arrays

    texts = {"a": "abs(x-1/3)", "b": "sin(3*x)", "c": "x**2"}
    eps = [F(1, 3), F(1, 40)]

    def rows(claim: str) -> Any:
        return sweep(texts, eps, device="numpy", engine="inline", points=500, claim=claim,
                     enclosed=False).rows  # fmt: skip

    def never(*_: Any, **__: Any) -> Any:
        raise RuntimeError("unit by unit")

    with monkeypatch.context() as patched:
        patched.setattr(arrays, "evaluate_batched", never)
        quick = rows(claim)
        with pytest.raises(RuntimeError, match="unit by unit"):
            rows("pln.thm1")
    with monkeypatch.context() as patched:
        patched.setattr(form, "of", lambda nets: (_ for _ in ()).throw(NotSteps("for once")))
        slow = rows(claim)
    assert len(quick) == 6
    for one, other in zip(quick, slow, strict=True):
        assert abs(one.measured - other.measured) <= one.rounding
        assert (one.f, one.N, one.ok) == (other.f, other.N, True)
