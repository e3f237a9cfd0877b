"""sumformer.thm2_12.bound: for n <= 3 the bound |alpha| <= n of Theorem 2.12 cannot be n - 1.

Two sequences of tokens in dimension 1 have the same power sums p_1, ..., p_{n-1} and different p_n.
"""

from __future__ import annotations

from constructions.terms import Json, Term, app, exists, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.language.elaboration import written
from proofs.sumformer.paper import source
from proofs.trees.script import statement

NAME = "sumformer.thm2_12.bound"
c, x, y, z = (var(name) for name in ("c", "x", "y", "z"))


def _some(names: str, formula: Json) -> Json:
    for name in reversed(names):
        formula = exists(name, "real", formula)
    return formula


def _sum(power: int, *tokens: Term) -> Term:
    value = tokens[0] ** power
    for token in tokens[1:]:
        value = value + token**power
    return value


ONE = statement({"c": "real"}, [], _some("x", x.differs(c)))
TWO = statement({}, [], _some("xy", app("g", _sum(1, x, y)).differs(_sum(2, x, y))), {"g": 1})
_THREE = (x, y, z)
THREE = statement(
    {},
    [],
    _some("xyz", app("g", _sum(1, *_THREE), _sum(2, *_THREE)).differs(_sum(3, *_THREE))),
    {"g": 2},
)


#: p_1 = 2; p_2 = 2 and 4
TWO_PROOF = """
cases g(2) < 3:
  take 0
  take 2
take 1
take 1
"""
#: p_1 = 6 and p_2 = 18; p_3 = 54 and 66
THREE_PROOF = """
cases g(6, 18) < 60:
  take 1
  take 1
  take 4
take 0
take 3
take 3
"""
OBLIGATIONS = (
    Obligation(
        f"{NAME}.two", "$n = 2$: $p_2$ is no function of $p_1$", TWO, written(TWO, TWO_PROOF)
    ),
    Obligation(
        f"{NAME}.three",
        "$n = 3$: $p_3$ is no function of $p_1$ and $p_2$",
        THREE,
        written(THREE, THREE_PROOF),
    ),
    Obligation(f"{NAME}.one", "$n = 1$: $p_1$ is not constant", ONE, written(ONE, "take c + 1")),
)
_SQUARE = Witness({}, {"g": (("u",), ["*", "u", "u"])})
CLAIM = Claim(
    id=NAME,
    kind="theorem",
    title="The bound on the multidegrees cannot be lowered, for up to three tokens",
    source=source("beyond Theorem 2.12", "12, 13"),
    statement="For $n = 1, 2, 3$ tokens of dimension 1, $p_n$ is no function of $p_1, ..., "
    "p_(n - 1)$, and so no polynomial in them.",
    readings=(
        Reading("$n = 2$: no function of $p_1$", ("show",), "whatever $g$ is", OBLIGATIONS[0].id),
        Reading("$n = 1$: not constant", ("show",), "", OBLIGATIONS[2].id),
        Reading("$n = 3$: no function of $p_1$ and $p_2$", ("show",), "", OBLIGATIONS[1].id),
    ),
    obligations=OBLIGATIONS,
    controls=(
        Control(
            Attempt(
                f"{NAME}.control.square",
                "$p_1^2$ in place of $p_2$: a function of $p_1$",
                statement(
                    {}, [], _some("xy", app("g", x + y).differs((x + y) * (x + y))), {"g": 1}
                ),
                _SQUARE,
            ),
            "constant tightened",
        ),
    ),
    satisfiable=Attempt(f"{NAME}.satisfiable", "$g(u) = u^2$", TWO, _SQUARE),
    notes=(
        "Tokens 1, 1 and 0, 2 have the same sum, and 0, 3, 3 and 1, 1, 4 the same sum and the "
        "same sum of squares.",
    ),
    not_claimed=("more than three tokens",),
)
