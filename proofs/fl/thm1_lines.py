"""fl.thm1: B.2, the printed proof, line by line."""

from __future__ import annotations

from constructions.terms import Term, conj, every, exists, implies, var
from proofs.claims import Attempt, Line, Obligation
from proofs.fl import thm1_statement as s
from proofs.fl import thm1_witnesses as witnesses
from proofs.fl.errors import MONOTONE
from proofs.fl.thm1_proof import (
    EVERYWHERE,
    PAIR,
    POSITIVE,
    TOTAL,
    axioms,
    below,
    bounded_margin,
    compared,
    constant,
    exp_zero,
    factor_for,
    introduced,
    loss_above,
    losses,
    mean,
    named,
    positive_factor,
    size,
    small_loss,
)
from proofs.fl.thm1_statement import C, D, L, R, c, f, i, loss, m, margin, rho, whole, x0, y
from proofs.library.vectors import ONE, ZERO, Body, S, fact, shown_by, sigma
from proofs.trees.script import (
    Json,
    Node,
    auto,
    define,
    have,
    lemmas,
    node,
    split,
    statement,
)

# --- the network of B.2 --------------------------------------------------------------------------

_PLAIN = {"h": 3, "P": 3, "q": 2}
FEATURES = statement(
    {"L": "int", "x0": "real"},
    [L >= 1, s.WIDTHS, rho(x0).differs(0), *s.CONSTANT],
    EVERYWHERE,
    {**s.NETWORK, **_PLAIN},
)


def features_script() -> Node:
    """By induction over the layers."""
    indices = [var("i9"), var("j9"), var("v9")]
    return constant(
        introduced("i9 j9 v9", fact(EVERYWHERE, indices, auto("the value"), auto("in range")))
    )


def _head(sample: Term, label: Term) -> Body:
    """The summands of (w_c - w_k)^T g in the network of B.2."""
    return lambda u: (s.V(label, u) - s.V(y, u)) * s.h(sample, L, u)


NEGATIVE = whole("i c", sigma(D, _head(i, c), "o") < 0, *s.OTHER_CLASS)
POSSIBLE = statement(
    {"L": "int", "C": "int", "y": "int", "x0": "real"},
    [L >= 1, s.WIDTHS, y >= 1, y <= C, rho(x0).differs(0), *s.CONSTANT, s.OWN, s.OTHERS],
    NEGATIVE,
    {**s.NETWORK, **_PLAIN, "V": 2},
)


def possible_script() -> Node:
    """Each of the d_L summands is -2 rho(x0)^2."""
    sample, label, value = var("i9"), var("c9"), rho(x0) * rho(x0)

    def pointwise(at: Term, then: Node) -> Node:
        known = fact(EVERYWHERE, [sample, L, at], then, auto("in the last layer"))
        return fact(s.OWN, [at], fact(s.OTHERS, [label, at], known, auto("another class")))

    sums = compared("=", D, _head(sample, label), -2 * value, pointwise, auto("d_L summands"))
    ends = define((1 / rho(x0)).json, auto("not 0"), have(value > 0, auto("a square"), sums))
    return constant(introduced("i9 c9", fact(s.WIDTHS, [L], ends, auto("last layer"))))


_EPS, _FROM = var("eps"), var("t0")
_BELOW = every("t", "real", implies(s.t >= _FROM, s.f2(s.t) < _EPS))
_SMALL = implies(_EPS > 0, exists("t0", "real", conj(_FROM > 0, _BELOW)))
INFIMUM = statement(
    {key: sort for key, sort in s.SORTS.items() if key != "low"},
    [*s.SHAPE, *s.CONSTANT, *s.HEAD],
    every("eps", "real", _SMALL),
    {**s.NETWORK, **s.PRINTED},
)


def infimum_script() -> Node:
    """From t = C/(2 rho(x0)^2 d_L eps) on, (C - 1) exp(-2 t rho(x0)^2 d_L) < eps."""
    eps, start, at = var("eps1"), var("t1"), var("t2")
    unit = 2 * rho(x0) * rho(x0) * D * eps
    facts: list[tuple[Json, Node]] = [
        (C.equals(start * unit), auto("the choice of t0")),
        (C <= size(at) * eps, have((at - start) * unit >= 0, auto("t >= t0"), auto("larger t"))),
        (at > 0, auto("t > 0")),
    ]
    ends = lemmas(facts, small_loss(at, below(eps, at, auto("below eps"))))
    proof = shown_by(start, node("both", auto("t0 > 0"), introduced("t2", ends)))
    proof = named(factor_for(eps), "t1", have(unit > 0, auto("a product"), proof))
    return axioms(constant(introduced("eps1", positive_factor(eps, proof))))


