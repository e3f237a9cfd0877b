"""Newton's and Goldschmidt's iteration in native arithmetic, over every representable input.

``python -m tests.campaigns.weierstrass_floats [STRIDE]`` counts, for bfloat16, float16 and float32,
how many of all positive finite v get a y with relative error at most twice (float32: four times)
the unit roundoff, from the constant guess 1 and, on [1, 4], from a linear guess.  The two short
formats take a second, float32 with STRIDE 1 has 2^31 inputs for each row and takes minutes.
Exit status 1 if three steps of Newton's iteration from the linear guess miss the accuracy at an
input in [1, 4] that was tried: with STRIDE 1, the default, every input.  The rows of the other
two forms are printed and decide nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from fractions import Fraction as F

from constructions.interop.weierstrass_floats import FORMATS, Census, Method, Name, census
from constructions.weierstrass_routes import newton_line

METHODS: tuple[Method, ...] = ("newton", "goldschmidt", "coupled")
UNITS: dict[Name, int] = {"bf16": 2, "fp16": 2, "fp32": 4}


def constant(stride: int) -> Iterator[Census]:
    """All positive finite inputs, from y = 1, with three and four steps."""
    for name, units in UNITS.items():
        for method in METHODS:
            for steps in (3, 4):
                yield census(
                    name,
                    [1.0],
                    steps,
                    units * FORMATS[name].unit,
                    method,
                    stride=stride if name == "fp32" else 1,
                )


def reduced(stride: int) -> Iterator[Census]:
    """All inputs in [1, 4], from the balanced linear guess, with two and three steps."""
    line = [float(c) for c in newton_line(F(1), F(4))]
    for name, units in UNITS.items():
        for method in METHODS:
            for steps in (2, 3):
                yield census(
                    name,
                    line,
                    steps,
                    units * FORMATS[name].unit,
                    method,
                    1.0,
                    4.0,
                    stride if name == "fp32" else 1,
                )


def row(found: Census) -> str:
    ends = "none" if found.interval is None else "[{:.8g}, {:.8g}]".format(*found.interval)
    return (
        f"{found.format} {found.method:<11} {found.steps}  {found.inputs:>12,} inputs  "
        f"{found.accurate:>12,} accurate  {found.not_finite:>12,} not finite  "
        f"{found.not_positive:>12,} <= 0  {ends}"
    )


def missed(found: Census) -> bool:
    """Whether Newton's three steps from the linear guess miss the accuracy somewhere."""
    return found.method == "newton" and found.steps == 3 and found.accurate < found.inputs


def main(arguments: list[str]) -> int:
    stride = int(arguments[0]) if arguments else 1
    failed = False
    print("v in [1, 4], linear guess")
    for found in reduced(stride):
        print(row(found), flush=True)
        failed |= missed(found)
    print("all positive finite v, guess 1")
    for found in constant(stride):
        print(row(found), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
