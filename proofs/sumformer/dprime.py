"""sumformer.dprime: the latent dimension of the continuous construction, and how it grows."""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Json, Term, app, conj, every, implies, total, var
from proofs.claims import Attempt, Claim, Obligation, Reading, Witness
from proofs.library.vectors import S, both_sums, fact, put
from proofs.sumformer import powers_data
from proofs.sumformer.paper import source
from proofs.trees.leaves import given, using
from proofs.trees.script import (
    Node,
    auto,
    define,
    have,
    induct,
    intro,
    lemmas,
    node,
    split,
    statement,
)

NAME = "sumformer.dprime"
D, n, d, k = var("D"), var("n"), var("d"), var("k")
ZERO, ONE = S.const(0), S.const(1)
#: names in the proofs
_D, _N = var("d1"), var("n1")


def P(dimension: Term, degree: Term) -> Term:
    """prod_{i=1}^d (n + i)/i."""
    return app("P", dimension, degree)


def A(dimension: Term, degree: Term) -> Term:
    """The number of multidegrees in d coordinates with |alpha| <= n."""
    return app("A", dimension, degree)


def _all(formula: Json, *names: str) -> Json:
    for name in reversed(names):
        formula = every(name, "int", formula)
    return formula


def _in(*conditions: Json) -> Json:
    return conj(*conditions)


PRODUCT = [
    _all(implies(n >= 0, P(ZERO, n).equals(1)), "n"),
    _all(
        implies(
            _in(d >= 0, d < D, n >= 0),
            P(d + 1, n).equals(P(d, n) * ((n + (d + 1)) / (d + 1))),
        ),
        "d",
        "n",
    ),
]
#: the last exponent is n - k, and the others have a sum of at most k
COUNTED = [
    _all(implies(n >= 0, A(ZERO, n).equals(1)), "n"),
    _all(
        implies(_in(d >= 0, d < D, n >= 0), A(d + 1, n).equals(total("k", 0, n, A(d, k)))),
        "d",
        "n",
    ),
]
FUNCTIONS = {"P": 2, "A": 2}
_m = var("m")
CONCLUSION = every("m", "int", implies(_m >= 0, A(D, _m).equals(P(D, _m))))
STATEMENT = statement({"D": "int"}, [D >= 0, *PRODUCT, *COUNTED], CONCLUSION, FUNCTIONS)

#: (d + 1) P(d + 1, n) = (n + d + 1) P(d, n)
STEP = _all(
    implies(
        _in(_D >= 0, _D < D, _N >= 0), ((_D + 1) * P(_D + 1, _N)).equals(P(_D, _N) * (_N + _D + 1))
    ),
    "d1",
    "n1",
)
#: (n + 1) P(d, n + 1) = (n + d + 1) P(d, n)
ACROSS = _all(
    implies(
        _in(_D >= 0, _D <= D, _N >= 0), ((_N + 1) * P(_D, _N + 1)).equals(P(_D, _N) * (_N + _D + 1))
    ),
    "d1",
    "n1",
)
ONE_TOKEN = _all(implies(_in(_D >= 0, _D <= D), P(_D, ZERO).equals(1)), "d1")


