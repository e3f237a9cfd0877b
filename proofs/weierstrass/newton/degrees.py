"""N steps of Newton's iteration from a constant guess, for every N: statement and script.

The coefficients c(n, k) of the n-th polynomial come from those before by the Cauchy product:
``c(n + 1, k) = (3 c(n, k) - sum_(i + j + l = k - 1) c(n, i) c(n, j) c(n, l))/2``.  They do not
depend on v.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from constructions.terms import Term, app, conj, every, exists, implies, total, var
from constructions.weierstrass import newton
from proofs.claims import Reading
from proofs.library.vectors import ZERO, S, both_sums, fact, opened, put, shown_by
from proofs.trees.leaves import given, using
from proofs.trees.script import (
    Json,
    Node,
    auto,
    have,
    induct,
    intro,
    lemmas,
    node,
    same,
    statement,
)
from proofs.weierstrass.cauchy import (
    POWER_0,
    POWER_NEXT,
    Powers,
    Product,
    by_equations,
    cauchy,
    law,
    next_power,
    power,
    power_law,
    settled,
    show_leading,
    show_product,
    show_settled,
    show_zero_above,
    zero_above,
)

y0, N, n, k, v, d = (var(name) for name in ("y0", "N", "n", "k", "v", "d"))


def y(at: Term, step: Term | int) -> Term:
    return app("y", at, step)


def c(step: Term | int) -> Any:
    """The coefficients of the polynomial after this step, a sequence."""
    return lambda index: app("c", step, index)


def squares(step: Term | int) -> Any:
    """``s(n, k) = sum_(i <= k) c(n, i) c(n, k - i)``, the coefficients of the square."""
    return lambda index: app("s", step, index)


def cubes(step: Term | int) -> Any:
    """``u(n, k) = sum_(i <= k) c(n, i) s(n, k - i)``, the coefficients of the cube."""
    return lambda index: app("u", step, index)


def _value(at: Term, step: Term, degree: Term) -> Json:
    w = Powers(at * y0**2)
    j = var("j")
    return y(at, step).equals(y0 * total("j", 0, degree, c(step)(j) * w.at(j)))


START = every("v", "real", y(v, 0).equals(y0))
STEP = every(
    "v",
    "real",
    every(
        "n",
        "int",
        implies(conj(n >= 0, n < N), y(v, n + 1).equals(newton(S, v, y(v, n), 1)[1])),
    ),
)
FIRST = c(0)(ZERO).equals(1)
CONSTANT = every("k", "int", implies(k > 0, c(0)(k).equals(0)))
RECURSION = every(
    "n",
    "int",
    every(
        "k",
        "int",
        implies(
            conj(n >= 0, n < N, k >= 0),
            c(n + 1)(k).equals((3 * c(n)(k) - cubes(n)(k - 1)) / 2),
        ),
    ),
)
SQUARES = every("n", "int", every("k", "int", squares(n)(k).equals(cauchy(c(n), c(n), k))))
CUBES = every("n", "int", every("k", "int", cubes(n)(k).equals(cauchy(c(n), squares(n), k))))
POWERS = [POWER_0, POWER_NEXT]
COEFFICIENTS = [FIRST, CONSTANT, SQUARES, CUBES, RECURSION]
GIVEN = [N >= 0, *POWERS, START, STEP, *COEFFICIENTS]
FUNCTIONS = {"p": 2, "y": 2, "c": 2, "s": 2, "u": 2}


def _parts(step: Term) -> list[Json]:
    """The degree f has 2 f + 1 = 3^n, the leading coefficient is (-1)^n 2^(-f)."""
    f = var("f")
    return [
        f >= 0,
        power(3, step).equals(2 * f + 1),
        (c(step)(f) * power(2, f)).equals(power(-1, step)),
        zero_above(c(step), f),
        every("v", "real", _value(v, step, f)),
    ]


def polynomial_of_degree(step: Term) -> Json:
    return exists("f", "int", conj(*_parts(step)))


THREE = power(3, N).equals(2 * d + 1)
SHOW = conj(
    c(N)(d).differs(0),
    (c(N)(d) * power(2, d)).equals(power(-1, N)),
    zero_above(c(N), d),
    every("v", "real", _value(v, N, d)),
)
DEGREES = statement({"y0": "real", "N": "int", "d": "int"}, [*GIVEN, THREE], SHOW, FUNCTIONS)
ODD = statement(
    {"N": "int"}, [N >= 0, *POWERS], exists("e", "int", power(3, N).equals(2 * var("e") + 1)),
    {"p": 2},
)  # fmt: skip

_n, _d, _v = var("n1"), var("d1"), var("v1")
_2d = _d + _d
_3d = _d + _2d  # written as the products have them


def degrees_script() -> Node:
    """By induction over n <= N."""
    signs = (power(-1, _n) ** 2).equals(1)
    squared = induct(
        "n1",
        "0",
        signs,
        fact(POWER_0, [ZERO - 1], auto("1")),
        next_power(ZERO - 1, _n, auto("squared")),
        _main(),
    )
    return power_law(squared)


def _main() -> Node:
    claim = implies(_n <= N, polynomial_of_degree(_n))
    named = opened(polynomial_of_degree(_n), "d1", _step())
    step = intro("", fact(claim, [], named, auto("n <= N")))
    whole = every("n1", "int", implies(_n >= 0, claim))
    return induct("n1", "0", claim, intro("", _base()), step, _finish(whole, claim))


#: 3^(n + 1) = 3 (2 e + 1) = 2 (3 e + 1) + 1
ODD_POWERS = """
have start: p(3, 0) = 1
have all: for all n: int, 0 <= n => exists f: int, p(3, n) = 2*f + 1 by induction on n:
  base:
    take 0
  step:
    obtain f from ih
    take 3*f + 1
    have next: p(3, n + 1) = 3*p(3, n)
    show by next, p(3, n) = 2*f + 1
