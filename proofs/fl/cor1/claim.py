"""fl.cor1: the optimal errors of vanilla, FN and LN networks on a data set (Corollary 1)."""

from __future__ import annotations

from proofs.claims import Attempt, Claim, Control, Line, Obligation, Reading, Witness
from proofs.fl.cor1 import data as cor1_data
from proofs.fl.cor1.data import features
from proofs.fl.cor1.proof import (
    after_proof,
    all_zero_proof,
    before_proof,
    everywhere_script,
    feature_proof,
    norm_proof,
    smaller_script,
    unique_norm_proof,
)
from proofs.fl.cor1.statement import (
    AFTER,
    ALL_ZERO,
    BEFORE,
    EVERYWHERE,
    FEATURE,
    INFERENCE,
    NORM,
    SMALLER,
    UNIQUE_AFTER,
    UNIQUE_BEFORE,
    UNIQUE_FEATURE,
    UNIQUE_NORM,
    low,
    low_F,
)
from proofs.fl.paper import source

# --- exact data ----------------------------------------------------------------------------------

_DATA = features(False)
_VALUES, _FUNCTIONS = _DATA.values, _DATA.functions


_WITHOUT_ERRORS = {**FEATURE, "given": [g for n, g in enumerate(FEATURE["given"]) if n != 6]}

CONTROLS = (
    Control(
        Attempt(
            "fl.cor1.control.errors",
            "where nothing is said of $epsilon_F$: all errors of the FN network 1, of the vanilla "
            "one 0",
            _WITHOUT_ERRORS,
            Witness({**_VALUES, "e2": 1}, {**_FUNCTIONS, "ef": (("u", "v"), "1")}),
        ),
        "hypothesis dropped",
    ),
    Control(
        Attempt(
            "fl.cor1.control.strict",
            "feature normalisation does not make the optimal error larger: both are 0",
            {**FEATURE, "show": low < low_F},
            _DATA,
        ),
        "constant tightened",
    ),
)

# --- the inference from Prop. 3.A ----------------------------------------------------------------

_SIGN = ["abs", ["sign", "u"]]


_GAP = Attempt(
    "fl.cor1.feature.norm.undefined",
    "vanilla errors 0 at $s = 0$, where the features vanish and FN has no value, and 1 elsewhere: "
    "the errors agree wherever both have one, the infima are 0 and 1",
    INFERENCE,
    Witness(
        {"e0": 0, "e2": 1},
        {"D": (("u",), _SIGN), "E": (("u",), _SIGN), "F": (("u",), "1")},
    ),
)

# --- the claim -----------------------------------------------------------------------------------

_PRE = Obligation(
    "fl.cor1.pre",
    "$epsilon^* <= epsilon_L^*$, pre-activation: for every family of parameters that contains "
    "the vanilla network of each layer normalised one",
    BEFORE,
    before_proof(BEFORE),
)
_POST = Obligation(
    "fl.cor1.post",
    "$epsilon^* <= epsilon_L^*$, post-activation: likewise",
    AFTER,
    after_proof(AFTER),
)
_FEATURE = Obligation(
    "fl.cor1.feature",
    "$epsilon^* = epsilon_F^*$: for every family of features, data set and weights",
    FEATURE,
    feature_proof(FEATURE),
)

