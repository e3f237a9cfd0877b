"""The printed proof of Prop. 3.B, Eq. 23-29, line by line."""

from __future__ import annotations

from itertools import pairwise

from constructions.terms import Term, app, conj, every, implies, var
from proofs.fl.activation import SCALES
from proofs.fl.errors import (
    EQUAL_ERRORS,
    SAME_ERRORS,
    C,
    correct,
    error_facts,
    error_values,
    iff,
    largest,
    linear,
    same_error,
    y,
)
from proofs.fl.errors import ERROR_SORTS as FOUR_ERRORS
from proofs.fl.networks import NET, Layers, Networks
from proofs.fl.vanilla.networks import (
    Pair,
    centred,
)
from proofs.language.elaboration import written
from proofs.library.vectors import (
    ONE,
    Body,
    L,
    d,
    deviation,
    differs,
    ell,
    i,
    k,
    leaky,
    mean,
    positive_widths,
    rho,
    sigma,
    standardised,
    width,
    within,
)
from proofs.trees.script import (
    Json,
    statement,
)

h, q, n = var("h"), var("q"), var("n")


# --- one layer -----------------------------------------------------------------------------------


def U(at: Term, other: Term) -> Term:
    return app("U", at, other)


def a(at: Term) -> Term:
    return app("a", at)


def b(at: Term) -> Term:
    return app("b", at)


def v(at: Term) -> Term:
    return app("v", at)


def _value(at: Term) -> Term:
    """(U a + b)_at."""
    return sigma(n, lambda o: U(at, o) * a(o)) + b(at)


AT = [d >= 1, n >= 1, ell >= 1, ell <= d]
SORTS = {"d": "int", "n": "int", "l": "int"}


def _inner(at: Term) -> Term:
    """(U a + b)_at with the index ``jj``."""
    return sigma(n, lambda o: U(at, o) * a(o), "jj") + b(at)


_SHIFTED_VALUE = rho(_value(ell) - sigma(d, _inner) / d)  #: rho(s(U a + b))


def _projected(at: Term) -> Term:
    """((P U) a + P b)_at."""
    products = sigma(n, lambda o: centred(d, lambda row: U(row, o))(at) * a(o))
    return products + centred(d, b)(at)


EQ24 = statement(
    SORTS, AT, _SHIFTED_VALUE.equals(rho(_projected(ell))), {"rho": 1, "U": 2, "a": 1, "b": 1}
)
_LEFT = every(
    "k",
    "int",
    every(
        "j",
        "int",
        implies(
            conj(k >= 1, k <= d, var("j") >= 1, var("j") <= n),
            app("V", k, var("j")).equals(centred(d, lambda row: U(row, var("j")))(k)),
        ),
    ),
)
_LEFT_BIAS = every("k", "int", within(d, k, app("e", k).equals(centred(d, b)(k))))
_PRIMED = sigma(n, lambda o: app("V", ell, o) * a(o)) + app("e", ell)
EQ25 = statement(
    SORTS,
    [*AT, _LEFT, _LEFT_BIAS],
    _SHIFTED_VALUE.equals(rho(_PRIMED)),
    {"rho": 1, "U": 2, "a": 1, "b": 1, "V": 2, "e": 1},
)


#: a congruence, for arguments that are long terms
ALIKE = """
have alike: for all s, t: real, s = t => rho(s) = rho(t)
"""
#: s(U a + b), the mean over the rows being taken before or after the multiplication by a
ROWS_FIRST = f"""{ALIKE}
let Ua = sum(j = 1..n, U(l, j)*a(j))
let inner(j) = sum(jj = 1..n, U(j, jj)*a(jj))
let column(j) = sum(jj = 1..d, U(jj, j))
let left = Ua + b(l) - sum(j = 1..d, inner(j) + b(j))/d
have rows: sum(j = 1..d, inner(j)) = sum(j = 1..n, column(j)*a(j)) by exchange(U, a, d, n)
have total: sum(j = 1..d, inner(j) + b(j)) = sum(j = 1..d, inner(j)) + sum(j = 1..d, b(j))
  by sum_add(j -> inner(j), b, 1, d)
have parts: sum(j = 1..n, U(l, j)*a(j) + -1/d*(column(j)*a(j)))
    = Ua + sum(j = 1..n, -1/d*(column(j)*a(j)))
  by sum_add(j -> U(l, j)*a(j), j -> -1/d*(column(j)*a(j)), 1, n)
have factor: sum(j = 1..n, -1/d*(column(j)*a(j))) = -1/d*sum(j = 1..n, column(j)*a(j))
  by sum_scale(j -> column(j)*a(j), -1/d, 1, n)
"""


