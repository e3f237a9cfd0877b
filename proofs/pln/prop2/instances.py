"""Instances of Propositions 2, 3 and 4: the user's function through their networks, certified.

All their networks are linear on each of finitely many cells.  So the search for a bound looks at
one line per cell; the certificate is about the network's own term.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from constructions.adversaries import zigzag_network, zigzag_text
from constructions.networks import ParallelNet
from constructions.pln import sign_network
from constructions.relu import (
    interpolate,
    interpolate_printed,
    printed_relu_network,
    relu_units_needed,
)
from constructions.systems import add_all
from constructions.terms import Term, TermSystem, var
from proofs.claims import Parameter
from proofs.evidence import Evidence
from proofs.parameters import positive
from proofs.pln.instances import (
    CONSTANT,
    EPS,
    EXACT,
    LEAST,
    LOWER,
    MAX_CERTIFIED_UNITS,
    MAX_KERNEL_UNITS,
    MAX_TREE_UNITS,
    UPPER,
    F,
    Row,
    _described,
    _evidence,
    _term,
    constant_of,
    near_by_balls,
    read_function,
)
from proofs.supnorm.balls import MAX_BOXES
from proofs.supnorm.lines import PLUS, RELU, Cell, Network, Unit
from proofs.trees.script import Json, Node, have, node, split, statement
from proofs.versions import PRINTED, REPAIRED, VERSION, wanted

if TYPE_CHECKING:
    from constructions.functions import Function

Settings = Mapping[str, Any]
DOMAIN: list[Json] = [["<=", "0", "x"], ["<=", "x", "1"]]
BITS = 64
TOLERANCE = Fraction(1, 1000)


class NotSettled(ValueError):
    """The search for an upper bound did not end; ``at`` is where it stopped."""


def chords(y: Sequence[Fraction]) -> list[Cell]:
    """The cells of the ReLU network through ``y`` at 0, 1/M, ..., 1."""
    M = len(y) - 1
    found = []
    for k, (a, b) in enumerate(pairwise(y)):
        slope = M * (b - a)
        found.append(Cell(Fraction(k, M), Fraction(k + 1, M), a - slope * Fraction(k, M), slope))
    return found


def lowered(network: ParallelNet) -> Json:
    """G(x) as a term, unit by unit as the network is evaluated."""
    return network.evaluate(TermSystem(), [var("x")]).json


def _units_of(network: ParallelNet) -> tuple[Unit, ...]:
    return tuple(Unit(u.alpha[0].q, u.W[0][0].q, u.b[0].q) for u in network.units)


def written_relu(network: ParallelNet) -> Network:
    """A ReLU network as a term, and unit by unit."""
    return Network(lowered(network), _units_of(network), RELU)


def _statement(G: Json, f: Json, bound: Fraction) -> Json:
    return statement({"x": "real"}, DOMAIN, ["<=", ["abs", ["-", G, f]], str(bound)])


def _cover(cuts: Sequence[Fraction], bits: int) -> Node:
    return node("cover", on="x", cuts=[str(q) for q in cuts], bits=bits)


def _kinks(f: Json) -> list[Fraction]:
    from proofs.kernel.terms import read_term
    from proofs.supnorm._line_terms import kinks

    return kinks(read_term(f, {"x"}, {}), Fraction(0), Fraction(1))


def _at(term: Json, x: Fraction) -> Json:
    from proofs.kernel.terms import read_term, substitute
    from proofs.trees.script import unread

    return unread(substitute(read_term(term, {"x"}, {}), "x", x))


Certified = tuple[tuple[Evidence, ...], Fraction, Fraction]


def certified(network: Network, cells: Sequence[Cell], f: Function, eps: Fraction) -> Certified:
    """sup |G - f| on [0, 1] for a continuous G: exactly for piecewise linear f, else enclosed."""
    from constructions.functions import linear_pieces

    G, pieces, term = network.G, linear_pieces(f), _term(f)
    if pieces is None or len(cells) > MAX_KERNEL_UNITS:
        return _enclosed(network, cells, f, eps)
    ends = {cell.lo for cell in cells} | {Fraction(1)} | {p.hi for p in pieces if p.hi < 1}
    points = sorted(ends | set(_kinks(term)))
    B, at = Fraction(-1), Fraction(0)
    for x in points:
        cell = next(c for c in cells if c.lo <= x <= c.hi)
        piece = next(p for p in pieces if p.lo <= x <= p.hi)
        error = abs(cell.at(x) - piece.slope * x - piece.intercept)
        if error > B:
            B, at = error, x
    size = _at(["abs", ["-", G, term]], at)
    lower = {
        "statement": statement({}, [], ["<=", str(B), size]),
        "proof": node("evaluate", bits=0),
    }
    made = _exactly(network, cells, term, B, points), _evidence(lower, "it is reached at one point")
    return _proved(made, B) or _by_balls(G, cells, f, eps)


def _proved(evidence: tuple[Evidence | None, ...], value: Fraction) -> Certified | None:
    """The exact supremum, where the kernel accepts both certificates."""
    found = tuple(item for item in evidence if item is not None and item.proved)
    return (found, value, value) if len(found) == len(evidence) else None


def _exactly(
    network: Network, cells: Sequence[Cell], f: Json, B: Fraction, points: Sequence[Fraction]
) -> Evidence | None:
    """|G - f| <= B for a piecewise linear f, cell by cell or, where they are many, in blocks."""
    from proofs.supnorm.networks import NotCertified, upper_of_lines

    if len(cells) <= MAX_TREE_UNITS:
        return _evidence(_joined(network.G, cells, f, B, points, 0), EXACT)
    try:
        return _evidence(upper_of_lines(network, f, B), EXACT)
    except NotCertified:
        return None


def _enclosed(network: Network, cells: Sequence[Cell], f: Function, eps: Fraction) -> Certified:
    """lo <= sup |G - f| <= hi: by the kernel, or by balls where there are very many cells."""
    if len(cells) <= MAX_TREE_UNITS:
        return _by_boxes(network.G, cells, f, eps)
    return _in_blocks(network, f, eps) or _by_balls(network.G, cells, f, eps)


def _in_blocks(network: Network, f: Function, eps: Fraction) -> Certified | None:
    """By the kernel, from blocks of units, as far as its limits reach; else None."""
    from proofs.supnorm.networks import NotCertified, certify_lines

    if len(network.units) > MAX_KERNEL_UNITS:
        return None
    try:
        lo, hi, made = certify_lines(network, f, _term(f), eps)
    except NotCertified:
        return None
    evidence = tuple(map(_evidence, made, (UPPER, LOWER)))
    return (evidence, lo, hi) if all(item.proved for item in evidence) else None


def _by_boxes(G: Json, cells: Sequence[Cell], f: Function, eps: Fraction) -> Certified:
    """lo <= sup |G - f| <= hi by boxes, with hi - lo at most a thousandth of hi."""
    term = _term(f)
    lo, at = _highest(cells, term)
    hi = _above(lo * (1 + TOLERANCE)) if lo else min(TOLERANCE, eps / 2)
    for _ in range(12):
        if lo < eps <= hi:
            hi = (lo + eps) / 2
        try:
            cuts = _cuts(cells, term, hi)
            break
        except _TooHigh as stopped:
            value = _value(cells, term, stopped.at)
            if value > lo:
                lo, at = value, stopped.at
            hi = _above(max(hi, lo) * (1 + 2 * TOLERANCE))
    else:
        raise NotSettled(f"no bound was found for f near x = {float(at):.6g}")
    upper = _joined(G, cells, term, hi, cuts, BITS)
    size = _at(["abs", ["-", G, term]], at)
    lower = {
        "statement": statement({}, [], ["<=", str(lo), size]),
        "proof": node("evaluate", bits=BITS),
    }
    evidence = (_evidence(upper, UPPER), _evidence(lower, LOWER))
    if all(item.proved for item in evidence):
        return evidence, lo, hi
    return _by_balls(G, cells, f, eps)  # more work than the kernel grants one certificate


def _joined(
    G: Json,
    cells: Sequence[Cell],
    f: Json,
    bound: Fraction,
    cuts: Sequence[Fraction],
    bits: int,
) -> Json:
    """|G - f| <= bound: in each cell G is its line, exactly, and the line is close to f."""
    from proofs.kernel.check import open_statement
    from proofs.supnorm._cover_tree import triangle
    from proofs.supnorm._line_terms import fill

    def one(cell: Cell) -> Node:
        line = ["+", str(cell.p), ["*", str(cell.q), "x"]]
        rest, replaced = ["abs", ["-", line, f]], ["abs", ["-", G, line]]
        inner = [q for q in cuts if cell.lo <= q <= cell.hi]
        close = triangle(["abs", ["-", G, f]], bound, [(rest, bound), (replaced, Fraction(0))])
        equal = have(["<=", replaced, "0"], _cover([cell.lo, cell.hi], 0), close)
        return have(["<=", rest, str(bound)], _cover(inner, bits), equal)

    def halves(part: Sequence[Cell]) -> Node:
        if len(part) == 1:
            return one(part[0])
        middle = len(part) // 2
        on = ["-", "x", str(part[middle].lo)]
        return split(on, halves(part[middle:]), halves(part[:middle]))

    goal = _statement(G, f, bound)
    return {"statement": goal, "proof": fill(open_statement(goal), halves(cells))}


class _TooHigh(Exception):
    def __init__(self, at: Fraction) -> None:
        super().__init__(f"at x = {at}")
        self.at = at


def _slack(cell: Cell, f: Json, bound: Fraction) -> Any:
    from proofs.kernel.terms import read_term

    line = ["+", str(cell.p), ["*", str(cell.q), "x"]]
    return read_term(["-", str(bound), ["abs", ["-", line, f]]], {"x"}, {})


def _least(slack: Any, a: Fraction, b: Fraction) -> Fraction | None:
    from proofs.kernel.cover import Box, enclose
    from proofs.kernel.errors import Reject

    try:
        return enclose(slack, Box("x", a, b, BITS)).range[0]
    except Reject:
        return None


def _cuts(cells: Sequence[Cell], f: Json, bound: Fraction) -> list[Fraction]:
    """Cuts of [0, 1] with |G - f| <= bound on every box, ``_TooHigh`` where that fails."""
    places = _kinks(f)
    cuts = [cells[0].lo]
    for cell in cells:
        # a hair of room: the network's own term is a sum of many enclosures
        slack = _slack(cell, f, bound * (1 - Fraction(1, 2**30)))
        ends = [cell.lo, *(q for q in places if cell.lo < q < cell.hi), cell.hi]
        todo = [(a, b) for a, b in reversed(list(pairwise(ends)))]
        while todo:
            a, b = todo.pop()
            least = _least(slack, a, b)
            if least is not None and least >= 0:
                cuts.append(b)
                continue
            middle = (a + b) / 2
            at_middle = _least(slack, middle, middle)
            if at_middle is None or at_middle < 0 or (b - a) < (cell.hi - cell.lo) / 2**20:
                raise _TooHigh(middle)
            todo += [(middle, b), (a, middle)]
    return cuts


def _value(cells: Sequence[Cell], f: Json, x: Fraction) -> Fraction:
    """A short lower bound of |G(x) - f(x)|."""
    cell = next(c for c in reversed(cells) if c.lo <= x)  # at a jump the right value is taken
    most = _least(_slack(cell, f, Fraction(0)), x, x)  # -|G - f| >= -most
    upper = None if most is None else -most
    if upper is None:
        return Fraction(0)
    room = upper - Fraction(1, 2**40) * (1 + upper)
    return max(Fraction(0), Fraction(math.floor(room * 2**44), 2**44))


def _above(q: Fraction) -> Fraction:
    """A short number just above ``q``."""
    k = 24 + max(0, q.denominator.bit_length() - q.numerator.bit_length()) if q else 24
    return Fraction(math.ceil(q * 2**k), 2**k)


def _highest(cells: Sequence[Cell], f: Json) -> tuple[Fraction, Fraction]:
    """The largest error on a grid, and where."""
    best = (Fraction(-1), Fraction(0))
    for cell in cells:
        for part in (*(Fraction(i, 16) for i in range(16)), 1 - Fraction(1, 2**20)):
            x = cell.lo + (cell.hi - cell.lo) * part
            best = max(best, (_value(cells, f, x), x))
    best = max(best, (_value(cells, f, Fraction(1)), Fraction(1)))
    return best


def _by_balls(G: Json, cells: Sequence[Cell], f: Function, eps: Fraction) -> Certified:
    """lo <= sup |G - f| <= hi by branch and bound over balls, one line per cell."""
    lo, hi = enclose_cells(cells, f, bound=eps)
    lines = [number for cell in cells for number in (cell.p, cell.q)]
    return (near_by_balls(lambda: G, lines, len(cells), f, hi),), lo, hi


def enclose_cells(
    cells: Sequence[Cell],
    f: Function,
    tolerance: Fraction = TOLERANCE,
    target: Fraction | None = None,
    boxes: int | None = None,
    bound: Fraction | None = None,
) -> tuple[Fraction, Fraction]:
    """lo <= sup |G - f| <= hi for G with these lines, by branch and bound over balls.

    Ends where hi - lo <= tolerance hi, or after ``MAX_BOXES`` steps, less sharp; with ``bound`` it
    goes on while lo < bound <= hi, up to ``boxes`` steps (40 a cell).  With ``target`` it ends as
    soon as hi < target or target <= lo is known.  The boxes are found in floats
    (:mod:`proofs.supnorm.line_tables`) where that does, else by balls alone.
    """
    from proofs.supnorm.line_tables import enclose_lines
    from proofs.supnorm.tables import NotShown, TooManyBoxes
    from proofs.supnorm.taylor_tables import NoTable

    try:
        found = enclose_lines(cells, f, tolerance, target)
        if bound is not None and found.lo < bound <= found.hi:
            found = enclose_lines(cells, f, tolerance, bound)
        return found.lo, found.hi
    except (NoTable, TooManyBoxes, NotShown):
        return _enclosed_by_balls(cells, f, tolerance, target, boxes, bound)


def _enclosed_by_balls(
    cells: Sequence[Cell],
    f: Function,
    tolerance: Fraction,
    target: Fraction | None,
    boxes: int | None,
    bound: Fraction | None,
) -> tuple[Fraction, Fraction]:
    """Branch and bound, a ball for each box."""
    from constructions.interop.flint import BallSystem, from_interval, to_fractions

    system = BallSystem(128)

    def bounds(cell: Cell, a: Fraction, b: Fraction) -> tuple[Fraction, Fraction]:
        with system.working():
            x = from_interval(a, b)
            line = system.const(cell.p) + system.const(cell.q) * x
            return to_fractions(system.abs(line - f.evaluate(system, x=x)))

    lo = Fraction(0)
    heap: list[tuple[Fraction, int, Fraction, Fraction]] = []

    def push(i: int, a: Fraction, b: Fraction) -> None:
        nonlocal lo
        low, high = bounds(cells[i], a, b)
        lo = max(lo, low)
        heapq.heappush(heap, (-high, i, a, b))

    for i, cell in enumerate(cells):
        push(i, cell.lo, cell.hi)
    for count in range(max(MAX_BOXES, 40 * len(cells)) if boxes is None else boxes):
        top, i, a, b = heap[0]
        asked = target or bound
        told = asked is None or -top < asked or lo >= asked
        sharp = bool(target) or count >= MAX_BOXES or -top - lo <= tolerance * -top
        if told and sharp:
            break
        heapq.heappop(heap)
        middle = (a + b) / 2
        lo = max(lo, bounds(cells[i], middle, middle)[0])
        push(i, a, middle)
        push(i, middle, b)
    return lo, -heap[0][0]


# --- step networks -------------------------------------------------------------------------------


def plus(at: Term) -> Term:
    """1 for at >= 0, else -1: what the units of A.6 compute (pln.lemma4, pln.prop4)."""
    sign = TermSystem().sign(at)
    return 1 + sign - sign * sign


@dataclass(frozen=True)
class Steps:
    """G(x) = sum_k alpha_hat_k plus(x + b_hat_k), which takes its right value at a jump."""

    y: tuple[Fraction, ...]

    def term(self) -> Json:
        parts = [unit.alpha * plus(var("x") + unit.b) for unit in self._units()]
        return add_all(parts).json

    def network(self) -> Network:
        """The same unit by unit."""
        return Network(self.term(), self._units(), PLUS)

    def _units(self) -> tuple[Unit, ...]:
        return _units_of(sign_network(self.y))

    def cells(self) -> list[Cell]:
        N = len(self.y)
        ends = [Fraction(k, N) for k in range(N + 1)]
        return [
            Cell(a, b, v, Fraction(0)) for (a, b), v in zip(pairwise(ends), self.y, strict=True)
        ]


def certified_steps(y: tuple[Fraction, ...], f: Function, eps: Fraction) -> Certified:
    """sup |G - f| on [0, 1] for the step network through the midpoint values ``y``."""
    from constructions.functions import linear_pieces
    from proofs.supnorm.networks import _least as approached
    from proofs.supnorm.networks import _stretches, exact_sup

    steps = Steps(y)
    network, cells, pieces = steps.network(), steps.cells(), linear_pieces(f)
    if pieces is None or len(cells) > MAX_KERNEL_UNITS:
        return _enclosed(network, cells, f, eps)
    term = _term(f)
    places = [*_kinks(term), Fraction(0), Fraction(1), *(p.hi for p in pieces if p.hi < 1)]
    ends = sorted({*places, *(cell.lo for cell in cells)})
    sup = exact_sup(y, pieces)
    upper = _exactly(network, cells, term, sup.value, ends)
    lower = approached(steps, term, sup, _stretches(y, pieces), places)  # type: ignore[arg-type]
    made = upper, _evidence(lower, LEAST)
    return _proved(made, sup.value) or _by_balls(network.G, cells, f, eps)


# --- Proposition 2 -------------------------------------------------------------------------------


def relu_rows(settings: Settings) -> list[Row]:
    """Eq. 50 in both versions, N = floor(L/(2 eps)) + 2 units each.

    printed   N cells: up to (N - 1)/N the network interpolates, from there it goes straight on
    repaired  N - 1 cells
    """
    f, eps = settings["f"], settings["eps"]
    L = constant_of(settings)
    N = relu_units_needed(L, eps)
    if N > MAX_CERTIFIED_UNITS:
        raise ValueError(
            f"this instance needs N = {N} units; instances are built up to "
            f"{MAX_CERTIFIED_UNITS}: take a larger eps"
        )
    rows = []
    if wanted(settings, REPAIRED):
        made = interpolate(f, L, eps)
        rows.append(_relu_row(settings, L, made.network, chords(made.y), REPAIRED))
    if wanted(settings, PRINTED):
        y = interpolate_printed(f, L, eps)
        *cells, last, _ = chords(y)
        straight_on = [*cells, replace(last, hi=Fraction(1))]
        rows.append(_relu_row(settings, L, printed_relu_network(y), straight_on, PRINTED))
    return rows


def _relu_row(
    settings: Settings, L: Fraction, network: ParallelNet, cells: Sequence[Cell], version: str
) -> Row:
    f, eps = settings["f"], settings["eps"]
    evidence, lo, hi = certified(written_relu(network), cells, f, eps)
    N, plot = len(network.units), plotted(cells, f, eps)
    return Row(_described(settings, L), N, N, eps, lo, hi, evidence, network, plot, version)


def construct_relu(settings: Settings) -> ParallelNet:
    """The network of Eq. 50, for ``verify construct``; the repaired one unless told."""
    f, eps, L = settings["f"], settings["eps"], constant_of(settings)
    if settings["version"] == PRINTED:
        return printed_relu_network(interpolate_printed(f, L, eps))
    return interpolate(f, L, eps).network


def plotted(
    cells: Sequence[Cell], f: Function, bound: Fraction, points: int = 600
) -> dict[str, Any]:
    """Floats for the picture: f, G and |f - G|; a jump is two points at one x."""
    import numpy as np

    from constructions.interop.arrays import ArraySystem

    xs: list[float] = []
    G: list[float] = []
    each = max(2, points // len(cells))
    for cell in cells:
        at = np.linspace(float(cell.lo), float(cell.hi), each)
        xs += at.tolist()
        G += (float(cell.p) + float(cell.q) * at).tolist()
    array = np.array(xs)
    values = f.evaluate(ArraySystem(), **dict.fromkeys(f.variables, array))
    f_list = np.broadcast_to(values, array.shape).astype(float)
    return {
        "x": xs,
        "f": f_list.tolist(),
        "G": G,
        "error": np.abs(f_list - np.array(G)).tolist(),
        "bound": float(bound),
    }


RELU_PARAMETERS = (F, EPS, CONSTANT, VERSION)
PAIR_PARAMETERS = (F, EPS, CONSTANT)
RELU_INSTANCES = (
    {"f": "sin(2*x+1)+cos(x)", "eps": "1/10"},
    {"f": "abs(x-1/3)", "eps": "1/20"},
    {"f": "abs(x-1/2)", "eps": "3/5"},
    {"f": "0*x", "eps": "1/1000000"},
    {"f": "1000*x", "eps": "501"},
    {"f": "min(x, 1-x) + abs(x-3/4)", "eps": "1/25"},
)
FEW_INSTANCES = (
    {"f": "sin(2*x+1)+cos(x)", "eps": "7/10"},
    {"f": "abs(x-1/3)", "eps": "1/5"},
    {"f": "abs(x-1/3)", "eps": "1/11"},
    {"f": "abs(x-1/2)", "eps": "1/7"},
    {"f": "abs(x-1/2)", "eps": "3/5"},
    {"f": "min(x, 1-x) + abs(x-3/4)", "eps": "1/5"},
    {"f": "1000*x", "eps": "90"},
)


# --- the adversary of the lower bound ------------------------------------------------------------


CONSTANT_GIVEN = Parameter("L", "the Lipschitz constant of the class", positive, "1")


def _cells_of(settings: Settings) -> int:
    L, eps = settings["L"], settings["eps"]
    N = int(L / (2 * eps))
    if N < 1:
        raise ValueError("L/(2 eps) must be at least 1: below it the bound says N(ReLU) >= 0 or -1")
    if N > MAX_CERTIFIED_UNITS:
        raise ValueError(f"N = {N} cells; networks are made up to {MAX_CERTIFIED_UNITS}")
    return N


def zigzag_rows(settings: Settings) -> list[Row]:
    """Eq. 51: the adversary is itself a network of N + 1 units, two more than the bound excludes.

    The row certifies that these units reach it with error 0.
    """
    N, eps, L = _cells_of(settings), settings["eps"], settings["L"]
    f = read_function(zigzag_text(N, eps))
    network = zigzag_network(N, eps)
    cells = chords([eps if k % 2 else -eps for k in range(N + 1)])
    evidence, lo, hi = certified(written_relu(network), cells, f, eps)
    inputs = {"f": f.text, "eps": str(eps), "L": str(L), "cells": str(N)}
    plot = plotted(cells, f, eps)
    return [Row(inputs, N + 1, N + 1, eps, lo, hi, evidence, network, plot)]


def construct_zigzag(settings: Settings) -> ParallelNet:
    """The zigzag of Eq. 51 as a ReLU network, for ``verify construct``."""
    return zigzag_network(_cells_of(settings), settings["eps"])


ZIGZAG_PARAMETERS = (CONSTANT_GIVEN, EPS)
ZIGZAG_INSTANCES = (
    {"L": "1", "eps": "1/10"},
    {"L": "1", "eps": "1/2"},
    {"L": "1", "eps": "1/4"},
    {"L": "7/3", "eps": "1/20"},
    {"L": "1000", "eps": "25"},
    {"L": "1/1000", "eps": "1/20000"},
)
