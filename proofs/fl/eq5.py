"""fl.eq5: mean-variance normalisation as shift, division by the norm, scaling (Eq. 3-6)."""

from __future__ import annotations

from constructions.terms import Term, app, every, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.fl.paper import source
from proofs.language.elaboration import written
from proofs.library.vectors import (
    S,
    d,
    differs,
    ell,
    lam,
    mean,
    mu,
    nonzero,
    norm,
    scaled,
    standardised,
)
from proofs.trees.script import Json, statement

SORTS = {"d": "int", "l": "int", "mu": "real"}
FUNCTIONS = {"x": 1}
shift = var("shift")


def x(at: Term) -> Term:
    return app("x", at)


def centred(at: Term) -> Term:
    """(x - mu 1)_at."""
    return x(at) - mu


MEAN = mu.equals(mean(d, x))
NOT_CONSTANT = differs(d, x, mu)
AT = [ell >= 1, ell <= d]
STATEMENT = statement(
    SORTS,
    [d >= 1, MEAN, NOT_CONSTANT, *AT],
    standardised(d, x, mu, ell).equals(S.sqrt(d) * (centred(ell) / norm(d, centred))),
    FUNCTIONS,
)


statement_script = written(
    STATEMENT,
    """
    obtain j from different
    let T = sum(j = 1..d, (x(j) - mu)^2)
    have 0 < T by squares_positive(j -> x(j) - mu, 1, d, j)
    have root: sqrt(T) = sqrt(d)*sqrt(T/d) by root_scale(sqrt(d), T/d, T)
    show by root, root_positive(T), root_positive(d), root_positive(T/d)
    """,
    {"different": NOT_CONSTANT},
)
ZERO_MEAN = statement(
    SORTS,
    [d >= 1, MEAN, mu.equals(0), nonzero(d, x), *AT],
    standardised(d, x, mu, ell).equals(scaled(d, x, ell)),
    FUNCTIONS,
)


zero_mean_script = written(
    ZERO_MEAN,
    """
    obtain j from nonzero
    let T = sum(j = 1..d, x(j)^2)
    let V = sum(j = 1..d, (x(j) - mu)^2)
    have 0 < T by squares_positive(x, 1, d, j)
    have V = T by sum_equal(j -> (x(j) - mu)^2, j -> x(j)^2, 1, d)
    have root: sqrt(T) = sqrt(d)*sqrt(V/d) by root_scale(sqrt(d), V/d, T)
    show by mu = 0, root, root_positive(T), root_positive(d), root_positive(V/d)
    """,
    {"nonzero": nonzero(d, x)},
)


def scaled_x(at: Term) -> Term:
    return lam * x(at)


_SCALE_GIVEN = [d >= 1, nonzero(d, x), lam > 0, *AT]
_INVARIANT = scaled(d, scaled_x, ell).equals(scaled(d, x, ell))
SCALE = statement({"d": "int", "l": "int", "lam": "real"}, _SCALE_GIVEN, _INVARIANT, FUNCTIONS)


scale_script = written(
    SCALE,
    """
    obtain j from nonzero
    let T = sum(j = 1..d, x(j)^2)
    have 0 < T by squares_positive(x, 1, d, j)
    have sum(j = 1..d, (lam*x(j))^2) = lam^2*T by sum_scale(j -> x(j)^2, lam^2, 1, d)
    show by root_scale(lam, T, sum(j = 1..d, (lam*x(j))^2)), root_positive(T)
    """,
    {"nonzero": nonzero(d, x)},
)


# --- shift invariance is lost ---------------------------------------------------------------------


def moved(at: Term) -> Term:
    """y = x - 2 1."""
    return app("y", at)


_ALL_ONES = every("k", "int", x(var("k")).equals(1))
_MOVED = every("k", "int", moved(var("k")).equals(x(var("k")) - 2))
SHIFT = statement(
    {"d": "int", "l": "int"},
    [d >= 1, _ALL_ONES, _MOVED, *AT],
    scaled(d, moved, ell).differs(scaled(d, x, ell)),
    {"x": 1, "y": 1},
)


