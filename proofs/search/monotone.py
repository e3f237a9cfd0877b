"""Inequalities between smooth terms, from a point at which they hold and the sign of a derivative.

A goal l <= r is g >= 0 with g = r - l.  Where g(a) >= 0 and g rises away from a, it holds; that g
rises is shown by :mod:`proofs.search.calculus` from its derivative, whose sign is a goal of the
same kind with less in it.  Absolute values and maxima are taken apart first.  In one variable the
line is cut where g turns: boxes (:mod:`proofs.search.covers`) do the parts where g stays away
from 0, derivatives those where it touches 0 and those that do not end.

Floats choose points and directions; they are in no proof.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from constructions.terms import Term
from proofs.kernel import poly as P
from proofs.kernel.check import open_statement
from proofs.kernel.context import Context
from proofs.kernel.errors import Reject
from proofs.kernel.terms import RELATIONS
from proofs.search import _moves, floats
from proofs.search.calculus import NotSmooth, occurs, put, rise
from proofs.search.cases import kinks, replaced, values
from proofs.search.clock import now
from proofs.search.covers import cover
from proofs.search.elementary import far
from proofs.search.prove import Fuel, _Chain, _evaluate, _OutOfWork, _rule, _Search
from proofs.search.quotients import cleared
from proofs.trees.leaves import using
from proofs.trees.script import Json, Node, NotFound, fill, node, unread

DEPTH, MAX_SPLITS, WORK, QUICK_WORK = 3, 8, 300, 100
REACH = 60.0
REACHES = (2, 4, 8, 16, 32)
SIZES = (0.03, 0.3, 1.0, 3.0, 10.0, 40.0)
TINY = 1e-13
QUICK = Fuel(0, 1, 1, 0)
Sample = dict[str, Any]


def monotone(statement: Json, deadline: float) -> Node | None:
    """A proof of the statement by monotony, or None."""
    import numpy as np

    with np.errstate(all="ignore"):
        context = open_statement(statement)
        search = Monotony(deadline)
        return search.ordered(context) or search.solve(context, DEPTH)


def risen(context: Context, deadline: float) -> Node | None:
    """A proof of the context's goal by monotony, or None."""
    import numpy as np

    with np.errstate(all="ignore"):
        return Monotony(deadline).solve(context, DEPTH)


