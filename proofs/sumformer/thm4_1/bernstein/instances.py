"""Instances with a continuous g: a polynomial near it, and what is certified of the error.

That g is semi-invariant is decided by a normal form or by the kernel; its Lipschitz constants and
second derivatives are enclosed by balls.  The error is that of the formula, whose inequalities are
kernel claims (``sumformer.thm4_1.bernstein``), or is enclosed on cells; that of a Chebyshev
polynomial is bounded on ellipses (:mod:`constructions.chebyshev`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from constructions.bernstein import Near, Target, exact, parse_target
from constructions.functions.expression import Call, Expression, evaluate, walk
from constructions.near_networks import ROUTES, nearest
from constructions.sumformer import Sumformer
from constructions.systems import NumberError
from constructions.terms import Json, Term, TermSystem, app, conj, var
from proofs.claims import Obligation, Parameter
from proofs.evidence import HOLDS, Evidence, establish, judged, of_obligation, weakest
from proofs.parameters import Reader, exact_number, nonnegative, one_of, positive
from proofs.trees.script import Node, auto, case, statement

Settings = Mapping[str, Any]
S = TermSystem()
MAX_CASES = 6
"""Absolute values, maxima and minima up to which the kernel is asked about an exchange."""


CHOICE = one_of("symmetrise", ("yes", "no"))


FUNCTION = Parameter("g", "the semi-invariant function, in x1, ..., xn", str, "x1 + x2*x3")
EPS = Parameter("eps", "the error allowed; needed where g is no polynomial", positive, None)
LOW = Parameter("low", "tokens are in [low, high]^d", exact_number, "0")
HIGH = Parameter("high", "tokens are in [low, high]^d", exact_number, "1")
CONSTANT = Parameter(
    "L", "|g(x) - g(y)| <= L sum |x_ik - y_ik|, checked (computed)", nonnegative("L"), None
)
SYMMETRISE = Parameter(
    "symmetrise",
    "yes: the mean of g over all orders of x2, ..., xn",
    Reader(lambda text: CHOICE(text) == "yes", CHOICE.limits),
    "no",
)


ROUTE = Parameter(
    "route",
    "layers are the parts of g, auto is the smallest",
    one_of("the route", ROUTES),
    "auto",
)
POLYNOMIAL_ROUTE = Parameter(
    "route",
    "of a g that is no polynomial, auto is Chebyshev's, else Bernstein's",
    one_of("the route", ("auto", "chebyshev", "bernstein")),
    "auto",
)
PARAMETERS = (LOW, HIGH, CONSTANT, SYMMETRISE)


def target(settings: Settings) -> Target:
    """The user's g on the user's box.

    Raises:
        ValueError: one clear line on what cannot be used.
    """
    try:
        return parse_target(
            settings["g"],
            settings["n"],
            settings["d"],
            settings["low"],
            settings["high"],
            L=settings["L"],
            symmetrise=settings["symmetrise"],
            decide=unchanged,
        )
    except NumberError as error:  # of the user's making
        raise ValueError(str(error)) from None


def near_of(settings: Settings, share: Fraction = Fraction(1)) -> Near:
    """g itself where it is a polynomial, else a polynomial within ``share`` of eps.

    Raises:
        ValueError: g is none, and eps is not given; or see :func:`nearest`.
    """
    g, eps = target(settings), settings["eps"]
    if eps is not None:
        return nearest(g, eps * share, eps, settings.get("route", "auto"))
    try:
        return exact(g)
    except NumberError as error:
        raise ValueError(f"{error}; give eps, the error allowed") from None


def described(settings: Settings, g: Target) -> dict[str, str]:
    """The settings that are not as they always are."""
    found = {"g": g.text, "n": str(g.n), "d": str(g.d)}
    if settings["eps"] is not None:
        found["eps"] = str(settings["eps"])
    if (g.low, g.high) != (0, 1):
        found |= {"low": str(g.low), "high": str(g.high)}
    if settings["L"] is not None:
        found["L"] = str(settings["L"])
    if settings["symmetrise"]:
        found["symmetrise"] = "yes"
    if settings.get("route", "auto") != "auto":
        found["route"] = settings["route"]
    return found


# --- semi-invariance -----------------------------------------------------------------------------


def unchanged(
    g: Expression, other: Expression, names: Sequence[str], low: Fraction, high: Fraction
) -> bool:
    """Whether the kernel accepts that two expressions are equal on the box.

    All cases of ``abs``, ``max`` and ``min`` are gone through, of at most :data:`MAX_CASES`.
    """
    from constructions.symmetry import renamed

    plain = {name: f"y{i}" for i, name in enumerate(names, start=1)}
    first, second = (renamed(e, plain) for e in (g, other))
    values = {name: var(name) for name in plain.values()}
    goal = evaluate(first, S, values).equals(evaluate(second, S, values))
    terms = _cases(first, second, values)
    if len(terms) > MAX_CASES:
        return False
    proof: Node = auto("equal")
    for term in terms:
        proof = case(term, proof, proof)
    inside = [part for v in values.values() for part in (v >= S.const(low), v <= S.const(high))]
    sequent = statement(dict.fromkeys(values, "real"), inside, goal)
    return establish("", "g with tokens exchanged", sequent, lambda: proof).outcome == HOLDS


def _cases(first: Expression, second: Expression, values: Mapping[str, Term]) -> list[Json]:
    found: dict[str, Json] = {}
    for expression in (first, second):
        for part in walk(expression):
            if isinstance(part, Call) and part.name in ("abs", "max", "min"):
                term = evaluate(part, S, values).json
                found[str(term)] = term
    return list(found.values())


# --- the row -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class NearRow:
    """A Sumformer with sup |f - S| between lo and hi, which is to be below the bound eps."""

    inputs: dict[str, str]
    units: int
    width: int
    lo: Fraction
    hi: Fraction
    bound: Fraction
    evidence: tuple[Evidence, ...]
    network: Sumformer
    version: str = "printed"
    plot: None = None

    @property
    def level(self) -> str:
        return weakest(self.evidence)

    @property
    def verdict(self) -> str:
        return judged(self.evidence, self.lo, self.hi, self.bound, strict=True)


def near_inputs(near: Near) -> dict[str, str]:
    """What was chosen: the degree, and where the bound is from."""
    if near.method == "exact":
        return {}
    return {"m": str(near.degree), "by": near.method}


def near_evidence(near: Near) -> tuple[Evidence, ...]:
    """|g - P| <= the bound on the box, and the claims that the formula rests on."""
    from proofs.sumformer.thm4_1.bernstein.claim import ADDED_CLAIM, CLAIM, SMOOTH_CLAIM, VARIABLES

    g = near.target
    if near.method == "exact":
        return ()
    names = [f"x{i}" for i in range(1, g.size + 1)]
    inside: list[Json] = [
        part for x in names for part in (var(x) >= S.const(g.low), var(x) <= S.const(g.high))
    ]
    at: list[Term | int] = [var(name) for name in names]
    outputs = range(1, len(near.bounds) + 1)
    close = [
        S.abs(app(f"g{o}", *at) - app(f"P{o}", *at)) <= S.const(bound)
        for o, bound in zip(outputs, near.bounds, strict=True)
    ]
    arity = {f"{name}{o}": g.size for o in outputs for name in "gP"}
    show = conj(*close) if len(close) > 1 else close[0]
    sequent = statement(dict.fromkeys(names, "real"), inside, show, arity)
    obligations: list[Obligation] = []
    if near.method == "Chebyshev":
        method = "bounds on ellipses, by complex balls"
        says = f"$g$ and a Chebyshev polynomial $P$ of total degree {near.degree} near it"
    elif near.method == "cells":
        method = "Lipschitz bounds on cells, by balls"
        says = f"$g$ and its Bernstein polynomial $P$ of degree {near.degree}, on cells"
    else:
        method = "Lipschitz constants and second derivatives, by balls"
        says = f"$g$ and its Bernstein polynomial $P$ of degree {near.degree}, by the formula"
        claims = [VARIABLES] if near.method == "Lipschitz" else [CLAIM, SMOOTH_CLAIM, ADDED_CLAIM]
        obligations = [claim.obligations[0] for claim in claims]
    bounded = Evidence("", says, sequent, method, "enclosure", "instance", HOLDS, None, 0.0)
    return bounded, *map(of_obligation, obligations)


__all__ = [
    "CONSTANT",
    "EPS",
    "FUNCTION",
    "HIGH",
    "LOW",
    "PARAMETERS",
    "POLYNOMIAL_ROUTE",
    "ROUTE",
    "SYMMETRISE",
    "NearRow",
    "described",
    "near_evidence",
    "near_inputs",
    "near_of",
    "target",
    "unchanged",
]
