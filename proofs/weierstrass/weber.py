"""weierstrass.weber: D_(-1/2) solves Weber's equation; its solutions are entire functions.

``D_(-1/2)(x) = e^(-x^2/4) pi^(-1/2) sum_k (-x)^k M_k/k!`` with the moments M_k of
``weierstrass.entire``: its power series is the product of two others.  With g and w for their
coefficients, N >= 4 and 3 <= e <= N,

    N (N - 1) sum_(i <= e) g_i w_(N - i) - 1/4 sum_(i <= e - 4) g_i w_(N - 4 - i)
        = (N - e + 1) (N - e) g_(e - 1) w_(N - e + 1) + (N - e) (N - e - 1) g_e w_(N - e),

which at e = N is the recursion of Weber's equation.
"""

from __future__ import annotations

from typing import Any

from constructions.terms import Json, Term, app, conj, every, exists, implies, total, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.language.elaboration import written
from proofs.library.vectors import ONE, ZERO, S
from proofs.trees.script import statement
from proofs.weierstrass.entire.statement import COUNTS
from proofs.weierstrass.paper import source

n, i, N, R, A, C = (var(name) for name in ("n", "i", "N", "R", "A", "C"))


def M(at: Term) -> Term:
    """int_0^oo u^(k - 1/2) exp(-u^2/2) du."""
    return app("M", at)


def V(at: Term) -> Term:
    """(-1)^k/k!."""
    return app("V", at)


def g(at: Term) -> Term:
    """The coefficients of exp(-x^2/4), up to a factor."""
    return app("g", at)


def w(at: Term) -> Term:
    """Those of sum (-x)^k M_k/k!."""
    return M(at) * V(at)


def _from_0(formula: Json) -> Json:
    return every("n", "int", implies(n >= 0, formula))


def d(at: Term, upto: Term | None = None) -> Term:
    """The coefficient of x^at in D_(-1/2), up to a factor, or a part of its sum."""
    return total("i", 0, at if upto is None else upto, g(i) * (M(at - i) * V(at - i)))


MOMENTS = _from_0(M(n + 2).equals((n + S.const(1) / 2) * M(n)))
FACTORIALS = _from_0(((n + 1) * V(n + 1)).equals(-V(n)))
GAUSSIAN = _from_0(((n + 2) * g(n + 2)).equals(-(g(n) / 2)))
_LATER = every("N", "int", implies(N >= 4, (N * (N - 1) * d(N)).equals(d(N - 4) / 4)))
WEBER = statement(
    {},
    [MOMENTS, FACTORIALS, g(ONE).equals(0), GAUSSIAN],
    conj(d(S.const(2)).equals(0), d(S.const(3)).equals(0), _LATER),
    {"M": 1, "V": 1, "g": 1},
)


def _edge(at: Term, upto: Term) -> Term:
    """The right side of the equation above."""
    rest = at - upto
    return (rest + 1) * rest * g(upto - 1) * w(rest + 1) + rest * (rest - 1) * g(upto) * w(rest)


WEBER_PROOF = written(
    WEBER,
    """
have weight: for all n: int, 0 <= n => (n + 1)*(n + 2)*w(n + 2) = (n + 1/2)*w(n):
  have twice: (n + 1)*(n + 2)*V(n + 2) = V(n) by factorial(n), factorial(n + 1)
  show by twice, moment(n)
have second: g(2) = -g(0)/4 by gaussian(0)
have third: g(3) = 0 by gaussian(1), g(1) = 0
have two: d(2) = 0 by weight(0), second, g(1) = 0
have three: d(3) = 0 by weight(1), weight(0), second, third, g(1) = 0
have parts: for all N: int, 4 <= N => for all e: int, 3 <= e => e <= N =>
    N*(N - 1)*part(N, e) - part(N - 4, e - 4)/4 = edge(N, e):
  have all: for all e: int, 3 <= e => e <= N =>
      N*(N - 1)*part(N, e) - part(N - 4, e - 4)/4 = edge(N, e) by induction on e:
    base:
      use weight(N - 2)
      have part(N, 3) = g(0)*w(N) + g(1)*w(N - 1) + g(2)*w(N - 2) + g(3)*w(N - 3)
      have part(N - 4, -1) = 0
      show by weight(N - 2), second, third, g(1) = 0
    step:
      let m = N - e - 1
      have now: part(N, e + 1) = part(N, e) + g(e + 1)*w(m)
      have then: part(N - 4, e - 3) = part(N - 4, e - 4) + g(e - 3)*w(m)
      have twice: (e + 1)*e*g(e + 1) = g(e - 3)/4 - g(e - 1)/2 by gaussian(e - 1), gaussian(e - 3)
      show by ih, now, then, twice, weight(m), gaussian(e - 1)
have later: for all N: int, 4 <= N => N*(N - 1)*d(N) = d(N - 4)/4:
  use parts(N, N)
show by two, three, later
""",
    {"moment": MOMENTS, "factorial": FACTORIALS, "gaussian": GAUSSIAN},
    w=w,
    d=lambda at: d(at),
    part=lambda at, upto: d(at, upto),
    edge=_edge,
)


