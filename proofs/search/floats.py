"""Statements evaluated in floats at many points at once, and points at which they fail.

Every variable is an array over the points, of numpy or of torch on a device.  An undefined value
is nan, and a relation with one is false, as in the kernel.  ``margin`` is positive where a formula
holds and negative where it fails, by as much; equations hold nowhere by more than 0.  A term that
occurs several times, as most do in an unfolded definition, is evaluated once.  What is found is a
hint: it is rounded to short rationals and judged by the kernel (:mod:`proofs.search.attack`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from proofs.search.data import free as occurring
from proofs.search.data import merged
from proofs.trees.script import Json

if TYPE_CHECKING:
    from constructions.interop.arrays import ArraySystem

STARTS, ROUNDS, KEPT = 4_000, 24, 24
MAX_TERMS = 64
DESCENTS, PENALTY = 8, 100.0
STEPS = 120
"""Of the descent from thousands of points."""
SCALES = (0.1, 1.0, 10.0, 1000.0)


class NotHere(Exception):
    """The statement has a part that is not evaluated in floats, or the time is up."""


Functions = Mapping[str, tuple[tuple[str, ...], Json]]


def _never() -> bool:
    return False


class Scope(dict[str, Any]):
    """Values of variables at all points, and those of the terms that were met there.

    A scope inside of a sum has what its index is ``bound`` to; what does not depend on the index
    is kept in the ``outer`` scope.  Terms are the same where they are one object
    (:func:`proofs.search.data.merged`).  The arrays are those of ``system``.
    """

    def __init__(
        self, values: Mapping[str, Any], late: Callable[[], bool] = _never,
        system: ArraySystem | None = None, outer: Scope | None = None, bound: str = "",
    ) -> None:  # fmt: skip
        super().__init__(values)
        self.late, self.system = late, system or on_numpy()
        self.outer, self.bound = outer, bound
        self.met: dict[int, tuple[Json, Any]] = {}
        self.names: dict[int, tuple[Json, frozenset[str]]] = {} if outer is None else outer.names

    def inner(self, name: str, k: int) -> Scope:
        """The scope in which the index of a sum is k."""
        at = {**self, name: self.system.scalar(float(k))}
        return Scope(at, self.late, self.system, self, name)

    def occurring(self, term: Json) -> frozenset[str]:
        """The names in a term, bound ones too."""
        if isinstance(term, str):
            return frozenset((term,))
        if not isinstance(term, list):
            return frozenset()
        known = self.names.get(id(term))
        if known is None:
            known = term, frozenset().union(*map(self.occurring, term[1:]))
            self.names[id(term)] = known
        return known[1]

    def home(self, term: Json) -> Scope:
        """The outermost scope in which the term has the same value."""
        scope = self
        while scope.outer is not None and scope.bound not in self.occurring(term):
            scope = scope.outer
        return scope


@cache
def on_numpy() -> ArraySystem:
    """Arrays of numpy in float64."""
    from constructions.interop.arrays import ArraySystem

    return ArraySystem()


def value(term: Json, at: Mapping[str, Any], functions: Functions) -> Any:
    """A term at all points."""
    if isinstance(term, str) and term in at:
        return at[term]
    scope = at if isinstance(at, Scope) else Scope(at)
    if isinstance(term, str):
        top, _, bottom = term.partition("/")
        return scope.system.scalar(float(int(top)) / float(int(bottom or 1)))
    scope = scope.home(term)
    known = scope.met.get(id(term))
    if known is None:
        known = term, _value(term, scope, functions)
        scope.met[id(term)] = known
    return known[1]


def _value(term: Json, at: Scope, functions: Functions) -> Any:
    op, args, xp = term[0], term[1:], at.system.xp
    if op == "sum":
        return _sum(args, at, functions)
    if op == "app":
        if args[0] not in functions:
            raise NotHere(args[0])
        names, body = functions[args[0]]
        inner = {n: value(a, at, functions) for n, a in zip(names, args[1:], strict=True)}
        return value(body, Scope(inner, at.late, at.system), functions)
    if op == "^":
        return value(args[0], at, functions) ** args[1]
    if op == "pi":
        return at.system.pi()
    found = [value(a, at, functions) for a in args]
    if op in ("+", "*"):
        whole = found[0]
        for part in found[1:]:
            whole = whole + part if op == "+" else whole * part
        return whole
    if op == "-":
        return -found[0] if len(found) == 1 else found[0] - found[1]
    if op == "/":
        return at.system.ratio(found[0], found[1], at.system.scalar(math.nan))
    if op in ("max", "min"):
        return (xp.maximum if op == "max" else xp.minimum)(*found)
    return getattr(xp, {"atan": "arctan"}.get(op, op))(found[0])


def _sum(args: Sequence[Any], at: Scope, functions: Functions) -> Any:
    import numpy as np

    name, low, high, body = args
    system, xp = at.system, at.system.xp
    first, last = (value(end, at, functions) for end in (low, high))
    starts, stops = system.numpy(first), system.numpy(last)
    start, stop = np.nanmin(starts), np.nanmax(stops)
    if not (np.isfinite(start) and np.isfinite(stop)) or stop - start > MAX_TERMS:
        raise NotHere("a long sum")
    total: Any = system.array(np.zeros(np.broadcast(starts, stops).shape))
    for k in range(int(start), int(stop) + 1):
        if at.late():
            raise NotHere("the time is up")
        part = value(body, at.inner(name, k), functions)
        inside = (first <= k) & (k <= last) & xp.isfinite(part)
        total = total + xp.where(inside, part, system.scalar(0.0))
    return total


def margin(formula: Json, at: Mapping[str, Any], functions: Functions) -> Any:
    """By how much a formula holds (positive) or fails (negative); undefined: nan."""
    at = at if isinstance(at, Scope) else Scope(at)
    op, args, system, xp = formula[0], formula[1:], at.system, at.system.xp
    if op in ("<=", "<", "=", "!="):
        left, right = (value(a, at, functions) for a in args)
        gap = right - left
        if op == "=":
            gap = -xp.abs(gap)
        elif op == "!=":
            gap = xp.abs(gap)
        return gap
    if op == "and":
        found = [margin(part, at, functions) for part in args]
        whole = found[0] if found else system.scalar(math.inf)
        for part in found[1:]:
            whole = xp.minimum(whole, part)
        return whole
    if op == "implies":
        premise, conclusion = (margin(part, at, functions) for part in args)
        unmet = xp.where(xp.isnan(premise), system.scalar(math.inf), -premise)
        return xp.fmax(unmet, conclusion)
    raise NotHere(op)


@dataclass(frozen=True)
class Search:
    """A search for points at which the hypotheses seem to hold and the conclusion to fail.

    ``order`` are the variables, those that an equation among the hypotheses gives last; ``late``
    says when it is to end.
    """

    statement: Json
    functions: Functions
    order: Sequence[str]
    late: Callable[[], bool] = _never
    seed: int = 0

    def by_chance(self) -> Iterator[dict[str, float]]:
        """The points that were kept, the worst first."""
        import numpy as np

        at = self._filled(self._kept)
        out, score = self._scores(at)
        for i in np.lexsort((score, out)):
            if out[i] <= 1e-9 and score[i] < 0:
                yield {name: float(at[name][i]) for name in self.order}

    def by_gradients(self) -> Iterator[dict[str, float]]:
        """Points that are reached from them, of a statement without functions."""
        if self._moving:
            kept = self._kept
            yield from self.down_from(kept, min(DESCENTS, len(kept[self._free[0]])))

    def by_many_gradients(self, system: ArraySystem, points: int) -> Iterator[dict[str, float]]:
        """The same from the best that thousands of points come to, all in one array.

        Each goes down by the signs of the slopes (Rprop without backtracking: Riedmiller, Braun
        1993), with a step of its own in each coordinate; ``points`` are those at which one step of
        all evaluates, for the slopes are differences.
        """
        if self._moving:
            reached = self._many(system, max(1, points // (len(self._moving) + 1)))
            yield from self.down_from(reached, DESCENTS)

    def down_from(self, points: Mapping[str, Any], count: int) -> Iterator[dict[str, float]]:
        """Where L-BFGS-B comes to from the first points, if data against the statement are there.

        What is made small is the conclusion's margin plus ``PENALTY`` times what fails of the
        hypotheses; integers stay.  Gradients are differences, at all coordinates at once.
        """
        import numpy as np
        from scipy.optimize import minimize

        free, moving = self._free, self._moving
        for i in range(count):

            def scores(x: Any, row: int = i) -> tuple[Any, Any]:
                at = {name: np.full(x.shape[0], points[name][row]) for name in free}
                at |= {name: x[:, j] for j, name in enumerate(moving)}
                return self._scores(self._filled(at))

            def sloped(x: Any) -> tuple[float, Any]:
                if self.late():
                    raise NotHere("the time is up")
                steps = 1e-7 * (1 + np.abs(x))
                total = _total(*scores(np.vstack([x, x + np.diag(steps)])))
                return float(total[0]), (total[1:] - total[0]) / steps

            start = np.array([points[name][i] for name in moving])
            x = minimize(sloped, start, jac=True, method="L-BFGS-B", options={"maxiter": 200}).x
            out, score = scores(x[None, :])
            if out[0] <= 1e-9 and score[0] < 0:
                at = {name: points[name][[i]] for name in free}
                at |= {name: x[[j]] for j, name in enumerate(moving)}
                at = self._filled(at)
                yield {name: float(at[name][0]) for name in self.order}

    def _many(self, system: ArraySystem, count: int) -> dict[str, Any]:
        """The best points of so many starts after ``STEPS`` steps down."""
        import numpy as np

        rng = np.random.default_rng(self.seed + 1)
        given, show = self._formulas
        sorts, free, xp = self.statement["vars"], self._free, system.xp
        start = _start(free, sorts, sorted(_numbers([*given, show])), rng, count)
        at = {name: system.array(start[name]) for name in free}
        x = xp.stack([at[name] for name in self._moving])
        width, before = 0.01 * (1 + xp.abs(x)), xp.zeros_like(x)
        most = 1 + xp.abs(x)
        parts = len(self._moving) + 1
        for _ in range(STEPS):
            if self.late():
                break
            step = 1e-7 * (1 + xp.abs(x))
            many = {name: xp.concatenate([at[name]] * parts) for name in free}
            for j, name in enumerate(self._moving):
                columns = [x[j]] * parts
                columns[j + 1] = x[j] + step[j]
                many[name] = xp.concatenate(columns)
            total = _total(*self._scores(self._filled(many, system))).reshape((parts, count))
            sign = xp.sign(total[1:] - total[:1])
            turned = sign * before
            shorter = xp.where(turned < 0, 0.5 * width, width)
            width = xp.minimum(xp.where(turned > 0, 1.2 * width, shorter), most)
            x, before = x - sign * width, sign
        at |= {name: x[j] for j, name in enumerate(self._moving)}
        total = system.numpy(_total(*self._scores(self._filled(at, system))))
        best = np.argsort(total, kind="stable")[:DESCENTS]
        return {name: system.numpy(at[name])[best] for name in free}

    @cached_property
    def _formulas(self) -> tuple[list[Json], Json]:
        """Hypotheses and conclusion, in which equal parts are one object."""
        statement = merged(self.statement)
        return statement["given"], statement["show"]

    @cached_property
    def _derived(self) -> dict[str, Json]:
        return _derived(self._formulas[0], self.order)

    @cached_property
    def _free(self) -> list[str]:
        return [name for name in self.order if name not in self._derived]

    @cached_property
    def _moving(self) -> list[str]:
        return [name for name in self._free if self.statement["vars"][name] != "int"]

    @cached_property
    def _kept(self) -> dict[str, Any]:
        """The best of thousands of points, moved by chance in narrower and narrower rounds."""
        import numpy as np

        rng = np.random.default_rng(self.seed)
        given, show = self._formulas
        sorts, free = self.statement["vars"], self._free
        at = _start(free, sorts, sorted(_numbers([*given, show])), rng, STARTS)
        best: dict[str, Any] = {}
        for turn in range(ROUNDS):
            out, score = self._scores(self._filled(at))
            keep = np.lexsort((score, out))[:KEPT]
            best = {name: at[name][keep] for name in free}
            if turn == ROUNDS - 1 or not free or self.late():
                break
            at = _around(best, sorts, rng, turn)
        return best

    def _scores(self, at: Scope) -> tuple[Any, Any]:
        """By how much hypotheses fail, and by how much the conclusion holds, at each point."""
        given, show = self._formulas
        xp = at.system.xp
        size = tuple(next(iter(at.values())).shape) if at else (1,)
        far, zero = at.system.scalar(1e300), at.system.scalar(0.0)
        out = xp.broadcast_to(zero, size)
        with at.system.working():
            for formula in given:
                held = xp.broadcast_to(margin(formula, at, self.functions), size)
                strict = 1e-12 if formula[0] == "<" else 0.0
                out = out + xp.where(xp.isnan(held), far, xp.maximum(strict - held, zero))
            score = xp.broadcast_to(margin(show, at, self.functions), size)
            # where the conclusion is undefined nothing can be shown against it
            return out, xp.where(xp.isnan(score), far, score)

    def _filled(self, at: Mapping[str, Any], system: ArraySystem | None = None) -> Scope:
        """With the variables that equations give."""
        whole = Scope(at, self.late, system)
        size = tuple(next(iter(at.values())).shape) if at else (1,)
        with whole.system.working():
            for name, term in self._derived.items():
                found = value(term, Scope(whole, self.late, system), self.functions)
                whole[name] = whole.system.xp.broadcast_to(found, size)
        return Scope(whole, self.late, system)


def _total(out: Any, score: Any) -> Any:
    """What is made small: the margin, and what fails of the hypotheses."""
    return (score + PENALTY * out).clip(-1e12, 1e12)


def _start(
    free: Sequence[str], sorts: Mapping[str, str], numbers: list[float], rng: Any, count: int
) -> dict[str, Any]:
    """So many points to start from: spread, near the statement's numbers, and below them."""
    import numpy as np

    at = {}
    pool = np.array(sorted({*numbers, *(-q for q in numbers), 0.0, 1.0, -1.0, 0.5, 2.0}))
    for name in free:
        scale = rng.choice(SCALES, count)
        spread = rng.standard_normal(count) * scale
        chosen = rng.choice(pool, count)
        near = chosen + rng.standard_normal(count) * 0.1 * rng.choice((0.0, 1.0), count)
        inside = rng.choice(pool, count) * rng.random(count)
        kind = rng.integers(0, 3, count)
        found = np.where(kind == 0, spread, np.where(kind == 1, near, inside))
        if sorts[name] == "int":
            found = np.rint(np.where(rng.random(count) < 0.8, np.abs(found) % 9, found % 40))
        at[name] = found
    return at


