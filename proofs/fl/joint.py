"""fl.assumption1.bias.sharpened: what equivariance says of biases and activation together.

Nothing is assumed of the activation.  A neuron with the bias e is equivariant for all weights just
where rho(. + e) is of the form Eq. 12; two with different biases are so only where rho = 0.
"""

from __future__ import annotations

from constructions.terms import Json, Term, conj, every, exists, implies, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.fl.paper import source
from proofs.library.vectors import ONE, ZERO, S, fact, opened, put, rho, same_value, shown_by
from proofs.trees.script import (
    Node,
    auto,
    case,
    have,
    intro,
    lemmas,
    node,
    split,
    statement,
)

NAME = "fl.assumption1.bias.sharpened"
a, b, c, e1, e2, t, u = (var(name) for name in ("a", "b", "c", "e1", "e2", "t", "u"))
TWO = S.const(2)


def equivariant(bias: Term) -> Json:
    """rho(u (c t) + e) = c rho(u t + e) for all weights u, all c > 0 and all t."""
    body = implies(c > 0, rho(u * (c * t) + bias).equals(c * rho(u * t + bias)))
    return every("u", "real", every("c", "real", every("t", "real", body)))


def _sides(bias: Term) -> Json:
    value = a * S.maximum(t, ZERO) + b * S.minimum(t, ZERO)
    return every("t", "real", rho(t + bias).equals(value))


def form(bias: Term) -> Json:
    """rho(t + e) = a max(t, 0) + b min(t, 0), which is Eq. 12, shifted."""
    return exists("a", "real", exists("b", "real", _sides(bias)))


ZERO_ONLY = every("t", "real", rho(t).equals(0))
NEEDED = statement(
    {"e1": "real", "e2": "real"},
    [equivariant(e1), equivariant(e2)],
    conj(form(e1), implies(e1.differs(e2), ZERO_ONLY)),
    {"rho": 1},
)
ENOUGH = statement({"e1": "real"}, [form(e1)], equivariant(e1), {"rho": 1})


def _at(bias: Term, factor: Term, point: Term, then: Node) -> Node:
    """rho(factor point + e) = factor rho(point + e), by the weight 1; then go on."""
    return fact(equivariant(bias), [ONE, factor, point], then, auto("c > 0"))


def _form(bias: Term) -> Node:
    """a = rho(1 + e) and b = -rho(e - 1); rho(e) = 2 rho(e)."""
    at = var("v")
    zero = _at(bias, TWO, ZERO, same_value(rho(at + bias), rho(ZERO + bias), auto("rho(e) = 0")))
    right = _at(bias, at, ONE, auto("a t"))
    left = _at(bias, -at, -ONE, auto("b t"))
    value = split((-at).json, split(at.json, zero, left), right)
    return shown_by(rho(ONE + bias), shown_by(-rho(bias - 1), intro("v", _in_cases(at, value))))


def _in_cases(at: Term, then: Node) -> Node:
    """Where max(t, 0) and min(t, 0) are known."""
    return case(S.maximum(at, ZERO).json, *[case(S.minimum(at, ZERO).json, then, then)] * 2)


def _zero(low: Term, high: Term) -> Node:
    """Where low < high: rho = 0 beyond low and below high."""
    gap, at = high - low, var("v")
    beyond, below = rho(low + 1), rho(high - 1)
    first = _at(
        low, gap + 1, ONE, _at(low, gap + 2, ONE, _at(high, TWO, ONE, auto("gap rho(low + 1)")))
    )
    second = _at(
        high, gap + 1, -ONE, _at(high, gap + 2, -ONE, _at(low, TWO, -ONE, auto("gap rho")))
    )
    products = [((gap * beyond).equals(0), first), ((gap * below).equals(0), second)]
    zeros = [
        (beyond.equals(0), auto("gap > 0")),
        (below.equals(0), auto("gap > 0")),
    ]
    above = _at(low, at - low, ONE, auto("(t - low) rho(low + 1)"))
    under = _at(high, high - at, -ONE, auto("(high - t) rho(high - 1)"))
    ends = intro("v", split((low - at).json, under, above))
    return have(gap > 0, auto("low < high"), lemmas([*products, *zeros], ends))


def needed_script() -> Node:
    equal = have(e1.equals(e2), auto("e1 = e2"), auto("e1 != e2"))
    apart = split(
        (e1 - e2).json,
        have(e1 > e2, split((e2 - e1).json, equal, auto("e1 > e2")), _zero(e2, e1)),
        _zero(e1, e2),
    )
    return node("both", _form(e1), intro("", apart))


