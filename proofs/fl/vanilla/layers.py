"""Prop. 3.B as text: layer by layer, both networks hand on multiples, and so err alike.

In both cases layer i multiplies a vector minus its mean by a positive factor, called p: in layer
normalisation 1/sigma.  Pre-activation a_i = c v_i, post-activation z_i = c v_i, with some c > 0.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from constructions.terms import conj, every, exists, var
from proofs.fl.activation import SCALES
from proofs.fl.errors import SAME_ERRORS, C, Logit, error_facts
from proofs.fl.networks import NET
from proofs.fl.vanilla.networks import HEAD, PAIR, any_factor
from proofs.language.elaboration import Written, written
from proofs.library.vectors import c, leaky, positive_widths, width, within
from proofs.trees.script import Json

r = var("r")
Handed = Callable[[str], str]  #: what a layer hands on, the factor being given


def shifted(factor: str) -> str:
    """Post-activation."""
    return f"{factor}*(z(m, k) - muz(m))"


def activated(factor: str) -> str:
    """Pre-activation."""
    return f"rho({shifted(factor)})"


def _factors(handed: Handed, proof: str) -> str:
    return f"""
have factors: for all m: int, 1 <= m => m <= L => exists p: real, p > 0 and
    (for all k in 1..d(m), a(m, k) = {handed("p")}):
{proof}
"""


def layer_normalised(handed: Handed, why: str) -> str:
    """The factors are 1/sigma, which are positive where no vector is constant."""
    return _factors(
        handed,
        f"""
  use widths(m), varying(m)
  obtain o from varying(m)
  have 0 < sum(j = 1..d(m), (z(m, j) - muz(m))^2)
    by squares_positive(j -> z(m, j) - muz(m), 1, d(m), o)
  let D = sqrt(sum(j = 1..d(m), (z(m, j) - muz(m))^2)/d(m))
  have 0 < D
  take 1/D
  have 0 < 1/D
  have each: for all k in 1..d(m), a(m, k) = {handed("(1/D)")}:
    have quotient: (z(m, k) - muz(m))/D = 1/D*(z(m, k) - muz(m))
    use normalised(m, k)
    {why}
""",
    )


#: the quotient by sigma is the product with 1/sigma, inside of the activation or outside
INSIDE = "have rho((z(m, k) - muz(m))/D) = rho(1/D*(z(m, k) - muz(m))) by quotient"
OUTSIDE = "show by quotient, a(m, k) = (z(m, k) - muz(m))/D"


def with_factor(handed: Handed) -> str:
    """Any factors, which are given."""
    return _factors(
        handed,
        f"""
  take f(m)
  use positive(m)
  have each: for all k in 1..d(m), a(m, k) = {handed("f(m)")}:
    use normalised(m, k)
""",
    )


#: a_i = c v_i in every layer, and so for the logits
BEFORE = (
    SCALES
    + """
have layer: for all m: int, c: real, p: real, 1 <= m => m <= L => c > 0 => p > 0 =>
    (m - 1 = 0 => c = 1) => (for all q in 1..d(m - 1), a(m - 1, q) = c*v(m - 1, q)) =>
    (for all k in 1..d(m), a(m, k) = rho(p*(z(m, k) - muz(m)))) =>
    for all k in 1..d(m), a(m, k) = p*c*v(m, k):
  use widths(m), widths(m - 1)
  let A(k) = sum(j = 1..d(m - 1), U(m, k, j)*a(m - 1, j))
  let T(k) = sum(j = 1..d(m - 1), U(m, k, j)*v(m - 1, j))
  have before: for all q in 1..d(m - 1), a(m - 1, q) = c*v(m - 1, q)
  have values: for all k in 1..d(m), z(m, k) = c*(T(k) + b(m, k)):
    have products: A(k) = c*T(k) by weighted_proportional(
        j -> U(m, k, j), j -> a(m - 1, j), j -> v(m - 1, j), c, 1, d(m - 1)), before
    have bias: b(m, k) = c*b(m, k):
      cases m - 1 = 0:
        have c = 1
      have b(m, k) = 0 by unbiased(m, k), m - 1 != 0
    show by z_layers(m, k), products, bias
  have mean: muz(m) = c*(sum(o = 1..d(m), T(o))/d(m) + sum(o = 1..d(m), b(m, o))/d(m)):
    have sum(j = 1..d(m), z(m, j)) = c*sum(o = 1..d(m), T(o) + b(m, o))
      by sum_proportional(j -> z(m, j), o -> T(o) + b(m, o), c, 1, d(m)), values
    show by z_means(m), sum(j = 1..d(m), z(m, j)) = c*sum(o = 1..d(m), T(o) + b(m, o)),
      sum_add(o -> T(o), o -> b(m, o), 1, d(m)), d(m) >= 1
  have projected: sum(j = 1..d(m - 1), V(m, k, j)*v(m - 1, j)) = T(k) - sum(o = 1..d(m), T(o))/d(m)
    by project_rows(i j -> U(m, i, j), j -> v(m - 1, j), d(m), d(m - 1), k), left(m, k),
      sum_equal(j -> V(m, k, j)*v(m - 1, j),
        j -> (U(m, k, j) - sum(i = 1..d(m), U(m, i, j))/d(m))*v(m - 1, j), 1, d(m - 1)), d(m) >= 1
  let P = sum(j = 1..d(m - 1), V(m, k, j)*v(m - 1, j)) + e(m, k)
  have gap: z(m, k) - muz(m) = c*P by values(k), mean, projected, left_bias(m, k), d(m) >= 1
  have normalised: a(m, k) = rho(p*(z(m, k) - muz(m)))
  have argument: rho(p*(z(m, k) - muz(m))) = rho(p*c*P) by gap
  show by normalised, argument, scale(p*c, P), v_layers(m, k), p > 0, c > 0
