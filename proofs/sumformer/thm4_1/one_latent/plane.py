"""One latent coordinate and tokens with two coordinates or more: one other token is too many.

The sequences (0, p, ..., p) with p on two sides of the square, f(X)_1 the mean of the other tokens.
"""

from __future__ import annotations

from constructions.terms import Term, app, conj, every, exists, implies, total, var
from proofs.library.vectors import S, both_sums, fact, opened, put, shown_by
from proofs.sumformer.thm4_1.one_latent.between import (
    ONE,
    ZERO,
    between,
    between_script,
    continuous,
    value,
)
from proofs.sumformer.thm4_1.one_latent.line import HALF
from proofs.trees.leaves import given
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

n, u, v, j, t = (var(name) for name in ("n", "u", "v", "j", "t"))
one, other, eta, delta = (var(name) for name in ("a", "b", "eta", "delta"))


def coordinate(first: Term, second: Term, at: Term, number: int) -> Term:
    """Coordinate 1 or 2 of token ``at`` of (0, p, ..., p), p = (u, v)."""
    return app(f"x{number}", first, second, at)


def phi(first: Term, second: Term) -> Term:
    """phi at the token (u, v, 0, ..., 0)."""
    return app("phi", first, second)


def Sigma(first: Term, second: Term, high: Term = n) -> Term:
    tokens = [coordinate(first, second, j, number) for number in (1, 2)]
    return total("j", 1, high, phi(*tokens))


def mean(first: Term, second: Term, number: int) -> Term:
    """f(X)_1, coordinate 1 or 2."""
    return app(f"f{number}", first, second)


def rest(first: Term, second: Term, number: int, high: Term = n) -> Term:
    """The sum of the other tokens."""
    return total("j", 2, high, coordinate(first, second, j, number))


def _points(formula: Json) -> Json:
    return every("u", "real", every("v", "real", formula))


def _both(part: dict[int, Json]) -> Json:
    return _points(conj(part[1], part[2]))


_VALUES = {1: u, 2: v}
FIRST = _both({c: coordinate(u, v, ONE, c).equals(0) for c in (1, 2)})
_OTHER = every(
    "j",
    "int",
    implies(
        conj(j >= 2, j <= n),
        conj(*(coordinate(u, v, j, c).equals(_VALUES[c]) for c in (1, 2))),
    ),
)
OTHERS = _points(_OTHER)
MEAN = _both({c: ((n - 1) * mean(u, v, c)).equals(rest(u, v, c)) for c in (1, 2)})


def side(at: Term) -> tuple[Term, Term]:
    """Two sides of the square, from (0, 0) to (1, 1)."""
    return S.minimum(2 * at, ONE), S.maximum(2 * at - 1, ZERO)


def opposite(at: Term) -> tuple[Term, Term]:
    first, second = side(at)
    return 1 - first, 1 - second


def h(at: Term) -> Term:
    return app("h", at)


_UNIT = conj(u >= 0, u <= 1, v >= 0, v <= 1)
GAP = every("t", "real", h(t).equals(phi(*side(t)) - phi(*opposite(t))))

_NEARBY = conj(*_UNIT.json[1:], S.abs(u - one) < delta, S.abs(v - other) < delta)
_NEAR = _points(implies(_NEARBY, S.abs(phi(u, v) - phi(one, other)) < eta))
_SMALL = exists("delta", "real", conj(delta > 0, _NEAR))
_AT = every("eta", "real", implies(eta > 0, _SMALL))
_PLACE = conj(one >= 0, one <= 1, other >= 0, other <= 1)
#: phi is continuous at every point of the square
CONTINUOUS = every("a", "real", every("b", "real", implies(_PLACE, _AT)))


def _output(first: Term, second: Term, number: int) -> Term:
    """Coordinate 1 or 2 of psi(x_1, Sigma)."""
    own = [coordinate(first, second, ONE, c) for c in (1, 2)]
    return app(f"psi{number}", *own, Sigma(first, second))


def _error(first: Term, second: Term) -> Term:
    """The larger of two coordinates of |f(X)_1 - S(X)_1|."""
    return S.maximum(*(S.abs(mean(first, second, c) - _output(first, second, c)) for c in (1, 2)))


PLANE = statement(
    {"n": "int"},
    [n >= 2, FIRST, OTHERS, MEAN, GAP, CONTINUOUS],
    exists("u", "real", exists("v", "real", conj(*_UNIT.json[1:], _error(u, v) >= HALF))),
    {"x1": 3, "x2": 3, "f1": 2, "f2": 2, "phi": 2, "psi1": 3, "psi2": 3, "h": 1},
)

_SUMMED = _points(
    conj(
        Sigma(u, v).equals(phi(ZERO, ZERO) + (n - 1) * phi(u, v)),
        mean(u, v, 1).equals(u),
        mean(u, v, 2).equals(v),
    )
)


def summed_script() -> Node:
    """All other tokens are p."""
    one, two, at = var("u5"), var("v5"), var("m5")
    point = [one, two]

    def sums(upto: Term) -> list[Term]:
        return [Sigma(one, two, upto), *(rest(one, two, c, upto) for c in (1, 2))]

    phis, firsts, seconds = sums(at)
    claim = implies(
        at <= n,
        conj(
            phis.equals(phi(ZERO, ZERO) + (at - 1) * phi(one, two)),
            firsts.equals((at - 1) * one),
            seconds.equals((at - 1) * two),
        ),
    )

    def tokens(index: Term) -> list[Term]:
        return [coordinate(one, two, index, c) for c in (1, 2)]

    start = same(phi(*tokens(ONE)), phi(ZERO, ZERO), auto("the first"))
    none = both_sums("empty", [sums(ZERO)[0], *sums(ONE)[1:]], fact(FIRST, point, start))
    base = intro("", both_sums("unfold", [sums(ONE)[0]], none))
    more = same(phi(*tokens(at + 1)), phi(one, two), auto("one more"))
    step = fact(OTHERS, [*point, at + 1], more, auto("another token"))
    stepped = intro("", fact(claim, [], both_sums("unfold", sums(at + 1), step), auto("m")))
    whole = every("m5", "int", implies(at >= 1, claim))
    divided = fact(MEAN, point, auto("divided by n - 1"))
    used = fact(whole, [n], fact(put(claim, "m5", n), [], divided, auto("n <= n")), auto("1 <= n"))
    return intro("u5", intro("v5", induct("m5", "1", claim, base, stepped, used)))


