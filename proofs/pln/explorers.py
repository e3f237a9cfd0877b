"""What the pages of Lemma 2, Theorem 1 and Proposition 2 show on sliders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from proofs.explorers import Explorer, Place, Slider, of_plot, target
from proofs.parameters import positive
from proofs.pln.instances import F, Row, pln_rows, read_function, sign_rows
from proofs.pln.prop2.instances import relu_rows
from proofs.versions import PRINTED, REPAIRED

ERROR = "sup |G − f| on [0, 1]"
BOUNDS = ("1/2", "1/3", "1/4", "1/6", "1/8", "1/12", "1/16", "1/20")
COARSE = ("2", "3/2", "1", "3/4", "1/2", "3/8")  #: bounds for sin 6x, whose constant is 6
#: d with a rational sqrt(d/2)
SIZES = (2, 8, 18, 32)
DELTAS = ("0", "1/1000", "1/300", "1/100", "1/30", "1/10")
TENT = "abs(x-1/3)"


def of_steps() -> list[Explorer]:
    """Lemma 2: eps, and with it the number N of steps, for two functions."""
    functions = ((TENT, "|x − 1/3|"), ("sin(3*x)", "sin 3x"))
    reach, most = (0.0, 1.0, 0.0, 1.1), 0.55
    places = []
    for j, (text, _) in enumerate(functions):
        for i, eps in enumerate(BOUNDS):
            (row,) = sign_rows(_settings(text, eps))
            place = _place((i, j), row, reach, most)
            places.append(replace(place, curves=(target("f", row.plot, reach), *place.curves)))
    return [
        Explorer(
            "Steps: more of them, nearer to $f$",
            "$N = floor(L\\/(2 epsilon)) + 1$ steps through $f$ at the midpoints of the cells. The "
            "error is largest at the ends of cells, and at most $L\\/(2 N)$.",
            ERROR,
            "x",
            "",
            reach,
            (Slider("ε", BOUNDS), Slider("f", tuple(shown for _, shown in functions))),
            (min(3, len(BOUNDS) - 1), 0),
            tuple(places),
            under="|f − G|",
            most=most,
        )
    ]


def of_norms() -> list[Explorer]:
    """Theorem 1: the printed network for |x - 1/3| and eps = 1/10, with delta and d moved."""
    reach, most = (0.0, 1.0, 0.0, 0.75), 0.3
    places = []
    for j, d in enumerate(SIZES):
        for i, delta in enumerate(DELTAS):
            settings = _settings(TENT, "1/10") | {
                "d": d,
                "delta": Fraction(delta),
                "convention": "sigma+delta",
                "version": REPAIRED if delta == "0" else PRINTED,
            }
            (row,) = pln_rows(settings)
            places.append(_place((i, j), row, reach, most))
    labels = tuple("0+" if delta == "0" else delta for delta in DELTAS)
    return [
        Explorer(
            "What $delta$ does to the steps",
            "The weights of the printed proof for $f(x) = abs(x - 1\\/3)$ and $epsilon = 1\\/10$: "
            "$N = 6$ groups of LN-$d$. A unit is $t\\/(abs(t) + delta sqrt(d\\/2))$, so that "
            "$delta$ and $d$ both round the steps. For $delta -> 0$ the bound holds; where $delta$ "
            "is too large it does not, and the certified lower end says so.",
            ERROR,
            "x",
            "",
            reach,
            (Slider("δ", labels), Slider("d", tuple(map(str, SIZES)))),
            (min(3, len(DELTAS) - 1), 0),
            tuple(places),
            fixed=(target("f", row.plot, reach),),
            under="|f − G|",
            most=most,
        )
    ]


def of_kinks() -> list[Explorer]:
    """Proposition 2: eps, and with it the kinks, for the printed and the repaired network."""
    f, reach, most = "sin(6*x)", (0.0, 1.0, -1.25, 1.6), 1.2
    versions = ((REPAIRED, "repaired"), (PRINTED, "as printed"))
    places = []
    for j, (version, _) in enumerate(versions):
        for i, eps in enumerate(COARSE):
            settings = _settings(f, eps) | {"version": version}
            row = next(row for row in relu_rows(settings) if "steepness" not in row.inputs)
            place = _place((i, j), row, reach, most)
            places.append(replace(place, curves=(*place.curves, _kinks(row, reach))))
    return [
        Explorer(
            "Kinks of the ReLU network",
            "Each of the $N = floor(L\\/(2 epsilon)) + 2$ units has its kink where its argument is "
            "0; between kinks the network is a chord of $f(x) = sin 6 x$. The printed weights cut "
            "$[0, 1]$ into $N$ cells with kinks at the first $N - 1$ points only: from "
            "$(N - 1)\\/N$ on the network goes straight on.",
            ERROR,
            "x",
            "",
            reach,
            (Slider("ε", COARSE), Slider("weights", tuple(shown for _, shown in versions))),
            (min(3, len(COARSE) - 1), 0),
            tuple(places),
            fixed=(target("f", row.plot, reach),),
            under="|f − G|",
            most=most,
        )
    ]


def _settings(f: str, eps: str) -> dict[str, Any]:
    return {F.name: read_function(f), "eps": positive(eps), "L": None}


def _place(at: tuple[int, ...], row: Row, reach: Sequence[float], most: float) -> Place:
    curves, below = of_plot(row.plot, reach, most)
    return Place(at, (("", row),), curves, below)


def _kinks(row: Row, reach: Sequence[float]) -> dict[str, Any]:
    """Where an argument w x + b is 0, as strokes at the lower edge."""
    x: list[float] = []
    y: list[float | None] = []
    for unit in row.network.units:
        w, b = unit.W[0][0], unit.b[0]
        if w.q and b.m == w.m == 1 and 0 <= -b.q / w.q <= 1:
            at = float(f"{float(-b.q / w.q):.5g}")
            x += [at, at, at]
            y += [reach[2], reach[2] + 0.06 * (reach[3] - reach[2]), None]
    return {"name": "kinks", "role": "second", "x": x, "y": y}
