"""Data for the pictures of the smoothed scale factor: plain lists, as the record of a run has them.

Curves are sampled in float64 (a few units in the last place), errors against cost are rigorous
bounds or exact variances, distances come from certified zeros.  Pictures are no evidence.

The format is that of ``pictures`` in the record: a title, a text, and either ``curves`` or a
``plane``.
Source: Ghosts of Softmax, Appendix 3.
"""

from __future__ import annotations

import base64
import math
from fractions import Fraction
from typing import Any

from constructions.weierstrass import maclaurin
from constructions.weierstrass_routes import (
    H_SLOPE,
    H_ZERO,
    maclaurin_remainder,
    newton_constant,
    newton_error,
    newton_line,
    root_above,
)
from constructions.weierstrass_singularities import clamped, running, singularities, variance

Picture = dict[str, Any]

WIDTHS = tuple(
    Fraction(k, 40) for k in (1, 2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 20, 24, 28, 32, 36, 40)
)
#: how |f| is coded in a domain colouring: one byte for log2 |f| from -LOG2 to LOG2
LOG2 = 5
COLUMNS, ROWS = 260, 200


def of_the_factor() -> list[Picture]:
    """1/sqrt(v) and f_sigma in the plane."""
    return colourings()


def of_the_barrier() -> list[Picture]:
    """Radii of convergence along a line, and what Taylor polynomials see of the singularity."""
    return [radii(), barrier()]


def of_the_routes() -> list[Picture]:
    """The error of the three routes against their cost."""
    return [costs()]


def smoothing() -> Picture:
    """f_sigma against 1/sqrt(v), sigma on a slider, and where the nearest zeros of f_sigma are."""
    import numpy as np

    from constructions.interop.weierstrass_arrays import evaluate, numpy_arrays
    from constructions.interop.weierstrass_zeros import Box, isolate, nearest

    low, high = Fraction(-3, 2), Fraction(3)
    v = np.linspace(float(low), float(high), 226)
    right = np.concatenate([np.geomspace(0.03, 0.3, 40), np.linspace(0.32, 3.0, 70)])
    # the only one of the upper half-plane within 3.2 of 0; its size is 3.098
    zeros = isolate(Box(Fraction(-16, 5), Fraction(16, 5), Fraction(0), Fraction(16, 5)))
    arrays, frames = numpy_arrays(), []
    for sigma in WIDTHS:
        value = evaluate(arrays, v, float(sigma))
        at_one = evaluate(arrays, np.array([0.0, 1.0]), float(sigma))
        (re, im) = zeros[0].middle
        _, far = nearest(Fraction(0), zeros)
        frames.append(
            {
                "label": _decimal(sigma),
                "says": (
                    f"f(0) = {at_one[0]:.4g}, f(1) = {at_one[1]:.4g}; the zeros of f that are "
                    f"nearest to 0 are at {float(re * sigma):.3g} ± {float(im * sigma):.3g}i, "
                    f"{float(far * sigma):.3g} away"
                ),
                "series": [{"name": "f", "role": "net", **_points(v, value)}],
            }
        )
    return _curves(
        {
            "title": "The smoothed scale factor $f_sigma (v)$ and $1\\/sqrt(v)$",
            "says": (
                "For every width $sigma$ the smoothed factor is finite and positive on the whole "
                "line, also at $v <= 0$; for $v$ well above $sigma$ it is near $1\\/sqrt(v)$."
            ),
            "x": "v",
            "y": "",
            "log": "none",
            "range": [float(low), float(high), 0.0, 6.0],
            "slider": "σ",
            "chosen": WIDTHS.index(Fraction(1, 4)),
            "fixed": [{"name": "1/√v", "role": "target", **_points(right, right**-0.5)}],
            "frames": frames,
        }
    )


