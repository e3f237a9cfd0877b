"""pln.prop2.lower: N(ReLU) >= floor(L/(2 eps)) - 1 (Eq. 51-54).

The statement and its proof are in :mod:`proofs.pln.prop2_lower_statement`.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from constructions.terms import Json, Term, app, conj, every, implies, plain_json, var
from proofs.claims import (
    Attempt,
    Claim,
    Control,
    Line,
    Obligation,
    Reading,
    Witness,
)
from proofs.kernel.context import Context
from proofs.pln import prop2_instances as instances
from proofs.pln.close_data import data, relus, zigzag_values
from proofs.pln.definition3 import bound_on_width, closely, controls, met, readings
from proofs.pln.paper import also, source
from proofs.pln.prop2_lower_statement import (
    CLOSE,
    DISTANCE,
    GIVEN,
    IN_CLASS,
    STATEMENT,
    WEIGHTS,
    F,
    G,
    H,
    alpha,
    cells_fit,
    distance_script,
    in_class_script,
    inner,
    n,
    q,
    relu,
    statement_script,
    width_script,
)
from proofs.pln.prop2_small import SHARPENED
from proofs.pln.symbols import ZERO, L, N, S, eps, m, x
from proofs.pln.thm1_sums import known
from proofs.trees.script import (
    Node,
    auto,
    case,
    have,
    induct,
    intro,
    lemmas,
    look,
    node,
    split,
    statement,
    unread,
)

i, k, r, s, ga, gb = (var(name) for name in ("i", "k", "r", "s", "ga", "gb"))
left, right = var("u"), var("v")
SORTS = {
    "n": "int",
    "N": "int",
    "r": "int",
    "k": "int",
    "m": "int",
    "L": "real",
    "eps": "real",
    "x": "real",
    "u": "real",
    "v": "real",
    "s": "real",
    "ga": "real",
    "gb": "real",
}


def _free(json: Json, name: str) -> bool:
    if isinstance(json, list) and json and json[0] in ("all", "some", "sum") and json[1] == name:
        return False
    return json == name or (isinstance(json, list) and any(_free(a, name) for a in json))


def _line(
    name: str, says: str, given: list[Json], show: Json, script: Callable[[], Node] = auto
) -> Obligation:
    whole = plain_json([*given, show])
    sorts = {n_: s_ for n_, s_ in SORTS.items() if _free(whole, n_)}
    functions = {f_: 1 for f_ in (*WEIGHTS, "g") if _free(whole, f_)}
    return Obligation(
        f"pln.prop2.lower.{name}", says, statement(sorts, given, show, functions), script
    )


# --- the printed proof ---------------------------------------------------------------------------

_FIRST = -eps + 2 * eps * N * x
_SECOND = 3 * eps - 2 * eps * N * x
EQ51 = conj(
    implies(x >= 0, x < 1 / N, F(x).equals(_FIRST)),
    implies(x >= 1 / N, x < 2 / N, F(x).equals(_SECOND)),
    implies(x >= 2 / N, x <= 1, F(x).equals(F(x - 2 / N))),
)


def _eq51_script() -> Node:
    """On [0, 1/N), [1/N, 2/N) the even integer is 0, then 2; a step of 2/N moves it by 2."""
    t = N * x
    even, moved = S.floor((t + 1) / 2), S.floor((N * (x - 2 / N) + 1) / 2)
    size, shifted = S.abs(t - 2 * even), S.abs(N * (x - 2 / N) - 2 * moved)

    def is_(number: int, cell: Term) -> Node:
        return split((cell - number).json, split((cell - number - 1).json, auto(), auto()), auto())

    first = [(t >= 0, auto()), (t < 1, auto()), (even.equals(0), is_(0, even))]
    second = [(t >= 1, auto()), (t < 2, auto()), (even.equals(1), is_(1, even))]
    down = split((even - moved - 1).json, split((even - moved - 2).json, auto(), auto()), auto())
    third = [
        ((N * (x - 2 / N)).equals(t - 2), auto()),
        ((even - moved).equals(1), down),
    ]
    by_size = case(size.json, auto("value"), auto("value"))
    sizes = case(size.json, *[case(shifted.json, auto(), auto())] * 2)
    parts = [lemmas(first, by_size), lemmas(second, by_size), lemmas(third, sizes)]
    return have(H > 0, auto("1/N > 0"), node("both", *[intro("", intro("", p)) for p in parts]))


_EVEN, _ODD = 2 * r, 2 * r + 1


def _knots_script() -> Node:
    return have(H > 0, auto("1/N > 0"), node("both", _at_knot(_EVEN, -1), _at_knot(_ODD, 1)))


def _at_knot(index: Term, sign: int) -> Node:
    """F(index/N) = sign eps."""
    return lemmas(_value_facts(index, sign), auto("value"))


def _value_facts(index: Term, sign: int) -> list[tuple[Json, Node]]:
    """The even integer next to ``index``, the distance to it, and F(index/N) = sign eps."""
    cell = S.floor((N * (index / N) + 1) / 2)
    middle = r if sign < 0 else r + 1
    gap = N * (index / N) - 2 * cell
    above = split((cell - middle - 1).json, auto("floor < ..."), auto("<="))
    below = split((middle - cell - 1).json, auto("floor > ..."), auto(">="))
    return [
        ((N * (index / N)).equals(index), auto("N k/N = k")),
        (cell.equals(middle), node("both", above, below)),
        (S.abs(gap).equals(0 if sign < 0 else 1), case(S.abs(gap).json, auto(), auto())),
        (F(index / N).equals(sign * eps), auto("value")),
    ]


#: no kink of G lies strictly between u and v
NO_KINK: Json = every(
    "i",
    "int",
    implies(i >= 1, i <= n, inner(i, left) * inner(i, right) >= 0),
)
#: on [u, v] the graph of G is the chord
STRAIGHT = (G(x) * (right - left)).equals(G(left) * (right - x) + G(right) * (x - left))


def _straight_script() -> Node:
    """Unit by unit: w x + b keeps its sign, so ReLU(w x + b) is linear in x."""
    last = q + 1

    def chord(high: Term) -> Json:
        ends = G(left, high) * (right - x) + G(right, high) * (x - left)
        return (G(x, high) * (right - left)).equals(ends)

    def sums(by: str, high: Term, then: Node) -> Node:
        for at in (x, left, right):
            then = node(by, auto("range"), then, on=G(at, high).json)
        return then

    at_x, at_u, at_v = (inner(last, at) for at in (x, left, right))
    r_x, r_u, r_v = relu(at_x), relu(at_u), relu(at_v)
    unit = (r_x * (right - left)).equals(r_u * (right - x) + r_v * (x - left))
    mixed = (at_x * (right - left)).equals(at_u * (right - x) + at_v * (x - left))
    linear = auto("one unit")
    for r in (r_x, r_u, r_v):
        linear = case(r.json, linear, linear)
    weighed = (
        (alpha(last) * r_x * (right - left)).equals(
            alpha(last) * r_u * (right - x) + alpha(last) * r_v * (x - left)
        ),
        auto("weighed"),
    )
    one = lemmas([(mixed, auto()), (unit, linear), weighed], sums("unfold", last, auto("sum")))
    claim = implies(q <= n, chord(q))
    step = intro("", known(claim, [], known(NO_KINK, [last], one)))
    base = intro("", sums("empty", ZERO, auto("0 = 0")))
    whole = every("q", "int", implies(q >= 0, claim))
    return induct("q", "0", claim, base, step, known(whole, [n], auto("n units")))


def g(index: Term) -> Term:
    return app("g", index)


def _descends_script() -> Node:
    """If no difference were positive, the values would not decrease from first to last."""
    claim = implies(m <= k, s * g(ZERO) <= s * g(m))
    rises = every("i", "int", implies(i >= 0, i + 1 <= k, s * g(i) <= s * g(i + 1)))
    step = intro("", known(claim, [], known(rises, [m], auto("one more"))))
    whole = every("m", "int", implies(m >= 0, claim))
    return induct("m", "0", claim, intro("", auto()), step, known(whole, [k], auto("all")))


_RISES = every("i", "int", implies(i >= 0, i + 1 <= k, s * g(i) <= s * g(i + 1)))

LINES = (
    Line(
        "pln.prop2.lower.reduction",
        'to prove that $floor(L \\/ 2 epsilon) - 1 <= cal(N)("ReLU")$, we can just prove that '
        "there is an $f$ that can not be approximated by any $G in cal(G)(floor(L \\/ 2 epsilon) "
        '- 2; "ReLU")$; here $N = floor(L \\/ 2 epsilon)$',
        attempts=(
            Attempt(
                "pln.prop2.lower.reduction.small",
                "$L = epsilon = 1$: $N = 0$, so there are no cells of width $1 \\/ N$, and no "
                "networks of $N - 2$ units",
                statement(
                    {"N": "int", "L": "real", "eps": "real"},
                    [eps > 0, L >= 0, N.equals(S.floor(L / (2 * eps)))],
                    N >= 2,
                ),
                Witness({"N": 0, "L": 1, "eps": 1}),
            ),
        ),
        conclusion_stands="pln.prop2.lower.statement",
        why="for $L < 4 epsilon$ the number of units $N - 2$ is negative, and for "
        "$L < 2 epsilon$ Eq. 51 divides by $N = 0$; the bound is then at most 0 and says nothing",
        repair="the case $N <= 1$ is trivial; for $N >= 2$ every line below holds",
        reading="networks of fewer units are among those of $N - 2$: fill up with $alpha_j = 0$",
    ),
    Line(
        "pln.prop2.lower.eq51",
        "Eq. 51: $f(x) = -epsilon + 2 epsilon N x$ on $[0, 1\\/N)$, $3 epsilon - 2 epsilon N x$ "
        "on $[1\\/N, 2\\/N)$, $f(x - 2\\/N)$ on $[2\\/N, 1]$; $f$ is $L$-Lipschitz continuous",
        (
            _line(
                "eq51.closed",
                "$f(x) = -epsilon + 2 epsilon abs(N x - 2 floor((N x + 1)\\/2))$ satisfies each "
                "part of Eq. 51",
                [eps > 0, N > 0],
                EQ51,
                _eq51_script,
            ),
            _line(
                "eq51.lipschitz",
                "it is $L$-Lipschitz on $[0, 1]$, since $2 epsilon N <= L$",
                GIVEN[:3],
                IN_CLASS,
                lambda: cells_fit(have(DISTANCE, distance_script(), in_class_script())),
            ),
        ),
        reading="$N >= 1$",
    ),
    Line(
        "pln.prop2.lower.knots",
        "$f(0) = f(2\\/N) = f(4\\/N) = ... = -epsilon$ and $f(1\\/N) = f(3\\/N) = ... = epsilon$",
        (
            _line(
                "knots.values",
                "$f(2 r \\/ N) = -epsilon$ and $f((2 r + 1)\\/N) = epsilon$",
                [eps > 0, N > 0],
                conj(F(_EVEN / N).equals(-eps), F(_ODD / N).equals(eps)),
                _knots_script,
            ),
        ),
    ),
    Line(
        "pln.prop2.lower.signs",
        "$G(0), G(2\\/N), ...$ are all negative, $G(1\\/N), G(3\\/N), ...$ all positive: "
        "$(-1)^k G(k\\/N) < 0$",
        (
            _line(
                "signs.even_odd",
                "for every $r$ with $0 <= 2 r$ and $2 r + 1 <= N$",
                [eps > 0, N > 0, CLOSE, r >= 0, _ODD <= N],
                conj(G(_EVEN / N) < 0, G(_ODD / N) > 0),
                lambda: _signs_script(),
            ),
        ),
    ),
    Line(
        "pln.prop2.lower.eq52",
        "$G$ is differentiable except at $x = -b_j \\/ w_j$; Eq. 52-53: where it is, "
        "$(-1)^k G'(x_k) = N [(-1)^k G(k\\/N) - (-1)^k G((k-1)\\/N)] < 0$",
        (
            _line(
                "eq52.straight",
                "between points with no kink strictly between them $G$ is its chord, so there "
                "$G'$ is the difference quotient at every point",
                [n >= 0, left < right, left <= x, x <= right, NO_KINK],
                STRAIGHT,
                _straight_script,
            ),
            _line(
                "eq53.sign",
                "for $s = (-1)^k$: $(G(k\\/N) - G((k-1)\\/N)) \\/ (1\\/N)$ is $N$ times the "
                "difference, and $s$ times it is negative",
                [N > 0, s * ga > 0, s * gb < 0],
                conj(((gb - ga) / (1 / N)).equals(N * (gb - ga)), N * (s * gb - s * ga) < 0),
                lambda: have(H > 0, auto(), node("both", _quotient(), auto("< 0"))),
            ),
        ),
    ),
    Line(
        "pln.prop2.lower.eq54",
        "Eq. 54: one of $(-1)^k G(b'_i) - (-1)^k G(b'_(i+1)) > 0$ holds, $b'_0 = (k-1)\\/N$, "
        "$b'_(m+1) = k\\/N$, otherwise $(-1)^k G((k-1)\\/N) <= (-1)^k G(k\\/N)$",
        (
            _line(
                "eq54.otherwise",
                "if none holds, the values do not decrease from the first point to the last",
                [k >= 0, _RISES],
                s * g(ZERO) <= s * g(k),
                _descends_script,
            ),
        ),
    ),
    Line(
        "pln.prop2.lower.turns",
        "if $a < b$ and $G'(a) != G'(b)$, we will find some $j$ such that $a < -b_j \\/ w_j < b$",
        (
            _line(
                "turns.none",
                "if there is none, $G$ has one slope on $[a, b]$: all its difference quotients "
                "there agree",
                [n >= 0, left < right, left <= x, x <= right, NO_KINK],
                conj(
                    ((G(x) - G(left)) * (right - left)).equals((G(right) - G(left)) * (x - left)),
                    ((G(right) - G(x)) * (right - left)).equals((G(right) - G(left)) * (right - x)),
                ),
                lambda: have(STRAIGHT, _straight_script(), node("both", auto(), auto())),
            ),
        ),
    ),
    Line(
        "pln.prop2.lower.pigeonhole",
        "for $(x_1, x_2), ..., (x_(N-1), x_N)$ there must be $N - 1$ different $j_k$ with "
        "$-b_(j_k) \\/ w_(j_k) in (x_k, x_(k+1))$; however, only $N - 2$ are available. Therefore "
        '$cal(N)("ReLU") >= floor(L \\/ 2 epsilon) - 1$',
        (
            _line(
                "pigeonhole.count",
                "an error below $epsilon$ needs $N - 1$ units, by counting the units that have "
                "changed their state",
                GIVEN,
                implies(CLOSE, N - 1 <= n),
                width_script,
            ),
        ),
        reading="the conclusion of the count; units that have changed their state since 0 are "
        "counted in place of kinks $j_k$",
    ),
)


def _quotient() -> Node:
    """(gb - ga)/(1/N) = N (gb - ga)."""
    return have((1 / H).equals(N), auto("1/(1/N) = N"), auto("quotient"))


def _signs_script() -> Node:
    even, odd = _EVEN / N, _ODD / N
    inside = [
        (H > 0, auto("1/N > 0")),
        (even >= 0, auto()),
        (even <= 1, auto()),
        (odd >= 0, auto()),
        (odd <= 1, auto()),
        *_value_facts(_EVEN, -1),
        *_value_facts(_ODD, 1),
    ]
    near = node(
        "both",
        case(S.abs(G(even) - F(even)).json, auto("below 0"), auto("below 0")),
        case(S.abs(G(odd) - F(odd)).json, auto("above 0"), auto("above 0")),
    )
    return lemmas(inside, known(CLOSE, [even], known(CLOSE, [odd], near)))


# --- controls ------------------------------------------------------------------------------------

_ZERO_NET = dict.fromkeys(WEIGHTS, (("k",), "0"))
"""All weights 0: the network is 0, which is at a distance of exactly eps from the zigzag."""


def _control(
    name: str,
    kind: str,
    says: str,
    values: dict[str, object],
    given: list[Json],
    show: Json,
    script: Callable[[], Node] | None = None,
    part: int = 0,
) -> Control:
    altered = statement(STATEMENT["vars"], given, show, WEIGHTS)
    witness = Witness(values, _ZERO_NET)
    attempt = Attempt(
        f"pln.prop2.lower.control.{name}", says, altered, witness, script=script, part=part
    )
    return Control(attempt, kind)


def _two_points(first: str, second: str) -> Callable[[], Node]:
    return lambda: node("some", node("some", auto("too steep"), **{"is": second}), **{"is": first})


_QUARTER = Fraction(1, 4)
_WITHIN_TWICE = every("x", "real", implies(x >= 0, x <= 1, S.abs(G(x) - F(x)) < 2 * eps))
CONTROLS = (
    _control(
        "eps",
        "hypothesis dropped",
        "without $epsilon > 0$: $epsilon = -1\\/4$ and $N = -2$ cells for $L = 1$ are too steep",
        {"n": 0, "N": -3, "L": 1, "eps": Fraction(-1, 5)},
        GIVEN[1:],
        STATEMENT["show"],
        _two_points("0", "1/3"),
    ),
    _control(
        "L",
        "hypothesis dropped",
        "without $L >= 0$ the class is empty: $L = -1$, $epsilon = 1\\/2$",
        {"n": 0, "N": -1, "L": -1, "eps": Fraction(1, 2)},
        [GIVEN[0], *GIVEN[2:]],
        STATEMENT["show"],
        _two_points("0", "1"),
    ),
    _control(
        "any",
        "hypothesis dropped",
        "for any $N$: the zigzag of $N = 3$ cells is too steep, $L = 1$, $epsilon = 1\\/4$",
        {"n": 0, "N": 3, "L": 1, "eps": _QUARTER},
        [*GIVEN[:2], GIVEN[3]],
        STATEMENT["show"],
        _two_points("0", "1/3"),
    ),
    _control(
        "cells",
        "constant tightened",
        "one cell more, $N = floor(L \\/ 2 epsilon) + 1$: the zigzag is too steep, $L = 1$, "
        "$epsilon = 1\\/4$",
        {"n": 0, "N": 3, "L": 1, "eps": _QUARTER},
        [*GIVEN[:2], N.equals(S.floor(L / (2 * eps)) + 1), GIVEN[3]],
        STATEMENT["show"],
        _two_points("0", "1/3"),
    ),
    _control(
        "bound",
        "constant tightened",
        "errors of $2 epsilon$ instead of $epsilon$: the network 0 is that close, with 0 units "
        "for $N = 2$",
        {"n": 0, "N": 2, "L": 1, "eps": _QUARTER},
        GIVEN,
        conj(IN_CLASS, implies(_WITHIN_TWICE, N - 1 <= n)),
        lambda: _zero_is_close(),
        part=1,
    ),
)


def _zero_is_close() -> Node:
    """|0 - F(x)| <= eps < 2 eps on [0, 1]: the zigzag stays between -eps and eps."""
    t = S.const(2) * x
    even = S.floor((t + 1) / 2)
    size = S.abs(t - 2 * even)
    bound = have(size <= 1, case(size.json, auto(), auto()), have(size >= 0, auto(), _close()))
    return node("both", intro("x", intro("", intro("", bound))), auto("0 < 1"))


def _close() -> Node:
    empty = ["sum", "i", "1", "0", ["*", "0", ["max", "0", ["+", ["*", "0", "x"], "0"]]]]

    def finish(context: Context) -> Node:
        return case(unread(context.goal[1]), auto("+"), auto("-"))

    return node("empty", auto("no units"), look(finish), on=empty)


ZIGZAG = Obligation(
    "pln.prop2.lower.statement",
    "for every $L$, $epsilon$, $n$ and all weights, those of value 0 and repeated kinks included",
    STATEMENT,
    statement_script,
)
WIDTH = bound_on_width(ZIGZAG)
MET = met(
    Attempt(
        "pln.prop2.lower.satisfiable",
        "the hypotheses on one network hold for $N = 2$, $n = 0$",
        STATEMENT,
        Witness({"n": 0, "N": 2, "L": 1, "eps": _QUARTER}, _ZERO_NET),
    ),
    WIDTH,
    "the hypotheses hold for $L = 1$, $epsilon = 1\\/4$, $N = 2$, $n = 0$, where all $f$ are the "
    "zigzag and all networks are 0",
)
_CLOSE = data(
    "pln.prop2.lower.satisfiable.network",
    "$L = 4$, $epsilon = 1$, so $N = 2$: three ReLUs are the zigzag",
    STATEMENT,
    zigzag_values(2, 3),
    relus(2),
    2,
)
_HYPOTHESES = (
    Reading("the error bound $epsilon > 0$", ("given", 0)),
    Reading("$cal(F)([0, 1]; L)$", ("given", 1), "a Lipschitz constant is not negative"),
    Reading(
        "$floor(L \\/ 2 epsilon)$",
        ("given", 2),
        "$L \\/ 2 epsilon$ is $L \\/ (2 epsilon)$, as Eq. 51 uses it",
    ),
    Reading('$cal(G)(n; "ReLU")$', ("given", 3), "any number of units, all weights open"),
)
CLAIM = Claim(
    id="pln.prop2.lower",
    kind="theorem",
    title="Minimum approximation width of ReLU networks, lower bound",
    source=source("Proposition 2, lower bound", "51-54"),
    statement='Given $cal(F) = cal(F)([0, 1]; L)$ and $cal(G) = cal(G)(N; "ReLU")$, where '
    '$"ReLU"(x) = max(0, x)$ denotes the ReLU function. Given the error bound $epsilon > 0$, we '
    'have $floor(L \\/ 2 epsilon) - 1 <= cal(W)("ReLU") = cal(N)("ReLU")$.',
    readings=(
        *_HYPOTHESES,
        *also(_HYPOTHESES, ZIGZAG.id),
        Reading("a network of $n$ units", ("show",), "near the zigzag of Eq. 51", ZIGZAG.id),
        *readings(
            WIDTH,
            '"ReLU"',
            '$N - 1 <= cal(N)("ReLU")$',
            "The function is the zigzag of Eq. 51 in closed form",
        ),
    ),
    obligations=(WIDTH, ZIGZAG),
    lines=LINES,
    controls=(*CONTROLS, *controls(MET, WIDTH)),
    satisfiable=(_CLOSE, *closely(_CLOSE, WIDTH)),
    notes=(
        "$cal(W) = cal(N)$ since ReLU acts on one neuron.",
        "Our proof counts units that have changed their state where the paper counts kinks: kinks "
        "that coincide or cancel need no care.",
        "No control drops $n >= 0$: a sum of $n < 0$ units is 0, which is at a distance of exactly "
        "$epsilon$ from the zigzag, so nothing is claimed of it.",
    ),
    not_claimed=(
        "nothing is said of networks with a free constant or a free slope at the output",
        "nothing is said of whether the bound is reached",
    ),
    sharpened=(SHARPENED,),
    parameters=instances.ZIGZAG_PARAMETERS,
    instances=instances.ZIGZAG_INSTANCES,
    run=instances.zigzag_rows,
    construct=instances.construct_zigzag,
)
