"""Instances of Eq. 10 and 11: the user's residual network, and two networks in its place.

``printed``: every block but the last is that of Eq. 11, the last keeps n_MV, as in Prop. 2.
``repaired``: every block is that of Eq. 10, and the last has n_MV after the shift of Eq. 11.

Of both the exact distance of the outputs from those of the network of Eq. 10 stands in a row.  The
values of each block are numbers in the certificate; for that, the deviations have to be rational,
as all deviations of two numbers are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from constructions.exact import rational_root
from constructions.federated import Block, ResidualNet, mean, product
from proofs.claims import Obligation
from proofs.evidence import of_obligation
from proofs.fl.instances import (
    BLOCKS,
    RADICALS,
    TERMS,
    Row,
    Settings,
    X,
    _compact,
    _terms,
    blocks,
    closed_evidence,
    equations,
    inputs_of,
    numbers,
    rationals,
)
from proofs.methods.script import Json
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


def rows(settings: Settings, one_block: Obligation) -> list[Row]:
    """Two rows, of Eq. 11 as printed and of what holds.

    Raises:
        ValueError: x has the wrong length, a vector is constant, or a deviation not rational.
    """
    given, x = settings["network"], settings["x"]
    inputs_of(x, given)
    normal, printed = (in_version(given, version) for version in (REPAIRED, PRINTED))
    parts, output = _values(normal, x, "Eq. 10")
    other_parts, other = _values(printed, x, "Eq. 11")
    end_parts, ended = _again(normal, x)
    gaps = [max(abs(a - b) for a, b in zip(output, out, strict=True)) for out in (other, ended)]
    says = f"the values of every block of both networks at $x = ({numbers(x)})$"
    values = closed_evidence(says, parts + other_parts)
    whole = closed_evidence(
        says + "; the last block is shifted, then normalised", parts + end_parts
    )
    found = [
        _row(settings, printed, gaps[0], PRINTED, (values,)),
        _row(settings, normal, gaps[1], REPAIRED, (of_obligation(one_block), whole)),
    ]
    return [row for row in found if wanted(settings, row.version)]


def _row(
    settings: Settings, made: ResidualNet, gap: Fraction, version: str, evidence: tuple[Any, ...]
) -> Row:
    cost = made.cost()
    return Row(
        inputs={"network": _compact(settings["network"]), "x": numbers(settings["x"])},
        units=cost["units"],
        width=cost["width"],
        lo=gap,
        hi=gap,
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
    plain = replace(block, inside="none", after="none")
    hidden = rationals(plain.trace(RADICALS, _radicals(before), network.slope)[0])
    branch, said = _standardised(hidden, f"the hidden layer of {name}")
    added = [a + b for a, b in zip(before, _times(block, branch), strict=True)]
    after = [max(a, Fraction(0)) + network.slope * min(a, Fraction(0)) for a in added]
    terms = plain.trace(TERMS, _terms(before), network.slope)
    parts = equations(terms[0], hidden) + said
    sums = zip(_terms(before), product(TERMS, block.A2, _terms(branch)), strict=True)
    slope, zero = TERMS.const(network.slope), TERMS.const(0)
    rho = [TERMS.maximum(a + b, zero) + slope * TERMS.minimum(a + b, zero) for a, b in sums]
    parts += equations(rho, after)
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


def _times(block: Block, branch: list[Fraction]) -> list[Fraction]:
    return [sum((u * a for u, a in zip(row, branch, strict=True)), Fraction(0)) for row in block.A2]


def _radicals(values: list[Fraction]) -> list[Any]:
    return [RADICALS.const(q) for q in values]


def _deviation(values: list[Fraction], what: str) -> tuple[Fraction, Fraction]:
    """The mean, and sigma, of numbers that are not all the same."""
    middle = sum(values, Fraction(0)) / len(values)
    variance = sum(((a - middle) ** 2 for a in values), Fraction(0)) / len(values)
    if not variance:
        raise ValueError(f"{what} is constant at this x and cannot be normalised")
    sigma = rational_root(variance)
    if sigma is None:
        raise ValueError(f"{what} has the deviation sqrt({variance}); instances need rational ones")
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
