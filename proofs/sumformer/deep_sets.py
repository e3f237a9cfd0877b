"""Theorems 2.13 and C.1: functions of sets, multisets and sequences as psi(sum phi(x)).

f is a function psi of the sum where equal sums have equal values.  In Theorem C.1, where the values
are only near, psi is f at any object with that sum, of which there are finitely many.
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Json, Term, app, conj, every, exists, implies, total, var
from proofs.library.vectors import S, both_sums, fact, opened, shown_by
from proofs.sumformer.closure import intros
from proofs.sumformer.compact import (
    COMPACT,
    FUNCTIONS,
    SORTS,
    continuous,
    coordinate,
    d,
    differences,
    modulus,
    uniform,
    uniform_script,
)
from proofs.sumformer.counts import ONE, POWERS, ZERO, B, W, counts_known, natural, powers_known
from proofs.sumformer.grids import NUMBERED, close, grid, told_apart
from proofs.sumformer.matching import (
    EXCHANGES,
    PERMUTED,
    Cells,
    act,
    agree,
    exchange,
    matched,
    n,
    natural_cells,
    naturals,
    numbers_known,
    tok,
)
from proofs.sumformer.quantised import (
    EQ14,
    N,
    Sigma,
    cells_numbered,
    eps,
    fine_steps,
    sums_known,
)
from proofs.trees.leaves import given, using
from proofs.trees.script import (
    Node,
    auto,
    bounded_goal,
    case,
    have,
    induct,
    intro,
    node,
    same,
    split,
    statement,
)

s, s2, t, p, M, m, eta, delta = (
    var(name) for name in ("s", "s2", "t", "p", "M", "m", "eta", "delta")
)


def f(of: Term) -> Term:
    """f of a set, or of a sequence."""
    return app("f", of)


def total_of(of: Term) -> Term:
    """Sigma."""
    return app("Sg", of)


# --- Theorem 2.13: sets --------------------------------------------------------------------------


def member(of: Term, at: Term) -> Term:
    """1 if z_m is in the set, else 0."""
    return app("in", of, at)


def _element(formula: Json) -> Json:
    return every("m", "int", implies(conj(m >= 1, m <= M), formula))


BITS = every("s", "real", _element((member(s, m) * (1 - member(s, m))).equals(0)))
_SAME_SET = _element(member(s, m).equals(member(s2, m)))
FUNCTION = every("s", "real", every("s2", "real", implies(_SAME_SET, f(s).equals(f(s2)))))


def set_sum(of: Term, high: Term = M) -> Term:
    """sum of phi(z) over the z in the set, with phi(z_m) = 2^m."""
    return total("j", 1, high, member(of, var("j")) * W(var("j")))


SUM = every("s", "real", total_of(s).equals(set_sum(s)))
#: f is a function of the sum: equal sums have equal values
DECOMPOSED = every(
    "s",
    "real",
    every("s2", "real", implies(total_of(s).equals(total_of(s2)), f(s).equals(f(s2)))),
)
_TWO = [
    W(ZERO).equals(1),
    every("u", "int", implies(var("u") >= 0, W(var("u") + 1).equals(2 * W(var("u"))))),
]
SETS = statement(
    {"M": "int"},
    [M >= 0, BITS, FUNCTION, *_TWO, SUM],
    DECOMPOSED,
    {"in": 2, "f": 1, "W": 1, "Sg": 1},
)


def sets_script() -> Node:
    """Binary digits: sum_{m <= k} < 2^(k + 1), so the last digits are equal, and so on down."""
    one, other, at = var("s0"), var("z0"), var("u1")
    w = W(at + 1)

    def sums(high: Term) -> list[Term]:
        return [set_sum(one, high), set_sum(other, high)]

    def bound(high: Term) -> Json:
        a, b = sums(high)
        return conj(W(high + 1) > 0, a >= 0, b >= 0, a < W(high + 1), b < W(high + 1))

    in_range = implies(at <= M, bound(at))

    def bit(of: Term, then: Node) -> Node:
        return digit(of, at + 1, then)

    leaf = auto("below the next power")
    stepped = both_sums("unfold", sums(at + 1), bit(one, bit(other, leaf)))
    next_power = fact(
        _TWO[1], [at + 1], fact(in_range, [], stepped, auto("m <= M")), auto("m >= 0")
    )
    base = intro(
        "", fact(_TWO[1], [ZERO], both_sums("empty", sums(ZERO), auto("0 < 2")), auto("0"))
    )
    bounds = every("u1", "int", implies(at >= 0, in_range))
    high = var("u3")
    mm = var("m")

    def equal_upto(top: Term) -> Json:
        same_bit = member(one, mm).equals(member(other, mm))
        return every("m", "int", implies(conj(mm >= 1, mm <= top), same_bit))

    claim = implies(conj(high <= M, sums(high)[0].equals(sums(high)[1])), equal_upto(high))
    new = high + 1
    bits_equal = member(one, new).equals(member(other, new))
    top_facts = fact(
        bounds,
        [high],
        fact(
            implies(high <= M, bound(high)),
            [],
            _top(one, other, high, bits_equal, claim, equal_upto),
            auto("k <= M"),
        ),
        auto("k >= 0"),
    )
    induction_step = intro("", both_sums("unfold", sums(new), top_facts))
    last = fact(
        every("u3", "int", implies(high >= 0, claim)),
        [M],
        fact(
            implies(conj(M <= M, sums(M)[0].equals(sums(M)[1])), equal_upto(M)),
            [],
            _same_value(one, other),
            auto("the sums"),
        ),
        auto("M >= 0"),
    )
    whole = induct(
        "u3", "0", claim, intro("", intro("m0", intro("", auto("none")))), induction_step, last
    )
    ranges = induct("u1", "0", in_range, base, intro("", next_power), whole)
    equal_sums = fact(SUM, [one], fact(SUM, [other], ranges))
    del w
    return intro("s0", intro("z0", intro("", equal_sums)))


def digit(of: Term, at: Term, then: Node) -> Node:
    """Element ``at`` is in the set (1) or not (0)."""
    value = member(of, at)
    bit = (value * (1 - value)).equals(0)
    high, low = value - ONE / 2 >= 0, value - ONE / 2 < 0
    one = have(value.equals(1), node("both", *[using(bit, high)] * 2), then)
    zero = have(value.equals(0), node("both", *[using(bit, low)] * 2), then)
    return fact(BITS, [of, at], split((value - ONE / 2).json, one, zero), auto("m <= M"))


def _top(
    one: Term,
    other: Term,
    high: Term,
    bits_equal: Json,
    claim: Json,
    equal_upto: Callable[[Term], Json],
) -> Node:
    """From k to k + 1: the top digits are equal."""
    new = high + 1

    index = var("m0")
    older = fact(
        claim,
        [],
        fact(equal_upto(high), [index], auto("older"), auto("m <= k")),
        auto("equal so far"),
    )
    newest = have(
        index.equals(new),
        auto("m = k + 1"),
        same(
            member(one, index),
            member(one, new),
            same(member(other, index), member(other, new), auto("the last")),
        ),
    )
    each = intro("m0", intro("", split((index - new).json, newest, older)))
    return have(bits_equal, digit(one, new, digit(other, new, auto("the top digit"))), each)


def _same_value(one: Term, other: Term) -> Node:
    shown = fact(FUNCTION, [one, other], auto("equal values"), given())
    return shown


# --- multisets of a fixed size, and sequences ----------------------------------------------------

CELLS = Cells(lambda token: app("cl", token))
INVARIANT = every("p", "real", every("s", "real", f(act(p, s)).equals(f(s))))
_SAME_ELEMENTS = every(
    "j",
    "int",
    implies(
        conj(var("j") >= 1, var("j") <= n),
        CELLS.of(s)(var("j")).equals(CELLS.of(s2)(var("j"))),
    ),
)
ELEMENTS = every("s", "real", every("s2", "real", implies(_SAME_ELEMENTS, f(s).equals(f(s2)))))
EQ_SUM = every("s", "real", total_of(s).equals(CELLS.sum(s)))
SEQUENCES = [n >= 1, PERMUTED, EXCHANGES]
MULTISETS = statement(
    {"n": "int", "B": "int"},
    [
        *SEQUENCES,
        INVARIANT,
        natural_cells(CELLS),
        ELEMENTS,
        B >= n + 1,
        *POWERS,
        EQ_SUM,
    ],
    DECOMPOSED,
    {"tok": 2, "perm": 2, "act": 2, "tr": 2, "f": 1, "cl": 1, "W": 1, "Sg": 1},
)


def rearranged(cells: Cells, goal: Term, start: Term, then: Node) -> Node:
    """``e9``, a rearrangement of ``start`` with the cells of ``goal`` and the same f.

    Known: the sums are equal.
    """

    def nat(sequence: Term, rest: Node) -> Node:
        each = intro("j9", intro("", naturals(cells, sequence, var("j9"), given())))
        return have(natural(ZERO + 1, n, cells.of(sequence)), each, rest)

    def kept(sequence: Term, one: Term, other: Term, rest: Node) -> Node:
        return fact(INVARIANT, [exchange(one, other), sequence], auto("f is invariant"))

    nothing = have(
        agree(cells, start, goal, ZERO),
        intro("j8", intro("", auto("none"))),
        matched(cells, goal, start, ZERO, lambda q: f(q).equals(f(start)), kept, "e9", then),
    )
    low = ZERO + 1
    counts = counts_known(low, n, cells.of(start), cells.of(goal), nothing)
    equal = cells.sum(start).equals(cells.sum(goal))
    return have(equal, auto("equal sums"), nat(start, nat(goal, counts)))


def multisets_script() -> Node:
    one, other = var("s0"), var("r1")
    ends = fact(ELEMENTS, [var("e9"), one], auto("f(X) = f(Y)"), given())
    inner = fact(EQ_SUM, [one], fact(EQ_SUM, [other], rearranged(CELLS, one, other, ends)))
    proof = intro("s0", intro("r1", intro("", inner)))
    known = have(B >= 2, auto("B >= 2"), numbers_known(powers_known(proof)))
    return known


# --- Theorem C.1 ---------------------------------------------------------------------------------


VALUES = differences(f)
UNIFORM = uniform(VALUES)
_CLOSE = implies(Sigma(N, s2).equals(Sigma(N, s)), S.abs(f(s) - f(s2)) <= eps / 2)
_ERROR = every("s", "real", every("s2", "real", _CLOSE))
C1 = statement(
    {"n": "int", "d": "int", "B": "int", "eps": "real", **SORTS},
    [
        n >= 1,
        d >= 1,
        PERMUTED,
        EXCHANGES,
        *COMPACT,
        INVARIANT,
        continuous(VALUES),
        eps > 0,
        *NUMBERED,
        B >= n + 1,
        *POWERS,
        EQ14,
    ],
    exists("N", "int", conj(N >= 1, eps / 2 < eps, _ERROR)),
    {
        "tok": 2, "c": 2, "perm": 2, "act": 2, "tr": 2, "f": 1, "cl": 3, "W": 1, "Sg": 2,
        **FUNCTIONS,
    },
)  # fmt: skip


def c1_script() -> Node:
    size, width, half = var("N0"), var("delta0"), eps / 2
    fine = exists("N", "int", conj(N >= 1, 1 / N <= width))
    shown = shown_by(size, node("both", given(), auto("eps/2 < eps"), _c1_error(size, width)))
    named = have(fine, fine_steps(width), opened(fine, size.json, cells_numbered(size, shown)))
    body = exists("delta", "real", conj(delta > 0, modulus(VALUES, half, delta)))
    found = have(
        half > 0, auto("eps/2 > 0"), fact(UNIFORM, [half], opened(body, width.json, named), given())
    )
    found = have(UNIFORM, uniform_script(VALUES), numbers_known(powers_known(found)))
    return have(B >= 2, auto("B >= 2"), found)


def _c1_error(size: Term, width: Term) -> Node:
    one, other, new = var("s0"), var("r1"), var("e9")
    cells = grid(size)
    at, of = var("ix"), var("kx")
    gap = S.abs(coordinate(tok(new, at), of) - coordinate(tok(one, at), of))
    small = have(gap <= 1 / size, given(), auto("1/N <= delta"))
    pair = [tok(new, at), tok(one, at)]
    closer = fact(close(pair[0], pair[1], size), [of], small, auto("a coordinate"))
    cell = fact(told_apart(size), pair, closer, given())
    each = intros("ix kx .", fact(agree(cells, new, one, n), [at], cell, auto("an index")))
    difference = S.abs(f(new) - f(one))
    end = case(difference.json, bounded_goal("error"), bounded_goal("error"))
    values = fact(modulus(VALUES, eps / 2, width), [new, one], end, each)
    return intros("s0 r1 .", sums_known(size, [other, one], rearranged(cells, one, other, values)))
