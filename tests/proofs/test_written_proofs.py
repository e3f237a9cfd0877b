"""Proofs as text: each kind of step, and steps that do not follow."""

from __future__ import annotations

import gc
import json
import time
from pathlib import Path
from typing import Any

import pytest

from proofs import scripts
from proofs.certify import family
from proofs.evidence import dumps
from proofs.kernel import check
from proofs.kernel.check import open_statement
from proofs.language import elaboration, library
from proofs.language.document import Item
from proofs.language.elaboration import Elaborator, State, _at_most, _choices, _TimeIsUp, cited
from proofs.language.finding import WORK, _known
from proofs.language.library import lemmas
from proofs.language.steps import read_steps
from proofs.language.text import TextError, read
from proofs.registry import load
from proofs.search.prove import _Search
from tests.sampling import by_turns, some_of
from verify.deciding import decide_document

STEPS = {
    "reasons": (
        "x in [0, 1] |- x*(1 - x) <= 1/4",
        """
        have square: (x - 1/2)^2 >= 0
        show by square
        """,
    ),
    "no reasons": ("x > 0 |- x + 1/x >= 2", "have (x - 1)^2/x >= 0"),
    "let": (
        "x >= 0 |- x/(1 + x) < 1",
        """
        let t = 1 + x
        have 0 < t
        have x/t = 1 - 1/t
        """,
    ),
    "let with a parameter": (
        "for all f: real -> real; f is 1-Lipschitz on [0, 1] |- |f(0) - f(1)| <= 1",
        """
        let gap(u, v) = |f(u) - f(v)|
        have gap(0, 1) <= 1 by f(0, 1)
        """,
    ),
    "calc": (
        "for all f: real -> real, L x y: real; f is L-Lipschitz on [0, 1], 0 <= x <= y <= 1"
        " |- |f(x) - f(y)| <= L*(y - x)",
        """
        calc |f(x) - f(y)| <= L*|x - y| by f(x, y)
             _ = L*(y - x)
        """,
    ),
    "an induction on a name that is known": (
        "for all j: int, f: int -> real; j >= 0, f(0) = 0,"
        " (for all k: int, k >= 0 => f(k + 1) = f(k) + 1) |- f(j) = j",
        """
        have all: for all j: int, 0 <= j => f(j) = j by induction on j:
          step:
            have f(j) = j by ih
        show by all(j)
        """,
    ),
    "calc downwards": (
        "x >= 2 |- x^3 > x",
        """
        calc bound: x^3 >= 4*x by x^2 >= 4
             _ > x
        show by bound
        """,
    ),
    "two blocks": (
        "for all x: real; |- |x| >= x^2/(1 + x^2) - 1",
        """
        cases x >= 0:
          have |x| = x
          have x^2/(1 + x^2) <= 1
        else:
          have x^2/(1 + x^2) <= 1
        """,
    ),
    "one block": (
        "for all x, y: real; x*y > 0 |- x/y > 0",
        """
        cases sign: y > 0:
          have x > 0
          have x*(1/y) > 0
        have y < 0
        have x < 0
        have (-x)*(1/(-y)) > 0
        """,
    ),
    "cases of an equation": (
        "for all x: real; |- x^2 + |x| >= 0",
        """
        cases x = 0:
          have x^2 = 0
        have |x| > 0
        """,
    ),
    "cases of an integer": (
        "for all n: int; |- n*(n - 1) >= 0",
        """
        cases below: n <= 0:
          show by below
        have n >= 1
        """,
    ),
    "cases of a term": (
        "for all x: real; |- max(x, -x) = |x|",
        """
        cases |x|
        cases max(x, -x)
        """,
    ),
    "induction": (
        "for all n: nat; |- sum(k = 1..n, 2*k - 1) = n^2",
        """
        have all: for all m: int, m >= 0 => sum(k = 1..m, 2*k - 1) = m^2 by induction on m
        show by all(n)
        """,
    ),
    "induction with blocks": (
        "for all f: real -> real, n: nat; f(0) = 1, (for all k: int, 0 <= k => f(k + 1) = 2*f(k))"
        " |- f(n) >= n + 1",
        """
        have all: for all m: int, 0 <= m => m <= n => f(m) >= m + 1 by induction on m:
          base:
            show by f(0) = 1
          step:
            have f(m + 1) = 2*f(m)
            show by ih, f(m + 1) = 2*f(m)
        show by all(n)
        """,
    ),
    "obtain and take": (
        "for all x: real; (exists y: real, y^2 = x and y > 1) |- exists z: real, z^2 = 4*x",
        """
        obtain y from exists y: real, y^2 = x and y > 1
        take 2*y
        """,
    ),
    "supremum": (
        "for all f: real -> real, b: real; f(0) = 0, (for all x: real, f(x) = 0 => x <= b)"
        " |- exists s: real, s <= b and 0 <= s and (for all x: real, f(x) = 0 => x <= s)",
        """
        let zero(x) = f(x) = 0
        have some: exists x: real, zero(x):
          take 0
        have bounded: exists u: real, for all x: real, zero(x) => x <= u:
          take b
        obtain s from supremum(zero)
        have above: for all x: real, zero(x) => x <= s
        have least: for all u: real, (for all x: real, zero(x) => x <= u) => s <= u
        take s
        have s <= b by least(b)
        show by above, above(0), s <= b
        """,
    ),
    "a block shows what a fact asks for": (
        "for all b: real; (for all u: real, 0 <= u => (for all x: real, 0 < x => x <= u) => u <= b)"
        " |- (for all x: real, 0 < x => x <= 1) => 1 <= b",
        """
        have each: for all x: real, 0 < x => x <= 1
        have bound: for all u: real, 0 <= u => (for all x: real, 0 < x => x <= u) => u <= b
        use bound(1):
          fix t
          show by each(t)
        """,
    ),
    "fix": (
        "|- for all x: real, for all y: real, x < y => (exists z: real, x < z and z < y)",
        """
        fix u, v
        take (u + v)/2
        """,
    ),
    "fix after a step, and let in a block whose variable has another name": (
        "for all f: real -> real; (for all k: int, f(k) = 0)"
        " |- for all i: int, f(i) + f(i + 1) = 0",
        """
        fix i
        have each: for all i: int, f(i) + f(i + 1) = 0:
          let next = f(i + 1)
          have next = 0
          have f(i) = 0
        """,
    ),
    "facts at terms of the goal, for sums in the other bracketing": (
        "for all f: real -> real, n: int; n >= 0, (for all k: int, 1 <= k => f(1 + (n + k)) = 0)"
        " |- sum(k = 1..n, f(1 + n + k)) = 0",
        "show by sum_zero(k -> f(1 + n + k), 1, n)",
    ),
    "suffices": (
        "for all a, b: real; 0 <= a, 0 <= b |- a*b <= (a^2 + b^2)/2",
        """
        suffices (a - b)^2 >= 0
        show by search
        """,
    ),
    "a block of its own": (
        "for all x: real; |- exists y: real, for all z: real, z <= x => z < y",
        """
        have more: for all z: real, z <= x => z < x + 1:
          have z <= x
        take x + 1
        """,
    ),
    "obtain from what says more": (
        "for all x: real; |- exists y: real, x < y",
        """
        have both: 0 <= x^2 and (exists y: real, y > x + 1):
          have exists y: real, y > x + 1:
            take x + 2
        obtain y from both
        take y
        """,
    ),
    "a fact that says more, at a term": (
        "for all f: real -> real; f(0) = 1, (for all t: real, f(t) >= t) |- f(3) >= 3",
        """
        have both: f(0) = 1 and (for all t: real, f(t) >= t)
        show by both(3)
        """,
    ),
    "a lemma on functions": (
        "for all n: int; n >= 1 |- sum(k = 1..n, 1/(k + 1) - 1/k) = 1/(n + 1) - 1",
        "show by telescope(k -> 1/k, 1, n)",
    ),
    "a lemma on a function in hand": (
        "for all x: real -> real, n: int; n >= 1 "
        "|- sum(k = 1..n, x(k))^2 <= n*sum(k = 1..n, x(k)^2)",
        """
        have one: sum(k = 1..n, 1) = n by sum_constant(1, n, 1)
        show by cauchy_schwarz(x, k -> 1, 1, n), one
        """,
    ),
    "a lemma on numbers": (
        "for all x: real; x >= 1 |- sqrt(x) >= 1",
        "show by root_mono(1, x)",
    ),
}


