"""pln.prop2.upper.sharpened2, .sharpened3: fewer ReLUs than Proposition 2 takes.

Two kinks next to each other are a jump and a change of slope.  So N/2 pairs leave N/2 + 1 lines
free, and N ReLUs come as close as N + 2 cells of width L/(N + 2) would: for even N >= 6 this is
the paper's own lower bound.  The statements and their proofs are in
:mod:`proofs.pln.prop2.upper.pairs_statement`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from constructions.networks import ParallelNet
from constructions.relu import (
    JumpPairs,
    few_kinks,
    few_units_needed,
    fewest_units_needed,
    jump_pairs,
    paired_units_needed,
    relu_units_needed,
)
from constructions.terms import Json, conj, every, implies
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.language.elaboration import written
from proofs.pln.definition3 import FAMILY_NOTE, bound_on_width, met, readings
from proofs.pln.instances import MAX_CERTIFIED_UNITS, Row, _described, constant_of
from proofs.pln.paper import also, source
from proofs.pln.prop2.instances import (
    FEW_INSTANCES,
    PAIR_PARAMETERS,
    Cell,
    NotSettled,
    certified,
    plotted,
    written_relu,
)
from proofs.pln.prop2.upper.odd import FIVE_STATEMENT, THREE_STATEMENT
from proofs.pln.prop2.upper.pairs_proof import FIVE_PROOF, FREE_PROOF, LEFT_PROOF, THREE_PROOF
from proofs.pln.prop2.upper.pairs_statement import (
    FREE_STATEMENT,
    FUNCTIONS,
    LEFT_STATEMENT,
    LIPSCHITZ,
    relu,
)
from proofs.pln.symbols import L, N, S, eps, f, x
from proofs.trees.script import (
    statement,
)
from proofs.versions import REPAIRED, wanted

# --- one unit ------------------------------------------------------------------------------------

HALF = S.const(Fraction(1, 2))
ONE_NETWORK = f(HALF) * relu(0 * x + 1)
ONE_STATEMENT = statement(
    {"N": "int", "L": "real", "eps": "real"},
    [eps > 0, N.equals(1), L / 2 < eps, LIPSCHITZ],
    conj(
        L / 2 < eps,
        every("x", "real", implies(x >= 0, x <= 1, S.abs(ONE_NETWORK - f(x)) <= L / 2)),
    ),
    FUNCTIONS,
)


ONE_PROOF = written(
    ONE_STATEMENT,
    """
use f(0, 1)
have 0 <= L
have bound: for all x: real, 0 <= x => x <= 1 => |G - f(x)| <= L/2:
  have constant: G = f(1/2)
  have near: |f(1/2) - f(x)| <= L*|1/2 - x| by f(1/2, x), 0 <= x, x <= 1
  have size: |1/2 - x| <= 1/2 by 0 <= x, x <= 1
  have reach: L*|1/2 - x| <= L*(1/2) by size, 0 <= L
  show by constant, near, reach
