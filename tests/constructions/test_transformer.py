"""Whole transformers: against f written out by hand, and against plain matrix arithmetic."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction as F
from itertools import permutations, product
from typing import Any

import pytest

from constructions.attention import LinformerHead, PerformerHead, sum_block
from constructions.exact import ExactSystem
from constructions.interop.flint import BallSystem, to_fractions
from constructions.rounding import deviation
from constructions.sumformer import parse_semi_invariant, rewrite
from constructions.transformer import (
    TransformerNet,
    above,
    compared,
    construct,
    exp_bounds,
    head_factor,
    scale_bounds,
    short,
)
from tests.sampling import by_turns, some_of

Tokens = Sequence[Sequence[F]]
KINDS: dict[str, dict[str, Any]] = {
    "transformer": {},
    "linformer": {"k": 1},
    "performer": {"omega": [F(1, 3)]},
}
#: g, n, d, and f written out: token i of X and the list of the others -> the outputs
CASES: dict[str, tuple[str, int, int, Callable[[Sequence[F], Tokens], list[F]]]] = {
    "square": ("x1**2", 2, 1, lambda x, o: [x[0] ** 2]),
    "product": ("x1*x2", 2, 1, lambda x, o: [x[0] * o[0][0]]),
    "pairs": ("x2*x3 - x1/3", 3, 1, lambda x, o: [o[0][0] * o[1][0] - x[0] / 3]),
    "cubes": ("x2**3 + x3**3 - 2*x1", 3, 1,
              lambda x, o: [o[0][0] ** 3 + o[1][0] ** 3 - 2 * x[0]]),
    "mixed": ("x1c1*(x2c2 + x3c2); x1c2 - x2c1 - x3c1", 3, 2,
              lambda x, o: [x[0] * (o[0][1] + o[1][1]), x[1] - o[0][0] - o[1][0]]),
    "constant": ("7/3", 2, 1, lambda x, o: [F(7, 3)]),
    "large": ("1000*x1*x2", 2, 1, lambda x, o: [1000 * x[0] * o[0][0]]),
}  # fmt: skip
EPS = {"large": F(100)}


def built(case: str, kind: str = "transformer", eps: F = F(1, 5), **more: Any) -> TransformerNet:
    g, n, d, _ = CASES[case]
    options = {**KINDS[kind], **more}
    return construct(
        kind, rewrite(parse_semi_invariant(g, n, d)), EPS.get(case, eps), g=g, **options
    )


def wanted(case: str, X: Tokens) -> list[list[F]]:
    f = CASES[case][3]
    return [f(x, [y for j, y in enumerate(X) if j != i]) for i, x in enumerate(X)]


def exactly(net: TransformerNet, X: Tokens) -> list[list[F]]:
    """T(X) in rational numbers; the definition's own evaluation."""
    system = ExactSystem(net.radicand)
    out = net(system, [[system.const(q) for q in x] for x in X])
    return [[value.rational() for value in row] for row in out]  # type: ignore[misc]


def plainly(net: TransformerNet, X: Tokens) -> list[list[F]]:
    """T(X) from the tensors alone, with fractions; equal scores get equal weights."""
    t = net.tensors()

    def times(A: Any, B: Any) -> list[list[F]]:
        return [[sum(a * b for a, b in zip(row, c, strict=True)) for c in zip(*B, strict=True)]
                for row in A]  # fmt: skip

    def plus(A: Any, B: Any) -> list[list[F]]:
        rows = B * len(A) if len(B) == 1 else B
        return [[a + b for a, b in zip(*pair, strict=True)] for pair in zip(A, rows, strict=True)]

    rows = plus(times(X, t["embedding.W"]), t["embedding.b"])
    for at in ("block1.", "block2."):
        Q, K, V = (times(rows, t[f"{at}W{name}"]) for name in "QKV")
        if f"{at}E" in t:
            K, V = times(t[f"{at}E"], K), times(t[f"{at}F"], V)
        scores = times(Q, list(zip(*K, strict=True)))
        assert all(len(set(row)) == 1 for row in scores)
        A = [[F(1, len(row))] * len(row) for row in scores]
        inside = plus(rows, times(A, V))
        hidden = plus(times(inside, t[f"{at}FC.W1"]), t[f"{at}FC.b1"])
        active = [[max(value, F(0)) for value in row] for row in hidden]
        rows = plus(rows, plus(times(active, t[f"{at}FC.W2"]), t[f"{at}FC.b2"]))
    return times(rows, t["readout.W"])


