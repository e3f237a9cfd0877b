"""fl.thm1: its instances, and its inequalities against plain floating point."""

from __future__ import annotations

import math
import random

import pytest

from proofs import registry
from proofs.fl.instances import Row, layers
from proofs.kernel import check
from tests.sampling import by_turns


def rows(**given: str) -> list[Row]:
    claim = registry.load("fl.thm1")
    assert claim.run is not None
    return claim.run(claim.settings(given))


@by_turns(4)
def test_every_listed_instance_is_certified() -> None:
    instances = registry.load("fl.thm1").instances
    assert len(instances) >= 5
    for given in instances:
        (row,) = rows(**given)
        assert (row.verdict, row.level) == ("certified", "kernel")
        assert 0 <= row.lo <= row.hi <= row.bound
        assert all(check(e.certificate or b"").accepted for e in row.evidence)
        assert rows(**row.inputs)[0].inputs == row.inputs


def test_the_loss_of_two_classes_by_hand() -> None:
    """C = 2, delta = 1/10: 2.718^3 >= 10 > 2.718^2, so the margin is 3."""
    (row,) = rows(classes="2", delta="1/10", widths="2")
    assert row.network.W == ((0.75, 0.75), (-0.75, -0.75))
    assert math.isclose(float(row.hi), math.log1p(math.exp(-3)), rel_tol=1e-12)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"classes": "0"}, "classes is an integer from 1 to 4096"),
        ({"classes": "two"}, "classes is an integer"),
        ({"label": "3"}, "the label is one of 1 to 2"),
        ({"delta": "0"}, "delta must be positive"),
        ({"delta": "-1"}, "delta must be positive"),
        ({"x": "1; 1, 2"}, "the samples differ in length"),
        ({"widths": "0"}, "a width is an integer"),
        ({"widths": ",".join(["1"] * 9)}, "1 to 8 layers"),
        ({"x0": "-1"}, "rho"),
        ({"network": layers("1"), "x": "1, 2"}, "takes 1 inputs, a sample has 2"),
        ({"network": layers("1"), "x": "-1"}, "on the same side"),
    ],
)
def test_what_cannot_be_used_is_refused(given: dict[str, str], message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        rows(**given)
    assert "\n" not in str(caught.value)


def norm(v: list[float]) -> float:
    return math.sqrt(sum(a * a for a in v))


def test_the_inequalities_hold_of_random_classifiers() -> None:
    """f >= (1/m) log(1 + exp(-2 R^2)), the forced products of norms, and the floor."""
    pick, decided = random.Random(5), 0
    for _ in range(300):
        C, m, d = pick.randint(2, 5), pick.randint(1, 4), pick.randint(1, 4)
        scale = 10 ** pick.uniform(-2, 0.7)
        W = [[pick.gauss(0, scale) for _ in range(d)] for _ in range(C)]
        G = [[pick.gauss(0, scale) for _ in range(d)] for _ in range(m)]
        gaps = [
            [sum((a - b) * z for a, b, z in zip(w, W[0], g, strict=True)) for w in W] for g in G
        ]
        delta = sum(math.log(sum(map(math.exp, row))) for row in gaps) / m
        if delta < 1e-6:  # too small for the logarithm of the excess in double precision
            continue
        decided += 1
        excess = math.expm1(m * delta)
        B, r = max(map(norm, W)), max(map(norm, G))
        slack = 1e-9 * (1 + B * r)
        assert delta >= math.log1p((C - 1) * math.exp(-2 * B * r)) - slack
        for g, row in zip(G, gaps, strict=True):
            assert max(-a for a in row[1:]) >= math.log((C - 1) / excess) - slack
            for w, gap in zip(W[1:], row[1:], strict=True):
                apart = norm([a - b for a, b in zip(w, W[0], strict=True)])
                assert math.log(1 / excess) - slack <= -gap <= apart * norm(g) + slack
                R = max(norm(w), norm(W[0]), norm(g))
                assert delta >= math.log1p(math.exp(-2 * R * R)) / m - slack
                if gap >= 0:
                    assert delta >= math.log(2) / m - slack
    assert decided > 200


def test_the_alternating_sequence_minimises_and_no_norm_tends_to_infinity() -> None:
    losses, own, feature = [], [], []
    for n in range(40):
        w, g = (1.0, 1.0 + n) if n % 2 == 0 else (1.0 + n, 1.0)
        losses.append(math.log1p(math.exp(-w * g)))
        own.append(w)
        feature.append(g)
    assert losses == sorted(losses, reverse=True)
    assert losses[-1] < 1e-16
    assert min(own[-2:]) == min(feature[-2:]) == 1.0


def test_the_printed_bound_fails_for_three_classes() -> None:
    """Margins 0 and -10: log(2 + exp(-10)) lies between log 2 and log 3."""
    assert math.log(2) < math.log(2 + math.exp(-10)) < math.log(3)
