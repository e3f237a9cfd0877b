"""fl.thm1: the scripts, for every depth, all widths, every number of samples and classes."""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Term, every, exists, implies, total, var
from proofs.fl import thm1_statement as s
from proofs.fl.errors import EXP_LINE, EXP_SUM, MONOTONE, monotone
from proofs.fl.thm1_statement import (
    C,
    D,
    L,
    h,
    loss,
    loss2,
    low,
    m,
    margin,
    margin2,
    partition,
    whole,
    x0,
    y,
)
from proofs.library.vectors import (
    ONE,
    ZERO,
    Body,
    S,
    both_sums,
    fact,
    opened,
    put,
    rho,
    shown_by,
    width,
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
    split,
)

Pointwise = Callable[[Term, Node], Node]
Continued = Callable[[Node], Node]
n, i, c, j, k = s.n, s.i, s.c, s.j, s.k
EXP_LOG = every("t", "real", implies(var("t") > 0, S.exp(S.log(var("t"))).equals(var("t"))))
_RELATIONS: dict[str, Callable[[Term, Term], Json]] = {
    "=": lambda a, b: a.equals(b),
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
}


def axioms(then: Node) -> Node:
    """Make exp-sum, exp-line, exp-log and that exp is increasing known."""
    return monotone(node("axiom", then, name="exp-log"))


def introduced(names: str, then: Node, conditions: bool = True) -> Node:
    """Take the variables of a universal goal, and its conditions, as given."""
    if conditions:
        then = intro("", then)
    for name in reversed(names.split()):
        then = intro(name, then)
    return then


def for_all(name: str, claim: Json, at: Term, then: Node) -> Node:
    """From an implication for all integers >= 0 to its conclusion at ``at``."""
    known = every(name, "int", implies(var(name) >= 0, claim))
    return fact(known, [at], fact(put(claim, name, at), [], then, auto("range")), auto("0 <= at"))


def compared(
    relation: str,
    high: Term,
    body: Body,
    each: Term,
    pointwise: Pointwise,
    then: Node,
    name: str = "u1",
) -> Node:
    """sum_{1..high} body = (<=, >=) high * each, since body(u) = (<=, >=) each for 1 <= u <= high.

    ``pointwise(at, then)`` makes that known at ``at``.
    """
    at = var(name)

    def upto(end: Term) -> Term:
        return total("o", 1, end, body(var("o")))

    claim = implies(at <= high, _RELATIONS[relation](upto(at), at * each))
    base = intro("", both_sums("empty", [upto(ZERO)], auto("no summand")))
    one = both_sums("unfold", [upto(at + 1)], auto("one more summand"))
    step = intro("", fact(claim, [], pointwise(at + 1, one), auto("at <= high")))
    return induct(name, "0", claim, base, step, for_all(name, claim, high, then))


def above_one(
    high: Term,
    body: Body,
    at: Term,
    nonnegative: Pointwise,
    then: Node,
    name: str = "u2",
    equal: Callable[[Term, Term, Node], Node] | None = None,
) -> Node:
    """sum_{1..high} body >= body(at), since body >= 0.

    ``equal(one, other, then)`` makes body(one) = body(other) known for equal arguments; by
    default, body is a function of its argument.
    """
    upto = var(name)

    def sums(end: Term) -> Term:
        return total("v", 1, end, body(var("v")))

    inside = implies(at <= upto, sums(upto) >= body(at))
    claim = implies(upto <= high, ["and", sums(upto) >= 0, inside])
    base = intro(
        "", both_sums("empty", [sums(ZERO)], node("both", auto(), intro("", auto("at <= 0"))))
    )
    ends = auto("the newest summand")
    if equal is None:
        newest = same(body(at), body(upto + 1), ends)
    else:
        newest = equal(at, upto + 1, ends)
    older = fact(inside, [], auto("an older summand"), auto("at <= u"))
    parts = node("both", auto("sum >= 0"), intro("", split((upto - at).json, older, newest)))
    one = both_sums("unfold", [sums(upto + 1)], parts)
    step = intro("", fact(claim, [], nonnegative(upto + 1, one), auto("u <= high")))
    done = fact(put(inside, name, high), [], then, auto("at <= high"))
    return induct(name, "0", claim, base, step, for_all(name, claim, high, done))


