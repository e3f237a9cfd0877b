"""Label-skewed FedAvg: partitions, networks, averaging, and a sample of each experiment."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.sampling import by_turns

np = pytest.importorskip("numpy")
torch = pytest.importorskip("torch")
pytest.importorskip("sklearn")

from verify.experiments import fl  # noqa: E402
from verify.experiments.fl_training import (  # noqa: E402
    KINDS,
    Shape,
    centralised,
    descend,
    digits,
    features,
    federated,
    initial,
    logits,
    partition,
    scaled,
    shifted,
)

pytestmark = by_turns(3)

DATA = digits(1)
EXPERIMENTS = {item.id: item for item in fl.EXPERIMENTS}


@pytest.fixture(params=EXPERIMENTS, scope="module")
def sample(request: pytest.FixtureRequest) -> dict[str, Any]:
    return EXPERIMENTS[request.param].run([7], small=True)


def test_a_sample_of_each_experiment(sample: dict[str, Any]) -> None:
    experiment = EXPERIMENTS[sample["id"]]
    assert sample["small"]
    assert len(sample["rows"]) > 1
    assert {s["word"] for s in sample["sentences"]} <= {"agrees", "disagrees"}
    for row in sample["rows"]:
        assert 0 <= row.get("accuracy", 0) <= 100
    json.dumps(sample, allow_nan=False)
    assert experiment.judged(sample["rows"]) == sample["sentences"]


def test_a_seed_gives_the_same_rows_again() -> None:
    one, other = (EXPERIMENTS["fl.figure2"].run([7], small=True)["rows"] for _ in range(2))
    assert one == other != EXPERIMENTS["fl.figure2"].run([8], small=True)["rows"]


# --- data ----------------------------------------------------------------------------------------


def test_every_class_is_split_alike() -> None:
    assert np.bincount(DATA.train_y).tolist() == [140] * 10
    assert DATA.train_x.shape == (1400, 64)
    assert DATA.test_x.shape == (397, 64)
    assert (DATA.train_x.min(), DATA.train_x.max()) == (0, 1)


@pytest.mark.parametrize("skew", ["1 class", "2 class", "Dir(0.1)", "Dir(10)", "iid"])
def test_a_partition_has_every_image_once(skew: str) -> None:
    parts = partition(DATA.train_y, skew, 10, np.random.default_rng(3))
    assert len(parts) == 10
    assert sorted(np.concatenate(parts).tolist()) == list(range(1400))
    classes = [len(set(DATA.train_y[own])) for own in parts]
    if skew.endswith("class"):
        assert classes == [int(skew[0])] * 10
        assert {len(own) for own in parts} == {140}
    elif skew in ("Dir(10)", "iid"):
        assert min(classes) >= 9


# --- networks ------------------------------------------------------------------------------------


def test_normalisations_are_those_of_the_paper() -> None:
    x = torch.tensor([[3.0, 4.0], [0.0, 0.0]])
    assert torch.allclose(scaled(x), torch.tensor([[3.0, 4.0], [0.0, 0.0]]) * 2**0.5 / 5)
    assert torch.equal(shifted(x), torch.tensor([[-0.5, 0.5], [0.0, 0.0]]))
    mv = scaled(shifted(torch.tensor([[1.0, 2.0, 6.0]])))
    assert torch.allclose(mv.mean(), torch.tensor(0.0), atol=1e-6)
    assert torch.allclose(mv.square().mean(), torch.tensor(1.0))


@pytest.mark.parametrize("kind", KINDS)
def test_layer_norm_and_group_norm_are_those_of_torch(kind: str) -> None:
    """Each kind beside torch's own layers, where epsilon does not matter."""
    shape = Shape(kind, 32, 2, double=True)
    values = initial(shape, 5, 1)
    x = torch.rand(1, 6, 64, dtype=torch.float64)
    a = x[0]
    for i in (1, 2):
        a = a @ values[f"U{i}"][0].T
        if kind == "mv before":
            a = torch.nn.functional.layer_norm(a, (32,), eps=0)
        a = torch.relu(a)
        if kind in ("mv each", "mv learnable") or (kind == "mv last" and i == 2):
            a = torch.nn.functional.layer_norm(a, (32,), eps=0)
        elif kind == "mv last":
            a = a - a.mean(-1, keepdim=True)
        elif kind == "group 2":
            a = torch.nn.functional.group_norm(a, 2, eps=0)
        elif kind == "batch":
            a = torch.nn.functional.batch_norm(a, torch.zeros_like(a[0]), torch.ones_like(a[0]))
        elif kind == "n each" or (kind == "n last" and i == 2):
            a = a / a.square().mean(-1, keepdim=True).sqrt()
    assert torch.allclose(features(shape, values, x)[1][0], a, atol=1e-9)


def test_all_kinds_begin_with_the_same_weights() -> None:
    one, other = (initial(Shape(kind, 8, 2), 5, 2) for kind in ("none", "mv learnable"))
    assert all(torch.equal(one[name], other[name]) for name in one)
    assert not torch.equal(one["U1"], initial(Shape("none", 8, 2), 6, 2)["U1"])


def test_a_step_descends_along_the_gradient_of_the_mean_loss() -> None:
    shape = Shape("n last", 8, 1, bias=True, double=True)
    values = initial(shape, 5, 1)
    x, y = torch.rand(1, 4, 64, dtype=torch.float64), torch.tensor([[0, 1, 2, 3]])

    def loss(at: dict[str, Any]) -> float:
        return float(torch.nn.functional.cross_entropy(logits(shape, at, x)[0], y[0]))

    rate, small = 0.5, 1e-6
    moved = descend(shape, values, x, y, torch.tensor([rate], dtype=torch.float64))
    up = {**values, "b2": values["b2"].clone()}
    up["b2"][0, 3] += small
    slope = (loss(up) - loss(values)) / small
    assert float(values["b2"][0, 3] - moved["b2"][0, 3]) == pytest.approx(rate * slope, rel=1e-4)


# --- training ------------------------------------------------------------------------------------


def test_federations_side_by_side_are_those_alone() -> None:
    """Two skews and two rates together, and one of them by itself."""
    shape = Shape("mv each", 8, 2, double=True)
    asked = {"seed": 3, "rounds": 3, "steps": 2, "batch": 4}
    both = federated(shape, DATA, ["1 class", "Dir(0.1)"], rates=[0.1, 0.3], **asked)
    alone = federated(shape, DATA, ["Dir(0.1)"], rates=[0.3], **asked)
    assert torch.allclose(both.values["U1"][1], alone.values["U1"][0], atol=1e-12)
    assert both.accuracies[-1][1] == alone.accuracies[-1][0]
    assert not torch.allclose(both.values["U1"][0], both.values["U1"][1])


def test_the_server_weighs_by_the_number_of_images() -> None:
    """Without a step of any size the average is the network before."""
    shape = Shape("none", 8, 1, double=True)
    run = federated(shape, DATA, ["Dir(0.1)"], 3, 2, 2, [0.0], batch=4)
    before = initial(shape, 3, 1)
    assert all(torch.allclose(run.values[k], before[k], atol=1e-14) for k in before)


def test_centralised_training_learns_the_digits() -> None:
    run = centralised(Shape("mv each", 16, 1), DATA, 3, 60, 0.1, 32, every=20)
    assert run.rounds == [0, 20, 40, 60]
    assert run.accuracies[0][0] < 30 < 70 < run.late()
