"""Work is counted where it is done: no certificate takes long, whatever it asks for."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable

import pytest
from kernelkit import FALSE, TRUE, Json, certificate, evaluate, leaf, node, verdict

from proofs.kernel import check
from proofs.kernel.errors import METER

GOOD = certificate(TRUE, evaluate())
LONG = "9" * 1200


def parts(count: int) -> Json:
    """A wide proof: empty conjunctions under one conjunction."""
    return certificate(["and", *[["and"]] * count], node("both", *[node("both")] * count), names={})


def lemmas(count: int) -> Json:
    """A deep proof: one lemma after another."""
    proof = evaluate()
    for _ in range(count):
        proof = node("have", evaluate(), proof, show=TRUE)
    return proof


def powers(depth: int) -> Json:
    return ["^", powers(depth - 1), 64] if depth else "2"


def sums(depth: int) -> Json:
    return ["sum", f"i{depth}", "1", "9000", sums(depth - 1)] if depth else "1"


def unit(show: Json, cuts: int, bits: int) -> Json:
    at = [f"{i}/{cuts}" for i in range(cuts + 1)]
    given = [["<=", "0", "x"], ["<=", "x", "1"]]
    return certificate(show, node("cover", on="x", cuts=at, bits=bits), given, {"x": "real"}, {})


def colliding(count: int) -> list[Json]:
    """Exponentials of numbers that have equal hashes."""
    return [["exp", str(i * (2**61 - 1) + 5)] for i in range(count)]


LETTERS = dict.fromkeys("abcdefgh", "real")
Bomb = tuple[str, Callable[[], Json], str]  # built when its turn comes: some are large
BOMBS: list[Bomb] = [
    ("twenty thousand nodes", lambda: parts(19_999), "accept"),
    ("a power of a power of a power", lambda: certificate(["<=", powers(5), "0"], evaluate()),
     "decline:too-much-work"),
    ("a large number that is not shown",
     lambda: certificate(["<=", ["^", LONG, 10], "0"], evaluate()), "not-shown"),
    ("a large number missed by a cover",
     lambda: unit(["<=", ["*", LONG, "x"], "0"], 1, 0), "not-shown"),
    ("a sum of sums of sums", lambda: certificate(["<=", sums(3), "0"], evaluate()),
     "decline:too-much-work"),
    ("a sum that is too long", lambda: certificate(
        ["<=", ["sum", "j", "1", "10001", "1"], "0"], evaluate()), "decline:range-too-long"),
    ("a cover of a hundred thousand boxes",
     lambda: unit(["<=", ["sin", ["exp", "x"]], "2"], 99_999, 1024),
     "decline:too-much-work"),
    ("products of many variables",
     lambda: certificate(TRUE, leaf(*[["1", [], [["^", ["+", *LETTERS], 5]]]] * 99), names=LETTERS),
     "decline:too-much-work"),
    ("powers of many variables",
     lambda: certificate(TRUE, leaf(["1", [], [["^", ["+", *LETTERS], 9]]]), names=LETTERS),
     "decline:too-much-work"),
    ("a degree of sixty-five",
     lambda: certificate(TRUE, leaf(["1", [], [["^", ["+", "a", "b"], 33]]]), names=LETTERS),
     "decline:degree"),
    ("a large term at many places",
     lambda: certificate(TRUE, node("use", evaluate(), rule=0, at=[["+", *["x"] * 30_000]]),
                 [["all", "u", "real", ["<=", ["+", *["u"] * 30_000], "0"]]]),
     "decline:too-much-work"),
    ("five thousand cases of many variables",
     lambda: certificate(TRUE, node("finite", *[evaluate()] * 4_999, on="n", from_=0, to=4_998),
                 [["<=", "0", "n"], ["<=", "n", "4998"]],
                 {"n": "int", **{f"v{i}": "real" for i in range(1_900)}}),
     "decline:too-much-work"),
    ("many variables",
     lambda: certificate(TRUE, evaluate(), names={f"v{i}": "real" for i in range(9_999)}),
     "accept"),
    ("many hypotheses", lambda: certificate(TRUE, evaluate(), [TRUE] * 2_001), "accept"),
    ("many hypotheses at many nodes", lambda: certificate(TRUE, lemmas(200), [TRUE] * 2_001),
     "decline:too-much-work"),
    ("atoms with equal hashes",
     lambda: certificate(["<=", ["+", *colliding(3_000)], "0"], leaf(["1", [0], []])),
     "decline:too-much-work"),
    ("many binders below one another",
     lambda: certificate(["<=", ["sum", "j0", "0", "0", "1"], "0"], leaf(["1", [0], []]),
                 names={f"v{i}": "real" for i in range(1_900)}), "identity-fails"),
    ("exponentials of long fractions",
     lambda: certificate(["<=", ["+", *[["exp", f"{10**1200 + i}/{10**1198 + 7}"] for i in range(3_000)]],
                  "0"], evaluate(1024)), "decline:too-much-work"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("build", "expected"), [row[1:] for row in BOMBS], ids=[row[0] for row in BOMBS]
)
def test_no_certificate_takes_long(
    build: Callable[[], Json], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # the limit itself is lowered: what is tested is that the work is counted where it is done
    monkeypatch.setitem(check.__globals__, "MAX_WORK", 1_000_000)
    start = time.process_time()
    assert verdict(build()) == expected
    assert time.process_time() - start < 20  # about 1 s on a quiet machine


def test_the_meter_is_put_back() -> None:
    for data in (GOOD, certificate(FALSE, evaluate()), "{"):
        verdict(data)
        assert METER.left == METER.UNLIMITED


def test_every_thread_has_its_own_meter() -> None:
    answers: list[str] = []
    METER.left = 0
    try:
        thread = threading.Thread(target=lambda: answers.append(verdict(GOOD)))
        thread.start()
        thread.join()
    finally:
        METER.left = METER.UNLIMITED
    assert answers == ["accept"]