def equal_exponentials(one: Term, other: Term, then: Node) -> Node:
    """exp(one) = exp(other) for values of one function at equal arguments."""
    return same(one, other, congruent(one, other, then))


def congruent(one: Term, other: Term, then: Node) -> Node:
    """exp(one) = exp(other) for terms that are known to be equal."""
    for low_, high in ((one, other), (other, one)):
        then = fact(order(low_, high), [], then, auto("equal"))
    return fact(MONOTONE, [one, other], fact(MONOTONE, [other, one], then))


def order(low_: Term, high_: Term) -> Json:
    return implies(low_ <= high_, S.exp(low_) <= S.exp(high_))


def exp_zero(then: Node) -> Node:
    """exp(0) = 1."""
    return have(S.exp(ZERO).equals(1), auto("exp(0) = 1"), then)


def exp_of_zero(value: Term, then: Node) -> Node:
    """exp(value) = 1, for a value that is known to be 0."""
    ends = have(S.exp(value).equals(1), auto("exp(0) = 1"), then)
    return exp_zero(congruent(value, ZERO, ends))


def inverse_exponentials(at: Term, then: Node) -> Node:
    """exp(at) exp(-at) = 1 and both are at least their tangents."""
    known = fact(EXP_LINE, [at], fact(EXP_LINE, [-at], then))
    product = (S.exp(at) * S.exp(-at)).equals(1)
    proof = fact(EXP_SUM, [at, -at], exp_zero(auto("exp(t) exp(-t) = exp(0)")))
    return have(product, proof, known)


# --- sums over the classes -----------------------------------------------------------------------


def two_classes(of: Body, label: Term, then: Node) -> Node:
    """sum_c exp(of(c)) >= exp(of(y)) + exp(of(label)), for label != y."""
    u = var("u3")

    def upto(end: Term) -> Term:
        return partition(of, end)

    own, other = S.exp(of(y)), S.exp(of(label))
    parts = [
        implies(y <= u, upto(u) >= own),
        implies(label <= u, upto(u) >= other),
        implies(["and", y <= u, label <= u], upto(u) >= own + other),
    ]
    claim = ["and", upto(u) >= 0, *parts]
    empty = node("both", auto(), *[intro("", auto("no class"))] * 3)
    base = both_sums("empty", [upto(ZERO)], empty)

    def newest(at: Term, then: Node) -> Node:
        return equal_exponentials(of(at), of(u + 1), then)

    def old(number: int, range_: Node | None = None) -> Node:
        return fact(parts[number], [], auto("older"), range_ or auto("range"))

    both_old = split((u - label).json, old(2), newest(label, old(0)))
    apart = split((u - label).json, auto("<="), have(label.equals(y), auto("="), auto("!=")))
    last = split((u - y).json, both_old, newest(y, old(1, apart)))
    step = node(
        "both",
        auto("sum >= 0"),
        intro("", split((u - y).json, old(0), newest(y, auto("y is newest")))),
        intro("", split((u - label).json, old(1), newest(label, auto("the label is newest")))),
        intro("", last),
    )
    step = both_sums("unfold", [upto(u + 1)], step)
    known = every("u3", "int", implies(u >= 0, claim))
    done = fact(put(parts[2], "u3", C), [], then, auto("both are classes"))
    return induct("u3", "0", claim, base, step, fact(known, [C], done, auto("0 <= C")))


def class_sum(relation: str, of: Body, each: Term, others: Json, then: Node) -> Node:
    """sum_c exp(of(c)) <= (>=) 1 + (C - 1) each, since of(y) = 0 and exp(of(c)) <= (>=) each.

    ``others`` says the latter of every class c but y.
    """
    u, compare = var("u4"), _RELATIONS[relation]

    def upto(end: Term) -> Term:
        return partition(of, end)

    before = implies(u < y, compare(upto(u), u * each))
    after = implies(y <= u, compare(upto(u), (u - 1) * each + 1))
    claim = implies(u <= C, ["and", before, after])
    zero = node("both", intro("", auto("no class")), intro("", auto("1 <= y")))
    base = intro("", both_sums("empty", [upto(ZERO)], zero))
    inside = fact(others, [u + 1], auto("one more class"), auto("another class"))
    first = fact(before, [], inside, auto("u < y"))
    later = fact(after, [], inside, auto("y <= u"))
    own = equal_exponentials(of(y), of(u + 1), fact(before, [], auto("y"), auto("u < y")))
    parts = node("both", intro("", first), intro("", split((u - y).json, later, own)))
    one = both_sums("unfold", [upto(u + 1)], parts)
    step = intro("", fact(claim, [], one, auto("u <= C")))
    done = fact(put(after, "u4", C), [], then, auto("y <= C"))
    whole_sum = induct("u4", "0", claim, base, step, for_all("u4", claim, C, done))
    return exp_of_zero(of(y), whole_sum)


