"""Sequences with equal sums of powers are rearrangements of each other, cell by cell; every n.

A sequence of tokens is a number s, ``tok(s, j)`` its token j; a permutation pi is a number p with
values ``perm(p, j)``, and ``act(p, s)`` the permuted sequence.  ``tr(a, b)`` is the permutation
that exchanges a and b.  A token lies in the cell ``floor(cl(token))``, a natural number, and
phi(token) = W(cell) = B^cell.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from constructions.terms import Term, app, conj, every, exists, implies, var
from proofs.library.vectors import S, both_sums, fact, opened, put, shown_by
from proofs.sumformer.counts import (
    ONE,
    W,
    added,
    count,
    equal,
    same_counts,
)
from proofs.trees.leaves import given
from proofs.trees.script import (
    Json,
    Node,
    auto,
    case,
    have,
    induct,
    intro,
    lemmas,
    node,
    same,
    split,
)

n, j, a, b, c, s, p, t = (var(name) for name in ("n", "j", "a", "b", "c", "s", "p", "t"))
Body = Callable[[Term], Term]
Then = Callable[[Node], Node]


def tok(sequence: Term, at: Term) -> Term:
    """Token ``at`` of a sequence."""
    return app("tok", sequence, at)


def pi(permutation: Term, at: Term) -> Term:
    return app("perm", permutation, at)


def act(permutation: Term, sequence: Term) -> Term:
    """[x_pi(1), ..., x_pi(n)]."""
    return app("act", permutation, sequence)


def exchange(one: Term, other: Term) -> Term:
    return app("tr", one, other)


def _inside(*names: Term) -> Json:
    return conj(*(part for name in names for part in (name >= 1, name <= n)))


#: [x_pi(1), ..., x_pi(n)] is a sequence
PERMUTED = every(
    "p",
    "real",
    every(
        "s",
        "real",
        every("j", "int", implies(_inside(j), tok(act(p, s), j).equals(tok(s, pi(p, j))))),
    ),
)
_OTHERS = every(
    "c",
    "int",
    implies(
        conj(*_inside(c).json[1:], c.differs(a), c.differs(b)), pi(exchange(a, b), c).equals(c)
    ),
)
#: two indices may be exchanged
EXCHANGES = every(
    "a",
    "int",
    every(
        "b",
        "int",
        implies(
            _inside(a, b),
            conj(pi(exchange(a, b), a).equals(b), pi(exchange(a, b), b).equals(a), _OTHERS),
        ),
    ),
)

_p, _q, _v = var("p1"), var("q1"), var("v1")
_FLOORS = every(
    "p1", "real", every("q1", "real", implies(_p.equals(_q), S.floor(_p).equals(S.floor(_q))))
)
_EQUALS = every(
    "p1",
    "real",
    every(
        "q1",
        "real",
        every("v1", "real", implies(_p.equals(_q), equal(_p, _v).equals(equal(_q, _v)))),
    ),
)
_UNEQUAL = every(
    "p1",
    "int",
    every("q1", "int", conj(equal(_p, _q) >= 0, implies(_p.differs(_q), equal(_p, _q).equals(0)))),
)


def _equals_proof() -> Node:
    one, other = S.sign(_p - _v), S.sign(_q - _v)
    leaf = case(S.abs(one).json, *[case(S.abs(other).json, auto("e"), auto("e"))] * 2)
    inner = case(other.json, leaf, leaf, leaf)
    return intro("p1", intro("q1", intro("v1", intro("", case(one.json, inner, inner, inner)))))


def _unequal_proof() -> Node:
    sign = S.sign(_p - _q)
    branch = case(S.abs(sign).json, auto("e"), auto("e"))
    whole = case(sign.json, branch, branch, branch)
    return intro("p1", intro("q1", node("both", whole, intro("", whole))))


def numbers_known(then: Node) -> Node:
    """Equal numbers have the same floor and the same indicator; first of all in a proof."""
    floors = intro("p1", intro("q1", intro("", _floors())))
    return lemmas(
        [(_FLOORS, floors), (_EQUALS, _equals_proof()), (_UNEQUAL, _unequal_proof())], then
    )


def _floors() -> Node:
    gap = S.floor(_p) - S.floor(_q)
    return split((gap - 1).json, auto("floor"), split(gap.json, auto("floor"), auto("floor")))


@dataclass(frozen=True)
class Cells:
    """How tokens get their cell: ``raw(token)``, whose floor it is."""

    raw: Body

    def of(self, sequence: Term) -> Body:
        """The cells of a sequence, by index."""
        return lambda at: S.floor(self.raw(tok(sequence, at)))

    def sum(self, sequence: Term, low: Term = ONE) -> Term:
        """Sigma = sum_j phi(x_j), from ``low`` on."""
        cells = self.of(sequence)
        return added(low, n, lambda at: W(cells(at)))

    def like(self, one: Term, other: Term, then: Node) -> Node:
        """Equal tokens lie in the same cell."""
        raws = (self.raw(one), self.raw(other))
        known = fact(_FLOORS, list(raws), then, given())
        return same(*raws, known)


def exchanged(one: Term, other: Term, then: Node) -> Node:
    """The three facts on the exchange of two indices in 1..n; then go on."""
    return fact(EXCHANGES, [one, other], then, auto("indices"))


def others_of(one: Term, other: Term) -> Json:
    return put(put(_OTHERS, "a", one), "b", other)


def moved(
    cells: Cells, sequence: Term, one: Term, other: Term, at: Term, target: Term, then: Node
) -> Node:
    """Token ``at`` of the exchanged sequence lies in the cell of token ``target``.

    ``at`` is known to be ``one`` (then the target is ``other``), ``other`` (then ``one``) or
    neither (then ``at``), and this is how pi(at) = target is found.
    """
    permutation = exchange(one, other)
    new = act(permutation, sequence)
    where = pi(permutation, at)
    found = same(
        tok(sequence, where),
        tok(sequence, target),
        cells.like(tok(new, at), tok(sequence, target), then),
    )
    placed = fact(PERMUTED, [permutation, sequence, at], found, auto("index"))
    if target.same(at):
        return fact(others_of(one, other), [at], placed, auto("neither"))
    return same(where, pi(permutation, one if target.same(other) else other), placed)


def sums_exchanged(
    cells: Cells,
    sequence: Term,
    one: Term,
    other: Term,
    before: Term,
    body: Body,
    congruent: Callable[[Term, Term, Node], Node],
    then: Node,
    name: str,
) -> Node:
    """sum_{j=low}^n body(cell_j) is the same after an exchange; low <= one <= other <= n.

    ``congruent(u, u', ...)`` makes body(u) = body(u') known from u = u'.
    """
    old_cells = cells.of(sequence)
    new_cells = cells.of(act(exchange(one, other), sequence))
    old, new = (lambda at: body(old_cells(at))), (lambda at: body(new_cells(at)))
    at, low = var(f"x{name}"), before + 1

    def totals(upto: Term) -> tuple[Term, Term]:
        return added(low, upto, new), added(low, upto, old)

    def parts(upto: Term) -> list[Json]:
        now, was = totals(upto)
        return [
            implies(upto < one, now.equals(was)),
            implies(conj(one <= upto, upto < other), (now - was).equals(old(other) - old(one))),
            implies(other <= upto, now.equals(was)),
        ]

    claim = implies(at <= n, conj(*parts(at)))
    base = intro(
        "",
        both_sums(
            "empty",
            list(totals(before)),
            node(
                "both", intro("", auto("0 = 0")), intro("", auto("none")), intro("", auto("none"))
            ),
        ),
    )
    place_ = at + 1

    def step(target: Term, known: Json) -> Node:
        """From the part of the claim that holds at m."""
        end = auto("one more")
        aligned = congruent(new_cells(place_), old_cells(target), end)
        if not target.same(place_):
            own = one if target.same(other) else other
            aligned = same(
                tok(sequence, place_),
                tok(sequence, own),
                cells.like(
                    tok(sequence, place_),
                    tok(sequence, own),
                    congruent(old_cells(place_), old_cells(own), aligned),
                ),
            )
        proof = moved(cells, sequence, one, other, place_, target, aligned)
        return fact(known, [], proof, auto("m"))

    left, middle, right = parts(at)
    # m + 1 < one
    first = intro("", step(place_, left))
    # one <= m + 1 < other
    arrives = step(other, left)
    stays = step(place_, middle)
    second = intro("", split((place_ - one - 1).json, stays, arrives))
    # other <= m + 1
    beyond = step(place_, right)
    leaves = step(one, middle)
    both = split(
        (other - one - 1).json,
        leaves,
        _same_place(cells, sequence, one, other, place_, congruent, old_cells, new_cells, left),
    )
    third = intro("", split((place_ - other - 1).json, beyond, both))
    unfolded = both_sums("unfold", list(totals(place_)), node("both", first, second, third))
    stepped = intro("", fact(claim, [], unfolded, auto("m <= n")))
    whole = every(at.json, "int", implies(at >= before, claim))
    end_parts = parts(n)
    end = fact(
        put(claim, at.json, n), [], fact(end_parts[2], [], then, auto("other <= n")), auto("n <= n")
    )
    used = fact(whole, [n], end, auto("before <= n"))
    return induct(at.json, before.json, claim, base, stepped, used)


def _same_place(
    cells: Cells,
    sequence: Term,
    one: Term,
    other: Term,
    at: Term,
    congruent: Callable[[Term, Term, Node], Node],
    old_cells: Body,
    new_cells: Body,
    left: Json,
) -> Node:
    """one = other = m + 1: the exchange moves nothing."""
    end = congruent(new_cells(at), old_cells(one), auto("one more"))
    aligned = same(
        tok(sequence, at),
        tok(sequence, one),
        cells.like(
            tok(sequence, at), tok(sequence, one), congruent(old_cells(at), old_cells(one), end)
        ),
    )
    proof = moved(cells, sequence, one, other, at, one, aligned)
    return fact(left, [], proof, auto("m"))


def by_power(one: Term, other: Term, then: Node) -> Node:
    """B^u = B^u' from u = u'."""
    return same(W(one), W(other), then)


def by_indicator(value: Term) -> Callable[[Term, Term, Node], Node]:
    """equal(u, v) = equal(u', v) from u = u'."""
    return lambda one, other, then: fact(_EQUALS, [one, other, value], then, given())


# --- matching ------------------------------------------------------------------------------------


def agree(cells: Cells, first: Term, second: Term, upto: Term) -> Json:
    """Tokens 1 to ``upto`` of the two sequences lie in the same cells."""
    one, other = cells.of(first), cells.of(second)
    return every("j", "int", implies(conj(j >= 1, j <= upto), one(j).equals(other(j))))


def matched(
    cells: Cells,
    goal: Term,
    start: Term,
    before: Term,
    keeps: Callable[[Term], Json],
    kept: Callable[[Term, Term, Term, Node], Node],
    name: str,
    then: Node,
) -> Node:
    """A rearrangement ``name`` of ``start`` whose cells are those of ``goal``, one by one.

    Known: the cells before ``low`` agree, and from ``low`` on every cell occurs equally often in
    both, keeps(start).  ``kept(sequence, one, other, ...)`` makes keeps known of the exchanged
    sequence, from keeps of the sequence.
    """
    at, found, index = var("r4"), var("e4"), var("i4")
    wanted, low = cells.of(goal), before + 1

    def body(sequence: Term, upto: Term) -> Json:
        return conj(
            agree(cells, sequence, goal, upto),
            keeps(sequence),
            same_counts(low, n, cells.of(sequence), wanted),
        )

    claim = implies(at <= n, exists("e", "real", body(var("e"), at)))
    base = intro("", shown_by(start, node("both", given(), given(), given())))
    new = act(exchange(at + 1, index), found)
    value = wanted(at + 1)

    # cells of the new sequence up to m + 1
    k = var("o4")
    old_cells = cells.of(found)
    up_to = intro(
        "o4",
        intro(
            "",
            split(
                (k - at - 1).json,
                _hit(cells, found, at + 1, index, k, wanted),
                _before(cells, found, at + 1, index, k, goal, at),
            ),
        ),
    )
    v = var("v4")
    counted = intro(
        "v4",
        intro(
            "",
            fact(
                same_counts(low, n, old_cells, wanted),
                [v],
                sums_exchanged(
                    cells,
                    found,
                    at + 1,
                    index,
                    before,
                    lambda u: equal(u, v),
                    by_indicator(v),
                    auto("the same counts"),
                    "8",
                ),
                auto("v >= 0"),
            ),
        ),
    )
    keep = kept(found, at + 1, index, given())
    swapped = exchanged(at + 1, index, shown_by(new, node("both", up_to, keep, counted)))
    located = _located(cells, goal, found, before, at, index, value, swapped)
    step = intro(
        "",
        fact(
            claim,
            [],
            opened(exists("e", "real", body(var("e"), at)), "e4", located),
            auto("m <= n"),
        ),
    )
    whole = every("r4", "int", implies(at >= before, claim))
    end_body = exists("e", "real", body(var("e"), n))
    end = fact(put(claim, "r4", n), [], opened(end_body, name, then), auto("n <= n"))
    return induct("r4", before.json, claim, base, step, fact(whole, [n], end, auto("before <= n")))


def _hit(cells: Cells, found: Term, one: Term, index: Term, k: Term, wanted: Body) -> Node:
    """k = m + 1: the new cell there is the one that was looked for."""
    aligned = cells_same_index(cells, wanted, k, one, auto("found"))
    return moved(cells, found, one, index, k, index, aligned)


def cells_same_index(cells: Cells, wanted: Body, k: Term, one: Term, then: Node) -> Node:
    """wanted(k) = wanted(one), as k = one."""
    first, second = wanted(k).json[1], wanted(one).json[1]  # cl(.., tok(s, k))
    tok_one, tok_two = first[-1], second[-1]
    return same(Term(tok_one), Term(tok_two), cells.like(Term(tok_one), Term(tok_two), then))


def _before(
    cells: Cells, found: Term, one: Term, index: Term, k: Term, goal: Term, at: Term
) -> Node:
    """k <= m: nothing has moved."""
    return fact(
        agree(cells, found, goal, at),
        [k],
        moved(cells, found, one, index, k, k, auto("as before")),
        auto("k <= m"),
    )


def _located(
    cells: Cells,
    goal: Term,
    found: Term,
    before: Term,
    at: Term,
    index: Term,
    value: Term,
    then: Node,
) -> Node:
    """An index i > m with cell ``value`` in ``found``, since goal has one; then go on."""
    wanted, have_ = cells.of(goal), cells.of(found)
    m, low = var("m4"), before + 1

    def counts(upto: Term) -> list[Term]:
        return [count(low, upto, have_, value), count(low, upto, wanted, value)]

    # up to m the counts agree
    agree_claim = implies(m <= at, counts(m)[0].equals(counts(m)[1]))
    pointwise = fact(
        agree(cells, found, goal, at),
        [m + 1],
        by_indicator(value)(have_(m + 1), wanted(m + 1), auto("equal so far")),
        auto("in range"),
    )
    agree_proof = induct(
        "m4",
        before.json,
        agree_claim,
        intro("", both_sums("empty", counts(before), auto("0 = 0"))),
        intro(
            "", fact(agree_claim, [], both_sums("unfold", counts(m + 1), pointwise), auto("m <= r"))
        ),
        _used(m, before, agree_claim, at, auto("equal so far")),
    )
    equal_so_far = counts(at)[0].equals(counts(at)[1])
    # from m + 1 on goal has one more
    more = counts(m)[1] >= counts(at)[1] + 1
    first_one = both_sums(
        "unfold",
        [counts(at + 1)[1]],
        have(equal(value, value).equals(1), _reflexive(value), auto("one")),
    )
    nonneg = fact(_UNEQUAL, [wanted(m + 1), value], auto("no less"))
    more_proof = induct(
        "m4",
        (at + 1).json,
        more,
        first_one,
        both_sums("unfold", [counts(m + 1)[1]], nonneg),
        fact(every("m4", "int", implies(m >= at + 1, more)), [n], auto("n"), auto("r + 1 <= n")),
    )
    one_more = counts(n)[1] >= counts(at)[1] + 1
    # so there is one in found
    i = var("i")
    there = exists("i", "int", conj(i >= at + 1, i <= m, have_(i).equals(value)))
    search = implies(conj(m <= n, counts(m)[0] > counts(at)[0]), there)
    gap = have_(m + 1) - value
    here = shown_by(m + 1, auto("here"))
    elsewhere = fact(
        _UNEQUAL,
        [have_(m + 1), value],
        fact(
            implies(have_(m + 1).differs(value), equal(have_(m + 1), value).equals(0)),
            [],
            fact(
                search,
                [],
                opened(there, "i5", shown_by(var("i5"), auto("older"))),
                auto("still more"),
            ),
            auto("another cell"),
        ),
    )
    search_step = intro(
        "",
        both_sums(
            "unfold",
            [counts(m + 1)[0]],
            split((gap - 1).json, elsewhere, split(gap.json, here, elsewhere)),
        ),
    )
    searched = induct(
        "m4",
        at.json,
        search,
        intro("", shown_by(ONE, auto("not more than itself"))),
        search_step,
        fact(
            every("m4", "int", implies(m >= at, search)),
            [n],
            fact(
                put(search, "m4", n),
                [],
                opened(put(there, "m4", n), index.json, then),
                auto("more"),
            ),
            auto("r <= n"),
        ),
    )
    total_equal = fact(
        same_counts(low, n, have_, wanted),
        [value],
        lemmas([(equal_so_far, agree_proof), (one_more, more_proof)], searched),
        auto("cells are natural"),
    )
    return naturals(cells, goal, at + 1, total_equal)


def _reflexive(value: Term) -> Node:
    sign = S.sign(value - value)
    branch = case(S.abs(sign).json, auto("e"), auto("e"))
    return case(sign.json, branch, branch, branch)


def _used(m: Term, start: Term, claim: Json, at: Term, then: Node) -> Node:
    whole = every(m.json, "int", implies(m >= start, claim))
    return fact(whole, [at], fact(put(claim, m.json, at), [], then, auto("m <= m")), auto("range"))


def naturals(cells: Cells, sequence: Term, at: Term, then: Node) -> Node:
    """Cells are natural numbers."""
    value = cells.of(sequence)(at)
    return have(value >= 0, fact(natural_cells(cells), [tok(sequence, at)], auto("natural")), then)


def natural_cells(cells: Cells) -> Json:
    """Every cell has a natural number."""
    return every("t", "real", S.floor(cells.raw(t)) >= 0)


def first_apart(cells: Cells, sequence: Term, then: Node, name: str) -> Node:
    """sum_{j=1}^n phi = phi(x_1) + sum_{j=2}^n phi; then go on."""
    at = var(f"x{name}")
    two = ONE + 1
    cell = cells.of(sequence)
    whole = lambda upto: added(ONE, upto, lambda o: W(cell(o)))  # noqa: E731
    rest = lambda upto: added(two, upto, lambda o: W(cell(o)))  # noqa: E731
    claim = whole(at).equals(W(cell(ONE)) + rest(at))
    base = both_sums(
        "unfold", [whole(ONE)], both_sums("empty", [whole(ONE - 1), rest(ONE)], auto("the first"))
    )
    step = both_sums("unfold", [whole(at + 1), rest(at + 1)], auto("one more"))
    used = fact(every(at.json, "int", implies(at >= 1, claim)), [n], then, auto("n >= 1"))
    return induct(at.json, "1", claim, base, step, used)
