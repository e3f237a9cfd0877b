"""Arbitrary positive radial maps between layers: a_i = f_i z_i with f_i > 0 (Prop. 1').

Nothing is used of the activation but that rho(c t) = phi(c) rho(t) with phi(c) > 0 for c > 0.
"""

from __future__ import annotations

from constructions.terms import Term, app, conj, every, exists, implies, var
from proofs.fl.activation import SCALES
from proofs.fl.networks import NET, Layers, in_all_layers, in_layers, not_zero
from proofs.fl.reductions import FACTS, handed, multiple, one_layer
from proofs.language.elaboration import written
from proofs.library.vectors import (
    L,
    S,
    c,
    i,
    k,
    leaky,
    norm,
    positive_widths,
    rho,
    scaled,
    t,
    width,
)
from proofs.trees.script import Json, statement


def phi(at: Term) -> Term:
    """The factor of the activation."""
    return app("phi", at)


def radius(layer: Term) -> Term:
    """f_i."""
    return app("f", layer)


#: phi(c) > 0 and rho(c t) = phi(c) rho(t) for every c > 0
SCALES_BY = every(
    "c",
    "real",
    implies(c > 0, conj(phi(c) > 0, every("t", "real", rho(c * t).equals(phi(c) * rho(t))))),
)
POSITIVE = in_all_layers(radius(i) > 0)
#: a_i = f_i z_i
RADIAL = in_layers(NET.a(i, k).equals(radius(i) * NET.z(i, k)))


# --- the last layer scale normalised (fl.prop1.sharpened) ----------------------------------------

_END = var("l")


def _output(name: str, vector: Layers, *condition: Json) -> Json:
    """n of a vector of layer L."""
    inside = conj(k >= 1, k <= width(L), *condition)
    value = scaled(width(L), vector.of(L), k)
    return every("k", "int", implies(inside, app(name, k).equals(value)))


NORMALISED = _output("e", NET.z)
REDUCED = _output("g", NET.p, not_zero(NET.p, L))
_NETWORKS = [
    L >= 1,
    positive_widths(),
    NET.no_bias,
    NET.starts(NET.a),
    NET.layers(NET.z, NET.a),
    POSITIVE,
    RADIAL,
]
_REDUCED = [NET.starts(NET.p), NET.layers(NET.p, NET.p)]
_FUNCTIONS = {**NET.functions("z", "a", "p", "g"), "f": 1, "phi": 1, "e": 1}
LAST = statement(
    {"L": "int", "l": "int"},
    [
        SCALES_BY,
        *_NETWORKS,
        *_REDUCED,
        not_zero(NET.z, L),
        NORMALISED,
        REDUCED,
        _END >= 1,
        _END <= width(L),
    ],
    app("e", _END).equals(NET.g(_END)),
    _FUNCTIONS,
)


#: z_L = phi(r) p_L, so that z_L / ||z_L|| = p_L / ||p_L||
LAST_TEXT = (
    """
have scale: for all c, t: real, c > 0 => rho(c*t) = phi(c)*rho(t):
  have both: phi(c) > 0 and (for all t: real, rho(c*t) = phi(c)*rho(t)) by scales(c)
  have each: for all t: real, rho(c*t) = phi(c)*rho(t)
  use each(t)
"""
    + one_layer("p", factor="phi(c)")
    + handed(
        "p",
        """
use positive(m)
have phi(r) > 0 by scales(r)
take f(m)*phi(r)
have each: for all q in 1..d(m), a(m, q) = f(m)*phi(r)*p(m, q):
  use multiple(q), radial(m, q)
""",
        factor="phi(r)",
    )
    + """
obtain r from handed(L - 1)
use layer(L, r)
let s = phi(r)
have multiple: for all k in 1..d(L), z(L, k) = s*p(L, k)
use widths(L)
have s > 0 by scales(r)
obtain o from last_nonzero
have p(L, o) != 0 by multiple(o), z(L, o) != 0, s > 0
let Z = sum(j = 1..d(L), z(L, j)^2)
let P = sum(j = 1..d(L), p(L, j)^2)
have 0 < P by squares_positive(j -> p(L, j), 1, d(L), o)
have squares: Z = s^2*P
  by sum_proportional(j -> z(L, j)^2, j -> p(L, j)^2, s^2, 1, d(L)), multiple
have norms: sqrt(Z) = s*sqrt(P) by root_scale(s, P, Z), squares
have 0 < sqrt(P)
have some: exists j: int, 1 <= j and j <= d(L) and p(L, j) != 0:
  take o
show by last_normalised(l), last_reduced(l), multiple(l), norms, s > 0, 0 < sqrt(P)
"""
)
last_script = written(
    LAST,
    LAST_TEXT,
    FACTS
    | {
        "scales": SCALES_BY,
        "positive": POSITIVE,
        "radial": RADIAL,
        "last_nonzero": not_zero(NET.z, L),
        "last_normalised": NORMALISED,
        "last_reduced": REDUCED,
    },
    d=width,
)