@dataclass
class Monotony:
    """One search: until when, and how often a line may still be cut."""

    deadline: float
    splits: int = MAX_SPLITS
    failed: set[str] = field(default_factory=set)

    def late(self) -> bool:
        return now() > self.deadline

    def ordered(self, context: Context) -> Node | None:
        """For x and y that may change places: the goal where y <= x, used twice."""
        goal = unread(context.goal)
        names = _variables(context)
        if len(names) != 2 or context.literals or context.rules or goal[0] not in ("<=", "<"):
            return None
        x, y = names
        if set(context.sorts.values()) != {"real"} or not symmetric(goal, x, y):
            return None
        a, b = "a0", "b0"
        try:
            swapped = put(put(goal, x, a), y, b)
        except NotSmooth:
            return None
        lemma = ["all", a, "real", ["all", b, "real", ["implies", ["<=", b, a], swapped]]]
        step = node("have", show=lemma)
        children = _rule(context, step)
        proof = None if children is None else self.solve(children[0], DEPTH)
        if children is None or proof is None:
            return None
        known = children[1]
        sides = []
        order = node("split", on=["-", x, y])
        for child, at in zip(_rule(known, order) or [], ([x, y], [y, x]), strict=True):
            use = node("use", rule=len(known.rules) - 1, at=at)
            premise, after = _rule(child, use) or (None, None)
            first = None if premise is None else _Search(WORK).leaf(premise, 0)
            last = None
            if after is not None:
                last = _Search(10 * WORK).solve(after, Fuel(0, 0, 4, 0), frozenset())
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
        if op not in RELATIONS or op == "!=":
            return None
        evaluated = _evaluate(context)
        if evaluated is not None:
            return evaluated
        chain = _Chain()
        search = _Search(WORK)
        try:
            defined = search._define(context, context.goal, Fuel(0, 1, 2, 0), frozenset(), chain)
            found = None if defined is None else search.leaf(defined, 0)
        except _OutOfWork:
            return None
        if defined is None:
            return None
        if found is None and depth < DEPTH:
            found = _as_powers(defined)
        if found is None and op == "=":
            found = self._each(defined, node("both"), depth)
        elif found is None:
            found = self._cases(defined, depth)
        return None if found is None else chain.close(found)

    def _opened(self, context: Context, depth: int) -> Node | None:
        op = context.goal[0]
        name = next(f"z{i}" for i in range(1000) if f"z{i}" not in context.sorts)
        step = node("both") if op == "and" else node("intro", **{"as": name if op == "all" else ""})
        return self._each(context, step, depth)

    def _each(self, context: Context, step: Node, depth: int) -> Node | None:
        proofs = []
        for child in _rule(context, step) or []:
            proof = self.solve(child, depth)
            if proof is None:
                return None
            proofs.append(proof)
        return {**step, "then": proofs} if proofs else None

    # -- absolute values, maxima and minima

    def _cases(self, context: Context, depth: int) -> Node | None:
        goal = unread(context.goal)
        for term in kinks(goal):
            step = node("case", on=term)
            children = _rule(context, step)
            if children is None or len(children) != 2:
                continue
            proofs = []
            for child, value in zip(children, values(term), strict=True):
                proof = self._case(child, goal, term, value, depth)
                if proof is None:
                    return None
                proofs.append(proof)
            return {**step, "then": proofs}
        return self._smooth(context, depth)

    def _case(
        self, context: Context, goal: Json, term: Json, value: Json, depth: int
    ) -> Node | None:
        """The goal from that without the term."""
        closed = _Search(WORK).leaf(context, 0)
        if closed is not None:
            return closed
        plain = replaced(goal, term, value)
        step = node("have", show=plain)
        children = _rule(context, step)
        proof = None if children is None else self.solve(children[0], depth)
        if children is None or proof is None:
            return None
        last = _Search(WORK).leaf(children[1], 0)
        return None if last is None else {**step, "then": [proof, last]}

    # -- smooth goals

    def _smooth(self, context: Context, depth: int) -> Node | None:
        names = sorted(n for n in context.sorts if n[0] != "@" and occurs(unread(context.goal), n))
        if any(context.sorts[n] != "real" for n in names) or not names:
            return None
        key = str((context.goal, [(str(lit.poly), lit.rel) for lit in context.literals], depth))
        if key in self.failed:
            return None
        found = self._line(context, names[0], depth) if len(names) == 1 else None
        if len(names) > 1:
            found = self._risen(context, names, depth)
        if found is None:
            self.failed.add(key)
        return found

    def _line(self, context: Context, name: str, depth: int) -> Node | None:
        """In one variable: boxes, a derivative, or the line cut in two."""
        if self.late():
            return None
        low, high = ends(context, name)
        if low is not None and high is not None:
            covered = cover(context, self.deadline)
            if covered is not None:
                return covered
        gap = _gap(context)
        endless = low is None or high is None
        touching = _touches(gap, name, low, high)
        if endless and not touching:
            found = self._tails(context, name, low, high, depth)
            if found is not None:
                return found
        found = self._risen(context, [name], depth)
        if found is not None or self.splits <= 0:
            return found
        at = _cut(gap, name, low, high)
        if at is None:
            return self._tails(context, name, low, high, depth) if endless and touching else None
        self.splits -= 1
        step = node("split", on=["-", name, str(at)])
        proofs = []
        for child in _rule(context, step) or []:
            proof = _Search(WORK).leaf(child, 0) or self._line(child, name, depth)
            if proof is None:
                return None
            proofs.append(proof)
        return {**step, "then": proofs} if proofs else None

    def _tails(
        self,
        context: Context,
        name: str,
        low: Fraction | None,
        high: Fraction | None,
        depth: int,
    ) -> Node | None:
        """Cut off what has no end, where exponentials decide it."""
        for above in (True, False):
            if (high if above else low) is not None:
                continue
            for reach in REACHES:
                end = ["-", name, str(reach)] if above else ["-", ["-", name], str(reach)]
                children = _rule(context, node("split", on=end))
                if children is None or self.late():
                    return None
                beyond = far(children[0], name, reach, above, WORK)
                if beyond is None:
                    continue
                rest = self._line(children[1], name, depth)
                return None if rest is None else node("split", beyond, rest, on=end)
        return None

    def _risen(self, context: Context, names: Sequence[str], depth: int) -> Node | None:
        if depth <= 0:
            return None
        gap = _gap(context)
        sample = samples(context)
        if sample is None:
            return None
        for name, base in self._bases(context, gap, names, sample):
            if self.late():
                return None
            found = self._from(context, gap, name, base, depth)
            if found is not None:
                return found
        return None

    def _bases(
        self, context: Context, gap: Json, names: Sequence[str], sample: Sample
    ) -> Iterator[tuple[str, Json]]:
        """Variables and points from which the gap seems to rise."""
        numbers = sorted({Fraction(q) for q in (*_numbers(gap), "0", "1", "-1")}, key=_plainness)
        for name in names:
            if not occurs(gap, name):
                continue
            own = [q for q in ends(context, name) if q is not None]
            others: list[Json] = [n for n in names if n != name]
            bases = [*others, *dict.fromkeys(str(q) for q in (*own, *numbers[:8]))]
            for base in bases:
                if _rises(gap, name, base, sample):
                    yield name, base

    def _from(self, context: Context, gap: Json, name: str, base: Json, depth: int) -> Node | None:
        """The goal on both sides of the point."""
        sides = (True, False)
        beyond = P.minus(P.variable(base), P.variable(name)) if base in context.sorts else None
        below = beyond is not None and context.evident(beyond, ">=")
        if below or str(ends(context, name)[1]) == base:  # what is not on the left is nowhere
            sides = (False, True)
        step = node("split", on=["-", name, base] if sides[0] else ["-", base, name])
        children = _rule(context, step)
        if children is None:
            return None
        proofs = []
        for child, right in zip(children, sides, strict=True):
            proof = _Search(WORK).leaf(child, 0) or self._side(child, gap, name, base, right, depth)
            if proof is None:
                return None
            proofs.append(proof)
        return {**step, "then": proofs}

    def _side(
        self, context: Context, gap: Json, name: str, base: Json, right: bool, depth: int
    ) -> Node | None:
        lo, hi = (base, name) if right else (name, base)
        term = gap if right else ["-", gap]
        strict = context.goal[0] == "<"

        def slope(inner: Context) -> Node | None:
            return self._slope(inner, depth - 1)

        try:
            # at the base first, as it is what fails most cheaply
            start = ["<" if strict else "<=", "0", put(gap, name, base)]
            step = node("have", show=start)
            children = _rule(context, step)
            proof = None if children is None else self.solve(children[0], depth - 1)
            if children is None or proof is None:
                return None
            order = node("have", show=["<=", lo, hi])
            known = _rule(children[1], order) or []
            sure = _Search(WORK).leaf(known[0], 0) if known else None
            if sure is None:
                return None
            low = _lower(name, lo, hi, samples(children[1]))
            line = rise(known[1], term, name, lo, hi, slope, self._floor, low)
            risen = Term(put(term, name, lo)) <= Term(put(term, name, hi))
            last = _closed(line.context, risen, start)
        except (NotSmooth, NotFound, Reject, LookupError):
            return None
        return {**step, "then": [proof, {**order, "then": [sure, line.chain.close(last)]}]}

    def _squares(self, context: Context) -> Node | None:
        """A leaf with squares; its quotients are defined where the context says so."""
        try:
            return _Search(QUICK_WORK).leaf(context, 1)
        except _OutOfWork:
            return None

    def _slope(self, context: Context, depth: int) -> Node | None:
        return self._quick(context, lambda inner: self.solve(inner, depth))

    def _floor(self, context: Context, name: str) -> Node | None:
        return self._quick(context, lambda inner: None)

    def _quick(self, context: Context, otherwise: Any) -> Node | None:
        """By a short search with the lines of exp, or otherwise."""
        from proofs.search.strategies import _with_exponentials

        if context.goal[0] in ("all", "implies"):
            name = next(f"z{i}" for i in range(1000) if f"z{i}" not in context.sorts)
            step = node("intro", **{"as": name if context.goal[0] == "all" else ""})
            below = _rule(context, step)
            proof = None if below is None else self._quick(below[0], otherwise)
            return None if proof is None else {**step, "then": [proof]}
        plain = _plain(context)
        if plain is not None:
            step, children = plain
            proof = self._quick(children[0], otherwise)
            last = None if proof is None else _Search(WORK).leaf(children[1], 0)
            return None if last is None else {**step, "then": [proof, last]}
        for fuel in (Fuel(0, 0, 0, 0), QUICK):
            try:
                proof = _with_exponentials(context, _Search(QUICK_WORK), fuel)
            except _OutOfWork:
                break
            if proof is not None:
                return proof
        if len(context.literals) < 30 and context.goal[0] in RELATIONS:
            proof = self._squares(context)
            if proof is not None:
                return proof
        result: Node | None = otherwise(context)
        return result


