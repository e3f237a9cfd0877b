"""fl.thm1: B.2, the printed proof, line by line."""

from __future__ import annotations

from constructions.terms import Term, conj, every, exists, implies, var
from proofs.claims import Attempt, Line, Obligation
from proofs.fl.thm1 import statement as s
from proofs.fl.thm1 import witnesses
from proofs.fl.thm1.proof import (
    HIDDEN,
    MEAN,
    NONNEGATIVE,
    PAIR,
    PARTITION,
    SMALL,
    bounded_margin,
    proved,
)
from proofs.fl.thm1.statement import C, D, L, R, c, f, i, loss, m, margin, rho, whole, x0, y
from proofs.library.vectors import ONE, Body, S, sigma
from proofs.trees.script import Json, statement

# --- the network of B.2 --------------------------------------------------------------------------

_PLAIN = {"h": 3, "P": 3, "q": 2}
#: every hidden value of the network of B.2 is rho(x0)
EVERYWHERE = whole("i j k", s.h(i, s.j, s.k).equals(rho(x0)), *s.IN_LAYER)
FEATURES = statement(
    {"L": "int", "x0": "real"},
    [L >= 1, s.WIDTHS, rho(x0).differs(0), *s.CONSTANT],
    EVERYWHERE,
    {**s.NETWORK, **_PLAIN},
)


def _head(sample: Term, label: Term) -> Body:
    """The summands of (w_c - w_k)^T g in the network of B.2."""
    return lambda u: (s.V(label, u) - s.V(y, u)) * s.h(sample, L, u)


NEGATIVE = whole("i c", sigma(D, _head(i, c), "o") < 0, *s.OTHER_CLASS)
POSSIBLE = statement(
    {"L": "int", "C": "int", "y": "int", "x0": "real"},
    [L >= 1, s.WIDTHS, y >= 1, y <= C, rho(x0).differs(0), *s.CONSTANT, s.OWN, s.OTHERS],
    NEGATIVE,
    {**s.NETWORK, **_PLAIN, "V": 2},
)


#: each of the d_L summands is -2 rho(x0)^2
POSSIBLE_TEXT = (
    HIDDEN
    + """
use widths(L)
have square: 0 < rho(x0)^2 by square_positive(rho(x0))
have summands: for all u in 1..d(L), (V(c, u) - V(y, u))*h(i, L, u) = -2*rho(x0)^2:
  use hidden(L, i, u), own_class(u), other_classes(c, u)
show by sum_same(u -> (V(c, u) - V(y, u))*h(i, L, u), 1, d(L), -2*rho(x0)^2), summands, square,
  d(L) >= 1
"""
)

_EPS, _FROM = var("eps"), var("t0")
_BELOW = every("t", "real", implies(s.t >= _FROM, s.f2(s.t) < _EPS))
_SMALL = implies(_EPS > 0, exists("t0", "real", conj(_FROM > 0, _BELOW)))
INFIMUM = statement(
    {key: sort for key, sort in s.SORTS.items() if key != "low"},
    [*s.SHAPE, *s.CONSTANT, *s.HEAD],
    every("eps", "real", _SMALL),
    {**s.NETWORK, **s.PRINTED},
)


#: from t = C/(2 rho(x0)^2 d_L eps) on, (C - 1) exp(-2 t rho(x0)^2 d_L) < eps
INFIMUM_TEXT = (
    SMALL
    + """
have positive: 0 < 2*rho(x0)^2*d(L)*eps
let T = C/(2*rho(x0)^2*d(L)*eps)
take T
have 0 < T
have below: for all t: real, t >= T => f2(t) < eps:
  have C <= 2*t*rho(x0)^2*d(L)*eps
  show by small(t), less(eps, 2*t*rho(x0)^2*d(L))
"""
)

# --- every network -------------------------------------------------------------------------------

