"""Lemma 3 altered in one place, so that it fails, and its hypotheses at one point."""

from __future__ import annotations

from constructions.terms import Json, every
from proofs.claims import Attempt, Control, Witness
from proofs.pln.lemma3.statement import (
    SMOOTH_STATEMENT,
    STATEMENT,
    TWICE,
    combination,
    sigma_c,
    smooth_network,
)
from proofs.pln.symbols import ONE, S, d

_GIVEN, _SHOW = STATEMENT["given"], STATEMENT["show"]
_WEIGHTS: dict[str, tuple[tuple[str, ...], Json]] = {
    "alpha": (("j",), "1"),
    "w": (("j", "i"), "1"),
    "b": (("j",), "0"),
    "X": (("p", "i"), "p"),
}
_VALUES = {"N": 1, "n": 1, "d": 2, "v": 0}


def _doubled(formula: Json) -> Json:
    """sqrt(d) in place of sqrt(2 d)."""
    if formula == TWICE.json:
        return S.sqrt(d).json
    return [_doubled(part) for part in formula] if isinstance(formula, list) else formula


def _control(
    name: str,
    kind: str,
    says: str,
    given: list[Json],
    show: Json,
    ln: Json,
) -> Control:
    witness = Witness(_VALUES, {**_WEIGHTS, "ln": (("u",), ln)})
    sequent = {**STATEMENT, "given": given, "show": show}
    attempt = Attempt(f"pln.lemma3.control.{name}", says, sequent, witness)
    return Control(attempt, kind)


#: with delta > 0, and the weight of the last unit as in Eq. 29
_PRINTED: Json = every("p", "real", smooth_network(ONE).equals(combination(sigma_c)))
_WEIGHT = Control(
    Attempt(
        "pln.lemma3.control.weight",
        "with $delta > 0$ and the printed weight of the last unit: $d = 2$, $delta = 1$, $N = 1$, "
        "$t = 1$ gives $1\\/2$, and $sigma_c (1) = 3\\/4$",
        {**SMOOTH_STATEMENT, "show": _PRINTED},
        Witness({"N": 1, "n": 1, "d": 2, "delta": 1}, _WEIGHTS),
    ),
    "constant tightened",
)
CONTROLS: tuple[Control, ...] = (
    _control(
        "layer",
        "hypothesis dropped",
        "units that are constantly $0$: $N = 1$, $t = 1$",
        _GIVEN[:2],
        _SHOW,
        "0",
    ),
    _control(
        "factor",
        "constant tightened",
        "$sqrt(d)$ in place of $sqrt(2 d)$: $d = 2$, $N = 1$, $t = 1$",
        _GIVEN,
        _doubled(_SHOW),
        ["sign", "u"],
    ),
    _WEIGHT,
)


def _met(name: str, at: str, value: int) -> Attempt:
    return Attempt(
        f"pln.lemma3.satisfiable{name}",
        f'the hypotheses hold for one unit with $d = 2$, where $ln = "sign"$, and $t = {value}$',
        STATEMENT,
        Witness({**_VALUES, at: value}, {**_WEIGHTS, "ln": (("u",), ["sign", "u"])}),
    )


SATISFIABLE = (_met("", "t_", 1), _met(".left", "y", -1))
