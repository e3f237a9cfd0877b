"""Trained Sumformers: data, monomials, the loss, and a sample of each experiment."""

from __future__ import annotations

import math
from typing import Any

import pytest

from tests.sampling import by_turns

np = pytest.importorskip("numpy")
pytest.importorskip("torch")

from verify.experiments import sumformer  # noqa: E402
from verify.experiments.sumformer_training import (  # noqa: E402
    Task,
    monomials,
    points,
    train,
    values,
)

pytestmark = by_turns(3)

EXPERIMENTS = {item.id: item for item in sumformer.EXPERIMENTS}


@pytest.fixture(params=EXPERIMENTS, scope="module")
def sample(request: pytest.FixtureRequest) -> dict[str, Any]:
    return EXPERIMENTS[request.param].run([7], small=True)


def test_a_sample_of_each_experiment(sample: dict[str, Any]) -> None:
    assert {s["word"] for s in sample["sentences"]} <= {"agrees", "disagrees"}
    assert all(row["error"] > 0 for row in sample["rows"] if row["model"] != "constructed")
    constructed = [row for row in sample["rows"] if row["model"] == "constructed"]
    assert constructed
    for row in constructed:
        assert row["error"] < 1e-14
        assert row["latent"] == row["d"]
    assert EXPERIMENTS[sample["id"]].judged(sample["rows"]) == sample["sentences"]


def test_a_seed_gives_the_same_rows_again() -> None:
    one, other = (EXPERIMENTS["sumformer.figure2"].run([7], small=True)["rows"] for _ in range(2))
    assert one == other != EXPERIMENTS["sumformer.figure2"].run([8], small=True)["rows"]


@pytest.mark.parametrize(("n", "d"), [(1, 1), (3, 1), (3, 2), (5, 4)])
def test_there_are_as_many_monomials_as_the_paper_says(n: int, d: int) -> None:
    found = monomials(n, d)
    assert len(set(found)) == len(found) == math.comb(n + d, d) - 1
    assert all(0 < sum(a) <= n for a in found)


def test_the_printed_function_at_a_point() -> None:
    """x1 = 1/2, others 1/4 and 3/4: 1/2 + 7/4 + 3/2 = 15/4 for the first token."""
    X = np.array([[[0.5], [0.25], [0.75]]])
    task = Task(1, 1, False, sumformer.G["cubic"])
    found = values(task, X)[0, :, 0]
    assert found[0] == 3.75
    assert found[1] == 0.25 + 7 / 16 + 0.75 * 1.25**3
    swapped = values(task, X[:, ::-1])[0, :, 0]
    assert np.array_equal(swapped, found[::-1])


@pytest.mark.parametrize("name", sumformer.G)
def test_every_function_is_equivariant(name: str) -> None:
    X = points(4, 2, 20, 5)
    task = Task(2, 1, False, sumformer.G[name])
    order = [2, 0, 3, 1]
    assert np.allclose(values(task, X[:, order]), values(task, X)[:, order], rtol=1e-13)


@pytest.mark.parametrize("polynomial", [True, False])
def test_training_lowers_the_error(polynomial: bool) -> None:
    task = Task(2, 5 if polynomial else 3, polynomial, sumformer.G["squares"])
    epochs, errors = train([task, task], 2, (60, 20), 1, 20, 10, 0.01, [16], 10)
    assert epochs == [0, 10, 20]
    first, _, last = errors
    assert all(b < a / 2 for a, b in zip(first, last, strict=True))


def test_both_models_do_not_train_side_by_side() -> None:
    tasks = [Task(1, 2, p, sumformer.G["squares"]) for p in (True, False)]
    with pytest.raises(ValueError, match="either all are polynomial"):
        train(tasks, 2, (4, 2), 1, 1, 2, 0.01, [4], 1)
    with pytest.raises(ValueError, match="the monomials are of one d"):
        train([Task(1, 3, True, sumformer.G["squares"])], 2, (4, 2), 1, 1, 2, 0.01, [4], 1)
