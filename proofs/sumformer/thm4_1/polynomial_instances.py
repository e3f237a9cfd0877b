"""Instances: the user's polynomial g and its Sumformer, equal as polynomials.

For Theorem 4.1 g may be any Lipschitz function: then a polynomial within eps has its place.

The kernel checks g = sum_b x_1^b sigma_b(p_a(x_2, ..., x_n)) as an identity in all coordinates, up
to :data:`MAX_MONOMIALS` monomials and where it can expand both sides; otherwise it is python-flint
that has expanded them, and the row is supported and not certified.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from constructions.bernstein import Near
from constructions.near_networks import sumformer
from constructions.sumformer import (
    SemiInvariant,
    Sumformer,
    coordinate,
    is_exact,
    parse_semi_invariant,
    rewrite,
)
from constructions.systems import NumberError
from constructions.terms import Json, Term, TermSystem, app, conj, var
from proofs.claims import Obligation
from proofs.evidence import DECLINED, HOLDS, Evidence, establish, judged, of_obligation, weakest
from proofs.sumformer.instances import D, G, N, Settings
from proofs.sumformer.thm4_1.bernstein import instances as lipschitz
from proofs.trees.script import auto, node, statement

S = TermSystem()
PARAMETERS = (G, N, D)
NEAR_PARAMETERS = (
    lipschitz.FUNCTION, N, D, lipschitz.EPS, lipschitz.POLYNOMIAL_ROUTE, *lipschitz.PARAMETERS
)  # fmt: skip
MAX_MONOMIALS = 300
"""Monomials of g, and of psi, up to which the kernel is asked."""
MAX_POWER, MAX_BITS = 64, 4_096
"""Exponents and numbers up to which formulas are written out, as the kernel reads them."""


@dataclass(frozen=True)
class PolynomialRow:
    """S = f on all sequences: the error is 0."""

    inputs: dict[str, str]
    units: int
    width: int
    evidence: tuple[Evidence, ...]
    network: Sumformer
    version: str = "printed"
    lo: Fraction = Fraction(0)
    hi: Fraction = Fraction(0)
    bound: Fraction = Fraction(0)
    plot: None = None

    @property
    def level(self) -> str:
        return weakest(self.evidence)

    @property
    def verdict(self) -> str:
        return judged(self.evidence, self.lo, self.hi, self.bound)


def polynomial_of(settings: Settings) -> SemiInvariant:
    """The user's g, or one line saying why it is none."""
    try:
        return parse_semi_invariant(settings["g"], settings["n"], settings["d"])
    except NumberError as error:
        raise ValueError(str(error)) from None


def bounded_network(settings: Settings) -> Sumformer:
    """The same with power sums of multidegrees |a| <= n - 1 only, as Theorem 2.12 has it."""
    return rewrite(polynomial_of(settings), bounded=True)


def rows(*general: Obligation, bounded: bool = False) -> Callable[[Settings], list[PolynomialRow]]:
    """Instances; ``bounded``: with multidegrees |a| <= n - 1 only."""

    def run(settings: Settings) -> list[PolynomialRow]:
        g = polynomial_of(settings)
        made = rewrite(g, bounded=bounded)
        inputs = {"g": settings["g"], "n": str(made.n), "d": str(made.d)}
        evidence = (identity(g, made), *map(of_obligation, general))
        return [PolynomialRow(inputs, made.latent, made.latent, evidence, made)]

    return run


def near_network(settings: Settings) -> Sumformer:
    """The Sumformer of g, or of a polynomial within eps of it."""
    return sumformer(lipschitz.near_of(settings), settings["eps"])


def near_rows(
    *general: Obligation,
) -> Callable[[Settings], list[PolynomialRow] | list[lipschitz.NearRow]]:
    """Instances of any g: exact for polynomials, within eps for Lipschitz functions."""

    def run(settings: Settings) -> list[PolynomialRow] | list[lipschitz.NearRow]:
        near = lipschitz.near_of(settings)
        made = sumformer(near, settings["eps"])
        inputs = lipschitz.described(settings, near.target)
        evidence = (identity(near.polynomial, made), *map(of_obligation, general))
        if near.method == "exact":
            return [PolynomialRow(inputs, made.latent, made.latent, evidence, made)]
        return [_near_row(settings, near, made, inputs, evidence)]

    return run


def _near_row(
    settings: Settings,
    near: Near,
    made: Sumformer,
    inputs: dict[str, str],
    evidence: tuple[Evidence, ...],
) -> lipschitz.NearRow:
    return lipschitz.NearRow(
        inputs | lipschitz.near_inputs(near),
        made.latent,
        made.latent,
        min(near.reached, near.bound),
        near.bound,
        settings["eps"],
        (*lipschitz.near_evidence(near), *evidence),
        made,
    )


def identity(g: SemiInvariant, made: Sumformer) -> Evidence:
    """g = sum_b x_1^b sigma_b(power sums of the others), for each output."""
    sorts = dict.fromkeys(g.ring.names, "real")
    says = f"$g$ in {made.latent} power sums, as polynomials"
    if not _is_short(g, made):
        return _by_flint(f"{says} that are not written out", _named(g, made), g, made)
    sequent = statement(sorts, [], conj(*_outputs(g, made)))
    size = sum(len(part) for output in made.sigma for part in output.values())
    size = max(size, *(len(polynomial) for polynomial in g.polynomials))
    count = len(made.sigma)
    if size > MAX_MONOMIALS:
        parts, largest = _coefficients(g, made)
        if largest <= MAX_MONOMIALS and len(parts) <= MAX_MONOMIALS:
            sequent, count = statement(sorts, [], conj(*parts)), len(parts)
            says += ", coefficient by coefficient of $x_1$"
            size = largest
    if size <= MAX_MONOMIALS:
        found = establish("", says, sequent, lambda: node("both", *[auto("identity")] * count))
        if found.outcome == HOLDS:
            return found
    return _by_flint(says, sequent, g, made)