def sample(n: int, d: int, count: int = 12) -> list[list[list[F]]]:
    """All corners (of small cubes), the centre, equal tokens, and a fixed random sample."""
    rng = random.Random(n * 10 + d)
    cube = [[list(map(F, c[i * d : (i + 1) * d])) for i in range(n)]
            for c in product((0, 1), repeat=n * d)] if n * d <= 4 else []  # fmt: skip
    found = [*cube, [[F(1, 2)] * d] * n, [[F(1)] * d] * n]
    for _ in range(count):
        found.append([[F(rng.randrange(65), 64) for _ in range(d)] for _ in range(n)])
    return found


# --- the error -----------------------------------------------------------------------------------


@by_turns(2)
@some_of(5)
@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("kind", ["transformer", "linformer"])
def test_the_network_is_within_its_bound(case: str, kind: str) -> None:
    net = built(case, kind)
    assert net.bound.total < net.eps
    for X in sample(net.n, net.d):
        out = plainly(net, X)
        for row, want in zip(out, wanted(case, X), strict=True):
            for value, q, most in zip(row, want, net.bound.outputs, strict=True):
                assert abs(value - q) <= most


@pytest.mark.parametrize("case", ["product", "mixed"])
@pytest.mark.parametrize("omega", [[F(1, 3)], [F(0)], [F(1, 2)], [F(-2)], [F(5)]])
def test_the_performer_is_within_its_bound(case: str, omega: list[F]) -> None:
    net = built(case, "performer", omega=omega)
    assert net.bound.total < net.eps
    system = BallSystem(192)
    with system.working():
        for X in sample(net.n, net.d, 4):
            out = net(system, [[system.const(q) for q in x] for x in X])
            for row, want in zip(out, wanted(case, X), strict=True):
                for value, q, most in zip(row, want, net.bound.outputs, strict=True):
                    lo, hi = to_fractions(value - system.const(q))
                    assert lo <= most, "a ball that may be within the bound"
                    assert hi >= -most
                    assert hi - lo < F(1, 10**40)


def test_the_bound_is_attained() -> None:
    """x^2 from two chords of [0, 1]: 1/16 too much at x = 1/4, whatever the other token is."""
    net = built("square")
    assert net.bound.total == F(1, 16)
    assert plainly(net, [[F(1, 4)], [F(1)]]) == [[F(1, 8)], [F(1)]]


@by_turns(2)
@pytest.mark.parametrize("kind", ["transformer", "linformer"])
@pytest.mark.parametrize("case", ["pairs", "mixed"])
def test_the_definition_is_plain_matrix_arithmetic(case: str, kind: str) -> None:
    net = built(case, kind, F(1, 2))
    for X in sample(net.n, net.d, 2)[-4:]:
        assert exactly(net, X) == plainly(net, X)


def test_the_network_of_figure_2() -> None:
    """g of the paper's Figure 2 with eps = 1/50: what it takes, and what it gives at one point."""
    g = "x1 + 7*x1**2 + 3*x1*(x2+x3)**3"
    net = construct("transformer", rewrite(parse_semi_invariant(g, 3, 1)), F(1, 50))
    assert net.names == ("1", "x1", "phi1", "Sigma1", "y1")
    X = [[F(1, 3)], [F(2, 7)], [F(5, 6)]]
    x, s = X[0][0], X[1][0] + X[2][0]
    assert 0 < abs(plainly(net, X)[0][0] - (x + 7 * x**2 + 3 * x * s**3)) <= net.bound.total
    assert net.cost()["units"] == sum(net.cost()["hidden"]) < 700


