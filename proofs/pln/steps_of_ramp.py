"""One ramp from K sigmoidal units, and how near they are.

A bounded function sig with limits 0 and 1 need not be continuous, nor be between 0 and 1.  On the
breakpoints (2k - 1)/(2K), k = 1, ..., K, and steep enough, K units of it are uniformly close to
the ramp max(0, min(1, t)): at every t all units but one are near 0 or 1, and one unit counts 1/K.
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import (
    Json,
    Term,
    app,
    conj,
    every,
    exists,
    implies,
    total,
    var,
)
from proofs.pln.symbols import ZERO, S, m
from proofs.pln.thm1.sums import each_sum, known
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
    rule_index,
    split,
)

B, eta, T, K, lam, t, u, e = (var(name) for name in ("B", "eta", "T", "K", "lam", "t", "u", "e"))
k = var("k")
Unit = Callable[[Term], Term]


def sig(at: Term) -> Term:
    """Any function of one variable."""
    return app("sig", at)


def ramp(at: Term) -> Term:
    """max(0, min(1, t)), a continuous sigmoidal function."""
    return S.maximum(ZERO, S.minimum(S.const(1), at))


def place(index: Term) -> Term:
    """The breakpoint (2k - 1)/(2K)."""
    return (2 * index - 1) / (2 * K)


def steps(unit: Unit, at: Term, high: Term = K) -> Term:
    """sum_{k=1}^{high} (1/K) sig(lam t - lam (2k - 1)/(2K))."""
    return total("k", 1, high, 1 / K * unit(lam * at - lam * place(k)))


# --- what is assumed of the unit -----------------------------------------------------------------


def bounded_by(unit: Unit) -> Json:
    """|sig(u)| <= B for all u."""
    return every("u", "real", S.abs(unit(u)) <= B)


def right_of(unit: Unit) -> Json:
    """sig is within eta of 1 from T on."""
    return every("u", "real", implies(u >= T, S.abs(unit(u) - 1) <= eta))


def left_of(unit: Unit) -> Json:
    """sig is within eta of 0 up to -T."""
    return every("u", "real", implies(u <= -T, S.abs(unit(u)) <= eta))


def bounded(unit: Unit) -> Json:
    """Some B bounds |sig|."""
    return exists("B", "real", bounded_by(unit))


def limit(unit: Unit, side: int) -> Json:
    """sig(+oo) = 1 (side 1) or sig(-oo) = 0 (side -1)."""
    far = implies(u > T, S.abs(unit(u) - 1) < eta)
    if side < 0:
        far = implies(u < -T, S.abs(unit(u)) < eta)
    beyond = exists("T", "real", every("u", "real", far))
    return every("eta", "real", implies(eta > 0, beyond))


# --- the bound -----------------------------------------------------------------------------------


def premises(unit: Unit) -> list[Json]:
    """K units with lam = 2 K T, each within eta of its limits beyond T."""
    return [
        K > 0,
        T > 0,
        eta >= 0,
        lam.equals(2 * K * T),
        bounded_by(unit),
        right_of(unit),
        left_of(unit),
    ]


def close(unit: Unit) -> Json:
    """For all t: |sum of the K units - ramp| <= eta + (B + 1)/K."""
    return every("t", "real", S.abs(steps(unit, t) - ramp(t)) <= eta + (B + 1) / K)


def _within(value: Term, target: Term, off: Term) -> Json:
    return conj(value - target <= off, target - value <= off)


def close_script(unit: Unit) -> Node:
    """Proof of :func:`close` where :func:`premises` are known.

    By induction on the number m of units: right of m/K all are near 1, so the sum is near m/K;
    left of it the sum is near max(0, t), up to one unit that may be anywhere.
    """
    cell = 1 / K
    off = eta * cell
    one = (B + 1) * cell

    def claim(high: Term) -> Json:
        value = steps(unit, t, high)
        return conj(
            implies(t >= high * cell, _within(value, high * cell, high * off)),
            implies(t < high * cell, _within(value, S.maximum(ZERO, t), high * off + one)),
        )

    last = m + 1
    at = lam * t - lam * place(last)
    value = unit(at)
    sums = [lambda high: steps(unit, t, high)]
    corner = S.maximum(ZERO, t).json
    sides = [
        (at.equals(T * (2 * K * t - 2 * m - 1)), auto("the argument")),
        (S.abs(value) <= B, known(bounded_by(unit), [at], auto("bounded"))),
    ]

    def scaled(low: Term, high: Term) -> list[tuple[Json, Node]]:
        """low <= value <= high, times 1/K."""
        inside = case(S.abs(value - 1).json, auto("unit"), auto("unit"))
        inside = case(S.abs(value).json, inside, inside)
        return [
            (value >= low, inside),
            (value <= high, inside),
            ((value - low) * cell >= 0, auto("unit times 1/K")),
            ((high - value) * cell >= 0, auto("unit times 1/K")),
        ]

    def after(facts: list[tuple[Json, Node]], then: Node) -> Node:
        return lemmas(facts, each_sum("unfold", sums, last, then))

    def use_claim(part: int, then: Node) -> Node:
        return known(claim(m).json[1 + part], [], then)

    one_ = S.const(1)
    right = known(
        right_of(unit),
        [at],
        after(
            scaled(one_ - eta, one_ + eta),
            use_claim(0, node("both", auto("m/K +"), auto("m/K -"))),
        ),
        have(T * (2 * K * t - 2 * m - 2) >= 0, auto("right"), auto("T <= u")),
    )
    ends = case(corner, node("both", auto(), auto()), node("both", auto(), auto()))
    inside = after(scaled(-B, B), use_claim(0, ends))
    left = known(
        left_of(unit),
        [at],
        after(scaled(-eta, eta), use_claim(1, node("both", auto("max +"), auto("max -")))),
        have(T * (2 * m - 2 * K * t) >= 0, auto("left"), auto("u <= -T")),
    )
    right_given = have(2 * K * t - 2 * m - 2 >= 0, auto("K t >= m + 1"), right)
    below = split((t - m * cell).json, inside, have(2 * m - 2 * K * t >= 0, auto("K t <= m"), left))
    step = lemmas(sides, node("both", intro("", right_given), intro("", below)))
    base_ends = case(corner, node("both", auto(), auto()), node("both", auto(), auto()))
    base = each_sum(
        "empty",
        sums,
        ZERO,
        node("both", intro("", node("both", auto(), auto())), intro("", base_ends)),
    )
    whole: Json = every("m", "int", implies(m >= 0, claim(m)))
    size = S.abs(steps(unit, t) - ramp(t))
    least = S.minimum(one_, t)

    def end(then: Node) -> Node:
        inner = case(size.json, then, then)
        for term in (ramp(t), least, S.maximum(ZERO, t)):
            inner = case(term.json, inner, inner)
        return inner

    def part(index: int) -> Node:
        return known(claim(K).json[1 + index], [], end(auto("at m = K")))

    full = known(whole, [K], split((t - K * cell).json, part(0), part(1)))
    facts = [
        (cell > 0, auto("1/K > 0")),
        (S.abs(unit(t)) <= B, known(bounded_by(unit), [t], auto())),
        (B >= 0, case(S.abs(unit(t)).json, auto(), auto())),
        (off >= 0, auto("eta/K >= 0")),
        (one >= cell, auto("(B + 1)/K >= 1/K")),
    ]
    return intro("t", lemmas(facts, induct("m", "0", claim(m), base, step, full)))


# --- names for what exists -----------------------------------------------------------------------


def obtain(name: str, then: Node) -> Node:
    """Name what the last existential hypothesis gives."""
    return look(
        lambda context: node(
            "obtain", then, rule=rule_index(context, lambda rule: rule[0] == "some"), **{"as": name}
        )
    )


def choose(name: str, sort: str, formula: Json, value: Term, proof: Node, then: Node) -> Node:
    """A new variable ``name`` with ``formula``, which ``value`` is shown to have."""
    chosen = node("some", proof, **{"is": value.json})
    return have(exists(name, sort, formula), chosen, obtain(name, then))
