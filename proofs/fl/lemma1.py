"""fl.lemma1: activations with rho(lambda t) = lambda rho(t) for lambda > 0 (Lemma 1, Eq. 12)."""

from __future__ import annotations

from textwrap import indent

from constructions.terms import conj, every, exists, implies
from proofs.claims import Attempt, Claim, Control, Line, Obligation, Reading, Witness
from proofs.fl.activation import EQ12, a, b
from proofs.fl.paper import source
from proofs.language.elaboration import written
from proofs.library.vectors import HOMOGENEOUS, ONE, ZERO, lam, rho, t
from proofs.trees.script import Json, statement

FUNCTIONS = {"rho": 1}
FORM = exists("a", "real", exists("b", "real", EQ12))
STATEMENT = statement(
    {}, [], conj(implies(HOMOGENEOUS, FORM), implies(FORM, HOMOGENEOUS)), FUNCTIONS
)
FACTS = {"equivariant": HOMOGENEOUS, "Eq12": EQ12}
#: a = rho(1), b = -rho(-1): at t take lambda = |t|; at 0, lambda = 2
NECESSARY = """
have rho(0) = 0 by equivariant(2, 0)
take rho(1)
take -rho(-1)
cases t > 0:
  use equivariant(t, 1)
cases t < 0:
  use equivariant(-t, -1)
have t = 0
"""
SUFFICES = """
use Eq12(t), Eq12(c*t)
cases t > 0:
  have c*t > 0
have c*t <= 0
"""
BOTH = f"""
let homogeneous = (for all c, t: real, c > 0 => rho(c*t) = c*rho(t))
let form = (exists a, b: real,
    for all t: real, (t > 0 => rho(t) = a*t) and (t <= 0 => rho(t) = b*t))
have necessary: homogeneous => form:
  have equivariant: homogeneous
{indent(NECESSARY, "  ")}
have sufficient: form => homogeneous:
  have given: form
  obtain a, b from given
  have Eq12: for all t: real, (t > 0 => rho(t) = a*t) and (t <= 0 => rho(t) = b*t)
{indent(SUFFICES, "  ")}
"""


# --- the printed proof, line by line -------------------------------------------------------------

_POSITIVE = [HOMOGENEOUS, lam > 0]
_SLOPES = {"a": "real", "b": "real"}


def _line(name: str, says: str, given: list[Json], show: Json, text: str) -> Obligation:
    sequent = statement({"lam": "real"} if len(given) > 1 else {}, given, show, FUNCTIONS)
    return Obligation(f"fl.lemma1.{name}", says, sequent, written(sequent, text, FACTS))


def _slope(name: str, show: Json, text: str) -> Obligation:
    sequent = statement(_SLOPES, [EQ12], show, FUNCTIONS)
    says = "whatever function of the form Eq. 12 it is"
    return Obligation(name, says, sequent, written(sequent, text, FACTS))


_SUFFICES = statement(_SLOPES, [EQ12], HOMOGENEOUS, FUNCTIONS)
LINES = (
    Line(
        "fl.lemma1.right",
        "Taking $t = 1$, we have $rho(lambda) = lambda rho(1)$ for $lambda > 0$",
        (
            _line(
                "right.value",
                "at $t = 1$",
                _POSITIVE,
                rho(lam).equals(lam * rho(ONE)),
                "show by equivariant(lam, 1)",
            ),
        ),
    ),
    Line(
        "fl.lemma1.left",
        "Similarly, $rho(-lambda) = rho(-1) lambda$",
        (
            _line(
                "left.value",
                "at $t = -1$",
                _POSITIVE,
                rho(-lam).equals(rho(-ONE) * lam),
                "show by equivariant(lam, -1)",
            ),
        ),
    ),
    Line(
        "fl.lemma1.a",
        "Therefore, $a = rho(1)$ is necessary",
        (_slope("fl.lemma1.a.value", a.equals(rho(ONE)), "show by Eq12(1)"),),
    ),
    Line(
        "fl.lemma1.b",
        "and $b = rho(-1)$ is necessary",
        attempts=(
            Attempt(
                "fl.lemma1.b.sign",
                "$rho(t) = t$, that is $a = b = 1$: $b = 1$, but $rho(-1) = -1$",
                statement(_SLOPES, [EQ12], b.equals(rho(-ONE)), FUNCTIONS),
                Witness({"a": 1, "b": 1}, {"rho": (("u",), "u")}),
            ),
        ),
        why="the sign is wrong: by Eq. 12, $rho(-1) = b dot (-1)$; with $b = rho(-1)$ Eq. 12 gives "
        "$rho(-1) = -rho(-1)$, so that only activations with $rho(-1) = 0$ would be left",
        repair="$b = -rho(-1)$ (`fl.lemma1.b.repaired`)",
    ),
    Line(
        "fl.lemma1.zero",
        "$rho(0) = 0$, which can be obtained with $lambda = 2$, $t = 0$",
        (
            _line(
                "zero.value",
                "from $rho(0) = 2 rho(0)$",
                [HOMOGENEOUS],
                rho(ZERO).equals(0),
                "show by equivariant(2, 0)",
            ),
        ),
    ),
    Line(
        "fl.lemma1.suffices",
        "It is also easy to verify that Eq. 12 suffices",
        (
            Obligation(
                "fl.lemma1.suffices.all",
                "for all $a$, $b$, $lambda > 0$ and $t$",
                _SUFFICES,
                written(_SUFFICES, SUFFICES, FACTS),
            ),
        ),
    ),
)


