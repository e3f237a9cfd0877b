"""Experiments about the routes of Ghosts of Softmax, Appendix 3: rules, and a sample of each."""

from __future__ import annotations

import pytest

from tests.sampling import by_turns
from verify.experiments import Experiment, Row
from verify.experiments import weierstrass as W
from verify.experiments import weierstrass_training as T
from verify.experiments.training import seeded

pytestmark = by_turns(3)

torch = pytest.importorskip("torch")
pytest.importorskip("sklearn")

WORDS = ("agrees", "disagrees", "not decided")


@pytest.mark.parametrize("item", W.EXPERIMENTS, ids=lambda item: item.id)
def test_a_sample_is_the_same_again(item: Experiment) -> None:
    first, second = (item.run(item.seeds[:1], small=True) for _ in range(2))
    assert all(s["word"] in WORDS for s in first["sentences"])
    if item is W.TIME:  # but for the times
        first, second = (
            {"rows": [{**row, "time": 0} for row in of["rows"]]} for of in (first, second)
        )
    assert first["rows"] == second["rows"]


# --- the routes ----------------------------------------------------------------------------------


def test_range_reduction_is_exact() -> None:
    v = torch.tensor([2.0**-126, 0.3, 0.999, 1.0, 3.999, 4.0, 5.0, 15.9, 16.0, 3e38])
    m, r = T.reduced(v)
    assert bool(((m >= 1) & (m < 4)).all())
    assert bool((m / r / r == v).all())
    assert bool((torch.frexp(r)[0] == 0.5).all())  # a power of 2


@pytest.mark.parametrize(("steps", "error"), [(3, 2.0**-8), (4, 2.0**-11), (6, 2.0**-22)])
def test_newtons_steps_come_near(steps: int, error: float) -> None:
    """Three steps from 5/8 are enough for BF16, four for FP16: weierstrass.newton.precision."""
    v = torch.logspace(-6, 6, 999, dtype=torch.float64)
    found = T.newton(v, steps, torch.float64)
    assert float((found * v.sqrt() - 1).abs().max()) <= error


def test_the_routes_compute_their_factors() -> None:
    from constructions.interop.torch_weierstrass import smoothed_rsqrt

    settings = {**W.TIME.settings(), "N": [4]}
    routes = W._routes(settings)
    v = torch.linspace(0.1, 0.4, 50)
    series = routes["route 1, order 20"](v)
    torch.testing.assert_close(series, smoothed_rsqrt(v, settings["sigma"]), rtol=1e-3, atol=0)
    inside = torch.linspace(1.0, 3.9, 50)
    for name, at in (("route 3, N = 4", inside), ("reduction and route 3, N = 4", v)):
        torch.testing.assert_close(routes[name](at), at.rsqrt(), rtol=1e-3, atol=0)
    with seeded(0):
        drawn = routes["route 2, one sample"](torch.full((200_000,), 2.0))
    torch.testing.assert_close(drawn.mean(), torch.tensor(2.0**-0.5), rtol=2e-2, atol=0)


@pytest.mark.parametrize("route", [T.EXACT, "N = 4", T.SMOOTHED, T.SAMPLED])
def test_norms_are_layer_norms(route: str) -> None:
    """With a large variance all factors are near 1/sqrt(v), and without training none is noisy."""
    x = 30 * torch.randn(6, 40, generator=torch.Generator().manual_seed(0))
    norm = T.norm(route, {"eps": 1e-5, "sigma": 0.25}).train(False)
    expected = torch.nn.functional.layer_norm(x, (40,))
    torch.testing.assert_close(norm(x), expected, rtol=2e-3, atol=2e-3)
    assert bool((norm(x) == norm(x)).all())


def test_samples_are_drawn_in_training_only() -> None:
    x = torch.randn(6, 40, generator=torch.Generator().manual_seed(0))
    norm = T.norm(T.SAMPLED, {"eps": 1e-2, "sigma": 0.25})
    with seeded(0):
        assert not bool((norm(x) == norm(x)).all())


def test_bf16_weights_are_those_of_the_last_step() -> None:
    """Training in BF16 gets somewhere: autocast keeps no old copies of the weights."""
    settings = {**W.TRAINING.settings(), "routes": [T.EXACT], "train": 400, "epochs": 3}
    [row] = T.trial(settings, 1)
    assert float(str(row["accuracy"])) > 0.6


# --- rules ---------------------------------------------------------------------------------------


def times(**changed: float) -> list[Row]:
    found = {
        "rsqrt": 1.0, "route 1, order 20": 10.0, "route 2, one sample": 8.0,
        "route 3, N = 3": 5.0, "route 3, N = 4": 6.0, "reduction and route 3, N = 4": 7.0,
    } | changed  # fmt: skip
    return [{"what": name, "time": value, "of": "rsqrt"} for name, value in found.items()]


def test_the_rules_of_time() -> None:
    alone, reduced = W.TIME.sentences
    assert (alone.holds(times()), reduced.holds(times())) == (True, True)
    slow = times(**{"route 3, N = 4": 9.0})
    assert (alone.holds(slow), reduced.holds(slow)) == (False, True)
    slow = times(**{"reduction and route 3, N = 4": 9.0})
    assert (alone.holds(slow), reduced.holds(slow)) == (True, False)
    assert alone.number is not None
    assert alone.number(times()) == 6.0 / 8.0


def test_the_rules_of_horner() -> None:
    def rows(*reaches: float) -> list[Row]:
        return [
            {"order": 5 * 2**k, "bits": bits, "reach": reach + (bits == 11) * k}
            for bits in (22, 11)
            for k, reach in enumerate(reaches)
        ]

    half, four = W.HORNER.sentences
    assert (half.holds(rows(1, 2, 3)), four.holds(rows(1, 2, 3))) == (True, True)
    assert (half.holds(rows(1, 2, 2)), four.holds(rows(1, 2, 2))) == (True, False)


def routes(**accuracies: float) -> list[Row]:
    return [
        {"route": name, "accuracy": a, "train loss": 0.1, "test loss": 0.1 + loss}
        for name, a, loss in (
            (T.EXACT, accuracies["exact"], 0.0),
            ("N = 3", accuracies["three"], 0.0),
            (T.SMOOTHED, 0.9, 0.3),
            (T.SAMPLED, 0.9, accuracies.get("gap", 0.2)),
        )
    ]


def test_the_rules_of_training() -> None:
    [sentence] = W.TRAINING.sentences

    def holds(exact: float, three: float) -> bool | None:
        return sentence.holds(routes(exact=exact, three=three)[:2])

    assert holds(0.97, 0.961) is True
    assert holds(0.97, 0.959) is False
    assert holds(0.10, 0.10) is None  # nothing was learnt


def test_the_rule_of_the_regularizer() -> None:
    [sentence] = W.REGULARIZER.sentences
    assert sentence.holds(routes(exact=1, three=1, gap=0.29)) is True
    assert sentence.holds(routes(exact=1, three=1, gap=0.31)) is False
