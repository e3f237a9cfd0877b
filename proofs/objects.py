"""Objects that several papers speak of: means, norms, activations, powers, limits.

A paper has those that it needs, and its own, in ``proofs/<paper>/objects.py``.  Bodies are written
as the statements are; :mod:`proofs.definitions` puts names in their place.
"""

from __future__ import annotations

from fractions import Fraction

from constructions.terms import (
    Json,
    Term,
    TermSystem,
    app,
    conj,
    every,
    exists,
    implies,
    total,
    var,
)
from proofs.definitions import Box, Definition

S = TermSystem()

# --- heads -------------------------------------------------------------------------------------


def slot(parameter: str) -> Box:
    return ["slot", parameter]


def binder(parameter: str, number: int = 0) -> Box:
    return ["binder", parameter, number]


def value(parameter: str) -> Box:
    return ["value", parameter]


def op(symbol: str) -> Box:
    return ["op", symbol]


def num(digits: int) -> Box:
    return ["num", str(digits)]


def words(text: str) -> Box:
    return ["text", text]


def symbol(raw: str, shown: str = "") -> Box:
    """A name that no name of a statement may look like; ``raw`` is what ASCII has for it."""
    return ["name", raw, shown or raw, ""]


def row(*boxes: Box) -> Box:
    return ["row", *boxes]


def fence(left: str, box: Box, right: str) -> Box:
    return ["fence", left, box, right]


def paren(*boxes: Box) -> Box:
    """``(a, b, ...)``."""
    listed: list[Box] = []
    for number, box in enumerate(boxes):
        listed += [op(","), box] if number else [box]
    return fence("(", row(*listed) if len(listed) > 1 else listed[0], ")")


def sub(base: Box, *under: Box) -> Box:
    return ["sub", base, under[0] if len(under) == 1 else row(*under)]


def call(head: Box, *parameters: str) -> Box:
    return row(head, paren(*map(slot, parameters)))


def over(family: str, high: Box, low: Box | None = None) -> Box:
    """``j = 1…d``, for a family with the index j."""
    return row(binder(family), op("="), low or num(1), op("…"), high)


def over2(family: str, number: int, high: Box) -> Box:
    """``j = 1…n``, for the variable of that number."""
    return row(binder(family, number), op("="), num(1), op("…"), high)


def family(name: str, high: Box) -> Box:
    """``(y(j))_{j = 1…d}``."""
    return sub(fence("(", value(name), ")"), over(name, high))


#: what is said of every definition by recursion
RECURSION = "that there is exactly one such is not stated, and needs no more than recursion"

# --- bodies ------------------------------------------------------------------------------------

d, t, L, a, b, n = (var(name) for name in ("d", "t", "L", "a", "b", "n"))


def summed(name: str, high: Term = d) -> Term:
    return total("j", 1, high, app(name, var("j")))


_J = var("j")
MEAN = Definition(
    "mean",
    ("y(j)", "d"),
    summed("y") / d,
    row(sub(symbol("mean"), over("y", slot("d"))), paren(value("y"))),
    "the arithmetic mean $1 / d sum_(j = 1)^d y_j$",
)
SUM_NORM = Definition(
    "norm1",
    ("y(j)", "d"),
    total("j", 1, d, S.abs(app("y", _J))),
    sub(fence("‖", family("y", slot("d")), "‖"), num(1)),
    "the sum norm $sum_(j = 1)^d abs(y_j)$ in $RR^d$",
)
NORM = Definition(
    "norm2",
    ("y(j)", "d"),
    S.sqrt(total("j", 1, d, app("y", _J) ** 2)),
    sub(fence("‖", family("y", slot("d")), "‖"), num(2)),
    "the Euclidean norm $sqrt(sum_(j = 1)^d y_j^2)$ in $RR^d$",
)
RELU = Definition(
    "relu",
    ("t",),
    S.maximum(S.const(0), t),
    call(symbol("ReLU"), "t"),
    "$max(0, t)$",
    also=(S.maximum(t, S.const(0)),),
)
SIGMOID = Definition(
    "sigmoid",
    ("t",),
    1 / (1 + S.exp(-t)),
    call(symbol("sigmoid"), "t"),
    "the logistic function $1 / (1 + e^(-t))$",
)
HARD_SIGMOID = Definition(
    "hardsigmoid",
    ("t",),
    S.maximum(S.const(0), S.minimum(S.const(1), t / 6 + S.const(Fraction(1, 2)))),
    call(symbol("HardSigmoid"), "t"),
    "$max(0, min(1, t / 6 + 1 / 2))$",
)
CLIP = Definition(
    "clip",
    ("t",),
    S.maximum(S.const(0), S.minimum(S.const(1), t)),
    call(symbol("clip"), "t"),
    "the ramp $max(0, min(1, t))$",
)


