"""ReLU interpolation, the printed weights, step networks of A.6, and the adversaries."""

from __future__ import annotations

from fractions import Fraction as F
from pathlib import Path

import pytest

from constructions.adversaries import ramp, zigzag, zigzag_network, zigzag_text
from constructions.exact import ExactSystem
from constructions.functions import lipschitz, parse
from constructions.interop.export import read_network, write_network
from constructions.networks import ParallelNet
from constructions.plus_minus import pair_network, single_network
from constructions.relu import (
    few_kinks,
    few_kinks_network,
    few_units_needed,
    fewest_units_needed,
    interpolate,
    jump_pairs,
    kink_pair_network,
    paired_units_needed,
    printed_relu_network,
    recursive_weights,
    relu_network,
    relu_units_needed,
)

SYSTEM = ExactSystem()


def value(network: ParallelNet, x: F) -> F:
    found = network.evaluate(SYSTEM, [SYSTEM.const(x)]).rational()
    assert found is not None
    return found


Y = (F(1, 3), F(-5, 7), F(2), F(2), F(0))
GRID = [F(k, 24) for k in range(25)]


def chord(y: tuple[F, ...], x: F) -> F:
    M = len(y) - 1
    k = min(int(x * M), M - 1)
    return y[k] + (y[k + 1] - y[k]) * (x * M - k)


@pytest.mark.parametrize("y", [Y, Y[:2], (F(0), F(0)), (F(1), F(1), F(1))])
def test_as_many_units_as_values_interpolate(y: tuple[F, ...]) -> None:
    network = relu_network(y)
    assert network.N == len(y)
    assert [value(network, x) for x in GRID] == [chord(y, x) for x in GRID]


def test_the_printed_network_misses_the_last_cell() -> None:
    network = printed_relu_network(Y)
    assert network.N == len(Y) - 1
    inside = [x for x in GRID if x <= F(3, 4)]
    assert [value(network, x) for x in inside] == [chord(Y, x) for x in inside]
    assert value(network, F(1)) == 2 != Y[-1]  # straight on from the cell before


def test_the_printed_network_of_the_counterexample() -> None:
    network = printed_relu_network((F(1, 2), F(0), F(1, 2)))
    assert recursive_weights((F(1, 2), F(0), F(1, 2)), 2, 2) == [1, -2]
    assert [value(network, x) for x in (F(0), F(3, 4), F(1))] == [F(1, 2), F(-1, 4), F(-1, 2)]


@pytest.mark.parametrize(
    ("L", "eps", "N"), [(0, 1, 2), (1, 1, 2), (1, F(1, 2), 3), (3, F(1, 2), 5)]
)
def test_the_number_of_units(L: int, eps: F, N: int) -> None:
    assert relu_units_needed(F(L), F(eps)) == N
    for bad in ((F(-1), F(1)), (F(1), F(0))):
        with pytest.raises(ValueError, match="must"):
            relu_units_needed(*bad)


def test_a_network_for_a_function() -> None:
    made = interpolate(parse("abs(x-1/3)"), F(1), F(1, 5))
    assert (made.network.N, made.rho, made.predicted) == (4, 0, F(1, 6))
    assert made.y == (F(1, 3), F(0), F(1, 3), F(2, 3))
    rough = interpolate(parse("sin(x)"), F(1), F(1, 5))
    assert 0 < rough.rho <= (F(1, 5) - F(1, 6)) / 2
    with pytest.raises(ValueError, match="at most"):
        interpolate(parse("x"), F(1), F(1, 10**7))


@pytest.mark.parametrize("build", [pair_network, single_network])
def test_a_step_network_takes_the_value_of_the_cell_on_the_right(build: object) -> None:
    y = Y[:3]
    network = build(y)  # type: ignore[operator]
    points = [F(k, 12) for k in range(13)]
    assert [value(network, x) for x in points] == [y[min(int(3 * x), 2)] for x in points]


@pytest.mark.parametrize("network", [relu_network(Y), pair_network(Y), single_network(Y)])
def test_networks_come_back_from_their_files(network: ParallelNet, tmp_path: Path) -> None:
    path = write_network(network, tmp_path / "net.json")
    assert read_network(path) == network
    assert ParallelNet.from_json(network.to_json()) == network


@pytest.mark.parametrize("N", [1, 2, 3, 8])
def test_the_zigzag_is_what_eq_51_says(N: int) -> None:
    eps = F(2, 7)

    def printed(x: F) -> F:
        if x < F(1, N):
            return -eps + 2 * eps * N * x
        return 3 * eps - 2 * eps * N * x if x < F(2, N) else printed(x - F(2, N))

    points = [F(k, 8 * N) for k in range(8 * N + 1)]
    expected = [printed(x) for x in points]
    found = [zigzag(SYSTEM, SYSTEM.const(x), SYSTEM.const(N), SYSTEM.const(eps)) for x in points]
    assert [v.rational() for v in found] == expected
    text = parse(zigzag_text(N, eps))
    assert [text.exact(x) for x in points] == expected
    assert lipschitz(text).upper == 2 * eps * N
    network = zigzag_network(N, eps)
    assert network.N == N + 1
    assert [value(network, x) for x in points] == expected


