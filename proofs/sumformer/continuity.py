"""Why f must be continuous: no continuous T is close to a step, already for n = d = 1."""

from __future__ import annotations

from constructions.terms import Term, app, conj, every, exists, implies, var
from proofs.library.vectors import S, fact, opened, shown_by
from proofs.trees.script import (
    Json,
    Node,
    auto,
    case,
    have,
    intro,
    lemmas,
    node,
    split,
    statement,
)

t, eta, delta = var("t"), var("eta"), var("delta")
ZERO, ONE = S.const(0), S.const(1)
HALF = ONE / 2


def net(at: Term) -> Term:
    return app("T", at)


def _near(size: Term, bound: Term) -> Json:
    close = S.abs(net(t) - net(ZERO)) < bound
    return every("t", "real", implies(conj(t >= 0, t < size), close))


def _small(bound: Term) -> Json:
    return exists("delta", "real", conj(delta > 0, _near(delta, bound)))


CONTINUOUS = every("eta", "real", implies(eta > 0, _small(eta)))
STATEMENT = statement(
    {},
    [CONTINUOUS],
    exists("t", "real", conj(t >= 0, t <= 1, S.abs(S.sign(t) - net(t)) >= HALF)),
    {"T": 1},
)


def script() -> Node:
    """If |T(0)| < 1/2, then T < 1/2 near 0, and the step is 1 there."""
    value, size = net(ZERO), var("delta0")
    start = S.abs(value)

    def both_signs(at: Term, then: Node) -> Node:
        gap = S.abs(S.sign(at) - net(at))
        return case(gap.json, then, then)

    def sign_known(at: Term, sign: Term, then: Node) -> Node:
        branches = [auto("sign") for _ in range(3)]
        return have(S.sign(at).equals(sign), case(S.sign(at).json, *branches), then)

    at_zero = sign_known(ZERO, ZERO, case(start.json, *[both_signs(ZERO, auto("at 0"))] * 2))
    far = shown_by(ZERO, node("both", auto("0 <= 0"), auto("0 <= 1"), at_zero))
    bound = HALF - start
    at = S.minimum(size, ONE) / 2
    move = S.abs(net(at) - value)
    close = case(move.json, *[case(start.json, *[both_signs(at, auto("at x"))] * 2)] * 2)
    used = sign_known(at, ONE, fact(_near(size, bound), [at], close, node("both", auto(), auto())))
    point = shown_by(at, node("both", auto("x >= 0"), auto("x <= 1"), used))
    inside = lemmas([(at > 0, auto("x > 0")), (at < size, auto("x < delta"))], point)
    cases = case(S.minimum(size, ONE).json, inside, inside)
    named = fact(CONTINUOUS, [bound], opened(_small(bound), "delta0", cases), auto("eta > 0"))
    return split((start - HALF).json, far, named)


def constant_is_continuous() -> Node:
    """T = 0 is continuous, with delta = 1."""
    flat = case(S.abs(ZERO - ZERO).json, auto("0 < eta"), auto("0 < eta"))
    at = intro("x0", intro("", flat))
    return intro("eta0", intro("", shown_by(ONE, node("both", auto("1 > 0"), at))))
