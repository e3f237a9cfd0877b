"""Ways to a proof, the quickest first; each returns a certificate that the kernel has accepted."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from itertools import permutations
from typing import Any

from proofs.kernel import check
from proofs.kernel.check import RULES, open_statement
from proofs.kernel.context import Context
from proofs.kernel.errors import Reject
from proofs.kernel.terms import RELATIONS
from proofs.search.cases import kinks, without
from proofs.search.clock import now
from proofs.search.covers import MAX_BOXES, cover
from proofs.search.prove import prove
from proofs.trees.script import Json, Node, dumps, node

Strategy = Callable[[Json, float], bytes | None]
ELEMENTARY = ("exp", "log", "tanh", "sin", "cos", "atan")
REACHES = (1, 2, 4, 8, 16, 32)
"""Where a variable without bounds is cut off: its tails are proved apart."""
FAR = 100
"""Work for the lines of exp there."""
CASES = 9
"""So many absolute values, maxima and minima inside of each other's cases."""


def accepted(statement: Json, proof: Node | None) -> bytes | None:
    """The certificate, if the kernel accepts it."""
    if proof is None:
        return None
    data = dumps({"statement": statement, "proof": proof})
    return data if check(data).accepted else None


def _first(ways: Sequence[Strategy], deadline: float) -> Callable[[Json], bytes | None]:
    """The first certificate that the ways find, each in two thirds of the time that is left."""

    def solve(part: Json) -> bytes | None:
        for way in ways:
            if now() > deadline:
                return None
            found = way(part, now() + 2 * (deadline - now()) / 3)
            if found is not None:
                return found
        return None

    return solve


def by_search(effort: int) -> Strategy:
    def strategy(statement: Json, deadline: float) -> bytes | None:
        found = prove(statement, effort)
        return None if found is None else dumps(found)

    return strategy


def by_core(statement: Json, deadline: float) -> bytes | None:
    """A search among the hypotheses that cvc5 needs."""
    from proofs.search.solvers import needed
    from proofs.trees.transport import transport

    given = statement["given"]
    if len(given) < 2:
        return None
    kept = needed(statement, max(1.0, min(10.0, deadline - now())))
    if kept is None or len(kept) == len(given):
        return None
    fewer = prove({**statement, "given": [given[i] for i in kept]}, 1)
    moved = None if fewer is None else transport(fewer, statement)
    return None if moved is None else accepted(statement, moved["proof"])


def by_cover(boxes: int) -> Strategy:
    """Boxes in one variable; where it has no bounds, boxes in the middle and proofs for tails."""

    def strategy(statement: Json, deadline: float) -> bytes | None:
        proof = apart(open_statement(statement), lambda c: _covered(c, deadline, boxes))
        return accepted(statement, proof)

    return strategy


def _covered(context: Context, deadline: float, boxes: int) -> Node | None:
    if now() > deadline:
        return None
    found = cover(context, deadline, boxes)
    return found if found is not None else _cut_off(context, deadline, boxes)


def apart(context: Context, solve: Callable[[Context], Node | None]) -> Node | None:
    """The goal's conjunctions, implications and universals taken off; ``solve`` does the rest."""
    op = context.goal[0]
    if op not in ("and", "implies", "all"):
        return solve(context)
    name = next(f"z{i}" for i in range(1000) if f"z{i}" not in context.sorts)
    step = node("both") if op == "and" else node("intro", **{"as": name if op == "all" else ""})
    proofs = []
    for child in _children(context, step):
        proof = apart(child, solve)
        if proof is None:
            return None
        proofs.append(proof)
    return {**step, "then": proofs} if proofs else None


def _children(context: Context, step: Node) -> list[Context]:
    try:
        return RULES[step["by"]][1](context.child(), step)
    except Reject:
        return []


