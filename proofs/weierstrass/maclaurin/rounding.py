"""weierstrass.maclaurin.floating: Horner's rule in BF16 and FP16 at v > 0, in exact arithmetic.

Every product and every sum is rounded to the nearest number of the format, ties to even, and so
are the coefficients.  What comes out is a rational number; by how far it misses the function is
decided from enclosures of c_0 and c_1, the recursion of the coefficients and the bound on the rest
of ``weierstrass.maclaurin``.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from constructions.terms import Json, Term, conj, var
from constructions.weierstrass import maclaurin
from constructions.weierstrass_routes import H_SLOPE, H_ZERO, ULP
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.language.elaboration import written
from proofs.library.vectors import S
from proofs.trees.script import statement
from proofs.weierstrass.paper import source

PLACE = "The paper's three routes, route 1"


@dataclass(frozen=True)
class Format:
    """Significant bits, and the distance of the smallest numbers."""

    name: str
    digits: int
    least: Fraction

    def place(self, q: Fraction) -> Fraction:
        """A unit in the last place of q."""
        unit = self.least
        while abs(q) >= unit * 2**self.digits:
            unit *= 2
        return unit

    def round(self, q: Fraction) -> Fraction:
        """To the nearest number, ties to even; Python's ``round`` does that with integers."""
        unit = self.place(q)
        return round(q / unit) * unit


BF16 = Format("BF16", 8, Fraction(1, 2**133))
FP16 = Format("FP16", 11, Fraction(1, 2**24))


@dataclass(frozen=True)
class Run:
    """Horner's rule at z > 0 for one order, and the accuracy that is missed."""

    form: Format
    order: int
    z: Fraction
    accuracy: Fraction

    @property
    def id(self) -> str:
        return f"weierstrass.maclaurin.floating.{self.form.name.lower()}.order{self.order}"

    def coefficients(self) -> list[Fraction]:
        """c_0, ..., c_K in the format, the same from both ends of the enclosures.

        Raises:
            ValueError: the enclosures are too wide to say how a coefficient is rounded.
        """
        even, odd = maclaurin(self.order)
        low = [a * H_ZERO + b * H_SLOPE for a, b in zip(even, odd, strict=True)]
        wide = [a * (H_ZERO + ULP) + b * (H_SLOPE + ULP) for a, b in zip(even, odd, strict=True)]
        rounded = [self.form.round(c) for c in low]
        if rounded != [self.form.round(c) for c in wide]:
            raise ValueError("a coefficient lies too near to the middle of two numbers")
        return rounded

    def steps(self) -> list[tuple[Fraction, Fraction, Fraction]]:
        """c_k, the rounded product and the rounded sum, from k = K - 1 down to 0."""
        *rest, value = self.coefficients()
        found = []
        for c in reversed(rest):
            product = self.form.round(value * self.z)
            value = self.form.round(product + c)
            found.append((c, product, value))
        return found

    @property
    def value(self) -> Fraction:
        """What Horner's rule returns."""
        return self.steps()[-1][2]


RUNS = (
    Run(BF16, 20, Fraction(165, 64), Fraction(1, 2**6)),
    Run(BF16, 40, Fraction(155, 64), Fraction(1, 2**6)),
    Run(FP16, 20, Fraction(121, 64), Fraction(1, 2**9)),
    Run(FP16, 40, Fraction(121, 64), Fraction(1, 2**9)),
)

#: all that is claimed of a run is about given numbers
COMPUTED = "show by search"

# --- the error -----------------------------------------------------------------------------------

c0, c1, h = var("c0"), var("c1"), var("h")
FIRST = conj(c0 >= H_ZERO, c0 <= H_ZERO + ULP)
SECOND = conj(c1 >= H_SLOPE, c1 <= H_SLOPE + ULP)


ORDER = 40  #: of the exact polynomial that encloses the function; K + 3 >= 4 z^2 for all z here


def polynomial(z: Fraction) -> tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]:
    """What c_0 and c_1 are multiplied by, in the polynomial and in the bound on its rest."""
    even, odd = maclaurin(ORDER + 2)
    kept, rest = range(ORDER + 1), (ORDER + 1, ORDER + 2)
    return (
        (
            sum((even[k] * z**k for k in kept), Fraction(0)),
            sum((odd[k] * z**k for k in kept), Fraction(0)),
        ),
        (
            Fraction(4, 3) * sum((abs(even[k]) * z**k for k in rest), Fraction(0)),
            Fraction(4, 3) * sum((abs(odd[k]) * z**k for k in rest), Fraction(0)),
        ),
    )


def _terms(z: Fraction) -> tuple[Term, Term]:
    (a, b), (x, y) = polynomial(z)
    return a * c0 + b * c1, x * c0 + y * c1


def missed(run: Run, accuracy: Fraction | None = None) -> Json:
    value, rest = _terms(run.z)
    return statement(
        {"c0": "real", "c1": "real", "h": "real"},
        [FIRST, SECOND, S.abs(h - value) <= rest],
        S.abs(run.value - h) > (accuracy or run.accuracy) * h,
    )


def roundings(run: Run) -> Json:
    """Every product and sum is within half a unit in the last place of the exact one."""
    before, parts = run.coefficients()[-1], []
    for c, product, value in run.steps():
        for exact, rounded in ((before * run.z, product), (product + c, value)):
            half = run.form.place(exact) / 2
            parts.append(S.abs(S.const(exact) - rounded) <= half)
        before = value
    return statement({}, [], conj(*parts))