def test_the_rows_between_the_blocks_by_hand() -> None:
    """g = x1 x2 x3: phi(x) = (x, x^2); with x = 0, 1/2, 1 the sums are 3/2 and 5/4."""
    g = "x1*x2*x3"
    net = construct("linformer", rewrite(parse_semi_invariant(g, 3, 1)), F(1, 20), k=2)
    system = ExactSystem(net.radicand)
    tokens = [F(0), F(1, 2), F(1)]
    rows = net.rows(system, [[system.const(q)] for q in tokens])
    middle = net.blocks[0].apply(system, rows)
    attended = net.blocks[1].head.apply(system, middle)
    assert net.names == ("1", "x1", "phi1", "phi2", "Sigma1", "Sigma2", "y1")
    for q, row, att in zip(tokens, middle, attended, strict=True):
        values = [value.rational() for value in row]
        assert values[:3] == [1, q, q]
        assert values[4:] == [0, 0, 0]
        assert abs(values[3] - q * q) <= net.bound.phi[1]  # type: ignore[operator]
        sums = [value.rational() for value in att]
        assert sums[:5] == [0, 0, 0, 0, F(3, 2)]
        assert abs(sums[5] - F(5, 4)) <= 3 * net.bound.phi[1]  # type: ignore[operator]


def test_the_network_is_equivariant() -> None:
    net = built("pairs")
    X = [[F(1, 3)], [F(1)], [F(2, 7)]]
    out = plainly(net, X)
    for order in permutations(range(3)):
        assert plainly(net, [X[i] for i in order]) == [out[i] for i in order]


@pytest.mark.parametrize(("g", "n"), [("x1**2 + x1/7", 1), ("x1", 4), ("0", 3)])
def test_nothing_to_sum_is_no_obstacle(g: str, n: int) -> None:
    net = construct("transformer", rewrite(parse_semi_invariant(g, n, 1)), F(1, 8))
    assert net.sumformer.latent == 1
    X = [[F(i + 1, n + 1)] for i in range(n)]
    for (out,), (x,) in zip(plainly(net, X), X, strict=True):
        f = {"x1**2 + x1/7": x**2 + x / 7, "x1": x, "0": F(0)}[g]
        assert abs(out - f) <= net.bound.total


def test_what_is_affine_is_exact() -> None:
    g = "x2 + x3 - 5*x1 + 1/3"
    net = construct("linformer", rewrite(parse_semi_invariant(g, 3, 1)), F(1, 10**9), k=2)
    assert net.bound.total == 0
    assert plainly(net, [[F(1, 7)], [F(-40)], [F(3)]])[0] == [F(-37) - F(5, 7) + F(1, 3)]


@pytest.mark.parametrize("exponent", [1, 3, 5])
def test_smaller_eps(exponent: int) -> None:
    """Units grow like eps^(-1/2)."""
    net = built("product", eps=F(1, 10**exponent))
    assert net.bound.total < F(1, 10**exponent)
    assert net.cost()["units"] < 3 * 10 ** (exponent / 2) + 8


# --- sizes and weights ---------------------------------------------------------------------------


def test_sizes_are_counted() -> None:
    net = built("mixed", "linformer", k=2)
    cost, tensors = net.cost(), net.tensors()
    entries = [q for matrix in tensors.values() for row in matrix for q in row]
    latent = net.sumformer.latent
    assert net.D == 1 + 2 + 2 * latent + 2 == cost["width"]
    assert cost["parameters"] == len(entries)
    assert cost["nonzero"] == sum(1 for q in entries if q)
    assert cost["largest_weight"] == str(max(abs(q) for q in entries))
    assert (cost["attention_layers"], cost["feed_forward_layers"], cost["depth"]) == (1, 4, 2)
    shapes = {name: (len(m), len(m[0])) for name, m in tensors.items()}
    assert shapes["block2.E"] == shapes["block2.F"] == (2, 3)
    assert shapes["block2.FC.W1"] == (net.D, cost["hidden"][1])
    assert shapes["block1.FC.W2"] == (cost["hidden"][0], net.D)
    assert shapes["readout.W"] == (net.D, 2)


def test_the_head_that_is_not_used_adds_nothing() -> None:
    for kind in KINDS:
        head = built("product", kind).blocks[0].head
        assert not any(any(row) for W in (head.WQ, head.WK, head.WV) for row in W)


