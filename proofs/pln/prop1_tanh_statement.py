"""The statements of pln.prop1.tanh and their proofs: every N, L, eps and f at once."""

from __future__ import annotations

from fractions import Fraction

from constructions.terms import Json, Term, conj, every, exists, var
from proofs.library.exponential import EXP_MONOTONE, axiom, have_exp
from proofs.library.lipschitz import nonnegative_constant
from proofs.pln.bound import (
    HALFWAY,
    LIPSCHITZ,
    WIDTH,
    Family,
    class_bound,
    every_step,
    gap,
    have_cell_bound,
    network,
    on_domain,
    steps,
    width_facts,
)
from proofs.pln.exponential import TANH_FAR, TANH_SMOOTH, have_tanh
from proofs.pln.symbols import (
    LEVEL,
    ONE,
    L,
    N,
    S,
    eps,
    f,
    h,
    jumps,
    k,
    lam,
    offset,
    t,
    x,
)
from proofs.pln.thm1_sums import known
from proofs.pln.units import step_facts, step_known
from proofs.trees.script import (
    Node,
    auto,
    bounded_goal,
    case,
    have,
    intro,
    lemmas,
    look,
    node,
    split,
    statement,
    use,
)


def s(scale: Term, at: Term) -> Term:
    """One unit, tanh(lambda t) at t = x + b_hat."""
    return S.tanh(scale * at)


def G(scale: Term) -> Term:
    """sum_{k<N} alpha_hat_k tanh(lambda (x - k/N)) + alpha_hat_N tanh(lambda (x + 1))."""
    return network(lambda index: s(scale, offset(index)), s(scale, x + 1))


def shows(family: Family) -> Json:
    """halfway < eps, and some lambda > 0 gives an error of at most that on [0, 1]."""
    near = on_domain(family.error(lam) <= HALFWAY)
    return conj(HALFWAY < eps, exists("lam", "real", conj(lam > 0, near)))


def _sharp() -> Node:
    """lambda = 2N/gap: (1 - tanh(lambda t)) (1 + lambda t) <= 1 and lambda t >= 1/gap."""
    scale = FAMILY.scale(gap)
    at = scale * t
    facts = node(
        "both", auto("-1 <= s"), auto("s <= 1"), signed(at), far_half(at, 1), far_half(at, -1)
    )
    positive = [
        (1 / gap > 0, auto("1/gap > 0")),
        (scale > 0, auto("lambda > 0")),
        ((scale * h).equals(2 / gap), auto("lambda h = 2/gap")),
    ]
    both = node("both", auto("lambda > 0"), intro("t", facts))
    return intro("gap", intro("", lemmas(positive, both)))


def _half(at: Term, side: int, then: Node) -> Node:
    """The half of TANH_SMOOTH at ``at`` for this side."""
    chosen = look(
        lambda context: use(
            len(context.rules) - (2 if side > 0 else 1), [], auto("side of 0"), then
        )
    )
    return known(TANH_SMOOTH, [at], chosen)


def signed(at: Term) -> Node:
    def side(sign: int) -> Node:
        return have(sign * at >= 0, auto("lambda t"), _half(at, sign, auto("s t >= 0")))

    return split(t.json, side(1), side(-1))


def far_half(at: Term, sign: int) -> Node:
    """1 - |s| <= gap where |t| >= h/2."""
    steep = (sign * at >= 1 / gap, auto("lambda |t| >= 1/gap"))
    value = 1 - sign * S.tanh(at)
    facts = lemmas([(value * (1 / gap) <= 1, auto("(1 - |s|)/gap <= 1"))], auto("1 - |s| <= gap"))
    return intro(
        "",
        lemmas([steep, (sign * at >= 0, auto("lambda |t| >= 0"))], _half(at, sign, facts)),
    )


# --- the exact rate: |sign t - tanh(lambda t)| <= 2/(e^(lambda/N) + 1) for |t| >= 1/(2N) ----------

