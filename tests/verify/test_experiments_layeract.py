"""The LayerAct paper's experiment: functions, statistics, rules, and a sample."""

from __future__ import annotations

import pytest

from tests.sampling import by_turns
from verify.experiments import Row
from verify.experiments import layeract as L
from verify.experiments.training import seeded

pytestmark = by_turns(3)

torch = pytest.importorskip("torch")
pytest.importorskip("sklearn")


def test_a_sample_is_the_same_again() -> None:
    first, second = (L.NOISE.run((11,), small=True) for _ in range(2))
    assert first["rows"] == second["rows"]
    assert {row["function"] for row in first["rows"]} == {*L.ELEMENT, *L.LAYERACT}
    assert {row["epoch"] for row in first["rows"] if "epoch" in row} == {1, 40, 41}
    assert all(s["word"] in ("agrees", "disagrees") for s in first["sentences"])


def test_la_hardsilu_is_that_of_the_paper() -> None:
    """y s((y - mu)/sqrt(sigma^2 + alpha)) with s = 0, t/6 + 1/2, 1 on three pieces."""
    y = [-9.0, 2.0, 3.0, 4.0] + [3.0] * 20
    mu = sum(y) / len(y)
    root = (sum((t - mu) ** 2 for t in y) / len(y) + 0.1) ** 0.5
    scales = [min(1.0, max(0.0, (t - mu) / root / 6 + 0.5)) for t in y]
    assert (scales[0], 0 < scales[1] < 1) == (0.0, True)
    expected = torch.tensor([t * s for t, s in zip(y, scales, strict=True)])
    torch.testing.assert_close(L.function("LA-HardSiLU", 0.1)(torch.tensor(y)), expected)


def test_element_level_functions_do_not_look_at_the_layer() -> None:
    y = torch.tensor([-2.0, -0.5, 0.0, 1.5])
    for name in L.ELEMENT:
        phi = L.function(name, 1e-5)
        torch.testing.assert_close(phi(y)[:2], phi(y[:2]))
    phi = L.function("LA-SiLU", 1e-5)
    assert not bool(torch.isclose(phi(y)[:2], phi(y[:2])).all())


def test_the_schedule() -> None:
    rate = L._schedule({"epochs": 80, "rate": 0.01})
    found = {epoch: rate(epoch) for epoch in (0, 39, 40, 59, 60, 79)}
    assert found == pytest.approx({0: 0.01, 39: 0.01, 40: 1e-3, 59: 1e-3, 60: 1e-4, 79: 1e-4})


def test_statistics_of_a_layer() -> None:
    """Two images, two units."""
    y = torch.tensor([[1.0, -2.0], [-3.0, 4.0]])
    found = L._means(y, y)
    assert found == {"|mean output|": 1.0, "|mean input|": 1.0, "negative part": 5 / 4}


def test_fluctuations_by_where_the_noise_is() -> None:
    first = torch.nn.Linear(L.PIXELS, 3)
    x = torch.rand(4, L.PIXELS, generator=torch.Generator().manual_seed(0))
    settings = {"noise at": [L.FEATURES, L.IMAGE], "noise means": [0, 1], "noise deviation": 0.0}
    with seeded(0) as generator, torch.no_grad():
        rows = L._fluctuations("ReLU", first, lambda y: 2 * y, x, settings, generator)
    # noise 1 and no deviation: every activation input moves by 1, or by the sum of its weights
    sums = float(first.weight.detach().sum(1).abs().mean())
    expected = {(L.FEATURES, 0): 0.0, (L.FEATURES, 1): 1.0, (L.IMAGE, 0): 0.0, (L.IMAGE, 1): sums}
    for row in rows:
        moved = expected[row["noise at"], row["noise mean"]]  # type: ignore[index]
        assert row["mean of inputs"] == pytest.approx(moved, rel=1e-4, abs=1e-5)
        assert row["mean fluctuation"] == pytest.approx(2 * moved, rel=1e-4, abs=1e-5)
        assert row["variance"] == pytest.approx(0.0, abs=1e-8)


