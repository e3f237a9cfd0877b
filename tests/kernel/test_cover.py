"""Covers and evaluation: what is shown, what is not, and random terms against their values."""

from __future__ import annotations

import random
from fractions import Fraction as F
from itertools import combinations
from typing import Any

import pytest
from kernelkit import FALSE, TRUE, Json, Row, certificate, evaluate, leaf, node, table, verdict
from models import Unknown, value

from proofs.kernel import intervals as I
from proofs.kernel.cover import Box, Form, enclose
from proofs.kernel.errors import Decline, Reject
from proofs.printing import show

X = {"x": "real"}
UNIT = [["<=", "0", "x"], ["<=", "x", "1"]]
OPEN = [["<", "0", "x"], ["<", "x", "1"]]


def cover(show: Json, cuts: Json = ("0", "1"), given: Json = UNIT, bits: Json = 64) -> Json:
    proof = node("cover", on="x", cuts=list(cuts), bits=bits)
    return certificate(show, proof, given, X, {"f": 1})


def about(data: Json) -> Json:
    return ["<=", data, data]


def at(term: Json, relation: str = "<=", right: Json = "0", bits: int = 64) -> Json:
    return certificate([relation, term, right], evaluate(bits), names=X)


def covered_atom(term: Json, lemma: int) -> Json:
    """0 <= v <= 1 gives v^2 <= 1 for the atom v of a term; the lemma is the literal before the
    negated goal."""
    square = ["<=", ["*", "@0", "@0"], "1"]
    proof = node("have", node("cover", on="@0", cuts=["0", "1"], bits=0),
                 leaf(["1", [lemma], []], ["1", [lemma + 1], []]), show=square)  # fmt: skip
    bounds = [["<=", "0", term], ["<=", term, "1"]]
    return certificate(["<=", ["*", term, term], "1"], proof, bounds)