have handed: for all i: int, 0 <= i => i <= L => exists c: real, c > 0 and (i = 0 => c = 1) and
    (for all q in 1..d(i), a(i, q) = c*v(i, q)) by induction on i:
  base:
    take 1
    have each: for all q in 1..d(0), a(0, q) = 1*v(0, q):
      use a_start(q), v_start(q)
  step:
    obtain r from ih
    have multiple: for all q in 1..d(i), a(i, q) = r*v(i, q)
    let m = i + 1
    have first: i = 0 => r = 1
    have start: m - 1 = 0 => r = 1:
      have i = 0
      use first
    have before: for all q in 1..d(m - 1), a(m - 1, q) = r*v(m - 1, q) by multiple
    obtain p from factors(m)
    have handed_on: for all k in 1..d(m), a(m, k) = rho(p*(z(m, k) - muz(m)))
    use layer(m, r, p)
    take p*r
    have p*r > 0
obtain r from handed(L)
have multiple: for all q in 1..d(L), a(L, q) = r*v(L, q)
use widths(L)
let normal(c) = sum(j = 1..d(L), W(c, j)*a(L, j))
let plain(c) = sum(j = 1..d(L), W(c, j)*v(L, j))
have scaled: for all c in 1..C, normal(c) = r*plain(c):
  show by weighted_proportional(j -> W(c, j), j -> a(L, j), j -> v(L, j), r, 1, d(L)), multiple
"""
)
#: z_i = c v_i in every layer; the logits are multiples of those of the weights P w_c
AFTER = (
    SCALES
    + """
have first: for all m: int, m = 1 => for all k in 1..d(m), z(m, k) = v(m, k):
  use widths(m), widths(m - 1)
  have each: for all o in 1..d(m - 1), U(m, k, o)*a(m - 1, o) = V(m, k, o)*v(m - 1, o):
    show by m = 1, a_start(o), v_start(o), first_weights(k, o)
  have inside: rho(sum(j = 1..d(m - 1), U(m, k, j)*a(m - 1, j)) + b(m, k))
      = rho(sum(j = 1..d(m - 1), V(m, k, j)*v(m - 1, j)) + b(m, k))
    by sum_equal(j -> U(m, k, j)*a(m - 1, j), j -> V(m, k, j)*v(m - 1, j), 1, d(m - 1)), each
  show by z_layers(m, k), v_layers(m, k), inside
have moved: for all m: int, c: real, p: real, 1 <= m => m <= L =>
    (for all k in 1..d(m), z(m, k) = c*v(m, k)) =>
    (for all k in 1..d(m), a(m, k) = p*(z(m, k) - muz(m))) =>
    for all k in 1..d(m), a(m, k) = p*c*(v(m, k) - sum(o = 1..d(m), v(m, o))/d(m)):
  use widths(m)
  have multiple: for all k in 1..d(m), z(m, k) = c*v(m, k)
  have mean: muz(m) = c*(sum(j = 1..d(m), v(m, j))/d(m))
    by z_means(m), sum_proportional(j -> z(m, j), j -> v(m, j), c, 1, d(m)), multiple, d(m) >= 1
  have handed_on: a(m, k) = p*(z(m, k) - muz(m))
  show by handed_on, mean, multiple(k)
have layer: for all m: int, c: real, 2 <= m => m <= L => c > 0 =>
    (for all k in 1..d(m - 1),
      a(m - 1, k) = c*(v(m - 1, k) - sum(o = 1..d(m - 1), v(m - 1, o))/d(m - 1))) =>
    for all k in 1..d(m), z(m, k) = c*v(m, k):
  use widths(m), widths(m - 1)
  let n = d(m - 1)
  let mean = sum(o = 1..n, v(m - 1, o))/n
  have gaps: for all k in 1..n, a(m - 1, k) = c*(v(m - 1, k) - mean)
  have products: sum(j = 1..n, U(m, k, j)*a(m - 1, j))
      = c*sum(j = 1..n, U(m, k, j)*(v(m - 1, j) - mean))
    by weighted_proportional(j -> U(m, k, j), j -> a(m - 1, j), j -> v(m - 1, j) - mean, c, 1, n),
    gaps, n >= 1
  let P = sum(j = 1..n, V(m, k, j)*v(m - 1, j))
  have rows: P = sum(j = 1..n, U(m, k, j)*(v(m - 1, j) - mean))
    by project_weights(j -> U(m, k, j), j -> v(m - 1, j), j -> V(m, k, j), n), right(m, k)
  have bias: b(m, k) = 0 by unbiased(m, k)
  have inside: rho(sum(j = 1..n, U(m, k, j)*a(m - 1, j)) + b(m, k)) = rho(c*(P + b(m, k)))
    by products, rows, bias
  show by z_layers(m, k), v_layers(m, k), inside, scale(c, P + b(m, k))
