"""What the page of Eq. 9 shows on a slider: noise of any size, against the bound for each alpha."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from proofs.explorers import Explorer, Place, Slider, curve, dots
from proofs.layeract.instances import (
    Formula,
    Row,
    enclosed,
    printed_bound,
    repaired_bound,
    scale_change,
)

ALPHAS = ("1/100000", "1/100", "1", "10", "100")
SIZES = (Fraction(1), Fraction(3, 2))  #: where it is certified, as printed
CLEAN = tuple(map(Fraction, (-2, -5, 7)))
NOISE = (Fraction(3, 47), Fraction(-3, 47), Fraction(0))
POINTS = 16  #: of each curve, exact or enclosed by balls


def of_alpha(run: Callable[[Mapping[str, Any]], list[Row]]) -> list[Explorer]:
    """Eq. 9 at the data of its refutation, alpha on a slider; the noise is t times theirs.

    ``run`` makes the instances of the claim, whose numbers stand beside the curves.
    """
    most = 0.014
    reach, places = (0.0, 1.6, 0.0, most), []
    for i, alpha in enumerate(ALPHAS):
        rows: list[tuple[str, Row]] = []
        for t in SIZES:
            for row in run(_at(alpha, t) | {"version": None}):
                shown = "as printed" if row.version == "printed" else "repaired"
                rows.append((f"t = {t}, {shown}", row))
        at = [Fraction(k, 10) for k in range(POINTS + 1)]

        def along(formula: Formula, alpha: str = alpha, at: list[Fraction] = at) -> list[float]:
            return [float(sum(enclosed(formula, _at(alpha, t))) / 2) for t in at]

        x = [float(t) for t in at]
        places.append(
            Place(
                (i,),
                tuple(rows),
                (
                    curve("‖s(n̂) − s(n)‖", "net", x, along(scale_change), most),
                    curve("Eq. 9 as printed", "bound", x, along(printed_bound), most),
                    curve("repaired", "other", x, along(repaired_bound), most),
                    dots("certified", [(_size(row), float(row.hi)) for _, row in rows]),
                ),
            )
        )
    return [
        Explorer(
            "Noise of $t$ times the size, and $alpha$",
            "$y = (-2, -5, 7)$ and $epsilon = t (3\\/47, -3\\/47, 0)$, scale HardSigmoid. The left "
            "side of Eq. 9 rises above the printed bound; the repaired bound is above both. With "
            "$alpha$ large against $sigma_y^2 = 26$ the layer is nearly still, and all three "
            "shrink.",
            "‖s(n̂) − s(n)‖",
            "t",
            "",
            reach,
            (Slider("α", ALPHAS),),
            (min(1, len(ALPHAS) - 1),),
            tuple(places),
        )
    ]


def _size(row: Row) -> float:
    """t, from the noise of the row."""
    return float(Fraction(row.inputs["noise"].partition(",")[0]) / NOISE[0])


def _at(alpha: str, t: Fraction) -> dict[str, Any]:
    noise = tuple(t * e for e in NOISE)
    return {"y": CLEAN, "noise": noise, "alpha": Fraction(alpha), "scale": "hard-sigmoid"}
