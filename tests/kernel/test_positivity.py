"""Leaves: identities that close a goal, and each way in which one may fail to."""

from __future__ import annotations

from fractions import Fraction as F

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

from proofs.kernel.check import expand
from proofs.kernel.context import Context
from proofs.printing import describe

LETTERS = {f"v{i}": "real" for i in range(25)}
LONG = ["+", *LETTERS]
# The literals of a context are its hypotheses in turn, then the negated goal.
SQUARE = ["<=", ["*", "2", "x", "y"], ["+", ["^", "x", 2], ["^", "y", 2]]]
BOUNDED = [["<=", "0", "x"], ["<=", "x", "1"]]
BETWEEN = ["<=", ["^", "x", 2], "1"]


ROWS: list[Row] = [
    ("a difference of squares is not negative",
     certificate(SQUARE, leaf(["1", [0], []], ["1", [], [["-", "x", "y"]]])), "accept"),
    ("with the wrong square the identity fails",
     certificate(SQUARE, leaf(["1", [0], []], ["1", [], [["+", "x", "y"]]])), "identity-fails"),
    ("with the wrong coefficient the identity fails",
     certificate(SQUARE, leaf(["1", [0], []], ["2", [], [["-", "x", "y"]]])), "identity-fails"),
    ("x squared is at most one on the unit interval",
     certificate(BETWEEN, leaf(["1", [2], []], ["1", [1], []], ["1", [0, 1], []]), BOUNDED),
     "accept"),
    ("a missing product leaves something over",
     certificate(BETWEEN, leaf(["1", [2], []], ["1", [1], []]), BOUNDED), "identity-fails"),
    ("a strict goal needs its negation only weakly",
     certificate(["<", "x", "y"], leaf(["1", [0], []], ["1", [1], []]), [["<", "x", "y"]]),
     "accept"),
    ("a strict goal does not follow from a weak hypothesis",
     certificate(["<", "x", "y"], leaf(["1", [0], []], ["1", [1], []]), [["<=", "x", "y"]]),
     "nothing-strict"),
    ("a square is not strictly positive",
     certificate(["<", "0", ["^", "x", 2]], leaf(["1", [0], []], ["1", [], ["x"]])),
     "nothing-strict"),
    ("a positive constant is strict",
     certificate(["<=", "x", ["+", "x", "1"]], leaf(["1", [], []], ["1", [0], []])), "accept"),
    ("no term proves nothing", certificate(["<=", "x", "x"], leaf()), "nothing-strict"),
    ("the identity of a strict term alone must hold",
     certificate(["<=", "x", "0"], leaf(["1", [0], []])), "identity-fails"),
    ("the empty combination of a trivial goal",
     certificate(["<=", "x", "x"], leaf(["1", [0], []])), "accept"),
    ("a coefficient is not zero",
     certificate(SQUARE, leaf(["1", [0], []], ["0", [], [["-", "x", "y"]]])),
     "coefficient-not-positive"),
    ("a coefficient is not negative",
     certificate(["<=", "x", "0"], leaf(["1", [0], []], ["-1", [0], []])),
     "coefficient-not-positive"),
    ("a coefficient is not a negative fraction",
     certificate(["<=", "x", "0"], leaf(["-1/2", [0], []])), "coefficient-not-positive"),
    ("a coefficient may be a small fraction",
     certificate(["<=", "x", "x"], leaf(["1/9", [0], []])), "accept"),
    ("a coefficient is not a variable",
     certificate(["<=", "x", "0"], leaf(["1", [0], []], ["x", [], []])),
     "coefficient-not-positive"),
    ("a coefficient is written as a string",
     certificate(["<=", "x", "0"], leaf([1, [0], []])), "coefficient-not-positive"),
    ("an equality enters with any multiplier",
     certificate(["<=", "x", "1"], leaf(["1", [1], []], mult=[[0, "1"]]), [["=", "x", "1"]]),
     "accept"),
    ("a multiplier may be a polynomial",
     certificate(["<=", ["^", "x", 2], "1"], leaf(["1", [1], []], mult=[[0, ["+", "x", "1"]]]),
                 [["=", "x", "1"]]),
     "accept"),
    ("a multiplier of the wrong sign",
     certificate(["<=", "x", "1"], leaf(["1", [1], []], mult=[[0, "-1"]]), [["=", "x", "1"]]),
     "identity-fails"),
    ("an inequality takes no multiplier",
     certificate(["<=", "x", "1"], leaf(["1", [1], []], mult=[[0, "-1"]]), [["<=", "x", "1"]]),
     "wrong-relation"),
    ("an equality is no factor of a term",
     certificate(["<=", "x", "1"], leaf(["1", [1], []], ["1", [0], []]), [["=", "x", "1"]]),
     "wrong-relation"),
    ("an inequation is no factor of a term",
     certificate(["<=", "x", "1"], leaf(["1", [0], []]), [["!=", "x", "1"]]), "wrong-relation"),
    ("a literal that is not there", certificate(["<=", "x", "1"], leaf(["1", [1], []])),
     "no-such-literal"),
    ("a negative index", certificate(["<=", "x", "1"], leaf(["1", [-1], []])), "no-such-literal"),
    ("a truth value is no index", certificate(["<=", "x", "1"], leaf(["1", [False], []])),
     "no-such-literal"),
    ("a string is no index", certificate(["<=", "x", "1"], leaf(["1", ["0"], []])),
     "no-such-literal"),
    ("a term has three parts", certificate(["<=", "x", "1"], leaf(["1", [0]])), "bad-leaf"),
    ("a term is a list", certificate(["<=", "x", "1"], leaf("1")), "bad-leaf"),
    ("the terms are a list",
     certificate(["<=", "x", "1"], node("leaf", terms={}, mult=[])), "bad-leaf"),
    ("the literals of a term are a list", certificate(["<=", "x", "1"], leaf(["1", 0, []])),
     "bad-leaf"),
    ("the squares of a term are a list", certificate(["<=", "x", "1"], leaf(["1", [0], "x"])),
     "bad-leaf"),
    ("the multipliers are a list",
     certificate(["<=", "x", "1"], node("leaf", terms=[["1", [0], []]], mult="0")), "bad-leaf"),
    ("a multiplier is a pair", certificate(["<=", "x", "1"], leaf(["1", [0], []], mult=[[0]])),
     "bad-leaf"),
    ("a multiplier is a list", certificate(["<=", "x", "1"], leaf(["1", [0], []], mult=["01"])),
     "bad-leaf"),
    ("a leaf needs an atomic goal", certificate(["and"], leaf(["1", [], []])), "goal-not-atomic"),
    ("the terms of a square must be defined",
     certificate(["<=", "x", "x"], leaf(["1", [0], []], ["1", [], [["/", "1", "x"]]])),
     "maybe-undefined"),
    ("an undefined goal is false",
     certificate(["=", ["/", "x", "x"], ["/", "x", "x"]], nonzero(0)), "maybe-undefined"),
    ("nothing is divided by zero",
     certificate(["=", ["/", "1", ["-", "x", "x"]], "0"], nonzero(0)), "division-by-zero"),
    ("zero times something undefined is undefined",
     certificate(["=", ["*", "0", ["/", "1", "x"]], "0"], nonzero(0)), "maybe-undefined"),
    ("an undefined power zero is undefined",
     certificate(["=", ["^", ["/", "1", "x"], 0], "1"], nonzero(0)), "maybe-undefined"),
    ("a hypothesis gives that its terms are defined",
     # literals: x != 0, x (1/x) - 1 = 0, 2 - 1/x = 0, goal negated: x - 1/2 != 0
     certificate(["=", "x", "1/2"],
                 zero(3, ["1", [], []], mult=[[1, "1/2"], [2, ["*", "x", "1/2"]]]),
                 [["=", ["/", "1", "x"], "2"]]), "accept"),
    ("polynomial identity",
     certificate(["=", ["*", ["+", "x", "y"], ["-", "x", "y"]],
                  ["-", ["^", "x", 2], ["^", "y", 2]]], nonzero(0)), "accept"),
    ("not an identity", certificate(["=", ["^", ["+", "x", "y"], 2], ["^", "x", 2]], nonzero(0)),
     "identity-fails"),
    ("a nonzero factor cancels",
     # x y = 0, x > 0, goal y = 0: x * y - (x y) = 0
     certificate(["=", "y", "0"], zero(2, ["1", [1], []], mult=[[0, "1"]]),
                 [["=", ["*", "x", "y"], "0"], ["<", "x", "0"]]), "accept"),
    ("a factor that may be zero does not cancel",
     certificate(["=", "y", "0"], zero(2, ["1", [1], []], mult=[[0, "1"]]),
                 [["=", ["*", "x", "y"], "0"], ["<=", "x", "0"]]), "nothing-strict"),
    ("a square does not cancel",
     certificate(["=", "y", "0"], zero(1, ["1", [], ["x"]], mult=[[0, "1"]]),
                 [["=", ["*", ["^", "x", 2], "y"], "0"]]), "nothing-strict"),
    ("a factor of a strict part and a square",
     certificate(["=", "y", "0"], zero(1, ["1", [], []], ["1", [], ["x"]], mult=[[0, "-1"]]),
                 [["=", ["*", ["+", "1", ["^", "x", 2]], "y"], "0"]]), "accept"),
    ("a factor of squares alone",
     certificate(["=", "y", "0"], zero(1, ["1", [], ["x"]], mult=[[0, "1"]]),
                 [["=", ["*", ["^", "x", 2], "y"], "0"]]), "nothing-strict"),
    ("an exponential is positive", certificate(["<", "0", ["exp", "x"]],
                                               leaf(["1", [0], []], ["1", [1], []])), "accept"),
    ("a sine is at most one", certificate(["<=", ["sin", "x"], "1"],
                                          leaf(["1", [0], []], ["1", [2], []])), "accept"),
    ("a cosine is at least minus one", certificate(["<=", "-1", ["cos", "x"]],
                                                   leaf(["1", [1], []], ["1", [2], []])), "accept"),
    ("a hyperbolic tangent is at most one", certificate(
        ["<=", ["tanh", "x"], "1"], leaf(["1", [0], []], ["1", [2], []])), "accept"),
    ("an arc tangent is not", certificate(["<=", ["atan", "x"], "1"],
                                          leaf(["1", [0], []], ["1", [0], []])), "identity-fails"),
    ("the factor is not empty", certificate(["=", "x", "x"], zero(0)), "nothing-strict"),
    ("zero needs an inequation", certificate(["<=", "x", "x"], nonzero(0)), "wrong-relation"),
    ("zero of a literal that is not there", certificate(["=", "x", "x"], nonzero(1)),
     "no-such-literal"),
    ("an inequation that contradicts itself", certificate(["<=", "x", "y"], nonzero(0),
                                                          [["!=", "x", "x"]]), "accept"),
    # what the kernel knows of its atoms
    ("a root is not negative",
     certificate(["<=", "0", ["sqrt", "x"]], leaf(["1", [5], []], ["1", [2], []]),
                 [["<=", "0", "x"], ["<=", ["sqrt", "x"], "9"]]), "accept"),
    ("a root of what may be negative is not defined",
     certificate(["<=", "0", ["sqrt", "x"]], leaf(["1", [0], []])), "maybe-undefined"),
    ("a logarithm of what may be zero is not defined",
     certificate(["=", ["log", "x"], ["log", "x"]], nonzero(1), [["<=", "0", "x"]]),
     "maybe-undefined"),
    ("a logarithm of what is positive is defined",
     certificate(["=", ["log", "x"], ["log", "x"]], nonzero(1), [["<", "0", "x"]]), "accept"),
    ("a positive multiple is as good",
     certificate(["=", ["log", "x"], ["log", "x"]], nonzero(1), [["<", "0", ["*", "3", "x"]]]),
     "accept"),
    ("a negative multiple is not",
     certificate(["=", ["log", "x"], ["log", "x"]], nonzero(1), [["<", ["*", "3", "x"], "0"]]),
     "maybe-undefined"),
    ("a negative denominator is one that is not zero",
     certificate(["=", ["/", "y", "x"], ["/", "y", "x"]], nonzero(2), [["<", "x", "0"]]),
     "accept"),
    ("a denominator that is not negative may be zero",
     certificate(["=", ["/", "y", "x"], ["/", "y", "x"]], nonzero(2), [["<=", "0", "x"]]),
     "maybe-undefined"),
    ("a denominator known to be zero is no denominator",
     certificate(["=", ["/", "y", "x"], ["/", "y", "x"]], nonzero(1), [["=", "x", "0"]]),
     "maybe-undefined"),
    ("a constant root is defined at once",
     certificate(["=", ["^", ["sqrt", "2"], 2], "2"],
                 zero(2, ["1", [], []], mult=[[1, "1"]])), "accept"),
    ("a constant root of a negative number never is",
     certificate(["=", ["sqrt", "-2"], ["sqrt", "-2"]], nonzero(1)), "maybe-undefined"),
    ("the root of zero is defined",
     certificate(["<=", "0", ["sqrt", "0"]], leaf(["1", [2], []], ["1", [0], []])), "accept"),
    ("the logarithm of zero is not",
     certificate(["=", ["log", "0"], ["log", "0"]], nonzero(0)), "maybe-undefined"),
    ("a tangent is written as a quotient", certificate(["=", ["tan", "x"], ["tan", "x"]],
                                                       nonzero(0)), "decline:unknown-operation"),
    ("equal arguments give one exponential",
     certificate(["=", ["exp", ["+", "x", "y"]], ["exp", ["+", "y", "x"]]], nonzero(1)), "accept"),
    ("different arguments do not",
     certificate(["=", ["exp", "x"], ["exp", "y"]], nonzero(2)), "identity-fails"),
    ("a floor is less than one below",
     # x - v >= 0, v + 1 - x > 0, goal negated
     certificate(["<", ["-", "x", "1"], ["floor", "x"]], leaf(["1", [1], []], ["1", [2], []])),
     "accept"),
    ("the lesser of two is at most each",
     certificate(["<=", ["min", "x", "y"], "y"], leaf(["1", [1], []], ["1", [3], []])), "accept"),
    ("the greater of two is at least each",
     certificate(["<=", "y", ["max", "x", "y"]], leaf(["1", [1], []], ["1", [3], []])), "accept"),
    ("the greater of two long sums has no product",
     # so the negated goal is literal 2 here, and 3 in the row before
     certificate(["<=", LONG, ["max", LONG, ["-", LONG]]], leaf(["1", [0], []], ["1", [2], []]),
                 names=LETTERS), "accept"),
    ("a sign times its argument is not negative",
     certificate(["<=", "0", ["*", ["sign", "x"], "x"]], leaf(["1", [2], []], ["1", [3], []])),
     "accept"),
    ("a size is not negative", certificate(["<=", "0", ["abs", "x"]],
                                           leaf(["1", [3], []], ["1", [4], []])), "accept"),
    ("an unused hypothesis does no harm", certificate(["<=", "x", "1"], leaf(["1", [2], []],
     ["1", [1], []]), [TRUE, ["<=", "x", "1"]]), "accept"),
    ("pi is one number", certificate(["=", ["pi"], ["pi"]], nonzero(0)), "accept"),
]  # fmt: skip


