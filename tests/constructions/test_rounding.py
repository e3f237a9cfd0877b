"""Bounds of rounding, against arithmetic that rounds as badly as the model allows.

The arithmetic is written out here over the rationals: each result is off by exactly u, in the
direction that does most harm (or at random), sums are added from the largest term on.  The bound
holds for all of it, and is not far from what the worst of it reaches.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction as F
from itertools import pairwise, product
from typing import Any

import pytest

from constructions.feedforward import FeedForward, Hidden, polynomial_layer
from constructions.rounding import carried, deviation, local, roundings_of, steepness
from constructions.sumformer import parse_semi_invariant, rewrite
from constructions.transformer import TransformerNet, construct
from tests.sampling import by_turns, some_of

U = F(1, 2**12)
UNIT = (F(0), F(1))
Push = Callable[[F], F]  # a result -> the rounded one


def up(q: F) -> F:
    return q + U * abs(q)


def down(q: F) -> F:
    return q - U * abs(q)


def power_of_two(q: F) -> bool:
    return q != 0 and abs(q) in {F(2) ** k for k in range(-64, 65)}


def times(a: F, b: F, push: Push) -> F:
    exact = a == 0 or b == 0 or power_of_two(a) or power_of_two(b)
    return a * b if exact else push(a * b)


def added(terms: Sequence[F], push: Push) -> F:
    """From the largest on; a sum with 0 is exact."""
    used = sorted((q for q in terms if q), key=abs, reverse=True)
    if not used:
        return F(0)
    total = used[0]
    for q in used[1:]:
        total = push(total + q)
    return total


def badly(layer: FeedForward, y: Sequence[F], o: int, push: Push) -> F:
    """Output o, everything pushed one way; units with a negative factor the other way."""
    other = down if push is up else up
    terms = [layer.b2[o]]
    for unit in layer.units:
        for c, v in unit.out:
            if c == o and v:
                inner = push if v > 0 else other
                t = added([*(times(w, y[i], inner) for i, w in unit.weights), unit.bias], inner)
                terms.append(times(v, max(t, F(0)), push))
    return added(terms, push)


def plainly(layer: FeedForward, y: Sequence[F], o: int) -> F:
    total = layer.b2[o]
    for unit in layer.units:
        t = sum((w * y[i] for i, w in unit.weights), unit.bias)
        total += sum((v * max(t, F(0)) for c, v in unit.out if c == o), F(0))
    return total


LAYERS = {
    "square": ([{(2,): F(1)}], [UNIT], F(1, 40)),
    "product": ([{(1, 1): F(1, 3)}], [UNIT, (F(-1), F(2))], F(1, 20)),
    "two": ([{(2, 1): F(1)}, {(1, 0): F(-5, 7), (0, 0): F(1, 3)}], [UNIT, UNIT], F(1, 4)),
    "constant": ([{(0,): F(7, 3)}], [UNIT], F(1)),
}


def made(name: str) -> FeedForward:
    polynomials, box, tolerance = LAYERS[name]
    names = [f"z{i}" for i in range(len(box))]
    return polynomial_layer(polynomials, box, [tolerance] * len(polynomials), names).layer


def points(box: Sequence[tuple[F, F]], count: int = 24) -> list[list[F]]:
    rng = random.Random(len(box))
    corners = [list(c) for c in product(*box)]
    inside = [[lo + (hi - lo) * F(rng.randrange(97), 96) for lo, hi in box] for _ in range(count)]
    return corners + inside


@by_turns(2)
@some_of(1)
@pytest.mark.parametrize("name", LAYERS)
def test_a_layer_that_is_rounded_as_badly_as_can_be(name: str) -> None:
    layer, box = made(name), LAYERS[name][1]
    most = local(layer, layer, box, {}, U)
    seen = [F(0)] * layer.outputs
    for y in points(box):
        for o in range(layer.outputs):
            exact = plainly(layer, y, o)
            for push in (up, down):
                off = abs(badly(layer, y, o, push) - exact)
                assert off <= most[o]
                seen[o] = max(seen[o], off)
    for off, bound in zip(seen, most, strict=True):
        assert bound <= 4 * off, "the bound is of the right size"


@by_turns(3)
@some_of(1)
@pytest.mark.parametrize("least", [U / 50, U, 5 * U])
@pytest.mark.parametrize("name", ["square", "product", "two"])
def test_a_layer_of_numbers_near_0(name: str, least: F) -> None:
    """Each result is off by ``least`` as well, but keeps its sign: 0 is a number of the type.

    A product by a power of 2 is off by ``least`` alone.
    """
    layer, box = made(name), LAYERS[name][1]
    most = local(layer, layer, box, {}, U, least=least)

    def pushed(way: int, u: F = U) -> Push:
        def push(q: F) -> F:
            moved = q + way * (u * abs(q) + least)
            return moved if moved * q > 0 else F(0)

        return push

    def product_of(w: F, q: F, way: int) -> F:
        return w * q if w == 1 else pushed(way, F(0) if power_of_two(abs(w)) else U)(w * q)

    def value(y: Sequence[F], o: int, way: int) -> F:
        terms = [layer.b2[o]]
        for unit in layer.units:
            for c, v in unit.out:
                if c == o and v:
                    inner = way if v > 0 else -way
                    products = [product_of(w, y[i], inner) for i, w in unit.weights]
                    t = max(added([*products, unit.bias], pushed(inner)), F(0))
                    terms.append(product_of(v, t, way))
        return added(terms, pushed(way))

    seen = [F(0)] * layer.outputs
    for y in points(box):
        for o in range(layer.outputs):
            for way in (1, -1):
                off = abs(value(y, o, way) - plainly(layer, y, o))
                assert off <= most[o]
                seen[o] = max(seen[o], off)
    if least > U:
        assert max(local(layer, layer, box, {}, U)) < max(seen), "it is not in the bound without"


@pytest.mark.parametrize("name", LAYERS)
def test_a_layer_without_its_corners(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many variables each direction is taken by itself: never less than at the corners."""
    layer, box = made(name), LAYERS[name][1]
    near = local(layer, layer, box, {}, U)
    monkeypatch.setattr("constructions.rounding.CORNERS", 0)
    far = local(layer, layer, box, {}, U)
    assert all(a <= b <= 3 * a for a, b in zip(near, far, strict=True))


