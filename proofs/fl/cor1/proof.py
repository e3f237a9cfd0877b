"""The proof of Corollary 1, from Propositions 3.A and 3.B."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import indent

from constructions.terms import Term, app
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
    UNIQUE_NORM,
    VANILLA,
    at,
    average,
    closure,
    d,
    eps,
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
    normal_errors,
    normalised,
    s,
    size,
    stable,
    t,
)
from proofs.fl.errors import C
from proofs.fl.prop3b import post, pre
from proofs.language.elaboration import Written, written
from proofs.library.vectors import S, norm, positive_widths, sigma, width
from proofs.trees.script import Json

# --- layers: from Proposition 3.B ----------------------------------------------------------------

#: s has an average error below e0, and p, the vanilla network of s, has the same errors
VANILLA_OF = """
cases e0 <= e1:
  show e0 <= e1
obtain here: s from near(e0 - e1)
obtain p from changed(s)
have equal: for all t in 1..n, ea(p, t) = eb(s, t):
  use unbiased(s), vanilla(p, t), network(s, t), here(t)
  let normal(c) = sum(j = 1..d(L), W(s, c, j)*a(s, t, L, j))
  let plain(c) = sum(j = 1..d(L), W(p, c, j)*v(p, t, L, j))
"""
SAME_AVERAGE = """
  have label: 1 <= y(t) and y(t) <= C by labels(t)
  use one: errors(p, t)
  use two: normal_errors(s, t)
  show by LEMMA(c -> normal(c), c -> plain(c), r, eb(s, t), ea(p, t), C, y(t)), scaled, 0 < r
have averages: mean_a(p) = mean_b(s)
  by sum_equal(t -> ea(p, t), t -> eb(s, t), 1, n), equal, n >= 1
show by below(p), averages, mean_b(s) < e1 + (e0 - e1)
"""
#: w'_c = w_c
BEFORE_LOGITS = """
  # prop3b is Proposition 3.B: the logits of layer normalisation are r > 0 times the vanilla ones
  obtain r from prop3b(rho, w, k -> x(t, k), i k j -> U(s, i, k, j), i k -> b(s, i, k),
    i k -> z(s, t, i, k), i k -> a(s, t, i, k), i -> muz(s, t, i), i k j -> U(p, i, k, j),
    i k -> b(p, i, k), i k -> v(p, t, i, k), c k -> W(s, c, k), L, beta, C)
  have head: for all c in 1..C, for all k in 1..d(L), W(p, c, k) = W(s, c, k)
  have scaled: for all c in 1..C, normal(c) = r*plain(c):
    have each: for all k in 1..d(L), W(s, c, k)*v(p, t, L, k) = W(p, c, k)*v(p, t, L, k):
      show by head(c, k)
    have multiple: normal(c) = r*sum(j = 1..d(L), W(s, c, j)*v(p, t, L, j))
    use widths(L)
    show by multiple, each,
      sum_equal(k -> W(s, c, k)*v(p, t, L, k), k -> W(p, c, k)*v(p, t, L, k), 1, d(L))
"""
#: w'_c = P w_c; the biases are the same
AFTER_LOGITS = """
  let products(i, k) = sum(j = 1..d(i - 1), U(p, i, k, j)*v(p, t, i - 1, j))
  have layers: for all i, k: int, 1 <= i and i <= L and 1 <= k and k <= d(i) =>
      v(p, t, i, k) = rho(products(i, k) + b(s, i, k)):
    have bias: b(p, i, k) = b(s, i, k)
    have rho(products(i, k) + b(p, i, k)) = rho(products(i, k) + b(s, i, k)) by bias
  # prop3b is Proposition 3.B: the logits of layer normalisation are r > 0 times the vanilla ones
  obtain r from prop3b(rho, w, k -> x(t, k), i k j -> U(s, i, k, j), i k -> b(s, i, k),
    i k -> z(s, t, i, k), i k -> a(s, t, i, k), i -> muz(s, t, i), i k j -> U(p, i, k, j),
    i k -> v(p, t, i, k), c k -> W(s, c, k), c k -> W(p, c, k), L, beta, C)
  have scaled: for all c in 1..C, normal(c) = r*plain(c)
"""


def _layer_proof(
    sequent: Json, network: Json, change: Json, strict: bool, prop3b: Callable[[], Json], text: str
) -> Written:
    facts = {
        "widths": positive_widths(),
        "labels": LABELS,
        "unbiased": NO_BIAS,
        "vanilla": VANILLA,
        "network": for_all(network),
        "errors": errors(strict),
        "normal_errors": normal_errors(strict),
        "changed": closure(change),
        "below": infimum(low, "ea").json[1],
        "near": infimum(low_L, "eb", where=True).json[2],
    }
    return written(
        sequent,
        VANILLA_OF + text + SAME_AVERAGE.replace("LEMMA", _same_error(strict)),
        facts,
        {"prop3b": prop3b},
        d=width,
        y=label,
        mean_a=lambda s: average("ea", s),
        mean_b=lambda s: average("eb", s),
    )


def _same_error(strict: bool) -> str:
    """The lemma of the library."""
    return "same_error_only" if strict else "same_error"


def before_proof(sequent: Json, strict: bool = False) -> Written:
    """From s near the infimum to p with the same errors, pre-activation."""
    network = at(s, t).before_network
    return _layer_proof(sequent, network, BEFORE_CHANGE, strict, pre.logits, BEFORE_LOGITS)


def after_proof(sequent: Json, strict: bool = False) -> Written:
    """The same, post-activation."""
    network = at(s, t).after_network
    return _layer_proof(sequent, network, AFTER_CHANGE, strict, post.logits, AFTER_LOGITS)


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


#: f = factor g with a factor > 0, and so are the logits
SCALED = """
let factor = sqrt(d)/size(s, t)
have root: 0 < sqrt(d) by root_positive(d), d >= 1
have positive: 0 < factor by long, root
have scaled: for all k in 1..d, f(s, t, k) = factor*g(s, t, k):
  show by normalised(s, t, k), long
