"""Instances of weierstrass.maclaurin: the error of a truncated polynomial at a point, by balls.

The value of f_sigma is enclosed from the integral that defines it, by rigorous integration; the
polynomial has exact coefficients but for ``c_0 = 2^(-3/4) Gamma(1/4)/sqrt(2 pi)`` and
``c_1 = 2^(-1/4) Gamma(3/4)/sqrt(2 pi)``, which are balls.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from constructions.terms import app
from constructions.weierstrass import maclaurin
from proofs.claims import Parameter
from proofs.parameters import whole
from proofs.weierstrass.instances import (
    DIGITS,
    Iteration,
    Row,
    Settings,
    _integral,
    _outward,
    _real,
    by_balls,
    positive_up_to,
)

MOST_ORDER = 400
MOST_REACH = 8  #: of abs(v)/sigma


_order = whole("K", 1, MOST_ORDER)
PARAMETERS = (
    Parameter("v", "the argument, not 0", _real("v"), "1"),
    Parameter("sigma", "the width of the Gaussian", positive_up_to("sigma", 6), "1"),
    Parameter("K", "the order, with K + 3 >= 4 (v/sigma)^2", _order, "20"),
)
INSTANCES: tuple[Mapping[str, str], ...] = (
    {"v": "1", "sigma": "1", "K": "1"},
    {"v": "1", "sigma": "1", "K": "20"},
    {"v": "-3", "sigma": "1", "K": "40"},
    {"v": "5", "sigma": "1", "K": "200"},
    {"v": "1/1000000", "sigma": "1000", "K": "2"},
    {"v": "8", "sigma": "1", "K": "253"},
    {"v": "-1/2", "sigma": "1/10", "K": "97"},
)


def rows(settings: Settings) -> list[Row]:
    """``|f_sigma(v) - sigma^(-1/2) sum_(k <= K) c_k z^k|`` against 4/3 of the next two terms.

    At order 1, where c_0 and c_1 are all that there is, also these two against the integrals for
    which they stand.

    Raises:
        ValueError: v = 0, K + 3 < 4 z^2, where the bound is not claimed, or z = v/sigma too large.
    """
    v, sigma, order = settings["v"], settings["sigma"], settings["K"]
    z = v / sigma
    if v == 0:
        raise ValueError("at v = 0 the polynomial is c_0 alone: take v != 0")
    if abs(z) > MOST_REACH:
        raise ValueError(
            f"|v/sigma| is at most {MOST_REACH}: the bound needs K >= 4 (v/sigma)^2 - 3, and K is "
            f"at most {MOST_ORDER}"
        )
    if order + 3 < 4 * z * z:
        raise ValueError(f"the bound needs K + 3 >= 4 (v/sigma)^2 = {float(4 * z * z):g}")
    found = [_remainder(v, sigma, order)]
    if order == 1:
        found += [_constant(number, found[0].inputs) for number in (0, 1)]
    return found


def _remainder(v: Fraction, sigma: Fraction, order: int) -> Row:
    from flint import acb, arb, ctx

    from constructions.interop.flint import from_fraction, to_fractions
    from constructions.interop.weierstrass_balls import constants

    z = v / sigma
    even, odd = maclaurin(order + 2)
    after = max(abs(even[k] + odd[k]) * abs(z) ** k for k in (order + 1, order + 2))
    before = ctx.prec
    ctx.prec = 200 + after.denominator.bit_length() - after.numerator.bit_length() + 100
    try:
        scale = from_fraction(sigma).sqrt()
        values = constants()
        ball = from_fraction(z)
        kept = arb(0)
        for k in reversed(range(order + 1)):
            kept = kept * ball + _coefficient(even, odd, k, values)
        integral = _integral(acb(ball)).real
        low, high = to_fractions(abs(integral - kept) / scale)
        rest = sum(
            (abs(_coefficient(even, odd, k, values)) * abs(ball) ** k for k in
             (order + 1, order + 2)), arb(0)
        )  # fmt: skip
        bound = to_fractions(rest * 4 / (3 * scale))[0]
        shown = integral / scale
        digits = shown.str(DIGITS, radius=False)
    finally:
        ctx.prec = before
    bits = 200 + bound.denominator.bit_length() - bound.numerator.bit_length()
    low, high = _outward(max(low, Fraction(0)), high, bits)
    bound = _outward(bound, bound, bits)[0]
    distance = app("apart", v, sigma, order)
    evidence = by_balls(
        "apart: |integral - polynomial of order K|, from balls around both",
        distance,
        distance <= bound,
        high <= bound,
        "rigorous integration, exact coefficients",
    )
    inputs = {
        "v": str(v),
        "sigma": str(sigma),
        "K": str(order),
        "f_sigma(v)": f"{digits} ({DIGITS} digits)",
    }
    return Row(inputs, low, high, bound, (evidence,), Iteration(order))


def _coefficient(even: list[Fraction], odd: list[Fraction], k: int, values: Any) -> Any:
    from constructions.interop.flint import from_fraction

    return from_fraction(even[k]) * values[0] + from_fraction(odd[k]) * values[1]


def _constant(number: int, beside: dict[str, str]) -> Row:
    """c_0 or c_1 as an integral and in closed form: their relative distance."""
    from flint import acb, arb, ctx

    from constructions.interop.flint import to_fractions
    from constructions.interop.weierstrass_balls import constants

    before = ctx.prec
    ctx.prec = 200
    try:
        closed = constants()[number]
        # c_j = 2/sqrt(2 pi) int_0^oo x^(2 j) exp(-x^4/2) dx, beyond X at most exp(-X^4/2)/(2 X)
        X = 6
        part = acb.integral(lambda x, _: x ** (2 * number) * (-(x**4) / 2).exp(), acb(0), acb(X))
        rest = (-(arb(X) ** 4) / 2).exp() / (2 * X)
        integral = (part.real + arb(0, rest.upper())) * 2 / (2 * arb.pi()).sqrt()
        apart = to_fractions(abs(integral / closed - 1))[1]
        digits = closed.str(DIGITS, radius=False)
    finally:
        ctx.prec = before
    bound = Fraction(1, 10**DIGITS)
    distance = app("apart", number)
    evidence = by_balls(
        "apart: |integral/closed form - 1| for c_0 or c_1, from balls around both",
        distance,
        distance <= bound,
        apart <= bound,
        "rigorous integration, Gamma function",
    )
    form = ("2^(-3/4) Gamma(1/4)/sqrt(2 pi)", "2^(-1/4) Gamma(3/4)/sqrt(2 pi)")[number]
    inputs = {k: beside[k] for k in ("v", "sigma", "K")}
    inputs[f"c_{number}"] = f"{form} = {digits} ({DIGITS} digits)"
    return Row(inputs, Fraction(0), apart, bound, (evidence,), Iteration(1))
