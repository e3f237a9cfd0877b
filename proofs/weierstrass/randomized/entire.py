"""weierstrass.randomized.entire: what route 2 averages has an expectation that is entire in v.

With u = v + xi = sigma t and z = v/sigma the expectation is ``(2 pi)^(-1/2) exp(-z^2/2)`` times
``sum_k z^k/k! M_k`` with the moments ``M_k = int g(sigma t) t^k exp(-t^2/2) dt`` of the function g
that is averaged.  As ``0 < g <= eps^(-1/2)``, they are at most ``eps^(-1/2)`` times those of the
Gaussian, ``A_k = int |t|^k exp(-t^2/2) dt``, with ``A_(k + 2) = (k + 1) A_k``.
"""

from __future__ import annotations

from fractions import Fraction

from constructions.terms import Term, app, conj, every, exists, implies, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.language.elaboration import written
from proofs.library.vectors import ONE, ZERO, S
from proofs.trees.script import (
    statement,
)
from proofs.weierstrass.entire.claim import GAUSSIAN_SPLIT
from proofs.weierstrass.entire.statement import POWERS, T
from proofs.weierstrass.paper import source
from proofs.weierstrass.randomized.without import printed as averaged
from proofs.weierstrass.series import N0, TAIL, R, n, partial

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
#: the sum is at most eps^(-1/2) times that of the A_k T_k, whose terms fall
SERIES_PROOF = written(
    SERIES,
    f"""
have signs: for all k: int, 0 <= k => 0 <= A(k) and 0 <= A(k + 1) and 0 <= T(k) by induction on k:
  step:
    have here: 0 <= A(k) and 0 <= A(k + 1) and 0 <= T(k) by ih
    have top: 0 <= R*T(k) by here
    have next: (k + 1)*T(k + 1) = R*T(k) by power(k)
    have 0 <= T(k + 1) by top, next
    have 0 <= (k + 1)*A(k) by here
    use moment(k)
have falls: for all k: int, 0 <= k => 0 <= Q(k) and (k + 2)*Q(k + 2) <= R^2*Q(k):
  have here: 0 <= A(k) and 0 <= T(k) by signs(k)
  have first: (k + 1)*T(k + 1) = R*T(k) by power(k)
  have second: (k + 2)*T(k + 2) = R*T(k + 1) by power(k + 1)
  have 0 <= A(k)*T(k) by here
  have next: (k + 2)*(A(k + 2)*T(k + 2)) = (k + 1)*A(k)*(R*T(k + 1)) by moment(k), second
  have last: (k + 1)*A(k)*(R*T(k + 1)) = R^2*(A(k)*T(k)) by first
{TAIL}
let b = 1/sqrt(eps)
have positive: 0 < b
let s = floor(4*R^2) + 1
have start: 0 <= s
have beyond: s + 2 >= 4*R^2
let B = sum(k = 0..s + 1, Q(k)) + (Q(s + 1) + Q(s))/3
have compared: for all j: int, 0 <= j => sum(k = 0..j, |M(k)|*T(k)) <= b*sum(k = 0..j, Q(k)):
  have each: for all k: int, 0 <= k => |M(k)|*T(k) <= b*Q(k):
    have sign: 0 <= T(k) by signs(k)
    have most: |M(k)| <= b*A(k) by at_most(k)
    have 0 <= (b*A(k) - |M(k)|)*T(k) by sign, most
  have sums: sum(k = 0..j, |M(k)|*T(k)) <= sum(k = 0..j, b*Q(k))
    by sum_mono(k -> |M(k)|*T(k), k -> b*Q(k), 0, j), each
  have factor: sum(k = 0..j, b*Q(k)) = b*sum(k = 0..j, Q(k)) by sum_scale(k -> Q(k), b, 0, j)
  show by sums, factor
take b*B
take s + 1
have bounded: for all n: int, s + 1 <= n => sum(k = 0..n, |M(k)|*T(k)) <= b*B:
  fix n
  have below: sum(k = 0..n, Q(k)) <= B by tail(0, s, n - 1), falls(n), falls(n - 1), start, beyond
  have 0 <= b*(B - sum(k = 0..n, Q(k))) by below, positive
  use compared(n)
show by bounded, start
""",
    {"moment": MOMENTS, "power": POWERS, "at_most": AT_MOST},
    Q=Q,
)

# --- what is averaged ----------------------------------------------------------------------------

BOUNDED = statement(
    {"eps": "real", "u": "real"},
    [eps > 0],
    conj(averaged(u, eps) > 0, averaged(u, eps) <= 1 / S.sqrt(eps)),
)
BOUNDED_PROOF = written(BOUNDED, "show by search")


# --- the claim -----------------------------------------------------------------------------------

_NONE = {"M": (("p",), "0"), "A": (("p",), "0"), "T": (("p",), ["-", "1", ["min", "p", "1"]])}
SUMS = Obligation(
    f"{ID}.series",
    "$sum_(k <= n) abs(M_k) R^k\\/k!$ stays bounded, for every $R >= 0$",
    SERIES,
    SERIES_PROOF,
)
_MAIN = Obligation(
    "weierstrass.randomized.entire.bounded",
    "the integrand lies between 0 and $epsilon^(-1\\/2)$",
    BOUNDED,
    BOUNDED_PROOF,
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