F_OF_X = ["app", "f", "x"]
ROWS: list[Row] = [
    # cover
    ("a parabola on the unit interval", cover(["<=", ["*", "x", ["-", "1", "x"]], "3/4"]),
     "accept"),
    ("a parabola on finer boxes",
     cover(["<=", ["*", "x", ["-", "1", "x"]], "1/3"], ["0", "1/4", "1/2", "3/4", "1"]), "accept"),
    ("a parabola is not below its maximum",
     cover(["<", ["*", "x", ["-", "1", "x"]], "1/4"], ["0", "1/2", "1"]), "not-shown"),
    ("a parabola is not below less than its maximum",
     cover(["<=", ["*", "x", ["-", "1", "x"]], "6/25"], [f"{i}/64" for i in range(65)]),
     "not-shown"),
    ("the range of x", cover(["<=", "x", "1"]), "accept"),
    ("a strict bound with room", cover(["<", "x", "2"]), "accept"),
    ("a strict bound fails at the end", cover(["<", "x", "1"]), "not-shown"),
    ("a strict bound that an excluded end does not show yet", cover(["<", "x", "1"], given=OPEN),
     "not-shown"),
    ("an inequation is not covered", cover(["!=", "x", "2"]), "wrong-goal"),
    ("a conjunction is not covered", cover(["and", TRUE]), "wrong-goal"),
    ("the cuts reach the lower end", cover(["<=", "0", "1"], ["1/10", "1"]), "domain-not-covered"),
    ("the cuts reach the upper end", cover(["<=", "0", "1"], ["0", "9/10"]), "domain-not-covered"),
    ("the cuts may reach further than known", cover(["<=", "x", "2"], ["-1", "2"]),
     "domain-not-covered"),
    ("the cuts increase", cover(TRUE, ["0", "2/3", "1/3", "1"]), "cuts-not-increasing"),
    ("no cut comes twice", cover(TRUE, ["0", "1/2", "1/2", "1"]), "cuts-not-increasing"),
    ("one cut is no cover", cover(TRUE, ["0"]), "bad-cover"),
    ("the cuts are a list", certificate(TRUE, node("cover", on="x", cuts="01", bits=0), UNIT, X),
     "bad-cover"),
    ("a cut is a number", cover(TRUE, ["0", "x"]), "not-a-number"),
    ("a cut is written as a number", cover(TRUE, ["0", ["/", "2", "2"]]), "not-a-number"),
    ("what is covered is declared",
     certificate(TRUE, node("cover", on="z", cuts=["0", "1"], bits=0), UNIT, X), "unknown-name"),
    ("what is covered has a name",
     certificate(TRUE, node("cover", on=["x"], cuts=["0", "1"], bits=0), UNIT, X),
     "unknown-name"),
    ("what is covered is real",
     certificate(TRUE, node("cover", on="n", cuts=["0", "1"], bits=0),
                 [["<=", "0", "n"], ["<=", "n", "1"]]), "unknown-name"),
    ("a value of a function is covered like a variable", covered_atom(["app", "f", "y"], 2),
     "accept"),
    ("a sum is covered like a variable", covered_atom(["sum", "k", "1", "n", "k"], 2), "accept"),
    ("an exponential is covered like a variable", covered_atom(["exp", "y"], 3), "accept"),
    ("a reciprocal is covered like a variable", covered_atom(["/", "1", "y"], 4),
     "accept"),
    ("a floor is not", covered_atom(["floor", "y"], 4), "unknown-name"),
    ("another variable is not covered",
     certificate(["<=", "y", "y"], node("cover", on="x", cuts=["0", "1"], bits=0), UNIT),
     "free-variable"),
    ("an unknown function is not covered", cover(about(F_OF_X)), "uninterpreted-function"),
    ("bits are a number", cover(TRUE, bits="64"), "bad-precision"),
    ("bits are not a truth value", cover(TRUE, bits=True), "bad-precision"),
    ("bits are not negative", cover(TRUE, bits=-1), "bad-precision"),
    ("bits may be 1024", cover(TRUE, bits=1024), "accept"),
    ("bits are at most 1024", cover(TRUE, bits=1025), "bad-precision"),
    # jumps, kinks, poles and the ends of domains
    ("a floor on the box below its jump", cover(["<=", ["floor", "x"], "0"], given=[
        ["<=", "0", "x"], ["<", "x", "1"]]), "accept"),
    ("a floor at its jump", cover(["<=", ["floor", "x"], "0"]), "not-shown"),
    ("a floor of a falling term", cover(["<=", ["floor", ["-", "1", "x"]], "0"], given=[
        ["<", "0", "x"], ["<=", "x", "1"]]), "accept"),
    ("a floor that jumps inside the box", cover(["<=", ["floor", ["*", "2", "x"]], "1"], given=[
        ["<=", "0", "x"], ["<", "x", "1"]]), "accept"),
    ("a floor of a term that touches its supremum inside",
     cover(["<=", ["floor", ["*", "4", "x", ["-", "1", "x"]]], "0"], given=OPEN), "not-shown"),
    ("a sign on either side of its jump",
     cover(["<=", ["*", ["sign", "x"], "x"], "1"], ["-1", "0", "1"],
           [["<=", "-1", "x"], ["<=", "x", "1"]]), "accept"),
    ("a sign at its jump is zero", cover(["<=", "1", ["sign", "x"]]), "not-shown"),
    ("a sign to the right of its jump", cover(["<=", "1", ["sign", "x"]], given=[
        ["<", "0", "x"], ["<=", "x", "1"]]), "accept"),
    ("a sign to the left of its jump", cover(["<=", ["sign", ["-", "x", "1"]], "-1"], given=[
        ["<=", "0", "x"], ["<", "x", "1"]]), "accept"),
    ("a sign of a square that touches zero inside",
     cover(["<=", "1", ["sign", ["^", ["-", "x", "1/2"], 2]]], given=OPEN), "not-shown"),
    ("a sign of zero", at(["sign", ["-", "x", "x"]], "=", bits=0), "free-variable"),
    ("a sign of nothing is nothing", at(["sign", "0"], "=", bits=0), "accept"),
    ("the size of a number on either side", cover(["<=", ["abs", "x"], "1"], ["-1", "1"], [
        ["<=", "-1", "x"], ["<=", "x", "1"]]), "accept"),
    ("the size of a negative number", cover(["<=", ["+", ["abs", "x"], "x"], "0"], ["-1", "0"], [
        ["<=", "-1", "x"], ["<=", "x", "0"]]), "accept"),
    ("the size of a number of either sign is not the number",
     cover(["<=", ["abs", "x"], "x"], ["-1", "1"], [["<=", "-1", "x"], ["<=", "x", "1"]]),
     "not-shown"),
    ("a greater of two that cross", cover(["<=", ["max", "x", ["-", "1", "x"]], "1"]), "accept"),
    ("a greater of two that do not cross",
     cover(["<=", ["-", ["max", "x", "2"], "2"], "0"]), "accept"),
    ("a greater of two that do not cross, exchanged",
     cover(["<=", ["-", ["max", "2", "x"], "2"], "0"]), "accept"),
    ("a lesser of two that do not cross", cover(["<=", ["-", ["min", "2", "x"], "x"], "0"]),
     "accept"),
    ("a lesser of two that cross", cover(["<=", "1/2", ["min", "x", ["-", "1", "x"]]]),
     "not-shown"),
    ("a lesser of two with a jump",
     cover(["<=", ["min", ["floor", ["*", "3", "x"]], "x"], "1"]), "accept"),
    ("a denominator that vanishes inside", cover(about(["/", "1", ["-", "x", "1/2"]])),
     "division-by-zero"),
    ("a denominator that vanishes at a cut",
     cover(about(["/", "1", ["-", "x", "1/2"]]), ["0", "1/2", "1"]), "division-by-zero"),
    ("a denominator that vanishes at an excluded end",
     cover(about(["/", "1", "x"]), given=OPEN), "division-by-zero"),
    ("a root that begins at zero", cover(["<=", ["sqrt", "x"], "1"]), "accept"),
    ("a root of what becomes negative", cover(about(["sqrt", ["-", "x", "1/2"]])),
     "root-of-negative"),
    ("a logarithm that begins at zero", cover(about(["log", "x"])), "log-of-nonpositive"),
    ("a logarithm away from zero", cover(["<=", ["log", ["+", "x", "1"]], "7/10"]), "accept"),
    ("a tangent as a quotient, below its pole",
     cover(["<=", ["/", ["sin", "x"], ["cos", "x"]], "8/5"], [f"{i}/32" for i in range(33)]),
     "accept"),
    ("a tangent as a quotient, across its pole",
     cover(["<=", "-9", ["/", ["sin", ["*", "2", "x"]], ["cos", ["*", "2", "x"]]]],
           [f"{i}/64" for i in range(65)]), "division-by-zero"),
    ("an undefined summand makes a product undefined",
     cover(["<=", ["*", "0", ["/", "1", "x"]], "0"]), "division-by-zero"),
    ("an undefined power zero", cover(["<=", ["^", ["/", "1", "x"], 0], "1"]),
     "division-by-zero"),
    ("an undefined loser of a maximum",
     cover(["<=", ["max", "2", ["*", "0", ["log", "x"]]], "2"]), "log-of-nonpositive"),
    ("functions of x below one another",
     cover(["<=", ["-", ["exp", ["-", "x"]], ["cos", "x"]], "1/100"],
           [f"{i}/32" for i in range(33)]), "accept"),
    ("a hyperbolic tangent below its argument",
     cover(["<=", ["-", ["tanh", "x"], "x"], "1/100"], [f"{i}/16" for i in range(17)]), "accept"),
    ("an inverse tangent below its argument",
     cover(["<=", ["-", ["atan", "x"], "x"], "1/100"], [f"{i}/16" for i in range(17)]), "accept"),
    ("a sine below its argument", cover(["<=", ["-", ["sin", "x"], "x"], "1/100"],
                                        [f"{i}/16" for i in range(17)]), "accept"),
    ("a root above its argument", cover(["<=", "x", ["+", ["sqrt", "x"], "1/8"]],
                                        [f"{i}/16" for i in range(17)]), "accept"),
    ("a sum written out", cover(["<=", ["sum", "k", "1", "3", ["*", "k", "x"]], "6"]), "accept"),
    ("a sum up to a variable is not written out",
     cover(about(["sum", "k", "1", ["floor", "x"], "k"])), "free-variable"),
    # evaluate
    ("an equality of numbers", at(["*", "3", "1/3"], "=", "1", 0), "accept"),
    ("an equality of numbers that fails", at(["*", "3", "1/3"], "=", "2", 0), "not-shown"),
    ("an equality is not shown by rounding", at(["^", ["sqrt", "2"], 2], "=", "2"), "not-shown"),
    ("an inequation by rounding", at(["sqrt", "2"], "!=", "7/5"), "accept"),
    ("an inequation that fails", at("1", "!=", "1", 0), "not-shown"),
    ("a weak inequality between equals", at("1", "<=", "1", 0), "accept"),
    ("a strict inequality between equals", at("1", "<", "1", 0), "not-shown"),
    ("a strict inequality", at(["pi"], "<", "22/7"), "accept"),
    ("pi has no exact value", at(["pi"], "=", ["pi"], 0), "not-shown"),
    ("pi with the fewest bits", at(["pi"], "<", "22/7", 0), "accept"),
    ("a weak inequality that fails", at(["pi"], "<=", "3"), "not-shown"),
    ("a variable has no value", at("x", "<=", "x"), "free-variable"),
    ("an empty sum is zero", at(["sum", "k", "1", "0", ["/", "1", "0"]], "=", "0", 0), "accept"),
    ("an undefined summand", at(["sum", "k", "0", "1", ["/", "1", "k"]], "<=", "9", 0),
     "division-by-zero"),
    ("the limits of a sum are exact",
     at(["sum", "k", ["*", ["+", "1/3", "1/3"], "3/2"], "2", "k"], "=", "3", 0), "accept"),
    ("a sum far away", at(["sum", "k", "6000", "6001", "k"], "=", "12001", 0), "accept"),
    ("five thousand and one are not", at(["sum", "k", "1", "5001", "0"], "=", "0", 0),
     "decline:range-too-long"),
    ("five thousand summands are written out", at(["sum", "k", "1", "5000", "0"], "=", "0", 0),
     "accept"),
    ("a sum from a half", at(["sum", "k", "1/2", "3", "k"], "<=", "9", 0), "not-an-integer"),
    ("a sum to a half", at(["sum", "k", "1", "5/2", "k"], "<=", "9", 0), "not-an-integer"),
    ("a sum in a sum", at(["sum", "k", "1", "3", ["sum", "j", "1", "k", ["*", "j", "k"]]], "=",
                          "25", 0), "accept"),
    ("nothing but a relation is evaluated", certificate(["and"], evaluate()), "wrong-goal"),
    ("a function without a value", cover(["<=", F_OF_X, "9"]), "uninterpreted-function"),
    ("a sum to a root without a rational value", at(["sum", "k", "1", ["sqrt", "2"], "k"], "=",
                                                    "1", 0), "not-an-integer"),
    ("a sum from a root without a rational value", at(["sum", "k", ["sqrt", "2"], "2", "k"], "=",
                                                      "3", 0), "not-an-integer"),
    ("a sum to a root with one", at(["sum", "k", "1", ["sqrt", "4"], "k"], "=", "3", 0), "accept"),
    ("a false statement about no point", cover(FALSE, given=[*UNIT, *OPEN]), "not-shown"),
]  # fmt: skip


