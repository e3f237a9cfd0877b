"""Newton's iteration from every other initial guess: statements and scripts.

With ``w_n = v y_n^2`` a step is ``w <- w (3 - w)^2/4``: 3 goes to 0, 5 is fixed, above 5 it grows
at least linearly, and between 3 and 5 it falls until it is at most 3, y changing its sign.
"""

from __future__ import annotations

from constructions.terms import Term, conj, every, exists, implies, var
from proofs.library.vectors import ZERO, S, fact, put, shown_by
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
    statement,
)
from proofs.weierstrass.newton_proof import (
    FUNCTIONS,
    ITERATION,
    N0,
    from_on,
    m,
    n,
    step,
    stepped,
    v,
    y,
)

SORTS = {"v": "real"}
N = var("N")
w0 = v * y(ZERO) ** 2


def w(at: Term) -> Term:
    return v * y(at) ** 2


BOUNDARY = statement(SORTS, [v > 0, w0.equals(3), ITERATION], from_on(1, y(n).equals(0)), FUNCTIONS)
TURNS = statement(
    SORTS, [v > 0, w0.equals(5), ITERATION], from_on(0, y(n + 1).equals(-y(n))), FUNCTIONS
)
#: only the steps up to N: no formula has all iterates of such a guess
_STEPS = every("n", "int", implies(conj(n >= 0, n < N), y(n + 1).equals(step(n))))
DIVERGES = statement(
    {**SORTS, "N": "int"},
    [v > 0, w0 > 5, N >= 0, _STEPS],
    w(N) >= w0 * (1 + N * (w0 - 5)),
    FUNCTIONS,
)
_FLIPS = every("n", "int", implies(conj(n >= 0, w(n) > 3), y(n) * y(n + 1) < 0))
BETWEEN = statement(
    SORTS,
    [v > 0, w0 < 5, ITERATION],
    conj(exists("N0", "int", conj(N0 >= 0, w(N0) <= 3)), _FLIPS),
    FUNCTIONS,
)


def boundary_script() -> Node:
    claim = y(m).equals(0)
    base = stepped(ZERO, auto("3 - v y_0^2 = 0"))
    return induct("m", "1", claim, base, stepped(m, auto("0 stays")), _use("q", "m", claim, 1))


def _use(name: str, bound: str, claim: Json, first: int) -> Node:
    at = var(name)
    whole = every(bound, "int", implies(var(bound) >= first, claim))
    return intro(name, intro("", fact(whole, [at], auto("shown"), auto("range"))))


def turns_script() -> Node:
    claim = w(m).equals(5)
    later = stepped(m, have(y(m + 1).equals(-y(m)), _factor(m), auto("5 stays")))
    at = var("q")
    whole = every("m", "int", implies(m >= 0, claim))
    flip = fact(whole, [at], stepped(at, _factor(at)), auto("n >= 0"))
    return induct("m", "0", claim, auto("start"), later, intro("q", intro("", flip)))


def _factor(at: Term) -> Node:
    return have(((w(at) - 5) * y(at)).equals(0), auto("0"), auto("the sign changes"))


def diverges_script() -> Node:
    """w_n >= w_0 and y_n^2 >= y_0^2 (1 + n s), s = (w_0 - 3)^2/4 - 1 >= w_0 - 5."""
    s = (w0 - 3) ** 2 / 4 - 1
    claim = conj(w(m) >= w0, y(m) ** 2 >= y(ZERO) ** 2 * (1 + m * s))
    factor = (w(m) - 3) ** 2 / 4
    later = _stepped(
        lemmas(
            [
                (factor >= 1 + s, have((w(m) - w0) * (w(m) + w0 - 6) >= 0, auto(), auto("factor"))),
                ((y(m + 1) ** 2).equals(y(m) ** 2 * factor), auto("the square")),
                (y(m) ** 2 * (factor - 1 - s) >= 0, auto("times the square")),
                (y(m + 1) ** 2 >= y(m) ** 2 * (1 + s), auto("grows")),
                (m * s >= 0, auto("m s")),
                (y(ZERO) ** 2 * m * s * s >= 0, auto("second order")),
                (y(m) ** 2 * (1 + s) >= y(ZERO) ** 2 * (1 + m * s) * (1 + s), auto("by the claim")),
                (y(m + 1) ** 2 >= y(ZERO) ** 2 * (1 + (m + 1) * s), auto("linear growth")),
                (y(m) ** 2 * s >= 0, auto("y^2 s")),
                (v * (y(m + 1) ** 2 - y(m) ** 2) >= 0, auto("v times")),
            ],
            node("both", auto("w grows"), auto("y^2 grows")),
        ),
    )
    base = lemmas([(s > 0, have((w0 - 5) * (w0 - 1) > 0, auto(), auto("s > 0")))],
                  node("both", auto("start"), auto("start")))  # fmt: skip
    grown = lemmas([(s > 0, have((w0 - 5) * (w0 - 1) > 0, auto(), auto("s > 0")))], later)
    upto = implies(m <= N, claim)
    one = intro("", fact(upto, [], grown, auto("m <= N")))
    ending = lemmas(
        [
            (s >= w0 - 5, have((w0 - 5) ** 2 >= 0, auto("a square"), auto("s"))),
            (N * (s - w0 + 5) >= 0, auto("times N")),
            (w0 * (N * (s - w0 + 5)) >= 0, auto("times w_0")),
            (v * (y(N) ** 2 - y(ZERO) ** 2 * (1 + N * s)) >= 0, auto("times v")),
        ],
        auto("the rate"),
    )
    whole = every("m", "int", implies(m >= 0, upto))
    known = fact(put(upto, "m", N), [], ending, auto("N <= N"))
    return induct("m", "0", upto, intro("", base), one, fact(whole, [N], known, auto("N >= 0")))


