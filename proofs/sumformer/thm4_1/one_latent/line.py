"""Why a continuous phi needs d' > 1: two other tokens on a line, or one in a plane.

On a line: the sequences (0, a, ..., a, b), and f(X)_1 the largest difference of two other tokens.
By the intermediate value theorem (:mod:`.between`) some t has
(n - 1) phi(t) = (n - 2) phi(0) + phi(1), so that (0, 0, ..., 0, 1) and (0, t, ..., t) have the
same Sigma; f_1 is 1 there, and 0.

In a plane: phi(p) = phi(q) for some p and q = (1, 1) - p on two sides of the square, and one of
their coordinates differs by 1.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from constructions.terms import (
    Json,
    Term,
    app,
    conj,
    every,
    exists,
    implies,
    total,
    var,
)
from proofs.language.elaboration import Written, written
from proofs.library.vectors import S
from proofs.sumformer.thm4_1.one_latent.between import ONE, continuous, theorem
from proofs.trees.script import statement

n, a, b, i, j = (var(name) for name in ("n", "a", "b", "i", "j"))
TWO, HALF = S.const(2), ONE / 2


def token(first: Term, last: Term, at: Term) -> Term:
    """Token ``at`` of (0, a, ..., a, b)."""
    return app("x", first, last, at)


def phi(at: Term) -> Term:
    return app("phi", at)


def spread(first: Term, last: Term) -> Term:
    """f(X)_1."""
    return app("f", first, last)


def Sigma(first: Term, last: Term, high: Term = n) -> Term:
    """sum_j phi(x_j)."""
    return total("j", 1, high, phi(token(first, last, j)))


def _sequences(formula: Json) -> Json:
    return every("a", "real", every("b", "real", formula))


def _others(*at: Term) -> Json:
    return conj(*(part for index in at for part in (index >= 2, index <= n)))


def _unit(*at: Term) -> list[Json]:
    return [part for value in at for part in (value >= 0, value <= 1)]


FIRST = _sequences(token(a, b, ONE).equals(0))
MIDDLE = _sequences(every("j", "int", implies(conj(j >= 2, j <= n - 1), token(a, b, j).equals(a))))
LAST = _sequences(token(a, b, n).equals(b))
_GAP = token(a, b, i) - token(a, b, j)
_BOUND = every("i", "int", every("j", "int", implies(_others(i, j), _GAP <= spread(a, b))))
UPPER = _sequences(_BOUND)
_REACHED = exists("i", "int", exists("j", "int", conj(_others(i, j), _GAP.equals(spread(a, b)))))
ATTAINED = _sequences(_REACHED)


def output(first: Term, last: Term) -> Term:
    """S(X)_1 = psi(x_1, Sigma)."""
    return app("psi", token(first, last, ONE), Sigma(first, last))


def far(made: Callable[[Term, Term], Term], bound: Fraction = Fraction(1, 2)) -> Json:
    """The error is at least ``bound`` for some a and b."""
    error = S.abs(spread(a, b) - made(a, b)) >= bound
    return exists("a", "real", exists("b", "real", conj(*_unit(a, b), error)))


def last_layers(first: Term, last: Term) -> Term:
    """What any layers after the attention layer make of the row (1, x_1, phi(x_1), Sigma)."""
    own = token(first, last, ONE)
    return app("G", ONE, own, phi(own), Sigma(first, last))


SEQUENCES = [n >= 3, FIRST, MIDDLE, LAST, UPPER, ATTAINED]
FUNCTIONS = {"x": 3, "f": 2, "phi": 1, "psi": 2}
LINE = statement({"n": "int"}, [*SEQUENCES, continuous(phi)], far(output), FUNCTIONS)

TRANSFORMER = statement(
    {"n": "int"},
    [*SEQUENCES, continuous(phi)],
    far(last_layers),
    {"x": 3, "f": 2, "phi": 1, "G": 4},
)

#: (0, 0, ..., 0, 1) and (0, t, ..., t) have the same output, ``made``, for some t
MEETING = """
have summed: for all a, b: real, Sigma(a, b) = phi(0) + (n - 2)*phi(a) + phi(b):
  have before: for all m: int, 1 <= m => m <= n - 1 =>
      sum(j = 1..m, phi(x(a, b, j))) = phi(0) + (m - 1)*phi(a) by induction on m:
    base:
      have phi(x(a, b, 1)) = phi(0) by first(a, b)
    step:
      have next: phi(x(a, b, m + 1)) = phi(a) by middle(a, b, m + 1)
      have sum(j = 1..m + 1, phi(x(a, b, j))) =
        sum(j = 1..m, phi(x(a, b, j))) + phi(x(a, b, m + 1))
      use ih
  have end: phi(x(a, b, n)) = phi(b) by last(a, b)
  use before(n - 1)
  have Sigma(a, b) = sum(j = 1..n - 1, phi(x(a, b, j))) + phi(x(a, b, n))
let s = 1/(n - 1)
have 0 < n - 1
have unit: 0 < s and s <= 1
have whole: s*(n - 1) = 1
have 0 <= s*(1 - s) by unit
have 0 <= s*(1 - s)*(phi(1) - phi(0))^2
obtain t from between(phi(0) + (phi(1) - phi(0))*s)
have same: Sigma(0, 1) = Sigma(t, t)
  by summed(0, 1), summed(t, t), whole, phi(t) = phi(0) + (phi(1) - phi(0))*s
have own: x(0, 1, 1) = x(t, t, 1) by first(0, 1), first(t, t)
have outputs: made(0, 1) = made(t, t) by same, own
"""
_FAR = f"""{MEETING}
have high: 1 <= f(0, 1) by upper(0, 1, n, 2), last(0, 1), middle(0, 1, 2), 3 <= n
have equal: for all j: int, 2 <= j and j <= n => x(t, t, j) = t:
  cases inside: j <= n - 1:
    show by middle(t, t, j), inside, 2 <= j
  have same: j = n
  have x(t, t, j) = x(t, t, n)
  use last(t, t)
obtain i, k from attained(t, t)
have low: f(t, t) <= 0 by equal(i), equal(k), x(t, t, i) - x(t, t, k) = f(t, t)
cases away: 1/2 <= |f(0, 1) - made(0, 1)|:
  take 0
  take 1
have near: |f(0, 1) - made(0, 1)| < 1/2
take t
take t
show by near, high, low, outputs, 0 <= t, t <= 1
"""


def met(sequent: Json, text: str, made: Callable[[Term, Term], Term], **facts: Json) -> Written:
    """A proof after :data:`MEETING`, for sequences with this output."""
    return written(
        sequent,
        text,
        {"first": FIRST, "middle": MIDDLE, "last": LAST, **facts},
        {"between": theorem("phi")},
        Sigma=lambda first, last: Sigma(first, last),
        made=made,
    )


LINE_PROOF = met(LINE, _FAR, output, upper=UPPER, attained=ATTAINED)
TRANSFORMER_PROOF = met(TRANSFORMER, _FAR, last_layers, upper=UPPER, attained=ATTAINED)


CONSTANT = statement(
    {"n": "int", "F": "real"},
    [
        n >= 2,
        every("j", "int", implies(_others(j), conj(*_unit(app("x", j))))),
        every(
            "i",
            "int",
            every("j", "int", implies(_others(i, j), app("x", i) - app("x", j) <= var("F"))),
        ),
        exists(
            "i",
            "int",
            exists("j", "int", conj(_others(i, j), (app("x", i) - app("x", j)).equals(var("F")))),
        ),
    ],
    S.abs(var("F") - HALF) <= HALF,
    {"x": 1},
)
