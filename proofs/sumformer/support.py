"""Eq. 30 where f is continuous on all sequences and 0 off the cube, as the proof assumes.

Then f is 0 wherever a coordinate is 1, which is where the half-open cubes of Eq. 29 have nothing.
"""

from __future__ import annotations

from constructions.terms import Json, Term, app, conj, every, exists, implies, var
from proofs.claims import Obligation
from proofs.library.vectors import S, fact, opened, put, shown_by
from proofs.sumformer.compact import coordinate, d, modulus
from proofs.sumformer.matching import n, tok
from proofs.sumformer.quantised import (
    UNIFORM,
    VALUES,
    N,
    coordinate_index,
    eps,
    f,
    fine_grid,
    i,
    k,
    m,
    s,
    token_index,
)
from proofs.sumformer.quantised_lines import CUBE, corner
from proofs.trees.leaves import given
from proofs.trees.script import (
    Node,
    auto,
    case,
    define,
    have,
    intro,
    lemmas,
    node,
    split,
    statement,
)

HALF = eps / 2
j = var("j")


def top(sequence: Term) -> Term:
    """The largest coordinate of all tokens."""
    return app("top", sequence)


def bar(size: Term, sequence: Term, at: Term, of: Term) -> Term:
    """The function of Eq. 29."""
    return app("bar", size, sequence, at, of)


def _each(names: str, body: Json) -> Json:
    for name in reversed(names):
        body = every(name, "real" if name == "s" else "int", body)
    return body


_IS_TOP = coordinate(tok(s, i), k).equals(top(s))
_SOME_K = exists("k", "int", conj(*coordinate_index(k), _IS_TOP))
_SOME = exists("i", "int", conj(*token_index(i).json[1:], _SOME_K))
_INDICES = token_index(i, *coordinate_index(k))
ATTAINED = _each("s", _SOME)
LARGEST = _each("sik", implies(_INDICES, coordinate(tok(s, i), k) <= top(s)))
SUPPORT = _each(
    "sikjm",
    implies(
        conj(
            *_INDICES.json[1:],
            *token_index(j).json[1:],
            *coordinate_index(m),
            coordinate(tok(s, i), k).equals(1),
        ),
        f(s, j, m).equals(0),
    ),
)
#: the corner p of the half-open cube [p, p + 1/N)
CORNERS = _each(
    "Nsik",
    implies(
        conj(N >= 1, *_INDICES.json[1:]),
        coordinate(tok(corner(N, s), i), k).equals(S.floor(N * coordinate(tok(s, i), k)) / N),
    ),
)


def _in_a_cube(size: Term, sequence: Term, at: Term, of: Term) -> Json:
    """All coordinates are below 1: the value at the corner."""
    value = f(corner(size, sequence), at, of)
    return implies(top(sequence) < 1, bar(size, sequence, at, of).equals(value))


def _in_none(size: Term, sequence: Term, at: Term, of: Term) -> Json:
    """A coordinate is 1: an empty sum."""
    return implies(top(sequence).equals(1), bar(size, sequence, at, of).equals(0))


EQ29 = _each(
    "Nsim",
    implies(
        conj(N >= 1, *token_index(i).json[1:], *coordinate_index(m)),
        conj(_in_a_cube(N, s, i, m), _in_none(N, s, i, m)),
    ),
)


def _error(size: Term) -> Json:
    gap = S.abs(f(s, i, m) - bar(size, s, i, m))
    return _each("sim", implies(token_index(i, *coordinate_index(m)), gap <= HALF))


STATEMENT = statement(
    {"n": "int", "d": "int", "eps": "real"},
    [n >= 1, d >= 1, UNIFORM, eps > 0, CUBE, LARGEST, ATTAINED, SUPPORT, CORNERS, EQ29],
    exists("N", "int", conj(N >= 1, HALF < eps, _error(N))),
    {"tok": 2, "c": 2, "f": 3, "gr": 2, "top": 1, "bar": 4},
)
_u, _N = var("u1"), var("M1")
_FLOORED = every(
    "u1",
    "real",
    every("M1", "int", implies(_N >= 1, S.abs(_u - S.floor(_N * _u) / _N) <= 1 / _N)),
)


