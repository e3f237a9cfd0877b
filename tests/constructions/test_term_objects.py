"""Terms and formulas: every slip that Python's syntax invites is one clear line, not a formula."""

from __future__ import annotations

import copy
import math
import pickle
from collections.abc import Callable
from fractions import Fraction as F
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from constructions import terms
from constructions.terms import (
    Formula,
    Term,
    TermSystem,
    app,
    as_json,
    conj,
    every,
    exists,
    implies,
    plain_json,
    total,
    var,
)
from proofs.abbreviations import named_parts
from proofs.claims import Attempt, Obligation, Typing, Witness
from proofs.notation import sequent
from proofs.trees import script
from tests.sampling import by_turns

S = TermSystem()
x, y = var("x"), var("y")
A, B, C = 0 <= x, x <= 1, y < 2

#: what is written, and a word of the line that says what to write instead
SLIPS: dict[str, tuple[Callable[[], Any], str]] = {
    "chained comparison": (lambda: 0 <= x <= 1, "conj"),
    "chained equation": (lambda: x == y == 1, "conj"),
    "and": (lambda: A and B, "conj"),
    "or": (lambda: A or B, "conj"),
    "not": (lambda: not A, "truth value"),
    "if": (lambda: 1 if x > 0 else 2, "truth value"),
    "if of a term": (lambda: 1 if x else 2, "truth value"),
    "if of an equation": (lambda: 1 if x == y else 2, "truth value"),
    "all": (lambda: all([A, B]), "conj"),
    "any": (lambda: any([A, B]), "conj"),
    "max": (lambda: max(x, y), "maximum"),
    "min": (lambda: min(x, y), "truth value"),
    "sorted": (lambda: sorted([x, y]), "truth value"),
    "in a list": (lambda: x in [y, 1], "truth value"),
    "index in a list": (lambda: [y, x].index(x), "truth value"),
    "formula in a list": (lambda: A in [B, C], "same"),
    "in a term": (lambda: 1 in x, "Term"),
    "in a formula": (lambda: x in A, "Formula"),
    "unpacked term": (lambda: [*x], "Term"),
    "unpacked formula": (lambda: [*A], "Formula"),
    "length": (lambda: len(A), "Formula"),
    "item of a term": (lambda: x[0], "Term"),
    "item of a formula": (lambda: A[1], "Formula"),
    "formulas compared": (lambda: A == B, "same"),
    "formulas compared, too": (lambda: A != B, "same"),
    "formula below": (lambda: A <= B, "same"),
    "brackets left out": (lambda: 0 <= x & x <= 1, "brackets"),
    "brackets left out, too": (lambda: A & x <= 1, "formula"),
    "formula of a number": (lambda: A & True, "Python's answer"),
    "arrow": (lambda: A & B >> C, "implies"),
    "float quotient": (lambda: 1 / 3 * x, "Fraction"),
    "float": (lambda: x + 0.1, "Fraction"),
    "float compared": (lambda: x <= 0.1, "Fraction"),
    "float compared, too": (lambda: 0.1 <= x, "Fraction"),
    "float of numpy": (lambda: x * np.float64(0.5), "Fraction"),
    "float from numpy": (lambda: np.float64(0.5) * x, "Fraction"),
    "float constant": (lambda: S.const(0.1), "Fraction"),  # type: ignore[arg-type]
    "float argument": (lambda: app("f", 0.5), "Fraction"),
    "float in a sum": (lambda: total("i", 1, 2.0, x), "Fraction"),
    "float inside": (lambda: Term(["+", "x", 0.5]), "Fraction"),
    "float exponent": (lambda: x**0.5, "sqrt"),
    "fraction exponent": (lambda: x ** F(1, 2), "sqrt"),
    "truth value as exponent": (lambda: x**True, "integer"),
    "term as exponent": (lambda: 2**x, "exp"),
    "term as exponent, too": (lambda: x**y, "exp"),
    "truth value as number": (lambda: x + True, "truth value"),
    "truth value as number, too": (lambda: x == (1 < 2), "truth value"),
    "formula as number": (lambda: x + A, "number"),
    "nothing as number": (lambda: x == None, "number"),  # noqa: E711
    "root of Python": (lambda: math.sqrt(x), "Term"),  # type: ignore[arg-type]
    "rounded by Python": (lambda: int(x), "Term"),  # type: ignore[call-overload]
    "comparison of numbers": (lambda: conj(0 <= 1, B), "Python's answer"),
    "term for a formula": (lambda: conj(x), "formula"),
    "list of formulas": (lambda: conj([A, B]), "one by one"),
    "text for a formula": (lambda: implies("A", B), "formula"),
    "hypothesis that is no formula": (lambda: script.statement({"x": "real"}, [True], B), "Python"),
    "conclusion that is no formula": (lambda: script.statement({"x": "real"}, [A], x), "formula"),
    "text that is no term": (lambda: Term("x <= 1"), "term"),
    "formula for a term": (lambda: Term(["<=", "x", "1"]), "term"),
    "number for a term": (lambda: Term(1), "term"),
    "term changed": (lambda: setattr(x, "json", "y"), "changed"),
    "formula changed": (lambda: setattr(A, "_parts", ()), "changed"),
    "attribute added": (lambda: setattr(x, "name", "y"), "changed"),
    "in a set": (lambda: {x, y}, "set"),
    "as a key": (lambda: {A: 1}, "key"),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_is_one_clear_line(slip: str) -> None:
    written, word = SLIPS[slip]
    with pytest.raises(TypeError) as error:
        written()
    assert word in str(error.value)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 200


@pytest.mark.parametrize("text", ["y", "1/0", "nan", "1,5", ""])
def test_a_text_that_is_no_number_is_no_term(text: str) -> None:
    with pytest.raises(ValueError, match=r"var\('x'\)"):
        x + text


def test_what_is_meant_can_be_written() -> None:
    assert conj(A, B).json == ["and", ["<=", "0", "x"], ["<=", "x", "1"]]
    assert (A & B).same(conj(A, B))
    assert (A & B & C).same(conj(A, B, C))
    assert (A & (B & C)).same(conj(A, B, C))
    assert (A.json & B).same(A & B)
    assert (x == y).json == ["=", "x", "y"]
    assert (x != 1).json == ["!=", "x", "1"]
    assert (0 == x).json == ["=", "x", "0"]
    assert x.equals(y).same(x == y)
    assert x.differs(y).same(x != y)
    assert abs(x - y).same(S.abs(x - y))
    assert (F(1, 3) * x).json == (Term("1/3") * x).json == ("1/3" * x).json == ["*", "1/3", "x"]
    assert implies(A, B, C).json == ["implies", A.json, ["implies", B.json, C.json]]
    assert (x * np.int64(3)).json == ["*", "x", "3"]


# --- not and or ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("left", "right"), [(a, b) for a in (True, False, None) for b in (True, False, None)]
)
def test_not_and_or_are_those_of_two_valued_formulas(left: Any, right: Any) -> None:
    """A relation with an undefined term (None) is false; so its negation is true."""
    relation = {True: S.const(0) <= 1, False: S.const(1) <= 0, None: S.const(1) / 0 <= 1}
    a, b = relation[left], relation[right]
    assert truth(a | b) is (bool(left) or bool(right))
    assert truth(a & b) is (bool(left) and bool(right))
    assert truth(~a) is not bool(left)
    assert truth(a.json | b) is truth(a | b)


