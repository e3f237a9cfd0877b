"""A sum over all indices does not change where they are permuted: Sumformers are equivariant.

With delta(i, j) = 1 if i = pi(j), else 0, the two orders of summation of h(i) delta(i, j) give
sum_j h(pi(j)) and sum_i h(i).
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Json, Term, app, conj, every, exists, implies, total, var
from proofs.library.vectors import Body, S, both_sums, fact, opened, put, shown_by
from proofs.sumformer.matching import PERMUTED, act, n, pi, tok
from proofs.trees.leaves import given
from proofs.trees.script import (
    Node,
    auto,
    case,
    have,
    induct,
    intro,
    node,
    same,
    split,
    statement,
)

Known = Callable[[Term, Node], Node]
Alike = Callable[[Term, Term, Node], Node]
ZERO, ONE = S.const(0), S.const(1)
j = var("j")
_i, _k = var("i"), var("k")


def inverse(permutation: Term, at: Term) -> Term:
    """The index that goes to ``at``."""
    return app("inv", permutation, at)


def _inside(at: Term) -> list[Json]:
    return [at >= 1, at <= n]


def _index(value: Term) -> Json:
    return exists("k", "int", conj(*_inside(_k), value.equals(_k)))


def image(permutation: Term, at: Term) -> Json:
    """pi(at) is an index."""
    return _index(pi(permutation, at))


def bijective(permutation: Term) -> list[Json]:
    """pi(j) and its inverse are indices, and undo each other."""

    def each(formula: Json) -> Json:
        return every("j", "int", implies(conj(*_inside(j)), formula))

    there, back = pi(permutation, j), inverse(permutation, j)
    return [
        each(_index(there)),
        each(_index(back)),
        each(inverse(permutation, there).equals(j)),
        each(pi(permutation, back).equals(j)),
    ]


def permuted_sum(permutation: Term, h: Body, alike: Alike, then: Node) -> Node:
    """sum_j h(pi(j)) = sum_j h(j), from :func:`bijective`; then go on.

    ``alike(u, v, ...)`` makes h(u) = h(v) known where u = v is.
    """
    there, back, undone, redone = bijective(permutation)
    m, q = var("m90"), var("q90")

    def moved(at: Term) -> Term:
        return pi(permutation, at)

    def sign(i: Term, at: Term) -> Term:
        return S.sign(i - moved(at))

    def delta(i: Term, at: Term) -> Term:
        return 1 - S.abs(sign(i, at))

    def body(i: Term, at: Term) -> Term:
        return h(i) * delta(i, at)

    def row(i: Term, high: Term) -> Term:
        return total("j", 1, high, body(i, var("j")))

    def column(at: Term, high: Term) -> Term:
        return total("i", 1, high, body(var("i"), at))

    def by_rows(high: Term, width: Term) -> Term:
        return total("i", 1, high, row(var("i"), width))

    def by_columns(high: Term) -> Term:
        return total("j", 1, high, column(var("j"), n))

    def summed(high: Term, of: Body) -> Term:
        return total("j", 1, high, of(var("j")))

    def known_delta(i: Term, at: Term, value: int, rest: Node) -> Node:
        size = case(S.abs(sign(i, at)).json, auto("a case"), auto("a case"))
        proof = case(sign(i, at).json, size, size, size)
        return have(delta(i, at).equals(value), proof, rest)

    def upto(name: str, claim: Json, base: Node, step: Node, high: Term, rest: Node) -> Node:
        at = var(name)
        whole = every(name, "int", implies(at >= 0, claim))
        if claim[0] == "implies":
            rest = fact(put(claim, name, high), [], rest, auto("n <= n"))
        end = fact(whole, [high], rest, auto("n >= 0"))
        return induct(name, "0", claim, base, step, end)

    def spike(of: Body, value: Term, at: Term, zero: Known, hit: Known, rest: Node) -> Node:
        """sum_o of(o) = value, where of(at) = value and all other summands are 0."""

        def whole(high: Term) -> Term:
            return total("o", 1, high, of(var("o")))

        before = implies(m < at, whole(m).equals(0))
        after = implies(at <= m, whole(m).equals(value))
        claim = implies(m <= n, conj(before, after))
        empty = both_sums("empty", [whole(ZERO)], auto("empty sum"))
        base = intro("", node("both", intro("", empty), intro("", auto("at >= 1"))))
        still = fact(before, [], zero(m + 1, auto("nothing new")), auto("m < at"))
        here = fact(before, [], hit(m + 1, auto("the only one")), auto("m < at"))
        older = fact(after, [], zero(m + 1, auto("nothing new")), auto("at <= m"))
        new = split((at - m - 1).json, here, older)
        parts = node(
            "both",
            intro("", both_sums("unfold", [whole(m + 1)], still)),
            intro("", both_sums("unfold", [whole(m + 1)], new)),
        )
        step = intro("", fact(claim, [], parts, auto("m <= n")))
        end = fact(put(after, "m90", n), [], rest, auto("at <= n"))
        return upto("m90", claim, base, step, n, end)

    def columns_known(rest: Node) -> Node:
        """sum_i h(i) delta(i, j) = h(pi(j))."""
        at, k = var("j91"), var("h91")
        value = h(k)

        def zero(o: Term, last: Node) -> Node:
            return known_delta(o, at, 0, have(body(o, at).equals(0), auto("0"), last))

        def hit(o: Term, last: Node) -> Node:
            ends = have(body(o, at).equals(value), auto("h"), last)
            return known_delta(o, at, 1, alike(o, k, ends))

        ends = alike(moved(at), k, auto("h(pi(j))"))
        whole = spike(lambda o: body(o, at), value, k, zero, hit, ends)
        proof = fact(there, [at], opened(put(_index(moved(j)), "j", at), "h91", whole), given())
        lemma = every("j", "int", implies(conj(*_inside(j)), column(j, n).equals(h(moved(j)))))
        return have(lemma, intro("j91", intro("", proof)), rest)

    def rows_known(rest: Node) -> Node:
        """sum_j h(i) delta(i, j) = h(i)."""
        at, k = var("i91"), var("h91")
        value = h(at)

        def zero(o: Term, last: Node) -> Node:
            image = var("h92")
            off = known_delta(at, o, 0, have(body(at, o).equals(0), auto("0"), last))
            # pi(o) = i would make o the inverse of i
            inverses = inverse(permutation, moved(o)), inverse(permutation, at)
            cases = split(
                (at - image).json,
                split(
                    (image - at).json,
                    same(*inverses, auto("o is k")),
                    off,
                ),
                off,
            )
            opened_ = opened(put(_index(moved(j)), "j", o), "h92", cases)
            return fact(undone, [o], fact(there, [o], opened_, auto("index")), auto("index"))

        def hit(o: Term, last: Node) -> Node:
            ends = have(body(at, o).equals(value), auto("h"), last)
            placed = same(moved(o), moved(inverse(permutation, at)), known_delta(at, o, 1, ends))
            return fact(redone, [at], placed, auto("index"))

        whole = spike(lambda o: body(at, o), value, k, zero, hit, auto("h(i)"))
        proof = fact(
            back, [at], opened(put(_index(inverse(permutation, j)), "j", at), "h91", whole), given()
        )
        lemma = every("i", "int", implies(conj(*_inside(_i)), row(_i, n).equals(h(_i))))
        return have(lemma, intro("i91", intro("", proof)), rest)

    def exchanged_order(rest: Node) -> Node:
        """sum_j sum_i = sum_i sum_j."""
        none = by_rows(q, ZERO).equals(0)
        none_base = both_sums("empty", [by_rows(ZERO, ZERO)], auto("0"))
        none_step = both_sums(
            "unfold", [by_rows(q + 1, ZERO)], both_sums("empty", [row(q + 1, ZERO)], auto("0"))
        )
        start = both_sums("empty", [by_columns(ZERO)], auto("0 = 0"))
        base = upto("q90", none, none_base, none_step, n, start)
        more = by_rows(q, m + 1).equals(by_rows(q, m) + column(m + 1, q))
        more_base = both_sums(
            "empty",
            [by_rows(ZERO, m + 1), by_rows(ZERO, m), column(m + 1, ZERO)],
            auto("0 = 0 + 0"),
        )
        more_step = both_sums(
            "unfold",
            [by_rows(q + 1, m + 1), by_rows(q + 1, m), column(m + 1, q + 1), row(q + 1, m + 1)],
            auto("one more row"),
        )
        one_more = both_sums("unfold", [by_columns(m + 1)], auto("one more column"))
        step = upto("q90", more, more_base, more_step, n, one_more)
        claim = by_columns(m).equals(by_rows(n, m))
        return upto("m90", claim, base, step, n, rest)

    def added(left: Callable[[Term], Term], of: Body, lemma: Json, rest: Node) -> Node:
        """The sum of what the lemma knows of each index."""
        claim = implies(q <= n, left(q).equals(summed(q, of)))
        base = intro("", both_sums("empty", [left(ZERO), summed(ZERO, of)], auto("0")))
        one = fact(lemma, [q + 1], auto("one more"), auto("index"))
        unfolded = both_sums("unfold", [left(q + 1), summed(q + 1, of)], one)
        step = intro("", fact(claim, [], unfolded, auto("q <= n")))
        return upto("q90", claim, base, step, n, rest)

    columns = every("j", "int", implies(conj(*_inside(j)), column(j, n).equals(h(moved(j)))))
    rows = every("i", "int", implies(conj(*_inside(_i)), row(_i, n).equals(h(_i))))
    end = have(
        summed(n, lambda o: h(moved(o))).equals(summed(n, h)), auto("both are the double sum"), then
    )
    last = added(lambda high: by_rows(high, n), h, rows, end)
    first = added(by_columns, lambda o: h(moved(o)), columns, last)
    return columns_known(rows_known(exchanged_order(first)))


def rearranged_sum(permutation: Term, sequence: Term, h: Body, then: Node) -> Node:
    """sum_j h(x_pi(j)) = sum_j h(x_j) for the tokens of a sequence; then go on."""
    m = var("m93")
    new = act(permutation, sequence)

    def old(at: Term) -> Term:
        return h(tok(sequence, at))

    def alike(one: Term, other: Term, rest: Node) -> Node:
        first, second = tok(sequence, one), tok(sequence, other)
        return same(first, second, same(h(first), h(second), rest))

    def moved(at: Term) -> Term:
        return h(tok(new, at))

    def image(at: Term) -> Term:
        return h(tok(sequence, pi(permutation, at)))

    def sums(high: Term) -> list[Term]:
        return [total("j", 1, high, moved(var("j"))), total("j", 1, high, image(var("j")))]

    left, right = sums(m)
    claim = implies(m <= n, left.equals(right))
    base = intro("", both_sums("empty", sums(ZERO), auto("0 = 0")))
    equal = same(moved(m + 1), image(m + 1), auto("one more"))
    placed = fact(PERMUTED, [permutation, sequence, m + 1], equal, auto("index"))
    step = intro("", fact(claim, [], both_sums("unfold", sums(m + 1), placed), auto("m <= n")))
    whole = every("m93", "int", implies(m >= 0, claim))
    known = have(total("j", 1, n, moved(j)).equals(total("j", 1, n, old(j))), auto("both"), then)
    end = fact(
        put(claim, "m93", n), [], permuted_sum(permutation, old, alike, known), auto("n <= n")
    )
    return induct("m93", "0", claim, base, step, fact(whole, [n], end, auto("n >= 0")))


# --- f(X) = psi(sum_j phi(x_j)) is invariant -----------------------------------------------------

_p, _X = var("p0"), var("X")


def _f(sequence: Term) -> Term:
    return app("f", sequence)


def _sum(sequence: Term) -> Term:
    return total("j", 1, n, app("h", tok(sequence, j)))


_DECOMPOSED = every("s", "real", _f(var("s")).equals(app("g", _sum(var("s")))))
INVARIANT = statement(
    {"n": "int", "p0": "real", "X": "real"},
    [n >= 1, PERMUTED, _DECOMPOSED, *bijective(_p)],
    _f(act(_p, _X)).equals(_f(_X)),
    {"tok": 2, "perm": 2, "act": 2, "inv": 2, "f": 1, "g": 1, "h": 1},
)


def invariant_script() -> Node:
    new = act(_p, _X)
    ends = same(app("g", _sum(new)), app("g", _sum(_X)), auto("psi of equal sums"))
    equal = rearranged_sum(_p, _X, lambda token: app("h", token), ends)
    return fact(_DECOMPOSED, [_X], fact(_DECOMPOSED, [new], equal))


def bijection_holds(first: int) -> dict[int, Callable[[], Node]]:
    """Scripts for :func:`bijective`, from hypothesis ``first`` on, where n = 1 and pi(j) = j."""

    def index() -> Node:
        at = var("j0")
        inside = node("both", auto("1 <= j"), auto("j <= 1"), auto("j"))
        return intro("j0", intro("", shown_by(at, inside)))

    return {first: index, first + 1: index}
