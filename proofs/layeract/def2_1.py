"""layeract.def2_1: the saturation state, where the scale is nearly 0 (Definition 2.1)."""

from __future__ import annotations

from constructions.layeract import HARD_SIGMOID
from constructions.terms import Json, Term, conj, every, exists, implies, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.language.elaboration import written
from proofs.layeract.calculus import ONE, ZERO, Curve, S, s
from proofs.layeract.eq2 import (
    _cases,
    bounded,
    increasing,
    positive,
    relu_scale,
    silu_scale,
)
from proofs.layeract.paper import source
from proofs.library.vectors import shown_by
from proofs.trees.leaves import using
from proofs.trees.script import (
    Node,
    auto,
    case,
    define,
    have,
    intro,
    lemmas,
    node,
    statement,
)

t, eta, C, Y, limit = (var(name) for name in ("t", "eta", "C", "Y", "limit"))


def tends_to(of: Curve, value: Term) -> Json:
    """of(t) -> value as t -> -infinity."""
    below = every("t", "real", implies(t < C, S.abs(of(t) - value) < eta))
    return every("eta", "real", implies(eta > 0, exists("C", "real", below)))


def hard_scale(at: Term) -> Term:
    value: Term = HARD_SIGMOID.value(S, at)
    return value


def output(scale: Curve) -> Curve:
    return lambda at: at * scale(at)


def saturates(scale: Curve) -> Json:
    """s(t) -> 0 and t s(t) -> 0 as t -> -infinity."""
    return conj(tends_to(scale, ZERO), tends_to(output(scale), ZERO))


STATEMENT = statement(
    {},
    [],
    conj(*(saturates(f) for f in (relu_scale, silu_scale, hard_scale))),
)


#: both are 0 below 0 or -3; 1/(1 + e^-t) <= 4/t^2, from e^-t = (e^(-t/2))^2 >= t^2/4
SATURATE = """
have relu_zero: for all t: real, t < 0 => relu(t) = 0
have hard_zero: for all t: real, t < -3 => hard(t) = 0
have below: for all eta, t: real, 0 < eta and t < -(4/eta) - 1 =>
    silu(t) < eta and silu(t)*(-t) < eta:
  fix eta, t
  have inverse: 0 < 4/eta
  have under: t < -(4/eta) - 1
  have negative: t < -1 by under, inverse
  have square: exp(-t) = exp(-t/2)^2 by exp_sum(-t/2, -t/2)
  have line: -t/2 <= exp(-t/2) by exp_line(-t/2)
  have parabola: t^2/4 <= exp(-t) by square, line, negative
  have far: 4 < -t*eta by under
  have positive: 0 < silu(t)
  have unit: silu(t)*(1 + exp(-t)) = 1
  have most: silu(t)*t^2 <= 4 by parabola, positive, unit
  have small: silu(t)*(-t) < eta by most, far, negative
  show by small, negative, positive
have r1: for all eta: real, 0 < eta => exists C: real, for all t: real, t < C =>
    |relu(t) - 0| < eta:
  fix eta
  take 0
  show by relu_zero(t)
have r2: for all eta: real, 0 < eta => exists C: real, for all t: real, t < C =>
    |t*relu(t) - 0| < eta:
  fix eta
  take 0
  show by relu_zero(t)
have s1: for all eta: real, 0 < eta => exists C: real, for all t: real, t < C =>
    |silu(t) - 0| < eta:
  fix eta
  take -(4/eta) - 1
  show by below(eta, t), sigmoid_range(t), t < -(4/eta) - 1
have s2: for all eta: real, 0 < eta => exists C: real, for all t: real, t < C =>
    |t*silu(t) - 0| < eta:
  fix eta
  take -(4/eta) - 1
  show by below(eta, t), sigmoid_range(t), t < -(4/eta) - 1
have h1: for all eta: real, 0 < eta => exists C: real, for all t: real, t < C =>
    |hard(t) - 0| < eta:
  fix eta
  take -3
  show by hard_zero(t)
have h2: for all eta: real, 0 < eta => exists C: real, for all t: real, t < C =>
    |t*hard(t) - 0| < eta:
  fix eta
  take -3
  show by hard_zero(t)
show by r1, r2, s1, s2, h1, h2
"""


# --- any activation scale ------------------------------------------------------------------------

CONVERGES = exists("limit", "real", tends_to(output(s), limit))
ANY = statement(
    {},
    [bounded(s), increasing(s), positive(s), tends_to(s, ZERO)],
    CONVERGES,
    {"s": 1},
)
#: 1/sqrt(1 - u) below 0, and 1 from 0 on
SLOW = ["/", "1", ["sqrt", ["+", "1", ["max", "0", ["-", "u"]]]]]
_y = var("y")
NEAR = statement(
    {"eta": "real", "Y": "real"},
    [eta >= 0],
    every(
        "y",
        "real",
        implies(conj(S.abs(s(_y)) <= eta, S.abs(_y) <= Y), S.abs(_y * s(_y)) <= eta * Y),
    ),
    {"s": 1},
)


def slow(at: Term) -> Term:
    return 1 / _root(at)


