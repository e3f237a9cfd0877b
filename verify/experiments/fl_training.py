"""FedAvg on scikit-learn's digits: data, partitions, networks and training.

Many federations of the same network train side by side: parameters carry a leading axis, one entry
for each federation, and while clients train one for each client of each federation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

Array = Any
Tensor = Any

CLASSES = 10
EPSILON = 1e-5
TRAIN_PER_CLASS = 140
KINDS = (
    "none",
    "n each",
    "n last",
    "mv each",
    "mv last",
    "mv learnable",
    "mv before",
    "group 2",
    "batch",
)
"""What is normalised, after the activation unless said otherwise.

``n`` is x -> sqrt(d) x / max(eps, ||x||), the paper's scale normalisation, and ``mv`` is
n(x - mu(x) 1), its Eq. 5.  ``each``: every hidden layer (Eqs. 4 and 6).  ``last``: the last one,
as Propositions 1 and 2 reduce it, so that ``mv last`` subtracts the mean in the layers before
(Eqs. 7 and 8).  ``mv learnable`` has gamma and beta, ``mv before`` stands before the activation.
``group 2`` is ``mv`` in two halves of each layer.  ``batch`` has gamma, beta and running averages.
"""


@dataclass(frozen=True)
class Digits:
    """Images of shape (m, 64) in [0, 1] and their classes, 140 of each class for training."""

    train_x: Array
    train_y: Array
    test_x: Array
    test_y: Array


def digits(seed: int) -> Digits:
    """The data set, split by the seed."""
    import numpy as np
    from sklearn.datasets import load_digits

    x, y = load_digits(return_X_y=True)
    random = np.random.default_rng([seed, 1])
    train, test = [], []
    for label in range(CLASSES):
        own = random.permutation(np.flatnonzero(y == label))
        train.append(own[:TRAIN_PER_CLASS])
        test.append(own[TRAIN_PER_CLASS:])
    first, second = np.concatenate(train), np.concatenate(test)
    return Digits(x[first] / 16, y[first], x[second] / 16, y[second])


def partition(y: Array, skew: str, clients: int, random: Any) -> list[Array]:
    """The images of each client, as indices.

    ``skew`` is ``N class`` (every client has images of N classes, equally many), ``Dir(B)`` (each
    class is split by shares from the symmetric Dirichlet distribution) or ``iid``.
    """
    import numpy as np

    by_class = [random.permutation(np.flatnonzero(y == label)) for label in range(CLASSES)]
    if skew == "iid":
        return list(np.array_split(random.permutation(len(y)), clients))
    if skew.startswith("Dir("):
        parts: list[list[Array]] = [[] for _ in range(clients)]
        for own in by_class:
            shares = random.dirichlet([float(skew[4:-1])] * clients)
            cuts = np.floor(np.cumsum(shares)[:-1] * len(own)).astype(int)
            for client, piece in enumerate(np.split(own, cuts)):
                parts[client].append(piece)
        return [np.concatenate(pieces) for pieces in parts]
    each = int(skew.partition(" ")[0])
    shards = [piece for own in by_class for piece in np.array_split(own, clients * each // CLASSES)]
    return [
        np.concatenate([shards[(client + k * clients) % len(shards)] for k in range(each)])
        for client in range(clients)
    ]


@dataclass(frozen=True)
class Shape:
    """A network: ``layers`` hidden layers of ``width`` units, each normalised as ``kind`` says."""

    kind: str
    width: int
    layers: int
    bias: bool = False
    double: bool = False


def initial(shape: Shape, seed: int, copies: int) -> dict[str, Tensor]:
    """Parameters, uniform in +-1/sqrt(fan-in); the same in each copy, for every kind."""
    import torch

    random = torch.Generator().manual_seed(seed)
    sizes = [64, *[shape.width] * shape.layers, CLASSES]
    dtype = torch.float64 if shape.double else torch.float32
    found: dict[str, Tensor] = {}
    for i, (fan, out) in enumerate(pairwise(sizes), 1):
        bound = fan**-0.5
        for name, size in ((f"U{i}", (out, fan)), (f"b{i}", (out,))):
            drawn = (torch.rand(size, generator=random, dtype=torch.float64) * 2 - 1) * bound
            if name.startswith("U") or shape.bias:
                found[name] = drawn.to(dtype)
        if shape.kind in ("mv learnable", "batch") and i <= shape.layers:
            found[f"gamma{i}"] = torch.ones(out, dtype=dtype)
            found[f"beta{i}"] = torch.zeros(out, dtype=dtype)
        if shape.kind == "batch" and i <= shape.layers:
            found[f"mean{i}"] = torch.zeros(out, dtype=dtype)
            found[f"variance{i}"] = torch.ones(out, dtype=dtype)
    return {k: v.expand(copies, *v.shape).clone() for k, v in found.items()}


def scaled(x: Tensor) -> Tensor:
    """n(x) = sqrt(d) x / max(eps, ||x||) along the last axis."""
    norm = x.norm(dim=-1, keepdim=True).clamp_min(EPSILON)
    return x * (x.shape[-1] ** 0.5 / norm)


def shifted(x: Tensor) -> Tensor:
    """s(x) = x - mu(x) 1 along the last axis."""
    return x - x.mean(dim=-1, keepdim=True)


def features(
    shape: Shape, values: dict[str, Tensor], x: Tensor, learn: dict[str, Tensor] | None = None
) -> tuple[Tensor, Tensor]:
    """g(x), and what the head sees of it: normalised where the kind says so.

    ``x`` is (copies, batch, 64).  ``learn`` receives new running averages of a batch-normalised
    network; without it the running averages are used.
    """
    import torch

    kind, a = shape.kind, x
    raw = a
    for i in range(1, shape.layers + 1):
        z = a @ values[f"U{i}"].transpose(1, 2)
        if shape.bias:
            z = z + values[f"b{i}"].unsqueeze(1)
        if kind == "mv before":
            z = scaled(shifted(z))
        raw = a = torch.relu(z)
        last = i == shape.layers
        if kind == "n each" or (kind == "n last" and last):
            a = scaled(a)
        elif kind in ("mv each", "mv learnable") or (kind == "mv last" and last):
            a = scaled(shifted(a))
        elif kind == "mv last":
            a = shifted(a)
        elif kind == "group 2":
            parts = a.unflatten(-1, (2, -1))
            a = scaled(shifted(parts)).flatten(-2)
        elif kind == "batch":
            a = _batch(values, i, a, learn)
        if f"gamma{i}" in values:
            a = values[f"gamma{i}"].unsqueeze(1) * a + values[f"beta{i}"].unsqueeze(1)
    return raw, a


def _batch(values: dict[str, Tensor], i: int, a: Tensor, learn: dict[str, Tensor] | None) -> Tensor:
    """MV normalisation along the batch, or by running averages with momentum 0.1."""
    if learn is None:
        mean, variance = values[f"mean{i}"].unsqueeze(1), values[f"variance{i}"].unsqueeze(1)
    else:
        mean = a.mean(dim=1, keepdim=True)
        variance = a.var(dim=1, unbiased=False, keepdim=True)
        for name, now in (("mean", mean), ("variance", variance)):
            old = values[f"{name}{i}"]
            learn[f"{name}{i}"] = 0.9 * old + 0.1 * now.detach().squeeze(1)
    return (a - mean) / (variance + EPSILON).sqrt()


def logits(
    shape: Shape, values: dict[str, Tensor], x: Tensor, learn: dict[str, Tensor] | None = None
) -> Tensor:
    """W g(x), of shape (copies, batch, classes)."""
    i = shape.layers + 1
    out = features(shape, values, x, learn)[1] @ values[f"U{i}"].transpose(1, 2)
    return out + values[f"b{i}"].unsqueeze(1) if shape.bias else out


def descend(
    shape: Shape, values: dict[str, Tensor], x: Tensor, y: Tensor, rate: Tensor
) -> dict[str, Tensor]:
    """One step of gradient descent on the mean cross-entropy of each copy's own batch."""
    moved, _ = _step(shape, values, x, y, rate, {}, 0.0)
    return moved


