"""Fewer ReLUs than Proposition 2 takes: pairs of kinks, for every N, L, eps and f at once.

Cell k of M has the line through (k/M, y_{2k}) and ((k+1)/M, y_{2k+1}), with y_j = f((2j+1)/(4M)):
it is within L/(4M) of f on its cell, and within L/(4M) + (5/2) L g of f where x is at most g
outside of it.  From line to line a pair of kinks, X ReLU(x - t) + Z ReLU(x - t - d), where the
value between its kinks lies between the two lines.  The induction runs over the pairs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from constructions.relu import (
    cell_line,
    cell_slope,
    gap_of_pair,
    jump_at,
    knot,
    left_weights,
    quarter_point,
    second_of_pair,
    steepness,
    turn_at,
)
from constructions.terms import Json, Term, conj, every, exists, implies, plain_json, total, var
from proofs.library.lipschitz import nonnegative_constant
from proofs.pln.symbols import ONE, ZERO, L, N, S, eps, f, k, x
from proofs.pln.thm1.sums import known, reals
from proofs.trees.leaves import using
from proofs.trees.script import (
    Node,
    auto,
    bounded_goal,
    case,
    have,
    induct,
    intro,
    lemmas,
    lipschitz,
    look,
    node,
    split,
    statement,
    use,
    use_all,
)

M, q, Y = var("M"), var("q"), var("Y")
FUNCTIONS = {"f": 1}
LIPSCHITZ: Json = ["lipschitz", "f", L.json, "0", "1"]
H = 1 / M  #: the width of a cell
SHARE = L / (4 * M)  #: the error of the lines
MARGIN = eps - SHARE
TOP = M - 1  #: the number of the last line, the first one has the number 0
HALFWAY = (SHARE + eps) / 2  #: the error of the network


def y(index: Term | int) -> Term:
    """f((2 index + 1)/(4M))."""
    return f(quarter_point(S.const(index) if isinstance(index, int) else index, M))


STEEP = steepness(S.abs(y(0)), M, L, MARGIN)


def relu(at: Term) -> Term:
    return S.maximum(0, at)


def line(index: Term) -> Term:
    return cell_line(y, index, M, x)


@dataclass(frozen=True)
class Weights:
    """The first weight of every pair: ``early`` of pairs 1, 2, ..., and Y of all others.

    ``top`` is the number of the last line, and of the last pair.
    """

    early: Sequence[Term]
    top: Term = TOP

    def pair(self, index: Term, first: Term) -> Term:
        """X ReLU(x - k/M) + Z ReLU(x - k/M - d), the second kink as the first of it."""
        u = x - knot(index, M)
        gap = gap_of_pair(y, index, M, first)
        return first * relu(u) + second_of_pair(y, index, M, first) * relu(u - gap)

    def start(self, count: int) -> Term:
        """y_0 + s_0 x and the first ``count`` pairs."""
        sum_ = y(0) + cell_slope(y, ZERO, M) * x
        for i in range(count):
            sum_ = sum_ + self.pair(S.const(i + 1), self.early[i])
        return sum_

    def rest(self, high: Term) -> Term:
        return total("k", len(self.early) + 1, high, self.pair(k, Y))

    def partial(self, high: Term) -> Term:
        """The line of cell 0 and the pairs up to ``high`` >= len(early)."""
        return self.start(len(self.early)) + self.rest(high)


# --- scalar lemmas -------------------------------------------------------------------------------

_e, _a, _c, _g, _B = (var(name) for name in ("e", "a", "c", "g", "bb"))
_MIXED = _a * (1 - M * _e) + _c * (M * _e)


def _under(names: str, premises: int, script: Node) -> Node:
    for _ in range(premises):
        script = intro("", script)
    for name in reversed(names.split()):
        script = intro(name, script)
    return script


#: the error of a line, e = x - k/M, with the errors a and c of its two values
NEAR: Json = reals(
    "e g a c",
    implies(
        _g >= 0,
        4 * M * _g <= 1,
        _e >= -_g,
        _e <= H + _g,
        _a <= L * S.abs(_e - H / 4),
        -_a <= L * S.abs(_e - H / 4),
        _c <= L * S.abs(_e - 3 * H / 4),
        -_c <= L * S.abs(_e - 3 * H / 4),
        conj(_MIXED <= SHARE + 5 * L * _g / 2, -_MIXED <= SHARE + 5 * L * _g / 2),
    ),
)


def near_script() -> Node:
    """Where M > 0, 1/M > 0 and L >= 0 are known."""
    u, v = S.abs(_e - H / 4), S.abs(_e - 3 * H / 4)
    lam = M * _e

    def sizes(then: Node) -> Node:
        """u and v without bars."""
        return case(u.json, *[case(v.json, then, then)] * 2)

    def side(weight_a: Term, weight_c: Term) -> Node:
        """With |1 - M e| and |M e|: both products, then the sum of the two distances."""
        most = weight_a * u + weight_c * v
        steps = [
            (weight_a >= 0, auto("weight of a")),
            (weight_c >= 0, auto("weight of c")),
            (weight_a * _a <= L * (weight_a * u), auto("a, +")),
            (-(weight_a * _a) <= L * (weight_a * u), auto("a, -")),
            (weight_c * _c <= L * (weight_c * v), auto("c, +")),
            (-(weight_c * _c) <= L * (weight_c * v), auto("c, -")),
            (most <= H / 4 + 5 * _g / 2, sizes(auto("distances"))),
            (L * most <= L * (H / 4 + 5 * _g / 2), auto("times L")),
        ]
        return lemmas(steps, node("both", auto("+"), auto("-")))

    body = split(
        _e.json, split((H - _e).json, side(1 - lam, lam), side(lam - 1, lam)), side(1 - lam, -lam)
    )
    scaled = [
        ((M * H).equals(1), auto("M h = 1")),
        (_g <= H / 4, auto("g <= h/4")),
        (L * _g >= 0, auto("L g >= 0")),
        (SHARE.equals(L * (H / 4)), auto("L/(4M)")),
    ]
    return _under("e g a c", 8, lemmas(scaled, body))


_u, _d, _p, _b, _v, _X, _Z, _c4, _pc = (
    var(name) for name in ("u", "d", "p", "b", "v", "xx", "zz", "c", "pc")
)
_NAMES = "u d p a b v xx zz g c bb pc"
_BEFORE = implies(_u < -_c4, S.abs(_p - _v) <= _B)
_LEFT = implies(_u >= -_c4, _u <= _g, S.abs(_a - _v) <= _B)
_RIGHT = implies(_u >= -_g, _u <= 3 * _c4, S.abs(_b - _v) <= _B)
#: one pair, u = x - t: from line a to line b, each within bb of v where it is used
STEP: Json = reals(
    _NAMES,
    implies(
        _g >= 0,
        _g <= _c4,
        _c4 > 0,
        _d <= _g,
        -_d <= _g,
        _X * _Z <= 0,
        _b.equals(_a + _X * _u + _Z * (_u - _d)),
        implies(_u >= -_c4, _p.equals(_a)),
        _BEFORE,
        _LEFT,
        _RIGHT,
        _pc.equals(_p + _X * relu(_u) + _Z * relu(_u - _d)),
        conj(
            implies(_u >= 3 * _c4, _pc.equals(_b)),
            implies(_u < 3 * _c4, S.abs(_pc - _v) <= _B),
        ),
    ),
)


def step_script() -> Node:
    """Beyond both kinks the value is b, before both it is a, between them it is between a and b."""
    joined = implies(_u >= -_c4, _p.equals(_a))

    def kinks(both: Node, first: Node, second: Node, none: Node) -> Node:
        """By the kinks that u has passed."""
        at_u = relu(_u).json
        later = relu(_u - _d).json
        return case(at_u, case(later, none, second), case(later, first, both))

    def small(of: Term, then: Node) -> Node:
        """of - v and v - of are at most bb."""
        sides = [(of - _v <= _B, auto("+")), (_v - of <= _B, auto("-"))]
        return case(S.abs(of - _v).json, *[lemmas(sides, then)] * 2)

    def left(then: Node) -> Node:
        return known(_LEFT, [], small(_a, then))

    def right(then: Node) -> Node:
        return known(_RIGHT, [], small(_b, then))

    goal = bounded_goal("in the gap")

    def between(of_a: Term, of_b: Term, sign: int) -> Node:
        """pc = a + of_a = b - of_b, where of_a and of_b have the sign of ``sign`` X."""
        values = [(_pc.equals(_a + of_a), auto("a")), (_pc.equals(_b - of_b), auto("b"))]
        kinks_at = [sign * _u >= 0, sign * (_u - _d) <= 0]
        opposite = _X * _Z <= 0

        def rising(up: int) -> Node:
            """up a <= up pc <= up b, where up X >= 0 and up Z <= 0."""
            signs = [up * sign * _X >= 0, up * sign * _Z <= 0, *kinks_at]
            parts = [up * of_a >= 0, up * of_b >= 0]
            sides = [
                (parts[0], using(*signs, label="a to pc")),
                (parts[1], using(*signs, label="pc to b")),
                (up * _a <= up * _pc, using(values[0][0], parts[0], label="a to pc")),
                (up * _pc <= up * _b, using(values[1][0], parts[1], label="pc to b")),
            ]
            return lemmas([(signs[0], auto("sign of X")), *sides], goal)

        still = (_pc.equals(_a if sign > 0 else _b), auto("no first kink"))
        zero = (_X.equals(0), node("both", auto("X <= 0"), auto("X >= 0")))
        none = lemmas([zero, still], goal)
        above = using(_X > 0, opposite, label="Z <= 0")
        positive = lemmas([(_X > 0, auto()), (_Z <= 0, above)], rising(sign))
        below = using(_X < 0, opposite, label="Z >= 0")
        negative = lemmas([(_X < 0, auto()), (_Z >= 0, below)], rising(-sign))
        signs = split(_X.json, split((-_X).json, none, positive), negative)
        sides = [(fact, auto("the kinks")) for fact in kinks_at]
        return lemmas([*sides, *values], left(right(signs)))

    equal = have(_pc.equals(_b), auto("pc = b"), right(bounded_goal("line b")))
    unmoved = have(_pc.equals(_a), auto("pc = a"), left(bounded_goal("line a")))
    first, second = between(_X * _u, _Z * (_u - _d), 1), between(_Z * (_u - _d), _X * _u, -1)
    gap = kinks(equal, first, second, unmoved)
    far = known(joined, [], kinks(auto("b"), auto(), auto(), auto()))
    off = [(_u < 0, auto("u < 0")), (_u - _d < 0, auto("u < d"))]
    same = have(_pc.equals(_p), kinks(*[auto("both off")] * 4), small(_p, bounded_goal("before")))
    before = known(_BEFORE, [], lemmas(off, same))
    near = split((_u + _c4).json, known(joined, [], gap), before)
    return _under(_NAMES, 12, node("both", intro("", far), intro("", near)))


_D, _J, _k, _l = var("dd"), var("jj"), var("kk"), var("ll")
_SMALL_NAMES = "xx dd jj g kk ll"
_SECOND = _D - _X
#: the second weight and the gap of a pair whose change of slope is at most ll
SMALL: Json = reals(
    _SMALL_NAMES,
    implies(
        _g >= 0,
        _k > 0,
        L / (2 * M) <= _g * _k,
        _D <= _l,
        -_D <= _l,
        _J <= L / (2 * M),
        -_J <= L / (2 * M),
        S.abs(_X) >= _k + _l,
        conj(
            _SECOND.differs(0),
            (_SECOND * (-_J / _SECOND)).equals(-_J),
            -_J / _SECOND <= _g,
            -(-_J / _SECOND) <= _g,
            _X * _SECOND <= 0,
        ),
    ),
)


def small_script() -> Node:
    """Where M > 0, L >= 0 are known."""
    r = -_J / _SECOND

    def signed(sign: int) -> Node:
        """The second weight is at most -kk, or at least kk."""
        facts = [
            (sign * _SECOND <= -_k, auto("size")),
            (_SECOND.differs(0), auto("not 0")),
            (_X * _SECOND <= 0, auto("opposite signs")),
            ((r * _SECOND).equals(-_J), auto("d Z = -J")),
            (_g * _k <= -sign * _SECOND * _g, auto("g kk <= g |Z|")),
        ]
        ends = [(r <= _g, auto("d <= g")), (-r <= _g, auto("-d <= g"))]
        return lemmas([*facts, *ends], node("both", *[auto("small")] * 5))

    return _under(_SMALL_NAMES, 8, case(S.abs(_X).json, signed(1), signed(-1)))


# --- all pairs -----------------------------------------------------------------------------------

g, kk, _r, _so_far = var("gap"), var("low"), var("j"), var("pp")
_whole = var("nn")
BOUND = SHARE + 5 * L * g / 2


def threshold(index: Term) -> Term:
    """(index + 3/4)/M: from here on the pairs up to ``index`` have done their work."""
    return knot(index + 1, M) - H / 4


def claim(index: Term, partial: Term) -> Json:
    """The pairs up to ``index``: their line beyond the threshold, close to f before it."""
    reached = implies(x >= threshold(index), partial.equals(line(index)))
    before = implies(x < threshold(index), S.abs(partial - f(x)) <= BOUND)
    return conj(reached, before)


_i = var("i")
_CELL_E = x - knot(_i, M)


def lines(top: Term) -> Json:
    """Every line up to ``top`` is close to f on its cell and a little beyond."""
    close = S.abs(line(_i) - f(x)) <= BOUND
    cell = implies(_i >= 0, _i <= top, _CELL_E >= -g, _CELL_E <= H + g, close)
    return every("i", "int", cell)


_TURN, _JUMP = turn_at(y, _i, M), jump_at(y, _i)


def turns(top: Term) -> Json:
    """The changes of slope and the jumps of L-Lipschitz functions, up to the line ``top``."""
    small = conj(_TURN <= L, -_TURN <= L, _JUMP <= L / (2 * M), -_JUMP <= L / (2 * M))
    return every("i", "int", implies(_i >= 1, _i <= top, small))


def apart(a: Term, b: Term, distance: Term, then: Node) -> Node:
    """f(a) - f(b) and f(b) - f(a) are at most L distance."""
    gap = f(a) - f(b)
    facts = conj(gap <= L * distance, -gap <= L * distance)
    return have(facts, lipschitz("f", L, a, b, distance, node("both", auto("+"), auto("-"))), then)


def line_script() -> Node:
    """Where NEAR, 1/M > 0, M/M = 1, L >= 0 are known."""
    e, at = _CELL_E, knot(_i, M)
    low, high = quarter_point(2 * _i, M), quarter_point(2 * _i + 1, M)
    errors = [e, g, y(2 * _i) - f(x), y(2 * _i + 1) - f(x)]
    mixed = errors[2] * (1 - M * e) + errors[3] * (M * e)
    ends = [
        (mixed.equals(line(_i) - f(x)), auto("line - f")),
        (line(_i) - f(x) <= BOUND, auto("line +")),
        (f(x) - line(_i) <= BOUND, auto("line -")),
    ]
    size = S.abs(line(_i) - f(x))
    close = lemmas(ends, case(size.json, auto("+"), auto("-")))
    inside = [
        (at >= 0, auto("k/M >= 0")),
        (at + H <= 1, auto("(k+1)/M <= 1")),
        ((M * at).equals(_i), auto("M k/M")),
    ]
    second = apart(high, x, S.abs(e - 3 * H / 4), known(NEAR, errors, close))
    body = lemmas(inside, apart(low, x, S.abs(e - H / 4), second))
    return _under("i", 4, body)


def turns_script() -> Node:
    """Where 1/M > 0, M/M = 1, L >= 0 are known."""
    points = [2 * _i + 1, 2 * _i, 2 * (_i - 1) + 1, 2 * (_i - 1)]
    at = knot(_i, M)
    body = node("both", *[auto("turns")] * 4)
    for a, b in pairwise(points):
        body = apart(quarter_point(a, M), quarter_point(b, M), H / 2, body)
    inside = [(at - H >= 0, auto("(k-1)/M >= 0")), (at + H <= 1, auto("(k+1)/M <= 1"))]
    return _under("i", 2, lemmas(inside, body))


def on_line(index: Term, top: Term) -> Node:
    """|line - f(x)| <= BOUND, where x is at most g outside of the cell, 0 <= index <= top."""
    return known(lines(top), [index], auto("on the line"))


def pair_known(index: Term, first: Term, size: Node, then: Node, top: Term) -> Node:
    """SMALL for the pair at index/M, 1 <= index <= top; ``size`` shows |first| >= kk + L."""
    turn, jump = turn_at(y, index, M), jump_at(y, index)
    small = known(SMALL, [first, turn, jump, g, kk, L], then)
    return known(turns(top), [index], have(S.abs(first) >= kk + L, size, small))


def step(
    previous: Term, index: Term, first: Term, before: Term, after: Term, equal: Node, top: Term
) -> Node:
    """claim(index, after) from claim(previous, before), where previous + 1 = index.

    Needs :func:`pair_known`; ``equal`` shows that ``after`` is ``before`` and the pair.
    """
    u, a, b = x - knot(index, M), line(index - 1), line(index)
    gap, second = gap_of_pair(y, index, M, first), second_of_pair(y, index, M, first)
    reached, close = claim(previous, before).json[1:]
    jump, turn = jump_at(y, index), turn_at(y, index, M)
    lines = have(b.equals(a + jump + turn * u), auto("line to line", 5), auto("b", 5))
    return known(
        STEP,
        [u, gap, before, a, b, f(x), first, second, g, H / 4, BOUND, after],
        node("both", _instance(2, "reached"), _instance(1, "close")),
        auto("g >= 0"),
        auto("g <= h/4"),
        auto("h > 0"),
        auto("d <= g"),
        auto("-d <= g"),
        auto("X Z <= 0"),
        lines,
        intro("", known(reached, [], auto("line so far", 5))),
        intro("", known(close, [], auto("close so far"))),
        intro("", intro("", on_line(index - 1, top))),
        intro("", intro("", on_line(index, top))),
        equal,
    )


def _instance(back: int, label: str) -> Node:
    """An implication, from the implication that became known ``back`` places before the end."""
    return intro("", look(lambda c: use(len(c.rules) - back, [], auto(label, 5), auto(label, 5))))


def _one_more(weights: Weights, previous: Term, index: Term, first: Term) -> Json:
    """For any sum so far: claim(index) of it and the pair, from claim(previous) of it."""
    reached, close = claim(previous, _so_far).json[1:]
    return reals("pp", implies(reached, close, claim(index, _so_far + weights.pair(index, first))))


def _one_more_script(
    previous: Term, index: Term, first: Term, after: Term, size: Node, top: Term
) -> Node:
    one = step(previous, index, first, _so_far, after, auto("one more pair", 5), top)
    return intro("pp", intro("", intro("", pair_known(index, first, size, one, top))))


def _from_one_more(formula: Json, at: list[Term], before: Json, then: Node, *first: Node) -> Node:
    """Instantiate :func:`_one_more`, where the claim ``before`` is known."""
    parts = [intro("", known(part, [], auto("so far", 5))) for part in before.json[1:]]
    return known(formula, at, then, *first, *parts)


def _defined(index: Term, first: Term, size: Node, top: Term) -> tuple[Json, Node]:
    """The second weight of a pair is not 0."""
    return second_of_pair(y, index, M, first).differs(0), pair_known(
        index, first, size, auto("Z != 0"), top
    )


def pairs_known(weights: Weights, then: Node, sizes: Callable[[Term], Node]) -> Node:
    """claim(top) for all pairs; needs top >= len(early), 0 <= x <= 1, NEAR, STEP and SMALL.

    ``sizes(X)`` shows |X| >= kk + L.
    """
    count, last, top = len(weights.early), q + 1, weights.top
    start = node(
        "both",
        intro("", auto("line of cell 0")),
        intro("", have(weights.start(0).equals(line(ZERO)), auto("line 0"), on_first(top))),
    )
    facts: list[tuple[Json, Node]] = [(claim(ZERO, weights.start(0)), start)]
    for i, first in enumerate(weights.early):
        previous, index = S.const(i), S.const(i + 1)
        formula = _one_more(weights, previous, index, first)
        after = _so_far + weights.pair(index, first)
        facts.append((formula, _one_more_script(previous, index, first, after, sizes(first), top)))
        facts.append(_defined(index, first, sizes(first), top))
        before, done = (claim(S.const(c), weights.start(c)) for c in (i, i + 1))
        grown = node("both", *[_instance(back, "the same sum") for back in (2, 1)])
        facts.append((done, _from_one_more(formula, [weights.start(i)], before, grown)))
    next_ = _one_more(weights, _r, _r + 1, Y)
    generic = every("j", "int", implies(_r >= count, _r + 1 <= top, next_))
    after = _so_far + weights.pair(_r + 1, Y)
    grow = _one_more_script(_r, _r + 1, Y, after, sizes(Y), top)
    facts.append((generic, intro("j", intro("", intro("", grow)))))
    nonzero, proof = _defined(_r + 1, Y, sizes(Y), top)
    defined = every("j", "int", implies(_r >= count, _r + 1 <= top, nonzero))
    facts.append((defined, intro("j", intro("", intro("", proof)))))

    def within(index: Term, partial: Term) -> Json:
        return implies(index <= top, claim(index, partial))

    bottom = S.const(count)
    joined = again(bottom, weights.start(count), weights.partial(bottom))
    empty = node("empty", auto("no more pairs"), joined, on=weights.rest(bottom).json)
    before, after = claim(q, weights.partial(q)), weights.partial(q) + weights.pair(last, Y)
    more = again(last, after, weights.partial(last))
    grown = node("unfold", auto("range"), more, on=weights.rest(last).json)
    inner = _put(_one_more(weights, _r, _r + 1, Y), "j", q.json)
    chosen = _from_one_more(inner, [weights.partial(q)], before, grown)
    ranges = [auto("q >= count"), auto("q + 1 <= top")]
    more = known(defined, [q], known(generic, [q], chosen, *ranges), *ranges)
    whole = every("q", "int", implies(q >= count, within(q, weights.partial(q))))
    end = induct(
        "q",
        str(count),
        within(q, weights.partial(q)),
        intro("", empty),
        intro("", known(within(q, weights.partial(q)), [], more)),
        known(whole, [top], then),
    )
    return lemmas(facts, end)


def _put(formula: Json, name: str, value: Json) -> Json:
    formula = plain_json(formula)
    if isinstance(formula, str):
        return value if formula == name else formula
    return [_put(part, name, value) for part in formula]


#: |n - f(x)| <= BOUND from |p - f(x)| <= BOUND with n = p
SAME: Json = reals(
    "nn pp",
    implies(
        _whole.equals(_so_far),
        S.abs(_so_far - f(x)) <= BOUND,
        S.abs(_whole - f(x)) <= BOUND,
    ),
)


def same_script() -> Node:
    close = S.abs(_so_far - f(x)) <= BOUND
    return _under("nn pp", 2, _bars(close, "close"))


def again(index: Term, old: Term, new: Term) -> Node:
    """claim(index, new), where claim(index, old) and SAME are known and the sums are equal."""
    reached, close = claim(index, old).json[1:]
    equal = auto("equal sums", 5)
    moved = known(SAME, [new, old], auto("close", 5), equal, auto("close", 5))
    return node(
        "both",
        intro("", known(reached, [], auto("reached", 5))),
        intro("", known(close, [], moved)),
    )


def _bars(bounded: Json, label: str) -> Node:
    """|s| <= B from |t| <= B with s = t."""
    return case(bounded.json[1], bounded_goal(label), bounded_goal(label))


def on_first(top: Term) -> Node:
    """|start(0) - f(x)| <= BOUND from the line of cell 0."""
    size = S.abs(line(ZERO) - f(x))
    return have(
        size <= BOUND, on_line(ZERO, top), case(size.json, bounded_goal("+"), bounded_goal("-"))
    )


# --- the networks and their error ----------------------------------------------------------------

STEEPNESS = Y >= kk + M * S.abs(y(0)) + 2 * L
GAPS = [g >= 0, 8 * M * g <= 1, kk > 0, L / (2 * M) <= g * kk, STEEPNESS]
FREE, LEFT = Weights(()), Weights(left_weights(y, M, Y))


def left_pair(index: Term, first: Term) -> Term:
    """X ReLU(k/M - x) + Z ReLU(x - k/M - d): the first kink faces left."""
    gap, second = gap_of_pair(y, index, M, first), second_of_pair(y, index, M, first)
    return first * relu(knot(index, M) - x) + second * relu(x - knot(index, M) - gap)


#: 2M units: a constant, a slope and M - 1 pairs
FREE_NETWORK = y(0) * relu(0 * x + 1) + cell_slope(y, ZERO, M) * relu(x) + FREE.rest(M - 1)
_PAIRS = [left_pair(S.const(i + 1), first) for i, first in enumerate(LEFT.early)]
#: 2M - 2 units: M - 1 pairs, of which three have a kink that faces left
LEFT_NETWORK = _PAIRS[0] + _PAIRS[1] + _PAIRS[2] + LEFT.rest(M - 1)


def error(network: Term) -> Term:
    return S.abs(network - f(x))


def everywhere(network: Term, bound: Term) -> Json:
    return every("x", "real", implies(x >= 0, x <= 1, error(network) <= bound))


def bounded(network: Term) -> Json:
    """For all gaps and all steepnesses that fit: |G - f| <= L/(4M) + (5/2) L gap on [0, 1]."""
    return reals("gap low Y", implies(*GAPS, everywhere(network, BOUND)))


def line_sizes(then: Node) -> Node:
    """|s_0| <= L/2."""
    s0 = cell_slope(y, ZERO, M)
    ends = [(2 * s0 <= L, auto("slope +")), (-2 * s0 <= L, auto("slope -"))]
    first, second = quarter_point(ONE, M), quarter_point(ZERO, M)
    return have(H <= 1, auto("h <= 1"), apart(first, second, H / 2, lemmas(ends, then)))


def size_script(first: Term) -> Node:
    """|X| >= kk + L, from the size of Y, |s_0| <= L/2 and L >= 0."""
    return case(S.abs(first).json, *[case(S.abs(y(0)).json, auto("size"), auto("size"))] * 2)


def bounded_script(
    weights: Weights,
    end: Node,
    sizes: Callable[[Term], Node] = size_script,
    names: str = "gap low Y",
    premises: int = len(GAPS),
) -> Node:
    """Proof of :func:`bounded`; needs STEP, M >= 1 and top >= len(early), L >= 0, f Lipschitz.

    ``end`` shows the bound at x from claim(top) for all pairs, as :func:`same_network` does.
    ``names`` and ``premises`` are those of a bound that has more of them than :func:`bounded`.
    """
    facts = [
        (M > 0, auto("M > 0")),
        (H > 0, auto("1/M > 0")),
        ((M * H).equals(1), auto("M/M = 1")),
        (NEAR, near_script()),
        (SMALL, small_script()),
        (turns(weights.top), turns_script()),
    ]
    inside = pairs_known(weights, end, sizes)
    lines_ = (lines(weights.top), line_script())
    close = lemmas(
        [(g <= H / 4, auto("g <= h/4")), lines_, (SAME, same_script())],
        line_sizes(inside),
    )
    body = intro("x", intro("", intro("", close)))
    return lemmas(facts, _under(names, premises, body))


# --- for every eps above the bound ---------------------------------------------------------------

_mu = var("mu")


def largest_gap(margin: Term) -> Term:
    return margin / (8 * M * (margin + L))


def least_weight(margin: Term) -> Term:
    return 4 * (margin + L) * (margin + L) / margin


def _chosen(margin: Term) -> Json:
    gap, low = largest_gap(margin), least_weight(margin)
    return conj(
        gap >= 0,
        8 * M * gap <= 1,
        low > 0,
        L / (2 * M) <= gap * low,
        5 * L * gap / 2 <= margin / 2,
    )


#: the gap and the weight that fit a margin
CHOICE: Json = reals("mu", implies(_mu > 0, _chosen(_mu)))


def choice_script() -> Node:
    """Where M >= 1 and L >= 0 are known."""
    gap, low = largest_gap(_mu), least_weight(_mu)
    sum_ = _mu + L
    facts = [
        (M > 0, auto("M > 0")),
        (sum_ > 0, auto("mu + L > 0")),
        (M * sum_ > 0, auto("M (mu + L) > 0")),
        (8 * M * sum_ > 0, auto("8 M (mu + L) > 0")),
        (1 / _mu > 0, auto("1/mu > 0")),
        (H > 0, auto("1/M > 0")),
        ((gap * (8 * M * sum_)).equals(_mu), auto("gap")),
        (gap >= 0, auto("gap >= 0")),
        ((low * _mu).equals(4 * sum_ * sum_), auto("low")),
        (low > 0, auto("low > 0")),
        (M * gap * sum_ >= M * gap * _mu, auto("M gap mu")),
        (8 * M * gap <= 1, auto("8 M gap <= 1")),
        ((gap * low * M * 2).equals(sum_), auto("2 M gap low = mu + L")),
        (L / (2 * M) <= gap * low, auto("gap low")),
        (L * gap * 8 <= _mu, auto("8 L gap <= mu")),
    ]
    return _under("mu", 1, lemmas(facts, node("both", *[auto("chosen")] * 5)))


def width(network: Term, cells: Json, units: Json, share: Term) -> Json:
    """N units are enough where ``share`` < eps: one bound below eps, one network for every x."""
    bound = (share + eps) / 2
    return statement(
        {"N": "int", "M": "int", "L": "real", "eps": "real"},
        [eps > 0, units, cells, share < eps, LIPSCHITZ],
        conj(bound < eps, exists("Y", "real", everywhere(network, bound))),
        FUNCTIONS,
    )


LEFT_STATEMENT = width(LEFT_NETWORK, M >= 4, N.equals(2 * M - 2), L / (2 * (N + 2)))
FREE_STATEMENT = width(FREE_NETWORK, M >= 1, N.equals(2 * M), L / (2 * N))


def width_script(network: Term, bounded_: Node, share: Term) -> Node:
    """With the gap and the weight that fit eps - L/(4M)."""
    gap, low = largest_gap(MARGIN), least_weight(MARGIN)
    facts = [
        (M > 0, auto("M > 0")),
        (share.equals(SHARE), auto("4M")),
        (MARGIN > 0, auto("margin")),
        (CHOICE, choice_script()),
        (bounded(network), bounded_),
    ]
    close = use_all(lambda rule: rule[0] == "all", [x], 2, auto("the bound"))
    chosen = known(
        bounded(network),
        [gap, low, STEEP],
        _under("x", 2, close),
        *[auto(says) for says in ("gap >= 0", "8 M gap <= 1", "low > 0", "gap low", "Y")],
    )
    witness = node("some", chosen, **{"is": STEEP.json})
    body = known(CHOICE, [MARGIN], node("both", auto("< eps"), witness))
    return have(STEP, step_script(), nonnegative_constant(lemmas(facts, body)))
