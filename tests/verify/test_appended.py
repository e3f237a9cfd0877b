"""Rows of sweeps as they come: cut short, edited, added to by many, and sweeps that are killed."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import replace
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import pytest
from commandkit import Run

from tests.sampling import by_turns, some_of
from verify import appended, sources, sweep
from verify.appended import Kept, Rows, key_of, lists, reader, write_table
from verify.engines import InProcess, Stopped

ROOT = Path(__file__).resolve().parents[2]
FUNCTIONS = {"chord": "abs(x-1/3)", "square": "x**2"}
EPS = [F(1, 5), F(1, 10)]


def swept(kept: Kept | None, **more: Any) -> sweep.SweepResult:
    given: dict[str, Any] = {"engine": "inline", "device": "numpy", "points": 64, **more}
    return sweep.sweep(FUNCTIONS, EPS, (2, 3), kept=kept, **given)


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The cells that are measured, each in a job of its own."""
    seen: list[Any] = []
    real = sweep.measure

    def measure(cells: Any, *how: Any) -> Any:
        seen.extend(cells)
        return real(cells, *how)

    monkeypatch.setattr(sweep, "measure", measure)
    monkeypatch.setattr(sweep, "WORK_LIMIT", 1)
    monkeypatch.setattr(sweep, "workers_of", lambda spec: 100)
    return seen


# --- the file ------------------------------------------------------------------------------------


def test_rows_are_read_as_they_were_added(tmp_path: Path) -> None:
    rows = Rows(tmp_path / "a" / "rows.jsonl")
    assert rows.read() == {}
    rows.add({"k": {"x": 0.1, "f": "≤\n"}, "l": [1, None]})
    rows.add({"m": "last"})
    assert rows.read() == {"k": {"x": 0.1, "f": "≤\n"}, "l": [1, None], "m": "last"}
    assert len(rows.path.read_bytes().splitlines()) == 3


def test_a_file_that_is_cut_anywhere_loses_that_line_alone(tmp_path: Path) -> None:
    rows = Rows(tmp_path / "rows.jsonl")
    rows.add({"k": 1, "l": 2})
    whole = rows.path.read_bytes()
    first = whole.index(b"\n")
    for cut in range(len(whole)):
        rows.path.write_bytes(whole[:cut])
        there = {} if cut < first else {"k": 1} if cut < len(whole) - 1 else {"k": 1, "l": 2}
        assert rows.read() == there
        rows.add({"m": 3})
        assert rows.read() == there | {"m": 3}


@pytest.mark.parametrize(
    ("old", "new"),
    [(b'"row":1', b'"row":7'), (b'"key":"k"', b'"key":"j"'), (b"{", b"[" * 9000), (b"1", b"\xff")],
)
def test_a_line_that_was_edited_is_none(tmp_path: Path, old: bytes, new: bytes) -> None:
    rows = Rows(tmp_path / "rows.jsonl")
    rows.add({"k": 1})
    assert rows.read() == {"k": 1}
    rows.path.write_bytes(rows.path.read_bytes().replace(old, new, 1))
    rows.add({"z": 2})
    assert rows.read() == {"z": 2}


def test_of_a_key_that_is_there_twice_the_first_counts(tmp_path: Path) -> None:
    rows = Rows(tmp_path / "rows.jsonl")
    rows.add({"k": 1})
    rows.add({"k": 2})
    assert rows.read() == {"k": 1}


def test_many_processes_add_to_one_file(tmp_path: Path) -> None:
    program = (
        "import sys\nfrom pathlib import Path\nfrom verify.appended import Rows\n"
        "rows = Rows(Path(sys.argv[1]))\n"
        "for i in range(40): rows.add({f'{sys.argv[2]} {i}': 'x' * 5000})\n"
    )
    file = tmp_path / "rows.jsonl"
    started = [
        subprocess.Popen([sys.executable, "-c", program, str(file), name], cwd=ROOT)
        for name in "abc"
    ]
    assert [one.wait(timeout=120) for one in started] == [0, 0, 0]
    assert set(Rows(file).read()) == {f"{name} {i}" for name in "abc" for i in range(40)}


def test_a_key_is_of_parameters_code_and_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    assert key_of("verify.sweep", {"a": 1}) == key_of("verify.sweep", {"a": 1})
    assert key_of("verify.sweep", {"a": 1}) != key_of("verify.sweep", {"a": 2})
    before = key_of("verify.sweep", {"a": 1})
    for name, other in (("closure", {"verify.sweep": "0"}), ("versions", {"numpy": "0"})):
        with monkeypatch.context() as patched:
            appended.basis.cache_clear()
            patched.setattr(sources, name, lambda *_, other=other: other)
            assert key_of("verify.sweep", {"a": 1}) != before
        appended.basis.cache_clear()
    assert key_of("verify.sweep", {"a": 1}) == before


