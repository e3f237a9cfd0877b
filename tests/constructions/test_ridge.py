"""Networks for functions of n variables: exact values, widths, error bounds."""

from __future__ import annotations

import json
from fractions import Fraction as F
from itertools import product
from math import floor
from pathlib import Path

import mpmath
import pytest

from constructions.exact import ExactSystem
from constructions.functions import NotDefined, NotLipschitz, parse
from constructions.interop.export import read_network, write_network
from constructions.interop.mp import MpSystem
from constructions.layers import CONVENTIONS, SCALING_CONVENTIONS
from constructions.networks import ParallelNet
from constructions.pln import construct
from constructions.ridge import (
    LN,
    LS,
    RidgeConstruction,
    Term,
    construct_ridge,
    share_out,
    total_error,
    units_of,
)
from tests.sampling import by_turns, some_of

POINT = (F(1, 3), F(2, 7), F(3, 11))


def made(
    text: str, n: int, eps: F, d: int = 2, kind: str = LN, **more: object
) -> RidgeConstruction:
    return construct_ridge(parse(text), n, eps, d, kind, **more)  # type: ignore[arg-type]


# --- sharing out the error -----------------------------------------------------------------------


def fewest(L: list[F], allowed: F, most: int) -> int:
    """The least 1 + sum (N_r - 1) with sum L_r/(2 N_r) < allowed, by trying all."""
    best = 10**9
    for cells in product(range(1, most), repeat=len(L)):
        if sum(c / (2 * N) for c, N in zip(L, cells, strict=True)) < allowed:
            best = min(best, 1 + sum(N - 1 for N in cells))
    return best


@pytest.mark.parametrize(
    ("L", "allowed"),
    [
        ([F(1)], F(1, 10)),
        ([F(1)], F(1, 2)),
        ([F(1), F(1)], F(1, 4)),
        ([F(4), F(1)], F(1, 2)),
        ([F(4), F(1), F(1, 9)], F(1)),
        ([F(3), F(2), F(1)], F(4, 5)),
        ([F(0), F(1)], F(1, 3)),
    ],
)
def test_no_other_whole_numbers_need_fewer_units(L: list[F], allowed: F) -> None:
    terms = [Term((1, 0), None, value) for value in L]
    cells = share_out(terms, allowed)
    assert cells is not None
    assert total_error(terms, cells) < allowed
    assert units_of(cells) == fewest(L, allowed, 14)


def test_a_term_is_left_out_where_that_is_cheaper() -> None:
    small = Term((1, 0), None, F(100), F(1, 100))
    large = Term((0, 1), None, F(1), F(1, 2))
    cells = share_out([small, large], F(1, 5))
    assert cells is not None
    assert cells[0] == 0
    assert units_of(cells) == cells[1] == 3  # 1/(2 N) < 1/5 - 1/100
    both = share_out([small, large], F(1, 100))
    assert both is not None
    assert all(both)


def test_an_error_that_is_used_up_leaves_nothing_to_share() -> None:
    assert share_out([Term((1,), None, F(1))], F(0)) is None
    assert share_out([Term((1,), None, F(1))], F(1, 10**6)) is None
    assert share_out([], F(1)) == ()


# --- the network ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "eps"), [("abs(x-1/3)", F(1, 20)), ("sin(2*x+1)", F(1, 7))])
def test_one_variable_is_theorem_1(text: str, eps: F) -> None:
    one = construct(parse(text), F(2) if "sin" in text else F(1), eps, 2)
    ridge = made(text, 1, eps)
    L = ridge.parts[0].term.L
    assert ridge.N == floor(L / (2 * eps)) + 1
    if "abs" in text:
        assert ridge.N == one.network.N
        assert ridge.parts[0].y == one.y


