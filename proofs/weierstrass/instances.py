"""Instances: Newton's iteration at given data, and the smoothed scale factor at a point.

The errors of Newton's iteration are decided by the kernel.  The value of f_sigma is enclosed twice
by balls, from the integral that defines it and from the printed closed form.  The expectation of
route 2 and the deviations of two widths are enclosed by balls too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import isqrt
from typing import Any

from constructions.terms import Json, Term, TermSystem, app, conj
from constructions.weierstrass import newton
from proofs.claims import Parameter
from proofs.evidence import DECLINED, HOLDS, Evidence, establish, judged, weakest
from proofs.parameters import Reader, exact_number, one_of, whole
from proofs.trees.script import auto, statement

Settings = Mapping[str, Any]
MAX_STEPS = 5
MAX_ARGUMENT = 30
#: half a unit in the last place of 1
UNITS = {"BF16": Fraction(1, 2**8), "FP16": Fraction(1, 2**11)}
DIGITS = 40  #: of an enclosure
SHOWN = 10  #: digits of an enclosure that stands beside another


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


def _quotient(power: int) -> str:
    return f"a quotient of integers up to 10^{power}"


def _small(text: str, name: str, power: int) -> Fraction:
    value = exact_number(text)
    if max(abs(value.numerator), value.denominator) > 10**power:
        raise ValueError(f"{name} is {_quotient(power)}, got {text[:40]!r}")
    return value


def positive_up_to(name: str, power: int = 12) -> Reader[Fraction]:
    """A reader of quotients > 0 of integers up to ``10^power``."""

    def read(text: str) -> Fraction:
        value = _small(text, name, power)
        if value <= 0:
            raise ValueError(f"{name} must be positive, got {text[:40]}")
        return value

    return Reader(read, f"> 0, {_quotient(power)}")


def _real(name: str, power: int = 6) -> Reader[Fraction]:
    return Reader(lambda text: _small(text, name, power), _quotient(power))


_count = whole("N", 1, MAX_STEPS, ", as each step triples the digits")


def _read_steps(text: str) -> int:
    value = exact_number(text)
    if value not in (3, 4):
        raise ValueError(f"N is 3 or 4, got {text[:40]!r}")
    return int(value)


_three_or_four = Reader(_read_steps, "3 or 4")


NEWTON_PARAMETERS = (
    Parameter("v", "the variance", positive_up_to("v"), "2"),
    Parameter("y0", "the initial guess, with v y0^2 < 3", positive_up_to("y0"), "1"),
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
STEPS_PARAMETERS = (
    *NEWTON_PARAMETERS[:2],
    Parameter("N", "the number of steps", _three_or_four, "4"),
    Parameter("format", "the format", one_of("the format", tuple(UNITS)), "BF16"),
)
STEPS_INSTANCES: tuple[Mapping[str, str], ...] = (
    {"v": "1/100", "y0": "1", "N": "4", "format": "BF16"},
    {"v": "1/100", "y0": "10", "N": "3", "format": "BF16"},
    {"v": "4", "y0": "5/8", "N": "4", "format": "FP16"},
    {"v": "1", "y0": "5/8", "N": "3", "format": "FP16"},
    {"v": "1/16384", "y0": "5/8", "N": "4", "format": "FP16"},
    {"v": "29/10", "y0": "1", "N": "4", "format": "BF16"},
)
POINT_PARAMETERS = (
    Parameter("v", "the real part of v", _real("v"), "1"),
    Parameter("imag", "the imaginary part of v", _real("imag"), "0"),
    Parameter("sigma", "the width of the Gaussian", positive_up_to("sigma", 6), "1"),
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
SAMPLE_PARAMETERS = (
    Parameter("v", "the variance", _real("v"), "0"),
    Parameter("sigma", "the width of the Gaussian", positive_up_to("sigma", 6), "1"),
    Parameter("eps", "the epsilon of route 2", positive_up_to("eps"), "1/4"),
)
SAMPLE_INSTANCES: tuple[Mapping[str, str], ...] = (
    {"v": "0", "sigma": "1", "eps": "1/4"},
    {"v": "1", "sigma": "1", "eps": "1/100000"},
    {"v": "4", "sigma": "1", "eps": "1/100000"},
    {"v": "1", "sigma": "1/20", "eps": "1/100"},
    {"v": "-2", "sigma": "1/2", "eps": "1/1000"},
    {"v": "1/10", "sigma": "1", "eps": "50"},
    {"v": "1000", "sigma": "100", "eps": "1/1000000000"},
)
WIDTH_PARAMETERS = (
    Parameter("v", "the variance", positive_up_to("v", 6), "1"),
    Parameter("sigma1", "the smaller width", positive_up_to("sigma1", 6), "1/2"),
    Parameter("sigma2", "the larger width", positive_up_to("sigma2", 6), "1"),
)
#: the deviation is largest near v/sigma = 1.75 and 0 near v/sigma = 0.98
WIDTH_INSTANCES: tuple[Mapping[str, str], ...] = (
    {"v": "1", "sigma1": "1/2", "sigma2": "1"},
    {"v": "1", "sigma1": "1/2", "sigma2": "4/7"},
    {"v": "1", "sigma1": "4/7", "sigma2": "5/8"},
    {"v": "1", "sigma1": "1", "sigma2": "51/50"},
    {"v": "1", "sigma1": "26/25", "sigma2": "2"},
    {"v": "1", "sigma1": "1/20", "sigma2": "1/2"},
    {"v": "1/100", "sigma1": "1/150", "sigma2": "1/100"},
    {"v": "5", "sigma1": "1/4", "sigma2": "100"},
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
    lo, hi, evidence = _error(v, y0, N)
    first = max(_squared(1 - y0 * low), _squared(1 - y0 * high))  # e_1, which is monotone in e_0^2
    bound = Fraction(2, 3) * (Fraction(3, 2) * first) ** (2 ** (N - 1))
    bound = bound if low == high else _outward(bound, bound)[1]
    inputs = {"v": str(v), "y0": str(y0), "N": str(N)}
    return [Row(inputs, lo, hi, bound, (evidence,), Iteration(N))]


def steps_rows(settings: Settings) -> list[Row]:
    """|1 - y_N sqrt(v)| against the unit roundoff, from y_0 as it is and after range reduction.

    As printed there is no reduction.  With it v is brought to [1, 4) by a power of 4, the guess is
    5/8 and not y_0, and N is what is enough from there: 3 for BF16, 4 for FP16.  Where that is
    what is given there is one row.

    Raises:
        ValueError: v y_0^2 >= 3, which is outside of the claim.
    """
    v, y0, N, form = settings["v"], settings["y0"], settings["N"], settings["format"]
    if v * y0 * y0 >= 3:
        raise ValueError("the initial guess must have v y0^2 < 3")
    bound = UNITS[form]
    reduced = v
    while reduced < 1:
        reduced *= 4
    while reduced >= 4:
        reduced /= 4
    given = {"v": str(v), "y0": str(y0), "N": str(N), "format": form}
    enough = {"BF16": 3, "FP16": 4}[form]
    instead = {**given, "v reduced": str(reduced), "y0": "5/8", "N": str(enough)}
    rows = []
    for inputs, at, guess, count, version in (
        (given, v, y0, N, "printed"),
        (instead, reduced, Fraction(5, 8), enough, "repaired"),
    ):
        if version == "repaired" and (at, guess, count) == (v, y0, N):
            continue
        lo, hi, evidence = _error(at, guess, count)
        rows.append(Row(inputs, lo, hi, bound, (evidence,), Iteration(count), version=version))
    return rows


def _error(v: Fraction, y0: Fraction, N: int) -> tuple[Fraction, Fraction, Evidence]:
    """|1 - y_N sqrt(v)| between two ends, decided by the kernel."""
    low, high = _root(v)
    last = newton(_EXACT, v, y0, N)[-1]
    ends = sorted((abs(1 - last * low), abs(1 - last * high)))
    lo, hi = (ends[0], ends[1]) if low == high else _outward(ends[0], ends[1])
    S = TermSystem()
    gap = S.abs(1 - newton(S, S.const(v), S.const(y0), N)[-1] * S.sqrt(S.const(v)))
    sequent = statement({}, [], conj(gap >= lo, gap <= hi))
    says = "$abs(1 - y_N sqrt(v))$ lies between the two ends"
    return lo, hi, establish("", says, sequent, lambda: auto("the error"), "instance")


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
        raise ValueError(
            f"|v/sigma| is at most {MAX_ARGUMENT}: the integral takes 1.5 (v/sigma)^2 bits"
        )
    value, apart = enclosed(v, imag, sigma)
    bound = Fraction(1, 10**DIGITS)
    says = "apart: |integral/closed form - 1|, from balls around the integral and the closed form"
    distance = app("apart", v, imag, sigma)
    evidence = by_balls(says, distance, distance <= bound, apart <= bound)
    inputs = {
        "v": str(v),
        "imag": str(imag),
        "sigma": str(sigma),
        "f_sigma(v)": f"{value} ({DIGITS} digits)",
    }
    return [Row(inputs, Fraction(0), apart, bound, (evidence,), Iteration(0))]


def sample_rows(settings: Settings) -> list[Row]:
    """The expectation of route 2 against f_sigma(v), as printed and without its mass at u <= 0.

    As printed the two are equal: their distance is enclosed, the bound is 0.  What is proved
    instead (:mod:`proofs.weierstrass.randomized.without`) is
    ``0 < f_sigma(v) - (E - eps^(-1/2) P(v + xi <= 0)) <= 3 sqrt(eps)/(sigma sqrt(2 pi))``.

    Raises:
        ValueError: v/sigma < -:data:`MAX_ARGUMENT`, or v/sigma or eps/sigma > 100.
    """
    from constructions.interop.weierstrass_balls import _precision, smoothed
    from constructions.interop.weierstrass_smoothing import REACH, mean

    v, sigma, eps = settings["v"], settings["sigma"], settings["eps"]
    if v < -MAX_ARGUMENT * sigma:
        raise ValueError(
            f"v/sigma is at least -{MAX_ARGUMENT}: f_sigma(v) falls like exp(-(v/sigma)^2/2), and "
            "as many bits are needed"
        )
    if max(v, eps) > REACH * sigma:
        raise ValueError(f"v/sigma and eps/sigma are at most {REACH}: integrals take minutes above")
    bits = 200 + int(1.5 * float(min(v / sigma, 0)) ** 2)
    with _precision(bits + 64):
        expected, factor = mean(v, sigma, eps, bits), smoothed(v, sigma, bits)[0]
        mass = _mass(v, sigma, eps)
        bias, rest = _ends(abs(expected - factor)), _ends(factor - (expected - mass))
        most = _ends(_bias_bound(sigma, eps))[0]
        inputs = {name: str(settings[name]) for name in ("v", "sigma", "eps")}
        inputs |= {"expectation": _shown(expected), "f_sigma(v)": _shown(factor)}
    told = {"told apart": "yes" if bias[0] > 0 else "no"}
    says = "the distance of the expectation of route 2 from f_sigma(v), both enclosed by balls"
    first = _enclosure(says, app("distance", v, sigma, eps), bias)
    less = "f_sigma(v) minus the expectation without the mass at v + xi <= 0, enclosed by balls"
    second = _enclosure(less, app("rest", v, sigma, eps), rest, rest[0] > 0)
    return [
        Row(inputs | told, *bias, Fraction(0), (first,), Iteration(0)),
        Row(inputs, *rest, most, (second,), Iteration(0), version="repaired"),
    ]


def width_rows(settings: Settings) -> list[Row]:
    """|f_sigma(v) - 1/sqrt(v)| for the smaller width, to be below that for the larger one.

    A second row where ``10 sigma1^2 < v^(5/2)`` times the larger width's: then it is proved to be.

    Raises:
        ValueError: sigma1 >= sigma2, or v/sigma > 300.
    """
    from constructions.interop.weierstrass_balls import MAX_ARGUMENT as MOST
    from constructions.interop.weierstrass_balls import _precision

    v, small, large = settings["v"], settings["sigma1"], settings["sigma2"]
    if small >= large:
        raise ValueError("sigma1 must be less than sigma2")
    if v > MOST * small:
        raise ValueError(
            f"v/sigma1 is at most {MOST}: the two terms of f_sigma cancel 1.5 (v/sigma)^2 bits"
        )
    bits = 200
    with _precision(bits + 64):
        near, far = _deviation(v, small, bits), _deviation(v, large, bits)
        lo, hi = _ends(near)
        below, above = _ends(far)
        reach = _ends(_half_power(v, 5) * far)[0]
        inputs = {name: str(settings[name]) for name in ("v", "sigma1", "sigma2")}
        inputs |= {"deviation1": _shown(near), "deviation2": _shown(far)}
    apart = hi < below or lo > above
    told = {"told apart": "yes" if apart else "no"}
    says = "the deviation for the smaller width, and as bound that for the larger one, by balls"
    bound = below if hi < below else above
    item = _enclosure(says, app("deviation", v, small), (lo, hi), apart)
    rows = [Row(inputs | told, lo, hi, bound, (item,), Iteration(0))]
    if 10 * small * small < reach:
        rows.append(Row(inputs, lo, hi, below, (item,), Iteration(0), version="repaired"))
    return rows


def _enclosure(
    says: str, value: Any, ends: tuple[Fraction, Fraction], holds: bool = True
) -> Evidence:
    """Evidence that balls enclose ``value``, a name for it, between the two ends."""
    return by_balls(says, value, conj(value >= ends[0], value <= ends[1]), holds)


def by_balls(
    says: str,
    value: Term,
    shown: Json,
    holds: bool,
    method: str = "rigorous integration, Kummer functions",
) -> Evidence:
    """Evidence at level enclosure of what is shown of ``value``, a name for what balls enclose."""
    sequent = statement({}, [], shown, {value.json[1]: len(value.json) - 2})
    outcome = HOLDS if holds else DECLINED
    return Evidence("", says, sequent, method, "enclosure", "instance", outcome, None, 0.0)


def _ends(ball: Any) -> tuple[Fraction, Fraction]:
    from constructions.interop.flint import to_fraction_bounds

    return to_fraction_bounds(ball, 140)


def _shown(ball: Any) -> str:
    """A ball in decimals; its radius counts."""
    return str(ball.str(SHOWN))


def _mass(v: Fraction, sigma: Fraction, eps: Fraction) -> Any:
    """``eps^(-1/2) P(v + xi <= 0)``."""
    from flint import arb

    from constructions.interop.flint import from_fraction

    tail = (from_fraction(v / sigma) / arb(2).sqrt()).erfc() / 2
    return tail / from_fraction(eps).sqrt()


def _bias_bound(sigma: Fraction, eps: Fraction) -> Any:
    """``3 sqrt(eps)/(sigma sqrt(2 pi))``."""
    from flint import arb

    from constructions.interop.flint import from_fraction

    return 3 * (from_fraction(eps) / (2 * arb.pi())).sqrt() / from_fraction(sigma)


def _half_power(v: Fraction, power: int) -> Any:
    """``v^(power/2)``."""
    from constructions.interop.flint import from_fraction

    return from_fraction(v).sqrt() ** power


def _deviation(v: Fraction, sigma: Fraction, bits: int) -> Any:
    """``|f_sigma(v) - 1/sqrt(v)|``."""
    from constructions.interop.weierstrass_balls import smoothed

    return abs(smoothed(v, sigma, bits)[0] - 1 / _half_power(v, 1))


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
