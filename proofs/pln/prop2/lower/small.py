"""pln.prop2.lower.sharpened: narrow ReLU networks, for which the lower bound is larger.

Up to three units cannot follow a zigzag with as many cells as there are units.  Of four points at
equal distances a unit that is on at two of them is on between them, so there it is a line.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from textwrap import indent

from constructions.adversaries import zigzag
from constructions.terms import Json, Term, conj, every, implies, var
from proofs.claims import Attempt, Claim, Obligation, Reading
from proofs.language.elaboration import Written, written
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
from proofs.pln.thm1.sums import reals
from proofs.trees.script import statement

u, v = var("u"), var("v")


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


# --- proofs --------------------------------------------------------------------------------------

#: a unit at three points at equal distances: convex, and a line where it is on at both ends
BENT = """
have bent: for all s, t: real, 0 <= relu(s) and 0 <= relu(s) - 2*relu(t) + relu(2*t - s) and
    (0 < relu(s) => 0 < relu(2*t - s) => relu(s) - 2*relu(t) + relu(2*t - s) = 0):
  cases max(0, s)
  cases max(0, t)
  cases max(0, 2*t - s)
"""
#: so one that alone makes the sum negative at both ends cannot leave the others convex
LONE = """
have lone: for all a, p, q, r, s0, s1, s2: real,
    a <= 0 => 0 <= p => 0 <= r => 0 <= s0 => 0 <= s2 => 0 <= s0 - 2*s1 + s2 =>
    (0 < p => 0 < r => p - 2*q + r = 0) =>
    a*p + s0 < 0 => 0 < a*q + s1 => a*r + s2 < 0 => 0 < 0:
  have line: 0 < p => 0 < r => p - 2*q + r = 0
  have first: 0 < p:
    cases p <= 0:
      have p = 0
  have last: 0 < r:
    cases r <= 0:
      have r = 0
  use line
  have a*(p - 2*q + r) = 0
"""


def _points(cells: int) -> list[str]:
    return [str(Fraction(i, max(cells, 1))) for i in range(cells + 1)]


def _sum(terms: Iterable[str]) -> str:
    return " + ".join(terms)


def _signs(cells: int) -> str:
    """A text: G < 0 at the even points and G > 0 at the odd ones."""
    return "\n".join(
        f"""\
