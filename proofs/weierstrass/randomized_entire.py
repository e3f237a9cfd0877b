"""weierstrass.randomized.entire: what route 2 averages has an expectation that is entire in v.

With u = v + xi = sigma t and z = v/sigma the expectation is ``(2 pi)^(-1/2) exp(-z^2/2)`` times
``sum_k z^k/k! M_k`` with the moments ``M_k = int g(sigma t) t^k exp(-t^2/2) dt`` of the function g
that is averaged.  As ``0 < g <= eps^(-1/2)``, they are at most ``eps^(-1/2)`` times those of the
Gaussian, ``A_k = int |t|^k exp(-t^2/2) dt``, with ``A_(k + 2) = (k + 1) A_k``.
"""

from __future__ import annotations

from fractions import Fraction

from constructions.terms import Json, Term, app, conj, every, exists, implies, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.library.vectors import ONE, ZERO, S, both_sums, fact, shown_by
from proofs.trees.script import (
    Node,
    auto,
    define,
    have,
    induct,
    intro,
    lemmas,
    node,
    statement,
)
from proofs.weierstrass.entire import GAUSSIAN_SPLIT, powers_of_zero
from proofs.weierstrass.entire_statement import POWERS, T
from proofs.weierstrass.paper import source
from proofs.weierstrass.randomized_without import printed as averaged
from proofs.weierstrass.series import N0, R, bounded, m, n, partial, terms_fall

ID = "weierstrass.randomized.entire"
u, eps, C = var("u"), var("eps"), var("C")


def M(at: Term) -> Term:
    """The moments of what is averaged."""
    return app("M", at)


def A(at: Term) -> Term:
    """int |t|^k exp(-t^2/2) dt."""
    return app("A", at)


def Q(at: Term) -> Term:
    return A(at) * T(at)


def size(at: Term) -> Term:
    return S.abs(M(at)) * T(at)


_B = 1 / S.sqrt(eps)
AT_MOST = every("n", "int", implies(n >= 0, S.abs(M(n)) <= _B * A(n)))
MOMENTS = every("n", "int", implies(n >= 0, A(n + 2).equals((n + 1) * A(n))))
GIVEN = [
    eps > 0,
    AT_MOST,
    A(ZERO) >= 0,
    A(ONE) >= 0,
    MOMENTS,
    R >= 0,
    T(ZERO).equals(1),
    POWERS,
]
_LATE = every("n", "int", implies(n >= N0, partial(size, 0, n) <= C))
SERIES = statement(
    {"R": "real", "eps": "real"},
    GIVEN,
    exists("C", "real", exists("N0", "int", conj(N0 >= 0, _LATE))),
    {"M": 1, "A": 1, "T": 1},
)


def series_script() -> Node:
    """The sum is at most eps^(-1/2) times that of the A_k T_k, whose terms fall."""
    start = S.floor(4 * R**2) + 1
    limit = partial(Q, 0, start + 1) + (Q(start + 1) + Q(start)) / 3
    q = var("q0")

    def ending(whole: Json) -> Node:
        signs = lemmas(
            [
                (Q(q) >= 0, fact(terms_fall(Q), [q], auto("Q >= 0"), auto("k >= 0"))),
                (Q(q - 1) >= 0, fact(terms_fall(Q), [q - 1], auto("Q >= 0"), auto("k >= 0"))),
                (_B * (limit - partial(Q, 0, q)) >= 0, auto("times eps^(-1/2)")),
            ],
            fact(_BELOW, [q], auto("below the bound"), auto("n >= 0")),
        )
        used = intro("q0", intro("", fact(whole, [q], signs, auto("n > start"))))
        positive = node("both", auto("N0 >= 0"), used)
        return shown_by(_B * limit, shown_by(start + 1, positive))

    summed = have(start >= 0, auto("4 R^2 >= 0"), bounded(Q, 0, start, ending))
    root = S.sqrt(eps)
    known = [(root > 0, auto("> 0")), (_B > 0, auto("> 0"))]
    return define(root.json, auto(">= 0"), lemmas(known, _known_terms(_compared(summed))))


_BELOW = every("m", "int", implies(m >= 0, partial(size, 0, m) <= _B * partial(Q, 0, m)))


