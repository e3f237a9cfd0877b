"""Odd numbers of ReLUs: half as many pairs of kinks, and what the odd unit is for.

Three: the constant f(1/6) on [0, 1/3], a pair of kinks at 1/3, and from there on the line that is
within (2/3) L/4 of f.  Five: two pairs between three lines.  Their first kinks face left and make
up for the value of the first line at 0, the fifth unit, ReLU(x), for its slope.  Seven or more: a
kink in the middle of the last piece, which is longer than the others; the first kinks of the first
two pairs and of the last face left.

Lemmas and symbols are those of :mod:`proofs.pln.prop2.upper.pairs_statement`; for three units
M = 3/2.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from constructions.relu import (
    cell_slope,
    five_weights,
    half_piece,
    jump_at,
    knot,
    outer_weights,
    piece_slope,
    quarter_point,
    three_gap,
    three_second,
    three_slope,
)
from constructions.terms import Json, Term, conj, exists, implies, var
from proofs.pln.prop2.upper.pairs_statement import (
    BOUND,
    FUNCTIONS,
    GAPS,
    LIPSCHITZ,
    SHARE,
    SMALL,
    STEP,
    H,
    M,
    Weights,
    Y,
    apart,
    bounded_script,
    claim,
    everywhere,
    g,
    kk,
    left_pair,
    line,
    line_sizes,
    lines,
    relu,
    size_script,
    width,
    width_script,
    y,
)
from proofs.pln.symbols import ONE, ZERO, L, N, S, eps, f, x
from proofs.pln.thm1.sums import known, reals
from proofs.trees.leaves import preferring
from proofs.trees.script import (
    Node,
    auto,
    case,
    have,
    intro,
    lemmas,
    look,
    node,
    split,
    statement,
    use,
    use_all,
)

# --- three units ---------------------------------------------------------------------------------

THIRD = S.const(Fraction(1, 3))
EDGE = x - THIRD


def _middle(j: int) -> Term:
    return S.const(Fraction(2 * j + 1, 6))


def sixth(j: int) -> Term:
    """f((2j + 1)/6), f at the middle of a third."""
    return f(_middle(j))


THREE_SLOPE = three_slope(sixth)
_SECOND, _GAP = three_second(sixth, Y), three_gap(sixth, Y)
THREE_NETWORK = sixth(0) * relu(0 * x + 1) + Y * relu(EDGE) + _SECOND * relu(EDGE - _GAP)


def three_line(at: Term) -> Term:
    """The line on [1/3, 1]."""
    return sixth(1) + THREE_SLOPE * (at - THIRD)


_BOUND = (L / 6 + eps) / 2
THREE_STATEMENT = statement(
    {"N": "int", "L": "real", "eps": "real"},
    [eps > 0, N.equals(3), L / 6 < eps, LIPSCHITZ],
    conj(_BOUND < eps, exists("Y", "real", everywhere(THREE_NETWORK, _BOUND))),
    FUNCTIONS,
)


def _from_step(back: int, then: Node) -> Node:
    """What STEP says on one side of the pair: the implication ``back`` places before the end."""
    return look(lambda c: use(len(c.rules) - back, [], auto("the side of the pair"), then))


# --- five units ----------------------------------------------------------------------------------

_X1, _X2, _AT_X = five_weights(y, M, Y)
FIVE_NETWORK = _AT_X * relu(x) + left_pair(S.const(1), _X1) + left_pair(S.const(2), _X2)
FIVE_STATEMENT = width(FIVE_NETWORK, M.equals(3), N.equals(5), L / 12)


# --- seven units or more ------------------------------------------------------------------------

P, R = var("P"), var("r")
_PIECE = half_piece(M, R)
_KAPPA = 8 / (3 + 2 * R)

_e, _g, _z, _a, _c = (var(name) for name in "egzac")
_SHARE_OF = _KAPPA * (M * _e)  #: e over half of the last piece
_DISTANCE, _REST = S.abs(_e - H / 4), _PIECE - _e
_MIXED = _a * (1 - _SHARE_OF) + _c * _SHARE_OF
#: the error of a line over half of the last piece, at e from its end, with those of its two values
PIECE: Json = reals(
    "e g a c",
    implies(
        _g >= 0,
        _e >= -_g,
        _e <= _PIECE,
        _a <= L * _DISTANCE,
        -_a <= L * _DISTANCE,
        _c <= L * _REST,
        -_c <= L * _REST,
        _c - _a <= L * _PIECE,
        _a - _c <= L * _PIECE,
        conj(_MIXED <= SHARE + 5 * L * _g / 2, -_MIXED <= SHARE + 5 * L * _g / 2),
    ),
)
_WORST = (1 - _KAPPA * _z) * (_z - S.const(Fraction(1, 4))) + _KAPPA * _z * ((3 + 2 * R) / 8 - _z)
#: the sum of the two distances, by their shares
WORST: Json = reals("z", _WORST <= S.const(Fraction(1, 4)))


def _both_ways(label: str) -> Node:
    """An equation as two inequalities, which are found sooner."""
    return node("both", auto(label), auto(label))


def piece_facts(then: Node) -> Node:
    """What is known of r and of half of the last piece; needs r >= 1, M > 0, 1/M > 0, M/M = 1."""
    rho = 3 + 2 * R
    facts = [
        (rho > 0, auto("3 + 2 r > 0")),
        (_KAPPA > 0, auto("kappa > 0")),
        ((_KAPPA * rho).equals(8), _both_ways("kappa (3 + 2 r) = 8")),
        (_PIECE.equals(rho * H / 8), auto("half of the piece")),
        ((_KAPPA * M * _PIECE).equals(1), _both_ways("kappa M p = 1")),
        (_PIECE >= 3 * (H / 5), auto("3/5 h")),
    ]
    return lemmas(facts, then)


def _worst_script() -> Node:
    """(1/4 - worst)(3 + 2 r) is a square and (2 - r^2)/4."""
    rho, quarter = 3 + 2 * R, S.const(Fraction(1, 4))
    square = 4 * _z - 1 - R / 2
    times = ((quarter - _WORST) * rho).equals(square * square + (2 - R * R) / 4)
    steps = [
        (times, _both_ways("a square and more")),
        (square * square + (2 - R * R) / 4 >= 0, auto("a square")),
        ((quarter - _WORST) * rho >= 0, auto(">= 0")),
        (1 / rho > 0, auto("1/(3 + 2 r) > 0")),
    ]
    return intro("z", lemmas(steps, auto("the worst place")))


def _piece_script() -> Node:
    """Needs :func:`piece_facts`, WORST and L >= 0."""
    inner, outer = 1 - _SHARE_OF, _SHARE_OF
    most = inner * _DISTANCE + outer * _REST
    beyond = known(WORST, [M * _e], auto("beyond h/4"))
    shares = [
        (inner >= 0, auto("weight of a")),
        (outer >= 0, auto("weight of c")),
        (inner * _a <= L * (inner * _DISTANCE), auto("a, +")),
        (-(inner * _a) <= L * (inner * _DISTANCE), auto("a, -")),
        (outer * _c <= L * (outer * _REST), auto("c, +")),
        (-(outer * _c) <= L * (outer * _REST), auto("c, -")),
        (most <= H / 4, case(_DISTANCE.json, beyond, auto("before h/4"))),
        (L * most <= L * H / 4, auto("times L")),
    ]
    back, turn = -_e, _KAPPA * M * (_c - _a)
    outside = [
        (_KAPPA * M > 0, auto("kappa M > 0")),
        (turn <= L, auto("turn +")),
        (-turn <= L, auto("turn -")),
        (back * turn <= back * L, auto("back +")),
        (-(back * turn) <= back * L, auto("back -")),
        (L * back <= L * _g, auto("L |e| <= L g")),
        (L * _DISTANCE <= L * H / 4 + L * _g, case(_DISTANCE.json, *[auto("distance")] * 2)),
    ]
    ends = node("both", auto("+"), auto("-"))
    facts = [(L * _g >= 0, auto("L g >= 0")), (SHARE.equals(L * H / 4), auto("L/(4M)"))]
    body = split(_e.json, lemmas(shares, ends), lemmas(outside, ends))
    return _quantified("e g a c", 9, lemmas(facts, body))


def _quantified(names: str, premises: int, script: Node) -> Node:
    for _ in range(premises):
        script = intro("", script)
    for name in reversed(names.split()):
        script = intro(name, script)
    return script


@dataclass(frozen=True)
class Odd:
    """P pairs and a kink: the weights of the pairs before the last, and that of the last one."""

    pairs: Term
    weights: Weights
    first: Term

    @property
    def at(self) -> Term:
        """x - P/M."""
        return x - knot(self.pairs, M)

    def values(self) -> tuple[Term, Term, Term]:
        """f at (P + 1/4)/M, in the middle of the last piece, and at 1 - 1/(4M)."""
        return y(2 * self.pairs), f(knot(self.pairs, M) + _PIECE), f(1 - 1 / (4 * M))

    def slopes(self) -> tuple[Term, Term]:
        near, middle, end = self.values()
        return piece_slope(near, middle, M, R), piece_slope(middle, end, M, R)

    def lines(self) -> tuple[Term, Term]:
        """The two lines of the last piece, at x."""
        (near, middle, _), (s, t) = self.values(), self.slopes()
        return near + s * self.at, middle + t * (self.at - _PIECE)

    @property
    def turn(self) -> Term:
        return self.slopes()[0] - cell_slope(y, self.pairs - 1, M)

    @property
    def second(self) -> Term:
        return self.turn - self.first

    @property
    def gap(self) -> Term:
        return -jump_at(y, self.pairs) / self.second

    @property
    def pair(self) -> Term:
        """The last pair, its first kink facing right."""
        return self.first * relu(self.at) + self._later

    @property
    def _later(self) -> Term:
        return self.second * relu(self.at - self.gap)

    @property
    def kink(self) -> Term:
        s, t = self.slopes()
        return (t - s) * relu(self.at - _PIECE)

    @property
    def network(self) -> Term:
        """2 P + 1 units: the first kinks of pairs 1, 2 and P face left."""
        one, two = (left_pair(S.const(i + 1), X) for i, X in enumerate(self.weights.early))
        last = self.first * relu(knot(self.pairs, M) - x) + self._later
        return one + two + self.weights.rest(self.weights.top) + last + self.kink


_A, _B = var("wa"), var("wb")
_OUTER = outer_weights(y, M, P, Y)
LONGER = Odd(P, Weights(_OUTER, P - 1), Y)
LONGER_NETWORK = LONGER.network
#: the same with names for the weights of the first two pairs
_NAMED = Odd(P, Weights((_A, _B), P - 1), Y)
_ODD_SHARE = L / (2 * N + 1 + 2 * R)


def _odd_statement(network: Term, sorts: dict[str, str], units: list[Json]) -> Json:
    bound = (_ODD_SHARE + eps) / 2
    cells = (4 * M).equals(2 * N + 1 + 2 * R)
    return statement(
        {"N": "int", **sorts, "r": "real", "M": "real", "L": "real", "eps": "real"},
        [eps > 0, *units, R >= 1, R * R <= 2, cells, _ODD_SHARE < eps, LIPSCHITZ],
        conj(bound < eps, exists("Y", "real", everywhere(network, bound))),
        FUNCTIONS,
    )


LONGER_STATEMENT = _odd_statement(LONGER_NETWORK, {"P": "int"}, [N.equals(2 * P + 1), P >= 3])
_nn, _pp = var("nn"), var("pp")


def _odd_end(odd: Odd) -> Node:
    """The bound at x, from the claim on all pairs but the last."""
    top = odd.weights.top
    reached, close = claim(top, _pp).json[1:]
    (near, middle, end_), (first, second) = odd.values(), odd.lines()
    u, size = odd.at, S.abs(_nn - f(x))
    paired = _pp + odd.pair
    near_first = implies(u >= -g, u <= _PIECE, S.abs(first - f(x)) <= BOUND)
    near_second = implies(u >= _PIECE, S.abs(second - f(x)) <= BOUND)
    small = [odd.turn <= 3 * L / 2, -odd.turn <= 3 * L / 2]
    before = split(
        (u + H / 4).json,
        known(reached, [], known(lines(top), [top], _bars(_pp - f(x), line(top) - f(x)))),
        known(close, [], auto("before")),
    )
    beyond = case(
        relu(u - _PIECE).json,
        _same_bound(
            first, auto("the value"), known(near_first, [], _bars(_nn - f(x), first - f(x)))
        ),
        _same_bound(
            second,
            _both_ways("the value"),
            known(near_second, [], _bars(_nn - f(x), second - f(x))),
        ),
    )
    off = relu(u - _PIECE).equals(0)
    in_gap = have(
        off,
        case(relu(u - _PIECE).json, *[auto("before the kink")] * 2),
        _same_bound(paired, auto("the value"), _bars(_nn - f(x), paired - f(x))),
    )
    both = split(
        (u - 3 * (H / 5)).json,
        _from_step(2, beyond),
        _from_step(1, have(u <= _PIECE, auto("before the kink"), in_gap)),
    )
    step = known(
        STEP,
        [u, odd.gap, _pp, line(top), first, f(x), odd.first, odd.second, g, H / 5, BOUND, paired],
        both,
        auto("g >= 0"),
        auto("g <= h/5"),
        auto("h > 0"),
        auto("d <= g"),
        auto("-d <= g"),
        auto("X Z <= 0"),
        auto("line to line"),
        intro("", known(reached, [], auto("line so far"))),
        intro("", before),
        intro("", intro("", known(lines(top), [top], auto("on the line")))),
        intro("", intro("", known(near_first, [], auto("on the long line")))),
        auto("the pair"),
    )
    given = (_nn.equals(paired + odd.kink), reached, close)
    finish = reals("nn pp", implies(*given, size <= BOUND))
    partial = odd.weights.partial(top)
    done = claim(top, partial)
    parts = [intro("", known(part, [], auto("so far"))) for part in done.json[1:]]
    spent = known(finish, [odd.network, partial], auto("the network"), _odd_equal(odd), *parts)
    within = implies(top <= top, done)
    shown = have(finish, _quantified("nn pp", 3, step), known(within, [], spent))
    weight = S.abs(odd.first) >= kk + 3 * L / 2
    steep = case(S.abs(odd.first).json, *[case(S.abs(y(0)).json, *[auto("steep")] * 2)] * 2)
    pair = known(SMALL, [odd.first, odd.turn, jump_at(y, odd.pairs), g, kk, 3 * L / 2], shown)
    facts: list[tuple[Json, Node]] = [
        ((knot(odd.pairs, M) + 2 * _PIECE).equals(1), auto("up to 1")),
        (knot(odd.pairs, M) >= 0, auto("P/M >= 0")),
        (near_first, _near_piece(odd, u, near, first, quarter_point(2 * odd.pairs, M), 2)),
        (near_second, _near_piece(odd, 1 - x, end_, second, 1 - 1 / (4 * M), 1)),
        (conj(*small), _turn_script(odd)),
        ((near + odd.slopes()[0] * _PIECE).equals(middle), _both_ways("at the kink")),
        (weight, steep),
    ]
    jump = apart(
        quarter_point(2 * odd.pairs, M), quarter_point(2 * (odd.pairs - 1) + 1, M), H / 2, pair
    )
    return lemmas(facts, jump)


def _bars(goal: Term, of: Term) -> Node:
    """|goal| <= B from |of| <= B, where the two are equal."""
    return case(S.abs(goal).json, *[case(S.abs(of).json, *[auto("the bound")] * 2)] * 2)


def _same_bound(of: Term, value: Node, then: Node) -> Node:
    """What is known of ``of`` holds for the network, which has the same value."""
    return have(_nn.equals(of), value, then)


def _near_piece(odd: Odd, e: Term, value: Term, line_: Term, at: Term, premises: int) -> Node:
    """|line - f(x)| <= BOUND on half of the piece, e from its end, where near it is ``value``."""
    middle = middle_point(odd)
    errors = [value - f(x), f(middle) - f(x)]
    share = _KAPPA * (M * e)
    mixed = errors[0] * (1 - share) + errors[1] * share
    size = S.abs(line_ - f(x))
    ends = [
        (mixed.equals(line_ - f(x)), _both_ways("line - f")),
        (line_ - f(x) <= BOUND, auto("line +")),
        (f(x) - line_ <= BOUND, auto("line -")),
    ]
    close = lemmas(ends, case(size.json, auto("+"), auto("-")))
    script = known(PIECE, [e, g, *errors], close)
    script = apart(middle, at, _PIECE, script)
    script = apart(middle, x, _PIECE - e, script)
    script = apart(at, x, S.abs(e - H / 4), script)
    inside = [
        (_PIECE >= H / 4, auto("p >= h/4")),
        (at >= 0, auto("0 <= at")),
        (at <= 1, auto("at <= 1")),
    ]
    script = lemmas(inside, script)
    for _ in range(premises):
        script = intro("", script)
    return script


def _turn_script(odd: Odd) -> Node:
    """The long line has a slope of at most L, the one before of at most L/2."""
    before = cell_slope(y, odd.pairs - 1, M)
    at, start = knot(odd.pairs, M), quarter_point(2 * odd.pairs, M)
    low, high = quarter_point(2 * (odd.pairs - 1), M), quarter_point(2 * (odd.pairs - 1) + 1, M)
    slope = odd.slopes()[0]
    facts = [
        (_KAPPA * M > 0, auto("kappa M > 0")),
        (conj(slope <= L, -slope <= L), auto("the long line")),
        (conj(2 * before <= L, -(2 * before) <= L), auto("the line before")),
    ]
    end = lemmas(facts, node("both", auto("turn +"), auto("turn -")))
    end = apart(middle_point(odd), start, _PIECE, apart(high, low, H / 2, end))
    inside = [(at >= H, auto("P/M >= 1/M")), (_PIECE >= H / 4, auto("p >= h/4"))]
    return lemmas(inside, end)


def middle_point(odd: Odd) -> Term:
    return knot(odd.pairs, M) + _PIECE


def _odd_equal(odd: Odd) -> Node:
    """ReLU(t - x) = ReLU(x - t) - (x - t), where the first kinks face left."""
    turned = []
    for index in (S.const(1), S.const(2), odd.pairs):
        at = knot(index, M)
        ahead, behind = relu(at - x), relu(x - at)
        turn = _both_ways("turned")
        by_side = case(ahead.json, *[case(behind.json, turn, turn)] * 2)
        turned.append((ahead.equals(behind - (x - at)), by_side))
    first, second = odd.weights.early
    sums = first * (knot(ONE, M) - x) + second * (knot(S.const(2), M) - x) + odd.first * -odd.at
    start = (sums.equals(y(0) + cell_slope(y, ZERO, M) * x), _both_ways("the first line"))
    return lemmas([start, *turned], _both_ways("the kinks that face left"))


#: what the proof needs of the weights of the first two pairs
_OF_OUTER = [
    (_A + _B + Y).equals(-cell_slope(y, ZERO, M)),
    (_A + 2 * _B + P * Y).equals(M * y(0)),
    S.abs(_A) >= kk + L,
    S.abs(_B) >= kk + L,
]
_NAMED_BOUND = reals(
    "gap low Y wa wb", implies(*GAPS, *_OF_OUTER, everywhere(_NAMED.network, BOUND))
)


def _named_script() -> Node:
    def sizes(first: Term) -> Node:
        return size_script(first) if first is Y else auto("steep")

    weights, premises = _NAMED.weights, len(GAPS) + len(_OF_OUTER)
    return bounded_script(weights, _odd_end(_NAMED), sizes, "gap low Y wa wb", premises)


def _outer_script() -> Node:
    """With the weights that :func:`outer_weights` gives."""
    steep = [
        ((P - 2) * Y >= Y, auto("(P - 2) Y")),
        ((P - 1) * Y >= 2 * Y, auto("(P - 1) Y")),
    ]
    close = use_all(lambda rule: rule[0] == "all", [x], 2, auto("the bound"))
    whole = known(
        _NAMED_BOUND,
        [g, kk, Y, *_OUTER],
        intro("x", intro("", intro("", close))),
        *[auto("fits") for _ in GAPS],
        *[auto("the first line")] * 2,
        *map(size_script, _OUTER),
    )
    return _quantified("gap low Y", len(GAPS), line_sizes(lemmas(steep, whole)))


#: what most leaves need, where it is known
_KNOWN: list[Json] = [
    R >= 1,
    3 + 2 * R > 0,
    M > 0,
    H > 0,
    (M * H).equals(1),
    L >= 0,
    g >= 0,
    kk > 0,
    L * g >= 0,
    g <= H / 4,
    SHARE.equals(L * H / 4),
    _KAPPA > 0,
    (_KAPPA * (3 + 2 * R)).equals(8),
]


def longer_script() -> Node:
    """With the gap and the weight that fit eps - L/(4M), as for pairs alone."""
    facts = [
        (3 + 2 * R > 0, auto("3 + 2 r > 0")),
        (M >= 1, auto("M >= 1")),
        (M > 0, auto("M > 0")),
        (H > 0, auto("1/M > 0")),
        ((M * H).equals(1), auto("M/M = 1")),
    ]
    pieces = [
        (WORST, _worst_script()),
        (PIECE, _piece_script()),
        (_NAMED_BOUND, _named_script()),
    ]
    bounded = piece_facts(lemmas(pieces, _outer_script()))
    script = lemmas(facts, width_script(LONGER_NETWORK, bounded, _ODD_SHARE))
    return preferring(script, *_KNOWN)