have knot{k}: F({at}) = {"" if k % 2 else "-"}eps:
  have even: floor(({cells}*({at}) + 1)/2) = {(k + 1) // 2}
  show by even
have sign{k}: {f"0 < G({at})" if k % 2 else f"G({at}) < 0"} by near({at}), knot{k}"""
        for k, at in enumerate(_points(cells))
    )


def _contradiction(cells: int, weights: Sequence[tuple[str, int]]) -> str:
    """A text: no network of units of weights of these signs has the signs of the zigzag."""
    points = _points(cells)
    signs = [sign for _, sign in weights]
    known = {1: "0 <= alpha({})", -1: "alpha({}) <= 0"}
    if len(set(signs)) == 1:
        at, minus = (points[0], "") if signs[0] > 0 else (points[1], "-")
        return "\n".join(
            f"have 0 <= {minus}alpha({u})*unit({u}, {at})"
            f" by {known[sign].format(u)}, bent(inner({u}, {at}), 0)"
            for u, sign in weights
        )
    turn = -1 if signs.count(-1) == 1 else 1  # the sign of the weight that stands alone
    (one,) = (u for u, sign in weights if sign == turn)
    others = [u for u, sign in weights if sign != turn]
    minus, (x0, x1, x2) = ("", points[:3]) if turn < 0 else ("-", points[1:4])
    text = ""
    for u in others:
        weight, sign = f"({minus}alpha({u}))", known[-turn].format(u)
        bend = f"(unit({u}, {x0}) - 2*unit({u}, {x1}) + unit({u}, {x2}))"
        text += f"""\
have 0 <= {weight}*{bend} by {sign}, bent(inner({u}, {x0}), inner({u}, {x1}))
have 0 <= {weight}*unit({u}, {x0}) by {sign}, bent(inner({u}, {x0}), 0)
have 0 <= {weight}*unit({u}, {x2}) by {sign}, bent(inner({u}, {x2}), 0)
"""
    values = [f"unit({one}, {at})" for at in (x0, x1, x2)]
    sums = [_sum(f"({minus}alpha({u}))*unit({u}, {at})" for u in others) for at in (x0, x1, x2)]
    return f"""{text}\
use bent(inner({one}, {x0}), inner({one}, {x1})), bent(inner({one}, {x2}), 0)
show by lone({minus}alpha({one}), {", ".join([*values, *sums])})
"""


def _by_sign(cells: int, todo: Sequence[str], done: Sequence[tuple[str, int]] = ()) -> str:
    """A text: the cases of the signs of the weights."""
    if not todo:
        return _contradiction(cells, done)
    unit, *rest = todo
    return f"""\
cases 0 <= alpha({unit}):
{indent(_by_sign(cells, rest, [*done, (unit, 1)]), "  ")}
have alpha({unit}) <= 0
{_by_sign(cells, rest, [*done, (unit, -1)])}
"""


def _units(cells: int, count: int) -> str:
    """A text: for n = ``count`` <= cells a contradiction."""
    if not count:
        return "have none: G(0) = 0 by sums, n = 0\nshow by sign0, none"
    units = [f"n - {i}" if i else "n" for i in range(count)]
    last = [f"sum_last(k -> alpha(k)*unit(k, x), 1, {u})" for u in units]
    at_points = [f"use units({at}), sign{k}" for k, at in enumerate(_points(cells))]
    return f"""\
have units: for all x: real, G(x) = {_sum(f"alpha({u})*unit({u}, x)" for u in units)}:
  have none: part(x, n - {count}) = 0 by sums, n = {count}
  show by none, {", ".join(last)}
{chr(10).join(at_points)}
{_by_sign(cells, units)}"""


def small_script(cells: int) -> Written:
    """n <= cells is n = 0, ..., cells; each contradicts the signs at the points."""
    few = "\n".join(
        f"cases n <= {count}:\n  have n = {count}\n{indent(_units(cells, count), '  ')}"
        for count in range(cells + 1)
    )
    return written(
        small(cells),
        f"""
have class: for all u, v: real,
    0 <= u => u <= 1 => 0 <= v => v <= 1 => |F(u) - F(v)| <= L*|u - v|:
{indent(in_class(str(cells)), "  ")}
{BENT}{LONE}
have narrow: (for all x: real, 0 <= x => x <= 1 => |G(x) - F(x)| < eps) => {cells + 1} <= n:
  have near: for all x: real, 0 <= x => x <= 1 => |G(x) - F(x)| < eps
{indent(_signs(cells), "  ")}
{indent(few, "  ")}
""",
        F=lambda at: F(at, cells),
        G=lambda at: G(at),
        part=lambda at, high: G(at, high),
        relu=relu,
        alpha=alpha,
        inner=inner,
        unit=lambda index, at: relu(inner(index, at)),
        distance=distance,
    )


ID = "pln.prop2.lower.sharpened"
_NUMBERS = {0: "zero", 1: "one", 2: "two", 3: "three"}


def _obligation(cells: int) -> Obligation:
    return Obligation(
        f"{ID}.{_NUMBERS[cells]}",
        f"${cells}$ units are not closer than $epsilon$ to the zigzag of ${cells}$ cells",
        small(cells),
        small_script(cells),
    )


_NETWORKS = tuple(map(_obligation, _NUMBERS))
_WIDTHS = tuple(map(bound_on_width, _NETWORKS))


#: two kinks are more than a search cuts [0, 1] at
_CLOSE = """
fix x
cases x <= 1/3:
  show by boxes, 0 <= x, x <= 1/3
cases x <= 2/3:
  show by boxes, x >= 1/3, x <= 2/3
show by boxes, x >= 2/3, x <= 1
"""


def _met(cells: int) -> Attempt:
    """N + 1 ReLUs are the zigzag with eps = 1."""
    values = zigzag_values(cells, cells + 1)
    found = data(
        f"{ID}.{_NUMBERS[cells]}.satisfiable",
        f"$epsilon = 1$, $L = {values['L']}$: ${cells + 1}$ units are the zigzag of ${cells}$ "
        "cells",
        small(cells),
        {name: value for name, value in values.items() if name != "N"},
        relus(cells),
    )
    return replace(found, givens={len(found.statement["given"]): _CLOSE}) if cells == 3 else found


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
