"""weierstrass.newton.precision: N = 3 to 4 steps are enough for FP16 and BF16; from which guesses.

Accuracy is relative: |1 - y_N sqrt(v)| is at most the unit roundoff, 2^-11 for FP16 and 2^-8 for
BF16, in exact arithmetic.
"""

from __future__ import annotations

from fractions import Fraction

from constructions.terms import app, conj, every, exists, implies, var
from constructions.weierstrass import newton
from constructions.weierstrass_pictures import of_the_routes
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.language.elaboration import written
from proofs.library.vectors import S
from proofs.trees.script import (
    Json,
    statement,
)
from proofs.weierstrass.newton.steps import (
    BF16,
    CONSTANT_GUESS,
    FP16,
    LINEAR_GUESS,
    constant_proof,
    error,
    linear_proof,
    range_proof,
    range_statement,
    reduced_statement,
    sorts,
    steps,
    v,
    y,
)
from proofs.weierstrass.paper import source

PLACE = "The paper's three routes, route 3"
PRINTED = "With $N = 3$--$4$ steps, accuracy is sufficient for FP16/BF16 training."
NAMES = {BF16: "BF16", FP16: "FP16"}
#: steps, format: the ends of the range of y_0 sqrt(v), to five places, rounded inward
RANGES: dict[tuple[int, Fraction], tuple[Fraction, Fraction]] = {
    (3, BF16): (Fraction(61753, 10**5), Fraction(133866, 10**5)),
    (4, BF16): (Fraction(44010, 10**5), Fraction(146954, 10**5)),
    (3, FP16): (Fraction(71272, 10**5), Fraction(126198, 10**5)),
    (4, FP16): (Fraction(52276, 10**5), Fraction(141045, 10**5)),
}


class _Rationals:
    name = "rationals"

    def const(self, q: int | Fraction) -> Fraction:
        return Fraction(q)


def values(v_: Fraction, guess: Fraction, count: int) -> dict[str, Fraction]:
    """v, y_0, ..., y_N as exact data."""
    found = newton(_Rationals(), v_, guess, count)  # type: ignore[arg-type]
    return {"v": v_, **{f"y{k}": value for k, value in enumerate(found)}}


# --- after range reduction -----------------------------------------------------------------------

_REDUCED = (
    Obligation(
        "weierstrass.newton.precision.fp16",
        "FP16: four steps from $5\\/8$ for $1 <= v <= 4$",
        reduced_statement(4, FP16, CONSTANT_GUESS),
        constant_proof(4, FP16),
    ),
    Obligation(
        "weierstrass.newton.precision.bf16",
        "BF16: three steps from $5\\/8$ for $1 <= v <= 4$",
        reduced_statement(3, BF16, CONSTANT_GUESS),
        constant_proof(3, BF16),
    ),
    Obligation(
        "weierstrass.newton.precision.linear",
        "FP16: two steps from $2 (7 - v)\\/13$ for $1 <= v <= 4$",
        reduced_statement(2, FP16, LINEAR_GUESS),
        linear_proof(2, FP16),
    ),
)
_FIRST = _REDUCED[0].statement
_FOUR = values(Fraction(1), Fraction(5, 8), 4)


def _altered(id_: str, says: str, sequent: Json, data: dict[str, Fraction], kind: str) -> Control:
    attempt = Attempt(f"weierstrass.newton.precision.{id_}", says, sequent, Witness(data))
    return Control(attempt, kind)


_TO_16 = statement(sorts(4), [v >= 1, *_FIRST["given"][2:]], _FIRST["show"])
_FROM_0 = statement(sorts(4), _FIRST["given"][1:], _FIRST["show"])
CONTROLS = (
    _altered(
        "control.three",
        "FP16 with three steps: $v = 1$",
        reduced_statement(3, FP16, CONSTANT_GUESS),
        values(Fraction(1), Fraction(5, 8), 3),
        "constant tightened",
    ),
    _altered(
        "control.large",
        "without $v <= 4$: $v = 9$",
        _TO_16,
        values(Fraction(9), Fraction(5, 8), 4),
        "hypothesis dropped",
    ),
    _altered(
        "control.small",
        "without $v >= 1$: $v = 1\\/4$",
        _FROM_0,
        values(Fraction(1, 4), Fraction(5, 8), 4),
        "hypothesis dropped",
    ),
    _altered(
        "control.basin",
        "from every guess with $0 < v y_0^2 < 3$: $v = 1\\/100$, $y_0 = 1$, and for BF16",
        statement(sorts(4), [v > 0, y(0) > 0, v * y(0) ** 2 < 3, *steps(4)], error(4) <= BF16),
        values(Fraction(1, 100), Fraction(1), 4),
        "constant tightened",
    ),
    _altered(
        "control.linear",
        "BF16's two steps from $5\\/8$: $v = 1$",
        reduced_statement(2, BF16, CONSTANT_GUESS),
        values(Fraction(1), Fraction(5, 8), 2),
        "constant tightened",
    ),
)

