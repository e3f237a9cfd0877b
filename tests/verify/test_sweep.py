"""Sweeps: the grid, what is measured, what fails, and the engines."""

from __future__ import annotations

import csv
import io
from fractions import Fraction as F
from typing import Any

import numpy as np
import pytest

import verify.sweep as module
from constructions.layers import CONVENTIONS, ROOT_OF_VAR_PLUS_DELTA
from verify.engines import engine
from verify.sweep import COLUMNS, grid, resolve_functions, sweep


def small(**changes: Any) -> Any:
    given: dict[str, Any] = {
        "functions": {"square": "x**2", "waves": "sin(2*x+1)+cos(x)"},
        "eps": [F(1, 5), F(1, 20)],
        "d": [2, 5],
        "device": "numpy",
        "engine": "inline",
        "points": 257,
    }
    return sweep(**{**given, **changes})


def test_rows_stand_in_the_order_of_the_grid_and_keep_the_promise() -> None:
    result = small(delta=[None, F(0), F(1, 10**5)])
    assert result.columns == COLUMNS
    assert result.ok
    assert result.first_failure is None
    assert result.level == "sampled"
    assert [(r.f, r.eps, r.d) for r in result.rows] == [
        (f, e, d)
        for f in ("square", "waves")
        for e in ("1/5", "1/20")
        for d in (2, 5)
        for _ in range(3)
    ]
    assert [r.delta for r in result.rows if r.d == 2][1:3] == ["0", "1/100000"]
    for row in result.rows:
        assert 0 < row.measured <= row.predicted * (1 + 1e-9) < float(F(row.eps))
        assert row.tightness == pytest.approx(row.measured / row.predicted)
        assert row.N == int(F(row.L) / (2 * F(row.eps))) + 1


def test_the_measured_error_is_the_known_one() -> None:
    """f(x) = x with sign steps: the error is exactly 1/(2N), reached beside every breakpoint."""
    (row,) = small(functions={"x": "x"}, eps=[F(1, 10)], d=[3], delta=[F(0)]).rows
    assert (row.N, row.L) == (6, "1")
    assert row.measured == pytest.approx(1 / 12, abs=1e-9)
    assert row.predicted == pytest.approx(1 / 12, abs=1e-15)


@pytest.mark.parametrize("convention", CONVENTIONS)
@pytest.mark.parametrize("text", ["0", "3/7", "-5", "x", "abs(x-1/3)", "min(max(x,1/4),2/3)"])
def test_extreme_functions(convention: str, text: str) -> None:
    result = small(
        functions={"f": text},
        eps=[F(10), F(1, 50)],
        d=[2, 9],
        delta=[None, F(0), F(2)],
        convention=convention,
    )
    assert result.ok, result.first_failure


