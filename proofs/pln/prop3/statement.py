"""Networks of units with the values 1 and -1 (A.6): what both bounds say, for every n, L, eps, f.

LN-2 with sigma = 0 taken to [1, -1], and LS-1 with 0 taken to 1, are +-1 by the sign of one affine
function, so alpha^T phi(w x + b) = beta plus(u x + v) with plus(t) = 1 for t >= 0, else -1.
The proofs are in :mod:`proofs.pln.prop3.bounds`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from constructions.adversaries import ramp
from constructions.exact import Surd
from constructions.layers import LayerNorm, LayerScaling
from constructions.terms import Json, Term, app, conj, every, implies, total, var
from proofs.pln.bound import LIPSCHITZ, WIDTH
from proofs.pln.symbols import LEVEL, L, N, S, eps, f, jump, offset, x
from proofs.pln.symbols import k as k_
from proofs.pln.thm1.sums import reals
from proofs.trees.script import statement

n, i = var("n"), var("i")
PAIR = LayerNorm(2, Surd.of(0), at_zero=(1, -1))  #: LN-2 with the convention of A.6
SINGLE = LayerScaling(1, Surd.of(0), at_zero=1)  #: LS-1 with the convention of A.6


def plus(at: Term) -> Term:
    """1 for at >= 0, else -1, as a polynomial in the sign."""
    return 1 + S.sign(at) - S.sign(at) * S.sign(at)


@dataclass(frozen=True)
class Kind:
    """One layer of A.6: the unit as the layer computes it, and its beta, u and v.

    ``unit(i, x)`` is alpha_i^T phi(w_i x + b_i); it equals beta_i plus(u_i x + v_i).
    """

    functions: dict[str, int]
    unit: Callable[[Term, Term], Term]
    beta: Callable[[Term], Term]
    inner: Callable[[Term, Term], Term]

    def G(self, at: Term) -> Term:
        """sum_{i=1}^n alpha_i^T phi(w_i x + b_i)."""
        return total("i", 1, n, self.unit(i, at))


def _at(name: str, index: Term) -> Term:
    return app(name, index)


def normed(first: Term, second: Term) -> tuple[Term, Term]:
    """LN-2([first, second]), as the layer is defined."""
    z1, z2 = PAIR.apply(S, [first, second])
    return z1, z2


def scaled(at: Term) -> Term:
    """LS-1([at]), as the layer is defined."""
    return SINGLE.apply(S, [at])[0]


def pair_inner(which: int, index: Term, at: Term) -> Term:
    """The first or the second number that unit ``index`` of LN-2 normalizes."""
    return _at(f"w{which}", index) * at + _at(f"b{which}", index)


def _pair_unit(index: Term, at: Term) -> Term:
    z1, z2 = normed(pair_inner(1, index, at), pair_inner(2, index, at))
    return _at("alpha1", index) * z1 + _at("alpha2", index) * z2


LN2 = Kind(
    functions=dict.fromkeys(("alpha1", "alpha2", "w1", "w2", "b1", "b2"), 1),
    unit=_pair_unit,
    beta=lambda index: _at("alpha1", index) - _at("alpha2", index),
    inner=lambda index, at: pair_inner(1, index, at) - pair_inner(2, index, at),
)
LS1 = Kind(
    functions=dict.fromkeys(("alpha", "w", "b"), 1),
    unit=lambda index, at: _at("alpha", index) * scaled(_at("w", index) * at + _at("b", index)),
    beta=lambda index: _at("alpha", index),
    inner=lambda index, at: _at("w", index) * at + _at("b", index),
)


# --- the lower bounds ----------------------------------------------------------------------------

GIVEN = [eps > 0, L >= 0, N.equals(S.floor(L / (2 * eps))), n >= 0]
LOWER_SORTS = {"n": "int", "N": "int", "L": "real", "eps": "real"}
_first, _second = var("u"), var("v")


def in_class(level: Term) -> Json:
    """level + L x is L-Lipschitz."""
    gap = S.abs(ramp(_first, L, level) - ramp(_second, L, level))
    inside = [_first >= 0, _first <= 1, _second >= 0, _second <= 1]
    return reals("u v", implies(*inside, gap <= L * S.abs(_first - _second)))


def close(kind: Kind, level: Term) -> Json:
    """G is closer than eps to level + L x on [0, 1]."""
    near = S.abs(kind.G(x) - ramp(x, L, level)) < eps
    return every("x", "real", implies(x >= 0, x <= 1, near))


def lower(kind: Kind, level: Term, least: Term) -> Json:
    """Any network that is close to the ramp has at least ``least`` units."""
    show = conj(in_class(level), implies(close(kind, level), least <= n))
    return statement(LOWER_SORTS, GIVEN, show, kind.functions)


# --- the upper bound -----------------------------------------------------------------------------

UPPER_SORTS = {"N": "int", "L": "real", "eps": "real"}


def pair_step(at: Term) -> Term:
    """alpha^T LN-2([t, -t]) with alpha = [1, 0]."""
    return normed(at, -at)[0]


Unit = Callable[[Term], Term]
#: the units of A.1 with the convention of A.6, by the name of the claim
UNITS: dict[str, Unit] = {"pln.prop3": pair_step, "pln.prop4": scaled}


def stepped(unit: Unit, high: Term) -> Term:
    """sum_{k=1}^{high} alpha_hat_k unit(x - k/N)."""
    return total("k", 1, high, jump(k_) * unit(offset(k_)))


def network(unit: Unit) -> Term:
    """The network of Lemma 2 with these units."""
    return stepped(unit, N - 1) + LEVEL * unit(x + 1)


BOUND = L / (2 * N)


def upper(unit: Unit) -> Json:
    near = S.abs(network(unit) - f(x)) <= BOUND
    everywhere = every("x", "real", implies(x >= 0, x <= 1, near))
    given = [eps > 0, WIDTH, LIPSCHITZ]
    return statement(UPPER_SORTS, given, conj(BOUND < eps, everywhere), {"f": 1})