# --- every network -------------------------------------------------------------------------------

N0, I0, C0 = var("n0"), var("i0"), var("c0")
SORTS = {key: sort for key, sort in s.SORTS.items() if key not in ("x0", "low")}
ONE_STEP = {**SORTS, "n0": "int", "i0": "int", "c0": "int"}
NETWORKS = {**s.NETWORK, **s.SEQUENCE}
ANY = [*s.SHAPE[:5], s.INPUT, s.LAYERS, s.MARGINS, s.LOSSES]  #: any networks
CHOSEN = [C0 >= 1, C0 <= C, C0.differs(y), I0 >= 1, I0 <= m]  #: a class c != k and a sample
_GAP, _LOSS = margin(N0, I0, C0), loss(N0, I0)

NONNEGATIVE = statement({**SORTS, "n0": "int"}, ANY, f(N0) >= 0, NETWORKS)


def nonnegative_script() -> Node:
    """Each sample's loss is."""
    known = fact(POSITIVE, [N0, ONE], mean(auto("f >= 0")))
    return axioms(losses(fact(TOTAL, [N0, ONE], known, auto("1 <= m"))))


def at_least(level: Term) -> Json:
    return statement(ONE_STEP, [*ANY, *CHOSEN, _GAP >= 0], f(N0) >= S.log(level) / m, NETWORKS)


LOG_C, LOG_2 = at_least(C), at_least(ONE * 2)
NECESSARY = statement(ONE_STEP, [*ANY, *CHOSEN, f(N0) < S.log(ONE * 2) / m], _GAP < 0, NETWORKS)


def _two(then: Node) -> Node:
    """f >= (1/m) log 2, where some margin is not negative."""
    ends = have(S.exp(_LOSS) >= 2, auto("1 + exp(s) >= 2"), loss_above(ONE * 2, N0, I0, then))
    order = implies(ZERO <= _GAP, S.exp(ZERO) <= S.exp(_GAP))
    known = fact(order, [], ends, auto("the margin is not negative"))
    known = fact(MONOTONE, [ZERO, _GAP], known)
    return exp_zero(fact(PAIR, [N0, I0, C0], known, auto("another class")))


def log2_script() -> Node:
    """exp of the sample's loss is at least exp(0) + exp(s) >= 2."""
    return axioms(losses(_two(auto("f"))))


def necessary_script() -> Node:
    """Otherwise f >= (1/m) log 2."""
    return axioms(losses(split(_GAP.json, _two(auto("a contradiction")), auto("s < 0"))))


_SQUARES = [s.squares(N0, C0), s.feature_squares(N0, I0), s.squares(N0, y)]
_LEVEL = 1 + S.exp(-2 * R * R)
BOUNDED = statement(
    {**ONE_STEP, "R": "real"},
    [*ANY, *CHOSEN, *(S.sqrt(square) <= R for square in _SQUARES)],
    conj(f(N0) >= _LOSS / m, _LOSS >= S.log(_LEVEL)),
    NETWORKS,
)


def bounded_script() -> Node:
    """(w_c - w_k)^T g >= -2 R^2."""
    floor = -2 * R * R
    ends = node("both", mean(auto("over m")), auto("the loss"))
    ends = loss_above(_LEVEL, N0, I0, ends)
    order = implies(floor <= _GAP, S.exp(floor) <= S.exp(_GAP))
    known = fact(order, [], fact(PAIR, [N0, I0, C0], ends, auto("another class")), auto("margin"))
    known = fact(MONOTONE, [floor, _GAP], known)
    squares = [(square <= R * R, auto("the norm is at most R")) for square in _SQUARES]
    facts = [*squares, (_GAP >= floor, auto("the margin"))]
    known = fact(TOTAL, [N0, I0], lemmas(facts, known), auto("a sample"))
    return axioms(losses(bounded_margin(N0, I0, C0, known)))


