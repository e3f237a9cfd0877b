"""Logarithms of products and quotients, and tanh of logarithms, written out.

    log(p/(a (p + q))) = log p - log a - log(p + q),   tanh(log s) = (s^2 - 1)/(s^2 + 1)

An argument is a quotient of two polynomials in what is in sight.  Its factors are those that the
two have as they stand: numbers, powers, exponentials (whose logarithms are their exponents), and
what is left.  A statement with these in the places of the logarithms is one for other strategies;
that both sides are equal is known by lemmas of the library.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from math import gcd, lcm
from typing import Any

from proofs.kernel import poly as P
from proofs.kernel.check import open_statement
from proofs.kernel.context import Context, freeze
from proofs.kernel.errors import Reject
from proofs.kernel.terms import RELATIONS
from proofs.search import _moves
from proofs.search.calculus import Line, NotSmooth
from proofs.search.cases import replaced
from proofs.search.lemmas import told_in
from proofs.search.prove import Fuel, _OutOfWork, _Search
from proofs.search.quotients import cleared
from proofs.search.stated import by_cases_stated, closed, positive, same, use
from proofs.trees.script import Json, Node, node
from proofs.trees.transport import Missing

WORK, MAX_TERMS, MAX_PRIME = 400, 10, 1_000
QUICK = Fuel(0, 1, 2, 0)
Solve = Callable[[Json], bytes | None]
Frozen = tuple[tuple[P.Monomial, Fraction], ...]
"""A polynomial that does not change."""


@dataclass(frozen=True)
class Factor:
    """A term to a power, and its logarithm."""

    term: Json
    log: Json
    power: int
    base: Json = None
    """It is this times an exponential, and its logarithm is told so."""


def written_out(statement: Json, solve: Solve) -> Node | None:
    """A proof of the statement from those that ``solve`` finds where it is written out, or None.

    Kinks of the goal are taken apart first.
    """
    if not list(_rewritable([statement["show"]])):
        return None
    return by_cases_stated(statement, partial(_written_out, solve))


def _written_out(solve: Solve, statement: Json) -> Node | None:
    line, search = Line(open_statement(statement)), _Search(WORK)
    relations = [g for g in statement["given"] if g[0] in RELATIONS]
    part = {**statement, "given": [*statement["given"]]}
    bases: list[Json] = []
    pairs: list[tuple[Json, Json]] = []
    try:
        for term in list(_rewritable([*relations, statement["show"]])):
            told = _told(line, term, search, bases)
            if told is not None and told != term:
                pairs.append((term, told))
        for i, formula in enumerate([*statement["given"], statement["show"]]):
            for term, told in pairs:
                formula = replaced(formula, term, told)
            if i == len(part["given"]):
                part["show"] = formula
            elif formula[0] in RELATIONS:
                part["given"][i] = formula
        found = solve(part) if pairs else None
        if found is None:
            return None
        for fact in part["given"]:
            if fact not in statement["given"]:
                line.have_by(fact, partial(same, search))
        line.have_by(part["show"], told_in(part, json.loads(found)["proof"]))
        return closed(line, statement["show"], pairs, search)
    except (NotSmooth, Missing, Reject, _OutOfWork):
        return None


def _rewritable(formulas: list[Json]) -> Iterator[Json]:
    """Logarithms and tanh of logarithms, not inside of each other, sums and quantifiers."""
    seen: list[Json] = []

    def walk(term: Json) -> None:
        if not isinstance(term, list) or term[0] in ("sum", "all", "some"):
            return
        of_log = term[0] == "tanh" and isinstance(term[1], list) and term[1][0] == "log"
        if of_log or term[0] == "log":
            seen.append(term)
        else:
            for part in term[1:]:
                walk(part)

    for formula in formulas:
        walk(formula)
    found = [term for i, term in enumerate(seen) if term not in seen[:i]]
    yield from found[:MAX_TERMS]


def _told(line: Line, term: Json, search: _Search, bases: list[Json]) -> Json | None:
    """What the term is written as; that they are equal is known then.  None: it stays."""
    if term[0] == "tanh":
        s = term[1][1]
        line.have_by(["<", "0", s], partial(positive, search))
        use(line, "tanh of log", [s], search)
        return ["/", ["-", ["^", s, 2], "1"], ["+", ["^", s, 2], "1"]]
    split = factors(line.context, term[1], search, bases)
    if split is None:
        return None
    above, below = split
    if not below and len(above) == 1 and above[0].power == 1 and above[0].log[0] == "log":
        return None
    (num, top), (den, bottom) = (_product(line, side, search) for side in (above, below))
    if below:
        if not above:
            log_of_one(line, search)
        line.have_by(["=", num, ["*", term[1], den]], partial(_equal, search))
        use(line, "log of a quotient", [term[1], num, den], search)
    whole = top if not below else ["-", bottom] if not above else ["-", top, bottom]
    line.have_by(["=", term, whole], lambda context: search._two_sides(context, 0))
    return whole


def _shifted(line: Line, factor: Factor, search: _Search) -> None:
    """log s = a + log t, where s is e^a t."""
    a, base = factor.log[1], factor.base
    _exp_of_zero(line, search)
    for key in _inside(line.context, base):
        if key[0] == "exp":
            at = [a, _moves.poly_json(line.context, dict(key[1]))]
            line.step(node("axiom", name="exp-sum"), [])
            line.step(node("use", rule=len(line.context.rules) - 1, at=at), [])
    use(line, "log of exp", [a], search)
    line.have_by(["<", "0", base], partial(positive, search))
    use(line, "log of a product", [factor.term, ["exp", a], base], search)
    show = ["=", ["log", factor.term], factor.log]
    line.have_by(show, lambda context: search._two_sides(context, 0))


def _inside(context: Context, term: Json) -> list[Any]:
    """The atoms that a term is made of."""
    scratch = context.child()
    names = {n for m in scratch.poly(scratch.read(term), True) for n, _ in m}
    return [key for key, name in scratch.atoms.items() if name in names]


def _exp_of_zero(line: Line, search: _Search) -> None:
    line.step(node("axiom", name="exp-sum"), [])
    line.step(node("use", rule=len(line.context.rules) - 1, at=["0", "0"]), [])
    line.have_by(["=", ["exp", "0"], "1"], lambda context: search._two_sides(context, 0))


def log_of_one(line: Line, search: _Search) -> None:
    """log 1 = 0, as that of e^0."""
    _exp_of_zero(line, search)
    line.have_by(["<", "0", ["exp", "0"]], lambda context: search.leaf(context, 0))
    use(line, "log of exp", ["0"], search)
    use(line, "log of a quotient", ["1", ["exp", "0"], ["exp", "0"]], search)


def _product(line: Line, side: list[Factor], search: _Search) -> tuple[Json, Json]:
    """The product of the factors, and its logarithm as the sum of theirs, which is known."""
    if not side:
        return "1", "0"
    whole: Json = None
    for factor in side:
        line.have_by(["<", "0", factor.term], partial(positive, search))
        if factor.base is not None:
            _shifted(line, factor, search)
        elif factor.log[0] != "log":
            use(line, "log of exp", [factor.log], search)
        for _ in range(factor.power):
            if whole is None:
                whole = factor.term
                continue
            longer = ["*", whole, factor.term]
            line.have_by(["<", "0", longer], lambda context: search.leaf(context, 0))
            use(line, "log of a product", [longer, whole, factor.term], search)
            whole = longer
    return whole, _sum([_times(factor.power, factor.log) for factor in side])


def _equal(search: _Search, context: Context) -> Node | None:
    """An equation that holds once quotients are multiplied out."""

    def both(inner: Context) -> Node | None:
        return search._two_sides(inner, 0) or search._two_sides(inner, 1)

    return search._two_sides(context, 0) or cleared(context, both)


# --- factors -------------------------------------------------------------------------------------


def factors(
    context: Context, term: Json, search: _Search, bases: list[Json]
) -> tuple[list[Factor], list[Factor]] | None:
    """The factors of a term's numerator and denominator, or None where there are none to see."""
    scratch = context.child()
    try:
        top, bottom = _fraction(scratch, scratch.poly(scratch.read(term), True))
    except Reject:
        return None
    above: list[Factor] = []
    below: list[Factor] = []
    number = Fraction(1)
    for poly, power in ((top, 1), *((p, -e) for p, e in bottom)):
        c, moved, rest = _content(scratch, poly)
        number *= c**power
        found = [(factor, e * power) for factor, e in moved]
        if set(rest) != {()}:
            if not _shown_positive(context, scratch, rest, search):
                rest, number = P.scale(rest, -1), -number if power % 2 else number
            found.append((_alike(scratch, rest, bases), power))
        for factor, e in found:
            side = above if e > 0 else below
            side.append(replace(factor, power=abs(e)))
    if number <= 0:
        return None
    for side, n in ((above, number.numerator), (below, number.denominator)):
        side[:0] = _numbers(n)
    return above, below


