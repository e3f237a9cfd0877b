"""The widths of Propositions 2, 3 and 4: witnesses moved, premises of the step, certified rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction as F
from itertools import pairwise

import pytest

from constructions.exact import ExactSystem
from proofs import registry
from proofs.claims import Witness
from proofs.evidence import of_attempt
from proofs.pln.instances import Row
from proofs.pln.lemma4.claim import left_facing
from tests.sampling import by_turns, some_of

# --- Lemma 4: a unit that faces right is a step --------------------------------------------------


@by_turns(3)
@some_of(1)
@pytest.mark.parametrize("single", [False, True], ids=["LN-2", "LS-1"])
@pytest.mark.parametrize("moved", [{"w1": 1}, {"w1": 0}, {"a1": 0}], ids=["right", "flat", "off"])
def test_only_a_unit_that_faces_left_refutes_lemma_4(single: bool, moved: dict[str, int]) -> None:
    attempt = left_facing("t.left", single)
    values = {**attempt.witness.values, **moved}
    assert not of_attempt(replace(attempt, witness=Witness(values))).proved


def test_the_counterexample_is_what_it_says() -> None:
    from constructions.layers import LayerNorm
    from constructions.plus_minus import PAIR

    system = ExactSystem()

    def G(layer: LayerNorm, x: F) -> F | None:
        z = layer.apply(system, [system.const(-x), system.const(0)])
        return z[0].rational()

    assert [G(PAIR, F(q, 2)) for q in (-2, -1, 0, 1, 2)] == [1, 1, 1, -1, -1]


# --- rows ----------------------------------------------------------------------------------------

#: text, the function, its Lipschitz constant, where it bends
LINEAR: list[tuple[str, Callable[[F], F], F, list[F]]] = [
    ("x", lambda x: x, F(1), []),
    ("7-0*x", lambda x: F(7), F(0), []),
    ("abs(x-1/2)", lambda x: abs(x - F(1, 2)), F(1), [F(1, 2)]),
    ("abs(x-1/3)", lambda x: abs(x - F(1, 3)), F(1), [F(1, 3)]),
    ("min(2*x, 1-x)", lambda x: min(2 * x, 1 - x), F(2), [F(1, 3)]),
]


def rows(claim_id: str, **given: str) -> list[Row]:
    """The rows of the repaired version, unless the other is named."""
    claim = registry.load(claim_id)
    assert claim.run is not None
    if any(parameter.name == "version" for parameter in claim.parameters):
        given = {"version": "repaired"} | given
    return claim.run(claim.settings(given))


def interpolation_error(f: Callable[[F], F], M: int, bends: list[F]) -> F:
    """sup |chord - f|: the chord is linear between the bends, so bends and knots decide."""

    def chord(x: F) -> F:
        k = min(int(x * M), M - 1)
        a, b = f(F(k, M)), f(F(k + 1, M))
        return a + (b - a) * (x * M - k)

    return max(abs(chord(x) - f(x)) for x in [*bends, F(0), F(1)])


@by_turns(2)
@some_of(4)
@pytest.mark.parametrize("bound", ["3/5", "1/5", "0.07"])
@pytest.mark.parametrize(("text", "f", "L", "bends"), LINEAR, ids=[row[0] for row in LINEAR])
def test_the_error_of_the_relu_network_is_exact(
    text: str, f: Callable[[F], F], L: F, bends: list[F], bound: str
) -> None:
    row, *pairs = rows("pln.prop2.upper", f=text, eps=bound)
    N = int(L / (2 * F(bound))) + 2
    expected = interpolation_error(f, N - 1, bends)
    assert (row.units, row.width, row.lo, row.hi) == (N, N, expected, expected)
    assert (row.verdict, row.level) == ("certified", "kernel")
    few = {1: 2, 2: 4, 3: 6, 4: 8, 5: 12}  # n units reach every eps > L/few[n]
    pairs_of_kinks = max(6, 2 * int(L / (4 * F(bound))))
    fewer = next((n for n, part in few.items() if F(bound) > L / part), pairs_of_kinks)
    assert [pair.units for pair in pairs] == ([fewer] if fewer < N else [])
    assert all((pair.verdict, pair.level) == ("certified", "kernel") for pair in pairs)


def printed_error(f: Callable[[F], F], N: int, bends: list[F]) -> F:
    """sup |G - f| for Eq. 50 as printed: N cells, and no bend at (N - 1)/N."""

    def printed(x: F) -> F:
        k = min(int(x * N), N - 2)
        a, b = f(F(k, N)), f(F(k + 1, N))
        return a + (b - a) * (x * N - k)

    return max(abs(printed(x) - f(x)) for x in [*bends, *(F(k, N) for k in range(N + 1))])


@by_turns(2)
@some_of(2)
@pytest.mark.parametrize("bound", ["3/5", "1/5", "0.07"])
@pytest.mark.parametrize(("text", "f", "L", "bends"), LINEAR, ids=[row[0] for row in LINEAR])
def test_the_printed_relu_network_stands_beside_the_repaired_one(
    text: str, f: Callable[[F], F], L: F, bends: list[F], bound: str
) -> None:
    claim = registry.load("pln.prop2.upper")
    assert claim.run is not None
    repaired, printed, *_ = claim.run(claim.settings({"f": text, "eps": bound}))
    N = int(L / (2 * F(bound))) + 2
    expected = printed_error(f, N, bends)
    assert (repaired.version, printed.version) == ("repaired", "printed")
    assert (printed.units, printed.lo, printed.hi) == (N, expected, expected)
    assert printed.verdict == ("certified" if expected < F(bound) else "refuted")
    (alone,) = rows("pln.prop2.upper", f=text, eps=bound, version="printed")
    assert (alone.lo, alone.network) == (printed.lo, printed.network)


def test_eq_50_as_printed_fails_where_f_turns_in_the_last_cell() -> None:
    """f(x) = |x - 1/2|, eps = 3/5, N = 2: the printed network is 1/2 - x, which is 1 off at 1."""
    (printed,) = rows("pln.prop2.upper", f="abs(x-1/2)", eps="3/5", version="printed")
    (repaired, *_) = rows("pln.prop2.upper", f="abs(x-1/2)", eps="3/5")
    assert (printed.lo, printed.hi, printed.verdict) == (1, 1, "refuted")
    assert (repaired.hi, repaired.verdict) == (F(1, 2), "certified")
    claim = registry.load("pln.prop2.upper")
    assert claim.construct is not None
    for version, row in (("printed", printed), ("repaired", repaired)):
        given = {"f": "abs(x-1/2)", "eps": "3/5", "version": version}
        assert claim.construct(claim.settings(given)) == row.network
    with pytest.raises(ValueError, match="version is one of printed, repaired"):
        claim.settings({"version": "other"})


def step_error(f: Callable[[F], F], N: int, bends: list[F]) -> F:
    """sup |f(midpoint) - f| over the closed cells: a jump is approached from the left."""
    cuts = sorted({F(k, N) for k in range(N + 1)} | set(bends))
    found = []
    for a, b in pairwise(cuts):
        k = int((a + b) / 2 * N)
        value = f(F(2 * k + 1, 2 * N))
        found += [abs(value - f(a)), abs(value - f(b))]
    return max(found)


@by_turns(2)
@some_of(4)
@pytest.mark.parametrize(("claim", "d"), [("pln.prop3", 2), ("pln.prop4", 1)])
@pytest.mark.parametrize(("text", "f", "L", "bends"), LINEAR, ids=[row[0] for row in LINEAR])
def test_the_error_of_the_step_network_is_exact(
    claim: str, d: int, text: str, f: Callable[[F], F], L: F, bends: list[F]
) -> None:
    (row,) = rows(claim, f=text, eps="1/6")
    N = int(L / F(1, 3)) + 1
    expected = step_error(f, N, bends)
    assert (row.units, row.width, row.lo, row.hi) == (N, N * d, expected, expected)
    assert (row.verdict, row.level) == ("certified", "kernel")


@by_turns(3)
def test_a_smooth_function_is_enclosed() -> None:
    for claim in ("pln.prop2.upper", "pln.prop4"):
        for row in rows(claim, f="x**2", eps="1/5"):
            assert row.verdict == "certified"
            assert 0 < row.lo <= row.hi <= row.lo * F(1003, 1000)


def test_the_zigzag_is_reached_by_two_units_more_than_the_bound_excludes() -> None:
    (row,) = rows("pln.prop2.lower", L="1", eps="1/10")
    assert (row.units, row.lo, row.hi, row.verdict) == (6, 0, 0, "certified")
    with pytest.raises(ValueError, match="at least 1"):
        rows("pln.prop2.lower", L="1", eps="1")


def test_too_many_units_are_refused() -> None:
    with pytest.raises(ValueError, match="needs N = 50002 units"):
        rows("pln.prop2.upper", f="x", eps="1/100000")