def product_known(then: Node) -> Node:
    """The three lemmas on P."""
    a, b = var("d2"), var("n2")
    step = fact(PRODUCT[1], [a, b], auto("times d + 1"), auto("d < D"))
    one = intro("d2", intro("n2", intro("", step)))

    at = var("d3")
    claim = implies(
        at <= D, every("n1", "int", implies(_N >= 0, put(ACROSS.json[3][3][2], "d1", at)))
    )
    inner = claim.json[2]
    base = intro(
        "",
        intro(
            "n2",
            intro("", fact(PRODUCT[0], [b], fact(PRODUCT[0], [b + 1], auto("1"), auto()), auto())),
        ),
    )
    last = ((at + 1) * ((b + 1) * P(at + 1, b + 1))).equals(
        (at + 1) * (P(at + 1, b) * (b + (at + 1) + 1))
    )
    facts = [
        ((at + 1) * P(at + 1, b + 1)).equals(P(at, b + 1) * (b + 1 + at + 1)),
        ((at + 1) * P(at + 1, b)).equals(P(at, b) * (b + at + 1)),
        ((b + 1) * P(at, b + 1)).equals(P(at, b) * (b + at + 1)),
    ]
    ends = have(last, using(*facts), auto("divided by d + 1"))
    steps = fact(STEP, [at, b + 1], fact(STEP, [at, b], ends, auto("indices")), auto("indices"))
    older = fact(claim, [], fact(inner, [b], steps, auto("n >= 0")), auto("d <= D"))
    stepped = intro("", intro("n2", intro("", older)))
    whole = every("d3", "int", implies(at >= 0, claim))
    used = fact(put(claim, "d3", a), [], fact(put(inner, "d3", a), [b], given(), given()), given())
    across = induct(
        "d3",
        "0",
        claim,
        base,
        stepped,
        intro("d2", intro("n2", intro("", fact(whole, [a], used, given())))),
    )

    flat = implies(at <= D, P(at, ZERO).equals(1))
    flat_step = intro(
        "",
        fact(
            flat,
            [],
            fact(STEP, [at, ZERO], auto("divided by d + 1"), auto("indices")),
            auto("d <= D"),
        ),
    )
    flat_all = every("d3", "int", implies(at >= 0, flat))
    flat_used = intro(
        "d2",
        intro("", fact(flat_all, [a], fact(put(flat, "d3", a), [], given(), given()), given())),
    )
    zero = induct(
        "d3", "0", flat, intro("", fact(PRODUCT[0], [ZERO], given(), auto())), flat_step, flat_used
    )
    return lemmas([(STEP, one), (ACROSS, across), (ONE_TOKEN, zero)], then)


def script() -> Node:
    """sum_{k <= n} P(d, k) = P(d + 1, n), so A(d + 1, n) = P(d + 1, n)."""
    at, high = var("d4"), var("n4")

    def inner(dimension: Term) -> Json:
        return every("n1", "int", implies(_N >= 0, A(dimension, _N).equals(P(dimension, _N))))

    claim = implies(at <= D, inner(at))
    row = total("k", 0, high, A(at, k))
    summed = row.equals(P(at + 1, high))
    both = fact(inner(at), [ZERO], auto("1 = 1"), auto("0"))
    empty = total("k", 0, ZERO - 1, A(at, k))
    base_sum = both_sums(
        "unfold", [total("k", 0, ZERO, A(at, k))], both_sums("empty", [empty], both)
    )
    base = fact(ONE_TOKEN, [at], fact(ONE_TOKEN, [at + 1], base_sum, auto("d")), auto("d"))
    facts = [
        ((at + 1) * P(at + 1, high + 1)).equals(P(at, high + 1) * (high + 1 + at + 1)),
        ((at + 1) * P(at + 1, high)).equals(P(at, high) * (high + at + 1)),
        ((high + 1) * P(at, high + 1)).equals(P(at, high) * (high + at + 1)),
    ]
    scaled = ((at + 1) * P(at + 1, high + 1)).equals((at + 1) * (P(at + 1, high) + P(at, high + 1)))
    pascal = P(at + 1, high + 1).equals(P(at + 1, high) + P(at, high + 1))
    close = lemmas([(scaled, using(*facts)), (pascal, auto("divided by d + 1"))], auto("one more"))
    rows = fact(
        STEP,
        [at, high + 1],
        fact(STEP, [at, high], fact(ACROSS, [at, high], close, auto("d")), auto("d")),
        auto("d"),
    )
    more = both_sums(
        "unfold",
        [total("k", 0, high + 1, A(at, k))],
        fact(inner(at), [high + 1], rows, auto("n >= 0")),
    )
    x = var("n5")
    sums = every("n4", "int", implies(high >= 0, summed))
    end = fact(sums, [x], fact(COUNTED[1], [at, x], auto("A = P"), auto("d < D")), given())
    shown = induct("n4", "0", summed, base, more, intro("n5", intro("", end)))
    step = intro("", fact(claim, [], shown, auto("d <= D")))
    first = intro(
        "",
        intro(
            "n5",
            intro(
                "", fact(PRODUCT[0], [x], fact(COUNTED[0], [x], auto("1 = 1"), given()), given())
            ),
        ),
    )
    whole = every("d4", "int", implies(at >= 0, claim))
    last = fact(
        whole,
        [D],
        fact(
            implies(D <= D, inner(D)),
            [],
            intro("m1", intro("", fact(inner(D), [var("m1")], given(), given()))),
            auto("D <= D"),
        ),
        given(),
    )
    return product_known(induct("d4", "0", claim, first, step, last))


