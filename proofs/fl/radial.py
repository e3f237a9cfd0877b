"""Arbitrary positive radial maps between layers: a_i = f_i z_i with f_i > 0 (Prop. 1').

Nothing is used of the activation but that rho(c t) = phi(c) rho(t) with phi(c) > 0 for c > 0.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from constructions.terms import Term, app, conj, every, exists, implies, var
from proofs.fl.networks import NET, Layers, Networks, in_all_layers, in_layers, not_zero
from proofs.fl.vanilla import Pointwise, combined, ones
from proofs.library.vectors import (
    HOMOGENEOUS,
    ONE,
    SQUARE,
    ZERO,
    L,
    S,
    above_square,
    again,
    c,
    fact,
    homogeneous,
    i,
    k,
    leaky,
    norm,
    opened,
    positive_sum,
    positive_widths,
    proportional,
    put,
    rho,
    roots_proportional,
    scaled,
    shown_by,
    sigma,
    squared,
    t,
    width,
)
from proofs.trees.script import (
    Json,
    Node,
    auto,
    case,
    define,
    have,
    induct,
    intro,
    lemmas,
    node,
    same,
    statement,
)

h, q, r = var("h"), var("q"), var("r")
_IN = node("both", auto("inside"), auto("inside"))
_INSIDE = node("both", *[auto("inside")] * 4)


def phi(at: Term) -> Term:
    """The factor of the activation."""
    return app("phi", at)


def radius(layer: Term) -> Term:
    """f_i."""
    return app("f", layer)


@dataclass(frozen=True)
class Radial:
    """Formulas and scripts for a_i = factor_i z_i: z_i = c p_i in every layer."""

    net: Networks = NET
    factor: Callable[[Term], Term] = radius
    phi: Callable[[Term], Term] = phi

    @property
    def scales(self) -> Json:
        """phi(c) > 0 and rho(c t) = phi(c) rho(t) for every c > 0."""
        return every("c", "real", implies(c > 0, conj(self.phi(c) > 0, self.scaled(c))))

    def scaled(self, scale: Term) -> Json:
        """rho(scale t) = phi(scale) rho(t) for every t."""
        return every("t", "real", rho(scale * t).equals(self.phi(scale) * rho(t)))

    @property
    def positive(self) -> Json:
        """The factors are positive."""
        return in_all_layers(self.factor(i) > 0)

    @property
    def radial(self) -> Json:
        """a_i = factor_i z_i."""
        return in_layers(self.net.a(i, k).equals(self.factor(i) * self.net.z(i, k)))

    def multiple(self, layer: Term, scale: Term) -> Json:
        """z_i = scale p_i."""
        inside = conj(k >= 1, k <= width(layer))
        equation = self.net.z(layer, k).equals(scale * self.net.p(layer, k))
        return every("k", "int", implies(inside, equation))

    def some(self, layer: Term) -> Json:
        return exists("c", "real", conj(c > 0, self.multiple(layer, c)))

    def claim(self, layer: Term) -> Json:
        return implies(layer <= L, self.some(layer))

    def _sums(self, at: Term, scale: Term, pointwise: Pointwise, then: Node) -> Node:
        net = self.net
        return combined(
            width(at - 1),
            lambda o: net.U(at, q, o) * net.a(at - 1, o),
            [(scale, lambda o: net.U(at, q, o) * net.p(at - 1, o))],
            pointwise,
            then,
        )

    def by_layers(self, then: Node) -> Node:
        """z_i = c p_i with c > 0 for i = 1, ..., L; then go on."""
        net, at = self.net, h + 1

        def inputs(o: Term, then: Node) -> Node:
            return fact(net.starts(net.a), [o], fact(net.starts(net.p), [o], then))

        def value(at: Term) -> tuple[Term, Term]:
            return net.affine(at, q, net.a), net.affine(at, q, net.p)

        def layers(at: Term, then: Node) -> Node:
            both = fact(net.layers(net.p, net.p), [at, q], then, _INSIDE)
            return fact(net.layers(net.z, net.a), [at, q], both, _INSIDE)

        one, other = value(ONE)
        first = self._sums(ONE, ONE, inputs, same(rho(one), rho(other), auto("the first layer")))
        start = intro("q", intro("", layers(ONE, first)))
        base = shown_by(ONE, node("both", auto("1 > 0"), start))
        wide = fact(positive_widths(), [ONE - 1], base, _IN)
        one, other = value(at)
        scale = self.factor(h) * r

        def coordinate(o: Term, then: Node) -> Node:
            known = fact(self.multiple(h, r), [o], then, auto("inside"))
            return fact(self.radial, [h, o], known, _INSIDE)

        name = var("sc")  # a name for the factor, in which no sum is bound
        ends = fact(self.scaled(name), [other], auto("rho(c t)"))
        sums = self._sums(at, name, coordinate, same(rho(one), rho(name * other), ends))
        unbiased = fact(net.no_bias, [at, q], sums, auto("2 <= i"))
        later = intro("q", intro("", layers(at, unbiased)))
        shown = shown_by(self.phi(name), node("both", auto("phi > 0"), later))
        use = have(name > 0, auto("c > 0"), fact(self.scales, [name], shown, auto("c > 0")))
        is_factor = exists("sc", "real", name.equals(scale))
        named = have(is_factor, shown_by(scale, auto("itself")), opened(is_factor, "sc", use))
        known = fact(self.positive, [h], have(scale > 0, auto("c > 0"), named), _IN)
        narrow = fact(positive_widths(), [h], known, _IN)
        step = intro("", fact(self.claim(h), [], opened(self.some(h), "r", narrow), auto("h <= L")))
        return induct("h", "1", self.claim(h), intro("", wide), step, then)

    def in_last(self, then: Node) -> Node:
        """z_L = r p_L with r > 0."""
        whole = every("i", "int", implies(i >= 1, put(self.claim(h), "h", i)))
        named = fact(self.claim(L), [], opened(self.some(L), "r", then), auto("L <= L"))
        return self.by_layers(fact(whole, [L], named, auto("1 <= L")))

    def width_known(self, then: Node) -> Node:
        return fact(positive_widths(), [L], then, _IN)

    def norms(self, then: Node) -> Node:
        """||z_L|| = r ||p_L||, both positive, where the sum of p_L^2 is known to be positive."""
        z, p = self.net.z.of(L), self.net.p.of(L)
        large, small = sigma(width(L), squared(z)), sigma(width(L), squared(p))
        root = have(S.sqrt(small) > 0, auto("norm > 0"), then)
        roots = roots_proportional(large, small, r, root)
        facts: list[tuple[Json, Node]] = [
            (r * r > 0, auto("r^2 > 0")),
            (large.equals(r * r * small), auto("the squares")),
            (large > 0, auto("large > 0")),
        ]
        body = define(S.sqrt(small).json, auto("small >= 0"), roots)
        defined = define(S.sqrt(large).json, auto("large >= 0"), body)
        return proportional(
            width(L),
            squared(z),
            squared(p),
            r * r,
            lambda at, then: fact(self.multiple(L, r), [at], then, auto("inside")),
            lemmas(facts, defined),
        )


# --- the last layer scale normalised (fl.prop1.sharpened) ----------------------------------------

ANY = Radial()
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
    ANY.positive,
    ANY.radial,
]
_REDUCED = [NET.starts(NET.p), NET.layers(NET.p, NET.p)]
_FUNCTIONS = {**NET.functions("z", "a", "p", "g"), "f": 1, "phi": 1, "e": 1}
LAST = statement(
    {"L": "int", "l": "int"},
    [
        ANY.scales,
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


def _p_nonzero() -> Node:
    """Proof that p_L is not 0, since z_L = r p_L is not."""
    index = var("o3")
    shown = shown_by(index, node("both", auto(), auto(), auto("p is not 0")))
    body = fact(ANY.multiple(L, r), [index], shown, auto("inside"))
    return opened(not_zero(NET.z, L), "o3", body)


def last_script() -> Node:
    """z_L = r p_L, so that z_L / ||z_L|| = p_L / ||p_L||."""
    premise = node("both", auto("inside"), auto("inside"))
    ends = fact(ANY.multiple(L, r), [_END], auto("n(z) = n(p)"), auto("inside"))
    both = fact(NORMALISED, [_END], fact(REDUCED, [_END], ANY.norms(ends), _reduced()), premise)
    small = positive_sum(width(L), NET.p.of(L), ZERO, not_zero(NET.p, L), both)
    body = have(not_zero(NET.p, L), _p_nonzero(), small)
    return ANY.in_last(ANY.width_known(body))


def _reduced() -> Node:
    return node("both", auto("inside"), auto("inside"), again(not_zero(NET.p, L), "o4"))


# --- with max{eps, norm} (fl.prop1.maxeps) -------------------------------------------------------

eps = var("eps")


def size(vector: Layers, layer: Term) -> Term:
    """max{eps, ||v_i||}."""
    return S.maximum(eps, norm(width(layer), vector.of(layer)))


def stable_factor(layer: Term) -> Term:
    """sqrt(d_i) / max{eps, ||z_i||}."""
    return S.sqrt(width(layer)) / size(NET.z, layer)


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
_STABLE_NET = Radial(NET, stable_factor, lambda scale: scale)


def _stable_is_radial(then: Node) -> Node:
    """The factors sqrt(d_i) / max{eps, ||z_i||} are positive, and rho is homogeneous; go on."""
    root, bottom = S.sqrt(width(h)), size(NET.z, h)
    facts: list[tuple[Json, Node]] = [
        (bottom > 0, auto("max > 0")),
        (root > 0, auto("sqrt > 0")),
        (1 / bottom > 0, auto("1 / max > 0")),
    ]
    use = fact(STABLE, [h, ONE], lemmas(facts, auto("factor > 0")), _INSIDE)
    positive = intro("h", intro("", fact(positive_widths(), [h], use, _IN)))
    value = intro("h", intro("q", intro("", fact(STABLE, [h, q], auto("f z"), _INSIDE))))
    scale = var("c0")
    each = intro("v", fact(HOMOGENEOUS, [scale, var("v")], auto("rho(c t)"), auto("c > 0")))
    scales = intro("c0", intro("", node("both", auto("c > 0"), each)))
    body = have(_STABLE_NET.positive, positive, have(_STABLE_NET.radial, value, then))
    return homogeneous(have(_STABLE_NET.scales, scales, body))


def maxeps_repaired_script() -> Node:
    """a_L = (r M' / M) g with M, M' the two maxima; where both norms are at least eps, M = r M'."""
    M, M2 = size(NET.z, L), size(NET.p, L)
    p, own = NET.p.of(L), _STABLE_NET.multiple(L, r)
    inside = auto("inside")

    def known(at: Term, then: Node) -> Node:
        both = fact(own, [at], then, inside)
        output = fact(STABLE_OUTPUT, [at], both, inside)
        return fact(STABLE, [L, at], output, _INSIDE)

    each = intro("q", intro("", known(q, auto("a = c g"))))
    multiple = shown_by(r * M2 / M, node("both", auto("c > 0"), each))
    total = sigma(width(L), squared(p))
    large = case(M.json, *[case(M2.json, *[auto("M = r M'")] * 2)] * 2)
    norms = have(total > 0, auto("norm > 0"), _STABLE_NET.norms(large))
    equal = intro("", intro("q", intro("", known(q, norms))))
    cases = case(M.json, *[case(M2.json, *[auto("both large")] * 2)] * 2)
    apart = have(
        NET.p(L, _END).differs(0),
        auto("p is not 0"),
        fact(SQUARE, [NET.p(L, _END)], have(total > 0, auto(), _STABLE_NET.norms(cases)), auto()),
    )
    other = intro("", above_square(width(L), p, _END, apart, name="m7"))
    square = intro("u", intro("", define((1 / var("u")).json, auto("u != 0"), auto("u^2 > 0"))))
    parts = have(SQUARE, square, node("both", multiple, equal, other))
    positive: list[tuple[Json, Node]] = [
        (M > 0, auto("M > 0")),
        (M2 > 0, auto("M' > 0")),
        (1 / M > 0, auto("1 / M > 0")),
        (1 / M2 > 0, auto("1 / M' > 0")),
        (S.sqrt(width(L)) > 0, auto("sqrt > 0")),
        (r * M2 > 0, auto("r M' > 0")),
    ]
    body = known(_END, lemmas(positive, parts))
    return _stable_is_radial(_STABLE_NET.in_last(_STABLE_NET.width_known(body)))


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


def only_script() -> Node:
    """phi = rho(t0) / rho(t0 / c), by the hypothesis at (t0 / c, t) for every t."""
    cc, at = var("cc"), var("v")
    first = t0 / cc
    scaled_one, plain_one = rho(cc * first), rho(first)

    def norms(other: Term, then: Node) -> Node:
        """The norms of both pairs are positive, and the pairs are multiples."""
        large = S.sqrt(scaled_one * scaled_one + rho(cc * other) * rho(cc * other))
        small = S.sqrt(plain_one * plain_one + rho(other) * rho(other))
        facts: list[tuple[Json, Node]] = [
            (large > 0, auto("norm > 0")),
            (small > 0, auto("norm > 0")),
            ((scaled_one * small).equals(plain_one * large), auto("first")),
            ((rho(cc * other) * small).equals(rho(other) * large), auto("second")),
        ]
        return fact(PAIRS, [first, other], lemmas(facts, then), auto("not 0"))

    quotient = scaled_one / plain_one
    cross = (rho(cc * at) * plain_one).equals(rho(at) * scaled_one)
    each = intro("v", norms(at, have(cross, auto("cross"), auto("phi rho(t)"))))
    shown = shown_by(quotient, node("both", auto("phi > 0"), each))
    apart = have(plain_one.differs(0), auto("not 0"), have(quotient > 0, auto("phi > 0"), shown))
    begin = same(scaled_one, rho(t0), norms(first, apart))
    return define((1 / cc).json, auto("c > 0"), begin)


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


def _unit_norm(vector: Layers, before: Layers, layer: Term, then: Node) -> Node:
    """||v_i|| = sqrt(d_i), and the first coordinate is not 0; then go on."""
    size = width(layer)

    def square(at: Term, then: Node) -> Node:
        value = fact(UNIT_VALUES, [NET.affine(layer, at, before)], then)
        return fact(NET.layers(vector, before), [layer, at], value, _INSIDE)

    total = sigma(size, squared(vector.of(layer)))
    root = have(S.sqrt(size) > 0, auto("sqrt d > 0"), have(total.equals(size), auto("d"), then))
    body = ones(size, define(S.sqrt(size).json, auto("d >= 1"), root))
    sums = combined(
        size, squared(vector.of(layer)), [(ONE, lambda o: ONE)], square, body, name="m7"
    )
    first = have(vector(layer, ONE).differs(0), auto("not 0"), sums)
    return fact(positive_widths(), [layer], square(ONE, first), _IN)


def unit_script() -> Node:
    """n(z) = z where all coordinates are 1 or -1, so that both networks are the same."""
    same_layer = Radial().multiple

    def layers(at: Term, equation: Json) -> Node:
        one, other = NET.affine(at, q, NET.a), NET.affine(at, q, NET.p)
        sums = combined(
            width(at - 1),
            lambda o: NET.U(at, q, o) * NET.a(at - 1, o),
            [(ONE, lambda o: NET.U(at, q, o) * NET.p(at - 1, o))],
            lambda o, then: fact(equation, [o], then, auto("inside")),
            same(rho(one), rho(other), auto("the layer")),
        )
        both = fact(NET.layers(NET.p, NET.p), [at, q], sums, _INSIDE)
        return intro("q", intro("", fact(NET.layers(NET.z, NET.a), [at, q], both, _INSIDE)))

    def handed(layer: Term) -> Json:
        inside = conj(k >= 1, k <= width(layer))
        return every("k", "int", implies(inside, NET.a(layer, k).equals(NET.p(layer, k))))

    claim = implies(h <= L, same_layer(h, ONE))
    inputs = fact(NET.starts(NET.a), [q], fact(NET.starts(NET.p), [q], auto("the input")))
    start = have(handed(ONE - 1), intro("q", intro("", inputs)), layers(ONE, handed(ONE - 1)))
    base = intro("", fact(positive_widths(), [ONE - 1], start, _IN))
    value = fact(same_layer(h, ONE), [q], auto("a = p"), auto("inside"))
    normal = fact(NET.scale_normalised, [h, q], value, _some_first())
    output = have(handed(h), intro("q", intro("", normal)), layers(h + 1, handed(h)))
    step = intro("", fact(claim, [], _unit_norm(NET.z, NET.a, h, output), auto("h <= L")))
    whole = every("i", "int", implies(i >= 1, put(claim, "h", i)))
    ends = fact(same_layer(L, ONE), [_END], auto("a = g"), auto("inside"))
    reduced = node("both", auto("inside"), auto("inside"), shown_by(ONE, auto("not 0")))
    both = fact(NET.scaled_output, [_END], ends, reduced)
    last = fact(NET.scale_normalised, [L, _END], both, _some_first())
    norms = _unit_norm(NET.z, NET.a, L, _unit_norm(NET.p, NET.p, L, last))
    final = fact(whole, [L], fact(put(claim, "h", L), [], norms, auto("L <= L")), auto("1 <= L"))
    return induct("h", "1", claim, base, step, final)


def _some_first() -> Node:
    """1 <= i <= L, 1 <= k <= d_i, and the vector is not 0: its first coordinate is not."""
    return node("both", *[auto("inside")] * 4, shown_by(ONE, auto("not 0")))