def _as_powers(context: Context) -> Node | None:
    """Quotients multiplied out, and exponentials as powers of each other."""
    from proofs.search.strategies import squares, with_powers

    seen = _moves.looked_at(context)
    ops = [key[0] for key in seen.atoms]
    few = ops.count("exp") + ("inv" in ops) < 2 or len(context.literals) > 30
    if "inv" in ops and "exp" not in ops and len(context.literals) <= 30:
        return cleared(context, squares)
    if few or "log" in str(context.goal):
        return None
    return with_powers(context)


def _closed(context: Context, risen: Any, start: Json) -> Node:
    """The goal from what is known at the base, which may be 0 <= 0, and the rise."""
    try:
        return fill(context, using(risen, start))
    except LookupError:
        return fill(context, using(risen))


def _reduced(context: Context, poly: P.Poly) -> P.Poly:
    """With 1 for p (1/p), where the leading monomial of p times 1/p occurs."""
    for key, name in context.atoms.items():
        if key[0] != "inv":
            continue
        inner = dict(key[1])
        lead = max(inner)
        whole = tuple(sorted([*lead, (name, 1)]))
        rest = P.minus(P.constant(1), P.multiply(P.variable(name), _without(inner, lead)))
        for _ in range(20):
            part = next((m for m in poly if _divides(whole, m)), None)
            if part is None:
                break
            powers = dict(part)
            for variable, e in whole:
                powers[variable] -= e
            left = tuple(sorted((v, e) for v, e in powers.items() if e))
            c = poly[part]
            poly = P.add(_without(poly, part), P.multiply({left: c}, rest))
    return poly


