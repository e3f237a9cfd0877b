"""Theorem 2.12: its hypotheses in a model with real tokens, and what its proof does not prove.

The data that the kernel has are all 0.  Here the hypotheses are evaluated at two tokens of
dimension 1 with functions that are polynomials: A are the symmetric ones, A_0 = A_1 are all.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from math import comb, factorial
from typing import Any

import pytest

from constructions.terms import plain_json
from proofs.kernel import check
from proofs.sumformer.thm2_12 import terms as t
from proofs.trees.script import Json
from tests import kept_files
from tests.sampling import by_turns, some_of

Q = Fraction
Poly = dict[tuple[int, int], Fraction]  # in the tokens x1 and x2
Function = Callable[..., Fraction]
SEQUENCES = [(Q(0), Q(2)), (Q(2), Q(0)), (Q(1), Q(1)), (Q(-1, 2), Q(3)), (Q(3), Q(-1, 2))]
FIRST_CODE = 7  # smaller numbers name sequences and multi-indices, and as functions they are 0


def plus(one: Poly, other: Poly) -> Poly:
    found = {k: one.get(k, Q(0)) + other.get(k, Q(0)) for k in one.keys() | other.keys()}
    return {k: q for k, q in found.items() if q}


def times(one: Poly, other: Poly) -> Poly:
    found: Poly = {}
    for (i, j), p in one.items():
        for (k, m), q in other.items():
            found = plus(found, {(i + k, j + m): p * q})
    return found


def flipped(poly: Poly) -> Poly:
    return {(j, i): q for (i, j), q in poly.items()}


def value(poly: Poly, tokens: tuple[Fraction, ...]) -> Fraction:
    return sum((q * tokens[0] ** i * tokens[1] ** j for (i, j), q in poly.items()), Q(0))


def slope(poly: Poly) -> Poly:
    """(c(x1, x2) - c(x2, x1)) / (x2 - x1)."""
    found: Poly = {}
    for (i, j), q in poly.items():
        low, gap, sign = min(i, j), abs(i - j), 1 if j > i else -1
        for r in range(gap):
            found = plus(found, {(low + r, low + gap - 1 - r): sign * q})
    return found


class Model:
    """Names for polynomials, and the functions of the statement as Python functions."""

    def __init__(self, terms: list[tuple[int, int, int]]) -> None:
        """``terms`` are those of f: coefficient, exponent of x1, of x2."""
        self.terms = terms
        self.polys: list[Poly] = []
        wanted: list[Poly] = [{(1, 0): Q(1)}, {(0, 1): Q(1)}, {(1, 1): Q(1)}, {(0, 0): Q(2, 3)}]
        f: Poly = {}
        for c, i, j in terms:
            f = plus(f, {(i, j): Q(c)})
        self.sample = [Q(k) for k in range(FIRST_CODE - 2)]
        self.sample += [Q(-1), Q(1, 2), *(self.code(poly) for poly in [f, *wanted])]
        self.numbers = {"n": Q(2), "d": Q(1), "T": Q(len(terms))}
        self.functions = self.named()

    def code(self, poly: Poly) -> Fraction:
        if poly not in self.polys:
            self.polys.append(poly)
        return Q(FIRST_CODE + self.polys.index(poly))

    def poly(self, code: Fraction) -> Poly:
        place = int(code) - FIRST_CODE
        inside = code.denominator == 1 and 0 <= place < len(self.polys)
        return self.polys[place] if inside else {}

    def tokens(self, name: Fraction, count: int = 2) -> tuple[Fraction, ...]:
        found = SEQUENCES[int(name) if name in range(len(SEQUENCES)) else 0]
        return (*found, *[Q(0)] * count)[:count]

    def member(self, level: Fraction, poly: Poly) -> bool:
        return level < 2 or poly == flipped(poly)

    def parts(self, level: Fraction, poly: Poly) -> list[Poly]:
        """Coefficients, which are in the next class, of powers of the next token."""
        if level != 1:
            return [poly]
        lead = slope(poly)
        return [plus(poly, times({(0, 1): Q(-1)}, lead)), lead]

    def elementary(self, size: int, tokens: tuple[Fraction, ...]) -> Fraction:
        total = Q(0)
        for chosen in combinations(tokens, size):
            term = Q(factorial(size))
            for token in chosen:
                term *= token
            total += term
        return total

    def named(self) -> dict[str, Function]:
        def index(name: Fraction) -> int:
            return int(name) if name.denominator == 1 and name >= 0 else 0

        def token(s: Fraction, i: Fraction) -> Fraction:
            return self.tokens(s)[int(i) - 1] if i in (1, 2) else Q(0)

        def swapped(s: Fraction, a: Fraction, b: Fraction) -> Fraction:
            x = self.tokens(s)
            return Q(SEQUENCES.index((x[1], x[0]) if (a, b) == (1, 2) else (x[0], x[1])))

        def hook(al: Fraction, be: Fraction, m: Fraction, s: Fraction) -> Fraction:
            x = self.tokens(s, int(m))
            left = [(q, x[:k] + x[k + 1 :]) for k, q in enumerate(x)]
            return sum(
                (q ** index(be) * self.elementary(index(al), rest) for q, rest in left), Q(0)
            )

        def exponent(j: Fraction, i: Fraction) -> Fraction:
            inside = 1 <= j <= len(self.terms) and i in (1, 2)
            return Q(self.terms[int(j) - 1][int(i)]) if inside else Q(0)

        def power(j: Fraction, i: Fraction, s: Fraction) -> Fraction:
            found = Q(1)
            for k in range(1, int(i) + 1):
                found *= token(s, Q(k)) ** int(exponent(j, Q(k)))
            return found

        def one_token(al: Fraction, i: Fraction) -> Fraction:
            return self.code({(index(al), 0) if i == 1 else (0, index(al)): Q(1)})

        return {
            "X": lambda s, i, a: token(s, i) if a == 1 else Q(0),
            "E": lambda al, a: Q(index(al)),
            "M": lambda al, s, i: token(s, i) ** index(al),
            "up": lambda al, a: Q(index(al) + 1),
            "dn": lambda al, a: Q(max(index(al) - 1, 0)),
            "ev": lambda c, s: value(self.poly(c), self.tokens(s)),
            "con": lambda r: self.code({(0, 0): r} if r else {}),
            "add": lambda c, e: self.code(plus(self.poly(c), self.poly(e))),
            "mul": lambda c, e: self.code(times(self.poly(c), self.poly(e))),
            "A": lambda m, c: Q(self.member(m, self.poly(c))),
            "P": lambda al: self.code(plus({(index(al), 0): Q(1)}, {(0, index(al)): Q(1)})),
            "Q": one_token,
            "sw": swapped,
            "len": lambda m, c: Q(len(self.parts(m, self.poly(c)))),
            "cf": lambda m, c, j: self.code(self.parts(m, self.poly(c))[int(j) - 1]),
            "mo": lambda m, c, j: j - 1,
            "es": lambda al, m, s: self.elementary(index(al), self.tokens(s, int(m))),
            "G": hook,
            "f": lambda s: sum(
                (c * self.tokens(s)[0] ** i * self.tokens(s)[1] ** j for c, i, j in self.terms),
                Q(0),
            ),
            "co": lambda j: Q(self.terms[int(j) - 1][0]),
            "ex": exponent,
            "pr": power,
        }

    def term(self, json_: Json, at: dict[str, Fraction]) -> Fraction:
        if isinstance(json_, str):
            return at[json_] if json_ in at else self.numbers.get(json_) or Q(json_)
        op, *args = json_
        if op == "sum":
            low, high = (int(self.term(a, at)) for a in args[1:3])
            return sum(
                (self.term(args[3], {**at, args[0]: Q(k)}) for k in range(low, high + 1)), Q(0)
            )
        if op == "app":
            return self.functions[args[0]](*(self.term(a, at) for a in args[1:]))
        values = [self.term(a, at) for a in args]
        if op == "floor":
            return Q(values[0].__floor__())
        if op == "+":
            return sum(values, Q(0))
        if op == "*":
            return values[0] * values[1]
        if op == "-":
            return values[0] - values[1]
        raise ValueError(op)

    def holds(self, formula: Json, at: dict[str, Fraction] | None = None) -> bool:
        """With quantifiers over the sample."""
        at = at or {}
        op, *args = plain_json(formula)
        if op == "and":
            return all(self.holds(part, at) for part in args)
        if op == "implies":
            return not self.holds(args[0], at) or self.holds(args[1], at)
        if op in ("all", "some"):
            over = self.sample if args[1] == "real" else [Q(k) for k in range(-1, 4)]
            found = (self.holds(args[2], {**at, args[0]: q}) for q in over)
            return all(found) if op == "all" else any(found)
        a, b = (self.term(arg, at) for arg in args)
        return {"<=": a <= b, "<": a < b, "=": a == b, "!=": a != b}[op]

    def false(self, given: list[Json]) -> list[Json]:
        return [formula for formula in given if not self.holds(formula)]


INVARIANT = [(3, 2, 1), (3, 1, 2), (-1, 1, 1)]  # 3 x1^2 x2 + 3 x1 x2^2 - x1 x2


@by_turns(4)
def test_the_hypotheses_hold_for_symmetric_polynomials_and_so_does_the_conclusion() -> None:
    model = Model(INVARIANT)
    assert model.false(t.STATEMENT["given"]) == []
    assert model.holds(t.SHOW)


@by_turns(4)
def test_a_polynomial_that_is_not_invariant_is_no_polynomial_in_power_sums() -> None:
    model = Model([(1, 1, 0)])
    assert model.false(t.STATEMENT["given"]) == [t.INVARIANT.json]
    assert not model.holds(t.SHOW)


class FirstPowerSum(Model):
    """A = polynomials in x1 + x2, from the power sums with |alpha| <= 1."""

    def member(self, level: Fraction, poly: Poly) -> bool:
        return level < 2 or poly == self.parts(Q(1), poly)[0]

    def parts(self, level: Fraction, poly: Poly) -> list[Poly]:
        """x1 = (x1 + x2) - x2, and then by powers of x2."""
        if level != 1:
            return [poly]
        degree = max((i + j for i, j in poly), default=0)
        found: list[Poly] = [{} for _ in range(degree + 1)]
        for (i, j), q in poly.items():
            for r in range(i + 1):
                power = {(k, r - k): Q(comb(r, k)) for k in range(r + 1)}
                sign = (-1) ** (i - r) * comb(i, r)
                found[i - r + j] = plus(found[i - r + j], times({(0, 0): q * sign}, power))
        return found


@by_turns(4)
def test_with_a_smaller_bound_the_theorem_is_false() -> None:
    """|alpha| <= 1 for two tokens: x1 x2 is no polynomial in x1 + x2."""
    model = FirstPowerSum([(1, 1, 1)])
    assert model.false(t.STATEMENT["given"]) == [t.HAS_POWER_SUMS.json]
    assert model.false([lower_bound(t.HAS_POWER_SUMS.json)]) == []
    assert not model.holds(t.SHOW)


def lower_bound(formula: Json) -> Json:
    """n - 1 for n in a formula in which n stands once."""
    if isinstance(formula, list):
        return [lower_bound(part) for part in formula]
    return ["-", "n", "1"] if formula == "n" else formula


WRONG: list[tuple[str, Function, Json]] = [
    ("es", lambda al, m, s: Q(0), t.ES_EMPTY),
    ("G", lambda al, be, m, s: Q(0), t.G_NEXT),
    ("A", lambda m, c: Q(1), t.SYMMETRIC.json),
    ("A", lambda m, c: Q(0), t.HAS_CONSTANTS.json),
    ("cf", lambda m, c, j: c, t.WRITTEN.json),
    ("sw", lambda s, a, b: s, t.FIRST),
    ("dn", lambda al, a: al, t.DOWN),
    ("f", lambda s: Q(1), t.POLYNOMIAL.json),
]


@pytest.mark.parametrize(("name", "other", "broken"), WRONG, ids=[w[0] for w in WRONG])
def test_a_model_with_another_function_is_found_out(
    name: str, other: Function, broken: Json
) -> None:
    model = Model(INVARIANT)
    model.functions[name] = other
    assert not model.holds(broken)


# --- the identities, for two coordinates ---------------------------------------------------------

TOKENS = [(Q(1), Q(2)), (Q(-1), Q(1, 2)), (Q(3), Q(0))]
Index = tuple[int, int]


def coefficients(tokens: list[tuple[Fraction, Fraction]]) -> Poly:
    """prod (1 + t1 x1 + t2 x2), as a polynomial in t1 and t2."""
    found: Poly = {(0, 0): Q(1)}
    for one, two in tokens:
        found = times(found, {(0, 0): Q(1), (1, 0): one, (0, 1): two})
    return found


def coefficient(al: Index, tokens: list[tuple[Fraction, Fraction]]) -> Fraction:
    return factorial(al[0]) * factorial(al[1]) * coefficients(tokens).get(al, Q(0))


def down(al: Index, letter: int) -> Index:
    return (al[0] - 1, al[1]) if letter == 0 else (al[0], al[1] - 1)


def up(al: Index, letter: int) -> Index:
    return (al[0] + 1, al[1]) if letter == 0 else (al[0], al[1] + 1)


@pytest.mark.parametrize("count", range(4))
def test_newtons_identities_from_the_definitions(count: int) -> None:
    tokens = TOKENS[:count]

    def monomial(be: Index, token: tuple[Fraction, Fraction]) -> Fraction:
        return token[0] ** be[0] * token[1] ** be[1]

    def hook(al: Index, be: Index) -> Fraction:
        rest = [(token, tokens[:k] + tokens[k + 1 :]) for k, token in enumerate(tokens)]
        return sum((monomial(be, token) * coefficient(al, r) for token, r in rest), Q(0))

    def lowered(al: Index, be: Index) -> Fraction:
        letters = [a for a in (0, 1) if al[a]]
        return sum((al[a] * hook(down(al, a), up(be, a)) for a in letters), Q(0))

    indices: list[Index] = [(i, j) for i in range(3) for j in range(3)]
    for al in indices:
        assert lowered(al, (0, 0)) == sum(al) * coefficient(al, tokens)
        assert sum(al) <= count or coefficient(al, tokens) == 0
        for be in indices:
            power_sum = sum((monomial(be, token) for token in tokens), Q(0))
            assert coefficient(al, tokens) * power_sum == hook(al, be) + lowered(al, be)
            assert sum(al) < count or hook(al, be) == 0


# --- altered statements --------------------------------------------------------------------------


def emptied(formula: Json) -> Json:
    """The same conditions, and nothing said."""
    if formula[0] == "all":
        return [*formula[:3], emptied(formula[3])]
    if formula[0] == "implies":
        return [*formula[:2], emptied(formula[2])]
    return {"=": ["=", "0", "0"], "<=": ["<=", "0", "0"], "<": ["<", "0", "1"]}[formula[0]]


ALTERED: dict[str, tuple[Json, Json]] = {
    "without invariance": (t.INVARIANT.json, emptied(t.INVARIANT.json)),
    "without constants": (t.HAS_CONSTANTS.json, emptied(t.HAS_CONSTANTS.json)),
    "without sums": (t.HAS_SUMS.json, emptied(t.HAS_SUMS.json)),
    "without products": (t.HAS_PRODUCTS.json, emptied(t.HAS_PRODUCTS.json)),
    "without power sums": (t.HAS_POWER_SUMS.json, emptied(t.HAS_POWER_SUMS.json)),
    "up to n - 1": (t.HAS_POWER_SUMS.json, lower_bound(t.HAS_POWER_SUMS.json)),
    "f not a polynomial": (t.POLYNOMIAL.json, emptied(t.POLYNOMIAL.json)),
    "A_m without its form": (t.WRITTEN.json, emptied(t.WRITTEN.json)),
    "A with all functions": (t.SYMMETRIC.json, emptied(t.SYMMETRIC.json)),
    "es without its recursion": (t.ES_NEXT.json, emptied(t.ES_NEXT.json)),
}


@pytest.fixture(scope="module")
def certificate() -> dict[str, Any]:
    found: dict[str, Any] = kept_files.loaded("sumformer.thm2_12.statement")
    assert found["statement"] == t.STATEMENT
    return found


@by_turns(2)
@some_of(3)
@pytest.mark.parametrize("name", ALTERED)
def test_the_kept_proof_proves_no_altered_statement(name: str, certificate: dict[str, Any]) -> None:
    old, new = ALTERED[name]
    given = [new if formula == old else formula for formula in t.STATEMENT["given"]]
    assert given != t.STATEMENT["given"]
    altered = {**certificate, "statement": {**t.STATEMENT, "given": given}}
    result = check(json.dumps(altered))
    assert (result.accepted, result.code) == (False, "identity-fails")
