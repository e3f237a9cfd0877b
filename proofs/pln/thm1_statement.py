"""The statements of pln.thm1 and their proofs: every N, L, eps, delta, d and f at once."""

from __future__ import annotations

from constructions.terms import Json, Term, app, conj, every, exists, implies, var
from proofs.kernel.context import Context
from proofs.language.elaboration import written
from proofs.pln.bound import (
    bound_script,
    error_bound,
    network,
    width_facts,
)
from proofs.pln.symbols import (
    LEVEL,
    ZERO,
    L,
    N,
    S,
    c,
    d,
    delta,
    eps,
    f,
    h,
    jump,
    jumps,
    k,
    lam,
    layer_norm_unit,
    m,
    offset,
    t,
    x,
)
from proofs.pln.units import IDENTITY, ROOT, dimension_facts, identity_script, smooth_facts
from proofs.trees.script import (
    Node,
    auto,
    case,
    have,
    induct,
    intro,
    lemmas,
    look,
    node,
    split,
    statement,
    use,
    use_all,
)

FUNCTIONS = {"f": 1, "s": 2}


def s(scale: Term, at: Term) -> Term:
    """The LN-d unit with weights scaled by ``scale``, at t = x + b_hat."""
    return app("s", scale, at)


#: s abbreviates the unit: for all lam > 0 and t, s(lam, t) = alpha^T LN-d(lam [t, -t, 0, ..., 0])
UNIT: Json = every(
    "lam",
    "real",
    every("t", "real", implies(lam > 0, s(lam, t).equals(layer_norm_unit(lam * t)))),
)
HALFWAY = (L / (2 * N) + eps) / 2  #: strictly below eps, and the same for every f


def error(scale: Term) -> Term:
    """|G(x) - f(x)| for the network with weights scaled by ``scale``."""
    G = network(lambda index: s(scale, offset(index)), s(scale, x + 1))
    return S.abs(G - f(x))


def on_unit_interval(conclusion: Json) -> Json:
    return every("x", "real", implies(x >= 0, x <= 1, conclusion))


GIVEN = [
    d >= 2,
    eps > 0,
    delta > 0,
    N.equals(S.floor(L / (2 * eps)) + 1),
    ["lipschitz", "f", L.json, "0", "1"],
    UNIT,
]
STATEMENT = statement(
    {"N": "int", "d": "int", "L": "real", "eps": "real", "delta": "real"},
    GIVEN,
    conj(
        HALFWAY < eps,
        exists("lam", "real", conj(lam > 0, on_unit_interval(error(lam) <= HALFWAY))),
    ),
    FUNCTIONS,
)

_SMOOTHED = c * lam
#: for every scale lam > 0: the units are steps with smoothing c = delta sqrt(d/2) / lam
STEPS: Json = every(
    "lam",
    "real",
    every(
        "c",
        "real",
        implies(
            lam > 0,
            c > 0,
            _SMOOTHED.equals(delta * ROOT),
            every("t", "real", smooth_facts(s(lam, t), t, c)),
        ),
    ),
)
BOUND: Json = every(
    "lam",
    "real",
    every(
        "c",
        "real",
        implies(
            lam > 0,
            c > 0,
            _SMOOTHED.equals(delta * ROOT),
            on_unit_interval(error(lam) <= error_bound(c)),
        ),
    ),
)


_A, _B = var("A"), var("B")
#: the smoothing costs at most c (2 N jumps + level)
SPENDING: Json = every(
    "c",
    "real",
    every(
        "A",
        "real",
        every(
            "B",
            "real",
            implies(
                c > 0,
                _A >= 0,
                _B >= 0,
                c / (h / 2 + c) * _A + _B * (c / (1 + c)) <= c * (2 * N * _A + _B),
            ),
        ),
    ),
)


def spending_script() -> Node:
    costs = lemmas(
        [
            (h / 2 + c > 0, auto("h/2 + c > 0")),
            (1 + c > 0, auto("1 + c > 0")),
            (c / (h / 2 + c) <= 2 * N * c, auto("far <= 2 N c")),
            (c / (1 + c) <= c, auto("c/(1 + c) <= c")),
            (c / (h / 2 + c) * _A <= 2 * N * c * _A, auto("jumps")),
            (_B * (c / (1 + c)) <= _B * c, auto("level")),
        ],
        auto("spending"),
    )
    return intro("c", intro("A", intro("B", intro("", intro("", intro("", costs))))))


def _steps_script() -> Node:
    """Each unit is t/(|t| + c): then it is smooth on either side of 0."""
    scaled, T = S.abs(lam * t), S.abs(t)
    unit = s(lam, t)
    facts = lemmas(
        [
            (scaled.equals(lam * T), case(scaled.json, *[case(T.json, auto(), auto())] * 2)),
            (lam * (T + c) > 0, auto("lam (|t| + c) > 0")),
            ((unit * (lam * (T + c))).equals(lam * t), auto("s lam (|t| + c) = lam t")),
            ((unit * (T + c)).equals(t), auto("s (|t| + c) = t")),
        ],
        case(T.json, auto("smooth, t >= 0"), auto("smooth, t < 0")),
    )
    known = use_all(_is_unit, [lam, t], 1, use_all(_is_identity, [lam * t, delta], 1, facts))
    return intro("lam", intro("c", intro("", intro("", intro("", intro("t", known))))))


