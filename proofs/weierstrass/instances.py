"""Instances: Newton's iteration at given data, and the smoothed scale factor at a point.

The errors of Newton's iteration are decided by the kernel.  The value of f_sigma is enclosed twice
by balls, from the integral that defines it and from the printed closed form.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import isqrt
from typing import Any

from constructions.terms import TermSystem, app, conj
from constructions.weierstrass import newton
from proofs.claims import Parameter
from proofs.evidence import DECLINED, HOLDS, Evidence, establish, judged, weakest
from proofs.methods.script import auto, statement
from proofs.pln.instances import exact_number

Settings = Mapping[str, Any]
MAX_STEPS = 5
MAX_ARGUMENT = 30
DIGITS = 40  #: of an enclosure


@dataclass(frozen=True)
class Iteration:
    """N steps of Newton's iteration from y_0, or a scale factor, which has no steps."""

    steps: int

    def cost(self) -> dict[str, Any]:
        """There are no weights."""
        return {
            "units": self.steps,
            "width": 1,
            "depth": self.steps,
            "parameters": 0,
            "largest_weight": "0",
        }


@dataclass(frozen=True)
class Row:
    """One instance: the error in [lo, hi], the bound that is claimed, and how it ended."""

    inputs: dict[str, str]
    lo: Fraction
    hi: Fraction
    bound: Fraction
    evidence: tuple[Evidence, ...]
    network: Iteration
    plot: dict[str, Any] = field(default_factory=dict)
    version: str = "printed"

    @property
    def units(self) -> int:
        return self.network.steps

    @property
    def width(self) -> int:
        return 1

    @property
    def level(self) -> str:
        return weakest(self.evidence)

    @property
    def verdict(self) -> str:
        return judged(self.evidence, self.lo, self.hi, self.bound)


# --- parameters ----------------------------------------------------------------------------------


def _small(text: str, name: str, most: int) -> Fraction:
    value = exact_number(text)
    if max(abs(value.numerator), value.denominator) > most:
        raise ValueError(f"{name} is a quotient of integers up to {most}, got {text[:40]!r}")
    return value


def _positive(name: str, most: int = 10**12) -> Callable[[str], Fraction]:
    def read(text: str) -> Fraction:
        value = _small(text, name, most)
        if value <= 0:
            raise ValueError(f"{name} must be positive, got {text[:40]}")
        return value

    return read


def _real(name: str, most: int = 10**6) -> Callable[[str], Fraction]:
    return lambda text: _small(text, name, most)


def _count(text: str) -> int:
    value = exact_number(text)
    if value.denominator != 1 or not 1 <= value <= MAX_STEPS:
        raise ValueError(f"N is an integer from 1 to {MAX_STEPS}, got {text[:40]!r}")
    return int(value)


NEWTON_PARAMETERS = (
    Parameter("v", "the variance, > 0", _positive("v"), "2"),
    Parameter("y0", "the initial guess, > 0 with v y0^2 < 3", _positive("y0"), "1"),
    Parameter("N", "the number of steps", _count, "4"),
)
NEWTON_INSTANCES: tuple[Mapping[str, str], ...] = (
    {"v": "2", "y0": "1", "N": "4"},
    {"v": "1", "y0": "1", "N": "1"},
    {"v": "1/4", "y0": "3", "N": "5"},
    {"v": "299999/100000", "y0": "1", "N": "3"},
    {"v": "1/1000000", "y0": "1", "N": "2"},
    {"v": "65504", "y0": "1/256", "N": "4"},
    {"v": "4", "y0": "5/8", "N": "3"},
)
POINT_PARAMETERS = (
    Parameter("v", "the real part of v", _real("v"), "1"),
    Parameter("imag", "the imaginary part of v", _real("imag"), "0"),
    Parameter("sigma", "the width of the Gaussian, > 0", _positive("sigma", 10**6), "1"),
)
POINT_INSTANCES: tuple[Mapping[str, str], ...] = (
    {"v": "-3", "sigma": "1/2"},
    {"v": "0", "sigma": "1"},
    {"v": "1", "sigma": "1/20"},
    {"v": "20", "sigma": "1"},
    {"v": "-12", "sigma": "1"},
    {"v": "1/1000000", "sigma": "1000"},
    {"v": "1", "imag": "2", "sigma": "1"},
    {"v": "-2", "imag": "-5", "sigma": "1"},
)


