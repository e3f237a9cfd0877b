"""pln.lemma1: every sign network is the pointwise limit of PLN networks (Eq. 6-7)."""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Term, app, conj, every, exists, implies, total, var
from proofs.claims import Attempt, Claim, Line, Obligation, Reading, Witness
from proofs.language.elaboration import written
from proofs.pln import instances
from proofs.pln.paper import source
from proofs.pln.symbols import ONE, ZERO, N, S, d, delta, eta, k, layer_norm_unit, m, x
from proofs.pln.thm1.statement import LN, NAMES
from proofs.pln.units import IDENTITY, ROOT, dimension_facts, identity_script, smooth_step
from proofs.trees.script import (
    Json,
    Node,
    auto,
    below_quotient,
    bounded_goal,
    case,
    define,
    have,
    induct,
    intro,
    lemmas,
    look,
    node,
    positive_quotient,
    rule_index,
    statement,
    use,
)

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


_UNIT = statement({"d": "int"}, [d >= 2], IDENTITY)
UNIT = Obligation(
    "pln.lemma1.unit",
    'one unit, for every $d >= 2$: $bold(alpha)^top "LN"([t, -t, 0, ..., 0]) = '
    "t \\/ (abs(t) + delta sqrt(d \\/ 2))$",
    _UNIT,
    written(_UNIT, f"{LN}show by unit", **{n: NAMES[n] for n in ("mean", "variance", "norm")}),
)


# --- the printed proof, line by line -------------------------------------------------------------

_a, _t = var("a"), var("t")
ONE_UNIT = {"d": "int", "a": "real", "t": "real"}


def _tends_to_sign(of_delta: Term) -> Json:
    """lim_{delta -> 0+} of_delta = a sign(t), spelled out."""
    near = S.abs(of_delta - _a * S.sign(_t)) < eta
    small = every("delta", "real", implies(delta > 0, delta < delta0, near))
    some = exists("delta0", "real", conj(delta0 > 0, small))
    return every("eta", "real", implies(eta > 0, some))


def _limit_line(name: str, says: str, of_delta: Term, script: Callable[[], Node]) -> Obligation:
    sequent = statement(ONE_UNIT, [d >= 2], _tends_to_sign(of_delta))
    return Obligation(f"pln.lemma1.eq6.{name}", says, sequent, script)


def _with_delta0(top: Term, bottom: Term, body: Node) -> Node:
    """For all eta > 0 there is delta0 = top/bottom > 0, and ``body`` for 0 < delta < delta0."""
    inner = intro("delta", intro("", intro("", body)))
    proof = node("both", positive_quotient(top, bottom), inner)
    return intro("eta", intro("", node("some", proof, **{"is": (top / bottom).json})))


_SIZE = S.abs(_a) + 1


def _step_limit(unit: Term, before: Callable[[Node], Node]) -> Node:
    """delta0 = eta / (sqrt(d/2) (|a| + 1) (r + 1)) for a unit that equals t/(|t| + c)."""
    r, cost = reciprocal(_t), delta * ROOT
    gap = smooth_step(_t, cost) - S.sign(_t)
    scale = ROOT * _SIZE * (r + 1)
    ends = lemmas(
        [
            (delta * scale < eta, below_quotient(delta, eta, scale)),
            (S.abs(_a) * S.abs(gap) <= _SIZE * (cost * r), auto("|a| gap")),
            (S.abs(_a) * S.abs(gap) < eta, auto("|a| gap < eta")),
        ],
        case(
            S.abs(_a).json,
            *[case(S.abs(gap).json, _abs_below(unit), _abs_below(unit))] * 2,
        ),
    )
    body = have(cost > 0, auto("c > 0"), _use_all([_t, cost], have(r >= 0, auto(), before(ends))))
    positive = lemmas(
        [(r >= 0, auto("r >= 0")), (_SIZE * (r + 1) > 0, auto()), (scale > 0, auto("scale > 0"))],
        _with_delta0(eta, scale, body),
    )
    return _identity(dimension_facts(_use_all([_t, ONE], positive)))


def _abs_below(unit: Term) -> Node:
    return case(S.abs(unit - _a * S.sign(_t)).json, auto("below eta"), auto("below eta"))


