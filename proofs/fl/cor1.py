"""fl.cor1: the optimal errors of vanilla, FN and LN networks on a data set (Corollary 1)."""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import var
from proofs.claims import Attempt, Claim, Control, Line, Obligation, Reading, Witness
from proofs.fl.cor1_proof import (
    after_script,
    all_zero_script,
    before_script,
    everywhere_script,
    feature_script,
    norm_script,
    smaller_script,
)
from proofs.fl.cor1_statement import (
    AFTER,
    ALL_ZERO,
    BEFORE,
    EVERYWHERE,
    FEATURE,
    INFERENCE,
    NORM,
    SMALLER,
    low,
    low_F,
)
from proofs.fl.paper import source
from proofs.fl.vectors import ONE, ZERO, shown_by
from proofs.fl.witnesses import defined
from proofs.methods.script import Json, Node, auto, case, have, intro, node

_S = var("s")


# --- exact data ----------------------------------------------------------------------------------


def _labels() -> Node:
    return intro("t1", intro("", auto("floor 1 = 1")))


def _features() -> Node:
    """f = 1 = 1 / max{1, 1}."""
    return intro("s1", intro("t1", intro("q", intro("", auto("the features")))))


def _errors() -> Node:
    """All logits are 0, so that every class is in the argmax; the error is 0."""
    best = intro("h", intro("", defined(auto("equal"))))
    parts = node("both", intro("", auto("0 = 0")), intro("", best))
    return intro("s1", intro("t1", parts))


def _infimum() -> Node:
    """0 is the infimum of averages that are 0."""
    close = intro("v", intro("", shown_by(ZERO, _average(auto("0 < delta")))))
    return node("both", intro("s1", auto("0 <= 0")), close)


def _average(then: Node) -> Node:
    return have(["=", ["/", ["sum", "j", "1", "1", "0"], "1"], "0"], auto("the average"), then)


_GIVENS: dict[int, Callable[[], Node]] = {
    2: _labels,
    4: _features,
    5: _errors,
    6: _errors,
    7: _infimum,
    8: _infimum,
}
_FUNCTIONS: dict[str, tuple[tuple[str, ...], Json]] = {
    "W": (("u", "v", "s"), "0"),
    "g": (("u", "v", "s"), "1"),
    "f": (("u", "v", "s"), "1"),
    "lab": (("u",), "1"),
    "ea": (("u", "v"), "0"),
    "ef": (("u", "v"), "0"),
}
_VALUES = {"d": 1, "n": 1, "C": 2, "e0": 0, "e2": 0, "eps": 1}
_DATA = Witness(_VALUES, _FUNCTIONS)


def _wrong_errors() -> Node:
    """1 is the infimum of averages that are 1."""
    value = have(["=", ["/", ["sum", "j", "1", "1", "1"], "1"], "1"], auto(), auto("1 < 1 + delta"))
    close = intro("v", intro("", shown_by(ZERO, value)))
    return node("both", intro("s1", auto("1 <= 1")), close)


_WITHOUT_ERRORS = {**FEATURE, "given": [g for n, g in enumerate(FEATURE["given"]) if n != 6]}

CONTROLS = (
    Control(
        Attempt(
            "fl.cor1.control.errors",
            "where nothing is said of $epsilon_F$: all errors of the FN network 1, of the vanilla "
            "one 0",
            _WITHOUT_ERRORS,
            Witness({**_VALUES, "e2": 1}, {**_FUNCTIONS, "ef": (("u", "v"), "1")}),
            {2: _labels, 4: _features, 5: _errors, 6: _infimum, 7: _wrong_errors},
        ),
        "hypothesis dropped",
    ),
    Control(
        Attempt(
            "fl.cor1.control.strict",
            "feature normalisation does not make the optimal error larger: both are 0",
            {**FEATURE, "show": low < low_F},
            _DATA,
            _GIVENS,
        ),
        "constant tightened",
    ),
)

# --- the inference from Prop. 3.A ----------------------------------------------------------------

_SIGN = ["abs", ["sign", "u"]]


def _equal_where_defined() -> Node:
    return intro("s1", intro("", _cases(auto("1 = 1"))))


def _cases(proof: Node) -> Node:
    """The cases of the sign of s1, and of its absolute value."""
    return case(["sign", "s1"], *[case(["abs", ["sign", "s1"]], proof, proof)] * 3)


def _vanilla_infimum() -> Node:
    least = have(["=", ["abs", ["sign", "0"]], "0"], auto("E(0)"), auto("0 < delta"))
    close = intro("v", intro("", shown_by(ZERO, least)))
    return node("both", intro("s1", _cases(auto("0 <= E"))), close)


