"""A function's values: exact, sampled, enclosed, and in every number system."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from constructions.functions import (
    STANDARD,
    FunctionError,
    NotDefined,
    Undecided,
    derivative,
    parse,
)
from constructions.functions.expression import (
    Binary,
    Call,
    Number,
    Pi,
    Variable,
    evaluate,
    fold,
    fold_power,
    simplify,
    substitute,
)
from constructions.functions.function import Function
from constructions.functions.germs import GermSystem
from constructions.functions.jets import JetSystem
from constructions.functions.reals import RealSystem
from constructions.functions.spans import SpanSystem
from constructions.interop.flint import BallSystem, from_interval, to_fractions
from constructions.systems import NumberError, System
from tests.sampling import by_turns

X = Variable("x")
unit = st.fractions(0, 1, max_denominator=1000)
few = settings(max_examples=80, deadline=None)


@pytest.mark.parametrize(
    ("text", "q", "value"),
    [
        ("x**2 - 1/3", Fraction(1, 2), Fraction(-1, 12)),
        ("x**-2", Fraction(1, 3), Fraction(9)),
        ("x**0", 0, 1),
        ("abs(x-1) + max(x, 1/3, 2*x) - min(x, 1)", Fraction(1, 4), 1),
        ("floor(7*x)", Fraction(-1, 2), -4),
        ("sign(x)", 0, 0),
        ("sqrt(x)", Fraction(4, 9), Fraction(2, 3)),
        ("sin(x)+cos(x)+exp(x)+tan(x)+tanh(x)+atan(x)", 0, 2),
        ("log(x)", 1, 0),
        ("sin(pi*x)", Fraction(1, 6), Fraction(1, 2)),
        ("sin(pi*x)", Fraction(7, 6), Fraction(-1, 2)),
        ("cos(pi*x)", Fraction(1, 3), Fraction(1, 2)),
        ("cos(pi*x)", 1, -1),
        ("tan(pi*x)", Fraction(3, 4), -1),
        ("atan(x)/pi", 1, Fraction(1, 4)),
        ("pi*x - pi/2", Fraction(1, 2), 0),
        ("(2*pi+2)/(pi+1)", 0, 2),
        ("floor(exp(x))", 1, 2),
        ("floor(100*pi)", 0, 314),
        ("sign(sin(x))", 3, 1),
        ("0*exp(x)", 1, 0),
        ("max(exp(x), 7)", 1, 7),
    ],
)
def test_exact_values(text: str, q: Any, value: Any) -> None:
    assert parse(text).exact(Fraction(q)) == value


@pytest.mark.parametrize("text", ["sin(x)", "pi", "sqrt(x+1)", "exp(x)*exp(-x)", "sin(pi*x/7)"])
def test_values_not_found_rational_are_none(text: str) -> None:
    assert parse(text).exact(Fraction(1)) is None


@pytest.mark.parametrize(
    ("text", "q"),
    [
        ("1/x", 0),
        ("x**-1", 0),
        ("log(x)", 0),
        ("log(x)", -1),
        ("sqrt(x)", -1),
        ("tan(pi*x)", Fraction(1, 2)),
        ("1/(x-x)", 3),
        ("1/sin(pi*x)", 1),
        ("0*(1/x)", 0),
        ("sqrt(sin(x))", 4),
    ],
)
def test_undefined_values_name_the_place(text: str, q: Any) -> None:
    f = parse(text)
    for ask in (f.exact, lambda z: f.sample(z, Fraction(1, 10)), lambda z: f.enclose(z, z)):
        with pytest.raises(NotDefined) as caught:
            ask(Fraction(q))
        assert caught.value.where == q


def test_too_close_to_call_is_said() -> None:
    with pytest.raises(Undecided):
        parse("1/(exp(log(2)) - 2)").exact(0)
    with pytest.raises(Undecided):
        parse("floor(exp(log(3)))").exact(0)


@few
@given(st.sampled_from(sorted(STANDARD.values())), unit, st.integers(1, 200))
def test_samples_keep_their_tolerance(text: str, q: Fraction, k: int) -> None:
    f, tolerance = parse(text), Fraction(1, 3**k)
    y = f.sample(q, tolerance)
    exact = f.exact(q)
    if exact is not None:
        assert y == exact
        return
    assert y.denominator & (y.denominator - 1) == 0
    assert y.denominator <= 4 / tolerance
    low, high = to_fractions(f.evaluate(BS, x=BS.const(q)))
    assert max(abs(y - low), abs(y - high)) <= tolerance + (high - low)


BS = BallSystem(700)


def test_a_tolerance_is_positive() -> None:
    with pytest.raises(FunctionError):
        parse("x").sample(0, Fraction(0))


# --- random expressions -------------------------------------------------------------------

LEAVES = st.one_of(
    st.just(X), st.just(X), st.just(Pi()), st.fractions(-3, 3, max_denominator=6).map(Number)
)
CALLS = ("abs", "floor", "sqrt", "exp", "log", "sin", "cos", "tan", "tanh", "atan", "sign")


def grow(children: st.SearchStrategy) -> st.SearchStrategy:
    return st.one_of(
        st.builds(fold, st.sampled_from("+-*/"), children, children),
        st.builds(fold_power, children, st.integers(-2, 3)),
        st.builds(lambda n, a: Call(n, (a,)), st.sampled_from(CALLS), children),
        st.builds(
            lambda n, a, b: Call(n, (a, b)), st.sampled_from(["min", "max"]), children, children
        ),
    )


EXPRESSIONS = st.recursive(LEAVES, grow, max_leaves=6)


def truth(tree: Any, q: Fraction) -> tuple[Fraction, Fraction] | None:
    """Tight bounds of the value, None where undefined or undecided."""
    try:
        value = evaluate(tree, RealSystem(400), {"x": RealSystem(400).const(q)})
        if value.exact is not None:
            return value.exact, value.exact
        return to_fractions(value.ball())
    except NumberError:
        return None


@by_turns(3)
@settings(max_examples=250, deadline=None)
@given(EXPRESSIONS, unit, unit, unit)
def test_every_system_encloses_the_value(tree: Any, a: Fraction, b: Fraction, t: Fraction) -> None:
    low, high = min(a, b), max(a, b)
    q = low + t * (high - low)
    true = truth(tree, q)
    balls, spans = BallSystem(80), SpanSystem(80)
    try:
        with balls.working():
            got = to_fractions(Function("", tree).evaluate(balls, x=from_interval(low, high)))
    except NumberError:
        got = None
    try:
        with spans.working():
            span = spans.finite(evaluate(tree, spans, {"x": spans.interval(low, high)}))
            ends = to_fractions(span.lo)[0], to_fractions(span.hi)[1]
    except NumberError:
        ends = None
    for found in (got, ends):
        if found is not None and true is not None:
            assert found[0] <= true[1]
            assert true[0] <= found[1]
    if true is not None:
        small = simplify(tree)
        same = truth(small, q)
        assert same is None or (same[0] <= true[1] and true[0] <= same[1])
        put = truth(substitute(tree, "x", Number(q)), Fraction(0))
        assert put is None or (put[0] <= true[1] and true[0] <= put[1])


@by_turns(3)
@settings(max_examples=150, deadline=None)
@given(EXPRESSIONS, unit, unit)
def test_enclosures_contain_values(tree: Any, a: Fraction, b: Fraction) -> None:
    f = Function("f", tree)
    low, high = min(a, b), max(a, b)
    try:
        bottom, top = f.enclose(low, high)
    except FunctionError:
        return
    for k in range(5):
        true = truth(tree, low + (high - low) * Fraction(k, 4))
        if true is not None:
            assert bottom <= true[1]
            assert true[0] <= top


@by_turns(3)
@settings(max_examples=150, deadline=None)
@given(EXPRESSIONS, unit)
def test_jets_agree_with_the_symbolic_derivative(tree: Any, q: Fraction) -> None:
    reals = RealSystem(300)
    jets = JetSystem(reals)
    try:
        jet = evaluate(tree, jets, {"x": jets.variable(reals.const(q))})
        if len(jet.c) < 3:
            return
        first = derivative(tree)
        values = [evaluate(d, reals, {"x": reals.const(q)}) for d in (first, derivative(first))]
    except NumberError:
        return
    for mine, other in zip(jet.c[1:], values, strict=True):
        assert mine.ball().overlaps(other.ball())


@pytest.mark.parametrize(
    ("text", "slope"),
    [
        ("x**3", 12),
        ("1/x", Fraction(-1, 4)),
        ("x*abs(1-x)", 3),
        ("max(x**2, x, 1)", 4),
        ("min(x, 7) + floor(x/3)", 1),
        ("exp(x-2) + log(x/2) + sin(x-2)", Fraction(5, 2)),
        ("sqrt(2*x)", Fraction(1, 2)),
        ("tan(x-2) + tanh(x-2) + atan(x-2) - cos(x-2)", 3),
    ],
)
def test_derivatives(text: str, slope: Any) -> None:
    system = RealSystem()
    assert evaluate(derivative(parse(text).expression), system, {"x": system.const(2)}).exact == (
        slope
    )


# --- other systems ------------------------------------------------------------------------


class Arrays:
    """A minimal array system: enough of numpy to see that evaluation is vectorised."""

    name = "array"
    sqrt, exp, log, sin, cos, tan = np.sqrt, np.exp, np.log, np.sin, np.cos, np.tan
    tanh, atan, floor, sign, abs = np.tanh, np.arctan, np.floor, np.sign, np.abs
    maximum, minimum = np.maximum, np.minimum

    def const(self, q: Any) -> Any:
        return np.float64(float(q))

    def pi(self) -> Any:
        return np.float64(np.pi)

    def ratio(self, a: Any, b: Any, at_zero: Any) -> Any:
        return np.where(b == 0, at_zero, a / np.where(b == 0, 1.0, b))


@pytest.mark.parametrize("text", [*sorted(STANDARD.values()), "x**0 + x**-1", "floor(pi*x)"])
def test_arrays_agree_with_samples(text: str) -> None:
    points = np.array([0.125, 0.3125, 0.8125])
    f = parse(text)
    values = np.broadcast_to(f.evaluate(Arrays(), x=points), points.shape)
    for q, value in zip(points, values, strict=True):
        assert abs(f.sample(Fraction(q), Fraction(1, 10**12)) - Fraction(float(value))) < 1e-11


@pytest.mark.parametrize(
    "system", [RealSystem(), SpanSystem(), GermSystem(), JetSystem(BallSystem())]
)
def test_own_systems_offer_every_operation(system: Any) -> None:
    assert isinstance(system, System)


def test_variables_and_their_aliases() -> None:
    real = RealSystem()
    assert parse("x10 + x2 + x").variables == ("x", "x2", "x10")
    assert parse("x1**2").exact(3) == 9
    assert parse("x1**2").evaluate(real, x=real.const(3)).exact == 9
    assert parse("x").evaluate(real, x1=real.const(3)).exact == 3
    assert parse("x1 - x2").evaluate(real, x1=real.const(3), x2=real.const(1)).exact == 2
    with pytest.raises(FunctionError, match="needs a value for x2"):
        parse("x1 - x2").evaluate(real, x1=real.const(3))
    with pytest.raises(FunctionError, match="one variable"):
        parse("x1 - x2").exact(0)
    with pytest.raises(FunctionError, match="one variable"):
        parse("x2").exact(0)


def test_division_by_zero_is_a_number_error_in_every_system() -> None:
    with pytest.raises(NumberError):
        parse("1/x").evaluate(RealSystem(), x=RealSystem().const(0))
    balls = BallSystem()
    with pytest.raises(NumberError):
        parse("0*(1/x)").evaluate(balls, x=balls.const(0))
    assert to_fractions(parse("1/x").evaluate(balls, x=balls.const(2))) == (
        Fraction(1, 2),
        Fraction(1, 2),
    )


def test_functions_compare_by_their_expression() -> None:
    assert parse("x + 1") == parse("x+1")
    assert hash(parse("x + 1")) == hash(parse("x+1"))
    assert parse("x + 1") != parse("1 + x")
    assert str(parse(" x  + 1 ")) == "x + 1"


@pytest.mark.parametrize("operator", ["%", "+-", ""])
def test_operators_are_checked_when_a_tree_is_built(operator: str) -> None:
    with pytest.raises(ValueError):
        Binary(operator, X, X)


def test_calls_are_checked_when_a_tree_is_built() -> None:
    with pytest.raises(ValueError):
        Call("sin", (X, X))
    with pytest.raises(ValueError):
        Call("system", (X,))


def test_enclosures_are_sharp_where_f_is_monotone() -> None:
    assert parse("x**2").enclose(0, 1) == (0, 1)
    assert parse("sqrt(x)").enclose(0, 1) == (0, 1)
    assert parse("floor(3*x)").enclose(0, 1) == (0, 3)
    low, high = parse("exp(x)").enclose(0, 1, bits=100)
    assert low == 1
    assert Fraction(2718281828, 10**9) < high < Fraction(2718281829, 10**9)


@pytest.mark.parametrize("bounds", [(1, 0, 64), (0, 1, 1)])
def test_enclosure_arguments(bounds: Any) -> None:
    with pytest.raises(FunctionError):
        parse("x").enclose(*bounds)


@pytest.mark.parametrize("text", ["1/(x-1/3)", "log(x)", "exp(exp(exp(10*x)))"])
def test_enclosures_refuse_where_there_is_none(text: str) -> None:
    with pytest.raises((NotDefined, Undecided)):
        parse(text).enclose(0, 1)


def test_importing_the_package_loads_nothing_heavy() -> None:
    import subprocess
    import sys

    heavy = ("flint", "numpy", "sympy", "mpmath", "scipy")
    code = (
        "import sys, constructions.functions as m; m.parse('sin(x)+1');"
        f"print([name for name in {heavy!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