def _floored() -> Node:
    """0 <= N u - floor(N u) < 1."""
    gap = _N * _u - S.floor(_N * _u)
    facts: list[tuple[Json, Node]] = [
        (gap >= 0, auto("floor")),
        (gap <= 1, auto("floor")),
        (1 / _N > 0, auto("1/N > 0")),
        ((_u - S.floor(_N * _u) / _N).equals(gap * (1 / _N)), auto("times 1/N")),
        (gap * (1 / _N) >= 0, auto("a product")),
        ((1 - gap) * (1 / _N) >= 0, auto("a product")),
    ]
    end = case(S.abs(_u - S.floor(_N * _u) / _N).json, auto("+"), auto("-"))
    return intro(
        "u1", intro("M1", intro("", define((1 / _N).json, auto("N > 0"), lemmas(facts, end))))
    )


def script() -> Node:
    """Where a coordinate is 1 both sides are 0; elsewhere all coordinates move by at most 1/N."""
    size, width = var("N0"), var("delta0")
    x0, at, of = var("X1"), var("i2"), var("w2")
    token, row = var("i1"), var("m1")
    value = coordinate(tok(x0, at), of)
    gap = S.abs(value - coordinate(tok(corner(size, x0), at), of))
    floored = S.abs(value - S.floor(size * value) / size)
    ends = have(
        gap <= 1 / size,
        case(gap.json, *[case(floored.json, auto("gap"), auto("gap"))] * 2),
        auto("1/N <= delta"),
    )
    moved = fact(
        _FLOORED,
        [value, size],
        fact(CORNERS, [size, x0, at, of], ends, auto("indices")),
        auto("N >= 1"),
    )
    near = intro("i2", intro("w2", intro("", moved)))
    error = S.abs(f(x0, token, row) - bar(size, x0, token, row))
    other = S.abs(f(x0, token, row) - f(corner(size, x0), token, row))
    same = case(error.json, *[case(other.json, auto("equal"), auto("equal"))] * 2)
    inner = fact(
        modulus(VALUES, HALF, width),
        [x0, corner(size, x0)],
        fact(
            VALUES.near(x0, corner(size, x0), HALF),
            [token, row],
            fact(_in_a_cube(size, x0, token, row), [], same, auto("top < 1")),
            auto("indices"),
        ),
        near,
    )
    zero = case(error.json, auto("0"), auto("0"))
    first, second = var("h1"), var("h2")
    outside = fact(
        SUPPORT,
        [x0, first, second, token, row],
        fact(_in_none(size, x0, token, row), [], zero, auto("top = 1")),
        auto("coordinate 1"),
    )
    is_one = coordinate(tok(x0, first), second).equals(1)
    known = fact(
        CUBE,
        [tok(x0, first), second],
        have(is_one, auto("at most 1"), have(top(x0).equals(1), auto("top"), outside)),
        auto("index"),
    )
    some = put(_SOME, "s", x0)
    some_k = put(put(_SOME_K, "s", x0), "i", first)
    edge = fact(
        ATTAINED,
        [x0],
        opened(some, first.json, opened(some_k, second.json, known)),
    )
    cases = split((top(x0) - 1).json, edge, inner)
    each = intro(
        "X1",
        intro(
            "i1",
            intro("m1", intro("", fact(EQ29, [size, x0, token, row], cases, auto("indices")))),
        ),
    )
    shown = shown_by(size, node("both", given(), auto("eps/2 < eps"), each))
    return have(_FLOORED, _floored(), fine_grid(size, width, shown))


OBLIGATION = Obligation(
    "sumformer.thm4_1.discontinuous.eq30.support",
    "read with $f$ uniformly continuous on all of $[0, 1]^(n times d)$ and 0 wherever a "
    "coordinate is 1: Eq. 30 with the half-open cubes, for every $n$ and $d$",
    STATEMENT,
    script,
)
