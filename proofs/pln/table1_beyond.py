"""What holds beyond Table 1: companions of pln.table1, one for each layer that is still open.

The lower bounds are those of :mod:`proofs.pln.few_units` and :mod:`proofs.pln.few_groups`, the
upper bounds for small M those of :mod:`proofs.pln.one_unit`.  For ReLU see
:mod:`proofs.pln.prop2_pairs` and :mod:`proofs.pln.prop2_small`.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.claims import Claim, Obligation, Reading
from proofs.methods.script import Json, Node
from proofs.pln import few_groups, few_units, one_unit
from proofs.pln.definition3 import bound_on_width
from proofs.pln.paper import source
from proofs.pln.table1_bounds import Bound, lower_bound, upper_bound


def at_least(layer: str, least: int, sequent: Json, script: Callable[[], Node]) -> Obligation:
    """A lower bound: the zigzag of Eq. 51 needs so many units."""
    where = _where(lower_bound(sequent))
    says = f"any network that is closer than $epsilon$ to the zigzag has at least {least} units"
    return Obligation(f"pln.table1.{layer}.{least}", says + where, sequent, script)


def enough(name: str, units: str, sequent: Json, script: Callable[[], Node]) -> Obligation:
    """An upper bound for small M."""
    where = _where(upper_bound(sequent))
    return Obligation(name, f"for every $f$ {units} closer than $epsilon$" + where, sequent, script)


def _where(bound: Bound) -> str:
    return f", ${bound.condition()}$" if bound.condition() else ""


def companion(
    layer: str,
    title: str,
    says: str,
    lower: tuple[Obligation, ...],
    upper: tuple[Obligation, ...] = (),
    not_claimed: tuple[str, ...] = (),
) -> Claim:
    """The claim of one layer: what is shown of networks and functions, and so of N(phi)."""
    behind = (*lower, *upper)
    widths = tuple(map(bound_on_width, behind))
    return Claim(
        id=f"pln.table1.{layer}.sharpened",
        kind="theorem",
        title=title,
        source=source("beyond Table 1", ""),
        statement=f"With $M = floor(L \\/ (2 epsilon))$: {says}",
        readings=(
            *(Reading(o.says, ("show",), "one network or one $f$", o.id) for o in behind),
            *(
                Reading(f"Definition 3: {o.says}", ("show",), "", width.id)
                for o, width in zip(behind, widths, strict=True)
            ),
        ),
        obligations=(*widths, *behind),
        not_claimed=not_claimed,
    )


def _units(layer: str, kind: few_units.Kind, least: int) -> Obligation:
    sequent = few_units.at_least(kind, least)
    return at_least(layer, least, sequent, lambda: few_units.at_least_script(kind, least))


def _groups(layer: str, group: few_groups.Group, least: int) -> Obligation:
    sequent = few_groups.at_least(group, least)
    return at_least(layer, least, sequent, lambda: few_groups.at_least_script(group, least))


def _one(layer: str, unit: one_unit.Almost) -> Obligation:
    sequent = unit.statement()
    script: Callable[[], Node] = lambda: one_unit.one_unit_script(unit)  # noqa: E731
    return enough(f"pln.table1.{layer}.one", "some unit is", sequent, script)


_MORE = (
    "what the least number of units is for larger $M$: only the intervals of the table are known"
)
_ONE = (
    "one unit is enough for $M <= 1$: the chord of $f$, moved to the middle, is within $L \\/ 4$ "
    "of $f$, and one unit is nearly affine"
)
COMPANIONS: tuple[Claim, ...] = (
    companion(
        "sigmoid",
        "How many sigmoid units are needed at least",
        "$cal(N)(sigma) >= 1$; $cal(N)(sigma) >= 2$ for $M >= 1$, which with Proposition 1 is "
        "exact for $M <= 1$; $cal(N)(sigma) >= 3$ for $M >= 3$ and $cal(N)(sigma) >= 4$ for "
        "$M >= 7$: $n$ sigmoids change their sign at most $2^n - 2$ times.",
        tuple(_units("sigmoid", few_units.SIGMOID, least) for least in (1, 2, 3, 4)),
        not_claimed=(_MORE,),
    ),
    companion(
        "tanh",
        "How many tanh units are needed at least",
        "$cal(N)(tanh) >= 1$, and >= 2, 3, 4 for $M >= 2, 4, 8$: $n$ tanh units change their sign "
        f"at most $2^n - 1$ times. And {_ONE}.",
        tuple(_units("tanh", few_units.TANH, least) for least in (1, 2, 3, 4)),
        (_one("tanh", one_unit.TANH),),
        (_MORE,),
    ),
    companion(
        "pln-d",
        "How many groups of LN-d are needed at least",
        'For every $d >= 2$ and $delta > 0$: $cal(N)("LN-"d) >= 1$, and >= 2 for $M >= 2$: one '
        f"group changes its sign once at most. And {_ONE}.",
        tuple(_groups("pln-d", few_groups.LAYER_NORM, least) for least in (1, 2)),
        (_one("pln-d", one_unit.LN),),
        (_MORE,),
    ),
    companion(
        "pls-d",
        "How many groups of LS-d are needed at least",
        'For every $d >= 1$ and $delta > 0$: $cal(N)("LS-"d) >= 1$, and >= 2 for $M >= 2$: one '
        f"group changes its sign once at most. And {_ONE}.",
        tuple(_groups("pls-d", few_groups.LAYER_SCALING, least) for least in (1, 2)),
        (_one("pls-d", one_unit.LS),),
        (_MORE,),
    ),
    companion(
        "pln-d0",
        "How many groups of LN-d without delta are needed at least",
        'For every $d >= 3$, $delta = 0$ and anything at $sigma = 0$: $cal(N)("LN-"d) >= 1$, and '
        f">= 2 for $M >= 2$: one group changes its sign once at most. And {_ONE}; its $sigma$ is "
        "never 0.",
        tuple(_groups("pln-d0", few_groups.NORM_ZERO, least) for least in (1, 2)),
        (_one("pln-d0", one_unit.LN_PRINTED),),
        (_MORE,),
    ),
    companion(
        "pls-d0",
        "How many groups of LS-d without delta are needed at least",
        'For every $d >= 1$, $delta = 0$ and anything at $bold(h) = 0$: $cal(N)("LS-"d) >= 1$, '
        "and >= 2 for $M >= 2$: one group changes its sign once at most.",
        tuple(_groups("pls-d0", few_groups.SCALING_ZERO, least) for least in (1, 2)),
        not_claimed=(_MORE,),
    ),
    companion(
        "pls-d2",
        "One group of LS-d without delta is enough for M <= 1, for d >= 2",
        f"For every $d >= 2$, $delta = 0$ and anything at $bold(h) = 0$: {_ONE}; its $bold(h)$ is "
        "never 0. For $d = 1$ and the value of A.6 two are needed for $M = 1$ "
        "(`pln.prop4.sharpened`).",
        (),
        (_one("pls-d2", one_unit.LS_PRINTED),),
    ),
)