def _root(at: Term) -> Term:
    return S.sqrt(1 + S.maximum(ZERO, -at))


def _rooted(at: Term, then: Node) -> Node:
    """r = sqrt(1 + max(0, -t)) >= 1 and 0 < 1/r <= 1."""
    r, radicand = _root(at), 1 + S.maximum(ZERO, -at)
    square = (r * r).equals(radicand)
    steps: list[tuple[Json, Node]] = [
        (r >= 1, using(square, radicand >= 1, r >= 0)),
        (1 / r > 0, auto()),
        (1 / r <= 1, auto()),
    ]
    return have(
        radicand >= 1,
        case(["max", "0", ["-", at.json]], auto(), auto()),
        define(
            r.json, auto(), have(r > 0, _positive_root(r, square, radicand), lemmas(steps, then))
        ),
    )


def _positive_root(r: Term, square: Json, radicand: Term) -> Node:
    return using(square, radicand >= 1, r >= 0)


def _slow_bounded() -> Node:
    return intro("v", _rooted(var("v"), auto("0 <= 1/r <= 1")))


def _slow_increasing() -> Node:
    u, v = var("u"), var("v")
    r, q = _root(u), _root(v)
    leaf = auto("max")
    for name in "uv":
        leaf = case(["max", "0", ["-", name]], leaf, leaf)
    steps: list[tuple[Json, Node]] = [
        (r * r >= q * q, leaf),
        (r >= q, using(r * r >= q * q, q >= 1, r >= 1)),
    ]
    ends = lemmas(steps, auto("1/r <= 1/q"))
    return intro("u", intro("v", intro("", _rooted(u, _rooted(v, ends)))))


def _slow_positive() -> Node:
    return intro("v", intro("", _rooted(var("v"), auto("1/r > 0"))))


def _slow_tends() -> Node:
    """C = -1/eta^2 gives r > 1/eta."""
    eta1, at = var("eta1"), var("t1")
    r = _root(at)
    inverse = 1 / eta1
    large = case(["max", "0", ["-", at.json]], auto(), auto("max >= -t"))
    steps: list[tuple[Json, Node]] = [
        (r * r > inverse * inverse, large),
        (r > inverse, using(r * r > inverse * inverse, r >= 1, inverse > 0)),
        (r * eta1 > 1, auto()),
        (1 / r < eta1, auto()),
    ]
    gap = 1 / r - ZERO
    leaf = lemmas(steps, case(S.abs(gap).json, auto(), auto()))
    body = intro("t1", intro("", _rooted(at, leaf)))
    start = have(inverse > 0, auto(), shown_by(-(inverse * inverse), body))
    return intro("eta1", intro("", define(inverse.json, auto(), start)))


def _slow_diverges() -> Node:
    """t = 1 - R^2 with R = |limit| + |C| + 3: t s(t) = 1/R - R."""
    value, low = var("limit1"), var("C1")
    R = S.abs(value) + S.abs(low) + 3
    at = 1 - R * R
    r = _root(at)
    gap = at * (1 / r) - value
    larger = ["max", "0", ["-", at.json]]
    steps: list[tuple[Json, Node]] = [
        (R >= 3, auto()),
        ((r * r).equals(R * R), case(larger, auto(), auto())),
        (r.equals(R), _equal_roots(r, R)),
        ((at * (1 / r)).equals(1 / r - r), auto("t/r")),
        (
            gap <= -1,
            using((at * (1 / r)).equals(1 / r - r), 1 / r <= 1, r.equals(R), *_sizes(value, low)),
        ),
    ]
    leaf = case(S.abs(gap).json, auto(), auto())
    below = auto("t < C")
    body = _rooted(at, lemmas(steps, leaf))
    shown = shown_by(at, node("both", have(R >= 3, auto(), below), body))
    return intro("limit1", shown_by(ONE, node("both", auto("1 > 0"), intro("C1", shown))))


def _sizes(value: Term, low: Term) -> list[Json]:
    return [S.abs(value) + value >= 0, S.abs(low) >= 0]


def _equal_roots(r: Term, R: Term) -> Node:
    from proofs.trees.script import by_scalars

    a, b = var("a1"), var("b1")
    return by_scalars({"a1": r, "b1": R}, [a >= 1, b >= 3, (a * a).equals(b * b)], a.equals(b))


_SLOW = Witness({}, {"s": (("u",), SLOW)})


def _slow_defined() -> Node:
    return intro("v", _rooted(var("v"), auto("1/r")))


_SLOW_GIVENS = {
    -1: _slow_defined,
    0: _slow_bounded,
    1: _slow_increasing,
    2: _slow_positive,
    3: _slow_tends,
}


def _reading(printed: str, formal: tuple[object, ...], note: str = "", of: str = "") -> Reading:
    return Reading(printed, formal, note, of)


