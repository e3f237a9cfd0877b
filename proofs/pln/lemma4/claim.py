"""pln.lemma4: one LN-2 unit is a step (Eq. 55-60), with the conventions of A.6.

As printed, the step is gamma u(x + beta) + c, which takes its right value at the jump.  For
w_1 < w_2 the unit takes its left value there: the "analogous result" is a step that faces left.
"""

from __future__ import annotations

from collections.abc import Callable
from textwrap import indent
from typing import Any

from constructions.terms import Json, Term, conj, every, exists, implies, plain_json, var
from proofs.claims import Attempt, Claim, Control, Line, Obligation, Reading, Witness
from proofs.language.elaboration import written
from proofs.pln.definition3 import put
from proofs.pln.lemma4 import instances
from proofs.pln.lemma4.steps import CALLED, KEPT, PAIR, STEPS, STEPS_PROOF, UP
from proofs.pln.paper import readings, source
from proofs.pln.prop3.statement import normed, plus, scaled
from proofs.pln.symbols import S, x
from proofs.trees.script import (
    Node,
    statement,
)

a1, a2, w1, w2, b1, b2 = (var(name) for name in ("a1", "a2", "w1", "w2", "b1", "b2"))
gamma, beta, c, r = (var(name) for name in ("gamma", "beta", "c", "r"))
SORTS = dict.fromkeys(("a1", "a2", "w1", "w2", "b1", "b2"), "real")
H1, H2 = w1 * x + b1, w2 * x + b2
Z1, Z2 = normed(H1, H2)
UNIT = a1 * Z1 + a2 * Z2
INNER = (w1 - w2) * x + (b1 - b2)
BETA = (b1 - b2) / (w1 - w2)
MU = (H1 + H2) / 2


def u(at: Term) -> Term:
    """u(t) = 1 for t >= 0, else 0, as a polynomial in the sign."""
    return (1 + plus(at)) / 2


def step_form(sides: Callable[[Term, Term], Term]) -> Json:
    """There are gamma, beta and c with G(x) = gamma u(...) + c for all x."""
    body = every("x", "real", UNIT.equals(gamma * sides(x, beta) + c))
    return exists("gamma", "real", exists("beta", "real", exists("c", "real", body)))


STATEMENT = statement(SORTS, [], step_form(lambda at, shift: u(at + shift)))
#: r = 1 faces right, r = -1 left
TURNED = exists(
    "r",
    "real",
    conj((r * r).equals(1), step_form(lambda at, shift: u(r * (at + shift)))),
)
REPAIRED = statement(SORTS, [], TURNED)
#: w = [-1, 0], b = 0, alpha = [1, 0]: G(x) = 1 for x <= 0, else -1
_LEFT = {"a1": 1, "a2": 0, "w1": -1, "w2": 0, "b1": 0, "b2": 0}


#: for all gamma, beta, c some x is missed: two points with one value of u, or 1 at x = 0
NO_STEP = """
fix gamma, beta, c
cases beta >= 0:
  cases gamma + c >= 0:
    take 1
  take 0
cases c >= 0:
  take -beta/2
take 0
"""


def left_facing(name: str, single: bool) -> Attempt:
    """A unit of LN-2, or of LS-1, that is no step gamma u(x + beta) + c."""
    if not single:
        says = "the unit of `pln.lemma4.left` is no step $gamma u(x + beta) + c$"
        return Attempt(name, says, STATEMENT, Witness(_LEFT), script=NO_STEP)
    alpha, w, b = var("a1"), var("w1"), var("b1")
    body = every("x", "real", (alpha * scaled(w * x + b)).equals(gamma * u(x + beta) + c))
    form = exists("gamma", "real", exists("beta", "real", exists("c", "real", body)))
    return Attempt(
        name,
        "$alpha = 1$, $w = -1$, $b = 0$: the unit is 1 for $x <= 0$ and $-1$ for $x > 0$, which "
        "is no step $gamma u(x + beta) + c$",
        statement(dict.fromkeys(("a1", "w1", "b1"), "real"), [], form),
        Witness({n: _LEFT[n] for n in ("a1", "w1", "b1")}),
        script=NO_STEP,
    )


