"""The lower bound of Proposition 2 for every n, L and eps at once, and for all weights.

A unit alpha ReLU(w x + b) is *on* where w x + b > 0; T(x) counts the units whose state at x is not
that at 0.  Between neighbouring points a and c = a + 1/N, with K = T(c) - T(a) and the slope D(a)
of the units that are on at a,

    K < 1:  G goes straight on, with slope D(a) = D(c);
    K < 2:  G(c) - G(a) lies between what slope D(a) and what slope D(c) gives.

So if G changes its sign from each of 0, 1/N, ..., 1 to the next, then T(m/N) >= m - 1, and where
T(m/N) < m the slope at m/N carries G further away from 0: induction over m.  At m = N this says
n >= T(1) >= N - 1.
"""

from __future__ import annotations

from constructions.adversaries import zigzag
from constructions.terms import Json, Term, app, conj, every, implies, total, var
from proofs.language.elaboration import argued
from proofs.pln.symbols import ZERO, L, N, S, eps, m, x
from proofs.pln.thm1.sums import known, reals
from proofs.trees.script import (
    Node,
    auto,
    case,
    have,
    induct,
    intro,
    lemmas,
    node,
    split,
    statement,
)

n, i, k, q = var("n"), var("i"), var("k"), var("q")
H = 1 / N
A, C = m / N, (m + 1) / N
WEIGHTS = {"alpha": 1, "w": 1, "b": 1}


def alpha(index: Term) -> Term:
    return app("alpha", index)


def w(index: Term) -> Term:
    return app("w", index)


def b(index: Term) -> Term:
    return app("b", index)


def relu(at: Term) -> Term:
    return S.maximum(0, at)


def on(at: Term) -> Term:
    """1 for at > 0, else 0, as a polynomial in the sign."""
    return S.sign(at) * (1 + S.sign(at)) / 2


def inner(index: Term, at: Term) -> Term:
    """w_i x + b_i."""
    return w(index) * at + b(index)


def G(at: Term, high: Term = n) -> Term:
    """sum_{i=1}^{high} alpha_i ReLU(w_i x + b_i)."""
    return total("i", 1, high, alpha(i) * relu(inner(i, at)))


def D(at: Term, high: Term = n) -> Term:
    """The slope of the units that are on at this point."""
    return total("i", 1, high, alpha(i) * w(i) * on(inner(i, at)))


def T(at: Term, high: Term = n) -> Term:
    """How many units have changed their state since 0."""
    return total("i", 1, high, (on(inner(i, at)) - on(b(i))) ** 2)


def straight(K: Term, P: Term, Q: Term) -> list[Json]:
    """K >= 0; K < 1: P = Q = 0; K < 2: P lies between 0 and Q."""
    flat = implies(K < 1, conj(P.equals(0), Q.equals(0)))
    return [K >= 0, flat, implies(K < 2, P * (Q - P) >= 0)]


def change(high: Term) -> tuple[Term, Term, Term]:
    """K, P, Q of the first ``high`` units from m/N to (m+1)/N."""
    K = T(C, high) - T(A, high)
    return K, G(C, high) - G(A, high) - D(A, high) * H, (D(C, high) - D(A, high)) * H


def _names(text: str) -> list[Term]:
    return [var(name) for name in text.split()]


def _under(names: str, premises: int, script: Node) -> Node:
    for _ in range(premises):
        script = intro("", script)
    for name in reversed(names.split()):
        script = intro(name, script)
    return script


# --- one unit ------------------------------------------------------------------------------------


def unit_change(a: Term, h: Term, s: Term, t: Term) -> tuple[Term, Term, Term]:
    """K, P, Q of ReLU(s x + t) from a to a + h."""
    start, before, after = t, s * a + t, s * (a + h) + t
    K = (on(after) - on(start)) ** 2 - (on(before) - on(start)) ** 2
    P = relu(after) - relu(before) - s * on(before) * h
    return K, P, s * (on(after) - on(before)) * h