def _shown_positive(context: Context, scratch: Context, poly: P.Poly, search: _Search) -> bool:
    goal = ("<", Fraction(0), context.read(_moves.poly_json(scratch, poly)))
    return search.leaf(context.child(goal=goal), 0) is not None


def _fraction(scratch: Context, poly: P.Poly) -> tuple[P.Poly, list[tuple[P.Poly, int]]]:
    """The polynomial over those that it has reciprocals of."""
    below: list[tuple[P.Poly, int]] = []
    for _ in range(8):
        inverses = {name: dict(key[1]) for key, name in scratch.atoms.items() if key[0] == "inv"}
        used = [name for name in inverses if any(name == n for m in poly for n, _ in m)]
        if not used:
            break
        name = max(used, key=lambda n: int(n[1:]))  # what came last contains what came before
        degree = max(dict(m).get(name, 0) for m in poly)
        total: P.Poly = {}
        for m, c in poly.items():
            e = dict(m).get(name, 0)
            rest = tuple(part for part in m if part[0] != name)
            total = P.add(total, P.product([{rest: c}, *[inverses[name]] * (degree - e)]))
        poly = total
        below.append((inverses[name], degree))
    if any(n in inverses for p, _ in below for m in p for n, _ in m):
        raise Reject("nested")
    return poly, below