# --- with max{eps, norm} (fl.prop1.maxeps) -------------------------------------------------------

eps = var("eps")


def size(vector: Layers, layer: Term) -> Term:
    """max{eps, ||v_i||}."""
    return S.maximum(eps, norm(width(layer), vector.of(layer)))


STABLE = in_layers(NET.a(i, k).equals(S.sqrt(width(i)) * NET.z(i, k) / size(NET.z, i)))
STABLE_OUTPUT = every(
    "k",
    "int",
    implies(
        conj(k >= 1, k <= width(L)),
        NET.g(k).equals(S.sqrt(width(L)) * NET.p(L, k) / size(NET.p, L)),
    ),
)
MAXEPS_SORTS = {"L": "int", "l": "int", "beta": "real", "eps": "real"}
MAXEPS_GIVEN = [
    leaky(),
    L >= 1,
    positive_widths(),
    NET.no_bias,
    NET.starts(NET.a),
    NET.layers(NET.z, NET.a),
    eps > 0,
    STABLE,
    *_REDUCED,
    STABLE_OUTPUT,
    _END >= 1,
    _END <= width(L),
]
MAXEPS_FUNCTIONS = NET.functions("z", "a", "p", "g")
MAXEPS = statement(MAXEPS_SORTS, MAXEPS_GIVEN, NET.a(L, _END).equals(NET.g(_END)), MAXEPS_FUNCTIONS)
_NZ, _NP = (norm(width(L), vector.of(L)) for vector in (NET.z, NET.p))
_LARGE = conj(eps <= _NZ, eps <= _NP)
_MULTIPLE = exists(
    "c",
    "real",
    conj(
        c > 0,
        every(
            "k",
            "int",
            implies(conj(k >= 1, k <= width(L)), NET.a(L, k).equals(c * NET.g(k))),
        ),
    ),
)
_SAME = NET.a(L, _END).equals(NET.g(_END))
_ALL_SAME = every("k", "int", implies(conj(k >= 1, k <= width(L)), NET.a(L, k).equals(NET.g(k))))
MAXEPS_REPAIRED = statement(
    MAXEPS_SORTS,
    MAXEPS_GIVEN,
    conj(
        _MULTIPLE,
        implies(_LARGE, _ALL_SAME),
        implies(conj(NET.g(_END).differs(0), _SAME, _NZ.differs(_NP)), _LARGE),
    ),
    MAXEPS_FUNCTIONS,
)


