"""Theorem 2 altered in one place, so that it fails; its hypotheses at one point; its inference."""

from __future__ import annotations

from fractions import Fraction

from constructions.terms import Json, Term, conj, every, exists, implies, total
from proofs.claims import Attempt, Control, Witness
from proofs.methods.script import Node, auto, case, intro, lemmas, node, statement
from proofs.pln.dense_layers import hypotenuse
from proofs.pln.density import alpha, j, near, pre
from proofs.pln.lemma3_controls import layer_of_sign
from proofs.pln.lemma3_statement import SMOOTH_NETWORK
from proofs.pln.quotient import closed_form
from proofs.pln.symbols import IN_UNIT_INTERVAL, N, S, delta, eps, layer_norm_unit, x
from proofs.pln.thm1_conclusion import placed, put
from proofs.pln.thm2_statement import (
    LIMIT_STATEMENT,
    OFF,
    SHIFTED_FACT,
    SHIFTED_STATEMENT,
    STATEMENT,
    UNDEFINED_STATEMENT,
    shifted,
    shifted_fact_script,
    sized,
    u,
)
from proofs.pln.units import ROOT, smooth_step

HALF = Fraction(1, 2)
_SAME: tuple[tuple[str, ...], Json] = (("j",), "j")
_GIVEN: list[Json] = STATEMENT["given"]


def _witness(eps_: Fraction | int, units: int, f: str, weight: str = "1") -> Witness:
    """d = 2, delta = 1, units with pre-activation 0, and one point."""
    return Witness(
        {"N": units, "n": 1, "d": 2, "delta": 1, "eps": eps_},
        {
            "alpha": (("j",), weight),
            "w": (("j", "i"), "1"),
            "b": (("j",), "0"),
            "X": (("p", "i"), "0"),
            "F": (("p",), f),
        },
    )


def _missed() -> Node:
    return node("some", auto("missed"), **{"is": "0"})


def _control(
    name: str, kind: str, says: str, given: list[Json], show: Json, witness: Witness
) -> Control:
    sequent = {**STATEMENT, "given": given, "show": show}
    attempt = Attempt(f"pln.thm2.control.{name}", says, sequent, witness, script=_missed)
    return Control(attempt, kind)


_TIGHTENED = "constant tightened"
CONTROLS: tuple[Control, ...] = (
    _control(
        "cited",
        "hypothesis dropped",
        "without the cited bound: no units, $f = 1$, $epsilon = 1\\/2$",
        _GIVEN[:-1],
        STATEMENT["show"],
        _witness(HALF, 0, "1"),
    ),
    _control(
        "eps",
        _TIGHTENED,
        "within $epsilon \\/ 2$: no units, $f = 3\\/4$, $epsilon = 1$",
        _GIVEN,
        near(SMOOTH_NETWORK, eps / 2),
        _witness(1, 0, "3/4"),
    ),
    _control(
        "units",
        _TIGHTENED,
        "without the unit that is always on: $f = 1$, one unit of weight $2$ at $t = 0$",
        _GIVEN,
        near(total("j", 1, N, alpha(j) / 2 * layer_norm_unit(pre(j))), eps),
        _witness(1, 1, "1", "2"),
    ),
)
SATISFIABLE = (
    Attempt(
        "pln.thm2.satisfiable",
        "the hypotheses hold for one unit with $t = 0$, $d = 2$, $delta = 1$ and $f = 1\\/2$",
        STATEMENT,
        _witness(1, 1, "1/2"),
    ),
    Attempt(
        "pln.thm2.limit.satisfiable",
        "with $delta = 0$: one ramp that is $1\\/2$, $d = 2$, $v = 0$, $f = 1\\/2$, $K = 1$",
        LIMIT_STATEMENT,
        Witness(
            {"N": 1, "n": 1, "d": 2, "v": 0, "eps": 1, "K": 1},
            {
                "alpha": (("j",), "1"),
                "w": (("j", "i"), "1"),
                "b": (("j",), "1/2"),
                "X": (("p", "i"), "0"),
                "F": (("p",), "1/2"),
                "ln": (("u",), ["sign", "u"]),
            },
        ),
        {3: layer_of_sign},
    ),
)

