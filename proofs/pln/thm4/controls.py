"""Theorem 4 altered in one place, so that it fails, and data for its hypotheses."""

from __future__ import annotations

from fractions import Fraction

from constructions.terms import Json
from proofs.claims import Attempt, Control, Witness
from proofs.pln.density.cube import GIVEN, STATEMENT

Body = tuple[tuple[str, ...], Json]
_STEP: Body = (("u",), ["/", ["+", "1", ["sign", "u"]], "2"])
HALF = Fraction(1, 2)


#: no constant is within 1/2 of x on [0, 1]
_FAR_FROM_ALL = """
fix g
cases g >= 1/2:
  take 0
else:
  take 1
"""


def _witness(
    n: int, eps_: Fraction | int, unit: Body, value: str, network: str, **more: int
) -> Witness:
    point, place = ("p", "u") if n else ("0", "0")
    return Witness(
        {"n": n, "eps": eps_, **more},
        {
            "X": (("p", "i"), point),
            "r": (("y", "i", "u"), place),
            "F": (("p",), value),
            "G": (("g", "p"), network),
            "sig": unit,
        },
    )


def _without(
    position: int,
    name: str,
    says: str,
    witness: Witness,
    script: str | None = None,
) -> Control:
    """The statement without this hypothesis."""
    sequent = {**STATEMENT, "given": [f for k, f in enumerate(GIVEN) if k != position]}
    attempt = Attempt(f"pln.thm4.control.{name}", says, sequent, witness, script=script)
    return Control(attempt, "hypothesis dropped")


CONTROLS: tuple[Control, ...] = (
    _without(
        3,
        "right",
        "without $sigma(+infinity) = 1$: $sigma = 0$ and all networks are $0$, $n = 1$, $f = 1$",
        _witness(1, HALF, (("u",), "0"), "1", "0"),
    ),
    _without(
        4,
        "left",
        "without $sigma(-infinity) = 0$: $sigma = 1$ and all networks are constant, $n = 1$, "
        "$f(x) = x$",
        _witness(1, HALF, (("u",), "1"), "p", "g"),
        _FAR_FROM_ALL,
    ),
    _without(
        9,
        "units",
        "without units that may be added: all networks are $0$, $n = 1$, $f = 1$",
        _witness(1, HALF, _STEP, "1", "0"),
    ),
)
SATISFIABLE = Attempt(
    "pln.thm4.satisfiable",
    'the hypotheses hold for $n = 0$, one point: $sigma(t) = (1 + "sign" t) \\/ 2$, $f = 0$, and '
    "the networks are the constants",
    STATEMENT,
    _witness(0, 1, _STEP, "0", "g", p_=0),
)


# --- the same for a layer, whose hypotheses come first --------------------------------------------


def of_layer(
    name: str,
    sequent: Json,
    numbers: dict[str, int],
    unit: str,
    value: Json,
    where: str = "",
) -> tuple[Attempt, Control]:
    """Data with n = 0 for the hypotheses of a layer's sequent, and a control with n = 1.

    ``value`` is what the unit computes of u for these ``numbers``; ``where`` begins what is said.
    """

    def data(n: int, eps_: Fraction | int, f: str, network: str, **more: int) -> Witness:
        of_points = _witness(n, eps_, _STEP, f, network, **more)
        functions = {k: v for k, v in of_points.functions.items() if k != "sig"}
        return Witness({**numbers, **of_points.values}, {**functions, unit: (("u",), value)})

    met = Attempt(
        f"{name}.satisfiable",
        f"{where}the hypotheses hold for $n = 0$, one point, and $f = 0$: the networks are the "
        "constants",
        sequent,
        data(0, 1, "0", "g", p_=0),
    )
    none = Attempt(
        f"{name}.control.units",
        f"{where}without units that may be added: all networks are $0$, $n = 1$, $f = 1$",
        {**sequent, "given": sequent["given"][:-1]},
        data(1, HALF, "1", "0"),
    )
    return met, Control(none, "hypothesis dropped")
