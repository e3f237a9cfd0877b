"""Why a continuous phi needs d' > 1: two other tokens on a line, or one in a plane.

On a line: the sequences (0, a, ..., a, b), and f(X)_1 the largest difference of two other tokens.
By the intermediate value theorem, which is derived, some t has
(n - 1) phi(t) = (n - 2) phi(0) + phi(1), so that (0, 0, ..., 0, 1) and (0, t, ..., t) have the
same Sigma; f_1 is 1 there, and 0.

In a plane: phi(p) = phi(q) for some p and q = (1, 1) - p on two sides of the square, and one of
their coordinates differs by 1.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from constructions.terms import Term, app, conj, every, exists, implies, total, var
from proofs.library.vectors import S, both_sums, fact, opened, put, shown_by
from proofs.sumformer.one_latent_between import (
    ONE,
    ZERO,
    between,
    between_script,
    continuous,
    value,
)
from proofs.trees.leaves import given, using
from proofs.trees.script import (
    Json,
    Node,
    auto,
    case,
    define,
    have,
    induct,
    intro,
    lemmas,
    node,
    same,
    split,
    statement,
)

n, a, b, i, j = (var(name) for name in ("n", "a", "b", "i", "j"))
TWO, HALF = S.const(2), ONE / 2


def token(first: Term, last: Term, at: Term) -> Term:
    """Token ``at`` of (0, a, ..., a, b)."""
    return app("x", first, last, at)


def phi(at: Term) -> Term:
    return app("phi", at)


def spread(first: Term, last: Term) -> Term:
    """f(X)_1."""
    return app("f", first, last)


def Sigma(first: Term, last: Term, high: Term = n) -> Term:
    """sum_j phi(x_j)."""
    return total("j", 1, high, phi(token(first, last, j)))


def _sequences(formula: Json) -> Json:
    return every("a", "real", every("b", "real", formula))


def _others(*at: Term) -> Json:
    return conj(*(part for index in at for part in (index >= 2, index <= n)))


def _unit(*at: Term) -> list[Json]:
    return [part for value in at for part in (value >= 0, value <= 1)]


FIRST = _sequences(token(a, b, ONE).equals(0))
MIDDLE = _sequences(every("j", "int", implies(conj(j >= 2, j <= n - 1), token(a, b, j).equals(a))))
LAST = _sequences(token(a, b, n).equals(b))
_GAP = token(a, b, i) - token(a, b, j)
_BOUND = every("i", "int", every("j", "int", implies(_others(i, j), _GAP <= spread(a, b))))
UPPER = _sequences(_BOUND)
_REACHED = exists("i", "int", exists("j", "int", conj(_others(i, j), _GAP.equals(spread(a, b)))))
ATTAINED = _sequences(_REACHED)


def output(first: Term, last: Term) -> Term:
    """S(X)_1 = psi(x_1, Sigma)."""
    return app("psi", token(first, last, ONE), Sigma(first, last))


def far(made: Callable[[Term, Term], Term], bound: Fraction = Fraction(1, 2)) -> Json:
    """The error is at least ``bound`` for some a and b."""
    error = S.abs(spread(a, b) - made(a, b)) >= bound
    return exists("a", "real", exists("b", "real", conj(*_unit(a, b), error)))


def last_layers(first: Term, last: Term) -> Term:
    """What any layers after the attention layer make of the row (1, x_1, phi(x_1), Sigma)."""
    own = token(first, last, ONE)
    return app("G", ONE, own, phi(own), Sigma(first, last))


SEQUENCES = [n >= 3, FIRST, MIDDLE, LAST, UPPER, ATTAINED]
FUNCTIONS = {"x": 3, "f": 2, "phi": 1, "psi": 2}
LINE = statement({"n": "int"}, [*SEQUENCES, continuous(phi)], far(output), FUNCTIONS)

TRANSFORMER = statement(
    {"n": "int"},
    [*SEQUENCES, continuous(phi)],
    far(last_layers),
    {"x": 3, "f": 2, "phi": 1, "G": 4},
)

_SUMMED = _sequences(Sigma(a, b).equals(phi(ZERO) + (n - 2) * phi(a) + phi(b)))


def summed_script() -> Node:
    """phi(0) + (m - 1) phi(a) up to m = n - 1, and then phi(b)."""
    one, two, at = var("a5"), var("b5"), var("m5")

    def upto(high: Term) -> Term:
        return Sigma(one, two, high)

    claim = implies(at <= n - 1, upto(at).equals(phi(ZERO) + (at - 1) * phi(one)))
    start = same(phi(token(one, two, ONE)), phi(ZERO), auto("the first"))
    base = both_sums(
        "unfold",
        [upto(ONE)],
        both_sums("empty", [upto(ZERO)], fact(FIRST, [one, two], start)),
    )
    more = same(phi(token(one, two, at + 1)), phi(one), auto("one more"))
    step = fact(MIDDLE, [one, two, at + 1], more, auto("in the middle"))
    stepped = intro("", fact(claim, [], both_sums("unfold", [upto(at + 1)], step), auto("m")))
    last = same(phi(token(one, two, n)), phi(two), auto("the last"))
    whole = every("m5", "int", implies(at >= 1, claim))
    end = both_sums("unfold", [upto(n)], fact(LAST, [one, two], last))
    used = fact(
        whole, [n - 1], fact(put(claim, "m5", n - 1), [], end, auto("n - 1")), auto("n - 1 >= 1")
    )
    return intro("a5", intro("b5", induct("m5", "1", claim, intro("", base), stepped, used)))


def _apart(at: Term, then: Node) -> Node:
    """f_1 >= 1 at (0, 0, ..., 0, 1), and f_1 <= 0 at (0, t, ..., t)."""
    above = fact(
        UPPER,
        [ZERO, ONE, n, TWO],
        fact(LAST, [ZERO, ONE], fact(MIDDLE, [ZERO, ONE, TWO], auto("1 - 0"), auto("2 < n"))),
        node("both", *[auto("an index")] * 4),
    )
    one, two = var("i6"), var("j6")
    reached = put(put(_REACHED, "a", at), "b", at)
    inner = put(reached[3], "i", one)

    def all_equal(index: Term, rest: Node) -> Node:
        middle = fact(MIDDLE, [at, at, index], given(), auto("in the middle"))
        last = fact(LAST, [at, at], same(token(at, at, index), token(at, at, n), auto("the last")))
        proof = split((n - 1 - index).json, middle, last)
        return have(token(at, at, index).equals(at), proof, rest)

    below = fact(
        ATTAINED,
        [at, at],
        opened(
            reached,
            "i6",
            opened(inner, "j6", all_equal(one, all_equal(two, auto("t - t")))),
        ),
    )
    return lemmas([(spread(ZERO, ONE) >= 1, above), (spread(at, at) <= 0, below)], then)


def _either(at: Term, outputs: tuple[Term, Term]) -> Node:
    """Of two numbers 1 apart one is 1/2 or more from the common output."""
    here = S.abs(spread(ZERO, ONE) - outputs[0])
    there = S.abs(spread(at, at) - outputs[1])
    unit = [auto("in [0, 1]") for _ in range(4)]
    first = shown_by(ZERO, shown_by(ONE, node("both", *unit, auto("far"))))
    end = case(there.json, *[case(here.json, auto("far"), auto("far"))] * 2)
    second = shown_by(at, shown_by(at, node("both", *unit, end)))
    return split((here - HALF).json, first, second)


def line_script() -> Node:
    return _script(output)


def transformer_script() -> Node:
    return _script(last_layers)


def _script(made: Callable[[Term, Term], Term]) -> Node:
    return meeting(made, lambda at, outputs: _apart(at, _either(at, outputs)))


def meeting(
    made: Callable[[Term, Term], Term], then: Callable[[Term, tuple[Term, Term]], Node]
) -> Node:
    """(0, 0, ..., 0, 1) and (0, t, ..., t) have the same output for some t; then go on."""
    inverse, at = 1 / (n - 1), var("t6")
    low, high = phi(ZERO), phi(ONE)
    level = low + (high - low) * inverse
    product = (level - low) * (level - high)
    square = (high - low) * (high - low)
    steps: list[tuple[Json, Node]] = [
        (inverse > 0, auto("1/(n - 1) > 0")),
        (inverse <= 1, auto("n >= 2")),
        (inverse * (1 - inverse) >= 0, auto("a product")),
        (square >= 0, auto("a square")),
        (inverse * (1 - inverse) * square >= 0, using(recent=2)),
        (product <= 0, using(recent=1)),
    ]
    sums = Sigma(ZERO, ONE), Sigma(at, at)
    outputs = made(ZERO, ONE), made(at, at)
    features = phi(token(ZERO, ONE, ONE)), phi(token(at, at, ONE))
    equal_sums = have(
        sums[0].equals(sums[1]),
        auto("(n - 1) phi(t)"),
        fact(
            FIRST,
            [ZERO, ONE],
            fact(
                FIRST,
                [at, at],
                same(*features, same(*outputs, then(at, outputs))),
            ),
        ),
    )
    summed = fact(_SUMMED, [ZERO, ONE], fact(_SUMMED, [at, at], equal_sums))
    found = fact(between(phi), [level], opened(value(phi, level), "t6", summed), given())
    proof = define(inverse.json, auto("n > 1"), lemmas(steps, found))
    return have(between(phi), between_script(phi), have(_SUMMED, summed_script(), proof))


CONSTANT = statement(
    {"n": "int", "F": "real"},
    [
        n >= 2,
        every("j", "int", implies(_others(j), conj(*_unit(app("x", j))))),
        every(
            "i",
            "int",
            every("j", "int", implies(_others(i, j), app("x", i) - app("x", j) <= var("F"))),
        ),
        exists(
            "i",
            "int",
            exists("j", "int", conj(_others(i, j), (app("x", i) - app("x", j)).equals(var("F")))),
        ),
    ],
    S.abs(var("F") - HALF) <= HALF,
    {"x": 1},
)