@table(ROWS)
def test_covers(data: Json, expected: str) -> None:
    assert verdict(data) == expected


EXACT = ("+", "-", "*", "/", "abs", "sign", "floor", "max", "min", "^", "sum", "neg", "sqrt")
SMOOTH = ("exp", "log", "sin", "cos", "tanh", "atan", "pi")


def some_term(rng: random.Random, ops: tuple[str, ...], depth: int = 3) -> Any:
    if depth == 0 or rng.random() < 0.15:
        return rng.choice(["x", "x", F(rng.randrange(-3, 4), rng.randrange(1, 4))])

    def part() -> Any:
        return some_term(rng, ops, depth - 1)

    op = rng.choice(ops)
    if op == "^":
        return (op, part(), rng.randrange(4))
    if op == "neg":
        return ("-", part())
    if op == "pi":
        return (op,)
    if op == "sum":
        return (op, "#9", F(1), F(rng.randrange(4)), ("*", "#9", part()))
    return (op, part(), part()) if op in ("+", "-", "*", "/", "max", "min") else (op, part())


def some_box(rng: random.Random, bits: int) -> Box:
    low = F(rng.randrange(-8, 8), rng.choice([1, 2, 3]))
    width = rng.choice([0, 1, F(1, 2), F(1, 7), F(1, 100), 3])
    return Box("x", low, low + width, bits)


