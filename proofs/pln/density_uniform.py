"""Density in C([0, 1]^n) from the units alone."""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Json, Term, app, conj, every, exists, implies, total, var
from proofs.library.vectors import both_sums, fact, put
from proofs.methods.leaves import given, using
from proofs.methods.script import (
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
from proofs.library.exponential import axiom
from proofs.library.supremum import supremum
from proofs.pln.density_steps import (
    PROD,
    added_near,
    Domain,
    Part,
    Steps,
    product_script,
    have_sum,
    names,
    near,
    network,
    reach,
    reach_each,
    reached,
)
from proofs.pln.steps_of_ramp import bounded, choose, limit, obtain, sig, Unit, bounded_by
from proofs.pln.symbols import ONE, ZERO, S, eps

n = var("n")
_p, _z, _w, _y, _l, _i, _u, _g, _h, _a, _b, _c = (
    var(name) for name in ("p", "z", "w", "y", "l", "i", "u", "g", "h", "a", "b", "c")
)
_omega, _gap = var("omega"), var("gap")


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
REPLACED = every(
    "y",
    "real",
    every("i", "int", every("u", "real", implies(index(_i), X(moved(_y, _i, _u), _i).equals(_u)))),
)
KEPT = every(
    "y",
    "real",
    every(
        "i",
        "int",
        every(
            "u",
            "real",
            every(
                "l",
                "int",
                implies(
                    conj(index(_i), index(_l), _l.differs(_i)),
                    X(moved(_y, _i, _u), _l).equals(X(_y, _l)),
                ),
            ),
        ),
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

# --- scalars ----
_A, _B, _x, _v = var("A"), var("B"), var("x"), var("o")
EXPL = names(
    "A",
    "a",
    "b",
    "B",
    body=implies(
        conj(_a <= _A, _b <= _A, near(_a - _b, _B)), near(S.exp(_a) - S.exp(_b), S.exp(_A) * _B)
    ),
)


def expl_script() -> Node:
    A, a, b, B = (var(f"s{x}") for x in "AabB")
    ea, eb, eA = S.exp(a), S.exp(b), S.exp(A)

    def line(u, v, then):  # e^u - e^v <= e^u (u - v)
        f = S.exp(u) - S.exp(v) <= S.exp(u) * (u - v)
        return have(f, axiom("exp-sum", [u, v - u], axiom("exp-line", [v - u], auto("line"))), then)

    def below(u: Term, then: Node) -> Node:
        f = S.exp(u) <= eA
        return have(
            f, axiom("exp-sum", [u, A - u], axiom("exp-line", [A - u], auto("below"))), then
        )

    end = node("both", auto("exp +"), auto("exp -"))
    ordered = split((a - b).json, end, end)
    facts = below(a, below(b, line(a, b, line(b, a, have(B >= 0, auto(), ordered)))))
    return intro("sA", intro("sa", intro("sb", intro("sB", intro("", facts)))))


# --- sums
LINEAR = names("a", "w", "p", body=scaled(_a, _w, _p).equals(_a * dot(_w, _p)))


def linear_script() -> Node:
    a, w, p, m = (var(f"t{x}") for x in "awpm")
    sums = lambda high: [scaled(a, w, p, high), dot(w, p, high)]
    claim = sums(m)[0].equals(a * sums(m)[1])
    base = both_sums("empty", sums(ZERO), auto("0"))
    step = both_sums("unfold", sums(m + 1), auto("one more"))
    every_m = every("tm", "int", implies(m >= 0, claim))
    end = fact(every_m, [n], auto("all"), auto("n >= 0"))
    return intro("ta", intro("tw", intro("tp", induct("tm", "0", claim, base, step, end))))


SHIFT = every(
    "w",
    "real",
    every(
        "u",
        "real",
        every(
            "p",
            "real",
            every(
                "i",
                "int",
                implies(
                    index(_i),
                    total("l", 1, n, X(moved(_w, _i, X(_w, _i) + _u), _l) * X(_p, _l)).equals(
                        total("l", 1, n, X(_w, _l) * X(_p, _l)) + _u * X(_p, _i)
                    ),
                ),
            ),
        ),
    ),
)


def shift_script() -> Node:
    w, u, p, i, m = (var(f"t{x}") for x in "wupim")
    w2 = moved(w, i, X(w, i) + u)
    sums = lambda high: [dot(w2, p, high), dot(w, p, high)]
    claim = implies(
        m <= n,
        conj(
            implies(m < i, sums(m)[0].equals(sums(m)[1])),
            implies(m >= i, sums(m)[0].equals(sums(m)[1] + u * X(p, i))),
        ),
    )
    base = intro(
        "", both_sums("empty", sums(ZERO), node("both", intro("", auto()), intro("", auto())))
    )
    at = m + 1
    lo, hi = put(claim, "tm", m)[2][1:]
    # coordinate at: i or another
    this = node(
        "same",
        auto("index"),
        node(
            "same",
            auto("index"),
            node(
                "same",
                auto("index"),
                fact(
                    REPLACED,
                    [w, i, X(w, i) + u],
                    fact(
                        lo,
                        [],
                        node("both", intro("", auto()), intro("", auto("here"))),
                        auto("m < i"),
                    ),
                    auto("in range"),
                ),
                first=X(p, at),
                second=X(p, i),
            ),
            first=X(w, at),
            second=X(w, i),
        ),
        first=X(w2, at),
        second=X(w2, i),
    )
    kept = X(w2, at).equals(X(w, at))
    before = fact(
        KEPT,
        [w, i, X(w, i) + u, at],
        fact(lo, [], node("both", intro("", auto("before")), intro("", auto())), auto("m < i")),
        auto("other"),
    )
    after = fact(
        KEPT,
        [w, i, X(w, i) + u, at],
        fact(hi, [], node("both", intro("", auto()), intro("", auto("after"))), auto("m >= i")),
        auto("other"),
    )
    lower = split((at - i).json, this, before)
    whole = split((m - i).json, after, lower)
    step = intro("", fact(claim, [], both_sums("unfold", sums(at), whole), auto("m <= n")))
    every_m = every("tm", "int", implies(m >= 0, claim))
    atn = put(claim, "tm", n)
    end = fact(
        every_m,
        [n],
        fact(atn, [], fact(atn[2][2], [], auto("all"), auto("n >= i")), auto("n <= n")),
        auto("n >= 0"),
    )
    body = induct("tm", "0", claim, base, step, end)
    return intro("tw", intro("tu", intro("tp", intro("ti", intro("", body)))))


BOUND = names("w", body=exists("B", "real", conj(_B > 0, CUBE.on(lambda p: near(dot(_w, p), _B)))))


def bound_script() -> Node:
    w, p, m, B = (var(f"t{x}") for x in "wpmB")
    size = lambda high: total("i", 1, high, S.abs(X(w, _i)))
    claim = implies(m <= n, conj(size(m) >= 0, CUBE.on(lambda q: near(dot(w, q, m), size(m)))))
    base = intro(
        "",
        both_sums(
            "empty",
            [size(ZERO)],
            node(
                "both",
                auto("0"),
                CUBE.taken("t", lambda q: both_sums("empty", [dot(w, q, ZERO)], auto("0"))),
            ),
        ),
    )
    at = m + 1
    a = S.abs(X(w, at))

    def inside(q: Term) -> Callable[[Node], Node]:
        x = X(q, at)
        nearer = near(X(w, at) * x, a)
        old = fact(
            PROD,
            [X(w, at), a, x, ONE],
            using(near(X(w, at) * x, a * 1), near(dot(w, q, m), size(m)), recent=1),
        )
        facts = have(
            nearer,
            fact(
                PROD,
                [X(w, at), a, x, ONE],
                auto("product"),
                node("both", auto(), auto(), auto(), auto()),
            )
            if False
            else case(a.json, auto("|w| x"), auto("|w| x")),
            both_sums("unfold", [dot(w, q, at)], auto("one more")),
        )
        return fact(
            cube(q),
            [at],
            CUBE.at(lambda q: near(dot(w, q, m), size(m)), (q,), facts),
            auto("index"),
        )

    more = node("both", auto("sum"), CUBE.taken("t", inside))
    step = intro("", fact(claim, [], both_sums("unfold", [size(at)], more), auto("m <= n")))
    every_m = every("tm", "int", implies(m >= 0, claim))
    last = CUBE.taken(
        "t", lambda q: CUBE.at(lambda q: near(dot(w, q), size(n)), (q,), auto("bound"))
    )
    end = fact(
        every_m,
        [n],
        fact(
            put(claim, "tm", n),
            [],
            node("some", node("both", auto("> 0"), last), **{"is": (size(n) + 1).json}),
            auto("n <= n"),
        ),
        auto("n >= 0"),
    )
    return intro("tw", induct("tm", "0", claim, base, step, end))


GIVEN: list[Json] = [
    eps > 0,
    n >= 0,
    bounded(sig),
    limit(sig, 1),
    limit(sig, -1),
    REPLACED,
    KEPT,
    CONTINUOUS,
    EMPTY,
    added(sig),
]
STATEMENT = statement(
    {"n": "int", "eps": "real"}, GIVEN, SHOW, {"sig": 1, "X": 2, "r": 3, "F": 1, "G": 2}
)


UNITS = names("c", "a", "w", "b", body=reach(CUBE, lambda p: _c * sig(_a * dot(_w, p) + _b)))


def units_script() -> Node:
    """Proof of :data:`UNITS` where :func:`added` and :data:`LINEAR` are known."""
    c, a, w, b, g, h = (var(f"v{x}") for x in "cawbgh")

    def grown(p: Term) -> Json:
        return network(h, p).equals(network(g, p) + c * sig(scaled(a, w, p) + b))

    def at(p: Term) -> Node:
        value, wanted = sig(scaled(a, w, p) + b), sig(a * dot(w, p) + b)
        unit = node("same", auto("argument"), auto("the unit"), first=value, second=wanted)
        return CUBE.at(grown, (p,), fact(LINEAR, [a, w, p], unit))

    shown = node("some", CUBE.taken("v", at), **{"is": "vh"})
    one_more = fact(added(sig), [g, c, a, w, b], obtain("vh", shown))
    return _intros("v", "c a w b", intro("vg", intro("ve", intro("", one_more))))


def const_script() -> Node:
    """Proof of :data:`CONST` from :data:`UNITS`: c sigma(T + 1) is near c."""
    c, T, share, e = (var(f"v{x}") for x in "cTse")
    gap = sig(T + 1) - 1
    far = every("u", "real", implies(_u > T, S.abs(sig(_u) - 1) < share))
    size = S.abs(c) + 1

    def first(e: Term) -> Callable[[Node], Node]:
        def chosen(then: Node) -> Node:
            small = have(near(c * gap, e / 2), auto("c gap"), then)
            done = lemmas(
                [
                    (near(gap, share), case(S.abs(gap).json, auto(), auto())),
                    (near(c, S.abs(c)), case(S.abs(c).json, auto(), auto())),
                ],
                fact(PROD, [c, S.abs(c), gap, share], small, both_near()),
            )
            used = obtain("vT", fact(far, [T + 1], done, auto("T + 1 > T")))
            value = have(1 / size > 0, auto("size"), node("both", auto(), auto()))
            part = choose(
                "vs",
                "real",
                conj(share > 0, share * size * 2 <= e),
                e / (2 * size),
                value,
                fact(limit(sig, 1), [share], used, given()),
            )
            return have(size > 0, auto("|c| + 1 > 0"), part)

        return chosen

    def unit(p: Term) -> Term:
        return c * sig(ZERO * dot(ZERO, p) + (T + 1))

    def rest(p: Term) -> list[Json]:
        return [near(c * gap, e / 2)]

    part = Part(UNITS, [c, ZERO, ZERO, T + 1], unit)
    proof = reached(CUBE, lambda p: c, [part], "v", beside=rest, error=True, first=first)
    return intro("vc", proof)


CONST = names("c", body=reach(CUBE, lambda p: _c))
EXP = names("c", "w", body=reach(CUBE, lambda p: _c * S.exp(dot(_w, p))))


def both_near() -> Node:
    return node("both", *[node("both", given(), given())] * 2)


def equal(*facts: Json, label: str) -> Node:
    """A leaf for an equation, in two parts."""
    return node("both", using(*facts, label=label), using(*facts, label=label))


def exp_script() -> Node:
    c, w, R, B, rho, L, K, cell, T1, T2, lam, e = (
        var(f"v{x}") for x in ("c", "w", "R", "B", "rho", "L", "K", "cell", "x", "y", "lam", "e")
    )
    k = var("k")
    om = L * (2 * R * cell)

    def place(k: Term) -> Term:
        return 2 * R * k * cell - R

    def val(k: Term) -> Term:
        return c * S.exp(place(k))

    a = lam * rho

    def shift(k: Term) -> Term:
        return lam * (Term("1/2") - (2 * k - 1) * cell / 2)

    def steps(p: Term) -> Steps:
        d = dot(w, p)
        return Steps(
            val, c * S.exp(d), lambda k: sig(a * d + shift(k)), (d + R) * rho, K, cell, om, cell, B
        )

    j = var("vk")

    def expl(x: Term, y: Term, then: Node, goal: Term) -> Node:
        diff = S.exp(x) - S.exp(y)
        size = S.exp(R) * (2 * R * cell)
        after = fact(PROD, [c, S.abs(c), diff, size], then, both_near())
        known = have(near(c, S.abs(c)), case(S.abs(c).json, auto(), auto()), after)
        prem = node(
            "both", auto("x <= R"), auto("y <= R"), node("both", auto("gap +"), auto("gap -"))
        )
        return fact(EXPL, [R, x, y, 2 * R * cell], known, prem)

    def in_cells(then: Node) -> Node:
        return lemmas(
            [
                (
                    j * cell <= 1,
                    using(cell * K == 1, cell > 0, j <= K, label="k/K <= 1")
                    if False
                    else auto("k/K <= 1"),
                ),
                (R * (1 - j * cell) >= 0, auto("R (1 - k/K)")),
                (R * cell > 0, auto("R/K")),
            ],
            then,
        )

    eq = L.equals(S.abs(c) * S.exp(R))

    def scaled_near(x: Term, y: Term) -> Json:
        return near(c * (S.exp(x) - S.exp(y)), S.abs(c) * (S.exp(R) * (2 * R * cell)))

    def jump() -> Node:
        x, y = place(j), place(j - 1)
        end = using(scaled_near(x, y), eq, label="jump")
        return intro("vk", intro("", in_cells(expl(x, y, end, None))))

    def close(p: Term) -> Node:
        x, y = dot(w, p), place(j)
        end = using(scaled_near(x, y), eq, label="close")
        t = steps(p).t
        facts = lemmas(
            [
                (
                    (x - y).equals(2 * R * (t - j * cell)),
                    equal((rho * (2 * R)).equals(1), label="z"),
                ),
                (
                    near(x - y, 2 * R * cell),
                    using(
                        (x - y).equals(2 * R * (t - j * cell)),
                        near(t - j * cell, cell),
                        R > 0,
                        label="gap",
                    ),
                ),
            ],
            expl(x, y, end, None),
        )
        return intro("vk", intro("", intro("", in_cells(facts))))

    def high(p: Term) -> Node:
        st = steps(p)
        arg = a * dot(w, p) + shift(j)
        u = var("u")
        beyond = every("u", "real", implies(u > T1, S.abs(sig(u) - 1) < cell))
        same = arg.equals(lam * (st.t - (2 * j - 1) * cell / 2))
        facts = [
            (same, equal((rho * (2 * R)).equals(1), label="arg")),
            (lam * (st.t - j * cell) >= 0, using(st.t >= j * cell, lam > 0, label="lam")),
            (
                arg > T1,
                using(same, lam * (st.t - j * cell) >= 0, lam * cell / 2 > T1, label="beyond"),
            ),
        ]
        end = fact(beyond, [arg], case(S.abs(sig(arg) - 1).json, auto(), auto()), given())
        return intro("vk", intro("", intro("", lemmas(facts, end))))

    def low(p: Term) -> Node:
        st = steps(p)
        arg = a * dot(w, p) + shift(j)
        u = var("u")
        beyond = every("u", "real", implies(u < -T2, S.abs(sig(u)) < cell))
        same = arg.equals(lam * (st.t - (2 * j - 1) * cell / 2))
        facts = [
            (same, equal((rho * (2 * R)).equals(1), label="arg")),
            (
                lam * ((j - 1) * cell - st.t) >= 0,
                using(st.t <= (j - 1) * cell, lam > 0, label="lam"),
            ),
            (
                arg < -T2,
                using(
                    same, lam * ((j - 1) * cell - st.t) >= 0, lam * cell / 2 > T2, label="beyond"
                ),
            ),
        ]
        end = fact(beyond, [arg], case(S.abs(sig(arg)).json, auto(), auto()), given())
        return intro("vk", intro("", intro("", lemmas(facts, end))))

    def size(p: Term) -> Node:
        arg = a * dot(w, p) + shift(j)
        u = var("u")
        bnd = every("u", "real", S.abs(sig(u)) <= B)
        return intro("vk", intro("", fact(bnd, [arg], case(S.abs(sig(arg)).json, auto(), auto()))))

    def before(p: Term) -> Callable[[Node], Node]:
        st = steps(p)

        def go(then: Node) -> Node:
            inside = lemmas(
                [
                    (st.t >= 0, auto("0 <= t")),
                    (
                        st.t <= 1,
                        using(
                            near(dot(w, p), R), (rho * (2 * R)).equals(1), rho > 0, label="t <= 1"
                        ),
                    ),
                    (st.high(), high(p)),
                    (st.low(), low(p)),
                    (st.size(), size(p)),
                    (st.close(), close(p)),
                ],
                st.have("w", then),
            )
            return CUBE.at(lambda p: near(dot(w, p), R), (p,), inside)

        return go

    def each() -> Node:
        body = fact(UNITS, [val(j) - val(j - 1), a, w, shift(j)], given())
        return intro("vk", intro("", body))

    def term(k: Term, p: Term) -> Term:
        return steps(p).term(k)

    def first(e: Term) -> Callable[[Node], Node]:
        def go(then: Node) -> Node:
            then = have(reach_each(CUBE, term, ONE, K), each(), have_sum(CUBE, term, K, "y", then))
            then = lemmas(
                [
                    (cell >= 0, given()),
                    (K * cell <= 1, auto("K/K")),
                    (om >= 0, auto("om >= 0")),
                    ((B + 2) * om <= e / 2, auto("small")),
                    (steps(var("p0")).jump() if False else STEPJ, jump()),
                ],
                then,
            )
            big = S.abs(T1) + S.abs(T2) + 1
            lamfact = conj(lam > 0, lam * cell / 2 > T1, lam * cell / 2 > T2)
            val_ = 2 * K * big
            sides = node("both", auto("lam > 0"), auto("T1"), auto("T2"))
            for x in (T1, T2):
                sides = case(S.abs(x).json, sides, sides)
            then = choose(
                "vlam",
                "real",
                lamfact,
                val_,
                have(cell * val_ == 0, auto(), sides) if False else sides,
                then,
            )
            then = fact(limit(sig, -1), [cell], obtain("vy", then), given())
            then = fact(limit(sig, 1), [cell], obtain("vx", then), given())
            then = choose(
                "vcell",
                "real",
                conj(cell > 0, (cell * K).equals(1)),
                1 / K,
                have(1 / K > 0, auto(), node("both", auto(), auto())),
                then,
            )
            need = 4 * R * L * (B + 2)
            q = need / e
            whole = S.floor(q) + 1
            then = have(K >= 1, split((K - 1).json, auto("K"), auto("K")), then)
            then = choose(
                "vK",
                "int",
                conj(K > 0, K * e >= need),
                whole,
                lemmas(
                    [
                        (need >= 0, auto("need")),
                        (1 / e > 0, auto()),
                        (q >= 0, auto("q")),
                        ((whole - q) * e >= 0, auto()),
                    ],
                    node("both", auto("K"), auto("K e")),
                ),
                then,
            )
            then = choose(
                "vrho",
                "real",
                conj(rho > 0, (rho * (2 * R)).equals(1)),
                1 / (2 * R),
                have(1 / (2 * R) > 0, auto(), node("both", auto(), auto())),
                then,
            )
            then = choose(
                "vL",
                "real",
                conj(L >= 0, eq),
                S.abs(c) * S.exp(R),
                node("both", auto("L >= 0"), auto("L")),
                then,
            )
            u = var("u")
            pos = fact(
                every("u", "real", S.abs(sig(u)) <= B),
                [ZERO],
                have(B >= 0, case(S.abs(sig(ZERO)).json, auto(), auto()), then),
            )
            return fact_some(bounded(sig), "vB", pos)

        return go

    STEPJ = Steps(val, c, sig, c, K, cell, om, cell, B).jump()
    parts = [
        Part(CONST, [val(ZERO)], lambda p: val(ZERO)),
        Part(reach(CUBE, lambda p: steps(p).total(K)), [], lambda p: steps(p).total(K)),
    ]
    proof = reached(
        CUBE,
        lambda p: c * S.exp(dot(w, p)),
        parts,
        "v",
        before=before,
        beside=lambda p: [steps(p).shown(), (B + 2) * om <= e / 2],
        error=True,
        first=first,
    )
    return intro("vc", intro("vw", fact(BOUND, [w], obtain("vR", proof))))


def fact_some(formula: Json, name: str, then: Node) -> Node:
    from proofs.library.vectors import opened

    return opened(formula, name, then)


# --- points ---------------------------------------------------------------------------------------


def head(upto: Term, z: Term, p: Term) -> Json:
    """The first coordinates of z are those of p."""
    return every("l", "int", implies(conj(_l >= 1, _l <= upto), X(z, _l).equals(X(p, _l))))


def tail(after: Term, z: Term, y: Term) -> Json:
    """The coordinates of z after these are those of y."""
    return every("l", "int", implies(conj(_l >= after + 1, _l <= n), X(z, _l).equals(X(y, _l))))


def _coordinates(inner: Callable[[Term], Node]) -> Node:
    """For a goal about all coordinates l."""
    return intro("tl", intro("", inner(var("tl"))))


def _intros(tag: str, names_: str, then: Node) -> Node:
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


RCUBE = every(
    "y",
    "real",
    every(
        "i",
        "int",
        every(
            "u",
            "real",
            implies(conj(index(_i), _u >= 0, _u <= 1, cube(_y)), cube(moved(_y, _i, _u))),
        ),
    ),
)


def rcube_script() -> Node:
    y, i, u = (var(f"t{x}") for x in "yiu")
    inner = _coordinates(
        lambda ell: fact(
            cube(y),
            [ell],
            at_moved(y, i, u, ell, lambda: auto("here"), lambda: auto("there")),
            auto("l"),
        )
    )
    return _intros("t", "y i u", intro("", inner))


_v2 = var("o")
RAPART = every(
    "y",
    "real",
    every(
        "i",
        "int",
        every(
            "u",
            "real",
            every(
                "o",
                "real",
                every(
                    "gap",
                    "real",
                    implies(
                        conj(index(_i), _gap >= 0, near(_u - _v2, _gap)),
                        apart(moved(_y, _i, _u), moved(_y, _i, _v2), _gap),
                    ),
                ),
            ),
        ),
    ),
)


def rapart_script() -> Node:
    y, i, u, v, gap = (var(f"t{x}") for x in ("y", "i", "u", "v", "gap"))
    inner = _coordinates(
        lambda ell: at_moved(
            y,
            i,
            u,
            ell,
            lambda: at_moved(y, i, v, ell, lambda: auto("moved"), lambda: auto("no")),
            lambda: at_moved(y, i, v, ell, lambda: auto("no"), lambda: auto("kept")),
        )
    )
    return _intros("t", "y i u v gap", intro("", inner))


APART = every(
    "y",
    "real",
    every(
        "i",
        "int",
        every(
            "u",
            "real",
            every(
                "gap",
                "real",
                implies(
                    conj(index(_i), _gap >= 0, near(X(_y, _i) - _u, _gap)),
                    apart(_y, moved(_y, _i, _u), _gap),
                ),
            ),
        ),
    ),
)


def apart_script() -> Node:
    y, i, u, gap = (var(f"t{x}") for x in ("y", "i", "u", "gap"))
    inner = _coordinates(
        lambda ell: at_moved(y, i, u, ell, lambda: auto("moved"), lambda: auto("kept"))
    )
    return _intros("t", "y i u gap", intro("", inner))


_s = _i + 1
TAIL = every(
    "z",
    "real",
    every(
        "y",
        "real",
        every(
            "i",
            "int",
            every(
                "u",
                "real",
                implies(
                    conj(index(_s), tail(_s, _z, _y)),
                    conj(
                        tail(_s, moved(_z, _s, _u), _y),
                        tail(_i, moved(_z, _s, _u), moved(_y, _s, _u)),
                    ),
                ),
            ),
        ),
    ),
)


def tail_script() -> Node:
    z, y, i, u = (var(f"t{x}") for x in "zyiu")
    s = i + 1
    first = _coordinates(
        lambda ell: at_moved(
            z,
            s,
            u,
            ell,
            lambda: auto("no"),
            lambda: fact(tail(s, z, y), [ell], auto("tail"), auto("l")),
        )
    )
    second = _coordinates(
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
    return _intros("t", "z y i u", intro("", node("both", first, second)))


TAIL_HERE = every(
    "z",
    "real",
    every(
        "y",
        "real",
        every(
            "i",
            "int",
            every(
                "u",
                "real",
                implies(
                    conj(index(_s), tail(_s, _z, _y), X(_z, _s).equals(_u)),
                    tail(_i, _z, moved(_y, _s, _u)),
                ),
            ),
        ),
    ),
)


def tail_here_script() -> Node:
    z, y, i, u = (var(f"t{x}") for x in "zyiu")
    s = i + 1
    inner = _coordinates(
        lambda ell: at_moved(
            y,
            s,
            u,
            ell,
            lambda: node("same", auto("l"), auto("here"), first=X(z, ell), second=X(z, s)),
            lambda: fact(tail(s, z, y), [ell], auto("tail"), auto("l")),
        )
    )
    return _intros("t", "z y i u", intro("", inner))


HEAD = every(
    "z",
    "real",
    every(
        "p",
        "real",
        every(
            "i",
            "int",
            every(
                "u",
                "real",
                implies(conj(index(_s), head(_s, _z, _p)), head(_i, moved(_z, _s, _u), _p)),
            ),
        ),
    ),
)


def head_script() -> Node:
    z, p, i, u = (var(f"t{x}") for x in "zpiu")
    s = i + 1
    inner = _coordinates(
        lambda ell: at_moved(
            z,
            s,
            u,
            ell,
            lambda: auto("no"),
            lambda: fact(head(s, z, p), [ell], auto("head"), auto("l")),
        )
    )
    return _intros("t", "z p i u", intro("", inner))


#: equal coordinates, equal values
SAME = every(
    "y",
    "real",
    every("z", "real", implies(conj(cube(_y), cube(_z), tail(ZERO, _z, _y)), F(_z).equals(F(_y)))),
)


def same_script() -> Node:
    y, z, gap = (var(f"t{x}") for x in ("y", "z", "gap"))

    def side(a: Term, b: Term) -> Node:
        """F(a) <= F(b)."""
        half = (F(a) - F(b)) / 2
        far = _coordinates(lambda ell: fact(tail(ZERO, z, y), [ell], auto("equal"), auto("l")))
        near_a = every(
            "z", "real", implies(conj(cube(_z), apart(a, _z, gap)), near(F(a) - F(_z), half))
        )
        at = fact(near_a, [b], auto("F(a) - F(b) <= half of it"), node("both", given(), far))
        more = fact(CONTINUOUS, [half, a], obtain("tgap", at), node("both", auto("> 0"), given()))
        return split((F(b) - F(a)).json, auto("known"), more)

    return _intros("t", "y z", intro("", node("both", side(z, y), side(y, z))))


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
                cube(_v),
                *(condition(_z) for condition in more),
                tail_near(i, _z, y, gap),
                apart(_z, _v, gap),
            ),
            near(F(_z) - F(_v), omega),
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

    def closer(formula: Callable[[Term, Term], Json], first: Term, second: Term, low: Term) -> Node:
        return node("both")

    def weaker(a: Term, b: Term, gap: Term) -> Node:
        """apart(a, b, .) for a larger number."""
        return _coordinates(
            lambda ell: fact(apart(a, b, gap), [ell], node("both", auto("gap"), auto("gap")), auto("l"))
        )

    def weaker_tail(gap: Term) -> Node:
        return _coordinates(
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
            return _coordinates(
                lambda ell: fact(
                    tail_near(ZERO, z, y, g0 / 2),
                    [ell],
                    node("both", auto("gap"), auto("gap")),
                    auto("l"),
                )
            )
        return _coordinates(
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
        return _coordinates(
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
            _coordinates(lambda ell: fact(apart(z, v, ZERO), [ell], auto("equal"), auto("l"))),
        ),
    )
    member = (ZERO, node("both", auto("0"), auto("1"), pair(at_same)))
    step = supremum(small, member, (ONE, auto("<= 1")), "tD", first)
    claim = implies(m <= n, at_some(m))
    step = intro("", fact(claim, [], intro("ty", intro("", step)), given()))
    # all coordinates
    o = var("to")
    no_tail = _coordinates(lambda ell: auto("no l"))
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
    from proofs.library.vectors import opened

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


FBOUND = every(
    "i",
    "int",
    implies(_i >= 0, implies(_i <= n, every("y", "real", implies(cube(_y), bounded_from(_i, _y))))),
)


def bounded_at(i: Term, y: Term, B: Term) -> Json:
    return every("z", "real", implies(conj(cube(_z), tail(i, _z, y)), near(F(_z), B)))


def fbound_script() -> Node:
    m, y, z, B, gap, K, cell, q, z2 = (
        var(f"t{x}") for x in ("m", "y", "z", "B", "gap", "K", "cell", "q", "x")
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


# --- exponentials -----------------------------------------------------------------------------------

MONO = names("a", "b", body=implies(_a <= _b, S.exp(_a) <= S.exp(_b)))


def mono_script() -> Node:
    a, b = var("sa"), var("sb")
    end = have(
        S.exp(b - a) >= 1, axiom("exp-line", [b - a], auto("1 <= e^(b - a)")), auto("e^a <= e^b")
    )
    return _intros("s", "a b", intro("", axiom("exp-sum", [a, b - a], end)))


EXPEQ = names("a", "b", body=implies(_a.equals(_b), S.exp(_a).equals(S.exp(_b))))


def expeq_script() -> Node:
    a, b = var("sa"), var("sb")
    return _intros(
        "s",
        "a b",
        intro(
            "", fact(MONO, [a, b], fact(MONO, [b, a], node("both", auto(), auto()), auto()), auto())
        ),
    )


EXP0 = S.exp(ZERO).equals(1)


def exp0_script() -> Node:
    return axiom("exp-sum", [ZERO, ZERO], auto("e^0 = 1"))


_q, _eta, _T = var("q"), var("eta"), var("T")
_gompertz = S.exp(-_x)
GOM = names(
    "q",
    "x",
    "T",
    "eta",
    body=implies(
        conj(_x.equals(S.exp(_q)), _T > 0, _eta * (1 + _T) >= 1),
        conj(
            near(1 - _gompertz, ONE),
            implies(_q >= _T, near(_gompertz, _eta)),
            implies(_q <= -_T, near(1 - _gompertz, _eta)),
        ),
    ),
)


def gom_script() -> Node:
    q, x, T, eta = (var(f"s{v}") for v in ("q", "x", "T", "eta"))
    y = S.exp(-x)
    high = axiom(
        "exp-line",
        [q],
        axiom(
            "exp-line",
            [x],
            axiom(
                "exp-sum",
                [x, -x],
                lemmas(
                    [
                        (
                            (y * S.exp(x)).equals(1),
                            equal(EXP0, (S.exp(x) * y).equals(S.exp(ZERO)), label="y e^x = 1"),
                        ),
                        (
                            y * (1 + T) <= 1,
                            using(
                                (y * S.exp(x)).equals(1),
                                S.exp(x) >= 1 + x,
                                x.equals(S.exp(q)),
                                S.exp(q) >= 1 + q,
                                q >= T,
                                y > 0,
                                label="y (1 + T)",
                            ),
                        ),
                        (
                            y <= eta,
                            using(y * (1 + T) <= 1, eta * (1 + T) >= 1, T > 0, label="y <= eta"),
                        ),
                    ],
                    node("both", auto("y <= eta"), auto("-y <= eta")),
                ),
            ),
        ),
    )
    low = axiom(
        "exp-line",
        [-x],
        axiom(
            "exp-line",
            [-q],
            axiom(
                "exp-sum",
                [q, -q],
                lemmas(
                    [
                        (
                            (x * S.exp(-q)).equals(1),
                            equal(
                                EXP0,
                                (S.exp(q) * S.exp(-q)).equals(S.exp(ZERO)),
                                x.equals(S.exp(q)),
                                label="x e^-q = 1",
                            ),
                        ),
                        (
                            x * (1 + T) <= 1,
                            using(
                                (x * S.exp(-q)).equals(1),
                                S.exp(-q) >= 1 - q,
                                q <= -T,
                                x > 0,
                                label="x (1 + T)",
                            ),
                        ),
                        (
                            x <= eta,
                            using(x * (1 + T) <= 1, eta * (1 + T) >= 1, T > 0, label="x <= eta"),
                        ),
                    ],
                    node("both", auto("1 - y <= eta"), auto("y - 1 <= eta")),
                ),
            ),
        ),
    )
    proof = fact(
        MONO,
        [-x, ZERO],
        lemmas(
            [(y <= 1, using(EXP0, y <= S.exp(ZERO), label="y <= 1")), (x > 0, auto("x > 0"))],
            node("both", node("both", auto(), auto()), intro("", high), intro("", low)),
        ),
        auto("-x <= 0"),
    )
    return _intros("s", "q x T eta", intro("", proof))


_N = var("N")
POW = names(
    "o",
    "h",
    "N",
    body=implies(
        conj(_v >= 0, _h > 0, _N > 0, (_h * _N).equals(1), _h * _v <= Term("1/2")),
        near(S.exp(_N * S.log(1 - _h * _v)) - S.exp(-_v), 2 * _h * _v * _v),
    ),
)


def pow_script() -> Node:
    v, h, N, x = (var(f"s{x}") for x in ("v", "h", "N", "x"))
    a = h * v
    at = S.log(1 - a)
    y = S.exp(-at)
    facts = [
        (at <= -a, auto("log <= -a")),
        (
            (y * (1 - a)).equals(1),
            equal(
                EXP0,
                (S.exp(at) * y).equals(S.exp(ZERO)),
                S.exp(at).equals(1 - a),
                label="y (1 - a) = 1",
            ),
        ),
        (
            (1 - at) * (1 - a) <= 1,
            using((y * (1 - a)).equals(1), y >= 1 - at, 1 - a > 0, label="(1 - l)(1 - a)"),
        ),
        (a * a * (1 - 2 * a) >= 0, auto("a^2 (1 - 2 a)")),
        (
            -at <= a + 2 * a * a,
            using(
                (1 - at) * (1 - a) <= 1,
                a * a * (1 - 2 * a) >= 0,
                1 - a > 0,
                label="-l <= a + 2 a^2",
            ),
        ),
        (N * a >= v, auto("N a = v")),
        ((N * a).equals(v), equal((h * N).equals(1), label="N a = v")),
        (N * at <= -v, using(at <= -a, N > 0, (N * a).equals(v), label="N l <= -v")),
        (N * (a + 2 * a * a + at) >= 0, using(-at <= a + 2 * a * a, N > 0, label="N (..)")),
        ((N * (2 * a * a)).equals(2 * h * v * v), equal((h * N).equals(1), label="2 N a^2")),
        (
            near(N * at + v, 2 * h * v * v),
            node(
                "both",
                using(
                    N * at <= -v,
                    (N * (2 * a * a)).equals(2 * h * v * v),
                    a * a >= 0,
                    N > 0,
                    label="+",
                )
                if False
                else auto("N l + v"),
                using(
                    N * (a + 2 * a * a + at) >= 0,
                    (N * (2 * a * a)).equals(2 * h * v * v),
                    (N * a).equals(v),
                    label="-",
                ),
            ),
        ),
    ]
    last = fact(
        EXPL,
        [ZERO, N * at, -v, 2 * h * v * v],
        using(
            near(S.exp(N * at) - S.exp(-v), S.exp(ZERO) * (2 * h * v * v)), EXP0, label="times 1"
        ),
        given(),
    )
    proof = axiom(
        "exp-line",
        [at],
        axiom(
            "exp-line",
            [-at],
            axiom("exp-sum", [at, -at], lemmas([(2 * h * v * v >= 0, auto()), *facts], last)),
        ),
    )
    proof = axiom("exp-log", [1 - a], proof, 1)
    proof = lemmas(
        [(a >= 0, auto("a >= 0")), (1 - a > 0, auto("1 - a > 0"))],
        define(at.json, auto("1 - a > 0"), proof),
    )
    return _intros("s", "v h N", intro("", proof))


_P, _Q, _E, _D, _f = (var(name) for name in ("P", "Q", "E", "D", "f0"))
SCAL = names(
    "c",
    "h",
    "b",
    "x",
    "P",
    "Q",
    "E",
    "D",
    "u",
    body=implies(
        conj(_Q.equals(_P * (1 - _h * (_b * _x))), _D.equals(_E * _x)),
        (_c * _E * (_Q * _u)).equals(_c * _E * (_P * _u) + -(_c * _h * _b) * _D * (_P * _u)),
    ),
)


def scal_script() -> Node:
    c, h, b, x, P, Q, E, D, u = (
        var(f"s{v}") for v in ("c", "h", "b", "x", "P", "Q", "E", "D", "u")
    )
    facts = [(Q - P * (1 - h * (b * x))).equals(0), (D - E * x).equals(0)]
    fixed = [
        (
            (c * E * u * (Q - P * (1 - h * (b * x)))).equals(0),
            equal((Q - P * (1 - h * (b * x))).equals(0), label="Q"),
        ),
        ((c * h * b * P * u * (D - E * x)).equals(0), equal((D - E * x).equals(0), label="D")),
    ]
    proof = lemmas(
        [*((f, auto("0")) for f in facts), *fixed], equal(fixed[0][0], fixed[1][0], label="sum")
    )
    return _intros("s", "c h b x P Q E D u", intro("", proof))


# --- one coordinate ---------------------------------------------------------------------------------


def cell_domain(upto: Term, y: Term) -> Domain:
    """A point p of the cube, and the z with the first coordinates of p and the others of y."""
    return Domain(
        ("p", "z"), lambda p, z: conj(cube(p), cube(z), head(upto, z, p), tail(upto, z, y))
    )


def times_exponentials(domain: Domain, factor: Callable[..., Term]) -> Json:
    """c e^(w^T x) times this factor is reached, for all c and w."""
    return names("c", "w", body=reach(domain, exponential(_c, _w, factor)))


def exponential(c: Term, w: Term, factor: Callable[..., Term]) -> Callable[..., Term]:
    return lambda p, *more: c * S.exp(dot(w, p)) * factor(p, *more)


def value(p: Term, z: Term) -> Term:
    return F(z)


def so_far(i: Term) -> Json:
    """Times F at the points with the first i coordinates of p, for all others."""
    return every("o", "real", implies(cube(_v), times_exponentials(cell_domain(i, _v), value)))


def value_at(i: Term, u: Term) -> Callable[..., Term]:
    """F where coordinate i + 1 is u."""
    return lambda p, z: F(moved(z, i + 1, u))


def frozen(i: Term, y: Term) -> Json:
    """Times F where coordinate i + 1 has a value of its own."""
    return every(
        "u",
        "real",
        implies(conj(_u >= 0, _u <= 1), times_exponentials(cell_domain(i + 1, y), value_at(i, _u))),
    )


def decay(i: Term, u: Term, a: Term, b: Term) -> Callable[..., Term]:
    """e^(-b e^(a x_(i + 1))) times that."""
    return lambda p, z: S.exp(-(b * S.exp(a * X(p, i + 1)))) * F(moved(z, i + 1, u))


def decayed(i: Term, y: Term) -> Json:
    return names(
        "u",
        "a",
        "b",
        body=implies(
            conj(_u >= 0, _u <= 1, _a > 0, _b > 0),
            times_exponentials(cell_domain(i + 1, y), decay(i, _u, _a, _b)),
        ),
    )


_j = var("s")


def step_formula(
    premise: Callable[[Term, Term], list[Json]], conclusion: Callable[[Term, Term], Json]
) -> Json:
    return every(
        "y",
        "real",
        every(
            "s",
            "int",
            implies(conj(_j >= 0, _j + 1 <= n, cube(_y), *premise(_j, _y)), conclusion(_j, _y)),
        ),
    )


FREEZE = step_formula(lambda i, y: [so_far(i)], frozen)


def freeze_script() -> Node:
    y, i, u, c, w = (var(f"v{x}") for x in "yiucw")
    there = moved(y, i + 1, u)
    formula = times_exponentials(cell_domain(i, there), value)

    def inside(p: Term, z: Term) -> Callable[[Node], Node]:
        def go(then: Node) -> Node:
            then = fact(HEAD, [z, p, i, u], then, given())
            then = fact(TAIL, [z, y, i, u], then, given())
            return fact(RCUBE, [z, i + 1, u], then, given())

        return go

    part = Part(
        formula,
        [c, w],
        exponential(c, w, value),
        None,
        None,
        cell_domain(i, there),
        lambda p, z: (p, moved(z, i + 1, u)),
        inside,
    )
    goal = exponential(c, w, value_at(i, u))
    proof = _intros("v", "c w", reached(cell_domain(i + 1, y), goal, [part], "v"))
    proof = fact(so_far(i), [there], proof, given())
    proof = fact(RCUBE, [y, i + 1, u], proof, given())
    return _intros("v", "y i", intro("", intro("vu", intro("", proof))))


DECAY = step_formula(lambda i, y: [frozen(i, y)], decayed)


def decay_script() -> Node:
    y, i, u, a, b, c, w, h, N, m, top, M, R, A = (
        var(f"v{x}")
        for x in ("y", "i", "u", "a", "b", "c", "w", "h", "N", "m", "top", "M", "R", "A")
    )
    s = i + 1
    dom = cell_domain(s, y)
    f = value_at(i, u)

    def ex(p: Term) -> Term:
        return S.exp(a * X(p, s))

    def log(p: Term) -> Term:
        return S.log(1 - h * (b * ex(p)))

    def power(k: Term) -> Callable[..., Term]:
        return lambda p, z: S.exp(k * log(p)) * f(p, z)

    claim = times_exponentials(dom, power(m))

    def positive(p: Term, then: Node) -> Node:
        facts = [
            (
                ex(p) <= S.exp(a),
                fact(
                    MONO,
                    [a * X(p, s), a],
                    given(),
                    have(a * (1 - X(p, s)) >= 0, auto("a (1 - x)"), auto("a x <= a")),
                ),
            ),
            (
                b * ex(p) <= top,
                using(ex(p) <= S.exp(a), b > 0, top.equals(b * S.exp(a)), label="b e^(a x)"),
            ),
            (
                h * (b * ex(p)) <= Term("1/2"),
                using(b * ex(p) <= top, h > 0, h * top <= Term("1/2"), label="h b e^(a x)"),
            ),
            (1 - h * (b * ex(p)) > 0, auto("1 - h v > 0")),
        ]
        return fact(cube(p), [s], lemmas(facts, define(log(p).json, auto("log"), then)), given())

    def induction(c: Term, w: Term) -> tuple[Node, Node]:
        # k = 0
        def term0(p: Term, z: Term) -> Term:
            return c * S.exp(dot(w, p)) * f(p, z)

        def zero(p: Term, z: Term) -> Callable[[Node], Node]:
            whole = exponential(c, w, power(ZERO))(p, z)
            return lambda then: positive(
                p, have(whole.equals(term0(p, z)), equal(EXP0, label="k = 0"), then)
            )

        frozen_u = times_exponentials(dom, f)
        base = _intros(
            "y",
            "c w",
            reached(
                dom,
                exponential(c, w, power(ZERO)),
                [Part(frozen_u, [c, w], term0)],
                "x",
                before=zero,
                beside=lambda p, z: [exponential(c, w, power(ZERO))(p, z).equals(term0(p, z))],
            ),
        )
        # k + 1
        w2 = moved(w, s, X(w, s) + a)
        c2 = -(c * h * b)

        def first_part(p: Term, z: Term) -> Term:
            return exponential(c, w, power(m))(p, z)

        def second_part(p: Term, z: Term) -> Term:
            return exponential(c2, w2, power(m))(p, z)

        def whole(p: Term, z: Term) -> Term:
            return exponential(c, w, power(m + 1))(p, z)

        def joined(p: Term, z: Term) -> Json:
            return whole(p, z).equals(first_part(p, z) + second_part(p, z))

        def more(p: Term, z: Term) -> Callable[[Node], Node]:
            ell = log(p)
            P, Q, E, D = S.exp(m * ell), S.exp((m + 1) * ell), S.exp(dot(w, p)), S.exp(dot(w2, p))
            x = ex(p)

            def go(then: Node) -> Node:
                then = have(
                    joined(p, z),
                    fact(
                        SCAL,
                        [c, h, b, x, P, Q, E, D, f(p, z)],
                        auto("joined"),
                        node("both", auto("Q"), auto("D")),
                    ),
                    then,
                )
                q = Q.equals(P * (1 - h * (b * x)))
                then = have(
                    q,
                    axiom(
                        "exp-sum",
                        [m * ell, ell],
                        equal(
                            S.exp(m * ell + ell).equals(P * S.exp(ell)),
                            S.exp(ell).equals(1 - h * (b * x)),
                            label="Q",
                        ),
                    ),
                    then,
                )
                then = axiom("exp-log", [1 - h * (b * x)], then, 1)
                d = D.equals(E * x)
                shifted = dot(w, p) + a * X(p, s)
                dproof = fact(
                    SHIFT,
                    [w, a, p, s],
                    fact(
                        EXPEQ,
                        [dot(w2, p), shifted],
                        axiom("exp-sum", [dot(w, p), a * X(p, s)], auto("D")),
                        auto("w2"),
                    ),
                    given(),
                )
                then = have(d, dproof, then)
                return positive(p, then)

            return go

        parts = [Part(claim, [c, w], first_part), Part(claim, [c2, w2], second_part)]
        step = _intros(
            "y",
            "c w",
            reached(
                dom,
                exponential(c, w, power(m + 1)),
                parts,
                "x",
                before=more,
                beside=lambda p, z: [joined(p, z)],
            ),
        )
        return base, step

    base, step = induction(var("yc"), var("yw"))
    # the limit
    goal = exponential(c, w, decay(i, u, a, b))

    def at_end(p: Term, z: Term) -> Term:
        return exponential(c, w, power(N))(p, z)

    bound_f = bounded_at(n, y, M)
    e = var("ve")

    def limit_near(p: Term, z: Term) -> Json:
        return near(goal(p, z) - at_end(p, z), e / 2)

    def ending(p: Term, z: Term) -> Callable[[Node], Node]:
        v = b * ex(p)
        E, diff, fz = S.exp(dot(w, p)), S.exp(N * log(p)) - S.exp(-v), f(p, z)
        size = 2 * h * (top * top)
        C1, C2 = S.abs(c), S.abs(c) * S.exp(R)

        def go(then: Node) -> Node:
            done = have(
                limit_near(p, z),
                using(
                    near(c * E * fz * diff, C2 * S.abs(M) * size),
                    C2 * S.abs(M) * size <= e / 2,
                    label="the limit",
                ),
                then,
            )
            done = fact(PROD, [c * E * fz, C2 * S.abs(M), diff, size], done, given())
            done = fact(PROD, [c * E, C2, fz, S.abs(M)], done, given())
            done = fact(PROD, [c, C1, E, S.exp(R)], done, given())
            done = lemmas(
                [
                    (near(c, C1), case(S.abs(c).json, auto(), auto())),
                    (
                        near(E, S.exp(R)),
                        fact(MONO, [dot(w, p), R], node("both", auto("E"), auto("-E")), given()),
                    ),
                    (
                        near(fz, S.abs(M)),
                        fact(
                            bound_f,
                            [moved(z, s, u)],
                            case(S.abs(M).json, auto("f"), auto("f")),
                            node("both", given(), _coordinates(lambda ell: auto("no l"))),
                        ),
                    ),
                    (v >= 0, auto("v >= 0")),
                    (v * v <= top * top, auto("v^2")),
                    (2 * h * v * v <= size, using(v * v <= top * top, h > 0, label="h v^2")),
                ],
                fact(
                    POW,
                    [v, h, N],
                    have(
                        near(diff, size),
                        using(near(diff, 2 * h * v * v), 2 * h * v * v <= size, label="near"),
                        done,
                    ),
                    given(),
                ),
            )
            done = CUBE.at(lambda q: near(dot(w, q), R), (p,), done)
            done = fact(RCUBE, [z, s, u], done, given())
            return positive(p, done)

        return go

    def first(e: Term) -> Callable[[Node], Node]:
        def go(then: Node) -> Node:
            every_m = every("vm", "int", implies(m >= 0, claim))
            then = fact(every_m, [N], then, given())
            then = induct("vm", "0", claim, base, step, then)
            C2M = S.abs(c) * S.exp(R) * S.abs(M)
            then = have(
                C2M * (2 * h * (top * top)) <= e / 2,
                using(
                    A.equals(C2M),
                    N * e >= 4 * A * top * top,
                    h > 0,
                    (h * N).equals(1),
                    label="small",
                ),
                then,
            )
            then = have(
                h * top <= Term("1/2"),
                using(h > 0, (h * N).equals(1), N >= 2 * top, label="h top"),
                then,
            )
            then = choose(
                "vh",
                "real",
                conj(h > 0, (h * N).equals(1)),
                1 / N,
                have(1 / N > 0, auto(), node("both", auto(), auto())),
                then,
            )
            q = 4 * A * top * top / e
            whole_ = S.floor(q) + S.floor(2 * top) + 2
            then = choose(
                "vN",
                "int",
                conj(N > 0, N * e >= 4 * A * top * top, N >= 2 * top),
                whole_,
                lemmas(
                    [
                        (1 / e > 0, auto()),
                        (A * top * top >= 0, auto("A top^2")),
                        (q >= 0, auto("q")),
                        (whole_ >= q, auto("whole")),
                        ((whole_ - q) * e >= 0, auto()),
                    ],
                    node("both", auto("N"), auto("N e"), auto("N top")),
                ),
                then,
            )
            then = choose(
                "vA",
                "real",
                conj(A >= 0, A.equals(C2M)),
                C2M,
                node("both", auto("A"), auto("A")),
                then,
            )
            then = choose(
                "vtop",
                "real",
                conj(top > 0, top.equals(b * S.exp(a))),
                b * S.exp(a),
                node("both", auto("top"), auto("top")),
                then,
            )
            then = fact(BOUND, [w], obtain("vR", then))
            return fact(
                FBOUND,
                [n],
                fact(
                    implies(n <= n, every("y", "real", implies(cube(_y), bounded_from(n, _y)))),
                    [],
                    fact(
                        every("y", "real", implies(cube(_y), bounded_from(n, _y))),
                        [y],
                        obtain("vM", then),
                        given(),
                    ),
                    given(),
                ),
                given(),
            )

        return go

    part = Part(times_exponentials(dom, power(N)), [c, w], at_end)
    proof = reached(
        dom,
        goal,
        [part],
        "v",
        before=ending,
        beside=lambda p, z: [limit_near(p, z)],
        error=True,
        first=first,
    )
    proof = fact(frozen(i, y), [u], _intros("v", "c w", proof), given())
    return _intros("v", "y i", intro("", _intros("v", "u a b", intro("", proof))))


COORDINATE = step_formula(
    lambda i, y: [frozen(i, y), decayed(i, y)],
    lambda i, y: times_exponentials(cell_domain(i + 1, y), value),
)


def coordinate_script() -> Node:
    y, i, c, w, K, cell, gap, om0, lam, R, C0, e = (
        var(f"v{x}") for x in ("y", "i", "c", "w", "K", "cell", "gap", "om", "lam", "R", "C0", "e")
    )
    s = i + 1
    dom = cell_domain(s, y)
    om = C0 * om0
    j = var("vk")

    def factor(k: Term) -> Term:
        return S.exp(-(lam * ((2 * k - 1) * cell / 2)))

    def x(k: Term, p: Term) -> Term:
        return factor(k) * S.exp(lam * X(p, s))

    def q(k: Term, p: Term) -> Term:
        return lam * X(p, s) + -(lam * ((2 * k - 1) * cell / 2))

    def val(k: Term, p: Term, z: Term) -> Term:
        return exponential(c, w, value_at(i, k * cell))(p, z)

    def decays(k: Term, m: Term, p: Term, z: Term) -> Term:
        return exponential(c, w, decay(i, m * cell, lam, factor(k)))(p, z)

    def minus(k: Term, p: Term, z: Term) -> Term:
        return exponential(-c, w, value_at(i, k * cell))(p, z)

    def minus_decays(k: Term, m: Term, p: Term, z: Term) -> Term:
        return exponential(-c, w, decay(i, m * cell, lam, factor(k)))(p, z)

    goal = exponential(c, w, value)

    def steps(p: Term, z: Term) -> Steps:
        return Steps(
            lambda k: val(k, p, z),
            goal(p, z),
            lambda k: 1 - S.exp(-x(k, p)),
            X(p, s),
            K,
            cell,
            om,
            cell,
            ONE,
        )

    def term(k: Term, p: Term, z: Term) -> Term:
        return steps(p, z).term(k)

    # each summand is reached
    def frozen_at(k: Term) -> Json:
        return times_exponentials(dom, value_at(i, k * cell))

    def decayed_at(k: Term, m: Term) -> Json:
        return times_exponentials(dom, decay(i, m * cell, lam, factor(k)))

    def each() -> Node:
        k, before = j, j - 1
        parts = [
            Part(frozen_at(k), [c, w], lambda p, z: val(k, p, z)),
            Part(frozen_at(before), [-c, w], lambda p, z: minus(before, p, z)),
            Part(decayed_at(k, k), [-c, w], lambda p, z: minus_decays(k, k, p, z)),
            Part(decayed_at(k, before), [c, w], lambda p, z: decays(k, before, p, z)),
        ]
        proof = reached(dom, lambda p, z: term(k, p, z), parts, "x")
        for m in (k, before):
            proof = fact(decayed(i, y), [m * cell, lam, factor(k)], proof, given())
            proof = fact(frozen(i, y), [m * cell], proof, given())
        facts = [
            (k * cell <= 1, auto("k/K <= 1")),
            ((k - 1) * cell >= 0, auto("(k - 1)/K")),
            (k * cell >= 0, auto("k/K")),
            ((k - 1) * cell <= 1, auto("(k - 1)/K <= 1")),
        ]
        return intro("vk", intro("", lemmas(facts, proof)))

    # the five facts at a point
    def scaled_by(diff: Term, p: Term, then: Node) -> Node:
        """near(c E diff, om), from near(diff, om0)."""
        E = S.exp(dot(w, p))
        return fact(PROD, [c * E, C0, diff, om0], then, given())

    def jump(p: Term, z: Term) -> Node:
        k = j
        a, b = moved(z, s, k * cell), moved(z, s, (k - 1) * cell)
        diff = F(a) - F(b)
        end = scaled_by(diff, p, auto("jump"))
        end = fact(close_points(om0, gap), [a, b], end, node("both", given(), given(), given()))
        end = fact(RAPART, [z, s, k * cell, (k - 1) * cell, gap], end, given())
        for u in (k * cell, (k - 1) * cell):
            end = fact(RCUBE, [z, s, u], end, given())
        facts = [
            (k * cell <= 1, auto("k/K <= 1")),
            ((k - 1) * cell >= 0, auto("(k - 1)/K")),
            (k * cell >= 0, auto("k/K")),
            ((k - 1) * cell <= 1, auto("(k - 1)/K <= 1")),
            (near(k * cell - (k - 1) * cell, gap), node("both", auto("gap"), auto("-gap"))),
        ]
        return intro("vk", intro("", lemmas(facts, end)))

    def close(p: Term, z: Term) -> Node:
        k = j
        there = moved(z, s, k * cell)
        end = scaled_by(F(z) - F(there), p, auto("close"))
        end = fact(close_points(om0, gap), [z, there], end, node("both", given(), given(), given()))
        end = fact(APART, [z, s, k * cell, gap], end, given())
        end = fact(RCUBE, [z, s, k * cell], end, given())
        facts = [
            (k * cell <= 1, auto("k/K <= 1")),
            (k * cell >= 0, auto("k/K")),
            (near(X(z, s) - k * cell, gap), node("both", auto("gap"), auto("-gap"))),
        ]
        end = fact(head(s, z, p), [s], lemmas(facts, end), given())
        return intro("vk", intro("", intro("", end)))

    def gompertz(k: Term, p: Term, then: Node) -> Node:
        """What is known of the step, with x = e^q."""
        some = fact(GOM, [q(k, p), x(k, p), K, cell], then, given())
        eq = x(k, p).equals(S.exp(q(k, p)))
        return axiom(
            "exp-sum",
            [lam * X(p, s), -(lam * ((2 * k - 1) * cell / 2))],
            have(eq, auto("x = e^q"), some),
        )

    def side(p: Term, up: bool) -> Node:
        k = j
        t = X(p, s)
        y_ = S.exp(-x(k, p))
        if up:
            far = lam * (t - k * cell) >= 0
            part = implies(q(k, p) >= K, near(y_, cell))
            moved_ = (far, using(t >= k * cell, lam > 0, label="lam"))
            beyond = (q(k, p) >= K, using(far, (lam * cell).equals(2 * K), label="q >= K"))
        else:
            far = lam * ((k - 1) * cell - t) >= 0
            part = implies(q(k, p) <= -K, near(1 - y_, cell))
            moved_ = (far, using(t <= (k - 1) * cell, lam > 0, label="lam"))
            beyond = (q(k, p) <= -K, using(far, (lam * cell).equals(2 * K), label="q <= -K"))
        end = gompertz(k, p, lemmas([moved_, beyond], fact(part, [], auto("step"), given())))
        return intro("vk", intro("", intro("", end)))

    def size(p: Term) -> Node:
        return intro("vk", intro("", gompertz(j, p, auto("size"))))

    def before(p: Term, z: Term) -> Callable[[Node], Node]:
        st = steps(p, z)
        E = S.exp(dot(w, p))

        def go(then: Node) -> Node:
            five = lemmas(
                [
                    (st.jump(), jump(p, z)),
                    (st.high(), side(p, True)),
                    (st.low(), side(p, False)),
                    (st.size(), size(p)),
                    (st.close(), close(p, z)),
                ],
                st.have("u", then),
            )
            big = have(near(c * E, C0), auto("c E"), five)
            big = fact(PROD, [c, S.abs(c), E, S.exp(R)], big, given())
            big = lemmas(
                [
                    (near(c, S.abs(c)), case(S.abs(c).json, auto(), auto())),
                    (
                        near(E, S.exp(R)),
                        fact(MONO, [dot(w, p), R], node("both", auto("E"), auto("-E")), given()),
                    ),
                ],
                big,
            )
            big = CUBE.at(lambda r: near(dot(w, r), R), (p,), big)
            return fact(cube(p), [s], big, given())

        return go

    e = var("ve")

    def first(e: Term) -> Callable[[Node], Node]:
        def go(then: Node) -> Node:
            then = have(reach_each(dom, term, ONE, K), each(), have_sum(dom, term, K, "y", then))
            then = fact(frozen(i, y), [ZERO * cell], then, given())
            then = lemmas(
                [
                    (cell >= 0, given()),
                    (K * cell <= 1, auto("K/K")),
                    (om >= 0, auto("om >= 0")),
                    (3 * om <= e / 2, auto("3 om")),
                    (K > 0, auto("K")),
                    (cell * (1 + K) >= 1, auto("cell (1 + K)")),
                    (ONE >= 0, auto("1")),
                ],
                then,
            )
            then = choose(
                "vlam",
                "real",
                conj(lam > 0, (lam * cell).equals(2 * K)),
                2 * K * K,
                node("both", auto("lam"), equal((cell * K).equals(1), label="lam")),
                then,
            )
            then = have_cells(K, cell, gap, then)
            then = fact(UNIFORM, [om0], obtain("vgap", then), given())
            size = C0 + 1
            then = choose(
                "vom",
                "real",
                conj(om0 > 0, 6 * size * om0 <= e),
                e / (6 * size),
                have(1 / size > 0, auto("size"), node("both", auto(), auto())),
                then,
            )
            then = have(size > 0, auto("size"), then)
            bound = S.abs(c) * S.exp(R)
            then = choose(
                "vC0",
                "real",
                conj(C0 >= 0, C0.equals(bound)),
                bound,
                node("both", auto("C0"), auto("C0")),
                then,
            )
            return fact(BOUND, [w], obtain("vR", then))

        return go

    parts = [
        Part(frozen_at(ZERO), [c, w], lambda p, z: val(ZERO, p, z)),
        Part(reach(dom, lambda p, z: steps(p, z).total(K)), [], lambda p, z: steps(p, z).total(K)),
    ]
    proof = reached(
        dom,
        goal,
        parts,
        "v",
        before=before,
        beside=lambda p, z: [steps(p, z).shown(), 3 * om <= e / 2],
        error=True,
        first=first,
    )
    return _intros("v", "y i", intro("", _intros("v", "c w", proof)))


ALL = every("s", "int", implies(_j >= 0, implies(_j <= n, so_far(_j))))


def all_script() -> Node:
    m, v, c, w = (var(f"v{x}") for x in ("m", "v", "c", "w"))
    claim = implies(m <= n, so_far(m))
    dom = cell_domain(ZERO, v)

    def before(p: Term, z: Term) -> Callable[[Node], Node]:
        return lambda then: fact(SAME, [v, z], then, given())

    def equal_(p: Term, z: Term) -> Json:
        return (c * S.exp(dot(w, p)) * F(z)).equals(c * F(v) * S.exp(dot(w, p)))

    def joined(p: Term, z: Term) -> Json:
        return lambda then: fact(
            SAME, [v, z], have(equal_(p, z), equal(F(z).equals(F(v)), label="F"), then), given()
        )

    part = Part(
        EXP,
        [c * F(v), w],
        lambda p: c * F(v) * S.exp(dot(w, p)),
        None,
        None,
        CUBE,
        lambda p, z: (p,),
    )
    base = intro(
        "",
        intro(
            "vv",
            intro(
                "",
                _intros(
                    "v",
                    "c w",
                    reached(
                        dom,
                        exponential(c, w, value),
                        [part],
                        "v",
                        before=joined,
                        beside=lambda p, z: [equal_(p, z)],
                    ),
                ),
            ),
        ),
    )
    step = intro(
        "",
        fact(
            claim,
            [],
            intro(
                "vv",
                intro(
                    "",
                    fact(
                        FREEZE,
                        [v, m],
                        fact(DECAY, [v, m], fact(COORDINATE, [v, m], given(), given()), given()),
                        given(),
                    ),
                ),
            ),
            given(),
        ),
    )
    end = intro(
        "vs",
        intro("", fact(every("vm", "int", implies(m >= 0, claim)), [var("vs")], given(), given())),
    )
    return induct("vm", "0", claim, base, step, end)


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


def show_script() -> Node:
    o, m, q, h, p = (var(f"v{x}") for x in ("o", "m", "q", "h", "p"))
    zero = every("l", "int", implies(index(_l), X(o, _l).equals(0)))
    flat = every("p", "real", dot(o, _p).equals(0))

    def flat_script() -> Node:
        claim = implies(m <= n, dot(o, p, m).equals(0))
        step = intro(
            "",
            fact(
                claim,
                [],
                fact(
                    zero,
                    [m + 1],
                    both_sums("unfold", [dot(o, p, m + 1)], auto("one more")),
                    given(),
                ),
                given(),
            ),
        )
        base = intro("", both_sums("empty", [dot(o, p, ZERO)], auto("0")))
        end = fact(
            every("vm", "int", implies(m >= 0, claim)),
            [n],
            fact(put(claim, "vm", n), [], given(), given()),
            given(),
        )
        return intro("vp", induct("vm", "0", claim, base, step, end))

    dom = cell_domain(n, o)
    final = exponential(ONE, o, value)
    added_ = added_near(q, h, final, eps / 2)

    def at(p: Term) -> Node:
        E = S.exp(dot(o, p))
        gap = S.abs(network(h, p) - F(p))
        leaf = case(gap.json, auto("near"), auto("near"))
        one = have(
            E.equals(1),
            auto("E"),
            have((ONE * E * F(p)).equals(F(p)), equal(E.equals(1), label="E F"), leaf),
        )
        one = fact(flat, [p], fact(EXPEQ, [dot(o, p), ZERO], one, given()))
        here = node(
            "both",
            given(),
            given(),
            intro("vl", intro("", auto("equal"))),
            intro("vl", intro("", auto("no l"))),
        )
        one = fact(dom.on(added_), [p, p], one, here)
        return CUBE.at(lambda p: network(q, p).equals(0), (p,), one)

    proof = node("some", CUBE.taken("v", at), **{"is": "vh"})
    reach_ = times_exponentials(dom, value)
    proof = fact(reach_, [ONE, o, q, eps / 2], obtain("vh", proof), given())
    from proofs.library.vectors import opened

    proof = opened(EMPTY, "vq", proof)
    proof = fact(so_far(n), [o], proof, given())
    proof = fact(ALL, [n], fact(implies(n <= n, so_far(n)), [], proof, given()), given())
    in_cube = intro("vl", intro("", fact(zero, [var("vl")], auto("0"), given())))
    proof = lemmas([(cube(o), in_cube), (flat, flat_script())], proof)
    return opened(ORIGIN, "vo", proof)


def density_script() -> Node:
    """Proof of :data:`SHOW` from the hypotheses; the unit is bounded, with the limits 0 and 1."""
    steps: list[tuple[Json, Node]] = [
        (PROD, product_script()),
        (EXPL, expl_script()),
        (LINEAR, linear_script()),
        (SHIFT, shift_script()),
        (BOUND, bound_script()),
        (UNITS, units_script()),
        (CONST, const_script()),
        (EXP, exp_script()),
        (RCUBE, rcube_script()),
        (RAPART, rapart_script()),
        (APART, apart_script()),
        (TAIL, tail_script()),
        (TAIL_HERE, tail_here_script()),
        (HEAD, head_script()),
        (SAME, same_script()),
        (ORIGIN, origin_script()),
        (UNIFORM, heine_script()),
        (FBOUND, fbound_script()),
        (MONO, mono_script()),
        (EXPEQ, expeq_script()),
        (EXP0, exp0_script()),
        (GOM, gom_script()),
        (POW, pow_script()),
        (SCAL, scal_script()),
        (FREEZE, freeze_script()),
        (DECAY, decay_script()),
        (COORDINATE, coordinate_script()),
        (ALL, all_script()),
    ]
    return lemmas(steps, show_script())
