"""Where the jobs of a sweep run: in this process, in a pool of processes, on a dask cluster.

Every engine is a ``concurrent.futures.Executor`` (``submit`` returns a ``Future``); jobs are
plain functions of a module with picklable arguments.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from typing import Any

ENGINES = ("inline", "local", "local:WORKERS", "dask://HOST:PORT")
CONNECT_SECONDS = 5

_LOCAL = re.compile(r"local(?::([1-9][0-9]{0,2}))?", re.ASCII)
_DASK = re.compile(r"dask://([A-Za-z0-9_.\-]+|\[[0-9A-Fa-f:]+\]):([0-9]{1,5})", re.ASCII)


class Stopped(ValueError):
    """Workers could not start, or were killed."""


class InProcess(Executor):
    """Runs each job at once, in this process."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


@contextmanager
def engine(spec: str = "local", jobs: int = 1) -> Iterator[Executor]:
    """The executor that ``spec`` names, open inside the block and closed after it.

    inline            this process
    local, local:4    a pool of processes (as many as there are cores); for one job this process
    dask://HOST:PORT  the scheduler of a running dask cluster, whose workers have netproof

    Raises:
        ValueError: ``spec`` names no engine, dask is not installed, or nothing answers there.
    """
    local, dask = _LOCAL.fullmatch(spec), _DASK.fullmatch(spec)
    if local:
        with _pool(jobs, int(local[1]) if local[1] else None) as executor:
            yield executor
    elif dask:
        with _dask(f"tcp://{dask[1]}:{dask[2]}", spec) as executor:
            yield executor
    elif spec == "inline":
        yield InProcess()
    else:
        raise ValueError(f"unknown engine {spec!r}; engines are {', '.join(ENGINES)}")


def check_engine(spec: str) -> None:
    """:class:`ValueError` if ``spec`` is not the name of an engine (nothing is started)."""
    if spec != "inline" and not _LOCAL.fullmatch(spec) and not _DASK.fullmatch(spec):
        raise ValueError(f"unknown engine {spec!r}; engines are {', '.join(ENGINES)}")


def workers_of(spec: str) -> int:
    """How many jobs the engine runs at once, as far as that is known beforehand."""
    import os

    local = _LOCAL.fullmatch(spec)
    if local:
        return int(local[1]) if local[1] else max(1, os.cpu_count() or 1)
    return 1 if spec == "inline" else 16


@contextmanager
def _pool(jobs: int, workers: int | None) -> Iterator[Executor]:
    count = min(jobs, workers or workers_of("local"))
    if count <= 1:
        yield InProcess()
        return
    from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
    from multiprocessing import get_context

    # spawn: a forked child would inherit the threads of numpy, torch and CUDA half alive
    try:
        with ProcessPoolExecutor(
            count, mp_context=get_context("spawn"), initializer=_one_thread
        ) as executor:
            yield executor
    except BrokenExecutor:
        raise Stopped(
            "the worker processes could not start or were killed; in a script, call the sweep "
            "under if __name__ == '__main__':, or use engine='inline'"
        ) from None


def stop(executor: Executor) -> None:
    """End the workers of a pool now; what they are doing is lost."""
    for process in list((getattr(executor, "_processes", None) or {}).values()):
        process.terminate()


def _one_thread() -> None:
    """One thread for each worker: with a thread per core in each, they would fight for cores.

    Interrupted, a worker ends at once and says nothing: the main process does.  It ends, too, when
    the main process is gone, which may have been killed.
    """
    import os
    import signal
    import threading

    signal.signal(signal.SIGINT, lambda *_: os._exit(130))
    os.environ["OMP_NUM_THREADS"] = "1"  # read when torch is imported, later in this process
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Wait for the end of the main process, and end."""
    import os
    from multiprocessing import parent_process
    from multiprocessing.connection import wait

    main = parent_process()
    if main is not None:
        wait([main.sentinel])
        os._exit(1)


@contextmanager
def _dask(address: str, spec: str) -> Iterator[Executor]:
    try:
        from distributed import Client, KilledWorker
    except ImportError:
        raise ValueError('dask is not installed: pip install "netproof[dask]"') from None
    try:
        client = Client(address, timeout=CONNECT_SECONDS)
    except (OSError, TimeoutError, ValueError) as error:
        reason = type(error).__name__
        raise ValueError(f"no dask scheduler answers at {spec} ({reason})") from None
    try:
        with client, client.get_executor() as executor:
            yield executor
    except KilledWorker:
        raise Stopped("a job of the sweep ended every worker that it was given to") from None