# --- Newton's iteration --------------------------------------------------------------------------


def newton_rows(settings: Settings) -> list[Row]:
    """|1 - y_N sqrt(v)| against ``(2/3) (3 e_1/2)^(2^(N-1))``, with ``e_1 = e_0^2 (3 - e_0)/2``.

    Raises:
        ValueError: v y_0^2 >= 3, which is outside of the claim.
    """
    v, y0, N = settings["v"], settings["y0"], settings["N"]
    if v * y0 * y0 >= 3:
        raise ValueError("the initial guess must have v y0^2 < 3")
    low, high = _root(v)
    last = newton(_EXACT, v, y0, N)[-1]
    ends = sorted((abs(1 - last * low), abs(1 - last * high)))
    lo, hi = (ends[0], ends[1]) if low == high else _outward(ends[0], ends[1])
    first = max(_squared(1 - y0 * low), _squared(1 - y0 * high))  # e_1, which is monotone in e_0^2
    bound = Fraction(2, 3) * (Fraction(3, 2) * first) ** (2 ** (N - 1))
    bound = bound if low == high else _outward(bound, bound)[1]
    S = TermSystem()
    gap = S.abs(1 - newton(S, S.const(v), S.const(y0), N)[-1] * S.sqrt(S.const(v)))
    sequent = statement({}, [], conj(gap >= lo, gap <= hi))
    says = "$abs(1 - y_N sqrt(v))$ lies between the two ends"
    evidence = establish("", says, sequent, lambda: auto("the error"), "instance")
    inputs = {"v": str(v), "y0": str(y0), "N": str(N)}
    return [Row(inputs, lo, hi, bound, (evidence,), Iteration(N))]


class _Rationals:
    """What :func:`newton` needs of a number system."""

    name = "rationals"

    def const(self, q: int | Fraction) -> Fraction:
        return Fraction(q)


_EXACT: Any = _Rationals()


def _squared(e: Fraction) -> Fraction:
    """The error after a step from the error before it."""
    return e * e * (3 - e) / 2