def argued(statement: str, proof: str, seconds: float = 10.0) -> Any:
    sequent = read(statement).sequent
    elaborator = Elaborator(proof, lemmas=lemmas(), seconds=seconds)
    return {"statement": sequent, "proof": elaborator.proof(sequent, read_steps(proof))}


@by_turns(2)
@some_of(7)
@pytest.mark.parametrize("name", STEPS)
def test_each_kind_of_step_ends_in_a_certificate(name: str) -> None:
    certificate = argued(*STEPS[name])
    assert check(dumps(certificate)).accepted


WRONG = {
    "a false step": ("x > 0 |- x + 1 > 1", "have x > 1", "holds at x = 1,"),
    "a false goal": ("x > 0 |- x^2 > x/4", "have a: x^2 > 0\nshow by a", "it does not follow"),
    "what is not named is not used": (
        "for all x, y: real; x^2 <= y, y <= 1 |- x^2 <= 1",
        "have upper: y <= 1\nshow by upper",
        "from what is named",
    ),
    "a name that nobody gave": ("x > 0 |- x > -1", "show by close", "no fact is called close"),
    "a variable that nobody declared": ("x > 0 |- x > -1", "have y > 0", "y is not known here"),
    "a premise that does not hold": (
        "for all f: real -> real, x: real; f is 1-Lipschitz on [0, 1], x >= 0 |- f(x) <= f(0) + x",
        "use f(0, x)",
        "x ≤ 1",
    ),
    "nothing after the end": ("x > 0 |- x > -1", "show by x > 0\nhave x > 0", "nothing follows"),
    "a step where the base fails": (
        "for all n: nat; |- n <= 0",
        "have all: for all m: int, 0 <= m => m <= 0 by induction on m",
        "m + 1 ≤ 0",
    ),
    "a lemma where its premise fails": (
        "for all n: int; |- sum(k = 1..n, 1) = n",
        "show by sum_constant(1, n, 1)",
        "1 ≤ n + 1",
    ),
    "a function that is not defined": (
        "for all n: int; n >= 0 |- sum(k = 0..n, 1/(k + 1) - 1/k) = 1/(n + 1)",
        "show by telescope(k -> 1/k, 0, n)",
        "a value may be undefined",
    ),
    "a claim that nobody said": ("x > 0 |- x > -1", "obtain s from supremum(P)", "let claim(x)"),
    "a block that nothing asks for": (
        "for all f: real -> real; (for all t: real, f(t) >= t) |- f(1) >= 0",
        "have each: for all t: real, f(t) >= t\nuse each(1):\n  show by 1 > 0",
        "no premise for a block",
    ),
    "nothing to obtain": ("x > 0 |- x > -1", "obtain y from x > 0", "does not say that something"),
}


