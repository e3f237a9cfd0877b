"""The printed proof of the upper bound of Proposition 2, line by line (Eq. 47-50)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from constructions.relu import bend, chord, first_weight, knot, second_weight
from constructions.terms import Json, Term, app, conj, every, implies, plain_json, total, var
from proofs.claims import Attempt, Control, Line, Obligation, Witness
from proofs.language.elaboration import written
from proofs.pln.prop2.upper.statement import (
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
from proofs.trees.script import (
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
_REACH = N * L * (x - A) * (B - x) + N * L * (B - x) * (x - A)
EQ49 = conj(
    S.abs(f(x) - printed_line(BEFORE, x)) <= _REACH,
    _REACH <= 2 * N * L * (x - A) * (B - x),
    2 * N * L * (x - A) * (B - x) <= 2 * N * L * (1 / (4 * N**2)),
    2 * N * L * (1 / (4 * N**2)) < eps,
)


SAMPLES = """
have 0 < 1/N
"""
CELLS = """
show by search
"""
CHAIN48 = """
let u = f(x) - f((j - 1)/N)
let v = f(x) - f(j/N)
have left: 0 <= N*(j/N - x)
have right: 0 <= N*(x - (j - 1)/N)
have |N*u*(j/N - x)| = N*|u|*(j/N - x) by abs_product(u, N*(j/N - x)), left
have |N*v*(x - (j - 1)/N)| = N*|v|*(x - (j - 1)/N) by abs_product(v, N*(x - (j - 1)/N)), right
use triangle(N*u*(j/N - x), N*v*(x - (j - 1)/N))
"""
CHAIN49 = """
have best: for all p, q: real, 4*(p*q) <= (p + q)^2
use f(0, 1)
have 0 <= L
have 0 <= L/(2*eps)
have wide: L/(2*eps) < N
have 1 <= N
let p = x - (j - 1)/N
let q = j/N - x
have 0 <= p
have 0 <= q
have left: |f(x) - f((j - 1)/N)| <= L*p by f(x, (j - 1)/N), 0 <= p, j >= 1, j <= N, x < j/N, 1 <= N
have right: |f(x) - f(j/N)| <= L*q by f(x, j/N), 0 <= q, j >= 1, j <= N, (j - 1)/N <= x, 1 <= N
have whole: f(x) - line(j - 1, x) = N*q*(f(x) - f((j - 1)/N)) + N*p*(f(x) - f(j/N))
have first: |N*q*(f(x) - f((j - 1)/N))| <= N*q*(L*p) by left, 0 <= q, 1 <= N
have second: |N*p*(f(x) - f(j/N))| <= N*p*(L*q) by right, 0 <= p, 1 <= N
have |f(x) - line(j - 1, x)| <= N*L*p*q + N*L*q*p by whole, first, second
have total: (p + q)^2 = 1/N^2
have mean: p*q <= 1/(4*N^2) by best(p, q), total, 1 <= N
have 2*N*L*p*q <= 2*N*L*(1/(4*N^2)) by mean, 0 <= L, 1 <= N
have 2*N*L*(1/(4*N^2)) = L/(2*N)
have L < 2*eps*N by wide, eps > 0
have L/(2*N) < eps
"""

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


#: within a cell the slope is at most L; between two cells lie knots, where the line is f
LIPSCHITZ_LINE = """
have slope: for all k: int, 1 <= k => k <= N => |N*(f(k/N) - f((k - 1)/N))| <= L:
  have rise: |f(k/N) - f((k - 1)/N)| <= L*(k/N - (k - 1)/N) by f(k/N, (k - 1)/N), 1 <= k, k <= N
  show by rise, N > 0
have part: for all k: int, t: real, 1 <= k => k <= N => 0 <= t =>
    |N*(f(k/N) - f((k - 1)/N))*t| <= L*t:
  use slope(k), abs_product(N*(f(k/N) - f((k - 1)/N)), t)
have order: |u - v| = v - u by u <= v
cases i = j:
  have same: line(j - 1, v) - line(i - 1, u) = N*(f(j/N) - f((j - 1)/N))*(v - u) by i = j
  use all: part(j, v - u)
  show by same, all, order
have i <= j - 1
have first: line(i - 1, u) = f(i/N) - N*(f(i/N) - f((i - 1)/N))*(i/N - u)
have last: line(j - 1, v) = f((j - 1)/N) + N*(f(j/N) - f((j - 1)/N))*(v - (j - 1)/N)
use one: part(i, i/N - u)
use two: part(j, v - (j - 1)/N)
have middle: |f((j - 1)/N) - f(i/N)| <= L*((j - 1)/N - i/N) by
    f((j - 1)/N, i/N), i <= j - 1, i >= 1, j <= N, N > 0
have |line(j - 1, v) - line(i - 1, u)| <= L*(v - u) by first, last, one, two, middle
show by order, |line(j - 1, v) - line(i - 1, u)| <= L*(v - u)
"""


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


def unit(cells: Term, index: Term) -> Term:
    """ReLU(w_k x + b_k) with w_k = 1 and b_k = -(k - 2)/cells."""
    return relu(1 * x + -knot(index - 2, cells))


def displayed(cells: Term, high: Term) -> Term:
    """sum_{k=1}^{high} alpha_k ReLU(w_k x + b_k)."""
    k = var("k")
    return total("k", 1, high, weight(k) * unit(cells, k))


def named(cells: Term, line: Callable[[Term, Term], Term]) -> dict[str, Any]:
    """The names of the texts."""
    return {"line": line, "unit": partial(unit, cells), "G": partial(displayed, cells)}


def slopes(cells: str, units: str) -> str:
    """A text: the first p weights sum to the slope of cell p - 1."""
    return f"""