_a, _h, _s, _t = _names("a h s t")
_K1, _P1, _Q1 = unit_change(_a, _h, _s, _t)
#: for all a >= 0, h > 0 and weights: one unit changes its state at most once
UNIT: Json = reals(
    "a h s t",
    implies(
        _a >= 0,
        _h > 0,
        conj(
            _K1 >= 0, implies(_K1 < 1, conj(_P1.equals(0), _Q1.equals(0))), _P1 * (_Q1 - _P1) >= 0
        ),
    ),
)


def unit_script() -> Node:
    start, before, after = _t, _s * _a + _t, _s * (_a + _h) + _t
    mixed = (after * _a).equals(before * (_a + _h) - start * _h)
    leaf = node("both", auto("K >= 0"), intro("", node("both", auto(), auto())), auto("P (Q - P)"))

    def cases(terms: list[Term], then: Node) -> Node:
        for term in reversed(terms):
            ways = 3 if term.json[0] == "sign" else 2
            then = case(term.json, *[then] * ways)
        return then

    signs = [S.sign(after), S.sign(before), S.sign(start)]
    body = cases([*signs, relu(after), relu(before)], leaf)
    facts = [(mixed, auto("between")), ((after - before).equals(_s * _h), auto("slope"))]
    return _under("a h s t", 2, lemmas(facts, body))


_NAMES = "ka pa qa kb pb qb r kc pc qc"
_ka, _pa, _qa, _kb, _pb, _qb, _r, _kc, _pc, _qc = _names(_NAMES)
#: one more unit, of weight r: what is known of the sum so far and of the unit holds of both
JOIN: Json = reals(
    _NAMES,
    implies(
        *straight(_ka, _pa, _qa),
        _kb >= 0,
        implies(_kb < 1, conj(_pb.equals(0), _qb.equals(0))),
        _pb * (_qb - _pb) >= 0,
        _kc.equals(_ka + _kb),
        _pc.equals(_pa + _r * _pb),
        _qc.equals(_qa + _r * _qb),
        conj(*straight(_kc, _pc, _qc)),
    ),
)


def join_script() -> Node:
    _, flat_a, between_a = straight(_ka, _pa, _qa)
    flat_b = implies(_kb < 1, conj(_pb.equals(0), _qb.equals(0)))
    product = _pc * (_qc - _pc)
    here = have(product.equals(_r * _r * (_pb * (_qb - _pb))), auto("the unit alone"), auto())
    there = have(product.equals(_pa * (_qa - _pa)), auto("the others alone"), auto())
    jump = known(flat_a, [], here)
    none = known(flat_b, [], known(between_a, [], there))
    flat = known(flat_a, [], known(flat_b, [], node("both", auto(), auto())))
    body = node("both", auto("K"), intro("", flat), intro("", split((_kb - 1).json, jump, none)))
    return _under(_NAMES, 9, body)


# --- n units between neighbouring points ----------------------------------------------------------


def _sums(by: str, high: Term, then: Node) -> Node:
    for part in (G, D, T):
        for at in (A, C):
            then = node(by, auto("range"), then, on=part(at, high).json)
    return then


def _again(formula: Json, label: str) -> Node:
    """An implication that is known, shown again."""
    return intro("", known(formula, [], auto(label)))


def _all_three(facts: list[Json]) -> Node:
    return node("both", auto("K >= 0"), _again(facts[1], "flat"), _again(facts[2], "between"))


#: the state of all n units between m/N and (m+1)/N
CELL: Json = every("m", "int", implies(m >= 0, conj(*straight(*change(n)))))


