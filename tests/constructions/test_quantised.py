"""Quantised Sumformers: codes of multisets, cells, and values by plain fractions."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction as F
from itertools import combinations_with_replacement, permutations, product
from math import comb

import pytest

from constructions.quantised import (
    MultisetCode,
    OutsideCube,
    PackedCode,
    QuantisedSumformer,
    code_bits,
    least_base,
    lipschitz_bound,
    multiset_of,
    multisets,
    quantise,
)
from constructions.sumformer import parse_semi_invariant


def multiset_code(cells: Iterable[int], base: int) -> int:
    """sum_i base^(cell_i), in bases that name multisets and in others."""
    return sum(base**cell for cell in cells)


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


@pytest.mark.parametrize("size", range(6))
@pytest.mark.parametrize("cells", range(1, 5))
def test_the_least_base(size: int, cells: int) -> None:
    """By all multisets; where the size is known, they are read off in that base."""
    sets = list(combinations_with_replacement(range(cells), size))
    assert len(sets) == multisets(size, cells)
    base = least_base(size, cells)
    for tried in range(1, 7):
        codes = {multiset_code(chosen, tried) for chosen in sets}
        assert (len(codes) == len(sets)) == (tried >= base)
    for tried in range(max(size, 2), 7):
        for chosen in sets:
            assert multiset_of(multiset_code(chosen, tried), tried, size) == list(chosen)
        assert max(multiset_code(chosen, tried) for chosen in sets).bit_length() == code_bits(
            size, cells, tried
        )


def test_codes_of_a_known_size() -> None:
    """Three times the element 1 in base 3 is 9, whose digits are those of the element 2."""
    assert multiset_of(9, 3) == [2]
    assert multiset_of(9, 3, 3) == [1, 1, 1]
    assert multiset_of(9, 3, 1) == [2]
    with pytest.raises(ValueError, match="not the code of 2 cells"):
        multiset_of(9, 3, 2)
    with pytest.raises(ValueError, match="not the code of 3 cells"):
        multiset_of(1, 3, 3)


@pytest.mark.parametrize(("n", "base"), [(1, 2), (2, 2), (3, 2), (4, 3), (5, 4)])
def test_the_base_of_a_sumformer_is_the_least(n: int, base: int) -> None:
    """n - 1 others are coded: in that base psi finds them for all cells, and in no smaller one."""
    net = made("x1", n, 3)
    assert net.base == base == max(least_base(n - 1, net.cells), 2)
    for others in combinations_with_replacement(range(3), n - 1):
        tokens = [[F(1)], *([F(number, 3)] for number in others)]
        Sigma = sum(net.phi(x) for x in tokens)
        assert sorted(net.others(tokens[0], Sigma)) == [(number,) for number in others]


@pytest.mark.parametrize(("size", "cells"), [(1, 1), (1, 5), (2, 1), (2, 6), (3, 4), (4, 3)])
def test_the_packed_code(size: int, cells: int) -> None:
    """All multisets have their own sum, below M^(2 n), and are found from it."""
    code = PackedCode(size, cells)
    assert code.base > max(size * (cells - 1) ** k for k in range(1, 2 * size + 1))
    sums = set()
    for chosen in combinations_with_replacement(range(cells), size):
        total = code.encode(chosen)
        assert 0 <= total < code.base ** (2 * size)
        assert code.decode(total) == list(chosen)
        sums.add(total)
    assert len(sums) == multisets(size, cells)
    assert max(sums).bit_length() == code.bits
    for number in (max(sums) + 1, -1):
        with pytest.raises(ValueError, match="is not the code"):
            code.decode(number)


def test_the_packed_code_is_shorter_from_some_number_of_cells_on() -> None:
    """Two tokens: 4 log_2 (2 (c - 1)^4 + 1) = 54.7, 110.1, 163.4; a bit for each cell before."""
    bits = [(code_bits(2, cells, 2), PackedCode(2, cells).bits) for cells in (10, 100, 1000)]
    assert bits == [(11, 55), (101, 111), (1001, 164)]
    assert (multisets(2, 1000) - 1).bit_length() == 19


def test_the_code_of_a_known_size() -> None:
    """All multisets of 3 of 4 cells, in base 3 and above."""
    for base in (3, 4, 10):
        code = MultisetCode(3, 4, base)
        sums = {code.encode(x): x for x in combinations_with_replacement(range(4), 3)}
        assert len(sums) == multisets(3, 4) == 20
        assert all(code.decode(total) == list(x) for total, x in sums.items())
        assert max(sums).bit_length() == code.bits
        assert json.loads(code.dumps())["least_bits"] == 5  # 20 values
        assert code.cost()["largest_weight"] == str(base**3)
    with pytest.raises(ValueError, match="at least 3"):
        MultisetCode(3, 4, 2)
    with pytest.raises(ValueError, match="there are 4 cells"):
        MultisetCode(3, 4, 10).decode(30000)  # three times cell 4
    with pytest.raises(ValueError, match="at least one token"):
        MultisetCode(0, 4, 2)


@pytest.mark.parametrize("cells", [1, 2])
@pytest.mark.parametrize("size", range(1, 6))
@pytest.mark.parametrize("base", range(2, 7))
def test_two_cells_are_read_off_in_every_base(cells: int, size: int, base: int) -> None:
    code = MultisetCode(size, cells, base)
    sums = {code.encode(x): x for x in combinations_with_replacement(range(cells), size)}
    assert len(sums) == multisets(size, cells)
    for total in range(-1, max(sums) + base + 1):
        if total in sums:
            assert code.decode(total) == list(sums[total])
        else:
            with pytest.raises(ValueError, match="is not the code"):
                code.decode(total)


def test_values_of_phi_that_are_not_zero() -> None:
    """B^u is never 0; the packed code of the cell 0 is."""
    for code in (MultisetCode(3, 4, 3), PackedCode(3, 4)):
        cost = code.cost()
        assert cost["parameters"] == 4
        assert cost["nonzero"] == sum(code.phi(cell) != 0 for cell in range(4))


def test_refusals_of_the_packed_code() -> None:
    with pytest.raises(ValueError, match="at least one token"):
        PackedCode(0, 3)
    with pytest.raises(ValueError, match="from 0 to 2"):
        PackedCode(1, 3).phi(3)


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
    assert [net.phi(x) for x in X] == [2, 1, 2]
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
    assert net.to_json()["base"] == 2


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
    with pytest.raises(ValueError, match="not that of 2 tokens"):
        net.psi([F(1)], net.phi([F(1)]) + net.base**net.cells)


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
