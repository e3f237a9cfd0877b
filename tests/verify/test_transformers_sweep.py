"""Sweeps of whole transformers: rows, failures that are noticed, files and refusals."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from constructions import near_networks, transformer
from constructions.sumformer import parse_semi_invariant, rewrite
from tests.sampling import by_turns, some_of
from verify import transformers
from verify.commands import group
from verify.transformers import CLAIMS, COLUMNS, STANDARD, omegas, repeat, run_grid, standard


@by_turns(3)
@some_of(1)
@pytest.mark.parametrize("claim", CLAIMS)
def test_rows_keep_the_bound(claim: str) -> None:
    more = () if claim == "sumformer.thm4_3" else ("k=1,2",)
    found = run_grid(claim, ("n=3", "d=1,2", "eps=1/2", *more), (), "numpy", "inline", 40)
    assert found.ok
    ks = [1, 2] if more else [None]
    order = [(g, d, k) for g in STANDARD for d in (1, 2) for k in ks]
    assert [(row.g, row.d, row.k) for row in found.rows] == order
    for row in found.rows:
        assert 0 < row.measured <= row.predicted + row.rounding
        assert row.predicted < float(F(row.eps))
        assert row.sumformer < 1e-12
        assert row.network == CLAIMS[claim]
        assert row.rounding < 1e-9


def test_the_measured_error_is_the_known_one() -> None:
    """x1^2 from two chords: 1/16 at x = 1/4 and 3/4, found from where the sample is worst."""
    (row,) = run_grid(
        "sumformer.thm4_3", ("n=2", "eps=1/5"), ("x1**2",), "numpy", "inline", 200
    ).rows
    assert row.predicted == 1 / 16
    assert 1 / 16 - 1e-6 < row.measured <= 1 / 16 + 1e-12


def test_pairs_that_no_theorem_speaks_of_are_left_out() -> None:
    found = run_grid(
        "sumformer.thm4_4", ("n=2,3,4", "k=1,2,3", "eps=1"), ("x1",), "numpy", "inline", 10
    )
    assert [(row.n, row.k) for row in found.rows] == [
        (2, 1),
        (3, 1),
        (3, 2),
        (4, 1),
        (4, 2),
        (4, 3),
    ]
    with pytest.raises(ValueError, match="the grid is empty: 1 <= k < n"):
        run_grid("sumformer.thm4_4", ("n=2", "k=2"), ("x1",), "numpy", "inline", 10)


@pytest.mark.parametrize("n", [2, 3, 5])
@pytest.mark.parametrize("name", STANDARD)
def test_the_standard_functions_are_semi_invariant(name: str, n: int) -> None:
    assert rewrite(parse_semi_invariant(standard(name, n), n, 1)).n == n


def test_omegas_are_different() -> None:
    assert omegas(4) == [0, F(1, 2), -1, F(3, 2)]


def test_a_network_that_breaks_its_bound_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bound is said to be a hundredth of what it is."""
    real = transformer.construct

    def boasting(*words: Any, **options: Any) -> Any:
        net = real(*words, **options)
        psi = tuple(q / 100 for q in net.bound.psi)
        return replace(net, bound=replace(net.bound, psi=psi, sums=(F(0),) * len(net.bound.sums)))

    monkeypatch.setattr(near_networks, "construct", boasting)
    found = run_grid("sumformer.thm4_3", ("n=2", "eps=1/5"), ("x1*x2",), "numpy", "inline", 40)
    assert not found.ok
    assert found.first_failure is not None
    assert "> predicted" in found.first_failure.failure
    assert "at x = " in found.first_failure.failure


def test_a_lipschitz_function_is_measured_itself() -> None:
    """The polynomial of |x1 - x2| is off by more than rounding, and both are within the bound."""
    found = run_grid(
        "sumformer.thm4_3", ("n=2", "eps=1/2"), ("abs(x1-x2)",), "numpy", "inline", 100
    )
    (row,) = found.rows
    assert found.ok
    assert 0.1 < row.sumformer < row.predicted < 0.5
    assert 0.1 < row.measured <= row.predicted


