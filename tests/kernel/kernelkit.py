"""Certificates by hand, and the kernel's answer to them in one word."""

from __future__ import annotations

import json
from typing import Any

import pytest

from proofs.kernel import check
from proofs.kernel.check import expand, open_statement
from proofs.printing import describe

Json = Any
TRUE: Json = ["<=", "0", "1"]
FALSE: Json = ["<=", "1", "0"]
REALS = {"a": "real", "b": "real", "x": "real", "y": "real"}
INTEGERS = {"i": "int", "m": "int", "n": "int"}
FUNCTIONS = {"f": 1, "g": 2}


def node(by: str, *then: Json, **parameters: Json) -> Json:
    """``from`` and ``as`` are Python keywords: written ``from_`` and ``as_``."""
    return {"by": by, **{k.rstrip("_"): v for k, v in parameters.items()}, "then": list(then)}


def evaluate(bits: int = 0) -> Json:
    return node("evaluate", bits=bits)


def leaf(*terms: Json, mult: Json = ()) -> Json:
    """Each term is [coefficient, literals, squares]."""
    return node("leaf", terms=list(terms), mult=list(mult))


def zero(lit: Json, *terms: Json, mult: Json = ()) -> Json:
    return node("zero", lit=lit, terms=list(terms), mult=list(mult))


def nonzero(lit: Json) -> Json:
    """1 * literal = 0 in the ideal of nothing."""
    return zero(lit, ["1", [], []])


def certificate(
    show: Json,
    proof: Json,
    given: Json = (),
    names: dict[str, str] | None = None,
    functions: dict[str, int] | None = None,
) -> Json:
    statement = {
        "vars": REALS | INTEGERS if names is None else names,
        "functions": FUNCTIONS if functions is None else functions,
        "given": list(given),
        "show": show,
    }
    return {"statement": statement, "proof": proof}


def verdict(data: Json) -> str:
    """``accept``, or the reason code (with ``decline:`` before it where the kernel declines)."""
    result = check(data if isinstance(data, (str, bytes)) else json.dumps(data))
    prefix = "decline:" if result.outcome == "decline" else ""
    return "accept" if result.accepted else prefix + result.code


def children(data: Json) -> list[list[str]]:
    """What the root of a proof asks for: the literals, rules and goal of each child, as text."""
    context = open_statement(data["statement"])
    texts = [describe(child).splitlines() for child, _ in expand(context, data["proof"])]
    return [[line for line in text if not line.startswith("@")] for text in texts]


Row = tuple[str, Json, str]


def table(rows: list[Row]) -> pytest.MarkDecorator:
    """One test for each row (a sentence, a certificate, the verdict expected)."""
    sentences = [row[0] for row in rows]
    if len(set(sentences)) != len(sentences):
        raise ValueError("two rows have the same sentence")
    ids = [s.replace(" ", "-") for s in sentences]
    return pytest.mark.parametrize(("data", "expected"), [row[1:] for row in rows], ids=ids)
