"""The density of Theorem 3 altered in one place, so that it fails; its hypotheses at one point."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from constructions.terms import Json, Term, conj, exists
from proofs.claims import Attempt, Control, Witness
from proofs.methods.script import Node, auto, define, have, intro, node
from proofs.pln.dense_layers import hypotenuse
from proofs.pln.density import near
from proofs.pln.quotient import closed_form
from proofs.pln.steps_of_ramp import K
from proofs.pln.symbols import ONE, S, eps
from proofs.pln.thm1_conclusion import placed, put
from proofs.pln.thm1_sums import known
from proofs.pln.thm3_density_statement import (
    CONSTANT_STATEMENT,
    FIRST,
    LIMIT_STATEMENT,
    PRINTED_FACT,
    PRINTED_STATEMENT,
    STATEMENT,
    UNITS,
    first_of,
    first_script,
    printed_fact_script,
    sized,
    u,
)
from proofs.pln.thm4_controls import of_layer
from proofs.pln.units import SCALING_IDENTITY, SCALING_ROOT, scaling_identity_script, smooth_step

HALF = Fraction(1, 2)
_DROPPED, _TIGHTENED = "hypothesis dropped", "constant tightened"
_WEIGHTS: dict[str, tuple[tuple[str, ...], Json]] = {
    "alpha": (("j",), "1"),
    "w": (("j", "i"), "1"),
    "b": (("j",), "0"),
}


def layer_of_sign() -> Node:
    """Proof that sign(u) is the unit of LS-1 with the value 0 at h = 0."""
    values = {"d": ONE, "v": S.const(0)}
    first = placed(FIRST, values)
    root = S.sqrt(ONE)
    shown = define(root.json, auto("1 >= 0"), have(root.equals(1), auto("sqrt(1)"), auto("unit")))
    return have(first, put(first_script(), values), intro("u", known(first, [u], shown)))


def _steps(eps_: Fraction | int, value: str) -> Witness:
    """No ramps, so the network is 0, and f is ``value`` everywhere."""
    functions = {**_WEIGHTS, "X": (("p", "i"), "0"), "F": (("p",), value), "ls": (("u",), _SIGN)}
    return Witness({"N": 0, "n": 1, "d": 1, "v": 0, "eps": eps_}, functions)


_SIGN: Json = ["sign", "u"]


def _missed() -> Node:
    """For all K and lam the network is 0 at the point 0."""
    far = node("some", auto("missed"), **{"is": "0"})
    return intro("K", intro("lam", intro("", far)))


def _limit(
    name: str, kind: str, says: str, given: list[Json], show: Json, witness: Witness
) -> Control:
    givens: dict[int, Callable[[], Node]] = {3: layer_of_sign}
    sequent = {**LIMIT_STATEMENT, "given": given, "show": show}
    attempt = Attempt(f"pln.thm3.density.control.{name}", says, sequent, witness, givens, _missed)
    return Control(attempt, kind)


#: data for delta = 0: one ramp that is 1/2
LIMIT_MET = Attempt(
    "pln.thm3.density.limit.satisfiable",
    "with $delta = 0$: one ramp that is $1\\/2$, $d = 1$, $v = 0$, $f = 1\\/2$, $K = 1$",
    LIMIT_STATEMENT,
    Witness(
        {"N": 1, "n": 1, "d": 1, "v": 0, "eps": 1, "K": 1},
        {
            "alpha": (("j",), "1"),
            "w": (("j", "i"), "1"),
            "b": (("j",), "1/2"),
            "X": (("p", "i"), "0"),
            "F": (("p",), "1/2"),
            "ls": (("u",), _SIGN),
        },
    ),
    {3: layer_of_sign},
)

TWO = {"d": S.const(2)}
_Q, _TOP = (Term(placed(t.json, TWO)) for t in (hypotenuse(u, ONE), SCALING_ROOT * u))


def _shifted_layer() -> Node:
    """Proof that sqrt(2) u/sqrt(u^2 + 1) is the unit of LS-2."""
    value = Term(placed(first_of((u, ONE), None).json, TWO))
    proof = put(sized(printed_fact_script()), TWO)
    return closed_form(placed(PRINTED_FACT, TWO), proof, [u], 0, value, _Q, _TOP)


#: data for Eq. 4 as it is printed
PRINTED_MET = Attempt(
    "pln.thm3.density.printed.satisfiable",
    "the hypotheses hold for one ramp that is $1\\/2$, $d = 2$ and $f = 1\\/2$, and inside for "
    "$K = 1$",
    PRINTED_STATEMENT,
    Witness(
        {"N": 1, "n": 1, "d": 2, "eps": 1, "K": 1},
        {
            **_WEIGHTS,
            "b": (("j",), "1/2"),
            "X": (("p", "i"), "0"),
            "F": (("p",), "1/2"),
            "ls": (("u",), (_TOP / _Q).json),
        },
    ),
    {3: _shifted_layer},
)
CONSTANT_MET = Attempt(
    "pln.thm3.density.constant.satisfiable",
    "the hypotheses hold for three units, unit $j$ of $j x + j$",
    CONSTANT_STATEMENT,
    Witness({"N": 3}, {"w": (("j",), "j"), "b": (("j",), "j")}),
)
_GIVEN: list[Json] = LIMIT_STATEMENT["given"]
_NETWORK = UNITS.network(UNITS.half)
LIMIT_CONTROLS: tuple[Control, ...] = (
    _limit(
        "limit.cited",
        _DROPPED,
        "with $delta = 0$ and without the cited bound: no units, $f = 1$, $epsilon = 1\\/2$",
        _GIVEN[:-1],
        LIMIT_STATEMENT["show"],
        _steps(HALF, "1"),
    ),
    _limit(
        "limit.eps",
        _TIGHTENED,
        "with $delta = 0$, within $epsilon \\/ 4$: no units, $f = 1\\/3$, $epsilon = 1$",
        _GIVEN,
        exists("K", "int", exists("lam", "real", conj(K > 0, near(_NETWORK, eps / 4)))),
        _steps(1, "1/3"),
    ),
)

# --- with delta > 0 ------------------------------------------------------------------------------

_FIRST = {"d": ONE}


def _layer() -> Node:
    """u/(|u| + sqrt(1)) is the unit of LS-1 with delta = 1."""
    identity = placed(SCALING_IDENTITY, _FIRST)
    unit = intro("u", known(identity, [u, ONE], auto("the unit")))
    return have(identity, put(scaling_identity_script(), _FIRST), unit)


SATISFIABLE, _UNITS = of_layer(
    "pln.thm3.density",
    STATEMENT,
    {"d": 1, "delta": 1},
    "ls",
    placed(smooth_step(u, ONE * SCALING_ROOT).json, _FIRST),
    {2: _layer},
)
CONTROLS = (_UNITS,)
