"""The same statement with one hypothesis less, or with another constant.

``dropped`` decides the statement without each of its hypotheses in turn.  ``best`` looks for the
least (or the largest) value of a variable for which the statement holds: an interval with a value
that is refuted at one end and a proved one at the other, halved as long as both can be decided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from proofs.kernel.check import RULES, open_statement
from proofs.kernel.errors import Reject
from proofs.language.document import closed
from proofs.language.text import Statement
from proofs.search.clock import BOTH, now
from proofs.search.conclude import Answer, conclude
from proofs.search.geometric import fixed
from proofs.search.strategies import accepted, tail
from proofs.trees.script import Json, node

PROVED, REFUTED, OPEN = "proved", "refuted", "open"
STARTS = (1, 0, -1, 2, -2, 10, -10, 100, -100, 10_000, -10_000)


@dataclass(frozen=True)
class Dropped:
    """What comes of the statement without one hypothesis: its words, its place, the answer.

    ``word``: "not needed" (still proved), "needed" (refuted without it), "open".
    """

    words: str
    index: int
    word: str
    answer: Answer


@dataclass(frozen=True)
class Best:
    """The constant lies between two values: ``refuted`` at one, ``proved`` at the other.

    One of them is ``None`` where no such value was found.  ``least``: the statement holds for
    large values, so the least one is the best; else the largest is.  ``sharp`` is the statement
    that no value beyond ``proved`` will do, if it was proved: then ``proved`` is the best.
    ``answers`` are those for all values that were tried.
    """

    name: str
    least: bool
    refuted: Fraction | None
    proved: Fraction | None
    answers: Mapping[Fraction, Answer]
    sharp: Answer | None = None


def ready() -> None:
    """Import here what the processes of each :func:`conclude` would otherwise import again."""
    from proofs.search.prove import prove

    square = ["<=", "0", ["*", "x", "x"]]
    prove({"vars": {"x": "real"}, "functions": {}, "given": [], "show": square}, 0)


def dropped(statement: Statement, seconds: float) -> Iterator[Dropped]:
    """The statement without each hypothesis in turn; each gets an equal part of the time.

    What powers come with (:func:`proofs.search.geometric.fixed`) stays.
    """
    ready()
    sequent = statement.sequent
    given = sequent["given"]
    words = ""
    kept = fixed(sequent)
    for i in range(len(given)):
        words = statement.printed[i] or words
        if i in kept:
            continue
        rest = {**sequent, "given": given[:i] + given[i + 1 :]}
        answer = conclude(rest, seconds / max(1, len(given)))
        yield Dropped(
            words, i, {PROVED: "not needed", REFUTED: "needed"}.get(_word(answer), OPEN), answer
        )


def best(
    statement: Statement,
    name: str,
    seconds: float,
    say: Callable[[str], None] = lambda text: None,
) -> Best:
    """The best value of the variable ``name``.

    Raises:
        ValueError: the statement has no real variable of that name, or it is in a hypothesis.
    """
    ready()
    sequent = statement.sequent
    if sequent["vars"].get(name) != "real":
        raise ValueError(f"the statement has no real variable {name[:40]!r}")
    deadline = now() + BOTH * seconds
    words: dict[Fraction, str] = {}
    answers: dict[Fraction, Answer] = {}
    places: list[Mapping[str, Any]] = []  # where it failed, the last one last

    def word(q: Fraction) -> str:
        if q not in words:
            room = max(1.0, min(8.0, (deadline - now()) / BOTH / 2))
            answer = answers[q] = conclude(at(sequent, name, q), room)
            words[q] = _word(answer)
            if answer.hit is not None:
                places.append(answer.hit.witness.values)
            say(f"{name} = {q}: {words[q]}")
        return words[q]

    for first in STARTS:
        word(Fraction(first))
        if now() > deadline or {PROVED, REFUTED} <= set(words.values()):
            break
    proved = sorted(q for q, w in words.items() if w == PROVED)
    refuted = sorted(q for q, w in words.items() if w == REFUTED)
    if not proved or not refuted:
        one, other = (found[-1] if found else None for found in (refuted, proved))
        return Best(name, True, one, other, answers)
    least = proved[-1] > refuted[0]
    low, high = (refuted[-1], proved[0]) if least else (proved[-1], refuted[0])
    if not low < high:
        raise ValueError(f"it does not hold for all {name} beyond one value")
    while now() < deadline:
        middle = _between(low, high)
        ended = word(middle)
        if ended == OPEN:
            break
        above = (ended == PROVED) == least
        low, high = (low, middle) if above else (middle, high)
        if high - low <= Fraction(1, 10**6) * max(Fraction(1), abs(high)):
            break
    one, other = (low, high) if least else (high, low)
    guess = simplest(low, high)
    if guess != other and word(guess) == PROVED:
        other = guess
    sharp = no_better(statement, name, other, least, places[-1])
    return Best(name, least, one, other, answers, sharp)


def no_better(
    statement: Statement,
    name: str,
    q: Fraction,
    least: bool,
    place: Mapping[str, Any],
    terms: Mapping[str, Json] = MappingProxyType({}),
) -> Answer | None:
    """A proof of "if it holds for ``name``, then q <= name" (>= where the largest is the best).

    It is tried at ``place``, where the statement fails for a value just beyond q, rounded;
    ``terms`` are for variables that are to be something else there.
    """
    sequent = statement.sequent
    outer = {key: sort for key, sort in sequent["vars"].items() if key != name}
    whole = closed(replace(statement, sequent={**sequent, "vars": outer}))
    if whole is None:
        return None
    bound = ["<=", str(q), name] if least else ["<=", name, str(q)]
    asked = {"vars": {name: "real"}, "functions": {}, "given": [whole], "show": bound}
    try:
        near = [terms.get(key) or _short(place[key]) for key in outer]
        sides = node("split", on=["-", name, str(q)])
        step = node("use", rule=0, at=near)
        deadline = now() + 5.0
        proofs = []
        for side in RULES["split"][1](open_statement(asked), sides):
            proof = tail(side, deadline)
            if proof is None:
                children = RULES["use"][1](side, step)
                parts = [tail(child, deadline) for child in children]
                proof = {**step, "then": parts} if all(parts) else None
            proofs.append(proof)
    except (KeyError, ValueError, Reject):
        return None
    shown = accepted(asked, {**sides, "then": proofs}) if all(proofs) else None
    return None if shown is None else Answer(asked, shown, None, None, (), 0.0)


def _short(number: Any) -> str:
    return str(Fraction(str(number)).limit_denominator(64))


def simplest(low: Fraction, high: Fraction) -> Fraction:
    """The number between low and high, ends included, with the least denominator."""
    if low <= 0 <= high:
        return Fraction(0)
    if high < 0:
        return -simplest(-high, -low)
    whole = -(-low.numerator // low.denominator)
    if whole <= high:
        return Fraction(whole)
    rest = simplest(1 / (high - (whole - 1)), 1 / (low - (whole - 1)))
    return whole - 1 + 1 / rest


def at(sequent: Json, name: str, q: Fraction) -> Json:
    """The sequent with a number in place of a variable."""

    def put(part: Any) -> Any:
        if isinstance(part, str):
            return str(q) if part == name else part
        if isinstance(part, list):
            return [part[0], *(put(p) for p in part[1:])]
        return part

    sorts = {key: sort for key, sort in sequent["vars"].items() if key != name}
    given = [put(formula) for formula in sequent["given"]]
    return {**sequent, "vars": sorts, "given": given, "show": put(sequent["show"])}


def with_value(statement: Statement, name: str, q: Fraction) -> Statement:
    """The statement for one value of the variable; its words say so."""
    *given, last = statement.printed
    return replace(
        statement,
        sequent=at(statement.sequent, name, q),
        printed=(*given, f"{last}, for {name} = {q}"),
        assumed=tuple(item for item in statement.assumed if item[0] != name),
    )


def _word(answer: Answer) -> str:
    if answer.proof is not None:
        return PROVED
    return REFUTED if answer.hit is not None else OPEN


def _between(low: Fraction, high: Fraction) -> Fraction:
    """A short number in the middle half of the interval."""
    a, b = low + (high - low) / 4, high - (high - low) / 4
    step = Fraction(1)
    while True:
        q = Fraction(round((a + b) / 2 / step)) * step
        if a <= q <= b:
            return q
        step /= 2 if step.denominator % 5 else 5
        if step < Fraction(1, 10**12):
            return (low + high) / 2