def _is_unit(rule: Json) -> bool:
    return "'s'" in repr(rule) and "sqrt" in repr(rule)


def _is_identity(rule: Json) -> bool:
    return rule[0] == "all" and "app" not in repr(rule) and "sqrt" in repr(rule)


def _is_spending(rule: Json) -> bool:
    return rule[0] == "all" and "app" not in repr(rule) and "sqrt" not in repr(rule)


def _last_quantified(rule: Json) -> bool:
    return bool(rule[0] == "all" and rule[2] == "real")


def _bound_script() -> Node:
    every_step: Json = every("k", "int", smooth_facts(s(lam, offset(k)), offset(k), c))
    last: Json = smooth_facts(s(lam, x + 1), x + 1, c)
    of_t = use_all(_last_quantified, [lam, c], 3, _then_bound(every_step, last))
    return intro(
        "lam", intro("c", intro("", intro("", intro("", intro("x", intro("", intro("", of_t)))))))
    )


def _then_bound(every_step: Json, last: Json) -> Node:
    """With the facts for all t known: those of the N units, then the bound."""
    script = bound_script(lambda index: s(lam, offset(index)), s(lam, x + 1), c)
    one = intro("k", _facts_at(offset(k)))
    return have(every_step, one, have(last, _facts_at(x + 1), script))


def _facts_at(at: Term) -> Node:
    """smooth_facts at t = ``at``, from the latest hypothesis that gives them for all t."""

    def halves(context: Context) -> Node:
        first = len(context.rules) - 2
        return node("both", *(intro("", use(first + i, [], auto(), auto())) for i in (0, 1)))

    return use_all(_last_quantified, [at], 0, look(halves))


def statement_script() -> Node:
    """lam = delta sqrt(d/2) / c for c = (eps - L/(2N)) / (2 (2 N jumps + level + 1))."""
    margin, level = eps - L / (2 * N), S.abs(LEVEL)
    cost = 2 * N * jumps(N - 1) + level + 1
    small = margin / (2 * cost)
    scale = delta * ROOT / small
    spent = use_all(_is_spending, [small, jumps(N - 1), level], 3, auto("error <= halfway"))
    pointwise = intro("x", intro("", intro("", use_all(_last_quantified, [x], 2, spent))))
    chosen = node(
        "some",
        node("both", auto("lam > 0"), use_all(_last_quantified, [scale, small], 3, pointwise)),
        **{"is": scale.json},
    )
    numbers = lemmas(
        [
            (margin > 0, auto("margin > 0")),
            (N * jumps(N - 1) >= 0, auto("N jumps >= 0")),
            (cost > 0, auto("cost > 0")),
            (2 * cost > 0, auto("2 cost > 0")),
            (small > 0, auto("c > 0")),
            (h / 2 + small > 0, auto("h/2 + c > 0")),
            (1 + small > 0, auto("1 + c > 0")),
            ((small * scale).equals(delta * ROOT), auto("c lam = delta sqrt(d/2)")),
        ],
        node("both", auto("halfway < eps"), chosen),
    )
    known = lemmas(
        [(SPENDING, spending_script()), (STEPS, _steps_script()), (BOUND, _bound_script())],
        numbers,
    )
    jumps_known = lemmas([(N >= 1, split((N - 1).json, auto(), auto()))], _jumps_positive(known))
    return width_facts(have(IDENTITY, identity_script(), dimension_facts(jumps_known)))


def _jumps_positive(then: Node) -> Node:
    last = m + 1
    step = have(S.abs(jump(last)) >= 0, auto(), auto("jumps(m + 1) >= 0"))
    return induct(
        "m",
        "0",
        jumps(m) >= 0,
        node("empty", auto(), auto(), on=jumps(ZERO).json),
        node("unfold", auto(), step, on=jumps(last).json),
        use_all(lambda rule: rule[0] == "all" and rule[2] == "int", [N - 1], 1, then),
    )


SHARP = statement(
    {"N": "int", "x": "real", "L": "real", "c": "real", "last": "real"},
    [
        N > 0,
        ["lipschitz", "f", L.json, "0", "1"],
        x >= 0,
        x <= 1,
        c > 0,
        every("k", "int", smooth_facts(app("step", k), offset(k), c)),
        smooth_facts(var("last"), x + 1, c),
    ],
    S.abs(network(lambda index: app("step", index), var("last")) - f(x)) <= error_bound(c),
    {"f": 1, "step": 1},
)
FRAMEWORKS = statement(
    {"t": "real", "c": "real"},
    [c > 0],
    smooth_facts(t / S.sqrt(t * t + c * c), t, c),
)


#: |t| <= q <= |t| + c, so |sign t - t/q| <= c/(|t| + c)
FRAMEWORKS_PROOF = written(
    FRAMEWORKS,
    """
let q = sqrt(t^2 + c^2)
have 0 < q
have q^2 = t^2 + c^2
have |t| <= q
have q <= |t| + c
have t/q*q = t
""",
)