@by_turns(2)
@some_of(3)
@pytest.mark.parametrize("name", WRONG)
def test_a_step_that_does_not_follow_is_named_with_its_place(name: str) -> None:
    statement, proof, says = WRONG[name]
    with pytest.raises(TextError) as error:
        argued(statement, proof, seconds=0.5)
    assert says in error.value.shown()
    assert "^" in error.value.shown()


UNREADABLE = {
    "prove x > 0": "a step begins with",
    "have x > 0:": "a block is missing",
    "else:\n  have x > 0": "nothing to belong to",
    "have x >": "is expected here",
    "  have x > 0\n have y > 0": "neither as a step nor below one",
    "have a: for all m: int, 0 <= m => m >= 0 by induction on m:\n  start:\n    have 0 <= 0": (
        "base: and step:"
    ),
    "obtain y": "obtain c from FACT",
    "calc x": "a chain has a relation",
    "": "the proof is empty",
}


@pytest.mark.parametrize("text", UNREADABLE)
def test_what_cannot_be_read_is_said_with_its_place(text: str) -> None:
    with pytest.raises(TextError) as error:
        read_steps(text)
    assert UNREADABLE[text] in str(error.value)


def test_a_theorem_on_a_function_in_hand_is_cited_for_all_its_variables() -> None:
    about = "for all f: real -> real, x: real; (for all t: real, f(t) >= t), x >= 1 |- f(x)^2 >= x"
    proof = """
    have large: f(x) >= x
    have f(x)*f(x) >= x*x by large, x >= 1
    have x*x >= x
    """
    known = argued(about, proof)
    goal = read("for all f: real -> real; (for all t: real, f(t) >= t) |- f(3)^2 >= 3").sequent
    text = "show by known(3)"
    found = elaboration.written(goal, text, theorems={"known": lambda: known})()
    assert check(dumps({"statement": goal, "proof": found})).accepted
    with pytest.raises(TextError, match="1 ≤ 1/2"):
        elaboration.written(goal, "show by known(1/2)", theorems={"known": lambda: known})()
    other = read("for all f: real -> real; |- f(3)^2 >= 3").sequent
    with pytest.raises(TextError):
        elaboration.written(other, text, theorems={"known": lambda: known})()


