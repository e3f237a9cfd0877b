"""A few steps of Newton's iteration: the polynomial, and the ranges in which N steps are enough.

The values y_0, ..., y_N are variables with the N equations of the steps as hypotheses.
"""

from __future__ import annotations

from fractions import Fraction

from constructions.terms import Term, conj, every, implies, plain_json, var
from constructions.weierstrass import newton
from proofs.kernel.context import Context
from proofs.kernel.terms import read_formula
from proofs.library.vectors import ONE, S, fact
from proofs.trees.leaves import given, using
from proofs.trees.script import (
    Json,
    Node,
    auto,
    define,
    have,
    intro,
    lemmas,
    look,
    node,
    statement,
)
from proofs.weierstrass.newton_proof import root, rooted, v

BF16, FP16 = Fraction(1, 2**8), Fraction(1, 2**11)  #: unit roundoffs, half an ulp of 1


def y(k: int) -> Term:
    return var(f"y{k}")


def steps(count: int) -> list[Json]:
    """y_(k+1) = y_k (3 - v y_k^2)/2 for k < count."""
    return [y(k + 1).equals(newton(S, v, y(k), 1)[1]) for k in range(count)]


def sorts(count: int) -> dict[str, str]:
    return {"v": "real", **{f"y{k}": "real" for k in range(count + 1)}}


# --- the polynomial ------------------------------------------------------------------------------

w = var("w")


def coefficients(count: int) -> list[Fraction]:
    """Of p_N with ``y_N = y_0 p_N(v y_0^2)``: ``p <- p (3 - w p^2)/2``, constant term first."""
    p = [Fraction(1)]
    for _ in range(count):
        cube = _times(_times(p, p), p)
        longer = [Fraction(0), *cube]
        p = [(3 * a - b) / 2 for a, b in zip(p + [Fraction(0)] * len(longer), longer, strict=False)]
    return p


def _times(a: list[Fraction], b: list[Fraction]) -> list[Fraction]:
    found = [Fraction(0)] * (len(a) + len(b) - 1)
    for i, left in enumerate(a):
        for j, right in enumerate(b):
            found[i + j] += left * right
    return found


def polynomial(count: int, at: Term) -> Term:
    """sum_i c_i at^i, with the coefficients written out."""
    terms = [S.const(c) * at**i for i, c in enumerate(coefficients(count))]
    found = terms[0]
    for term in terms[1:]:
        found = found + term
    return found


def polynomial_statement(count: int) -> Json:
    hypotheses = [w.equals(v * y(0) ** 2), *steps(count)]
    show = y(count).equals(y(0) * polynomial(count, w))
    return statement({**sorts(count), "w": "real"}, hypotheses, show)


def polynomial_script(count: int) -> Node:
    """y_k = y_0 p_k(w) step by step, where v y_k^2 = w p_k(w)^2."""
    p = var("p0")
    one = every(
        "p0",
        "real",
        every(
            "r0",
            "real",
            implies(
                var("r0").equals(y(0) * p),
                newton(S, v, var("r0"), 1)[1].equals(y(0) * p * (3 - w * p**2) / 2),
            ),
        ),
    )
    proof = intro("p0", intro("r0", intro("", auto("one step"))))
    facts: list[tuple[Json, Node]] = [(one, proof)]
    for k in range(count):
        before = ONE if k == 0 else polynomial(k, w)
        value = newton(S, v, y(k), 1)[1].equals(y(0) * before * (3 - w * before**2) / 2)
        facts.append((value, fact(one, [before, y(k)], auto("instance"), auto("y_k"))))
        facts.append((y(k + 1).equals(y(0) * polynomial(k + 1, w)), auto("expanded")))
    return lemmas(facts[:-1], auto("expanded"))


# --- the ranges ----------------------------------------------------------------------------------


_a, _b = var("a0"), var("b0")
ONE_STEP = every(
    "a0",
    "real",
    every(
        "b0",
        "real",
        implies(
            _b.equals(newton(S, v, _a, 1)[1]),
            (_b * root).equals(_a * root * (3 - (_a * root) ** 2) / 2),
        ),
    ),
)  #: y sqrt(v) goes to phi(y sqrt(v))


def after(r: Fraction) -> Fraction:
    """r (3 - r^2)/2, what a step makes of r = y sqrt(v)."""
    return r * (3 - r * r) / 2


def error(count: int) -> Term:
    """|1 - y_N sqrt(v)|."""
    return S.abs(1 - y(count) * root)


