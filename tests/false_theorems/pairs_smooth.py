"""exp, log, tanh, the sigmoid and softplus: by cover on an interval, by the axioms elsewhere."""

from __future__ import annotations

from constructions.terms import Term
from proofs.trees.script import Node, auto, have, look, node, use

from .pair import (
    CONSTANT,
    CONVERSE,
    DOMAIN,
    FACTOR,
    HYPOTHESIS,
    ORDER,
    SIGN,
    STRICT,
    TERM,
    ZERO,
    Pair,
    pair,
)
from .words import PI, absolute, cos, cover, defined, exp, log, number, relu, sin, sqrt, tanh

from .words import s, x, y  # isort: skip

HALF, QUARTER = number("1/2"), number("1/4")


def sigmoid(at: Term) -> Term:
    return 1 / (1 + exp(-at))


def softplus(at: Term) -> Term:
    return log(1 + exp(at))


def axiom(name: str, at: list[Term], then: Node, premises: int = 0) -> Node:
    """A fact about an elementary function, at some terms."""

    def last(context: object) -> Node:
        index = len(context.rules) - 1  # type: ignore[attr-defined]
        return use(index, [term.json for term in at], *[auto()] * premises, then)

    return node("axiom", look(last), name=name)


def exp_of_zero(term: Term = x - x) -> Node:
    """The argument is 0 as a polynomial, so its exponential is that of the number 0."""
    return have(exp(number(0)).equals(1), auto(), auto())


INSIDE = [x >= -1, x <= 1]

