"""Theorem 4.1 with d' = 1: phi(x) = B^cell(x), and psi finds a sequence with these cells.

psi(x, Sigma) is f_1 at a sequence R(x, Sigma) whose first token lies in the cell of x and whose
sum is Sigma: what Eq. 19 calls chi^{-1}(q(x), lambda^{-1}(...)).  That there is one is proved;
R picks one.
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Json, Term, app, conj, every, exists, implies, var
from proofs.library.vectors import S, fact, opened, put, shown_by
from proofs.methods.leaves import given
from proofs.methods.script import (
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
from proofs.sumformer.compact import (
    COMPACT,
    continuous,
    coordinate,
    d,
    differences,
    uniform_script,
)
from proofs.sumformer.compact import FUNCTIONS as POINTS
from proofs.sumformer.counts import ONE, POWERS, B, W, counts_known, natural, powers_known
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

N, eps, eta, delta = (var(name) for name in ("N", "eps", "eta", "delta"))
i, k, m, p, s, s2, t, t2, X = (
    var(name) for name in ("i", "k", "m", "p", "s", "s2", "t", "t2", "X")
)


def f(sequence: Term, at: Term, coordinate: Term) -> Term:
    """Coordinate m of token i of f(X)."""
    return app("f", sequence, at, coordinate)


def grid(size: Term) -> Cells:
    """The cells of the grid with ``size`` steps in each coordinate."""
    return Cells(lambda token: app("cl", size, token))


def chosen(size: Term, token: Term, total: Term) -> Term:
    """R(x, Sigma): a sequence with x's cell first, and this sum."""
    return app("R", size, token, total)


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


def near(one: Term, other: Term, bound: Term) -> Json:
    """All coordinates of all tokens are within ``bound``."""
    gap = S.abs(coordinate(tok(one, i), k) - coordinate(tok(other, i), k))
    inside = implies(token_index(i, *coordinate_index(k)), gap <= bound)
    return every("i", "int", every("k", "int", inside))


def values_near(one: Term, other: Term, bound: Term) -> Json:
    gap = S.abs(f(one, i, m) - f(other, i, m))
    inside = implies(token_index(i, *coordinate_index(m)), gap <= bound)
    return every("i", "int", every("m", "int", inside))


def modulus(bound: Term, at: Term) -> Json:
    """What is within ``at`` has values within ``bound``."""
    both = implies(near(s, s2, at), values_near(s, s2, bound))
    return every("s", "real", every("s2", "real", both))


def _continuous_at(bound: Term) -> Json:
    return exists("delta", "real", conj(delta > 0, modulus(bound, delta)))


UNIFORM = every("eta", "real", implies(eta > 0, _continuous_at(eta)))
#: all coordinates of all values of f, and that they are continuous at every sequence
VALUES = differences(f, ("i", n), ("m", d))
CONTINUOUS = continuous(VALUES)
NATURAL = every("N", "int", implies(N >= 1, natural_cells(grid(N))))
_cell, _cell2 = (S.floor(app("cl", N, token)) for token in (t, t2))
_CLOSE = every(
    "k",
    "int",
    implies(conj(*coordinate_index(k)), S.abs(coordinate(t, k) - coordinate(t2, k)) <= 1 / N),
)
SMALL = every(
    "N",
    "int",
    every("t", "real", every("t2", "real", implies(conj(N >= 1, _cell.equals(_cell2)), _CLOSE))),
)


def Sigma(size: Term, sequence: Term) -> Term:
    return app("Sg", size, sequence)


#: Eq. 14, 18
EQ14 = every("N", "int", every("s", "real", implies(N >= 1, Sigma(N, s).equals(grid(N).sum(s)))))


def found(size: Term, sequence: Term, at: Term) -> Term:
    """R(x_j, Sigma)."""
    return chosen(size, tok(sequence, at), Sigma(size, sequence))


def fits(size: Term, candidate: Term, sequence: Term, at: Term) -> Json:
    """The first token lies in the cell of token i, and the sums are equal."""
    cells = grid(size)
    first = cells.of(candidate)(ONE).equals(cells.of(sequence)(at))
    return conj(first, Sigma(size, candidate).equals(Sigma(size, sequence)))


CHOICE = every(
    "N",
    "int",
    every(
        "s",
        "real",
        every(
            "i",
            "int",
            implies(conj(N >= 1, *token_index(i).json[1:]), fits(N, found(N, s, i), s, i)),
        ),
    ),
)
SEQUENCES = [n >= 1, d >= 1, PERMUTED, EXCHANGES]
CODE = [B >= n - 1, B >= 2, *POWERS, EQ14]
GIVEN = [*SEQUENCES, *COMPACT, EQUIVARIANT, CONTINUOUS, eps > 0, NATURAL, SMALL, *CODE, CHOICE]


