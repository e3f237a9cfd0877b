"""Attention heads by their definitions, in floats; the sum of a Sumformer, in fractions."""

from __future__ import annotations

import json
import math
from fractions import Fraction as F
from random import Random
from typing import Any

import pytest

from constructions.attention import (
    Block,
    LinformerHead,
    PerformerHead,
    TransformerHead,
    attention_sumformer,
    column_names,
    constant,
    sum_block,
    with_entries,
)
from constructions.exact import ExactSystem
from constructions.interop.flint import BallSystem
from constructions.sumformer import parse_semi_invariant, rewrite

Floats = list[list[float]]
G = "x1 + 7*x1**2 + 3*x1*(x2+x3)**3"
TOKENS = [[F(1)], [F(2)], [F(-1, 2)]]


# --- the definitions, again, in floats -----------------------------------------------------------


def mul(A: Floats, B: Floats) -> Floats:
    return [[sum(a * b for a, b in zip(row, col, strict=True)) for col in zip(*B, strict=True)]
            for row in A]  # fmt: skip


def turned(A: Floats) -> Floats:
    return [list(col) for col in zip(*A, strict=True)]


def soft(A: Floats, D: int) -> Floats:
    rows = [[math.exp(a / math.sqrt(D)) for a in row] for row in A]
    return [[a / sum(row) for a in row] for row in rows]


def kernel(A: Floats, omega: Floats) -> Floats:
    """a, row by row (Eq. 7)."""
    rows = []
    for x in A:
        factor = math.exp(-sum(a * a for a in x) / 2) / math.sqrt(len(omega))
        rows.append(
            [factor * math.exp(sum(w * a for w, a in zip(o, x, strict=True))) for o in omega]
        )
    return rows


def some(random: Random, rows: int, columns: int) -> tuple[tuple[F, ...], ...]:
    return tuple(tuple(F(random.randint(-4, 4), 3) for _ in range(columns)) for _ in range(rows))


def floats(A: Any) -> Floats:
    return [[float(a) for a in row] for row in A]


def balls(head: Any, X: Any) -> Floats:
    system = BallSystem()
    with system.working():
        rows = head.apply(system, [[system.const(a) for a in row] for row in X])
        return [[float(a.mid()) for a in row] for row in rows]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("kind", ["transformer", "linformer", "performer"])
def test_a_head_is_its_definition(kind: str, seed: int) -> None:
    random = Random(seed)
    n, D, k = 3 + seed % 2, 2 + seed % 3, 2
    X, WQ, WK, WV = (some(random, rows, D) for rows in (n, D, D, D))
    fX, fQ, fK, fV = map(floats, (X, WQ, WK, WV))
    queries, keys, values = mul(fX, fQ), mul(fX, fK), mul(fX, fV)
    head: Any
    if kind == "transformer":
        head = TransformerHead(WQ, WK, WV)
        wanted = mul(soft(mul(queries, turned(keys)), D), values)
    elif kind == "linformer":
        E, P = some(random, k, n), some(random, k, n)
        head = LinformerHead(WQ, WK, WV, E, P)
        weights = soft(mul(queries, turned(mul(floats(E), keys))), D)
        wanted = mul(weights, mul(floats(P), values))
    else:
        omega = some(random, k, D)
        head = PerformerHead(WQ, WK, WV, omega)
        weights = mul(kernel(queries, floats(omega)), turned(kernel(keys, floats(omega))))
        wanted = mul(weights, values)
    for row, want in zip(balls(head, X), wanted, strict=True):
        assert row == pytest.approx(want, rel=1e-9, abs=1e-9)


# --- the sum of a Sumformer ----------------------------------------------------------------------


def after(kind: str, version: str, X: Any = TOKENS, **options: Any) -> list[list[F]]:
    """The rows after the block, exact."""
    n, d = len(X), len(X[0])
    made = attention_sumformer(rewrite(parse_semi_invariant(G, n, d)), kind, version, **options)
    system = ExactSystem(made.block.radicand)
    rows = made.after(system, [[system.const(a) for a in x] for x in X])
    assert not any(value.b for row in rows for value in row)
    return [[value.a for value in row] for row in rows]