def test_rounded_weights_of_a_layer() -> None:
    """Exact arithmetic with weights that are each off by 1/1000, all the same way."""
    layer, box = made("product"), LAYERS["product"][1]
    for factor in (F(1001, 1000), F(999, 1000)):
        units = tuple(
            Hidden(
                unit.name,
                unit.weights,
                unit.bias,
                tuple((o, v * (factor if v > 0 else 2 - factor)) for o, v in unit.out),
            )
            for unit in layer.units
        )
        other = FeedForward(layer.inputs, layer.outputs, units, layer.b2)
        (most,) = local(layer, other, box, {}, F(0))
        off = max(abs(plainly(other, y, 0) - plainly(layer, y, 0)) for y in points(box))
        assert 0 < off <= most <= 2 * off


def test_units_that_are_on_at_once_are_counted() -> None:
    """ReLU(y - k) and ReLU(-y - k), k = 0..9: one side is on, so half of the terms are summed."""
    units = [
        Hidden(f"{side}{k}", ((0, F(side)),), F(-k), ((0, F(1)),))
        for side in (1, -1)
        for k in range(10)
    ]
    both = FeedForward(1, 1, tuple(units), (F(0),))
    one = FeedForward(1, 1, tuple(units[:10]), (F(0),))
    (of_both,), (of_one,) = (local(x, x, [(F(-10), F(10))], {}, U) for x in (both, one))
    assert of_one <= of_both <= of_one * (1 + F(1, 100))
    # at y = 10 the terms are 10, 9, ..., 1, and all partial sums are off by u
    terms = sorted((F(10 - k) for k in range(10)), reverse=True)
    sums = [sum(terms[:c]) for c in range(2, 11)]
    weights = sum(10 - k for k in range(1, 10))  # each y - k, k > 0, is rounded
    assert U * (sum(sums) + weights) <= of_one <= U * (sum(sums) + weights) * (1 + 20 * U)


def test_a_difference_that_is_known_is_used() -> None:
    """ReLU(a - b) with a, b in [0, 100] and a - b in [0, 1]."""
    unit = Hidden("t", ((0, F(-1)), (1, F(1))), F(0), ((0, F(1)),))
    layer = FeedForward(2, 1, (unit,), (F(0),))
    box = [(F(0), F(100))] * 2
    (known,) = local(layer, layer, box, {1: (0, (F(0), F(1)))}, U)
    (unknown,) = local(layer, layer, box, {}, U)
    assert U <= known <= U * (1 + 500 * U)
    assert 100 * U <= unknown <= 100 * U * (1 + 10 * U)