have handed: for all i: int, 1 <= i => i <= L => exists c: real, c > 0 and
    (for all k in 1..d(i), z(i, k) = c*v(i, k)) by induction on i:
  base:
    have same: for all k in 1..d(1), z(1, k) = v(1, k) by first(1)
    take 1
    have each: for all k in 1..d(1), z(1, k) = 1*v(1, k):
      show by same(k)
  step:
    obtain r from ih
    have multiple: for all k in 1..d(i), z(i, k) = r*v(i, k)
    let m = i + 1
    obtain p from factors(m - 1)
    have before: for all k in 1..d(m - 1), z(m - 1, k) = r*v(m - 1, k) by multiple
    have handed_on: for all k in 1..d(m - 1), a(m - 1, k) = p*(z(m - 1, k) - muz(m - 1))
    use moved(m - 1, r, p)
    have p*r > 0
    use layer(m, p*r)
    take p*r
obtain c from handed(L)
have multiple: for all k in 1..d(L), z(L, k) = c*v(L, k)
obtain p from factors(L)
have handed_on: for all k in 1..d(L), a(L, k) = p*(z(L, k) - muz(L))
use widths(L)
let r = p*c
have 0 < r
let mean = sum(o = 1..d(L), v(L, o))/d(L)
have gaps: for all k in 1..d(L), a(L, k) = r*(v(L, k) - mean) by moved(L, c, p), multiple, handed_on
let normal(c) = sum(j = 1..d(L), W(c, j)*a(L, j))
let plain(c) = sum(j = 1..d(L), M(c, j)*v(L, j))
have scaled: for all c in 1..C, normal(c) = r*plain(c):
  have products: normal(c) = r*sum(j = 1..d(L), W(c, j)*(v(L, j) - mean))
    by weighted_proportional(j -> W(c, j), j -> a(L, j), j -> v(L, j) - mean, r, 1, d(L)), gaps
  have rows: plain(c) = sum(j = 1..d(L), W(c, j)*(v(L, j) - mean))
    by project_weights(j -> W(c, j), j -> v(L, j), j -> M(c, j), d(L)), head(c)
  show by products, rows
"""
)
#: the factor r
MULTIPLE = """
take r
show by scaled, 0 < r
"""
FACTS = {
    "leaky": leaky(),
    "widths": positive_widths(),
    "unbiased": NET.no_bias,
    "a_start": NET.starts(NET.a),
    "v_start": NET.starts(PAIR.v),
    "z_means": NET.means(NET.z),
    "positive": PAIR.positive(any_factor),
    "varying": NET.nowhere_constant,
}


def multiple(normal: Logit, plain: Logit) -> Json:
    """normal(c) = r plain(c) for all classes c, with some r > 0."""
    scaled = every("c", "int", within(C, c, normal(c).equals(r * plain(c))))
    return exists("r", "real", conj(r > 0, scaled))


def _errors(errors: Sequence[Json]) -> dict[str, Json]:
    return error_facts(list(errors)) if errors else {}


def before(sequent: Json, errors: Sequence[Json], normalised: Json, text: str) -> Written:
    """The proof for pre-activation; ``text`` shows that there are positive factors.

    Of equal errors, or, without ``errors``, of :func:`multiple`.
    """
    facts: dict[str, Any] = {
        **FACTS,
        "z_layers": PAIR.affine_layers,
        "v_layers": PAIR.vanilla,
        "left": PAIR.left,
        "left_bias": PAIR.left_bias,
        "normalised": normalised,
        **_errors(errors),
    }
    return written(sequent, text + BEFORE + (SAME_ERRORS if errors else MULTIPLE), facts, d=width)


def after(sequent: Json, errors: Sequence[Json], normalised: Json, text: str) -> Written:
    """The same for post-activation."""
    facts: dict[str, Any] = {
        **FACTS,
        "z_layers": NET.layers(NET.z, NET.a),
        "v_layers": PAIR.vanilla_first_bias,
        "first_weights": PAIR.first,
        "right": PAIR.right,
        "head": HEAD,
        "normalised": normalised,
        **_errors(errors),
    }
    return written(sequent, text + AFTER + (SAME_ERRORS if errors else MULTIPLE), facts, d=width)
