"""sumformer.thm2_12: power sums generate multisymmetric polynomials.

Every class of invariant functions that has the constants, sums, products and the power sums with
|alpha| <= n has every multisymmetric polynomial: for all n, d and polynomials.  A given polynomial
is rewritten within the theorem's bound, and the kernel checks the identity.  Two identities of
older proofs have ids of their own: sumformer.thm2_12.three_tokens and sumformer.thm2_12.small_n.
"""

from __future__ import annotations

from constructions.terms import Json, Term, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.language.elaboration import written
from proofs.library.vectors import Body, S
from proofs.sumformer.paper import source
from proofs.sumformer.thm2_12 import terms as t
from proofs.sumformer.thm2_12.data import CONTROLS, NAME, SATISFIABLE
from proofs.sumformer.thm2_12.distinct import (
    NAMES,
    PAIRS,
    PAIRS_PROOF,
    TRIPLE,
    TRIPLES,
    TRIPLES_PROOF,
    G,
    H,
    Q,
    g,
    h,
    over,
    q,
    times,
)
from proofs.sumformer.thm2_12.terms import STATEMENT
from proofs.sumformer.thm2_12.tokens import PROOF
from proofs.sumformer.thm4_1 import polynomial_instances as instances
from proofs.trees.script import statement

n = var("n")

# --- multidegrees beyond n, for one and two tokens -----------------------------------------------


def _power(count: int, *bodies: Body) -> Term:
    """The power sum of a product, over ``count`` tokens."""
    return over(times(*bodies), S.const(count))


ONE_TOKEN = statement({}, [], _power(1, h, g).equals(_power(1, h) * _power(1, g)), {"h": 1, "g": 1})
TWO_TOKENS = statement(
    {},
    [],
    (2 * _power(2, h, g, q)).equals(
        _power(2, h, g) * _power(2, q)
        + _power(2, h, q) * _power(2, g)
        + _power(2, g, q) * _power(2, h)
        - _power(2, h) * _power(2, g) * _power(2, q)
    ),
    NAMES,
)


PAIR_OBLIGATION = Obligation(
    f"{NAME}.pairs",
    "two tokens in a monomial: $sum_(i != j) h(x_i) g(x_j) = p_h p_g - p_(h g)$, every $n$",
    PAIRS,
    PAIRS_PROOF,
)
TRIPLE_OBLIGATION = Obligation(
    f"{NAME}.triples",
    "three tokens in a monomial, every $n$ and all functions $h, g, q$ of a token",
    TRIPLES,
    TRIPLES_PROOF,
)
REDUCED = (
    Obligation(
        f"{NAME}.reduced.one",
        "$n = 1$: $p_(h g) = p_h p_g$",
        ONE_TOKEN,
        written(ONE_TOKEN, "show by search"),
    ),
    Obligation(
        f"{NAME}.reduced.two",
        "$n = 2$: $2 p_(h g q) = p_(h g) p_q + p_(h q) p_g + p_(g q) p_h - p_h p_g p_q$",
        TWO_TOKENS,
        written(TWO_TOKENS, "show by search"),
    ),
)
FLAT = dict.fromkeys(NAMES, (("u",), "1"))


