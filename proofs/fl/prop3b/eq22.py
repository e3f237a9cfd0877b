"""Eq. 22: a pre-activation LN network shifts in all layers but the last (Prop. 3.B)."""

from __future__ import annotations

from constructions.terms import conj, every, implies
from proofs.fl.activation import SCALES
from proofs.fl.networks import LAST, NET, Layers, not_constant
from proofs.fl.reductions import FACTS, MEANS, VARIES, deviations, handed, one_layer
from proofs.fl.vanilla.networks import PAIR
from proofs.language.elaboration import written
from proofs.library.vectors import L, ell, i, k, leaky, positive_widths, rho, standardised, width
from proofs.trees.script import Json, statement


def _shifted_after(vector: Layers, before: Layers) -> Json:
    """p_i = rho(s(y_i))."""
    gap = before(i, k) - before.mean(i)
    inside = conj(i >= 1, i <= L, k >= 1, k <= width(i))
    return every("i", "int", every("k", "int", implies(inside, vector(i, k).equals(rho(gap)))))


def _affine(after: Layers, before: Layers) -> Json:
    inside = conj(i >= 1, i <= L, k >= 1, k <= width(i))
    equation = after(i, k).equals(NET.affine(i, k, before))
    return every("i", "int", every("k", "int", implies(inside, equation)))


SHIFTED = _shifted_after(NET.p, NET.y)
OUTPUT = every(
    "k",
    "int",
    implies(
        conj(k >= 1, k <= width(L), not_constant(NET.y, L)),
        NET.g(k).equals(rho(standardised(width(L), NET.y.of(L), NET.y.mean(L), k))),
    ),
)
NORMALISED = [
    leaky(),
    L >= 1,
    positive_widths(),
    NET.no_bias,
    NET.starts(NET.a),
    _affine(NET.z, NET.a),
    NET.means(NET.z),
    PAIR.pre_normalised,
    NET.nowhere_constant,
]  #: a network with pre-activation layer normalisation in each layer
EQ22 = statement(
    {"L": "int", "l": "int", "beta": "real"},
    [
        *NORMALISED,
        NET.starts(NET.p),
        _affine(NET.y, NET.p),
        NET.means(NET.y),
        SHIFTED,
        OUTPUT,
        *LAST,
    ],
    NET.a(L, ell).equals(NET.g(ell)),
    NET.functions("z", "a", "muz", "y", "p", "muy", "g"),
)


#: z_L = c y_L with c > 0, so n_MV(z_L) = n_MV(y_L)
TEXT = (
    SCALES
    + one_layer("y", "show by products, bias, z_layers(m, k), y_layers(m, k)")
    + MEANS
    + """
have alike: for all s, t: real, s = t => rho(s) = rho(t)
"""
    + handed(
        "y",
        VARIES
        + """\
  have gap: (z(m, q) - muz(m))/sqrt(V/d(m)) = r/sqrt(V/d(m))*(y(m, q) - muy(m))
    by multiple(q), means(m, r)
  show by alike((z(m, q) - muz(m))/sqrt(V/d(m)), r/sqrt(V/d(m))*(y(m, q) - muy(m))),
    standardised(m, q), shifted(m, q), scale(r/sqrt(V/d(m)), y(m, q) - muy(m))
""",
    )
    + deviations("L")
    + """
have some: exists j: int, 1 <= j and j <= d(L) and y(L, j) != muy(L):
  take o
have equal: (z(L, l) - muz(L))/sqrt(Z/d(L)) = (y(L, l) - muy(L))/sqrt(Y/d(L))
  by multiple(l), means, roots, r > 0, 0 < sqrt(Y/d(L))
show by alike((z(L, l) - muz(L))/sqrt(Z/d(L)), (y(L, l) - muy(L))/sqrt(Y/d(L))),
  standardised(L, l), standard_output(l)
"""
)
eq22_script = written(
    EQ22,
    TEXT,
    FACTS
    | {
        "z_layers": _affine(NET.z, NET.a),
        "y_layers": _affine(NET.y, NET.p),
        "standardised": PAIR.pre_normalised,
        "shifted": SHIFTED,
        "standard_output": OUTPUT,
    },
    d=width,
)
