"""The smoothed norms of float32 tensors on the CPU by ``smoothed_norm.c``, one pass over each row.

The file is compiled when a norm is first computed, by the compiler that ``CC`` names, else ``cc``,
``gcc`` or ``clang``, and the library is kept in ``netproof`` below ``XDG_CACHE_HOME`` (or
``~/.cache``), under a name made of the source, the options and what the compiler says of itself and
of the processor.  Where there is no compiler, or ``CC`` is empty, nothing is compiled, and
:func:`library` says None: the norms are then put together from torch's own kernels.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import shlex
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import torch

from constructions.interop import weierstrass_arrays as arrays

SOURCE = Path(__file__).with_name("smoothed_norm.c")
OPTIONS = (
    *("-std=c11", "-O3", "-march=native", "-fopenmp-simd", "-fno-math-errno"),
    *("-shared", "-fPIC", "-pthread"),
)
BITS = 34  #: the terms of polynomials and series, relatively
THREAD = 1 << 16  #: entries below which one more thread takes longer to start than it saves


class _Factor(ctypes.Structure):
    _fields_ = (
        ("sigma", ctypes.c_double),
        ("reach", ctypes.c_double),
        ("cells", ctypes.c_long),
        ("terms", ctypes.c_long),
        ("table", ctypes.c_void_p),
        ("falling", ctypes.c_long),
        ("series", ctypes.c_void_p),
    )


def _compiler() -> list[str] | None:
    named = os.environ.get("CC")
    if named is not None:
        return shlex.split(named) or None
    return next(([name] for name in ("cc", "gcc", "clang") if shutil.which(name)), None)


@cache
def library() -> Any:
    """The compiled file, None where it cannot be had."""
    compiler = _compiler()
    if compiler is None:
        return None
    try:
        asked = [*compiler, "-march=native", "-dM", "-E", "-x", "c", os.devnull]
        said = subprocess.run(asked, capture_output=True, check=True).stdout
        source = SOURCE.read_bytes()
        parts = (source, said, " ".join([*compiler, *OPTIONS]).encode())
        name = hashlib.sha256(b"\0".join(parts)).hexdigest()[:32]
        home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        path = Path(home) / "netproof" / f"norms-{name}.so"
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            with tempfile.TemporaryDirectory(dir=path.parent) as folder:
                made = Path(folder) / "norms.so"
                command = [*compiler, *OPTIONS, "-o", str(made), str(SOURCE), "-lm"]
                subprocess.run(command, capture_output=True, check=True)
                made.replace(path)
        loaded = ctypes.CDLL(str(path))
    except (OSError, RuntimeError, subprocess.CalledProcessError):
        return None
    pointer, long, number = ctypes.c_void_p, ctypes.c_long, ctypes.c_int
    loaded.netproof_forward.argtypes = (pointer, long, long, number, number, *(pointer,) * 6)
    loaded.netproof_backward.argtypes = (long, long, number, number, *(pointer,) * 8)
    return loaded


@cache
def _constants() -> tuple[Any, Any, int, int]:
    """Table and series of both orders, and how many terms these have."""
    import numpy as np

    table = arrays.parts((0, 1), BITS)
    count = max(arrays.falling_terms(order, BITS, arrays.REACH) for order in (0, 1))
    series = np.array([arrays.falling(order)[:count] for order in (0, 1)])
    return table, series, table.shape[1] // 2, count


@cache
def _factor(sigma: float) -> _Factor:
    table, series, terms, count = _constants()
    return _Factor(
        *(sigma, float(arrays.REACH), len(table), terms),
        *(table.ctypes.data, count, series.ctypes.data),
    )


def _at(tensor: torch.Tensor | None) -> int | None:
    return None if tensor is None else tensor.data_ptr()


def _threads(entries: int) -> int:
    return max(1, min(torch.get_num_threads(), entries // THREAD, 64))


def forward(
    x: torch.Tensor,
    size: int,
    sigma: float,
    centred: bool,
    weight: torch.Tensor | None,
    bias: torch.Tensor | None,
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor] | None:
    """y, the means as sums of two numbers, and (f, f') of each row; None where one is not finite.

    x is contiguous, its rows have ``size`` entries; all tensors are float32.
    """
    rows = x.numel() // size
    y = torch.empty_like(x)
    mean = torch.empty((rows, 2), dtype=torch.float32)
    f = torch.empty((rows, 2), dtype=torch.float64)
    weight, bias = (None if p is None else p.contiguous() for p in (weight, bias))
    failed = library().netproof_forward(
        *(ctypes.addressof(_factor(sigma)), rows, size, centred, _threads(x.numel())),
        *(_at(t) for t in (x, weight, bias, y, mean, f)),
    )
    return None if failed else (y, mean, f)


def backward(
    g: torch.Tensor,
    x: torch.Tensor,
    centred: bool,
    weight: torch.Tensor | None,
    mean: torch.Tensor,
    f: torch.Tensor,
    wanted: list[bool],
) -> tuple[torch.Tensor | None, ...]:
    """The gradients in x, weight and bias, those of the last two as vectors.

    Raises:
        MemoryError: there is none for sums over rows.
    """
    rows, size = len(f), x.numel() // len(f)
    threads = _threads(x.numel())
    dx = torch.empty_like(x) if wanted[0] else None
    sums = [
        torch.zeros((threads, size), dtype=torch.float64) if asked else None for asked in wanted[1:]
    ]
    weight = None if weight is None else weight.contiguous()
    failed = library().netproof_backward(
        *(rows, size, centred, threads),
        *(_at(t) for t in (g, x, weight, mean, f, dx, *sums)),
    )
    if failed:
        raise MemoryError("no memory for the gradient of a norm")
    return dx, *(None if s is None else s.sum(0).float() for s in sums)
