"""One definition, many number systems: all agree with the exact one, and on the paper's formula."""

from __future__ import annotations

import json
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from fractions import Fraction as F
from typing import Any

import numpy as np
import pytest

from constructions.exact import ExactSystem, Quadratic, Surd, rational_root, squarefree
from constructions.functions import parse
from constructions.interop.arrays import (
    ArraySystem,
    choose_device,
    evaluate_batched,
    float_of,
)
from constructions.interop.flint import BallSystem
from constructions.interop.mp import MpSystem
from constructions.interop.symbolic import SymbolicSystem
from constructions.layers import CONVENTIONS, ROOT_OF_VAR_PLUS_DELTA, SIGMA_PLUS_DELTA, LayerNorm
from constructions.networks import ParallelNet, Unit
from constructions.pln import (
    Construction,
    construct,
    delta_for,
    network_on_line,
    pln_network,
    scale_for,
    short_below,
    sign_network,
    smoothing,
    step_on_line,
)
from constructions.systems import NumberError, System
from constructions.terms import Term, TermSystem
from proofs.kernel.cover import Box, enclose
from proofs.kernel.terms import read_term
from tests.sampling import some_of

VALUES: dict[str, tuple[F, ...]] = {
    "one": (F(2, 3),),
    "two": (F(1, 3), F(-5, 7)),
    "three": (F(0), F(4), F(1, 9)),
    "five": (F(1, 2), F(1, 2), F(-3), F(2, 5), F(7, 3)),
    "zeros": (F(0), F(0), F(0)),
    "constant": (F(3, 4), F(3, 4)),
}
POINTS = (F(0), F(1), F(1, 2), F(1, 3), F(2, 5), F(3, 5) + F(1, 10**6), F(-2), F(17, 4))
C = F(3, 1000)


def by_array(namespace: str) -> System:
    if namespace == "torch":
        pytest.importorskip("torch", reason="torch is an optional extra")
    return ArraySystem(namespace)


SYSTEMS = {
    "exact": lambda: ExactSystem(),
    "numpy": lambda: by_array("numpy"),
    "torch": lambda: by_array("torch"),
    "mpmath": lambda: MpSystem(40),
    "sympy": lambda: SymbolicSystem(),
    "ball": lambda: BallSystem(128),
    "terms": lambda: TermSystem(),
}
FLOATS = ("numpy", "torch")


def agrees(name: str, system: Any, value: Any, exact: F) -> bool:
    """Whether a value of the system is ``exact``, as far as the system can tell."""
    if name == "exact":
        return value.rational() == exact
    if name in FLOATS:
        return abs(float(value) - float(exact)) <= 1e-12 * max(1.0, abs(float(exact)))
    if name == "mpmath":
        return abs(value - system.const(exact)) <= 1e-35
    if name == "sympy":
        import sympy

        return sympy.simplify(value - system.const(exact)) == 0
    if name == "ball":
        return value.contains(system.const(exact)) and float(value.rad()) < 1e-30
    low, high = enclose(read_term(value.json, {}, {}), Box("", F(0), F(0), 64)).range
    return low <= exact <= high and high - low < F(1, 10**10)


def working(system: Any) -> AbstractContextManager[Any]:
    """The system's own precision, for those whose operators use a global one."""
    return system.working() if hasattr(system, "working") else nullcontext()


def breaks(y: tuple[F, ...], x: F) -> bool:
    """Whether a unit of the network through y has its jump at x."""
    return x == -1 or ((x * len(y)).denominator == 1 and 0 < x < 1)


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_system_offers_the_protocol(name: str) -> None:
    assert isinstance(SYSTEMS[name](), System)


# --- single operations ------------------------------------------------------------------------

OPERATIONS: list[tuple[str, tuple[F, ...], F]] = [
    ("sqrt", (F(9, 4),), F(3, 2)),
    ("sqrt", (F(0),), F(0)),
    ("abs", (F(-3, 7),), F(3, 7)),
    ("sign", (F(-3, 7),), F(-1)),
    ("sign", (F(0),), F(0)),
    ("sign", (F(1, 10**9),), F(1)),
    ("maximum", (F(1, 3), F(1, 4)), F(1, 3)),
    ("minimum", (F(1, 3), F(1, 4)), F(1, 4)),
    ("floor", (F(-1, 2),), F(-1)),
    ("floor", (F(2),), F(2)),
    ("exp", (F(0),), F(1)),
    ("log", (F(1),), F(0)),
    ("sin", (F(0),), F(0)),
    ("cos", (F(0),), F(1)),
    ("tan", (F(0),), F(0)),
    ("tanh", (F(0),), F(0)),
    ("atan", (F(0),), F(0)),
    ("ratio", (F(3), F(4), F(7)), F(3, 4)),
    ("ratio", (F(3), F(0), F(7)), F(7)),
    ("ratio", (F(0), F(0), F(0)), F(0)),
]