def truth(formula: Formula) -> bool:
    """As docs/certificate.md defines it, for closed relations."""

    def holds(json: Any) -> bool:
        op, *args = json
        if op == "and":
            return all(map(holds, args))
        if op == "implies":
            return not holds(args[0]) or holds(args[1])
        try:
            first, second = map(value, args)
        except ZeroDivisionError:
            return False
        return {"<=": first <= second, "<": first < second}[op]

    def value(json: Any) -> F:
        return F(json) if isinstance(json, str) else value(json[1]) / value(json[2])

    return holds(formula.json)


def test_the_negation_of_a_relation_is_not_the_opposite_relation() -> None:
    undefined = S.const(1) / 0
    assert truth(~(undefined < 1))
    assert not truth(1 <= undefined)


# --- arithmetic ----------------------------------------------------------------------------------

numbers = st.fractions(max_denominator=50) | st.integers(-9, 9)
OPERATORS: list[Callable[[Any, Any], Any]] = [
    lambda a, b: a + b,
    lambda a, b: a - b,
    lambda a, b: a * b,
    lambda a, b: a / b,
    lambda a, b: -a - abs(b),
    lambda a, b: a**2 - b**3,
    lambda a, b: (a + b) ** -1,
    lambda a, b: abs(a - b) * a,
]
RELATIONS: list[Callable[[Any, Any], Any]] = [
    lambda a, b: a <= b,
    lambda a, b: a < b,
    lambda a, b: a >= b,
    lambda a, b: a > b,
    lambda a, b: a == b,
    lambda a, b: a != b,
]


def value(json: Any) -> F:
    if isinstance(json, str):
        return F(json)
    op, *args = json
    if op == "^":
        return value(args[0]) ** args[1]
    if op == "abs":
        return abs(value(args[0]))
    first, *rest = map(value, args)
    if op == "-" and not rest:
        return -first
    (second,) = rest
    if op == "/":
        return first / second
    return {"+": first + second, "-": first - second, "*": first * second}[op]


@by_turns(2)
@given(numbers, numbers, st.sampled_from(OPERATORS), st.booleans(), st.booleans())
def test_arithmetic_agrees_with_fractions(
    a: Any, b: Any, operation: Any, first: bool, second: bool
) -> None:
    """Terms and numbers on either side."""
    left = S.const(a) if first or not second else a
    right = S.const(b) if second else b
    try:
        expected = operation(F(a), F(b))
    except ZeroDivisionError:
        return
    assert value(operation(left, right).json) == expected