def _around(best: Mapping[str, Any], sorts: Mapping[str, str], rng: Any, turn: int) -> Any:
    """New points around the kept ones, which stay: each coordinate moves with a chance."""
    import numpy as np

    at = {}
    copies = STARTS // KEPT
    width = 0.6 ** (turn % 12)
    names = list(best)
    count = len(best[names[0]])
    moves = rng.random((len(names), count * copies)) < max(0.35, 1.0 / len(names))
    for i, name in enumerate(names):
        base = np.repeat(best[name], copies)
        step = rng.standard_normal(base.shape) * width * (0.3 + np.abs(base))
        if sorts[name] == "int":
            step = np.rint(np.clip(step, -3, 3))
        at[name] = np.concatenate([best[name], base + np.where(moves[i], step, 0.0)])
    return at


def _derived(given: Sequence[Json], order: Sequence[str]) -> dict[str, Json]:
    """Variables that an equation gives in terms of those before them."""
    found: dict[str, Json] = {}
    for formula in given:
        if formula[0] != "=":
            continue
        for side, other in ((formula[1], formula[2]), (formula[2], formula[1])):
            if isinstance(side, str) and side in order and side not in found:
                used = occurring(other, set(order))
                before = {*order[: order.index(side)]}
                if used <= before:
                    found[side] = other
                    break
    return found


def _numbers(node: Any) -> set[float]:
    if isinstance(node, str):
        try:
            top, _, bottom = node.partition("/")
            q = int(top) / int(bottom or 1)
        except (ValueError, OverflowError):
            return set()
        return {q} if abs(q) < 1e6 else set()
    if isinstance(node, list):
        return set().union(*map(_numbers, node)) if node else set()
    return set()
