"""Networks that follow the parts of g: against f in balls, and where it is one, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction as F
from itertools import product
from random import Random
from typing import Any

import pytest

from constructions.bernstein import Target, parse_target
from constructions.composition import Atom, Form, NotTakenApart, Parts
from constructions.exact import ExactSystem
from constructions.feedforward import FeedForward, Hidden
from constructions.functions.expression import evaluate
from constructions.interop.flint import BallSystem, to_fractions
from constructions.layered import LayeredNet, layered
from constructions.near_networks import ROUTES, plan, whole
from constructions.rounding import LEAST, deviation, layer_ranges, slopes
from constructions.sumformer import coordinate, read_outputs
from constructions.transformer import BlockNet
from tests.sampling import by_turns, some_of

#: g, n, d, low, high, eps
CASES: dict[str, tuple[str, int, int, int, int, F]] = {
    "distance": ("abs(x1-x2)", 2, 1, -1, 2, F(1, 100)),
    "maximum": ("max(x1,x2,x3)", 3, 1, 0, 1, F(1, 20)),
    "of the others": ("min(x2,x3,x4) - x1", 4, 1, -1, 2, F(1, 5)),
    "median": ("x1+x2+x3 - max(x1,x2,x3) - min(x1,x2,x3)", 3, 1, 0, 1, F(1, 5)),
    "product": ("exp(x1*x2)", 2, 1, -1, 1, F(1, 20)),
    "reciprocal": ("1/(1+x1+x2+x3)", 3, 1, 0, 1, F(1, 100)),
    "softmax": ("exp(x1)/(exp(x1)+exp(x2)+exp(x3))", 3, 1, -1, 1, F(1, 50)),
    "log-sum-exp": ("log(exp(2*x1)+exp(2*x2)+exp(2*x3))/2", 3, 1, 0, 1, F(1, 50)),
    "root": ("sqrt(x1)*x2", 2, 1, 0, 1, F(1, 20)),
    "deep": ("sin(5*x1)*cos(x2*x3) + log(1+x2+x3)/3", 3, 1, 0, 1, F(1, 5)),
    "of a maximum": ("exp(max(x1,x2,x3))", 3, 1, 0, 1, F(1, 5)),
    "distances": ("abs(x1-x2) + abs(x1-x3) + abs(x1-x4)", 4, 1, 0, 1, F(1, 5)),
    "shifted distances": ("max(2*x1, x2) + max(2*x1, x3)", 3, 1, -1, 1, F(1, 4)),
    "kernels": ("exp(x1*x2) + exp(x1*x3)", 3, 1, 0, 1, F(1, 5)),
    "two coordinates": ("x1c1*x2c2; abs(x1c1-x2c1)", 2, 2, 0, 1, F(1, 20)),
    "irrational": ("pi*x1 + exp(2)*abs(x2-1/3)/8", 2, 1, 0, 1, F(1, 20)),
}
KINDS: dict[str, dict[str, Any]] = {
    "transformer": {}, "linformer": {"k": 1}, "performer": {"omega": [F(1, 3)]},
}  # fmt: skip
Tokens = list[list[F]]
TINY = F(1, 2**60)  #: for balls of 128 bits


def target(case: str) -> Target:
    text, n, d, low, high, _ = CASES[case]
    return parse_target(text, n, d, F(low), F(high))


def built(case: str, kind: str = "transformer") -> LayeredNet:
    return layered(target(case), CASES[case][5]).build(kind, **KINDS[kind])


def inputs(g: Target, count: int = 12) -> list[Tokens]:
    """Corners, equal tokens, and random ones."""
    random, found = Random(2), list[Tokens]()
    width = g.high - g.low
    corners = list(product((F(0), F(1)), repeat=g.size))
    points = corners if len(corners) <= 16 else random.sample(corners, 8)
    points += [(F(k, 6),) * g.size for k in range(7)]
    points += [tuple(F(random.randrange(257), 256) for _ in range(g.size)) for _ in range(count)]
    for u in points:
        x = [g.low + width * q for q in u]
        found.append([x[i : i + g.d] for i in range(0, g.size, g.d)])
    return found


def values_of(g: Target, system: Any, X: Sequence[Sequence[Any]], i: int) -> list[Any]:
    """f(X)_i from the text of g."""
    tokens = [X[i], *X[:i], *X[i + 1 :]]
    names = {
        coordinate(place, c, g.d): value
        for place, token in enumerate(tokens, start=1)
        for c, value in enumerate(token, start=1)
    }
    return [evaluate(output, system, names) for output in g.outputs]


def largest_error(net: BlockNet, g: Target) -> F:
    """A number that |f - T| reaches."""
    system, least = BallSystem(160), F(0)
    with system.working():
        for X in inputs(g):
            at = [[system.const(q) for q in x] for x in X]
            for i, made in enumerate(net(system, at)):
                for T, f in zip(made, values_of(g, system, at, i), strict=True):
                    lo, hi = to_fractions(T - f)
                    least = max(least, lo, -hi)
    return least


@by_turns(2)
@some_of(3)
@pytest.mark.parametrize("case", CASES)
def test_the_bound_holds(case: str) -> None:
    net, eps = built(case), CASES[case][5]
    assert net.bound.total < eps
    assert largest_error(net, target(case)) <= net.bound.total


@by_turns(2)
@some_of(3)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("case", ["softmax", "deep", "two coordinates"])
def test_all_kinds_of_attention(case: str, kind: str) -> None:
    if kind != "transformer" and case == "two coordinates":
        pytest.skip("k < n")
    net = built(case, kind)
    assert largest_error(net, target(case)) <= net.bound.total < CASES[case][5]
    assert [any(map(any, block.head.WV)) for block in net.blocks].count(True) == 1
    assert any(map(any, net.head.WV))


PIECEWISE = {
    "abs(x1-x2)": lambda x, y: abs(x - y),
    "max(x1,x2)": max,
    "min(x1, 2*x2 - 1/3) - abs(x2)": lambda x, y: min(x, 2 * y - F(1, 3)) - abs(y),
    "max(0, min(1, 3*x1 - x2))": lambda x, y: max(F(0), min(F(1), 3 * x - y)),
    "abs(abs(x1-x2) - 1/2)": lambda x, y: abs(abs(x - y) - F(1, 2)),
    "max(x1, x2, 1/2, x1 + x2 - 1)": lambda x, y: max(x, y, F(1, 2), x + y - 1),
}


@by_turns(2)
@pytest.mark.parametrize("text", PIECEWISE)
def test_piecewise_linear_functions_are_exact(text: str) -> None:
    g = parse_target(text, 2, 1, F(-1), F(2))
    net = layered(g, F(1, 10**9)).build("transformer")
    assert net.bound.total == 0
    system = ExactSystem(net.radicand)
    for X in inputs(g):
        made = net(system, [[system.const(q) for q in x] for x in X])
        (x,), (y,) = X
        assert [row[0].a for row in made] == [PIECEWISE[text](x, y), PIECEWISE[text](y, x)]


def test_a_distance_takes_three_units() -> None:
    """One hands x on; |x1 - x2| = ReLU(x1 - p) + ReLU(p - x1)."""
    net = layered(parse_target("abs(x1-x2)", 2, 1), F(1, 10)).build("transformer")
    assert (net.cost()["hidden"], net.D, net.latent) == ([1, 2], 5, 1)


@pytest.mark.parametrize(("n", "eps"), [(3, F(1, 10)), (10, F(1, 10)), (2, F(1, 100))])
def test_the_maximum_over_tokens(n: int, eps: F) -> None:
    """K thresholds for an error of (1 - 1/n)/(2 K): the least K that does, and it is reached."""
    text = f"max({', '.join(f'x{j}' for j in range(1, n + 1))})"
    made = layered(parse_target(text, n, 1), eps)
    if n == 2:  # the other token is known exactly
        assert made.error == 0
        return
    K = len(made.latent)
    assert made.error == (1 - F(1, n)) / (2 * K) < eps <= (1 - F(1, n)) / (2 * (K - 1))
    assert made.units <= 2 * K
    net, system = made.build("transformer"), BallSystem(128)
    with system.working():
        X = [[system.const(F(1, n * K))]] * n  # all of them in one cell, each with a share of 1/n
        lo, _ = to_fractions(net(system, X)[0][0] - X[0][0])
    assert lo == pytest.approx(float(made.error))


def test_tokens_that_are_exchanged_exchange_the_outputs() -> None:
    net, system = built("maximum"), ExactSystem(built("maximum").radicand)
    X = [[system.const(F(k, 7))] for k in (5, 2, 3)]
    made = [row[0].a for row in net(system, X)]
    assert [row[0].a for row in net(system, [X[2], X[0], X[1]])] == [made[2], made[0], made[1]]


def test_only_the_coordinates_that_g_uses() -> None:
    few = layered(parse_target("exp(x1)*abs(x1-x2)", 2, 1), F(1, 20)).build("transformer")
    many = layered(parse_target("exp(x1c3)*abs(x1c3-x2c3)", 2, 4), F(1, 20)).build("transformer")
    assert (few.cost()["hidden"], few.latent) == (many.cost()["hidden"], many.latent)
    unused = [many.names.index(f"x{j}") for j in (1, 2, 4)]
    assert all(c not in unused for b in many.blocks for u in b.FC.units for c, _ in u.weights)


def test_sizes_are_known_before() -> None:
    for kind, options in KINDS.items():
        made = plan(kind, target("softmax"), F(1, 50), "layers", **options)
        cost, said = made.build().cost(), made.cost()
        below = F(said.pop("error_at_most"))  # the head of a Performer is exact up to 2^-64
        assert {name: cost[name] for name in said} == said
        assert below <= F(cost["error_at_most"]) < F(1, 50)
    assert "phi1 = exp(2*x1 - 1); v1 = -log(p1 + phi1); y1 = exp(v1 + 2*x1 - 1)" in made.says


# --- any g that is built from parts --------------------------------------------------------------


def one_token(random: Random, token: int) -> str:
    """A function of one token."""
    x = f"x{token}"
    return random.choice(
        [
            f"exp({x})", f"abs({x} - 1/3)", f"{x}**2", f"sin(3*{x})", f"max({x}, 1/2)", x,
            f"{x}*exp(-{x})", f"sqrt(1 + {x}**2)", f"min({x}, {x}**3)", f"tanh({x})/2",
        ]
    )  # fmt: skip


def of_a_set(random: Random, n: int, depth: int) -> str:
    """A function of x1 and of the set of the other tokens."""

    def over(state: Any) -> list[str]:
        found = []
        for j in range(2, n + 1):
            random.setstate(state)  # the same of every token
            found.append(one_token(random, j))
        return found

    kind = random.randrange(8 if depth else 3)
    if kind == 0:
        return one_token(random, 1)
    if kind == 1:
        return f"({' + '.join(over(random.getstate()))})"
    if kind == 2:
        return f"max({', '.join([*over(random.getstate()), 'x1'])})"
    one, other = (of_a_set(random, n, depth - 1) for _ in range(2))
    return (
        f"({one} - {other})", f"({one})*({other})", f"({one})/(3/2 + ({other})**2)",
        f"abs({one} - ({other}))", f"exp(({one})/4)",
    )[kind - 3]  # fmt: skip


@by_turns(2)
@some_of(1)
@pytest.mark.parametrize("seed", range(20))
def test_any_function_of_a_token_and_a_set(seed: int) -> None:
    """The parts give g, and have values in their ranges; the network is within its bound.

    Where thresholds are used, the parts are not g, and the network alone is looked at.
    """
    random = Random(seed)
    n = random.choice([2, 3, 4])
    text = of_a_set(random, n, 2)
    g = Target(text, n, 1, read_outputs(text, n, 1))
    parts = Parts(g.outputs, n, 1, F(1, 50))
    system = BallSystem(128)
    with system.working():
        for X in inputs(g, 3) if not parts.inexact else ():
            at = [[system.const(q) for q in x] for x in X]
            value = Values(parts, at, system).form(1, parts.outputs[0])
            lo, hi = to_fractions(value - values_of(g, system, at, 0)[0])
            assert max(lo, -hi) <= parts.outputs[0].slack + TINY
    net = layered(g, F(1, 3)).build("transformer")
    assert largest_error(net, g) <= net.bound.total < F(1, 3)


class Values:
    """Forms and symbols at tokens, from what they stand for; x_1 is the first one."""

    def __init__(self, parts: Parts, X: Sequence[Sequence[Any]], system: Any) -> None:
        self.parts, self.X, self.system = parts, X, system
        self.graphs = parts.features, parts.outer

    def form(self, kind: int, form: Form, token: int = 0) -> Any:
        total = self.system.const(form.constant)
        for s, c in form.terms:
            total = total + self.system.const(c) * self.symbol(kind, s, token)
        return total

    def symbol(self, kind: int, s: int, token: int) -> Any:
        made = self.graphs[kind].symbols[s]
        if isinstance(made, Atom):
            at = self.form(kind, made.inner, token)
            value = evaluate(made.h, self.system, {"x": at})
        elif made.kind == "x":
            value = self.X[token][made.index - 1]
        elif made.kind == "own":
            value = self.form(0, self.parts.latent[made.index], 0)
        else:
            feature = self.parts.latent[made.index]
            values = [self.form(0, feature, j) for j in range(1, len(self.X))]
            value = sum(values[1:], start=values[0])
        lo, hi = to_fractions(value)
        a, b = self.graphs[kind].ranges[s]
        assert a - TINY <= lo
        assert hi <= b + TINY
        return value


# --- what is not taken apart ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "n", "message"),
    [
        ("x2 - x3", 3, "no sum over the other tokens"),
        ("exp(x2)", 3, "one of several other tokens"),
        ("max(x2, 2*x3)", 3, "does not treat all tokens alike"),
        ("max(x2, x3)", 4, "does not treat all tokens alike"),
        ("floor(3*x1)", 2, "jumps"),
        ("1/(x1-x2)", 2, ""),
        ("log(x1)", 2, ""),
        ("exp(x2*x3*x1) + exp(x2*x3)*x2", 3, ""),
    ],
)
def test_what_is_not_built_so(text: str, n: int, message: str) -> None:
    with pytest.raises(NotTakenApart) as refused:
        Parts(read_outputs(text, n, 1), n, 1)
    assert message in str(refused.value)


def test_symmetric_polynomials_inside_of_functions() -> None:
    """x2 x3 is no sum over tokens; it is one of power sums."""
    g = parse_target("exp(x2*x3)", 3, 1)
    net = layered(g, F(1, 10)).build("transformer")
    assert largest_error(net, g) <= net.bound.total < F(1, 10)


def test_forms_add_up() -> None:
    one = Form(F(1), ((0, F(2)), (3, F(1))), F(1, 8))
    other = Form(F(-3), ((0, F(-2)), (2, F(5))), F(1, 4))
    assert one + other == Form(F(-2), ((2, F(5)), (3, F(1))), F(3, 8))
    assert one * F(-2) == Form(F(-2), ((0, F(-4)), (3, F(-2))), F(1, 4))


# --- routes --------------------------------------------------------------------------------------


@by_turns(3)
def test_the_smallest_route_is_taken() -> None:
    softmax = parse_target("exp(x1)/(exp(x1)+exp(x2)+exp(x3))", 3, 1)
    coarse = plan("transformer", softmax, F(1, 10))
    assert (coarse.route, coarse.cost()["units"]) == ("chebyshev", 6)
    fine = plan("transformer", softmax, F(1, 1000))
    assert fine.route == "layers"
    assert "chebyshev" in dict(fine.others)
    sizes = {
        route: plan("transformer", softmax, F(1, 1000), route).cost()["units"]
        for route in ("layers", "chebyshev")
    }
    assert fine.cost()["units"] == min(sizes.values())


def test_polynomials_are_taken_as_they_are() -> None:
    g = parse_target("x1*x2", 2, 1)
    made = plan("transformer", g, F(1, 10))
    assert made.route == "polynomial"
    ((route, size),) = made.compared().others
    assert (route, size.split()[1]) == ("layers", "units,")
    assert plan("transformer", g, F(1, 10), "layers").build().bound.total < F(1, 10)
    high = plan("transformer", parse_target("(x1+x2)**12", 2, 1), F(1, 100))
    assert high.route == "layers"
    assert "hidden units are needed, and at most 20000" in dict(high.others)["polynomial"]
    many = plan("transformer", parse_target("(x1+x2)**6", 2, 1), F(1, 100))
    assert many.route == "layers"
    assert int(dict(many.others)["polynomial"].split()[1]) > 2_000


def test_routes_that_cannot_be_had() -> None:
    g = parse_target("abs(x1-x2)", 2, 1)
    for route, message in (
        ("polynomial", "g is no polynomial"),
        ("chebyshev", "analytic around the box"),
        ("other", ", ".join(ROUTES)),
    ):
        with pytest.raises(ValueError, match=message):
            plan("transformer", g, F(1, 10), route)
    with pytest.raises(ValueError, match="eps must be positive"):
        whole("transformer", g, F(0))
    few = parse_target("max(x1,x2,x3)", 3, 1)
    with pytest.raises(ValueError, match=r"layers: 33334 thresholds are needed.*; bernstein: no"):
        whole("transformer", few, F(1, 100_000))


# --- floating point ------------------------------------------------------------------------------


def test_slopes_and_ranges_of_a_layer() -> None:
    """2 ReLU(s - 1) - ReLU(-s) + 3 ReLU(t), s = x - y, t = y."""
    s = ((0, F(1)), (1, F(-1)))
    units = (
        Hidden("a", s, F(-1), ((0, F(2)),)),
        Hidden("b", ((0, F(-1)), (1, F(1))), F(0), ((0, F(-1)),)),
        Hidden("c", ((1, F(1)),), F(0), ((0, F(3)), (1, F(1)))),
    )
    layer = FeedForward(2, 2, units, (F(5), F(0)))
    assert slopes(layer) == [{0: F(2), 1: F(5)}, {1: F(1)}]
    assert layer_ranges(layer, [(F(-1), F(3)), (F(0), F(1))]) == [(F(3), F(12)), (F(0), F(1))]


@by_turns(2)
@some_of(1)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("case", ["softmax", "distances", "deep", "product"])
def test_floating_point_stays_within_its_bound(case: str, dtype: str) -> None:
    import numpy as np

    from constructions.interop.arrays import UNIT_ROUNDOFF, ArraySystem
    from constructions.interop.transformer_files import arrays, exactly

    net, g = built(case), target(case)
    written = net.replaced(exactly(arrays(net, dtype)))
    (bound,) = deviation(net, written, F(UNIT_ROUNDOFF[dtype]), least=LEAST[dtype])
    (weights,) = deviation(net, written, F(0))
    assert weights <= bound < (F(1, 100) if dtype == "float32" else F(1, 10**8))
    exact, floats = BallSystem(200), ArraySystem("numpy", dtype, "cpu")
    for X in inputs(g, 6):
        X = [[F(float(np.dtype(dtype).type(float(q)))) for q in x] for x in X]
        made = written(floats, [[floats.array(np.array([float(q)])) for q in x] for x in X])
        with exact.working():
            wanted = net(exact, [[exact.const(q) for q in x] for x in X])
            rounded = written(exact, [[exact.const(q) for q in x] for x in X])
        for row, of_weights, true in zip(made, rounded, wanted, strict=True):
            lo, hi = to_fractions(true[0])
            value = F(float(floats.numpy(row[0])[0]))
            assert max(lo - value, value - hi) <= bound
            low, high = to_fractions(of_weights[0])
            assert max(lo - high, low - hi) <= weights