# --- no bounded function -------------------------------------------------------------------------

F, B, eta, kappa = (lambda at: app("F", at)), var("B"), var("eta"), var("kappa")
_t = var("t")
BOUNDED = every("t", "real", implies(_t > 0, _t <= 1, S.abs(F(_t)) <= B))
IMPOSSIBLE = statement(
    {"B": "real"},
    [BOUNDED],
    every(
        "eta",
        "real",
        implies(eta > 0, exists("t", "real", conj(_t > 0, _t <= 1, S.sqrt(_t) * F(_t) < eta))),
    ),
    {"F": 1},
)


#: at v = k^2: sqrt(v) F(v) <= k B <= eta/2
IMPOSSIBLE_PROOF = written(
    IMPOSSIBLE,
    """
let size = |B| + 1
let k = min(1, eta/(2*size))
have 0 < size
have 0 < eta/(2*size)
have pos: 0 < k and k <= 1
have k*size <= eta/2
have 0 < k*k
have k*k <= 1
take k*k
have bound: |F(k*k)| <= B by bounded(k*k), pos
have less: F(k*k) <= size by bound
have 0 <= k*(size - F(k*k)) by less, pos
have sqrt(k*k) = k by pos
""",
    {"bounded": BOUNDED},
)

SHARPENED = Claim(
    id="weierstrass.newton.precision.sharpened",
    kind="theorem",
    title="No function that is bounded near 0 is near 1/sqrt(v) for all v > 0",
    source=source(PLACE),
    statement="Let $abs(F(v)) <= B$ for $0 < v <= 1$, as for every function that is "
    "continuous on $[0, 1]$, every polynomial and every entire function among them. Then for each "
    "$eta > 0$ there is $0 < v <= 1$ with "
    "$sqrt(v) F(v) < eta$: the relative error $abs(1 - sqrt(v) F(v))$ is above $1 - eta$.",
    readings=(
        Reading("$abs(F(v)) <= B$ for $0 < v <= 1$", ("given", 0)),
        Reading("a relative error above $1 - eta$", ("show",)),
    ),
    obligations=(
        Obligation(
            "weierstrass.newton.precision.bounded",
            "$sqrt(v) F(v)$ is as small as one likes",
            IMPOSSIBLE,
            IMPOSSIBLE_PROOF,
        ),
    ),
    notes=(
        "So every entire replacement of $1\\/sqrt(v)$, smoothed or iterated, has a smallest $v$ "
        "down to which it is accurate.",
    ),
)

# --- the guesses from which it is enough ----------------------------------------------


def _range_id(count: int, unit: Fraction) -> str:
    return f"weierstrass.newton.precision.range{count}.{NAMES[unit].lower()}"


def _range(count: int, unit: Fraction) -> Obligation:
    low, high = RANGES[count, unit]
    return Obligation(
        _range_id(count, unit),
        f"{NAMES[unit]}, {count} steps: $y_0 sqrt(v)$ from {float(low)} to {float(high)}",
        range_statement(count, unit, low, high),
        range_proof(count, unit, low, high),
    )


def _outside(count: int, unit: Fraction, low: bool) -> Control:
    """One unit in the fifth place outside of a range, at v = 1."""
    ends = RANGES[count, unit]
    guess = ends[0] - Fraction(1, 10**5) if low else ends[1] + Fraction(1, 10**5)
    sequent = range_statement(count, unit, *((guess, ends[1]) if low else (ends[0], guess)))
    side = "low" if low else "high"
    return _altered(
        f"range{count}.{NAMES[unit].lower()}.{side}",
        f"$v = 1$, $y_0 = {float(guess)}$",
        sequent,
        values(Fraction(1), guess, count),
        "constant tightened",
    )