@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.parametrize(("operation", "arguments", "expected"), OPERATIONS)
def test_an_operation_has_its_exact_value(
    name: str, operation: str, arguments: tuple[F, ...], expected: F
) -> None:
    system = SYSTEMS[name]()
    value = getattr(system, operation)(*(system.const(q) for q in arguments))
    assert agrees(name, system, value, expected)


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_quotient_without_convention_is_plain_division(name: str) -> None:
    system = SYSTEMS[name]()
    if name == "ball":
        pytest.skip("the ball system always takes a convention, and refuses zero divisors")
    value = system.ratio(system.const(F(1)), system.const(F(8)), None)
    assert agrees(name, system, value, F(1, 8))


@pytest.mark.parametrize("name", ["exact", "mpmath", "sympy"])
def test_a_zero_divisor_without_convention_is_an_error(name: str) -> None:
    system = SYSTEMS[name]()
    with pytest.raises(ArithmeticError):
        system.ratio(system.const(1), system.const(0), None)


@pytest.mark.parametrize("namespace", FLOATS)
def test_arrays_apply_the_convention_entry_by_entry(namespace: str) -> None:
    system = by_array(namespace)
    assert isinstance(system, ArraySystem)
    a, b = system.array([1.0, 2.0, -3.0]), system.array([0.0, 4.0, 0.0])
    assert system.numpy(system.ratio(a, b, system.const(5))).tolist() == [5.0, 0.5, 5.0]


@pytest.mark.parametrize("namespace", FLOATS)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_arrays_keep_their_dtype(namespace: str, dtype: str) -> None:
    by_array(namespace)
    system = ArraySystem(namespace, dtype)
    value = system.ratio(
        system.sqrt(system.const(F(1, 3))) * system.array([1.0, 2.0]) + system.pi(),
        system.array([0.0, 1.0]),
        system.const(0),
    )
    assert system.numpy(value).dtype == dtype


@pytest.mark.parametrize(
    ("operation", "argument"), [("sqrt", F(-1)), ("log", F(0)), ("log", F(-2))]
)
@pytest.mark.parametrize("name", ["mpmath", "sympy", "ball"])
def test_what_has_no_real_value_is_refused(name: str, operation: str, argument: F) -> None:
    system = SYSTEMS[name]()
    with pytest.raises(NumberError):
        getattr(system, operation)(system.const(argument))


@pytest.mark.parametrize("namespace", FLOATS)
def test_arrays_report_undefined_values_without_a_warning(namespace: str) -> None:
    system = by_array(namespace)
    assert isinstance(system, ArraySystem)
    with system.working():
        value = system.log(system.array([1.0, 0.0])) / system.array([1.0, 0.0])
        with pytest.raises(NumberError):
            system.finite(value)
        assert system.numpy(system.finite(system.array([1.0]))).tolist() == [1.0]


def test_constants_beyond_the_floats_are_refused() -> None:
    with pytest.raises(NumberError):
        ArraySystem().const(F(10) ** 400)
    assert float_of(F(1, 10**400)) == 0.0


def test_sympy_takes_no_floats() -> None:
    with pytest.raises(NumberError):
        SymbolicSystem().const(0.5)  # type: ignore[arg-type]


def test_mpmath_precision_is_the_systems_own() -> None:
    import mpmath

    before = mpmath.mp.dps
    system = MpSystem(80)
    third = system.const(F(1, 3))
    assert mpmath.mp.dps == before
    assert abs(third * 3 - 1) < system.mp.mpf(10) ** -79
    assert abs(MpSystem(10).const(F(1, 3)) * 3 - 1) < 1e-9


@pytest.mark.parametrize("arguments", [("cupy",), ("numpy", "int8"), ("numpy", "float64", "cuda")])
def test_unknown_arrays_are_refused(arguments: tuple[str, ...]) -> None:
    with pytest.raises(ValueError):
        ArraySystem(*arguments)


