"""Prose says nothing that its certificate does not have, and loses no case."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from constructions.terms import app, total, var
from proofs import notation
from proofs.definitions import same, tree
from proofs.kernel import check, context
from proofs.kernel.errors import Reject
from proofs.language.elaboration import written
from proofs.language.library import items, lemmas
from proofs.language.schemata import Given, applied
from proofs.language.text import read
from proofs.prose import local_names, tell
from proofs.prose.cited import Lemma, Lemmas
from proofs.prose.formulas import alike, linear, put
from proofs.prose.telling import Told, _Teller
from proofs.prose.walk import difference, walk
from reports import prose
from tests.kept_files import loaded
from tests.sampling import by_turns, paper, some_of

NAMES = (
    "pln.lemma2.statement",  # written as text
    "pln.lemma2.eq10.cells",
    "layeract.eq4.statement",  # trees of rules
    "fl.eq5.scale",
    "weierstrass.newton.statement",
    "weierstrass.ghost_distance.linear",
)


@pytest.fixture(params=NAMES)
def certificate(request: pytest.FixtureRequest) -> Any:
    return loaded(request.param)


def known_to_the_kernel(certificate: Any, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """All that the kernel assumes and all that it has to show, as it checks the certificate."""
    found: dict[Any, None] = {}
    assume = context.Context.assume
    child = context.Context.child

    def noted(self: Any, formula: Any) -> None:
        found.setdefault(formula)
        assume(self, formula)

    def going_on(self: Any, *assumed: Any, goal: Any = None) -> Any:
        new = child(self, *assumed, goal=goal)
        found.setdefault(new.goal)
        return new

    with monkeypatch.context() as patch:
        patch.setattr(context.Context, "assume", noted)
        patch.setattr(context.Context, "child", going_on)
        assert check(json.dumps(certificate)).accepted
    return list(found)


def nodes(proof: Any) -> Iterator[Any]:
    yield proof
    for below in proof["then"]:
        yield from nodes(below)


@by_turns(3)
def test_every_formula_is_one_of_the_certificate(
    certificate: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = known_to_the_kernel(certificate, monkeypatch)
    split = [node["on"] for node in nodes(certificate["proof"]) if node["by"] == "split"]
    signs: list[Any] = []
    for on in split:
        signs += [["<=", "0", on], ["<", on, "0"], ["<=", on, "-1"]]
        if sides := difference(on):
            signs += [["<=", sides[1], sides[0]], ["<", sides[0], sides[1]]]
    asked = [
        ["=", node["on"], node["from"]]
        for node in nodes(certificate["proof"])
        if node["by"] == "induct"
    ]  # "for m = 0", the first part of an induction
    told = tell(certificate)
    assert len(told.formulas) > 3
    for formula in told.formulas:
        node = tree(formula)
        assert any(same(node, one) for one in known) or formula in signs or formula in asked, (
            notation.text(notation.formula(certificate["statement"], formula)[0])
        )


def test_a_formula_that_is_none_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    certificate = loaded("layeract.eq4.statement")
    known = known_to_the_kernel(certificate, monkeypatch)
    told = tell(certificate)
    wrong = ["<", *told.formulas[0][1:]] if told.formulas[0][0] == "<=" else ["<", "1", "0"]
    assert not any(same(tree(wrong), one) for one in known)


@by_turns(2)
@some_of(8, kind=paper)
def test_every_step_is_told_or_counted(certificate: Any) -> None:
    told = tell(certificate)
    steps = len(list(nodes(certificate["proof"])))
    assert told.steps == steps
    assert told.told + told.unused + sum(told.left.values()) == steps
    assert told.told > 0


def rows(blocks: Any) -> Iterator[int]:
    for block in blocks:
        if block[0] == "items":
            yield len(block) - 1
            for _, inner in block[1:]:
                yield from rows(inner)
        elif block[0] == "inner":
            yield from rows(block[1])


@by_turns(3)
def test_no_case_is_lost(certificate: Any) -> None:
    told = tell(certificate)
    assert sorted(rows(told.blocks)) == sorted(told.cases)
    steps = {id(step.node): step for step in walk(certificate).root.each()}
    assert len(steps) == told.steps
    assert all(len(step.then) == len(step.node["then"]) for step in steps.values())


def references(blocks: Any) -> Iterator[tuple[str, int]]:
    """Numbers as they are given ("f") and used ("r"), in reading order."""
    for block in blocks:
        if block[0] == "inner":
            yield from references(block[1])
        elif block[0] == "items":
            for title, inner in block[1:]:
                yield from references([["say", *title]])
                yield from references(inner)
        elif block[0] == "say":
            for part in block[1:]:
                if isinstance(part, list) and part[0] == "r":
                    yield "used", part[1]
                elif isinstance(part, list) and len(part) > 2:
                    yield "given", part[2]


@by_turns(2)
@some_of(4, kind=paper)
def test_references_are_to_what_was_said(certificate: Any) -> None:
    said: list[int] = []
    used = set[int]()
    for how, number in references(tell(certificate).blocks):
        if how == "given":
            said.append(number)
        else:
            assert number in said, number
            used.add(number)
    assert len(said) == len(set(said))
    assert sorted(said) == list(range(1, len(said) + 1))
    assert used


def lines(told: Told) -> list[str]:
    return [
        f"{text} {number}".strip() for _, text, number in prose.lines(told.blocks, notation.text)
    ]


SMALL: Any = {
    "statement": {
        "vars": {"x": "real"},
        "functions": {},
        "given": [["<=", "1", "x"]],
        "show": ["<=", ["abs", "x"], ["^", "x", 2]],
    },
    "proof": {
        "by": "case",
        "on": ["abs", "x"],
        "then": [
            {"by": "leaf", "terms": [["1", [0], []]], "mult": [], "then": []},
            {"by": "leaf", "terms": [["1", [0], []]], "mult": [], "then": []},
        ],
    },
}


def test_a_short_proof_is_a_sentence() -> None:
    """It need not be one that the kernel accepts: leaves are not checked again."""
    assert lines(tell(SMALL)) == ["The claim follows, distinguishing the cases of |x|."]


def test_what_is_known_already_is_no_case() -> None:
    """Two leaves below a split: cases where a value is compared, none of a sum of variables."""
    leaf = {"by": "leaf", "terms": [["1", [2], []]], "mult": [], "then": []}  # the goal, negated
    split = {"by": "split", "on": ["-", "x", "2"], "then": [leaf, leaf]}
    square = {**SMALL["statement"], "show": ["<=", "x", ["^", "x", 2]]}
    assert lines(tell({"statement": square, "proof": split})) == [
        "The claim follows, distinguishing 2 cases."
    ]
    signs = {**SMALL["statement"], "show": ["<=", "0", ["+", "x", "1"]]}
    assert "cases" not in lines(tell({"statement": signs, "proof": split}))[0]


def test_what_is_no_certificate_is_refused() -> None:
    with pytest.raises(Reject):
        tell({**SMALL, "proof": {"by": "guess", "then": []}})


@pytest.mark.parametrize("name", ["pln.thm1.statement", "fl.thm1.statement"])
def test_no_part_of_a_long_proof_is_left_untold(name: str) -> None:
    """What is shown in more than three facts worth telling has its sentences, however deep."""
    teller = _Teller(walk(loaded(name)))
    teller.whole()
    shown = [
        step
        for step in teller.walked.root.each()
        if step.by == "have"
        and teller.needed(step)
        and not teller.folded(step)
        and not teller.same_again(step)  # told as the proof of the goal
    ]
    long = [step for step in shown if teller.weight(step.then[0]) > 3]
    assert len(long) > 3
    assert [step.goal for step in long if id(step) not in teller.steps] == []
    assert any(id(step) not in teller.steps for step in shown), "short ones are one sentence"


def test_a_goal_that_is_shown_as_a_fact_is_said_once() -> None:
    """Also for other bound names; a fact that says something else has its own sentence."""
    certificate = lemmas()["cauchy_schwarz"].certificate
    said = lines(tell(certificate))
    assert sum(line.startswith("∀ s, t ∈ ℝ: 0 ≤ s²") for line in said) == 1
    assert not any("ks0" in line or "sq0" in line for line in said), "names of a search"


def test_an_identity_is_expanded() -> None:
    square = ["^", ["-", "x", "1"], 2]
    expanded = ["+", ["-", ["^", "x", 2], ["*", "2", "x"]], "1"]
    for show, leaf, says in (
        (
            ["=", square, expanded],
            {"by": "zero", "lit": 0, "terms": [["1", [], []]], "mult": []},
            "by expanding",
        ),
        (
            ["<=", "0", square],
            {"by": "leaf", "terms": [["1", [0], []], ["1", [], [["-", "x", "1"]]]], "mult": []},
            "squares being nonnegative",
        ),
    ):
        statement = {"vars": {"x": "real"}, "functions": {}, "given": [], "show": show}
        (line,) = lines(tell({"statement": statement, "proof": {**leaf, "then": []}}))
        assert line == f"The claim follows, {says}."


def test_terms_are_put_in_place_without_capture() -> None:
    body = ["sum", "k", "1", "n", ["+", "k", "x"]]
    assert put(body, "x", "k") == ["sum", "i", "1", "n", ["+", "i", "k"]]
    assert put(body, "x", "y") == ["sum", "k", "1", "n", ["+", "k", "y"]]
    assert put(body, "k", "y") == body


LIBRARY = [
    Lemma.of(item.name, item.words, item.statement.sequent)
    for _, item in items()
    if item.name in lemmas()
]
TWICE = {  # for f(k), 2 k x, and so on: a term in all arguments and in a name that means nothing
    1: (["a0"], ["*", "2", ["*", "a0", "x_"]]),
    2: (["a0", "a1"], ["+", ["*", "a0", "x_"], "a1"]),
    3: (["a0", "a1", "a2"], ["+", ["*", "a0", "x_"], ["*", "a1", "a2"]]),
}


def instance(formula: Any, lemma: Lemma, arity: Any) -> Any:
    functions = {name: TWICE[count] for name, count in arity.items()}
    formula = applied(formula, Given(functions, {}))
    for name, sort in reversed(lemma.vars[1:] if functions else lemma.vars):
        formula = ["all", name, sort, formula]
    return put(formula, lemma.vars[0][0], ["+", "t", "1"]) if functions and lemma.vars else formula


def changed(part: Any) -> Iterator[Any]:
    """The formula with one relation weakened, or one number changed."""
    if isinstance(part, list):
        if part[0] in ("<=", "<", "="):
            yield ["!=", *part[1:]]
        for place, inner in enumerate(part):
            for other in changed(inner):
                yield [*part[:place], other, *part[place + 1 :]]
    elif part in ("1", "2"):
        yield "3"


@some_of(12)
@pytest.mark.parametrize("lemma", LIBRARY, ids=lambda lemma: lemma.name)
def test_a_lemma_is_found_by_what_it_states(lemma: Lemma) -> None:
    arity = lemmas()[lemma.name].certificate["statement"]["functions"]
    made = instance(lemma.formula, lemma, arity)
    assert lemma.states(made, lambda term: True)
    found = Lemmas(LIBRARY).of(made, lambda term: True)
    assert found is not None
    assert found.lemma.size >= lemma.size
    others = [instance(other, lemma, arity) for other in changed(lemma.formula)]
    assert others
    assert not any(lemma.states(other, lambda term: True) for other in others)


def test_no_bound_name_gets_into_what_stands_for_a_variable() -> None:
    """A factor c comes out of a sum; a factor k does not."""
    (scale,) = (lemma for lemma in LIBRARY if lemma.name == "sum_scale")
    for factor in ("c", "k"):
        summand = ["*", factor, ["app", "g", "k"]]
        total = ["*", factor, ["sum", "k", "1", "n", ["app", "g", "k"]]]
        stated = scale.states(["=", ["sum", "k", "1", "n", summand], total], lambda term: True)
        assert stated is (factor == "c")


def test_a_lemma_on_integers_is_not_cited_for_other_numbers() -> None:
    """f(n) comes out of a sum up to n; for n = x, a real number, that is no instance."""
    (last,) = (lemma for lemma in LIBRARY if lemma.name == "sum_last")
    summand: Any = ["app", "f", "k"]
    high: Any = ["app", "f", "x"]
    before = ["sum", "k", "1", ["-", "x", "1"], summand]
    formula: Any = ["=", ["sum", "k", "1", "x", summand], ["+", before, high]]
    formula = ["implies", ["<=", "1", "x"], formula]
    assert last.states(formula, lambda term: True)
    assert not last.states(formula, lambda term: term != "x")


def test_a_lemma_is_cited_and_stated_and_its_proof_is_not_told() -> None:
    data = loaded("fl.prop2.statement")
    alone, citing = tell(data), tell(data, lemmas=Lemmas(LIBRARY))
    assert citing.left["in lemmas of the library"] > 300
    assert citing.told + citing.unused + sum(citing.left.values()) == citing.steps == alone.steps
    said = lines(citing)
    cited = {word for line in said for word in re.findall(r"lemma (\w+)", line)}
    stated = [line for line in said if line.startswith("Lemma ")]
    assert cited == {line.split()[1] for line in stated}
    assert "sum_proportional" in cited
    assert any("(proportional summands), for all functions f, g: ∀" in line for line in stated)
    assert len(said) < 0.8 * len(lines(alone))
    short = prose.cut(citing.blocks, 12)
    named = set(re.findall(r"lemma (\w+)", json.dumps(short)))
    assert named < {block[1] for block in citing.blocks if block[0] == "cite"}
    assert {block[1] for block in short if block[0] == "cite"} == named
    assert prose.sentences(short) <= 12
    assert prose.html(citing.blocks).count("of the library (") == len(stated)
    assert sum("of the library (" in str(row) for row in prose.typst(citing.blocks)) == len(stated)


def test_what_differs_in_bound_names_alone_is_said_once() -> None:
    one = ["all", "k", "int", ["<", "0", ["sum", "i", "1", "k", ["app", "f", "i"]]]]
    other = ["all", "m", "int", ["<", "0", ["sum", "k", "1", "m", ["app", "f", "k"]]]]
    assert alike(one, other)
    assert not alike(
        one, ["all", "m", "int", ["<", "0", ["sum", "k", "1", "m", ["app", "f", "m"]]]]
    )
    assert not alike(one, ["all", "m", "real", other[3]])


def test_whether_what_is_shown_holds_is_no_case() -> None:
    """A split on the difference of the sides of n - 1 <= floor(x), however that is written."""
    leaf = {"by": "leaf", "terms": [["1", [3], []]], "mult": [], "then": []}  # the goal, negated
    show = ["<=", ["-", "n", "1"], ["floor", ["-", "x", "1"]]]
    on: Any = ["+", ["floor", ["+", "x", "-1"]], ["*", "-1", "n"], "5"]
    statement = {"vars": {"n": "int", "x": "real"}, "functions": {}, "given": [], "show": show}
    proof: Any = {"by": "split", "on": on, "then": [leaf, leaf]}
    assert lines(tell({"statement": statement, "proof": proof})) == ["This is arithmetic."]
    proof["on"] = ["+", on[1], ["*", "-2", "n"]]
    told = lines(tell({"statement": statement, "proof": proof}))
    assert told == ["The claim follows, distinguishing 2 cases."]
    assert linear(["-", ["*", "2", "x"], ["-", "x", "3"]]) == {"x": 1, "": 3}


def test_a_place_that_a_name_is_about_is_a_letter() -> None:
    """Whatever Python calls it; a letter that something has is none."""
    sequent = read("for all y: real -> real, i j: int; |- y(i) = y(i)").sequent
    y = partial(app, "y")
    names = {"next": lambda at: y(at + 1), "all": lambda at: total("k", 1, at, y(var("k")))}
    shown = local_names(written(sequent, "show by search", **names), sequent)
    assert [(name.name, name.arguments) for name in shown] == [("next", ("k",)), ("all", ("m",))]
    assert shown[1].body[:4] == ["sum", "k", "1", "m"]
    whole = local_names(written(sequent, "show by search", same=sequent["show"]), sequent)
    assert [(name.arguments, name.body) for name in whole] == [((), sequent["show"])]
