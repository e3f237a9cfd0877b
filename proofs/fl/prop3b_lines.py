"""The printed proof of Prop. 3.B, Eq. 23-29, line by line."""

from __future__ import annotations

from itertools import pairwise

from constructions.terms import Term, app, conj, every, implies, var
from proofs.fl.errors import (
    EQUAL_ERRORS,
    C,
    correct,
    error_in_logits,
    error_values,
    errors_agree,
    iff,
    largest,
    linear,
    monotone,
    same_error,
    same_order,
    scaled_logits,
    values_agree,
    y,
)
from proofs.fl.errors import ERROR_SORTS as FOUR_ERRORS
from proofs.fl.networks import NET, Layers, Networks
from proofs.fl.vanilla import (
    Pair,
    Pointwise,
    average,
    centred,
    combined,
    exchanged,
    ones,
)
from proofs.fl.vanilla_proof import After
from proofs.library.vectors import (
    HOMOGENEOUS,
    ONE,
    Body,
    L,
    d,
    deviation,
    differs,
    ell,
    fact,
    homogeneous,
    i,
    k,
    leaky,
    mean,
    positive_sum,
    positive_widths,
    rho,
    sigma,
    standardised,
    width,
    within,
)
from proofs.trees.script import (
    Json,
    Node,
    auto,
    define,
    have,
    induct,
    intro,
    lemmas,
    node,
    same,
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


def _one_layer(right: Term, weights: Body, known: Node | None) -> Node:
    """s(U a + b) = P U a + P b, where weights(o) a(o) are the products of the right side."""

    def column(o: Term) -> Term:
        return sigma(d, lambda row: U(row, o), "jj")

    def pointwise(o: Term, then: Node) -> Node:
        if known is None:
            return then
        return fact(_LEFT, [ell, o], then, node("both", *[auto("inside")] * 4))

    left = _SHIFTED_VALUE.json[2]
    equal = have(
        ["=", left, right.json], auto("s(U a + b)"), same(_SHIFTED_VALUE, rho(right), auto())
    )
    bias = equal if known is None else fact(_LEFT_BIAS, [ell], equal, auto("inside"))
    means = combined(
        d,
        _inner,
        [(ONE, lambda row: sigma(n, lambda o: U(row, o) * a(o), "jj")), (ONE, b)],
        lambda o, then: then,
        bias,
    )
    swapped = exchanged(d, n, U, a, means)
    parts = [(ONE, lambda o: U(ell, o) * a(o)), (-1 / d, lambda o: column(o) * a(o))]
    products = combined(n, lambda o: weights(o) * a(o), parts, pointwise, swapped)
    return define((1 / d).json, auto("d >= 1"), products)


def eq24_script() -> Node:
    """The mean over the rows may be taken before or after the multiplication by a."""
    return _one_layer(_projected(ell), lambda o: centred(d, lambda row: U(row, o))(ell), None)


def eq25_script() -> Node:
    """As Eq. 24, with names for the products."""
    return _one_layer(_PRIMED, lambda o: app("V", ell, o), auto())


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


def _deviation_positive(then: Node) -> Node:
    """sigma(z) > 0, where z is not constant."""
    facts: list[tuple[Json, Node]] = [
        (_ROOT > 0, auto("sigma > 0")),
        (1 / _ROOT > 0, auto("1/sigma > 0")),
    ]
    roots = define(_ROOT.json, auto("sum >= 0"), lemmas(facts, then))
    inverse = define((1 / d).json, auto("d >= 1"), have(1 / d > 0, auto("1/d > 0"), roots))
    return positive_sum(d, z, mu, ONE_VECTOR[2], inverse)


PROJECTION = statement(
    {"d": "int", "l": "int"},
    [d >= 1, ell >= 1, ell <= d],
    centred(d, lambda o: v(o) - sigma(d, v, "m") / d)(ell).equals(centred(d, v)(ell)),
    {"v": 1},
)


def projection_script() -> Node:
    """The mean of a vector minus its mean is 0."""
    middle = sigma(d, v) / d
    count = ones(
        d,
        combined(
            d,
            lambda o: v(o) - sigma(d, v, "jj") / d,
            [(ONE, v), (-middle, lambda o: ONE)],
            lambda o, then: then,
            auto("the mean is 0"),
        ),
    )
    return define((1 / d).json, auto("d >= 1"), count)


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


def last_factor_script() -> Node:
    """rho((z - mu) / sigma) = rho(z - mu) / sigma."""
    factor, gap, label = 1 / _ROOT, z(q) - mu, var("j2")
    inside = node("both", auto("1 <= k"), auto("k <= d"))
    handed = every("k", "int", within(d, k, app("g", k).equals(factor * p(k))))
    ends = fact(HOMOGENEOUS, [factor, gap], auto("g = p / sigma"), auto("1/sigma > 0"))
    alike = same(rho(gap / _ROOT), rho(factor * gap), ends)
    first = fact(LAST_FACTOR["given"][4], [q], alike, inside)
    second = fact(LAST_FACTOR["given"][5], [q], first, inside)
    one, other = linear(d, lambda o: app("g", o)), linear(d, p)
    sums = combined(
        d,
        lambda o: app("W", label, o) * app("g", o),
        [(factor, lambda o: app("W", label, o) * p(o))],
        lambda o, then: fact(handed, [o], then, inside),
        auto("the logits"),
    )
    agree = errors_agree(one, other, factor)
    logits = have(scaled_logits(one, other, factor), intro("j2", intro("", sums)), agree)
    body = have(handed, intro("q", intro("", second)), logits)
    return homogeneous(_deviation_positive(body))


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


def eq26_script() -> Node:
    """The same weights."""
    one, other = EQ26["show"][1:]
    return combined(
        n,
        lambda o: U(ell, o) * x(o),
        [(ONE, lambda o: V(ell, o) * x(o))],
        lambda o, then: fact(_SAME_WEIGHTS, [ell, o], then),
        fact(_SAME_BIAS, [ell], same(Term(one), Term(other), auto("the first layer"))),
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


def eq27_script() -> Node:
    """Each product is a combination of U v, of the sum of v and of that of U."""
    row: Body = lambda o: U(ell, o)  # noqa: E731
    inside = node("both", auto("1 <= k"), auto("k <= d"))

    def equal(o: Term, then: Node) -> Node:
        return fact(_EQUAL, [o], then, inside)

    def gaps(o: Term, then: Node) -> Node:
        return fact(_GAPS, [o], equal(o, then), inside)

    ends = node(
        "both",
        *(same(rho(s), rho(t), auto("equal")) for s, t in pairwise(_CHAIN)),
    )
    products: list[tuple[Body, Body, Pointwise]] = [
        (lambda o: row(o) * p(o), z, gaps),
        (lambda o: row(o) * centred(n, z)(o), z, equal),
        (lambda o: row(o) * centred(n, v)(o), v, lambda o, then: then),
    ]
    body = combined(
        n,
        lambda o: V(ell, o) * v(o),
        [(ONE, lambda o: row(o) * v(o)), (-average(n, row), v)],
        lambda o, then: fact(_RIGHT, [o], then, inside),
        ends,
    )
    for number, (left, vector, pointwise) in enumerate(products):
        body = combined(
            n,
            left,
            [(ONE, lambda o: row(o) * v(o)), (-average(n, vector), row)],
            pointwise,
            body,
            name=f"m{number + 2}",
        )
    sums = combined(n, z, [(ONE, v)], equal, body, name="m7")
    return define((1 / n).json, auto("n >= 1"), sums)


class _Shifted(Networks):
    """The reduced network of Eq. 18 in the place of the one that is normalised in each layer."""

    @property
    def z(self) -> Layers:
        return self.y

    @property
    def a(self) -> Layers:
        return self.p


class _Equal(After):
    """Where all factors are 1: z_i = v_i."""

    def some(self, layer: Term) -> Json:
        return self.multiple(self.pair.net.z, layer, ONE)

    def by_layers(self, then: Node) -> Node:
        each = intro("q", intro("", self.first_coordinate()))
        base = intro("", self.width_known(ONE - 1, self.width_known(ONE, each)))
        later = intro("q", intro("", self.next_coordinate(h + 1)))
        known = have(self.factor(h) * self.ratio > 0, auto("1 > 0"), self.width_known(h, later))
        step = intro("", fact(self.claim(h), [], known, auto("h <= L")))
        return homogeneous(induct("h", "1", self.claim(h), base, step, then))


_PAIR = Pair(_Shifted())
_UNIT = _Equal(lambda layer: ONE, _PAIR, ONE)
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


def induction_script() -> Node:
    """The induction of Prop. 3.B with all factors 1."""
    at = var("e0")
    own = fact(_UNIT.some(at), [ell], auto("z = v"), auto("inside"))
    whole = every("i", "int", implies(i >= 1, _UNIT.claim(i)))
    return _UNIT.by_layers(
        fact(whole, [at], fact(_UNIT.claim(at), [], own, auto("at most L")), auto("at least 1"))
    )


# --- the last layer, and the new weights ---------------------------------------------------------

_NORMALISED = _of(standardised(d, z, mu, k), p(k))
EQ28 = statement(
    {"d": "int", "C": "int", "y": "int"},
    [d >= 1, *LABEL],
    iff(correct(linear(d, p)), largest(linear(d, p))),
    {"W": 2, "p": 1},
)


def eq28_script() -> Node:
    """The softmax keeps the order."""
    return monotone(error_in_logits(linear(d, p)))


QUOTIENT = statement(
    {**VECTOR_SORTS, "l": "int"},
    [*ONE_VECTOR, ell >= 1, ell <= d],
    conj(
        standardised(d, z, mu, ell).equals((z(ell) - mu) / _ROOT),
        ((z(ell) - mu) / _ROOT).equals(centred(d, z)(ell) / _ROOT),
    ),
    {"z": 1},
)


def quotient_script() -> Node:
    """P z = s(z)."""
    return _deviation_positive(auto("P z = s(z)"))


def projected_logits(label: Term) -> Term:
    """w_c^T P z."""
    return sigma(d, lambda o: app("W", label, o) * centred(d, z)(o))


EQ29 = statement(
    ERROR_SORTS,
    [*ONE_VECTOR, _NORMALISED, *LABEL],
    iff(largest(linear(d, p)), largest(projected_logits)),
    {"W": 2, "z": 1, "p": 1},
)


def eq29_script() -> Node:
    """w_c^T n_MV(z) = w_c^T P z / sigma(z)."""
    label, factor = var("j2"), 1 / _ROOT
    inside = node("both", auto("1 <= k"), auto("k <= d"))
    sums = combined(
        d,
        lambda o: app("W", label, o) * p(o),
        [(factor, lambda o: app("W", label, o) * centred(d, z)(o))],
        lambda o, then: fact(_NORMALISED, [o], then, inside),
        auto("the logits"),
    )
    order = same_order(linear(d, p), projected_logits, factor)
    scaled = scaled_logits(linear(d, p), projected_logits, factor)
    return _deviation_positive(have(scaled, intro("j2", intro("", sums)), order))


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


def _head_sums(label: Term, then: Node) -> Node:
    """w_c^T P z = (P w_c)^T z, both being w_c^T z minus sums over d."""
    inside = node("both", *[auto("inside")] * 4)
    W: Body = lambda o: app("W", label, o)  # noqa: E731
    first = combined(
        d,
        lambda o: W(o) * centred(d, z)(o),
        [(ONE, lambda o: W(o) * z(o)), (-average(d, z), W)],
        lambda o, then: then,
        then,
    )
    return combined(
        d,
        lambda o: app("M", label, o) * z(o),
        [(ONE, lambda o: W(o) * z(o)), (-average(d, W), z)],
        lambda o, then: fact(head(C), [label, o], then, inside),
        first,
        name="m2",
    )


def head_line_script() -> Node:
    """The logits are equal."""
    label, other = var("j2"), linear(d, z, "M")
    sums = _head_sums(label, auto("the logits"))
    order = same_order(projected_logits, other, ONE)
    scaled = scaled_logits(projected_logits, other, ONE)
    body = have(scaled, intro("j2", intro("", sums)), order)
    return define((1 / d).json, auto("d >= 1"), body)


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


def rows_repaired_script() -> Node:
    """w_c^T n_MV(z) = (P w_c)^T z / sigma(z)."""
    label, factor = var("j2"), 1 / _ROOT
    one, other = linear(d, p), linear(d, z, "M")
    inside = node("both", auto("1 <= k"), auto("k <= d"))
    sums = combined(
        d,
        lambda o: app("W", label, o) * p(o),
        [(factor, lambda o: app("W", label, o) * centred(d, z)(o))],
        lambda o, then: fact(_NORMALISED, [o], then, inside),
        _head_sums(label, auto("the logits")),
        name="m8",
    )
    agree = values_agree(one, other, factor)
    logits = have(scaled_logits(one, other, factor), intro("j2", intro("", sums)), agree)
    return _deviation_positive(logits)


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
