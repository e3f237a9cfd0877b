"""Statements without a term of theirs: each case of a kink, also inside of other functions.

From |z| = z the kernel does not know that e^-|z| = e^-z, whose arguments are different polynomials.
By lemmas of the library exp, log and tanh of equal numbers are equal, innermost first; so a goal
follows from the one that has ``value`` in the place of ``term``, wherever that stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from proofs.kernel.check import open_statement
from proofs.kernel.context import Context
from proofs.kernel.errors import Reject
from proofs.search.calculus import Line, NotSmooth
from proofs.search.cases import MAX_KINKS, kinks, replaced, values
from proofs.search.lemmas import told_in
from proofs.search.prove import Fuel, _OutOfWork, _rule, _Search
from proofs.trees.script import Json, Node, node
from proofs.trees.transport import Missing

WORK = 400
QUICK = Fuel(0, 1, 2, 0)


def inside_functions(term: Json) -> bool:
    """Whether a kink stands inside of exp, log or tanh."""
    if not isinstance(term, list) or term[0] in ("sum", "all", "some"):
        return False
    here = term[0] in ("exp", "log", "tanh") and any(kinks(term))
    return here or any(map(inside_functions, term[1:]))


def by_cases_stated(
    statement: Json, solve: Callable[[Json], Node | None], depth: int = MAX_KINKS
) -> Node | None:
    """A proof of the statement from those of ``solve`` where each kink of its goal has one value.

    The cases are statements: which of two values a kink has is a hypothesis, as an order.
    """
    inside = [kink for kink in kinks(statement["show"]) if not any(kinks(["", *kink[1:]]))]
    if not inside:
        return solve(statement)
    if depth <= 0:
        return None
    kink, line = inside[0], Line(open_statement(statement))
    search, step, proofs = _Search(WORK), node("case", on=kink), []
    try:
        define(line, ["=", kink, kink], search)
        for child, value in zip(_rule(line.context, step) or [], values(kink), strict=False):
            others = ["0"] if kink[0] == "abs" else [t for t in kink[1:] if t != value]
            order = [["<=", *((value, t) if kink[0] == "min" else (t, value))] for t in others]
            part = {**statement, "given": [*statement["given"], *order]}
            part["show"] = replaced(statement["show"], kink, value)
            proof = by_cases_stated(part, solve, depth - 1)
            if proof is None:
                return None
            case = Line(child)
            for fact in order:
                case.have_by(fact, partial(_leaf, search))
            case.have_by(part["show"], told_in(part, proof))
            proofs.append(closed(case, statement["show"], [(kink, value)], search))
    except (NotSmooth, Missing, Reject, _OutOfWork):
        return None
    return line.chain.close({**step, "then": proofs}) if len(proofs) == 2 else None


def closed(line: Line, goal: Json, pairs: list[tuple[Json, Json]], search: _Search) -> Node:
    """The line's goal from the same with the second terms, which are known to be equal, for the
    first, which is known.

    Raises:
        NotSmooth: it does not follow.
    """
    for old, new in pairs:
        congruent(line, goal, old, new, search)
        goal = replaced(goal, old, new)
    found = same(search, line.context)
    if found is None:
        raise NotSmooth("equal terms")
    return line.chain.close(found)


def congruent(line: Line, formula: Json, old: Json, new: Json, search: _Search) -> None:
    """Know f(s) = f(t) for each exp, log or tanh in the formula whose argument has ``old`` in it.

    Raises:
        NotSmooth: one is not shown to be defined.
    """
    for term in _around(formula, old):
        other = replaced(term, old, new)
        s, t = term[1], other[1]
        if term[0] == "log":
            line.have_by(["<", "0", t], partial(positive, search))
        line.have_by(["=", s, t], partial(_both, search))
        use(line, f"{term[0]} of equals", [s, t], search)


def _around(formula: Json, old: Json) -> Iterator[Json]:
    """exp, log and tanh of what has a term in it, the innermost first; not in sums."""
    if not isinstance(formula, list) or formula == old or formula[0] in ("sum", "all", "some"):
        return
    for part in formula[1:]:
        yield from _around(part, old)
    if formula[0] in ("exp", "log", "tanh") and replaced(formula[1], old, "") != formula[1]:
        yield formula


def use(line: Line, name: str, at: list[Json], search: _Search) -> None:
    """A lemma of the library at these terms, whose premises are known up to multiplying out."""
    step = node("use", rule=line.lemma(name), at=at)
    proofs = [_premise(search, child) for child in (_rule(line.context, step) or [])[:-1]]
    if None in proofs:
        raise NotSmooth(name)
    line.step(step, [proof for proof in proofs if proof])


def _premise(search: _Search, context: Context) -> Node | None:
    if context.goal[0] != "and":
        return _both(search, context)
    proofs = [_premise(search, child) for child in _rule(context, node("both")) or []]
    return None if None in proofs else node("both", *[proof for proof in proofs if proof])


def _leaf(search: _Search, context: Context) -> Node | None:
    return search.leaf(context, 0)


def _both(search: _Search, context: Context) -> Node | None:
    if context.goal[0] != "=":
        return search.leaf(context, 0)
    return search._two_sides(context, 0) or search._two_sides(context, 1)


def define(line: Line, formula: Json, search: _Search) -> None:
    """What stands in a relation, defined.

    Raises:
        NotSmooth: it is not shown to be.
    """
    read = (formula[0], *(line.context.read(side) for side in formula[1:]))
    known = search._define(line.context, read, QUICK, frozenset(), line.chain)
    if known is None:
        raise NotSmooth("undefined")
    line.context = known


def positive(search: _Search, context: Context) -> Node | None:
    """0 < s, with quotients defined and multiplied out."""
    from proofs.search.strategies import multiplied, squares

    found = search.solve(context, QUICK, frozenset())
    return found or multiplied(context, squares)


def same(search: _Search, context: Context) -> Node | None:
    """The context's goal from one that differs by terms that are known to be equal."""
    op = context.goal[0]
    if op == "and":
        proofs = [same(search, child) for child in _rule(context, node("both")) or []]
        return None if None in proofs else node("both", *[proof for proof in proofs if proof])
    found = search._two_sides(context, 0) if op == "=" else search.leaf(context, 0)
    return found or search.leaf(context, 1) or search.solve(context, QUICK, frozenset())