def _root(v: Fraction, bits: int = 512) -> tuple[Fraction, Fraction]:
    """sqrt(v), twice where it is rational, else rationals around it."""
    a, b = isqrt(v.numerator), isqrt(v.denominator)
    if a * a == v.numerator and b * b == v.denominator:
        return Fraction(a, b), Fraction(a, b)
    low = Fraction(isqrt((v.numerator << 2 * bits) // v.denominator), 1 << bits)
    return low, low + Fraction(1, 1 << bits)


def _outward(lo: Fraction, hi: Fraction, bits: int = 140) -> tuple[Fraction, Fraction]:
    """The next multiples of 2^-bits, 40 digits and more."""
    scale = 1 << bits
    return Fraction(lo * scale // 1, scale), Fraction(-(-hi * scale // 1), scale)


# --- the smoothed scale factor -------------------------------------------------------------------


def point_rows(settings: Settings) -> list[Row]:
    """f_sigma(v) from its integral and by the printed closed form: their relative distance.

    Raises:
        ValueError: |v/sigma| > :data:`MAX_ARGUMENT`.
    """
    v, imag, sigma = settings["v"], settings["imag"], settings["sigma"]
    if v * v + imag * imag > (MAX_ARGUMENT * sigma) ** 2:
        raise ValueError(f"|v/sigma| is at most {MAX_ARGUMENT} for an instance")
    value, apart = enclosed(v, imag, sigma)
    bound = Fraction(1, 10**DIGITS)
    distance = app("apart", v, imag, sigma)
    sequent = statement({}, [], distance <= bound, {"apart": 3})  # a name for what balls enclose
    says = "apart: |integral/closed form - 1|, from balls around the integral and the closed form"
    outcome = HOLDS if apart <= bound else DECLINED
    method = "rigorous integration, Kummer functions"
    evidence = Evidence("", says, sequent, method, "enclosure", "instance", outcome, None, 0.0)
    inputs = {
        "v": str(v),
        "imag": str(imag),
        "sigma": str(sigma),
        "f_sigma(v)": f"{value} ({DIGITS} digits)",
    }
    return [Row(inputs, Fraction(0), apart, bound, (evidence,), Iteration(0))]


def enclosed(v: Fraction, imag: Fraction, sigma: Fraction) -> tuple[str, Fraction]:
    """f_sigma(v) to 40 digits, and a bound on |integral/closed form - 1|."""
    from flint import acb, ctx

    from constructions.interop.flint import from_fraction, to_fractions

    before = ctx.prec
    size = float(abs(v) + abs(imag)) / float(sigma)
    ctx.prec = 200 + int(1.5 * size * size)
    try:
        z = acb(from_fraction(v / sigma), from_fraction(imag / sigma))
        scale = from_fraction(sigma).sqrt()
        integral, closed = _integral(z) / scale, closed_form(z, from_fraction(sigma))
        apart = to_fractions(abs(integral / closed - 1))[1]
        return _digits(closed, bool(imag)), apart
    finally:
        ctx.prec = before


def _digits(value: Any, complex_: bool) -> str:
    real = value.real.str(DIGITS, radius=False)
    if not complex_:
        return str(real)
    return f"{real} + {value.imag.str(DIGITS, radius=False)} i"


def closed_form(z: Any, sigma: Any) -> Any:
    """``C exp(-z^2/4) D_(-1/2)(-z)``, C = (2 sigma)^(-1/2), as a ball.

    ``D_nu(x) = 2^(nu/2) exp(-x^2/4) (sqrt(pi)/Gamma((1 - nu)/2) M(-nu/2, 1/2, x^2/2)
    - sqrt(2 pi) x/Gamma(-nu/2) M((1 - nu)/2, 3/2, x^2/2))`` (DLMF 12.2.6, 12.2.7, 12.4, 12.7.12).
    """
    from flint import acb, arb

    quarter, x = acb(1) / 4, -z
    square = x * x / 2
    even = square.hypgeom_1f1(quarter, 2 * quarter) / (3 * quarter).gamma()
    odd = square.hypgeom_1f1(3 * quarter, 6 * quarter) * x / quarter.gamma()
    root = arb.pi().sqrt()
    D = (-square / 2).exp() * (root * even - (2 * arb.pi()).sqrt() * odd) / arb(2).root(4)
    return (-z * z / 4).exp() * D / (2 * sigma).sqrt()


def _integral(z: Any) -> Any:
    """``2/sqrt(2 pi) int_0^oo exp(-(x^2 - z)^2/2) dx``, which is h(z) after u = x^2.

    On [0, X] by rigorous integration; with a = Re z, b = Im z the rest is at most
    ``exp(b^2/2 - (X^2 - a)^2/2)/(2 X (X^2 - a))``.
    """
    from flint import acb, arb, ctx

    need = ctx.prec + 20
    X = arb(int((float(abs(z).upper()) + 2 * need) ** 0.5) + 2)
    part = acb.integral(lambda x, _: (-((x * x - z) ** 2) / 2).exp(), acb(0), acb(X))
    gap = X * X - z.real
    rest = ((z.imag**2 - gap**2) / 2).exp() / (2 * X * gap)
    unknown = arb(0, rest.upper())
    return (part + acb(unknown, unknown)) * 2 / (2 * arb.pi()).sqrt()
