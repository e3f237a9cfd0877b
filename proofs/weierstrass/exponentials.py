"""Facts about exp and roots that scripts need, from the kernel's axioms."""

from __future__ import annotations

from constructions.terms import Json, Term, conj, every, implies, var
from proofs.kernel.context import Context
from proofs.library.vectors import S, every_real, fact
from proofs.trees.script import Node, auto, define, have, intro, lemmas, look, node, use

_a, _b = var("a0"), var("b0")
SUM: Json = every("a", "real", every("b", "real", S.exp(var("a") + var("b")).equals(
    S.exp(var("a")) * S.exp(var("b")))))  # fmt: skip
LINE: Json = every("t", "real", 1 + var("t") <= S.exp(var("t")))
SAME_EXP = every_real(("a0", "b0"), implies(_a.equals(_b), S.exp(_a).equals(S.exp(_b))))
ROOTS = every_real(
    ("a0", "b0"),
    implies(conj(_a > 0, _b > 0), S.sqrt(_a * _b).equals(S.sqrt(_a) * S.sqrt(_b))),
)


def axiom(name: str, at: list[Term], then: Node) -> Node:
    """Use an axiom at the given terms."""

    def found(context: Context) -> Node:
        return node("axiom", use(len(context.rules), [a.json for a in at], then), name=name)

    return look(found)


def exp_sum(a: Term, b: Term, then: Node) -> Node:
    """exp(a + b) = exp(a) exp(b) is known; then go on."""
    return axiom("exp-sum", [a, b], then)


def same_exp(a: Term, b: Term, proof: Node, then: Node) -> Node:
    """exp(a) = exp(b), from a = b; then go on.  :data:`SAME_EXP` is known."""
    return fact(SAME_EXP, [a, b], then, proof)


def with_same_exp(then: Node) -> Node:
    """Make :data:`SAME_EXP` known: exp(d) >= 1, exp(-d) >= 1 and exp(d) exp(-d) = 1 for d = 0."""
    d = _a - _b
    one = (S.exp(d) * S.exp(-d)).equals(1)
    unit = have(S.exp(S.const(0)).equals(1), node("evaluate", bits=0), auto("exp(d) exp(-d) = 1"))
    ones = lemmas(
        [
            (one, exp_sum(d, -d, unit)),
            (S.exp(d) >= 1, axiom("exp-line", [d], auto("exp(d) >= 1"))),
            (S.exp(-d) >= 1, axiom("exp-line", [-d], auto("exp(-d) >= 1"))),
            ((S.exp(d) - 1) * S.exp(-d) >= 0, auto("product")),
            (S.exp(d).equals(1), auto("exp(d) = 1")),
        ],
        exp_sum(d, _b, auto("exp(a) = exp(d) exp(b)")),
    )
    return have(SAME_EXP, intro("a0", intro("b0", intro("", ones))), then)


def with_roots(then: Node) -> Node:
    """Make :data:`ROOTS` known: both sides are positive and have the same square."""
    whole, parts = S.sqrt(_a * _b), S.sqrt(_a) * S.sqrt(_b)
    ending = lemmas(
        [
            (whole > 0, auto("root > 0")),
            (S.sqrt(_a) > 0, auto("root > 0")),
            (S.sqrt(_b) > 0, auto("root > 0")),
            (parts > 0, auto("product > 0")),
            ((whole**2).equals(_a * _b), auto("square")),
            ((parts**2).equals(_a * _b), _square_of_product()),
            (((whole - parts) * (whole + parts)).equals(0), auto("difference of squares")),
        ],
        auto("equal roots"),
    )
    defined = define(
        S.sqrt(_a).json, auto("a >= 0"), define(S.sqrt(_b).json, auto("b >= 0"), ending)
    )
    body = have(_a * _b > 0, auto("a b > 0"), define(whole.json, auto("a b >= 0"), defined))
    return have(ROOTS, intro("a0", intro("b0", intro("", body))), then)


def _square_of_product() -> Node:
    facts = [
        ((S.sqrt(_a) ** 2).equals(_a), auto("square")),
        ((S.sqrt(_b) ** 2).equals(_b), auto("square")),
    ]
    return lemmas(facts, auto("square of the product"))


def root_of(a: Term, b: Term, then: Node) -> Node:
    """sqrt(a b) = sqrt(a) sqrt(b), where a, b > 0 are known; :data:`ROOTS` is known."""
    return fact(ROOTS, [a, b], then, auto("both positive"))
