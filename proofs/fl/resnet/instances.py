"""Instances of Eq. 10 and 11: the user's residual network, and two networks in its place.

``printed``: every block but the last is that of Eq. 11, the last keeps n_MV, as in Prop. 2.
``repaired``: every block is that of Eq. 10, and the last has n_MV after the shift of Eq. 11.

Of both the distance of the outputs from those of the network of Eq. 10 stands in a row.  Where all
deviations are rational, as those of two numbers are, the values of each block are numbers in a
certificate; otherwise, and for large networks, balls enclose them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from constructions.exact import rational_root
from constructions.federated import Block, Matrix, ResidualNet, dot, leaky, mean, rho, shift
from constructions.systems import add_all
from constructions.terms import app
from proofs.claims import Obligation
from proofs.evidence import Evidence, of_obligation
from proofs.fl.instances import (
    BLOCKS,
    TERMS,
    Row,
    Settings,
    X,
    _compact,
    _terms,
    block_equations,
    blocks,
    closed_evidence,
    enclosure,
    equations,
    inputs_of,
    is_large,
    numbers,
)
from proofs.trees.script import Json
from proofs.versions import PRINTED, REPAIRED, VERSION, wanted

#: two blocks that tell Eq. 10 from Eq. 11
TWO = blocks(("1 0; 0 1", "0 0; 0 0"), ("1 0; 0 1", "0 0; 3 0"))
PARAMETERS = (replace(BLOCKS, default=TWO), replace(X, default="4, 0"), VERSION)
INSTANCES: tuple[Mapping[str, str], ...] = (
    {"network": TWO, "x": "4, 0"},
    {"network": blocks(("1 0; 0 1", "0 0; 3 0")), "x": "4, 0"},
    {"network": TWO, "x": "2, 0"},
    {
        "network": blocks(
            ("1 2; -1 1", "1 0; -3 1"),
            ("2 -1; 0 1", "1 0; -1 2"),
            ("1 0; 1 1", "5 0; 0 1"),
            slope="-1/2",
        ),
        "x": "-1, 1/2",
    },
    {
        "network": blocks(
            ("1 0 0 0; 0 0 1 0", "0 0; 0 0; 0 0; 0 0"),
            ("0 1 0 0; 0 0 0 1", "0 2; 0 2; 0 -2; 0 -2"),
            slope="1",
        ),
        "x": "-3, -3, 3, 3",
    },
    {"network": blocks(*[("1 0; 0 1", "0 0; 3 0")] * 4, slope="1/10"), "x": "1000000, 0"},
)


def with_steps(network: ResidualNet, *after: str) -> ResidualNet:
    """The blocks with n_MV inside and these steps after them."""
    steps = zip(network.blocks, after, strict=True)
    return replace(network, blocks=tuple(replace(b, inside="nMV", after=step) for b, step in steps))


def in_version(network: ResidualNet, version: str) -> ResidualNet:
    """Eq. 11 as printed, the shift s in every block but the last; or n_MV in every block."""
    last = len(network.blocks) - 1
    return with_steps(network, *["s" if version == PRINTED else "nMV"] * last, "nMV")


ZERO = Fraction(0)
BITS = (128, 512, 2048)  # of balls; more where fewer decide nothing


class _Irrational(ValueError):
    """A deviation that is not rational."""


class _Unseen(ValueError):
    """A deviation that balls do not show to be positive."""


def rows(settings: Settings, one_block: Obligation) -> list[Row]:
    """Two rows, of Eq. 11 as printed and of what holds.

    Raises:
        ValueError: x has the wrong length, or a vector is constant.
    """
    given, x = settings["network"], settings["x"]
    inputs_of(x, given)
    normal, printed = (in_version(given, version) for version in (REPAIRED, PRINTED))
    if is_large(given):
        found = _by_balls(settings, normal, printed, one_block)
    else:
        try:
            found = _in_numbers(settings, normal, printed, one_block)
        except _Irrational:
            found = _by_balls(settings, normal, printed, one_block)
    return [row for row in found if wanted(settings, row.version)]


def _in_numbers(
    settings: Settings, normal: ResidualNet, printed: ResidualNet, one_block: Obligation
) -> list[Row]:
    """The rows from certificates with the values of every block."""
    x = settings["x"]
    parts, output = _values(normal, x, "Eq. 10")
    other_parts, other = _values(printed, x, "Eq. 11")
    end_parts, ended = _again(normal, x)
    gaps = [max(abs(a - b) for a, b in zip(output, out, strict=True)) for out in (other, ended)]
    says = f"the values of every block of both networks at $x = ({numbers(x)})$"
    values = closed_evidence(says, parts + other_parts)
    whole = closed_evidence(
        says + "; the last block is shifted, then normalised", parts + end_parts
    )
    return [
        _row(settings, printed, (gaps[0], gaps[0]), PRINTED, (values,)),
        _row(settings, normal, (gaps[1], gaps[1]), REPAIRED, (of_obligation(one_block), whole)),
    ]


def _by_balls(
    settings: Settings, normal: ResidualNet, printed: ResidualNet, one_block: Obligation
) -> list[Row]:
    """The rows from balls around the deviations and the outputs.

    What holds, that the shift may stand before the last normalisation, is proved for every vector
    that is not constant: balls show that none is.  With one block alone both networks are the same.
    """
    x = settings["x"]
    for bits in BITS:
        try:
            deviations, lo, hi = _enclosed(normal, printed, x, bits)
        except _Unseen:
            if bits == BITS[-1]:
                raise
            continue
        if lo > 0 or normal == printed or (normal.n == 2 and hi < 2):
            break
    if normal == printed:
        lo = hi = ZERO
    elif normal.n == 2 and (hi < 2 or lo > 0):  # n_MV of two numbers is (1, -1) or (-1, 1)
        lo = hi = Fraction(0 if hi < 2 else 2)
    says = f"of both networks at $x = ({numbers(x)})$, {normal.layer}"
    positive = [app("sigma", k) >= TERMS.const(q) for k, q in enumerate(deviations, 1)]
    seen = enclosure(
        f"the deviations $sigma$ {says}: none is $0$", positive, {"sigma": 1}, "ball arithmetic"
    )
    gap: list[Json] = [app("gap", 1) >= TERMS.const(lo), app("gap", 1) <= TERMS.const(hi)]
    distance = enclosure(
        f"the largest distance of two outputs {says}", gap, {"gap": 1}, "ball arithmetic"
    )
    return [
        _row(settings, printed, (lo, hi), PRINTED, (seen, distance)),
        _row(settings, normal, (ZERO, ZERO), REPAIRED, (of_obligation(one_block), seen)),
    ]


def _enclosed(
    normal: ResidualNet, printed: ResidualNet, x: tuple[Fraction, ...], bits: int
) -> tuple[list[Fraction], Fraction, Fraction]:
    """Lower bounds of all deviations, and bounds of the largest distance of two outputs."""
    from constructions.interop.flint import BallSystem, from_fraction, to_fraction_bounds

    system = BallSystem(bits)
    with system.working():
        start = [from_fraction(q) for q in x]
        found: list[Any] = []
        ends = [start, start]
        for number, blocks in enumerate(zip(normal.blocks, printed.blocks, strict=True), 1):
            maps = _maps(blocks[0])
            for k, equation in enumerate(("Eq. 10", "Eq. 11")):
                name, step = f"block {number} of {equation}", blocks[k].after
                ends[k] = _through(system, maps, ends[k], normal.slope, name, step, found)
        apart = [to_fraction_bounds(system.abs(a - b), 64) for a, b in zip(*ends, strict=True)]
        deviations = [to_fraction_bounds(sigma, 64)[0] for sigma in found]
    return deviations, max(ZERO, *(lo for lo, _ in apart)), max(hi for _, hi in apart)


Map = Callable[[list[Any]], list[Any]]


def _maps(block: Block) -> tuple[Map, Map]:
    """A_1 and A_2 as maps of balls."""
    from flint import arb_mat

    from constructions.interop.flint import from_fraction

    def of(A: Matrix) -> Map:
        matrix = arb_mat([[from_fraction(u) for u in row] for row in A])
        return lambda v: list((matrix * arb_mat([[a] for a in v])).entries())

    return of(block.A1), of(block.A2)


def _through(
    system: Any,
    maps: tuple[Map, Map],
    v: list[Any],
    slope: Fraction,
    name: str,
    step: str,
    found: list[Any],
) -> list[Any]:
    """What the block hands on; the deviations of its two vectors are added to ``found``."""
    beta = system.const(slope)
    gaps, inner = _spread(
        system, [leaky(system, t, beta) for t in maps[0](v)], f"the hidden layer of {name}"
    )
    branch = maps[1]([a / inner for a in gaps])
    after = [leaky(system, a + t, beta) for a, t in zip(v, branch, strict=True)]
    gaps, outer = _spread(system, after, name)
    found += [inner, outer]
    return gaps if step == "s" else [a / outer for a in gaps]


def _spread(system: Any, v: list[Any], what: str) -> tuple[list[Any], Any]:
    """s(v), and the deviation, which is positive."""
    gaps = shift(system, v)
    variance = add_all([system.power(a, 2) for a in gaps]) / len(v)
    if not variance > 0:
        known = "" if variance.is_zero() else f", as far as {system.precision_bits} bits show,"
        raise _Unseen(f"{what} is constant at this x{known} and cannot be normalised")
    return gaps, system.sqrt(variance)


def _row(
    settings: Settings,
    made: ResidualNet,
    gap: tuple[Fraction, Fraction],
    version: str,
    evidence: tuple[Evidence, ...],
) -> Row:
    cost = made.cost()
    return Row(
        inputs={"network": _compact(settings["network"]), "x": numbers(settings["x"])},
        units=cost["units"],
        width=cost["width"],
        lo=gap[0],
        hi=gap[1],
        evidence=evidence,
        network=made,
        version=version,
    )


def _values(
    network: ResidualNet, x: tuple[Fraction, ...], equation: str
) -> tuple[list[Json], list[Fraction]]:
    """Every block's values in numbers, and the output of the network of this equation."""
    parts: list[Json] = []
    before = list(x)
    for number, block in enumerate(network.blocks, 1):
        more, before = _block(network, block, before, f"block {number} of {equation}")
        parts += more
    return parts, before


