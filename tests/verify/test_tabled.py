"""Polynomials through values at integers are shown as these values, and nothing else is."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from proofs import notation
from proofs.registry import find
from verify import tabled
from verify.followed import rational
from verify.worked import of_attempt

CUBIC = ["*", ["*", ["-", "v", "1"], ["-", "v", "2"]], ["-", "v", "3"]]


def shown(body: Any, *parameters: str) -> str | None:
    layout = notation.Layout(notation.Names())
    head = layout.term(("app", "f", *parameters))
    box = tabled.boxes(head, layout, parameters, body)
    return None if box is None else notation.text(box)


def test_values_and_degree_of_a_polynomial() -> None:
    sixth = ["/", CUBIC, "6"]
    assert shown(sixth, "u", "v") == "f(u, v) = (0, 0, 0, 1) at v = 1, …, 4; of degree ≤ 3"
    square = ["*", ["-", "u", "1"], ["-", "u", "2"]]
    both = ["*", square, ["*", ["-", "v", "2"], ["-", "v", "3"]]]
    assert shown(both, "u", "v") == (
        "f(u, v) = (0, 0, 0; 0, 0, 0; 4, 0, 0) at u = 1, 2, 3 and v = 1, 2, 3; "
        "of degree ≤ 2 in each"
    )


@pytest.mark.parametrize(
    "body",
    [
        "v",
        ["^", "v", 3],  # a formula that says more than its values
        ["*", ["-", "v", "1"], "v"],  # 0 is no place
        ["*", ["-", "v", "5"], ["-", "v", "2"]],  # nor is 5, of three
        ["abs", CUBIC],  # determined by no values
        ["*", CUBIC, "c"],  # with a name that is no parameter
        ["/", "1", CUBIC],
    ],
)
def test_what_is_no_such_polynomial_stays_as_it_is(body: Any) -> None:
    assert shown(body, "v") is None
    assert tabled.written(["app", "f", "1"], {}, {"f": (("v",), body)}) is None


def place(k: int) -> Any:
    return ["-", "1", ["abs", ["sign", ["-", "u", str(k)]]]]


def test_a_vector_is_its_values() -> None:
    body = ["+", ["+", ["*", "-2", place(1)], ["*", "7/2", place(3)]], place(2)]
    assert shown(body, "u") == "f(u) = (−2, 1, 7/2) at u = 1, 2, 3; 0 elsewhere"
    for other in (
        place(1),
        ["+", place(1), place(1)],
        ["+", place(1), place(3)],
        ["+", body, "1"],
        ["+", ["-", "1"], body],
    ):
        assert shown(other, "u") is None, other
    functions = {"f": (("u",), body), "g": (("x",), ["*", "2", "x"])}
    term = ["sum", "j", "1", "d", ["app", "g", ["app", "f", ["+", "j", "c"]]]]
    named = ["sum", "j", "1", "3", ["*", "2", ["app", "f", ["+", "j", "1"]]]]
    at = {"d": "3", "c": "1"}
    assert tabled.written(term, at, functions) == named
    put = tabled.inlined(term, at, functions)
    assert rational(put) == 2 * (Fraction(1) + Fraction(7, 2))
    assert tabled.written(["app", "g", "c"], at, functions) is None


def test_names_are_not_caught() -> None:
    """What is bound in a function is no name of the term that is put into it."""
    functions = {"h": (("x",), ["sum", "j", "1", "2", ["*", "j", "x"]])}
    term = ["sum", "j", "1", "3", ["app", "h", "j"]]
    assert rational(tabled.inlined(term, {}, functions)) == 3 * 6


def test_the_values_are_those_of_the_data() -> None:
    """Against Lagrange's formula: the polynomial through the values is the one of the witness."""
    claim = find("sumformer.thm4_4")
    known = {a.id: a for line in claim.lines for a in line.attempts}
    attempt = known["sumformer.thm4_4.eq26.half"]
    made = of_attempt(attempt)
    texts = [item["text"] for item in made["data"]]
    assert "O(u, v) = (0, 0, 0, 4) at v = 1, …, 4; of degree ≤ 3" in texts
    assert (made["sides"][0]["put"]["text"], made["sides"][0]["value"]) == ("O(1, 4)", "4")
    parameters, body = dict(attempt.witness.functions)["O"]
    for at in range(-3, 8):
        through = 4 * Fraction((at - 1) * (at - 2) * (at - 3), 6)
        assert rational(tabled.put(body, {parameters[0]: "9", parameters[1]: str(at)})) == through
