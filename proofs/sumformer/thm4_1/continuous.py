"""sumformer.thm4_1.continuous: the polynomial Sumformer, near every continuous f."""

from __future__ import annotations

from fractions import Fraction

from constructions.terms import Term, app, conj, every, implies, var
from proofs.claims import Attempt, Claim, Control, Line, Obligation, Reading, Witness
from proofs.language.elaboration import written
from proofs.library.vectors import S
from proofs.sumformer.paper import source
from proofs.sumformer.thm4_1 import polynomial_instances as instances
from proofs.sumformer.thm4_1.discontinuous import PRINTED
from proofs.sumformer.thm4_1.polynomial import (
    EQ37,
    EQ37_PROOF,
    EQUAL,
    EQUAL_PROOF,
    GIVEN,
    PROOF,
    STATEMENT,
)
from proofs.trees.script import Json, statement

NAME = "sumformer.thm4_1.continuous"
MAIN = Obligation(
    f"{NAME}.statement",
    "for all $n$, $d$, $d'$, every $f$ and every polynomial $p$ within $e$ of it",
    STATEMENT,
    PROOF,
)
EXACT = Obligation(
    f"{NAME}.eq38.exact",
    "$cal(S) = p$ for all $n$, $d$, $d'$, all $phi$, $sigma_alpha$ and sequences",
    EQUAL,
    EQUAL_PROOF,
)

# --- the accuracy eps/d --------------------------------------------------------------------------

d, e, eps, m = var("d"), var("e"), var("eps"), var("m")


def _rows(bound: Term, relation: str) -> Json:
    gap = S.abs(app("f", m) - app("q", m))
    inside = conj(m >= 1, m <= d)
    close = gap <= bound if relation == "<=" else gap < bound
    return every("m", "int", implies(inside, close))


ACCURACY = statement(
    {"d": "int", "e": "real", "eps": "real"},
    [d >= 1, eps > 0, e < eps / d, _rows(e, "<=")],
    conj(e < eps, _rows(e, "<=")),
    {"f": 1, "q": 1},
)


# --- values in Y ---------------------------------------------------------------------------------

x, t = var("x"), var("t")


def _curve(name: str, at: Term) -> Term:
    """Coordinate f1, f2 of f, or q1, q2 of the polynomial, at the sequence of one token (x, 0)."""
    return app(name, at)


def _on_y(name: str, at: Term) -> Json:
    """The value is in Y = {(t, |t|)}."""
    return _curve(f"{name}2", at).equals(S.abs(_curve(f"{name}1", at)))


_DOMAIN = conj(t >= -1, t <= 1)
_NEAR = every(
    "t",
    "real",
    implies(
        _DOMAIN,
        conj(*(S.abs(_curve(f"f{c}", t) - _curve(f"q{c}", t)) <= e for c in (1, 2))),
    ),
)
IN_Y = statement(
    {"e": "real", "eps": "real", "x": "real"},
    [e < eps, _NEAR, every("t", "real", implies(_DOMAIN, _on_y("f", t))), x >= -1, x <= 1],
    _on_y("q", x),
    {"f1": 1, "f2": 1, "q1": 1, "q2": 1},
)


OUTSIDE = Attempt(
    f"{NAME}.end.outside",
    "$n = 1$, $d = 2$, $cal(X) = [-1, 1] times {0}$, $cal(Y) = {(t, abs(t))}$, $f(x) = (x_1, "
    "abs(x_1))$, $epsilon = 1 \\/ 2$: the polynomial $(x_1, x_1^2)$ is within $1 \\/ 4$ of $f$, "
    "and $(1 \\/ 2, 1 \\/ 4)$ is not in $cal(Y)$",
    IN_Y,
    Witness(
        {"e": Fraction(1, 4), "eps": Fraction(1, 2), "x": Fraction(1, 2)},
        {
            "f1": (("t",), "t"),
            "f2": (("t",), ["abs", "t"]),
            "q1": (("t",), "t"),
            "q2": (("t",), ["*", "t", "t"]),
        },
    ),
)

