"""About how long a transformer takes to be built, written and certified, on this machine and now.

Nearly all of that time goes into exact fractions: rounding of weights, and the bound on what it
does.  It is taken to be :data:`STEPS` times the number of parameters, in steps of a loop over
fractions that :func:`step` times when it is asked, so that a slow or busy machine is told from a
fast one.  ``benchmarks/bench_building.py`` measures the constant and how far off it is.
"""

from __future__ import annotations

import time
from fractions import Fraction

STEPS = 11.0  #: of :func:`step`, for each parameter
FACTOR = 2  #: what is said is that far off at most, on the networks of the benchmark
LOOP = 400


def step() -> float:
    """Processor time of one sum and product of fractions, in seconds; the least of five loops."""
    return min(_loop() for _ in range(5)) / LOOP


def _loop() -> float:
    start, x = time.process_time(), Fraction(1, 3)
    for k in range(1, LOOP + 1):
        x = Fraction(k, 7) * x + Fraction(1, k)
        x = Fraction(x.numerator % 1_000_003, 1 + x.denominator % 1_000_003)
    return time.process_time() - start


def seconds(parameters: int) -> float:
    """Of processor time, for a transformer with so many parameters that is written as .onnx."""
    return STEPS * parameters * step()
