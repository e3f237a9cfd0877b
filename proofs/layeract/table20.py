"""layeract.table20.*: sentences of the paper about its Table 20."""

from __future__ import annotations

from collections.abc import Sequence

from constructions.terms import Term
from proofs.layeract.paper import source
from proofs.layeract.tables import LEVEL, TABLE20, TABLE21
from proofs.printed import Amount, Sentence, fails, printed
from proofs.trees.script import Json


def _large() -> list[str]:
    """The p-values of Tables 20 and 21 that are not below 0.05, as they are printed."""
    every = [text for row in TABLE20.values() for text in row]
    every += [text for _, cells in TABLE21.rows for text in cells]
    return [text for text in every if not text.startswith("<") and float(text) >= 0.05]


def _one_is_small(values: Sequence[Amount]) -> Json:
    """The least of them may be below 0.05."""
    least = values[0].low
    for value in values[1:]:
        least = _minimum(least, value.low)
    return least < LEVEL.high


def _minimum(one: Term, other: Term) -> Term:
    return Term(["min", one.json, other.json])


_SEVEN = _large()[:7]

COUNT_ALL = fails(
    Sentence(
        "layeract.table20.count.all",
        "Of all comparisons in Tables 20 and 21 all but six have p-values below 0.05",
        source("a reading of Section 4.2.1 by all of Tables 20 and 21", ""),
        "Read by all comparisons of Tables 20 and 21, one of two readings: the p-value from T-test "
        "or Wilconxon signed-rank test was below 0.05 in 30 out of 36 experiments.",
        "30 out of 36 leave six: of any seven p-values of the two tables one is below 0.05",
        (
            f"The two tables have 47 p-values, {len(_large())} of them not below 0.05.",
            "36 are the comparisons with the six functions that Section 4.2 names, on two datasets "
            "with three networks, one of which exploded. In the text at hand the columns of Table "
            "20 are out of order, so that this reading is not decided.",
        ),
    ),
    {f"the p-values {', '.join(_SEVEN)}": _one_is_small([printed(text) for text in _SEVEN])},
)