def _with_weights(weight: str, bias: str, why: str = "total") -> str:
    """s(U a + b) = V a + e, from ``each``: V a, summand by summand."""
    return f"""
have products: sum(j = 1..n, {weight}*a(j)) = sum(j = 1..n, U(l, j)*a(j) + -1/d*(column(j)*a(j)))
  by sum_equal(j -> {weight}*a(j), j -> U(l, j)*a(j) + -1/d*(column(j)*a(j)), 1, n), each
have equal: left = sum(j = 1..n, {weight}*a(j)) + {bias}
  by products, parts, factor, rows, {why}
show by alike(left, sum(j = 1..n, {weight}*a(j)) + {bias})
"""


eq24_script = written(
    EQ24,
    f"""{ROWS_FIRST}
have each: for all q in 1..n,
    (U(l, q) - column(q)/d)*a(q) = U(l, q)*a(q) + -1/d*(column(q)*a(q))
{_with_weights("(U(l, j) - column(j)/d)", "(b(l) - sum(jj = 1..d, b(jj))/d)")}
""",
)
#: as Eq. 24, with names for the products
eq25_script = written(
    EQ25,
    f"""{ROWS_FIRST}
have each: for all q in 1..n, V(l, q)*a(q) = U(l, q)*a(q) + -1/d*(column(q)*a(q)):
  use left_weights(l, q)
have biases: e(l) = b(l) - sum(jj = 1..d, b(jj))/d by left_bias(l)
{_with_weights("V(l, j)", "e(l)", "total, biases")}
""",
    {"left_weights": _LEFT, "left_bias": _LEFT_BIAS},
)


# --- one vector ----------------------------------------------------------------------------------


def z(at: Term) -> Term:
    """What is normalised in the last layer."""
    return app("z", at)


def p(at: Term) -> Term:
    """What is handed on: n_MV(z) or s(z)."""
    return app("p", at)


mu = var("mu")
LABEL = [y >= 1, y <= C]
ONE_VECTOR = [d >= 1, mu.equals(mean(d, z)), differs(d, z, mu)]
VECTOR_SORTS = {"d": "int", "mu": "real"}
ERROR_SORTS = {**VECTOR_SORTS, "C": "int", "y": "int"}
_ROOT = deviation(d, z, mu)


PROJECTION = statement(
    {"d": "int", "l": "int"},
    [d >= 1, ell >= 1, ell <= d],
    centred(d, lambda o: v(o) - sigma(d, v, "m") / d)(ell).equals(centred(d, v)(ell)),
    {"v": 1},
)


#: the mean of a vector minus its mean is 0
projection_script = written(
    PROJECTION,
    """
    let m = sum(m = 1..d, v(m))/d
    have sum(jj = 1..d, v(jj) - m) = sum(jj = 1..d, v(jj)) - d*m by sums
    """,
)


def _of(body: Json, at: Term) -> Json:
    return every("k", "int", within(d, k, at.equals(body)))


LAST_FACTOR = statement(
    {**ERROR_SORTS, "beta": "real"},
    [
        leaky(),
        *ONE_VECTOR,
        _of(rho(z(k) - mu), p(k)),
        _of(rho(standardised(d, z, mu, k)), app("g", k)),
        *LABEL,
    ],
    same_error(linear(d, p), linear(d, lambda o: app("g", o))),
    {"rho": 1, "z": 1, "p": 1, "g": 1, "W": 2},
)


