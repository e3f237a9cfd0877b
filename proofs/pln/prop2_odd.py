"""Three and five ReLUs: half as many pairs of kinks, and what the odd unit is for.

Three: the constant f(1/6) on [0, 1/3], a pair of kinks at 1/3, and from there on the line that is
within (2/3) L/4 of f.  Five: two pairs between three lines.  Their first kinks face left and make
up for the value of the first line at 0, the fifth unit, ReLU(x), for its slope.

Lemmas and symbols are those of :mod:`proofs.pln.prop2_pairs_statement`; for three units M = 3/2.
"""

from __future__ import annotations

from fractions import Fraction

from constructions.relu import (
    five_weights,
    knot,
    three_gap,
    three_second,
    three_slope,
)
from constructions.terms import Json, Term, conj, exists, implies
from proofs.library.lipschitz import nonnegative_constant
from proofs.pln.prop2_pairs_statement import (
    BOUND,
    CHOICE,
    FUNCTIONS,
    LIPSCHITZ,
    MARGIN,
    NEAR,
    SHARE,
    SMALL,
    STEP,
    H,
    M,
    Weights,
    Y,
    apart,
    bounded_script,
    choice_script,
    everywhere,
    g,
    kk,
    largest_gap,
    least_weight,
    left_pair,
    near_script,
    relu,
    small_script,
    step_script,
    width,
    width_script,
    y,
)
from proofs.pln.symbols import L, N, S, eps, f, x
from proofs.pln.thm1_sums import known, reals
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


_SLOPE, _JUMP = three_slope(sixth), sixth(1) - sixth(0)
_SECOND, _GAP = three_second(sixth, Y), three_gap(sixth, Y)
_LINE = sixth(1) + _SLOPE * EDGE
THREE_NETWORK = sixth(0) * relu(0 * x + 1) + Y * relu(EDGE) + _SECOND * relu(EDGE - _GAP)


def _some_network(share: Term) -> Json:
    bound = (share + eps) / 2
    return conj(bound < eps, exists("Y", "real", everywhere(THREE_NETWORK, bound)))


THREE_STATEMENT = statement(
    {"N": "int", "L": "real", "eps": "real"},
    [eps > 0, N.equals(3), L / 6 < eps, LIPSCHITZ],
    _some_network(L / 6),
    FUNCTIONS,
)
#: for all gaps and all steepnesses that fit: |G - f| <= L/6 + (5/2) L gap on [0, 1]
_FITTING = [g >= 0, 4 * M * g <= 1, kk > 0, L / (2 * M) <= g * kk, Y >= kk + L]
_THREE_BOUNDED = reals("gap low Y", implies(*_FITTING, everywhere(THREE_NETWORK, BOUND)))


def three_script() -> Node:
    """With M = 3/2 the second piece is 1/M wide, and the pair stands at its beginning."""
    gap, low = largest_gap(MARGIN), least_weight(MARGIN)
    steep = low + L
    facts = [
        (M > 0, auto("M > 0")),
        (H > 0, auto("1/M > 0")),
        ((M * H).equals(1), auto("M/M = 1")),
        (H.equals(S.const(Fraction(2, 3))), auto("1/M = 2/3")),
        (SHARE.equals(L / 6), auto("L/(4M)")),
        ((L / (2 * M)).equals(L / 3), auto("L/(2M)")),
        (MARGIN > 0, auto("margin")),
        (CHOICE, choice_script()),
        (NEAR, near_script()),
        (SMALL, small_script()),
        (STEP, step_script()),
        (_THREE_BOUNDED, _three_bounded_script()),
    ]
    close = use_all(lambda rule: rule[0] == "all", [x], 2, auto("the bound"))
    shown = known(_THREE_BOUNDED, [gap, low, steep], intro("x", intro("", intro("", close))))
    witness = node("some", shown, **{"is": steep.json})
    body = known(CHOICE, [MARGIN], node("both", auto("< eps"), witness))
    for_all = reals("M", implies((2 * M).equals(3), _some_network(L / 6)))
    whole = intro("M", intro("", lemmas(facts, body)))
    one = use_all(lambda rule: rule[0] == "all", [x], 2, auto("the bound"))
    same = node("some", intro("x", intro("", intro("", one))), **{"is": "Y0"})
    chosen = look(lambda c: node("obtain", same, rule=len(c.rules) - 1, **{"as": "Y0"}))
    end = known(
        for_all,
        [S.const(Fraction(3, 2))],
        node("both", auto("< eps"), chosen),
        auto("2 M = 3"),
    )
    return nonnegative_constant(have(for_all, whole, end))


