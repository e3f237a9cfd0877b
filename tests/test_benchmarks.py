"""Benchmarks run at a small size, and what they keep is computed from what they measured."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sampling import by_turns

ROOT = Path(__file__).resolve().parents[1]
SMALL = ["--networks", "2", "--units", "9", "--points", "33", "--repeat", "2"]


@pytest.fixture
def ratios(monkeypatch: pytest.MonkeyPatch) -> object:
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    import ratios

    return ratios


@by_turns(3)
def test_step_networks_need_numpy_alone(tmp_path: Path) -> None:
    """Without torch: its rows are left out, and no other package is imported."""
    program = (
        "import runpy, sys\n"
        "sys.modules['torch'] = None\n"
        f"sys.argv = ['bench_steps.py', *{SMALL!r}, '--keep', {str(tmp_path / 'kept.json')!r}]\n"
        f"sys.path[:0] = [{str(ROOT / 'benchmarks')!r}]\n"
        "runpy.run_path(sys.path[0] + '/bench_steps.py', run_name='__main__')\n"
        "known = {*sys.stdlib_module_names, *sys.builtin_module_names}\n"
        "print('packages', *sorted({name.partition('.')[0] for name in sys.modules} - known))\n"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", program.replace("import runpy", "import site, runpy", 1)
         .replace("sys.modules['torch']", "site.main(); sys.modules['torch']", 1)],
        cwd=ROOT, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    packages = set(done.stdout.splitlines()[-1].split()[1:])
    assert {"constructions", "numpy"} <= packages
    ours = {"constructions", "ratios", "numpy", "torch", "cython_runtime", "sitecustomize"}
    assert not {name for name in packages - ours if not name.startswith("_")}
    kept = json.loads((tmp_path / "kept.json").read_text())["steps"]
    assert (kept["networks"], kept["units"], kept["points"]) == (2, 9, 33)
    assert set(kept["devices"]) == {
        f"cpu, {dtype}, {kind}" for dtype in ("float64", "float32") for kind in ("sign", "tanh")
    }
    rows = kept["devices"]["cpu, float64, tanh"]["times as long as the structured path"]["numpy"]
    assert set(rows) == {"numpy broadcasting", "numpy, every unit"}
    for value in rows.values():
        assert 0 < value["least"] <= value["median"] <= value["greatest"]


def test_ratios_are_those_of_rounds(ratios: object, tmp_path: Path) -> None:
    assert ratios.ratio([2.0, 9.0, 8.0], [1.0, 3.0, 2.0]) == {  # type: ignore[attr-defined]
        "median": 3.0, "least": 2.0, "greatest": 4.0,
    }  # fmt: skip
    ticks = iter([0.0, 1.0, 1.0, 5.0, 5.0, 7.0, 7.0, 8.0])
    jobs = {"a": lambda: None, "b": lambda: None}
    times = ratios.in_turns(jobs, 2, lambda: next(ticks))  # type: ignore[attr-defined]
    assert times == {"a": [1.0, 2.0], "b": [4.0, 1.0]}
    file = tmp_path / "figures.json"
    ratios.keep(file, "one", {"x": 1})  # type: ignore[attr-defined]
    ratios.keep(file, "two", {"x": 2})  # type: ignore[attr-defined]
    kept = json.loads(file.read_text())
    assert (kept["one"]["x"], kept["two"]["x"]) == (1, 2)


def test_exponents_are_those_of_powers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    import bench_scaling

    assert bench_scaling.slopes([2, 4, 8], [12.0, 48.0, 192.0]) == {
        "fitted": 2.0, "least": 2.0, "greatest": 2.0,
    }  # fmt: skip
    bent = bench_scaling.slopes([1, 2, 4], [1.0, 2.0, 8.0])
    assert (bent["least"], bent["fitted"], bent["greatest"]) == (1.0, 1.5, 2.0)
    used = [bench_scaling.most(lambda n=n: bytes(n)) for n in (1_000_000, 4_000_000)]
    assert used[0] >= 1_000_000
    assert 3.9 < used[1] / used[0] < 4.1