# --- the printed proof ---------------------------------------------------------------------------


def _line(
    name: str, says: str, given: list[Json], show: Json, proof: str | Callable[[], Node]
) -> Obligation:
    whole = plain_json([*given, show])
    sorts = {n: "real" for n in (*SORTS, "x") if _mentions(whole, n)}
    sequent = statement(sorts, given, show)
    script = written(sequent, proof, **NAMES) if isinstance(proof, str) else proof
    return Obligation(f"pln.lemma4.{name}", says, sequent, script)


def _mentions(json: Json, name: str) -> bool:
    return json == name or (isinstance(json, list) and any(_mentions(a, name) for a in json))


_C1, _C2 = H1 - MU, H2 - MU
_ROOT = S.sqrt((_C1 * _C1 + _C2 * _C2) / 2)
_EQ55 = _C1 / _ROOT
_AT = -(b1 - b2) / (w1 - w2)


#: what the texts call things; h1 and h2 are w_1 x + b_1 and w_2 x + b_2, c1 is h1 - mu
NAMES: dict[str, Any] = {
    **CALLED,
    "G": lambda at: Term(put(UNIT.json, {"x": at.json})),
    "h1": H1,
    "h2": H2,
    "c1": _C1,
    "c2": _C2,
    "root": _ROOT,
}
ORDER = f"""{PAIR}
have c1 = (h1 - h2)/2
"""
SIDES = f"""{ORDER}
cases h2 <= h1:
  use value: right(h1, h2)
  show by value, h2 <= h1, c1 = (h1 - h2)/2
use value: left(h1, h2)
show by value, h1 < h2, c1 = (h1 - h2)/2
"""
#: Eq. 58-60: the side of -(b_1 - b_2)/(w_1 - w_2) tells the order
AT_JUMP = f"""
have (x - -(b1 - b2)/(w1 - w2))*(w1 - w2) = h1 - h2
{SIDES}
"""


def _sided(value: Term, right: Term, left: Term) -> Json:
    """``value`` is ``right`` for x >= -(b1 - b2)/(w1 - w2), ``left`` for x below."""
    return conj(implies(x >= _AT, value.equals(right)), implies(x < _AT, value.equals(left)))


EQ55 = f"""{PAIR}
have here: root = |h1 - h2|/2 by root(h1, h2)
have c1: c1 = (h1 - h2)/2
have c2: c2 = -c1
have some: 0 < root by here, h1 != h2
cases order: h2 <= h1:
  show by right(h1, h2), order, here, c1, c2, some
show by left(h1, h2), h1 < h2, here, c1, c2, some
"""
EQ56 = f"""{PAIR}{UP}
have c1: c1 = (h1 - h2)/2
cases order: h2 <= h1:
  show by right(h1, h2), order, c1, up(c1)
show by left(h1, h2), h1 < h2, c1, down(c1)
"""