@table(ROWS)
def test_leaves(data: Json, expected: str) -> None:
    assert verdict(data) == expected


def test_a_context_without_a_goal_is_refuted_by_its_literals() -> None:
    context = Context({"x": "real"}, {}, ())
    context.goal = ("<", F(0), F(0))  # as good as none
    context.add({(("x", 1),): F(1)}, ">")
    context.add({(("x", 1),): F(-1)}, ">=")
    assert expand(context, leaf(["1", [0], []], ["1", [1], []])) == []


def test_a_context_can_be_looked_at() -> None:
    context = Context({"x": "real", "n": "int"}, {"f": 1}, ("<=", F(0), "x"))
    context.assume(("<", ("+", ("abs", "x"), F(1, 2)), ("^", "x", 2)))
    context.assume(("all", "#0", "int", ("<=", "#0", "x")))
    context.assume(("=", "x", "x"))
    assert describe(context).splitlines() == [
        "@0 := ('abs', (((('x', 1),), Fraction(1, 1)),))",
        "[0] @0 + -1*x >= 0",
        "[1] @0 + x >= 0",
        "[2] @0^2 + -1*x^2 = 0",
        "[3] @0 >= 0",
        "[4] -1/2 + -1*@0 + x^2 > 0",
        "[5] 0 = 0",
        "<0> for all int k0: k0 <= x",
        "|- 0 <= x",
    ]


def test_evaluation_needs_no_context() -> None:
    assert verdict(certificate(["!=", "1", "2"], evaluate())) == "accept"