def _block(
    network: ResidualNet, block: Block, before: list[Fraction], name: str
) -> tuple[list[Json], list[Fraction]]:
    """One block's equations: rho(A_1 x), n_MV of it, rho(x + A_2 ...), and what is handed on."""
    hidden = [rho(dot(row, before), network.slope) for row in block.A1]
    branch, said = _standardised(hidden, f"the hidden layer of {name}")
    added = [a + dot(row, branch) for a, row in zip(before, block.A2, strict=True)]
    after = [rho(a, network.slope) for a in added]
    parts = block_equations(block, network.slope, (before, hidden, branch, after)) + said
    if block.after == "s":
        handed = [a - sum(after, Fraction(0)) / len(after) for a in after]
        middle = mean(TERMS, _terms(after))
        parts += equations([a - middle for a in _terms(after)], handed)
        _deviation(after, name)
        return parts, handed
    handed, said = _standardised(after, name)
    return parts + said, handed


def _again(network: ResidualNet, x: tuple[Fraction, ...]) -> tuple[list[Json], list[Fraction]]:
    """The last block shifted, and then normalised."""
    *first, last = network.blocks
    shifted = replace(network, blocks=(*first, replace(last, after="s")))
    parts, output = _values(shifted, x, "Eq. 10")
    handed, said = _standardised(output, "the shifted block")
    return parts + said, handed


