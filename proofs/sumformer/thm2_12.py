"""sumformer.thm2_12: power sums generate multisymmetric polynomials.

The theorem is cited by the paper and left open here.  What is proved has ids of its own:
sumformer.thm2_12.three_tokens and sumformer.thm2_12.small_n.  A given polynomial is rewritten
within the theorem's bound, and the kernel checks the identity.
"""

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
        "A step of the proof of Theorem 2.12: with one token more in the monomial, the sum over "
        "distinct tokens is a product with a power sum less the sums in which the new token is "
        "one of the old ones.",
    ),
    not_claimed=("Theorem 2.12: four and more distinct tokens, and the bound on $abs(alpha)$",),
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
    ),
    not_claimed=("Theorem 2.12 for these $n$: that is one step of its proof",),
)
CLAIM = Claim(
    id=NAME,
    kind="theorem",
    title="Power sums generate the multisymmetric polynomials",
    source=source("Theorem 2.12", "12, 13"),
    statement="The real multisymmetric power sums in a sequence of length $n$ with multidegree "
    "$abs(alpha) <= n$ generate all real multisymmetric polynomials.",
    readings=(),
    obligations=(),
    notes=(
        "Open here: the paper cites the theorem (Briand, 2004), prints no proof of it, and there "
        "is none for the kernel here.",
        "For a given polynomial it is carried out: `--set g=...` writes $g$, semi-invariant in "
        "$x_2, ..., x_n$, in power sums of these $n - 1$ tokens with $abs(alpha) <= n - 1$, which "
        "is the theorem's bound for them, and the kernel checks that it is the same polynomial, "
        f"up to {instances.MAX_MONOMIALS} monomials; beyond that python-flint does.",
        f"Of its proof `{THREE_TOKENS.id}` has sums over up to three distinct tokens for every "
        f"$n$, and `{SMALL_N.id}` the step to lower degrees for $n <= 2$.",
    ),
    not_claimed=("the theorem, for all polynomials at once",),
    cites=("Briand, 2004, Theorem 3 and Corollary 5",),
    parameters=instances.PARAMETERS,
    instances=instances.INSTANCES,
    run=instances.rows(bounded=True),
    construct=instances.bounded_network,
)
