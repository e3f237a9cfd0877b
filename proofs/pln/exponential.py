"""Facts on exp, tanh and sigmoid, from the kernel's axioms exp-sum, exp-line, exp-log and tanh."""

from __future__ import annotations

from constructions.layers import sigmoid
from constructions.terms import Json, Term, conj, every, implies, var
from proofs.methods.script import Node, auto, have, intro, lemmas, node, use_all
from proofs.pln.symbols import ZERO, S
from proofs.pln.thm1_sums import known
from proofs.pln.units import smooth_facts

a, b, u = var("a0"), var("b0"), var("u0")


def sigma(at: Term) -> Term:
    """1/(1 + e^-t)."""
    value: Term = sigmoid(S, at)
    return value


def axiom(name: str, at: list[Term], then: Node, premises: int = 0) -> Node:
    """Use an axiom of the kernel at these terms."""
    chosen = use_all(lambda rule: rule[0] == "all", at, premises, then)
    return node("axiom", chosen, name=name)


def everywhere(names: str, formula: Json) -> Json:
    for name in reversed(names.split()):
        formula = every(name, "real", formula)
    return formula


#: e^0 = 1
EXP_ZERO: Json = S.exp(ZERO).equals(1)
#: e^a e^-a = 1
EXP_INVERSE: Json = everywhere("a0", (S.exp(a) * S.exp(-a)).equals(1))
#: a <= b implies e^a <= e^b
EXP_MONOTONE: Json = everywhere("a0 b0", implies(a <= b, S.exp(a) <= S.exp(b)))
#: tanh is a smooth step with smoothing 1, since e^(2u) >= 1 + 2u
TANH_SMOOTH: Json = everywhere("u0", smooth_facts(S.tanh(u), u, S.const(1)))
#: 1 - tanh u = 2/(e^(2u) + 1), and 1 + tanh u = 2/(e^(-2u) + 1)
TANH_FAR: Json = everywhere(
    "u0",
    conj(
        (1 - S.tanh(u)).equals(2 / (S.exp(2 * u) + 1)),
        (1 + S.tanh(u)).equals(2 / (S.exp(-2 * u) + 1)),
    ),
)
#: sigma(u) = (1 + tanh(u/2))/2
SIGMOID_TANH: Json = everywhere("u0", sigma(u).equals((1 + S.tanh(u / 2)) / 2))


def have_exp(then: Node) -> Node:
    """EXP_ZERO, EXP_INVERSE and EXP_MONOTONE."""
    at_zero = axiom("exp-sum", [ZERO, ZERO], auto("e^0 = 1"))
    inverse = intro("a0", axiom("exp-sum", [a, -a], auto("e^a e^-a")))
    above = axiom("exp-line", [b - a], auto("e^a <= e^b"))
    more = have(S.exp(b - a) >= 1, above, auto("e^a <= e^b"))
    monotone = intro("a0", intro("b0", intro("", axiom("exp-sum", [a, b - a], more))))
    steps = [(EXP_ZERO, at_zero), (EXP_INVERSE, inverse), (EXP_MONOTONE, monotone)]
    return lemmas(steps, then)


def have_tanh(then: Node) -> Node:
    """TANH_SMOOTH and TANH_FAR, where EXP_INVERSE is known."""
    E, F, value = S.exp(2 * u), S.exp(-2 * u), S.tanh(u)
    shares = [
        (E + 1 > 0, auto("e^2u + 1 > 0")),
        (F + 1 > 0, auto("e^-2u + 1 > 0")),
        ((1 - value) * (E + 1) <= 2, auto("1 - tanh, <=")),
        ((1 - value) * (E + 1) >= 2, auto("1 - tanh, >=")),
        ((1 + value) * (F + 1) <= 2, auto("1 + tanh, <=")),
        ((1 + value) * (F + 1) >= 2, auto("1 + tanh, >=")),
    ]
    far = lemmas(shares, node("both", auto("1 - tanh u"), auto("1 + tanh u")))
    line = axiom("exp-line", [2 * u], axiom("exp-line", [-2 * u], _smooth()))

    def started(then_: Node) -> Node:
        return intro("u0", axiom("tanh", [u], known(EXP_INVERSE, [2 * u], lemmas(shares, then_))))

    return lemmas([(TANH_FAR, started(far)), (TANH_SMOOTH, started(line))], then)


def _smooth() -> Node:
    return node(
        "both",
        intro("", node("both", *[auto("u >= 0")] * 3)),
        intro("", node("both", *[auto("u <= 0")] * 3)),
    )


def have_sigmoid(then: Node) -> Node:
    """SIGMOID_TANH, where TANH_FAR and EXP_INVERSE are known."""
    E = S.exp(-u)
    value = S.tanh(u / 2)
    facts = lemmas(
        [(1 + E > 0, auto("1 + e^-u > 0")), ((1 + value) * (E + 1) <= 2, auto("<="))],
        auto("sigma(u)"),
    )
    return have(SIGMOID_TANH, intro("u0", known(TANH_FAR, [u / 2], facts)), then)
