"""fl.thm1.limits: Theorem 1 with one and the same claim for the whole sequence, as limits."""

from __future__ import annotations

from textwrap import indent

from constructions.terms import Term, app, conj, every, exists, implies, var
from proofs.claims import Attempt, Claim, Line, Obligation, Reading, Witness
from proofs.fl.paper import source
from proofs.fl.thm1 import statement as s
from proofs.fl.thm1 import witnesses
from proofs.fl.thm1.claim import HYPOTHESES, THEOREM
from proofs.fl.thm1.proof import DIVERGES, proved
from proofs.fl.thm1.statement import N, R, c, i, n, y
from proofs.library.vectors import ONE, ZERO, S
from proofs.trees.script import Json, statement


def own(step: Term) -> Term:
    """||w_y||."""
    return S.sqrt(s.squares(step, y))


def other(step: Term, label: Term) -> Term:
    """||w_label||."""
    return S.sqrt(s.squares(step, label))


def feature(step: Term, sample: Term) -> Term:
    """||g(x_sample)||."""
    return S.sqrt(s.feature_squares(step, sample))


def infinite(formula: Json) -> Json:
    """From some step on, for every R: the formula in n and R."""
    later = every("n", "int", implies(n >= N, formula))
    return every("R", "real", exists("N", "int", later))


def often_bounded(size: Term, index: str, *conditions: Json) -> Json:
    """Of some index the size does not tend to infinity: it is at most some R again and again."""
    again = every("N", "int", exists("n", "int", conj(n >= N, size <= R)))
    return exists(index, "int", conj(*conditions, exists("R", "real", again)))


NOT_1 = often_bounded(other(n, c), "c", *s.OTHER_CLASS)
NOT_2 = often_bounded(feature(n, i), "i", i >= 1, i <= s.m)
CLAIM_3 = infinite(own(n) > R)
LIMITS = statement(
    s.SORTS,
    s.GIVEN,
    implies(NOT_1, NOT_2, CLAIM_3),
    {**s.NETWORK, **s.SEQUENCE, **s.PRINTED},
)

_STEP = witnesses.STEP
_PARITY = witnesses.parity(_STEP)
ALTERNATING = witnesses.sequence(1 + _PARITY * _STEP, ZERO, 1 + (1 - _PARITY) * _STEP)
#: with the parity p of n: (1 + p n) (1 + (1 - p) n) = 1 + n
PARITY = """
fix n, i, c
let p = n - 2*floor(n/2)
have half: p*(p - 1) = 0:
  have 0 <= p and p < 2 by floor_bounds(n/2)
  cases p <= 0:
    have p = 0
  have p = 1
show by numbers, half
"""
#: 1 at the even steps 2 N^2
ONCE = """
take 1
fix N
have half: floor(2*N^2/2) = N^2 by floor_bounds(2*N^2/2)
take 2*N^2
show by numbers, square(N), half
"""
#: w_2 = 0; the feature is 1 at odd steps, and w_1 is 1 at even ones
NO_LIMITS = (
    witnesses.SQUARE
    + """
have others: exists c: int, 1 <= c and c <= 2 and c != 1 and exists R: real, for all N: int,
    exists n: int, N <= n and sqrt(sum(o = 1..floor(1),
      ((2 - c)*(1 + (n - 2*floor(n/2))*n) + (c - 1)*0)^2)) <= R:
  take 2
  take 1
  fix N
  take N^2
  show by numbers, square(N)
have features: exists i: int, 1 <= i and i <= 1 and exists R: real, for all N: int,
    exists n: int, N <= n and sqrt(sum(o = 1..floor(1),
      (1*(1 + (1 - (n - 2*floor(n/2)))*n))^2)) <= R:
  take 1
  take 1
  fix N
  have half: floor((2*N^2 + 1)/2) = N^2 by floor_bounds((2*N^2 + 1)/2)
  take 2*N^2 + 1
  show by numbers, square(N), half
"""
    + ONCE
)


ATTEMPT = Attempt(
    "fl.thm1.limits.alternating",
    "one neuron, one sample, two classes, $bold(w)_2 = 0$: for even $n$, $bold(w)_1 = 1$ and the "
    "feature is $1 + n$; for odd $n$, $bold(w)_1 = 1 + n$ and the feature is 1. The loss is "
    "$log(1 + e^(-1 - n)) -> 0$, and no norm tends to infinity",
    LIMITS,
    ALTERNATING,
    {8: PARITY, 21: witnesses.VANISHES},
    NO_LIMITS,
)

_size, _bound = app("v", n), var("B")
BOUNDED = statement(
    {},
    [exists("R", "real", every("N", "int", exists("n", "int", conj(n >= N, _size <= R))))],
    exists("B", "real", every("n", "int", implies(n >= 0, _size <= _bound))),
    {"v": 1},
)


#: at n = 2 floor(B)^2 + 3 the value is 1 + n > B
LARGE_AGAIN = f"""
fix B
{witnesses.SQUARE}
let k = floor(B)
have half: floor((2*k^2 + 3)/2) = k^2 + 1 by floor_bounds((2*k^2 + 3)/2)
have more: B < k + 1 by floor_bounds(B)
take 2*k^2 + 3
show by numbers, square(k), half, more
"""


UNBOUNDED = Attempt(
    "fl.thm1.limits.bounded.alternating",
    "1 for even $n$, $1 + n$ for odd $n$: not bounded, and no limit",
    BOUNDED,
    Witness({}, {"v": (("u",), (1 + _PARITY * _STEP).json)}),
    {0: witnesses.SQUARE + ONCE},
    LARGE_AGAIN,
)

