"""That there is a delta as Theorems 4.3 to 4.5 take it: the obligation, its readings and its data.

The data have one token, n = d = d' = 1, and vectors of one number.
"""

from __future__ import annotations

from constructions.terms import var
from proofs.claims import Attempt, Control, Obligation, Reading, Witness
from proofs.sumformer import compact_data as data
from proofs.sumformer.compact_data import Function, Functions
from proofs.sumformer.one_delta import PROOF, STATEMENT

_NUMBERS = {"n": 1, "d": 1, "p": 1, "beta": 1}
_s, _t, _w = var("s"), var("t"), var("w")
#: what the conclusion binds
_INSIDE = {"eta_": 1, "delta_": 1, "s_": 0, "w_": 0, "i": 1, "m_": 1}
#: places of hypotheses
_BOUNDED, _CLOSED, _PHI, _PSI = 7, 8, 9, 10


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


GIVENS = {
    _CLOSED: data.CLOSED,
    _PHI: data.ITSELF,
    _PSI: "fix eta, t, w\ntake eta",
}


def satisfiable(claim: str) -> Attempt:
    return Attempt(
        f"{claim}.delta.satisfiable",
        "one token, $cal(X) = [0, 1]$, $phi(x) = x$ and $psi(x, w) = w$",
        STATEMENT,
        Witness({**_NUMBERS, **_INSIDE}, _functions(data.clamped, data.clamped, data.real)),
        GIVENS,
    )


def _there(gap: str) -> str:
    """Some values are this far apart: those of the one token in the one coordinate."""
    index = "1 <= i and i <= 1 and 1 <= m and m <= 1"
    return f"(exists i: int, exists m: int, ({index}) and {gap})"


#: psi(0) = 1 and psi(delta) = 0
_JUMPS = f"""
let c(t) = max(0, min(1, t))
have far: for all delta: real, 0 < delta => exists s: real, exists w: real,
    (for all r in 1..1, |w - c(s)| <= delta) and
    {_there("1/2 < |(1 - sign(c(w))) - (1 - sign(c(c(s))))|")}:
  have zero: c(0) = 0
  have nothing: sign(c(c(0))) = 0 by zero
  have sign(c(delta)) = 1
  have large: 1/2 < |(1 - sign(c(delta))) - (1 - sign(c(c(0))))|
  have there: {_there("1/2 < |(1 - sign(c(delta))) - (1 - sign(c(c(0))))|")}:
    take 1
    take 1
  take 0
  take delta
take 1/2
show by far
"""


def _grows(feature: str) -> str:
    """Sigma = 1/delta and w = 1/delta + delta: w^2 - Sigma^2 = 2 + delta^2."""
    gap = f"1 < |w*w - {feature}*{feature}|"
    return f"""
have far: for all delta: real, 0 < delta => exists s: real, exists w: real,
    (for all r in 1..1, |w - {feature}| <= delta) and {_there(gap)}:
  let s = 1/delta
  let w = s + delta
  have same: {feature} = s
  have grown: w*w - s*s = 2 + delta*delta
  have large: {gap} by same, grown
  have there: {_there(gap)}:
    take 1
    take 1
  take s
  take w
take 1
show by far
"""


def controls(claim: str) -> tuple[Control, ...]:
    """Without each of: psi is continuous, cal(X) is bounded, it is closed."""

    def dropped(
        label: str,
        says: str,
        index: int,
        functions: Functions,
        far: str,
        other: dict[int, str],
    ) -> Control:
        left = [g for m, g in enumerate(STATEMENT["given"]) if m != index]
        proofs = {m: proof for m, proof in (GIVENS | other).items() if proof and m != index}
        attempt = Attempt(
            f"{claim}.delta.control.{label}",
            says,
            {**STATEMENT, "given": left},
            Witness(_NUMBERS, functions),
            {m - (m > index): proof for m, proof in proofs.items()},
            far,
        )
        return Control(attempt, "hypothesis dropped")

    return (
        dropped(
            "psi",
            "any $psi$: $psi(x, w) = 1$ for $w <= 0$ and $0$ for $w > 0$, at $Sigma = 0$",
            _PSI,
            _functions(data.clamped, data.clamped, data.at_zero),
            _JUMPS,
            {},
        ),
        dropped(
            "bounded",
            "$cal(X) = RR$, $phi(x) = x$ and $psi(x, w) = w^2$",
            _BOUNDED,
            _functions(data.real, data.real, data.square),
            _grows("s"),
            {_CLOSED: "", _PSI: data.square_beside("|t - r|")},
        ),
        dropped(
            "closed",
            "$cal(X) = \\]0, 1]$, $phi(x) = 1 \\/ x - 1$ and $psi(x, w) = w^2$",
            _CLOSED,
            _functions(data.reciprocal, data.size, data.square),
            _grows("|s|"),
            {
                _PHI: data.RECIPROCAL,
                _PSI: data.square_beside("|1/(1 + |t|) - 1/(1 + |r|)|"),
            },
        ),
    )
