"""The PLN paper's experiments: layers, networks, rules, and a sample of each."""

from __future__ import annotations

from fractions import Fraction
from math import cos, sin
from typing import Any

import pytest

from tests.sampling import by_turns
from verify.experiments import Experiment, Row
from verify.experiments import pln as P
from verify.experiments import pln_deep as D
from verify.experiments import pln_fits as F
from verify.experiments.training import seeded

pytestmark = by_turns(3)

torch = pytest.importorskip("torch")
pytest.importorskip("sklearn")

WORDS = ("agrees", "disagrees", "not decided")


@pytest.mark.parametrize("item", P.EXPERIMENTS, ids=lambda item: item.id)
def test_a_sample_is_the_same_again(item: Experiment) -> None:
    first, second = (item.run(item.seeds[:1], small=True) for _ in range(2))
    assert first["rows"] == second["rows"]
    assert first["rows"] != item.run(item.seeds[1:2], small=True)["rows"]
    assert all(s["word"] in WORDS for s in first["sentences"])


# --- layers and networks -------------------------------------------------------------------------


@pytest.mark.parametrize("size", [2, 4, 8])
def test_pln_is_layer_norm_of_each_group(size: int) -> None:
    h = torch.randn(5, 16, generator=torch.Generator().manual_seed(0))
    groups = h.view(5, size, 16 // size).mT
    expected = torch.nn.functional.layer_norm(groups, (size,), eps=F.EPS).mT.reshape(5, 16)
    torch.testing.assert_close(F.layer(f"PLN-{size}")(h), expected)
    torch.testing.assert_close(F.layer("LN")(h), torch.nn.functional.layer_norm(h, (16,)))


def test_pln_2_is_nearly_plus_or_minus_one() -> None:
    h = torch.tensor([[3.0, 1.0, -2.0, 5.0]])  # groups (3, -2) and (1, 5)
    torch.testing.assert_close(F.layer("PLN-2")(h), torch.tensor([[1.0, -1.0, -1.0, 1.0]]))


def test_which_layers_fit_a_width() -> None:
    assert [name for name in (*P.NORMS, "LN", "ReLU") if F.fits(name, 8)] == [
        "PLN-2", "PLN-4", "LN", "ReLU",
    ]  # fmt: skip


def test_channels_are_normalised_at_each_position() -> None:
    x = torch.randn(2, 8, 3, 3, generator=torch.Generator().manual_seed(1))
    y = D.channelwise("PLN-8")(x)
    torch.testing.assert_close(y.mean(1), torch.zeros(2, 3, 3))
    torch.testing.assert_close(y.square().mean(1), torch.ones(2, 3, 3), atol=1e-3, rtol=0)


def test_the_networks_have_their_depths() -> None:
    phi = D.channelwise("ReLU")

    def layers(model: Any) -> int:
        kinds = (torch.nn.Conv2d, torch.nn.Linear)
        return sum(isinstance(part, kinds) for part in model.modules())

    with seeded(0):
        vgg = D.vgg(phi, 8)
        assert layers(vgg) == 14  # the three linear layers of VGG-16 are one
        assert vgg(torch.zeros(2, 64)).shape == (2, 10)
        for blocks, depth in ((3, 20), (9, 56), (18, 110)):
            assert layers(D.resnet(phi, blocks, [4, 8, 16])) == depth
        assert D.resnet(phi, 1, [4, 8, 16])(torch.zeros(2, 64)).shape == (2, 10)


def test_the_best_learning_rate_is_kept() -> None:
    x = torch.linspace(-1, 1, 32)[:, None]
    y = x[:, 0] ** 2

    def losses(rates: list[float]) -> F.Trained:
        with seeded(0):
            return F.train("tanh", 4, x, y, x, y, 40, rates)

    both = losses([0.01, 1e-9])
    assert (both.rate, losses([0.01]).rate) == (0.01, 0.01)
    assert both.loss == pytest.approx(losses([0.01]).loss, rel=1e-4)
    assert both.loss < losses([1e-9]).loss
    assert both.largest == pytest.approx(
        max(abs(a - b) for a, b in zip(both.values, y.tolist(), strict=True)), abs=1e-6
    )


@pytest.mark.parametrize("groups", [1, 4, 16])
def test_the_certified_error_is_that_of_the_steps_through_the_midpoints(groups: int) -> None:
    def f(t: float) -> float:
        return sin(20 * t - 9) + cos(10 * t - 5)

    bound, low, high = F.certified(groups)
    assert low <= high <= bound
    # beside a jump both values count, so that of the cell that ends there is enough
    seen = max(
        abs(f((k + s / 400) / groups) - f((k + 0.5) / groups))
        for k in range(groups)
        for s in range(401)
    )
    assert low - 0.01 <= seen <= high + 1e-9


@pytest.mark.parametrize(
    "value", [Fraction(1, 3), Fraction(2, 7), Fraction(999_999_500_001, 10**12), Fraction(5)]
)
def test_what_is_certified_is_rounded_outward(value: Fraction) -> None:
    low, high = (F.outward(value, up) for up in (False, True))
    assert Fraction(str(low)) <= value <= Fraction(str(high))
    assert (float(f"{low:.6g}"), float(f"{high:.6g}")) == (low, high)
    assert high - low <= 1.000001e-5 * float(value)  # a unit of the sixth digit


# --- rules ---------------------------------------------------------------------------------------


def fits(losses: dict[str, float], width: int = 16) -> list[Row]:
    return [{"layer": name, "width": width, "loss": loss} for name, loss in losses.items()]


def holds(item: Experiment, start: str, rows: list[Row]) -> bool | None:
    [sentence] = [s for s in item.sentences if s.printed.startswith(start)]
    return sentence.holds(rows)


def test_sigmoid_and_tanh_have_to_be_better_both() -> None:
    good = {"sigmoid": 0.1, "tanh": 0.1, "ReLU": 0.2, "PLN-4": 0.3}
    assert holds(P.FITS, "We find that both", fits(good)) is True
    assert holds(P.FITS, "We find that both", fits({**good, "tanh": 0.2})) is False
    assert holds(P.FITS, "In the meanwhile", fits(good)) is False
    assert holds(P.FITS, "In the meanwhile", fits({**good, "PLN-4": 0.19})) is True


def sizes(losses: dict[int, float]) -> list[Row]:
    """The same at two widths, one ten times as good."""
    narrow = {f"PLN-{d}": loss for d, loss in losses.items()}
    return fits(narrow, 64) + fits({name: loss / 10 for name, loss in narrow.items()}, 128)


def test_the_norm_sizes_are_compared_where_all_are() -> None:
    good = sizes({2: 0.3, 4: 0.1, 8: 0.2, 16: 0.2})
    assert holds(P.FITS, "However, we find", good) is True
    assert holds(P.FITS, "PLN with a smaller", good) is True
    assert holds(P.FITS, "as the network width", good) is True
    bad = sizes({2: 0.05, 4: 0.1, 8: 0.3, 16: 0.2})
    assert holds(P.FITS, "However, we find", bad) is False
    assert holds(P.FITS, "PLN with a smaller", bad) is False
    # one width more at which only one of them is wide enough changes nothing
    assert holds(P.FITS, "However, we find", [*good, *fits({"PLN-2": 1e-9}, 8)]) is True
    assert holds(P.FITS, "However, we find", fits({"PLN-2": 1.0, "PLN-4": 0.1})) is None
    assert holds(P.FITS, "as the network width", [*good, *fits({"PLN-2": 1e-9}, 8)]) is False


def test_a_width_that_diverged_is_the_worst() -> None:
    rows = sizes({2: 0.3, 4: 0.1, 8: 0.2})
    lost: list[Row] = [{**r, "loss": None} if r["layer"] == "PLN-4" else r for r in rows]
    assert holds(P.FITS, "However, we find", lost) is False


def built(errors: dict[tuple[int, int], float]) -> list[Row]:
    return [
        {"layer": P.CONSTRUCTED, "width": w, "norm size": d, "bound": 2.0, "certified to": e}
        for (w, d), e in errors.items()
    ]


def test_the_error_is_proportional_to_the_norm_size() -> None:
    good = {(64, 2): 0.2, (64, 4): 0.4, (64, 8): 0.8, (8, 2): 1.5, (8, 4): 1.6}
    assert holds(P.FITS, "d/ε", built(good)) is True
    assert holds(P.FITS, "d/ε", built({**good, (64, 8): 0.6})) is False
    assert holds(P.FITS, "d/ε", built({(8, 2): 1.5, (8, 4): 1.6})) is None


def test_the_rules_of_random_values() -> None:
    good = {"sigmoid": 0.9, "tanh": 0.8, "ReLU": 0.5, "PLN-2": 0.04, "PLN-4": 0.1}
    narrow = fits(dict.fromkeys(good, 1.0), 8)
    assert holds(P.RANDOM, "Following", narrow + fits(good)) is True
    assert holds(P.RANDOM, "We find", narrow + fits(good)) is True
    assert holds(P.RANDOM, "Following", narrow + fits({**good, "PLN-2": 0.06})) is False
    assert holds(P.RANDOM, "We find", narrow + fits({**good, "tanh": 0.09})) is False
    rounded = fits(dict.fromkeys(good, 1e-13))
    assert holds(P.RANDOM, "Following", rounded) is None
    assert holds(P.RANDOM, "We find", rounded) is None


def test_the_rule_of_vgg_takes_the_rate_that_is_best_in_training() -> None:
    rows: list[Row] = [
        {"layer": name, "rate": 0.1, "accuracy": 0.1, "train accuracy": 0.1} for name in D.LAYERS
    ]
    better: Row = {"layer": "PLN-8", "rate": 1e-3, "accuracy": 0.9, "train accuracy": 0.95}
    assert holds(D.VGG, "For the test", [*rows, better]) is True
    assert holds(D.VGG, "For the test", rows) is False
    assert holds(D.VGG, "For the test", [*rows, {**better, "train accuracy": 0.05}]) is False
    assert holds(D.VGG, "For the test", [*rows, better, {**better, "layer": "tanh"}]) is False


def test_the_rules_of_vgg_with_batch_normalisation() -> None:
    def rows(**changed: float) -> list[Row]:
        of = {"sigmoid": 0.5, "tanh": 0.8, "ReLU": 0.88, "PLN-2": 0.3, "PLN-4": 0.8, "PLN-8": 0.85}
        of |= {"LN": 0.9} | {name.replace("_", "-"): a for name, a in changed.items()}
        return [{"layer": n, "rate": 0.1, "accuracy": a, "train accuracy": a}
                for n, a in of.items()]  # fmt: skip

    assert holds(D.VGG_BN, "We find that in", rows()) is True
    assert holds(D.VGG_BN, "We find that in", rows(tanh=0.86)) is False
    assert holds(D.VGG_BN, "We find that in", rows(ReLU=0.84)) is False
    assert holds(D.VGG_BN, "We find that in", rows(ReLU=0.91)) is False
    assert holds(D.VGG_BN, "ReLU outperforms", rows()) is True
    assert holds(D.VGG_BN, "ReLU outperforms", rows(ReLU=0.5)) is False
    assert holds(D.VGG_BN, "For both", rows()) is True
    assert holds(D.VGG_BN, "For both", rows(PLN_2=0.76)) is False
    assert holds(D.VGG_BN, "For both", rows(PLN_2=0.9)) is False


def test_batch_normalisation_stands_before_each_nonlinear_layer() -> None:
    parts = list(D.vgg(D.channelwise("ReLU"), 4, True).children())
    places = [k for k, part in enumerate(parts) if isinstance(part, torch.nn.BatchNorm2d)]
    assert len(places) == 13
    assert all(isinstance(parts[k - 1], torch.nn.Conv2d) for k in places)
    assert not any(isinstance(p, torch.nn.BatchNorm2d) for p in D.vgg(torch.relu, 4).children())


def test_the_rules_of_gradients() -> None:
    def rows(relu: float | None, others: float = 10.0, vgg: float = 0.5) -> list[Row]:
        found: list[Row] = []
        for name in D.LAYERS:
            deep = relu if name == "ReLU" else others
            for network, value in (("ResNet-20", 1.0), ("ResNet-110", deep)):
                found.append({"layer": name, "network": network, "initial weights": "He",
                              "gradient": value})  # fmt: skip
            found.append({"layer": name, "network": "VGG-16", "initial weights": "torch's own",
                          "gradient": 1.0 if name == "PLN-8" else vgg})  # fmt: skip
        return found

    assert holds(D.GRADIENTS, "According", rows(2000.0)) is True
    assert holds(D.GRADIENTS, "According", rows(None)) is True  # it overflows
    assert holds(D.GRADIENTS, "According", rows(900.0)) is False
    assert holds(D.GRADIENTS, "According", rows(2000.0, 3000.0)) is False
    shallow = [r for r in rows(2000.0) if r["network"] != "ResNet-110"]
    assert holds(D.GRADIENTS, "According", shallow) is None
    assert holds(D.GRADIENTS, "By analyzing", rows(1.0)) is True
    assert holds(D.GRADIENTS, "By analyzing", rows(1.0, vgg=1.5)) is False
