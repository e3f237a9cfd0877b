"""layeract.eq9: the bound on the activation scales of LayerAct functions (Eq. 9)."""

from __future__ import annotations

from fractions import Fraction

from proofs.claims import Attempt, Claim, Control, Line, Obligation, Reading
from proofs.language.elaboration import written
from proofs.layeract import explorers, instances
from proofs.layeract.eq9.noise import DISTANCE, LENGTH, SUM, bound, euclid_bound_term, moved
from proofs.layeract.eq9.statement import (
    CHANGE,
    EQUALITY,
    EUCLID,
    EUCLID_GIVEN,
    EUCLID_SHARP,
    EUCLID_TEXT,
    FIRST,
    IDENTITY,
    LAST,
    REPAIRED,
    ROOTS,
    STATEMENT,
    STATEMENT_LARGE,
    WIDE,
    WITNESS,
    WITNESS_LARGE,
    proof,
)
from proofs.layeract.paper import read_as, source
from proofs.layeract.sums import FUNCTIONS, SORTS, norm, total
from proofs.layeract.witnesses import layer
from proofs.library.vectors import S
from proofs.trees.script import Json, statement

NINE_TENTHS = S.const(Fraction(9, 10))

_LAYER = "$y = (-2, -5, 7)$, $epsilon = (3/47, -3/47, 0)$, $alpha = 1/100$, HardSigmoid"
_LARGE = "$y = (-200, -500, 700)$, $epsilon = (12, -12, 0)$, $alpha = 128129$, HardSigmoid"
_TEXT = (
    "$norm(s(hat(n)) - s(n)) < K sum_i^d abs((y_i + epsilon_i - mu_y - mu_epsilon) \\/ "
    "sqrt(sigma_y^2 + alpha + sigma_epsilon^2) - (y_i - mu_y) \\/ sqrt(sigma_y^2 + alpha)) = "
    "sum_i^d (K abs(epsilon_i - mu_epsilon)) / sqrt(sigma_y^2 + alpha)$"
)
STATISTICS_READ = (
    Reading("$d$-dimensional", ("given", 0)),
    Reading("$alpha > 0$", ("given", 1)),
    Reading("$mu_y$", ("given", 2), "Eq. 5"),
    Reading("$sigma_y^2$", ("given", 3), "Eq. 5"),
    Reading("$mu_epsilon$", ("given", 4), "of the noise of this layer"),
    Reading("$sigma_epsilon^2$", ("given", 5), '"the variance of noise $epsilon$"'),
    Reading("$mu_(hat(y))$", ("given", 6), "of $hat(y) = y + epsilon$"),
    Reading("$sigma_(hat(y))^2$", ("given", 7)),
    Reading("Definition 3.1: bounded between zero and one", ("given", 8)),
    Reading("increasing", ("given", 9)),
    Reading("$s(0) = 1/2$", ("given", 10)),
    Reading("$abs(s(a) - s(b)) <= K abs(a - b)$", ("given", 11)),
)
#: beside the hypotheses on the noise and on alpha
NOISE_READ = (
    Reading("the noise is not the same for all elements", ("given", 12), "else $0 < 0$"),
    Reading("$sigma_epsilon << sigma_y$", ("given", 13), "here: 50 times smaller"),
    Reading("$sqrt(sigma_y^2 + alpha) > 1$", ("given", 14), '"sufficiently large" is not more'),
    Reading(
        "the hyper-parameter $alpha$ is 0.00001 (Appendix H)", ("given", 15), "at least that much"
    ),
    Reading("or 0.1, for ImageNet", ("given", 16), "at most that much"),
)


def attempt(name: str, says: str, sequent: Json) -> Attempt:
    """An attack with the layer of :data:`WITNESS`."""
    return Attempt(f"layeract.eq9.{name}", says, sequent, WITNESS)


