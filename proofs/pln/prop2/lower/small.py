"""pln.prop2.lower.sharpened: narrow ReLU networks, for which the lower bound is larger.

Up to three units cannot follow a zigzag with as many cells as there are units.  Of four points at
equal distances a unit that is on at two of them is on between them, so there it is a line.
"""

from __future__ import annotations

from fractions import Fraction

from constructions.adversaries import zigzag
from constructions.terms import Json, Term, conj, every, implies, var
from proofs.claims import Attempt, Claim, Obligation, Reading
from proofs.language.elaboration import argued
from proofs.pln.close_data import data, relus, zigzag_values
from proofs.pln.definition3 import bound_on_width, closely, readings
from proofs.pln.paper import also, source
from proofs.pln.prop2.lower.statement import (
    WEIGHTS,
    G,
    alpha,
    distance,
    in_class,
    inner,
    n,
    relu,
)
from proofs.pln.symbols import L, S, eps, x
from proofs.pln.thm1.sums import known, reals
from proofs.trees.script import Node, auto, case, have, intro, lemmas, node, split, statement

u, v, _s, _t = (var(name) for name in ("u", "v", "s", "t"))


def F(at: Term, cells: int) -> Term:
    """The zigzag of Eq. 51 with this number of cells."""
    return zigzag(S, at, S.const(cells), eps)


def _in_class(cells: int) -> Json:
    change = S.abs(F(u, cells) - F(v, cells))
    return reals("u v", implies(u >= 0, u <= 1, v >= 0, v <= 1, change <= L * S.abs(u - v)))


def _close(cells: int) -> Json:
    return every("x", "real", implies(x >= 0, x <= 1, S.abs(G(x) - F(x, cells)) < eps))


def small(cells: int) -> Json:
    """The sequent: where 2 cells eps <= L, an error below eps needs more than ``cells`` units."""
    return statement(
        {"n": "int", "L": "real", "eps": "real"},
        [eps > 0, 2 * cells * eps <= L, n >= 0],
        conj(_in_class(cells), implies(_close(cells), S.const(cells + 1) <= n)),
        WEIGHTS,
    )


def _points(cells: int) -> list[Term]:
    return [S.const(Fraction(i, max(cells, 1))) for i in range(cells + 1)]


def _class_script(cells: int) -> Node:
    """The zigzag is 2 cells eps-Lipschitz."""
    return argued(in_class(str(cells)), F=lambda at: F(at, cells), distance=distance)


def _three(s: Term, t: Term) -> tuple[Term, Term, Term]:
    """The unit at the ends, and its second difference."""
    return relu(s), relu(2 * t - s), relu(s) - 2 * relu(t) + relu(2 * t - s)


_FIRST, _LAST, _BEND = _three(_s, _t)
#: a unit at three points at equal distances: convex, and a line where it is on at both ends
BENT: Json = reals(
    "s t",
    conj(
        _FIRST >= 0,
        _BEND >= 0,
        implies(_FIRST > 0, _LAST > 0, _BEND.equals(0)),
    ),
)


def bent_script() -> Node:
    def cases(leaf: Node) -> Node:
        for at in (_s, _t, 2 * _t - _s):
            leaf = case(relu(at).json, leaf, leaf)
        return leaf

    line = intro("", intro("", cases(auto("a line"))))
    body = node("both", cases(auto(">= 0")), cases(auto("convex")), line)
    return intro("s", intro("t", body))