LINES = (
    Line(
        "pln.lemma4.eq55",
        "Eq. 55: $z_1 = (w_1 x + b_1 - mu) \\/ sqrt(1/2 [(w_1 x + b_1 - mu)^2 + (w_2 x + b_2 - "
        "mu)^2])$; note that $w_1 x + b_1 - mu = -(w_2 x + b_2 - mu)$",
        (
            _line(
                "eq55.value",
                "both, where $sigma != 0$",
                [H1.differs(H2)],
                conj(Z1.equals(_EQ55), _C1.equals(-_C2)),
                EQ55,
            ),
        ),
    ),
    Line(
        "pln.lemma4.eq56",
        "Eq. 56: $z_1 = 1$ if $w_1 x + b_1 - mu > 0$, $-1$ if it is $< 0$; at 0 "
        "$bold(z) = [1, -1]^top$ by definition; $z_1 = 2 u(w_1 x + b_1 - mu) - 1$",
        (
            _line(
                "eq56.signs",
                "all four",
                [],
                conj(
                    implies(_C1 > 0, Z1.equals(1)),
                    implies(_C1 < 0, Z1.equals(-1)),
                    implies(_C1.equals(0), conj(Z1.equals(1), Z2.equals(-1))),
                    Z1.equals(2 * u(_C1) - 1),
                ),
                EQ56,
            ),
        ),
    ),
    Line(
        "pln.lemma4.eq57",
        "Eq. 57: $w_1 x + b_1 - mu = 1/2 [(w_1 - w_2) x + (b_1 - b_2)]$, so $z_1 = 1$ if "
        "$(w_1 - w_2) x + (b_1 - b_2) >= 0$, else $-1$",
        (
            _line(
                "eq57.value",
                "the equality and both cases",
                [],
                conj(
                    _C1.equals(INNER / 2),
                    implies(INNER >= 0, Z1.equals(1)),
                    implies(INNER < 0, Z1.equals(-1)),
                ),
                SIDES,
            ),
        ),
    ),
    Line(
        "pln.lemma4.eq58",
        "Eq. 58-60 for $w_1 - w_2 > 0$: $z_1$, $z_2$ and $G$ on either side of "
        "$-(b_1 - b_2) \\/ (w_1 - w_2)$",
        (
            _line(
                "eq58.z1",
                "Eq. 58",
                [w1 > w2],
                _sided(Z1, S.const(1), S.const(-1)),
                AT_JUMP,
            ),
            _line(
                "eq59.z2",
                "Eq. 59",
                [w1 > w2],
                _sided(Z2, S.const(-1), S.const(1)),
                AT_JUMP,
            ),
            _line(
                "eq60.G",
                "Eq. 60",
                [w1 > w2],
                _sided(UNIT, a1 - a2, a2 - a1),
                AT_JUMP,
            ),
        ),
    ),
    Line(
        "pln.lemma4.wlog",
        "without loss of generality, we assume $w_1 - w_2 > 0$, as the case $w_1 - w_2 < 0$ "
        "yields an analogous result: $G(x) = 2 (alpha_1 - alpha_2) u(x + (b_1 - b_2) \\/ "
        "(w_1 - w_2)) + alpha_2 - alpha_1$ up to the sign of $alpha_1 - alpha_2$",
        attempts=(
            Attempt(
                "pln.lemma4.wlog.left",
                "$bold(alpha) = [1, 0]^top$, $bold(w) = [-1, 0]^top$, $bold(b) = 0$: $G(x) = 1$ "
                "for $x <= 0$ and $-1$ for $x > 0$, which jumps right after $0$; every "
                "$gamma u(x + beta) + c$ takes its right value at its jump",
                statement(SORTS, [w1 < w2], STATEMENT["show"]),
                Witness(_LEFT),
                script=NO_STEP,
            ),
        ),
        why="for $w_1 - w_2 < 0$ Eq. 57 reads $x <= -(b_1 - b_2) \\/ (w_1 - w_2)$: at the jump "
        "$G$ takes its left value, and $u(x + beta)$ with $u(0) = 1$ its right one",
        repair="$G(x) = gamma u(r (x + beta)) + c$ with $r = 1$ or $r = -1$ "
        "(`pln.lemma4.repaired`)",
    ),
    Line(
        "pln.lemma4.constant",
        "in the special case where $w_1 - w_2 = 0$, $G(x) = alpha_1 - alpha_2$ if $b_1 >= b_2$ "
        "and $alpha_2 - alpha_1$ otherwise",
        (
            _line(
                "constant.values",
                "both cases",
                [w1.equals(w2)],
                conj(
                    implies(b1 >= b2, UNIT.equals(a1 - a2)),
                    implies(b1 < b2, UNIT.equals(a2 - a1)),
                ),
                SIDES,
            ),
        ),
        reading="a constant is the step $gamma = 0$",
    ),
)


# --- what holds ----------------------------------------------------------------------------------


