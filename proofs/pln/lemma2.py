"""pln.lemma2: a sign network with floor(L/(2 eps)) + 1 units is closer than eps (Eq. 8-15)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from constructions.pln import midpoint
from constructions.terms import Json, Term, conj, implies, plain_json, total, var
from proofs.claims import (
    Attempt,
    Claim,
    Control,
    Line,
    Obligation,
    Reading,
    Witness,
)
from proofs.methods.script import (
    Node,
    auto,
    bounded_goal,
    case,
    have,
    induct,
    intro,
    is_hypothesis,
    lemmas,
    lipschitz,
    node,
    same,
    split,
    statement,
    use_all,
)
from proofs.pln import instances
from proofs.pln.bound import nonnegative_constant, positive_cell, width_facts
from proofs.pln.paper import readings, source
from proofs.pln.symbols import (
    G_HAT,
    IN_UNIT_INTERVAL,
    LEVEL,
    ONE,
    ZERO,
    L,
    N,
    S,
    eps,
    f,
    h,
    jump,
    k,
    m,
    offset,
    signs,
    x,
    y,
)

j = var("j")
FUNCTIONS = {"f": 1}
LIPSCHITZ: Json = ["lipschitz", "f", L.json, "0", "1"]
WIDTH: Json = N.equals(S.floor(L / (2 * eps)) + 1)
SORTS = {"N": "int", "x": "real", "L": "real", "eps": "real"}
ERROR = S.abs(G_HAT - f(x))
STATEMENT = statement(SORTS, [eps > 0, WIDTH, LIPSCHITZ, *IN_UNIT_INTERVAL], ERROR < eps, FUNCTIONS)
SHARP = statement(
    {"N": "int", "x": "real", "L": "real"},
    [N > 0, LIPSCHITZ, *IN_UNIT_INTERVAL],
    ERROR <= L / (2 * N),
    FUNCTIONS,
)


def at_least_one(then: Node) -> Node:
    """N >= 1, since N is an integer and N > 0."""
    return have(N >= 1, split((N - 1).json, auto("N >= 1"), auto("N > 0")), then)


def sharp_script() -> Node:
    """|G_hat - f| <= L/(2N): induction over the breakpoints that x may have passed."""

    def partial(index: Term) -> Term:
        return signs(index) + (y(ONE) + y(index + 1)) / 2

    claim = implies(
        m + 1 <= N,
        conj(
            implies(x > m / N, partial(m).equals(y(m + 1))),
            implies(x.equals(m / N), m >= 1, partial(m).equals((y(m) + y(m + 1)) / 2)),
            implies(x < m / N, S.abs(partial(m) - f(x)) <= L / (2 * N)),
        ),
    )
    last = m + 1
    sign = S.sign(offset(last))

    def unfolded(then: Node) -> Node:
        return node("unfold", auto("1 <= m + 1"), then, on=signs(last).json)

    def cases(leaf: Node) -> Node:
        return case(sign.json, leaf, leaf, leaf)

    def near(index: Term, then: Node) -> Node:
        return lipschitz("f", L, x, midpoint(index, N), h / 2, then)

    passed = is_hypothesis(x > m / N)
    reached = is_hypothesis(x.equals(m / N))
    ahead = is_hypothesis(x < m / N)
    beyond = intro("", unfolded(use_all(passed, [], 1, cases(auto("beyond")))))
    at_break = intro("", intro("", unfolded(use_all(passed, [], 1, cases(auto("at"))))))
    first_cell = node(
        "empty",
        auto("m = 0"),
        same(y(ONE), y(last), cases(bounded_goal("x = 0"))),
        on=signs(m).json,
    )
    at_m = split(
        (m - 1).json,
        use_all(reached, [], 2, near(m, near(last, cases(bounded_goal("x = m/N"))))),
        near(ONE, first_cell),
    )
    in_cell = use_all(passed, [], 1, near(last, cases(bounded_goal("in cell m + 1"))))
    before = use_all(ahead, [], 1, cases(bounded_goal("before m")))
    here = split((x - m / N).json, split((m / N - x).json, at_m, in_cell), before)
    step = intro(
        "",
        positive_cell(
            use_all(
                is_hypothesis(m + 1 <= N),
                [],
                1,
                node("both", beyond, at_break, intro("", unfolded(here))),
            )
        ),
    )
    empty = positive_cell(node("empty", auto("no units"), auto("base"), on=signs(ZERO).json))
    base = intro("", node("both", intro("", empty), intro("", intro("", auto())), intro("", empty)))
    return nonnegative_constant(
        at_least_one(induct("m", "0", claim, base, step, positive_cell(_last_cell())))
    )


def _last_cell() -> Node:
    """The claim at m = N - 1, where the partial network is the network."""
    top = N - 1

    def near(index: Term, then: Node) -> Node:
        return lipschitz("f", L, x, midpoint(index, N), h / 2, then)

    one = case(S.sign(x + 1).json, *[bounded_goal("last cell")] * 3)
    single = node("empty", auto("N = 1"), same(y(ONE), y(top + 1), one), on=signs(top).json)
    joined = same(y(N), y(top + 1), one)
    at_break = split(
        (N - 2).json,
        use_all(is_hypothesis(x.equals(top / N)), [], 2, near(top, near(N, joined))),
        near(ONE, single),
    )
    beyond = use_all(is_hypothesis(top / N < x), [], 1, near(N, joined))
    before = use_all(
        is_hypothesis(x < top / N),
        [],
        1,
        same(
            y(N),
            y(top + 1),
            case(S.abs(signs(top) + (y(ONE) + y(top + 1)) / 2 - f(x)).json, one, one),
        ),
    )
    here = split((x - top / N).json, split((top / N - x).json, at_break, beyond), before)
    return use_all(lambda rule: rule[0] == "all", [top], 2, here)


def statement_script() -> Node:
    """|G_hat - f| <= L/(2N) < eps."""
    known = conj(*IN_UNIT_INTERVAL, ERROR <= L / (2 * N))
    return width_facts(have(known, node("both", auto(), auto(), sharp_script()), auto("below eps")))


# --- the printed proof, line by line -------------------------------------------------------------


def plain(low: Term, high: Term) -> Term:
    """sum_{k=low}^{high} alpha_hat_k."""
    return total("k", low, high, jump(k))


CELL = [N > 0, j >= 1, j <= N]
CELL_SORTS = {"N": "int", "j": "int", "x": "real"}
OPEN_CELL = [*CELL, (j - 1) / N < x, x < j / N]
BREAKPOINT = [N > 0, j >= 1, j <= N - 1, x.equals(j / N)]
FIRST_SUM, SECOND_SUM = plain(ONE, j - 1), plain(j, N - 1)
EQ10 = statement(
    CELL_SORTS,
    OPEN_CELL,
    conj(
        G_HAT.equals(FIRST_SUM - SECOND_SUM + LEVEL),
        FIRST_SUM.equals((y(j) - y(ONE)) / 2),
        SECOND_SUM.equals((y(N) - y(j)) / 2),
        G_HAT.equals(y(j)),
    ),
    FUNCTIONS,
)
AFTER_SUM = plain(j + 1, N - 1)
EQ11 = statement(
    CELL_SORTS,
    BREAKPOINT,
    conj(
        G_HAT.equals(FIRST_SUM - AFTER_SUM + LEVEL),
        FIRST_SUM.equals((y(j) - y(ONE)) / 2),
        AFTER_SUM.equals((y(N) - y(j + 1)) / 2),
        G_HAT.equals((y(j) + y(j + 1)) / 2),
    ),
    FUNCTIONS,
)


def telescope(low: Term, first: Term, then: Node) -> Node:
    """sum_{k=low}^{m} alpha_hat_k = (y_{m+1} - y_low)/2 for every m >= low - 1 = ``first``."""
    last = m + 1
    base = node(
        "empty", auto("empty"), same(y(first + 1), y(low), auto("base")), on=plain(low, first).json
    )
    step = node("unfold", auto("range"), auto("telescope"), on=plain(low, last).json)
    return induct("m", first.json, plain(low, m).equals((y(m + 1) - y(low)) / 2), base, step, then)


def _value_script(after: Term, on_left: Node) -> Node:
    """Split the signed sum at j, telescope both parts (Eq. 10 and 11).

    Left of x the signs are 1, right of x they are -1; ``after`` is the first index right of x,
    and ``on_left`` proves that the signed sum up to after - 1 is sum_{k<j} alpha_hat_k.
    """
    before = induct(
        "m",
        "0",
        implies(m <= j - 1, signs(m).equals(plain(ONE, m))),
        node(
            "empty",
            auto(),
            node("empty", auto(), auto("base"), on=plain(ONE, ZERO).json),
            on=signs(ZERO).json,
        ),
        intro(
            "",
            _both_unfold(ONE, use_all(_first_premise("<="), [], 1, _sign_cases(auto("signs 1")))),
        ),
        use_all(_is_integer_claim, [j - 1], 2, on_left),
    )
    return positive_cell(before)


def _first_premise(op: str) -> Callable[[Json], bool]:
    return lambda rule: bool(rule[0] == "implies" and rule[1][0] == op)


def _is_integer_claim(rule: Json) -> bool:
    return bool(rule[0] == "all" and rule[2] == "int")


def _sign_cases(leaf: Node) -> Node:
    return case(S.sign(offset(m + 1)).json, leaf, leaf, leaf)


def _both_unfold(low: Term, then: Node) -> Node:
    inner = node("unfold", auto("range"), then, on=plain(low, m + 1).json)
    return node("unfold", auto("range"), inner, on=signs(m + 1).json)


def _after_script(after: Term, finish: Node) -> Node:
    """signs(m) = sum_{k<j} alpha_hat_k - sum_{k=after}^m alpha_hat_k for m >= after - 1."""
    first = after - 1
    claim = signs(m).equals(FIRST_SUM - plain(after, m))
    base = node("empty", auto("empty"), auto("base"), on=plain(after, first).json)
    return induct(
        "m",
        first.json,
        claim,
        base,
        _both_unfold(after, _sign_cases(auto("signs -1"))),
        use_all(_is_integer_claim, [N - 1], 1, finish),
    )


def _telescoped(after: Term, values: Node) -> Node:
    """The closed forms of both partial sums, at their ends."""
    second = telescope(
        after,
        after - 1,
        use_all(_is_integer_claim, [N - 1], 1, same(y(N), y(N - 1 + 1), values)),
    )
    return telescope(
        ONE,
        ZERO,
        use_all(_is_integer_claim, [j - 1], 1, same(y(j), y(j - 1 + 1), second)),
    )


def eq10_script() -> Node:
    last_sign = case(S.sign(x + 1).json, *[node("both", auto(), auto(), auto(), auto())] * 3)
    rest = _after_script(j, _telescoped(j, have(x > 0, auto("x > 0"), last_sign)))
    inside = lemmas(
        [((j - 1) * h >= 0, auto("(j - 1)/N >= 0")), (x > 0, auto("x > 0"))], _value_script(j, rest)
    )
    return positive_cell(inside)


def eq11_script() -> Node:
    """At x = j/N the unit j is 0, so the signed sum up to j is sum_{k<j}."""
    last_sign = case(S.sign(x + 1).json, *[node("both", auto(), auto(), auto(), auto())] * 3)
    rest = _after_script(j + 1, _telescoped(j + 1, last_sign))
    zero_unit = node(
        "unfold",
        auto("1 <= j"),
        case(S.sign(offset(j)).json, *[have(signs(j).equals(FIRST_SUM), auto("unit j"), rest)] * 3),
        on=signs(j).json,
    )
    inside = have(x > 0, auto("x > 0"), _value_script(j + 1, zero_unit))
    return positive_cell(inside)


def _line(
    name: str, says: str, given: list[Json], show: Json, script: Callable[[], Node] = auto
) -> Obligation:
    whole = plain_json([*given, show])
    sorts = {n: s for n, s in {**SORTS, "j": "int"}.items() if _mentions(whole, n)}
    sequent = statement(sorts, given, show, FUNCTIONS)
    return Obligation(f"pln.lemma2.{name}", says, sequent, script)


def _mentions(json: Json, name: str) -> bool:
    return json == name or (isinstance(json, list) and any(_mentions(a, name) for a in json))


def _near(a: Term, b: Term, distance: Term, then: Node) -> Node:
    return positive_cell(lipschitz("f", L, a, b, distance, then))


HALF = h / 2
NARROW = [N > 0, L < 2 * eps * N]
FIRST, LAST, MIDDLE = midpoint(ONE, N), midpoint(N, N), midpoint(j, N)
TO_CELL = S.abs(y(j) - f(x))
REACH = L * S.abs(MIDDLE - x)


def _eq14_script() -> Node:
    at = j / N
    chain = node(
        "both",
        case(S.abs((y(j) + y(j + 1)) / 2 - f(at)).json, _abs_pair(), _abs_pair()),
        case(S.abs(y(j) - f(at)).json, *[case(S.abs(y(j + 1) - f(at)).json, auto(), auto())] * 2),
        auto("< eps"),
    )
    closer = _near(MIDDLE, at, HALF, _near(midpoint(j + 1, N), at, HALF, chain))
    return nonnegative_constant(closer)


def _abs_pair() -> Node:
    inner = S.abs(y(j + 1) - f(j / N)).json
    return case(S.abs(y(j) - f(j / N)).json, *[case(inner, auto(), auto())] * 2)


_ENDPOINTS = (
    Obligation(
        "pln.lemma2.ends.0",
        "$hat(G)(0) = f(1 / (2 N))$",
        statement({"N": "int", "x": "real"}, [N > 0, x.equals(0)], G_HAT.equals(y(ONE)), FUNCTIONS),
        lambda: _end_script(-1),
    ),
    Obligation(
        "pln.lemma2.ends.1",
        "$hat(G)(1) = f((2 N - 1) / (2 N))$",
        statement({"N": "int", "x": "real"}, [N > 0, x.equals(1)], G_HAT.equals(y(N)), FUNCTIONS),
        lambda: _end_script(1),
    ),
)


def _end_script(side: int) -> Node:
    """At x = 0 every sign is -1, at x = 1 every sign is 1 (k < N)."""
    value = side * (y(m + 1) - y(ONE)) / 2
    step = intro(
        "",
        node(
            "unfold",
            auto(),
            use_all(_first_premise("<="), [], 1, _sign_cases(auto("step"))),
            on=signs(m + 1).json,
        ),
    )
    base = intro(
        "", node("empty", auto(), same(y(ZERO + 1), y(ONE), auto("base")), on=signs(ZERO).json)
    )
    end = same(y(N), y(N - 1 + 1), case(S.sign(x + 1).json, *[auto("end")] * 3))
    claim = implies(m <= N - 1, signs(m).equals(value))
    whole = induct("m", "0", claim, base, step, use_all(_is_integer_claim, [N - 1], 2, end))
    return positive_cell(at_least_one(whole))


_EQ15 = [*NARROW, LIPSCHITZ, *CELL[1:], (j - 1) / N < x, x < j / N]
_STRICT = L * S.abs(MIDDLE - x) < L / (2 * N)

LINES = (
    Line(
        "pln.lemma2.eq8",
        "Eq. 8-9: $hat(alpha)_j = 1/2 [f((2 j + 1) / (2 N)) - f((2 j - 1) / (2 N))]$ for "
        "$1 <= j <= N - 1$, $hat(alpha)_N = 1/2 [f(1 / (2 N)) + f((2 N - 1) / (2 N))]$",
        (
            _line(
                "eq8.domain",
                "every sample point lies in $[0, 1]$, so the weights are defined",
                CELL,
                conj(MIDDLE >= 0, MIDDLE <= 1),
                lambda: positive_cell(node("both", auto(), auto())),
            ),
        ),
    ),
    Line(
        "pln.lemma2.eq10",
        "Eq. 10: for $(j - 1) / N < x < j / N$, $1 <= j <= N$: $hat(G)(x) = "
        "sum_(k=1)^(j-1) hat(alpha)_k - sum_(k=j)^(N-1) hat(alpha)_k + hat(alpha)_N "
        "= f((2 j - 1) / (2 N))$",
        (
            Obligation(
                "pln.lemma2.eq10.cells",
                "each of the three equalities, for every $N$ and $j$, by telescoping",
                EQ10,
                eq10_script,
            ),
        ),
    ),
    Line(
        "pln.lemma2.eq11",
        "Eq. 11: $hat(G)(j / N) = 1/2 [f((2 j - 1) / (2 N)) + f((2 j + 1) / (2 N))]$, "
        "$1 <= j <= N - 1$",
        (
            Obligation(
                "pln.lemma2.eq11.breaks",
                "each of the three equalities, for every $N$ and $j$",
                EQ11,
                eq11_script,
            ),
        ),
    ),
    Line(
        "pln.lemma2.ends",
        "$hat(G)(0) = f(1 / (2 N))$ and $hat(G)(1) = f((2 N - 1) / (2 N))$",
        _ENDPOINTS,
    ),
    Line(
        "pln.lemma2.width",
        "$floor(L \\/ 2 epsilon) <= L \\/ 2 epsilon < floor(L \\/ 2 epsilon) + 1$, so "
        "$N > L \\/ 2 epsilon$",
        (
            _line(
                "width.floor",
                "$L \\/ (2 epsilon) < N$",
                [eps > 0, WIDTH, LIPSCHITZ],
                L / (2 * eps) < N,
                lambda: width_facts(auto()),
            ),
        ),
        reading="$L \\/ 2 epsilon$ is $L \\/ (2 epsilon)$, since next $L \\/ (2 N) < epsilon$",
    ),
    Line(
        "pln.lemma2.eq12",
        "Eq. 12: $abs(hat(G)(0) - f(0)) = abs(f(0) - f(1 / (2 N))) <= L / (2 N) < epsilon$",
        (
            _line(
                "eq12.chain",
                "both inequalities",
                [*NARROW, LIPSCHITZ],
                conj(S.abs(f(ZERO) - y(ONE)) <= L / (2 * N), L / (2 * N) < eps),
                lambda: at_least_one(
                    _near(ZERO, FIRST, HALF, node("both", bounded_goal("Eq. 12"), auto()))
                ),
            ),
        ),
    ),
    Line(
        "pln.lemma2.eq13",
        "Eq. 13: $abs(hat(G)(1) - f(1)) = abs(f(1) - f((2 N - 1) / (2 N))) <= L / (2 N) < epsilon$",
        (
            _line(
                "eq13.chain",
                "both inequalities",
                [*NARROW, LIPSCHITZ],
                conj(S.abs(f(ONE) - y(N)) <= L / (2 * N), L / (2 * N) < eps),
                lambda: at_least_one(
                    _near(ONE, LAST, HALF, node("both", bounded_goal("Eq. 13"), auto()))
                ),
            ),
        ),
    ),
    Line(
        "pln.lemma2.eq14",
        "Eq. 14: $abs(1/2 [f((2j-1)/(2N)) + f((2j+1)/(2N))] - f(j / N)) <= 1/2 abs(f((2j-1)/(2N)) "
        "- f(j/N)) + 1/2 abs(f((2j+1)/(2N)) - f(j/N)) <= L/(4N) + L/(4N) < epsilon$",
        (
            _line(
                "eq14.chain",
                "each of the three inequalities",
                [*NARROW, LIPSCHITZ, j >= 1, j <= N - 1],
                conj(
                    S.abs((y(j) + y(j + 1)) / 2 - f(j / N))
                    <= S.abs(y(j) - f(j / N)) / 2 + S.abs(y(j + 1) - f(j / N)) / 2,
                    S.abs(y(j) - f(j / N)) / 2 + S.abs(y(j + 1) - f(j / N)) / 2
                    <= L / (4 * N) + L / (4 * N),
                    L / (4 * N) + L / (4 * N) < eps,
                ),
                _eq14_script,
            ),
        ),
    ),
    Line(
        "pln.lemma2.eq15",
        "Eq. 15: for $(j-1)/N < x < j/N$: $abs(f((2j-1)/(2N)) - f(x)) <= L abs((2j-1)/(2N) - x) "
        "< L/(2N) < epsilon$",
        attempts=(
            Attempt(
                "pln.lemma2.eq15.strict",
                "$L = 0$, $f = 0$, $N = 1$, $x = 1\\/4$: the second inequality reads $0 < 0$",
                statement({**SORTS, "j": "int"}, _EQ15, _STRICT, FUNCTIONS),
                Witness(
                    {"N": 1, "j": 1, "x": Fraction(1, 4), "L": 0, "eps": 1},
                    {"f": (("u",), "0")},
                ),
            ),
        ),
        why="the strict inequality $L abs((2j-1)\\/(2N) - x) < L\\/(2N)$ fails for constant $f$ "
        "with $L = 0$; for $L > 0$ every relation of Eq. 15 holds",
        repair="$L abs((2j-1)\\/(2N) - x) <= L\\/(2N)$, after which the chain still ends below "
        "$epsilon$ (`pln.lemma2.eq15.repaired`)",
        reading="$L >= 0$, as in Definition 3, which asks for no more",
    ),
    Line(
        "pln.lemma2.eq15.positive",
        "Eq. 15 under the other reading, $L > 0$",
        (
            _line(
                "eq15.chain",
                "all three inequalities where $L > 0$",
                [*_EQ15, L > 0],
                conj(TO_CELL <= REACH, _STRICT, L / (2 * N) < eps),
                lambda: _eq15_script(),
            ),
        ),
        reading="$L > 0$",
    ),
)


def _eq15_script() -> Node:
    shorter = have(
        S.abs(MIDDLE - x) < HALF, case(S.abs(MIDDLE - x).json, auto(), auto()), auto("< L/(2N)")
    )
    direct = use_all(lambda rule: rule[0] == "lipschitz", [MIDDLE, x], 1, auto("Lipschitz"))
    inside = (j - 1) * h >= 0
    return positive_cell(have(inside, auto(), node("both", direct, shorter, auto("< eps"))))


REPAIRED_EQ15 = _line(
    "eq15.repaired",
    "Eq. 15 with $<=$ in the second place, for every $L >= 0$",
    _EQ15,
    conj(TO_CELL <= REACH, REACH <= L / (2 * N), L / (2 * N) < eps),
    lambda: nonnegative_constant(_eq15_repaired()),
)


def _eq15_repaired() -> Node:
    shorter = have(
        S.abs(MIDDLE - x) < HALF, case(S.abs(MIDDLE - x).json, auto(), auto()), auto("<= L/(2N)")
    )
    direct = use_all(lambda rule: rule[0] == "lipschitz", [MIDDLE, x], 1, auto("Lipschitz"))
    return positive_cell(
        have((j - 1) * h >= 0, auto(), node("both", direct, shorter, auto("< eps")))
    )


# --- the claim -----------------------------------------------------------------------------------

_LINE_F = {"f": (("u",), "u")}


def _altered(given: list[Json], show: Json = STATEMENT["show"]) -> Json:
    return statement(SORTS, given, show, FUNCTIONS)


def _control(
    name: str, kind: str, says: str, altered: Json, values: dict[str, object], function: Json
) -> Control:
    witness = Witness(values, {"f": (("u",), function)})
    return Control(Attempt(f"pln.lemma2.control.{name}", says, altered, witness), kind)


_DROPPED, _TIGHTENED = "hypothesis dropped", "constant tightened"
_QUARTER = Fraction(1, 4)
CONTROLS = (
    _control(
        "eps",
        _DROPPED,
        "without $epsilon > 0$: $epsilon = -1$, $f = 0$",
        _altered([WIDTH, LIPSCHITZ, *IN_UNIT_INTERVAL]),
        {"N": 1, "x": 0, "L": 0, "eps": -1},
        "0",
    ),
    _control(
        "lipschitz",
        _DROPPED,
        'for a function that is not $L$-Lipschitz: $f(u) = "sign"(u - 1\\/2)$, $L = 0$',
        _altered([eps > 0, WIDTH, *IN_UNIT_INTERVAL]),
        {"N": 1, "x": 1, "L": 0, "eps": _QUARTER},
        ["sign", ["-", "u", "1/2"]],
    ),
    _control(
        "right",
        _DROPPED,
        "to the right of $[0, 1]$: $f(u) = u$ at $x = 2$",
        _altered([eps > 0, WIDTH, LIPSCHITZ, x >= 0]),
        {"N": 3, "x": 2, "L": 1, "eps": _QUARTER},
        "u",
    ),
    _control(
        "left",
        _DROPPED,
        "to the left of $[0, 1]$: $f(u) = u$ at $x = -1$",
        _altered([eps > 0, WIDTH, LIPSCHITZ, x <= 1]),
        {"N": 3, "x": -1, "L": 1, "eps": _QUARTER},
        "u",
    ),
    _control(
        "width",
        _TIGHTENED,
        "one unit fewer, $N = floor(L \\/ 2 epsilon)$: $f(u) = u$, $epsilon = 1\\/4$, $x = 0$",
        _altered([eps > 0, N.equals(S.floor(L / (2 * eps))), LIPSCHITZ, *IN_UNIT_INTERVAL]),
        {"N": 2, "x": 0, "L": 1, "eps": _QUARTER},
        "u",
    ),
    _control(
        "factor",
        _TIGHTENED,
        "$3 epsilon$ instead of $2 epsilon$: $f(u) = u$, $epsilon = 1\\/4$, $x = 0$",
        _altered([eps > 0, N.equals(S.floor(L / (3 * eps)) + 1), LIPSCHITZ, *IN_UNIT_INTERVAL]),
        {"N": 2, "x": 0, "L": 1, "eps": _QUARTER},
        "u",
    ),
    _control(
        "bound",
        _TIGHTENED,
        "below $99\\/100$ of $epsilon$: $f(u) = u$, $L = 1$, $epsilon = 101\\/200$, $x = 0$",
        _altered([eps > 0, WIDTH, LIPSCHITZ, *IN_UNIT_INTERVAL], ERROR < eps * Fraction(99, 100)),
        {"N": 1, "x": 0, "L": 1, "eps": Fraction(101, 200)},
        "u",
    ),
)

SHARPENED = Claim(
    id="pln.lemma2.sharpened",
    kind="theorem",
    title="The error of the sign network is at most L/(2N), for every N, and this is attained",
    source=source("beyond Lemma 2", "8-15"),
    statement="For every $N >= 1$ and every $L$-Lipschitz $f$ on $[0, 1]$ the network of Eq. 8-9 "
    "satisfies $abs(hat(G)(x) - f(x)) <= L \\/ (2 N)$ on $[0, 1]$; for $f(x) = x$ there is "
    "equality at $x = 0$.",
    readings=(
        *readings(
            "pln.lemma2.sharpened.bound",
            ("$N >= 1$", "$f$ is $L$-Lipschitz on $[0, 1]$", "on $[0, 1]$", "on $[0, 1]$"),
            "$abs(hat(G)(x) - f(x)) <= L \\/ (2 N)$",
        ),
        *readings(
            "pln.lemma2.sharpened.attained",
            ("$N >= 1$", "at $x = 0$", "$f(x) = x$"),
            ("there is equality", "$L = 1$"),
        ),
    ),
    obligations=(
        Obligation(
            "pln.lemma2.sharpened.bound",
            "$abs(hat(G)(x) - f(x)) <= L \\/ (2 N)$ for every $N >= 1$",
            SHARP,
            sharp_script,
        ),
        Obligation(
            "pln.lemma2.sharpened.attained",
            "for $f(u) = u$, $L = 1$ the error at $x = 0$ is $1 \\/ (2 N)$, for every $N >= 1$",
            statement(
                {"N": "int", "x": "real"},
                [N > 0, x.equals(0), ["all", "u", "real", ["=", ["app", "f", "u"], "u"]]],
                ERROR.equals(1 / (2 * N)),
                FUNCTIONS,
            ),
            lambda: _attained_script(),
        ),
    ),
)


def _attained_script() -> Node:
    """At x = 0 the network is y_1 = f(1/(2N)) = 1/(2N), and f(0) = 0."""
    value = have(G_HAT.equals(y(ONE)), _end_script(-1), _identity_at([FIRST, x], bounded_abs()))
    return positive_cell(value)


def bounded_abs() -> Node:
    return case(ERROR.json, auto("error = 1/(2N)"), auto("error = 1/(2N), negative"))


def _identity_at(points: list[Term], then: Node) -> Node:
    for point in points:
        then = use_all(lambda rule: rule[0] == "all" and rule[2] == "real", [point], 0, then)
    return then


CLAIM = Claim(
    id="pln.lemma2",
    kind="theorem",
    title="Sign networks approximate every L-Lipschitz function",
    source=source("Lemma 2", "8-15"),
    statement="Given any $L$-Lipschitz continuous function $f in [0, 1]$ and the error "
    '$epsilon > 0$, there is some $hat(G)(x) in cal(G)(floor(L \\/ 2 epsilon) + 1; "sign")$, '
    "subjected to $abs(hat(G)(x) - f(x)) < epsilon$ for $x in [0, 1]$.",
    readings=(
        Reading("the error $epsilon > 0$", ("given", 0)),
        Reading(
            "$N = floor(L \\/ 2 epsilon) + 1$",
            ("given", 1),
            "$L \\/ 2 epsilon$ is $L \\/ (2 epsilon)$, as the proof uses it",
        ),
        Reading(
            "any $L$-Lipschitz continuous function $f in [0, 1]$",
            ("given", 2),
            "a function on $[0, 1]$; $L >= 0$ is not printed and not assumed, it follows",
        ),
        Reading("for $x in [0, 1]$", ("given", 3)),
        Reading("for $x in [0, 1]$", ("given", 4)),
        Reading(
            'there is some $hat(G) in cal(G)(N; "sign")$ with $abs(hat(G)(x) - f(x)) < epsilon$',
            ("show",),
            "the network is the one of Eq. 8-9, written out",
        ),
    ),
    obligations=(
        Obligation(
            "pln.lemma2.statement",
            "the statement for every $L$, $epsilon$, $f$ and $x$, with the weights of Eq. 8-9",
            STATEMENT,
            statement_script,
        ),
    ),
    lines=LINES,
    controls=CONTROLS,
    satisfiable=Attempt(
        "pln.lemma2.satisfiable",
        "the hypotheses hold for $f(u) = u$, $L = 1$, $epsilon = 1\\/4$, $N = 3$, $x = 1\\/2$",
        STATEMENT,
        Witness({"N": 3, "x": Fraction(1, 2), "L": 1, "eps": _QUARTER}, _LINE_F),
    ),
    notes=(
        '"$f in [0, 1]$" is read as a function on $[0, 1]$: no other type fits, and nothing used '
        "later changes.",
        "For $L > 0$ every line of the printed proof holds; only the strict second inequality of "
        "Eq. 15 fails, and only for constant functions with $L = 0$.",
    ),
    not_claimed=(
        "nothing is said of inputs outside $[0, 1]$ (both ends of the domain are needed: see the "
        "controls)",
        "nothing is said of the least number of units",
    ),
    repaired=(
        Claim(
            id="pln.lemma2.eq15.repaired",
            kind="proof-step",
            title="Eq. 15 with a weak second inequality",
            source=source("Lemma 2", "15"),
            statement="Let $f$ be $L$-Lipschitz on $[0, 1]$, $N >= 1$, $N > L\\/(2 epsilon)$ and "
            "$1 <= j <= N$. For $(j-1)\\/N < x < j\\/N$: $abs(f((2j-1)\\/(2N)) - f(x)) <= "
            "L abs((2j-1)\\/(2N) - x) <= L\\/(2N) < epsilon$.",
            readings=readings(
                "pln.lemma2.eq15.repaired",
                (
                    "$N >= 1$",
                    ("$N > L\\/(2 epsilon)$", "$epsilon > 0$ follows"),
                    "$f$ is $L$-Lipschitz on $[0, 1]$",
                    "$1 <= j$",
                    "$j <= N$",
                    "$(j-1)\\/N < x$",
                    "$x < j\\/N$",
                ),
                "$abs(f((2j-1)\\/(2N)) - f(x)) <= L abs((2j-1)\\/(2N) - x)$",
                "$L abs((2j-1)\\/(2N) - x) <= L\\/(2N)$",
                "$L\\/(2N) < epsilon$",
            ),
            obligations=(REPAIRED_EQ15,),
        ),
    ),
    sharpened=(SHARPENED,),
    parameters=instances.SIGN_PARAMETERS,
    instances=instances.SIGN_INSTANCES,
    run=instances.sign_rows,
    construct=instances.construct_sign,
)