N0, I0, C0 = var("n0"), var("i0"), var("c0")
SORTS = {key: sort for key, sort in s.SORTS.items() if key not in ("x0", "low")}
ONE_STEP = {**SORTS, "n0": "int", "i0": "int", "c0": "int"}
NETWORKS = {**s.NETWORK, **s.SEQUENCE}
ANY = [*s.SHAPE[:5], s.INPUT, s.LAYERS, s.MARGINS, s.LOSSES]  #: any networks
CHOSEN = [C0 >= 1, C0 <= C, C0.differs(y), I0 >= 1, I0 <= m]  #: a class c != k and a sample
_GAP, _LOSS = margin(N0, I0, C0), loss(N0, I0)

ABOVE_ZERO = statement({**SORTS, "n0": "int"}, ANY, f(N0) >= 0, NETWORKS)


NONNEGATIVE_TEXT = (
    PARTITION
    + NONNEGATIVE
    + """
show by sum_nonneg(v -> l(n0, v), 1, m), nonnegative, m >= 1
"""
)


def at_least(level: Term) -> Json:
    return statement(ONE_STEP, [*ANY, *CHOSEN, _GAP >= 0], f(N0) >= S.log(level) / m, NETWORKS)


LOG_C, LOG_2 = at_least(C), at_least(ONE * 2)
NECESSARY = statement(ONE_STEP, [*ANY, *CHOSEN, f(N0) < S.log(ONE * 2) / m], _GAP < 0, NETWORKS)


#: a class c0 other than y: each loss is at least 0, and that of a network the mean of them
CLASS = (
    PARTITION
    + PAIR
    + """
have nonnegative: for all n, i: int, 0 <= l(n, i):
  have 1 <= exp(l(n, i)) by pair(n, i, c0), 0 <= exp(s(n, i, c0))
  have log(1) <= l(n, i) by log_below(1, l(n, i))
  show by log(1) = 0, log(1) <= l(n, i)
"""
    + MEAN
)
#: exp of the sample's loss is at least exp(0) + exp(s) >= 2
TWO = """
have exp(0) <= exp(s(n0, i0, c0)) by exp_mono(0, s(n0, i0, c0))
have two: 2 <= exp(l(n0, i0)) by pair(n0, i0, c0), exp(0) = 1, exp(0) <= exp(s(n0, i0, c0))
have log(2) <= l(n0, i0) by log_below(2, l(n0, i0)), two
"""
LOG_2_TEXT = (
    CLASS
    + TWO
    + """
show by mean(n0, i0), log(2) <= l(n0, i0), m >= 1
"""
)
#: otherwise f >= (1/m) log 2
NECESSARY_TEXT = (
    CLASS
    + """
cases s(n0, i0, c0) < 0:
  show s(n0, i0, c0) < 0
"""
    + TWO
    + """
show by mean(n0, i0), log(2) <= l(n0, i0), m >= 1, f(n0) < log(2)/m
"""
)

_SQUARES = [s.squares(N0, C0), s.feature_squares(N0, I0), s.squares(N0, y)]
_LEVEL = 1 + S.exp(-2 * R * R)
BOUNDED = statement(
    {**ONE_STEP, "R": "real"},
    [*ANY, *CHOSEN, *(S.sqrt(square) <= R for square in _SQUARES)],
    conj(f(N0) >= _LOSS / m, _LOSS >= S.log(_LEVEL)),
    NETWORKS,
)


#: (w_c - w_k)^T g >= -2 R^2
BOUNDED_TEXT = (
    CLASS
    + bounded_margin("n0", "i0", "c0")
    + """have small: exp(-2*R^2) <= exp(s(n0, i0, c0)) by exp_mono(-2*R^2, s(n0, i0, c0)), margin
have least: 1 + exp(-2*R^2) <= exp(l(n0, i0)) by pair(n0, i0, c0), small
show by mean(n0, i0), log_below(1 + exp(-2*R^2), l(n0, i0)), least
"""
)


def _margins(at: Term) -> Term:
    """0, 0 and -10 of three classes."""
    return -5 * (at - 1) * (at - 2)


