"""What a pair is: a false statement, its true neighbour, and what shows the falsehood.

Everything here is data.  That the false statement is false is shown by a counterexample, which
the kernel and an oracle of its own both evaluate; that the neighbour is true, by a certificate.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from constructions.terms import Json, as_json
from proofs.claims import Witness
from proofs.trees.script import Node, statement

HYPOTHESIS = "hypothesis dropped"
CONSTANT = "constant past the optimum"
QUANTIFIER = "quantifiers swapped"
WIDTH = "width one too small"
DOMAIN = "domain one point too large"
FACTOR = "factor lost"
STRICT = "strict for non-strict"
SIGN = "sign lost"
RANGE = "index range off by one"
ZERO = "wrong convention at zero"
INTEGER = "real for integer"
TERM = "term lost"
CONVERSE = "converse"
ROUNDING = "rounding ignored"
EXISTENCE = "existence where there is none"
ORDER = "order of operations"
KINDS = (
    HYPOTHESIS, CONSTANT, QUANTIFIER, WIDTH, DOMAIN, FACTOR, STRICT, SIGN, RANGE, ZERO, INTEGER,
    TERM, CONVERSE, ROUNDING, EXISTENCE, ORDER,
)  # fmt: skip

Function = tuple[tuple[str, ...], Json]


@dataclass(frozen=True)
class Pair:
    """``false`` fails at ``witness``; ``true``, which differs in one place, holds.

    ``hints`` gives a value to each bound variable for which one has to be named, in the order of
    the formula: a term in the variables bound before.  ``script`` proves ``true`` where the
    search alone does not, ``refute`` proves the negation of ``false`` at the witness.
    """

    name: str
    kind: str
    true: Json
    false: Json
    witness: Witness
    hints: Mapping[str, Json] = field(default_factory=dict)
    script: Callable[[], Node] | None = None
    refute: Callable[[], Node] | None = None
    part: int = 0
    undefined: bool = False  # the conclusion is false because a term of it is undefined

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"{self.name}: unknown kind {self.kind}")
        if self.true == self.false:
            raise ValueError(f"{self.name}: the two statements are one")


def sequent(names: str, formulas: list[Json]) -> Json:
    """``names`` such as ``x n:int f/1``; the last formula is the conclusion."""
    sorts: dict[str, str] = {}
    functions: dict[str, int] = {}
    for name in names.split():
        head, slash, arity = name.partition("/")
        if slash:
            functions[head] = int(arity)
        else:
            head, _, sort = name.partition(":")
            sorts[head] = sort or "real"
    *given, show = formulas
    return statement(sorts, given, show, functions)


def pair(
    name: str,
    kind: str,
    names: str,
    *,
    true: list[Json],
    false: list[Json],
    at: Mapping[str, Any] | None = None,
    functions: Mapping[str, tuple[str, Any]] | None = None,
    hints: Mapping[str, Any] | None = None,
    true_names: str = "",
    script: Callable[[], Node] | None = None,
    refute: Callable[[], Node] | None = None,
    part: int = 0,
    undefined: bool = False,
) -> Pair:
    """A pair in short form.  ``true_names`` only where the sorts or functions differ."""
    bodies = {f: (tuple(p.split()), as_json(t)) for f, (p, t) in (functions or {}).items()}
    return Pair(
        name,
        kind,
        sequent(true_names or names, true),
        sequent(names, false),
        Witness(dict(at or {}), bodies),
        {key: as_json(value) for key, value in (hints or {}).items()},
        script,
        refute,
        part,
        undefined,
    )
