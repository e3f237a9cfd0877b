"""``prove(statement)``: a certificate for a statement of the kernel's language, or None.

The search runs the kernel's own rules from the statement down.  At each context it

1. takes the goal apart (conjunctions, implications, universals), and tries small terms built from
   the context for an existential;
2. defines the goal's quotients, roots and logarithms by proving their conditions;
3. closes the context by :mod:`proofs.positivity.ideal` and :mod:`proofs.positivity.finder`;
4. adds facts: signs of reciprocals and roots, instances of Lipschitz and universal hypotheses at
   the points in sight, implications whose premise it can prove, integer bounds, summands;
5. tries induction where the goal has a sum or a sequence of symbolic length;
6. takes cases: absolute values, maxima, minima and signs (the goal's first, from outside in), the
   premises of implications, boundaries h = 0 | h > 0, signs of variables.

It starts over with more of everything until the effort is used up.  Effort is counted in searches,
not in seconds, so the same statement has the same certificate.  Nothing here is trusted: what is
returned has passed the kernel, and None proves nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from proofs.kernel import check
from proofs.kernel import poly as P
from proofs.kernel.check import RULES, open_statement
from proofs.kernel.context import Context, freeze
from proofs.kernel.errors import Reject
from proofs.kernel.terms import RELATIONS, Formula, read_formula
from proofs.search import _moves
from proofs.trees.script import Json, Node, _renumber, dumps, node, unread

NO_LIMIT = 3600.0  # seconds: a search ends by its own limits, this is for accidents
MAX_LITERALS, MAX_FACTS = 120, 24


@dataclass(frozen=True)
class Fuel:
    """What is left below a node: how hard leaves are tried, rounds of facts, cases, inductions."""

    leaf: int
    rounds: int
    splits: int
    inductions: int
    witnesses: int = 3  # nested existentials

    def cheap(self) -> Fuel:
        """For premises and conditions."""
        return Fuel(0, min(self.rounds, 1) if self.rounds > 1 else 0, min(1, self.splits), 0, 0)


STAGES: tuple[tuple[Fuel, ...], ...] = (
    (Fuel(0, 0, 0, 0), Fuel(0, 1, 2, 1)),
    (Fuel(0, 0, 0, 0), Fuel(0, 1, 1, 1), Fuel(0, 2, 3, 1), Fuel(1, 2, 2, 1), Fuel(1, 2, 4, 1)),
    (
        Fuel(0, 0, 0, 0),
        Fuel(0, 1, 1, 1),
        Fuel(0, 2, 3, 1),
        Fuel(1, 2, 2, 1),
        Fuel(2, 1, 1, 1),
        Fuel(1, 3, 4, 2),
        Fuel(2, 2, 3, 2),
    ),
)
WORK = (100, 500, 2_000)


class _OutOfWork(Exception):
    """The effort is used up."""


def prove(
    statement: Json,
    effort: int = 1,
    hints: Sequence[Json] = (),
    work: int | None = None,
    *,
    stubborn: bool = False,
) -> dict[str, Any] | None:
    """A certificate of the statement that the kernel has accepted, or None (which proves nothing).

    ``statement`` is ``{"vars", "functions", "given", "show"}`` (docs/certificate.md).  ``effort``
    is 0 (a moment), 1 (seconds) or 2 (up to a minute or so); ``hints`` are terms to try first for
    existential goals, ``work`` replaces the number of searches.  ``stubborn``: search even where
    exact data are against the statement.  Deterministic.  Raises ValueError for another effort and
    :class:`~proofs.kernel.errors.Reject` for a malformed statement.
    """
    if effort not in (0, 1, 2):
        raise ValueError("effort is 0, 1 or 2")
    start = open_statement(statement)
    if not stubborn and _plainly_false(statement):
        return None
    search = _Search(WORK[effort] if work is None else work, tuple(hints))
    for fuel in STAGES[effort]:
        try:
            proof = search.solve(start.child(), fuel, frozenset())
        except _OutOfWork:
            return None
        if proof is not None:
            certificate = {"statement": statement, "proof": proof}
            return certificate if accepted(certificate) else None
    return None


def _plainly_false(statement: Json) -> bool:
    """Whether exact data are against a statement without quantifiers: nothing is to be found."""
    from proofs.search.data import refuting

    formulas = [*statement["given"], statement["show"]]
    if any(_quantified(f) for f in formulas):
        return False
    return next(refuting(statement, 6_000, sure=True), None) is not None


def _quantified(formula: Json) -> bool:
    if formula[0] in ("and", "implies"):
        return any(_quantified(part) for part in formula[1:])
    return formula[0] not in RELATIONS


def accepted(certificate: dict[str, Any]) -> bool:
    """Whether the kernel accepts it."""
    return check(dumps(certificate)).accepted


Done = frozenset[Any]


@dataclass
class _Chain:
    """Rules applied one after the other, each with the proofs of its side conditions."""

    steps: list[tuple[Node, list[Node], list[Node]]] = field(default_factory=list)

    def add(self, step: Node, before: list[Node], after: list[Node] | None = None) -> None:
        """A rule with the proofs of the children before and after the one that goes on."""
        self.steps.append((step, before, after or []))

    def close(self, last: Node) -> Node:
        for step, before, after in reversed(self.steps):
            last = {**step, "then": [*before, last, *after]}
        return last


def _rule(context: Context, step: Node) -> list[Context] | None:
    """The children of a rule, from a copy of the context; None if it does not apply."""
    try:
        return RULES[step["by"]][1](context.child(), step)
    except Reject:
        return None


class _Search:
    """One search: what it may still spend, and which leaves it has tried."""

    def __init__(self, work: int, hints: tuple[Json, ...] = ()) -> None:
        self.work = work
        self.hints = hints
        self.leaves: dict[Any, tuple[int, Node | None]] = {}

    # -- a node

    def solve(self, context: Context, fuel: Fuel, done: Done) -> Node | None:
        """A proof of the context's goal."""
        op = context.goal[0]
        if op == "and":
            proofs: list[Node] = []
            for child in _rule(context, node("both")) or []:
                proof = self.solve(child, fuel, done)
                if proof is None:
                    return None
                proofs.append(proof)
            return node("both", *proofs)
        if op in ("implies", "all"):
            name = next(f"z{i}" for i in range(1000) if f"z{i}" not in context.sorts)
            step = node("intro", **{"as": name if op == "all" else ""})
            children = _rule(context, step)
            return children and self._under(context, step, children[0], fuel, done)  # type: ignore[return-value]
        if op == "some":
            return self._exists(context, fuel, done)
        if op not in RELATIONS:
            return None
        return self._atomic(context, fuel, done)

    def _under(
        self, context: Context, step: Node, child: Context, fuel: Fuel, done: Done
    ) -> Node | None:
        proof = self.solve(child, fuel, done)
        return None if proof is None else {**step, "then": [proof]}

    def _atomic(self, context: Context, fuel: Fuel, done: Done) -> Node | None:
        evaluated = _evaluate(context)
        if evaluated is not None:
            return evaluated
        chain = _Chain()
        defined = self._define(context, context.goal, fuel, done, chain)
        if defined is None:
            # a goal that is undefined can still follow from hypotheses that never hold together,
            # but not in the kernel's language; cases may define it
            return self._cases(context, fuel, done)
        context = defined
        context = self._integral_goal(context, chain)
        found = self.leaf(context, 0)
        if found is None and fuel.rounds:
            before = len(chain.steps)
            context, done = self._facts(context, fuel, done, chain)
            if len(chain.steps) > before:
                found = self.leaf(context, 0)
            fuel = replace(fuel, rounds=fuel.rounds - 1)
        if found is None and fuel.leaf:
            found = self._squared(context) or self.leaf(context, fuel.leaf)
        if found is None and fuel.inductions:
            found = self._induct(context, fuel, done)
        if found is None and fuel.splits:
            found = self._cases(context, fuel, done)
        if found is None and context.goal[0] == "=":
            found = self._two_sides(context, fuel.leaf)
        return None if found is None else chain.close(found)

    def _two_sides(self, context: Context, effort: int) -> Node | None:
        proofs = []
        for child in _rule(context, node("both")) or []:
            proof = self.leaf(child, effort)
            if proof is None:
                return None
            proofs.append(proof)
        return node("both", *proofs)

    def _integral_goal(self, context: Context, chain: _Chain) -> Context:
        """The context where an integral goal fails by as much as it must."""
        term = _moves.integral_goal(context)
        step = node("split", on=term)
        children = None if term is None else _rule(context, step)
        if children is None:
            return context
        above, below = children
        proof = self.leaf(above, 0)
        if proof is None:
            return context
        chain.add(step, [proof])
        return below

    def _squared(self, context: Context) -> Node | None:
        """A goal l <= r with a root in it, from 0 <= r and l^2 <= r^2."""
        goal = context.goal
        if goal[0] != "<=" or not any(t[0] == "sqrt" for t in _moves.subterms(goal)):
            return None
        left, right = (unread(side) for side in goal[1:])
        chain = _Chain()
        for show in (["<=", "0", right], ["<=", ["^", left, 2], ["^", right, 2]]):
            children = _rule(context, node("have", show=show))
            if children is None:
                return None
            proof = self.leaf(children[0], 1)
            if proof is None:
                return None
            chain.add(node("have", show=show), [proof])
            context = children[1]
        found = self.leaf(context, 0)
        return None if found is None else chain.close(found)

    # -- leaves

    def leaf(self, context: Context, effort: int) -> Node | None:
        """A leaf of the context, tried on growing sets of literals."""
        scratch = context.child()
        try:
            goal = scratch.negated_goal()
        except Reject:
            return None
        literals = scratch.literals + goal
        if len(literals) > MAX_LITERALS:
            return None
        key = tuple((freeze(lit.poly), lit.rel) for lit in literals)
        tried, found = self.leaves.get(key, (-1, None))
        if found is not None or tried >= effort:
            return found
        size = sum(len(lit.poly) for lit in literals)
        self.work -= (1, 5, 25)[effort] * (1 + size // 40)
        if self.work < 0:
            raise _OutOfWork
        found = _close(literals, effort)
        self.leaves[key] = (effort, found)
        return found

    # -- existentials

    def _exists(self, context: Context, fuel: Fuel, done: Done) -> Node | None:
        if not fuel.witnesses:
            return None
        chain = _Chain()
        if fuel.rounds:
            context, done = self._facts(context, fuel, done, chain)
        below = replace(fuel, witnesses=fuel.witnesses - 1)
        for term in [*self.hints, *_moves.candidates(context, context.goal)]:
            inner = _Chain()
            try:
                read = context.read(term)
            except Reject:
                continue
            ready = self._define(context, ("=", read, read), fuel, done, inner)
            if ready is None:
                continue
            step = node("some", **{"is": term})
            children = _rule(ready, step)
            if children is None:
                continue
            proof = self._under(ready, step, children[0], below, done)
            if proof is not None:
                return chain.close(inner.close(proof))
        return None

    # -- definedness

    def _define(
        self, context: Context, formula: Formula, fuel: Fuel, done: Done, chain: _Chain
    ) -> Context | None:
        """The context with every partial term of a relation defined; None if one is not shown, or
        it is no relation."""
        if formula[0] not in RELATIONS:
            return None
        for term in _moves.partial(formula):
            try:
                context.child().poly(term)
                continue
            except Reject:
                pass
            step = node("define", term=unread(term))
            children = _rule(context, step)
            if children is None:
                return None
            condition, known = children
            proof = self._condition(condition, fuel, done)
            if proof is None:
                return None
            chain.add(step, [proof])
            context = known
        try:
            context.child().literal(formula)
        except Reject:
            return None
        return context

    def _condition(self, context: Context, fuel: Fuel, done: Done) -> Node | None:
        proof = self.solve(context, fuel.cheap(), done)
        if proof is None and fuel.leaf:
            proof = self.leaf(context, fuel.leaf)
        return proof

    # -- facts

    def _facts(
        self, context: Context, fuel: Fuel, done: Done, chain: _Chain
    ) -> tuple[Context, Done]:
        """Facts that follow at once, until there are no more or there are enough."""
        limit = len(chain.steps) + MAX_FACTS
        for _ in range(fuel.rounds + 1):
            start = len(chain.steps)
            progress = True
            while progress:  # sums and the like, one after the other
                progress = False
                for key, step in self._openings(context):
                    if key not in done and len(chain.steps) < limit:
                        after = self._apply(context, step, fuel, done, chain)
                        if after is not None:
                            context, done, progress = after, done | {key}, True
                            break
            for key, step in list(self._proposals(context)):  # of what is in sight now
                if key in done or len(chain.steps) >= limit:
                    continue
                after = self._apply(context, step, fuel, done, chain)
                if after is not None:
                    context, done = after, done | {key}
            if len(chain.steps) == start:
                break
        return context, done

    def _openings(self, context: Context) -> Iterator[tuple[Any, Node]]:
        """Existential hypotheses, integer bounds and summands, with keys as below."""
        for i, rule in enumerate(context.rules):
            if rule[0] == "some":
                name = next(f"o{k}" for k in range(1000) if f"o{k}" not in context.sorts)
                yield ("obtain", rule), node("obtain", rule=i, **{"as": name})
        for key, term in _moves.tightened(context):
            yield key, node("split", on=term)
        for key, by, term in _moves.sum_steps(context):
            yield (by, key), node(by, on=term)

    def _proposals(self, context: Context) -> Iterator[tuple[Any, Node]]:
        """Facts to add, each with a key that says what it is, whatever the numbering."""
        scratch = _moves.looked_at(context)
        for key in list(scratch.atoms):
            if key[0] in ("inv", "sqrt"):
                term = _moves.atom_json(scratch, key)
                yield ("+", key), node("have", show=["<", "0", term])
                if key[0] == "inv":
                    yield ("-", key), node("have", show=["<", term, "0"])
            if key[0] in ("abs", "max", "min") and key in context.atoms:
                term = _moves.atom_json(context, key)
                for value in _moves.values(term):
                    yield ("is", key), node("have", show=["=", term, value])
            for name in _moves.AXIOMS.get(key[0], ()):
                yield ("axiom", name), node("axiom", name=name)
        for i, rule in enumerate(context.rules):
            if rule[0] == "lipschitz":
                for at in _moves.lipschitz_points(scratch, rule):
                    yield ("use", rule, str(at)), node("use", rule=i, at=at)
            elif rule[0] == "all":
                for at in _moves.universal_instances(scratch, rule):
                    yield ("use", rule, str(at)), node("use", rule=i, at=at)
            elif rule[0] == "implies":
                yield ("use", rule), node("use", rule=i, at=[])
        for first, second in _moves.equal_arguments(context):
            yield ("same", str(first), str(second)), node("same", first=first, second=second)

    def _apply(
        self, context: Context, step: Node, fuel: Fuel, done: Done, chain: _Chain
    ) -> Context | None:
        """The context after one step whose side conditions are proved."""
        inner = _Chain()
        if step["by"] == "have":
            show = read_formula(step["show"], context.sorts, context.functions)
            ready = self._define(context, show, _NONE, done, inner)
        elif step["by"] == "use":
            ready = context
            for term in step["at"]:
                read = context.read(term)
                if ready is not None:
                    ready = self._define(ready, ("=", read, read), _NONE, done, inner)
        else:
            ready = context
        if ready is None:
            return None
        children = _rule(ready, step)
        if children is None:
            return None
        if step["by"] == "split":
            closed = self.leaf(children[1], 0)
            if closed is not None:
                chain.add(step, [], [closed])
            return None if closed is None else children[0]
        *conditions, after = children
        proofs = []
        for condition in conditions:
            if step["by"] == "have" and condition.goal[0] == "=":
                proof = self._two_sides(condition, 0)
            elif step["by"] == "have":
                proof = self.leaf(condition, 0)
            else:
                proof = self.solve(condition, fuel.cheap(), done)
            if proof is None:
                return None
            proofs.append(proof)
        chain.steps += inner.steps
        chain.add(step, proofs)
        return after

    # -- induction

    def _induct(self, context: Context, fuel: Fuel, done: Done) -> Node | None:
        below = replace(fuel, inductions=fuel.inductions - 1, rounds=max(fuel.rounds, 1))
        for name, start, claim in _moves.inductions(context):
            key = ("induct", str(claim), str(start))
            if key in done:
                continue
            fresh = next(f"i{i}" for i in range(1000) if f"i{i}" not in context.sorts)
            step = node("induct", on=fresh, claim=claim, **{"from": start})
            children = _rule(context, step)
            if children is None:
                continue
            base, onward, rest = children
            inside = done | {key}
            last = self._last(rest, name, fuel, inside)
            if last is None:
                continue
            first = self.solve(base, below, inside)
            if first is None:
                continue
            second = self.solve(onward, below, inside)
            if second is not None:
                return {**step, "then": [first, second, last]}
        return None

    def _last(self, context: Context, name: str, fuel: Fuel, done: Done) -> Node | None:
        """The goal from the claim for all k, at k = name."""
        chain = _Chain()
        after: Context | None = context
        step = node("use", rule=len(context.rules) - 1, at=[name])
        while after is not None and after.goal == context.goal:
            before = len(after.rules)
            after = self._apply(after, step, fuel, done, chain)
            if after is None:
                return None
            if len(after.rules) == before:
                break
            step = node("use", rule=len(after.rules) - 1, at=[])
        closed = self.leaf(after, 0) if after is not None else None
        return None if closed is None else chain.close(closed)

    # -- cases

    def _cases(self, context: Context, fuel: Fuel, done: Done) -> Node | None:
        if not fuel.splits:
            return None
        below = replace(fuel, splits=fuel.splits - 1, rounds=max(fuel.rounds, 1))
        tried = 0
        for key, step in self._distinctions(context, fuel):
            if key in done:
                continue
            children = _rule(context, step)
            if children is None:
                continue
            tried += 1
            proofs: list[Node] = []
            for child in children:
                proof = self.solve(child, below, done | {key})
                if proof is None:
                    break
                proofs.append(proof)
            if len(proofs) == len(children):
                return {**step, "then": proofs}
            if key[0] == "case" or tried >= 1 + fuel.leaf:
                return None  # more of the same below, not beside
        return None

    def _distinctions(self, context: Context, fuel: Fuel) -> Iterator[tuple[Any, Node]]:
        for key, term in _moves.case_terms(context):
            yield ("case", key), node("case", on=term)
        for rule in context.rules:
            if rule[0] == "implies" and rule[1][0] in ("<=", "<"):
                _, left, right = rule[1]
                first, second = (left, right) if rule[1][0] == "<=" else (right, left)
                yield ("premise", rule), node("split", on=["-", unread(second), unread(first)])
        if fuel.leaf < 1:
            return
        for poly in _moves.boundary_polys(context):
            term = _moves.poly_json(context, P.scale(poly, -1))
            yield ("boundary", freeze(poly)), node("split", on=term)
        for sign in _moves.signs(context):
            yield ("sign", str(sign)), node("split", on=sign)


_NONE = Fuel(0, 0, 0, 0, 0)


def _evaluate(context: Context) -> Node | None:
    """A relation between closed terms, by its value."""
    if _open(context.goal):
        return None
    for bits in (0, 64, 256):
        step = node("evaluate", bits=bits)
        if _rule(context, step) is not None:
            return step
    return None


def _open(formula: Any) -> bool:
    """Whether a variable or a function occurs."""
    if isinstance(formula, str):
        return formula[0] != "#"
    if not isinstance(formula, tuple):
        return False
    return formula[0] == "app" or any(_open(part) for part in formula[1:])


def _close(literals: list[Any], effort: int) -> Node | None:
    """An ideal, or a positive combination; first among the linear literals."""
    from proofs.positivity import ideal
    from proofs.positivity.finder import find

    last = len(literals) - 1
    tried: list[list[int]] = []
    for stage in (_linear, _short, _any):
        kept = [i for i in range(len(literals)) if i == last or stage(literals[i])]
        if kept in tried or (effort and stage is _linear):
            continue
        tried.append(kept)
        chosen = tuple(literals[i] for i in kept)
        found = ideal.refute(chosen) if stage is _any and not effort else None
        found = found or find(chosen, effort=effort, seconds=NO_LIMIT)
        if found is not None:
            ((by, body),) = _renumber(found, kept).items()
            return {"by": by, **body, "then": []}
    return None


def _degree(literal: Any) -> int:
    return max((sum(e for _, e in m) for m in literal.poly), default=0)


def _linear(literal: Any) -> bool:
    return _degree(literal) <= 1


def _short(literal: Any) -> bool:
    """Not v^2 = ..., as in the definition of an absolute value."""
    return literal.rel != "=" or not any(n[0] == "@" and e > 1 for m in literal.poly for n, e in m)


def _any(literal: Any) -> bool:
    return True
