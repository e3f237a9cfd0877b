"""The mpmath rows of instances about the smoothed scale factor, which is an integral.

Their statements name what balls have computed, ``apart(v, imag, sigma)``, ``deviation(v, sigma)``
or ``nearness(k, sigma)``; here mpmath computes it again: by quadrature, by its parabolic cylinder
functions, and by the secant method.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from proofs.evidence import Evidence

Json = Any
BITS = 320
#: the claims in whose instances these names have the meaning above
MEANT = {
    "weierstrass.closed_form": {"apart": 3},
    "weierstrass.limit.closer.monotone": {"deviation": 2},
    "weierstrass.entire.zeros": {"nearness": 2},
}


def known(name: str, statement: Json) -> bool:
    """Whether the statement of that name is about one of these."""
    claim = name.rpartition(".instance")[0]
    return bool(claim) and statement["functions"] == MEANT.get(claim)


def compared(evidence: Evidence) -> Iterator[tuple[str, str, str, bool, str]]:
    """Relation, left and right side with fifty digits, whether balls agree, and the data.

    ``apart``: the integral and the closed form, each part of a complex number.  ``deviation`` and
    ``nearness``: the value, and the ends between which the statement has it.
    """
    from constructions.interop import mp_weierstrass as W

    name, *args = _applied(evidence.statement["show"])
    numbers = [Fraction(q) for q in args]
    mp = W.context()
    if name == "apart":
        v, imag, sigma = numbers
        pair = [f(mp, v, imag, sigma) for f in (W.by_integral, W.by_closed_form)]
        balls = _balls(v, imag, sigma)
        data = f"v = {v}{f' + {imag} i' if imag else ''}, sigma = {sigma}"
        parts = [("real", balls[0]), *([("imag", balls[1])] if imag else [])]
        for part, ball in parts:
            one, other = (W.fifty(mp, getattr(value, part)) for value in pair)
            yield "=", one[0], other[0], _within(one, ball) and _within(other, ball), data
        return
    first, sigma = numbers
    if name == "nearness":
        value = abs(W.zero(mp, int(first)) - W.place(mp, int(first)))
    else:
        factor = W.by_closed_form(mp, first, Fraction(0), sigma).real
        value = abs(factor - 1 / mp.sqrt(W.number(mp, first)))
    text, rounded = W.fifty(mp, value)
    data = f"{'k' if name == 'nearness' else 'v'} = {first}, sigma = {sigma}"
    for op, left, right in _relations(evidence.statement["show"]):
        end = Fraction(right if isinstance(left, list) else left)
        shown = W.fifty(mp, W.number(mp, end))[0]
        holds = rounded <= end if isinstance(left, list) else end <= rounded
        sides = (text, shown) if isinstance(left, list) else (shown, text)
        yield op, *sides, holds, data


def _applied(node: Json) -> list[str]:
    """The name and arguments of the function that is applied."""
    if node[0] == "app":
        return [str(part) for part in node[1:]]
    return next(_applied(p) for p in node[1:] if isinstance(p, list) and "app" in str(p))


def _relations(show: Json) -> list[Json]:
    return list(show[1:]) if show[0] == "and" else [show]


def _balls(v: Fraction, imag: Fraction, sigma: Fraction) -> list[tuple[Fraction, Fraction]]:
    """Enclosures of the real and the imaginary part of f_sigma, by Kummer's functions."""
    from flint import acb

    from constructions.interop.flint import from_fraction, to_fractions
    from constructions.interop.weierstrass_balls import _precision, standard

    with _precision(2 * BITS):
        z = acb(from_fraction(v / sigma), from_fraction(imag / sigma))
        value = standard(z, BITS)[0] / from_fraction(sigma).sqrt()
        return [to_fractions(value.real), to_fractions(value.imag)]


def _within(found: tuple[str, Fraction], ball: tuple[Fraction, Fraction]) -> bool:
    """Whether a number lies in a ball, widened by one unit in its fiftieth digit or less."""
    unit = abs(found[1]) / 10**49
    return ball[0] - unit <= found[1] <= ball[1] + unit
