"""Exponentials as monomials in a few of them: e^(x + 2 c - y) = e^x (e^c)^2 e^(-y).

For each monomial of the exponents in sight there is one step g, the greatest number of which all
its coefficients are multiples; e^(g m) and e^(-g m), whose product is 1, are what is left.  Then
inequalities between softmaxes, sigmoids and sums under logarithms are such between polynomials.
"""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from itertools import permutations
from math import gcd, lcm

from proofs.kernel import poly as P
from proofs.kernel.context import Context
from proofs.kernel.errors import Reject
from proofs.search import _moves
from proofs.search.calculus import Line, NotSmooth
from proofs.search.completions import completed
from proofs.search.exponentials import _known, add_facts
from proofs.search.prove import _rule, _Search
from proofs.trees.leaves import using
from proofs.trees.script import Json, Node, NotFound, node

MAX_EXPONENTS, MAX_POWER, MAX_TOGETHER = 10, 4, 4
Powers = dict[P.Monomial, int]


def powers(line: Line) -> None:
    """Know each exponential in sight as a monomial of others."""
    seen = _moves.looked_at(line.context)
    hidden = {name for key, name in seen.atoms.items() if key[0] == "log"}
    exponents = [dict(key[1]) for key in seen.atoms if key[0] == "exp"]
    exponents = [p for p in exponents if not any(n in hidden for m in p for n, _ in m)]
    if not 1 <= len(exponents) <= MAX_EXPONENTS:
        return
    steps = {m: _step([poly[m] for poly in exponents if m in poly]) for p in exponents for m in p}
    signs: dict[P.Monomial, set[bool]] = {}
    with suppress(NotSmooth, NotFound, Reject, LookupError):
        for poly in exponents:
            counts = {m: int(c / steps[m]) for m, c in poly.items()}
            if all(abs(n) <= MAX_POWER for n in counts.values()):
                for m, n in counts.items():
                    signs.setdefault(m, set()).add(n > 0)
                _monomial(line, seen, poly, counts, steps)
        one = ["=", ["exp", "0"], "1"]
        for m, both in signs.items():
            if len(both) > 1:
                plus, minus = (_term(seen, {m: s * steps[m]}) for s in (1, -1))
                _axiom(line, plus, minus)
                _axiom(line, "0", "0")
                line.have(one, _equal(line, [["exp", "0"]]))
                line.have(
                    ["=", ["*", ["exp", plus], ["exp", minus]], "1"],
                    _sides([["=", ["exp", "0"], ["*", ["exp", plus], ["exp", minus]]], one]),
                )


def _monomial(
    line: Line, seen: Context, poly: P.Poly, counts: Powers, steps: dict[P.Monomial, Fraction]
) -> None:
    """e^poly as a product of e^(+-g m)."""
    if sum(map(abs, counts.values())) < 2:
        return
    factors = [
        _term(seen, {m: steps[m] if n > 0 else -steps[m]})
        for m, n in counts.items()
        for _ in range(abs(n))
    ]
    total: Json = factors[0]
    product: Json = ["exp", factors[0]]
    for factor in factors[1:]:
        _axiom(line, total, factor)
        longer, whole = ["+", total, factor], ["*", product, ["exp", factor]]
        if total is not factors[0]:
            taken = ["=", ["exp", longer], ["*", ["exp", total], ["exp", factor]]]
            known = ["=", ["exp", total], product]
            line.have(["=", ["exp", longer], whole], _sides([taken, known]))
        total, product = longer, whole


def _axiom(line: Line, a: Json, b: Json) -> None:
    line.step(node("axiom", name="exp-sum"), [])
    line.step(node("use", rule=len(line.context.rules) - 1, at=[a, b]), [])


def _sides(facts: list[Json]) -> Json:
    return node("both", *[using(*facts)] * 2)


def _equal(line: Line, terms: list[Json]) -> Json:
    """e^0 = 1 from e^0 = e^0 e^0 > 0."""
    (e,) = terms
    square = ["=", e, ["*", e, e]]
    return node("both", *[using(square, ["<", "0", e])] * 2)