# --- sweeps --------------------------------------------------------------------------------------


def test_what_is_kept_is_not_measured_again(tmp_path: Path, measured: list[Any]) -> None:
    plain = swept(None)
    assert len(measured) == 8
    file = tmp_path / "rows.jsonl"
    first = swept(Kept(file))
    assert len(measured) == 16
    assert first == plain
    assert swept(Kept(file)) == plain
    assert len(measured) == 16
    assert swept(Kept(file), points=65) != plain
    assert len(measured) == 24
    assert swept(Kept(file, fresh=True)) == plain
    assert len(measured) == 32


def test_a_row_of_other_fields_is_measured_again(tmp_path: Path, measured: list[Any]) -> None:
    file = tmp_path / "rows.jsonl"
    plain = swept(Kept(file))
    kept = Rows(file).read()
    file.unlink()
    Rows(file).add({key: {**row, "more": 1} for key, row in kept.items()})
    assert swept(Kept(file)) == plain
    assert len(measured) == 16


def test_a_worker_that_is_killed_loses_its_own_job_alone(
    tmp_path: Path, measured: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = swept(None)
    measured.clear()

    class Dies(InProcess):
        """The fifth job kills its worker, and with it the pool."""

        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            if len(measured) < 5:
                return super().submit(fn, *args, **kwargs)
            broken: Future[Any] = Future()
            broken.set_exception(Stopped("workers were killed"))
            return broken

    file = tmp_path / "rows.jsonl"
    with monkeypatch.context() as patched:
        patched.setattr("verify.engines.InProcess", Dies)
        with pytest.raises(Stopped, match=r"workers were killed; [0-5] of 8 rows are kept"):
            swept(Kept(file))
    there = len(Rows(file).read())
    measured.clear()
    assert swept(Kept(file)) == plain
    assert len(measured) == 8 - there


SLOW = """
import sys, time
from verify import sweep

real = sweep.measure

def measure(*given):
    time.sleep(0.3)
    return real(*given)
"""
PROGRAM = """
import sys
from fractions import Fraction as F
from pathlib import Path
import slow
from verify import sweep
from verify.appended import Kept

if __name__ == "__main__":
    sweep.measure, sweep.WORK_LIMIT, sweep.workers_of = slow.measure, 1, lambda spec: 100
    functions = {"chord": "abs(x-1/3)", "square": "x**2"}
    eps = [F(1, n) for n in range(2, 12)]
    try:
        found = sweep.sweep(functions, eps, device="numpy", engine="local:2", points=64,
                            claim="pln.lemma2", kept=Kept(Path(sys.argv[1])))
    except sweep.Stopped as error:
        sys.exit(str(error))
    print(len(found.rows), found.ok)
"""


@by_turns(3)
@some_of(1)
@pytest.mark.parametrize("victim", ["worker", "command"])
def test_a_sweep_that_is_killed_goes_on(tmp_path: Path, victim: str) -> None:
    """kill -9 of a worker, or of the command, when some rows are there and some are not."""
    (tmp_path / "slow.py").write_text(SLOW)
    (tmp_path / "program.py").write_text(PROGRAM)
    file = tmp_path / "rows.jsonl"
    command = [sys.executable, str(tmp_path / "program.py"), str(file)]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), str(tmp_path)))}
    process = subprocess.Popen(
        command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    until = time.monotonic() + 120
    while not Rows(file).read() and process.poll() is None and time.monotonic() < until:
        time.sleep(0.01)
    workers = children(process.pid)
    os.kill(workers[-1] if victim == "worker" else process.pid, signal.SIGKILL)
    _, err = process.communicate(timeout=120)
    before = Rows(file).read()
    assert 0 < len(before) < 20
    if victim == "worker":
        assert process.returncode == 1
        assert f"; {len(before)} of 20 rows are kept, and the same command goes on" in err
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=200)
    assert done.stdout == "20 True\n", done.stderr
    keys = [json.loads(line)["key"] for line in file.read_bytes().splitlines()]
    assert (len(keys), len(set(keys))) == (20, 20), "nothing is lost, nothing is computed twice"
    assert {key: Rows(file).read()[key] for key in before} == before


