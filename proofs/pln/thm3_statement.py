"""The statements of pln.thm3 and their proofs: every N, L, eps, delta, d and f at once."""

from __future__ import annotations

from constructions.pln import scaling_unit_on_line, shifted_unit_on_line
from constructions.terms import Json, Term, app, conj, every, exists, implies, var
from proofs.pln.bound import (
    HALFWAY,
    LIPSCHITZ,
    WIDTH,
    Family,
    class_bound,
    network,
    on_domain,
    steps,
    width_facts,
)
from proofs.pln.symbols import LEVEL, L, N, S, c, d, delta, eps, f, lam, offset, t, x
from proofs.pln.thm1_sums import known
from proofs.pln.units import (
    RATIONAL_STEP,
    ROOT_STEP,
    SCALING_IDENTITY,
    SCALING_ROOT,
    have_root_mean,
    layer_scaling_unit,
    rational_step_script,
    repeated,
    root_step_script,
    scaling_identity_script,
    size_facts,
    step_facts,
    step_known,
)
from proofs.trees.script import (
    Node,
    auto,
    case,
    define,
    have,
    intro,
    lemmas,
    look,
    node,
    positive_quotient,
    statement,
    use,
)

FUNCTIONS = {"f": 1, "s": 2}
v = var("v")  #: what LS gives at h = 0


def s(scale: Term, at: Term) -> Term:
    """The LS-d unit with weights scaled by ``scale``, at t = x + b_hat."""
    return app("s", scale, at)


def G(scale: Term) -> Term:
    """The network of N units of one kind."""
    return network(lambda index: s(scale, offset(index)), s(scale, x + 1))


def abbreviates(unit: Term) -> Json:
    """For all lam > 0 and t: s(lam, t) = ``unit``."""
    return every("lam", "real", every("t", "real", implies(lam > 0, s(lam, t).equals(unit))))


#: s(lam, t) = alpha^T LS-d(lam [t, 0, ..., 0]) with delta > 0
UNIT: Json = abbreviates(layer_scaling_unit(lam * t))
#: the same with delta = 0, and v in each coordinate at h = 0
UNIT_ZERO: Json = abbreviates(scaling_unit_on_line(S, lam * t, d, S.const(0), at_zero=v))
#: s(c, t) = alpha^T LS-d([t, c, 0, ..., 0]) with LS as in Eq. 4, no delta and no convention
UNIT_PRINTED: Json = every(
    "c",
    "real",
    every("t", "real", implies(c > 0, s(c, t).equals(shifted_unit_on_line(S, t, c, d)))),
)


def _family(scale: object, sharp: object) -> Family:
    return Family(s, G, LEVEL, lambda then: then, scale, sharp)  # type: ignore[arg-type]


def shows(name: str, family: Family) -> Json:
    """halfway < eps, and some ``name`` > 0 gives an error of at most that on [0, 1]."""
    value = var(name)
    near = on_domain(family.error(value) <= HALFWAY)
    return conj(HALFWAY < eps, exists(name, "real", conj(value > 0, near)))


gap = var("gap")


#: for all lam, c > 0 with c lam = delta sqrt(d) and all t: s(lam, t) (|t| + c) = t
STEP: Json = every(
    "lam",
    "real",
    every(
        "c",
        "real",
        every(
            "t",
            "real",
            implies(
                lam > 0,
                c > 0,
                (c * lam).equals(delta * SCALING_ROOT),
                (s(lam, t) * (S.abs(t) + c)).equals(t),
            ),
        ),
    ),
)


def step_script() -> Node:
    size, T, unit = S.abs(lam * t), S.abs(t), s(lam, t)
    facts = lemmas(
        [
            (size.equals(lam * T), case(size.json, *[case(T.json, auto(), auto())] * 2)),
            (lam * (T + c) > 0, auto("lam (|t| + c) > 0")),
            ((unit * (lam * (T + c))).equals(lam * t), auto("s lam (|t| + c) = lam t")),
        ],
        auto("s (|t| + c) = t"),
    )
    shown = known(UNIT, [lam, t], known(SCALING_IDENTITY, [lam * t, delta], facts))
    for _ in range(3):
        shown = intro("", shown)
    return intro("lam", intro("c", intro("t", shown)))


