"""Sweeps of LayerAct: how noise moves it, how much of it saturates, and its mean activation.

Source: *LayerAct: Advanced Activation Mechanism Utilizing Layer-Direction Normalization for CNNs
with BatchNorm*, Eq. 4-9, Sections 3.1 and 4.1.1, Appendix B.  A layer has d inputs
y_i = ``mu`` + ``spread`` z_i, or others of the same size (``inputs``), and noise of deviation
``noise`` times ``spread``, z normal.  Groups of layers stand in the place of networks.

Bounds that depend on the sample are compared sample by sample: what is measured is the left side
over the right one, so that the bound is 1.  The allowance for rounding is that of summing d terms,
:func:`rounding_of`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from constructions.layeract import HARD_SIGMOID, SCALES, STEP
from verify.measured import AT_LEAST, Axis, Found, Setting, Study, one_of, rational, whole

GROUPS = 16
PREMISE = 50.0
"""sigma_y over sigma_eps for ``<<``, as the claim ``layeract.eq9`` reads it."""

LARGEST_ALPHA = 0.1


@dataclass(frozen=True)
class Layers:
    """Many layers y (groups, samples, d) with their moments (groups, samples, 1), Eq. 5."""

    y: Any
    mu: Any
    variance: Any
    root: Any

    @classmethod
    def of(cls, system: Any, y: Any, alpha: float) -> Layers:
        mu = y.mean(-1)[..., None]
        variance = ((y - mu) * (y - mu)).mean(-1)[..., None]
        return cls(y, mu, variance, system.sqrt(variance + alpha))

    @property
    def n(self) -> Any:
        """The normalised inputs (Eq. 6)."""
        return (self.y - self.mu) / self.root


@dataclass(frozen=True)
class Moved:
    """Layers before and after noise."""

    still: Layers
    moved: Layers
    noise: Any


def rounding_of(system: Any, layers: Layers, K: float) -> Any:
    """How far a computed s(n_i) may be off: K (1 + sqrt(d)) (2 d + 6) u max|y| / root + 8 u.

    mu is off by d u max|y|, y - mu by (d + 2) u max|y|, the root by a factor of
    (2 d + 5) u max|y| / root, and |n_i| <= sqrt(d); s itself is taken to be off by 8 u.
    """
    d, u = layers.y.shape[-1], system.unit_roundoff
    size = system.xp.amax(abs(layers.y), -1)[..., None]
    return K * (1 + d**0.5) * (2 * d + 6) * u * size / layers.root + 8 * u


def inputs(setting: Setting, rng: Any, shape: tuple[int, ...]) -> Any:
    """Inputs of the kind that ``inputs`` names."""
    import numpy as np

    spread, mu = (float(Fraction(str(setting[name]))) for name in ("spread", "mu"))
    return mu + spread * np.asarray(rng.standard_normal(shape))


def drawn(setting: Setting, system: Any, points: int, rng: Any) -> Moved:
    """Layers with noise."""
    shape = (min(GROUPS, points), points // min(GROUPS, points), int(setting["d"]))
    alpha = float(Fraction(str(setting["alpha"])))
    y = system.array(inputs(setting, rng, shape))
    size = float(Fraction(str(setting["noise"]))) * float(Fraction(str(setting["spread"])))
    noise = system.array(size * rng.standard_normal(shape))
    moved = y + noise
    # the noise that is left of it after rounding
    return Moved(Layers.of(system, y, alpha), Layers.of(system, moved, alpha), moved - y)


def _host(system: Any, *arrays: Any) -> list[Any]:
    return [system.numpy(a) for a in arrays]


def fluctuations(setting: Setting, system: Any, points: int, rng: Any) -> list[Found]:
    """Fluctuations over their bounds, Eq. 4 and 7, and of LayerAct over the element level."""
    scale = SCALES[str(setting["scale"])]
    of = drawn(setting, system, points, rng)
    y, noise, d = of.still.y, of.noise, of.still.y.shape[-1]
    u = system.unit_roundoff

    def sides(y: Any, moved: Any, s: Any, after: Any, off: Any) -> list[Any]:
        """The fluctuation, its bound by the two terms, and what rounding allows of their ratio."""
        change = abs(moved * after - y * s).sum(-1)
        bound = (abs(y) * abs(after - s) + abs(noise) * after).sum(-1)
        size = system.xp.amax(abs(y) + abs(noise), -1)
        room = 4 * d * size * (off[..., 0] + (d + 8) * u)
        return _host(system, change, bound, room)

    s, after = scale.value(system, of.still.n), scale.value(system, of.moved.n)
    K = float(scale.lipschitz or 0)
    off = rounding_of(system, of.still, K) + rounding_of(system, of.moved, K)
    layer, eq7, room = sides(y, of.moved.y, s, after, off)
    element = [scale.value(system, v) for v in (y, of.moved.y)]
    alone, _, _ = sides(y, of.moved.y, element[0], element[1], off)
    alpha = float(Fraction(str(setting["alpha"])))
    largest = system.xp.amax(abs(noise), -1)[..., None]
    modulus = largest * (1 + abs(y) * (K * (d / alpha) ** 0.5))
    reach = 4 * (abs(y) + largest) * (off + (d + 8) * u)
    output, allowed, noisy = _host(
        system, abs(of.moved.y * after - y * s) / modulus, reach / modulus, largest + 0 * y
    )
    # Eq. 4 is of inputs y_i > 0
    size = abs(y)
    moved = size + noise
    positive = [scale.value(system, v) for v in (size, moved)]
    above, eq4, room4 = sides(size, moved, positive[0], positive[1], 0 * off + 16 * u)
    return [
        Found("LayerAct over Eq. 7", layer / eq7, 1.0, "layeract.eq7", rounding=room / eq7,
              kept=eq7 > 0),
        Found("element level over Eq. 4, y > 0", above / eq4, 1.0, "layeract.eq4",
              rounding=room4 / eq4, kept=eq4 > 0),
        Found("LayerAct over element level", layer / alone, rounding=room / alone,
              kept=alone > 0),
        Found("change of an output over its modulus", output, 1.0, "layeract.continuity",
              rounding=allowed, kept=noisy > 0),
    ]  # fmt: skip


def scales(setting: Setting, system: Any, points: int, rng: Any) -> list[Found]:
    """How far noise moves the activation scales, over the last expressions of Eq. 8 and 9."""
    scale = SCALES[str(setting["scale"])]
    K, alpha = float(scale.lipschitz or 0), float(Fraction(str(setting["alpha"])))
    of = drawn(setting, system, points, rng)
    still, moved, noise, d = of.still, of.moved, of.noise, of.still.y.shape[-1]
    s, after = scale.value(system, still.n), scale.value(system, moved.n)
    off = rounding_of(system, still, K) + rounding_of(system, moved, K)
    gap = noise - noise.mean(-1)[..., None]
    spread = system.sqrt((gap * gap).mean(-1))
    root, other = still.root[..., 0], moved.root[..., 0]
    printed = K * abs(gap).sum(-1) / root
    repaired = printed + K * d * spread / root
    euclid = K * d**0.5 * spread / system.sqrt(root * other)
    change = abs(after - s)
    by_element = abs(scale.value(system, moved.y) - scale.value(system, still.y)).sum(-1)
    eq8 = K * abs(noise).sum(-1)
    # the right sides are off by a factor that is far below what the left ones may be off by
    room = (d * off[..., 0]) + 8 * d * system.unit_roundoff
    sigma = system.sqrt(still.variance[..., 0])
    premise = (PREMISE * spread <= sigma) & (root > 1)
    if not 1e-5 <= alpha <= LARGEST_ALPHA:
        premise = premise & (root < 0)
    total = after.sum(-1) / d
    above: dict[str, Any] = {"proved": None}
    if scale is HARD_SIGMOID:
        above = {"proved": (3 + 10**0.5) / 12, "by": "layeract.eq9.scale.repaired"}
    l1 = change.sum(-1)
    l2 = system.sqrt((change * change).sum(-1))
    one, eight, nine, two, r, kept, mean, element = _host(
        system, l1, by_element / eq8, repaired / printed, l2 / euclid, room, premise, total,
        by_element,
    )  # fmt: skip
    under, under8, under2, rep = _host(system, printed, eq8, euclid, repaired)
    norm, small = _host(system, l2, (spread > 0) & (4 * spread**2 <= still.variance[..., 0]))
    return [
        Found("change over Eq. 9, small noise", one / under, nine, "layeract.eq9.repaired", 1.0,
              "layeract.eq9", rounding=r / under, kept=kept),
        Found("change over the repaired Eq. 9", one / rep, 1.0, "layeract.eq9.repaired",
              rounding=r / rep),
        Found("change over its bound, 2-norm", two, 1.0, "layeract.eq9.sharpened",
              rounding=r / under2),
        Found("2-norm of the change over Eq. 9, 4 w <= v", norm / under, 1.0,
              "layeract.eq9.euclid", rounding=r / under, kept=small),
        Found("element level over Eq. 8", eight, 1.0, "layeract.eq8", rounding=r / under8),
        Found("change, LayerAct less element level, of d", (one - element) / d, printed=0.0,
              of="layeract.eq9.lower", rounding=2 * r / d, kept=kept),
        Found("mean activation scale", mean, printed=0.5, of="layeract.eq9.scale",
              rounding=r / d, kept=kept, **above),
    ]  # fmt: skip


def saturation(setting: Setting, system: Any, points: int, rng: Any) -> list[Found]:
    """Shares of units with n_i <= -tau, and the mean scale of LA-HardSiLU."""
    import numpy as np

    d, tau = int(setting["d"]), float(Fraction(str(setting["tau"])))
    shape = (min(GROUPS, points), points // min(GROUPS, points), d)
    kind = setting["inputs"]
    if kind == "normal":
        y = rng.standard_normal(shape)
    elif kind == "skewed":
        y = -np.exp(2 * rng.standard_normal(shape))
    else:  # as many units as the theorem leaves room for, far below the others
        low = int(np.ceil(d / (1 + tau * tau))) - 1
        y = np.where(np.arange(d) < low, -1e6, 0.0) + np.zeros((1, 1, d))
    layers = Layers.of(system, system.array(y), 1e-5)
    off = rounding_of(system, layers, 1.0)
    below = system.numpy(layers.n <= -tau - off)
    alone = system.numpy(layers.y <= -tau)
    mean = HARD_SIGMOID.value(system, layers.n).mean(-1)
    [scale, room] = _host(system, mean, off[..., 0])
    return [
        Found("share of units with n <= -tau", below.mean(axis=-1), 1 / (1 + tau * tau),
              "layeract.saturation.sharpened"),
        Found("share of units with y <= -tau", alone.mean(axis=-1)),
        Found("mean scale of LA-HardSiLU", scale, (3 + 10**0.5) / 12,
              "layeract.saturation.sharpened.2", rounding=room + d * system.unit_roundoff),
    ]  # fmt: skip


def means(setting: Setting, system: Any, points: int, rng: Any) -> list[Found]:
    """The mean activation of each unit across the samples of a group, and its two bounds."""
    scale = SCALES[str(setting["scale"])]
    K, alpha = float(scale.lipschitz or 0), float(Fraction(str(setting["alpha"])))
    M, d = int(setting["M"]), int(setting["d"])
    groups = max(1, min(GROUPS, points // M))
    y = system.array(inputs(setting, rng, (groups, M, d)))
    layers = Layers.of(system, y, alpha)
    s = scale.value(system, layers.n)
    gap = y - layers.mu
    activation = (y * s).mean(-2)
    low = (layers.mu * s + gap / 2).mean(-2)
    width = (K * gap * gap / layers.root).mean(-2)
    size = system.xp.amax(abs(y).reshape(groups, M * d), -1)[..., None]
    off = system.xp.amax(rounding_of(system, layers, K)[..., 0], -1)[..., None]
    room = size * (4 * off + 8 * (M + 4) * system.unit_roundoff)
    place, allowed = _host(system, (activation - low) / width, room / width)
    element = (y * scale.value(system, y)).mean(-2)
    relu = (y * STEP.value(system, y)).mean(-2)
    by = "layeract.zeromean.always.repaired"
    at = {"by": by, "rounding": allowed}
    of_layer, of_element, of_relu = _host(system, abs(activation), abs(element), abs(relu))
    return [
        Found("mean activation between its bounds", place, 1.0, **at),
        Found("between its bounds, from below", place, 0.0, sense=AT_LEAST, **at),
        Found("|mean activation|, LayerAct", of_layer),
        Found("|mean activation|, element level", of_element),
        Found("|mean activation|, ReLU", of_relu),
    ]


_D = Axis("d", whole("d", 2, 16_384), 64, (3, 4, 16, 256, 1024))
_ALPHA = Axis("alpha", rational("alpha", "1/1000000000", "1000000"), "1/100000", ("1/1000", "1/10"))
_ALPHAS = Axis("alpha", _ALPHA.read, "1/100000", ("1/1000", "1/10", "1", "10"))
_SCALES = Axis("scale", one_of("scale", ("sigmoid", "hard-sigmoid")), "sigmoid", ("hard-sigmoid",))
_HARD = Axis("scale", _SCALES.read, "hard-sigmoid", ("sigmoid",))
_SPREAD = Axis("spread", rational("spread", "1/1000", "1000"), "2", ("1/2", "1", "4"))
_MU = Axis("mu", rational("mu", "-1000", "1000"), "0", ("-4", "-2", "2", "4"))
_NOISES = rational("noise", "1/1000000", "1000")


def _numbers(setting: Setting, points: int) -> int:
    return points * int(setting["d"])


def _numbers_of_units(setting: Setting, points: int) -> int:
    return max(points, GROUPS * int(setting["M"])) * int(setting["d"])


STUDIES = (
    Study(
        "layeract.eq7",
        "activation fluctuations under noise over their bounds, Eq. 4 and 7",
        (_D, _ALPHAS, _SCALES, Axis("noise", _NOISES, "1/10", ("1/1000", "1/100", "1", "10")),
         _SPREAD, _MU),
        fluctuations,
        numbers=_numbers,
    ),
    Study(
        "layeract.eq9",
        "how far noise moves the activation scales, over Eq. 8 and 9",
        (_D, _ALPHA, _HARD, Axis("noise", _NOISES, "1/100", ("1/1000", "1/10", "1", "10")),
         _SPREAD, _MU),
        scales,
        numbers=_numbers,
    ),
    Study(
        "layeract.saturation.sharpened",
        "how many units saturate, over d, tau and kinds of inputs",
        (_D, Axis("tau", rational("tau", "1/100", "100"), "3", ("1/2", "1", "2", "4")),
         Axis("inputs", one_of("inputs", ("normal", "skewed", "extreme")), "normal",
              ("skewed", "extreme"))),
        saturation,
        numbers=_numbers,
    ),
    Study(
        "layeract.zeromean.always.repaired",
        "mean activations of units across M samples, and their bounds",
        (_D, _ALPHAS, _SCALES, Axis("M", whole("M", 1, 4096), 64, (4, 16, 128)), _SPREAD, _MU),
        means,
        numbers=_numbers_of_units,
    ),
)  # fmt: skip
