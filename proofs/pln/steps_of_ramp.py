"""One ramp from K sigmoidal units, and how near they are.

A bounded function sig with limits 0 and 1 need not be continuous, nor be between 0 and 1.  On the
breakpoints (2k - 1)/(2K), k = 1, ..., K, and steep enough, K units of it are uniformly close to
the ramp max(0, min(1, t)): at every t all units but one are near 0 or 1, and one unit counts 1/K.
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import (
    Json,
    Term,
    app,
    every,
    exists,
    implies,
    total,
    var,
)
from proofs.language.elaboration import Written, written
from proofs.pln.symbols import ZERO, S

B, eta, T, K, lam, t, u, e = (var(name) for name in ("B", "eta", "T", "K", "lam", "t", "u", "e"))
k = var("k")
Unit = Callable[[Term], Term]


def sig(at: Term) -> Term:
    """Any function of one variable."""
    return app("sig", at)


def ramp(at: Term) -> Term:
    """max(0, min(1, t)), a continuous sigmoidal function."""
    return S.maximum(ZERO, S.minimum(S.const(1), at))


def place(index: Term) -> Term:
    """The breakpoint (2k - 1)/(2K)."""
    return (2 * index - 1) / (2 * K)


def steps(unit: Unit, at: Term, high: Term = K) -> Term:
    """sum_{k=1}^{high} (1/K) sig(lam t - lam (2k - 1)/(2K))."""
    return total("k", 1, high, 1 / K * unit(lam * at - lam * place(k)))


# --- what is assumed of the unit -----------------------------------------------------------------


def bounded_by(unit: Unit) -> Json:
    """|sig(u)| <= B for all u."""
    return every("u", "real", S.abs(unit(u)) <= B)


def right_of(unit: Unit) -> Json:
    """sig is within eta of 1 from T on."""
    return every("u", "real", implies(u >= T, S.abs(unit(u) - 1) <= eta))


def left_of(unit: Unit) -> Json:
    """sig is within eta of 0 up to -T."""
    return every("u", "real", implies(u <= -T, S.abs(unit(u)) <= eta))


def bounded(unit: Unit) -> Json:
    """Some B bounds |sig|."""
    return exists("B", "real", bounded_by(unit))


def limit(unit: Unit, side: int) -> Json:
    """sig(+oo) = 1 (side 1) or sig(-oo) = 0 (side -1)."""
    far = implies(u > T, S.abs(unit(u) - 1) < eta)
    if side < 0:
        far = implies(u < -T, S.abs(unit(u)) < eta)
    beyond = exists("T", "real", every("u", "real", far))
    return every("eta", "real", implies(eta > 0, beyond))


# --- the bound -----------------------------------------------------------------------------------


def premises(unit: Unit) -> list[Json]:
    """K units with lam = 2 K T, each within eta of its limits beyond T."""
    return [
        K > 0,
        T > 0,
        eta >= 0,
        lam.equals(2 * K * T),
        bounded_by(unit),
        right_of(unit),
        left_of(unit),
    ]


def close(unit: Unit) -> Json:
    """For all t: |sum of the K units - ramp| <= eta + (B + 1)/K."""
    return every("t", "real", S.abs(steps(unit, t) - ramp(t)) <= eta + (B + 1) / K)


#: right of m/K all of the first m units are near 1; left of it the sum is near max(0, t), up to one
CLOSE = """
have cell: 0 < 1/K
have 0 <= B by bounded(t), search
have each: for all k: int, 1 <= k => |unit(t, k)| <= B and
    (t >= k/K => |unit(t, k) - 1| <= eta) and (t <= (k - 1)/K => |unit(t, k)| <= eta):
  fix k
  let u = lam*t - lam*place(k)
  have where: u = T*(2*K*t - 2*k + 1)
  use bounded(u)
  have t >= k/K => |unit(t, k) - 1| <= eta:
    have 2*K*t - 2*k >= 0
    have u >= T by where, 2*K*t - 2*k >= 0, 0 < T
    use right(u)
  have t <= (k - 1)/K => |unit(t, k)| <= eta:
    have 2*k - 2 - 2*K*t >= 0
    have u <= -T by where, 2*k - 2 - 2*K*t >= 0, 0 < T
    use left(u)
let c = 1/K
have scaled: for all v, w: real, |v| <= w => |c*v| <= c*w:
  have c*|v| <= c*w
  show by abs_product(c, v), cell, c*|v| <= c*w
have spread: 0 <= c*eta
have all: for all m: int, 0 <= m => (m*c <= t => |steps(t, m) - m*c| <= m*c*eta) and
    (t < m*c => |steps(t, m) - max(0, t)| <= m*c*eta + c*(B + 1)) by induction on m:
  base:
    have steps(t, 0) = 0
    have 0 <= c*(B + 1)
  step:
    let v = unit(t, m + 1)
    use here: each(m + 1)
    have next: steps(t, m + 1) = steps(t, m) + c*v
    have after: (m + 1)*c <= t => |steps(t, m + 1) - (m + 1)*c| <= (m + 1)*c*eta:
      have |v - 1| <= eta
      have one: |c*(v - 1)| <= c*eta by scaled(v - 1, eta)
      have m*c <= t
      have before: |steps(t, m) - m*c| <= m*c*eta
      show by next, one, before
    have within: t < (m + 1)*c => |steps(t, m + 1) - max(0, t)| <= (m + 1)*c*eta + c*(B + 1):
      cases inside: m*c <= t:
        have before: |steps(t, m) - m*c| <= m*c*eta
        have |v| <= B
        have one: |c*v| <= c*B by scaled(v, B)
        have 0 <= t
        show by next, one, before, inside, spread, t < (m + 1)*c, 0 <= t
      have before: |steps(t, m) - max(0, t)| <= m*c*eta + c*(B + 1)
      have |v| <= eta
      have one: |c*v| <= c*eta by scaled(v, eta)
      show by next, one, before
    show by after, within
have one: K*c = 1
have K*c*eta = eta by one
use whole: all(K)
have 0 <= c*(B + 1)
cases right: K*c <= t:
  have |steps(t, K) - K*c| <= K*c*eta
have |steps(t, K) - max(0, t)| <= K*c*eta + c*(B + 1)
"""


def close_proof(sequent: Json) -> Written:
    """Proof that :func:`premises` imply :func:`close`, for sig."""
    return written(
        sequent,
        CLOSE,
        {"bounded": bounded_by(sig), "right": right_of(sig), "left": left_of(sig)},
        unit=lambda t, k: sig(lam * t - lam * place(k)),
        steps=lambda t, m: steps(sig, t, m),
        place=place,
    )
