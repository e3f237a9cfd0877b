"""Instances: the user's polynomial g, its Sumformer with d' = 1, and the error at given tokens.

The bound L/Delta < eps holds on all of [0, 1]^(n d) by the claim's certificate; at the tokens the
kernel checks the cells, Sigma and every value of f and S in numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from constructions.quantised import OutsideCube, QuantisedSumformer, quantise
from constructions.terms import Json, Term, TermSystem, conj
from proofs.claims import Obligation, Parameter
from proofs.evidence import Evidence, establish, judged, of_obligation, weakest
from proofs.parameters import positive
from proofs.sumformer.instances import D, G, N, Settings, X
from proofs.sumformer.thm4_1.polynomial_instances import polynomial_of
from proofs.trees.script import auto, node, statement

S = TermSystem()
EPS = Parameter("eps", "the error allowed", positive, "1/4")
PARAMETERS = (G, N, D, EPS, X)
Tokens = Sequence[Sequence[Fraction]]
MAX_DIGITS = 300
"""Decimal digits of Sigma up to which the kernel is asked for its value."""


@dataclass(frozen=True)
class QuantisedRow:
    """The largest error at the tokens; the bound is for all tokens."""

    inputs: dict[str, str]
    units: int
    width: int
    lo: Fraction
    hi: Fraction
    bound: Fraction
    evidence: tuple[Evidence, ...]
    network: QuantisedSumformer
    version: str = "repaired"
    plot: None = None

    @property
    def level(self) -> str:
        return weakest(self.evidence)

    @property
    def verdict(self) -> str:
        return judged(self.evidence, self.lo, self.hi, self.bound)


def network(settings: Settings) -> QuantisedSumformer:
    """The Sumformer of g that is within eps."""
    return quantise(polynomial_of(settings), settings["eps"])


def rows(general: Obligation) -> Callable[[Settings], list[QuantisedRow]]:
    def run(settings: Settings) -> list[QuantisedRow]:
        made = network(settings)
        tokens = settings["x"] or _default(made)
        if len(tokens) != made.n or any(len(x) != made.d for x in tokens):
            raise ValueError(f"x has {made.n} tokens of {made.d} numbers, as n and d say")
        try:
            values, exact = made(tokens), made.f(tokens)
        except OutsideCube as error:
            raise ValueError(str(error)) from None
        gaps = [
            abs(a - b)
            for one, two in zip(values, exact, strict=True)
            for a, b in zip(one, two, strict=True)
        ]
        inputs = {
            "g": settings["g"],
            "n": str(made.n),
            "d": str(made.d),
            "eps": str(settings["eps"]),
        }
        inputs["x"] = "; ".join(", ".join(map(str, x)) for x in tokens)
        inputs |= {"Delta": str(made.steps), "B": str(made.base)}
        evidence = (_numbers(made, tokens, values, exact), of_obligation(general))
        largest = max(gaps)
        return [QuantisedRow(inputs, 1, 1, largest, largest, made.bound, evidence, made)]

    return run


def _default(made: QuantisedSumformer) -> list[list[Fraction]]:
    """Tokens that are all different, the last one a corner of the cube."""
    return [
        [Fraction(i, made.n) if k % 2 else Fraction(made.n - i, made.n) for k in range(made.d)]
        for i in range(made.n)
    ]


def _numbers(
    made: QuantisedSumformer, X: Tokens, values: list[list[Fraction]], exact: list[list[Fraction]]
) -> Evidence:
    """Cells, Sigma, f and S at the tokens, as closed formulas."""
    parts: list[Json] = []
    for x in X:
        for value, q in zip(x, made.quantised(x), strict=True):
            level = S.minimum(
                S.floor(S.const(made.steps) * S.const(value)), S.const(made.steps - 1)
            )
            parts.append(level.equals(S.const(q)))
    Sigma = sum(made.phi(x) for x in X)
    for i, x in enumerate(X):
        own = made.quantised(x)
        others = [made.quantised(y) for k, y in enumerate(X) if k != i]
        if sorted(others) != sorted(made.others(x, Sigma)):
            raise ArithmeticError("the code does not give the other cells back")
        at = [made.corner(cell) for cell in (own, *others)]
        parts += _values(made, at, values[i])
        parts += _values(made, [x, *X[:i], *X[i + 1 :]], exact[i])
    if len(str(Sigma)) <= MAX_DIGITS:
        parts.append(_power_sum(made, X).equals(S.const(Sigma)))
    says = "cells, values of $f$ and of $cal(S)$ at the tokens, in numbers"
    return establish(
        "",
        says,
        statement({}, [], conj(*parts)),
        lambda: node("both", *[auto("numbers")] * len(parts)),
        "instance",
    )


def _values(made: QuantisedSumformer, X: Tokens, values: list[Fraction]) -> list[Json]:
    from constructions.interop.polynomials import sparse

    flat = [value for x in X for value in x]
    parts = []
    for polynomial, value in zip(made.g.polynomials, values, strict=True):
        total: Term = S.const(0)
        for exponents, c in sparse(polynomial).items():
            term = S.const(c)
            for number, k in zip(flat, exponents, strict=True):
                term = term * S.const(number) ** k if k else term
            total = total + term
        parts.append(total.equals(S.const(value)))
    return parts


def _power_sum(made: QuantisedSumformer, X: Tokens) -> Term:
    total: Term = S.const(0)
    for x in X:
        exponent = made.number(made.quantised(x))
        term: Term = S.const(1)
        for _ in range(exponent // 64):
            term = term * S.const(made.base) ** 64
        total = total + term * S.const(made.base) ** (exponent % 64)
    return total


INSTANCES: tuple[Mapping[str, str], ...] = (
    {"g": "x1 + x2*x3", "n": "3", "x": "1; 1/3; 1/2"},
    {"g": "x1 + 7*x1**2 + 3*x1*(x2+x3)**3", "n": "3", "eps": "1/2"},
    {"g": "1", "n": "2", "x": "1; 1"},
    {"g": "x1", "n": "1", "eps": "1/100", "x": "1"},
    {"g": "x1c1*x2c2 + x1c1*x3c2", "n": "3", "d": "2", "eps": "1/3", "x": "1, 0; 0, 1; 1, 1"},
    {"g": "(x1 - x2)**2", "n": "2", "eps": "1/9", "x": "1/2; 1/2"},
)
