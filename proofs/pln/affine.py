"""pln.affine: how far the L-Lipschitz functions on an interval of length h are from the lines.

At most L h/4, and for L |x - middle| exactly that.  The line takes two values of f: those at a
quarter and at three quarters of the interval stand at its ends.
"""

from __future__ import annotations

from constructions.terms import Json, Term, conj, every, exists, implies, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.language.elaboration import written
from proofs.pln.paper import source
from proofs.pln.symbols import L, S, f, x
from proofs.pln.thm1.sums import reals
from proofs.trees.script import (
    statement,
)

a, h, p, s, B, u, v = (var(name) for name in ("a", "h", "p", "s", "B", "u", "v"))
FUNCTIONS = {"f": 1}
LOW, HIGH = f(a + h / 4), f(a + 3 * h / 4)
SLOPE = (HIGH - LOW) / h
LINE = LOW + SLOPE * (x - a)


def _close(line: Term, to: Term, bound: Term) -> Json:
    return every("x", "real", implies(x >= a, x <= a + h, S.abs(line - to) <= bound))


def _lines(share: Term) -> Json:
    return exists("p", "real", exists("s", "real", _close(p + s * x, f(x), share)))


GIVEN: list[Json] = [h > 0, ["lipschitz", "f", L.json, "a", (a + h).json]]
SORTS = {"a": "real", "h": "real", "L": "real"}
STATEMENT = statement(SORTS, GIVEN, _lines(L * h / 4), FUNCTIONS)


#: with t = (x - a)/h: f - l = (1 - t) (f(x) - low) + t (f(x) - high)
STATEMENT_PROOF = """
use f(a, a + h)
have 0 <= L
let low = f(a + h/4)
let high = f(a + 3*h/4)
take low - (high - low)/h*a
take (high - low)/h
let t = (x - a)/h
have inside: 0 <= t and t <= 1
use first: f(x, a + h/4)
use second: f(x, a + 3*h/4)
have left: (1 - t)*|f(x) - low| <= (1 - t)*(L*|x - (a + h/4)|) by inside, first
have right: t*|f(x) - high| <= t*(L*|x - (a + 3*h/4)|) by inside, second
have place: x = a + t*h
have sizes: (1 - t)*|x - (a + h/4)| + t*|x - (a + 3*h/4)| <= h/4 by inside, place, h > 0
have L*((1 - t)*|x - (a + h/4)| + t*|x - (a + 3*h/4)|) <= L*(h/4) by sizes, 0 <= L
have line: low - (high - low)/h*a + (high - low)/h*x - f(x)
    = -((1 - t)*(f(x) - low) + t*(f(x) - high))
have |(1 - t)*(f(x) - low) + t*(f(x) - high)| <= (1 - t)*|f(x) - low| + t*|f(x) - high| by inside
"""


def hat(at: Term) -> Term:
    """L |x - (a + h/2)|."""
    return L * S.abs(at - (a + h / 2))


IN_CLASS: Json = reals(
    "u v",
    implies(
        u >= a,
        u <= a + h,
        v >= a,
        v <= a + h,
        S.abs(hat(u) - hat(v)) <= L * S.abs(u - v),
    ),
)
HAT = _close(p + s * x, hat(x), B)
SHARP = statement(
    {**SORTS, "p": "real", "s": "real", "B": "real"},
    [h > 0, L >= 0],
    conj(IN_CLASS, implies(HAT, L * h / 4 <= B)),
)


#: (F - l)(a) - 2 (F - l)(middle) + (F - l)(a + h) = L h
SHARP_PROOF = """
have lipschitz: for all u, v: real, a <= u and u <= a + h and a <= v and v <= a + h =>
    |hat(u) - hat(v)| <= L*|u - v|:
  have up: |u - (a + h/2)| - |v - (a + h/2)| <= |u - v|
  have down: |v - (a + h/2)| - |u - (a + h/2)| <= |u - v|
  have L*(|u - (a + h/2)| - |v - (a + h/2)|) <= L*|u - v| by up, 0 <= L
  have L*(|v - (a + h/2)| - |u - (a + h/2)|) <= L*|u - v| by down, 0 <= L
have (for all x: real, a <= x => x <= a + h => |p + s*x - hat(x)| <= B) => L*h/4 <= B:
  have close: for all x: real, a <= x => x <= a + h => |p + s*x - hat(x)| <= B
  use left: close(a)
  use middle: close(a + h/2)
  use right: close(a + h)
  have ends: |a - (a + h/2)| = h/2
  have other: |a + h - (a + h/2)| = h/2
  show by left, middle, right, ends, other
"""