#: the unit is a1 - a2 or a2 - a1, by the order of w_1 x + b_1 and w_2 x + b_2
SIDED = f"""{PAIR}{UP}
have high: for all s: real, w2*s + b2 <= w1*s + b1 => G(s) = a1 - a2:
  use right(w1*s + b1, w2*s + b2)
have low: for all s: real, w1*s + b1 < w2*s + b2 => G(s) = a2 - a1:
  use left(w1*s + b1, w2*s + b2)
have flat: w1 = w2 => exists c: real, for all x: real, G(x) = c:
  cases b2 <= b1:
    take a1 - a2
    have all: for all x: real, G(x) = a1 - a2:
      have order: w2*x + b2 <= w1*x + b1 by w1 = w2, b2 <= b1
      show by high(x), order
    show by all
  take a2 - a1
  have all: for all x: real, G(x) = a2 - a1:
    have order: w1*x + b1 < w2*x + b2 by w1 = w2, b1 < b2
    show by low(x), order
  show by all
"""
ALONG = """
have inner: for all s: real, (s + jump)*(w1 - w2) = (w1*s + b1) - (w2*s + b2)
"""


def _facing(side: str, r: int) -> str:
    """A text: r is the sign of w_1 - w_2."""
    return f"""
let jump = (b1 - b2)/(w1 - w2)
{ALONG}have found: exists gamma: real, exists beta: real, exists c: real,
    for all x: real, G(x) = gamma*u({side}_of(x + beta)) + c:
  take 2*(a1 - a2)
  take jump
  take a2 - a1
  cases after: 0 <= {side}_of(x + jump):
    have order: w2*x + b2 <= w1*x + b1 by inner(x), steep, after
    show by high(x), order, up({side}_of(x + jump)), after
  have order: w1*x + b1 < w2*x + b2 by inner(x), steep, {side}_of(x + jump) < 0
  show by low(x), order, down({side}_of(x + jump)), {side}_of(x + jump) < 0
take {r}
show by found
"""


_REPAIRED = f"""{SIDED}
cases steep: w2 < w1:
{indent(_facing("right", 1), "  ")}
cases steep: w1 < w2:
{indent(_facing("left", -1), "  ")}
have w1 = w2
use some: flat
obtain c from some
have found: exists gamma: real, exists beta: real, exists c: real,
    for all x: real, G(x) = gamma*u(right_of(x + beta)) + c:
  take 0
  take 0
  have all: for all x: real, G(x) = c
  take c
  show by all(x)
take 1
show by found
"""


_RIGHT = {**_LEFT, "w1": 1}  #: its mirror image: G(x) = 1 for x >= 0, else -1
_CONSTANT: Json = exists("c", "real", every("x", "real", UNIT.equals(c)))


def _control(name: str, says: str, show: Json, data: dict[str, int], script: str) -> Control:
    attempt = Attempt(
        f"pln.lemma4.control.{name}", says, statement(SORTS, [], show), Witness(data), script=script
    )
    return Control(attempt, "constant tightened")


