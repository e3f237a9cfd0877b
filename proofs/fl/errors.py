"""The 0-1 error of a softmax classifier, Eq. 19, as kernel terms, and when two of them agree.

A classifier is given by its logits: a function of the class c, 1 <= c <= C.  Its error on a sample
of label y is 0 iff y is in argmax_c y_hat_c, with y_hat the softmax of the logits.
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Term, app, conj, every, implies, total, var
from proofs.library.vectors import Body, S, i, sigma, within
from proofs.trees.script import Json

C, y = var("C"), var("y")
Logit = Callable[[Term], Term]


def linear(width: Term, features: Body, weights: str = "W") -> Logit:
    """w_c^T g of every class c."""
    return products(width, lambda label, o: app(weights, label, o), features)


def products(width: Term, weights: Callable[[Term, Term], Term], features: Body) -> Logit:
    """w_c^T g, the weights being any function of the class and the coordinate."""
    return lambda label: sigma(width, lambda o: weights(label, o) * features(o))


def partition(logit: Logit) -> Term:
    """sum_c exp(w_c^T g)."""
    return total("c", 1, C, S.exp(logit(var("c"))))


def softmax(logit: Logit, label: Term) -> Term:
    """y_hat_c."""
    return S.exp(logit(label)) / partition(logit)


def _ordered(strict: bool, formula: Callable[[Term], tuple[Term, Term]]) -> Json:
    """For all classes c: one <= other; or, for all but y: one < other."""
    one, other = formula(i)
    if not strict:
        return every("i", "int", within(C, i, one <= other))
    return every("i", "int", implies(conj(i >= 1, i <= C, i.differs(y)), one < other))


def correct(logit: Logit, strict: bool = False) -> Json:
    """The error is 0: y is in argmax_c y_hat_c; or, ``strict``, it is the only class in it."""
    return _ordered(strict, lambda label: (softmax(logit, label), softmax(logit, y)))


def largest(logit: Logit, strict: bool = False) -> Json:
    """w_y^T g >= w_c^T g for all c; or, ``strict``, w_y^T g > w_c^T g for all others."""
    return _ordered(strict, lambda label: (logit(label), logit(y)))


def iff(one: Json, other: Json) -> Json:
    """Each implies the other."""
    return conj(implies(one, other), implies(other, one))


def same_error(one: Logit, other: Logit, strict: bool = False) -> Json:
    """The errors are equal: each is 0 iff the other is."""
    return iff(correct(one, strict), correct(other, strict))


#: the errors of the vanilla and of the normalised network, and those where ties are errors
EV, EN, UV, UN = (var(name) for name in ("ev", "en", "uv", "un"))
ERROR_SORTS = {"ev": "real", "en": "real", "uv": "real", "un": "real"}
EQUAL_ERRORS = conj(EV.equals(EN), UV.equals(UN))


def error_is(value: Term, good: Json) -> Json:
    """The error is 0 where the classifier is right, and otherwise 1."""
    return conj(implies(good, value.equals(0)), implies(value.differs(1), good))


def error_values(plain: Logit, normal: Logit) -> list[Json]:
    """What the four errors are: ties are no errors in the first two, errors in the others."""
    return [
        error_is(EV, correct(plain)),
        error_is(EN, correct(normal)),
        error_is(UV, correct(plain, True)),
        error_is(UN, correct(normal, True)),
    ]


# --- as text ------------------------------------------------------------------------------------

#: the softmax has the same order in both, where the logits of one are r > 0 times those of the
#: other, as ``scaled`` says: normal(c) and plain(c)
SAME_ORDER = """
have one: 0 < sum(c = 1..C, exp(plain(c))) by sum_positive(c -> exp(plain(c)), 1, C)
have two: 0 < sum(c = 1..C, exp(normal(c))) by sum_positive(c -> exp(normal(c)), 1, C)
let normal_hat(q) = exp(normal(q))/sum(c = 1..C, exp(normal(c)))
let plain_hat(q) = exp(plain(q))/sum(c = 1..C, exp(plain(c)))
have order: for all a: int, for all b: int, 1 <= a and a <= C and 1 <= b and b <= C =>
    (normal_hat(a) <= normal_hat(b) => plain_hat(a) <= plain_hat(b))
    and (plain_hat(a) <= plain_hat(b) => normal_hat(a) <= normal_hat(b))
  by softmax_order(c -> normal(c), c -> plain(c), r, C), scaled, 0 < r, one, two
"""
#: and so all four errors are equal
SAME_ERRORS = (
    SAME_ORDER
    + """
have first: ev = en
  by equal_errors(c -> normal_hat(c), c -> plain_hat(c), en, ev, C, y), order, error, normal_error
have second: uv = un
  by equal_errors_only(c -> normal_hat(c), c -> plain_hat(c), un, uv, C, y), order,
    strict_error, normal_strict_error
show by first, second
"""
)


def error_facts(errors: list[Json]) -> dict[str, Json]:
    """The names of the four errors' definitions."""
    names = ("error", "normal_error", "strict_error", "normal_strict_error")
    return dict(zip(names, errors, strict=True))


# --- scripts -------------------------------------------------------------------------------------
