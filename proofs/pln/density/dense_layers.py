"""Networks of a normalisation layer without delta are dense: LN-d and LS-d alike.

A layer comes in by the first coordinate that it gives for a number t.  Where it is a step of t, or
root t/sqrt(t^2 + off), (first(t)/root + 1)/2 is bounded and has the limits 0 and 1.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from constructions.terms import Json, Term, conj, every, var
from proofs.pln.density.cube import density_script
from proofs.pln.density.unit_exponentials import Units
from proofs.pln.steps_of_ramp import bounded, limit
from proofs.pln.symbols import S
from proofs.pln.thm1.sums import known
from proofs.trees.script import Node, auto, case, have, intro, lemmas, node

u, v, eta = var("u"), var("v"), var("eta")


@dataclass(frozen=True)
class Layers:
    """Networks of one layer; ``root`` >= 1 is what ``first`` gives far to the right of 0."""

    root: Term
    first: Callable[[Term], Term]

    @property
    def units(self) -> Units:
        """(first(t)/root + 1)/2: for a step (t/|t| + 1)/2 away from 0."""
        return Units(self.first, self.root)

    # --- steps ---------------------------------------------------------------------------------

    def steps(self) -> Json:
        """first(t) = root sign(t), and v at t = 0."""
        sign = S.sign(u)
        value = self.root * sign + v * (1 - S.abs(sign))
        return every("u", "real", self.first(u).equals(value))

    def steps_script(self) -> Node:
        """Proof of density where ``steps()``, root >= 1 and 0 < 1/root <= 1 are known."""
        unit, value = self.units.unit, self.steps()
        size = S.abs(unit(u))

        def at(then: Node) -> Node:
            return case(S.sign(u).json, *[case(S.abs(S.sign(u)).json, then, then)] * 3)

        cases = auto("bounded")
        for term in (size, S.abs(v)):
            cases = case(term.json, cases, cases)
        most = (1 + S.abs(v)).json
        bound = node("some", intro("u", known(value, [u], at(cases))), **{"is": most})

        def far(side: int) -> Node:
            gap = S.abs(unit(u) - 1) if side > 0 else size
            ends = at(case(gap.json, auto("near"), auto("near")))
            inside = intro("u", intro("", known(value, [u], ends)))
            return intro("eta", intro("", node("some", inside, **{"is": "0"})))

        spread = S.abs(v) * (1 - 1 / self.root) >= 0
        facts: list[tuple[Json, Node]] = [
            (spread, case(S.abs(v).json, auto(), auto())),
            (bounded(unit), bound),
            (limit(unit, 1), far(1)),
            (limit(unit, -1), far(-1)),
        ]
        return lemmas(facts, density_script(self.units))

    # --- root t/sqrt(t^2 + off) ----------------------------------------------------------------

    def smooth(self, off: Term) -> Json:
        """For all t: first(t) sqrt(t^2 + off) = root t."""
        q = hypotenuse(u, off)
        defined = conj(u * u + off >= 0, q > 0, (self.first(u) * q).equals(self.root * u))
        return every("u", "real", defined)

    def smooth_script(self, off: Term) -> Node:
        """Proof of density where ``smooth(off)`` and 0 < off <= 1 are known."""
        unit, value = self.units.unit, self.smooth(off)
        q, size = hypotenuse(u, off), S.abs(unit(u))
        r, inverse = 1 / q, 1 / self.root
        at_u: list[tuple[Json, Node]] = [
            (r > 0, auto("1/q > 0")),
            ((inverse * self.first(u)).equals(u * r), auto("the unit")),
            ((q * q).equals(u * u + off), auto("q^2")),
            (q * r <= 1, auto("q/q")),
            (q * r >= 1, auto("q/q")),
        ]
        cases = case(S.abs(unit(u)).json, auto("bounded"), auto("bounded"))
        inside = [
            (q - u >= 0, auto("u <= q")),
            (q + u >= 0, auto("-q <= u")),
            ((q - u) * r >= 0, auto("u/q <= 1")),
            ((q + u) * r >= 0, auto("-1 <= u/q")),
        ]
        bound = intro("u", known(value, [u], lemmas([*at_u, *inside], cases)))

        def far(side: int) -> Node:
            """Beyond T = 1/eta + 1 the distance q - |u| is at most 1/2, and q > 1/eta."""
            gap = S.abs(unit(u) - 1) if side > 0 else size
            out, far_, top = side * u, 1 / eta, 1 / eta + 1
            facts: list[tuple[Json, Node]] = [
                (out > top, auto("beyond T")),
                (q >= out, auto("q >= |u|")),
                ((q - out) * (q + out) <= 1, auto("q^2 - u^2 <= 1")),
                ((q - out) * (q + out - 1) >= 0, auto("q + |u| >= 1")),
                (q - out <= 1, auto("q - |u| <= 1")),
                ((q - far_) * eta > 0, auto("q > 1/eta")),
                (q * eta > 1, auto("q eta > 1")),
                ((q * eta - 1) * r > 0, auto("eta > 1/q")),
                ((1 - (q - out)) * r >= 0, auto("1 - |u|/q <= 1/q")),
                ((q - out) * r >= 0, auto("|u|/q <= 1")),
            ]
            ends = case(gap.json, auto("near"), auto("near"))
            shown = known(value, [u], lemmas([*at_u, *facts], ends))
            chosen = node("some", intro("u", intro("", shown)), **{"is": top.json})
            return intro("eta", intro("", have(far_ > 0, auto("1/eta > 0"), chosen)))

        facts: list[tuple[Json, Node]] = [
            (bounded(unit), node("some", bound, **{"is": "1"})),
            (limit(unit, 1), far(1)),
            (limit(unit, -1), far(-1)),
        ]
        return lemmas(facts, density_script(self.units))


def hypotenuse(at: Term, off: Term) -> Term:
    """sqrt(t^2 + off)."""
    return S.sqrt(at * at + off)
