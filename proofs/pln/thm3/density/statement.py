"""Theorem 3, density: LS-d with delta > 0, with a value at h = 0, or where h is never 0."""

from __future__ import annotations

from fractions import Fraction

from constructions.layers import Padded, layer_scaling
from constructions.pln import scaling_unit_on_line
from constructions.terms import Json, Term, app, conj, every, exists, implies, total, var
from proofs.pln.density.cube import sequent
from proofs.pln.density.dense_layers import Layers, hypotenuse
from proofs.pln.density.soft_layers import soft, soft_script
from proofs.pln.symbols import ONE, ZERO, N, S, d, delta, m, x
from proofs.pln.thm1.sums import each_sum, known
from proofs.pln.thm3.proof import SIGN1, ls1, sign1_script
from proofs.pln.units import (
    SCALING_IDENTITY,
    SCALING_ROOT,
    have_root_mean,
    repeated,
    scaling_identity_script,
    size_facts,
)
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

u, v = var("u"), var("v")


def ls(at: Term) -> Term:
    """The first coordinate of LS-d([t, 0, ..., 0])."""
    return app("ls", at)


def first_of(head: tuple[Term, ...], at_zero: Term | None) -> Term:
    """The first coordinate of LS-d([head, 0, ..., 0]), Eq. 4; ``at_zero`` in each where h = 0."""
    vector = Padded(head, ZERO, d, S.repeated)
    chosen = Padded((ONE, *(ZERO for _ in head[1:])), ZERO, d, S.repeated)
    return chosen.dot(layer_scaling(S, vector, ZERO, at_zero=at_zero))  # type: ignore[arg-type]


UNITS = Layers(SCALING_ROOT, ls)

# --- with delta > 0 ------------------------------------------------------------------------------

COST = delta * SCALING_ROOT  #: the smoothing of the unit
#: ls abbreviates one unit of LS-d
LAYER_SMOOTH: Json = every("u", "real", ls(u).equals(scaling_unit_on_line(S, u, d, delta)))
STATEMENT = sequent("ls", [d >= 1, delta > 0, LAYER_SMOOTH], {"d": "int", "delta": "real"})


def statement_script() -> Node:
    layer = known(LAYER_SMOOTH, [u], node("both", given(), auto("ls")))
    at_u = known(SCALING_IDENTITY, [u, delta], layer)
    positive = have(S.abs(u) + COST > 0, auto("|t| + c > 0"), at_u)
    facts = [(COST > 0, auto("c > 0")), (soft(ls, COST), intro("u", positive))]
    shown = size_facts(lemmas(facts, soft_script(ls, COST)))
    return have(SCALING_IDENTITY, scaling_identity_script(), shown)


# --- a value where h = 0 -------------------------------------------------------------------------

#: ls abbreviates the layer of Eq. 4, with v in each coordinate where h = 0
LAYER_ZERO: Json = every("u", "real", ls(u).equals(first_of((u,), v)))
LIMIT_STATEMENT = sequent("ls", [d >= 1, LAYER_ZERO], {"d": "int", "v": "real"})


def sized(then: Node) -> Node:
    """sqrt(d) >= 1 and 0 < 1/sqrt(d) <= 1."""
    inverse = 1 / SCALING_ROOT
    facts: list[tuple[Json, Node]] = [
        (SCALING_ROOT >= 1, auto("sqrt(d) >= 1")),
        (inverse > 0, auto("1/sqrt(d) > 0")),
        (inverse <= 1, auto("1/sqrt(d) <= 1")),
        (2 * SCALING_ROOT > 0, auto("2 sqrt(d) > 0")),
    ]
    return size_facts(lemmas(facts, then))


def _root_of(head: tuple[Term, ...]) -> Term:
    """sqrt(mean h^2) for h = (head, 0, ..., 0)."""
    squares = Padded(head, ZERO, d, S.repeated).map(lambda a: a * a)
    return S.sqrt(squares.total() / d)


#: what the unit of Eq. 4 computes, with v in each coordinate where h = 0
FIRST: Json = every(
    "u",
    "real",
    first_of((u,), v).equals(SCALING_ROOT * S.sign(u) + v * (1 - S.abs(S.sign(u)))),
)


def first_script() -> Node:
    """Proof of FIRST where 1 <= d is known, by the sign of u."""
    scale, size, root = _root_of((u,)) + ZERO, S.abs(u), 1 / SCALING_ROOT
    sign = S.sign(scale)
    rest = ZERO * S.ratio(ZERO, scale, v)
    bottom = scale + 1 - S.abs(sign)
    cases = auto("the unit")
    for term in (S.abs(S.sign(u)), S.abs(sign), size):
        cases = case(term.json, cases, cases)
    for term in (S.sign(u), sign):
        cases = case(term.json, cases, cases, cases)
    nonzero = case(sign.json, *[case(S.abs(sign).json, auto("not 0"), auto("not 0"))] * 3)
    facts: list[tuple[Json, Node]] = [
        (scale.equals(root * size), auto("scale = |u|/sqrt(d)")),
        (bottom.differs(0), nonzero),
    ]
    inside = lemmas(facts, repeated(rest, cases, 1))
    square = (size * size).equals(u * u)
    squared = have(square, auto("|u|^2 = u^2"), have_root_mean((u,), size, inside))
    return intro("u", size_facts(squared))


#: the unit is a number for every t, whatever v is
LIMIT_UNIT_STATEMENT = statement({"d": "int", "v": "real"}, [d >= 1], FIRST)


def limit_script() -> Node:
    steps = intro("u", known(FIRST, [u], known(LAYER_ZERO, [u], auto("the unit"))))
    shown = have(UNITS.steps(), steps, UNITS.steps_script())
    return sized(have(FIRST, first_script(), shown))


