"""Density in C([0, 1]^n): sums of ramps, which Cybenko's Theorem 2 gives, to sums of any sigmoid.

The points of the cube are named by a real number p: X(p, i) is the i-th coordinate of the point p,
and F(p) the value of f there.  No more is assumed of X and F, so what is shown for all p holds in
particular where p names each point of [0, 1]^n, of which there are as many as real numbers.  In
this way one formula says that the weights do not depend on the point.
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Json, Term, app, conj, every, exists, implies, total, var
from proofs.methods.script import (
    Node,
    auto,
    case,
    have,
    induct,
    intro,
    lemmas,
    node,
)
from proofs.pln.steps_of_ramp import (
    K,
    Unit,
    choose,
    obtain,
    place,
    ramp,
    ramps,
    ramps_script,
    steps,
)
from proofs.pln.symbols import ZERO, N, S, eps, lam, m
from proofs.pln.thm1_sums import each_sum, known

n, j, i, p, k, t, z = (var(name) for name in ("n", "j", "i", "p", "k", "t", "z"))
SORTS = {"N": "int", "n": "int", "eps": "real"}
FUNCTIONS = {"alpha": 1, "w": 2, "b": 1, "X": 2, "F": 1}
A = total("j", 1, N, S.abs(app("alpha", j)))  #: the sum of the |alpha_j|


def alpha(index: Term) -> Term:
    return app("alpha", index)


def F(at: Term = p) -> Term:
    """f at the point p."""
    return app("F", at)


def pre(index: Term) -> Term:
    """w_j^T x + b_j at the point p."""
    return total("i", 1, n, app("w", index, i) * app("X", p, i)) + app("b", index)


def combination(unit: Unit, high: Term = N) -> Term:
    """sum_{j=1}^{high} alpha_j unit(w_j^T x + b_j), Eq. 27."""
    return total("j", 1, high, alpha(j) * unit(pre(j)))


def near(value: Term, eps_: Term) -> Json:
    """|value - f(x)| < eps at every point, Eq. 28."""
    return every("p", "real", S.abs(value - F()) < eps_)


#: Theorem 2 of Cybenko (1989) for the ramp, f and eps/2 gives such weights
CITED: Json = near(combination(ramp), eps / 2)


def argument(index: Term, step: Term) -> Term:
    """(lam w_j)^T x + (lam b_j - lam (2k - 1)/(2K)): Eq. 27 with these weights."""
    inner = total("i", 1, n, lam * app("w", index, i) * app("X", p, i))
    return inner + (lam * app("b", index) - lam * place(step))


def inner(unit: Unit, index: Term, high: Term = K) -> Term:
    """The K units that stand for one ramp."""
    return total("k", 1, high, alpha(index) / K * unit(argument(index, k)))


def network(unit: Unit, high: Term = N) -> Term:
    """sum_{j=1}^{high} sum_{k=1}^K (alpha_j/K) unit(w_jk^T x + b_jk), N K units."""
    return total("j", 1, high, inner(unit, j))


def dense(unit: Unit) -> Json:
    """Some K and lam make the network of N K units close to f at every point."""
    body = conj(K > 0, near(network(unit), eps))
    return exists("K", "int", exists("lam", "real", body))


# --- the proof -----------------------------------------------------------------------------------

#: the i-th weight lam w_ji, summed: for all j, sum_i lam w_ji x_i = lam sum_i w_ji x_i
_LINEAR: Json = every(
    "j",
    "int",
    total("i", 1, n, lam * app("w", j, i) * app("X", p, i)).equals(
        lam * total("i", 1, n, app("w", j, i) * app("X", p, i))
    ),
)


def _linear_script() -> Node:
    def left(high: Term) -> Term:
        return total("i", 1, high, lam * app("w", j, i) * app("X", p, i))

    def right(high: Term) -> Term:
        return total("i", 1, high, app("w", j, i) * app("X", p, i))

    def empty(high: Term) -> Node:
        return each_sum("empty", [left, right], high, auto("no inputs"))

    claim = left(m).equals(lam * right(m))
    step = each_sum("unfold", [left, right], m + 1, auto("one more input"))
    whole: Json = every("m", "int", implies(m >= 0, claim))
    some = have(n >= 0, auto("0 <= n"), known(whole, [n], auto("all inputs")))
    proof = node("split", some, empty(n), on=n.json)
    return intro("j", induct("m", "0", claim, empty(ZERO), step, proof))


def _inner_sum(unit: Unit) -> Json:
    """For all j the K units of ramp j are alpha_j times the steps at z = w_j^T x + b_j.

    The pre-activation has a name, so that no sum stands inside of another that is compared.
    """
    equal = inner(unit, j).equals(alpha(j) * steps(unit, z))
    return every("j", "int", every("z", "real", implies(z.equals(pre(j)), equal)))


def _inner_script(unit: Unit, equal: Callable[[Term, Term, Node], Node]) -> Node:
    def left(high: Term) -> Term:
        return inner(unit, j, high)

    def right(high: Term) -> Term:
        return steps(unit, z, high)

    claim = left(m).equals(alpha(j) * right(m))
    last = m + 1
    at = lam * z - lam * place(last)
    one = equal(argument(j, last), at, auto("one more step"))
    step = each_sum("unfold", [left, right], last, one)
    base = each_sum("empty", [left, right], ZERO, auto("no steps"))
    whole: Json = every("m", "int", implies(m >= 0, claim))
    full = known(whole, [K], auto("all steps"))
    proof = known(_LINEAR, [j], induct("m", "0", claim, base, step, full))
    return intro("j", intro("z", intro("", proof)))


def _sizes(high: Term) -> Term:
    return total("j", 1, high, S.abs(alpha(j)))


e0 = eps / (2 * (A + 1))  #: what each ramp may cost, per unit of the weights


def near_script(unit: Unit, equal: Callable[[Term, Term, Node], Node]) -> Node:
    """Proof of ``near(network(unit), eps)`` where the ramps are within :data:`e0`.

    Known: K > 0, A >= 0, CITED, and for all t |steps - ramp| <= e0.
    """

    def wanted_sum(high: Term) -> Term:
        return combination(ramp, high)

    def units(high: Term) -> Term:
        return network(unit, high)

    sums = [wanted_sum, units, _sizes]
    last = m + 1

    def claim(high: Term) -> Json:
        gap = units(high) - wanted_sum(high)
        return conj(gap <= e0 * _sizes(high), -gap <= e0 * _sizes(high))

    value, wanted, size = steps(unit, z), ramp(z), S.abs(alpha(last))
    apart = S.abs(value - wanted)
    cost = [
        (value - wanted <= e0, case(apart.json, auto(), auto())),
        (wanted - value <= e0, case(apart.json, auto(), auto())),
        (size * (e0 - (value - wanted)) >= 0, auto("times |alpha|")),
        (size * (e0 - (wanted - value)) >= 0, auto("times |alpha|")),
    ]
    ends = case(size.json, *[node("both", auto("+"), auto("-"))] * 2)
    more = lemmas(cost, each_sum("unfold", sums, last, ends))
    at_z = known(close_to(unit), [z], known(_inner_sum(unit), [last, z], more))
    named = have(ramp(z).equals(ramp(pre(last))), _same_ramp(z, pre(last)), at_z)
    step = choose("z", "real", z.equals(pre(last)), pre(last), auto("named"), named)
    base = each_sum("empty", sums, ZERO, node("both", auto("0"), auto("0")))
    whole: Json = every("m", "int", implies(m >= 0, claim(m)))
    cited = S.abs(wanted_sum(N) - F())
    spent = [
        (e0 * A <= eps / 2, auto("e0 A <= eps/2")),
        (wanted_sum(N) - F() < eps / 2, case(cited.json, auto(), auto())),
        (F() - wanted_sum(N) < eps / 2, case(cited.json, auto(), auto())),
    ]
    end = lemmas(spent, case(S.abs(units(N) - F()).json, auto("near +"), auto("near -")))
    full = known(whole, [N], known(CITED, [p], end))
    proof = have(
        _LINEAR,
        _linear_script(),
        have(
            _inner_sum(unit),
            _inner_script(unit, equal),
            induct("m", "0", claim(m), base, step, full),
        ),
    )
    return intro("p", proof)


def _same_ramp(first: Term, second: Term) -> Node:
    """Proof of ramp(a) = ramp(b) where a = b is known."""
    end = auto("one value")
    for at in (first, second):
        end = case(ramp(at).json, end, end)
    for at in (first, second):
        end = case(S.minimum(S.const(1), at).json, end, end)
    return end


def close_to(unit: Unit) -> Json:
    """For all t: |steps - ramp| <= e0."""
    return every("t", "real", S.abs(steps(unit, t) - ramp(t)) <= e0)


def sizes_script(then: Node) -> Node:
    """A >= 0, A + 1 > 0 and e0 > 0."""
    claim = _sizes(m) >= 0
    last = S.abs(alpha(m + 1))
    whole: Json = every("m", "int", implies(m >= 0, claim))
    base = each_sum("empty", [_sizes], ZERO, auto("0"))
    step = each_sum("unfold", [_sizes], m + 1, have(last >= 0, auto(), auto("A >= 0")))
    full = known(whole, [N], auto("A >= 0"))
    facts: list[tuple[Json, Node]] = [
        (A >= 0, induct("m", "0", claim, base, step, full)),
        (A + 1 > 0, auto("A + 1 > 0")),
        (1 / (A + 1) > 0, auto("1/(A + 1) > 0")),
        (e0 > 0, auto("e0 > 0")),
    ]
    return lemmas(facts, then)


def dense_script(unit: Unit, equal: Callable[[Term, Term, Node], Node]) -> Node:
    """Proof of :func:`dense` where bounded(unit), limit(unit, 1), limit(unit, -1), CITED are known.

    ``equal(a, b, then)`` shows that unit(a) = unit(b) from a = b.
    """
    found = node("both", auto("K > 0"), near_script(unit, equal))
    chosen = node("some", node("some", found, **{"is": "lam"}), **{"is": "K"})
    at_e0 = known(ramps(unit), [e0], obtain("K", obtain("lam", chosen)))
    return have(ramps(unit), ramps_script(unit), sizes_script(at_e0))
