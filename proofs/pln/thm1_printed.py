"""Theorem 1 with Eq. 1 exactly as it is printed: no delta, no value at sigma = 0, for d >= 3.

The third coordinate of the pre-activation is a constant c > 0, so sigma is never 0, and the unit is
t/sqrt(t^2 + c^2 (1 - 1/d)/2).
"""

from __future__ import annotations

from constructions.layers import Padded
from constructions.pln import shifted_norm_unit_on_line
from constructions.terms import Json, Term, app, conj, every, exists, implies, var
from proofs.pln.bound import HALFWAY, LIPSCHITZ, WIDTH, Family, network, on_domain
from proofs.pln.symbols import LEVEL, ZERO, N, S, c, d, eps, offset, t, x
from proofs.pln.thm1_sums import known
from proofs.pln.units import (
    ROOT_STEP,
    dimension_facts,
    repeated,
    root_step_script,
    step_known,
)
from proofs.trees.script import Node, auto, define, have, intro, lemmas, node, statement

FUNCTIONS = {"f": 1, "s": 2}
u, gap = var("u"), var("gap")
OFF = (1 - 1 / d) / 2  #: the variance of [t, -t, c, 0, ..., 0] is 2 (t^2 + c^2 OFF)/d


def s(third: Term, at: Term) -> Term:
    """The LN-d unit with the third coordinate ``third``, at t = x + b_hat."""
    return app("s", third, at)


def G(third: Term) -> Term:
    """The network of N units of one kind."""
    return network(lambda index: s(third, offset(index)), s(third, x + 1))


#: s(c, t) = alpha^T LN-d([t, -t, c, 0, ..., 0]) with LN as in Eq. 1, no delta and no convention
UNIT: Json = every(
    "c",
    "real",
    every("t", "real", implies(c > 0, s(c, t).equals(shifted_norm_unit_on_line(S, t, c, d)))),
)


def hypotenuse(at: Term, third: Term) -> Term:
    """sqrt(t^2 + c^2 (1 - 1/d)/2)."""
    return S.sqrt(at * at + third * third * OFF)


#: for all t and c > 0: the unit times sqrt(t^2 + c^2 OFF) is t
FACT: Json = every(
    "c",
    "real",
    every(
        "u",
        "real",
        implies(
            c > 0,
            conj(
                u * u + c * c * OFF > 0,
                (shifted_norm_unit_on_line(S, u, c, d) * hypotenuse(u, c)).equals(u),
            ),
        ),
    ),
)


def fact_script() -> Node:
    """Proof of :data:`FACT` where 3 <= d is known."""
    vector = Padded((u, -u, c), ZERO, d, S.repeated)
    mu = vector.total() / vector.length
    centred = vector.map(lambda a: a - mu)
    squares = centred.map(lambda a: a * a)
    variance = squares.total() / vector.length
    scale = S.sqrt(variance) + ZERO
    r2, q = S.sqrt(2 / d), hypotenuse(u, c)
    rest = ZERO * (centred.fill / scale)
    facts: list[tuple[Json, Node]] = [
        (q > 0, auto("q > 0")),
        (r2 * q > 0, auto("sqrt(2/d) q > 0")),
        (S.sqrt(variance).equals(r2 * q), auto("sigma = sqrt(2/d) q")),
        (scale > 0, auto("sigma > 0")),
        ((1 / scale * (r2 * q)).equals(1), auto("1/sigma")),
    ]
    inside = lemmas(facts, repeated(rest, node("both", auto(), auto("the unit")), 3))
    root = define(S.sqrt(variance).json, auto("variance >= 0"), inside)
    positive: list[tuple[Json, Node]] = [
        (OFF > 0, auto("off > 0")),
        (c * c * OFF > 0, auto("c^2 off > 0")),
        (u * u + c * c * OFF > 0, auto("t^2 + c^2 off > 0")),
    ]
    square = lemmas(positive, define(q.json, auto(), root))
    spread = have(variance.equals(2 * (u * u + c * c * OFF) / d), auto("variance"), square)
    centre = have(mu.equals(c / d), auto("mu = c/d"), repeated(squares.fill, spread, 3))
    return intro("c", intro("u", intro("", repeated(ZERO, centre, 3))))


_PART = S.sqrt(OFF)  #: the smoothing of the unit is c sqrt(OFF) <= c


def _sharp() -> Node:
    """c = gap/(2N): the smoothing is at most c, so the units are within gap beyond 1/(2N)."""
    small = gap / (2 * N)
    smooth = _PART * small
    q, value = S.sqrt(t * t + smooth * smooth), s(small, t)
    step = known(ROOT_STEP, [t, smooth, value, gap], step_known())
    facts: list[tuple[Json, Node]] = [
        ((smooth * smooth).equals(small * small * OFF), auto("smoothing^2")),
        (q.equals(hypotenuse(t, small)), auto("the same root")),
        ((value * q).equals(t), auto("the unit")),
    ]
    root = define(q.json, auto("t^2 + smoothing^2 >= 0"), lemmas(facts, step))
    shown = known(UNIT, [small, t], known(FACT, [small, t], root))
    one = node("both", auto(), intro("t", shown))
    sizes: list[tuple[Json, Node]] = [
        (small > 0, auto("c > 0")),
        (smooth > 0, auto("smoothing > 0")),
        (smooth <= small, auto("smoothing <= c")),
    ]
    return intro("gap", intro("", lemmas(sizes, one)))


FAMILY = Family(s, G, LEVEL, lambda then: then, lambda gap_: gap_ / (2 * N), _sharp)
SORTS = {"N": "int", "d": "int", "L": "real", "eps": "real"}
GIVEN: list[Json] = [d >= 3, eps > 0, WIDTH, LIPSCHITZ, UNIT]
STATEMENT = statement(
    SORTS,
    GIVEN,
    conj(
        HALFWAY < eps,
        exists("c", "real", conj(c > 0, on_domain(FAMILY.error(c) <= HALFWAY))),
    ),
    FUNCTIONS,
)


def off_facts(then: Node) -> Node:
    """0 < (1 - 1/d)/2 <= 1/2, and its root is in (0, 1]."""
    facts: list[tuple[Json, Node]] = [
        (OFF > 0, auto("off > 0")),
        (OFF <= 1, auto("off <= 1")),
    ]
    roots: list[tuple[Json, Node]] = [
        (_PART > 0, auto("sqrt(off) > 0")),
        (_PART <= 1, auto("sqrt(off) <= 1")),
    ]
    return lemmas(facts, define(_PART.json, auto(), lemmas(roots, then)))


def statement_script() -> Node:
    def prepare(then: Node) -> Node:
        return have(ROOT_STEP, root_step_script(), then)

    rest = off_facts(have(FACT, fact_script(), FAMILY.statement_script(prepare)))
    return have(d >= 2, auto("d >= 2"), dimension_facts(rest))