shift_script = written(
    SHIFT,
    """
    have x(1) = 1 and y(1) = -1
    have x(l) = 1 and y(l) = -1
    have root: 0 < sqrt(d)
    have X: 0 < 1/sqrt(sum(j = 1..d, x(j)^2)) by squares_positive(x, 1, d, 1)
    have Y: 0 < 1/sqrt(sum(j = 1..d, y(j)^2)) by squares_positive(y, 1, d, 1)
    have sqrt(d)*y(l)/sqrt(sum(j = 1..d, y(j)^2)) < 0 by Y, root, y(l) = -1
    have 0 < sqrt(d)*x(l)/sqrt(sum(j = 1..d, x(j)^2)) by X, root, x(l) = 1
    """,
)


# --- the claim -----------------------------------------------------------------------------------

_HALVES = ["sign", ["-", "u", "5/2"]]  # -1, -1, 1, 1


def _control(name: str, kind: str, says: str, altered: Json, witness: Witness) -> Control:
    return Control(Attempt(f"fl.eq5.control.{name}", says, altered, witness), kind)


_SHIFTED = scaled(d, lambda at: x(at) + shift, ell).equals(scaled(d, x, ell))
CONTROLS = (
    _control(
        "factor",
        "constant tightened",
        "without the factor $sqrt(d)$: $bold(x) = (-1, -1, 1, 1)$",
        {**STATEMENT, "show": standardised(d, x, mu, ell).equals(centred(ell) / norm(d, centred))},
        Witness({"d": 4, "l": 1, "mu": 0}, {"x": (("u",), _HALVES)}),
    ),
    _control(
        "shift",
        "hypothesis dropped",
        "$sans(n)$ is not shift invariant: $bold(x) = (1, 1, 1, 1)$ and $bold(x) - 2 dot bold(1)$",
        statement(
            {"d": "int", "l": "int", "shift": "real"},
            [d >= 1, nonzero(d, x), *AT],
            _SHIFTED,
            FUNCTIONS,
        ),
        Witness({"d": 4, "l": 1, "shift": -2}, {"x": (("u",), "1")}),
    ),
    _control(
        "sign",
        "hypothesis dropped",
        "scale invariance of $sans(n)$ is for positive factors only: $bold(x) = (1, 1, 1, 1)$, "
        "$lambda = -1$",
        statement(
            {"d": "int", "l": "int", "lam": "real"},
            [d >= 1, nonzero(d, x), lam.differs(0), *AT],
            _INVARIANT,
            FUNCTIONS,
        ),
        Witness({"d": 4, "l": 1, "lam": -1}, {"x": (("u",), "1")}),
    ),
)