_SIGN = Witness({"a": 0, "h": 1, "L": 0}, {"f": (("u",), ["sign", ["-", "u", "1/2"]])})
_TENT = Witness({"a": 0, "h": 1, "L": 1}, {"f": (("u",), ["abs", ["-", "u", "1/2"]])})


#: a line is not -1 at 0 and 1/4, and 0 at 1/2
_FAR_FROM_SIGN = """
fix p, s
cases |p + 1| > 0:
  take 0
cases |p + s/4 + 1| > 0:
  take 1/4
take 1/2
"""
#: a line is not within 1/5 of 1/2 at 0 and 1, and of 0 at 1/2
_FAR_FROM_TENT = """
fix p, s
cases |p - 1/2| > 1/5:
  take 0
cases |p + s/2| > 1/5:
  take 1/2
take 1
"""
CONTROLS = (
    Control(
        Attempt(
            "pln.affine.control.lipschitz",
            'for a function that is not $L$-Lipschitz: $f(u) = "sign"(u - 1\\/2)$, $L = 0$',
            statement(SORTS, GIVEN[:1], STATEMENT["show"], FUNCTIONS),
            _SIGN,
            script=_FAR_FROM_SIGN,
        ),
        "hypothesis dropped",
    ),
    Control(
        Attempt(
            "pln.affine.control.quarter",
            "$L h \\/ 5$ for $L h \\/ 4$: $f(u) = abs(u - 1\\/2)$ on $[0, 1]$",
            statement(SORTS, GIVEN, _lines(L * h / 5), FUNCTIONS),
            _TENT,
            script=_FAR_FROM_TENT,
        ),
        "constant tightened",
    ),
)


CLAIM = Claim(
    id="pln.affine",
    kind="theorem",
    title="The lines come within L h/4 of every L-Lipschitz function, and no closer",
    source=source("beyond Proposition 2: one affine piece of a ReLU network", ""),
    statement="Let $f$ be $L$-Lipschitz on $[a, a + h]$, $h > 0$. There is an affine function $l$ "
    "with $abs(l(x) - f(x)) <= L h \\/ 4$ on $[a, a + h]$: the one with $l(a) = f(a + h\\/4)$ and "
    "$l(a + h) = f(a + 3 h\\/4)$. For $f(x) = L abs(x - a - h\\/2)$ no affine function is closer.",
    readings=(
        Reading("$h > 0$", ("given", 0)),
        Reading(
            "$f$ is $L$-Lipschitz on $[a, a + h]$",
            ("given", 1),
            "nothing else; $L >= 0$ follows",
        ),
        Reading("there is a line within $L h \\/ 4$", ("show",)),
        Reading("$h > 0$", ("given", 0), obligation="pln.affine.sharp"),
        Reading("$L >= 0$", ("given", 1), obligation="pln.affine.sharp"),
        Reading(
            "no affine function is closer",
            ("show",),
            "the hat is in the class; for all $p$ and $s$, a bound $B$ of "
            "$abs(p + s x - L abs(x - a - h\\/2))$ on the interval is at least $L h \\/ 4$",
            obligation="pln.affine.sharp",
        ),
    ),
    obligations=(
        Obligation(
            "pln.affine.statement",
            "for every interval, $L$ and $f$ there is a line within $L h \\/ 4$",
            STATEMENT,
            written(STATEMENT, STATEMENT_PROOF),
        ),
        Obligation(
            "pln.affine.sharp",
            "for the hat no line is closer, for every interval and $L$",
            SHARP,
            written(SHARP, SHARP_PROOF, hat=hat),
        ),
    ),
    satisfiable=Attempt(
        "pln.affine.satisfiable",
        "the hypotheses hold for $a = 0$, $h = L = 1$, $f(u) = abs(u - 1\\/2)$",
        STATEMENT,
        _TENT,
    ),
    controls=CONTROLS,
    notes=(
        "No control drops $h > 0$: for $h = 0$ a constant is enough, and for $h < 0$ the interval "
        "is empty.",
        "Two values of $f$ are enough for a line that is good enough; the best line would need "
        "the extrema of $f$.",
    ),
    not_claimed=("nothing is said of more than one line: see pln.prop2.upper",),
)