# --- growth --------------------------------------------------------------------------------------


def E(base: Term, exponent: Term) -> Term:
    return app("E", base, exponent)


def F(at: Term) -> Term:
    return app("F", at)


_x, _e = var("x"), var("e")
POWERS = [
    every("x", "real", E(_x, ZERO).equals(1)),
    every("x", "real", every("e", "int", implies(_e >= 0, E(_x, _e + 1).equals(_x * E(_x, _e))))),
]
FACTORIAL = [
    F(ZERO).equals(1),
    every("e", "int", implies(_e >= 0, F(_e + 1).equals((_e + 1) * F(_e)))),
]
_degree = var("n0")
IN_N = statement(
    {"D": "int", "n0": "int"},
    [D >= 0, _degree >= 0, *PRODUCT, *POWERS, *FACTORIAL],
    conj(E(_degree, D) <= F(D) * P(D, _degree), P(D, _degree) <= E(_degree + 1, D)),
    {"P": 2, "E": 2, "F": 1},
)
IN_D = statement(
    {"D": "int", "n0": "int"},
    [D >= 0, _degree >= 0, *PRODUCT, *POWERS],
    P(D, _degree) <= E(D + 1, _degree),
    {"P": 2, "E": 2},
)


def in_n_script(end: Node | None = None) -> Node:
    """Both bounds, from what is known by ``end`` at D; F(D) and P(D, n) are positive too."""
    at = var("d4")
    size = E(_degree, at) <= F(at) * P(at, _degree)
    parts = conj(
        E(_degree, at) >= 0,
        F(at) > 0,
        P(at, _degree) > 0,
        size,
        P(at, _degree) <= E(_degree + 1, at),
    )
    claim = implies(at <= D, parts)
    base = intro(
        "",
        fact(
            POWERS[0],
            [_degree],
            fact(POWERS[0], [_degree + 1], fact(PRODUCT[0], [_degree], auto("1"), given())),
        ),
    )
    power, other, factorial, p = E(_degree, at), E(_degree + 1, at), F(at), P(at, _degree)
    q = P(at + 1, _degree)
    stepped = ((at + 1) * q).equals(p * (_degree + at + 1))
    products: list[tuple[Json, Node]] = [
        (_degree * power >= 0, using(_degree >= 0, power >= 0)),
        ((at + 1) * q > 0, using(stepped, p > 0, at >= 0, _degree >= 0)),
        (q > 0, using((at + 1) * q > 0, at >= 0)),
        ((at + 1) * factorial > 0, using(at >= 0, factorial > 0)),
        (factorial * p * (at + 1) >= 0, using_product(factorial, p, at)),
        (_degree * (factorial * p - power) >= 0, using(_degree >= 0, size)),
        (((at + 1) * factorial * q).equals(factorial * p * (_degree + at + 1)), using(stepped)),
        (_degree * power <= (at + 1) * factorial * q, auto("n^(d + 1)")),
        ((at * _degree) * p >= 0, using_triple(at, _degree, p)),
        ((at + 1) * q <= (at + 1) * ((_degree + 1) * p), using(stepped, (at * _degree) * p >= 0)),
        (q <= (_degree + 1) * p, auto("divided by d + 1")),
        ((_degree + 1) * (other - p) >= 0, using(_degree >= 0, p <= other)),
    ]
    facts = fact(
        POWERS[1],
        [_degree, at],
        fact(
            POWERS[1],
            [_degree + 1, at],
            fact(
                FACTORIAL[1],
                [at],
                fact(STEP, [at, _degree], lemmas(products, auto("one more")), auto("d")),
                given(),
            ),
            given(),
        ),
        given(),
    )
    step = intro("", fact(claim, [], facts, auto("d <= D")))
    whole = every("d4", "int", implies(at >= 0, claim))
    last = fact(
        whole, [D], fact(put(claim, "d4", D), [], end or auto("at D"), auto("D <= D")), given()
    )
    return product_known(induct("d4", "0", claim, base, step, last))


def using_product(one: Term, two: Term, at: Term) -> Node:
    return have(one * two > 0, using(one > 0, two > 0), auto("a product"))


def using_triple(at: Term, degree: Term, p: Term) -> Node:
    return have(at * degree >= 0, using(at >= 0, degree >= 0), auto("a product"))