def test_a_cited_proof_binds_names_like_those_that_its_own_get() -> None:
    about = (
        "for all f: real -> real, n: int; n >= 1, (for all i in 1..n, 0 <= f(i)) "
        "|- for all k in 1..n, f(k) <= sum(o = 1..n, f(o))"
    )
    known = argued(about, "show by sum_summand(f, 1, n, k)")
    assert '"k_"' in str(dumps(known))
    goal = read(
        "for all f: real -> real; (for all i in 1..5, 0 <= f(i)) |- f(2) <= sum(o = 1..5, f(o))"
    ).sequent
    found = elaboration.written(goal, "show by known(5, 2)", theorems={"known": lambda: known})()
    assert check(dumps({"statement": goal, "proof": found})).accepted


def test_a_theorem_on_any_function_is_cited_for_a_term_in_others() -> None:
    about = "for all f: real -> real, x, y: real; x = y |- f(x) = f(y)"
    known = argued(about, "show by x = y")
    assert '"same"' in str(dumps(known))
    goal = read(
        "for all g: real^2 -> real, a, b: real; a = b |- g(1, a)^2 + g(a, a) = g(1, b)^2 + g(b, b)"
    ).sequent
    text = "show by known(t -> g(1, t)^2 + g(t, t), a, b), a = b"
    found = elaboration.written(goal, text, theorems={"known": lambda: known})()
    assert check(dumps({"statement": goal, "proof": found})).accepted


def test_what_is_found_for_a_step_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    statement, proof = STEPS["reasons"]
    sequent, kept = read(statement).sequent, {}
    Elaborator(proof, kept=kept).proof(sequent, read_steps(proof))
    known = dict(kept)
    assert known
    monkeypatch.setattr(elaboration, "quickly", lambda context, hard: None)
    monkeypatch.setattr(elaboration, "STRATEGIES", ())
    Elaborator(proof, kept=kept).proof(sequent, read_steps(proof))
    assert kept == known
    with pytest.raises(elaboration.StepError):
        Elaborator(proof).proof(sequent, read_steps(proof))


