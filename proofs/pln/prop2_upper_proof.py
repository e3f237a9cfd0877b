"""The printed proof of the upper bound of Proposition 2, line by line (Eq. 47-50)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from constructions.relu import bend, chord, first_weight, knot, second_weight
from constructions.terms import Json, Term, app, conj, every, implies, plain_json, total, var
from proofs.claims import Attempt, Control, Line, Obligation, Witness
from proofs.library.lipschitz import nonnegative_constant
from proofs.pln.prop2_upper_statement import (
    BOUND,
    ERROR,
    FUNCTIONS,
    LIPSCHITZ,
    STATEMENT,
    WIDTH,
    M,
    relu,
    value,
)
from proofs.pln.symbols import ONE, ZERO, L, N, S, eps, f, x
from proofs.pln.thm1_sums import known, reals
from proofs.trees.script import (
    Node,
    auto,
    case,
    have,
    induct,
    intro,
    lemmas,
    lipschitz,
    node,
    same,
    split,
    statement,
)

i, j = var("i"), var("j")
_P, _Q = var("p"), var("q")


def node_value(index: Term) -> Term:
    """f(index/N): the samples of Eq. 47, on N cells."""
    return value(index, N)


def printed_line(index: Term, at: Term) -> Term:
    """Eq. 47 on cell index + 1 of N cells."""
    return chord(node_value, index, N, at)


BEFORE, AFTER = j - 1, j
A, B = knot(BEFORE, N), knot(AFTER, N)
CELL = [N > 0, j >= 1, j <= N, A <= x, x < B]
CELL_SORTS = {"N": "int", "j": "int", "x": "real"}
ALL_SORTS = {**CELL_SORTS, "L": "real", "eps": "real"}
_ya, _yb = node_value(BEFORE), node_value(AFTER)
_START = f(x) - printed_line(BEFORE, x)
_WRITTEN = f(x) - N * (_yb - _ya) * (x - A) - _ya
_SPLIT = f(x) - _ya - N * (f(x) - _ya) * (x - A) - N * (_yb - f(x)) * (x - A)
_WEIGHED = N * (f(x) - _ya) * (B - x) + N * (f(x) - _yb) * (x - A)
_SIZES = N * S.abs(f(x) - _ya) * (B - x) + N * S.abs(f(x) - _yb) * (x - A)
EQ48 = conj(
    S.abs(_START).equals(S.abs(_WRITTEN)),
    S.abs(_WRITTEN).equals(S.abs(_SPLIT)),
    S.abs(_SPLIT).equals(S.abs(_WEIGHED)),
    S.abs(_WEIGHED) <= _SIZES,
)
_PRODUCT = (x - A) * (B - x)
_REACH = N * L * (x - A) * (B - x) + N * L * (B - x) * (x - A)
EQ49 = conj(
    S.abs(f(x) - printed_line(BEFORE, x)) <= _REACH,
    _REACH <= 2 * N * L * (x - A) * (B - x),
    2 * N * L * (x - A) * (B - x) <= 2 * N * L * (1 / (4 * N**2)),
    2 * N * L * (1 / (4 * N**2)) < eps,
)


def _equal_sizes(first: Term, second: Term) -> Node:
    """|first| = |second|, since first = second."""
    sides = case(S.abs(first).json, *[case(S.abs(second).json, auto(), auto())] * 2)
    return have(first.equals(second), auto("equal"), sides)


def _sizes_script() -> Node:
    """|N u (B - x) + N v (x - A)| <= N |u| (B - x) + N |v| (x - A)."""
    u, v = f(x) - _ya, f(x) - _yb
    parts = [
        ((B - x) * N >= 0, auto()),
        ((x - A) * N >= 0, auto()),
        (N * (B - x) * u <= N * (B - x) * S.abs(u), auto()),
        (-(N * (B - x) * u) <= N * (B - x) * S.abs(u), auto()),
        (N * (x - A) * v <= N * (x - A) * S.abs(v), auto()),
        (-(N * (x - A) * v) <= N * (x - A) * S.abs(v), auto()),
    ]
    return lemmas(parts, case(S.abs(_WEIGHED).json, auto("sum, +"), auto("sum, -")))


def _cells(then: Node) -> Node:
    return have(1 / N > 0, auto("1/N > 0"), then)


def eq48_script() -> Node:
    return _cells(
        node(
            "both",
            _equal_sizes(_START, _WRITTEN),
            _equal_sizes(_WRITTEN, _SPLIT),
            _equal_sizes(_SPLIT, _WEIGHED),
            _sizes_script(),
        )
    )


def printed_width(then: Node) -> Node:
    """From N = floor(L/(2 eps)) + 2: L >= 0, N > 0 and L < 2 eps N."""
    ratio = S.floor(L / (2 * eps))
    return nonnegative_constant(
        lemmas(
            [
                (1 / eps > 0, auto("1/eps > 0")),
                (L / (2 * eps) >= 0, auto("L/(2 eps) >= 0")),
                (N > 0, split(ratio.json, auto("N > 0"), auto("floor >= 0"))),
                (L < 2 * eps * N, auto("L < 2 eps N")),
                (1 / N > 0, auto("1/N > 0")),
            ],
            then,
        )
    )


#: 4 p q <= (p + q)^2
MEANS: Json = reals("p q", 4 * (_P * _Q) <= (_P + _Q) * (_P + _Q))


def means_script() -> Node:
    return intro("p", intro("q", auto("(p - q)^2 >= 0")))


def eq49_script() -> Node:
    u, v, h = f(x) - _ya, f(x) - _yb, 1 / N
    p, q_ = x - A, B - x
    means = lemmas([((p + q_).equals(h), auto("p + q = h"))], known(MEANS, [p, q_], auto("4 p q")))
    facts = [
        (p >= 0, auto("p >= 0")),
        (q_ >= 0, auto("q >= 0")),
        (4 * (p * q_) <= h * h, means),
        (N * q_ >= 0, auto()),
        (N * p >= 0, auto()),
        (N * q_ * u <= N * q_ * (L * p), auto("u, +")),
        (-(N * q_ * u) <= N * q_ * (L * p), auto("u, -")),
        (N * p * v <= N * p * (L * q_), auto("v, +")),
        (-(N * p * v) <= N * p * (L * q_), auto("v, -")),
        ((f(x) - printed_line(BEFORE, x)).equals(N * q_ * u + N * p * v), auto("Eq. 48")),
    ]
    first = case(S.abs(f(x) - printed_line(BEFORE, x)).json, auto("+"), auto("-"))
    scaled = have(
        N * L >= 0,
        auto(),
        have(2 * N * L * (4 * (p * q_)) <= 2 * N * L * (h * h), auto(), auto("third")),
    )
    inverse = ((1 / (4 * N**2)).equals(h * h / 4), have(4 * N**2 > 0, auto(), auto("1/(4 N^2)")))
    last = have((2 * N * L * (h * h / 4)).equals(L * h / 2), auto(), auto("< eps"))
    chain = lemmas([inverse], node("both", first, auto("equal"), scaled, last))
    near_b = lipschitz("f", L, x, B, q_, lemmas(facts, chain))
    inside = [(A >= 0, auto("A >= 0")), (B <= 1, auto("B <= 1")), (B >= 0, auto("B >= 0"))]
    defined = have(4 * N**2 > 0, auto("4 N^2 > 0"), lipschitz("f", L, x, A, p, near_b))
    return have(MEANS, means_script(), printed_width(lemmas(inside, defined)))


_first, _second = var("u"), var("v")
#: u in cell i and v in cell j of Eq. 47, u <= v (the other order is the same by symmetry)
TWO_CELLS = [
    N > 0,
    LIPSCHITZ,
    i >= 1,
    i <= j,
    j <= N,
    knot(i - 1, N) <= _first,
    _first <= knot(i, N),
    knot(j - 1, N) <= _second,
    _second <= knot(j, N),
    _first <= _second,
]
_RISE = printed_line(j - 1, _second) - printed_line(i - 1, _first)
EQ49_LIPSCHITZ = S.abs(_RISE) <= L * S.abs(_first - _second)


def lipschitz_script() -> Node:
    """Within a cell the slope is at most L; between cells the knots of f lie in between."""
    h = 1 / N

    def slope(index: Term, then: Node) -> Node:
        """N (y_index - y_{index-1}) lies between -L and L."""
        rise = node_value(index) - node_value(index - 1)
        bounds = [(N * rise <= L, auto("slope <= L")), (-(N * rise) <= L, auto("-slope <= L"))]
        ends = [
            (knot(index - 1, N) >= 0, auto()),
            (knot(index, N) <= 1, auto()),
            (knot(index, N) >= 0, auto()),
            (knot(index - 1, N) <= 1, auto()),
        ]
        return lemmas(
            ends, lipschitz("f", L, knot(index, N), knot(index - 1, N), h, lemmas(bounds, then))
        )

    def times(index: Term, distance: Term, then: Node) -> Node:
        """The slope of cell ``index`` times a distance >= 0."""
        moved = N * (node_value(index) - node_value(index - 1)) * distance
        steps = [
            (distance >= 0, auto()),
            (moved <= L * distance, auto("moved, +")),
            (-moved <= L * distance, auto("moved, -")),
        ]
        return lemmas(steps, then)

    before, after = knot(i, N) - _first, _second - knot(j - 1, N)
    gap = (
        S.abs(_first - _second).equals(_second - _first),
        case(S.abs(_first - _second).json, auto(), auto()),
    )
    left = node_value(i) - N * (node_value(i) - node_value(i - 1)) * before
    right = node_value(j - 1) + N * (node_value(j) - node_value(j - 1)) * after
    values = [
        (printed_line(i - 1, _first).equals(left), auto("from the right end of cell i")),
        (printed_line(j - 1, _second).equals(right), auto("from the left end of cell j")),
        gap,
    ]
    between = lipschitz(
        "f",
        L,
        knot(j - 1, N),
        knot(i, N),
        knot(j - 1, N) - knot(i, N),
        lemmas(values, case(S.abs(_RISE).json, auto("rise +"), auto("rise -"))),
    )
    apart = have(knot(i, N) <= knot(j - 1, N), auto("knots in order"), between)
    inner = slope(i, slope(j, times(i, before, times(j, after, apart))))
    one = same(
        node_value(i),
        node_value(j),
        same(
            node_value(i - 1),
            node_value(j - 1),
            slope(
                j,
                times(
                    j,
                    _second - _first,
                    lemmas(
                        [
                            gap,
                            (
                                _RISE.equals(
                                    N * (node_value(j) - node_value(j - 1)) * (_second - _first)
                                ),
                                auto("one slope"),
                            ),
                        ],
                        case(S.abs(_RISE).json, auto("rise +"), auto("rise -")),
                    ),
                ),
            ),
        ),
    )
    here = split((j - i - 1).json, inner, have(i.equals(j), auto("i = j"), one))
    return _cells(have(N >= 1, auto("N >= 1"), here))


# --- Eq. 50 --------------------------------------------------------------------------------------


def weight(index: Term) -> Term:
    """alpha_index, known by its recursion only."""
    return app("alpha", index)


def recursion(cells: Term, units: Term) -> list[Json]:
    """Eq. 50: alpha_1, and alpha_i for 2 <= i <= units."""
    slope = cells * (value(i - 1, cells) - value(i - 2, cells))
    each = implies(i >= 2, i <= units, weight(i).equals(slope - weights(i - 1)))
    return [weight(ONE).equals(cells * value(ZERO, cells)), every("i", "int", each)]


def weights(high: Term) -> Term:
    """sum_{k=1}^{high} alpha_k."""
    return total("k", 1, high, weight(var("k")))


def displayed(cells: Term, high: Term) -> Term:
    """sum_{k=1}^{high} alpha_k ReLU(w_k x + b_k) with w_k = 1 and b_k = -(k - 2)/cells."""
    k = var("k")
    return total("k", 1, high, weight(k) * relu(1 * x + -knot(k - 2, cells)))


def have_displayed(cells: Term, units: Term, then: Node) -> Node:
    """The first p units: the chord of cell p - 1 where x lies beyond it, else that of cell j.

    Needs 1/cells > 0, (j-1)/cells <= x <= j/cells, 1 <= j, j + 1 <= units and the recursion.
    """
    p, two = var("p"), S.const(2)
    _, each = recursion(cells, units)

    def y(index: Term) -> Term:
        return value(index, cells)

    def at(index: Term) -> Term:
        return chord(y, index, cells, x)

    def growing(high: Term) -> Json:
        return implies(high <= j + 1, displayed(cells, high).equals(at(high - 2)))

    def ended(high: Term) -> Json:
        return implies(high >= j + 1, displayed(cells, high).equals(at(j - 1)))

    def slope(high: Term) -> Json:
        return weights(high).equals(cells * (y(high - 1) - y(high - 2)))

    def claim(high: Term) -> Json:
        return implies(high <= units, conj(slope(high), growing(high), ended(high)))

    def unit(index: Term, leaf: Node) -> Node:
        return case(relu(1 * x + -knot(index - 2, cells)).json, leaf, leaf)

    def sums(by: str, high: Term, inner: Node) -> Node:
        inner = node(by, auto("range"), inner, on=displayed(cells, high).json)
        return node(by, auto("range"), inner, on=weights(high).json)

    def same_cell(other: Term, leaf: Node) -> Node:
        """The samples of cell j are those of cell ``other``."""
        return same(y(j), y(other), same(y(j - 1), y(other - 1), leaf))

    both = unit(ONE, unit(two, auto("two units")))
    first = node(
        "both",
        auto("slope of cell 1"),
        intro("", both),
        intro("", have(j.equals(1), auto("j = 1"), same_cell(ONE, both))),
    )
    start = sums("unfold", two, sums("unfold", ONE, sums("empty", ZERO, first)))
    base = intro("", known(each, [two], start))
    last = p + 1
    up = intro("", known(growing(p), [], unit(last, auto("the next chord"))))
    at_end = have(
        p.equals(j),
        auto("p = j"),
        known(growing(p), [], same_cell(p, unit(last, auto("the last chord")))),
    )
    beyond = split(
        (p - j - 1).json, known(ended(p), [], unit(last, auto("a unit that is off"))), at_end
    )
    grown = sums("unfold", last, node("both", auto("slope"), up, intro("", beyond)))
    step = intro("", known(claim(p), [], known(each, [last], grown)))
    whole = every("p", "int", implies(p >= 2, claim(p)))
    return induct("p", "2", claim(p), base, step, known(whole, [units], then))


IN_CELL = [j >= 1, knot(j - 1, M) <= x, x <= knot(j, M)]
REPAIRED = statement(
    {"M": "int", "j": "int", "x": "real"},
    [M > 0, *recursion(M, M + 1), *IN_CELL, j <= M],
    displayed(M, M + 1).equals(chord(value, j - 1, M, x)),
    {"f": 1, "alpha": 1},
)


def displayed_script(cells: Term, units: Term) -> Node:
    """The displayed network is the chord of cell j."""
    end = implies(
        units >= j + 1,
        displayed(cells, units).equals(chord(lambda index: value(index, cells), j - 1, cells, x)),
    )
    script = have_displayed(cells, units, known(end, [], auto("G = chord")))
    return have(1 / cells > 0, auto("1/cells > 0"), script)


WEIGHTS = statement(
    {"M": "int", "j": "int"},
    [M > 0, *recursion(M, M + 1), j >= 3, j <= M + 1],
    conj(
        weight(ONE).equals(first_weight(value, M)),
        weight(S.const(2)).equals(second_weight(value, M)),
        weight(j).equals(bend(value, j - 2, M)),
    ),
    {"f": 1, "alpha": 1},
)


def weights_script() -> Node:
    """The first p weights sum to the slope of cell p - 1."""
    p, two = var("p"), S.const(2)
    _, each = recursion(M, M + 1)
    claim = implies(p <= M + 1, weights(p).equals(M * (value(p - 1) - value(p - 2))))

    def unfolded(high: Term, then: Node) -> Node:
        return node("unfold", auto("range"), then, on=weights(high).json)

    one = node("empty", auto("range"), auto("slope of cell 1"), on=weights(ZERO).json)
    base = intro("", known(each, [two], unfolded(two, unfolded(ONE, one))))
    slope = unfolded(p + 1, auto("slope of the next cell"))
    step = intro("", known(claim, [], known(each, [p + 1], slope)))
    second = node("empty", auto("range"), auto("second weight"), on=weights(ZERO).json)
    values = node(
        "both",
        auto("first weight"),
        known(each, [two], unfolded(ONE, second)),
        known(each, [j], auto("a bend")),
    )
    whole = every("p", "int", implies(p >= 2, claim))
    end = have(M >= 1, auto("M >= 1"), known(whole, [j - 1], values))
    return induct("p", "2", claim, base, step, end)


# --- the lines -----------------------------------------------------------------------------------


def _line(
    name: str, says: str, given: list[Json], show: Json, script: Callable[[], Node] = auto
) -> Obligation:
    names = {**ALL_SORTS, "i": "int", "u": "real", "v": "real"}
    whole = plain_json([*given, show])
    sorts = {n: s for n, s in names.items() if _mentions(whole, n)}
    functions = {n: 1 for n in ("f", "alpha") if _mentions(whole, n)}
    return Obligation(
        f"pln.prop2.upper.{name}", says, statement(sorts, given, show, functions), script
    )


def _mentions(json: Json, name: str) -> bool:
    """Whether the name stands free in a formula."""
    if isinstance(json, list) and json[0] in ("all", "some", "sum") and json[1] == name:
        return False
    return json == name or (isinstance(json, list) and any(_mentions(a, name) for a in json))


_EQ50 = recursion(N, N)
_PRINTED = displayed(N, N)
_CELL_J = [j >= 1, A <= x, x < B]
_FUNCTIONS2 = {"f": 1, "alpha": 1}
#: N = 2, f(u) = |u - 1/2|: Eq. 50 gives the weights 1 and -2, and G(x) = 1/2 - x on [0, 1]
_BENT = {
    "f": (("u",), ["abs", ["-", "u", "1/2"]]),
    "alpha": (("k",), ["-", "4", ["*", "3", "k"]]),
}


def _recursion_at_two() -> Node:
    """For 2 <= i <= 2 the recursion is one equation between numbers."""
    sums = node(
        "empty",
        auto("range"),
        auto("the second weight"),
        on=["sum", "k", "1", ["-", ["-", "i", "1"], "1"], ["-", "4", ["*", "3", "k"]]],
    )
    once = node(
        "unfold",
        auto("range"),
        sums,
        on=["sum", "k", "1", ["-", "i", "1"], ["-", "4", ["*", "3", "k"]]],
    )
    return intro("i", intro("", intro("", node("finite", once, on="i", **{"from": 2, "to": 2}))))


LINES = (
    Line(
        "pln.prop2.upper.eq47",
        "Eq. 47: $hat(G)(x) = N [f(j\\/N) - f((j-1)\\/N)] (x - (j-1)\\/N) + f((j-1)\\/N)$ for "
        "$(j-1)\\/N <= x < j\\/N$, $1 <= j <= N$; $hat(G)(1) = f(1)$",
        (
            _line(
                "eq47.domain",
                "the samples lie in $[0, 1]$",
                [N > 0, j >= 1, j <= N],
                conj(A >= 0, B <= 1),
                lambda: _cells(node("both", auto(), auto())),
            ),
            _line(
                "eq47.cells",
                "every $x in [0, 1)$ lies in the cell $j = floor(N x) + 1$",
                [N > 0, x >= 0, x < 1, j.equals(S.floor(N * x) + 1)],
                conj(j >= 1, j <= N, A <= x, x < B),
                lambda: _cells(_floor_script()),
            ),
        ),
    ),
    Line(
        "pln.prop2.upper.eq48",
        "Eq. 48: $abs(f(x) - hat(G)(x)) = ... = abs(N [f(x) - f((j-1)\\/N)] (j\\/N - x) + "
        "N [f(x) - f(j\\/N)] (x - (j-1)\\/N)) <= N abs(f(x) - f((j-1)\\/N)) (j\\/N - x) + "
        "N abs(f(x) - f(j\\/N)) (x - (j-1)\\/N)$",
        (_line("eq48.chain", "each of the four relations", CELL, EQ48, eq48_script),),
    ),
    Line(
        "pln.prop2.upper.lipschitz",
        "both $f(x)$ and $hat(G)(x)$ are $L$-Lipschitz continuous functions",
        (
            _line(
                "lipschitz.interpolant",
                "$abs(hat(G)(v) - hat(G)(u)) <= L abs(u - v)$ for $u <= v$ in any two cells",
                TWO_CELLS,
                EQ49_LIPSCHITZ,
                lipschitz_script,
            ),
        ),
    ),
    Line(
        "pln.prop2.upper.eq49",
        "Eq. 49: $abs(f(x) - hat(G)(x)) <= N L (x - (j-1)\\/N) (j\\/N - x) + N L (j\\/N - x) "
        "(x - (j-1)\\/N) <= 2 N L (x - (j-1)\\/N) (j\\/N - x) <= 2 N L dot 1\\/(4 N^2) < epsilon$",
        (
            _line(
                "eq49.chain",
                "each of the four relations, for $N = floor(L \\/ 2 epsilon) + 2$",
                [eps > 0, WIDTH, LIPSCHITZ, *CELL[1:]],
                EQ49,
                eq49_script,
            ),
        ),
    ),
    Line(
        "pln.prop2.upper.eq50",
        "Eq. 50: $alpha_1 = N f(0)$, $alpha_j = N [f((j-1)\\/N) - f((j-2)\\/N)] - "
        "sum_(i=1)^(j-1) alpha_i$ for $2 <= j <= N$, $w_j = 1$, $b_j = -(j-2)\\/N$. Therefore, we "
        "have $G(x) = hat(G)(x)$",
        obligations=(
            _line(
                "eq50.left",
                "$G = hat(G)$ in every cell but the last, $1 <= j <= N - 1$",
                [N > 0, *_EQ50, j >= 1, A <= x, x <= B, j <= N - 1],
                _PRINTED.equals(printed_line(BEFORE, x)),
                lambda: displayed_script(N, N),
            ),
        ),
        attempts=(
            Attempt(
                "pln.prop2.upper.eq50.last",
                "$L = 1$, $epsilon = 3\\/5$, so $N = 2$; $f(u) = abs(u - 1\\/2)$ at $x = 3\\/4$: "
                "$G(x) = -1\\/4$, but $hat(G)(x) = 1\\/4$",
                statement(
                    ALL_SORTS,
                    [eps > 0, WIDTH, LIPSCHITZ, *_EQ50, *_CELL_J, j <= N],
                    _PRINTED.equals(printed_line(BEFORE, x)),
                    _FUNCTIONS2,
                ),
                Witness(
                    {"N": 2, "j": 2, "x": Fraction(3, 4), "L": 1, "eps": Fraction(3, 5)}, _BENT
                ),
                givens={4: _recursion_at_two},
            ),
        ),
        why="the last kink of Eq. 50 is at $b_N = -(N-2)\\/N$: there is no unit for the kink at "
        "$(N-1)\\/N$, so $G$ goes on straight in the last cell and $f(1)$ is not used.  $N$ cells "
        "need $N + 1$ units",
        repair="take $N - 1$ cells in Eq. 47-50: then $N$ units are enough "
        "(`pln.prop2.upper.eq50.repaired`), and $L \\/ (2 (N - 1)) < epsilon$ still",
    ),
    Line(
        "pln.prop2.upper.final",
        "then we further get that $abs(G(x) - f(x)) < epsilon$ for $x in [0, 1]$",
        attempts=(
            Attempt(
                "pln.prop2.upper.final.last",
                "$L = 1$, $epsilon = 3\\/5$, $N = 2$, $f(u) = abs(u - 1\\/2)$: "
                "$abs(G(1) - f(1)) = 1$",
                statement(
                    {n: s for n, s in ALL_SORTS.items() if n != "j"},
                    [eps > 0, WIDTH, LIPSCHITZ, *_EQ50, x >= 0, x <= 1],
                    S.abs(_PRINTED - f(x)) < eps,
                    _FUNCTIONS2,
                ),
                Witness({"N": 2, "x": 1, "L": 1, "eps": Fraction(3, 5)}, _BENT),
                givens={4: _recursion_at_two},
            ),
        ),
        why="the network of Eq. 50, as it is displayed, misses $f$ by more than $epsilon$",
        repair="the same with $N - 1$ cells (`pln.prop2.upper.statement`)",
    ),
)


def _floor_script() -> Node:
    """floor(N x) lies between 0 and N - 1."""
    cell = S.floor(N * x)
    facts = [
        (N * x >= 0, auto()),
        (N * x < N, auto()),
        (cell >= 0, split(cell.json, auto(), auto("floor >= 0"))),
        (cell <= N - 1, split((N - 1 - cell).json, auto(), auto("floor <= N - 1"))),
        ((1 / N * (N * x)).equals(x), auto()),
    ]
    return lemmas(facts, node("both", *[auto()] * 4))


# --- controls ------------------------------------------------------------------------------------

_DROPPED, _TIGHTENED = "hypothesis dropped", "constant tightened"
_GIVEN, _SHOW = STATEMENT["given"], STATEMENT["show"]
_VALUES = {"N": 2, "M": 1, "L": 1, "eps": 1}


def _control(
    name: str,
    kind: str,
    says: str,
    values: dict[str, object],
    function: Json,
    given: list[Json] | None = None,
    show: Json = None,
    at: str = "",
) -> Control:
    """A control whose second part fails at x = ``at``, or whose first part, B < eps, fails."""
    altered = statement(
        STATEMENT["vars"],
        _GIVEN if given is None else given,
        _SHOW if show is None else show,
        FUNCTIONS,
    )
    attempt = Attempt(
        f"pln.prop2.upper.control.{name}",
        says,
        altered,
        Witness({**_VALUES, **values}, {"f": (("u",), function)}),
        script=(lambda: node("some", auto(), **{"is": at})) if at else None,
        part=1 if at else 0,
    )
    return Control(attempt, kind)


def _below(bound: Term, *domain: Json) -> Json:
    everywhere = every("x", "real", implies(*domain, ERROR <= bound))
    return conj(bound < eps, everywhere)


CONTROLS = (
    _control(
        "eps",
        _DROPPED,
        "without $epsilon > 0$: $epsilon = -1$, $f = 0$",
        {"L": 0, "eps": -1},
        "0",
        given=_GIVEN[1:],
    ),
    _control(
        "cells",
        _DROPPED,
        "without $M = N - 1$: one cell for $L = 1$, $epsilon = 1\\/4$",
        {"N": 4, "eps": Fraction(1, 4)},
        "u",
        given=[*_GIVEN[:2], _GIVEN[3]],
    ),
    _control(
        "lipschitz",
        _DROPPED,
        'for a function that is not $L$-Lipschitz: $f(u) = "sign"(u - 1\\/2)$, $L = 0$',
        {"L": 0},
        ["sign", ["-", "u", "1/2"]],
        given=_GIVEN[:3],
        at="1/4",
    ),
    _control(
        "right",
        _DROPPED,
        "to the right of $[0, 1]$: $f(u) = abs(u - 1)$ at $x = 2$",
        {},
        ["abs", ["-", "u", "1"]],
        show=_below(BOUND, x >= 0),
        at="2",
    ),
    _control(
        "left",
        _DROPPED,
        "to the left of $[0, 1]$: $f(u) = u$ at $x = -2$",
        {},
        "u",
        show=_below(BOUND, x <= 1),
        at="-2",
    ),
    _control(
        "width",
        _TIGHTENED,
        "one unit fewer, $N = floor(L \\/ 2 epsilon) + 1$: $L = 1$, $epsilon = 1\\/2$",
        {"eps": Fraction(1, 2)},
        "u",
        given=[eps > 0, N.equals(S.floor(L / (2 * eps)) + 1), *_GIVEN[2:]],
    ),
    _control(
        "factor",
        _TIGHTENED,
        "$3 epsilon$ instead of $2 epsilon$: $L = 1$, $epsilon = 1\\/4$",
        {"N": 3, "M": 2, "eps": Fraction(1, 4)},
        "u",
        given=[eps > 0, N.equals(S.floor(L / (3 * eps)) + 2), *_GIVEN[2:]],
    ),
    _control(
        "bound",
        _TIGHTENED,
        "$L \\/ (3 M)$ for $L \\/ (2 M)$: $f(u) = abs(u - 1\\/2)$ at $x = 1\\/2$",
        {},
        ["abs", ["-", "u", "1/2"]],
        show=_below(L / (3 * M), x >= 0, x <= 1),
        at="1/2",
    ),
)
SATISFIABLE = Attempt(
    "pln.prop2.upper.satisfiable",
    "the hypotheses hold for $f(u) = u$, $L = 1$, $epsilon = 1\\/4$, $N = 4$",
    STATEMENT,
    Witness({"N": 4, "M": 3, "L": 1, "eps": Fraction(1, 4)}, {"f": (("u",), "u")}),
)