def nearest(run: Run) -> Json:
    """Every coefficient lies within half a unit in the last place of the rounded one."""
    even, odd = maclaurin(run.order)
    parts = []
    for a, b, c in zip(even, odd, run.coefficients(), strict=True):
        exact, half = a * c0 + b * c1, run.form.place(a * H_ZERO + b * H_SLOPE) / 2
        parts += [exact >= c - half, exact <= c + half]
    return statement({"c0": "real", "c1": "real"}, [FIRST, SECOND], conj(*parts))


# --- the claim -----------------------------------------------------------------------------------

_FIRST_RUN = RUNS[0]
_MIDDLE = {"c0": H_ZERO, "c1": H_SLOPE}


def _data(run: Run) -> Witness:
    """c_0 and c_1 at their lower ends, and the value of the polynomial for h."""
    (a, b), _ = polynomial(run.z)
    return Witness({**_MIDDLE, "h": a * H_ZERO + b * H_SLOPE})


def _says(run: Run) -> str:
    bits = run.accuracy.denominator.bit_length() - 1
    return (
        f"{run.form.name}, order {run.order}, $v = {float(run.z)} sigma$: an error above "
        f"$2^(-{bits})$"
    )


def _readings(run: Run) -> tuple[Reading, ...]:
    """What stands beside the three statements on a run."""
    where = f"{run.form.name}, order {run.order}"
    bits = run.accuracy.denominator.bit_length() - 1
    rounded = f"{run.id}.coefficients"
    first = "cited: $c_0 = 2^(-3\\/4) Gamma(1\\/4)\\/sqrt(2 pi)$, to 30 places"
    second = "cited: $c_1 = 2^(-1\\/4) Gamma(3\\/4)\\/sqrt(2 pi)$, to 30 places"
    near = "each one is within half a unit in the last place of the exact one"
    return (
        Reading(f"{where}: $c_0$", ("given", 0), first, run.id),
        Reading("$c_1$", ("given", 1), second, run.id),
        Reading(
            "the value $h = sqrt(sigma) f_sigma (sigma z)$",
            ("given", 2),
            "the polynomial of order 40 in exact arithmetic, with the bound on its rest of "
            "`weierstrass.maclaurin.remainder`, $4\\/3$ of the next two terms as $43 >= 4 z^2$",
            run.id,
        ),
        Reading(
            f"off by more than $2^(-{bits})$",
            ("show",),
            "relative to the true value, at $z = v\\/sigma$; the first number is what Horner's "
            "rule returns",
            run.id,
        ),
        Reading(f"{where}: $c_0$", ("given", 0), first, rounded),
        Reading("$c_1$", ("given", 1), second, rounded),
        Reading("with rounded coefficients", ("show",), near, rounded),
        Reading(
            f"{where}: every product and sum rounded",
            ("show",),
            f"{near} (ties, of which there may be some, go to even)",
            f"{run.id}.roundings",
        ),
    )


FLOATING = Claim(
    id="weierstrass.maclaurin.floating",
    kind="numeric",
    title="In BF16 and FP16 a higher order does not give 4 unit roundoffs, for v > 0 either",
    source=source(PLACE),
    statement="By Horner's rule, with rounded coefficients and every product and sum rounded, the "
    "polynomials of order 20 and 40 are off by more than 4 unit roundoffs: in BF16 by more than "
    "$2^(-6)$ at $v = 2.578125 sigma$ (order 20) and at $v = 2.421875 sigma$ (order 40), in FP16 "
    "by more than $2^(-9)$ at $v = 1.890625 sigma$ (both).",
    readings=(*(reading for run in RUNS for reading in _readings(run)),),
    obligations=(
        *(
            Obligation(run.id, _says(run), missed(run), written(missed(run), COMPUTED))
            for run in RUNS
        ),
        *(
            Obligation(
                f"{run.id}.roundings",
                f"{run.form.name}, order {run.order}: the {2 * run.order} roundings",
                roundings(run),
                written(roundings(run), COMPUTED),
            )
            for run in RUNS
        ),
        *(
            Obligation(
                f"{run.id}.coefficients",
                f"{run.form.name}, order {run.order}: the {run.order + 1} rounded coefficients",
                nearest(run),
                written(nearest(run), COMPUTED),
            )
            for run in RUNS
        ),
    ),
    controls=(
        Control(
            Attempt(
                "weierstrass.maclaurin.floating.control.accuracy",
                "BF16, order 20: the error is not above $2^(-5)$",
                missed(_FIRST_RUN, Fraction(1, 2**5)),
                _data(_FIRST_RUN),
            ),
            "constant tightened",
        ),
    ),
    satisfiable=tuple(
        Attempt(
            f"{run.id}.satisfiable",
            "the hypotheses hold for the lower ends",
            missed(run),
            _data(run),
        )
        for run in RUNS
    ),
    cites=("weierstrass.maclaurin",),
    assumes=("$Gamma(1\\/4)$ and $Gamma(3\\/4)$ to 30 places",),
    notes=(
        "In FP16 the coefficients from $c_16$ on are rounded to 0: there all orders from 15 on are "
        "one polynomial, and this, more than the 11 bits, is what fails.",
        "At every smaller $v > 0$ of the format Horner's rule is accurate to $2^(-6)$ and "
        "$2^(-9)$: measured with `maclaurin_reach`, and not proved.",
    ),
)