def _normal_infimum() -> Node:
    inside = node("both", auto("defined"), auto("1 < 1 + delta"))
    close = intro("v", intro("", shown_by(ONE, inside)))
    return node("both", intro("s1", intro("", auto("1 <= 1"))), close)


_GAP = Attempt(
    "fl.cor1.feature.norm.undefined",
    "vanilla errors 0 at $s = 0$, where the features vanish and FN has no value, and 1 elsewhere: "
    "the errors agree wherever both have one, the infima are 0 and 1",
    INFERENCE,
    Witness(
        {"e0": 0, "e2": 1},
        {"D": (("u",), _SIGN), "E": (("u",), _SIGN), "F": (("u",), "1")},
    ),
    {0: _equal_where_defined, 1: _vanilla_infimum, 2: _normal_infimum},
)

# --- the claim -----------------------------------------------------------------------------------

_PRE = Obligation(
    "fl.cor1.pre",
    "$epsilon^* <= epsilon_L^*$, pre-activation: for every family of parameters that contains "
    "the vanilla network of each layer normalised one",
    BEFORE,
    before_script,
)
_POST = Obligation(
    "fl.cor1.post",
    "$epsilon^* <= epsilon_L^*$, post-activation: likewise",
    AFTER,
    after_script,
)
_FEATURE = Obligation(
    "fl.cor1.feature",
    "$epsilon^* = epsilon_F^*$: for every family of features, data set and weights",
    FEATURE,
    feature_script,
)

LINES = (
    Line(
        "fl.cor1.layer",
        "for a sequence of LN networks that achieves $epsilon_L^* + delta_i$, from Proposition "
        "3.B there exist vanilla networks that achieve it, and thus $epsilon^* <= epsilon_L^*$",
        (
            Obligation(
                "fl.cor1.layer.infima",
                "for any average errors $E$ and $F$ such that for each $s$ where $F$ has a value "
                "some $E(s')$ is $F(s)$",
                SMALLER,
                smaller_script,
            ),
        ),
    ),
    Line(
        "fl.cor1.feature.max",
        "Similarly, we can show $epsilon^* = epsilon_F^*$ from Proposition 3.A",
        (
            Obligation(
                "fl.cor1.feature.max.errors",
                "with $max{epsilon, norm(bold(g)_bold(theta))}$, where FN has a value everywhere",
                EVERYWHERE,
                everywhere_script,
            ),
        ),
        reading="feature normalization as in the note after Proposition 3.A",
    ),
    Line(
        "fl.cor1.feature.norm",
        "Similarly, we can show $epsilon^* = epsilon_F^*$ from Proposition 3.A, where $sans(n)"
        "(bold(g)) = sqrt(d) bold(g) \\/ norm(bold(g))$",
        (
            Obligation(
                "fl.cor1.feature.norm.infima",
                "both infima are 0, if $bold(W) = bold(0)$ is allowed",
                NORM,
                norm_script,
            ),
        ),
        attempts=(_GAP,),
        conclusion_stands="fl.cor1.feature.norm.infima",
        why="Proposition 3.A needs $bold(g)_bold(theta)(bold(x)) != bold(0)$: it gives $epsilon^* "
        "<= epsilon_F^*$, since FN networks have an error for fewer parameters. That the infima "
        "are equal is true for another reason: both are 0",
        repair="$max{epsilon, norm(bold(g))}$, or $bold(W) = bold(0)$ (`fl.cor1.sharpened`)",
        reading="feature normalization as it is defined after Eq. 5, which is undefined at "
        "$bold(0)$; the infimum is over the parameters at which it is defined on all of $S$",
    ),
)


