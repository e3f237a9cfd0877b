"""What ``make test`` tries of a promise about many things: a share, drawn anew for each commit.

``make test-all`` (``NETPROOF_TESTS=all``) tries everything, and so does a test that is asked for by
its name (``::``, ``-k``).  The draw hangs on :data:`SEED` alone, the digest of the commit unless
``NETPROOF_SEED`` says another: pytest prints it, and with it a failure is repeated.
"""

from __future__ import annotations

import os
import random
import subprocess
from collections.abc import Callable, Hashable, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import pytest

T = TypeVar("T")
ALL = "NETPROOF_TESTS"
SEED = "NETPROOF_SEED"
Kind = Callable[[dict[str, Any]], Hashable]
by_pytest = False  #: ``conftest.py`` says so


def seed() -> str:
    """``NETPROOF_SEED``, else the digest of the commit, else 0.

    It is kept in the environment: the workers of a run draw alike, whatever is committed meanwhile.
    """
    if SEED not in os.environ:
        root = Path(__file__).parent
        try:
            told = subprocess.run(
                ["git", "rev-parse", "--short=12", "HEAD"], cwd=root, capture_output=True, text=True
            )
            os.environ[SEED] = told.stdout.strip() or "0"
        except OSError:  # no git
            os.environ[SEED] = "0"
    return os.environ[SEED]


def number() -> int:
    """A seed for campaigns that hangs on :func:`seed`."""
    return random.Random(seed()).getrandbits(32)


def whole() -> bool:
    """Whether everything is tried: by campaigns, which pytest does not run, and where it is asked.

    ``NETPROOF_TESTS=coq`` asks for it, too: it goes with a few files of tests.
    """
    return not by_pytest or os.environ.get(ALL) in ("all", "coq")


def share(items: Sequence[T], one_in: int) -> list[T]:
    """One in so many of the items, at least one, drawn by the seed; in their order."""
    if whole():
        return list(items)
    return draw(items, -(-len(items) // one_in), f"{len(items)} {one_in}")


def draw(items: Sequence[T], count: int, name: str, kinds: Sequence[Hashable] = ()) -> list[T]:
    """So many of the items, or more: there is one of each kind.  They stay in their order."""
    order = list(range(len(items)))
    random.Random(f"{seed()} {name}").shuffle(order)
    first: dict[Hashable, int] = {}
    for place in order if kinds else ():
        first.setdefault(kinds[place], place)
    ones = set(first.values())
    chosen = [*ones, *(place for place in order if place not in ones)]
    return [items[place] for place in sorted(chosen[: max(count, len(ones))])]


def some_of(cases: int, kind: Kind | None = None) -> pytest.MarkDecorator:
    """Of this test's cases so many, and one of each kind: ``kind`` is told a case's parameters."""
    return pytest.mark.some_of(cases=cases, kind=kind)


def by_turns(one_in: int) -> pytest.MarkDecorator:
    """In one run of so many, by the seed: for what takes seconds and cannot be made smaller.

    As a mark of one case (``pytest.param(..., marks=by_turns(8))``) it is about that case.
    """
    return pytest.mark.by_turns(one_in=one_in)


def seldom(cases: Iterable[Any], long: Iterable[str], one_in: int = 8) -> list[Any]:
    """Cases of a table: those with such a text among their values are tried by turns."""
    taken = set(long)

    def case(values: Any) -> Any:
        values = values if isinstance(values, tuple) else (values,)
        if taken.isdisjoint(value for value in values if isinstance(value, str)):
            return pytest.param(*values)
        return pytest.param(*values, marks=by_turns(one_in))

    return [case(values) for values in cases]


def paper(case: dict[str, Any]) -> str:
    """The paper of the claim that a case is about: what stands before the first dot of its id."""
    ids = (value for value in case.values() if isinstance(value, str) and "." in value)
    return next(ids, "").split(".")[0]


def chosen(items: list[pytest.Item]) -> list[pytest.Item]:
    """What this run tries of the tests that were collected."""
    families: dict[str, list[pytest.Item]] = {}
    for item in items:
        families.setdefault(item.nodeid.split("[")[0], []).append(item)
    return [item for name, cases in families.items() for item in _of(name, cases)]


def _of(name: str, cases: list[pytest.Item]) -> list[pytest.Item]:
    cases = [case for case in cases if _has_its_turn(name, case)]
    some = cases[0].get_closest_marker("some_of") if cases else None
    if some is None:
        return cases
    kind: Kind | None = some.kwargs["kind"]
    kinds = [kind(case.callspec.params) for case in cases] if kind else []  # type: ignore[attr-defined]
    return draw(cases, some.kwargs["cases"], name, kinds)


def _has_its_turn(name: str, case: pytest.Item) -> bool:
    own = getattr(getattr(case, "callspec", None), "marks", ())
    for mark in case.iter_markers("by_turns"):
        who = case.nodeid if mark in own else name
        if random.Random(f"{seed()} {who}").randrange(mark.kwargs["one_in"]):
            return False
    return True