# --- the networks of B.2 -------------------------------------------------------------------------

EVERYWHERE = whole("i j k", h(i, j, k).equals(rho(x0)), *s.IN_LAYER)


def constant(then: Node) -> Node:
    """a_j = rho(x0) 1 for all j >= 1, by induction over the layers."""
    layer, sample, at = var("j1"), var("i1"), var("v1")
    inner = whole("i k", h(i, layer, k).equals(rho(x0)), k >= 1, k <= width(layer))
    claim = implies(layer <= L, inner)

    def first(index: Term, then: Node) -> Node:
        return fact(s.FIRST_WEIGHTS, [at, index], then)

    def later(index: Term, then: Node) -> Node:
        known = fact(inner, [sample, index], then, auto("k in the layer before"))
        return fact(s.WEIGHTS, [layer + 1, at, index], known, auto("j >= 2"))

    def value(number: Term, each: Term, pointwise: Pointwise, bias: Continued) -> Node:
        """The hidden value, given that the summands are all equal to ``each``."""
        body = s.product2(sample, number, at)
        before = width(number - 1)
        inside = total("o", 1, before, body(var("o"))) + s.q(number, at)
        ends = same(rho(inside), rho(x0), auto("the activation"))
        ends = have(inside.equals(x0), auto("the pre-activation"), ends)
        sums = compared("=", before, body, each, pointwise, bias(ends))
        known = fact(s.LAYERS2, [sample, number, at], sums, auto("in the layer"))
        return introduced("i1 v1", known)

    def first_bias(then: Node) -> Node:
        return fact(s.FIRST_BIAS, [at], then)

    def later_bias(then: Node) -> Node:
        return fact(s.BIASES, [layer + 1, at], then, auto("j >= 2"))

    sized = fact(s.WIDTHS, [ZERO], value(ONE, ZERO, first, first_bias), auto("layer 0"))
    base = intro("", sized)
    weight, size = x0 / width(layer), rho(x0) * width(layer)
    body = define(weight.json, auto("not 0"), value(layer + 1, weight, later, later_bias))
    body = have(size.differs(0), auto("a product of numbers that are not 0"), body)
    for factor in (width(layer), rho(x0)):
        body = define((1 / factor).json, auto("not 0"), body)
    step = fact(claim, [], fact(s.WIDTHS, [layer], body, auto("this layer")), auto("j <= L"))
    known = every("j1", "int", implies(layer >= 1, claim))
    return induct("j1", "1", claim, base, intro("", step), _restated(known, claim, inner, then))


def _restated(known: Json, claim: Json, inner: Json, then: Node) -> Node:
    layer, sample, at = var("j2"), var("i2"), var("v2")
    ends = fact(put(inner, "j1", layer), [sample, at], auto("the value"), auto("k in the layer"))
    here = fact(put(claim, "j1", layer), [], ends, auto("j <= L"))
    proof = introduced("i2 j2 v2", fact(known, [layer], here, auto("1 <= j")))
    return have(EVERYWHERE, proof, then)


def size(factor: Term) -> Term:
    """2 t rho(x0)^2 d_L, the size of every margin of another class."""
    return 2 * factor * rho(x0) * rho(x0) * D


def own_margin2(factor: Term) -> Json:
    """(t w_y - t w_y)^T g = 0 on every sample."""
    return whole("i", margin2(factor, i, y).equals(0))


def other_margins2(factor: Term) -> Json:
    """(t w_c - t w_y)^T g = -2 t rho(x0)^2 d_L on every sample, for c != y."""
    return whole("i c", margin2(factor, i, c).equals(-size(factor)), *s.OTHER_CLASS)


