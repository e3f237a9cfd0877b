"""Suprema of |p - f| and |p/f - 1| for elementary f, against mpmath and against closed forms."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction as F
from math import factorial
from typing import Any

import mpmath
import pytest

from constructions.functions import parse
from proofs.kernel import check
from proofs.replay import check as replay
from proofs.supnorm import elementary as supnorm_elementary
from proofs.supnorm.functions import Piece
from proofs.supnorm.models import TooWide
from proofs.supnorm.of_polynomials import supnorm
from proofs.supnorm.polynomials import WIDTH, Enclosure, NotEnclosed
from proofs.supnorm.squares import NoSquares
from proofs.supnorm.taylor import MOST, NoTaylor, Taylor, lemma, proof, series, taylor
from proofs.trees.script import statement
from tests.sampling import by_turns, seldom, some_of

ONE, HALF = F(1), F(1, 2)


def ball(q: F) -> Any:
    return mpmath.mpf(q.numerator) / q.denominator


def polynomial(p: list[F], x: Any) -> Any:
    return mpmath.polyval([ball(c) for c in p[::-1]], x)


def largest(error: Callable[[Any], Any], a: F, b: F, cells: int = 240) -> Any:
    """The maximum of |error| in 50 digits: at the ends, and where the derivative changes sign."""
    with mpmath.workdps(50):
        grid = [ball(a) + (ball(b) - ball(a)) * k / cells for k in range(cells + 1)]
        step = (grid[1] - grid[0]) / 2**40

        def slope(x: Any) -> Any:
            return error(x + step) - error(x - step)

        best = max(abs(error(x)) for x in grid)
        slopes = [slope(x) for x in grid[1:-1]]
        for k in range(len(slopes) - 1):
            if slopes[k] * slopes[k + 1] < 0:
                left, right = grid[k + 1], grid[k + 2]
                for _ in range(60):
                    middle = (left + right) / 2
                    if slope(middle) * slopes[k] > 0:
                        left = middle
                    else:
                        right = middle
                best = max(best, abs(error(left)))
        return +best


def encloses(found: Enclosure, value: Any) -> bool:
    with mpmath.workdps(50):
        return bool(ball(found.lo) <= value <= ball(found.hi))


def holds(found: Enclosure) -> bool:
    """The width that was asked for, and both checkers."""
    return (
        found.hi - found.lo <= WIDTH * found.hi
        and check(found.certificate).accepted
        and replay(found.certificate).accepted
    )


# Taylor's theorem


@by_turns(2)
@some_of(3)
@pytest.mark.parametrize("names", [("exp",), ("sin", "cos")])
@pytest.mark.parametrize(("h", "m"), [(ONE, 70), (HALF, 40), (F(3, 64), 90), (F(1, 100), 12)])
def test_taylor_is_proved(names: tuple[str, ...], h: F, m: int) -> None:
    """The theorem is accepted; the same proof of one with a smaller R is not."""
    found = taylor(names, h, F(1, 2**m))
    assert found.R <= F(1, 2**m)
    shown = {"statement": statement({}, [], lemma(found)), "proof": proof(found)}
    text = json.dumps(shown)
    assert check(text).accepted
    assert replay(text).accepted
    with mpmath.workdps(60):
        for name in names:
            for x in (ball(h), -ball(h)):
                left = polynomial(series(name, found.N), x) - getattr(mpmath, name)(x)
                assert abs(left) <= ball(found.R)
    shown["statement"] = json.loads(text.replace(f'"{found.R}"', f'"{found.R / 2}"'))["statement"]
    assert not check(json.dumps(shown)).accepted


@pytest.mark.parametrize("names", [("exp",), ("sin", "cos")])
def test_a_theorem_that_is_false_is_not_proved(names: tuple[str, ...]) -> None:
    """With too small an allowance for the formula, or for a step, the proof does not go through."""
    true = taylor(names, HALF, F(1, 2**30))
    assert check(_alone(true)).accepted
    with pytest.raises(NoSquares):
        proof(replace(true, kappa=true.kappa / 1000))
    wrong = replace(true, eta=true.kappa / 1000)
    assert check(_alone(wrong)).code == "coefficient-not-positive"


def _alone(found: Taylor) -> str:
    return json.dumps({"statement": statement({}, [], lemma(found)), "proof": proof(found)})


def test_the_second_theorem_stands_after_the_first() -> None:
    first, second = (taylor(n, HALF, F(1, 2**30)) for n in (("exp",), ("sin", "cos")))
    given = statement({}, [lemma(first)], lemma(second))
    assert check(json.dumps({"statement": given, "proof": proof(second, (first,))})).accepted


def test_what_taylor_does_not_reach() -> None:
    with pytest.raises(NoTaylor, match=r"longer than \[-1, 1\]"):
        taylor(("exp",), F(2), F(1, 2**30))
    with pytest.raises(NoTaylor, match="more terms"):
        taylor(("exp",), ONE, F(1, 2**300))
    assert taylor(("exp",), ONE, F(1, 2**100)).N <= MOST


# Suprema that are known


def _at_constants() -> Any:
    return 1 + mpmath.sqrt(2) * mpmath.log(3)


KNOWN: list[tuple[str, str, Any, Any, bool, Callable[[], Any]]] = [
    ("0", "sin(x)", 0, 2, False, lambda: mpmath.mpf(1)),
    ("0", "sin(x)", 0, F(1, 2), False, lambda: mpmath.sin(0.5)),
    ("0", "sin(5*x)", 0, 1, False, lambda: mpmath.mpf(1)),
    ("0", "cos(x+1/3)", -1, 1, False, lambda: mpmath.mpf(1)),
    ("0", "sin(x)+cos(x)", 0, 2, False, lambda: mpmath.sqrt(2)),
    ("1", "cos(x)", 0, 1, True, lambda: 1 / mpmath.cos(1) - 1),
    ("1", "exp(x)", 0, 3, False, lambda: mpmath.exp(3) - 1),
    ("1", "exp(x)", -1, 1, True, lambda: mpmath.e - 1),
    ("1-x", "-exp(x)/3", 0, 1, True, lambda: mpmath.mpf(4)),
    ("0", "exp(6*x)", 0, 1, False, lambda: mpmath.exp(6)),
    ("0", "exp(x/1000-20)", 0, 1, False, lambda: mpmath.exp(mpmath.mpf(-20) + 0.001)),
    ("x-1", "log(x)", F(3, 4), 1, False, lambda: mpmath.log(4) - mpmath.log(3) - 0.25),
    ("x", "log(1+x)", 0, F(1, 2), False, lambda: 0.5 - mpmath.log(1.5)),
    ("x", "tanh(x)", -1, 1, False, lambda: 1 - mpmath.tanh(1)),
    ("1", "1/(1+exp(-x))", 0, 1, True, lambda: mpmath.mpf(1)),
    ("0", "x*exp(-x)", 0, 2, False, lambda: mpmath.exp(-1)),
    ("0", "exp(-x**2)", -1, 1, False, lambda: mpmath.mpf(1)),
    ("0", "exp(sin(x))", 1, 2, False, lambda: +mpmath.e),
    ("0", "sin(x**2)", 0, F(3, 2), False, lambda: mpmath.mpf(1)),
    ("0", "tan(x)", -1, 1, False, lambda: mpmath.tan(1)),
    ("0", "sin(x)/(2+cos(x))", 0, 3, False, lambda: 1 / mpmath.sqrt(3)),
    ("0", "log(1+exp(x))", 0, 1, False, lambda: mpmath.log(1 + mpmath.e)),
    ("0", "log(2+sin(x))", F(3, 2), 2, False, lambda: mpmath.log(3)),
    ("0", "sqrt(1+x**2)", -1, 1, False, lambda: mpmath.sqrt(2)),
    ("0", "x/(1+x)+1/(2+x)", 0, 1, False, lambda: mpmath.mpf(5) / 6),
    ("0", "(2+sin(x))**-2", 0, 1, False, lambda: mpmath.mpf(1) / 4),
    ("x", "sqrt(2)*x", 1, 2, False, lambda: 2 * mpmath.sqrt(2) - 2),
    ("0", "cos(x-x)+tanh(0*x)+sqrt(2+0*x)*log(3+x-x)*x", 0, 1, False, _at_constants),
    ("0", "exp(x**9)", 0, F(1, 2), False, lambda: mpmath.exp(mpmath.mpf(1) / 512)),
    ("0", "pi+exp(1)*x+atan(1/2)", 0, 1, False, lambda: mpmath.pi + mpmath.e + mpmath.atan(0.5)),
    ("2", "pi+0*x", 0, 1, True, lambda: 1 - 2 / mpmath.pi),
    ("x/10**30", "sin(x)/10**30", 0, 1, False, lambda: (1 - mpmath.sin(1)) / mpmath.mpf(10) ** 30),
    ("0", "-(exp(x)/7*10**40)", 0, 1, False, lambda: mpmath.e / 7 * mpmath.mpf(10) ** 40),
    ("1", "3*exp(x)/3", 0, 1, True, lambda: 1 - mpmath.exp(-1)),
    ("1", "10**-25*exp(x)*10**25", 0, 1, False, lambda: mpmath.e - 1),
    ("1", "10**-25*sin(x)", 0, 1, False, lambda: mpmath.mpf(1)),
    ("0", "exp(-10**20*x)", F(1, 10**20), F(1, 10**18), False, lambda: mpmath.exp(-1)),
]


@some_of(6)
@pytest.mark.parametrize(
    ("p", "f", "a", "b", "relative", "value"), seldom(KNOWN, ["exp(-10**20*x)"])
)
def test_known_suprema(
    p: str, f: str, a: Any, b: Any, relative: bool, value: Callable[[], Any]
) -> None:
    found = supnorm(parse(p), parse(f), a, b, relative=relative)
    with mpmath.workdps(50):
        assert encloses(found, value())
    assert a <= found.at <= b
    assert holds(found)


FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "exp(x)": mpmath.exp,
    "sin(x)": mpmath.sin,
    "cos(2*x-1/3)": lambda x: mpmath.cos(2 * x - mpmath.mpf(1) / 3),
    "log(x)": mpmath.log,
    "tanh(x)": mpmath.tanh,
    "1/(1+exp(-x))": lambda x: 1 / (1 + mpmath.exp(-x)),
    "exp(x)+sin(x)": lambda x: mpmath.exp(x) + mpmath.sin(x),
    "x*exp(x)-2*x": lambda x: x * mpmath.exp(x) - 2 * x,
}


def interpolation(f: str, n: int, a: F, b: F) -> list[F]:
    """At Chebyshev points: the error oscillates n + 2 times with nearly the same size."""
    with mpmath.workdps(40):
        middle, half = (ball(a) + ball(b)) / 2, (ball(b) - ball(a)) / 2
        points = [
            middle + half * mpmath.cos((2 * k + 1) * mpmath.pi / (2 * n + 2)) for k in range(n + 1)
        ]
        matrix = mpmath.matrix([[x**j for j in range(n + 1)] for x in points])
        found = mpmath.lu_solve(matrix, mpmath.matrix([FUNCTIONS[f](x) for x in points]))
        return [F(int(mpmath.nint(c * 2**70)), 2**70) for c in found]


@by_turns(3)
@some_of(1)
@pytest.mark.parametrize(
    ("f", "n", "a", "b", "relative"),
    [
        ("exp(x)", 5, -HALF, HALF, False),
        ("exp(x)", 9, -ONE, ONE, True),
        ("sin(x)", 7, F(0), ONE, False),
        ("sin(x)", 6, F(1, 4), ONE, True),
        ("cos(2*x-1/3)", 6, F(0), ONE, False),
        ("log(x)", 5, F(3, 4), F(5, 4), False),
        ("tanh(x)", 7, F(0), ONE, False),
        ("1/(1+exp(-x))", 6, -ONE, ONE, True),
        ("exp(x)+sin(x)", 6, F(0), ONE, False),
        ("x*exp(x)-2*x", 6, F(0), ONE, False),
    ],
)
def test_errors_that_oscillate(f: str, n: int, a: F, b: F, relative: bool) -> None:
    p = interpolation(f, n, a, b)
    found = supnorm(p, parse(f), a, b, relative=relative)

    def error(x: Any) -> Any:
        value = FUNCTIONS[f](x)
        return polynomial(p, x) / value - 1 if relative else polynomial(p, x) - value

    assert encloses(found, largest(error, a, b))
    assert holds(found)


@by_turns(2)
def test_the_taylor_polynomial_of_exp() -> None:
    """What is left out is largest at the right end, where it is known exactly."""
    p = [F(1, factorial(k)) for k in range(10)]
    found = supnorm(p, parse("exp(x)"), -HALF, HALF)
    with mpmath.workdps(50):
        assert encloses(found, mpmath.exp(0.5) - polynomial(p, mpmath.mpf(0.5)))
    assert holds(found)


@by_turns(3)
def test_an_interval_of_several_pieces() -> None:
    found = supnorm([F(1)], parse("exp(3*x)*cos(x)"), F(-1), F(1))
    assert found.pieces > 1
    with mpmath.workdps(50):
        assert encloses(found, largest(lambda x: 1 - mpmath.exp(3 * x) * mpmath.cos(x), -ONE, ONE))
    assert holds(found)


# the certificate


@by_turns(2)
@some_of(2)
@pytest.mark.parametrize("f", ["sin(x)", "log(x)", "exp(sin(x))"])
@pytest.mark.parametrize("which", ["hi", "lo"])
def test_a_sharper_bound_is_refused(f: str, which: str) -> None:
    """Both bounds are far from each other's side: with 0, sup is f(2) or more for these."""
    found = supnorm([F(0)], parse(f), F(1), F(3, 2))
    with mpmath.workdps(50):
        at = {"sin(x)": mpmath.sin, "log(x)": mpmath.log}.get(
            f, lambda x: mpmath.exp(mpmath.sin(x))
        )
        value = at(mpmath.mpf(1.5))
        assert encloses(found, value)
        true = F(int(mpmath.floor(value * 2**60)), 2**60)
    wrong = true + (F(-1, 10**9) if which == "hi" else F(1, 10**9))
    old, text = getattr(found, which), found.certificate.decode()
    for sign in ("", "-"):
        assert f'"{sign}{old}"' in text or sign
        text = text.replace(f'"{sign}{old}"', f'"{sign}{wrong}"')
    result = check(text)
    assert result.outcome == "reject"
    assert result.code in {"identity-fails", "not-shown"}