def _without(poly: P.Poly, monomial: Any) -> P.Poly:
    return {m: c for m, c in poly.items() if m != monomial}


def _divides(small: Any, large: Any) -> bool:
    powers = dict(large)
    return all(powers.get(v, 0) >= e for v, e in small)


def _plain(context: Context) -> tuple[Node, list[Context]] | None:
    """A goal 0 <= t with t multiplied out, where that is another."""
    if context.goal[0] not in ("<=", "<"):
        return None
    scratch = _moves.looked_at(context)
    try:
        poly = scratch.poly(("-", context.goal[2], context.goal[1]))
    except Reject:
        return None
    show = [context.goal[0], "0", _moves.poly_json(scratch, _reduced(scratch, poly))]
    children = _rule(context, node("have", show=show))
    if children is None or len(str(show)) >= len(str(unread(context.goal))):
        return None
    return node("have", show=show), children


def _gap(context: Context) -> Json:
    _, left, right = unread(context.goal)
    if left == "0":
        return right
    return ["-", right, left]


def ends(context: Context, name: str) -> tuple[Fraction | None, Fraction | None]:
    """The largest lower and the least upper number that the context says of a variable."""
    lows: list[Fraction] = []
    highs: list[Fraction] = []
    x = ((name, 1),)
    for literal in context.literals:
        poly = dict(literal.poly)
        if literal.rel not in (">=", ">") or set(poly) - {x, ()} or x not in poly:
            continue
        (lows if poly[x] > 0 else highs).append(-poly.get((), Fraction(0)) / poly[x])
    return max(lows, default=None), min(highs, default=None)


def symmetric(goal: Json, x: str, y: str, names: Sequence[str] = ()) -> bool:
    """Whether the goal, in these variables, seems to stay the same if x and y change places."""
    import numpy as np

    rng = np.random.default_rng(1)
    first, second = rng.standard_normal(40) * 2, rng.standard_normal(40) * 2
    others = {name: rng.uniform(0, 1, 40) for name in names}
    try:
        with np.errstate(all="ignore"):
            one, other = (
                [floats.value(side, {**others, x: p, y: q}, {}) for side in goal[1:]]
                for p, q in ((first, second), (second, first))
            )
    except (floats.NotHere, KeyError, TypeError):
        return False
    return all(np.allclose(a, b, rtol=1e-9, atol=1e-9) for a, b in zip(one, other, strict=True))


# --- floats --------------------------------------------------------------------------------------


