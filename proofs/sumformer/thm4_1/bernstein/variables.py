"""sumformer.thm4_1.bernstein.variables: Bernstein polynomials in N variables, one after the other.

Points of [0, 1]^N are labels y with coordinates p(y, i); r(y, i, u) is y with u as coordinate i.
With B_m applied to the first i coordinates, G_i(y) = sum_k G_{i-1}(r(y, i, k/m)) b_{m,k}(p(y, i)),

    |G_i(y) - F(y)| <= |sum_k (G_{i-1} - F)(r(y, i, k/m)) b| + |sum_k F(r(y, i, k/m)) b - F(y)|,

an average of the error before, and the error of F in one variable: the constants L_i add up.
"""

from __future__ import annotations

from constructions.terms import Term, app, conj, every, implies, var
from proofs.library.vectors import S, both_sums, fact, put, sigma
from proofs.sumformer.thm4_1.bernstein.bound import (
    BASIS,
    BASIS_FUNCTIONS,
    ZERO,
    averages,
    close,
    have_average,
    have_basis,
    have_root,
    m,
    near,
    root,
    within_root,
)
from proofs.trees.leaves import using
from proofs.trees.script import (
    Json,
    Node,
    auto,
    case,
    have,
    induct,
    intro,
    lemmas,
    node,
    statement,
)

N = var("N")
_i, _l, _y, _u = var("i"), var("l"), var("y"), var("u")
step_, at_y = var("s"), var("z")


def p(label: Term, index: Term) -> Term:
    """A coordinate of a point."""
    return app("X", label, index)


def r(label: Term, index: Term, value: Term) -> Term:
    """The point with another coordinate."""
    return app("r", label, index, value)


def F(label: Term) -> Term:
    return app("F", label)


def G(index: Term | int, label: Term) -> Term:
    """B_m in the first coordinates."""
    return app("G", index, label)


def L(index: Term) -> Term:
    return app("L", index)


def _index(index: Term) -> Json:
    return conj(index >= 1, index <= N)


def inside(label: Term) -> Json:
    """The point lies in [0, 1]^N."""
    at = p(label, _l)
    return every("l", "int", implies(_index(_l), conj(at >= 0, at <= 1)))


def on_all(body: Json, *bound: tuple[str, str]) -> Json:
    for name, sort in reversed(bound):
        body = every(name, sort, body)
    return body


REPLACED = on_all(
    implies(_index(_i), p(r(_y, _i, _u), _i).equals(_u)),
    ("y", "real"), ("i", "int"), ("u", "real"),
)  # fmt: skip
KEPT = on_all(
    implies(conj(_index(_i), _index(_l), _l.differs(_i)), p(r(_y, _i, _u), _l).equals(p(_y, _l))),
    ("y", "real"), ("i", "int"), ("u", "real"), ("l", "int"),
)  # fmt: skip
LIPSCHITZ = on_all(
    implies(
        inside(_y),
        on_all(
            implies(
                conj(_index(_i), _u >= 0, _u <= 1),
                S.abs(F(r(_y, _i, _u)) - F(_y)) <= L(_i) * S.abs(_u - p(_y, _i)),
            ),
            ("i", "int"), ("u", "real"),
        ),
    ),
    ("y", "real"),
)  # fmt: skip
FIRST = every("y", "real", G(0, _y).equals(F(_y)))


def applied(index: Term, label: Term) -> Term:
    """sum_k G_{index-1}(r(label, index, k/m)) b_{m,k}(p(label, index))."""
    x = p(label, index)
    return averages(lambda k: G(index - 1, r(label, index, k / m)), m, m, x)


AFTER = on_all(implies(_index(_i), G(_i, _y).equals(applied(_i, _y))), ("i", "int"), ("y", "real"))


def total_bound(high: Term) -> Term:
    """sum_{i=1}^{high} L_i/(2 sqrt m)."""
    return sigma(high, lambda index: L(index) / (2 * root))


SHOW = every("y", "real", implies(inside(_y), S.abs(G(N, _y) - F(_y)) <= total_bound(N)))
GIVEN = [m >= 1, N >= 1, *BASIS, REPLACED, KEPT, LIPSCHITZ, FIRST, AFTER]
FUNCTIONS = {**BASIS_FUNCTIONS, "F": 1, "G": 2, "L": 1, "X": 2, "r": 3}
STATEMENT = statement({"m": "int", "N": "int"}, GIVEN, SHOW, FUNCTIONS)


def _so_far(index: Term) -> Json:
    return every("y", "real", implies(inside(_y), near(G(index, _y) - F(_y), total_bound(index))))


