"""All power sums from those with |alpha| <= n, for every number n of tokens.

es_al and G(al, be) lie in the class for |al| <= n and |al| + |be| <= n, by Newton's identities.
With x^gamma = x^al x^be, |al| = n, they give G(al, be) = r p_gamma + a function of the class, with
a number r that is not 0, and G(al, be) is 0.
"""

from __future__ import annotations

from constructions.terms import Json, Term, conj, every, exists, implies, total, var
from proofs.library.vectors import both_sums, fact, opened, put, shown_by
from proofs.sumformer.closure import intros, over, relation, upto
from proofs.sumformer.thm2_12 import newton
from proofs.sumformer.thm2_12 import terms as t
from proofs.sumformer.thm2_12.closure_members import (
    element,
    member,
    named,
    nothing,
    number,
    opened_member,
    power,
    summed,
)
from proofs.sumformer.thm2_12.newton import Lemma, nonzero
from proofs.sumformer.thm2_12.terms import (
    ONE,
    ZERO,
    Body,
    E,
    G,
    M,
    deg,
    dn,
    es,
    if_,
    ints,
    letters,
    n,
    power_sum,
    reals,
    up,
    within,
)
from proofs.trees.leaves import given, restated
from proofs.trees.script import Node, auto, define, have, induct, intro, node, split

S = t.S
a, m, r, s, i, al, be, d = t.a, t.m, t.r, t.s, t.i, t.al, t.be, t.d
v, V, N, u, x, y, w, i7 = (var(name) for name in ("v", "v7", "N7", "m7", "al7", "be7", "s7", "i7"))
ga = var("ga")


def at_tokens(identity: Json, at: list[Term], then: Node) -> Node:
    """One of Newton's identities for all n tokens."""
    inner = put(identity.json[3][2], "m", n)
    used = fact(inner, at, then, given()) if _conditional(inner) else fact(inner, at, then)
    return fact(identity, [n], used, given())


def _conditional(formula: Json) -> bool:
    return formula[0] == "implies" or (formula[0] == "all" and _conditional(formula[3]))


def _coefficient(index: Term) -> Body:
    return lambda at: es(index, n, at)


def _hook(index: Term, other: Term) -> Body:
    return lambda at: G(index, other, n, at)


def _power(index: Term) -> Body:
    return lambda at: power_sum(index, at)


def _lowered(index: Term, other: Term) -> Body:
    """sum_a index_a G(index - e_a, other + e_a)."""
    return lambda at: letters(lambda o: E(index, o) * G(dn(index, o), up(other, o), n, at))


# --- |alpha| <= n --------------------------------------------------------------------------------


def _es_known(level: Term, size: Term) -> Json:
    return reals("al", implies(deg(al).equals(size), member(level, _coefficient(al))))


def _hooks_known(level: Term, size: Term) -> Json:
    return reals(
        "al be",
        if_([deg(al).equals(size), deg(be) <= n - size], member(level, _hook(al, be))),
    )


SMALL = ints("v m", implies(m >= 0, implies(m <= n, _es_known(v, m))))


def _sum_known(other: Term, size: Term, then: Node, name: str) -> Node:
    """sum_a x_a G(x - e_a, other + e_a) lies in the class, where |x| = size + 1."""

    def point(o: Term, go: Node) -> Node:
        down, higher = dn(x, o), up(other, o)
        summand = lambda at: E(x, o) * G(down, higher, n, at)  # noqa: E731
        scaled = number(E(x, o)) * named(var("c41"), _hook(down, higher))
        shown = element(V, scaled, nothing, "times the exponent")
        lower = fact(
            _hooks_known(V, size),
            [down, higher],
            opened_member(V, _hook(down, higher), "c41", shown),
            auto("degrees"),
        )
        degrees = fact(
            newton.DEGREE_DOWN,
            [x, o],
            fact(newton.DEGREE_UP, [other, o], lower, auto("letter")),
            auto("letter"),
        )
        zero = element(V, number(ZERO), nothing, "no exponent")
        return have(member(V, summand), nonzero(x, o, degrees, zero), go)

    body = lambda o, at: E(x, o) * G(dn(x, o), up(other, o), n, at)  # noqa: E731
    return summed(V, d, body, point, then, name)


def _hook_shown(then_sum: Body) -> Node:
    """G(x, y) = es_x p_y - sum, all three of which are known."""
    parts = named(var("c42"), _coefficient(x)) * power(y) + number(-ONE) * named(
        var("c43"), then_sum
    )
    identity = lambda at, go: at_tokens(newton.PRODUCTS, [x, y, at], go)  # noqa: E731
    return element(V, parts, identity, "G = es p - sum")


