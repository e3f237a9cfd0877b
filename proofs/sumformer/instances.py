"""Instances: the user's g, its Sumformer, and the head that makes the sum, at the user's tokens.

The distance reported is that of the rows after the block to those of Eq. 24, (1, x, phi(x), Sigma):
exact for Transformer and Linformer, enclosed by balls for the Performer, whose lambda is not
rational.  What the heads give for all inputs is the claim's own certificate; the values of phi,
Sigma and of the rows after the block are checked by the kernel in numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from constructions.attention import VERSIONS, AttentionSumformer, attention_sumformer
from constructions.exact import ExactSystem
from constructions.sumformer import Sumformer, parse_semi_invariant, rewrite
from constructions.terms import TermSystem, conj
from proofs.claims import Obligation, Parameter
from proofs.evidence import LEVELS, Evidence, establish, of_obligation
from proofs.methods.script import Json, auto, statement
from proofs.pln.instances import exact_number, positive

Settings = Mapping[str, Any]
TERMS = TermSystem()
MAX_TOKENS = 12
Tokens = list[list[Fraction]]


@dataclass(frozen=True)
class HeadRow:
    """One instance: a block, and how far its rows are from those of Eq. 24."""

    inputs: dict[str, str]
    units: int
    width: int
    lo: Fraction
    hi: Fraction
    evidence: tuple[Evidence, ...]
    network: AttentionSumformer
    version: str
    bound: Fraction = Fraction(0)
    plot: None = None

    @property
    def level(self) -> str:
        return max((e.level for e in self.evidence), key=LEVELS.index)

    @property
    def verdict(self) -> str:
        if any(e.outcome != "holds" for e in self.evidence):
            return "open"
        if self.hi <= self.bound:
            return "certified"
        return "refuted" if self.lo > self.bound else "open"


def _natural(name: str, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not text.strip().isdecimal() or not 1 <= int(text) <= most:
            raise ValueError(f"{name} is an integer from 1 to {most}, got {text[:40]}")
        return int(text)

    return read


def _numbers(text: str) -> list[Fraction]:
    return [exact_number(part) for part in text.split(",")]


def _tokens(text: str) -> Tokens:
    return [_numbers(token) for token in text.split(";")]


G = Parameter("g", "the semi-invariant polynomial, in x1, ..., xn", str, "x1 + x2*x3")
N = Parameter("n", "the number of tokens", _natural("n", MAX_TOKENS), "3")
D = Parameter("d", "the dimension of a token", _natural("d", MAX_TOKENS), "1")
K = Parameter("k", "rows of E and F, 1 <= k < n", _natural("k", MAX_TOKENS), "1")
X = Parameter("x", "the tokens, as numbers with commas, tokens with semicolons", _tokens, None)
OMEGA = Parameter(
    "omega", "the first coordinates of omega_1, ..., omega_k, with commas", _numbers, "1"
)
EPS = Parameter("eps", "the distance that balls may not exclude", positive, "1/1000000000")
PARAMETERS = {
    "transformer": (G, N, D, X),
    "linformer": (G, N, D, X, K),
    "performer": (G, N, D, X, OMEGA, EPS),
}


def _default(n: int, d: int) -> Tokens:
    """Tokens that are all different."""
    return [[Fraction(i - 1, j + 1) for j in range(1, d + 1)] for i in range(1, n + 1)]


def network(settings: Settings, kind: str, version: str = "repaired") -> AttentionSumformer:
    """The Sumformer of g with its sum in a block of this kind."""
    sumformer = rewrite(parse_semi_invariant(settings["g"], settings["n"], settings["d"]))
    options = {"linformer": "k", "performer": "omega"}
    given = {options[kind]: settings[options[kind]]} if kind in options else {}
    return attention_sumformer(sumformer, kind, version, **given)


def rows(kind: str, general: Callable[[str], Obligation]) -> Callable[[Settings], list[HeadRow]]:
    """Both versions; ``general`` names what is proved of each for all inputs."""

    def run(settings: Settings) -> list[HeadRow]:
        n, d = settings["n"], settings["d"]
        X = settings["x"] or _default(n, d)
        if len(X) != n or any(len(x) != d for x in X):
            raise ValueError(f"x has {n} tokens of {d} numbers, as n and d say")
        return [_row(settings, X, kind, version, general(version)) for version in VERSIONS]

    return run


def _row(settings: Settings, X: Tokens, kind: str, version: str, general: Obligation) -> HeadRow:
    made = network(settings, kind, version)
    S = made.sumformer
    features = [_exact(S, x) for x in X]
    Sigma = [sum(column, Fraction(0)) for column in zip(*features, strict=True)]
    wanted = [[Fraction(1), *x, *phi, *Sigma] for x, phi in zip(X, features, strict=True)]
    parts = _sums_hold(S, X, features, Sigma)
    lo, hi = (_balls if kind == "performer" else _rational)(made, X, wanted)
    says = f"$phi$ and $Sigma = ({', '.join(map(str, Sigma))})$ in numbers"
    sums = establish("", says, statement({}, [], conj(*parts)), lambda: auto("numbers"), "instance")
    inputs = {"g": settings["g"], "n": str(S.n), "d": str(S.d)}
    inputs["x"] = "; ".join(", ".join(map(str, x)) for x in X)
    if kind == "linformer":
        inputs["k"] = str(settings["k"])
    if kind == "performer":
        inputs["omega"] = ", ".join(map(str, settings["omega"]))
        inputs["eps"] = str(settings["eps"])
        inputs["block"] = "Definition 2.3"
    width = made.block.head.D
    evidence = (sums, of_obligation(general))
    bound = settings.get("eps", Fraction(0))
    return HeadRow(inputs, width, width, lo, hi, evidence, made, version, bound)


def _exact(S: Sumformer, x: list[Fraction]) -> list[Fraction]:
    system = ExactSystem()
    return [value.a for value in S.phi(system, [system.const(q) for q in x])]


def _sums_hold(
    S: Sumformer, X: Tokens, features: list[list[Fraction]], Sigma: list[Fraction]
) -> list[Json]:
    """phi(x_i) and Sigma as closed formulas."""
    parts = []
    for x, phi in zip(X, features, strict=True):
        terms = S.phi(TERMS, [TERMS.const(q) for q in x])
        parts += [t.equals(TERMS.const(q)) for t, q in zip(terms, phi, strict=True)]
    for r, value in enumerate(Sigma):
        whole = TERMS.const(0)
        for phi in features:
            whole = whole + TERMS.const(phi[r])
        parts.append(whole.equals(TERMS.const(value)))
    return parts


def _rational(made: AttentionSumformer, X: Tokens, wanted: Tokens) -> tuple[Fraction, Fraction]:
    """The largest difference to Eq. 24, exactly."""
    system = ExactSystem(made.block.radicand)
    rows = made.after(system, [[system.const(q) for q in x] for x in X])
    gaps = [
        abs((value - system.const(q)).a)
        for row, want in zip(rows, wanted, strict=True)
        for value, q in zip(row, want, strict=True)
    ]
    return max(gaps), max(gaps)


def _balls(made: AttentionSumformer, X: Tokens, wanted: Tokens) -> tuple[Fraction, Fraction]:
    """Bounds of the largest difference to Eq. 24."""
    from constructions.interop.flint import BallSystem, to_fraction_bounds

    system = BallSystem()
    lo = hi = Fraction(0)
    with system.working():
        rows = made.after(system, [[system.const(q) for q in x] for x in X])
        for row, want in zip(rows, wanted, strict=True):
            for value, q in zip(row, want, strict=True):
                low, high = to_fraction_bounds(abs(value - system.const(q)), 64)
                lo, hi = max(lo, low), max(hi, high)
    return lo, hi


INSTANCES: tuple[Mapping[str, str], ...] = (
    {"g": "x1 + 7*x1**2 + 3*x1*(x2+x3)**3", "n": "3"},
    {"g": "x1*x2", "n": "2", "x": "1; -1"},
    {"g": "x2 + x3 + x4 + x5", "n": "5", "x": "0; 0; 0; 0; 1000000"},
    {"g": "x1c1*(x2c2 + x3c2)", "n": "3", "d": "2"},
    {"g": "x2**2 + x3**2 - x1/3", "n": "3", "x": "1/1000000; 1/1000000; 1/1000000"},
)