def points(rng: random.Random, box: Box) -> list[F]:
    """Points of the open box (or its only point), with its middle and points near its ends."""
    if box.low == box.high:
        return [box.low]
    shares = [F(1, 2), F(1, 10**9), 1 - F(1, 10**9), *(F(rng.randrange(1, 60), 60) for _ in "1234")]
    return [box.low + (box.high - box.low) * s for s in shares]


@pytest.mark.parametrize("seed", range(8))
def test_forms_contain_values_and_slopes_exactly(seed: int) -> None:
    """Range, middle and slope of random piecewise rational terms, jumps and kinks included."""
    rng = random.Random(seed)
    checked = slopes = 0
    while checked < 150:
        term, box = some_term(rng, EXACT), some_box(rng, rng.choice([0, 3, 20, 64]))
        try:
            form = enclose(term, box)
        except Reject:
            continue
        try:
            values = {x: value(term, {"x": x}, {}) for x in points(rng, box)}
        except Unknown:
            continue
        checked += 1
        context = (term, box, form)
        for at_x in values.values():
            assert at_x is not None, context  # an enclosure shows that the term is defined
            assert form.range[0] <= at_x <= form.range[1], context
        middle = value(term, {"x": (box.low + box.high) / 2}, {})
        assert middle is not None, context
        assert form.middle[0] <= middle <= form.middle[1], context
        if form.slope is None:
            continue
        slopes += 1
        for x, y in combinations(values, 2):  # the middle is one of seven
            if x != y:
                quotient = (values[x] - values[y]) / (x - y)  # type: ignore[operator]
                assert form.slope[0] <= quotient <= form.slope[1], context
    assert slopes > 50


