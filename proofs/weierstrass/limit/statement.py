"""f_sigma(v) near 1/sqrt(v): the expectation of what lies between two parabolas.

``f_sigma(v) = E[(v + xi)^(-1/2) 1(v + xi > 0)]`` with xi ~ N(0, sigma^2).  Of the expectation the
hypotheses say that it is linear and monotone, that xi has mean 0 and variance sigma^2, and that its
density is at most ``exp(-v^2/(8 sigma^2))/(sigma sqrt(2 pi))`` where ``xi <= -v/2``.
"""

from __future__ import annotations

from constructions.terms import Json, Term, app, conj, every, exists, implies, plain_json, var
from proofs.library.vectors import ONE, S, every_real, fact, shown_by
from proofs.trees.script import Node, auto, case, define, have, intro, lemmas, node, statement
from proofs.weierstrass.exponentials import axiom, exp_sum, root_of, with_roots

v, sigma, u, a, b, c = (var(name) for name in ("v", "sigma", "u", "a", "b", "c"))
eta, delta = var("eta"), var("delta")
root = S.sqrt(v)
FUNCTIONS = {"f": 1}


def f(at: Term) -> Term:
    """f_sigma(v) for the v that is spoken of."""
    return app("f", at)


def parabola(at: Term) -> Term:
    return a + b * at + c * at**2


def tail(width: Term) -> Term:
    """int_0^(v/2) w^(-1/2) dw = sqrt(2 v), times the largest density there."""
    density = S.exp(-(v**2) / (8 * width**2)) / (width * S.sqrt(2 * S.pi()))
    return S.sqrt(2 * v) * density


_RIGHT = implies(u > -v, parabola(u) <= 1 / S.sqrt(v + u))
_LEFT = implies(u <= -v, parabola(u) <= 0)
BELOW = every_real(
    ("a", "b", "c"),
    implies(every("u", "real", conj(_RIGHT, _LEFT)), a + c * sigma**2 <= f(sigma)),
)
_ABOVE = conj(parabola(u) >= 0, implies(u >= -v / 2, 1 / S.sqrt(v + u) <= parabola(u)))
ABOVE = every_real(
    ("a", "b", "c"),
    implies(every("u", "real", _ABOVE), f(sigma) <= a + c * sigma**2 + tail(sigma)),
)


def each_width(formula: Json) -> Json:
    return every("sigma", "real", implies(sigma > 0, formula))


SMALL, LARGE = each_width(BELOW), each_width(ABOVE)
GIVEN = [v > 0, SMALL, LARGE]
fifth = v**2 * root
LOWER_BOUND = 1 / root - S.const(3) / 2 * sigma**2 / fifth <= f(sigma)
UPPER_BOUND = f(sigma) <= 1 / root + S.const(2) / 3 * sigma**2 / fifth + tail(sigma)
TWO_SIDED = statement({"v": "real"}, GIVEN, each_width(conj(LOWER_BOUND, UPPER_BOUND)), FUNCTIONS)

# --- scripts -------------------------------------------------------------------------------------

_A = 1 / root  # 1/sqrt(v)
_x, _y, _s = var("x0"), var("y0"), var("s0")
_INSIDE = conj(_x > 0, (_x * _y).equals(1), (_x**2).equals(1 + _s))
#: 1/x above and below its parabolas in s = x^2 - 1
TANGENT = every_real(
    ("x0", "y0", "s0"), implies(_INSIDE, 1 - _s / 2 - S.const(3) / 2 * _s**2 <= _y)
)
SECANT = every_real(
    ("x0", "y0", "s0"),
    implies(conj(_INSIDE, _s >= -S.const(1) / 2), _y <= 1 - _s / 2 + S.const(2) / 3 * _s**2),
)


def _tangent() -> Node:
    """y - 1 + s/2 = y (x - 1)^2 (x + 2)/2."""
    product = (_x - 1) ** 2 * (_x + 2)
    facts = [
        (_y > 0, _positive()),
        (((_x - 1) ** 2) >= 0, auto("a square")),
        (product >= 0, auto("product")),
        (_y * product >= 0, auto("times y")),
        ((_y * _x**3).equals(_x**2), auto("y x^3")),
        ((_y * product).equals(_x**2 - 3 + 2 * _y), auto("expanded")),
    ]
    return _three(intro("", lemmas(facts, auto("below"))))