CLAIM = Claim(
    id="fl.eq5",
    kind="theorem",
    title="Mean-variance normalisation is a shift, a division by the norm and a scaling",
    source=source("Section 2, Normalization", "3, 5"),
    statement='MV normalization can be rewritten as: $sans(n)_sans("MV")(bold(x)) = sqrt(d) '
    "(bold(x) - "
    "mu(bold(x)) bold(1)) \\/ norm(bold(x) - mu(bold(x)) bold(1)) = sqrt(d) dot "
    "sans(n)'(bold(x) - mu(bold(x)) bold(1))$, with $sans(n)'(bold(x)) = bold(x) \\/ "
    "norm(bold(x))$. [...] If $mu(bold(x)) = bold(0)$, we obtain $sans(n)(bold(x)) = sqrt(d) "
    "dot sans(n)'(bold(x))$. [...] This function retains scale invariance but loses shift "
    "invariance.",
    readings=(
        Reading("$bold(x) in RR^d$", ("given", 0), "at least one coordinate"),
        Reading("$mu(bold(x)) = 1/d sum_i x_i$", ("given", 1)),
        Reading(
            "$sigma(bold(x)) != 0$",
            ("given", 2),
            "not printed: both sides divide by it; it says that $bold(x)$ is not constant",
        ),
        Reading("any coordinate", ("given", 3)),
        Reading("", ("given", 4)),
        Reading("Eq. 5, coordinate $l$", ("show",)),
        Reading(
            'if $mu(bold(x)) = 0$, $sans(n)_sans("MV")(bold(x)) = sans(n)(bold(x))$',
            ("show",),
            obligation="fl.eq5.zero_mean",
        ),
        Reading("$bold(x) in RR^d$", ("given", 0), obligation="fl.eq5.zero_mean"),
        Reading("$mu(bold(x)) = 1/d sum_i x_i$", ("given", 1), obligation="fl.eq5.zero_mean"),
        Reading("if $mu(bold(x)) = 0$", ("given", 2), obligation="fl.eq5.zero_mean"),
        Reading(
            "$norm(bold(x)) != 0$",
            ("given", 3),
            "not printed: both sides divide by it",
            "fl.eq5.zero_mean",
        ),
        Reading("any coordinate", ("given", 4), obligation="fl.eq5.zero_mean"),
        Reading("", ("given", 5), obligation="fl.eq5.zero_mean"),
        Reading("$bold(x) in RR^d$", ("given", 0), obligation="fl.eq5.scale"),
        Reading(
            "$norm(bold(x)) != 0$",
            ("given", 1),
            "not printed: both sides divide by it",
            "fl.eq5.scale",
        ),
        Reading("scale: $lambda > 0$", ("given", 2), obligation="fl.eq5.scale"),
        Reading("any coordinate", ("given", 3), obligation="fl.eq5.scale"),
        Reading("", ("given", 4), obligation="fl.eq5.scale"),
        Reading("retains scale invariance", ("show",), obligation="fl.eq5.scale"),
        Reading("$bold(x) in RR^d$", ("given", 0), obligation="fl.eq5.shift"),
        Reading("for one vector: $bold(x) = bold(1)$", ("given", 1), obligation="fl.eq5.shift"),
        Reading(
            "and one shift: $bold(x) - 2 dot bold(1)$, called $bold(y)$",
            ("given", 2),
            obligation="fl.eq5.shift",
        ),
        Reading("any coordinate", ("given", 3), obligation="fl.eq5.shift"),
        Reading("", ("given", 4), obligation="fl.eq5.shift"),
        Reading("loses shift invariance", ("show",), obligation="fl.eq5.shift"),
    ),
    obligations=(
        Obligation("fl.eq5.statement", "Eq. 5 for every $d >= 1$", STATEMENT, statement_script),
        Obligation(
            "fl.eq5.zero_mean",
            'for vectors of mean 0, $sans(n)_sans("MV")$ is $sans(n)$',
            ZERO_MEAN,
            zero_mean_script,
        ),
        Obligation(
            "fl.eq5.scale",
            "$sans(n)(lambda bold(x)) = sans(n)(bold(x))$ for every $lambda > 0$",
            SCALE,
            scale_script,
        ),
        Obligation(
            "fl.eq5.shift",
            "$sans(n)(bold(x) - 2 dot bold(1)) != sans(n)(bold(x))$ for $bold(x) = bold(1)$ of "
            "every length",
            SHIFT,
            shift_script,
        ),
    ),
    controls=CONTROLS,
    satisfiable=(
        Attempt(
            "fl.eq5.satisfiable",
            "the hypotheses hold for $bold(x) = (-1, -1, 1, 1)$",
            STATEMENT,
            Witness({"d": 4, "l": 1, "mu": 0}, {"x": (("u",), _HALVES)}),
        ),
        Attempt(
            "fl.eq5.shift.satisfiable",
            "the hypotheses hold for $bold(x) = (1, 1, 1, 1)$, $bold(y) = (-1, -1, -1, -1)$",
            SHIFT,
            Witness({"d": 4, "l": 1}, {"x": (("u",), "1"), "y": (("u",), "-1")}),
        ),
    ),
    notes=(
        "For $d = 1$, and for every constant vector, $sigma = 0$ and both sides of Eq. 5 are "
        "undefined: mean-variance normalisation of one neuron has no value at all.",
        'The text calls $mu$ and $sigma$ "standard notions of mean and variance"; by Eq. 3 '
        "$sigma$ is the standard deviation, and that is how it is used throughout.",
        "Eq. 5 holds for every real number in place of the mean (the control that drops "
        "$mu = 1/d sum x_i$ is provable): only that $sigma$ is taken about the same number counts.",
        'The text before Eq. 6 says "in eq. 6" where it means Eq. 4.',
    ),
    not_claimed=("nothing is said of the variant $bold(x) \\/ max{epsilon, norm(bold(x))}$",),
)