LINES = (
    Line(
        "layeract.eq9.first",
        "$norm(s(hat(n)) - s(n)) < K sum_i^d abs((y_i + epsilon_i - mu_y - mu_epsilon) \\/ "
        "sqrt(sigma_y^2 + alpha + sigma_epsilon^2) - (y_i - mu_y) \\/ sqrt(sigma_y^2 + alpha))$",
        attempts=(attempt("first.covariance", _LAYER, FIRST),),
        why="the variance of $y + epsilon$ is $sigma_y^2 + sigma_epsilon^2$ plus twice the "
        "covariance of $y$ and $epsilon$, which is left out; and where $epsilon$ is the same for "
        "all elements, both sides are 0",
        repair="$sqrt(sigma_(hat(y))^2 + alpha)$ in the first quotient, and $<=$",
    ),
    Line(
        "layeract.eq9.equality",
        "$K sum_i^d abs((y_i + epsilon_i - mu_y - mu_epsilon) \\/ sqrt(sigma_y^2 + alpha + "
        "sigma_epsilon^2) - (y_i - mu_y) \\/ sqrt(sigma_y^2 + alpha)) = sum_i^d (K abs(epsilon_i - "
        "mu_epsilon)) / sqrt(sigma_y^2 + alpha)$",
        attempts=(attempt("equality.roots", _LAYER, EQUALITY),),
        why="an equality is printed where the text below has an approximation of the root; what is "
        "left out grows with $y$, not with $epsilon$",
    ),
    Line(
        "layeract.eq9.root",
        "where $sqrt(sigma_y^2 + alpha + sigma_epsilon^2) approx sqrt(sigma_y^2 + alpha) > 1$ when "
        "$sigma_y >> sigma_epsilon$ and $alpha$ is sufficiently large",
        (
            Obligation(
                "layeract.eq9.root.bounds",
                "for $alpha > 1$: $1 < r <= sqrt(r^2 + sigma_epsilon^2) <= r + sigma_epsilon^2 \\/ "
                "(2 r)$ with $r = sqrt(sigma_y^2 + alpha)$",
                ROOTS,
                written(ROOTS, "show by search"),
            ),
        ),
        reading="sufficiently large is $alpha > 1$; with the $alpha$ of Appendix H, 0.00001 and "
        "0.1, the root is above 1 only where $sigma_y^2 > 1 - alpha$",
    ),
)

#: yhat = -y/20, and r + t = 2101/2000, (r - t) (r + t) = 1 - 1/400: then alpha = r^2 - 1
_GAP = Fraction(21, 20)
_ROOTS = Fraction(2101, 2000)
_TURNED = layer((1, -1), (-_GAP, _GAP), ((_ROOTS + (1 - Fraction(1, 400)) / _ROOTS) / 2) ** 2 - 1)
SHARPENED = Claim(
    id="layeract.eq9.sharpened",
    kind="theorem",
    title="How far noise moves a layer: an identity, and the bound in the Euclidean norm",
    source=source("Section 3.2", "9"),
    statement="With $r = sqrt(sigma_y^2 + alpha)$ and $t = sqrt(sigma_(hat(y))^2 + alpha)$: "
    "$norm(s(hat(n)) - s(n))_2 <= K norm(epsilon - mu_epsilon bold(1))_2 \\/ sqrt(r t)$, and "
    "$norm(hat(n) - n)_2^2 = d ((sigma_epsilon^2 - (r - t)^2) \\/ (r t) - alpha (1\\/t - "
    "1\\/r)^2)$.",
    readings=(
        *STATISTICS_READ,
        Reading("the bound", ("show",)),
        *read_as("layeract.eq9.sharpened.identity", STATISTICS_READ[:8]),
        Reading("the identity", ("show",), "", "layeract.eq9.sharpened.identity"),
    ),
    obligations=(
        Obligation(
            "layeract.eq9.sharpened.euclid",
            "the bound for every $d >= 1$, all inputs and all noise",
            EUCLID_SHARP,
            proof(EUCLID_SHARP, LENGTH),
        ),
        Obligation(
            "layeract.eq9.sharpened.identity",
            "the identity for every $d >= 1$",
            IDENTITY,
            proof(IDENTITY, DISTANCE),
        ),
    ),
    controls=(
        Control(
            Attempt(
                "layeract.eq9.sharpened.control.constant",
                "with $9 K \\/ 10$: $y = (1, -1)$, $epsilon = (-2, 2)$, $alpha = 1/100$",
                {
                    **EUCLID_SHARP,
                    "show": norm(moved) <= euclid_bound_term() * NINE_TENTHS,
                },
                layer((1, -1), (-2, 2), Fraction(1, 100)),
            ),
            "constant tightened",
        ),
    ),
    satisfiable=Attempt("layeract.eq9.sharpened.satisfiable", _LAYER, EUCLID_SHARP, WITNESS),
    notes=(
        "The bound is reached up to $alpha$: where $r = t$ and nothing saturates, the two sides "
        "differ by nothing.",
        "As $sqrt(r t) >= sqrt(alpha)$, $s(n)$ is globally Lipschitz in the Euclidean norm, with "
        "constant $K \\/ sqrt(alpha)$.",
        "Since $norm(epsilon - mu_epsilon bold(1))_2 <= norm(epsilon)_2$, it is below the "
        "Euclidean bound $K norm(epsilon)_2$ of element-level functions wherever $r t >= 1$.",
    ),
)