#: sigma(z), called s, is positive where z is not constant
SIGMA = """
obtain o from different
have 0 < sum(j = 1..d, (z(j) - mu)^2) by squares_positive(j -> z(j) - mu, 1, d, o)
let s = sqrt(sum(j = 1..d, (z(j) - mu)^2)/d)
have 0 < s
have 0 < 1/s
"""
#: rho((z - mu) / sigma) = rho(z - mu) / sigma
last_factor_script = written(
    LAST_FACTOR,
    f"""{SCALES}{ALIKE}{SIGMA}
have handed: for all k in 1..d, p(k) = s*g(k):
  have equal: (z(k) - mu)/s = 1/s*(z(k) - mu)
  have p(k) = s*(1/s*p(k))
  show by after(k), before(k), alike((z(k) - mu)/s, 1/s*(z(k) - mu)), scale(1/s, z(k) - mu), 0 < s
let one(c) = sum(j = 1..d, W(c, j)*p(j))
let two(c) = sum(j = 1..d, W(c, j)*g(j))
have scaled: for all c in 1..C, one(c) = s*two(c):
  show by weighted_proportional(j -> W(c, j), p, g, s, 1, d), handed
show by softmax_scaled(c -> one(c), c -> two(c), s, C, y), scaled
""",
    {
        "leaky": leaky(),
        "different": ONE_VECTOR[2],
        "before": LAST_FACTOR["given"][4],
        "after": LAST_FACTOR["given"][5],
    },
)


# --- post-activation -----------------------------------------------------------------------------


def x(at: Term) -> Term:
    return app("x", at)


def V(at: Term, other: Term) -> Term:
    return app("V", at, other)


_SAME_WEIGHTS = every("k", "int", every("j", "int", V(k, var("j")).equals(U(k, var("j")))))
_SAME_BIAS = every("k", "int", app("e", k).equals(b(k)))
EQ26 = statement(
    SORTS,
    [*AT, _SAME_WEIGHTS, _SAME_BIAS],
    rho(sigma(n, lambda o: U(ell, o) * x(o)) + b(ell)).equals(
        rho(sigma(n, lambda o: V(ell, o) * x(o)) + app("e", ell))
    ),
    {"rho": 1, "U": 2, "b": 1, "x": 1, "V": 2, "e": 1},
)


eq26_script = written(
    EQ26,
    f"""{ALIKE}
let A = sum(j = 1..n, U(l, j)*x(j))
let B = sum(j = 1..n, V(l, j)*x(j))
have each: for all j in 1..n, U(l, j)*x(j) = V(l, j)*x(j):
  use same_weights(l, j)
have sums: A = B by sum_equal(j -> U(l, j)*x(j), j -> V(l, j)*x(j), 1, n), each
have e(l) = b(l) by same_bias(l)
have A + b(l) = B + e(l)
show by alike(A + b(l), B + e(l))
""",
    {"same_weights": _SAME_WEIGHTS, "same_bias": _SAME_BIAS},
)


_EQUAL = every("k", "int", within(n, k, z(k).equals(v(k))))
_GAPS = every("k", "int", within(n, k, p(k).equals(centred(n, z)(k))))
_RIGHT = every(
    "j",
    "int",
    within(n, var("j"), V(ell, var("j")).equals(centred(n, lambda o: U(ell, o))(var("j")))),
)
_CHAIN = [
    sigma(n, lambda o: U(ell, o) * p(o)),
    sigma(n, lambda o: U(ell, o) * centred(n, z)(o)),
    sigma(n, lambda o: U(ell, o) * centred(n, v)(o)),
    sigma(n, lambda o: V(ell, o) * v(o)),
]  #: U a' = U s(z) = U P a = U' a
EQ27 = statement(
    {"n": "int", "l": "int"},
    [n >= 1, _EQUAL, _GAPS, _RIGHT],
    conj(*(rho(s).equals(rho(t)) for s, t in pairwise(_CHAIN))),
    {"rho": 1, "U": 2, "z": 1, "v": 1, "p": 1, "V": 2},
)


