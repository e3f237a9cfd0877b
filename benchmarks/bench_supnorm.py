"""Certified suprema against Sollya's ``supnorm``: ratios of times from one run.

    python benchmarks/bench_supnorm.py [--repeat 3] [--limit 120] [--keep docs/figures/supnorm.json]

Both enclose the same supremum to the relative width 2^-20, with the same polynomial.  The time of
netproof is that of finding the enclosure, writing the certificate and checking it by the kernel,
with the part of the kernel in brackets; that of Sollya is what the same script takes less without
the call.  Both are seconds of the processor, the least of ``--repeat``.  Sollya
(https://www.sollya.org) need not be there: its column is then left out.  ``>`` stands where it did
not end within ``--limit`` seconds of the clock.  Only ratios are results; times depend on the
machine.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import math
import platform
import re
import resource
import shutil
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from constructions.functions import parse
from constructions.interop.polynomials import Ring
from constructions.weierstrass import newton
from proofs.kernel import check
from proofs.supnorm import taylor as supnorm_taylor
from proofs.supnorm.of_polynomials import supnorm

FUNCTIONS: dict[str, tuple[str, Callable[[Any, Any], Any]]] = {
    "1/sqrt(x)": ("1/sqrt(x)", lambda m, x: 1 / m.sqrt(x)),
    "sqrt(x)": ("sqrt(x)", lambda m, x: m.sqrt(x)),
    "1/(1+x**2)": ("1/(1+x^2)", lambda m, x: 1 / (1 + x * x)),
    "exp(x)": ("exp(x)", lambda m, x: m.exp(x)),
    "sin(x)": ("sin(x)", lambda m, x: m.sin(x)),
    "cos(x)": ("cos(x)", lambda m, x: m.cos(x)),
    "log(x)": ("log(x)", lambda m, x: m.log(x)),
    "tanh(x)": ("tanh(x)", lambda m, x: m.tanh(x)),
    "1/(1+exp(-x))": ("1/(1+exp(-x))", lambda m, x: 1 / (1 + m.exp(-x))),
    "exp(-x**2)": ("exp(-x^2)", lambda m, x: m.exp(-x * x)),
    "exp(sin(x))": ("exp(sin(x))", lambda m, x: m.exp(m.sin(x))),
    "x*exp(x)+cos(x)": ("x*exp(x)+cos(x)", lambda m, x: x * m.exp(x) + m.cos(x)),
}
"""f as netproof and as Sollya reads it, and its values in mpmath."""
LONG = 5
"""Seconds from which on Sollya is asked once only."""


@dataclass(frozen=True)
class Case:
    """One supremum of |p - f| or |p/f - 1| on [a, b]."""

    family: str
    p: tuple[Fraction, ...]
    f: str
    a: Fraction
    b: Fraction
    relative: bool

    def __str__(self) -> str:
        kind = "relative" if self.relative else "absolute"
        where = f"{self.f:<15} [{self.a}, {self.b}] {kind}"
        return f"{self.family:<10} degree {len(self.p) - 1:>2}  {where}"


class _Polynomials:
    """The number system of polynomials in v, for :func:`constructions.weierstrass.newton`."""

    name = "polynomials"

    def __init__(self) -> None:
        self.ring = Ring(("v",))

    def const(self, q: int | Fraction) -> Any:
        return self.ring.const(q)


def iterate(steps: int) -> tuple[Fraction, ...]:
    """The coefficients of the Newton iterate from y = 1."""
    system: Any = _Polynomials()
    last = newton(system, system.ring.generators["v"], system.const(1), steps)[-1]
    found = [Fraction(0)] * (int(last.degrees()[0]) + 1)
    for (e, *_), c in last.to_dict().items():
        found[int(e)] = Fraction(int(c.p), int(c.q))
    return tuple(found)


def minimax(f: str, n: int, a: Fraction, b: Fraction, relative: bool) -> tuple[Fraction, ...]:
    """The best approximation by Remez's exchange in 40 digits; coefficients rounded to 2^-80."""
    import mpmath

    with mpmath.workdps(40):
        g = partial(FUNCTIONS[f][1], mpmath)
        lo, hi = (mpmath.mpf(q.numerator) / q.denominator for q in (a, b))
        place = lambda h: (lo + hi) / 2 + (hi - lo) / 2 * h  # noqa: E731
        points = [place(-mpmath.cos(mpmath.pi * k / (n + 1))) for k in range(n + 2)]
        grid = [place(-mpmath.cos(mpmath.pi * k / 600)) for k in range(601)]
        for _ in range(8):
            rows = [
                [x**j for j in range(n + 1)] + [(-1) ** k * (g(x) if relative else 1)]
                for k, x in enumerate(points)
            ]
            c = mpmath.lu_solve(mpmath.matrix(rows), mpmath.matrix([g(x) for x in points]))
            p = [c[j] for j in reversed(range(n + 1))]
            error = [(mpmath.polyval(p, x) - g(x)) / (g(x) if relative else 1) for x in grid]
            runs: list[int] = []  # of one sign: the largest of each
            for i, e in enumerate(error):
                if runs and (e > 0) == (error[runs[-1]] > 0):
                    runs[-1] = i if abs(e) > abs(error[runs[-1]]) else runs[-1]
                else:
                    runs.append(i)
            while len(runs) > n + 2:
                runs.pop(0 if abs(error[runs[0]]) < abs(error[runs[-1]]) else -1)
            if len(runs) < n + 2:
                break
            points = [grid[i] for i in runs]
        return tuple(Fraction(int(mpmath.nint(v * 2**80)), 2**80) for v in p[::-1])