@by_turns(2)
def test_a_certificate_of_another_function_is_refused() -> None:
    found = supnorm([F(0), F(1)], parse("sin(x)"), F(0), F(1))
    data = json.loads(found.certificate)
    assert check(json.dumps(data)).accepted
    data["statement"] = json.loads(json.dumps(data["statement"]).replace('"sin"', '"tanh"'))
    assert not check(json.dumps(data)).accepted


def test_the_certificate_says_what_was_asked() -> None:
    found = supnorm([F(1)], parse("sin(x)"), F(0), F(1))
    said = json.loads(found.certificate)["statement"]
    error = ["-", "1", ["sin", "x"]]
    inside = [["<=", "0", "x"], ["<=", "x", "1"]]
    bounds = ["and", ["<=", str(-found.hi), error], ["<=", error, str(found.hi)]]
    some = ["and", *inside, ["<=", str(found.lo), ["abs", error]]]
    assert said == statement(
        {},
        [],
        [
            "and",
            ["all", "x", "real", ["implies", ["and", *inside], bounds]],
            ["some", "x", "real", some],
        ],
    )


# refusals

REFUSED = [
    ("x", "atan(x)", 0, 1, False, "atan of x is not taken: the kernel has no axiom about it"),
    ("x", "abs(sin(x))", 0, 1, False, "abs of x is not taken"),
    ("x", "max(x, exp(x))", 0, 1, False, "max of x is not taken"),
    ("x", "floor(x)+exp(x)", 0, 1, False, "floor of x is not taken"),
    ("x", "sin(x1*x2)", 0, 1, False, "one variable"),
    ("x", "sin(x)", 1, 1, False, "a < b"),
    ("x", "sin(x)", 0, 1, True, "vanishes"),
    ("x", "sin(x)", -1, 2, True, "vanishes"),
    ("x", "1/sin(x)", 1, 4, False, "singularity"),
    ("x", "tan(x)", 1, 2, False, "singularity"),
    ("x", "(x-1/3)**-1*exp(x)", 0, 1, False, "singularity"),
    ("x", "log(x)", 0, 1, False, "not seen to have a value at x = 0"),
    ("x", "log(x)", -1, 1, False, "value"),
    ("x", "sin(x)/x", 0, 1, False, "not seen to have a value at x = 0"),
    ("x", "exp(x)+log(-2)", 0, 1, False, "value"),
    ("0", "log(x**2)", -1, 2, False, r"singularity.*the logarithm of 0, near x = 0$"),
    ("0", "log((x-1/3)**2)", 0, 1, False, r"the logarithm of 0, near x = 0\.333333"),
    ("0", "exp(x)/x**2", -1, 2, False, r"singularity.*a division by 0, near x = 0$"),
    ("0", "exp(x)*(x-1/7)**-2", -1, 2, False, "singularity"),
    ("0", "exp(x)/((x-1/7)**2)", 0, 3, False, r"a division by 0, near x = 0\.142857"),
    ("0", "tan(x)**2*exp(x)", F(3, 2), F(8, 5), False, "singularity"),
    ("0", "sqrt(x)*exp(-x)", 0, 1, False, "singularity.*the root of 0, near x = 0; a root may"),
    ("2*x/3", "sqrt(1-x)*exp(-x)", 0, 1, False, "the root of 0, near x = 1; a root may"),
    ("0", "sqrt(sin(x))", 0, 1, False, "the root of 0, near x = 0; a root may"),
    ("0", "sqrt(x**2)", -1, 1, False, "the root of 0, near x = 0; a root may"),
    ("0", "exp(x)/sqrt(x+10**-30)", 0, 1, False, "or very close to"),
]