def test_a_kept_proof_of_something_else_is_not_believed() -> None:
    statement, proof = STEPS["reasons"]
    sequent, kept = read(statement).sequent, {}
    Elaborator(proof, kept=kept).proof(sequent, read_steps(proof))
    damaged = {
        key: {"by": "leaf", "terms": [["1", [0], []]], "mult": [], "then": []} for key in kept
    }
    node = Elaborator(proof, kept=damaged).proof(sequent, read_steps(proof))
    assert not check(dumps({"statement": sequent, "proof": node})).accepted


def test_a_shorter_proof_has_no_unused_facts_and_is_accepted() -> None:
    from proofs.kernel.check import open_statement
    from proofs.trees.transport import shorter

    certificate = argued("for all x: real; |- x*x >= 0", "have exp(x) > 0\nhave x^2 >= 0")
    proof = shorter(open_statement(certificate["statement"]), certificate["proof"])
    assert "exp" in str(certificate["proof"])
    assert "exp" not in str(proof)
    assert check(dumps({**certificate, "proof": proof})).accepted


def test_boxes_are_told_again_where_the_domain_is_not_larger() -> None:
    from proofs.trees.transport import transport

    def about(*bounds: list[str]) -> Any:
        show = ["<=", ["^", "x", 2], ["exp", "x"]]
        return {"vars": {"x": "real"}, "functions": {}, "given": [*bounds], "show": show}

    positive = ["<=", "0", "x"]
    proof = {"by": "cover", "on": "x", "cuts": ["0", "1"], "bits": 64, "then": []}
    certificate = {"statement": about(positive, ["<=", "x", "1"]), "proof": proof}
    told = transport(certificate, about(["<", "x", "1"], positive))
    assert told is not None
    assert check(dumps(told)).accepted
    assert transport(certificate, about(positive, ["<=", "x", "2"])) is None
    assert transport(certificate, about(positive)) is None


def test_a_fact_that_its_own_steps_make_known_is_left_out_of_a_proof_that_is_told() -> None:
    from proofs.trees.transport import direct

    certificate = lemmas()["sum_equal"].certificate
    proof = direct(open_statement(certificate["statement"]), certificate["proof"])
    assert str(certificate["proof"]).count("'have'") == 3
    assert str(proof).count("'have'") == 0
    assert check(dumps({**certificate, "proof": proof})).accepted
    assert lemmas()["sum_equal"].proof == proof


def test_what_is_known_is_not_shown_again_where_a_proof_is_told() -> None:
    from proofs.trees.transport import transport

    square = ["all", "t", "real", ["<=", "0", ["^", "t", 2]]]
    shown = {"vars": {"x": "real"}, "functions": {}, "given": [], "show": square}
    goal = {**shown, "show": ["<=", "0", ["^", ["+", "x", "1"], 2]]}
    first = argued("for all x: real; |- (for all t: real, 0 <= t^2)", "show by search")
    used = {"by": "use", "rule": 0, "at": [["+", "x", "1"]]}
    last = {"by": "leaf", "terms": [["1", [0], []], ["1", [1], []]], "mult": [], "then": []}
    proof = {"by": "have", "show": square, "then": [first["proof"], {**used, "then": [last]}]}
    certificate = {"statement": goal, "proof": proof}
    assert check(dumps(certificate)).accepted
    other = ["all", "s", "real", ["<=", "0", ["^", "s", 2]]]
    told = transport(certificate, {**goal, "given": [other]})
    assert told is not None
    assert "have" not in str(told["proof"])
    assert check(dumps(told)).accepted
    told = transport(certificate, {**goal, "given": [["<=", "0", "x"]]})
    assert told is not None
    assert "have" in str(told["proof"])


LIBRARY = [item for _, item in library.items()]


def test_every_lemma_of_the_library_has_a_kept_proof() -> None:
    for item in LIBRARY:
        certificate = lemmas()[item.name].certificate
        assert certificate["statement"] == item.statement.sequent, item.name
        assert check(dumps(certificate)).accepted, item.name