def colourings() -> list[Picture]:
    """1/sqrt(v) and f_sigma(v), sigma = 1/4, in the complex plane around v = 0.

    Hue is the argument, lightness the modulus; |f| outside of 2^-5 ... 2^5 is cut off there.
    """
    import numpy as np

    box = (-1.3, 1.3, -1.0, 1.0)
    x = box[0] + (np.arange(COLUMNS) + 0.5) / COLUMNS * (box[1] - box[0])
    y = box[3] - (np.arange(ROWS) + 0.5) / ROWS * (box[3] - box[2])
    plane = x[None, :] + 1j * y[:, None]
    sigma = Fraction(1, 4)
    zeros = _zeros_of(sigma, box)
    return [
        {
            "title": title,
            "says": says,
            "curves": None,
            "plane": {
                "name": name,
                "range": list(box),
                "columns": COLUMNS,
                "rows": ROWS,
                "argument": _bytes(np.floor(np.mod(np.angle(value) / (2 * np.pi), 1) * 256)),
                "modulus": _bytes((np.log2(np.abs(value)) / LOG2 + 1) / 2 * 255),
                "reach": float(LOG2),
                "marks": marks,
            },
        }
        for title, says, name, value, marks in (
            (
                "$1\\/sqrt(v)$ in the complex plane",
                "Colour is the argument. It breaks along a cut that ends in the branch point 0.",
                "1/√v",
                1 / np.sqrt(plane),
                [{"x": 0.0, "y": 0.0, "label": "branch point"}],
            ),
            (
                "$f_sigma (v)$ in the complex plane, $sigma = 1\\/4$",
                "No break, no pole. All colours meet in the dark at the zeros of $f_sigma$.",
                "f, σ = 1/4",
                _plane(plane / float(sigma)) / math.sqrt(float(sigma)),
                [{"x": a, "y": b, "label": "zero"} for a, b in zeros],
            ),
        )
    ]


def _zeros_of(sigma: Fraction, box: tuple[float, ...]) -> list[tuple[float, float]]:
    from constructions.interop.weierstrass_zeros import Box, isolate

    reach = [Fraction(side) / sigma for side in (-1, 1)]
    found = isolate(Box(reach[0], reach[1] + Fraction(5, 4), *reach))
    places = [(float(b.middle[0] * sigma), float(b.middle[1] * sigma)) for b in found]
    return [(a, b) for a, b in places if box[0] < a < box[1] and box[2] < b < box[3]]


def _plane(z: Any) -> Any:
    """h(z) by its Maclaurin series for |z| <= 7, relative to its largest term up to 1e-15."""
    import numpy as np

    even, odd = maclaurin(200)
    value = np.zeros_like(z)
    for a, b in zip(reversed(even), reversed(odd), strict=True):
        value = value * z + float(H_ZERO * a + H_SLOPE * b)
    return value


def radii() -> Picture:
    """The radius of convergence in t of scale factors along x + t u, from every t0."""
    x = [Fraction(1), Fraction(1), Fraction(-1), Fraction(-1)]
    u = [Fraction(-1), Fraction(-4, 5), Fraction(1), Fraction(4, 5)]
    v, eps = variance(x, u), Fraction(1, 20)
    places = [Fraction(k, 50) for k in range(-50, 151)]
    moved = running(Fraction(1), Fraction(1, 10), v, len(x))
    found: dict[str, list[float | None]] = {"ε": [], "0": [], "running": [], "kink": []}
    for t in places:
        for name, line, shift in (("ε", v, eps), ("0", v, Fraction(0)), ("running", moved, eps)):
            found[name].append(_middle(singularities(line, shift, t).radius()))
        kink = clamped(v, eps, t).agrees
        found["kink"].append(None if kink is None else _middle(kink))
    return _curves(
        {
            "title": "How far it is from $t_0$ to a singularity, along $x + t u$",
            "says": (
                "$v(t)$ is a variance of four activations that move along a line, $epsilon = "
                '0.05$. The radius is $sqrt((v(t_0) + epsilon)\\/a)$ with $a = op("Var") u$. The '
                "smoothed factor, and BatchNorm in evaluation, have an infinite radius. The "
                "clamped factor equals its Taylor series up to the nearest kink only."
            ),
            "x": "t₀",
            "y": "",
            "log": "none",
            "range": [-1.0, 3.0, 0.0, 4.0],
            "slider": "",
            "chosen": 0,
            "fixed": [
                {"name": name, "role": role, "x": [float(t) for t in places], "y": found[key]}
                for name, role, key in (
                    ("LayerNorm, RMSNorm, BatchNorm in training", "net", "ε"),
                    ("with ε = 0", "target", "0"),
                    ("BatchNorm's running variance, momentum 0.1", "other", "running"),
                    ("clamped: the nearest kink", "bound", "kink"),
                )
            ],
            "frames": [],
        }
    )


def _middle(ends: tuple[Fraction, Fraction] | None) -> float | None:
    return None if ends is None else float((ends[0] + ends[1]) / 2)