def test_the_zigzag_needs_a_cell() -> None:
    with pytest.raises(ValueError, match="needs N"):
        zigzag_network(0, F(1))
    assert ramp(F(1, 2), F(3), F(1)) == F(5, 2)


# --- pairs of kinks ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("L", "eps", "N"),
    [(0, 1, 6), (1, F(1, 15), 6), (1, F(1, 16), 8), (3, F(1, 7), 10), (1, F(1, 20), 10)],
)
def test_the_number_of_units_in_pairs(L: int, eps: F, N: int) -> None:
    assert paired_units_needed(F(L), F(eps)) == N
    assert F(L) / (2 * (N + 2)) < eps  # and N - 2, where it is at least 6, would not do
    assert N == 6 or F(L) / (2 * N) >= eps
    for bad in ((F(-1), F(1)), (F(1), F(0))):
        with pytest.raises(ValueError, match="must"):
            paired_units_needed(*bad)


def test_pairs_follow_their_lines() -> None:
    y = [F(q) for q in (1, 0, 0, 3, -2, -2, 5, 5)]  # M = 4 cells; no jump at 1/4 and at 1/2 one
    network = kink_pair_network(y, F(10**6))
    assert network.N == 6
    for k in range(4):
        for part in (F(1, 10), F(1, 2), F(9, 10)):
            expected = y[2 * k] + (y[2 * k + 1] - y[2 * k]) * part
            assert value(network, (k + part) / 4) == expected
    assert sum(unit.W[0][0].q == -1 for unit in network.units) == 3
    with pytest.raises(ValueError, match="at least 8"):
        kink_pair_network(y[:6], F(10**6))


def test_a_pair_network_for_a_function() -> None:
    made = jump_pairs(parse("abs(x-1/3)"), F(1), F(1, 12))
    assert (made.network.N, made.rho) == (6, 0)
    assert made.predicted == (F(1, 16) + F(1, 12)) / 2
    assert made.y == tuple(abs(F(2 * j + 1, 16) - F(1, 3)) for j in range(8))
    far = jump_pairs(parse("1000000 + 0*x"), F(0), F(1, 10**6))
    assert [value(far.network, x) for x in GRID] == [10**6] * 25
    rough = jump_pairs(parse("sin(x)"), F(1), F(1, 12))
    assert 0 < rough.rho <= (F(1, 12) - F(1, 16)) / 4
    assert F(1, 16) < rough.predicted < F(1, 12)
    with pytest.raises(ValueError, match="at most"):
        jump_pairs(parse("x"), F(1), F(1, 10**7))


# --- one to five units ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("r", "N"),
    [
        ("0", 1),
        ("199/100", 1),
        ("2", 2),
        ("4", 3),
        ("599/100", 3),
        ("6", 4),
        ("8", 5),
        ("12", None),
    ],
)
def test_the_number_of_units_of_a_few(r: str, N: int | None) -> None:
    assert few_units_needed(F(r), F(1)) == N
    assert fewest_units_needed(F(r), F(1)) == (N or paired_units_needed(F(r), F(1)))
    with pytest.raises(ValueError, match="positive"):
        few_units_needed(F(r), F(0))


def test_three_units_are_a_constant_and_a_line() -> None:
    network = few_kinks_network([F(2), F(5), F(3)], F(10**6))
    assert network.N == 3
    assert [value(network, F(x)) for x in ("0", "1/6", "33/100")] == [2, 2, 2]
    for x in ("1/2", "3/4", "1"):  # y_1 at 1/3, and y_2 at 1
        assert value(network, F(x)) == 5 - 3 * (F(x) - F(1, 3))
    with pytest.raises(ValueError, match="values"):
        few_kinks_network([F(0)] * 5, F(1))


def test_five_units_are_three_lines() -> None:
    y = [F(q) for q in (1, 0, 0, 3, -2, -2)]
    network = few_kinks_network(y, F(10**6))
    assert network.N == 5
    for k in range(3):
        for part in (F(1, 10), F(1, 2), F(9, 10)):
            expected = y[2 * k] + (y[2 * k + 1] - y[2 * k]) * part
            assert value(network, (k + part) / 3) == expected
    assert sum(unit.W[0][0].q == -1 for unit in network.units) == 2


def test_a_network_of_few_units_for_a_function() -> None:
    made = few_kinks(parse("abs(x-1/3)"), F(1), F(1, 5))
    assert (made.network.N, made.rho) == (3, 0)
    assert made.predicted == (F(1, 6) + F(1, 5)) / 2
    rough = few_kinks(parse("sin(x)"), F(1), F(1, 11))
    assert rough.network.N == 5
    assert 0 < rough.rho <= (F(1, 11) - F(1, 12)) / 4
    assert F(1, 12) < rough.predicted < F(1, 11)
    with pytest.raises(ValueError, match="five ReLUs"):
        few_kinks(parse("x"), F(1), F(1, 12))
