"""Trained Sumformers: data, the two models of Section 5, and training, many side by side.

A Sumformer (Definition 3.1) is S([x_1, ..., x_n])_i = psi(x_i, sum_k phi(x_k)).  psi is a
multi-layer perceptron (MLP) in both models.  phi is an MLP in the *MLP Sumformer* and the list of
all monomials x^a with 0 < |a| <= n, of Eq. 36, in the *Polynomial Sumformer*.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Any

Array = Any
Tensor = Any


def monomials(n: int, d: int) -> list[tuple[int, ...]]:
    """The multidegrees a with 0 < |a| <= n: C(n + d, d) - 1 of them.

    >>> len(monomials(5, 4)), len(monomials(3, 1))
    (125, 3)
    """
    return [a for a in product(range(n + 1), repeat=d) if 0 < sum(a) <= n]


@dataclass(frozen=True)
class Task:
    """An equivariant function to learn, for n tokens of d values in [0, 1]: f(X)_i by g.

    ``g(own, others)`` takes x_i and the list of the other tokens, arrays (points, d).  ``latent``
    is d', and ``polynomial`` says whether phi is the monomials, d' of them, and not an MLP.
    """

    d: int
    latent: int
    polynomial: bool
    g: Callable[[Array, Sequence[Array]], Array]


def points(n: int, d: int, count: int, seed: int) -> Array:
    """(count, n, d) uniform points of [0, 1]."""
    import numpy as np

    return np.random.default_rng([seed, n, d]).random((count, n, d))


def values(task: Task, X: Array) -> Array:
    """f(X), of the shape of X."""
    import numpy as np

    n = X.shape[1]
    return np.stack(
        [task.g(X[:, i], [X[:, j] for j in range(n) if j != i]) for i in range(n)], axis=1
    )


def _mlp(sizes: Sequence[int], fan: Sequence[int], random: Any) -> list[Tensor]:
    """Weights and biases of MLPs side by side, uniform in +-1/sqrt(fan-in) as torch begins.

    ``fan`` is the number of inputs that each of them has; the others of ``sizes[0]`` are 0.
    """
    import torch

    found = []
    for place, (into, out) in enumerate(pairwise(sizes)):
        bounds = torch.tensor([(k if place == 0 else into) ** -0.5 for k in fan]).reshape(-1, 1, 1)
        for shape in ((len(fan), into, out), (len(fan), 1, out)):
            found.append(((torch.rand(shape, generator=random) * 2 - 1) * bounds).requires_grad_())
    return found


def _through(layers: Sequence[Tensor], x: Tensor) -> Tensor:
    """ReLU networks on x of shape (networks, rows, inputs)."""
    import torch

    for place in range(0, len(layers), 2):
        x = torch.baddbmm(layers[place + 1], x, layers[place])
        if place + 2 < len(layers):
            x = torch.relu(x)
    return x


def train(
    tasks: Sequence[Task],
    n: int,
    counts: tuple[int, int],
    seed: int,
    epochs: int,
    batch: int,
    rate: float,
    hidden: Sequence[int],
    every: int,
) -> tuple[list[int], list[list[float]]]:
    """Epochs, and the validation error of each task after each of them.

    All tasks are trained side by side with Adam on ``counts[0]`` points and measured on
    ``counts[1]`` others.  The error is ||S - f||_2 / ||f||_2 over all points, tokens and values;
    its square is the loss.  All are polynomial, or none is.
    """
    import numpy as np
    import torch

    many, wide = len(tasks), max(task.d for task in tasks)
    if len({task.polynomial for task in tasks}) != 1:
        raise ValueError("either all are polynomial, or none")
    latent = max(task.latent for task in tasks)
    total = sum(counts)
    X = np.zeros((many, total, n, wide))
    Y = np.zeros_like(X)
    for place, task in enumerate(tasks):
        own = points(n, task.d, total, seed)
        X[place, ..., : task.d] = own
        Y[place, ..., : task.d] = values(task, own)
    x, y = (torch.as_tensor(item, dtype=torch.float32) for item in (X, Y))
    random = torch.Generator().manual_seed(seed)
    psi = _mlp([wide + latent, *hidden, wide], [t.d + t.latent for t in tasks], random)
    if tasks[0].polynomial:
        fixed, phi = _sums(tasks, x, n), []
    else:
        fixed, phi = None, _mlp([wide, *hidden, latent], [t.d for t in tasks], random)
    used = torch.zeros(many, 1, 1, latent)
    asked = torch.zeros(many, 1, 1, wide)
    for place, task in enumerate(tasks):
        used[place, ..., : task.latent] = 1
        asked[place, ..., : task.d] = 1

    def errors(at: Tensor) -> Tensor:
        """The squared relative errors on these points."""
        own = x[:, at]
        rows = own.shape[1]
        if fixed is None:
            each = _through(phi, own.reshape(many, rows * n, wide))
            sums = each.reshape(many, rows, n, latent).sum(2, keepdim=True) * used
        else:
            sums = fixed[:, at]
        both = torch.cat([own, sums.expand(many, rows, n, latent)], -1)
        out = _through(psi, both.reshape(many, rows * n, wide + latent))
        off = (out.reshape(many, rows, n, wide) - y[:, at]) * asked
        return off.square().sum((1, 2, 3)) / y[:, at].square().sum((1, 2, 3))

    adam = torch.optim.Adam([*psi, *phi], lr=rate)
    held = torch.arange(counts[0], total)
    seen: list[int] = []
    found: list[list[float]] = []
    for epoch in range(epochs + 1):
        if epoch % every == 0 or epoch == epochs:
            with torch.no_grad():
                seen.append(epoch)
                found.append([float(v) ** 0.5 for v in errors(held)])
        for drawn in torch.randperm(counts[0], generator=random).split(batch):
            if epoch == epochs:
                break
            adam.zero_grad()
            errors(drawn).sum().backward()
            adam.step()
    return seen, found


def _sums(tasks: Sequence[Task], x: Tensor, n: int) -> Tensor:
    """Sigma, the sums of all monomials over the tokens; (tasks, points, 1, d')."""
    import torch

    degrees = monomials(n, tasks[0].d)
    if any((task.d, task.latent) != (tasks[0].d, len(degrees)) for task in tasks):
        raise ValueError("the monomials are of one d")
    columns = [torch.stack([x[..., k] ** e for k, e in enumerate(a)]).prod(0) for a in degrees]
    return torch.stack(columns, -1).sum(2, keepdim=True)