def _no_letter(at: Term, then: Node) -> Node:
    """es_x p_y = G(x, y), since |x| = 0: there is nothing to take off."""

    def point(o: Term, go: Node) -> Node:
        zero = have(E(x, o).equals(0), auto("no exponent"), go)
        below = fact(newton.EXPONENT_BELOW, [x, o], zero, auto("letter"))
        return fact(t.EXPONENT, [x, o], below, auto("letter"))

    parts = [(ONE, lambda o: E(x, o) * G(dn(x, o), up(y, o), n, at))]
    return at_tokens(newton.PRODUCTS, [x, y, at], relation(d, parts, point, then, "m4"))


def _small_proof() -> Node:
    size = u + 1
    claim = implies(u <= n, conj(_es_known(V, u), _hooks_known(V, u)))

    unit = lambda at, go: at_tokens(newton.ONE_ES, [x, at], go)  # noqa: E731
    first = intros("al7 .", element(V, number(ONE), unit, "es = 1"))

    def no_sum(at: Term, go: Node) -> Node:
        return unit(at, _no_letter(at, go))

    second = intros("al7 be7 .", element(V, power(y), no_sum, "G = p"))
    base = intro("", node("both", first, second))

    divided = number(1 / size) * named(var("c43"), _lowered(x, ZERO))
    identity = lambda at, go: at_tokens(newton.TOTAL, [x, at], go)  # noqa: E731
    shown = define(
        (1 / size).json, auto("m + 1 > 0"), element(V, divided, identity, "es = sum / |al|")
    )
    total_known = _sum_known(ZERO, u, opened_member(V, _lowered(x, ZERO), "c43", shown), "m3")
    es_step = intros("al7 .", total_known)
    coefficient = opened_member(V, _coefficient(x), "c42", _hook_shown(_lowered(x, y)))
    hook_step = intros(
        "al7 be7 .",
        _sum_known(
            y,
            u,
            opened_member(
                V, _lowered(x, y), "c43", fact(_es_known(V, size), [x], coefficient, given())
            ),
            "m3",
        ),
    )
    both = have(_es_known(V, size), es_step, node("both", restated(), hook_step))
    step = intro("", fact(claim, [], both, auto("m <= n")))
    whole = every("m7", "int", implies(u >= 0, claim))
    size_ = var("n7")
    last = fact(put(claim, "m7", size_), [], restated(), given())
    used = intros("n7 . .", fact(whole, [size_], last, given()))
    return intro("v7", induct("m7", "0", claim, base, step, used))


# --- every multidegree ---------------------------------------------------------------------------

SOME_EXPONENT = reals(
    "al",
    implies(
        deg(al).differs(0),
        exists("a", "int", conj(*within(a), E(al, a).differs(0))),
    ),
)


def _some_proof() -> Node:
    def partial(top: Term) -> Term:
        return over(top, lambda o: E(x, o), "u0")

    found = exists("a", "int", conj(*within(a), E(x, a).differs(0)))
    claim = implies(u <= d, implies(partial(u).differs(0), found))
    base = intros(". .", both_sums("empty", [partial(ZERO)], shown_by(ONE, auto("0 is 0"))))
    new = shown_by(u + 1, given())
    older = fact(claim.json[2], [], restated(), auto("the sum before"))
    unfolded = both_sums("unfold", [partial(u + 1)], nonzero(x, u + 1, new, older))
    step = intros(". .", fact(claim, [], unfolded, auto("m <= d")))
    last = fact(implies(deg(x).differs(0), found), [], restated(), given())
    return intros("al7 .", induct("m7", "0", claim, base, step, upto("m7", claim, d, last)))


def _products_of(one: Term, other: Term, power_: Term) -> Json:
    """x^power = x^one x^other, for every token."""
    return reals("s", ints("i", M(power_, s, i).equals(M(one, s, i) * M(other, s, i))))


def _split_degree(index: Term, size: Term) -> Json:
    """x^index = x^al x^be with |al| = size."""
    return exists(
        "al",
        "real",
        exists(
            "be",
            "real",
            conj(
                deg(al).equals(size),
                deg(be).equals(deg(index) - size),
                _products_of(al, be, index),
            ),
        ),
    )


PARTS = ints("m", implies(m >= 0, reals("ga", implies(deg(ga) >= m, _split_degree(ga, m)))))


def _opened_parts(index: Term, size: Term, one: str, other: str, then: Node) -> Node:
    outer = _split_degree(index, size)
    return opened(outer, one, opened(put(outer.json[3], "al", var(one)), other, then))