EQ24: list[list[Any]] = [[1, 1, 1, F(5, 2)], [1, 2, 2, F(5, 2)], [1, F(-1, 2), F(-1, 2), F(5, 2)]]


@pytest.mark.parametrize("version", ["printed", "repaired"])
def test_the_transformer_gives_eq24(version: str) -> None:
    assert after("transformer", version) == EQ24


@pytest.mark.parametrize("k", [1, 2])
def test_the_linformer_as_printed_is_off_by_n_over_k(k: int) -> None:
    assert after("linformer", "repaired", k=k) == EQ24
    wanted = [[*row[:3], F(3, k) * row[3]] for row in EQ24]
    assert after("linformer", "printed", k=k) == wanted


def test_the_function_comes_out_exactly() -> None:
    made = attention_sumformer(rewrite(parse_semi_invariant(G, 3, 1)), "linformer", k=2)
    system = ExactSystem(made.block.radicand)
    out = made(system, [[system.const(a) for a in x] for x in TOKENS])
    x = [token[0] for token in TOKENS]
    rest = [x[1] + x[2], x[0] + x[2], x[0] + x[1]]
    wanted = [a + 7 * a**2 + 3 * a * b**3 for a, b in zip(x, rest, strict=True)]
    assert [row[0].a for row in out] == wanted


def test_the_performer_needs_its_lambda() -> None:
    """As printed, in the block of Definition 2.3, the first columns are stretched."""
    omega = (F(1), F(-1, 3))
    lam = (math.exp(2) + math.exp(F(-2, 3))) / (2 * math.e)
    system = BallSystem()
    rows = {}
    with system.working():
        for version in ("printed", "repaired"):
            made = attention_sumformer(
                rewrite(parse_semi_invariant(G, 3, 1)), "performer", version, omega=omega
            )
            X = [[system.const(a) for a in x] for x in TOKENS]
            rows[version] = floats(made.after(system, X))
            assert float(made.block.head.scale(system)) == pytest.approx(lam)  # type: ignore[attr-defined]
    stretch = 1 + 1 / (3 * lam)
    for row, printed, want in zip(rows["repaired"], rows["printed"], EQ24, strict=True):
        assert row == pytest.approx([float(a) for a in want])
        assert printed == pytest.approx([*[stretch * float(a) for a in want[:3]], 2.5])


# --- shapes --------------------------------------------------------------------------------------


def test_what_does_not_fit_is_refused() -> None:
    square, wide = constant(3, 3, 1), constant(3, 4, 1)
    with pytest.raises(ValueError, match="WQ is a 3 x 3 matrix"):
        TransformerHead(wide, square, square)
    with pytest.raises(ValueError, match="1 <= k < n"):
        LinformerHead(square, square, square, constant(2, 2, 1), constant(2, 2, 1))
    with pytest.raises(ValueError, match="k >= 1"):
        PerformerHead(square, square, square, ())
    with pytest.raises(ValueError, match="one name"):
        Block(TransformerHead(square, square, square), ("1", "x1"), 2)
    with pytest.raises(ValueError, match="1 <= k < n, got 2 and n = 2"):
        sum_block("performer", 2, 1, 1, omega=(F(0), F(0)))
    with pytest.raises(ValueError, match="nothing to sum"):
        attention_sumformer(rewrite(parse_semi_invariant("x1", 2, 1)), "transformer")
    block = sum_block("transformer", 2, 1, 1)
    with pytest.raises(ValueError, match="2 rows of 4 values"):
        block.apply(ExactSystem(), [[1, 1, 1, 0]])


def test_columns_and_weights_are_exported_exactly() -> None:
    assert column_names(2, 1) == ("1", "x1", "x2", "phi1", "Sigma1")
    assert with_entries(2, {(0, 1): 5}) == ((0, 5), (0, 0))
    made = attention_sumformer(rewrite(parse_semi_invariant("x1*x2", 2, 1)), "linformer", k=1)
    data = json.loads(made.dumps())
    assert data["block"]["columns"] == ["1", "x1", "phi1", "Sigma1"]
    assert data["block"]["head"]["WV"][2] == ["0", "0", "0", "2"]
    assert data["block"]["head"]["F"] == [["1/2", "1/2"]]
    assert made.cost()["width"] == 4