def _content(scratch: Context, poly: P.Poly) -> tuple[Fraction, list[tuple[Factor, int]], P.Poly]:
    """A number, variables and exponentials that all monomials have, and what is left."""
    if not poly:
        raise Reject("zero")
    bottom = lcm(*(c.denominator for c in poly.values()))
    c = Fraction(gcd(*(int(q * bottom) for q in poly.values())), bottom)
    if len(poly) == 1 and poly[max(poly)] < 0:
        c = -c
    common = dict(next(iter(poly)))
    for m in poly:
        here = dict(m)
        common = {n: min(e, here[n]) for n, e in common.items() if n in here}
    exponents = {name: key[1] for key, name in scratch.atoms.items() if key[0] == "exp"}
    moved = []
    for name, e in sorted(common.items()):
        if name in exponents:
            t = _moves.poly_json(scratch, dict(exponents[name]))
            moved.append((Factor(["exp", t], t, 1), e))
        else:
            base = _moves.poly_json(scratch, P.variable(name))
            moved.append((Factor(base, ["log", base], 1), e))
    rest = {
        tuple((n, e - common.get(n, 0)) for n, e in m if e > common.get(n, 0)): q / c
        for m, q in poly.items()
    }
    return c, moved, rest


def _alike(scratch: Context, poly: P.Poly, bases: list[Json]) -> Factor:
    """The polynomial as one that was there before, times an exponential, or as it is."""
    here, inner = _summands(scratch, poly), _moves.poly_json(scratch, poly)
    for base in bases:
        there = _summands(scratch, scratch.poly(scratch.read(base), True))
        for low in {t for _, t in there}:
            shift = P.minus(dict(min(here)[1]), dict(low))
            moved = {(m, freeze(P.add(dict(t), shift))): c for (m, t), c in there.items()}
            if moved == here and shift:
                log = ["+", _moves.poly_json(scratch, shift), ["log", base]]
                return Factor(inner, log, 1, base)
    bases.append(inner)
    return Factor(inner, ["log", inner], 1)


def _summands(scratch: Context, poly: P.Poly) -> dict[tuple[P.Monomial, Frozen], Fraction]:
    """Coefficients by what is no exponential, and by the exponent."""
    exponents = {name: dict(key[1]) for key, name in scratch.atoms.items() if key[0] == "exp"}
    found = {}
    for m, c in poly.items():
        total: P.Poly = {}
        for name, e in m:
            if name in exponents:
                total = P.add(total, P.scale(exponents[name], e))
        found[tuple(part for part in m if part[0] not in exponents), freeze(total)] = c
    return found


def _numbers(n: int) -> list[Factor]:
    """The prime factors of a whole number, small ones first."""
    found, p = [], 2
    while n > 1 and p < MAX_PRIME:
        count = 0
        while n % p == 0:
            n, count = n // p, count + 1
        if count:
            found.append(Factor(str(p), ["log", str(p)], count))
        p += 1
    if n > 1:
        found.append(Factor(str(n), ["log", str(n)], 1))
    return found


def _times(n: int, term: Json) -> Json:
    return term if n == 1 else ["*", str(n), term]


def _sum(terms: list[Json]) -> Json:
    return "0" if not terms else terms[0] if len(terms) == 1 else ["+", *terms]
