"""Data for the statement on every number of steps: powers with sign, and what one step makes.

The powers are ``t^k = exp(k log abs(t))`` with the sign of t for odd k, and 1, 0, 0, ... for t = 0.
The coefficients of the first two polynomials are 1 and (3/2, -1/2), their squares and cubes the
sums that define them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from constructions.terms import Term, every, implies, total, var
from proofs.library.vectors import ZERO, S, both_sums, fact
from proofs.trees.script import Json, Node, auto, case, have, induct, intro, lemmas, node, split
from proofs.weierstrass.objects import odd, power, size

_a, _b, _t, _h = (var(name) for name in ("a", "b", "t0", "h0"))
Function = tuple[tuple[str, ...], Json]


def function(body: Term) -> Function:
    return ("a", "b"), body.json


# --- powers --------------------------------------------------------------------------------------


def _log(t: Term) -> Term:
    """log abs(t), and 0 for t = 0."""
    return S.log(size(t))


POWERS = function(power(_a, _b))
_LINE = every("t", "real", 1 + var("t") <= S.exp(var("t")))
_SUM = every(
    "a",
    "real",
    every("b", "real", S.exp(var("a") + var("b")).equals(S.exp(var("a")) * S.exp(var("b")))),
)
_LOG = every("t", "real", implies(var("t") > 0, S.exp(S.log(var("t"))).equals(var("t"))))


def _axioms(then: Node) -> Node:
    for name in ("exp-log", "exp-line", "exp-sum"):
        then = node("axiom", then, name=name)
    return then


def _defined(t: Term, then: Node) -> Node:
    """The logarithm is of a positive number, in each of the three cases of the sign."""
    positive = have(
        size(t) > 0, auto("abs(t) > 0"), node("define", auto(), then, term=_log(t).json)
    )
    return case(S.sign(t).json, *[case(S.abs(t).json, positive, positive)] * 3)


def powers_at_0() -> Node:
    one = S.exp(ZERO).equals(1)
    exp_0 = fact(_LINE, [ZERO], fact(_SUM, [ZERO, ZERO], auto("e e = e, e >= 1")))
    even = have(S.floor(ZERO / 2).equals(0), auto("floor(0)"), auto("1"))
    least = have(S.minimum(ZERO, S.const(1)).equals(0), auto("min(0, 1)"), even)
    return _axioms(have(one, exp_0, intro("t0", _defined(_t, least))))


def powers_next() -> Node:
    """exp((h + 1) l) = exp(h l) exp(l), exp(l) = abs(t), and h + 1 is odd where h is even."""
    L = _log(_t)
    low, high = S.floor(_h / 2), S.floor((_h + 1) / 2)
    parity = (low + high).equals(_h)
    below = split((_h - low - high).json, auto("at most h"), auto("at most h"))
    whole = "halves of integers"
    facts: list[tuple[Json, Node]] = [
        (low + high <= _h, below),
        (2 * low + 1 >= _h, split((2 * low + 1 - _h).json, auto(whole), auto(whole))),
        (2 * high >= _h, split((2 * high - _h).json, auto(whole), auto(whole))),
        (low + high >= _h, split((low + high - _h).json, auto(whole), auto(whole))),
        (parity, auto("their sum")),
        ((odd(_h + 1) + odd(_h)).equals(1), auto("the other")),
        (
            S.minimum(_h + 1, S.const(1)).equals(1),
            case(S.minimum(_h + 1, S.const(1)).json, auto(), auto()),
        ),
    ]
    product = fact(_SUM, [_h * L, L], fact(_LOG, [size(_t)], auto("the power"), auto("> 0")))
    return _axioms(intro("t0", intro("h0", intro("", lemmas(facts, _defined(_t, product))))))


_AT_0 = every("t", "real", power(var("t"), ZERO).equals(1))
_NEXT = every(
    "t",
    "real",
    every(
        "h",
        "int",
        implies(
            var("h") >= 0,
            power(var("t"), var("h") + 1).equals(var("t") * power(var("t"), var("h"))),
        ),
    ),
)


def three_to_0() -> Node:
    """3^0 = 2 0 + 1."""
    return have(_AT_0, powers_at_0(), fact(_AT_0, [S.const(3)], auto("1")))


def three_to_1() -> Node:
    """3^1 = 2 1 + 1."""
    known = fact(_NEXT, [S.const(3), ZERO], auto("3"), auto("0 >= 0"))
    one = fact(_AT_0, [S.const(3)], known)
    return have(_AT_0, powers_at_0(), have(_NEXT, powers_next(), one))


def two_to_0() -> Node:
    """2^0 = 1."""
    return have(_AT_0, powers_at_0(), fact(_AT_0, [S.const(2)], auto("1")))


def first_power(base: Term, then: Node) -> Node:
    """base^1 = base base^0 and base^0 = 1; then go on."""
    known = fact(_NEXT, [base, ZERO], then, auto("0 >= 0"))
    zero = have(_AT_0, powers_at_0(), fact(_AT_0, [base], known))
    return have(_NEXT, powers_next(), zero)


# --- one step ------------------------------------------------------------------------------------


def delta(k: Term) -> Term:
    """1 at 0, 0 at every other integer."""
    return S.maximum(ZERO, 1 - S.abs(k))


def _one_step(n: Term) -> Callable[[Term], Term]:
    """1, 0, 0, ... for n = 0 and 3/2, -1/2, 0, ... for n = 1."""
    return lambda k: delta(k) + n * (delta(k) - delta(k - 1)) / 2


def products(c: Callable[[Term], Any]) -> dict[str, Function]:
    """The coefficients, and the sums for their squares and cubes."""
    i, j, first = var("i"), var("l"), c(_a)

    def square(k: Term) -> Term:
        return total("l", 0, k, first(j) * first(k - j))

    cube = total("i", 0, _b, first(i) * square(_b - i))
    return {"c": function(first(_b)), "s": function(square(_b)), "u": function(cube)}


ONE_STEP: dict[str, Any] = {
    "p": POWERS,
    "y": function(1 + _b * (1 - _a) / 2),
    **products(_one_step),
}  #: with y_0 = 1 and N = 1


def _no_other(n: Term, then: Node) -> Node:
    """0 <= n < 1 is n = 0; then go on."""
    return have(n.equals(0), node("both", split((-n).json, auto(), auto()), auto()), then)


def step_at_0() -> Node:
    n = var("n0")
    return intro("t0", intro("n0", intro("", _no_other(n, auto("y_1")))))


def only_step() -> Node:
    """The step from n = 0, where n <= 0."""
    n = var("n0")
    return intro("n0", intro("", _no_other(n, auto("y_1"))))


_x = var("x0")
_DELTA_0 = delta(ZERO).equals(1)
RIGHT = every("x0", "int", implies(_x > 0, delta(_x).equals(0)))
_LEFT = every("x0", "int", implies(_x < 0, delta(_x).equals(0)))


def deltas(then: Node) -> Node:
    """The values of delta; then go on."""

    def proof(away: Term) -> Node:
        zero = case(delta(_x).json, auto("0"), auto("0"))
        cases = case(S.abs(_x).json, zero, zero)
        whole = split((away - 1).json, auto("1 or more"), auto("1 or more"))
        return intro("x0", intro("", have(away >= 1, whole, cases)))

    zero = S.abs(ZERO)
    one = case(delta(ZERO).json, auto("1"), auto("1"))
    at_0 = case(zero.json, one, one)
    return lemmas([(_DELTA_0, at_0), (RIGHT, proof(_x)), (_LEFT, proof(-_x))], then)


def recursion_at_0() -> Node:
    """s(0, k) = u(0, k) = delta(k), and so c(1, k) = (3 delta(k) - delta(k - 1))/2."""
    n, k = var("n0"), var("z0")
    c = _one_step(n)

    def square(at: Term, upto: Term | None = None) -> Term:
        j = var("l")
        return total("l", 0, at if upto is None else upto, c(j) * c(at - j))

    def cube(at: Term, upto: Term | None = None) -> Term:
        i = var("i")
        return total("i", 0, at if upto is None else upto, c(i) * square(at - i))

    g, f = var("g0"), var("f0")
    squares = every("g0", "int", square(g).equals(delta(g)))
    cubes = every("f0", "int", cube(f).equals(delta(f)))
    first = fact(squares, [f - ZERO], auto("the first summand"))
    end = fact(cubes, [k - 1], auto("c(1, k)"))
    facts = [
        (squares, intro("g0", _single(g, square, auto("the first summand")))),
        (cubes, intro("f0", _single(f, cube, first))),
    ]
    return intro("n0", intro("z0", intro("", _no_other(n, deltas(lemmas(facts, end))))))


def _single(at: Term, part: Callable[..., Term], first: Node) -> Node:
    """part(at) = delta(at): of the summands only the first is not 0."""
    e = var("e0")
    claim = part(at, e).equals(delta(at))
    base = both_sums("unfold", [part(at, ZERO)], both_sums("empty", [part(at, ZERO - 1)], first))
    more = fact(RIGHT, [e + 1], auto("0 is added"), auto("e + 1 > 0"))
    step = both_sums("unfold", [part(at, e + 1)], more)
    whole = every("e0", "int", implies(e >= 0, claim))
    used = fact(whole, [at], auto("all of it"), auto("not negative"))
    some = induct("e0", "0", claim, base, step, used)
    none = both_sums("empty", [part(at)], fact(_LEFT, [at], auto("0"), auto("< 0")))
    return split(at.json, some, none)


def start_at_0() -> Node:
    return deltas(auto("c(0, 0) = 1"))


def constant_at_0() -> Node:
    return deltas(intro("z0", intro("", fact(RIGHT, [var("z0")], auto(), auto("k > 0")))))


def nothing() -> Node:
    """Where the square is taken to be 0, so is the cube, a sum of 0: c(1, k) is 3/2, 0, 0, ..."""
    n, k, e, i = var("n0"), var("z0"), var("e0"), var("i")
    part = lambda upto: total("i", 0, upto, _stays(n)(i) * ZERO)  # noqa: E731
    claim = part(e).equals(0)
    base = both_sums("empty", [part(ZERO - 1)], auto("0"))
    step = both_sums("unfold", [part(e + 1)], auto("0 is added"))
    whole = every("e0", "int", implies(e >= -1, claim))
    used = fact(whole, [k - 1], auto("c(1, k)"), auto("-1 or more"))
    sums = induct("e0", "-1", claim, base, step, used)
    return intro("n0", intro("z0", intro("", _no_other(n, sums))))


def _stays(n: Term) -> Callable[[Term], Term]:
    return lambda k: delta(k) * (1 + n / 2)


def without_square() -> dict[str, Function]:
    """Coefficients 1, 0, ... and 3/2, 0, ..., with 0 for the square."""
    found = products(_stays)
    cube = total("i", 0, _b, _stays(_a)(var("i")) * ZERO)
    return {**found, "s": function(ZERO), "u": function(cube)}


def faded() -> Node:
    """3 delta(k) - 3 delta(k - 1 + 1) = 0."""
    return intro("n0", intro("z0", intro("", _no_other(var("n0"), auto("c(1, k) = 0")))))
