"""Newton's iteration for 1/sqrt(v), for every v > 0: statements and scripts.

With ``e_n = 1 - y_n sqrt(v)`` a step is ``e <- e^2 (3 - e)/2``.  From ``v y_0^2 < 3``, ``y_0 > 0``
all later e_n lie in [0, 1) and decrease, and ``e_(n+1) (1 + n s) <= 1`` with ``s = (1 - e_1)/2``.
"""

from __future__ import annotations

from constructions.terms import Term, app, conj, every, exists, implies, var
from constructions.weierstrass import newton
from proofs.library.vectors import ONE, ZERO, S, fact, shown_by
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
    statement,
)

v, eta, n, N0, start = (var(name) for name in ("v", "eta", "n", "N0", "start"))
root = S.sqrt(v)
m, q = var("m"), var("q")


def y(at: Term) -> Term:
    return app("y", at)


def e(at: Term) -> Term:
    """The relative error 1 - y_n sqrt(v)."""
    return 1 - y(at) * root


def step(at: Term) -> Term:
    """y_n (3 - v y_n^2)/2, from the formula that is run in every number system."""
    found: Term = newton(S, v, y(at), 1)[1]
    return found


def from_on(first: int, formula: Json) -> Json:
    return every("n", "int", implies(n >= first, formula))


ITERATION = from_on(0, y(n + 1).equals(step(n)))
GIVEN = [v > 0, y(ZERO) > 0, v * y(ZERO) ** 2 < 3, ITERATION]
FUNCTIONS = {"y": 1}

SQUARED = from_on(0, e(n + 1).equals(e(n) ** 2 * (3 - e(n)) / 2))
INSIDE = from_on(1, conj(e(n) >= 0, e(n) < 1))
QUADRATIC = from_on(1, e(n + 1) <= S.const(3) / 2 * e(n) ** 2)


def tends(gap: Term) -> Json:
    """gap(n) -> 0, where the gap is written in n."""
    late = every("n", "int", implies(n >= N0, gap < eta))
    return every("eta", "real", implies(eta > 0, exists("N0", "int", conj(N0 >= 1, late))))


CONVERGES = tends(S.abs(y(n) - 1 / root))
MAIN = statement({"v": "real"}, GIVEN, conj(CONVERGES, SQUARED, QUADRATIC), FUNCTIONS)

# --- scripts -------------------------------------------------------------------------------------


def rooted(then: Node) -> Node:
    """sqrt(v) is defined and positive."""
    return define(root.json, auto("v >= 0"), have(root > 0, auto("sqrt(v) > 0"), then))


def stepped(at: Term, then: Node) -> Node:
    """y_(at+1) = step(at), where at >= 0 is known."""
    return fact(ITERATION, [at], then, auto("n >= 0"))


def _squared() -> Node:
    return intro("m", intro("", stepped(m, auto("the error is squared"))))


def errors(then: Node) -> Node:
    """SQUARED, and 0 <= e_n < 1 from n = 1 on; then go on."""
    inside = conj(e(m) >= 0, e(m) < 1)
    first = lemmas(
        [
            (e(ZERO) < 1, auto("y_0 > 0")),
            (y(ZERO) ** 2 * root**2 < 3, auto("v y_0^2 < 3")),
            (e(ONE).equals(e(ZERO) ** 2 * (3 - e(ZERO)) / 2), _at(SQUARED, ZERO)),
            (y(ONE).equals(step(ZERO)), stepped(ZERO, auto("first step"))),
            (3 - e(ZERO) >= 0, auto("3 - e_0")),
            (e(ZERO) ** 2 * (3 - e(ZERO)) >= 0, auto("e_0^2 (3 - e_0)")),
            (y(ZERO) * root > 0, auto("r_0 > 0")),
            (y(ZERO) * root * (3 - y(ZERO) ** 2 * root**2) > 0, auto("r_0 (3 - r_0^2)")),
        ],
        auto("0 <= e_1 < 1"),
    )
    later = fact(SQUARED, [m], lemmas(
        [
            (e(m) ** 2 * (3 - e(m)) >= 0, auto("e^2 (3 - e)")),
            ((1 - e(m)) * (2 + 2 * e(m) - e(m) ** 2) > 0, _product()),
        ],
        auto("0 <= e_(n+1) < 1"),
    ), auto("m >= 0"))  # fmt: skip
    whole = every("m", "int", implies(m >= 1, inside))
    known = intro("q", intro("", fact(whole, [q], auto("inside"), auto("n >= 1"))))
    done = induct("m", "1", inside, first, later, have(INSIDE, known, then))
    return have(SQUARED, _squared(), done)


def _product() -> Node:
    return have(2 + 2 * e(m) - e(m) ** 2 > 0, auto("second factor"), auto("product"))


def _at(formula: Json, at: Term) -> Node:
    return fact(formula, [at], auto("instance"), auto("range"))


