"""How the error is shared out over the terms: the width in closed form, and that it is the least.

With q_r = sqrt(L_r), Q = sum q_r and E = eps - A, the shares e_r = E q_r/Q give

    sum floor(L_r/(2 e_r)) <= Q^2/(2E),   and sum L_r/(2 e_r) >= Q^2/(2E) for any shares at all.
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Json, Term, app, every, implies, total, var
from proofs.pln.ridge.cells import K, p
from proofs.pln.ridge.statement import e, in_range, unfolded
from proofs.pln.symbols import ZERO, S, m
from proofs.pln.thm1.sums import known
from proofs.trees.script import Node, auto, by_scalars, have, induct, intro, lemmas, statement

E, r = var("E"), var("r")
SORTS = {"K": "int", "E": "real"}
FUNCTIONS = {"q": 1, "e": 1}


def q(term: Term) -> Term:
    """sqrt(L_r)."""
    return app("q", term)


def roots(high: Term) -> Term:
    return total("r", 1, high, q(r))


def counts(high: Term) -> Term:
    """sum floor(L_r/(2 e_r))."""
    return total("r", 1, high, S.floor(q(r) * q(r) / (2 * e(r))))


def ratios(high: Term) -> Term:
    """sum L_r/(2 e_r)."""
    return total("r", 1, high, q(r) * q(r) / (2 * e(r)))


def shares(high: Term) -> Term:
    return total("r", 1, high, e(r))


Q = roots(K)
LEAST = Q * Q / (2 * E)
POSITIVE = in_range(q(p) > 0)
PROPORTIONAL = in_range(e(p).equals(E * q(p) / Q))
WIDTH = statement(SORTS, [K >= 1, E > 0, POSITIVE, PROPORTIONAL], counts(K) <= LEAST, FUNCTIONS)
NO_BETTER = statement(
    SORTS,
    [K >= 1, E > 0, POSITIVE, in_range(e(p) > 0), shares(K) <= E],
    ratios(K) >= LEAST,
    FUNCTIONS,
)


def _positive_sum(then: Node) -> Node:
    """Q > 0: the sum of the first K - 1 is not negative, and the last term is positive."""
    at_m = implies(m <= K, roots(m) >= 0)
    step = known(POSITIVE, [m + 1], auto("one more"))
    inner = have(m <= K, auto("m <= K"), known(at_m, [], unfolded("unfold", m + 1, [roots], step)))
    top = K - 1
    end = known(POSITIVE, [K], unfolded("unfold", K, [roots], auto("Q > 0")))
    shown = induct(
        "m",
        "0",
        at_m,
        intro("", unfolded("empty", ZERO, [roots], auto("nothing"))),
        intro("", inner),
        known(
            every("m", "int", implies(m >= 0, at_m)),
            [top],
            known(implies(top <= K, roots(top) >= 0), [], end),
        ),
    )
    return have(Q > 0, shown, then)


def width_script() -> Node:
    """Each floor is at most q_r Q/(2E)."""
    last = m + 1
    own = q(last) * q(last) / (2 * e(last))
    facts = lemmas(
        [
            (1 / Q > 0, auto("1/Q > 0")),
            (E * q(last) > 0, auto("E q > 0")),
            (E * q(last) * (1 / Q) > 0, auto("E q/Q > 0")),
            (e(last) > 0, auto("e > 0")),
            ((e(last) * Q).equals(E * q(last)), auto("e Q = E q")),
            (1 / e(last) > 0, auto("1/e > 0")),
            (1 / E > 0, auto("1/E > 0")),
            ((1 / e(last) * q(last) * E).equals(Q), auto("q E/e = Q")),
            (own.equals(q(last) * Q / (2 * E)), auto("L/(2e) = q Q/(2E)")),
        ],
        auto("one more"),
    )
    step = known(POSITIVE, [last], known(PROPORTIONAL, [last], facts))

    def claim(high: Term) -> Json:
        return counts(high) <= roots(high) * Q / (2 * E)

    at_m = implies(m <= K, claim(m))
    opened = have(
        m <= K,
        auto("m <= K"),
        known(at_m, [], _defined(last, lambda: unfolded("unfold", last, [counts, roots], step))),
    )
    whole = induct(
        "m",
        "0",
        at_m,
        intro("", unfolded("empty", ZERO, [counts, roots], auto("no terms"))),
        intro("", opened),
        known(
            every("m", "int", implies(m >= 0, at_m)),
            [K],
            known(implies(K <= K, claim(K)), [], auto("the width")),
        ),
    )
    return _positive_sum(whole)


def _defined(last: Term, then: Callable[[], Node]) -> Node:
    """e > 0, so that the summand is defined."""
    facts = lemmas(
        [
            (1 / Q > 0, auto("1/Q > 0")),
            (E * q(last) > 0, auto("E q > 0")),
            (E * q(last) * (1 / Q) > 0, auto("E q/Q > 0")),
            (e(last) > 0, auto("e > 0")),
        ],
        then(),
    )
    return known(POSITIVE, [last], known(PROPORTIONAL, [last], facts))


def no_better_script() -> Node:
    """(q/e - Q/E)^2 e >= 0 gives q^2/e >= 2 q Q/E - e Q^2/E^2; the shares add up to at most E."""
    last = m + 1
    slope, each = Q / E, q(last) * (1 / e(last))
    u, v, w = var("u"), var("v"), var("w")
    square = u * u * v / 2 >= u * v * w - v * w * w / 2
    own = q(last) * q(last) / (2 * e(last))
    facts = lemmas(
        [
            (1 / e(last) > 0, auto("1/e > 0")),
            (
                each * each * e(last) / 2 >= each * e(last) * slope - e(last) * slope * slope / 2,
                by_scalars({"u": each, "v": e(last), "w": slope}, [v > 0], square),
            ),
            ((each * e(last)).equals(q(last)), auto("q/e e = q")),
            ((each * each * e(last) / 2).equals(own), auto("L/(2e)")),
            (own >= q(last) * slope - e(last) * slope * slope / 2, auto("one term")),
        ],
        auto("one more"),
    )

    def claim(high: Term) -> Json:
        return ratios(high) >= roots(high) * slope - shares(high) * slope * slope / 2

    sums: list[Callable[[Term], Term]] = [ratios, roots, shares]
    at_m = implies(m <= K, claim(m))
    opened = known(
        in_range(e(p) > 0), [last], known(POSITIVE, [last], unfolded("unfold", last, sums, facts))
    )
    end = lemmas(
        [
            (slope * slope * (E - shares(K)) >= 0, auto("what is left")),
            ((slope * slope * E).equals(Q * slope), auto("slope^2 E")),
        ],
        auto("the least"),
    )
    whole = induct(
        "m",
        "0",
        at_m,
        intro("", unfolded("empty", ZERO, sums, auto("no terms"))),
        intro("", have(m <= K, auto("m <= K"), known(at_m, [], opened))),
        known(
            every("m", "int", implies(m >= 0, at_m)),
            [K],
            known(implies(K <= K, claim(K)), [], end),
        ),
    )
    return have(1 / E > 0, auto("1/E > 0"), whole)