def _secant() -> Node:
    """6 (1 - s/2 + (2/3) s^2 - y) = y (x - 1)^2 (4 x^3 + 8 x^2 + x - 6)."""
    cubic = 4 * _x**3 + 8 * _x**2 + _x - 6
    product = (_x - 1) ** 2 * cubic
    facts = [
        (_y > 0, _positive()),
        (_x**2 >= S.const(1) / 2, auto("x^2 >= 1/2")),
        (_x >= S.const(2) / 3, _split(_x - S.const(2) / 3, auto("x >= 2/3"), auto("x < 2/3"))),
        ((_x - S.const(2) / 3) * _x**2 >= 0, auto("times x^2")),
        (cubic >= 0, auto("the cubic")),
        (((_x - 1) ** 2) >= 0, auto("a square")),
        (product >= 0, auto("product")),
        (_y * product >= 0, auto("times y")),
        ((_y * _x**5).equals(_x**4), auto("y x^5")),
        ((_y * _x**3).equals(_x**2), auto("y x^3")),
        ((_y * product).equals(4 * _x**4 - 11 * _x**2 + 13 - 6 * _y), auto("expanded")),
        ((_x**4).equals((1 + _s) ** 2), auto("x^4")),
    ]  # fmt: skip
    return _three(intro("", lemmas(facts, auto("above"))))


def _positive() -> Node:
    nonzero = have(_y.differs(0), auto("y != 0"), auto("y > 0"))
    return _split(_y, nonzero, auto("y < 0"))


def _split(on: Term, above: Node, below: Node) -> Node:
    return node("split", above, below, on=on.json)


def _three(body: Node) -> Node:
    return intro("x0", intro("y0", intro("s0", body)))


_u = var("u0")


def _scaled(at: Term, then: Node) -> Node:
    """w = sqrt(v + u), x = w/sqrt(v), y = sqrt(v)/w, s = u/v, where v + u > 0 is known."""
    w = S.sqrt(v + _u)
    facts = [
        (w > 0, auto("root > 0")),
        ((w**2).equals(v + _u), auto("square")),
        ((w * (1 / w)).equals(1), auto("1/w")),
        (w * _A > 0, auto("x > 0")),
        ((w * _A * (root / w)).equals(1), auto("x y = 1")),
        (((w * _A) ** 2).equals(1 + at), auto("x^2")),
    ]
    return define(w.json, auto("v + u >= 0"), lemmas(facts, then))


def _below_at() -> Node:
    """The parabola 1/r - u/(2 r^3) - (3/2) u^2/r^5 lies below."""
    s, w = _u * _A**2, S.sqrt(v + _u)
    value = 1 - s / 2 - S.const(3) / 2 * s**2
    multiplied = lemmas(
        [
            (_A * (root / w - value) >= 0, auto("times 1/r")),
            ((_A * (root / w)).equals(1 / w), auto("1/w")),
        ],
        auto("below"),
    )
    known = fact(TANGENT, [w * _A, root / w, s], multiplied, auto("premises"))
    right = intro("", have(v + _u > 0, auto("v + u > 0"), _scaled(s, known)))
    far = lemmas(
        [
            (s + 1 <= 0, have((-v - _u) * _A**2 >= 0, auto(), auto("s <= -1"))),
            ((-1 - s) * (1 - S.const(3) / 2 * s) >= 0, auto("product")),
            (_A * value <= 0, have(value <= 0, auto(), auto("times 1/r"))),
        ],
        auto("not above 0"),
    )
    return intro("u0", node("both", right, intro("", far)))


def _above_at() -> Node:
    """The parabola 1/r - u/(2 r^3) + (2/3) u^2/r^5 lies above, and above 0."""
    s, w = _u * _A**2, S.sqrt(v + _u)
    value = 1 - s / 2 + S.const(2) / 3 * s**2
    square = have((s - S.const(3) / 8) ** 2 >= 0, auto("a square"), auto("value > 0"))
    positive = have(value >= 0, square, have(_A * value >= 0, auto("times 1/r"), auto(">= 0")))
    multiplied = lemmas(
        [
            (_A * (value - root / w) >= 0, auto("times 1/r")),
            ((_A * (root / w)).equals(1 / w), auto("1/w")),
        ],
        auto("above"),
    )
    near = [
        (v + _u > 0, auto("v + u > 0")),
        (s >= -S.const(1) / 2, have((_u + v / 2) * _A**2 >= 0, auto(), auto("s >= -1/2"))),
    ]
    known = fact(SECANT, [w * _A, root / w, s], multiplied, auto("premises"))
    return intro("u0", node("both", positive, intro("", lemmas(near, _scaled(s, known)))))


