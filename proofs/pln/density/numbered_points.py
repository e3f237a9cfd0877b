"""Numbered points of R^n, and functions on the cube: continuous ones are uniformly so, and bounded.

Points are numbered by a real number p: X(p, i) is the i-th coordinate of point p, r(p, i, u) the
number of the point with u in its place, F(p) the value of a function there.  Heine's theorem is
shown one coordinate after the other, each by a least upper bound.
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Json, Term, app, conj, every, exists, implies, total, var
from proofs.library.supremum import supremum
from proofs.library.vectors import fact, opened, put
from proofs.pln.density.steps import (
    Domain,
    names,
    near,
    network,
)
from proofs.pln.steps_of_ramp import Unit, choose, obtain
from proofs.pln.symbols import ONE, ZERO, S, eps
from proofs.trees.leaves import given, using
from proofs.trees.script import (
    Node,
    auto,
    case,
    have,
    induct,
    intro,
    lemmas,
    node,
    split,
)

n = var("n")
_p = var("p")
_z = var("z")
_w = var("w")
_y = var("y")
_l = var("l")
_i = var("i")
_u = var("u")
_g = var("g")
_h = var("h")
_a = var("a")
_b = var("b")
_c = var("c")
_B = var("B")
_o = var("o")
_omega = var("omega")
_gap = var("gap")


def both_near() -> Node:
    return node("both", *[node("both", given(), given())] * 2)


def equal(*facts: Json, label: str) -> Node:
    """A leaf for an equation, in two parts."""
    return node("both", using(*facts, label=label), using(*facts, label=label))


def X(point: Term, index: Term) -> Term:
    """A coordinate of the point, or vector, of this number."""
    return app("X", point, index)


def moved(point: Term, index: Term, value: Term) -> Term:
    """The point with another value as this coordinate."""
    return app("r", point, index, value)


def F(point: Term) -> Term:
    return app("F", point)


def index(at: Term, high: Term = n) -> Json:
    return conj(at >= 1, at <= high)


def cube(point: Term) -> Json:
    """The point lies in [0, 1]^n."""
    return every("l", "int", implies(index(_l), conj(X(point, _l) >= 0, X(point, _l) <= 1)))


def dot(w: Term, p: Term, high: Term = n) -> Term:
    """w^T x, or its first summands."""
    return total("i", 1, high, X(w, _i) * X(p, _i))


def scaled(a: Term, w: Term, p: Term, high: Term = n) -> Term:
    """(a w)^T x."""
    return total("i", 1, high, a * X(w, _i) * X(p, _i))


CUBE = Domain(("p",), cube)
REPLACED = names("y", "i: int", "u", body=implies(index(_i), X(moved(_y, _i, _u), _i).equals(_u)))
KEPT = names(
    "y",
    "i: int",
    "u",
    "l: int",
    body=implies(
        conj(index(_i), index(_l), _l.differs(_i)), X(moved(_y, _i, _u), _l).equals(X(_y, _l))
    ),
)


def apart(first: Term, second: Term, gap: Term) -> Json:
    """No coordinates of the two points are further apart than this."""
    return every("l", "int", implies(index(_l), near(X(first, _l) - X(second, _l), gap)))


def close_points(omega: Term, gap: Term) -> Json:
    """At points of the cube that are at most ``gap`` apart, F differs by at most omega."""
    return names(
        "y",
        "z",
        body=implies(conj(cube(_y), cube(_z), apart(_y, _z, gap)), near(F(_y) - F(_z), omega)),
    )


UNIFORM = names(
    "omega",
    body=implies(_omega > 0, exists("gap", "real", conj(_gap > 0, close_points(_omega, _gap)))),
)
CONTINUOUS = names(
    "omega",
    "y",
    body=implies(
        conj(_omega > 0, cube(_y)),
        exists(
            "gap",
            "real",
            conj(
                _gap > 0,
                every(
                    "z",
                    "real",
                    implies(conj(cube(_z), apart(_y, _z, _gap)), near(F(_y) - F(_z), _omega)),
                ),
            ),
        ),
    ),
)
EMPTY = exists("g", "real", CUBE.on(lambda p: network(_g, p).equals(0)))


def added(unit: Unit) -> Json:
    """To each network each unit may be added."""
    grown = exists(
        "h",
        "real",
        CUBE.on(
            lambda p: network(_h, p).equals(network(_g, p) + _c * unit(scaled(_a, _w, p) + _b))
        ),
    )
    return names("g", "c", "a", "w", "b", body=grown)


SHOW = exists("g", "real", CUBE.on(lambda p: S.abs(network(_g, p) - F(p)) < eps))

# --- points ---------------------------------------------------------------------------------------


def head(upto: Term, z: Term, p: Term) -> Json:
    """The first coordinates of z are those of p."""
    return every("l", "int", implies(conj(_l >= 1, _l <= upto), X(z, _l).equals(X(p, _l))))


def tail(after: Term, z: Term, y: Term) -> Json:
    """The coordinates of z after these are those of y."""
    return every("l", "int", implies(conj(_l >= after + 1, _l <= n), X(z, _l).equals(X(y, _l))))


def coordinates(inner: Callable[[Term], Node]) -> Node:
    """For a goal about all coordinates l."""
    return intro("tl", intro("", inner(var("tl"))))


def intros(tag: str, names_: str, then: Node) -> Node:
    for name in reversed(names_.split()):
        then = intro(f"{tag}{name}", then)
    return then


def by_coordinate(ell: Term, i: Term, same_: Node, other: Node) -> Node:
    """l = i, or l is another integer."""
    return split((ell - i).json, split((ell - i - 1).json, other, same_), other)


def at_moved(
    y: Term, i: Term, u: Term, ell: Term, here: Callable[[], Node], other: Callable[[], Node]
) -> Node:
    """X(r(y, i, u), l) is u where l = i, with X(y, l) = X(y, i), and X(y, l) elsewhere."""
    place = moved(y, i, u)
    this = node(
        "same",
        auto("l = i"),
        node(
            "same",
            auto("l = i"),
            fact(REPLACED, [y, i, u], here(), auto("i")),
            first=X(y, ell),
            second=X(y, i),
        ),
        first=X(place, ell),
        second=X(place, i),
    )
    return by_coordinate(
        ell,
        i,
        this,
        fact(KEPT, [y, i, u, ell], other(), node("both", auto("i"), auto("l"), auto("l != i"))),
    )


RCUBE = names(
    "y",
    "i: int",
    "u",
    body=implies(conj(index(_i), _u >= 0, _u <= 1, cube(_y)), cube(moved(_y, _i, _u))),
)


def rcube_script() -> Node:
    y, i, u = (var(f"t{x}") for x in "yiu")
    inner = coordinates(
        lambda ell: fact(
            cube(y),
            [ell],
            at_moved(y, i, u, ell, lambda: auto("here"), lambda: auto("there")),
            auto("l"),
        )
    )
    return intros("t", "y i u", intro("", inner))


RAPART = names(
    "y",
    "i: int",
    "u",
    "o",
    "gap",
    body=implies(
        conj(index(_i), _gap >= 0, near(_u - _o, _gap)),
        apart(moved(_y, _i, _u), moved(_y, _i, _o), _gap),
    ),
)


def rapart_script() -> Node:
    y, i, u, v = (var(f"t{x}") for x in "yiuv")
    inner = coordinates(
        lambda ell: at_moved(
            y,
            i,
            u,
            ell,
            lambda: at_moved(y, i, v, ell, lambda: auto("moved"), lambda: auto("no")),
            lambda: at_moved(y, i, v, ell, lambda: auto("no"), lambda: auto("kept")),
        )
    )
    return intros("t", "y i u v gap", intro("", inner))


APART = names(
    "y",
    "i: int",
    "u",
    "gap",
    body=implies(
        conj(index(_i), _gap >= 0, near(X(_y, _i) - _u, _gap)), apart(_y, moved(_y, _i, _u), _gap)
    ),
)


def apart_script() -> Node:
    y, i, u = (var(f"t{x}") for x in "yiu")
    inner = coordinates(
        lambda ell: at_moved(y, i, u, ell, lambda: auto("moved"), lambda: auto("kept"))
    )
    return intros("t", "y i u gap", intro("", inner))


_s = _i + 1
TAIL = names(
    "z",
    "y",
    "i: int",
    "u",
    body=implies(
        conj(index(_s), tail(_s, _z, _y)),
        conj(tail(_s, moved(_z, _s, _u), _y), tail(_i, moved(_z, _s, _u), moved(_y, _s, _u))),
    ),
)


def tail_script() -> Node:
    z, y, i, u = (var(f"t{x}") for x in "zyiu")
    s = i + 1
    first = coordinates(
        lambda ell: at_moved(
            z,
            s,
            u,
            ell,
            lambda: auto("no"),
            lambda: fact(tail(s, z, y), [ell], auto("tail"), auto("l")),
        )
    )
    second = coordinates(
        lambda ell: at_moved(
            z,
            s,
            u,
            ell,
            lambda: at_moved(y, s, u, ell, lambda: auto("here"), lambda: auto("no")),
            lambda: at_moved(
                y,
                s,
                u,
                ell,
                lambda: auto("no"),
                lambda: fact(tail(s, z, y), [ell], auto("tail"), auto("l")),
            ),
        )
    )
    return intros("t", "z y i u", intro("", node("both", first, second)))


TAIL_HERE = names(
    "z",
    "y",
    "i: int",
    "u",
    body=implies(
        conj(index(_s), tail(_s, _z, _y), X(_z, _s).equals(_u)), tail(_i, _z, moved(_y, _s, _u))
    ),
)


def tail_here_script() -> Node:
    z, y, i, u = (var(f"t{x}") for x in "zyiu")
    s = i + 1
    inner = coordinates(
        lambda ell: at_moved(
            y,
            s,
            u,
            ell,
            lambda: node("same", auto("l"), auto("here"), first=X(z, ell), second=X(z, s)),
            lambda: fact(tail(s, z, y), [ell], auto("tail"), auto("l")),
        )
    )
    return intros("t", "z y i u", intro("", inner))


HEAD = names(
    "z",
    "p",
    "i: int",
    "u",
    body=implies(conj(index(_s), head(_s, _z, _p)), head(_i, moved(_z, _s, _u), _p)),
)


def head_script() -> Node:
    z, p, i, u = (var(f"t{x}") for x in "zpiu")
    s = i + 1
    inner = coordinates(
        lambda ell: at_moved(
            z,
            s,
            u,
            ell,
            lambda: auto("no"),
            lambda: fact(head(s, z, p), [ell], auto("head"), auto("l")),
        )
    )
    return intros("t", "z p i u", intro("", inner))


#: equal coordinates, equal values
SAME = names(
    "y",
    "z",
    body=implies(conj(cube(_y), cube(_z), tail(ZERO, _z, _y)), F(_z).equals(F(_y))),
)


def same_script() -> Node:
    y, z, gap = (var(f"t{x}") for x in ("y", "z", "gap"))

    def side(a: Term, b: Term) -> Node:
        """F(a) <= F(b)."""
        half = (F(a) - F(b)) / 2
        far = coordinates(lambda ell: fact(tail(ZERO, z, y), [ell], auto("equal"), auto("l")))
        near_a = every(
            "z", "real", implies(conj(cube(_z), apart(a, _z, gap)), near(F(a) - F(_z), half))
        )
        at = fact(near_a, [b], auto("F(a) - F(b) <= half of it"), node("both", given(), far))
        more = fact(CONTINUOUS, [half, a], obtain("tgap", at), node("both", auto("> 0"), given()))
        return split((F(b) - F(a)).json, auto("known"), more)

    return intros("t", "y z", intro("", node("both", side(z, y), side(y, z))))


ORIGIN = exists("y", "real", every("l", "int", implies(index(_l), X(_y, _l).equals(0))))


def origin_script() -> Node:
    m, y, ell = (var(f"v{x}") for x in "myl")

    def origin(upto: Term) -> Json:
        return exists(
            "y", "real", every("l", "int", implies(conj(_l >= 1, _l <= upto), X(_y, _l).equals(0)))
        )

    claim = implies(m <= n, origin(m))
    base = intro("", node("some", intro("vl", intro("", auto("no l"))), **{"is": "0"}))
    known = every("l", "int", implies(conj(_l >= 1, _l <= m), X(y, _l).equals(0)))
    s = m + 1
    inner = intro(
        "vl",
        intro(
            "",
            at_moved(
                y,
                s,
                ZERO,
                ell,
                lambda: auto("here"),
                lambda: fact(known, [ell], auto("there"), auto("l")),
            ),
        ),
    )
    step = intro(
        "",
        fact(
            claim, [], obtain("vy", node("some", inner, **{"is": moved(y, s, ZERO).json})), given()
        ),
    )
    every_m = every("vm", "int", implies(m >= 0, claim))
    end = fact(every_m, [n], fact(put(claim, "vm", n), [], given(), given()), given())
    return induct("vm", "0", claim, base, step, end)


# --- Heine's theorem ------------------------------------------------------------------------------


def tail_near(after: Term, z: Term, y: Term, gap: Term) -> Json:
    """The coordinates of z after these are at most ``gap`` from those of y."""
    return every(
        "l", "int", implies(conj(_l >= after + 1, _l <= n), near(X(z, _l) - X(y, _l), gap))
    )


def uniform_from(i: Term, y: Term, omega: Term, gap: Term, *more: Callable[[Term], Json]) -> Json:
    """F changes by at most omega at points whose coordinates after i are near those of y."""
    return names(
        "z",
        "o",
        body=implies(
            conj(
                cube(_z),
                cube(_o),
                *(condition(_z) for condition in more),
                tail_near(i, _z, y, gap),
                apart(_z, _o, gap),
            ),
            near(F(_z) - F(_o), omega),
        ),
    )


def heine_script() -> Node:
    om, m, y, z, v, D, T, g0, gs, gt, d, x = (
        var(f"t{c}") for c in ("om", "m", "y", "z", "v", "D", "T", "a", "b", "c", "d", "x")
    )
    s = m + 1

    def at_some(i: Term) -> Json:
        return names(
            "y",
            body=implies(
                cube(_y), exists("gap", "real", conj(_gap > 0, uniform_from(i, _y, om, _gap)))
            ),
        )

    def upto(t: Term, gap: Term) -> Json:
        return uniform_from(s, y, om, gap, lambda point: X(point, s) <= t)

    def small(gap: Term) -> Json:
        return conj(gap >= 0, gap <= 1, upto(ONE, gap))

    def some_gap(t: Term) -> Json:
        return exists("gap", "real", conj(_gap > 0, upto(t, _gap)))

    def reached_to(t: Term) -> Json:
        return conj(t >= 0, t <= 1, some_gap(t))

    def weaker(a: Term, b: Term, gap: Term) -> Node:
        """apart(a, b, .) for a larger number."""
        return coordinates(
            lambda ell: fact(
                apart(a, b, gap), [ell], node("both", auto("gap"), auto("gap")), auto("l")
            )
        )

    def weaker_tail(gap: Term) -> Node:
        return coordinates(
            lambda ell: fact(
                tail_near(s, z, y, gap), [ell], node("both", auto("gap"), auto("gap")), auto("l")
            )
        )

    def pair(then: Node) -> Node:
        return intro("tz", intro("tv", intro("", then)))

    # no coordinate: continuity at y
    half = om / 2
    near_y = every("z", "real", implies(conj(cube(_z), apart(y, _z, g0)), near(F(y) - F(_z), half)))

    def from_y(point: Term) -> Node:
        if point is z:
            return coordinates(
                lambda ell: fact(
                    tail_near(ZERO, z, y, g0 / 2),
                    [ell],
                    node("both", auto("gap"), auto("gap")),
                    auto("l"),
                )
            )
        return coordinates(
            lambda ell: fact(
                tail_near(ZERO, z, y, g0 / 2),
                [ell],
                fact(apart(z, v, g0 / 2), [ell], node("both", auto("gap"), auto("gap")), auto("l")),
                auto("l"),
            )
        )

    both = fact(
        near_y,
        [z],
        fact(near_y, [v], node("both", auto("F"), auto("F")), node("both", given(), from_y(v))),
        node("both", given(), from_y(z)),
    )
    base = fact(
        CONTINUOUS,
        [half, y],
        obtain(
            "ta", node("some", node("both", auto("gap > 0"), pair(both)), **{"is": (g0 / 2).json})
        ),
        node("both", auto("om/2"), given()),
    )
    base = intro("", intro("ty", intro("", base)))

    # one more: the numbers t up to which some gap will do have no least upper bound below 1
    start, there = moved(y, s, ZERO), moved(y, s, T)

    def tail_of(value: Term, gap: Term, own: Node, known: Term) -> Node:
        """tail_near(m, z, r(y, s, value), gap)."""
        return coordinates(
            lambda ell: at_moved(
                y,
                s,
                value,
                ell,
                lambda: node("same", auto("l"), own, first=X(z, ell), second=X(z, s)),
                lambda: fact(
                    tail_near(s, z, y, known),
                    [ell],
                    node("both", auto("gap"), auto("gap")),
                    auto("l"),
                ),
            )
        )

    at_zero = pair(
        fact(
            uniform_from(m, start, om, g0),
            [z, v],
            given(),
            node(
                "both",
                given(),
                given(),
                fact(
                    cube(z), [s], tail_of(ZERO, g0, node("both", auto("0"), auto("0")), g0), given()
                ),
                given(),
            ),
        )
    )
    zero = node("some", node("both", given(), at_zero), **{"is": g0.json})

    def to(t: Term) -> Node:
        """upto(t, d) for t <= T + gs."""
        before = fact(
            upto(x, gt),
            [z, v],
            given(),
            node("both", given(), given(), given(), weaker_tail(d), weaker(z, v, d)),
        )
        beyond = fact(
            uniform_from(m, there, om, gs),
            [z, v],
            given(),
            node(
                "both",
                given(),
                given(),
                tail_of(T, gs, node("both", auto("T + gap"), auto("T - gap")), d),
                weaker(z, v, d),
            ),
        )
        return pair(split((x - X(z, s)).json, before, beyond))

    def second(T_: Term, upper: Json, least: Json) -> Node:
        far = have(
            upto(T + gs, d),
            to(T + gs),
            fact(
                upper,
                [T + gs],
                auto("T + gap <= T"),
                node(
                    "both",
                    auto("0 <="),
                    auto("<= 1"),
                    node("some", node("both", given(), given()), **{"is": d.json}),
                ),
            ),
        )
        whole = have(
            upto(ONE, d),
            to(ONE),
            fact(_upper[0], [d], auto("d <= 0"), node("both", auto("d >= 0"), given(), given())),
        )
        sides = split((T + gs - 1).json, whole, far)
        least_of = S.minimum(ONE, S.minimum(gs, gt))
        proof = node("both", auto("d > 0"), auto("d <= 1"), auto("d <= a"), auto("d <= b"))
        proof = case(least_of.json, *[case(S.minimum(gs, gt).json, proof, proof)] * 2)
        sides = choose("td", "real", conj(d > 0, d <= 1, d <= gs, d <= gt), least_of, proof, sides)
        above_ = split((T - gs - x).json, auto("known"), obtain("tc", sides))
        above_ = intro("tx", intro("", above_))
        end = fact(least, [T - gs], auto("T <= T - gap"), above_)
        end = fact(at_some(m), [there], obtain("tb", end), given())
        end = fact(RCUBE, [y, s, T], end, given())
        end = have(T <= 1, fact(least, [ONE], given(), intro("tx", intro("", given()))), end)
        return have(
            T >= 0,
            fact(upper, [ZERO], auto("0 <= T"), node("both", auto("0"), auto("1"), zero)),
            end,
        )

    _upper: list[Json] = []

    def first(D_: Term, upper: Json, least: Json) -> Node:
        _upper.append(upper)
        # D > 0
        contradiction = supremum(
            reached_to,
            (ZERO, node("both", auto("0"), auto("1"), zero)),
            (ONE, auto("t <= 1")),
            "tT",
            second,
        )
        contradiction = fact(at_some(m), [start], obtain("ta", contradiction), given())
        contradiction = fact(RCUBE, [y, s, ZERO], contradiction, given())
        positive = split((-D).json, contradiction, auto("D > 0"))
        # D/2 will do
        good = fact(
            upto(ONE, x),
            [z, v],
            auto("contradiction"),
            node(
                "both",
                given(),
                given(),
                fact(cube(z), [s], auto("<= 1"), given()),
                weaker_tail(D / 2),
                weaker(z, v, D / 2),
            ),
        )
        above_ = intro("tx", intro("", split((D / 2 - x).json, auto("known"), good)))

        def side(size: Term) -> Node:
            return split(
                (om - size).json, auto("known"), fact(least, [D / 2], auto("D <= D/2"), above_)
            )

        ending = pair(node("both", side(F(z) - F(v)), side(F(v) - F(z))))
        return have(
            D > 0,
            positive,
            node("some", node("both", auto("D/2 > 0"), ending), **{"is": (D / 2).json}),
        )

    at_same = fact(
        SAME,
        [z, v],
        node("both", auto("0"), auto("0")),
        node(
            "both",
            given(),
            given(),
            coordinates(lambda ell: fact(apart(z, v, ZERO), [ell], auto("equal"), auto("l"))),
        ),
    )
    member = (ZERO, node("both", auto("0"), auto("1"), pair(at_same)))
    step = supremum(small, member, (ONE, auto("<= 1")), "tD", first)
    claim = implies(m <= n, at_some(m))
    step = intro("", fact(claim, [], intro("ty", intro("", step)), given()))
    # all coordinates
    o = var("to")
    no_tail = coordinates(lambda ell: auto("no l"))
    used = pair(
        fact(
            uniform_from(n, o, om, g0),
            [z, v],
            given(),
            node("both", given(), given(), no_tail, given()),
        )
    )
    end = node("some", node("both", given(), used), **{"is": g0.json})
    end = fact(at_some(n), [o], obtain("ta", end), given())
    zero_ = every("l", "int", implies(index(_l), X(o, _l).equals(0)))
    in_cube = intro("tl", intro("", fact(zero_, [var("tl")], auto("0"), given())))
    end = opened(ORIGIN, "to", have(cube(o), in_cube, end))
    end = fact(
        every("tm", "int", implies(m >= 0, claim)),
        [n],
        fact(put(claim, "tm", n), [], end, given()),
        given(),
    )
    return intro("tom", intro("", induct("tm", "0", claim, base, step, end)))


# --- F is bounded
def bounded_from(i: Term, y: Term) -> Json:
    return exists(
        "B", "real", every("z", "real", implies(conj(cube(_z), tail(i, _z, y)), near(F(_z), _B)))
    )


FBOUND = names(
    "i: int",
    body=implies(
        _i >= 0,
        implies(_i <= n, names("y", body=implies(cube(_y), bounded_from(_i, _y)))),
    ),
)


def bounded_at(i: Term, y: Term, B: Term) -> Json:
    return every("z", "real", implies(conj(cube(_z), tail(i, _z, y)), near(F(_z), B)))


def fbound_script() -> Node:
    m, y, z, B, gap, K, cell, q = (
        var(f"t{x}") for x in ("m", "y", "z", "B", "gap", "K", "cell", "q")
    )
    claim = implies(m <= n, every("y", "real", implies(cube(_y), bounded_from(m, _y))))
    top = S.abs(F(y)) + 1
    at0 = fact(
        SAME,
        [y, z],
        case(S.abs(F(y)).json, auto("F"), auto("F")),
        node("both", given(), given(), given()),
    )
    base = intro(
        "", intro("ty", intro("", node("some", intro("tz", intro("", at0)), **{"is": top.json})))
    )
    s = m + 1
    start = moved(y, s, ZERO)
    part = every(
        "z",
        "real",
        implies(conj(cube(_z), tail(s, _z, y), X(_z, s) <= q * cell), near(F(_z), B + q)),
    )
    at_start = every("z", "real", implies(conj(cube(_z), tail(m, _z, start)), near(F(_z), B)))
    zero = have(
        X(z, s) >= 0,
        fact(cube(z), [s], auto(), auto("s")),
        have(
            X(z, s).equals(0),
            auto("0"),
            fact(
                TAIL_HERE,
                [z, y, m, ZERO],
                fact(at_start, [z], auto("B"), node("both", given(), given())),
                given(),
            ),
        ),
    )
    inner_base = intro("tz", intro("", zero))
    u = S.maximum(ZERO, X(z, s) - cell)
    there = moved(z, s, u)
    facts = [
        (u <= 1, case(u.json, auto(), auto())),
        (u <= q * cell, case(u.json, auto(), auto())),
        (
            near(X(z, s) - u, gap),
            case(u.json, node("both", auto(), auto()), node("both", auto(), auto())),
        ),
    ]
    used = fact(part, [there], auto("B + m + 1"), given())
    used = fact(close_points(ONE, gap), [z, there], used, node("both", given(), given(), given()))
    used = fact(REPLACED, [z, s, u], used, auto("s"))
    used = fact(TAIL, [z, y, m, u], used, given())
    used = fact(APART, [z, s, u, gap], used, given())
    used = fact(RCUBE, [z, s, u], used, given())
    inner_step = intro(
        "tz",
        intro(
            "",
            fact(
                cube(z), [s], lemmas([(q * cell >= 0, auto("q/K"))], lemmas(facts, used)), auto("s")
            ),
        ),
    )
    every_q = every("tq", "int", implies(q >= 0, part))
    last = intro(
        "tz",
        intro(
            "", fact(cube(z), [s], fact(put(part, "tq", K), [z], auto("B + K"), given()), auto("s"))
        ),
    )
    inner = induct(
        "tq",
        "0",
        part,
        inner_base,
        inner_step,
        fact(every_q, [K], node("some", last, **{"is": (B + K).json}), auto("K")),
    )
    inner = fact(
        every("y", "real", implies(cube(_y), bounded_from(m, _y))),
        [start],
        obtain("tB", inner),
        given(),
    )
    inner = fact(RCUBE, [y, s, ZERO], inner, given())
    inner = have_cells(K, cell, gap, inner)
    inner = fact(UNIFORM, [ONE], obtain("tgap", inner), auto("1 > 0"))
    step = intro("", fact(claim, [], intro("ty", intro("", inner)), auto("m <= n")))
    end = intro(
        "ti",
        intro("", fact(every("tm", "int", implies(m >= 0, claim)), [var("ti")], given(), given())),
    )
    return induct("tm", "0", claim, base, step, end)


def have_cells(K: Term, cell: Term, gap: Term, then: Node) -> Node:
    """K >= 1 cells of length 1/K <= gap, where gap > 0; then go on."""
    whole = S.floor(1 / gap) + 1
    small = have(
        cell <= gap, using(cell > 0, (cell * K).equals(1), K * gap >= 1, label="cell <= gap"), then
    )
    then = choose(
        str(cell.json),
        "real",
        conj(cell > 0, (cell * K).equals(1)),
        1 / K,
        have(1 / K > 0, auto(), node("both", auto(), auto())),
        small,
    )
    then = have(K >= 1, split((K - 1).json, auto("K"), auto("K")), then)
    return have(
        1 / gap > 0,
        auto("1/gap"),
        choose(
            str(K.json),
            "int",
            conj(K > 0, K * gap >= 1),
            whole,
            lemmas(
                [((whole - 1 / gap) * gap >= 0, auto())], node("both", auto("K"), auto("K gap"))
            ),
            then,
        ),
    )
