"""Data that meet the hypotheses of Theorems 4.3 to 4.5 with every layer: one token, the point 0.

n = d = 1, f = 1, N = R = 1: eight blocks of width 5.  Columns are x, Sigma, phi, the output and a
register; the output is 1 from block 5 on, and everything else is 0.
"""

from __future__ import annotations

from fractions import Fraction
from math import prod

from constructions.terms import Json, Term, var
from proofs.claims import Attempt, Control, Witness
from proofs.library.vectors import ONE, ZERO, S, put
from proofs.sumformer.nets.theorems import statement

COUNT = 5  #: columns, and units of a layer


def _through(at: Term, values: dict[int, int]) -> Term:
    """The polynomial with these values at these places: a factor for each zero, then Newton's."""
    zeros = [place for place, value in values.items() if not value]
    places = [place for place, value in values.items() if value]
    column = [Fraction(values[p], prod(p - zero for zero in zeros)) for p in places]
    first = []
    while column:
        first.append(column[0])
        gap = len(first)
        column = [
            (column[k + 1] - column[k]) / (places[k + gap] - places[k])
            for k in range(len(column) - 1)
        ]
    while len(first) > 1 and first[-1] == 0:
        first.pop()
    value = S.const(first[-1])
    for place, slope in reversed(list(zip(places, first[:-1], strict=False))):
        value = slope + (at - place) * value
    factors = [(at - zero if zero else at).json for zero in zeros]
    return Term(["*", *factors, value.json]) if factors else value


def _place(at: Term, place: int, count: int = COUNT) -> Term:
    """1 at one of the columns and 0 at the others."""
    return _through(at, {k: int(k == place) for k in range(1, count + 1)})


def _of_layer(*ones: int, **others: int) -> Term:
    """A polynomial in l with the value 1 at these layers and 0 at the others, -1 at ``less``."""
    return _through(_l, {k: (k in ones) - (k == others.get("less")) for k in range(1, 9)})


_l, _h, _j, _q = (var(name) for name in "lhjq")
#: Row 1 and 2 are 0 but for +-1 on the diagonal; row 4 is 0 in block 5 and has 1, -1 in block 8.
_U = (
    _through(_l, {1: 1, 2: -1, 4: 1, 6: 1, 7: -1})
    * (_place(_h, 1) * _place(_j, 1) + _place(_h, 2) * _place(_j, 2))
    + (_l - 5) / 3 * _place(_h, 4) * (_place(_j, 4) - _place(_j, 5))
    + _place(_j, 5) * (_place(_h, 5) - _place(_h, 3))
)
_B = _through(_l, {1: 0, 2: 0, 4: 0, 6: -1, 7: -1}) * (_place(_h, 1) + _place(_h, 2)) + (
    13 - 2 * _l
) / 3 * _place(_h, 4)
_V = (
    _place(_q, 5)
    * (
        _place(_h, 1) * _of_layer(1, 2, 6, 7)
        + _place(_h, 2) * _of_layer(6, 7)
        - _place(_h, 5) * _of_layer(3, 4, 5, 8)
    )
    + _place(_h, 3) * _place(_q, 3) * _of_layer(3)
    + _place(_h, 2) * _place(_q, 2) * _of_layer(4)
    + _place(_h, 4) * _place(_q, 4) * _of_layer(5, less=8)
)
_S = _place(_q, 4) * _through(_l, {k: int(k >= 5) for k in range(9)})
_WV = _of_layer(4) * _place(_j, 3) * _place(_q, 2)


def _constant(count: int, value: Term | int) -> tuple[tuple[str, ...], Json]:
    body = value.json if isinstance(value, Term) else str(value)
    return tuple(f"a{i}" for i in range(count)), body