have each: for all c in 1..C, z_f(s, t, c) = factor*z_g(s, t, c):
  show by scaled, long,
    weighted_proportional(k -> W(s, c, k), k -> f(s, t, k), k -> g(s, t, k), factor, 1, d)
show by LEMMA(c -> z_f(s, t, c), c -> z_g(s, t, c), factor, err_f(s, t), err_g(s, t), C, y(t)),
  positive
"""
#: size is max{eps, ||g||}
EQUAL_ERRORS = f"""
have equal: for all s: real, for all t in 1..n, err_g(s, t) = err_f(s, t):
  have long: 0 < size(s, t) by 0 < eps
  have label: 1 <= y(t) and y(t) <= C by labels(t)
  use one: errors_g(s, t)
  use two: errors_f(s, t)
{indent(SCALED, "  ")}
"""
#: size is ||g||; where g is 0 all logits of the vanilla network are, which is a tie
EQUAL_OR_NONE = f"""
have equal: for all s: real, for all t in 1..n, err_g(s, t) = err_f(s, t):
  have label: 1 <= y(t) and y(t) <= C by labels(t)
  use one: errors_g(s, t)
  use two: errors_f(s, t)
  cases some: 0 < square(s, t):
    have long: 0 < size(s, t) by root_positive(square(s, t)), some
    let right = (for all c: int, 1 <= c and c <= C and c != y(t) =>
      share_f(s, t, c) < share_f(s, t, y(t)))
    have 0 < square(s, t) => (right => err_f(s, t) = 0) and (err_f(s, t) != 1 => right) by two
    use 0 < square(s, t) => (right => err_f(s, t) = 0) and (err_f(s, t) != 1 => right)
{indent(SCALED, "    ")}
  have none: err_f(s, t) = 1 by two, square(s, t) <= 0
  cases wrong: err_g(s, t) = 1:
    show by none, wrong
  have flat: for all c: int, z_g(s, t, c) = 0:
    have zero: for all k in 1..d, W(s, c, k)*g(s, t, k) = 0:
      have g(s, t, k)^2 <= square(s, t) by sum_summand(j -> g(s, t, j)^2, 1, d, k)
      have g(s, t, k) = 0
    show by sum_zero(k -> W(s, c, k)*g(s, t, k), 1, d), zero
  have tie: for all c: int, share_g(s, t, c) = share_g(s, t, y(t)):
    have z_g(s, t, c) = z_g(s, t, y(t)) by flat(c), flat(y(t))
    show by exp_equal(z_g(s, t, c), z_g(s, t, y(t))),
      sum_positive(c -> exp(z_g(s, t, c)), 1, C)
  let right = (for all c: int, 1 <= c and c <= C and c != y(t) =>
    share_g(s, t, c) < share_g(s, t, y(t)))
  use err_g(s, t) != 1 => right
  cases y(t) = 1:
    have share_g(s, t, 2) < share_g(s, t, y(t))
    show by tie(2), share_g(s, t, 2) < share_g(s, t, y(t))
  have share_g(s, t, 1) < share_g(s, t, y(t))
  show by tie(1), share_g(s, t, 1) < share_g(s, t, y(t))
"""
#: the errors are equal for each s and t, so the averages are, and the infima
EQUAL_INFIMA = """
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


def feature_proof(sequent: Json, strict: bool = False) -> Written:
    """With max{eps, ||g||}."""
    facts = {
        "labels": LABELS,
        "normalised": for_all(stable(s, t)),
        "errors_g": feature_errors("ea", "g", strict),
        "errors_f": feature_errors("ef", "f", strict),
        **_NEAR,
    }
    text = EQUAL_ERRORS.replace("LEMMA", _same_error(strict)) + EQUAL_INFIMA
    return written(
        sequent,
        text,
        facts,
        size=lambda s, t: S.maximum(eps, norm(d, features("g", s, t))),
        **NAMES,
    )


#: with ||g||, where to have no output is an error
unique_norm_proof = written(
    UNIQUE_NORM,
    EQUAL_OR_NONE.replace("LEMMA", _same_error(True)) + EQUAL_INFIMA,
    {
        "labels": LABELS,
        "normalised": for_all(normalised(s, t)),
        "errors_g": feature_errors("ea", "g", True),
        "errors_f": for_all(error_or_none(s, t)),
        **_NEAR,
    },
    size=lambda s, t: norm(d, features("g", s, t)),
    square=size,
    **NAMES,
)


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
