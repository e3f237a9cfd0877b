"""B networks of N units at P points: by a structured path, unit by unit, and by others.

    python benchmarks/bench_steps.py [--networks 64] [--units 1001] [--points 8001] [--repeat 5]

Needs numpy, and torch for its rows; runs on the CPU and on every CUDA device that torch sees.  In
turns, in one process: numpy broadcasting (one network at a time, a sign(x + b) for all units and
points at once), the same line by ``torch.compile``, every unit through the layer's definition in
chunks (``evaluate_batched``), by breakpoints (``Steps.values``), a copy of as many numbers as come
out, and a matrix product.  Then the same with tanh(20 N (x + b)) in the place of sign(x + b), where
far units are constants (``Saturating.values``).  Printed are ratios, with the least and the
greatest of the rounds; on the CPU of processor time of one thread, so that other work on the
machine counts little, on a device of the clock.  Weights are in arrays before the clock starts.
With --kind and --dtype, only these; --keep leaves what it has of others of the same sizes.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import time
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from ratios import in_turns, keep, ratio, said

from constructions.interop.arrays import (
    MEMORY,
    UNIT_ROUNDOFF,
    ArraySystem,
    Stack,
    _evaluate_stack,
    has_torch,
    stack,
)
from constructions.interop.saturating import Saturating
from constructions.interop.steps import Steps
from constructions.layers import Tanh
from constructions.pln import sign_network

KINDS, DTYPES = ("sign", "tanh"), ("float64", "float32")
OVER = "times as long as the structured path"
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


def broadcast(steps: Steps | Saturating, xs: Any) -> Any:
    """Each network as one array of N x P."""
    unit = np.sign if isinstance(steps, Steps) else np.tanh
    rows = [
        (a[:, None] * unit(w[:, None] * xs + b[:, None])).sum(0)
        for a, w, b in zip(steps.a, steps.w, steps.b, strict=True)
    ]
    return np.stack(rows)


def compiled(steps: Steps | Saturating, xs: Any, system: ArraySystem) -> Callable[[], Any] | None:
    """The same line compiled by torch, or None where it cannot be."""
    torch = system.xp
    a, w, b, x = (system.array(part) for part in (steps.a, steps.w, steps.b, xs))

    unit = torch.sign if isinstance(steps, Steps) else torch.tanh

    def line() -> Any:
        return (a[:, :, None] * unit(w[:, :, None] * x + b[:, :, None])).sum(1)

    made = torch.compile(line)
    try:
        made()
    except Exception as error:  # no compiler, or one that fails
        print(f"torch.compile cannot be used: {type(error).__name__}")
        return None
    return lambda: made()


def on(
    device: str, dtype: str, part: Stack, steps: Steps | Saturating, xs: Any, repeat: int
) -> Any:
    """The rows of one device and dtype."""
    namespaces = ["numpy"] if device == "cpu" else []
    namespaces += ["torch"] if has_torch() else []
    jobs, system = {}, ArraySystem("numpy", dtype)
    if device == "cpu" and dtype == "float64":
        jobs["numpy broadcasting"] = partial(broadcast, steps, xs)
    for namespace in namespaces:
        system = ArraySystem(namespace, dtype, device)
        memory = MEMORY[namespace if device == "cpu" else "device"]
        points = system.array(xs).reshape((1, -1, 1))
        jobs[f"{namespace}, every unit"] = partial(
            _evaluate_stack, system, part, points, memory, True
        )
        jobs[f"{namespace}, structured"] = partial(steps.values, xs, namespace, device, dtype)
        if namespace == "torch" and (made := compiled(steps, xs, system)):
            jobs["torch.compile"] = made
    shape = (len(steps.a), len(xs))
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
    """Of one device: ratios to the structured path, and shares of the machine's limits."""
    found: dict[str, Any] = {OVER: {}, "of the limits": {}}
    for namespace in ("numpy", "torch"):
        ours = times.get(f"{namespace}, structured")
        if ours is None:
            continue
        limits = ("copy", "matrix product", f"{namespace}, structured")
        others = {name: ratio(t, ours) for name, t in times.items() if name not in limits}
        found[OVER][namespace] = others
        direct = times[f"{namespace}, every unit"]
        # a multiplication, an addition, phi as one, a multiplication and an addition for each unit
        work, product = 5 * B * N * P, 2 * SIDE**3
        rates = ratio([t * work / product for t in times["matrix product"]], direct)
        found["of the limits"][namespace] = {
            "structured: of the rate of a copy of the values": ratio(times["copy"], ours),
            "every unit, phi as one operation: of the operations of a matrix product": rates,
        }
    return found


def beside(path: Path, report: dict[str, Any]) -> dict[str, Any]:
    """The report with the devices that the file has of the same sizes and versions."""
    there = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    former = there.get("steps", {})
    names = (former.keys() | report.keys()) - {"devices"}  # also torch, where one has none
    if former.get("python") != platform.python_version() or any(
        former.get(name) != report.get(name) for name in names - {"python"}
    ):
        return report
    return {**report, "devices": former["devices"] | report["devices"]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name, default in (("networks", 64), ("units", 1001), ("points", 8001), ("repeat", 5)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--kind", choices=KINDS, action="append")
    parser.add_argument("--dtype", choices=DTYPES, action="append")
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
    part, steep = stack(nets), 20.0 * N
    smooth = Saturating(steps.a, steep * steps.w, steep * steps.b, np.zeros(B))
    far = replace(part, layer=Tanh(), W=steep * part.W, b=steep * part.b)
    kinds: list[tuple[str, Stack, Steps | Saturating]]
    kinds = [("sign", part, steps), ("tanh", far, smooth)]
    kinds = [one for one in kinds if one[0] in (given.kind or KINDS)]
    for device, dtype, (kind, units, form) in product(devices, given.dtype or DTYPES, kinds):
        times = on(device, dtype, units, form, xs, given.repeat)
        name = "cpu" if device == "cpu" else torch.cuda.get_device_name(device)
        found = {"rounds": given.repeat, **compared(times, B, N, P)}
        namespace = "torch" if has_torch() else "numpy"
        values = ArraySystem(namespace, dtype, device).numpy(
            form.values(xs, namespace, device, dtype)
        )
        gap = float(np.abs(values - form.values(xs)).max() / UNIT_ROUNDOFF[dtype])
        found["largest difference from float64 on numpy, in roundoffs"] = float(f"{gap:.3g}")
        report["devices"][f"{name}, {dtype}, {kind}"] = found
        print(f"\n{name}, {dtype}, {kind}, {B} networks of {N} units at {P} points", flush=True)
        for namespace, rows in found[OVER].items():
            for other, value in rows.items():
                print(f"  {other:22} {said(value)} times {namespace}, structured", flush=True)
        for namespace, rows in found["of the limits"].items():
            for what, value in rows.items():
                print(f"  {namespace}, {what}: {said(value)}")
    if given.keep:
        keep(given.keep, "steps", beside(given.keep, report))
    else:
        print(f"\nwhat a reader can send, with the name of the machine ({platform.machine()}):")
        print(json.dumps(report, sort_keys=True))


if __name__ == "__main__":
    main()
