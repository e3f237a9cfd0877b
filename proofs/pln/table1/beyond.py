"""What holds beyond Table 1: companions of pln.table1, one for each layer that is still open.

The lower bounds are those of :mod:`proofs.pln.table1.few_units` and
:mod:`proofs.pln.table1.few_groups`, the upper bounds for small M those of
:mod:`proofs.pln.table1.one_unit`.  For ReLU see :mod:`proofs.pln.prop2.upper.pairs` and
:mod:`proofs.pln.prop2.lower.small`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from proofs.claims import Attempt, Claim, Obligation, Reading
from proofs.language.elaboration import Written
from proofs.pln.close_data import Body, data, sigmoids, tanhs, zigzag_values
from proofs.pln.definition3 import bound_on_width, closely
from proofs.pln.definition3 import readings as width_readings
from proofs.pln.paper import Phrase, readings, source
from proofs.pln.table1 import close_groups, few_groups, few_units, one_unit
from proofs.pln.table1.bounds import Bound, lower_bound, upper_bound
from proofs.pln.table1.close_groups import Shape, groups, why
from proofs.trees.script import Json


def _in_math(layer: str) -> str:
    """The nonlinearity of a layer, as a formula has it: ``"PLN-"d`` of ``pln-d0``."""
    name, _, size = layer.partition("-")
    return f'"{name.upper()}-"d' if size.startswith("d") else f'"{name}"'


def at_least(layer: str, least: int, sequent: Json, script: Written) -> Obligation:
    """A lower bound: the zigzag of Eq. 51 needs so many units."""
    where = _where(lower_bound(sequent))
    says = f"any network that is closer than $epsilon$ to the zigzag has at least {least} units"
    return Obligation(f"pln.table1.{layer}.{least}", says + where, sequent, script)


def enough(name: str, units: str, sequent: Json, script: Written) -> Obligation:
    """An upper bound for small M."""
    where = _where(upper_bound(sequent))
    return Obligation(name, f"for every $f$ {units} closer than $epsilon$" + where, sequent, script)


def _where(bound: Bound) -> str:
    return f", ${bound.condition()}$" if bound.condition() else ""


_LOWER_PHRASES: tuple[Phrase, ...] = (
    "$epsilon > 0$",
    ("$cal(F)([0, 1]; L)$", "a Lipschitz constant is not negative"),
    ("$M = floor(L \\/ (2 epsilon))$", "here $N$"),
    ("any number of units", "$n$, all weights open"),
)
_UPPER_PHRASES: tuple[Phrase, ...] = (
    "$epsilon > 0$",
    "$M = floor(L \\/ (2 epsilon))$",
    "$M <= 1$",
    "one unit",
    "every $f in cal(F)([0, 1]; L)$",
)


def _lower_phrases(o: Obligation, layer_says: tuple[Phrase, ...]) -> tuple[Phrase, ...]:
    condition = lower_bound(o.statement).condition()
    return (*_LOWER_PHRASES, *layer_says, *((f"${condition}$",) if condition else ()))


def companion(
    layer: str,
    title: str,
    says: str,
    lower: tuple[Obligation, ...],
    upper: tuple[Obligation, ...] = (),
    not_claimed: tuple[str, ...] = (),
    layer_says: tuple[Phrase, ...] = (),
    met: tuple[Attempt, ...] = (),
    notes: tuple[str, ...] = (),
) -> Claim:
    """The claim of one layer: what is shown of networks and functions, and so of N(phi).

    ``layer_says``: the phrases beside what a sequent asks of d and delta.
    """
    given = [(o, _lower_phrases(o, layer_says)) for o in lower]
    given += [(o, (*layer_says, *_UPPER_PHRASES)) for o in upper]
    widths = [*map(bound_on_width, lower), *map(one_unit.on_width, upper)]
    more = [
        datum
        for (o, _), bound in zip(given, widths, strict=True)
        for known in met
        if o in lower and known.statement == o.statement
        for datum in closely(known, bound)
    ]
    rows: list[Reading] = []
    for (o, phrases), bound in zip(given, widths, strict=True):
        rows += [*readings(o.id, phrases, (o.says, "one network or one $f$"))]
        rows += [*readings(bound.id, phrases)[: len(phrases)]]
        rows += width_readings(bound, _in_math(layer), f"Definition 3: {o.says}", "", main=False)
    return Claim(
        id=f"pln.table1.{layer}.sharpened",
        kind="theorem",
        title=title,
        source=source("beyond Table 1", ""),
        statement=f"With $M = floor(L \\/ (2 epsilon))$: {says}",
        readings=tuple(rows),
        obligations=(*widths, *lower, *upper),
        controls=tuple(map(one_unit.larger, upper)),
        satisfiable=(*met, *more),
        notes=(*((_WHY_ONE,) if upper else ()), *notes),
        not_claimed=not_claimed,
    )


def _units(layer: str, kind: few_units.Kind, least: int) -> Obligation:
    sequent = few_units.at_least(kind, least)
    return at_least(layer, least, sequent, few_units.at_least_script(kind, least))


def _groups(layer: str, group: few_groups.Group, least: int) -> Obligation:
    sequent = few_groups.at_least(group, least)
    return at_least(layer, least, sequent, few_groups.at_least_script(group, least))


def _one(layer: str, unit: one_unit.Almost) -> Obligation:
    sequent = unit.statement()
    script = one_unit.one_unit_script(unit)
    return enough(f"pln.table1.{layer}.one", "the unit that follows some line is", sequent, script)


_MORE = "what the least number of units is for larger $M$: only bounds are known"
_NOT_LINEAR = "that the least number of units grows linearly with $M$"


def _for_every_size(phi: str, more: int) -> str:
    """What Coq has beside the certificates."""
    return (
        f"With more units it goes on: $cal(N)({phi}) >= log_2(M + {more})$ for every $M$, a "
        "theorem of Coq on which no verdict rests (`proofs/coq/zeros.v`). Given Warren's theorem "
        f"on sign patterns of polynomials, so is $cal(N)({phi}) >= (M + 1) \\/ (6 log_2(2 M + "
        "4))$. A bound that grows linearly is not known here; the upper bound is $M + 1$."
    )


def _for_frameworks(v: str) -> str:
    """What Coq has beside the certificates, with the other root."""
    return (
        f"Of groups divided by $sqrt(v + delta)$, $v$ the {v}, as frameworks have them, "
        "$N (M + 1) + 1 <= (2 N + 1)^N$ is a theorem of Coq for $N = cal(N)$ and every $M$, on "
        "which no verdict rests (`proofs/coq/groups.v`). Of the groups here none is proved."
    )


_WHY_ONE = (
    "One unit is enough for $M <= 1$ since some line is within $L \\/ 4$ of $f$ (`pln.affine`) and "
    "one unit is nearly affine."
)
_NO_DELTA = "$delta = 0$ and anything at"


def _close(
    layer: str,
    least: int,
    sequent: Json,
    made: tuple[Mapping[str, Body], Any],
    cells: int,
    layer_values: Mapping[str, int] = {},
) -> Attempt:
    """A network that is closer than eps = 1 to the zigzag of ``cells`` cells."""
    values = zigzag_values(cells, cells + 1) if cells else {"n": 1, "N": 0, "L": 1, "eps": 1}
    says = f"$epsilon = 1$, $L = {values['L']}$, so $M = {cells}$: a network of ${cells + 1}$ "
    says += "units that is closer than $epsilon$ to the zigzag"
    name = f"pln.table1.{layer}.{least}.satisfiable"
    functions, why_close = made
    return data(name, says, sequent, {**values, **layer_values}, functions, why_close)


def _two(layer: str, group: few_groups.Group, shape: Shape, **values: int) -> Attempt:
    """A network of three such groups, close to the zigzag of two cells."""
    sequent = few_groups.at_least(group, 2)
    told = why(shape, sequent, {**zigzag_values(2, 3), **values})
    return _close(layer, 2, sequent, (groups(shape), told), 2, values)


def _alone(alpha: str | Json, b: str | Json, *more: str) -> tuple[dict[str, Body], str]:
    """One group with constant inputs; ``more`` are functions of the layer, which are 0."""
    weights: dict[str, Json] = {"alpha": alpha, "w": "0", "b": b}
    found: dict[str, Body] = {name: (("i", "j"), body) for name, body in weights.items()}
    return found | dict.fromkeys(more, (("j",), "0")), ""


_FIRST: Json = ["-", "j", "2"]
_PAIR: Json = ["-", "3", ["*", "2", "j"]]
COMPANIONS: tuple[Claim, ...] = (
    companion(
        "sigmoid",
        "How many sigmoid units are needed at least",
        "$cal(N)(sigma) >= 1$; $cal(N)(sigma) >= 2$ for $M >= 1$, which with Proposition 1 is "
        "exact for $M <= 1$; $cal(N)(sigma) >= 3$ for $M >= 3$ and $cal(N)(sigma) >= 4$ for "
        "$M >= 7$.",
        tuple(_units("sigmoid", few_units.SIGMOID, least) for least in (1, 2, 3, 4)),
        not_claimed=(_MORE, _NOT_LINEAR),
        notes=(_for_every_size("sigma", 2),),
        met=tuple(
            _close("sigmoid", least, few_units.at_least(few_units.SIGMOID, least), sigmoids(n), n)
            for least, n in ((1, 1), (2, 3), (3, 3), (4, 7))
        ),
    ),
    companion(
        "tanh",
        "How many tanh units are needed at least",
        "$cal(N)(tanh) >= 1$, and >= 2, 3, 4 for $M >= 2, 4, 8$. And one unit is enough for "
        "$M <= 1$.",
        tuple(_units("tanh", few_units.TANH, least) for least in (1, 2, 3, 4)),
        (_one("tanh", one_unit.TANH),),
        (_MORE, _NOT_LINEAR),
        notes=(_for_every_size("tanh", 1),),
        met=tuple(
            _close("tanh", least, few_units.at_least(few_units.TANH, least), tanhs(n), n)
            for least, n in ((1, 2), (2, 2), (3, 4), (4, 8))
        ),
    ),
    companion(
        "pln-d",
        "How many groups of LN-d are needed at least",
        'For every $d >= 2$ and $delta > 0$: $cal(N)("LN-"d) >= 1$, and >= 2 for $M >= 2$. And one '
        "unit is enough for $M <= 1$.",
        tuple(_groups("pln-d", few_groups.LAYER_NORM, least) for least in (1, 2)),
        (_one("pln-d", one_unit.LN),),
        (_MORE,),
        ("for every $d >= 2$", "$delta > 0$"),
        (
            _close(
                "pln-d",
                1,
                few_groups.at_least(few_groups.LAYER_NORM, 1),
                _alone(_FIRST, _PAIR),
                0,
                {"d": 2, "delta": 1},
            ),
            _two("pln-d", few_groups.LAYER_NORM, close_groups.NORM, d=2, delta=1),
        ),
        (_for_frameworks("variance"),),
    ),
    companion(
        "pls-d",
        "How many groups of LS-d are needed at least",
        'For every $d >= 1$ and $delta > 0$: $cal(N)("LS-"d) >= 1$, and >= 2 for $M >= 2$. And one '
        "unit is enough for $M <= 1$.",
        tuple(_groups("pls-d", few_groups.LAYER_SCALING, least) for least in (1, 2)),
        (_one("pls-d", one_unit.LS),),
        (_MORE,),
        ("for every $d >= 1$", "$delta > 0$"),
        (
            _close(
                "pls-d",
                1,
                few_groups.at_least(few_groups.LAYER_SCALING, 1),
                _alone("-1", "1"),
                0,
                {"d": 1, "delta": 1},
            ),
            _two("pls-d", few_groups.LAYER_SCALING, close_groups.SCALING, d=1, delta=1),
        ),
        (_for_frameworks("mean of the squares"),),
    ),
    companion(
        "pln-d0",
        "How many groups of LN-d without delta are needed at least",
        f'For every $d >= 3$, {_NO_DELTA} $sigma = 0$: $cal(N)("LN-"d) >= 1$, and >= 2 for '
        "$M >= 2$. And one unit is enough for $M <= 1$, one whose $sigma$ is never 0.",
        tuple(_groups("pln-d0", few_groups.NORM_ZERO, least) for least in (1, 2)),
        (_one("pln-d0", one_unit.LN_PRINTED),),
        (_MORE,),
        ("for every $d >= 3$",),
        (
            _close(
                "pln-d0",
                1,
                few_groups.at_least(few_groups.NORM_ZERO, 1),
                _alone(["*", "-2/5", _FIRST], _FIRST, "z"),
                0,
                {"d": 3},
            ),
            _two("pln-d0", few_groups.NORM_ZERO, close_groups.NORM_ZERO, d=3),
        ),
    ),
    companion(
        "pls-d0",
        "How many groups of LS-d without delta are needed at least",
        f'For every $d >= 1$, {_NO_DELTA} $bold(h) = 0$: $cal(N)("LS-"d) >= 1$, and >= 2 for '
        "$M >= 2$.",
        tuple(_groups("pls-d0", few_groups.SCALING_ZERO, least) for least in (1, 2)),
        not_claimed=(_MORE,),
        layer_says=("for every $d >= 1$",),
        met=(
            _close(
                "pls-d0",
                1,
                few_groups.at_least(few_groups.SCALING_ZERO, 1),
                _alone("-1", "1", "z"),
                0,
                {"d": 1},
            ),
            _two("pls-d0", few_groups.SCALING_ZERO, close_groups.SCALING_ZERO, d=2),
        ),
    ),
    companion(
        "pls-d2",
        "One group of LS-d without delta is enough for M <= 1, for d >= 2",
        f"For every $d >= 2$, {_NO_DELTA} $bold(h) = 0$: one unit is enough for $M <= 1$, one "
        "whose $bold(h)$ is never 0. For $d = 1$ and the value of A.6 two are needed for $M = 1$ "
        "(`pln.prop4.sharpened`).",
        (),
        (_one("pls-d2", one_unit.LS_PRINTED),),
        layer_says=("for every $d >= 2$",),
    ),
)