def _three_bounded_script() -> Node:
    """The constant before the pair, the line behind it, and STEP between them."""
    size = S.abs(sixth(0) - f(x))
    first = S.abs(x - _middle(0))
    constant = implies(x <= THIRD + g, size <= BOUND)
    on_constant = intro(
        "",
        apart(
            _middle(0),
            x,
            first,
            have(first <= H / 4 + g, case(first.json, *[auto("distance")] * 2),
                 have(L * first <= L * (H / 4 + g), auto("times L"),
                      case(size.json, auto("constant +"), auto("constant -")))),
        ),
    )  # fmt: skip
    size = S.abs(_LINE - f(x))
    line = implies(EDGE >= -g, size <= BOUND)
    errors = [sixth(1) - f(x), sixth(2) - f(x)]
    mixed = errors[0] * (1 - M * EDGE) + errors[1] * (M * EDGE)
    ends = [
        (mixed.equals(_LINE - f(x)), auto("line - f")),
        (_LINE - f(x) <= BOUND, auto("line +")),
        (f(x) - _LINE <= BOUND, auto("line -")),
    ]
    close = lemmas(ends, case(size.json, auto("+"), auto("-")))
    near = known(NEAR, [EDGE, g, *errors], close)
    at_third = apart(_middle(2), x, S.abs(EDGE - 3 * H / 4), near)
    on_line = intro("", apart(_middle(1), x, S.abs(EDGE - H / 4), at_third))
    paired = Y * relu(EDGE) + _SECOND * relu(EDGE - _GAP)
    one = (THREE_NETWORK.equals(sixth(0) + paired), case(relu(0 * x + 1).json, *[auto("1")] * 2))
    turns = [
        (conj(_SLOPE <= L, -_SLOPE <= L), auto("slope")),
        (S.abs(Y) >= kk + L, case(S.abs(Y).json, auto("steep"), auto("steep"))),
    ]
    close = case(S.abs(THREE_NETWORK - f(x)).json, *[case(size.json, *[auto("line")] * 2)] * 2)
    behind = _from_step(2, known(line, [], close))
    end = split((EDGE - 3 * H / 4).json, behind, _from_step(1, auto("before")))
    whole = known(
        STEP,
        [EDGE, _GAP, sixth(0), sixth(0), _LINE, f(x), Y, _SECOND, g, H / 4, BOUND, THREE_NETWORK],
        end,
        auto("g >= 0"),
        auto("g <= h/4"),
        auto("h > 0"),
        auto("d <= g"),
        auto("-d <= g"),
        auto("X Z <= 0"),
        auto("line to line"),
        auto("the same"),
        intro("", known(constant, [], auto("constant"))),
        intro("", intro("", known(constant, [], auto("constant")))),
        intro("", intro("", known(line, [], auto("line")))),
        auto("the network"),
    )
    pair = lemmas(turns, known(SMALL, [Y, _SLOPE, _JUMP, g, kk], lemmas([one], whole)))
    jumps = apart(_middle(1), _middle(0), H / 2, apart(_middle(2), _middle(1), H / 2, pair))
    facts = [
        (g <= H / 4, auto("g <= h/4")),
        (L * g >= 0, auto("L g >= 0")),
        (SHARE.equals(L * (H / 4)), auto("L/(4M)")),
        (constant, on_constant),
        (line, on_line),
    ]
    script = intro("x", intro("", intro("", lemmas(facts, jumps))))
    for _ in _FITTING:
        script = intro("", script)
    for name in ("Y", "low", "gap"):
        script = intro(name, script)
    return script


def _from_step(back: int, then: Node) -> Node:
    """What STEP says on one side of the pair: the implication ``back`` places before the end."""
    return look(lambda c: use(len(c.rules) - back, [], auto("the side of the pair"), then))


# --- five units ----------------------------------------------------------------------------------

_X1, _X2, _AT_X = five_weights(y, M, Y)
FIVE = Weights((_X1, _X2))
FIVE_NETWORK = _AT_X * relu(x) + left_pair(S.const(1), _X1) + left_pair(S.const(2), _X2)
FIVE_STATEMENT = width(FIVE_NETWORK, M.equals(3), N.equals(5), L / 12)


def _five_equal() -> Node:
    """ReLU(t - x) = ReLU(x - t) - (x - t); there is no third pair."""
    turned = []
    for i in (1, 2):
        at = knot(S.const(i), M)
        ahead, behind = relu(at - x), relu(x - at)
        by_side = case(ahead.json, *[case(behind.json, auto(), auto())] * 2)
        turned.append((ahead.equals(behind - (x - at)), by_side))
    equal = case(relu(x).json, *[auto("the kinks that face left")] * 2)
    return node("empty", auto("M - 1 < 3"), lemmas(turned, equal), on=FIVE.rest(M - 1).json)


def five_script() -> Node:
    bounded = bounded_script(FIVE, FIVE_NETWORK, _five_equal())
    return width_script(FIVE_NETWORK, bounded, L / 12)
