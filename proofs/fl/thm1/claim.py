"""fl.thm1: minimising the one-class loss makes norms diverge (Theorem 1 and B.2)."""

from __future__ import annotations

from constructions.terms import Term, every, exists
from proofs.claims import Attempt, Claim, Control, Obligation, Reading
from proofs.fl.paper import source
from proofs.fl.thm1 import one_class, witnesses
from proofs.fl.thm1 import sharp as thm1_sharp
from proofs.fl.thm1 import statement as s
from proofs.fl.thm1.lines import LINES, LOG_2, LOG_2_TEXT, NECESSARY, NECESSARY_TEXT, THREE_CLASSES
from proofs.fl.thm1.proof import DIVERGES, proved
from proofs.fl.thm1.readings import chosen
from proofs.fl.thm1.statement import GIVEN, STATEMENT, R, S, c, i, n, whole, y
from proofs.library.vectors import ONE, ZERO
from proofs.trees.script import Json

THEOREM = (
    "In order to minimize the one-class local loss $f_k (bold(theta), bold(W))$, we must have at "
    "least one of the following: 1) $norm(bold(w)_c) -> oo$ for all $c in [C]$ and $c != k$; 2) "
    "$norm(bold(g)_bold(theta)(bold(x)_i)) -> oo$ for all $bold(x)_i$; 3) "
    "$norm(bold(w)_k) -> oo$."
)

#: the readings of the hypotheses, which both readings of the theorem share
HYPOTHESES = (
    Reading("networks of $L$ layers", ("given", 0)),
    Reading("of widths $d_1, ..., d_L$", ("given", 1), "and inputs in $RR^(d_0)$"),
    Reading("$S_k = {(bold(x)_i, k)}_(i=1)^(m_k)$: at least one sample", ("given", 2)),
    Reading("with labels $k in [C]$, called $y$", ("given", 3)),
    Reading("", ("given", 4)),
    Reading(
        "Since $rho != 0$, there exists $x_0$ such that $rho(x_0) != 0$",
        ("given", 5),
        "printed in B.2; for $rho = 0$ the loss is $log C$ everywhere",
    ),
    Reading("a sequence of parameters $(bold(theta), bold(W))$: the input", ("given", 6)),
    Reading(
        "its layers, with biases $bold(b)_j$",
        ("given", 7),
        "any function of the parameters would do: nothing else is used of the features",
    ),
    Reading("$(bold(w)_c - bold(w)_k)^top bold(g)_bold(theta)(bold(x)_i)$", ("given", 8)),
    Reading(
        "the loss on a sample, $log sum_(c in [C]) exp((bold(w)_c - bold(w)_k)^top "
        "bold(g)_bold(theta)(bold(x)_i))$",
        ("given", 9),
        "their mean over $S_k$ is $f_k$, as displayed before the theorem",
    ),
    Reading("B.2: $bold(U)_1 = bold(0)$", ("given", 10)),
    Reading("$bold(b)_1 = x_0 bold(1)$", ("given", 11)),
    Reading("$bold(U)_j = x_0\\/(rho(x_0) d_(j-1)) bold(1) bold(1)^top$", ("given", 12)),
    Reading("$bold(b)_j = bold(0)$ for $j >= 2$", ("given", 13)),
    Reading("its input", ("given", 14)),
    Reading("its layers", ("given", 15)),
    Reading("$bold(w)_k = rho(x_0) bold(1)$", ("given", 16)),
    Reading("$bold(w)_c = -rho(x_0) bold(1)$ for all $c != k$", ("given", 17)),
    Reading("with $t bold(W)$ in place of $bold(W)$", ("given", 18)),
    Reading("its loss on a sample", ("given", 19)),
    Reading(
        '$inf f_k$, called $italic("low")$, is a lower bound of all losses',
        ("given", 20),
        "those of the networks of B.2 are enough",
    ),
    Reading("in order to minimize: $f_k -> inf f_k$", ("given", 21)),
)

