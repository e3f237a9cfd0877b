"""Sums of units near exponentials: c e^(w^T x) is reached, for every c and w.

K steep units stand for K steps of the exponential on |w^T x| <= R.  Besides, what products of
exponentials need: e^(w^T x) e^(a x_i) is of the same kind, and (1 - v/N)^N is near e^(-v).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from constructions.terms import Json, Term, conj, every, exists, implies, total, var
from proofs.library.exponential import axiom
from proofs.library.vectors import both_sums, fact, opened, put
from proofs.pln.density.numbered_points import (
    CUBE,
    KEPT,
    REPLACED,
    X,
    added,
    both_near,
    cube,
    dot,
    equal,
    index,
    intros,
    moved,
    n,
    scaled,
)
from proofs.pln.density.steps import (
    PROD,
    Part,
    Steps,
    have_sum,
    names,
    near,
    network,
    reach,
    reach_each,
    reached,
)
from proofs.pln.steps_of_ramp import Unit, bounded, choose, limit, obtain
from proofs.pln.symbols import ONE, ZERO, S
from proofs.trees.leaves import given, using
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
    split,
)

_p = var("p")
_w = var("w")
_l = var("l")
_i = var("i")
_u = var("u")
_h = var("h")
_a = var("a")
_b = var("b")
_c = var("c")
_A = var("A")
_B = var("B")
_x = var("x")
_o = var("o")
_q = var("q")
_T = var("T")
_N = var("N")
_P = var("P")
_Q = var("Q")
_E = var("E")
_D = var("D")
_eta = var("eta")


# --- scalars ----
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
    eA = S.exp(A)

    def line(u: Term, v: Term, then: Node) -> Node:  # e^u - e^v <= e^u (u - v)
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

    def sums(high: Term) -> list[Term]:
        return [scaled(a, w, p, high), dot(w, p, high)]

    claim = sums(m)[0].equals(a * sums(m)[1])
    base = both_sums("empty", sums(ZERO), auto("0"))
    step = both_sums("unfold", sums(m + 1), auto("one more"))
    every_m = every("tm", "int", implies(m >= 0, claim))
    end = fact(every_m, [n], auto("all"), auto("n >= 0"))
    return intro("ta", intro("tw", intro("tp", induct("tm", "0", claim, base, step, end))))


SHIFT = names(
    "w",
    "u",
    "p",
    "i: int",
    body=implies(
        index(_i),
        total("l", 1, n, X(moved(_w, _i, X(_w, _i) + _u), _l) * X(_p, _l)).equals(
            total("l", 1, n, X(_w, _l) * X(_p, _l)) + _u * X(_p, _i)
        ),
    ),
)


def shift_script() -> Node:
    w, u, p, i, m = (var(f"t{x}") for x in "wupim")
    w2 = moved(w, i, X(w, i) + u)

    def sums(high: Term) -> list[Term]:
        return [dot(w2, p, high), dot(w, p, high)]

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
    w, m = var("tw"), var("tm")

    def size(high: Term) -> Term:
        return total("i", 1, high, S.abs(X(w, _i)))

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

    def inside(q: Term) -> Node:
        x = X(q, at)
        nearer = near(X(w, at) * x, a)
        facts = have(
            nearer,
            case(a.json, auto("|w| x"), auto("|w| x")),
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


@dataclass(frozen=True)
class Units:
    """What is added to a network: c ``unit``(t), for a bounded function with the limits 0 and 1."""

    unit: Unit

    @property
    def reached(self) -> Json:
        """c unit(a w^T x + b) is reached."""
        body = reach(CUBE, lambda p: _c * self.unit(_a * dot(_w, p) + _b))
        return names("c", "a", "w", "b", body=body)

    def script(self) -> Node:
        """Proof of :attr:`reached` where :func:`added` and :data:`LINEAR` are known."""
        c, a, w, b, g, h = (var(f"v{x}") for x in "cawbgh")

        def grown(p: Term) -> Json:
            return network(h, p).equals(network(g, p) + c * self.unit(scaled(a, w, p) + b))

        def at(p: Term) -> Node:
            value, wanted = self.unit(scaled(a, w, p) + b), self.unit(a * dot(w, p) + b)
            unit = node("same", auto("argument"), auto("the unit"), first=value, second=wanted)
            return CUBE.at(grown, (p,), fact(LINEAR, [a, w, p], unit))

        shown = node("some", CUBE.taken("v", at), **{"is": "vh"})
        one_more = fact(added(self.unit), [g, c, a, w, b], obtain("vh", shown))
        return intros("v", "c a w b", intro("vg", intro("ve", intro("", one_more))))

    def _gap(self, c: Term) -> Term:
        return c * (self.unit(var("vT") + 1) - 1)

    def _right(self, c: Term) -> Callable[[Term], Callable[[Node], Node]]:
        """A number vT for every e, at vT + 1 c sigma is within e/2 of c."""
        T, share = var("vT"), var("vs")
        gap, size = self.unit(T + 1) - 1, S.abs(c) + 1
        far = every("u", "real", implies(_u > T, S.abs(self.unit(_u) - 1) < share))

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
                part = choose(
                    "vs",
                    "real",
                    conj(share > 0, share * size * 2 <= e),
                    e / (2 * size),
                    have(1 / size > 0, auto("size"), node("both", auto(), auto())),
                    fact(limit(self.unit, 1), [share], used, given()),
                )
                return have(size > 0, auto("|c| + 1 > 0"), part)

            return chosen

        return first

    def constant_script(self) -> Node:
        """Proof of :data:`CONST` from :attr:`reached`: c sigma(T + 1) is near c."""
        c, T = var("vc"), var("vT")

        def unit(p: Term) -> Term:
            return c * self.unit(ZERO * dot(ZERO, p) + (T + 1))

        proof = reached(
            CUBE,
            lambda p: c,
            [Part(self.reached, [c, ZERO, ZERO, T + 1], unit)],
            "v",
            beside=lambda p: [near(self._gap(c), var("ve") / 2)],
            error=True,
            first=self._right(c),
        )
        return intro("vc", proof)


CONST = names("c", body=reach(CUBE, lambda p: _c))
EXP = names("c", "w", body=reach(CUBE, lambda p: _c * S.exp(dot(_w, p))))


def exp_script(units: Units) -> Node:
    unit = units.unit
    c, w, R, B, rho, L, K, cell, T1, T2, lam, e = (
        var(f"v{x}") for x in ("c", "w", "R", "B", "rho", "L", "K", "cell", "x", "y", "lam", "e")
    )
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
            val, c * S.exp(d), lambda k: unit(a * d + shift(k)), (d + R) * rho, K, cell, om, cell, B
        )

    j = var("vk")

    def expl(x: Term, y: Term, then: Node) -> Node:
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
                    auto("k/K <= 1"),
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
        return intro("vk", intro("", in_cells(expl(x, y, end))))

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
            expl(x, y, end),
        )
        return intro("vk", intro("", intro("", in_cells(facts))))

    def high(p: Term) -> Node:
        st = steps(p)
        arg = a * dot(w, p) + shift(j)
        u = var("u")
        beyond = every("u", "real", implies(u > T1, S.abs(unit(u) - 1) < cell))
        same = arg.equals(lam * (st.t - (2 * j - 1) * cell / 2))
        facts = [
            (same, equal((rho * (2 * R)).equals(1), label="arg")),
            (lam * (st.t - j * cell) >= 0, using(st.t >= j * cell, lam > 0, label="lam")),
            (
                arg > T1,
                using(same, lam * (st.t - j * cell) >= 0, lam * cell / 2 > T1, label="beyond"),
            ),
        ]
        end = fact(beyond, [arg], case(S.abs(unit(arg) - 1).json, auto(), auto()), given())
        return intro("vk", intro("", intro("", lemmas(facts, end))))

    def low(p: Term) -> Node:
        st = steps(p)
        arg = a * dot(w, p) + shift(j)
        u = var("u")
        beyond = every("u", "real", implies(u < -T2, S.abs(unit(u)) < cell))
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
        end = fact(beyond, [arg], case(S.abs(unit(arg)).json, auto(), auto()), given())
        return intro("vk", intro("", intro("", lemmas(facts, end))))

    def size(p: Term) -> Node:
        arg = a * dot(w, p) + shift(j)
        u = var("u")
        bnd = every("u", "real", S.abs(unit(u)) <= B)
        return intro("vk", intro("", fact(bnd, [arg], case(S.abs(unit(arg)).json, auto(), auto()))))

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
        body = fact(units.reached, [val(j) - val(j - 1), a, w, shift(j)], given())
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
                    (jumps, jump()),
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
                sides,
                then,
            )
            then = fact(limit(unit, -1), [cell], obtain("vy", then), given())
            then = fact(limit(unit, 1), [cell], obtain("vx", then), given())
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
                every("u", "real", S.abs(unit(u)) <= B),
                [ZERO],
                have(B >= 0, case(S.abs(unit(ZERO)).json, auto(), auto()), then),
            )
            return opened(bounded(unit), "vB", pos)

        return go

    jumps = Steps(val, c, unit, c, K, cell, om, cell, B).jump()
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


# --- exponentials --------------------------------------------------------------------------------

MONO = names("a", "b", body=implies(_a <= _b, S.exp(_a) <= S.exp(_b)))


def mono_script() -> Node:
    a, b = var("sa"), var("sb")
    end = have(
        S.exp(b - a) >= 1, axiom("exp-line", [b - a], auto("1 <= e^(b - a)")), auto("e^a <= e^b")
    )
    return intros("s", "a b", intro("", axiom("exp-sum", [a, b - a], end)))


EXPEQ = names("a", "b", body=implies(_a.equals(_b), S.exp(_a).equals(S.exp(_b))))


def expeq_script() -> Node:
    a, b = var("sa"), var("sb")
    return intros(
        "s",
        "a b",
        intro(
            "", fact(MONO, [a, b], fact(MONO, [b, a], node("both", auto(), auto()), auto()), auto())
        ),
    )


EXP0 = S.exp(ZERO).equals(1)


def exp0_script() -> Node:
    return axiom("exp-sum", [ZERO, ZERO], auto("e^0 = 1"))


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
    return intros("s", "q x T eta", intro("", proof))


POW = names(
    "o",
    "h",
    "N",
    body=implies(
        conj(_o >= 0, _h > 0, _N > 0, (_h * _N).equals(1), _h * _o <= Term("1/2")),
        near(S.exp(_N * S.log(1 - _h * _o)) - S.exp(-_o), 2 * _h * _o * _o),
    ),
)


def pow_script() -> Node:
    v, h, N = (var(f"s{x}") for x in "vhN")
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
                auto("N l + v"),
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
    return intros("s", "v h N", intro("", proof))


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
    return intros("s", "c h b x P Q E D u", intro("", proof))