@pytest.mark.parametrize("seed", range(4))
def test_forms_contain_values_of_elementary_functions(seed: int) -> None:
    import flint

    before, flint.ctx.prec = flint.ctx.prec, 600
    rng = random.Random(1000 + seed)
    checked = 0
    try:
        while checked < 100:
            ops = (*SMOOTH, *SMOOTH, "+", "-", "*", "/", "abs", "max", "min", "^", "sqrt")
            term, box = some_term(rng, ops, 2), some_box(rng, rng.choice([4, 16, 64]))
            try:
                form = enclose(term, box)
            except Reject:
                continue
            checked += 1
            balls = {x: ball_value(term, x) for x in points(rng, box)}
            for at_x in balls.values():
                assert inside(at_x, form.range), (term, box, form)
            assert inside(ball_value(term, (box.low + box.high) / 2), form.middle)
            for x, y in combinations(balls, 2):
                if form.slope is not None and x != y:
                    quotient = (balls[x] - balls[y]) / ball_value(x - y, x)
                    assert inside(quotient, form.slope), (term, box, form)
    finally:
        flint.ctx.prec = before


def inside(at: Any, interval: tuple[F, F]) -> bool:
    return at.is_finite() and not at < ball_value(interval[0], F(0)) and not (
        at > ball_value(interval[1], F(0))
    )  # fmt: skip


def ball_value(term: Any, x: F) -> Any:
    import flint

    if isinstance(term, F):
        return flint.arb(flint.fmpq(term.numerator, term.denominator))
    if term == "x":
        return ball_value(x, x)
    if term == ("pi",):
        return flint.arb.pi()
    op = term[0]
    if op == "^":
        return ball_value(term[1], x) ** term[2]
    parts = [ball_value(a, x) for a in term[1:]]
    if op in ("max", "min"):
        return getattr(parts[0], op)(parts[1])
    if op == "abs":
        return abs(parts[0])
    if op in ("+", "-", "*", "/"):
        a, b = parts if len(parts) == 2 else (flint.arb(0), parts[0])
        return {"+": a + b, "-": a - b, "*": a * b}[op] if op != "/" else a / b
    return getattr(parts[0], op)()


def test_a_form_of_a_large_number_is_refused() -> None:
    with pytest.raises(Decline) as refusal:
        enclose(("^", ("^", F(2), 64), 64), Box("", F(0), F(0), 0)) and enclose(
            ("^", ("^", ("^", F(2), 64), 64), 64), Box("", F(0), F(0), 0)
        )
    assert refusal.value.code == "number-size"


def form(low: Any, high: Any, middle: Any, slope: Any) -> Form:
    """A range, a value in the middle that is exact, and a slope (a number, a pair or None)."""
    pair = slope if isinstance(slope, tuple | None) else (slope, slope)
    return Form((F(low), F(high)), I.point(F(middle)), pair and (F(pair[0]), F(pair[1])))


