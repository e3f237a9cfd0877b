"""Lipschitz constants: known ones, refusals with their place, and soundness on random f."""

from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from constructions.functions import (
    STANDARD,
    ConstantTooSmall,
    FunctionError,
    LipschitzBound,
    NotDefined,
    NotLipschitz,
    Piece,
    Undecided,
    check_constant,
    linear_pieces,
    lipschitz,
    parse,
)
from constructions.functions.expression import (
    Call,
    Number,
    Pi,
    Variable,
    evaluate,
    fold,
    fold_power,
)
from constructions.functions.function import Function
from constructions.functions.reals import RealSystem, Unresolved
from constructions.systems import NumberError
from tests.sampling import by_turns


@pytest.mark.parametrize(
    ("text", "constant"),
    [
        ("0", 0),
        ("3/7", 0),
        ("x", 1),
        ("x1", 1),
        ("abs(x-1/3)", 1),
        ("-3*x/2", Fraction(3, 2)),
        ("abs(4*x - 2*floor(2*x + 1/2))/4", 1),
        ("min(max(x, 1/4), 2/3)", 1),
        ("floor(x/2)", 0),
        ("x + floor(x/2)", 1),
        ("sign(x+1)", 0),
        ("sign(x-1/2)*(x-1/2)", 1),
        ("floor(x) - floor(x)", 0),
        ("floor(x) - floor(x**2)", 0),
        ("sin(x)*(1 + floor(exp(x)/10)*sign(x-3))", 1),
        ("abs(max(x-1/2, 0))", 1),
        ("x**2", 2),
        ("x**3-x", 2),
        ("x**3-3*x**2", 3),
        ("3*x**2-2*x**3", Fraction(3, 2)),
        ("x**4-2*x**3+x", 1),
        ("(x-1/2)**3", Fraction(3, 4)),
        ("x**64", 64),
        ("1/(1+x)", 1),
        ("exp(-x)", 1),
        ("sin(x-1/2)", 1),
        ("sin(20*x)", 20),
        ("cos(x)*0 + atan(3*x)", 3),
        ("tanh(5*x-2)", 5),
        ("log(1+x)", 1),
        ("abs(x**2-1/9)", 2),
        ("max(x**2, x)", 1),
        ("sqrt(x**2)", 1),
        ("sign(x**2-1/4)*(x**2-1/4)", 2),
        ("sign(x-1/2)*sin(x-1/2)", 1),
        ("sqrt((x+1)**2)*sign(x+2)", 1),
    ],
)
def test_exact_constants(text: str, constant: Any) -> None:
    bound = lipschitz(parse(text))
    assert bound.exact
    assert bound.upper == bound.lower == constant
    assert 0 <= bound.point <= 1


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("sin(2*x+1)+cos(x)", 2.821455978009108),
        ("exp(x)", 2.718281828459045),
        ("sin(pi*x)", 3.141592653589793),
        ("sqrt(x+1/10)", 1.5811388300841898),
        ("1/(1+25*(2*x-1)**2)", 6.49519052838329),
        ("abs(sin(3*x)-1/2)+2*x", 4.96997748980134),
        ("max(sin(3*x)-1/2,0)+min(sin(3*x)-1/2,0)", 3.0),
        ("exp(exp(exp(x)))", 157123718.66079662),
    ],
)
def test_other_constants_to_nine_digits(text: str, about: float) -> None:
    bound = lipschitz(parse(text))
    assert bound.upper - bound.lower <= bound.upper * Fraction(1, 10**9)
    assert float(bound.lower) * (1 - 1e-14) <= about <= float(bound.upper) * (1 + 1e-14)
    assert bound.upper.denominator.bit_length() <= 64


def test_other_intervals() -> None:
    assert lipschitz(parse("x**2"), -3, 1).upper == 6
    assert lipschitz(parse("1/x"), Fraction(1, 2), 2).upper == 4
    assert lipschitz(parse("floor(x)"), Fraction(1, 4), Fraction(3, 4)).upper == 0
    for bad in ((1, 1), (1, 0)):
        with pytest.raises(FunctionError, match="lo < hi"):
            lipschitz(parse("x"), *bad)