# --- entire --------------------------------------------------------------------------------------

k, N0 = var("k"), var("N0")


def m(at: Term) -> Term:
    """abs(d_k), the modulus of a coefficient."""
    return app("m", at)


def P(at: Term) -> Term:
    """R^k."""
    return app("P", at)


def Q(at: Term) -> Term:
    return m(at) * P(at)


def partial(upto: Term) -> Term:
    return total("k", 0, upto, Q(k))


SIZES = _from_0(m(n) >= 0)
RECURSION = every(
    "n", "int", implies(n >= 2, (n + 1) * (n + 2) * m(n + 2) <= A * m(n) + m(n - 2) / 4)
)
POWERS = _from_0(P(n + 1).equals(R * P(n)))
_AFTER = every("n", "int", implies(n >= N0, partial(n) <= C))
ENTIRE = statement(
    {"R": "real", "A": "real"},
    [SIZES, A >= 0, RECURSION, R >= 0, P(ZERO).equals(1), POWERS],
    exists("C", "real", exists("N0", "int", conj(N0 >= 0, _AFTER))),
    {"m": 1, "P": 1},
)
#: from s on Q(k + 4) <= (Q(k + 2) + Q(k))/8: the sum and a part of the last four Q falls
ENTIRE_PROOF = written(
    ENTIRE,
    """
let s = floor(8*A*R^2 + 2*R^4) + 1
have 0 <= A*R^2
have start: 0 <= s
have large: 8*A*R^2 + 2*R^4 < s
have positive: for all k: int, 0 <= k => 0 <= P(k) by induction on k:
  step:
    have 0 <= R*P(k) by ih
    show by power(k), 0 <= R*P(k)
have sign: for all k: int, 0 <= k => 0 <= Q(k):
  use positive(k), size(k)
have falls: for all k: int, s <= k => Q(k + 4) <= (Q(k + 2) + Q(k))/8:
  have order: 0 <= k by start, s <= k
  have two: P(k + 2) = R^2*P(k) by power(k), power(k + 1), order
  have four: P(k + 4) = R^2*P(k + 2) by power(k + 2), power(k + 3), order
  have here: 0 <= P(k) by positive(k), order
  have 0 <= R^4*P(k) by here
  let factor = (k + 3)*(k + 4)
  have next: factor*m(k + 4) <= A*m(k + 2) + m(k)/4 by recursion(k + 2), order
  have 0 <= (A*m(k + 2) + m(k)/4 - factor*m(k + 4))*(R^4*P(k)) by next, here
  have product: factor*Q(k + 4) <= A*R^2*Q(k + 2) + R^4/4*Q(k)
  have wide: 8*A*R^2 + 2*R^4 <= factor by large, order, s <= k
  have 0 <= (factor - 8*A*R^2)*Q(k + 2)
  have 0 <= (factor - 2*R^4)*Q(k)
  have all: factor*(Q(k + 4) - (Q(k + 2) + Q(k))/8) <= 0
  have positive: 0 < factor by order
  show by all, positive
let top(k) = sum(j = 0..k, Q(j)) + (Q(k) + Q(k - 1))/2 + (Q(k - 2) + Q(k - 3))/4
have below: for all k: int, s + 3 <= k => top(k) <= top(s + 3) by induction on k:
  step:
    have fall: Q(k + 1) <= (Q(k - 1) + Q(k - 3))/8 by falls(k - 3), s + 3 <= k
    use sign(k - 1), sign(k - 3), sign(k + 1)
    have signs: 0 <= Q(k - 1) and 0 <= Q(k - 3) and 0 <= Q(k + 1)
    have more: sum(j = 0..k + 1, Q(j)) = sum(j = 0..k, Q(j)) + Q(k + 1)
    show by ih, fall, signs, more
take top(s + 3)
take s + 3
have bounded: for all n: int, s + 3 <= n => sum(k = 0..n, Q(k)) <= top(s + 3):
  use below(n), sign(n), sign(n - 1), sign(n - 2), sign(n - 3)
show by bounded, start
""",
    {"size": SIZES, "recursion": RECURSION, "power": POWERS},
    Q=Q,
)


# --- the claims ----------------------------------------------------------------------------------

