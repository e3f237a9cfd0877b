"""Suprema of |p - f| and |p/f - 1|: values known in closed form or found apart from the code.

What the kernel accepts is accepted by the second checker too, and refused once the bound is
lowered.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from constructions.functions import parse
from proofs.kernel import check
from proofs.replay import check as replay
from proofs.supnorm.of_polynomials import supnorm
from proofs.supnorm.polynomials import WIDTH, Enclosure, NotEnclosed, Problem, read
from proofs.supnorm.squares import Frame, NoSquares, chebyshev, flint_poly, positive
from tests.sampling import by_turns, some_of
from verify import cli


def newton(steps: int) -> list[F]:
    """The coefficients of the iterate of y <- y (3 - v y^2)/2 from y = 1."""
    y = [F(1)]
    for _ in range(steps):
        cube = [F(0)] * (3 * len(y) - 1)
        for i, a in enumerate(y):
            for j, b in enumerate(y):
                for k, c in enumerate(y):
                    cube[i + j + k + 1] -= a * b * c / 2
        for i, a in enumerate(y):
            cube[i] += 3 * a / 2
        y = cube
    return y


def largest(error: Callable[[Any], Any], a: F, b: F, cells: int = 200) -> Any:
    """The maximum of |error| on [a, b] by mpmath: golden sections around the best of a grid."""
    with mpmath.workdps(60):
        size = lambda x: abs(error(x))  # noqa: E731
        lo, hi = mpmath.mpf(a.numerator) / a.denominator, mpmath.mpf(b.numerator) / b.denominator
        grid = [lo + (hi - lo) * k / cells for k in range(cells + 1)]
        values = [size(x) for x in grid]
        best = max(values)
        golden = (mpmath.sqrt(5) - 1) / 2
        for k in sorted(range(cells + 1), key=values.__getitem__)[-8:]:
            left, right = grid[max(k - 1, 0)], grid[min(k + 1, cells)]
            for _ in range(70):
                one, two = right - golden * (right - left), left + golden * (right - left)
                left, right = (left, two) if size(one) > size(two) else (one, right)
            best = max(best, size(left), size(right))
        return +best


def encloses(found: Enclosure, value: Any) -> bool:
    with mpmath.workdps(60):
        lo, hi = (mpmath.mpf(q.numerator) / q.denominator for q in (found.lo, found.hi))
        return bool(lo <= value <= hi)


def accepted_by_both(found: Enclosure) -> bool:
    return check(found.certificate).accepted and replay(found.certificate).accepted


# p, f, a, b, relative, the supremum squared (so that roots are exact too)
KNOWN = [
    ("x", "x**2", 0, 1, False, F(1, 16)),
    ("x", "x", -1, 1, False, F(0)),
    ("0", "2*x**2-1", -1, 1, False, F(1)),
    ("1", "1/(1+x**2)", -1, 2, False, F(16, 25)),
    ("1", "1/(1+x**2)", -1, 2, True, F(16)),
    ("1", "-1/(1+x**2)", -1, 2, True, F(36)),
    ("x", "sqrt(x)", 0, 1, False, F(1, 16)),
    ("1", "sqrt(x)", F(1, 4), 1, True, F(1)),
    ("3/2-x/2", "1/sqrt(x)", F(1, 4), 1, False, F(25, 64)),
    ("3/2-x/2", "1/sqrt(x)", F(1, 4), 1, True, F(25, 256)),
    ("1", "3+0*x", 0, 1, True, F(4, 9)),
    ("1+x", "sqrt(3-2*x)", -1, 1, False, F(5)),
    ("0", "x*sqrt(1-x)/(2+x)", 0, 1, False, None),
    # a denominator with a narrow dip: 1 - f is largest at -1, where it is 2 - 1/(10^4 (8/7)^2 + 1)
    (
        "1",
        "x+1/10**4/((x-1/7)**2+1/10**4)",
        -1,
        1,
        False,
        (2 - F(49, 640_049)) ** 2,
    ),
    ("1000000000*x", "x/1000000000", 0, F(1, 1000), False, F(10**18 - 1, 10**12) ** 2),
    ("0", "1/sqrt(x)", F(1, 10**20), F(1, 10**18), False, F(10**20)),
    ("1", "1/sqrt(x)", 1, (1 + F(1, 10**10)) ** 2, False, F(1, 10**10 + 1) ** 2),
    ("1", "1/x", 7, 7 + F(1, 10**12), True, (6 + F(1, 10**12)) ** 2),
    ("1", "1/x", 1, 1 + F(1, 10**10), False, F(1, 10**10 + 1) ** 2),
]


@some_of(16)
@pytest.mark.parametrize(("p", "f", "a", "b", "relative", "square"), KNOWN)
def test_known_suprema(p: str, f: str, a: Any, b: Any, relative: bool, square: F | None) -> None:
    found = supnorm(parse(p), parse(f), a, b, relative=relative)
    if square is None:
        value = largest(lambda x: x * mpmath.sqrt(1 - x) / (2 + x), F(a), F(b))
        assert encloses(found, value)
    else:
        assert found.lo**2 <= square <= found.hi**2
    assert found.hi - found.lo <= WIDTH * found.hi
    assert a <= found.at <= b
    assert accepted_by_both(found)


def test_the_certificate_says_what_was_asked() -> None:
    found = supnorm(parse("x"), parse("x**2"), 0, 1)
    error = ["-", ["*", "x", "1"], ["^", "x", 2]]
    inside = [["<=", "0", "x"], ["<=", "x", "1"]]
    said = json.loads(found.certificate)["statement"]
    every, some = said["show"][1:]
    assert said["given"] == []
    assert said["vars"] == {}
    assert every[:3] == ["all", "x", "real"]
    assert every[3][:2] == ["implies", ["and", *inside]]
    low, high = every[3][2][1:]
    assert low[:2] == ["<=", str(-found.hi)]
    assert high[2] == str(found.hi)
    assert low[2] == high[1]
    assert low[2][0] == "-"
    assert low[2][2] == error[2]
    assert some[3][1:3] == inside
    assert some[3][3] == ["<=", str(found.lo), ["abs", low[2]]]


@pytest.mark.parametrize("which", ["hi", "lo"])
def test_a_sharper_bound_is_refused(which: str) -> None:
    """x against x^2 on [0, 1]: the supremum is 1/4."""
    found = supnorm(parse("x"), parse("x**2"), 0, 1)
    wrong = F(1, 4) + (F(-1, 10**9) if which == "hi" else F(1, 10**9))
    text = found.certificate.decode()
    old = str(getattr(found, which))
    assert f'"{old}"' in text
    changed = text.replace(f'"{old}"', f'"{wrong}"').replace(f'"-{old}"', f'"-{wrong}"')
    result = check(changed)
    assert (result.outcome, result.code) in {("reject", "identity-fails"), ("reject", "not-shown")}


@by_turns(2)
@some_of(7)
@pytest.mark.parametrize("relative", [False, True])
@pytest.mark.parametrize(("a", "b"), [(F(1, 2), F(3, 2)), (F(1, 10), F(2))])
@pytest.mark.parametrize("steps", [1, 2, 3])
def test_newton_iterates(steps: int, a: F, b: F, relative: bool) -> None:
    """The relative error of the iterate is known at the ends, between which it is monotone."""
    found = supnorm(newton(steps), parse("1/sqrt(x)"), a, b, relative=relative)
    values = []
    with mpmath.workdps(60):
        for end in (a, b):
            v = mpmath.mpf(end.numerator) / end.denominator
            r = mpmath.sqrt(v)
            for _ in range(steps):
                r = r * (3 - r * r) / 2
            values.append((1 - r) if relative else (1 - r) / mpmath.sqrt(v))
        assert encloses(found, max(values))
    assert found.hi - found.lo <= WIDTH * found.hi
    assert check(found.certificate).accepted


@by_turns(2)
def test_the_iterate_of_degree_40() -> None:
    found = supnorm(newton(4), parse("1/sqrt(x)"), F(1, 10), 2)
    with mpmath.workdps(60):
        r = mpmath.sqrt(mpmath.mpf(1) / 10)
        start = r
        for _ in range(4):
            r = r * (3 - r * r) / 2
        assert encloses(found, (1 - r) / start)


def minimax(n: int) -> list[F]:
    """Interpolation of 1/sqrt(x) on [1/2, 2] at Chebyshev points, coefficients rounded."""
    with mpmath.workdps(40):
        angles = [(2 * k + 1) * mpmath.pi / (2 * n + 2) for k in range(n + 1)]
        points = [(5 + 3 * mpmath.cos(angle)) / 4 for angle in angles]
        matrix = mpmath.matrix([[x**j for j in range(n + 1)] for x in points])
        found = mpmath.lu_solve(matrix, mpmath.matrix([1 / mpmath.sqrt(x) for x in points]))
        return [F(int(mpmath.nint(c * 2**60)), 2**60) for c in found]


@by_turns(2)
@some_of(2)
@pytest.mark.parametrize("relative", [False, True])
@pytest.mark.parametrize("n", [2, 5, 9])
def test_errors_that_oscillate(n: int, relative: bool) -> None:
    p = minimax(n)
    found = supnorm(p, parse("1/sqrt(x)"), F(1, 2), 2, relative=relative)

    def error(x: Any) -> Any:
        value = mpmath.polyval([mpmath.mpf(c.numerator) / c.denominator for c in p[::-1]], x)
        return value * mpmath.sqrt(x) - 1 if relative else value - 1 / mpmath.sqrt(x)

    assert encloses(found, largest(error, F(1, 2), F(2)))
    assert found.hi - found.lo <= WIDTH * found.hi
    assert accepted_by_both(found)


def exact_supremum(e: list[F], a: F, b: F) -> tuple[F, F]:
    """Bounds of max |e| on [a, b], from isolated critical points (sympy's Sturm sequences)."""
    from sympy import Poly, Rational, symbols

    x = symbols("x")
    poly = Poly([Rational(c.numerator, c.denominator) for c in reversed(e)], x)
    low = high = max(abs(value(e, a)), abs(value(e, b)))
    if poly.degree() < 1:
        return low, high
    rough = sum(abs(c) * j * max(abs(a), abs(b), F(1)) ** j for j, c in enumerate(e))
    for (left, right), _ in poly.diff().intervals(
        inf=Rational(a.numerator, a.denominator), sup=Rational(b.numerator, b.denominator),
        eps=Rational(1, 10**12),
    ):  # fmt: skip
        lo, up = F(int(left.p), int(left.q)), F(int(right.p), int(right.q))
        at = abs(value(e, lo))
        low, high = max(low, at), max(high, at + rough * (up - lo))
    return low, high


def value(e: list[F], x: F) -> F:
    total = F(0)
    for c in reversed(e):
        total = total * x + c
    return total


COEFFICIENT = st.fractions(min_value=-5, max_value=5, max_denominator=20)


@by_turns(2)
@settings(max_examples=12, deadline=None)
@given(
    st.lists(COEFFICIENT, min_size=1, max_size=8),
    st.fractions(min_value=-3, max_value=3, max_denominator=10),
    st.fractions(min_value=F(1, 10), max_value=3, max_denominator=10),
)
def test_random_polynomials(p: list[F], a: F, length: F) -> None:
    b = a + length
    found = supnorm(p, parse("0*x"), a, b)
    low, high = exact_supremum(p, a, b)
    assert found.lo <= high
    assert low <= found.hi
    assert found.hi - found.lo <= WIDTH * found.hi
    assert check(found.certificate).accepted


REFUSED = [
    ("x", "x", 1, 0, False, "a < b"),
    ("sin(x)", "x", 0, 1, False, "p must be a polynomial"),
    ("x", "1/x", 0, 1, False, "singularity"),
    ("x", "1/x", -1, 1, False, "singularity"),
    ("x", "1/(x-1/3)**2", 0, 1, False, "singularity"),
    ("x", "1/(3*x-1)", -1, 1, True, "singularity"),
    ("x", "1/sqrt(x)", 0, 1, False, "singularity"),
    ("x", "sqrt(x-1)", 0, 2, False, "negative root"),
    ("x", "x", 0, 1, True, "vanishes"),
    ("x", "(x-1/3)**2", 0, 1, True, "vanishes"),
    ("x", "x1*x2", 1, 2, False, "one variable"),
    ("x**61", "x", 0, 1, False, "degree"),
]


@pytest.mark.parametrize(("p", "f", "a", "b", "relative", "why"), REFUSED)
def test_refusals(p: str, f: str, a: int, b: int, relative: bool, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        supnorm(parse(p), parse(f), a, b, relative=relative)


@by_turns(2)
def test_a_neighbour_of_each_refusal_is_taken() -> None:
    for p, f, a, b, relative in (
        ("x", "1/x", F(1, 1000), 1, False),
        ("x", "1/((x-1/3)**2+1/1000)", 0, 1, False),
        ("x", "1/sqrt(x)", F(1, 1000), 1, False),
        ("x", "sqrt(x-1)", 1, 2, False),
        ("x", "(x-1/3)**2+1/1000", 0, 1, True),
        ("x**57", "x", 0, 1, False),
        ("x", "x+0*x/(1+x)", 0, 1, False),
        ("1", "sqrt(x)/x", 1, 2, True),
    ):
        assert accepted_by_both(supnorm(parse(p), parse(f), F(a), F(b), relative=relative))


def test_a_bound_that_is_false_finds_no_squares() -> None:
    """T_5 takes the values 1 and -1, so 1 - 1/1000 - T_5 is negative somewhere."""
    t5 = [F(0), F(5), F(0), F(-20), F(0), F(16)]
    frame = Frame("x", (F(-1), F(1)), (F(-1), F(1)))
    q = flint_poly([-c for c in t5]) + flint_poly([F(1001, 1000)])
    positive(q, F(1, 2000), frame)
    with pytest.raises(NoSquares):
        positive(q - flint_poly([F(2, 1000)]), F(1, 2000), frame)


def test_chebyshev_coefficients() -> None:
    """x^3 = (3 T_1 + T_3)/4 and x^4 = (3 T_0 + 4 T_2 + T_4)/8."""
    assert chebyshev([F(0), F(0), F(0), F(1)]) == [0, F(3, 4), 0, F(1, 4)]
    assert chebyshev([F(0)] * 4 + [F(1)]) == [F(3, 8), 0, F(1, 2), 0, F(1, 8)]


def test_pieces_are_joined(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where one leaf is not found the interval is cut; the proof is then a tree."""
    whole = Problem.piece
    for root, p, f in ((True, "1-x/3", "1/sqrt(x)"), (False, "1-x/3", "x**3/(1+x)")):
        del root

        def narrow(self: Problem, lo: F, up: F, *rest: Any) -> Any:
            if up - lo > F(1, 2):
                raise NoSquares("too wide")
            return whole(self, lo, up, *rest)

        monkeypatch.setattr(Problem, "piece", narrow)
        found = supnorm(parse(p), parse(f), F(1, 2), F(2))
        assert found.pieces >= 3
        assert accepted_by_both(found)
        monkeypatch.setattr(Problem, "piece", whole)
        assert supnorm(parse(p), parse(f), F(1, 2), F(2)).pieces == 1


def test_what_is_not_found_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: Any) -> Any:
        raise NoSquares("never")

    monkeypatch.setattr(Problem, "piece", never)
    with pytest.raises(NotEnclosed, match="64 pieces"):
        supnorm(parse("x"), parse("x**2"), 0, 1)


def test_numbers_beyond_floating_point() -> None:
    with pytest.raises(NotEnclosed, match="too large"):
        supnorm([F(10**400)], parse("x"), 0, 1)
    with pytest.raises(NotEnclosed, match="floating point"):
        supnorm([F(1, 10**400)], parse("0*x"), 0, 1)
    with pytest.raises(ValueError, match="relative width"):
        supnorm([F(1)], parse("x"), 0, 1, width=F(1, 2**60))


def test_f_is_read_as_a_quotient() -> None:
    reading = read(parse("x + 2*x/(1-x*sqrt(x))"))
    assert reading is not None
    assert reading.root == (1, 0)
    assert reading.A == {(1, 0): 1}
    assert reading.B == {(1, 0): 2}
    assert reading.d == {(0, 0): 1, (1, 1): -1}
    for f in ("sin(x)", "1/x+1/(1+x)", "sqrt(x)+sqrt(1+x)", "sqrt(x**2+1)", "(x/(1+x))**2"):
        assert read(parse(f)) is None


# the command


def command(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["verify", *words])
        status = 0
        try:
            cli.main()
        except SystemExit as stop:
            status = int(stop.code or 0)
    said = capsys.readouterr()
    return status, said.out, said.err


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "bound.json"
    status, out, _ = command(capsys, "supnorm", "x", "x**2", "0", "1", "-o", str(kept))
    assert status == 0
    low, high = re.fullmatch(r"(\S+) <= sup \|P - F\| <= (\S+)\n[^$]*", out).groups()  # type: ignore[union-attr]
    assert F(low) <= F(1, 4) <= F(high)
    assert command(capsys, "check", "--second", str(kept))[0] == 0
    listed = tmp_path / "p.json"
    listed.write_text('[0.5, 1, "1/2"]')
    status, out, _ = command(
        capsys, "supnorm", f"@{listed}", "1/(1-x)", "-1/2", "1/2", "--relative", "--json"
    )
    record = json.loads(out)
    # (1/2 + x + x^2/2)(1 - x) - 1 is -7/16 at 1/2 and -13/16 at -1/2, and monotone between
    assert status == 0
    assert F(record["lo"]) <= F(13, 16) <= F(record["hi"])
    assert record["relative"] is True
    assert record["file"] is None


@by_turns(2)
@some_of(2)
@pytest.mark.parametrize(
    ("f", "value"),
    [
        ("-tanh(x)", lambda x: -mpmath.tanh(x)),
        ("-cos(x)", lambda x: -mpmath.cos(x)),
        ("-x*tanh(x)", lambda x: -x * mpmath.tanh(x)),
        ("-log(1+x)", lambda x: -mpmath.log(1 + x)),
        ("--exp(x)", mpmath.exp),
    ],
)
def test_formulas_with_a_minus_sign_are_no_options(
    f: str, value: Callable[[Any], Any], capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, _ = command(capsys, "supnorm", "-x", f, "-1/2", "1/2", "--json")
    record = json.loads(out)
    reached = largest(lambda x: -x - value(x), F(-1, 2), F(1, 2))
    assert status == 0
    assert F(record["lo"]) <= F(str(reached)) <= F(record["hi"])


@pytest.mark.parametrize(
    ("words", "status", "why"),
    [
        (("x", "1/x", "0", "1"), 2, "singularity"),
        (("sin(x)", "x", "0", "1"), 2, "p must be a polynomial"),
        (("x", "x", "1", "0"), 2, "a < b"),
        (("x", "x", "x", "1"), 2, "A must be a number"),
        (("x", "x", "0", "1", "--width", "0"), 2, "relative width"),
        (("@nowhere.json", "x", "0", "1"), 2, "cannot read nowhere.json"),
        (("x", "x"), 2, "Missing argument"),
        (("1", "exp(1000*x)", "0", "1"), 1, "no certificate was found: "),
        (("0", "log(x**2)", "-1", "2"), 2, "singularity"),
        (("0", "sqrt(x)*exp(-x)", "0", "1"), 2, "a root may vanish only at an end"),
        (("x", "sin(x)", "0", "1", "--width", "1"), 2, "at least 2^-40 and less than 1"),
        (("x", "exp((1+x)**64)", "0", "1"), 1, "too large"),
        (("9", "log(x)", "999", "1002"), 1, "beyond the kernel"),
        (("-x*cos(x)", "-x", "0", "1"), 2, "p must be a polynomial"),
        (("x", "-floor(5*x)", "0", "1"), 2, "floor of x is not taken"),
        (("@/dev/null", "x", "0", "1"), 2, "it is no file"),
        (("1", "atan(x)", "0", "1"), 2, "atan of x is not taken"),
        (("1", "abs(sin(x))", "0", "1"), 2, "abs of x is not taken"),
    ],
)
def test_the_command_refuses(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], status: int, why: str
) -> None:
    done = command(capsys, "supnorm", *words)
    assert (done[0], done[1]) == (status, "")
    assert done[2].startswith("verify: ")
    assert done[2].count("\n") == 1
    assert why in done[2]