def _sharp() -> Node:
    """c = delta sqrt(d)/lam = gap/(2N): then c/(|t| + c) <= 2 N c = gap for |t| >= 1/(2N)."""
    at, small = FAMILY.scale(gap), gap / (2 * N)
    top = 2 * N * delta * SCALING_ROOT
    positive = [
        (small > 0, auto("c > 0")),
        (delta * SCALING_ROOT > 0, auto("delta sqrt(d) > 0")),
        (top > 0, auto("2 N delta sqrt(d) > 0")),
        (at > 0, positive_quotient(top, gap)),
        ((small * at).equals(delta * SCALING_ROOT), auto("c lam = delta sqrt(d)")),
    ]
    step = known(RATIONAL_STEP, [t, small, s(at, t), gap], step_known())
    one = intro("t", known(STEP, [at, small, t], step))
    return intro("gap", intro("", lemmas(positive, node("both", auto(), one))))


FAMILY = _family(lambda small: 2 * N * delta * SCALING_ROOT / small, _sharp)
GIVEN = [d >= 1, eps > 0, delta > 0, WIDTH, LIPSCHITZ, UNIT]
SORTS = {"N": "int", "d": "int", "L": "real", "eps": "real", "delta": "real"}
STATEMENT = statement(SORTS, GIVEN, shows("lam", FAMILY), FUNCTIONS)


def statement_script() -> Node:
    def prepare(then: Node) -> Node:
        return have(RATIONAL_STEP, rational_step_script(), then)

    rest = FAMILY.statement_script(prepare)
    step = have(STEP, step_script(), rest)
    return have(SCALING_IDENTITY, scaling_identity_script(), size_facts(step))


# --- delta = 0: Eq. 4 with the value v in each coordinate at h = 0 --------------------------------

_u = var("u")
_ZERO_UNIT = scaling_unit_on_line(S, _u, d, S.const(0), at_zero=v)
#: sign(u) for u != 0, and a number in [-1, 1] at u = 0
ZERO_FACT: Json = every(
    "u",
    "real",
    conj(
        _ZERO_UNIT >= -1,
        _ZERO_UNIT <= 1,
        _ZERO_UNIT * _u >= 0,
        implies(_u > 0, _ZERO_UNIT.equals(1)),
        implies(_u < 0, _ZERO_UNIT.equals(-1)),
    ),
)


#: where v = 0: sign(u)
SIGN_FACT: Json = every("u", "real", _ZERO_UNIT.equals(S.sign(_u)))


def zero_fact_script(exact: bool = False) -> Node:
    """Proof of :data:`ZERO_FACT` where 1 <= d and -1 <= v <= 1 are known.

    With ``exact`` it is one of :data:`SIGN_FACT`, where v = 0 is put in.
    """
    head, fill = _ZERO_UNIT.json[1], _ZERO_UNIT.json[2]  # 1/sqrt(d) LS(h)_1, and d - 1 zeros
    scale = Term(head[2][1][2][1][1])  # the denominator, sqrt(mean) + 0
    size, root, z = S.abs(_u), 1 / SCALING_ROOT, S.sign(scale)
    rest = Term(fill[4])
    goal = node("both", *[auto("the unit")] * 5)
    if exact:
        goal = case(S.sign(_u).json, *[auto("the unit")] * 3)
    by_sign = case(z.json, *[case(S.abs(z).json, *[case(size.json, goal, goal)] * 2)] * 3)
    facts = lemmas(
        [
            (root <= 1, auto("1/sqrt(d) <= 1")),
            (root * v <= 1, auto("v/sqrt(d) <= 1")),
            (root * v >= -1, auto("v/sqrt(d) >= -1")),
            (scale.equals(root * size), auto("scale = |u|/sqrt(d)")),
            ((scale + 1 - S.abs(z)).differs(0), _nonzero(scale, z)),
        ],
        repeated(rest, by_sign, 1),
    )
    large = have(SCALING_ROOT >= 1, auto("sqrt(d) >= 1"), facts)
    squared = have(
        (size * size).equals(_u * _u), auto("|u|^2 = u^2"), have_root_mean((_u,), size, large)
    )
    return intro("u", squared)


