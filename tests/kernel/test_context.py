"""What a context knows: hypotheses, atoms and their facts, and which terms are defined."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
from kernelkit import (
    TRUE,
    Json,
    Row,
    certificate,
    evaluate,
    leaf,
    node,
    nonzero,
    table,
    verdict,
    zero,
)

from proofs.kernel import poly as P
from proofs.kernel.context import Context, Key, Literal, freeze

HALF: Json = ["/", "1", "x"]
NONZERO = [["!=", "x", "0"], ["!=", "y", "0"]]
BELOW: Json = ["all", "k", "real", ["<=", "k", "0"]]  # false
close = leaf(["1", [0], []], ["1", [1], []])  # two literals that contradict each other


def granted(hypothesis: Json, literals: int = 3) -> Json:
    """x != 0, since the hypothesis has 1/x in it: x != 0 is literal 0; the goal comes last."""
    show = ["!=", "x", "0"]
    return certificate(show, zero(0, ["1", [], []], mult=[[literals, "1"]]), [hypothesis])


def same(left: Json, right: Json, literals: int = 0, given: Json = (), **names: Json) -> Json:
    """left = right as polynomials in atoms; so many literals come before the negated goal."""
    return certificate(["=", left, right], nonzero(literals), given, **names)


def total(low: Json, high: Json, body: Json, index: str = "k") -> Json:
    return ["sum", index, low, high, body]


def f(*arguments: Json, name: str = "f") -> Json:
    return ["app", name, *arguments]


def integer(term: Json, given: Json = ()) -> Json:
    return certificate(["some", "r", "int", TRUE], node("some", evaluate(), is_=term), given)


def branches(show: Json, one: Json, other: Json) -> Json:
    return node("have", one, other, show=show)


def size(count: int, literal: int) -> Json:
    """|v0 + v1 + ...| >= 0, where that is literal 3 if the product of the two sides is known."""
    letters = {f"v{i}": "real" for i in range(count)}
    proof = leaf(["1", [literal], []], ["1", [literal + 1], []])
    return certificate(["<=", "0", ["abs", ["+", *letters]]], proof, names=letters)


ROWS: list[Row] = [
    # hypotheses
    ("a universal lemma is not known in its own proof",
     certificate(["<=", "x", "0"],
                 branches(BELOW, node("intro", node("use", close, rule=0, at=["j"]), as_="j"),
                          node("use", close, rule=0, at=["x"]))), "no-such-rule"),
    ("a universal lemma is known after its proof",
     certificate(["<=", "x", "y"],
                 branches(["all", "k", "real", ["<=", "k", "k"]],
                          node("intro", leaf(["1", [1], []]), as_="j"),
                          node("use", leaf(["1", [0], []], ["1", [2], []]), rule=0, at=["x"])),
                 [["<=", "x", "y"]]), "accept"),
    ("a third argument is one that is equal as a polynomial",
     same(f("x", "y", ["+", "x", "x"], name="h"), f("x", "y", ["*", "2", "x"], name="h"),
          functions={"h": 3}), "accept"),
    ("a third argument is another one",
     same(f("x", "y", ["+", "x", "x"], name="h"), f("x", "y", "x", name="h"),
          functions={"h": 3}), "identity-fails"),
    ("two branches may use one name",
     certificate(["and", *[["all", "k", "real", ["<=", "k", "k"]]] * 2],
                 node("both", *[node("intro", leaf(["1", [0], []]), as_="j")] * 2)), "accept"),
    ("an atom of one branch is not known in the other",
     certificate(["and", ["<=", ["exp", "x"], ["exp", "x"]], TRUE],
                 node("both", leaf(["1", [1], []]), leaf(["1", [0], []], ["1", [], ["@0"]]))),
     "unknown-name"),
    ("a conjunction gives its parts",
     certificate(["<=", "x", "0"],
                 node("use", leaf(["1", [1], []], ["1", [2], []]), rule=0, at=["x"]),
                 [["and", TRUE, BELOW]]), "accept"),
    # a hypothesis grants that each of its terms is defined
    ("on its left", granted(["<=", HALF, "9"]), "accept"),
    ("on its right", granted(["<=", "9", HALF]), "accept"),
    ("in a sum of terms", granted(["<=", ["+", HALF, "1"], "9"]), "accept"),
    ("under a power", granted(["<=", ["^", HALF, 2], "9"]), "accept"),
    ("above a fraction", granted(["<=", ["/", HALF, "2"], "9"]), "accept"),
    ("in an argument of f", granted(["<=", f(HALF), "9"]), "accept"),
    ("in a lower limit", granted(["<=", total(HALF, "2", "k"), "9"]), "accept"),
    ("in an upper limit", granted(["<=", total("1", HALF, "k"), "9"]), "accept"),
    ("in an absolute value", granted(["<=", ["abs", HALF], "9"], 7), "accept"),
    ("but not of the summands", granted(["<=", total("1", "n", ["/", "k", "x"]), "9"], 1),
     "wrong-relation"),
    ("a goal grants nothing on its left", same(HALF, "1"), "maybe-undefined"),
    ("a goal grants nothing on its right", same("1", HALF), "maybe-undefined"),
    ("a goal grants nothing in an argument of f", same(f(HALF), "1"), "maybe-undefined"),
    ("a goal grants nothing in a lower limit", same(total(HALF, "2", "k"), "1"),
     "maybe-undefined"),
    ("a goal grants nothing in an upper limit", same(total("1", HALF, "k"), "1"),
     "maybe-undefined"),
    ("a goal grants nothing under a power", same(["^", HALF, 2], "1"), "maybe-undefined"),
    # sums
    ("equal sums are one", same(total("1", "n", "k"), total("1", "n", "j", "j")), "accept"),
    ("equal limits are equal as polynomials",
     same(total(["+", "m", "1"], ["*", "n", "m"], "k"),
          total(["+", "1", "m"], ["*", "m", "n"], "k")), "accept"),
    ("sums with other lower limits", same(total("1", "n", "k"), total("2", "n", "k")),
     "identity-fails"),
    ("sums with other upper limits", same(total("1", "n", "k"), total("1", "m", "k")),
     "identity-fails"),
    ("sums with exchanged limits", same(total("n", "m", "k"), total("m", "n", "k")),
     "identity-fails"),
    ("sums with other summands", same(total("1", "n", "k"), total("1", "n", ["*", "2", "k"])),
     "identity-fails"),
    ("summands may be undefined", same(total("0", "n", ["/", "1", "k"]),
                                       total("0", "n", ["/", "1", "k"])), "accept"),
    ("summands have no atoms of their own", same(total("0", "n", ["abs", "k"]),
                                                 total("0", "n", ["abs", "k"])), "accept"),
    ("the name of an index is part of a sum",
     # the hypothesis at s = sum(l = 1..m, l) has the index #0 outside of it, the goal #1
     certificate(["<=", total("1", "n", total("1", "m", "l", "l"), "j"), "x"],
                 node("use", close, rule=0, at=[total("1", "m", "l", "l")]),
                 [["all", "s", "real", ["<=", total("1", "n", "s", "j"), "x"]]]),
     "identity-fails"),
    # values of functions
    ("equal arguments give one value", same(f(["+", "x", "y"]), f(["+", "y", "x"])), "accept"),
    ("other arguments give other values", same(f("x"), f("y")), "identity-fails"),
    ("other second arguments give other values", same(f("x", "y", name="g"),
                                                      f("x", "x", name="g")), "identity-fails"),
    ("arguments do not commute", same(f("x", "y", name="g"), f("y", "x", name="g")),
     "identity-fails"),
    ("other functions have other values",
     same(f("x"), f("x", name="h"), functions={"f": 1, "h": 1}), "identity-fails"),
    ("a function called like an elementary one is another",
     same(f("x", name="atan"), ["atan", "x"], functions={"atan": 1}), "identity-fails"),
    # quotients
    ("equal denominators give one reciprocal", same(HALF, HALF, 2, NONZERO[:1]), "accept"),
    ("proportional denominators too", same(["/", "2", ["*", "2", "x"]], HALF, 2, NONZERO[:1]),
     "accept"),
    ("other denominators give another", same(HALF, ["/", "1", "y"], 4, NONZERO),
     "identity-fails"),
    ("division by a number", same(["+", ["/", "x", "2"], ["/", "x", "2"]], "x"), "accept"),
    ("division by another number", same(["/", "x", "4"], ["/", "x", "2"]), "identity-fails"),
    ("division by one", same(["/", "x", "1"], "x"), "accept"),
    ("a denominator is scaled by its leading coefficient",
     # x + 3/2 != 0, v (x + 3/2) = 1, 1 - v/2 = 0: the atom is 1/(x + 3/2), and is 2
     certificate(TRUE, branches(["=", "@0", "2"], zero(3, ["1", [], []], mult=[[2, "-2"]]),
                                evaluate()),
                 [["=", ["/", "1", ["+", ["*", "2", "x"], "3"]], "1"]]), "accept"),
    ("a reciprocal times its denominator is one",
     # and x = -1: goal negated: -1 - x != 0
     certificate(["=", "x", "-1"],
                 zero(3, ["1", [], []], mult=[[1, "1/2"], [2, ["+", "x", "3/2"]]]),
                 [["=", ["/", "1", ["+", ["*", "2", "x"], "3"]], "1"]]), "accept"),
    # integers
    ("an integer and a half is none", integer(["+", "n", "1/2"]), "not-an-integer"),
    ("a polynomial with integer coefficients is one",
     integer(["-", ["*", "3", ["^", "n", 2], "m"], "1"]), "accept"),
    ("half of an integer is none", integer(["/", "n", "2"]), "not-an-integer"),
    ("an integer times a real number is none", integer(["*", "n", "x"]), "not-an-integer"),
    ("a sign is an integer", integer(["sign", "x"]), "accept"),
    ("a floor is an integer", integer(["floor", "x"]), "accept"),
    ("an absolute value is none", integer(["abs", "x"]), "not-an-integer"),
    ("a maximum is none", integer(["max", "x", "y"]), "not-an-integer"),
    ("an exponential is none", integer(["exp", "x"]), "not-an-integer"),
    ("a sum is none", integer(total("1", "n", "k")), "not-an-integer"),
    ("a value of a function is none", integer(f("n")), "not-an-integer"),
    ("a reciprocal is none", integer(["/", "1", "n"], [["!=", "n", "0"]]), "not-an-integer"),
    # facts
    ("the product of the sides of twenty letters is known", size(19, 3), "accept"),
    ("the product of the sides of more letters is not", size(20, 2), "accept"),
    # definedness
    ("an equality shows that a root is defined",
     same(["sqrt", "x"], ["sqrt", "x"], 3, [["=", "0", "x"]]), "accept"),
    ("a strict inequality shows it",
     same(["sqrt", "x"], ["sqrt", "x"], 3, [["<", "0", "x"]]), "accept"),
    ("the trivial equality says nothing of it",
     same(["sqrt", "x"], ["sqrt", "x"], 4, [["=", "x", "x"], ["<=", "0", "x"]]), "accept"),
    ("and grants nothing", same(["sqrt", "x"], ["sqrt", "x"], 3, [["=", "x", "x"]]),
     "maybe-undefined"),
    ("a positive fraction of a multiple serves",
     same(["sqrt", ["*", "2", "x"]], ["sqrt", ["*", "2", "x"]], 3, [["<=", "0", ["*", "3", "x"]]]),
     "accept"),
    ("a negative fraction does not",
     same(["sqrt", "x"], ["sqrt", "x"], 3, [["<=", ["*", "1/2", "x"], "0"]]), "maybe-undefined"),
    ("an inequation does not", same(["sqrt", "x"], ["sqrt", "x"], 3, [["!=", "x", "0"]]),
     "maybe-undefined"),
]  # fmt: skip


@table(ROWS)
def test_contexts(data: Json, expected: str) -> None:
    assert verdict(data) == expected


X = P.variable("x")
TWO_X = P.scale(X, 2)


@pytest.mark.parametrize(
    ("poly", "rel", "known", "expected"),
    [
        # constants
        (P.constant(1), ">=", [], True), (P.constant(0), ">=", [], True),
        (P.constant(-1), ">=", [], False), (P.constant(F(1, 2)), ">", [], True),
        (P.constant(0), ">", [], False), (P.constant(-1), ">", [], False),
        (P.constant(1), "!=", [], True), (P.constant(-1), "!=", [], True),
        (P.constant(F(1, 2)), "!=", [], True), (P.constant(0), "!=", [], False),
        # what is known, word for word
        (X, ">=", [(X, ">=")], True), (X, ">=", [(X, ">")], True), (X, ">=", [(X, "=")], True),
        (X, ">=", [(X, "!=")], False), (X, ">", [(X, ">")], True), (X, ">", [(X, ">=")], False),
        (X, ">", [(X, "=")], False), (X, ">", [(X, "!=")], False), (X, "!=", [(X, "!=")], True),
        (X, "!=", [(X, ">")], True), (X, "!=", [(X, ">=")], False), (X, "!=", [(X, "=")], False),
        (X, ">=", [], False),
        # up to a factor
        (X, ">=", [(TWO_X, ">=")], True), (TWO_X, ">=", [(X, ">=")], True),
        (X, ">=", [(P.scale(X, F(-1, 2)), ">=")], False),
        (X, "!=", [(P.scale(X, -2), ">")], True), (X, "!=", [(P.scale(X, -2), "!=")], True),
        (P.add(X, P.constant(1)), ">=", [(P.add(TWO_X, P.constant(2)), ">=")], True),
        (P.add(X, P.constant(1)), ">=", [(P.add(TWO_X, P.constant(3)), ">=")], False),
        (X, ">=", [(P.variable("y"), ">="), ({}, "="), (X, ">")], True),
        # the factor may be as long as two coefficients together
        (P.scale(X, F(1, 3**2580)), ">=", [(P.scale(X, 2**4090), ">=")], True),
    ],
)  # fmt: skip
def test_what_is_evident(
    poly: P.Poly, rel: str, known: list[tuple[P.Poly, str]], expected: bool
) -> None:
    context = Context({"x": "real", "y": "real"}, {}, ())
    for literal in known:
        context.add(*literal)
    assert context.evident(poly, rel) is expected


def test_a_child_does_not_change_its_parent() -> None:
    parent = Context({"x": "real"}, {"f": 1}, ("<=", F(0), "x"))
    child = parent.child(("<=", F(0), ("exp", "x")), ("all", "#0", "real", ("<=", "#0", "x")))
    child.declare("y", "int")
    assert (parent.sorts, parent.atoms) == ({"x": "real"}, {})
    assert (parent.literals, parent.rules) == ([], [])
    assert child.sorts == {"x": "real", "@0": "real", "y": "int"}
    assert child.atoms == {Key(("exp", freeze(X))): "@0"}
    assert (len(child.literals), len(child.rules)) == (2, 1)
    assert child.goal == parent.goal


FAR = F(2**61 - 1)  # numbers that differ by it have the same hash


@pytest.mark.parametrize(
    ("one", "other"),
    [(("exp", freeze(P.constant(5))), ("exp", freeze(P.constant(5 + FAR)))),
     (("inv", freeze(P.scale(X, -1))), ("inv", freeze(P.scale(X, -2)))),
     (("app", "f", freeze({}), freeze(P.constant(1))),
      ("app", "f", freeze({}), freeze(P.constant(1 + FAR)))),
     (("sum", "#0", (), (), F(-1)), ("sum", "#0", (), (), F(-2)))],
    ids=["a number", "minus one and minus two", "the last argument", "the body of a sum"],
)  # fmt: skip
def test_the_hash_of_a_key_is_not_that_of_its_numbers(one: Json, other: Json) -> None:
    assert hash(one) == hash(other)
    assert hash(Key(one)) != hash(Key(other))
    assert Key(one) != Key(other)
    assert {Key(one): 1}[Key(tuple(one))] == 1


def test_a_literal_does_not_change() -> None:
    with pytest.raises(AttributeError):
        Literal(X, ">=").rel = "="  # type: ignore[misc]


def test_a_product_of_sides_is_known_up_to_four_hundred_pairs() -> None:
    sizes = {}
    for letters in (19, 20):
        context = Context({}, {}, ())
        context.poly(("abs", ("+", *(f"v{i}" for i in range(letters)))))
        sizes[letters] = [literal.rel for literal in context.literals]
    assert sizes == {19: [">=", ">=", "=", ">="], 20: [">=", ">=", ">="]}
