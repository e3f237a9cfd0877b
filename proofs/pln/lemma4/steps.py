"""Lemma 4 with the step written out: gamma, beta and c in the weights of the unit (Eq. 57-60)."""

from __future__ import annotations

from constructions.terms import Json, Term, conj, every, implies, var
from proofs.pln.prop3.statement import PAIR_LEMMA, normed, pair_script, plus
from proofs.pln.symbols import S, x
from proofs.pln.thm1.sums import known
from proofs.trees.script import Node, auto, case, have, intro, lemmas, node, statement

KEPT = "pln.lemma4.repaired.steps"  #: the obligation, whose certificate instances build on
NAMES = ("a1", "a2", "w1", "w2", "b1", "b2")
a1, a2, w1, w2, b1, b2 = (var(name) for name in NAMES)
beta, y = var("beta"), var("y")


def _unit(at: Term) -> Term:
    z1, z2 = normed(w1 * at + b1, w2 * at + b2)
    return a1 * z1 + a2 * z2


UNIT = _unit(x)  #: alpha^T LN-2(w x + b), with the convention of A.6


def _all(names: tuple[str, ...], formula: Json) -> Json:
    for name in reversed(names):
        formula = every(name, "real", formula)
    return formula


def facing(r: int) -> Json:
    """For r (w_1 - w_2) > 0 and (w_1 - w_2) beta = b_1 - b_2: the step faces right or left."""
    step = 2 * (a1 - a2) * ((1 + plus(r * (y + beta))) / 2) + (a2 - a1)
    given = [r * (w1 - w2) > 0, ((w1 - w2) * beta).equals(b1 - b2)]
    return _all((*NAMES, "beta", "y"), implies(*given, _unit(y).equals(step)))


def flat() -> Json:
    """For w_1 = w_2: a constant."""
    value = (a1 - a2) * plus(b1 - b2)
    return _all((*NAMES, "y"), implies(w1.equals(w2), _unit(y).equals(value)))


STEPS = statement({}, [], conj(facing(1), facing(-1), flat()))


def _under(names: tuple[str, ...], premises: int, script: Node) -> Node:
    for _ in range(premises):
        script = intro("", script)
    for name in reversed(names):
        script = intro(name, script)
    return script


def steps_script() -> Node:
    """Proof of STEPS, from what LN-2 is of two numbers."""
    h1, h2 = w1 * y + b1, w2 * y + b2

    def by_pair(facts: list[tuple[Json, Node]], inner: Term) -> Node:
        """The values of the layer, in terms of the sign of h1 - h2 and then of ``inner``."""
        end = auto("the unit")
        same = plus(h1 - h2).equals(plus(inner))
        signs = case(S.sign(h1 - h2).json, *[case(S.sign(inner).json, *[auto("sign")] * 3)] * 3)
        return lemmas(facts, have(same, signs, known(PAIR_LEMMA, [h1, h2], end)))

    def side(r: int) -> Node:
        inner = r * (y + beta)
        scaled = ((inner * (r * (w1 - w2))).equals(h1 - h2), auto("inner"))
        return _under((*NAMES, "beta", "y"), 2, by_pair([scaled], inner))

    constant = _under((*NAMES, "y"), 1, by_pair([((h1 - h2).equals(b1 - b2), auto())], b1 - b2))
    return have(PAIR_LEMMA, pair_script(), node("both", side(1), side(-1), constant))