def _deviation(values: list[Fraction], what: str) -> tuple[Fraction, Fraction]:
    """The mean, and sigma, of numbers that are not all the same."""
    middle = sum(values, Fraction(0)) / len(values)
    variance = sum(((a - middle) ** 2 for a in values), Fraction(0)) / len(values)
    if not variance:
        raise ValueError(f"{what} is constant at this x and cannot be normalised")
    sigma = rational_root(variance)
    if sigma is None:
        raise _Irrational(f"{what} has the deviation sqrt({variance}), which is irrational")
    return middle, sigma


def _standardised(values: list[Fraction], what: str) -> tuple[list[Fraction], list[Json]]:
    """n_MV of numbers, and what says so: sigma > 0, its square, and sigma times what comes out."""
    middle, sigma = _deviation(values, what)
    handed = [(a - middle) / sigma for a in values]
    terms = _terms(values)
    centre, size = mean(TERMS, terms), TERMS.const(sigma)
    total = TERMS.const(0)
    for term in terms:
        total = total + (term - centre) * (term - centre)
    parts: list[Json] = [size > 0, (size * size).equals(total / TERMS.const(len(values)))]
    gaps = zip(terms, _terms(handed), strict=True)
    return handed, parts + [(size * out).equals(term - centre) for term, out in gaps]
