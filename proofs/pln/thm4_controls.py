"""Theorem 4 altered in one place, so that it fails, and its hypotheses at one point."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from constructions.terms import Json, Term, every, implies, total, var
from proofs import decide
from proofs.claims import Attempt, Control, Witness
from proofs.methods.script import Node, auto, case, induct, intro, node, statement
from proofs.pln.density import CITED, FUNCTIONS, SORTS, dense
from proofs.pln.steps_of_ramp import K, bounded, limit, sig
from proofs.pln.symbols import ONE, ZERO, N, S, eps, m
from proofs.pln.thm1_conclusion import placed
from proofs.pln.thm1_sums import each_sum, known
from proofs.refute import of_witness

GIVEN: list[Json] = [eps > 0, N >= 0, bounded(sig), limit(sig, 1), limit(sig, -1), CITED]
SHOW = dense(sig)
DROPPED, TIGHTENED = "hypothesis dropped", "constant tightened"
u = var("u")


def sequent(given: list[Json], show: Json = SHOW) -> Json:
    return statement(SORTS, given, show, {"sig": 1, **FUNCTIONS})


STATEMENT = sequent(GIVEN)
Scripts = dict[int, Callable[[], Node]]
Body = tuple[tuple[str, ...], Json]
_STEP: Body = (("u",), ["/", ["+", "1", ["sign", "u"]], "2"])


def _witness(eps_: Fraction | int, N_: int, f: str, weight: str, shift: str, unit: Body) -> Witness:
    """One point and, where N = 1, one ramp with these weights."""
    return Witness(
        {"N": N_, "n": 1, "eps": eps_},
        {
            "X": (("p", "i"), "1/2"),
            "F": (("p",), f),
            "alpha": (("j",), "1"),
            "w": (("j", "i"), weight),
            "b": (("j",), shift),
            "sig": unit,
        },
    )


def _near(value: Term) -> Node:
    """|value| below its bound, for a value that depends on sign u."""
    return case(S.sign(u).json, *[case(S.abs(value).json, auto("near"), auto("near"))] * 3)


def _beyond(value: Term) -> Node:
    """The limit of such a value is reached beyond T = 0."""
    return intro("eta", intro("", _some("0", intro("u", intro("", _near(value))))))


def _some(value: str, then: Node) -> Node:
    return node("some", then, **{"is": value})


STEP: Scripts = {
    2: lambda: _some("1", intro("u", _near((1 + S.sign(u)) / 2))),
    3: lambda: _beyond((1 + S.sign(u)) / 2 - 1),
    4: lambda: _beyond((1 + S.sign(u)) / 2),
}
CONSTANT: Scripts = {
    2: lambda: _some("1", auto("constant")),
    3: lambda: intro("eta", intro("", _some("0", auto("constant")))),
}


def _inner(formula: Json) -> Json:
    """The summand of the sum over the K units of a ramp, as it stands in a formula."""
    if not isinstance(formula, list):
        return None
    if formula[0] == "sum" and formula[1] == "k":
        return formula[4]
    return next((found for part in formula if (found := _inner(part)) is not None), None)


def _constant(value: int, sequent: Json, witness: Witness) -> Node:
    """Whatever K and lam, the network of one ramp whose units are ``value`` is ``value``."""
    unit = Term(_inner(decide.negation(sequent, of_witness(witness))["show"]))

    def units(high: Term) -> Term:
        return total("k", 1, high, unit)

    def ramps(high: Term) -> Term:
        return total("j", 1, high, units(K))

    claim = units(m).equals(m / K * value)
    base = each_sum("empty", [units], ZERO, auto("no units"))
    step = each_sum("unfold", [units], m + 1, auto("one more unit"))
    whole: Json = every("m", "int", implies(m >= 0, claim))
    size = S.abs(ramps(ONE) - (1 - value))
    ends = case(size.json, auto("missed"), auto("missed"))
    all_ramps = each_sum("unfold", [ramps], ONE, each_sum("empty", [ramps], ZERO, ends))
    full = known(whole, [K], all_ramps)
    proof = induct("m", "0", claim, base, step, full)
    return intro("K", intro("lam", intro("", _some("0", proof))))


def _no_ramps() -> Node:
    """Without ramps the network is 0."""
    return intro("K", intro("lam", intro("", _some("0", _empty()))))


def _empty() -> Node:
    return auto("missed")


def _without(position: int) -> list[Json]:
    return [g for i, g in enumerate(GIVEN) if i != position]


def _control(
    name: str,
    kind: str,
    says: str,
    statement_: Json,
    witness: Witness,
    givens: Scripts,
    script: Callable[[], Node],
) -> Control:
    attempt = Attempt(f"pln.thm4.control.{name}", says, statement_, witness, givens, script)
    return Control(attempt, kind)


def _shifted(scripts: Scripts, gone: int) -> Scripts:
    """The scripts for the hypotheses that are left without number ``gone``."""
    return {i - (i > gone): script for i, script in scripts.items() if i != gone}


HALF = Fraction(1, 2)
#: units that are constantly 0, or 1, whatever their limits
_NEVER = sequent(_without(3)), _witness(HALF, 1, "1", "0", "1", (("u",), "0"))
_ALWAYS = sequent(_without(4)), _witness(HALF, 1, "0", "0", "0", (("u",), "1"))
CONTROLS: tuple[Control, ...] = (
    _control(
        "right",
        DROPPED,
        "without $sigma(+infinity) = 1$: $sigma = 0$, one ramp that is constantly $1$",
        *_NEVER,
        CONSTANT,
        lambda: _constant(0, *_NEVER),
    ),
    _control(
        "left",
        DROPPED,
        "without $sigma(-infinity) = 0$: $sigma = 1$, one ramp that is constantly $0$",
        *_ALWAYS,
        CONSTANT,
        lambda: _constant(1, *_ALWAYS),
    ),
    _control(
        "cited",
        DROPPED,
        "without the cited bound: no ramps, $f = 1$",
        sequent(_without(5)),
        _witness(HALF, 0, "1", "1", "0", _STEP),
        STEP,
        _no_ramps,
    ),
    _control(
        "eps",
        TIGHTENED,
        "within $epsilon \\/ 4$: no ramps, $epsilon = 1$, $f = 1\\/3$",
        sequent(GIVEN, placed(SHOW, {"eps": eps / 4})),
        _witness(1, 0, "1/3", "1", "0", _STEP),
        STEP,
        _no_ramps,
    ),
)
SATISFIABLE = Attempt(
    "pln.thm4.satisfiable",
    'the hypotheses hold for one ramp, $sigma(t) = (1 + "sign" t) \\/ 2$ and $f = 1\\/2$ at '
    "$x = 1\\/2$",
    STATEMENT,
    _witness(1, 1, "1/2", "1", "0", _STEP),
    STEP,
)
