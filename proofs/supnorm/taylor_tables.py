"""f on [0, 1] as polynomials in floating point, panel by panel, with a bound proved by balls.

On a panel with middle m and half width r

    |f(x) - P(u)| <= rad,      u = (x - m)/r,      P(u) = sum_{k <= K} p_k u^k,

where the p_k are floats, taken as they are: balls enclose the Taylor coefficients a_k of f at m and
a_K on the whole panel (Lagrange), and rad collects what the floats differ from them.  Panels are
halved until rad is at most ``wanted`` (1 + |p_0|); where f is not seen to be analytic (a kink, the
end of a root's domain) that ends at width 2^-DEPTH with a constant P and the range of f as rad.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from constructions.functions.errors import FunctionError
from constructions.interop.flint import from_fraction, from_interval, to_fractions
from constructions.interop.series import SeriesSystem
from constructions.systems import NumberError

if TYPE_CHECKING:
    from constructions.functions import Function

DEGREE = 12
START = 8
"""Panels at first."""
DEPTH = 40
MAX_PANELS = 20_000
SLACK = Fraction(1, 1 << 46)
"""Every bound holds this far beyond the ends of its panel, too."""


class NoTable(Exception):
    """f has no table: it is not defined somewhere, or has too many panels."""


@dataclass(frozen=True)
class Panel:
    """|f(x) - P((x - middle)/half)| <= rad for lo - SLACK <= x <= hi + SLACK."""

    lo: Fraction
    hi: Fraction
    p: tuple[float, ...]
    rad: float

    @property
    def middle(self) -> Fraction:
        return (self.lo + self.hi) / 2

    @property
    def half(self) -> Fraction:
        return (self.hi - self.lo) / 2


@dataclass(frozen=True)
class Tables:
    """The panels from left to right; the arrays have one row for each."""

    panels: tuple[Panel, ...]

    @cached_property
    def coefficients(self) -> Any:
        """p_k, shape (DEGREE + 1, panels)."""
        import numpy as np

        return np.ascontiguousarray(np.array([panel.p for panel in self.panels]).T)

    @cached_property
    def middle(self) -> Any:
        import numpy as np

        return np.array([float(panel.middle) for panel in self.panels])

    @cached_property
    def half(self) -> Any:
        import numpy as np

        return np.array([float(panel.half) for panel in self.panels])

    @cached_property
    def rad(self) -> Any:
        import numpy as np

        return np.array([panel.rad for panel in self.panels])

    @cached_property
    def bend(self) -> Any:
        """A bound of |d^2/dx^2 P| on each panel and a little beyond it."""
        import numpy as np

        k = np.arange(DEGREE + 1)[:, None]
        sizes = np.abs(self.coefficients) * k * (k - 1)
        return 1.001 * sizes.sum(axis=0) / self.half**2

    def number(self, x: Any) -> Any:
        """The panel in which each x lies."""
        import numpy as np

        ends = np.array([float(panel.hi) for panel in self.panels[:-1]])
        return np.searchsorted(ends, x, side="right")


def tables(f: Function, wanted: Fraction) -> Tables:
    """The panels of f.

    Raises:
        NoTable: f is not defined on all of [0, 1], or :data:`MAX_PANELS` do not do.
    """
    maker = _Maker(f, wanted)
    done: list[Panel] = []
    todo = [(Fraction(k, START), Fraction(k + 1, START)) for k in reversed(range(START))]
    while todo:
        lo, hi = todo.pop()
        last = (hi - lo) * (1 << DEPTH) <= 1
        panel = maker.range(lo, hi) if last else maker.panel(lo, hi)
        if panel is not None:
            done.append(panel)
        else:
            middle = (lo + hi) / 2
            todo += [(middle, hi), (lo, middle)]
        if len(done) + len(todo) > MAX_PANELS:
            raise NoTable(f"f needs more than {MAX_PANELS} panels")
    return Tables(tuple(done))


class _Maker:
    def __init__(self, f: Function, wanted: Fraction) -> None:
        self.f = f
        self.name = f.single_variable()
        self.wanted = wanted
        self.series = SeriesSystem(DEGREE + 1)

    def panel(self, lo: Fraction, hi: Fraction) -> Panel | None:
        """None where f is not seen to be analytic, or rad would be more than wanted."""
        middle, half = (lo + hi) / 2, (hi - lo) / 2
        with self.series.working():
            try:
                everywhere = self._coefficients(from_interval(lo - SLACK, hi + SLACK))
                at_middle = self._coefficients(from_fraction(middle))
            except NumberError:
                return None
            r = from_fraction(half)
            reach = (1 + from_fraction(SLACK / half)).upper()
            scaled = [a * r**k for k, a in enumerate((*at_middle[:DEGREE], everywhere[DEGREE]))]
            p = tuple(float(a.mid()) for a in scaled)
            terms = zip(scaled, p, strict=True)
            rad = sum(
                (abs(a - value) * reach**k for k, (a, value) in enumerate(terms)), from_fraction(0)
            )
            bound = to_fractions(rad)[1]
        if bound > self.wanted * (1 + Fraction(abs(p[0]))):
            return None
        return Panel(lo, hi, p, _up(bound))

    def _coefficients(self, at: Any) -> list[Any]:
        value = self.f.program.run(self.series, {self.name: self.series.variable(at)})
        return self.series.coefficients(value)

    def range(self, lo: Fraction, hi: Fraction) -> Panel:
        """A constant and the range of f.

        Raises:
            NoTable: f is not seen to be defined here.
        """
        # the ends of [0, 1] may be those of a domain
        a, b = max(Fraction(0), lo - SLACK), min(Fraction(1), hi + SLACK)
        try:
            low, high = self.f.enclose(a, b, bits=96)
        except FunctionError as error:
            raise NoTable(str(error)) from None
        p = float((low + high) / 2)
        rad = max(high - Fraction(p), Fraction(p) - low)
        return Panel(lo, hi, (p, *(0.0,) * DEGREE), _up(rad))


def _up(q: Fraction) -> float:
    """A float that is at least q >= 0."""
    from math import inf, nextafter

    value = float(q)
    return value if Fraction(value) >= q else nextafter(value, inf)
