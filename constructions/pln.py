"""The networks of *Parallel Layer Normalization for Universal Approximation*, Appendix A.1.

Every formula is written once, over a number system, so the weights of a network and the terms in
a certificate are the same expressions.  ``y(k)`` is the value at the k-th midpoint.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from math import isqrt
from typing import Any, Protocol

from constructions.exact import Surd
from constructions.layers import (
    RMS_PLUS_DELTA,
    ROOT_OF_MEAN_PLUS_DELTA,
    ROOT_OF_VAR_PLUS_DELTA,
    SIGMA_PLUS_DELTA,
    LayerNorm,
    LayerScaling,
    Padded,
    Sigmoid,
    Sign,
    Tanh,
    layer_norm,
    layer_scaling,
    sigmoid,
)
from constructions.networks import ParallelNet, Unit
from constructions.systems import add_all

Value = Any
Samples = Callable[[Value], Value]


def units_needed(L: Fraction, eps: Fraction) -> int:
    """N = floor(L / (2 eps)) + 1, the width of Lemma 2 and Theorem 1."""
    if eps <= 0:
        raise ValueError(f"eps must be positive, got {eps}")
    if L < 0:
        raise ValueError(f"L must not be negative, got {L}")
    return int(L / (2 * eps)) + 1


def midpoint(k: Value, N: Value) -> Value:
    """(2k - 1) / (2N), the middle of the k-th of N equal cells."""
    return (2 * k - 1) / (2 * N)


def alpha_hat(y: Samples, k: Value) -> Value:
    """Eq. 8: half the jump between neighbouring cells, 1 <= k <= N - 1."""
    return (y(k + 1) - y(k)) / 2


def alpha_hat_last(y: Samples, N: Value) -> Value:
    """Eq. 9: the weight of the unit that is constantly on."""
    return (y(1) + y(N)) / 2


def b_hat(k: Value, N: Value) -> Value:
    """The bias -k/N of unit k <= N - 1; unit N has bias 1."""
    return -k / N


def unit_on_line(
    system: Any, t: Value, d: Value, delta: Value, convention: str = SIGMA_PLUS_DELTA
) -> Value:
    """alpha^T LN-d(h) for alpha = [sqrt(2/d), 0, ..., 0] and h = [t, -t, 0, ..., 0] (Lemma 1).

    The unit of Lemma 1 without its weight alpha_hat; ``d`` >= 2 may be symbolic.  It equals
    t / (|t| + delta sqrt(d/2)) by the kernel-checked ``pln.lemma1.unit``.
    """
    zero = system.const(0)
    h = Padded((t, -t), zero, d, system.repeated)
    alpha = Padded((system.sqrt(2 / d), zero), zero, d, system.repeated)
    return alpha.dot(layer_norm(system, h, delta, convention))  # type: ignore[arg-type]


def scaling_unit_on_line(
    system: Any,
    t: Value,
    d: Value,
    delta: Value,
    convention: str = RMS_PLUS_DELTA,
    at_zero: Any = None,
) -> Value:
    """alpha^T LS-d(h) for alpha = [1/sqrt(d), 0, ..., 0] and h = [t, 0, ..., 0] (Theorem 3).

    ``d`` >= 1 may be symbolic.  It equals t / (|t| + delta sqrt(d)) by the kernel-checked
    ``pln.thm3.unit``; with delta = 0 it is sign(t), and ``at_zero`` / sqrt(d) at t = 0.
    """
    zero = system.const(0)
    h = Padded((t,), zero, d, system.repeated)
    alpha = Padded((1 / system.sqrt(d),), zero, d, system.repeated)
    return alpha.dot(layer_scaling(system, h, delta, convention, at_zero))  # type: ignore[arg-type]


def shifted_unit_on_line(system: Any, t: Value, c: Value, d: Value) -> Value:
    """alpha^T LS-d(h) for h = [t, c, 0, ..., 0] and d >= 2, with LS exactly as in Eq. 4.

    No delta and no convention: h is never 0 for c > 0.  It equals t / sqrt(t^2 + c^2) by the
    kernel-checked ``pln.thm3.printed``.
    """
    zero = system.const(0)
    h = Padded((t, c), zero, d, system.repeated)
    alpha = Padded((1 / system.sqrt(d), zero), zero, d, system.repeated)
    return alpha.dot(layer_scaling(system, h, zero, RMS_PLUS_DELTA))  # type: ignore[arg-type]


def shifted_norm_unit_on_line(system: Any, t: Value, c: Value, d: Value) -> Value:
    """alpha^T LN-d(h) for h = [t, -t, c, 0, ..., 0] and d >= 3, with LN exactly as in Eq. 1.

    No delta and no convention: sigma is never 0 for c > 0.  alpha = [a, -a, 0, ..., 0] with
    a = sqrt(2/d)/2.  It equals t / sqrt(t^2 + c^2 (1 - 1/d)/2) by the kernel-checked
    ``pln.thm1.printed``.
    """
    zero, a = system.const(0), system.sqrt(2 / d) / 2
    h = Padded((t, -t, c), zero, d, system.repeated)
    alpha = Padded((a, -a, zero), zero, d, system.repeated)
    return alpha.dot(layer_norm(system, h, zero))  # type: ignore[arg-type]


def sign_network(y: Sequence[Fraction]) -> ParallelNet:
    """Lemma 2, Eq. 8-9: the sign network through the midpoint values ``y[0], ..., y[N-1]``."""
    N = len(y)
    if N < 1:
        raise ValueError("a sign network needs at least one value")

    def value(k: int) -> Fraction:
        return y[k - 1]

    def unit(k: int, alpha: Fraction, b: Fraction) -> Unit:
        return Unit(f"step {k}", (Surd(alpha),), ((Surd(Fraction(1)),),), (Surd(b),))

    steps = [unit(k, alpha_hat(value, k), b_hat(Fraction(k), N)) for k in range(1, N)]
    constant = unit(N, alpha_hat_last(value, N), Fraction(1))
    return ParallelNet(Sign(), 1, (*steps, constant))


TANH, SIGMOID = "tanh", "sigmoid"  #: steps tanh(t/c) and 1/(1 + e^(-t/c)), Proposition 1
STEEP = (TANH, SIGMOID)


def step_on_line(system: Any, t: Value, c: Value, convention: str = SIGMA_PLUS_DELTA) -> Value:
    """What a unit computes, with c > 0:

    sigma+delta       t/(|t| + c), a unit of Lemma 1 (for every d: ``pln.lemma1.unit``)
    sqrt(var+delta)   t/sqrt(t^2 + c^2), the same as frameworks have it
    tanh, sigmoid     tanh(t/c) and 1/(1 + e^(-t/c)), Proposition 1 with lambda = 1/c
    """
    if convention == SIGMA_PLUS_DELTA:
        return t / (system.abs(t) + c)
    if convention == TANH:
        return system.tanh(t / c)
    if convention == SIGMOID:
        return sigmoid(system, t / c)
    return t / system.sqrt(t * t + c * c)


def weights_on_line(
    y: Sequence[Fraction], convention: str = SIGMA_PLUS_DELTA
) -> list[tuple[Fraction, Fraction]]:
    """(alpha_j, b_j) of the N units: Eq. 8-9, and for the sigmoid Eq. 34."""
    N = len(y)

    def value(k: int) -> Fraction:
        return y[k - 1]

    steps = [(alpha_hat(value, k), b_hat(Fraction(k), N)) for k in range(1, N)]
    if convention == SIGMOID:
        return [*((2 * alpha, b) for alpha, b in steps), (value(1), Fraction(1))]
    return [*steps, (alpha_hat_last(value, N), Fraction(1))]


def network_on_line(
    system: Any,
    y: Sequence[Fraction],
    x: Value,
    c: Fraction | Surd = Fraction(0),
    convention: str = SIGMA_PLUS_DELTA,
) -> Value:
    """G(x) = sum_j alpha_j s_j(x) with s_j smoothed by ``c``, or sign for c = 0 (Lemma 2).

    The function that :func:`sign_network`, :func:`pln_network` and the networks of Proposition 1
    compute, in one line per unit.
    """
    smooth = Surd.of(c)

    def step(alpha: Fraction, b: Fraction) -> Value:
        t = x + system.const(b)
        if smooth.q:
            s = step_on_line(system, t, smooth.value(system), convention)
        else:
            s = system.sign(t)
        return system.const(alpha) * s

    units = weights_on_line(y, convention)
    return add_all([step(alpha, b) for alpha, b in units if alpha] or [system.const(0) * x])


def steep_network(y: Sequence[Fraction], lam: Fraction, convention: str) -> ParallelNet:
    """Proposition 1: sum_j alpha_j phi(lambda (x + b_j)), phi = tanh or the sigmoid.

    b_j = -j/N for j < N and b_N = 1; alpha_j as in Eq. 8-9 for tanh, as in Eq. 34 for the sigmoid.
    """
    if lam <= 0:
        raise ValueError(f"lambda must be positive, got {lam}")
    if convention not in STEEP:
        raise ValueError(f"the unit is one of {', '.join(STEEP)}")
    N = len(y)

    def unit(j: int, alpha: Fraction, b: Fraction) -> Unit:
        name = f"step {j}" if j < N else "constant"
        return Unit(name, (Surd(alpha),), ((Surd(lam),),), (Surd(lam * b),))

    units = [unit(j + 1, *pair) for j, pair in enumerate(weights_on_line(y, convention))]
    return ParallelNet(Tanh() if convention == TANH else Sigmoid(), 1, tuple(units))


def exp_below(q: Fraction, terms: int = 80) -> Fraction:
    """A rational number at most e^q, for q >= 0: a partial sum of the series, rounded down."""
    if q < 0:
        raise ValueError("a lower bound of e^q is given for q >= 0")
    total = power = Fraction(1)
    for k in range(1, terms):
        power = Fraction(int(power * q / k * 2**64), 2**64)
        total += power
    return total


@dataclass(frozen=True)
class SteepConstruction:
    """One instance of Proposition 1: the network, and a bound below eps on its error.

    The units are sigma or tanh of lambda (x + b_j); ``y`` are the values at the N midpoints,
    each within ``rho`` of the function's.
    """

    network: ParallelNet
    y: tuple[Fraction, ...]
    rho: Fraction
    lam: Fraction
    budget: Budget
    convention: str

    def __post_init__(self) -> None:
        if not self.predicted < self.budget.eps:
            raise ValueError(f"the error {self.predicted} is not below eps = {self.budget.eps}")

    @property
    def predicted(self) -> Fraction:
        """L/(2N) + rho + the error of the units, by the kernel-proved rate."""
        spent = steep_error(self.budget, self.y, self.lam, self.convention)
        return self.budget.bound + self.rho + spent


def steep_error(budget: Budget, y: Sequence[Fraction], lam: Fraction, convention: str) -> Fraction:
    """An upper bound of 2 A/(e^(a/N) + 1) + 2 B/(e^(2a) + 1), from ``pln.prop1.*.rate``.

    a = lambda and B = |alpha_hat_N| for tanh; a = lambda/2 and B = |f(1/(2N))|/2 for the sigmoid.
    """
    steep, level = lam, budget.level
    if convention == SIGMOID:
        steep, level = lam / 2, abs(y[0]) / 2
    near = 2 / (exp_below(steep / budget.N) + 1)
    return budget.jumps * near + level * 2 / (exp_below(2 * steep) + 1)


def construct_steep(
    f: Sampled, L: Fraction, eps: Fraction, convention: str, lam: Fraction | None = None
) -> SteepConstruction:
    """The network of Proposition 1 for an L-Lipschitz f on [0, 1], with error below eps.

    Without ``lam`` the smallest of 1, 1.25, 1.25^2, ... (two digits) whose units cost at most
    half of what is left of eps; with it, ``ValueError`` where that is not shown to be enough.
    """
    if convention not in STEEP:
        raise ValueError(f"the unit is one of {', '.join(STEEP)}")
    y, rho, spent = sampled_budget(f, L, eps)
    if lam is not None and lam <= 0:
        raise ValueError(f"lambda must be positive, got {lam}")
    chosen, candidate = lam, Fraction(1)
    while chosen is None:
        short = short_below(candidate)
        if steep_error(spent, y, short, convention) <= spent.slack / 2:
            chosen = short
        candidate *= Fraction(5, 4)
    return SteepConstruction(
        steep_network(y, chosen, convention), y, rho, chosen, spent, convention
    )


def smoothing(d: int, delta: Surd, convention: str, scale: Surd) -> Surd:
    """The c for which unit k is t/(|t| + c), or t/sqrt(t^2 + c^2), in t = x + b_hat.

    sigma + delta:        c = delta sqrt(d/2) / scale
    sqrt(var + delta):    c = sqrt(delta d/2) / scale     (delta rational)
    """
    root = delta if convention == SIGMA_PLUS_DELTA else Surd.root(delta.q)
    if convention != SIGMA_PLUS_DELTA and delta.m != 1:
        raise ValueError("sqrt(var + delta) needs a rational delta")
    half = Surd.root(Fraction(d, 2))
    product = Surd.root(root.m * half.m) * (root.q * half.q)
    inverse = Surd(1 / (scale.q * scale.m), scale.m)
    return Surd.root(product.m * inverse.m) * (product.q * inverse.q)


def delta_for(d: int, c: Fraction, convention: str) -> Surd:
    """The delta that gives smoothing ``c`` at scale 1."""
    if convention == SIGMA_PLUS_DELTA:
        return Surd.root(Fraction(2, d)) * c
    return Surd(2 * c * c / d)


def scale_for(d: int, delta: Surd, c: Fraction, convention: str) -> Surd:
    """The factor on W and b for which a layer with this ``delta`` has smoothing ``c``."""
    at_one = smoothing(d, delta, convention, Surd(Fraction(1)))
    return at_one * (1 / c)


def pln_network(
    y: Sequence[Fraction],
    d: int,
    delta: Surd,
    convention: str = SIGMA_PLUS_DELTA,
    scale: Surd | None = None,
) -> ParallelNet:
    """Lemma 1 applied to the sign network through ``y``: N groups of LN-d.

    alpha_j = [alpha_hat_j sqrt(2/d), 0, ..., 0], w_j = s [w_hat_j, -w_hat_j, 0, ..., 0] and
    b_j = s [b_hat_j, -b_hat_j, 0, ..., 0]; the factor s = ``scale`` > 0 (1 in the paper) trades
    large weights for a layer's fixed delta, since LN_delta(s h) = LN_{delta/s}(h).
    """
    layer = LayerNorm(d, delta, convention)
    factor = Surd(Fraction(1)) if scale is None else scale
    if factor.q <= 0:
        raise ValueError("the scale must be positive")
    zeros = (Surd(Fraction(0)),) * (d - 2)
    out = Surd.root(Fraction(2, d))

    def unit(step: Unit) -> Unit:
        w, b = factor * step.W[0][0].q, factor * step.b[0].q
        return Unit(
            step.name,
            (out * step.alpha[0].q, Surd(Fraction(0)), *zeros),
            ((w,), (-w,), *((z,) for z in zeros)),
            (b, -b, *zeros),
        )

    return ParallelNet(layer, 1, tuple(unit(u) for u in sign_network(y).units))


STEP_OF_SCALING = {
    RMS_PLUS_DELTA: SIGMA_PLUS_DELTA,
    ROOT_OF_MEAN_PLUS_DELTA: ROOT_OF_VAR_PLUS_DELTA,
}
"""Which of the two steps of :func:`step_on_line` a unit of LS-d computes, by convention.