def head(factor: Term, then: Node) -> Node:
    """(t w_c - t w_y)^T g = -2 t rho(x0)^2 d_L for c != y and 0 for c = y, on every sample."""
    sample, label = var("i3"), var("c3")

    def value(own: bool) -> Node:
        at = y if own else label
        each = ZERO if own else -(2 * factor * rho(x0) * rho(x0))

        def pointwise(index: Term, then: Node) -> Node:
            known = fact(EVERYWHERE, [sample, L, index], then, auto("in the last layer"))
            known = fact(s.OWN, [index], known)
            return known if own else fact(s.OTHERS, [at, index], known, auto("c is not y"))

        sums = compared("=", D, s.head2(factor, sample, at), each, pointwise, auto("the margin"))
        return fact(s.MARGINS2, [factor, sample, at], sums)

    body = have(own_margin2(factor), introduced("i3", value(True), False), then)
    proof = introduced("i3 c3", value(False))
    body = have(other_margins2(factor), proof, body)
    return fact(s.WIDTHS, [L], body, auto("the last layer"))


def _margins2(factor: Term, sample: Term) -> Body:
    return lambda label: margin2(factor, sample, label)


def small_loss(factor: Term, then: Node) -> Node:
    """The loss of the network of B.2 is at most (C - 1) exp(-2 t rho(x0)^2 d_L)."""
    sample, label, bound = var("i4"), var("c4"), (C - 1) * S.exp(-size(factor))
    margins = _margins2(factor, sample)
    others = whole("c", S.exp(margins(c)) <= S.exp(-size(factor)), *s.OTHER_CLASS)
    ends = fact(order(margins(label), -size(factor)), [], auto("exp"), auto("the margin's value"))
    ends = fact(MONOTONE, [margins(label), -size(factor)], ends)
    known = introduced("c4", fact(other_margins2(factor), [sample, label], ends, auto("c != y")))
    value = S.log(partition(margins))
    log = fact(EXP_LOG, [partition(margins)], fact(EXP_LINE, [value], auto("log")), auto("> 0"))
    sums = class_sum("<=", margins, S.exp(-size(factor)), others, log)
    start = fact(own_margin2(factor), [sample], have(others, known, sums))
    one = introduced("i4", fact(s.LOSSES2, [factor, sample], start), False)
    each = whole("i", loss2(factor, i) <= bound)

    def pointwise(at: Term, then: Node) -> Node:
        return fact(each, [at], then)

    whole_sum = compared("<=", m, lambda at: loss2(factor, at), bound, pointwise, mean(then))
    return head(factor, have(each, one, whole_sum))


def mean(then: Node) -> Node:
    """1/m > 0."""
    return define((1 / m).json, auto("m >= 1"), have(1 / m > 0, auto("1/m > 0"), then))


def nonzero_square(then: Node) -> Node:
    """rho(x0)^2 > 0."""
    body = have(rho(x0) * rho(x0) > 0, auto("a square that is not 0"), then)
    return define((1 / rho(x0)).json, auto("not 0"), body)


def factor_for(bound: Term) -> Term:
    """t = C / (2 rho(x0)^2 d_L bound): the margins are then -C / bound."""
    return C / (2 * rho(x0) * rho(x0) * D * bound)


def below(bound: Term, factor: Term, then: Node) -> Node:
    """(C - 1) exp(-u) < bound, for u = 2 t rho(x0)^2 d_L with C <= u bound, where bound > 0."""
    goal = (C - 1) * S.exp(-size(factor)) < bound
    known = have(C <= size(factor) * bound, auto("C <= u bound"), auto("C - 1 < C"))
    return have(goal, inverse_exponentials(size(factor), known), then)


def positive_factor(bound: Term, then: Node) -> Node:
    """The factor is defined and > 0, where bound > 0; then go on."""
    bottom = 2 * rho(x0) * rho(x0) * D * bound
    body = have(factor_for(bound) > 0, auto("t > 0"), then)
    body = lemmas(
        [(bottom > 0, auto("a product of positive numbers"))],
        define((1 / bottom).json, auto("not 0"), have(1 / bottom > 0, auto("1/..."), body)),
    )
    return nonzero_square(fact(s.WIDTHS, [L], body, auto("the last layer")))