_UNIT = S.exp(ONE - 1) * S.exp(ONE - 1)
_FUNCTIONS: dict[str, tuple[tuple[str, ...], Json]] = {
    "tok": (("s", "j"), "s"),
    "c": (("t", "k"), "0"),
    "perm": (("p", "j"), "j"),
    "act": (("p", "s"), "s"),
    "tr": (("a", "b"), "0"),
    "x": (("y", "k"), "y"),
    "mv": (("y", "k", "u"), "u"),
    "put": (("s", "l", "t"), "t"),
    "f": (("s", "i", "m"), "1"),
    "ds": (("u", "t"), "0"),
    "num": (("N", "j", "k", "s"), "0"),
    "net": (("w", "r"), "0"),
    "rad": (("w", "o"), "0"),
    "U": (("w", "l", "h", "j"), _U.json),
    "B": (("w", "l", "h"), _B.json),
    "V": (("w", "l", "h", "q"), _V.json),
    "S": (("w", "l", "s", "i", "q"), _S.json),
    "WV": (("w", "l", "j", "q"), _WV.json),
    "th": (("w", "r", "h"), "0"),
    **{name: _constant(4, 0) for name in ("WQ", "WK", "om")},
    **{name: _constant(4, 1) for name in ("E", "F")},
    **{name: _constant(5, 0) for name in ("Qu", "Ke", "Va", "Sc", "O")},
    "A": _constant(5, 1),
}


#: a point other than 0 is half its distance away from it
_CLOSED = """
fix y
have off: for all t: real, exists k: int, 1 <= k and k <= 1 and 0 != y
obtain k from off(0)
have far: for all t: real, exists k: int, 1 <= k and k <= 1 and |y|/2 < |0 - y|:
  take 1
take |y|/2
"""


def _closed_at(kind: str) -> int:
    """Which hypothesis says that cal(X) is closed."""
    return 9 if kind == "transformer" else 10


def _functions(kind: str) -> dict[str, tuple[tuple[str, ...], Json]]:
    features = _constant(5, _UNIT if kind == "performer" else 0)
    return _FUNCTIONS | dict.fromkeys("GH", features)


def satisfiable(claim: str, kind: str) -> Attempt:
    sequent = statement(kind)
    functions = _functions(kind)
    values = {"n": 1, "d": 1, "eps": 1, "beta": 0, "K": 1, "N": 1, "R": 1, "W": 0}
    values |= {"s": 0, "i": 1, "m": 1}  # of the conclusion
    names = values | {f"{name}_": value for name, value in values.items()}
    return Attempt(
        f"{claim}.satisfiable",
        "one token, $cal(X) = {0}$, $f = 1$, and $N = R = 1$: eight blocks of width 5",
        sequent,
        Witness(names, {name: functions[name] for name in sequent["functions"]}),
        {_closed_at(kind): _CLOSED},
    )


#: no sequences: the columns are x, the output, which is N from block 2 on, and a register
_NONE = {
    "U": _place(_h, 3, 3) * _place(_j, 3, 3),
    "B": _place(_h, 2, 3),
    "V": (_l - 1) * _place(_h, 2, 3) * _place(_q, 2, 3) - _place(_h, 3, 3) * _place(_q, 3, 3),
    "S": _place(_q, 2, 3) * _l * (_l - 1) / 2,
    "WV": ZERO,
}


def controls(claim: str, kind: str) -> tuple[Control, ...]:
    """Sizes that do not serve f = 3: without sequences a network of these weights is N."""
    sequent = statement(kind)
    show = sequent["show"][3][3][3]  # for some N and R: N >= 1, R >= 1 and this
    altered = {**sequent, "show": put(put(show, "N", ONE), "R", ZERO)}
    sizes = ("n", "d", "eps", *(("K",) if "K" in sequent["vars"] else ()))
    made = {name: (_FUNCTIONS[name][0], term.json) for name, term in _NONE.items()}
    functions = _functions(kind) | made | {"f": (("s", "i", "m"), "3")}
    witness = Witness(
        {**dict.fromkeys(sizes, 1), "beta": 0},
        {name: functions[name] for name in sequent["functions"]},
    )
    attempt = Attempt(
        f"{claim}.control.none",
        "with $N = 1$ and $R = 0$, no sequences, for every $f$: $cal(X) = {0}$, $f = 3$",
        altered,
        witness,
        {_closed_at(kind): _CLOSED},
    )
    return (Control(attempt, "constant tightened"),)