def test_an_undefined_value_is_never_a_success(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transformers, "_errors", lambda *_: (float("nan"), 0.0, 0))
    found = run_grid("sumformer.thm4_3", ("n=2", "eps=1/5"), ("x1*x2",), "numpy", "inline", 40)
    assert not found.ok


def test_a_wrong_sumformer_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transformers, "_errors", lambda *_: (0.0, 1e-3, 0))
    found = run_grid("sumformer.thm4_3", ("n=2", "eps=1/5"), ("x1*x2",), "numpy", "inline", 40)
    assert found.first_failure is not None
    assert "the Sumformer is off by 0.001" in found.first_failure.failure


@pytest.mark.parametrize(
    ("claim", "grid", "functions", "points", "says"),
    [
        ("sumformer.thm4_3", ("k=1",), (), 10, "a Transformer has no k"),
        ("sumformer.thm4_3", ("m=1",), (), 10, "--grid takes n=..., d=..., k=... or eps=..."),
        ("sumformer.thm4_3", ("n=0",), (), 10, "1"),
        ("sumformer.thm4_3", ("eps=0",), (), 10, "0"),
        ("sumformer.thm4_3", ("n=1",), (), 10, "n >= 2 for the standard functions"),
        ("sumformer.thm4_3", ("n=3",), ("x1*x2",), 10, "not semi-invariant"),
        ("sumformer.thm4_3", ("n=3",), ("log(x1)",), 10, "not defined"),
        ("sumformer.thm4_3", ("n=3",), (), 1, "between 2 and 100000 points"),
        ("pln.thm1", ("n=3",), (), 10, "there is no such sweep"),
    ],
)
def test_bad_input_is_one_clear_line(
    claim: str, grid: tuple[str, ...], functions: tuple[str, ...], points: int, says: str
) -> None:
    with pytest.raises(ValueError) as caught:
        run_grid(claim, grid, functions, "numpy", "inline", points)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_torch_measures_the_same() -> None:
    pytest.importorskip("torch", reason="torch is an optional extra")
    words = ("sumformer.thm4_5", ("n=3", "k=2", "eps=1/5"), ("x1*(x2+x3)",))
    (one,) = run_grid(*words, "numpy", "inline", 64).rows
    (two,) = run_grid(*words, "cpu", "inline", 64).rows
    assert abs(one.measured - two.measured) < 1e-12


@by_turns(3)
def test_the_command_writes_a_table_that_repeats(tmp_path: Path) -> None:
    words = ["sweep", "sumformer.thm4_4", "--grid", "n=2,3", "--grid", "eps=1/5",
             "--device", "numpy", "--engine", "inline", "--points", "40"]  # fmt: skip
    done = CliRunner().invoke(group.cli, [*words, "--out", str(tmp_path)])
    assert done.exit_code == 0, done.output
    assert "sumformer.thm4_4: 6 of 6 rows within the bound  (numpy float64)" in done.output
    folder = tmp_path / "sweep"
    rows = list(csv.reader((folder / "sumformer.thm4_4.csv").read_text().splitlines()))
    assert (tuple(rows[0]), len(rows)) == (COLUMNS, 7)
    data = json.loads((folder / "sumformer.thm4_4.json").read_text())
    assert data["level"] == "sampled"
    assert repeat(data) == ""
    data["rows"][3]["predicted"] /= 2
    assert repeat(data) == "squares, n = 3, d = 1, k = 1, eps = 1/5"
    done = CliRunner().invoke(
        group.cli, ["check", "--rerun", str(folder / "sumformer.thm4_4.json")]
    )
    assert done.exit_code == 0, done.output


def test_the_command_refuses_in_one_line(tmp_path: Path) -> None:
    words = ["sweep", "sumformer.thm4_3", "--grid", "k=1", "--out", str(tmp_path / "out")]
    done = CliRunner().invoke(group.cli, words)
    assert done.exit_code == 2
    assert "a Transformer has no k" in done.output
    assert not (tmp_path / "out").exists()
