"""Theorem 4.1 with power sums: psi(x, Sigma) = sum_b x^b sigma_b(Sigma - phi(x)), Eq. 17, 36-38.

Tokens, sequences and vectors of d' numbers are named by reals: ``tok(s, i)`` is a token,
``P(t, r)`` the number r of phi(t), ``v(w, r)`` the number r of the vector w.  sigma_b is any
function of vectors, so nothing is used of it but that equal vectors have equal values.
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Json, Term, app, conj, every, implies, total, var
from proofs.library.vectors import Body, S, both_sums, fact
from proofs.trees.leaves import given
from proofs.trees.script import Node, auto, case, have, induct, intro, node, statement

n, d, M, latent, i, b, m, r, s, w, w2 = (
    var(name) for name in ("n", "d", "M", "p", "i", "b", "m", "r", "s", "w", "w2")
)
e, eps = var("e"), var("eps")
ZERO, ONE = S.const(0), S.const(1)


def tok(sequence: Term, at: Term) -> Term:
    return app("tok", sequence, at)


def phi(token: Term, at: Term) -> Term:
    """Number ``at`` of phi(token), Eq. 36."""
    return app("P", token, at)


def entry(vector: Term, at: Term) -> Term:
    return app("v", vector, at)


def monomial(token: Term, at: Term) -> Term:
    """x^b, b the multidegree number ``at`` of the finite set P."""
    return app("x", token, at)


def sigma(row: Term, at: Term, vector: Term) -> Term:
    """sigma_b of coordinate ``row``."""
    return app("g", row, at, vector)


def summed(low: Term, high: Term, sequence: Term, at: Term) -> Term:
    """sum_{j=low}^{high} phi(x_j)."""
    return total("j", low, high, phi(tok(sequence, var("j")), at))


def others(sequence: Term, at: Term, row: Term) -> Term:
    """sum_{j != i} phi(x_j)."""
    return summed(ONE, at - 1, sequence, row) + summed(at + 1, n, sequence, row)


def value(name: str, sequence: Term, at: Term, row: Term) -> Term:
    return app(name, sequence, at, row)


def _each(formula: Json, *conditions: tuple[Term, Term]) -> Json:
    inside = conj(*(part for name, high in conditions for part in (name >= 1, name <= high)))
    found = implies(inside, formula)
    for name, _ in reversed(conditions):
        found = every(name.json, "int", found)
    return every("s", "real", found)


def combination(row: Term, sequence: Term, at: Term, vector: Term) -> Term:
    """sum_b x_i^b sigma_b(vector)."""
    token = tok(sequence, at)
    return total("b", 1, M, monomial(token, b) * sigma(row, b, vector))


#: |f - p| <= e: polynomials are near f
NEAR = _each(S.abs(value("f", s, i, m) - value("q", s, i, m)) <= e, (i, n), (m, d))
#: the vector of power sums of the other tokens, and p as a combination (Theorems 2.9, 2.12)
OTHERS = _each(
    entry(app("o", s, i), r).equals(others(s, i, r)),
    (i, n),
    (r, latent),
)
REWRITTEN = _each(value("q", s, i, m).equals(combination(m, s, i, app("o", s, i))), (i, n), (m, d))
#: Sigma - phi(x_i), and S
DIFFERENCE = _each(
    entry(app("D", s, i), r).equals(summed(ONE, n, s, r) - phi(tok(s, i), r)),
    (i, n),
    (r, latent),
)
EQ38 = _each(value("Z", s, i, m).equals(combination(m, s, i, app("D", s, i))), (i, n), (m, d))
_SAME = every("r", "int", implies(conj(r >= 1, r <= latent), entry(w, r).equals(entry(w2, r))))
FUNCTION = every(
    "m",
    "int",
    every(
        "b",
        "int",
        every(
            "w",
            "real",
            every("w2", "real", implies(_SAME, sigma(m, b, w).equals(sigma(m, b, w2)))),
        ),
    ),
)
SIZES = [n >= 1, d >= 1, latent >= 1, M >= 0]
GIVEN = [*SIZES, NEAR, e < eps, OTHERS, REWRITTEN, FUNCTION, DIFFERENCE, EQ38]
SORTS = {"n": "int", "d": "int", "p": "int", "M": "int", "e": "real", "eps": "real"}
FUNCTIONS = {
    "tok": 2, "P": 2, "v": 2, "x": 2, "g": 3, "o": 2, "D": 2, "f": 3, "q": 3, "Z": 3,
}  # fmt: skip
EXACT = _each(value("Z", s, i, m).equals(value("q", s, i, m)), (i, n), (m, d))
CLOSE = _each(S.abs(value("f", s, i, m) - value("Z", s, i, m)) <= e, (i, n), (m, d))
STATEMENT = statement(SORTS, GIVEN, conj(e < eps, CLOSE), FUNCTIONS)
X, at, NUMBER = var("X"), var("i1"), var("r1")
_EQ37 = others(X, at, var("r1")).equals(summed(ONE, n, X, var("r1")) - phi(tok(X, at), var("r1")))
EQ37 = statement(
    {"n": "int", "i1": "int", "r1": "int", "X": "real"},
    [n >= 1, at >= 1, at <= n],
    _EQ37,
    {"tok": 2, "P": 2},
)
EQUAL = statement(SORTS, [*SIZES, *GIVEN[6:]], EXACT, FUNCTIONS)


def eq37_script(
    sequence: Term = X, index: Term = at, number: Term = NUMBER, then: Node | None = None
) -> Node:
    """sum_{j <= m} = sum_{j < i} + phi(x_i) + sum_{i < j <= m}, for m >= i."""
    upto = var("m7")

    def sums(high: Term) -> tuple[Term, Term]:
        return summed(ONE, high, sequence, number), summed(index + 1, high, sequence, number)

    def claim(high: Term) -> Json:
        whole, after = sums(high)
        before = summed(ONE, index - 1, sequence, number)
        return whole.equals(before + phi(tok(sequence, index), number) + after)

    base = both_sums(
        "empty", [sums(index)[1]], both_sums("unfold", [sums(index)[0]], auto("up to i"))
    )
    step = both_sums("unfold", list(sums(upto + 1)), auto("one more"))
    last = fact(
        every("m7", "int", implies(upto >= index, claim(upto))),
        [n],
        then or auto("Sigma - phi"),
        given(),
    )
    return induct("m7", index.json, claim(upto), base, step, last)


def _equal(then: Node) -> Node:
    """Z = q at X1, i1, m1: the two vectors are equal, so every summand is."""
    sequence, index, coordinate, number = var("X1"), var("i1"), var("m1"), var("r1")
    inside = auto("indices")
    first, second = app("o", sequence, index), app("D", sequence, index)
    vectors = every(
        "r", "int", implies(conj(r >= 1, r <= latent), entry(second, r).equals(entry(first, r)))
    )
    entries = fact(
        OTHERS,
        [sequence, index, number],
        fact(DIFFERENCE, [sequence, index, number], auto("equal"), inside),
        inside,
    )
    shown = intro("r1", intro("", eq37_script(sequence, index, number, entries)))
    token = tok(sequence, index)

    def summand(vector: Term) -> Body:
        return lambda o: monomial(token, o) * sigma(coordinate, o, vector)

    def pointwise(o: Term, rest: Node) -> Node:
        known = have(summand(second)(o).equals(summand(first)(o)), auto("times"), rest)
        return fact(FUNCTION, [coordinate, o, second, first], known, given())

    sums = proportional_b(summand(second), summand(first), pointwise, then)
    combined = fact(
        REWRITTEN,
        [sequence, index, coordinate],
        fact(EQ38, [sequence, index, coordinate], sums, inside),
        inside,
    )
    return have(vectors, shown, combined)


def proportional_b(
    left: Body, right: Body, pointwise: Callable[[Term, Node], Node], then: Node
) -> Node:
    """sum_b left = sum_b right over 1..M."""
    upto = var("m8")

    def sums(high: Term) -> list[Term]:
        return [total("b", 1, high, body(b)) for body in (left, right)]

    one, other = sums(upto)
    claim = implies(upto <= M, one.equals(other))
    base = intro("", both_sums("empty", sums(ZERO), auto("empty sums")))
    close = both_sums("unfold", sums(upto + 1), auto("one more summand"))
    step = intro("", fact(claim, [], pointwise(upto + 1, close), auto("m <= M")))
    at_m = implies(M <= M, Term(sums(M)[0].json).equals(sums(M)[1]))
    whole = every("m8", "int", implies(upto >= 0, claim))
    return induct(
        "m8", "0", claim, base, step, fact(whole, [M], fact(at_m, [], then, auto()), auto("M >= 0"))
    )


def equal_script() -> Node:
    return intro("X1", intro("i1", intro("m1", intro("", _equal(auto("Z = q"))))))


def script() -> Node:
    """|f - S| = |f - p| <= e."""
    sequence, index, coordinate = var("X1"), var("i1"), var("m1")
    gap = S.abs(value("f", sequence, index, coordinate) - value("q", sequence, index, coordinate))
    error = S.abs(value("f", sequence, index, coordinate) - value("Z", sequence, index, coordinate))
    same_value = value("Z", sequence, index, coordinate).equals(
        value("q", sequence, index, coordinate)
    )
    end = have(
        same_value, auto("Z = q"), case(gap.json, *[case(error.json, *[auto("error")] * 2)] * 2)
    )
    near = fact(NEAR, [sequence, index, coordinate], _equal(end), auto("indices"))
    return node("both", given(), intro("X1", intro("i1", intro("m1", intro("", near)))))
