"""Theorem 2.12 in formulas: multi-indices, monomials, the class A, its extensions, polynomials.

Everything that is not a number is named by a real: a sequence s of n tokens with d coordinates
X(s, i, a), a multi-index al with exponents E(al, a), a function c of sequences with values
ev(c, s).  M(al, s, i) is the monomial of token i.  A(m, c) > 0 says that c lies in A_m, the
polynomials in x_{m+1}, ..., x_n with coefficients in A = A_n.

es(al, m, s) is al! times the coefficient of t^al in prod_{i <= m} (1 + t_1 x_i1 + ... + t_d x_id),
and G(al, be, m, s) the sum over i <= m of x_i^be times the same without token i.
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Json, Term, app, conj, every, exists, implies, total, var
from proofs.library.vectors import S
from proofs.trees.script import statement

n, d, T = var("n"), var("d"), var("T")
a, b, i, j, m, r, s = (var(name) for name in ("a", "b", "i", "j", "m", "r", "s"))
al, be, c1, c2 = (var(name) for name in ("al", "be", "c1", "c2"))
ZERO, ONE = S.const(0), S.const(1)
Body = Callable[[Term], Term]


def X(sequence: Term, token: Term, coordinate: Term) -> Term:
    """The coordinate of a token."""
    return app("X", sequence, token, coordinate)


def E(index: Term, coordinate: Term) -> Term:
    """An exponent of a multi-index."""
    return app("E", index, coordinate)


def M(index: Term, sequence: Term, token: Term) -> Term:
    """(x^(i))^alpha."""
    return app("M", index, sequence, token)


def up(index: Term, coordinate: Term) -> Term:
    """The multi-index with this exponent one higher."""
    return app("up", index, coordinate)


def dn(index: Term, coordinate: Term) -> Term:
    """The multi-index with this exponent, if not 0, one lower."""
    return app("dn", index, coordinate)


def letters(body: Body, high: Term = d, name: str = "u1") -> Term:
    """sum_{a=1}^d body(a), over the coordinates."""
    return total(name, 1, high, body(var(name)))


def deg(index: Term) -> Term:
    """|alpha| = alpha_1 + ... + alpha_d."""
    return letters(lambda at: E(index, at), name="u0")


def power_sum(index: Term, sequence: Term, high: Term = n) -> Term:
    """p_alpha(x) = sum_i (x^(i))^alpha, Eq. 12."""
    return total("i0", 1, high, M(index, sequence, var("i0")))


def ev(code: Term, sequence: Term) -> Term:
    """The value of a function at a sequence."""
    return app("ev", code, sequence)


def con(number: Term) -> Term:
    return app("con", number)


def add(one: Term, other: Term) -> Term:
    return app("add", one, other)


def mul(one: Term, other: Term) -> Term:
    return app("mul", one, other)


def inside(level: Term, code: Term) -> Json:
    """The function lies in A_m."""
    return ZERO < app("A", level, code)


def P(index: Term) -> Term:
    """The power sum, as a function that has a name."""
    return app("P", index)


def Q(index: Term, token: Term) -> Term:
    """The monomial of one token, as a function that has a name."""
    return app("Q", index, token)


def sw(sequence: Term, one: Term, other: Term) -> Term:
    """The sequence with two tokens exchanged."""
    return app("sw", sequence, one, other)


def length(level: Term, code: Term) -> Term:
    """How many summands a function of A_m has, written with coefficients in A_{m+1}."""
    return S.floor(app("len", level, code))


def cf(level: Term, code: Term, at: Term) -> Term:
    """The coefficient of a summand, in A_{m+1}."""
    return app("cf", level, code, at)


def mo(level: Term, code: Term, at: Term) -> Term:
    """The multi-index of a summand's monomial in x_{m+1}."""
    return app("mo", level, code, at)


def es(index: Term, tokens: Term, sequence: Term) -> Term:
    return app("es", index, tokens, sequence)


def G(index: Term, power: Term, tokens: Term, sequence: Term) -> Term:
    return app("G", index, power, tokens, sequence)


def f(sequence: Term) -> Term:
    """The multisymmetric polynomial."""
    return app("f", sequence)


def co(term: Term) -> Term:
    """A coefficient of the polynomial."""
    return app("co", term)


def ex(term: Term, token: Term) -> Term:
    """The multi-index of a token in a term of the polynomial."""
    return app("ex", term, token)


def pr(term: Term, tokens: Term, sequence: Term) -> Term:
    """The product of the monomials of the first tokens, in a term of the polynomial."""
    return app("pr", term, tokens, sequence)


def reals(names: str, formula: Json) -> Json:
    for name in reversed(names.split()):
        formula = every(name, "real", formula)
    return formula


def ints(names: str, formula: Json) -> Json:
    for name in reversed(names.split()):
        formula = every(name, "int", formula)
    return formula


