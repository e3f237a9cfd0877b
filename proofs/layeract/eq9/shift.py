"""A shift of all inputs: the fluctuation of LayerAct is |c| sum s(n_i), and how large that can be.

The shift c moves the mean and nothing else, so n does not change.  The n_i have mean 0 and their
squares a mean of at most 1.  So where s(t) <= a + b t + q t^2 with q >= 0, sum s(n_i) is at
most (a + q) d.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from constructions.layeract import Indexed, fluctuation, hard_sigmoid
from constructions.layers import sigmoid
from constructions.terms import Json, Term, conj, every, implies, var
from proofs.layeract.saturation import LARGEST_SUM
from proofs.layeract.sums import (
    BOUNDED,
    CENTRED,
    FUNCTIONS,
    LAYER_FACTS,
    LAYER_NAMES,
    MEAN,
    MEAN_NOISY,
    NORMALISED,
    VARIANCE,
    VARIANCE_NOISY,
    alpha,
    d,
    k,
    n,
    n_noisy,
    noise,
    noisy,
    s,
    total,
    y,
)
from proofs.library.vectors import S
from proofs.trees.script import (
    statement,
)

c = var("c")
_a = var("a")
SORTS = {"d": "int", **dict.fromkeys(("mu", "muhat", "v", "vhat", "alpha", "c"), "real")}
#: the same noise at all inputs
SHIFTED = every("k", "int", implies(conj(k >= 1, k <= d), noise(k).equals(c)))
LAYERS = [d >= 1, alpha > 0, MEAN, VARIANCE, MEAN_NOISY, VARIANCE_NOISY, SHIFTED]
FLUCTUATION = fluctuation(
    S,
    Indexed(lambda at: noisy(at) * s(n_noisy(at)), d),
    Indexed(lambda at: y(at) * s(n(at)), d),
)


def scale(at: Term) -> Term:
    """s(n_i)."""
    return s(n(at))


IDENTITY = statement(
    SORTS, [*LAYERS, BOUNDED], FLUCTUATION.equals(S.abs(c) * total(scale)), FUNCTIONS
)

# --- two scales, and a parabola above one of them -------------------------------------------------

#: s(t) <= a + b t + q t^2
Parabola = tuple[Term, Term, Term]
_number = lambda text: S.const(Fraction(text))  # noqa: E731
#: near the best one, which meets the sigmoid function at about 0.2625 and -3.8102
SMOOTH: Parabola = (_number("0.502732"), _number("0.231273"), _number("0.027568"))
SMOOTH_BOUND = _number("0.5303")  #: a + q
_ROOT10 = S.sqrt(S.const(10))
HARD_BOUND = (3 + _ROOT10) / 12


def value(parabola: Parabola, at: Term) -> Term:
    a, b, q = parabola
    return a + b * at + q * (at * at)


def scale_is(function: Callable[[Term], Term]) -> Json:
    return every("a", "real", s(_a).equals(function(_a)))


def smooth(t: Term) -> Term:
    return sigmoid(S, t)


def hard(t: Term) -> Term:
    return hard_sigmoid(S, t)


def bounded_by(bound: Term, function: Callable[[Term], Term]) -> Json:
    return statement(
        SORTS, [*LAYERS, scale_is(function)], FLUCTUATION <= bound * S.abs(c) * d, FUNCTIONS
    )


SILU = bounded_by(SMOOTH_BOUND, smooth)
HARD_SILU = bounded_by(HARD_BOUND, hard)


# --- proofs ---------------------------------------------------------------------------------------


def change(at: Term) -> Term:
    return noisy(at) * s(n_noisy(at)) - y(at) * s(n(at))


FACTS = {
    **LAYER_FACTS,
    "mean_noisy": MEAN_NOISY,
    "spread_noisy": VARIANCE_NOISY,
    "shifted": SHIFTED,
    "bounded": BOUNDED,
    "smooth": scale_is(smooth),
    "hard_scale": scale_is(hard),
}
NAMES = {
    **LAYER_NAMES,
    "hat": n_noisy,
    "change": change,
    "hard": hard,
    "parabola": lambda t: value(SMOOTH, t),
}

#: muhat = mu + c and vhat = v, so n does not change
UNMOVED = """
have means: muhat = mu + c:
  have each: for all k in 1..d, y(k) + eps(k) = y(k) + c:
    show by shifted(k)
  have added: sum(k = 1..d, y(k) + c) = sum(k = 1..d, y(k)) + d*c
    by sum_add(y, k -> c, 1, d), sum_constant(1, d, c), d >= 1
  show by mean, mean_noisy, added, d >= 1, sum_equal(k -> y(k) + eps(k), k -> y(k) + c, 1, d), each
