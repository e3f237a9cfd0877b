"""Facts on tanh and sigmoid as smooth steps, from the kernel's axioms exp-line and tanh."""

from __future__ import annotations

from constructions.layers import sigmoid
from constructions.terms import Json, Term, conj, var
from proofs.library.exponential import EXP_INVERSE, axiom, everywhere
from proofs.pln.symbols import S
from proofs.pln.thm1.sums import known
from proofs.pln.units import smooth_facts
from proofs.trees.script import Node, auto, have, intro, lemmas, node

u = var("u0")


def sigma(at: Term) -> Term:
    """1/(1 + e^-t)."""
    value: Term = sigmoid(S, at)
    return value


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
