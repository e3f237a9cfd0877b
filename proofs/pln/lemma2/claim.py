"""pln.lemma2: a sign network with floor(L/(2 eps)) + 1 units is closer than eps (Eq. 8-15)."""

from __future__ import annotations

from fractions import Fraction

from constructions.pln import midpoint
from constructions.terms import Json, Term, conj, plain_json, total, var
from proofs.claims import (
    Attempt,
    Claim,
    Control,
    Line,
    Obligation,
    Reading,
    Witness,
)
from proofs.pln import explorers, instances
from proofs.pln.lemma2 import proof as steps
from proofs.pln.lemma2.proof import written
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
    x,
    y,
)
from proofs.trees.script import statement

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


def _line(
    name: str, says: str, given: list[Json], show: Json, text: str = steps.DEFINED
) -> Obligation:
    whole = plain_json([*given, show])
    sorts = {n: s for n, s in {**SORTS, "j": "int"}.items() if _mentions(whole, n)}
    sequent = statement(sorts, given, show, FUNCTIONS)
    return Obligation(f"pln.lemma2.{name}", says, sequent, written(sequent, text))


def _mentions(json: Json, name: str) -> bool:
    return json == name or (isinstance(json, list) and any(_mentions(a, name) for a in json))


HALF = h / 2
NARROW = [N > 0, L < 2 * eps * N]
FIRST, LAST, MIDDLE = midpoint(ONE, N), midpoint(N, N), midpoint(j, N)
TO_CELL = S.abs(y(j) - f(x))
REACH = L * S.abs(MIDDLE - x)


_AT_0 = statement({"N": "int", "x": "real"}, [N > 0, x.equals(0)], G_HAT.equals(y(ONE)), FUNCTIONS)
_AT_1 = statement({"N": "int", "x": "real"}, [N > 0, x.equals(1)], G_HAT.equals(y(N)), FUNCTIONS)
_ENDPOINTS = (
    Obligation(
        "pln.lemma2.ends.0",
        "$hat(G)(0) = f(1 / (2 N))$",
        _AT_0,
        written(_AT_0, steps.AT_0),
    ),
    Obligation(
        "pln.lemma2.ends.1",
        "$hat(G)(1) = f((2 N - 1) / (2 N))$",
        _AT_1,
        written(_AT_1, steps.AT_1),
    ),
)
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
                written(EQ10, steps.EQ10),
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
                written(EQ11, steps.EQ11),
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
                steps.WIDTH,
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
                steps.EQ12,
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
                steps.EQ13,
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
                steps.EQ14,
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
                steps.EQ15,
            ),
        ),
        reading="$L > 0$",
    ),
)


REPAIRED_EQ15 = _line(
    "eq15.repaired",
    "Eq. 15 with $<=$ in the second place, for every $L >= 0$",
    _EQ15,
    conj(TO_CELL <= REACH, REACH <= L / (2 * N), L / (2 * N) < eps),
    steps.EQ15,
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

ATTAINED = statement(
    {"N": "int", "x": "real"},
    [N > 0, x.equals(0), ["all", "u", "real", ["=", ["app", "f", "u"], "u"]]],
    ERROR.equals(1 / (2 * N)),
    FUNCTIONS,
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
            written(SHARP, steps.BOUND),
        ),
        Obligation(
            "pln.lemma2.sharpened.attained",
            "for $f(u) = u$, $L = 1$ the error at $x = 0$ is $1 \\/ (2 N)$, for every $N >= 1$",
            ATTAINED,
            written(ATTAINED, steps.ATTAINED),
        ),
    ),
)


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
            written(STATEMENT, steps.STATEMENT),
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
    explorers=explorers.of_steps,
    construct=instances.construct_sign,
)