@by_turns(2)
@some_of(2)
@pytest.mark.parametrize("item", LIBRARY, ids=lambda item: item.name)
def test_a_lemma_is_found_again_from_its_text(item: Item) -> None:
    (subject,) = (subject for subject, one in library.items() if one is item)
    proof = library.found(item, subject, lemmas())
    assert check(dumps({"statement": item.statement.sequent, "proof": proof})).accepted


def test_a_lemma_is_cited_for_lemmas_that_stand_before_it() -> None:
    names = [item.name for item in LIBRARY]
    assert len(names) == len(set(names))
    for place, item in enumerate(LIBRARY):
        assert not {*names[place:]} & {*cited(item.steps)}


EXAMPLE = """
lemma third: for all x: real; x >= 3 |- x^2 >= 9
  proof:
    have (x - 3)*(x + 3) >= 0

theorem whole "of two steps": for all x: real; x >= 3 |- x^2 + x >= 12
  proof:
    show by third(x)

theorem wrong: for all x: real; x > 0 |- x^2 >= x
  proof:
    have x >= 1
"""


def test_a_file_with_proofs_is_decided_by_them(tmp_path: Path) -> None:
    steps = tmp_path / "steps.json"
    third, whole, wrong = decide_document(EXAMPLE, stem="example", steps=steps)
    assert (third.word, whole.word, wrong.word) == ("proved", "proved", "refuted")
    assert whole.claim.obligations[0].written == "show by third(x)"
    assert "the written proof does not go through" in str(wrong)
    assert "line 12, column 5" in str(wrong)
    assert json.loads(steps.read_text())


STATED = {"vars": {}, "functions": {}, "given": [], "show": ["<=", "0", "1"]}
WRITTEN = [
    (name, obligation.id)
    for name in ("pln.lemma2", "weierstrass.ghost_distance", "fl.eq5", "sumformer.thm4_3")
    for claim in family(load(name))
    for obligation in claim.all_obligations()
    if obligation.written
]


def test_there_are_written_proofs_of_claims() -> None:
    assert {name for name, _ in WRITTEN} >= {"pln.lemma2", "fl.eq5", "sumformer.thm4_3"}


