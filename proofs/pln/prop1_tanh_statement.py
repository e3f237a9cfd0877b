"""The statements of pln.prop1.tanh and their proofs: every N, L, eps and f at once."""

from __future__ import annotations

from constructions.terms import Json, Term, conj, every, exists
from proofs.methods.script import (
    Node,
    auto,
    case,
    have,
    intro,
    lemmas,
    node,
    statement,
)
from proofs.pln.bound import (
    HALFWAY,
    LIPSCHITZ,
    WIDTH,
    Family,
    class_bound,
    gap,
    have_cell_bound,
    every_step,
    cell_error,
    network,
    nonnegative_constant,
    on_domain,
    steps,
    width_facts,
)
from proofs.pln.exponential import (
    EXP_MONOTONE,
    TANH_FAR,
    TANH_SMOOTH,
    axiom,
    have_exp,
    have_tanh,
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
    offset,
    t,
    x,
)
from proofs.pln.thm1_sums import known
from proofs.pln.units import step_facts, step_known


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
    facts = node("both", auto("-1 <= s"), auto("s <= 1"), _signed(at), _far(at, 1), _far(at, -1))
    positive = [
        (1 / gap > 0, auto("1/gap > 0")),
        (scale > 0, auto("lambda > 0")),
        ((scale * h).equals(2 / gap), auto("lambda h = 2/gap")),
    ]
    both = node("both", auto("lambda > 0"), intro("t", facts))
    return intro("gap", intro("", lemmas(positive, both)))


def _half(at: Term, side: int, then: Node) -> Node:
    """The half of TANH_SMOOTH at ``at`` for this side."""
    from proofs.methods.script import look, use

    chosen = look(
        lambda context: use(
            len(context.rules) - (2 if side > 0 else 1), [], auto("side of 0"), then
        )
    )
    return known(TANH_SMOOTH, [at], chosen)


def _signed(at: Term) -> Node:
    from proofs.methods.script import split

    def side(sign: int) -> Node:
        return have(sign * at >= 0, auto("lambda t"), _half(at, sign, auto("s t >= 0")))

    return split(t.json, side(1), side(-1))


def _far(at: Term, sign: int) -> Node:
    """1 - |s| <= gap where |t| >= h/2."""
    steep = (sign * at >= 1 / gap, auto("lambda |t| >= 1/gap"))
    value = 1 - sign * S.tanh(at)
    facts = lemmas(
        [(value * (1 / gap) <= 1, auto("(1 - |s|)/gap <= 1"))], auto("1 - |s| <= gap")
    )
    return intro(
        "",
        lemmas([steep, (sign * at >= 0, auto("lambda |t| >= 0"))], _half(at, sign, facts)),
    )


FAMILY = Family(s, G, LEVEL, lambda then: then, lambda small: 2 * N / small, _sharp)
GIVEN = [eps > 0, WIDTH, LIPSCHITZ]
SORTS = {"N": "int", "L": "real", "eps": "real"}
FUNCTIONS = {"f": 1}
STATEMENT = statement(SORTS, GIVEN, shows(FAMILY), FUNCTIONS)


def statement_script() -> Node:
    return have_exp(have_tanh(FAMILY.statement_script()))