def _nonzero(scale: Term, z: Term) -> Node:
    return case(z.json, *[case(S.abs(z).json, auto("not 0"), auto("not 0"))] * 3)


def _sharp_zero() -> Node:
    """Every scale of the weights will do: the units are exact steps."""
    one = S.const(1)
    facts = node(
        "both",
        auto("-1 <= s"),
        auto("s <= 1"),
        auto("s t >= 0"),
        intro("", have(t > 0, auto("t > 0"), _sided(0, auto("s = 1")))),
        intro("", have(t < 0, auto("t < 0"), _sided(1, auto("s = -1")))),
    )
    shown = known(UNIT_ZERO, [one, t], known(ZERO_FACT, [one * t], facts))
    return intro("gap", intro("", node("both", auto("1 > 0"), intro("t", shown))))


def _sided(side: int, then: Node) -> Node:
    """Use the implication for this side, the latest two hypotheses."""
    return look(lambda context: use(len(context.rules) - 2 + side, [], auto("side"), then))


ZERO_FAMILY = _family(lambda gap: S.const(1), _sharp_zero)
ZERO_GIVEN = [d >= 1, eps > 0, v >= -1, v <= 1, WIDTH, LIPSCHITZ, UNIT_ZERO]
ZERO_SORTS = {"N": "int", "d": "int", "L": "real", "eps": "real", "v": "real"}
ZERO_STATEMENT = statement(ZERO_SORTS, ZERO_GIVEN, shows("lam", ZERO_FAMILY), FUNCTIONS)


def zero_script() -> Node:
    return size_facts(have(ZERO_FACT, zero_fact_script(), ZERO_FAMILY.statement_script()))


# --- d >= 2: Eq. 4 exactly as printed, with h = [t, c, 0, ..., 0] ---------------------------------

_HYPOTENUSE = S.sqrt(_u * _u + c * c)
#: for all u and c > 0: alpha^T LS-d([u, c, 0, ..., 0]) sqrt(u^2 + c^2) = u
PRINTED_FACT: Json = every(
    "c",
    "real",
    every(
        "u",
        "real",
        implies(c > 0, (shifted_unit_on_line(S, _u, c, d) * _HYPOTENUSE).equals(_u)),
    ),
)


def printed_fact_script() -> Node:
    """Proof of :data:`PRINTED_FACT` where 2 <= d is known."""
    unit = shifted_unit_on_line(S, _u, c, d)
    scale = Term(unit.json[1][2][2])
    rest = Term(unit.json[2][2][4])
    facts = lemmas(
        [
            (_HYPOTENUSE > 0, auto("q > 0")),
            (scale.equals(1 / SCALING_ROOT * _HYPOTENUSE), auto("scale = q/sqrt(d)")),
            (scale > 0, auto("scale > 0")),
        ],
        repeated(rest, auto("the unit"), 2),
    )
    root = define(
        _HYPOTENUSE.json, auto("u^2 + c^2 >= 0"), have_root_mean((_u, c), _HYPOTENUSE, facts)
    )
    positive = have(_u * _u + c * c > 0, auto("u^2 + c^2 > 0"), root)
    return intro("c", intro("u", intro("", positive)))


def _sharp_printed() -> Node:
    small = gap / (2 * N)
    step = known(ROOT_STEP, [t, small, s(small, t), gap], step_known())
    shown = known(UNIT_PRINTED, [small, t], known(PRINTED_FACT, [small, t], step))
    positive = have(small > 0, auto("c > 0"), node("both", auto(), intro("t", shown)))
    return intro("gap", intro("", positive))