def test_a_text_that_does_not_go_through_is_told_and_no_proof(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails() -> Any:
        return elaboration.written(STATED, "have 1 < 0")()

    monkeypatch.setattr(scripts, "_sources", lambda name: {"t": lambda: (STATED, fails())})
    found = scripts.again("any", "t")
    assert "no reason was found for 1 < 0" in found.why
    assert not found.certificate


@by_turns(2)
@some_of(1)
@pytest.mark.parametrize("item", WRITTEN, ids=lambda item: item[1])
def test_what_a_page_shows_as_a_proof_is_one(item: tuple[str, str]) -> None:
    assert scripts.again(*item).why == ""


def _collect_and_work() -> None:
    gc.collect()
    _work(30.0)


def _work(seconds: float) -> None:
    """So much processor time, and no more."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def test_a_search_ends_when_its_time_is_over() -> None:
    with pytest.raises(_TimeIsUp), _at_most(0.05):
        _work(30.0)
    _work(0.2)


@by_turns(3)
def test_the_end_of_a_search_is_not_lost_in_the_garbage_collector() -> None:
    whole = []

    def slow(phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            _work(0.3)
            whole.append(phase)

    gc.callbacks.append(slow)
    try:
        with pytest.raises(_TimeIsUp), _at_most(0.05):
            _collect_and_work()
    finally:
        gc.callbacks.remove(slow)
    assert whole


def test_the_end_of_a_search_is_not_lost_in_a_destructor() -> None:
    class Slow:
        def __del__(self) -> None:
            _work(0.3)
            whole.append(self)

    def drop_and_work() -> None:
        Slow()
        _work(30.0)

    whole: list[Slow] = []
    with pytest.raises(_TimeIsUp), _at_most(0.05):
        drop_and_work()
    assert whole


@pytest.mark.parametrize(("shown", "known"), [("0", True), ("1", False)])
def test_numbers_that_an_induction_leaves_are_worked_out(shown: str, known: bool) -> None:
    def row(number: Any, low: Any) -> Any:
        inside = ["and", ["<=", low, "k"], ["<=", "k", "d"]]
        value = ["app", "S", number, "k"]
        return ["all", "k", "int", ["implies", inside, ["=", value, "0"]]]

    statement = {
        "vars": {"d": "int"},
        "functions": {"S": 2},
        "given": [row(shown, "1")],
        "show": row(["*", "3", "0"], ["+", "0", "1"]),
    }
    found = _known(open_statement(statement), _Search(WORK))
    assert (found is not None) == known


def test_what_is_known_word_for_word_is_looked_at_alone_before_all_else() -> None:
    """Among many facts about roots and quotients a search does not come to it in time."""
    root = ["<", "0", ["sqrt", "x"]]
    small = ["<=", "x", "1"]
    sides = {"functions": {}, "given": [small, root], "show": root}
    statement = {"vars": {"x": "real"}, **sides}
    state = State(open_statement(statement), root, (small, root))

    def first(fact: Any) -> Any:
        return next(_choices(state, None, fact))

    assert first(root) == [root]
    assert first(["and", root, small]) == [root, small]
    assert first(["<=", "0", ["sqrt", "x"]]) == [small]


def test_bound_names_make_no_difference_to_what_is_known_word_for_word() -> None:
    every = ["all", "k", "int", ["implies", ["<=", "1", "k"], ["<=", ["app", "f", "k"], "x"]]]
    renamed = json.loads(json.dumps(every).replace('"k"', '"k_"'))
    other = json.loads(json.dumps(renamed).replace('"1"', '"2"'))
    statement = {"vars": {"x": "real"}, "functions": {"f": 1}, "given": [every], "show": every}
    state = State(open_statement(statement), every, (every,))
    assert next(_choices(state, None, renamed)) == [every]
    assert next(_choices(state, None, other)) == []


def test_a_name_for_what_is_known_costs_nothing() -> None:
    said = "for all f: real -> real; (for all t: real, f(t) >= t) |- f(2) + f(3) >= 5"
    made = argued(said, "have each: for all t: real, f(t) >= t\nshow by each(2), each(3)")
    assert check(dumps(made)).accepted
    assert '"have"' not in dumps(made).decode()


def test_a_conjunction_of_which_a_part_is_known_is_shown_part_by_part(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = """\
theorem near: for all f: real -> real, n: int, x: real; n >= 2, (for all k in 1..n, f(k) <= x)
  |- sum(k = 1..n, f(k)) <= sum(k = 1..n, x)
  proof:
    show by sum_mono(f, k -> x, 1, n)
"""
    asked: list[Any] = []

    def noted(state: State, named: Any, fact: Any) -> Any:
        asked.append(fact)
        return _choices(state, named, fact)

    monkeypatch.setattr(elaboration, "_choices", noted)
    (decided,) = decide_document(text)
    assert decided.answer.proof is not None
    assert check(decided.answer.proof).accepted
    heads = [fact[0] for fact in asked]
    assert "all" in heads
    assert "and" not in heads


@pytest.mark.parametrize("names", [("x", "y"), ("x_2", "y_2"), ("y_2", "x_2")])
def test_a_lemma_that_cites_another_is_cited_whatever_the_variables_are_called(
    names: tuple[str, str],
) -> None:
    one, two = names  # the proof of exp_equal binds x_2 and y_2, where it cites exp_mono
    sequent = read(f"for all {one}, {two}: real; {one} = {two} |- exp({one}) = exp({two})").sequent
    proof = elaboration.written(sequent, f"show by exp_equal({one}, {two})\n")()
    assert check(dumps({"statement": sequent, "proof": proof})).accepted
