"""Theorem 1, the proof: its conclusion, from both cases, as printed and repaired."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from constructions.terms import (
    Json,
    Term,
    app,
    conj,
    every,
    exists,
    implies,
    plain_json,
    total,
    var,
)
from proofs.claims import Attempt, Witness
from proofs.pln.bound import width_facts
from proofs.pln.lemma2 import LIPSCHITZ, WIDTH
from proofs.pln.symbols import ONE, ZERO, L, N, S, d, delta, eps, f, h, k, layer_norm_unit, m, x
from proofs.pln.thm1_cases import (
    BUDGET,
    COUNT,
    EPS1,
    ERROR,
    IN_CASE1,
    IN_CASE2,
    POINT2,
    SHARP,
    finish_script,
    have_lemma2,
    on_unit_interval,
    point1_script,
    point2_script,
    sign_bound_script,
)
from proofs.pln.thm1_sums import (
    BREAK,
    GH,
    MAX,
    MAX_K,
    SMALL,
    UNITS,
    WEIGHTS,
    A,
    A_k,
    alpha,
    at,
    delta0,
    delta_N,
    each_sum,
    eps1,
    eps2,
    i,
    known,
    p,
    reals,
    sequent,
    smooth,
    spending,
    t,
)
from proofs.pln.units import IDENTITY, ROOT, identity_script
from proofs.refute import instantiate
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
    position,
    same,
    split,
)

# --- the conclusion, as printed and repaired -----------------------------------------------------


def top_of(index: Term) -> Term:
    """alpha_k^*, here any bound of the other weights."""
    return app("alphastar", index)


def limit_of(index: Term) -> Term:
    """delta_k as a function of k."""
    return app("deltaof", index)


def max_k(top: Term) -> Json:
    return every("i", "int", implies(*UNITS, i.differs(k), S.abs(alpha(i)) <= top))


#: delta_k = eps2 delta_0/((N - 1) alpha_k^*) is defined and delta <= delta_k, for every k < N
FOR_K: Json = every(
    "k",
    "int",
    implies(
        *BREAK,
        conj(
            max_k(top_of(k)),
            (COUNT * top_of(k)).differs(0),
            (limit_of(k) * (COUNT * top_of(k))).equals(eps2 * delta0),
            delta <= limit_of(k),
        ),
    ),
)
CHOSEN = [eps > 0, WIDTH, LIPSCHITZ, *WEIGHTS, *SMALL, delta > 0]
PRINTED = [
    *CHOSEN,
    EPS1,
    *BUDGET,
    eps2 > 0,
    L / (2 * N) <= eps - eps2,
    FOR_K,
]


def _max_holds(known_max: Json, *more: Node) -> Node:
    """Proof of MAX_K for a bound that ``known_max`` gives."""
    z = var("z")
    last = known(known_max, [z], auto("|alpha| <= top"), *more)
    return intro("z", intro("", intro("", intro("", last))))


def _cases_of_x(case2: Node) -> Node:
    """The two cases for every x in [0, 1], where POINT2 and EPS1 are known."""
    both_cases = lemmas([(IN_CASE1, point1_script()), (IN_CASE2, case2)], finish_script())
    return intro("x", intro("", intro("", both_cases)))


def have_point2(then: Node) -> Node:
    once = intro("x", intro("", intro("", intro("", intro("", point2_script())))))
    return have(on_unit_interval(N > 0, L >= 0, POINT2), once, then)


def _use_point2(top: Term, limit: Term, maximum: Node) -> Node:
    """ERROR < eps for the k at hand, by POINT2 with A_k = ``top`` and delta_k = ``limit``."""
    shown = [auto("0 <= x"), auto("x <= 1"), auto("N > 0"), auto("L >= 0")]
    near = [auto("1 <= k"), auto("k < N"), auto("near")]
    rest = [*near, maximum, auto("delta_k"), auto("delta <= delta_k")]
    at_k = known(POINT2, [k, top, limit], auto("case 2"), *rest)
    return known(on_unit_interval(N > 0, L >= 0, POINT2), [x], at_k, *shown)


def conclusion_script() -> Node:
    top = top_of(k)
    quotient = have(
        limit_of(k).equals(spending(eps2, COUNT, top)),
        auto("delta_k"),
        _use_point2(top, limit_of(k), _max_holds(max_k(top))),
    )
    case2 = intro("k", intro("", intro("", intro("", known(FOR_K, [k], quotient)))))
    return have_point2(width_facts(_cases_of_x(case2)))


#: delta^* of the repaired proof: delta_0 = 1/(4N), alpha^* + 1 in place of alpha^*
n_ = var("n")
TOP = total("n", 1, N, S.abs(alpha(n_))) + 1
MARGIN = eps - L / (2 * N)
delta_star = var("deltastar")
REPAIRED_CONCLUSION: Json = exists(
    "deltastar",
    "real",
    conj(
        delta_star > 0,
        every(
            "delta",
            "real",
            implies(delta > 0, delta <= delta_star, on_unit_interval(ERROR < eps)),
        ),
    ),
)
#: the proof with one bound A of all weights and eps2 = eps1
_CORE_GIVEN: list[Json] = [
    conj(N > 0, L >= 0, L / (2 * N) <= eps - eps1, eps2.equals(eps1), eps1 > 0),
    conj(*SMALL, delta > 0),
    MAX,
    conj(A > 0, delta_N.equals(spending(eps1, N, A)), delta <= delta_N),
    EPS1,
]
CORE: Json = reals(
    "delta0 eps1 eps2 A deltaN delta", implies(*_CORE_GIVEN, on_unit_interval(ERROR < eps))
)


def _core_script() -> Node:
    limit = spending(eps2, COUNT, A)
    numbers = [
        (COUNT * A > 0, auto("(N - 1) A > 0")),
        (N * A * delta_N <= eps1 * delta0, auto("N A delta_N")),
        (COUNT * A * delta <= eps2 * delta0, auto("(N - 1) A delta")),
        (delta <= limit, auto("delta <= delta_k")),
    ]
    small = lemmas(numbers, _use_point2(A, limit, _max_holds(MAX)))
    case2 = intro("k", intro("", intro("", intro("", small))))
    script = have_point2(_cases_of_x(case2))
    for _ in _CORE_GIVEN:
        script = intro("", script)
    for name in ("delta", "deltaN", "A", "eps2", "eps1", "delta0"):
        script = intro(name, script)
    return script


def _have_maximum(then: Node) -> Node:
    """MAX for A = sum |alpha_j| + 1, and A > 0."""
    z, last = var("z"), m + 1

    def sizes(high: Term) -> Term:
        return total("n", 1, high, S.abs(alpha(n_)))

    def below(high: Term) -> Json:
        each = every("i", "int", implies(i >= 1, i <= high, S.abs(alpha(i)) <= sizes(high)))
        return conj(sizes(high) >= 0, each)

    old = known(below(m).json[2], [z], auto("an earlier weight"))
    equal = node("both", auto(), auto())
    newest = have(
        z.equals(last),
        equal,
        same(
            alpha(z),
            alpha(last),
            case(S.abs(alpha(z)).json, *[case(S.abs(alpha(last)).json, auto(), auto())] * 2),
        ),
    )
    one = intro("z", intro("", intro("", split((m - z).json, old, newest))))
    step = have(
        S.abs(alpha(last)) >= 0,
        auto(),
        each_sum("unfold", (sizes,), last, node("both", auto("sum >= 0"), one)),
    )
    base = each_sum("empty", (sizes,), ZERO, node("both", auto(), auto("no weights")))
    maximum = intro("z", intro("", intro("", known(below(N).json[2], [z], auto("A")))))
    full = have(placed(MAX, {"A": TOP}), maximum, then)
    return induct(
        "m",
        "0",
        below(m),
        base,
        step,
        known(every("m", "int", implies(m >= 0, below(m))), [N], full),
    )


def placed(json: Any, values: dict[str, Term]) -> Any:
    """``json`` (a formula, or a script) with terms in place of free names."""
    json = plain_json(json)
    if isinstance(json, str):
        return values[json].json if json in values else json
    if isinstance(json, list):
        if json and json[0] in ("all", "some", "sum"):
            return [*json[:2], *(placed(a, values) for a in json[2:])]
        return [*json[:1], *(placed(a, values) for a in json[1:])] if json else json
    return json


def repaired_script() -> Node:
    delta_zero = h / 4
    star = MARGIN * delta_zero / (N * TOP)
    within = on_unit_interval(ERROR < eps)
    numbers = node("both", *[auto("numbers")] * 5)
    eps1_known = known(SHARP, [x], auto("eps - eps1"))
    eps1_proof = intro("x", intro("", intro("", intro("", eps1_known))))
    maximum = intro("z", intro("", intro("", known(placed(MAX, {"A": TOP}), [var("z")], auto()))))
    core = known(
        CORE,
        [delta_zero, MARGIN, MARGIN, TOP, star, delta],
        intro("x", intro("", intro("", known(within, [x], auto("below eps"))))),
        numbers,
        node("both", *[auto("small")] * 3),
        maximum,
        node("both", auto("A > 0"), auto("delta_N"), auto("delta <= delta_N")),
        eps1_proof,
    )
    of_delta = intro("delta", intro("", intro("", core)))
    chosen = node("some", node("both", auto("delta* > 0"), of_delta), **{"is": star.json})
    positive = lemmas(
        [
            (MARGIN > 0, auto("eps - L/(2N) > 0")),
            (TOP > 0, auto("A > 0")),
            (N * TOP > 0, auto("N A > 0")),
            (star > 0, auto("delta* > 0")),
        ],
        chosen,
    )
    facts = width_facts(have(SHARP, sign_bound_script(), _have_maximum(positive)))
    return have(CORE, _core_script(), have_lemma2(facts))


# --- the units, and other norm sizes -------------------------------------------------------------


_TERMS = ("show", "on", "is", "term", "claim", "first", "second", "from")


def put(script: Any, values: dict[str, Term]) -> Any:
    """A script with terms in place of free names, also where it looks before it goes on."""
    if callable(script):
        return lambda context: put(script(context), values)
    if isinstance(script, dict):
        changed = {key: placed(script[key], values) for key in _TERMS if key in script}
        if isinstance(script.get("at"), list):
            changed["at"] = [placed(a, values) for a in script["at"]]
        if "then" in script:
            changed["then"] = [put(child, values) for child in script["then"]]
        if "function" in script:
            changed["function"] = put(script["function"], values)
        return {**script, **changed}
    return script


def unit_of_norm(size: int, then: Node) -> Node:
    """The unit identity of Lemma 1 for LN-``size``."""
    values = {"d": S.const(size)}
    return have(placed(IDENTITY, values), put(identity_script(), values), then)


def use_unit_of_norm(size: int, at: Term, small: Term, then: Node) -> Node:
    return known(placed(IDENTITY, {"d": S.const(size)}), [at, small], then)


ROOT_D = delta * ROOT
UNIT_2 = placed(layer_norm_unit(t).json, {"d": S.const(2)})
SMALL_D = (t / (S.abs(t) + ROOT_D)).equals(smooth(t))
ERROR_D = S.abs(total("i", 1, N, alpha(i) * (at(i) / (S.abs(at(i)) + ROOT_D))) - f(x))
#: alpha^* = max |alpha_j|, attained at p
MAXIMUM: list[Json] = [p >= 1, p <= N, A.equals(S.abs(alpha(p))), MAX]
MAXIMUM_K: list[Json] = [
    *BREAK, p >= 1, p <= N, p.differs(k), A_k.equals(S.abs(alpha(p))), MAX_K
]  # fmt: skip
ANY = [eps > 0, WIDTH, LIPSCHITZ, *WEIGHTS]
CONSTANT_0: tuple[tuple[str, ...], Json] = (("u",), "0")
CONSTANT_1: tuple[tuple[str, ...], Json] = (("u",), "1")
CENTRED: tuple[tuple[str, ...], Json] = (("u",), ["-", "u", "1/2"])


def unit2_script() -> Node:
    root = S.sqrt(S.const(2) / 2)
    end = have(S.abs(t) + delta > 0, auto(), auto("the unit"))
    one = define(root.json, auto("2/2 >= 0"), have(root.equals(1), auto(), end))
    known_unit = use_unit_of_norm(2, t, delta, one)
    return unit_of_norm(2, known_unit)


def norm_18() -> Attempt:
    """f = 1 and N = 1 for d = 18: delta = delta_N, and the error at x = 0 is eps."""
    quarter, ninth = Fraction(1, 4), Fraction(1, 9)
    values = {
        "N": 1, "d": 18, "L": 0, "eps": quarter, "eps1": quarter, "eps2": quarter,
        "A": 1, "delta0": Fraction(4, 9), "deltaN": ninth, "delta": ninth,
    }  # fmt: skip
    functions = {
        "f": CONSTANT_1,
        "alpha": CONSTANT_1,
        "b": CONSTANT_1,
        "alphastar": CONSTANT_1,
        "deltaof": CONSTANT_1,
    }
    witness = Witness(values, functions)
    given = [d >= 2, *PRINTED]
    sum_of_one = instantiate(GH.json, witness)

    def one_unit(then: Node, on: Json) -> Node:
        return node("unfold", auto(), node("empty", auto(), then, on=shorter(on)), on=on)

    signs = case(S.sign(x + 1).json, *[auto("sign")] * 3)
    eps1_proof = intro("x", intro("", intro("", intro("", one_unit(signs, sum_of_one)))))
    error = placed(instantiate(ERROR_D.json, witness), {"x": ZERO})
    total_18 = error[1][1]
    scale = placed(total_18[4][2][2], {"i": ONE})
    positive = have(["<", "0", scale], auto("scale > 0"), one_unit(auto("error at 0"), total_18))
    at_zero = node("some", node("both", auto(), node("both", auto(), positive)), **{"is": "0"})
    return Attempt(
        "pln.thm1.simplify.conclusion",
        "$d = 18$, $f = 1$, $N = 1$, $epsilon = epsilon_1 = 1\\/4$, $delta_0 = 4\\/9$, so "
        "$delta_N = 1\\/9 = delta$: the error at $x = 0$ is $epsilon$",
        sequent(given, on_unit_interval(ERROR_D < eps)),
        witness,
        {position(EPS1, given): lambda: eps1_proof},
        lambda: at_zero,
    )


def shorter(on: Json) -> Json:
    """A sum without its last term, as the kernel writes it."""
    return [*on[:3], ["-", on[3], "1"], on[4]]
