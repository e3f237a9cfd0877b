"""sumformer.dprime: the latent dimension of the continuous construction, and how it grows."""

from __future__ import annotations

from constructions.terms import Json, Term, app, conj, every, implies, total, var
from proofs.claims import Attempt, Claim, Obligation, Reading, Witness
from proofs.language import elaboration
from proofs.library.vectors import S
from proofs.sumformer import powers_data
from proofs.sumformer.paper import source
from proofs.trees.script import statement

NAME = "sumformer.dprime"
D, n, d, k = var("D"), var("n"), var("d"), var("k")
ZERO, ONE = S.const(0), S.const(1)


def P(dimension: Term, degree: Term) -> Term:
    """prod_{i=1}^d (n + i)/i."""
    return app("P", dimension, degree)


def A(dimension: Term, degree: Term) -> Term:
    """The number of multidegrees in d coordinates with |alpha| <= n."""
    return app("A", dimension, degree)


def _all(formula: Json, *names: str) -> Json:
    for name in reversed(names):
        formula = every(name, "int", formula)
    return formula


def _in(*conditions: Json) -> Json:
    return conj(*conditions)


PRODUCT = [
    _all(implies(n >= 0, P(ZERO, n).equals(1)), "n"),
    _all(
        implies(
            _in(d >= 0, d < D, n >= 0),
            P(d + 1, n).equals(P(d, n) * ((n + (d + 1)) / (d + 1))),
        ),
        "d",
        "n",
    ),
]
#: the last exponent is n - k, and the others have a sum of at most k
COUNTED = [
    _all(implies(n >= 0, A(ZERO, n).equals(1)), "n"),
    _all(
        implies(_in(d >= 0, d < D, n >= 0), A(d + 1, n).equals(total("k", 0, n, A(d, k)))),
        "d",
        "n",
    ),
]
FUNCTIONS = {"P": 2, "A": 2}
_m = var("m")
CONCLUSION = every("m", "int", implies(_m >= 0, A(D, _m).equals(P(D, _m))))
STATEMENT = statement({"D": "int"}, [D >= 0, *PRODUCT, *COUNTED], CONCLUSION, FUNCTIONS)

# --- growth --------------------------------------------------------------------------------------


def E(base: Term, exponent: Term) -> Term:
    return app("E", base, exponent)


def F(at: Term) -> Term:
    return app("F", at)


_x, _e = var("x"), var("e")
POWERS = [
    every("x", "real", E(_x, ZERO).equals(1)),
    every("x", "real", every("e", "int", implies(_e >= 0, E(_x, _e + 1).equals(_x * E(_x, _e))))),
]
FACTORIAL = [
    F(ZERO).equals(1),
    every("e", "int", implies(_e >= 0, F(_e + 1).equals((_e + 1) * F(_e)))),
]
_degree = var("n0")
IN_N = statement(
    {"D": "int", "n0": "int"},
    [D >= 0, _degree >= 0, *PRODUCT, *POWERS, *FACTORIAL],
    conj(E(_degree, D) <= F(D) * P(D, _degree), P(D, _degree) <= E(_degree + 1, D)),
    {"P": 2, "E": 2, "F": 1},
)
IN_D = statement(
    {"D": "int", "n0": "int"},
    [D >= 0, _degree >= 0, *PRODUCT, *POWERS],
    P(D, _degree) <= E(D + 1, _degree),
    {"P": 2, "E": 2},
)


# --- the proofs, as text (docs/proofs.md) --------------------------------------------------------

FACTS = {
    "first": PRODUCT[0], "next": PRODUCT[1], "none": COUNTED[0], "more": COUNTED[1],
    "zero": POWERS[0], "power": POWERS[1], "factorial": FACTORIAL[1],
}  # fmt: skip


def written(sequent: Json, text: str) -> elaboration.Written:
    """The script of an obligation in these names."""
    return elaboration.written(sequent, text, FACTS)


