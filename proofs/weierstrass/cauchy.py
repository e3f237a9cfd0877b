"""Finite sums of powers, sum a_j t^j, and their products, for every degree: scripts.

A power t^k is a value p(t, k) with ``p(t, 0) = 1`` and ``p(t, k + 1) = t p(t, k)``.  A sequence a
has degree at most m where ``a_k = 0`` for k > m.  Of two sequences, the Cauchy product is
``(a b)_k = sum_(i <= k) a_i b_(k - i)``, and for every K

    sum_(k <= K) (a b)_k t^k = sum_(g <= K) a_g t^g sum_(j <= K - g) b_j t^j,

since with K + 1 in place of K both sides grow by ``t^(K + 1) (a b)_(K + 1)``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from constructions.terms import Term, app, as_json, conj, every, implies, plain_json, total, var
from proofs.kernel import poly as P
from proofs.kernel.context import Context, Literal
from proofs.kernel.terms import read_formula
from proofs.library.vectors import ZERO, both_sums, fact, put
from proofs.trees.leaves import using
from proofs.trees.script import Json, Node, auto, have, induct, intro, look, split

#: a sequence, and one more name: bodies of sums are written with names that are bound nowhere else
Sequence = Callable[[Term], Term]
_t, _h, _m, _q, _k = (var(name) for name in ("t", "h", "m0", "q0", "k"))


def power(base: Term | int, exponent: Term | int) -> Term:
    """base^exponent, a value of the function p."""
    return app("p", base, exponent)


POWER_0 = every("t", "real", power(_t, 0).equals(1))
POWER_NEXT = every(
    "t",
    "real",
    every("h", "int", implies(_h >= 0, power(_t, _h + 1).equals(_t * power(_t, _h)))),
)
_PRODUCT = (power(_t, _m) * power(_t, _q)).equals(power(_t, _m + _q))
LAW = every(
    "t",
    "real",
    every("m0", "int", every("q0", "int", implies(conj(_m >= 0, _q >= 0), _PRODUCT))),
)  #: t^m t^q = t^(m + q)


def next_power(base: Term, exponent: Term, then: Node) -> Node:
    """base^(exponent + 1) = base base^exponent, where exponent >= 0; then go on."""
    return fact(POWER_NEXT, [base, exponent], then, auto("exponent >= 0"))


def law(base: Term, first: Term, second: Term, then: Node) -> Node:
    """base^first base^second = base^(first + second), exponents >= 0; then go on."""
    return fact(LAW, [base, first, second], then, auto("exponents >= 0"))


def power_law(then: Node) -> Node:
    """LAW, by induction over m; then go on."""
    a, b, c = var("a0"), var("b0"), var("c0")
    same = (power(a, _m) * power(a, _q)).equals(power(a, _m + _q))
    claim = every("q0", "int", implies(_q >= 0, same))
    base = intro("b0", intro("", fact(POWER_0, [a], auto("1 t^q"))))
    known = fact(claim, [b], auto("one more factor"), auto("q >= 0"))
    step = intro("b0", intro("", next_power(a, _m, next_power(a, _m + b, known))))
    whole = every("m0", "int", implies(_m >= 0, claim))
    at = fact(put(claim, "m0", b), [c], auto("instance"), auto("q >= 0"))
    used = intro("b0", intro("c0", intro("", fact(whole, [b], at, auto("m >= 0")))))
    return have(LAW, intro("a0", induct("m0", "0", claim, base, step, used)), then)


def by_equations(*parts: tuple[Json, Term | int | Fraction]) -> Node:
    """A goal a = b with ``b - a = sum p_i (b_i - a_i)`` for known equations a_i = b_i."""

    def leaf(context: Context) -> Node:
        probe = context.child()
        probe.negated_goal()
        literals, mult = probe.literals, []
        for formula, factor in parts:
            wanted = probe.literal(read_formula(plain_json(formula), probe.sorts, probe.functions))
            number, sign = _equation(literals, wanted)
            mult.append([number, as_json(-sign * factor)])
        return {"by": "zero", "lit": len(literals), "terms": [["1", [], []]], "mult": mult,
                "then": []}  # fmt: skip

    return look(leaf)


def _equation(literals: list[Literal], wanted: Literal) -> tuple[int, int]:
    """The place of a known equation, and the sign with which it is known."""
    for number, known in enumerate(literals):
        for sign in (1, -1):
            if known.rel == "=" and known.poly == P.scale(wanted.poly, Fraction(sign)):
                return number, sign
    raise LookupError("an equation that is not known is to be used")


def zero_above(a: Sequence, degree: Term) -> Json:
    """a_k = 0 for all integers k > degree."""
    return every("k", "int", implies(_k > degree, a(_k).equals(0)))


def cauchy(a: Sequence, b: Sequence, k: Term, upto: Term | None = None) -> Term:
    """``sum_(i <= k) a_i b_(k - i)``, or its part with i <= upto."""
    i = var("i")
    return total("i", 0, k if upto is None else upto, a(i) * b(k - i))


@dataclass(frozen=True)
class Product:
    """Sequences a of degree m and b of degree s, and their Cauchy product, named ``of``.

    ``defined(k, then)`` makes ``of(k) = cauchy(a, b, k)`` known.  (Two sums are one term only
    where their summands are written alike, two values of a function where the arguments agree.)
    """

    a: Sequence
    m: Term
    b: Sequence
    s: Term
    of: Sequence
    defined: Callable[[Term, Node], Node]

    def part(self, k: Term, upto: Term) -> Term:
        return cauchy(self.a, self.b, k, upto)


@dataclass(frozen=True)
class Powers:
    """The powers of one number, and sums of them: ``sum_(j <= K) a_j base^j``."""

    base: Term

    def at(self, exponent: Term) -> Term:
        return power(self.base, exponent)

    def sum(self, a: Sequence, high: Term) -> Term:
        j = var("j")
        return total("j", 0, high, a(j) * self.at(j))

    def nested(self, a: Sequence, b: Sequence, high: Term, all_of: Term) -> Term:
        """``sum_(g <= high) a_g base^g sum_(j <= all_of - g) b_j base^j``."""
        g = var("g")
        return total("g", 0, high, a(g) * self.at(g) * self.sum(b, all_of - g))


def settled(powers: Powers, b: Sequence, degree: Term) -> Json:
    """For k >= degree the sum up to k is the sum up to the degree."""
    e = var("e1")
    same = powers.sum(b, e).equals(powers.sum(b, degree))
    return every("e1", "int", implies(e >= degree, same))


def show_settled(powers: Powers, b: Sequence, degree: Term, then: Node) -> Node:
    """:func:`settled` from ``zero_above(b, degree)``, degree >= 0; then go on."""
    e = var("e1")
    whole = settled(powers, b, degree)
    close = using(powers.sum(b, e).equals(powers.sum(b, degree)), recent=2, label="0 is added")
    step = both_sums(
        "unfold",
        [powers.sum(b, e + 1)],
        fact(zero_above(b, degree), [e + 1], close, auto("above the degree")),
    )
    return induct("e1", degree.json, whole.json[3][2], auto("the same sum"), step, then)


def show_zero_above(x: Product, then: Node) -> Node:
    """The product has degree m + s at most; then go on."""
    e, high = var("e5"), var("z9")
    part = x.part(high, e)
    claim = implies(e <= high, part.equals(0))
    base = intro("", both_sums("empty", [x.part(high, ZERO - 1)], auto("empty")))
    close = using(part.equals(0), recent=3, label="0 is added")
    late = fact(zero_above(x.a, x.m), [e + 1], close, auto("above m"))
    early = fact(zero_above(x.b, x.s), [high - e - 1], close, auto("above s"))
    body = both_sums("unfold", [x.part(high, e + 1)], split((x.m - e - 1).json, early, late))
    step = intro("", fact(claim, [], body, auto("within")))
    whole = every("e5", "int", implies(e >= -1, claim))
    end = x.defined(high, using(recent=2, label="the product"))
    used = fact(
        whole, [high], fact(put(claim, "e5", high), [], end, auto("k <= k")), auto("k >= -1")
    )
    proof = intro("z9", intro("", induct("e5", "-1", claim, base, step, used)))
    return have(zero_above(x.of, x.m + x.s), proof, then)


def show_leading(x: Product, then: Node) -> Node:
    """``(a b)_(m + s) = a_m b_s``, m, s >= 0; then go on."""
    e, m, k = var("e5"), x.m, x.m + x.s
    part, value = x.part(k, e), x.a(x.m) * x.b(x.s)
    below = implies(e < m, part.equals(0))
    close = using(part.equals(0), recent=2, label="0 is added")
    early = fact(zero_above(x.b, x.s), [k - e - 1], close, auto("above s"))
    more = both_sums("unfold", [x.part(k, e + 1)], early)
    first_step = intro("", fact(below, [], more, auto("below m")))
    first_base = intro("", both_sums("empty", [x.part(k, ZERO - 1)], auto("empty")))
    none = every("e5", "int", implies(e >= -1, below))
    hit = both_sums("unfold", [x.part(k, m)], using(recent=3, label="one summand"))
    before = fact(put(below, "e5", m - 1), [], hit, auto("below m"))
    base = fact(none, [m - 1], before, auto("m - 1 >= -1"))
    after = using(part.equals(value), recent=2, label="0 is added")
    late = fact(zero_above(x.a, m), [e + 1], after, auto("above m"))
    step = both_sums("unfold", [x.part(k, e + 1)], late)
    whole = every("e5", "int", implies(e >= m, part.equals(value)))
    used = fact(whole, [k], x.defined(k, using(recent=2, label="the top")), auto("s >= 0"))
    second = induct("e5", m.json, part.equals(value), base, step, used)
    proof = induct("e5", "-1", below, first_base, first_step, second)
    return have(x.of(k).equals(value), proof, then)


def show_product(powers: Powers, x: Product, then: Node) -> Node:
    """``sum_(k <= m + s) (a b)_k t^k = (sum_(k <= m) a_k t^k) (sum_(k <= s) b_k t^k)``; go on.

    Where :func:`settled` is known of a and b, and m, s >= 0.
    """
    a, b, m, s, left = x.a, x.b, x.m, x.s, x.of
    K, e, all_of = var("e2"), var("e4"), m + s
    equal = powers.sum(left, K).equals(powers.nested(a, b, K, K))
    base = both_sums(
        "empty", [powers.sum(left, ZERO - 1), powers.nested(a, b, ZERO - 1, ZERO - 1)], auto("0")
    )
    grown = every("e2", "int", implies(K >= -1, equal))
    # then all inner sums are the whole of b
    factored = powers.nested(a, b, e, all_of).equals(powers.sum(b, s) * powers.sum(a, e))
    claim = implies(e <= all_of, factored)
    new = [powers.nested(a, b, e + 1, all_of), powers.sum(a, e + 1)]
    close = using(factored, recent=5, label="one more")
    early = fact(settled(powers, b, s), [all_of - e - 1], close, auto("at least s"))
    late = fact(zero_above(a, m), [e + 1], close, auto("above m"))
    body = both_sums("unfold", new, split((m - e - 1).json, early, late))
    step = intro("", fact(claim, [], body, auto("within")))
    none = [powers.nested(a, b, ZERO - 1, all_of), powers.sum(a, ZERO - 1)]
    start = intro("", both_sums("empty", none, auto("0")))
    whole = every("e4", "int", implies(e >= -1, claim))
    ending = fact(
        grown,
        [all_of],
        fact(settled(powers, a, m), [all_of], using(recent=3), auto("at least m")),
        auto("at least -1"),
    )
    used = fact(
        whole,
        [all_of],
        fact(put(claim, "e4", all_of), [], ending, auto("itself")),
        auto("at least -1"),
    )
    second = induct("e4", "-1", claim, start, step, used)
    proof = induct("e2", "-1", equal, base, _one_more(powers, x), second)
    product = powers.sum(left, all_of).equals(powers.sum(a, m) * powers.sum(b, s))
    return have(product, proof, then)


def _one_more(powers: Powers, x: Product) -> Node:
    """From K to K + 1, where K is called e2 and the equation for it is known."""
    K, e = var("e2"), var("e3")
    a, b, left = x.a, x.b, x.of

    def sums(upto: Term) -> list[Term]:
        longer, shorter = powers.nested(a, b, upto, K + 1), powers.nested(a, b, upto, K)
        return [longer, shorter, x.part(K + 1, upto)]

    def gain(upto: Term) -> Json:
        longer, shorter, part = sums(upto)
        return longer.equals(shorter + powers.at(K + 1) * part)

    claim = implies(e <= K + 1, gain(e))
    base = intro("", both_sums("empty", sums(ZERO - 1), auto("0")))
    inner = law(powers.base, e + 1, K - e, using(gain(e), recent=9, label="one more summand"))
    body = both_sums("unfold", [*sums(e + 1), powers.sum(b, K - e)], inner)
    step = intro("", fact(claim, [], body, auto("within")))
    whole = every("e3", "int", implies(e >= -1, claim))
    equal = powers.sum(left, K).equals(powers.nested(a, b, K, K))
    close = using(equal, gain(K + 1), recent=7, label="one more power")
    empty = both_sums("empty", [powers.sum(b, ZERO - 1)], x.defined(K + 1, close))
    last = both_sums("unfold", [powers.sum(left, K + 1), powers.nested(a, b, K + 1, K)], empty)
    used = fact(
        whole,
        [K + 1],
        fact(put(claim, "e3", K + 1), [], last, auto("itself")),
        auto("at least -1"),
    )
    return induct("e3", "-1", claim, base, step, used)