def test_a_network_that_breaks_the_bound_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Lipschitz constant that is too small gives too few units: the sweep sees it."""
    monkeypatch.setattr(module, "lipschitz_upper", lambda text: F(1, 4))
    result = small(functions={"x": "x", "zero": "0"}, eps=[F(1, 10)], d=[2])
    assert not result.ok
    failure = result.first_failure
    assert failure is not None
    assert failure.f == "x"
    assert failure.failure.startswith("measured")
    assert 0 <= failure.where <= 1
    assert result.as_dict()["first_failure"]["why"] == failure.failure
    assert result.rows[1].ok


def test_an_undefined_value_is_never_a_success() -> None:
    from constructions.functions import parse
    from constructions.pln import construct

    made = construct(parse("x"), F(1), F(1, 10), 2)
    cell = module.Cell("x", "x", "1", "1/10", 2, None, CONVENTIONS[0], made.network.N)
    assert not module._row(cell, made, float("nan"), 0.5, 1.0, "float64").ok
    assert module._row(cell, made, 0.05, 0.5, 1.0, "float64").ok


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"eps": [F(0)]}, "eps must be positive"),
        ({"eps": [F(-1)]}, "eps must be positive"),
        ({"eps": []}, "empty"),
        ({"functions": {}}, "empty"),
        ({"d": [1]}, "d >= 2"),
        ({"delta": [F(-1)]}, "delta"),
        ({"points": 1}, "points"),
        ({"convention": "var"}, "convention"),
        ({"engine": "ray"}, "engines are"),
        ({"engine": "local:0"}, "engines are"),
        ({"engine": "dask://nowhere"}, "engines are"),
        ({"device": "tpu"}, "tpu|torch"),
        ({"functions": {"f": "sqrt(x)"}}, "Lipschitz"),
        ({"functions": {"f": "2x"}}, "product"),
        ({"functions": {"f": "x1+x2"}}, "one variable"),
        ({"eps": [F(1, 10**9)]}, "units"),
    ],
)
def test_bad_input_is_one_clear_line(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        small(**changes)
    assert "\n" not in str(caught.value)


def test_a_device_that_is_not_there_is_refused() -> None:
    torch = pytest.importorskip("torch", reason="torch is an optional extra")
    if not torch.cuda.is_available():
        with pytest.raises(ValueError, match="not there"):
            small(device="cuda")
    with pytest.raises(ValueError, match="not there"):
        small(device="cuda:99")


def test_torch_measures_the_same() -> None:
    pytest.importorskip("torch", reason="torch is an optional extra")
    for convention in CONVENTIONS:
        one, two = (small(device=device, convention=convention) for device in ("numpy", "cpu"))
        assert two.device == "torch cpu float64"
        for a, b in zip(one.rows, two.rows, strict=True):
            assert a.measured == pytest.approx(b.measured, abs=1e-10)
            assert (a.predicted, a.delta, a.ok) == (b.predicted, b.delta, b.ok)


def test_functions_by_name() -> None:
    from constructions.functions import STANDARD

    assert resolve_functions(["@standard"]) == STANDARD
    assert resolve_functions(["x", "x**2"]) == {"x": "x", "x**2": "x**2"}
    with pytest.raises(ValueError, match="@standard"):
        resolve_functions(["@other"])


def test_the_table_as_csv(tmp_path: Any) -> None:
    result = small(eps=[F(1, 5)], d=[3])
    path = result.write_csv(tmp_path / "sub" / "table.csv")
    assert [p.name for p in path.parent.iterdir()] == ["table.csv"]
    header, *rows = csv.reader(io.StringIO(path.read_text()))
    assert tuple(header) == COLUMNS
    assert [row[0] for row in rows] == ["square", "waves"]
    assert rows[0][header.index("delta")] == result.rows[0].delta
    assert float(rows[0][header.index("measured")]) == result.rows[0].measured


def test_the_grid_has_both_sides_of_breakpoints_at_the_scale_of_c() -> None:
    points = grid(4, 1e-6, 32)
    assert points[0] == 0
    assert points[-1] == 1
    assert np.all(np.diff(points) > 0)
    for k in (1, 2, 3):
        gaps = points - k / 4
        assert np.any((gaps < 0) & (gaps > -1e-6))
        assert np.any((gaps > 0) & (gaps < 1e-6))
        assert np.any(gaps == 0)
    assert 0.375 in points
    assert 0.123 in grid(4, 1e-6, 16, [0.123])
    assert len(grid(100_000, 1e-9, 64)) < 64 * 5


# --- engines ----------------------------------------------------------------------------------


def test_one_job_runs_in_this_process() -> None:
    import os

    with engine("local", jobs=1) as executor:
        assert executor.submit(os.getpid).result() == os.getpid()


def test_an_error_of_a_job_reaches_the_caller() -> None:
    with engine("inline") as executor:
        future = executor.submit(int, "no number")
        with pytest.raises(ValueError, match="no number"):
            future.result()


def test_several_jobs_run_in_a_pool_with_the_same_result(monkeypatch: pytest.MonkeyPatch) -> None:
    inline = small()
    monkeypatch.setattr(module, "WORK_LIMIT", 1.0)
    pooled = small(engine="local:2")
    assert pooled.rows == inline.rows
    assert pooled.engine == "local:2"


def test_dask_missing_or_silent_is_one_clear_line() -> None:
    with (
        pytest.raises(ValueError, match=r'pip install "netproof\[dask\]"|no dask scheduler'),
        engine("dask://127.0.0.1:1"),
    ):
        pass


def test_a_dask_cluster_gives_the_same_rows() -> None:
    distributed = pytest.importorskip("distributed", reason="dask is an optional extra")
    with distributed.LocalCluster(
        n_workers=1,
        threads_per_worker=1,
        processes=False,
        protocol="tcp",
        host="127.0.0.1",
        dashboard_address=None,
    ) as cluster:
        address = cluster.scheduler_address.removeprefix("tcp://")
        result = small(engine=f"dask://{address}", convention=ROOT_OF_VAR_PLUS_DELTA)
    assert result.rows == small(convention=ROOT_OF_VAR_PLUS_DELTA).rows
