"""weierstrass.newton.guesses: the longest ranges of v, from a linear or a constant guess.

Both sides are proved: one guess works on a range, and none works on a slightly longer one.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from constructions.weierstrass import newton
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.library.vectors import S
from proofs.trees.script import Json
from proofs.weierstrass.newton.guesses import (
    NAMES,
    constant_guess,
    constant_range,
    fails_proof,
    fails_statement,
    last_point,
    linear_guess,
    linear_range,
    square_root,
    three_points,
    works_proof,
    works_statement,
)
from proofs.weierstrass.newton.steps import BF16
from proofs.weierstrass.paper import source

PLACE = "The paper's three routes, route 3"
COUNTS = (3, 4)
CASES = tuple((count, unit) for unit in NAMES for count in COUNTS)


class _Rationals:
    name = "rationals"

    def const(self, q: int | Fraction) -> Fraction:
        return Fraction(q)


MAX_DIGITS = 1200  #: of a number that is written out


def _named(letter: str, v: Fraction, guess: Fraction, count: int) -> dict[str, Any]:
    """The iterates at v as exact data: numbers, or terms where these have too many digits."""
    found = newton(_Rationals(), v, guess, count)  # type: ignore[arg-type]
    terms = newton(S, S.const(v), S.const(guess), count)
    return {
        f"{letter}{k}": q if q.denominator < 10**MAX_DIGITS else term
        for k, (q, term) in enumerate(zip(found, terms, strict=True))
    }


def _id(linear: bool) -> str:
    return f"weierstrass.newton.guesses.{'linear' if linear else 'constant'}"


def _case(count: int, unit: Fraction) -> str:
    return f"{NAMES[unit].lower()}.{count}"


def _number(q: Fraction) -> str:
    """A decimal that ends, in full."""
    places = next(k for k in range(30) if (q * 10**k).denominator == 1)
    digits = str(int(q * 10**places)).rjust(places + 1, "0")
    return f"{digits[:-places]}.{digits[-places:]}" if places else digits


def _works(count: int, unit: Fraction, linear: bool) -> Obligation:
    if linear:
        b, c = linear_guess(count, unit)
        K, guess = linear_range(count, unit).works, f"{_number(b)} ({_number(c)} - v)"
    else:
        K, guess = constant_range(count, unit).works, _number(constant_guess(count, unit))
    return Obligation(
        f"{_id(linear)}.{_case(count, unit)}.works",
        f"{NAMES[unit]}, $N = {count}$: from $y_0 = {guess}$ for $1 <= v <= {_number(K)}$",
        works_statement(count, unit, linear),
        works_proof(count, unit, linear),
    )


def _fails(count: int, unit: Fraction, linear: bool) -> Obligation:
    K = (linear_range if linear else constant_range)(count, unit).fails
    return Obligation(
        f"{_id(linear)}.{_case(count, unit)}.fails",
        f"{NAMES[unit]}, $N = {count}$: none for $m <= v <= {_number(K)} m$",
        fails_statement(count, unit, linear),
        fails_proof(count, unit, linear),
    )


def _control(id_: str, says: str, sequent: Json, data: dict[str, Any], kind: str) -> Control:
    return Control(Attempt(id_, says, sequent, Witness(data)), kind)


def _coefficients(count: int, unit: Fraction) -> tuple[Fraction, Fraction]:
    """alpha and beta of the guess that works."""
    b, c = linear_guess(count, unit)
    return b * c, -b


def _points(
    count: int, unit: Fraction, end: Fraction, guess: tuple[Fraction, Fraction]
) -> dict[str, Any]:
    """Data of the three points for m = 1 and alpha + beta v."""
    alpha, beta = guess
    turn = linear_range(count, unit).turn
    data: dict[str, Any] = {"m": Fraction(1), "alpha": alpha, "beta": beta}
    for letter, v in (("a", Fraction(1)), ("b", turn**2), ("c", end**2)):
        data |= _named(letter, v, alpha + beta * v, count)
    return data


def _through(x: Fraction, y: Fraction, end: Fraction) -> tuple[Fraction, Fraction]:
    """alpha and beta with s (alpha + beta s^2) = x at 1 and y at ``end``."""
    beta = (y / end - x) / (end**2 - 1)
    return x - beta, beta


def _shorter(count: int, unit: Fraction, linear: bool) -> Control:
    """On a range that is a little shorter the guess works."""
    K = (linear_range if linear else constant_range)(count, unit).works
    end = Fraction(int(square_root(K) * 10**6), 10**6)
    data: dict[str, Any] = {"m": Fraction(1)}
    if linear:
        data = _points(count, unit, end, _coefficients(count, unit))
    else:
        guess = constant_guess(count, unit)
        data |= _named("a", Fraction(1), guess, count) | _named("c", end**2, guess, count)
    return _control(
        f"{_id(linear)}.control.{_case(count, unit)}",
        f"none for $m <= v <= {_number(K)} m$ ({NAMES[unit]}, $N = {count}$)",
        three_points(count, unit, linear, end),
        data,
        "constant tightened",
    )


def _dropped(linear: bool, place: int, says: str, data: dict[str, Any]) -> Control:
    sequent = fails_statement(3, BF16, linear)
    left = [g for i, g in enumerate(sequent["given"]) if i != place]
    id_ = f"{_id(linear)}.control.dropped.{place}"
    return _control(id_, says, {**sequent, "given": left}, data, "hypothesis dropped")


def _end_of(linear: bool, count: int = 3, unit: Fraction = BF16) -> Fraction:
    K = (linear_range if linear else constant_range)(count, unit).fails
    return Fraction(int(square_root(K) * 10**8), 10**8)


def _basin(linear: bool) -> dict[str, Any]:
    """r = y_0 sqrt(v) beyond sqrt(3), from where the second value is near -2 and the third near 1.

    phi(r) = -2 for r = 2.19582...
    """
    end = _end_of(linear)
    if not linear:
        guess = Fraction(219582, 100000) / end
        guess = Fraction(round(guess * 10**6), 10**6)
        data = {"m": Fraction(1)}
        return data | _named("a", Fraction(1), guess, 3) | _named("c", end**2, guess, 3)
    turn = linear_range(3, BF16).turn
    share = turn * (end**2 - turn**2) / (end**2 - 1)
    other = turn * (turn**2 - 1) / (end * (end**2 - 1))
    x = Fraction(round(Fraction(219582, 100000) / (share + other) * 10**6), 10**6)
    return _points(3, BF16, end, _through(x, x, end))


def _works_readings(count: int, unit: Fraction, linear: bool) -> list[Reading]:
    kind = "linear" if linear else "constant"
    where = f"{NAMES[unit]}, $N = {count}$"
    texts = [
        (f'{where}: $v_"min" = 1$', "other ranges by scaling: $v$ by $m$, $y_0$ by $1\\/sqrt(m)$"),
        ('$v_"max"$', "the lower bound of $K$"),
        (f"some {kind} guess", "written out"),
        *((f"step {k}", "") for k in range(1, count + 1)),
    ]
    of = f"{_id(linear)}.{_case(count, unit)}.works"
    found = [Reading(text, ("given", i), note, of) for i, (text, note) in enumerate(texts)]
    ending = "$y_0 > 0$, $v y_0^2 < 3$, and a relative error of at most $u$"
    return [*found, Reading(ending, ("show",), "", of)]


def _fails_readings(count: int, unit: Fraction, linear: bool) -> list[Reading]:
    start = (f'{NAMES[unit]}, $N = {count}$: $v_"min" = m > 0$', "any range")
    accurate = "the relative error is at most the unit roundoff $u$"
    if linear:
        points = ["at $m$", "between", "at the end"]
        texts = [
            start,
            ("$y_0 = alpha + beta v$ at $m$", ""),
            ("at a point between", "the same $alpha$ and $beta$"),
            ("at the end of the range, or just before it", "the same $alpha$ and $beta$"),
            ("$y_0 > 0$ at $m$", "asked at the points where it is used"),
            ("$y_0 > 0$ between", ""),
            ("$v y_0^2 < 3$ between", ""),
            ("$y_0 > 0$ at the end", ""),
            *((f"step {k} {where}", "") for where in points for k in range(1, count + 1)),
            ("accurate at $m$", accurate),
            ("accurate between", accurate),
        ]
    else:
        points = ["at $m$", "at the end"]
        texts = [
            start,
            ("$y_0 > 0$", ""),
            ("one constant for all $v$", ""),
            ("$v y_0^2 < 3$", "at the end of the range, or just before it"),
            *((f"step {k} {where}", "") for where in points for k in range(1, count + 1)),
            ("accurate at $m$", accurate),
        ]
    of = f"{_id(linear)}.{_case(count, unit)}.fails"
    found = [Reading(text, ("given", i), note, of) for i, (text, note) in enumerate(texts)]
    return [*found, Reading("no guess works", ("show",), "not accurate at the last point", of)]


def _fails_data(count: int, unit: Fraction, linear: bool) -> Attempt:
    """The guess that works on the shorter range, at m = 1."""
    end = last_point(count, unit, linear)
    if linear:
        data = _points(count, unit, end, _coefficients(count, unit))
    else:
        guess = constant_guess(count, unit)
        data = {"m": Fraction(1), **_named("a", Fraction(1), guess, count)}
        data |= _named("c", end**2, guess, count)
    return Attempt(
        f"{_id(linear)}.{_case(count, unit)}.fails.satisfiable",
        "the hypotheses hold at $m = 1$ for the guess that works on the shorter range",
        fails_statement(count, unit, linear),
        Witness(data),
    )


def _works_data(count: int, unit: Fraction, linear: bool) -> Attempt:
    """At v = 1."""
    if linear:
        b, c = linear_guess(count, unit)
        guess = b * (c - 1)
    else:
        guess = constant_guess(count, unit)
    return Attempt(
        f"{_id(linear)}.{_case(count, unit)}.works.satisfiable",
        "the hypotheses hold at $v = 1$",
        works_statement(count, unit, linear),
        Witness({"v": 1, **_named("y", Fraction(1), guess, count)}),
    )


STATED = {
    True: "of the form $y_0 = alpha + beta v$",
    False: "that is one constant",
}


def _claim(linear: bool) -> Claim:
    ranges = linear_range if linear else constant_range
    listed = "; ".join(
        f"{NAMES[unit]}: "
        + ", ".join(
            f"$N = {count}$: between ${_number(ranges(count, unit).works)}$ and "
            f"${_number(ranges(count, unit).fails)}$"
            for count in COUNTS
        )
        for unit in NAMES
    )
    kind = "linear" if linear else "constant"
    # the iterates after four steps from a linear guess have thousands of digits
    shorter = [case for case in CASES if not linear or case[0] == 3]
    controls = [_shorter(count, unit, linear) for count, unit in shorter]
    if linear:
        end = _end_of(True)
        negative = _points(3, BF16, end, _through(Fraction(13, 20), Fraction(-2), end))
        controls += [
            _dropped(True, 7, "without $y_0 > 0$ at the last point: $r = -2$ there", negative),
            _dropped(True, 6, "without $v y_0^2 < 3$: $r$ is about $2.196$ there", _basin(True)),
        ]
    else:
        controls.append(
            _dropped(False, 3, "without $v y_0^2 < 3$: $r$ is about $2.196$ there", _basin(False))
        )
    return Claim(
        id=_id(linear),
        kind="numeric",
        title=f"The longest ranges of v for 3 and 4 steps from a {kind} guess",
        source=source(PLACE),
        statement='Let $K$ be the largest $v_"max"\\/v_"min"$ for which some initial guess '
        f'{STATED[linear]} with $y_0 > 0$ and $v y_0^2 < 3$ on $[v_"min", v_"max"]$ leaves, '
        "after $N$ steps, a relative error $abs(1 - y_N sqrt(v)) <= u$ there, in exact arithmetic. "
        f"With the unit roundoff $u$ of the format, $K$ lies as follows. {listed}.",
        readings=tuple(
            reading
            for count, unit in CASES
            for reading in (
                *_works_readings(count, unit, linear),
                *_fails_readings(count, unit, linear),
            )
        ),
        obligations=tuple(
            made(count, unit, linear) for count, unit in CASES for made in (_fails, _works)
        ),
        controls=tuple(controls),
        satisfiable=tuple(
            made(count, unit, linear)
            for count, unit in CASES
            for made in (_fails_data, _works_data)
        ),
        notes=(
            "$v y_0^2 < 3$, $y_0 > 0$ is where Newton's iteration converges without a change of "
            "sign. Beyond it single points may end near 1 too (a control).",
        ),
        not_claimed=("rounding: the arithmetic is exact",),
    )


LINEAR_CLAIM = _claim(True)
CONSTANT_CLAIM = _claim(False)