def _error(size: Term, bound: Term) -> Json:
    gap = S.abs(f(s, i, m) - f(found(size, s, i), ONE, m))
    inside = implies(token_index(i, *coordinate_index(m)), gap <= bound)
    return every("s", "real", every("i", "int", every("m", "int", inside)))


CONCLUSION = exists("N", "int", conj(N >= 1, eps / 2 < eps, _error(N, eps / 2)))
SORTS = {"n": "int", "d": "int", "B": "int", "eps": "real"}
FUNCTIONS = {
    "tok": 2, "c": 2, "perm": 2, "act": 2, "tr": 2, "f": 3, "cl": 2, "W": 1, "Sg": 2, "R": 3,
    **POINTS,
}  # fmt: skip
STATEMENT = statement(SORTS, GIVEN, CONCLUSION, FUNCTIONS)

_N1 = var("N1")
#: there is a sequence for R to pick
EXISTS = statement(
    {"n": "int", "N1": "int", "X": "real", "i": "int"},
    [n >= 1, PERMUTED, EXCHANGES, EQ14, _N1 >= 1, i >= 1, i <= n],
    exists("s2", "real", fits(_N1, s2, X, i)),
    {"tok": 2, "perm": 2, "act": 2, "tr": 2, "cl": 2, "W": 1, "Sg": 2},
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
    natural_at = fact(NATURAL, [size], shown, given())
    proof = numbers_known(powers_known(fine_grid(size, width, natural_at)))
    return have(UNIFORM, uniform_script(VALUES), proof)


def fine_grid(size: Term, width: Term, then: Node) -> Node:
    """delta for eps/2, named ``width``, and a number ``size`` of steps with 1/N <= delta."""
    fine = exists("N", "int", conj(N >= 1, 1 / N <= width))
    named = have(fine, fine_steps(width), opened(fine, size.json, then))
    found_ = fact(UNIFORM, [eps / 2], opened(_continuous_at(eps / 2), width.json, named), given())
    return have(eps / 2 > 0, auto("eps/2 > 0"), found_)


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
    x, at, row, r = var("X1"), var("i1"), var("m1"), var("r")
    well = every(
        "r", "real", implies(fits(size, r, x, at), S.abs(f(x, at, row) - f(r, ONE, row)) <= eps / 2)
    )
    r1 = var("r1")
    cells, front = grid(size), act(exchange(ONE, at), x)
    kept_value = f(front, ONE, row).equals(f(x, at, row))
    shown = have(
        kept_value,
        _value_at_front(x, at, row),
        rearranged(
            cells,
            front,
            r1,
            lambda q: f(q, ONE, row).equals(f(r1, ONE, row)),
            lambda q, one, to, then: _value_kept(q, one, to, row, then),
            _near_values(size, width, front, row),
        ),
    )
    inner = exchanged(ONE, at, to_front(cells, x, at, shown))
    proof = intro("r1", intro("", sums_known(size, [r1, x], inner)))
    picked = fact(
        CHOICE, [size, x, at], fact(well, [found(size, x, at)], given(), given()), auto("an index")
    )
    return intro("X1", intro("i1", intro("m1", intro("", have(well, proof, picked)))))


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
    new, at, of = var("e9"), var("i2"), var("w2")
    gap = S.abs(coordinate(tok(new, at), of) - coordinate(tok(front, at), of))
    small = have(gap <= 1 / size, given(), auto("1/N <= delta"))
    close = put_close(size, tok(new, at), tok(front, at))
    cell = fact(
        SMALL,
        [size, tok(new, at), tok(front, at)],
        fact(close, [of], small, auto("a coordinate")),
        given(),
    )
    each = intro(
        "i2",
        intro(
            "w2", intro("", fact(agree(grid(size), new, front, n), [at], cell, auto("an index")))
        ),
    )
    difference = S.abs(f(new, ONE, row) - f(front, ONE, row))
    end = case_abs(difference)
    values = fact(values_near(new, front, eps / 2), [ONE, row], end, auto("indices"))
    return fact(modulus(eps / 2, width), [new, front], values, each)


def put_close(size: Term, one: Term, other: Term) -> Json:
    return put(put(put(_CLOSE, "N", size), "t", one), "t2", other)


def case_abs(difference: Term) -> Node:
    return case(difference.json, bounded_goal("error"), bounded_goal("error"))
