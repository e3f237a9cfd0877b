"""Few sigmoid or tanh units change their sign seldom: lower bounds on N(sigma) and N(tanh).

With E_t = e^(-(w_t x + b_t)) a sum of sigmoids is P/((1 + E_1)...(1 + E_n)), with P a sum of
exponentials in x, one for each proper set of units; for tanh, E_t = e^(2 (w_t x + b_t)), it is one
for each set.  At the points 0, 1/N, 2/N, ... these are geometric sequences with positive ratios
r_1, ..., r_m, so the product of (shift - r_j) takes P to 0.  Its coefficients alternate in sign:
where P alternates too, at m + 1 points, all terms of that 0 have one sign.  So n units that follow
the zigzag of Eq. 51 allow no more than 2^n - 1 (tanh: 2^n) of its points.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations

from constructions.terms import Json, Term, conj, every, implies, total, var
from proofs.kernel.context import Context
from proofs.library.exponential import axiom
from proofs.pln.exponential import sigma
from proofs.pln.prop2.lower.statement import (
    GIVEN,
    IN_CLASS,
    WEIGHTS,
    F,
    H,
    alpha,
    b,
    cells_fit,
    i,
    in_class_script,
    inner,
    n,
    w,
)
from proofs.pln.symbols import ZERO, N, S, eps, x
from proofs.pln.thm1.sums import known, reals
from proofs.trees.script import (
    Node,
    auto,
    case,
    have,
    intro,
    lemmas,
    look,
    node,
    split,
    statement,
)

SORTS = {"n": "int", "N": "int", "L": "real", "eps": "real"}
Product = Callable[[Term], Term]


@dataclass(frozen=True)
class Kind:
    """A unit phi(t) = top(E)/(1 + E) with E = e^(rate t), where top has degree at most 1 in E.

    ``ratios(n)`` are the sets of units whose product of growth rates occurs among the numerators.
    """

    unit: Callable[[Term], Term]
    rate: int
    top: Callable[[Term], Term]
    full: bool  # whether the set of all units occurs
    quotient: Callable[[Term, Node], Node]  # from E > 0: unit (1 + E) = top

    def ratios(self, count: int) -> list[tuple[int, ...]]:
        """The sets of units whose exponentials make up P."""
        sizes = range(count + 1 if self.full else count)
        return [chosen for size in sizes for chosen in combinations(range(count), size)]

    def G(self, at: Term, high: Term = n) -> Term:
        """sum_{i=1}^{high} alpha_i phi(w_i x + b_i)."""
        return total("i", 1, high, alpha(i) * self.unit(inner(i, at)))

    def close(self) -> Json:
        """G is closer than eps to the zigzag on [0, 1]."""
        near = S.abs(self.G(x) - F(x)) < eps
        return every("x", "real", implies(x >= 0, x <= 1, near))

    def points(self, count: int) -> int:
        """At so many neighbouring points the signs of ``count`` units cannot alternate."""
        return len(self.ratios(count)) + 1 if count else 1


def _sigmoid_quotient(at: Term, then: Node) -> Node:
    E, value = S.exp(-at), sigma(at)
    return lemmas(
        [(1 + E > 0, auto("1 + E > 0")), ((value * (1 + E)).equals(1), auto("sigma (1 + E)"))], then
    )


def _tanh_quotient(at: Term, then: Node) -> Node:
    E, value = S.exp(2 * at), S.tanh(at)
    facts = [
        (1 + E > 0, auto("1 + E > 0")),
        ((value * (1 + E)).equals(E - 1), auto("tanh (1 + E)")),
    ]
    return have(1 + E > 0, auto("1 + E > 0"), axiom("tanh", [at], lemmas(facts, then)))


SIGMOID = Kind(sigma, -1, lambda E: S.const(1), False, _sigmoid_quotient)
TANH = Kind(S.tanh, 2, lambda E: E - 1, True, _tanh_quotient)


# --- the statement -------------------------------------------------------------------------------


def at_least(kind: Kind, least: int) -> Json:
    """Where the zigzag has too many points for least - 1 units: at least ``least`` are needed."""
    return wide(kind.close(), least, kind.points(least - 1) - 1)


def wide(close: Json, least: int, cells: int) -> Json:
    """A zigzag of ``cells`` cells or more needs ``least`` units."""
    enough = [N >= cells] if cells else []
    show = conj(IN_CLASS, implies(close, ["<=", str(least), "n"]))
    return statement(SORTS, [*GIVEN, *enough], show, WEIGHTS)


def at_least_script(kind: Kind, least: int) -> Node:
    """n < least is n = 0, 1, ..., least - 1; in each the signs at the first points contradict."""

    def narrow(count: int) -> Node:
        return too_few(kind, count)

    return wide_script(least, narrow)


def wide_script(least: int, narrow: Callable[[int], Node]) -> Node:
    """From contradictions for n = 0, ..., least - 1, where N is large enough for each."""
    few = node("finite", *map(narrow, range(least)), on="n", **{"from": 0, "to": least - 1})
    wide_enough = intro("", split((n - least).json, auto("n is enough"), few))
    return node("both", in_class_script(), cells_fit(wide_enough))


# --- the zigzag at its first points --------------------------------------------------------------


def point(index: int) -> Term:
    """index/N."""
    return S.const(index) / N if index else ZERO


def sign_at(index: int) -> int:
    """The sign of the zigzag at index/N."""
    return 1 if index % 2 else -1


def have_value(index: int, then: Node) -> Node:
    """F(index/N) = eps or -eps, where N > 0 or index = 0."""
    at = point(index)
    t = N * at
    even = S.floor((t + 1) / 2)
    target = (index + 1) // 2
    here = split((even - target).json, auto("floor"), auto("floor, below"))
    gap = S.abs(t - 2 * even)
    facts: list[tuple[Json, Node]] = []
    if index:
        facts += [((N * (1 / N)).equals(1), auto("N/N")), (t.equals(index), auto("N k/N = k"))]
    facts += [
        (even.equals(target), split((even - target - 1).json, auto("floor, above"), here)),
        (gap.equals(index % 2), case(gap.json, auto("distance"), auto("distance"))),
        (F(at).equals(sign_at(index) * eps), auto("value")),
    ]
    return lemmas(facts, then)


def have_sign(close: Json, value: Callable[[Term], Term], index: int, then: Node) -> Node:
    """The sum has the sign of the zigzag at index/N."""
    at = point(index)
    inside = [(at >= 0, auto("0 <= k/N")), (at <= 1, auto("k/N <= 1"))] if index else []
    gap = S.abs(value(at) - F(at))
    signs = known(close, [at], case(gap.json, auto("its sign"), auto("its sign")))
    return have(sign_at(index) * value(at) > 0, lemmas(inside, have_value(index, signs)), then)


def have_signs(close: Json, value: Callable[[Term], Term], count: int, then: Node) -> Node:
    """The signs at 0, 1/N, ..., (count - 1)/N; 1/N > 0 where there is more than one."""
    for index in reversed(range(count)):
        then = have_sign(close, value, index, then)
    large = [(N > 0, auto("N > 0")), (H > 0, auto("1/N > 0"))] if count > 1 else []
    return lemmas(large, then)


# --- a given number of units ---------------------------------------------------------------------


def nth(count: int, which: int) -> Term:
    """The unit number ``which`` of n = count, counted from the last."""
    return n - which if which else n


def have_split(kind: Kind, at: Term, count: int, then: Node) -> Node:
    """G(at) = the sum of its ``count`` units, where each is known to be defined."""
    rest = n - count if count else n
    sums = node("empty", auto("no units left"), then, on=kind.G(at, rest).json)
    for which in reversed(range(count)):
        high = nth(count, which)
        sums = node("unfold", auto("1 <= n"), sums, on=kind.G(at, high).json)
    return sums


_a, _w, _b = (var(name) for name in ("a0", "w0", "b0"))


def ratio(kind: Kind, step: int, slope: Term, shift: Term) -> Term:
    """E at step/N, as the E at 0 times a power of the ratio."""
    first = S.exp(kind.rate * shift)
    return first * S.exp(kind.rate * slope * H) ** step if step else first


def unit_at(kind: Kind, step: int) -> Json:
    """For all weights: with E = E(0) R^step > 0, the unit at step/N times 1 + E is a top(E)."""
    E, value = ratio(kind, step, _w, _b), _a * kind.unit(_w * point(step) + _b)
    return reals("a0 w0 b0", conj(E > 0, (value * (1 + E)).equals(_a * kind.top(E))))


def unit_at_script(kind: Kind, step: int) -> Node:
    """e^(a + b) = e^a e^b, step by step."""
    at = _w * point(step) + _b
    here, E, value = S.exp(kind.rate * at), ratio(kind, step, _w, _b), kind.unit(at)
    facts = [
        (E.equals(here), auto("geometric")),
        ((value * (1 + here)).equals(kind.top(here)), auto("unit (1 + E) = top")),
        ((value * (1 + E)).equals(kind.top(E)), auto("with the ratio")),
    ]
    body = kind.quotient(at, lemmas(facts, node("both", auto("E > 0"), auto("times a"))))
    for earlier in reversed(range(1, step + 1)):
        before = _w * point(earlier - 1) + _b
        R = S.exp(kind.rate * _w * H)
        grows = (
            S.exp(kind.rate * (_w * point(earlier) + _b)).equals(S.exp(kind.rate * before) * R),
            axiom("exp-sum", [kind.rate * before, kind.rate * _w * H], auto("one step")),
        )
        power = (
            S.exp(kind.rate * (_w * point(earlier) + _b)).equals(ratio(kind, earlier, _w, _b)),
            auto("a power"),
        )
        body = lemmas([grows, power], body)
    return intro("a0", intro("w0", intro("b0", body)))


def too_few(kind: Kind, count: int) -> Node:
    """n = count, and the signs at the first points: a contradiction."""
    close, points = kind.close(), kind.points(count)
    if count == 0:
        empty = node("empty", auto("no units"), auto("0 < 0"), on=kind.G(ZERO).json)
        return have_signs(close, kind.G, 1, empty)
    units = [nth(count, which) for which in range(count)]
    weights = [alpha(index) for index in units]
    B = [S.exp(kind.rate * b(index)) for index in units]
    R = [S.exp(kind.rate * w(index) * H) for index in units]
    then = known(alternating(kind, count), [*weights, *B, *R], auto("no such signs"))
    for step in reversed(range(points)):
        then = _numerator(kind, units, step, then)
    facts: list[tuple[Json, Node]] = [(N > 0, auto("N > 0")), (H > 0, auto("1/N > 0"))]
    facts += [(unit_at(kind, step), unit_at_script(kind, step)) for step in range(points)]
    for sign in (1, -1):
        facts.append((product_sign(kind, count, sign), product_script(kind, count, sign)))
    facts.append((alternating(kind, count), alternating_script(kind, count)))
    return lemmas(facts, have_signs(close, kind.G, points, then))


def _numerator(kind: Kind, units: list[Term], step: int, then: Node) -> Node:
    """The sign of P at step/N, as a polynomial in the B and R."""
    at, count, sign = point(step), len(units), sign_at(step)
    growth = [ratio(kind, step, w(index), b(index)) for index in units]
    weights = [alpha(index) for index in units]
    values = [alpha(index) * kind.unit(inner(index, at)) for index in units]
    signs = (sign * added(values) > 0, auto("the units have the sign"))
    use = known(product_sign(kind, count, sign), [*values, *growth, *weights], auto("sign of P"))
    body = have_split(kind, at, count, lemmas([signs], use))
    for index in units:
        body = known(unit_at(kind, step), [alpha(index), w(index), b(index)], body)
    return have(sign * numerator(kind, weights, growth) > 0, body, then)


def _power(first: Term, by: Term, step: int) -> Term:
    return first * by**step if step else first


def added(terms: list[Term]) -> Term:
    """Their sum."""
    return terms[0] if len(terms) == 1 else Term(["+", *(term.json for term in terms)])


# --- polynomials ---------------------------------------------------------------------------------


def numerator(kind: Kind, weights: list[Term], growth: list[Term]) -> Term:
    """P = sum_t alpha_t top(E_t) prod_{s != t} (1 + E_s)."""
    parts = []
    for t, (a, E) in enumerate(zip(weights, growth, strict=True)):
        term = a * kind.top(E)
        for s, other in enumerate(growth):
            if s != t:
                term = term * (1 + other)
        parts.append(term)
    return added(parts)


def _names(letter: str, count: int) -> list[Term]:
    return [var(f"{letter}{t + 1}") for t in range(count)]


def product_sign(kind: Kind, count: int, sign: int) -> Json:
    """For numbers u_t (1 + E_t) = a_t top(E_t), E_t > 0: the sum of the u_t has the sign of P."""
    u, E, a = _names("u", count), _names("e", count), _names("a", count)
    equal = [(ut * (1 + Et)).equals(at * kind.top(Et)) for ut, Et, at in zip(u, E, a, strict=True)]
    premises = [*[Et > 0 for Et in E], *equal, sign * added(u) > 0]
    names = " ".join(term.json for term in (*u, *E, *a))
    return reals(names, implies(*premises, sign * numerator(kind, a, E) > 0))


def product_script(kind: Kind, count: int, sign: int) -> Node:
    """P = (u_1 + ... + u_n) (1 + E_1) ... (1 + E_n)."""
    E = _names("e", count)

    def leaf(context: Context) -> Node:
        first = len(context.literals) - (2 * count + 1)
        positive, equal, last = first, first + count, first + 2 * count
        terms = [["1", [last + 1], []]]
        for size in range(count + 1):
            for chosen in combinations(range(count), size):
                terms.append(["1", [last, *(positive + t for t in chosen)], []])
        mult = []
        for t in range(count):
            others = S.const(sign)
            for s in range(count):
                if s != t:
                    others = others * (1 + E[s])
            mult.append([equal + t, others.json])
        return {"by": "leaf", "terms": terms, "mult": mult, "then": []}

    return _under([*_names("u", count), *E, *_names("a", count)], 2 * count + 1, look(leaf))


def alternating(kind: Kind, count: int) -> Json:
    """For all weights, B_t and R_t > 0: P is not -, +, -, ... at m + 1 points."""
    a, B, R = _names("a", count), _names("b", count), _names("r", count)
    signs = []
    for step in range(kind.points(count)):
        growth = [_power(Bt, Rt, step) for Bt, Rt in zip(B, R, strict=True)]
        signs.append(sign_at(step) * numerator(kind, a, growth) > 0)
    names = " ".join(term.json for term in (*a, *B, *R))
    return reals(names, implies(*[r > 0 for r in R], *signs, ["<", "0", "0"]))


def alternating_script(kind: Kind, count: int) -> Node:
    """sum_k e_k(r) |P_(m-k)| = 0 with e_k the elementary symmetric polynomials of the ratios."""
    points = kind.points(count)

    def leaf(context: Context) -> Node:
        first = len(context.literals) - (count + points)
        terms = []
        for k, monomial, times in symmetric(kind.ratios(count), count):
            factors = [first + t for t in range(count) for _ in range(monomial[t])]
            terms.append([str(times), [*factors, first + count + points - 1 - k], []])
        return {"by": "leaf", "terms": terms, "mult": [], "then": []}

    names = [*_names("a", count), *_names("b", count), *_names("r", count)]
    return _under(names, count + points, look(leaf))


def symmetric(
    ratios: list[tuple[int, ...]], count: int
) -> Iterator[tuple[int, tuple[int, ...], int]]:
    """The monomials of e_k of the products of R_t over the sets: k, exponents, coefficient."""
    found: Counter[tuple[int, tuple[int, ...]]] = Counter({(0, (0,) * count): 1})
    for chosen in ratios:
        more: Counter[tuple[int, tuple[int, ...]]] = Counter(found)
        for (k, monomial), times in found.items():
            grown = tuple(e + (t in chosen) for t, e in enumerate(monomial))
            more[k + 1, grown] += times
        found = more
    for (k, monomial), times in sorted(found.items()):
        yield k, monomial, times


def _under(names: list[Term], premises: int, script: Node) -> Node:
    for _ in range(premises):
        script = intro("", script)
    for name in reversed(names):
        script = intro(name.json, script)
    return script
