"""pln.lemma1: every sign network is the pointwise limit of PLN networks (Eq. 6-7)."""

from __future__ import annotations

from constructions.terms import Term, app, conj, every, exists, implies, total, var
from proofs.claims import Obligation
from proofs.methods.script import (
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
    rule_index,
    statement,
    use,
)
from proofs.pln.symbols import ONE, ZERO, N, S, d, delta, eta, k, layer_norm_unit, m, x
from proofs.pln.units import IDENTITY, ROOT, dimension_facts, identity_script, smooth_step

FUNCTIONS = {"alpha": 1, "w": 1, "b": 1}
DIMENSIONS = {"N": "int", "d": "int", "x": "real"}
delta0 = var("delta0")


_u = var("u")


def alpha(index: Term) -> Term:
    return app("alpha", index)


def pre(index: Term) -> Term:
    """w_hat_k x + b_hat_k."""
    return app("w", index) * x + app("b", index)


def sign_sum(high: Term) -> Term:
    """The sign network: sum_{k=1}^{high} alpha_k sign(w_k x + b_k)."""
    return total("k", 1, high, alpha(k) * S.sign(pre(k)))


def pln_sum(high: Term) -> Term:
    """The PLN network of Lemma 1 for symbolic d: sum of alpha_k alpha^T LN-d(w_k x + b_k)."""
    return total("k", 1, high, alpha(k) * layer_norm_unit(pre(k)))


def reciprocal(at: Term) -> Term:
    """1/|t| where t != 0, and 0 at t = 0, as one total term."""
    nonzero = S.abs(S.sign(at))
    return nonzero / (S.abs(at) + 1 - nonzero)


def modulus(high: Term) -> Term:
    """R = sum over t_k != 0 of |alpha_k| / |t_k|: the error is at most c R."""
    return total("k", 1, high, S.abs(alpha(k)) * reciprocal(pre(k)))


GAP = S.abs(pln_sum(N) - sign_sum(N))
LIMIT = statement(
    DIMENSIONS,
    [N >= 0, d >= 2],
    every(
        "eta",
        "real",
        implies(
            eta > 0,
            exists(
                "delta0",
                "real",
                conj(
                    delta0 > 0,
                    every(
                        "delta",
                        "real",
                        implies(delta > 0, delta < delta0, S.abs(pln_sum(N) - sign_sum(N)) < eta),
                    ),
                ),
            ),
        ),
    ),
    FUNCTIONS,
)
RATE = statement(
    {**DIMENSIONS, "delta": "real"},
    [N >= 0, d >= 2, delta > 0],
    conj(modulus(N) >= 0, delta * ROOT * modulus(N) >= GAP),
    FUNCTIONS,
)


def _identity(then: Node) -> Node:
    """Make the unit's distance from sign known, and its identity for every d, where 2 <= d is."""
    return lemmas([(UNIT_GAP, _unit_gap()), (IDENTITY, identity_script())], then)


def _at(at: Term, then: Node) -> Node:
    """Use the unit identity at t = ``at`` and the current delta > 0."""
    return look(
        lambda context: use(
            rule_index(context, lambda rule: rule[0] == "all" and rule[2] == "real"),
            [at.json, delta.json],
            auto("delta > 0"),
            then,
        )
    )


def _rate(then_both: Node) -> Node:
    """|G - G_hat| <= c R and R >= 0 by induction over the number of units; then go on."""
    cost = delta * ROOT
    claim = conj(
        modulus(m) >= 0,
        S.abs(pln_sum(m) - sign_sum(m)) <= cost * modulus(m),
        modulus(m) * cost >= 0,
    )
    sums = (pln_sum, sign_sum, modulus)

    def each(by: str, high: Term, then: Node) -> Node:
        for part in sums:
            then = node(by, auto("range of the sum"), then, on=part(high).json)
        return then

    last = m + 1
    T = pre(last)
    gap, r = smooth_step(T, cost) - S.sign(T), reciprocal(T)
    add = lemmas(
        [
            ((S.abs(alpha(last)) * r >= 0), auto("|alpha| r >= 0")),
            (S.abs(alpha(last)) * r * cost >= 0, auto("c |alpha| r >= 0")),
            (alpha(last) * gap <= S.abs(alpha(last)) * (cost * r), auto("|alpha| c r, +")),
            (-(alpha(last) * gap) <= S.abs(alpha(last)) * (cost * r), auto("|alpha| c r, -")),
        ],
        each(
            "unfold",
            last,
            node("both", auto("R >= 0"), bounded_goal("error of the sum"), auto("c R >= 0")),
        ),
    )
    step = _use_all([T, cost], _at(T, case(S.abs(gap).json, add, add)))
    base = each("empty", ZERO, node("both", auto(), bounded_goal("base"), auto()))
    return induct("m", "0", claim, base, step, then_both)