def plane_script() -> Node:
    at = var("t6")
    p, q = side(at), opposite(at)
    corner, far = (ZERO, ZERO), (ONE, ONE)

    def placed(one: tuple[Term, Term], other: tuple[Term, Term], then: Node) -> Node:
        """phi at these two points, as their coordinates are equal."""
        equal = [first.equals(second) for first, second in zip(one, other, strict=True)]
        steps = [(formula, _cases(one, auto("a corner"))) for formula in equal]
        return lemmas(steps, same(phi(*one), phi(*other), then))

    opposite_signs = have(
        h(ZERO) * h(ONE) <= 0,
        have(
            h(ONE).equals(-h(ZERO)),
            placed(
                side(ZERO),
                corner,
                placed(
                    opposite(ZERO),
                    far,
                    placed(side(ONE), far, placed(opposite(ONE), corner, auto("h(1) = -h(0)"))),
                ),
            ),
            auto("-h(0)^2"),
        ),
        fact(between(h), [ZERO], opened(value(h, ZERO), "t6", _found(at, p, q)), given()),
    )
    proof = fact(GAP, [ZERO], fact(GAP, [ONE], opposite_signs))
    zeros = have(between(h), between_script(h), have(_SUMMED, summed_script(), proof))
    return have(continuous(h), _continuous_script(), zeros)


def _continuous_script() -> Node:
    """h is continuous at s: p and q move at most twice as far as s."""
    at, size, to = var("s5"), var("eta5"), var("u5")
    points = [(side(at), side(to), "d5"), (opposite(at), opposite(to), "d6")]
    least = S.minimum(var("d5"), var("d6")) / 2

    def moved(here: Term, there: Term) -> Node:
        leaf = case(S.abs(there - here).json, auto("near"), auto("near"))
        for extreme in (_extreme(there.json), _extreme(here.json)):
            leaf = case(extreme, leaf, leaf)
        return leaf

    def near(here: tuple[Term, Term], there: tuple[Term, Term], name: str, then: Node) -> Node:
        inside = [_cases(there, auto("in the square"))] * 4
        close = [moved(*pair) for pair in zip(here, there, strict=True)]
        formula = put(put(put(_NEAR, "a", here[0]), "b", here[1]), "eta", size / 2)
        shown = node("both", *inside, *close)
        return fact(put(formula, "delta", var(name)), list(there), then, shown)

    def small(here: tuple[Term, Term], name: str, then: Node) -> Node:
        there = put(put(_AT, "a", here[0]), "b", here[1])
        formula = put(put(put(_SMALL, "a", here[0]), "b", here[1]), "eta", size / 2)
        half = fact(there, [size / 2], opened(formula, name, then), auto("eta > 0"))
        inside = node("both", *[_cases(here, auto("in the square"))] * 4)
        return fact(CONTINUOUS, list(here), half, inside)

    end = case(S.abs(h(to) - h(at)).json, auto("< eta"), auto("< eta"))
    changes = [S.abs(phi(*there) - phi(*here)).json for here, there, _ in points]
    for change in changes:
        end = case(change, end, end)
    known = fact(GAP, [at], fact(GAP, [to], end))
    for here, there, name in points:
        known = near(here, there, name, known)
    positive = case(S.minimum(var("d5"), var("d6")).json, auto("> 0"), auto("> 0"))
    found = shown_by(least, node("both", positive, intro("u5", intro("", known))))
    for here, _, name in reversed(points):
        found = small(here, name, found)
    return intro("s5", intro("", intro("eta5", intro("", found))))


def _cases(point: tuple[Term, Term], leaf: Node) -> Node:
    """In all cases of the minimum and the maximum of a point of the two sides."""
    minimum, maximum = (_extreme(value.json) for value in point)
    inner = case(maximum, leaf, leaf)
    return case(minimum, inner, inner)


def _extreme(json: Json) -> Json:
    return json if json[0] in ("min", "max") else json[2]


def _found(at: Term, p: tuple[Term, Term], q: tuple[Term, Term]) -> Node:
    """phi(p) = phi(q): the outputs are the same, and p, q differ by 1 in a coordinate."""
    sums = Sigma(*p), Sigma(*q)
    outputs = [(_output(*p, c), _output(*q, c)) for c in (1, 2)]
    errors = _error(*p), _error(*q)
    unit = [_cases(p, auto("in the square")) for _ in range(4)]
    last = _cases(p, auto("1 apart"))
    there = shown_by(q[0], shown_by(q[1], node("both", *unit, last)))
    here = shown_by(p[0], shown_by(p[1], node("both", *unit, auto("far"))))
    cases = split((errors[0] - HALF).json, here, there)
    for one, other in reversed(outputs):
        cases = same(one, other, cases)
    known = fact(FIRST, list(p), fact(FIRST, list(q), cases))
    equal = have(sums[0].equals(sums[1]), auto("phi(p) = phi(q)"), known)
    return fact(GAP, [at], fact(_SUMMED, list(p), fact(_SUMMED, list(q), equal)))
