"""The discontinuous route of Theorem 4.3: what Sections 4.2, 4.2.1 and Appendix B print of it.

Each of the three lines says that there are feed-forward layers.  Layers are continuous, so what it
says has a consequence in which no layers occur; the obligation derives that for all layers, and
the attempt shows at exact data that it fails.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from constructions.terms import Json, Term, app, conj, every, exists, implies, var
from proofs.claims import Attempt, Line, Obligation, Witness
from proofs.language.elaboration import written
from proofs.library.vectors import S
from proofs.sumformer.thm4_1.one_latent.between import continuous
from proofs.sumformer.thm4_1.one_latent.claim import GIVENS, NUMBERS, THREE
from proofs.sumformer.thm4_1.one_latent.line import (
    ATTAINED,
    FIRST,
    LAST,
    MEETING,
    MIDDLE,
    UPPER,
    last_layers,
    met,
    n,
    spread,
)
from proofs.trees.script import statement

NAME = "sumformer.thm4_3"
e, s, t, u, v, eta, delta, N = (var(x) for x in ("e", "s", "t", "u", "v", "eta", "delta", "N"))
HALF = S.const(Fraction(1, 2))

# --- layers near a function of the cell ----------------------------------------------------------


def phi(at: Term) -> Term:
    """What the layers are to be near."""
    return app("phi", at)


def layers(at: Term) -> Term:
    """What they compute."""
    return app("H", at)


def _unit(*at: Term) -> list[Json]:
    return [part for value in at for part in (value >= 0, value <= 1)]


def _close(size: Term) -> Json:
    return S.abs(t - s) <= size


def _small(bound: Term) -> Json:
    near = implies(_close(delta), S.abs(layers(t) - layers(s)) <= bound)
    return exists("delta", "real", conj(delta > 0, every("t", "real", near)))


CONTINUOUS = every("eta", "real", implies(eta > 0, _small(eta)))
NEAR = every("t", "real", implies(conj(*_unit(t)), S.abs(layers(t) - phi(t)) <= e))


def _flat(of: Callable[[Term], Term]) -> Json:
    """Near s the function moves by at most 3 e."""
    moves = implies(conj(*_unit(t), _close(delta)), S.abs(of(t) - of(s)) <= 3 * e)
    return exists("delta", "real", conj(delta > 0, every("t", "real", moves)))


_SORTS = {"e": "real", "s": "real"}
LAYERS = statement(_SORTS, [e > 0, *_unit(s), CONTINUOUS, NEAR], _flat(phi), {"phi": 1, "H": 1})


#: |phi(t) - phi(s)| <= e + |H(t) - H(s)| + e
LAYERS_PROOF = written(
    LAYERS,
    """
obtain w from continuous(e)
have move: for all t: real, 0 <= t and t <= 1 and |t - s| <= w => |phi(t) - phi(s)| <= 3*e:
  use near(t), near(s)
  have |H(t) - H(s)| <= e