def _compared(then: Node) -> Node:
    """sum |M_k| T_k <= eps^(-1/2) sum A_k T_k; then go on."""
    h = var("h")

    def one(at: Term, more: Node) -> Node:
        terms = [
            (T(at) >= 0, fact(_SIGNS, [at], auto("T >= 0"), auto("k >= 0"))),
            ((_B * A(at) - S.abs(M(at))) * T(at) >= 0, auto("times T")),
        ]
        return fact(AT_MOST, [at], lemmas(terms, more), auto("k >= 0"))

    sums = [partial(size, 0, h + 1), partial(Q, 0, h + 1)]
    first = [partial(size, 0, ZERO), partial(Q, 0, ZERO)]
    empty = [partial(size, 0, ZERO - 1), partial(Q, 0, ZERO - 1)]
    claim = partial(size, 0, h) <= _B * partial(Q, 0, h)
    base = one(ZERO, both_sums("unfold", first, both_sums("empty", empty, auto("the first"))))
    step = one(h + 1, both_sums("unfold", sums, auto("one more")))
    at = var("h9")
    whole = every("h", "int", implies(h >= 0, claim))
    shown = intro("h9", intro("", fact(whole, [at], auto("known"), auto("n >= 0"))))
    return induct("h", "0", claim, base, step, have(_BELOW, shown, then))


_SIGNS = every("m", "int", implies(m >= 0, conj(A(m) >= 0, A(m + 1) >= 0, T(m) >= 0)))


def _known_terms(then: Node) -> Node:
    """A, T >= 0 and (k + 2) Q(k + 2) = R^2 Q(k); then go on."""
    p = var("p0")
    signs = conj(A(m) >= 0, A(m + 1) >= 0, T(m) >= 0)
    over = node("split", auto("shown"), auto("(m + 1) T < 0"), on=T(m + 1).json)
    moved = [
        (T(m + 1) >= 0, have(R * T(m) >= 0, auto(), over)),
        (((m + 1) * A(m)) >= 0, auto("product")),
    ]
    later = fact(MOMENTS, [m], fact(POWERS, [m], lemmas(moved, auto("signs")), auto()), auto())
    step = lemmas(
        [
            (A(p) * T(p) >= 0, auto("Q >= 0")),
            (((p + 2) * T(p + 2)).equals(R * T(p + 1)), auto("T(k + 2)")),
            (((p + 2) * Q(p + 2)).equals((p + 1) * A(p) * (R * T(p + 1))), auto("Q(k + 2)")),
            (((p + 1) * A(p) * (R * T(p + 1))).equals(R**2 * Q(p)), auto("Q(k)")),
        ],
        auto("falls"),
    )
    used = fact(
        MOMENTS, [p], fact(POWERS, [p], fact(POWERS, [p + 1], step, auto()), auto()), auto()
    )
    both = fact(_SIGNS, [p], fact(_SIGNS, [p + 1], used, auto("k >= 0")), auto("k >= 0"))
    shown = intro("p0", intro("", both))
    return induct("m", "0", signs, auto("at 0"), later, have(terms_fall(Q), shown, then))


# --- what is averaged ----------------------------------------------------------------------------

BOUNDED = statement(
    {"eps": "real", "u": "real"},
    [eps > 0],
    conj(averaged(u, eps) > 0, averaged(u, eps) <= 1 / S.sqrt(eps)),
)


def bounded_script() -> Node:
    inner, root = S.maximum(0, u) + eps, S.sqrt(eps)
    facts = [
        (S.sqrt(inner) > 0, auto("> 0")),
        (root > 0, auto("> 0")),
        (S.sqrt(inner) >= root, _larger(S.sqrt(inner), root)),
        (1 / S.sqrt(inner) > 0, auto("> 0")),
        (1 / root > 0, auto("> 0")),
        ((S.sqrt(inner) - root) * (1 / root) >= 0, auto("times")),
        ((S.sqrt(inner) - root) * (1 / root) * (1 / S.sqrt(inner)) >= 0, auto("times")),
    ]
    parts = node("both", auto("> 0"), auto("at most"))
    second = define(S.sqrt(inner).json, auto(">= 0"), lemmas(facts, parts))
    body = define(root.json, auto(">= 0"), second)
    start = [(S.maximum(0, u) >= 0, auto("max")), (inner >= eps, auto("max")), (inner > 0, auto())]
    return lemmas(start, body)


def _larger(one: Term, other: Term) -> Node:
    return node(
        "split",
        auto("shown"),
        have((other - one) * (other + one) > 0, auto("product"), auto("then smaller")),
        on=(one - other).json,
    )


# --- the claim -----------------------------------------------------------------------------------