def _cut_off(context: Context, deadline: float, boxes: int) -> Node | None:
    """The goal beyond R, below -R, and between, for the first R at which the tails are proved."""
    from proofs.search.covers import _names, bounds
    from proofs.search.elementary import far

    names = _names(context.goal)
    if len(names) != 1:
        return None
    (name,) = names
    if context.sorts.get(name) != "real" or bounds(context, name) is not None:
        return None
    for reach in REACHES:
        above = node("split", on=["-", name, str(reach)])
        children = _children(context, above)
        if len(children) != 2 or now() > deadline:
            return None
        right = tail(children[0], deadline) or far(children[0], name, reach, True, FAR)
        if right is None:
            continue
        below = node("split", on=["+", name, str(reach)])
        inner = _children(children[1], below)
        if len(inner) != 2:
            return None
        left = tail(inner[1], deadline) or far(inner[1], name, reach, False, FAR)
        if left is None:
            continue
        middle = cover(inner[0], deadline, boxes)
        if middle is None:
            return None  # nor on a longer middle
        return {**above, "then": [right, {**below, "then": [middle, left]}]}
    return None


def tail(context: Context, deadline: float) -> Node | None:
    """A proof of the context's goal by the search that follows no script."""
    from proofs.search.prove import STAGES, WORK, _OutOfWork, _Search

    search = _Search(WORK[0])
    for fuel in STAGES[0]:
        if now() > deadline:
            return None
        try:
            found = search.solve(context.child(), fuel, frozenset())
        except _OutOfWork:
            return None
        if found is not None:
            return found
    return None


def by_exponentials(stages: int, work: int, inverses: bool = False) -> Strategy:
    """The search, with facts on the exponentials, logarithms and tanh in sight.

    With ``inverses``, where both of the first two are, also with -log(s) and 1/s.
    """

    def strategy(statement: Json, deadline: float) -> bytes | None:
        from proofs.search.prove import STAGES, _OutOfWork, _Search

        there = [f"'{name}'" in str(statement) for name in ("exp", "log", "tanh")]
        if not any(there) or (inverses and not all(there[:2])):
            return None
        search = _Search(work)
        for fuel in STAGES[1][:stages]:
            if now() > deadline:
                return None
            try:
                start = open_statement(statement)
                solve = partial(_with_exponentials, search=search, fuel=fuel, inverses=inverses)
                proof = apart(start, solve)
            except _OutOfWork:
                return None
            if proof is not None:
                return accepted(statement, proof)
        return None

    return strategy


def by_monotony(statement: Json, deadline: float) -> bytes | None:
    """From a point, by the sign of a derivative."""
    from proofs.search.monotone import monotone

    return accepted(statement, monotone(statement, deadline))


def by_monotony_multiplied(statement: Json, deadline: float) -> bytes | None:
    """The same after quotients were multiplied out."""
    from proofs.search.monotone import risen

    if "'/'" not in str(statement["show"]):
        return None
    start = open_statement(statement)
    proof = apart(start, lambda c: multiplied(c, lambda inner: risen(inner, deadline)))
    return accepted(statement, proof)


def by_division(statement: Json, deadline: float) -> bytes | None:
    """Sums of exponentials: divided by one of them, then by the sign of the derivative."""
    from proofs.search.divided import falling

    text = str(statement["show"])
    if not any(f"'{name}'" in text for name in ("exp", "log", "tanh")) or "'sum'" in text:
        return None
    return accepted(statement, falling(statement, (now() + 3 * deadline) / 4))


def by_needed_cases(statement: Json, deadline: float) -> bytes | None:
    """Absolute values, maxima and minima taken apart where a linear program says it matters."""
    from proofs.search.piecewise import piecewise

    if not any(kinks(statement["show"])):
        return None
    start = open_statement(statement)
    return accepted(statement, apart(start, lambda context: piecewise(context, deadline)))


def by_cases(statement: Json, deadline: float) -> bytes | None:
    """Absolute values, maxima and minima of the goal taken apart, then a search in each case."""
    if not any(kinks(statement["show"])):
        return None

    def solve(context: Context) -> Node | None:
        return None if now() > deadline else _in_case(context)

    def proof(context: Context) -> Node | None:
        return without(context, lambda kink: True, solve, CASES)

    return accepted(statement, apart(open_statement(statement), proof))


