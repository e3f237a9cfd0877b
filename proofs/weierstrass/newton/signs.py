"""weierstrass.newton.polynomial.sharpened: the signs of the coefficients, for every N.

In -w the step is ``p <- p (3 + w p^2)/2``, in which nothing is subtracted: (-1)^k c(n, k) >= 0.
That no coefficient up to the degree is 0 is not shown here.
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Term, every, implies, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.library.vectors import ONE, ZERO, S, both_sums, fact, put, shown_by
from proofs.trees.leaves import using
from proofs.trees.script import (
    Json,
    Node,
    auto,
    case,
    have,
    induct,
    intro,
    lemmas,
    node,
    same,
    split,
    statement,
)
from proofs.weierstrass.cauchy import (
    POWER_0,
    Product,
    Sequence,
    cauchy,
    law,
    next_power,
    power,
    power_law,
)
from proofs.weierstrass.newton import degrees_witness as data
from proofs.weierstrass.newton.degrees import (
    COEFFICIENTS,
    CONSTANT,
    CUBES,
    POWERS,
    RECURSION,
    SQUARES,
    N,
    c,
    coefficient_readings,
    cubes,
    squares,
)
from proofs.weierstrass.paper import source

ID = "weierstrass.newton.polynomial.sharpened"
MINUS = S.const(-1)
_n, _k, _x, _z, _e = var("n1"), var("k"), var("x0"), var("z0"), var("e5")


def _sign(at: Term) -> Term:
    """(-1)^at."""
    return power(MINUS, at)


def _alternates(a: Sequence) -> Json:
    """(-1)^k a_k >= 0 for all k >= 0."""
    return every("x0", "int", implies(_x >= 0, _sign(_x) * a(_x) >= 0))


SIGNS = statement(
    {"N": "int"},
    [N >= 0, *POWERS, *COEFFICIENTS],
    every("k", "int", implies(_k >= 0, S.abs(c(N)(_k)).equals(_sign(_k) * c(N)(_k)))),
    {"p": 2, "c": 2, "s": 2, "u": 2},
)


def signs_script() -> Node:
    claim = implies(_n <= N, _alternates(c(_n)))
    base = intro("", intro("z0", intro("", _first())))
    step = intro("", fact(claim, [], _step(), auto("n <= N")))
    whole = every("n1", "int", implies(_n >= 0, claim))
    end = fact(put(claim, "n1", N), [], intro("z0", intro("", _size())), auto("N <= N"))
    return power_law(induct("n1", "0", claim, base, step, fact(whole, [N], end, auto("N >= 0"))))


def _first() -> Node:
    """1, 0, 0, ..."""
    late = fact(CONSTANT, [_z], auto("0"), auto("k > 0"))
    zero = fact(POWER_0, [MINUS], auto("1"))
    for first, second in ((c(0)(_z), c(0)(ZERO)), (_sign(_z), _sign(ZERO))):
        zero = same(first, second, zero)
    return split((_z - 1).json, late, have(_z.equals(0), auto("k = 0"), zero))


def _step() -> Node:
    square = Product(c(_n), ZERO, c(_n), ZERO, squares(_n), _at(SQUARES))
    cube = Product(c(_n), ZERO, squares(_n), ZERO, cubes(_n), _at(CUBES))
    before = _sign(_z - 1)
    known = [_sign(_z) * c(_n)(_z) >= 0, before * cubes(_n)(_z - 1) >= 0]
    later = next_power(MINUS, _z - 1, _recursion(using(*known, recent=2, label="the next sign")))
    late = fact(_alternates(cubes(_n)), [_z - 1], later, auto("k - 1 >= 0"))
    empty = fact(CUBES, [_n, ZERO - 1], _recursion(auto("c(n + 1, 0)")), None)
    none = both_sums("empty", [cauchy(c(_n), squares(_n), ZERO - 1)], empty)
    early = have(_z.equals(0), auto("k = 0"), same(cubes(_n)(_z - 1), cubes(_n)(ZERO - 1), none))
    body = fact(_alternates(c(_n)), [_z], split((_z - 1).json, late, early), auto("k >= 0"))
    proved = [(_alternates(x.of), _of_product(x)) for x in (square, cube)]
    return lemmas(proved, intro("z0", intro("", body)))


def _at(formula: Json) -> Callable[[Term, Node], Node]:
    return lambda at, then: fact(formula, [_n, at], then)


def _recursion(then: Node) -> Node:
    return fact(RECURSION, [_n, _z], then, auto("in the range"))


def _of_product(x: Product) -> Node:
    """(-1)^k a_i b_(k - i) = ((-1)^i a_i) ((-1)^(k - i) b_(k - i)), summand by summand."""
    part, sign = x.part(_z, _e), _sign(_z)
    claim = implies(_e <= _z, sign * part >= 0)
    base = intro("", both_sums("empty", [x.part(_z, ZERO - 1)], auto("0")))
    i, j = _e + 1, _z - _e - 1
    a, b = _sign(i) * x.a(i), _sign(j) * x.b(j)
    one = have(a * b >= 0, using(a >= 0, b >= 0, label="product"), _grown(x, i, j))
    pair = fact(_alternates(x.a), [i], fact(_alternates(x.b), [j], one, auto()), auto())
    more = both_sums("unfold", [x.part(_z, _e + 1)], law(MINUS, i, j, pair))
    step = intro("", fact(claim, [], more, auto("within")))
    whole = every("e5", "int", implies(_e >= -1, claim))
    end = x.defined(_z, using(recent=2, label="the product"))
    used = fact(whole, [_z], fact(put(claim, "e5", _z), [], end, auto("itself")), auto("k >= -1"))
    return intro("z0", intro("", induct("e5", "-1", claim, base, step, used)))


def _grown(x: Product, i: Term, j: Term) -> Node:
    """One more summand: sign * (a_i b_j) is the product of the two."""
    sign, term = _sign(_z), x.a(i) * x.b(j)
    equal = (sign * term).equals(_sign(i) * x.a(i) * (_sign(j) * x.b(j)))
    splitted = (_sign(i) * _sign(j)).equals(sign)
    old, new = x.part(_z, _e), x.part(_z, _e + 1)
    grown = (sign * new).equals(sign * old + sign * term)
    positive = _sign(i) * x.a(i) * (_sign(j) * x.b(j)) >= 0
    return lemmas(
        [
            (equal, using(splitted, label="the signs")),
            (grown, using(new.equals(old + term), label="one more summand")),
        ],
        using(equal, grown, positive, sign * old >= 0, label="the sum"),
    )


def _size() -> Node:
    """Where (-1)^k c >= 0 the sign is that of c, or c is 0."""
    sign = _sign(_z)
    up = have(sign.equals(1), _root(sign), auto("1"))
    down = have(sign.equals(-1), _root(sign), auto("-1"))
    signs = split(sign.json, up, down)
    cases = case(S.abs(c(N)(_z)).json, signs, signs)
    squared = have((sign**2).equals(1), _unit(), cases)
    return fact(_alternates(c(N)), [_z], squared, auto("k >= 0"))


def _root(sign: Term) -> Node:
    product = ((sign - 1) * (sign + 1)).equals(0)
    return have(product, auto("product"), auto("the other factor"))


def _unit() -> Node:
    """((-1)^k)^2 = 1."""
    claim = (_sign(_n) ** 2).equals(1)
    base = fact(POWER_0, [MINUS], auto("1"))
    whole = every("n1", "int", implies(_n >= 0, claim))
    used = fact(whole, [_z], auto("1"), auto("k >= 0"))
    return induct("n1", "0", claim, base, next_power(MINUS, _n, auto("1")), used)


# --- data ----------------------------------------------------------------------------------------

_HELD = {
    1: data.powers_at_0,
    2: data.powers_next,
    3: data.start_at_0,
    4: data.constant_at_0,
    7: data.recursion_at_0,
}
_AT_0 = {i: script for i, script in _HELD.items() if i != 7}
_POSITIVE = every("k", "int", implies(_k >= 0, S.abs(c(N)(_k)).equals(c(N)(_k))))
_STRICT = every("k", "int", implies(_k >= 0, _sign(_k) * c(N)(_k) > 0))


def _witness(steps: int, coefficients: Callable[[Term], Sequence]) -> Witness:
    return Witness({"N": steps}, {"p": data.POWERS, **data.products(coefficients)})


def _at_1() -> Node:
    """At k = 1 the sign is -1."""
    return shown_by(ONE, node("both", auto("1 >= 0"), data.first_power(MINUS, auto("1 is not -1"))))


CONTROLS = (
    Control(
        Attempt(
            f"{ID}.control.constant",
            "without $c(0, k) = 0$ for $k > 0$: all coefficients are 1, $N = 0$",
            {**SIGNS, "given": [g for g in SIGNS["given"] if g != CONSTANT.json]},
            _witness(0, lambda n: lambda k: ONE),
            {1: data.powers_at_0, 2: data.powers_next},
            _at_1,
        ),
        "hypothesis dropped",
    ),
    Control(
        Attempt(
            f"{ID}.control.positive",
            "all signs $+$: the coefficient $-1\\/2$, $N = k = 1$, which is the degree",
            {**SIGNS, "show": _POSITIVE},
            Witness({"N": 1}, {n: data.ONE_STEP[n] for n in "pcsu"}),
            _HELD,
            lambda: shown_by(ONE, node("both", auto("1 >= 0"), data.deltas(auto("-1/2")))),
        ),
        "constant tightened",
    ),
    Control(
        Attempt(
            f"{ID}.control.strict",
            "no coefficient is 0: $N = 0$, $k = 1$",
            {**SIGNS, "show": _STRICT},
            _witness(0, lambda n: lambda k: data.delta(k) * (1 - n)),
            _AT_0,
            lambda: shown_by(ONE, node("both", auto("1 >= 0"), auto("0"))),
        ),
        "constant tightened",
    ),
)

CLAIM = Claim(
    id=ID,
    kind="theorem",
    title="The coefficients of Newton's polynomials are 0 or have the sign (-1)^k",
    source=source("The paper's three routes, route 3, and the table's row Goldschmidt approx"),
    statement="Let $sum_k c(N, k) w^k$ be the polynomial of `weierstrass.newton.polynomial`. For "
    "every $N >= 0$ and $k >= 0$, $abs(c(N, k)) = (-1)^k c(N, k)$.",
    readings=(
        Reading("every $N >= 0$", ("given", 0)),
        Reading("powers: $t^0 = 1$", ("given", 1), "convention: $p(t, k) = t^k$"),
        Reading("$t^(k + 1) = t dot t^k$", ("given", 2), "for every integer $k >= 0$"),
        *coefficient_readings(3),
        Reading("$abs(c(N, k)) = (-1)^k c(N, k)$", ("show",)),
    ),
    obligations=(
        Obligation(
            f"{ID}.statement",
            "$abs(c(N, k)) = (-1)^k c(N, k)$ for every $N$ and $k$",
            SIGNS,
            signs_script,
        ),
    ),
    controls=CONTROLS,
    satisfiable=Attempt(
        f"{ID}.satisfiable",
        "the hypotheses hold for $N = 1$ and the coefficients $3\\/2$ and $-1\\/2$",
        SIGNS,
        Witness({"N": 1, "k_": 0}, {n: data.ONE_STEP[n] for n in "pcsu"}),
        _HELD,
    ),
    notes=(
        "So the sum of their absolute values is the iterate at $v = -1$ from $y_0 = 1$, which is "
        "2, 7, 182, 3,014,557 for $N = 1, ..., 4$ and grows like a power with the exponent $3^N$, "
        "while for $N >= 1$ the polynomial is at most $1\\/sqrt(w)$ for $0 < w < 3$: written out "
        "in powers of $v$ it loses digits, step by step it does not.",
    ),
)
