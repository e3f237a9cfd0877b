"""weierstrass.newton.rate: the error of Newton's iteration after N steps, for every N.

From ``e^2 <= e^2 (3 - e)/2 <= 3/2 e^2`` for 0 <= e <= 1: between ``e_1^(2^N)`` and
``2/3 (3/2 e_1)^(2^N)`` after N + 1 steps.
"""

from __future__ import annotations

from fractions import Fraction

from constructions.terms import Term, conj, every, exists, implies, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.library.vectors import ONE, ZERO, S, fact, opened, put, shown_by
from proofs.trees.leaves import using
from proofs.trees.script import (
    Json,
    Node,
    auto,
    have,
    induct,
    lemmas,
    node,
    same,
    statement,
)
from proofs.weierstrass import newton_degrees_witness as data
from proofs.weierstrass.cauchy import POWER_0, POWER_NEXT, law, next_power, power, power_law
from proofs.weierstrass.newton_proof import (
    GIVEN,
    INSIDE,
    ITERATION,
    SQUARED,
    e,
    errors,
    n,
    rooted,
    step,
    y,
)
from proofs.weierstrass.paper import source

ID = "weierstrass.newton.rate"
N, M = var("N"), var("M")
_n, _f, _d = var("n1"), var("f"), var("d1")
_HALVES = S.const(Fraction(3, 2))


def _upper(step: Term, count: Term) -> Json:
    """3/2 e_(n + 1) <= (3/2 e_1)^count."""
    return _HALVES * e(step + 1) <= power(_HALVES * e(ONE), count)


def _lower(step: Term, count: Term) -> Json:
    return power(e(ONE), count) <= e(step + 1)


RATE = statement(
    {"v": "real", "N": "int", "M": "int"},
    [*GIVEN, N >= 0, POWER_0, POWER_NEXT, power(2, N).equals(M)],
    conj(_upper(N, M), _lower(N, M)),
    {"y": 1, "p": 2},
)


def rate_script() -> Node:
    """By induction over n, with f = 2^n: the bounds are squared, as the error is."""
    return rooted(errors(power_law(_induction())))


def _parts(step: Term) -> list[Json]:
    return [
        _f >= 1,
        power(2, step).equals(_f),
        power(e(ONE), _f) >= 0,
        _upper(step, _f),
        _lower(step, _f),
    ]


def _induction() -> Node:
    claim = exists("f", "int", conj(*_parts(_n)))
    q, e1 = _HALVES * e(ONE), e(ONE)
    first = fact(INSIDE, [ONE], auto("f = 1"), auto("1 >= 1"))
    for base in (q, e1, S.const(2)):
        first = fact(POWER_0, [base], next_power(base, ZERO, first))
    start = shown_by(ONE, first)
    step = opened(claim, "d1", shown_by(2 * _d, _squared(q, e1)))
    whole = every("n1", "int", implies(_n >= 0, claim))
    parts = [put(part, "f", _d) for part in _parts(N)]
    end = node("both", using(parts[3], recent=2), using(parts[4], recent=2))
    equal = have(_d.equals(M), auto("2^N"), _moved(q, e1, end))
    found = opened(put(claim, "n1", N), "d1", equal)
    return induct("n1", "0", claim, start, step, fact(whole, [N], found, auto("N >= 0")))


def _moved(q: Term, e1: Term, then: Node) -> Node:
    for base in (q, e1):
        then = same(power(base, _d), power(base, M), then)
    return then


def _squared(q: Term, e1: Term) -> Node:
    E, later = e(_n + 1), e(_n + 2)
    p, r = power(q, _d), power(e1, _d)
    parts = [put(part, "f", _d) for part in _parts(_n)]
    inside = conj(E >= 0, E < 1)
    step = later.equals(E**2 * (3 - E) / 2)
    cube = E**3 >= 0
    above = (p - _HALVES * E) * (p + _HALVES * E) >= 0
    below = (E - r) * (E + r) >= 0
    room = E**2 * (1 - E) >= 0
    big, small = power(q, 2 * _d).equals(p**2), power(e1, 2 * _d).equals(r**2)
    facts: list[tuple[Json, Node]] = [
        (big, law(q, _d, _d, using(recent=1))),
        (small, law(e1, _d, _d, using(recent=1))),
        (cube, have(E**2 >= 0, auto("a square"), auto("E E^2"))),
        (room, have(E**2 >= 0, auto("a square"), auto("E^2 (1 - E)"))),
        (p + _HALVES * E >= 0, using(parts[3], inside)),
        (above, using(parts[3], p + _HALVES * E >= 0)),
        (E + r >= 0, using(parts[2], inside)),
        (below, using(parts[4], E + r >= 0)),
    ]
    ends = node(
        "both",
        auto("2 f >= 1"),
        next_power(S.const(2), _n, using(parts[1], recent=1)),
        have(r**2 >= 0, auto("a square"), using(r**2 >= 0, small)),
        using(step, cube, above, big),
        using(step, room, below, small),
    )
    known = fact(SQUARED, [_n + 1], lemmas(facts, ends), auto("n + 1 >= 0"))
    return fact(INSIDE, [_n + 1], known, auto("n + 1 >= 1"))


# --- data ----------------------------------------------------------------------------------------

