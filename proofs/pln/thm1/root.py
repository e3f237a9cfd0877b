"""Theorem 1 with (h - mu)/sqrt(var + delta): the error is of first order in delta.

The unit is t/sqrt(t^2 + C) with C = delta d/2.  At t >= w it is within C/(2 w^2) of 1, and nearer
to its breakpoint it mixes the two values beside it, which costs nothing whatever C is.  So with
A = sum_{k<N} |alpha_hat_k| and B = |alpha_hat_N|

    |G(x) - f(x)| <= L/(2N) + 2 N^2 C A + C B/2 .
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from constructions.layers import ROOT_OF_VAR_PLUS_DELTA, Padded
from constructions.pln import unit_on_line
from constructions.terms import Json, Term, app, conj, every, implies, var
from proofs.claims import Attempt, Claim, Obligation, Witness
from proofs.library.lipschitz import nonnegative_constant
from proofs.pln.bound import (
    LIPSCHITZ,
    cell_error,
    every_step,
    have_cell_bound,
    network,
    on_domain,
    positive_cell,
)
from proofs.pln.paper import readings, source
from proofs.pln.quotient import closed_form, once
from proofs.pln.symbols import LEVEL, ZERO, L, N, S, d, delta, eps, f, h, jumps, k, offset, t, x
from proofs.pln.thm1.conclusion import placed, put
from proofs.pln.thm1.sums import known, reals
from proofs.pln.units import dimension_facts, repeated, step_facts, step_known
from proofs.trees.script import (
    Node,
    auto,
    bounded_goal,
    case,
    define,
    have,
    intro,
    lemmas,
    node,
    split,
    statement,
)

C, last = var("C"), var("last")
_t, _c, w, value = (var(name) for name in ("u", "cc", "w", "value"))


def hypotenuse(at: Term, square: Term) -> Term:
    """sqrt(t^2 + C)."""
    return S.sqrt(at * at + square)


def smoothing_error(square: Term) -> Term:
    """2 N^2 C A + C B/2."""
    return 2 * N * N * square * jumps(N - 1) + square / 2 * S.abs(LEVEL)


# --- one unit ------------------------------------------------------------------------------------

#: value = t/sqrt(t^2 + C) is at most 1, and beyond w it is within C/(2 w^2) of 1
TAIL: Json = reals(
    "u cc w value",
    implies(
        _c > 0,
        _t >= 0,
        w > 0,
        (value * hypotenuse(_t, _c)).equals(_t),
        conj(value >= 0, value <= 1, implies(_t >= w, (1 - value) * (2 * w * w) <= _c)),
    ),
)


def tail_script() -> Node:
    """(q - t)(q + t) = C with q >= t >= w, and 1 - value = (q - t)/q."""
    q = hypotenuse(_t, _c)
    positive = [
        (q > 0, auto("q > 0")),
        (q >= _t, auto("q >= t")),
        (value >= 0, auto("value >= 0")),
        (value <= 1, auto("value <= 1")),
    ]
    far = lemmas(
        [
            ((q - _t) * (2 * w) <= _c, auto("(q - t) 2 w <= C")),
            (((1 - value) * q).equals(q - _t), auto("(1 - value) q")),
            ((1 - value) * (2 * w) * w <= (1 - value) * (2 * w) * q, auto("w <= q")),
        ],
        auto("beyond w"),
    )
    body = lemmas(positive, node("both", auto(), auto(), intro("", far)))
    root = have(_t * _t + _c > 0, auto("t^2 + C > 0"), define(q.json, auto(), body))
    for _ in range(4):
        root = intro("", root)
    for name in ("value", "w", "cc", "u"):
        root = intro(name, root)
    return root


#: value = t/sqrt(t^2 + C) is a step with error 2 N^2 C beyond 1/(2N)
STEP: Json = reals(
    "u cc value",
    implies(
        _c > 0,
        (value * hypotenuse(_t, _c)).equals(_t),
        step_facts(value, _t, 2 * N * N * _c),
    ),
)


def step_script() -> Node:
    """TAIL at t or at -t, with w = 1/(2N)."""
    half = h / 2

    def side(sign: int) -> Node:
        at, height = sign * _t, sign * value
        scaled = [
            ((N * h).equals(1), auto("N h = 1")),
            ((half * half * 2 * (2 * N * N)).equals(1), auto("(2N)^2 w^2 = 1")),
        ]
        far = implies(at >= half, (1 - height) * (2 * half * half) <= _c)
        times = (
            (1 - height) * (2 * half * half) * (2 * N * N) <= _c * (2 * N * N),
            auto("times 2 N^2"),
        )
        near = known(far, [], have(*times, auto("far")))
        off = have(half > 0, auto("1/(2N) > 0"), auto("the other side"))
        far_right, far_left = (near, off) if sign > 0 else (off, near)
        end = node("both", *[auto("a step")] * 3, intro("", far_right), intro("", far_left))
        at_side = known(
            TAIL,
            [at, _c, half, height],
            lemmas(scaled, end),
            auto("C > 0"),
            auto("t >= 0"),
            auto("w > 0"),
            auto("value"),
        )
        facts = [(N * N > 0, auto("N^2 > 0")), (2 * N * N * _c >= 0, auto("2 N^2 C >= 0"))]
        return lemmas(facts, at_side)

    script = intro("", intro("", split(_t.json, side(1), side(-1))))
    for name in ("value", "cc", "u"):
        script = intro(name, script)
    return script


# --- the network ---------------------------------------------------------------------------------

Unit = Callable[[Term], Term]


def _is_unit(s: Term, at: Term, square: Term) -> Json:
    """s sqrt(t^2 + C) = t."""
    return (s * hypotenuse(at, square)).equals(at)


def bound_script(s: Unit, last_: Term, square: Term, each: Json) -> Node:
    """|G(x) - f(x)| <= L/(2N) + 2 N^2 C A + C B/2.

    Needs N > 0, L >= 0, C > 0, 0 <= x <= 1, f Lipschitz, ``each``, which says for all k that
    s(k) is a unit, and that ``last_`` is one.
    """
    far = 2 * N * N * square
    is_step = known(STEP, [offset(k), square, s(k)], step_known())
    one = intro("k", known(each, [k], is_step))
    steps = every_step(s, far)
    size, off = S.abs(LEVEL), 1 - last_
    end = [
        (off >= 0, auto("s_N <= 1")),
        (off <= square / 2, auto("1 - s_N")),
        (LEVEL * off <= size * off, auto("level, +")),
        (-LEVEL * off <= size * off, auto("level, -")),
        (size * off <= square / 2 * size, auto("level")),
    ]
    close = case(cell_error(s).json, *[bounded_goal("the error")] * 2)
    beyond = implies(x + 1 >= 1, (1 - last_) * (2 * S.const(1) * 1) <= square)
    at_end = known(
        TAIL,
        [x + 1, square, S.const(1), last_],
        known(beyond, [], lemmas(end, close)),
        auto("C > 0"),
        auto("x + 1 >= 0"),
        auto("1 > 0"),
        auto("the last unit"),
    )
    whole = have(steps, one, have_cell_bound(s, far, at_end))
    sizes = [(h > 0, auto("h > 0")), (far >= 0, auto("far >= 0"))]
    return lemmas(sizes, whole)


_EACH: Json = every("k", "int", _is_unit(app("step", k), offset(k), C))
BOUND = statement(
    {"N": "int", "x": "real", "L": "real", "C": "real", "last": "real"},
    [N > 0, LIPSCHITZ, x >= 0, x <= 1, C > 0, _EACH, _is_unit(last, x + 1, C)],
    S.abs(network(lambda index: app("step", index), last) - f(x))
    <= L / (2 * N) + smoothing_error(C),
    {"f": 1, "step": 1},
)


def _with_units(then: Node) -> Node:
    return positive_cell(lemmas([(TAIL, tail_script()), (STEP, step_script())], then))


def bound_statement_script() -> Node:
    body = bound_script(lambda index: app("step", index), last, C, _EACH)
    return nonnegative_constant(_with_units(body))


# --- the layer -----------------------------------------------------------------------------------


def unit(at: Term) -> Term:
    """alpha^T LN-d([t, -t, 0, ..., 0]) with the root of sigma^2 + delta."""
    made: Term = unit_on_line(S, at, d, delta, ROOT_OF_VAR_PLUS_DELTA)
    return made


SQUARE = delta * d / 2  #: C of the units with the printed weights


def s(at: Term) -> Term:
    """The unit at t = x + b_hat."""
    return app("s", at)


#: s(t) = alpha^T LN-d([t, -t, 0, ..., 0]), for all t
UNIT: Json = every("t", "real", s(t).equals(unit(t)))
#: for all u: the unit times sqrt(u^2 + delta d/2) is u
_u = var("u")
FACT: Json = every(
    "u", "real", conj(_u * _u + SQUARE > 0, (unit(_u) * hypotenuse(_u, SQUARE)).equals(_u))
)


def fact_script() -> Node:
    """Proof of :data:`FACT` where delta > 0 and 2 <= d are known: var + delta = 2 (u^2 + C)/d."""
    vector = Padded((_u, -_u), ZERO, d, S.repeated)
    mu = vector.total() / vector.length
    centred = vector.map(lambda a: a - mu)
    squares = centred.map(lambda a: a * a)
    under = squares.total() / vector.length + delta
    scale = S.sqrt(under)
    r2, q = S.sqrt(2 / d), hypotenuse(_u, SQUARE)
    rest = ZERO * S.ratio(centred.fill, scale, None)
    facts: list[tuple[Json, Node]] = [
        (q > 0, auto("q > 0")),
        (r2 * q > 0, auto("sqrt(2/d) q > 0")),
        (scale.equals(r2 * q), auto("the root = sqrt(2/d) q")),
        (scale > 0, auto("the root > 0")),
        ((1 / scale * (r2 * q)).equals(1), auto("1/root")),
    ]
    inside = lemmas(facts, repeated(rest, node("both", auto(), auto("the unit"))))
    root = define(scale.json, auto("under the root >= 0"), inside)
    positive: list[tuple[Json, Node]] = [
        (SQUARE > 0, auto("C > 0")),
        (_u * _u + SQUARE > 0, auto("u^2 + C > 0")),
    ]
    square = lemmas(positive, define(q.json, auto(), root))
    spread = have(under.equals(2 * (_u * _u + SQUARE) / d), auto("variance"), square)
    centre = have(mu.equals(0), auto("mu = 0"), repeated(squares.fill, spread))
    return intro("u", repeated(ZERO, centre))


_A, _B = jumps(N - 1), S.abs(LEVEL)
#: delta d/2 (2 N^2 A + B/2) < eps - L/(2N)
SMALL: Json = SQUARE * (2 * N * N * _A + _B / 2) < eps - L / (2 * N)
AFTER = statement(
    {"N": "int", "d": "int", "L": "real", "eps": "real", "delta": "real"},
    [d >= 2, delta > 0, N > 0, LIPSCHITZ, SMALL, UNIT],
    on_domain(S.abs(network(lambda index: s(offset(index)), s(x + 1)) - f(x)) < eps),
    {"f": 1, "s": 1},
)
_UNITS: Json = every("t", "real", _is_unit(s(t), t, SQUARE))


def after_script() -> Node:
    """The bound for C = delta d/2."""
    is_unit = intro("t", known(UNIT, [t], known(FACT, [t], auto("the unit"))))
    each: Json = every("k", "int", _is_unit(s(offset(k)), offset(k), SQUARE))
    each_script = intro("k", known(_UNITS, [offset(k)], auto("unit k")))
    body = bound_script(lambda index: s(offset(index)), s(x + 1), SQUARE, each)
    size = S.abs(network(lambda index: s(offset(index)), s(x + 1)) - f(x))
    bounded = size <= L / (2 * N) + smoothing_error(SQUARE)
    at_x = known(_UNITS, [x + 1], have(bounded, body, auto("error < eps")))
    facts = [
        (SQUARE > 0, auto("C > 0")),
        (FACT, fact_script()),
        (_UNITS, is_unit),
    ]
    whole = lemmas(facts, intro("x", intro("", intro("", have(each, each_script, at_x)))))
    return nonnegative_constant(_with_units(dimension_facts(whole)))


# --- data, and the claim -------------------------------------------------------------------------

IDENTITY: tuple[tuple[str, ...], Json] = (("u",), "u")
_SMALL_LAYER = {"d": S.const(2), "delta": S.const(1)}
_BOUND_SQUARE, _HALF = S.const(4), S.const(Fraction(1, 2))


def _quotient(at: Term, square: Term) -> Term:
    return at / hypotenuse(at, square)


def _each_step() -> Node:
    """t/sqrt(t^2 + 4) times the root is t."""
    at = _HALF - k / 2
    q = hypotenuse(at, _BOUND_SQUARE)
    end = have(q > 0, auto("q > 0"), auto("t/q q = t"))
    root = have(at * at + _BOUND_SQUARE > 0, auto("t^2 + 4 > 0"), define(q.json, auto(), end))
    return intro("k", root)


def _unit_of_two() -> Node:
    """t/sqrt(t^2 + 1) is the unit for d = 2 and delta = 1."""
    value, q = (Term(placed(a.json, _SMALL_LAYER)) for a in (unit(t), hypotenuse(t, SQUARE)))
    proof = put(dimension_facts(fact_script()), _SMALL_LAYER)
    return closed_form(placed(FACT, _SMALL_LAYER), proof, [t], 0, value, q, t, once_only=True)


_S2 = placed(once(_quotient(t, SQUARE)).json, {**_SMALL_LAYER, "t": var("v")})
DATA = (
    Attempt(
        "pln.thm1.root.bound.satisfiable",
        "the hypotheses hold for $f(u) = u$, $L = 1$, $N = 2$, $x = 1\\/2$ and $C = 4$",
        BOUND,
        Witness(
            {"N": 2, "x": Fraction(1, 2), "L": 1, "C": 4, "last": Fraction(3, 5)},
            {
                "f": IDENTITY,
                "step": (("k",), _quotient(Fraction(1, 2) - k / 2, _BOUND_SQUARE).json),
            },
        ),
        {5: _each_step},
    ),
    Attempt(
        "pln.thm1.root.delta.satisfiable",
        "the hypotheses hold for $f(u) = u$, $L = 1$, $N = 2$, $epsilon = 3$, $d = 2$, "
        "$delta = 1$, and inside for $x = 1\\/2$",
        AFTER,
        Witness(
            {"N": 2, "d": 2, "L": 1, "eps": 3, "delta": 1, "x": Fraction(1, 2)},
            {"f": IDENTITY, "s": (("v",), _S2)},
        ),
        {4: lambda: node("evaluate", bits=0), 5: _unit_of_two},
    ),
)
_TERMS = "$A = sum_(k < N) abs(hat(alpha)_k)$, $B = abs(hat(alpha)_N)$"
ROOT = Claim(
    id="pln.thm1.sharpened4",
    kind="theorem",
    title="With the root of var + delta the error is of first order in delta",
    source=source("beyond Theorem 1", "16-26"),
    statement="For every $N >= 1$, every $L$-Lipschitz $f$ and units $t \\/ sqrt(t^2 + C)$ at "
    "$k \\/ N$ with $C > 0$: $abs(G(x) - f(x)) <= L/(2 N) + 2 N^2 C A + C B \\/ 2$ on $[0, 1]$, "
    f"where {_TERMS}. For $d >= 2$ and $(h - mu) \\/ sqrt(sigma^2 + delta)$ with the weights of "
    "Lemma 1 that is $C = delta d \\/ 2$: every $delta > 0$ with "
    "$(delta d \\/ 2) (2 N^2 A + B \\/ 2) < epsilon - L \\/ (2 N)$ gives "
    "$abs(G(x) - f(x)) < epsilon$ on $[0, 1]$.",
    readings=(
        *readings(
            "pln.thm1.root.bound",
            (
                "$N >= 1$",
                "every $L$-Lipschitz $f$",
                "on $[0, 1]$",
                "on $[0, 1]$",
                "$C > 0$",
                ("units $t \\/ sqrt(t^2 + C)$ at $k \\/ N$", "$s_k$, as a function of $k$"),
                ("units $t \\/ sqrt(t^2 + C)$ at $k \\/ N$", "the unit with $hat(b)_N = 1$"),
            ),
            ("$abs(G(x) - f(x)) <= L/(2 N) + 2 N^2 C A + C B \\/ 2$", _TERMS),
        ),
        *readings(
            "pln.thm1.root.delta",
            (
                "$d >= 2$",
                "every $delta > 0$",
                "$N >= 1$",
                "every $L$-Lipschitz $f$",
                (
                    "$(delta d \\/ 2) (2 N^2 A + B \\/ 2) < epsilon - L \\/ (2 N)$",
                    _TERMS,
                ),
                (
                    "$(h - mu) \\/ sqrt(sigma^2 + delta)$ with the weights of Lemma 1",
                    "$s(t)$ is its unit, for symbolic $d$",
                ),
            ),
            ("$abs(G(x) - f(x)) < epsilon$ on $[0, 1]$", "$delta$ may depend on $f$"),
        ),
    ),
    obligations=(
        Obligation(
            "pln.thm1.root.bound",
            "$abs(G - f) <= L \\/ (2 N) + 2 N^2 C A + C B \\/ 2$",
            BOUND,
            bound_statement_script,
        ),
        Obligation(
            "pln.thm1.root.delta",
            "for every $d$, $N$, $f$ and every $delta$ that is so small",
            AFTER,
            after_script,
        ),
    ),
    satisfiable=DATA,
    notes=(
        "The bound of pln.thm1.sharpened with $c = sqrt(C)$ holds of these units too; its last two "
        "terms are of first order in $c$, these of second order.",
    ),
    not_claimed=("that such $delta$ are the largest that will do",),
)