eq27_script = written(
    EQ27,
    f"""{ALIKE}
let m = sum(jj = 1..n, z(jj))/n
let g = sum(jj = 1..n, v(jj))/n
let h = sum(jj = 1..n, U(l, jj))/n
let one = sum(j = 1..n, U(l, j)*p(j))
let two = sum(j = 1..n, U(l, j)*(z(j) - m))
let three = sum(j = 1..n, U(l, j)*(v(j) - g))
let four = sum(j = 1..n, V(l, j)*v(j))
have means: m = g by sum_equal(z, v, 1, n), equal
have each: for all j in 1..n, U(l, j)*p(j) = U(l, j)*(z(j) - m):
  use gaps(j)
have one = two by sum_equal(j -> U(l, j)*p(j), j -> U(l, j)*(z(j) - m), 1, n), each
have each: for all j in 1..n, U(l, j)*(z(j) - m) = U(l, j)*(v(j) - g):
  show by equal(j), means
have two = three
  by sum_equal(j -> U(l, j)*(z(j) - m), j -> U(l, j)*(v(j) - g), 1, n), each
have each: for all j in 1..n, V(l, j)*v(j) = v(j)*(U(l, j) - h):
  use right(j)
have rows: four = sum(j = 1..n, v(j)*(U(l, j) - h))
  by sum_equal(j -> V(l, j)*v(j), j -> v(j)*(U(l, j) - h), 1, n), each
have swapped: sum(j = 1..n, v(j)*U(l, j)) = sum(j = 1..n, U(l, j)*v(j))
  by sum_equal(j -> v(j)*U(l, j), j -> U(l, j)*v(j), 1, n)
have three = four by rows, swapped,
  sum_shifted(j -> v(j), j -> U(l, j), h, 1, n), sum_shifted(j -> U(l, j), v, g, 1, n)
use alike(one, two), alike(two, three), alike(three, four)
""",
    {"equal": _EQUAL, "gaps": _GAPS, "right": _RIGHT},
)


class _Shifted(Networks):
    """The reduced network of Eq. 18 in the place of the one that is normalised in each layer."""

    @property
    def z(self) -> Layers:
        return self.y

    @property
    def a(self) -> Layers:
        return self.p


_PAIR = Pair(_Shifted())
INDUCTION = statement(
    {"L": "int", "l": "int", "e0": "int", "beta": "real"},
    [
        leaky(),
        L >= 1,
        positive_widths(),
        NET.no_bias,
        NET.starts(NET.p),
        NET.layers(NET.y, NET.p),
        NET.means(NET.y),
        _PAIR.after(lambda layer: ONE),
        _PAIR.first,
        _PAIR.right,
        NET.starts(_PAIR.v),
        _PAIR.vanilla_first_bias,
        var("e0") >= 1,
        var("e0") <= L,
        ell >= 1,
        ell <= width(var("e0")),
    ],
    NET.y(var("e0"), ell).equals(_PAIR.v(var("e0"), ell)),
    NET.functions("y", "p", "muy") | {"V": 3, "v": 2},
)


