"""weierstrass.newton.goldschmidt: Goldschmidt's iterations have Newton's iterates, for every N.

Two forms are in use.  One carries ``b = v y^2`` along: ``q = (3 - b)/2, b <- b q^2, g <- g q``.
The other has x for sqrt(v) and h for 1/(2 sqrt(v)): ``r = 1/2 - x h, x <- x + x r, h <- h + h r``.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from constructions.terms import Json, Term, app, conj, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.language.elaboration import written
from proofs.library.vectors import ZERO, S
from proofs.trees.script import statement
from proofs.weierstrass.newton.proof import ITERATION, from_on, v, y
from proofs.weierstrass.paper import source

ID = "weierstrass.newton.goldschmidt"
n = var("n")


def _function(name: str) -> Any:
    return lambda at: app(name, at)


b, g, h, x = (_function(name) for name in "bghx")


def _product(at: Term) -> Json:
    factor = (3 - b(at)) / 2
    return conj(b(at + 1).equals(b(at) * factor**2), g(at + 1).equals(g(at) * factor))


def _coupled(at: Term) -> Json:
    rest = S.const(Fraction(1, 2)) - x(at) * h(at)
    return conj(x(at + 1).equals(x(at) + x(at) * rest), h(at + 1).equals(h(at) + h(at) * rest))


STARTS = {
    "b": b(ZERO).equals(v * y(ZERO) ** 2),
    "g": g(ZERO).equals(y(ZERO)),
    "x": x(ZERO).equals(v * y(ZERO)),
    "h": h(ZERO).equals(y(ZERO) / 2),
}
PRODUCT, COUPLED = from_on(0, _product(n)), from_on(0, _coupled(n))
_PLACES = ["newton", "start.b", "start.g", "product", "start.x", "start.h", "coupled"]
GIVEN = [ITERATION, STARTS["b"], STARTS["g"], PRODUCT, STARTS["x"], STARTS["h"], COUPLED]


def _same(at: Term) -> list[Json]:
    """g = y, b = v y^2, x = v y, 2 h = y."""
    return [
        g(at).equals(y(at)),
        b(at).equals(v * y(at) ** 2),
        x(at).equals(v * y(at)),
        (2 * h(at)).equals(y(at)),
    ]


FUNCTIONS = dict.fromkeys("yghbx", 1)
SHOW = conj(*(from_on(0, part) for part in _same(n)))
SAME = statement({"v": "real"}, GIVEN, SHOW, FUNCTIONS)


#: with b = v y^2 the factor (3 - b)/2 is (3 - v y^2)/2, and so is 1 + r
SAME_PROOF = """
have same: for all n: int, 0 <= n =>
    g(n) = y(n) and b(n) = v*y(n)^2 and x(n) = v*y(n) and 2*h(n) = y(n) by induction on n:
  step:
    have y(n + 1) = y(n)*(3 - v*y(n)^2)/2
    have b(n + 1) = b(n)*((3 - b(n))/2)^2
    have g(n + 1) = g(n)*((3 - b(n))/2)
    have 1/2 - x(n)*h(n) = (1 - v*y(n)^2)/2
    have x(n + 1) = x(n) + x(n)*(1/2 - x(n)*h(n))
    have h(n + 1) = h(n) + h(n)*(1/2 - x(n)*h(n))
