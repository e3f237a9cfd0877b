"""Controls that the three theorems share: what the cited theorems and the two bounds are for."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from proofs.claims import Attempt, Control
from proofs.sumformer.data import Entries, matrices
from proofs.trees.script import Json


def end_controls(
    name: str,
    statement: Json,
    first: int,
    numbers: Mapping[str, object],
    entries: Entries,
    texts: Mapping[int, str],
) -> tuple[Control, ...]:
    """Without Theorem 4.1, Hornik's theorem or e1 < eps/2, and with 9/10 of eps.

    ``first`` is the number of the hypothesis on the Sumformer; that on the last layers is the
    fifth, and the two bounds the sixth and seventh after it.
    """

    def dropped(index: int) -> Json:
        left = [g for m, g in enumerate(statement["given"]) if m != index]
        return {**statement, "given": left}

    def control(
        label: str, says: str, index: int, values: Mapping[str, object], changed: str, part: int
    ) -> Control:
        witness = matrices({**numbers, **values}, {**entries, **({changed: 5} if changed else {})})
        left = {m - (m > index): text for m, text in texts.items()}
        attempt = Attempt(f"{name}.control.{label}", says, dropped(index), witness, left, part=part)
        return Control(attempt, "hypothesis dropped")

    show = statement["show"]
    less = ["<", show[1][1], ["*", "9/10", "eps"]]
    close = Fraction(19, 40)
    tightened = Attempt(
        f"{name}.control.epsilon",
        "$9/10 epsilon$ in place of $epsilon$: $e_1 = e_2 = 19/40$, $epsilon = 1$",
        {**statement, "show": ["and", less, *show[2:]]},
        matrices({**numbers, "e1": close, "e2": close}, entries),
        texts,
    )
    return (
        control("sumformer", "nothing is known of $f - S$: $f = 5$", first, {}, "f", 1),
        control("last", "nothing is known of the last layers: $T(X) = 5$", first + 5, {}, "G", 1),
        control("half", "$e_1 = 5$ and $epsilon = 1$", first + 6, {"e1": 5}, "", 0),
        Control(tightened, "constant tightened"),
    )
