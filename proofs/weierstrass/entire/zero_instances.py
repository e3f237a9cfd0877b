"""Instances of weierstrass.entire.zeros: the k-th zero of f_sigma, isolated by balls.

The interval Newton method and the argument principle show that a box of side sigma/8 around
the place ``sigma sqrt((4 k - 1) pi i - log 2)`` has one zero, a simple one.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from constructions.terms import app, conj
from proofs.claims import Parameter
from proofs.parameters import whole
from proofs.weierstrass.instances import SHOWN, Iteration, Row, by_balls, positive_up_to

MOST = 20
NEAR = 40
"""The k-th zero is within sigma/(NEAR k) of its place."""


PARAMETERS = (
    Parameter("k", "which zero above the real line", whole("k", 1, MOST), "1"),
    Parameter("sigma", "the width of the Gaussian", positive_up_to("sigma", 6), "1"),
)
INSTANCES: tuple[Mapping[str, str], ...] = (
    {"k": "1", "sigma": "1"},
    {"k": "1", "sigma": "1/4"},
    {"k": "2", "sigma": "1"},
    {"k": "3", "sigma": "1000"},
    {"k": "8", "sigma": "1/1000000"},
    {"k": "20", "sigma": "1"},
)


def rows(settings: Mapping[str, Any]) -> list[Row]:
    """The distance of the k-th zero, over sigma, from ``sqrt((4 k - 1) pi i - log 2)``.

    Its bound is 1/(40 k).  The inputs show the zero and its modulus: no power series of log f_sigma
    or 1/f_sigma at a point v converges beyond the distance from there.
    """
    from flint import acb, arb

    from constructions.interop.flint import from_fraction, to_fraction_bounds
    from constructions.interop.weierstrass_balls import _precision
    from constructions.interop.weierstrass_zeros import BITS, Box, guess, isolate

    k, sigma = settings["k"], settings["sigma"]
    near = guess(k)
    x, y = (Fraction(part).limit_denominator(1 << 20) for part in (near.real, near.imag))
    half = Fraction(1, 16)
    found = isolate(Box(x - half, x + half, y - half, y + half))
    with _precision(BITS):
        place = acb(-arb(2).log(), (4 * k - 1) * arb.pi()).sqrt()
        zero = acb(*(_between(low, high) for low, high in _sides(found[0])))
        lo, hi = to_fraction_bounds(abs(zero - place), 140)
        scaled = zero * from_fraction(sigma)
        shown = [part.str(SHOWN, radius=False) for part in (scaled.real, scaled.imag, abs(scaled))]
    bound = Fraction(1, NEAR * k)
    distance = app("nearness", k, sigma)
    evidence = by_balls(
        "a box of side sigma/8 around the place has one zero, a simple one; its distance from the "
        "place, over sigma",
        distance,
        conj(distance >= lo, distance <= hi),
        len(found) == 1,
        "interval Newton method, argument principle",
    )
    inputs = {
        "k": str(k),
        "sigma": str(sigma),
        "v_k": f"{shown[0]} + {shown[1]} i",
        "|v_k|": shown[2],
    }
    return [Row(inputs, lo, hi, bound, (evidence,), Iteration(0))]


def _sides(box: Any) -> tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]:
    return (box.left, box.right), (box.bottom, box.top)


def _between(low: Fraction, high: Fraction) -> Any:
    """A ball around both."""
    from constructions.interop.flint import from_fraction

    return from_fraction(low).union(from_fraction(high))