STEPS = """
have step: for all d, n: int, 0 <= d => d < D => 0 <= n =>
    (d + 1)*P(d + 1, n) = P(d, n)*(n + d + 1):
  use next(d, n)
have across: for all d: int, 0 <= d => d <= D => for all n: int, 0 <= n =>
    (n + 1)*P(d, n + 1) = P(d, n)*(n + d + 1) by induction on d:
  base:
    use first(n), first(n + 1)
  step:
    use step(d, n + 1), step(d, n)
    have (n + 1)*P(d, n + 1) = P(d, n)*(n + d + 1)
    have (d + 1)*((n + 1)*P(d + 1, n + 1)) = (d + 1)*(P(d + 1, n)*(n + d + 2))
"""
COUNT = """
have count: for all d: int, 0 <= d => d <= D => for all n: int, 0 <= n =>
    A(d, n) = P(d, n) by induction on d:
  base:
    use first(n), none(n)
  step:
    have sums: for all u: int, 0 <= u => sum(k = 0..u, A(d, k)) = P(d + 1, u) by induction on u:
      base:
        use step(d, 0), first(0)
        have A(d, 0) = P(d, 0)
      step:
        have A(d, u + 1) = P(d, u + 1)
        use step(d, u + 1), step(d, u), across(d, u)
        have pascal: (d + 1)*P(d + 1, u + 1) = (d + 1)*(P(d + 1, u) + P(d, u + 1))
        have P(d + 1, u + 1) = P(d + 1, u) + P(d, u + 1) by pascal
    use more(d, n), sums(n)
"""
POSITIVE = f"""{STEPS}
have positive: for all d: int, 0 <= d => d <= D => for all n: int, 0 <= n =>
    P(d, n) > 0 by induction on d:
  base:
    use first(n)
  step:
    use step(d, n)
    have old: P(d, n) > 0
    have P(d, n)*(n + d + 1) > 0 by old
"""
#: n^d <= d! P(d, n), P(d, n) <= (n + 1)^d
BOTH = f"""{POSITIVE}
have both: for all d: int, 0 <= d => d <= D => F(d) > 0 and E(n0, d) >= 0 and
    E(n0, d) <= F(d)*P(d, n0) and P(d, n0) <= E(n0 + 1, d) by induction on d:
  base:
    use first(n0), zero(n0), zero(n0 + 1)
  step:
    use power(n0, d), power(n0 + 1, d), factorial(d), step(d, n0), positive(d, n0)
    have n0*E(n0, d) <= n0*(F(d)*P(d, n0))
    have 0 <= F(d)*P(d, n0)
    have n0*E(n0, d) <= (n0 + d + 1)*(F(d)*P(d, n0))
    have (d + 1)*P(d + 1, n0) <= (d + 1)*((n0 + 1)*P(d, n0))
    have (n0 + 1)*P(d, n0) <= (n0 + 1)*E(n0 + 1, d)
"""
ONE_TOKEN = f"""{POSITIVE}
have one: for all d: int, 0 <= d => d <= D => P(d, 0) = 1 by induction on d:
  base:
    use first(0)
  step:
    use step(d, 0)
"""
UPPER = """
have high: for all n: int, 0 <= n => P(D, n) <= E(D + 1, n) by induction on n:
  base:
    use one(D), zero(D + 1)
  step:
    use across(D, n), power(D + 1, n), positive(D, n)
    have (n + 1)*P(D, n + 1) <= (n + 1)*((D + 1)*P(D, n))
    have (D + 1)*P(D, n) <= (D + 1)*E(D + 1, n)
"""
IN_N_PROOF = written(IN_N, BOTH)
IN_D_PROOF = written(IN_D, ONE_TOKEN + UPPER)


# --- exact data ----------------------------------------------------------------------------------

_flat = (1 + d * n).json
ONE_COORDINATE: dict[str, tuple[tuple[str, ...], Json]] = {
    "P": (("d", "n"), _flat),
    "A": (("d", "n"), _flat),
}


