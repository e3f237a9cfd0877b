"""Why f must be continuous: no continuous T is close to a step, already for n = d = 1."""

from __future__ import annotations

from constructions.terms import Term, app, conj, every, exists, implies, var
from proofs.language.elaboration import written
from proofs.library.vectors import S
from proofs.trees.script import Json, statement

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


#: if |T(0)| < 1/2, then T < 1/2 near 0, and the step is 1 there
PROOF = written(
    STATEMENT,
    """
cases |T(0)| >= 1/2:
  take 0
let a = 1/2 - |T(0)|
obtain delta from continuous(a)
let x = min(delta, 1)/2
have 0 < x
have x < delta
have x <= 1/2
have |T(x) - T(0)| < a
have sign(x) = 1
take x
""",
    {"continuous": CONTINUOUS},
)
