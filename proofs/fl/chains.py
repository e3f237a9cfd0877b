"""The printed chains of Prop. 1', Eq. 15 and 16, for one layer of any widths.

The paper defines n(x) = sqrt(d) x / ||x||; the chains are written with x / ||x||.  Both readings
are kept: what is printed, and what it says where n is read as x / ||x||.
"""

from __future__ import annotations

from constructions.terms import Term, app, conj, every, implies, var
from proofs.claims import Attempt, Line, Obligation, Witness
from proofs.library.vectors import (
    HOMOGENEOUS,
    ONE,
    ZERO,
    Body,
    S,
    d,
    ell,
    fact,
    homogeneous,
    k,
    lam,
    leaky,
    nonzero,
    norm,
    positive_sum,
    proportional,
    rho,
    roots_proportional,
    scaled,
    shown_by,
    sigma,
    squared,
)
from proofs.trees.script import (
    Json,
    Node,
    auto,
    define,
    have,
    intro,
    lemmas,
    same,
    statement,
)

n = var("n")
q = var("q")


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
        {1: lambda: shown_by(ONE, auto("the first coordinate"))},
    )


WHY_UNIT = (
    "the paper's $sans(n)$ is $sqrt(d) bold(x) \\/ norm(bold(x))$ (after Eq. 5); the factor "
    "$sqrt(d)$ is left out, so that both the equality and the value of $lambda$ are off by it "
    "wherever $d != 1$"
)


def _norm_known(of: Body, then: Node) -> Node:
    """The norm of a vector that is not 0 is positive."""
    root = norm(d, of)
    positive = have(root > 0, auto("norm > 0"), then)
    return positive_sum(d, of, ZERO, nonzero(d, of), define(root.json, auto("sum >= 0"), positive))


FIRST_UNIT = statement(
    SORTS,
    ONE_LAYER,
    conj((v(ell) / norm(d, v)).equals(1 / norm(d, v) * v(ell)), 1 / norm(d, v) > 0),
    {"v": 1},
)


def first_unit_script() -> Node:
    return _norm_known(v, auto("lambda_1"))


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


def step_script() -> Node:
    """rho(U lambda a') = lambda rho(U a'), and so for the norms."""
    inside = conj(k >= 1, k <= d)
    multiple = every("k", "int", implies(inside, scaled_layer(k).equals(lam * plain(k))))
    one, other = _product(q, lam), _product(q, None)
    value = fact(HOMOGENEOUS, [lam, other], auto("lambda rho(t)"), auto("lambda > 0"))
    sums = proportional(
        n,
        lambda o: U(q, o) * (lam * before(o)),
        lambda o: U(q, o) * before(o),
        lam,
        lambda at, then: then,
        same(rho(one), rho(lam * other), value),
    )
    known = fact(_defined(plain, None), [q], sums, auto("inside"))
    proof = intro("q", intro("", fact(_defined(scaled_layer, lam), [q], known, auto("inside"))))
    large, small = (sigma(d, squared(f)) for f in (scaled_layer, plain))
    ends = fact(multiple, [ell], auto("the quotients"), auto("inside"))
    root = have(S.sqrt(large) > 0, auto("norm > 0"), ends)
    roots = define(S.sqrt(large).json, auto("sum"), roots_proportional(large, small, lam, root))
    positive: list[tuple[Json, Node]] = [
        (lam * lam > 0, auto("lambda^2 > 0")),
        (large > 0, auto("norm^2 > 0")),
    ]
    squares = proportional(
        d,
        lambda o: scaled_layer(o) ** 2,
        lambda o: plain(o) ** 2,
        lam * lam,
        lambda at, then: fact(multiple, [at], then, auto("inside")),
        lemmas(positive, roots),
        name="m2",
    )
    return homogeneous(have(multiple, proof, _norm_known(plain, squares)))


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