#: the repaired statement with fewer steps to choose from
CONTROLS: tuple[Control, ...] = (
    _control(
        "right",
        "only steps that face right, $r = 1$: the unit of `pln.lemma4.left`",
        step_form(lambda at, shift: u(1 * (at + shift))),
        _LEFT,
        NO_STEP,
    ),
    _control(
        "left",
        "only steps that face left, $r = -1$: $bold(w) = [1, 0]^top$, $bold(alpha) = [1, 0]^top$, "
        "$bold(b) = 0$ gives 1 for $x >= 0$ and $-1$ for $x < 0$",
        step_form(lambda at, shift: u(-1 * (at + shift))),
        _RIGHT,
        NO_STEP.replace("beta >= 0", "beta <= 0").replace("take 1", "take -1"),
    ),
    _control(
        "constant",
        "only constants, $gamma = 0$: the same unit is 1 at 0 and $-1$ at $-1$",
        _CONSTANT,
        _RIGHT,
        "fix c\ncases c >= 0:\n  take -1\ntake 0",
    ),
)
CLAIM = Claim(
    id="pln.lemma4",
    kind="theorem",
    title="One LN-2 unit is a step function",
    source=source("Lemma 4", "55-60"),
    statement='Given a function $G(x) in cal(G)(1; "LN-2")$, i.e., $G(x) = bold(alpha)^top '
    '"LN"(bold(w) x + bold(b))$ where $bold(alpha), bold(w), bold(b) in RR^2$, it is essentially '
    "a step function of the form $G(x) = gamma u(x + beta) + c$, where $u(x) = 1$ if $x >= 0$ and "
    "$u(x) = 0$ otherwise.",
    readings=(
        Reading(
            '$G(x) = bold(alpha)^top "LN"(bold(w) x + bold(b))$ with $bold(alpha), bold(w), '
            "bold(b) in RR^2$ is $gamma u(x + beta) + c$",
            ("show",),
            "for all $x in RR$; LN-2 is Eq. 1 with $[1, -1]^top$ at $sigma = 0$ (A.6); "
            '$u(t) = (2 + "sign" t - ("sign" t)^2) \\/ 2$',
        ),
    ),
    obligations=(),
    attempts=(
        Attempt(
            "pln.lemma4.left",
            "$bold(alpha) = [1, 0]^top$, $bold(w) = [-1, 0]^top$, $bold(b) = 0$: $G(0) = 1$ and "
            "$G(x) = -1$ for every $x > 0$, but a step $gamma u(x + beta) + c$ is continuous from "
            "the right",
            STATEMENT,
            Witness(_LEFT),
            script=NO_STEP,
        ),
    ),
    lines=LINES,
    satisfiable=Attempt(
        "pln.lemma4.satisfiable",
        "there are no hypotheses; the data are those of the counterexample",
        STATEMENT,
        Witness(_LEFT),
    ),
    notes=(
        "The use made of the lemma in Propositions 3 and 4, that $N$ units have at most $N + 1$ "
        "values, holds all the same: see pln.prop3.lower.",
        '"Essentially" could be read as "up to the value at the jump": that is true, and '
        "`pln.lemma4.almost`. The proof of Proposition 3 uses the lemma for the number of values "
        "of $G$, where that value counts.",
        "There are no hypotheses to drop. The controls are of the repaired statement: with steps "
        "that face one way only, or with constants only, it fails.",
        "An instance is a unit; its step is found, and certified to be the unit at every $x$. For "
        "one that faces left it is the step of the repaired version.",
    ),
    not_claimed=("nothing is said of $delta > 0$: there a unit is no step",),
    repaired=(
        Claim(
            id="pln.lemma4.repaired",
            kind="theorem",
            title="One LN-2 unit is a step function that faces right or left",
            source=source("Lemma 4", "55-60"),
            statement='Every $G in cal(G)(1; "LN-2")$ is $gamma u(r (x + beta)) + c$ for some '
            "$gamma, beta, c in RR$ and $r in {1, -1}$.",
            readings=(
                Reading(
                    "$gamma u(r (x + beta)) + c$ for some $gamma, beta, c in RR$ and "
                    "$r in {1, -1}$",
                    ("show",),
                ),
                *readings(
                    KEPT,
                    (),
                    ("$r = 1$", "for $w_1 > w_2$, with the step written out"),
                    ("$r = -1$", "for $w_1 < w_2$, with the step written out"),
                    ("a constant", "for $w_1 = w_2$"),
                ),
            ),
            obligations=(
                Obligation(
                    "pln.lemma4.repaired.statement",
                    "for every $bold(alpha)$, $bold(w)$ and $bold(b)$",
                    REPAIRED,
                    written(REPAIRED, _REPAIRED, **NAMES),
                ),
                Obligation(
                    KEPT,
                    "with the step written out: $gamma = 2 (alpha_1 - alpha_2)$, $beta = (b_1 - "
                    "b_2) \\/ (w_1 - w_2)$, $c = alpha_2 - alpha_1$, $r$ the sign of $w_1 - w_2$",
                    STEPS,
                    STEPS_PROOF,
                ),
            ),
            controls=CONTROLS,
        ),
    ),
    parameters=instances.PARAMETERS,
    instances=instances.INSTANCES,
    run=instances.rows,
    construct=instances.construct,
)
