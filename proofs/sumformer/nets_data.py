"""Data that meet the hypotheses of Theorems 4.3 to 4.5 with every layer: one token, the point 0.

n = d = 1, f = 0, N = R = 1: eight blocks of width 5.  Columns are x, Sigma, phi, the output and a
register; the output is 1 after blocks 5, 6 and 7, and everything else is 0.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from constructions.terms import Json, Term, var
from proofs.claims import Attempt, Witness
from proofs.kernel.context import Context
from proofs.library.vectors import ONE, S, shown_by, summands
from proofs.methods.leaves import given
from proofs.methods.script import Node, auto, case, have, intro, look, node
from proofs.sumformer.closure import intros
from proofs.sumformer.compact_data import used_at
from proofs.sumformer.data import exponents, written_out
from proofs.sumformer.nets import formula
from proofs.sumformer.nets_theorems import network, statement

ZERO = S.const(0)
_ARGUMENTS = {
    "U": "w l h j",
    "B": "w l h",
    "V": "w l h q",
    "S": "w l s i q",
    "WV": "w l j q",
}
_ENTRIES: dict[str, list[tuple[tuple[int, ...], int]]] = {
    "U": [
        ((1, 1, 1), 1),
        ((2, 1, 1), -1),
        ((3, 3, 5), -1),
        ((3, 5, 5), 1),
        ((4, 2, 2), 1),
        ((4, 5, 5), 1),
        ((5, 5, 5), 1),
        ((6, 1, 1), 1),
        ((6, 2, 2), 1),
        ((7, 1, 1), -1),
        ((7, 2, 2), -1),
        ((8, 4, 4), 1),
        ((8, 4, 5), -1),
        ((8, 5, 5), 1),
    ],
    "B": [((5, 4), 1), ((6, 1), -1), ((6, 2), -1), ((7, 1), -1), ((7, 2), -1)],
    "V": [
        ((1, 1, 5), 1),
        ((2, 1, 5), 1),
        ((3, 3, 3), 1),
        ((3, 5, 5), -1),
        ((4, 2, 2), 1),
        ((4, 5, 5), -1),
        ((5, 4, 4), 1),
        ((5, 5, 5), -1),
        ((6, 1, 5), 1),
        ((6, 2, 5), 1),
        ((7, 1, 5), 1),
        ((7, 2, 5), 1),
        ((8, 4, 4), -1),
        ((8, 5, 5), -1),
    ],
    "S": [((5, 4), 1), ((6, 4), 1), ((7, 4), 1)],
    "WV": [((4, 3, 2), 1)],
}
_PLACES = {"U": "l h j", "B": "l h", "V": "l h q", "S": "l q", "WV": "l j q"}


def _spike(at: Term, place: int) -> Term:
    return S.maximum(ZERO, 1 - S.abs(at - place))


def _table(name: str) -> tuple[tuple[str, ...], Json]:
    """The function with these entries at integers, and 0 at the others."""
    value: Term = ZERO
    for places, entry in _ENTRIES[name]:
        term = S.const(entry)
        for at, place in zip(_PLACES[name].split(), places, strict=True):
            term = term * _spike(var(at), place)
        value = value + term
    return tuple(_ARGUMENTS[name].split()), value.json


def _constant(count: int, value: Term | int) -> tuple[tuple[str, ...], Json]:
    return tuple(f"a{i}" for i in range(count)), value.json if isinstance(value, Term) else str(value)


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
    "f": (("s", "i", "m"), "0"),
    "ds": (("u", "t"), "0"),
    "net": (("N", "r"), "0"),
    "rad": (("N", "o"), ((var("o") - 1) / S.maximum(ONE, var("N"))).json),
    **{name: _table(name) for name in _ENTRIES},
    **{name: _constant(4, 0) for name in ("WQ", "WK", "om")},
    **{name: _constant(4, 1) for name in ("E", "F")},
    **{name: _constant(5, 0) for name in ("Qu", "Ke", "Va", "Sc", "O")},
    "th": _constant(3, 0),
    "A": _constant(5, 1),
}


def _size(term: Term) -> Node:
    return case(term.json, auto("0"), auto("0"))


def _closed() -> Node:
    """A point other than 0 is half its distance away from it."""
    y = var("y0")
    gap = S.abs(y) / 2
    far = case(S.abs(y).json, *[case(S.abs(ZERO - y).json, auto("far"), auto("far"))] * 2)
    far = intro("t0", shown_by(ONE, node("both", auto("1"), auto("1"), far)))
    shown = shown_by(gap, node("both", given(), far))
    positive = have(gap > 0, case(S.abs(y).json, auto("> 0"), auto("> 0")), shown)
    return intros("y0 .", used_at(lambda t: ZERO, y, y, positive))


def _continuous() -> Node:
    inside = intros("z0 . i0 m0 .", _size(S.abs(ZERO - ZERO)))
    return intros("eta0 s0 .", shown_by(ONE, node("both", auto("1 > 0"), inside)))


def _net() -> Node:
    """Radii (o - 1)/N, o = 1, ..., N + 1."""
    size, radius = var("N0"), var("r0")
    level = S.floor(size * radius)
    widest = S.maximum(ONE, size)
    gap = S.abs(radius - (level + 1 - 1) / widest)
    near = case(gap.json, auto("below 1/N"), auto("0"))
    near = have(
        widest.equals(size),
        case(widest.json, auto("N = 1"), auto("N")),
        have(widest >= 1, auto("N >= 1"), near),
    )
    close = intros("j0 k0 .", _size(S.abs(ZERO - ZERO)))
    bounds = [auto("1 <= o"), auto("o <= N + 1"), close, near]
    there = intros("s0 r0 .", shown_by(level + 1, node("both", *bounds)))
    return intros("N0 .", shown_by(size + 1, node("both", auto("1 <= N + 1"), there)))


def each_number(leaf: Node, pending: Sequence[str] = ()) -> Node:
    """A goal about integers in ranges that are numbers: every one in turn, then the leaf."""

    def found(context: Context) -> Node:
        goal = context.goal
        if goal[0] == "all":
            name = next(f"v{m}" for m in range(100) if f"v{m}" not in context.sorts)
            more = [*pending, name] if goal[2] == "int" else pending
            return intro(name, each_number(leaf, more))
        if goal[0] == "implies":
            return intro("", each_number(leaf, pending))
        if goal[0] == "and":
            return node("both", *[each_number(leaf, pending)] * (len(goal) - 1))
        if not pending:
            return leaf
        low, high = _range(context, pending[0])
        rest = each_number(leaf, pending[1:])
        count = high - low + 1
        return node("finite", *[rest] * count, on=pending[0], **{"from": low, "to": high})

    return look(found)


def _range(context: Context, name: str) -> tuple[int, int]:
    """The bounds of an integer that are known as numbers."""
    lows, highs = [], []
    for literal in context.literals:
        terms = dict(literal.poly)
        slope = terms.pop(((name, 1),), None)
        if slope is None or set(terms) - {()} or literal.rel not in (">=", ">"):
            continue
        bound = -terms.get((), 0) / slope
        if slope > 0:
            lows.append(bound if literal.rel == ">=" else bound + 1)
        else:
            highs.append(bound if literal.rel == ">=" else bound - 1)
    low, high = max(lows), min(highs)
    return int(-(-low // 1)), int(high // 1)


def _count(json: Json) -> int:
    return sum(map(_count, json[1:])) if json[0] == "and" else 1


def _given(kind: str) -> dict[int, Callable[[], Node]]:
    """Scripts for hypotheses, by their places; those of the network follow after N and R."""
    first = 2 if kind == "transformer" else 3
    proofs: dict[int, Callable[[], Node]] = {
        first: lambda: intros("p0 s0 j0 .", auto("the same")),
        first + 1: lambda: each_number(auto("1")),
        first + 3: lambda: each_number(auto("1")),
        first + 5: lambda: each_number(auto("1")),
        first + 6: lambda: intros("t0 k0 .", _size(S.abs(ZERO))),
        first + 7: _closed,
        first + 8: lambda: intros("p0 s0 i0 m0 .", auto("0")),
        first + 9: _continuous,
        first + 11: lambda: intros("u0 t0", summands(1, _size(S.abs(ZERO - ZERO)))),
        first + 12: _net,
    }
    place = first + 13 + 2
    for name in network(kind):
        leaf = {"SOFT": written_out, "SOFTL": written_out}.get(name, lambda: auto("numbers"))
        if name.startswith("FEATURE"):
            leaf = exponents
        for _ in range(_count(formula(name))):
            proofs[place] = lambda leaf=leaf: each_number(leaf())  # type: ignore[misc]
            place += 1
    return proofs


def satisfiable(claim: str, kind: str) -> Attempt:
    sequent = statement(kind)
    functions = {**_FUNCTIONS}
    if kind == "linformer":
        functions |= {name: _constant(5, 0) for name in ("G", "H")}
    if kind == "performer":
        functions |= {name: _constant(5, _UNIT) for name in ("G", "H")}
    values = {"n": 1, "d": 1, "eps": 1, "beta": 1, "K": 1, "N": 1, "R": 1, "W": 0}
    inside = {"s": 0, "i": 1, "m": 1}
    names = {name: value for name, value in (values | inside).items()}
    names |= {f"{name}_": value for name, value in (values | inside).items()}
    return Attempt(
        f"{claim}.satisfiable",
        "one token, $cal(X) = {0}$, $f = 0$, and $N = R = 1$: eight blocks of width 5",
        sequent,
        Witness(names, {name: functions[name] for name in sequent["functions"]}),
        _given(kind),
    )