REPAIRED = Claim(
    id="layeract.def2_1.any.repaired",
    kind="theorem",
    title="Where the activation scale is small, bounded inputs have small outputs",
    source=source("Section 2.1, Definition 2.1", ""),
    statement="If $s(y_i) <= eta$ and $abs(y_i) <= Y$, then $abs(a_i) <= eta Y$.",
    differs="The inputs are bounded, and how small the output is depends on the bound.",
    readings=(
        _reading("any $eta >= 0$", ("given", 0)),
        _reading("$abs(a_i) <= eta Y$", ("show",)),
    ),
    obligations=(
        Obligation(
            "layeract.def2_1.near",
            "for every function $s$",
            NEAR,
            written(NEAR, "show by search"),
        ),
    ),
)

ANY_CLAIM = Claim(
    id="layeract.def2_1.any",
    kind="definition",
    title="With every scale the output saturates where the scale is nearly 0",
    source=source("Section 2.1, Definition 2.1", ""),
    statement="The saturation state of an activation function with an activation scale function "
    "$s$ is when $s(y_i) tilde.eq 0$, as the activation output $a_i = y_i s(y_i)$ reaches "
    "saturation. [Read of every activation scale function of Section 2.1.]",
    readings=(
        _reading("bounded between one and zero", ("given", 0)),
        _reading("increasing", ("given", 1)),
        _reading("$s(y_i) > 0$ if $y_i > 0$", ("given", 2)),
        _reading("$s(y_i) -> 0$ for $y_i -> -infinity$", ("given", 3)),
        _reading("$y_i s(y_i)$ reaches saturation: it converges", ("show",)),
    ),
    obligations=(),
    attempts=(
        Attempt(
            "layeract.def2_1.any.slow",
            "$s(u) = 1 \\/ sqrt(1 + max(0, -u))$, where $u s(u) = 1 \\/ r - r$ with "
            "$r = sqrt(1 - u)$ is unbounded",
            ANY,
            _SLOW,
            _SLOW_GIVENS,
            _slow_diverges,
        ),
    ),
    satisfiable=Attempt(
        "layeract.def2_1.any.satisfiable",
        "$s(u) = 1 \\/ sqrt(1 + max(0, -u))$ is one",
        ANY,
        _SLOW,
        _SLOW_GIVENS,
    ),
    notes=(
        "The paper's own functions saturate (`layeract.def2_1`): there $s$ falls faster than "
        "$1 \\/ abs(y_i)$.",
    ),
    repaired=(REPAIRED,),
)


def _shallow() -> Node:
    """The slope 1/10 of a leaky ReLU stays away from 0: t = min(C, 0) - 1."""
    low = var("C1")
    at = S.minimum(low, ZERO) - 1
    gap = leaky(at) - ZERO
    known = have(
        leaky(at).equals(ONE / 10), _leaky_cases(at), case(S.abs(gap).json, auto(), auto())
    )
    below = [auto("t < C")] * 2
    shown = shown_by(at, node("both", case(S.minimum(low, ZERO).json, *below), known))
    return shown_by(ONE / 20, node("both", auto("1/20 > 0"), intro("C1", shown)))


def leaky(at: Term) -> Term:
    step = relu_scale(at)
    return step + ONE / 10 * (1 - step)


def _leaky_cases(at: Term) -> Node:
    sign = ["sign", at.json]
    leaf = _cases([["min", "1", ["+", sign, "1"]], sign], auto("s"))
    low = ["min", "C1", "0"]
    return case(low, leaf, leaf)


CONTROLS = (
    Control(
        Attempt(
            "layeract.def2_1.control.leaky",
            "leaky ReLU of slope $1\\/10$ has no saturation state",
            statement({}, [], tends_to(leaky, ZERO)),
            Witness({}),
            {},
            _shallow,
        ),
        "constant tightened",
    ),
)

CLAIM = Claim(
    id="layeract.def2_1",
    kind="definition",
    title="ReLU, SiLU and HardSiLU saturate for large negative inputs",
    source=source("Section 2.1, Definition 2.1", "3"),
    statement="The saturation state of an activation function with an activation scale function "
    "$s$ is when $s(y_i) tilde.eq 0$, as the activation output $a_i = y_i s(y_i)$ reaches "
    "saturation.",
    readings=(
        _reading(
            "ReLU: $s(y_i) -> 0$ and $y_i s(y_i) -> 0$ for $y_i -> -infinity$",
            ("show", 1),
            "$tilde.eq$ is read as a limit, and saturation as convergence; the paper gives no "
            "threshold",
        ),
        _reading("SiLU", ("show", 2)),
        _reading("HardSiLU", ("show", 3), "its formula is that of LA-HardSiLU with $y_i$ for "
        "$n_i$"),
        _reading("these activation functions have a saturation state", ("show",)),
    ),
    obligations=(
        Obligation(
            "layeract.def2_1.statement",
            "the six limits",
            STATEMENT,
            written(
                STATEMENT, SATURATE, relu=relu_scale, silu=silu_scale, hard=hard_scale
            ),
        ),
    ),
    controls=CONTROLS,
    satisfiable=Attempt(
        "layeract.def2_1.satisfiable", "there is no hypothesis that has to be met", STATEMENT,
        Witness({}),
    ),
    notes=(
        "Leaky ReLU and PReLU have no saturation state in this sense, unless the slope is 0.",
        "Of other activation scale functions see `layeract.def2_1.any`.",
    ),
)  # fmt: skip