_ROOTED = S.sqrt(2 * _t * _t / d + delta)
UNDER_ROOT = _a * S.sqrt(2 / d) * _t / _ROOTED


def _under_root_script() -> Node:
    """1 - p/q = delta/(q (q + p)) <= delta/p^2 with p = sqrt(2/d)|t|, q^2 = p^2 + delta."""
    r2, T, sg = S.sqrt(2 / d), S.abs(_t), S.sign(_t)
    square = 2 * _t * _t / d
    p, q = r2 * T, _ROOTED
    room = square + 1 - S.abs(sg)
    value = UNDER_ROOT - _a * sg
    zero = lemmas(
        [(UNDER_ROOT.equals(0), auto("0 at t = 0"))], case(S.abs(value).json, auto(), auto())
    )
    nonzero = lemmas(
        [
            (p > 0, auto("p > 0")),
            ((p * p).equals(square), auto("p^2")),
            (q >= p, auto("q >= p")),
            (((q - p) * (q + p)).equals(delta), auto("(q - p)(q + p) = delta")),
            ((q - p) * square <= delta * q, auto("(q - p) p^2 <= delta q")),
            (delta * _SIZE < eta * square, auto("delta (|a| + 1) < eta p^2")),
            (S.abs(_a) * (q - p) * square < eta * square * q, auto("scaled")),
            (S.abs(_a) * (q - p) < eta * q, auto("|a| (q - p) < eta q")),
        ],
        case(
            S.abs(_a).json,
            *[
                lemmas(
                    [
                        ((value * q).equals(_a * (r2 * _t - sg * q)), auto("value q")),
                        (value * q < eta * q, auto("value q < eta q")),
                        (-value * q < eta * q, auto("-value q < eta q")),
                        (value < eta, auto("value < eta")),
                        (-value < eta, auto("-value < eta")),
                    ],
                    case(S.abs(value).json, auto(), auto()),
                )
            ]
            * 2,
        ),
    )
    sign = case(
        sg.json,
        *[
            case(T.json, *[case(S.abs(sg).json, leaf, leaf)] * 2)
            for leaf in (nonzero, zero, nonzero)
        ],
    )
    squared = have(
        square >= 0,
        auto("2 t^2/d >= 0"),
        have(square + delta > 0, auto(), have(q > 0, auto("q > 0"), sign)),
    )
    exists_root = have(square + delta >= 0, auto(), define(q.json, auto("radicand >= 0"), squared))
    body = have((_t * _t) >= 0, auto(), exists_root)
    room_positive = (room > 0, _cases(_t, auto("room > 0")))
    nonneg = [(_t * _t >= 0, auto()), (square >= 0, auto()), (_SIZE > 0, auto()), room_positive]
    return dimension_facts(lemmas(nonneg, _with_delta0(eta * room, _SIZE, body)))


LINES = (
    Line(
        "pln.lemma1.eq6",
        'Eq. 6: $lim_(delta -> 0^+) bold(alpha)_j^top "LN"(bold(w)_j x + bold(b)_j) = '
        "lim hat(alpha)_j sqrt(2 \\/ d) dot t / sqrt(2 t^2 \\/ d + delta) = "
        'lim (hat(alpha)_j t) / (abs(t) + delta sqrt(d \\/ 2)) = hat(alpha)_j "sign"(t)$ '
        "with $t = hat(w)_j x + hat(b)_j$, even if $t = 0$",
        (
            _limit_line(
                "layer",
                'the limit of the unit itself is $hat(alpha) "sign"(t)$',
                _a * layer_norm_unit(_t),
                lambda: _step_limit(_a * layer_norm_unit(_t), lambda then: _at(_t, then)),
            ),
            _limit_line(
                "root",
                "so is that of the second expression, with $delta$ under the root as it is set",
                UNDER_ROOT,
                _under_root_script,
            ),
            _limit_line(
                "step",
                "and that of the third",
                _a * smooth_step(_t, delta * ROOT),
                lambda: _step_limit(_a * smooth_step(_t, delta * ROOT), lambda then: then),
            ),
            UNIT,
        ),
        reading="with $sqrt(2 t^2 \\/ d) + delta$ in the second expression, which is what Eq. 5 "
        "says, the first two equalities hold before the limit as well (`pln.lemma1.unit`); with "
        "$delta$ under the root only the limits agree",
    ),
    Line(
        "pln.lemma1.eq7",
        'Eq. 7: $hat(G)(x) = sum_j hat(alpha)_j "sign"(hat(w)_j x + hat(b)_j) = '
        'lim_(delta -> 0^+) sum_j bold(alpha)_j^top "LN"(bold(w)_j x + bold(b)_j)$',
        (
            Obligation(
                "pln.lemma1.eq7.limit",
                "the limit of the sum, for every number of units",
                LIMIT,
                limit_script,
            ),
        ),
    ),
)