_SATISFIED = Witness({"n": 1}, FLAT)
THREE_TOKENS = Claim(
    id=f"{NAME}.three_tokens",
    kind="theorem",
    title="Sums over two or three distinct tokens are polynomials in power sums",
    source=source("beyond Theorem 2.12", "12, 13"),
    statement="For every $n >= 0$ and all functions $h, g, q$ of a token, with $p_h = "
    'sum_(i = 1)^n h(x_i)$: $sum_(i, j " distinct") h(x_i) g(x_j) = p_h p_g - p_(h g)$ and '
    '$sum_(i, j, k " distinct") h(x_i) g(x_j) q(x_k) = p_h p_g p_q - p_(h g) p_q - p_(h q) p_g - '
    "p_(g q) p_h + 2 p_(h g q)$.",
    readings=(
        Reading("a sequence of length $n$", ("given", 0), "$n >= 0$"),
        Reading(
            '$sum_(i, j, k " distinct") h(x_i) g(x_j) q(x_k)$, Eq. 13',
            ("show",),
            "for monomials $h, g, q$ each sum over $j$ of a product of them is a power sum; its "
            "multidegree may be above $n$",
            TRIPLE_OBLIGATION.id,
        ),
        Reading("a sequence of length $n$", ("given", 0), "$n >= 0$", PAIR_OBLIGATION.id),
        Reading('$sum_(i, j " distinct") h(x_i) g(x_j)$', ("show",), "", PAIR_OBLIGATION.id),
    ),
    obligations=(TRIPLE_OBLIGATION, PAIR_OBLIGATION),
    controls=(
        Control(
            Attempt(
                f"{NAME}.control.two",
                "$p_(h g q)$ in place of $2 p_(h g q)$: one token, $h = g = q = 1$",
                statement(
                    {"n": "int"},
                    TRIPLES["given"],
                    TRIPLE.equals(
                        H * G * Q
                        - over(times(h, g)) * Q
                        - over(times(h, q)) * G
                        - over(times(g, q)) * H
                        + over(times(h, g, q))
                    ),
                    NAMES,
                ),
                _SATISFIED,
            ),
            "constant tightened",
        ),
    ),
    satisfiable=Attempt(f"{NAME}.satisfiable", "one token, $h = g = q = 1$", TRIPLES, _SATISFIED),
    notes=(
        "With one token more in the monomial, the sum over distinct tokens is a product with a "
        "power sum less the sums in which the new token is one of the old ones.",
        f"Explicit, but for up to three tokens; for all of them see `{NAME}`.",
    ),
    not_claimed=("four and more distinct tokens, and the bound on $abs(alpha)$",),
)
SMALL_N = Claim(
    id=f"{NAME}.small_n",
    kind="theorem",
    title="Products in power sums of lower degree, for one token and for two",
    source=source("beyond Theorem 2.12", "12, 13"),
    statement="For all functions $h, g, q$ of a token, with $p_h = sum_i h(x_i)$ over the tokens: "
    "of two tokens $2 p_(h g q) = p_(h g) p_q + p_(h q) p_g + p_(g q) p_h - p_h p_g p_q$, and of "
    "one $p_(h g) = p_h p_g$.",
    readings=(
        Reading(
            "$n = 2$",
            ("show",),
            "a monomial of degree above 2 is a product $h g q$ of monomials of lower degree",
            REDUCED[1].id,
        ),
        Reading(
            "$n = 1$", ("show",), "a monomial of degree above 1 is a product $h g$", REDUCED[0].id
        ),
    ),
    obligations=(REDUCED[1], REDUCED[0]),
    satisfiable=Attempt(
        f"{NAME}.small_n.satisfiable", "$h = g = q = 1$", TWO_TOKENS, Witness({}, FLAT)
    ),
    notes=(
        "Used again and again, for these $n$ the identities bring each power sum to multidegrees "
        "$abs(alpha) <= n$. They are what becomes of the sum over $n + 1$ distinct tokens, which "
        "is 0 and has the term $(-1)^n n! p_alpha$.",
        f"Explicit, but for $n <= 2$; for all $n$ see `{NAME}`.",
    ),
    not_claimed=("more than two tokens",),
)
OBLIGATION = Obligation(
    f"{NAME}.statement",
    "every multisymmetric polynomial lies in every class of invariant functions that has the "
    "constants, sums, products and the power sums with $abs(alpha) <= n$, for all $n$ and $d$",
    STATEMENT,
    PROOF,
)


