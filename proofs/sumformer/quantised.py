"""Theorem 4.1 with d' = 1: phi(x) = B^cell(x), and psi finds a sequence with these cells.

psi(x, Sigma) is f_1 at a sequence r whose first token lies in the cell of x and whose sum is Sigma:
what Eq. 19 calls chi^{-1}(q(x), lambda^{-1}(...)).  That there is one is proved, and that any will
do; there are finitely many cells and sums, so psi takes one for each.
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Json, Term, app, conj, every, exists, implies, var
from proofs.library.vectors import S, fact, opened, shown_by
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
from proofs.sumformer.counts import ONE, POWERS, B, W, counts_known, natural, powers_known
from proofs.sumformer.grids import NUMBERED, cells_known, close, grid, told_apart, whole
from proofs.sumformer.matching import (
    EXCHANGES,
    PERMUTED,
    Cells,
    act,
    agree,
    by_power,
    cells_same_index,
    exchange,
    exchanged,
    first_apart,
    matched,
    moved,
    n,
    natural_cells,
    naturals,
    numbers_known,
    others_of,
    pi,
    sums_exchanged,
    tok,
)
from proofs.trees.leaves import given
from proofs.trees.script import (
    Node,
    auto,
    bounded_goal,
    case,
    define,
    have,
    intro,
    lemmas,
    node,
    same,
    split,
    statement,
)

N, eps, eta, delta = (var(name) for name in ("N", "eps", "eta", "delta"))
i, k, m, p, s, s2, t, t2, X = (
    var(name) for name in ("i", "k", "m", "p", "s", "s2", "t", "t2", "X")
)


def f(sequence: Term, at: Term, coordinate: Term) -> Term:
    """Coordinate m of token i of f(X)."""
    return app("f", sequence, at, coordinate)


def token_index(at: Term, *more: Json) -> Json:
    return conj(at >= 1, at <= n, *more)


def coordinate_index(at: Term) -> list[Json]:
    return [at >= 1, at <= d]


#: Eq. 9, in every coordinate
EQUIVARIANT = every(
    "p",
    "real",
    every(
        "s",
        "real",
        every(
            "i",
            "int",
            every(
                "m",
                "int",
                implies(
                    token_index(i, *coordinate_index(m)),
                    f(app("act", p, s), i, m).equals(f(s, pi(p, i), m)),
                ),
            ),
        ),
    ),
)


#: all values of f
VALUES = differences(f, ("i", n), ("m", d))
UNIFORM = uniform(VALUES)
CONTINUOUS = continuous(VALUES)


def Sigma(size: Term, sequence: Term) -> Term:
    return app("Sg", size, sequence)


#: Eq. 14, 18
EQ14 = every("N", "int", every("s", "real", implies(N >= 1, Sigma(N, s).equals(grid(N).sum(s)))))


def fits(size: Term, candidate: Term, sequence: Term, at: Term) -> Json:
    """The first token lies in the cell of token i, and the sums are equal."""
    cells = grid(size)
    first = cells.of(candidate)(ONE).equals(cells.of(sequence)(at))
    return conj(first, Sigma(size, candidate).equals(Sigma(size, sequence)))


SEQUENCES = [n >= 1, d >= 1, PERMUTED, EXCHANGES]
CODE = [B >= n - 1, B >= 2, *POWERS, EQ14]
GIVEN = [*SEQUENCES, *COMPACT, EQUIVARIANT, CONTINUOUS, eps > 0, *NUMBERED, *CODE]


def _error(size: Term, bound: Term) -> Json:
    """f_i at X is near f_1 at every sequence that psi(x_i, Sigma) may take it at."""
    gap = S.abs(f(s, i, m) - f(s2, ONE, m))
    indices = token_index(i, *coordinate_index(m)).json[1:]
    known = conj(*indices, *fits(size, s2, s, i).json[1:])
    body = every("m", "int", every("s2", "real", implies(known, gap <= bound)))
    return every("s", "real", every("i", "int", body))


CONCLUSION = exists("N", "int", conj(N >= 1, eps / 2 < eps, _error(N, eps / 2)))
STATEMENT = statement(
    {"n": "int", "d": "int", "B": "int", "eps": "real", **SORTS},
    GIVEN,
    CONCLUSION,
    {
        "tok": 2, "c": 2, "perm": 2, "act": 2, "tr": 2, "f": 3, "cl": 3, "W": 1, "Sg": 2,
        **FUNCTIONS,
    },
)  # fmt: skip

_N1 = var("N1")
#: there is a sequence for R to pick
EXISTS = statement(
    {"n": "int", "d": "int", "N1": "int", "X": "real", "i": "int"},
    [n >= 1, PERMUTED, EXCHANGES, EQ14, _N1 >= 1, i >= 1, i <= n],
    exists("s2", "real", fits(_N1, s2, X, i)),
    {"tok": 2, "perm": 2, "act": 2, "tr": 2, "cl": 3, "W": 1, "Sg": 2},
)


def exists_script() -> Node:
    """Exchange token i and the first."""
    cells = grid(_N1)
    return numbers_known(
        exchanged(
            ONE,
            i,
            to_front(
                cells,
                X,
                i,
                sums_known(
                    _N1,
                    [X, act(exchange(ONE, i), X)],
                    shown_by(act(exchange(ONE, i), X), auto("Sigma")),
                ),
            ),
        )
    )


def sums_known(size: Term, sequences: list[Term], then: Node) -> Node:
    """Eq. 14 for these sequences."""
    for sequence in reversed(sequences):
        then = fact(EQ14, [size, sequence], then, given())
    return then


def to_front(cells: Cells, sequence: Term, at: Term, then: Node) -> Node:
    """The sequence with token ``at`` exchanged with the first: its first cell, its sum."""
    new = act(exchange(ONE, at), sequence)
    first = cells.of(new)(ONE).equals(cells.of(sequence)(at))
    total = cells.sum(new).equals(cells.sum(sequence))
    zero = S.const(0)
    shown = sums_exchanged(cells, sequence, ONE, at, zero, W, by_power, given(), "9")
    return lemmas(
        [(first, moved(cells, sequence, ONE, at, ONE, at, given())), (total, shown)], then
    )


def script() -> Node:
    """A fine grid; any sequence with these cells and this sum is near a rearrangement of X."""
    size, width = var("N0"), var("delta0")
    shown = shown_by(size, node("both", given(), auto("eps/2 < eps"), _errors(size, width)))
    proof = fine_grid(size, width, cells_numbered(size, shown))
    return have(UNIFORM, uniform_script(VALUES), numbers_known(powers_known(proof)))


def cells_numbered(size: Term, then: Node) -> Node:
    """What is known of the cells of a grid; then go on."""
    natural = intro("t8", fact(whole(size, d), [var("t8")], given()))
    return cells_known(size, have(natural_cells(grid(size)), natural, then))


def fine_grid(size: Term, width: Term, then: Node) -> Node:
    """delta for eps/2, named ``width``, and a number ``size`` of steps with 1/N <= delta."""
    fine = exists("N", "int", conj(N >= 1, 1 / N <= width))
    named = have(fine, fine_steps(width), opened(fine, size.json, then))
    some = exists("delta", "real", conj(delta > 0, modulus(VALUES, eps / 2, delta)))
    found = fact(UNIFORM, [eps / 2], opened(some, width.json, named), given())
    return have(eps / 2 > 0, auto("eps/2 > 0"), found)


def fine_steps(width: Term) -> Node:
    """N = floor(1/delta) + 1."""
    steps = S.floor(1 / width) + 1
    above: list[tuple[Json, Node]] = [
        (1 / width > 0, auto("1/delta > 0")),
        (steps > 1 / width, auto("floor")),
        (steps >= 1, split(S.floor(1 / width).json, given(), auto("N >= 1"))),
        (steps * width >= 1, auto("N delta >= 1")),
    ]
    last = define(
        (1 / steps).json, auto("N > 0"), have(1 / steps > 0, auto("1/N > 0"), auto("1/N <= delta"))
    )
    return define(
        (1 / width).json,
        auto("delta > 0"),
        lemmas(above, shown_by(steps, node("both", given(), last))),
    )


def _errors(size: Term, width: Term) -> Node:
    x, at, row, r = var("X1"), var("i1"), var("m1"), var("r1")
    cells, front = grid(size), act(exchange(ONE, at), x)
    shown = have(
        f(front, ONE, row).equals(f(x, at, row)),
        _value_at_front(x, at, row),
        rearranged(
            cells,
            front,
            r,
            lambda q: f(q, ONE, row).equals(f(r, ONE, row)),
            lambda q, one, to, then: _value_kept(q, one, to, row, then),
            _near_values(size, width, front, row),
        ),
    )
    inner = exchanged(ONE, at, to_front(cells, x, at, shown))
    return intros("X1 i1 m1 r1 .", sums_known(size, [r, x], inner))


def _value_at_front(x: Term, at: Term, row: Term) -> Node:
    """f_1 of the exchanged sequence is f_i."""
    permutation = exchange(ONE, at)
    moved_ = same(f(x, pi(permutation, ONE), row), f(x, at, row), auto("f_i"))
    return fact(EQUIVARIANT, [permutation, x, ONE, row], moved_, auto("indices"))


def _value_kept(sequence: Term, one: Term, to: Term, row: Term, then: Node) -> Node:
    """An exchange beyond the first token leaves f_1 alone."""
    permutation = exchange(one, to)
    moved_ = same(f(sequence, pi(permutation, ONE), row), f(sequence, ONE, row), auto("as before"))
    value = fact(EQUIVARIANT, [permutation, sequence, ONE, row], moved_, auto("indices"))
    return fact(others_of(one, to), [ONE], value, auto("neither is 1"))


def rearranged(
    cells: Cells,
    goal: Term,
    start: Term,
    keeps: Callable[[Term], Json],
    kept: Callable[[Term, Term, Term, Node], Node],
    then: Node,
) -> Node:
    """``e9``, a rearrangement of ``start`` with the cells of ``goal``.

    Known: the first cells and the sums are equal.
    """
    two = ONE + 1

    def nat(sequence: Term, rest: Node) -> Node:
        each = intro("j9", intro("", naturals(cells, sequence, var("j9"), given())))
        return have(natural(two, n, cells.of(sequence)), each, rest)

    at = var("j8")
    first = cells_same_index(
        cells,
        cells.of(start),
        at,
        ONE,
        cells_same_index(cells, cells.of(goal), at, ONE, auto("the first cells")),
    )
    agreed = have(
        agree(cells, start, goal, ONE),
        intro("j8", intro("", first)),
        matched(cells, goal, start, ONE, keeps, kept, "e9", then),
    )
    counts = nat(start, nat(goal, counts_known(two, n, cells.of(start), cells.of(goal), agreed)))
    powers = W(cells.of(start)(ONE)), W(cells.of(goal)(ONE))
    rest = have(
        cells.sum(start, two).equals(cells.sum(goal, two)),
        same(*powers, auto("the others")),
        counts,
    )
    return first_apart(cells, start, first_apart(cells, goal, rest, "1"), "2")


def _near_values(size: Term, width: Term, front: Term, row: Term) -> Node:
    """The cells agree, so the sequences are near, so are their values."""
    new, at, of = var("e9"), var("ix"), var("kx")
    gap = S.abs(coordinate(tok(new, at), of) - coordinate(tok(front, at), of))
    small = have(gap <= 1 / size, given(), auto("1/N <= delta"))
    cell = fact(
        told_apart(size),
        [tok(new, at), tok(front, at)],
        fact(close(tok(new, at), tok(front, at), size), [of], small, auto("a coordinate")),
        given(),
    )
    each = intro(
        "ix",
        intro(
            "kx", intro("", fact(agree(grid(size), new, front, n), [at], cell, auto("an index")))
        ),
    )
    difference = S.abs(f(new, ONE, row) - f(front, ONE, row))
    end = case_abs(difference)
    values = fact(VALUES.near(new, front, eps / 2), [ONE, row], end, auto("indices"))
    return fact(modulus(VALUES, eps / 2, width), [new, front], values, each)


def case_abs(difference: Term) -> Node:
    return case(difference.json, bounded_goal("error"), bounded_goal("error"))