_STEP = {"alpha": (("i",), "1"), "w": (("i",), "1"), "b": (("i",), "0")}


CLAIM = Claim(
    id="pln.lemma1",
    kind="theorem",
    title="Every sign network is a limit of PLN networks",
    source=source("Lemma 1", "6-7"),
    statement='Given a $hat(G)(x) in cal(G)(N; "sign")$, there is a $G(x) in cal(G)(N; "LN")$, '
    'subjected to $lim_(delta -> 0^+) G(x) = hat(G)(x)$. Here $"sign"(x)$ is the sign function, '
    "which outputs $-1, 0, 1$ when $x < 0, x = 0, x > 0$ respectively.",
    readings=(
        Reading(
            'a $hat(G) in cal(G)(N; "sign")$',
            ("given", 0),
            "any number of units, any weights $hat(alpha)_k, hat(w)_k, hat(b)_k$",
        ),
        Reading(
            '$"LN"$ on $RR^d$',
            ("given", 1),
            "$d >= 2$ is printed in Theorem 1; the dimension is symbolic",
        ),
        Reading(
            "$lim_(delta -> 0^+) G(x) = hat(G)(x)$",
            ("show",),
            "at every $x$, with the weights of the proof, which do not depend on $delta$; the "
            "limit is spelled out",
        ),
    ),
    obligations=(
        Obligation(
            "pln.lemma1.statement",
            "the limit, for every $N$, $d$, $x$ and all weights",
            LIMIT,
            limit_script,
        ),
    ),
    lines=LINES,
    controls=(),
    satisfiable=Attempt(
        "pln.lemma1.satisfiable",
        "the hypotheses hold for one unit with $d = 2$",
        LIMIT,
        Witness({"N": 1, "d": 2, "x": 1}, _STEP),
    ),
    notes=(
        "In Eq. 6 the second expression has $delta$ under the root, where Eq. 5 has $sigma + "
        "delta$. All the printed equalities are between limits, and they hold either way.",
        "No control drops $N >= 0$ or $d >= 2$: they only say that there are so many units and "
        "coordinates. For $N < 0$ the sums are empty; for $d < 2$ the vector $[t, -t, 0, ..., 0]$ "
        "does not exist. No constant is there to tighten.",
    ),
    not_claimed=(
        "the limit is pointwise: near a breakpoint no single $delta$ is small enough for all $x$",
    ),
    parameters=instances.LIMIT_PARAMETERS,
    instances=instances.LIMIT_INSTANCES,
    run=instances.limit_rows,
    construct=instances.construct_limit,
    sharpened=(
        Claim(
            id="pln.lemma1.sharpened",
            kind="theorem",
            title="The rate of convergence in Lemma 1",
            source=source("beyond Lemma 1", "6-7"),
            statement="For every $delta > 0$: $abs(G(x) - hat(G)(x)) <= delta sqrt(d \\/ 2) "
            "sum_(k : t_k != 0) abs(hat(alpha)_k) \\/ abs(t_k)$, $t_k = hat(w)_k x + hat(b)_k$.",
            readings=(
                Reading("any number of units", ("given", 0), obligation="pln.lemma1.rate"),
                Reading("$d >= 2$", ("given", 1), obligation="pln.lemma1.rate"),
                Reading("$delta > 0$", ("given", 2), obligation="pln.lemma1.rate"),
                Reading("the bound", ("show",), obligation="pln.lemma1.rate"),
            ),
            obligations=(
                Obligation(
                    "pln.lemma1.rate",
                    "the rate, for every $N$, $d$, $delta$, $x$ and all weights",
                    RATE,
                    rate_script,
                ),
            ),
        ),
    ),
)