@pytest.mark.parametrize(
    ("text", "where", "says"),
    [
        ("1/x", 0, "1/x is not defined at x = 0"),
        ("x**-1", 0, "x = 0"),
        ("x/x", 0, "x/x"),
        ("0*(1/x)", 0, "1/x"),
        ("1/0", 0, "1/0"),
        ("log(x)", 0, "log(x)"),
        ("sin(1/x)", 0, "1/x"),
        ("1/(x-1/3)", Fraction(1, 3), "x = 1/3"),
        ("1/abs(x-1/3)", Fraction(1, 3), "x = 1/3"),
        ("1/(x**2-1/9)", Fraction(1, 3), "x = 1/3"),
        ("sqrt(x-1/2)", 0, "square root of a negative"),
        ("log(x-1/2)", 0, "not positive"),
        ("sqrt(1/2-x)", 1, "square root of a negative"),
        ("1/sign(x-1/2)", Fraction(1, 2), "x = 1/2"),
        ("tan(pi*x)", Fraction(1, 2), "x = 1/2"),
    ],
)
def test_undefined_somewhere(text: str, where: Any, says: str) -> None:
    with pytest.raises(NotDefined) as caught:
        lipschitz(parse(text))
    assert caught.value.where == where
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("tan(2*x)", 0.7853981633974483),
        ("1/(x**2-1/2)", 0.7071067811865476),
        ("1/(x**2-1/2)**2", 0.7071067811865476),
        ("0*(1/(x**2-1/2))", 0.7071067811865476),
        ("1/(sin(x)-1/2)", 0.5235987755982989),
    ],
)
def test_undefined_at_an_irrational_point(text: str, near: float) -> None:
    with pytest.raises(NotDefined) as caught:
        lipschitz(parse(text))
    assert abs(float(caught.value.where) - near) < 1e-9


@pytest.mark.parametrize(
    ("text", "where", "says"),
    [
        ("floor(3*x)", Fraction(1, 3), "floor(3*x) jumps at x = 1/3"),
        ("floor(x)", 1, "jumps at x = 1"),
        ("x - floor(x)", 1, "floor(x) jumps at x = 1"),
        ("sign(x)", 0, "jumps at x = 0"),
        ("sign(x-1/2)", Fraction(1, 2), "jumps at x = 1/2"),
        ("sign(max(x-1/2, 0))", Fraction(1, 2), "jumps"),
        ("sin(x) + floor(2*x)", Fraction(1, 2), "floor(2*x) jumps"),
        ("floor(x**2)", 1, "floor(x**2) jumps"),
        ("sign(x**2-1/4)", Fraction(1, 2), "jumps"),
        ("floor((x-1)**2/2+1) + floor(x)", 1, "floor(x) jumps"),
        ("floor(x) + floor(x**2)", 1, "jumps"),
        ("exp(sign(x-1/3))", Fraction(1, 3), "sign(x - 1/3)"),
        ("sqrt(x)", 0, "unbounded at x = 0"),
        ("sqrt(1-x)", 1, "unbounded at x = 1"),
        ("sqrt(sin(x))", 0, "unbounded"),
        ("sqrt(abs(x-1/3))", Fraction(1, 3), "unbounded"),
        ("x + exp(sqrt(x))", 0, "unbounded"),
        ("sqrt(abs(x**2-1/9))", Fraction(1, 3), "unbounded"),
        ("sqrt(sqrt(x))", 0, "unbounded"),
    ],
)
def test_not_lipschitz(text: str, where: Any, says: str) -> None:
    with pytest.raises(NotLipschitz) as caught:
        lipschitz(parse(text))
    assert caught.value.where == where
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "near"),
    [("floor(exp(x))", 0.6931471805599453), ("sign(sin(3*x)-1/2)", 0.17453292519943295)],
)
def test_jumps_at_irrational_points(text: str, near: float) -> None:
    with pytest.raises(NotLipschitz) as caught:
        lipschitz(parse(text))
    assert abs(float(caught.value.where) - near) < 1e-9


def test_a_jump_that_meets_a_zero_is_not_called_a_jump() -> None:
    # exp(x) - 2 vanishes at log(2), where the floor jumps: f is continuous.
    with pytest.raises(Undecided, match=r"near x = 0\.69314718"):
        lipschitz(parse("floor(exp(x)-1)*(exp(x)-2)"))


@pytest.mark.parametrize(
    "text", ["x*sqrt(x)", "sqrt(x)*sqrt(x)", "sqrt(x) - sqrt(x)", "sqrt(x) + x - sqrt(x)"]
)
def test_lipschitz_functions_are_never_called_otherwise(text: str) -> None:
    # All four are Lipschitz; the method may not see it, but must not claim the contrary.
    try:
        bound = lipschitz(parse(text))
    except Undecided:
        return
    assert bound.upper >= 0