PRINTED_FAMILY = _family(lambda gap: gap / (2 * N), _sharp_printed)
PRINTED_GIVEN = [d >= 2, eps > 0, WIDTH, LIPSCHITZ, UNIT_PRINTED]
PRINTED_SORTS = {"N": "int", "d": "int", "L": "real", "eps": "real"}
PRINTED_STATEMENT = statement(PRINTED_SORTS, PRINTED_GIVEN, shows("c", PRINTED_FAMILY), FUNCTIONS)


def printed_script() -> Node:
    def prepare(then: Node) -> Node:
        return have(ROOT_STEP, root_step_script(), then)

    rest = PRINTED_FAMILY.statement_script(prepare)
    return have(d >= 1, auto("d >= 1"), size_facts(have(PRINTED_FACT, printed_fact_script(), rest)))


# --- one hidden layer for every f of the class ----------------------------------------------------

scale = var("scale")  #: of the weights of all steps
_SMOOTHING = delta * SCALING_ROOT / scale
#: the last unit has W = 0 and b = [1, 0, ..., 0]: it is exactly the constant 1/(1 + delta sqrt(d))
CONSTANT_UNIT = (1 + delta * SCALING_ROOT) * s(S.const(1), S.const(1))
UNIFORM_G = steps(lambda index: s(scale, offset(index)), N - 1) + LEVEL * CONSTANT_UNIT
STEEP_ENOUGH: Json = 2 * N * L * (delta * SCALING_ROOT) <= scale * (eps - L / (2 * N))
UNIFORM_GIVEN = [d >= 1, eps > 0, delta > 0, scale > 0, WIDTH, STEEP_ENOUGH, LIPSCHITZ, UNIT]
UNIFORM = statement(
    {**SORTS, "scale": "real"},
    UNIFORM_GIVEN,
    conj(HALFWAY < eps, on_domain(S.abs(UNIFORM_G - f(x)) <= HALFWAY)),
    FUNCTIONS,
)


def uniform_script() -> Node:
    small = 2 * N * _SMOOTHING
    facts: Json = every("t", "real", step_facts(s(scale, t), t, small))
    step = known(RATIONAL_STEP, [t, _SMOOTHING, s(scale, t), small], step_known())
    all_t = intro("t", known(STEP, [scale, _SMOOTHING, t], step))
    one = S.const(1)
    constant = known(
        STEP,
        [one, delta * SCALING_ROOT, one],
        case(S.abs(one).json, auto("the constant unit"), auto("the constant unit")),
    )
    unit = steps(lambda index: s(scale, offset(index)), N - 1) + LEVEL - f(x)
    end = case(S.abs(unit).json, *[case(S.abs(UNIFORM_G - f(x)).json, auto(), auto())] * 2)
    at_x = intro("x", intro("", intro("", class_bound(s, scale, small, end, facts))))
    numbers = lemmas(
        [
            (_SMOOTHING > 0, positive_quotient(delta * SCALING_ROOT, scale)),
            (_SMOOTHING * scale <= delta * SCALING_ROOT, auto("c scale")),
            (small >= 0, auto("2 N c >= 0")),
            (small * L <= eps - L / (2 * N), _spent(small)),
            (facts, all_t),
            (CONSTANT_UNIT.equals(1), constant),
        ],
        node("both", auto("halfway < eps"), at_x),
    )
    positive = have(delta * SCALING_ROOT > 0, auto("delta sqrt(d) > 0"), numbers)
    rest = width_facts(have(RATIONAL_STEP, rational_step_script(), positive))
    step_of = have(STEP, step_script(), rest)
    return have(SCALING_IDENTITY, scaling_identity_script(), size_facts(step_of))


def _spent(small: Term) -> Node:
    """2 N c L <= margin, since scale (2 N c L) <= scale margin."""
    margin = eps - L / (2 * N)
    scaled = [(small * L * scale <= margin * scale, auto("times scale"))]
    return lemmas(scaled, auto("gap L <= margin"))
