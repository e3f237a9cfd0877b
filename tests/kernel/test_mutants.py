"""Damaged certificates: none may be accepted for a statement that an exact oracle finds false.

The mutators, the oracle and the campaign at full size are in ``tests/campaigns``; this is the
part of it that every test run makes, and what shows that it would find a kernel that errs.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction as F
from typing import Any

import pytest
from kernelkit import verdict

from proofs.kernel import check, cover
from proofs.kernel import poly as P
from proofs.kernel.check import RULES
from proofs.kernel.context import Context
from proofs.kernel.errors import Reject
from tests.campaigns import mutants
from tests.campaigns.judge import Malformed, judge, well_formed
from tests.campaigns.mutators import CHEATS, PROOF, STATEMENT, Mutation, mutant
from tests.campaigns.pool import drawn, expected, nodes, pool
from tests.sampling import by_turns, draw, number, some_of, whole

TRIALS = 3_000 if whole() else 150  # the whole campaign: make reliability
ENOUGH = 9_000  # a kernel that errs is caught within so many


def test_the_pool_has_every_rule_and_is_accepted() -> None:
    refused = {name: verdict(text) for name, text in expected().items()}
    assert {name for name, answer in refused.items() if answer != "accept"} == set()
    assert len(pool()) > 100
    assert {n["by"] for text in pool() for n in nodes(json.loads(text)["proof"])} == set(RULES)


def test_the_oracle_judges_the_originals_and_finds_none_false() -> None:
    rng = random.Random(0)
    some = rng.sample(pool(), 300) if whole() else draw(pool(), 60, "the oracle")
    found = [judge(json.loads(text)["statement"], rng) for text in some]
    assert [f.where for f in found if f.false] == []
    assert sum(f.judged > 0 for f in found) > len(found) * (4 if whole() else 3) // 5


def test_there_are_many_kinds_of_damage_and_each_does_some() -> None:
    assert len(PROOF) >= 50
    assert len(STATEMENT) >= 25
    for table in (PROOF, STATEMENT, CHEATS):
        for kind in table:
            draws = iter(range(2_000))  # each finds something to change in one of so many

            def draw(rng: random.Random, draws: Iterator[int] = draws) -> str:
                next(draws)
                return drawn(rng)

            assert mutant(random.Random(1), {kind: table[kind]}, draw)[0] == kind


def test_no_mutant_is_accepted_for_a_false_statement() -> None:
    """From a seed of this commit: another commit damages other certificates in other places."""
    outcome = mutants.run(TRIALS, seed=1 if whole() else number())
    counts = Counter(outcome.counts)
    assert outcome.failures == 0, outcome.examples
    assert outcome.trials == TRIALS
    if not whole():  # too few for what is true of most
        return
    looked = "refused, looked at by the oracle"
    assert counts[f"{looked} and false"] > counts[looked] // 10  # it sees falsehood
    good, unknown = (
        counts[f"accepted, statement changed and {how}"]
        for how in ("true at every point tried", "not judged")
    )
    assert good > unknown  # most of what is accepted, the oracle can judge


IDLE = ("drop a child", "repeat a child", "add a parameter", "drop a parameter")


@some_of(2)
@pytest.mark.parametrize("kind", IDLE)
def test_what_has_no_idle_parts(kind: str) -> None:
    rng = random.Random(kind)
    table: dict[str, Mutation] = {kind: PROOF[kind]}
    for _ in range(100):
        assert verdict(json.dumps(mutant(rng, table)[1])) != "accept"


# A campaign that cannot fail is worth nothing: kernels that err are found out.


def forgiving(patch: pytest.MonkeyPatch, rules: str, *codes: str) -> None:
    """The rules take what they should reject for one of these reasons."""
    for name in rules.split():
        parameters, rule = RULES[name]

        def lenient(at: Any, node: Any, rule: Any = rule) -> list[Any]:
            try:
                return rule(at, node)
            except Reject as refusal:
                if refusal.code in codes:
                    return []
                raise

        patch.setitem(RULES, name, (parameters, lenient))


def forgetful(patch: pytest.MonkeyPatch, name: str, child: int) -> None:
    """The rule takes one child for shown."""
    parameters, rule = RULES[name]

    def lenient(at: Any, node: Any) -> list[Any]:
        children = rule(at, node)
        if len(children) > 1:
            children[child] = at.child(goal=("<=", F(0), F(1)))  # shown in its place
        return children

    patch.setitem(RULES, name, (parameters, lenient))


def middles(patch: pytest.MonkeyPatch) -> None:
    """A box is judged by its middle."""
    patch.setattr(cover, "_tight", lambda form, box: form._replace(range=form.middle))


#: what errs, and the rule whose proofs show it (any, where none is named)
DAMAGE: dict[str, tuple[Callable[[pytest.MonkeyPatch], Any], str]] = {
    "an identity that is not tested": (lambda p: forgiving(p, "leaf zero", "identity-fails"), ""),
    "strictness that is not tested": (lambda p: forgiving(p, "leaf", "nothing-strict"), "leaf"),
    "evaluation that is not looked at": (
        lambda p: forgiving(p, "evaluate", "not-shown"), "evaluate"),
    "a cover that is not looked at": (lambda p: forgiving(p, "cover", "not-shown"), "cover"),
    "boxes judged by their middle": (middles, "cover"),
    "split drops its first child": (lambda p: forgetful(p, "split", 0), "split"),
    "split drops its second child": (lambda p: forgetful(p, "split", 1), "split"),
    "case drops a child": (lambda p: forgetful(p, "case", 0), "case"),
    "a lemma need not be shown": (lambda p: forgetful(p, "have", 0), "have"),
    "both drops a child": (lambda p: forgetful(p, "both", 1), "both"),
    "everything is defined": (lambda p: p.setattr(Context, "evident", lambda *_: True), ""),
    "everything is an integer": (lambda p: p.setattr(Context, "integral", lambda *_: True), ""),
    "minus is plus": (lambda p: p.setattr(P, "minus", P.add), ""),
}  # fmt: skip


def caught(trials: int, rule: str = "") -> bool:
    outcome = mutants.run(trials, seed=2, enough=1, weights=(2, 4, 4), rule=rule)
    assert all("seed 2, trial" in example for example in outcome.examples)
    return outcome.failures > 0


def test_a_sound_kernel_is_not_caught() -> None:
    assert not caught(1_000 if whole() else 100)


LONG = ("drops", "need not be shown", "is defined")  # found after thousands of trials


@pytest.mark.parametrize(
    ("damage", "rule"),
    [
        pytest.param(
            *row,
            id=kind.replace(" ", "-"),
            marks=by_turns(8) if any(word in kind for word in LONG) else (),
        )
        for kind, row in DAMAGE.items()
    ],
)
def test_a_kernel_that_errs_is_caught(
    damage: Any, rule: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pool()  # as the sound kernel finds it
    damage(monkeypatch)
    assert caught(ENOUGH, rule)


# The oracle.

TRUE_STATEMENTS = (
    ["<", ["exp", "1"], "2719/1000"],
    ["all", "u", "real", ["<=", "0", ["*", "u", "u"]]],
    ["<=", ["abs", ["sin", "x"]], "1"],
    ["=", ["sum", "k", "1", "4", "k"], "10"],
    ["some", "u", "int", ["<", "3", "u"]],
    ["=", ["sum", "k", "0", "2", ["/", "1", "k"]], "3/2"],  # the undefined summand counts as 0
)
FALSE_STATEMENTS = (
    ["<", ["exp", "1"], "2718/1000"],
    ["<", ["pi"], "333/106"],
    ["all", "u", "real", ["<", "0", ["*", "u", "u"]]],
    ["some", "u", "real", ["<", ["^", "u", 2], "0"]],
    ["=", ["/", "1", "0"], ["/", "1", "0"]],  # undefined: false
    ["<=", ["sqrt", "-1"], "1"],
    ["=", ["^", ["sqrt", "2"], 2], "3"],
    ["implies", ["<", "x", "1"], ["<", "x", "99/100"]],
    ["<", ["tanh", "x"], ["exp", ["-", "x"]]],
)


def closed(show: Any, given: Any = ()) -> dict[str, Any]:
    return {"vars": {"x": "real"}, "functions": {"f": 1}, "given": list(given), "show": show}


@pytest.mark.parametrize("show", TRUE_STATEMENTS, ids=str)
def test_the_oracle_passes_what_is_true(show: Any) -> None:
    found = judge(closed(show), random.Random(0))
    assert (found.false, found.judged > 0) == (False, True)


@pytest.mark.parametrize("show", FALSE_STATEMENTS, ids=str)
def test_the_oracle_sees_what_is_false(show: Any) -> None:
    assert judge(closed(show), random.Random(0)).false


def test_the_oracle_needs_the_hypotheses() -> None:
    show = ["<=", ["app", "f", "x"], "5"]
    assert judge(closed(show, [["<", "7", "x"]]), random.Random(0), 200).false
    bounded = [["all", "u", "real", ["<=", ["app", "f", "u"], "5"]]]
    found = judge(closed(show, bounded), random.Random(0), 200)
    assert (found.false, found.judged > 0) == (False, True)
    lipschitz = [["lipschitz", "f", "0", "0", "1"], ["=", ["app", "f", "0"], "5"],
                 ["<=", "0", "x"], ["<=", "x", "1"]]  # fmt: skip
    found = judge(closed(show, lipschitz), random.Random(0), 400)
    assert (found.false, found.judged > 0) == (False, True)


def test_the_oracle_does_not_guess() -> None:
    """What intervals cannot decide is not false: an irrational equality, a huge sum."""
    for show in (["=", ["exp", "1"], ["exp", "1"]], ["<", ["sum", "k", "0", "9999", "k"], "0"]):
        assert not judge(closed(show), random.Random(0)).false


@pytest.mark.parametrize(
    "show",
    [["<=", "y", "0"], ["<=", "x"], ["or", ["<=", "0", "0"]], ["<=", ["app", "g", "x"], "0"],
     ["all", "x", "real", ["<=", "0", "1"]], ["<=", ["tan", "x"], "0"], ["<=", ["^", "x", -1], "0"],
     "x", ["all", "u", "rational", ["<=", "0", "1"]]],
    ids=str,
)  # fmt: skip
def test_what_is_no_statement(show: Any) -> None:
    with pytest.raises(Malformed):
        well_formed(closed(show))
    assert not check(json.dumps({"statement": closed(show), "proof": {}})).accepted