@by_turns(2)
@given(numbers, numbers, st.sampled_from(RELATIONS), st.booleans())
def test_relations_agree_with_fractions(a: Any, b: Any, relation: Any, first: bool) -> None:
    found = relation(S.const(a), b) if first else relation(a, S.const(b))
    op, left, right = found.json
    low, high = F(left), F(right)
    holds = {"<=": low <= high, "<": low < high, "=": low == high, "!=": low != high}[op]
    assert holds is relation(F(a), F(b))


# --- immutability --------------------------------------------------------------------------------


def test_the_json_is_a_copy() -> None:
    whole = conj(A, x + y <= 1)
    before = whole.json
    whole.json[2][1][0] = "-"
    before.append(None)
    assert whole.json == ["and", ["<=", "0", "x"], ["<=", ["+", "x", "y"], "1"]]
    parts = ["+", "x", ["*", "y", "2"]]
    made = Term(parts)
    parts[2][0] = "-"  # type: ignore[index]
    assert made.json == ["+", "x", ["*", "y", "2"]]


def test_terms_are_copied_and_pickled() -> None:
    for written in (x + y, A & B):
        for other in (
            copy.copy(written),
            copy.deepcopy(written),
            pickle.loads(pickle.dumps(written)),
        ):
            assert other.same(written)
    assert not Term("x").same(Formula(["<=", "x", "x"]))
    assert not x.same("x")


def test_objects_and_plain_json_serve_alike() -> None:
    sequent = script.statement({"x": "real"}, [A], B)
    assert sequent == script.statement({"x": "real"}, [A.json], B.json)
    assert conj(A.json, B).json == conj(A, B).json
    assert every("x", "real", A.json).json == every("x", "real", A).json
    assert app("f", (x + 1).json).json == app("f", x + 1).json
    assert script.have(A, script.auto(), script.auto()) == script.have(
        A.json, script.auto(), script.auto()
    )
    assert script.case(abs(x)) == script.case(abs(x).json)
    assert script.use(0, [x + 1]) == script.use(0, [(x + 1).json])
    mixed = {**sequent, "given": [["and", A, ["<=", "0", x]]], "show": B}
    for made in (
        Obligation("a", "", mixed),
        Attempt("a", "", mixed, Witness({})),
        Typing("a", "", mixed),
    ):
        assert made.statement == plain_json(mixed)
        assert made.statement["given"] == [["and", A.json, A.json]]
    assert Witness({}, {"f": (("u",), var("u") + 1)}).functions["f"][1] == ["+", "u", "1"]
    assert as_json(["sqrt", "2"]) == ["sqrt", "2"]
    assert script.position(B, [A, B.json]) == 1
    with pytest.raises(ValueError):
        script.position(C, [A, B])


# --- names ---------------------------------------------------------------------------------------

WORDS = (
    "pi exp sum max min abs sign floor sqrt and or not implies all some lipschitz real int if then "
    "where"
)


@pytest.mark.parametrize("name", [*WORDS.split(), "k1", "k27", "", "1", "x y", "x'", "_", "a" * 42])
def test_a_name_that_is_printed_as_something_else_is_refused(name: str) -> None:
    for made in (
        lambda: var(name),
        lambda: total(name, 1, 2, x),
        lambda: every(name, "real", A),
        lambda: exists(name, "int", A),
        lambda: script.statement({name: "real"}, [], A),
    ):
        with pytest.raises(ValueError) as error:
            made()
        assert "\n" not in str(error.value)
    if name != "pi":  # as a function it has arguments, the number has none
        for made in (lambda: app(name, x), lambda: script.statement({}, [], A, {name: 1})):
            with pytest.raises(ValueError):
                made()


def test_the_number_pi_and_a_function_pi_are_told_apart() -> None:
    stated = script.statement({"x": "real"}, [], app("pi", x) <= S.pi(), {"pi": 1})
    assert sequent(stated).lines().endswith("  'pi'(x) ≤ π")


def test_a_statement_without_the_helper_is_looked_at_too() -> None:
    sequent = {"vars": {"exp": "real"}, "functions": {}, "given": [], "show": ["<=", "0", "exp"]}
    for made in (
        lambda: Obligation("a", "", sequent),
        lambda: Attempt("a", "", sequent, Witness({"exp": 0})),
    ):
        with pytest.raises(ValueError, match="exp"):
            made()


def test_a_sort_is_one_of_two() -> None:
    with pytest.raises(ValueError, match="sort"):
        every("u", "natural", A)


def test_abbreviations_take_no_name_of_the_statement() -> None:
    large = ("+", ("abs", "x"), ("abs", ("+", "x", "y", "T1")), "2")
    formulas, (part,) = named_parts([("<=", large, ("*", "2", large))], ["T2"], lambda body: ())
    assert formulas == [("<=", "T3", ("*", "2", "T3"))]
    assert (part.name, part.body) == ("T3", large)
    stated = script.statement(
        {"x": "real", "T1": "real"}, [], (x * x + 3 * x) / 7 <= 2 * ((x * x + 3 * x) / 7)
    )
    assert "T₂ ≤ 2T₂" in sequent(stated).lines()


def test_the_public_module_is_this_one() -> None:
    import verify

    assert verify.terms is terms