def test_an_unknown_device_is_one_clear_line() -> None:
    with pytest.raises(ValueError, match=r"device|torch") as caught:
        choose_device("tpu")
    assert "\n" not in str(caught.value)
    assert choose_device("numpy") == ("numpy", "cpu", "float64")


# --- networks ---------------------------------------------------------------------------------


@some_of(19)
@pytest.mark.parametrize("values", VALUES)
@pytest.mark.parametrize("name", SYSTEMS)
def test_every_system_computes_the_network(name: str, values: str) -> None:
    y, d, convention = VALUES[values], 3, SIGMA_PLUS_DELTA
    net = pln_network(y, d, delta_for(d, C, convention), convention)
    radicand = net.radicand()
    for x in POINTS if name != "sympy" else POINTS[:4]:
        exact = network_on_line(ExactSystem(), y, ExactSystem().const(x), C).rational()
        system = ExactSystem(radicand) if name == "exact" else SYSTEMS[name]()
        if name == "ball" and breaks(y, x):
            continue  # a ball around 0 does not show that a variance is 0
        with working(system):
            point = system.const(x)
            assert agrees(name, system, network_on_line(system, y, point, C), exact)
            assert agrees(name, system, net.evaluate(system, [point]), exact)


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_system_computes_the_sign_network(name: str) -> None:
    y = VALUES["five"]
    for x in POINTS:
        exact = sign_network(y).evaluate(ExactSystem(), [ExactSystem().const(x)]).rational()
        if name in (*FLOATS, "ball", "mpmath") and breaks(y, x):
            continue  # a rounded number may lie on either side of a jump
        system = SYSTEMS[name]()
        with working(system):
            value = sign_network(y).evaluate(system, [system.const(x)])
            assert agrees(name, system, value, exact)


def test_a_term_over_a_name_is_the_network_at_every_point() -> None:
    y = VALUES["three"]
    net = pln_network(y, 2, delta_for(2, C, SIGMA_PLUS_DELTA))
    for lowered in (
        net.evaluate(TermSystem(), [Term("x")]),
        network_on_line(TermSystem(), y, Term("x"), C),
    ):
        json.dumps(lowered.json)
        term = read_term(lowered.json, {"x"}, {})
        for x in POINTS:
            expected = network_on_line(ExactSystem(), y, ExactSystem().const(x), C).rational()
            assert enclose(term, Box("x", x, x, 0)).range == (expected, expected)


def test_a_symbolic_network_is_the_formula_for_every_x() -> None:
    import sympy

    system = SymbolicSystem()
    x = system.symbol("x")
    net = pln_network(VALUES["two"], 2, delta_for(2, C, SIGMA_PLUS_DELTA))
    difference = net.evaluate(system, [x]) - network_on_line(system, VALUES["two"], x, C)
    assert sympy.simplify(difference) == 0
    assert sympy.simplify(difference + x) != 0


def test_a_symbolic_convention_is_piecewise() -> None:
    import sympy

    system = SymbolicSystem()
    x = system.symbol("x")
    value = system.ratio(system.const(1), x, system.const(7))
    assert value.subs(x, 0) == 7
    assert value.subs(x, 2) == sympy.Rational(1, 2)
    assert system.ratio(x, system.const(0), system.const(7)) == 7


@some_of(29)
@pytest.mark.parametrize("d", range(2, 10))
@pytest.mark.parametrize("values", VALUES)
@pytest.mark.parametrize("scale", [F(1), F(7, 3), F(1, 1000)])
def test_pln_network_computes_the_formula_exactly(d: int, values: str, scale: F) -> None:
    """Lemma 1 in Q(sqrt(2d)), sigma + delta, with weights scaled by s and delta by s as well."""
    y = VALUES[values]
    delta = delta_for(d, C, SIGMA_PLUS_DELTA) * scale
    assert smoothing(d, delta, SIGMA_PLUS_DELTA, Surd(scale)) == Surd(C)
    net = pln_network(y, d, delta, SIGMA_PLUS_DELTA, Surd(scale))
    system = ExactSystem(net.radicand())
    for x in POINTS:
        expected = network_on_line(ExactSystem(), y, ExactSystem().const(x), C).rational()
        assert net.evaluate(system, [system.const(x)]).rational() == expected


