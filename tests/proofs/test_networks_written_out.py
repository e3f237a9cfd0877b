"""Theorems 4.3 to 4.5 with every layer: the network, written again, and what the proof needs."""

from __future__ import annotations

import copy
import itertools
import json
import math
import random
from dataclasses import replace
from fractions import Fraction

import pytest

from proofs.claims import Witness
from proofs.decide import same
from proofs.kernel.check import check
from proofs.refute import negation, satisfied
from proofs.sumformer.nets.data import controls, satisfiable
from proofs.sumformer.nets.formulas import formula
from proofs.sumformer.nets.theorems import HEADS, statement
from tests.kept_files import loaded
from tests.sampling import by_turns, share, some_of

NUMBERS = {"transformer": 3, "linformer": 4, "performer": 5}


def _kept(kind: str) -> dict[str, object]:
    return dict(loaded(f"sumformer.thm4_{NUMBERS[kind]}.repaired2.statement"))


@by_turns(2)
@some_of(1)
@pytest.mark.parametrize("kind", HEADS)
def test_kept_certificate_is_of_this_statement(kind: str) -> None:
    assert _kept(kind)["statement"] == statement(kind)


@by_turns(3)
def test_accepted_and_not_without_what_it_needs() -> None:
    kept = _kept("transformer")
    assert check(json.dumps(kept)).outcome == "accept"
    needed = (8, 9, 10, 11, 14, 15, 16)  # compact, equivariant, continuous; numbers of cells
    for dropped in share(needed, 7):
        other = copy.deepcopy(kept)
        del other["statement"]["given"][dropped]  # type: ignore[index]
        assert check(json.dumps(other)).outcome == "reject"
    for part in (0, 1):  # which sequences the net has, and which radii
        other = copy.deepcopy(kept)
        network = other["statement"]["show"][3][3][3][3]  # type: ignore[index]
        assert network[1][1 + part] == formula(("PICKED", "RADII")[part])
        del network[1][1 + part]
        assert check(json.dumps(other)).outcome == "reject"


def _number(tokens: list[list[Fraction]], beta: Fraction, size: int) -> int:
    """num(N, n, d, s) by its recursion."""
    base, number = math.floor(2 * beta * size) + 1, 0
    for token in tokens:
        for coordinate in token:
            number = base * number + math.floor(size * (coordinate + beta))
    return number


def test_equal_numbers_are_equal_cells_and_there_are_so_many() -> None:
    random.seed(11)
    beta, size, n, d = Fraction(3, 4), 2, 2, 2
    base = math.floor(2 * beta * size) + 1
    seen: dict[int, list[int]] = {}
    for _ in range(400):
        s = [[Fraction(random.randint(-6, 6), 8) for _ in range(d)] for _ in range(n)]
        cell = [math.floor(size * (x + beta)) for token in s for x in token]
        number = _number(s, beta, size)
        assert 0 <= number < base ** (n * d)
        assert seen.setdefault(number, cell) == cell
    corner = [[beta] * d] * n
    assert _number(corner, beta, size) == base ** (n * d) - 1  # so none can be left out


def _blocks(
    tokens: list[float], f: object, net: list[tuple[list[float], float]], size: int
) -> list[float]:
    """The blocks of the statement for d = 1, written again: columns x, Sigma, phi, output, e."""
    n, count = len(tokens), len(net)
    width = 3 + 2 * count
    state = [[x] + [0.0] * (width - 1) for x in tokens]
    slack = n / size
    sums = [[sum(max(0.0, r - abs(x - q[0])) for x in other) for q, r in net] for other, _ in net]
    for o, (q, radius) in enumerate(net):
        for row in state:
            row[-1] += max(0.0, row[0] - q[0])
            row[-1] += max(0.0, q[0] - row[0])
            row[1 + count + o] += max(0.0, radius - row[-1])
            row[-1] -= max(0.0, row[-1])
    heads = [sum(n * row[1 + count + o] / n for row in state) for o in range(count)]
    for row in state:
        for o in range(count):
            row[1 + o] += max(0.0, row[1 + o] + heads[o])
        row[1 + 2 * count] += size
        for (q, _), theirs in zip(net, sums, strict=True):
            wanted = [q[0], *theirs]
            row[-1] += sum(max(0.0, row[h] - w - slack) for h, w in enumerate(wanted))
            row[-1] += sum(max(0.0, w - row[h] - slack) for h, w in enumerate(wanted))
            out = row[1 + 2 * count]
            value = f(q)[0]  # type: ignore[operator]
            row[1 + 2 * count] = out - max(0.0, out - value - size * size * row[-1])
            row[-1] -= max(0.0, row[-1])
    return [row[1 + 2 * count] for row in state]


def _net(n: int, size: int) -> list[tuple[list[float], float]]:
    grid = [m / size for m in range(size + 1)]
    return [(list(q), r) for *q, r in itertools.product(grid, repeat=n + 1)]


def test_the_blocks_take_the_least_over_the_net() -> None:
    def f(x: list[float]) -> list[float]:
        return [x[0] * x[1], x[0] * x[1]]

    random.seed(7)
    size, n = 2, 2
    net = _net(n, size)

    def features(x: list[float], first: int) -> list[float]:
        return [x[first], *(sum(max(0.0, r - abs(y - q[0])) for y in x) for q, r in net)]

    for _ in range(3):
        x = [random.random() for _ in range(n)]
        for i, made in enumerate(_blocks(x, f, net, size)):
            mine = features(x, i)
            apart = [
                sum(
                    max(0.0, abs(a - b) - n / size)
                    for a, b in zip(mine, features(q, 0), strict=True)
                )
                for q, _ in net
            ]
            values = [f(q)[0] + size * size * away for (q, _), away in zip(net, apart, strict=True)]
            assert made == pytest.approx(min(size, *values), abs=1e-9)


@by_turns(6)
@some_of(1)
@pytest.mark.parametrize("kind", HEADS)
def test_data_meet_the_hypotheses(kind: str) -> None:
    name = f"sumformer.thm4_{NUMBERS[kind]}.repaired2"
    data = satisfiable(name, kind)
    met, _ = satisfied(data)
    kept = loaded(f"{name}.satisfiable")
    assert same(kept["statement"], met)
    assert check(json.dumps(kept)).outcome == "accept"
    functions = {**data.witness.functions, "f": (("s", "i", "m"), "2")}
    other, _ = satisfied(replace(data, witness=Witness(data.witness.values, functions)))
    moved = {**kept, "statement": other}  # the least is no longer 1
    assert check(json.dumps(moved)).outcome == "reject"


@by_turns(6)
@some_of(1)
@pytest.mark.parametrize("kind", HEADS)
def test_without_sequences_a_network_is_one_constant(kind: str) -> None:
    name = f"sumformer.thm4_{NUMBERS[kind]}.repaired2"
    attempt = next(c.attempt for c in controls(name, kind) if c.attempt.id.endswith("none"))
    kept = loaded(attempt.id)
    assert same(kept["statement"], negation(attempt)[0])
    assert check(json.dumps(kept)).outcome == "accept"
    functions = {**attempt.witness.functions, "f": (("s", "i", "m"), "1")}
    witness = Witness(attempt.witness.values, functions)
    right = {**kept, "statement": negation(replace(attempt, witness=witness))[0]}
    assert check(json.dumps(right)).outcome == "reject"  # 1 is what the network is
