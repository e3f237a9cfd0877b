"""The mpmath rows: statements evaluated at fifty digits on exact data, both sides shown.

For an obligation the data are those that the kernel knows to meet its hypotheses and, around them,
points that are moved to random and to hard places (0, equal values, extreme scales) and are kept
if they meet the hypotheses.  For a refutation they are its witness.  Every comparison that the
conclusion makes there is evaluated by mpmath (:mod:`constructions.interop.mp_terms`), and each side
has to lie in the enclosure that the kernel or FLINT's balls give for it, up to one unit in the
fiftieth digit.  What does not, and what contradicts a proof or a refutation that the kernel has
accepted, is a bug in netproof and stops the run (:class:`Disagreement`).

Quantifiers inside a conclusion are followed at finitely many values.  No verdict rests on a row.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import islice
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from proofs import decide
from proofs.claims import Attempt, Claim, Obligation, Witness
from proofs.evidence import CERTAIN, HOLDS, Evidence
from proofs.kernel.errors import Reject
from proofs.refute import data_text, of_witness, written
from proofs.vacuity import HOLD, SATISFIABLE, Row
from verify import kept_rows

if TYPE_CHECKING:
    from verify.small_points import SmallPoint

Json = Any
Values = Mapping[str, Json]
RELATIONS = ("<=", "<", "=", "!=")
OBLIGATION, REFUTATION, INSTANCE = "obligation", "refutation", "instance"
#: False, not to be told, true at the values tried, true.
FALSE, UNKNOWN, SEEN, TRUE = range(4)
KNOWN, MOVES, MOVED = (
    3,
    14,
    3,
)  # points: of the kernel, moves that are tried, moved ones that are kept
COMPARED, SHOWN = 3, 2  # comparisons of a point that are checked, and that a row shows
WORK = 12_000  # operations of mpmath for a point
RANGE, TRIED = 24, 5  # values of a bound integer with known bounds; values tried of any other
POOL = 12  # terms of a proof that are tried for what exists
MAX_TEXT = 80_000  # characters of a statement: beyond that a row says so
HARD = tuple(map(Fraction, ("0", "1", "-1", "1/2", "1000000", "1/1000000", "-1000000", "2", "1/3")))
WHOLE = tuple(map(Fraction, (1, 2, 0, 3, 5, 8, -1)))


class Disagreement(AssertionError):
    """Two parts of netproof that compute the same number, or judge the same formula, differ."""


@dataclass(frozen=True)
class Point:
    """Closed terms for variables, terms for functions; ``known``: the kernel has accepted them.

    ``inside`` are values for what the conclusion binds, at which its premises hold.
    """

    values: dict[str, Json]
    functions: dict[str, tuple[tuple[str, ...], Json]]
    inside: dict[str, Json] = field(default_factory=dict)
    known: bool = False


@dataclass(frozen=True)
class Side:
    """One comparison that was met on the way, and the values of everything in it."""

    op: str
    left: Json
    right: Json
    at: dict[str, Json]


class _Judge:
    """Formulas at a point, by mpmath with 80 digits, as far as that and samples can tell."""

    def __init__(self, point: Point, refuting: bool = False, work: int = WORK) -> None:
        from constructions.interop.mp_terms import DIGITS, GUARD, Evaluator

        self.point = point
        self.refuting = refuting  # what does not exist is shown at the values tried
        self.mp = Evaluator(point.functions, DIGITS + GUARD, 4 * work if refuting else work)
        self.at = {name: self.mp.value(term, {}) for name, term in point.values.items()}
        self.terms = dict(point.values)
        self.reasons: Counter[str] = Counter()
        self.pool: Sequence[Json] = ()  # tried for what is bound, where it has a value
        self.unmet: list[Side] = []  # what decides that a premise fails

    def truth(
        self,
        formula: Json,
        at: Mapping[str, Any] | None = None,
        terms: Values | None = None,
        sides: list[Side] | None = None,
    ) -> int:
        """How the formula stands; the comparisons that decide it are added to ``sides``."""
        at = self.at if at is None else at
        terms = self.terms if terms is None else terms
        op, *args = formula
        if op in RELATIONS:
            return self._relation(op, args[0], args[1], at, terms, sides)
        if op == "and":
            return min((self.truth(part, at, terms, sides) for part in args), default=TRUE)
        if op == "implies":
            premise: list[Side] = []
            held = self.truth(args[0], at, terms, premise)
            if held == FALSE:
                self.unmet += premise[-1:]
                return TRUE
            if sides is not None and self.refuting:
                sides += premise[-1:]
            then = self.truth(args[1], at, terms, sides)
            if held == TRUE:
                return then
            return SEEN if then >= SEEN else UNKNOWN
        if op in ("all", "some"):
            return self._quantified(op, args, at, terms, sides)
        return self._lipschitz(args, at, terms)

    def _relation(
        self,
        op: str,
        left: Json,
        right: Json,
        at: Mapping[str, Any],
        terms: Values,
        sides: list[Side] | None,
    ) -> int:
        from constructions.interop.mp_terms import Undefined, Unevaluated

        try:
            a, b = self.mp.value(left, at), self.mp.value(right, at)
        except Undefined as error:
            self.reasons[str(error)] += 1
            return FALSE
        except (Unevaluated, ArithmeticError, ValueError) as error:
            self.reasons[str(error)] += 1
            return UNKNOWN
        if sides is not None:
            sides.append(Side(op, left, right, dict(terms)))
        if a.exact is not None and b.exact is not None:
            p, q = a.exact, b.exact
            return TRUE if {"<=": p <= q, "<": p < q, "=": p == q, "!=": p != q}[op] else FALSE
        gap = b.mp - a.mp
        if abs(gap) <= self.mp.near * max(1, abs(a.mp), abs(b.mp)):  # equal to fifty digits
            return SEEN if op in ("<=", "=") else UNKNOWN
        return TRUE if {"<=": gap > 0, "<": gap > 0, "=": False, "!=": True}[op] else FALSE

    def _quantified(
        self,
        op: str,
        args: list[Json],
        at: Mapping[str, Any],
        terms: Values,
        sides: list[Side] | None,
    ) -> int:
        name, sort, body = args
        tried, complete = self._tried(op, name, sort, body, at, terms)
        ends = []
        for term, number in tried:
            inner: list[Side] = []
            end = self.truth(body, {**at, name: number}, {**terms, name: term}, inner)
            if sides is not None and (op == "all" or end >= SEEN or self.refuting):
                sides += inner
            ends.append(end)
            if end == (FALSE if op == "all" else TRUE):
                return end
        if op == "all":
            if complete:
                return min(ends, default=TRUE)
            return UNKNOWN if not ends or UNKNOWN in ends else SEEN
        if SEEN in ends:
            return SEEN
        if complete and all(end == FALSE for end in ends):
            return FALSE
        self.reasons["what is said to exist is not found among the values tried"] += 1
        return UNKNOWN

    def _tried(
        self, op: str, name: str, sort: str, body: Json, at: Mapping[str, Any], terms: Values
    ) -> tuple[list[tuple[Json, Any]], bool]:
        """Values for a bound name, and whether these are all for which the body says something."""
        exact: list[Fraction] = []
        found: list[tuple[Json, Any]] = []
        low: list[Fraction] = []
        high: list[Fraction] = []
        for key in (name, name + "_", name + "__"):
            if key in self.point.inside:
                found += self._valued(self.point.inside[key], at, terms, sort)
        for term in self.pool:
            found += self._valued(term, at, terms, sort)
        for side, other, rel, first in _about(name, body, op):
            value = self._valued(other, at, terms, "real")
            if rel == "=":
                found += [v for v in value if sort == "real" or _whole(v[1].exact)]
                continue
            if value and value[0][1].exact is not None and side:
                q = value[0][1].exact
                (high if first else low).append(q)
                exact += [q] if sort == "real" else [Fraction(q.__floor__() + s) for s in (0, 1)]
        for other in _around(name, body):
            value = self._valued(other, at, terms, "real")
            if value and value[0][1].exact is not None:
                exact += [s * value[0][1].exact / 2 for s in (1, -1)]
        if sort == "int" and low and high:
            start, end = int(max(low).__ceil__()), int(min(high).__floor__())
            if end - start < RANGE:
                return [(str(k), self.mp.number(k)) for k in range(start, end + 1)], True
        if sort == "real" and low and high:
            exact += [(max(low) + min(high)) / 2]
        exact += WHOLE[:4] if sort == "int" else HARD[:4]
        found += [(str(q), self.mp.number(q)) for q in dict.fromkeys(exact)]
        kept: dict[str, tuple[Json, Any]] = {}
        for term, number in found:
            kept.setdefault(json.dumps(term), (term, number))
        return list(islice(kept.values(), TRIED + len(self.pool))), False

    def _valued(
        self, term: Json, at: Mapping[str, Any], terms: Values, sort: str
    ) -> list[tuple[Json, Any]]:
        """The term closed, and its value: one of them, or none where it has none."""
        try:
            number = self.mp.value(term, at)
            if sort == "int" and not _whole(number.exact):
                return []
            if number.exact is not None:
                return [(str(number.exact), number)]
            return [(closed([term], terms, self.point.functions)[0], number)]
        except (ArithmeticError, ValueError, KeyError):
            return []

    def _lipschitz(self, args: list[Json], at: Mapping[str, Any], terms: Values) -> int:
        """Never more than seen: the slope between a few points of the interval."""
        name, constant, low, high = args
        try:
            L, a, b = (self.mp.value(t, at) for t in (constant, low, high))
            points = [self._between(a, b, Fraction(i, 7)) for i in range(8)]
            images = [self.mp.value(["app", name, "u"], {"u": u}) for u in points]
        except (ArithmeticError, ValueError) as error:
            self.reasons[str(error)] += 1
            return UNKNOWN
        if (b.mp - a.mp) < 0:
            return SEEN
        for i, (u, fu) in enumerate(zip(points, images, strict=True)):
            for v, fv in zip(points[:i], images[:i], strict=True):
                if abs(fu.mp - fv.mp) - L.mp * abs(u.mp - v.mp) > self.mp.near * (1 + abs(fu.mp)):
                    return FALSE
        return SEEN

    def _between(self, a: Any, b: Any, share: Fraction) -> Any:
        mixed = ["+", ["*", str(1 - share), "a"], ["*", str(share), "b"]]
        return self.mp.value(mixed, {"a": a, "b": b})


def _whole(q: Fraction | None) -> bool:
    return q is not None and q.denominator == 1


def _about(name: str, body: Json, op: str) -> Iterator[tuple[bool, Json, str, bool]]:
    """What relations in a body say of a name alone: of ``all`` its premises, of ``some`` its parts.

    Whether it bounds every value that matters, the other side, the relation, whether the name is
    below it.
    """
    todo, binding = [body], True
    while todo:
        formula = todo.pop(0)
        if formula[0] == "implies" and op == "all":
            todo += formula[1:] if formula[2][0] == "implies" else formula[1:2]
        elif formula[0] in ("all", "some") and formula[1] != name:
            todo.append(formula[3])
            if formula[0] != op:
                binding = False
        elif formula[0] == "and":
            # of `all`, only what stands before "implies" bounds the name
            if op == "some" or formula is not body:
                todo += formula[1:]
        elif formula[0] in RELATIONS and (op == "some" or formula is not body):
            a, b = formula[1:]
            for side, other, first in ((a, b, True), (b, a, False)):
                if side == name and not _mentions(other, name) and formula[0] != "!=":
                    yield binding, other, formula[0], first


def _around(name: str, body: Json) -> Iterator[Json]:
    """What the absolute value of a name has to be below, in a body that is "and" of relations."""
    parts = body[1:] if body[0] == "and" else [body]
    for part in parts:
        if part[0] in ("<", "<=") and part[1] == ["abs", name] and not _mentions(part[2], name):
            yield part[2]


def _mentions(node: Json, name: str) -> bool:
    if isinstance(node, str):
        return node == name
    return isinstance(node, list) and any(_mentions(part, name) for part in node[1:])


def closed(terms: Sequence[Json], at: Values, functions: Mapping[str, Any]) -> list[Json]:
    """Terms with their data in place: what the kernel would be asked, put there by the decision.

    Raises:
        ValueError: a function is given by others, which the decision does not take for data.
    """
    chain = {
        "vars": dict.fromkeys(at, "real"),
        "functions": {name: len(args) for name, (args, _) in functions.items()},
        "given": [["=", term, "0"] for term in terms],
        "show": decide.ABSURD,
    }
    data = {"values": dict(at), "functions": {n: [list(a), b] for n, (a, b) in functions.items()}}
    try:
        put = decide.met(chain, data)["show"]
    except Reject as error:
        raise ValueError(f"a function of the data is given by others ({error.why})") from None
    return [formula[1] for formula in put[len(put) - len(terms) :]]


# --- points ---------------------------------------------------------------------------------------


def known_points(statement: Json, rows: Iterable[Row]) -> list[tuple[Point, Row]]:
    """Data that the kernel has accepted for a chain of hypotheses of the statement."""
    found = []
    for row in rows:
        if row.kind != SATISFIABLE or row.outcome != HOLD or row.witness is None:
            continue
        values = {name: written(q) for name, q in row.witness.values.items()}
        own = {name: term for name, term in values.items() if name in statement["vars"]}
        inside = {name: term for name, term in values.items() if name not in own}
        point = _filled(statement, own, dict(row.witness.functions), inside)
        found.append((point, row))
    return found[:KNOWN]


def _filled(statement: Json, values: Values, functions: Mapping[str, Any], inside: Values) -> Point:
    """The data, with 1 and 0 for what no hypothesis names and data may leave open."""
    every = {name: values.get(name, "1") for name in statement["vars"]}
    known = {
        name: functions.get(name, (tuple(f"a{i}" for i in range(arity)), "0"))
        for name, arity in statement["functions"].items()
    }
    return Point(every, known, dict(inside), True)


def free_points(statement: Json) -> list[Point]:
    """Data found by a search, where hypotheses are plain relations: those can be judged here."""
    from proofs.search.data import satisfying

    if any(given[0] not in RELATIONS for given in statement["given"]):
        return []
    if not statement["vars"] and not statement["functions"]:
        return [Point({}, {})]
    return [
        Point({n: written(q) for n, q in found.witness.values.items()}, found.witness.functions)
        for found in islice(satisfying(statement, 4_000), 2)
        if isinstance(found.witness.functions, dict)
    ]


def moved(statement: Json, base: Point, random: Random) -> Iterator[Point]:
    """The point with some variables and functions elsewhere: what no quantified hypothesis names.

    A variable that a hypothesis defines (``v = t``) follows.
    """
    given = statement["given"]
    fixed = [g for g in given if g[0] not in RELATIONS]
    held = {n for n in statement["vars"] if any(_mentions(["and", g], n) for g in fixed)}
    defined = dict(_definitions(statement, held))
    free = [n for n in statement["vars"] if n not in held and n not in defined]
    open_ = [n for n in statement["functions"] if not _mentions(["and", *fixed], n)]
    if not free and not open_:
        return
    for turn in range(MOVES):
        values, functions = dict(base.values), dict(base.functions)
        for name in open_:
            functions[name] = random.choice(_shapes(statement["functions"][name]))
        here = Point(values, functions, base.inside)
        if free and turn in (0, 6):
            for name in (n for n in free if statement["vars"][n] == "real"):
                values[name] = _scaled(values[name], 10**6 if turn == 0 else Fraction(1, 10**6))
        elif free and turn in (1, 3, 5):  # all at 0, all equal to one of them, all at 1
            same = ("0", values[free[0]], "1")[turn // 2]
            values |= dict.fromkeys(free, same)
        elif free:
            for name in random.sample(free, min(len(free), 1 + turn % 3)):
                values[name] = str(_drawn(statement["vars"][name], random))
        for name, term in defined.items():
            try:
                values[name] = _solved(term, values, here)
            except (ArithmeticError, ValueError, KeyError):
                break
        else:
            if all(sort == "real" or _integer(values[n]) for n, sort in statement["vars"].items()):
                yield here


def _scaled(term: Json, factor: int | Fraction) -> Json:
    try:
        return str(Fraction(term) * factor) if isinstance(term, str) else term
    except ValueError:
        return term


def _shapes(arity: int) -> list[tuple[tuple[str, ...], Json]]:
    """Functions that are not linear, some large, some irrational, some with jumps."""
    names = tuple(f"a{i}" for i in range(1, arity + 1))
    mixed: Json = names[0]
    for i, name in enumerate(names[1:], 2):
        mixed = ["+", mixed, ["*", str(i), name]]
    bodies: list[Json] = [
        ["sin", ["*", "3", mixed]],
        ["-", ["*", "5/3", ["^", mixed, 2]], "1/7"],
        ["abs", ["-", mixed, "1/3"]],
        ["*", "1000000", ["+", "1", mixed]],
        ["sqrt", ["+", "1/1000", ["^", mixed, 2]]],
        ["+", ["sign", ["-", mixed, "1/2"]], ["floor", ["*", "2", mixed]]],
    ]
    return [(names, body) for body in bodies]


def _integer(term: Json) -> bool:
    try:
        return isinstance(term, str) and Fraction(term).denominator == 1
    except ValueError:
        return False


def _drawn(sort: str, random: Random) -> Fraction:
    if sort == "int":
        return random.choice(WHOLE)
    if random.random() < 0.5:
        return random.choice(HARD)
    if random.random() < 0.5:
        return Fraction(random.randint(1, 9_999), 10_000)
    return Fraction(random.randint(-9_999, 9_999), random.choice((7, 100, 999, 4096)))


def _definitions(statement: Json, held: set[str]) -> Iterator[tuple[str, Json]]:
    """Variables that an equation among the hypotheses gives by others, in an order that works."""
    names: list[str] = []
    for formula in statement["given"]:
        if formula[0] != "=":
            continue
        for side, other in ((formula[1], formula[2]), (formula[2], formula[1])):
            if (
                isinstance(side, str)
                and side in statement["vars"]
                and side not in held
                and side not in names
                and not any(_mentions(other, name) for name in (side, *_after(statement, side)))
            ):
                names.append(side)
                yield side, other
                break


def _after(statement: Json, side: str) -> list[str]:
    """Variables that are declared after one: an equation defines the later by the earlier."""
    order = list(statement["vars"])
    return [n for n in order[order.index(side) + 1 :] if statement["vars"][n] != "int"]


def _solved(term: Json, values: Values, base: Point) -> Json:
    from constructions.interop.mp_terms import DIGITS, GUARD, Evaluator

    mp = Evaluator(base.functions, DIGITS + GUARD, WORK)
    number = mp.value(term, {n: mp.value(t, {}) for n, t in values.items() if _mentions(term, n)})
    if number.exact is not None:
        return str(number.exact)
    return closed([term], values, base.functions)[0]


# --- both sides -----------------------------------------------------------------------------------


@dataclass
class Compared:
    """One comparison with both sides to fifty digits; ``digits`` of each agree with ``by``."""

    op: str
    left: str
    right: str
    digits: int | None
    by: str
    data: str

    def as_json(self) -> Json:
        return {
            "relation": self.op,
            "left": self.left,
            "right": self.right,
            "digits": self.digits,
            "by": self.by,
            "data": self.data,
        }


def compare(side: Side, functions: Mapping[str, Any], data: str = "") -> Compared:
    """Both sides by mpmath, held against the kernel's enclosures or those of balls.

    Raises:
        Disagreement: a side lies outside of its enclosure, widened by one in the fiftieth digit.
        ArithmeticError: a side cannot be evaluated (:mod:`constructions.interop.mp_terms`).
    """
    from constructions.interop.mp_terms import DIGITS, fifty
    from proofs.search.enclosures import NoEnclosure, enclosed

    texts, agreed, names = [], [], []
    whole = closed([side.left, side.right], side.at, functions)
    for term, put in zip((side.left, side.right), whole, strict=True):
        found = fifty(term, side.at, functions)
        texts.append(found.text)
        try:
            low, high, by = enclosed(put, found.unit)
        except NoEnclosure:
            continue
        if not low - found.unit <= found.rounded <= high + found.unit:
            raise Disagreement(
                f"mpmath has {found.text} for {json.dumps(put)[:200]}, "
                f"the enclosure by {by} is [{float(low)!r}, {float(high)!r}]"
            )
        names.append(by)
        width, size = high - low, max(abs(found.rounded), found.unit)
        agreed.append(DIGITS if width <= found.unit else _digits(width / size))
    digits = min(agreed) if len(agreed) == 2 else None
    return Compared(
        side.op, texts[0], texts[1], digits, ", ".join(sorted(set(names), reverse=True)), data
    )


def _digits(width: Fraction) -> int:
    """How many digits an enclosure of this relative width shares with what lies in it."""
    digits = 0
    while digits < 50 and width * 10 ** (digits + 1) <= 1:
        digits += 1
    return digits


# --- rows -----------------------------------------------------------------------------------------


def of_obligation(
    obligation: Obligation,
    evidence: Evidence,
    rows: Sequence[Row],
    others: Sequence[Witness] = (),
) -> Json:
    """The row of one obligation; ``others`` are data of statements beside it."""
    from verify.written_points import written_points

    return _of_statement(
        obligation.id,
        OBLIGATION,
        obligation.statement,
        evidence.proved,
        rows,
        others,
        witnesses(obligation.statement["show"], evidence.certificate),
        written_points(obligation.id),
    )


def witnesses(show: Json, certificate: bytes | str | None) -> dict[str, Json]:
    """What a proof names for the quantifiers "some" with which a conclusion begins."""
    found: dict[str, Json] = {}
    proof = json.loads(certificate)["proof"] if certificate else {}
    while show[0] in ("all", "implies", "some"):
        if show[0] == "some":
            while proof.get("by") != "some" and len(proof.get("then", [])) == 1:
                proof = proof["then"][0]
            if proof.get("by") != "some":
                break
            found[show[1]], proof = proof["is"], proof["then"][0]
        show = show[-1]
    return found


def all_witnesses(certificate: bytes | str | None) -> tuple[Json, ...]:
    """Whatever a proof names for "some", wherever it does, each once."""
    todo: list[Json] = [json.loads(certificate)["proof"]] if certificate else []
    found: dict[str, Json] = {}
    while todo:
        node = todo.pop()
        if isinstance(node, dict):
            if node.get("by") == "some":
                found.setdefault(json.dumps(node["is"]), node["is"])
            todo += node.values()
        elif isinstance(node, list):
            todo += node
    return tuple(found.values())[:POOL]


def of_instance(name: str, evidence: Evidence) -> Json:
    """The row of what an instance says of its network, at points of the domain."""
    from verify.smoothed_rows import known

    statement = evidence.statement
    if known(name, statement):
        return _of_smoothed(name, evidence)
    if statement["functions"] and not evidence.proved:
        computed = ", ".join(statement["functions"])
        return _row(name, INSTANCE, reason=f"it is about what is computed elsewhere: {computed}")
    certain = evidence.outcome == HOLDS and evidence.level in CERTAIN
    return _of_statement(name, INSTANCE, statement, certain)


def _of_smoothed(name: str, evidence: Evidence) -> Json:
    """The row of an instance about the smoothed scale factor (:mod:`verify.smoothed_rows`)."""
    from verify.smoothed_rows import compared

    tally = _Tally()
    for op, left, right, agrees, data in compared(evidence):
        if not agrees and evidence.outcome == HOLDS:
            raise Disagreement(f"{name}: mpmath has {left} {op} {right} at {data}; balls differ")
        gap, size = abs(Fraction(left) - Fraction(right)), abs(Fraction(right))
        digits = (_digits(gap / size) if gap else 50) if agrees else None
        tally.compared.append(Compared(op, left, right, digits, "balls", data))
        tally.ends[TRUE if agrees else FALSE] += 1
    tally.points["moved"] += 1
    return tally.row(name, INSTANCE)


def _of_statement(
    name: str,
    kind: str,
    statement: Json,
    proved: bool,
    rows: Sequence[Row] = (),
    others: Sequence[Witness] = (),
    named: Values = MappingProxyType({}),
    written: Sequence[SmallPoint] = (),
) -> Json:
    text = json.dumps(statement)
    if len(text) > MAX_TEXT:
        return _row(name, kind, reason="a statement of that length")
    known = known_points(statement, rows)
    random = Random(int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big"))
    tally = _Tally(named)
    for point, row in known:
        judge = _judge(point, tally)
        if judge is None:
            continue
        there = _judge(Point({**point.values, **point.inside}, point.functions), tally)
        for i, given in enumerate(row.statement["given"]):
            if there is not None and there.truth(given) == FALSE:
                raise Disagreement(
                    f"{name}: the kernel has accepted hypothesis {i} at "
                    f"{_data(statement, point)}, and mpmath finds that it fails"
                )
        tally.add("known", _judged(name, statement, judge, proved, tally))
    bases = [point for point, _ in known[:1]] or free_points(statement)
    for base in bases[:1] if kind == INSTANCE else bases:
        candidates = ([] if base.known else [base], moved(statement, base, random))
        for judge in islice(_meeting(statement, (p for c in candidates for p in c), tally), MOVED):
            tally.add("moved", _judged(name, statement, judge, proved, tally))
    seeming = _judged_at(statement, written, tally)
    for judge, met in seeming if bases or written else _searched(statement, others, tally):
        word = "moved" if met else "seeming"
        tally.add(word, _judged(name, statement, judge, proved and met, tally))
    return tally.row(name, kind)


def of_attempt(attempt: Attempt, evidence: Evidence) -> Json:
    """The row of a refutation that the kernel has accepted: the two sides that differ."""
    statement = attempt.statement
    if len(json.dumps(statement)) > MAX_TEXT:
        return _row(attempt.id, REFUTATION, reason="a statement of that length")
    data = of_witness(attempt.witness)
    point = Point(data["values"], dict(attempt.witness.functions), {}, True)
    tally = _Tally()
    judge = _judge(point, tally, refuting=True)
    if judge is None:
        return tally.row(attempt.id, REFUTATION)
    judge.pool = all_witnesses(evidence.certificate)
    if any(judge.truth(given) == FALSE for given in statement["given"]):
        raise Disagreement(f"{attempt.id}: mpmath finds that a hypothesis fails at the witness")
    failing = decide.refutable(statement["show"])[attempt.part]
    sides: list[Side] = []
    ended = judge.truth(failing, sides=sides)
    if ended == TRUE and evidence.proved:
        raise Disagreement(f"{attempt.id}: mpmath finds that the refuted conclusion holds")
    tally.compare(sides, statement, judge)
    tally.add("known", FALSE if ended == FALSE else UNKNOWN)
    return tally.row(attempt.id, REFUTATION)


def judge_at(point: Point, refuting: int = 0) -> _Judge | None:
    """A judge of formulas at the point, or None where its values cannot be had.

    One that is ``refuting``, with so many operations, shows the values at which nothing exists.
    """
    return _judge(point, _Tally(), bool(refuting), refuting // 4 if refuting else WORK)


def _judge(point: Point, tally: _Tally, refuting: bool = False, work: int = WORK) -> _Judge | None:
    point = replace(point, inside={**tally.named, **point.inside})
    try:
        return _Judge(point, refuting, work)
    except (ArithmeticError, ValueError) as error:
        tally.reasons[str(error)] += 1
        return None


def _meeting(statement: Json, points: Iterable[Point], tally: _Tally) -> Iterator[_Judge]:
    """Those at which the plain hypotheses hold for certain; the others name nothing that moved."""
    plain = [g for g in statement["given"] if g[0] in RELATIONS]
    done: list[Point] = []
    for point in points:
        if point in done:
            continue
        done.append(point)
        judge = _judge(point, tally)
        if judge is not None and all(judge.truth(given) == TRUE for given in plain):
            yield judge


def _judged_at(
    statement: Json, points: Iterable[SmallPoint], tally: _Tally
) -> Iterator[tuple[_Judge, bool]]:
    """Points at which no hypothesis is seen to fail, and whether all are seen to hold there.

    Where they are not, a conclusion that fails says nothing: a hypothesis about every number may
    fail, too.  The two sides are numbers all the same.
    """
    for point in points:
        judge = _judge(Point(point.values, point.functions, point.inside), tally, work=6 * WORK)
        ends = [judge.truth(given) for given in statement["given"]] if judge is not None else []
        if judge is not None and min(ends, default=TRUE) >= SEEN:
            yield judge, min(ends, default=TRUE) == TRUE


def _searched(
    statement: Json, others: Sequence[Witness], tally: _Tally
) -> Iterator[tuple[_Judge, bool]]:
    """A few such points: by construction, else data of statements beside it, or by a search."""
    return islice(_seeming(statement, others, tally), KNOWN)


def _seeming(
    statement: Json, others: Sequence[Witness], tally: _Tally
) -> Iterator[tuple[_Judge, bool]]:
    from proofs.search.data import satisfying
    from verify.small_points import small_points

    found = False
    for judged in _judged_at(statement, small_points(statement), tally):
        found = True
        yield judged
    if found:
        return

    names = {*statement["vars"], *statement["functions"]}
    arities = statement["functions"].items()
    fitting = [
        w
        for w in others
        if names <= {*w.values, *w.functions}
        and all(len(w.functions.get(n, [()])[0]) == arity for n, arity in arities)
    ]
    searched = (f.witness for f in islice(satisfying(statement, 3_000), KNOWN))
    for witness in (*fitting[:KNOWN], *searched):
        data = of_witness(witness)
        values = {name: data["values"][name] for name in statement["vars"]}
        judge = _judge(Point(values, dict(witness.functions)), tally)
        if judge is not None and all(judge.truth(given) >= SEEN for given in statement["given"]):
            yield judge, False


def _judged(name: str, statement: Json, judge: _Judge, proved: bool, tally: _Tally) -> int:
    sides: list[Side] = []
    judge.unmet.clear()
    ended = judge.truth(statement["show"], sides=sides)
    tally.compare(sides or judge.unmet, statement, judge)
    if ended == FALSE and proved:
        raise Disagreement(
            f"{name}: proved, and mpmath finds that it fails at {_data(statement, judge.point)}"
        )
    return ended


def _data(statement: Json, point: Point) -> str:
    used = {*statement["vars"], *statement["functions"]}
    text = data_text(Witness(point.values, point.functions), used)
    return text if len(text) <= 300 else text[:299] + "…"


class _Tally:
    """What came of the points of one row."""

    def __init__(self, named: Values = MappingProxyType({})) -> None:
        self.named = named  # what a proof names for what exists
        self.points: Counter[str] = Counter()
        self.ends: Counter[int] = Counter()
        self.compared: list[Compared] = []
        self.reasons: Counter[str] = Counter()

    def add(self, kind: str, ended: int) -> None:
        self.points[kind] += 1
        self.ends[ended] += 1

    def compare(self, sides: list[Side], statement: Json, judge: _Judge) -> None:
        step, point = max(1, -(-len(sides) // COMPARED)), judge.point
        for side in sides[::step]:
            try:
                self.compared.append(compare(side, point.functions, _data(statement, point)))
            except (ArithmeticError, ValueError, KeyError) as error:
                self.reasons[str(error)] += 1
        self.reasons.update(judge.reasons)

    def row(self, name: str, kind: str) -> Json:
        reason = ""
        if not self.compared:
            common = self.reasons.most_common(1)
            reason = common[0][0] if common else "no comparison is reached at the points tried"
            if not self.points:
                reason = "no data are known to meet its hypotheses"
        row = _row(name, kind, reason=reason)
        row |= {kind: self.points[kind] for kind in ("known", "moved", "seeming")}
        row["holds"], row["seen"] = self.ends[TRUE], self.ends[SEEN]
        row["fails"], row["untold"] = self.ends[FALSE], self.ends[UNKNOWN]
        row["comparisons"] = len(self.compared)
        known = [c.digits for c in self.compared if c.digits is not None]
        row["enclosed"] = len(known)
        row["digits"] = min(known, default=None)
        telling = sorted(self.compared[1:], key=lambda c: -len(set(c.left + c.right)))
        row["shown"] = [c.as_json() for c in [*self.compared[:1], *telling][:SHOWN]]
        return row


def _row(name: str, kind: str, reason: str = "") -> Json:
    return {
        "of": name,
        "kind": kind,
        "known": 0,
        "moved": 0,
        "seeming": 0,
        "holds": 0,
        "seen": 0,
        "fails": 0,
        "untold": 0,
        "comparisons": 0,
        "enclosed": 0,
        "digits": None,
        "shown": [],
        "reason": reason,
    }


def of_claim(
    claim: Claim, found: Mapping[str, Evidence], controls: Mapping[str, Sequence[Row]]
) -> list[Json]:
    """The rows of a claim: its obligations, and the refutations that stand.

    Raises:
        Disagreement: mpmath contradicts the kernel or the balls.
    """
    groups = [row for group in controls.values() for row in group if row.outcome == HOLD]
    data = [row.witness for row in groups if row.witness is not None]
    data += [attempt.witness for attempt in claim.all_attempts()]
    others = [of_witness(witness) for witness in data]
    rows = []
    for o in claim.all_obligations():
        met = [
            [row.statement, of_witness(row.witness)]
            for row in controls[o.id]
            if row.kind == SATISFIABLE and row.outcome == HOLD and row.witness is not None
        ]
        shown = found[o.id]
        names = witnesses(o.statement["show"], shown.certificate)
        asked = [OBLIGATION, o.statement, shown.proved, met, others, list(names.items())]
        rows.append(_row_of(o.id, asked, of_obligation, o, shown, controls[o.id], data))
    for a in (*claim.attempts, *(a for line in claim.lines for a in line.attempts)):
        shown = found[a.id]
        if shown.proved:
            at = [of_witness(a.witness), a.part, all_witnesses(shown.certificate)]
            rows.append(_row_of(a.id, [REFUTATION, a.statement, *at], of_attempt, a, shown))
    return rows


def _row_of(name: str, asked: Json, made: Callable[..., Json], *args: Any) -> Json:
    """The row that is kept for all that it is computed from, else a new one."""
    return kept_rows.row("mpmath", name, asked, lambda: made(*args))


def of_instances(claim: Claim, shown: Mapping[str, Evidence]) -> list[Json]:
    """The rows of a claim's instances: of their evidence, by the names it has in the record.

    Raises:
        Disagreement: mpmath contradicts the kernel or the balls.
    """
    rows: list[Json] = []
    done = [o.statement for o in claim.all_obligations()]
    for name, item in shown.items():
        if item.statement not in done:  # instances share what they rest on
            done.append(item.statement)
            ended = [item.proved, item.outcome == HOLDS, item.level in CERTAIN]
            rows.append(_row_of(name, [INSTANCE, item.statement, ended], of_instance, name, item))
    return rows