def cell_script() -> Node:
    """Where N > 0, n >= 0, 1/N > 0, UNIT and JOIN are known: induction over the units."""
    last = q + 1
    unit = unit_change(A, H, w(last), b(last))
    before, after = straight(*change(q)), straight(*change(last))
    smooth = implies(unit[0] < 1, conj(unit[1].equals(0), unit[2].equals(0)))
    (ka, pa, qa), (kb, pb, qb), (kc, pc, qc) = change(q), unit, change(last)
    joined = known(
        JOIN,
        [ka, pa, qa, kb, pb, qb, alpha(last), kc, pc, qc],
        _all_three(after),
        auto("K so far"),
        _again(before[1], "flat so far"),
        _again(before[2], "between so far"),
        auto("K of the unit"),
        _again(smooth, "flat unit"),
        auto("P (Q - P) of the unit"),
        auto("K"),
        auto("P"),
        auto("Q"),
    )
    step = known(UNIT, [A, H, w(last), b(last)], _sums("unfold", last, joined))
    nothing = node("both", auto(), intro("", node("both", auto(), auto())), intro("", auto()))
    base = _sums("empty", ZERO, nothing)
    whole = every("q", "int", implies(q >= 0, conj(*before)))
    end = known(whole, [n], _all_three(straight(*change(n))))
    by_units = induct("q", "0", conj(*before), base, step, end)
    return intro("m", intro("", have(A >= 0, auto("m/N >= 0"), by_units)))


#: 0 <= T <= n
COUNT: Json = every("x", "real", conj(T(x) >= 0, T(x) <= n))


def count_script() -> Node:
    last = q + 1
    one = on(inner(last, x)) - on(b(last))
    signs = case(
        S.sign(inner(last, x)).json, *[case(S.sign(b(last)).json, auto(), auto(), auto())] * 3
    )
    square = [(one * one >= 0, auto("square")), (one * one <= 1, signs)]
    claim = conj(T(x, q) >= 0, T(x, q) <= q)
    grown = lemmas(square, node("both", auto(), auto()))
    step = node("unfold", auto("1 <= q + 1"), grown, on=T(x, last).json)
    base = node("empty", auto("no units"), node("both", auto(), auto()), on=T(x, ZERO).json)
    whole = every("q", "int", implies(q >= 0, claim))
    end = known(whole, [n], node("both", auto(), auto()))
    return intro("x", induct("q", "0", claim, base, step, end))


# --- from point to point -------------------------------------------------------------------------

#: G changes its sign from each of the points 0, 1/N, ..., 1 to the next
ALTERNATES: Json = every("k", "int", implies(k >= 0, k + 1 <= N, G(k / N) * G((k + 1) / N) < 0))
_NAMES2 = "j ta tc ga gc da dc h"
_j, _ta, _tc, _ga, _gc, _da, _dc, _g = _names(_NAMES2)
_KPQ = (_tc - _ta, _gc - _ga - _da * _g, (_dc - _da) * _g)
#: the step of the induction, for numbers
STEP: Json = reals(
    _NAMES2,
    implies(
        _g > 0,
        _ta >= _j - 1,
        implies(_ta < _j, _ga * _da > 0),
        *straight(*_KPQ),
        _ga * _gc < 0,
        conj(_tc >= _j + 1 - 1, implies(_tc < _j + 1, _gc * _dc > 0)),
    ),
)


def step_script() -> Node:
    K, P, Q = _KPQ
    facts = straight(K, P, Q)
    away = implies(_ta < _j, _ga * _da > 0)
    turns = known(away, [], have(_ga * (_da * _g) > 0, auto("G goes away"), auto("no turn")))
    same_slope = have(_gc * (_da * _g) > 0, auto("G came from the other side"), auto("slope"))
    then = intro("", have(_dc.equals(_da), auto("same slope"), same_slope))
    reached = have(_ta >= _j, split((_ta - _j).json, auto(), turns), node("both", auto(), then))
    no_kink = known(facts[1], [], reached)
    above = lemmas(
        [
            (_ga > 0, auto("G(a) > 0")),
            (_gc < 0, auto("G(c) < 0")),
            (_da * _g > 0, auto("D(a) > 0")),
            (P < 0, auto("P < 0")),
            (Q <= P, auto("Q <= P")),
            (_dc * _g < 0, auto("D(c) < 0")),
        ],
        auto("away below"),
    )
    below = lemmas(
        [
            (_gc > 0, auto("G(c) > 0")),
            (_da * _g < 0, auto("D(a) < 0")),
            (P > 0, auto("P > 0")),
            (Q >= P, auto("Q >= P")),
            (_dc * _g > 0, auto("D(c) > 0")),
        ],
        auto("away above"),
    )
    sides = have(_gc * (_dc * _g) > 0, split(_ga.json, above, below), auto("away"))
    once = known(away, [], have(_ga * (_da * _g) > 0, auto("G goes away"), sides))
    kink = node("both", auto("one more"), intro("", known(facts[2], [], once)))
    return _under(_NAMES2, 7, split((K - 1).json, kink, no_kink))