def no_loss(then: Node) -> Node:
    """The lower bound ``low`` of the losses of B.2 is at most 0."""
    at = var("t2")
    ends = fact(s.LOWER, [at], below(low, at, auto("low < low")), auto("t > 0"))
    proof = positive_factor(low, named(factor_for(low), "t2", small_loss(at, ends)))
    return have(low <= 0, split((-low).json, auto("low <= 0"), proof), then)


def named(term: Term, name: str, then: Node) -> Node:
    """Give a term that is defined a name of its own."""
    known = ["some", "v0", "real", var("v0").equals(term)]
    return have(known, shown_by(term, auto("itself")), opened(known, name, then))


# --- every network -------------------------------------------------------------------------------

POSITIVE = whole(
    "n i",
    [
        "and",
        loss(n, i) >= 0,
        S.exp(loss(n, i)).equals(partition(lambda at: margin(n, i, at))),
        margin(n, i, y).equals(0),
    ],
)
PAIR = whole("n i c", S.exp(loss(n, i)) >= 1 + S.exp(margin(n, i, c)), *s.OTHER_CLASS)
TOTAL = whole("n i", m * s.f(n) >= loss(n, i), i >= 1, i <= m)


def _margins(step: Term, sample: Term) -> Body:
    return lambda label: margin(step, sample, label)


def positive_losses(then: Node) -> Node:
    """A sample's loss is >= 0, since y itself adds exp(0) = 1 to the sum over the classes."""
    step, sample = var("n5"), var("i5")
    margins, value = _margins(step, sample), loss(step, sample)

    def zero(index: Term, then: Node) -> Node:
        return then

    def positive(at: Term, then: Node) -> Node:
        return have(S.exp(margins(at)) > 0, auto("exp > 0"), then)

    def equal(one: Term, other: Term, then: Node) -> Node:
        return equal_exponentials(margins(one), margins(other), then)

    ends = inverse_exponentials(value, node("both", *[auto("the loss")] * 3))
    ends = congruent(value, S.log(partition(margins)), ends)
    ends = fact(EXP_LOG, [partition(margins)], ends, auto("> 0"))
    ends = above_one(C, lambda at: S.exp(margins(at)), y, positive, ends, "u5", equal)
    ends = exp_of_zero(margins(y), ends)
    ends = have(margins(y).equals(0), auto("the margin of y"), ends)
    own = compared("=", D, s.product(step, sample, y), ZERO, zero, ends)
    known = fact(s.MARGINS, [step, sample, y], fact(s.WIDTHS, [L], own, auto("last layer")))
    proof = introduced("n5 i5", fact(s.LOSSES, [step, sample], known), False)
    return have(POSITIVE, proof, then)


def pairs(then: Node) -> Node:
    """exp of a sample's loss is at least 1 + exp(s_c), for every class c != y."""
    step, sample, label = var("n6"), var("i6"), var("c6")
    margins = _margins(step, sample)
    ends = exp_of_zero(margins(y), two_classes(margins, label, auto("both classes")))
    proof = introduced("n6 i6 c6", fact(POSITIVE, [step, sample], ends))
    return have(PAIR, proof, then)


def totals(then: Node) -> Node:
    """m f >= the loss on each of the m samples."""
    step, sample = var("n7"), var("i7")

    def nonnegative(at: Term, then: Node) -> Node:
        return fact(POSITIVE, [step, at], then)

    ends = above_one(m, lambda at: loss(step, at), sample, nonnegative, auto("m f"))
    return have(TOTAL, introduced("n7 i7", mean(ends)), then)


def losses(then: Node) -> Node:
    """Everything that is used of the losses."""
    return positive_losses(pairs(totals(then)))


def loss_above(level: Term, step: Term, sample: Term, then: Node) -> Node:
    """The sample's loss is at least log(level), and f at least that over m.

    That exp of the sample's loss is at least ``level`` > 0 is known.
    """
    log, value = S.log(level), loss(step, sample)
    down = implies(S.exp(log) <= S.exp(value), log <= value)
    facts = [(value >= log, auto("the loss")), (s.f(step) >= log / m, auto("f"))]
    known = fact(down, [], mean(lemmas(facts, then)), auto("exp(log) = level"))
    known = fact(MONOTONE, [log, value], fact(TOTAL, [step, sample], known, auto("a sample")))
    return define(log.json, auto("level > 0"), fact(EXP_LOG, [level], known, auto("level > 0")))


