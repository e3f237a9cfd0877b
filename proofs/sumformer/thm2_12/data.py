"""Exact data for Theorem 2.12: two tokens of dimension 1, both 0; functions are numbers.

A multi-index is any real al with the exponent floor(|al|), its monomial 0^floor(|al|).
"""

from __future__ import annotations

from constructions.terms import Json, Term, var
from proofs.claims import Attempt, Control, Witness
from proofs.library.vectors import S
from proofs.sumformer.thm2_12 import terms as t
from proofs.trees.script import position

NAME = "sumformer.thm2_12"
al, be, c, e, m, r, s = (var(name) for name in ("al", "be", "c", "e", "m", "r", "s"))
ZERO, ONE = S.const(0), S.const(1)


def exponent(index: Term) -> Term:
    return S.floor(S.abs(index))


def none(index: Term) -> Term:
    """0^exponent: 1 where the exponent is 0, else 0."""
    return S.maximum(1 - exponent(index), ZERO)


def _functions(tokens: int) -> dict[str, tuple[tuple[str, ...], Json]]:
    written: dict[str, tuple[str, Term]] = {
        "X": ("s i a", ZERO),
        "E": ("al a", exponent(al)),
        "M": ("al s i", none(al)),
        "up": ("al a", exponent(al) + 1),
        "dn": ("al a", S.maximum(exponent(al) - 1, ZERO)),
        "ev": ("c s", c),
        "con": ("r", r),
        "add": ("c e", c + e),
        "mul": ("c e", c * e),
        "A": ("m c", ONE),
        "P": ("al", tokens * none(al)),
        "Q": ("al i", none(al)),
        "sw": ("s a b", s),
        "len": ("m c", ONE),
        "cf": ("m c j", c),
        "mo": ("m c j", ZERO),
        "es": ("al m s", none(al)),
        "G": ("al be m s", m * none(be) * none(al)),
        "f": ("s", ONE),
        "co": ("j", ONE),
        "ex": ("j i", ZERO),
        "pr": ("j i s", ONE),
    }
    return {name: (tuple(names.split()), body.json) for name, (names, body) in written.items()}


def _witness(tokens: int, **changed: tuple[str, Term]) -> Witness:
    functions = _functions(tokens)
    for name, (names, body) in changed.items():
        functions[name] = (tuple(names.split()), body.json)
    return Witness({"n": tokens, "d": 1, "T": 1}, functions)


# --- proofs: the exponent is a whole number that is not negative ----------------------------------

_NATURAL = """
let k = floor(|al|)
have low: 0 <= k by floor_bounds(|al|), |al| >= 0
"""
_AT_LEAST_ONE = f"""{_NATURAL}
have 0 < k by low, k != 0
have 1 <= k by whole(1, k), 0 < k
"""
_ONE_MORE = f"""{_NATURAL}
have same: |k + 1| = k + 1
have floor(|k + 1|) = k + 1 by floor_is(|k + 1|, k + 1), same
"""
_PROOFS: list[tuple[Json, str]] = [
    (t.UP, f"fix al, a{_ONE_MORE}"),
    (
        t.DOWN,
        f"""fix al, a{_AT_LEAST_ONE}
have same: |max(k - 1, 0)| = k - 1
show by floor_is(|max(k - 1, 0)|, k - 1), same
""",
    ),
    (t.MONOMIAL, f"fix al, s, i, a{_AT_LEAST_ONE}"),
    (t.MONOMIAL_UP, f"fix al, s, i, a{_ONE_MORE}"),
    (
        t.ES_NONE,
        f"""fix al, s{_NATURAL}
have one: sum(u = 1..1, k) = k by sum_constant(1, 1, k)
have 0 < k by low, one, sum(u = 1..1, k) != 0
have 1 <= k by whole(1, k), 0 < k
""",
    ),
]


def _givens(left_out: Json = None) -> dict[int, str]:
    """Proofs by number, where one hypothesis is left out."""
    given = [formula for formula in t.GIVEN if formula is not left_out]
    return {position(formula, given): text for formula, text in _PROOFS}


STATEMENT = t.STATEMENT
_TWO_TOKENS = _witness(2)
SATISFIABLE = Attempt(
    f"{NAME}.statement.satisfiable",
    "two tokens of dimension 1 that are 0; all functions are constants",
    STATEMENT,
    Witness({**_TWO_TOKENS.values, "c1_": 0}, _TWO_TOKENS.functions),
    _givens(),
)


def _dropped(formula: Json) -> Json:
    return {**STATEMENT, "given": [g for g in t.GIVEN if g is not formula]}


_ONLY_ZERO = 1 - S.abs(S.sign(c))
CONTROLS = (
    Control(
        Attempt(
            f"{NAME}.control.constants",
            "$A = {0}$ has no constants: no token, $f = 1$",
            _dropped(t.HAS_CONSTANTS),
            _witness(0, A=("m c", _ONLY_ZERO)),
            _givens(t.HAS_CONSTANTS),
        ),
        "hypothesis dropped",
    ),
    Control(
        Attempt(
            f"{NAME}.control.polynomial",
            "$f$ is no polynomial: $f(s) = s$, where all sequences $s$ have the same tokens",
            _dropped(t.POLYNOMIAL),
            _witness(2, f=("s", s)),
            _givens(t.POLYNOMIAL),
        ),
        "hypothesis dropped",
    ),
)
