"""Bernstein polynomials of Lipschitz g: against plain sums, dense grids, and hostile input."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction as F
from itertools import product
from math import comb

import mpmath
import pytest

from constructions import bernstein
from constructions.bernstein import (
    Near,
    Target,
    Values,
    approximate,
    certified_error,
    formula_error,
    parse_target,
    printed_up,
    symmetrised,
)
from constructions.bernstein import _Sampler as Sampler
from constructions.bernstein import _Search as Search
from constructions.exact import ExactSystem
from constructions.functions.errors import FunctionError, ParseError
from constructions.functions.parse import parse_expression
from constructions.near_networks import NearSumformer, sumformer, whole
from constructions.sumformer import NotSemiInvariant
from constructions.symmetry import normal_form, same
from tests.sampling import by_turns, some_of

Plain = Callable[[Sequence[F]], F]
S = ExactSystem()


def third_power(x: Sequence[F]) -> F:
    return abs(x[0] - F(1, 3)) * max(x[1], x[2])


#: text, n, eps, low, high, g written out
CASES: dict[str, tuple[str, int, F, F, F, Plain]] = {
    "distance": ("abs(x1-x2)", 2, F(1, 4), F(0), F(1), lambda x: abs(x[0] - x[1])),
    "other box": ("abs(x1-x2)", 2, F(1, 2), F(-1), F(1), lambda x: abs(x[0] - x[1])),
    "largest": ("max(x1,x2,x3)", 3, F(1, 2), F(0), F(1), max),
    "least": ("min(x2,x3)-x1", 3, F(3, 2), F(1), F(3), lambda x: min(x[1:]) - x[0]),
    "product": ("abs(x1-1/3)*max(x2,x3)", 3, F(1, 2), F(0), F(1), third_power),
    "quotient": ("1/(1+x1+x2)", 2, F(1, 10), F(0), F(1), lambda x: 1 / (1 + x[0] + x[1])),
    "one token": ("max(x1, 1/4)", 1, F(1, 20), F(0), F(1), lambda x: max(x[0], F(1, 4))),
    "constant": ("abs(1/3) + 0*abs(x1)", 2, F(1, 100), F(0), F(1), lambda x: F(1, 3)),
}


def built(case: str) -> tuple[Near, Plain, list[F]]:
    """The polynomial, g, and the coordinates of a grid with both ends of the box."""
    text, n, eps, low, high, g = CASES[case]
    near = approximate(parse_target(text, n, 1, low, high), eps)
    assert near.bound < eps
    steps = {1: 200, 2: 16, 3: 4}[n]
    return near, g, [low + (high - low) * F(k, steps) for k in range(steps + 1)]


def plainly(g: Plain, m: int, x: Sequence[F], low: F, high: F) -> F:
    """B_m g by its definition, on the box."""
    total = F(0)
    u = [(q - low) / (high - low) for q in x]
    for k in product(range(m + 1), repeat=len(x)):
        weight = F(1)
        for i, q in zip(k, u, strict=True):
            weight *= comb(m, i) * q**i * (1 - q) ** (m - i)
        total += weight * g([low + (high - low) * F(i, m) for i in k])
    return total


@by_turns(3)
@some_of(1)
@pytest.mark.parametrize("case", CASES)
def test_the_error_is_within_the_bound_on_a_dense_grid(case: str) -> None:
    """Corners, equal tokens and kinks are on the grid; S is evaluated, not P."""
    near, g, coordinates = built(case)
    net = sumformer(near, CASES[case][2])
    largest = F(0)
    for x in product(coordinates, repeat=near.target.n):
        if list(x[1:]) != sorted(x[1:]):
            continue
        (out, *_) = net(S, [[S.const(q)] for q in x])
        largest = max(largest, abs(out[0].a - g(x)))
    assert largest <= near.bound
    assert near.reached <= near.bound
    assert largest > near.bound / 20 or largest == 0, "the grid is where errors are"


@pytest.mark.parametrize("case", ["distance", "other box", "least", "one token"])
def test_it_is_the_bernstein_polynomial(case: str) -> None:
    _, n, _, low, high, g = CASES[case]
    near, _, coordinates = built(case)
    (polynomial,) = near.polynomial.polynomials
    for x in list(product(coordinates, repeat=n))[:: max(1, len(coordinates) ** n // 7)]:
        value = polynomial(*[int(q) if q.denominator == 1 else _flint(q) for q in x])
        assert F(int(value.p), int(value.q)) == plainly(g, near.degree, x, low, high)


def _flint(q: F) -> object:
    from flint import fmpq

    return fmpq(q.numerator, q.denominator)


def test_the_degree_of_the_formula_is_what_it_says() -> None:
    """L_1 = L_2 = 1: 2/(2 sqrt m) < 1/4 from m = 17; with M = 1, 2/(8 m) < 1/4 from m = 2."""
    one = (F(1), F(1))
    assert formula_error(one, (None, None), 16) >= F(1, 4) > formula_error(one, (None, None), 17)
    assert formula_error(one, (None, None), 4) == F(1, 2)
    assert formula_error(one, one, 1) == F(1, 4)
    assert formula_error(one, (None, F(1)), 4) == F(1, 4) + F(1, 32)


def test_the_cells_do_not_certify_what_is_false() -> None:
    """B_1 |x - y| is x + y - 2 x y: 1/2 at x = y = 1/2, where |x - y| = 0."""
    g = parse_target("abs(x1-x2)", 2, 1)
    sampler = Sampler(g, 0, F(1, 10**6))
    values = sampler.values(1)
    assert values.at((F(1, 2), F(1, 2))) == F(1, 2)
    assert certified_error(values, sampler, (F(1), F(1)), F(1, 2)) is None
    found = certified_error(values, sampler, (F(1), F(1)), F(11, 20))
    assert found is not None
    assert found[0] <= F(1, 2) <= found[1] < F(11, 20)


@by_turns(2)
def test_values_that_are_not_rational() -> None:
    """Within tau of exp and cos by mpmath, and the same for exchanged tokens."""
    g = parse_target("exp(x1)*cos(x2+x3)", 3, 1)
    near = approximate(g, F(3, 2))
    assert near.tau > 0
    sampler = Sampler(g, 0, near.tau)
    m = near.degree
    with mpmath.workdps(40):
        for k in product(range(m + 1), repeat=3):
            u = tuple(F(i, m) for i in k)
            true = mpmath.exp(mpmath.mpf(k[0]) / m) * mpmath.cos(mpmath.mpf(k[1] + k[2]) / m)
            value = sampler(u)
            assert value == sampler((u[0], u[2], u[1]))
            size = abs(mpmath.mpf(value.numerator) / value.denominator - true)
            assert size <= mpmath.mpf(near.tau.numerator) / near.tau.denominator
    with mpmath.workdps(30):
        (polynomial,) = near.polynomial.polynomials
        for x in product([F(k, 4) for k in range(5)], repeat=3):
            value = polynomial(*map(_flint, x))
            true = mpmath.exp(mpmath.mpf(x[0].numerator) / x[0].denominator) * mpmath.cos(
                mpmath.mpf((x[1] + x[2]).numerator) / (x[1] + x[2]).denominator
            )
            gap = abs(mpmath.mpf(int(value.p)) / int(value.q) - true)
            assert gap <= mpmath.mpf(near.bound.numerator) / near.bound.denominator


# --- polynomials, and Sumformers -----------------------------------------------------------------


def test_a_polynomial_is_taken_as_it_is() -> None:
    near = approximate(parse_target("x1*x2*x3", 3, 1, F(-2), F(5)), F(1, 10))
    assert (near.method, near.bound) == ("exact", 0)
    net = sumformer(near, F(1, 10))
    assert not isinstance(net, NearSumformer)
    (out, *_) = net(S, [[S.const(2)], [S.const(3)], [S.const(7)]])
    assert out[0].a == 42


@by_turns(3)
def test_the_latent_dimension_is_that_of_theorem_2_12() -> None:
    """C(n - 1 + d, d) - 1 power sums at most, whatever the degree."""
    near = approximate(parse_target("cos(x1+x2+x3)", 3, 1), F(1, 5))
    net = sumformer(near, F(1, 5))
    assert near.degree > 1
    assert net.latent == 2
    assert any(sum(e) > 2 for part in net.sigma[0].values() for e in part)
    assert "error_at_most" in net.to_json()


# --- whole networks ------------------------------------------------------------------------------


@by_turns(2)
@some_of(2)
@pytest.mark.parametrize("kind", ["transformer", "linformer"])
@pytest.mark.parametrize("box", [(F(0), F(1)), (F(-1), F(1, 2))])
def test_a_whole_network_is_within_eps_of_g(kind: str, box: tuple[F, F]) -> None:
    low, high = box
    net = whole(kind, parse_target("abs(x1-x2)", 2, 1, low, high), F(3, 5))
    assert net.bound.total < F(3, 5)
    system = ExactSystem(net.radicand)
    for x, y in product([low + (high - low) * F(k, 8) for k in range(9)], repeat=2):
        out = net(system, [[system.const(x)], [system.const(y)]])
        for row in out:
            value = row[0].rational()
            assert value is not None
            assert abs(value - abs(x - y)) <= net.bound.total


@by_turns(3)
def test_a_polynomial_on_another_box() -> None:
    low, high = F(-1), F(2)
    net = whole("transformer", parse_target("x1*x2 - x1/3", 2, 1, low, high), F(1, 2))
    system = ExactSystem(net.radicand)
    worst = F(0)
    for x, y in product([low + F(k, 4) for k in range(13)], repeat=2):
        first, second = net(system, [[system.const(x)], [system.const(y)]])
        for row, want in ((first, x * y - x / 3), (second, x * y - y / 3)):
            value = row[0].rational()
            assert value is not None
            worst = max(worst, abs(value - want))
    assert 0 < worst <= net.bound.total < F(1, 2)


# --- semi-invariance -----------------------------------------------------------------------------

EQUAL = [
    ("max(x2,x3)", "max(x3,x2)"),
    ("max(x1,x2,x3)", "max(x3,max(x2,x1))"),
    ("min(x2,x3)", "(x2+x3-abs(x3-x2))/2"),
    ("max(x2-x3,0)+x3", "max(x3-x2,0)+x2"),
    ("abs(2*x2-2*x3)", "2*abs(x3-x2)"),
    ("cos(x2-x3)", "cos(x3-x2)"),
    ("sin(x2-x3)", "-sin(x3-x2)"),
    ("exp(x1)/(x2+x3+1)", "exp(x1)*(1/(1+x3+x2))"),
    ("sqrt(x2*x3+1)", "sqrt(1+x3*x2)"),
    ("tanh(x2)*x3-x3*tanh(x2)", "0"),
    ("abs(x2)**3*2", "2*abs(-x2)**3"),
]
DIFFERENT = [
    ("max(x2,x3)", "min(x2,x3)"),
    ("abs(x2-x3)", "x2-x3"),
    ("sign(x2-x3)", "sign(x3-x2)"),
    ("sin(x2)", "sin(-x2)"),
    ("exp(x2)", "exp(-x2)"),
    ("max(x1,x2,x3)", "max(x1,x2)"),
    ("sqrt(x2)", "sqrt(x3)"),
    ("floor(x2)", "-floor(-x2)"),
    ("1/(x2+2)", "1/(x2+3)"),
]


@pytest.mark.parametrize(("first", "second"), EQUAL)
def test_equal_expressions_have_one_normal_form(first: str, second: str) -> None:
    assert same(parse_expression(first), parse_expression(second))


@pytest.mark.parametrize(("first", "second"), DIFFERENT)
def test_different_functions_do_not(first: str, second: str) -> None:
    assert not same(parse_expression(first), parse_expression(second))


def test_long_powers_and_products_are_left_as_they_are() -> None:
    power = "(x1+x2+x3+x4+x5+x6+1)**40"
    other = "(1+x6+x5+x4+x3+x2+x1)**40"
    assert same(parse_expression(power), parse_expression(other))
    assert not same(parse_expression(power), parse_expression(f"{power}+x1"))
    assert not same(parse_expression(power), parse_expression(power.replace("40", "39")))
    assert normal_form(parse_expression("x1*(x2+1)")) == normal_form(parse_expression("x2*x1+x1"))


def test_what_is_not_semi_invariant_is_refused_with_a_point() -> None:
    with pytest.raises(NotSemiInvariant) as error:
        parse_target("abs(x1-x2)+abs(x3)/2", 3, 1, F(1), F(2))
    assert str(error.value) == (
        "g is not semi-invariant: at x1 = 1, x2 = 1, x3 = 3/2 it is 3/4, and 1 with tokens 2 and "
        "3 exchanged; is n = 3 meant? symmetrise=yes takes the mean over all orders of x2, ..., xn"
    )
    with pytest.raises(NotSemiInvariant, match="tokens 3 and 4 exchanged"):
        parse_target("max(x2+x3,x4)+abs(x1)", 4, 1)


def test_what_is_not_decided_is_said() -> None:
    """sin^2 + cos^2 = 1 is beyond the normal form, and no proof is offered."""
    text = "abs(x1)+x2*(sin(x3)**2+cos(x3)**2)-x2"
    with pytest.raises(FunctionError, match="it is not decided whether g is semi-invariant"):
        parse_target(text, 3, 1)
    asked = []

    def decide(*words: object) -> bool:
        asked.append(words)
        return True

    assert isinstance(parse_target(text, 3, 1, decide=decide), Target)
    assert len(asked) == 1


def test_the_mean_over_all_orders() -> None:
    (mean,) = symmetrised([parse_expression("abs(x2-2*x3)")], 3, 1)
    assert same(mean, parse_expression("(abs(x2-2*x3)+abs(x3-2*x2))/2"))
    target = parse_target("abs(x2-2*x3)", 3, 1, symmetrise=True)
    assert target.symmetrised
    with pytest.raises(ParseError, match="at most 5 tokens"):
        parse_target("abs(x2)", 6, 1, symmetrise=True)


# --- constants, and what cannot be used ----------------------------------------------------------


def test_constants_on_another_box() -> None:
    (L,) = parse_target("abs(x1-x2)", 2, 1, F(-1), F(2)).constants
    assert L == (3, 3)
    (L,) = parse_target("sin(5*x1)+abs(x2)", 2, 1).constants
    assert (F(5) <= L[0] < F(51, 10), L[1]) == (True, 1)


def test_the_users_constant_is_checked() -> None:
    assert parse_target("abs(x1-x2)", 2, 1, L=F(1)).constants == ((1, 1),)
    assert parse_target("sin(3*x1)*x2", 2, 1, L=F(3)).constants[0][0] <= 3
    with pytest.raises(FunctionError, match="L = 1/2 is too small: a slope of at least 1 occurs"):
        _ = parse_target("abs(x1-x2)", 2, 1, L=F(1, 2)).constants


@by_turns(2)
@some_of(7)
@pytest.mark.parametrize(
    ("text", "n", "eps", "message"),
    [
        ("sqrt(x1)", 1, F(1, 4), "not Lipschitz"),
        ("sqrt(x1*x2)", 2, F(1, 4), "slope|Lipschitz"),
        ("floor(2*x1)", 1, F(1, 4), "jumps"),
        ("1/x1", 1, F(1, 4), "not defined"),
        ("log(x1)+x2", 2, F(1, 4), "not defined"),
        ("abs(x1)", 1, F(0), "eps must be positive"),
        ("abs(x1-x2)", 2, F(1, 10**9), "at most 5000 monomials"),
        ("abs(x1)", 7, F(1, 4), "at most 6 coordinates"),
        ("abs(x9)", 2, F(1, 4), "no variable"),
        ("abs(x1", 2, F(1, 4), "not closed"),
    ],
)
def test_what_cannot_be_used_is_one_line(text: str, n: int, eps: F, message: str) -> None:
    with pytest.raises(ValueError, match=message) as error:
        approximate(parse_target(text, n, 1), eps)
    assert "\n" not in str(error.value)


def test_an_empty_box_is_refused() -> None:
    with pytest.raises(ParseError, match="low < high"):
        parse_target("abs(x1)", 1, 1, F(1), F(1))


# --- work ----------------------------------------------------------------------------------------


def searched(text: str, n: int, eps: F) -> tuple[Near | None, Search]:
    search = Search(parse_target(text, n, 1), eps)
    return search.run(), search


@by_turns(3)
@some_of(1)
@pytest.mark.parametrize(
    ("text", "eps", "most", "work"),
    [
        ("sqrt(x1+1/1000)", F(1, 10), 8, 1_000_000),  # 8 does, and 4999 is never tried
        ("abs(x1-1/2)+exp(x1)", F(1, 100), 2000, 2_000_000),
        ("1/(1+x1)", F(1, 1000), 255, 2_000_000),
    ],
)
def test_easy_functions_take_little_work(text: str, eps: F, most: int, work: int) -> None:
    """B_m |x - 1/2| is C(2k, k)/2^(2k + 1) off at 1/2 for m = 2 k: 0.00998 for m = 1600."""
    near, search = searched(text, 1, eps)
    assert near is not None
    assert (near.degree <= most, near.bound < eps) == (True, True)
    assert search.work.spent < work


@by_turns(2)
def test_large_degrees_are_not_tried_first(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []
    values = Sampler.values

    def seen(g: Sampler, m: int) -> Values:
        tried.append(m)
        return values(g, m)

    monkeypatch.setattr(Sampler, "values", seen)
    near, _ = searched("sqrt(x1+1/1000)", 1, F(1, 10))
    assert near is not None
    assert max(tried) <= 4 * near.degree


@by_turns(3)
def test_the_work_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """One line, and little more work than allowed; with enough of it there is a polynomial."""
    g = parse_target("sqrt(x1+1/1000)", 1, 1)
    assert approximate(g, F(1, 12)).bound < F(1, 12)
    approximate.cache_clear()
    monkeypatch.setattr(bernstein, "MAX_WORK", 52_000)
    search = Search(g, F(1, 12))
    assert search.run() is None
    assert 52_000 < search.work.spent < 53_000
    with pytest.raises(ValueError, match="has taken the 52000 units of work allowed") as error:
        approximate(g, F(1, 12))
    assert "\n" not in str(error.value)


@by_turns(3)
def test_what_was_found_is_kept_where_the_work_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """With less work the degree is larger, and the error still below eps."""
    best, search = searched("sqrt(x1+1/1000)", 1, F(1, 10))
    monkeypatch.setattr(bernstein, "MAX_WORK", search.work.spent - 1)
    near, _ = searched("sqrt(x1+1/1000)", 1, F(1, 10))
    assert best is not None
    assert near is not None
    assert near.degree >= best.degree
    assert near.bound < F(1, 10)
    x = F(1, 3)
    assert near.values[0].at((x,)) == near.values[0].near((x,))[0], "no work is counted later"


def test_a_long_g_is_one_line() -> None:
    text = "+".join(f"abs(sin({k}*x1)*cos({k}*x2)-x2/{k})" for k in range(1, 80))
    with pytest.raises(ParseError, match="g is too long: its steps"):
        approximate(parse_target(text, 2, 1), F(1, 2))


# --- large degrees -------------------------------------------------------------------------------


@pytest.mark.parametrize("x", [F(0), F(1, 3), F(1, 2), F(5, 7), F(1)])
def test_balls_contain_the_value(x: F) -> None:
    """|u - 1/2| and degree 65, by its definition; both halves of the interval."""
    values = Sampler(parse_target("abs(x1-1/2)", 1, 1), 0, F(1, 100)).values(65)
    low, high = values.near((x,))
    true = plainly(lambda u: abs(u[0] - F(1, 2)), 65, (x,), F(0), F(1))
    assert low <= true <= high < low + F(1, 10**40)
    assert values.at((x,)) == true


@pytest.mark.parametrize(("low", "width"), [(F(0), F(1)), (F(-1, 3), F(5, 2))])
def test_the_powers_are_those_of_the_definition(low: F, width: F) -> None:
    """Two variables, degree 6: the coefficients at points of the plane."""
    values = Sampler(parse_target("abs(x1-x2)+x1/7", 2, 1), 0, F(1, 100)).values(6)
    data = values.coefficients(low, width)
    for u in [(F(0), F(1)), (F(1, 3), F(3, 4)), (F(2), F(-1, 5))]:
        x = [low + width * q for q in u]
        total = sum((c * x[0] ** a * x[1] ** b for (a, b), c in data.items()), F(0))
        assert total == plainly(lambda u: abs(u[0] - u[1]) + u[0] / 7, 6, u, F(0), F(1))


def test_values_of_quotients_are_rounded_where_denominators_grow() -> None:
    """1/(1 + k/m) has the denominators m + k; together they are long, rounded they are not."""
    g = parse_target("1/(1+x1)", 1, 1)
    sampler = Sampler(g, 0, F(1, 10**9))
    values = sampler.values(1500)
    assert values.scale < 2**64
    assert sampler.tau == F(1, 10**9)
    for k in (0, 1, 749, 1500):
        assert abs(F(values.data[k], values.scale) - 1 / (1 + F(k, 1500))) <= sampler.tau
    assert Sampler(g, 0, F(1, 10**9)).values(3).data == (20, 15, 12, 10)  # over 20, exactly


def test_too_many_digits_are_refused() -> None:
    """Coefficients on a box with long numbers."""
    tiny = F(1, 10**60)
    near = approximate(parse_target("abs(x1-1/3)", 1, 1, -tiny, 1 + tiny), F(1, 25))
    with pytest.raises(ValueError, match="digits, and at most 4000 are written") as error:
        sumformer(near, F(1, 25))
    assert "\n" not in str(error.value)


# --- what is said --------------------------------------------------------------------------------


@by_turns(3)
def test_bounds_are_printed_rounded_up() -> None:
    assert printed_up(F(1, 3)) == "0.333334"
    assert printed_up(F(1, 4)) == "0.250000"
    assert printed_up(F(10**7 + 1, 10**7)) == "1.000001"
    for case in ("distance", "other box", "one token"):
        near, _, _ = built(case)
        words = near.says.split("<= ")[1].split()
        assert F(words[0]) >= near.bound


@by_turns(3)
def test_both_errors_are_named() -> None:
    with pytest.raises(ValueError, match=r"within 7/800 of g .* \(of eps = 1/100, 7/800 is for"):
        whole("transformer", parse_target("abs(x1-x2)", 2, 1), F(1, 100), route="bernstein")
    with pytest.raises(ValueError, match=r"larger eps$"):
        approximate(parse_target("abs(x1-x2)", 2, 1), F(1, 100))


@pytest.mark.parametrize(
    ("text", "n", "d", "low", "high", "message"),
    [
        ("tan(x1)", 1, 1, F(0), F(2), "tan(x1) is not defined near x1 = 1.57079633"),
        ("1/(x1-1)", 1, 1, F(-1), F(2), "1/(x1 - 1) is not defined at x1 = 1: a division by zero"),
        ("floor(x1)", 1, 1, F(0), F(3), "floor(x1) jumps at x1 = 1"),
        (
            "sqrt(x1-1)",
            1,
            1,
            F(1),
            F(3),
            "'sqrt(x1-1)' is not Lipschitz: its slope is unbounded at x1 = 1",
        ),
        (
            "abs(x1)+1/(x1+x2-1)",
            2,
            1,
            F(-1),
            F(2),
            "1/(x1 + x2 - 1) is not defined at x1 = 1/2: a division by zero (on the line x2 = 1/2)",
        ),
    ],
)
def test_refusals_are_in_the_users_coordinates(
    text: str, n: int, d: int, low: F, high: F, message: str
) -> None:
    with pytest.raises(FunctionError) as error:
        approximate(parse_target(text, n, d, low, high), F(1, 4))
    assert str(error.value) == message


@by_turns(4)
def test_float64_is_measured() -> None:
    """Degree 48 on [-1, 2]: coefficients beyond 2^53 cancel; of degree 5 on [0, 1] they do not."""
    small, _, _ = built("distance")
    made = sumformer(small, F(1, 4))
    assert isinstance(made, NearSumformer)
    off, _ = made.in_float64
    assert off is not None
    assert off < 1e-12
    near = approximate(parse_target("abs(x1-x2)", 2, 1, F(-1), F(2)), F(1, 4))
    made = sumformer(near, F(1, 4))
    assert isinstance(made, NearSumformer)
    off, count = made.in_float64
    assert off is not None
    assert off > 1
    assert made.says.splitlines()[1] == made.arithmetic == made.to_json()["arithmetic"]
    assert f"float64 is off by {off:.1e} (the most at {count} points)" in made.arithmetic
    huge = sumformer(approximate(parse_target("abs(x1-1/2)", 1, 1), F(1, 80)), F(1, 80))
    assert isinstance(huge, NearSumformer)
    assert huge.in_float64[0] is None
    assert "float64 overflows" in huge.arithmetic
