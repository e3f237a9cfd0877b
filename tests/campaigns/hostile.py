"""Whatever is in a certificate, the checkers answer, soon, and accept nothing that is false.

Each trial makes one hostile text and gives it to the kernel and to the second checker; the
command ``verify check`` gets all of them, many at a time.  Texts are random bytes, random JSON
in the words of the format, real certificates that were cut, flipped, encoded otherwise, or had
parts replaced by nasty values, and the bombs of :mod:`tests.campaigns.bombs`, as they are and
with parts exchanged.

A second is what so many products of fractions take on the machine at hand, so a slow machine
breaks no promise.  ``python -m tests.campaigns.hostile`` shows the slowest texts that are known.
"""

from __future__ import annotations

import functools
import json
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from fractions import Fraction
from pathlib import Path
from types import FrameType
from typing import Any

from proofs import replay
from proofs.kernel import check
from proofs.kernel.check import RULES
from proofs.kernel.terms import ARITY
from tests.campaigns.bombs import BOMBS
from tests.campaigns.judge import Malformed, judge
from tests.campaigns.mutators import places
from tests.campaigns.outcome import KEPT, Outcome
from tests.campaigns.pool import pool

PROMISE = "Any text is answered within a second per 10 kB, without error, and accepted only if true"
TRIAL = "a hostile text, given to the kernel, the second checker and the command"
ROOT = Path(__file__).parents[2]
ANSWERS = ("accept", "reject", "decline")
SIZE = 10_000  # bytes that are answered within a second
PRODUCTS = 800_000  # products of two small fractions: about a second of a processor of 2024
BOMB_EVERY, BATCH = 100, 250
Json = Any
Random = random.Random
Answer = tuple[str, str]  # outcome and reason
Check = Callable[[bytes], Answer]
Made = tuple[str, bytes, Json]  # the kind of text, the text, a statement that is known to be true


def kernel(text: bytes) -> Answer:
    result = check(text)
    return result.outcome, result.code


def second(text: bytes) -> Answer:
    result = replay.check(text)
    return result.outcome, result.code


CHECKERS: dict[str, Check] = {"kernel": kernel, "second checker": second}


# Time.


class TooSlow(BaseException):
    """The answer did not come: stops a checker that catches every exception."""


