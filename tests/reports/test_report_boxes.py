"""Formal statements, typeset: a record may carry anyone's words, and they are only words."""

from __future__ import annotations

import json
import re
from typing import Any
from xml.etree import ElementTree

import pytest

from reports import boxes, formulas
from reports.record import RecordError, validate

X, K = ["name", "x", "x", ""], ["name", "k", "k", ""]
ONE = ["num", "1"]
ALL = ["row", ["op", "∀"], X, ["op", "∈"],
       ["fence", "[", ["row", ["num", "0"], ["op", ","], ONE], "]"], ["op", ":"],
       ["row", ["frac", ["sup", X, ["num", "2"]], ["sqrt", ["num", "2"]]], ["op", "≤"],
        ["sum", K, ONE, ["name", "N_phi", "N", "φ"],
         ["fence", "|", ["row", ["op", "−"], ["num", "2"], ["op", "\u2062"], X], "|"]],
        ["op", "⇒"], ["row", ["text", "max"], ["fence", "(", X, ")"]]]]  # fmt: skip
NASTY = ["<b>", "&lt;", '"', "\\", "#panic()", "$", "]]>", "')", "eval", "std.sys", "a b", "\u202e"]


def elements(html: str) -> ElementTree.Element:
    return ElementTree.fromstring(f"<div>{html.replace('<wbr>', '')}</div>")


NAMED = ["row", ["sub", ["name", "G_hat", "Ĝ", ""], X], ["fence", "⟨", X, "⟩"], ["op", "→"],
         ["op", "∞"], ["op", "⇔"], ["op", "¬"], ["fence", "‖", X, "‖"], ["op", "∨"],
         ["fence", "(", ["row", X, ["op", "↦"], ONE, ["op", "×"], X, ["op", "′"]], ")"],
         ["sup", X, K]]  # fmt: skip


def test_a_formula_becomes_mathml_of_the_allowed_elements() -> None:
    found = elements(boxes.mathml([ALL, ["row", X, ["op", "="], ONE]]))
    tags = {element.tag for element in found.iter()}
    assert tags <= formulas._MATH | {"div"}
    assert {"msup", "mfrac", "munderover", "msqrt", "msub"} <= tags
    named = elements(boxes.mathml([NAMED]))
    assert "".join(named.itertext()) == "Ĝx⟨x⟩→∞⇔¬‖x‖∨(x↦1×x′)xk"
    assert {element.tag for element in named.iter()} <= formulas._MATH | {"div"}
    assert "".join(found.itertext()).split("where ")[1] == "x=1"


def test_rows_in_rows_are_opened_where_no_operator_ends_them() -> None:
    called = ["row", ["text", "max"], ["fence", "(", ["row", X, ["op", ","], K], ")"]]
    assert boxes.inline(called) == (
        "<math><mi>max</mi><mi>(</mi><mi>x</mi><mo>,</mo><mi>k</mi><mi>)</mi></math>"
    )
    squared = boxes.inline(["sup", ["fence", "(", called, ")"], ["num", "2"]])
    assert squared.startswith("<math><msup><mrow><mi>(</mi>")
    high = boxes.inline(["fence", "(", ["frac", ONE, X], ")"])
    assert high.startswith("<math><mrow><mo>(</mo><mfrac>")


def test_a_formula_becomes_latex() -> None:
    assert boxes.latex(NAMED) == (
        r"{\hat{G}}_{x}\left\langle  x \right\rangle \to \infty \Leftrightarrow "
        r"\lnot \left\| x \right\|\lor \left( x\mapsto 1\times x' \right){x}^{k}"
    )
    assert r"\sum_{k=1}^{N_{\varphi }} \left| -2\,x \right|" in boxes.latex(ALL)
    assert boxes.latex(["text", "a_b \\ $"]) == r"\text{a\_b \textbackslash{} \$}"
    assert boxes.latex(["name", "#panic", "#panic", ""]) == r"\mathrm{\#panic}"


def test_a_long_formula_is_several_and_loses_nothing() -> None:
    long = ["row", *[part for n in range(40) for part in (["num", str(n)], ["op", "+"])], ONE]
    inside = ["row", X, ["op", "="], ["fence", "(", long, ")"]]
    found = elements(boxes.mathml([inside]))
    assert len(found.findall(".//math")) > 3
    assert "".join(found.itertext()) == "x=(" + "".join(f"{n}+" for n in range(40)) + "1)"


@pytest.mark.parametrize("word", NASTY)
@pytest.mark.parametrize("kind", ["name", "num", "op", "text", "fence"])
def test_words_are_never_markup(word: str, kind: str) -> None:
    box = {
        "name": ["name", word, word, word], "num": ["num", word], "op": ["op", word],
        "text": ["text", word], "fence": ["fence", word, X, word],
    }[kind]  # fmt: skip
    assert boxes.fault(box) == ""
    shown = elements(boxes.mathml([box]))
    assert {element.tag for element in shown.iter()} <= formulas._MATH | {"div"}
    assert word.replace(" ", "\u00a0") in "".join(shown.itertext()).replace(" ", "\u00a0")