def barrier() -> Picture:
    """How far a Taylor polynomial of order n reaches, for 1/sqrt(v) and f_sigma, around v = 1."""
    from constructions.interop.weierstrass_zeros import effective_radius

    orders = sorted({round(1.15**k) for k in range(46)} | {1, 2, 3, 4})
    series = []
    for name, role, sigma in (
        ("σ = 0.4", "other", Fraction(2, 5)),
        ("σ = 0.2", "net", Fraction(1, 5)),
        ("σ = 0.1", "second", Fraction(1, 10)),
    ):
        radii = effective_radius(Fraction(1), sigma, orders)
        series.append(
            {
                "name": name,
                "role": role,
                "x": [float(n) for n in orders],
                "y": [float((low + high) / 2) for low, high in radii],
            }
        )
    unsmoothed, product = [], 1.0
    for n in range(1, max(orders) + 1):
        product *= (2 * n - 1) / (2 * n)
        if n in orders:
            unsmoothed.append(product ** (-1 / n))
    return _curves(
        {
            "title": "The radius that the first $n$ Taylor coefficients at $v = 1$ see",
            "says": (
                "$abs(c_n\\/c_0)^(-1\\/n)$. For $1\\/sqrt(v)$ it tends to 1, the distance of the "
                "branch point. For $f_sigma$ it tends to infinity, but it is above 1 for good only "
                "from about $n = 2 (v\\/sigma)^2$ on; where $sigma$ is small, it is below 1 before."
            ),
            "x": "n",
            "y": "",
            "log": "x",
            "range": [1.0, float(max(orders)), 0.0, 3.0],
            "slider": "",
            "chosen": 0,
            "fixed": [
                {
                    "name": "1/√v",
                    "role": "target",
                    "x": [float(n) for n in orders],
                    "y": unsmoothed,
                },
                *series,
            ],
            "frames": [],
        }
    )


def costs() -> Picture:
    """The error of each route on v in [1, 2] against the multiplications of one evaluation.

    Routes 1 and 2 towards f_sigma with sigma = 1/2, route 3 towards 1/sqrt(v), all relative to
    1/sqrt(v).  A sample counts as 4 multiplications (a Gaussian, a root, a quotient).
    """
    from constructions.interop.weierstrass_smoothing import bias, variance

    sigma, low, high = Fraction(1, 2), Fraction(1), Fraction(2)
    scale = root_above(high) * root_above(1 / sigma)  # relative to 1/sqrt(v) at its least
    orders = list(range(16, 121, 4))
    series = [("1: Maclaurin polynomial", "net", [
        (float(n), float(maclaurin_remainder(n, high / sigma) * scale)) for n in orders
    ])]  # fmt: skip
    v, eps = Fraction(1), Fraction(1, 100)
    spread = float(variance(v, sigma, eps).mid())
    counts = [4**k for k in range(12)]
    series.append(
        (
            "2: smoothing, ε = 0.01, standard error at v = 1",
            "other",
            [(4.0 * n, math.sqrt(spread / n)) for n in counts],
        )
    )
    off = abs(float(bias(v, sigma, eps).mid()))
    series.append(("2: its bias, which stays", "target", [(4.0, off), (4.0 * counts[-1], off)]))
    for name, role, guess in (
        ("3: Newton, constant guess", "bound", [newton_constant(low, high)]),
        ("3: Newton, linear guess", "second", list(newton_line(low, high))),
    ):
        points = [
            (4.0 * n + len(guess) - 1, float(newton_error(guess, low, high, n)))
            for n in range(1, 6)
        ]
        series.append((name, role, points))
    return _curves(
        {
            "title": "The error of each route against its cost, for $1 <= v <= 2$",
            "says": (
                "Multiplications for one value, against the error relative to $1\\/sqrt(v)$: "
                "bounds of the truncation error (route 1, $sigma = 1\\/2$, against $f_sigma$) and "
                "of the iteration (route 3), exact moments for route 2. Exact arithmetic."
            ),
            "x": "multiplications",
            "y": "error",
            "log": "both",
            "range": [4.0, 1e7, 1e-16, 1e4],
            "slider": "",
            "chosen": 0,
            "fixed": [
                {
                    "name": name,
                    "role": role,
                    "x": [p[0] for p in points],
                    "y": [p[1] for p in points],
                }
                for name, role, points in series
            ],
            "frames": [],
        }
    )


def _curves(fields: Picture) -> Picture:
    """The title and the text of the picture, and the rest as its curves."""
    said = {key: fields.pop(key) for key in ("title", "says")}
    return {**said, "curves": fields, "plane": None}


def _points(x: Any, y: Any) -> dict[str, list[float]]:
    return {
        "x": [round(float(a), 5) for a in x],
        "y": [float(f"{float(b):.6g}") for b in y],
    }


def _decimal(q: Fraction) -> str:
    return f"{float(q):.3f}".rstrip("0").rstrip(".")


def _bytes(values: Any) -> str:
    """Rounded to 0 ... 255, row by row, in base64."""
    import numpy as np

    return base64.b64encode(np.clip(np.rint(values), 0, 255).astype(np.uint8).tobytes()).decode()