def _between(value_: Term, low: int | Term, high: int | Term) -> Json:
    return conj(value_ >= low, value_ <= high)


_K, _H, _X, _Y, _D = var("k"), var("h"), var("x"), var("y"), var("D")
EQUAL = Definition(
    "iverson",
    ("a", "b"),
    1 - S.abs(S.sign(a - b)),
    fence("[", row(slot("a"), op("="), slot("b")), "]"),
    "1 if $a = b$, else 0",
)
UNEQUAL = Definition(
    "iverson.not",
    ("a", "b"),
    1 - (1 - S.abs(S.sign(a - b))),
    fence("[", row(slot("a"), op("≠"), slot("b")), "]"),
    "0 if $a = b$, else 1",
)
COUNT = Definition(
    "count",
    ("x(j)", "v", "n"),
    total("j", 1, n, 1 - S.abs(S.sign(app("x", _J) - var("v")))),
    row(
        symbol("#"),
        fence("{", row(over("x", slot("n")), op(":"), value("x"), op("="), slot("v")), "}"),
    ),
    "how many of $x_1, ..., x_n$ are $v$",
)


def _small(gap: Term) -> Json:
    return S.abs(gap) < var("eta")


_ETA, _DELTA = var("eta"), var("delta")


def for_all_positive(name: str, formula: Json) -> Json:
    return every(name, "real", implies(var(name) > 0, formula))


def near_zero(name: str, formula: Json) -> Json:
    """Some delta > 0 so that the formula holds wherever |name| < delta."""
    inner = every(name, "real", implies(S.abs(var(name)) < _DELTA, formula))
    return exists("delta", "real", conj(_DELTA > 0, inner))


def derivative(at: str) -> Json:
    """``F'(0) = D`` for the function whose values are F."""
    h = var(at)
    gap = (app("F", h) - app("F", S.const(0))) - _D * h
    return for_all_positive("eta", near_zero(at, S.abs(gap) <= _ETA * S.abs(h)))


DERIVATIVE = Definition(
    "derivative",
    ("F(h)", "D"),
    derivative("h"),
    row(slot("F"), op("′"), paren(num(0)), op("="), slot("D")),
    "$F$ is differentiable at 0, with derivative $D$: for every $eta > 0$ there is $delta > 0$ "
    "with $abs(F(h) - F(0) - D h) <= eta abs(h)$ for $abs(h) < delta$",
)


def _limit_left() -> Json:
    far = every("t", "real", implies(t < var("C"), _small(app("F", t) - L)))
    return for_all_positive("eta", exists("C", "real", far))


TO_THE_LEFT = Definition(
    "limit.left",
    ("F(t)", "L"),
    _limit_left(),
    row(value("F"), op("→"), slot("L"), words(" as "), binder("F"), op("→"), op("−"), op("∞")),
    "for every $eta > 0$ there is $C$ with $abs(F(t) - L) < eta$ for all $t < C$",
)


def _sequence_limit(first: int) -> Json:
    low = var("N0")
    late = every("n", "int", implies(n >= low, _small(app("x", n) - L)))
    return for_all_positive("eta", exists("N0", "int", conj(low >= first, late)))


CONVERGES = Definition(
    "limit.sequence",
    ("x(n)", "L"),
    _sequence_limit(1),
    row(value("x"), op("→"), slot("L"), words(" as "), binder("x"), op("→"), op("∞")),
    "for every $eta > 0$ there is $N$ with $abs(x_n - L) < eta$ for all $n >= N$",
    also=(_sequence_limit(0),),
)


def _limit_zero() -> Json:
    s = var("s")
    inner = every("s", "real", implies(s > 0, s < _DELTA, _small(app("F", s) - L)))
    return for_all_positive("eta", exists("delta", "real", conj(_DELTA > 0, inner)))