_NONE = {"M": (("p",), "0"), "A": (("p",), "0"), "T": (("p",), ["-", "1", ["min", "p", "1"]])}
SUMS = Obligation(
    f"{ID}.series",
    "$sum_(k <= n) abs(M_k) R^k\\/k!$ stays bounded, for every $R >= 0$",
    SERIES,
    series_script,
)
_MAIN = Obligation(
    "weierstrass.randomized.entire.bounded",
    "the integrand lies between 0 and $epsilon^(-1\\/2)$",
    BOUNDED,
    bounded_script,
)
ENTIRE = Claim(
    id="weierstrass.randomized.entire",
    kind="theorem",
    title="The expectation of route 2 is an entire function",
    source=source("The table, row Randomized smoothing"),
    statement="Randomized smoothing, $bb(E)_(xi tilde cal(N)(0, sigma^2)) [(max(0, v + xi) + "
    'epsilon)^(-1\\/2)]$: "Stochastic — entire in expectation".',
    readings=(
        Reading("$epsilon > 0$", ("given", 0)),
        Reading(
            "the moments of what is averaged",
            ("given", 1),
            "not printed: $M_k = integral g(sigma t) t^k e^(-t^2\\/2) dif t$ for "
            "$g(u) = (max(0, u) + epsilon)^(-1\\/2)$, at most $epsilon^(-1\\/2)$ times $A_k = "
            "integral abs(t)^k e^(-t^2\\/2) dif t$, as $g$ is at most that",
        ),
        Reading("$A_0 >= 0$", ("given", 2), "not printed"),
        Reading("$A_1 >= 0$", ("given", 3), "not printed"),
        Reading(
            "$xi tilde cal(N)(0, sigma^2)$",
            ("given", 4),
            "cited: $A_(k + 2) = (k + 1) A_k$, by parts",
        ),
        Reading("every argument $z = v\\/sigma$ with $abs(z) <= R$", ("given", 5)),
        Reading("$T_k = R^k\\/k!$: $T_0 = 1$", ("given", 6)),
        Reading("$(k + 1) T_(k + 1) = R T_k$", ("given", 7)),
        Reading(
            "entire in expectation",
            ("show",),
            "$sum_k M_k z^k\\/k!$ converges for every complex $z$; times $e^(-z^2\\/2) "
            "(2 pi)^(-1\\/2)$ this power series is the expectation",
        ),
        Reading("$epsilon > 0$", ("given", 0), "", f"{ID}.bounded"),
        Reading(
            "$(max(0, v + xi) + epsilon)^(-1\\/2)$",
            ("show",),
            "it lies between 0 and $epsilon^(-1\\/2)$, for every $u = v + xi$",
            f"{ID}.bounded",
        ),
        Reading("a Gaussian", ("show",), "$sum_k$ comes from $e^(u z)$", GAUSSIAN_SPLIT.id),
    ),
    obligations=(SUMS, _MAIN, GAUSSIAN_SPLIT),
    controls=(
        Control(
            Attempt(
                "weierstrass.randomized.entire.control.eps",
                "without $epsilon > 0$: $epsilon = 0$, $u = 0$",
                statement({"eps": "real", "u": "real"}, [], (S.sqrt(S.maximum(0, u) + eps)) > 0),
                Witness({"eps": 0, "u": 0}),
            ),
            "hypothesis dropped",
        ),
        Control(
            Attempt(
                "weierstrass.randomized.entire.control.half",
                "with $(2 epsilon)^(-1\\/2)$: $epsilon = 1\\/2$, $u = -1$",
                statement(
                    {"eps": "real", "u": "real"},
                    [eps > 0],
                    averaged(u, eps) <= 1 / S.sqrt(2 * eps),
                ),
                Witness({"eps": Fraction(1, 2), "u": -1}),
            ),
            "constant tightened",
        ),
    ),
    satisfiable=(
        Attempt(
            f"{ID}.series.satisfiable",
            "the hypotheses hold for $M = A = 0$, $R = 0$, $epsilon = 1$",
            SERIES,
            Witness({"R": 0, "eps": 1, "N0": 0, "n_": 0}, _NONE),
            {7: powers_of_zero},
        ),
        Attempt(
            f"{ID}.satisfiable",
            "the hypothesis holds for $epsilon = 1$",
            BOUNDED,
            Witness({"eps": 1, "u": 0}),
        ),
    ),
    assumes=(
        "$abs(M_k) <= epsilon^(-1\\/2) A_k$ from $0 < g <= epsilon^(-1\\/2)$ (an integral is "
        "monotone), and $A_(k + 2) = (k + 1) A_k$ (integration by parts)",
        "a power series that converges absolutely for every argument is an entire function, and "
        "sum and integral may be exchanged where the sum of the moduli is finite",
    ),
    cites=("weierstrass.entire",),
    notes=("It is not the entire function of the closed form: `weierstrass.randomized`.",),
)