def _by_flint(says: str, sequent: Json, g: SemiInvariant, made: Sumformer) -> Evidence:
    start = time.perf_counter()
    outcome = HOLDS if is_exact(made, g) else DECLINED
    seconds = time.perf_counter() - start
    return Evidence("", says, sequent, "python-flint", "symbolic", "all", outcome, None, seconds)


def _is_short(g: SemiInvariant, made: Sumformer) -> bool:
    """Whether the language of the kernel has these powers and numbers."""
    from constructions.interop.polynomials import sparse

    data = [part for output in made.sigma for part in output.values()]
    data += [sparse(polynomial) for polynomial in g.polynomials]
    powers = [k for e in (*made.degrees, *(b for o in made.sigma for b in o)) for k in e]
    powers += [k for part in data for e in part for k in e]
    numbers = [q for part in data for c in part.values() for q in (c.numerator, c.denominator)]
    return max(powers, default=0) <= MAX_POWER and all(q.bit_length() <= MAX_BITS for q in numbers)


def _named(g: SemiInvariant, made: Sumformer) -> Json:
    """g_o(x) = S_o(x) for each output, without the formulas."""
    names = list(g.ring.names)
    at: list[Term | int] = [var(name) for name in names]
    outputs = range(1, len(made.sigma) + 1)
    equal = [app(f"g{o}", *at).equals(app(f"S{o}", *at)) for o in outputs]
    arity = {f"{name}{o}": len(names) for o in outputs for name in "gS"}
    return statement(dict.fromkeys(names, "real"), [], conj(*equal), arity)


def _outputs(g: SemiInvariant, made: Sumformer) -> list[Json]:
    from constructions.interop.polynomials import sparse

    x = {(i, k): var(coordinate(i, k, g.d)) for i in range(1, g.n + 1) for k in range(1, g.d + 1)}
    tokens = [[x[i, k] for k in range(1, g.d + 1)] for i in range(1, g.n + 1)]
    flat = [value for token in tokens for value in token]
    sums = [_sum([_power(token, a) for token in tokens[1:]]) for a in made.degrees]
    out = []
    for polynomial, output in zip(g.polynomials, made.sigma, strict=True):
        left = _sum([_times(c, _power(flat, e)) for e, c in sparse(polynomial).items()])
        right = _sum(
            [
                _power(tokens[0], b) * _sum([_times(c, _power(sums, e)) for e, c in part.items()])
                for b, part in output.items()
            ]
        )
        out.append(left.equals(right))
    return out


def _coefficients(g: SemiInvariant, made: Sumformer) -> tuple[list[Json], int]:
    """g = psi coefficient by coefficient of the powers of x_1, and the most monomials of one."""
    from constructions.interop.polynomials import sparse

    d = g.d
    others = [[var(coordinate(i, k, d)) for k in range(1, d + 1)] for i in range(2, g.n + 1)]
    flat = [value for token in others for value in token]
    sums = [_sum([_power(token, a) for token in others]) for a in made.degrees]
    found, largest = [], 0
    for polynomial, output in zip(g.polynomials, made.sigma, strict=True):
        left: dict[tuple[int, ...], list[Term]] = {}
        for exponents, c in sparse(polynomial).items():
            left.setdefault(exponents[:d], []).append(_times(c, _power(flat, exponents[d:])))
        for b in sorted({*left, *output}):
            right = [_times(c, _power(sums, e)) for e, c in output.get(b, {}).items()]
            largest = max(largest, len(left.get(b, [])), len(right))
            found.append(_sum(left.get(b, [])).equals(_sum(right)))
    return found, largest


def _sum(terms: list[Term]) -> Term:
    return Term(["+", *(t.json for t in terms)]) if len(terms) > 1 else (terms or [S.const(0)])[0]


def _times(c: Fraction, term: Term) -> Term:
    return S.const(c) * term


def _power(values: list[Term], exponents: tuple[int, ...]) -> Term:
    factors = [value**k for value, k in zip(values, exponents, strict=True) if k]
    if not factors:
        return S.const(1)
    return Term(["*", *(f.json for f in factors)]) if len(factors) > 1 else factors[0]


INSTANCES: tuple[Mapping[str, str], ...] = (
    {"g": "x1 + 7*x1**2 + 3*x1*(x2+x3)**3", "n": "3"},
    {"g": "x1 + 7*x1**2 + 3*x1*(x2+x3)**3", "n": "3", "d": "4"},
    {"g": "x1**3 - 1/2", "n": "1"},
    {"g": "0*x1", "n": "2"},
    {"g": "x2*x3*x4*x5", "n": "5"},
    {"g": "x1c1*x2c2*x3c2; x2c1*x3c2 + x3c1*x2c2", "n": "3", "d": "2"},
    {"g": "(x2 - x3)**6", "n": "3"},
)
NEAR_INSTANCES: tuple[Mapping[str, str], ...] = (
    *INSTANCES,
    {"g": "abs(x1 - x2)", "n": "2", "eps": "1/4"},
    {"g": "max(x1, x2, x3)", "n": "3", "eps": "1/2", "low": "-1/2", "high": "1/2"},
    {"g": "exp(x1)*cos(x2)", "n": "2", "eps": "1/4"},
)
