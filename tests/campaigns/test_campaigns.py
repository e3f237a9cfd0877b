"""The campaigns, a part of their full size; and that each finds what it looks for."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import pytest

from constructions.functions import jets, spans
from constructions.functions.germs import GermSystem
from constructions.functions.reals import RealSystem
from constructions.interop import flint as balls
from proofs import replay
from proofs.kernel import cover, intervals
from proofs.kernel.check import RULES
from reports import reliability
from tests.campaigns import __main__ as command
from tests.campaigns import (
    agreement,
    boxes,
    enclosures,
    oracles,
    primitives,
    theorems,
    truths,
    walks,
)
from tests.campaigns.outcome import Outcome, merge
from tests.campaigns.truths import World
from tests.sampling import by_turns, some_of, whole

Patch = pytest.MonkeyPatch


# Outcomes.


def outcome(**changes: Any) -> Outcome:
    return Outcome(
        **{"promise": "p", "trial": "t", "trials": 10, "failures": 0, "seed": 1} | changes
    )


@pytest.mark.parametrize(
    "changes",
    [{"failures": 11, "examples": ("e",)}, {"failures": -1}, {"failures": 1}, {"examples": ("e",)},
     {"promise": ""}, {"trial": ""}, {"counts": {"a": -1}}],
    ids=str,
)  # fmt: skip
def test_outcomes_that_cannot_be(changes: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        outcome(**changes)


def test_the_bound() -> None:
    assert outcome(trials=1000).bound == 0.003
    assert outcome(trials=2).bound == 1
    assert outcome(trials=0).bound is None
    assert outcome(failures=1, examples=("e",)).bound is None


def test_blocks_add_up() -> None:
    parts = [
        outcome(counts={"a": 1}),
        outcome(trials=5, failures=1, examples=("e",), counts={"a": 2, "b": 1}, seed=2),
    ]
    whole = merge(parts)
    assert (whole.trials, whole.failures, whole.seed, whole.examples) == (15, 1, 1, ("e",))
    assert whole.counts == {"a": 3, "b": 1}
    with pytest.raises(ValueError):
        merge([outcome(), outcome(promise="another")])


# The oracle, against values that are known from elsewhere.


def test_the_oracles_are_consistent() -> None:
    assert oracles.selftest() == []


@pytest.mark.parametrize(
    ("name", "at", "digits"),
    [
        ("exp", F(1), "2.71828182845904523536028747135266249775724709369995957496696762772407663"),
        ("exp", F(-1), "0.36787944117144232159552377016146086744581113103176783450783680169746149"),
        ("log", F(2), "0.69314718055994530941723212145817656807550013436025525412068000949339362"),
        ("log", F(10), "2.30258509299404568401799145468436420760110148862877297603332790096757260"),
        ("sin", F(1), "0.84147098480789650665250232163029899962256306079837106567275170999191040"),
        ("cos", F(1), "0.54030230586813971740093660744297660373231042061792222767009725538110039"),
        ("tan", F(1), "1.55740772465490223050697480745836017308725077238152003838394660569886139"),
        ("tanh", F(1), "0.76159415595576488811945828260479359041276859725793655159681050012195324"),
        ("atan", F(1), "0.78539816339744830961566084581987572104929234984377645524373614807695410"),
        ("sqrt", F(2), "1.41421356237309504880168872420969807856967187537694807317667973799073247"),
    ],
)
def test_the_oracles_against_printed_tables(name: str, at: F, digits: str) -> None:
    """The first 70 decimals, as tables print them."""
    low, high = oracles.ELEMENTARY[name](at)
    assert 0 <= high - low < F(1, 2**400)
    assert abs(low - F(digits)) <= F(1, 10**70)


def test_hard_points_are_hard() -> None:
    points = oracles.hard_points(random.Random(0), 300)
    assert F(0) in points
    assert F(1, 2**1074) in points
    assert {-q for q in points} == set(points)
    near = oracles.middle(oracles.pi())
    assert any(0 < abs(abs(q) - k * near / 4) < F(1, 2**60) for q in points for k in range(1, 40))


# Enclosures.

PER_FAMILY = 250


@some_of(2)
@pytest.mark.parametrize("family", [name for _, name, _ in enclosures.attempts()])
def test_every_family_of_enclosures(family: str) -> None:
    found = enclosures.run(PER_FAMILY, 1, only=family)
    assert found.failures == 0, found.examples
    assert found.counts[f"{family}: inside"] > PER_FAMILY // 2 - 60


def test_all_families_together() -> None:
    trials = 3_000 if whole() else 500
    found = enclosures.run(trials, 2)
    assert found.failures == 0, found.examples
    assert found.trials == trials


def inward(patch: Patch) -> None:
    def rounded(lo: F, hi: F, bits: int) -> Any:
        if not bits:
            return lo, hi
        scale = 1 << bits
        return F(-((-lo * scale) // 1), scale), F((hi * scale) // 1, scale)

    patch.setattr(intervals, "outward", rounded)


def short_series(patch: Patch) -> None:
    """A series that is cut too early."""
    series = intervals._series

    def cut(first: F, ratio: Any, tail: F, bits: int) -> Any:
        return series(first, ratio, F(0), max(2, bits // 4))

    patch.setattr(intervals, "_series", cut)


def middle_alone(patch: Patch) -> None:
    patch.setattr(cover, "_tight", lambda form, box: form._replace(range=form.middle))


def one_slope(patch: Patch) -> None:
    """The product rule loses a term."""
    times = cover._times

    def halved(a: Any, b: Any, bits: int) -> Any:
        slope = None if a.slope is None else intervals.mul(a.slope, b.range, bits)
        return times(a, b, bits)._replace(slope=slope)

    patch.setattr(cover, "_times", halved)


def second_inward(patch: Patch) -> None:
    def fit(self: Any, n: int, d: int, up: bool) -> Any:
        return F(n, d).limit_denominator(1 << self.bits).as_integer_ratio()

    patch.setattr(replay.Arithmetic, "fit", fit)


def second_pi(patch: Patch) -> None:
    patch.setattr(replay, "pi", lambda s, w: ((22 << w) // 7, (22 << w) // 7 + 1))


def second_slope(patch: Patch) -> None:
    patch.setattr(replay.Box, "_rate", lambda self, op, at, value: replay.FLAT)


def halved_radius(patch: Patch) -> None:
    exact = balls.to_fractions

    def smaller(ball: Any) -> Any:
        low, high = exact(ball)
        return (3 * low + high) / 4, (low + 3 * high) / 4

    patch.setattr(balls, "to_fractions", smaller)


def span_of_a_square(patch: Patch) -> None:
    patch.setattr(spans.Span, "__pow__", lambda a, e: spans.Span(a.lo**e, a.hi**e))


def real_quarter_turn(patch: Patch) -> None:
    patch.setattr(RealSystem, "pi", lambda self: self.const(F(22, 7)))


def jet_product(patch: Patch) -> None:
    def product(a: Any, b: Any) -> Any:
        return jets.Jet(a.system, (a.c[0] * b.c[0], *(p * b.c[0] for p in a.c[1:2])))

    patch.setattr(jets.Jet, "__mul__", product)


def germ_of_a_root(patch: Patch) -> None:
    root = GermSystem.sqrt

    def same_order(self: Any, a: Any) -> Any:
        found = root(self, a)
        found.order = a.order
        return found

    patch.setattr(GermSystem, "sqrt", same_order)


BROKEN: list[tuple[str, Callable[[Patch], None]]] = [
    ("the kernel's primitives", inward),
    ("the kernel's primitives", short_series),
    ("the kernel's forms of terms", middle_alone),
    ("the kernel's forms of terms", one_slope),
    ("the second checker's primitives", second_inward),
    ("the second checker's primitives", second_pi),
    ("the second checker's forms", second_slope),
    ("balls", halved_radius),
    ("spans", span_of_a_square),
    ("reals a + b pi", real_quarter_turn),
    ("jets", jet_product),
    ("germs", germ_of_a_root),
]


@some_of(2)
@pytest.mark.parametrize(("family", "damage"), BROKEN, ids=[f.__name__ for _, f in BROKEN])
def test_an_enclosure_that_errs_is_caught(
    family: str, damage: Callable[[Patch], None], monkeypatch: Patch
) -> None:
    World(0)
    damage(monkeypatch)
    found = enclosures.run(600, 3, only=family)
    assert found.failures > 0
    assert all(e.startswith("seed 3, trial") for e in found.examples)


def test_a_term_that_is_undefined_must_be_refused(monkeypatch: Patch) -> None:
    """Enclosing a term where it has no value is a failure, not luck."""
    monkeypatch.setattr(truths, "true_value", lambda term, x: None)
    monkeypatch.setattr(boxes, "true_value", lambda term, x: None)
    assert enclosures.run(50, 1, only="forms of terms").failures > 30


def test_points_outside_of_an_interval_are_seen() -> None:
    assert primitives.compared(F(0), F(1), [(F(1, 2), F(1, 2))], "") == "inside"
    assert primitives.compared(F(0), F(1), [(F(1), F(2))], "") == "undecided"
    assert primitives.compared(F(0), F(1), [(F(3, 2), F(2))], "").startswith("outside")
    assert primitives.compared(F(1), F(0), [(F(1, 2), F(1, 2))], "").startswith("outside")


# The two checkers.


def test_disagreements_are_listed_by_kind() -> None:
    """A second checker that accepts everything, and one that accepts nothing."""
    yes = agreement.run(60, 1, two=lambda text: ("accept", ""))
    assert yes.failures > 25
    assert all("second checker accept" in example for example in yes.examples)
    no = agreement.run(60, 1, two=lambda text: ("reject", "identity-fails"))
    assert 0 < no.failures < 30
    assert no.counts["kernel accept, second checker reject identity-fails"] == no.failures


def test_a_checker_that_runs_out_of_work_does_not_disagree() -> None:
    spent = agreement.run(120, 1, two=lambda text: ("decline", "too-much-work"))
    assert spent.failures == 0
    assert spent.counts["accepted by one, too much work for the other"] > 0
    declined = agreement.run(120, 1, two=lambda text: ("decline", "unknown-rule"))
    assert declined.failures > 0


def test_a_checker_agrees_with_itself() -> None:
    found = agreement.run(150, 1, two=agreement.kernel)
    assert found.failures == 0
    assert found.counts["accepted by both"] > 20


def test_a_sharper_enclosure_is_no_disagreement() -> None:
    text = json.dumps({"statement": {"vars": {}, "functions": {}, "given": [],
                                     "show": ["!=", ["sqrt", "2"], "7/5"]},
                       "proof": {"by": "evaluate", "bits": 2, "then": []}})  # fmt: skip
    assert agreement.kernel(text) == ("reject", "not-shown")
    assert agreement.kernel(agreement.sharper(text)) == ("accept", "")


# Walks.


def test_walks_count_the_rules_that_were_applied() -> None:
    found = walks.run(400, 5)
    assert found.failures == 0, found.examples
    assert found.trials >= 400
    assert sum(n for k, n in found.counts.items() if k.startswith("rule ")) == found.trials


@by_turns(2)
@some_of(1)
@pytest.mark.parametrize("rule", ["split", "case", "finite"])
def test_a_rule_that_drops_a_child_is_caught(rule: str, monkeypatch: Patch) -> None:
    parameters, apply = RULES[rule]

    def without_the_second(context: Any, node: Any) -> Any:
        children = apply(context, node)
        return [*children[:1], *children[2:]]

    monkeypatch.setitem(RULES, rule, (parameters, without_the_second))
    found = walks.run(1_500, 5)
    assert found.failures > 0
    assert all("counterexample is lost" in example for example in found.examples)


# False theorems.


def test_false_theorems_are_counted() -> None:
    found = theorems.run(4, 1)
    assert found.failures == 0, found.examples
    assert found.trials >= 4
    assert found.counts["true neighbours proved"] > 0


def test_a_checker_that_accepts_everything_is_caught(monkeypatch: Patch) -> None:
    from tests.false_theorems import campaign

    monkeypatch.setattr(campaign, "_shown", lambda statement, proof: True)
    assert theorems.run(4, 1).failures > 0


# The command.


@pytest.fixture
def quick(monkeypatch: Patch) -> None:
    small = (("walks", 100, 2), ("agreement", 100, 1))
    monkeypatch.setattr(command, "CAMPAIGNS", small)
    monkeypatch.setattr(agreement.run, "__defaults__", (agreement.kernel, agreement.kernel))


WORDS = ["--processes", "1", "--trials", "40"]


@pytest.mark.usefixtures("quick")
def test_the_command_writes_what_it_prints(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "deep" / "r.json"
    assert command.main([*WORDS, "-o", str(out), "--seed", "3"]) == 0
    printed = capsys.readouterr().out
    assert max(map(len, printed.splitlines())) <= 80
    assert walks.PROMISE.split()[0] in printed
    data = reliability.load(out)
    assert reliability.table(data) == printed
    assert [row["name"] for row in data["campaigns"]] == ["walks", "agreement"]
    assert all(row["trials"] >= 40 and row["seed"] == 3 for row in data["campaigns"])
    again = tmp_path / "again.json"
    command.main([*WORDS, "-o", str(again), "--seed", "3"])
    assert command.summary(reliability.load(again)) == command.summary(data)


@pytest.mark.usefixtures("quick")
def test_a_failure_is_exit_status_1(
    tmp_path: Path, monkeypatch: Patch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        agreement.run, "__defaults__", (agreement.kernel, lambda text: ("accept", ""))
    )
    out = tmp_path / "r.json"
    assert command.main([*WORDS, "-o", str(out), "--only", "agreement"]) == 1
    assert "second checker accept" in capsys.readouterr().out
    assert reliability.load(out)["campaigns"][0]["failures"] > 0


@pytest.mark.usefixtures("quick")
def test_a_campaign_that_cannot_run_does_not_pass(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setattr(command, "SUMMARY", tmp_path / "kept.json")
    monkeypatch.setattr(walks, "run", lambda trials, seed: 1 / 0)
    assert command.main([*WORDS, "-o", str(tmp_path / "r.json"), "--keep"]) == 1
    assert not (tmp_path / "kept.json").exists()


@pytest.mark.usefixtures("quick")
def test_one_campaign_is_kept_beside_the_others(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setattr(command, "SUMMARY", tmp_path / "kept.json")
    out = ["-o", str(tmp_path / "r.json")]
    assert command.main([*WORDS, *out, "--keep"]) == 0
    before = reliability.load(tmp_path / "kept.json")
    more = ["--processes", "1", "--trials", "60", *out, "--keep", "--only", "walks"]
    assert command.main(more) == 0
    after = reliability.load(tmp_path / "kept.json")
    assert after["campaigns"][1] == before["campaigns"][1]
    assert after["campaigns"][0]["trials"] > before["campaigns"][0]["trials"]
    with pytest.raises(SystemExit, match="other versions"):
        command.main([*more, "--seed", "2"])
    assert reliability.load(tmp_path / "kept.json") == after


@pytest.mark.parametrize(
    "words",
    [["--trials", "0"], ["--scale", "0"], ["--scale", "nan"], ["--only", "nothing"],
     ["--seed", "-1"], ["--trials", "5", "--scale", "1"]],
    ids=" ".join,
)  # fmt: skip
def test_words_that_make_no_sense(words: list[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        command.main(words)
    assert stop.value.code == 2


def test_blocks_cover_the_trials_and_differ_in_seed() -> None:
    for trials in (1, 7, 100):
        found = list(command.tasks("walks", trials, 8, 5))
        assert sum(n for _, n, _ in found) == trials
        assert len({seed for _, _, seed in found}) == len(found)
        assert all(n > 0 for _, n, _ in found)