@pytest.mark.parametrize(("p", "f", "a", "b", "relative", "why"), REFUSED)
def test_refusals(p: str, f: str, a: int, b: int, relative: bool, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        supnorm(parse(p), parse(f), F(a), F(b), relative=relative)


@by_turns(4)
def test_a_neighbour_of_each_refusal_is_taken() -> None:
    for p, f, a, b, relative in (
        ("x", "atan(1)*sin(x)", 0, 1, False),
        ("x", "sin(x)", F(1, 100), 1, True),
        ("x", "1/sin(x)", 1, 2, False),
        ("x", "tan(x)", 1, F(5, 4), False),
        ("x", "log(x)", F(9, 10), 1, False),
        ("x", "sin(x)/x", F(1, 2), 1, False),
        ("0", "log(x**2)", F(1, 9), 1, False),
        ("0", "log(x**2+1/9)", -1, 1, False),
        ("0", "exp(x)/(x**2+1/9)", -1, 1, False),
        ("2*x/3", "sqrt(x)*exp(-x)", F(1, 100), 1, False),
    ):
        assert holds(supnorm(parse(p), parse(f), F(a), F(b), relative=relative))


NOT_FOUND = [
    ("exp(1000*x)", 1, "too large"),
    ("exp(x)", 400, "64 pieces"),
    ("exp(x-1000)", 1, "told from 0"),
    ("sin(1000*x)", 1, "64 pieces"),
    ("exp(x)/sqrt(x+10**-18)", 1, "64 pieces"),
    ("exp(x**40)", 1, "high degree"),
    ("sin(x)-sin(x)", 1, "told from 0"),
]


@by_turns(2)
@some_of(1)
@pytest.mark.parametrize(("f", "b", "why"), NOT_FOUND)
def test_what_is_not_found_is_said(f: str, b: int, why: str) -> None:
    with pytest.raises(NotEnclosed, match=why):
        supnorm([F(0)], parse(f), F(0), F(b))


def test_pieces_that_are_too_wide_are_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    whole, widths = Piece.exp, list[F]()

    def narrow(self: Piece, term: Any, v: Any) -> Any:
        width = F(int(v.P[1].p), int(v.P[1].q))
        if width > F(1, 4):
            raise TooWide("for this test")
        widths.append(width)
        return whole(self, term, v)

    monkeypatch.setattr(Piece, "exp", narrow)
    found = supnorm([F(1)], parse("exp(x)"), F(0), F(1))
    assert found.pieces == 2
    assert set(widths) == {F(1, 4)}
    assert holds(found)


@by_turns(2)
def test_a_model_that_is_too_coarse_is_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    attempts = list[F]()
    whole = supnorm_elementary._Certificate.attempt

    def first_coarse(self: Any, finer: F) -> Any:
        attempts.append(finer)
        return whole(self, finer * 2**12 if len(attempts) == 1 else finer)

    monkeypatch.setattr(supnorm_elementary._Certificate, "attempt", first_coarse)
    assert holds(supnorm([F(1)], parse("exp(x)"), F(0), F(1)))
    assert len(attempts) > 1
    assert attempts[-1] < 1
