"""Terms and formulas: what is read, what is refused, and that nothing is ever captured."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction as F

import pytest
from kernelkit import (
    FALSE,
    FUNCTIONS,
    INTEGERS,
    REALS,
    TRUE,
    Json,
    Row,
    certificate,
    evaluate,
    leaf,
    node,
    table,
    verdict,
)

from proofs.kernel.errors import Decline, Reject
from proofs.kernel.terms import bind, digest, read_formula, read_term, substitute
from proofs.printing import show

NAMES = REALS | INTEGERS


def term(data: Json) -> Json:
    """A certificate in which only the reading of ``data`` is in question."""
    return certificate(TRUE, node("have", evaluate(), evaluate(), show=["<=", data, data]))


def formula(data: Json) -> Json:
    """Read only: a hypothesis that is not used."""
    return certificate(TRUE, evaluate(), [data])


def deep(levels: int) -> Json:
    return ["-", deep(levels - 1)] if levels else "1"


def deep_formula(levels: int) -> Json:
    return ["and", deep_formula(levels - 1)] if levels else TRUE


ROWS: list[Row] = [
    ("an integer is a number", term("12"), "accept"),
    ("a negative fraction is a number", term("-1/3"), "accept"),
    ("a fraction need not be in lowest terms", term("2/4"), "accept"),
    ("minus zero is zero", certificate(["=", "-0", "0"], evaluate()), "accept"),
    ("a denominator is not zero", term("1/0"), "bad-number"),
    ("a denominator is not a long zero", term("1/00"), "bad-number"),
    ("a number of 1200 digits is read", term("9" * 1200), "accept"),
    ("a number of 1300 digits is too much to reckon with", term("9" * 1300),
     "decline:number-size"),
    ("a number of 1301 digits is no number", term("9" * 1301), "unknown-name"),
    ("a decimal is no number", term("0.5"), "unknown-name"),
    ("digits are not grouped by underscores", term("1_0"), "unknown-name"),
    ("digits are the ten of ASCII", term("٣"), "unknown-name"),
    ("a number has no plus sign", term("+1"), "unknown-name"),
    ("a number has no line end", term("1\n"), "unknown-name"),
    ("a number has no white space", term(" 1"), "unknown-name"),
    ("not a number is no number", term("NaN"), "unknown-name"),
    ("a JSON number is no term", term(1), "bad-term"),
    ("a truth value is no term", term(True), "bad-term"),
    ("nothing is no term", term(None), "bad-term"),
    ("an object is no term", term({}), "bad-term"),
    ("an empty list is no term", term([]), "bad-term"),
    ("an operation is named", term([1, "1"]), "bad-term"),
    ("a name must be declared", term("z"), "unknown-name"),
    ("a bound variable cannot be named from outside", term("#0"), "unknown-name"),
    ("an atom cannot be named before it exists", term("@0"), "unknown-name"),
    ("an unknown operation is outside the language", term(["sinh", "1"]),
     "decline:unknown-operation"),
    ("a sum of terms has at least two", term(["+", "1"]), "bad-arity"),
    ("a product of terms has at least two", term(["*", "1"]), "bad-arity"),
    ("a power has an exponent", term(["^", "2"]), "bad-arity"),
    ("an absolute value has an argument", term(["abs"]), "bad-arity"),
    ("an absolute value has one argument", term(["abs", "1", "2"]), "bad-arity"),
    ("an exponential has an argument", term(["exp"]), "bad-arity"),
    ("an exponential has one argument", term(["exp", "1", "2"]), "bad-arity"),
    ("a sum has four arguments and no more", term(["sum", "k", "1", "2", "k", "k"]), "bad-arity"),
    ("a function has arguments", term(["app", "f"]), "unknown-function"),
    ("a function has eight arguments", certificate(
        TRUE, node("have", leaf(["1", [0], []]), evaluate(), show=[
            "<=", ["app", "h", *["x"] * 8], ["app", "h", *["x"] * 8]]), functions={"h": 8}),
     "accept"),
    ("a function has no more than eight arguments", term(["app", "f", *["x"] * 9]), "bad-arity"),
    ("a sum of terms has a million", formula(["<=", ["+", "?", *["x"] * 999_999], "0"]),
     "unknown-name"),
    ("a sum of terms has no more", formula(["<=", ["+", "?", *["x"] * 1_000_000], "0"]),
     "bad-arity"),
    ("a product of terms has a million", formula(["<=", ["*", "?", *["x"] * 999_999], "0"]),
     "unknown-name"),
    ("a product of terms has no more", formula(["<=", ["*", "?", *["x"] * 1_000_000], "0"]),
     "bad-arity"),
    ("minus has one argument", term(["-", "1"]), "accept"),
    ("minus has two arguments", term(["-", "3", "2"]), "accept"),
    ("minus has not three arguments", term(["-", "3", "2", "1"]), "bad-arity"),
    ("minus has some argument", term(["-"]), "bad-arity"),
    ("a quotient has two arguments", term(["/", "1"]), "bad-arity"),
    ("max has two arguments", term(["max", "1", "2", "3"]), "bad-arity"),
    ("pi has no argument", term(["pi", "1"]), "bad-arity"),
    ("a power has a whole exponent", term(["^", "2", 3]), "accept"),
    ("an exponent is a JSON number", term(["^", "2", "3"]), "bad-power"),
    ("an exponent is not a truth value", term(["^", "2", True]), "bad-power"),
    ("an exponent is not negative", term(["^", "2", -1]), "bad-power"),
    ("a power has one exponent", term(["^", "2", 1, 1]), "bad-arity"),
    ("exponents end at 64", term(["^", "1", 64]), "accept"),
    ("an exponent of 65 is too much", term(["^", "1", 65]), "decline:power"),
    ("zero to the power zero is one", certificate(["=", ["^", "0", 0], "1"], evaluate()), "accept"),
    ("f has one argument", formula(["<=", ["app", "f", "x"], "0"]), "accept"),
    ("f has not two arguments", formula(["<=", ["app", "f", "x", "x"], "0"]), "unknown-function"),
    ("a function must be declared", formula(["<=", ["app", "h", "x"], "0"]), "unknown-function"),
    ("a function has a name", formula(["<=", ["app"], "0"]), "bad-arity"),
    ("the name of a function is a string", formula(["<=", ["app", ["f"], "x"], "0"]),
     "unknown-function"),
    ("a variable is not a function", formula(["<=", ["app", "x", "x"], "0"]), "unknown-function"),
    ("a sum binds its index", formula(["<=", ["sum", "k", "1", "n", "k"], "0"]), "accept"),
    ("the index of a sum is not known in its limits",
     formula(["<=", ["sum", "k", "1", "k", "k"], "0"]), "unknown-name"),
    ("a sum has four arguments", formula(["<=", ["sum", "k", "1", "k"], "0"]), "bad-arity"),
    ("an index does not shadow a variable", formula(["<=", ["sum", "n", "1", "2", "n"], "0"]),
     "shadowed-name"),
    ("an index does not shadow an index",
     formula(["<=", ["sum", "k", "1", "2", ["sum", "k", "1", "2", "k"]], "0"]), "shadowed-name"),
    ("an index has a name", formula(["<=", ["sum", "", "1", "2", "1"], "0"]), "bad-name"),
    ("an index is not called like an atom", formula(["<=", ["sum", "@7", "1", "2", "1"], "0"]),
     "bad-name"),
    ("an index is a string", formula(["<=", ["sum", ["k"], "1", "2", "1"], "0"]), "bad-name"),
    ("a term of 110 levels is read", term(deep(110)), "accept"),
    ("a term of 130 levels is too deep", term(deep(130)), "decline:too-deep"),
    ("the empty conjunction is true", certificate(["and"], node("both")), "accept"),
    ("a formula is a list", formula("x"), "bad-formula"),
    ("a formula is not empty", formula([]), "bad-formula"),
    ("a relation has a name", formula([0, "x", "x"]), "bad-formula"),
    ("greater is written with less", formula([">", "x", "0"]), "bad-formula"),
    ("a relation has two sides", formula(["<=", "x"]), "bad-formula"),
    ("a formula is no number", formula(5), "bad-formula"),
    ("a formula is no object", formula({"and": 0}), "bad-formula"),
    ("there is no disjunction", formula(["or", TRUE, TRUE]), "bad-formula"),
    ("there is no other quantifier", formula(["one", "k", "int", TRUE]), "bad-formula"),
    ("there is no other bound of slopes", formula(["hoelder", "f", "1", "0", "1"]),
     "bad-formula"),
    ("there is no negation", formula(["not", TRUE]), "bad-formula"),
    ("there is no literal for falsehood", formula(["false"]), "bad-formula"),
    ("an implication has two parts", formula(["implies", TRUE]), "bad-formula"),
    ("a quantifier names a sort", formula(["all", "k", "rational", TRUE]), "bad-formula"),
    ("a quantifier has a body", formula(["all", "k", "int"]), "bad-formula"),
    ("a bound variable does not shadow a variable", formula(["all", "x", "int", TRUE]),
     "shadowed-name"),
    ("a Lipschitz bound is for a function of one argument",
     formula(["lipschitz", "g", "1", "0", "1"]), "unknown-function"),
    ("a Lipschitz bound has four arguments", formula(["lipschitz", "f", "1", "0"]), "bad-formula"),
    ("a Lipschitz bound names its function", formula(["lipschitz", ["f"], "1", "0", "1"]),
     "bad-formula"),
    ("a Lipschitz bound is read", formula(["lipschitz", "f", "1", "0", "1"]), "accept"),
    ("a formula of 110 levels is read", formula(deep_formula(110)), "accept"),
    ("a formula of 130 levels is too deep", formula(deep_formula(130)), "decline:too-deep"),
    # A variable may be called like a sort: the sort of what is bound inside must not change.
    ("a bound variable called int leaves sorts alone",
     certificate(
         FALSE,
         node("use", node("zero", lit=0, terms=[["1", [], []]], mult=[]), rule=0, at=["0", "1/2"]),
         [["all", "int", "real", ["all", "k", "int", ["!=", ["*", "2", "k"], "1"]]]],
     ),
     "not-an-integer"),
    ("a bound variable called real leaves sorts alone",
     certificate(
         ["all", "real", "int", ["all", "k", "real", ["<=", "k", "k"]]],
         node("intro", node("intro", evaluate(), as_="v"), as_="u"),
     ),
     "free-variable"),
]  # fmt: skip


@table(ROWS)
def test_reading(data: Json, expected: str) -> None:
    assert verdict(data) == expected


def test_bound_variables_are_numbered_from_the_inside_out() -> None:
    read = read_term(["sum", "k", "1", "n", ["sum", "j", "1", "k", ["*", "j", "k"]]], NAMES, {})
    assert read == ("sum", "#1", F(1), "n", ("sum", "#0", F(1), "#1", ("*", "#0", "#1")))


def test_the_name_of_a_bound_variable_does_not_matter() -> None:
    one, other = (
        read_formula(["all", k, "int", ["<=", ["app", "f", k], "x"]], NAMES, FUNCTIONS)
        for k in ("k", "real")
    )
    assert one == other == ("all", "#0", "int", ("<=", ("app", "f", "#0"), "x"))


@pytest.mark.parametrize(
    ("node", "name", "value", "expected"),
    [
        ("x", "x", F(2), F(2)),
        ("y", "x", F(2), "y"),
        (F(1), "x", F(2), F(1)),
        (("app", "x", "x"), "x", F(2), ("app", "x", F(2))),  # a function called like a variable
        (("lipschitz", "x", "x", F(0), F(1)), "x", "y", ("lipschitz", "x", "y", F(0), F(1))),
        (("^", "x", 2), "x", "y", ("^", "y", 2)),
        (("all", "#0", "int", ("<=", "int", "#0")), "int", "y",
         ("all", "#0", "int", ("<=", "y", "#0"))),
        # the value binds #0 itself, and stands below a #0: each keeps its own
        (("all", "#0", "real", ("<=", "x", "#0")), "x", ("sum", "#0", F(1), F(2), "#0"),
         ("all", "#0", "real", ("<=", ("sum", "#0", F(1), F(2), "#0"), "#0"))),
        (("<=", ("sum", "#0", F(1), "#0", "#0"), "#0"), "#0", F(7),
         ("<=", ("sum", "#0", F(1), F(7), "#0"), F(7))),
        (("all", "#0", "real", ("<=", "#0", "#0")), "#0", F(7),
         ("all", "#0", "real", ("<=", "#0", "#0"))),
        (("some", "#0", "int", ("<=", "int", "#0")), "int", "y",
         ("some", "#0", "int", ("<=", "y", "#0"))),
        (("sum", "#0", "x", "x", ("*", "x", "#0")), "x", F(7),
         ("sum", "#0", F(7), F(7), ("*", F(7), "#0"))),
        (("abs", "abs"), "abs", "y", ("abs", "y")),  # a variable called like an operation
        (("some", "#0", "real", ("<=", "#0", "#0")), "#0", F(7),
         ("some", "#0", "real", ("<=", "#0", "#0"))),
    ],
)  # fmt: skip
def test_substitution_replaces_the_free_occurrences(
    node: Json, name: str, value: Json, expected: Json
) -> None:
    assert substitute(node, name, value) == expected


def test_a_new_bound_variable_is_above_those_inside() -> None:
    body = ("<=", "x", ("sum", "#4", F(1), F(2), ("+", "#4", "x")))
    assert bind(body, "x") == (
        "#5",
        ("<=", "#5", ("sum", "#4", F(1), F(2), ("+", "#4", "#5"))),
    )


@pytest.mark.parametrize("body", [F(5), "x", ("pi",), ("abs", F(5)), ("<=", F(1), F(2))])
def test_the_first_bound_variable_is_number_zero(body: Json) -> None:
    assert bind(body, "y") == ("#0", body)


PRIME = 2**61 - 1  # numbers that differ by it have the same hash, and so have -1 and -2


@pytest.mark.parametrize(
    ("one", "other"),
    [(F(5), F(5 + PRIME)), (F(-1), F(-2)), (("exp", F(0)), ("exp", F(PRIME))),
     (("+", ("*", F(-1), "x"), F(3)), ("+", ("*", F(-2), "x"), F(3)))],
)  # fmt: skip
def test_terms_of_one_hash_have_digests_of_their_own(one: Json, other: Json) -> None:
    assert hash(one) == hash(other)
    assert digest(one) != digest(other)


def test_a_digest_is_that_of_equal_terms() -> None:
    one, other = (("sum", "#0", F(2, 4), "n", ("^", "#0", 2)) for _ in range(2))
    assert digest(one) == digest(other)
    names = {digest(node) for node in ("x", "y", ("x",), ("x", "y"), ("y", "x"), (("x",), "y"))}
    assert len(names) == 6


NESTED = {
    "minus": lambda inner, i: ["-", inner],
    "a first summand": lambda inner, i: ["+", inner, "1"],
    "a second factor": lambda inner, i: ["*", "2", inner],
    "a power": lambda inner, i: ["^", inner, 2],
    "an argument": lambda inner, i: ["app", "f", inner],
    "a lower limit": lambda inner, i: ["sum", "k", inner, "1", "k"],
    "an upper limit": lambda inner, i: ["sum", "k", "1", inner, "k"],
    "a summand": lambda inner, i: ["sum", f"k{i}", "1", "2", inner],
}
NESTED_FORMULAS = {
    "a conjunction": lambda inner, i: ["and", inner],
    "a premise": lambda inner, i: ["implies", inner, ["and"]],
    "a conclusion": lambda inner, i: ["implies", ["and"], inner],
    "for all": lambda inner, i: ["all", f"k{i}", "real", inner],
    "for some": lambda inner, i: ["some", f"k{i}", "real", inner],
}
OUTERMOST = {
    "a relation": lambda inner: ["<=", "0", inner],
    "a Lipschitz bound": lambda inner: ["lipschitz", "f", "1", "0", inner],
}


def nested(levels: int, outer: Callable[[Json, int], Json], inner: Json) -> Json:
    for i in range(levels):
        inner = outer(inner, i)
    return inner


def too_deep(read: Callable[[], object]) -> bool:
    try:
        read()
    except Decline as error:
        return error.code == "too-deep"
    return False


@pytest.mark.parametrize("kind", NESTED)
def test_terms_are_at_most_120_levels_deep(kind: str) -> None:
    for levels in (119, 120, 121, 122):
        data = nested(levels, NESTED[kind], "x")
        assert too_deep(lambda d=data: read_term(d, NAMES, FUNCTIONS)) is (levels > 120)  # type: ignore[misc]


@pytest.mark.parametrize("kind", NESTED_FORMULAS)
def test_formulas_are_at_most_120_levels_deep(kind: str) -> None:
    for levels in (119, 120, 121, 122):
        data = nested(levels, NESTED_FORMULAS[kind], ["and"])
        assert too_deep(lambda d=data: read_formula(d, NAMES, FUNCTIONS)) is (levels > 120)  # type: ignore[misc]


@pytest.mark.parametrize("kind", OUTERMOST)
def test_the_terms_of_a_formula_are_a_level_deeper(kind: str) -> None:
    for levels in (118, 119, 120, 121):
        data = OUTERMOST[kind](nested(levels, NESTED["minus"], "x"))
        assert too_deep(lambda d=data: read_formula(d, NAMES, FUNCTIONS)) is (levels > 119)  # type: ignore[misc]


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (["<=", ["+", "x", ["*", "-2", "y"]], "1/2"], "x + (-2) * y <= 1/2"),
        (["<", ["-", "x", ["-", "y", "a"]], ["-", "x"]], "x - (y - a) < -x"),
        (["!=", ["/", ["+", "x", "1"], "y"], ["^", ["+", "x", "y"], 2]],
         "(x + 1) / y != (x + y)^2"),
        (["=", ["^", ["^", "x", 2], 3], ["^", "1/2", 2]], "(x^2)^3 = (1/2)^2"),
        (["=", ["max", "x", ["pi"]], ["app", "g", "x", "y"]], "max(x, pi()) = g(x, y)"),
        (["and"], "true"),
        (["and", ["<=", "x", "y"], ["<", "y", "x"]], "(x <= y) and (y < x)"),
        (["implies", ["<=", "x", "y"], ["=", "x", "y"]], "(x <= y) => (x = y)"),
        (["all", "k", "int", ["some", "r", "real", ["<=", "k", "r"]]],
         "for all int k1: for some real k0: k1 <= k0"),
        (["<=", ["sum", "k", "1", "n", ["abs", "k"]], "x"], "sum(k0 = 1..n, abs(k0)) <= x"),
        (["lipschitz", "f", "a", "0", "1"], "f is a-Lipschitz on [0, 1]"),
    ],
)  # fmt: skip
def test_what_people_are_shown(data: Json, text: str) -> None:
    assert show(read_formula(data, NAMES, FUNCTIONS)) == text


def test_no_free_variable_looks_like_a_bound_one() -> None:
    shown_alike = ["all", "k", "real", ["<=", "k0", "k"]]
    assert verdict(certificate(shown_alike, evaluate(), names={"k0": "real"})) == "bad-name"


def test_the_two_refusals_say_their_code_and_their_reason() -> None:
    assert str(Reject("some-code")) == "some-code"
    assert str(Decline("some-code", "some reason")) == "some-code: some reason"
    assert (Reject.outcome, Decline.outcome) == ("reject", "decline")