def _in_case(context: Context) -> Node | None:
    from proofs.search.monotone import plausible
    from proofs.search.prove import _NONE, Fuel, _OutOfWork, _Search

    if not plausible(context):
        return None
    smooth = any(f"'{name}'" in str(context.goal) for name in ("exp", "log", "tanh"))
    for fuel in (_NONE, Fuel(0, 1, 2, 0)):
        for with_lines in (False, True) if smooth else (False,):
            search = _Search(200)
            try:
                if with_lines:
                    found = _with_exponentials(context, search, fuel)
                else:
                    found = search.leaf(context, 0) or search.solve(context, fuel, frozenset())
            except _OutOfWork:
                continue
            if found is not None:
                return found
    return None


def by_pieces(statement: Json, deadline: float) -> bytes | None:
    """In one variable: the line cut where kinks change; each piece is a statement of its own."""
    from proofs.search.pieces import pieces

    if len(statement["vars"]) != 1 or len(list(kinks(statement["show"]))) < 2:
        return None
    smooth = any(f"'{name}'" in str(statement["show"]) for name in ELEMENTARY)

    solve = _first(IN_SMOOTH_PIECES if smooth else IN_PIECES, deadline)

    start = open_statement(statement)
    return accepted(statement, apart(start, lambda context: pieces(context, statement, solve)))


def by_parts(statement: Json, deadline: float) -> bytes | None:
    """Of ``A or B`` one part where the others are denied."""
    from proofs.search.disjunctions import alone, told

    for number, part in alone(statement):
        for way in (by_search(0), by_cover(80), by_powers, by_integers, by_monotony):
            if now() > deadline:
                return None
            found = way(part, deadline)
            if found is not None:
                certificate = accepted(statement, told(statement, number, json.loads(found)))
                if certificate is not None:
                    return certificate
    return None


def by_order(statement: Json, deadline: float) -> bytes | None:
    """With |x - y|, of a goal in which x and y may change places: for y <= x, by the others."""
    from proofs.search.ordered import ordered

    def solve(part: Json) -> bytes | None:
        smooth = any(f"'{name}'" in str(part["show"]) for name in ELEMENTARY)
        return _first(IN_ORDER[smooth:], deadline)(part)

    return accepted(statement, ordered(statement, solve))


def by_sides(statement: Json, deadline: float) -> bytes | None:
    """Of |A| <= B both sides, with what bounds the data both ways: each a statement of its own."""
    from proofs.search.sides import sided

    text = str(statement["show"])
    if not any(f"'{name}'" in text for name in (*ELEMENTARY, "sum")):
        return None

    solve = _first(IN_SIDES, deadline)

    return accepted(statement, sided(statement, solve))


def by_weights(statement: Json, deadline: float) -> bytes | None:
    """Of a goal that is linear in a number between two bounds, what it is at both."""
    from proofs.search.weights import weighted

    solve = _first(AT_ENDS, deadline)

    return accepted(statement, weighted(statement, solve))


def by_roots(statement: Json, deadline: float) -> bytes | None:
    """Products and quotients with roots, by the squares of both sides."""
    from proofs.search.roots import by_squares

    if "'sqrt'" not in str(statement["show"]):
        return None

    solve = _first(UNDER_ROOTS, deadline)

    return accepted(statement, by_squares(statement, solve))


def by_scale(statement: Json, deadline: float) -> bytes | None:
    """Roots of which one is a multiple of another."""
    from proofs.search.scaled_roots import scaled

    if "'sqrt'" not in str(statement["show"]):
        return None
    return accepted(statement, scaled(statement, _first(SCALED, deadline), deadline))


def by_writing_out(statement: Json, deadline: float) -> bytes | None:
    """Logarithms of products and quotients written out, and tanh of logarithms."""
    from proofs.search.written import written_out

    if "'log'" not in str(statement["show"]):
        return None

    solve = _first(WRITTEN_OUT, deadline)

    return accepted(statement, written_out(statement, solve))