def enough_script() -> Node:
    right, left = var("a0"), var("b0")
    sides = put(put(_sides(e1), "a", right), "b", left)
    weight, factor, point = var("u0"), var("c0"), var("v0")

    def side(at: Term, then: Node) -> Node:
        return fact(sides, [at], _in_cases(at, then))

    small, large = weight * point, weight * (factor * point)
    proof = side(small, side(large, auto("one side")))
    proof = intro("u0", intro("c0", intro("v0", intro("", proof))))
    inner = exists("b", "real", put(_sides(e1), "a", right))
    return opened(form(e1), "a0", opened(inner, "b0", proof))


# --- data -----------------------------------------------------------------------------------------

_RELU = {"rho": (("z",), ["max", "z", "0"])}
_SHIFTED = {"rho": (("z",), ["max", ["-", "z", "1"], "0"])}


def _dead() -> Node:
    return intro("u0", intro("c0", intro("v0", intro("", auto("0 = c 0")))))


def _relu_moves() -> Node:
    """max(u (c t) + 0, 0) = c max(u t + 0, 0)."""
    proof = auto("the sign of u t")
    for at in (["*", "u0", ["*", "c0", "v0"]], ["*", "u0", "v0"]):
        proof = case(["max", ["+", at, "0"], "0"], proof, proof)
    return intro("u0", intro("c0", intro("v0", intro("", proof))))


def _is_form() -> Node:
    """max(t + 1 - 1, 0) = t for t > 0 and 0 for t <= 0."""
    value = ["max", ["-", ["+", "v0", "1"], "1"], "0"]
    proof = _in_cases(var("v0"), case(value, auto("t"), auto("0")))
    return shown_by(ONE, shown_by(ZERO, intro("v0", proof)))


def _not_zero() -> Node:
    """max(1, 0) = 1, and 0 != 1."""
    value = case(S.maximum(ONE, ZERO).json, auto("1"), auto("1"))
    return node("both", auto("0 != 1"), shown_by(ONE, value))


CLAIM = Claim(
    id=NAME,
    kind="theorem",
    title="Equivariance for all weights: one bias for all neurons, and Eq. 12 around it",
    source=source("Section 4.1, after Assumption 1; Appendix B", "12"),
    statement="Let $rho$ be any function. A neuron with the bias $e$ has $rho(u (lambda t) + e) = "
    "lambda rho(u t + e)$ for all weights $u$, all $lambda > 0$ and all $t$ if and only if $rho(t "
    "+ e)$ is of the form Eq. 12. If two neurons with biases $e_1 != e_2$ have it, $rho = 0$. So "
    "Assumption 1 is necessary up to a shift of $rho$ by the one bias there is, and the constants "
    "of Eq. 12.",
    readings=(
        Reading("a neuron with the bias $e_1$ is equivariant", ("given", 0), "for all weights"),
        Reading("and one with the bias $e_2$", ("given", 1), "which may be the same"),
        Reading(
            "$rho(t + e_1)$ is of the form Eq. 12; and $rho = 0$ if $e_1 != e_2$",
            ("show",),
            "$a t$ for $t > 0$ and $b t$ for $t <= 0$",
        ),
        Reading("of the form Eq. 12", ("given", 0), "shifted by $e_1$", f"{NAME}.enough"),
        Reading("the neuron with the bias $e_1$ is equivariant", ("show",), "", f"{NAME}.enough"),
    ),
    obligations=(
        Obligation(f"{NAME}.needed", "nothing is assumed of $rho$", NEEDED, needed_script),
        Obligation(f"{NAME}.enough", "the other direction", ENOUGH, enough_script),
    ),
    controls=(
        Control(
            Attempt(
                f"{NAME}.control.second",
                "with one neuron: ReLU is equivariant with the bias 0, and is not 0",
                {**NEEDED, "given": NEEDED["given"][:1]},
                Witness({"e1": 0, "e2": 1}, _RELU),
                {0: _relu_moves},
                _not_zero,
                1,
            ),
            "hypothesis dropped",
        ),
    ),
    satisfiable=(
        Attempt(
            f"{NAME}.satisfiable",
            "$rho = 0$ with the biases 0 and 1",
            NEEDED,
            Witness({"e1": 0, "e2": 1, "t_": 0}, {"rho": (("z",), "0")}),
            {0: _dead, 1: _dead},
        ),
        Attempt(
            f"{NAME}.enough.satisfiable",
            "$rho(t) = max(t - 1, 0)$ with the bias 1",
            ENOUGH,
            Witness({"e1": 1, "u": 1, "c": 2, "t_": 1}, _SHIFTED),
            {0: _is_form},
        ),
    ),
    notes=(
        "$rho(t) = max(t - 1, 0)$ with the bias 1 is equivariant: zero biases are necessary only "
        "where $rho$ is (Leaky) ReLU (`fl.assumption1.bias.repaired`).",
        "The weight 1 alone decides the first direction.",
    ),
    not_claimed=("anything of networks that are equivariant for some weights only",),
)
