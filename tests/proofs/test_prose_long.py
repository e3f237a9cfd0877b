"""What is long is told by a name or on several lines: statements of the paper, bounds, premises."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from proofs import kept, notation
from proofs.definitions import tree
from proofs.prose import tell
from proofs.prose.boxes import BROKEN, Boxes, completeness, least_bound, with_bounds
from proofs.prose.cited import Lemma, Lemmas
from proofs.prose.named import long_numbers
from proofs.prose.telling import Told, _Teller
from proofs.prose.walk import CITED, walk
from reports import prose as printed
from tests.kept_files import loaded
from tests.sampling import some_of
from verify import prose

LONG = (  # what had formulas that were named by their lengths
    "pln.thm2.limit",
    "pln.thm3.density.statement",
    "pln.thm4.statement",
    "pln.ridge.statement",
    "pln.prop2.lower.width",
    "pln.prop2.upper.sharpened2.width",
    "pln.prop2.upper.sharpened4.width",
    "pln.table1.pln-d0.2.width",
    "pln.table1.pln-d0.one.width",
    "pln.table1.pln-d.one.width",
    "sumformer.thm4_1.discontinuous.statement",
    "sumformer.thmC_1.statement",
    "sumformer.thm4_3.repaired.delta",
    "fl.cor1.unique.post",
    "weierstrass.maclaurin.floating.bf16.order20",
)


@cache
def told(name: str) -> dict[str, Any]:
    """The prose of a kept certificate as a report has it."""
    home, claim = home_of(name)
    data = kept.found(kept.CERTIFICATES, name)
    assert data is not None
    ((_, _, made),) = prose._told(home, claim, [(name, "", data)])
    return json.loads(json.dumps(made))


def home_of(name: str) -> tuple[str, str]:
    from proofs.certify import family
    from proofs.registry import ids, load

    for home in ids():
        if home.partition(".")[0] == name.partition(".")[0]:
            for claim in family(load(home)):
                if any(one.id == name for one in claim.all_obligations()):
                    return home, claim.id
    raise LookupError(name)


def lines(blocks: Any) -> list[str]:
    return [f"{text} {number}".strip() for _, text, number in printed.lines(blocks, notation.text)]


@some_of(4)
@pytest.mark.parametrize("name", LONG)
def test_no_formula_is_named_by_its_length(name: str) -> None:
    blocks = told(name)["blocks"]
    said = lines(blocks)
    assert said
    assert not [line for line in said if re.search(r"a formula of [\d,]+ signs", line)]
    assert printed.html(blocks)  # every part is one that pages and articles can show
    assert printed.typst(blocks)


def test_what_is_too_long_for_every_name_says_so() -> None:
    """A sum of 300 different terms has no parts that occur again."""
    terms = [["app", "f", str(number)] for number in range(300)]
    show = ["<=", ["+", *terms], ["+", *terms[1:], "1"]]
    leaf = {"by": "leaf", "terms": [["1", [0], []]], "mult": [], "then": []}
    other = ["<", "1", ["app", "f", "7"]]
    statement = {"vars": {}, "functions": {"f": 1}, "given": [show], "show": other}
    made = tell({"statement": statement, "proof": leaf})
    assert any("a formula of 2," in line for line in lines(made.blocks))


# --- statements of the paper ---------------------------------------------------------------------


def test_a_statement_of_the_paper_is_cited_and_not_told_again() -> None:
    """Theorem 2 rests on Theorem 4 for its units: 8,564 of 9,245 steps."""
    made = told("pln.thm2.statement")
    assert made["left"]["in statements of the paper"] > 8000
    left = sum(made["left"].values())
    assert made["told"] + made["unused"] + left == made["steps"]
    said = lines(made["blocks"])
    assert len(said) < 250
    (citing,) = (line for line in said if line.startswith("By pln.thm4.statement, "))
    assert "there is" in citing
    (start,) = (n for n, line in enumerate(said) if line.startswith("pln.thm4.statement ("))
    assert said[start].endswith("for all functions F, G, X, r, sig:")
    assert any(line.startswith("Here with sig(u_) := (k·raw(u_) + 1)/2") for line in said[start:])
    named = [block[1] for block in made["blocks"] if block[0] == "cite"]
    assert "pln.thm4.statement" in named
    page = printed.html(made["blocks"], pages={"pln.thm4.statement": "pln.thm4.html"})
    assert page.count('<a href="pln.thm4.html">pln.thm4.statement</a>') == 2
    assert '<div class="quiet small"><p><a href="pln.thm4.html">' in page
    assert any("pln.thm4.statement (" in str(row) for row in printed.typst(made["blocks"]))
    short = printed.cut(made["blocks"], 12, 40)
    assert "pln.thm4.statement" in [block[1] for block in short if block[0] == "cite"]
    assert "cite" not in [block[0] for block in printed.cut(made["blocks"][:4], 3)]


def test_a_statement_is_cited_by_what_it_says_and_not_by_its_name() -> None:
    """With one constant of Theorem 4 changed nothing of Theorem 2 is it any more."""
    data = loaded("pln.thm2.statement")
    (right,) = (one for one in prose.statements("pln") if one.name == "pln.thm4.statement")
    wrong = replace(right, formula=json.loads(json.dumps(right.formula).replace('"<"', '"<="', 1)))
    assert wrong.formula != right.formula
    for one, there in ((right, True), (wrong, False)):
        steps = [step for step in walk(data, Lemmas([one])).root.each() if step.by == CITED]
        assert bool(steps) is there


def test_no_two_proofs_are_told_by_each_other() -> None:
    """What is cited is shorter, and nothing is cited for itself."""
    known = prose.statements("pln")
    assert len(known) > 50
    for name in ("pln.thm4.statement", "pln.thm2.limit.unit"):
        (own,) = (one for one in known if one.name == name)
        assert own.weight == len(kept.found(kept.CERTIFICATES, name) or b"")
        for block in told(name)["blocks"]:
            for other in known:
                assert block[0] != "cite" or block[1] != other.name or other.weight < own.weight
    assert "pln.thm4.statement" not in str(told("pln.thm4.statement")["blocks"])


def test_a_short_step_is_no_citation() -> None:
    """That a sign is known is not told elsewhere, whatever statement says the same."""
    sign = {"vars": {"x": "real"}, "functions": {}, "given": [], "show": ["<=", "0", ["^", "x", 2]]}
    leaf = {"by": "leaf", "terms": [["1", [0], []], ["1", [], ["x"]]], "mult": [], "then": []}
    proof = {"by": "have", "show": ["<=", "0", ["^", "x", 2]], "then": [leaf, leaf]}
    lemma = Lemma.of("paper.sign", "a title", sign, 10)
    steps = walk({"statement": sign, "proof": proof}, Lemmas([lemma])).root.each()
    assert not [step for step in steps if step.by == CITED]


# --- least upper bounds --------------------------------------------------------------------------

CLAIM: Any = ["all", "z", "real", ["<=", "x", ["app", "f", "z"]]]


def above(bound: Any, x: str = "x", claim: Any = CLAIM) -> Any:
    return ["all", x, "real", ["implies", claim, ["<=", x, bound]]]


def test_a_least_upper_bound_is_one() -> None:
    right = ["and", above("s"), ["all", "t", "real", ["implies", above("t"), ["<=", "s", "t"]]]]
    assert least_bound(tree(right), "s") == ("x", tree(CLAIM))
    box = Boxes(notation.Names()).formula(with_bounds(tree(right)))
    said = "s is the least upper bound of all x ∈ ℝ with (∀ z ∈ ℝ: x ≤ f(z))"
    assert notation.text(box) == said
    some = ["some", "s", "real", right]
    assert notation.text(Boxes(notation.Names()).formula(with_bounds(tree(some)))) == (
        f"∃ s ∈ ℝ: {said}"
    )


@pytest.mark.parametrize(
    "wrong",
    [
        ["and", above("s"), ["all", "t", "real", ["implies", above("t"), ["<", "s", "t"]]]],
        ["and", above("s"), ["all", "t", "real", ["implies", above("t"), ["<=", "t", "s"]]]],
        ["and", above("s"), ["all", "t", "real", ["implies", above("s"), ["<=", "s", "t"]]]],
        ["and", above("s"), ["all", "t", "int", ["implies", above("t"), ["<=", "s", "t"]]]],
        [
            "and",
            above("s"),
            ["all", "t", "real", ["implies", above("t", claim=["<", "x", "1"]), ["<=", "s", "t"]]],
        ],
        [  # x is bounded by something with x in it
            "and",
            above(["+", "x", "1"]),
            ["all", "t", "real", ["implies", above("t"), ["<=", ["+", "x", "1"], "t"]]],
        ],
    ],
)
def test_what_is_no_least_upper_bound_is_not_called_so(wrong: Any) -> None:
    assert with_bounds(tree(wrong)) == tree(wrong)


def testcompleteness_is_cited_for_what_the_rule_says_alone() -> None:
    least = ["and", above("s"), ["all", "t", "real", ["implies", above("t"), ["<=", "s", "t"]]]]
    some, bounded = ["some", "x", "real", CLAIM], ["some", "s", "real", above("s")]
    right = ["implies", ["and", some, bounded], ["some", "s", "real", least]]
    assert completeness(right)
    assert completeness(["all", "n", "int", right])
    assert not completeness(["implies", ["and", some, some], right[2]])
    assert not completeness(["implies", some, right[2]])
    assert not completeness(["implies", ["and", some, bounded], ["some", "s", "real", above("s")]])


def test_a_supremum_is_named_where_it_is_taken() -> None:
    said = lines(told("sumformer.thm4_3.repaired.delta")["blocks"])
    taken = [n for n, line in enumerate(said) if "y the completeness of the real numbers" in line]
    assert len(taken) == 2  # of gaps, and of a coordinate
    assert all(" there is " in said[number] for number in taken)
    assert all("is the least upper bound of all x" in said[number + 1] for number in taken)
    assert not any("⇒ ∃ s" in line for line in said)


# --- formulas on several lines -------------------------------------------------------------------


def plain(text: str) -> str:
    return re.sub(r"[\s,:;()∧⇒∀]|with", "", text)


def formulas(blocks: Any) -> Iterator[list[Any]]:
    for block in blocks if isinstance(blocks, list) else []:
        if isinstance(block, list) and block[:1] == ["l"]:
            yield block
        else:
            yield from formulas(block)


@some_of(3)
@pytest.mark.parametrize("name", [name for name in LONG if "floating" not in name])
def test_lines_say_what_the_formula_says(name: str) -> None:
    """But for commas, colons, parentheses and the signs of "and" and "if"."""
    teller = _Teller(walk(loaded(name)))
    layout = Boxes(notation.Names())
    broken = 0
    for fact in sorted(teller.walked.facts, key=lambda fact: -len(str(fact.formula)))[:60]:
        whole = notation.text(layout.formula(tree(fact.formula)))
        made = layout.lines(tree(fact.formula))
        assert plain(whole) == plain("".join(map(notation.text, made)))
        assert len(made) == 1 or len(whole) > BROKEN
        broken += len(made) > 1
    assert broken


def test_premises_are_said_once_above_what_follows() -> None:
    """Where they are taken off the goal, and not in what is shown as well."""
    made = told("sumformer.thm4_3.repaired.delta")
    said = lines(made["blocks"])
    (start,) = (n for n, one in enumerate(said) if one.startswith("We show that for all n_, d_"))
    assert said[start].endswith(" with")
    (then,) = (n for n in range(start, start + 12) if said[n] == "we have")
    numbers = [re.search(r"\((\d+)\)$", said[n]) for n in (then - 1, then + 1)]
    assert [int(one[1]) for one in numbers if one] == [10, 11]
    assert said[then + 2] == "Indeed:"
    assert not said[then + 3].startswith("Let ")


def test_displayed_lines_are_on_every_page() -> None:
    box = [["name", letter, letter, ""] for letter in "abc"]
    blocks = [["say", "We have ", ["l", box[:2], 7], "and ", ["f", box[2], 8]]]
    assert list(printed.lines(blocks, notation.text)) == [
        (0, "We have", ""), (4, "a", ""), (4, "b", "(7)"), (0, "and", ""), (4, "c", "(8)"),
    ]  # fmt: skip
    shown = printed.html(blocks)
    assert shown.count('<div class="eq">') == 3
    assert shown.index("(8)") > shown.index("(7)") > shown.index("b")
    rows = printed.typst(blocks)
    assert [row["number"] for row in rows] == ["", "", "(7)", "", "(8)"]
    assert printed.sentences(blocks) == 1
    unnumbered = [["say", "Let ", ["l", box, 0]]]
    assert "(0)" not in printed.html(unnumbered)


def test_parts_that_were_told_are_named() -> None:
    """The claim is a conjunction, and some of it has been shown."""
    said = lines(told("sumformer.thm4_1.discontinuous.heine.uniform")["blocks"])
    parts = [one for one in said if one.startswith("Some parts stand in ")]
    assert parts
    for line in parts:
        assert line.endswith("; the others hold:")
        assert all(
            any(one.endswith(f" {number}") for one in said)
            for number in re.findall(r"\(\d+\)", line)
        )


# --- names ---------------------------------------------------------------------------------------


def test_a_name_of_the_text_stands_for_other_variables_as_well() -> None:
    """network(g, x) is about n and d; what is shown for all of these has others."""
    said = " ".join(lines(told("pln.table1.pln-d0.2.width")["blocks"]))
    assert "network(g, x, d, n) = " in said
    assert "network(g_, x, d_, n_)" in said
    assert "network(g, x)" not in said


def test_numbers_of_many_digits_have_names() -> None:
    digits = [str(10**60 + number) for number in range(8)]
    long = tree(["<=", ["+", *digits], "x"])
    (made, other), parts = long_numbers([long, tree(["<=", digits[0], "x"])], {"x", "number1"})
    assert made == ("<=", ("+", *(f"number{n}" for n in range(2, 10))), "x")
    assert other == ("<=", "number2", "x")
    assert [part.body for part in parts] == [Fraction(one) for one in digits]
    short = tree(["<=", digits[0], "x"])
    assert long_numbers([short], set()) == ([short], [])


def test_what_stands_for_a_long_number_is_written_first() -> None:
    made = told("weierstrass.maclaurin.floating.bf16.order20")
    assert made["blocks"][0][0] == "where"
    said = lines(made["blocks"])
    assert said[0].startswith("Write ")
    assert any("A₁·c₀ + A₂·c₁" in line for line in said)


def test_the_sentences_of_a_told_proof_are_data(monkeypatch: pytest.MonkeyPatch) -> None:
    made = tell(loaded("sumformer.thm4_1.discontinuous.heine.uniform"))
    assert isinstance(made, Told)
    found = list(formulas(json.loads(json.dumps(made.blocks))))
    assert found
    assert all(len(part) == 3 and len(part[1]) > 1 for part in found)


# --- what is named and fixed ---------------------------------------------------------------------


def test_all_that_there_is_is_named() -> None:
    """N and R of one fact, one below the other: both have a name in the sentence."""
    bounds: Any = ["and", ["<=", "1", "N"], ["<=", "N", "R"], ["<=", "0", "x"]]
    there = ["some", "N", "int", ["some", "R", "int", ["some", "x", "real", bounds]]]
    leaf = {"by": "leaf", "terms": [["1", [0], []]], "mult": [], "then": []}
    proof: Any = {"by": "obtain", "rule": 2, "as": "x", "then": [leaf]}
    proof = {"by": "obtain", "rule": 1, "as": "R", "then": [proof]}
    proof = {"by": "obtain", "rule": 0, "as": "N", "then": [proof]}
    show = ["<=", "1", ["^", "y", 2]]
    statement = {"vars": {"y": "real"}, "functions": {}, "given": [there], "show": show}
    said = lines(tell({"statement": statement, "proof": proof}).blocks)
    assert "By (1), there are N, R ∈ ℤ and x ∈ ℝ with 1 ≤ N ≤ R ∧ 0 ≤ x." in said


def test_what_is_fixed_one_after_the_other_is_in_one_sentence() -> None:
    said = lines(told("sumformer.thm4_1.discontinuous.heine.uniform")["blocks"])
    openings = [line.startswith("Let ") for line in said]
    assert any(openings)
    assert not any(one and other for one, other in pairwise(openings))