ELEMENTARY = [
    (f, n, Fraction(a), Fraction(b), relative)
    for f, n, a, b, relative in (
        ("exp(x)", 4, "-1/2", "1/2", False),
        ("exp(x)", 10, "-1/2", "1/2", False),
        ("exp(x)", 15, "-1", "1", True),
        ("sin(x)", 7, "0", "1", False),
        ("sin(x)", 12, "-1", "1", False),
        ("cos(x)", 12, "-1", "1", True),
        ("log(x)", 8, "1/2", "2", False),
        ("log(x)", 12, "3/4", "5/4", False),
        ("tanh(x)", 9, "0", "1", False),
        ("tanh(x)", 12, "1/4", "1", True),
        ("1/(1+exp(-x))", 6, "-1", "1", True),
        ("1/(1+exp(-x))", 10, "-1", "1", False),
        ("exp(-x**2)", 10, "0", "1", False),
        ("exp(sin(x))", 10, "0", "1", False),
        ("x*exp(x)+cos(x)", 10, "0", "1", False),
    )
]


def cases() -> list[Case]:
    half, two = Fraction(1, 2), Fraction(2)
    found = []
    for n in (3, 6, 10, 15, 20):
        for relative in (False, True):
            p = minimax("1/sqrt(x)", n, half, two, relative)
            found.append(Case("minimax", p, "1/sqrt(x)", half, two, relative))
    for n in (6, 12):
        found.append(
            Case("minimax", minimax("sqrt(x)", n, half, two, True), "sqrt(x)", half, two, True)
        )
        one = Fraction(1)
        p = minimax("1/(1+x**2)", n, -one, one, False)
        found.append(Case("minimax", p, "1/(1+x**2)", -one, one, False))
    for f, n, a, b, relative in ELEMENTARY:
        name = "elementary" if f.endswith("(x)") and f.count("(") == 1 else "composed"
        found.append(Case(name, minimax(f, n, a, b, relative), f, a, b, relative))
    for a, b in (
        (half, Fraction(3, 2)),
        (Fraction(1, 10), two),
        (Fraction(1, 100), Fraction(29, 10)),
    ):
        for steps in (1, 2, 3, 4):
            for relative in (False, True):
                found.append(Case("newton", iterate(steps), "1/sqrt(x)", a, b, relative))
    return found


def ours(case: Case, repeat: int) -> tuple[float, float, Fraction, Fraction]:
    """Seconds in all, seconds of the kernel, and the bounds."""
    f, all_, kernel = parse(case.f), [], []
    for _ in range(repeat):
        supnorm_taylor.taylor.cache_clear()  # each time, Taylor's theorem is proved again
        supnorm_taylor.proof.cache_clear()
        start = time.process_time()
        found = supnorm(case.p, f, case.a, case.b, relative=case.relative)
        all_.append(time.process_time() - start)
        start = time.process_time()
        check(found.certificate)
        kernel.append(time.process_time() - start)
    return min(all_), min(kernel), found.lo, found.hi


