"""The statements of pln.prop1.sigmoid and their proofs: every N, L, eps and f at once.

With sigma(u) = (1 + tanh(u/2))/2 the network is sum alpha_hat_k tanh(lambda t_k/2) +
(f(1/(2N)) + f((2N-1)/(2N)))/2 - f(1/(2N))/2 (1 - tanh(lambda (x + 1)/2)).
"""

from __future__ import annotations

from constructions.terms import Json, Term, conj, every, exists, implies, total, var
from proofs.library.exponential import EXP_MONOTONE, have_exp
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
    on_domain,
    steps,
    width_facts,
)
from proofs.pln.exponential import SIGMOID_TANH, TANH_FAR, have_sigmoid, have_tanh, sigma
from proofs.pln.prop1_tanh_statement import (
    MARGIN,
    far_half,
    have_spent,
    missing,
    signed,
    steep_facts,
    steep_script,
)
from proofs.pln.symbols import (
    LEVEL,
    ONE,
    ZERO,
    L,
    N,
    S,
    eps,
    f,
    h,
    jumps,
    k,
    lam,
    m,
    offset,
    t,
    x,
    y,
)
from proofs.pln.thm1_sums import each_sum, known
from proofs.pln.units import step_known
from proofs.trees.script import (
    Node,
    auto,
    bounded_goal,
    case,
    have,
    induct,
    intro,
    lemmas,
    look,
    node,
    same,
    split,
    statement,
)

FIRST = y(ONE)  #: alpha_N = f(1/(2N))


def weight(index: Term) -> Term:
    """alpha_j of Eq. 34."""
    return y(index + 1) - y(index)


def sigmoids(scale: Term, high: Term) -> Term:
    """sum_{j<=high} alpha_j sigma(lambda (x - j/N))."""
    return total("k", 1, high, weight(k) * sigma(scale * offset(k)))


def G(scale: Term) -> Term:
    """sum_{j<N} alpha_j sigma(lambda (x + b_j)) + alpha_N sigma(lambda (x + 1))."""
    return sigmoids(scale, N - 1) + FIRST * sigma(scale * (x + 1))


def s(scale: Term, at: Term) -> Term:
    """2 sigma(lambda t) - 1 = tanh(lambda t/2)."""
    return S.tanh(scale / 2 * at)


def have_defined(at: Term, then: Node) -> Node:
    """1 + e^-t > 0, so sigma(t) is defined."""
    return have(1 + S.exp(-at) > 0, auto("1 + e^-t > 0"), then)


def have_regrouped(scale: Term, then: Node) -> Node:
    """sum_{j<N} alpha_j sigma_j = sum_{j<N} alpha_hat_j s_j + (y_N - y_1)/2, where N > 0."""

    def tanhs(high: Term) -> Term:
        return steps(lambda index: s(scale, offset(index)), high)

    def equal(high: Term) -> Json:
        return sigmoids(scale, high).equals(tanhs(high) + (y(high + 1) - y(ONE)) / 2)

    last = m + 1
    sums = (lambda high: sigmoids(scale, high), tanhs)
    half = scale * offset(last) / 2
    same_unit = (
        S.tanh(half).equals(s(scale, offset(last))),
        auto("tanh(lambda t/2)"),
    )
    more = have(*same_unit, each_sum("unfold", sums, last, auto("one more unit")))
    one = known(SIGMOID_TANH, [scale * offset(last)], more)
    base = each_sum("empty", sums, ZERO, same(y(ZERO + 1), y(ONE), auto("no units")))
    whole: Json = every("m", "int", implies(m >= 0, equal(m)))
    at_top = same(y(N), y(N - 1 + 1), auto("the sum"))
    shown = sigmoids(scale, N - 1).equals(tanhs(N - 1) + (y(N) - y(ONE)) / 2)
    proof = induct(
        "m",
        "0",
        equal(m),
        base,
        have_defined(scale * offset(last), one),
        known(whole, [N - 1], at_top),
    )
    at_least_one = have(N >= 1, split((N - 1).json, auto("N >= 1"), auto("N > 0")), proof)
    return have(shown, at_least_one, then)


def regroup(scale: Term, then: Node) -> Node:
    last = (S.tanh(scale * (x + 1) / 2).equals(s(scale, x + 1)), auto("tanh(lambda (x + 1)/2)"))
    constant = known(SIGMOID_TANH, [scale * (x + 1)], have(*last, then))
    return have_regrouped(scale, constant)


def shows(family: Family) -> Json:
    """halfway < eps, and some lambda > 0 gives an error of at most that on [0, 1]."""
    near = on_domain(family.error(lam) <= HALFWAY)
    return conj(HALFWAY < eps, exists("lam", "real", conj(lam > 0, near)))


def _sharp() -> Node:
    """lambda = 4N/gap, twice that of tanh."""
    scale = FAMILY.scale(gap)
    at = scale / 2 * t
    facts = node(
        "both", auto("-1 <= s"), auto("s <= 1"), signed(at), far_half(at, 1), far_half(at, -1)
    )
    positive = [
        (1 / gap > 0, auto("1/gap > 0")),
        (scale > 0, auto("lambda > 0")),
        ((scale / 2 * h).equals(2 / gap), auto("lambda h/2 = 2/gap")),
    ]
    both = node("both", auto("lambda > 0"), intro("t", facts))
    return intro("gap", intro("", lemmas(positive, both)))