def test_typst_typesets_words_and_runs_none() -> None:
    import typst

    made = [
        ALL,
        NAMED,
        *(["row", ["name", w, w, w], ["op", w], ["text", w], ["num", w]] for w in NASTY),
    ]
    made += [["fence", w, X, w] for w in NASTY]
    source = '#for f in json(bytes(sys.inputs.f)) { par(eval(f, mode: "math")) }'
    compiler = typst.Compiler(
        source.encode(), sys_inputs={"f": json.dumps([boxes.typst(box) for box in made])}
    )
    assert compiler.compile(format="pdf")


def test_latex_has_words_as_text_and_no_commands_in_them() -> None:
    def commands(text: str) -> set[str]:
        return set(re.findall(r"\\[A-Za-z]+", text))

    known = commands(boxes.latex(ALL))
    assert {r"\frac", r"\sqrt", r"\sum", r"\le"} <= known
    for word in NASTY:
        made = boxes.latex(["row", ["name", word, word, word], ["op", word], ["text", word]])
        made += boxes.latex(["fence", word, X, word])
        spelt = {r"\text", r"\mathrm", r"\textbackslash", r"\textasciitilde", r"\textasciicircum"}
        assert commands(made) <= known | spelt | {r"\left", r"\right"}
        bare = re.sub(r"\\[#$%&_{}]", "", made)
        assert bare.count("{") == bare.count("}")
        assert not re.search(r"[#$%&~]", bare)


@pytest.mark.parametrize(
    "box",
    [None, [], "x", ["row", "x"], ["name", "x"], ["frac", X], ["frac", X, "x"], ["num", 1],
     ["script", "x"], ["num", "\ud800"]],
)  # fmt: skip
def test_what_is_no_box_is_refused(box: Any, record: Any) -> None:
    assert boxes.fault(box)
    claim = next(claim for claim in record["claims"] if claim["reading"])
    claim["reading"][0]["boxes"] = [box]
    with pytest.raises(RecordError) as error:
        validate(record)
    assert "reading[0].boxes" in str(error.value)


def test_a_box_nested_without_end_is_refused() -> None:
    box: Any = X
    for _ in range(1_000):
        box = ["sqrt", box]
    assert boxes.fault(box) == "nested too deeply"


@pytest.mark.parametrize(
    ("rows", "fewer"),
    [
        ("<mrow><mi>x</mi></mrow>", "<mi>x</mi>"),
        ("<mi>f</mi><mrow><mi>(</mi><mi>x</mi></mrow>", "<mi>f</mi><mi>(</mi><mi>x</mi>"),
        ("<mi>a</mi><mrow><mo>−</mo><mi>x</mi></mrow>", None),
        ("<mi>a</mi><mrow><mi>x</mi><mo>!</mo></mrow>", None),
        ("<msup><mrow><mi>a</mi><mi>b</mi></mrow><mn>2</mn></msup>", None),
        ("<msup><mrow><mrow><mi>a</mi><mi>b</mi></mrow></mrow><mn>2</mn></msup>",
         "<msup><mrow><mi>a</mi><mi>b</mi></mrow><mn>2</mn></msup>"),
        ('<mrow class="x"><mi>a</mi></mrow>', None),
        ("<mfrac><mrow></mrow><mn>2</mn></mfrac>", None),
    ],
)  # fmt: skip
def test_rows_in_rows_are_opened(rows: str, fewer: str | None) -> None:
    for outer in ("<math>{}</math>", "<math><msqrt>{}</msqrt></math>"):
        assert boxes.opened(outer.format(rows)) == outer.format(fewer or rows)


def test_long_bars_are_broken_and_short_ones_grow() -> None:
    half = ["frac", ONE, ["num", "2"]]
    many = ["row", *[part for n in range(30) for part in (["num", str(n)], ["op", "+"])], half]
    assert boxes.inline(["fence", "|", many, "|"]).startswith("<math><mi>|</mi><mn>0</mn>")
    assert "<wbr>" in boxes.inline(["fence", "|", many, "|"])
    assert "<wbr>" not in boxes.inline(["fence", "⌊", many, "⌋"])
    short = boxes.inline(["fence", "|", ["row", X, ["op", "+"], half], "|"])
    assert short.startswith('<math><mrow><mo form="prefix">|</mo>')


def test_parentheses_grow_around_what_is_high_alone() -> None:
    x = ["name", "x", "x", ""]
    low = boxes.inline(["fence", "(", ["row", ["op", "−"], x], ")"])
    assert low == '<math><mi>(</mi><mo form="prefix">−</mo><mi>x</mi><mi>)</mi></math>'
    high = boxes.inline(["fence", "(", ["row", x, ["frac", x, x]], ")"])
    assert high.startswith("<math><mrow><mo>(</mo>")