# --- what a layer is given -----------------------------------------------------------------------


def built(g: str, n: int, d: int, kind: str = "transformer", **options: Any) -> TransformerNet:
    return construct(kind, rewrite(parse_semi_invariant(g, n, d)), F(1, 5), **options)


@pytest.mark.parametrize(("g", "n"), [("x1*(x2+x3)**2", 3), ("x1 - 2*x2**3", 2)])
def test_slopes(g: str, n: int) -> None:
    """Difference quotients of the layers of a network, in the box and just beyond it."""
    net = built(g, n, 1)
    latent, first = net.sumformer.latent, 2
    beyond, step = F(1, 50), F(1, 999)
    unit, p = (-beyond, 1 + beyond), (-beyond, n - 1 + beyond)
    for block, box in ((0, [unit]), (1, [unit] + [p] * latent)):
        away = 2 * beyond + step
        steep = steepness(net, block, away * net.bound.cells[block])
        layer, at = net.blocks[block].FC, (net.D - 1 if block else first)
        largest = F(0)
        for z in points(box, 40):
            for i in range(len(z)):
                moved = [q + step * (k == i) for k, q in enumerate(z)]
                values = []
                for point in (z, moved):
                    x, sums = point[:1], point[1:] or [F(0)] * latent
                    row = [F(1), *x, *[F(0)] * latent, *sums, F(0)]
                    values.append([plainly(layer, row, at + o) for o in range(len(steep))])
                for o, (a, b) in enumerate(zip(*values, strict=True)):
                    assert abs(b - a) <= steep[o][i] * step
                    largest = max(largest, abs(b - a) / (steep[o][i] * step))
        assert largest > F(1, 4), "the slopes are of the right size"
    errors = [F(1, 10**6)] * (1 + latent)
    assert all(q > 0 for q in carried(net, 1, errors))
    assert carried(net, 1, [F(0)] * (1 + latent)) == [0]


# --- whole networks ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rounded:
    """A number; the results of operations are off by -u, 0 or u, the same for the same operands."""

    q: F
    seed: int

    def _made(self, kind: str, other: Rounded, q: F, exact: bool) -> Rounded:
        if not exact:
            key = f"{kind} {self.q} {other.q} {self.seed}"
            q *= 1 + U * random.Random(key).choice((-1, 0, 1))
        return Rounded(q, self.seed)

    def __add__(self, other: Rounded) -> Rounded:
        return self._made("+", other, self.q + other.q, not (self.q and other.q))

    def __sub__(self, other: Rounded) -> Rounded:
        return self._made("-", other, self.q - other.q, not (self.q and other.q))

    def __mul__(self, other: Rounded) -> Rounded:
        exact = any(q in (0, 1) or power_of_two(q) for q in (self.q, other.q))
        return self._made("*", other, self.q * other.q, exact)

    def __truediv__(self, other: Rounded) -> Rounded:
        return self._made("/", other, self.q / other.q, not self.q)