PAIRS: list[Pair] = [
    pair("exp: above its tangent", CONSTANT, "x",
         true=[exp(x) >= 1 + x], false=[exp(x) >= 1 + number("11/10") * x], at={"x": "1/10"},
         script=lambda: axiom("exp-line", [x], auto())),
    pair("exp: touches its tangent", STRICT, "x",
         true=[exp(x) >= 1 + x], false=[exp(x) > 1 + x], at={"x": 0},
         script=lambda: axiom("exp-line", [x], auto())),
    pair("exp: above one", DOMAIN, "x",
         true=[x > 0, exp(x) > 1], false=[x >= 0, exp(x) > 1], at={"x": 0},
         script=lambda: axiom("exp-line", [x], auto())),
    pair("exp: of a sum", ORDER, "x y",
         true=[exp(x + y).equals(exp(x) * exp(y))], false=[exp(x + y).equals(exp(x) + exp(y))],
         at={"x": 0, "y": 0}, script=lambda: axiom("exp-sum", [x, y], auto())),
    pair("exp: of a product", ORDER, "x",
         true=[exp(2 * x).equals(exp(x) ** 2)], false=[exp(2 * x).equals(2 * exp(x))],
         at={"x": 0}, script=lambda: axiom("exp-sum", [x, x], auto())),
    pair("exp: of a negative", SIGN, "x",
         true=[(exp(x) * exp(-x)).equals(exp(x - x))],
         false=[(exp(x) * exp(-x)).equals(-1 * exp(x - x))],
         at={"x": 0}, script=lambda: axiom("exp-sum", [x, -x], auto())),
    pair("exp: increasing", STRICT, "x y",
         true=[x < y, exp(x) < exp(y)], false=[x <= y, exp(x) < exp(y)], at={"x": 0, "y": 0},
         script=lambda: axiom("exp-sum", [x, y - x], axiom("exp-line", [y - x], auto()))),
    pair("exp: positive, not above a half", CONSTANT, "x",
         true=[exp(x) > 0], false=[exp(x) > HALF], at={"x": -1}),
    pair("exp: below the parabola's bound", DOMAIN, "x",
         true=[*INSIDE, exp(x) <= 1 + x + number("3/4") * x**2 + number("1/50")],
         false=[x >= -1, x <= 2, exp(x) <= 1 + x + number("3/4") * x**2 + number("1/50")],
         at={"x": 2}, script=lambda: cover("x", -1, 1, 12)),
    pair("exp: the slope at most three", CONSTANT, "x",
         true=[x >= 0, x <= 1, exp(x) <= 3], false=[x >= 0, x <= 1, exp(x) <= number("27/10")],
         at={"x": 1}, script=lambda: cover("x", 0, 1, 2)),
    pair("exp: convex at the middle", CONVERSE, "x",
         true=[*INSIDE, exp(x) + exp(-x) >= number("199/100")],
         false=[*INSIDE, exp(x) + exp(-x) <= number("199/100")],
         at={"x": 0}, script=lambda: cover("x", -1, 1, 20)),
    pair("log: below its tangent", HYPOTHESIS, "x",
         true=[x > 0, log(x) <= x - 1], false=[x > 0, log(x) <= x - number("11/10")],
         at={"x": 1}, script=lambda: axiom("exp-log", [x], axiom("exp-line", [log(x)], auto()), 1)),
    pair("log: nothing at zero", ZERO, "x",
         true=[x > 0, exp(log(x)).equals(x)], false=[x >= 0, exp(log(x)).equals(x)],
         at={"x": 0}, undefined=True, script=lambda: axiom("exp-log", [x], auto(), 1)),
    pair("log: of a square", SIGN, "x",
         true=[x > 0, x <= 2, x >= 1, log(x**2) - 2 * log(x) <= number("1/100")],
         false=[x.differs(0), (log(x**2) - 2 * log(x)) <= number("1/100")],
         at={"x": -1}, undefined=True,
         script=lambda: defined([log(x**2)], cover("x", 1, 2, 16))),
    pair("log: of a sum", ORDER, "x",
         true=[x >= 1, x <= 2, log(1 + x) <= x], false=[x >= 1, x <= 2, log(1 + x) <= log(x)],
         at={"x": 1}, script=lambda: defined([log(1 + x)], cover("x", 1, 2, 2))),
    pair("sigmoid: between zero and one", CONSTANT, "x",
         true=[sigmoid(x) < 1], false=[sigmoid(x) < number("3/4")], at={"x": 2},
         script=lambda: defined([sigmoid(x)], auto())),
    pair("sigmoid: strictly positive", DOMAIN, "x",
         true=[sigmoid(x) > 0], false=[sigmoid(x) > number("1/10")], at={"x": -3},
         script=lambda: defined([sigmoid(x)], auto())),
    pair("sigmoid: a half at zero", ZERO, "x",
         true=[x.equals(0), sigmoid(x) <= HALF + number("1/1000")],
         false=[x.equals(0), sigmoid(x) <= number("2/5")],
         at={"x": 0}, script=lambda: axiom("exp-line", [-x], defined([sigmoid(x)], auto()))),
    pair("sigmoid: symmetric about a half", SIGN, "x",
         true=[(sigmoid(x) + 1 / (1 + exp(x))).equals(1)],
         false=[sigmoid(x).equals(1 / (1 + exp(x)))], at={"x": 1},
         script=lambda: axiom("exp-sum", [x, -x], have(exp(x - x).equals(1), exp_of_zero(), have(
             (exp(x) * exp(-x)).equals(1), auto(), defined([sigmoid(x), 1 / (1 + exp(x))],
                                                          auto()))))),
    pair("sigmoid: above a half to the right", DOMAIN, "x",
         true=[x > 0, x <= 1, sigmoid(x) >= HALF], false=[x >= -1, x <= 1, sigmoid(x) >= HALF],
         at={"x": -1}, script=lambda: defined([sigmoid(x)], cover("x", 0, 1, 2))),
    pair("sigmoid: the slope is at most a quarter", CONSTANT, "x",
         true=[x >= 0, x <= 1, sigmoid(x) <= HALF + x / 4 + number("1/1000")],
         false=[x >= 0, x <= 1, sigmoid(x) <= HALF + x / 5 + number("1/1000")],
         at={"x": "1/4"}, script=lambda: defined([sigmoid(x)], cover("x", 0, 1, 12))),
    pair("sigmoid: steeper is larger to the right only", DOMAIN, "x",
         true=[x >= 1, x <= 2, 1 / (1 + exp(-4 * x)) >= sigmoid(x)],
         false=[x >= -2, x <= 2, 1 / (1 + exp(-4 * x)) >= sigmoid(x)], at={"x": -1},
         script=lambda: defined([1 / (1 + exp(-4 * x)), sigmoid(x)], cover("x", 1, 2, 2))),
    pair("sigmoid: near one far away", FACTOR, "x",
         true=[x >= 5, x <= 10, 1 - sigmoid(x) <= number("1/100")],
         false=[x >= 3, x <= 10, 1 - sigmoid(x) <= number("1/100")], at={"x": 3},
         script=lambda: defined([sigmoid(x)], cover("x", 5, 10, 2))),
    pair("sigmoid: its derivative's formula at most a quarter", CONSTANT, "s",
         true=[s * (1 - s) <= QUARTER], false=[s * (1 - s) <= number("1/5")],
         at={"s": "1/2"}),
    pair("sigmoid: a step in the limit only", STRICT, "x",
         true=[x >= number("1/10"), x <= 1, 1 / (1 + exp(-100 * x)) >= number("99/100")],
         false=[x >= 0, x <= 1, 1 / (1 + exp(-100 * x)) >= number("99/100")], at={"x": 0},
         script=lambda: defined([1 / (1 + exp(-100 * x))], cover("x", "1/10", 1, 2))),
    pair("softplus: above relu", STRICT, "x",
         true=[*INSIDE, softplus(x) >= relu(x)], false=[*INSIDE, softplus(x) <= relu(x)],
         at={"x": 0}, script=lambda: defined([softplus(x)], cover("x", -1, 1, 2))),
    pair("softplus: at most log 2 above relu", CONSTANT, "x",
         true=[*INSIDE, softplus(x) - relu(x) <= number("7/10")],
         false=[*INSIDE, softplus(x) - relu(x) <= number("2/3")],
         at={"x": 0}, script=lambda: defined([softplus(x)], cover("x", -1, 1, 12))),
    pair("softplus: scaled down to relu", FACTOR, "x",
         true=[*INSIDE, softplus(4 * x) / 4 - relu(x) <= number("1/5")],
         false=[*INSIDE, softplus(4 * x) - relu(x) <= number("1/5")],
         at={"x": 0}, script=lambda: defined([softplus(4 * x)], cover("x", -1, 1, 12))),
    pair("tanh: inside one", CONSTANT, "x",
         true=[tanh(x) <= 1], false=[tanh(x) <= number("9/10")], at={"x": 2}),
    pair("tanh: from both sides", SIGN, "x",
         true=[absolute(tanh(x)) <= 1], false=[tanh(x) >= 0], at={"x": -1}),
    pair("tanh: below the identity", SIGN, "x",
         true=[x >= 0, x <= 1, tanh(x) <= x + number("1/1000")],
         false=[x >= -1, x <= 1, tanh(x) <= x + number("1/1000")], at={"x": -1},
         script=lambda: cover("x", 0, 1, 12)),
    pair("tanh: by the exponential", FACTOR, "x",
         true=[tanh(x).equals(1 - 2 / (exp(2 * x) + 1))],
         false=[tanh(x).equals(1 - 2 / (exp(x) + 1))], at={"x": 1},
         script=lambda: axiom("tanh", [x], auto())),
    pair("tanh: strictly inside one", STRICT, "x",
         true=[tanh(x) < 1], false=[x >= 0, tanh(x) < number("99/100")], at={"x": 3},
         script=lambda: axiom("tanh", [x], have(2 / (exp(2 * x) + 1) > 0, auto(), auto()))),
    pair("tanh: odd on an interval", SIGN, "x",
         true=[*INSIDE, absolute(tanh(x) + tanh(-x)) <= number("1/10")],
         false=[*INSIDE, absolute(tanh(x) - tanh(-x)) <= number("1/10")], at={"x": 1},
         script=lambda: cover("x", -1, 1, 4)),
    pair("tanh: steep enough for a step", DOMAIN, "x",
         true=[x >= number("1/10"), x <= 1, tanh(40 * x) >= number("99/100")],
         false=[x >= 0, x <= 1, tanh(40 * x) >= number("99/100")], at={"x": 0},
         script=lambda: cover("x", "1/10", 1, 2)),
    pair("tanh: twice the sigmoid, less one", FACTOR, "x",
         true=[*INSIDE, absolute(tanh(x) - (2 / (1 + exp(-2 * x)) - 1)) <= number("1/20")],
         false=[*INSIDE, absolute(tanh(x) - (2 / (1 + exp(-x)) - 1)) <= number("1/20")],
         at={"x": 1}, script=lambda: defined([2 / (1 + exp(-2 * x))], cover("x", -1, 1, 12))),
    pair("sin: below the identity", SIGN, "x",
         true=[x >= 0, sin(x) <= x], false=[sin(x) <= x], at={"x": -1},
         script=lambda: axiom("sin-line", [x], auto(), 1)),
    pair("sin: with cos on the circle", TERM, "x",
         true=[(sin(x) ** 2 + cos(x) ** 2).equals(1)], false=[(sin(x) + cos(x)).equals(1)],
         at={"x": 1}, script=lambda: axiom("sin-cos", [x], auto())),
    pair("sin: of a sum", TERM, "x y",
         true=[sin(x + y).equals(sin(x) * cos(y) + cos(x) * sin(y))],
         false=[sin(x + y).equals(sin(x) + sin(y))], at={"x": 1, "y": 1},
         script=lambda: axiom("sin-sum", [x, y], auto())),
    pair("sin: of twice the angle", FACTOR, "x",
         true=[sin(2 * x).equals(2 * sin(x) * cos(x))], false=[sin(2 * x).equals(2 * sin(x))],
         at={"x": 1}, script=lambda: axiom("sin-sum", [x, x], auto())),
    pair("cos: of twice the angle", SIGN, "x",
         true=[cos(2 * x).equals(1 - 2 * sin(x) ** 2)],
         false=[cos(2 * x).equals(1 + 2 * sin(x) ** 2)],
         at={"x": 1},
         script=lambda: axiom("cos-sum", [x, x], axiom("sin-cos", [x], auto()))),
    pair("cos: even to second order", CONSTANT, "x",
         true=[*INSIDE, cos(x) >= 1 - x**2 / 2 - number("1/100")],
         false=[*INSIDE, cos(x) >= 1 - x**2 / 3 - number("1/100")], at={"x": 1},
         script=lambda: cover("x", -1, 1, 16)),
    pair("sin: at most one, reached", STRICT, "x",
         true=[sin(x) <= 1], false=[sin(x) <= number("99/100")], at={"x": "11/7"}),
    pair("pi: not 22/7", CONSTANT, "x",
         true=[x.equals(PI), x < number("22/7")], false=[x.equals(number("22/7")), x <= PI],
         at={"x": "22/7"}, script=lambda: have(PI < number("22/7"), auto(), auto())),
    pair("sin: positive up to pi", DOMAIN, "x",
         true=[x >= number("1/10"), x <= 3, sin(x) > 0], false=[x > 0, x <= 4, sin(x) > 0],
         at={"x": 4}, script=lambda: cover("x", "1/10", 3, 2)),
    pair("exp: a Gaussian weight", SIGN, "x",
         true=[exp(-(x**2)) <= 1], false=[exp(x**2) <= 1], at={"x": 1},
         script=lambda: axiom("exp-line", [x**2], axiom("exp-sum", [x**2, -(x**2)], have(
             exp(x**2 + -(x**2)).equals(1), exp_of_zero(x**2 + -(x**2)), auto())))),
    pair("exp: above the identity", FACTOR, "x",
         true=[exp(x) > x], false=[exp(x) > 3 * x], at={"x": 1},
         script=lambda: axiom("exp-line", [x], auto())),
    pair("sqrt: near one", CONSTANT, "x",
         true=[x >= 0, x <= 1, sqrt(1 + x) >= 1 + x / 2 - x**2 / 8 - number("1/100")],
         false=[x >= 0, x <= 1, sqrt(1 + x) >= 1 + x / 2 - number("1/100")],
         at={"x": 1}, script=lambda: defined([sqrt(1 + x)], cover("x", 0, 1, 4))),
    pair("exp: decreasing when reflected", SIGN, "x y",
         true=[x <= y, exp(-y) <= exp(-x)], false=[x <= y, exp(-x) <= exp(-y)],
         at={"x": 0, "y": 1},
         script=lambda: axiom("exp-sum", [-y, y - x], axiom("exp-line", [y - x], auto()))),
]  # fmt: skip
