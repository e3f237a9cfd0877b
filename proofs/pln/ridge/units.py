"""The error of the network for any units, at one point: both conventions of delta at once.

A unit is a step with error q_r along direction r if it has the sign of t = T_r - j/N_r, is at most
1 in size, and is within q_r of its sign where |t| >= 1/(2 N_r).  t/(|t| + c) and t/sqrt(t^2 + c^2)
are such units for c <= q_r/(2 N_r) (``pln.thm1.frameworks``).
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Json, Term, app, every, implies, total, var
from proofs.pln.ridge import cells
from proofs.pln.ridge.cells import IN_RANGE, K, gap, p, z
from proofs.pln.ridge.statement import LIPSCHITZ, in_range, unfolded
from proofs.pln.symbols import ZERO, N, S, m
from proofs.pln.thm1.sums import known
from proofs.pln.units import step_known
from proofs.trees.script import Node, auto, case, have, induct, intro, statement

A, r, fx = var("A"), var("r"), var("fx")
SORTS = {"K": "int", "A": "real", "fx": "real"}
FUNCTIONS = {"g": 2, "L": 1, "M": 1, "q": 1, "T": 1, "v": 2}


def number(term: Term) -> Term:
    """N_r = floor(M_r), any natural number."""
    return S.floor(app("M", term))


def place(term: Term) -> Term:
    """T_r, the point of the direction."""
    return app("T", term)


def sharpness(term: Term) -> Term:
    """q_r, how far the units are from their signs."""
    return app("q", term)


def unit(term: Term, index: Term) -> Term:
    return app("v", term, index)


def along(term: Term) -> Term:
    def one(index: Term) -> Term:
        return unit(term, index)

    return cells.steps(term, one, number(term) - 1, number(term))


def cost(term: Term) -> Term:
    """L_r/(2 N_r) + q_r L_r/2."""
    L = cells.constant(term)
    return L / (2 * number(term)) + sharpness(term) * (L / 2)


def every_step(term: Term) -> Json:
    j = var("j0")
    at = cells.offset(place(term), j, number(term))
    half = 1 / number(term) / 2
    return every("j0", "int", cells.step_facts(unit(term, j), at, sharpness(term), half))


def all_steps(high: Term) -> Term:
    return total("r", 1, high, along(r))


def levels(high: Term) -> Term:
    return total("r", 1, high, cells.level(r, number(r)))


def target(high: Term) -> Term:
    return total("r", 1, high, cells.g(r, place(r)))


def costs(high: Term) -> Term:
    return total("r", 1, high, cost(r))


def summed(high: Term) -> Term:
    return S.abs(all_steps(high) + levels(high) - target(high))


NUMBERS = in_range(number(p) >= 1)
PLACES = in_range(["and", place(p) >= 0, place(p) <= 1])
SHARP = in_range(sharpness(p) >= 0)
STEPS = in_range(every_step(p))
CLOSE = S.abs(fx - target(K)) <= A
UNITS = statement(
    SORTS,
    [K >= 0, NUMBERS, LIPSCHITZ, PLACES, SHARP, STEPS, CLOSE],
    S.abs(all_steps(K) + levels(K) - fx) <= A + costs(K),
    FUNCTIONS,
)


def _unit(index: Term) -> Term:
    return unit(p, index)


def _cells() -> Json:
    """For any N, z and gap: the steps at z are within L/(2N) + gap L/2 of the profile."""
    L = cells.constant(p)
    body = implies(
        *IN_RANGE,
        N > 0,
        z >= 0,
        z <= 1,
        gap >= 0,
        cells.every_step(_unit, z, gap),
        cells.cell_error(_unit) <= L / (2 * N) + gap * (L / 2),
    )
    for name in ("gap", "z"):
        body = every(name, "real", body)
    return every("term", "int", every("N", "int", body))


def _cells_script() -> Node:
    L = cells.constant(p)
    far = gap * cells.jumps(p, N - 1)
    end = have(far <= gap * (L / 2), auto("gap jumps"), auto("the bound"))
    bound = cells.have_cell_bound(_unit, gap, cells.have_small_jumps(end))
    script = known(LIPSCHITZ, [p], cells.nonnegative_constant(have(cells.h > 0, auto(), bound)))
    for _ in range(7):
        script = intro("", script)
    for name in ("gap", "z", "N", "term"):
        script = intro(name, script)
    return script


def term_error(term: Term) -> Term:
    return S.abs(along(term) + cells.level(term, number(term)) - cells.g(term, place(term)))


def _each() -> Json:
    return in_range(term_error(p) <= cost(p))


def _each_script() -> Node:
    at = [p, number(p), place(p), sharpness(p)]
    facts = auto("premise")
    steps = every_step(p)
    copied = intro("j0", known(steps, [var("j0")], step_known()))
    shown = known(_cells(), at, auto("the term"), *[facts] * 6, copied)
    script = known(STEPS, [p], shown)
    rest = known(PLACES, [p], known(SHARP, [p], script))
    script = known(NUMBERS, [p], have(number(p) > 0, auto("N > 0"), rest))
    return intro("term", intro("", intro("", script)))


def units_script() -> Node:
    last = m + 1
    sums: list[Callable[[Term], Term]] = [all_steps, levels, target, costs]
    claim = implies(m <= K, summed(m) <= costs(m))
    three = case(
        summed(last).json,
        *[case(summed(m).json, *[case(term_error(last).json, auto(), auto())] * 2)] * 2,
    )
    one = known(_each(), [last], unfolded("unfold", last, sums, three))
    positive = have(number(last) > 0, auto("N > 0"), one)
    step = have(m <= K, auto("m <= K"), known(claim, [], known(NUMBERS, [last], positive)))
    base = unfolded("empty", ZERO, sums, case(summed(ZERO).json, auto(), auto()))
    goal = S.abs(all_steps(K) + levels(K) - fx)
    near = S.abs(fx - target(K))
    triangle = case(goal.json, *[case(near.json, *[case(summed(K).json, auto(), auto())] * 2)] * 2)
    whole = known(
        every("m", "int", implies(m >= 0, claim)),
        [K],
        known(implies(K <= K, summed(K) <= costs(K)), [], triangle),
    )
    sums_ = induct("m", "0", claim, intro("", base), intro("", step), whole)
    return have(_cells(), _cells_script(), have(_each(), _each_script(), sums_))