def _parts_proof() -> Node:
    g7, a7 = var("ga7"), var("a7")
    one, other = var("al8"), var("be8")
    claim = put(PARTS.json[3][2], "m", u)
    unit = fact(t.UNIT, [ZERO, w, i7], auto("1 x^gamma"), auto("|0| = 0"))
    base = intros(
        "ga7 .",
        shown_by(ZERO, shown_by(g7, _three(auto("0"), auto("|gamma|"), intros("s7 i7", unit)))),
    )
    higher = fact(newton.DEGREE_UP, [one, a7], auto("one more"), auto("letter"))
    lower = fact(newton.DEGREE_DOWN, [other, a7], auto("one less"), given())
    monomials = fact(
        _products_of(one, other, g7),
        [w, i7],
        fact(
            t.MONOMIAL_UP,
            [one, w, i7, a7],
            fact(t.MONOMIAL, [other, w, i7, a7], auto("x_a moves"), given()),
            auto("letter"),
        ),
    )
    shown = shown_by(
        up(one, a7), shown_by(dn(other, a7), _three(higher, lower, intros("s7 i7", monomials)))
    )
    found = exists("a", "int", conj(*within(a), E(other, a).differs(0)))
    letter = fact(SOME_EXPONENT, [other], opened(found, "a7", shown), auto("|be| > 0"))
    known = fact(claim, [g7], _opened_parts(g7, u, "al8", "be8", letter), auto("|gamma| >= m"))
    step = intros("ga7 .", known)
    whole = every("m7", "int", implies(u >= 0, claim))
    last = intros("n7 .", fact(whole, [var("n7")], restated(), given()))
    return induct("m7", "0", claim, base, step, last)


def _three(first: Node, second: Node, third: Node) -> Node:
    return node("both", first, second, third)


def _paired(one: Term, other: Term) -> Body:
    """p_{one + other}."""
    return lambda at: total("i0", 1, n, M(one, at, var("i0")) * M(other, at, var("i0")))


SHIFTED = reals(
    "al be s",
    ints(
        "a",
        if_(
            [*within(a), E(al, a).differs(0)],
            _paired(dn(al, a), up(be, a))(s).equals(_paired(al, be)(s)),
        ),
    ),
)


def _shifted_proof() -> Node:
    g = var("a7")
    down, higher = dn(x, g), up(y, g)
    parts = [
        (ONE, lambda o: M(down, w, o) * M(higher, w, o)),
        (-ONE, lambda o: M(x, w, o) * M(y, w, o)),
    ]

    def point(o: Term, go: Node) -> Node:
        raised = fact(t.MONOMIAL_UP, [y, w, o, g], go, given())
        return fact(t.MONOMIAL, [x, w, o, g], raised, given())

    return intros("al7 be7 s7 a7 .", relation(n, parts, point, auto("the same sum"), "m4", "i0"))


def _near(one: Term, other: Term, ratio: Term) -> Body:
    """G(one, other) - ratio p_{one + other}."""
    return lambda at: G(one, other, n, at) - ratio * _paired(one, other)(at)


def _chain_rule(size: Term, ratio: Term) -> Json:
    return reals(
        "al be",
        if_([deg(al).equals(size), deg(al) + deg(be) <= N + 1], member(V, _near(al, be, ratio))),
    )


def _chain(size: Term) -> Json:
    return exists("r", "real", conj(r.differs(0), _chain_rule(size, r)))


def _lower_powers(top: Term) -> Json:
    return reals("al", implies(deg(al) <= top, member(V, _power(al))))