def within(*coordinates: Term) -> list[Json]:
    """1 <= a <= d, for each."""
    return [part for at in coordinates for part in (at >= 1, at <= d)]


def if_(premises: list[Json], conclusion: Json) -> Json:
    return implies(conj(*premises), conclusion)


# --- multi-indices and monomials -----------------------------------------------------------------

EXPONENT = reals("al", ints("a", if_(within(a), E(al, a) >= 0)))
NO_EXPONENT = ints("a", if_(within(a), E(ZERO, a).equals(0)))
UP = reals("al", ints("a", if_(within(a), E(up(al, a), a).equals(E(al, a) + 1))))
UP_REST = reals(
    "al", ints("a b", if_([*within(a, b), a.differs(b)], E(up(al, a), b).equals(E(al, b))))
)
DOWN = reals(
    "al",
    ints("a", if_([*within(a), E(al, a).differs(0)], E(dn(al, a), a).equals(E(al, a) - 1))),
)
DOWN_REST = reals(
    "al", ints("a b", if_([*within(a, b), a.differs(b)], E(dn(al, a), b).equals(E(al, b))))
)
COMMUTE = reals("al", ints("a b", if_(within(a, b), dn(dn(al, a), b).equals(dn(dn(al, b), a)))))
UNIT = reals("al s", ints("i", implies(deg(al).equals(0), M(al, s, i).equals(1))))
MONOMIAL = reals(
    "al s",
    ints(
        "i a",
        if_([*within(a), E(al, a).differs(0)], M(al, s, i).equals(X(s, i, a) * M(dn(al, a), s, i))),
    ),
)
MONOMIAL_UP = reals(
    "al s", ints("i a", if_(within(a), M(up(al, a), s, i).equals(X(s, i, a) * M(al, s, i))))
)

# --- functions of sequences and classes of them --------------------------------------------------

CONSTANT = reals("r s", ev(con(r), s).equals(r))
SUM = reals("c1 c2 s", ev(add(c1, c2), s).equals(ev(c1, s) + ev(c2, s)))
PRODUCT = reals("c1 c2 s", ev(mul(c1, c2), s).equals(ev(c1, s) * ev(c2, s)))
POWER_SUM = reals("al s", ev(P(al), s).equals(power_sum(al, s)))
ONE_TOKEN = reals("al s", ints("i", if_([i >= 1, i <= n], ev(Q(al, i), s).equals(M(al, s, i)))))
HAS_CONSTANTS = ints("m", reals("r", inside(m, con(r))))
HAS_SUMS = ints("m", reals("c1 c2", if_([inside(m, c1), inside(m, c2)], inside(m, add(c1, c2)))))
HAS_PRODUCTS = ints(
    "m", reals("c1 c2", if_([inside(m, c1), inside(m, c2)], inside(m, mul(c1, c2))))
)
HAS_POWER_SUMS = ints("m", reals("al", implies(deg(al) <= n, inside(m, P(al)))))
HAS_TOKENS = ints("m i", reals("al", if_([m >= 0, m < i, i <= n], inside(m, Q(al, i)))))


def written(level: Term, code: Term, sequence: Term) -> Term:
    """sum_j c_j(x) (x^(m+1))^{alpha(j)}, the value of a function of A_m."""
    return total(
        "j0",
        1,
        length(level, code),
        ev(cf(level, code, var("j0")), sequence)
        * M(mo(level, code, var("j0")), sequence, level + 1),
    )


_LEVEL = [m >= 0, m < n, inside(m, c1)]
LENGTH = ints("m", reals("c1", if_(_LEVEL, length(m, c1) >= 0)))
WRITTEN = ints("m", reals("c1 s", if_(_LEVEL, ev(c1, s).equals(written(m, c1, s)))))
COEFFICIENT = ints(
    "m",
    reals("c1", ints("j", if_([*_LEVEL, j >= 1, j <= length(m, c1)], inside(m + 1, cf(m, c1, j))))),
)

# --- exchanges -----------------------------------------------------------------------------------

PAIR = [a >= 1, a < b, b <= n]
FIRST = reals("s", ints("a b r", if_(PAIR, X(sw(s, a, b), a, r).equals(X(s, b, r)))))
SECOND = reals("s", ints("a b r", if_(PAIR, X(sw(s, a, b), b, r).equals(X(s, a, r)))))
OTHERS = reals(
    "s",
    ints(
        "a b i r",
        if_([*PAIR, i.differs(a), i.differs(b)], X(sw(s, a, b), i, r).equals(X(s, i, r))),
    ),
)
SYMMETRIC = reals(
    "c1 s", ints("a b", if_([inside(n, c1), *PAIR], ev(c1, sw(s, a, b)).equals(ev(c1, s))))
)

