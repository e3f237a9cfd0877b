"""fl.assumption1.bias.sharpened: what equivariance says of biases and activation together.

Nothing is assumed of the activation.  A neuron with the bias e is equivariant for all weights just
where rho(. + e) is of the form Eq. 12; two with different biases are so only where rho = 0.
"""

from __future__ import annotations

from constructions.terms import Json, Term, conj, every, exists, implies, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.fl.paper import source
from proofs.language.elaboration import written
from proofs.library.vectors import ZERO, S, rho
from proofs.trees.script import statement

NAME = "fl.assumption1.bias.sharpened"
a, b, c, e1, e2, t, u = (var(name) for name in ("a", "b", "c", "e1", "e2", "t", "u"))


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


#: first a = rho(1 + e1), b = -rho(e1 - 1); then rho = 0 beyond the lower bias and below the higher
NEEDED_TEXT = """
have form: exists a, b: real, for all t: real, rho(t + e1) = a*max(t, 0) + b*min(t, 0):
  take rho(1 + e1)
  take -rho(e1 - 1)
  have rho(e1) = 0 by one(1, 2, 0)
  cases t > 0:
    show by one(1, t, 1), t > 0
  cases t < 0:
    show by one(1, -t, -1), t < 0
have apart: for all low, high: real, low < high =>
    (for all c, t: real, c > 0 => rho(c*t + low) = c*rho(t + low)) =>
    (for all c, t: real, c > 0 => rho(c*t + high) = c*rho(t + high)) =>
    for all t: real, rho(t) = 0:
  fix low, high, s
  have first: for all c, t: real, c > 0 => rho(c*t + low) = c*rho(t + low)
  have second: for all c, t: real, c > 0 => rho(c*t + high) = c*rho(t + high)
  let g = high - low
  have g > 0
  have g*rho(low + 1) = 0 by first(g + 1, 1), first(g + 2, 1), second(2, 1)
  have g*rho(high - 1) = 0 by second(g + 1, -1), second(g + 2, -1), first(2, -1)
  have rho(low + 1) = 0
  have rho(high - 1) = 0
  cases s > low:
    show by first(s - low, 1), rho(low + 1) = 0
  show by second(high - s, -1), rho(high - 1) = 0
have lower: for all c, t: real, c > 0 => rho(c*t + e1) = c*rho(t + e1) by one(1)
have upper: for all c, t: real, c > 0 => rho(c*t + e2) = c*rho(t + e2) by two(1)
have zero: e1 != e2 => for all t: real, rho(t) = 0:
  cases e1 < e2:
    use apart(e1, e2)
  cases e2 < e1:
    use apart(e2, e1)
  have e1 = e2
"""
ENOUGH_TEXT = """
obtain a, b from form
have sides: for all t: real, rho(t + e1) = a*max(t, 0) + b*min(t, 0)
use sides(u*t), sides(u*(c*t))
cases u*t > 0:
  have c*(u*t) > 0
have c*(u*t) <= 0
"""
needed_script = written(NEEDED, NEEDED_TEXT, {"one": equivariant(e1), "two": equivariant(e2)})
enough_script = written(ENOUGH, ENOUGH_TEXT, {"form": form(e1)})


# --- data -----------------------------------------------------------------------------------------

_RELU = {"rho": (("z",), ["max", "z", "0"])}
_SHIFTED = {"rho": (("z",), ["max", ["-", "z", "1"], "0"])}


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
                part=1,
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
        ),
        Attempt(
            f"{NAME}.enough.satisfiable",
            "$rho(t) = max(t - 1, 0)$ with the bias 1",
            ENOUGH,
            Witness({"e1": 1, "u": 1, "c": 2, "t_": 1}, _SHIFTED),
        ),
    ),
    notes=(
        "$rho(t) = max(t - 1, 0)$ with the bias 1 is equivariant: zero biases are necessary only "
        "where $rho$ is (Leaky) ReLU (`fl.assumption1.bias.repaired`).",
        "The weight 1 alone decides the first direction.",
    ),
    not_claimed=("anything of networks that are equivariant for some weights only",),
)
