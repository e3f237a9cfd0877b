"""Theorem 2: networks of LN-d units are dense in C([0, 1]^n), in every reading of Eq. 1."""

from __future__ import annotations

from fractions import Fraction

from constructions.layers import Dense, Padded, layer_norm
from constructions.terms import Json, Term, app, conj, every, exists, implies, total, var
from proofs.pln.density.cube import sequent
from proofs.pln.density.dense_layers import Layers, hypotenuse
from proofs.pln.density.soft_layers import soft, soft_script
from proofs.pln.lemma3.statement import COST, FIRST, LAYER, VALUE, ln, value_script
from proofs.pln.symbols import ONE, ZERO, N, S, d, delta, layer_norm_unit, m, x
from proofs.pln.thm1.sums import each_sum, known
from proofs.pln.units import IDENTITY, ROOT, dimension_facts, identity_script, repeated
from proofs.trees.leaves import given
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
    split,
    statement,
)

j, u, v = var("j"), var("u"), var("v")

# --- with delta > 0 ------------------------------------------------------------------------------

#: ln abbreviates one unit of LN-d, with the output weights of Eq. 6
LAYER_SMOOTH: Json = every("u", "real", ln(u).equals(layer_norm_unit(u)))
STATEMENT = sequent("ln", [d >= 2, delta > 0, LAYER_SMOOTH], {"d": "int", "delta": "real"})


def statement_script() -> Node:
    at_u = known(IDENTITY, [u, delta], known(LAYER_SMOOTH, [u], node("both", given(), auto("ln"))))
    positive = have(S.abs(u) + COST > 0, auto("|t| + c > 0"), at_u)
    facts = [(COST > 0, auto("c > 0")), (soft(ln, COST), intro("u", positive))]
    shown = dimension_facts(lemmas(facts, soft_script(ln, COST)))
    return have(IDENTITY, identity_script(), shown)


# --- without delta -------------------------------------------------------------------------------


#: units that give the first coordinate of LN-d([t, -t, 0, ..., 0])
UNITS = Layers(ROOT, ln)
LIMIT_STATEMENT = sequent("ln", [d >= 2, LAYER], {"d": "int", "v": "real"})


def sized(then: Node) -> Node:
    """1/sqrt(d/2) in (0, 1], and sqrt(d/2) > 0."""
    inverse = 1 / ROOT
    return dimension_facts(
        lemmas(
            [
                (ROOT >= 1, auto("sqrt(d/2) >= 1")),
                (inverse > 0, auto("1/sqrt(d/2) > 0")),
                (inverse <= 1, auto("1/sqrt(d/2) <= 1")),
                (2 * ROOT > 0, auto("2 sqrt(d/2) > 0")),
            ],
            then,
        )
    )


#: the unit is a number for every t, whatever v is
LIMIT_UNIT_STATEMENT = statement({"d": "int", "v": "real"}, [d >= 2], FIRST)


def limit_script() -> Node:
    return sized(have(VALUE, value_script(), UNITS.steps_script()))


# --- Eq. 1 as it is printed, for d >= 3 ----------------------------------------------------------


def shifted(at: Term) -> Term:
    """[1/2, -1/2, 0, ..., 0] LN-d([t, -t, 1, 0, ..., 0]), Eq. 1: sigma is never 0 for d >= 3."""
    half = S.const(Fraction(1, 2))
    vector = Padded((at, -at, ONE), ZERO, d, S.repeated)
    chosen = Padded((half, -half, ZERO), ZERO, d, S.repeated)
    return chosen.dot(layer_norm(S, vector, ZERO))  # type: ignore[arg-type]


LAYER_SHIFTED: Json = every("u", "real", ln(u).equals(shifted(u)))
OFF = (1 - 1 / d) / 2  #: ln(t) = sqrt(d/2) t/sqrt(t^2 + OFF)


VALUE_SHIFTED: Json = UNITS.smooth(OFF)
SHIFTED_STATEMENT = sequent("ln", [d >= 3, LAYER_SHIFTED], {"d": "int"})


#: the same, said of the layer itself
SHIFTED_FACT: Json = Layers(ROOT, shifted).smooth(OFF)


