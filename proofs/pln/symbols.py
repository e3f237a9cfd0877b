"""The symbols of Appendix A.1 as kernel terms, for a symbolic number N of units."""

from __future__ import annotations

from constructions.pln import alpha_hat, alpha_hat_last, b_hat, midpoint, unit_on_line
from constructions.terms import Term, TermSystem, app, total, var

S = TermSystem()
N, d, m, k = var("N"), var("d"), var("m"), var("k")
x, t, L, eps, delta, lam, c, eta = (
    var(name) for name in ("x", "t", "L", "eps", "delta", "lam", "c", "eta")
)
ZERO, ONE = S.const(0), S.const(1)
h = 1 / N  #: the width of a cell
IN_UNIT_INTERVAL = [x >= 0, x <= 1]


def f(at: Term) -> Term:
    """The uninterpreted target function."""
    return app("f", at)


def y(index: Term | int) -> Term:
    """f at the midpoint of cell ``index``."""
    return f(midpoint(S.const(index) if isinstance(index, int) else index, N))


def jump(index: Term) -> Term:
    """alpha_hat_index of Eq. 8."""
    return alpha_hat(y, index)


LEVEL = alpha_hat_last(y, N)  #: alpha_hat_N of Eq. 9


def offset(index: Term) -> Term:
    """x + b_hat_index, the signed distance from breakpoint index/N."""
    return x + b_hat(index, N)


def signs(high: Term) -> Term:
    """sum_{k=1}^{high} alpha_hat_k sign(x - k/N)."""
    return total("k", 1, high, jump(k) * S.sign(offset(k)))


def jumps(high: Term) -> Term:
    """sum_{k=1}^{high} |alpha_hat_k|."""
    return total("k", 1, high, S.abs(jump(k)))


G_HAT = signs(N - 1) + LEVEL * S.sign(x + 1)  #: the sign network of Lemma 2


def layer_norm_unit(at: Term, small: Term = delta) -> Term:
    """alpha^T LN-d([t, -t, 0, ..., 0]) for symbolic d."""
    return unit_on_line(S, at, d, small)