@pytest.mark.parametrize(
    ("text", "constant"),
    [
        ("x", 1),
        ("x**2", 2),
        ("sin(2*x+1)+cos(x)", 3),
        ("sin(2*x+1)+cos(x)", "2.82146"),
        ("sin(20*x)", 20),
        ("tanh(5*x-2)", 5),
        ("cos(7*x)", 7),
        ("sin(pi*x)", "3.14159266"),
        ("0", 0),
        ("abs(sin(9*x))", 9),
    ],
)
def test_right_constants_are_accepted(text: str, constant: Any) -> None:
    assert check_constant(parse(text), Fraction(constant)) == Fraction(constant)


@pytest.mark.parametrize(
    ("text", "constant"),
    [
        ("x", "0.999999"),
        ("x", 0),
        ("x", "1e-40"),
        ("x**2", "1.9999999"),
        ("sin(2*x+1)+cos(x)", 2),
        ("sin(2*x+1)+cos(x)", "2.8214"),
        ("sin(20*x)", "19.999"),
        ("tanh(5*x-2)", "4.9999"),
        ("abs(x-1/3)", "1/2"),
        ("max(sin(3*x), 1/2)", 2),
    ],
)
def test_wrong_constants_meet_two_points(text: str, constant: Any) -> None:
    f, claimed = parse(text), Fraction(constant)
    with pytest.raises(ConstantTooSmall) as caught:
        check_constant(f, claimed)
    a, b = caught.value.first, caught.value.second
    assert 0 <= a < b <= 1
    assert a < caught.value.point < b
    slack = (b - a) * Fraction(1, 10**30)
    change = abs(f.sample(a, slack) - f.sample(b, slack))
    assert change + 2 * slack > claimed * (b - a)


def test_a_message_names_round_points() -> None:
    with pytest.raises(ConstantTooSmall, match=r"between x = 9/10 and x = 1 the function"):
        check_constant(parse("sin(2*x+1)+cos(x)"), 2)


def test_other_answers_about_constants() -> None:
    with pytest.raises(FunctionError, match="negative"):
        check_constant(parse("x"), -1)
    with pytest.raises(NotLipschitz):
        check_constant(parse("sqrt(x)"), 100)
    with pytest.raises(Undecided, match="not decided whether L"):
        # Above e by less than the search resolves.
        check_constant(
            parse("exp(x)"), Fraction("2.71828182845904523536028747135266249775724709370")
        )


def test_bounds_check_themselves() -> None:
    zero, one = Fraction(0), Fraction(1)
    with pytest.raises(ValueError):
        LipschitzBound(zero, one, False, zero, "cells")
    with pytest.raises(ValueError):
        LipschitzBound(one, zero, True, zero, "cells")
    with pytest.raises(ValueError):
        Piece(one, zero, one, one)


@pytest.mark.parametrize("name", sorted(STANDARD))
def test_standard_functions_have_constants(name: str) -> None:
    bound = lipschitz(parse(STANDARD[name]))
    assert bound.upper <= 20
    assert bound.upper - bound.lower <= Fraction(1, 10**9) * bound.upper


# --- pieces -------------------------------------------------------------------------------


def test_pieces_are_merged_and_exact() -> None:
    third = Fraction(1, 3)
    assert linear_pieces(parse("max(x, 1-x, 2/3)")) == (
        Piece(Fraction(0), third, Fraction(-1), Fraction(1)),
        Piece(third, 2 * third, Fraction(0), Fraction(2, 3)),
        Piece(2 * third, Fraction(1), Fraction(1), Fraction(0)),
    )
    assert linear_pieces(parse("abs(x) + x")) == (
        Piece(Fraction(0), Fraction(1), Fraction(2), Fraction(0)),
    )
    assert len(linear_pieces(parse("abs(4*x - 2*floor(2*x + 1/2))/4")) or ()) == 4
    sign = linear_pieces(parse("sign(x-1/2)*(x-1/2)"))
    assert sign is not None
    assert [p.slope for p in sign] == [-1, 1]


@pytest.mark.parametrize(
    "text",
    [
        "x**2",
        "sin(x)",
        "pi*x",
        "floor(x)",
        "sign(x)",
        "x*abs(x-1/2)",
        "x/(x+1)",
        "abs(40000*x - 2*floor(20000*x))",
        "1/(1+x)",
    ],
)
def test_not_piecewise_linear(text: str) -> None:
    assert linear_pieces(parse(text)) is None


