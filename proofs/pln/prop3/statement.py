"""Networks of units with the values 1 and -1 (A.6): both bounds, for every n, L, eps and f.

LN-2 with sigma = 0 taken to [1, -1], and LS-1 with 0 taken to 1, are +-1 by the sign of one affine
function, so alpha^T phi(w x + b) = beta plus(u x + v) with plus(t) = 1 for t >= 0, else -1.
T(x) counts the units whose value at x is not that at 0.  It grows by at least 1 wherever G changes,
so T(1) >= M if G increases from each of 0, 1/M, ..., 1 to the next; and T(1) = n means that every
unit has turned, so G(1) = -G(0).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from constructions.adversaries import ramp
from constructions.exact import Surd
from constructions.layers import LayerNorm, LayerScaling
from constructions.pln import midpoint
from constructions.terms import Json, Term, app, conj, every, implies, total, var
from proofs.pln.bound import width_facts
from proofs.pln.symbols import LEVEL, ONE, ZERO, L, N, S, eps, f, h, jump, m, offset, x, y
from proofs.pln.symbols import k as k_
from proofs.pln.thm1.sums import known, reals
from proofs.trees.script import (
    Node,
    auto,
    bounded_goal,
    case,
    define,
    have,
    induct,
    intro,
    lemmas,
    lipschitz,
    node,
    split,
    statement,
)

n, i, k, q = var("n"), var("i"), var("k"), var("q")
H = 1 / N
A, C = m / N, (m + 1) / N
PAIR = LayerNorm(2, Surd.of(0), at_zero=(1, -1))  #: LN-2 with the convention of A.6
SINGLE = LayerScaling(1, Surd.of(0), at_zero=1)  #: LS-1 with the convention of A.6


def plus(at: Term) -> Term:
    """1 for at >= 0, else -1, as a polynomial in the sign."""
    return 1 + S.sign(at) - S.sign(at) * S.sign(at)


@dataclass(frozen=True)
class Kind:
    """One layer of A.6: the unit as the layer computes it, and its beta, u and v.

    ``unit(i, x)`` is alpha_i^T phi(w_i x + b_i); it equals beta_i plus(u_i x + v_i) by ``lemma``,
    which holds for all values of ``arguments`` and says it of one unit.
    """

    functions: dict[str, int]
    unit: Callable[[Term, Term], Term]
    beta: Callable[[Term], Term]
    inner: Callable[[Term, Term], Term]
    lemma: Json
    script: Callable[[], Node]
    arguments: Callable[[Term, Term], list[Term]]

    def G(self, at: Term, high: Term = n) -> Term:
        """sum_{i=1}^{high} alpha_i^T phi(w_i x + b_i)."""
        return total("i", 1, high, self.unit(i, at))

    def steps(self, at: Term, high: Term = n) -> Term:
        """sum_{i=1}^{high} beta_i plus(u_i x + v_i)."""
        return total("i", 1, high, self.beta(i) * plus(self.inner(i, at)))

    def T(self, at: Term, high: Term = n) -> Term:
        """How many units have turned since 0."""
        moved = (plus(self.inner(i, at)) - plus(self.inner(i, ZERO))) / 2
        return total("i", 1, high, moved**2)


def _at(name: str, index: Term) -> Term:
    return app(name, index)


def normed(first: Term, second: Term) -> tuple[Term, Term]:
    """LN-2([first, second]), as the layer is defined."""
    z1, z2 = PAIR.apply(S, [first, second])
    return z1, z2


def scaled(at: Term) -> Term:
    """LS-1([at]), as the layer is defined."""
    return SINGLE.apply(S, [at])[0]


_p, _q = var("p"), var("q0")
_Z1, _Z2 = normed(_p, _q)
#: LN-2 of two numbers
PAIR_LEMMA: Json = reals("p q0", conj(_Z1.equals(plus(_p - _q)), _Z2.equals(-plus(_p - _q))))


def pair_script() -> Node:
    """sigma = |p - q|/2, and at sigma = 0 the values are 1 and -1."""
    mu = (_p + _q) / 2
    squares = (_p - mu) * (_p - mu) + (_q - mu) * (_q - mu)
    sigma = S.sqrt(squares / 2)
    size, shift = S.abs(_p - _q), S.abs(S.sign(sigma))
    value = [
        ((size * size).equals((_p - _q) * (_p - _q)), case(size.json, auto(), auto())),
        ((sigma * sigma).equals(size * size / 4), auto("sigma^2")),
        (sigma.equals(size / 2), auto("sigma = |p - q|/2")),
        (sigma + 1 - shift > 0, case(S.sign(sigma).json, *[case(shift.json, auto(), auto())] * 3)),
    ]
    ends = node("both", auto("z1"), auto("z2"))
    for term in (shift, size):
        ends = case(term.json, ends, ends)
    for term in (S.sign(_p - _q), S.sign(sigma)):
        ends = case(term.json, ends, ends, ends)
    inside = define(sigma.json, auto("variance >= 0"), lemmas(value, ends))
    return intro("p", intro("q0", inside))


_t = var("t")
SINGLE_LEMMA: Json = reals("t", scaled(_t).equals(plus(_t)))


def single_script() -> Node:
    root = S.sqrt(_t * _t / 1)
    shift, size = S.abs(S.sign(root)), S.abs(_t)
    value = [
        ((size * size).equals(_t * _t), case(size.json, auto(), auto())),
        (root.equals(size), auto("root = |t|")),
        (root + 1 - shift > 0, case(S.sign(root).json, *[case(shift.json, auto(), auto())] * 3)),
    ]
    ends = auto("z")
    for term in (shift, size):
        ends = case(term.json, ends, ends)
    for term in (S.sign(_t), S.sign(root)):
        ends = case(term.json, ends, ends, ends)
    return intro("t", define(root.json, auto("t^2 >= 0"), lemmas(value, ends)))


def _pair_inner(which: int, index: Term, at: Term) -> Term:
    return _at(f"w{which}", index) * at + _at(f"b{which}", index)


def _pair_unit(index: Term, at: Term) -> Term:
    z1, z2 = normed(_pair_inner(1, index, at), _pair_inner(2, index, at))
    return _at("alpha1", index) * z1 + _at("alpha2", index) * z2


LN2 = Kind(
    functions=dict.fromkeys(("alpha1", "alpha2", "w1", "w2", "b1", "b2"), 1),
    unit=_pair_unit,
    beta=lambda index: _at("alpha1", index) - _at("alpha2", index),
    inner=lambda index, at: _pair_inner(1, index, at) - _pair_inner(2, index, at),
    lemma=PAIR_LEMMA,
    script=pair_script,
    arguments=lambda index, at: [_pair_inner(1, index, at), _pair_inner(2, index, at)],
)
LS1 = Kind(
    functions=dict.fromkeys(("alpha", "w", "b"), 1),
    unit=lambda index, at: _at("alpha", index) * scaled(_at("w", index) * at + _at("b", index)),
    beta=lambda index: _at("alpha", index),
    inner=lambda index, at: _at("w", index) * at + _at("b", index),
    lemma=SINGLE_LEMMA,
    script=single_script,
    arguments=lambda index, at: [_at("w", index) * at + _at("b", index)],
)


# --- counting ------------------------------------------------------------------------------------


def as_steps(kind: Kind) -> Json:
    """For all x: G(x) = sum beta_i plus(u_i x + v_i)."""
    return every("x", "real", kind.G(x).equals(kind.steps(x)))


def as_steps_script(kind: Kind) -> Node:
    last = q + 1

    def sums(by: str, high: Term, then: Node) -> Node:
        then = node(by, auto("range"), then, on=kind.steps(x, high).json)
        return node(by, auto("range"), then, on=kind.G(x, high).json)

    claim = kind.G(x, q).equals(kind.steps(x, q))
    grown = known(kind.lemma, kind.arguments(last, x), sums("unfold", last, auto("one more unit")))
    whole = every("q", "int", implies(q >= 0, claim))
    end = known(whole, [n], auto("n units"))
    return intro("x", induct("q", "0", claim, sums("empty", ZERO, auto("0 = 0")), grown, end))


_u, _v, _a, _h = var("u"), var("v"), var("a"), var("h")


def _turned(at: Term) -> Term:
    return ((plus(at) - plus(_u * ZERO + _v)) / 2) ** 2


#: one unit turns at most once, and where it does not its value is the same
TURN: Json = reals(
    "u v a h",
    implies(
        _a >= 0,
        _h > 0,
        conj(
            _turned(_u * (_a + _h) + _v) - _turned(_u * _a + _v) >= 0,
            implies(
                _turned(_u * (_a + _h) + _v) - _turned(_u * _a + _v) < 1,
                plus(_u * (_a + _h) + _v).equals(plus(_u * _a + _v)),
            ),
        ),
    ),
)


def turn_script() -> Node:
    start, before, after = _v, _u * _a + _v, _u * (_a + _h) + _v
    body = node("both", auto("K >= 0"), intro("", auto("no turn")))
    for term in (start, before, after):
        body = case(S.sign(term).json, body, body, body)
    mixed = (after * _a).equals(before * (_a + _h) - start * _h)
    body = have(mixed, auto("between"), body)
    for _ in range(2):
        body = intro("", body)
    for name in ("h", "a", "v", "u"):
        body = intro(name, body)
    return body


def still(kind: Kind, high: Term) -> list[Json]:
    """K = T(c) - T(a) >= 0, and G(c) = G(a) where K < 1."""
    K = kind.T(C, high) - kind.T(A, high)
    return [K >= 0, implies(K < 1, kind.steps(C, high).equals(kind.steps(A, high)))]


def cell(kind: Kind) -> Json:
    """Between all neighbouring points m/N and (m+1)/N."""
    return every("m", "int", implies(m >= 0, conj(*still(kind, n))))


def cell_script(kind: Kind) -> Node:
    last = q + 1

    def sums(by: str, high: Term, then: Node) -> Node:
        for part in (kind.steps, kind.T):
            for at in (A, C):
                then = node(by, auto("range"), then, on=part(at, high).json)
        return then

    u, v = kind.inner(last, ONE) - kind.inner(last, ZERO), kind.inner(last, ZERO)
    before = still(kind, q)
    one = _one_turn(u, v)
    equal = known(before[1], [], known(one, [], auto("no unit turns")))
    base = sums("empty", ZERO, node("both", auto(), intro("", auto("0 = 0"))))
    grown = sums("unfold", last, node("both", auto("K >= 0"), intro("", equal)))
    step = known(TURN, [u, v, A, H], grown)
    whole = every("q", "int", implies(q >= 0, conj(*before)))
    all_units = node("both", auto(), intro("", known(still(kind, n)[1], [], auto())))
    by_units = induct("q", "0", conj(*before), base, step, known(whole, [n], all_units))
    return intro("m", intro("", have(A >= 0, auto("m/N >= 0"), by_units)))


def _one_turn(u: Term, v: Term) -> Json:
    """What TURN says of one unit between m/N and m/N + 1/N."""

    def turned(at: Term) -> Term:
        return ((plus(at) - plus(u * ZERO + v)) / 2) ** 2

    after, before = u * (A + H) + v, u * A + v
    return implies(turned(after) - turned(before) < 1, plus(after).equals(plus(before)))


def count(kind: Kind) -> Json:
    """For all x: 0 <= T(x) <= n, and G(x) = -G(0) where all n units have turned."""
    return every("x", "real", _counted(kind, n))


def _counted(kind: Kind, high: Term) -> Json:
    T = kind.T(x, high)
    return conj(T >= 0, T <= high, all_turned(kind, x, high))


def all_turned(kind: Kind, at: Term, high: Term = n) -> Json:
    opposite = (kind.steps(ZERO, high) + kind.steps(at, high)).equals(0)
    return implies(kind.T(at, high) > high - 1, opposite)


def count_script(kind: Kind) -> Node:
    last = q + 1

    def sums(by: str, high: Term, then: Node) -> Node:
        for part in (kind.T(x, high), kind.steps(ZERO, high), kind.steps(x, high)):
            then = node(by, auto("range"), then, on=part.json)
        return then

    turned = intro("", known(all_turned(kind, x, q), [], auto("all turned")))
    body = node("both", auto(), auto(), turned)
    for at in (ZERO, x):
        body = case(S.sign(kind.inner(last, at)).json, body, body, body)
    base = sums("empty", ZERO, node("both", auto(), auto(), intro("", auto())))
    whole = every("q", "int", implies(q >= 0, _counted(kind, q)))
    done = node("both", auto(), auto(), intro("", known(all_turned(kind, x), [], auto())))
    grown = sums("unfold", last, body)
    by_units = induct("q", "0", _counted(kind, q), base, grown, known(whole, [n], done))
    return intro("x", by_units)


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


def lower_script(kind: Kind, level: Term, least: Term, narrow: bool = False) -> Node:
    """Both parts, or (``narrow``) the second alone."""
    gap = S.abs(ramp(_first, L, level) - ramp(_second, L, level))
    sizes = case(gap.json, *[case(S.abs(_first - _second).json, auto(), auto())] * 2)
    ramp_in_class = _under("u v", 4, sizes)
    numbers = [
        (1 / eps > 0, auto("1/eps > 0")),
        (L / (2 * eps) >= 0, auto("L/(2 eps) >= 0")),
        (N >= 0, split(N.json, auto(), auto("floor >= 0"))),
        (2 * eps * N <= L, auto("2 eps N <= L")),
    ]

    def finish(last: Term) -> Node:
        """From T(last) >= N at the last point."""
        if least.same(N):
            return known(count(kind), [last], auto("N <= n"))
        signs = _near(kind, level, [ZERO, last], auto("G(0) + G(1) > 0"))
        turned = known(count(kind), [last], known(all_turned(kind, last), [], signs))
        return split((n - N - 1).json, auto("enough"), turned)

    reached = split(
        (N - 1).json, _many(kind, level, finish), known(count(kind), [ONE], finish(ONE))
    )
    wide = intro(
        "",
        lemmas(
            [
                (kind.lemma, kind.script()),
                (as_steps(kind), as_steps_script(kind)),
                (TURN, turn_script()),
                (count(kind), count_script(kind)),
            ],
            reached,
        ),
    )
    return lemmas(numbers, wide if narrow else node("both", ramp_in_class, wide))


def _under(names: str, premises: int, script: Node) -> Node:
    for _ in range(premises):
        script = intro("", script)
    for name in reversed(names.split()):
        script = intro(name, script)
    return script


def _near(kind: Kind, level: Term, points: list[Term], then: Node) -> Node:
    """|steps(p) - ramp(p)| < eps at each point of [0, 1]."""
    for at in points:
        sides = [
            (kind.steps(at) - ramp(at, L, level) < eps, auto("above")),
            (ramp(at, L, level) - kind.steps(at) < eps, auto("below")),
        ]
        then = known(as_steps(kind), [at], known(close(kind, level), [at], lemmas(sides, then)))
    return then


def _many(kind: Kind, level: Term, finish: Callable[[Term], Node]) -> Node:
    """T(1) >= N for N >= 1: G increases from each point to the next."""
    claim = implies(m <= N, kind.T(m / N) >= m)
    facts = still(kind, n)
    inside = [
        (A >= 0, auto()),
        (A <= 1, auto("m < N")),
        (C >= 0, auto()),
        (C <= 1, auto("m + 1 <= N")),
        (L * H >= 2 * eps, auto("L/N >= 2 eps")),
    ]
    rises = (kind.steps(C) > kind.steps(A), auto("Eq. 62"))
    K = kind.T(C) - kind.T(A)
    turned = split((K - 1).json, auto("one more"), known(facts[1], [], auto("no rise")))
    moved = known(cell(kind), [m], _near(kind, level, [A, C], lemmas([rises], turned)))
    step = intro("", known(claim, [], lemmas(inside, moved)))
    base = intro("", known(count(kind), [ZERO / N], auto("T(0) >= 0")))
    whole = every("m", "int", implies(m >= 0, claim))
    end = known(whole, [N], finish(N / N))
    by_points = induct("m", "0", claim, base, step, end)
    return lemmas(
        [(N > 0, auto()), (H > 0, auto("1/N > 0")), (cell(kind), cell_script(kind))], by_points
    )


# --- the upper bound -----------------------------------------------------------------------------

WIDTH: Json = N.equals(S.floor(L / (2 * eps)) + 1)
LIPSCHITZ: Json = ["lipschitz", "f", L.json, "0", "1"]
UPPER_SORTS = {"N": "int", "L": "real", "eps": "real"}


def pair_step(at: Term) -> Term:
    """alpha^T LN-2([t, -t]) with alpha = [1, 0]."""
    return normed(at, -at)[0]


Unit = Callable[[Term], Term]
#: the units of A.1 with the convention of A.6, by the name of the claim
UNITS: dict[str, Unit] = {"pln.prop3": pair_step, "pln.prop4": scaled}


def is_step(unit: Unit) -> Json:
    return reals("t", unit(_t).equals(plus(_t)))


def is_step_script(unit: Unit) -> Node:
    """From the lemma on the layer."""
    if unit is scaled:
        return single_script()
    twice = _t - -_t
    signs = case(S.sign(twice).json, *[case(S.sign(_t).json, *[auto("the same sign")] * 3)] * 3)
    return have(PAIR_LEMMA, pair_script(), intro("t", known(PAIR_LEMMA, [_t, -_t], signs)))


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


def upper_script(unit: Unit) -> Node:
    """Induction over the breakpoints that x may have passed; at k/N the right value is taken."""

    def partial(index: Term) -> Term:
        return stepped(unit, index) + (y(ONE) + y(index + 1)) / 2

    reached = implies(x >= m / N, partial(m).equals(y(m + 1)))
    ahead = implies(x < m / N, S.abs(partial(m) - f(x)) <= BOUND)
    claim = implies(m + 1 <= N, conj(reached, ahead))
    last = m + 1
    rule = is_step(unit)

    def weighed(weight: Term, at: Term, side: int, then: Node) -> Node:
        """weight unit(at) = side weight, from the side of 0 on which ``at`` lies."""
        signs = case(S.sign(at).json, *[auto("side")] * 3)
        value = (unit(at).equals(side), have(plus(at).equals(side), signs, auto("unit")))
        product = ((weight * unit(at)).equals(side * weight), auto("weighed"))
        return known(rule, [at], lemmas([value, product], then))

    def unfolded(side: int, then: Node) -> Node:
        grown = node("unfold", auto("1 <= m + 1"), then, on=stepped(unit, last).json)
        return weighed(jump(last), offset(last), side, grown)

    def near(index: Term, then: Node) -> Node:
        return lipschitz("f", L, x, midpoint(index, N), h / 2, then)

    beyond = intro("", known(reached, [], unfolded(1, auto("beyond"))))
    here = split(
        (x - m / N).json,
        known(reached, [], near(last, unfolded(-1, bounded_goal("in cell m + 1")))),
        known(ahead, [], unfolded(-1, bounded_goal("before m/N"))),
    )
    step = intro("", known(claim, [], node("both", beyond, intro("", here))))
    start = node("both", intro("", auto("y_1")), intro("", auto("x >= 0")))
    base = intro("", node("empty", auto("no steps"), start, on=stepped(unit, ZERO).json))
    top = N - 1
    at_top = implies(x >= top / N, partial(top).equals(y(top + 1)))
    before = implies(x < top / N, S.abs(partial(top) - f(x)) <= BOUND)
    whole_error = S.abs(network(unit) - f(x))
    sides = case(
        S.abs(partial(top) - f(x)).json, *[case(whole_error.json, auto("+"), auto("-"))] * 2
    )
    ends = split(
        (x - top / N).json,
        known(at_top, [], near(N, bounded_goal("the last cell"))),
        known(before, [], sides),
    )
    whole = every("m", "int", implies(m >= 0, claim))
    end = known(whole, [top], weighed(LEVEL, x + 1, 1, ends))
    by_steps = induct("m", "0", claim, base, step, end)
    at_least = have(N >= 1, split((N - 1).json, auto(), auto()), by_steps)
    pointwise = intro("x", intro("", intro("", have(rule, is_step_script(unit), at_least))))
    return width_facts(node("both", auto("L/(2N) < eps"), pointwise))
