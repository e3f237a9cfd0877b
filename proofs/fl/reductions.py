"""Both reductions as text: layer by layer, z_i = c y_i with some c > 0 (Prop. 1' and 2').

z_i is what the normalised network normalises in layer i, y_i what stands there in the reduced one;
a_i and p_i are what they hand on.  In Prop. 1' the reduced network hands on y_i itself, called p_i.
The texts are put in front of those of the proofs; FACTS has the names of what they use.
"""

from __future__ import annotations

from textwrap import indent

from proofs.fl.activation import SCALES
from proofs.fl.networks import NET
from proofs.library.vectors import leaky, positive_widths

FACTS = {
    "leaky": leaky(),
    "widths": positive_widths(),
    "unbiased": NET.no_bias,
    "a_start": NET.starts(NET.a),
    "p_start": NET.starts(NET.p),
    "z_layers": NET.layers(NET.z, NET.a),
    "p_layers": NET.layers(NET.p, NET.p),
    "normalised": NET.scale_normalised,
    "nonzero": NET.nowhere_zero,
    "output": NET.scaled_output,
    "y_layers": NET.layers(NET.y, NET.p),
    "z_means": NET.means(NET.z),
    "y_means": NET.means(NET.y),
    "standardised": NET.layer_normalised,
    "varying": NET.nowhere_constant,
    "shifted": NET.shifted,
    "standard_output": NET.standard_output,
}


def _activated(of: str) -> str:
    """rho(c t) = c rho(t) at the layer's sum."""
    return f"""have equal: rho(A + b(m, k)) = rho(c*(P + b(m, k))) by products, bias
  show by equal, scale(c, P + b(m, k)), z_layers(m, k), {of}_layers(m, k)"""


def one_layer(of: str, ends: str = "", factor: str = "c") -> str:
    """z_m = c y_m where a_(m-1) = c p_(m-1); or ``factor`` y_m, a term in c."""
    return f"""
have layer: for all m: int, c: real, 1 <= m => m <= L => c > 0 => (m - 1 = 0 => c = 1) =>
    (for all q in 1..d(m - 1), a(m - 1, q) = c*p(m - 1, q)) =>
    for all k in 1..d(m), z(m, k) = {factor}*{of}(m, k):
  let A = sum(j = 1..d(m - 1), U(m, k, j)*a(m - 1, j))
  let P = sum(j = 1..d(m - 1), U(m, k, j)*p(m - 1, j))
  use widths(m - 1)
  have before: for all q in 1..d(m - 1), a(m - 1, q) = c*p(m - 1, q)
  have products: A = c*P by weighted_proportional(
      j -> U(m, k, j), j -> a(m - 1, j), j -> p(m - 1, j), c, 1, d(m - 1)), before
  have bias: b(m, k) = c*b(m, k):
    cases m - 1 = 0:
      have c = 1
    have b(m, k) = 0 by unbiased(m, k), m - 1 != 0
  {ends or _activated(of)}
"""


def handed(of: str, normalised: str, factor: str = "r") -> str:
    """a_i = c p_i in every layer, from z_i = c y_i and what ``normalised`` says of a_i."""
    return f"""
have handed: for all i: int, 0 <= i => i <= L => exists c: real, c > 0 and (i = 0 => c = 1) and
    (for all q in 1..d(i), a(i, q) = c*p(i, q)) by induction on i:
  base:
    take 1
    have each: for all q in 1..d(0), a(0, q) = 1*p(0, q):
      use a_start(q), p_start(q)
  step:
    obtain r from ih
    have multiple: for all q in 1..d(i), a(i, q) = r*p(i, q)
    let m = i + 1
    have first: i = 0 => r = 1
    have start: m - 1 = 0 => r = 1:
      have i = 0
      use first
    have before: for all q in 1..d(m - 1), a(m - 1, q) = r*p(m - 1, q) by multiple
    use layer(m, r)
    have multiple: for all k in 1..d(m), z(m, k) = {factor}*{of}(m, k)
    use widths(m)
{indent(normalised, "    ")}
"""


