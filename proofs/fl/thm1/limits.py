"""fl.thm1.limits: Theorem 1 with one and the same claim for the whole sequence, as limits."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import indent

from constructions.terms import Term, app, conj, every, exists, implies, var
from proofs.claims import Attempt, Claim, Line, Obligation, Reading, Witness
from proofs.fl.paper import source
from proofs.fl.thm1 import statement as s
from proofs.fl.thm1 import witnesses
from proofs.fl.thm1.claim import HYPOTHESES, THEOREM
from proofs.fl.thm1.proof import DIVERGES, proved
from proofs.fl.thm1.statement import N, R, c, i, n, y
from proofs.library.vectors import ONE, ZERO, S, shown_by
from proofs.trees.script import (
    Json,
    Node,
    auto,
    intro,
    lemmas,
    node,
    split,
    statement,
)


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
GIVENS = witnesses.givens(product=witnesses.product_of_alternating())


def _again(name: str, step: Callable[[Term], Term], bounded: Node) -> Node:
    """For every N a step n >= N, n = 2 N^2 or 2 N^2 + 1, at which the norm is bounded."""
    start = var(name)
    at = step(start)
    known = witnesses.half_known(at, start * start, bounded)
    body = witnesses.beyond(start, node("both", auto("n >= N"), known))
    return intro(name, shown_by(at, body))


def _even(start: Term) -> Term:
    return 2 * start * start


def _odd(start: Term) -> Term:
    return 2 * start * start + 1


def conclusion_fails() -> Node:
    """w_2 = 0; the feature is 1 at odd steps, and w_1 is 1 at even ones."""
    norm = witnesses.roots(auto("the norm"))
    first = node("both", auto(), auto(), auto(), shown_by(ONE, _again("N7", _odd, norm)))
    second = node("both", auto(), auto(), shown_by(ONE, _again("N8", _odd, norm)))
    third = shown_by(ONE, _again("N9", _even, norm))
    return node("both", shown_by(ONE * 2, first), node("both", shown_by(ONE, second), third))


ATTEMPT = Attempt(
    "fl.thm1.limits.alternating",
    "one neuron, one sample, two classes, $bold(w)_2 = 0$: for even $n$, $bold(w)_1 = 1$ and the "
    "feature is $1 + n$; for odd $n$, $bold(w)_1 = 1 + n$ and the feature is 1. The loss is "
    "$log(1 + e^(-1 - n)) -> 0$, and no norm tends to infinity",
    LIMITS,
    ALTERNATING,
    GIVENS,
    conclusion_fails,
)

_size, _bound = app("v", n), var("B")
BOUNDED = statement(
    {},
    [exists("R", "real", every("N", "int", exists("n", "int", conj(n >= N, _size <= R))))],
    exists("B", "real", every("n", "int", implies(n >= 0, _size <= _bound))),
    {"v": 1},
)


def _odd_steps() -> Node:
    """At n = 2 floor(B)^2 + 3 the value is 1 + n > B."""
    root = S.floor(var("B9"))
    half = root * root + 1
    at = 2 * half + 1
    facts = [(root * root >= root, split((root - 1).json, auto(), auto()))]
    ends = lemmas(facts, node("both", auto("n >= 0"), auto("1 + n > B")))
    return intro("B9", shown_by(at, witnesses.half_known(at, half, ends)))


UNBOUNDED = Attempt(
    "fl.thm1.limits.bounded.alternating",
    "1 for even $n$, $1 + n$ for odd $n$: not bounded, and no limit",
    BOUNDED,
    Witness({}, {"v": (("u",), (1 + _PARITY * _STEP).json)}),
    {0: lambda: shown_by(ONE, _again("N9", _even, auto("1")))},
    _odd_steps,
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


def _other_bounded() -> Node:
    """The norm of w_2 is 0 at every step."""
    norm = witnesses.roots(auto("0 <= 0"))
    inside = node("both", auto("1 <= c"), auto("c <= C"), auto("c != y"), norm)
    return shown_by(ZERO, shown_by(ZERO, witnesses.introduced("n9", shown_by(ONE * 2, inside))))


def _own_bounded() -> Node:
    """The norm of w_1 is 1 at every step."""
    norm = witnesses.roots(auto("1 <= 1"))
    return shown_by(ONE, shown_by(ZERO, witnesses.introduced("n9", norm)))


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
        {**witnesses.givens(), 22: _other_bounded, 23: _own_bounded},
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
        witnesses.givens(),
    ),
    repaired=(TRICHOTOMY_CLAIM,),
    notes=(
        "The reading to the letter. `fl.thm1` reads the three claims as B.2 negates them, and "
        "holds.",
    ),
)
