"""Sumformers of equivariant polynomials: values by plain fractions, known power-sum forms."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from fractions import Fraction as F
from itertools import permutations
from random import Random

import pytest

from constructions.exact import ExactSystem
from constructions.functions.errors import ParseError
from constructions.sumformer import (
    NotSemiInvariant,
    Sumformer,
    _rewrite,
    parse_semi_invariant,
    read_outputs,
    rewrite,
)
from constructions.systems import NumberError

S = ExactSystem()
Tokens = Sequence[Sequence[F]]
Function = Callable[[Tokens], list[F]]


def made(text: str, n: int, d: int = 1) -> Sumformer:
    return rewrite(parse_semi_invariant(text, n, d))


def values(net: Sumformer, X: Tokens) -> list[list[F]]:
    """S(X) in plain fractions."""
    outputs = net(S, [[S.const(x) for x in token] for token in X])
    if any(value.b for token in outputs for value in token):
        raise ValueError("a polynomial with rational coefficients has rational values")
    return [[value.a for value in token] for token in outputs]


def each(X: Tokens, g: Function) -> list[list[F]]:
    """f(X)_i = g(x_i, the other tokens)."""
    return [g([X[i], *X[:i], *X[i + 1 :]]) for i in range(len(X))]


def paper(X: Tokens) -> list[F]:
    """The function of Fig. 2, component by component."""
    return [x + 7 * x**2 + 3 * x * (y + z) ** 3 for x, y, z in zip(*X, strict=True)]


CASES: dict[str, tuple[str, int, int, Function]] = {
    "Fig. 2": ("x1 + 7*x1**2 + 3*x1*(x2+x3)**3", 3, 1, paper),
    "Fig. 2, by component": ("x1 + 7*x1**2 + 3*x1*(x2+x3)**3", 3, 2, paper),
    "one token": ("x1**3 - 1/2", 1, 1, lambda X: [X[0][0] ** 3 - F(1, 2)]),
    "a constant": ("3/7", 4, 1, lambda X: [F(3, 7)]),
    "zero": ("x1 - x1", 2, 1, lambda X: [F(0)]),
    "a product": ("x1*x2*x3*x4", 4, 1, lambda X: [X[0][0] * X[1][0] * X[2][0] * X[3][0]]),
    "two coordinates, two outputs": (
        "x1c1*x2c2*x3c2; x2c1*x3c2 + x3c1*x2c2",
        3,
        2,
        lambda X: [X[0][0] * X[1][1] * X[2][1], X[1][0] * X[2][1] + X[2][0] * X[1][1]],
    ),
    "two tokens": ("(x1 - x2)**5", 2, 1, lambda X: [(X[0][0] - X[1][0]) ** 5]),
    "only the others": (
        "x2**3*x3 + x3**3*x2",
        3,
        1,
        lambda X: [X[1][0] ** 3 * X[2][0] + X[2][0] ** 3 * X[1][0]],
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_the_sumformer_is_the_function(case: tuple[str, int, int, Function]) -> None:
    text, n, d, g = case
    net, random = made(text, n, d), Random(n)
    for _ in range(20):
        X = [[F(random.randint(-9, 9), random.randint(1, 5)) for _ in range(d)] for _ in range(n)]
        assert values(net, X) == each(X, g)


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_outputs_move_with_the_tokens(case: tuple[str, int, int, Function]) -> None:
    text, n, d, _ = case
    net = made(text, n, d)
    X = [[F(3 * i + k * k, 7) for k in range(d)] for i in range(n)]
    outputs = values(net, X)
    for order in permutations(range(n)):
        assert values(net, [X[i] for i in order]) == [outputs[i] for i in order]


# Known forms: with p_k the power sums of the other tokens,
# x2 x3 = (p_1^2 - p_2)/2,  x2^2 x3 + x3^2 x2 = p_1 p_2 - p_3.


def test_the_product_of_two() -> None:
    net = made("x1*x2*x3", 3)
    assert net.degrees == ((1,), (2,))
    assert net.sigma == ({(1,): {(2, 0): F(1, 2), (0, 1): F(-1, 2)}},)


def test_a_power_sum_beyond_the_bound_is_kept_where_that_is_narrower() -> None:
    net = made("x1*(x2**8 + x3**8)", 3)
    assert net.degrees == ((8,),)
    assert net.sigma == ({(1,): {(1,): F(1)}},)


def test_power_sums_of_degree_up_to_the_number_of_other_tokens_are_enough() -> None:
    """Of two tokens p_3 = (3 p_1 p_2 - p_1^3)/2 (Newton)."""
    net = _rewrite(parse_semi_invariant("x2**3 + x3**3", 3, 1), 2)
    assert net.degrees == ((1,), (2,))
    assert net.sigma == ({(0,): {(1, 1): F(3, 2), (3, 0): F(-1, 2)}},)


@pytest.mark.parametrize(("n", "d"), [(2, 1), (3, 1), (4, 1), (2, 2), (3, 2), (4, 2), (3, 3)])
def test_the_latent_dimension_is_below_the_papers(n: int, d: int) -> None:
    """At most C(n - 1 + d, d) - 1, where the paper has C(n + d, d) - 1."""
    from math import comb

    tokens = [f"x{i}" if d == 1 else f"x{i}c1" for i in range(2, n + 1)]
    text = "*".join(f"(1 + {x} + 2*{x}**2 + {x}**{n + 1})" for x in tokens)
    net = _rewrite(parse_semi_invariant(text, n, d), n - 1)
    assert net.latent <= comb(n - 1 + d, d) - 1 < comb(n + d, d) - 1
    X = [[F(i + 2 * k, 3) for k in range(d)] for i in range(n)]
    expected = each(X, lambda Y: [_product(1 + y + 2 * y**2 + y ** (n + 1) for y, *_ in Y[1:])])
    assert values(net, X) == expected


def _product(values: object) -> F:
    out = F(1)
    for value in values:  # type: ignore[attr-defined]
        out *= value
    return out


def test_what_is_not_semi_invariant_is_refused_with_a_point() -> None:
    with pytest.raises(NotSemiInvariant) as error:
        made("x1*(x2 - x3)", 3)
    assert str(error.value) == (
        "g is not semi-invariant: at x1 = 1, x2 = 0, x3 = 1 it is -1, and 1 with tokens 2 and 3 "
        "exchanged"
    )
    assert made("x1*(x2 - x3)**2", 3).latent == 2


@pytest.mark.parametrize(
    ("text", "n", "d", "error", "words"),
    [
        ("x1/x2", 2, 1, NumberError, "a quotient by an expression with variables"),
        ("x1**(-2)", 2, 1, NumberError, "a reciprocal by an expression with variables"),
        ("sin(x1)", 2, 1, NumberError, "sin is no polynomial"),
        ("pi*x1", 2, 1, NumberError, "pi is no rational number"),
        ("(x1+x2+x3+x4+x5+x6)**64", 6, 1, NumberError, "more than 200000 terms"),
        ("x1 + x4", 3, 1, ParseError, "'x4' is no variable for n = 3, d = 1"),
        ("x1c1 + x2c3", 2, 2, ParseError, "'x2c3' is no variable"),
        ("x1; x2", 2, 2, ParseError, "'x1' is no variable"),
        ("x1", 0, 1, ParseError, "n >= 1 tokens"),
        ("x1", 9, 5, ParseError, "n d <= 40"),
        ("x1;", 2, 1, ParseError, "empty"),
        ("__import__('os')", 2, 1, ParseError, "not allowed"),
    ],
)
def test_refusals(text: str, n: int, d: int, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words.replace("(", r"\(").replace("*", r"\*")):
        made(text, n, d)


def test_phi_and_psi_must_fit() -> None:
    with pytest.raises(ValueError, match="multidegree in 2 coordinates"):
        Sumformer(2, 2, ((1,),), ({},))
    with pytest.raises(ValueError, match="different, and not 0"):
        Sumformer(2, 1, ((0,),), ({},))
    with pytest.raises(ValueError, match="one exponent for each power sum"):
        Sumformer(2, 1, ((1,),), ({(0,): {(1, 1): F(1)}},))
    with pytest.raises(ValueError, match="2 tokens of 1 values"):
        made("x1*x2", 2)(S, [[F(1)]])


def test_written_as_json() -> None:
    """x2 x3 = (p_1^2 - p_2)/2."""
    data = json.loads(made("x1*x2*x3", 3).dumps())
    assert (data["phi"], data["latent"]) == ([[1], [2]], 2)
    ((part,),) = data["sigma"]
    assert part["b"] == [1]
    assert {tuple(t["power sums"]): t["coefficient"] for t in part["terms"]} == {
        (2, 0): "1/2",
        (0, 1): "-1/2",
    }
    assert made("x1*x2*x3", 3).cost()["largest_weight"] == "1/2"


def test_sums_over_all_tokens() -> None:
    for n, d, typed, written in (
        (3, 1, "exp(x1)/sum(exp(x))", "exp(x1)/(exp(x1)+exp(x2)+exp(x3))"),
        (3, 1, "x1;sum(x)", "x1;x1+x2+x3"),
        (2, 2, "|x1-x2|*sum(x)", "abs(x1-x2)*(x1+x2)"),
    ):
        assert read_outputs(typed, n, d) == read_outputs(written, n, d)
    with pytest.raises(ParseError, match="'x1' is no variable for n = 2, d = 2"):
        read_outputs("x1c1;sum(x)", 2, 2)
