"""The parser: what it reads, and that hostile text meets one clear line and nothing else."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from constructions.functions import FunctionError, ParseError, parse
from constructions.functions.expression import (
    Binary,
    Call,
    Negate,
    Number,
    Pi,
    Power,
    Variable,
    fold,
    fold_negate,
    fold_power,
)
from constructions.functions.parse import has_sum

X = Variable("x")


def q(a: int, b: int = 1) -> Number:
    return Number(Fraction(a, b))


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("x", X),
        (" x ", X),
        ("x1", Variable("x1")),
        ("0.1", q(1, 10)),
        (".5", q(1, 2)),
        ("2.", q(2)),
        ("1e-3", q(1, 1000)),
        ("1.5E2", q(150)),
        ("1/3", q(1, 3)),
        ("pi", Pi()),
        ("-x", Negate(X)),
        ("--x", X),
        ("+x", X),
        ("-x**2", Negate(Power(X, 2))),
        ("x**-2", Power(X, -2)),
        ("x**(-2)", Power(X, -2)),
        ("(-2)**3", q(-8)),
        ("x-1-2", Binary("-", Binary("-", X, q(1)), q(2))),
        ("x/2/3", Binary("/", Binary("/", X, q(2)), q(3))),
        ("max(x, 1, 2)", Call("max", (X, q(1), q(2)))),
        ("sin(2*x)", Call("sin", (Binary("*", q(2), X),))),
        ("1/0", Binary("/", q(1), q(0))),
        (f"0.{'3' * 59}", Number(Fraction(int("3" * 59), 10**59))),
    ],
)
def test_reads(text: str, tree: object) -> None:
    assert parse(text).expression == tree


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("|x|", "abs(x)"),
        ("| x1 - x2 |", "abs(x1 - x2)"),
        ("||x| - 1|", "abs(abs(x) - 1)"),
        ("|x - |x - 1||", "abs(x - abs(x - 1))"),
        ("|x|*|x1|**2 - |2|/3", "abs(x)*abs(x1)**2 - abs(2)/3"),
        ("max(|x|, (|x + 1|))", "max(abs(x), abs(x + 1))"),
        ("-|-x|", "-abs(-x)"),
        ("sum(x, x1, 3)", "x + x1 + 3"),
    ],
)
def test_bars_and_sums_of_terms(text: str, same: str) -> None:
    assert parse(text).expression == parse(same).expression
    assert parse(text).text == text


@pytest.mark.parametrize(
    ("text", "count", "same"),
    [
        ("sum(x)", 3, "x1 + x2 + x3"),
        ("sum(x_i)", 1, "x1"),
        ("sum(x_i**2)/2", 2, "(x1**2 + x2**2)/2"),
        ("exp(x1)/sum(exp(x))", 2, "exp(x1)/(exp(x1) + exp(x2))"),
        ("sum(|x - x2|)*sum(x)", 2, "(abs(x1 - x2) + abs(x2 - x2))*(x1 + x2)"),
        ("max(x) - min(2*x)", 3, "max(x1, x2, x3) - min(2*x1, 2*x2, 2*x3)"),
        ("max(x)", 1, "x1"),
        ("sum(x)", 40, "+".join(f"x{i}" for i in range(1, 41))),
    ],
)
def test_sums_over_all_coordinates(text: str, count: int, same: str) -> None:
    coordinates = [f"x{i}" for i in range(1, count + 1)]
    assert parse(text, coordinates).expression == parse(same).expression
    assert has_sum(text)
    assert not has_sum(same)


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("sum(x)", "write them out, as in x1 + x2"),
        ("min(x)", "write them out, as in min(x1, x2)"),
        ("x_i", "stands in a sum"),
        ("sum(sum(x))", "inside of another"),
        ("max(sum(x), x1) + sum(max(x))", "inside of another"),
        ("sum(x1)", "x for each coordinate"),
        ("sum(2)", "x for each coordinate"),
        ("sum(x) + y", "variables are x"),
        ("sum()", "two or more"),
        ("sum", "sum(x)"),
        ("Sum(x)", "write sum"),
        ("sum(x", "not closed"),
    ],
)
def test_sums_that_are_refused(text: str, advice: str) -> None:
    with pytest.raises(ParseError) as caught:
        parse(text, () if "write them out" in advice else ("x1", "x2"))
    assert advice in str(caught.value)


def test_decimals_are_exact_where_floats_are_not() -> None:
    assert parse("0.1+0.2").expression == q(3, 10)
    assert parse("1e-60").expression == Number(Fraction(1, 10**60))
    assert parse("0.10000000000000000000000000000000001").expression != q(1, 10)


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("", "empty"),
        ("2x", "write *"),
        ("x x", "write *"),
        ("0x1F", "write *"),
        ("1_000", "underscores"),
        ("3j", "write *"),
        ("x^2", "**"),
        ("y", "variables are x"),
        ("|x", "not closed"),
        ("||", "not closed"),
        ("(|x)", "not closed before )"),
        ("|x)+(y|", "not closed before )"),
        ("|(x|)", "cross"),
        ("2|x|", "no opening one"),
        ("|x||x1|", "no opening one"),
        ("x|", "no opening one"),
        ("|x| 3", "missing or misplaced"),
        ("|x, x1|", "abs takes one argument"),
        ("|" * 60 + "x" + "|" * 60, "nested"),
        ("x0", "variables are x"),
        ("ln(x)", "write log"),
        ("sec(x)", "unknown function"),
        ("sin", "give an argument"),
        ("sin()", "one argument"),
        ("sin(x, x)", "one argument"),
        ("max(x)", "two or more"),
        ("x**0.5", "sqrt"),
        ("x**x", "sqrt"),
        ("2**x", "exp"),
        ("x**2**3", "plain integer"),
        ("x**65", "exponents lie"),
        ("1e61", "decimal exponents"),
        ("1e999999", "decimal exponents"),
        ("1e99999999999999999999", "decimal exponents"),
        ("1" * 61, "60 digits"),
        ("((x**64)**64)**64", "degree"),
        ("x//2", "floor(a/b)"),
        ("x(1)", "write * for a product"),
        ("(x)(1)", "write * for a product"),
        ("1,5", "decimals use a point"),
        ("(x", "not closed"),
        ("x)", "no opening"),
        ("x+", "missing or misplaced"),
        ("True", "write numbers"),
        ("None", "write numbers"),
        ("max(*x, 1)", "plain expressions"),
        ("x.real", "only arithmetic"),
        ("not x", "write *"),
        ("lambda", "missing or misplaced"),
        ("x if x else x", "write *"),
        ("(yield)", "only arithmetic"),
        ("sin(x=1)", "'='"),
        ("__import__('os').system('ls')", "underscores"),
        ("x.__class__", "underscores"),
        ("[x for x in x]", "round parentheses"),
        ("f'{x}'", "not allowed"),
        ("(x:=1)", "not allowed"),
        ("x\x00", "not allowed"),
        ("x\n+1", "one line"),
        ("\uff58", "not allowed"),  # fullwidth x: Python itself would read it as x
        ("\u0445", "not allowed"),  # Cyrillic kha
        ("x\u22121", "plain minus"),
        ("\u03c0", "write pi"),
        ("x" * 10_001, "at most 10000"),
        ("(" * 60 + "x" + ")" * 60, "nested"),
        ("-" * 1500 + "x", ""),
        ("*".join(["x"] * 60), "50 deep"),
        ("+".join(["x"] * 2001), "2000 parts"),
        ("max(" + ",".join(["x"] * 2001) + ")", "2000 parts"),
        ("sin(" * 49 + "x+x+x" + ")" * 49, "50 deep"),
    ],
)
def test_refuses_with_advice(text: str, advice: str) -> None:
    with pytest.raises(ParseError) as caught:
        parse(text)
    message = str(caught.value)
    assert advice in message
    assert "\n" not in message
    assert len(message) < 300


@pytest.mark.parametrize("count", [32, 33, 34, 63, 64, 65, 300])
def test_long_sums_are_not_deep(count: int) -> None:
    terms = [((-1) ** (k % 3 == 0), 2 * k + 1, k % 5) for k in range(count)]
    text = "".join(f"{'-' if sign < 0 else '+'}{c}*x**{power}" for sign, c, power in terms)
    f, q = parse(text), Fraction(3, 7)
    assert f.exact(q) == sum(sign * c * q**power for sign, c, power in terms)
    assert parse(str(f)).exact(q) == f.exact(q)


@pytest.mark.parametrize("text", [None, 3, b"x", ["x"]])
def test_refuses_what_is_not_text(text: object) -> None:
    with pytest.raises(ParseError):
        parse(text)  # type: ignore[arg-type]


def only_function_errors(text: str) -> None:
    try:
        parse(text)
    except FunctionError as error:
        message = str(error)
        assert "\n" not in message
        assert len(message) < 300


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=200))
def test_any_text(text: str) -> None:
    only_function_errors(text)


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    only_function_errors(data.decode("latin-1"))


FRAGMENTS = st.sampled_from(
    [
        "x",
        "x1",
        "sin",
        "max",
        "(",
        ")",
        "+",
        "-",
        "*",
        "**",
        "/",
        "//",
        ",",
        ".",
        "1",
        "0.5",
        "1e5",
        "e",
        "pi",
        " ",
        "if",
        "else",
        "lambda",
        "not",
        "for",
        "in",
        "True",
        "yield",
        "await",
    ]
)


@settings(max_examples=200, deadline=None)
@given(st.lists(FRAGMENTS, max_size=60).map("".join))
def test_any_mixture_of_words(text: str) -> None:
    only_function_errors(text)


def grow(children: st.SearchStrategy) -> st.SearchStrategy:
    return st.one_of(
        st.builds(fold, st.sampled_from("+-*/"), children, children),
        st.builds(fold_negate, children),
        st.builds(fold_power, children, st.integers(-4, 4)),
        st.builds(lambda n, a: Call(n, (a,)), st.sampled_from(["abs", "sin", "sqrt"]), children),
        st.builds(
            lambda n, a, b: Call(n, (a, b)), st.sampled_from(["min", "max"]), children, children
        ),
    )


LEAVES = st.one_of(st.just(X), st.just(Pi()), st.fractions(-9, 9, max_denominator=9).map(Number))


@settings(max_examples=150, deadline=None)
@given(st.recursive(LEAVES, grow, max_leaves=8))
def test_printing_and_reading_are_inverse(tree: object) -> None:
    assert parse(str(tree)).expression == tree
