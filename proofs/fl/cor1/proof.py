"""The proof of Corollary 1."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from constructions.terms import Term, app, conj, every, exists, implies, var
from proofs.fl.cor1.statement import (
    AFTER_CHANGE,
    ALL_ZERO,
    ATTAINED,
    BEFORE_CHANGE,
    EVERYWHERE,
    LABELS,
    NO_BIAS,
    NO_WEIGHTS,
    NORM,
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
from proofs.language.elaboration import Written, written
from proofs.library.vectors import (
    ONE,
    S,
    above_square,
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


def _score(of: str) -> Callable[[Term, Term, Term], Term]:
    """The logit of a class, of the network without or with normalisation."""
    return lambda s, t, c: logits(of, s, t)(c)


def _share(of: str) -> Callable[[Term, Term, Term], Term]:
    """exp of a logit over the sum of all."""
    score = _score(of)
    return lambda s, t, c: S.exp(score(s, t, c)) / sigma(C, lambda i: S.exp(score(s, t, i)), "i")


NAMES = {
    "y": label,
    "size": lambda s, t: S.maximum(eps, norm(d, features("g", s, t))),
    "z_g": _score("g"),
    "z_f": _score("f"),
    "share_g": _share("g"),
    "share_f": _share("f"),
    "err_g": lambda s, t: app("ea", s, t),
    "err_f": lambda s, t: app("ef", s, t),
    "mean_g": lambda s: average("ea", s),
    "mean_f": lambda s: average("ef", s),
}
_G, _F_ALL = infimum(low, "ea").json, infimum(low_F, "ef").json
_NEAR = {"below_g": _G[1], "near_g": _G[2], "below_f": _F_ALL[1], "near_f": _F_ALL[2]}


def feature_proof(sequent: Json, strict: bool = False) -> Written:
    """The errors are equal for each s and t, so the averages are, and the infima."""
    facts = {
        "labels": LABELS,
        "stable": for_all(stable(s, t)),
        "errors_g": feature_errors("ea", "g", strict),
        "errors_f": feature_errors("ef", "f", strict),
        **_NEAR,
    }
    lemma = "same_error_only" if strict else "same_error"
    return written(sequent, EQUAL_ERRORS.replace("LEMMA", lemma), facts, **NAMES)


#: f = factor g with a factor > 0, and so are the logits
EQUAL_ERRORS = """
have equal: for all s: real, for all t in 1..n, err_g(s, t) = err_f(s, t):
  let factor = sqrt(d)/size(s, t)
  have long: 0 < size(s, t) by 0 < eps
  have root: 0 < sqrt(d) by root_positive(d), d >= 1
  have positive: 0 < factor by long, root
  have each: for all c in 1..C, z_f(s, t, c) = factor*z_g(s, t, c):
    have scaled: for all k in 1..d, f(s, t, k) = factor*g(s, t, k):
      show by stable(s, t, k), long
    show by scaled, long,
      weighted_proportional(k -> W(s, c, k), k -> f(s, t, k), k -> g(s, t, k), factor, 1, d)
  have label: 1 <= y(t) and y(t) <= C by labels(t)
  use one: errors_g(s, t)
  use two: errors_f(s, t)
  show by LEMMA(c -> z_f(s, t, c), c -> z_g(s, t, c), factor, err_f(s, t), err_g(s, t), C, y(t)),
    positive
have averages: for all s: real, mean_g(s) = mean_f(s):
  have each: for all t in 1..n, err_g(s, t) = err_f(s, t):
    show by equal(s, t)
  show by sum_equal(t -> err_g(s, t), t -> err_f(s, t), 1, n), each, n >= 1
have e0 <= e2:
  cases e0 <= e2:
    show e0 <= e2
  obtain s from near_f(e0 - e2)
  show by below_g(s), averages(s), mean_f(s) < e2 + (e0 - e2)
have e2 <= e0:
  cases e2 <= e0:
    show e2 <= e0
  obtain s from near_g(e2 - e0)
  show by below_f(s), averages(s), mean_g(s) < e0 + (e2 - e0)
"""


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


def no_error(of: str, value: str) -> str:
    """The text that an infimum is 0: the error at s9 is, and no error is negative."""
    return f"""
have range_{of}: for all s: real, for all t in 1..n, 0 <= err_{of}(s, t):
  cases one: err_{of}(s, t) = 1:
    show by one
  have wrong: err_{of}(s, t) != 1 =>
    (for all c in 1..C, share_{of}(s, t, c) <= share_{of}(s, t, y(t))) by errors_{of}(s, t)
  use wrong
  have right: (for all c in 1..C, share_{of}(s, t, c) <= share_{of}(s, t, y(t))) =>
    err_{of}(s, t) = 0 by errors_{of}(s, t)
  use right
have none_{of}: for all t in 1..n, err_{of}(s9, t) = 0:
  have logits: for all c: int, z_{of}(s9, t, c) = 0:
    have off: for all k in 1..d, W(s9, c, k)*{of}(s9, t, k) = 0:
      show by weights(c, k)
    show by sum_zero(k -> W(s9, c, k)*{of}(s9, t, k), 1, d), off
  have level: for all c in 1..C, z_{of}(s9, t, c) <= z_{of}(s9, t, y(t)):
    show by logits(c), logits(y(t))
  have label: 1 <= y(t) and y(t) <= C by labels(t)
  use largest_softmax(c -> z_{of}(s9, t, c), C, y(t))
  have right: (for all c in 1..C, share_{of}(s9, t, c) <= share_{of}(s9, t, y(t))) =>
    err_{of}(s9, t) = 0 by errors_{of}(s9, t)
  use right
have zero_{of}: mean_{of}(s9) = 0 by sum_zero(t -> err_{of}(s9, t), 1, n), none_{of}, n >= 1
have {value} <= 0 by below_{of}(s9), zero_{of}
have 0 <= {value}:
  cases 0 <= {value}:
    show 0 <= {value}
  obtain s from near_{of}(-{value})
  have each: for all t in 1..n, 0 <= err_{of}(s, t):
    show by range_{of}(s, t)
  have total: 0 <= sum(t = 1..n, err_{of}(s, t)) by sum_nonneg(t -> err_{of}(s, t), 1, n), each
  have size: 0 <= mean_{of}(s) by total, n >= 1
  show by size, mean_{of}(s) < {value} - {value}
"""


_WEIGHTS = {
    "labels": LABELS,
    "errors_g": feature_errors("ea", "g"),
    "errors_f": feature_errors("ef", "f"),
    "weights": NO_WEIGHTS,
}
_DOMAIN_G, _DOMAIN_F = in_domain(low, "ea").json, in_domain(low_F, "ef").json
#: W = 0 makes all logits equal
all_zero_proof = written(
    ALL_ZERO,
    no_error("g", "e0"),
    {**_WEIGHTS, "below_g": _DOMAIN_G[1], "near_g": _DOMAIN_G[2]},
    **NAMES,
)
#: both infima are 0
norm_proof = written(
    NORM,
    no_error("g", "e0") + no_error("f", "e2"),
    {**_WEIGHTS, **_NEAR, "below_f": _DOMAIN_F[1], "near_f": _DOMAIN_F[2]},
    **NAMES,
)


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