OTHERS = """
import sys
from pathlib import Path
import slow
from verify import measured, transformers
from verify.appended import Kept

if __name__ == "__main__":
    name, kept = sys.argv[1], Kept(Path(sys.argv[2]))
    for module in (measured, transformers):
        module.dealt = lambda workers: lambda cells: [[cell] for cell in cells]
    measured._measure_of, transformers.measure = slow.measured_slowly, slow.built_slowly
    try:
        if name in transformers.CLAIMS:
            grid = ["n=2,3,4", "eps=1/5,1/10"]
            found = transformers.run_grid(name, grid, ["squares"], "numpy", "local:2", 64, kept)
        else:
            found = measured.run_grid(name, [], "numpy", "local:2", 64, 1, kept)
    except ValueError as error:
        sys.exit(str(error))
    found.write(Path(sys.argv[3]))
"""
OTHERS_SLOW = """
import time
from verify import measured, transformers

built, of = transformers.measure, measured._measure_of

def measured_slowly(*given):
    time.sleep(0.3)
    return of(*given)

def built_slowly(*given):
    time.sleep(0.3)
    return built(*given)
"""


@by_turns(3)
@some_of(1)
@pytest.mark.parametrize(
    "name",
    ["fl.prop1", "layeract.eq7", "weierstrass.newton.rate", "sumformer.dprime", "sumformer.thm4_4"],
)
def test_every_kind_of_sweep_goes_on_after_it_was_killed(tmp_path: Path, name: str) -> None:
    """kill -9 of the command: the rows are those of a sweep in one go, and none is there twice."""
    (tmp_path / "slow.py").write_text(OTHERS_SLOW)
    (tmp_path / "program.py").write_text(OTHERS)
    env = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), str(tmp_path)))}

    def command(file: str, out: str) -> list[str]:
        program = str(tmp_path / "program.py")
        return [sys.executable, program, name, str(tmp_path / file), str(tmp_path / out)]

    file = tmp_path / "rows.jsonl"
    process = subprocess.Popen(command("rows.jsonl", "o"), env=env)
    until = time.monotonic() + 120
    while not Rows(file).read() and process.poll() is None and time.monotonic() < until:
        time.sleep(0.01)
    process.kill()
    assert process.wait(timeout=60) == -signal.SIGKILL
    before = Rows(file).read()
    assert before
    assert not (tmp_path / "o" / "sweep" / f"{name}.json").exists()
    subprocess.run(command("rows.jsonl", "o"), env=env, check=True, timeout=300)
    subprocess.run(command("other.jsonl", "p"), env=env, check=True, timeout=300)
    lines = [json.loads(line) for line in file.read_bytes().splitlines()]
    keys = [line["key"] for line in lines]
    assert len(keys) == len(set(keys)) > len(before), "nothing is computed twice"
    assert Rows(file).read() == Rows(tmp_path / "other.jsonl").read()
    for ending in ("csv", "json"):
        one, other = (tmp_path / out / "sweep" / f"{name}.{ending}" for out in "op")
        assert one.read_bytes() == other.read_bytes()


def slowly(cells: Any, *how: Any) -> Any:
    """A job that takes long enough to be killed in; it says where it runs."""
    (Path(how[0]) / f"{os.getpid()}").touch()
    time.sleep(0.4)
    return [cell * cell for cell in cells]


def deadly(cells: Any, *how: Any) -> Any:
    """Kills its worker at the third cell."""
    if 3 in cells:
        os.kill(os.getpid(), signal.SIGKILL)
    return slowly(cells, *how)


def squares(work: Any, folder: Path, count: int) -> appended.Cells:
    return appended.Cells(
        __name__, range(count), lambda n: n, work, (str(folder),), lambda n: n, lambda n: n
    )


def one_each(cells: Any) -> list[list[Any]]:
    return [[cell] for cell in cells]


@pytest.fixture
def cluster() -> Iterator[Any]:
    distributed = pytest.importorskip("distributed", reason="dask is an optional extra")
    import dask

    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 1}),
        warnings.catch_warnings(),
    ):
        warnings.simplefilter("ignore")
        with distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as found:
            yield found