# --- Eq. 4 as it is printed, for d >= 2 ----------------------------------------------------------

#: ls abbreviates the first coordinate of LS-d([t, 1, 0, ..., 0]), which is never undefined
LAYER_SHIFTED: Json = every("u", "real", ls(u).equals(first_of((u, ONE), None)))
PRINTED_STATEMENT = sequent("ls", [d >= 2, LAYER_SHIFTED], {"d": "int"})


#: the same, said of the layer itself
PRINTED_FACT: Json = Layers(SCALING_ROOT, lambda at: first_of((at, ONE), None)).smooth(ONE)


def printed_fact_script() -> Node:
    """Proof of :data:`PRINTED_FACT` where 2 <= d, and the facts on sqrt(d), are known."""
    return _smooth_script(node("both", auto(), auto(), auto("the unit")))


PRINTED_UNIT_STATEMENT = statement({"d": "int"}, [d >= 2], PRINTED_FACT)


def printed_unit_script() -> Node:
    return have(d >= 1, auto("d >= 1"), sized(printed_fact_script()))


def _smooth_script(end: Node) -> Node:
    """Proof of ``UNITS.smooth(1)``: LS-d([t, 1, 0, ..., 0])_1 = sqrt(d) t/sqrt(t^2 + 1)."""
    q, scale = hypotenuse(u, ONE), _root_of((u, ONE)) + ZERO
    rest = ZERO * S.ratio(ZERO, scale, None)
    facts: list[tuple[Json, Node]] = [
        (q > 0, auto("q > 0")),
        (scale.equals(1 / SCALING_ROOT * q), auto("scale = q/sqrt(d)")),
        (scale > 0, auto("scale > 0")),
    ]
    inside = lemmas(facts, repeated(rest, end, 2))
    root = define(q.json, auto("u^2 + 1 >= 0"), have_root_mean((u, ONE), q, inside))
    return intro("u", have(u * u + ONE > 0, auto("u^2 + 1 > 0"), root))


def printed_script() -> Node:
    one = [(ONE > 0, auto()), (ONE <= 1, auto())]
    network = UNITS.smooth_script(ONE)
    unit = known(LAYER_SHIFTED, [u], node("both", auto(), auto(), auto("the unit")))
    shown = lemmas(one, have(UNITS.smooth(ONE), _smooth_script(unit), network))
    return have(d >= 1, auto("d >= 1"), sized(shown))


# --- Eq. 4 as it is printed, for d = 1 -----------------------------------------------------------

j = var("j")


def _pre(at: Term, index: Term = j) -> Term:
    """w_j x + b_j, for one input."""
    return app("w", index) * at + app("b", index)


def _network(at: Term, high: Term = N) -> Term:
    """sum_j alpha_j LS-1(w_j x + b_j), Eq. 4."""
    return total("j", 1, high, app("alpha", j) * ls1(_pre(at)))


_DEFINED: Json = every(
    "x",
    "real",
    implies(x >= 0, x <= 1, every("j", "int", implies(j >= 1, j <= N, _pre(x).differs(0)))),
)
#: some x in [0, 1] has |G(x) - x| >= 1/2
_MISSED: Json = exists("x", "real", conj(x >= 0, x <= 1, S.abs(_network(x) - x) >= Fraction(1, 2)))
CONSTANT_STATEMENT = statement(
    {"N": "int"}, [N >= 0, _DEFINED], _MISSED, dict.fromkeys(("alpha", "w", "b"), 1)
)


def _at_point(point: Term, index: Term, then: Node) -> Node:
    """From _DEFINED: unit ``index`` is not 0 at ``point``, which lies in [0, 1]."""
    at: Json = every("j", "int", implies(j >= 1, j <= N, _pre(point).differs(0)))
    return known(_DEFINED, [point], known(at, [index], then))


def constant_script() -> Node:
    """Each unit keeps its sign on [0, 1], so G(0) = G(1)."""
    last = m + 1
    start, stop = _pre(ZERO, last), _pre(ONE, last)
    crossing = _at_point(start / (start - stop), last, auto("a unit is undefined there"))
    same_sign = S.sign(start).equals(S.sign(stop))
    rising = lemmas([(stop - start > 0, auto()), (1 / (stop - start) > 0, auto())], crossing)
    falling = lemmas([(start - stop > 0, auto()), (1 / (start - stop) > 0, auto())], crossing)
    signs = case(
        S.sign(start).json,
        case(S.sign(stop).json, auto("++"), auto("+0"), falling),
        auto("start is not 0"),
        case(S.sign(stop).json, rising, auto("-0"), auto("--")),
    )
    sums = [lambda high: _network(ZERO, high), lambda high: _network(ONE, high)]
    more = each_sum("unfold", sums, last, auto("one more unit"))
    values = known(SIGN1, [start], known(SIGN1, [stop], more))
    step = _at_point(ZERO, last, _at_point(ONE, last, have(same_sign, signs, values)))
    equal = _network(ZERO, m).equals(_network(ONE, m))
    claim = implies(m <= N, equal)
    base = each_sum("empty", sums, ZERO, auto("no units"))
    whole: Json = every("m", "int", implies(m >= 0, claim))

    def missed(point: Term) -> Node:
        error = S.abs(_network(point) - point)
        ends = case(error.json, auto("far"), auto("far"))
        return node("some", node("both", auto(), auto(), ends), **{"is": point.json})

    ends = split((_network(ZERO) - Fraction(1, 2)).json, missed(ZERO), missed(ONE))
    whole_n = implies(N <= N, _network(ZERO).equals(_network(ONE)))
    full = known(whole, [N], known(whole_n, [], ends))
    proof = induct("m", "0", claim, intro("", base), intro("", known(claim, [], step)), full)
    return have(SIGN1, sign1_script(), proof)
