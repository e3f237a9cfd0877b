"""Instances of Lemma 4: one unit of LN-2, and the step that it is at every x."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from constructions.exact import Surd
from constructions.networks import ParallelNet, Unit
from constructions.plus_minus import PAIR
from constructions.terms import Json, Term
from proofs.claims import Parameter
from proofs.evidence import shipped
from proofs.kernel.context import Context
from proofs.parameters import at_most_in_size, positive
from proofs.pln.instances import Row, _evidence
from proofs.pln.lemma4.steps import KEPT, NAMES, STEPS, STEPS_PROOF, UNIT, facing, flat
from proofs.pln.prop3.statement import plus
from proofs.pln.symbols import S, x
from proofs.pln.thm1.conclusion import placed
from proofs.pln.thm1.sums import known
from proofs.trees.script import Node, auto, case, elaborate, have, look, node, statement

Settings = Mapping[str, Any]


@dataclass(frozen=True)
class Step:
    """gamma u(r (x + beta)) + c with r = 1 (it faces right, as printed) or r = -1 (left)."""

    gamma: Fraction
    beta: Fraction
    c: Fraction
    r: int

    def __post_init__(self) -> None:
        if self.r not in (1, -1):
            raise ValueError(f"a step faces right (1) or left (-1), got {self.r}")

    def at(self, point: Term) -> Term:
        """Its value, with u(t) = (2 + sign t - (sign t)^2)/2."""
        return S.const(self.gamma) * ((1 + plus(self.inner(point))) / 2) + S.const(self.c)

    def inner(self, point: Term) -> Term:
        return self.r * (point + S.const(self.beta))


def step_of(numbers: Mapping[str, Fraction]) -> Step:
    """Eq. 57-60, and their mirror image for w_1 < w_2: the step that the unit is."""
    slope, shift = numbers["w1"] - numbers["w2"], numbers["b1"] - numbers["b2"]
    height = numbers["a1"] - numbers["a2"]
    if not slope:
        return Step(Fraction(0), Fraction(0), height if shift >= 0 else -height, 1)
    return Step(2 * height, shift / slope, -height, 1 if slope > 0 else -1)


def is_printed(step: Step) -> bool:
    """Whether it is a step that faces right; a constant is one, with gamma = 0."""
    return step.r > 0 or not step.gamma


@dataclass(frozen=True)
class StepRow(Row):
    """A row of the printed version or, where the unit faces left, of the repaired one."""

    version: str = "printed"


def network(settings: Settings) -> ParallelNet:
    """alpha^T LN-2(w x + b), with the convention of A.6 where sigma = 0."""
    a1, a2, w1, w2, b1, b2 = (Surd(settings[name]) for name in NAMES)
    return ParallelNet(PAIR, 1, (Unit("step", (a1, a2), ((w1,), (w2,)), (b1, b2)),))


def construct(settings: Settings) -> ParallelNet:
    """The unit itself, for ``verify construct``."""
    return network(settings)


@lru_cache(maxsize=1)
def _general() -> Node:
    """The kept proof of STEPS, which does not depend on the unit; searched where there is none."""
    kept = shipped(KEPT, STEPS)
    proof: Node = (json.loads(kept) if kept else elaborate(STEPS, STEPS_PROOF()))["proof"]
    return proof


def _as_known(context: Context) -> Node:
    """The goal is an equation that is known, term by term: no search is needed."""
    probe = context.child()
    (wanted,) = probe.negated_goal()
    for place, literal in enumerate(probe.literals):
        if literal.rel == "=" and literal.poly == wanted.poly:
            last = len(probe.literals)
            return node("zero", lit=last, terms=[["1", [], []]], mult=[[place, "-1"]])
    return auto("the step")


def certificate(numbers: Mapping[str, Fraction], step: Step) -> Json:
    """That the unit is the step at every x: STEPS at these numbers."""
    values = {name: S.const(q) for name, q in numbers.items()}
    at: list[Term] = [values[name] for name in NAMES]
    unit = Term(placed(UNIT.json, values))
    slope, shift = numbers["w1"] - numbers["w2"], S.const(numbers["b1"] - numbers["b2"])
    if slope:
        rule = facing(step.r)
        proof = known(rule, [*at, S.const(step.beta), x], look(_as_known))
    else:
        rule = flat()
        proof = known(rule, [*at, x], case(S.sign(shift).json, *[auto("the constant")] * 3))
    show, lemma = unit.equals(step.at(x)), STEPS["show"]
    rest = elaborate(statement({"x": "real"}, [lemma], show), proof)["proof"]
    whole = have(lemma, _general(), rest)  # what is known after it is what was given above
    return {"statement": statement({"x": "real"}, [], show), "proof": whole}


def rows(settings: Settings) -> list[Row]:
    """One unit: its step, and the certificate that their distance is 0."""
    numbers = {name: Fraction(settings[name]) for name in NAMES}
    step = step_of(numbers)
    says = "the unit is $gamma u(r (x + beta)) + c$ at every $x$"
    inputs = {name: str(value) for name, value in numbers.items()}
    inputs |= {"eps": str(settings["eps"])}
    inputs |= {"gamma": str(step.gamma), "beta": str(step.beta), "c": str(step.c), "r": str(step.r)}
    zero = Fraction(0)
    return [
        StepRow(
            inputs,
            1,
            PAIR.d,
            settings["eps"],
            zero,
            zero,
            (_evidence(certificate(numbers, step), says),),
            network(settings),
            version="printed" if is_printed(step) else "repaired",
        )
    ]


_SAYS = {"a": "output weight", "w": "weight", "b": "bias"}
PARAMETERS = (
    *(
        Parameter(
            name,
            f"{_SAYS[name[0]]} of coordinate {name[1]}",
            at_most_in_size(name, 12),
            "1" if name in ("a1", "w1") else "0",
        )
        for name in NAMES
    ),
    Parameter("eps", "how close the step has to be (it is the unit)", positive, "1/1000000"),
)
INSTANCES: tuple[dict[str, str], ...] = (
    {"a1": "1", "w1": "1"},
    {"a1": "1", "w1": "-1"},
    {"a1": "2/3", "a2": "-5", "w1": "7", "w2": "3", "b1": "-1", "b2": "1/2"},
    {"a1": "2", "a2": "3", "w1": "-1/1000", "w2": "1000", "b1": "1/3", "b2": "-1000000"},
    {"a1": "3", "a2": "3", "w1": "1", "w2": "2", "b1": "1"},
    {"a1": "1", "a2": "-1", "w1": "5", "w2": "5", "b1": "1", "b2": "1"},
    {"a1": "1", "a2": "-1", "w1": "5", "w2": "5", "b1": "0", "b2": "1"},
    {"a1": "0", "w1": "0"},
)
