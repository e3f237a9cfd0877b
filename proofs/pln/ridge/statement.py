"""The statement on sums of ridge functions and its proof: every K, n, d and all profiles at once.

    f(x) is within A of sum_{r <= K} g_r(w_r x + b_r),  |g_r(u) - g_r(v)| <= L_r |u - v|,

and the error is shared out, A + sum e_r <= eps.  Then floor(L_r / (2 e_r)) steps along the
direction w_r, for each r, and one constant unit are enough.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from constructions.pln import scaling_unit_on_line, unit_on_line
from constructions.terms import Json, Term, app, conj, every, exists, implies, total, var
from proofs.pln.ridge import cells
from proofs.pln.ridge.cells import IN_RANGE, K, gap, p, z
from proofs.pln.symbols import ONE, ZERO, N, S, c, d, delta, eps, lam, m, t, x
from proofs.pln.thm1.sums import known
from proofs.pln.units import (
    IDENTITY,
    ROOT,
    SCALING_IDENTITY,
    SCALING_ROOT,
    dimension_facts,
    identity_script,
    scaling_identity_script,
    size_facts,
)
from proofs.trees.script import (
    Node,
    auto,
    case,
    have,
    induct,
    intro,
    lemmas,
    look,
    node,
    positive_quotient,
    rule_index,
    split,
    statement,
    use,
)

A, n, i, r = var("A"), var("n"), var("i"), var("r")
FUNCTIONS = {"f": 1, "g": 2, "L": 1, "e": 1, "w": 2, "b": 1, "X": 2, "T": 2, "s": 2}
SORTS = {
    "K": "int", "n": "int", "d": "int", "delta": "real", "eps": "real", "A": "real",
}  # fmt: skip


@dataclass(frozen=True)
class Layer:
    """A normalisation whose unit on [t, ...] is t/(|t| + delta ``root``), for every size d."""

    least: int
    root: Term
    unit: Callable[[Term], Term]
    identity: Json
    identity_script: Callable[[], Node]
    facts: Callable[[Node], Node]

    @property
    def cost(self) -> Term:
        """The smoothing of the unit, at scale 1."""
        return delta * self.root

    @property
    def abbreviation(self) -> Json:
        """For all lam > 0 and t: s(lam, t) is the unit with weights scaled by lam."""
        meant = s(lam, t).equals(self.unit(lam * t))
        return every("lam", "real", every("t", "real", implies(lam > 0, meant)))


LN = Layer(
    2,
    ROOT,
    lambda at: unit_on_line(S, at, d, delta),
    IDENTITY,
    identity_script,
    dimension_facts,
)
LS = Layer(
    1,
    SCALING_ROOT,
    lambda at: scaling_unit_on_line(S, at, d, delta),
    SCALING_IDENTITY,
    scaling_identity_script,
    size_facts,
)


def s(scale: Term, at: Term) -> Term:
    """The unit with weights scaled by ``scale``."""
    return app("s", scale, at)


def e(term: Term) -> Term:
    """e_r, what term r may cost."""
    return app("e", term)


def direction(term: Term, point: Term = x) -> Term:
    """T_r(x)."""
    return app("T", term, point)


#: T_r(x) = w_r x + b_r for x in R^n with coordinates X(1, x), ..., X(n, x)
AFFINE: Json = every(
    "r",
    "int",
    every(
        "x",
        "real",
        direction(r).equals(total("i", 1, n, app("w", r, i) * app("X", i, x)) + app("b", r)),
    ),
)


def step_count(term: Term) -> Term:
    """floor(L_r / (2 e_r))."""
    return S.floor(cells.constant(term) / (2 * e(term)))


def count(term: Term) -> Term:
    """N_r = floor(L_r / (2 e_r)) + 1 cells."""
    return step_count(term) + 1


def along(term: Term, scale: Term) -> Term:
    """The steps of one term: floor(L_r / (2 e_r)) units."""

    def unit(index: Term) -> Term:
        return s(scale, cells.offset(direction(term), index, count(term)))

    return cells.steps(term, unit, step_count(term), count(term))


def all_steps(high: Term, scale: Term) -> Term:
    return total("r", 1, high, along(r, scale))


def levels(high: Term) -> Term:
    """sum_r alpha_{r, N_r}."""
    return total("r", 1, high, cells.level(r, count(r)))


def target(high: Term) -> Term:
    """sum_r g_r(w_r x + b_r)."""
    return total("r", 1, high, cells.g(r, direction(r)))


def halfway(term: Term) -> Term:
    """(L_r / (2 N_r) + e_r)/2, strictly below e_r."""
    return (cells.constant(term) / (2 * count(term)) + e(term)) / 2


def halves(high: Term) -> Term:
    return total("r", 1, high, halfway(r))


def shares(high: Term) -> Term:
    return total("r", 1, high, e(r))


BOUND = A + halves(K)


def network(layer: Layer, scale: Term) -> Term:
    """G(x): the steps of all terms, and one unit with W = O that is constant."""
    last = levels(K) * (1 + layer.cost)
    return all_steps(K, scale) + last * s(ONE, ONE)


def in_range(conclusion: Json) -> Json:
    """For every term 1 <= p <= K."""
    return every("term", "int", implies(*IN_RANGE, conclusion))


POSITIVE = in_range(e(p) > 0)
LIPSCHITZ = in_range(cells.one_lipschitz(p))
INSIDE = in_range(every("x", "real", conj(direction(p) >= 0, direction(p) <= 1)))
CLOSE = every("x", "real", S.abs(app("f", x) - target(K)) <= A)
BUDGET = A + shares(K) <= eps


def given(layer: Layer) -> list[Json]:
    return [
        d >= layer.least,
        delta > 0,
        K >= 1,
        POSITIVE,
        BUDGET,
        LIPSCHITZ,
        AFFINE,
        INSIDE,
        CLOSE,
        layer.abbreviation,
    ]


def error(layer: Layer, scale: Term) -> Term:
    return S.abs(network(layer, scale) - app("f", x))


def sequent(layer: Layer) -> Json:
    near = every("x", "real", error(layer, lam) <= BOUND)
    show = conj(BOUND < eps, exists("lam", "real", conj(lam > 0, near)))
    return statement(SORTS, given(layer), show, FUNCTIONS)


# --- one unit ------------------------------------------------------------------------------------


def step(layer: Layer) -> Json:
    """For all lam, c > 0 with c lam = delta root and all t: s(lam, t) (|t| + c) = t."""
    equal = (s(lam, t) * (S.abs(t) + c)).equals(t)
    body = implies(lam > 0, c > 0, (c * lam).equals(layer.cost), equal)
    return every("lam", "real", every("c", "real", every("t", "real", body)))


def step_script(layer: Layer) -> Node:
    size, T, unit = S.abs(lam * t), S.abs(t), s(lam, t)
    facts = lemmas(
        [
            (size.equals(lam * T), case(size.json, *[case(T.json, auto(), auto())] * 2)),
            (lam * (T + c) > 0, auto("lam (|t| + c) > 0")),
            ((unit * (lam * (T + c))).equals(lam * t), auto("s lam (|t| + c) = lam t")),
        ],
        auto("s (|t| + c) = t"),
    )
    shown = known(layer.abbreviation, [lam, t], known(layer.identity, [lam * t, delta], facts))
    for _ in range(3):
        shown = intro("", shown)
    return intro("lam", intro("c", intro("t", shown)))


_t, _value, _c, _gap, _half = (var(name) for name in ("t0", "value", "c0", "gap0", "half0"))


def _steep() -> Json:
    body = implies(
        _c > 0,
        _half > 0,
        _c <= _gap * _half,
        (_value * (S.abs(_t) + _c)).equals(_t),
        cells.step_facts(_value, _t, _gap, _half),
    )
    for name in ("half0", "gap0", "value", "c0", "t0"):
        body = every(name, "real", body)
    return body


#: t/(|t| + c) is within gap of its sign where |t| >= half, if c <= gap half
STEEP: Json = _steep()


def steep_script() -> Node:
    size = S.abs(_t)
    r_ = 1 / (size + _c)
    far = intro("", auto("far"))
    facts = lemmas(
        [
            (size + _c > 0, auto("|t| + c > 0")),
            (r_ > 0, auto("1/(|t| + c) > 0")),
            (_value.equals(_t * r_), auto("value")),
            (size * r_ <= 1, auto("|t| r <= 1")),
            (_t * _t * r_ >= 0, auto("t^2 r >= 0")),
            ((size + _c) * r_ <= 1, auto("(|t| + c) r = 1")),
            (_gap > 0, split(_gap.json, auto("gap > 0"), auto("gap >= 0"))),
            (_gap * size * r_ >= 0, auto("gap |t| r >= 0")),
        ],
        case(size.json, *[node("both", auto(), auto(), auto(), far, far)] * 2),
    )
    script = facts
    for _ in range(4):
        script = intro("", script)
    for name in ("half0", "gap0", "value", "c0", "t0"):
        script = intro(name, script)
    return script


# --- the steps along one direction ---------------------------------------------------------------


def _unit(index: Term) -> Term:
    return s(lam, cells.offset(z, index))


def _cells(layer: Layer) -> Json:
    body = implies(
        *IN_RANGE,
        N > 0,
        z >= 0,
        z <= 1,
        lam > 0,
        2 * N * layer.cost <= gap * lam,
        cells.cell_error(_unit) <= cells.constant(p) / (2 * N) + gap * (cells.constant(p) / 2),
    )
    for name in ("gap", "lam", "z"):
        body = every(name, "real", body)
    return every("term", "int", every("N", "int", body))


def cells_script(layer: Layer) -> Node:
    """c = delta root/lam: then c <= gap/(2N), so the units are steep."""
    small, L = layer.cost / lam, cells.constant(p)
    j = var("j0")
    at = cells.offset(z, j)
    one = known(
        step(layer),
        [lam, small, at],
        known(STEEP, [at, small, _unit(j), gap, cells.h / 2], _copied()),
    )
    far = gap * cells.jumps(p, N - 1)
    end = have(far <= gap * (L / 2), auto("gap jumps"), auto("the bound"))
    bound = cells.have_cell_bound(_unit, gap, cells.have_small_jumps(end))
    numbers = lemmas(
        [
            (cells.h > 0, auto("1/N > 0")),
            (small > 0, positive_quotient(layer.cost, lam)),
            ((small * lam).equals(layer.cost), auto("c lam = delta root")),
            (gap * lam > 0, auto("gap lam > 0")),
            (
                gap > 0,
                split(
                    gap.json, split((-gap).json, auto("gap > 0"), auto("gap > 0")), auto("gap >= 0")
                ),
            ),
            (2 * N * small * lam <= gap * lam, auto("2 N c lam")),
            (2 * N * small <= gap, auto("2 N c <= gap")),
            (small <= gap * (cells.h / 2), auto("c <= gap/(2N)")),
            (cells.every_step(_unit, z, gap), intro("j0", one)),
        ],
        bound,
    )
    script = known(LIPSCHITZ, [p], cells.nonnegative_constant(numbers))
    for _ in range(7):
        script = intro("", script)
    for name in ("gap", "lam", "z", "N", "term"):
        script = intro(name, script)
    return script


def _copied() -> Node:
    """step_facts, where they are known and nothing else that is no literal came after."""
    from proofs.pln.units import step_known

    return step_known()


# --- every term, and their sum -------------------------------------------------------------------


def margin(term: Term) -> Term:
    """e_r - L_r/(2 N_r), what is left of e_r for the units."""
    return e(term) - cells.constant(term) / (2 * count(term))


def need(layer: Layer, term: Term) -> Term:
    """The scale of the weights from which on the units of one term are steep enough."""
    return 2 * count(term) * layer.cost * cells.constant(term) / margin(term)


def needs(layer: Layer, high: Term) -> Term:
    return total("r", 1, high, need(layer, r))


def with_term(layer: Layer, term: Term, then: Node) -> Node:
    """For 1 <= r <= K: e_r > 0, L_r >= 0, N_r > 0, L_r/(2 N_r) < e_r, and need_r >= 0."""
    L, own = cells.constant(term), e(term)
    size = S.abs(cells.g(term, ZERO) - cells.g(term, ONE))
    top = 2 * count(term) * layer.cost * L
    facts = lemmas(
        [
            (1 / own > 0, auto("1/e > 0")),
            (L / (2 * own) >= 0, auto("L/(2 e) >= 0")),
            (count(term) > 0, split(step_count(term).json, auto("N > 0"), auto("floor >= 0"))),
            (L < 2 * own * count(term), auto("L < 2 e N")),
            (1 / count(term) > 0, auto("1/N > 0")),
            (L / (2 * count(term)) < own, auto("L/(2N) < e")),
            (margin(term) > 0, auto("margin > 0")),
            (1 / margin(term) > 0, auto("1/margin > 0")),
            (count(term) * layer.cost >= 0, auto("N cost >= 0")),
            (top >= 0, auto("2 N cost L >= 0")),
            (need(layer, term) >= 0, auto("need >= 0")),
        ],
        then,
    )
    ends = case(S.abs(ZERO - ONE).json, auto("L >= 0"), auto("L >= 0"))
    shown = have(size >= 0, auto("|g(0) - g(1)| >= 0"), ends)
    lipschitz = cells.one_lipschitz(term)
    at_ends = have(L >= 0, known(lipschitz, [ZERO, ONE], shown), facts)
    return known(POSITIVE, [term], known(LIPSCHITZ, [term], at_ends))


def term_error(term: Term) -> Term:
    return S.abs(along(term, lam) + cells.level(term, count(term)) - cells.g(term, direction(term)))


def each_term(layer: Layer) -> Json:
    """One term costs at most halfway(p), where the scale is at least need(p)."""
    body = implies(*IN_RANGE, lam > 0, need(layer, p) <= lam, term_error(p) <= halfway(p))
    return every("lam", "real", every("x", "real", every("term", "int", body)))


def each_term_script(layer: Layer) -> Node:
    L, cells_, quotient = cells.constant(p), count(p), 2 * count(p) * layer.cost / lam
    spent = lemmas(
        [
            (1 / lam > 0, auto("1/lam > 0")),
            ((need(layer, p) * margin(p)).equals(2 * cells_ * layer.cost * L), auto("need")),
            (need(layer, p) * margin(p) <= lam * margin(p), auto("need <= lam")),
            ((quotient * lam).equals(2 * cells_ * layer.cost), auto("gap lam")),
            (quotient * L * lam <= margin(p) * lam, auto("gap L lam")),
            (quotient * L <= margin(p), auto("gap L <= margin")),
        ],
        known(
            _cells(layer),
            [p, cells_, direction(p), lam, quotient],
            have(L / (2 * cells_) + quotient * (L / 2) <= halfway(p), auto("halfway"), _closing()),
        ),
    )
    script = known(INSIDE, [p], known_next([x], with_term(layer, p, spent)))
    for _ in range(4):
        script = intro("", script)
    return intro("lam", intro("x", intro("term", script)))


def known_next(at: list[Term], then: Node) -> Node:
    """Instantiate the latest hypothesis that is no literal."""
    return look(lambda context: use(len(context.rules) - 1, [a.json for a in at], then))


def _closing() -> Node:
    return auto("the term")


def summed(high: Term) -> Term:
    return S.abs(all_steps(high, lam) + levels(high) - target(high))


def all_terms(layer: Layer) -> Json:
    """|sum over r <= K| is at most the sum of halfway(r)."""
    body = implies(lam > 0, in_range(need(layer, p) <= lam), summed(K) <= halves(K))
    return every("lam", "real", every("x", "real", body))


def unfolded(by: str, high: Term, sums: list[Callable[[Term], Term]], then: Node) -> Node:
    """Each of the sums up to ``high`` without its last term, or empty."""
    for one in reversed(sums):
        then = node(by, auto("no or one more"), then, on=one(high).json)
    return then


def all_terms_script(layer: Layer) -> Node:
    last = m + 1
    sums: list[Callable[[Term], Term]] = [lambda high: all_steps(high, lam), levels, target, halves]
    claim = implies(m <= K, summed(m) <= halves(m))
    cases = case(
        summed(last).json,
        *[case(summed(m).json, *[case(term_error(last).json, auto(), auto())] * 2)] * 2,
    )
    steep = known(in_range(need(layer, p) <= lam), [last], known_term(layer, last, cases))
    more = with_term(layer, last, unfolded("unfold", last, sums, steep))
    step_ = intro("", have(m <= K, auto("m <= K"), known(claim, [], more)))
    base = intro("", unfolded("empty", ZERO, sums, case(summed(ZERO).json, auto(), auto())))
    whole = known(
        every("m", "int", implies(m >= 0, claim)),
        [K],
        known(implies(K <= K, summed(K) <= halves(K)), [], auto("the sum")),
    )
    script = induct("m", "0", claim, base, step_, whole)
    for _ in range(2):
        script = intro("", script)
    return intro("lam", intro("x", script))


def known_term(layer: Layer, term: Term, then: Node) -> Node:
    return known(each_term(layer), [lam, x, term], then)


#: sum halfway(r) < sum e_r
HALF: Json = halves(K) < shares(K)


def half_script(layer: Layer) -> Node:
    last = m + 1
    claim = implies(m <= K, halves(m) <= shares(m))
    sums: list[Callable[[Term], Term]] = [halves, shares]
    more = with_term(layer, last, unfolded("unfold", last, sums, auto("one more")))
    top = K - 1
    end = with_term(layer, K, unfolded("unfold", K, sums, auto("strict")))
    return induct(
        "m",
        "0",
        claim,
        intro("", unfolded("empty", ZERO, sums, auto("nothing"))),
        intro("", have(m <= K, auto("m <= K"), known(claim, [], more))),
        known(
            every("m", "int", implies(m >= 0, claim)),
            [top],
            known(implies(top <= K, halves(top) <= shares(top)), [], end),
        ),
    )


def steep_enough(layer: Layer) -> Json:
    """For every term: need(p) <= sum of all needs."""
    return in_range(need(layer, p) <= needs(layer, K))


def positive_needs(layer: Layer) -> Json:
    return every("m", "int", implies(m >= 0, m <= K, needs(layer, m) >= 0))


def positive_needs_script(layer: Layer) -> Node:
    last = m + 1
    claim = implies(m <= K, needs(layer, m) >= 0)
    sums: list[Callable[[Term], Term]] = [lambda high: needs(layer, high)]
    more = with_term(layer, last, unfolded("unfold", last, sums, auto("one more")))
    y = var("y")
    whole = every("m", "int", implies(m >= 0, claim))
    shown = known(whole, [y], known(implies(y <= K, needs(layer, y) >= 0), [], auto("needs >= 0")))
    return induct(
        "m",
        "0",
        claim,
        intro("", unfolded("empty", ZERO, sums, auto("nothing"))),
        intro("", have(m <= K, auto("m <= K"), known(claim, [], more))),
        intro("y", intro("", intro("", shown))),
    )


def steep_enough_script(layer: Layer) -> Node:
    last = m + 1
    sums: list[Callable[[Term], Term]] = [lambda high: needs(layer, high)]
    claim = implies(m <= K, need(layer, p) <= needs(layer, m))
    more = with_term(layer, last, unfolded("unfold", last, sums, auto("one more")))
    before = known(positive_needs(layer), [p - 1], auto("at p"))
    base = intro("", with_term(layer, p, unfolded("unfold", p, sums, before)))
    whole = known(
        every("m", "int", implies(m >= p, claim)),
        [K],
        known(implies(K <= K, need(layer, p) <= needs(layer, K)), [], auto("at K")),
    )
    step_ = intro("", have(m <= K, auto("m <= K"), known(claim, [], more)))
    return intro("term", intro("", intro("", induct("m", p.json, claim, base, step_, whole))))


def some_scale(layer: Layer) -> Json:
    """There is a scale that is steep enough for every term."""
    return exists("lam", "real", conj(lam > 0, in_range(need(layer, p) <= lam)))


def some_scale_script(layer: Layer) -> Node:
    """lam = 1 + sum of all needs."""
    enough = known(steep_enough(layer), [p], auto("need <= lam"))
    steep = intro("term", intro("", intro("", enough)))
    chosen = node(
        "some", node("both", auto("lam > 0"), steep), **{"is": (1 + needs(layer, K)).json}
    )
    return known(positive_needs(layer), [K], chosen)


def statement_script(layer: Layer) -> Node:
    """The weights are scaled by a lam that is at least every need(r)."""
    scale, one = var("scale"), s(ONE, ONE)
    constant = ((1 + layer.cost) * one).equals(1)
    constant_script = known(
        step(layer), [ONE, layer.cost, ONE], case(S.abs(ONE).json, auto("1"), auto("1"))
    )
    within = S.abs(app("f", x) - target(K))
    found = S.abs(all_steps(K, scale) + levels(K) - target(K))
    triangle = case(
        error(layer, scale).json, *[case(within.json, *[case(found.json, auto(), auto())] * 2)] * 2
    )
    steep = in_range(need(layer, p) <= scale)
    enough = intro("term", intro("", intro("", known(steep, [p], auto("need <= lam")))))
    near = known(all_terms(layer), [scale, x], known(CLOSE, [x], triangle), auto("lam > 0"), enough)
    chosen = node("some", node("both", auto("lam > 0"), intro("x", near)), **{"is": scale.json})
    end = node("both", auto("bound < eps"), _obtained("scale", chosen))
    facts = lemmas(
        [
            (layer.cost > 0, auto("delta root > 0")),
            (step(layer), step_script(layer)),
            (STEEP, steep_script()),
            (_cells(layer), cells_script(layer)),
            (each_term(layer), each_term_script(layer)),
            (all_terms(layer), all_terms_script(layer)),
            (HALF, half_script(layer)),
            (positive_needs(layer), positive_needs_script(layer)),
            (steep_enough(layer), steep_enough_script(layer)),
            (constant, constant_script),
            (some_scale(layer), some_scale_script(layer)),
        ],
        end,
    )
    return have(layer.identity, layer.identity_script(), layer.facts(facts))


def _obtained(name: str, then: Node) -> Node:
    """Open the latest existential hypothesis."""
    return look(
        lambda context: node(
            "obtain", then, rule=rule_index(context, lambda h: h[0] == "some"), **{"as": name}
        )
    )