# --- the polynomial ------------------------------------------------------------------------------


def terms_of(sequence: Term, high: Term = T) -> Term:
    """sum_j c_j prod_i (x^(i))^{alpha(j, i)}."""
    return total("j0", 1, high, co(var("j0")) * pr(var("j0"), n, sequence))


POLYNOMIAL = reals("s", f(s).equals(terms_of(s)))
NO_TOKEN = reals("s", ints("j", pr(j, ZERO, s).equals(1)))
NEXT_TOKEN = reals(
    "s",
    ints(
        "j i",
        implies(i >= 0, pr(j, i + 1, s).equals(pr(j, i, s) * M(ex(j, i + 1), s, i + 1))),
    ),
)
INVARIANT = reals("s", ints("a b", if_(PAIR, f(sw(s, a, b)).equals(f(s)))))

# --- coefficients of prod (1 + t x_i) ------------------------------------------------------------

ES_EMPTY = reals("al s", implies(deg(al).equals(0), es(al, ZERO, s).equals(1)))
ES_NONE = reals("al s", implies(deg(al).differs(0), es(al, ZERO, s).equals(0)))
ES_NEXT = reals(
    "al s",
    ints(
        "m",
        implies(
            m >= 0,
            es(al, m + 1, s).equals(
                es(al, m, s)
                + letters(lambda at: E(al, at) * X(s, m + 1, at) * es(dn(al, at), m, s))
            ),
        ),
    ),
)
G_EMPTY = reals("al be s", G(al, be, ZERO, s).equals(0))
G_NEXT = reals(
    "al be s",
    ints(
        "m",
        implies(
            m >= 0,
            G(al, be, m + 1, s).equals(
                G(al, be, m, s)
                + letters(lambda at: E(al, at) * X(s, m + 1, at) * G(dn(al, at), be, m, s))
                + M(be, s, m + 1) * es(al, m, s)
            ),
        ),
    ),
)

GIVEN: list[Json] = [
    n >= 0, d >= 0, T >= 0,
    EXPONENT, NO_EXPONENT, UP, UP_REST, DOWN, DOWN_REST, COMMUTE,
    UNIT, MONOMIAL, MONOMIAL_UP,
    CONSTANT, SUM, PRODUCT, POWER_SUM, ONE_TOKEN,
    HAS_CONSTANTS, HAS_SUMS, HAS_PRODUCTS, HAS_POWER_SUMS, HAS_TOKENS,
    LENGTH, WRITTEN, COEFFICIENT,
    FIRST, SECOND, OTHERS, SYMMETRIC,
    POLYNOMIAL, NO_TOKEN, NEXT_TOKEN, INVARIANT,
    ES_EMPTY, ES_NONE, ES_NEXT, G_EMPTY, G_NEXT,
]  # fmt: skip
SHOW = exists("c1", "real", conj(inside(n, c1), reals("s", ev(c1, s).equals(f(s)))))
VARIABLES = {"n": "int", "d": "int", "T": "int"}
FUNCTIONS = {
    "X": 3, "E": 2, "M": 3, "up": 2, "dn": 2, "ev": 2, "con": 1, "add": 2, "mul": 2, "A": 2,
    "P": 1, "Q": 2, "sw": 3, "len": 2, "cf": 3, "mo": 3, "es": 3, "G": 4, "f": 1, "co": 1,
    "ex": 2, "pr": 3,
}  # fmt: skip
STATEMENT = statement(VARIABLES, GIVEN, SHOW, FUNCTIONS)

#: names of hypotheses in the texts
FACTS = {
    "exponent": EXPONENT, "none": NO_EXPONENT, "raised": UP, "raised_rest": UP_REST,
    "lowered": DOWN, "lowered_rest": DOWN_REST, "commute": COMMUTE,
    "unit": UNIT, "monomial": MONOMIAL, "monomial_up": MONOMIAL_UP,
    "constant": CONSTANT, "added": SUM, "multiplied": PRODUCT,
    "power_sum": POWER_SUM, "one_token": ONE_TOKEN,
    "has_constants": HAS_CONSTANTS, "has_sums": HAS_SUMS, "has_products": HAS_PRODUCTS,
    "has_powers": HAS_POWER_SUMS, "has_tokens": HAS_TOKENS,
    "length": LENGTH, "written": WRITTEN, "coefficient": COEFFICIENT,
    "second": SECOND, "others": OTHERS, "symmetric": SYMMETRIC,
    "polynomial": POLYNOMIAL, "no_token": NO_TOKEN, "next_token": NEXT_TOKEN,
    "invariant": INVARIANT,
    "es_empty": ES_EMPTY, "es_none": ES_NONE, "es_next": ES_NEXT,
    "hook_empty": G_EMPTY, "hook_next": G_NEXT,
}  # fmt: skip
