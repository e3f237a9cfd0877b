"""layeract.eq9.across.repaired.sharpened: one Euclidean bound for the scales of all samples."""

from __future__ import annotations

from fractions import Fraction

from constructions.terms import Json, conj, implies, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading
from proofs.layeract.eq9 import noise as near
from proofs.layeract.eq9.claim import STATISTICS_READ
from proofs.layeract.eq9.noise import moved
from proofs.layeract.eq9.statement import FIRST_LEMMAS, LEAST, SCALE_GIVENS, WITNESS
from proofs.layeract.paper import source
from proofs.layeract.sums import (
    FUNCTIONS,
    ROOT,
    ROOT_NOISY,
    SCALE,
    SORTS,
    STATISTICS,
    K,
    alpha,
    centred_noise,
    distance,
    first,
    norm,
    reals,
    statistics,
)
from proofs.layeract.witnesses import layer
from proofs.library.vectors import S, every_real, fact
from proofs.trees.leaves import given, using
from proofs.trees.script import Node, auto, define, intro, lemmas, statement

NAME = "layeract.eq9.across.repaired.sharpened"
_LENGTH = norm(centred_noise)
BOUND = K * _LENGTH / LEAST
STATEMENT = statement(SORTS, [*STATISTICS, *SCALE], norm(moved) <= BOUND, FUNCTIONS)


_NAMES = ("x8", "k8x", "z8", "p8", "l8", "r8", "t8")
_x, _k, _z, _p, _l, _r, _t = (var(name) for name in _NAMES)
_PREMISE = conj(
    _k >= 0,
    _z >= 0,
    _l > 0,
    _r > 0,
    _t > 0,
    _p > 0,
    _l**2 <= _r**2,
    _l**2 <= _t**2,
    (_p**2).equals(_r * _t),
    _x <= _k * _z / _p,
)
#: x <= k z/p and p^2 = r t, where r and t are at least l
_SMALLER = every_real(_NAMES, implies(_PREMISE, _x <= _k * _z / _l))


def _smaller() -> Node:
    q, least = 1 / _p, 1 / _l
    steps: list[tuple[Json, Node]] = [
        (_l <= _r, using(_l > 0, _r > 0, _l**2 <= _r**2)),
        (_l <= _t, using(_l > 0, _t > 0, _l**2 <= _t**2)),
        ((_r - _l) * _t >= 0, using(_l <= _r, _t > 0)),
        ((_t - _l) * _l >= 0, using(_l <= _t, _l > 0)),
        (_l**2 <= _p**2, auto("l^2 <= r t")),
        (_l <= _p, using(_l > 0, _p > 0, _l**2 <= _p**2)),
        (q > 0, auto("1/p > 0")),
        (least > 0, auto("1/l > 0")),
        (q * least * (_p - _l) >= 0, auto("a product")),
        (q <= least, auto("1/p <= 1/l")),
        (_k * _z >= 0, auto("a product")),
        (_k * _z * (least - q) >= 0, auto("times k z")),
    ]
    proof = define(q.json, auto("p > 0"), define(least.json, auto("l > 0"), lemmas(steps, auto())))
    return reals(_NAMES, intro("", proof))


def script() -> Node:
    """K |e|_2/sqrt(r t), where r and t are at least sqrt(alpha)."""
    product = S.sqrt(ROOT * ROOT_NOISY)
    at = [norm(moved), K, _LENGTH, product, LEAST, ROOT, ROOT_NOISY]
    facts: list[tuple[Json, Node]] = [
        (LEAST > 0, using(alpha > 0, LEAST >= 0, (LEAST**2).equals(alpha))),
        (LEAST**2 <= ROOT**2, auto("alpha <= v + alpha")),
        (LEAST**2 <= ROOT_NOISY**2, auto("alpha <= vhat + alpha")),
        ((product**2).equals(ROOT * ROOT_NOISY), auto("its square")),
    ]
    used = fact(_SMALLER, at, given(), given())
    used = define(LEAST.json, auto("alpha >= 0"), lemmas(facts, used))
    known = statistics(distance(near.euclid_bound(used)))
    return first([*FIRST_LEMMAS, (_SMALLER, _smaller())], known)


CLAIM = Claim(
    id=NAME,
    kind="theorem",
    title="Across samples the activation scales of LayerAct have one Euclidean bound",
    source=source("Section 3.2", "9"),
    statement="For the same noise, $norm(s(hat(n)) - s(n))_2 <= K norm(epsilon - mu_epsilon "
    "bold(1))_2 \\/ sqrt(alpha)$ for all samples $y$: the right side does not depend on "
    "$y$.  Nine tenths of it will not do.",
    readings=(
        *STATISTICS_READ,
        Reading("one bound for all samples", ("show",), "the Euclidean norm on both sides"),
    ),
    obligations=(
        Obligation(
            f"{NAME}.statement",
            "for every $d >= 1$, every scale as in Definition 3.1, all samples and all noise",
            STATEMENT,
            script,
        ),
    ),
    controls=(
        Control(
            Attempt(
                f"{NAME}.control.constant",
                "with $9/10$ of the bound: $y = (0, 0)$, $epsilon = (7/100, -7/100)$, "
                "$alpha = 0.24^2$, so that the roots are 0.24 and 0.25",
                {**STATEMENT, "show": norm(moved) <= BOUND * S.const(Fraction(9, 10))},
                layer((0, 0), (Fraction(7, 100), Fraction(-7, 100)), Fraction(6, 25) ** 2),
                SCALE_GIVENS,
            ),
            "constant tightened",
        ),
    ),
    satisfiable=Attempt(
        f"{NAME}.satisfiable", "the layer of `layeract.eq9`", STATEMENT, WITNESS, SCALE_GIVENS
    ),
    notes=(
        "A bound of the scales; of the outputs there is none (`layeract.eq9.lipschitz`). For noise "
        "that is the same for all inputs there is: `layeract.eq9.smaller.sharpened`.",
        "The bound that depends on the sample, with $sqrt(r t)$ for $sqrt(alpha)$: "
        "`layeract.eq9.sharpened`.",
    ),
)