_REST = {"y": (("a",), "1"), "p": data.POWERS}  # from v = 1, at the limit
_HELD = {5: data.powers_at_0, 6: data.powers_next, 7: data.two_to_0}
_STRICT = {**RATE, "show": conj(_HALVES * e(N + 1) < power(_HALVES * e(ONE), M), _lower(N, M))}


def _not_below(base: Term) -> Node:
    """The bound fails at v = 1, N = 0: base^1 = base base^0, written with sqrt(1)."""
    root = S.sqrt(ONE)
    return node(
        "define",
        auto("1 >= 0"),
        have(root.equals(1), auto("sqrt(1)"), data.first_power(base, auto("not below"))),
        term=root.json,
    )


def _error(iterate: Term) -> Term:
    return 1 - iterate * S.sqrt(ONE)


_FIRST = S.const(Fraction(11, 16))  # the step from y_0 = 1/2 with v = 1
#: only the steps that lead to y_(N + 1) are asked for: no formula has the iterates after them
_STEPS = every("n", "int", implies(conj(n >= 0, n <= N), y(n + 1).equals(step(n))))


def _tightened(name: str, says: str, upper: Json, base: Term) -> Control:
    given = [_STEPS if formula == ITERATION.json else formula for formula in RATE["given"]]
    steps = RATE["given"].index(ITERATION.json)
    first = ("a",), (S.const(Fraction(1, 2)) + var("a") * (_FIRST - Fraction(1, 2))).json
    attempt = Attempt(
        f"{ID}.control.{name}",
        says,
        {**RATE, "given": given, "show": conj(upper, _lower(N, M))},
        Witness({"v": 1, "N": 0, "M": 1}, {"y": first, "p": data.POWERS}),
        {**_HELD, steps: data.only_step},
        lambda: _not_below(base),
        0,
    )
    return Control(attempt, "constant tightened")


CONTROLS = (
    _tightened(
        "base",
        "1 in place of $3\\/2$: from $y_0 = 1\\/2$ to $y_1 = 11\\/16$ for $v = 1$, $N = 0$, "
        "with the steps up to $N$ given only",
        S.const(Fraction(3, 2)) * e(N + 1) <= power(e(ONE), M),
        _error(_FIRST),
    ),
    _tightened(
        "factor",
        "$1\\/2$ in place of $2\\/3$: the same iterates",
        2 * e(N + 1) <= power(_HALVES * e(ONE), M),
        _HALVES * _error(_FIRST),
    ),
    Control(
        Attempt(
            f"{ID}.control.powers",
            "without $t^(k + 1) = t t^k$: all powers are 1, at the limit",
            statement(
                RATE["vars"],
                [given for given in RATE["given"] if given != POWER_NEXT.json],
                RATE["show"],
                RATE["functions"],
            ),
            Witness({"v": 1, "N": 0, "M": 1}, {**_REST, "p": data.function(ONE)}),
            part=1,
        ),
        "hypothesis dropped",
    ),
    Control(
        Attempt(
            f"{ID}.control.strict",
            "strictly below: at the limit both sides are 0",
            _STRICT,
            Witness({"v": 1, "N": 0, "M": 1}, _REST),
            _HELD,
            lambda: _not_below(_HALVES * _error(ONE)),
        ),
        "constant tightened",
    ),
)

CLAIM = Claim(
    id=ID,
    kind="theorem",
    title="The error of Newton's iteration after N steps, from both sides",
    source=source("The paper's three routes, route 3"),
    statement="Let $v > 0$, $y_0 > 0$ and $v y_0^2 < 3$, and $e_n = 1 - y_n sqrt(v)$. For every "
    "$N >= 0$, $e_1^(2^N) <= e_(N + 1) <= 2\\/3 (3\\/2 e_1)^(2^N)$.",
    readings=(
        Reading("$v > 0$", ("given", 0)),
        Reading("$y_0 > 0$", ("given", 1)),
        Reading("$v y_0^2 < 3$", ("given", 2)),
        Reading("the iteration", ("given", 3)),
        Reading("$N >= 0$", ("given", 4)),
        Reading("powers: $t^0 = 1$", ("given", 5), "convention: $p(t, k) = t^k$"),
        Reading("$t^(k + 1) = t dot t^k$", ("given", 6), "for every integer $k >= 0$"),
        Reading("$2^N$", ("given", 7), "an integer M"),
        Reading("the bounds of $e_(N + 1)$", ("show",), "times $3\\/2$ in the upper one"),
    ),
    obligations=(
        Obligation(
            f"{ID}.statement",
            "$e_1^(2^N) <= e_(N + 1) <= 2\\/3 (3\\/2 e_1)^(2^N)$ for every $N$",
            RATE,
            rate_script,
        ),
    ),
    controls=CONTROLS,
    satisfiable=Attempt(
        f"{ID}.satisfiable",
        "the hypotheses hold for $v = 1$, $y_n = 1$, $N = 0$",
        RATE,
        Witness({"v": 1, "N": 0, "M": 1}, _REST),
        _HELD,
    ),
    notes=(
        "$e_1 = e_0^2 (3 - e_0)\\/2$ lies in $[0, 1)$. Below $2\\/3$ the upper bound says that the "
        "number of correct digits doubles with each step; from $2\\/3$ on it is at least $e_1$.",
    ),
)