MAIN = Obligation(
    "fl.thm1.statement",
    "for all depths, widths, numbers of classes and samples, activations and sequences",
    STATEMENT,
    proved(STATEMENT, DIVERGES),
)

# --- controls ------------------------------------------------------------------------------------

_STEP = witnesses.STEP


#: again and again the norms of the goal are at most 1; class 2, sample 1
BOUNDED_AGAIN = (
    witnesses.SQUARE
    + """
take 1
fix N
take N^2
take 2
take 1
show by numbers, square(N)
"""
)


def _without(number: int) -> list[Json]:
    return [given for place, given in enumerate(GIVEN) if place != number]


def _only(*norms: Term) -> Json:
    """The conclusion with these norms of three."""
    largest = norms[0] if len(norms) == 1 else S.maximum(*norms)
    inner = whole("c i", largest > R, *s.OTHER)
    return every("R", "real", exists("N", "int", whole("n", inner, n >= s.N)))


def _altered(given: list[Json], show: Json) -> Json:
    return {**STATEMENT, "given": given, "show": show}


_OWN, _OTHER_CLASS = S.sqrt(s.squares(n, y)), S.sqrt(s.squares(n, c))
_FEATURE = S.sqrt(s.feature_squares(n, i))
_GROWING = 1 + _STEP


def _alternative(
    name: str, says: str, show: Json, own: Term, other: Term, feature: Term
) -> Control:
    """One of the three claims left out, and a sequence for which it is the one that holds."""
    return Control(
        Attempt(
            f"fl.thm1.control.{name}",
            f"one neuron, one sample, two classes, loss $log(1 + e^(-1 - n))$: {says}",
            _altered(GIVEN, show),
            witnesses.sequence(own, other, feature),
            {21: witnesses.VANISHES},
            BOUNDED_AGAIN,
        ),
        "constant tightened",
    )


CONTROLS = (
    Control(
        Attempt(
            "fl.thm1.control.activation",
            "$rho = 0$, two classes: the loss is $log 2$ whatever the weights are; all are 0",
            _altered(_without(5), STATEMENT["show"]),
            witnesses.sequence(ZERO, ZERO, ZERO, ZERO, bias=0),
        ),
        "hypothesis dropped",
    ),
    Control(
        Attempt(
            "fl.thm1.control.minimise",
            "a sequence that minimises nothing: all class embeddings and features are 0",
            _altered(_without(21), STATEMENT["show"]),
            witnesses.sequence(ZERO, ZERO, ZERO, ZERO),
        ),
        "hypothesis dropped",
    ),
    _alternative(
        "own",
        "$norm(bold(w)_k) = 1 + n$, $bold(w)_c = 0$, the feature is 1",
        _only(_OTHER_CLASS, _FEATURE),
        _GROWING,
        ZERO,
        ONE,
    ),
    _alternative(
        "feature",
        "the feature is $1 + n$, $bold(w)_k = 1$, $bold(w)_c = 0$",
        _only(_OTHER_CLASS, _OWN),
        ONE,
        ZERO,
        _GROWING,
    ),
    _alternative(
        "others",
        "$norm(bold(w)_c) = 1 + n$, $bold(w)_k = 0$, the feature is 1",
        _only(_FEATURE, _OWN),
        ZERO,
        -_GROWING,
        ONE,
    ),
)

# --- what holds instead of the false line of B.2 -------------------------------------------------