#: a_L = (r N / M) g with M, N the two maxima; where both norms are at least eps, M = r N
MAXEPS_TEXT = (
    SCALES
    + one_layer("p")
    + handed(
        "p",
        """
let N = max(eps, sqrt(sum(j = 1..d(m), z(m, j)^2)))
have N > 0 by eps > 0
take sqrt(d(m))*r/N
have positive: sqrt(d(m))*r/N > 0
have each: for all q in 1..d(m), a(m, q) = sqrt(d(m))*r/N*p(m, q):
  use multiple(q), stable(m, q)
""",
    )
    + multiple("p", "L")
    + """
let P = sum(j = 1..d(L), p(L, j)^2)
let Z = sum(j = 1..d(L), z(L, j)^2)
have 0 <= P by sum_nonneg(j -> p(L, j)^2, 1, d(L))
have squares: Z = r^2*P
  by sum_proportional(j -> z(L, j)^2, j -> p(L, j)^2, r^2, 1, d(L)), multiple
have norms: sqrt(Z) = r*sqrt(P) by root_scale(r, P, Z), squares
let M = max(eps, sqrt(Z))
let N = max(eps, sqrt(P))
have M > 0 by eps > 0
have N > 0 by eps > 0
have r*N/M > 0
have each: for all k in 1..d(L), a(L, k) = r*N/M*g(k):
  show by stable(L, k), stable_output(k), multiple(k), M > 0, N > 0
have first: exists c: real, c > 0 and (for all k in 1..d(L), a(L, k) = c*g(k)):
  take r*N/M
have second: eps <= sqrt(Z) and eps <= sqrt(P) => for all k in 1..d(L), a(L, k) = g(k):
  have large: M = r*N by norms, eps <= sqrt(Z), eps <= sqrt(P)
  show by each(k), large, M > 0
have third: g(l) != 0 and a(L, l) = g(l) and sqrt(Z) != sqrt(P) =>
    eps <= sqrt(Z) and eps <= sqrt(P):
  have M*g(l) = r*N*g(l) by each(l), a(L, l) = g(l), M > 0
  have (M - r*N)*g(l) = 0
  have large: M = r*N by (M - r*N)*g(l) = 0, g(l) != 0
  cases eps <= sqrt(P):
    have N = sqrt(P)
    have eps <= M
  have N = eps
  cases eps <= sqrt(Z):
    have M = sqrt(Z)
    have r*eps = r*sqrt(P) by large, norms, M = sqrt(Z), N = eps
    have eps = sqrt(P)
  have M = eps
  have r = 1 by large, M = eps, N = eps, eps > 0
  have sqrt(Z) = sqrt(P) by norms, r = 1
"""
)
maxeps_repaired_script = written(
    MAXEPS_REPAIRED,
    MAXEPS_TEXT,
    FACTS | {"stable": STABLE, "stable_output": STABLE_OUTPUT},
    d=width,
)


# --- no other activations ------------------------------------------------------------------------

t1, t2, t0 = var("t1"), var("t2"), var("t0")


def _unit(one: Term, other: Term) -> Term:
    """one / ||(one, other)||."""
    return one / S.sqrt(one * one + other * other)


def _pair(factor: Term) -> tuple[Term, Term]:
    return rho(factor * t1), rho(factor * t2)


_SCALED_PAIR, _PLAIN_PAIR = _pair(var("cc")), (rho(t1), rho(t2))
_ALIKE = conj(
    _unit(*_SCALED_PAIR).equals(_unit(*_PLAIN_PAIR)),
    _unit(*_SCALED_PAIR[::-1]).equals(_unit(*_PLAIN_PAIR[::-1])),
)
#: n(rho(c t_1), rho(c t_2)) = n(rho(t_1), rho(t_2)), for all t_1, t_2 with rho(c t_1) not 0
PAIRS = every("t1", "real", every("t2", "real", implies(_SCALED_PAIR[0].differs(0), _ALIKE)))
ONLY = statement(
    {"cc": "real", "t0": "real"},
    [var("cc") > 0, rho(t0).differs(0), PAIRS],
    exists(
        "ph",
        "real",
        conj(
            var("ph") > 0,
            every("t", "real", rho(var("cc") * t).equals(var("ph") * rho(t))),
        ),
    ),
    {"rho": 1},
)


#: rho with values 1 and -1 scales
UNIT_SCALES = statement(
    {"cc": "real"},
    [every("t", "real", (rho(t) * rho(t)).equals(1)), var("cc") > 0],
    ONLY["show"],
    {"rho": 1},
)


#: phi = rho(t0) / rho(t0 / c), by the hypothesis at (t0 / c, t) for every t
ONLY_TEXT = """
have alike: for all s, t: real, s = t => rho(s) = rho(t)
have 1/cc > 0
have back: rho(cc*(t0/cc)) = rho(t0) by alike(cc*(t0/cc), t0)
let A = rho(cc*(t0/cc))
let a = rho(t0/cc)
have cross: for all t: real, rho(cc*t)*a = rho(t)*A and a != 0 and A/a > 0:
  let B = rho(cc*t)
  let b = rho(t)
  let N = sqrt(A*A + B*B)
  let M = sqrt(a*a + b*b)
  use pairs(t0/cc, t)
  have N > 0
  have M > 0
  have one: A*M = a*N
  have two: B*M = b*N
  have N*(B*a) = N*(b*A) by one, two
  have swap: B*a = b*A by N*(B*a) = N*(b*A), N > 0
  have apart: a != 0
  have ratio: A/a = N/M by one, M > 0, apart
  have A/a > 0 by ratio, N > 0, M > 0
use cross(0)
take A/a
have each: for all t: real, rho(cc*t) = A/a*rho(t):
  show by cross(t)
"""
only_script = written(ONLY, ONLY_TEXT, {"pairs": PAIRS})