def in_d_script() -> Node:
    at = var("n4")
    p, q, power = P(D, at), P(D, at + 1), E(D + 1, at)
    claim = conj(p > 0, p <= power)
    base = fact(POWERS[0], [D + 1], fact(ONE_TOKEN, [D], auto("1"), auto("D <= D")))
    across = ((at + 1) * q).equals(p * (at + D + 1))
    products: list[tuple[Json, Node]] = [
        ((at + 1) * q > 0, using(across, p > 0, at >= 0, D >= 0)),
        (q > 0, using((at + 1) * q > 0, at >= 0)),
        ((at * D) * p >= 0, using_triple(at, D, p)),
        ((at + 1) * q <= (at + 1) * ((D + 1) * p), using(across, (at * D) * p >= 0)),
        (q <= (D + 1) * p, auto("divided by n + 1")),
        ((D + 1) * (power - p) >= 0, using(D >= 0, p <= power)),
    ]
    step = fact(
        POWERS[1],
        [D + 1, at],
        fact(ACROSS, [D, at], lemmas(products, auto("one more")), auto("indices")),
        given(),
    )
    whole = every("n4", "int", implies(at >= 0, claim))
    last = fact(whole, [_degree], given(), given())
    return product_known(induct("n4", "0", claim, base, step, last))


# --- exact data ----------------------------------------------------------------------------------

_flat = (1 + d * n).json
ONE_COORDINATE: dict[str, tuple[tuple[str, ...], Json]] = {
    "P": (("d", "n"), _flat),
    "A": (("d", "n"), _flat),
}


def _at_zero(then: Node) -> Node:
    """For a goal about 0 <= d < 1 and n >= 0."""
    below = split((var("d0") - 1).json, auto("d < 1"), auto("d <= 0"))
    only = node("finite", then, on="d0", **{"from": 0, "to": 0})
    return intro("d0", intro("n0", intro("", have(var("d0") <= 0, below, only))))


def _product_holds() -> Node:
    quotient = 1 / (var("d0") + 1)
    return _at_zero(define(quotient.json, auto("1 is not 0"), auto("n + 1")))


def _counted() -> Node:
    """sum_{k <= n} 1 = n + 1."""
    dimension, high = var("d0"), var("n1")

    def row(upto: Term) -> Term:
        return total("k", 0, upto, 1 + dimension * k)

    claim = row(high).equals(high + 1)
    base = both_sums("unfold", [row(ZERO)], both_sums("empty", [row(ZERO - 1)], auto("1")))
    step = both_sums("unfold", [row(high + 1)], auto("one more"))
    used = fact(every("n1", "int", implies(high >= 0, claim)), [var("n0")], auto("n + 1"), given())
    shown = induct("n1", "0", claim, base, step, used)
    return _at_zero(shown)


GIVENS: dict[int, Callable[[], Node]] = {2: _product_holds, 4: _counted}

