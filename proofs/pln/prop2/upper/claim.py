"""pln.prop2.upper: floor(L/(2 eps)) + 2 ReLUs are enough for every L-Lipschitz f (Eq. 47-50).

As printed, Eq. 50 gives N units for the N cells of Eq. 47, one too few: the network goes on
straight in the last cell.  With N - 1 cells the N units do what they are for.  The statement and
its proof are in :mod:`proofs.pln.prop2.upper.statement`, the printed proof, line by line, in
:mod:`proofs.pln.prop2.upper.proof`.
"""

from __future__ import annotations

from constructions.terms import every
from proofs.claims import Claim, Obligation, Reading
from proofs.language.elaboration import written
from proofs.pln import explorers
from proofs.pln.definition3 import FAMILY_NOTE, bound_on_width, controls, met, met_by, with_networks
from proofs.pln.definition3 import readings as width_readings
from proofs.pln.members import RELU, companion, members
from proofs.pln.paper import readings, source
from proofs.pln.prop2 import instances
from proofs.pln.prop2.upper.longer import ODD
from proofs.pln.prop2.upper.pairs import FREE, PAIRS, fewer_units
from proofs.pln.prop2.upper.proof import (
    BENDS,
    CONTROLS,
    LINES,
    REACHED,
    REPAIRED,
    SATISFIABLE,
    WEIGHTS,
)
from proofs.pln.prop2.upper.statement import (
    ERROR,
    FUNCTIONS,
    NAMES,
    PROOF,
    SHARP,
    SHARP_PROOF,
    STATEMENT,
    M,
)
from proofs.pln.symbols import x
from proofs.trees.script import statement

MIDDLE = 1 / (2 * M)
TENT = every("u", "real", ["=", ["app", "f", "u"], ["abs", ["-", "u", MIDDLE.json]]])
ATTAINED = statement(
    {"M": "int", "x": "real"},
    [M > 0, x.equals(MIDDLE), TENT],
    ERROR.equals(MIDDLE),
    FUNCTIONS,
)


ATTAINED_TEXT = """
have 1 <= M
have 0 < 1/M
have x = 1/M/2
have off: for all m: int, 0 <= m => bends(m) = 0 by induction on m:
  step:
    have ahead: kink(m + 1) = 0
    have more: bends(m + 1) = bends(m) + bend(m + 1)*kink(m + 1) by
        sum_last(k -> bend(k)*kink(k), 1, m + 1)
    show by more, ahead, ih
use none: off(M - 1)
have f(0) = |0 - 1/(2*M)|
have f(1/M) = |1/M - 1/(2*M)|
have f(x) = |x - 1/(2*M)|
have relu(x) = x
have relu(x + 1/M) = x + 1/M
have left: f(0) = 1/(2*M)
have right: f(1/M) = 1/(2*M)
have here: f(x) = 0
have value: G = 1/(2*M) by
    none, left, right, relu(x) = x, relu(x + 1/M) = x + 1/M, x = 1/M/2, 0 < 1/M
show by value, here, 0 < 1/M
"""


EQ50_REPAIRED = Claim(
    id="pln.prop2.upper.eq50.repaired",
    kind="proof-step",
    title="Eq. 50 with M cells and M + 1 units",
    source=source("Proposition 2, proof of the upper bound", "50"),
    statement="For $M >= 1$ cells, $alpha_1 = M f(0)$, $alpha_j = M [f((j-1)\\/M) - "
    "f((j-2)\\/M)] - sum_(i < j) alpha_i$ and $b_j = -(j-2)\\/M$ for $1 <= j <= M + 1$: "
    '$sum_(j=1)^(M+1) alpha_j "ReLU"(x + b_j) = hat(G)(x)$ in every cell; and '
    "$alpha_j = M [f((j-1)\\/M) - 2 f((j-2)\\/M) + f((j-3)\\/M)]$ for $j >= 3$.",
    readings=(
        *readings(
            "pln.prop2.upper.eq50.interpolates",
            (
                "$M >= 1$",
                "$alpha_1 = M f(0)$",
                "$alpha_j = M [f((j-1)\\/M) - f((j-2)\\/M)] - sum_(i < j) alpha_i$",
                ("in every cell", "cell number $j >= 1$"),
                ("in every cell", "from $(j-1)\\/M$"),
                ("in every cell", "to $j\\/M$"),
                ("in every cell", "$j <= M$"),
            ),
            '$sum_(j=1)^(M+1) alpha_j "ReLU"(x + b_j) = hat(G)(x)$',
        ),
        *readings(
            "pln.prop2.upper.eq50.weights",
            (
                "$M >= 1$",
                "$alpha_1 = M f(0)$",
                "$alpha_j = M [f((j-1)\\/M) - f((j-2)\\/M)] - sum_(i < j) alpha_i$",
                "$j >= 3$",
                "$j <= M + 1$",
            ),
            ("$alpha_1 = M f(0)$", "again"),
            ("$alpha_j$ for $j = 2$", "$alpha_2 = M [f(1\\/M) - 2 f(0)]$"),
            "$alpha_j = M [f((j-1)\\/M) - 2 f((j-2)\\/M) + f((j-3)\\/M)]$",
        ),
    ),
    obligations=(
        Obligation(
            "pln.prop2.upper.eq50.interpolates",
            "$M + 1$ units reach $hat(G)$ in each of the $M$ cells",
            REPAIRED,
            REACHED,
        ),
        Obligation(
            "pln.prop2.upper.eq50.weights",
            "the recursion gives second differences, for every $M$ and $j$",
            WEIGHTS,
            BENDS,
        ),
    ),
)
SHARPENED = Claim(
    id="pln.prop2.upper.sharpened",
    kind="theorem",
    title="The error of the interpolating ReLU network is at most L/(2(N-1)), and this is attained",
    source=source("beyond Proposition 2", "47-50"),
    statement="For every $M >= 1$ and every $L$-Lipschitz $f$ on $[0, 1]$ the network of $M + 1$ "
    "units with $M$ cells satisfies $abs(G(x) - f(x)) <= L \\/ (2 M)$ on $[0, 1]$; for "
    "$f(x) = abs(x - 1\\/(2 M))$ there is equality at $x = 1\\/(2 M)$.",
    readings=(
        *readings(
            "pln.prop2.upper.sharpened.bound",
            ("$M >= 1$", "$L$-Lipschitz $f$ on $[0, 1]$", "on $[0, 1]$", "on $[0, 1]$"),
            "$abs(G(x) - f(x)) <= L \\/ (2 M)$",
        ),
        *readings(
            "pln.prop2.upper.sharpened.attained",
            ("$M >= 1$", "at $x = 1\\/(2 M)$", "for $f(x) = abs(x - 1\\/(2 M))$"),
            ("there is equality", "$L = 1$"),
        ),
    ),
    obligations=(
        Obligation(
            "pln.prop2.upper.sharpened.bound",
            "$abs(G(x) - f(x)) <= L \\/ (2 M)$ for every $M >= 1$",
            SHARP,
            SHARP_PROOF,
        ),
        Obligation(
            "pln.prop2.upper.sharpened.attained",
            "for $f(u) = abs(u - 1\\/(2 M))$ the error at $x = 1\\/(2 M)$ is $1\\/(2 M)$",
            ATTAINED,
            written(ATTAINED, ATTAINED_TEXT, **NAMES),
        ),
    ),
)