ONE_MINUS_X = ("-", F(1), "x")
HUMP = ("*", "x", ONE_MINUS_X)
SQUARE = ("*", "x", "x")
TURNING = ("max", ("-", "x", F(1, 4)), ("/", ("-", F(1, 4), "x"), F(2)))
THIRD = F(1, 3)
#: term, box, and what range, middle and slope are by the rules of interval arithmetic
FORMS: list[tuple[Any, tuple[Any, Any], Form]] = [
    (F(5), (1, 3), form(5, 5, 5, 0)),
    ("x", (1, 3), form(1, 3, 2, 1)),
    ("x", (2, 2), form(2, 2, 2, 0)),
    (("-", "x"), (1, 3), form(-3, -1, -2, -1)),
    (("+", "x", "x"), (1, 3), form(2, 6, 4, 2)),
    (("+", "x", F(1), SQUARE), (1, 3), form(3, 13, 7, (3, 7))),
    (("-", F(1), "x"), (1, 3), form(-2, 0, -1, -1)),
    (SQUARE, (1, 3), form(1, 9, 4, (2, 6))),
    (HUMP, (0, 1), form(0, F(3, 4), F(1, 4), (-1, 1))),  # 1/4 + [-1, 1] [-1/2, 1/2]
    (("^", "x", 0), (1, 3), form(1, 1, 1, 0)),
    (("^", "x", 1), (1, 3), form(1, 3, 2, 1)),
    (("^", "x", 3), (1, 3), form(1, 27, 8, (3, 27))),
    (("^", ONE_MINUS_X, 2), (0, 1), form(0, 1, F(1, 4), (-2, 0))),
    (("/", F(1), "x"), (1, 3), form(F(1, 3), 1, F(1, 2), (-1, F(-1, 9)))),
    (("/", "x", F(2)), (1, 3), form(F(1, 2), F(3, 2), 1, F(1, 2))),
    # not seen to be 1: 1 + [-3/2, 3/4] [-1/2, 1/2]
    (("/", "x", "x"), (1, 2), form(F(1, 2), F(7, 4), 1, (F(-3, 2), F(3, 4)))),
    # sizes
    (("abs", "x"), (1, 3), form(1, 3, 2, 1)),
    (("abs", "x"), (-3, -1), form(1, 3, 2, -1)),
    (("abs", "x"), (-1, 2), form(0, 2, F(1, 2), (-1, 1))),
    (("abs", "x"), (-2, 1), form(0, 2, F(1, 2), (-1, 1))),
    (("abs", "x"), (F(-1, 2), F(1, 2)), form(0, F(1, 2), 0, (-1, 1))),
    (("abs", "x"), (0, 2), form(0, 2, 1, 1)),  # the box is open
    (("abs", "x"), (-2, 0), form(0, 2, 1, -1)),
    (("abs", "x"), (0, 0), form(0, 0, 0, 0)),
    (("abs", "x"), (THIRD, 2 * THIRD), form(THIRD, 2 * THIRD, F(1, 2), 1)),
    (("abs", "x"), (F(1, 5), F(3, 5)), form(F(1, 5), F(3, 5), F(2, 5), 1)),
    (("abs", SQUARE), (0, 2), form(0, 4, 1, (-4, 4))),
    (("abs", ("-", SQUARE)), (0, 2), form(0, 4, 1, (-4, 4))),
    (("abs", F(0)), (0, 2), form(0, 0, 0, 0)),
    (("abs", ("-", SQUARE, F(4))), (0, 2), form(0, 4, 3, (-4, 4))),
    # signs
    (("sign", "x"), (1, 3), form(1, 1, 1, 0)),
    (("sign", "x"), (-3, -1), form(-1, -1, -1, 0)),
    (("sign", "x"), (0, 1), form(1, 1, 1, 0)),
    (("sign", "x"), (-1, 0), form(-1, -1, -1, 0)),
    (("sign", "x"), (0, 0), form(0, 0, 0, 0)),
    (("sign", "x"), (-1, 1), Form(I.UNIT, I.UNIT, None)),
    (("sign", SQUARE), (0, 2), Form(I.UNIT, I.UNIT, None)),  # the slope may be zero
    (("sign", ("-", SQUARE)), (0, 2), Form(I.UNIT, I.UNIT, None)),
    (("sign", ("-", F(4), SQUARE)), (0, 2), Form(I.UNIT, I.UNIT, None)),
    (("sign", HUMP), (0, 1), Form(I.UNIT, I.UNIT, None)),
    (("sign", ("sign", HUMP)), (0, 1), Form(I.UNIT, I.UNIT, None)),
    (("sign", F(0)), (0, 1), form(0, 0, 0, 0)),
    # floors
    (("floor", "x"), (F(1, 2), F(3, 2)), Form((F(0), F(1)), (F(0), F(1)), None)),
    (("floor", "x"), (0, 1), form(0, 0, 0, 0)),
    (("floor", ("-", "x")), (0, 1), form(-1, -1, -1, 0)),
    (("floor", "x"), (1, 1), form(1, 1, 1, 0)),
    (("floor", "x"), (0, 2), Form((F(0), F(1)), (F(0), F(1)), None)),
    (("floor", SQUARE), (0, 1), Form((F(0), F(1)), (F(0), F(1)), None)),
    (("floor", F(2)), (0, 1), form(2, 2, 2, 0)),
    (("floor", F(-1, 2)), (0, 1), form(-1, -1, -1, 0)),
    (("floor", ("sign", HUMP)), (0, 1), Form(I.UNIT, I.UNIT, None)),
    # greater and lesser
    (("max", "x", ONE_MINUS_X), (0, 1), form(0, 1, F(1, 2), (-1, 1))),
    (("min", "x", ONE_MINUS_X), (0, 1), form(0, 1, F(1, 2), (-1, 1))),
    (("max", "x", ("*", F(2), "x")), (-1, 2), form(-1, 4, 1, (1, 2))),
    (("min", "x", ("*", F(2), "x")), (-1, 2), form(-2, 2, F(1, 2), (1, 2))),
    (("max", "x", F(1)), (0, 1), form(1, 1, 1, 0)),  # they touch at an end
    (("max", F(1), "x"), (0, 1), form(1, 1, 1, 0)),
    (("min", "x", F(1)), (0, 1), form(0, 1, F(1, 2), 1)),
    (("min", F(1), "x"), (0, 1), form(0, 1, F(1, 2), 1)),
    (("max", "x", F(0)), (0, 1), form(0, 1, F(1, 2), 1)),
    (("min", F(0), "x"), (0, 1), form(0, 0, 0, 0)),
    (("max", "x", F(-2)), (0, 1), form(0, 1, F(1, 2), 1)),
    (("max", F(3), "x"), (0, 1), form(3, 3, 3, 0)),
    (("max", ("sign", "x"), ("sign", ("-", "x"))), (-1, 1), Form(I.UNIT, I.UNIT, None)),
    (("max", "x", ("sign", "x")), (-2, 2), Form((F(-1), F(2)), (F(0), F(1)), None)),
    # from the middle the slope is positive everywhere; between 0 and 1/4 it is not
    (TURNING, (0, 1), form(F(-1, 4), F(3, 4), F(1, 4), (F(-1, 2), 1))),
    (("sign", TURNING), (0, 1), Form(I.UNIT, I.UNIT, None)),
    # sums
    (("sum", "#0", F(1), F(3), ("*", "#0", "x")), (1, 3), form(6, 18, 12, 6)),
    (("sum", "#0", F(1), F(0), ("/", F(1), F(0))), (1, 3), form(0, 0, 0, 0)),
    # a slope that is lost stays lost
    (("+", "x", ("sign", HUMP)), (0, 1), Form((F(-1), F(2)), (F(-1, 2), F(3, 2)), None)),
    (("+", ("sign", HUMP), "x"), (0, 1), Form((F(-1), F(2)), (F(-1, 2), F(3, 2)), None)),
    (("*", "x", ("sign", HUMP)), (0, 1), Form((F(-1), F(1)), (F(-1, 2), F(1, 2)), None)),
    (("*", ("sign", HUMP), "x"), (0, 1), Form((F(-1), F(1)), (F(-1, 2), F(1, 2)), None)),
    (("abs", ("sign", HUMP)), (0, 1), Form((F(0), F(1)), (F(0), F(1)), None)),
    (("sqrt", ("abs", ("sign", HUMP))), (0, 1), Form((F(0), F(1)), (F(0), F(1)), None)),
]  # fmt: skip


