"""The smoothed norms on the CPU, float32 and float64, by ``smoothed_norm.c``: a row at a time.

The file is compiled when a norm is first computed, by the compiler that ``CC`` names, else ``cc``,
``gcc`` or ``clang``, and the library is kept in ``netproof`` below ``XDG_CACHE_HOME`` (or
``~/.cache``), under a name made of the source, the options and what the compiler says of itself and
of the processor.  Where there is no compiler, or ``CC`` is empty, nothing is compiled, and
:func:`library` says None: the norms are then put together from torch's own kernels.

Calls are short on purpose: of few rows, what Python does takes longer than what C does.
"""

from __future__ import annotations

import ctypes
import hashlib
import math
import os
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
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
#: the terms of polynomials and series, relatively
BITS = {torch.float32: 34, torch.float64: 60}
#: entries for each thread below which one more takes longer than it saves: of the threads that
#: torch has, and of threads that are started for one call
POOLED, STARTED = 1 << 13, 1 << 16


class _Factor(ctypes.Structure):
    """``struct factor`` of the file."""

    _fields_ = (
        *((name, ctypes.c_double) for name in ("reach", "places", "sigma", "root", "slope")),
        *(("parts", ctypes.c_long), ("terms", ctypes.c_long), ("table", ctypes.c_void_p)),
        *(("falling", ctypes.c_long), ("series", ctypes.c_void_p)),
    )


class Library:
    """What the compiled file has: its functions for each type, the least part for a thread."""

    def __init__(self, loaded: Any) -> None:
        pointer, long, number = ctypes.c_void_p, ctypes.c_long, ctypes.c_int
        self.forward, self.backward = {}, {}
        for dtype, name in ((torch.float32, "float"), (torch.float64, "double")):
            forward = getattr(loaded, f"netproof_forward_{name}")
            forward.argtypes = (pointer, long, long, number, long, *(pointer,) * 5)
            backward = getattr(loaded, f"netproof_backward_{name}")
            backward.argtypes = (long, long, number, long, *(pointer,) * 7)
            self.forward[dtype], self.backward[dtype] = forward, backward
        loaded.netproof_pool.argtypes = (pointer,)
        loaded.netproof_pool.restype = None
        self.netproof, self.pool = loaded, _pool()
        loaded.netproof_pool(self.pool)
        self.least = STARTED if self.pool is None else POOLED


def _pool() -> int | None:
    """The address of GOMP_parallel in the OpenMP runtime that torch has loaded; None: not there."""
    try:
        # of the libraries that torch depends on, not of any that the process has
        found = ctypes.CDLL(torch._C.__file__).GOMP_parallel
    except (OSError, AttributeError):
        return None
    return ctypes.cast(found, ctypes.c_void_p).value


def _compiler() -> list[str] | None:
    named = os.environ.get("CC")
    if named is not None:
        return shlex.split(named) or None
    return next(([name] for name in ("cc", "gcc", "clang") if shutil.which(name)), None)


@cache
def library() -> Library | None:
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
        return Library(ctypes.CDLL(str(path)))
    except (OSError, RuntimeError, subprocess.CalledProcessError):
        return None


@cache
def _constants(dtype: torch.dtype) -> tuple[Any, Any, int]:
    """Table and series of both orders, and how many terms these have."""
    import numpy as np

    bits = BITS[dtype]
    table = arrays.parts((0, 1), bits)
    count = max(arrays.falling_terms(order, bits, arrays.REACH) for order in (0, 1))
    series = np.array([arrays.falling(order)[:count] for order in (0, 1)])
    return table, series, count


@cache
def _factor(dtype: torch.dtype, sigma: float) -> tuple[int, _Factor]:
    """The factor of a width, with its address before it."""
    table, series, count = _constants(dtype)
    root = 1 / math.sqrt(sigma)
    made = _Factor(
        *(arrays.REACH * sigma, len(table) / arrays.REACH / sigma, sigma, root, root / sigma),
        *(len(table), table.shape[1] // 2, table.ctypes.data, count, series.ctypes.data),
    )
    return ctypes.addressof(made), made


def _parts(entries: int, least: int) -> int:
    return 1 if entries < 2 * least else min(torch.get_num_threads(), entries // least)


def forward(
    compiled: Library,
    x: torch.Tensor,
    size: int,
    sigma: float,
    centred: bool,
    weight: torch.Tensor | None,
    bias: torch.Tensor | None,
    later: bool,
) -> tuple[torch.Tensor, torch.Tensor | None] | None:
    """y, and of each row what :func:`backward` takes, where there is a ``later``; None where a row
    is not finite.

    x, weight and bias are contiguous and of one type, of :data:`BITS`; the last two have ``size``
    entries, as the rows of x.
    """
    dtype, entries = x.dtype, x.numel()
    rows = entries // size
    y = torch.empty_like(x)
    kept = torch.empty(rows, 4, dtype=torch.float64) if later else None
    failed = compiled.forward[dtype](
        _factor(dtype, sigma)[0],
        rows,
        size,
        centred,
        1 if entries < 2 * compiled.least else _parts(entries, compiled.least),
        x.data_ptr(),
        None if weight is None else weight.data_ptr(),
        None if bias is None else bias.data_ptr(),
        y.data_ptr(),
        None if kept is None else kept.data_ptr(),
    )
    return None if failed else (y, kept)


def backward(
    compiled: Library,
    g: torch.Tensor,
    x: torch.Tensor,
    shape: tuple[int, ...],
    centred: bool,
    weight: torch.Tensor | None,
    kept: torch.Tensor,
    wanted: Sequence[bool],
) -> tuple[torch.Tensor | None, torch.Tensor | None, torch.Tensor | None]:
    """The gradients in x, weight and bias, the last two of ``shape``; g as x in :func:`forward`.

    Raises:
        MemoryError: there is none for sums over rows.
    """
    dtype, entries, rows = x.dtype, x.numel(), len(kept)
    dx = torch.empty_like(x) if wanted[0] else None
    dw = torch.empty(*shape, dtype=dtype) if wanted[1] else None
    db = torch.empty(*shape, dtype=dtype) if wanted[2] else None
    failed = compiled.backward[dtype](
        rows,
        entries // rows,
        centred,
        1 if entries < 2 * compiled.least else _parts(entries, compiled.least),
        g.data_ptr(),
        x.data_ptr(),
        None if weight is None else weight.data_ptr(),
        kept.data_ptr(),
        None if dx is None else dx.data_ptr(),
        None if dw is None else dw.data_ptr(),
        None if db is None else db.data_ptr(),
    )
    if failed:
        raise MemoryError("no memory for the gradient of a norm")
    return dx, dw, db