def _step(
    shape: Shape,
    values: dict[str, Tensor],
    x: Tensor,
    y: Tensor,
    rate: Tensor,
    velocity: dict[str, Tensor],
    momentum: float,
) -> tuple[dict[str, Tensor], dict[str, Tensor]]:
    """One step with momentum, and the velocity after it: v <- momentum v + slope."""
    import torch
    from torch.nn.functional import cross_entropy

    names = [name for name in values if not name.startswith(("mean", "variance"))]
    own = {k: v.detach().requires_grad_(k in names) for k, v in values.items()}
    learn: dict[str, Tensor] = {}
    out = logits(shape, own, x, learn)
    copies, batch, _ = out.shape
    loss = cross_entropy(out.flatten(0, 1), y.flatten(), reduction="sum") / batch
    slopes = torch.autograd.grad(loss, [own[name] for name in names])
    found = {k: v.detach() for k, v in {**own, **learn}.items()}
    for name, slope in zip(names, slopes, strict=True):
        if momentum:
            slope = velocity[name] = momentum * velocity.get(name, 0) + slope
        found[name] = found[name] - rate.reshape(copies, *[1] * (slope.dim() - 1)) * slope
    return found, velocity


def accuracy(shape: Shape, values: dict[str, Tensor], x: Tensor, y: Tensor) -> list[float]:
    """The share of images that each copy classifies rightly, in percent."""
    import torch

    with torch.no_grad():
        guess = logits(shape, values, x.expand(_copies(values), *x.shape)).argmax(-1)
    return [float(v) for v in 100 * (guess == y).double().mean(-1)]


