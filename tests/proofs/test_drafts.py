"""Written proofs that are drafted from certificates: what is told, what is cited, what is left."""

from __future__ import annotations

from typing import Any

import pytest

from proofs.kernel import check
from proofs.kernel.terms import read_formula
from proofs.language.document import closed
from proofs.language.draft import (
    Draft,
    Line,
    _Writer,
    drafted,
    opened,
    recognised,
    shortened,
    tidied,
)
from proofs.language.elaboration import Elaborator, written
from proofs.language.library import items, lemmas
from proofs.language.steps import read_steps
from proofs.language.text import read
from proofs.language.typed import NotTyped, Typist
from proofs.trees.script import dumps, elaborate
from tests.sampling import by_turns

Json = Any
FORMULAS = (
    "x - (y - 1) <= -x^2 + 2*y/3",
    "(x + y)^2/(1 + n^2) < |x - 1/2| - |y|*(-3)",
    "x <= 1 and (x < y => y <= n) and n != 0",
    "(x < y => y < 0) => x < 1",
    "for all k in 1..n, f(k) <= f(k + 1)",
    "exists t: real, (x <= t and g(t, n) = 0)",
    "sum(k = 1..n, (f(k) - x)^2/k) = max(x, min(y, 2)) + floor(x*n) - sign(y)",
    "for all a: real, b: int, 0 <= a => (for all c: real, c = 1 => a <= b*c)",
    "sqrt(abs(|x| - 1)) <= exp(-x)*log(1 + y^2)",
)
HEAD = "for all x: real, y: real, n: int, f: real -> real, g: real, real -> real;"


@pytest.mark.parametrize("text", FORMULAS)
def test_formulas_are_typed_as_they_are_read(text: str) -> None:
    def meant(typed: str) -> Any:
        sequent = read(f"for all x: real, y: real, n: int; 0 <= f(x) + g(x, y) |- {typed}").sequent
        return read_formula(sequent["show"], sequent["vars"], sequent["functions"])

    sequent = read(f"for all x: real, y: real, n: int; 0 <= f(x) + g(x, y) |- {text}").sequent
    assert meant(Typist().formula(sequent["show"])) == meant(text)


def test_terms_have_names_and_what_has_no_words_is_refused() -> None:
    typist = Typist({"h": ((), ["/", "1", "N"]), "gap": (("?0",), ["-", ["app", "f", "?0"], "x"])})
    assert typist.formula(["<=", ["app", "f", ["/", "1", "N"]], "2"]) == "f(h) <= 2"
    assert typist.term(["^", ["-", ["app", "f", ["+", "k", "1"]], "x"], 2]) == "gap(k + 1)^2"
    assert typist.term(["-", ["app", "f", "k"], "y"]) == "f(k) - y", "the neighbour: another term"
    with pytest.raises(NotTyped):
        typist.formula(["lipschitz", "f", "1", "0", "1"])
    with pytest.raises(NotTyped):
        typist.term("@1")


def test_lemmas_are_recognised() -> None:
    for _, item in items():
        formula = closed(item.statement)
        if formula is not None:
            assert recognised(lemmas()[item.name], formula) == ([], []), item.name
    squares = lemmas()["sum_equal"]
    context = Elaborator("", lemmas=lemmas())
    assert context.lemmas["sum_equal"] is squares
    statement = squares.certificate["statement"]
    given = statement["given"]
    premise = given[0] if len(given) == 1 else ["and", *given]
    own = ["implies", premise, statement["show"]]
    functions, terms = recognised(squares, own) or ([], [])
    assert [body for _, body in functions] == [
        ["app", name, *names]
        for (names, _), name in zip(functions, statement["functions"], strict=True)
    ]
    assert terms == list(statement["vars"])
    assert recognised(squares, ["implies", premise, ["<", *statement["show"][1:]]]) is None


SEQUENT = read(
    "for all x: real -> real, n: int; n >= 1, (for all k in 1..n, |x(k)| <= 1)"
    " |- sum(k = 1..n, x(k)) <= n"
).sequent
PROOF = """
have idle: 0 <= n^2
have each: for all k in 1..n, x(k) <= 1
calc sum(k = 1..n, x(k)) <= sum(k = 1..n, 1) by sum_mono(x, k -> 1, 1, n)
     _ = n by sum_constant(1, n, 1)
"""


@pytest.fixture(scope="module")
def certificate() -> Json:
    return elaborate(SEQUENT, written(SEQUENT, PROOF)())


@by_turns(2)
def test_a_draft_tells_what_is_needed_and_cites_lemmas(certificate: Json) -> None:
    draft = drafted(certificate, None, lemmas())
    text = draft.text
    assert "n^2" not in text, "nothing rests on it"
    assert "sum_mono(x, k -> 1, 1, n)" in text
    assert "sum_constant(1, n, 1)" in text
    proof = Elaborator(text, lemmas=lemmas()).proof(SEQUENT, read_steps(text), draft.given)
    assert check(dumps({"statement": SEQUENT, "proof": proof})).accepted
    without = drafted(certificate).text
    assert "sum_mono" not in without, "the neighbour: lemmas that are not known are told"


def test_equal_values_are_told_by_their_arguments() -> None:
    sequent = read("for all f: real -> real, x: real, y: real; x = 2*y |- f(x) <= f(2*y)").sequent
    found = elaborate(sequent, written(sequent, "have f(x) = f(2*y) by x = 2*y")())
    assert drafted(found).text == "have f1: f(2*y) = f(x) by 2*y = x\nshow by f1\n"


def test_what_the_language_has_no_words_for_is_no_draft(
    certificate: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(_Writer, "_have")
    with pytest.raises(NotTyped, match="there are no words for the rule have"):
        drafted(certificate)


A = Line("have a: 0 <= x", name="a")
B = Line("have b: x <= y", ("a",), (Line("have c: x < y", name="c"),), name="b")
C = Line("show", ("b",))


def test_proofs_are_opened_where_they_are_needed() -> None:
    def trial(draft: Draft) -> int | None:
        text = draft.text
        return None if "have c" in text else text.index("have b")

    found = opened(Draft((A, B, C)), trial)
    assert found is not None
    assert found.text.splitlines() == [
        "have a: 0 <= x", "have b: x <= y:", "  have c: x < y", "show by b"
    ]  # fmt: skip
    assert opened(Draft((A, B, C)), lambda draft: None) == Draft((A, B, C)), "nothing is needed"
    assert opened(Draft((A, B, C)), lambda draft: 0) is None, "the first step fails, and is closed"


def test_what_is_not_needed_is_left_out_with_its_names() -> None:
    found = shortened(Draft((A, B, C)), lambda draft: None if "have b" in draft.text else 0)
    assert [line.name for line in found.steps] == ["b"]
    assert tidied(found).text == "have x <= y by a\n"
    kept = shortened(Draft((A, B, C)), lambda draft: None if draft.size == 3 else 0)
    assert kept.steps == (A, B, C)


def test_long_lines_go_on_below_and_never_end_with_a_colon() -> None:
    line = Line("have " + " and ".join(f"(for all k{i}: int, 0 <= k{i})" for i in range(12)))
    texts = [text for text, _ in line.lines()]
    assert len(texts) > 2
    assert not any(text.endswith(":") for text in texts)
    assert all(text.startswith("    ") for text in texts[1:])
