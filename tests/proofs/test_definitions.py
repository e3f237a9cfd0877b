"""Statements printed by names: nothing but the statement, and no name where it would mislead."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from proofs import notation, registry
from proofs.certify import family
from proofs.definitions import (
    Definition,
    Folded,
    Matching,
    canonical,
    faithful,
    fold,
    tree,
    unfold,
)
from proofs.fl.objects import OBJECTS as FL
from proofs.objects import LIPSCHITZ_UNIT, MEAN, POWERS_OF, SOFTMAX
from proofs.pln.objects import OBJECTS as PLN
from tests.sampling import by_turns

Json = Any
KNOWN = (
    "pln.lemma2", "fl.prop1", "layeract.eq9", "layeract.def3_1",
    "weierstrass.newton", "sumformer.thm4_1.bernstein", "sumformer.thm4_5",
)  # fmt: skip
J, K = "j", "k"


def y(at: Json) -> Json:
    return ["app", "y", at]


def mean(of: Json, high: str = "d", index: str = J) -> Json:
    return ["/", ["sum", index, "1", high, of], high]


def statement(show: Json, *given: Json) -> Json:
    return {
        "vars": {"d": "int", "k": "int", "a": "real", "mean": "real"},
        "functions": {"y": 1, "z": 2, "w": 1},
        "given": list(given),
        "show": show,
    }


def said(show: Json, *given: Json, definitions: tuple[Definition, ...] = (MEAN,)) -> str:
    asked = statement(show, *given)
    del asked["vars"]["mean"]
    return notation.sequent(asked, definitions=definitions).lines()


@by_turns(2)
@pytest.mark.parametrize("name", KNOWN)
def test_what_is_printed_by_names_unfolds_to_what_the_kernel_reads(name: str) -> None:
    folded = 0
    for claim in family(registry.load(name)):
        for obligation in claim.all_obligations():
            made = fold(obligation.statement, claim.source.definitions, strict=True)
            again = unfold(obligation.statement, made)
            assert canonical(again) == canonical(obligation.statement)
            folded += bool(made.used)
    assert folded


def test_lemma_2_reads_as_the_paper_has_it() -> None:
    claim = registry.load("pln.lemma2")
    shown = notation.sequent(claim.obligations[0].statement, definitions=PLN)
    assert notation.text(shown.show) == "|Ĝ_N[f](x) − f(x)| < ε"
    assert notation.text(shown.show, ascii_only=True) == "abs(G_hat_N[f](x) - f(x)) < eps"
    assert "G_hat.sign" in {d.id for d in shown.definitions}


NAMED: list[tuple[Json, str]] = [
    (["=", mean(y(J)), "a"], "mean_{j = 1…d}(y(j)) = a"),
    (["=", mean(["app", "z", "k", J]), "a"], "mean_{j = 1…d}(z(k, j)) = a"),
    (["=", mean("a"), "a"], "mean_{j = 1…d}(a) = a"),
    # a mean inside of a mean, and with the index of the outer one
    (["=", mean(["-", y(J), mean(y("i"), index="i")]), "0"],
     "mean_{j = 1…d}(y(j) − mean_{i = 1…d}(y(i))) = 0"),
    (["all", "m", "int", ["<", "0", mean(["app", "z", "m", J])]],
     "∀ m ∈ ℤ: 0 < mean_{j = 1…d}(z(m, j))"),
    # the mean is over exactly these indices
    (["=", ["/", ["sum", J, "1", "d", y(J)], "k"], "a"], "(Σ_{j=1..d} y(j))/k = a"),
    (["=", ["/", ["sum", J, "0", "d", y(J)], "d"], "a"], "(Σ_{j=0..d} y(j))/d = a"),
    # its length is none that depends on the index
    (["<", "0", ["sum", J, "1", "k", ["/", ["sum", "i", "1", J, y("i")], "d"]]],
     "0 < Σ_{j=1..k} (Σ_{i=1..j} y(i))/d"),
]  # fmt: skip


@pytest.mark.parametrize(("show", "printed"), NAMED, ids=[printed for _, printed in NAMED])
def test_a_name_stands_for_exactly_its_body(show: Json, printed: str) -> None:
    assert said(show).splitlines()[-1] == f"  {printed}"


def test_a_name_of_the_statement_is_no_name_of_a_definition() -> None:
    show = ["=", mean(y(J)), "a"]
    assert "mean_{" in said(show)
    with_mean = statement(show)
    assert "mean_{" not in notation.sequent(with_mean, definitions=(MEAN,)).lines()


def test_hypotheses_that_are_one_definition_are_one_line() -> None:
    first = ["=", ["app", "w", "0"], "1"]
    step = ["all", "u", "int", ["implies", ["<=", "0", "u"],
            ["=", ["app", "w", ["+", "u", "1"]], ["*", "a", ["app", "w", "u"]]]]]  # fmt: skip
    goal = ["<", "0", "a"]
    together = said(goal, first, ["<", "1", "d"], step, definitions=(POWERS_OF,)).splitlines()
    assert together[1:] == [
        "  if   w(u) = a^u for integers u ≥ 0", "  if   1 < d", "  then 0 < a"]  # fmt: skip
    # one of them alone is not the definition, nor is a step from elsewhere
    assert "if   w(0) = 1" in said(goal, first, definitions=(POWERS_OF,))
    late = ["all", "u", "int", ["implies", ["<=", "1", "u"], step[3][2]]]
    assert "if   w(0) = 1" in said(goal, first, late, definitions=(POWERS_OF,))


def test_a_part_that_is_applied_to_terms_is_found() -> None:
    """softmax: the first use of v is at a term; Lipschitz: of a part of a function."""
    top = ["exp", ["app", "z", "a", "k"]]
    whole = ["sum", "c", "1", "d", ["exp", ["app", "z", "a", "c"]]]
    printed = said(["<", "0", ["/", top, whole]], definitions=(SOFTMAX,))
    assert printed.endswith("0 < softmax_{c = 1…d}(z(a, c))_k")
    values = [["app", "z", "a", "p"], ["app", "z", "a", "q"]]
    within = ["and", *(part for n in ("p", "q") for part in (["<=", "0", n], ["<=", n, "1"]))]
    small = ["<=", ["abs", ["-", *values]], ["*", "3", ["abs", ["-", "p", "q"]]]]
    steep = ["all", "p", "real", ["all", "q", "real", ["implies", within, small]]]
    assert said(steep, definitions=(LIPSCHITZ_UNIT,)).endswith("z(a, ⋅) is 3-Lipschitz on [0, 1]")


def test_a_wrong_fold_is_not_faithful() -> None:
    asked = statement(["=", mean(y(J)), "a"], ["<", "0", "d"])
    right = fold(asked, (MEAN,))
    assert right.used
    assert faithful(asked, right)
    equation, (_, _, function, high) = right.show, right.show[1]
    wrong = [
        replace(right, show=("=", ("defined", "mean", function, "k"), equation[2])),
        replace(right, show=("=", ("defined", "mean", ("lambda", J, "a"), high), equation[2])),
        replace(right, given=()),
        replace(right, given=(((0,), tree(["<=", "0", "d"])),)),
        replace(right, show=("=", ("defined", "other", function, high), equation[2])),
    ]
    assert [faithful(asked, folded) for folded in wrong] == [False] * len(wrong)


def test_what_the_finder_gets_wrong_is_not_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(self: Matching, *rest: Any) -> Any:
        yield {"y": ("lambda", "j", ("app", "y", "j")), "d": "k"}

    monkeypatch.setattr(Matching, "_each", careless)
    assert "mean_{" not in said(["=", mean(y(J)), "7"])
    monkeypatch.setattr("proofs.definitions.same", lambda *_: True)
    assert "mean_{" not in said(["=", mean(y(J)), "8"])
    monkeypatch.setattr("proofs.definitions.faithful", lambda *_: True)
    assert "mean_{" in said(["=", mean(y(J)), "9"])  # it is the kernel's reading that keeps it out


def test_a_head_shows_every_parameter_and_a_body_has_no_others() -> None:
    assert Definition("id", ("t",), ["+", "t", "1"], ["slot", "t"], "").itself
    with pytest.raises(ValueError, match="the head shows"):
        Definition("id", ("t", "u"), ["+", "t", "u"], ["slot", "t"], "")
    with pytest.raises(Exception, match="unknown-name"):
        Definition("id", ("t",), ["+", "t", "u"], ["slot", "t"], "")


def test_every_definition_of_a_paper_folds_its_own_body() -> None:
    """Its printed entry has its own name on the left only, and is about its parameters."""
    for definition in FL:
        boxes, needed = notation.entry(definition, FL)
        assert definition.id not in {d.name for d in needed}
        head = notation.text(boxes[0][1])
        assert all(name in head for name in ("ScaleNorm", "_l")) or definition.id != "scale_norm"


def test_nothing_is_folded_in_a_statement_that_is_too_long() -> None:
    long = ["=", ["+", *[mean(y(J))] * 700], "a"]
    assert fold(statement(long), (MEAN,)) == Folded((), tree(long), ())