def _copies(values: dict[str, Tensor]) -> int:
    return int(values["U1"].shape[0])


def tensors(shape: Shape, *arrays: Array) -> list[Tensor]:
    """Images in the network's precision, classes as they are."""
    import torch

    dtype = torch.float64 if shape.double else torch.float32
    return [
        torch.as_tensor(a, dtype=dtype) if a.dtype.kind == "f" else torch.as_tensor(a)
        for a in arrays
    ]


@dataclass(frozen=True)
class Run:
    """Test accuracies of each federation after ``rounds[i]`` rounds, and the last parameters."""

    rounds: list[int]
    accuracies: list[list[float]]
    values: dict[str, Tensor]

    def late(self, federation: int = 0) -> float:
        """The mean accuracy over the last fifth of the rounds, as far as it was taken."""
        start = 4 * self.rounds[-1] / 5
        found = [
            row[federation]
            for at, row in zip(self.rounds, self.accuracies, strict=True)
            if at > start
        ]
        return sum(found) / len(found)


def federated(
    shape: Shape,
    data: Digits,
    skews: Sequence[str],
    seed: int,
    rounds: int,
    steps: int,
    rates: Sequence[float],
    clients: int = 10,
    batch: int = 32,
    every: int = 0,
) -> Run:
    """FedAvg, a federation for each skew and rate: ``steps`` local steps of SGD in each round.

    Every client takes part in every round; the server averages with weights m_k / m.  A batch is
    drawn from the client's images with replacement.  Federations of one seed begin with the same
    parameters, have the same partition where they have the same skew, and see the same batches
    if they have as many local steps.  ``every`` rounds the accuracy is taken; 0: before the first
    and in the last fifth of the rounds.
    """
    import numpy as np
    import torch

    parts = {
        skew: partition(data.train_y, skew, clients, np.random.default_rng([seed, 2]))
        for skew in skews
    }
    sizes = np.array([[len(own) for own in parts[skew]] for skew in skews])
    table = np.zeros((len(skews) * clients, sizes.max()), dtype=np.int64)
    for i, skew in enumerate(skews):
        for k, own in enumerate(parts[skew]):
            table[i * clients + k, : len(own)] = own
    weights = torch.as_tensor(sizes / sizes.sum(1, keepdims=True))
    train_x, train_y, test_x, test_y = tensors(
        shape, data.train_x, data.train_y, data.test_x, data.test_y
    )
    weights = weights.to(train_x.dtype)
    random = np.random.default_rng([seed, 3])
    values = initial(shape, seed, len(skews))
    rate = torch.as_tensor(list(rates), dtype=train_x.dtype).repeat_interleave(clients)
    seen, found = [0], [accuracy(shape, values, test_x, test_y)]
    flat = sizes.reshape(-1, 1)
    for now in range(1, rounds + 1):
        local = {k: v.repeat_interleave(clients, 0) for k, v in values.items()}
        for _ in range(steps):
            shares = random.random((clients, batch))
            at = (np.tile(shares, (len(skews), 1)) * flat).astype(np.int64)
            drawn = torch.as_tensor(np.take_along_axis(table, at, 1))
            local = descend(shape, local, train_x[drawn], train_y[drawn], rate)
        values = {k: _average(v, weights) for k, v in local.items()}
        if now == rounds or (now % every == 0 if every else 5 * now > 4 * rounds):
            seen.append(now)
            found.append(accuracy(shape, values, test_x, test_y))
    return Run(seen, found, values)


def _average(value: Tensor, weights: Tensor) -> Tensor:
    """The weighted mean over the clients of each federation."""
    import torch

    split = value.reshape(*weights.shape, *value.shape[1:])
    return torch.einsum("fk,fk...->f...", weights, split)


def centralised(
    shape: Shape,
    data: Digits,
    seed: int,
    steps: int,
    rate: float,
    batch: int,
    every: int = 0,
    momentum: float = 0.0,
) -> Run:
    """SGD on all training images; ``Run.rounds`` counts steps."""
    import numpy as np
    import torch

    train_x, train_y, test_x, test_y = tensors(
        shape, data.train_x, data.train_y, data.test_x, data.test_y
    )
    random = np.random.default_rng([seed, 3])
    values = initial(shape, seed, 1)
    velocity: dict[str, Tensor] = {}
    at_rate = torch.tensor([rate], dtype=train_x.dtype)
    seen, found = [0], [accuracy(shape, values, test_x, test_y)]
    for now in range(1, steps + 1):
        drawn = torch.as_tensor(random.integers(len(train_y), size=(1, batch)))
        values, velocity = _step(
            shape, values, train_x[drawn], train_y[drawn], at_rate, velocity, momentum
        )
        if now == steps or (every and now % every == 0):
            seen.append(now)
            found.append(accuracy(shape, values, test_x, test_y))
    return Run(seen, found, values)
