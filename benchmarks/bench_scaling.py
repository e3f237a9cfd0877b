"""How time and memory of sweeps grow, what more cores give, and what a configuration costs.

    python benchmarks/bench_scaling.py [--repeat 3] [--small] [--keep docs/figures/scaling.json]

*Exponents*: of processor time and of the largest memory in use (``tracemalloc``, in which numpy
takes part) against one size at a time, the others fixed: the slope of the least squares line
through the logarithms, with the least and the greatest slope between neighbouring sizes; in one
thread.
*Cores*: one sweep by ``local:1``, ``local:2``, ... up to all cores, by the clock, workers' start
included, and its processor time, both against ``local:1``; on a busy machine the clock says less
than is there.  *Cost*: processor seconds of one configuration, and hours of a core for a million.
"""

from __future__ import annotations

import argparse
import os
import platform
import resource
import sys
import time
import tracemalloc
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from ratios import keep

from constructions.exact import Surd
from constructions.functions import STANDARD
from constructions.interop.arrays import MEMORY, ArraySystem, Stack, _evaluate_stack
from constructions.interop.steps import Steps
from constructions.layers import LayerNorm
from verify import measured, sweep

PLACE = ("numpy", "cpu", "float64")
MILLION = 1_000_000
Job = Callable[[], Any]


def rounded(value: float) -> float:
    return float(f"{value:.3g}")


# --- exponents -----------------------------------------------------------------------------------


def slopes(sizes: Sequence[int], values: Sequence[float]) -> dict[str, float]:
    """The slope of log values against log sizes, and those between neighbours."""
    x, y = np.log(sizes), np.log(values)
    steps = [(b[1] - a[1]) / (b[0] - a[0]) for a, b in pairwise(zip(x, y, strict=True))]
    fitted = float(np.polyfit(x, y, 1)[0])
    return {
        "fitted": rounded(fitted), "least": rounded(min(steps)), "greatest": rounded(max(steps)),
    }  # fmt: skip


def taken(job: Job, repeat: int) -> float:
    """The least processor time of a job, of at least 20 ms in all at each trial."""
    job()
    count, best = 1, float("inf")
    while True:
        start = time.process_time()
        for _ in range(count):
            job()
        spent = time.process_time() - start
        if spent >= 0.02:
            break
        count *= 2
    best = spent / count
    for _ in range(repeat - 1):
        start = time.process_time()
        for _ in range(count):
            job()
        best = min(best, (time.process_time() - start) / count)
    return best


def most(job: Job) -> float:
    """The largest memory in use while a job runs, in bytes, above what was there before."""
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        tracemalloc.reset_peak()
        job()
        return float(tracemalloc.get_traced_memory()[1] - before)
    finally:
        tracemalloc.stop()


def layers(B: int, N: int, P: int, d: int) -> Job:
    """Every unit of B networks of N units LN-d at P points, by the layer's definition."""
    rng, system = np.random.default_rng(1), ArraySystem("numpy")
    alpha, W, b = (rng.standard_normal(shape) for shape in ((B, N, d), (B, N, d, 1), (B, N, d)))
    every = tuple(range(d))
    part = Stack(LayerNorm(d, Surd(1)), alpha, W, b, np.ones(B), every, every)
    points = system.array(np.linspace(0, 1, P)).reshape((1, -1, 1))
    return lambda: _evaluate_stack(system, part, points, MEMORY["numpy"], True)


def steps(B: int, N: int, P: int) -> Job:
    """B networks of N sign units at P points, by their breakpoints."""
    rng = np.random.default_rng(1)
    a, b = rng.standard_normal((B, N)), -rng.random((B, N))
    network, xs = Steps(a, np.ones((B, N)), b), np.linspace(0, 1, P)
    return lambda: network.values(xs)


def enclosed(N: int) -> Job:
    """A network of Lemma 2 with N units, built, measured and enclosed."""
    cell = sweep._cell(
        "pln.lemma2", "f", "sin(3*x)", sweep.lipschitz_upper("sin(3*x)"),
        sweep.lipschitz_upper("sin(3*x)") / (2 * N - 1), 1, None, "",
    )  # fmt: skip
    return lambda: sweep.measure([cell], PLACE, 4096, True)


def study(claim: str, **setting: Any) -> Job:
    """One setting of a measured sweep, the axes that are not named at home."""
    home = {axis.name: axis.home for axis in measured.study_of(claim).axes}
    cell = home | setting
    return lambda: measured.measure(claim, [cell], PLACE, 2048, 1)