FAMILY = Family(
    s,
    G,
    FIRST / 2,
    lambda then: regroup(lam, then),
    lambda small: 4 * N / small,
    _sharp,
    lambda then: have_defined(lam * (x + 1), then),
)
GIVEN = [eps > 0, WIDTH, LIPSCHITZ]
SORTS = {"N": "int", "L": "real", "eps": "real"}
FUNCTIONS = {"f": 1}
STATEMENT = statement(SORTS, GIVEN, shows(FAMILY), FUNCTIONS)


def statement_script() -> Node:
    return have_exp(have_tanh(have_sigmoid(FAMILY.statement_script())))


# --- one hidden layer for every f of the class, and the rate --------------------------------------

scale = var("scale")
#: the last unit has w = 0 and b = 0: it is exactly the constant sigma(0) = 1/2
UNIFORM_G = sigmoids(scale, N - 1) + 2 * FIRST * sigma(0 * x + 0)
STEEP_ENOUGH: Json = 2 * N * S.log(1 + 2 * L / MARGIN) <= scale
UNIFORM_GIVEN = [eps > 0, scale > 0, WIDTH, STEEP_ENOUGH, LIPSCHITZ]
UNIFORM = statement(
    {"N": "int", "L": "real", "eps": "real", "scale": "real"},
    UNIFORM_GIVEN,
    conj(HALFWAY < eps, on_domain(S.abs(UNIFORM_G - f(x)) <= HALFWAY)),
    {"f": 1},
)
STEEP: Json = steep_facts(scale / 2)


def _unit(index: Term) -> Term:
    return s(scale, offset(index))


def uniform_script() -> Node:
    small = missing(scale / 2 * h)
    constant = UNIFORM_G.equals(steps(_unit, N - 1) + LEVEL)
    cell = steps(_unit, N - 1) + LEVEL - f(x)
    end = case(S.abs(cell).json, *[case(S.abs(UNIFORM_G - f(x)).json, auto(), auto())] * 2)
    regrouped = have_regrouped(scale, have(constant, auto("the constant unit"), end))
    whole = class_bound(s, scale, small, regrouped, STEEP)
    at_x = intro("x", intro("", intro("", whole)))
    numbers = node("both", auto("halfway < eps"), at_x)
    positive = have(1 + S.exp(ZERO) > 0, auto("1 + e^0 > 0"), numbers)
    half = have((1 + S.exp(ZERO)).equals(2), auto("1 + e^0 = 2"), positive)
    rest = width_facts(have(STEEP, steep_script(scale / 2), have_spent(scale / 2, half)))
    return have_exp(have_tanh(have_sigmoid(rest)))


#: for every lambda, N and f: the error, with its exponential rate
RATE = statement(
    {"N": "int", "L": "real", "x": "real", "scale": "real"},
    [N > 0, scale > 0, LIPSCHITZ, x >= 0, x <= 1],
    S.abs(G(scale) - f(x))
    <= L / (2 * N) + missing(scale / 2 * h) * jumps(N - 1) + missing(scale) * S.abs(FIRST / 2),
    {"f": 1},
)


def rate_script() -> Node:
    last, size, small = s(scale, x + 1), S.abs(FIRST / 2), missing(scale)
    at = scale / 2 * (x + 1)
    level = [
        (S.exp(scale) + 1 > 0, auto("e^lambda + 1 > 0")),
        (S.exp(2 * at) + 1 > 0, auto("e^(lambda (x + 1)) + 1 > 0")),
        (2 / (S.exp(2 * at) + 1) <= small, auto("2/(e^b + 1) <= 2/(e^a + 1)")),
        (1 - last <= small, auto("1 - s_N")),
        (FIRST / 2 * (1 - last) <= size * small, auto("level, +")),
        (-(FIRST / 2) * (1 - last) <= size * small, auto("level, -")),
    ]
    cell = S.abs(steps(_unit, N - 1) + LEVEL - f(x))
    equal = G(scale).equals(steps(_unit, N - 1) + LEVEL - FIRST / 2 * (1 - last))
    close = case(cell.json, bounded_goal("the error"), bounded_goal("the error"))
    regrouped = regroup(scale, have(equal, auto("regroup"), close))
    longer = (scale <= 2 * at, auto("lambda <= lambda (x + 1)"))
    monotone = known(EXP_MONOTONE, [scale, 2 * at], known(TANH_FAR, [at], lemmas(level, regrouped)))
    small_cell = missing(scale / 2 * h)
    positive = [
        (S.exp(scale / 2 * h) + 1 > 0, auto("e^(lambda h/2) + 1 > 0")),
        (small_cell >= 0, auto("2/(e^(lambda h/2) + 1) >= 0")),
    ]
    bound = have_cell_bound(_unit, small_cell, have(*longer, monotone))
    at_k = intro("k", look(lambda context: known(STEEP, [offset(k)], step_known())))
    every_unit = have(every_step(_unit, small_cell), at_k, bound)
    steep = have(STEEP, steep_script(scale / 2), lemmas(positive, every_unit))
    inner = nonnegative_constant(have(h > 0, auto("h > 0"), steep))
    return have_exp(have_tanh(have_sigmoid(have_defined(scale * (x + 1), inner))))