# --- what holds instead --------------------------------------------------------------------------


def bounded_from(size: Json) -> Json:
    """From some step on, the formula in n and R holds with one R."""
    later = every("n", "int", implies(n >= N, size))
    return exists("R", "real", exists("N", "int", later))


SOME_OTHER = exists("c", "int", conj(*s.OTHER_CLASS, other(n, c) <= R))
BOUND_1, BOUND_3 = bounded_from(SOME_OTHER), bounded_from(own(n) <= R)
CLAIM_2 = infinite(every("i", "int", implies(conj(i >= 1, i <= s.m), feature(n, i) > R)))
TRICHOTOMY = statement(
    s.SORTS,
    s.GIVEN,
    implies(BOUND_1, BOUND_3, CLAIM_2),
    {**s.NETWORK, **s.SEQUENCE, **s.PRINTED},
)


#: the largest norm exceeds Q = R^2 + r^2 + t^2 + 1, so that of the feature exceeds R
TRICHOTOMY_TEXT = (
    """
have divergent: for all R: real, exists N: int, for all n, c, i: int, n >= N =>
    1 <= c and c <= C and c != y and 1 <= i and i <= m => largest(n, i, c) > R:
"""
    + indent(DIVERGES, "  ")
    + """fix R
obtain others: r from bounded_others
obtain other: I from others
obtain owns: t from bounded_own
obtain own: J from owns
let Q = R^2 + r^2 + t^2 + 1
obtain large: K from divergent(Q)
have square: for all u: int, u <= u^2:
  cases u <= 0:
    have 0 <= u^2
  show by (u - 1)*u >= 0, u >= 1
use square(I), square(J), square(K)
take I^2 + J^2 + K^2
obtain c from other(n)
have larger: R <= Q and r <= Q and t <= Q
use own(n)
show by large(n, c, i), own(n), larger, sqrt(square(n, c)) <= r
"""
)


# --- claims --------------------------------------------------------------------------------------

LINE = Line(
    "fl.thm1.limits.bounded",
    "all the three claims are false. Then $norm(bold(w)_k)$ is bounded",
    attempts=(UNBOUNDED,),
    why="a sequence that does not tend to infinity need not be bounded",
    repair="along the steps at which it is; these need not be those of the other two claims",
)

TRICHOTOMY_CLAIM = Claim(
    id="fl.thm1.limits.repaired",
    kind="theorem",
    title="Of the three claims of Theorem 1 one holds in the limit, on a subsequence",
    source=source("Theorem 1", ""),
    statement="Let $f_k -> inf f_k$. If $norm(bold(w)_k)$ is bounded from some step on, and from "
    "some step on there is always a $c != k$ with $norm(bold(w)_c)$ below one bound, then "
    "$norm(bold(g)_bold(theta)(bold(x)_i)) -> oo$, uniformly in $bold(x)_i$. So 3) holds on a "
    "subsequence, or 1) does, or 2) holds.",
    readings=(
        *HYPOTHESES,
        Reading(
            "some $norm(bold(w)_c)$, $norm(bold(w)_k)$ bounded $=>$ all feature norms diverge",
            ("show",),
            "otherwise there is a subsequence with $norm(bold(w)_k) -> oo$, or one with "
            "$norm(bold(w)_c) -> oo$ for all $c != k$",
        ),
    ),
    obligations=(
        Obligation(
            "fl.thm1.limits.subsequence",
            "for all depths, widths, numbers of classes and samples, activations and sequences",
            TRICHOTOMY,
            proved(
                TRICHOTOMY, TRICHOTOMY_TEXT, {"bounded_others": BOUND_1, "bounded_own": BOUND_3}
            ),
        ),
    ),
    satisfiable=Attempt(
        "fl.thm1.limits.repaired.satisfiable",
        "one neuron, one sample, two classes, $bold(w)_k = 1$, $bold(w)_c = 0$, feature $1 + n$",
        TRICHOTOMY,
        witnesses.sequence(ONE, ZERO, 1 + _STEP, more={"R_": 0, "N_": 0, "n_": 0, "i_": 1}),
        {21: witnesses.VANISHES},
    ),
)

CLAIM = Claim(
    id="fl.thm1.limits",
    kind="theorem",
    title="The same one of the three norms diverges along the whole sequence",
    source=source("Theorem 1 and Appendix B.2", ""),
    statement=THEOREM,
    readings=(
        *HYPOTHESES,
        Reading(
            "1), 2) or 3), each as a limit along the whole sequence",
            ("show",),
            "if the norm of some $bold(w)_c$ does not tend to infinity, nor that of some "
            "$bold(g)_bold(theta)(bold(x)_i)$, then that of $bold(w)_k$ does",
        ),
    ),
    obligations=(),
    attempts=(ATTEMPT,),
    lines=(LINE,),
    satisfiable=Attempt(
        "fl.thm1.limits.satisfiable",
        "one neuron, one sample, two classes, $bold(w)_k = 1 + n$, feature 1: the loss is "
        "$log(1 + e^(-1 - n))$",
        LIMITS,
        witnesses.sequence(1 + _STEP, ZERO, ONE),
        {21: witnesses.VANISHES},
    ),
    repaired=(TRICHOTOMY_CLAIM,),
    notes=(
        "The reading to the letter. `fl.thm1` reads the three claims as B.2 negates them, and "
        "holds.",
    ),
)