def _term(seen: Context, poly: P.Poly) -> Json:
    return _moves.poly_json(seen, poly)


def _step(coefficients: list[Fraction]) -> Fraction:
    bottom = lcm(*(c.denominator for c in coefficients))
    return Fraction(gcd(*(int(c * bottom) for c in coefficients)), bottom)


def together(context: Context) -> Line:
    """e^a e^b = e^(a + b) for products of the goal, as hypotheses."""
    line = Line(context.child())
    scratch = _moves.looked_at(context)
    with suppress(Reject, NotSmooth):
        exponents = {name: key[1] for key, name in scratch.atoms.items() if key[0] == "exp"}
        for m in scratch.literal(context.goal).poly:
            found = [exponents[name] for name, _ in m if name in exponents]
            if len(found) == 2:
                _axiom(line, *[_moves.poly_json(scratch, dict(point)) for point in found])
    return line


def by_lines(context: Context, search: _Search, efforts: tuple[int, ...]) -> Node | None:
    """A polynomial goal in exponentials, with the lines of exp through their products."""
    found = completed(context, search, (0,)) or _rewritten(context, search)
    if found is not None or context.goal[0] == "=":
        return found
    line = together(context)
    seen, before = _moves.looked_at(line.context), _moves.looked_at(context)
    made = [key[1] for key in seen.atoms if key[0] == "exp" and key not in before.atoms]
    names = {name for m in before.literal(context.goal).poly for name, _ in m}
    own = [key[1] for key, name in before.atoms.items() if key[0] == "exp" and name in names]
    for points in (made, own):
        if not points:
            continue
        terms = [_moves.poly_json(seen, dict(point)) for point in points[:MAX_TOGETHER]]
        for a, b in permutations(terms, 2):
            gap = ["-", b, a]
            show = ["<=", ["*", ["exp", a], ["+", "1", gap]], ["exp", b]]
            axioms: list[tuple[str, list[Json]]] = [("exp-line", [gap]), ("exp-sum", [a, gap])]
            line.context = _known(line.context, show, axioms, [], _Search(20), line.chain)
        found = completed(line.context, search, efforts)
        if found is not None:
            return line.chain.close(found)
    line.context = add_facts(line.context, _Search(150), line.chain)
    found = completed(line.context, search, efforts)
    return None if found is None else line.chain.close(found)


def _rewritten(context: Context, search: _Search) -> Node | None:
    """By the goal that has the monomials for the exponentials."""
    scratch = _moves.looked_at(context)
    exponentials = {name for key, name in scratch.atoms.items() if key[0] == "exp"}
    told: dict[str, P.Poly] = {}
    for literal in scratch.literals:
        if literal.rel != "=" or len(literal.poly) != 2:
            continue
        for m in literal.poly:
            (other,) = set(literal.poly) - {m}
            names = {name for name, _ in (*m, *other)}
            alone = len(m) == 1 and m[0][1] == 1 and m[0][0] not in told
            if alone and names <= exponentials and sum(e for _, e in other) > 1:
                told[m[0][0]] = {other: -literal.poly[other] / literal.poly[m]}
    poly = scratch.literal(context.goal).poly
    for _ in range(3):
        poly = _substituted(poly, told)
    if poly == scratch.literal(context.goal).poly:
        return None
    step = node("have", show=[context.goal[0], "0", _moves.poly_json(scratch, poly)])
    children = _rule(context, step)
    proof = None if children is None else completed(children[0], search, (0,))
    if children is None or proof is None:
        return None
    last = search.leaf(children[1], 0)
    if last is None and context.goal[0] == "=":
        last = search._two_sides(children[1], 0)
    return None if last is None else {**step, "then": [proof, last]}


def _substituted(poly: P.Poly, told: dict[str, P.Poly]) -> P.Poly:
    out: P.Poly = {}
    for m, c in poly.items():
        factors: list[P.Poly] = [P.constant(c)]
        for name, e in m:
            factors += [told.get(name, P.variable(name))] * e
        out = P.add(out, P.product(factors))
    return out