have spreads: vhat = v:
  have each: for all k in 1..d, (y(k) + eps(k) - muhat)^2 = (y(k) - mu)^2:
    show by shifted(k), means
  show by spread, spread_noisy, d >= 1, each,
    sum_equal(k -> (y(k) + eps(k) - muhat)^2, k -> (y(k) - mu)^2, 1, d)
have unmoved: for all k in 1..d, hat(k) = n(k):
  show by shifted(k), means, spreads, positive
have element: for all k in 1..d, 0 <= s(n(k)) => |change(k)| = |c|*s(n(k)):
  have same: s(hat(k)) = s(n(k)) by unmoved(k), positive
  have moves: change(k) = c*s(n(k)) by shifted(k), same
  show by moves, abs_product(c, s(n(k))), 0 <= s(n(k))
"""
EQUAL = f"""{CENTRED}{UNMOVED}
have each: for all k in 1..d, |change(k)| = |c|*s(n(k)):
  show by element(k), bounded(n(k))
show by sum_proportional(k -> |change(k)|, k -> s(n(k)), |c|, 1, d), each
"""
#: by boxes on [-8, 8]; beyond 8 the parabola is above 1, below -8 above 1/(1 - t)
SMOOTH_BELOW = f"""{NORMALISED}{UNMOVED}
have below: for all t: real, sigmoid(t) <= parabola(t):
  cases right: 8 <= t:
    show by sigmoid_range(t), right
  cases left: t <= -8:
    let E = exp(-t)
    have line: E >= 1 - t by exp_line(-t)
    show by line, left
  show by boxes
have summed: for all m: int, 0 <= m => sum(k = 1..m, sigmoid(n(k))) <=
    0.027568*sum(k = 1..m, n(k)^2) + 0.231273*sum(k = 1..m, n(k)) + 0.502732*m by induction on m:
  step:
    show by ih, below(n(m + 1)), positive
have least: sum(k = 1..d, sigmoid(n(k))) <= 0.5303*d by summed(d), normal, small
have scales: for all k in 1..d, s(n(k)) = sigmoid(n(k)):
  show by smooth(n(k)), positive
have each: for all k in 1..d, |change(k)| = |c|*s(n(k)):
  have 0 <= s(n(k)) by smooth(n(k)), positive
  use element(k)
have total: sum(k = 1..d, |change(k)|) = |c|*sum(k = 1..d, sigmoid(n(k)))
  by sum_proportional(k -> |change(k)|, k -> s(n(k)), |c|, 1, d), each,
  sum_equal(k -> s(n(k)), k -> sigmoid(n(k)), 1, d), scales
have most: |c|*sum(k = 1..d, sigmoid(n(k))) <= |c|*(0.5303*d) by least
show by total, most
"""
HARD_BELOW = f"""{LARGEST_SUM}{UNMOVED}
have least: sum(k = 1..d, hard(n(k))) <= (3 + T)/12*d by largest, three
have scales: for all k in 1..d, s(n(k)) = hard(n(k)):
  show by hard_scale(n(k)), positive
have each: for all k in 1..d, |change(k)| = |c|*s(n(k)):
  have 0 <= s(n(k)) by hard_scale(n(k)), positive
  use element(k)
have total: sum(k = 1..d, |change(k)|) = |c|*sum(k = 1..d, hard(n(k)))
  by sum_proportional(k -> |change(k)|, k -> s(n(k)), |c|, 1, d), each,
  sum_equal(k -> s(n(k)), k -> hard(n(k)), 1, d), scales
have times: |c|*sum(k = 1..d, hard(n(k))) <= |c|*((3 + T)/12*d) by least
show by total, times
"""
