"""The printed chains of Prop. 1', Eq. 15 and 16, for one layer of any widths.

The paper defines n(x) = sqrt(d) x / ||x||; the chains are written with x / ||x||.  Both readings
are kept: what is printed, and what it says where n is read as x / ||x||.
"""

from __future__ import annotations

from constructions.terms import Term, app, conj, every, implies, var
from proofs.claims import Attempt, Line, Obligation, Witness
from proofs.fl.activation import SCALES
from proofs.language.elaboration import written
from proofs.library.vectors import Body, d, ell, k, lam, leaky, nonzero, norm, rho, scaled, sigma
from proofs.trees.script import Json, statement

n = var("n")


def v(at: Term) -> Term:
    """A vector after the activation."""
    return app("v", at)


AT = [ell >= 1, ell <= d]
ONE_LAYER = [d >= 1, nonzero(d, v), *AT]
SORTS = {"d": "int", "l": "int"}
#: n(v) = v / ||v||, as the chains have it
UNIT = statement(SORTS, ONE_LAYER, scaled(d, v, ell).equals(v(ell) / norm(d, v)), {"v": 1})
_FOUR = Witness({"d": 4, "l": 1}, {"v": (("u",), "1")})


def unit_attempt(name: str) -> Attempt:
    """The chains' n(v) = v / ||v|| against n(v) = sqrt(d) v / ||v||."""
    return Attempt(
        name,
        "$d = 4$, $bold(v) = (1, 1, 1, 1)$: $sans(n)(bold(v)) = bold(v)$ by its definition, while "
        "$bold(v) \\/ norm(bold(v)) = bold(v) \\/ 2$",
        UNIT,
        _FOUR,
    )


WHY_UNIT = (
    "the paper's $sans(n)$ is $sqrt(d) bold(x) \\/ norm(bold(x))$ (after Eq. 5); the factor "
    "$sqrt(d)$ is left out, so that both the equality and the value of $lambda$ are off by it "
    "wherever $d != 1$"
)


FIRST_UNIT = statement(
    SORTS,
    ONE_LAYER,
    conj((v(ell) / norm(d, v)).equals(1 / norm(d, v) * v(ell)), 1 / norm(d, v) > 0),
    {"v": 1},
)


first_unit_script = written(
    FIRST_UNIT,
    """
    obtain o from nonzero
    have 0 < sum(j = 1..d, v(j)^2) by squares_positive(v, 1, d, o)
    have 0 < sqrt(sum(j = 1..d, v(j)^2))
    have 0 < 1/sqrt(sum(j = 1..d, v(j)^2))
    """,
    {"nonzero": nonzero(d, v)},
)


def U(at: Term, other: Term) -> Term:
    return app("U", at, other)


def before(at: Term) -> Term:
    """a'_i, what the reduced network hands on."""
    return app("p", at)


def plain(at: Term) -> Term:
    """rho(U a'_i)."""
    return app("y", at)


def scaled_layer(at: Term) -> Term:
    """rho(U lambda_i a'_i)."""
    return app("z", at)


def _product(at: Term, factor: Term | None) -> Term:
    if factor is None:
        return sigma(n, lambda o: U(at, o) * before(o))
    return sigma(n, lambda o: U(at, o) * (factor * before(o)))


def _defined(of: Body, factor: Term | None) -> Json:
    inside = conj(k >= 1, k <= d)
    return every("k", "int", implies(inside, of(k).equals(rho(_product(k, factor)))))


STEP = statement(
    {**SORTS, "n": "int", "lam": "real", "beta": "real"},
    [
        leaky(),
        lam > 0,
        d >= 1,
        n >= 1,
        _defined(plain, None),
        _defined(scaled_layer, lam),
        nonzero(d, plain),
        *AT,
    ],
    conj(
        (scaled_layer(ell) / norm(d, scaled_layer)).equals(plain(ell) / norm(d, plain)),
        (plain(ell) / norm(d, plain)).equals(1 / norm(d, plain) * plain(ell)),
        1 / norm(d, plain) > 0,
    ),
    {"rho": 1, "U": 2, "p": 1, "y": 1, "z": 1},
)


#: rho(U lambda a') = lambda rho(U a'), and so for the norms
step_script = written(
    STEP,
    f"""{SCALES}
have multiple: for all k in 1..d, z(k) = lam*y(k):
  let t = sum(j = 1..n, U(k, j)*p(j))
  let s = sum(j = 1..n, U(k, j)*(lam*p(j)))
  have products: s = lam*t
    by sum_proportional(j -> U(k, j)*(lam*p(j)), j -> U(k, j)*p(j), lam, 1, n)
  have equal: rho(s) = rho(lam*t) by products
  show by equal, scaled(k), plain(k), scale(lam, t)
obtain o from nonzero
let Y = sum(j = 1..d, y(j)^2)
let Z = sum(j = 1..d, z(j)^2)
have 0 < Y by squares_positive(y, 1, d, o)
have squares: Z = lam^2*Y by sum_proportional(j -> z(j)^2, j -> y(j)^2, lam^2, 1, d), multiple
have norms: sqrt(Z) = lam*sqrt(Y) by root_scale(lam, Y, Z), squares
have 0 < sqrt(Y)
have 0 < 1/sqrt(Y)
show by multiple(l), norms, 0 < sqrt(Y), 0 < lam
""",
    {
        "leaky": leaky(),
        "plain": _defined(plain, None),
        "scaled": _defined(scaled_layer, lam),
        "nonzero": nonzero(d, plain),
    },
)


def unit_lines(prefix: str) -> tuple[Line, ...]:
    """The chains where n is read as x / ||x||."""
    reading = "$sans(n)(bold(x)) = bold(x) \\/ norm(bold(x))$ in the proof"
    return (
        Line(
            f"{prefix}.start.unit",
            "$bold(a)_1 = bold(a)'_1 \\/ norm(bold(a)'_1) = lambda_1 bold(a)'_1$ with "
            "$lambda_1 = 1 \\/ norm(bold(a)'_1)$, under the other reading",
            (
                Obligation(
                    f"{prefix}.start.unit.chain",
                    "for every width",
                    FIRST_UNIT,
                    first_unit_script,
                ),
            ),
            reading=reading,
        ),
        Line(
            f"{prefix}.eq15.unit",
            "Eq. 15 and the middle of Eq. 16, under the other reading",
            (
                Obligation(
                    f"{prefix}.eq15.unit.chain",
                    "$rho(bold(U) lambda bold(a)') \\/ norm(rho(bold(U) lambda bold(a)')) = "
                    "rho(bold(U) bold(a)') \\/ norm(rho(bold(U) bold(a)')) = lambda' rho(bold(U) "
                    "bold(a)')$ with $lambda' = 1 \\/ norm(rho(bold(U) bold(a)')) > 0$",
                    STEP,
                    step_script,
                ),
            ),
            reading=reading,
        ),
    )
