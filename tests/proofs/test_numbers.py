"""The numbers that the programs compute with, beside Python's integers, function by function."""

from __future__ import annotations

import json
import math
import random
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from proofs import verified
from proofs.verified import GMP, PURE
from tests.proofs import programs
from tests.sampling import by_turns

REPLACED = re.compile(r"^Extract Constant ([\w.]+) =>", re.MULTILINE)
TYPES = re.compile(r"^Extract Inductive (\w+) =>", re.MULTILINE)


def bits(a: int) -> list[int]:
    """From the lowest."""
    return [int(bit) for bit in reversed(f"{a:b}")]


def compared(a: int, b: int) -> int:
    return (a > b) - (a < b)


def cofactors(a: int, b: int) -> list[int]:
    g = math.gcd(a, b)
    return [g, a // g, b // g] if g else [0, 0, 0]


def quotient(a: int, b: int) -> list[int]:
    return [a // b, a % b] if b else [0, a]


def positive(a: int) -> int:
    return max(a, 1)


def natural(a: int) -> int:
    return max(a, 0)


#: what each function of Coq computes; as positive, what is not is 1, and as N a negative one is 0
EXPECTED: dict[str, Callable[[int, int], list[int]]] = {
    "match positive": lambda a, _: bits(positive(a)),
    "match N": lambda a, _: bits(natural(a)),
    "match Z": lambda a, _: [compared(a, 0), *(bits(abs(a)) if a else [])],
    "positive": lambda a, _: [positive(a)],
    "Z": lambda a, _: [a],
    "Pos.add": lambda a, b: [positive(a) + positive(b)],
    "Pos.mul": lambda a, b: [positive(a) * positive(b)],
    "Pos.succ": lambda a, _: [positive(a) + 1],
    "Pos.eqb": lambda a, b: [int(positive(a) == positive(b))],
    "Pos.compare": lambda a, b: [compared(positive(a), positive(b))],
    "Pos.compare_cont": lambda a, b: [compared(positive(a), positive(b)) or c for c in (0, -1, 1)],
    "Pos.sub": lambda a, b: [positive(positive(a) - positive(b))],
    "Pos.gcd": lambda a, b: [math.gcd(positive(a), positive(b))],
    "N.add": lambda a, b: [natural(a) + natural(b)],
    "N.mul": lambda a, b: [natural(a) * natural(b)],
    "N.succ": lambda a, _: [natural(a) + 1],
    "N.eqb": lambda a, b: [int(natural(a) == natural(b))],
    "N.compare": lambda a, b: [compared(natural(a), natural(b))],
    "N.sub": lambda a, b: [natural(natural(a) - natural(b))],
    "N.div_eucl": lambda a, b: quotient(natural(a), natural(b)),
    "N.testbit": lambda a, b: [natural(a) >> natural(b) & 1],
    "Z.add": lambda a, b: [a + b],
    "Z.mul": lambda a, b: [a * b],
    "Z.eqb": lambda a, b: [int(a == b)],
    "Z.compare": lambda a, b: [compared(a, b)],
    "Z.sub": lambda a, b: [a - b],
    "Z.opp": lambda a, _: [-a],
    "Z.div_eucl": quotient,
    "Z.gcd": lambda a, b: [math.gcd(a, b)],
    "Z.ggcd": cofactors,
    "Z.sqrt": lambda a, _: [math.isqrt(natural(a))],
    "Z.pow_pos": lambda a, b: [a ** positive(b)],
    "Z.shiftl": lambda a, b: [a << b if b >= 0 else a >> -b],
}
SMALL_SECOND = ("N.testbit", "Z.pow_pos", "Z.shiftl")
"""Their second number counts bits, or factors."""
EDGES = (0, 1, 2, 3, 7, 12, 2**30, 2**31 - 1, 2**31, 2**61, 2**62 - 1, 2**62, 2**63, 2**64 + 1)


def questions() -> list[tuple[str, int, int]]:
    """Small numbers, the ends of machine words, and numbers of many digits, of both signs."""
    rng = random.Random(7)
    around = sorted({sign * (e + d) for e in EDGES for d in (-1, 0, 1) for sign in (1, -1)})
    some = [
        rng.choice((-1, 1)) * rng.getrandbits(rng.choice((8, 60, 64, 130, 300))) for _ in range(20)
    ]
    asked = []
    for name in EXPECTED:
        second = range(-9, 10) if name in SMALL_SECOND else around
        asked += [(name, a, b) for a in rng.sample(around, 20) for b in rng.sample([*second], 8)]
        for a in some if name != "Z.pow_pos" else ():
            b = rng.randrange(-70, 70) if name in SMALL_SECOND else rng.choice(some)
            asked += [(name, a, b), (name, a, a if name not in SMALL_SECOND else b)]
    for exact in (0, 1, 4, 2**62, 2**64, (2**62 - 1) ** 2):
        asked += [("Z.sqrt", exact + d, 0) for d in (-1, 0, 1)]
    return asked


@pytest.fixture(scope="module", params=[PURE, GMP])
def program(request: pytest.FixtureRequest) -> Path:
    return programs.program(request.param)


def test_what_is_replaced_is_what_is_tried() -> None:
    """Each function that the program with GMP does not have from Coq has a row here, and in Coq."""
    text = (verified.SOURCES / "ExtractGmp.v").read_text(encoding="utf-8")
    replaced = {name for name in REPLACED.findall(text) if not name.startswith("Classical")}
    types = {"positive", "N", "Z"}
    tried = {name for name in EXPECTED if not name.startswith("match ")} - types
    assert replaced == tried
    assert {*TYPES.findall(text)} == {*types, "comparison"}
    coq = (verified.SOURCES / "Numbers.v").read_text(encoding="utf-8")
    assert {*re.findall(r'\("([^"]+)"%string, fun', coq)} == {*EXPECTED}


@by_turns(2)
def test_each_function_is_that_of_python(program: Path) -> None:
    asked = questions()
    lines = "".join(f"{json.dumps(list(one))}\n" for one in asked)
    told = subprocess.run(
        [str(program), "numbers"], input=lines, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert len(told) == len(asked)
    for (name, a, b), line in zip(asked, told, strict=True):
        assert json.loads(line) == EXPECTED[name](a, b), (name, a, b)
    assert not subprocess.run(
        [str(program), "numbers"], input='["Z.add", 1]\n["no", 1, 2]\n', capture_output=True,
        text=True, check=True,
    ).stdout.strip()  # fmt: skip
