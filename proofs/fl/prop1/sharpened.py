"""fl.prop1.sharpened: the activations and the maps between layers for which Prop. 1 holds."""

from __future__ import annotations

from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.fl.paper import source
from proofs.fl.prop1.data import LAYER, ONES, data
from proofs.fl.radial import LAST, ONLY, UNIT, UNIT_SCALES, last_script, only_script, unit_script
from proofs.trees.script import Json

#: 1 for t >= 1, else -1
_STEP: Json = ["sign", ["+", ["sign", ["-", "u", "1"]], "1/2"]]


SHARPENED = (
    Claim(
        id="fl.prop1.sharpened",
        kind="theorem",
        title="Any positive factors between layers, any activation that scales",
        source=source("Propositions 1 and 1'", "7, 13-16"),
        statement="Let $rho(c t) = phi(c) rho(t)$ with $phi(c) > 0$ for all $c > 0$ and $t$. Then "
        "scale normalising the last layer gives the same whether each layer $i$ before it is "
        "multiplied by a factor $f_i > 0$ or not, where $f_i$ may depend on the input: for $f_i = "
        "sqrt(d_i) \\/ norm(bold(z)_i)$, $sqrt(d_i) \\/ max{epsilon, norm(bold(z)_i)}$ and any "
        "other positive radial map. Only $bold(z)_L != bold(0)$ is needed.",
        readings=(
            Reading(
                "$rho(c t) = phi(c) rho(t)$, $phi(c) > 0$ for $c > 0$",
                ("given", 0),
                "with $phi(c) = c$ for (Leaky) ReLU, $phi(c) = c^2$ for $max(t, 0)^2$, "
                "$phi(c) = 1$ for the sign",
            ),
            Reading("$i in [L]$", ("given", 1)),
            Reading("all widths", ("given", 2)),
            Reading("$bold(b)_i = bold(0)$ for $i in [2, L]$", ("given", 3)),
            Reading("$bold(a)_0 = bold(x)$", ("given", 4)),
            Reading("$bold(z)_i = rho(bold(U)_i bold(a)_(i-1) + bold(b)_i)$", ("given", 5)),
            Reading("$f_i > 0$", ("given", 6)),
            Reading("$bold(a)_i = f_i bold(z)_i$", ("given", 7)),
            Reading("$bold(a)'_0 = bold(x)$", ("given", 8)),
            Reading(
                "$bold(a)'_i = rho(bold(U)_i bold(a)'_(i-1) + bold(b)_i)$, called $bold(p)_i$",
                ("given", 9),
            ),
            Reading("$bold(z)_L != bold(0)$", ("given", 10)),
            Reading("$sans(n)(bold(z)_L)$", ("given", 11)),
            Reading("$sans(n)(bold(p)_L)$", ("given", 12)),
            Reading("any coordinate", ("given", 13)),
            Reading("", ("given", 14)),
            Reading("$sans(n)(bold(z)_L) = sans(n)(bold(p)_L)$", ("show",)),
        ),
        obligations=(
            Obligation(
                "fl.prop1.sharpened.last",
                "for every depth, all widths, weights, inputs and factors",
                LAST,
                last_script,
            ),
        ),
        satisfiable=Attempt(
            "fl.prop1.sharpened.satisfiable",
            "the hypotheses hold for one neuron of weight 1 at $x = 1$, with the factor 1",
            LAST,
            data(
                {"L": 1, "l": 1}, ONES, {"f": (("u",), 1), "phi": (("u",), LAYER), "e": (("u",), 1)}
            ),
        ),
    ),
    Claim(
        id="fl.prop1.sharpened2",
        kind="theorem",
        title="No other activations, where the factors may be any",
        source=source("Propositions 1 and 1'", "7, 13-16"),
        statement="If scale normalising the last of two layers, of two neurons, gives the same "
        "whether the first one is multiplied by $c > 0$ or not, for all values $t_1$, $t_2$ that "
        "the second one is applied to, and $rho$ is not 0 everywhere, then there is $phi(c) > 0$ "
        "with $rho(c t) = phi(c) rho(t)$ for all $t$. With `fl.prop1.sharpened`: these are exactly "
        "the activations for which all positive factors may be left out.",
        readings=(
            Reading("$c > 0$", ("given", 0)),
            Reading("$rho$ is not 0 everywhere", ("given", 1)),
            Reading(
                "$sans(n)(rho(c t_1), rho(c t_2)) = sans(n)(rho(t_1), rho(t_2))$",
                ("given", 2),
                "where the first vector is not $bold(0)$ the second one is not, and both "
                "coordinates agree; the factor $sqrt(2)$ of $sans(n)$ is left out on both sides",
            ),
            Reading("there is $phi(c) > 0$ with $rho(c t) = phi(c) rho(t)$", ("show",)),
        ),
        obligations=(
            Obligation(
                "fl.prop1.sharpened2.only",
                "for every function $rho$: nothing else is assumed of it",
                ONLY,
                only_script,
            ),
        ),
        satisfiable=Attempt(
            "fl.prop1.sharpened2.satisfiable",
            "the hypotheses hold for $rho(t) = t$, $c = 1$",
            ONLY,
            Witness({"cc": 1, "t0": 1, "ph": 1}, {"rho": (("u",), "u")}),
        ),
        notes=(
            "With the factors $sqrt(d_i) \\/ norm(bold(z)_i)$ of $sans(n)$ alone there are others "
            "(`fl.prop1.sharpened3`).",
        ),
    ),
    Claim(
        id="fl.prop1.sharpened3",
        kind="theorem",
        title="Proposition 1 holds for every activation with the values 1 and -1",
        source=source("Propositions 1 and 1'", "7, 13-16"),
        statement="Let $rho(t) in {1, -1}$ for every $t$. Then Proposition 1 holds, also with "
        "biases in all layers: $sans(n)$ changes no vector of this kind. Such a $rho$ need not "
        "satisfy $rho(c t) = phi(c) rho(t)$, so that for $sans(n)$ itself the activations of "
        "`fl.prop1.sharpened` are not all.",
        readings=(
            Reading("$rho(t) in {1, -1}$", ("given", 0)),
            Reading("$i in [L]$", ("given", 1)),
            Reading("all widths", ("given", 2)),
            Reading("$bold(a)_0 = bold(x)$", ("given", 3)),
            Reading("$rho(bold(U)_i bold(a)_(i-1) + bold(b)_i)$, called $bold(z)_i$", ("given", 4)),
            Reading("$bold(a)_i = sans(n)(bold(z)_i)$", ("given", 5)),
            Reading("$bold(a)'_0 = bold(x)$", ("given", 6)),
            Reading(
                "$bold(a)'_i = rho(bold(U)_i bold(a)'_(i-1) + bold(b)_i)$, called $bold(p)_i$",
                ("given", 7),
            ),
            Reading("$bold(g)'(bold(x)) = sans(n)(bold(p)_L)$", ("given", 8)),
            Reading("any coordinate of the output", ("given", 9)),
            Reading("", ("given", 10)),
            Reading("$bold(g)(bold(x)) = bold(g)'(bold(x))$", ("show",)),
        ),
        obligations=(
            Obligation(
                "fl.prop1.sharpened3.unit",
                "for every depth, all widths, weights, biases and inputs",
                UNIT,
                unit_script,
            ),
        ),
        satisfiable=Attempt(
            "fl.prop1.sharpened3.satisfiable",
            "the hypotheses hold for $rho = 1$, one neuron",
            UNIT,
            data({"L": 1, "l": 1}, {**ONES, "rho": 1}),
        ),
        controls=(
            Control(
                Attempt(
                    "fl.prop1.sharpened3.control.scales",
                    "$rho(t) = 1$ for $t >= 1$, else $-1$: it is not $phi(2) rho(t)$ at $2 t$ for "
                    "any $phi(2) > 0$, as $t = 1\\/2$ shows",
                    UNIT_SCALES,
                    Witness({"cc": 2}, {"rho": (("u",), _STEP)}),
                    script="fix p\ntake 1/2",
                ),
                "constant tightened",
            ),
        ),
    ),
)
