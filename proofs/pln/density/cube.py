"""Density in C([0, 1]^n) from the units alone, for networks that are numbered.

Sums of units are near c e^(w^T x), and so near its product with (1 - b e^(a x_i)/N)^k, by
induction on k, hence near that with e^(-b e^(a x_i)), which is a step in x_i for large a.  From
such steps the function is put together, one coordinate after the other: after i of them for all
values of the rest.
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Json, Term, app, conj, every, implies, var
from proofs.library.exponential import axiom
from proofs.library.vectors import both_sums, fact, opened, put
from proofs.pln.density.numbered_points import (
    APART,
    CONTINUOUS,
    CUBE,
    EMPTY,
    FBOUND,
    HEAD,
    KEPT,
    ORIGIN,
    RAPART,
    RCUBE,
    REPLACED,
    SAME,
    SHOW,
    TAIL,
    TAIL_HERE,
    UNIFORM,
    F,
    X,
    added,
    apart_script,
    bounded_at,
    bounded_from,
    close_points,
    coordinates,
    cube,
    dot,
    equal,
    fbound_script,
    have_cells,
    head,
    head_script,
    heine_script,
    index,
    intros,
    moved,
    n,
    origin_script,
    rapart_script,
    rcube_script,
    same_script,
    tail,
    tail_here_script,
    tail_script,
)
from proofs.pln.density.steps import (
    PROD,
    Domain,
    Part,
    Steps,
    added_near,
    have_sum,
    names,
    near,
    network,
    product_script,
    reach,
    reach_each,
    reached,
)
from proofs.pln.density.unit_exponentials import (
    BOUND,
    CONST,
    EXP,
    EXP0,
    EXPEQ,
    EXPL,
    GOM,
    LINEAR,
    MONO,
    POW,
    SCAL,
    SHIFT,
    Units,
    bound_script,
    exp0_script,
    exp_script,
    expeq_script,
    expl_script,
    gom_script,
    linear_script,
    mono_script,
    pow_script,
    scal_script,
    shift_script,
)
from proofs.pln.steps_of_ramp import bounded, choose, limit, obtain, sig
from proofs.pln.symbols import ONE, ZERO, S, eps
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
    statement,
)

_p = var("p")
_w = var("w")
_y = var("y")
_l = var("l")
_u = var("u")
_a = var("a")
_b = var("b")
_c = var("c")
_o = var("o")
_j = var("s")


# --- one coordinate ------------------------------------------------------------------------------


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
    return every("o", "real", implies(cube(_o), times_exponentials(cell_domain(i, _o), value)))


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
    proof = intros("v", "c w", reached(cell_domain(i + 1, y), goal, [part], "v"))
    proof = fact(so_far(i), [there], proof, given())
    proof = fact(RCUBE, [y, i + 1, u], proof, given())
    return intros("v", "y i", intro("", intro("vu", intro("", proof))))


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
        base = intros(
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
        step = intros(
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
                            node("both", given(), coordinates(lambda ell: auto("no l"))),
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
    proof = fact(frozen(i, y), [u], intros("v", "c w", proof), given())
    return intros("v", "y i", intro("", intros("v", "u a b", intro("", proof))))


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
    return intros("v", "y i", intro("", intros("v", "c w", proof)))


ALL = every("s", "int", implies(_j >= 0, implies(_j <= n, so_far(_j))))


def all_script() -> Node:
    m, v, c, w = (var(f"v{x}") for x in ("m", "v", "c", "w"))
    claim = implies(m <= n, so_far(m))
    dom = cell_domain(ZERO, v)

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
                intros(
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


def sequent(unit: str, layer: list[Json], sorts: dict[str, str]) -> Json:
    """Networks of a unit, of which ``layer`` is known, come near to every continuous F."""
    one_more = added(lambda at: app(unit, at))
    return statement(
        {**sorts, "n": "int", "eps": "real"},
        [*layer, n >= 0, eps > 0, REPLACED, KEPT, CONTINUOUS, EMPTY, one_more],
        SHOW,
        {"X": 2, "r": 3, "F": 1, "G": 2, unit: 1},
    )


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
    proof = opened(EMPTY, "vq", proof)
    proof = fact(so_far(n), [o], proof, given())
    proof = fact(ALL, [n], fact(implies(n <= n, so_far(n)), [], proof, given()), given())
    in_cube = intro("vl", intro("", fact(zero, [var("vl")], auto("0"), given())))
    proof = lemmas([(cube(o), in_cube), (flat, flat_script())], proof)
    return opened(ORIGIN, "vo", proof)


def density_script() -> Node:
    """Proof of :data:`SHOW` from the hypotheses; the unit is bounded, with the limits 0 and 1."""
    units = Units(sig)
    steps: list[tuple[Json, Node]] = [
        (PROD, product_script()),
        (EXPL, expl_script()),
        (LINEAR, linear_script()),
        (SHIFT, shift_script()),
        (BOUND, bound_script()),
        (units.reached, units.script()),
        (CONST, units.constant_script()),
        (EXP, exp_script(units)),
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
