"""The error of a network of N steps, for every N and every L-Lipschitz f (Eq. 19-26, repaired).

Let s_k be any unit that steps from -1 to 1 at k/N with smoothing c (``units.smooth_facts``).  Then
on all of [0, 1], with jumps = sum |alpha_hat_k| and level = |alpha_hat_N|,

    |G(x) - f(x)| <= L/(2N) + jumps c/(1/(2N) + c) + level c/(1 + c).

The paper splits [0, 1] into points near to and far from the breakpoints at an arbitrary delta_0;
here every x belongs to its nearest breakpoint, and the induction runs over the breakpoints.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from constructions.pln import midpoint
from constructions.terms import Json, Term, app, conj, every, implies, plain_json, total, var
from proofs.kernel.context import Context
from proofs.kernel.terms import read_formula
from proofs.language.elaboration import written
from proofs.library.lipschitz import nonnegative_constant
from proofs.pln.cells import FEW, GRID, NAMES, cell
from proofs.pln.symbols import LEVEL, ONE, ZERO, L, N, S, eps, f, h, jump, jumps, k, m, offset, x, y
from proofs.pln.thm1.sums import known
from proofs.pln.units import step_facts, step_known
from proofs.trees.script import (
    Node,
    auto,
    bounded_goal,
    case,
    have,
    induct,
    intro,
    lemmas,
    lipschitz,
    look,
    node,
    same,
    split,
    statement,
    use,
    use_all,
)

Unit = Callable[[Term], Term]
WIDTH: Json = N.equals(S.floor(L / (2 * eps)) + 1)
LIPSCHITZ: Json = ["lipschitz", "f", L.json, "0", "1"]
HALFWAY = (L / (2 * N) + eps) / 2  #: strictly below eps, and the same for every f


def steps(s: Unit, high: Term) -> Term:
    """sum_{k=1}^{high} alpha_hat_k s_k."""
    return total("k", 1, high, jump(k) * s(k))


def network(s: Unit, last: Term) -> Term:
    """G(x) = sum_{k<N} alpha_hat_k s_k + alpha_hat_N s_N."""
    return steps(s, N - 1) + LEVEL * last


def error_bound(c: Term) -> Term:
    return L / (2 * N) + c / (h / 2 + c) * jumps(N - 1) + S.abs(LEVEL) * (c / (1 + c))


def edge(index: Term) -> Term:
    """The right end of the half-cell around breakpoint ``index``: (2 index + 1)/(2N)."""
    return (2 * index + 1) * h / 2


def partial(s: Unit, index: Term) -> Term:
    """sum_{k<=index} alpha_hat_k s_k + (y_1 + y_{index+1})/2; far right it is y_{index+1}."""
    return steps(s, index) + (y(ONE) + y(index + 1)) / 2


def cell_error(s: Unit) -> Term:
    """|sum_{k<N} alpha_hat_k s_k + alpha_hat_N - f(x)|: the last unit is constantly 1."""
    return S.abs(steps(s, N - 1) + LEVEL - f(x))


def cell_bound(far: Term) -> Term:
    """L/(2N) + far sum_{k<N} |alpha_hat_k|."""
    return L * h / 2 + far * jumps(N - 1)


def every_step(s: Unit, far: Term) -> Json:
    """What the bound needs of the units: each is within ``far`` of its sign beyond h/2."""
    return every("k", "int", step_facts(s(k), offset(k), far))


def have_cell_bound(s: Unit, far: Term, then: Node) -> Node:
    """Make cell_error(s) <= cell_bound(far) known.

    Needs N > 0, L >= 0, far >= 0, 0 <= x <= 1, f Lipschitz and every_step(s, far).
    """
    facts: Json = every_step(s, far)
    beyond = implies(x >= edge(m), S.abs(partial(s, m) - y(m + 1)) <= far * jumps(m))
    before = implies(x < edge(m), S.abs(partial(s, m) - f(x)) <= L * h / 2 + far * jumps(m))
    claim = implies(m + 1 <= N, conj(beyond, before))
    last_step = m + 1
    weight, size = jump(last_step), S.abs(jump(last_step))
    value, at = s(last_step), offset(last_step)

    def base() -> Node:
        near = node(
            "same",
            auto("0 + 1 = 1"),
            bounded_goal("base, near"),
            first=y(ONE).json,
            second=y(ZERO + 1).json,
        )
        start = lipschitz("f", L, midpoint(ONE, N), x, h / 2, near)
        return _empty(s, node("both", intro("", bounded_goal("base, beyond")), intro("", start)))

    def known_unit(then: Node, far_side: int = -1) -> Node:
        """The facts on s_{m+1}; on the side where x is far from its breakpoint, that too."""

        def instance(context: Context) -> Node:
            first = len(context.rules)
            after = then if far_side < 0 else use(first + far_side, [], auto("far side"), then)
            return use(_index(context, facts), [last_step.json], after)

        return look(instance)

    def far_unit(sign: int, then: Node) -> Node:
        off = 1 - sign * value
        return lemmas(
            [
                (off <= far, auto("a far unit is nearly constant")),
                (weight * off <= size * far, auto("weight, +")),
                (-weight * off <= size * far, auto("weight, -")),
                (far * (jumps(m) + size) >= far * jumps(m) + far * size, auto("sum of jumps")),
            ],
            then,
        )

    def step(hypothesis: int) -> Node:
        first, second = hypothesis + 1, hypothesis + 2
        off_right = known_unit(far_unit(1, bounded_goal("beyond")), 0)
        off_left = known_unit(far_unit(-1, bounded_goal("before")), 1)
        right = have(at >= h / 2, auto("far right"), off_right)
        left = have(at <= -(h / 2), auto("far left"), off_left)
        u, v = y(last_step + 1) - f(x), y(last_step) - f(x)
        mixed = (1 + value) / 2 * u + (1 - value) / 2 * v
        convex = lemmas(
            [
                (L * (value * at) >= 0, auto("L s t >= 0")),
                (mixed <= L * h / 2, auto("Eq. 25, +")),
                (-mixed <= L * h / 2, auto("Eq. 25, -")),
                (far * size >= 0, auto("far |alpha| >= 0")),
            ],
            bounded_goal("near"),
        )
        near = lipschitz(
            "f",
            L,
            midpoint(last_step + 1, N),
            x,
            h / 2 - at,
            lipschitz("f", L, midpoint(last_step, N), x, h / 2 + at, known_unit(convex)),
        )
        near_unit = split(
            (x - edge(m)).json,
            use(first, [], auto("beyond m"), near),
            use(second, [], auto("before m"), left),
        )
        return node(
            "both",
            intro("", _unfold(s, last_step, use(first, [], auto("beyond m"), right))),
            intro("", _unfold(s, last_step, near_unit)),
        )

    def end(conclusion: int) -> Node:
        top = N - 1
        size_ = S.abs(partial(s, top) - y(top + 1))
        at_end = same(
            y(N),
            y(top + 1),
            case(size_.json, bounded_goal("end, right"), bounded_goal("end, right")),
        )
        joined = same(y(N), y(top + 1), bounded_goal("end, left"))
        left = case(S.abs(partial(s, top) - f(x)).json, joined, joined)
        return split(
            (x - edge(top)).json,
            use(
                conclusion,
                [],
                auto("beyond"),
                lipschitz("f", L, midpoint(N, N), x, h / 2, at_end),
            ),
            use(conclusion + 1, [], auto("before"), left),
        )

    def build(context: Context) -> Node:
        hypothesis = len(context.rules)
        whole = use(
            hypothesis,
            [(N - 1).json],
            auto("0 <= N - 1"),
            use(hypothesis + 1, [], auto("N - 1 + 1 <= N"), end(hypothesis + 2)),
        )
        return induct(
            "m",
            "0",
            claim,
            intro("", base()),
            intro("", use(hypothesis, [], auto("m + 1 <= N"), step(hypothesis))),
            whole,
        )

    inner = have(N >= 1, split((N - 1).json, auto("N >= 1"), auto("N > 0")), look(build))
    return have(cell_error(s) <= cell_bound(far), have(h > 0, auto("h > 0"), inner), then)


def _index(context: Context, formula: Json) -> int:
    """Where a hypothesis stands among the rules of a context."""
    names = set(context.sorts) - {"k"}
    return context.rules.index(read_formula(plain_json(formula), names, context.functions))


far_ = var("far")


def step_facts_script(at: Term, c: Term) -> Node:
    """Proof of step_facts from smooth_facts, the latest two hypotheses that are no literals."""

    def halves(context: Context) -> Node:
        right = len(context.rules) - 2

        def of(half: int, then: Node) -> Node:
            return use(right + half, [], auto("side"), then)

        def either(label: str) -> Node:
            return split(at.json, of(0, auto(label)), of(1, auto(label)))

        off = have(h / 2 + c > 0, auto("h/2 + c > 0"), auto("a far unit is nearly constant"))
        return node(
            "both",
            either("-1 <= s"),
            either("s <= 1"),
            either("s t >= 0"),
            intro("", have(at >= 0, auto("right"), of(0, off))),
            intro("", have(at <= 0, auto("left"), of(1, off))),
        )

    return look(halves)


def bound_script(s: Unit, last: Term, c: Term) -> Node:
    """Proof of |G(x) - f(x)| <= error_bound(c).

    Needs N > 0, L >= 0, c > 0, 0 <= x <= 1, f Lipschitz and, as the latest three hypotheses that
    are not literals, smooth_facts of every s_k and the two halves of smooth_facts of s_N.
    """
    far = c / (h / 2 + c)

    def build(context: Context) -> Node:
        facts = len(context.rules) - 3  # smooth_facts of all s_k; then the two halves for s_N
        one = intro("k", use(facts, ["k"], step_facts_script(offset(k), c)))
        level = [
            (1 + c > 0, auto("1 + c > 0")),
            (1 - last <= c / (1 + c), auto("1 - s_N")),
            (LEVEL * (1 - last) <= S.abs(LEVEL) * (c / (1 + c)), auto("level, +")),
            (-LEVEL * (1 - last) <= S.abs(LEVEL) * (c / (1 + c)), auto("level, -")),
        ]
        size = cell_error(s)
        close = case(size.json, bounded_goal("the error"), bounded_goal("the error"))
        tail = have(x + 1 >= 1, auto("x + 1 >= 1"), lemmas(level, close))
        end = have_cell_bound(s, far, use(facts + 1, [], auto("x + 1 >= 0"), tail))
        return have(every_step(s, far), one, end)

    positive = [
        (h > 0, auto("h > 0")),
        (h / 2 + c > 0, auto("h/2 + c > 0")),
        (far >= 0, auto("far >= 0")),
    ]
    return lemmas(positive, look(build))


Scaled = Callable[[Term, Term], Term]
"""A unit s(lam, t) with weights scaled by lam."""

lam_, gap, t_ = var("lam"), var("gap"), var("t")


def on_domain(conclusion: Json) -> Json:
    """For all x in [0, 1]."""
    return every("x", "real", implies(x >= 0, x <= 1, conclusion))


@dataclass(frozen=True)
class Family:
    """Networks G(x) = sum_{k<N} alpha_hat_k s(lam, x - k/N) + alpha_hat_N - w (1 - s(lam, x + 1)).

    ``G`` is the network as it is built and ``weight`` is w.  ``regroup(then)`` makes known that the
    two are equal, ``defined(then)`` what it needs to be defined.  ``scale`` is the lam for which
    the units are within q of their signs at distances of at least 1/(2N), for ``sharp`` to prove
    where q > 0 and N >= 1 are known.
    """

    s: Scaled
    G: Callable[[Term], Term]
    weight: Term
    regroup: Callable[[Node], Node]
    scale: Callable[[Term], Term]
    sharp: Callable[[], Node]
    defined: Callable[[Node], Node] = lambda then: then

    def error(self, lam: Term) -> Term:
        """|G(x) - f(x)|."""
        return S.abs(self.G(lam) - f(x))

    def unit(self, lam: Term) -> Unit:
        return lambda index: self.s(lam, offset(index))

    def steps_at(self, lam: Term, q: Term) -> Json:
        """For all t: s(lam, t) is a step with error q."""
        return every("t", "real", step_facts(self.s(lam, t_), t_, q))

    def bound(self, q: Term) -> Term:
        """L/(2N) + q (sum |alpha_hat_k| + |w|)."""
        return L / (2 * N) + q * (jumps(N - 1) + S.abs(self.weight))

    def bounded(self) -> Json:
        """For all lam and q: where the units are steps with error q, the error is at most that."""
        whole = implies(
            gap >= 0,
            self.steps_at(lam_, gap),
            on_domain(self.error(lam_) <= self.bound(gap)),
        )
        return every("lam", "real", every("gap", "real", whole))

    def sharpened(self) -> Json:
        """For all q > 0: scale(q) > 0, and it makes the units steps with error q."""
        chosen = self.scale(gap)
        return every("gap", "real", implies(gap > 0, conj(chosen > 0, self.steps_at(chosen, gap))))

    def bounded_script(self) -> Node:
        """Proof of :meth:`bounded`, where N > 0, L >= 0 and f is Lipschitz."""
        s, last = self.unit(lam_), self.s(lam_, x + 1)
        rule = self.steps_at(lam_, gap)
        w, size = self.weight, S.abs(self.weight)
        level = [
            (w * (1 - last) <= size * (1 - last), auto("weight, +")),
            (-w * (1 - last) <= size * (1 - last), auto("weight, -")),
            (size * (1 - last) <= gap * size, auto("weight")),
        ]
        equal = self.G(lam_).equals(steps(s, N - 1) + LEVEL - w * (1 - last))
        close = case(cell_error(s).json, bounded_goal("the error"), bounded_goal("the error"))
        tail = lemmas(level, have(equal, self.regroup(auto("regroup")), close))

        def facts_last(context: Context) -> Node:
            first = len(context.rules)
            after = use(first, [], auto("x + 1 >= h/2"), tail)
            return use(_index(context, rule), [(x + 1).json], after)

        def facts_at(context: Context) -> Node:
            return use(_index(context, rule), [offset(k).json], step_known())

        here = have(x + 1 >= h / 2, auto("x + 1 >= h/2"), look(facts_last))
        cell = have_cell_bound(s, gap, here)
        every_unit = have(every_step(s, gap), intro("k", look(facts_at)), cell)
        numbers = have(h > 0, auto("h > 0"), have(h <= 1, _small_cell(), every_unit))
        at_x = intro("x", intro("", intro("", self.defined(numbers))))
        return intro("lam", intro("gap", intro("", intro("", at_x))))

    def statement_script(self, prepare: Callable[[Node], Node] = lambda then: then) -> Node:
        """Proof of halfway < eps and of some lam > 0 with error(lam) <= halfway on [0, 1].

        Needs N = floor(L/(2 eps)) + 1; ``prepare`` makes known what ``sharp`` needs.
        """
        margin, size = eps - L / (2 * N), S.abs(self.weight)
        cost = jumps(N - 1) + size + 1
        small = margin / (2 * cost)
        chosen = self.scale(small)
        # what an instance says is picked by its place: its bound names are those of the kernel
        spent = use_all(_for_all_reals, [x], 2, auto("<= halfway"))
        pointwise = intro("x", intro("", intro("", spent)))
        all_t = intro("t", use_all(_for_all_reals, [t_], 0, step_known()))
        bounded = known(self.bounded(), [chosen, small], pointwise, auto("q >= 0"), all_t)
        witness = node("some", node("both", auto("lam > 0"), bounded), **{"is": chosen.json})
        halfway = node("both", auto("halfway < eps"), known(self.sharpened(), [small], witness))
        numbers = lemmas(
            [
                (margin > 0, auto("margin > 0")),
                (size >= 0, auto("|w| >= 0")),
                (cost > 0, auto("cost > 0")),
                (small > 0, auto("q > 0")),
                (small * cost <= margin / 2, auto("q cost")),
            ],
            halfway,
        )
        found = have(self.bounded(), self.bounded_script(), have_jumps(numbers))
        return width_facts(prepare(have(self.sharpened(), self.sharp(), found)))


def _for_all_reals(rule: Json) -> bool:
    return bool(rule[0] == "all" and rule[2] == "real")


def _small_cell() -> Node:
    """1/N <= 1."""
    return have(N >= 1, split((N - 1).json, auto("N >= 1"), auto("N > 0")), auto("h <= 1"))


def have_jumps(then: Node) -> Node:
    """sum_{k<N} |alpha_hat_k| >= 0, where N > 0 is known."""
    last, claim = m + 1, every("m", "int", implies(m >= 0, jumps(m) >= 0))
    step = have(S.abs(jump(last)) >= 0, auto(), auto("jumps(m + 1) >= 0"))
    sums = induct(
        "m",
        "0",
        jumps(m) >= 0,
        node("empty", auto(), auto(), on=jumps(ZERO).json),
        node("unfold", auto(), step, on=jumps(last).json),
        known(claim, [N - 1], auto("jumps")),
    )
    at_least = have(N >= 1, split((N - 1).json, auto("N >= 1"), auto("N > 0")), sums)
    return have(jumps(N - 1) >= 0, at_least, then)


def have_small_jumps(then: Node) -> Node:
    """sum_{k<N} |alpha_hat_k| <= L/2, where N > 0, L >= 0 and f is Lipschitz."""
    last = m + 1
    claim = implies(m <= N - 1, jumps(m) <= m * (L * h / 2))
    size = S.abs(jump(last))
    one = have(
        size <= L * h / 2,
        lipschitz("f", L, midpoint(last + 1, N), midpoint(last, N), h, bounded_goal("one jump")),
        auto("one more jump"),
    )
    every_m: Json = every("m", "int", implies(m >= 0, claim))
    sums = induct(
        "m",
        "0",
        claim,
        intro("", node("empty", auto(), auto(), on=jumps(ZERO).json)),
        intro("", known(claim, [], node("unfold", auto(), one, on=jumps(last).json))),
        known(
            every_m,
            [N - 1],
            known(
                implies(N - 1 <= N - 1, jumps(N - 1) <= (N - 1) * (L * h / 2)),
                [],
                auto("L (N - 1)/(2N) <= L/2"),
            ),
        ),
    )
    at_least = have(N >= 1, split((N - 1).json, auto("N >= 1"), auto("N > 0")), sums)
    cell = have(L * h >= 0, auto("L/N >= 0"), at_least)
    return have(jumps(N - 1) <= L / 2, have(h > 0, auto("h > 0"), cell), then)


#: for every N, every L-Lipschitz f and any units within ``far`` of their signs beyond 1/(2N)
ANY_UNITS: Json = statement(
    {"N": "int", "x": "real", "L": "real", "far": "real"},
    [
        N > 0,
        ["lipschitz", "f", L.json, "0", "1"],
        x >= 0,
        x <= 1,
        far_ >= 0,
        every_step(lambda index: app("step", index), far_),
    ],
    conj(
        cell_error(lambda index: app("step", index)) <= cell_bound(far_),
        cell_error(lambda index: app("step", index)) <= L / (2 * N) + far_ * L / 2,
    ),
    {"f": 1, "step": 1},
)


ANY_UNITS_PROOF = written(
    ANY_UNITS,
    f"{GRID}{cell('far')}{FEW}show by cell, few",
    {"each": every_step(lambda index: app("step", index), far_)},
    step=lambda k: app("step", k),
    **NAMES,
)


def _empty(s: Unit, then: Node) -> Node:
    inner = node("empty", auto("no jumps yet"), then, on=jumps(ZERO).json)
    return node("empty", auto("no steps yet"), inner, on=steps(s, ZERO).json)


def _unfold(s: Unit, high: Term, then: Node) -> Node:
    inner = node("unfold", auto("1 <= m + 1"), then, on=jumps(high).json)
    return node("unfold", auto("1 <= m + 1"), inner, on=steps(s, high).json)


def positive_cell(then: Node) -> Node:
    """1/N > 0."""
    return have(h > 0, auto("h > 0"), then)


def width_facts(then: Node) -> Node:
    """From N = floor(L/(2 eps)) + 1: L >= 0, N > 0, L < 2 eps N and L/(2N) < eps."""
    ratio = S.floor(L / (2 * eps))
    return nonnegative_constant(
        lemmas(
            [
                (1 / eps > 0, auto("1/eps > 0")),
                (L / (2 * eps) >= 0, auto("L/(2 eps) >= 0")),
                (N > 0, split(ratio.json, auto("N > 0"), auto("floor >= 0"))),
                (L < 2 * eps * N, auto("L < 2 eps N")),
                (h > 0, auto("h > 0")),
                (L / (2 * N) < eps, auto("L/(2N) < eps")),
            ],
            then,
        )
    )