NECESSARY_REPAIRED = Claim(
    id="fl.thm1.necessary.repaired",
    kind="proof-step",
    title="A margin that is not negative costs (1/m) log 2",
    source=source("Appendix B.2", ""),
    statement="If $(bold(w)_c - bold(w)_k)^top bold(g)_bold(theta)(bold(x)_i) >= 0$ for some "
    "$bold(x)_i in S_k$ and $c != k$, then $f_k >= (1\\/m_k) log 2$.",
    readings=(
        *chosen("fl.thm1.necessary.log2"),
        Reading(
            "$(bold(w)_c - bold(w)_k)^top bold(g)_bold(theta)(bold(x)_i) >= 0$",
            ("given", 14),
            "",
            "fl.thm1.necessary.log2",
        ),
        Reading("$f_k >= (1\\/m_k) log 2$", ("show",), "", "fl.thm1.necessary.log2"),
        *chosen("fl.thm1.necessary.margins"),
        Reading("if not: $f_k < (1\\/m_k) log 2$", ("given", 14), "", "fl.thm1.necessary.margins"),
        Reading(
            "$(bold(w)_c - bold(w)_k)^top bold(g)_bold(theta)(bold(x)_i) < 0$",
            ("show",),
            "",
            "fl.thm1.necessary.margins",
        ),
    ),
    obligations=(
        Obligation("fl.thm1.necessary.log2", "for all networks", LOG_2, proved(LOG_2, LOG_2_TEXT)),
        Obligation(
            "fl.thm1.necessary.margins",
            "below $(1\\/m_k) log 2$ all margins are negative",
            NECESSARY,
            proved(NECESSARY, NECESSARY_TEXT),
        ),
    ),
    satisfiable=(
        Attempt(
            "fl.thm1.necessary.satisfiable",
            "the three classes that refute the printed bound",
            LOG_2,
            THREE_CLASSES.witness,
        ),
        Attempt(
            "fl.thm1.necessary.margins.satisfiable",
            "two classes, one sample, $bold(w)_1 = 0$, $bold(w)_2 = -1$, feature 1",
            NECESSARY,
            thm1_sharp.two_classes(1),
        ),
    ),
    notes=("For $C = 2$ this is the printed bound, and it is attained where all margins are 0.",),
)

CLAIM = Claim(
    id="fl.thm1",
    kind="theorem",
    title="Minimising the one-class loss makes class or feature norms diverge",
    source=source("Theorem 1 and Appendix B.2", ""),
    statement=THEOREM,
    readings=(
        *HYPOTHESES,
        Reading(
            "we must have at least one of 1), 2), 3)",
            ("show",),
            "whatever $R$ is, from some step on one of the three holds with $> R$ in place of "
            "$-> oo$; which one may change from step to step. So the three claims do not all fail "
            'in the sense of B.2, where "false" means "bounded". That one and the same claim holds '
            "in the limit is `fl.thm1.limits`",
        ),
    ),
    obligations=(MAIN,),
    lines=LINES,
    controls=CONTROLS,
    satisfiable=Attempt(
        "fl.thm1.satisfiable",
        "one neuron, one sample, two classes, $bold(w)_k = 1 + n$, feature 1: the loss is "
        "$log(1 + e^(-1 - n))$",
        STATEMENT,
        witnesses.sequence(_GROWING, ZERO, ONE, more={"R": 0, "N_": 0, "n_": 0, "c_": 2, "i_": 1}),
        {21: witnesses.VANISHES},
    ),
    repaired=(NECESSARY_REPAIRED,),
    sharpened=thm1_sharp.CLAIMS,
    notes=(
        "1) for all $c != k$, or 2) for all $i$, or 3) is the same as: for each $c != k$ and each "
        "$i$, $norm(bold(w)_c)$ or $norm(bold(g)_bold(theta)(bold(x)_i))$ or $norm(bold(w)_k)$.",
        "For $C = 1$ the loss is 0 and there is no $c != k$: claim 1) is empty.",
        "The networks have biases, as in Section 2. Without them, as in the experiments "
        "(Appendix C.1), and with $rho(0) = 0$, the infimum is another one where some sample is "
        "$bold(0)$: at least $(1\\/m_k) log C$, for all weights.",
        "How the features come about from the parameters is not used: the theorem holds for every "
        "embedding with infimum 0.",
    ),
    not_claimed=(
        "nothing is said of how training proceeds; the theorem is about every sequence whose loss "
        "tends to its infimum",
        "the class embedding has no bias, as in Eq. 2",
    ),
    parameters=one_class.PARAMETERS,
    instances=one_class.INSTANCES,
    run=lambda settings: [one_class.loss_row(settings, MAIN)],
    construct=one_class.classifier,
)
