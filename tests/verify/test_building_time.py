"""The time that is said before a transformer is built, beside the time that building takes."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from proofs.registry import find
from tests.sampling import by_turns
from verify import building_time


@by_turns(3)
def test_the_time_is_told_within_a_factor(tmp_path: Path) -> None:
    """Within twice the factor that is said, since tests run on machines that others use."""
    pytest.importorskip("onnx", reason="an optional extra")
    from constructions.interop.export import write_network

    claim = find("sumformer.thm4_3")
    assert claim.plan is not None
    plan = claim.plan(claim.settings({"g": "x1*(x2+x3)**2", "n": "3", "eps": "1/400"}))
    ratios = []
    for turn in range(4):
        said = building_time.seconds(plan.cost()["parameters"])
        start = time.process_time()
        write_network(plan.build(), tmp_path / "t.onnx", "float64")
        if turn:  # after imports
            ratios.append((time.process_time() - start) / said)
    middle = sorted(ratios)[1]
    assert 1 / (2 * building_time.FACTOR) < middle < 2 * building_time.FACTOR


def test_it_grows_with_the_parameters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building_time, "step", lambda: 1e-6)
    assert building_time.seconds(2_000) == 2 * building_time.seconds(1_000)
    assert building_time.seconds(1_000_000) == building_time.STEPS