def measured() -> float:
    """What a second is on this machine now, in its own seconds of processor time."""
    best = float("inf")
    for _ in range(4):
        start = time.process_time()
        a, b = Fraction(1, 3), Fraction(2, 7)
        for _ in range(PRODUCTS // 20):
            a * b
        best = min(best, 20 * (time.process_time() - start))
    return best


@functools.cache
def seconds() -> float:
    """:func:`measured` once."""
    return measured()


def allowed(size: int) -> float:
    """Seconds of this machine's processor time in which a text of ``size`` bytes is answered."""
    return seconds() * max(1.0, size / SIZE)


@contextmanager
def stopped_after(limit: float) -> Iterator[None]:
    """Raise TooSlow inside the block after ``limit`` seconds of processor time."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, limit)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def asked(checker: Check, text: bytes, patience: float = 2.0) -> tuple[Answer, float]:
    """The answer, and the time it took as a part of what is allowed (above 1: too slow).

    What took too long is asked again, twice, beside a new measure of the second: others may have
    slowed the machine down.  An answer that is no answer is ``error`` with the name of the
    exception, or ``slow``.
    """
    answer, part = _asked(checker, text, patience)
    for _ in range(2):
        if 1 < part and answer[0] != "error":
            slower = measured() / seconds()
            again, other = _asked(checker, text, patience * max(1.0, slower))
            if other / max(1.0, slower) < part:
                answer, part = again, other / max(1.0, slower)
    return answer, part


def part_of_a_second(call: Callable[[], None]) -> float:
    """Processor time of ``call``, as a part of :func:`seconds` (above 1: too slow).

    What took too long is timed again, twice, beside a new measure of the second: a collection of
    garbage, or others on the machine, may have come between.
    """
    start = time.process_time()
    call()
    part = (time.process_time() - start) / seconds()
    for _ in range(2):
        if 1 < part:
            now = max(seconds(), measured())
            start = time.process_time()
            call()
            part = min(part, (time.process_time() - start) / now)
    return part


def _asked(checker: Check, text: bytes, patience: float) -> tuple[Answer, float]:
    limit = allowed(len(text))
    start = time.process_time()
    try:
        with stopped_after(patience * limit):
            answer = checker(text)
    except TooSlow:
        answer = ("slow", "no answer in time")
    except Exception as error:
        answer = ("error", type(error).__name__)
    return answer, (time.process_time() - start) / limit


# Texts.

WORDS = (
    *ARITY, "<=", "<", "=", "!=", "and", "implies", "all", "some", "lipschitz", "real", "int",
    "x", "n", "f", "k", "0", "1", "-1", "1/2", "vars", "functions", "given", "show", *RULES,
)  # fmt: skip
NASTY: tuple[Json, ...] = (
    None, True, False, 0, -1, 1, 2, 64, 65, 10**30, -(10**30), 10**4200, "", " ", "0", "-0", "00",
    "+1", "1/0", "0/0", "-1/2", "1/-2", "1e5", "1.0", "٣", "１", "1_0", "9" * 1300,
    "9" * 1301, "1/" + "9" * 1300, "x" * 41, "x" * 42, "x\n", "x\x00", "\x00", "é", "х",
    "@0", "@1", "@x", "#0", "#1", "k0", "k", "real", "int", "\ud800", "\udfff\ud800", "😀",
    "__class__", "__init__", "constructor", "True", "None", "nan", "inf", [], {}, [[]], [[], []],
    ["+"], ["+", "1"], ["-"], ["*", "x"], ["/", "1", "0"], ["/", "1", "x"], ["^", "2", 64],
    ["^", "x", -1], ["^", "x", 65], ["^", "x", True], ["^", "x", "2"], ["^", ["^", "9", 64], 64],
    ["pi"], ["app"], ["app", "f"], ["app", "f", "x"], ["app", [], "x"], ["inv", "x"], ["#0"],
    ["sum", "k", "0", "1", "k"], ["sum", "k", "0", "n", "k"], ["sum", "k", "0", "-1", ["log", "k"]],
    ["sum", "x", "0", "1", "x"], ["sum", [], "0", "1", "0"], ["exp", "1000"], ["exp", "1001"],
    ["sqrt", "-1"], ["log", "0"], ["floor", "1/2"], ["sign", "x"], ["abs", ["abs", "x"]],
    ["<=", "0", "1"], ["<=", "1", "0"], ["<=", "0"], ["and"], ["and", ["and"]],
    ["implies", ["and"]],
    ["all", "x", "real", ["<=", "0", "1"]], ["all", "y", "real", ["<=", "y", "y"]],
    ["all", "k0", "real", ["<=", "0", "1"]], ["some", "y", "int", ["=", "y", "y"]],
    ["all", "y", "complex", ["and"]], ["lipschitz", "f", "1", "0", "1"], ["lipschitz", "g", "1"],
    {"by": "leaf"}, {"by": [], "then": []}, {"by": "no-such-rule", "then": []},
    {"by": "leaf", "terms": [["1", [], []]], "mult": [], "then": []},
    {"by": "leaf", "terms": [["1", [-1], []]], "mult": [], "then": []},
    {"by": "zero", "lit": 0, "terms": [["1", [], []]], "mult": [], "then": []},
    {"by": "both", "then": []}, {"by": "evaluate", "bits": 0, "then": []},
    {"by": "evaluate", "bits": True, "then": []}, {"by": "axiom", "name": {}, "then": [None]},
    {"by": "finite", "on": "n", "from": 0, "to": -1, "then": []},
    {"by": "finite", "on": "n", "from": -(10**30), "to": 10**30, "then": []},
    {"by": "cover", "on": "x", "cuts": ["0", "1"], "bits": 10, "then": []},
    {"by": "induct", "on": "k", "from": "0", "claim": ["<=", "0", "1"], "then": []},
    {"a": {"a": {"a": []}}}, ["1"] * 500, list(range(500)),
)  # fmt: skip
TOKENS = ("NaN", "Infinity", "-Infinity", "1.0", "1e5", "1E400", "-0", "01", "0x1", "'x'", "tru",
          "9" * 4000, "9" * 5000, "\\ud800", "\x00", "[" * 300, "{}", '"\\u0000"', '"x" "y"',
          "/* */", ",", "]]", '{"by":"leaf","by":"both"}')  # fmt: skip
ENCODINGS = ("utf-16", "utf-16-be", "utf-32", "utf-8-sig", "utf-7")


def _bytes(rng: Random) -> Made:
    alphabet = rng.choice([bytes(range(256)), b'[]{}":,0123456789ax-/. \n', b"\x00\xff", b'["'])
    return "random bytes", bytes(rng.choices(alphabet, k=int(10 ** rng.uniform(0, 4)))), None


def _value(rng: Random, depth: int) -> Json:
    choice = rng.random()
    if depth == 0 or choice < 0.3:
        return rng.choice(NASTY) if rng.random() < 0.3 else rng.choice(WORDS)
    if choice < 0.8:
        return [rng.choice(WORDS), *(_value(rng, depth - 1) for _ in range(rng.randrange(4)))]
    if choice < 0.9:
        return [_value(rng, depth - 1) for _ in range(rng.randrange(4))]
    by = rng.choice(list(RULES))
    node = {key: _value(rng, depth - 1) for key in (*RULES[by][0].split(), "then")}
    return {"by": by, **node}


def _random_json(rng: Random) -> Made:
    statement = {
        "vars": rng.choice([{}, {"x": "real"}, {"x": "real", "n": "int"}, _value(rng, 2)]),
        "functions": rng.choice([{}, {"f": 1}, {"f": 2}, _value(rng, 2)]),
        "given": [_value(rng, 4) for _ in range(rng.randrange(3))],
        "show": _value(rng, 4),
    }
    data = {"statement": statement, "proof": _value(rng, 5)}
    if rng.random() < 0.2:
        data = _value(rng, 5)
    return "random JSON", json.dumps(data).encode(), None


def _truncated(rng: Random) -> Made:
    text = rng.choice(pool()).encode()
    start, end = sorted(rng.choices(range(len(text) + 1), k=2))
    cut = rng.choice([text[:end], text[start:], text[:start] + text[end:], text + text[start:end]])
    return "truncated", cut, json.loads(text)["statement"]


def _flipped(rng: Random) -> Made:
    original = rng.choice(pool())
    text = bytearray(original.encode())
    for _ in range(rng.choice([1, 1, 2, 8])):
        text[rng.randrange(len(text))] ^= 1 << rng.randrange(8)
    return "bits flipped", bytes(text), json.loads(original)["statement"]


def _replaced(rng: Random) -> Made:
    original = rng.choice(pool())
    data = json.loads(original)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        at, key = rng.choice(list(places(data)))
        if isinstance(at, dict) and rng.random() < 0.3:  # the name instead of the value
            name = rng.choice([n for n in NASTY if isinstance(n, str)])
            at[name] = at.pop(key) if rng.random() < 0.7 else at[key]
        elif rng.random() < 0.3:  # another place of the same text
            there, other = rng.choice(list(places(data)))
            at[key] = json.loads(json.dumps(there[other]))
        else:
            at[key] = deepcopy(rng.choice(NASTY))  # parts of it may be replaced in turn
    return "a part replaced", json.dumps(data).encode(), json.loads(original)["statement"]


def _deep(rng: Random) -> Made:
    """A part of a certificate wrapped in itself, many times."""
    original = rng.choice(pool())
    data = json.loads(original)
    at, key = rng.choice(list(places(data)))
    times = rng.choice([3, 60, 110, 119, 120, 121, 122, 130, 300, 400, 450, 480, 2_000])
    shells: tuple[Callable[[Json], Json], ...] = (
        lambda p: [p], lambda p: {"a": p}, lambda p: ["-", p], lambda p: ["+", p, "1"],
        lambda p: ["abs", p], lambda p: ["and", p], lambda p: ["implies", ["and"], p],
        lambda p: ["all", "NAME", "real", p], lambda p: ["sum", "NAME", "0", "1", p],
        lambda p: {"by": "have", "show": ["<=", "0", "0"], "then": [p, p]},
        lambda p: {"by": "axiom", "name": "tanh", "then": [p]},
    )  # fmt: skip
    shell = rng.choice(shells)
    text = '"-HERE-"'
    outer = json.dumps(shell("-HERE-"))
    part = json.dumps(at[key])
    for level in range(times if outer.count(text) == 1 else min(times, 6)):
        part = outer.replace("NAME", f"y{level}").replace(text, part)
    at[key] = "-HERE-"
    return (
        "nested",
        json.dumps(data).replace(text, part).encode(),
        json.loads(original)["statement"],
    )


def _token(rng: Random) -> Made:
    """What JSON has no value for, in place of a word or between two."""
    original = rng.choice(pool())
    text, token = original.encode(), rng.choice(TOKENS).encode()
    at = rng.choice([i for i, c in enumerate(text) if c in b'[]{},:"'])
    end = min((i for i in (text.find(c, at + 1) for c in (b",", b"]", b"}")) if i > 0), default=at)
    kept = text[end:] if rng.random() < 0.7 else text[at + 1 :]
    return "a token that is none", text[: at + 1] + token + kept, json.loads(original)["statement"]


def _encoded(rng: Random) -> Made:
    original = rng.choice(pool())
    text = original.encode(rng.choice(ENCODINGS))
    if rng.random() < 0.5:
        at = rng.randrange(len(original))
        junk = rng.choice([b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\x00"])
        text = original[:at].encode() + junk + original[at:].encode()
    return "encoded otherwise", text, json.loads(original)["statement"]


def _bomb(rng: Random) -> Made:
    name = rng.choice(list(BOMBS))
    text = BOMBS[name](rng.choice([2_000, SIZE, SIZE, 2 * SIZE]))
    if len(text) > 4 * SIZE:
        raise ValueError(f"the bomb {name} is larger than it was asked to be")
    kind, known = f"bomb: {name}", None
    try:
        known = json.loads(text)["statement"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return kind, text.encode(), None
    if rng.random() < 0.5:
        text, kind = mixed(rng, text), f"{kind}, mixed"
    return kind, text.encode(), known


def mixed(rng: Random, text: str) -> str:
    """A bomb with a number, an operation or a part exchanged."""
    data = json.loads(text)
    for _ in range(rng.choice([1, 2, 3])):
        found = list(places(data))
        at, key = rng.choice(found)
        old = at[key]
        if isinstance(old, str) and old.lstrip("-")[:1].isdigit():
            at[key] = rng.choice(
                ["0", "1", "2", "1/3", "1000", str(2**61 - 1), f"1/{3**900}", old * 2]
            )
        elif isinstance(old, str) and old in ARITY:
            at[key] = rng.choice([op for op in ARITY if ARITY[op] == ARITY[old]])
        elif type(old) is int:
            at[key] = rng.choice([0, 1, 10, 53, 64, 1024])
        else:
            there, other = rng.choice(found)
            part = json.dumps(there[other])
            if len(part) + len(text) < 2 * len(text):
                at[key] = json.loads(part)
    return json.dumps(data)


MAKERS: tuple[Callable[[Random], Made], ...] = (
    _bytes, _random_json, _random_json, _truncated, _flipped, _flipped, _replaced, _replaced,
    _replaced, _replaced, _deep, _token, _encoded,
)  # fmt: skip


def hostile(rng: Random, trial: int) -> Made:
    return (_bomb if trial % BOMB_EVERY == 0 else rng.choice(MAKERS))(rng)


# What may not be.


def acceptable(text: bytes, known: Json, rng: Random) -> str:
    """Why a text should not have been accepted; empty if nothing speaks against it.

    It is JSON of the right form, and its statement is one that is known to be true, or no
    counterexample to it is found.
    """
    try:
        statement = json.loads(text)["statement"]
        if statement == known or ["<=", "0", "-1"] in statement["given"]:
            return ""
        found = judge(statement, rng)
    except Malformed as error:
        return f"no statement: {error}"
    except Exception as error:
        return f"not even JSON of the right form: {type(error).__name__}"
    return f"false at {found.where}" if found.false else ""


def at_the_command(texts: list[bytes]) -> list[Answer]:
    """What ``verify check`` says of each text, given all of them at once."""
    with tempfile.TemporaryDirectory(prefix="netproof-hostile-") as folder:
        names = [f"{i}.json" for i in range(len(texts))]
        for name, text in zip(names, texts, strict=True):
            (Path(folder) / name).write_bytes(text)
        done = subprocess.run(
            [sys.executable, "-m", "verify.cli", "check", "--json", *names],
            cwd=folder, env={"PYTHONPATH": str(ROOT), "PATH": ""}, capture_output=True, check=False,
        )  # fmt: skip
    if done.returncode not in (0, 1) or done.stderr:
        return [("error", f"exit status {done.returncode}")] * len(texts)
    found = json.loads(done.stdout)["files"]
    if [item["file"] for item in found] != names:
        return [("error", "other files were listed")] * len(texts)
    return [(item["outcome"], item["code"]) for item in found]


def differ(one: Answer, other: Answer) -> bool:
    """Whether two processes disagree.

    How deep JSON may be nested is what is left of the interpreter's stack, and a campaign uses some
    of it: where one runs out, the other may come further, but not to an acceptance.
    """
    stopped = ("decline", "resources") in (one, other)
    return one != other and not (stopped and "accept" not in (one[0], other[0]))


def faults(
    text: bytes, known: Json, rng: Random, checkers: dict[str, Check]
) -> Iterator[tuple[str, Answer, str]]:
    """For each checker its answer and what is wrong with it, if anything."""
    for name, checker in checkers.items():
        answer, part = asked(checker, text)
        wrong = ""
        if answer[0] not in ANSWERS or answer == ("decline", "internal"):
            wrong = f"{name}: {' '.join(answer)}"
        elif part > 1:
            wrong = f"{name}: slow: {part:.2f} of the time that is allowed"
        elif answer[0] == "accept" and (why := acceptable(text, known, rng)):
            wrong = f"{name}: accepted, {why}"
        yield name, answer, wrong


def run(trials: int, seed: int, checkers: dict[str, Check] | None = None) -> Outcome:
    rng = random.Random(seed)
    counts: Counter[str] = Counter()
    failures: list[str] = []
    batch: list[tuple[str, bytes, Answer]] = []
    for trial in range(trials):
        kind, text, known = hostile(rng, trial)
        counts[kind.partition(":")[0]] += 1
        wrong = []
        for name, answer, why in faults(text, known, rng, checkers or CHECKERS):
            counts[f"{name}: {answer[0]}"] += 1
            wrong += [why] * bool(why)
            if name == "kernel" and answer[0] in ANSWERS:
                batch.append((kind, text, answer))
        if wrong:
            shown = text if len(text) <= 2_000 else text[:300] + b"..."
            failures.append(f"trial {trial}: {kind}: {'; '.join(wrong)}: {shown!r}")
        if batch and (len(batch) >= BATCH or trial == trials - 1):
            answers = at_the_command([text for _, text, _ in batch])
            for (kind, text, expected), got in zip(batch, answers, strict=True):
                if differ(got, expected):
                    how = f"the command says {' '.join(got)}, the kernel {' '.join(expected)}"
                    failures.append(f"trial {trial} or before: {kind}: {how}: {text[:300]!r}")
            counts["answered by the command too"] += len(batch)
            batch = []
    return Outcome(
        promise=PROMISE,
        trial=TRIAL,
        trials=trials,
        failures=len(failures),
        seed=seed,
        counts=dict(sorted(counts.items())),
        examples=tuple(failures[:KEPT]),
    )


# The slowest that are known.


def slowest(
    rounds: int, seed: int, size: int = SIZE, checker: Check = kernel
) -> list[tuple[float, str, bytes]]:
    """A search for slow texts: the bombs, then mixtures of the slowest ones.

    The first number is the time as a part of what is allowed.
    """
    rng = random.Random(seed)
    found = []
    for name, make in BOMBS.items():
        text = make(size).encode()
        found.append((asked(checker, text, patience=10)[1], name, text))
    for _ in range(rounds):
        found.sort(reverse=True)
        best = found[:12]
        _, name, text = rng.choice(best)
        try:
            other = mixed(rng, text.decode()).encode()
        except (ValueError, RecursionError, IndexError):
            continue
        if len(other) <= 2 * size:
            found.append((asked(checker, other, patience=10)[1], f"{name}, mixed", other))
    return sorted(found, reverse=True)


def main() -> int:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    checker = CHECKERS["second checker" if "second" in sys.argv[2:] else "kernel"]
    print(f"a second is {seconds():.2f} s of this machine; parts of the time that is allowed:")
    for part, name, text in slowest(rounds, seed=1, checker=checker)[:15]:
        print(f"{part:7.2f}  {len(text):6} bytes  {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