have alpha(2) = {cells}*(f((2 - 1)/{cells}) - f((2 - 2)/{cells})) - sum(k = 1..2 - 1, alpha(k))
have slope: for all p: int, 2 <= p => p <= {units} =>
    sum(k = 1..p, alpha(k)) = {cells}*(f((p - 1)/{cells}) - f((p - 2)/{cells})) by induction on p:
  base:
    have sum(k = 1..2, alpha(k)) = alpha(1) + alpha(2)
  step:
    have sum(k = 1..p + 1, alpha(k)) = sum(k = 1..p, alpha(k)) + alpha(p + 1)
"""


def reached(cells: str, units: str) -> str:
    """A text: so many units are the chord of cell j.  One by one they turn on, up to unit j + 1."""
    return f"""{slopes(cells, units)}
have 0 < 1/{cells}
have 0 <= x
have bend: for all p: int, 2 <= p => p + 1 <= {units} =>
    alpha(p + 1)*(x - (p - 1)/{cells}) = line(p - 1, x) - line(p - 2, x):
  have alpha(p + 1) = {cells}*(f((p + 1 - 1)/{cells}) - f((p + 1 - 2)/{cells}))
    - sum(k = 1..p + 1 - 1, alpha(k))
  use slope(p)
use slope(2)
let g(k) = alpha(k)*unit(k)
have sum(k = 1..2, alpha(k)) = alpha(1) + alpha(2)
have two: G(2) = g(1) + g(2) by
    sum_last(k -> g(k), 1, 2), sum_last(k -> g(k), 1, 1), sum_empty(k -> g(k), 1, 0)
have on1: unit(1) = x + 1/{cells}
have on2: unit(2) = x
have start: G(2) = line(0, x) by two, on1, on2, slope(2),
    sum(k = 1..2, alpha(k)) = alpha(1) + alpha(2), alpha(1) = {cells}*f(0)
have up: for all p: int, 2 <= p => p <= j + 1 => p <= {units} =>
    G(p) = line(p - 2, x) by induction on p:
  base:
    show by start
  step:
    have at: unit(p + 1) = x - (p - 1)/{cells}
    have more: G(p + 1) = G(p) + g(p + 1) by sum_last(k -> g(k), 1, p + 1)
    show by more, at, ih, bend(p)
have after: for all p: int, j + 1 <= p => p <= {units} => G(p) = line(j - 1, x) by induction on p:
  base:
    show by up(j + 1)
  step:
    have off: unit(p + 1) = 0
    have more: G(p + 1) = G(p) + g(p + 1) by sum_last(k -> g(k), 1, p + 1)
    show by more, off, ih
show by after({units})
"""


IN_CELL = [j >= 1, knot(j - 1, M) <= x, x <= knot(j, M)]
REPAIRED = statement(
    {"M": "int", "j": "int", "x": "real"},
    [M > 0, *recursion(M, M + 1), *IN_CELL, j <= M],
    displayed(M, M + 1).equals(chord(value, j - 1, M, x)),
    {"f": 1, "alpha": 1},
)


REACHED = written(
    REPAIRED,
    reached("M", "(M + 1)"),
    **named(M, lambda index, at: chord(value, index, M, at)),
)
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


BENDS = written(WEIGHTS, f"{slopes('M', 'M + 1')}use slope(j - 1)")

# --- the lines -----------------------------------------------------------------------------------


def _line(name: str, says: str, given: list[Json], show: Json, text: str) -> Obligation:
    names = {**ALL_SORTS, "i": "int", "u": "real", "v": "real"}
    whole = plain_json([*given, show])
    sorts = {n: s for n, s in names.items() if _mentions(whole, n)}
    functions = {n: 1 for n in ("f", "alpha") if _mentions(whole, n)}
    sequent = statement(sorts, given, show, functions)
    script = written(sequent, text, **named(N, printed_line))
    return Obligation(f"pln.prop2.upper.{name}", says, sequent, script)


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
                SAMPLES,
            ),
            _line(
                "eq47.cells",
                "every $x in [0, 1)$ lies in the cell $j = floor(N x) + 1$",
                [N > 0, x >= 0, x < 1, j.equals(S.floor(N * x) + 1)],
                conj(j >= 1, j <= N, A <= x, x < B),
                CELLS,
            ),
        ),
    ),
    Line(
        "pln.prop2.upper.eq48",
        "Eq. 48: $abs(f(x) - hat(G)(x)) = ... = abs(N [f(x) - f((j-1)\\/N)] (j\\/N - x) + "
        "N [f(x) - f(j\\/N)] (x - (j-1)\\/N)) <= N abs(f(x) - f((j-1)\\/N)) (j\\/N - x) + "
        "N abs(f(x) - f(j\\/N)) (x - (j-1)\\/N)$",
        (_line("eq48.chain", "each of the four relations", CELL, EQ48, CHAIN48),),
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
                LIPSCHITZ_LINE,
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
                CHAIN49,
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
                reached("N", "N"),
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
            ),
        ),
        why="the network of Eq. 50, as it is displayed, misses $f$ by more than $epsilon$",
        repair="the same with $N - 1$ cells (`pln.prop2.upper.statement`)",
    ),
)


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
        script=f"take {at}" if at else None,
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
