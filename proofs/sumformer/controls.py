"""Controls that the three theorems share: what the cited theorems and the two bounds are for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from proofs.claims import Attempt, Control
from proofs.library.vectors import ONE, shown_by
from proofs.sumformer.data import Entries, matrices
from proofs.trees.script import Json, Node, auto, intro

Givens = Mapping[int, Callable[[], Node]]


def last_layers() -> Node:
    """Whatever the rows are, T(X) is S(X) in the data."""
    each_token = intro("h9", intro("", auto("0 <= e2")))
    return intro("h8", intro("", each_token))


def without(index: int, scripts: dict[int, Callable[[], Node]]) -> dict[int, Callable[[], Node]]:
    return {m - (m > index): script for m, script in scripts.items() if m != index}


def no_row() -> Node:
    """The last layers are given no row of Eq. 24: its first entry is 0."""
    return intro("h8", intro("", intro("h9", intro("", auto("0 is not 1")))))


def far_off() -> Node:
    """|f - T| = 5 in the first coordinate."""
    return shown_by(ONE, shown_by(ONE, auto("5 is not close to 0")))


def end_controls(
    name: str,
    statement: Json,
    first: int,
    numbers: Mapping[str, object],
    entries: Entries,
    givens: Givens,
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
        script = far_off if part else None
        attempt = Attempt(
            f"{name}.control.{label}",
            says,
            dropped(index),
            witness,
            without(index, dict(givens)),
            script,
            part,
        )
        return Control(attempt, "hypothesis dropped")

    show = statement["show"]
    less = ["<", show[1][1], ["*", "9/10", "eps"]]
    close = Fraction(19, 40)
    tightened = Attempt(
        f"{name}.control.epsilon",
        "$9/10 epsilon$ in place of $epsilon$: $e_1 = e_2 = 19/40$, $epsilon = 1$",
        {**statement, "show": ["and", less, *show[2:]]},
        matrices({**numbers, "e1": close, "e2": close}, entries),
        dict(givens),
    )
    return (
        control("sumformer", "nothing is known of $f - S$: $f = 5$", first, {}, "f", 1),
        control("last", "nothing is known of the last layers: $T(X) = 5$", first + 5, {}, "G", 1),
        control("half", "$e_1 = 5$ and $epsilon = 1$", first + 6, {"e1": 5}, "", 0),
        Control(tightened, "constant tightened"),
    )