def test_a_dask_worker_that_is_killed_loses_nothing(tmp_path: Path, cluster: Any) -> None:
    """kill -9 of one of two workers: the scheduler gives its job to another."""
    file, seen = tmp_path / "rows.jsonl", tmp_path / "seen"
    seen.mkdir()
    victims = [worker.pid for worker in cluster.workers.values()]

    def kill() -> None:
        while not (seen / str(victims[0])).exists():
            time.sleep(0.01)
        os.kill(victims[0], signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    spec = "dask://" + cluster.scheduler_address.removeprefix("tcp://")
    found = squares(slowly, seen, 12).results(spec, one_each, Kept(file))
    killer.join(timeout=60)
    assert found == [n * n for n in range(12)]
    assert not Path(f"/proc/{victims[0]}").exists()
    keys = [json.loads(line)["key"] for line in file.read_bytes().splitlines()]
    assert (len(keys), len(set(keys))) == (12, 12)


def test_a_job_that_kills_every_dask_worker_ends_the_sweep(tmp_path: Path, cluster: Any) -> None:
    """What was done by then is kept, and the sweep goes on when the job kills none."""
    file, seen = tmp_path / "rows.jsonl", tmp_path / "seen"
    seen.mkdir()
    spec = "dask://" + cluster.scheduler_address.removeprefix("tcp://")
    with pytest.raises(Stopped, match=r"of 6 rows are kept, and the same command goes on"):
        squares(deadly, seen, 6).results(spec, one_each, Kept(file))
    before = Rows(file).read()
    assert len(before) < 6
    done = squares(slowly, seen, 6).results("inline", one_each, Kept(file))
    assert done == [n * n for n in range(6)]
    keys = [json.loads(line)["key"] for line in file.read_bytes().splitlines()]
    assert (len(keys), len(set(keys))) == (6, 6)
    assert before.items() <= Rows(file).read().items()


def children(pid: int) -> list[int]:
    """The worker processes of a pool: children that are no resource tracker."""
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    spawned = [int(one) for one in found
               if b"spawn_main" in Path(f"/proc/{one}/cmdline").read_bytes()]  # fmt: skip
    assert spawned
    return spawned


# --- tables and the command ----------------------------------------------------------------------


def test_a_table_as_csv(tmp_path: Path) -> None:
    rows = [{"a": "1/3", "b": 0.5, "c": None}, {"a": "x,y", "b": 2, "c": True}]
    write_table(tmp_path / "t.csv", ["a", "c"], rows)
    with (tmp_path / "t.csv").open(newline="") as stream:
        assert list(csv.reader(stream)) == [["a", "c"], ["1/3", ""], ["x,y", "True"]]
    with pytest.raises(ValueError, match=r"\.csv or \.parquet"):
        write_table(tmp_path / "t.txt", ["a"], rows)


def test_a_table_as_parquet_or_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setitem(sys.modules, "pyarrow", None)
        with pytest.raises(ValueError, match="pyarrow, which is not installed"):
            write_table(tmp_path / "t.parquet", ["a"], [{"a": 1}])
    assert not (tmp_path / "t.parquet").exists()
    parquet = pytest.importorskip("pyarrow.parquet")
    write_table(tmp_path / "t.parquet", ["a"], [{"a": 1}, {"a": None}])
    assert parquet.read_table(tmp_path / "t.parquet").to_pydict() == {"a": [1, None]}


ASKED = ("sweep", "pln.lemma2", "--f", "x", "--grid", "eps=1/5", "--device", "numpy")


def test_the_command_keeps_rows_and_writes_a_table(verify: Run, tmp_path: Path) -> None:
    done = verify(*ASKED, "--out", "o", "--table", "t.csv", "--json")
    assert done.status == 0, done.err
    kept = (tmp_path / "o" / "sweep" / "pln.lemma2.rows.jsonl").read_bytes()
    assert kept.count(b"\n") == 1
    with (tmp_path / "t.csv").open(newline="") as stream:
        head, row = list(csv.reader(stream))
    assert head == done.json["columns"]
    assert row[head.index("f")] == done.json["rows"][0]["f"]
    assert verify(*ASKED, "--out", "o", "--json").json == done.json
    assert (tmp_path / "o" / "sweep" / "pln.lemma2.rows.jsonl").read_bytes() == kept
    assert verify(*ASKED, "--out", "o", "--fresh").status == 0
    assert (tmp_path / "o" / "sweep" / "pln.lemma2.rows.jsonl").read_bytes() == kept * 2


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("pln.lemma2", "--table", "t.txt"), ".csv or .parquet"),
        (("pln.lemma2", "pln.thm1", "--table", "t.csv"), "one sweep"),
        (("--all", "--table", "t.csv"), "one sweep"),
    ],
)
def test_what_cannot_be_written_or_measured_again(
    verify: Run, words: tuple[str, ...], says: str
) -> None:
    done = verify("sweep", *words)
    assert (done.status, done.out) == (2, "")
    assert says in done.err


def test_rows_hold_what_a_row_is() -> None:
    row = swept(None).rows[0]
    read = reader(sweep.Row)
    assert read(vars(row)) == row
    assert read(None) is None
    assert read({**vars(row), "more": 1}) is None
    assert lists(read)([vars(row), vars(row)]) == [row, row]
    assert lists(read)([vars(row), None]) is None
    assert lists(read)(vars(row)) is None
    assert replace(row, N=row.N + 1) != row
