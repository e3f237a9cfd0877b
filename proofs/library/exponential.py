"""Facts on exp from the kernel's axioms exp-sum, exp-line and exp-log, for scripts."""

from __future__ import annotations

from constructions.terms import Json, Term, TermSystem, every, implies, var
from proofs.trees.script import Node, auto, have, intro, lemmas, node, use_all

S = TermSystem()
ZERO = S.const(0)
a, b = var("a0"), var("b0")


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


def have_exp(then: Node) -> Node:
    """EXP_ZERO, EXP_INVERSE and EXP_MONOTONE."""
    at_zero = axiom("exp-sum", [ZERO, ZERO], auto("e^0 = 1"))
    inverse = intro("a0", axiom("exp-sum", [a, -a], auto("e^a e^-a")))
    above = axiom("exp-line", [b - a], auto("e^a <= e^b"))
    more = have(S.exp(b - a) >= 1, above, auto("e^a <= e^b"))
    monotone = intro("a0", intro("b0", intro("", axiom("exp-sum", [a, b - a], more))))
    steps = [(EXP_ZERO, at_zero), (EXP_INVERSE, inverse), (EXP_MONOTONE, monotone)]
    return lemmas(steps, then)