def by_stated_cases(statement: Json, deadline: float) -> bytes | None:
    """Kinks inside of other functions: each case is a statement, for the others."""
    from proofs.search.stated import by_cases_stated, inside_functions

    if not inside_functions(statement["show"]):
        return None

    def solve(part: Json) -> Node | None:
        found = _first(IN_CASES, deadline)(part)
        return None if found is None else json.loads(found)["proof"]

    return accepted(statement, by_cases_stated(statement, solve))


def by_convexity(statement: Json, deadline: float) -> bytes | None:
    """Convex functions that are left open, at the points and weights of the goal."""
    from proofs.search.convexity import convex

    if not any(g[0] == "all" for g in statement["given"]):
        return None
    start = open_statement(statement)
    return accepted(statement, apart(start, lambda context: convex(context, deadline)))


def by_composition(statement: Json, deadline: float) -> bytes | None:
    """Compositions of functions that are Lipschitz on the line, from inside out."""
    from proofs.search.compositions import composed

    if not any(g[0] == "all" for g in statement["given"]):
        return None
    start = open_statement(statement)
    return accepted(statement, apart(start, lambda context: composed(context, deadline)))


def by_other_words(statement: Json, deadline: float) -> bytes | None:
    """Hypotheses in other words: names for what there is, signs of constants, no quotients."""
    from proofs.search.premises import reworded

    def solve(part: Json) -> bytes | None:
        found = None
        if "'sum'" in str(part["show"]):
            found = by_sums(part, (now() + 3 * deadline) / 4)
        return found or _first(REWORDED, deadline)(part)

    return accepted(statement, reworded(statement, solve))


def by_interpolation(statement: Json, deadline: float) -> bytes | None:
    """Weighted values of a Lipschitz function, by the distances of its arguments."""
    from proofs.search.interpolation import interpolated

    return accepted(statement, interpolated(statement, _first(INTERPOLATED, deadline)))


def by_values(statement: Json, deadline: float) -> bytes | None:
    """Values of Lipschitz functions as variables."""
    from proofs.search.interpolation import as_numbers

    return accepted(statement, as_numbers(statement, _first(INTERPOLATED, deadline)))


def by_peeling(statement: Json, deadline: float) -> bytes | None:
    """|h(A) - h(B)| by a Lipschitz bound of h, and the distance of its inputs."""
    from proofs.search.outer import peeled

    solve = _first(PEELED, deadline)

    return accepted(statement, peeled(statement, solve))


def by_generalising(statement: Json, deadline: float) -> bytes | None:
    """Positive sums that stand together as one variable."""
    from proofs.search.generalised import generalised

    if "'exp'" not in str(statement["show"]):
        return None

    def solve(part: Json) -> bytes | None:
        found = by_order(part, (now() + 4 * deadline) / 5)
        return found or _first(GENERALISED, deadline)(part)

    return accepted(statement, generalised(statement, solve))


def by_products(statement: Json, deadline: float) -> bytes | None:
    """Sums of logarithms, as products."""
    from proofs.search.logarithms import products

    if "'log'" not in str(statement["show"]):
        return None
    return accepted(statement, products(open_statement(statement), 120))


def by_products_in_cases(statement: Json, deadline: float) -> bytes | None:
    """Sums of logarithms, as products, in every case and multiplied out."""
    from proofs.search.logarithms import products

    show = statement["show"]
    if "'log'" not in str(show) or not (any(kinks(show)) or "'/'" in str(show)):
        return None

    def solve(context: Context) -> Node | None:
        found = multiplied(context, lambda inner: products(inner, 60))
        return found if found is not None else products(context, 60)

    def proof(context: Context) -> Node | None:
        return without(context, lambda kink: True, solve, CASES)

    return accepted(statement, apart(open_statement(statement), proof))


def by_tangents(statement: Json, deadline: float) -> bytes | None:
    """Sums of logarithms, each compared with that of 1 or of one of the others."""
    from proofs.search.tangents import tangents

    if "'log'" not in str(statement["show"]) or "'sum'" in str(statement["show"]):
        return None

    def solve(context: Context) -> Node | None:
        return squares(context) or with_powers(context)

    proof = apart(open_statement(statement), lambda c: tangents(c, deadline, solve))
    return accepted(statement, proof)