def _stepped(then: Node) -> Node:
    """The step from m < N is known; then go on."""
    return fact(_STEPS, [m], then, auto("0 <= m < N"))


def between_script() -> Node:
    """While w > 3 it falls by the factor (w_0 - 3)^2/4 < 1 or more.

    Claim: w_n <= 3, or w_n <= w_0 and w_n (1 + n s) <= w_0 with s = 1 - (w_0 - 3)^2/4.
    """
    s = 1 - (w0 - 3) ** 2 / 4
    falls = implies(w(m) > 3, conj(w(m) <= w0, w0 > 3, w(m) * (1 + m * s) <= w0))
    start = intro("", node("both", auto(), auto(), auto()))
    factor = (w(m) - 3) ** 2 / 4
    small = lemmas(  # w <= 3 goes to at most 1
        [
            (w(m) >= 0, auto("w >= 0")),
            (w(m + 1).equals(w(m) * factor), auto("a step")),
            (w(m) * factor <= 1, _at_most_one(w(m))),
        ],
        intro("", auto("not above 3")),
    )
    body = lemmas(
        [
            (w(m + 1).equals(w(m) * factor), auto("a step")),
            (factor <= 1 - s, have((w0 - w(m)) * (w0 + w(m) - 6) >= 0, auto(), auto("factor"))),
            (s > 0, have((5 - w0) * (w0 - 1) > 0, auto(), auto("s > 0"))),
            (w(m) * (1 - s - factor) >= 0, auto("times w")),
            (w(m + 1) <= w(m) * (1 - s), auto("falls")),
            (w(m) * s >= 0, auto("w s")),
            (w(m + 1) <= w0, auto("below the start")),
            (m * s >= 0, auto("m s")),
            (1 + (m + 1) * s >= 0, auto("positive")),
            ((w(m) * (1 - s) - w(m + 1)) * (1 + (m + 1) * s) >= 0, auto("product")),
            (w(m) * s * s * (m + 1) >= 0, _four(w(m), s, m + 1)),
            (w(m + 1) * (1 + (m + 1) * s) <= w(m) * (1 + m * s), auto("the rate")),
        ],
        intro("", node("both", auto(), auto(), auto())),
    )
    later = stepped(
        m,
        node("split", small, fact(falls, [], body, auto("w > 3")), on=(3 - w(m)).json),
    )
    whole = every("m", "int", implies(m >= 0, falls))
    at = S.floor(w0 / (3 * s)) + 1
    falls_at = implies(w(at) > 3, conj(w(at) <= w0, w0 > 3, w(at) * (1 + at * s) <= w0))
    contradiction = lemmas(
        [
            (at * s >= w0 / 3, _enough(at, s)),
            ((w(at) - 3) * (1 + at * s) >= 0, auto("product")),
            (3 * (1 + at * s) <= w0, auto("then w0 is larger")),
        ],
        auto("contradiction"),
    )
    done = node(
        "split",
        auto("w <= 3"),
        fact(whole, [at], fact(falls_at, [], contradiction, auto("w > 3")), auto("n >= 0")),
        on=(3 - w(at)).json,
    )
    found = lemmas(
        [
            (s > 0, have((5 - w0) * (w0 - 1) > 0, auto(), auto("s > 0"))),
            (3 * s > 0, auto()),
        ],
        define((1 / (3 * s)).json, auto(), lemmas(
            [(1 / (3 * s) > 0, auto()), (w0 / (3 * s) >= 0, auto()), (at >= 0, auto())],
            shown_by(at, node("both", auto("N0 >= 0"), done)))),
    )  # fmt: skip
    capture = node(
        "split", shown_by(ZERO, node("both", auto("0"), auto("at once"))), found,
        on=(3 - w0).json)  # fmt: skip
    q = var("q")
    flip = stepped(q, lemmas(
        [
            (y(q) ** 2 > 0, node("split", auto(), auto(), on=(y(q) ** 2).json)),
            (y(q) ** 2 * (w(q) - 3) > 0, auto("product")),
        ],
        auto("the sign changes"),
    ))  # fmt: skip
    return induct("m", "0", falls, start, later, node("both", capture, intro("q", intro("", flip))))


def _at_most_one(value: Term) -> Node:
    """For 0 <= w <= 3: w (w - 3)^2/4 <= 1, since 4 - w (w - 3)^2 = (w - 1)^2 (4 - w)."""
    a = var("a0")
    lemma = every("a0", "real", implies(conj(a >= 0, a <= 3), a * (a - 3) ** 2 / 4 <= 1))
    product = have((a - 1) ** 2 * (4 - a) >= 0, _square(a - 1, 4 - a), auto("at most 1"))
    proof = intro("a0", intro("", product))
    return have(lemma, proof, fact(lemma, [value], auto("instance"), auto("0 <= w <= 3")))


def _square(a: Term, b: Term) -> Node:
    return have(a**2 >= 0, auto("a square"), have(b >= 0, auto("positive"), auto("product")))


def _four(a: Term, b: Term, c: Term) -> Node:
    return have(a * b * b >= 0, auto("square"), auto("times the index"))


def _enough(at: Term, s: Term) -> Node:
    """From k >= W/(3 s), s > 0: k s >= W/3."""
    k, p, W = (var(name) for name in ("a0", "b0", "c0"))
    lemma: Json = implies(conj(p > 0, k >= W / (3 * p)), k * p >= W / 3)
    proof = intro("", auto("scalar"))
    for name in ("c0", "b0", "a0"):
        lemma, proof = every(name, "real", lemma), intro(name, proof)
    return have(lemma, proof, fact(lemma, [at, s, w0], auto("instance"), auto("premises")))
