"""Typed statements: what each is read as, and what is refused, with the reason and the place."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from typing import Any

import pytest

from proofs.kernel.check import open_statement
from proofs.language.text import EULER, TextError, read, read_definition, read_term
from proofs.search.data import Point, Undefined, truth, value
from tests.sampling import some_of

FALSE = ["<", "1", "0"]


def shown(text: str) -> Any:
    """The conclusion of a statement about any x, y, z that has no hypotheses."""
    statement = read(f"for all x, y, z: real; |- {text}")
    open_statement(statement.sequent)
    assert statement.sequent["given"] == []
    return statement.sequent["show"]


TERMS = {
    "-x^2": ["-", ["^", "x", 2]],
    "-2^2": "-4",
    "(-2)^2": "4",
    "2^-1": "1/2",
    "x^-2": ["/", "1", ["^", "x", 2]],
    "x^2^3": ["^", "x", 8],
    "(x^2)^3": ["^", ["^", "x", 2], 3],
    "x²³": ["^", "x", 23],
    "x⁻²": ["/", "1", ["^", "x", 2]],
    "-x²": ["-", ["^", "x", 2]],
    "x/y*z": ["*", ["/", "x", "y"], "z"],
    "x/y/z": ["/", ["/", "x", "y"], "z"],
    "x - y - z": ["-", ["-", "x", "y"], "z"],
    "x - (y - z)": ["-", "x", ["-", "y", "z"]],
    "x*-y": ["*", "x", ["-", "y"]],
    "-x*y": ["-", ["*", "x", "y"]],
    "x - -y": ["-", "x", ["-", "y"]],
    "1/2/3": "1/6",
    "1e-3": "1/1000",
    ".5": "1/2",
    "0^0": "1",
    "1/0": ["/", "1", "0"],
    "x^(1/2)": ["sqrt", "x"],
    "x^1/2": ["/", ["^", "x", 1], "2"],
    "2^-x^2": ["exp", ["*", ["-", ["^", "x", 2]], ["log", "2"]]],
    "e^x": ["exp", "x"],
    "e": ["exp", "1"],
    "π": ["pi"],
    "|x|-|y|": ["-", ["abs", "x"], ["abs", "y"]],
    "||x| - |y||": ["abs", ["-", ["abs", "x"], ["abs", "y"]]],
    "max(x, y, z)": ["max", ["max", "x", "y"], "z"],
    "ceil(x)": ["-", ["floor", ["-", "x"]]],
    "tan(x)": ["/", ["sin", "x"], ["cos", "x"]],
    "ln(x)": ["log", "x"],
    "relu(x)": ["max", "x", "0"],
    "sum_{k=1}^3 k^2 - 1": ["-", ["sum", "k", "1", "3", ["^", "k", 2]], "1"],
    "2*∑_{k=1}^{3} k/x": ["*", "2", ["sum", "k", "1", "3", ["/", "k", "x"]]],
    "sum(k=1..3, sum(k=1..k, k))": ["sum", "k", "1", "3", ["sum", "k_2", "1", "k", "k_2"]],
    "sum(x=1..3, x) + x": ["+", ["sum", "x_2", "1", "3", "x_2"], "x"],
}


@pytest.mark.parametrize("text", TERMS)
def test_terms(text: str) -> None:
    assert shown(f"{text} = 7") == ["=", TERMS[text], "7"]


X, Y, Z = ["<", "0", "x"], ["<", "0", "y"], ["<", "0", "z"]
EACH_IN_RANGE = [
    *("all", "a", "real"),
    [
        "implies",
        ["and", ["<=", "0", "a"], ["<=", "a", "y"]],
        [
            *("all", "b", "real"),
            ["implies", ["and", ["<=", "0", "b"], ["<=", "b", "y"]], ["<=", "a", "b"]],
        ],
    ],
]
FORMULAS = {
    "x > 0": X,
    "x > 0 or y > 0 and z > 0": [
        "and",
        ["implies", ["implies", X, FALSE], Y],
        ["implies", ["implies", X, FALSE], Z],
    ],
    "not x > 0 and y > 0": ["and", ["implies", X, FALSE], Y],
    "x > 0 => y > 0 => z > 0": ["implies", X, ["implies", Y, Z]],
    "x > 0 and y > 0 => z > 0": ["implies", ["and", X, Y], Z],
    "x > 0 <=> y > 0": ["and", ["implies", X, Y], ["implies", Y, X]],
    "0 < x <= y": ["and", X, ["<=", "x", "y"]],
    "x < y > z": ["and", ["<", "x", "y"], ["<", "z", "y"]],
    "x != y": ["!=", "x", "y"],
    "x in [0, 1)": ["and", ["<=", "0", "x"], ["<", "x", "1"]],
    "x in (0, 1]": ["and", ["<", "0", "x"], ["<=", "x", "1"]],
    "x in 0..3": ["and", ["<=", "0", "x"], ["<=", "x", "3"], ["=", ["floor", "x"], "x"]],
    "exists a in [0, x], a > y": [
        *("some", "a", "real"),
        ["and", ["<=", "0", "a"], ["<=", "a", "x"], ["<", "y", "a"]],
    ],
    "forall k in 1..3, exists m: int, m = k + 1": [
        *("all", "k", "int"),
        [
            "implies",
            ["and", ["<=", "1", "k"], ["<=", "k", "3"]],
            ["some", "m", "int", ["=", "m", ["+", "k", "1"]]],
        ],
    ],
    "for all a, b in [0, y]: a <= b": EACH_IN_RANGE,
    "for all a, b in [0, y], a <= b": EACH_IN_RANGE,
    "for all a: int, b: real, k, m: int, a + b <= k + m": [
        *("all", "a", "int"),
        [
            *("all", "b", "real"),
            ["all", "k", "int", ["all", "m", "int", ["<=", ["+", "a", "b"], ["+", "k", "m"]]]],
        ],
    ],
    "for all a, x in [0, y] => a <= x": [
        *("all", "a", "real"),
        ["implies", ["and", ["<=", "0", "x"], ["<=", "x", "y"]], ["<=", "a", "x"]],
    ],
    "forall x, x = y": ["all", "x_2", "real", ["=", "x_2", "y"]],
    "∀ a. a ≥ x": ["all", "a", "real", ["<=", "x", "a"]],
    "true": ["and"],
    "false": FALSE,
}


@pytest.mark.parametrize("text", FORMULAS)
def test_formulas(text: str) -> None:
    assert shown(text) == FORMULAS[text]


def test_a_statement_has_variables_hypotheses_and_a_conclusion() -> None:
    statement = read(
        "for all n: nat, x in [0, 1], f: real -> real;  # a comment |- false\n"
        "  f is 2*L-Lipschitz on [0, 1], n >= 1 and x < 1\n |- |f(x)| <= n"
    )
    assert statement.sequent == {
        "vars": {"n": "int", "x": "real", "L": "real"},
        "functions": {"f": 1},
        "given": [
            *(["<=", "0", "n"], ["<=", "0", "x"], ["<=", "x", "1"]),
            ["lipschitz", "f", ["*", "2", "L"], "0", "1"],
            *(["<=", "1", "n"], ["<", "x", "1"]),
        ],
        "show": ["<=", ["abs", ["app", "f", "x"]], "n"],
    }
    assert statement.printed == (
        *("n: nat", "x in [0, 1]", "", "f is 2*L-Lipschitz on [0, 1]"),
        *("n >= 1 and x < 1", "", "|f(x)| <= n"),
    )
    assert statement.assumed == (("L", "real"),)


def test_a_function_that_is_lipschitz_on_the_whole_line() -> None:
    written = read("for all f: real -> real; f is L-Lipschitz |- f(x) <= L")
    typed = read(
        "for all f: real -> real; for all u v: real, |f(u) - f(v)| <= L*|u - v| |- f(x) <= L"
    )
    assert written.sequent == typed.sequent
    (bounded,) = read("f is 2-Lipschitz |- f(u) <= f(v)").sequent["given"]
    assert (bounded[1], bounded[3][1]) == ("s", "t")  # u and v are the reader's own
    with pytest.raises(TextError, match="or without `on` on the whole line"):
        read("f is 2-Lipschitz on (0, 1) |- f(0) <= 1")


def test_what_is_not_declared_is_told() -> None:
    statement = read("sum(k = 1..n, a[k]) <= e*x")
    assert statement.sequent["vars"] == {"n": "int", "x": "real"}
    assert statement.assumed == (
        *(("n", "int"), ("a", "function of 1"), ("e", EULER), ("x", "real")),
    )
    declared = read("for all e: real; |- e > 2")
    assert declared.sequent["show"] == ["<", "2", "e"]
    assert declared.assumed == ()


@pytest.mark.parametrize(
    "given", ["0 <= x; y <= 1", "0 <= x, x <= 1", "x >= 0, y <= 1", "0 <= x, y <= z"]
)
def test_hypotheses_that_mean_one_thing(given: str) -> None:
    assert len(read(f"{given} |- x + y <= 2").sequent["given"]) == 2


def test_only_an_assumed_range_of_integers_makes_an_integer() -> None:
    """x in [0, 3] |- x in 0..3 is false at 1/2, and stays false."""
    assumed = read("x in 0..1 |- x^2 = x").sequent
    assert assumed["vars"] == {"x": "int"}
    assert len(assumed["given"]) == 2
    concluded = read("x in [0, 3] |- x in 0..3").sequent
    assert concluded["vars"] == {"x": "real"}
    assert concluded["show"][-1] == ["=", ["floor", "x"], "x"]
    double = read("2*x in 0..1 |- x = 0").sequent
    assert double["vars"] == {"x": "real"}
    assert double["given"][2][0] == "="
    declared = read("for all x: real; x in 0..1 |- x^2 = x").sequent
    assert declared["given"][2] == ["=", ["floor", "x"], "x"]


def test_a_power_is_a_function_with_its_recursion() -> None:
    """One for each base, for exponents that are at least 0; none for powers of numbers > 0."""
    statement = read("for all n: nat, q: real; |- q^n*q^(n + 1) = q*(q^n)*(q^n)").sequent
    assert statement["functions"] == {"q_to": 1}
    onward = ["=", ["app", "q_to", ["+", "k", "1"]], ["*", "q", ["app", "q_to", "k"]]]
    assert statement["given"] == [
        ["<=", "0", "n"],
        ["=", ["app", "q_to", "0"], "1"],
        ["all", "k", "int", ["implies", ["<=", "0", "k"], onward]],
    ]
    assert statement["show"][1] == ["*", ["app", "q_to", "n"], ["app", "q_to", ["+", "n", "1"]]]
    assert read("for all n: nat; |- 2^n > 0").sequent["functions"] == {}
    assert len(read("for all n: nat; |- x^n*y^n = (x*y)^n").sequent["functions"]) == 3
    assert read("n in 1..3 |- x^(n - 1) <= 1").sequent["functions"] == {"x_to": 1}
    assert read("for all n: nat; |- sum(k = 0..n, x^k) > 0").sequent["functions"] == {"x_to": 1}


DERIVATIVES = {
    "x^3 + 2*x*y": lambda x, y: 3 * x**2 + 2 * y,
    "x/(1 + x^2)": lambda x, y: (1 - x**2) / (1 + x**2) ** 2,
    "exp(x*y)": lambda x, y: y * math.exp(x * y),
    "log(1 + exp(x))": lambda x, y: 1 / (1 + math.exp(-x)),
    "sqrt(1 + x^2)": lambda x, y: x / math.sqrt(1 + x**2),
    "tanh(2*x)": lambda x, y: 2 / math.cosh(2 * x) ** 2,
    "sin(x)*cos(x)": lambda x, y: math.cos(2 * x),
    "atan(x - y)": lambda x, y: 1 / (1 + (x - y) ** 2),
    "y - x": lambda x, y: -1.0,
    "diff(x^4, x)": lambda x, y: 12 * x**2,
}


@pytest.mark.parametrize("text", DERIVATIVES)
def test_derivatives_are_written_out(text: str) -> None:
    term = shown(f"diff({text}, x) <= 0")[1]
    for x, y in ((0.3, 0.7), (-1.2, 0.4), (2.0, -1.5)):
        at = Point({"x": Fraction(x), "y": Fraction(y), "z": Fraction(0)}, {})
        assert float(value(term, at)) == pytest.approx(DERIVATIVES[text](x, y), rel=1e-9)


@pytest.mark.parametrize(
    ("text", "x"),
    [("log(x)", -1), ("sqrt(x)", 0), ("1/x", 0), ("x + 1/y", 1), ("x*log(y)", 1)],
)
def test_a_derivative_is_undefined_where_the_term_is(text: str, x: int) -> None:
    term = shown(f"diff({text}, x) <= 0")[1]
    at = Point({"x": Fraction(x), "y": Fraction(0), "z": Fraction(0)}, {})
    with pytest.raises(Undefined):
        value(term, at)


def test_a_derivative_in_a_definition_is_taken_before_its_argument_is_put_in() -> None:
    slope = read_definition("slope(t) = diff(t^2, t)")
    at_sum = read("slope(x + y) = 2*(x + y)", {"slope": slope}).sequent["show"]
    assert at_sum[1] == ["*", "2", ["+", "x", "y"]]


REFUSED = {
    "": ("the statement is empty", ""),
    "x + 1": ("a formula", "x + 1"),
    "x > 0, y |- x > y": ("a formula", "y "),
    "for all n: nat; x: real; x > 0 |- n >= 0": ("all variables stand first", ": real; x > 0"),
    "2x > 0": ("write * for a product", "x > 0"),
    "x > 0 |-": ("'the end'", ""),
    "x > 0, y > 0": ("|- is missing", ""),
    "x > 0 and |- x > 0": ("a hypothesis is expected before |-", "|- x"),
    "x > 0 <=> y > 0 <=> z > 0": ("two ways", "<=> z"),
    "x²^3 > 0": ("two ways", "²^3"),
    "x^y > 0": ("the exponent is a number", "x^y"),
    "for all n: int; |- x^n > 0": ("0 or more", "x^n"),
    "for all n: nat; |- x^(n - 1) > 0": ("0 or more", "x^(n - 1)"),
    "for all n: nat; |- sum(k = 1..n, k^n) > 0": ("cannot depend on", "k^n"),
    "for all n: nat; |- (1/x)^n > 0": ("write q = ...", "(1/x)^n"),
    "diff(|x|, x) > 0": ("abs has no derivative", "diff(|x|, x)"),
    "diff(x, 2*x) > 0": ("with a variable", "diff(x, 2*x)"),
    "for all n: int; |- diff(n, n) > 0": ("is an integer", "diff(n, n)"),
    "x^(1/3) > 0": ("whole number or 1/2", "x^(1/3)"),
    "x^65 > 0": ("exponents go to 64", "x^65"),
    "|x|y| > 0": ("write * for a product", "y| > 0"),
    "sin x > 0": ("parentheses", "x > 0"),
    "exp > 0": ("arguments are missing", "exp"),
    "relu > 0": ("arguments are missing", "relu"),
    "max(x) > 0": ("two arguments", "max(x)"),
    "erf(x) > 0": ("write it out", "erf(x)"),
    "x mod 2 = 0": ("not expected", "mod"),
    "f(x) + f(x, y) > 0": ("f has 1 arguments, not 2", "f(x, y)"),
    "x + x(2) > 0": ("x is a number", "x(2)"),
    "sum(k = 1..3, k) > k": ("bound elsewhere", "k"),
    "in > 0": ("word of the language", "in >"),
    "if > 0": ("word of printed formulas", "if"),
    "k1 > 0": ("bound variable is printed", "k1"),
    "n in nat |- n >= 0": ("sorts are declared in front", "nat"),
    "0 <= x, y <= 1 |- x*y <= 1": ("two ways", "y <= 1"),
    "1 > x, y > 0 |- x < y": ("two ways", "y > 0"),
    "x in {0, 1}": ("of single values", "{0"),
    "for all x, x: real; |- x > 0": ("declared twice", "x: real"),
    "for all f: real -> int; |- f(1) = 1": ("values of a function are real", "int"),
    "for all x: real^3; |- x > 0": ("vectors have no sort", ";"),
    "(x > 0) + 1 = 2": ("a number is needed", "(x > 0)"),
    "x\u200b > 0": ("U+200B", "\u200b"),
    "x\x1b > 0": ("U+001B", "\x1b"),
    "е > 0": ("not understood", "е"),  # Cyrillic
    "1e9999 > x": ("too long", "1e9999"),
    "(((10^64)^64)^64)^64 > x": ("too long", "((10^64)^64)"),
    "7" * 5_000 + " > x": ("too long", "777"),
    # what is typed as it stands in papers, and would mean something else here
    "sum(i = 1..n, x_i) > 0": ("x_i would be one number, whatever i is: write x[i]", "x_i"),
    "x_k > 0 |- sum(k = 1..3, x_k) > 0": ("write x[k], or declare x_k", "x_k)"),
    "for all n i: int; i <= n |- x_i > 0": ("write x[i]", "x_i"),
    "for all k: int, |x_k| <= 1 |- x > 0": ("write x[k]", "x_k"),
    "sum(k = 1..n, f_k(x)) > 0": ("write f(k, ...)", "f_k"),
    "a_{k+1} > 0": ("a subscript is written a[k + 1]", "{"),
    "log_2(x) > 0": ("write log(x)/log(2)", "log_2"),
    "relu_k(x) > 0": ("relu_k would be any function", "relu_k"),
    "||x|| > 0": ("norms are written out", "||x||"),
    "‖x‖ > 0": ("norms are written out", "‖x"),
    "|x| |y| > 0": ("write * for a product", "|y|"),
    "x < infinity": ("there is no infinity", "infinity"),
    "e > 0 |- x < x + e": ("e is Euler's number where it is not declared", "e > 0"),
    "|x - y| <= e |- x <= y + e": ("write exp(1), or declare it", "e |-"),
    "E[x] > 0": ("there are no expectations", "E[x]"),
    "n! > 0": ("'!' is not expected here: there are no factorials", "!"),
    "prod(k = 1..n, x[k]) > 0": ("no products over an index", "prod"),
    "max{x, y} > 0": ("write max(...)", "{"),
    "sin^2(x) > 0": ("write sin(x)^2", "sin^"),
    "d/dx sigmoid(x) > 0": ("diff(t, x)", "sigmoid"),
    "x \\in [0, 1] |- x > 0": ("LaTeX is not read", "\\in"),
    "for all x: real, x > 0 |- x > 1": ("variables in front end with ;", "x > 1"),
    "for all n in N, n >= 1 |- n >= 0": ("sorts real, int, nat (0, 1, ...)", ","),
    "for all n: N; |- n >= 0": ("nat (0, 1, ...)", "N;"),
    "exists x: x^2 = 2": ("a formula stands behind a comma", "x^2"),
    "if x > 0 then x > 1": ("hypotheses stand before |-", "x > 0"),
    "x > 0: x > 1": ("hypotheses stand before |-", ":"),
}


@pytest.mark.parametrize(
    "text",
    [
        "for all x_k: real; |- sum(k = 1..3, x_k) = 3*x_k",  # it is declared
        "for all f_k: real -> real; |- sum(k = 1..3, f_k(k)) >= 0",
        "x_0 <= x_1 and a_max <= 1",
        "||x| - |y|| <= |x - y|",
        "||x|*|y|| <= 1",
        "for all E: real -> real; |- E[0] >= 0",
        "for all k: int; |- (for all x: real, x*k <= 1)",
        "for all e: real; e > 0 |- x < x + e",
        "x >= 1 |- log(x) <= x/e",
        "e^x >= 1 |- x >= 0",
    ],
)
def test_their_neighbours_are_read(text: str) -> None:
    assert read(text).sequent["show"]


def test_sides_that_are_the_same_once_written_out_are_told_apart() -> None:
    """What is typed as two expressions is no t = t, of which nothing could be shown."""
    same = ["max", "x", "0"]
    shows = [
        read(text).sequent["show"]
        for text in (
            "relu(x) = max(x, 0)",
            "relu(x) <= relu( x )",
            "1 - tanh(x)^2 = diff(tanh(x), x)",
        )
    ]
    same, slope = ["max", "x", "0"], ["-", "1", ["^", ["tanh", "x"], 2]]
    assert shows[0] == ["=", same, ["+", same, "0"]]
    assert shows[1] == ["<=", same, same]
    assert shows[2] == ["=", slope, ["+", slope, "0"]]


@pytest.mark.parametrize("text", REFUSED)
def test_refused_with_the_reason_and_the_place(text: str) -> None:
    says, at = REFUSED[text]
    with pytest.raises(TextError) as caught:
        read(text)
    error = caught.value
    assert says in error.says
    assert "\n" not in error.says
    assert text[error.at :].startswith(at)
    lines = error.shown().split("\n")
    assert len(lines) == 3
    assert set(lines[1].strip()) == {"^"}
    assert max(map(len, lines[:2])) <= 80
    assert all(map(str.isprintable, lines))


@some_of(5)
@pytest.mark.parametrize(
    "text",
    [
        *("-" * 9_000 + "x > 0", "not " * 4_000 + "x > 0", "x^" * 5_000 + "x > 0"),
        *("(" * 9_000 + "x > 0", "|" * 5_000 + "x > 0", "x" + "-x" * 9_000 + " > 0"),
        *("x > 0 => " * 2_000 + "x > 0", "x > 0" + " or x > 0" * 2_000),
        *("sum_{k=1}^n " * 1_500 + "k > 0", "max(" + "x, " * 5_000 + "x) > 0"),
        *("x > 0, " * 200 + "x > 0 |- x > 0", "x" * 19_000 + " > 0", "x > 0 " * 9_000),
    ],
    ids=range(13),
)
def test_long_and_deep_texts_are_refused(text: str) -> None:
    with pytest.raises(TextError) as caught:
        read(text)
    assert len(caught.value.says) < 200


def test_the_place_in_several_lines() -> None:
    with pytest.raises(TextError) as caught:
        read("for all x: real;\n  x > 0\n  |- 2x > 0")
    assert caught.value.place == "line 3, column 7"
    assert caught.value.shown().split("\n")[:2] == ["    |- 2x > 0", "        ^"]


def typed(r: random.Random, depth: int) -> tuple[str, str]:
    """A term as it is typed, and as Python reads it."""
    kind = r.random()
    if depth <= 0 or kind < 0.22:
        name = r.choice(["x", "y", "2", "3"])
        return name, name if name.isalpha() else f"F({name})"
    if kind < 0.55:
        op, space = r.choice("+-*/+-*"), r.choice(["", " "])
        (a, p), (b, q) = typed(r, depth - 1), typed(r, depth - 1)
        return f"{a}{space}{op}{space}{b}", f"{p}{op}{q}"
    a, p = typed(r, depth - 1)
    if kind < 0.67:
        return f"-{a}", f"-{p}"
    if kind < 0.78:
        return f"({a})", f"({p})"
    if kind < 0.90:
        base, of = r.choice([("x", "x"), ("y", "y"), ("2", "F(2)"), ("(x - 1)", "(x-1)")])
        power = r.choice(["2", "-1", "0", "2^2", "-2^1", "(1 + 1)"])
        return f"{base}^{power}", f"{of}**{power.replace('^', '**')}"
    bars = f"abs({a})" if a[0] == a[-1] == "|" else f"|{a}|"
    return (bars, f"abs({p})") if kind < 0.96 else (f"max({a}, x)", f"max({p},x)")


def relation(r: random.Random, depth: int) -> tuple[str, str]:
    """A formula without quantifiers, and as Python reads it."""
    kind = r.random()
    if depth <= 0 or kind < 0.3:
        a, p = typed(r, 2)
        for _ in range(r.choice([1, 1, 2])):
            sign, (b, q) = r.choice(["<=", "<", "=", "!=", ">=", ">"]), typed(r, 2)
            a, p = f"{a} {sign} {b}", f"{p}{'==' if sign == '=' else sign}{q}"
        return a, p
    a, p = relation(r, depth - 1)
    if kind < 0.6:
        b, q = relation(r, depth - 1)
        word = r.choice(["and", "or"])
        return f"{a} {word} {b}", f"{p} {word} {q}"
    return (f"not {a}", f"not {p}") if kind < 0.8 else (f"({a})", f"({p})")


@some_of(2)
@pytest.mark.parametrize("seed", range(4))
def test_precedence_is_that_of_python(seed: int) -> None:
    """Minus, powers, quotients, chains, not, and, or: at random, against Python's own reading."""
    r = random.Random(seed)
    compared = 0
    for i in range(400):
        is_term = i % 2 == 0
        text, program = typed(r, 4) if is_term else relation(r, 3)
        show = shown(f"{text} = z" if is_term else text)
        for _ in range(3):
            x, y = (Fraction(r.randint(-6, 6), r.randint(1, 3)) for _ in range(2))
            names = {"F": Fraction, "x": x, "y": y, "abs": abs, "max": max}
            try:
                expected = eval(program, {"__builtins__": {}}, names)  # made above, of nothing else
                point = Point({"x": x, "y": y, "z": Fraction(0)}, {}, [10**6])
                found = value(show[1], point) if is_term else truth(show, point)
            except (ZeroDivisionError, OverflowError, Undefined):
                continue
            if not isinstance(found, float):
                assert found == expected, (text, x, y)
                compared += 1
    assert compared > 800


