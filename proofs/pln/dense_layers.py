"""From sums of ramps to units of a normalisation layer without delta: LN-d and LS-d alike.

A layer comes in by the first coordinate that it gives for a number t.  Where it is a step of t, as
with delta = 0, or root t/sqrt(t^2 + off), K units stand for one ramp, and one unit more, which has
W = O, for the constants.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from constructions.terms import Json, Term, conj, every, exists, implies, total, var
from proofs.methods.script import Node, auto, case, have, induct, intro, lemmas, node, same
from proofs.pln.density import F, alpha, argument, dense, dense_script, inner, j, k, near, p
from proofs.pln.steps_of_ramp import K, bounded, limit, obtain
from proofs.pln.symbols import ONE, ZERO, N, S, eps, m
from proofs.pln.thm1_sums import each_sum, known

u, v, eta = var("u"), var("v"), var("eta")


@dataclass(frozen=True)
class Layers:
    """Networks of one layer; ``root`` >= 1 is what ``first`` gives far to the right of 0."""

    root: Term
    first: Callable[[Term], Term]

    def sigma(self, at: Term) -> Term:
        """(first(t)/root + 1)/2: for a step (t/|t| + 1)/2 away from 0."""
        return (1 / self.root * self.first(at) + 1) / 2

    @property
    def half(self) -> Term:
        """Half of 1/first(1), for a step."""
        return 1 / (2 * self.root)

    def row(self, index: Term, high: Term = K) -> Term:
        """K units: the first coordinates of the layer, with weights alpha_j/(2 K root)."""
        weight = alpha(index) / K * self.half
        return total("k", 1, high, weight * self.first(argument(index, k)))

    def rows(self, high: Term) -> Term:
        return total("j", 1, high, self.row(j))

    def network(self, last: Term) -> Term:
        """N K + 1 units; the last one has W = O and the weight ``last`` sum_j alpha_j."""
        return self.rows(N) + _weights(N) * last * self.first(ONE)

    def dense(self, last: Term) -> Json:
        """Some K and lam make the network close to f at every point."""
        body = conj(K > 0, near(self.network(last), eps))
        return exists("K", "int", exists("lam", "real", body))

    def dense_script(self, last: Term) -> Node:
        """Proof of ``dense(last)`` where last first(1) = 1/2 is known, and sigma is sigmoidal."""
        unit = self.sigma
        row: Json = every("j", "int", inner(unit, j).equals(self.row(j) + alpha(j) / 2))

        def first(high: Term) -> Term:
            return inner(unit, j, high)

        def second(high: Term) -> Term:
            return self.row(j, high)

        cell = 1 / K
        claim = first(m).equals(second(m) + m * cell * alpha(j) / 2)
        sums = [first, second]
        base = each_sum("empty", sums, ZERO, auto("no steps"))
        step = each_sum("unfold", sums, m + 1, auto("one more step"))
        whole: Json = every("m", "int", implies(m >= 0, claim))
        full = known(whole, [K], auto("all steps"))
        row_proof = intro("j", induct("m", "0", claim, base, step, full))

        def networks(high: Term) -> Term:
            return total("j", 1, high, inner(unit, j))

        all_sums = [networks, self.rows, _weights]
        claim_n = networks(m).equals(self.rows(m) + _weights(m) / 2)
        base_n = each_sum("empty", all_sums, ZERO, auto("no rows"))
        more_n = known(row, [m + 1], each_sum("unfold", all_sums, m + 1, auto("one more row")))
        whole_n: Json = every("m", "int", implies(m >= 0, claim_n))
        found, shown = S.abs(networks(N) - F()), S.abs(self.network(last) - F())
        equal = self.network(last).equals(networks(N))
        cases = case(shown.json, *[case(found.json, auto("near"), auto("near"))] * 2)
        close: Json = near(networks(N), eps)
        end = known(whole_n, [N], have(equal, auto("the network"), known(close, [p], cases)))
        at_p = intro("p", have(row, row_proof, induct("m", "0", claim_n, base_n, more_n, end)))
        chosen = node("both", auto("K > 0"), at_p)
        for name in ("lam", "K"):
            chosen = node("some", chosen, **{"is": name})
        ramps = dense_script(unit, self._equal)
        return have(dense(unit), ramps, obtain("K", obtain("lam", chosen)))

    def _equal(self, one: Term, other: Term, then: Node) -> Node:
        return same(self.first(one), self.first(other), then)

    # --- steps ---------------------------------------------------------------------------------

    def steps(self) -> Json:
        """first(t) = root sign(t), and v at t = 0."""
        sign = S.sign(u)
        value = self.root * sign + v * (1 - S.abs(sign))
        return every("u", "real", self.first(u).equals(value))

    def steps_script(self) -> Node:
        """Proof of ``dense(half)`` where ``steps()``, root >= 1 and 0 < 1/root <= 1 are known."""
        unit, value = self.sigma, self.steps()
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

        one = self.first(ONE)
        ends = case(S.sign(ONE).json, *[case(S.abs(S.sign(ONE)).json, auto(), auto())] * 3)
        constant = known(value, [ONE], have(one.equals(self.root), ends, auto("first(1)")))
        spread = S.abs(v) * (1 - 1 / self.root) >= 0
        facts: list[tuple[Json, Node]] = [
            (spread, case(S.abs(v).json, auto(), auto())),
            (bounded(unit), bound),
            (limit(unit, 1), far(1)),
            (limit(unit, -1), far(-1)),
            ((self.half * one).equals(Fraction(1, 2)), constant),
        ]
        return lemmas(facts, self.dense_script(self.half))

    # --- root t/sqrt(t^2 + off) ----------------------------------------------------------------

    def smooth(self, off: Term) -> Json:
        """For all t: first(t) sqrt(t^2 + off) = root t."""
        q = hypotenuse(u, off)
        defined = conj(u * u + off >= 0, q > 0, (self.first(u) * q).equals(self.root * u))
        return every("u", "real", defined)

    def smooth_last(self, off: Term) -> Term:
        """Half of 1/first(1)."""
        return hypotenuse(ONE, off) / (2 * self.root)

    def smooth_script(self, off: Term) -> Node:
        """Proof of ``dense(smooth_last)`` where ``smooth(off)`` and 0 < off <= 1 are known."""
        unit, value = self.sigma, self.smooth(off)
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

        last = self.smooth_last(off)
        constant = known(value, [ONE], auto("the constant"))
        facts: list[tuple[Json, Node]] = [
            (bounded(unit), node("some", bound, **{"is": "1"})),
            (limit(unit, 1), far(1)),
            (limit(unit, -1), far(-1)),
            ((last * self.first(ONE)).equals(Fraction(1, 2)), constant),
        ]
        network = known(value, [ONE], self.dense_script(last))
        return lemmas(facts, network)


def hypotenuse(at: Term, off: Term) -> Term:
    """sqrt(t^2 + off)."""
    return S.sqrt(at * at + off)


def _weights(high: Term) -> Term:
    return total("j", 1, high, alpha(j))