THREE_CLASSES = Attempt(
    "fl.thm1.necessary.three",
    "three classes, one sample with feature 1, $bold(w)_1 = bold(w)_2 = 0$, $bold(w)_3 = -10$: "
    "$(bold(w)_2 - bold(w)_1)^top bold(g) = 0$ and $f_1 = log(2 + e^(-10)) < log 3$",
    LOG_C,
    witnesses.one_loss(3, _margins(var("w")), _margins(var("v")), 2 + S.exp(-10 * ONE)),
)


LINES = (
    Line(
        "fl.thm1.features",
        "by taking $bold(U)_1 = bold(0)$, $bold(b)_1 = x_0 bold(1)$ and $bold(U)_j = x_0 \\/ "
        "(rho(x_0) d_(j-1)) bold(1) bold(1)^top$, $bold(b)_j = bold(0)$ for $j >= 2$, we have "
        "$bold(a)_j = rho(x_0) bold(1)$ for all $j >= 1$",
        (
            Obligation(
                "fl.thm1.features.layers",
                "every hidden value is $rho(x_0)$, for all depths and widths",
                FEATURES,
                proved(FEATURES, HIDDEN + "show by hidden(j, i, k)"),
            ),
        ),
    ),
    Line(
        "fl.thm1.possible",
        "If we choose $bold(w)_k = rho(x_0) bold(1)$ and $bold(w)_c = -rho(x_0) bold(1)$ for all "
        "$c != k$, then $(bold(w)_c - bold(w)_k)^top bold(g)_bold(theta)(bold(x)_i) < 0$ can be "
        "achieved",
        (
            Obligation(
                "fl.thm1.possible.margins",
                "all margins are negative, on every sample",
                POSSIBLE,
                proved(POSSIBLE, POSSIBLE_TEXT),
            ),
        ),
    ),
    Line(
        "fl.thm1.infimum",
        "by replacing $bold(W)$ with $t bold(W)$ and taking $t -> oo$, the loss $f_k$ can be "
        "arbitrarily close to zero",
        (
            Obligation(
                "fl.thm1.infimum.limit",
                "for every $epsilon > 0$ the loss is below $epsilon$ from some $t$ on",
                INFIMUM,
                proved(INFIMUM, INFIMUM_TEXT),
            ),
        ),
    ),
    Line(
        "fl.thm1.necessary",
        "For the necessity, suppose otherwise $(bold(w)_c - bold(w)_k)^top "
        "bold(g)_bold(theta)(bold(x)_i) >= 0$ for some $bold(x)_i in S_k$ and $c != k$. Then "
        "$f_k >= (1\\/m_k) log C$",
        attempts=(THREE_CLASSES,),
        why="one class whose margin is not negative adds 1 to the 1 of class $k$, and the others "
        "may add next to nothing: the bound is $(1\\/m_k) log 2$, which is as printed for $C = 2$ "
        "only",
        repair="fl.thm1.necessary.repaired",
    ),
    Line(
        "fl.thm1.zero",
        "However, we have seen that the infimum of $f_k$ is zero",
        (
            Obligation(
                "fl.thm1.zero.bound",
                "the loss is never negative, so that by `fl.thm1.infimum` its infimum is 0",
                ABOVE_ZERO,
                proved(ABOVE_ZERO, NONNEGATIVE_TEXT),
            ),
        ),
    ),
    Line(
        "fl.thm1.bounded",
        "all the three claims are false. Then $norm(bold(w)_k)$ is bounded, $norm(bold(w)_c)$ is "
        "bounded for some $c != k$, and $norm(bold(g)_bold(theta)(bold(x)_i))$ is bounded for some "
        "$bold(x)_i$. So $f_k >= ell(bold(theta), bold(W); bold(x)_i, k) \\/ m_k$ is lower bounded",
        (
            Obligation(
                "fl.thm1.bounded.loss",
                "where the three norms are at most $R$, $f_k >= ell\\/m_k$ and "
                "$ell >= log(1 + e^(-2 R^2)) > 0$",
                BOUNDED,
                proved(BOUNDED, BOUNDED_TEXT),
            ),
        ),
        reading="a claim is false where the norms in it are bounded; as limits, see "
        "`fl.thm1.limits`",
    ),
)
