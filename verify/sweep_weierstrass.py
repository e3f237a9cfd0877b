"""Sweeps of the routes to the smoothed scale factor: their errors over v, sigma, N and formats.

Source: Ghosts of Softmax, Appendix 3.  bfloat16, float16 and float32 are computed natively, every
operation rounded: by torch in its own types on a device of torch, else by
:mod:`constructions.interop.weierstrass_floats`, which gives the same.  What a float of another
format is compared with is computed in float64, and f_sigma by
:mod:`constructions.interop.weierstrass_arrays` to :data:`ULPS` unit roundoffs of float64.

Groups of samples stand in the place of networks.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import exp, log, pi, sqrt
from typing import Any

from constructions.weierstrass import maclaurin
from constructions.weierstrass_routes import H_SLOPE, H_ZERO, ULP, newton_constant, newton_line
from proofs.weierstrass.limit.best_cells import ABOVE, BELOW
from verify.measured import AT_LEAST, Axis, Found, Setting, Study, one_of, rational, whole

GROUPS = 16
U64 = 2.0**-53
ULPS = 64
DIGITS = {"float64": 53, "float32": 24, "float16": 11, "bfloat16": 8}
LEAST = {"float64": 2.0**-1075, "float32": 2.0**-150, "float16": 2.0**-25, "bfloat16": 2.0**-134}
"""Half the least positive number: what is lost where a result underflows."""

MOST = {"float64": 1.7e308, "float32": 3.4e38, "float16": 65_504.0, "bfloat16": 3.38e38}

_SHORT = {"float32": "fp32", "float16": "fp16", "bfloat16": "bf16"}


class Floats:
    """Arrays of one format, natively: of torch on a device that has float64, else of numpy."""

    def __init__(self, system: Any, dtype: str) -> None:
        self.system, self.dtype, self.unit = system, dtype, 2.0 ** -DIGITS[dtype]
        self.torch = system.is_torch and system.dtype_name == "float64"
        self.native = self.torch or dtype != "bfloat16"

    def array(self, values: Any) -> Any:
        """The nearest numbers of the format."""
        import numpy as np

        host = np.asarray(values, dtype="float64")
        if self.torch:
            xp = self.system.xp
            wide = xp.tensor(host, dtype=self.system.dtype, device=self.system.device)
            return wide.to(getattr(xp, self.dtype))
        if self.dtype == "float64":
            return host
        from constructions.interop.weierstrass_floats import FORMATS

        form = FORMATS[_SHORT[self.dtype]]
        return form.round(host.astype("float32" if self.dtype != "float16" else "float16"))

    def round(self, x: Any) -> Any:
        """What is left of an operation's result: bfloat16 is computed in float32 by numpy."""
        if self.native:
            return x
        from constructions.interop.weierstrass_floats import FORMATS

        return FORMATS["bf16"].round(x)

    def host(self, x: Any) -> Any:
        """In float64, on the host."""
        import numpy as np

        if self.torch:
            return x.double().cpu().numpy()
        return np.asarray(x).astype("float64")

    def newton(self, v: Any, y: Any, steps: int) -> Any:
        """y <- (y (3 - v (y y)))/2, every product and every difference rounded."""
        r = self.round
        three, half = self.array(3.0), self.array(0.5)
        for _ in range(steps):
            y = r(r(y * r(three - r(v * r(y * y)))) * half)
        return y

    def horner(self, coefficients: Sequence[float], z: Any) -> Any:
        """The polynomial with rounded coefficients, by Horner's rule."""
        r, value = self.round, None
        for c in reversed(coefficients):
            rounded = self.array(c)
            value = 0 * z + rounded if value is None else r(r(value * z) + rounded)
        return value


