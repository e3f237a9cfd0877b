"""One unit that can be nearly affine follows every L-Lipschitz f within L/4: M <= 1.

On [0, 1] the chord of f plus the middle of what is left is within L/4 of f: what is left, g, rises
with slope L - s at most and falls with slope L + s at most, s the slope of the chord, and is 0 at
both ends; so if D is its range, D <= (L + s) y and D <= (L - s) (1 - y) with y the distance of the
places of its extremes, and 2 L D <= L^2 - s^2.  The extremes are taken over the multiples of 1/K.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from constructions.pln import shifted_norm_unit_on_line, shifted_unit_on_line
from constructions.terms import (
    Json,
    Term,
    conj,
    every,
    exists,
    implies,
    plain_json,
    total,
    var,
)
from proofs.claims import Attempt, Control, Obligation, Witness
from proofs.kernel.context import Context
from proofs.library.exponential import axiom, have_exp
from proofs.library.lipschitz import nonnegative_constant
from proofs.pln.definition3 import DROPPED, by_scale, put
from proofs.pln.exponential import TANH_FAR, have_tanh
from proofs.pln.symbols import ONE, ZERO, L, N, S, d, delta, eps, f, layer_norm_unit, m, x
from proofs.pln.thm1.printed import FACT as SHIFTED_FACT
from proofs.pln.thm1.printed import OFF, off_facts
from proofs.pln.thm1.printed import fact_script as shifted_fact_script
from proofs.pln.thm1.sums import known, reals
from proofs.pln.thm3.statement import PRINTED_FACT, printed_fact_script
from proofs.pln.units import (
    IDENTITY,
    ROOT,
    SCALING_IDENTITY,
    SCALING_ROOT,
    dimension_facts,
    identity_script,
    layer_scaling_unit,
    scaling_identity_script,
    size_facts,
)
from proofs.trees.script import (
    Node,
    auto,
    bounded_goal,
    by_scalars,
    case,
    define,
    have,
    induct,
    intro,
    lemmas,
    look,
    node,
    rule_index,
    same,
    split,
    statement,
    use,
    use_all,
)

M, K, i, p, q = var("M"), var("K"), var("i"), var("p"), var("q")
LIPSCHITZ: Json = ["lipschitz", "f", L.json, "0", "1"]
QUARTER = L / 4
HALFWAY = (QUARTER + eps) / 2  #: strictly below eps, and the same for every f
MARGIN = eps - QUARTER
SLOPE = f(ONE) - f(ZERO)
GIVEN = [eps > 0, M.equals(S.floor(L / (2 * eps))), M <= 1, N.equals(1), LIPSCHITZ]
SORTS = {"N": "int", "M": "int", "L": "real", "eps": "real"}


def on_domain(conclusion: Json) -> Json:
    return every("x", "real", implies(x >= 0, x <= 1, conclusion))


def rest(at: Term) -> Term:
    """g: f less its chord."""
    return f(at) - f(ZERO) - SLOPE * at


def _lipschitz(first: Term, second: Term, then: Node) -> Node:
    """|f(u) - f(v)| <= L |u - v| as a literal."""

    def chosen(context: Context) -> Node:
        index = rule_index(context, lambda rule: rule[0] == "lipschitz")
        return use(index, [first.json, second.json], auto("in [0, 1]"), then)

    return look(chosen)


def steeper(first: Term, second: Term, then: Node) -> Node:
    """Where first <= second: f(second) - f(first) is between -L and L times the distance."""
    rise, run = f(second) - f(first), second - first
    sizes = case(S.abs(second - first).json, *[case(S.abs(rise).json, auto(), auto())] * 2)
    fact = conj(rise <= L * run, -rise <= L * run)
    return have(fact, _lipschitz(second, first, node("both", sizes, sizes)), then)


_L, _s, _y, _D = (var(name) for name in ("l0", "s0", "y0", "d0"))
#: what the two bounds say of the range D
RANGE: Json = reals(
    "l0 s0 y0 d0",
    implies(
        _L - _s >= 0,
        _L + _s >= 0,
        _D <= (_L + _s) * _y,
        _D <= (_L - _s) * (1 - _y),
        _D <= _L / 2,
    ),
)


def range_script() -> Node:
    product = (2 * _L * _D <= (_L + _s) * (_L - _s), auto("2 L D <= L^2 - s^2"))
    positive = have(2 * _L * _D <= _L * _L, auto("2 L D <= L^2"), auto("D <= L/2"))
    flat = have(_s.equals(0), node("both", auto(), auto()), auto("L = 0"))
    body = lemmas([product], split((-_L).json, flat, positive))
    for _ in range(4):
        body = intro("", body)
    for name in ("d0", "y0", "s0", "l0"):
        body = intro(name, body)
    return body


def extreme(sign: int, top: Term) -> Json:
    """Some r <= top: sign g(i/K) <= sign g(r/K) for all i <= top."""
    place = var("r")
    least = sign * rest(i / K) <= sign * rest(place / K)
    lower = every("i", "int", implies(i >= 0, i <= top, least))
    return exists("r", "int", conj(place >= 0, place <= top, lower))


def extreme_script(sign: int) -> Node:
    """Induction: the old place or the new one.  Needs K >= 1 and 1/K > 0."""
    first = node("both", auto(), auto(), intro("i", intro("", intro("", _same(i, ZERO)))))
    base = node("some", first, **{"is": "0"})
    new, old = m + 1, var("p0")
    gain = sign * rest(new / K) - sign * rest(old / K)
    so_far = every("i", "int", implies(i >= 0, i <= m, sign * rest(i / K) <= sign * rest(old / K)))

    def beyond(choice: Term) -> Node:
        here = split((i - new).json, _same(i, new), known(so_far, [i], auto("before")))
        return node(
            "some",
            node("both", auto(), auto(), intro("i", intro("", intro("", here)))),
            **{"is": choice.json},
        )

    def opened(context: Context) -> Node:
        index = rule_index(context, lambda rule: rule[0] == "some")
        return node(
            "obtain", split(gain.json, beyond(new), beyond(old)), rule=index, **{"as": "p0"}
        )

    claim = extreme(sign, m)
    whole = every("m", "int", implies(m >= 0, claim))
    return induct("m", "0", claim, base, look(opened), known(whole, [K], look(_last_some)))


def _last_some(context: Context) -> Node:
    """The goal is the existential that was just made known: open it and give the same place."""
    index = rule_index(context, lambda rule: rule[0] == "some")
    old = var("p1")

    def again(inner: Context) -> Node:
        found = rule_index(inner, lambda rule: rule[0] == "all" and rule[2] == "int")
        one = use(found, ["i"], auto(), use(len(inner.rules), [], auto(), auto("the same")))
        return node("both", auto(), auto(), intro("i", intro("", intro("", one))))

    return node(
        "obtain",
        node("some", look(again), **{"is": old.json}),
        rule=index,
        **{"as": old.json},
    )


def _same(index: Term, other: Term) -> Node:
    return same(f(index / K), f(other / K), auto("the same place"))


def below(sign: int, place: Term) -> Json:
    """sign g(i/K) <= sign g(place/K) for all i."""
    least = sign * rest(i / K) <= sign * rest(place / K)
    return every("i", "int", implies(i >= 0, i <= K, least))


_GAP = rest(p / K) - rest(q / K)  #: D, the range of g on the multiples of 1/K


def _order(first: Term, second: Term, slope: Term) -> Node:
    """D <= L/2 where p/K and q/K are ``first`` <= ``second``, in that or the other order."""
    y = second - first
    facts = [
        (_GAP <= (L + slope) * y, auto("between")),
        (_GAP <= (L - slope) * (1 - y), auto("from the ends")),
    ]
    end = lemmas(facts, known(RANGE, [L, slope, y, _GAP], auto("D <= L/2")))
    for a, b in ((second, ONE), (ZERO, first), (first, second)):
        end = steeper(a, b, end)
    ordered = [(first <= second, auto("in order")), (y <= 1, auto("y <= 1"))]
    return lemmas(ordered, end)


def range_is_half() -> Node:
    """D <= L/2, from the Lipschitz bounds between 0, p/K, q/K and 1."""
    inside = [
        (p / K >= 0, auto("0 <= p/K")),
        (p / K <= 1, auto("p/K <= 1")),
        (q / K >= 0, auto("0 <= q/K")),
        (q / K <= 1, auto("q/K <= 1")),
    ]
    falls = have(p / K <= q / K, auto("p <= q"), _order(p / K, q / K, SLOPE))
    rises = have(q / K <= p / K, auto("q <= p"), _order(q / K, p / K, -SLOPE))
    return lemmas(inside, split((q - p).json, falls, rises))


_TOP, _LOW = rest(p / K), rest(q / K)
LINE = SLOPE * x + (f(ZERO) + (_TOP + _LOW) / 2)  #: the chord, moved to the middle
FIT = QUARTER + MARGIN / 4


def fit_script() -> Node:
    """|LINE - f(x)| <= L/4 + 2 L/K at every x, where the range is known."""
    j = S.floor(K * x)
    at = j / K
    near = [
        (at >= 0, auto("0 <= j/K")),
        (at <= x, auto("j/K <= x")),
        (x - at <= 1 / K, auto("x - j/K <= 1/K")),
        (at <= 1, auto("j/K <= 1")),
    ]
    floors = [
        (K * x >= 0, auto("K x >= 0")),
        (j >= 0, split(j.json, auto(), auto("floor >= 0"))),
        (K * x <= K, auto("K x <= K")),
        (j <= K, auto("floor <= K")),
    ]
    run = x - at
    moved = [
        (L * run <= L * (1 / K), auto("L (x - j/K) <= L/K")),
        (SLOPE * run <= L * run, auto("chord, up")),
        (-SLOPE * run <= L * run, auto("chord, down")),
        (rest(x) - rest(at) <= 2 * L * (1 / K), auto("g, up")),
        (rest(at) - rest(x) <= 2 * L * (1 / K), auto("g, down")),
    ]
    end = lemmas(moved, bounded_goal("within L/4 + 2 L/K"))
    extremes = known(below(1, p), [j], known(below(-1, q), [j], end))
    body = lemmas([*floors, *near], steeper(at, x, extremes))
    return intro("x", intro("", intro("", body)))


def fitted() -> Json:
    """LINE is within L/4 + (eps - L/4)/4 of f on [0, 1]."""
    return on_domain(S.abs(LINE - f(x)) <= FIT)


def have_line(then: Node) -> Node:
    """Make K, p, q and :func:`fitted` known, where L/4 < eps and L >= 0."""
    cells = S.floor(8 * L / MARGIN) + 1
    enough = [
        (8 * L / MARGIN >= 0, auto("8 L/margin >= 0")),
        (cells >= 1, split((cells - 1).json, auto(), auto("floor >= 0"))),
        (8 * L <= cells * MARGIN, auto("8 L <= K margin")),
    ]
    many = exists("K", "int", conj(K >= 1, 8 * L <= K * MARGIN))
    found = node("some", node("both", auto(), auto()), **{"is": cells.json})
    steps = [(MARGIN > 0, auto("margin > 0")), (1 / MARGIN > 0, auto("1/margin > 0"))]
    wide = have(
        many, lemmas(enough, found), look(lambda context: _open(context, "K", _extremes(then)))
    )
    return lemmas(steps, wide)


def _open(context: Context, name: str, then: Node) -> Node:
    index = rule_index(context, lambda rule: rule[0] == "some")
    return node("obtain", then, rule=index, **{"as": name})


def _extremes(then: Node) -> Node:
    def at(sign: int, name: str) -> Json:
        place = var(name)
        return exists(name, "int", conj(place >= 0, place <= K, below(sign, place)))

    slope = conj(SLOPE <= L, -SLOPE <= L)
    sizes = have(_GAP <= L / 2, range_is_half(), have(fitted(), fit_script(), then))
    sloped = steeper(ZERO, ONE, have(slope, node("both", auto(), auto()), sizes))
    ranged = have(RANGE, range_script(), sloped)
    lowest = have(
        at(-1, "q"), extreme_script(-1), look(lambda context: _open(context, "q", ranged))
    )
    highest = have(at(1, "p"), extreme_script(1), look(lambda context: _open(context, "p", lowest)))
    facts = [
        (K > 0, auto("K > 0")),
        (1 / K > 0, auto("1/K > 0")),
        (2 * L * (1 / K) <= MARGIN / 4, auto("2 L/K <= margin/4")),
    ]
    return lemmas(facts, highest)


def on_width(old: Obligation) -> Obligation:
    """The bound on N(phi), with data: all f are x, and G(g, m, .) follows the line x + g.

    For L = eps = 1, so M = 0, and for the least d.
    """
    says = "$L = epsilon = 1$, where all $f$ are $x$, and the networks follow the lines $x + g$"
    return by_scale(Attempt("", says, old.statement, _at(old, 1, 0)), old)


def larger(old: Obligation) -> Control:
    """Without M <= 1 the bound is not below eps: for L = 4 and eps = 1."""
    given = [g for g in old.statement["given"] if g != plain_json(M <= 1)]
    says = (
        "without $M <= 1$: for $L = 4$, $epsilon = 1$ the bound $(L \\/ 4 + epsilon) \\/ 2$ is $1$"
    )
    altered = {**old.statement, "given": given}
    return Control(Attempt(f"{old.id}.control.M", says, altered, _at(old, 4, 2)), DROPPED)


def _at(old: Obligation, L_: int, M_: int) -> Witness:
    """f(x) = x, for eps = 1 and the least d."""
    numbers = {"N": 1, "M": M_, "L": L_, "eps": 1, "delta": 1}
    values = {name: numbers[name] for name in old.statement["vars"] if name in numbers}
    for least in (1, 2, 3):
        if plain_json(d >= least) in old.statement["given"]:
            values["d"] = least
    return Witness(values, {"f": (("x",), "x")})


# --- from the line to one unit -------------------------------------------------------------------

_slope, _shift = var("slope"), var("shift")
Y = _slope * x + _shift  #: the line
SIZE = S.abs(_slope) + S.abs(_shift) + 1  #: above |Y| on [0, 1]
R = 4 * SIZE * SIZE / MARGIN + 2 * SIZE  #: the scale: the line is R times a unit at Y/R


_s1, _h1, _x1, _r1 = (var(name) for name in ("s1", "h1", "x1", "r1"))
_y1 = _s1 * _x1 + _h1


def _argument(factor: Term) -> Term:
    """c y/R for y = s x + h, as w x + b."""
    return factor * _s1 / _r1 * _x1 + factor * _h1 / _r1


@dataclass(frozen=True)
class Almost:
    """A unit that is nearly its argument near 0: |R unit(c y/R) - y| <= y^2/R for |y| <= R/2.

    ``near`` is that, for all real y = s x + h and R > 0, with the proof ``script``; ``factor`` is
    c > 0, made known by ``around``.
    """

    unit: Callable[[Term], Term]
    factor: Term
    around: Callable[[Node], Node]
    script: Callable[[], Node]
    given: tuple[Json, ...] = ()
    sorts: tuple[tuple[str, str], ...] = ()

    def near(self) -> Json:
        gap = S.abs(_r1 * self.unit(_argument(self.factor)) - _y1)
        near = implies(_r1 > 0, S.abs(_y1) <= _r1 / 2, gap <= _y1 * _y1 / _r1)
        return reals("s1 h1 x1 r1", near)

    def statement(self) -> Json:
        """For M <= 1 one unit is enough."""
        return statement(
            {**SORTS, **dict(self.sorts)}, [*self.given, *GIVEN], self.show(), {"f": 1}
        )

    def network(self, slope: Term, shift: Term) -> Term:
        """R unit(c y/R) with y = slope x + shift: the unit that follows this line."""
        at = {"slope": slope, "shift": shift}
        w, b = self.factor * _slope / R, self.factor * _shift / R
        one = total("i", 1, N, R * self.unit(w * x + b))
        return Term(put(one.json, {name: value.json for name, value in at.items()}))

    def show(self) -> Json:
        """The unit that follows some line with the slope of the chord is near f."""
        near = on_domain(S.abs(self.network(SLOPE, _shift) - f(x)) <= HALFWAY)
        return conj(HALFWAY < eps, exists("shift", "real", near))

    def follows(self) -> Json:
        """For all lines that are within FIT of f the unit that follows them is near f."""
        near = on_domain(S.abs(self.network(_slope, _shift) - f(x)) <= HALFWAY)
        return reals("slope shift", implies(on_domain(S.abs(Y - f(x)) <= FIT), near))


def small_class(then: Node) -> Node:
    """L >= 0 and L < 4 eps, from M <= 1."""
    facts = [
        (L / (2 * eps) < 2, auto("L/(2 eps) < 2")),
        (L < 4 * eps, auto("L < 4 eps")),
    ]
    inverse = lemmas([(1 / eps > 0, auto("1/eps > 0")), *facts], then)
    return nonnegative_constant(inverse)


def one_unit_script(almost: Almost) -> Node:
    """The line is the chord of f, moved to the middle."""
    shift = f(ZERO) + (_TOP + _LOW) / 2
    line = intro("x", intro("", intro("", known(fitted(), [x], auto("the line")))))
    at_x = use_all(lambda rule: rule[0] == "all", [x], 2, auto("the unit"))
    found = node("some", intro("x", intro("", intro("", at_x))), **{"is": shift.json})
    end = node("both", auto("halfway < eps"), found)
    chord = have_line(known(almost.follows(), [SLOPE, shift], end, line))
    positive = [(MARGIN > 0, auto("margin > 0")), (1 / MARGIN > 0, auto("1/margin > 0"))]
    shown = have(almost.follows(), _follows_script(almost), chord)
    rest = small_class(lemmas(positive, shown))
    return almost.around(have(almost.near(), almost.script(), rest))


def _follows_script(almost: Almost) -> Node:
    """R unit(c Y/R) is within Y^2/R <= (eps - L/4)/4 of the line."""
    G = almost.network(_slope, _shift)
    value = Term(G.json[4])
    line = on_domain(S.abs(Y - f(x)) <= FIT)
    sizes = [
        (SIZE > 0, auto("size > 0")),
        (SIZE * SIZE > 0, auto("size^2 > 0")),
        (SIZE * SIZE / MARGIN > 0, auto("size^2/margin > 0")),
        (R > 0, auto("R > 0")),
        (1 / R > 0, auto("1/R > 0")),
        (SIZE <= R / 2, auto("size <= R/2")),
        (4 * SIZE * SIZE <= R * MARGIN, auto("4 size^2 <= R margin")),
        (SIZE * SIZE / R <= MARGIN / 4, auto("size^2/R <= margin/4")),
    ]
    slope_x = case(S.abs(_slope).json, auto("|slope x|"), auto("|slope x|"))
    bounded = [
        (Y <= SIZE, _sized(slope_x)),
        (-Y <= SIZE, _sized(slope_x)),
        (S.abs(Y) <= SIZE, case(S.abs(Y).json, auto(), auto())),
        (S.abs(Y) <= R / 2, auto("|Y| <= R/2")),
        (Y * Y <= SIZE * SIZE, case(S.abs(Y).json, auto(), auto())),
        (Y * Y / R <= MARGIN / 4, auto("Y^2/R <= margin/4")),
    ]
    close = conj(value - Y <= MARGIN / 4, Y - value <= MARGIN / 4)
    sides = case(S.abs(value - Y).json, *[node("both", auto("near"), auto("near"))] * 2)
    line_close = conj(Y - f(x) <= FIT, f(x) - Y <= FIT)
    line_sides = case(S.abs(Y - f(x)).json, *[node("both", auto("line"), auto("line"))] * 2)
    facts = [
        (close, known(almost.near(), [_slope, _shift, x, R], sides)),
        (line_close, known(line, [x], line_sides)),
    ]
    near = lemmas(facts, _sum_of_one(G, value, bounded_goal("within halfway")))
    at_x = lemmas(bounded, near)
    close_by = intro("x", intro("", intro("", at_x)))
    return intro("slope", intro("shift", intro("", lemmas(sizes, close_by))))


def _sized(then: Node) -> Node:
    return case(S.abs(_shift).json, then, then)


def _sum_of_one(G: Term, value: Term, then: Node) -> Node:
    body = G.json[4]
    empty = node("empty", auto("0 < 1"), then, on=["sum", "i", "1", (N - 1).json, body])
    return node("unfold", auto("1 <= N"), empty, on=G.json)


def _for_all(script: Node) -> Node:
    """Of ``Almost.near``: its four numbers and two premises."""
    script = intro("", intro("", script))
    for name in ("r1", "x1", "h1", "s1"):
        script = intro(name, script)
    return script


def _tanh_script() -> Node:
    """e^t >= 1 + t, so (1 - tanh t) (1 + (1 + t)^2) <= 2; and the same for -t."""
    t = _y1 / _r1
    v, E, e = S.tanh(t), S.exp(2 * t), S.exp(t)
    F, g = S.exp(-2 * t), S.exp(-t)
    low, high = 1 - t + t * t, 1 + t + t * t
    facts = [
        (t <= Fraction(1, 2), _half()),
        (-t <= Fraction(1, 2), _half()),
        (E.equals(e * e), axiom("exp-sum", [t, t], auto("e^2t"))),
        (F.equals(g * g), axiom("exp-sum", [-t, -t], auto("e^-2t"))),
        (e >= 1 + t, axiom("exp-line", [t], auto())),
        (g >= 1 - t, axiom("exp-line", [-t], auto())),
        (E >= (1 + t) * (1 + t), auto("e^2t >= (1 + t)^2")),
        (F >= (1 - t) * (1 - t), auto("e^-2t >= (1 - t)^2")),
        (low > 0, auto("1 - t + t^2 > 0")),
        (high > 0, auto("1 + t + t^2 > 0")),
        (low * (1 + (1 + t) * (1 + t)) >= 2, _squares(t)),
        (high * (1 + (1 - t) * (1 - t)) >= 2, _squares(-t)),
        (low * (E + 1) >= 2, auto("low")),
        (high * (F + 1) >= 2, auto("high")),
        ((1 - v) * (E + 1) <= 2, _from_far(TANH_FAR, t)),
        ((1 + v) * (F + 1) <= 2, _from_far(TANH_FAR, t)),
        (1 - v <= low, auto("tanh t >= t - t^2")),
        (1 + v <= high, auto("tanh t <= t + t^2")),
        (_r1 * t * t <= _y1 * _y1 / _r1, auto("R t^2 = y^2/R")),
        ((_r1 * t).equals(_y1), auto("R t = y")),
        (_r1 * v - _r1 * t <= _r1 * t * t, auto("above")),
        (_r1 * t - _r1 * v <= _r1 * t * t, auto("below")),
    ]
    argument = _argument(ONE)
    same_value = (S.tanh(argument).equals(v), auto("tanh(y/R)"))
    end = lemmas([same_value], bounded_goal("near"))
    inverse = have(1 / _r1 > 0, auto("1/R > 0"), lemmas(facts, end))
    return _for_all(inverse)


def _squares(t: Term) -> Node:
    """(1 - t + t^2) (2 + 2 t + t^2) - 2 = t^2 (1 + t/2)^2 + 3/4 t^4, written out."""

    def leaf(context: Context) -> Node:
        squares = [["1", [], [(t * (1 + t / 2)).json]], ["3/4", [], [(t * t).json]]]
        terms = [["1", [len(context.literals)], []], *squares]
        return {"by": "leaf", "terms": terms, "mult": [], "then": []}

    return look(leaf)


def _half() -> Node:
    return case(S.abs(_y1).json, auto("|t| <= 1/2"), auto("|t| <= 1/2"))


def _from_far(fact: Json, t: Term) -> Node:
    return known(fact, [t], auto("tanh and e^2t"))


TANH = Almost(S.tanh, ONE, lambda then: have_exp(have_tanh(then)), _tanh_script)


# --- groups of LN-d and LS-d ---------------------------------------------------------------------


def _smooth_script(
    identity: Json, factor: Term, unit: Callable[[Term], Term]
) -> Callable[[], Node]:
    """unit(t) = t/(|t| + c): with t = c u, V (1 + |u|) = u, and u - V = V |u|."""

    def script() -> Node:
        c, u = factor, _y1 / _r1
        t, V = _argument(c), var("v1")
        size = S.abs(u)
        numbers = [
            (t.equals(c * u), auto("t = c u")),
            (S.abs(t).equals(c * size), _abs(t, u)),
            (S.abs(t) + c > 0, auto("|t| + c > 0")),
            ((unit(t) * (S.abs(t) + c)).equals(t), auto("V (|t| + c) = t")),
            ((c * (unit(t) * (size + 1) - u)).equals(0), auto("c (V (|u| + 1) - u) = 0")),
            ((unit(t) * (size + 1)).equals(u), auto("V (|u| + 1) = u")),
        ]
        inner: Json = reals(
            "v1 u1 z1",
            implies(
                _r1 > 0,
                S.abs(var("u1")).equals(var("z1")),
                (V * (var("z1") + 1)).equals(var("u1")),
                S.abs(_r1 * V - _r1 * var("u1")) <= _r1 * var("u1") * var("u1"),
            ),
        )
        end = lemmas(
            [
                ((_r1 * u).equals(_y1), auto("R u = y")),
                ((_r1 * u * u).equals(_y1 * _y1 / _r1), auto("R u^2 = y^2/R")),
            ],
            known(inner, [unit(t), u, size], bounded_goal("near")),
        )
        body = known(identity, [t, delta], lemmas(numbers, end))
        facts = have(1 / _r1 > 0, auto("1/R > 0"), have(inner, _soft_script(), body))
        return _for_all(facts)

    return script


def _abs(t: Term, u: Term) -> Node:
    return case(S.abs(t).json, *[case(S.abs(u).json, auto("|c u|"), auto("|c u|"))] * 2)


def _soft_script() -> Node:
    V, u = var("v1"), var("u1")
    positive = [(V >= 0, auto("V >= 0")), (V <= u, auto("V <= u")), (V * u <= u * u, auto("V u"))]
    negative = [(V <= 0, auto("V <= 0")), (V >= u, auto("V >= u")), (V * u <= u * u, auto("V u"))]

    def side(facts: list[tuple[Json, Node]], sign: int) -> Node:
        share = ((u - V).equals(sign * V * u), auto("u - V = V |u|"))
        scaled = (_r1 * V * u <= _r1 * u * u, auto("R V u"))
        return lemmas([*facts, share, scaled], bounded_goal("soft"))

    body = case(S.abs(u).json, side(positive, 1), side(negative, -1))
    for _ in range(3):
        body = intro("", body)
    for name in ("z1", "u1", "v1"):
        body = intro(name, body)
    return body


_LN_FACTOR, _LS_FACTOR = delta * ROOT, delta * SCALING_ROOT
_DIMENSION = (("d", "int"), ("delta", "real"))


def _positive(
    factor: Term, facts: Callable[[Node], Node], identity: Json, script: Node
) -> Callable[[Node], Node]:
    return lambda then: have(identity, script, facts(have(factor > 0, auto("c > 0"), then)))


LN = Almost(
    layer_norm_unit,
    _LN_FACTOR,
    _positive(_LN_FACTOR, dimension_facts, IDENTITY, identity_script()),
    _smooth_script(IDENTITY, _LN_FACTOR, layer_norm_unit),
    (d >= 2, delta > 0),
    _DIMENSION,
)
LS = Almost(
    layer_scaling_unit,
    _LS_FACTOR,
    _positive(_LS_FACTOR, size_facts, SCALING_IDENTITY, scaling_identity_script()),
    _smooth_script(SCALING_IDENTITY, _LS_FACTOR, layer_scaling_unit),
    (d >= 1, delta > 0),
    _DIMENSION,
)


# --- without delta: units t/sqrt(t^2 + off) ------------------------------------------------------


def _root_script(fact: Json, unit: Callable[[Term], Term], root: Term, off: Term) -> Node:
    """V sqrt(t^2 + off) = t with t = sqrt(off) u: V sqrt(1 + u^2) = u, and |u - V| <= u^2.

    ``fact`` says that of all t, for the third coordinate 1; ``root`` is sqrt(off).
    """
    u = _y1 / _r1
    t, V, q1 = _argument(root), var("v1"), S.sqrt(1 + u * u)
    q = S.sqrt(t * t + off)
    inner: Json = reals(
        "v1 u1 z1",
        implies(
            _r1 > 0,
            var("z1") >= 1,
            (var("z1") * var("z1")).equals(1 + var("u1") * var("u1")),
            (V * var("z1")).equals(var("u1")),
            S.abs(_r1 * V - _r1 * var("u1")) <= _r1 * var("u1") * var("u1"),
        ),
    )
    numbers = [
        (t.equals(root * u), auto("t = sqrt(off) u")),
        (q1 >= 1, auto("sqrt(1 + u^2) >= 1")),
        ((t * t + off).equals(root * q1 * (root * q1)), auto("t^2 + off")),
        (root * q1 >= 0, auto("sqrt(off) sqrt(1 + u^2) >= 0")),
        ((q * q).equals(root * q1 * (root * q1)), auto("the same square")),
        (q.equals(root * q1), _same_square(q, root * q1)),
        ((root * (unit(t) * q1 - u)).equals(0), auto("sqrt(off) (V sqrt(1 + u^2) - u) = 0")),
        ((unit(t) * q1).equals(u), auto("V sqrt(1 + u^2) = u")),
    ]
    end = lemmas(
        [
            ((_r1 * u).equals(_y1), auto("R u = y")),
            ((_r1 * u * u).equals(_y1 * _y1 / _r1), auto("R u^2 = y^2/R")),
        ],
        known(inner, [unit(t), u, q1], bounded_goal("near")),
    )
    square = [(u * u >= 0, _is_square(u)), (1 + u * u > 0, auto("1 + u^2 > 0"))]
    defined = lemmas(square, define(q1.json, auto(), known(fact, [ONE, t], lemmas(numbers, end))))
    facts = have(1 / _r1 > 0, auto("1/R > 0"), have(inner, _flat_script(), defined))
    return _for_all(facts)


def _is_square(of: Term) -> Node:
    """Proof that a square is not negative, written out: a search would have to factor it."""

    def leaf(context: Context) -> Node:
        terms = [["1", [len(context.literals)], []], ["1", [], [of.json]]]
        return {"by": "leaf", "terms": terms, "mult": [], "then": []}

    return look(leaf)


def _same_square(one: Term, other: Term) -> Node:
    """Numbers that are not negative are equal if their squares are."""
    a, b = Term("aa"), Term("bb")
    scalars = {"aa": one, "bb": other}
    return by_scalars(scalars, [a >= 0, b >= 0, (a * a).equals(b * b)], a.equals(b))


def _flat_script() -> Node:
    """|u - V| = |V| (z - 1) <= |V| |u| <= u^2, where z^2 = 1 + u^2."""
    V, u, z = var("v1"), var("u1"), var("z1")

    def side(sign: int) -> Node:
        facts = [
            (sign * V >= 0, auto("V u >= 0")),
            (sign * V <= sign * u, auto("|V| <= |u|")),
            (z - 1 <= sign * u, auto("z - 1 <= |u|")),
            ((u - V).equals(V * (z - 1)), auto("u - V = V (z - 1)")),
            (sign * (u - V) >= 0, auto("u - V")),
            (sign * (u - V) <= sign * V * (sign * u), auto("|u - V| <= |V| |u|")),
            (sign * V * (sign * u) <= u * u, auto("|V| |u| <= u^2")),
            (_r1 * (sign * (u - V)) <= _r1 * (u * u), auto("times R")),
            (_r1 * (sign * (u - V)) >= 0, auto("R (u - V)")),
        ]
        return lemmas(facts, bounded_goal("flat"))

    body = split(u.json, side(1), side(-1))
    for _ in range(4):
        body = intro("", body)
    for name in ("z1", "u1", "v1"):
        body = intro(name, body)
    return body


def _norm_around(then: Node) -> Node:
    positive = have(_SHIFTED_ROOT > 0, auto("sqrt(off) > 0"), then)
    known_fact = have(SHIFTED_FACT, shifted_fact_script(), off_facts(positive))
    return have(d >= 2, auto("d >= 2"), dimension_facts(known_fact))


def _scaling_around(then: Node) -> Node:
    known_fact = have(PRINTED_FACT, printed_fact_script(), then)
    return have(d >= 1, auto("d >= 1"), size_facts(known_fact))


def shifted_norm_unit(at: Term) -> Term:
    """alpha^T LN-d([t, -t, 1, 0, ..., 0]), Eq. 1 as it is printed, d >= 3."""
    return shifted_norm_unit_on_line(S, at, ONE, d)


def shifted_scaling_unit(at: Term) -> Term:
    """alpha^T LS-d([t, 1, 0, ..., 0]), Eq. 4 as it is printed, d >= 2."""
    return shifted_unit_on_line(S, at, ONE, d)


_SHIFTED_ROOT = S.sqrt(OFF)
LN_PRINTED = Almost(
    shifted_norm_unit,
    _SHIFTED_ROOT,
    _norm_around,
    lambda: _root_script(SHIFTED_FACT, shifted_norm_unit, _SHIFTED_ROOT, OFF),
    (d >= 3,),
    (("d", "int"),),
)
LS_PRINTED = Almost(
    shifted_scaling_unit,
    ONE,
    _scaling_around,
    lambda: _root_script(PRINTED_FACT, shifted_scaling_unit, ONE, ONE),
    (d >= 2,),
    (("d", "int"),),
)