def _coefficients(last: Term) -> list[Term]:
    return [_A, -(_A**3) / 2, last * _A**5]


def _put(formula: Json, values: list[Term]) -> Json:
    formula = plain_json(formula)
    named = dict(zip(("a", "b", "c"), (t.json for t in values), strict=True))

    def walk(part: Json) -> Json:
        if isinstance(part, str):
            return named.get(part, part)
        return [part[0], *map(walk, part[1:])] if isinstance(part, list) else part

    return walk(formula)


def prepared(then: Node) -> Node:
    """sqrt(v), 1/sqrt(v) and what is known of them; then go on."""
    facts = [
        (root > 0, auto("root > 0")),
        (_A > 0, auto("1/r > 0")),
        ((v * _A**2).equals(1), auto("v/r^2")),
        (v**2 > 0, auto("v^2 > 0")),
        (fifth > 0, auto("v^2 r > 0")),
        ((1 / fifth).equals(_A**5), auto("1/(v^2 r)")),
    ]
    body = define(root.json, auto("v >= 0"), lemmas(facts, then))
    return have(TANGENT, _tangent(), have(SECANT, _secant(), body))


def bounds_at(width: Term, then: Node) -> Node:
    """Both bounds at this width > 0; then go on.  :func:`prepared` must have been."""
    low, high = _coefficients(-S.const(3) / 2), _coefficients(S.const(2) / 3)
    below = every("u", "real", conj(_RIGHT, _LEFT))
    above = every("u", "real", _ABOVE)
    parts = [
        (_put(below, low), _below_at()),
        (_put(above, high), _above_at()),
    ]
    at = {"sigma": width}

    def here(formula: Json) -> Json:
        return _replace(formula, at)

    used = fact(here(ABOVE), high, then, _restated())
    low_used = fact(here(BELOW), low, used, _restated())
    large = fact(LARGE, [width], low_used, auto("sigma > 0"))
    both = fact(SMALL, [width], large, auto("sigma > 0"))
    return lemmas(parts, both)


def _replace(formula: Json, values: dict[str, Term]) -> Json:
    formula = plain_json(formula)
    if isinstance(formula, str):
        return values[formula].json if formula in values else formula
    if isinstance(formula, list):
        return [formula[0], *(_replace(part, values) for part in formula[1:])]
    return formula


def _restated() -> Node:
    from proofs.trees.leaves import restated

    return restated()


def two_sided_script() -> Node:
    width = var("w0")
    ending = node("both", auto("lower bound"), auto("upper bound"))
    return prepared(intro("w0", intro("", bounds_at(width, ending))))


# --- the rate and the limit ----------------------------------------------------------------------

RATE_BOUND = S.abs(f(sigma) - 1 / root) <= 10 * sigma**2 / fifth
RATE = statement({"v": "real"}, GIVEN, each_width(RATE_BOUND), FUNCTIONS)
_NEAR = implies(sigma > 0, sigma < delta, S.abs(f(sigma) - 1 / root) < eta)
LIMIT = statement(
    {"v": "real"},
    GIVEN,
    every(
        "eta",
        "real",
        implies(eta > 0, exists("delta", "real", conj(delta > 0, every("sigma", "real", _NEAR)))),
    ),
    FUNCTIONS,
)