class RoundedSystem:
    """As much of a number system as a Transformer takes: its scores are equal."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def const(self, value: Any) -> Rounded:
        return Rounded(F(value), self.seed)

    def maximum(self, a: Rounded, b: Rounded) -> Rounded:
        return a if a.q >= b.q else b

    def sqrt(self, a: Rounded) -> Rounded:
        return Rounded(F(round(float(a.q) ** 0.5 * 4096), 4096), self.seed)

    def exp(self, a: Rounded) -> Rounded:
        assert a.q == 0, "of a difference of equal scores"
        return Rounded(F(1), self.seed)


@by_turns(3)
@some_of(1)
@pytest.mark.parametrize(("kind", "options"), [("transformer", {}), ("linformer", {"k": 1})])
@pytest.mark.parametrize(("g", "n"), [("x1*(x2+x3)**2/4 + x1/3", 3), ("x1*x2", 2)])
def test_a_network_in_rounded_arithmetic(
    g: str, n: int, kind: str, options: dict[str, Any]
) -> None:
    net = built(g, n, 1, kind, **options)
    (most,) = deviation(net, net, U)
    seen = F(0)
    corners, inside = points([UNIT] * n, 2)[-4:-2], points([UNIT] * n, 2)[-2:]
    for seed in range(2):
        system = RoundedSystem(seed)
        for X in corners + inside:
            exact = [plain for (plain,) in (exactly(net, [[q] for q in X]))]
            out = net(system, [[system.const(q)] for q in X])
            for value, q in zip(out, exact, strict=True):
                assert abs(value[0].q - q) <= most
                seen = max(seen, abs(value[0].q - q))
    assert most <= 40 * seen, "the bound is of the right size"


@by_turns(2)
@some_of(1)
@pytest.mark.parametrize(("low", "high"), [(F(-1), F(2)), (F(0), F(1, 5)), (F(3), F(4))])
def test_tokens_of_another_box_are_rounded_in_the_embedding(low: F, high: F) -> None:
    """x W + b is rounded, and so are W and b: both in what is computed, and in the bound."""
    plain = replace(built("x1*x2", 2, 1), low=low, high=high)
    W, (b,) = plain.embedding()
    moved = tuple(tuple(q * (1 + U / 3) for q in row) for row in W)
    shift = (b[0], *(q * (1 - U / 5) for q in b[1:]))
    tensors = {**plain.tensors(), "embedding.W": moved, "embedding.b": (shift,)}
    for written in (plain.replaced({**plain.tensors()}), plain.replaced(tensors)):
        computed = replace(written, entry=written.embedding())
        (most,) = deviation(plain, written, U)
        (still,) = deviation(plain, written, F(0))
        assert (still > 0) == (written.entry is not None)
        seen = F(0)
        for seed in range(2):
            system = RoundedSystem(seed)
            for tokens in ((low, low), (high, high), (low, (low + high) / 2)):
                X = [[q] for q in tokens]
                u = [[(q - low) / (high - low)] for q in tokens]
                out = computed(system, [[system.const(x[0])] for x in X])
                for (value,), (q,) in zip(out, exactly(plain, u), strict=True):
                    assert abs(value.q - q) <= most
                    seen = max(seen, abs(value.q - q))
        assert most <= 30 * seen, "the bound is of the right size"
    with pytest.raises(ValueError, match=r"embedding\.b is not that of this network"):
        plain.replaced({**tensors, "embedding.b": ((F(2), *shift[1:]),)})


def exactly(net: TransformerNet, X: list[list[F]]) -> list[list[F]]:
    """T(X) by the sums it stands for: the head is exact."""
    phi = net.blocks[0].FC
    latent = net.sumformer.latent
    rows = [[F(1), *x, *[F(0)] * (net.D - 1 - len(x))] for x in X]
    first = 1 + net.d
    for row in rows:
        made_here = [plainly(phi, row, first + r) for r in range(latent)]
        row[first : first + latent] = made_here
    for r in range(latent):
        total = sum((row[first + r] for row in rows), F(0))
        for row in rows:
            row[first + latent + r] = total
    last = net.blocks[1].FC
    return [[plainly(last, row, net.D - 1)] for row in rows]


def test_roundings_of_a_head() -> None:
    """Counted by hand, for n = 3.

    A Transformer: n + 1 for a softmax of equal scores, n + 1 for the sum that it weighs.  A
    Linformer with k = 1: the product with W_V, the product with F, n - 1 = 2 additions, the
    quotient 1/a, its product with a, and the product of that weight with the sum: 7.
    """
    counted = {
        ("transformer", ()): 8,
        ("linformer", (("k", 1),)): 7,
        ("linformer", (("k", 2),)): 41,
        ("performer", (("omega", (F(1, 2),)),)): 48,
    }
    for (kind, options), roundings in counted.items():
        net = built("x1*x2*x3", 3, 1, kind, **dict(options))
        assert roundings_of(net.blocks[1].head, 3) == roundings


@pytest.mark.parametrize("kind", ["transformer", "linformer"])
def test_smaller_units_of_rounding_give_smaller_bounds(kind: str) -> None:
    net = built("x1*x2*x3 - x1/3", 3, 1, kind)
    bounds = [deviation(net, net, F(1, 2**bits))[0] for bits in (12, 24, 53, 113)]
    assert all(b < a for a, b in pairwise(bounds))
    assert F(1, 2) < bounds[1] / (bounds[2] * 2**29) < 2
    assert deviation(net, net, F(0)) == (0,)