show by all(N)
"""


def _finish(whole: Json, claim: Json) -> Node:
    """At N; the degree that was found is d, since 3^N is 2 d + 1 for one d."""
    f, parts = _d, [put(part, "f", _d) for part in _parts(N)]
    signs = every("n1", "int", implies(_n >= 0, (power(-1, _n) ** 2).equals(1)))
    leading = (c(N)(d) * power(2, d)).equals(power(-1, N))
    nonzero = using(leading, (power(-1, N) ** 2).equals(1), label="not 0")
    above = fact(parts[3], [var("z0")], given(), auto("above d"))
    w = Powers(_v * y0**2)
    longer = fact(settled(w, c(N), f), [d], using(recent=2, label="the value"), auto("d >= f"))
    value = show_settled(w, c(N), f, fact(parts[4], [_v], longer))
    shown = node("both", nonzero, given(), intro("z0", intro("", above)), intro("v1", value))
    equal = have(leading, using(parts[2], recent=2, label="the same degree"), shown)
    for first, second in ((power(2, d), power(2, f)), (c(N)(d), c(N)(f))):
        equal = same(first, second, equal)
    then = have(d.equals(f), auto("one degree"), fact(signs, [N], equal, auto("N >= 0")))
    named = opened(polynomial_of_degree(N), "d1", then)
    return fact(whole, [N], fact(put(claim, "n1", N), [], named, auto("N <= N")), auto("N >= 0"))


def _base() -> Node:
    one = fact(POWER_0, [S.const(3)], auto("3^0 = 1"))
    leading = fact(POWER_0, [S.const(2)], fact(POWER_0, [S.const(-1)], auto("1")))
    w = Powers(_v * y0**2)
    value = fact(
        START,
        [_v],
        fact(
            POWER_0,
            [w.base],
            both_sums(
                "unfold",
                [w.sum(c(0), ZERO)],
                both_sums("empty", [w.sum(c(0), ZERO - 1)], auto("the constant 1")),
            ),
        ),
    )
    vanish = intro("z0", intro("", fact(CONSTANT, [var("z0")], auto("0"), auto("k > 0"))))
    return shown_by(ZERO, node("both", auto("0 >= 0"), one, leading, vanish, intro("v1", value)))


def _recursion(index: Term, then: Node) -> Node:
    return fact(RECURSION, [_n, index], then, auto("in the range"))


def _square() -> Product:
    return Product(
        c(_n), _d, c(_n), _d, squares(_n), lambda at, then: fact(SQUARES, [_n, at], then)
    )


def _cube() -> Product:
    return Product(
        c(_n), _d, squares(_n), _2d, cubes(_n), lambda at, then: fact(CUBES, [_n, at], then)
    )


def _step() -> Node:
    """From degree d to degree 3 d + 1."""
    new = 3 * _d + 1
    then = shown_by(
        new,
        node(
            "both",
            auto("3 d + 1 >= 0"),
            next_power(S.const(3), _n, auto("3^(n + 1)")),
            _leading(),
            _vanishing(),
            intro("v1", _next_value()),
        ),
    )
    then = show_leading(_square(), show_leading(_cube(), then))
    return show_zero_above(_square(), show_zero_above(_cube(), then))


def _leading() -> Node:
    """c(n + 1, 3 d + 1) = -c(n, d)^3/2 and 2^(3 d + 1) = 2 (2^d)^3."""
    two, minus = S.const(2), S.const(-1)
    old, top = c(_n)(_d), _3d
    cube = cubes(_n)(top).equals(old**3)
    value = c(_n + 1)(top + 1).equals(-(old**3) / 2)
    doubled = power(2, top + 1).equals(2 * power(2, _d) ** 3)
    before = (old * power(2, _d)).equals(power(-1, _n))
    turned = power(-1, _n + 1).equals(-power(-1, _n))
    products = law(two, _d, _d, law(two, _d, _2d, next_power(two, top, using(recent=3))))
    above = fact(zero_above(c(_n), _d), [top + 1], using(cube, recent=2), auto("above d"))
    recursion = _recursion(top + 1, above)
    facts = [
        (cube, auto("the product")),
        (value, recursion),
        (doubled, products),
        (turned, next_power(minus, _n, using(recent=1))),
        ((old**3 * power(2, _d) ** 3).equals(power(-1, _n) ** 3), using(before)),
    ]
    squared = (power(-1, _n) ** 2).equals(1)
    end = using(value, doubled, turned, facts[-1][0], squared, label="the leading coefficient")
    return _signed(lemmas(facts, end))


def _signed(then: Node) -> Node:
    signs = every("n2", "int", implies(var("n2") >= 0, (power(-1, var("n2")) ** 2).equals(1)))
    return fact(signs, [_n], then, auto("n >= 0"))


def _vanishing() -> Node:
    at = var("z0")
    body = fact(
        zero_above(c(_n), _d),
        [at],
        fact(
            zero_above(cubes(_n), _3d),
            [at - 1],
            _recursion(at, using(recent=3, label="0")),
            auto("above 3 d"),
        ),
        auto("above d"),
    )
    return intro("z0", intro("", body))


def _next_value() -> Node:
    """The sums: of c(n + 1), of c(n) and of c(n)^3."""
    a, q, r, later = c(_n), squares(_n), cubes(_n), c(_n + 1)
    w = Powers(_v * y0**2)
    e, top = var("e6"), 3 * _d + 1
    equation = w.sum(later, e).equals((3 * w.sum(a, e) - w.base * w.sum(r, e - 1)) / 2)
    whole = every("e6", "int", implies(e >= 0, equation))
    last = [w.sum(later, ZERO - 1), w.sum(a, ZERO - 1), w.sum(r, ZERO - 1), cauchy(a, q, ZERO - 1)]
    constant = fact(CUBES, [_n, ZERO - 1], _recursion(ZERO, using(recent=14, label="constant")))
    base = both_sums(
        "unfold",
        [w.sum(later, ZERO), w.sum(a, ZERO)],
        both_sums("empty", last, constant),
    )
    new = [w.sum(later, e + 1), w.sum(a, e + 1), w.sum(r, e)]
    P0, P1, u, new_c = w.at(e), w.at(e + 1), r(e), later(e + 1)
    half_w = w.base / 2
    close = by_equations(
        (equation, 1),
        (w.sum(later, e + 1).equals(w.sum(later, e) + new_c * P1), 1),
        (w.sum(a, e + 1).equals(w.sum(a, e) + a(e + 1) * P1), Fraction(-3, 2)),
        (w.sum(r, e).equals(w.sum(r, e - 1) + u * P0), half_w),
        (new_c.equals((3 * a(e + 1) - u) / 2), P1),
        (P1.equals(w.base * P0), -u / 2),
    )
    step = both_sums("unfold", new, next_power(w.base, e, _recursion(e + 1, close)))
    A = w.sum(a, _d)
    one = w.sum(q, _2d).equals(A * A)
    cube = w.sum(r, _3d).equals(A**3)
    longer = w.sum(a, top).equals(A)
    poly = w.sum(later, top).equals((3 * A - w.base * A**3) / 2)
    old = _value(_v, _n, _d)
    moved = y(_v, _n + 1).equals(newton(S, _v, y(_v, _n), 1)[1])
    y_n, z = y(_v, _n), y0 * A
    factor = (3 - _v * (z**2 + z * y_n + y_n**2)) / 2  # of z - y_n, in the difference of the steps
    stepped = by_equations((moved, 1), (poly, -y0), (old, factor))
    end = fact(
        every("v", "real", put(_value(v, _n, _d), "v", v)),
        [_v],
        fact(STEP, [_v, _n], stepped, auto("in the range")),
    )
    at_top = w.sum(later, top).equals((3 * w.sum(a, top) - w.base * w.sum(r, _3d)) / 2)
    combined = by_equations((at_top, 1), (longer, Fraction(3, 2)), (cube, -half_w))
    facts = lemmas(
        [
            (cube, using(one, w.sum(r, _3d).equals(A * w.sum(q, _2d)), label="A A^2")),
            (longer, fact(settled(w, a, _d), [top], using(recent=1), auto("at least d"))),
            (poly, fact(whole, [top], combined, auto("at least 0"))),
        ],
        end,
    )
    then = induct("e6", "0", equation, base, step, facts)
    then = show_settled(w, q, _2d, show_product(w, _cube(), then))
    then = show_product(w, _square(), then)
    return show_settled(w, a, _d, then)


def coefficient_readings(first: int) -> tuple[Reading, ...]:
    """What stands beside :data:`COEFFICIENTS`, which begin at the place ``first``."""
    texts = (
        ("$c(0, 0) = 1$", "$y_0$ is $y_0 dot 1$, a polynomial in $w = v y_0^2$ times $y_0$"),
        ("$c(0, k) = 0$ for $k > 0$", ""),
        ("the square of $sum_k c(n, k) w^k$", "its coefficients"),
        ("the cube of $sum_k c(n, k) w^k$", "its coefficients"),
        (
            "$p <- p (3 - w p^2)\\/2$",
            "coefficient by coefficient; the conditions say nothing of $v$ and determine the "
            "coefficients one after the other",
        ),
    )
    return tuple(Reading(text, ("given", first + i), note) for i, (text, note) in enumerate(texts))