def range_statement(count: int, unit: Fraction, low: Fraction, high: Fraction) -> Json:
    """From low <= y_0 sqrt(v) <= high, N steps leave a relative error of at most ``unit``."""
    hypotheses = [v > 0, y(0) * root >= low, y(0) * root <= high, *steps(count)]
    return statement(sorts(count), hypotheses, error(count) <= unit)


def _down(q: Fraction, places: int) -> Fraction:
    """The largest multiple of 10^-places that is at most q."""
    return Fraction(q.numerator * 10**places // q.denominator, 10**places)


def chain(count: int, low: Fraction, high: Fraction, places: int = 9) -> list[Fraction]:
    """a_1, ..., a_N with a_k <= y_k sqrt(v) <= 1 for all starts in the range."""
    found = [_down(min(after(low), after(high)), places)]
    for _ in range(count - 1):
        found.append(_down(after(found[-1]), places))
    return found


def range_script(count: int, unit: Fraction, low: Fraction, high: Fraction) -> Node:
    return rooted(range_proof(count, unit, low, high))


def range_proof(count: int, unit: Fraction, low: Fraction, high: Fraction, places: int = 9) -> Node:
    """r_k = y_k sqrt(v) stays above a_k and, from k = 1 on, at most 1."""
    bounds = chain(count, low, high, places)
    if not (0 < low < 1 < high and after(high) > 0 and bounds[-1] >= 1 - unit):
        raise ValueError("the range is not one for these steps")
    r = var("r0")
    proof = intro("a0", intro("b0", intro("", _one_step())))
    facts: list[tuple[Json, Node]] = [(ONE_STEP, proof)]
    for k in range(count):
        value = y(k) * root
        low_k, high_k = (low, high) if k == 0 else (bounds[k - 1], Fraction(1))
        inside = conj(r >= low_k, r <= high_k)
        image = r * (3 - r**2) / 2
        lemma = every("r0", "real", implies(inside, conj(image >= bounds[k], image <= 1)))
        moved_to = value * (3 - value**2) / 2
        after_step = (y(k + 1) * root).equals(moved_to)
        moved = conj(moved_to >= bounds[k], moved_to <= 1)
        bound = conj(y(k + 1) * root >= bounds[k], y(k + 1) * root <= 1)
        facts += [
            (lemma, intro("r0", intro("", _image(r, low_k, high_k, bounds[k])))),
            (after_step, fact(ONE_STEP, [y(k), y(k + 1)], given(), given())),
            (bound, fact(lemma, [value], using(after_step, moved, label="instance"), given())),
        ]
    last = (1 - unit - bounds[-1], y(count) * root >= bounds[-1])
    near = conj(y(count) * root >= 1 - unit, y(count) * root <= 1)
    shown = node("both", combined([(Fraction(1), last[1])], -last[0]), using(near_one(count)))
    sides = using(near_one(count), y(count) * root >= 1 - unit, recent=1)
    ending = have(near, shown, node("case", sides, sides, on=error(count).json))
    return lemmas(facts, ending)


def reduced_statement(count: int, unit: Fraction, guess: Term) -> Json:
    """For 1 <= v <= 4 and this initial guess, N steps leave an error of at most ``unit``."""
    hypotheses = [v >= 1, v <= 4, y(0).equals(guess), *steps(count)]
    return statement(sorts(count), hypotheses, error(count) <= unit)


CONSTANT_GUESS = S.const(Fraction(5, 8))
LINEAR_GUESS = 2 * (7 - v) / 13


def constant_script(count: int, unit: Fraction) -> Node:
    """5/8 <= (5/8) sqrt(v) <= 5/4."""
    ends = [
        (v > 0, auto("v > 0")),
        (root >= 1, auto("sqrt(v) >= 1")),
        (root <= 2, auto("sqrt(v) <= 2")),
        (y(0) * root >= Fraction(5, 8), auto("r_0 >= 5/8")),
        (y(0) * root <= Fraction(5, 4), auto("r_0 <= 5/4")),
    ]
    return _in_range(ends, range_proof(count, unit, Fraction(5, 8), Fraction(5, 4)))


def linear_script(count: int, unit: Fraction) -> Node:
    """With s = sqrt(v), s (7 - s^2) - 6 = (s - 1)(2 - s)(s + 3) >= 0, and it is at most 7.13."""
    high = 2 * Fraction(713, 100) / 13
    s = var("s0")
    within = conj(s * (7 - s**2) >= 6, s * (7 - s**2) <= Fraction(713, 100))
    cubic = every("s0", "real", implies(conj(s >= 1, s <= 2), within))
    product = have((s - 1) * (2 - s) >= 0, auto("product"), auto("times s + 3"))
    third = have((s - 1) * (2 - s) * (s + 3) >= 0, product, auto("at least 6"))
    tangent = have(
        (s - Fraction(153, 100)) ** 2 * (s + Fraction(306, 100)) >= 0,
        have((s - Fraction(153, 100)) ** 2 >= 0, auto("a square"), auto("product")),
        auto("at most 7.13"),
    )
    proof = intro("s0", intro("", node("both", third, tangent)))
    value = root * (7 - root**2)
    ends = [
        (v > 0, auto("v > 0")),
        (root >= 1, auto("sqrt(v) >= 1")),
        (root <= 2, auto("sqrt(v) <= 2")),
        ((y(0) * root).equals(value * S.const(Fraction(2, 13))), auto("r_0")),
        (cubic, proof),
        (value >= 6, fact(cubic, [root], auto("instance"), auto("inside"))),
        (value <= Fraction(713, 100), fact(cubic, [root], auto("instance"), auto("inside"))),
        (y(0) * root >= Fraction(12, 13), auto("r_0 >= 12/13")),
        (y(0) * root <= high, auto("r_0 is small")),
    ]
    return _in_range(ends, range_proof(count, unit, Fraction(12, 13), high))


def _in_range(ends: list[tuple[Json, Node]], then: Node) -> Node:
    return define(root.json, auto("v >= 0"), lemmas(ends, then))


def _one_step() -> Node:
    """b s - phi(a s) = s (b - step(a)) - a^3 s (v - s^2)/2 with s = sqrt(v)."""

    def leaf(context: Context) -> Node:
        probe = context.child()
        probe.negated_goal()

        def number(formula: Json) -> int:
            wanted = probe.literal(read_formula(plain_json(formula), probe.sorts, probe.functions))
            return next(i for i, known in enumerate(probe.literals) if known == wanted)

        equation = number(_b.equals(newton(S, v, _a, 1)[1]))
        square = number(v.equals(root**2))
        mult = [[equation, (-root).json], [square, (_a**3 * root / 2).json]]
        return {
            "by": "zero",
            "lit": len(probe.literals),
            "terms": [["1", [], []]],
            "mult": mult,
            "then": [],
        }

    return look(leaf)


def _image(r: Term, low: Fraction, high: Fraction, bound: Fraction) -> Node:
    """low <= r <= high: phi lies above its chord there, and 1 - phi(r) = (1 - r)^2 (2 + r)/2."""
    above_zero = (1 - r) ** 2 * (2 + r) >= 0
    top = have(above_zero, _positive(r), using(above_zero, label="at most 1"))
    inside = (r - low) * (high - r)
    above = inside * (r + low + high) >= 0
    length = high - low
    combination = [
        (Fraction(1, 2), above),
        ((after(low) - bound) / length, r <= high),
        ((after(high) - bound) / length, r >= low),
    ]
    known = using(r >= low, r <= high, label="inside")
    third = have(above, _product(inside, r + low + high), combined(combination))
    return node("both", have(inside >= 0, known, third), top)


def near_one(count: int) -> Json:
    return y(count) * root <= 1


def combined(parts: list[tuple[Fraction, Json]], constant: Fraction = Fraction(0)) -> Node:
    """A goal that is this combination of known facts and a constant, with coefficients >= 0.

    The numbers have too many digits for a search in floating point.
    """

    def leaf(context: Context) -> Node:
        probe = context.child()
        probe.negated_goal()
        literals = probe.literals
        terms: list[Json] = [["1", [len(literals)], []]]
        for weight, formula in parts:
            if weight:
                wanted = probe.literal(
                    read_formula(plain_json(formula), probe.sorts, probe.functions)
                )
                number = next(i for i, have in enumerate(literals) if have == wanted)
                terms.append([str(weight), [number], []])
        if constant:
            terms.append([str(constant), [], []])
        return {"by": "leaf", "terms": terms, "mult": [], "then": []}

    return look(leaf)


def _positive(r: Term) -> Node:
    facts = (2 + r >= 0, (1 - r) ** 2 >= 0)
    product = using(*facts, label="product")
    return have(facts[0], using(recent=2), have(facts[1], using(label="square"), product))


def _product(a: Term, b: Term) -> Node:
    return have(b >= 0, using(recent=3), using(a >= 0, b >= 0, label="product"))