def _signs(cells: int, then: Node) -> Node:
    """G < 0 at the even points and G > 0 at the odd ones."""
    for i, at in reversed(list(enumerate(_points(cells)))):
        even = S.floor((cells * at + 1) / 2)
        size = S.abs(cells * at - 2 * even)
        sign = 1 if i % 2 else -1
        gap = S.abs(G(at) - F(at, cells))
        facts = [
            (even.equals((i + 1) // 2), auto("even")),
            (size.equals(i % 2), case(size.json, auto(), auto())),
            (F(at, cells).equals(sign * eps), auto("value")),
            (sign * G(at) > 0, case(gap.json, auto("sign"), auto("sign"))),
        ]
        then = known(_close(cells), [at], lemmas(facts, then))
    return then


def _on(unit: Term, at: Term) -> Term:
    return relu(inner(unit, at))


def _bend(unit: Term, points: list[Term], first: int) -> tuple[Term, Term, Term]:
    """:func:`_three` from the point ``first`` on."""
    return _three(inner(unit, points[first]), inner(unit, points[first + 1]))


def _contradiction(units: list[tuple[Term, int]], points: list[Term]) -> Node:
    """No network of these units, of weights of these signs, has the signs of the zigzag."""
    goal = auto("the signs")
    for sign, first in ((-1, 0), (1, 1)):
        alone = [unit for unit, s in units if s == sign]
        if len(alone) == 1 and len(points) > first + 2 and len(units) > 1:
            (unit,) = alone
            start, end, bend = _bend(unit, points, first)
            line = implies(start > 0, end > 0, bend.equals(0))
            weighed = [
                (s * (alpha(other) * _bend(other, points, first)[2]) >= 0, auto("weighed bend"))
                for other, s in units
                if other is not unit
            ]
            flat = ((alpha(unit) * bend).equals(0), auto("flat"))
            goal = lemmas([flat, *weighed], goal)
            return _known_line(line, [auto("on"), auto("on too")], goal)
    return goal


def _known_line(line: Json, proofs: list[Node], then: Node) -> Node:
    """The end of BENT, which stands among the hypotheses."""
    _, first, (_, second, equal) = line.json
    return lemmas(
        [(first, proofs[0]), (second, proofs[1]), (equal, known(line, [], auto("line")))], then
    )


def _units(cells: int, count: int) -> Node:
    """For n = ``count`` <= cells: unfold the sums, then by the signs of the weights."""
    points, units = _points(cells), [n - i for i in range(count)]

    def by_sign(todo: list[Term], done: list[tuple[Term, int]]) -> Node:
        if not todo:
            return _contradiction(done, points)
        (unit, *rest), sides = todo, []
        for sign in (1, -1):
            facts = [(sign * (alpha(unit) * _on(unit, at)) >= 0, auto("weighed")) for at in points]
            sides.append(lemmas(facts, by_sign(rest, [*done, (unit, sign)])))
        return split(alpha(unit).json, *sides)

    script = by_sign(units, [])
    for unit in reversed(units):
        for first in range(len(points) - 2):
            at, middle = inner(unit, points[first]), inner(unit, points[first + 1])
            script = known(BENT, [at, middle], script)
    for at in points:
        script = node("empty", auto("range"), script, on=G(at, n - count).json)
        for i in reversed(range(count)):
            script = node("unfold", auto("range"), script, on=G(at, n - i).json)
    return script


def _narrow(cells: int) -> Node:
    """From CLOSE: n > cells."""
    few = node(
        "finite",
        *[_units(cells, count) for count in range(cells + 1)],
        on="n",
        **{"from": 0, "to": cells},
    )
    signs = _signs(cells, few)
    return intro("", split((n - (cells + 1)).json, auto("n > cells"), signs))


def small_script(cells: int) -> Node:
    return node("both", _class_script(cells), have(BENT, bent_script(), _narrow(cells)))


ID = "pln.prop2.lower.sharpened"
_NUMBERS = {0: "zero", 1: "one", 2: "two", 3: "three"}


def _obligation(cells: int) -> Obligation:
    return Obligation(
        f"{ID}.{_NUMBERS[cells]}",
        f"${cells}$ units are not closer than $epsilon$ to the zigzag of ${cells}$ cells",
        small(cells),
        lambda: small_script(cells),
    )


_NETWORKS = tuple(map(_obligation, _NUMBERS))
_WIDTHS = tuple(map(bound_on_width, _NETWORKS))


def _met(cells: int) -> Attempt:
    """N + 1 ReLUs are the zigzag with eps = 1."""
    values = zigzag_values(cells, cells + 1)
    return data(
        f"{ID}.{_NUMBERS[cells]}.satisfiable",
        f"$epsilon = 1$, $L = {values['L']}$: ${cells + 1}$ units are the zigzag of ${cells}$ "
        "cells",
        small(cells),
        {name: value for name, value in values.items() if name != "N"},
        relus(cells),
        cells,
    )


_READ = (
    Reading("$epsilon > 0$", ("given", 0)),
    Reading("$2 N epsilon <= L$", ("given", 1), "$N = 0$: a Lipschitz constant is not < 0"),
    Reading("any number $n$ of units, all weights open", ("given", 2)),
)
SHARPENED = Claim(
    id=ID,
    kind="theorem",
    title="Up to three ReLUs need eps > L/(2N)",
    source=source("beyond Proposition 2", "51-54"),
    statement="For $N = 0, 1, 2, 3$, $L$ and $epsilon > 0$ with $2 N epsilon <= L$: the zigzag of "
    "Eq. 51 with $N$ cells is in $cal(F)([0, 1]; L)$, and no network of $N$ ReLUs is closer than "
    '$epsilon$ to it on $[0, 1]$, so $cal(N)("ReLU") >= N + 1$.',
    readings=(
        *_READ,
        *also(_READ[:1], *(o.id for o in (*_WIDTHS[1:], *_NETWORKS))),
        *(
            Reading(row.printed, row.formal, f"$N = {cells}$", o.id)
            for cells in _NUMBERS
            for o in (_WIDTHS[cells], _NETWORKS[cells])[cells == 0 :]
            for row in _READ[1:]
        ),
        *(Reading("networks of $n$ units", ("show",), "near the zigzag", o.id) for o in _NETWORKS),
        *readings(
            _WIDTHS[0],
            '"ReLU"',
            '$cal(N)("ReLU") >= 1$',
            "$N = 0$: the function is the constant $-epsilon$",
        ),
        *(
            row
            for cells in (1, 2, 3)
            for row in readings(
                _WIDTHS[cells],
                '"ReLU"',
                f'$cal(N)("ReLU") >= {cells + 1}$',
                f"$N = {cells}$",
                main=False,
            )
        ),
    ),
    obligations=(*_WIDTHS, *_NETWORKS),
    satisfiable=tuple(
        datum
        for cells, bound in zip(_NUMBERS, _WIDTHS, strict=True)
        for datum in (_met(cells), *closely(_met(cells), bound))
    ),
    notes=(
        "The bound of Proposition 2 gives at least -1, 0, 1 and 2 units there.",
        "With pln.prop2.upper.sharpened3 this is exact: one unit is enough if and only if "
        "$epsilon > L \\/ 2$, two if and only if $epsilon > L \\/ 4$, three if and only if "
        "$epsilon > L \\/ 6$.",
    ),
    not_claimed=("nothing is said of four units or more: see pln.prop2.lower",),
)
