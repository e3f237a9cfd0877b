"""What the page of the closed form shows on a slider: the smoothed factor for each width sigma."""

from __future__ import annotations

from fractions import Fraction

from constructions.terms import app
from constructions.weierstrass_pictures import WIDTHS, smoothing
from proofs.explorers import Explorer, Measured, Place, Slider, curve
from proofs.weierstrass.instances import _deviation, _enclosure, _ends


def of_width() -> list[Explorer]:
    """f_sigma and 1/sqrt(v) on the line; beside them f_sigma(0) and |f_sigma(1) - 1|, by balls."""
    drawn = smoothing()
    curves = drawn["curves"]
    low, high, least, most = curves["range"]
    places = [
        Place(
            (i,),
            _values(sigma),
            tuple(
                curve(s["name"], s["role"], s["x"], s["y"], most - least) for s in frame["series"]
            ),
            says=frame["says"],
        )
        for i, (sigma, frame) in enumerate(zip(WIDTHS, curves["frames"], strict=True))
    ]
    return [
        Explorer(
            drawn["title"],
            drawn["says"],
            "a value of the smoothed factor",
            curves["x"],
            curves["y"],
            (low, high, least, most),
            (Slider(curves["slider"], tuple(frame["label"] for frame in curves["frames"])),),
            (curves["chosen"],),
            tuple(places),
            fixed=tuple(curves["fixed"]),
        )
    ]


def _values(sigma: Fraction) -> tuple[tuple[str, Measured], ...]:
    """f_sigma(0), and how far f_sigma(1) is from 1."""
    from constructions.interop.weierstrass_balls import _precision, smoothed

    zero, one = Fraction(0), Fraction(1)
    bits = 200 + int(1.5 * float(one / sigma) ** 2)
    with _precision(bits + 64):
        there = _ends(smoothed(zero, sigma, bits)[0])
        apart = _ends(_deviation(one, sigma, bits))
    return tuple(
        (name, Measured(*ends, (_enclosure(says, app(head, at, sigma), ends),)))
        for name, says, head, at, ends in (
            ("f(0)", "f_sigma(0), enclosed by balls", "f", zero, there),
            ("|f(1) − 1|", "|f_sigma(1) - 1|, enclosed by balls", "deviation", one, apart),
        )
    )
