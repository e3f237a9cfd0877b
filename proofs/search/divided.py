"""Sums of exponentials: divided by one of them, then by the sign of the derivative, and again.

A goal 0 <= G with G = sum of c_i e^(p_i), where p_i and c_i are polynomials, is as good as
0 <= e^(-p) G for each p.  With p = p_j the j-th summand is c_j alone, and each derivative makes its
degree less: so G is shown by its value at a point and by the sign of a sum of exponentials with
less in it, until nothing is left to differentiate (as zeros of such sums are counted in Polya and
Szego, Problems and Theorems in Analysis II, part V, no. 75).  Logarithms are differentiated first,
quotients multiplied out on the way, and tanh is written by exp.

Floats choose what to divide by, and from where to go; they are in no proof.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from proofs.kernel import poly as P
from proofs.kernel.check import open_statement
from proofs.kernel.context import Context, freeze
from proofs.kernel.errors import Reject
from proofs.kernel.terms import RELATIONS
from proofs.search import _moves, floats
from proofs.search.calculus import Line, NotSmooth, occurs, put
from proofs.search.covers import cover
from proofs.search.exponentials import _with_definitions
from proofs.search.monotone import (
    QUICK,
    WORK,
    Monotony,
    Sample,
    _cut,
    _gap,
    _plain,
    ends,
    plausible,
    samples,
)
from proofs.search.powers import _axiom, _equal
from proofs.search.prove import Fuel, _Chain, _evaluate, _OutOfWork, _rule, _Search
from proofs.search.quotients import _place, _poly_term, cleared
from proofs.trees.script import Json, Node, NotFound, node, unread

STEPS, MAX_SUMMANDS, MAX_TRIED, MAX_LINES, MAX_BOXES = 7, 9, 3, 2, 40
LINES, AWAY = 60, 1e-3
"""Work for the lines of exp, where the gap is so far from 0; what needs more is differentiated."""
NEAR = 12.0
"""Samples farther out are left alone: exponentials of squares have no floats there."""
ONE: Json = ["=", ["exp", "0"], "1"]


def falling(statement: Json, deadline: float) -> Node | None:
    """A proof of a statement about exponentials by division and derivatives, or None."""
    import numpy as np

    line = Line(open_statement(statement))
    with np.errstate(all="ignore"):
        try:
            _axiom(line, "0", "0")
            line.have(ONE, _equal(line, [["exp", "0"]]))
        except (NotSmooth, NotFound, Reject, LookupError):
            return None
        search = Divided(deadline)
        found = search.even(line.context) or search.solve(line.context, STEPS)
    return None if found is None else line.chain.close(found)


@dataclass(frozen=True)
class Summand:
    """c e^p, both polynomials in the names of a context."""

    exponent: P.Poly
    factor: P.Poly


@dataclass(frozen=True)
class Quotient:
    """The gap over e^p: ``term`` is 0 <= ... in its place, ``weight`` how much is left to do."""

    exponent: P.Poly
    term: Json
    weight: int


class Divided(Monotony):
    """One search; what is smooth is divided before it is differentiated."""

    def even(self, context: Context) -> Node | None:
        """For a goal about x that is the same for -x: where x >= 0, used twice."""
        goal = unread(context.goal)
        names = [n for n in context.sorts if n[0] != "@"]
        if goal[0] not in ("<=", "<") or len(names) != 1 or context.sorts[names[0]] != "real":
            return None
        (x,) = names
        try:
            mirrored, at = put(_gap(context), x, ["-", x]), put(goal, x, "a0")
        except NotSmooth:
            return None
        if not _same(mirrored, _gap(context), x):
            return None
        if any(x in {n for n, _ in m} for lit in context.literals for m in lit.poly):
            return None
        lemma = ["all", "a0", "real", ["implies", ["<=", "0", "a0"], at]]
        step = node("have", show=lemma)
        children = _rule(context, step)
        proof = None if children is None else self.solve(children[0], STEPS)
        if children is None or proof is None:
            return None
        sides = []
        order = node("split", on=x)
        for child, point in zip(_rule(children[1], order) or [], (x, ["-", x]), strict=True):
            use = node("use", rule=len(child.rules) - 1, at=[point])
            premise, after = _rule(child, use) or (None, None)
            first = None if premise is None else _Search(WORK).leaf(premise, 0)
            last = None if after is None else _Search(WORK).solve(after, QUICK, frozenset())
            if first is None or last is None:
                return None
            sides.append({**use, "then": [first, last]})
        return {**step, "then": [proof, {**order, "then": sides}]}

    def solve(self, context: Context, depth: int) -> Node | None:
        op = context.goal[0]
        if self.late():
            return None
        if op in ("and", "implies", "all"):
            return self._opened(context, depth)
        if op not in RELATIONS or op == "!=" or not plausible(context):
            return None
        evaluated = _evaluate(context)
        if evaluated is not None:
            return evaluated
        chain, search = _Chain(), _Search(WORK)
        try:
            defined = search._define(context, context.goal, Fuel(0, 1, 2, 0), frozenset(), chain)
            if defined is None:
                return None
            if "'tanh'" in str(defined.goal):
                defined = _with_definitions(defined, search, chain)
            found = search.leaf(defined, 0)
        except _OutOfWork:
            return None
        if found is None and op == "=":
            found = self._each(defined, node("both"), depth)
        elif found is None:
            found = self._cases(defined, depth)
        return None if found is None else chain.close(found)

    def _slope(self, context: Context, depth: int) -> Node | None:
        if context.goal[0] in ("all", "implies"):
            return self._opened(context, depth)
        return self.solve(context, depth)

    def _floor(self, context: Context, name: str) -> Node | None:
        """By e^t >= 1 + t at each exponent, or as ever."""
        if context.goal[0] in ("all", "implies"):
            as_ = next(f"z{i}" for i in range(1000) if f"z{i}" not in context.sorts)
            step = node("intro", **{"as": as_ if context.goal[0] == "all" else ""})
            below = _rule(context, step)
            proof = None if below is None else self._floor(below[0], name)
            return None if proof is None else {**step, "then": [proof]}
        line, seen = Line(context.child()), _moves.looked_at(context)
        try:
            for exponent in [key[1] for key in seen.atoms if key[0] == "exp"]:
                line.step(node("axiom", name="exp-line"), [])
                at = [_moves.poly_json(seen, dict(exponent))]
                line.step(node("use", rule=len(line.context.rules) - 1, at=at), [])
            found = _Search(WORK).leaf(line.context, 0)
        except (NotSmooth, _OutOfWork):
            found = None
        return super()._floor(context, name) if found is None else line.chain.close(found)

    def _smooth(self, context: Context, depth: int) -> Node | None:
        if depth <= 0 or self.late():
            return None
        try:
            proof = _Search(WORK).leaf(context, 0)
        except _OutOfWork:
            return None
        if proof is not None:
            return proof
        plain = _plain(context)
        if plain is not None:
            step, children = plain
            proof = self._smooth(children[0], depth)
            last = None if proof is None else _Search(WORK).leaf(children[1], 0)
            return None if last is None else {**step, "then": [proof, last]}
        scratch = _moves.looked_at(context)
        names = {n for m in scratch.literal(context.goal).poly for n, _ in m}
        if any(key[0] == "inv" and name in names for key, name in scratch.atoms.items()):
            return cleared(context, lambda inner: self._smooth(inner, depth))
        key = str((context.goal, [(str(lit.poly), lit.rel) for lit in context.literals], depth))
        if key in self.failed:
            return None
        found = self._by_one(context, depth)
        if found is None:
            self.failed.add(key)
        return found

    def _by_one(self, context: Context, depth: int) -> Node | None:
        reals = [n for n in context.sorts if n[0] != "@" and context.sorts[n] == "real"]
        names = [n for n in reals if occurs(unread(context.goal), n)]
        sample = _near(samples(context))
        least = _least(context, sample)
        if least is None or not names:
            return _lines(context, WORK)
        if sample is None:
            return None
        ways: list[tuple[int, int, str, Json, Quotient]] = []
        for name in names:
            for quotient in quotients(context, name):
                bases = list(self._bases(context, quotient.term, [name], sample))[:2]
                for rank, (_, base) in enumerate(bases):
                    ways.append((quotient.weight, rank, name, base, quotient))
        ways = sorted(ways, key=lambda way: way[:2])[:MAX_TRIED]
        for exponent in _exponents(context, names)[:MAX_LINES] if least > AWAY else ():
            found = self._divided(context, exponent, lambda c: _lines(c, LINES))
            if found is not None or self.late():
                return found
        for _, _, name, base, quotient in ways:
            found = self._divided(
                context,
                quotient,
                lambda c, name=name, base=base: self._from(c, _gap(c), name, base, depth),
            )
            if found is not None or self.late():
                return found
        return self._line(context, names[0], depth) if len(names) == 1 else None

    def _line(self, context: Context, name: str, depth: int) -> Node | None:
        """In one variable: boxes, or the line cut in two."""
        chain = _Chain()
        context = _bounded(context, name, chain)
        low, high = ends(context, name)
        found = None
        if low is not None and high is not None:
            found = cover(context, self.deadline, MAX_BOXES)
        if found is None and self.splits > 0 and not self.late():
            at = _cut(_gap(context), name, low, high)
            if at is not None:
                found = self._halves(context, name, str(at), depth)
        if found is None and (low is None or high is None):
            found = self._tails(context, name, low, high, depth)
        return None if found is None else chain.close(found)

    def _halves(self, context: Context, name: str, at: Json, depth: int) -> Node | None:
        self.splits -= 1
        step = node("split", on=["-", name, at])
        proofs = []
        for child in _rule(context, step) or []:
            proof = self._smooth(child, depth)
            if proof is None:
                return None
            proofs.append(proof)
        return {**step, "then": proofs} if proofs else None

    def _divided(self, context: Context, quotient: Quotient, solve: Any) -> Node | None:
        """The goal from the goal over an exponential."""
        if not quotient.exponent:
            result: Node | None = solve(context)
            return result
        line = Line(context.child())
        try:
            summands = _summands(_moves.looked_at(context), _goal_poly(context)) or []
            _multiplied(line, context, quotient.exponent, summands)
        except (NotSmooth, NotFound, Reject, LookupError):
            return None
        step = node("have", show=[context.goal[0], "0", quotient.term])
        children = _rule(line.context, step)
        proof = None if children is None else solve(children[0])
        if children is None or proof is None:
            return None
        last = _back(children[1], quotient)
        return None if last is None else line.chain.close({**step, "then": [proof, last]})


def _lines(context: Context, work: int) -> Node | None:
    """By the lines of exp."""
    from proofs.search.strategies import _with_exponentials

    try:
        return _with_exponentials(context, _Search(work), Fuel(0, 0, 0, 0))
    except _OutOfWork:
        return None


def _exponents(context: Context, names: Sequence[str]) -> list[Quotient]:
    """The gap over each of its exponentials and as it is, those with short exponents first."""
    found = {str(q.exponent): q for name in names for q in quotients(context, name)}
    return sorted(found.values(), key=lambda q: len(str(q.term)))


def _least(context: Context, sample: Sample | None) -> float | None:
    """The least gap at the samples; None where it seems to be 0 at all of them."""
    import numpy as np

    try:
        gap = np.asarray(floats.value(_gap(context), sample or {}, {}))
    except (floats.NotHere, KeyError, TypeError, ValueError):
        return 0.0
    return None if np.all(np.abs(gap) < 1e-9) else float(np.min(gap))


def _bounded(context: Context, name: str, chain: _Chain) -> Context:
    """The context with the numbers between which a variable is, by those of its neighbours."""
    for literal in list(context.literals):
        poly = dict(literal.poly)
        others = [n for m in poly for n, _ in m if n != name]
        if literal.rel not in (">=", ">") or len(others) != 1 or ((name, 1),) not in poly:
            continue
        (other,) = others
        if ((other, 1),) not in poly or len(poly) > 2 or other[0] == "@":
            continue
        near = ends(context, other)[1 if poly[((name, 1),)] < 0 else 0]
        if near is None or poly[((name, 1),)] != -poly[((other, 1),)]:
            continue
        show = ["<=", name, str(near)] if poly[((name, 1),)] < 0 else ["<=", str(near), name]
        step = node("have", show=show)
        children = _rule(context, step)
        proof = None if children is None else _Search(WORK).leaf(children[0], 0)
        if children is not None and proof is not None:
            chain.add(step, [proof])
            context = children[1]
    return context


def quotients(context: Context, name: str) -> Iterator[Quotient]:
    """The gap over each of its exponentials, and as it is."""
    scratch, poly = _moves.looked_at(context), _goal_poly(context)
    summands = _summands(scratch, poly)
    if summands is None or len(summands) > MAX_SUMMANDS:
        return
    others = [atom for key, atom in scratch.atoms.items() if key[0] != "exp"]
    moving = [atom for atom in others if _moves_with(scratch, atom, name)]
    for part in summands:
        for poly_of in (part.exponent, part.factor):
            if any(n in moving for m in poly_of for n, _ in m):  # logarithms: differentiated
                yield Quotient({}, _moves.poly_json(scratch, poly), 0)
                return
    for over in [{}, *(s.exponent for s in summands if _degree(s.exponent, name))]:
        left = [Summand(P.minus(s.exponent, over), s.factor) for s in summands]
        yield Quotient(over, _term(scratch, left), _weight(left, name))


def _weight(summands: Sequence[Summand], name: str) -> int:
    """What is left of the derivative: degrees, and how far exponents are from lines."""
    whole = 0
    for s in summands:
        slope = P.multiply(s.factor, _slope(s.exponent, name))
        slope = P.add(slope, _slope(s.factor, name))
        if slope:
            whole += 1 + _degree(slope, name) + max(0, _degree(s.exponent, name) - 1)
    return whole


def _slope(poly: P.Poly, name: str) -> P.Poly:
    found: P.Poly = {}
    for m, c in poly.items():
        powers = dict(m)
        e = powers.pop(name, 0)
        if e:
            lower = {**powers, name: e - 1} if e > 1 else powers
            found = P.add(found, {tuple(sorted(lower.items())): c * e})
    return found


def _degree(poly: P.Poly, name: str) -> int:
    return max((dict(m).get(name, 0) for m in poly), default=0)


def _goal_poly(context: Context) -> P.Poly:
    """G of the goal 0 <= G."""
    return _moves.looked_at(context).literal(context.goal).poly


def _summands(context: Context, poly: P.Poly) -> list[Summand] | None:
    exponents = {name: dict(key[1]) for key, name in context.atoms.items() if key[0] == "exp"}
    found: dict[Any, tuple[P.Poly, P.Poly]] = {}
    for m, c in poly.items():
        exponent: P.Poly = {}
        rest = []
        for name, e in m:
            if name in exponents:
                exponent = P.add(exponent, P.scale(exponents[name], e))
            else:
                rest.append((name, e))
        _, factor = found.get(freeze(exponent), (exponent, {}))
        found[freeze(exponent)] = exponent, P.add(factor, {tuple(rest): c})
    return [Summand(exponent, factor) for exponent, factor in found.values() if factor]


def _moves_with(context: Context, atom: str, name: str) -> bool:
    return occurs(_moves.poly_json(context, P.variable(atom)), name)


def _term(context: Context, summands: Sequence[Summand]) -> Json:
    parts: list[Json] = []
    for s in summands:
        factor = _moves.poly_json(context, s.factor)
        if not s.exponent:
            parts.append(factor)
        else:
            power = ["exp", _moves.poly_json(context, s.exponent)]
            parts.append(power if factor == "1" else ["*", factor, power])
    return parts[0] if len(parts) == 1 else ["+", *parts]


def _multiplied(line: Line, context: Context, over: P.Poly, summands: Sequence[Summand]) -> None:
    """Know e^q = e^p e^(q - p) for each exponent q, and the products that stand in the goal."""
    scratch = _moves.looked_at(context)
    p = _moves.poly_json(scratch, over)
    for s in summands:
        if s.exponent != over:
            _axiom(line, p, _moves.poly_json(scratch, P.minus(s.exponent, over)))
    exponents = {name: dict(key[1]) for key, name in scratch.atoms.items() if key[0] == "exp"}
    for m in _goal_poly(context):
        whole: P.Poly = {}
        for factor in [exponents[n] for n, e in m if n in exponents for _ in range(e)]:
            if whole:
                _axiom(line, *(_moves.poly_json(scratch, part) for part in (whole, factor)))
            whole = P.add(whole, factor)


def _back(context: Context, quotient: Quotient) -> Node | None:
    """The leaf from the goal over e^p, and the equations between exponentials, to the goal."""
    probe = context.child()
    G = probe.literal(context.goal).poly
    power = probe.poly(context.read(["exp", _moves.poly_json(probe, quotient.exponent)]))
    H = probe.poly(context.read(quotient.term))
    probe.negated_goal()
    literals = probe.literals
    positive, known = _place(literals, power, (">",)), _place(literals, H, (">=", ">"))
    rest = P.minus(G, P.multiply(power, H))  # nothing, once e^q is e^p e^(q - p)
    mult: list[Json] = []
    for number, literal in reversed(list(enumerate(literals))):
        if literal.rel != "=" or not rest:
            continue
        taken = _taken(rest, literal.poly, probe)
        if taken:
            mult.append([number, _poly_term(taken)])
            rest = P.minus(rest, P.multiply(taken, literal.poly))
    if positive is None or known is None or rest:
        return None
    weight = str(positive[1] * known[1])
    terms = [["1", [len(literals)], []], [weight, [positive[0], known[0]], []]]
    return node("leaf", terms=terms, mult=mult)


def _taken(rest: P.Poly, equation: P.Poly, context: Context) -> P.Poly:
    """What times e^q - e^p e^r takes all of one of the two out of what is left."""
    exponentials = {name for key, name in context.atoms.items() if key[0] == "exp"}
    if any(name not in exponentials for m in equation for name, _ in m) or len(equation) != 2:
        return {}
    lead = next((m for m in equation if sum(e for _, e in m) > 1), None)
    if lead is None:
        lead = max(equation)
    powers = dict(lead)
    found: P.Poly = {}
    for m, c in rest.items():
        have = dict(m)
        if all(have.get(name, 0) >= e for name, e in powers.items()):
            for name, e in powers.items():
                have[name] -= e
            left = tuple(sorted((n, e) for n, e in have.items() if e))
            found = P.add(found, {left: c / equation[lead]})
    return found


def _same(one: Json, other: Json, name: str) -> bool:
    """Whether two terms seem to be the same."""
    import numpy as np

    at = {name: np.linspace(-3.0, 3.0, 41)}
    try:
        first, second = (np.asarray(floats.value(term, at, {})) for term in (one, other))
    except (floats.NotHere, KeyError, TypeError, ValueError):
        return False
    return bool(np.allclose(first, second, rtol=1e-9, atol=1e-9, equal_nan=True))


def _near(sample: Sample | None) -> Sample | None:
    """The samples that are not far out, if there are enough."""
    import numpy as np

    if sample is None or not sample:
        return None
    keep = np.all([np.abs(values) <= NEAR for values in sample.values()], axis=0)
    return {name: values[keep] for name, values in sample.items()} if keep.sum() >= 20 else None