def linear_grow(children: st.SearchStrategy) -> st.SearchStrategy:
    numbers = st.fractions(-3, 3, max_denominator=5).map(Number)
    return st.one_of(
        st.builds(fold, st.sampled_from("+-"), children, children),
        st.builds(lambda a, c: fold("*", c, a), children, numbers),
        st.builds(lambda a, n: Call(n, (a,)), children, st.sampled_from(["abs", "floor", "sign"])),
        st.builds(
            lambda a, b, n: Call(n, (a, b)), children, children, st.sampled_from(["min", "max"])
        ),
    )


LINEAR = st.recursive(
    st.one_of(st.just(Variable("x")), st.fractions(-3, 3, max_denominator=5).map(Number)),
    linear_grow,
    max_leaves=7,
)


@by_turns(3)
@settings(max_examples=150, deadline=None)
@given(LINEAR, st.lists(st.fractions(-1, 2, max_denominator=60), min_size=5, max_size=12))
def test_pieces_agree_with_exact_values(tree: Any, points: list[Fraction]) -> None:
    f = Function(str(tree), tree)
    pieces = linear_pieces(f, -1, 2)
    if pieces is None:
        with pytest.raises(NotLipschitz) as caught:
            lipschitz(f, -1, 2)
        # A jump: the values at distance h stay apart by far more than any fixed slope times h.
        z, h = caught.value.where, Fraction(1, 10**12)
        near = [f.exact(w) for w in (z - h, z, z + h) if -1 <= w <= 2]
        gaps = [abs(a - b) for a, b in pairwise(near)]  # type: ignore[operator]
        assert max(gaps) > 10**4 * h
        return
    assert pieces[0].lo == -1
    assert pieces[-1].hi == 2
    for one, two in pairwise(pieces):
        assert one.hi == two.lo
        assert one.at(one.hi) == two.at(one.hi)
        assert one.slope != two.slope
    for q in (*points, *(p.lo for p in pieces)):
        piece = next(p for p in pieces if p.lo <= q <= p.hi)
        assert f.exact(q) == piece.at(q)
    assert lipschitz(f, -1, 2).upper == max(abs(p.slope) for p in pieces)


# --- soundness on random functions --------------------------------------------------------

SMOOTH_CALLS = ("abs", "sin", "cos", "tanh", "atan", "exp", "sqrt", "log", "tan", "floor", "sign")


def grow(children: st.SearchStrategy) -> st.SearchStrategy:
    return st.one_of(
        st.builds(fold, st.sampled_from("+-*/"), children, children),
        st.builds(fold_power, children, st.integers(-1, 3)),
        st.builds(lambda n, a: Call(n, (a,)), st.sampled_from(SMOOTH_CALLS), children),
        st.builds(
            lambda n, a, b: Call(n, (a, b)), st.sampled_from(["min", "max"]), children, children
        ),
    )


TREES = st.recursive(
    st.one_of(
        st.just(Variable("x")),
        st.just(Variable("x")),
        st.just(Pi()),
        st.fractions(-3, 3, max_denominator=4).map(Number),
    ),
    grow,
    max_leaves=5,
)


@by_turns(2)
@settings(max_examples=60, deadline=None)
@given(TREES)
def test_bounds_hold_against_dense_samples(tree: Any) -> None:
    f = Function(str(tree), tree)
    try:
        bound = lipschitz(f)
    except FunctionError:
        return
    system = RealSystem(200)
    values = []
    steps = 40
    for k in range(steps + 1):
        # Defined everywhere, or the bound would have been refused; undecided may happen.
        try:
            values.append(evaluate(tree, system, {"x": system.const(Fraction(k, steps))}))
        except Unresolved:
            values.append(None)
    for one, two in pairwise(values):
        if one is not None and two is not None:
            change = system.abs(two - one) - system.const(bound.upper / steps)
            assert not change.ball() > 0


@settings(max_examples=60, deadline=None)
@given(TREES)
def test_the_lower_bound_is_reached(tree: Any) -> None:
    """Near ``point`` some secant is almost as steep as ``lower`` says."""
    f = Function(str(tree), tree)
    try:
        bound = lipschitz(f)
    except FunctionError:
        return
    if bound.lower == 0:
        return
    claimed = bound.lower * Fraction(999, 1000)
    system = RealSystem(600)
    steepest = []
    for k in (16, 40, 100):
        h = Fraction(1, 1 << k)
        for a, b in ((bound.point - h, bound.point), (bound.point, bound.point + h)):
            if a < 0 or b > 1:
                continue
            try:
                low, high = (evaluate(tree, system, {"x": system.const(z)}) for z in (a, b))
                change = system.abs(high - low) - system.const(claimed * h)
                steepest.append(not change.ball() < 0)
            except NumberError:
                steepest.append(True)
    assert any(steepest)