@pytest.mark.parametrize("d", range(2, 10))
@pytest.mark.parametrize("convention", CONVENTIONS)
def test_scale_for_gives_a_rational_smoothing_for_a_fixed_delta(d: int, convention: str) -> None:
    delta = Surd(F(1, 100_000))
    scale = scale_for(d, delta, C, convention)
    assert smoothing(d, delta, convention, scale) == Surd(C)
    y = VALUES["three"]
    net = pln_network(y, d, delta, convention, scale)
    system = MpSystem(80)  # no balls: at a breakpoint a ball cannot see that a variance is 0
    for x in POINTS:
        point = system.const(x)
        gap = net.evaluate(system, [point]) - network_on_line(system, y, point, C, convention)
        assert abs(gap) < 1e-70


@some_of(34)
@pytest.mark.parametrize("d", range(2, 10))
@pytest.mark.parametrize("values", VALUES)
@pytest.mark.parametrize("scale", [F(1), F(5, 2)])
def test_pln_network_under_the_root_is_exact_at_pythagorean_points(
    d: int, values: str, scale: F
) -> None:
    """sqrt(var + delta): each unit where t*t + c*c is a square, and the whole in balls."""
    y = VALUES[values]
    delta = delta_for(d, C, ROOT_OF_VAR_PLUS_DELTA) * (scale * scale)
    net = pln_network(y, d, delta, ROOT_OF_VAR_PLUS_DELTA, Surd(scale))
    system = ExactSystem(squarefree(2 * d)[1])
    for unit, step in zip(net.units, sign_network(y).units, strict=True):
        for t in (F(0), C * F(3, 4), -C * F(12, 5), C * F(8, 15)):
            x = t - step.b[0].q
            c = ExactSystem().const(C)
            s = step_on_line(ExactSystem(), ExactSystem().const(t), c, ROOT_OF_VAR_PLUS_DELTA)
            expected = (s * step.alpha[0].q).rational()
            assert net.unit_value(system, unit, [system.const(x)]).rational() == expected
    balls = BallSystem(256)
    with balls.working():
        for x in POINTS:
            value = net.evaluate(balls, [balls.const(x)])
            line = network_on_line(balls, y, balls.const(x), C, ROOT_OF_VAR_PLUS_DELTA)
            assert (value - line).contains(0)
            assert float((value - line).rad()) < 1e-60


def test_smoothing_zero_is_the_sign_network() -> None:
    y = VALUES["five"]
    for d in (2, 3, 8):
        net = pln_network(y, d, Surd(F(0)))
        system = ExactSystem(net.radicand())
        for x in POINTS:
            expected = sign_network(y).evaluate(ExactSystem(), [ExactSystem().const(x)])
            assert net.evaluate(system, [system.const(x)]).rational() == expected.rational()


def test_a_wrong_weight_is_seen() -> None:
    """The comparisons above can fail: delta of the neighbouring dimension does not do."""
    y = VALUES["two"]
    net = pln_network(y, 3, delta_for(4, C, SIGMA_PLUS_DELTA))
    value = net.evaluate(MpSystem(40), [MpSystem(40).const(F(2, 5))])
    line = network_on_line(MpSystem(40), y, MpSystem(40).const(F(2, 5)), C)
    assert abs(value - line) > 1e-4


# --- batches ----------------------------------------------------------------------------------


def nets_of(d: int, convention: str, delta_zero: bool = False) -> list[ParallelNet]:
    c = [F(3, 1000), F(1, 7), F(2), F(1, 10**6), F(5, 3), F(1, 2)]
    return [
        pln_network(y, d, Surd(F(0)) if delta_zero else delta_for(d, q, convention), convention)
        for y, q in zip(VALUES.values(), c, strict=True)
    ]


@pytest.mark.parametrize("namespace", FLOATS)
@pytest.mark.parametrize("convention", CONVENTIONS)
@pytest.mark.parametrize("padded", [True, False])
@pytest.mark.parametrize("delta_zero", [False, True])
def test_a_batch_agrees_with_one_network_at_a_time(
    namespace: str, convention: str, padded: bool, delta_zero: bool
) -> None:
    system = by_array(namespace)
    assert isinstance(system, ArraySystem)
    nets = nets_of(5, convention, delta_zero)
    xs = np.linspace(0, 1, 17)
    values = system.numpy(evaluate_batched(nets, xs, namespace, memory=2000, padded=padded))
    for row, net in zip(values, nets, strict=True):
        one = system.numpy(net.evaluate(system, [system.array(xs)]))
        assert np.abs(row - one).max() <= 1e-13