LINES = (
    Line(
        f"{NAME}.accuracy",
        "for every $i in [d]$, coordinate $i$ of $f$ is approximated with an accuracy of "
        "$epsilon \\/ d$",
        (
            Obligation(
                f"{NAME}.accuracy.enough",
                "with $e < epsilon / d$ in each coordinate $norm(f - p)_oo < epsilon$, for all $d$",
                ACCURACY,
                written(ACCURACY, "show by search"),
            ),
        ),
    ),
    Line(
        f"{NAME}.eq37",
        "Eq. 37: $s_j (x^((i != j))) = sigma(sum_(i != j) phi(x^((i))))$, and "
        "$Sigma - phi(x^((j)))$ is this sum",
        (
            Obligation(
                f"{NAME}.eq37.others",
                "$sum_(i != j) phi(x_i) = Sigma - phi(x_j)$ for all $n$ and $j$",
                EQ37,
                EQ37_PROOF,
            ),
        ),
    ),
    Line(
        f"{NAME}.eq38",
        "Eq. 17, 38: $psi(x^((j)), Sigma) = sum_alpha (x^((j)))^alpha sigma_alpha (Sigma - "
        "phi(x^((j))))$ represents $q$",
        (EXACT,),
    ),
    Line(
        f"{NAME}.end",
        "setting $psi = [psi_1, ..., psi_d]$ we obtain a Sumformer that is able to approximate $f$",
        (MAIN,),
        (OUTSIDE,),
        MAIN.id,
        "in Definition 3.1 $psi$ has its values in $cal(Y)$; polynomials near $f$ may leave a "
        "$cal(Y)$ that is not $RR^d$. For $cal(Y) = {(t, abs(t))}$ and this $f$ none with values "
        "in $cal(Y)$ is within $1 \\/ 2$: from $q_2 = abs(q_1)$ on $[-1, 1]$ the polynomials have "
        "$q_2^2 = q_1^2$, so that $q_2 = plus.minus q_1$ and $q_1$ does not change its sign",
        "take $cal(Y) = RR^d$; for every $cal(Y)$ the theorem holds by "
        "`sumformer.thm4_1.discontinuous.every`",
        "$cal(Y) = RR^d$ in the statement here; with it the line holds",
    ),
)

READINGS = (
    Reading("sequences of $n$ tokens", ("given", 0)),
    Reading("of dimension $d$", ("given", 1)),
    Reading("$d' in NN$", ("given", 2)),
    Reading("a finite set $P$ of multidegrees", ("given", 3), "numbered from 1 to $M$"),
    Reading(
        "an equivariant polynomial $p$ within $e$ of $f$",
        ("given", 4),
        "assumed: Stone-Weierstrass; called $q$ here. This is where $f$ is continuous and $cal(X)$ "
        "compact",
    ),
    Reading("$e < epsilon$", ("given", 5), "printed: $epsilon \\/ d$ in each coordinate"),
    Reading("the vector $sum_(j != i) phi(x_j)$", ("given", 6), "called $o(s, i)$"),
    Reading(
        "$p(X)_i = sum_alpha x_i^alpha sigma_alpha (sum_(j != i) phi(x_j))$",
        ("given", 7),
        "assumed: Lemma 2.9, and Theorem 2.12 for each coefficient (`sumformer.thm2_12`); computed "
        "for the user's $g$",
    ),
    Reading("$sigma_alpha$ is a function of a vector of $d'$ numbers", ("given", 8)),
    Reading("the vector $Sigma - phi(x_i)$", ("given", 9), "called $D(s, i)$; Eq. 14"),
    Reading("Eq. 15, 17: $cal(S)(X)_i = psi(x_i, Sigma)$", ("given", 10), "called $Z$"),
    Reading(
        "$cal(Y) subset.eq RR^d$",
        ("given", 10),
        "$cal(Y) = RR^d$ is taken: nothing is said of where the values of $psi$ lie",
    ),
    Reading("$sup_X norm(f(X) - cal(S)(X))_oo <= e < epsilon$", ("show",)),
)

#: one token x: phi(x) = x, sigma = 1, p = S = f = x
ONE_TOKEN: dict[str, tuple[tuple[str, ...], Json]] = {
    "tok": (("s", "i"), "s"),
    "P": (("t", "r"), "t"),
    "v": (("w", "r"), "w"),
    "x": (("t", "b"), "t"),
    "g": (("m", "b", "w"), "1"),
    "o": (("s", "i"), "0"),
    "D": (("s", "i"), "0"),
    "f": (("s", "i", "m"), "s"),
    "q": (("s", "i", "m"), "s"),
    "Z": (("s", "i", "m"), "s"),
}
NUMBERS = {"n": 1, "d": 1, "p": 1, "M": 1, "e": 0, "eps": 1}


