"""The moments of f_sigma, and why their series converges for every argument: statement, script."""

from __future__ import annotations

from constructions.terms import Json, Term, app, conj, every, exists, implies, var
from proofs.language.elaboration import written
from proofs.library.vectors import ONE, ZERO, S, every_real
from proofs.trees.script import (
    statement,
)
from proofs.weierstrass.series import N0, TAIL, R, n, partial

C = var("C")
FUNCTIONS = {"M": 1, "T": 1}


def M(at: Term) -> Term:
    """int_0^oo u^(k - 1/2) exp(-u^2/2) du."""
    return app("M", at)


def T(at: Term) -> Term:
    """R^k/k!."""
    return app("T", at)


def Q(at: Term) -> Term:
    return M(at) * T(at)


def _from_0(formula: Json) -> Json:
    return every("n", "int", implies(n >= 0, formula))


MOMENTS = _from_0(M(n + 2).equals((n + S.const(1) / 2) * M(n)))
POWERS = _from_0(((n + 1) * T(n + 1)).equals(R * T(n)))
GIVEN = [M(ZERO) >= 0, M(ONE) >= 0, MOMENTS, R >= 0, T(ZERO).equals(1), POWERS]
_LATE = every("n", "int", implies(n >= N0, partial(Q, 0, n) <= C))
SUMS = exists("C", "real", exists("N0", "int", conj(N0 >= 0, _LATE)))
MAIN = statement({"R": "real"}, GIVEN, SUMS, FUNCTIONS)

a, b, u = var("a"), var("b"), var("u")
#: Re (a + ib - u)^2 = (a - u)^2 - b^2, so the modulus of the Gaussian is exp of minus half of it
MODULUS = statement(
    {"a": "real", "b": "real", "u": "real"},
    [],
    S.exp(-((a - u) ** 2 - b**2) / 2).equals(S.exp(b**2 / 2) * S.exp(-((a - u) ** 2) / 2)),
)
MODULUS_PROOF = written(MODULUS, "use exp_sum(b^2/2, -((a - u)^2)/2)")
#: (u - z)^2 = u^2 - 2 u z + z^2: the Gaussian is exp(-z^2/2) exp(-u^2/2) exp(u z)
z = var("z")
SPLIT = statement(
    {"u": "real", "z": "real"},
    [],
    S.exp(-((u - z) ** 2) / 2).equals(S.exp(-(z**2) / 2) * S.exp(-(u**2) / 2) * S.exp(u * z)),
)
SPLIT_PROOF = written(SPLIT, "use exp_sum(-(z^2)/2 - u^2/2, u*z), exp_sum(-(z^2)/2, -(u^2)/2)")


# --- why the printed reason is not enough --------------------------------------------------------

c, A = var("c"), "A"
_x, _y = var("x"), var("y")


def modulus_of(at: Term, beside: Term) -> Term:
    """|K(x + iy)| for a kernel K, which is a function of a complex argument."""
    return app(A, at, beside)


def cubic(at: Term, beside: Term) -> Term:
    """``|K(x + iy)|`` for ``K(w) = exp(-w^2/2 + i c w^3)``: exp of the real part."""
    return S.exp(-(at**2 - beside**2) / 2 - c * (3 * at**2 * beside - beside**3))


KERNEL = every_real(("x", "y"), modulus_of(_x, _y).equals(cubic(_x, _y)))
ON_THE_LINE = every("x", "real", modulus_of(_x, S.const(0)) <= S.exp(-(_x**2) / 2))
#: what an integral over u >= 1 of u^(-1/2) A(u - a, -b) that is finite has at least
_SMALL = exists("u", "real", conj(u >= 1, modulus_of(u - a, -b) < S.sqrt(u)))
REASON = statement({"c": "real"}, [KERNEL, ON_THE_LINE], every_real(("a", "b"), _SMALL), {A: 2})


#: 1 + ... + 1 is above every C
COUNTS = """
fix C, M
take M + floor(|C|) + 1
have count: for all n: int, 0 <= n => sum(k = 0..n, 1^2) = n + 1 by induction on n
have above: |C| < floor(|C|) + 1
show by count(M + floor(|C|) + 1), above, 0 <= M
"""

MAIN_PROOF = written(
    MAIN,
    f"""
have signs: for all n: int, 0 <= n => 0 <= M(n) and 0 <= M(n + 1) and 0 <= T(n) by induction on n:
  step:
    have here: 0 <= M(n) and 0 <= M(n + 1) and 0 <= T(n) by ih
    have top: 0 <= R*T(n) by here
    have next: (n + 1)*T(n + 1) = R*T(n) by power(n)
    have 0 <= T(n + 1) by top, next
    have 0 <= (n + 1/2)*M(n) by here
    use moment(n)
have falls: for all n: int, 0 <= n => 0 <= Q(n) and (n + 2)*Q(n + 2) <= R^2*Q(n):
  fix n
  have here: 0 <= M(n) and 0 <= T(n) by signs(n)
  have after: 0 <= T(n + 1) by signs(n + 1)
  have first: (n + 1)*T(n + 1) = R*T(n) by power(n)
  have second: (n + 2)*T(n + 2) = R*T(n + 1) by power(n + 1)
  have 0 <= M(n)*T(n) by here
  have step: 0 <= R*T(n + 1) by after
  have product: 0 <= M(n)*(R*T(n + 1)) by step, here
  have next: (n + 2)*(M(n + 2)*T(n + 2)) = (n + 1/2)*(M(n)*(R*T(n + 1))) by moment(n), second
  have last: (n + 1)*(M(n)*(R*T(n + 1))) = R^2*(M(n)*T(n)) by first
{TAIL}
let s = floor(4*R^2) + 1
have start: 0 <= s
have beyond: s + 2 >= 4*R^2
take sum(k = 0..s + 1, Q(k)) + (Q(s + 1) + Q(s))/3
take s + 1
have bounded: for all n: int, s + 1 <= n =>
    sum(k = 0..n, Q(k)) <= sum(k = 0..s + 1, Q(k)) + (Q(s + 1) + Q(s))/3:
  fix n
  show by tail(0, s, n - 1), falls(n), falls(n - 1), start, beyond
show by bounded, start
""",
    {"moment": MOMENTS, "power": POWERS},
    Q=Q,
)