def by_log_order(statement: Json, deadline: float) -> bytes | None:
    """Sums of logarithms, by which arguments are larger."""
    from proofs.search.log_order import log_ordered

    if "'log'" not in str(statement["show"]) or "'sum'" in str(statement["show"]):
        return None
    start = open_statement(statement)
    return accepted(statement, apart(start, lambda context: log_ordered(context, deadline)))


def by_ends(statement: Json, deadline: float) -> bytes | None:
    """The search, with Lipschitz bounds also at the ends of their intervals."""
    from proofs.search.calculus import Line
    from proofs.search.prove import Fuel, _OutOfWork, _Search
    from proofs.trees.script import unread

    line, search = Line(open_statement(statement)), _Search(150)
    rules = [r for r in line.context.rules if r[0] == "lipschitz"][:2]
    if not rules or line.context.goal[0] not in RELATIONS or len(line.context.literals) > 20:
        return None
    try:
        for rule in rules:
            ends = [unread(end) for end in rule[3:]]
            step = node("use", rule=line.context.rules.index(rule), at=ends)
            inside = _children(line.context, step)
            proof = search.solve(inside[0], Fuel(0, 1, 2, 0), frozenset()) if inside else None
            if proof is not None:
                line.step(step, [proof])
        for fuel in (Fuel(0, 1, 2, 0), Fuel(0, 2, 4, 0)):
            found = search.solve(line.context, fuel, frozenset())
            if found is not None or now() > deadline:
                return None if found is None else accepted(statement, line.chain.close(found))
    except _OutOfWork:
        pass
    return None


def by_sines(statement: Json, deadline: float) -> bytes | None:
    """The search, with bounds on sin and cos in sight."""
    from proofs.search.prove import _Search

    if not any(t in str(statement["show"]) for t in ("'sin'", "'cos'")):
        return None
    solve = partial(_with_sines, search=_Search(500), deadline=deadline)
    return accepted(statement, apart(open_statement(statement), solve))


def _with_sines(context: Context, search: Any, deadline: float) -> Node | None:
    from proofs.search.calculus import Line, NotSmooth
    from proofs.search.elementary import additions, by_the_goal, known, sines
    from proofs.search.prove import Fuel, _OutOfWork

    line = Line(context.child())
    try:
        defined = search._define(context, context.goal, Fuel(0, 1, 2, 0), frozenset(), line.chain)
        if defined is None:
            return None
        line.context = defined
        added, doubled = additions(line)
        if added:
            found = search.leaf(line.context, 0)
            if found is None and line.context.goal[0] == "=":
                found = search._two_sides(line.context, 0)
            if found is not None:
                return line.chain.close(found)
        pairs = [[p, q, ["-", p, q]] for p, q in permutations(doubled, 2)]
        if known(line, [("cos moves", at) for at in pairs], search):
            found = search.leaf(line.context, 0)
            if found is not None:
                return line.chain.close(found)
        some = known(line, [*sines(line.context), *by_the_goal(line.context)], search)
        if not (added or some):
            return None
        if "cos" in str(defined.goal):
            line.have(["=", ["cos", "0"], "1"], node("both", *[node("evaluate", bits=64)] * 2))
        if added and line.context.goal[0] == "=":
            found = search._two_sides(line.context, 0)
            return None if found is None else line.chain.close(found)
        for fuel in (Fuel(0, 0, 0, 0), Fuel(0, 0, 2, 0), Fuel(0, 1, 3, 0), Fuel(1, 1, 3, 0)):
            found = search.solve(line.context, fuel, frozenset())
            if found is not None or now() > deadline:
                return None if found is None else line.chain.close(found)
    except (_OutOfWork, NotSmooth):
        pass
    return None


