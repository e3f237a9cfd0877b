"""What the pictures show agrees with mpmath at places picked from them."""

from __future__ import annotations

import base64
import json
import math
from typing import Any

import mpmath
import pytest

from constructions.weierstrass_pictures import (
    COLUMNS,
    LOG2,
    ROWS,
    of_the_barrier,
    of_the_factor,
    of_the_routes,
    smoothing,
)
from tests.sampling import by_turns


def f(v: complex, sigma: float) -> mpmath.mpc:
    z = mpmath.mpmathify(v) / sigma
    return mpmath.exp(-z * z / 4) * mpmath.pcfd(-0.5, -z) / mpmath.sqrt(2 * sigma)


@pytest.fixture(scope="module")
def factor() -> list[dict[str, Any]]:
    return [smoothing(), *of_the_factor()]


@by_turns(3)
def test_they_are_json_and_the_same_every_time(factor: list[dict[str, Any]]) -> None:
    shown = [*factor, *of_the_barrier(), *of_the_routes()]
    assert json.loads(json.dumps(shown, allow_nan=False)) == shown
    assert of_the_routes() == of_the_routes()
    assert all((p["curves"] is None) != (p["plane"] is None) for p in shown)


def test_the_slider(factor: list[dict[str, Any]]) -> None:
    curves = factor[0]["curves"]
    assert curves["frames"][curves["chosen"]]["label"] == "0.25"
    assert [curves["frames"][k]["label"] for k in (0, 16)] == ["0.025", "1"]
    for frame in curves["frames"][::5]:
        (series,) = frame["series"]
        for k in range(0, len(series["x"]), 40):
            true = float(f(series["x"][k], float(frame["label"])))
            assert series["y"][k] == pytest.approx(true, rel=1e-5, abs=1e-300)
    # the nearest zero, as the text has it
    says = curves["frames"][curves["chosen"]]["says"]
    zero = mpmath.findroot(lambda v: f(v, 0.25), complex(0.53, 0.57))
    assert f"{float(zero.real):.3g} ± {float(zero.imag):.3g}i" in says
    assert f"{float(abs(zero)):.3g} away" in says


def test_the_planes_hold_arguments_and_moduli(factor: list[dict[str, Any]]) -> None:
    for picture, function in (
        (factor[1], lambda v: 1 / mpmath.sqrt(v)),
        (factor[2], lambda v: f(v, 0.25)),
    ):
        plane = picture["plane"]
        argument, modulus = (base64.b64decode(plane[key]) for key in ("argument", "modulus"))
        assert len(argument) == len(modulus) == COLUMNS * ROWS
        x0, x1, y0, y1 = plane["range"]
        for row, column in ((0, 0), (10, 200), (99, 30), (100, 30), (150, 150), (199, 259)):
            at = row * COLUMNS + column
            value = function(
                complex(
                    x0 + (column + 0.5) / COLUMNS * (x1 - x0), y1 - (row + 0.5) / ROWS * (y1 - y0)
                )
            )
            turn = float(mpmath.arg(value)) / (2 * math.pi) % 1 * 256
            assert abs((argument[at] + 0.5 - turn + 128) % 256 - 128) < 0.51
            log2 = min(LOG2, max(-LOG2, float(mpmath.log(abs(value), 2))))
            assert abs(modulus[at] - (log2 / LOG2 + 1) / 2 * 255) < 0.51
    marks = factor[2]["plane"]["marks"]
    assert len(marks) == 4
    for mark in marks:
        assert abs(f(complex(mark["x"], mark["y"]), 0.25)) < 1e-10


def test_radii_along_a_line() -> None:
    """Distances to numpy's roots of v(t) + eps; at a kink the distance is 0."""
    import numpy as np

    picture, _ = of_the_barrier()
    series = {s["name"][:10]: s for s in picture["curves"]["fixed"]}
    # Var u = (1 + 0.64)/2, Cov = -(1 + 0.8)/2, Var x = 1
    for name, constant in (("LayerNorm,", 1.05), ("with ε = 0", 1.0)):
        roots = np.roots([0.82, -1.8, constant])
        for t, y in zip(series[name]["x"], series[name]["y"], strict=True):
            assert y == pytest.approx(min(abs(roots - t)), abs=1e-7)
    kinks = np.roots([0.82, -1.8, 0.95]).real
    for t, y in zip(series["clamped: t"]["x"], series["clamped: t"]["y"], strict=True):
        assert y == pytest.approx(min(abs(kinks - t)), abs=1e-9)
    assert min(series["BatchNorm'"]["y"]) > min(series["LayerNorm,"]["y"])


def test_the_radii_that_coefficients_see() -> None:
    _, picture = of_the_barrier()
    root, *smoothed = picture["curves"]["fixed"]
    for n, y in zip(root["x"], root["y"], strict=True):
        assert y == pytest.approx(float(abs(mpmath.binomial(-0.5, n))) ** (-1 / n), rel=1e-12)
    least = {series["name"]: min(series["y"]) for series in smoothed}
    assert least["σ = 0.1"] < 0.75 < least["σ = 0.2"] < 1 < least["σ = 0.4"]
    assert all(series["y"][-1] > root["y"][-1] for series in smoothed)


def test_the_routes_end_where_they_should() -> None:
    (picture,) = of_the_routes()
    series = {s["name"][:20]: s for s in picture["curves"]["fixed"]}
    newton = series["3: Newton, linear gu"]
    assert newton["y"][2] < 1e-11
    assert all(a > b for a, b in zip(newton["y"], newton["y"][1:], strict=False))
    drawn = series["2: smoothing, ε = 0."]
    assert drawn["y"][0] / drawn["y"][2] == pytest.approx(4)  # 16 times the samples
