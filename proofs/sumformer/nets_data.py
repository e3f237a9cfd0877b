"""Data that meet the hypotheses of Theorems 4.3 to 4.5 with every layer: one token, the point 0.

n = d = 1, f = 0, N = R = 1: eight blocks of width 5.  Columns are x, Sigma, phi, the output and a
register; the output is 1 after blocks 5, 6 and 7, and everything else is 0.
"""

from __future__ import annotations

import json
from collections.abc import Callable

from constructions.terms import Json, Term, every, implies, var
from proofs.claims import Attempt, Witness
from proofs.kernel.context import Context
from proofs.library.vectors import ONE, S, fact, put, shown_by, summands
from proofs.methods.leaves import given
from proofs.methods.script import (
    Node,
    auto,
    case,
    define,
    have,
    induct,
    intro,
    lemmas,
    look,
    node,
    split,
    unread,
)
from proofs.sumformer.closure import intros
from proofs.sumformer.compact_data import used_at
from proofs.sumformer.data import _evaluated, exponents, written_out
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
    return tuple(f"a{i}" for i in range(count)), value.json if isinstance(value, Term) else str(
        value
    )


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
    nothing = have(y.equals(0), case(S.abs(y).json, auto("0"), auto("0")), auto("it is 0"))
    positive = have(gap > 0, split((-gap).json, nothing, auto("> 0")), shown)
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
        near,
    )
    close = intros("j0 . h0 .", have(1 / size > 0, auto("> 0"), _size(S.abs(ZERO - ZERO))))
    bounds = [auto("1 <= o"), auto("o <= N + 1"), close, near]
    shown = shown_by(level + 1, node("both", *bounds))
    facts = [
        (size * radius >= 0, auto("N r >= 0")),
        (size * radius <= size, auto("r <= 1")),
        (level >= 0, split(level.json, auto("known"), auto("N r < 0"))),
    ]
    shown = define((1 / widest).json, auto("> 0"), lemmas(facts, shown))
    there = intros("s0 r0 .", have(widest >= 1, auto(">= 1"), shown))
    there = shown_by(size + 1, node("both", auto("1 <= N + 1"), there))
    return intros("N0 .", define((1 / size).json, auto("N > 0"), there))


def each_number(formula_: Json, leaf: Callable[[], Node]) -> Node:
    """Proof of a formula about integers in ranges that are numbers, every one in turn.

    A value is put in by an induction that begins with it and whose step is vacuous or known from
    the value after it; so what is left has no variables.
    """
    op, *args = formula_
    if op == "and":
        return node("both", *[each_number(part, leaf) for part in args])
    if op == "implies":
        return intro("", leaf() if not _holds(args[0]) else each_number(args[1], leaf))
    if op != "all":
        return leaf()
    name, sort, body = args
    if sort == "real":
        new = var(f"v{name}r")
        return intro(new.json, each_number(put(body, name, new), leaf))
    low, high = _range(name, body)
    new, last = var(f"v{name}a"), var(f"v{name}b")

    def at(value: Term) -> Json:
        return put(body, name, value)

    def after(value: int) -> Json:
        bound = var(f"v{name}d")
        return every(bound.json, "int", implies(bound >= value, at(bound)))

    ends = split(
        (last - low).json,
        fact(after(low), [last], given(), auto("in range")) if low <= high else _absurd(at(last)),
        _absurd(at(last)),
    )
    proof = intro(last.json, ends)
    for value in range(low, high + 1):
        step = _absurd(at(new + 1))
        if value < high:
            step = fact(after(value + 1), [new + 1], given(), auto("in range"))
        base = each_number(at(S.const(value)), leaf)
        proof = induct(new.json, str(value), at(new), base, step, proof)
    return proof


def numbered(leaf: Callable[[], Node]) -> Node:
    """:func:`each_number` for the goal that is met."""

    def found(context: Context) -> Node:
        goal = unread(context.goal)
        proof = each_number(goal, leaf)
        if '["max", "1", "1"]' in json.dumps(goal):
            whole = S.maximum(ONE, ONE)
            proof = have(
                whole >= 1, auto("1"), define((1 / whole).json, auto("max(1, 1) > 0"), proof)
            )
        return proof

    return look(found)


def _absurd(formula_: Json) -> Node:
    """Proof of a formula whose premise is false."""
    op, *args = formula_
    if op == "all":
        new = var(f"v{args[0]}c")
        return intro(new.json, _absurd(put(args[2], args[0], new)))
    return intro("", auto("out of range"))


def _range(name: str, body: Json) -> tuple[int, int]:
    """The bounds of an integer in the premise."""
    while body[0] == "all":
        body = body[3]
    premise = body[1]
    lows, highs = [], []
    for op, one, other in premise[1:] if premise[0] == "and" else [premise]:
        if op == "<=" and other == name:
            lows.append(int(_evaluated(one, {})))
        if op == "<=" and one == name:
            highs.append(int(_evaluated(other, {})))
    return max(lows), min(highs)


def _holds(premise: Json) -> bool:
    """Whether relations between numbers hold."""
    if premise[0] == "and":
        return all(map(_holds, premise[1:]))
    op, *sides = premise
    one, other = (_evaluated(side, {}) for side in sides)
    return {"<=": one <= other, "<": one < other, "=": one == other, "!=": one != other}[op]


def _count(formula_: Json) -> int:
    return sum(map(_count, formula_[1:])) if formula_[0] == "and" else 1


def _numbers() -> Node:
    return auto("numbers")


def _given(kind: str) -> dict[int, Callable[[], Node]]:
    """Scripts for hypotheses, by their places; those of the network follow after N and R."""
    first = 2 if kind == "transformer" else 3
    proofs: dict[int, Callable[[], Node]] = {
        first: lambda: intros("p0 s0 j0 .", auto("the same")),
        first + 1: lambda: numbered(lambda: auto("1")),
        first + 3: lambda: numbered(lambda: auto("1")),
        first + 5: lambda: numbered(lambda: auto("1")),
        first + 6: lambda: intros("t0 h0 .", _size(S.abs(ZERO))),
        first + 7: _closed,
        first + 8: lambda: intros("p0 s0 i0 m0 .", auto("0")),
        first + 9: _continuous,
        first + 11: lambda: intros("u0 t0", summands(1, _size(S.abs(ZERO - ZERO)))),
        first + 12: _net,
    }
    place = first + 13 + 2
    for name in network(kind):
        leaf = {"SOFT": written_out, "SOFTL": written_out}.get(name, _numbers)
        if name.startswith("FEATURE"):
            leaf = exponents
        for _ in range(_count(formula(name))):
            proofs[place] = lambda leaf=leaf: numbered(leaf)  # type: ignore[misc]
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
    names = dict((values | inside).items())
    names |= {f"{name}_": value for name, value in (values | inside).items()}
    return Attempt(
        f"{claim}.satisfiable",
        "one token, $cal(X) = {0}$, $f = 0$, and $N = R = 1$: eight blocks of width 5",
        sequent,
        Witness(names, {name: functions[name] for name in sequent["functions"]}),
        _given(kind),
    )