def by_sums(statement: Json, deadline: float) -> bytes | None:
    """Sums of symbolic length, by what holds of each summand."""
    from proofs.search.sums import summing

    if "'sum'" not in str(statement):
        return None
    proof = apart(open_statement(statement), lambda context: summing(context, deadline))
    return accepted(statement, proof)


def by_quotients(statement: Json, deadline: float) -> bytes | None:
    """Quotients multiplied out, then products and squares."""
    text = str(statement)
    if any(f"'{name}'" in str(statement["show"]) for name in (*ELEMENTARY, "sum")):
        return None
    if "'/'" not in text and any(f"'{name}'" in text for name in ("all", "lipschitz")):
        return None  # it uses no hypothesis with a quantifier
    proof = apart(open_statement(statement), lambda c: multiplied(c, partial(_squares, deadline)))
    return accepted(statement, proof)


def by_powers(statement: Json, deadline: float) -> bytes | None:
    """Exponentials as powers of a few, quotients multiplied out, then products and squares."""
    text = str(statement["show"])
    if not any(f"'{name}'" in text for name in ("exp", "tanh")) or "'log'" in text:
        return None
    start = open_statement(statement)
    proof = apart(start, lambda c: without(c, lambda kink: True, with_powers))
    return accepted(statement, proof)


def with_powers(context: Context) -> Node | None:
    """A goal in exponentials, as powers of a few and multiplied out."""
    from proofs.search.calculus import Line, NotSmooth
    from proofs.search.exponentials import _with_definitions
    from proofs.search.monotone import plausible
    from proofs.search.powers import by_lines, powers
    from proofs.search.prove import Fuel, _OutOfWork, _Search
    from proofs.search.quotients import cleared

    if not plausible(context):
        return None
    line, search = Line(context.child()), _Search(200)
    try:
        quick = Fuel(0, 1, 2, 0)
        line.context = _with_definitions(line.context, search, line.chain)
        defined = search._define(line.context, context.goal, quick, frozenset(), line.chain)
        if defined is None:
            return None
        line.context = _with_definitions(defined, search, line.chain)
        powers(line)
        found = cleared(line.context, lambda inner: by_lines(inner, search, (0, 1)))
    except (_OutOfWork, NotSmooth):
        return None
    return None if found is None else line.chain.close(found)


def by_orders(statement: Json, deadline: float) -> bytes | None:
    """Comparisons joined by "and", "or" and "if", in every order of what they compare."""
    from proofs.search import disjunctions

    return accepted(statement, disjunctions.by_orders(statement))


def by_induction(statement: Json, deadline: float) -> bytes | None:
    """Induction, with quotients multiplied out and lines of exp in the step.

    Not from hypotheses with quantifiers: the search without a script does those.
    """
    from proofs.search.inductions import inducted

    if "'int'" not in str(statement):
        return None
    proof = apart(open_statement(statement), lambda context: inducted(context, deadline))
    return accepted(statement, proof)


def by_recursion(statement: Json, deadline: float) -> bytes | None:
    """Induction on a recursion: base and step as statements about numbers, by the others."""
    from proofs.search.recursions import recurring

    solve = _first(IN_STEPS, deadline)

    return accepted(statement, recurring(statement, solve))


def by_integers(statement: Json, deadline: float) -> bytes | None:
    """Floors and integers, by branch and bound."""
    from proofs.search.rounding import rounded

    text = str(statement["show"])
    if "'floor'" not in text and not ("int" in statement["vars"].values() and "sum" not in text):
        return None
    proof = apart(open_statement(statement), lambda context: rounded(context, deadline))
    return accepted(statement, proof)


def multiplied(context: Context, solve: Callable[[Context], Node | None]) -> Node | None:
    """The context's goal with its quotients defined and multiplied out, by ``solve``."""
    from proofs.search.monotone import plausible
    from proofs.search.prove import _NONE, Fuel, _Chain, _OutOfWork, _Search
    from proofs.search.quotients import cleared, square_signs

    if context.goal[0] not in ("<=", "<", "=") or not plausible(context):
        return None
    chain = _Chain()
    context = square_signs(context, chain)
    for fuel in (_NONE, Fuel(0, 1, 2, 0), Fuel(1, 1, 3, 0)):
        try:
            defined = _Search(300)._define(context, context.goal, fuel, frozenset(), chain)
        except _OutOfWork:
            return None
        if defined is not None:
            found = cleared(defined, solve)
            return None if found is None else chain.close(found)
    return None