def samples(context: Context) -> Sample | None:
    """Points at which the context's inequalities hold, where enough are found."""
    import numpy as np

    rng = np.random.default_rng(0)
    every = _variables(context)
    count = 6000
    at: Sample = {}
    for name in every:
        found = rng.standard_normal(count) * rng.choice(SIZES, count)
        low, high = ends(context, name)
        if low is not None and high is not None and high > low:
            found = float(low) + (float(high) - float(low)) * rng.random(count)
        elif low is not None:
            found = float(low) + np.abs(found)
        elif high is not None:
            found = float(high) - np.abs(found)
        if context.sorts[name] == "int":
            found = np.rint(found)
        at[name] = found
    strict = _kept(context, at, count, True)
    keep = strict if strict.sum() >= 20 else _kept(context, at, count, False)
    if keep.sum() < 20:
        return None
    return {name: values[keep][:400] for name, values in at.items()}


def plausible(context: Context) -> bool:
    """Whether no sample is against the context's inequality; True where nothing can be said."""
    import numpy as np

    goal = context.goal
    if goal[0] not in ("<=", "<"):
        return True
    with np.errstate(all="ignore"):
        sample = samples(context)
        if sample is None:
            return True
        try:
            left, right = (floats.value(unread(side), sample, {}) for side in goal[1:])
        except (floats.NotHere, KeyError, TypeError):
            return True
        against = right - left < -1e-6 * (1 + np.abs(left) + np.abs(right))
        return not bool(np.any(against & _equal(context, sample)))


def _equal(context: Context, sample: Sample) -> Any:
    """Where the context's equations hold; nowhere if one is not evaluated."""
    import numpy as np

    keep = np.ones(len(next(iter(sample.values()), ())), dtype=bool)
    for literal in context.literals:
        if literal.rel == "=" and literal.poly:
            parts = [_moves.poly_json(context, {m: c}) for m, c in literal.poly.items()]
            try:
                values = [floats.value(part, sample, {}) for part in parts]
            except (floats.NotHere, KeyError, TypeError):
                return np.zeros_like(keep)
            size = 1 + sum(np.abs(value) for value in values)
            keep &= np.abs(sum(values)) <= 1e-9 * size
    return keep


def _kept(context: Context, at: Sample, count: int, everything: bool) -> Any:
    """Where the inequalities hold; without ``everything`` those between variables only."""
    import numpy as np

    keep = np.ones(count, dtype=bool)
    for literal in context.literals:
        if literal.rel not in (">=", ">") or not literal.poly:
            continue
        if not everything and any(n[0] == "@" for m in literal.poly for n, _ in m):
            continue
        term = _moves.poly_json(context, literal.poly)
        try:
            value = np.broadcast_to(floats.value(term, at, {}), (count,))
        except (floats.NotHere, KeyError, TypeError):
            continue
        keep &= value >= 0 if literal.rel == ">=" else value > 0
    return keep


def _rises(gap: Json, name: str, base: Json, sample: Sample) -> bool:
    """Whether the gap is >= 0 at the base and seems to rise from there to each sample."""
    import numpy as np

    try:
        start = floats.value(base, sample, {})
        size = sample[name].shape
        steps = np.linspace(0, 1, 13).reshape(-1, 1)
        line = start + (sample[name] - start) * steps
        at = {n: np.broadcast_to(v, (13, *size)) for n, v in sample.items()}
        values = np.broadcast_to(floats.value(gap, {**at, name: line}, {}), line.shape)
    except (floats.NotHere, KeyError, TypeError):
        return False
    scale = 1 + np.max(np.abs(values), axis=0)
    if not np.all(np.isfinite(values)) or np.any(values[0] < -1e-9):
        return False
    return bool(np.all(np.diff(values, axis=0) >= -TINY * scale))


def _grid(
    gap: Json, name: str, low: Fraction | None, high: Fraction | None
) -> tuple[Any, Any] | None:
    """Values of the gap on the line between low and high (None: without end), finer near ends."""
    import numpy as np

    share = np.linspace(0, 1, 8001)[1:-1]
    if low is not None and high is not None:
        xs = float(low) + float(high - low) * share
    elif low is not None:
        xs = float(low) + REACH * share**3
    elif high is not None:
        xs = float(high) - REACH * share[::-1] ** 3
    else:
        xs = np.sign(share - 0.5) * np.abs(2 * share - 1) ** 3 * REACH
    try:
        values = np.broadcast_to(floats.value(gap, {name: xs}, {}), xs.shape)
    except (floats.NotHere, KeyError, TypeError):
        return None
    keep = np.isfinite(values)
    return (xs[keep], values[keep]) if keep.sum() >= 100 else None