def test_definitions_are_unfolded_without_capture() -> None:
    known = {
        d.name: d
        for d in (
            read_definition("S(n) = sum(k = 1..n, n)"),
            read_definition("below(a) = exists x, x > a"),
            read_definition("grow(x) = e*x"),
            read_definition("T = true"),
            read_definition("apply(g) = g(2)"),
        )
    }
    nested = read("sum(k = 1..2, S(k)) = 5", known).sequent["show"]
    assert nested[1] == ["sum", "k", "1", "2", ["sum", "k_2", "1", "k", "k"]]
    below = read("for all x: real; |- below(x)", known).sequent["show"]
    assert below == ["some", "x_2", "real", ["<", "x", "x_2"]]
    assert read("T", known).sequent["show"] == ["and"]
    assert read("grow(2) = 1", known).sequent["show"][1] == ["*", ["exp", "1"], "2"]
    with pytest.raises(TextError, match="Euler's number in a definition"):
        read("for all e: real; |- grow(2) = 1", known)
    with pytest.raises(TextError, match="g is a number"):
        read("apply(3) = 1", known)
    with pytest.raises(TextError, match="S has 1 arguments, not 2"):
        read("S(1, 2) = 1", known)
    with pytest.raises(TextError, match="S is a definition"):
        read("for all S: real; |- S = 1", known)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("exp(x) = x", "has a meaning already"),
        ("e = 3", "has a meaning already"),
        ("f(x, x) = x", "same name"),
        ("f(x) = x +", "'the end'"),
        ("f(x) = 2x", "write *"),
        ("f(k1) = 1", "bound variable is printed"),
        ("f(x) 2", "= is missing"),
    ],
)
def test_definitions_that_are_refused(text: str, says: str) -> None:
    with pytest.raises(TextError) as caught:
        read_definition(text)
    assert says in caught.value.says
    assert caught.value.at <= len(text)


def test_a_term_has_known_names_only() -> None:
    assert read_term("2*a[x] + pi", ["x"], {"a": 1}) == [
        *("+", ["*", "2", ["app", "a", "x"]], ["pi"]),
    ]
    with pytest.raises(TextError, match="y is not known"):
        read_term("x + y", ["x"], {})
