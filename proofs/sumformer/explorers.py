"""What the page of Theorem 4.4 shows on a slider: the printed Linformer head, for each k."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from proofs.claims import Claim
from proofs.explorers import Explorer, Place, Slider, curve, dots
from proofs.sumformer.instances import HeadRow

ROWS = (1, 2, 3, 4, 5)  #: k
TOKENS = (2, 3, 4, 5, 6)  #: n, of which those above k


def of_rows(run: Callable[[Mapping[str, Any]], list[HeadRow]], claim: Claim) -> list[Explorer]:
    """Theorem 4.4 for f(x_i) = the sum of the other tokens: k on a slider, the error against n.

    ``run`` makes the instances of ``claim``, printed and repaired; all points are exact.
    """
    most, places = 16.0, []
    for i, k in enumerate(ROWS):
        rows: list[tuple[str, HeadRow]] = []
        found: dict[str, list[tuple[float, float]]] = {"printed": [], "repaired": []}
        for n in (n for n in TOKENS if n > k):
            for row in run(claim.settings(_settings(n, k))):
                shown = "as printed" if row.version == "printed" else "repaired"
                rows.append((f"n = {n}, {shown}", row))
                found[row.version].append((float(n), float(row.hi)))
        lines = [
            curve(name, role, [x for x, _ in found[version]], [y for _, y in found[version]], most)
            for name, role, version in (
                ("F = 1/k, as printed", "bound", "printed"),
                ("F = 1/n", "other", "repaired"),
            )
        ]
        points = [point for version in found.values() for point in version]
        places.append(Place((i,), tuple(rows), (*lines, dots("certified", points))))
    return [
        Explorer(
            "The head of Theorem 4.4 against Eq. 24, for each $k$",
            "$n$ tokens $0, 1\\/(n - 1), dots, 1$ and $g = x_2 + dots + x_n$. With $F = 1\\/k$, as "
            "printed, the block gives a multiple of $Sigma$ unless $k = n$, which $k < n$ rules "
            "out; with $F = 1\\/n$ the rows are those of Eq. 24. Every point is exact.",
            "the largest distance of the rows after the block to those of Eq. 24",
            "n",
            "",
            (1.5, 6.5, 0.0, most),
            (Slider("k", tuple(map(str, ROWS))),),
            (1,),
            tuple(places),
        )
    ]


def _settings(n: int, k: int) -> dict[str, str]:
    others = " + ".join(f"x{i}" for i in range(2, n + 1))
    tokens = "; ".join(str(Fraction(i, n - 1)) for i in range(n))
    return {"g": others, "n": str(n), "k": str(k), "x": tokens}