NETWORKS = Obligation(
    "pln.prop2.upper.statement",
    "for every $L$, $epsilon$ and $f$ the $N$ units have "
    "$abs(G - f) <= L \\/ (2 (N - 1)) < epsilon$ on $[0, 1]$",
    STATEMENT,
    PROOF,
)
WIDTH, MEMBERS = bound_on_width(NETWORKS), members(NETWORKS, RELU, M=1, eps=1)
MET = met(
    SATISFIABLE,
    WIDTH,
    "the hypotheses hold for $L = epsilon = 1$, $N = 2$, where all $f$ and all networks are 0",
    N=2,
    M=1,
    eps=1,
)
_READ = with_networks(
    (
        Reading("the error bound $epsilon > 0$", ("given", 0)),
        Reading(
            "$floor(L \\/ 2 epsilon) + 2$",
            ("given", 1),
            "$L \\/ 2 epsilon$ is $L \\/ (2 epsilon)$, as Eq. 49 uses it",
        ),
        Reading("$M = N - 1$", ("given", 2), "an abbreviation: the number of cells"),
        Reading(
            "$f in cal(F)([0, 1]; L)$",
            ("given", 3),
            f"{FAMILY_NOTE}. $L >= 0$ is not printed and not assumed, it follows",
        ),
        Reading("the networks of the proof", ("show",), "for one $f$", NETWORKS.id),
        *width_readings(
            WIDTH,
            '"ReLU"',
            '$cal(N)("ReLU") <= N$',
            "the $N = M + 1$ units are written out with the weights that "
            "Eq. 50 has on $M$ cells; $cal(W) = cal(N)$ since ReLU acts on one neuron",
        ),
    ),
    (WIDTH, NETWORKS),
)
CLAIM = Claim(
    id="pln.prop2.upper",
    kind="theorem",
    title="Minimum approximation width of ReLU networks, upper bound",
    source=source("Proposition 2, upper bound", "47-50"),
    statement='Given $cal(F) = cal(F)([0, 1]; L)$ and $cal(G) = cal(G)(N; "ReLU")$, where '
    '$"ReLU"(x) = max(0, x)$ denotes the ReLU function. Given the error bound $epsilon > 0$, we '
    'have $cal(W)("ReLU") = cal(N)("ReLU") <= floor(L \\/ 2 epsilon) + 2$.',
    readings=_READ,
    obligations=(WIDTH, NETWORKS),
    lines=LINES,
    controls=(*CONTROLS, *controls(MET, WIDTH)),
    satisfiable=met_by(SATISFIABLE, MET),
    notes=(
        "The printed network reaches $hat(G)$ on $[0, (N-1)\\/N]$ only.",
        "An instance is both networks with their errors: the printed one, with $N$ cells, and the "
        "repaired one, with $N - 1$ cells, which is what `verify construct` writes unless it is "
        "told. Where pairs of kinks need fewer units (`pln.prop2.upper.sharpened2`), it is that "
        "network too, the one with a steepness.",
    ),
    not_claimed=(
        "nothing is said of inputs outside $[0, 1]$",
        "nothing is said of the least number of units: see pln.prop2.lower",
    ),
    repaired=(EQ50_REPAIRED,),
    sharpened=(
        SHARPENED,
        PAIRS,
        FREE,
        ODD,
        companion(
            "pln.prop2.upper",
            source("Proposition 2, upper bound", "47-50"),
            '$"ReLU"$',
            [r for r in _READ if r.obligation in ("", WIDTH.id)],
            MEMBERS,
        ),
    ),
    parameters=instances.RELU_PARAMETERS,
    instances=instances.RELU_INSTANCES,
    run=lambda settings: [*instances.relu_rows(settings), *fewer_units(settings)],
    explorers=explorers.of_kinks,
    construct=instances.construct_relu,
)