#: z_i = a_i from layer to layer, the network being the one of Eq. 18 with all factors 1
induction_script = written(
    INDUCTION,
    """
have first: for all m: int, m = 1 => for all k in 1..d(m), y(m, k) = v(m, k):
  use widths(m), widths(m - 1)
  have each: for all o in 1..d(m - 1), U(m, k, o)*p(m - 1, o) = V(m, k, o)*v(m - 1, o):
    show by m = 1, p_start(o), v_start(o), first_weights(k, o)
  have inside: rho(sum(j = 1..d(m - 1), U(m, k, j)*p(m - 1, j)) + b(m, k))
      = rho(sum(j = 1..d(m - 1), V(m, k, j)*v(m - 1, j)) + b(m, k))
    by sum_equal(j -> U(m, k, j)*p(m - 1, j), j -> V(m, k, j)*v(m - 1, j), 1, d(m - 1)), each
  show by y_layers(m, k), v_layers(m, k), inside
have layer: for all m: int, 2 <= m => m <= L =>
    (for all k in 1..d(m - 1), y(m - 1, k) = v(m - 1, k)) =>
    for all k in 1..d(m), y(m, k) = v(m, k):
  use widths(m), widths(m - 1)
  let n = d(m - 1)
  let mean = sum(o = 1..n, v(m - 1, o))/n
  have equal: for all k in 1..n, y(m - 1, k) = v(m - 1, k)
  have means: muy(m - 1) = mean
    by y_means(m - 1), sum_equal(j -> y(m - 1, j), j -> v(m - 1, j), 1, n), equal
  have gaps: for all k in 1..n, p(m - 1, k) = 1*(v(m - 1, k) - mean):
    show by shifted(m - 1, k), means, equal(k)
  let P = sum(j = 1..n, V(m, k, j)*v(m - 1, j))
  have inside: rho(sum(j = 1..n, U(m, k, j)*p(m - 1, j)) + b(m, k)) = rho(P + b(m, k))
    by project_weights(j -> U(m, k, j), j -> v(m - 1, j), j -> V(m, k, j), n), right(m, k), gaps,
      weighted_proportional(j -> U(m, k, j), j -> p(m - 1, j), j -> v(m - 1, j) - mean, 1, 1, n)
  show by y_layers(m, k), v_layers(m, k), inside
have all: for all i: int, 1 <= i => i <= L => for all q in 1..d(i), y(i, q) = v(i, q)
    by induction on i:
  base:
    have same: for all k in 1..d(1), y(1, k) = v(1, k) by first(1)
    show by same(q)
  step:
    let m = i + 1
    have before: for all k in 1..d(m - 1), y(m - 1, k) = v(m - 1, k) by ih
    use same: layer(m)
    show by same(q)
show by all(e0, l)
""",
    {
        "widths": positive_widths(),
        "p_start": NET.starts(NET.p),
        "y_layers": NET.layers(NET.y, NET.p),
        "y_means": NET.means(NET.y),
        "shifted": _PAIR.after(lambda layer: ONE),
        "first_weights": _PAIR.first,
        "right": _PAIR.right,
        "v_start": NET.starts(_PAIR.v),
        "v_layers": _PAIR.vanilla_first_bias,
    },
    d=width,
)


# --- the last layer, and the new weights ---------------------------------------------------------

_NORMALISED = _of(standardised(d, z, mu, k), p(k))
EQ28 = statement(
    {"d": "int", "C": "int", "y": "int"},
    [d >= 1, *LABEL],
    iff(correct(linear(d, p)), largest(linear(d, p))),
    {"W": 2, "p": 1},
)


#: the softmax keeps the order
eq28_script = written(EQ28, "show by softmax_argmax(c -> sum(j = 1..d, W(c, j)*p(j)), C, y)")


QUOTIENT = statement(
    {**VECTOR_SORTS, "l": "int"},
    [*ONE_VECTOR, ell >= 1, ell <= d],
    conj(
        standardised(d, z, mu, ell).equals((z(ell) - mu) / _ROOT),
        ((z(ell) - mu) / _ROOT).equals(centred(d, z)(ell) / _ROOT),
    ),
    {"z": 1},
)


#: P z = s(z)
quotient_script = written(
    QUOTIENT,
    f"""{SIGMA}
show by mu = sum(j = 1..d, z(j))/d, 0 < s
""",
    {"different": ONE_VECTOR[2]},
)


def projected_logits(label: Term) -> Term:
    """w_c^T P z."""
    return sigma(d, lambda o: app("W", label, o) * centred(d, z)(o))


EQ29 = statement(
    ERROR_SORTS,
    [*ONE_VECTOR, _NORMALISED, *LABEL],
    iff(largest(linear(d, p)), largest(projected_logits)),
    {"W": 2, "z": 1, "p": 1},
)


#: w_c^T n_MV(z) = w_c^T P z / sigma(z)
eq29_script = written(
    EQ29,
    f"""{SIGMA}
let m = sum(jj = 1..d, z(jj))/d
let one(c) = sum(j = 1..d, W(c, j)*p(j))
let two(c) = sum(j = 1..d, W(c, j)*Pz(j))
have handed: for all k in 1..d, p(k) = 1/s*Pz(k):
  show by normalised(k), mu = m, 0 < s
have scaled: for all c in 1..C, one(c) = 1/s*two(c):
  show by weighted_proportional(j -> W(c, j), p, j -> Pz(j), 1/s, 1, d), handed
show by scaled_argmax(c -> one(c), c -> two(c), 1/s, C, y), scaled
""",
    {"different": ONE_VECTOR[2], "normalised": _NORMALISED},
    Pz=centred(d, z),
)