def away(index: Term, at: Term) -> list[Json]:
    """T >= m - 1; where T < m, the slope carries G away from 0."""
    return [T(at) >= index - 1, implies(T(at) < index, G(at) * D(at) > 0)]


def enough_units(then: Node) -> Node:
    """N - 1 <= T(1) <= n; needs N > 0, n >= 0 and all of the above."""

    def claim(index: Term) -> Json:
        return implies(index <= N, conj(*away(index, index / N)))

    start = node("both", auto("T(0) >= -1"), intro("", auto("T(0) >= 0")))
    base = intro("", known(COUNT, [ZERO / N], start))
    facts = straight(*change(n))
    moved = known(
        STEP,
        [m, T(A), T(C), G(A), G(C), D(A), D(C), H],
        node("both", auto("T"), _again(away(m + 1, C)[1], "away")),
        auto("1/N > 0"),
        auto("T so far"),
        _again(away(m, A)[1], "away so far"),
        auto("K"),
        _again(facts[1], "flat"),
        _again(facts[2], "between"),
        auto("the sign changes"),
    )
    step = intro("", known(claim(m), [], known(ALTERNATES, [m], known(CELL, [m], moved))))
    whole = every("m", "int", implies(m >= 0, claim(m)))
    return induct("m", "0", claim(m), base, step, known(whole, [N], known(COUNT, [N / N], then)))


def counted(then: Node) -> Node:
    """All lemmas that :func:`enough_units` needs, where N > 0, n >= 0 and 1/N > 0 are known."""
    return lemmas(
        [
            (UNIT, unit_script()),
            (JOIN, join_script()),
            (CELL, cell_script()),
            (COUNT, count_script()),
            (STEP, step_script()),
        ],
        then,
    )


# --- the adversary -------------------------------------------------------------------------------


def F(at: Term) -> Term:
    """The zigzag of Eq. 51."""
    return zigzag(S, at, N, eps)


u, v = var("u"), var("v")
IN_CLASS: Json = reals(
    "u v",
    implies(u >= 0, u <= 1, v >= 0, v <= 1, S.abs(F(u) - F(v)) <= L * S.abs(u - v)),
)
CLOSE: Json = every("x", "real", implies(x >= 0, x <= 1, S.abs(G(x) - F(x)) < eps))
GIVEN = [eps > 0, L >= 0, N.equals(S.floor(L / (2 * eps))), n >= 0]
STATEMENT = statement(
    {"n": "int", "N": "int", "L": "real", "eps": "real"},
    GIVEN,
    conj(IN_CLASS, implies(CLOSE, N - 1 <= n)),
    WEIGHTS,
)


def _even(at: Term) -> Term:
    """The even integer whose distance the zigzag measures."""
    return 2 * S.floor((at + 1) / 2)


def distance(at: Term) -> Term:
    """The distance to the even integers."""
    return S.abs(at - _even(at))