def sollya(case: Case, repeat: int, limit: float) -> tuple[float, tuple[float, float] | None]:
    """Seconds and the bounds, or none if it had not ended after these seconds."""
    p = " + ".join(f"({c})*x^{k}" for k, c in enumerate(case.p))
    kind = "relative" if case.relative else "absolute"
    begin = f"verbosity = 0!; prec = 165!; display = decimal!; p = horner({p});"
    call = f"s = supnorm(p, {FUNCTIONS[case.f][0]}, [{case.a};{case.b}], {kind}, 2^(-20));"
    empty = min(_seconds(f"{begin} quit;", limit)[0] for _ in range(3))
    seconds, said = math.inf, None
    for _ in range(repeat):
        took, said = _seconds(f"{begin} {call} print(inf(s)); print(sup(s)); quit;", limit)
        if said is None:
            return max(took - empty, 1e-3), None
        seconds = min(seconds, max(took - empty, 1e-3))
        if seconds > LONG:
            break
    bounds = [float(t) for t in re.findall(r"^[-+0-9.e]+$", said or "", re.MULTILINE)]
    if len(bounds) != 2:
        raise SystemExit(f"Sollya does not answer {case}: {said}")
    return seconds, (bounds[0], bounds[1])


def _seconds(script: str, limit: float) -> tuple[float, str | None]:
    """Seconds of the processor that Sollya takes for a script, and what it prints in time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    said: str | None = None
    with contextlib.suppress(subprocess.TimeoutExpired):  # it is ended and waited for
        said = subprocess.run(
            ["sollya"], input=script + "\n", capture_output=True, text=True, timeout=limit
        ).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    took = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return took, said


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--limit", type=float, default=120)
    parser.add_argument("--keep", type=Path)
    given = parser.parse_args()
    present = shutil.which("sollya") is not None
    if not present:
        print("Sollya is not installed: its column is left out")
    rows: list[dict[str, Any]] = []
    ratios: dict[str, list[float]] = {}
    for case in cases():
        seconds, kernel, lo, hi = ours(case, given.repeat)
        row: dict[str, Any] = {
            "family": case.family,
            "degree": len(case.p) - 1,
            "f": case.f,
            "interval": [str(case.a), str(case.b)],
            "relative": case.relative,
            "kernel_share": round(kernel / seconds, 2),
        }
        line = f"{case}: {1e3 * seconds:7.1f} ms ({1e3 * kernel:.1f})"
        if present:
            theirs = sollya(case, given.repeat, given.limit)
            row |= {"ratio": round(theirs[0] / seconds, 2), "at_least": theirs[1] is None}
            if theirs[1] and (theirs[1][0] > float(hi) or theirs[1][1] < float(lo)):
                raise SystemExit(f"the enclosures of {case} do not meet")
            ratios.setdefault(case.family, []).append(row["ratio"])
            line += f"  Sollya / netproof = {'> ' if row['at_least'] else ''}{row['ratio']}"
        print(line, flush=True)
        rows.append(row)
    summary = {
        family: {
            "cases": len(found),
            "least": min(found),
            "geometric_mean": round(float(np.exp(np.mean([math.log(r) for r in found]))), 2),
            "largest": max(found),
        }
        for family, found in ratios.items()
    }
    for family, row in summary.items():
        print(f"{family}: {row}")
    if given.keep is not None:
        record = {
            "schema": 1,
            "rule": "processor time of Sollya's supnorm over that of netproof, kernel included; "
            "one run, one machine",
            "versions": {
                "python": platform.python_version(),
                "machine": platform.machine(),
                "sollya": _version() if present else None,
            },
            "summary": summary,
            "rows": rows,
        }
        given.keep.write_text(json.dumps(record, indent=1) + "\n")


def _version() -> str:
    done = subprocess.run(["sollya", "--version"], capture_output=True, text=True, timeout=20)
    found = re.search(r"[0-9]+\.[0-9.]*[0-9]", done.stdout + done.stderr)
    return found.group() if found else ""


if __name__ == "__main__":
    main()
