"""Feed-forward layers for polynomials: identities exactly, errors against plain evaluation."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from fractions import Fraction as F
from itertools import product

import pytest

from constructions.exact import ExactSystem
from constructions.feedforward import (
    Approximation,
    FeedForward,
    Hidden,
    bends,
    centred,
    chord_error,
    derivative,
    middle,
    polynomial_layer,
    ridge_powers,
    root_above,
    size_on,
)
from tests.sampling import by_turns

Polynomial = Mapping[tuple[int, ...], F]
ONE = F(1)


def value(P: Polynomial, z: Sequence[F]) -> F:
    """P(z) by the definition."""
    total = F(0)
    for exponents, c in P.items():
        for base, k in zip(z, exponents, strict=True):
            c = c * base**k
        total += c
    return total


def computed(layer: FeedForward, z: Sequence[F]) -> list[F]:
    """FC(z) with plain fractions, from the matrices: ReLU(z W1 + b1) W2 + b2."""
    m = layer.matrices()
    W1, (b1,), W2, (b2,) = m["W1"], m["b1"], m["W2"], m["b2"]
    inner = [b + sum(x * row[h] for x, row in zip(z, W1, strict=True)) for h, b in enumerate(b1)]
    hidden = [max(t, F(0)) for t in inner]
    return [
        b + sum(a * row[o] for a, row in zip(hidden, W2, strict=True)) for o, b in enumerate(b2)
    ]


# --- polarisation --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "a",
    [(1,), (5,), (1, 1), (2, 1), (3, 2), (1, 3), (4, 4), (1, 1, 1), (2, 0, 2), (0, 1, 0, 3),
     (1, 1, 1, 1), (2, 1, 2), (1, 1, 1, 1, 1)],
)  # fmt: skip
def test_a_monomial_is_a_sum_of_powers_of_linear_forms(a: tuple[int, ...]) -> None:
    found = list(ridge_powers(a))
    assert len({w for w, _ in found}) == len(found)
    rng = random.Random(sum(a))
    for _ in range(5):
        y = [F(rng.randrange(-30, 31), rng.randrange(1, 9)) for _ in a]
        powers = sum(
            (c * sum(e * q for e, q in zip(w, y, strict=True)) ** sum(a) for w, c in found), F(0)
        )
        assert powers == value({a: ONE}, y)


def test_a_product_of_two_by_hand() -> None:
    assert dict(ridge_powers((1, 1))) == {(1, 1): F(1, 4), (1, -1): F(-1, 4)}


@pytest.mark.parametrize("box", [[(F(0), ONE), (F(-2), F(5))], [(F(1, 3), F(1, 3)), (F(0), F(0))]])
def test_centring_is_a_substitution(box: list[tuple[F, F]]) -> None:
    P = {(2, 1): F(3), (0, 4): F(-1, 7), (0, 0): F(5), (1, 0): F(2)}
    centre, half = middle(box)
    assert all(H > 0 for H in half)
    Q = centred(P, centre, half)
    for y in product([F(-1), F(0), F(2, 3), F(1)], repeat=2):
        z = [c + H * q for c, H, q in zip(centre, half, y, strict=True)]
        assert value(Q, y) == value(P, z)
        if all(lo <= q <= hi for q, (lo, hi) in zip(z, box, strict=True)):
            assert abs(value(P, z)) <= size_on(P, box)


def test_a_derivative_by_hand() -> None:
    P = {(2, 1): F(3), (0, 4): F(-1), (0, 0): F(5)}
    assert derivative(P, 0) == {(1, 1): F(6)}
    assert derivative(P, 1) == {(2, 0): F(3), (0, 3): F(-4)}


# --- chords --------------------------------------------------------------------------------------


@pytest.mark.parametrize("M", [1, 2, 5])
@pytest.mark.parametrize(
    "powers", [{2: ONE}, {3: F(-2, 3)}, {2: F(1), 3: F(-5), 4: F(1, 7)}, {7: ONE}]
)
def test_bends_interpolate(powers: dict[int, F], M: int) -> None:
    """Through q at k T/M, straight between and beyond; within the bound, which squares attain."""
    T = F(3, 2)
    right, left = bends(powers, T, M)
    h = T / M

    def made(t: F) -> F:
        return sum(
            (up * max(t - k * h, F(0)) + down * max(-t - k * h, F(0))
             for k, (up, down) in enumerate(zip(right, left, strict=True))), F(0),
        )  # fmt: skip

    def q(t: F) -> F:
        return sum((c * t**k for k, c in powers.items()), F(0))

    assert all(made(k * h) == q(k * h) for k in range(-M, M + 1))
    worst = max(abs(made(h * F(i, 16)) - q(h * F(i, 16))) for i in range(-16 * M, 16 * M + 1))
    assert worst <= chord_error(powers, T, M)
    if set(powers) == {2}:
        assert worst == chord_error(powers, T, M) == h * h / 4
    assert made(T + 1) - made(T) == (q(T) - q(T - h)) / h, "straight beyond T"


@pytest.mark.parametrize("k", [2, 3, 4, 9])
def test_the_error_of_a_chord_is_the_one_that_is_proved(k: int) -> None:
    """sumformer.thm4_3.layers: B (b - a)^2/4 with B = k (k - 1)/2 T^(k - 2), b - a = T/M."""
    T, M, c = F(7, 3), 5, F(-2, 9)
    B = F(k * (k - 1), 2) * T ** (k - 2)
    assert chord_error({k: c}, T, M) == abs(c) * B * (T / M) ** 2 / 4


@pytest.mark.parametrize("q", [F(0), F(1), F(2), F(1, 3), F(10**12), F(1, 10**15)])
@pytest.mark.parametrize("k", [2, 3])
def test_root_above(q: F, k: int) -> None:
    root = root_above(q, k)
    assert root**k >= q
    assert root == 0 or (root - F(1, 2**20)) ** k < q


# --- layers --------------------------------------------------------------------------------------

UNIT = (F(0), ONE)
CASES: list[tuple[list[Polynomial], list[tuple[F, F]], list[F]]] = [
    ([{(2,): ONE}], [UNIT], [F(1, 100)]),
    ([{(2,): ONE}, {(3,): F(-7)}, {(1,): F(2)}], [UNIT], [F(1, 10), F(1, 2), F(1, 10)]),
    ([{(1, 1): ONE}], [UNIT, UNIT], [F(1, 30)]),
    ([{(1, 0): ONE, (2, 0): F(7), (1, 3): F(3)}], [UNIT, (F(0), F(2))], [F(1, 4)]),
    ([{(1, 1, 1): F(-5), (0, 2, 0): F(1, 3)}], [UNIT, (F(-1), ONE), (F(-3), F(-2))], [F(1, 2)]),
    ([{(2, 1): F(10**6)}], [UNIT, UNIT], [F(10**5)]),
    ([{(3, 2): ONE}], [(F(1, 2), F(1, 2)), UNIT], [F(1, 20)]),
]


@by_turns(2)
@pytest.mark.parametrize(("polynomials", "box", "tolerances"), CASES)
def test_a_layer_is_within_its_error(
    polynomials: list[Polynomial], box: list[tuple[F, F]], tolerances: list[F]
) -> None:
    names = [f"z{i}" for i in range(1, len(box) + 1)]
    made = polynomial_layer(polynomials, box, tolerances, names)
    assert all(e <= tolerance for e, tolerance in zip(made.errors, tolerances, strict=True))
    for z in points(made):
        for out, P, e in zip(computed(made.layer, z), polynomials, made.errors, strict=True):
            assert abs(out - value(P, z)) <= e


def points(made: Approximation) -> list[list[F]]:
    """Corners, the centre, a fixed random sample, and points half-way between two knots."""
    box, rng = made.box, random.Random(3)
    found = [list(corner) for corner in product(*box)]
    found.append([(lo + hi) / 2 for lo, hi in box])
    for _ in range(25):
        found.append([lo + (hi - lo) * F(rng.randrange(97), 96) for lo, hi in box])
    for first, second in zip(made.layer.units[:12], made.layer.units[1:13], strict=False):
        aligned = [first, second]  # z_i with both units' mean knot on the first axis they use
        i, w = aligned[0].weights[0] if first.weights else (0, ONE)
        shift = (first.bias + second.bias) / 2
        z = [(lo + hi) / 2 for lo, hi in box]
        rest = sum(q * z[c] for c, q in first.weights if c != i)
        lo, hi = box[i]
        z[i] = min(max(-(shift + rest) / w, lo), hi)
        found.append(z)
    return found


def test_the_square_on_the_unit_interval_attains_its_error() -> None:
    """[0, 1] in cells of width 1/4: x^2 is off by 1/64 in the middle of each."""
    made = polynomial_layer([{(2,): ONE}], [UNIT], [F(1, 60)], ["x"])
    assert made.errors == (F(1, 64),)
    assert computed(made.layer, [F(1, 8)])[0] - F(1, 64) == F(1, 64)
    assert computed(made.layer, [F(1, 4)]) == [F(1, 16)]


def test_what_is_linear_is_exact_everywhere() -> None:
    P = {(1, 0): F(2, 3), (0, 1): F(-5), (0, 0): F(7)}
    made = polynomial_layer([P], [UNIT, UNIT], [F(1)], ["a", "b"])
    assert (made.errors, made.directions, made.layer.hidden) == ((0,), 0, 4)
    for z in ([F(0), F(0)], [F(-10), F(100, 3)], [F(1, 7), F(2)]):
        assert computed(made.layer, z) == [value(P, z)]


def test_a_constant_has_a_layer() -> None:
    made = polynomial_layer([{(0,): F(3)}, {}], [UNIT], [F(1), F(1)], ["x"])
    assert computed(made.layer, [F(1, 2)]) == [3, 0]
    assert made.layer.hidden == 1, "arrays are not empty"


def test_the_definition_is_what_the_matrices_are() -> None:
    polynomials, box, tolerances = CASES[3]
    layer = polynomial_layer(polynomials, box, tolerances, ["x", "p"]).layer
    system = ExactSystem()
    for z in ([F(0), F(0)], [F(1, 3), F(7, 5)], [F(-1), F(4)]):
        values = layer(system, [system.const(q) for q in z])
        assert [v.rational() for v in values] == computed(layer, z)


def test_a_hundredth_of_the_error_takes_ten_times_the_units() -> None:
    sizes = [
        polynomial_layer([{(1, 2): ONE}], [UNIT, UNIT], [tolerance], ["x", "p"]).layer.hidden
        for tolerance in (F(1, 100), F(1, 10**4))
    ]
    assert 9 * sizes[0] < sizes[1] < 11 * sizes[0]


def test_a_layer_within_rows() -> None:
    """x from column 3, p = column 2 - column 0, the output in column 1."""
    made = polynomial_layer([{(1, 1): ONE}], [UNIT, UNIT], [F(1, 9)], ["x", "p"])
    wide = made.layer.within([{3: ONE}, {2: ONE, 0: -ONE}], [1], 4)
    row = [F(1, 5), F(9), F(4, 5), F(1, 3)]
    expected = computed(made.layer, [F(1, 3), F(3, 5)])[0]
    assert computed(wide, row) == [0, expected, 0, 0]
    with pytest.raises(ValueError, match="one linear form for each input"):
        made.layer.within([{3: ONE}], [1], 4)


def test_what_cannot_be_built_is_refused() -> None:
    square: Polynomial = {(2,): ONE}
    with pytest.raises(ValueError, match="tolerances are positive"):
        polynomial_layer([square], [UNIT], [F(0)], ["x"])
    with pytest.raises(ValueError, match="lo <= hi"):
        polynomial_layer([square], [(ONE, F(0))], [ONE], ["x"])
    with pytest.raises(ValueError, match="hidden units are needed, and at most 10 "):
        polynomial_layer([square], [UNIT], [F(1, 10**4)], ["x"], most=10)
    assert polynomial_layer([square], [UNIT], [F(1, 10**4)], ["x"], most=50).layer.hidden == 50
    with pytest.raises(ValueError, match="columns are different"):
        FeedForward(1, 1, (Hidden("h", ((1, ONE),), ONE, ((0, ONE),)),), (ONE,))
    with pytest.raises(ValueError, match="b_2 has 2 entries"):
        FeedForward(1, 2, (), (ONE,))
