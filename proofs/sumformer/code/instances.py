"""Instances of the codes: the user's cells, their sum, and the cells that are read off it again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from constructions.quantised import MultisetCode, PackedCode, ShortCode, least_base
from constructions.terms import Term, TermSystem, conj
from proofs.claims import Obligation, Parameter
from proofs.evidence import Evidence, establish, judged, of_obligation, weakest
from proofs.parameters import Reader, whole
from proofs.trees.script import Json, auto, node, statement

S = TermSystem()
Settings = Mapping[str, Any]
Code = MultisetCode | PackedCode
MAX_CELLS = 1024
MAX_TOKENS = 1000
MAX_WRITTEN = 64
"""Tokens up to which the kernel is asked for the sum, and another list with the same sum sought."""
MAX_BITS = 1000
"""Bits of a sum up to which the kernel is asked for its value."""
MAX_CODE = 1 << 16
"""Bits of a code, at most."""


def _cells(text: str) -> tuple[int, ...]:
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isdecimal() and len(part) <= 6 for part in parts):
        raise ValueError(f"x has numbers of cells from 0 to 999999 with commas, got {text[:40]!r}")
    if len(parts) > MAX_TOKENS:
        raise ValueError(f"at most {MAX_TOKENS} tokens")
    return tuple(map(int, parts))


CELLS = Reader(_cells, f"at most {MAX_TOKENS}, each from 0 to 999999")
X = Parameter(
    "x", "the cells of the tokens, by their numbers 0, 1, ..., with commas", CELLS, "0, 0, 2"
)
C = Parameter(
    "c", "the number of cells (default: those that x needs)", whole("c", 1, MAX_CELLS), None
)
BASE = Parameter(
    "B",
    "the base (default: the least, the number of tokens, or 2 for up to two cells)",
    whole("B", 2, 1000),
    None,
)
SUMS = (X, C, BASE)
PACKED = (X, C)


@dataclass(frozen=True)
class CodeRow:
    """One list of cells; the error is the number of tokens that are not found again."""

    inputs: dict[str, str]
    evidence: tuple[Evidence, ...]
    network: Code
    lo: Fraction
    hi: Fraction
    units: int = 1
    width: int = 1
    bound: Fraction = Fraction(0)
    version: str = "repaired"
    plot: None = None

    @property
    def level(self) -> str:
        return weakest(self.evidence)

    @property
    def verdict(self) -> str:
        return judged(self.evidence, self.lo, self.hi, self.bound)


def made(settings: Settings) -> Code:
    """The code for these numbers of tokens and cells; in a base that is too small, what there is.

    Raises:
        ValueError: a cell that is not among the ``c``.
    """
    cells = settings["x"]
    count = settings["c"] or max(cells) + 1
    if max(cells) >= count:
        raise ValueError(f"x has the cell {max(cells)}, and there are c = {count} cells from 0 on")
    if count > MAX_CELLS:
        raise ValueError(f"the limit is {MAX_CELLS} cells")
    if "B" not in settings:
        degree = 2 * len(cells)
        bits = degree * ((count - 1) ** degree * len(cells)).bit_length()
        if bits > MAX_CODE:
            raise ValueError(f"the code has about {bits} bits, and at most {MAX_CODE} are written")
        return PackedCode(len(cells), count)
    least = max(least_base(len(cells), count), 2)
    base = settings["B"] or least
    if base < least and len(cells) > MAX_WRITTEN:
        raise ValueError(
            f"B = {base} is below {least}: another list with the same sum is sought for at most "
            f"{MAX_WRITTEN} tokens"
        )
    return (MultisetCode if base >= least else ShortCode)(len(cells), count, base)


def rows(
    general: Obligation,
    two_cells: Obligation | None = None,
    collision: Obligation | None = None,
) -> Callable[[Settings], list[CodeRow]]:
    """Rows that rest on ``general``, or for up to two cells on ``two_cells``.

    In a base that is too small they rest on ``collision``: not every multiset has a sum of its own.
    """

    def run(settings: Settings) -> list[CodeRow]:
        cells: tuple[int, ...] = settings["x"]
        code = made(settings)
        total = code.encode(cells)
        if isinstance(code, ShortCode) and collision is not None:
            return [_short(code, cells, collision)]
        missing = Counter(cells) - Counter(code.decode(total))
        lost = Fraction(sum(missing.values()))
        inputs = {
            "x": ", ".join(map(str, cells)),
            "c": str(code.cells),
            "B" if isinstance(code, MultisetCode) else "M": str(code.base),
            "bits": str(code.bits),
        }
        evidence = of_obligation(two_cells if two_cells and code.cells <= 2 else general)
        if total.bit_length() <= MAX_BITS and len(cells) <= MAX_WRITTEN:
            inputs["Sigma"] = str(total)
            return [CodeRow(inputs, (_sum(code, cells, total), evidence), code, lost, lost)]
        return [CodeRow(inputs, (evidence,), code, lost, lost)]

    return run


def _short(code: ShortCode, cells: tuple[int, ...], collision: Obligation) -> CodeRow:
    """Another list with the sum of the user's, in numbers, where there is one.

    It is wrong in as many tokens as the two lists differ in.
    """
    total, other = code.encode(cells), code.other(cells)
    inputs = {
        "x": ", ".join(map(str, cells)),
        "c": str(code.cells),
        "B": str(code.base),
        "bits": str(code.bits),
        "Sigma": str(total),
        "the same Sigma": "no other list" if other is None else ", ".join(map(str, other)),
    }
    evidence = [_sum(code, cells, total), of_obligation(collision)]
    if other is None:  # that there is none is not certified
        says = "no other list of cells has this sum"
        only = replace(evidence[0], says=says, method="enumeration", level="numeric")
        evidence.append(replace(only, certificate=None))
        return CodeRow(inputs, tuple(evidence), code, Fraction(0), Fraction(0))
    evidence.append(_sum(code, tuple(other), total))
    lost = Fraction(sum((Counter(cells) - Counter(other)).values()))
    return CodeRow(inputs, tuple(evidence), code, lost, lost)


def _power(base: int, exponent: int) -> Term:
    """base^exponent, in steps that the kernel takes."""
    value: Term = S.const(1)
    for _ in range(exponent // 64):
        value = value * S.const(base) ** 64
    return value * S.const(base) ** (exponent % 64)


def _phi(code: Code, cell: int) -> Term:
    if isinstance(code, MultisetCode):
        return _power(code.base, cell)
    value: Term = S.const(0)
    for k in range(1, code.degree + 1):
        value = value + _power(cell, k) * _power(code.base, k - 1)
    return value


def _sum(code: Code, cells: tuple[int, ...], total: int) -> Evidence:
    """Sigma, in numbers."""
    value: Term = S.const(0)
    for cell in cells:
        value = value + _phi(code, cell)
    goal: Json = conj(value.equals(S.const(total)))
    return establish(
        "",
        "$Sigma$ in numbers",
        statement({}, [], goal),
        lambda: node("both", auto("sum")),
        "instance",
    )


INSTANCES: tuple[Mapping[str, str], ...] = (
    {"x": "0, 0, 2"},
    {"x": "1, 1, 1"},
    {"x": "0"},
    {"x": "4, 0, 4, 1", "c": "5", "B": "10"},
    {"x": "63, 0", "c": "64"},
    {"x": "0, 0, 0, 0, 0, 0, 0", "c": "1"},
    {"x": "0, 1, 1, 0, 1", "B": "2"},
)
PACKED_INSTANCES: tuple[Mapping[str, str], ...] = (
    {"x": "0, 0, 2"},
    {"x": "1, 1, 1"},
    {"x": "0"},
    {"x": "999, 0", "c": "1000"},
    {"x": "3, 1, 3, 0", "c": "4"},
    {"x": "0, 0, 0", "c": "1"},
)
