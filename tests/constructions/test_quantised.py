"""Quantised Sumformers: codes of multisets, cells, and values by plain fractions."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction as F
from itertools import combinations_with_replacement, permutations, product
from math import comb

import pytest

from constructions.quantised import (
    OutsideCube,
    QuantisedSumformer,
    lipschitz_bound,
    multiset_code,
    multiset_of,
    quantise,
)
from constructions.sumformer import parse_semi_invariant


def made(text: str, n: int, steps: int, d: int = 1) -> QuantisedSumformer:
    return QuantisedSumformer(parse_semi_invariant(text, n, d), steps)


@pytest.mark.parametrize("size", range(1, 5))
@pytest.mark.parametrize("base", range(2, 7))
def test_when_sums_of_powers_name_multisets(size: int, base: int) -> None:
    """Of exactly ``size`` elements from 4: for every base >= size, and for none below it."""
    found = Counter(
        multiset_code(cells, base) for cells in combinations_with_replacement(range(4), size)
    )
    injective = max(found.values()) == 1
    assert injective == (base >= size)


@pytest.mark.parametrize("most", range(1, 5))
@pytest.mark.parametrize("base", range(2, 7))
def test_and_multisets_of_any_size_up_to_a_bound(most: int, base: int) -> None:
    """Of up to ``most`` elements: for every base > most, where the digits give them back."""
    sets = [c for size in range(most + 1) for c in combinations_with_replacement(range(4), size)]
    codes = {multiset_code(cells, base) for cells in sets}
    assert (len(codes) == len(sets)) == (base > most)
    if base > most:
        assert all(multiset_of(multiset_code(cells, base), base) == list(cells) for cells in sets)


def test_the_smallest_collisions() -> None:
    assert multiset_code([0, 0, 2], 2) == multiset_code([1, 1, 1], 2) == 6
    assert multiset_code([0, 0, 0, 0, 2], 4) == multiset_code([1] * 5, 4) == 20
    assert multiset_code([0, 0, 0], 3) == multiset_code([1], 3) == 3


def test_a_code_is_a_natural_number() -> None:
    assert multiset_of(0, 2) == []
    for code, base in ((-1, 3), (4, 1)):
        with pytest.raises(ValueError, match="natural number"):
            multiset_of(code, base)


def test_cells_cover_the_cube_up_to_its_corner() -> None:
    """As printed (half-open) the coordinate 1 would have the number Delta, of no cell."""
    net = made("x1c1*x2c2", 2, 3, 2)
    grid = [F(k, 12) for k in range(13)]
    cells = {net.quantised(x) for x in product(grid, repeat=2)}
    assert cells == set(product(range(3), repeat=2))
    assert net.quantised([F(1), F(0)]) == (2, 0)
    for x in product(grid, repeat=2):
        corner = net.corner(net.quantised(x))
        assert all(0 <= value - q <= F(1, 3) for value, q in zip(x, corner, strict=True))


def test_cells_are_numbered() -> None:
    net = made("x1c1*x2c3", 2, 4, 3)
    numbers = [net.number(cell) for cell in product(range(4), repeat=3)]
    assert sorted(numbers) == list(range(64))
    assert all(net.number(net.cell(number)) == number for number in range(64))


CASES = {
    "a product": ("x1 + x2*x3", 3, 1),
    "Fig. 2": ("x1 + 7*x1**2 + 3*x1*(x2+x3)**3", 3, 1),
    "a constant": ("3/7", 2, 1),
    "one token": ("x1**2", 1, 1),
    "two coordinates": ("x1c1*x2c2 + x1c2", 2, 2),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
@pytest.mark.parametrize("steps", [1, 2, 5])
def test_the_error_is_at_most_the_bound(case: tuple[str, int, int], steps: int) -> None:
    text, n, d = case
    net = made(text, n, steps, d)
    values = [F(0), F(1, 7), F(1, 2), F(1)]
    tokens = [*list(product(values, repeat=d))[:: max(1, 4**d // 5)], (F(1),) * d]
    for X in list(product(tokens, repeat=n))[::3]:
        for one, other in zip(net(X), net.f(X), strict=True):
            assert all(abs(a - b) <= net.bound for a, b in zip(one, other, strict=True))


def test_values_by_hand() -> None:
    """Delta = 2: x = (1, 1/3, 1/2) lies in the cells 1, 0, 1, with corners 1/2, 0, 1/2."""
    net = made("x1 + x2*x3", 3, 2)
    X = [[F(1)], [F(1, 3)], [F(1, 2)]]
    assert [net.phi(x) for x in X] == [3, 1, 3]
    assert net(X) == [[F(1, 2)], [F(1, 4)], [F(1, 2)]]
    assert net.f(X) == [[F(7, 6)], [F(5, 6)], [F(5, 6)]]


def test_outputs_move_with_the_tokens() -> None:
    net = made("x1 + x2*x3", 3, 4)
    X = [[F(1)], [F(1, 3)], [F(1, 2)]]
    outputs = net(X)
    for order in permutations(range(3)):
        assert net([X[i] for i in order]) == [outputs[i] for i in order]


def test_the_lipschitz_bound() -> None:
    """sum |c| |a|, and the error is below eps."""
    g = parse_semi_invariant("x1 - 2*x2*x3 + 5", 3, 1)
    assert lipschitz_bound(g) == 5
    net = quantise(g, F(1, 4))
    assert (net.steps, net.bound) == (21, F(5, 21))
    assert net.cost()["parameters"] == 21
    assert net.to_json()["base"] == 3


def test_refusals() -> None:
    g = parse_semi_invariant("x1*x2", 2, 1)
    with pytest.raises(ValueError, match="eps must be positive"):
        quantise(g, F(0))
    with pytest.raises(ValueError, match="the limit is 4096 cells"):
        quantise(g, F(1, 4000))
    with pytest.raises(ValueError, match="at least one cell"):
        QuantisedSumformer(g, 0)
    net = QuantisedSumformer(g, 3)
    with pytest.raises(OutsideCube, match="coordinates from 0 to 1"):
        net([[F(1)], [F(3, 2)]])
    with pytest.raises(ValueError, match="X has 2 tokens"):
        net([[F(1)]])
    with pytest.raises(ValueError, match="not that of 2 tokens"):
        net.psi([F(1)], net.phi([F(1)]))


def test_multidegrees_are_counted() -> None:
    """C(n + d, d) of them have |alpha| <= n."""
    for n, d in product(range(5), range(1, 4)):
        degrees = [a for a in product(range(n + 1), repeat=d) if sum(a) <= n]
        assert len(degrees) == comb(n + d, d)


def test_written_as_json() -> None:
    net = made("x1*x2", 2, 3)
    data = json.loads(net.dumps())
    assert (data["steps"], data["base"], data["latent"]) == (3, 2, 1)
    assert data["g"] == [[{"exponents": [1, 1], "coefficient": "1"}]]
    assert "3 cells" in net.layer
