"""The smoothed norms against torch's own: ratios of times from one process.

    python benchmarks/bench_norms.py [--repeat 40] [--threads 1] [--compile] [--clock wall|cpu]

Measured on float32, without gradients and with a backward pass, in turns: one call of torch's
module, one of ours, and so on.  A ratio is that of neighbouring calls; printed are the median and
the quartiles of all, and the ratio of the two shortest times.  ``--compile`` compares modules under
torch.compile with torch's own, not compiled.  ``--clock cpu`` counts the thread's time alone, for
one thread on a machine that others use.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from statistics import quantiles
from typing import Any

import torch
from torch import nn

from constructions.interop.torch_weierstrass import WeierstrassLayerNorm, WeierstrassRMSNorm

KINDS = ((nn.LayerNorm, WeierstrassLayerNorm), (nn.RMSNorm, WeierstrassRMSNorm))
SHAPES = (
    *((32, 64), (32, 768)),
    *((8, 512, 64), (16, 256, 128), (64, 128, 256), (16, 128, 512), (32, 197, 768), (8, 256, 1024)),
)
WIDTHS = (1e-5, 1e-3, 1.0)


CLOCKS = {"wall": time.perf_counter, "cpu": time.thread_time}


def seconds(job: Callable[[Any], None], module: Any, clock: Callable[[], float]) -> float:
    start = clock()
    job(module)
    return clock() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeat", type=int, default=40)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--compile", action="store_true")
    parser.add_argument("--clock", choices=CLOCKS, default="wall")
    options = parser.parse_args()
    if options.clock == "cpu" and options.threads != 1:
        parser.error("--clock cpu is the time of one thread")
    clock = CLOCKS[options.clock]
    torch.set_num_threads(options.threads)
    torch.manual_seed(0)
    print("module     shape          sigma  pass      median (quartiles)  of the shortest")
    for theirs, ours in KINDS:
        for shape in SHAPES:
            x, g = torch.randn(shape, requires_grad=True), torch.randn(shape)

            def forward(module: Any, x: Any = x) -> None:
                with torch.no_grad():
                    module(x)

            def both(module: Any, x: Any = x, g: Any = g) -> None:
                x.grad = None
                module(x).backward(g)

            for sigma in WIDTHS:
                one, other = theirs(shape[-1]), ours(shape[-1], sigma)
                if options.compile:
                    other = torch.compile(other)
                for name, job in (("forward", forward), ("backward", both)):
                    for _ in range(3):
                        job(one), job(other)
                    pairs = [
                        (seconds(job, one, clock), seconds(job, other, clock))
                        for _ in range(options.repeat)
                    ]
                    low, middle, high = quantiles([b / a for a, b in pairs])
                    least = min(b for _, b in pairs) / min(a for a, _ in pairs)
                    print(
                        f"{theirs.__name__:<10} {'x'.join(map(str, shape)):<14} {sigma:<6g} "
                        f"{name:<9} {middle:6.2f} ({low:.2f}-{high:.2f})  {least:6.2f}"
                    )


if __name__ == "__main__":
    main()