def _readings() -> tuple[Reading, ...]:
    """The table, in the order of the hypotheses."""
    rows: tuple[tuple[Json, str, str], ...] = (
        (t.GIVEN[0], "a sequence of length $n$", ""),
        (
            t.GIVEN[1],
            "tokens in $cal(X) subset RR^d$",
            "X(s, i, a) is $x_a^((i))$ in the sequence named s",
        ),
        (t.GIVEN[2], "a polynomial has finitely many terms", "$T$ of them"),
        (
            t.EXPONENT,
            "multidegree $alpha in NN^d$",
            "a multi-index has a name al, and E(al, a) is $alpha_a$, at least 0; where it is not "
            "0, 1 can be taken off, so that it is a natural number. 0 is the name of 0",
        ),
        (t.NO_EXPONENT, "the multi-index 0", ""),
        (t.UP, "$alpha + e_a$", "up(al, a) is $alpha + e_a$"),
        (t.UP_REST, "its other exponents", ""),
        (t.DOWN, "$alpha - e_a$", "dn(al, a) is $alpha - e_a$ where $alpha_a != 0$"),
        (t.DOWN_REST, "its other exponents", ""),
        (
            t.COMMUTE,
            "$(alpha - e_a) - e_b = (alpha - e_b) - e_a$",
            "so dn may be $alpha$ itself where $alpha_a = 0$; a multi-index has one name",
        ),
        (
            t.UNIT,
            "$(x^((i)))^alpha = (x_1^((i)))^(alpha_1) dots.c (x_d^((i)))^(alpha_d)$",
            "M(al, s, i), one factor after the other; 1 for $abs(alpha) = 0$",
        ),
        (t.MONOMIAL, "$x^alpha = x_a x^(alpha - e_a)$", ""),
        (t.MONOMIAL_UP, "$x^(alpha + e_a) = x_a x^alpha$", ""),
        (
            t.CONSTANT,
            "real polynomials $sigma$: constants, sums and products",
            "a function of sequences has a name c and the values ev(c, s)",
        ),
        (t.SUM, "sums", ""),
        (t.PRODUCT, "products", ""),
        (
            t.POWER_SUM,
            "$p_alpha = sum_(i = 1)^n (x^((i)))^alpha$, Eq. 12",
            "P(al) names this function",
        ),
        (
            t.ONE_TOKEN,
            "$(x^((i)))^alpha$ as a function",
            "Q(al, i) names $(x^((i)))^alpha$, for the proof",
        ),
        (
            t.HAS_CONSTANTS,
            "generate",
            "$A = A_n$ is any class of functions that has the constants, sums and products of its "
            "functions, and these power sums. For the proof $A_m$ is "
            "$A[x^((m + 1)), dots, x^((n))]$, which then has them too",
        ),
        (t.HAS_SUMS, "$A$ has the sums of its functions", ""),
        (t.HAS_PRODUCTS, "and their products", ""),
        (
            t.HAS_POWER_SUMS,
            "the power sums with multidegree $abs(alpha) <= n$",
            "with $p_0$, the constant $n$",
        ),
        (t.HAS_TOKENS, "the classes $A_m$ of the proof", "$A_m$ has the tokens after $m$"),
        (
            t.LENGTH,
            "have functions of finitely many terms",
            "and its functions are finite sums $sum_j c_j (x^((m + 1)))^(alpha(j))$ with $c_j$ in "
            "$A_(m + 1)$",
        ),
        (t.WRITTEN, "written out", ""),
        (t.COEFFICIENT, "with these coefficients", ""),
        (
            t.FIRST,
            "permutations of $x^((1)), dots, x^((n))$",
            "sw(s, a, b) is s with the tokens $a < b$ exchanged; the proof looks at the others "
            "and at $b$ only",
        ),
        (t.SECOND, "token $b$ after the exchange", ""),
        (t.OTHERS, "and the others", ""),
        (
            t.SYMMETRIC,
            "power sums are invariant",
            "what power sums generate is invariant: $A$ has such functions only",
        ),
        (
            t.POLYNOMIAL,
            "a real polynomial $p: cal(X)^n -> RR$",
            "called f: $sum_j c_j product_i (x^((i)))^(alpha(j, i))$, any of them; pr is the "
            "product of the first tokens",
        ),
        (t.NO_TOKEN, "the product over no token", ""),
        (t.NEXT_TOKEN, "and over one more", ""),
        (
            t.INVARIANT,
            "multisymmetric: invariant in permutations of $x^((1)), dots, x^((n))$",
            "each is a product of exchanges. The sequences may be those of any $cal(X)^n$",
        ),
        (
            t.ES_EMPTY,
            "elementary polynomials of no token: $alpha = 0$",
            "for the proof: $e s$ is $alpha!$ times the coefficient of $t^alpha$ in "
            "$product_(i <= m) (1 + t_1 x_1^((i)) + dots + t_d x_d^((i)))$, one factor after the "
            "other",
        ),
        (t.ES_NONE, "and $alpha != 0$", ""),
        (t.ES_NEXT, "and of one token more", ""),
        (
            t.G_EMPTY,
            "mixed sums of no token",
            "for the proof: $G$ is the sum over $i <= m$ of $(x^((i)))^beta$ times the same "
            "without factor $i$",
        ),
        (t.G_NEXT, "and of one token more", ""),
    )
    found = tuple(
        Reading(printed, ("given", number), note) for number, (_, printed, note) in enumerate(rows)
    )
    if [formula for formula, _, _ in rows] != t.GIVEN:
        raise ValueError("the table is not in the order of the hypotheses")
    end = Reading(
        "$p = sigma(p_(alpha(1)), dots, p_(alpha(z)))$, Eq. 13",
        ("show",),
        "$p$ is a function of $A$. The polynomials $sigma$ of these power sums are such a class, "
        "the smallest one",
    )
    return (*found, end)