def script() -> Node:
    """Induction over the coordinates."""
    claim = implies(step_ <= N, _so_far(step_))
    index, y = step_ + 1, at_y
    x = p(y, index)
    base = fact(FIRST, [y], both_sums("empty", [total_bound(ZERO)], auto("no coordinate")))
    first = intro("", intro("z", intro("", base)))

    def moved(at: Term, then: Node) -> Node:
        """What is known at y with at/m as this coordinate; then go on."""
        u = at / m
        label = r(y, index, u)
        before = near(G(step_, label) - F(label), total_bound(step_))
        off = F(label) - F(y)
        change = near(off, L(index) * S.abs(u - x))
        both = near(G(step_, label) - F(y), L(index) * S.abs(u - x) + total_bound(step_))
        know = lemmas(
            [
                (change, case(S.abs(off).json, auto("Lipschitz"), auto("Lipschitz"))),
                (both, using(before, change, label="both errors")),
            ],
            then,
        )
        use_lipschitz = fact(_lipschitz_at(y), [index, u], know, auto("0 <= k/m <= 1"))
        previous = fact(_so_far(step_), [label], use_lipschitz, restate(label))
        return inside_after(y, index, at, previous)

    def steep(then: Node) -> Node:
        """L_i >= 0: some point of the line is elsewhere."""
        use = [
            fact(_lipschitz_at(y), [index, S.const(end)], _sign(y, index, end), auto("end"))
            for end in (0, 1)
        ]
        half = (2 * x - 1).json
        return have(L(index) >= 0, node("split", use[0], use[1], on=half), then)

    final = near(applied(index, y) - F(y), close(m, x, root, L(index), total_bound(step_)))
    bound = close(m, x, root, L(index), total_bound(step_)) <= (
        L(index) / (2 * root) + total_bound(step_)
    )
    here = both_sums("unfold", [total_bound(index)], using(final, bound, recent=3, label="sum"))
    here = fact(AFTER, [index, y], here, auto("index"))
    here = have_average(
        lambda k: G(index - 1, r(y, index, k / m)), F(y), m, x, root, L(index), total_bound(step_),
        moved, within_root(x, L(index), total_bound(step_), here),
    )  # fmt: skip
    here = have_basis(x, steep(here))
    here = fact(inside(y), [index], here, auto("index"))
    here = fact(LIPSCHITZ, [y], here, restate(y))
    second = intro("", fact(claim, [], intro("z", intro("", here)), auto("s <= N")))
    last = _so_far(N)
    gap = S.abs(G(N, y) - F(y))
    ended = fact(last, [y], case(gap.json, auto("the end"), auto("the end")), restate(y))
    end = intro("z", intro("", ended))
    whole = every("s", "int", implies(step_ >= 0, claim))
    used = fact(whole, [N], fact(put(claim, "s", N), [], end, auto("N <= N")), auto("N >= 0"))
    return have_root(induct("s", "0", claim, first, second, used))


def inside_after(y: Term, index: Term, at: Term, then: Node) -> Node:
    """y with at/m as this coordinate lies in the cube, where 0 <= at <= m; then go on."""
    u = at / m
    label, other = r(y, index, u), var("w")
    in_range = [
        (1 / m > 0, auto("1/m > 0")),
        (u >= 0, auto("0 <= k/m")),
        (u <= 1, auto("k/m <= 1")),
    ]
    equal = node(
        "same",
        auto("this coordinate"),
        fact(REPLACED, [y, index, u], auto("k/m"), auto("this coordinate")),
        first=p(label, other).json,
        second=p(label, index).json,
    )
    differs = fact(
        KEPT,
        [y, index, u, other],
        fact(inside(y), [other], auto("as before"), auto("in range")),
        auto("another coordinate"),
    )
    lower = node("split", equal, differs, on=(other - index).json)
    sides = node("split", differs, lower, on=(other - index - 1).json)
    cube = intro("w", intro("", sides))
    return lemmas(in_range, have(inside(label), cube, then))


def _lipschitz_at(y: Term) -> Json:
    return on_all(
        implies(
            conj(_index(_i), _u >= 0, _u <= 1),
            S.abs(F(r(y, _i, _u)) - F(y)) <= L(_i) * S.abs(_u - p(y, _i)),
        ),
        ("i", "int"), ("u", "real"),
    )  # fmt: skip


def restate(label: Term) -> Node:
    """inside(label), which is known."""
    at = var("w")
    return intro("w", intro("", fact(inside(label), [at], auto("known"), auto("index"))))


def _sign(y: Term, index: Term, end: int) -> Node:
    """|F - F| <= L |end - x| with end != x."""
    gap = S.abs(S.const(end) - p(y, index))
    size = S.abs(F(r(y, index, S.const(end))) - F(y))
    return have(
        gap > 0,
        case(gap.json, auto("elsewhere"), auto("elsewhere")),
        using(size <= L(index) * gap, size >= 0, gap > 0, label="L >= 0"),
    )