def lipschitz(formula: Json) -> tuple[str, Json] | None:
    """The function and the constant of |f(u) - f(v)| <= C |u - v| for all real u and v."""
    names, body = [], formula
    while body[0] == "all" and body[2] == "real":
        names.append(body[1])
        body = body[3]
    if len(names) != 2 or body[0] != "<=" or body[1][0] != "abs":
        return None
    sizes = [["abs", ["-", *pair]] for pair in (names, names[::-1])]
    left, right = body[1][1], body[2]
    alike = isinstance(left, list) and left[0] == "-" and len(left) == 3
    if not alike or any(not isinstance(side, list) or side[0] != "app" for side in left[1:]):
        return None
    c = _factor(right, sizes)
    same_function = left[1][1] == left[2][1]
    apart = [side[2:] for side in left[1:]] in ([[n] for n in names], [[n] for n in names[::-1]])
    if c is None or not same_function or not apart or any(_occurs(c, n) for n in names):
        return None
    return left[1][1], c


def _factor(term: Json, sizes: list[Json]) -> Json | None:
    """c, where the term is c times one of these sizes."""
    if term in sizes:
        return "1"
    if not isinstance(term, list) or term[0] != "*":
        return None
    for size in sizes:
        if term[1:].count(size) == 1:
            rest = [part for part in term[1:] if part != size]
            return rest[0] if len(rest) == 1 else ["*", *rest]
    return None


def _occurs(term: Json, name: str) -> bool:
    return replaced(term, name, "") != term