scale = var("scale")  #: of the weights of all steps


def missing(steepness: Term) -> Term:
    """2/(e^a + 1), which is 1 - tanh(a/2)."""
    return 2 / (S.exp(steepness) + 1)


def steep_facts(value: Term) -> Json:
    """For all t: tanh(value t) is a step with error 2/(e^(value/N) + 1)."""
    return every("t", "real", step_facts(S.tanh(value * t), t, missing(value * h)))


def steep_script(value: Term) -> Node:
    """Proof of :func:`steep_facts` where value > 0 and h > 0 are known."""
    at = value * t

    def far(sign: int) -> Node:
        low, high = S.exp(value * h), S.exp(2 * sign * at)
        facts = lemmas(
            [
                (low + 1 > 0, auto("e^(lambda h) + 1 > 0")),
                (high + 1 > 0, auto("e^(2 lambda |t|) + 1 > 0")),
                (2 / (high + 1) <= 2 / (low + 1), auto("2/(e^b + 1) <= 2/(e^a + 1)")),
            ],
            auto("1 - |s| <= 2/(e^(lambda h) + 1)"),
        )
        longer = (value * h <= 2 * sign * at, auto("lambda h <= 2 lambda |t|"))
        monotone = known(EXP_MONOTONE, [value * h, 2 * sign * at], known(TANH_FAR, [at], facts))
        return intro("", have(*longer, monotone))

    facts = node("both", auto("-1 <= s"), auto("s <= 1"), signed(at), far(1), far(-1))
    return intro("t", facts)


#: the last unit has w = 0 and b = 1: it is exactly the constant tanh(1) > 0
UNIFORM_G = steps(lambda index: s(scale, offset(index)), N - 1) + LEVEL / S.tanh(ONE) * S.tanh(
    0 * x + 1
)
MARGIN = eps - L / (2 * N)
STEEP_ENOUGH: Json = N * S.log(1 + 2 * L / MARGIN) <= scale
UNIFORM_GIVEN = [eps > 0, scale > 0, WIDTH, STEEP_ENOUGH, LIPSCHITZ]
UNIFORM = statement(
    {"N": "int", "L": "real", "eps": "real", "scale": "real"},
    UNIFORM_GIVEN,
    conj(HALFWAY < eps, on_domain(S.abs(UNIFORM_G - f(x)) <= HALFWAY)),
    {"f": 1},
)


def have_spent(value: Term, then: Node) -> Node:
    """2/(e^(value/N) + 1) L <= eps - L/(2N), where N log(1 + 2L/margin) <= value."""
    X, small = 1 + 2 * L / MARGIN, missing(value * h)
    E = S.exp(value * h)
    spent = lemmas(
        [
            (E >= X, auto("e^(lambda h) >= 1 + 2L/margin")),
            (E * MARGIN >= 2 * L, auto("e^(lambda h) margin >= 2 L")),
            (E + 1 > 0, auto("e^(lambda h) + 1 > 0")),
            (2 * L <= MARGIN * (E + 1), auto("2 L <= margin (e^(lambda h) + 1)")),
            (small >= 0, auto("2/(e^(lambda h) + 1) >= 0")),
            (small * L <= MARGIN, auto("gap L <= margin")),
        ],
        then,
    )
    monotone = known(EXP_MONOTONE, [S.log(X), value * h], spent)
    of_log = axiom("exp-log", [X], monotone, 1)
    numbers = [
        (MARGIN > 0, auto("margin > 0")),
        (2 * L / MARGIN >= 0, auto("2L/margin >= 0")),
        (X > 0, auto("1 + 2L/margin > 0")),
        (S.log(X) <= value * h, auto("log(1 + 2L/margin) <= lambda/N")),
    ]
    return lemmas(numbers, of_log)