def _rate(then: Node) -> Node:
    """e_(n+1) <= e_1 and e_(n+1) (1 + n s) <= 1 for n >= 0, s = (1 - e_1)/2; then go on."""
    s = (1 - e(ONE)) / 2
    claim = conj(e(m + 1) <= e(ONE), e(m + 1) * (1 + m * s) <= 1)
    base = fact(INSIDE, [ONE], auto("n = 1"), auto("1 >= 1"))
    E, E1 = e(m + 1), e(ONE)
    shrink = E * (3 - E) / 2
    body = lemmas(
        [
            ((E1 - E) * (2 + E) >= 0, auto("E <= e_1")),
            (shrink <= 1 - s, auto("the factor")),
            (e(m + 2) <= E * (1 - s), auto("e_(n+2) <= e_(n+1) (1 - s)")),
            (e(m + 2) <= E, auto("decreasing")),
            (1 + (m + 1) * s >= 0, have(m * s >= 0, auto(), auto())),
            (e(m + 2) * (1 + (m + 1) * s) <= E * (1 - s) * (1 + (m + 1) * s), auto("times")),
            ((1 - s) * (1 + (m + 1) * s) <= 1 + m * s, have(m * s * s >= 0, auto(), auto())),
            (E * (1 - s) * (1 + (m + 1) * s) <= E * (1 + m * s), auto("times E")),
        ],
        node("both", auto("e_(n+2) <= e_1"), auto("the rate")),
    )
    later = fact(
        INSIDE,
        [ONE],
        fact(INSIDE, [m + 1], fact(SQUARED, [m + 1], body, auto()), auto("m + 1 >= 1")),
        auto("1 >= 1"),
    )
    return induct("m", "0", claim, base, later, then)


def _rate_claim() -> Json:
    s = (1 - e(ONE)) / 2
    claim = conj(e(m + 1) <= e(ONE), e(m + 1) * (1 + m * s) <= 1)
    return every("m", "int", implies(m >= 0, claim))


def _converges() -> Node:
    s = (1 - e(ONE)) / 2
    size = s * var("eta0") * root
    first = S.floor(1 / size) + 2
    at = var("h")
    gap = y(at) - 1 / root
    close = lemmas(
        [
            (e(at) * (1 + (at - 1) * s) <= 1, auto("the rate")),
            (at - 1 >= 1 / size, auto("n is large")),
            ((at - 1) * size >= 1, _times_back(at - 1, size)),
            (e(at) >= 0, auto("e >= 0")),
            (e(at) * s >= 0, auto("e s >= 0")),
            (e(at) < var("eta0") * root, _below(at, s)),
            (1 / root > 0, auto("1/sqrt(v) > 0")),
            (gap.equals(-(e(at) / root)), auto("the gap is e/sqrt(v)")),
            (e(at) / root < var("eta0"), _divided(e(at), var("eta0"), root)),
            (e(at) / root >= 0, auto("not negative")),
        ],
        case(S.abs(gap).json, auto("|gap|"), auto("|gap|")),
    )
    known = fact(
        INSIDE, [at], fact(_rate_claim(), [at - 1], close, auto("n - 1 >= 0")), auto("n >= 1")
    )
    late = intro("h", intro("", have(at >= 1, auto("n >= 1"), known)))
    shown = shown_by(first, node("both", auto("N0 >= 1"), late))
    body = lemmas(
        [(s > 0, fact(INSIDE, [ONE], auto("s > 0"), auto("1 >= 1"))), (size > 0, _positive(s))],
        define((1 / size).json, auto("!= 0"), have(1 / size > 0, auto("> 0"), shown)),
    )
    return intro("eta0", intro("", body))


def _positive(s: Term) -> Node:
    return have(s * var("eta0") > 0, auto(), auto())


def _times_back(count: Term, size: Term) -> Node:
    a, b = var("a0"), var("b0")
    lemma = every("a0", "real", every("b0", "real", implies(conj(b > 0, a >= 1 / b), a * b >= 1)))
    proof = intro("a0", intro("b0", intro("", auto("scalar"))))
    return have(lemma, proof, fact(lemma, [count, size], auto("instance"), auto("premises")))


def _divided(top: Term, bound: Term, bottom: Term) -> Node:
    """From top < bound * bottom and bottom > 0: top/bottom < bound."""
    a, b, c = var("a0"), var("b0"), var("c0")
    lemma = implies(conj(c > 0, a < b * c), a / c < b)
    positive = have(1 / c > 0, auto("1/c > 0"), auto("scalar"))
    proof = intro("", define((a / c).json, auto("!= 0"), positive))
    for name in ("c0", "b0", "a0"):
        lemma, proof = every(name, "real", lemma), intro(name, proof)
    values = [top, bound, bottom]
    return have(lemma, proof, fact(lemma, values, auto("instance"), auto("premises")))


def _below(at: Term, s: Term) -> Node:
    """From E (1 + k s) <= 1, k s w >= 1, E, s >= 0: E < w.  Else E >= w gives 1 >= w + w k s."""
    E, k, p, w = (var(name) for name in ("a0", "b0", "c0", "d0"))
    premise = conj(E * (1 + k * p) <= 1, k * (p * w) >= 1, w > 0, p > 0, k >= 0)
    lemma: Json = implies(premise, E < w)
    proof = intro("", lemmas([(k * p >= 0, auto())], node(
        "split",
        lemmas([((E - w) * (1 + k * p) >= 0, auto("product")),], auto("contradiction")),
        auto("E < w"),
        on=(E - w).json)))  # fmt: skip
    for name in ("d0", "c0", "b0", "a0"):
        lemma, proof = every(name, "real", lemma), intro(name, proof)
    values = [e(at), at - 1, s, var("eta0") * root]
    premises = have(var("eta0") * root > 0, auto("w > 0"), have(at - 1 >= 0, auto(), auto("known")))
    return have(lemma, proof, fact(lemma, values, auto("instance"), premises))


def _quadratic() -> Node:
    body = have(e(m) * e(m) ** 2 >= 0, auto("e^3"), auto("3/2 e^2"))
    known = fact(INSIDE, [m], fact(SQUARED, [m], body, auto("n >= 0")), auto("n >= 1"))
    return intro("m", intro("", known))


def main_script() -> Node:
    squared = intro("m", intro("", fact(SQUARED, [m], auto("squared"), auto("n >= 0"))))
    parts = node("both", _converges(), squared, _quadratic())
    return rooted(errors(_rate(parts)))