def test_json_has_the_weights_by_name() -> None:
    net = built("pairs", "linformer")
    data, tensors = net.to_json(), net.tensors()
    assert data["columns"] == list(net.names)
    for number, block in enumerate(data["blocks"], start=1):
        W1, W2 = tensors[f"block{number}.FC.W1"], tensors[f"block{number}.FC.W2"]
        for h, unit in enumerate(block["FC"]["units"]):
            for c, name in enumerate(net.names):
                assert F(unit["in"].get(name, "0")) == W1[c][h]
                assert F(unit["out"].get(name, "0")) == W2[h][c]
            assert F(unit["bias"]) == tensors[f"block{number}.FC.b1"][0][h]
    assert F(data["bound"]["error_at_most"]) == net.bound.total


def test_replaced_weights() -> None:
    net = built("pairs", "linformer")
    tensors = net.tensors()
    assert net.replaced(tensors) == net
    with pytest.raises(ValueError, match="other names"):
        net.replaced({name: m for name, m in tensors.items() if name != "block1.E"})
    with pytest.raises(ValueError, match=r"block1\.E has another shape"):
        net.replaced({**tensors, "block1.E": tensors["block1.E"] * 2})
    full = tuple(tuple(q or F(1) for q in row) for row in tensors["block2.WV"])
    with pytest.raises(ValueError, match=r"block2\.WV has a weight where this network has 0"):
        net.replaced({**tensors, "block2.WV": full})
    half = tuple(tuple(q / 2 for q in row) for row in tensors["readout.W"])
    with pytest.raises(ValueError, match=r"readout\.W is not that of this network"):
        net.replaced({**tensors, "readout.W": half})


# --- heads and lambda ----------------------------------------------------------------------------


@pytest.mark.parametrize("q", [F(0), F(1), F(-1), F(1, 3), F(-59), F(63, 2), F(1, 10**30)])
def test_exp_is_enclosed(q: F) -> None:
    from mpmath import mp, mpf

    lo, hi = exp_bounds(q)
    with mp.workdps(60):
        value = mp.exp(mpf(q.numerator) / q.denominator)
        assert mpf(lo.numerator) / lo.denominator <= value * (1 + mpf(10) ** -55)
        assert mpf(hi.numerator) / hi.denominator >= value * (1 - mpf(10) ** -55)
        assert mpf((hi - lo).numerator) / (hi - lo).denominator <= value * mpf(2) ** -100
    with pytest.raises(ValueError, match="up to 64"):
        exp_bounds(F(65))


def test_lambda_by_hand() -> None:
    lo, hi = scale_bounds([F(1, 2), F(1, 2)])
    assert lo <= 1 <= hi <= lo + F(1, 2**90)
    lo, hi = scale_bounds([F(1)])
    assert F("2.71828182845904523536") < lo <= hi < F("2.71828182845904523537")
    assert hi - lo < F(1, 2**90)


def test_factors_of_heads() -> None:
    assert head_factor(built("pairs").blocks[1].head, 3) == (1, 1)
    assert head_factor(built("pairs", "linformer", k=2).blocks[1].head, 3) == (1, 1)
    printed = sum_block("linformer", 3, 1, 1, "printed", k=2).head
    assert head_factor(printed, 3) == (F(3, 2), F(3, 2)), "n/k as printed"
    head = built("pairs", "performer", omega=[F(2), F(-1)]).blocks[1].head
    assert isinstance(head, PerformerHead)
    lo, hi = head_factor(head, 3)
    assert 1 - F(1, 10**3) < lo <= hi < 1 + F(1, 10**3)
    twice = replace(head, WV=tuple(tuple(2 * q for q in row) for row in head.WV))
    assert head_factor(twice, 3) == (2 * lo, 2 * hi)
    with pytest.raises(ValueError, match="not one of Eq"):
        head_factor(built("pairs").blocks[0].head, 3)
    other = built("pairs", "linformer", k=2).blocks[1].head
    assert isinstance(other, LinformerHead)
    uneven = replace(other, F=((F(1), F(2), F(3)), *other.F[1:]))
    with pytest.raises(ValueError, match="multiples of the all-one matrix"):
        head_factor(uneven, 3)


@pytest.mark.parametrize("q", [F(0), F(1), F(1, 3), F(10**40, 7), F(3, 10**50)])
def test_above(q: F) -> None:
    assert q <= above(q) <= q * (1 + F(1, 2**60))