def squares(context: Context) -> Node | None:
    """A leaf, with squares if need be."""
    from proofs.search.prove import _OutOfWork, _Search

    try:
        return _Search(100).leaf(context, 0) or _Search(100).leaf(context, 1)
    except _OutOfWork:
        return None


def _squares(deadline: float, context: Context) -> Node | None:
    from proofs.search.completions import completed
    from proofs.search.prove import Fuel, _OutOfWork, _Search

    search = _Search(300)
    try:
        found = completed(context, search, (0,))
        if found is None:
            found = search.solve(context, Fuel(0, 1, 3, 0), frozenset())
        for effort in (1, 2):
            if found is not None or now() > deadline:
                return found
            found = completed(context, search, (effort,))
        return found
    except _OutOfWork:
        return None


def _with_exponentials(
    context: Context, search: Any, fuel: Any, inverses: bool = False
) -> Node | None:
    from proofs.search.exponentials import add_facts
    from proofs.search.prove import _Chain

    chain = _Chain()
    defined = search._define(context, context.goal, fuel, frozenset(), chain)
    context = add_facts(defined if defined is not None else context, search, chain, inverses)
    found = search.solve(context, fuel, frozenset())
    return None if found is None else chain.close(found)


STRATEGIES: tuple[tuple[str, Strategy], ...] = (
    ("a moment's search", by_search(0)),
    ("a part, the others denied", by_parts),
    ("induction, the step as a statement", by_recursion),
    ("for y <= x, without |x - y|", by_order),
    ("exponentials as powers", by_powers),
    ("bounds on sin and cos", by_sines),
    ("boxes in one variable", by_cover(80)),
    ("one variable, piece by piece", by_pieces),
    ("all cases of absolute values and maxima", by_cases),
    ("exponentials and their lines", by_exponentials(4, 200)),
    ("quotients multiplied out", by_quotients),
    ("integers between bounds", by_integers),
    ("induction, multiplied out", by_induction),
    ("sums, term by term", by_sums),
    ("Lipschitz bounds at the ends", by_ends),
    ("squares of both sides", by_roots),
    ("between the ends of a weight", by_weights),
    ("sides of a bound", by_sides),
    ("products of logarithms", by_products),
    ("tangents of logarithms", by_tangents),
    ("exponentials, divided and differentiated", by_division),
    ("derivatives", by_monotony),
    ("derivatives, multiplied out", by_monotony_multiplied),
    ("more boxes", by_cover(MAX_BOXES)),
    ("exponentials, with more cases", by_exponentials(5, 500)),
    ("a search of seconds", by_search(1)),
    ("the hypotheses that cvc5 needs", by_core),
    ("a longer search", by_search(2)),
)
"""Those that steps of written proofs and lemmas of the library use, in this order."""

MORE: dict[str, tuple[tuple[str, Strategy], ...]] = {
    "a part, the others denied": (("the cases that matter", by_needed_cases),),
    "induction, the step as a statement": (
        ("weighted values of a Lipschitz function", by_interpolation),
        ("values of Lipschitz functions as variables", by_values),
        ("sums, term by term", by_sums),
    ),
    "exponentials as powers": (
        ("convexity, at the goal's points", by_convexity),
        ("compositions of Lipschitz functions", by_composition),
    ),
    "bounds on sin and cos": (
        ("cases inside of functions", by_stated_cases),
        ("positive sums as variables", by_generalising),
        ("every order of what is compared", by_orders),
    ),
    "squares of both sides": (("roots of multiples", by_scale),),
    "exponentials and their lines": (
        ("exponentials and inverses of logarithms", by_exponentials(4, 200, True)),
    ),
    "products of logarithms": (("logarithms in every case", by_products_in_cases),),
    "integers between bounds": (("hypotheses in other words", by_other_words),),
    "Lipschitz bounds at the ends": (("the distance of inputs", by_peeling),),
    "exponentials, divided and differentiated": (
        ("which logarithms are larger", by_log_order),
        ("logarithms written out", by_writing_out),
    ),
}
"""What a statement of its own is also asked, or asked earlier, before the one of this name."""

