"""Attack and proof side by side: who gets how long."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest

from proofs.kernel import check
from proofs.language.text import read
from proofs.search import conclude, strategies
from proofs.search.clock import now
from proofs.search.conjunctions import for_variables
from proofs.trees.script import Json
from tests.sampling import by_turns

ABOVE = read("x >= 1 |- x*x >= 1").sequent


def endless(statement: Json, deadline: float) -> bytes | None:
    try:
        while True:
            now()
    except Exception:  # what ends it from outside is none
        return None


def proved(seconds: float, monkeypatch: pytest.MonkeyPatch, *ways: Any) -> tuple[Any, list[Any]]:
    assert strategies.by_search(0)(ABOVE, now() + 60)  # its imports are no part of the time
    named = tuple((f"way {i}", way) for i, way in enumerate(ways))
    monkeypatch.setattr(strategies, "DECIDING", named)
    said = list(conclude._prove(ABOVE, now() + seconds))
    found = [value for kind, value in said if kind == "proof"]
    return found, [value for kind, value in said if kind == "tried"]


@by_turns(3)
def test_a_strategy_that_does_not_end_leaves_time_for_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found, _ = proved(4.0, monkeypatch, endless, strategies.by_search(0))
    assert check(found[0]).accepted


@by_turns(2)
def test_what_took_its_share_goes_on_with_what_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float] = []

    def slow(statement: Json, deadline: float) -> bytes | None:
        asked.append(deadline - now())
        if len(asked) == 1:
            return endless(statement, deadline)
        return strategies.by_search(0)(statement, deadline)

    found, tried = proved(2.0, monkeypatch, slow, lambda statement, deadline: None)
    first, second = asked
    assert 0.5 < first < 0.7 < second
    assert check(found[0]).accepted
    assert [(one.what, one.outcome) for one in tried] == [("way 1", "no proof found")]


@by_turns(3)
def test_each_is_named_once_where_nothing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    found, tried = proved(1.0, monkeypatch, endless, lambda statement, deadline: None, endless)
    assert not found
    assert sorted((one.what, one.outcome) for one in tried) == [
        ("way 0", conclude.LATE),
        ("way 1", "no proof found"),
        ("way 2", conclude.LATE),
    ]


def test_each_part_of_a_conclusion_is_shown_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    both = read("x >= 1 |- 1 <= x*x <= x*x + 1").sequent
    search = strategies.by_search(0)

    def only(part: int) -> strategies.Strategy:
        return lambda statement, deadline: (
            search(statement, deadline) if statement["show"] == both["show"][part] else None
        )

    monkeypatch.setattr(strategies, "DECIDING", (("first", only(1)), ("second", only(2))))
    ((kind, certificate),) = [m for m in conclude._prove(both, now() + 20) if m[0] == "proof"]
    assert (kind, check(certificate).accepted) == ("proof", True)
    monkeypatch.setattr(strategies, "DECIDING", (("first", only(1)),))
    said = [value.what for kind, value in conclude._prove(both, now() + 20) if kind == "tried"]
    assert said == ["first", conclude.EACH]


def test_what_showed_one_part_is_tried_first_for_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    both = read("x >= 1 |- 1 <= x*x <= x*x + 1").sequent
    asked: list[str] = []

    def says(name: str, strategy: strategies.Strategy) -> tuple[str, strategies.Strategy]:
        def run(statement: Json, deadline: float) -> bytes | None:
            asked.append(name)
            return strategy(statement, deadline) if statement["show"] != both["show"] else None

        return name, run

    ways = (says("blind", lambda statement, deadline: None), says("sees", strategies.by_search(0)))
    monkeypatch.setattr(strategies, "DECIDING", ways)
    assert [kind for kind, _ in conclude._prove(both, now() + 20)][-1] == "proof"
    assert asked == ["blind", "blind", "sees", "sees"]


AVERAGE = """for all v g: int -> real, b G: real; 0 <= b < 1, v(0) = 0,
for all k: int, 0 <= k => |g(k)| <= G,
for all k: int, 0 <= k => v(k + 1) = b*v(k) + (1 - b)*g(k)
|- for all k: int, 0 <= k => |v(k)| <= {most}"""


def test_a_conclusion_about_all_numbers_is_shown_for_a_variable() -> None:
    """Inductions are for a variable of the statement."""
    statement = read(AVERAGE.format(most="G")).sequent
    said = list(conclude._prove(statement, now() + 30))
    (proof,) = [value for kind, value in said if kind == "proof"]
    assert check(proof).accepted
    assert json.loads(proof)["statement"] == statement


def test_iterates_of_a_lipschitz_function_are_compared() -> None:
    """The step of the induction uses its bound between two iterates; without it nothing follows."""
    about = (
        "for all x: int -> real, f: real -> real, q: real, n: int; 0 <= q < 1, {}n >= 0, "
        "for all k: int, 0 <= k => x(k + 1) = f(x(k)) |- |x(n + 1) - x(n)| <= |x(1) - x(0)|"
    )
    bounded, free = (read(about.format(given)).sequent for given in ("f is q-Lipschitz, ", ""))
    way = strategies.by_recursion
    proof = way(bounded, now() + 30)
    assert proof is not None
    assert check(proof).accepted
    assert way(free, now() + 30) is None


THERE_IS = [
    "for all x d: real; d > 0 |- exists k: int, d*floor(x/d + 1/2) = d*k",
    "0 <= a <= 1 |- exists c d: real, max(c*x, d*x) = max(x, 0) + a*min(x, 0)",
    "x >= 0 |- exists y: real, y^2 = x and y <= 0",
    "for all a b u v: real; a < b |- exists m c: real, m*a + c = u and m*b + c = v",
    "for all f: real -> real, a: real; for all x: real, f(x) <= f(a) "
    "|- exists m: real, for all x: real, f(x) <= m",
]
THERE_IS_NONE = [
    "for all x d: real; d > 0 |- exists k: int, d*(x/d + 1/2) = d*k",
    "exists y: real, y^2 = x and y <= 0",
    "for all a b u v: real |- exists m c: real, m*a + c = u and m*b + c = v",
]


@by_turns(2)
@pytest.mark.parametrize("text", THERE_IS)
def test_what_there_is_is_named(text: str) -> None:
    statement = read(text).sequent
    proof = conclude._named(statement, now() + 20)
    assert proof is not None
    assert check(proof).accepted
    assert json.loads(proof)["statement"] == statement


@by_turns(2)
@pytest.mark.parametrize("text", THERE_IS_NONE)
def test_what_there_is_not_is_not_named(text: str) -> None:
    assert conclude._named(read(text).sequent, now() + 5) is None


@pytest.mark.parametrize(
    ("show", "opened", "steps"),
    [
        ("for all k: int, 0 <= k <= n => f(k) >= 0", "f(z0) >= 0", ["z0", ""]),
        ("for all x: real, x > n => for all y: real, f(y) >= x", "f(y) >= x", ["x", "", "y"]),
        ("f(n) >= 0", "f(n) >= 0", []),
    ],
)
def test_what_a_conclusion_binds_gets_names_that_nothing_has(
    show: str, opened: str, steps: list[str]
) -> None:
    given = "for all f: real -> real, n: int; (for all k: int, 0 <= k => f(k + 1) >= f(k)) |- "
    statement = read(given + show).sequent
    alone, taken = for_variables(statement)
    assert [step["as"] for step in taken] == steps
    declared = "for all f: real -> real, n z0: int, x y: real; |- "
    assert alone["show"] == read(declared + opened).sequent["show"]
    assert alone["given"][:1] == statement["given"]
    assert {*alone["vars"]} == {"n", *filter(None, steps)}


def test_what_swallows_its_end_is_ended_again() -> None:
    ends = 0
    with suppress(conclude._Late), conclude._at_most(0.05):
        for _ in range(2):
            with suppress(conclude._Late):
                while True:
                    pass
            ends += 1
        while True:
            pass
    assert ends == 2