GUESSES = Claim(
    id="weierstrass.newton.precision.guesses",
    kind="numeric",
    title="The initial guesses from which N = 3 to 4 steps are accurate to FP16 and BF16",
    source=source(PLACE),
    statement="$N$ steps leave a relative error of at most the unit roundoff if $y_0 sqrt(v)$ lies "
    "in: BF16, $N = 3$: $[0.61753, 1.33866]$; $N = 4$: $[0.44010, 1.46954]$; FP16, $N = 3$: "
    "$[0.71272, 1.26198]$; $N = 4$: $[0.52276, 1.41045]$. One unit in the last place outside, it "
    "is larger.",
    readings=(
        Reading(
            "$y_0 sqrt(v)$ in the range",
            ("given", 1),
            "for a constant guess $v$ varies by a factor 4.699, 11.149, 3.135 or 7.279, in this "
            "order",
        ),
        *(
            Reading(
                f"{NAMES[unit]}, $N = {count}$: {end} $y_0 sqrt(v)$",
                ("given", place),
                "",
                _range_id(count, unit),
            )
            for count, unit in RANGES
            for end, place in (("the least", 1), ("the greatest", 2))
        ),
        *(
            Reading(text, ("given", place), "", _range_id(count, unit))
            for count, unit in RANGES
            for text, place in (
                (f"{NAMES[unit]}, $N = {count}$: $v > 0$", 0),
                *((f"step {k}", k + 2) for k in range(1, count + 1)),
            )
        ),
        *(
            Reading(
                f"{NAMES[unit]}, $N = {count}$: a relative error of at most the unit roundoff",
                ("show",),
                "",
                _range_id(count, unit),
            )
            for count, unit in RANGES
        ),
    ),
    obligations=tuple(_range(count, unit) for count, unit in RANGES),
    controls=tuple(_outside(count, unit, low) for count, unit in RANGES for low in (True, False)),
)


def _reduced_readings(name: str, count: int) -> tuple[Reading, ...]:
    of = f"weierstrass.newton.precision.{name}"
    return (
        Reading("after range reduction: $v >= 1$", ("given", 0), "not printed", of),
        Reading("after range reduction: $v <= 4$", ("given", 1), "not printed", of),
        *(Reading(f"step {k}", ("given", k + 2), "", of) for k in range(1, count + 1)),
    )


CLAIM = Claim(
    id="weierstrass.newton.precision",
    kind="numeric",
    title="N = 3 to 4 steps are accurate to FP16 and BF16 after range reduction",
    source=source(PLACE),
    statement=PRINTED,
    readings=(
        Reading(
            "after range reduction: $v >= 1$",
            ("given", 0),
            "not printed: $v$ is first brought to $1 <= v <= 4$ by a power of 4, as libraries do",
        ),
        Reading("after range reduction: $v <= 4$", ("given", 1), "not printed"),
        Reading(
            "from a reasonable initial guess",
            ("given", 2),
            "one constant for all these $v$, $5\\/8$",
        ),
        *(Reading(f"step {k}", ("given", k + 2)) for k in range(1, 5)),
        *_reduced_readings("bf16", 3),
        Reading(
            "from a reasonable initial guess",
            ("given", 2),
            "the same constant",
            "weierstrass.newton.precision.bf16",
        ),
        *_reduced_readings("linear", 2),
        Reading(
            "sufficient for FP16",
            ("show",),
            "the relative error is at most the unit roundoff $2^(-11)$, before rounding",
        ),
        Reading("sufficient for BF16", ("show",), "$2^(-8)$", "weierstrass.newton.precision.bf16"),
        Reading(
            "from a reasonable initial guess",
            ("given", 2),
            "a linear one, $2 (7 - v)\\/13$, two steps",
            "weierstrass.newton.precision.linear",
        ),
        Reading(
            "sufficient for FP16", ("show",), "$2^(-11)$", "weierstrass.newton.precision.linear"
        ),
    ),
    obligations=_REDUCED,
    controls=CONTROLS,
    satisfiable=(
        Attempt(
            "weierstrass.newton.precision.satisfiable",
            "the hypotheses hold at $v = 1$",
            _FIRST,
            Witness(_FOUR),
        ),
        Attempt(
            "weierstrass.newton.precision.linear.satisfiable",
            "the hypotheses hold at $v = 1$ for the linear guess",
            _REDUCED[2].statement,
            Witness(values(Fraction(1), Fraction(12, 13), 2)),
        ),
    ),
    sharpened=(SHARPENED,),
    notes=(
        "Three steps are enough for BF16, four for FP16 (a control: three are not, from "
        "$5\\/8$); two from the linear guess $2 (7 - v)\\/13$.",
        "The readings without it: of every guess from which the iteration is shown to converge, "
        "`weierstrass.newton.precision.basin`, and of one constant guess for all $v$, "
        "`weierstrass.newton.precision.unreduced`.",
        "The range reduction by powers of 4 is not in the paper, and makes the map from $v$ to "
        "$y_N$ neither a polynomial nor entire: between two powers of 4 it is a polynomial, "
        "another one each time. What is a polynomial in $v$, and so entire, is the iteration from "
        "one constant guess for all $v$, "
        "`weierstrass.newton.polynomial`; and no entire map is this accurate for all $v > 0$, "
        "`weierstrass.newton.precision.sharpened`. The route has each property, not both at once.",
        "A guess from which the iteration converges need not be reasonable: at $v = 1\\/100$ from "
        "$y_0 = 1$ the relative error after four steps is above $1\\/2$ (a control).",
    ),
    not_claimed=(
        "rounding: in the arithmetic of the format itself errors of a few units remain",
        "that training needs no more than this accuracy",
    ),
    pictures=of_the_routes,
)