With h = [t, 0, ..., 0] the smoothing is c = delta sqrt(d) or sqrt(delta d), that of LN-2d."""


def scaling_network(
    y: Sequence[Fraction],
    d: int,
    delta: Surd,
    convention: str = RMS_PLUS_DELTA,
    scale: Surd | None = None,
    at_zero: int = 0,
) -> ParallelNet:
    """Theorem 3: the sign network through ``y`` with N groups of LS-d (RMSNorm), d >= 1.

    alpha_j = [alpha_hat_j / sqrt(d), 0, ..., 0], W_j = s [1, 0, ..., 0] and
    b_j = s [b_hat_j, 0, ..., 0], with s = ``scale`` > 0.
    """
    layer = LayerScaling(d, delta, convention, at_zero)
    factor = Surd(Fraction(1)) if scale is None else scale
    if factor.q <= 0:
        raise ValueError("the scale must be positive")
    zeros = (Surd(Fraction(0)),) * (d - 1)
    out = Surd.root(Fraction(1, d))

    def unit(step: Unit) -> Unit:
        return Unit(
            step.name,
            (out * step.alpha[0].q, *zeros),
            ((factor * step.W[0][0].q,), *((z,) for z in zeros)),
            (factor * step.b[0].q, *zeros),
        )

    return ParallelNet(layer, 1, tuple(unit(u) for u in sign_network(y).units))


@dataclass(frozen=True)
class Budget:
    """How the error eps of one instance is spent: L/(2N) + rho + smoothing(c) < eps.

    ``jumps`` is the sum of |alpha_hat_k| over k < N, ``level`` is |alpha_hat_N|; the smoothing
    costs at most c (2 N jumps + level), by the bound of pln.thm1.  Units t/sqrt(t^2 + c^2)
    (``root``) cost at most c^2 (2 N^2 jumps + level/2), too, by pln.thm1.sharpened4.
    """

    N: int
    bound: Fraction
    rho: Fraction
    eps: Fraction
    jumps: Fraction
    level: Fraction
    root: bool = False

    @property
    def slack(self) -> Fraction:
        """What is left of eps for the smoothing; positive since N > L/(2 eps) and rho is small."""
        return self.eps - self.bound - self.rho

    @property
    def steepness(self) -> Fraction:
        return 2 * self.N * self.jumps + self.level

    @property
    def curvature(self) -> Fraction:
        return 2 * self.N * self.N * self.jumps + self.level / 2

    def largest_c(self) -> Fraction | None:
        """c* = slack / (2 N jumps + level); ``None``: every c > 0 will do.

        With ``root`` it is at least sqrt(slack / (2 N^2 jumps + level/2)), less 2^-127.
        """
        if not self.steepness:
            return None
        first = self.slack / self.steepness
        if not self.root:
            return first
        square = self.slack / self.curvature
        root = isqrt((square.numerator << 256) // square.denominator) - 1
        return max(first, Fraction(root, 2**128))

    def smoothing_error(self, c: Fraction) -> Fraction:
        """jumps c/(1/(2N) + c) + level c/(1 + c), the kernel-proved bound, < c * steepness.

        With ``root`` it is c^2 * curvature where that is less.
        """
        first = self.jumps * c / (Fraction(1, 2 * self.N) + c) + self.level * c / (1 + c)
        return min(first, c * c * self.curvature) if self.root else first


def budget(y: Sequence[Fraction], L: Fraction, eps: Fraction, rho: Fraction) -> Budget:
    """The error budget of the PLN-d network through the values ``y`` (known up to ``rho``)."""
    N = len(y)
    jumps = sum((abs(b - a) / 2 for a, b in pairwise(y)), Fraction(0))
    return Budget(N, L / (2 * N), rho, eps, jumps, abs(y[0] + y[-1]) / 2)


def short_below(q: Fraction) -> Fraction:
    """The largest number with two significant decimal digits that is at most ``q`` > 0."""
    exponent = 0
    while q >= 100:
        q, exponent = q / 10, exponent + 1
    while q < 10:
        q, exponent = q * 10, exponent - 1
    return int(q) * Fraction(10) ** exponent


MAX_UNITS = 200_000
"""More units than this are refused by :func:`construct`: they would fill the memory."""


def buildable_units(L: Fraction, eps: Fraction) -> int:
    """:func:`units_needed`, at most ``MAX_UNITS``; ``ValueError`` beyond."""
    N = units_needed(L, eps)
    if N > MAX_UNITS:
        asked = N if N < 10**30 else "more than 10^30"
        raise ValueError(f"L/(2 eps) asks for N = {asked} units; at most {MAX_UNITS} are built")
    return N


class Sampled(Protocol):
    """A function on [0, 1] known through rational approximations of its values."""

    def sample(self, q: Fraction, tolerance: Fraction) -> Fraction:
        """A rational within ``tolerance`` > 0 of the value at ``q``."""


@dataclass(frozen=True)
class Construction:
    """One instance of Theorem 1: the network, and where its error comes from.

    ``y`` are the values used at the N midpoints, each within ``rho`` of the function's; ``c`` is
    the smoothing of the network (0: it computes sign steps), exactly; ``delta`` and ``scale``
    are those of :func:`pln_network`.
    """

    network: ParallelNet
    y: tuple[Fraction, ...]
    rho: Fraction
    c: Surd
    budget: Budget
    delta: Surd
    scale: Surd

    def __post_init__(self) -> None:
        if not self.predicted < self.budget.eps:
            raise ValueError(f"the error {self.predicted} is not below eps = {self.budget.eps}")

    @property
    def c_above(self) -> Fraction:
        """A rational number >= c (c itself where it is rational)."""
        return self.c.above()

    @property
    def predicted(self) -> Fraction:
        """The bound L/(2N) + rho + smoothing_error(c) on the sup-norm error, below eps."""
        return self.budget.bound + self.rho + self.budget.smoothing_error(self.c_above)


def values_at_midpoints(
    f: Sampled, N: int, tolerance: Fraction
) -> tuple[tuple[Fraction, ...], Fraction]:
    """``(y, rho)``: f at the N midpoints, exactly with rho = 0 where f can, else to ``tolerance``.

    Exact values need an ``f.exact(q)`` that returns a rational or None.
    """
    exact = getattr(f, "exact", lambda q: None)
    points = [midpoint(Fraction(k), N) for k in range(1, N + 1)]
    known: list[Fraction] = []
    for q in points:
        value = exact(q)
        if value is None:
            break
        known.append(value)
    if len(known) == N:
        return tuple(known), Fraction(0)
    return tuple(f.sample(q, tolerance) for q in points), tolerance


def construct(
    f: Sampled,
    L: Fraction,
    eps: Fraction,
    d: int,
    convention: str = SIGMA_PLUS_DELTA,
    delta: Fraction | Surd | None = None,
) -> Construction:
    """The PLN-d network of Theorem 1 for an L-Lipschitz f on [0, 1], with error below eps.

    N = floor(L/(2 eps)) + 1 units; the values are known up to rho <= slack/8.  ``delta``:

    None    c takes at most half of what is left of eps, with two digits; delta fits it, scale 1;
    0       sign steps, c = 0 (LN without delta, 0 at sigma = 0);
    > 0     scale 1 if the smoothing c that follows is small enough, else the scale that makes
            c the value above.

    ``ValueError`` for eps <= 0, L < 0, d < 2, delta < 0, an unknown convention, or too many units.
    """
    given = None if delta is None else Surd.of(delta)
    LayerNorm(d, Surd(Fraction(0)) if given is None else given, convention)  # checks all three

    def build(y: Sequence[Fraction], small: Surd, scale: Surd) -> ParallelNet:
        return pln_network(y, d, small, convention, scale)

    return _constructed(f, L, eps, (d, convention), given, build)


def construct_scaling(
    f: Sampled,
    L: Fraction,
    eps: Fraction,
    d: int,
    convention: str = RMS_PLUS_DELTA,
    delta: Fraction | Surd | None = None,
) -> Construction:
    """The network of LS-d units of Theorem 3, d >= 1; otherwise as :func:`construct`."""
    given = None if delta is None else Surd.of(delta)
    LayerScaling(d, Surd(Fraction(0)) if given is None else given, convention)  # checks all three

    def build(y: Sequence[Fraction], small: Surd, scale: Surd) -> ParallelNet:
        return scaling_network(y, d, small, convention, scale)

    return _constructed(f, L, eps, (2 * d, STEP_OF_SCALING[convention]), given, build)


def shifted_norm_network(y: Sequence[Fraction], d: int, c: Fraction) -> ParallelNet:
    """Theorem 1 with Eq. 1 as printed: the sign network through ``y`` with N groups of LN-d.

    d >= 3, no delta, and sigma is never 0: with alpha_j = alpha_hat_j [a, -a, 0, ..., 0],
    a = sqrt(2/d)/2, and pre-activation [t, -t, c', 0, ..., 0], c' = c sqrt(2d/(d - 1)), unit j is
    alpha_hat_j t/sqrt(t^2 + c^2) in t = x + b_hat_j.
    """
    if d < 3:
        raise ValueError(f"without delta and without a value at sigma = 0, d >= 3; got d = {d}")
    if c <= 0:
        raise ValueError(f"the smoothing c must be positive, got {c}")
    layer = LayerNorm(d, Surd(Fraction(0)))
    zero, one = Surd(Fraction(0)), Surd(Fraction(1))
    zeros = (zero,) * (d - 3)
    out, third = Surd.root(Fraction(1, 2 * d)), Surd.root(Fraction(2 * d, d - 1)) * c

    def unit(step: Unit) -> Unit:
        alpha, b = step.alpha[0].q, step.b[0].q
        W = ((one,), (one * -1,), (zero,), *((z,) for z in zeros))
        return Unit(
            step.name,
            (out * alpha, out * -alpha, zero, *zeros),
            W,
            (Surd(b), Surd(-b), third, *zeros),
        )

    return ParallelNet(layer, 1, tuple(unit(u) for u in sign_network(y).units))


def construct_shifted_norm(f: Sampled, L: Fraction, eps: Fraction, d: int) -> Construction:
    """The network of LN-d, d >= 3, with LN exactly as in Eq. 1, and error below eps.

    As :func:`construct`; the smoothing c takes at most half of what is left of eps.
    """
    y, rho, spent = sampled_budget(f, L, eps)
    most = spent.largest_c()
    c = Fraction(1) if most is None else short_below(most / 2)
    network = shifted_norm_network(y, d, c)
    zero, one = Surd(Fraction(0)), Surd(Fraction(1))
    return Construction(network, y, rho, Surd(c), spent, zero, one)


def _other_weights(y: Sequence[Fraction], convention: str) -> list[tuple[int, Fraction]]:
    """(M, alpha^*) for all weights and, for each k < N, for all but the k-th: the proofs' maxima.

    M is the number of weights that is printed beside alpha^*: N, or N - 1.
    """
    weights = [abs(alpha) for alpha, _ in weights_on_line(y, convention)]
    N = len(weights)
    without = [max(weights[:k] + weights[k + 1 :]) for k in range(N - 1)]
    return [(N, max(weights)), *((N - 1, top) for top in without)]


def printed_pln(
    f: Sampled, L: Fraction, eps: Fraction, d: int, delta: Fraction | None = None
) -> tuple[tuple[Fraction, ...], ParallelNet, Surd]:
    """The network of the printed proof of Theorem 1, with its values y and its delta.

    The weights are those of Eq. 8-9 and Lemma 1, not scaled.  Without ``delta`` it is the delta^*
    of the proof, rounded down so that delta sqrt(d/2) has two digits: the least of
    delta_N = eps_1 delta_0/(N alpha^*) and delta_k = eps_2 delta_0/((N - 1) alpha_k^*), with
    delta_0 = 1/(4N) and eps_1 = eps_2 = eps - L/(2N).  ``ValueError`` where one of them divides
    by 0: the weights, or all but one, are 0.
    """
    y, _, spent = sampled_budget(f, L, eps)
    if delta is not None:
        small = Surd.of(delta)
        return y, pln_network(y, d, small), small
    tops = [M * top for M, top in _other_weights(y, SIGMA_PLUS_DELTA)]
    if not all(tops):
        raise ValueError("delta^* of the printed proof divides by 0: all weights but one are 0")
    star = spent.slack / (4 * spent.N) / max(tops)
    c = short_below(star * Fraction(int(Surd.root(Fraction(d, 2)).above() * 100), 100))
    root = Surd.root(Fraction(2, d))
    while (root * c).above() > star:
        c *= Fraction(9, 10)
    small = root * c
    return y, pln_network(y, d, small), small


def printed_steep(
    f: Sampled, L: Fraction, eps: Fraction, convention: str, lam: Fraction | None = None
) -> tuple[tuple[Fraction, ...], ParallelNet, Fraction]:
    """The network of the printed proof of Proposition 1, with its values y and its lambda.

    Without ``lam`` it is the lambda^* of the proof, rounded up: the greatest of
    lambda_N = ln((N alpha^* - eps_1)/eps_1)/delta_0 and
    lambda_k = ln(((N - 1) alpha_k^* - eps_2)/eps_2)/delta_0, with delta_0 = 1/(4N) and
    eps_1 = eps_2 = eps - L/(2N).  ``ValueError`` where a logarithm does not exist, or where
    lambda^* is not positive.
    """
    y, _, spent = sampled_budget(f, L, eps)
    if lam is None:
        ratios = [(M * top - spent.slack) / spent.slack for M, top in _other_weights(y, convention)]
        if min(ratios) <= 0:
            raise ValueError("lambda^* of the printed proof is the logarithm of a number <= 0")
        if max(ratios) <= 1:
            raise ValueError("lambda^* of the printed proof is not positive")
        lam = 4 * spent.N * log_above(max(ratios))
    return y, steep_network(y, lam, convention), lam


def log_above(q: Fraction) -> Fraction:
    """A short rational number at least ln q, for q > 1."""
    found = Fraction(1, 100)
    while exp_below(found) < q:
        found += Fraction(1, 100) if found < 1 else Fraction(1, 10)
    return found


def _constructed(
    f: Sampled,
    L: Fraction,
    eps: Fraction,
    norm: tuple[int, str],
    given: Surd | None,
    build: Callable[[Sequence[Fraction], Surd, Surd], ParallelNet],
) -> Construction:
    """The choice of delta, c and scale; ``norm`` is the LN-d with the same smoothing."""
    d, convention = norm
    y, rho, spent = sampled_budget(f, L, eps)
    spent = replace(spent, root=convention == ROOT_OF_VAR_PLUS_DELTA)
    most = spent.largest_c()
    chosen = Fraction(1) if most is None else short_below(most / 2)
    one = Surd(Fraction(1))
    if given is None:
        given, c, scale = delta_for(d, chosen, convention), Surd(chosen), one
    elif not given.q:
        c, scale = Surd(Fraction(0)), one
    else:
        c, scale = smoothing(d, given, convention, one), one
        if most is not None and c.above() > most:
            c, scale = Surd(chosen), scale_for(d, given, chosen, convention)
    return Construction(build(y, given, scale), y, rho, c, spent, given, scale)


def sampled_budget(
    f: Sampled, L: Fraction, eps: Fraction
) -> tuple[tuple[Fraction, ...], Fraction, Budget]:
    """f at the N midpoints, known up to rho, and the error budget; refuses too many units."""
    N = buildable_units(L, eps)
    y, rho = values_at_midpoints(f, N, short_below((eps - L / (2 * N)) / 8))
    return y, rho, budget(y, L, eps, rho)