def test_a_batch_takes_points_for_each_network_and_several_inputs() -> None:
    def unit(k: int) -> Unit:
        rows = tuple((Surd(F(k + r)), Surd(F(r - 2 * k))) for r in range(3))
        alpha = tuple(Surd(F(r - 1)) for r in range(3))
        return Unit(f"u{k}", alpha, rows, tuple(Surd(F(r * k, 3)) for r in range(3)))

    layer = LayerNorm(3, Surd(F(1, 10)))
    nets = [ParallelNet(layer, 2, tuple(unit(k) for k in range(1, size))) for size in (2, 4, 9)]
    xs = np.random.default_rng(1).uniform(-1, 1, (3, 5, 2))
    values = evaluate_batched(nets, xs)
    system = ArraySystem()
    for i, net in enumerate(nets):
        one = net.evaluate(system, [xs[i, :, 0], xs[i, :, 1]])
        assert np.abs(values[i] - one).max() <= 1e-13
    with pytest.raises(ValueError, match="points of shape"):
        evaluate_batched(nets, xs[:2])


def test_sign_networks_can_be_batched() -> None:
    nets = [sign_network(y) for y in VALUES.values()]
    values = evaluate_batched(nets, [0.1, 0.45, 0.9])
    for row, net in zip(values, nets, strict=True):
        for got, x in zip(row, (F(1, 10), F(9, 20), F(9, 10)), strict=True):
            exact = net.evaluate(ExactSystem(), [ExactSystem().const(x)]).rational()
            assert got == pytest.approx(float(exact), abs=1e-15)


def test_a_batch_of_different_layers_is_refused() -> None:
    with pytest.raises(ValueError, match="share"):
        evaluate_batched([*nets_of(2, SIGMA_PLUS_DELTA), *nets_of(3, SIGMA_PLUS_DELTA)], [0.5])
    with pytest.raises(ValueError, match="at least one"):
        evaluate_batched([], [0.5])


# --- exact roots ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("n", "expected"),
    [
        (1, (1, 1)),
        (12, (2, 3)),
        (10**18, (10**9, 1)),
        (2 * 1_000_003**2, (1_000_003, 2)),
        (1_000_003 * 1_000_033, (1, 1_000_003 * 1_000_033)),
        (3**5 * 1_000_003, (9, 3 * 1_000_003)),
    ],
)
def test_squarefree_parts(n: int, expected: tuple[int, int]) -> None:
    assert squarefree(n) == expected


def test_a_radicand_that_cannot_be_settled_is_refused_and_not_searched_forever() -> None:
    with pytest.raises(NumberError, match="digits"):
        squarefree((10**12 + 39) * (10**12 + 61) * (10**12 + 63))
    with pytest.raises(ValueError, match="digits"):
        Surd.read(f"1*sqrt({(10**12 + 39) * (10**12 + 61)})")


def test_a_rational_above_a_surd() -> None:
    root = Surd(F(3, 7), 2)
    above = root.above()
    assert above * above > root.q**2 * 2 > (above - F(1, 2**60)) ** 2
    below_zero = Surd(F(-3, 7), 2).above()
    assert below_zero <= 0
    assert below_zero**2 <= root.q**2 * 2
    assert Surd(F(5, 3)).above() == F(5, 3)


def test_exact_division_by_zero_is_not_silent() -> None:
    with pytest.raises(ZeroDivisionError):
        ExactSystem().ratio(Quadratic(F(1), F(0), 1), Quadratic(F(0), F(0), 1), None)
    assert rational_root(F(2)) is None


# --- the constructor of Theorem 1 -------------------------------------------------------------


class Line:
    """f(x) = x, exactly."""

    def exact(self, q: F) -> F:
        return q

    def sample(self, q: F, tolerance: F) -> F:
        return q


class Blurred:
    """f(x) = x, known only with an error as large as allowed."""

    def sample(self, q: F, tolerance: F) -> F:
        return q + tolerance


class Zero:
    def sample(self, q: F, tolerance: F) -> F:
        return F(0)


DELTAS = [None, F(0), F(1, 10**5), F(1, 3), F(7), Surd(F(1, 3), 2)]