def growth(small: bool) -> list[tuple[str, str, list[int], Callable[[int], Job]]]:
    """What is measured against which size: name, size, values, and the job of a value."""
    k = 8 if small else 1
    doubled = lambda start, count: [start << i for i in range(count)]  # noqa: E731
    return [
        ("every unit, LN-8", "B", doubled(2, 4), lambda B: layers(B, 256 // k, 512, 8)),
        ("every unit, LN-8", "N", doubled(64 // k, 5), lambda N: layers(4, N, 512, 8)),
        ("every unit, LN-8", "P", doubled(128, 5), lambda P: layers(4, 256 // k, P, 8)),
        ("every unit, LN-d", "d", doubled(4, 4), lambda d: layers(4, 256 // k, 512, d)),
        ("breakpoints", "B", doubled(16 // k, 4), lambda B: steps(B, 1001, 8001)),
        ("breakpoints", "N", doubled(8192 // k, 4), lambda N: steps(8, N, 1001)),
        ("breakpoints", "P", doubled(8192 // k, 4), lambda P: steps(8, 101, P)),
        ("built and enclosed, sign", "N", doubled(64 // k, 4), enclosed),
        ("fl.prop1", "width", doubled(32, 4), lambda w: study("fl.prop1", width=w)),
        ("fl.prop1", "depth", [2, 4, 6], lambda n: study("fl.prop1", depth=n)),
        ("layeract.eq7", "d", doubled(64, 4), lambda d: study("layeract.eq7", d=d)),
        ("weierstrass.maclaurin", "terms", doubled(10, 4),
         lambda N: study("weierstrass.maclaurin", N=N)),
        ("sumformer.dprime", "n", [2, 3, 4, 5, 6], lambda n: study("sumformer.dprime", n=n)),
        ("sumformer.dprime", "d", [1, 2, 3, 4], lambda d: study("sumformer.dprime", d=d)),
        ("sumformer.dprime", "degree", [2, 3, 4, 5, 6],
         lambda m: study("sumformer.dprime", degree=m)),
        ("sumformer.thm4_1.bernstein", "degree", doubled(16, 4),
         lambda m: study("sumformer.thm4_1.bernstein", m=m)),
    ]  # fmt: skip


def exponents(repeat: int, small: bool) -> list[dict[str, Any]]:
    found = []
    for name, size, values, make in growth(small):
        jobs = [make(value) for value in values]
        row = {
            "what": name, "against": size, "from": values[0], "to": values[-1],
            "time": slopes(values, [taken(job, repeat) for job in jobs]),
            "memory": slopes(values, [most(job) for job in jobs]),
        }  # fmt: skip
        print(
            f"{name}, {size} = {values[0]}..{values[-1]}: time {row['time']}, "
            f"memory {row['memory']}", flush=True,
        )  # fmt: skip
        found.append(row)
    return found


# --- cores ---------------------------------------------------------------------------------------


def children() -> float:
    """Processor time of this process and of those that it has started and that have ended."""
    own, used = time.process_time(), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own + used.ru_utime + used.ru_stime


def swept(workers: int, cells: int) -> tuple[float, float]:
    """Seconds of the clock and of processors that a sweep takes with so many workers."""
    from fractions import Fraction

    eps = [Fraction(1, 150 + i) for i in range(cells)]
    texts = {"sin(3*x)": "sin(3*x)", "exp(x)/2": "exp(x)/2"}
    start, before = time.perf_counter(), children()
    sweep.sweep(texts, eps, device="numpy", engine=f"local:{workers}", claim="pln.lemma2")
    return time.perf_counter() - start, children() - before


def cores(repeat: int, cells: int) -> list[dict[str, Any]]:
    count = os.cpu_count() or 1
    counts = sorted({1, *(2**i for i in range(10) if 2**i < count), count})
    swept(1, 1)  # loads what a sweep loads
    rounds = [{w: swept(w, cells) for w in counts} for _ in range(repeat)]
    found = []
    for w in counts:
        faster = sorted(one[1][0] / one[w][0] for one in rounds)
        more = sorted(one[w][1] / one[1][1] for one in rounds)
        row = {
            "workers": w,
            "times as fast": spread(faster),
            "times the processor time": spread(more),
        }
        print(row, flush=True)
        found.append(row)
    return found


def spread(found: list[float]) -> dict[str, float]:
    names = {"median": median(found), "least": min(found), "greatest": max(found)}
    return {name: rounded(value) for name, value in names.items()}


# --- cost ----------------------------------------------------------------------------------------


def cost(small: bool) -> list[dict[str, Any]]:
    """Processor seconds of a configuration: each sweep of a paper from home along its axes."""
    from fractions import Fraction

    found = []

    def add(name: str, count: int, job: Job) -> None:
        start = time.process_time()
        job()
        seconds = (time.process_time() - start) / count
        hours = rounded(seconds * MILLION / 3600)
        row = {"what": name, "configurations": count, "seconds": rounded(seconds),
               "hours of a core for a million": hours}  # fmt: skip
        print(row, flush=True)
        found.append(row)

    texts = dict(list(STANDARD.items())[: 2 if small else 8])
    for claim, d in (("pln.lemma2", ()), ("pln.thm1", (4,))):
        for enclose in (False, True):
            job = partial(
                sweep.sweep, texts, [Fraction(1, 10), Fraction(1, 20)], d, device="numpy",
                engine="inline", claim=claim, enclosed=enclose,
            )  # fmt: skip
            how = "measured and enclosed" if enclose else "measured"
            add(f"{claim}, {how}", 2 * len(texts), job)
    for paper in measured.MODULES:
        claims = [one for one in measured.studies() if one.partition(".")[0] == paper]
        claims = claims[:1] if small else claims
        settings = {claim: measured.study_of(claim).cells({}) for claim in claims}

        def along(settings: Any = settings) -> None:
            for claim, cells in settings.items():
                measured.measure(claim, cells, PLACE, measured.study_of(claim).points, 1)

        add(f"{paper}, from home along each axis", sum(map(len, settings.values())), along)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--small", action="store_true", help="smaller sizes, as in a test")
    parser.add_argument("--keep", type=Path)
    given = parser.parse_args()
    alone = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
    if not alone.items() <= os.environ.items():  # read when numpy is imported
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, **alone})
    data = {
        "cores of the machine": os.cpu_count(),
        "other work on the machine (load)": rounded(os.getloadavg()[0]),
        "numpy": np.__version__,
        "machine": platform.machine(),
        "exponents": exponents(given.repeat, given.small),
        "cores": cores(given.repeat, 2 if given.small else 240),
        "cost": cost(given.small),
    }
    if given.keep:
        keep(given.keep, "scaling", data)


if __name__ == "__main__":
    main()
