"""The error of a network of N steps, for every N and every L-Lipschitz f (Eq. 19-26, repaired).

Let s_k be any unit that steps from -1 to 1 at k/N with smoothing c (``units.smooth_facts``).  Then
on all of [0, 1], with jumps = sum |alpha_hat_k| and level = |alpha_hat_N|,

    |G(x) - f(x)| <= L/(2N) + jumps c/(1/(2N) + c) + level c/(1 + c).

The paper splits [0, 1] into points near to and far from the breakpoints at an arbitrary delta_0;
here every x belongs to its nearest breakpoint, and the induction runs over the breakpoints.
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.pln import midpoint
from constructions.terms import Json, Term, conj, implies, total
from proofs.kernel.context import Context
from proofs.methods.script import (
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
    rule_index,
    same,
    split,
    use,
)
from proofs.pln.symbols import LEVEL, ONE, ZERO, L, N, S, eps, f, h, jump, jumps, k, m, offset, x, y

Unit = Callable[[Term], Term]


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


def bound_script(s: Unit, last: Term, c: Term) -> Node:
    """Proof of |G(x) - f(x)| <= error_bound(c).

    Needs N > 0, L >= 0, c > 0, 0 <= x <= 1, f Lipschitz and, as the latest three hypotheses that
    are not literals, smooth_facts of every s_k and the two halves of smooth_facts of s_N.
    """
    far = c / (h / 2 + c)

    def partial(index: Term) -> Term:
        """sum_{k<=index} alpha_hat_k s_k + (y_1 + y_{index+1})/2; far right it is y_{index+1}."""
        return steps(s, index) + (y(ONE) + y(index + 1)) / 2

    beyond = implies(x >= edge(m), S.abs(partial(m) - y(m + 1)) <= far * jumps(m))
    before = implies(x < edge(m), S.abs(partial(m) - f(x)) <= L * h / 2 + far * jumps(m))
    claim = implies(m + 1 <= N, conj(beyond, before))

    def prepared(then: Node) -> Node:
        return lemmas(
            [
                (h > 0, auto("h > 0")),
                (h / 2 + c > 0, auto("h/2 + c > 0")),
                (1 + c > 0, auto("1 + c > 0")),
                (far >= 0, auto("far >= 0")),
            ],
            then,
        )

    def build(context: Context) -> Node:
        facts = len(context.rules) - 3  # smooth_facts of all s_k; then the two halves for s_N
        hypothesis = len(context.rules)
        base = intro("", prepared(_empty(s, _base())))
        step = intro(
            "", prepared(use(hypothesis, [], auto("m + 1 <= N"), _step(hypothesis, facts)))
        )
        return induct("m", "0", claim, base, step, prepared(look(lambda ctx: _end(ctx, facts))))

    def _base() -> Node:
        near = node(
            "same",
            auto("0 + 1 = 1"),
            bounded_goal("base, near"),
            first=y(ONE).json,
            second=y(ZERO + 1).json,
        )
        start = lipschitz("f", L, midpoint(ONE, N), x, h / 2, near)
        return node("both", intro("", bounded_goal("base, beyond")), intro("", start))

    last_step = m + 1
    weight, size = jump(last_step), S.abs(jump(last_step))
    value, at = s(last_step), offset(last_step)

    def side(facts: int, positive: bool, then: Node) -> Node:
        """What is known of s_{m+1} on this side of its breakpoint."""

        def instance(context: Context) -> Node:
            half = len(context.rules) + (0 if positive else 1)
            return use(facts, [last_step.json], use(half, [], auto("side of the breakpoint"), then))

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

    def _step(hypothesis: int, facts: int) -> Node:
        first, second = hypothesis + 1, hypothesis + 2
        beyond = side(facts, True, far_unit(1, bounded_goal("beyond")))
        before = side(facts, False, far_unit(-1, bounded_goal("before")))
        right = have(at >= h / 2, auto("far right"), beyond)
        left = have(at <= -(h / 2), auto("far left"), before)
        u, v = y(last_step + 1) - f(x), y(last_step) - f(x)
        mixed = (1 + value) / 2 * u + (1 - value) / 2 * v
        convex = lemmas(
            [
                (value * at >= 0, auto("s t >= 0")),
                (L * (value * at) >= 0, auto("L s t >= 0")),
                (1 - value >= 0, auto("s <= 1")),
                (1 + value >= 0, auto("-1 <= s")),
                (mixed <= L * h / 2, auto("Eq. 25, +")),
                (-mixed <= L * h / 2, auto("Eq. 25, -")),
                (far * size >= 0, auto("far |alpha| >= 0")),
            ],
            bounded_goal("near"),
        )
        either = split(at.json, side(facts, True, convex), side(facts, False, convex))
        near = lipschitz(
            "f",
            L,
            midpoint(last_step + 1, N),
            x,
            h / 2 - at,
            lipschitz("f", L, midpoint(last_step, N), x, h / 2 + at, either),
        )
        return node(
            "both",
            intro("", _unfold(s, last_step, use(first, [], auto("beyond m"), right))),
            intro(
                "",
                _unfold(
                    s,
                    last_step,
                    split(
                        (x - edge(m)).json,
                        use(first, [], auto("beyond m"), near),
                        use(second, [], auto("before m"), left),
                    ),
                ),
            ),
        )

    def _end(context: Context, facts: int) -> Node:
        """At m = N - 1 the partial network differs from G by alpha_hat_N (1 - s_N)."""
        result = rule_index(context, lambda rule: rule[0] == "all" and rule[2] == "int")
        conclusion = len(context.rules)
        level = [
            (1 - last <= c / (1 + c), auto("1 - s_N")),
            (LEVEL * (1 - last) <= S.abs(LEVEL) * (c / (1 + c)), auto("level, +")),
            (-LEVEL * (1 - last) <= S.abs(LEVEL) * (c / (1 + c)), auto("level, -")),
        ]

        def close(label: str) -> Node:
            tail = have(x + 1 >= 1, auto("x + 1 >= 1"), lemmas(level, bounded_goal(label)))
            return use(facts + 1, [], auto("x + 1 >= 0"), tail)

        top = N - 1
        right = S.abs(partial(top) - y(top + 1))
        at_end = same(y(N), y(top + 1), case(right.json, close("end, right"), close("end, right")))
        left = S.abs(partial(top) - f(x))
        return use(
            result,
            [top.json],
            auto("0 <= N - 1"),
            use(
                conclusion,
                [],
                auto("N - 1 + 1 <= N"),
                split(
                    (x - edge(top)).json,
                    use(
                        conclusion + 1,
                        [],
                        auto("beyond"),
                        lipschitz("f", L, midpoint(N, N), x, h / 2, at_end),
                    ),
                    use(
                        conclusion + 2,
                        [],
                        auto("before"),
                        case(left.json, close("end, left"), close("end, left")),
                    ),
                ),
            ),
        )

    return have(N >= 1, split((N - 1).json, auto("N >= 1"), auto("N > 0")), look(build))


def _empty(s: Unit, then: Node) -> Node:
    inner = node("empty", auto("no jumps yet"), then, on=jumps(ZERO).json)
    return node("empty", auto("no steps yet"), inner, on=steps(s, ZERO).json)


def _unfold(s: Unit, high: Term, then: Node) -> Node:
    inner = node("unfold", auto("1 <= m + 1"), then, on=jumps(high).json)
    return node("unfold", auto("1 <= m + 1"), inner, on=steps(s, high).json)


def nonnegative_constant(then: Node) -> Node:
    """L >= 0, since |f(0) - f(1)| <= L."""
    gap: Json = S.abs(f(ZERO) - f(ONE)) >= 0
    return have(
        L >= 0,
        look(
            lambda context: use(
                rule_index(context, lambda rule: rule[0] == "lipschitz"),
                ["0", "1"],
                auto("0 and 1 lie in [0, 1]"),
                have(gap, auto("|f(0) - f(1)| >= 0"), auto("L >= 0")),
            )
        ),
        then,
    )


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