show by bound, L/2 < eps
""",
    G=ONE_NETWORK,
)


# --- instances -----------------------------------------------------------------------------------


def pieces(network: ParallelNet) -> list[Cell]:
    """[0, 1] cut at the kinks, with the line of the network on each part."""
    units = [(u.alpha[0].q, u.W[0][0].q, u.b[0].q) for u in network.units]
    ends = {Fraction(0), Fraction(1)}
    turns: dict[Fraction, list[Any]] = {}
    for a, w, b in units:
        if w and 0 < -b / w < 1:
            ends.add(-b / w)
            turns.setdefault(-b / w, []).append((a, w, b))
    at, *rest = sorted(ends)
    start = [(a, w, b) for a, w, b in units if b > 0 or (b == 0 and w > 0)]  # on right of 0
    p = sum((a * b for a, _, b in start), Fraction(0))
    q = sum((a * w for a, w, _ in start), Fraction(0))
    found = []
    for end in rest:
        for a, w, b in turns.get(at, []):  # what rises comes on, what falls goes off
            side = 1 if w > 0 else -1
            p, q = p + side * a * b, q + side * a * w
        found.append(Cell(at, end, p, q))
        at = end
    return found


def pair_rows(settings: Mapping[str, Any]) -> list[Row]:
    """N = max(6, 2 floor(L/(4 eps))) units in pairs, with a certified error."""
    constant = constant_of(settings)
    return [_row(settings, jump_pairs, paired_units_needed(constant, settings["eps"]))]


def few_rows(settings: Mapping[str, Any]) -> list[Row]:
    """At most five units, with a certified error; ``ValueError`` for L >= 12 eps."""
    return [
        _row(settings, few_kinks, few_units_needed(constant_of(settings), settings["eps"]) or 0)
    ]


def _row(settings: Mapping[str, Any], made_by: Callable[..., JumpPairs], units: int) -> Row:
    f_, eps_ = settings["f"], settings["eps"]
    constant = constant_of(settings)
    if units > MAX_CERTIFIED_UNITS:
        raise ValueError(
            f"this instance needs N = {units} units; instances are built up to "
            f"{MAX_CERTIFIED_UNITS}: take a larger eps"
        )
    made = made_by(f_, constant, eps_)
    cells = pieces(made.network)
    evidence, lo, hi = certified(written_relu(made.network), cells, f_, eps_)
    inputs = {**_described(settings, constant), "steepness": str(made.Y)}
    plot = plotted(cells, f_, eps_)
    return Row(inputs, units, units, eps_, lo, hi, evidence, made.network, plot)


def fewer_units(settings: Mapping[str, Any]) -> list[Row]:
    """:func:`few_rows` or :func:`pair_rows`, where it needs fewer units than Proposition 2 takes.

    And where it is certified.
    """
    constant, eps_ = constant_of(settings), settings["eps"]
    if not wanted(settings, REPAIRED):
        return []
    if fewest_units_needed(constant, eps_) >= relu_units_needed(constant, eps_):
        return []
    rows = few_rows if few_units_needed(constant, eps_) else pair_rows
    try:
        return [replace(row, version=REPAIRED) for row in rows(settings)]
    except NotSettled:  # the network of Proposition 2 is there all the same
        return []


def construct_pairs(settings: Mapping[str, Any]) -> ParallelNet:
    """The network of :func:`constructions.relu.jump_pairs`."""
    return jump_pairs(settings["f"], constant_of(settings), settings["eps"]).network


def construct_few(settings: Mapping[str, Any]) -> ParallelNet:
    """The network of :func:`constructions.relu.few_kinks`."""
    return few_kinks(settings["f"], constant_of(settings), settings["eps"]).network


# --- controls ------------------------------------------------------------------------------------

_DROPPED, _TIGHTENED = "hypothesis dropped", "constant tightened"


def _control(
    claim: str,
    name: str,
    kind: str,
    says: str,
    altered: Json,
    values: Mapping[str, Any],
    function: Json,
    part: int = 0,
    script: Any = None,
) -> Control:
    witness = Witness(values, {"f": (("u",), function)})
    attempt = Attempt(f"{claim}.control.{name}", says, altered, witness, script=script, part=part)
    return Control(attempt, kind)


def _without(sequent: Json, i: int) -> Json:
    return {**sequent, "given": [g for j, g in enumerate(sequent["given"]) if j != i]}


def _replaced(sequent: Json, i: int, by: Json) -> Json:
    return {**sequent, "given": [by if j == i else g for j, g in enumerate(sequent["given"])]}


def _controls(claim: str, sequent: Json, share: Sequence[Any], values: dict[str, Any]) -> Any:
    """The share of eps dropped, and taken with a larger constant: B < eps fails."""
    smaller, at = share
    return (
        _control(
            claim,
            "share",
            _DROPPED,
            "without the bound on $L$: $L = 100$, $epsilon = 1\\/100$, $f = 0$",
            _without(sequent, 3),
            {**values, "L": 100, "eps": Fraction(1, 100)},
            "0",
        ),
        _control(
            claim,
            "factor",
            _TIGHTENED,
            "with a tenth less than the share: $epsilon = L$ times what the share is",
            _replaced(sequent, 3, smaller),
            {**values, "L": 1, "eps": at},
            "0",
        ),
    )


CITED = "beyond Proposition 2"
PAIRS_ID, FREE_ID = "pln.prop2.upper.sharpened2", "pln.prop2.upper.sharpened3"
_READ = (
    Reading("the error bound $epsilon > 0$", ("given", 0)),
    Reading("$N$ is even", ("given", 1), "$M - 1$ or $M$ is half of it"),
    Reading("at least so many units", ("given", 2)),
    Reading("the bound below $epsilon$", ("given", 3)),
    Reading(
        "$f in cal(F)([0, 1]; L)$",
        ("given", 4),
        f"{FAMILY_NOTE}. $L >= 0$ is not assumed, it follows",
    ),
)
_PAIRS = Obligation(
    f"{PAIRS_ID}.statement",
    "for every even $N >= 6$, $L$, $epsilon$ and $f$ there is a steepness with which the "
    "$N$ units come closer than $epsilon$",
    LEFT_STATEMENT,
    LEFT_PROOF,
)
_PAIRS_WIDTH = bound_on_width(_PAIRS)
PAIRS = Claim(
    id=PAIRS_ID,
    kind="theorem",
    title="For even N >= 6, N ReLUs reach every eps > L/(2(N + 2))",
    source=source(CITED, "47-50"),
    statement="For every even $N >= 6$, every $L$, $epsilon > L \\/ (2 (N + 2))$ and every "
    "$L$-Lipschitz $f$ on $[0, 1]$ there are $N$ ReLUs with $abs(G(x) - f(x)) <= "
    "(L \\/ (2 (N + 2)) + epsilon) \\/ 2 < epsilon$ on $[0, 1]$.",
    readings=(
        *_READ,
        *also(_READ, _PAIRS.id),
        Reading("the networks of the proof", ("show",), "for one $f$", _PAIRS.id),
        *readings(
            _PAIRS_WIDTH,
            '"ReLU"',
            '$cal(N)("ReLU") <= N$',
            "$N = 2 M - 2$ units in $M - 1$ pairs, written out; of the first three pairs one kink "
            "faces left. $Y$ is the size of the weights: the steeper the pairs, the closer to "
            "$L \\/ (2 (N + 2))$. $4 M = 2 (N + 2)$.",
        ),
    ),
    obligations=(_PAIRS_WIDTH, _PAIRS),
    controls=_controls(
        PAIRS_ID,
        LEFT_STATEMENT,
        (9 * L / (20 * (N + 2)) < eps, Fraction(1, 16)),
        {"N": 6, "M": 4},
    ),
    satisfiable=met(
        Attempt(
            f"{PAIRS_ID}.satisfiable",
            "the hypotheses of the networks hold for $N = 6$, $f = 0$",
            LEFT_STATEMENT,
            Witness({"N": 6, "M": 4, "L": 1, "eps": 1}, {"f": (("u",), "0")}),
        ),
        _PAIRS_WIDTH,
        "the hypotheses hold for $N = 6$, $L = epsilon = 1$, where all $f$ and all networks are 0",
    ),
    notes=(
        "The least such $N$ is $max(6, 2 floor(L \\/ (4 epsilon)))$.",
        'With pln.prop2.lower: $cal(N)("ReLU") = floor(L \\/ 2 epsilon) - 1$ wherever '
        "$floor(L \\/ 2 epsilon)$ is odd and at least 7, and at most one more where it is even.",
        "No free constant and no free slope are needed: three kinks that face left make up for "
        "$f(1 \\/ (4 M))$ and the slope of the first line.",
    ),
    not_claimed=(
        "nothing is said of $epsilon = L \\/ (2 (N + 2))$: the kinks of a pair would have to meet",
        "nothing is said of the size of the weights, which grows with $1 \\/ epsilon$ and with "
        "$abs(f)$",
    ),
    parameters=PAIR_PARAMETERS,
    run=pair_rows,
    construct=construct_pairs,
)
_FREE = (
    Obligation(
        f"{FREE_ID}.statement",
        "for every even $N >= 2$, $L$, $epsilon$ and $f$",
        FREE_STATEMENT,
        FREE_PROOF,
    ),
    Obligation(f"{FREE_ID}.one", "$N = 1$: the constant $f(1\\/2)$", ONE_STATEMENT, ONE_PROOF),
    Obligation(
        f"{FREE_ID}.three",
        "$N = 3$: a constant, then a pair and a line",
        THREE_STATEMENT,
        THREE_PROOF,
    ),
    Obligation(
        f"{FREE_ID}.five", "$N = 5$: two pairs between three lines", FIVE_STATEMENT, FIVE_PROOF
    ),
)
_FREE_WIDTH = bound_on_width(_FREE[0])
_ONE_WIDTH = bound_on_width(_FREE[1], N=1, L=1, eps=1)
_THREE_WIDTH = bound_on_width(_FREE[2], N=3, L=1, eps=1)
_FIVE_WIDTH = bound_on_width(_FREE[3])
FREE = Claim(
    id=FREE_ID,
    kind="theorem",
    title="Narrow ReLU networks: 1, 3, 5 and every even number of units",
    source=source(CITED, "47-50"),
    statement="For every even $N >= 2$, every $L$, $epsilon > L \\/ (2 N)$ and every $L$-Lipschitz "
    "$f$ on $[0, 1]$ there are $N$ ReLUs with $abs(G(x) - f(x)) <= (L \\/ (2 N) + epsilon) \\/ 2 < "
    "epsilon$ on $[0, 1]$; for $epsilon > L \\/ 2$ one is enough, for $epsilon > L \\/ 6$ three "
    "are, for $epsilon > L \\/ 12$ five.",
    readings=(
        *_READ,
        *also(_READ, _FREE[0].id),
        *readings(
            _FREE_WIDTH,
            '"ReLU"',
            '$cal(N)("ReLU") <= N$',
            "$N = 2 M$ units: a constant, a slope and $M - 1$ pairs of kinks",
        ),
        *(
            Reading(printed, ("given", i), obligation=of)
            for network, bound, units, more in (
                (_FREE[1], _ONE_WIDTH, "one: $N = 1$", "$epsilon > L \\/ 2$"),
                (_FREE[2], _THREE_WIDTH, "three: $N = 3$", "$epsilon > L \\/ 6$"),
            )
            for of in (network.id, bound.id)
            for i, printed in enumerate(("$epsilon > 0$", units, more, "every $L$-Lipschitz $f$"))
        ),
        *(
            Reading(printed, ("given", i), note, of)
            for of in (_FREE[3].id, _FIVE_WIDTH.id)
            for i, (printed, note) in enumerate(
                (
                    ("$epsilon > 0$", ""),
                    ("five: $N = 5$", ""),
                    ("five: $N = 5$", "an abbreviation: $M = 3$ is the number of lines"),
                    ("$epsilon > L \\/ 12$", ""),
                    ("every $L$-Lipschitz $f$", ""),
                )
            )
        ),
        *readings(
            _ONE_WIDTH, '"ReLU"', "one is enough", "$N = 1$: the constant $f(1\\/2)$", main=False
        ),
        *readings(
            _THREE_WIDTH,
            '"ReLU"',
            "three are enough",
            "$N = 3$: the constant $f(1\\/6)$, a pair of kinks at $1\\/3$, and on $[1\\/3, 1]$ the "
            "line from $f(1\\/2)$ to $f(5\\/6)$. $Y$ is the size of the weights",
            main=False,
        ),
        *readings(
            _FIVE_WIDTH,
            '"ReLU"',
            "five are enough",
            "$N = 5$: pairs at $1\\/3$ and $2\\/3$ whose first kinks face left, and "
            '$"ReLU"(x)$. $Y$ is the size of the weights',
            main=False,
        ),
        Reading("the constant", ("show",), "for one $f$", _FREE[1].id),
        Reading("the constant, the pair and the line", ("show",), "for one $f$", _FREE[2].id),
        Reading("the two pairs", ("show",), "for one $f$", _FREE[3].id),
        Reading("the networks of pairs", ("show",), "for one $f$", _FREE[0].id),
    ),
    obligations=(_FREE_WIDTH, _ONE_WIDTH, _THREE_WIDTH, _FIVE_WIDTH, *_FREE),
    controls=_controls(
        FREE_ID, FREE_STATEMENT, (9 * L / (20 * N) < eps, Fraction(1, 8)), {"N": 4, "M": 2}
    ),
    satisfiable=(
        met(
            Attempt(
                f"{FREE_ID}.satisfiable",
                "the hypotheses of the networks hold for $N = 2$, $f = 0$",
                FREE_STATEMENT,
                Witness({"N": 2, "M": 1, "L": 1, "eps": 1}, {"f": (("u",), "0")}),
            ),
            _FREE_WIDTH,
            "the hypotheses hold for $N = 2$, $L = epsilon = 1$, where all $f$ and all networks "
            "are 0",
        ),
        met(
            Attempt(
                f"{FREE_ID}.five.satisfiable",
                "the hypotheses of the five units hold for $f = 0$",
                FIVE_STATEMENT,
                Witness({"N": 5, "M": 3, "L": 1, "eps": 1}, {"f": (("u",), "0")}),
            ),
            _FIVE_WIDTH,
            "the hypotheses hold for $N = 5$, $L = epsilon = 1$, where all $f$ and all networks "
            "are 0",
        ),
    ),
    notes=(
        "With pln.prop2.lower.sharpened this is exact for $N = 1, 2, 3$: three units are enough if "
        "and only if $epsilon > L \\/ 6$.",
        "An instance takes as few of these networks' units as are shown to be enough.",
    ),
    not_claimed=(
        "for $N >= 6$ see pln.prop2.upper.sharpened2",
        "nothing is said of the size of the weights for $N >= 3$",
    ),
    parameters=PAIR_PARAMETERS,
    instances=FEW_INSTANCES,
    run=few_rows,
    construct=construct_few,
)
