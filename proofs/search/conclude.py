"""An answer to a statement: attacked and proved side by side, until one of the two succeeds.

Two processes work on it.  One looks for data against it (:mod:`proofs.search.attack`), the other
for a proof (:mod:`proofs.search.strategies`); the first answer that the kernel accepts ends both.
What is returned are opinions: the verdict is that of :mod:`proofs.decide`, from certificates.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from queue import Empty
from typing import Any

from proofs.claims import Witness
from proofs.kernel.check import open_statement
from proofs.search import data as exact
from proofs.search.attack import Hit, attack
from proofs.search.clock import PATIENCE, now
from proofs.search.domains import Nowhere, nowhere
from proofs.trees.script import Json

SECONDS = 20.0
LATE = "stopped: out of time"
TO_MEET = 200_000
"""Evaluations in the search for data that meet the hypotheses, a fraction of a second."""
PART = 0.25
"""Of the time, for data at which all is defined, where some are known at which a side is not."""
ENOUGH = 0.7
"""A strategy that ends by itself before this part of its share would find no more with a longer."""


@dataclass(frozen=True)
class Tried:
    """One thing that was tried: what, how it ended, and how long it took."""

    what: str
    outcome: str
    seconds: float


@dataclass(frozen=True)
class Answer:
    """A certificate of the statement, or of data against it, or neither; and what was tried.

    ``met`` are data that meet the hypotheses as far as can be seen, where there are hypotheses.
    ``nowhere`` says where a side is undefined, if nothing else is against the statement.
    """

    statement: Json
    proof: bytes | None
    hit: Hit | None
    met: Witness | None
    tried: tuple[Tried, ...]
    seconds: float
    nowhere: Nowhere | None = None


def conclude(
    statement: Json, seconds: float = SECONDS, say: Callable[[Tried], None] = lambda tried: None
) -> Answer:
    """An answer within about so many seconds; ``say`` is told of what was tried as it ends.

    The seconds are of the processor, for each of the two; on a busy machine they are waited for,
    but not longer than ``PATIENCE`` times as long.

    Raises:
        Reject: the kernel cannot read the statement.
    """
    open_statement(statement)
    start = time.monotonic()
    tried: list[Tried] = []
    proof: bytes | None = None
    hit: Hit | None = None
    undefined: Nowhere | None = None
    for kind, value in _side_by_side(statement, seconds):
        if kind == "tried":
            tried.append(value)
            say(value)
        elif kind == "proof":
            proof = value
            break
        elif kind == "hit":
            hit = value
            break
        elif kind == "nowhere":
            undefined = value
            break
    met = None if hit else next((f.witness for f in exact.satisfying(statement, TO_MEET)), None)
    seconds = time.monotonic() - start
    return Answer(statement, proof, hit, met, tuple(tried), seconds, undefined)


def _side_by_side(statement: Json, seconds: float) -> Iterator[tuple[str, Any]]:
    """What the two processes say, until one has an answer, both have ended, or time is up."""
    context = multiprocessing.get_context("fork")
    queue: Any = context.Queue()
    works = {"attack": _attack, "prove": _prove}
    running = {
        name: context.Process(
            target=_work, args=(work, statement, seconds, queue, name, os.getpid())
        )
        for name, work in works.items()
    }
    for process in running.values():
        process.start()
    left, end = set(running), time.monotonic() + PATIENCE * seconds + 1.0
    try:
        while left:
            room = end - time.monotonic()
            try:
                kind, value = queue.get(timeout=max(0.05, min(room, 0.5)))
            except Empty:
                if room <= 0:
                    for name in sorted(left):
                        yield "tried", Tried(name, LATE, 0.0)
                    return
                left = {name for name in left if running[name].is_alive()}
                continue
            if kind == "end":
                left.discard(value)
            else:
                yield kind, value
    finally:
        for process in running.values():
            _stop(process)


def _stop(process: Any) -> None:
    """End a process and those that it started."""
    if process.is_alive():
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        with suppress(ProcessLookupError):
            process.kill()
    process.join(5)


def _work(work: Any, statement: Json, seconds: float, queue: Any, name: str, parent: int) -> None:
    """What ``work`` says within so many seconds of this process, put into the queue."""
    os.setsid()
    if not os.environ.get("NETPROOF_DEBUG"):  # what solvers print as they fail is for nobody
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    deadline, speaks = now() + seconds, threading.Lock()
    watched = (parent, deadline, queue, name, speaks)
    threading.Thread(target=_watch, args=watched, daemon=True).start()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    try:
        for message in work(statement, deadline):
            with speaks:
                queue.put(message)
    finally:
        with speaks:
            queue.put(("end", name))


def _watch(parent: int, deadline: float, queue: Any, name: str, speaks: threading.Lock) -> None:
    """End this process and those that it started when its parent is gone, or its time is up."""
    while os.getppid() == parent and now() < deadline + 1.0:
        time.sleep(0.25)
    if os.getppid() == parent:
        speaks.acquire()  # for good: what is said last is this
        queue.put(("tried", Tried(name, LATE, now())))
        queue.put(("end", name))
        queue.close()
        queue.join_thread()
    os.killpg(0, signal.SIGKILL)


def _attack(statement: Json, deadline: float) -> Iterator[tuple[str, Any]]:
    """Data against it; those at which both sides have values say more than that one has none."""
    start = now()
    outcome, hit, undefined = "none found", None, None
    try:
        undefined = nowhere(statement, deadline)
        if undefined is not None:
            deadline = start + PART * (deadline - start)
        hit = attack(statement, deadline)
    except Exception as error:  # it may still be proved
        outcome = f"stopped with {type(error).__name__}"
    if hit is not None:
        yield "hit", hit
        return
    if undefined is not None:
        yield "nowhere", undefined
        return
    yield "tried", Tried("data against it", outcome, now() - start)


SHARES = (0.3, 1.0)
"""Of the time, what a strategy may take in the first round and in the second."""
OWN = 0.6
"""The same in the first round of a strategy for one form of goal, which the goal has."""


QUICK = 0.1
"""Of the time, for a conclusion with several parts as it stands, before each is tried by itself."""
PARTS, FIRST = 0.9, 0.8
"""Of the time, for the parts; of what is left of that, for one that is not the last."""
EACH = "each part of the conclusion"
OPENED = "the conclusion for variables in place of what it binds"
NAMED = "the conclusion for terms in place of what there is"
OTHERWISE = ("and", "all", "implies", "some")


class _Late(BaseException):
    """A strategy has had its share; no ``except Exception`` of a search is meant for this."""


AGAIN = 0.1
"""Seconds after which a strategy is stopped again, where once was not enough."""


@contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    """Raise :class:`_Late` after so many seconds of the processor, in the main thread."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def late(number: int, frame: Any) -> None:
        # in a callback of the garbage collector it would be lost: the timer comes again
        if not any(getattr(one, "__code__", None) is frame.f_code for one in gc.callbacks):
            raise _Late

    before = signal.signal(signal.SIGPROF, late)
    signal.setitimer(signal.ITIMER_PROF, max(seconds, 0.01), AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _prove(statement: Json, deadline: float) -> Iterator[tuple[str, Any]]:
    """All strategies, twice: one that takes long goes on when the others have had their share.

    Of a conclusion with several parts each is tried by itself, one about all numbers for a
    variable, one about what there is for terms in sight, in most of the time.
    """
    from proofs.search.strategies import DECIDING

    show = statement["show"]
    if show[0] == "and" and len(show) > 2:
        other, way = EACH, _in_parts
    elif show[0] in ("all", "implies"):
        other, way = OPENED, _opened
    elif show[0] == "some":
        other, way = NAMED, _named
    else:
        yield from _in_turn(statement, deadline, DECIDING)
        return
    start = now()
    first, *rest = DECIDING
    found = list(_in_turn(statement, start + QUICK * (deadline - start), [first]))
    if found[-1][0] == "tried":
        certificate = way(statement, start + PARTS * (deadline - start))
        outcome = ("tried", Tried(other, "no proof found", now() - start))
        found.append(outcome if certificate is None else ("proof", certificate))
    yield from found
    if found[-1][0] == "tried":
        yield from _in_turn(statement, deadline, rest)


def proved(statement: Json, deadline: float) -> bytes | None:
    """A certificate by these strategies, in this process; or None."""
    return next((value for kind, value in _prove(statement, deadline) if kind == "proof"), None)


def _opened(statement: Json, deadline: float) -> bytes | None:
    """A certificate from one of the conclusion for variables in place of what it binds."""
    from proofs.search.conjunctions import opened
    from proofs.search.strategies import accepted

    return accepted(statement, opened(statement, lambda part: proved(part, deadline)))


def _named(statement: Json, deadline: float) -> bytes | None:
    """A certificate from one of the conclusion for terms in place of what there is."""
    from proofs.search.strategies import accepted
    from proofs.search.witnesses import named

    def solve(part: Json, left: int) -> bytes | None:
        return proved(part, now() + (deadline - now()) / left)

    return accepted(statement, named(statement, solve))


def _in_parts(statement: Json, deadline: float) -> bytes | None:
    """A certificate from those of each part of the conclusion.

    What showed one is tried first for the next.
    """
    from proofs.search.conjunctions import each
    from proofs.search.strategies import DECIDING, accepted

    showed: set[str] = set()

    def noted(name: str, strategy: Any) -> tuple[str, Any]:
        def run(part: Json, end: float) -> bytes | None:
            found: bytes | None = strategy(part, end)
            if found is not None:
                showed.add(name)
            return found

        return name, run

    strategies = [noted(name, strategy) for name, strategy in DECIDING]

    def solve(part: Json, left: int) -> bytes | None:
        end = deadline if left == 1 else now() + FIRST * (deadline - now())
        if part["show"][0] in OTHERWISE:
            messages = _prove(part, end)
        else:
            ordered = sorted(strategies, key=lambda one: one[0] not in showed)
            messages = _in_turn(part, end, ordered)
        return next((value for kind, value in messages if kind == "proof"), None)

    return accepted(statement, each(statement, solve))


def _in_turn(
    statement: Json, deadline: float, strategies: Sequence[tuple[str, Any]]
) -> Iterator[tuple[str, Any]]:
    from proofs.search.strategies import OF_ONE_FORM

    whole = deadline - now()
    used = {name: 0.0 for name, _ in strategies}
    left = list(strategies)
    for share in SHARES:
        later = []
        for name, strategy in left:
            start = now()
            part = max(share, OWN) if name in OF_ONE_FORM else share
            room = min(part * whole, deadline - start)
            if room <= 0:
                later.append((name, strategy))
                continue
            outcome, certificate = "no proof found", None
            try:
                with _at_most(room):
                    certificate = strategy(statement, start + room)
            except _Late:
                outcome = LATE
            except Exception as error:  # the next way may still find one
                outcome = f"stopped with {type(error).__name__}"
            if certificate is not None:
                yield "proof", certificate
                return
            took = now() - start
            used[name] += took
            if took > ENOUGH * room and share < 1:
                later.append((name, strategy))
            else:
                outcome = LATE if took >= room else outcome
                yield "tried", Tried(name, outcome, used[name])
        left = later
    for name, _ in left:
        yield "tried", Tried(name, LATE, used[name])
