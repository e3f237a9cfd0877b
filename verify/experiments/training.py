"""What the experiments that train networks share: one thread, a seed, scikit-learn's digits.

Torch and scikit-learn are imported where they are used.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from verify.experiments import Row

CLASSES = 10


def number(row: Row, name: str) -> float:
    """A number of a row; infinite where the row has none, because it was not finite."""
    value = row[name]
    return float("inf") if value is None else float(value)


@contextmanager
def seeded(seed: int) -> Iterator[Any]:
    """A generator of torch's for data; torch on one thread and seeded, as it was afterwards.

    The number of threads and torch's own random state belong to the process.
    """
    import torch

    threads = torch.get_num_threads()
    with torch.random.fork_rng(devices=[]):
        torch.set_num_threads(1)
        torch.manual_seed(seed)
        try:
            yield torch.Generator().manual_seed(seed)
        finally:
            torch.set_num_threads(threads)


@dataclass(frozen=True)
class Digits:
    """Images of handwritten digits, 8 x 8 pixels from 0 to 1, for training and for tests."""

    x: Any
    y: Any
    test_x: Any
    test_y: Any


def digits(generator: Any, train: int = 1297, test: int = 500) -> Digits:
    """scikit-learn's 1,797 digits, shuffled and cut; images of shape (n, 64).

    Raises:
        ValueError: more images are asked for than there are.
    """
    import torch
    from sklearn.datasets import load_digits

    data = load_digits()
    if train + test > len(data.target):
        raise ValueError(f"there are {len(data.target)} images of digits")
    order = torch.randperm(len(data.target), generator=generator)
    x = torch.as_tensor(data.data, dtype=torch.float32)[order] / 16
    y = torch.as_tensor(data.target, dtype=torch.int64)[order]
    return Digits(x[:train], y[:train], x[train : train + test], y[train : train + test])


def batches(generator: Any, count: int, size: int) -> Iterator[Any]:
    """The places 0 ... count - 1 in a new order, ``size`` at a time."""
    import torch

    yield from torch.randperm(count, generator=generator).split(size)


def fit(
    model: Any,
    data: Digits,
    optimiser: Any,
    epochs: Sequence[int],
    batch: int,
    generator: Any,
    rate: Any = None,
) -> None:
    """Train with the cross entropy for these epochs; ``rate(epoch)`` sets the learning rate."""
    from torch.nn.functional import cross_entropy

    model.train()
    for epoch in epochs:
        if rate is not None:
            for group in optimiser.param_groups:
                group["lr"] = rate(epoch)
        for chosen in batches(generator, len(data.y), batch):
            optimiser.zero_grad()
            cross_entropy(model(data.x[chosen]), data.y[chosen]).backward()
            optimiser.step()
    model.train(False)


def accuracy(model: Any, x: Any, y: Any) -> float:
    """The share of images that are classified correctly, from 0 to 1."""
    import torch

    with torch.no_grad():
        return float((model(x).argmax(-1) == y).double().mean())
