"""Goals that are linear in logarithms, by which arguments are larger: p log p <= p log(p + q).

Where s <= t is shown for two arguments, w (log t - log s) is not negative for each w that is not:
for 1, for what the hypotheses say of variables, and for the factors of the goal's logarithms.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from constructions.terms import Term
from proofs.kernel import poly as P
from proofs.kernel.context import Context
from proofs.kernel.errors import Reject
from proofs.search import _moves
from proofs.search.calculus import Line, NotSmooth
from proofs.search.clock import now
from proofs.search.monotone import plausible
from proofs.search.prove import _OutOfWork, _Search
from proofs.search.stated import define, use
from proofs.search.written import log_of_one
from proofs.trees.leaves import using
from proofs.trees.script import Json, Node, NotFound, unread

WORK, MAX_LOGS, MAX_WEIGHTS = 500, 8, 5


def log_ordered(context: Context, deadline: float) -> Node | None:
    """A proof of the context's goal, or None."""
    if context.goal[0] not in ("<=", "<") or not plausible(context):
        return None
    line, search = Line(context.child()), _Search(WORK)
    try:
        define(line, unread(context.goal), search)
        seen = _moves.looked_at(line.context)
        arguments = [_moves.poly_json(seen, key[1]) for key in seen.atoms if key[0] == "log"]
        if not 1 <= len(arguments) <= MAX_LOGS:
            return None
        log_of_one(line, search)
        weights = list(_weights(line.context))[:MAX_WEIGHTS]
        for s, t in permutations([*arguments, "1"], 2):
            if now() > deadline:
                return None
            try:
                line.have_by(["<=", s, t], lambda inner: search.leaf(inner, 0))
                _ordered(line, s, t, weights, search)
            except (NotSmooth, NotFound):
                continue
        found = search.leaf(line.context, 0)
    except (NotSmooth, Reject, LookupError, _OutOfWork):
        return None
    return None if found is None else line.chain.close(found)


def _ordered(line: Line, s: Json, t: Json, weights: list[Json], search: _Search) -> None:
    """w log s <= w log t for each weight."""
    line.have_by(["<", "0", s], lambda inner: search.leaf(inner, 0))
    use(line, "order of logs", [s, t], search)
    first, second = Term(["log", s]), Term(["log", t])
    for w in weights:
        show = Term(w) * first <= Term(w) * second
        line.have(show, using(Term(w) >= 0, first <= second))


def _weights(context: Context) -> Iterator[Json]:
    """What the hypotheses say is not negative, in one variable or two."""
    for literal in context.literals:
        names = {name for m in literal.poly for name, _ in m}
        plain = names and not any(name[0] == "@" for name in names)
        if literal.rel in (">=", ">") and plain and max(map(_degree, literal.poly)) == 1:
            yield _moves.poly_json(context, literal.poly)


def _degree(monomial: P.Monomial) -> int:
    return sum(e for _, e in monomial)
