"""Data that meet the hypotheses of Theorems 4.3 to 4.5 with every layer: one token, the point 0.

n = d = 1, f = 1, N = R = 1: eight blocks of width 5.  Columns are x, Sigma, phi, the output and a
register; the output is 1 from block 5 on, and everything else is 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from math import prod

from constructions.terms import Json, Term, every, implies, var
from proofs.claims import Attempt, Control, Witness
from proofs.kernel.context import Context
from proofs.kernel.terms import Formula, read_formula
from proofs.library.vectors import ONE, S, fact, put, unfolded
from proofs.sumformer.closure import intros
from proofs.sumformer.data import _evaluated, exponents, sums_in, written_out
from proofs.sumformer.nets.formulas import formula, parts
from proofs.sumformer.nets.theorems import network, statement
from proofs.trees.leaves import given
from proofs.trees.script import (
    Node,
    auto,
    case,
    have,
    induct,
    intro,
    look,
    node,
    plain_json,
    searched,
    split,
    unread,
)

ZERO = S.const(0)
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


def each_number(
    formula_: Json,
    named: Json,
    which: str,
    leaf: Callable[[], Node],
    ready: Callable[[Json], list[Json]],
) -> Node:
    """Proof of a formula, with every number in turn for the integers ``which`` that it is about.

    ``named`` is the formula with the names in which ``which`` is written.

    A value is put in by an induction that begins with it and whose step is vacuous or known from
    the value after it.  Other variables stay as they are.  What ``ready`` finds in what is left of
    the formula, once a number is put in, is evaluated before the next.
    """
    op, *args = formula_
    if op == "and":
        return node(
            "both",
            *[
                each_number(*parts, which, leaf, ready)
                for parts in zip(args, named[1:], strict=True)
            ],
        )
    if op == "implies":
        if not _may_hold(args[0]):
            return intro("", auto("out of range"))
        return intro("", each_number(args[1], named[2], which, leaf, ready))
    if op != "all":
        return leaf()
    name, sort, body = args
    if sort == "real" or named[1] not in which:
        new = var(f"v{name}r")
        return intro(new.json, each_number(put(body, name, new), named[3], which, leaf, ready))
    low, high = _range(name, body)
    new, last = var(f"v{name}a"), var(f"v{name}b")
    if high < low:
        return intro(last.json, _absurd(put(body, name, last)))

    def at(value: Term) -> Json:
        return put(body, name, value)

    def after(value: int) -> Json:
        bound = var(f"v{name}d")
        return every(bound.json, "int", implies(bound >= value, at(bound)))

    known = fact(after(low), [last], given(), auto("in range"))
    proof = intro(last.json, split((last - low).json, known, _absurd(at(last))))
    for value in range(low, high + 1):
        step = _absurd(at(new + 1))
        if value < high:
            step = fact(after(value + 1), [new + 1], given(), auto("in range"))
        here = at(S.const(value))
        base = each_number(here, named[3], which, leaf, ready)
        for term in reversed(ready(here)):
            base = _evaluate(term, base)
        proof = induct(new.json, str(value), at(new), base, step, proof)
    return proof


def exact() -> Node:
    """A relation that follows from what is known by an identity: no enclosures."""

    def found(context: Context) -> Node:
        probe = context.child()
        hit = searched(probe.literals + probe.negated_goal(), 20)
        if hit is None:
            return auto("numbers")
        ((by, parameters),) = hit.items()
        return {"by": by, **parameters, "then": []}

    return look(found)


def _closed_term(json: Json) -> bool:
    try:
        _value(json)
    except (ValueError, KeyError, TypeError):
        return False
    return True


def _value(json: Json) -> Fraction:
    """The value of a closed term."""
    if isinstance(json, list) and json[0] == "max":
        return max(map(_value, json[1:]))
    if isinstance(json, list) and json[0] == "sum":
        low, high = (int(_value(part)) for part in json[2:4])
        return sum(
            (_value(put(json[4], json[1], S.const(k))) for k in range(low, high + 1)), Fraction(0)
        )
    if isinstance(json, list):
        return _evaluated([json[0], *(str(_value(part)) for part in json[1:])], {})
    return Fraction(json)


def _evaluate(term: Json, then: Node) -> Node:
    """The value of a closed term of sums and maxima is known; then go on."""
    if not isinstance(term, list):
        return then
    if term[0] == "sum":
        low, high = (int(_value(part)) for part in term[2:4])
        proof = have(["=", term, str(_value(term))], exact(), then)
        proof = unfolded(term, high - low + 1, proof)
        for k in range(low, high + 1):
            proof = _evaluate(put(term[4], term[1], S.const(k)), proof)
        return proof
    if term[0] == "max":
        value = ["=", term, str(_value(term))]
        then = have(value, case(term, exact(), exact()), then)
    for part in term[1:]:
        then = _evaluate(part, then)
    return then


def units(formula_: Json) -> list[Json]:
    """The ReLU units of a layer: maxima in sums."""
    if not isinstance(formula_, list):
        return []
    if formula_[0] != "sum":
        return [term for part in formula_[1:] for term in units(part)]
    bound, low, high, body = formula_[1:]
    places = range(int(_value(low)), int(_value(high)) + 1)
    each = [put(term, bound, S.const(k)) for k in places for term in _maxima(body)]
    return [term for term in each if _closed_term(term)]


def _maxima(json: Json) -> list[Json]:
    if not isinstance(json, list):
        return []
    found = [json] if json[0] == "max" else []
    return found + [term for part in json[1:] for term in _maxima(part)]


def _nothing(formula_: Json) -> list[Json]:
    return []


def numbers() -> Node:
    """An equation of polynomials that is one, or that is after its closed maxima are known."""

    def found(context: Context) -> Node:
        probe = context.child()
        goal = unread(context.goal)
        (negated,) = probe.negated_goal()
        if negated.rel == "!=" and not negated.poly:
            return node("zero", lit=len(probe.literals), terms=[["1", [], []]], mult=[])
        proof = auto("numbers")
        for term in _maxima(goal):
            proof = _evaluate(term, proof)
        return proof

    return look(found)


def block() -> Node:
    """One layer: the sum over its units, which are known; the column stays as it is."""

    def found(context: Context) -> Node:
        (total,) = (t for t in sums_in(unread(context.goal)) if _maxima(t))
        name, index, low, high, body = total
        proof = node("empty", auto("no more"), _added(total), on=[name, index, low, "0", body])
        for h in range(1, int(_value(high)) + 1):
            upto = [name, index, low, str(h), body]
            proof = node("unfold", auto("one more"), proof, on=upto)
            _, weight, unit = put(total[4], total[1], S.const(h))
            value = ["*", weight, str(_value(unit))]
            proof = have(["=", ["*", weight, unit], value], _times(weight, unit), proof)
        return proof

    return look(found)


def _added(total: Json) -> Node:
    """The goal, from what has been said of the sum and of each summand."""

    def found(context: Context) -> Node:
        name, index, low, high, body = total
        probe = context.child()
        probe.negated_goal()
        last = len(probe.literals)

        def upto(k: int) -> Json:
            return [name, index, low, str(k), body]

        wanted = [["=", upto(0), "0"]]
        for h in range(1, int(_value(high)) + 1):
            _, weight, unit = summand = put(body, index, S.const(h))
            wanted.append(["=", upto(h), ["+", upto(h - 1), summand]])
            wanted.append(["=", summand, ["*", weight, str(_value(unit))]])
        literals = [probe.literal(_relation(context, formula_)) for formula_ in wanted]
        mult = [[probe.literals.index(literal), "1"] for literal in literals]
        return node("zero", lit=last, terms=[["1", [], []]], mult=mult)

    return look(found)


def _relation(context: Context, formula_: Json) -> Formula:
    return read_formula(plain_json(formula_), context.sorts, context.functions)


def _times(weight: Json, unit: Json) -> Node:
    """weight * unit = weight * value, from unit = value."""

    def found(context: Context) -> Node:
        probe = context.child()
        probe.negated_goal()
        known = context.child().literal(_relation(context, ["=", unit, str(_value(unit))]))
        number = probe.literals.index(known)
        mult = [[number, ["-", weight]]]
        last = len(probe.literals)
        return node("zero", lit=last, terms=[["1", [], []]], mult=mult)

    return look(found)


def numbered(
    named: Json, which: str, leaf: Callable[[], Node], ready: Callable[[Json], list[Json]]
) -> Node:
    """:func:`each_number` for the goal that is met."""

    def found(context: Context) -> Node:
        goal = unread(context.goal)
        return each_number(goal, named or goal, which, leaf, ready)

    return look(found)


def _absurd(formula_: Json) -> Node:
    """Proof of a formula whose premise is false."""
    op, *args = formula_
    if op == "all":
        new = var(f"v{args[0]}c")
        return intro(new.json, _absurd(put(args[2], args[0], new)))
    if op == "and":
        return node("both", *map(_absurd, args))
    return intro("", auto("out of range"))


def _range(name: str, body: Json) -> tuple[int, int]:
    """The bounds of an integer in the premise."""
    while body[0] == "all":
        body = body[3]
    premise = body[1]
    lows, highs = [], []
    for op, one, other in premise[1:] if premise[0] == "and" else [premise]:
        if op == "<=" and other == name:
            lows.append(int(_value(one)))
        if op == "<=" and one == name and _closed_term(other):
            highs.append(int(_value(other)))
    return max(lows), min(highs)


def _may_hold(premise: Json) -> bool:
    """Whether no relation between numbers in it fails."""
    if premise[0] == "and":
        return all(map(_may_hold, premise[1:]))
    op, *sides = premise
    if not all(map(_closed_term, sides)):
        return True
    one, other = map(_value, sides)
    return {"<=": one <= other, "<": one < other, "=": one == other, "!=": one != other}[op]


def _kept_sum() -> Node:
    """th(r, 1 + o) = max(0, 0), the sum for one token."""

    def found(context: Context) -> Node:
        (total,) = sums_in(unread(context.goal))
        inner = put(total[4], total[1], ONE)
        return unfolded(total, 1, case(inner, auto("0"), auto("0")))

    return intros("r0 o0 .", look(found))


def _in_range() -> Node:
    return auto("in range")


#: formulas of the network, and for which of its integers numbers are put in
_NUMBERED = {
    "WV1": "o",
    "WV1P": "o",
    "WV2": "jq",
    "WV3": "q",
    "WV4": "q",
    "WV5": "l",
    **{f"W{k}": "rhjqm" for k in range(1, 9)},
}


def _network(name: str, part: Json) -> Node:
    if name == "BLOCK":
        return numbered(part, "l", block, units)
    if name == "TH2":
        return _kept_sum()
    if name in ("PICKED", "RADII"):
        return numbered(part, "", _in_range, _nothing)
    leaf = written_out if name not in ("FEATUREQ", "FEATUREK") else exponents
    if name in _NUMBERED or name in ("INPUT", "WZERO", "TH1"):
        leaf = numbers
    return numbered(part, _NUMBERED.get(name, ""), leaf, _nothing)


#: a point other than 0 is half its distance away from it
_CLOSED = """
fix y
have off: for all t: real, exists k: int, 1 <= k and k <= 1 and 0 != y
obtain k from off(0)
have far: for all t: real, exists k: int, 1 <= k and k <= 1 and |y|/2 < |0 - y|:
  take 1
