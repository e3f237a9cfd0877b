"""What the experiments that train share: seeds, threads, digits, curves."""

from __future__ import annotations

from math import inf, nan

import pytest

from reports.pictures import draw
from tests.sampling import by_turns
from verify.experiments.curves import Curve, picture
from verify.experiments.training import accuracy, batches, digits, fit, number, seeded

pytestmark = by_turns(3)

torch = pytest.importorskip("torch")
pytest.importorskip("sklearn")


def test_torch_is_as_it_was_afterwards() -> None:
    threads, state = torch.get_num_threads(), torch.random.get_rng_state()

    def broken() -> None:
        with seeded(3):
            assert torch.get_num_threads() == 1
            torch.rand(5)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        broken()
    assert torch.get_num_threads() == threads
    assert bool((torch.random.get_rng_state() == state).all())


def test_the_seed_decides() -> None:
    drawn = []
    for seed in (1, 1, 2):
        with seeded(seed) as generator:
            drawn.append((torch.rand(4), torch.rand(4, generator=generator)))
    assert all(bool((a == b).all()) for a, b in zip(drawn[0], drawn[1], strict=True))
    assert not any(bool((a == b).all()) for a, b in zip(drawn[0], drawn[2], strict=True))


def test_the_test_images_are_not_among_those_for_training() -> None:
    with seeded(0) as generator:
        data = digits(generator, 1297, 500)
    assert data.x.shape == (1297, 64)
    assert data.test_x.shape == (500, 64)
    assert (float(data.x.min()), float(data.x.max())) == (0.0, 1.0)
    # all images are there once: as many different ones as scikit-learn has
    from sklearn.datasets import load_digits

    every = torch.cat([data.x, data.test_x])
    known = torch.as_tensor(load_digits().data, dtype=torch.float32) / 16
    assert bool((every.unique(dim=0) == known.unique(dim=0)).all())


def test_more_images_than_there_are() -> None:
    with seeded(0) as generator, pytest.raises(ValueError, match="there are 1797 images"):
        digits(generator, 1700, 98)


def test_every_image_is_in_one_batch() -> None:
    with seeded(0) as generator:
        found = list(batches(generator, 10, 4))
    assert [len(part) for part in found] == [4, 4, 2]
    assert sorted(torch.cat(found).tolist()) == list(range(10))


def test_training_learns_and_the_rate_is_followed() -> None:
    with seeded(0) as generator:
        data = digits(generator, 200, 100)
        model = torch.nn.Linear(64, 10)
        optimiser = torch.optim.SGD(model.parameters(), 1.0)
        before = accuracy(model, data.test_x, data.test_y)
        fit(model, data, optimiser, range(6), 20, generator, lambda epoch: 0.5 / (1 + epoch))
        assert optimiser.param_groups[0]["lr"] == 0.5 / 6
        assert before < 0.3 < 0.7 < accuracy(model, data.test_x, data.test_y)


def test_a_missing_number_is_infinite() -> None:
    assert number({"loss": None}, "loss") == inf
    assert number({"loss": 0.0}, "loss") == 0.0
    with pytest.raises(KeyError):
        number({}, "loss")


def test_curves_have_gaps_where_nothing_is_finite() -> None:
    curves = [Curve("one", "net", [1, 2, 3], [1.0, inf, 4.0]), Curve("two", "other", [1], [2.0])]
    [made] = picture("A title", "Says", ("x", "y"), curves)
    [shown] = made["curves"]["fixed"]
    assert shown["y"] == [1.0, None, 4.0]
    low, high = made["curves"]["range"][2:]
    assert low < 1.0 < 4.0 < high
    assert draw(made, standalone=True).startswith("<svg")  # type: ignore[arg-type]


@pytest.mark.parametrize("y", [[nan, inf, 1.0], [0.0, -1.0, 2.0]])
def test_no_picture_without_two_points(y: list[float]) -> None:
    assert picture("", "", ("x", "y"), [Curve("one", "net", [1, 2, 3], y)], "both") == []