def shifted_fact_script() -> Node:
    """Proof of :data:`SHIFTED_FACT` where 3 <= d, and the facts on sqrt(d/2), are known."""
    return _shifted_value(node("both", auto(), auto(), auto("the unit")))


SHIFTED_UNIT_STATEMENT = statement({"d": "int"}, [d >= 3], SHIFTED_FACT)


def shifted_unit_script() -> Node:
    return sized(shifted_fact_script())


def _shifted_value(end: Node) -> Node:
    vector = Padded((u, -u, ONE), ZERO, d, S.repeated)
    mu = vector.total() / vector.length
    centred = vector.map(lambda a: a - mu)
    squares = centred.map(lambda a: a * a)
    variance = squares.total() / vector.length
    scale = S.sqrt(variance) + ZERO
    r2, q = S.sqrt(2 / d), hypotenuse(u, OFF)
    rest = ZERO * (centred.fill / scale)
    facts: list[tuple[Json, Node]] = [
        (q > 0, auto("q > 0")),
        (r2 * q > 0, auto("sqrt(2/d) q > 0")),
        (S.sqrt(variance).equals(r2 * q), auto("sigma = sqrt(2/d) q")),
        (scale > 0, auto("sigma > 0")),
        ((1 / scale * (r2 * q)).equals(1), auto("1/sigma")),
        ((1 / scale * q).equals(ROOT), auto("q/sigma = sqrt(d/2)")),
    ]
    inside = lemmas(facts, repeated(rest, end, 3))
    square = have(
        u * u >= 0,
        auto(),
        have(
            u * u + OFF > 0,
            auto("u^2 + off > 0"),
            define(q.json, auto(), define(S.sqrt(variance).json, auto("variance >= 0"), inside)),
        ),
    )
    spread = have(variance.equals(2 * (u * u + OFF) / d), auto("variance"), square)
    centre = have(mu.equals(1 / d), auto("mu = 1/d"), repeated(squares.fill, spread, 3))
    return intro("u", repeated(ZERO, centre, 3))


def shifted_script() -> Node:
    off = [(OFF > 0, auto("off > 0")), (OFF <= 1, auto("off <= 1"))]
    network = UNITS.smooth_script(OFF)
    unit = known(LAYER_SHIFTED, [u], node("both", auto(), auto(), auto("the unit")))
    return sized(lemmas(off, have(VALUE_SHIFTED, _shifted_value(unit), network)))


# --- Eq. 1 as it is printed, for d = 2 -----------------------------------------------------------


def _input(which: int, at: Term) -> Term:
    """w_j x + b_j, coordinate ``which``, for one input."""
    return app(f"w{which}", j) * at + app(f"b{which}", j)


def _pair(first: Term, second: Term) -> tuple[Term, ...]:
    head: tuple[Term, ...] = layer_norm(S, Dense((first, second), S), ZERO).head
    return head


def _pairs(at: Term, high: Term = N) -> Term:
    """sum_j alpha_j^T LN-2(w_j x + b_j), Eq. 1."""
    z1, z2 = _pair(_input(1, at), _input(2, at))
    return total("j", 1, high, app("a1", j) * z1 + app("a2", j) * z2)


_DEFINED: Json = every(
    "x",
    "real",
    implies(
        x >= 0,
        x <= 1,
        every("j", "int", implies(j >= 1, j <= N, _input(1, x).differs(_input(2, x)))),
    ),
)
#: some x in [0, 1] has |G(x) - x| >= 1/2
_MISSED: Json = exists("x", "real", conj(x >= 0, x <= 1, S.abs(_pairs(x) - x) >= Fraction(1, 2)))
UNDEFINED_STATEMENT = statement(
    {"N": "int"},
    [N >= 0, _DEFINED],
    _MISSED,
    dict.fromkeys(("a1", "a2", "w1", "w2", "b1", "b2"), 1),
)
_h1, _h2 = var("h1"), var("h2")
_Z1, _Z2 = _pair(_h1, _h2)
_PAIR_VALUE: Json = every(
    "h1",
    "real",
    every(
        "h2",
        "real",
        implies(
            _h1.differs(_h2),
            conj(_Z1.equals(S.sign(_h1 - _h2)), _Z2.equals(-S.sign(_h1 - _h2))),
        ),
    ),
)