def _cases(T: Term, leaf: Node) -> Node:
    """``leaf`` under each sign of t, with |t| and |sign t| resolved."""
    inner = case(S.abs(T).json, *[case(S.abs(S.sign(T)).json, leaf, leaf)] * 2)
    return case(S.sign(T).json, inner, inner, inner)


_q = var("q")
#: for all u and q > 0: |u/(|u| + q) - sign u| <= q r(u), where r(u) = 1/|u|, or 0 at u = 0
UNIT_GAP = every(
    "u",
    "real",
    every(
        "q",
        "real",
        implies(
            _q > 0,
            conj(
                reciprocal(_u) >= 0,
                S.abs(smooth_step(_u, _q) - S.sign(_u)) <= _q * reciprocal(_u),
            ),
        ),
    ),
)


def _unit_gap() -> Node:
    gap, r, v = smooth_step(_u, _q) - S.sign(_u), reciprocal(_u), 1 / (S.abs(_u) + _q)
    leaf = lemmas(
        [
            (r >= 0, auto("r >= 0")),
            (v > 0, auto("v > 0")),
            (gap <= _q * r, auto("unit - sign")),
            (-gap <= _q * r, auto("sign - unit")),
        ],
        node("both", auto(), bounded_goal("unit gap")),
    )
    positive = [
        (S.abs(_u) + _q > 0, auto()),
        (S.abs(_u) + 1 - S.abs(S.sign(_u)) > 0, _cases(_u, auto("|u| + 1 - |sign u| > 0"))),
    ]
    return intro("u", intro("q", intro("", lemmas(positive, _cases(_u, leaf)))))


def _use_all(at: list[Term], then: Node) -> Node:
    """Use :data:`UNIT_GAP`, the first quantified hypothesis."""
    return look(
        lambda context: use(
            next(i for i, rule in enumerate(context.rules) if rule[0] == "all"),
            [term.json for term in at],
            auto("q > 0"),
            then,
        )
    )


def _finish(then: Node) -> Node:
    return look(
        lambda context: use(
            rule_index(context, lambda rule: rule[0] == "all" and rule[2] == "int"),
            [N.json],
            auto("0 <= N"),
            then,
        )
    )


def rate_script() -> Node:
    positive = have(delta * ROOT > 0, auto("c > 0"), _rate(_finish(auto("the rate"))))
    return _identity(dimension_facts(positive))


def limit_script() -> Node:
    """delta0 = eta / (sqrt(d/2) (R + 1)): then c R < eta."""
    R = modulus(N)
    choice = eta / (ROOT * (R + 1))
    close = lemmas(
        [
            (delta * (ROOT * (R + 1)) < eta, auto("delta sqrt(d/2) (R + 1) < eta")),
            (delta * ROOT > 0, auto()),
        ],
        case(GAP.json, auto("limit +"), auto("limit -")),
    )
    known = have(delta * ROOT > 0, auto("c > 0"), _rate(_finish(close)))
    witness = node(
        "some",
        node("both", auto("delta0 > 0"), intro("delta", intro("", intro("", known)))),
        **{"is": choice.json},
    )
    positive = lemmas([(R >= 0, _modulus_positive()), (ROOT * (R + 1) > 0, auto())], witness)
    return _identity(dimension_facts(intro("eta", intro("", positive))))


def _modulus_positive() -> Node:
    last = m + 1
    positive = have(S.abs(alpha(last)) * reciprocal(pre(last)) >= 0, auto(), auto())
    step = _use_all([pre(last), ONE], node("unfold", auto(), positive, on=modulus(last).json))
    return induct(
        "m",
        "0",
        modulus(m) >= 0,
        node("empty", auto(), auto(), on=modulus(ZERO).json),
        step,
        _finish(auto()),
    )


UNIT = Obligation(
    "pln.lemma1.unit",
    'one unit, for every $d >= 2$: $bold(alpha)^top "LN"([t, -t, 0, ..., 0]) = '
    "t \\/ (abs(t) + delta sqrt(d \\/ 2))$",
    statement({"d": "int"}, [d >= 2], IDENTITY),
    identity_script,
)