CASES = [
    ("sin(3*x1+x2)+x1*x2", 2, F(1, 3), 2, LN, {}),
    ("sin(3*x1+x2)+x1*x2", 2, F(1, 3), 5, LN, {"delta": F(1, 100)}),
    ("sin(3*x1+x2)+x1*x2", 2, F(1, 3), 3, LN, {"delta": F(0)}),
    ("max(x1,x2)-x3", 3, F(1, 4), 1, LS, {}),
    ("max(x1,x2)-x3", 3, F(1, 4), 4, LS, {"delta": F(10)}),
    ("sin(x1*x2)", 2, F(1, 4), 2, LN, {}),
]


@by_turns(2)
@some_of(5)
@pytest.mark.parametrize(("text", "n", "eps", "d", "kind", "more"), CASES)
def test_the_network_computes_the_sum_of_its_steps(
    text: str, n: int, eps: F, d: int, kind: str, more: dict[str, F]
) -> None:
    """Eq. 2 on the exported weights against alpha_hat_j s(t - j/N) by hand, exactly."""
    built = made(text, n, eps, d, kind, **more)
    net = ParallelNet.from_json(json.loads(built.network.dumps()))
    assert (net.N, net.n, net.cost()["width"]) == (built.N, n, built.N * d)
    system = ExactSystem(net.radicand())
    point = POINT[:n]
    c = built.c.q

    def unit(t: F) -> F:
        return F((t > 0) - (t < 0)) if not c else t / (abs(t) + c)

    expected = built.sum.start
    for part in built.parts:
        w, N, y = part.term.direction, part.N, part.y
        s = sum((q * x for q, x in zip(w, point, strict=True)), F(0)) - sum(min(q, 0) for q in w)
        s /= sum(map(abs, w))
        expected += (y[0] + y[-1]) / 2
        expected += sum((y[j] - y[j - 1]) / 2 * unit(s - F(j, N)) for j in range(1, N))
    value = net.evaluate(system, [system.const(q) for q in point])
    assert value.rational() == expected


@pytest.mark.parametrize("kind", [LN, LS])
def test_both_conventions_of_delta(kind: str) -> None:
    """With sqrt(... + delta) the values are irrational: to thirty digits against |G - f|."""
    for convention in CONVENTIONS if kind == LN else SCALING_CONVENTIONS:
        built = made("x1*x2", 2, F(1, 8), 3, kind, convention=convention)
        with mpmath.workdps(40):
            system = MpSystem(40)
            x = [system.const(q) for q in POINT[:2]]
            network = built.network.evaluate(system, x)
            assert abs(network - built.value(system, x)) < mpmath.mpf(10) ** -30
            assert abs(network - x[0] * x[1]) < mpmath.mpf(1) / 8


@by_turns(2)
@some_of(2)
@pytest.mark.parametrize(
    ("text", "n", "eps", "d", "kind", "more"),
    [*CASES, ("x1*x2*x3", 3, F(1, 2), 2, LN, {}), ("sqrt(x1**2+x2**2)", 2, F(1, 3), 1, LS, {})],
)
def test_no_point_is_farther_than_predicted(
    text: str, n: int, eps: F, d: int, kind: str, more: dict[str, F]
) -> None:
    import numpy as np

    built = made(text, n, eps, d, kind, **more)
    assert built.predicted < eps
    X = np.random.default_rng(7).random((1500, n))
    X = np.concatenate([X, np.array(list(product((0.0, 0.5, 1.0), repeat=n)))])
    c = float(built.c)
    total = np.full(len(X), float(built.sum.start))
    for part in built.parts:
        w, y = np.array(part.term.direction), [float(v) for v in part.y]
        s = (X @ w - np.minimum(w, 0).sum()) / np.abs(w).sum()
        total += (y[0] + y[-1]) / 2
        for j in range(1, part.N):
            t = s - j / part.N
            total += (y[j] - y[j - 1]) / 2 * (t / (abs(t) + c) if c else np.sign(t))
    value = {
        "sin(3*x1+x2)+x1*x2": lambda: np.sin(3 * X[:, 0] + X[:, 1]) + X[:, 0] * X[:, 1],
        "max(x1,x2)-x3": lambda: np.maximum(X[:, 0], X[:, 1]) - X[:, -1],
        "sin(x1*x2)": lambda: np.sin(X[:, 0] * X[:, 1]),
        "x1*x2*x3": lambda: X.prod(axis=1),
        "sqrt(x1**2+x2**2)": lambda: np.hypot(X[:, 0], X[:, 1]),
    }[text]()
    assert np.abs(total - value).max() <= float(built.predicted) + 1e-12