def _touches(gap: Json, name: str, low: Fraction | None, high: Fraction | None) -> bool:
    """Whether the gap seems to come to 0 somewhere."""
    import numpy as np

    found = _grid(gap, name, low, high)
    if found is None:
        return False
    near = found[1][np.abs(found[0]) < REACH / 2]
    return near.size > 0 and bool(np.min(near) < 1e-5)


def _cut(gap: Json, name: str, low: Fraction | None, high: Fraction | None) -> Fraction | None:
    """Where to cut the line between low and high."""
    import numpy as np

    found = _grid(gap, name, low, high)
    if found is None:
        return None
    xs, values = found
    i = int(np.argmin(values))
    rising = np.diff(values)
    rising[np.abs(rising) < TINY * (1 + np.abs(values[1:]))] = 0.0
    touch = abs(values[i]) < 1e-4 and min(i, len(xs) - 1 - i) > 5
    if touch:
        near = _touching(gap, name, float(xs[i]), float(xs[min(i + 1, len(xs) - 1)] - xs[i - 1]))
        if near is not None and (low is None or near > low) and (high is None or near < high):
            return near
    if i <= 5 and low is not None:  # it rises from the lower end for a while
        turns = np.nonzero(rising[i:] < 0)[0]
        return _simple((xs[0] + xs[i + turns[0]]) / 2) if len(turns) and turns[0] > 2 else None
    if len(xs) - 1 - i <= 5 and high is not None:
        turns = np.nonzero(rising[:i] > 0)[0]
        return _simple((xs[-1] + xs[turns[-1]]) / 2) if len(turns) and turns[-1] < i - 2 else None
    if high is None:
        falls = np.nonzero(rising < 0)[0]
        last = xs[falls[-1] + 1] if len(falls) else xs[0]
        if last < 40.0:
            return _simple(last + 0.25 + 0.05 * abs(last))
    if low is None:
        rises = np.nonzero(rising > 0)[0]
        first = xs[rises[0]] if len(rises) else xs[-1]
        if first > -40.0:
            return _simple(first - 0.25 - 0.05 * abs(first))
    falls = np.nonzero(rising > 0)[0]
    if low is not None and len(falls) and falls[0] > 3:
        return _simple(xs[falls[0] // 2])
    return None


def _touching(gap: Json, name: str, near: float, width: float) -> Fraction | None:
    """A simple number near a minimum at which the gap is 0, as far as floats can tell."""
    for size in (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 32, 64, 100):
        at = Fraction(round(near * size), size)
        if abs(float(at) - near) <= 4 * width:
            value = float(floats.value(gap, {name: float(at)}, {}))
            if abs(value) < 1e-13:
                return at
    return None


def _simple(x: float) -> Fraction:
    for size in (1, 2, 4, 8, 16, 64, 256, 1024):
        at = Fraction(round(float(x) * size), size)
        if abs(float(at) - x) <= 0.1 * abs(x) + 1e-6 and at != 0:
            return at
    return Fraction(float(x)).limit_denominator(10_000)


def _plainness(q: Fraction) -> tuple[int, int, bool]:
    return q.denominator, abs(q.numerator), q < 0


def _numbers(term: Json) -> set[str]:
    if isinstance(term, str):
        return {term} if term.lstrip("-")[:1].isdigit() else set()
    if isinstance(term, list):
        parts = [p for p in term[1:] if not isinstance(p, int)]
        return set().union(*map(_numbers, parts)) if parts else set()
    return set()


def _lower(name: str, lo: Json, hi: Json, sample: Sample | None) -> Any:
    """Lower bounds above 0 to try for a term between lo and hi, those that floats allow."""
    import numpy as np

    def low(term: Json) -> list[Json]:
        proposed = ["1", put(term, name, lo), put(term, name, hi), "1/2", "1/8"]
        if sample is None:
            return proposed
        start, end = (floats.value(point, sample, {}) for point in (lo, hi))
        line = start + (end - start) * np.linspace(0, 1, 7).reshape(-1, 1)
        try:
            value = np.min(floats.value(term, {**sample, name: line}, {}), axis=0)
            return [q for q in proposed if np.all(floats.value(q, sample, {}) <= value + 1e-12)]
        except (floats.NotHere, KeyError, TypeError, ValueError):
            return proposed

    return low


def _variables(context: Context) -> list[str]:
    return [name for name in context.sorts if name[0] != "@"]