@pytest.mark.parametrize(("term", "ends", "expected"), FORMS,
                         ids=[f"{show(t)} on {e}" for t, e, _ in FORMS])  # fmt: skip
def test_forms(term: Any, ends: tuple[Any, Any], expected: Form) -> None:
    low, high = map(F, ends)
    assert enclose(term, Box("x", low, high, 0)) == expected


def test_a_rounded_point_is_not_an_open_box() -> None:
    """sqrt(65/64) - 1 is in [0, 1/4] by two bits, and may be 0 for all that is known."""
    at = F(65, 64)
    term = ("-", ("sqrt", "x"), F(1))
    assert enclose(term, Box("x", at, at, 2)).range == (0, F(1, 4))
    assert enclose(("sign", term), Box("x", at, at, 2)).range == I.UNIT
    # on an open box with the same ends of the range the term is strictly monotone
    assert enclose(("sign", term), Box("x", F(1), at, 2)).range == I.point(1)


def balls(text: str, x: F) -> Any:
    import flint

    at = flint.arb(flint.fmpq(x.numerator, x.denominator))
    return at if text == "x" else getattr(at, text)()


#: the ends of the derivative on [low, high], from its values at the ends
SLOPES: list[tuple[str, Any, Any, Any]] = [
    ("exp", 0, 1, lambda lo, hi: (lo.exp(), hi.exp())),
    ("exp", -3, -2, lambda lo, hi: (lo.exp(), hi.exp())),
    ("log", 1, 2, lambda lo, hi: (1 / hi, 1 / lo)),
    ("log", F(1, 3), F(1, 2), lambda lo, hi: (1 / hi, 1 / lo)),
    ("sin", F(1, 2), F(3, 4), lambda lo, hi: (((lo + hi) / 2).cos() - (hi - lo) / 2,
                                              ((lo + hi) / 2).cos() + (hi - lo) / 2)),
    ("cos", F(1, 2), F(3, 4), lambda lo, hi: (-((lo + hi) / 2).sin() - (hi - lo) / 2,
                                              -((lo + hi) / 2).sin() + (hi - lo) / 2)),
    ("tanh", F(1, 2), 1, lambda lo, hi: (1 - hi.tanh() ** 2, 1 - lo.tanh() ** 2)),
    ("tanh", -1, F(-1, 2), lambda lo, hi: (1 - lo.tanh() ** 2, 1 - hi.tanh() ** 2)),
    ("tanh", -1, 2, lambda lo, hi: (1 - hi.tanh() ** 2, 1 + 0 * lo)),
    ("atan", F(1, 2), 1, lambda lo, hi: (1 / (1 + hi**2), 1 / (1 + lo**2))),
    ("atan", -3, -2, lambda lo, hi: (1 / (1 + lo**2), 1 / (1 + hi**2))),
    ("atan", -1, 2, lambda lo, hi: (1 / (1 + hi**2), 1 + 0 * lo)),
    ("sqrt", F(1, 4), F(1, 2), lambda lo, hi: (1 / (2 * hi.sqrt()), 1 / (2 * lo.sqrt()))),
    ("sqrt", 2, 3, lambda lo, hi: (1 / (2 * hi.sqrt()), 1 / (2 * lo.sqrt()))),
]  # fmt: skip