take |y|/2
"""


def _weights(kind: str) -> list[Callable[[], Node]]:
    """Scripts for what the conclusion says of the network, one formula after the other."""
    named = [(name, part) for name in network(kind) for part in parts(formula(name))]
    return [partial(_network, name, part) for name, part in named]


def _closed_at(kind: str) -> int:
    """Which hypothesis says that cal(X) is closed."""
    return 9 if kind == "transformer" else 10


def _functions(kind: str) -> dict[str, tuple[tuple[str, ...], Json]]:
    functions = {**_FUNCTIONS}
    if kind == "linformer":
        functions |= {name: _constant(5, 0) for name in ("G", "H")}
    if kind == "performer":
        functions |= {name: _constant(5, _UNIT) for name in ("G", "H")}
    return functions


def satisfiable(claim: str, kind: str) -> Attempt:
    sequent = statement(kind)
    functions, place = _functions(kind), _closed_at(kind)
    values = {"n": 1, "d": 1, "eps": 1, "beta": 0, "K": 1, "N": 1, "R": 1, "W": 0}
    inside = {"s": 0, "i": 1, "m": 1}
    names = dict((values | inside).items())
    names |= {f"{name}_": value for name, value in (values | inside).items()}
    return Attempt(
        f"{claim}.satisfiable",
        "one token, $cal(X) = {0}$, $f = 1$, and $N = R = 1$: eight blocks of width 5",
        sequent,
        Witness(names, {name: functions[name] for name in sequent["functions"]}),
        {place: _CLOSED, **dict(enumerate(_weights(kind), place + 10))},
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

    def weights(formulas: Json, left: Iterator[Callable[[], Node]]) -> Node:
        if formulas[0] == "and":
            return node("both", *[weights(part, left) for part in formulas[1:]])
        return next(left)()

    def far() -> Node:
        left = iter(_weights(kind))
        there = auto("eps <= 2")
        for index in ("1", "1", "0"):
            there = node("some", there, **{"is": index})
        return node("some", node("both", weights(show[3][1], left), there), **{"is": "0"})

    attempt = Attempt(
        f"{claim}.control.none",
        "with $N = 1$ and $R = 0$, no sequences, for every $f$: $cal(X) = {0}$, $f = 3$",
        altered,
        witness,
        {_closed_at(kind): _CLOSED},
        far,
    )
    return (Control(attempt, "constant tightened"),)