def _pair_script() -> Node:
    """LN-2([h1, h2]) = [s, -s] with s = sign(h1 - h2), where h1 != h2."""
    gap = _h1 - _h2
    size = S.abs(gap)
    scale = Term(_Z1.json[2])
    root = Term(scale.json[1])
    variance = Term(root.json[1])
    facts: list[tuple[Json, Node]] = [
        (size > 0, case(S.sign(gap).json, *[case(size.json, auto(), auto())] * 3)),
        ((size * size).equals(gap * gap), case(size.json, auto(), auto())),
        (variance.equals(size * size / 4), auto("variance")),
    ]
    inside = lemmas(
        [(root.equals(size / 2), auto("sigma = |h1 - h2|/2")), (scale > 0, auto("sigma > 0"))],
        case(
            S.sign(gap).json,
            *[case(size.json, *[node("both", auto("z1"), auto("z2"))] * 2)] * 3,
        ),
    )
    body = lemmas(facts, define(root.json, auto("variance >= 0"), inside))
    return intro("h1", intro("h2", intro("", body)))


def undefined_script() -> Node:
    """Each unit keeps its sign on [0, 1], so G(0) = G(1)."""
    last = m + 1

    def at(point: Term) -> tuple[Term, Term]:
        return tuple(_put_j(_input(which, point), last) for which in (1, 2))  # type: ignore[return-value]

    def gap(point: Term) -> Term:
        first, second = at(point)
        return first - second

    start, stop = gap(ZERO), gap(ONE)
    zero = start / (start - stop)
    crossing = _at_point(zero, last, auto("a unit is undefined there"))
    same_sign = S.sign(start).equals(S.sign(stop))
    rising = lemmas([(stop - start > 0, auto()), (1 / (stop - start) > 0, auto())], crossing)
    falling = lemmas([(start - stop > 0, auto()), (1 / (start - stop) > 0, auto())], crossing)
    signs = case(
        S.sign(start).json,
        case(S.sign(stop).json, auto("++"), auto("+0"), falling),
        auto("start is not 0"),
        case(S.sign(stop).json, rising, auto("-0"), auto("--")),
    )
    values = known(_PAIR_VALUE, list(at(ZERO)), known(_PAIR_VALUE, list(at(ONE)), _sum_step(last)))
    step = _at_point(ZERO, last, _at_point(ONE, last, have(same_sign, signs, values)))
    claim = implies(m <= N, _pairs(ZERO, m).equals(_pairs(ONE, m)))
    sums = [lambda high: _pairs(ZERO, high), lambda high: _pairs(ONE, high)]
    base = each_sum("empty", sums, ZERO, auto("no units"))
    whole: Json = every("m", "int", implies(m >= 0, claim))

    def missed(point: Term) -> Node:
        error = S.abs(_pairs(point) - point)
        ends = case(error.json, auto("far"), auto("far"))
        return node("some", node("both", auto(), auto(), ends), **{"is": point.json})

    ends = split((_pairs(ZERO) - Fraction(1, 2)).json, missed(ZERO), missed(ONE))
    full = known(whole, [N], known(implies(N <= N, _pairs(ZERO).equals(_pairs(ONE))), [], ends))
    before = known(implies(m <= N, _pairs(ZERO, m).equals(_pairs(ONE, m))), [], step)
    proof = induct("m", "0", claim, intro("", base), intro("", before), full)
    return have(_PAIR_VALUE, _pair_script(), proof)


def _put_j(term: Term, value: Term) -> Term:
    return Term(_replace(term.json, "j", value.json))


def _replace(json: Json, name: str, value: Json) -> Json:
    if isinstance(json, list):
        return [_replace(part, name, value) for part in json]
    return value if json == name else json


def _sum_step(last: Term) -> Node:
    sums = [lambda high: _pairs(ZERO, high), lambda high: _pairs(ONE, high)]
    return each_sum("unfold", sums, last, auto("one more unit"))


def _at_point(point: Term, index: Term, then: Node) -> Node:
    """From _DEFINED: unit ``index`` is defined at ``point``, which lies in [0, 1]."""
    at: Json = every(
        "j", "int", implies(j >= 1, j <= N, _input(1, point).differs(_input(2, point)))
    )
    return known(_DEFINED, [point], known(at, [index], then))