take w
""",
    {"continuous": CONTINUOUS, "near": NEAR},
)


def _cell(steps: Term, at: Term) -> Term:
    """q(t) = min(floor(N t), N - 1)."""
    return S.minimum(S.floor(steps * at), steps - 1)


def _code(at: Term) -> Term:
    """phi^*."""
    return app("ph", at)


_INJECTIVE = every(
    "u",
    "int",
    every(
        "v",
        "int",
        implies(
            conj(u >= 0, u <= N - 1, v >= 0, v <= N - 1, u.differs(v)), _code(u).differs(_code(v))
        ),
    ),
)
_OF_CELLS = every("t", "real", implies(conj(*_unit(t)), phi(t).equals(_code(_cell(N, t)))))
CODED = statement(
    {"N": "int", **_SORTS},
    [N >= 2, _INJECTIVE, _OF_CELLS, e > 0, *_unit(s)],
    _flat(phi),
    {"ph": 1, "phi": 1},
)


def _q(at: Term) -> Term:
    return app("q", at)


_QUANTISED = every("t", "real", implies(conj(*_unit(t)), _q(t).equals(_cell(N, t))))
CELLS = statement(
    {"N": "int", **_SORTS}, [N >= 2, _QUANTISED, e > 0, *_unit(s)], _flat(_q), {"q": 1}
)
_TWO = S.const(2)
_AT_HALF = {"N": 2, "e": Fraction(1, 4), "s": Fraction(1, 2)}


#: in the other cell, and nearer than delta
_JUMP = """
fix delta
let t = max(1/2 - delta, 0)
have 0 <= t and t < 1/2
have floor(2*t) = 0 by floor_is(2*t, 0), 0 <= t, t < 1/2
take t
"""
_OTHER_CELL = "$Delta = 2$, $q(t) = min(floor(2 t), 1)$: at $t < 1 \\/ 2$, however near, {} is 1 "
CODE_JUMPS = Attempt(
    f"{NAME}.eq41.discontinuous.jump",
    _OTHER_CELL.format("$phi(t)$")
    + "less than at $1 \\/ 2$, for $phi^* (u) = u + 1$, which is $2^u$ on the two cells; so no "
    "layers are within $1 \\/ 4$ of $phi$",
    CODED,
    Witness(
        _AT_HALF,
        {"ph": (("u",), (u + 1).json), "phi": (("t",), (_cell(_TWO, t) + 1).json)},
    ),
    script=_JUMP,
)
CELL_JUMPS = Attempt(
    f"{NAME}.last.discontinuous.jump",
    _OTHER_CELL.format("$q(t)$") + "less than at $1 \\/ 2$; so no layers are within $1 \\/ 4$ of "
    "$q$",
    CELLS,
    Witness(_AT_HALF, {"q": (("t",), _cell(_TWO, t).json)}),
    script=_JUMP,
)

# --- d' = 1 --------------------------------------------------------------------------------------

a, b = var("a"), var("b")
_APPROXIMATED = every(
    "a",
    "real",
    every(
        "b",
        "real",
        implies(conj(*_unit(a, b)), S.abs(spread(a, b) - last_layers(a, b)) <= e),
    ),
)
_MET = exists(
    "t", "real", conj(*_unit(t), S.abs(spread(S.const(0), S.const(1)) - spread(t, t)) <= 2 * e)
)
_SEQUENCES = [n >= 3, FIRST, MIDDLE, LAST]
ONE_LATENT = statement(
    {"n": "int", "e": "real"},
    [*_SEQUENCES, continuous(phi), _APPROXIMATED],
    _MET,
    {"x": 3, "f": 2, "phi": 1, "G": 4},
)


#: (0, 0, ..., 0, 1) and (0, t, ..., t) have one Sigma, so T has one value there
_MEET = f"""{MEETING}
take t
show by approximated(0, 1), approximated(t, t), outputs, 0 <= t, t <= 1
"""


SPREADS = statement(
    {"n": "int", "e": "real"},
    [*_SEQUENCES, UPPER, ATTAINED, e > 0],
    _MET,
    {"x": 3, "f": 2},
)


SPREAD_FAILS = Attempt(
    f"{NAME}.discontinuous.one_latent.spread",
    "$n = 3$, $f(X)_1 = abs(x_2 - x_3)$, $e = 1 \\/ 4$: $f_1$ is 1 at $(0, 0, 1)$ and 0 at $(0, t, "
    "t)$ for every $t$",
    SPREADS,
    Witness({**NUMBERS, "e": Fraction(1, 4)}, {name: THREE[name] for name in ("x", "f")}),
    GIVENS,
)

LINES = {
    "eq41": Line(
        f"{NAME}.eq41.discontinuous",
        "In the discontinuous setting we need more layers to approximate $phi$ (before Eq. 41)",
        (
            Obligation(
                f"{NAME}.eq41.discontinuous.layers",
                "layers that are continuous at $s$ and within $e$ of $phi$ on $[0, 1]$: then "
                "$phi$ moves by at most $3 e$ near $s$",
                LAYERS,
                LAYERS_PROOF,
            ),
        ),
        (CODE_JUMPS,),
        why="the $phi = phi^* compose q$ of Eq. 33 jumps wherever the cell changes, and no number "
        "of continuous layers is near a jump in the supremum norm of Eq. 21",
        repair="the continuous construction, whose $phi$ are power sums (Eq. 36)",
        reading="one coordinate, $d = 1$; $phi^*$ has different values on different cells, as a "
        "code has to",
    ),
    "last": Line(
        f"{NAME}.last.discontinuous",
        "For the discontinuous case, we first compute $q(x_i)$. Then, we map a finite set of "
        "values to another finite set of values for which we can use Lemma 7 in (Yun et al., 2019)",
        (),
        (CELL_JUMPS,),
        why="the quantisation $q$ is a step function, and continuous layers are not near one in "
        f"the supremum norm (`{NAME}.eq41.discontinuous.layers`, with $q$ for $phi$); Lemma 7 of "
        "(Yun et al., 2019) is in the $L^p$ norm, where small sets do not count",
        repair="the continuous construction",
        reading="$q$ in one coordinate, $d = 1$",
    ),
    "one_latent": Line(
        f"{NAME}.discontinuous.one_latent",
        "However, in the discontinuous case, we can set $d' = 1$ (Section 4.2); but can "
        "approximate the function of interest $f$ using only $d' = 1$ (Section 4.2.1)",
        (
            Obligation(
                f"{NAME}.discontinuous.one_latent.meeting",
                "continuous layers $phi$, any layers after Eq. 24, $d' = 1$, all "
                "within $e$ of $f$: then $abs(f(0, ..., 0, 1)_1 - f(0, t, ..., t)_1) <= 2 e$ for "
                "some $t$ in $[0, 1]$",
                ONE_LATENT,
                met(ONE_LATENT, _MEET, last_layers, approximated=_APPROXIMATED),
            ),
        ),
        (SPREAD_FAILS,),
        why="$phi$ is what feed-forward layers compute, and so continuous; with one latent "
        "coordinate it gives $(0, ..., 0, 1)$ and some $(0, t, ..., t)$ the same $Sigma$, and "
        f"with that the same output. So the error is at least $1 \\/ 2$ for some $f$ "
        f"(`{NAME}.one_latent`)",
        repair="$d' = binom(n - 1 + d, d) - 1$, the continuous construction",
        reading="$d = 1$, $n >= 3$, rows $[1, x_i, phi(x_i), Sigma]$ with a continuous $phi$",
    ),
}