def head(classes: Term, entry: Body | None = None) -> Json:
    """M = W P, whose rows are P w_c."""
    inside = conj(i >= 1, i <= classes, k >= 1, k <= d)
    value = centred(d, lambda o: app("W", i, o))(k)
    return every("i", "int", every("k", "int", implies(inside, app("M", i, k).equals(value))))


HEAD_LINE = statement(
    {"d": "int", "C": "int", "y": "int"},
    [d >= 1, head(C), *LABEL],
    iff(largest(projected_logits), largest(linear(d, z, "M"))),
    {"W": 2, "M": 2, "z": 1},
)


#: w_c^T P z = (P w_c)^T z, both being w_c^T z minus sums over d
head_line_script = written(
    HEAD_LINE,
    """
    let m = sum(jj = 1..d, z(jj))/d
    let one(c) = sum(j = 1..d, W(c, j)*Pz(j))
    let two(c) = sum(j = 1..d, M(c, j)*z(j))
    have logits: for all c in 1..C, one(c) = 1*two(c):
      let h = sum(jj = 1..d, W(c, jj))/d
      have each: for all k in 1..d, M(c, k)*z(k) = z(k)*(W(c, k) - h):
        use head(c, k)
      have rows: two(c) = sum(j = 1..d, z(j)*(W(c, j) - h))
        by sum_equal(j -> M(c, j)*z(j), j -> z(j)*(W(c, j) - h), 1, d), each
      have swapped: sum(j = 1..d, z(j)*W(c, j)) = sum(j = 1..d, W(c, j)*z(j))
        by sum_equal(j -> z(j)*W(c, j), j -> W(c, j)*z(j), 1, d)
      show by rows, swapped,
        sum_shifted(j -> z(j), j -> W(c, j), h, 1, d), sum_shifted(j -> W(c, j), z, m, 1, d)
    show by scaled_argmax(c -> one(c), c -> two(c), 1, C, y), logits
    """,
    {"head": head(C)},
    Pz=centred(d, z),
)


ROWS_REPAIRED = statement(
    {**ERROR_SORTS, **FOUR_ERRORS},
    [
        *ONE_VECTOR,
        _NORMALISED,
        head(C),
        *LABEL,
        *error_values(linear(d, z, "M"), linear(d, p)),
    ],
    EQUAL_ERRORS,
    {"W": 2, "M": 2, "z": 1, "p": 1},
)


#: w_c^T n_MV(z) = (P w_c)^T z / sigma(z)
rows_repaired_script = written(
    ROWS_REPAIRED,
    f"""{SIGMA}
let r = 1/s
let mean = sum(i = 1..d, z(i))/d
let normal(c) = sum(j = 1..d, W(c, j)*p(j))
let plain(c) = sum(j = 1..d, M(c, j)*z(j))
have handed: for all k in 1..d, p(k) = 1/s*(z(k) - mean):
  show by normalised(k), mu = mean, 0 < s
have scaled: for all c in 1..C, normal(c) = r*plain(c):
  show by handed, project_weights(j -> W(c, j), z, j -> M(c, j), d), head(c),
    weighted_proportional(j -> W(c, j), p, j -> z(j) - mean, r, 1, d)
{SAME_ERRORS}""",
    {
        "different": ONE_VECTOR[2],
        "normalised": _NORMALISED,
        "head": head(C),
        **error_facts(error_values(linear(d, z, "M"), linear(d, p))),
    },
)


_LEFT_PRODUCT = every(
    "i",
    "int",
    every(
        "k",
        "int",
        implies(
            conj(i >= 1, i <= C, k >= 1, k <= d),
            app("M", i, k).equals(centred(C, lambda o: app("W", o, k))(i)),
        ),
    ),
)  #: M = P W, which has a value where C = d
ROWS = statement(
    ERROR_SORTS,
    [*ONE_VECTOR, _NORMALISED, C.equals(d), _LEFT_PRODUCT, *LABEL],
    same_error(linear(d, z, "M"), linear(d, p)),
    {"W": 2, "M": 2, "z": 1, "p": 1},
)
