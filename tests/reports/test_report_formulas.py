"""Formulas: golden MathML and text, refusals, and nothing but inert markup."""

from __future__ import annotations

import json
import os
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from reports import formulas
from reports.record import Record

GOLDEN = Path(__file__).parent / "golden" / "formulas.json"

SOURCES = [
    "$a/b$",
    "$1/(2N)$",
    "$L\\/2 epsilon$",
    "$floor(L/(2 epsilon)) + 1$",
    "$ceil(x/2)$",
    "$sum_(j=1)^N hat(alpha)_j$",
    "$ sum_(j=1)^N alpha_j^top x $",
    "$product_(i=1)^n x_i$",
    "$integral_0^1 f(x) dif x$",
    "$abs(f(x) - G(x))$",
    "$norm(x)_2$",
    "$norm(f - G)_infinity$",
    "$lim_(delta -> 0^+) G(x)$",
    "$sup_(x in [0,1]) abs(f(x))$",
    "$max_(1 <= j <= N) a_j$",
    "$min(a, b)$",
    '$cases(1 &"if" x > 0, 0 &"if" x = 0, -1 &"otherwise")$',
    "$sqrt(sigma^2 + delta)$",
    "$sqrt(2\\/d)$",
    "$root(3, x)$",
    "$epsilon > 0$",
    "$delta_0$",
    "$hat(G)(x)$",
    "$tilde(x) + dot(y) + macron(z)$",
    "$overline(h^2)$",
    "$arrow(v)$",
    "$x_(i j)^((k))$",
    "$f'(x)$",
    "$f: [0,1] -> RR$",
    "$bold(w)_j in RR^d$",
    "$cal(F)([0,1]; L)$",
    '$cal(N)("LN-"d)$',
    "$forall x exists y: x <= y$",
    "$a != b$",
    "$x |-> 1/(1 + e^(-x))$",
    "$binom(n, k)$",
    "$mat(1, 2; 3, 4)$",
    "$vec(a, b)$",
    "$ a &= b + c \\\n &<= d $",
    "$1/2 f(x)$",
    "$(-1, 1)$",
    "$sigma(lambda (x + b))$",
    '$op("arg max", limits: #true)_x f$',
    "$A subset.eq B union C$",
    "$lr({x : x > 0})$",
    "Let $f$ be *bold*, _slanted_ and `code`.",
    "A \\# sign, an & and a < b.",
]


def _rendered() -> dict[str, dict[str, str]]:
    found = formulas.render(SOURCES)
    assert [name for name, item in found.items() if item.problem] == []
    return {name: {"text": item.text, "html": item.html} for name, item in found.items()}


def test_formulas_are_what_they_were() -> None:
    rendered = _rendered()
    if os.environ.get("NETPROOF_UPDATE_GOLDEN"):
        GOLDEN.write_text(json.dumps(rendered, indent=1, ensure_ascii=False) + "\n")
    golden = json.loads(GOLDEN.read_text(encoding="utf-8"))
    assert sorted(golden) == sorted(rendered)
    for source, item in rendered.items():
        assert item == golden[source], source


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("$1/(2N)$", "1/(2N)"),
        ("$1/2 f(x)$", "(1/2)f(x)"),
        ("$(a + b)/c$", "(a + b)/c"),
        ("$a/b + c$", "a/b + c"),
        ("$sqrt(x + 1)$", "√(x + 1)"),
        ("$x^(a + b)$", "x^{a+b}"),
        ("$(x + 1)^2$", "(x + 1)²"),
        ("$-x$", "−x"),
        ("$cal(N) <= N$", "𝒩 ≤ N"),
    ],
)
def test_text_keeps_what_groups(source: str, text: str) -> None:
    assert formulas.render([source])[source].text == text


@pytest.mark.parametrize(
    "source",
    [
        '#read("x")',
        "$#sys.inputs$",
        '$std.read("/etc/passwd")$',
        '#import "@preview/x:1.0.0"',
        "\\\\#panic()",
        '$std.html.elem("script")$',
        '#html.elem("script")[alert(1)]',
    ],
)
def test_code_is_refused(source: str) -> None:
    found = formulas.render([source])[source]
    assert "code is not part" in found.problem
    assert "<script" not in found.html


@pytest.mark.parametrize(
    "source", ["$x_$", "$unknownname(x)$", "$cancel(x)$", "$underline(x)$", "*unclosed"]
)
def test_what_cannot_be_typeset_is_shown_as_source(source: str) -> None:
    good = "$a < b$"
    found = formulas.render([source, good])
    assert found[source].problem
    assert "not typeset" in found[source].html
    assert found[good].problem == ""
    assert "<mo>&lt;</mo>" in found[good].html


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}


def test_only_allowed_elements_come_out() -> None:
    parser = _Tags()
    extra = [
        "https://example.org/a",
        "`</code><script>alert(1)</script>`",
        '$"<script>alert(1)</script>"$',
        '$op("<img src=x>")$',
    ]
    for item in formulas.render(SOURCES + extra).values():
        parser.feed(item.html)
    assert parser.tags <= formulas._MATH | formulas._PROSE | {"span", "small"}
    assert parser.attributes <= set(formulas._ATTRIBUTES)


def test_an_overline_is_not_lost() -> None:
    html = formulas.render(["$overline(x)$"])["$overline(x)$"].html
    assert re.search(r"<mover.*<mo stretchy=\"true\">‾</mo></mover>", html)


def test_the_sample_is_typeset(record: Record) -> None:
    assert formulas.problems(record) == []
    record["claims"][0]["statement"] = "$x_$"
    assert formulas.problems(record) == [("$x_$", "expected expression")]