def in_class(cells: str) -> str:
    """A text: the zigzag with this number of cells is L-Lipschitz."""
    return f"""
fix u, v
have steep: 2*eps*{cells} <= L
have scaled: |{cells}*u - {cells}*v| = {cells}*|u - v| by abs_product({cells}, u - v), {cells} >= 0
have near: |distance({cells}*u) - distance({cells}*v)| <= {cells}*|u - v| by
    even_distance({cells}*u, {cells}*v), scaled
have slope: 2*eps*{cells}*|u - v| <= L*|u - v| by steep
have change: F(u) - F(v) = 2*eps*(distance({cells}*u) - distance({cells}*v))
have moved: |F(u) - F(v)| <= 2*eps*({cells}*|u - v|) by change, near, eps > 0
show by moved, slope
"""


#: where N = floor(L/(2 eps))
ZIGZAG_IN_CLASS = f"""
have 0 <= L/(2*eps)
have N >= 0
{in_class("N")}
"""


def in_class_script() -> Node:
    """A part of a script: IN_CLASS, from the hypotheses on N, L and eps."""
    return argued(ZIGZAG_IN_CLASS, F=F, distance=distance)


def _offset(index: Term) -> Term:
    """index - (its even integer), -1 or 0."""
    return index - _even(N * (index / N))


def knot_facts(index: Term) -> list[tuple[Json, Node]]:
    """At x = index/N the distance is 0 or 1; needs N > 0 and 1/N > 0."""
    below = split((_offset(index) - 1).json, auto("< 1"), auto("<= 0"))
    gap = N * (index / N) - _even(N * (index / N))
    return [
        ((N * (index / N)).equals(index), auto("N k/N = k")),
        (gap.equals(_offset(index)), auto("distance")),
        (_offset(index) <= 0, below),
        (_offset(index) >= -1, auto(">= -1")),
    ]


def _value(index: Term, sign: int) -> tuple[Json, Node]:
    gap = N * (index / N) - _even(N * (index / N))
    return F(index / N).equals(sign * eps), case(S.abs(gap).json, auto("value"), auto("value"))


def alternates_script() -> Node:
    """From CLOSE: F is eps and -eps in turn, so G has the same signs."""
    a, c = k / N, (k + 1) / N
    inside = [(a >= 0, auto()), (a <= 1, auto("k <= N")), (c >= 0, auto()), (c <= 1, auto("k < N"))]
    first, second = S.floor((N * a + 1) / 2), S.floor((N * c + 1) / 2)
    parity = split((second - first - 1).json, auto("next"), auto("same"))

    def signs(sign: int) -> Node:
        sizes = case(S.abs(G(c) - F(c)).json, auto("alternates"), auto("alternates"))
        both = case(S.abs(G(a) - F(a)).json, sizes, sizes)
        return lemmas([_value(k, sign), _value(k + 1, -sign)], both)

    facts = [
        *inside,
        *knot_facts(k),
        *knot_facts(k + 1),
        (_offset(k + 1).equals(-1 - _offset(k)), parity),
    ]
    by_parity = split(_offset(k).json, signs(-1), signs(1))
    return _under("k", 2, lemmas(facts, known(CLOSE, [a], known(CLOSE, [c], by_parity))))


def cells_fit(then: Node) -> Node:
    """From N = floor(L/(2 eps)), L >= 0: N >= 0 and 2 eps N <= L."""
    return lemmas(
        [
            (1 / eps > 0, auto("1/eps > 0")),
            (L / (2 * eps) >= 0, auto("L/(2 eps) >= 0")),
            (N >= 0, split(N.json, auto(), auto("floor >= 0"))),
            (2 * eps * N <= L, auto("2 eps N <= L")),
        ],
        then,
    )


def _narrow() -> Node:
    """Where N < 1 there is nothing to show; else the signs of G alternate."""
    signs = have(ALTERNATES, alternates_script(), counted(enough_units(auto("N - 1 <= n"))))
    many = lemmas([(N > 0, auto()), (H > 0, auto("1/N > 0"))], signs)
    return intro("", split((N - 1).json, many, auto("N - 1 < 0 <= n")))


def width_script() -> Node:
    """CLOSE implies N - 1 <= n."""
    return cells_fit(_narrow())


def statement_script() -> Node:
    return node("both", in_class_script(), width_script())