def three_classes() -> Attempt:
    """C = 3, m = 1, margins 0 and -10: log(2 + exp(-10)) < log 3."""

    def margins(at: Term) -> Term:
        return -5 * (at - 1) * (at - 2)

    value = 2 + S.exp(-10 * ONE)
    return Attempt(
        "fl.thm1.necessary.three",
        "three classes, one sample with feature 1, $bold(w)_1 = bold(w)_2 = 0$, $bold(w)_3 = -10$: "
        "$(bold(w)_2 - bold(w)_1)^top bold(g) = 0$ and $f_1 = log(2 + e^(-10)) < log 3$",
        LOG_C,
        witnesses.one_loss(3, margins(var("w")), margins(var("v")), value),
        witnesses.one_loss_givens(3, margins, value),
    )


LINES = (
    Line(
        "fl.thm1.features",
        "by taking $bold(U)_1 = bold(0)$, $bold(b)_1 = x_0 bold(1)$ and $bold(U)_j = x_0 \\/ "
        "(rho(x_0) d_(j-1)) bold(1) bold(1)^top$, $bold(b)_j = bold(0)$ for $j >= 2$, we have "
        "$bold(a)_j = rho(x_0) bold(1)$ for all $j >= 1$",
        (
            Obligation(
                "fl.thm1.features.layers",
                "every hidden value is $rho(x_0)$, for all depths and widths",
                FEATURES,
                features_script,
            ),
        ),
    ),
    Line(
        "fl.thm1.possible",
        "If we choose $bold(w)_k = rho(x_0) bold(1)$ and $bold(w)_c = -rho(x_0) bold(1)$ for all "
        "$c != k$, then $(bold(w)_c - bold(w)_k)^top bold(g)_bold(theta)(bold(x)_i) < 0$ can be "
        "achieved",
        (
            Obligation(
                "fl.thm1.possible.margins",
                "all margins are negative, on every sample",
                POSSIBLE,
                possible_script,
            ),
        ),
    ),
    Line(
        "fl.thm1.infimum",
        "by replacing $bold(W)$ with $t bold(W)$ and taking $t -> oo$, the loss $f_k$ can be "
        "arbitrarily close to zero",
        (
            Obligation(
                "fl.thm1.infimum.limit",
                "for every $epsilon > 0$ the loss is below $epsilon$ from some $t$ on",
                INFIMUM,
                infimum_script,
            ),
        ),
    ),
    Line(
        "fl.thm1.necessary",
        "For the necessity, suppose otherwise $(bold(w)_c - bold(w)_k)^top "
        "bold(g)_bold(theta)(bold(x)_i) >= 0$ for some $bold(x)_i in S_k$ and $c != k$. Then "
        "$f_k >= (1\\/m_k) log C$",
        attempts=(three_classes(),),
        why="one class whose margin is not negative adds 1 to the 1 of class $k$, and the others "
        "may add next to nothing: the bound is $(1\\/m_k) log 2$, which is as printed for $C = 2$ "
        "only",
        repair="fl.thm1.necessary.repaired",
    ),
    Line(
        "fl.thm1.zero",
        "However, we have seen that the infimum of $f_k$ is zero",
        (
            Obligation(
                "fl.thm1.zero.bound",
                "the loss is never negative, so that by `fl.thm1.infimum` its infimum is 0",
                NONNEGATIVE,
                nonnegative_script,
            ),
        ),
    ),
    Line(
        "fl.thm1.bounded",
        "all the three claims are false. Then $norm(bold(w)_k)$ is bounded, $norm(bold(w)_c)$ is "
        "bounded for some $c != k$, and $norm(bold(g)_bold(theta)(bold(x)_i))$ is bounded for some "
        "$bold(x)_i$. So $f_k >= ell(bold(theta), bold(W); bold(x)_i, k) \\/ m_k$ is lower bounded",
        (
            Obligation(
                "fl.thm1.bounded.loss",
                "where the three norms are at most $R$, $f_k >= ell\\/m_k$ and "
                "$ell >= log(1 + e^(-2 R^2)) > 0$",
                BOUNDED,
                bounded_script,
            ),
        ),
        reading="a claim is false where the norms in it are bounded; as limits, see "
        "`fl.thm1.limits`",
    ),
)
