"""Lower estimates for ReLU: against searches over all divisions and all chains."""

from __future__ import annotations

import random
from fractions import Fraction as F

import pytest

from tests.sampling import by_turns
from verify.affine_pieces import fewest_pieces, line_error, swings


@pytest.mark.parametrize(
    ("y", "error"),
    [
        ((0, 1), 0),
        ((3, 3, 3), 0),
        ((0, 1, 0), F(1, 2)),  # the best line is constant
        ((0, 1, 4, 9), 1),  # x^2 at 0, ..., 3: the chord, moved by half of 2
        ((-5, 5, -5, 5), 5),
    ],
)
def test_the_best_line(y: tuple[int, ...], error: F) -> None:
    found = line_error([float(i) for i in range(len(y))], [float(v) for v in y])
    assert found == pytest.approx(float(error), abs=1e-9)


def test_a_small_function_is_not_lost_in_the_solvers_tolerance() -> None:
    assert line_error([0.0, 1.0, 2.0], [0.0, 1e-9, 0.0]) == pytest.approx(5e-10, rel=1e-6)


@by_turns(2)
def test_pieces_are_the_fewest() -> None:
    draw = random.Random(11)
    for _ in range(12):
        n = draw.randint(2, 8)
        x, y = [float(i) for i in range(n)], [float(draw.randint(-4, 4)) for _ in range(n)]
        eps = draw.choice((0.3, 0.6, 1.1, 2.2))
        least = [0] + [n + 1] * n
        for j in range(1, n + 1):
            for i in range(j):
                if line_error(x[i:j], y[i:j]) <= eps:
                    least[j] = min(least[j], least[i] + 1)
        assert fewest_pieces(x, y, eps) == least[n]


def test_swings_are_the_longest_chain_up_and_down() -> None:
    draw = random.Random(12)
    for _ in range(500):
        y = [F(draw.randint(-5, 5)) for _ in range(draw.randint(1, 9))]
        eps = F(draw.randint(1, 6), 2)
        up, down = [0] * len(y), [0] * len(y)
        for j in range(len(y)):
            for i in range(j):
                if y[j] - y[i] >= 2 * eps:
                    up[j] = max(up[j], down[i] + 1)
                if y[i] - y[j] >= 2 * eps:
                    down[j] = max(down[j], up[i] + 1)
        assert swings(y, eps) == max(up + down)