# --- activations with the values 1 and -1 --------------------------------------------------------

UNIT_VALUES = every("t", "real", (rho(t) * rho(t)).equals(1))
UNIT = statement(
    {"L": "int", "l": "int"},
    [
        UNIT_VALUES,
        L >= 1,
        positive_widths(),
        NET.starts(NET.a),
        NET.layers(NET.z, NET.a),
        NET.scale_normalised,
        NET.starts(NET.p),
        NET.layers(NET.p, NET.p),
        NET.scaled_output,
        _END >= 1,
        _END <= width(L),
    ],
    NET.a(L, _END).equals(NET.g(_END)),
    NET.functions("z", "a", "p", "g"),
)


#: n(z) = z where all coordinates are 1 or -1, so that both networks are the same
UNIT_TEXT = """
have alike: for all s, t: real, s = t => rho(s) = rho(t)
have layer: for all m: int, 1 <= m => m <= L =>
    (for all q in 1..d(m - 1), a(m - 1, q) = p(m - 1, q)) =>
    for all k in 1..d(m), z(m, k) = p(m, k):
  use widths(m - 1)
  have before: for all q in 1..d(m - 1), a(m - 1, q) = p(m - 1, q)
  let A = sum(j = 1..d(m - 1), U(m, k, j)*a(m - 1, j))
  let P = sum(j = 1..d(m - 1), U(m, k, j)*p(m - 1, j))
  have each: for all q in 1..d(m - 1), U(m, k, q)*a(m - 1, q) = U(m, k, q)*p(m - 1, q):
    use before(q)
  have sums: A = P
    by sum_equal(j -> U(m, k, j)*a(m - 1, j), j -> U(m, k, j)*p(m - 1, j), 1, d(m - 1)), each
  have equal: rho(A + b(m, k)) = rho(P + b(m, k)) by sums
  show by equal, z_layers(m, k), p_layers(m, k)
have handed: for all i: int, 0 <= i => i <= L =>
    for all q in 1..d(i), a(i, q) = p(i, q) by induction on i:
  base:
    use a_start(q), p_start(q)
  step:
    let m = i + 1
    have before: for all q in 1..d(m - 1), a(m - 1, q) = p(m - 1, q) by ih
    use layer(m)
    have same: for all k in 1..d(m), z(m, k) = p(m, k)
    use widths(m)
    have squares: for all k in 1..d(m), z(m, k)^2 = 1:
      use z_layers(m, k), unit(sum(j = 1..d(m - 1), U(m, k, j)*a(m - 1, j)) + b(m, k))
    have norm: sum(j = 1..d(m), z(m, j)^2) = d(m) by sum_same(j -> z(m, j)^2, 1, d(m), 1), squares
    have some: exists j: int, 1 <= j and j <= d(m) and z(m, j) != 0:
      take 1
      use squares(1)
    have sqrt(d(m)) > 0
    show by normalised(m, q), norm, same(q), sqrt(d(m)) > 0
have last: for all q in 1..d(L), a(L, q) = p(L, q) by handed(L)
use widths(L)
have squares: for all k in 1..d(L), p(L, k)^2 = 1:
  use p_layers(L, k), unit(sum(j = 1..d(L - 1), U(L, k, j)*p(L - 1, j)) + b(L, k))
have norm: sum(j = 1..d(L), p(L, j)^2) = d(L) by sum_same(j -> p(L, j)^2, 1, d(L), 1), squares
have some: exists j: int, 1 <= j and j <= d(L) and p(L, j) != 0:
  take 1
  use squares(1)
have sqrt(d(L)) > 0
show by output(l), norm, last(l), sqrt(d(L)) > 0
"""
unit_script = written(UNIT, UNIT_TEXT, FACTS | {"unit": UNIT_VALUES}, d=width)