CLAIM = Claim(
    id=NAME,
    kind="theorem",
    title="The latent dimension of the continuous construction, and its growth",
    source=source("Sections 4.1, 5 and 6", "36"),
    statement="The continuous proof of Theorem 4.1 needs $d' = binom(n + d, d) - 1 = (n + d)! \\/ "
    "(d! n!) - 1 = product_(i = 1)^d (n + i) / i - 1$ in $phi$ for a fixed $n$ (Section 5). "
    "However, the inherent dimension $d'$ scales with $n^d$ - for a fixed $d$ - in this case "
    "(Section 4.1). Read of the number $d'$ of multidegrees with $0 < abs(alpha) <= n$, which "
    "Eq. 36 has.",
    readings=(
        Reading("$d$ coordinates", ("given", 0), "called $D$"),
        Reading(
            "$product_(i = 1)^d (n + i) / i$, called $P(d, n)$",
            ("given", 1),
            "and so $(n + d)! \\/ (n! d!)$",
        ),
        Reading("one factor after the other", ("given", 2)),
        Reading(
            "the number of multidegrees with $abs(alpha) <= n$, called $A(d, n)$",
            ("given", 3),
            "$alpha = 0$ among them, which $d'$ leaves out",
        ),
        Reading(
            "$A(d + 1, n) = sum_(k = 0)^n A(d, k)$",
            ("given", 4),
            "by the last exponent $n - k$, $0 <= k <= n$",
        ),
        Reading("$d' + 1 = P(d, n)$ for every $n$", ("show",)),
        *(
            Reading(text, ("given", number), obligation=f"{NAME}.powers")
            for number, text in enumerate(
                (
                    "$d$ coordinates",
                    "$n$ tokens",
                    "$d' + 1 = P(d, n)$, a product: 1 for $d = 0$",
                    "one factor after the other",
                    "powers: $x^0 = 1$",
                    "$x^(e + 1) = x x^e$",
                    "factorials: $0! = 1$",
                    "$(e + 1)! = (e + 1) e!$",
                )
            )
        ),
        Reading(
            "$d'$ scales with $n^d$",
            ("show",),
            "$n^d <= d! (d' + 1)$ and $d' + 1 <= (n + 1)^d$; $E$ is the power, $F$ the factorial",
            f"{NAME}.powers",
        ),
    ),
    obligations=(
        Obligation(
            f"{NAME}.count", "for every $d$ and $n$", STATEMENT, written(STATEMENT, STEPS + COUNT)
        ),
        Obligation(f"{NAME}.powers", "both bounds, for every $d$ and $n$", IN_N, IN_N_PROOF),
    ),
    satisfiable=(
        Attempt(
            f"{NAME}.satisfiable",
            "$d = 1$: $n + 1$ multidegrees",
            STATEMENT,
            Witness({"D": 1}, ONE_COORDINATE),
        ),
        Attempt(
            f"{NAME}.powers.satisfiable",
            "$d = n = 1$",
            IN_N,
            Witness(
                {"D": 1, "n0": 1},
                {
                    "P": ONE_COORDINATE["P"],
                    "E": powers_data.POWER["E"],
                    "F": powers_data.FACTORIAL["F"],
                },
            ),
            {
                4: powers_data.FIRST_POWER,
                5: powers_data.NEXT_POWER,
                7: powers_data.NEXT_FACTORIAL,
            },
        ),
    ),
    notes=(
        "The construction works with multidegrees up to $n - 1$, so with $d' = binom(n - 1 + d, "
        "d) - 1$ (`sumformer.thm4_1.continuous`).",
        "What scales with $n^d$ is the side of the matrices $W_Q, W_K, W_V$, which have about "
        "$n^(2 d)$ entries. The attention matrix $A$ of Definition 2.1, of which Sections 4.1 and "
        "6 say so, has $n times n$ entries.",
        'Section 4.1 has "four feed-forward layers and one attention layer". Appendix B takes '
        "one for Eq. 40, two for $phi$, one for Eq. 42 and two for $psi$: six, or four if those "
        "that only copy entries are not counted. The networks that are built here have four, and "
        "one attention layer (`sumformer.thm4_3.layers`).",
        "For a fixed $n$, as in Section 5, $d'$ is a polynomial in $d$ of degree $n$, and not "
        "exponential (`sumformer.dprime.polynomial`, `sumformer.dprime.fixed`). The exponential "
        "relation of Section 1.1 is one that trained networks show, which is not decided here.",
    ),
    not_claimed=(
        "that the proof needs so many: those with $abs(alpha) <= n - 1$ do "
        "(`sumformer.thm4_1.continuous`)",
        "what networks need in order to learn: the figures of Section 5",
    ),
    sharpened=(
        Claim(
            id=f"{NAME}.polynomial",
            kind="theorem",
            title="For a fixed n the latent dimension grows polynomially in d",
            source=source("Section 5", "-"),
            statement="$d' + 1 <= (d + 1)^n$ for every $d$ and $n$.",
            readings=(
                Reading("$d$ coordinates", ("given", 0)),
                Reading("$n$ tokens", ("given", 1)),
                Reading("$P(d, n) = d' + 1$", ("given", 2)),
                Reading("one factor after the other", ("given", 3)),
                Reading("powers", ("given", 4)),
                Reading("$x^(e + 1) = x x^e$", ("given", 5)),
                Reading("$d' + 1 <= (d + 1)^n$", ("show",)),
            ),
            obligations=(
                Obligation(f"{NAME}.polynomial.bound", "for every $d$ and $n$", IN_D, IN_D_PROOF),
            ),
            satisfiable=Attempt(
                f"{NAME}.polynomial.satisfiable",
                "$d = n = 1$",
                IN_D,
                Witness(
                    {"D": 1, "n0": 1},
                    {"P": ONE_COORDINATE["P"], "E": powers_data.POWER["E"]},
                ),
                {4: powers_data.FIRST_POWER, 5: powers_data.NEXT_POWER},
            ),
        ),
    ),
)
