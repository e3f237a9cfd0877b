"""sumformer.thm2_12: power sums generate multisymmetric polynomials, by a rewriting algorithm."""

from __future__ import annotations

from constructions.terms import Term, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.fl.vectors import Body, S, unfolded
from proofs.kernel.context import Context
from proofs.methods.script import Node, auto, look, statement, unread
from proofs.sumformer import polynomial_instances as instances
from proofs.sumformer.data import sums_in
from proofs.sumformer.distinct import (
    NAMES,
    PAIRS,
    TRIPLE,
    TRIPLES,
    G,
    H,
    Q,
    g,
    h,
    over,
    pairs_script,
    q,
    times,
    triples_script,
)
from proofs.sumformer.paper import source

NAME = "sumformer.thm2_12"
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


def written(count: int) -> Node:
    """All sums of the goal, which have ``count`` summands."""

    def found(context: Context) -> Node:
        proof = auto("written out")
        distinct = {str(term): term for term in sums_in(unread(context.goal))}
        for term in distinct.values():
            proof = unfolded(term, count, proof)
        return proof

    return look(found)


PAIR_OBLIGATION = Obligation(
    f"{NAME}.pairs",
    "two tokens in a monomial: $sum_(i != j) h(x_i) g(x_j) = p_h p_g - p_(h g)$, every $n$",
    PAIRS,
    pairs_script,
)
TRIPLE_OBLIGATION = Obligation(
    f"{NAME}.triples",
    "three tokens in a monomial, every $n$ and all functions $h, g, q$ of a token",
    TRIPLES,
    triples_script,
)
REDUCED = (
    Obligation(
        f"{NAME}.reduced.one",
        "$n = 1$: $p_(h g) = p_h p_g$",
        ONE_TOKEN,
        lambda: written(1),
    ),
    Obligation(
        f"{NAME}.reduced.two",
        "$n = 2$: $2 p_(h g q) = p_(h g) p_q + p_(h q) p_g + p_(g q) p_h - p_h p_g p_q$",
        TWO_TOKENS,
        lambda: written(2),
    ),
)
FLAT = dict.fromkeys(NAMES, (("u",), "1"))


CLAIM = Claim(
    id=NAME,
    kind="theorem",
    title="Power sums generate multisymmetric polynomials, up to three tokens in a monomial",
    source=source("Theorem 2.12", "12, 13"),
    statement="The real multisymmetric power sums in a sequence of length $n$ with multidegree "
    "$abs(alpha) <= n$ generate all real multisymmetric polynomials: proved here for every $n$ "
    "and all polynomials with up to three tokens in a monomial, without the bound on "
    "$abs(alpha)$, and for any given polynomial by the algorithm, with the bound.",
    readings=(
        Reading("a sequence of length $n$", ("given", 0), "$n >= 0$"),
        Reading(
            '$sum_(i, j, k " distinct") h(x_i) g(x_j) q(x_k)$ in power sums, Eq. 13',
            ("show",),
            "$h, g, q$ are monomials, or any functions of a token; each sum over $j$ of a "
            "product of them is a power sum. Multisymmetric polynomials are combinations of "
            "such sums",
            f"{NAME}.triples",
        ),
        Reading(
            '$sum_(i, j " distinct") h(x_i) g(x_j)$',
            ("show",),
            "",
            f"{NAME}.pairs",
        ),
        Reading("$abs(alpha) <= n$ for $n = 1$", ("show",), "", f"{NAME}.reduced.one"),
        Reading(
            "$abs(alpha) <= n$ for $n = 2$",
            ("show",),
            "a monomial of degree above 2 is a product $h g q$",
            f"{NAME}.reduced.two",
        ),
    ),
    obligations=(TRIPLE_OBLIGATION, PAIR_OBLIGATION, *REDUCED),
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
                Witness({"n": 1}, FLAT),
            ),
            "constant tightened",
        ),
    ),
    satisfiable=Attempt(
        f"{NAME}.satisfiable", "one token, $h = g = q = 1$", TRIPLES, Witness({"n": 1}, FLAT)
    ),
    notes=(
        "The paper cites the theorem (Briand, 2004). Here the algorithm behind it is run: "
        "`--set g=...` writes a polynomial, semi-invariant in $x_2, ..., x_n$, in power sums of "
        "these tokens with $abs(alpha) <= n - 1$, and the kernel checks that it is the same "
        f"polynomial, up to {instances.MAX_MONOMIALS} monomials; beyond that python-flint does.",
        "The step that the algorithm repeats: with one token more in the monomial, the sum over "
        "distinct tokens is a product with a power sum less the sums in which the new token is "
        "one of the old ones.",
        "Multidegrees beyond $n$ go since $n + 1$ distinct tokens are not to be had: the sum over "
        "them is 0, and it has the term $(-1)^n n! p_alpha$.",
    ),
    not_claimed=(
        "the theorem for four and more tokens in a monomial, all polynomials at once",
        "the bound $abs(alpha) <= n$ for $n >= 3$, all polynomials at once",
    ),
    cites=("Briand, 2004, Theorem 3 and Corollary 5",),
    parameters=instances.PARAMETERS,
    instances=instances.INSTANCES,
    run=instances.rows(),
    construct=instances.network,
)
