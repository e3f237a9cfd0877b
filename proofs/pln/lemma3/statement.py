"""Lemma 3: a network of N + 1 units of LN-d is a sum of N sigmoidal functions (Eq. 29-30)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from constructions.layers import Dense, Padded, layer_norm
from constructions.terms import Json, Term, app, conj, every, implies, total, var
from proofs.pln.steps_of_ramp import Unit
from proofs.pln.symbols import ONE, ZERO, N, S, d, delta, layer_norm_unit, m
from proofs.pln.thm1.sums import each_sum, known
from proofs.pln.units import (
    IDENTITY,
    ROOT,
    dimension_facts,
    identity_script,
    repeated,
    smooth_step,
)
from proofs.trees.script import (
    Node,
    auto,
    case,
    define,
    have,
    induct,
    intro,
    lemmas,
    node,
    statement,
)

u, v, t, y = var("u"), var("v"), var("t"), var("y")
n, j, i, p = var("n"), var("j"), var("i"), var("p")
Facts = list[tuple[Json, Node]]
FUNCTIONS = {"alpha": 1, "w": 2, "b": 1, "X": 2}


def alpha(index: Term) -> Term:
    return app("alpha", index)


def pre(index: Term) -> Term:
    """w_j^T x + b_j at the point p."""
    return total("i", 1, n, app("w", index, i) * app("X", p, i)) + app("b", index)


def combination(unit: Unit, high: Term = N) -> Term:
    """sum_{j=1}^{high} alpha_j unit(w_j^T x + b_j), Eq. 27."""
    return total("j", 1, high, alpha(j) * unit(pre(j)))


def ln(at: Term) -> Term:
    """The first coordinate of LN-d([t, -t, 0, ..., 0])."""
    return app("ln", at)


def first_of(at: Term, at_zero: Term | None) -> Term:
    """[1, 0, ..., 0] LN-d([t, -t, 0, ..., 0]) as Eq. 1 has it; ``at_zero`` where sigma = 0."""
    vector = Padded((at, -at), ZERO, d, S.repeated)
    chosen = Padded((ONE, ZERO), ZERO, d, S.repeated)
    return chosen.dot(layer_norm(S, vector, ZERO, at_zero=at_zero))  # type: ignore[arg-type]


#: ln abbreviates the layer of Eq. 1, with v in each coordinate where sigma = 0
LAYER: Json = every("u", "real", ln(u).equals(first_of(u, v)))
#: ln abbreviates the layer of Eq. 1 where that is defined
LAYER_PRINTED: Json = every("u", "real", implies(u.differs(0), ln(u).equals(first_of(u, None))))


def value_of(at: Term) -> Term:
    """sqrt(d/2) sign(t), and v at t = 0."""
    return ROOT * S.sign(at) + v * (1 - S.abs(S.sign(at)))


VALUE: Json = every("u", "real", ln(u).equals(value_of(u)))


#: what the unit of Eq. 1 computes, with v in each coordinate where sigma = 0
FIRST: Json = every("u", "real", first_of(u, v).equals(value_of(u)))


def first_script() -> Node:
    """Proof of FIRST where 2 <= d is known."""
    shift, scale, facts, end = _around_unit(v)
    signs = case(S.sign(scale).json, *[case(shift.json, auto(), auto())] * 3)
    cases = auto("the unit")
    for term in (S.abs(S.sign(u)), shift, S.abs(u)):
        cases = case(term.json, cases, cases)
    for term in (S.sign(u), S.sign(scale)):
        cases = case(term.json, cases, cases, cases)
    return intro("u", end([*facts, (scale + 1 - shift > 0, signs)], cases))


def value_script() -> Node:
    """Proof of VALUE from LAYER, where 2 <= d is known."""
    rest = known(FIRST, [u], known(LAYER, [u], auto("the unit")))
    return have(FIRST, first_script(), intro("u", rest))


def _around_unit(
    at_zero: Term | None,
) -> tuple[Term, Term, Facts, Callable[[Facts, Node], Node]]:
    """|sign sigma|, sigma, what is known of them, and a proof that comes to them."""
    vector = Padded((u, -u), ZERO, d, S.repeated)
    mu = vector.total() / vector.length
    centred = vector.map(lambda a: a - mu)
    squares = centred.map(lambda a: a * a)
    variance = squares.total() / vector.length
    scale = S.sqrt(variance) + ZERO
    r2, size = S.sqrt(2 / d), S.abs(u)
    rest = ZERO * S.ratio(centred.fill, scale, at_zero)
    facts: Facts = [
        ((size * size).equals(u * u), case(size.json, auto(), auto())),
        (r2 * size >= 0, auto("sqrt(2/d) |t| >= 0")),
        (S.sqrt(variance).equals(r2 * size), auto("sigma = sqrt(2/d) |t|")),
    ]

    def proof(more: Facts, then: Node) -> Node:
        inside = lemmas(more, repeated(rest, then))
        root = define(S.sqrt(variance).json, auto("variance >= 0"), inside)
        spread = have(variance.equals(2 * u * u / d), auto("variance = 2 t^2/d"), root)
        centre = have(mu.equals(0), auto("mu = 0"), repeated(squares.fill, spread))
        return dimension_facts(repeated(ZERO, centre))

    return S.abs(S.sign(scale)), scale, facts, proof


# --- the statement: delta = 0, and v where sigma = 0 ---------------------------------------------

TWICE = S.sqrt(2 * d)  #: sqrt(2 d) of Eq. 30


def sigma_v(at: Term) -> Term:
    """(t/|t| + 1)/2, and at t = 0 what the layer gives there."""
    return (S.sign(at) + v / ROOT * (1 - S.abs(S.sign(at))) + 1) / 2


def last_unit(value: Term) -> Term:
    """The unit with alpha = [sum_j alpha_j, 0, ..., 0], W = O and b = [1, -1, 0, ..., 0]."""
    return total("j", 1, N, alpha(j)) * value


NETWORK = combination(ln) + last_unit(ln(ONE))


def _scaled(factor: Term, high: Term = N) -> Term:
    """sum_j sqrt(2 d) alpha_j sigma(w_j^T x + b_j)."""
    return total("j", 1, high, factor * alpha(j) * sigma_v(pre(j)))


STATEMENT = statement(
    {"N": "int", "n": "int", "d": "int", "v": "real"},
    [d >= 2, N >= 0, LAYER],
    conj(
        every("p", "real", NETWORK.equals(_scaled(TWICE))),
        every("t", "real", S.abs(sigma_v(t)) <= 1 + S.abs(v)),
        every("t", "real", implies(t > 0, sigma_v(t).equals(1))),
        every("y", "real", implies(y < 0, sigma_v(y).equals(0))),
    ),
    {**FUNCTIONS, "ln": 1},
)


def have_twice(then: Node) -> Node:
    """sqrt(2 d) = 2 sqrt(d/2)."""
    return define(
        TWICE.json, auto("2 d >= 0"), have(TWICE.equals(2 * ROOT), auto("sqrt(2 d)"), then)
    )


def statement_script() -> Node:
    sums = (
        lambda high: combination(ln, high),
        lambda high: total("j", 1, high, alpha(j)),
        lambda high: _scaled(TWICE, high),
    )

    def claim(high: Term) -> Json:
        return (sums[0](high) + ROOT * sums[1](high)).equals(sums[2](high))

    last = m + 1
    base = each_sum("empty", sums, ZERO, auto("no units"))
    more = each_sum("unfold", sums, last, auto("one more unit"))
    whole: Json = every("m", "int", implies(m >= 0, claim(m)))
    full = known(whole, [N], auto("N units"))
    network = intro("p", induct("m", "0", claim(m), base, known(VALUE, [pre(last)], more), full))
    root = 1 / ROOT
    size = S.abs(v)
    bounded = S.abs(sigma_v(t))
    cases = auto("bounded")
    for term in (bounded, S.abs(S.sign(t)), size):
        cases = case(term.json, cases, cases)
    limits = intro(
        "t", intro("", case(S.sign(t).json, *[case(S.abs(S.sign(t)).json, auto(), auto())] * 3))
    )
    parts = node(
        "both",
        network,
        intro("t", case(S.sign(t).json, cases, cases, cases)),
        limits,
        limits,
    )
    facts: list[tuple[Json, Node]] = [
        (ROOT >= 1, auto("sqrt(d/2) >= 1")),
        (root > 0, auto("1/sqrt(d/2) > 0")),
        (root <= 1, auto("1/sqrt(d/2) <= 1")),
        (S.abs(v) * (1 - root) >= 0, case(size.json, auto(), auto())),
    ]
    one = case(S.sign(ONE).json, *[case(S.abs(S.sign(ONE)).json, auto(), auto())] * 3)
    constant = known(VALUE, [ONE], have(ln(ONE).equals(ROOT), one, parts))
    return have(VALUE, value_script(), dimension_facts(have_twice(lemmas(facts, constant))))


# --- with delta > 0 ------------------------------------------------------------------------------

COST = delta * ROOT  #: the smoothing of the unit, Eq. 6


def sigma_c(at: Term, c: Term = COST) -> Term:
    """(t/(|t| + c) + 1)/2."""
    return (smooth_step(at, c) + 1) / 2


def _units(high: Term) -> Term:
    return total("j", 1, high, alpha(j) / 2 * layer_norm_unit(pre(j)))


def _halves(high: Term) -> Term:
    return total("j", 1, high, alpha(j) / 2)


def smooth_network(factor: Term) -> Term:
    """N + 1 units of LN-d with delta > 0: the last one has W = O and b = [1, -1, 0, ..., 0].

    Its weight is ``factor`` times the sum of the others; Eq. 29 has the factor 1.
    """
    return _units(N) + _halves(N) * factor * layer_norm_unit(ONE)


SMOOTH_NETWORK = smooth_network(1 + COST)
#: it is sum_j alpha_j sigma_c(w_j^T x + b_j)
SMOOTH: Json = every("p", "real", SMOOTH_NETWORK.equals(combination(sigma_c)))
SMOOTH_STATEMENT = statement(
    {"N": "int", "n": "int", "d": "int", "delta": "real"},
    [d >= 2, delta > 0, N >= 0],
    SMOOTH,
    FUNCTIONS,
)


def smooth_script() -> Node:
    """Proof of SMOOTH where d >= 2, delta > 0 and N >= 0 are known."""
    sums = (_units, _halves, lambda high: combination(sigma_c, high))

    def claim(high: Term) -> Json:
        return (_units(high) + _halves(high)).equals(combination(sigma_c, high))

    last = m + 1
    at = pre(last)
    positive = S.abs(at) + COST > 0
    more = have(positive, auto("|t| + c > 0"), each_sum("unfold", sums, last, auto("one more")))
    base = each_sum("empty", sums, ZERO, auto("no units"))
    whole: Json = every("m", "int", implies(m >= 0, claim(m)))
    full = known(whole, [N], auto("the network"))
    proof = induct("m", "0", claim(m), base, known(IDENTITY, [at, delta], more), full)
    shown = intro("p", proof)
    constant = (1 + COST) * layer_norm_unit(ONE)
    ends = case(S.abs(ONE).json, auto("1"), auto("1"))
    one = known(IDENTITY, [ONE, delta], have(constant.equals(1), ends, shown))
    facts = have(COST > 0, auto("c > 0"), one)
    return have(IDENTITY, identity_script(), dimension_facts(facts))


# --- Eq. 29 and Eq. 30, as they are printed ------------------------------------------------------


def sigma(at: Term) -> Term:
    """(x/|x| + 1)/2."""
    return (at / S.abs(at) + 1) / 2


@dataclass(frozen=True)
class Chain:
    """G and the three expressions that it is set equal to, where no pre-activation is 0.

    ``rooted(t)`` is the denominator, ``root`` the coefficient of the constants and ``twice`` that
    of the sigmoids; ``layer`` says what ln abbreviates.
    """

    rooted: Callable[[Term], Term]
    root: Term
    twice: Term
    layer: Json

    def sums(self) -> tuple[Callable[[Term], Term], ...]:
        def over(body: Callable[[Term], Term]) -> Callable[[Term], Term]:
            return lambda high: total("j", 1, high, body(j))

        half = Fraction(1, 2)
        return (
            over(lambda a: alpha(a) * ln(pre(a))),
            over(alpha),
            over(lambda a: alpha(a) * (pre(a) / self.rooted(pre(a)))),
            over(lambda a: self.root * alpha(a)),
            over(lambda a: self.twice * alpha(a) * (pre(a) / (2 * S.abs(pre(a))) + half)),
            over(lambda a: self.twice * alpha(a) * sigma(pre(a))),
        )

    def show(self) -> Json:
        units, weights, roots, constants, brackets, sigmas = (f(N) for f in self.sums())
        return every(
            "p",
            "real",
            implies(
                APART,
                conj(
                    (units + weights * ln(ONE)).equals(roots + constants),
                    (roots + constants).equals(brackets),
                    brackets.equals(sigmas),
                ),
            ),
        )


#: no pre-activation is 0 at the point p
APART: Json = every("j", "int", implies(j >= 1, j <= N, pre(j).differs(0)))


def plain(at: Term) -> Term:
    """The first coordinate of LN-2([t, -t]), Eq. 1."""
    value: Term = layer_norm(S, Dense((at, -at), S), ZERO).head[0]
    return value


EQ29 = Chain(
    lambda at: S.sqrt(at * at),
    S.const(1),
    S.const(2),
    every("u", "real", implies(u.differs(0), ln(u).equals(plain(u)))),
)
EQ30 = Chain(lambda at: S.sqrt(2 / d * (at * at)), ROOT, TWICE, LAYER_PRINTED)


def chain_statement(chain: Chain, given: list[Json], sorts: dict[str, str]) -> Json:
    return statement(
        {"N": "int", "n": "int", **sorts},
        [*given, N >= 0, chain.layer],
        chain.show(),
        {**FUNCTIONS, "ln": 1},
    )


EQ29_STATEMENT = chain_statement(EQ29, [], {})
EQ30_STATEMENT = chain_statement(EQ30, [d >= 2], {"d": "int"})