def test_what_cannot_be_built_is_refused() -> None:
    S = rewrite(parse_semi_invariant("x1*x2", 2, 1))
    with pytest.raises(ValueError, match="eps must be positive, got 0"):
        construct("transformer", S, F(0))
    with pytest.raises(ValueError, match="1 <= k < n, got k = 2 and n = 2"):
        construct("linformer", S, F(1), k=2)
    with pytest.raises(ValueError, match="1 <= k < n, got 0"):
        construct("performer", S, F(1))
    with pytest.raises(ValueError, match="omega is at most 30 in size"):
        construct("performer", S, F(1), omega=[F(31)])
    assert construct("performer", S, F(1), omega=[F(30)]).bound.total < 1
    with pytest.raises(ValueError, match="kinds: transformer, linformer, performer"):
        construct("reformer", S, F(1))
    with pytest.raises(ValueError, match="hidden units are needed"):
        construct("transformer", S, F(1, 10**12))


# --- rounded weights -----------------------------------------------------------------------------


@by_turns(2)
@some_of(3)
@pytest.mark.parametrize("kind", ["transformer", "linformer"])
@pytest.mark.parametrize("case", ["pairs", "mixed", "large"])
def test_a_network_with_other_weights_is_within_its_deviation(case: str, kind: str) -> None:
    """Every weight of the layers, of F and W_V is moved by up to 1/1000 of itself."""
    net, rng = built(case, kind), random.Random(8)

    def moved(name: str, q: F) -> F:
        if name.startswith(("embedding", "readout")) or name[-2:] in ("WQ", "WK", ".E"):
            return q
        return q + q * F(rng.randrange(-1000, 1001), 10**6)

    factor = {"block2.WV": 1 + F(1, 2000), "block2.F": 1 - F(1, 3000)}
    tensors = {
        name: tuple(
            tuple(q * factor[name] if name in factor else moved(name, q) for q in row)
            for row in matrix
        )
        for name, matrix in net.tensors().items()
    }
    other = net.replaced(tensors)
    most = deviation(net, other, F(0))
    seen = F(0)
    for X in sample(net.n, net.d, 6):
        pairs = zip(plainly(net, X), plainly(other, X), strict=True)
        for one, two in pairs:
            for a, b, e in zip(one, two, most, strict=True):
                assert abs(a - b) <= e
                seen = max(seen, abs(a - b) / e)
    assert seen > F(1, 50), "the bound is of the right size"


def test_exact_weights_in_exact_arithmetic_are_exact() -> None:
    for kind in KINDS:
        net = built("pairs", kind)
        assert deviation(net, net, F(0)) == (0,)
        single, double = (deviation(net, net, F(1, 2**bits))[0] for bits in (24, 53))
        assert 0 < double < single < F(1, 1000)
        assert F(1, 2) < single / (double * 2**29) < 2


def test_a_bound_that_says_nothing_is_refused() -> None:
    net = built("pairs")
    with pytest.raises(ValueError, match="too large for an error bound"):
        deviation(net, net, F(1, 64))


@pytest.mark.parametrize(
    ("q", "printed"),
    [
        (F(0), "0"),
        (F(1), "1"),
        (F(1, 3), "0.334"),
        (F(12345, 10**12), "1.24e-08"),
        (F(9991, 10), "1e+03"),
        (F(1082), "1.09e+03"),  # not 1.08e+03, which is less
        (F(123456), "1.24e+05"),
        (F(10**310 + 1), "1.01e+310"),
        (F(1, 3 * 10**320), "3.34e-321"),
    ],
)
def test_a_number_is_printed_rounded_up(q: F, printed: str) -> None:
    value, text = short(q)
    assert text == printed
    assert q <= value == F(text)
    assert value <= q * F(101, 100)


def test_a_bound_that_rounds_up_to_eps_is_left_out() -> None:
    assert compared(F(3, 4), F(1)) == "|f - T| <= 0.75 < eps = 1"
    assert compared(F(9999, 10000), F(1)) == "|f - T| < eps = 1"
    assert compared(F(12341, 10), F(12342, 10)) == "|f - T| < eps = 6171/5"
