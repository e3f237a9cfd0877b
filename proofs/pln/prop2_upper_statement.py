"""The statement of pln.prop2.upper and its proof: every N, L, eps and f at once (Eq. 47-50).

The network interpolates f at the ends of M = N - 1 cells; the induction runs over its kinks.
"""

from __future__ import annotations

from constructions.relu import bend, chord, first_weight, knot, second_weight
from constructions.terms import Json, Term, conj, every, implies, total, var
from proofs.library.lipschitz import nonnegative_constant
from proofs.pln.symbols import ZERO, L, N, S, eps, f, k, m, x
from proofs.pln.thm1_sums import known, reals
from proofs.trees.script import (
    Node,
    auto,
    bounded_goal,
    case,
    induct,
    intro,
    lemmas,
    lipschitz,
    node,
    same,
    split,
    statement,
)

M, j, i, q = var("M"), var("j"), var("i"), var("q")
FUNCTIONS = {"f": 1}
LIPSCHITZ: Json = ["lipschitz", "f", L.json, "0", "1"]
WIDTH: Json = N.equals(S.floor(L / (2 * eps)) + 2)


def value(index: Term | int, cells: Term = M) -> Term:
    """f(index/cells), the sample y_index."""
    return f(knot(S.const(index) if isinstance(index, int) else index, cells))


def relu(at: Term) -> Term:
    return S.maximum(0, at)


# --- the network on M cells ----------------------------------------------------------------------


def line(index: Term) -> Term:
    """The chord over cell index + 1."""
    return chord(value, index, M, x)


def bends(high: Term) -> Term:
    """sum_{k=1}^{high} alpha_{k+2} ReLU(x - k/M)."""
    return total("k", 1, high, bend(value, k, M) * relu(x - knot(k, M)))


FIRST = first_weight(value, M) * relu(x + 1 / M)
SECOND = second_weight(value, M) * relu(x)
NETWORK = FIRST + SECOND + bends(M - 1)  #: M + 1 units
ERROR = S.abs(NETWORK - f(x))
BOUND = L / (2 * M)
ON_INTERVAL = every("x", "real", implies(x >= 0, x <= 1, ERROR <= BOUND))
SHARP = statement(
    {"M": "int", "x": "real", "L": "real"},
    [M > 0, LIPSCHITZ, x >= 0, x <= 1],
    ERROR <= BOUND,
    FUNCTIONS,
)
STATEMENT = statement(
    {"N": "int", "M": "int", "L": "real", "eps": "real"},
    [eps > 0, WIDTH, M.equals(N - 1), LIPSCHITZ],
    conj(BOUND < eps, ON_INTERVAL),
    FUNCTIONS,
)

CELL_WIDTH = 1 / M
_P, _Q, _U, _V = var("p"), var("q"), var("u"), var("v")
_MIXED = M * (_U * _Q + _V * _P)
#: Eq. 48-49 for scalars: p and q are the distances to the ends of the cell, u and v the errors
INTERPOLATION: Json = reals(
    "p q u v",
    implies(
        _P >= 0,
        _Q >= 0,
        (_P + _Q).equals(CELL_WIDTH),
        _U <= L * _P,
        -_U <= L * _P,
        _V <= L * _Q,
        -_V <= L * _Q,
        conj(_MIXED <= BOUND, -_MIXED <= BOUND),
    ),
)


def interpolation_script() -> Node:
    """Where M > 0, 1/M > 0 and L >= 0 are known."""
    pq, square = _P * _Q, CELL_WIDTH * CELL_WIDTH
    whole = (_P + _Q) * (_P + _Q)
    means = lemmas([(whole >= 4 * pq, auto()), (whole.equals(square), auto())], auto("4 p q"))
    most = L * square / 2
    steps = [
        (4 * pq <= square, means),
        (_U * _Q <= L * pq, auto()),
        (-_U * _Q <= L * pq, auto()),
        (_V * _P <= L * pq, auto()),
        (-_V * _P <= L * pq, auto()),
        (4 * (L * pq) <= L * square, auto("4 L p q")),
        (_U * _Q + _V * _P <= most, auto("sum, +")),
        (-(_U * _Q + _V * _P) <= most, auto("sum, -")),
        (_MIXED <= M * most, auto("times M, +")),
        (-_MIXED <= M * most, auto("times M, -")),
        ((M * most).equals(BOUND), auto("M L h^2/2 = L/(2M)")),
    ]
    script = lemmas(steps, node("both", auto(), auto()))
    for _ in range(7):
        script = intro("", script)
    for name in "vuqp":
        script = intro(name, script)
    return script