@pytest.mark.parametrize(("name", "low", "high", "ends"), SLOPES)
def test_slopes_of_elementary_functions(name: str, low: Any, high: Any, ends: Any) -> None:
    import flint

    with flint.ctx.workprec(200):
        found = enclose((name, "x"), Box("x", F(low), F(high), 80))
        assert found.slope is not None
        wanted = ends(*(balls("x", F(x)) for x in (low, high)))
        for end, exact in zip(found.slope, wanted, strict=True):
            assert abs(balls("x", end) - exact) < balls("x", F(1, 2**70))
        assert inside(balls(name, (F(low) + F(high)) / 2), found.middle)
        assert found.middle[1] - found.middle[0] < F(1, 2**70)
        # the chain rule
        twice = enclose((name, ("*", F(2), "x")), Box("x", F(low) / 2, F(high) / 2, 80))
        assert twice.slope is not None
        for end, exact in zip(twice.slope, wanted, strict=True):
            assert abs(balls("x", end) - 2 * exact) < balls("x", F(1, 2**70))


def test_a_root_that_begins_at_zero_has_no_slope() -> None:
    assert enclose(("sqrt", "x"), Box("x", F(0), F(1), 8)) == Form(
        (F(0), F(1)), I.sqrt(I.point(F(1, 2)), 8), None
    )


@pytest.mark.parametrize("name", [*SMOOTH, "sqrt"])
def test_elementary_functions_are_what_they_are_called(name: str) -> None:
    import flint

    with flint.ctx.workprec(200):
        term = (name,) if name == "pi" else (name, "x")
        found = enclose(term, Box("x", F(3, 2), F(3, 2), 64)).range
        exact = flint.arb.pi() if name == "pi" else balls(name, F(3, 2))
        assert inside(exact, found)
        assert found[1] - found[0] < F(1, 2**60)


@pytest.mark.parametrize(
    "term",
    [("*", "x", "x"), ("+", ("*", "x", "x"), "x"), ("-", ("*", "x", "x"), "x"), ("^", "x", 7),
     ("/", "x", ("+", "x", F(1))), ("/", ("*", "x", "x"), ("*", "x", "x")),
     *[(name, ("*", "x", "x")) for name in ("exp", "log", "sin", "cos", "tanh", "atan", "sqrt")],
     *[("+", (name, ("*", "x", "x")), "x") for name in ("exp", "tanh", "atan", "sqrt")]],
    ids=repr,
)  # fmt: skip
def test_all_ends_are_rounded(term: Any) -> None:
    """The ends of the box have three bits below them; whatever comes of them has at most 16."""
    found = enclose(term, Box("x", F(1, 7), F(3, 7), 16))
    assert found.slope is not None
    for part in found:
        assert part is not None
        for end in part:
            assert end.denominator.bit_length() <= 17, (part, end)