# --- Eq. 1 as it is printed ----------------------------------------------------------------------

THREE = {"d": S.const(3)}
_Q, _TOP = (Term(placed(t.json, THREE)) for t in (hypotenuse(u, OFF), ROOT * u))


def _shifted_layer() -> Node:
    """Proof that sqrt(3/2) u/sqrt(u^2 + 1/3) is the unit of LN-3."""
    value = Term(placed(shifted(u).json, THREE))
    proof = put(sized(shifted_fact_script()), THREE)
    return closed_form(placed(SHIFTED_FACT, THREE), proof, [u], 0, value, _Q, _TOP)


PRINTED_MET = Attempt(
    "pln.thm2.printed.satisfiable",
    "the hypotheses hold for one ramp that is $1\\/2$, $d = 3$ and $f = 1\\/2$, and inside for "
    "$K = 1$",
    SHIFTED_STATEMENT,
    Witness(
        {"N": 1, "n": 1, "d": 3, "eps": 1, "K": 1},
        {
            "alpha": (("j",), "1"),
            "w": (("j", "i"), "1"),
            "b": (("j",), "1/2"),
            "X": (("p", "i"), "0"),
            "F": (("p",), "1/2"),
            "ln": (("u",), (_TOP / _Q).json),
        },
    ),
    {3: _shifted_layer},
)
CONSTANT_MET = Attempt(
    "pln.thm2.constant.satisfiable",
    "the hypotheses hold for three units, unit $j$ of $[j x + j, 0]$",
    UNDEFINED_STATEMENT,
    Witness(
        {"N": 3},
        {"w1": _SAME, "b1": _SAME, "w2": (("j",), "0"), "b2": (("j",), "0")},
    ),
)

# --- the step from delta = 0 to delta > 0 --------------------------------------------------------

_STEP = x - HALF
_CLOSE: Json = every(
    "x",
    "real",
    implies(*IN_UNIT_INTERVAL, S.abs(S.sign(_STEP) - smooth_step(_STEP, delta)) < eps),
)


def _not_uniform() -> Node:
    """At x = 1/2 + min(1/2, delta/100) the distance is delta/(t + delta) >= 100/101."""
    t = S.minimum(S.const(HALF), delta / 100)
    at = HALF + t
    step = at - HALF
    size = S.abs(step)
    gap = S.abs(S.sign(step) - smooth_step(step, delta))
    far = lemmas(
        [
            (size + delta > 0, auto("|t| + delta > 0")),
            (size.equals(t), case(size.json, auto(), auto())),
            (1 / (size + delta) > 0, auto()),
            (t / (size + delta) <= Fraction(1, 100), auto("t/(t + delta) <= 1/100")),
        ],
        case(S.sign(step).json, *[case(gap.json, auto("far"), auto("far"))] * 3),
    )
    bounds: list[tuple[Json, Node]] = [
        (t > 0, case(t.json, auto(), auto())),
        (t <= HALF, case(t.json, auto(), auto())),
        (100 * t <= delta, case(t.json, auto(), auto())),
    ]
    inside = node("both", auto("0 <= x"), node("both", auto("x <= 1"), far))
    return intro("delta", intro("", lemmas(bounds, node("some", inside, **{"is": at.json}))))


NOT_UNIFORM = Attempt(
    "pln.thm2.conclusion.uniform",
    "one unit with its jump at $1\\/2$ and $epsilon = 99\\/100$: for every $delta > 0$ some $x in "
    '[0, 1]$ has $abs("sign"(x - 1\\/2) - (x - 1\\/2) \\/ (abs(x - 1\\/2) + delta)) >= 99\\/100$',
    statement(
        {"eps": "real"},
        [eps > 0],
        exists("delta", "real", conj(delta > 0, _CLOSE)),
    ),
    Witness({"eps": Fraction(99, 100)}),
    script=_not_uniform,
)
