"""The printed discontinuous proof of Theorem 4.1, Eq. 18-19 and 29-35, line by line."""

from __future__ import annotations

from constructions.terms import Json, Term, app, conj, every, exists, implies, total, var
from proofs.claims import Attempt, Obligation, Witness
from proofs.language.elaboration import written
from proofs.library.vectors import Body, S, both_sums, fact, opened, put, shown_by
from proofs.sumformer.compact import coordinate, d, modulus
from proofs.sumformer.counts import (
    ONE,
    POWERS,
    B,
    W,
    added,
    counts_known,
    natural,
    powers_known,
    same_counts,
)
from proofs.sumformer.matching import PERMUTED, act, n, pi, tok
from proofs.sumformer.quantised import (
    EQUIVARIANT,
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
from proofs.trees.leaves import given, restated
from proofs.trees.script import (
    Node,
    auto,
    case,
    define,
    have,
    induct,
    intro,
    lemmas,
    node,
    same,
    split,
    statement,
)

x, y, eta, delta, p = (var(name) for name in ("x", "y", "eta", "delta", "p"))
HALF = eps / 2

# --- Eq. 29, 30 ----------------------------------------------------------------------------------


def g(at: Term) -> Term:
    """The function of one token and one coordinate."""
    return app("g", at)


def _within(*names: Term) -> list[Json]:
    return [part for name in names for part in (name >= 0, name <= 1)]


_CLOSE = implies(conj(*_within(x, y), S.abs(x - y) <= delta), S.abs(g(x) - g(y)) <= eta)
_UNIFORM = every(
    "eta",
    "real",
    implies(
        eta > 0,
        exists("delta", "real", conj(delta > 0, every("x", "real", every("y", "real", _CLOSE)))),
    ),
)
#: 1{p/N <= x < (p + 1)/N} for p = 0, ..., N - 1, Eq. 29 with delta = 1/N and n = d = 1
_CELL = 1 - S.abs(S.sign(S.floor(N * x) - p))
EQ29 = total("p", 0, N - 1, g(p / N) * _CELL)
_EQ30 = every("x", "real", implies(conj(*_within(x)), S.abs(g(x) - EQ29) < eps))
EQ30 = statement(
    {"eps": "real"}, [_UNIFORM, eps > 0], exists("N", "int", conj(N >= 1, _EQ30)), {"g": 1}
)


def one_is_uniform() -> Node:
    """g = 1, with delta = 1."""
    flat = case(S.abs(ONE - ONE).json, auto("0 <= eta"), auto("0 <= eta"))
    at = intro("x0", intro("y0", intro("", flat)))
    return intro("eta0", intro("", shown_by(ONE, node("both", auto("1 > 0"), at))))


def at_one() -> Node:
    """At x = 1 every summand of Eq. 29 is 0, as floor(N) is none of 0, ..., N - 1."""
    size, at, upto = var("N0"), var("p"), var("m5")
    # g(p/N) is undefined where p/N is, which 0 times p/N says; g = 1 elsewhere
    summand = (1 + 0 * (at / size)) * (1 - S.abs(S.sign(S.floor(size * ONE) - at)))

    def sums(high: Term) -> Term:
        return total("p", 0, high, summand)

    claim = implies(upto <= size - 1, sums(upto).equals(0))
    sign = S.sign(S.floor(size * ONE) - (upto + 1))
    leaf = case(S.abs(sign).json, auto("a later cell"), auto("a later cell"))
    step = intro(
        "",
        fact(
            claim,
            [],
            both_sums("unfold", [sums(upto + 1)], case(sign.json, leaf, leaf, leaf)),
            auto("m"),
        ),
    )
    base = intro("", both_sums("empty", [sums(-ONE)], auto("no cell")))
    whole = every("m5", "int", implies(upto >= -1, claim))
    ends = implies(size - 1 <= size - 1, sums(size - 1).equals(0))
    error = S.abs(ONE - sums(size - 1))
    last = case(error.json, auto("1"), auto("1"))
    used = fact(whole, [size - 1], fact(ends, [], last, auto("all cells")), auto("N >= 1"))
    proof = induct("m5", "-1", claim, base, step, used)
    inside = node("both", auto("0 <= 1"), auto("1 <= 1"))
    positive = have(size > 0, auto("N > 0"), define((ONE / size).json, auto("N > 0"), proof))
    return intro("N0", intro("", shown_by(ONE, node("both", inside, positive))))


def corner(size: Term, sequence: Term) -> Term:
    """The sequence of the corners of the cells."""
    return app("gr", size, sequence)


def quantised(size: Term, value: Term) -> Term:
    """min(floor(N x), N - 1)/N: the last cell is closed."""
    return S.minimum(S.floor(size * value), size - 1) / size


CUBE = every(
    "t",
    "real",
    every(
        "k",
        "int",
        implies(
            conj(*coordinate_index(k)),
            conj(coordinate(var("t"), k) >= 0, coordinate(var("t"), k) <= 1),
        ),
    ),
)
CORNERS = every(
    "N",
    "int",
    every(
        "s",
        "real",
        every(
            "i",
            "int",
            every(
                "k",
                "int",
                implies(
                    conj(N >= 1, *token_index(i).json[1:], *coordinate_index(k)),
                    coordinate(tok(corner(N, s), i), k).equals(
                        quantised(N, coordinate(tok(s, i), k))
                    ),
                ),
            ),
        ),
    ),
)


def _error(size: Term) -> Json:
    gap = S.abs(f(s, i, m) - f(corner(size, s), i, m))
    return every(
        "s",
        "real",
        every(
            "i",
            "int",
            every("m", "int", implies(token_index(i, *coordinate_index(m)), gap <= HALF)),
        ),
    )


REPAIRED = statement(
    {"n": "int", "d": "int", "eps": "real"},
    [n >= 1, d >= 1, UNIFORM, eps > 0, CUBE, CORNERS],
    exists("N", "int", conj(N >= 1, HALF < eps, _error(N))),
    {"tok": 2, "c": 2, "f": 3, "gr": 2},
)
_u, _N = var("u1"), var("M1")
_ROUNDED = every(
    "u1",
    "real",
    every(
        "M1",
        "int",
        implies(conj(_N >= 1, _u >= 0, _u <= 1), S.abs(_u - quantised(_N, _u)) <= 1 / _N),
    ),
)


def _rounded() -> Node:
    """0 <= N u - q <= 1, where q = min(floor(N u), N - 1)."""
    least = S.minimum(S.floor(_N * _u), _N - 1)
    gap = _N * _u - least
    facts: list[tuple[Json, Node]] = [
        (_N * _u <= _N, auto("u <= 1")),
        (gap >= 0, auto("below")),
        (gap <= 1, case(least.json, auto("its cell"), auto("the last cell"))),
        (1 / _N > 0, auto("1/N > 0")),
        ((_u - quantised(_N, _u)).equals(gap * (1 / _N)), auto("times 1/N")),
        (gap * (1 / _N) >= 0, auto("a product")),
        ((1 - gap) * (1 / _N) >= 0, auto("a product")),
    ]
    size = S.abs(_u - quantised(_N, _u))
    end = case(size.json, auto("+"), auto("-"))
    return intro(
        "u1", intro("M1", intro("", define((1 / _N).json, auto("N > 0"), lemmas(facts, end))))
    )


def repaired_script() -> Node:
    """All coordinates move by at most 1/N <= delta."""
    size, width = var("N0"), var("delta0")
    x0, at, of = var("X1"), var("i2"), var("w2")
    value = coordinate(tok(x0, at), of)
    gap = S.abs(value - coordinate(tok(corner(size, x0), at), of))
    ends = have(
        gap <= 1 / size,
        _equal_gap(gap, S.abs(value - quantised(size, value))),
        auto("1/N <= delta"),
    )
    rounded = fact(
        _ROUNDED,
        [value, size],
        fact(CORNERS, [size, x0, at, of], ends, auto("indices")),
        auto("in the cube"),
    )
    near = intro(
        "i2", intro("w2", intro("", fact(CUBE, [tok(x0, at), of], rounded, auto("index"))))
    )
    values = fact(
        VALUES.near(x0, corner(size, x0), HALF), [var("i1"), var("m1")], given(), auto("indices")
    )
    error = intro(
        "X1",
        intro(
            "i1",
            intro(
                "m1",
                intro("", fact(modulus(VALUES, HALF, width), [x0, corner(size, x0)], values, near)),
            ),
        ),
    )
    shown = shown_by(size, node("both", given(), auto("eps/2 < eps"), error))
    return have(_ROUNDED, _rounded(), fine_grid(size, width, shown))


def _equal_gap(one: Term, other: Term) -> Node:
    return case(one.json, *[case(other.json, auto("gap"), auto("gap"))] * 2)


# --- Eq. 31 --------------------------------------------------------------------------------------

_first, _p = var("m0"), var("p0")
FIXES = [pi(_p, ONE).equals(1)]
_h = var("h")
_IMAGE = exists("h", "int", conj(_h >= 1, _h <= n, pi(p, i).equals(_h)))
RANGE = every("p", "real", every("i", "int", implies(token_index(i), _IMAGE)))
_BAR = f(corner(var("N0"), act(_p, var("X0"))), ONE, _first).equals(
    f(corner(var("N0"), var("X0")), ONE, _first)
)
EQ31 = statement(
    {"n": "int", "d": "int", "N0": "int", "m0": "int", "X0": "real", "p0": "real"},
    [
        n >= 1,
        d >= 1,
        PERMUTED,
        RANGE,
        EQUIVARIANT,
        UNIFORM,
        CORNERS,
        var("N0") >= 1,
        *FIXES,
        _first >= 1,
        _first <= d,
    ],
    _BAR,
    {"tok": 2, "c": 2, "f": 3, "gr": 2, "perm": 2, "act": 2},
)


def eq31_script() -> Node:
    """The corners of a permuted sequence are the permuted corners, so f has the same value."""
    size, x0 = var("N0"), var("X0")
    one, other = corner(size, act(_p, x0)), act(_p, corner(size, x0))
    gap = f(one, ONE, _first) - f(other, ONE, _first)
    smaller = S.abs(gap) / 2
    at, of = var("i2"), var("w2")
    where, image = pi(_p, at), var("h1")
    left, right = coordinate(tok(one, at), of), coordinate(tok(other, at), of)
    own, moved = coordinate(tok(act(_p, x0), at), of), coordinate(tok(x0, image), of)
    corner_moved = coordinate(tok(corner(size, x0), image), of)
    chain: Node = have(
        left.equals(right),
        auto("equal corners"),
        case(S.abs(left - right).json, auto("0"), auto("0")),
    )
    least = (S.minimum(S.floor(size * own), size - 1), S.minimum(S.floor(size * moved), size - 1))
    levels = have(least[0].equals(least[1]), _same_least(size, own, moved, *least), chain)
    token_same = same(right, corner_moved, same(own, moved, levels))
    corners_known = fact(
        CORNERS,
        [size, act(_p, x0), at, of],
        fact(CORNERS, [size, x0, image, of], token_same, auto("indices")),
        auto("indices"),
    )
    corners = corner(size, x0)
    placed = same(
        tok(x0, where),
        tok(x0, image),
        same(tok(corners, where), tok(corners, image), corners_known),
    )
    ranged = fact(
        RANGE, [_p, at], opened(put(put(_IMAGE, "p", _p), "i", at), "h1", placed), auto("index")
    )
    permuted = fact(
        PERMUTED,
        [_p, x0, at],
        fact(PERMUTED, [_p, corner(size, x0), at], ranged, auto("index")),
        auto("index"),
    )
    near_proof = intro("i2", intro("w2", intro("", permuted)))
    contradiction = fact(
        VALUES.near(one, other, smaller), [ONE, _first], auto("half of itself"), auto("indices")
    )
    used = fact(modulus(VALUES, smaller, var("delta1")), [one, other], contradiction, near_proof)
    body = exists("delta", "real", conj(delta > 0, modulus(VALUES, smaller, delta)))
    apart = have(
        smaller > 0, auto("not 0"), fact(UNIFORM, [smaller], opened(body, "delta1", used), given())
    )
    equal = have(
        gap.equals(0),
        node("both", _not_above(gap, apart), _not_below(gap, apart)),
        _end(one, other, x0, size),
    )
    return equal


def _same_least(size: Term, own: Term, moved: Term, one: Term, other: Term) -> Node:
    floors = S.floor(size * own).equals(S.floor(size * moved))
    gap = S.floor(size * own) - S.floor(size * moved)
    shown = split((gap - 1).json, auto("floor"), split(gap.json, auto("floor"), auto("floor")))
    ends = case(one.json, *[case(other.json, auto("min"), auto("min"))] * 2)
    return have((size * own).equals(size * moved), auto("N x"), have(floors, shown, ends))


def _not_above(gap: Term, apart: Node) -> Node:
    return split(
        gap.json,
        split(
            (-gap).json,
            auto("0"),
            case(S.abs(gap).json, have(S.abs(gap) > 0, auto("> 0"), apart), auto("sign")),
        ),
        auto("<= 0"),
    )


def _not_below(gap: Term, apart: Node) -> Node:
    return split(
        gap.json,
        auto(">= 0"),
        case(S.abs(gap).json, auto("sign"), have(S.abs(gap) > 0, auto("> 0"), apart)),
    )


def _end(one: Term, other: Term, x0: Term, size: Term) -> Node:
    value = f(corner(size, x0), pi(_p, ONE), _first)
    first = same(value, f(corner(size, x0), ONE, _first), auto("semi-invariant"))
    return fact(EQUIVARIANT, [_p, corner(size, x0), ONE, _first], first, auto("indices"))


# --- Eq. 33, 34 ----------------------------------------------------------------------------------


def _label(name: str) -> Body:
    return lambda at: S.floor(app(name, at))


_a, _b = _label("a"), _label("b")


def _sums(label: Body) -> Term:
    return added(ONE, n, lambda at: W(label(at)))


DIGITS = statement(
    {"n": "int", "B": "int"},
    [
        n >= 1,
        B >= n + 1,
        *POWERS,
        natural(ONE, n, _a),
        natural(ONE, n, _b),
        _sums(_a).equals(_sums(_b)),
    ],
    same_counts(ONE, n, _a, _b),
    {"W": 1, "a": 1, "b": 1},
)


def digits_script() -> Node:
    known = powers_known(counts_known(ONE, n, _a, _b, restated()))
    return have(B >= 2, auto("B >= 2"), known)


_value = lambda at: app("h", at)  # noqa: E731
_rest = added(ONE + 1, n, _value)
EQ34 = statement(
    {"n": "int"}, [n >= 1], (added(ONE, n, _value) - _value(ONE)).equals(_rest), {"h": 1}
)


eq34_script = written(EQ34, "show by sum_first(h, 1, n)")


_NAME = "sumformer.thm4_1.discontinuous"
EQ30_ATTEMPT = Attempt(
    f"{_NAME}.eq30.one",
    "$n = d = 1$, $cal(X) = [0, 1]$, $f = 1$: at $x = 1$ no cell of Eq. 29 has $x$, so "
    "$overline(g)(1) = 0$ whatever $Delta$",
    EQ30,
    Witness({"eps": "1/2"}, {"g": (("u",), "1")}),
    {0: one_is_uniform},
    at_one,
)
DIGITS_OBLIGATION = Obligation(
    f"{_NAME}.lambda.digits",
    "equal sums of powers of a base above the number of tokens: equal multisets, for every number "
    "of tokens",
    DIGITS,
    digits_script,
)
REPAIRED_OBLIGATION = Obligation(
    f"{_NAME}.eq30.repaired.grid",
    "for every $n$, $d$ and every uniformly continuous $f$ on sequences in $[0, 1]^d$",
    REPAIRED,
    repaired_script,
)
EQ31_OBLIGATION = Obligation(
    f"{_NAME}.eq31.equal",
    "for every $n$, $d$, $Delta$ and every permutation with $pi(1) = 1$",
    EQ31,
    eq31_script,
)
EQ34_OBLIGATION = Obligation(f"{_NAME}.eq34.others", "for every $n$ and $phi$", EQ34, eq34_script)