_NORM = Obligation(
    "fl.cor1.feature.norm.infima",
    "$epsilon^* = epsilon_F^*$ for $sans(n)(bold(g)) = sqrt(d) bold(g) \\/ norm(bold(g))$, too: "
    "both infima are 0, if $bold(W) = bold(0)$ is allowed",
    NORM,
    norm_proof,
)
_UNIQUE = (
    Obligation(
        "fl.cor1.unique.feature",
        "$epsilon^* = epsilon_F^*$: for every family of features, data set and weights",
        UNIQUE_FEATURE,
        feature_proof(UNIQUE_FEATURE, True),
    ),
    Obligation(
        "fl.cor1.unique.pre",
        "$epsilon^* <= epsilon_L^*$, pre-activation: for every family of parameters that contains "
        "the vanilla network of each layer normalised one",
        UNIQUE_BEFORE,
        before_proof(UNIQUE_BEFORE, True),
    ),
    Obligation(
        "fl.cor1.unique.post",
        "$epsilon^* <= epsilon_L^*$, post-activation: likewise",
        UNIQUE_AFTER,
        after_proof(UNIQUE_AFTER, True),
    ),
    Obligation(
        "fl.cor1.unique.norm",
        "$epsilon^* = epsilon_F^*$ for $sans(n)(bold(g)) = sqrt(d) bold(g) \\/ norm(bold(g))$, if "
        "to have no output is an error",
        UNIQUE_NORM,
        unique_norm_proof,
    ),
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
        (_NORM,),
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


def _layers(of: str, form: str, network: str, closed: str) -> tuple[Reading, ...]:
    """Of one kind of layer normalisation."""
    rows = (
        ("the activation is (Leaky) ReLU", ("given", 0), "Assumption 1"),
        ("networks of $L$ layers", ("given", 1), "as Proposition 3.B has them"),
        ("of any widths", ("given", 2), ""),
        ("a fixed dataset $S$, of $n$ samples", ("given", 3), ""),
        ("with labels $y in [C]$", ("given", 4), '$floor("lab"(t))$ is the label of $t$'),
        (
            "$bold(b)_i = bold(0)$ from the second layer on",
            ("given", 5),
            "Assumption 1, as Proposition 3.B has it; $s$ stands for $(bold(theta), bold(W))$",
        ),
        ("the vanilla network of $s$ on each sample", ("given", 6), ""),
        (network, ("given", 7), "wherever it has a value"),
        ("$epsilon(bold(theta), bold(W); bold(x), y)$, Eq. 19", ("given", 8), ""),
        ("$epsilon_L (bold(theta), bold(W); bold(x), y)$", ("given", 9), "as in Eq. 19"),
        (
            closed,
            ("given", 10),
            "of the parameters that $inf$ is over no more is assumed",
        ),
        (
            "Eq. 30: $epsilon^* = inf_(bold(theta), bold(W)) EE_((bold(x), y) in S) "
            "epsilon(bold(theta), bold(W); bold(x), y)$",
            ("given", 11),
            "$EE_S$ is the average over the samples",
        ),
        (
            "Eq. 30: $epsilon_L^*$",
            ("given", 12),
            "over the parameters at which no vector that is normalised is constant, on all of $S$",
        ),
        ("$epsilon^* <= epsilon_L^*$", ("show",), form),
    )
    return tuple(Reading(printed, path, note, of) for printed, path, note in rows)


def _readings(feature: str, pre: str, post: str) -> tuple[Reading, ...]:
    rows = (
        ("features in $RR^d$", 0, ""),
        ("a fixed dataset $S$, of $n$ samples", 1, ""),
        ("with labels $y in [C]$", 2, '$floor("lab"(t))$ is the label of $t$'),
        (
            "feature-normalized: $max{epsilon, norm(bold(g))}$ with $epsilon > 0$",
            3,
            "as in the note after Proposition 3.A; else see `fl.cor1.feature.norm`",
        ),
        ("$sqrt(d) bold(g) \\/ max{epsilon, norm(bold(g))}$", 4, ""),
        ("$epsilon(bold(theta), bold(W); bold(x), y)$, Eq. 19", 5, ""),
        ("$epsilon_F (bold(theta), bold(W); bold(x), y)$, Eq. 19", 6, ""),
        (
            "Eq. 30: $epsilon^* = inf_(bold(theta), bold(W)) EE_((bold(x), y) in S) "
            "epsilon(bold(theta), bold(W); bold(x), y)$",
            7,
            "$s$ stands for $(bold(theta), bold(W))$; $EE_S$ is the average over the samples",
        ),
        ("Eq. 30: $epsilon_F^*$", 8, ""),
    )
    return (
        *(Reading(printed, ("given", at), note, feature) for printed, at, note in rows),
        Reading("$epsilon^* = epsilon_F^*$", ("show",), "", feature),
        *_layers(
            pre,
            "pre-activation",
            "pre-activation layer normalization",
            "the parameters contain, with $(bold(theta), bold(W))$, $(bold(theta)', bold(W))$ of "
            "Proposition 3.B",
        ),
        *_layers(
            post,
            "post-activation",
            "post-activation layer normalization",
            "the parameters contain, with $(bold(theta), bold(W))$, $(bold(theta)', bold(W)')$ of "
            "Proposition 3.B",
        ),
    )


def _output_readings(name: str) -> tuple[Reading, ...]:
    rows = (
        ("features in $RR^d$", ""),
        ("a fixed dataset $S$, of $n$ samples", ""),
        ("with labels $y in [C]$", ""),
        ("assumed here: $C >= 2$", "of one class there is no other that could be preferred"),
        (
            "$sans(n) compose bold(g) = sqrt(d) bold(g) \\/ norm(bold(g))$, called $f$",
            "where $bold(g) != bold(0)$, that is $norm(bold(g))^2 > 0$",
        ),
        ("$epsilon(bold(theta), bold(W); bold(x), y)$, of the unique maximum", ""),
        (
            "$epsilon_F (bold(theta), bold(W); bold(x), y)$, of the unique maximum",
            "assumed here: it is 1 where $bold(g) = bold(0)$ and $sans(n)$ has no value",
        ),
        ("Eq. 30: $epsilon^*$", ""),
        ("Eq. 30: $epsilon_F^*$", "over all parameters"),
    )
    found = (Reading(text, ("given", at), note, name) for at, (text, note) in enumerate(rows))
    return (*found, Reading("$epsilon^* = epsilon_F^*$", ("show",), "", name))


def _norm_readings() -> tuple[Reading, ...]:
    rows = (
        ("features in $RR^d$", ""),
        ("a fixed dataset $S$, of $n$ samples", ""),
        ("with labels $y in [C]$", ""),
        ("$epsilon(bold(theta), bold(W); bold(x), y)$, Eq. 19", ""),
        (
            "$epsilon_F (bold(theta), bold(W); bold(x), y)$, Eq. 19",
            "$sans(n) compose bold(g)$ is called $f$; nothing else is used of it",
        ),
        ("the parameters contain some with $bold(W) = bold(0)$, called $s_9$", ""),
        (
            "at which $sans(n) compose bold(g)$ has a value on all of $S$: $D(s_9) > 0$",
            "$D(s) > 0$ says so of $s$",
        ),
        ("Eq. 30: $epsilon^*$", ""),
        ("Eq. 30: $epsilon_F^*$", "over the parameters with $D(s) > 0$"),
    )
    name = _NORM.id
    found = (Reading(text, ("given", at), note, name) for at, (text, note) in enumerate(rows))
    return (*found, Reading("$epsilon^* = epsilon_F^*$", ("show",), "both are 0", name))


_COROLLARY = (
    "Suppose $epsilon^*$, $epsilon_F^*$ and $epsilon_L^*$ are the optimal prediction "
    "errors, by vanilla, feature-normalized and (pre/post-activation) layer-normalized neural "
    "networks respectively on a fixed dataset $S$: $epsilon_(nothing, F, L)^* = "
    "inf_(bold(theta), bold(W)) EE_((bold(x), y) in S) epsilon_(nothing, F, L)(bold(theta), "
    "bold(W); bold(x), y)$. Then we have: $epsilon^* = epsilon_F^* <= epsilon_L^*$."
)
UNIQUE_CLAIM = Claim(
    id="fl.cor1.unique",
    kind="theorem",
    title="Optimal errors where ties are errors: vanilla as feature normalised, at most layer "
    "normalised",
    source=source("Appendix B.1, Corollary 1, a second reading of Eq. 19", "19, 30"),
    statement=_COROLLARY + " (Read: the argmax of Eq. 19 is one class, so that the error is 0 "
    "where $hat(y)_c < hat(y)_y$ for all $c != y$, and otherwise 1.)",
    readings=(
        *_readings(*(obligation.id for obligation in _UNIQUE[:3])),
        *_output_readings(_UNIQUE[3].id),
    ),
    obligations=_UNIQUE,
    satisfiable=cor1_data.UNIQUE,
    notes=(
        "Where all logits are equal every network errs here, so that weights 0 do not make the "
        "optimal errors 0, as they do by Eq. 19 (`fl.cor1.sharpened`).",
        "Feature normalisation is that with $max{epsilon, norm(bold(g))}$, and also "
        "$sans(n)(bold(g)) = sqrt(d) bold(g) \\/ norm(bold(g))$ where a network without output "
        "errs (`fl.cor1.unique.norm`). Where the infimum is over those parameters only at which "
        "$sans(n)$ has a value on all of $S$, the errors agree at each of these (`fl.prop3a`); "
        "whether the infima are equal is not decided here.",
    ),
)

CLAIM = Claim(
    id="fl.cor1",
    kind="theorem",
    title="Optimal errors: vanilla as feature normalised, and at most layer normalised",
    source=source("Appendix B.1, Corollary 1", "30"),
    statement=_COROLLARY,
    readings=(*_readings(_FEATURE.id, _PRE.id, _POST.id), *_norm_readings()),
    obligations=(_FEATURE, _PRE, _POST, _NORM),
    lines=LINES,
    controls=CONTROLS,
    satisfiable=cor1_data.SATISFIABLE,
    notes=(
        "By Eq. 19 all classes are in the argmax where all logits are equal. At $bold(W) = "
        "bold(0)$ no network errs, so that $epsilon^* = epsilon_F^* = epsilon_L^* = 0$ on every "
        "dataset (`fl.cor1.sharpened`): as printed, the corollary says no more than $0 = 0 <= 0$. "
        "Where ties are errors it says more, and holds (`fl.cor1.unique`). "
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
                    all_zero_proof,
                ),
            ),
            satisfiable=cor1_data.ZERO_WEIGHTS,
        ),
    ),
)