CLAIM = Claim(
    id=NAME,
    kind="theorem",
    title="The latent dimension of the continuous construction, and its growth",
    source=source("Sections 4.1, 5 and 6", "36"),
    statement="The continuous proof of Theorem 4.1 needs $d' = binom(n + d, d) - 1 = (n + d)! \\/ "
    "(d! n!) - 1 = product_(i = 1)^d (n + i) / i - 1$ in $phi$ for a fixed $n$ (Section 5). "
    "However, the inherent dimension $d'$ scales with $n^d$ - for a fixed $d$ - in this case "
    "(Section 4.1). Read of the number $d'$ of multidegrees with $0 < abs(alpha) <= n$, which "
    "Eq. 36 has.",
    readings=(
        Reading("$d$ coordinates", ("given", 0), "called $D$"),
        Reading(
            "$product_(i = 1)^d (n + i) / i$, called $P(d, n)$",
            ("given", 1),
            "and so $(n + d)! \\/ (n! d!)$",
        ),
        Reading("one factor after the other", ("given", 2)),
        Reading(
            "the number of multidegrees with $abs(alpha) <= n$, called $A(d, n)$",
            ("given", 3),
            "$alpha = 0$ among them, which $d'$ leaves out",
        ),
        Reading(
            "$A(d + 1, n) = sum_(k = 0)^n A(d, k)$",
            ("given", 4),
            "by the last exponent $n - k$, $0 <= k <= n$",
        ),
        Reading("$d' + 1 = P(d, n)$ for every $n$", ("show",)),
        *(
            Reading(text, ("given", number), obligation=f"{NAME}.powers")
            for number, text in enumerate(
                (
                    "$d$ coordinates",
                    "$n$ tokens",
                    "$d' + 1 = P(d, n)$, a product: 1 for $d = 0$",
                    "one factor after the other",
                    "powers: $x^0 = 1$",
                    "$x^(e + 1) = x x^e$",
                    "factorials: $0! = 1$",
                    "$(e + 1)! = (e + 1) e!$",
                )
            )
        ),
        Reading(
            "$d'$ scales with $n^d$",
            ("show",),
            "$n^d <= d! (d' + 1)$ and $d' + 1 <= (n + 1)^d$; $E$ is the power, $F$ the factorial",
            f"{NAME}.powers",
        ),
    ),
    obligations=(
        Obligation(f"{NAME}.count", "for every $d$ and $n$", STATEMENT, script),
        Obligation(f"{NAME}.powers", "both bounds, for every $d$ and $n$", IN_N, in_n_script),
    ),
    satisfiable=(
        Attempt(
            f"{NAME}.satisfiable",
            "$d = 1$: $n + 1$ multidegrees",
            STATEMENT,
            Witness({"D": 1}, ONE_COORDINATE),
            GIVENS,
        ),
        Attempt(
            f"{NAME}.powers.satisfiable",
            "$d = n = 1$",
            IN_N,
            Witness(
                {"D": 1, "n0": 1},
                {
                    "P": ONE_COORDINATE["P"],
                    "E": powers_data.POWER["E"],
                    "F": powers_data.FACTORIAL["F"],
                },
            ),
            {
                3: GIVENS[2],
                4: powers_data.first_power,
                5: powers_data.more_powers,
                6: powers_data.first_factorial,
                7: powers_data.more_factorials,
            },
        ),
    ),
    notes=(
        "The construction works with multidegrees up to $n - 1$, so with $d' = binom(n - 1 + d, "
        "d) - 1$ (`sumformer.thm4_1.continuous`).",
        "What scales with $n^d$ is the side of the matrices $W_Q, W_K, W_V$, which have about "
        "$n^(2 d)$ entries. The attention matrix $A$ of Definition 2.1, of which Sections 4.1 and "
        "6 say so, has $n times n$ entries.",
        'Section 4.1 has "four feed-forward layers and one attention layer". Appendix B takes '
        "one for Eq. 40, two for $phi$, one for Eq. 42 and two for $psi$: six, or four if those "
        "that only copy entries are not counted. The networks that are built here have four, and "
        "one attention layer (`sumformer.thm4_3.layers`).",
        "For a fixed $n$, as in Section 5, $d'$ is a polynomial in $d$ of degree $n$, and not "
        "exponential (`sumformer.dprime.polynomial`, `sumformer.dprime.fixed`). The exponential "
        "relation of Section 1.1 is one that trained networks show, which is not decided here.",
    ),
    not_claimed=(
        "that the proof needs so many: those with $abs(alpha) <= n - 1$ do "
        "(`sumformer.thm4_1.continuous`)",
        "what networks need in order to learn: the figures of Section 5",
    ),
    sharpened=(
        Claim(
            id=f"{NAME}.polynomial",
            kind="theorem",
            title="For a fixed n the latent dimension grows polynomially in d",
            source=source("Section 5", "-"),
            statement="$d' + 1 <= (d + 1)^n$ for every $d$ and $n$.",
            readings=(
                Reading("$d$ coordinates", ("given", 0)),
                Reading("$n$ tokens", ("given", 1)),
                Reading("$P(d, n) = d' + 1$", ("given", 2)),
                Reading("one factor after the other", ("given", 3)),
                Reading("powers", ("given", 4)),
                Reading("$x^(e + 1) = x x^e$", ("given", 5)),
                Reading("$d' + 1 <= (d + 1)^n$", ("show",)),
            ),
            obligations=(
                Obligation(f"{NAME}.polynomial.bound", "for every $d$ and $n$", IN_D, in_d_script),
            ),
            satisfiable=Attempt(
                f"{NAME}.polynomial.satisfiable",
                "$d = n = 1$",
                IN_D,
                Witness(
                    {"D": 1, "n0": 1},
                    {"P": ONE_COORDINATE["P"], "E": powers_data.POWER["E"]},
                ),
                {3: GIVENS[2], 4: powers_data.first_power, 5: powers_data.more_powers},
            ),
        ),
    ),
)