# --- the claim -----------------------------------------------------------------------------------

_RELU = {"rho": (("u",), ["max", "u", "0"])}


CONTROLS = (
    Control(
        Attempt(
            "fl.lemma1.control.linear",
            "with one slope, $rho(t) = a t$: $rho(t) = max(t, 0)$",
            statement(
                {},
                [HOMOGENEOUS],
                exists("a", "real", every("t", "real", rho(t).equals(a * t))),
                FUNCTIONS,
            ),
            Witness({}, _RELU),
            script="""
                fix a
                cases a >= 1/2:
                  take -1
                take 1
                """,
        ),
        "constant tightened",
    ),
    Control(
        Attempt(
            "fl.lemma1.control.sign",
            "for $lambda < 0$ Eq. 12 does not suffice: $rho(t) = max(t, 0)$, $lambda = -1$",
            statement(
                {**_SLOPES, "lam": "real"}, [EQ12], rho(lam).equals(lam * rho(ONE)), FUNCTIONS
            ),
            Witness({"a": 1, "b": 0, "lam": -1}, _RELU),
        ),
        "hypothesis dropped",
    ),
)

CLAIM = Claim(
    id="fl.lemma1",
    kind="theorem",
    title="Scale equivariant activations are linear on each side of 0",
    source=source("Appendix B, Lemma 1", "12"),
    statement="If $rho: RR -> RR$, then $rho(lambda t) = lambda rho(t)$ for any $lambda > 0$ and "
    "$t in RR$ iff $rho$ is a piecewise linear function, with the form: $rho(t) = a t$ for "
    "$t > 0$, $b t$ for $t <= 0$, where $a$ and $b$ are two real numbers.",
    readings=(
        Reading("$rho(lambda t) = lambda rho(t)$ for any $lambda > 0$, $t$", ("show", 1, 1)),
        Reading("for two real numbers $a$, $b$ Eq. 12 holds", ("show", 1, 2)),
        Reading("iff", ("show",)),
    ),
    obligations=(
        Obligation(
            "fl.lemma1.statement",
            "both directions, for every function $rho$: nothing is assumed of it",
            STATEMENT,
            written(STATEMENT, BOTH),
        ),
    ),
    lines=LINES,
    controls=CONTROLS,
    satisfiable=Attempt(
        "fl.lemma1.satisfiable",
        "there is no hypothesis that has to be met",
        STATEMENT,
        Witness({}, _RELU),
    ),
    notes=(
        "Nothing is assumed of $rho$: not continuity, not measurability. The slopes may be "
        "negative, equal, or 0.",
    ),
    repaired=(
        Claim(
            id="fl.lemma1.b.repaired",
            kind="proof-step",
            title="The slope on the left is minus the value at -1",
            source=source("Appendix B, Lemma 1", "12"),
            statement="For $rho$ as in Eq. 12, $b = -rho(-1)$.",
            readings=(
                Reading("Eq. 12", ("given", 0)),
                Reading("the slope", ("show",)),
            ),
            obligations=(_slope("fl.lemma1.b.value", b.equals(-rho(-ONE)), "show by Eq12(-1)"),),
        ),
    ),
)