def near(index: Term, then: Node) -> Node:
    """The chord over cell index + 1 is within L/(2M) of f(x), for x in that cell."""
    a, b = knot(index, M), knot(index + 1, M)
    p, q_ = x - a, b - x
    sides = [
        (line(index) - f(x) <= BOUND, auto("chord - f")),
        (f(x) - line(index) <= BOUND, auto("f - chord")),
    ]
    errors = [p, q_, f(a) - f(x), f(b) - f(x)]
    inside = known(INTERPOLATION, errors, lemmas(sides, then))
    return lipschitz("f", L, a, x, p, lipschitz("f", L, b, x, q_, inside))


def cells_known(then: Node) -> Node:
    """From M > 0: L >= 0, M >= 1, 1/M > 0 and the interpolation lemma."""
    return nonnegative_constant(
        lemmas(
            [
                (M >= 1, split((M - 1).json, auto("M >= 1"), auto("M > 0"))),
                (CELL_WIDTH > 0, auto("1/M > 0")),
                (INTERPOLATION, interpolation_script()),
            ],
            then,
        )
    )


def have_partial(then: Node) -> Node:
    """After the kinks up to m/M: the chord over cell m + 1 on the right, close to f before it."""

    def partial(index: Term) -> Term:
        return FIRST + SECOND + bends(index)

    reached = implies(x >= knot(m, M), partial(m).equals(line(m)))
    before = implies(x < knot(m, M), S.abs(partial(m) - f(x)) <= BOUND)
    claim = implies(m + 1 <= M, conj(reached, before))
    last = m + 1

    def by_kinks(leaf: Node) -> Node:
        return case(relu(x + 1 / M).json, *[case(relu(x).json, leaf, leaf)] * 2)

    start = by_kinks(same(value(ZERO + 1), value(1), auto("base")))
    both = node("both", intro("", start), intro("", auto("x >= 0")))
    base = intro("", node("empty", auto("no kinks"), both, on=bends(ZERO).json))

    def unfolded(leaf: Node) -> Node:
        by_side = case(relu(x - knot(last, M)).json, leaf, leaf)
        return node("unfold", auto("1 <= m + 1"), by_side, on=bends(last).json)

    beyond = known(reached, [], same(value(last - 1), value(m), unfolded(auto("beyond"))))
    here = split(
        (x - knot(m, M)).json,
        known(reached, [], near(m, unfolded(bounded_goal("in cell m + 1")))),
        known(before, [], unfolded(bounded_goal("before m/M"))),
    )
    step = intro("", known(claim, [], node("both", intro("", beyond), intro("", here))))
    top = M - 1
    whole = every("m", "int", implies(m >= 0, claim))
    return induct("m", "0", claim, base, step, known(whole, [top], then))


def _end(goal: Json) -> Node:
    top = M - 1
    partial = FIRST + SECOND + bends(top)
    at_top = implies(x >= knot(top, M), partial.equals(line(top)))
    before = implies(x < knot(top, M), S.abs(partial - f(x)) <= BOUND)
    sides = case(S.abs(partial - f(x)).json, *[case(ERROR.json, auto(), auto())] * 2)
    return split(
        (x - knot(top, M)).json,
        known(at_top, [], near(top, bounded_goal("last cell"))),
        known(before, [], sides),
    )


def sharp_script() -> Node:
    """|G - f| <= L/(2M): induction over the kinks that x may have passed."""
    return cells_known(have_partial(_end(SHARP["show"])))


def width_known(then: Node) -> Node:
    """From N = floor(L/(2 eps)) + 2 and M = N - 1: L >= 0, M > 0, L/(2M) < eps."""
    ratio = S.floor(L / (2 * eps))
    return nonnegative_constant(
        lemmas(
            [
                (1 / eps > 0, auto("1/eps > 0")),
                (L / (2 * eps) >= 0, auto("L/(2 eps) >= 0")),
                (M > 0, split(ratio.json, auto("M > 0"), auto("floor >= 0"))),
                (L < 2 * eps * M, auto("L < 2 eps M")),
                (CELL_WIDTH > 0, auto("1/M > 0")),
                (BOUND < eps, auto("L/(2M) < eps")),
            ],
            then,
        )
    )


def statement_script() -> Node:
    pointwise = intro("x", intro("", intro("", sharp_script())))
    return width_known(node("both", auto("L/(2M) < eps"), pointwise))