def test_the_width_is_at_most_the_closed_form() -> None:
    for text, n, eps in (("x1*x2*x3", 3, F(1, 5)), ("sin(3*x1+x2)+x1*x2", 2, F(1, 9))):
        built = made(text, n, eps)
        L = [part.term.L for part in built.parts]
        with mpmath.workdps(30):
            root = mpmath.fsum(mpmath.sqrt(mpmath.mpf(v.numerator) / v.denominator) for v in L)
            bound = 1 + root**2 / (2 * mpmath.mpf(eps.numerator) / eps.denominator)
        assert built.N <= bound
        assert built.closed_form == pytest.approx(float(bound))


@pytest.mark.parametrize("suffix", [".json", ".safetensors", ".onnx"])
def test_the_network_is_exported(suffix: str, tmp_path: Path) -> None:
    built = made("max(x1,x2)", 2, F(1, 4))
    path = tmp_path / f"net{suffix}"
    write_network(built.network, path)
    assert path.stat().st_size > 0
    if suffix == ".json":
        assert read_network(path) == built.network
        assert json.loads(path.read_text())["inputs"] == ["x1", "x2"]


def test_constant_functions_need_one_unit() -> None:
    built = made("7", 6, F(1, 1000))
    assert (built.N, built.predicted) == (1, 0)


REFUSED = [
    ("sqrt(x1)+x2", NotLipschitz, "at x1 = 0, x2 = 0: its slope is unbounded"),
    ("log(x1+x2)", NotDefined, "at x1 = 0, x2 = 0: the logarithm of a number that is not positive"),
    ("1/(x1-2*x2+1)", NotDefined, "is not defined at x1 = 0, x2 = 1/2: a division by zero"),
    ("x1/(x1-x2+1/2)", NotDefined, "is not defined at x1 = 0"),
    ("sign(x1-x2)", NotLipschitz, "is not Lipschitz at x1 = 0, x2 = 0"),
    ("x1*x2", ValueError, "is not built with 50000 units or fewer: take a larger eps"),
    ("sin(40*x1*x2)", ValueError, "take a larger eps .cosines of degree above 400 would be needed"),
]


@by_turns(2)
@pytest.mark.parametrize(("text", "kind", "why"), REFUSED)
def test_what_cannot_be_built_is_refused(text: str, kind: type[Exception], why: str) -> None:
    with pytest.raises(kind, match=why) as caught:
        made(text, 2, F(1, 100) if "40" in text else F(1, 10**6))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("kind", "d", "more", "why"),
    [
        (LN, 1, {}, "d >= 2"),
        (LS, 0, {}, "d >= 1"),
        (LN, 2, {"convention": "rms+delta"}, "convention is one of"),
        (LN, 2, {"delta": F(-1)}, "delta must not be negative"),
    ],
)
def test_layers_that_do_not_exist_are_refused(
    kind: str, d: int, more: dict[str, object], why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        made("x1*x2", 2, F(1, 2), d, kind, **more)
    assert made("x1*x2", 2, F(1, 2), 2, kind).N > 1


HOSTILE = [
    ("exp(999*x1)+x2", "take a larger eps"),
    ("(x1+x2)**64*10**50", "take a larger eps"),
    ("exp(999*x1*x2)", "take a larger eps"),
    ("x1*x2*x3*x4*x5*x6*(x1+1)*(x2+x3)", "ridge functions; at most 300 are used"),
]


@by_turns(2)
@some_of(3)
@pytest.mark.parametrize(("text", "why"), HOSTILE)
def test_what_would_be_far_too_large_is_refused_soon(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        made(text, 6, F(1, 10))
