"""B sign networks of N units at P points: by breakpoints, unit by unit, and by others.

    python benchmarks/bench_steps.py [--networks 64] [--units 1001] [--points 8001] [--repeat 5]

Needs numpy, and torch for its rows; runs on the CPU and on every CUDA device that torch sees.  In
turns, in one process: numpy broadcasting (one network at a time, a sign(x + b) for all units and
points at once), the same line by ``torch.compile``, every unit through the layer's definition in
chunks (``evaluate_batched``), by breakpoints (``Steps.values``), a copy of as many numbers as come
out, and a matrix product.  Printed are ratios, with the least and the greatest of the rounds; on
the CPU of processor time of one thread, so that other work on the machine counts little, on a
device of the clock.  Weights are in arrays before the clock starts.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import time
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from ratios import in_turns, keep, ratio, said

from constructions.interop.arrays import (
    MEMORY,
    UNIT_ROUNDOFF,
    ArraySystem,
    _evaluate_stack,
    has_torch,
    stack,
)
from constructions.interop.steps import Steps
from constructions.pln import sign_network

SIDE = 1024  # of the matrices that are multiplied


def drawn(B: int, N: int) -> list[Any]:
    """Lemma 2's networks of walks with steps of 1/N."""
    rng = random.Random(1)

    def walk() -> list[Fraction]:
        values = [Fraction(0)]
        for _ in range(N - 1):
            values.append(values[-1] + Fraction(rng.choice((-1, 1)), N))
        return values

    return [sign_network(walk()) for _ in range(B)]


def broadcast(steps: Steps, xs: Any) -> Any:
    """Each network as one array of N x P."""
    rows = [
        (a[:, None] * np.sign(w[:, None] * xs + b[:, None])).sum(0)
        for a, w, b in zip(steps.a, steps.w, steps.b, strict=True)
    ]
    return np.stack(rows)


def compiled(steps: Steps, xs: Any, system: ArraySystem) -> Callable[[], Any] | None:
    """The same line compiled by torch, or None where it cannot be."""
    torch = system.xp
    a, w, b, x = (system.array(part) for part in (steps.a, steps.w, steps.b, xs))

    def line() -> Any:
        return (a[:, :, None] * torch.sign(w[:, :, None] * x + b[:, :, None])).sum(1)

    made = torch.compile(line)
    try:
        made()
    except Exception as error:  # no compiler, or one that fails
        print(f"torch.compile cannot be used: {type(error).__name__}")
        return None
    return lambda: made()


def on(device: str, dtype: str, nets: list[Any], steps: Steps, xs: Any, repeat: int) -> Any:
    """The rows of one device and dtype."""
    namespaces = ["numpy"] if device == "cpu" else []
    namespaces += ["torch"] if has_torch() else []
    part, jobs, system = stack(nets), {}, ArraySystem("numpy", dtype)
    if device == "cpu" and dtype == "float64":
        jobs["numpy broadcasting"] = partial(broadcast, steps, xs)
    for namespace in namespaces:
        system = ArraySystem(namespace, dtype, device)
        memory = MEMORY[namespace if device == "cpu" else "device"]
        points = system.array(xs).reshape((1, -1, 1))
        jobs[f"{namespace}, every unit"] = partial(
            _evaluate_stack, system, part, points, memory, True
        )
        jobs[f"{namespace}, breakpoints"] = partial(steps.values, xs, namespace, device, dtype)
        if namespace == "torch" and (made := compiled(steps, xs, system)):
            jobs["torch.compile"] = made
    shape = (len(nets), len(xs))
    numbers = system.array(np.random.default_rng(1).random(shape))
    matrix = system.array(np.random.default_rng(2).random((SIDE, SIDE)))
    jobs["copy"] = (lambda: numbers.clone()) if system.is_torch else (lambda: numbers.copy())
    jobs["matrix product"] = lambda: matrix @ matrix

    def clock() -> float:
        if device == "cpu":
            return time.process_time()
        system.xp.cuda.synchronize()
        return time.perf_counter()

    for name, job in jobs.items():
        if name != "numpy broadcasting":  # the others have something to load or to compile
            job()
    return in_turns(jobs, repeat, clock)


def compared(times: Any, B: int, N: int, P: int) -> dict[str, Any]:
    """What is said of one device: ratios to breakpoints, and shares of the machine's limits."""
    found: dict[str, Any] = {"times as long as by breakpoints": {}, "of the limits": {}}
    for namespace in ("numpy", "torch"):
        ours = times.get(f"{namespace}, breakpoints")
        if ours is None:
            continue
        limits = ("copy", "matrix product", f"{namespace}, breakpoints")
        others = {name: ratio(t, ours) for name, t in times.items() if name not in limits}
        found["times as long as by breakpoints"][namespace] = others
        direct = times[f"{namespace}, every unit"]
        # a multiplication, an addition, a sign, a multiplication and an addition for each unit
        work, product = 5 * B * N * P, 2 * SIDE**3
        rates = ratio([t * work / product for t in times["matrix product"]], direct)
        found["of the limits"][namespace] = {
            "breakpoints: of the rate of a copy of the values": ratio(times["copy"], ours),
            "every unit: of the operations of a matrix product": rates,
        }
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name, default in (("networks", 64), ("units", 1001), ("points", 8001), ("repeat", 5)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--keep", type=Path)
    given = parser.parse_args()
    B, N, P = given.networks, given.units, given.points
    nets = drawn(B, N)
    steps, xs = Steps.of(nets), np.linspace(0.0, 1.0, P)
    report: dict[str, Any] = {"networks": B, "units": N, "points": P, "devices": {}}
    devices = ["cpu"]
    if has_torch():
        import torch

        report["torch"] = torch.__version__
        torch.set_num_threads(1)  # processor time is then that of the work, not of waiting
        devices += [f"cuda:{i}" for i in range(torch.cuda.device_count())]
    exact = steps.values(xs)
    for device in devices:
        for dtype in ("float64", "float32"):
            times = on(device, dtype, nets, steps, xs, given.repeat)
            name = "cpu" if device == "cpu" else torch.cuda.get_device_name(device)
            found = compared(times, B, N, P)
            namespace = "torch" if has_torch() else "numpy"
            values = ArraySystem(namespace, dtype, device).numpy(
                steps.values(xs, namespace, device, dtype)
            )
            gap = float(np.abs(values - exact).max() / UNIT_ROUNDOFF[dtype])
            found["largest difference from float64 on numpy, in roundoffs"] = float(f"{gap:.3g}")
            report["devices"][f"{name}, {dtype}"] = found
            print(f"\n{name}, {dtype}, {B} networks of {N} units at {P} points", flush=True)
            for namespace, rows in found["times as long as by breakpoints"].items():
                for other, value in rows.items():
                    print(
                        f"  {other:22} {said(value)} times {namespace} by breakpoints", flush=True
                    )
            for namespace, rows in found["of the limits"].items():
                for what, value in rows.items():
                    print(f"  {namespace}, {what}: {said(value)}")
    if given.keep:
        keep(given.keep, "steps", report)
    else:
        print(f"\nwhat a reader can send, with the name of the machine ({platform.machine()}):")
        print(json.dumps(report, sort_keys=True))


if __name__ == "__main__":
    main()