CLAIM = Claim(
    id=NAME,
    kind="theorem",
    title="Power sums generate the multisymmetric polynomials",
    source=source("Theorem 2.12", "12, 13"),
    statement="The real multisymmetric power sums in a sequence of length $n$ with multidegree "
    "$abs(alpha) := alpha_1 + ... + alpha_d <= n$ generate all real multisymmetric polynomials "
    "(in a sequence of length $n$), i.e. every multisymmetric polynomial $p$ can be represented by "
    "$p = sigma(p_(alpha^((1))), ..., p_(alpha^((z))))$ with a (real) polynomial $sigma$ and the "
    "multisymmetric power sums $p_(alpha^((1))), ..., p_(alpha^((z)))$.",
    readings=_readings(),
    obligations=(OBLIGATION,),
    controls=CONTROLS,
    satisfiable=SATISFIABLE,
    notes=(
        "The paper cites the theorem (Briand, 2004) and prints no proof of it; this is one. By "
        "Newton's identities for multi-indices the power sums with $abs(alpha) <= n$ give all "
        "others. An invariant $p$ is a polynomial in $x^((1)), dots, x^((n))$ over $A$; where it "
        "is $sum_j c_j (x^((m + 1)))^(alpha(j))$ with $c_j$ in $A_(m + 1)$, exchanging tokens "
        "gives $(m + 1) p = sum_j c_j (p_(alpha(j)) - sum_(i > m + 1) (x^((i)))^(alpha(j)))$, so "
        "that one token after the other leaves it.",
        "Sequences, multi-indices and functions are named by real numbers. There are as many "
        "reals as sequences, so one $X$ has all of them, and as many as polynomials, so that "
        "those in power sums can be $A$. A real polynomial is taken as the function that it is.",
        "The names of the proof ask for nothing: for each such $A$ there are classes $A_m$ and "
        "functions $e s$ and $G$ as described.",
        "The bound $n$ cannot be $n - 1$: `sumformer.thm2_12.bound`, for $n <= 3$.",
        "For a given polynomial it is carried out: `--set g=...` writes $g$, semi-invariant in "
        "$x_2, ..., x_n$, in power sums of these $n - 1$ tokens with $abs(alpha) <= n - 1$, which "
        "is the theorem's bound for them, and the kernel checks that it is the same polynomial, "
        f"up to {instances.MAX_MONOMIALS} monomials and where it can expand both sides; otherwise "
        "python-flint does, and the row is supported and not certified.",
        "Proved in Coq as well, without axioms, for formal polynomials over every field of "
        "characteristic 0 and for functions on $cal(X)^n$ (`make coq`); there, for every $n$, no "
        "$p_alpha$ with $0 < abs(alpha) <= n$ can be left out. No verdict rests on it.",
        f"Of sums over two and three distinct tokens `{THREE_TOKENS.id}` has the polynomials, and "
        f"`{SMALL_N.id}` those that lower the degree for $n <= 2$.",
    ),
    not_claimed=("how many of the power sums are needed, and which $sigma$ it is",),
    cites=("Briand, 2004, Theorem 3 and Corollary 5",),
    parameters=instances.PARAMETERS,
    instances=instances.INSTANCES,
    run=instances.rows(bounded=True),
    construct=instances.bounded_network,
)