BOUND = Obligation(
    "layeract.eq9.repaired.statement",
    "for every $d >= 1$, every scale as in Definition 3.1, large noise included",
    REPAIRED,
    proof(REPAIRED, SUM),
)


def rows(settings: instances.Settings) -> list[instances.Row]:
    """The user's layer: Eq. 9 as printed, first expression and last, and repaired."""
    left = instances.scale_change
    return [
        instances.compared_row(
            settings,
            left,
            instances.printed_bound,
            strict=True,
            written=instances.MAX_KERNEL_LAYER,
        ),
        instances.compared_row(
            settings,
            left,
            instances.repaired_bound,
            version="repaired",
            general=BOUND,
            written=instances.MAX_KERNEL_LAYER,
        ),
    ]


REPAIRED_CLAIM = Claim(
    id="layeract.eq9.repaired",
    kind="theorem",
    title="Eq. 9 with the standard deviation of the noise added to each summand",
    source=source("Section 3.2", "9"),
    statement="$norm(s(hat(n)) - s(n)) <= sum_(i=1)^d (K (abs(epsilon_i - mu_epsilon) + "
    "sigma_epsilon)) / sqrt(sigma_y^2 + alpha)$, for all inputs and all noise.",
    readings=(*STATISTICS_READ, Reading("the bound", ("show",))),
    obligations=(BOUND,),
    controls=(
        Control(
            Attempt(
                "layeract.eq9.repaired.control.constant",
                "with nine tenths of the bound: $y = (1, -1)$ and noise that turns it over",
                {**REPAIRED, "show": CHANGE <= total(bound) * NINE_TENTHS},
                _TURNED,
            ),
            "constant tightened",
        ),
        Control(
            Attempt(
                "layeract.eq9.repaired.control.doubled",
                "without $sigma_epsilon$, though doubled: $d = 34$, $y = plus.minus 1000$ but for "
                "$y_1 = -4000$ and $y_2 = 4000$, $epsilon = (-17, 17, 0, ...)$",
                {**REPAIRED, "show": CHANGE <= 2 * LAST},
                WIDE,
            ),
            "constant tightened",
        ),
    ),
    satisfiable=Attempt("layeract.eq9.repaired.satisfiable", _LAYER, REPAIRED, WITNESS),
    notes=(
        "The two terms together cannot have a smaller factor: for $y = (1, -1)$ and "
        "$hat(y) = -h y$ the quotient of both sides tends to 1 as $h$ and $alpha$ tend to 0.",
        "A term that grows with $d$ is needed for small noise too: with $m$ pairs "
        "$plus.minus 1$, one pair $plus.minus sqrt(m)$ and noise on that pair, "
        "$norm(hat(n) - n)_1$ exceeds $sum abs(epsilon_i - mu_epsilon) \\/ sigma_y$ by a factor "
        "close to $(1 + sqrt(m)) \\/ 2$; the control has $m = 16$.",
    ),
    sharpened=(SHARPENED,),
)

MAIN = attempt(
    "covariance",
    f"{_LAYER}: the left side is $1/6 dot 1100/40851 > 1/6 dot 20/799$",
    STATEMENT,
)
LARGE = Attempt(
    "layeract.eq9.large",
    f"the same with $alpha >= 1$; {_LARGE}: $1/6 dot 15752/389375 > 1/6 dot 24/623$",
    STATEMENT_LARGE,
    WITNESS_LARGE,
)