def _chain_proof(then: Node) -> Node:
    """The chain for all sizes up to n; then go on with that at n."""
    claim = implies(u <= n, _chain(u))

    def start(at: Term, go: Node) -> Node:
        paired = [
            (ONE, lambda o: M(x, at, o) * M(y, at, o)),
            (-ONE, lambda o: M(y, at, o)),
        ]
        units = lambda o, more: fact(t.UNIT, [x, at, o], more, given())  # noqa: E731
        same = relation(n, paired, units, go, "m5", "i0")
        return at_tokens(newton.ONE_ES, [x, at], _no_letter(at, same))

    first = intros("al7 be7 .", element(V, number(ZERO), start, "G = p"))
    base = intro("", shown_by(ONE, node("both", auto("1 is not 0"), first)))

    ratio = var("r8")
    next_ratio = -(u + 1) * ratio

    def body(o: Term, at: Term) -> Term:
        return E(x, o) * (G(dn(x, o), up(y, o), n, at) - ratio * _paired(x, y)(at))

    def point(o: Term, go: Node) -> Node:
        down, higher = dn(x, o), up(y, o)
        scaled = number(E(x, o)) * named(var("c41"), _near(down, higher, ratio))
        moved = lambda at, more: fact(SHIFTED, [x, y, at, o], more, given())  # noqa: E731
        shown = element(V, scaled, moved, "times the exponent")
        lower = fact(
            _chain_rule(u, ratio),
            [down, higher],
            opened_member(V, _near(down, higher, ratio), "c41", shown),
            auto("degrees"),
        )
        degrees = fact(
            newton.DEGREE_DOWN,
            [x, o],
            fact(newton.DEGREE_UP, [y, o], lower, auto("letter")),
            auto("letter"),
        )
        zero = element(V, number(ZERO), nothing, "no exponent")
        return have(member(V, lambda at: body(o, at)), nonzero(x, o, degrees, zero), go)

    whole_sum = lambda at: over(d, lambda o: body(o, at))  # noqa: E731

    def identity(at: Term, go: Node) -> Node:
        parts = [
            (ONE, lambda o: body(o, at)),
            (-ONE, lambda o: E(x, o) * G(dn(x, o), up(y, o), n, at)),
            (ratio * _paired(x, y)(at), lambda o: E(x, o)),
        ]
        expanded = relation(d, parts, lambda o, more: more, go, "m4")
        return at_tokens(newton.PRODUCTS, [x, y, at], expanded)

    result = named(var("c42"), _coefficient(x)) * named(var("c44"), _power(y)) + number(
        -ONE
    ) * named(var("c43"), whole_sum)
    shown = element(V, result, identity, "G - r p = es p - sum")
    lower_power = fact(
        _lower_powers(N), [y], opened_member(V, _power(y), "c44", shown), auto("|be| <= N")
    )
    coefficient = opened_member(V, _coefficient(x), "c42", lower_power)
    small = fact(
        implies(u + 1 <= n, _es_known(V, u + 1)),
        [],
        fact(_es_known(V, u + 1), [x], coefficient, given()),
        given(),
    )
    from_small = fact(SMALL, [V, u + 1], small, auto("m + 1 >= 0"))
    opened_sum = opened_member(V, whole_sum, "c43", fact(newton.DEGREE_ABOVE, [y], from_small))
    all_pairs = intros("al7 be7 .", summed(V, d, body, point, opened_sum, "m3"))
    nonzero_product = have(u + 1 > 0, auto("m + 1 > 0"), auto("not 0"))
    stepped = shown_by(next_ratio, node("both", nonzero_product, all_pairs))
    step = intro("", fact(claim, [], opened(_chain(u), "r8", stepped), auto("m <= n")))
    return induct("m7", "0", claim, base, step, upto("m7", claim, n, then))


ALL_POWERS = ints("v", reals("al", member(v, _power(al))))


def _all_powers_proof() -> Node:
    claim = _lower_powers(N)
    gamma = var("ga7")
    base = intros("ga7 .", element(V, power(gamma), nothing, "|gamma| <= n"))
    one, other, ratio, code = var("al8"), var("be8"), var("r9"), var("c45")

    def ends(at: Term, go: Node) -> Node:
        paired = [
            (ONE, lambda o: M(gamma, at, o)),
            (-ONE, lambda o: M(one, at, o) * M(other, at, o)),
        ]
        split_up = lambda o, more: fact(  # noqa: E731
            _products_of(one, other, gamma), [at, o], more
        )
        same = relation(n, paired, split_up, go, "m5", "i0")
        few = put(newton.VANISH.json[3][2], "m", n)[2]
        none = fact(few, [one, other, at], same, auto("|al| >= n"))
        return fact(newton.VANISH, [n], none, given())

    result = number(-1 / ratio) * named(code, _near(one, other, ratio))
    shown = define((1 / ratio).json, given(), element(V, result, ends, "p = -c / r"))
    near = fact(
        _chain_rule(n, ratio),
        [one, other],
        opened_member(V, _near(one, other, ratio), "c45", shown),
        auto("degrees"),
    )
    high = opened(_chain(n), "r9", _opened_parts(gamma, n, "al8", "be8", near))
    parts = fact(
        PARTS,
        [n],
        fact(put(PARTS.json[3][2], "m", n), [gamma], high, auto("|gamma| >= n")),
        given(),
    )
    low = element(V, power(gamma), nothing, "|gamma| <= n")
    step = _chain_proof(intros("ga7 .", split((n - deg(gamma)).json, low, parts)))
    whole = every("N7", "int", implies(N >= n, claim))
    top = n + S.floor(deg(gamma)) + 1
    used = fact(put(claim, "N7", top), [gamma], restated(), auto("|gamma| <= top"))
    last = intro(
        "ga7",
        fact(newton.DEGREE_ABOVE, [gamma], fact(whole, [top], used, auto("top >= n"))),
    )
    return intro("v7", induct("N7", n.json, claim, base, step, last))


def lemmas_of_powers() -> list[Lemma]:
    """Up to: every power sum lies in the classes."""
    return [
        (SMALL, _small_proof()),
        (SOME_EXPONENT, _some_proof()),
        (PARTS, _parts_proof()),
        (SHIFTED, _shifted_proof()),
        (ALL_POWERS, _all_powers_proof()),
    ]
