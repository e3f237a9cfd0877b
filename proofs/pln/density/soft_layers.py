"""Networks of a layer with delta > 0 are dense: LN-d and LS-d alike, from t/(|t| + c) alone."""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Json, Term, conj, every, var
from proofs.pln.density.cube import density_script
from proofs.pln.density.unit_exponentials import Units
from proofs.pln.steps_of_ramp import bounded, limit
from proofs.pln.symbols import ONE, S
from proofs.pln.thm1.sums import known
from proofs.trees.script import Node, auto, case, intro, lemmas, node

u, eta = var("u"), var("eta")


def soft(first: Callable[[Term], Term], c: Term) -> Json:
    """For all t: first(t) (|t| + c) = t, and |t| + c > 0."""
    scale = S.abs(u) + c
    return every("u", "real", conj(scale > 0, (first(u) * scale).equals(u)))


def soft_script(first: Callable[[Term], Term], c: Term) -> Node:
    """Proof of density where :func:`soft` and c > 0 are known: (first + 1)/2 is sigmoidal."""
    units, value, size = Units(first, ONE), soft(first, c), S.abs(u)
    unit = units.unit
    r = 1 / (size + c)
    at_u: list[tuple[Json, Node]] = [
        (r > 0, auto("1/(|t| + c) > 0")),
        (first(u).equals(u * r), auto("the unit")),
        (c * r >= 0, auto("c/(|t| + c) >= 0")),
    ]
    ends = case(S.abs(unit(u)).json, auto("bounded"), auto("bounded"))
    inside = [((size * r).equals(1 - c * r), auto("|t|/(|t| + c)")), (c * r <= 1, auto("<= 1"))]
    bound = known(value, [u], lemmas(at_u, case(size.json, *[lemmas(inside, ends)] * 2)))

    def far(side: int) -> Node:
        """Beyond T = c/eta the distance is c/(2 (|t| + c)) < eta."""
        gap = S.abs(unit(u) - 1) if side > 0 else S.abs(unit(u))
        out, top = side * u, c / eta
        facts: list[tuple[Json, Node]] = [
            (size.equals(out), case(size.json, auto("|t|"), auto("|t|"))),
            ((out - top) * eta > 0, auto("beyond T")),
            (out * eta > c, auto("|t| eta > c")),
            ((out * eta - c) * r > 0, auto("(|t| eta - c)/(|t| + c) > 0")),
            ((size * r).equals(1 - c * r), auto("|t|/(|t| + c)")),
            (c * r < eta, auto("c/(|t| + c) < eta")),
        ]
        close = case(gap.json, auto("near"), auto("near"))
        shown = known(value, [u], lemmas([*at_u, *facts], close))
        positive = [(1 / eta > 0, auto("1/eta > 0")), (top > 0, auto("c/eta > 0"))]
        beyond = node("some", intro("u", intro("", lemmas(positive, shown))), **{"is": top.json})
        return intro("eta", intro("", lemmas(positive, beyond)))

    facts: list[tuple[Json, Node]] = [
        (bounded(unit), node("some", intro("u", bound), **{"is": "1"})),
        (limit(unit, 1), far(1)),
        (limit(unit, -1), far(-1)),
    ]
    return lemmas(facts, density_script(units))
