"""Instances: the user's g, its Sumformer, and the head that makes the sum, at the user's tokens.

The distance reported is that of the rows after the block to those of Eq. 24, (1, x, phi(x), Sigma):
exact for Transformer and Linformer, enclosed by balls for the Performer, whose lambda is not
rational.  What the heads give for all inputs is the claim's own certificate; the values of phi,
Sigma and of the rows after the block are checked by the kernel in numbers.

With eps there is one more row, the whole network of :mod:`constructions.transformer`: the supremum
of |f - T| over all tokens in [low, high]^d lies between what it is at the tokens and its bound.
A g that is no polynomial needs eps: its parts are layers, which is one row, or a polynomial within
eps takes its place (:mod:`constructions.near_networks`), and the heads are those of its Sumformer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from constructions.attention import AttentionSumformer, attention_sumformer
from constructions.bernstein import Near, Target
from constructions.exact import ExactSystem
from constructions.functions.expression import Program
from constructions.near_networks import SHARE, Plan, plan
from constructions.sumformer import Sumformer, coordinate, rewrite
from constructions.terms import Term, TermSystem, app, conj, var
from constructions.transformer import BlockNet
from proofs.claims import Obligation, Parameter
from proofs.evidence import Evidence, establish, judged, of_obligation, weakest
from proofs.parameters import exact_number, positive, whole
from proofs.sumformer.thm4_1.bernstein import instances as lipschitz
from proofs.trees.script import Json, auto, statement
from proofs.versions import PRINTED, REPAIRED, VERSION, VERSIONS, wanted

Settings = Mapping[str, Any]
TERMS = TermSystem()
MAX_TOKENS = 12
BALLS = Fraction(1, 10**9)  #: the distance to Eq. 24 that balls may not exclude
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
    network: AttentionSumformer | BlockNet
    version: str
    bound: Fraction = Fraction(0)
    plot: None = None

    @property
    def level(self) -> str:
        return weakest(self.evidence)

    @property
    def verdict(self) -> str:
        return judged(self.evidence, self.lo, self.hi, self.bound)


def _numbers(text: str) -> list[Fraction]:
    return [exact_number(part) for part in text.split(",")]


def _tokens(text: str) -> Tokens:
    return [_numbers(token) for token in text.split(";")]


G = Parameter("g", "the semi-invariant polynomial, in x1, ..., xn", str, "x1 + x2*x3")
N = Parameter("n", "the number of tokens", whole("n", 1, MAX_TOKENS), "3")
D = Parameter("d", "the dimension of a token", whole("d", 1, MAX_TOKENS), "1")
K = Parameter("k", "rows of E and F, k < n", whole("k", 1, MAX_TOKENS), "1")
X = Parameter("x", "the tokens, as numbers with commas, tokens with semicolons", _tokens, None)
OMEGA = Parameter(
    "omega", "the first coordinates of omega_1, ..., omega_k, with commas", _numbers, "1"
)
COPIES = Parameter("k", "how often one omega is taken", whole("k", 1, MAX_TOKENS), None)
EPS = Parameter("eps", "the error of the whole network, feed-forward layers too", positive, None)
_FUNCTION = (lipschitz.FUNCTION, N, D, X)
_MORE = (EPS, lipschitz.ROUTE, *lipschitz.PARAMETERS)
PARAMETERS = {
    "transformer": (*_FUNCTION, *_MORE, VERSION),
    "linformer": (*_FUNCTION, K, *_MORE, VERSION),
    "performer": (*_FUNCTION, OMEGA, COPIES, *_MORE, VERSION),
}


#: what the two versions of a block are
HEADS = {
    ("transformer", "printed"): "as printed: X + Att(X), Eq. 47",
    ("transformer", "repaired"): "in a block of Definition 2.3, with a linear FC",
    ("linformer", "printed"): "as printed: F = 1/k, X + Att(X)",
    ("linformer", "repaired"): "F = 1/n, in a block of Definition 2.3, with a linear FC",
    ("performer", "printed"): "as printed: n in W_V, FC = 1/(lambda n), Definition 2.3",
    ("performer", "repaired"): "1/lambda in W_V, in a block of Definition 2.3, with a linear FC",
}


def _default(n: int, d: int) -> Tokens:
    """Tokens that are all different."""
    return [[Fraction(i - 1, j + 1) for j in range(1, d + 1)] for i in range(1, n + 1)]


def _near(settings: Settings) -> Near:
    """g, or the polynomial that the whole network is made of."""
    return lipschitz.near_of(settings, SHARE)


def _options(settings: Settings, kind: str) -> dict[str, Any]:
    """k of a Linformer; omega of a Performer, one of them k times where k is given."""
    if kind == "linformer":
        return {"k": settings["k"]}
    if kind != "performer":
        return {}
    omega, k = list(settings["omega"]), settings["k"]
    if k is not None and len(omega) not in (1, k):
        raise ValueError(f"omega has one number, or k = {k} of them, got {len(omega)}")
    return {"omega": omega * k if k is not None and len(omega) == 1 else omega}


def network(settings: Settings, kind: str, version: str = "repaired") -> AttentionSumformer:
    """The Sumformer of g with its sum in a block of this kind."""
    return _block(_near(settings), settings, kind, version)


def _block(near: Near, settings: Settings, kind: str, version: str) -> AttentionSumformer:
    options = _options(settings, kind)
    return attention_sumformer(rewrite(near.polynomial), kind, version, **options)


def constructed(settings: Settings, kind: str) -> AttentionSumformer | BlockNet:
    """The whole network with an error below eps; without eps its block alone, in either version.

    Raises:
        ValueError: the printed version is asked for with eps; it is a block and no network.
    """
    made = planned(settings, kind)
    if made is None:
        return network(settings, kind, settings["version"] or REPAIRED)
    return made.build()


def planned(settings: Settings, kind: str) -> Plan | None:
    """The whole network of the theorem with explicit layers, within eps of f; None without eps.

    Raises:
        ValueError: see :func:`constructed` and :func:`constructions.near_networks.plan`.
    """
    if settings["eps"] is None:
        return None
    if settings["version"] == PRINTED:
        raise ValueError("the whole network is made of repaired blocks: leave eps out")
    return _planned(settings, kind)


def _planned(settings: Settings, kind: str) -> Plan:
    g, options = lipschitz.target(settings), _options(settings, kind)
    return plan(kind, g, settings["eps"], settings["route"], **options)


def rows(kind: str, general: Callable[[str], Obligation]) -> Callable[[Settings], list[HeadRow]]:
    """Both versions, or the one asked for; ``general`` names what is proved for all inputs."""

    def run(settings: Settings) -> list[HeadRow]:
        n, d, X = settings["n"], settings["d"], settings["x"]
        if X is not None and (len(X) != n or any(len(x) != d for x in X)):
            raise ValueError(f"x has {n} tokens of {d} numbers, as n and d say")
        asked = [version for version in VERSIONS if wanted(settings, version)]
        made = None
        if settings["eps"] is not None and REPAIRED in asked:
            made = _planned(settings, kind)
        found = []
        if made is None or made.near is not None:  # the heads of a Sumformer of polynomials
            near = _near(settings) if made is None or made.near is None else made.near
            X = X or (_default(n, d) if near.method == "exact" else _inside(near.target))
            found = [_row(settings, near, X, kind, v, general(v)) for v in asked]
        if made is not None:
            found.append(_whole_row(settings, made, general("repaired")))
        return found

    return run


def _whole_row(settings: Settings, made: Plan, general: Obligation) -> HeadRow:
    """sup |f - T| over tokens in [0, 1]^d: between its value at some tokens and the bound."""
    net, g, near = made.build(), made.target, made.near
    low, high = net.low, net.high
    X = settings["x"] or _inside(g)
    if any(not low <= q <= high for x in X for q in x):
        raise ValueError(f"the network is for tokens in [{low}, {high}]^d, and x is not there")
    lo, hi, level = _distance(net, g, X), net.bound.total, "enclosure"
    names = [f"x{i}" for i in range(1, net.n * net.d + 1)]
    inside: list[Json] = [
        part
        for name in names
        for part in (var(name) >= TERMS.const(low), var(name) <= TERMS.const(high))
    ]
    at: list[Term | int] = [var(name) for name in names]
    error = TERMS.abs(app("T", *at) - app("f", *at)) <= TERMS.const(hi)
    arity = {"T": len(names), "f": len(names)}
    sequent = statement(dict.fromkeys(names, "real"), inside, error, arity)
    says = "$f$ and $T$ at any token, as functions of all tokens: " + (
        "polarisation, chords and the sums, added up in rational numbers "
        "(`sumformer.thm4_3.layers`)"
        if near is not None
        else "chords of functions of one variable, whose second derivatives balls enclose, and "
        "the forms between them, added up in rational numbers"
    )
    method = "sumformer.thm4_3.layers" if near is not None else "python-flint"
    bounded = Evidence("", says, sequent, method, level, "instance", "holds", None, 0.0)
    inputs = lipschitz.described(settings, g)
    for name, value in _options(settings, made.kind).items():
        inputs[name] = str(value) if name == "k" else ", ".join(map(str, value))
    inputs |= lipschitz.near_inputs(near) if near is not None else {"by": "parts of g"}
    inputs["network"] = "whole"
    inputs["error of"] = "T against f, over all tokens"
    inputs["x"] = "; ".join(", ".join(map(str, x)) for x in X)
    of_near = lipschitz.near_evidence(near) if near is not None else ()
    evidence = (bounded, *of_near, of_obligation(general))
    units = net.cost()["units"]
    return HeadRow(inputs, units, net.D, min(lo, hi), hi, evidence, net, "repaired", net.eps)


def _spread(n: int, d: int) -> Tokens:
    """Tokens in [0, 1]^d that are all different, for n > 1."""
    return [[Fraction(i, max(n - 1, 1) * j) for j in range(1, d + 1)] for i in range(n)]


def _inside(g: Target) -> Tokens:
    """The same in the box of g."""
    return [[g.low + (g.high - g.low) * q for q in x] for x in _spread(g.n, g.d)]


def _distance(net: BlockNet, g: Target, X: Tokens) -> Fraction:
    """A number that |f - T| reaches at X."""
    from constructions.interop.flint import BallSystem, round_dyadic, to_fractions

    system, least = BallSystem(192), Fraction(0)
    programs = [Program(output) for output in g.outputs]
    with system.working():
        at = [[system.const(q) for q in x] for x in X]
        for i, made in enumerate(net(system, at)):
            tokens = [at[i], *at[:i], *at[i + 1 :]]
            values = {
                coordinate(place, c, g.d): value
                for place, token in enumerate(tokens, start=1)
                for c, value in enumerate(token, start=1)
            }
            for T, program in zip(made, programs, strict=True):
                low, high = to_fractions(T - program.run(system, values))
                least = max(least, low, -high)
    return max(round_dyadic(least, 30, -1), Fraction(0))


def _row(
    settings: Settings, near: Near, X: Tokens, kind: str, version: str, general: Obligation
) -> HeadRow:
    made = _block(near, settings, kind, version)
    S = made.sumformer
    features = [_exact(S, x) for x in X]
    Sigma = [sum(column, Fraction(0)) for column in zip(*features, strict=True)]
    wanted = [[Fraction(1), *x, *phi, *Sigma] for x, phi in zip(X, features, strict=True)]
    parts = _sums_hold(S, X, features, Sigma)
    lo, hi = (_balls if kind == "performer" else _rational)(made, X, wanted)
    says = f"$phi$ and $Sigma = ({', '.join(map(str, Sigma))})$ in numbers"
    sums = establish("", says, statement({}, [], conj(*parts)), lambda: auto("numbers"), "instance")
    inputs = {"g": settings["g"], "n": str(S.n), "d": str(S.d)}
    if settings["symmetrise"]:
        inputs["symmetrise"] = "yes"
    if near.method != "exact":
        inputs = lipschitz.described(settings, near.target) | lipschitz.near_inputs(near)
    inputs["x"] = "; ".join(", ".join(map(str, x)) for x in X)
    if kind == "linformer":
        inputs["k"] = str(settings["k"])
    if kind == "performer":
        inputs["omega"] = ", ".join(map(str, _options(settings, kind)["omega"]))
    inputs["head"] = HEADS[kind, version]
    inputs["error of"] = "the rows after the block, against Eq. 24"
    width = made.block.head.D
    evidence = (sums, of_obligation(general))
    bound = BALLS if kind == "performer" else Fraction(0)
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
    {"g": "x1 + 7*x1**2 + 3*x1*(x2+x3)**3", "n": "3", "eps": "1/10"},
    {"g": "x1*x2", "n": "2", "x": "1; -1"},
    {"g": "x2 + x3 + x4 + x5", "n": "5", "x": "0; 0; 0; 0; 1000000"},
    {"g": "x1c1*(x2c2 + x3c2)", "n": "3", "d": "2"},
    {"g": "x2**2 + x3**2 - x1/3", "n": "3", "x": "1/1000000; 1/1000000; 1/1000000"},
    {"g": "abs(x1 - x2)", "n": "2", "eps": "4/5", "low": "-1", "high": "1", "route": "bernstein"},
    {"g": "exp(x1)/(exp(x1) + exp(x2) + exp(x3))", "n": "3", "eps": "1/100"},
    {"g": "max(x1, x2, x3)", "n": "3", "eps": "1/10"},
)
