"""fl.thm1: exact data (one neuron, one sample, two classes) and the scripts that check them.

The network has one layer of one neuron, activation rho(t) = t and input 0; its bias is the feature
G(n) > 0.  The client has class 1.  With (w_1 - w_2) G = 1 + n the loss is log(1 + exp(-1 - n)).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from constructions.terms import Term, every, implies, total, var
from proofs.claims import Witness
from proofs.fl.errors import EXP_LINE, EXP_SUM, MONOTONE, monotone
from proofs.kernel.context import Context
from proofs.library.vectors import ONE, ZERO, S, fact, shown_by
from proofs.library.witnesses import defined, width_known
from proofs.trees.script import (
    Json,
    Node,
    auto,
    case,
    define,
    have,
    intro,
    lemmas,
    look,
    node,
    split,
    unread,
)

STEP, _v, _w, _q = (var(name) for name in ("u", "v", "w", "q"))  # the arguments of functions
Scripts = dict[int, Callable[[], Node]]
EXP_LOG = every("t", "real", implies(var("t") > 0, S.exp(S.log(var("t"))).equals(var("t"))))


def axioms(then: Node) -> Node:
    """Make exp-sum, exp-line, exp-log and that exp is increasing known."""
    return monotone(node("axiom", then, name="exp-log"))


def introduced(names: str, then: Node, conditions: bool = True) -> Node:
    """Take the variables of a universal goal, and its conditions, as given."""
    if conditions:
        then = intro("", then)
    for name in reversed(names.split()):
        then = intro(name, then)
    return then


def exp_zero(then: Node) -> Node:
    """exp(0) = 1."""
    return have(S.exp(ZERO).equals(1), auto("exp(0) = 1"), then)


def inverse_exponentials(at: Term, then: Node) -> Node:
    """exp(at) exp(-at) = 1 and both are at least their tangents."""
    known = fact(EXP_LINE, [at], fact(EXP_LINE, [-at], then))
    product = (S.exp(at) * S.exp(-at)).equals(1)
    proof = fact(EXP_SUM, [at, -at], exp_zero(auto("exp(t) exp(-t) = exp(0)")))
    return have(product, proof, known)


def parity(n: Term) -> Term:
    """0 for even n, 1 for odd n."""
    return n - 2 * S.floor(n / 2)


def sequence(
    own: Term,
    other: Term,
    feature: Term,
    margin: Term | None = None,
    bias: int = 1,
    more: Mapping[str, int] | None = None,
) -> Witness:
    """Networks with w_y = own, w_c = other and one feature, as terms in the step ``u``.

    ``margin`` is (w_c - w_y) g; with ``bias`` 0 the network of B.2 has rho = 0.  ``more`` are
    values of what the conclusion binds.
    """
    gap = -(1 + STEP) if margin is None else margin
    loss = S.log(1 + S.exp(gap))
    functions: dict[str, tuple[tuple[str, ...], Json]] = {
        "rho": (("u",), "u" if bias else "0"),
        "w": (("u",), "1"),
        "x": (("u", "v"), "0"),
        "a": (("u", "v", "w", "q"), (_w * feature).json),
        "U": (("u", "v", "w", "q"), "0"),
        "b": (("u", "v", "w"), (_v * feature).json),
        "W": (("u", "v", "w"), ((2 - _v) * own + (_v - 1) * other).json),
        "s": (("u", "v", "w"), ((_w - 1) * gap).json),
        "l": (("u", "v"), loss.json),
        "h": (("u", "v", "w"), "v" if bias else "0"),
        "P": (("u", "v", "w"), "0"),
        "q": (("u", "v"), "1"),
        "V": (("u", "v"), (3 - 2 * STEP).json if bias else "0"),
        "r": (("u", "v", "w"), (STEP * (2 - 2 * _w)).json if bias else "0"),
        "e": (("u", "v"), S.log(1 + S.exp(-2 * STEP if bias else ZERO)).json),
    }
    low = S.log(1 + S.exp(ZERO)) if margin is not None and not bias else ZERO
    values = {"L": 1, "C": 2, "m": 1, "y": 1, "x0": 1, "low": low}
    return Witness({**values, **(more or {})}, functions)


# --- scripts -------------------------------------------------------------------------------------


def written(count: int, then: Node) -> Node:
    """Write out every sum of the goal; each has ``count`` summands and none has a sum inside."""

    def found(context: Context) -> Node:
        out = then
        for name, index, low, high, body in reversed(_sums(unread(context.goal))):
            tops = [high]
            for _ in range(count):
                tops.append(["-", tops[-1], "1"])
            *some, last = ([name, index, low, top, body] for top in tops)
            out = node("empty", auto("no more"), out, on=last)
            for term in reversed(some):
                out = node("unfold", auto("one more"), out, on=term)
        return out

    return width_known(1, look(found))


def _sums(json: Json) -> list[Json]:
    if not isinstance(json, list):
        return []
    if json[0] == "sum":
        return [json]
    found: list[Json] = []
    for part in json[1:]:
        found += [term for term in _sums(part) if term not in found]
    return found


def sums_equal(names: str, count: int = 1, conditions: bool = False) -> Node:
    """A universal equation of sums; ``names`` are given to its variables."""
    return introduced(names, written(count, auto("both sides")), conditions)


def both_classes(then: Node) -> Node:
    """The goal for c = 1 and for c = 2."""
    return node("finite", then, then, on="c9", **{"from": 1, "to": 2})


def roots(then: Node) -> Node:
    """Write out the sums of squares of the goal, and show that their roots are defined."""
    return written(1, defined(then))


def largest_of(then: Node) -> Node:
    """The goal about max{a, max{b, c}} in each of its cases."""

    def found(context: Context) -> Node:
        term = next(part for part in unread(context.goal)[1:] if part[0] == "max")
        outer = case(term, then, then)
        return case(term[2], outer, outer) if term[2][0] == "max" else outer

    return look(found)


def product_of_alternating() -> Node:
    """(1 + p n)(1 + (1 - p) n) = 1 + n, the parity p being 0 or 1."""
    p = parity(var("n9"))
    return have((p * (p - 1)).equals(0), parity_known(p), auto("the margin"))


def parity_known(p: Term) -> Node:
    """p (p - 1) = 0: p is an integer with 0 <= p < 2."""
    one = have(
        p.equals(1), node("both", split((1 - p).json, *[auto("p <= 1")] * 2), auto()), auto()
    )
    zero = have(p.equals(0), node("both", auto("p < 1"), auto("p >= 0")), auto())
    return split((p - 1).json, one, zero)


def half_known(n: Term, half: Term, then: Node) -> Node:
    """floor(n/2) = half, for n = 2 half or 2 half + 1; then go on."""
    value = S.floor(n / 2)
    below = split((value - half - 1).json, auto("floor"), auto("floor <= half"))
    above = split((value - half).json, auto("floor >= half"), auto("floor"))
    return have(value.equals(half), node("both", below, above), then)


def beyond(start: Term, then: Node) -> Node:
    """N^2 >= N; then go on."""
    return have(start * start >= start, split((start - 1).json, auto(), auto("N <= 0")), then)


def equal_logs(one: Term, other: Term, then: Node) -> Node:
    """log(one) = log(other) for positive terms that are known to be equal."""
    logs = S.log(one), S.log(other)
    for low, high in (logs, logs[::-1]):
        order = implies(S.exp(low) <= S.exp(high), low <= high)
        then = fact(order, [], then, auto("equal arguments"))
        then = fact(MONOTONE, [low, high], then)
    for term in (one, other):
        then = fact(EXP_LOG, [term], then, auto("> 0"))
        then = define(S.log(term).json, auto("> 0"), then)
    return then


def log_sum(names: str, margins: Callable[[Term], Term]) -> Node:
    """log(1 + exp(s_2)) = log(exp(s_1) + exp(s_2)), where s_1 = 0, for all values of the names."""
    whole = total("c", 1, 2, S.exp(margins(var("c"))))
    ends = equal_logs(1 + S.exp(margins(ONE * 2)), whole, auto("both sides"))
    return axioms(introduced(names, exp_zero(written(2, ends)), False))


def small_log(value: Term, then: Node) -> Node:
    """0 <= log(1 + exp(value)) <= exp(value); then go on."""
    log = S.log(1 + S.exp(value))
    facts = [(log >= 0, auto("log >= 0")), (log <= S.exp(value), auto("log(1 + v) <= v"))]
    ends = inverse_exponentials(log, lemmas(facts, then))
    return define(log.json, auto("1 + exp > 0"), fact(EXP_LOG, [1 + S.exp(value)], ends, auto()))


def lower_bound() -> Node:
    """0 <= log(1 + exp(-2 t)), the loss of the network of B.2."""
    ends = small_log(-2 * var("t9"), written(1, auto("the loss")))
    return axioms(introduced("t9", ends))


def vanishing() -> Node:
    """log(1 + exp(-1 - n)) <= eta from n = floor(1/eta) on."""
    eta, step = var("eta9"), var("n9")
    value = 1 + step
    facts = [
        (value * eta > 1, auto("(n + 1) eta > 1")),
        (S.exp(-value) <= eta, inverse_exponentials(value, auto("exp(-1 - n) <= eta"))),
    ]
    ends = small_log(-value, lemmas(facts, written(1, auto("the loss"))))
    found = shown_by(S.floor(1 / eta), introduced("n9", ends))
    body = define((1 / eta).json, auto("eta > 0"), have(1 / eta > 0, auto("1/eta > 0"), found))
    return axioms(introduced("eta9", body))


def constant_loss(lower: bool) -> Node:
    """The loss is low = log 2 at every step."""
    log = S.log(1 + S.exp(ZERO))
    ends = define(log.json, auto("1 + exp(0) > 0"), written(1, auto("the loss")))
    if lower:
        return introduced("t9", ends)
    return introduced("eta9", shown_by(ZERO, introduced("n9", ends)))


def givens(gap: Term | None = None, bias: int = 1, product: Node | None = None) -> Scripts:
    """Scripts for the hypotheses of ``statement.GIVEN`` at :func:`sequence`.

    ``product`` is the end of the proof of (w_c - w_y) g = the margin, with n called ``n9``.
    """

    def margin(at: Term) -> Term:
        value = -(1 + var("n9")) if gap is None else gap
        return (at - 1) * value

    def factor(at: Term) -> Term:
        return var("t9") * (2 - 2 * at) if bias else ZERO

    ends = product or auto("the margin")
    scripts: Scripts = {
        7: lambda: sums_equal("n9 i9 j9 v9", 1, True),
        8: lambda: introduced("n9 i9 c9", written(1, ends), False),
        9: lambda: log_sum("n9 i9", margin),
        15: lambda: sums_equal("i9 j9 v9", 1, True),
        17: lambda: introduced("c9 o9", both_classes(auto("the embedding"))),
        18: lambda: sums_equal("t9 i9 c9"),
        19: lambda: log_sum("t9 i9", factor),
        20: lower_bound if bias else lambda: constant_loss(True),
        21: vanishing if gap is None else lambda: constant_loss(False),
    }
    if not bias:  # x_0/(rho(x_0) d) is undefined, but there is no second layer
        none = node("finite", on="j9", **{"from": 2, "to": 1})
        scripts[12] = lambda: introduced("j9 v9 o9", none)
    return scripts


def one_loss(classes: int, margins: Term, head: Term, value: Term) -> Witness:
    """One step on one sample with feature 1.

    ``margins`` are terms in the class ``w``, ``head`` the embeddings in the class ``v``; ``value``
    is the sum over the classes, whose logarithm is the loss.
    """
    functions: dict[str, tuple[tuple[str, ...], Json]] = {
        "rho": (("u",), "u"),
        "w": (("u",), "1"),
        "x": (("u", "v"), "0"),
        "a": (("u", "v", "w", "q"), "w"),
        "U": (("u", "v", "w", "q"), "0"),
        "b": (("u", "v", "w"), "v"),
        "W": (("u", "v", "w"), head.json),
        "s": (("u", "v", "w"), margins.json),
        "l": (("u", "v"), S.log(value).json),
    }
    values = {"L": 1, "C": classes, "m": 1, "y": 1, "n0": 1, "i0": 1, "c0": 2}
    return Witness(values, functions)


def one_loss_givens(classes: int, margins: Callable[[Term], Term], value: Term) -> Scripts:
    """Scripts for the hypotheses of ``lines.ANY`` at :func:`one_loss`."""
    whole = total("c", 1, classes, S.exp(margins(var("c"))))
    ends = equal_logs(value, whole, auto("both sides"))
    return {
        6: lambda: sums_equal("n9 i9 j9 v9", 1, True),
        7: lambda: sums_equal("n9 i9 c9"),
        8: lambda: axioms(introduced("n9 i9", exp_zero(written(classes, ends)), False)),
    }