# --- rules ---------------------------------------------------------------------------------------


def noisy(**changed: dict[str, float]) -> list[Row]:
    """Rows where each function's numbers are 1, and LayerAct's 1/2, but for those changed."""
    rows: list[Row] = []
    for name in (*L.ELEMENT, *L.LAYERACT):
        value = 0.5 if name in L.LAYERACT else 1.0
        numbers = dict.fromkeys(("mean fluctuation", "variance", "largest"), value)
        numbers |= {"mean of inputs": 1.0, **changed.get(name.replace("-", "_"), {})}
        for place in (L.FEATURES, L.IMAGE):
            for mean in (0, 1):
                rows.append({"function": name, "noise at": place, "noise mean": mean, **numbers})
        by_epoch = {"|mean output|": value, "|mean input|": value, "negative part": 1.5 - value}
        by_epoch |= {k: v for k, v in numbers.items() if k in by_epoch}
        for epoch in (L.MIDDLE, 80):
            rows.append({"function": name, "epoch": epoch, **by_epoch})
    return rows


def holds(start: str, rows: list[Row]) -> list[bool | None]:
    found = [s.holds(rows) for s in L.NOISE.sentences if s.printed.startswith(start)]
    assert found
    return found


@pytest.mark.parametrize(
    ("start", "changed"),
    [
        ("LayerAct functions have", {"LA_SiLU": {"variance": 1.0}}),
        ("LayerAct functions have", {"Mish": {"mean fluctuation": 0.4}}),
        ("the distribution of mean", {"ReLU": {"mean of inputs": 1.6}}),
        ("However, the LayerAct", {"LA_HardSiLU": {"mean fluctuation": 1.1}}),
        ("Our experimental results", {"LA_SiLU": {"negative part": 0.4}}),
        ("As observed", {"LA_SiLU": {"|mean input|": 1.2}}),
        ("Thus, LA-SiLU", {"LA_SiLU": {"|mean output|": 1.2}}),
    ],
)
def test_each_rule_holds_and_fails(start: str, changed: dict[str, dict[str, float]]) -> None:
    assert all(holds(start, noisy()))
    assert not any(holds(start, noisy(**changed)))


def test_gelu_and_elu_count_in_one_rule_only() -> None:
    lower = noisy(ELU={"|mean output|": 0.1, "variance": 0.1})
    assert holds("Thus, LA-SiLU", lower) == [True, False]
    assert all(holds("LayerAct functions have", lower))


def test_slightly_larger() -> None:
    start = "Moreover, the element-level"
    assert holds(start, noisy()) == [False]
    more = {"mean fluctuation": 1.1}
    assert holds(start, noisy(SiLU=more, HardSiLU=more)) == [True]
    assert holds(start, noisy(SiLU=more, HardSiLU=more, LReLU=more)) == [False]


def test_the_lower_the_bound_the_lower_the_variance() -> None:
    start = "The lower the upper bound"
    spread = {
        name.replace("-", "_"): {"largest": 1.0 + k, "variance": 2.0 + k}
        for k, name in enumerate((*L.ELEMENT, *L.LAYERACT))
    }
    assert holds(start, noisy(**spread)) == [True]
    against = {n: {**of, "variance": -of["largest"]} for n, of in spread.items()}
    assert holds(start, noisy(**against)) == [False]


def test_no_change_after_epoch_40() -> None:
    rows = noisy()
    assert holds("The distributions", rows) == [True]
    last = [r for r in rows if r.get("epoch") == 80]
    moved: list[Row] = [{**last[0], "|mean output|": 1.2}, *last[1:]]
    rest = [r for r in rows if r.get("epoch") != 80]
    assert holds("The distributions", [*rest, *moved]) == [False]
