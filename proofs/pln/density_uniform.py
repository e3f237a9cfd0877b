"""Density in C([0, 1]^n) from the units alone."""

from __future__ import annotations

from constructions.terms import Json, Term, app, conj, every, exists, implies, total, var
from proofs.library.vectors import both_sums, fact, put
from proofs.methods.leaves import given, using
from proofs.methods.script import (
    Node, auto, case, define, have, induct, intro, lemmas, node, same, split, statement,
)
from proofs.library.exponential import axiom
from proofs.pln.density_steps import (
    PROD, Domain, Part, Steps, product_script, have_sum, names, near, network, reach, reach_each, reached,
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
REPLACED = every("y", "real", every("i", "int", every("u", "real", implies(
    index(_i), X(moved(_y, _i, _u), _i).equals(_u)))))
KEPT = every("y", "real", every("i", "int", every("u", "real", every("l", "int", implies(
    conj(index(_i), index(_l), _l.differs(_i)), X(moved(_y, _i, _u), _l).equals(X(_y, _l)))))))


def apart(first: Term, second: Term, gap: Term) -> Json:
    """No coordinates of the two points are further apart than this."""
    return every("l", "int", implies(index(_l), near(X(first, _l) - X(second, _l), gap)))


def close_points(omega: Term, gap: Term) -> Json:
    """At points of the cube that are at most ``gap`` apart, F differs by at most omega."""
    return names("y", "z", body=implies(
        conj(cube(_y), cube(_z), apart(_y, _z, gap)), near(F(_y) - F(_z), omega)))


UNIFORM = names("omega", body=implies(
    _omega > 0, exists("gap", "real", conj(_gap > 0, close_points(_omega, _gap)))))
EMPTY = exists("g", "real", CUBE.on(lambda p: network(_g, p).equals(0)))


def added(unit: Unit) -> Json:
    """To each network each unit may be added."""
    grown = exists("h", "real", CUBE.on(lambda p: network(_h, p).equals(
        network(_g, p) + _c * unit(scaled(_a, _w, p) + _b))))
    return names("g", "c", "a", "w", "b", body=grown)


SHOW = exists("g", "real", CUBE.on(lambda p: S.abs(network(_g, p) - F(p)) < eps))

# --- scalars ----
_A, _B, _x, _v = var("A"), var("B"), var("x"), var("v")
EXPL = names("A", "a", "b", "B", body=implies(
    conj(_a <= _A, _b <= _A, near(_a - _b, _B)), near(S.exp(_a) - S.exp(_b), S.exp(_A) * _B)))


def expl_script() -> Node:
    A, a, b, B = (var(f"s{x}") for x in "AabB")
    ea, eb, eA = S.exp(a), S.exp(b), S.exp(A)
    def line(u, v, then):  # e^u - e^v <= e^u (u - v)
        f = S.exp(u) - S.exp(v) <= S.exp(u) * (u - v)
        return have(f, axiom("exp-sum", [u, v - u], axiom("exp-line", [v - u], auto("line"))), then)
    def below(u, then):
        f = S.exp(u) <= eA
        return have(f, axiom("exp-sum", [u, A - u], axiom("exp-line", [A - u], auto("below"))), then)
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


SHIFT = every("w", "real", every("u", "real", every("p", "real", every("i", "int", implies(
    index(_i),
    total("l", 1, n, X(moved(_w, _i, X(_w, _i) + _u), _l) * X(_p, _l)).equals(
        total("l", 1, n, X(_w, _l) * X(_p, _l)) + _u * X(_p, _i)))))))


def shift_script() -> Node:
    w, u, p, i, m = (var(f"t{x}") for x in "wupim")
    w2 = moved(w, i, X(w, i) + u)
    sums = lambda high: [dot(w2, p, high), dot(w, p, high)]
    claim = implies(m <= n, conj(
        implies(m < i, sums(m)[0].equals(sums(m)[1])),
        implies(m >= i, sums(m)[0].equals(sums(m)[1] + u * X(p, i)))))
    base = intro("", both_sums("empty", sums(ZERO), node("both", intro("", auto()), intro("", auto()))))
    at = m + 1
    lo, hi = put(claim, "tm", m)[2][1:]
    # coordinate at: i or another
    this = node("same", auto("index"), node("same", auto("index"), node("same", auto("index"),
        fact(REPLACED, [w, i, X(w, i) + u], fact(lo, [], node("both", intro("", auto()), intro("", auto("here"))), auto("m < i")), auto("in range")),
        first=X(p, at), second=X(p, i)), first=X(w, at), second=X(w, i)), first=X(w2, at), second=X(w2, i))
    kept = X(w2, at).equals(X(w, at))
    before = fact(KEPT, [w, i, X(w, i) + u, at], fact(lo, [], node("both", intro("", auto("before")), intro("", auto())), auto("m < i")), auto("other"))
    after = fact(KEPT, [w, i, X(w, i) + u, at], fact(hi, [], node("both", intro("", auto()), intro("", auto("after"))), auto("m >= i")), auto("other"))
    lower = split((at - i).json, this, before)
    whole = split((m - i).json, after, lower)
    step = intro("", fact(claim, [], both_sums("unfold", sums(at), whole), auto("m <= n")))
    every_m = every("tm", "int", implies(m >= 0, claim))
    atn = put(claim, "tm", n)
    end = fact(every_m, [n], fact(atn, [], fact(atn[2][2], [], auto("all"), auto("n >= i")), auto("n <= n")), auto("n >= 0"))
    body = induct("tm", "0", claim, base, step, end)
    return intro("tw", intro("tu", intro("tp", intro("ti", intro("", body)))))


BOUND = names("w", body=exists("B", "real", conj(_B > 0, CUBE.on(lambda p: near(dot(_w, p), _B)))))


def bound_script() -> Node:
    w, p, m, B = (var(f"t{x}") for x in "wpmB")
    size = lambda high: total("i", 1, high, S.abs(X(w, _i)))
    claim = implies(m <= n, conj(size(m) >= 0, CUBE.on(lambda q: near(dot(w, q, m), size(m)))))
    base = intro("", both_sums("empty", [size(ZERO)], node("both", auto("0"), CUBE.taken("t", lambda q: both_sums("empty", [dot(w, q, ZERO)], auto("0"))))))
    at = m + 1
    a = S.abs(X(w, at))
    def inside(q):
        x = X(q, at)
        nearer = near(X(w, at) * x, a)
        old = fact(PROD, [X(w, at), a, x, ONE], using(near(X(w, at) * x, a * 1), near(dot(w, q, m), size(m)), recent=1), )
        facts = have(nearer, fact(PROD, [X(w, at), a, x, ONE], auto("product"), node("both", auto(), auto(), auto(), auto())) if False else
                     case(a.json, auto("|w| x"), auto("|w| x")),
                     both_sums("unfold", [dot(w, q, at)], auto("one more")))
        return fact(cube(q), [at], CUBE.at(lambda q: near(dot(w, q, m), size(m)), (q,), facts), auto("index"))
    more = node("both", auto("sum"), CUBE.taken("t", inside))
    step = intro("", fact(claim, [], both_sums("unfold", [size(at)], more), auto("m <= n")))
    every_m = every("tm", "int", implies(m >= 0, claim))
    last = CUBE.taken("t", lambda q: CUBE.at(lambda q: near(dot(w, q), size(n)), (q,), auto("bound")))
    end = fact(every_m, [n], fact(put(claim, "tm", n), [], node("some", node("both", auto("> 0"), last), **{"is": (size(n) + 1).json}), auto("n <= n")), auto("n >= 0"))
    return intro("tw", induct("tm", "0", claim, base, step, end))


SORTS = {"n": "int", "eps": "real"}
FUNCTIONS = {"sig": 1, "X": 2, "r": 3, "F": 1, "G": 2}
GIVEN = [eps > 0, n >= 0, bounded(sig), limit(sig, 1), limit(sig, -1), REPLACED, KEPT, UNIFORM, EMPTY, added(sig)]


UNITS = names("c", "a", "w", "b", body=reach(CUBE, lambda p: _c * sig(_a * dot(_w, p) + _b)))


def units_script() -> Node:
    c, a, w, b, g, h = (var(f"v{x}") for x in "cawbgh")
    def at(p):
        value, wanted = sig(scaled(a, w, p) + b), sig(a * dot(w, p) + b)
        end = fact(LINEAR, [a, w, p], node("same", auto("argument"), auto("the unit"), first=value, second=wanted))
        return CUBE.at(lambda p: network(h, p).equals(network(g, p) + c * sig(scaled(a, w, p) + b)), (p,), end)
    shown = node("some", CUBE.taken("v", at), **{"is": "vh"})
    proof = intro("vg", intro("ve", intro("", fact(added(sig), [g, c, a, w, b], obtain("vh", shown)))))
    for x in "bwac":
        proof = intro(f"v{x}", proof)
    return proof


CONST = names("c", body=reach(CUBE, lambda p: _c))


def const_script() -> Node:
    c, T = var("vc"), var("vT")
    gap = sig(T + 1) - 1
    def first(e):
        share = var("vs")
        small = near(c * gap, e / 2)
        def go(then):
            far = limit_at(share)
            prod = fact(PROD, [c, S.abs(c), gap, share], have(small, auto("c gap"), then), node("both", *[node("both", given(), given())] * 2))
            inner = have(near(gap, share), case(S.abs(gap).json, auto(), auto()), have(
                near(c, S.abs(c)), case(S.abs(c).json, auto(), auto()), prod))
            used = fact(limit(sig, 1), [share], obtain("vT", fact(far, [T + 1], inner, auto("T + 1 > T"))), given())
            size = S.abs(c) + 1
            chosen = choose("vs", "real", conj(share > 0, share * size * 2 <= e), e / (2 * size),
                            have(1 / size > 0, auto("size"), node("both", auto(), auto())), used)
            return have(size > 0, auto(), chosen)
        return go
    def limit_at(share):
        u = var("u")
        return every("u", "real", implies(u > T, S.abs(sig(u) - 1) < share))
    part = Part(UNITS, [c, ZERO, ZERO, T + 1], lambda p: c * sig(ZERO * dot(ZERO, p) + (T + 1)))
    e = var("ve")
    return intro("vc", reached(CUBE, lambda p: c, [part], "v", beside=lambda p: [near(c * gap, e / 2)], error=True, first=first))


EXP = names("c", "w", body=reach(CUBE, lambda p: _c * S.exp(dot(_w, p))))


def both_near() -> Node:
    return node("both", *[node("both", given(), given())] * 2)


def equal(*facts: Json, label: str) -> Node:
    """A leaf for an equation, in two parts."""
    return node("both", using(*facts, label=label), using(*facts, label=label))


def exp_script() -> Node:
    c, w, R, B, rho, L, K, cell, T1, T2, lam, e = (
        var(f"v{x}") for x in ("c", "w", "R", "B", "rho", "L", "K", "cell", "x", "y", "lam", "e"))
    k = var("k")
    om = L * (2 * R * cell)
    def place(k): return 2 * R * k * cell - R
    def val(k): return c * S.exp(place(k))
    a = lam * rho
    def shift(k): return lam * (Term("1/2") - (2 * k - 1) * cell / 2)
    def steps(p):
        d = dot(w, p)
        return Steps(val, c * S.exp(d), lambda k: sig(a * d + shift(k)), (d + R) * rho, K, cell, om, cell, B)
    j = var("vk")
    def expl(x, y, then, goal):
        diff = S.exp(x) - S.exp(y)
        size = S.exp(R) * (2 * R * cell)
        after = fact(PROD, [c, S.abs(c), diff, size], then, both_near())
        known = have(near(c, S.abs(c)), case(S.abs(c).json, auto(), auto()), after)
        prem = node("both", auto("x <= R"), auto("y <= R"), node("both", auto("gap +"), auto("gap -")))
        return fact(EXPL, [R, x, y, 2 * R * cell], known, prem)
    def in_cells(then):
        return lemmas([(j * cell <= 1, using(cell * K == 1, cell > 0, j <= K, label="k/K <= 1") if False else auto("k/K <= 1")),
                       (R * (1 - j * cell) >= 0, auto("R (1 - k/K)")), (R * cell > 0, auto("R/K"))], then)
    eq = L.equals(S.abs(c) * S.exp(R))
    def scaled_near(x, y):
        return near(c * (S.exp(x) - S.exp(y)), S.abs(c) * (S.exp(R) * (2 * R * cell)))
    def jump():
        x, y = place(j), place(j - 1)
        end = using(scaled_near(x, y), eq, label="jump")
        return intro("vk", intro("", in_cells(expl(x, y, end, None))))
    def close(p):
        x, y = dot(w, p), place(j)
        end = using(scaled_near(x, y), eq, label="close")
        t = steps(p).t
        facts = lemmas([
            ((x - y).equals(2 * R * (t - j * cell)), equal((rho * (2 * R)).equals(1), label="z")),
            (near(x - y, 2 * R * cell), using((x - y).equals(2 * R * (t - j * cell)), near(t - j * cell, cell), R > 0, label="gap")),
        ], expl(x, y, end, None))
        return intro("vk", intro("", intro("", in_cells(facts))))
    def high(p):
        st = steps(p)
        arg = a * dot(w, p) + shift(j)
        u = var("u")
        beyond = every("u", "real", implies(u > T1, S.abs(sig(u) - 1) < cell))
        same = arg.equals(lam * (st.t - (2 * j - 1) * cell / 2))
        facts = [(same, equal((rho * (2 * R)).equals(1), label="arg")),
                 (lam * (st.t - j * cell) >= 0, using(st.t >= j * cell, lam > 0, label="lam")),
                 (arg > T1, using(same, lam * (st.t - j * cell) >= 0, lam * cell / 2 > T1, label="beyond"))]
        end = fact(beyond, [arg], case(S.abs(sig(arg) - 1).json, auto(), auto()), given())
        return intro("vk", intro("", intro("", lemmas(facts, end))))
    def low(p):
        st = steps(p)
        arg = a * dot(w, p) + shift(j)
        u = var("u")
        beyond = every("u", "real", implies(u < -T2, S.abs(sig(u)) < cell))
        same = arg.equals(lam * (st.t - (2 * j - 1) * cell / 2))
        facts = [(same, equal((rho * (2 * R)).equals(1), label="arg")),
                 (lam * ((j - 1) * cell - st.t) >= 0, using(st.t <= (j - 1) * cell, lam > 0, label="lam")),
                 (arg < -T2, using(same, lam * ((j - 1) * cell - st.t) >= 0, lam * cell / 2 > T2, label="beyond"))]
        end = fact(beyond, [arg], case(S.abs(sig(arg)).json, auto(), auto()), given())
        return intro("vk", intro("", intro("", lemmas(facts, end))))
    def size(p):
        arg = a * dot(w, p) + shift(j)
        u = var("u")
        bnd = every("u", "real", S.abs(sig(u)) <= B)
        return intro("vk", intro("", fact(bnd, [arg], case(S.abs(sig(arg)).json, auto(), auto()))))
    def before(p):
        st = steps(p)
        def go(then):
            inside = lemmas([
                (st.t >= 0, auto("0 <= t")),
                (st.t <= 1, using(near(dot(w, p), R), (rho * (2 * R)).equals(1), rho > 0, label="t <= 1")),
                (st.high(), high(p)), (st.low(), low(p)), (st.size(), size(p)), (st.close(), close(p)),
            ], st.have("w", then))
            return CUBE.at(lambda p: near(dot(w, p), R), (p,), inside)
        return go
    def each():
        body = fact(UNITS, [val(j) - val(j - 1), a, w, shift(j)], given())
        return intro("vk", intro("", body))
    def term(k, p):
        return steps(p).term(k)
    def first(e):
        def go(then):
            then = have(reach_each(CUBE, term, ONE, K), each(), have_sum(CUBE, term, K, "y", then))
            then = lemmas([(cell >= 0, given()), (K * cell <= 1, auto("K/K")), (om >= 0, auto("om >= 0")), ((B + 2) * om <= e / 2, auto("small")), (steps(var("p0")).jump() if False else STEPJ, jump())], then)
            big = S.abs(T1) + S.abs(T2) + 1
            lamfact = conj(lam > 0, lam * cell / 2 > T1, lam * cell / 2 > T2)
            val_ = 2 * K * big
            sides = node("both", auto("lam > 0"), auto("T1"), auto("T2"))
            for x in (T1, T2): sides = case(S.abs(x).json, sides, sides)
            then = choose("vlam", "real", lamfact, val_, have(cell * val_ == 0, auto(), sides) if False else sides, then)
            then = fact(limit(sig, -1), [cell], obtain("vy", then), given())
            then = fact(limit(sig, 1), [cell], obtain("vx", then), given())
            then = choose("vcell", "real", conj(cell > 0, (cell * K).equals(1)), 1 / K, have(1 / K > 0, auto(), node("both", auto(), auto())), then)
            need = 4 * R * L * (B + 2)
            q = need / e
            whole = S.floor(q) + 1
            then = have(K >= 1, split((K - 1).json, auto("K"), auto("K")), then)
            then = choose("vK", "int", conj(K > 0, K * e >= need), whole,
                lemmas([(need >= 0, auto("need")), (1 / e > 0, auto()), (q >= 0, auto("q")), ((whole - q) * e >= 0, auto())], node("both", auto("K"), auto("K e"))), then)
            then = choose("vrho", "real", conj(rho > 0, (rho * (2 * R)).equals(1)), 1 / (2 * R), have(1 / (2 * R) > 0, auto(), node("both", auto(), auto())), then)
            then = choose("vL", "real", conj(L >= 0, eq), S.abs(c) * S.exp(R), node("both", auto("L >= 0"), auto("L")), then)
            u = var("u")
            pos = fact(every("u", "real", S.abs(sig(u)) <= B), [ZERO], have(B >= 0, case(S.abs(sig(ZERO)).json, auto(), auto()), then))
            return fact_some(bounded(sig), "vB", pos)
        return go
    STEPJ = Steps(val, c, sig, c, K, cell, om, cell, B).jump()
    parts = [Part(CONST, [val(ZERO)], lambda p: val(ZERO)),
             Part(reach(CUBE, lambda p: steps(p).total(K)), [], lambda p: steps(p).total(K))]
    proof = reached(CUBE, lambda p: c * S.exp(dot(w, p)), parts, "v", before=before,
                    beside=lambda p: [steps(p).shown(), (B + 2) * om <= e / 2], error=True, first=first)
    return intro("vc", intro("vw", fact(BOUND, [w], obtain("vR", proof))))


def fact_some(formula: Json, name: str, then: Node) -> Node:
    from proofs.library.vectors import opened
    return opened(formula, name, then)

LEMMAS = [
    ("PROD", PROD, product_script, []),
    ("EXPL", EXPL, expl_script, []),
    ("LINEAR", LINEAR, linear_script, []),
    ("SHIFT", SHIFT, shift_script, []),
    ("BOUND", BOUND, bound_script, []),
    ("UNITS", UNITS, units_script, [LINEAR]),
    ("CONST", CONST, const_script, [PROD, UNITS]),
    ("EXP", EXP, exp_script, [PROD, EXPL, BOUND, UNITS, CONST]),
]
