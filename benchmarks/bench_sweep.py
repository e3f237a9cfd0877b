"""Batched evaluation against a loop: ratios of times from one run.

    python benchmarks/bench_sweep.py [--points 1024] [--repeat 3]

Measured: the networks of Theorem 1 for the standard functions at one eps and d, at the same
points: one network and one unit at a time (``network.evaluate`` over numpy arrays), all at once
with numpy, and all at once with torch on each device that is there.  Only ratios are printed as
results; times depend on the machine.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from constructions.functions import STANDARD, parse
from constructions.interop.arrays import ArraySystem, evaluate_batched, has_torch
from constructions.pln import construct
from verify.sweep import lipschitz_upper


def best_of(repeat: int, job: Callable[[], Any]) -> tuple[float, Any]:
    """The shortest of ``repeat`` times in seconds, and the job's last result."""
    times, result = [], None
    for _ in range(repeat):
        start = time.perf_counter()
        result = job()
        times.append(time.perf_counter() - start)
    return min(times), result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--points", type=int, default=1024)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--eps", type=Fraction, default=Fraction(1, 50))
    parser.add_argument("--d", type=int, default=4)
    given = parser.parse_args()

    nets = [
        construct(parse(text), lipschitz_upper(text), given.eps, given.d).network
        for text in STANDARD.values()
    ]
    xs = np.linspace(0.0, 1.0, given.points)
    system = ArraySystem("numpy")
    print(
        f"{len(nets)} networks, N = {min(n.N for n in nets)}..{max(n.N for n in nets)}, "
        f"d = {given.d}, {given.points} points, best of {given.repeat}"
    )

    def loop() -> Any:
        # a network of zeros is one number whatever xs: it reads no coordinate
        return np.stack([np.broadcast_to(net.evaluate(system, [xs]), xs.shape) for net in nets])

    base, expected = best_of(given.repeat, loop)
    print(f"numpy, unit by unit     {1.0:8.1f} x   ({base:.3f} s)")
    runs: list[tuple[str, str, str]] = [("numpy, batched", "numpy", "cpu")]
    if has_torch():
        import torch

        runs.append(("torch cpu, batched", "torch", "cpu"))
        if torch.cuda.is_available():
            runs.append(("torch cuda, batched", "torch", "cuda"))
    else:
        print("torch is not installed: its rows are left out")
    for label, namespace, device in runs:

        def batched(namespace: str = namespace, device: str = device) -> Any:
            values = evaluate_batched(nets, xs, namespace, device)
            return ArraySystem(namespace, device=device).numpy(values)

        batched()  # the first call pays for imports and kernels
        seconds, values = best_of(given.repeat, batched)
        gap = float(np.abs(values - expected).max())
        print(
            f"{label:22s}  {base / seconds:8.1f} x   ({seconds:.3f} s), "
            f"largest difference {gap:.1e}"
        )


if __name__ == "__main__":
    main()