#: a_i = c p_i in every layer of the networks of Eq. 13 and 14
SCALE = (
    SCALES
    + one_layer("p")
    + handed(
        "p",
        """
obtain o from nonzero(m)
let N = sqrt(sum(j = 1..d(m), z(m, j)^2))
have 0 < sum(j = 1..d(m), z(m, j)^2) by squares_positive(j -> z(m, j), 1, d(m), o)
have N > 0
take sqrt(d(m))*r/N
have positive: sqrt(d(m))*r/N > 0
have each: for all q in 1..d(m), a(m, q) = sqrt(d(m))*r/N*p(m, q):
  use multiple(q), normalised(m, q)
""",
    )
)

#: mu(z_i) = r mu(y_i) where z_i = r y_i
MEANS = """
have means: for all i: int, r: real, 1 <= i => i <= L =>
    (for all k in 1..d(i), z(i, k) = r*y(i, k)) => muz(i) = r*muy(i):
  have multiple: for all k in 1..d(i), z(i, k) = r*y(i, k)
  use widths(i)
  have total: sum(j = 1..d(i), z(i, j)) = r*sum(j = 1..d(i), y(i, j))
    by sum_proportional(j -> z(i, j), j -> y(i, j), r, 1, d(i)), multiple
  show by total, z_means(i), y_means(i)
"""
#: z_m varies, so that the factor of a_m = c p_m is r over its standard deviation; then each a_m
VARIES = """
use means(m, r)
obtain o from varying(m)
let V = sum(j = 1..d(m), (z(m, j) - muz(m))^2)
have 0 < V by squares_positive(j -> z(m, j) - muz(m), 1, d(m), o)
have sqrt(V/d(m)) > 0
take r/sqrt(V/d(m))
have positive: r/sqrt(V/d(m)) > 0
have each: for all q in 1..d(m), a(m, q) = r/sqrt(V/d(m))*p(m, q):
"""
#: a_i = c p_i in every layer of the networks of Eq. 17 and 18
STANDARD = (
    SCALES
    + one_layer("y")
    + MEANS
    + handed(
        "y",
        VARIES + "  use multiple(q), standardised(m, q), shifted(m, q)\n",
    )
)


def multiple(of: str, e: str) -> str:
    """z_e = r y_e with r > 0."""
    return f"""
obtain r from handed({e} - 1)
use layer({e}, r)
have multiple: for all k in 1..d({e}), z({e}, k) = r*{of}({e}, k)
use widths({e})
"""


def norms(e: str) -> str:
    """||z_e|| = r ||p_e||, both positive, where z_e = r p_e is not 0."""
    return (
        multiple("p", e)
        + f"""
obtain o from nonzero({e})
have p({e}, o) != 0 by multiple(o), z({e}, o) != 0, r > 0
let Z = sum(j = 1..d({e}), z({e}, j)^2)
let P = sum(j = 1..d({e}), p({e}, j)^2)
have 0 < P by squares_positive(j -> p({e}, j), 1, d({e}), o)
have squares: Z = r^2*P
  by sum_proportional(j -> z({e}, j)^2, j -> p({e}, j)^2, r^2, 1, d({e})), multiple
have norms: sqrt(Z) = r*sqrt(P) by root_scale(r, P, Z), squares
have 0 < sqrt(P)
"""
    )


def deviations(e: str) -> str:
    """sigma(z_e) = r sigma(y_e), both positive, and mu(z_e) = r mu(y_e), where z_e = r y_e."""
    return (
        multiple("y", e)
        + f"""
have means: muz({e}) = r*muy({e}) by means({e}, r)
obtain o from varying({e})
have y({e}, o) != muy({e}) by multiple(o), means, z({e}, o) != muz({e})
let Z = sum(j = 1..d({e}), (z({e}, j) - muz({e}))^2)
let Y = sum(j = 1..d({e}), (y({e}, j) - muy({e}))^2)
have 0 < Y by squares_positive(j -> y({e}, j) - muy({e}), 1, d({e}), o)
have each: for all k in 1..d({e}), (z({e}, k) - muz({e}))^2 = r^2*(y({e}, k) - muy({e}))^2:
  use multiple(k)
have squares: Z = r^2*Y by sum_proportional(
    j -> (z({e}, j) - muz({e}))^2, j -> (y({e}, j) - muy({e}))^2, r^2, 1, d({e})), each
have quotients: Z/d({e}) = r^2*(Y/d({e})) by squares
have 0 < Y/d({e})
have roots: sqrt(Z/d({e})) = r*sqrt(Y/d({e})) by root_scale(r, Y/d({e}), Z/d({e})), quotients
have 0 < sqrt(Y/d({e}))
"""
    )