def uniform_script() -> Node:
    small = missing(scale * h)
    constant = UNIFORM_G.equals(steps(lambda index: s(scale, offset(index)), N - 1) + LEVEL)
    cell = steps(lambda index: s(scale, offset(index)), N - 1) + LEVEL - f(x)
    end = case(S.abs(cell).json, *[case(S.abs(UNIFORM_G - f(x)).json, auto(), auto())] * 2)
    whole = class_bound(s, scale, small, have(constant, auto("the constant unit"), end), STEEP)
    at_x = intro("x", intro("", intro("", whole)))
    numbers = node("both", auto("halfway < eps"), at_x)
    half = S.tanh(ONE) >= Fraction(1, 2)
    positive = have(S.tanh(ONE) > 0, auto("tanh(1) > 0"), numbers)
    known_half = have(half, _half(ONE, 1, auto("tanh(1) >= 1/2")), positive)
    rest = width_facts(have(STEEP, steep_script(scale), have_spent(scale, known_half)))
    return have_exp(have_tanh(rest))


STEEP: Json = steep_facts(scale)
#: for every lambda, N and f: the error, with its exponential rate
RATE = statement(
    {"N": "int", "L": "real", "x": "real", "scale": "real"},
    [N > 0, scale > 0, LIPSCHITZ, x >= 0, x <= 1],
    S.abs(G(scale) - f(x))
    <= L / (2 * N) + missing(scale * h) * jumps(N - 1) + missing(2 * scale) * S.abs(LEVEL),
    {"f": 1},
)


def rate_script() -> Node:
    last, size, small = s(scale, x + 1), S.abs(LEVEL), missing(2 * scale)
    unit = steps(lambda index: s(scale, offset(index)), N - 1) + LEVEL - f(x)

    def facts_at(context: object) -> Node:
        return known(STEEP, [offset(k)], step_known())

    level = [
        (S.exp(2 * scale) + 1 > 0, auto("e^(2 lambda) + 1 > 0")),
        (S.exp(2 * (scale * (x + 1))) + 1 > 0, auto("e^(2 lambda (x + 1)) + 1 > 0")),
        (
            2 / (S.exp(2 * (scale * (x + 1))) + 1) <= small,
            auto("2/(e^b + 1) <= 2/(e^a + 1)"),
        ),
        (1 - last <= small, auto("1 - s_N")),
        (LEVEL * (1 - last) <= size * small, auto("level, +")),
        (-LEVEL * (1 - last) <= size * small, auto("level, -")),
    ]
    close = case(S.abs(unit).json, bounded_goal("the error"), bounded_goal("the error"))
    longer = (2 * scale <= 2 * (scale * (x + 1)), auto("2 lambda <= 2 lambda (x + 1)"))
    monotone = known(
        EXP_MONOTONE,
        [2 * scale, 2 * (scale * (x + 1))],
        known(TANH_FAR, [scale * (x + 1)], lemmas(level, close)),
    )
    small_cell = missing(scale * h)
    positive = [
        (S.exp(scale * h) + 1 > 0, auto("e^(lambda h) + 1 > 0")),
        (small_cell >= 0, auto("2/(e^(lambda h) + 1) >= 0")),
    ]
    cell = have_cell_bound(
        lambda index: s(scale, offset(index)), small_cell, have(*longer, monotone)
    )
    every_unit = have(
        every_step(lambda index: s(scale, offset(index)), small_cell),
        intro("k", look(facts_at)),
        cell,
    )
    steep = have(STEEP, steep_script(scale), lemmas(positive, every_unit))
    return have_exp(have_tanh(nonnegative_constant(have(h > 0, auto("h > 0"), steep))))


FAMILY = Family(s, G, LEVEL, lambda then: then, lambda small: 2 * N / small, _sharp)
GIVEN = [eps > 0, WIDTH, LIPSCHITZ]
SORTS = {"N": "int", "L": "real", "eps": "real"}
FUNCTIONS = {"f": 1}
STATEMENT = statement(SORTS, GIVEN, shows(FAMILY), FUNCTIONS)


def statement_script() -> Node:
    return have_exp(have_tanh(FAMILY.statement_script()))
