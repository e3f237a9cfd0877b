"""That there is a delta as Theorems 4.3 to 4.5 take it: the obligation, its readings and its data.

The data have one token, n = d = d' = 1, and vectors of one number.
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Json, Term, conj, every, implies, var
from proofs.claims import Attempt, Control, Obligation, Reading, Witness
from proofs.library.vectors import ONE, S, fact, shown_by, summands
from proofs.sumformer import compact_data as data
from proofs.sumformer.closure import intros
from proofs.sumformer.compact_data import HALF, ZERO, Function, Functions, Modulus
from proofs.sumformer.one_delta import PROOF, STATEMENT
from proofs.trees.script import Node, auto, case, define, have, node

_NUMBERS = {"n": 1, "d": 1, "p": 1, "beta": 1}
_s, _t, _w = var("s"), var("t"), var("w")
#: what the conclusion binds
_INSIDE = {"eta_": 1, "delta_": 1, "s_": 0, "w_": 0, "i": 1, "m_": 1}
#: places of hypotheses, and of the premise of the conclusion
_BOUNDED, _CLOSED, _PHI, _PSI, _SUMS, _NEAR = 7, 8, 9, 10, 11, 14


def obligation(claim: str) -> Obligation:
    return Obligation(
        f"{claim}.delta",
        "for all $n$, $d$, $d'$, every compact $cal(X)$ and all continuous $phi$ and $psi$: one "
        "$delta$ for all sequences",
        STATEMENT,
        PROOF,
    )


def readings(claim: str) -> tuple[Reading, ...]:
    texts = (
        ("sequences of $n$ tokens", ""),
        ("of dimension $d$", ""),
        ("a latent dimension $d'$", ""),
        *((reading.printed, reading.note) for reading in data.readings(3)),
        ("$phi$ is continuous", "at every token of $cal(X)$, by epsilon and delta"),
        ("$psi$ is continuous", "at every point of $cal(X) times RR^(d')$"),
        ("Eq. 14: $Sigma = sum_j phi(x_j)$", '$"Sg"(s)$ names it'),
    )
    return (
        *(
            Reading(text, ("given", number), note, f"{claim}.delta")
            for number, (text, note) in enumerate(texts)
        ),
        Reading(
            "the continuity of $psi$, end of Appendix B: there is such a $delta$",
            ("show",),
            "for each $eta > 0$, so for $eta = e_2 \\/ 2$; the same for all sequences $s$, and all "
            "vectors $w$ near $Sigma$",
            f"{claim}.delta",
        ),
    )


def _functions(token: Function, feature: Function, value: Function) -> Functions:
    """phi(t) = ``feature(t)`` and psi(t, w) = ``value(w)``."""
    everything = data.data(token, feature)
    kept = ("tok", "c", "x", "mv", "put")
    return {name: everything[name] for name in kept} | {
        "phi": (("t", "r"), feature(_t).json),
        "psi": (("t", "m", "w"), value(_w).json),
        "vec": (("w", "r"), "w"),
        "Sg": (("s",), feature(_s).json),
    }


def _bound(gap: Term, bound: Term, index: str) -> Json:
    at = var(index)
    return every(index, "int", implies(conj(at >= 1, at <= 1), S.abs(gap) <= bound))


def _one(of: Json, then: Node) -> Node:
    """Use a bound for the one index there is."""
    return fact(of, [ONE], then, node("both", auto("1"), auto("1")))


def _phi(token: Function, by: Modulus) -> Node:
    """phi is continuous."""
    one, other, gap = var("s0"), var("z0"), by.gap(var("s0"), var("eta0"))
    used = _one(_bound(token(one) - token(other), gap, "k"), by.leaf(one, other))
    shown = shown_by(gap, node("both", by.positive, intros("z0 . r0 .", used)))
    return intros("eta0 s0 .", by.known(shown))


def _psi(by: Modulus) -> Node:
    """psi(t, w) is continuous, being a function of w."""
    one, other, gap = var("s0"), var("z0"), by.gap(var("s0"), var("eta0"))
    used = _one(_bound(one - other, gap, "r"), by.leaf(one, other))
    shown = shown_by(gap, node("both", by.positive, intros("t1 z0 . m0 .", used)))
    return intros("eta0 t0 s0 .", by.known(shown))


def _sums() -> Node:
    return intros("s0 r0 .", summands(1, auto("one token")))


def _square(by: Callable[[Term, Term], Modulus] = data.square_modulus) -> Modulus:
    return by(var("s0"), var("eta0"))


GIVENS: dict[int, Callable[[], Node]] = {
    **data.met_compact(3),
    _PHI: lambda: _phi(data.clamped, data.ITSELF),
    _PSI: lambda: _psi(data.ITSELF),
    _SUMS: _sums,
}


def _at_sigma() -> Node:
    """w = Sigma = 0."""
    zero = data.clamped(ZERO)
    near = case(S.abs(ZERO - zero).json, auto("0"), auto("0"))
    return intros("r0 .", data.in_cases(ZERO, near))


def satisfiable(claim: str) -> Attempt:
    return Attempt(
        f"{claim}.delta.satisfiable",
        "one token, $cal(X) = [0, 1]$, $phi(x) = x$ and $psi(x, w) = w$",
        STATEMENT,
        Witness({**_NUMBERS, **_INSIDE}, _functions(data.clamped, data.clamped, data.real)),
        {**GIVENS, _NEAR: _at_sigma},
    )


def _apart(bound: Term, s: Term, w: Term, near: Node, gap: Node) -> Node:
    """For each delta > 0 (d0) values at this sequence that are more than ``bound`` apart."""
    index = node("both", *[auto("1")] * 4)
    values = shown_by(ONE, shown_by(ONE, node("both", index, gap)))
    there = shown_by(s, shown_by(w, node("both", intros("r0 .", near), values)))
    inverse = 1 / var("d0")
    known = define(inverse.json, auto("> 0"), have(inverse > 0, auto("> 0"), there))
    return shown_by(bound, node("both", auto("> 0"), intros("d0 .", known)))


def _jumps() -> Node:
    """psi(0) = 1 and psi(delta) = 0."""
    size = var("d0")
    tokens = data.clamped(ZERO), data.clamped(size)
    gap = case(S.abs(data.at_zero(size) - data.at_zero(ZERO)).json, auto("1"), auto("1"))
    near = case(S.abs(size - tokens[0]).json, auto("delta"), auto("delta"))
    signs = S.sign(data.clamped(tokens[0])), S.sign(tokens[1])
    gap = case(signs[1].json, *[case(signs[0].json, gap, gap, gap)] * 3)
    gap = data.in_cases(size, data.in_cases(tokens[0], gap))
    inside = _apart(HALF, ZERO, size, near, gap)
    return have(tokens[0].equals(0), data.in_cases(ZERO, auto("0")), inside)


def _grows(feature: Function) -> Node:
    """Sigma = 1/delta and w = 1/delta + delta: w^2 - Sigma^2 = 2 + delta^2."""
    size = var("d0")
    one = 1 / size
    total, other = feature(one), one + size
    near = case(S.abs(other - total).json, auto("delta"), auto("delta"))
    gap = case(S.abs(other * other - total * total).json, auto("2"), auto("2"))
    if total.json != one.json:
        near, gap = (case(total.json, proof, proof) for proof in (near, gap))
    return _apart(ONE, one, other, near, gap)


def controls(claim: str) -> tuple[Control, ...]:
    """Without each of: psi is continuous, cal(X) is bounded, it is closed."""

    def dropped(
        label: str,
        says: str,
        index: int,
        functions: Functions,
        far: Callable[[], Node],
        other: dict[int, Callable[[], Node]],
    ) -> Control:
        left = [g for m, g in enumerate(STATEMENT["given"]) if m != index]
        proofs = {m: proof for m, proof in (GIVENS | other).items() if m != index}
        attempt = Attempt(
            f"{claim}.delta.control.{label}",
            says,
            {**STATEMENT, "given": left},
            Witness(_NUMBERS, functions),
            {m - (m > index): proof for m, proof in proofs.items()},
            far,
        )
        return Control(attempt, "hypothesis dropped")

    squares = {_PSI: lambda: _psi(_square())}
    return (
        dropped(
            "psi",
            "any $psi$: $psi(x, w) = 1$ for $w <= 0$ and $0$ for $w > 0$, at $Sigma = 0$",
            _PSI,
            _functions(data.clamped, data.clamped, data.at_zero),
            _jumps,
            {},
        ),
        dropped(
            "bounded",
            "$cal(X) = RR$, $phi(x) = x$ and $psi(x, w) = w^2$",
            _BOUNDED,
            _functions(data.real, data.real, data.square),
            lambda: _grows(data.real),
            {_CLOSED: data.real_closed, _PHI: lambda: _phi(data.real, data.ITSELF), **squares},
        ),
        dropped(
            "closed",
            "$cal(X) = \\]0, 1]$, $phi(x) = 1 \\/ x - 1$ and $psi(x, w) = w^2$",
            _CLOSED,
            _functions(data.reciprocal, data.size, data.square),
            lambda: _grows(data.size),
            {
                _BOUNDED: data.reciprocal_bounded,
                _PHI: lambda: _phi(data.reciprocal, _square(data.reciprocal_modulus)),
                **squares,
            },
        ),
    )