CONTROLS = (
    Control(
        Attempt(
            f"{NAME}.control.near",
            "$p$ is not near $f$: $f = x + 5$",
            {**STATEMENT, "given": [g for k, g in enumerate(GIVEN) if k != 4]},
            Witness(NUMBERS, {**ONE_TOKEN, "f": (("s", "i", "m"), ["+", "s", "5"])}),
            part=1,
        ),
        "hypothesis dropped",
    ),
    Control(
        Attempt(
            f"{NAME}.control.epsilon",
            "$9/10 epsilon$ in place of $epsilon$: $e = 19/20$, $epsilon = 1$",
            {**STATEMENT, "show": conj(e < Fraction(9, 10) * eps, STATEMENT["show"][2])},
            Witness({**NUMBERS, "e": Fraction(19, 20)}, ONE_TOKEN),
        ),
        "constant tightened",
    ),
)

CLAIM = Claim(
    id=NAME,
    kind="theorem",
    title="Sumformers of power sums are universal",
    source=source("Theorem 4.1, the continuous proof, and Appendix A", "16-17, 36-38"),
    statement=f"{PRINTED} Read with $cal(Y) = RR^d$, by polynomials.",
    readings=READINGS,
    obligations=(MAIN,),
    lines=LINES,
    controls=CONTROLS,
    satisfiable=Attempt(
        f"{NAME}.satisfiable",
        "one token, $f(x) = p(x) = x$, $phi(x) = x$",
        STATEMENT,
        Witness({**NUMBERS, "s_": 0, "i_": 1, "m_": 1}, ONE_TOKEN),
    ),
    notes=(
        "Of Theorem 2.12 only $n - 1$ tokens are asked for, those without $x_i$: multidegrees "
        "$abs(alpha) <= n - 1$ and $d' = binom(n - 1 + d, d) - 1$ are enough, where Eq. 36 has "
        "$abs(alpha) <= n$. The Sumformer of a given $g$ has at most that many power sums; where "
        "fewer of higher degree do, as $p_5$ alone for $g = x_1 + x_2^5 + x_3^5$, it has those.",
        "The accuracy $epsilon \\/ d$ is more than is needed: $norm(dot)_oo$ is the largest "
        "coordinate, and $e < epsilon$ in each will do. With an error of just $epsilon \\/ d$ and "
        "$d = 1$ the supremum is $epsilon$, not below it.",
        "$phi$ and $psi$ are polynomials: nothing but $f$ has to be continuous. As for Theorem "
        "4.3, $f$ is continuous (said before Theorem 4.1).",
        "Stone-Weierstrass is cited for continuous $f$; for a $g$ that is no polynomial `verify "
        "construct` takes Chebyshev polynomials on a box $[a, b]^d$ where $g$ is analytic around "
        "it, and for a Lipschitz $g$ Bernstein polynomials (`sumformer.thm4_1.bernstein`), with an "
        "error that is certified, and $d' <= binom(n - 1 + d, d) - 1$ as before. A compact "
        "$cal(X)$ is a part of such a box.",
        "That there is such a Sumformer is a theorem of Coq with nothing given, neither "
        "Stone-Weierstrass nor Theorem 2.12: for every $n$, $d$, every compact $cal(X)$, every "
        "continuous equivariant $f$ and every $epsilon > 0$, with $phi$ of Eq. 36, $d' = binom(n + "
        "d, d) - 1$ and $psi$ a polynomial, `theorem_4_1_polynomials` of `proofs/coq/theorem41.v`. "
        "With a $psi$ that is continuous $cal(S) = f$ on $cal(X)^n$, `theorem_4_1_exact`. The "
        "verdict here does not rest on it.",
        "For one token no power sums are left: the construction has $d' = 0$, which is no latent "
        "dimension in $NN$; $phi = 0$ with $d' = 1$ is the same Sumformer.",
    ),
    not_claimed=(
        "that the polynomials have their values in a given $cal(Y)$; Sumformers that do, not "
        "continuous ones: `sumformer.thm4_1.discontinuous.every`",
    ),
    cites=(
        "Stone-Weierstrass for equivariant functions (Hutter, 2020)",
        "sumformer.thm2_12",
        "sumformer.lemma2_9",
    ),
    assumes=(
        "Stone-Weierstrass for equivariant functions (Hutter, 2020): $f$ is near a polynomial $p$",
        "Theorem 2.12, which `sumformer.thm2_12` proves, for the coefficients of $p(X)_i$ in "
        "$x_i$: it is a polynomial in $x_i$ and power sums of the other tokens",
    ),
    parameters=instances.NEAR_PARAMETERS,
    instances=instances.NEAR_INSTANCES,
    run=instances.near_rows(EXACT),
    construct=instances.near_network,
)