"""

# --- controls ------------------------------------------------------------------------------------

_G, _B, _X, _H = range(4)
_ONES: Mapping[str, Json] = {"y": "1", "g": "1", "b": "1", "x": "1", "h": "1/2"}  # from v = 1
_NONE: Mapping[str, Json] = dict.fromkeys("yghbx", "0")


def _witness(values: Mapping[str, Json]) -> Witness:
    return Witness({"v": 1}, {name: (("a",), value) for name, value in values.items()})


def _without(name: str, says: str, values: Mapping[str, Json], part: int) -> Control:
    """Without the hypothesis of this name: refuted in this part of the conclusion."""
    given = [GIVEN[i] for i, place in enumerate(_PLACES) if place != name]

    sequent = statement({"v": "real"}, given, SHOW, FUNCTIONS)
    attempt = Attempt(f"{ID}.control.{name}", says, sequent, _witness(values), part=part)
    return Control(attempt, "hypothesis dropped")


CONTROLS = (
    _without(
        "newton",
        "without Newton's step: from 0 to 1",
        {**_NONE, "y": "a"},
        _G,
    ),
    _without(
        "start.b",
        "without $b_0 = v y_0^2$: $y = 0$ and $b = 1$",
        {**_NONE, "b": "1"},
        _B,
    ),
    _without(
        "start.g",
        "without $g_0 = y_0$: $v = y = 1$ and $g = 2$",
        {**_ONES, "g": "2"},
        _G,
    ),
    _without(
        "product",
        "without the steps of $b$ and $g$: $g_n = n$, $y = 0$",
        {**_NONE, "g": "a"},
        _G,
    ),
    _without(
        "coupled",
        "without the steps of $x$ and $h$: $h_n = n$, $y = 0$",
        {**_NONE, "h": "a"},
        _H,
    ),
    Control(
        Attempt(
            f"{ID}.control.half",
            "$h$ for $1\\/sqrt(v)$ itself: $v = y = 1$, $h = 1\\/2$",
            {**SAME, "show": conj(*SHOW.json[1:4], from_on(0, h(n).equals(y(n))))},
            _witness(_ONES),
            part=_H,
        ),
        "constant tightened",
    ),
)

CLAIM = Claim(
    id=ID,
    kind="theorem",
    title="Goldschmidt's iterations have Newton's iterates",
    source=source("The paper's three routes, route 3, and the table's row Goldschmidt approx"),
    statement='"Goldschmidt approx — This paper (route 3)", "N-step polynomial iteration"; route '
    '3 is "a fixed number of Newton-style polynomial iterations". So read here: for every '
    "$n >= 0$ Goldschmidt's iterations have Newton's iterates, $g_n = 2 h_n = y_n$, "
    "$b_n = v y_n^2$ and $x_n = v y_n$.",
    readings=(
        Reading("Newton's iterates", ("given", 0), "route 3: $y <- y (3 - v y^2) \\/ 2$"),
        Reading("Goldschmidt approx: $b_0 = v y_0^2$", ("given", 1), "for any real $y_0$ and $v$"),
        Reading("$g_0 = y_0$", ("given", 2)),
        Reading("$q = (3 - b)\\/2$, $b <- b q^2$, $g <- g q$", ("given", 3)),
        Reading("the other form in use: $x_0 = v y_0$", ("given", 4)),
        Reading("$h_0 = y_0\\/2$", ("given", 5)),
        Reading("$r = 1\\/2 - x h$, $x <- x + x r$, $h <- h + h r$", ("given", 6)),
        Reading(
            "$g_n = 2 h_n = y_n$, $b_n = v y_n^2$ and $x_n = v y_n$",
            ("show",),
            "four equations, each for every $n$",
        ),
    ),
    obligations=(
        Obligation(
            f"{ID}.statement",
            "$g_n = y_n$, $b_n = v y_n^2$, $x_n = v y_n$ and $2 h_n = y_n$ for every $n$",
            SAME,
            written(SAME, SAME_PROOF),
        ),
    ),
    controls=CONTROLS,
    satisfiable=Attempt(
        f"{ID}.satisfiable",
        "the hypotheses hold for $v = 1$ and $y = g = b = x = 1$, $h = 1\\/2$",
        SAME,
        _witness(_ONES),
    ),
    notes=(
        'The table\'s row says "Fixed iteration count = polynomial = entire". That is '
        "`weierstrass.newton.polynomial`, for a constant $y_0$: then $g_n = 2 h_n = y_n$ is the "
        "polynomial there, and $x_n = v y_n$ is one of a degree more.",
        "So both have the basin, the limit and the errors of `weierstrass.newton`, in exact "
        "arithmetic.",
        "In the arithmetic of a format they differ. From the linear guess $a - b v$ with "
        "$a = 7 b$ and $b = 2\\/(6 + (14\\/3) sqrt(7\\/3))$, about 0.152341, which is balanced on "
        "$[1, 4]$ (both rounded to the format), three steps of Newton's iteration and of the form "
        "with $x$ and $h$ are within two unit roundoffs (four in FP32) at every input; the form "
        "with $b_n$, which keeps the roundings of $b_n$, misses that at 6 of 257 inputs of BF16, "
        "39 of 2,049 of FP16 and 4,374 of 16,777,217 of FP32. Measured over all of them, with "
        "every product and sum rounded.",
    ),
    not_claimed=("rounding",),
)