DECIDING: tuple[tuple[str, Strategy], ...] = tuple(
    {
        name: strategy
        for last, way in STRATEGIES
        for name, strategy in (*MORE.get(last, ()), (last, way))
    }.items()
)
"""Those that decide a statement."""

IN_ORDER: tuple[Strategy, ...] = (
    by_search(0),
    by_powers,
    by_monotony,
    by_cases,
    by_quotients,
    by_sines,
    by_division,
)

IN_PIECES: tuple[Strategy, ...] = (by_search(0), by_quotients, by_cover(80), by_search(1))
IN_SMOOTH_PIECES: tuple[Strategy, ...] = (by_cover(80), by_division, by_monotony, by_search(1))

IN_SIDES: tuple[Strategy, ...] = (by_search(0), by_products, by_sums, by_powers)

AT_ENDS: tuple[Strategy, ...] = (
    by_search(0),
    by_products,
    by_tangents,
    by_cases,
    by_powers,
    by_division,
    by_monotony,
)

UNDER_ROOTS: tuple[Strategy, ...] = (by_search(0), by_quotients, by_sums)

SCALED: tuple[Strategy, ...] = (by_search(0), by_sums, by_quotients)

WRITTEN_OUT: tuple[Strategy, ...] = (
    by_search(0),
    by_cover(80),
    by_products,
    by_log_order,
    by_tangents,
    by_powers,
    by_division,
    by_monotony,
)

IN_CASES: tuple[Strategy, ...] = (
    by_search(0),
    by_powers,
    by_cover(80),
    by_division,
    by_monotony,
    by_products,
)

REWORDED: tuple[Strategy, ...] = (
    by_search(0),
    by_integers,
    by_quotients,
    by_convexity,
    by_sides,
    by_search(1),
)

INTERPOLATED: tuple[Strategy, ...] = (
    by_search(0),
    by_quotients,
    by_cases,
    by_monotony,
    by_search(1),
)

PEELED: tuple[Strategy, ...] = (by_search(0), by_order, by_sums, by_sides, by_search(1))

GENERALISED: tuple[Strategy, ...] = (by_search(0), by_powers, by_monotony)

IN_STEPS: tuple[Strategy, ...] = (
    by_search(0),
    by_cases,
    by_quotients,
    by_powers,
    by_exponentials(3, 200),
)

OF_ONE_FORM = frozenset(
    {
        "for y <= x, without |x - y|",
        "bounds on sin and cos",
        "one variable, piece by piece",
        "sides of a bound",
        "between the ends of a weight",
        "convexity, at the goal's points",
        "hypotheses in other words",
        "the distance of inputs",
        "weighted values of a Lipschitz function",
        "values of Lipschitz functions as variables",
        "cases inside of functions",
        "positive sums as variables",
        "roots of multiples",
    }
)
"""Strategies that end at once where they have nothing to do."""


def by_numbers(statement: Json, deadline: float) -> bytes | None:
    """Short sums, floors of numbers and kinks spelled out (:mod:`proofs.search.spelled`)."""
    from proofs.search.spelled import spelled_out

    return spelled_out(statement, deadline)


BY_NAME: dict[str, Strategy] = {
    "search": by_search(2),
    "boxes": by_cover(MAX_BOXES),
    "powers": by_powers,
    "exponentials": by_exponentials(5, 500),
    "quotients": by_quotients,
    "integers": by_integers,
    "induction": by_induction,
    "sums": by_sums,
    "logarithms": by_products,
    "sines": by_sines,
    "derivatives": by_monotony,
    "numbers": by_numbers,
}
"""Ways to a proof that a step of a written proof can name (docs/proofs.md)."""
