"""Printed tables as data, and sentences about them, decided exactly.

A printed number stands for every number that rounds to it: 91.60 for the interval from 91.595 to
91.605, ends included.  A sentence *holds* here if it does for all such numbers (:func:`holds`), and
it *fails* if it does for none (:func:`fails`); what rounding could decide is neither.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from constructions.terms import Term, conj, plain_json
from proofs.claims import Attempt, Claim, Obligation, Reading, Source, Witness
from proofs.trees.script import Json, statement

MISSING = "-"


@dataclass(frozen=True)
class PrintedTable:
    """One table of a paper: what stands in its cells, as printed.

    ``rows`` are pairs of the row's name and its numbers, each as it is printed; ``mark`` is how
    the caption begins, by which :mod:`proofs.read_tables` finds it.
    """

    number: int
    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]

    def __post_init__(self) -> None:
        names = [name for name, _ in self.rows]
        if len(set(names)) != len(names) or len(set(self.columns)) != len(self.columns):
            raise ValueError(f"Table {self.number}: two rows or columns share a name")
        for name, cells in self.rows:
            if len(cells) != len(self.columns):
                raise ValueError(f"Table {self.number}: row {name} has {len(cells)} cells")

    @property
    def names(self) -> list[str]:
        """The rows' names, from top to bottom."""
        return [name for name, _ in self.rows]

    def at(self, row: str, column: str) -> Amount:
        """The number in a cell; ``KeyError`` if there is none."""
        text = dict(self.rows)[row][self.columns.index(column)]
        if text == MISSING:
            raise KeyError(f"Table {self.number}: {row}, {column} is not given")
        return printed(text)


def table(number: int, caption: str, columns: str, rows: str) -> PrintedTable:
    """A table from text: columns separated by ``|``, a line for each row: ``name: 1.0 2.0``."""
    found = []
    for line in rows.strip().splitlines():
        name, _, cells = line.rpartition(":")
        found.append((name.strip(), tuple(cells.split())))
    return PrintedTable(
        number, caption, tuple(part.strip() for part in columns.split("|")), tuple(found)
    )


# --- numbers with rounding -----------------------------------------------------------------------


@dataclass(frozen=True)
class Amount:
    """A number between ``low`` and ``high``, which are closed terms."""

    low: Term
    high: Term

    def __add__(self, other: Amount) -> Amount:
        return Amount(self.low + other.low, self.high + other.high)

    def __sub__(self, other: Amount) -> Amount:
        return Amount(self.low - other.high, self.high - other.low)

    def times(self, factor: int) -> Amount:
        """The amount multiplied by a whole number > 0."""
        return Amount(factor * self.low, factor * self.high)

    def __gt__(self, other: Amount) -> Json:
        """Certainly larger, whatever was rounded away."""
        return self.low > other.high

    def may_exceed(self, other: Amount) -> Json:
        """Larger for some numbers that round to what is printed."""
        return self.high > other.low

    def may_equal(self, other: Amount) -> Json:
        """Equal for some numbers that round to what is printed."""
        return conj(self.low <= other.high, other.low <= self.high)


def printed(text: str) -> Amount:
    """``91.60`` as 9160/100 up to half a unit in its last place; a whole number is exact.

    ``2.5e4`` is 2.5 times 10^4, so known up to 500; ``<0.001`` is a number from 0 to 1/1000.
    """
    if text.startswith("<"):
        return Amount(Term("0"), printed_value(text[1:]))
    mantissa, _, exponent = text.partition("e")
    value, decimals = printed_value(text), len(mantissa.partition(".")[2])
    if not decimals:
        return Amount(value, value)
    half = Fraction(10 ** int(exponent or 0), 2 * 10**decimals)
    return Amount(value - half, value + half)


def printed_value(text: str) -> Term:
    """``91.60`` as 9160/100, ``50`` as 50, and ``2.5e4`` as 250000/10.

    Raises:
        ValueError: it is not a number.
    """
    mantissa, e, exponent = text.partition("e")
    whole, dot, decimals = mantissa.partition(".")
    if not (whole + decimals).isdigit() or (e and not exponent.isdigit()):
        raise ValueError(f"not a printed number: {text[:40]!r}")
    digits = str(int(whole + decimals) * 10 ** int(exponent or 0))
    return Term(["/", digits, str(10 ** len(decimals))]) if dot else Term(digits)


def number(value: str) -> Amount:
    """An exact number."""
    exact = Term(str(Fraction(value)))
    return Amount(exact, exact)


def total(amounts: Iterable[Amount]) -> Amount:
    """The sum of one or more amounts."""
    first, *others = amounts
    for amount in others:
        first = first + amount
    return first


def true(formula: Json) -> bool:
    """Whether a closed formula of rational arithmetic is true."""
    formula = plain_json(formula)
    op, *args = formula
    if op == "and":
        return all(true(part) for part in args)
    a, b = (_value(arg) for arg in args)
    return {"<=": a <= b, "<": a < b, "=": a == b, "!=": a != b}[op]


def _value(term: Json) -> Fraction:
    if isinstance(term, str):
        return Fraction(term)
    op, *args = term
    first, *others = (_value(arg) for arg in args)
    for other in others:
        if op == "+":
            first += other
        elif op == "-":
            first -= other
        elif op == "*":
            first *= other
        elif op == "min":
            first = min(first, other)
        else:
            first /= other
    return first


# --- claims --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sentence:
    """A sentence of a paper about its tables; texts are Typst markup.

    ``reading`` says which numbers are compared.
    """

    id: str
    title: str
    source: Source
    text: str
    reading: str
    notes: tuple[str, ...] = ()


def holds(sentence: Sentence, relations: Sequence[Json], says: str) -> Claim:
    """The claim that all relations hold, which are such that no rounding matters."""
    goal = statement({}, [], conj(*relations))
    return _claim(sentence, goal, obligations=(Obligation(f"{sentence.id}.rows", says, goal),))


def fails(
    sentence: Sentence,
    relations: Mapping[str, Json],
    repaired: tuple[Claim, ...] = (),
) -> Claim:
    """The claim that all relations may hold; the first that does not, refutes it.

    ``relations`` are named by the rows and numbers they are about, as Typst markup.

    Raises:
        ValueError: none of them fails.
    """
    wrong = [place for place, formula in enumerate(relations.values()) if not true(formula)]
    if not wrong:
        raise ValueError(f"{sentence.id}: nothing fails")
    goal = statement({}, [], conj(*relations.values()))
    failing = "; ".join(list(relations)[place] for place in wrong)
    attempt = Attempt(f"{sentence.id}.rows", failing, goal, Witness({}), part=wrong[0])
    return _claim(sentence, goal, attempts=(attempt,), repaired=repaired)


def _claim(
    sentence: Sentence,
    goal: Json,
    obligations: tuple[Obligation, ...] = (),
    attempts: tuple[Attempt, ...] = (),
    repaired: tuple[Claim, ...] = (),
) -> Claim:
    return Claim(
        id=sentence.id,
        kind="data",
        title=sentence.title,
        source=sentence.source,
        statement=sentence.text,
        readings=(Reading(sentence.reading, ("show",), ROUNDING),),
        obligations=obligations,
        attempts=attempts,
        satisfiable=Attempt(
            f"{sentence.id}.satisfiable", "there are no hypotheses", goal, Witness({})
        ),
        repaired=repaired,
        notes=sentence.notes,
        not_claimed=("the experiments were not run again; this is about what is printed",),
    )


ROUNDING = (
    "each printed number stands for all numbers that round to it: it is known up to half a unit in "
    "its last place"
)