_SOURCE = source("The text after the closed form, and the table's rows")
_PRINTED = (
    "where $D_(-1\\/2)$ is a parabolic cylinder function — a solution of Weber's equation. "
    "Parabolic cylinder functions are entire: no poles, no branch cuts."
)
_NOTHING: dict[str, Any] = dict.fromkeys(("M", "V", "g"), (("p",), "0"))
_ONES: dict[str, Any] = {"m": (("p",), "1"), "P": (("p",), "1")}
_ID = "weierstrass.weber"
CLAIM = Claim(
    id=_ID,
    kind="theorem",
    title="D of order -1/2 is a solution of Weber's equation",
    source=_SOURCE,
    statement=_PRINTED,
    readings=(
        Reading(
            "$M_(k + 2) = (k + 1\\/2) M_k$",
            ("given", 0),
            "cited, by parts, for $M_k = integral_0^infinity u^(k - 1\\/2) e^(-u^2\\/2) dif u$, as "
            "in `weierstrass.entire`",
        ),
        Reading("$(k + 1) V_(k + 1) = -V_k$", ("given", 1), "$V_k = (-1)^k\\/k!$ up to a factor"),
        Reading(
            "$g_1 = 0$", ("given", 2), "$g_k$: the coefficients of $e^(-x^2\\/4)$, up to a factor"
        ),
        Reading(
            "$(k + 2) g_(k + 2) = -g_k\\/2$", ("given", 3), "$2 y' = -x y$ for $y = e^(-x^2\\/4)$"
        ),
        Reading(
            "$D_(-1\\/2)$ is a solution of Weber's equation",
            ("show",),
            "$y'' = (x^2\\/4 + a) y$ with $a = -nu - 1\\/2 = 0$ for $nu = -1\\/2$: the sums are "
            "the coefficients $d_n$ of the power series of $e^(-x^2\\/4) pi^(-1\\/2) sum_k (-x)^k "
            "M_k\\/k!$, and the coefficients of $x^n$ in $y'' - x^2 y\\/4$ vanish for every $n$: "
            "$d_2 = d_3 = 0$ and $n (n - 1) d_n = d_(n - 4)\\/4$",
        ),
    ),
    obligations=(
        Obligation(
            f"{_ID}.statement",
            "Weber's equation, coefficient by coefficient",
            WEBER,
            WEBER_PROOF,
        ),
    ),
    satisfiable=Attempt(
        f"{_ID}.satisfiable",
        "the hypotheses hold for $M = V = g = 0$",
        WEBER,
        Witness({}, _NOTHING),
    ),
    assumes=(
        "DLMF 12.5.1 with $a = 0$: $D_(-1\\/2)(x) = e^(-x^2\\/4) pi^(-1\\/2) integral_0^infinity "
        "t^(-1\\/2) e^(-t^2\\/2 - x t) dif t$, where sum and integral may be exchanged "
        "(`weierstrass.entire`)",
        "power series that converge everywhere are multiplied and differentiated term by term",
    ),
    cites=("weierstrass.closed_form", "weierstrass.entire"),
    notes=(
        "That it is entire, as every solution is: `weierstrass.weber.entire`.",
        "The data below are trivial: the moments $M_k$ themselves are values of $Gamma$, which the "
        "kernel has not.",
    ),
)
ENTIRE_CLAIM = Claim(
    id=f"{_ID}.entire",
    kind="theorem",
    title="Parabolic cylinder functions are entire",
    source=_SOURCE,
    statement=_PRINTED,
    readings=(
        Reading("$m_n = abs(d_n) >= 0$", ("given", 0)),
        Reading("$A = abs(a) >= 0$, for any complex $a$", ("given", 1)),
        Reading(
            "parabolic cylinder functions",
            ("given", 2),
            "the solutions $sum_n d_n x^n$ of $y'' = (x^2\\/4 + a) y$, real or complex: "
            "$(n + 1)(n + 2) d_(n + 2) = a d_n + d_(n - 2)\\/4$; of it only the inequality of the "
            "moduli is needed. $D_(-1\\/2)$ is the case $a = 0$",
        ),
        Reading("every argument with $abs(x) <= R$", ("given", 3)),
        Reading("$P_k = R^k$: $P_0 = 1$", ("given", 4)),
        Reading("$P_(k + 1) = R P_k$", ("given", 5)),
        Reading(
            "are entire: no poles, no branch cuts",
            ("show",),
            "$sum_k abs(d_k) R^k$ converges for every $R$, whatever $d_0$ and $d_1$ are: the power "
            "series at 0 is the function, with a value everywhere",
        ),
    ),
    obligations=(
        Obligation(
            f"{_ID}.entire.series",
            "$sum_(k <= n) abs(d_k) R^k$ stays bounded, for every $R >= 0$ and every $a$",
            ENTIRE,
            ENTIRE_PROOF,
        ),
    ),
    controls=(
        Control(
            Attempt(
                f"{_ID}.entire.control.equation",
                "without Weber's equation: all $m_k = 1$, $R = 1$",
                statement(
                    ENTIRE["vars"],
                    [*ENTIRE["given"][:2], *ENTIRE["given"][3:]],
                    ENTIRE["show"],
                    ENTIRE["functions"],
                ),
                Witness({"R": 1, "A": 0}, _ONES),
                script=COUNTS,
            ),
            "hypothesis dropped",
        ),
    ),
    satisfiable=Attempt(
        f"{_ID}.entire.satisfiable",
        "the hypotheses hold for $m = 0$, $R = 1$, $A = 0$",
        ENTIRE,
        Witness({"R": 1, "A": 0}, {**_ONES, "m": (("p",), "0")}),
    ),
    assumes=(
        "a power series that converges absolutely for every argument is an entire function",
        "the solutions of $y'' = (x^2\\/4 + a) y$ are these power series: two of them, with "
        "$d_0, d_1 = 1, 0$ and $0, 1$, span all solutions",
    ),
)