CLAIM = Claim(
    id="layeract.eq9",
    kind="theorem",
    title="Noise moves the activation scales of LayerAct by the noise over the deviation",
    source=source("Section 3.2", "9"),
    statement=f"{_TEXT}, where $sqrt(sigma_y^2 + alpha + sigma_epsilon^2) approx sqrt(sigma_y^2 + "
    "alpha) > 1$ when $sigma_y >> sigma_epsilon$ and $alpha$ is sufficiently large.",
    readings=(
        *STATISTICS_READ,
        *NOISE_READ,
        Reading(
            "the first expression is below the last",
            ("show",),
            "the norm of Definition 3.2, a sum of absolute values; $hat(n)$ as in Eq. 6",
        ),
        *read_as(LARGE.id, (*STATISTICS_READ, *NOISE_READ[:2])),
        Reading("$alpha$ is sufficiently large", ("given", 14), "at least 1", LARGE.id),
        Reading("the first expression is below the last", ("show",), "", LARGE.id),
    ),
    obligations=(),
    attempts=(MAIN, LARGE),
    lines=LINES,
    satisfiable=Attempt("layeract.eq9.satisfiable", _LAYER, STATEMENT, WITNESS),
    repaired=(REPAIRED_CLAIM,),
    notes=(
        "Smaller noise does not help: with $y = 4 M (-2, -5, 7)$ and $alpha = 160 M^2 + 1104 M + "
        "529$ it fails for every $M >= 2$ (`layeract.eq9.scales`).",
        "If only the left side is read with the Euclidean norm, the first expression is below the "
        "last wherever $sigma_epsilon <= sigma_y \\/ 2$ (`layeract.eq9.euclid`).  Definitions 2.3 "
        "and 3.2 write the norm out as a sum of absolute values.",
        "Definition 3.2 has $hat(n)$ without $alpha$, Eq. 6 has $n$ with it.  With both as "
        "printed, Eq. 9 fails without any noise: $hat(n) != n$, and the last expression is 0.",
        "Its second half, $norm(s(hat(n)_i)) << d$, is `layeract.eq9.scale`.",
    ),
    parameters=instances.PARAMETERS,
    instances=instances.INSTANCES,
    run=rows,
    explorers=lambda: explorers.of_alpha(rows),
)

EUCLID_CLAIM = Claim(
    id="layeract.eq9.euclid",
    kind="theorem",
    title="Eq. 9 with the Euclidean norm on its left, for small noise that varies",
    source=source("Section 3.2", "9"),
    statement="Eq. 9, its first expression and its last, with $norm(dot)$ read as the Euclidean "
    "norm: $norm(s(hat(n)) - s(n))_2 < sum_i^d (K abs(epsilon_i - mu_epsilon)) / "
    "sqrt(sigma_y^2 + alpha)$.",
    readings=(
        *STATISTICS_READ,
        Reading("$K > 0$", ("given", 12), "$s$ is not constant"),
        Reading("the noise is not the same for all elements", ("given", 13), "else $0 < 0$"),
        Reading(
            "$sigma_epsilon << sigma_y$", ("given", 14), "$sigma_epsilon <= sigma_y \\/ 2$ does"
        ),
        Reading("the first expression is below the last", ("show",)),
    ),
    obligations=(
        Obligation(
            "layeract.eq9.euclid.statement",
            "for every $d >= 1$ and every scale as in Definition 3.1",
            EUCLID,
            proof(EUCLID, EUCLID_TEXT),
        ),
    ),
    controls=(
        Control(
            Attempt(
                "layeract.eq9.euclid.control.noise",
                "without $w > 0$: no noise, $0 < 0$",
                statement(
                    SORTS,
                    [g for i, g in enumerate(EUCLID_GIVEN) if i != 13],
                    EUCLID["show"],
                    FUNCTIONS,
                ),
                layer((1, -1), (0, 0), 3),
            ),
            "hypothesis dropped",
        ),
        Control(
            Attempt(
                "layeract.eq9.euclid.control.small",
                "without $sigma_epsilon <= sigma_y \\/ 2$: $y = (1, -1)$, $hat(y) = -y \\/ 20$",
                statement(SORTS, EUCLID_GIVEN[:-1], EUCLID["show"], FUNCTIONS),
                _TURNED,
            ),
            "hypothesis dropped",
        ),
    ),
    satisfiable=Attempt("layeract.eq9.euclid.satisfiable", _LAYER, EUCLID, WITNESS),
    notes=(
        "Reading: the left side's norm is Euclidean, the right side is the sum that is printed.  "
        "In the norm of Definition 3.2 the same is false (`layeract.eq9`).",
        "It holds because a sum of absolute values of numbers that add to 0 is at least $sqrt(2)$ "
        "times their Euclidean norm; the line in between is not needed.",
    ),
)