def tail_small(width: Term, then: Node) -> Node:
    """tail <= 9 sigma^2/v^(5/2), since exp(X/3) >= 1 + X/3 >= (2/5) v/sigma.

    Here X = v^2/(8 sigma^2).
    """
    q, h = v / width, width * _A**2
    third = v**2 / (24 * width**2)
    e3, e = S.exp(-(v**2) / (24 * width**2)), S.exp(-(v**2) / (8 * width**2))
    pi_root = S.sqrt(S.pi())
    facts = [
        ((q * width).equals(v), auto("q sigma")),
        ((1 / width**2).equals((1 / width) ** 2), auto("1/sigma^2")),
        (third.equals(q**2 / 24), auto("X/3")),
        ((q * h).equals(1), auto("q h")),
        (h > 0, auto("h > 0")),
        (q > 0, auto("q > 0")),
        ((q - S.const(24) / 5) ** 2 >= 0, auto("a square")),
        (1 + third >= S.const(2) / 5 * q, auto("1 + X/3")),
        (S.exp(third) >= S.const(2) / 5 * q, axiom("exp-line", [third], auto("exp"))),
        ((e3 * S.exp(third)).equals(1), _inverse(-(v**2) / (24 * width**2), third)),
        (e3 * (S.exp(third) - S.const(2) / 5 * q) >= 0, auto("times e")),
        (e3 * q <= S.const(5) / 2, auto("e q")),
        (h * (S.const(5) / 2 - e3 * q) >= 0, auto("times h")),
        (e3 <= S.const(5) / 2 * h, auto("e <= 5/2 h")),
        (e3 * (S.const(5) / 2 * h - e3) >= 0, auto("square")),
        (h * (S.const(5) / 2 * h - e3) >= 0, auto("times h")),
        (e3**2 <= S.const(25) / 4 * h**2, auto("e^2")),
        (e3 * (S.const(25) / 4 * h**2 - e3**2) >= 0, auto("cube")),
        (h**2 * (S.const(5) / 2 * h - e3) >= 0, _times_square(h, S.const(5) / 2 * h - e3)),
        (e3**3 <= S.const(125) / 8 * h**3, auto("e^3")),
        (e.equals(e3**3), _cubed(-(v**2) / (24 * width**2))),
        (e <= S.const(125) / 8 * h**3, auto("exp(-X)")),
    ]
    small = [
        ((width * (1 / width)).equals(1), auto("1/sigma")),
        ((tail(width) * width * pi_root).equals(root * e), _tail_value(width, e)),
        (root * (S.const(125) / 8 * h**3 - e) >= 0, auto("times r")),
        ((root * h**3).equals(width**3 * _A**5), auto("r h^3")),
        (tail(width) >= 0, _tail_sign(width, e)),
        (tail(width) * width >= 0, auto("product")),
        (tail(width) * width * (pi_root - S.const(177) / 100) >= 0, auto("times sqrt(pi)")),
        (
            width * (9 * width**2 * _A**5 - tail(width)) >= 0,
            have(width**3 * _A**5 >= 0, _cube_sign(width), auto("sum")),
        ),
        (tail(width) <= 9 * width**2 * _A**5, _divided(width, 9 * width**2 * _A**5 - tail(width))),
    ]
    ready = [
        (S.pi() > 0, node("evaluate", bits=64)),
        (2 * S.pi() > 0, node("evaluate", bits=64)),
        (pi_root > S.const(177) / 100, node("evaluate", bits=64)),
        (S.sqrt(2 * S.pi()) > 0, node("evaluate", bits=64)),
        (width * S.sqrt(2 * S.pi()) > 0, auto("> 0")),
        (width**2 > 0, auto("> 0")),
        (2 * v > 0, auto("> 0")),
    ]
    two = S.const(2)
    roots = root_of(two, v, root_of(two, S.pi(), lemmas(small, then)))
    body = define(S.sqrt(2 * v).json, auto(">= 0"), lemmas(facts, roots))
    return lemmas(ready, body)


def _inverse(first: Term, second: Term) -> Node:
    unit = have(S.exp(S.const(0)).equals(1), node("evaluate", bits=0), auto("exp(0)"))
    return exp_sum(first, second, unit)


def _cubed(third: Term) -> Node:
    return exp_sum(third, third, exp_sum(2 * third, third, auto("three factors")))


def _times_square(h: Term, value: Term) -> Node:
    return have(h * value >= 0, auto("times h"), auto("times h again"))


def _tail_value(width: Term, e: Term) -> Node:
    """sqrt(2 v) e/(sigma sqrt(2 pi)) sigma sqrt(pi) = sqrt(v) e."""
    density = e / (width * S.sqrt(2 * S.pi()))
    facts = [
        ((density * width * S.sqrt(2 * S.pi())).equals(e), auto("the density")),
        (S.sqrt(S.const(2)) > 0, node("evaluate", bits=64)),
        ((density * width * S.sqrt(S.const(2)) * S.sqrt(S.pi())).equals(e), auto("roots")),
    ]
    return lemmas(facts, auto("the tail"))