def bounded_margin(step: Term, sample: Term, label: Term, then: Node) -> Node:
    """(w_c - w_y)^T g >= -(||w_c||^2 + ||w_y||^2)/2 - ||g||^2, by induction over d_L."""
    u = var("u8")
    bodies: list[Body] = [
        s.product(step, sample, label),
        lambda at: s.W(step, label, at) ** 2,
        lambda at: s.W(step, y, at) ** 2,
        lambda at: s.a(step, sample, L, at) ** 2,
    ]

    def sums(high: Term) -> list[Term]:
        return [total("o", 1, high, body(var("o"))) for body in bodies]

    def claim(high: Term) -> Json:
        first, *others = sums(high)
        rest = first + (others[0] + others[1]) / 2 + others[2]
        return ["and", rest >= 0, *(square >= 0 for square in others)]

    base = both_sums("empty", sums(ZERO), auto("no summand"))
    step_ = both_sums("unfold", sums(u + 1), auto("one more square"))
    whole_sums = every("u8", "int", implies(u >= 0, claim(u)))
    done = fact(whole_sums, [D], fact(s.MARGINS, [step, sample, label], then), auto("0 <= d"))
    sized = fact(s.WIDTHS, [L], done, auto("last layer"))
    return induct("u8", "0", claim(u), base, step_, sized)


def bounded_below(step: Term, sample: Term, label: Term, radius: Term, then: Node) -> Node:
    """m f > exp(-2 R^2)/3, where no norm is above the radius R; then go on."""
    gap, square, value = margin(step, sample, label), 2 * radius * radius, loss(step, sample)
    least = S.exp(-square)
    small = inverse_exponentials(square, auto("exp(-2 R^2) <= 1"))
    large = inverse_exponentials(value, auto("1 - exp(-l) >= 1 - 1/(1 + exp(-2 R^2))"))
    ends = fact(TOTAL, [step, sample], then, auto("a sample"))
    ends = have(value > least / 3, large, ends)
    ends = have(S.exp(value) >= 1 + least, auto("the pair"), have(least <= 1, small, ends))
    ends = fact(PAIR, [step, sample, label], ends, auto("another class"))
    known = fact(MONOTONE, [-square, gap], fact(order(-square, gap), [], ends, auto("margin")))
    known = have(gap >= -square, auto("the margin"), known)
    return bounded_margin(step, sample, label, known)


def _squares(step: Term, sample: Term, label: Term) -> list[Term]:
    return [s.squares(step, label), s.feature_squares(step, sample), s.squares(step, y)]


def norms(step: Term, sample: Term, label: Term, then: Node) -> Node:
    """The norms of w_c, g and w_y are defined; then go on."""
    for square in reversed(_squares(step, sample, label)):
        then = define(S.sqrt(square).json, auto("a sum of squares"), then)
    return bounded_margin(step, sample, label, then)


def statement_script() -> Node:
    """Some norm is above R once f <= low + eta, with eta = exp(-2 R^2) / (3 m)."""
    radius, first = var("R0"), var("N0")
    step, sample, label = var("n0"), var("i0"), var("c0")
    eta = S.exp(-2 * radius * radius) / (3 * m)
    largest = s.largest(step, sample, label)
    known = bounded_below(step, sample, label, radius, auto("the loss is near low <= 0"))
    roots = [S.sqrt(square) for square in _squares(step, sample, label)]
    inside = [(root * root <= radius * radius, auto("the norm is at most R")) for root in roots]
    goal = split((radius - largest).json, lemmas(inside, known), auto("R < max"))
    goal = introduced("c0 i0", norms(step, sample, label, goal))
    small = whole("n", s.f(n) <= low + eta, n >= first)
    proof = introduced("n0", fact(small, [step], goal, auto("n >= N")))
    named = exists("N", "int", whole("n", s.f(n) <= low + eta, n >= var("N")))
    body = opened(named, "N0", shown_by(first, proof))
    body = fact(s.MINIMISING, [eta], body, auto("eta > 0"))
    body = have(eta > 0, auto("eta > 0"), body)
    body = have(S.exp(-2 * radius * radius) > 0, auto("exp > 0"), body)
    whole_proof = intro("R0", mean(define((1 / (3 * m)).json, auto("3 m"), body)))
    return axioms(constant(no_loss(losses(whole_proof))))
