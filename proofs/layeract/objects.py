"""The paper's objects: activation scale functions, fluctuations, means and variances of a layer."""

from __future__ import annotations

from constructions.terms import Json, Term, app, conj, every, implies, total, var
from proofs.definitions import Definition
from proofs.objects import (
    DERIVATIVE,
    EQUAL,
    HARD_SIGMOID,
    MEAN,
    NORM,
    RELU,
    SIGMOID,
    SUM_NORM,
    TO_THE_LEFT,
    S,
    call,
    fence,
    num,
    op,
    over,
    row,
    slot,
    sub,
    symbol,
    value,
    words,
)

a, b, t, d, j, K = (var(name) for name in ("a", "b", "t", "d", "j", "K"))


def _s(at: Term) -> Term:
    return app("s", at)


def _y(name: str) -> Term:
    return app(name, j)


_BOUNDED: Json = every("a", "real", conj(_s(a) >= 0, _s(a) <= 1))
_INCREASING: Json = every("a", "real", every("b", "real", implies(a <= b, _s(a) <= _s(b))))
_HALF: Json = _s(S.const(0)).equals(S.const(1) / 2)
_POSITIVE: Json = every("t", "real", implies(t > 0, _s(t) > 0))
_STEEP: Json = every("a", "real", every("b", "real", S.abs(_s(a) - _s(b)) <= K * S.abs(a - b)))
_NOT_STRICTLY = "increasing is meant as $s(a) <= s(b)$ for $a <= b$"

SCALES = (
    Definition(
        "scale",
        ("s(t)", "K"),
        (_BOUNDED, _INCREASING, _HALF, _STEEP),
        row(slot("s"), words(" is an activation scale function with the Lipschitz constant "),
            slot("K")),
        "$0 <= s <= 1$, $s$ is increasing, $s(0) = 1 \\/ 2$ and $abs(s(a) - s(b)) <= K abs(a - b)$ "
        "for all real $a$ and $b$; " + _NOT_STRICTLY,
        "Definition 3.1",
    ),
    Definition(
        "scale.element",
        ("s(t)",),
        (_BOUNDED, _INCREASING, _POSITIVE),
        row(slot("s"), words(" is an increasing activation scale into "),
            fence("[", row(num(0), op(","), num(1)), "]"), words(", positive for positive inputs")),
        "$0 <= s <= 1$, $s$ is increasing, and $s(t) > 0$ for $t > 0$; " + _NOT_STRICTLY,
        "Eq. 2",
        also=(conj(_BOUNDED, _INCREASING, _POSITIVE),),
    ),
    Definition(
        "bounded",
        ("s(a)",),
        _BOUNDED,
        row(slot("s"), op(":"), op("ℝ"), op("→"), fence("[", row(num(0), op(","), num(1)), "]")),
        "$0 <= s(a) <= 1$ for all real $a$",
    ),
    Definition(
        "increasing",
        ("s(a)",),
        _INCREASING,
        row(slot("s"), words(" is increasing")),
        "$s(a) <= s(b)$ for all real $a <= b$",
    ),
    Definition(
        "lipschitz.line",
        ("s(a)", "K"),
        _STEEP,
        row(slot("s"), words(" is "), ["factor", "K"], words("-Lipschitz on "), op("ℝ")),
        "$abs(s(a) - s(b)) <= K abs(a - b)$ for all real $a$ and $b$",
    ),
    Definition(
        "step",
        ("t",),
        S.minimum(S.const(1), S.sign(t) + 1),
        call(symbol("step"), "t"),
        "the scale of ReLU: 1 for $t >= 0$, else 0",
        "Eq. 3",
    ),
)  # fmt: skip


def _fluctuation(noisy: Term, clean: Term) -> Term:
    y, eps = _y("y"), _y("eps")
    return total("j", 1, d, S.abs((y + eps) * noisy - y * clean))


FLUCTUATIONS = (
    Definition(
        "fluctuation",
        ("y(j)", "eps(j)", "s(t)", "d"),
        _fluctuation(_s(_y("y") + _y("eps")), _s(_y("y"))),
        row(sub(symbol("fluctuation"), over("y", slot("d"))),
            fence("(", row(value("y"), op(","), value("eps"), op(";"), slot("s")), ")")),
        "the activation fluctuation $norm(f(y + epsilon) - f(y)) = sum_(j = 1)^d abs((y_j + "
        "epsilon_j) s(y_j + epsilon_j) - y_j s(y_j))$ of an element-level activation, in the sum "
        "norm, for inputs $y$ and noise $epsilon$ in $RR^d$",
        "Definitions 2.2 and 2.3",
    ),
    Definition(
        "fluctuation.layer",
        ("y(j)", "eps(j)", "u(j)", "v(j)", "d"),
        _fluctuation(_y("u"), _y("v")),
        row(sub(symbol("fluctuation"), over("y", slot("d"))),
            fence("(", row(value("y"), op(","), value("eps"), op(";"), value("u"), op(","),
                           value("v")), ")")),
        "the activation fluctuation $sum_(j = 1)^d abs((y_j + epsilon_j) hat(u)_j - y_j u_j)$, in "
        "the sum norm, for inputs $y$ and noise $epsilon$ in $RR^d$; the scales are $hat(u)_j$ "
        "with noise, printed first, and $u_j$ without",
        "Definition 3.2",
    ),
)  # fmt: skip


MOMENTS = Definition(
    "moments",
    ("mu", "v", "y(j)", "d"),
    (
        var("mu").equals(total("j", 1, d, _y("y")) / d),
        var("v").equals(total("j", 1, d, (_y("y") - var("mu")) ** 2) / d),
    ),
    row(slot("mu"), words(" and "), slot("v"), words(" are the mean and variance of "),
        value("y"), words(" over "), over("y", slot("d"))),
    "$mu = 1 / d sum_(j = 1)^d y_j$ and $v = 1 / d sum_(j = 1)^d (y_j - mu)^2$",
    "Eq. 6",
)  # fmt: skip

NORMALISED = Definition(
    "normalised",
    ("y", "mu", "v", "alpha"),
    (var("y") - var("mu")) / S.sqrt(var("v") + var("alpha")),
    row(sub(symbol("n"), slot("mu"), op(","), slot("v"), op(","), slot("alpha")),
        fence("(", slot("y"), ")")),
    "$(y - mu) \\/ sqrt(v + alpha)$: the normalised input, where $mu$ is the mean and $v$ the "
    "variance of the layer",
    "Eq. 6",
)  # fmt: skip

OBJECTS = (
    NORMALISED,
    *SCALES,
    *FLUCTUATIONS,
    MOMENTS,
    MEAN,
    NORM,
    SUM_NORM,
    DERIVATIVE,
    TO_THE_LEFT,
    SIGMOID,
    HARD_SIGMOID,
    RELU,
    EQUAL,
)
"""The definitions by which statements on the paper are printed."""