def _tail_sign(width: Term, e: Term) -> Node:
    density = e / (width * S.sqrt(2 * S.pi()))
    facts = [
        (1 / (width * S.sqrt(2 * S.pi())) > 0, auto("> 0")),
        (e > 0, auto("> 0")),
        (density > 0, auto("> 0")),
        (S.sqrt(2 * v) >= 0, auto(">= 0")),
    ]
    return lemmas(facts, auto("product"))


def _cube_sign(width: Term) -> Node:
    facts = [(width**3 > 0, auto("> 0")), (_A**2 > 0, auto()), (_A**4 > 0, auto()),
             (_A**5 > 0, auto("> 0"))]  # fmt: skip
    return lemmas(facts, auto("product"))


def _divided(factor: Term, value: Term) -> Node:
    p, q = var("p0"), var("q0")
    lemma: Json = implies(conj(p > 0, p * q >= 0), q >= 0)
    proof = intro("", node("split", auto("shown"), auto("p q < 0"), on=q.json))
    for name in ("q0", "p0"):
        lemma, proof = every(name, "real", lemma), intro(name, proof)
    instance = fact(lemma, [factor, value], auto("instance"), auto("premises"))
    return have(lemma, proof, instance)


def rate_at(width: Term, then: Node) -> Node:
    """|f - 1/r| <= 10 sigma^2/v^(5/2) at this width > 0; then go on."""
    gap = f(width) - _A
    value = S.abs(gap) <= 10 * width**2 / fifth
    sizes = [
        (width**2 * _A**5 >= 0, _square_sign(width)),
        (gap <= 10 * (width**2 * _A**5), auto("above")),
        (-gap <= 10 * (width**2 * _A**5), auto("below")),
    ]
    ending = lemmas(sizes, case(S.abs(gap).json, auto("gap"), auto("gap")))
    return have(value, bounds_at(width, tail_small(width, ending)), then)


def _square_sign(width: Term) -> Node:
    facts = [(width**2 > 0, auto("> 0")), (_A**2 > 0, auto()), (_A**4 > 0, auto()),
             (_A**5 > 0, auto("> 0"))]  # fmt: skip
    return lemmas(facts, auto("product"))


def rate_script() -> Node:
    proof = intro("w0", intro("", rate_at(var("w0"), auto("the rate"))))
    return with_roots(prepared(proof))


def limit_script() -> Node:
    """delta = min(1, eta v^(5/2)/10)."""
    rate, width, e0 = each_width(RATE_BOUND), var("w1"), var("e0")
    reach = S.minimum(ONE, e0 * fifth / 10)
    ending = lemmas(
        [
            (width**2 <= width, have(width * (1 - width) >= 0, auto(), auto("sigma^2"))),
            (10 * width**2 * (1 / fifth) <= 10 * width * (1 / fifth), _scaled_by(width)),
            ((e0 * fifth / 10 - width) * (1 / fifth) > 0, auto("times 1/v^(5/2)")),
            (10 * width * (1 / fifth) < e0, auto("below eta")),
        ],
        auto("the limit"),
    )
    used = fact(rate, [width], ending, auto("sigma > 0"))
    inside = [(width < 1, _least(reach)), (width < e0 * fifth / 10, _least(reach))]
    positive = case(reach.json, auto("1 > 0"), auto("eta v^(5/2)/10 > 0"))
    body = intro("w1", intro("", intro("", lemmas(inside, used))))
    shown = shown_by(reach, node("both", positive, body))
    sized = lemmas([(1 / fifth > 0, auto("> 0")), (e0 * fifth > 0, auto("> 0"))], shown)
    proof = intro("e0", intro("", sized))
    known = intro("w0", intro("", rate_at(var("w0"), auto("the rate"))))
    return with_roots(prepared(have(rate, known, proof)))


def _least(reach: Term) -> Node:
    return case(reach.json, auto("sigma < delta"), auto("sigma < delta"))


def _scaled_by(width: Term) -> Node:
    return have((width - width**2) * (1 / fifth) >= 0, auto("product"), auto("times 10"))