def _readings() -> tuple[Reading, ...]:
    pre = "fl.cor1.pre"
    post = "fl.cor1.post"
    return (
        Reading("features in $RR^d$", ("given", 0)),
        Reading("a fixed dataset $S$, of $n$ samples", ("given", 1)),
        Reading("with labels $y in [C]$", ("given", 2), '$floor("lab"(t))$ is the label of $t$'),
        Reading(
            "feature-normalized: $max{epsilon, norm(bold(g))}$ with $epsilon > 0$",
            ("given", 3),
            "as in the note after Proposition 3.A; else see `fl.cor1.feature.norm`",
        ),
        Reading("$sqrt(d) bold(g) \\/ max{epsilon, norm(bold(g))}$", ("given", 4)),
        Reading("$epsilon(bold(theta), bold(W); bold(x), y)$, Eq. 19", ("given", 5)),
        Reading("$epsilon_F (bold(theta), bold(W); bold(x), y)$, Eq. 19", ("given", 6)),
        Reading(
            "Eq. 30: $epsilon^* = inf_(bold(theta), bold(W)) EE_((bold(x), y) in S) "
            "epsilon(bold(theta), bold(W); bold(x), y)$",
            ("given", 7),
            "$s$ stands for $(bold(theta), bold(W))$; $EE_S$ is the average over the samples",
        ),
        Reading("Eq. 30: $epsilon_F^*$", ("given", 8)),
        Reading("vanilla networks of all depths and widths", ("given", 6), "", pre),
        Reading(
            "pre-activation layer normalization, wherever it has a value", ("given", 7), "", pre
        ),
        Reading(
            "all parameters",
            ("given", 10),
            "of the family no more is assumed than that, with $(bold(theta), bold(W))$, it "
            "contains $(bold(theta)', bold(W))$ of Proposition 3.B",
            pre,
        ),
        Reading(
            "Eq. 30: $epsilon_L^*$",
            ("given", 12),
            "over the parameters at which no vector that is normalised is constant, on all of $S$",
            pre,
        ),
        Reading("post-activation layer normalization", ("given", 7), "", post),
        Reading("all parameters, with $(bold(theta)', bold(W)')$", ("given", 10), "", post),
        Reading("$epsilon^* <= epsilon_L^*$", ("show",), "pre-activation", pre),
        Reading("$epsilon^* = epsilon_F^*$", ("show",)),
    )


CLAIM = Claim(
    id="fl.cor1",
    kind="theorem",
    title="Optimal errors: vanilla as feature normalised, and at most layer normalised",
    source=source("Appendix B.1, Corollary 1", "30"),
    statement="Suppose $epsilon^*$, $epsilon_F^*$ and $epsilon_L^*$ are the optimal prediction "
    "errors, by vanilla, feature-normalized and (pre/post-activation) layer-normalized neural "
    "networks respectively on a fixed dataset $S$: $epsilon_(nothing, F, L)^* = "
    "inf_(bold(theta), bold(W)) EE_((bold(x), y) in S) epsilon_(nothing, F, L)(bold(theta), "
    "bold(W); bold(x), y)$. Then we have: $epsilon^* = epsilon_F^* <= epsilon_L^*$.",
    readings=_readings(),
    obligations=(_FEATURE, _PRE, _POST),
    lines=LINES,
    controls=CONTROLS,
    satisfiable=Attempt(
        "fl.cor1.satisfiable",
        "the hypotheses hold for one sample, one feature and weights 0",
        FEATURE,
        _DATA,
        _GIVENS,
    ),
    notes=(
        "By Eq. 19 all classes are in the argmax where all logits are equal. At $bold(W) = "
        "bold(0)$ no network errs, so that $epsilon^* = epsilon_F^* = epsilon_L^* = 0$ on every "
        "dataset (`fl.cor1.sharpened`): as printed, the corollary says no more than $0 = 0 <= 0$. "
        "The obligations here do not use this; they hold for every family of parameters that is "
        "closed under the constructions, also without $bold(W) = bold(0)$.",
        "The functions of a real number $s$ stand for all parameters: there are as many "
        "parameters of networks of given widths as real numbers.",
        "If no parameters of LN networks have a value on all of $S$ (a layer of one neuron), the "
        "infimum is over the empty set, and nothing is claimed.",
    ),
    sharpened=(
        Claim(
            id="fl.cor1.sharpened",
            kind="theorem",
            title="All optimal errors of Eq. 30 are 0, since ties are no errors",
            source=source("Appendix B.1, Corollary 1", "30"),
            statement="With the error of Eq. 19, $epsilon^* = epsilon_F^* = epsilon_L^* = 0$ on "
            "every dataset: for networks of any kind, if they have values on $S$ for some "
            "$bold(theta)$ with $bold(W) = bold(0)$.",
            readings=(
                Reading("features in $RR^d$", ("given", 0)),
                Reading("a dataset of $n$ samples", ("given", 1)),
                Reading("with labels $y in [C]$", ("given", 2)),
                Reading("the error of Eq. 19 for any features $bold(g)$", ("given", 3)),
                Reading("some parameters $s_9$ have values on $S$", ("given", 4)),
                Reading("with $bold(W) = bold(0)$", ("given", 5)),
                Reading("$e_0 = inf$ over the parameters with values on $S$", ("given", 6)),
                Reading("$e_0 = 0$", ("show",)),
            ),
            obligations=(
                Obligation(
                    "fl.cor1.sharpened.zero",
                    "for every family of features, data set and number of classes",
                    ALL_ZERO,
                    all_zero_script,
                ),
            ),
        ),
    ),
)
