"""The proof of Corollary 1."""

from __future__ import annotations

from functools import partial

from constructions.terms import Term, app, conj, every, exists, implies, var
from proofs.fl.cor1.statement import (
    AFTER_CHANGE,
    ATTAINED,
    BEFORE_CHANGE,
    EVERYWHERE,
    LABELS,
    NO_BIAS,
    NO_WEIGHTS,
    SAME,
    SMALLER,
    VANILLA,
    Family,
    at,
    average,
    closure,
    d,
    defined,
    eps,
    error,
    error_or_none,
    errors,
    feature_errors,
    features,
    for_all,
    in_domain,
    infimum,
    label,
    least,
    logits,
    low,
    low_F,
    low_L,
    n,
    normal,
    normal_errors,
    normalised,
    plain,
    s,
    size,
    stable,
    t,
    weights,
    zero,
)
from proofs.fl.errors import (
    C,
    Logit,
    alike,
    correct,
    errors_agree,
    in_logits,
    known,
    largest,
    monotone,
    same_error,
    scaled_logits,
    y,
)
from proofs.fl.vanilla.networks import Factor, combined, one_over_sigma
from proofs.fl.vanilla.proof import After, Before
from proofs.language.elaboration import written
from proofs.library.vectors import (
    ONE,
    S,
    above_square,
    both_sums,
    fact,
    norm,
    opened,
    put,
    rho,
    sigma,
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

s0, s1, t0 = var("s0"), var("s1"), var("t0")
h, q = var("h"), var("q")
_IN = node("both", auto("inside"), auto("inside"))


def _over_sigma(pair: Family) -> Factor:
    return lambda layer: one_over_sigma(layer, pair.net)


def before_script(strict: bool = False) -> Node:
    """From s0 near the infimum to s1 with the same errors, pre-activation."""
    pair = at(s0, t0, s1)
    proof = Before(_over_sigma(pair), pair, renamed=True)
    body = proof.normalised(proof.errors(partial(errors_agree, strict=strict)))
    return _smaller(for_all(at(s, t).before_network), BEFORE_CHANGE, proof.logits(), body, strict)


def after_script(strict: bool = False) -> Node:
    """The same, post-activation."""
    pair = at(s0, t0, s1)
    proof = After(_over_sigma(pair), pair)
    one = pair.product(h, q) + pair.e(h, q)
    two = pair.product(h, q) + pair.net.b(h, q)
    inside = node("both", *[auto("inside")] * 4)
    known = fact(pair.same_bias, [h, q], same(rho(one), rho(two), auto("the same bias")))
    value = intro("h", intro("q", intro("", fact(pair.vanilla, [h, q], known, inside))))
    agree = proof.errors(partial(errors_agree, strict=strict))
    body = have(pair.vanilla_first_bias, value, proof.normalised(agree))
    return _smaller(for_all(at(s, t).after_network), AFTER_CHANGE, proof.logits(), body, strict)


def _smaller(
    network: Json, change: Json, logits: tuple[Logit, Logit], body: Node, strict: bool
) -> Node:
    """If e1 < e0, some s0 has an error below e0, and some s1 has the same one, below it too."""
    one, other = logits
    inside = conj(t >= 1, t <= n)
    value = app("ea", s1, t).equals(app("eb", s0, t))
    equal = every("t", "int", implies(inside, value))
    lemma = every("y", "int", implies(conj(y >= 1, y <= C), same_error(other, one, strict)))
    both = fact(normal_errors(strict), [s0, t0], _equal_errors(strict))
    values = fact(errors(strict), [s1, t0], both)
    used = have(lemma, intro("y", intro("", body)), fact(lemma, [label(t0)], values, _IN))
    there = fact(defined(s0), [t0], used, _IN)
    net = fact(NO_BIAS, [s0], fact(VANILLA, [s1, t0], fact(network, [s0, t0], there)))
    proof = intro("t0", intro("", fact(LABELS, [t0], net, _IN)))
    below = fact(infimum(low, "ea").json[1], [s1], auto("below the infimum"))
    sums = combined(
        n,
        lambda o: app("ea", s1, o),
        [(ONE, lambda o: app("eb", s0, o))],
        lambda o, then: fact(equal, [o], then, _IN),
        below,
    )
    named = opened(put(exists("s2", "real", change), "s", s0), "s1", have(equal, proof, sums))
    parameters = fact(closure(change), [s0], named)
    close = infimum(low_L, "eb", where=True).json[2]
    near = put(close[3][2], "dl", low - low_L)
    found = fact(close, [low - low_L], opened(near, "s0", parameters), auto("e1 < e0"))
    return split((low_L - low).json, auto("e0 <= e1"), found)


def _equal_errors(strict: bool) -> Node:
    """Both are 0, or both are 1."""
    right = plain(s1, t0, strict), normal(s0, t0, strict)
    first, second = (put(formula, "y", label(t0)) for formula in right)
    return alike(app("ea", s1, t0), first, app("eb", s0, t0), second, strict)


# --- features ------------------------------------------------------------------------------------


def feature_script(strict: bool = False) -> Node:
    """The errors are equal for each s and t, so the averages are, and the infima."""
    size = S.maximum(eps, norm(d, features("g", s0, t0)))
    formula = stable(s0, t0)
    body = fact(formula, [ONE], _scaled_errors(size, formula, strict, _IN), _IN)
    error = fact(feature_errors("ef", "f", strict), [s0, t0], _feature_errors(strict))
    there = fact(for_all(stable(s, t)), [s0, t0], _by_lemma(body, error, strict))
    return _equal_infima(there)


def _scaled_errors(size: Term, formula: Json, strict: bool, inside: Node) -> Node:
    """Proof of same_error, the features being sqrt(d) g / size, as ``formula`` says."""
    g, f = features("g", s0, t0), features("f", s0, t0)
    root = S.sqrt(d)
    factor, index = root / size, var("j2")
    one, two = logits("f", s0, t0), logits("g", s0, t0)
    sums = combined(
        d,
        lambda o: weights(s0)(index, o) * f(o),
        [(factor, lambda o: weights(s0)(index, o) * g(o))],
        lambda o, then: fact(formula, [o], then, inside),
        auto("the logits"),
    )
    agree = have(
        scaled_logits(one, two, factor),
        intro("j2", intro("", sums)),
        errors_agree(one, two, factor, strict),
    )
    positive: list[tuple[Json, Node]] = [
        (size > 0, auto("size > 0")),
        (root > 0, auto("sqrt d > 0")),
        (factor > 0, auto("factor > 0")),
    ]
    return lemmas(positive, agree)


def _feature_errors(strict: bool) -> Node:
    """Proof that both errors are equal, where each is 0 iff the other is."""
    goods = [put(correct(logits(name, s0, t0), strict), "y", label(t0)) for name in "gf"]
    return alike(app("ea", s0, t0), goods[0], app("ef", s0, t0), goods[1], strict)


def _by_lemma(body: Node, ends: Node, strict: bool) -> Node:
    """The errors for the label, from what ``body`` shows for every one; then go on."""
    one, two = logits("f", s0, t0), logits("g", s0, t0)
    lemma = every("y", "int", implies(conj(y >= 1, y <= C), same_error(two, one, strict)))
    errors = fact(feature_errors("ea", "g", strict), [s0, t0], ends)
    return have(lemma, intro("y", intro("", body)), fact(lemma, [label(t0)], errors, _IN))


def unique_norm_script() -> Node:
    """Where g is 0 all logits of the vanilla network are, which is a tie; elsewhere as before."""
    whole = size(s0, t0)
    g = features("g", s0, t0)
    inside = node("both", auto("1 <= k"), auto("k <= d"), auto("g is not 0"))
    root, length = S.sqrt(d), norm(d, g)
    formula = normalised(s0, t0)
    body = _scaled_errors(length, formula, True, inside)
    body = define(length.json, auto("sum >= 0"), define(root.json, auto("d >= 0"), body))
    good = correct(logits("f", s0, t0), True)
    some = implies(whole > 0, error("ef", s0, t0, good))
    error_ = fact(some, [], _feature_errors(True), auto("g is not 0"))
    error_ = fact(for_all(error_or_none(s, t)), [s0, t0], error_)
    other = fact(for_all(normalised(s, t)), [s0, t0], _by_lemma(body, error_, True))
    return _equal_infima(split((-whole).json, _no_features(), other))


def _no_features() -> Node:
    """Both errors are 1 where all features are 0."""
    g, two = features("g", s0, t0), logits("g", s0, t0)
    index, at = var("j6"), app("ea", s0, t0)

    def nothing(o: Term, then: Node) -> Node:
        zero_ = have(g(o).equals(0), auto("its square is 0"), then)
        return above_square(d, g, o, zero_, "m9")

    flat = every("i", "int", two(var("i")).equals(0))
    sums = combined(d, lambda o: weights(s0)(index, o) * g(o), [], nothing, auto("w^T 0"))
    right = correct(two, True)
    order = largest(two, True)

    def tie(label_: Term) -> Node:
        both = fact(flat, [label_], fact(flat, [y], auto("0 < 0")))
        inside = node("both", auto("1 <= c"), auto("c <= C"), auto("another class"))
        return fact(order, [label_], both, inside)

    cases = split((y - 2).json, tie(ONE), tie(S.const(2)))
    used = fact(implies(right, order), [], cases, known(right, True))
    wrong = every("y", "int", implies(conj(y >= 1, y <= C), implies(right, ONE < 0)))
    proof = intro("y", intro("", intro("", monotone(in_logits(two, used, True)))))
    good = put(right, "y", label(t0))
    absurd = fact(implies(good, ONE < 0), [], auto("a contradiction"), known(good, True))
    absurd = fact(implies(at.differs(1), good), [], absurd, auto("not 1"))
    ends = split((at - 1).json, split((1 - at).json, auto("both are 1"), absurd), absurd)
    none = implies(size(s0, t0) <= 0, app("ef", s0, t0).equals(1))
    ends = fact(none, [], ends, auto("g is 0"))
    ends = fact(for_all(error_or_none(s, t)), [s0, t0], ends)
    ends = fact(feature_errors("ea", "g", True), [s0, t0], ends)
    used_ = fact(wrong, [label(t0)], ends, _IN)
    return have(flat, intro("j6", sums), have(wrong, proof, used_))


def _equal_infima(there: Node) -> Node:
    """The infima are equal, where ``there`` proves that the errors are at s0 and t0."""
    inside = conj(t >= 1, t <= n)
    equal = every("t", "int", implies(inside, app("ea", s0, t).equals(app("ef", s0, t))))
    averages = combined(
        n,
        lambda o: app("ea", s0, o),
        [(ONE, lambda o: app("ef", s0, o))],
        lambda o, then: fact(equal, [o], then, _IN),
        auto("the averages"),
    )
    each = have(equal, intro("t0", intro("", fact(LABELS, [t0], there, _IN))), averages)
    whole = every("s", "real", average("ea", s).equals(average("ef", s)))

    def order(one: Term, name: str, other: Term, second: str) -> Node:
        """one <= other: near ``other`` there is an average, and ``one`` is below it."""
        close = infimum(other, second).json[2]
        near = put(close[3][2], "dl", one - other)
        below = fact(infimum(one, name).json[1], [s1], fact(whole, [s1], auto("between")))
        found = fact(close, [one - other], opened(near, "s1", below), auto("a gap"))
        return split((other - one).json, auto("in order"), found)

    both = node("both", order(low, "ea", low_F, "ef"), order(low_F, "ef", low, "ea"))
    defined = define((1 / n).json, auto("n >= 1"), have(whole, intro("s0", each), both))
    return defined


def _zero(name: str, of: str, value: Term, domain: bool, then: Node) -> Node:
    """value = 0: the error at s9 is 0, and no error is negative."""
    one = logits(of, zero, t0)
    good = put(correct(one), "y", label(t0))
    nothing = combined(
        d,
        lambda o: weights(zero)(var("j5"), o) * features(of, zero, t0)(o),
        [],
        lambda o, then: fact(NO_WEIGHTS, [var("j5"), o], then),
        auto("w = 0"),
    )
    flat = every("i", "int", one(var("i")).equals(0))
    index = var("j6")
    ordered = fact(flat, [index], fact(flat, [y], auto("0 <= 0")))
    order = have(largest(one), intro("j6", intro("", ordered)), _right(one))
    lemma = every("y", "int", implies(conj(y >= 1, y <= C), correct(one)))
    use_it = fact(lemma, [label(t0)], _error_is_zero(name, good), _IN)
    made = have(
        lemma,
        intro("y", intro("", have(flat, intro("j5", nothing), monotone(in_logits(one, order))))),
        use_it,
    )
    errors = feature_errors(name, of)
    at_zero = fact(LABELS, [t0], fact(errors, [zero, t0], made), _IN)
    inside = conj(t >= 1, t <= n)
    equal = every("t", "int", implies(inside, app(name, zero, t).equals(0)))
    above = every("s", "real", average(name, s) >= 0)
    both = infimum(value, name) if not domain else in_domain(value, name)
    close = both.json[2]
    near = put(close[3][2], "dl", -value)
    found = fact(above, [s1], auto("not below 0"))
    low_enough = fact(close, [-value], opened(near, "s1", found), auto("a gap"))
    premise = [auto("defined")] if domain else []
    below = fact(both.json[1], [zero], auto("at most 0"), *premise)
    order_both = node("both", below, split(value.json, auto("0 <= inf"), low_enough))
    conclusion = have(value.equals(0), order_both, then)
    average_zero = combined(
        n,
        lambda o: app(name, zero, o),
        [],
        lambda o, then: fact(equal, [o], then, _IN),
        conclusion,
    )
    proved = have(equal, intro("t0", intro("", at_zero)), average_zero)
    return have(above, intro("s2", _average_not_negative(name, errors)), proved)


def _right(one: Logit) -> Node:
    """Proof of correct(one), where the logit of y is the largest."""
    return fact(implies(largest(one), correct(one)), [], known(correct(one)), known(largest(one)))


def _error_is_zero(name: str, good: Json) -> Node:
    return fact(implies(good, app(name, zero, t0).equals(0)), [], auto("0"), known(good))


def _average_not_negative(name: str, errors: Json) -> Node:
    """Proof of 0 <= average(s2): errors are 0 or 1."""
    other, sample = var("s2"), var("m") + 1
    value = app(name, other, sample)
    good = errors.json[3][3][1][1]  # the premise of the first implication
    good = put(put(good, "s", other), "t", sample)
    zero_ = fact(implies(good, value.equals(0)), [], auto("0 more"), known(good))
    is_one = split((1 - value).json, auto("1 more"), fact(_not_one(value, good), [], zero_, auto()))
    other_case = fact(_not_one(value, good), [], zero_, auto("not 1"))
    cases = split((value - 1).json, is_one, other_case)

    def upto(high: Term) -> Term:
        return sigma(high, lambda o: app(name, other, o))

    at = var("m")
    step = both_sums("unfold", [upto(at + 1)], fact(errors, [other, sample], cases))
    base = both_sums("empty", [upto(ONE - 1)], auto("0"))
    whole = every("i", "int", implies(var("i") >= 0, upto(var("i")) >= 0))
    inverse = have(1 / n > 0, auto("1/n > 0"), auto("the average"))
    return induct("m", "0", upto(at) >= 0, base, step, fact(whole, [n], inverse, auto("0 <= n")))


def _not_one(value: Term, good: Json) -> Json:
    return implies(value.differs(1), good)


def all_zero_script() -> Node:
    """W = 0 makes all logits equal."""
    body = _zero("ea", "g", low, True, auto("it is 0"))
    return define((1 / n).json, auto("n >= 1"), body)


def norm_script() -> Node:
    """Both infima are 0."""
    body = _zero("ea", "g", low, False, _zero("ef", "f", low_F, True, auto("both are 0")))
    return define((1 / n).json, auto("n >= 1"), body)


# --- the inferences ------------------------------------------------------------------------------


_E, _F = (least(low, "E", False).json, least(low_F, "F", False).json)
#: both infima are lower bounds of the same numbers
everywhere_script = written(
    EVERYWHERE,
    """
    have e0 <= e2:
      cases e0 <= e2:
        show e0 <= e2
      obtain s from near_F(e0 - e2)
      show by below_E(s), same(s), F(s) < e2 + (e0 - e2)
    have e2 <= e0:
      cases e2 <= e0:
        show e2 <= e0
      obtain s from near_E(e2 - e0)
      show by below_F(s), same(s), E(s) < e0 + (e2 - e0)
    """,
    {"same": SAME, "below_E": _E[1], "near_E": _E[2], "below_F": _F[1], "near_F": _F[2]},
)
_INSIDE = least(low_F, "F", True).json
#: below the infimum of F there is no value of E
smaller_script = written(
    SMALLER,
    """
    cases e0 <= e2:
      show e0 <= e2
    obtain s from near(e0 - e2)
    obtain t from attained(s)
    show by below(t), E(t) = F(s), F(s) < e2 + (e0 - e2)
    """,
    {"attained": ATTAINED, "below": _E[1], "near": _INSIDE[2]},
)