def _shape(points: int) -> tuple[int, int]:
    return max(1, min(GROUPS, points // 8)), points // max(1, min(GROUPS, points // 8))


# --- route 3 -------------------------------------------------------------------------------------


def _guess(name: str, high: Fraction) -> list[Fraction]:
    if name == "linear":
        return list(newton_line(Fraction(1), high))
    return [Fraction(5, 8)] if name == "5/8" else [newton_constant(Fraction(1), high)]


def newton(setting: Setting, system: Any, points: int, rng: Any) -> list[Found]:
    """|1 - y_N sqrt(v)| for v in [1, range], natively, and its bound with rounding.

    A step takes the error e to (3 e^2 - e^3)/2, and its rounding adds at most 10 u for v y^2 <= 3
    (v y^2 is off by 2 u v y^2, the difference by u more of itself, each product by u).
    """
    import numpy as np

    high, steps = Fraction(str(setting["range"])), int(setting["N"])
    floats = Floats(system, str(setting["dtype"]))
    drawn = np.exp(rng.uniform(0, log(float(high)), _shape(points)))
    v = floats.array(drawn)
    guess = [float(c) for c in _guess(str(setting["guess"]), high)]
    y = floats.round(0 * v + floats.array(guess[0]))
    if len(guess) > 1:
        y = floats.round(y + floats.round(floats.array(guess[1]) * v))
    root = np.sqrt(floats.host(v))
    first = 1 - floats.host(y) * root
    error = np.abs(1 - floats.host(floats.newton(v, y, steps)) * root)

    def step(e: Any) -> Any:
        return (3 * e**2 - e**3) / 2

    e1 = np.abs(step(first))
    rate = 2 / 3 * (1.5 * e1) ** (2.0 ** (steps - 1))
    # two runs a little apart stay so: the slope of a step is at most 3 |e| + 3/2 e^2
    apart, size = 4 * U64 + 0 * first, np.abs(first)
    for _ in range(steps):
        reach = size + apart
        apart = (3 * reach + 1.5 * reach**2) * apart + 10 * floats.unit
        size = (3 * size**2 + size**3) / 2
    # v y_0^2 < 3: the rate is proved from there
    kept = (first > 1 - sqrt(3)) & (first < 1)
    return [
        Found("relative error", error, rate + apart, "weierstrass.newton.rate",
              rounding=8 * U64, kept=kept),
    ]  # fmt: skip


PROVED = {("bfloat16", 3, "5/8"), ("float16", 4, "5/8")}
"""Of ``weierstrass.newton.precision``: formats, steps and guesses that are enough on [1, 4]."""


def precision(setting: Setting, system: Any, points: int, rng: Any) -> list[Found]:
    """Errors over the unit roundoff for v in [1, 4], exactly (in float64) and natively."""
    import numpy as np

    from proofs.weierstrass.newton.precision import RANGES

    name, steps, guess = str(setting["dtype"]), int(setting["N"]), str(setting["guess"])
    floats, exact = Floats(system, name), Floats(system, "float64")
    c = float(_guess(guess, Fraction(4))[0])
    v = floats.host(floats.array(rng.uniform(1, 4, _shape(points))))
    y = exact.host(exact.newton(exact.array(v), exact.array(c + 0 * v), steps))
    ours = floats.host(floats.newton(floats.array(v), floats.array(c + 0 * v), steps))
    u, root = floats.unit, np.sqrt(v)
    # where more steps are taken than are needed the error only shrinks
    enough = any((name, n, guess) in PROVED for n in range(1, steps + 1))
    bound, by = (1.0, "weierstrass.newton.precision") if enough else (None, "")
    room = (steps + 2) * 16 * U64 / u
    found = [
        Found("exact error over u", np.abs(1 - y * root) / u, bound, by, rounding=room),
        Found("native error over u", np.abs(1 - ours * root) / u),
    ]
    if name not in ("bfloat16", "float16"):
        return found
    found.append(Found("native: largest over least v, within 2 u", [_window(name, steps)]))
    ends = RANGES.get((steps, Fraction(1, 2 ** DIGITS[name])))
    if ends is None:
        return found
    low, high = map(float, ends)

    def of(r: Any) -> Any:
        """The error over u from the guess 1 for v = r^2."""
        y = exact.host(exact.newton(exact.array(r * r), exact.array(1 + 0 * r), steps))
        return np.abs(1 - y * r) / u

    inside = rng.uniform(low, high, _shape(points))
    inside[0, :2] = low, high
    beside = np.array([[low - 1e-5, high + 1e-5]])
    by = "weierstrass.newton.precision.guesses"
    return [
        *found,
        Found("exact error over u, window of guesses", of(inside), 1.0, by, rounding=room),
        Found("exact error over u, beside it", of(beside), 1.0, by, sense=AT_LEAST, rounding=room),
    ]


def _window(dtype: str, steps: int) -> float:
    """How far v may vary for one constant guess, over all numbers of the format."""
    from constructions.interop.weierstrass_floats import FORMATS, census

    form = FORMATS[_SHORT[dtype]]
    ends = census(form.name, [1.0], steps, 2 * form.unit, low=2.0**-8, high=16.0).interval
    return ends[1] / ends[0] if ends else 1.0


# --- route 1 -------------------------------------------------------------------------------------


def series(setting: Setting, system: Any, points: int, rng: Any) -> list[Found]:
    """The Maclaurin polynomial of order N in a format against f_sigma, for |v| <= reach sigma.

    The rest of the series is at most 4/3 of its first two terms where N + 3 >= 4 (v/sigma)^2.
    Rounding adds gamma_(2 N + 1) sum |c_k z^k| (Higham, section 5.1), and 3 sum |z|^k halves of the
    least number where a coefficient, product or sum underflows.
    """
    import numpy as np

    from constructions.interop.weierstrass_arrays import evaluate, numpy_arrays

    order, name = int(setting["N"]), str(setting["dtype"])
    reach, sigma = (float(Fraction(str(setting[n]))) for n in ("reach", "sigma"))
    floats = Floats(system, name)
    z = floats.array(rng.uniform(-reach, reach, _shape(points)))
    even, odd = maclaurin(order + 2)
    exact = [H_ZERO * a + H_SLOPE * b for a, b in zip(even, odd, strict=True)]
    c = [float(q) for q in exact]
    value = floats.host(floats.horner(c[: order + 1], z))
    z = floats.host(z)
    size, powers = np.abs(z), np.abs(z)[..., None] ** np.arange(order + 3)
    true = evaluate(numpy_arrays(), z, 1.0)
    error = np.abs(value - true)
    rest = None
    if order + 3 >= 4 * reach * reach:
        rest = 4 / 3 * sum((abs(c[k]) + float(ULP)) * size**k for k in (order + 1, order + 2))
    count = (2 * order + 1) * floats.unit
    sums = (powers[..., : order + 1] * np.abs(c[: order + 1])).sum(-1)
    room = 1.01 * count / (1 - count) * sums if count < 1 else np.full(size.shape, np.inf)
    room = room + 4 * LEAST[name] * powers[..., : order + 1].sum(-1) + ULPS * U64 * true
    kept = np.isfinite(value) | (2 * sums < MOST[name])  # what overflows is left out
    factor = 1 / sqrt(sigma)  # f_sigma(sigma z) = sigma^(-1/2) h(z)
    by = "weierstrass.maclaurin" if rest is not None else ""
    bound = None if rest is None else (rest + room) * factor
    return [
        Found("error", error * factor, bound, by, rounding=1e-12 * factor * sums, kept=kept),
        Found("error over f", error / true, rounding=1e-12 * sums / true, kept=kept),
    ]


# --- route 2 -------------------------------------------------------------------------------------


def smoothing(setting: Setting, system: Any, points: int, rng: Any) -> list[Found]:
    """The printed expectation and its repair against f_sigma, enclosed; and means of M samples."""
    import numpy as np

    from constructions.interop.flint import to_fractions
    from constructions.interop.weierstrass_balls import smoothed
    from constructions.interop.weierstrass_smoothing import mean

    v, sigma, eps = (Fraction(str(setting[name])) for name in ("v", "sigma", "eps"))
    M = int(setting["M"])

    def middle(ball: Any) -> tuple[Fraction, Fraction]:
        low, high = to_fractions(ball)
        return (low + high) / 2, (high - low) / 2

    f, f_off = middle(smoothed(v, sigma)[0])
    printed, off = middle(mean(v, sigma, eps))
    from math import erfc

    mass = erfc(float(v / sigma) / sqrt(2)) / 2
    at_zero = mass / sqrt(float(eps))
    short = float(f - printed) + at_zero
    room = float(f_off + off) + 16 * U64 * (at_zero + float(f) + float(printed))
    bound = 3 * sqrt(float(eps)) / (float(sigma) * sqrt(2 * pi))
    # means of M samples, computed on the device
    groups = max(2, min(GROUPS, points // 8))
    drawn = system.array(float(v) + float(sigma) * rng.standard_normal((groups, M)))
    zero = system.scalar(0.0)
    positive = system.maximum(drawn, zero) + float(eps)
    each = 1 / system.sqrt(positive)
    clipped = system.xp.where(drawn > 0, each, zero)
    means = [np.abs(system.numpy(x.mean(-1)) - float(f)) for x in (each, clipped)]
    by = "weierstrass.randomized.repaired"
    return [
        Found("|printed expectation - f|", [abs(float(printed - f))], printed=0.0,
              of="weierstrass.randomized", rounding=room),
        Found("f - repaired expectation", [short], bound, by, rounding=room),
        Found("f - repaired expectation, from below", [short], 0.0, by, sense=AT_LEAST,
              rounding=room),
        Found("|mean of M samples - f|, printed", means[0]),
        Found("|mean of M samples - f|, repaired", means[1]),
    ]  # fmt: skip


# --- sigma to 0 ----------------------------------------------------------------------------------


def limit(setting: Setting, system: Any, points: int, rng: Any) -> list[Found]:
    """sqrt(v) f_sigma(v) - 1 against its bounds, for v from ratio sigma to twice that."""
    import numpy as np

    from constructions.interop.weierstrass_arrays import evaluate, numpy_arrays, torch_arrays

    sigma = float(Fraction(str(setting["sigma"])))
    ratio = float(Fraction(str(setting["ratio"]))) * rng.uniform(1, 2, _shape(points))
    if system.is_torch and system.dtype_name == "float64":
        f = system.numpy(evaluate(torch_arrays(), system.array(ratio * sigma), sigma))
    else:
        f = evaluate(numpy_arrays(), ratio * sigma, sigma)
    off = np.sqrt(ratio * sigma) * f - 1
    s = 1 / ratio
    tail = np.array([exp(-r * r / 8) for r in ratio.ravel()]).reshape(ratio.shape)
    room = 2 * ULPS * U64 * (1 + np.abs(off))
    by, best = "weierstrass.limit.sharpened", "weierstrass.limit.sharpened2"
    return [
        Found("sqrt(v) f - 1", off, 2 / 3 * s**2 + ratio / sqrt(pi) * tail, by, rounding=room),
        Found("sqrt(v) f - 1, from below", off, -1.5 * s**2, by, sense=AT_LEAST, rounding=room),
        Found("sqrt(v) f - 1, closely", off, float(ABOVE) * s**2, best, rounding=room),
        Found(
            "sqrt(v) f - 1, closely from below",
            off,
            -float(BELOW) * s**2,
            best,
            sense=AT_LEAST,
            rounding=room,
        ),
    ]


def _few_terms(setting: Setting) -> None:
    if (2 * int(setting["N"]) + 1) * 2.0 ** -DIGITS[str(setting["dtype"])] >= 1:
        raise ValueError(f"N = {setting['N']} is too large for {setting['dtype']}")


def _numbers(setting: Setting, points: int) -> int:
    return points * (int(setting["N"]) + 3)


def _numbers_of_means(setting: Setting, points: int) -> int:
    return max(points, GROUPS * int(setting["M"]))


_FORMATS = Axis(
    "dtype", one_of("dtype", tuple(DIGITS)), "float64", ("float32", "float16", "bfloat16")
)
_STEPS = Axis("N", whole("N", 1, 12), 3, (1, 2, 4, 5, 6))
_POSITIVE = ("1/1000000", "1000000")

STUDIES = (
    Study(
        "weierstrass.newton.rate",
        "route 3: the error after N steps on [1, range]",
        (_STEPS, Axis("range", rational("range", "5/4", "1000"), "4", ("3/2", "2", "8", "16")),
         Axis("guess", one_of("guess", ("constant", "linear")), "constant", ("linear",)), _FORMATS),
        newton,
    ),
    Study(
        "weierstrass.newton.precision",
        "route 3: the error over the unit roundoff on [1, 4], and how far v may vary",
        (_STEPS, Axis("guess", one_of("guess", ("5/8", "constant")), "5/8", ("constant",)),
         Axis("dtype", _FORMATS.read, "bfloat16", ("float16", "float32"))),
        precision,
    ),
    Study(
        "weierstrass.maclaurin",
        "route 1: the error of the polynomial of order N for |v| <= reach sigma",
        (Axis("N", whole("N", 1, 400), 20, (5, 10, 40, 80)),
         Axis("reach", rational("reach", "1/100", "12"), "2", ("1/2", "1", "4", "8")),
         Axis("sigma", rational("sigma", *_POSITIVE), "1", ("1/100", "1/4", "4")), _FORMATS),
        series,
        _few_terms,
        numbers=_numbers,
    ),
    Study(
        "weierstrass.randomized",
        "route 2: expectations and means of M samples against f_sigma(v)",
        (Axis("eps", rational("eps", "1/100000000", "1"), "1/100", ("1/1000000", "1/10000", "1")),
         Axis("v", rational("v", "-20", "20"), "1", ("-1", "0", "1/2", "2", "4")),
         Axis("sigma", rational("sigma", "1/4", "16"), "1", ("1/2", "2", "4")),
         Axis("M", whole("M", 16, 1_000_000), 4096, (64, 512, 32_768))),
        smoothing,
        numbers=_numbers_of_means,
    ),
    Study(
        "weierstrass.limit.sharpened",
        "sqrt(v) f_sigma(v) - 1 over v/sigma and sigma",
        (Axis("ratio", rational("ratio", "1/1000", "1000"), "4", ("1/4", "1", "2", "8", "64")),
         Axis("sigma", rational("sigma", *_POSITIVE), "1", ("1/1000", "1000"))),
        limit,
    ),
)  # fmt: skip
