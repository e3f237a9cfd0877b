"""Data for hypotheses that neither the kernel's data nor a search meets, written by hand.

Each is a small network, set or permutation at which every hypothesis of one obligation should hold.
Nothing is believed of them: mpmath judges the hypotheses as at any other point
(:mod:`verify.numeric_rows`), and a point at which one is seen to fail is left out.  Functions are
terms in ``a1``, ``a2``, ..., ``d(i, k)`` is 1 for i = k and 0 for other integers.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from constructions.terms import Term, TermSystem, var
from verify.small_points import SmallPoint

Json = Any
S = TermSystem()
A = tuple(f"a{i}" for i in range(1, 5))
i, j, k, l = (var(name) for name in A)  # noqa: E741
ONE = S.const(1)


def written_points(obligation: str) -> tuple[SmallPoint, ...]:
    """The data for the obligation with this id, mostly none."""
    return POINTS.get(obligation, ())


def d(index: Any, at: int) -> Any:
    """1 where the integers are equal, 0 where they are not."""
    return 1 - S.abs(S.sign(index - at))


def _json(term: Any) -> Json:
    return term.json if isinstance(term, Term) else str(term)


def _point(
    values: dict[str, Any], functions: dict[str, tuple[int, Any]], **inside: Any
) -> tuple[SmallPoint, ...]:
    return (
        SmallPoint(
            {name: _json(term) for name, term in values.items()},
            {name: (A[:arity], _json(body)) for name, (arity, body) in functions.items()},
            {name: _json(term) for name, term in inside.items()},
        ),
    )


def _relu(t: Any) -> Any:
    return S.maximum(t, S.const(0))


FIRST = S.minimum(i, ONE)  # 0 for the input, 1 for every layer
WEIGHTS = (2 - i) * 3 * j + (i - 1) * j * k  # U(1, k, j) = 3 k and U(2, k, j) = k j
#: two layers of two neurons for the input 1, 1, ...: y = 6 k, then 3 k; b = 0, no slope
TWO_LAYERS = {
    "rho": (1, _relu(i)),
    "w": (1, S.const(2)),
    "x": (1, ONE),
    "U": (3, WEIGHTS),
    "b": (2, S.const(0)),
}
CENTRED = (1 - FIRST) + FIRST * (j * (9 - 3 * i) - (27 - 9 * i) / 2)
SCALED = (1 - FIRST) + FIRST * (2 * j - 3)
HEAVISIDE = (1 - FIRST) + FIRST * (j - 1)
COORDINATE = S.minimum(ONE, S.maximum(S.const(0), i))
COORDINATE_2 = S.minimum(ONE, S.maximum(S.const(0), j))
ONE_COORDINATE = {"tok": (2, i), "c": (2, COORDINATE)}
#: x(i, 1) = i and P(i, 1) = i^2 for n = 2, d = d' = 1: the columns of X are 1, x, P, 0
HEADS: dict[str, tuple[int, Any]] = {
    "X": (2, d(j, 1) + d(j, 2) * i + d(j, 3) * i * i),
    "W": (2, S.maximum(S.const(0), 3 - i - j)),
    "WV": (2, 2 * d(i, 3) * d(j, 4)),
    "Q": (2, d(j, 1)),
    "V": (2, 2 * i * i * d(j, 4)),
    "x": (2, i),
    "P": (2, i * i),
}
FEATURE = S.exp((j - 1) / 2)  # of a head with om(a, c) = a/2, at the query (1, 0, 0, 0)
NEGATIVE = (1 - S.sign(S.sign(i) + "1/2")) / 2  # 1 for p < 0, else 0

POINTS: dict[str, tuple[SmallPoint, ...]] = {
    "pln.affine.statement": _point(
        {"a": "1/3", "h": 2, "L": 3}, {"f": (1, S.abs(3 * i - 4))}, p="3/2", s=0
    ),
    # -1 + 2 x in two units
    "pln.prop2.lower.signs.even_odd": _point(
        {"n": 2, "N": 1, "r": 0, "eps": 1},
        {"alpha": (1, 5 - 3 * i), "w": (1, 2 - i), "b": (1, i - 1)},
    ),
    "fl.prop2.analogous.factors": _point(
        {"L": 2, "l": 1, "e": 2, "beta": 0},
        TWO_LAYERS
        | {
            "z": (2, j * (11 - 5 * i)),
            "a": (2, SCALED),
            "muz": (1, (33 - 15 * i) / 2),
            "y": (2, j * (9 - 3 * i)),
            "p": (2, CENTRED),
            "muy": (1, (27 - 9 * i) / 2),
        },
    ),
    "fl.prop3b.pre.eq22.output": _point(
        {"L": 2, "l": 2, "beta": 0},
        TWO_LAYERS
        | {
            "z": (2, j * (10 - 4 * i)),
            "a": (2, HEAVISIDE),
            "muz": (1, 15 - 6 * i),
            "y": (2, 6 * j),
            "p": (2, (1 - FIRST) + FIRST * 3 * (j - 1)),
            "muy": (1, S.const(9)),
            "g": (1, i - 1),
        },
    ),
    "fl.prop3b.post.induction.layers": _point(
        {"L": 2, "l": 2, "e0": 2, "beta": 0},
        TWO_LAYERS
        | {
            "y": (2, j * (9 - 3 * i)),
            "p": (2, CENTRED),
            "muy": (1, (27 - 9 * i) / 2),
            "V": (3, (2 - i) * 3 * j + (i - 1) * j * (k - "3/2")),
            "v": (2, (1 - FIRST) + FIRST * j * (9 - 3 * i)),
        },
    ),
    # one sample, two classes, w_1 = 1 and w_2 = -1, the feature 1
    "fl.thm1.bounded.loss": _point(
        {"L": 1, "C": 2, "m": 1, "y": 1, "n0": 1, "i0": 1, "c0": 2, "R": 2},
        {
            "rho": (1, _relu(i)),
            "w": (1, ONE),
            "x": (2, ONE),
            "a": (4, ONE),
            "U": (4, ONE),
            "b": (3, S.const(0)),
            "W": (3, 3 - 2 * j),
            "s": (3, 2 - 2 * k),
            "l": (2, S.log(1 + S.exp(S.const(-2)))),
        },
    ),
    # f = 1 - c, which is 0 where the coordinate c is 1
    "sumformer.thm4_1.discontinuous.eq30.support": _point(
        {"n": 1, "d": 1, "eps": 1},
        ONE_COORDINATE
        | {
            "f": (3, 1 - COORDINATE),
            "gr": (2, S.floor(i * COORDINATE_2) / i),
            "top": (1, COORDINATE),
            "bar": (4, 1 - S.floor(i * COORDINATE_2) / i),
        },
        N=3,
    ),
    # two equal tokens, which p < 0 exchanges
    "sumformer.thm4_1.discontinuous.eq31.equal": _point(
        {"n": 2, "d": 1, "N0": 3, "m0": 1, "X0": "2/5", "p0": 1},
        ONE_COORDINATE
        | {
            "f": (3, COORDINATE),
            "gr": (2, S.minimum(S.floor(i * COORDINATE_2), i - 1) / i),
            "perm": (2, NEGATIVE * (3 - j) + (1 - NEGATIVE) * j),
            "act": (2, j),
        },
    ),
    "sumformer.thm4_1.discontinuous.lambda.digits": _point(
        {"n": 2, "B": 3},
        {"W": (1, S.exp(i * S.log(S.const(3)))), "a": (1, i), "b": (1, 3 - i)},
    ),
    "sumformer.thm4_3.eq44.softmax": _point(
        {"n": 2, "d": 1, "p": 1, "tau": "1/2"},
        HEADS
        | {
            "O": (2, S.const(0)),
            "A": (2, S.const(Fraction(1, 2))),
            "T": (2, S.const(Fraction(1, 2))),
        },
    ),
    # phi(t) = t, G = the sum, f(a, b) = a + 11/10 b
    "sumformer.thm4_3.discontinuous.one_latent.meeting": _point(
        {"n": 3, "e": "1/10"},
        {
            "x": (3, d(k, 2) * i + d(k, 3) * j),
            "f": (2, i + S.const(Fraction(11, 10)) * j),
            "phi": (1, i),
            "G": (4, l),
        },
        t="1/2",
        delta=var("eta"),
    ),
    "sumformer.thm4_5.eq28.value": _point(
        {"n": 2, "d": 1, "p": 1, "k": 1},
        HEADS
        | {
            "om": (2, i / 2),
            "B": (2, FEATURE),
            "M": (2, 10 * S.exp((i - 1) / 2) * d(j, 4)),
            "O": (2, 10 * d(j, 4)),
        },
    ),
}
