"""The smoothed norms against torch's own: ratios of times from one process.

    python benchmarks/bench_norms.py [--repeat 40] [--threads 1] [--compile] [--clock wall|cpu]
                                     [--types float32,float64] [--rows 1,32,256,2048]

Measured without gradients (forward), where they will be wanted (tracked), and with a backward pass
(backward), in turns: torch's module, ours, and so on, each as many times as take some 0.2 ms.  A
ratio is that of neighbours; printed are the median and the quartiles of all, the ratio of the two
shortest times, and after all how many medians there are, how many above 2, and the largest.
``--compile`` compares modules under torch.compile with torch's own, not compiled.  ``--clock cpu``
counts the thread's time alone, for one thread on a machine that others use.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from itertools import product
from statistics import quantiles
from typing import Any

import torch
from torch import nn

from constructions.interop.torch_weierstrass import WeierstrassLayerNorm, WeierstrassRMSNorm

KINDS = ((nn.LayerNorm, WeierstrassLayerNorm), (nn.RMSNorm, WeierstrassRMSNorm))
ROWS, SIZES = (1, 32, 256, 2048), (64, 256, 768, 1024)
WIDTHS = (1e-5, 1e-3, 1.0)


CLOCKS = {"wall": time.perf_counter, "cpu": time.thread_time}


SPAN = 2e-4  #: seconds that the calls of one measurement take together, at least about


def seconds(
    job: Callable[[Any], None], module: Any, clock: Callable[[], float], calls: int
) -> float:
    start = clock()
    for _ in range(calls):
        job(module)
    return clock() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeat", type=int, default=40)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--types", default="float32,float64")
    parser.add_argument("--rows", default=",".join(map(str, ROWS)))
    parser.add_argument("--compile", action="store_true")
    parser.add_argument("--clock", choices=CLOCKS, default="wall")
    options = parser.parse_args()
    if options.clock == "cpu" and options.threads != 1:
        parser.error("--clock cpu is the time of one thread")
    clock = CLOCKS[options.clock]
    torch.set_num_threads(options.threads)
    torch.manual_seed(0)
    print("module     type     shape      sigma  pass      median (quartiles)  of the shortest")
    medians = []
    types = [getattr(torch, name) for name in options.types.split(",")]
    shapes = [(int(rows), size) for rows in options.rows.split(",") for size in SIZES]
    for (theirs, ours), dtype, shape in product(KINDS, types, shapes):
        x, g = torch.randn(shape, dtype=dtype, requires_grad=True), torch.randn(shape, dtype=dtype)

        def tracked(module: Any, x: Any = x) -> None:
            module(x)

        def forward(module: Any, x: Any = x) -> None:
            with torch.no_grad():
                module(x)

        def backward(module: Any, x: Any = x, g: Any = g) -> None:
            x.grad = None
            module(x).backward(g)

        for sigma in WIDTHS:
            one, other = theirs(shape[-1], dtype=dtype), ours(shape[-1], sigma, dtype=dtype)
            if options.compile:
                other = torch.compile(other)
            for job in (forward, tracked, backward):
                for _ in range(3):
                    job(one), job(other)
                calls = 1 + int(SPAN / seconds(job, one, time.perf_counter, 1))
                pairs = [
                    (seconds(job, one, clock, calls), seconds(job, other, clock, calls))
                    for _ in range(options.repeat)
                ]
                low, middle, high = quantiles([b / a for a, b in pairs])
                least = min(b for _, b in pairs) / min(a for a, _ in pairs)
                medians.append(middle)
                print(
                    f"{theirs.__name__:<10} {str(dtype)[6:]:<8} {'x'.join(map(str, shape)):<10} "
                    f"{sigma:<6g} {job.__name__:<9} {middle:6.2f} ({low:.2f}-{high:.2f})  "
                    f"{least:6.2f}"
                )
    above = sum(median > 2 for median in medians)
    print(f"{len(medians)} medians, {above} above 2, the largest {max(medians):.2f}")


if __name__ == "__main__":
    main()
