"""Files of statements: what each part is read as, and what is refused, with the place."""

from __future__ import annotations

import pytest

from proofs.language.document import closed, read_document
from proofs.language.text import TextError, read

TEXT = """\
# a file
title: Two facts   # and no more
define leaky(x) = max(x, x/10)
let near(x, y) = |x - y| <= 1/10

lemma line: for all x: real;  # below
  |- leaky(x) >= x/10
theorem close "Lemma 2 of the paper":
  near(leaky(x), relu(x))
"""


def test_a_document() -> None:
    document = read_document(TEXT)
    assert document.title == "Two facts"
    assert [d.source for d in document.definitions] == [
        *("leaky(x) = max(x, x/10)", "near(x, y) = |x - y| <= 1/10"),
    ]
    line, close = document.items
    assert (line.kind, line.name, line.words) == ("lemma", "line", "")
    assert line.text == "for all x: real; |- leaky(x) >= x/10"
    assert (close.kind, close.name, close.words) == ("theorem", "close", "Lemma 2 of the paper")
    leaky = ["max", "x", ["/", "x", "10"]]
    assert line.statement.sequent["show"] == ["<=", ["/", "x", "10"], leaky]
    gap = ["abs", ["-", leaky, ["max", "x", "0"]]]
    assert close.statement.sequent["show"] == ["<=", gap, "1/10"]


def test_a_comment_ends_where_the_statement_goes_on() -> None:
    """Only a new line ends a comment, so that the text shown is the text that was read."""
    (item,) = read_document("theorem t: x > 0 # not\x0b |- x > 1\n  |- x > -1").items
    assert item.text == "x > 0 |- x > -1"
    assert item.statement.sequent["given"] == [["<", "0", "x"]]
    (item,) = read_document("# a\u2028theorem s: false\ntheorem t: true").items
    assert item.name == "t"


REFUSED = {
    "": ("there is no theorem", "line 1, column 1"),
    "title: only": ("there is no theorem", "line 1, column 1"),
    "  theorem t: x > 0": ("first line is indented", "line 1, column 1"),
    "theorem t: x > 0\nx > 1": ("a line begins with", "line 2, column 1"),
    "theorem t x > 0": (": is missing", "line 1, column 11"),
    "theorem t:\ntheorem s: x > 0": ("the statement is empty", "line 1, column 11"),
    "theorem ../t: x > 0": ("no name for a theorem", "line 1, column 9"),
    "lemma a: x > 0\nlemma A: x > 0": ("two statements are called A", "line 2, column 7"),
    "theorem t: x^2 >= 0\nproof:\n  show by search": ("is indented", "line 2, column 1"),
    "theorem t: x > 0\n  |- 2x > 0": ("write *", "line 2, column 7"),
    "define f(x) = x +\ntheorem t: f(1) = 1": ("'the end'", "line 1, column 18"),
    "define f(x) = 1/x\ntheorem t: f(1) = 1 +": ("'the end'", "line 2, column 22"),
    "define f(x) = x\ndefine f(x) = 1": ("f is defined twice", "line 2, column 8"),
    "define f(x) = f(x)\ntheorem t: f(1) = 1": ("defined by itself", "line 1, column 15"),
    "define g(x) = relu(x)\ndefine relu(x) = x": ("put this first", "line 2, column 8"),
    "define a = b\ndefine b = 2": ("put this first", "line 2, column 8"),
    "define near(x) = |x - y| <= 1\ntheorem t: near(1)": (
        "y is not declared here: write near(x, y) = ...",
        "line 1, column 23",
    ),
    "define S(n) = sum(k = 1..n, x[k])\ntheorem t: for all n: nat; |- S(n) = k": (
        "x in the definition of S is no definition, and the statement does not declare it",
        "line 1, column 29",
    ),
    'theorem t "a\x1b[31m": x > 0': ("U+001B cannot be printed", "line 1, column 13"),
    "title: \u202eabc\ntheorem t: x > 0": ("U+202E cannot be printed", "line 1, column 8"),
    f"title: {'x' * 600}\ntheorem t: x > 0": ("too many for a title", "line 1, column 7"),
    "theorem t: x > 0\n" * 2: ("two statements are called t", "line 2, column 9"),
}


@pytest.mark.parametrize("text", REFUSED)
def test_refused_with_the_place(text: str) -> None:
    says, place = REFUSED[text]
    with pytest.raises(TextError) as caught:
        read_document(text)
    assert says in caught.value.says
    assert caught.value.place == place
    assert all(map(str.isprintable, caught.value.shown().split("\n")))


def test_a_lemma_is_one_formula() -> None:
    lemma = read("for all n: nat, x: real; x > 0 |- n*x >= 0")
    assert closed(lemma) == [
        *("all", "n", "int"),
        [
            *("all", "x", "real"),
            [
                "implies",
                ["and", ["<=", "0", "n"], ["<", "0", "x"]],
                ["<=", "0", ["*", "n", "x"]],
            ],
        ],
    ]
    assert closed(read("f(x) = f(x)")) is None, "a free function is not bound by 'for all'"