FROM_ABOVE = Definition(
    "limit.above",
    ("F(s)", "L"),
    _limit_zero(),
    row(
        value("F"),
        op("→"),
        slot("L"),
        words(" as "),
        binder("F"),
        op("→"),
        num(0),
        op(","),
        binder("F"),
        op(">"),
        num(0),
    ),
    "for every $eta > 0$ there is $delta > 0$ with $abs(F(s) - L) < eta$ for $0 < s < delta$",
)


def power(first: Json, step: Json) -> tuple[Json, Json]:
    return (first, step)


_P = lambda x, h: app("p", x, h)  # noqa: E731
POWERS = Definition(
    "powers",
    ("p(x, h)",),
    (
        every("x", "real", _P(_X, S.const(0)).equals(1)),
        every(
            "x", "real", every("h", "int", implies(_H >= 0, _P(_X, _H + 1).equals(_X * _P(_X, _H))))
        ),
    ),
    row(
        value("p"), op("="), ["sup", binder("p", 0), binder("p", 1)],
        words(" for all "), binder("p", 0), op("∈"), op("ℝ"),
        words(" and integers "), binder("p", 1), op("≥"), num(0),
    ),
    "powers, by recursion: $p(x, 0) = 1$ and $p(x, h + 1) = x p(x, h)$; " + RECURSION,
    named=("p",),
)  # fmt: skip
POWERS_OF = Definition(
    "powers.of",
    ("w(h)", "x"),
    (
        app("w", S.const(0)).equals(1),
        every("h", "int", implies(_H >= 0, app("w", _H + 1).equals(_X * app("w", _H)))),
    ),
    row(
        value("w"), op("="), ["sup", ["factor", "x"], binder("w")],
        words(" for integers "), binder("w"), op("≥"), num(0),
    ),
    "powers of one number, by recursion: $w(0) = 1$ and $w(h + 1) = x w(h)$; " + RECURSION,
    named=("w",),
)  # fmt: skip
FACTORIALS = Definition(
    "factorials",
    ("F(h)",),
    (
        app("F", S.const(0)).equals(1),
        every("h", "int", implies(_H >= 0, app("F", _H + 1).equals((_H + 1) * app("F", _H)))),
    ),
    row(value("F"), op("="), binder("F"), op("!"), words(" for integers "), binder("F"), op("≥"),
        num(0)),
    "factorials, by recursion: $F(0) = 1$ and $F(h + 1) = (h + 1) F(h)$; " + RECURSION,
    named=("F",),
)  # fmt: skip
LIPSCHITZ = Definition(
    "lipschitz.line",
    ("f(x)", "L"),
    every(
        "x",
        "real",
        every("y", "real", S.abs(app("f", _X) - app("f", _Y)) <= L * S.abs(_X - _Y)),
    ),
    row(slot("f"), words(" is "), ["factor", "L"], words("-Lipschitz on "), op("ℝ")),
    "$abs(f(x) - f(y)) <= L abs(x - y)$ for all real $x$ and $y$",
)
LIPSCHITZ_UNIT = Definition(
    "lipschitz.unit",
    ("f(x)", "L"),
    every(
        "x",
        "real",
        every(
            "y",
            "real",
            implies(
                conj(_X >= 0, _X <= 1, _Y >= 0, _Y <= 1),
                S.abs(app("f", _X) - app("f", _Y)) <= L * S.abs(_X - _Y),
            ),
        ),
    ),
    row(slot("f"), words(" is "), ["factor", "L"], words("-Lipschitz on "),
        fence("[", row(num(0), op(","), num(1)), "]")),
    "$abs(f(x) - f(y)) <= L abs(x - y)$ for all $x$ and $y$ in $[0, 1]$",
)  # fmt: skip

SOFTMAX = Definition(
    "softmax",
    ("v(c)", "C", "i"),
    S.exp(app("v", var("i"))) / total("c", 1, var("C"), S.exp(app("v", var("c")))),
    sub(row(sub(symbol("softmax"), over("v", slot("C"))), paren(value("v"))), slot("i")),
    "coordinate $i$ of the softmax $e^(v_i) \\/ sum_(c = 1)^C e^(v_c)$ of $v in RR^C$",
)