@some_of(62)
@pytest.mark.parametrize("convention", CONVENTIONS)
@pytest.mark.parametrize("delta", DELTAS)
@pytest.mark.parametrize("d", [2, 3, 8])
@pytest.mark.parametrize("eps", [F(1, 2), F(1, 10), F(1, 7) + F(1, 10**9)])
@pytest.mark.parametrize("f", [Line(), Blurred(), Zero()])
def test_a_construction_keeps_its_promise(
    convention: str, delta: Any, d: int, eps: F, f: Any
) -> None:
    if isinstance(delta, Surd) and convention == ROOT_OF_VAR_PLUS_DELTA:
        with pytest.raises(ValueError, match="rational delta"):
            construct(f, F(1), eps, d, convention, delta)
        return
    made = construct(f, F(1), eps, d, convention, delta)
    assert made.network.N == int(1 / (2 * eps)) + 1
    assert made.rho == 0 or not isinstance(f, Line)
    assert 8 * made.rho <= eps - made.budget.bound
    assert made.predicted < eps
    assert smoothing(d, made.delta, convention, made.scale) == made.c or delta == 0
    assert made.network == pln_network(made.y, d, made.delta, convention, made.scale)
    if delta is not None:
        assert made.delta == Surd.of(delta)
    # the network is the line formula with this c, also where c is irrational
    system = MpSystem(60)
    for x in (F(0), F(1, 3), F(999, 1000)):
        point = system.const(x)
        line = network_on_line(system, made.y, point, made.c, convention)
        value = made.network.evaluate(system, [point])
        assert abs(value - line) < 1e-50
        if not isinstance(f, Zero):
            assert abs(value - point) <= system.const(made.predicted) + system.mp.mpf(10) ** -40


def test_a_fixed_delta_keeps_scale_one_where_it_can() -> None:
    fits = construct(Line(), F(1), F(1, 2), 2, SIGMA_PLUS_DELTA, F(1, 100))
    assert fits.scale == Surd(F(1))
    assert fits.c == Surd(F(1, 100))
    scaled = construct(Line(), F(1), F(1, 2), 2, SIGMA_PLUS_DELTA, F(100))
    assert scaled.scale != Surd(F(1))
    assert scaled.c.m == 1
    irrational = construct(Line(), F(1), F(1, 2), 3, SIGMA_PLUS_DELTA, F(1, 100))
    assert irrational.scale == Surd(F(1))
    assert irrational.c == Surd(F(1, 200), 6)


def test_the_constructor_takes_half_of_what_is_left_with_two_digits() -> None:
    made = construct(Line(), F(1), F(1, 10), 2)
    most = made.budget.largest_c()
    assert most is not None
    assert made.c == Surd(short_below(most / 2))
    assert construct(Zero(), F(0), F(1, 10), 2).c == Surd(F(1))


def test_the_root_of_var_plus_delta_allows_more() -> None:
    f = parse("sin(2*x+1)+cos(x)")

    def made(delta: F, convention: str) -> Construction:
        return construct(f, F(3), F(1, 10), 2, convention, delta)

    root = made(F(1, 10**5), ROOT_OF_VAR_PLUS_DELTA)  # torch's delta, and the printed weights
    assert root.scale == Surd(F(1))
    assert root.predicted < F(1, 10)
    wide = root.budget
    most, plain = wide.largest_c(), replace(wide, root=False).largest_c()
    assert most is not None
    assert plain is not None
    assert F(16, 10**6) < most**2 < F(17, 10**6)
    assert wide.smoothing_error(most) < wide.slack < wide.smoothing_error(most * F(10001, 10000))
    assert plain**2 < F(1, 10**7)
    assert made(F(2, 10**5), ROOT_OF_VAR_PLUS_DELTA).scale != Surd(F(1))
    # where 2 N c > 1 the bound of first order is the smaller one
    large = F(1, wide.N)
    assert wide.smoothing_error(large) == replace(wide, root=False).smoothing_error(large)
    assert wide.smoothing_error(large) < large**2 * wide.curvature


@pytest.mark.parametrize(
    "arguments",
    [
        (F(1), F(0), 2),
        (F(1), F(-1), 2),
        (F(-1), F(1), 2),
        (F(1), F(1), 1),
        (F(1), F(1), 2, "var"),
        (F(1), F(1), 2, SIGMA_PLUS_DELTA, F(-1)),
        (F(1), F(1, 10**12), 2),
    ],
)
def test_impossible_constructions_are_refused(arguments: tuple[Any, ...]) -> None:
    with pytest.raises(ValueError) as caught:
        construct(Line(), *arguments)
    assert "\n" not in str(caught.value)
