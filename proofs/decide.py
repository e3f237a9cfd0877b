"""The decision: which verdict the certificates make of a claim.  Trusted, like the kernel.

``decide(claim, offers)`` takes the claim as one JSON text, made before any script of its author's
runs, and *offers*: certificates as texts, each with what it is offered for.  Offers come from
scripts, searches, caches and files, and none is believed: what a certificate has to prove is
computed here, from the claim, and the kernel reads the certificate.

The claim is ``{"id", "statements", "typings", "lines", "controls", "readings", "assumes"}``:

statements  {name: sequent}; the claim is true if all of them hold
typings     [sequent]; without statements, ill-formed if the kernel's reader rejects each of these
lines       [{"id", "statements", "stands"}]: the printed proof; ``stands`` names the statement
            that proves the line's conclusion by other means, or is empty
controls    {name: sequent}; altered statements that should fail
readings    [[name, path]]; parts of statements that stand beside a printed phrase
assumes     [text]; what is cited, or not proved

An offer is ``{"kind", "of", "certificate"}`` and, where there are data, ``values`` (a closed term
for each variable), ``functions`` ([parameters, term in them] for each function), ``part``,
``chain``:

proof          of the statement ``of``
refutation     of it: its hypotheses hold at the data, ``part`` of its conclusion
               (:func:`refutable`) does not
data           that meet the hypotheses on chain number ``chain`` (:func:`chains`) of ``of`` or,
               where that is refuted, of its negation
contradiction  the hypotheses on that chain contradict each other
opinion        solvers find no counterexample; needs no certificate, and is never a proof
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import count
from typing import Any

from proofs.kernel.check import check, open_statement
from proofs.kernel.errors import Reject
from proofs.kernel.terms import ARITY, NAME, NUMBER, RELATIONS, SHOWN, read_formula, read_term

Json = Any
Checker = Callable[[str | bytes], bool] | None
ABSURD: Json = ["<", "0", "0"]
RESERVED = {*ARITY, *RELATIONS, "and", "implies", "all", "some", "lipschitz", "real", "int"}
BINDERS = ("all", "some", "sum")
UNMET = "hypotheses that nothing is shown to meet"
ESCAPE = "a premise that what is said to exist need not meet"
ITSELF = "its conclusion, which is among its hypotheses"
UNREAD = "hypotheses beside which nothing is printed"
LEVELS = dict.fromkeys(("proved", "conditional", "vacuous", "refuted"), "kernel")
LEVELS |= {"supported": "solvers"}
BROKEN: tuple[type[Exception], ...] = (LookupError, TypeError, ValueError, AttributeError)
BROKEN += (ArithmeticError, RecursionError, Reject)
APPLIED = re.compile(r'\["(?:app|lipschitz)", "([^"]*)"')


@dataclass(frozen=True)
class Decision:
    """The verdict on the statement and, apart from it, the status of the printed proof.

    ``given``: what the verdict rests on unproved; ``because``: why it is vacuous, ill-formed or
    open.  ``ends``: what came of each statement and control by name, ``lines``: of printed lines.
    """

    verdict: str
    given: tuple[str, ...] = ()
    because: str = ""
    refuted_by: str = ""
    printed_proof: str = "none"
    first_failing: str = ""
    ends: Mapping[str, str] = field(default_factory=dict)
    lines: Mapping[str, str] = field(default_factory=dict)

    @property
    def level(self) -> str | None:
        """What kind of evidence the verdict rests on."""
        return LEVELS.get(self.verdict)

    @property
    def scope(self) -> str | None:
        """Whether that is for all parameters, or at one choice of them."""
        return {"refuted": "instance"}.get(self.verdict, "all") if self.level else None


def decide(claim: str, offers: Sequence[Mapping[str, Any]], checker: Checker = None) -> Decision:
    """The verdict of a claim, and the status of the proof that is printed for it.

    ``checker`` says which certificates are proofs: the kernel, unless another is handed in.  Who
    hands one in believes that one instead.

    refuted      the negation of a statement that is read in full is accepted at exact data
    ill-formed   nothing can be typed
    vacuous      every statement is proved, and of one the hypotheses contradict each other
    proved       every statement is proved and read in full, data meet the hypotheses on each of
                 its chains, and nothing is assumed
    conditional  the same, given what ``given`` lists
    supported    some statement is not proved, but solvers find no counterexample
    open         else

    Raises:
        Reject: a statement cannot be read, or it or a line shares its name with another.
    """
    asked = json.loads(claim)
    ends: dict[str, str] = {}
    unmet: dict[str, list[str]] = {}
    for name, sequent in _named(asked).items():
        ends[name], left = _end(sequent, [o for o in offers if o.get("of") == name], checker)
        unmet[name] = [f"`{name}`: {UNMET}"] if left else []
    lines = {line["id"]: _line(line, ends) for line in asked["lines"]}
    if len(lines) < len(asked["lines"]):
        raise Reject("two-lines", "lines of the printed proof share a name")
    printed, first = _printed(lines)

    def verdict(word: str, because: str = "", given: Sequence[str] = (), by: str = "") -> Decision:
        return Decision(word, tuple(given), because, by, printed, first, ends, lines)

    statements, assumed = asked["statements"], list(asked["assumes"])
    reasons = [mistyped(sequent) for sequent in asked["typings"]]
    if not statements and reasons and all(reasons):
        return verdict("ill-formed", "; ".join(reasons))
    unread = {name: _unread(name, asked) for name in statements}
    for name in sorted((n for n in statements if ends[n] == "refuted"), key=unread.__getitem__):
        if unread[name]:
            return verdict("open", f"{name} is refuted, but not read: {unread[name][0]}")
        return verdict("refuted", given=[*assumed, *unmet[name]], by=name)
    if not statements or "open" in (ends[name] for name in statements):
        return verdict("open")
    for name in (name for name in statements if ends[name] == "vacuous"):
        return verdict("vacuous", f"the hypotheses of {name} contradict each other")
    for name in (name for name in statements if _empty(statements[name]["show"])):
        return verdict("vacuous", f"what {name} concludes is true of anything, by its form")
    for name in statements:
        if any(part.startswith("show") for part in unread[name]):
            return verdict("open", f"{name} is proved, but nothing printed says what it stands for")
    rests = [*assumed, *(rest for name in statements for rest in unmet[name])]
    for name, sequent in statements.items():
        show = _plain(sequent["show"])
        rests += [f"`{name}`: {ESCAPE}"] * _escapes(show, {})
        rests += [f"`{name}`: {ITSELF}"] * _assumed(
            show, [p for g in sequent["given"] for p in (g, *_flat(g))]
        )
    rests += [f"`{name}`: {UNREAD} ({', '.join(parts)})" for name, parts in unread.items() if parts]
    if "supported" in (ends[name] for name in statements):
        return verdict("supported", given=rests)
    return verdict("conditional" if rests else "proved", given=rests)


def _named(asked: Json) -> dict[str, Json]:
    """Every statement of the claim by its name; all can be read, and as what they are."""
    groups = [asked["statements"], asked["controls"], *(e["statements"] for e in asked["lines"])]
    named: dict[str, Json] = {}
    for name, sequent in (item for group in groups for item in group.items()):
        if key(named.setdefault(name, sequent)) != key(sequent):
            raise Reject("two-statements", f"{name} names two")
        open_statement(sequent)
        for word in RESERVED & {*sequent["vars"], *sequent["functions"]}:
            raise Reject("reserved-name", f"{name} has a variable or function {word}")
    return named


def _end(sequent: Json, offers: Sequence[Mapping[str, Any]], by: Checker) -> tuple[str, list[int]]:
    """What came of a statement, and which of its chains nothing is shown to meet."""

    def accepted(kind: str, needed: Any) -> list[Mapping[str, Any]]:
        return [o for o in offers if o.get("kind") == kind and _accepted(o, needed, by)]

    if accepted("proof", lambda _: sequent):
        left = _left(sequent, offers, by)
        return ("proved", left) if left is not None else ("vacuous", [])
    refuted = accepted("refutation", lambda o: negation(sequent, o))
    ways = [_left(denied(negation(sequent, o)), offers, by) for o in refuted]
    if sound := [left for left in ways if left is not None]:
        return "refuted", min(sound, key=len)
    return ("supported" if any(o.get("kind") == "opinion" for o in offers) else "open"), []


def _left(asked: Json, offers: Sequence[Mapping[str, Any]], by: Checker) -> list[int] | None:
    """The chains that nothing is shown to meet, or None if one contradicts itself."""
    left: list[int] = []
    for i, chain in enumerate(chains(asked)):
        mine = [(o.get("kind"), o) for o in offers if o.get("chain") == i]
        if any(k == "data" and _accepted(o, lambda o, c=chain: met(c, o), by) for k, o in mine):
            continue
        if any(k == "contradiction" and _accepted(o, lambda _, c=chain: c, by) for k, o in mine):
            return None
        left.append(i)
    return left


def _accepted(offer: Mapping[str, Any], needed: Any, checker: Checker) -> bool:
    """Whether the checker accepts the certificate, and it proves what is needed."""
    try:
        text = offer["certificate"]
        return same(json.loads(text)["statement"], needed(offer)) and (checker or accepts)(text)
    except BROKEN:
        return False


@lru_cache(maxsize=4096)
def accepts(certificate: str | bytes) -> bool:
    """The kernel's answer."""
    return check(certificate).accepted


def same(one: Json, other: Json) -> bool:
    """Whether two statements are one, up to the names of bound variables."""
    return key(one) == key(other) or _normal(one) == _normal(other)


def key(statement: Json) -> str:
    """A statement as text: two with one text are one statement."""
    return json.dumps(statement, sort_keys=True)


def _normal(statement: Json) -> Any:
    """A statement up to the names of bound variables."""
    names, functions = statement["vars"], statement["functions"]
    formulas = [*statement["given"], statement["show"]]
    return names, functions, [read_formula(f, names, functions) for f in formulas]


# --- exact data in a statement -------------------------------------------------------------------


def negation(sequent: Json, data: Mapping[str, Any]) -> Json:
    """The closed statement that the data refute ``sequent``; its last part negates the conclusion.

    Variables become the closed terms ``data["values"]``, functions the terms
    ``data["functions"]``; part number ``data["part"]`` of the conclusion is to fail
    (:func:`refutable`).
    """
    failing = refutable(sequent["show"])[data.get("part", 0)]
    point = _Point(sequent, data, {*sequent["vars"], *sequent["functions"]})
    return _closed([*point.all(sequent["given"]), _not(point.put(failing))])


def refutable(show: Json) -> list[Json]:
    """Formulas that follow from a conclusion by leaving out parts of conjunctions.

    If one fails, so does the conclusion.  Its own parts come first; then those inside: single parts
    after ``all`` and after a premise, and after ``some`` the first few, of which the last is to
    fail where those before it hold.
    """
    tops = show[1:] if show[0] == "and" else [show]
    return [*tops, *(part for part in _weaker(show) if part not in tops)]


def _weaker(show: Json) -> list[Json]:
    if show[0] in ("all", "implies"):
        return [[*show[:-1], part] for part in _weaker(show[-1])]
    if show[0] == "some":
        said = [(i, part) for i, p in enumerate(_flat(show[-1])) for part in _weaker(p)]
        return [[*show[:-1], ["and", *_flat(show[-1])[:i], p] if i else p] for i, p in said]
    return [part for p in _flat(show) for part in _weaker(p)] if show[0] == "and" else [show]


def met(chain: Json, data: Mapping[str, Any]) -> Json:
    """The closed statement that the data meet the hypotheses of a chain."""
    return _closed(_Point(chain, data, named_in(chain)).all(chain["given"]))


def named_in(chain: Json) -> set[str]:
    """The variables and functions that occur in the hypotheses."""
    text = json.dumps(chain["given"])
    return {name for name in (*chain["vars"], *chain["functions"]) if f'"{name}"' in text}


def _closed(parts: list[Json]) -> Json:
    return {"vars": {}, "functions": {}, "given": [], "show": ["and", *parts]}


def _not(formula: Json) -> Json:
    """What stands for the negation: it implies that the formula does not hold.

    (A relation is false where a term is undefined, so the opposite relation says more than that.)
    """
    op, *args = formula
    if op in ("<=", "<"):
        return ["<" if op == "<=" else "<=", args[1], args[0]]
    if op in ("=", "!="):
        return ["!=" if op == "=" else "=", *args]
    if op == "implies":
        return ["and", args[0], _not(args[1])]
    if op in ("all", "some"):
        return ["some" if op == "all" else "all", args[0], args[1], _not(args[2])]
    if op != "and" or not args:
        raise ValueError(f"no negation for {op}")
    last = _not(args[-1])
    for held in reversed(args[:-1]):  # where all but the last part hold, that fails
        last = ["implies", held, last]
    return last


class _Point:
    """Exact data, and formulas at them.  What is not defined everywhere, ``owed`` says it is."""

    def __init__(self, sequent: Json, data: Mapping[str, Any], used: set[str]) -> None:
        values, functions = data.get("values", {}), data.get("functions", {})
        self.values = {name: values[name] for name in sequent["vars"] if name in used}
        given = {name: functions[name] for name in sequent["functions"] if name in used}
        self.functions = {name: (list(names), body) for name, (names, body) in given.items()}
        text = json.dumps([sequent, self.values, self.functions])
        self.prefix = next(p for i in count(1) if (p := "b" + i * "_") not in text)
        self.fresh = count()
        self.owed: list[Json] = []
        for name, value in self.values.items():
            if sequent["vars"][name] == "int" and _numeral(value, 1) is None:
                raise ValueError(f"{name} must be an integer")
            self._owe(value, [])
        for name, (names, body) in self.functions.items():
            known = set(filter(NAME.fullmatch, names))  # a parameter "1" is read as the number
            if not len(names) == len(known) == sequent["functions"][name]:
                raise ValueError(f"{name} takes other arguments")
            self._owe(body, names)

    def _owe(self, term: Json, names: list[str]) -> None:
        read_term(term, names, {})  # closed but for the parameters: nothing can be captured
        if not _total(term):
            owed: Json = ["=", term, term]
            for name in reversed(names):
                owed = ["all", name, "real", owed]
            self.owed.append(owed)

    def all(self, formulas: Sequence[Json]) -> list[Json]:
        return [*self.owed, *(self.put(formula) for formula in formulas)]

    def put(self, node: Json) -> Json:
        """The formula or term at the data."""
        if not isinstance(node, list):
            return self.values.get(node, node) if isinstance(node, str) else node
        op, *args = node
        if op in ("all", "some"):
            return [op, *args[:2], self.put(args[2])]
        if op == "sum":
            return [op, args[0], *map(self.put, args[1:])]
        if op == "app":
            return self.applied(args[0], [self.put(part) for part in args[1:]])
        if op == "lipschitz":
            return self.lipschitz(args[0], *map(self.put, args[1:]))
        return [op, *map(self.put, args)]

    def applied(self, function: str, args: list[Json]) -> Json:
        """The function's term at ``args``, which is undefined wherever an argument is."""
        names, body = self.functions[function]
        value = _renamed(body, dict(zip(names, args, strict=True)), self)
        for name, arg in zip(names, args, strict=True):
            if not _total(arg) and not _strict(body, name):
                value = ["+", value, ["*", "0", arg]]
        return value

    def lipschitz(self, function: str, constant: Json, low: Json, high: Json) -> Json:
        u, v = self.name(), self.name()
        gap = ["-", self.applied(function, [u]), self.applied(function, [v])]
        near: Json = ["<=", ["abs", gap], ["*", constant, ["abs", ["-", u, v]]]]
        inside = [["<=", low, w] for w in (u, v)] + [["<=", w, high] for w in (u, v)]
        body = ["all", u, "real", ["all", v, "real", ["implies", ["and", *inside], near]]]
        owed = [["=", term, term] for term in (constant, low, high) if not _total(term)]
        return ["and", *owed, body] if owed else body

    def name(self) -> str:
        return f"{self.prefix}{next(self.fresh)}"


def _renamed(term: Json, at: Mapping[str, Json], point: _Point) -> Json:
    """The term with ``at`` in place of names, and new names for what it binds."""
    if isinstance(term, str):
        return at.get(term, term)
    if not isinstance(term, list):
        return term
    if term[0] != "sum":
        return [term[0], *(_renamed(part, at, point) for part in term[1:])]
    index = point.name()
    limits = [_renamed(part, at, point) for part in term[2:4]]
    return ["sum", index, *limits, _renamed(term[4], {**at, term[1]: index}, point)]


def _total(term: Json) -> bool:
    """Whether a term is seen to be defined wherever its variables have values."""
    if not isinstance(term, list):
        return True
    if term[0] in ("/", "sqrt", "log"):
        q = _numeral(term[-1])
        if q is None or (q == 0 if term[0] == "/" else q <= 0):
            return False
    return all(map(_total, term[1:]))


def _numeral(term: Json, denominator: int = 0) -> Fraction | None:
    """The number that a term writes down, if it does (with that denominator, if one is given)."""
    if not isinstance(term, str) or not NUMBER.fullmatch(term):
        return None
    q = Fraction(term)
    return q if denominator in (0, q.denominator) else None


def _strict(term: Json, name: str) -> bool:
    """Whether a term is undefined wherever ``name`` is: it occurs, and not as a summand."""
    if not isinstance(term, list):
        return bool(term == name)
    parts = term[2:4] if term[0] == "sum" else term[1:]
    return any(_strict(part, name) for part in parts)


# --- hypotheses, readings, alterations, lines ----------------------------------------------------


def chains(sequent: Json) -> list[Json]:
    """The sets of hypotheses under which a sequent says something, as sequents ``given |- 0 < 0``.

    The hypotheses themselves and, for each part of the conclusion, the premises on the way to it,
    with what a ``some`` on that way says of its variable beside them.  The last premise of an
    absurd conclusion is denied and not assumed.  Sets that are part of others are left out.  A name
    that is bound more than once gets underscores where it becomes a variable.
    """
    text = json.dumps(sequent)
    found: list[Json] = []

    def walk(show: Json, sorts: dict[str, str], given: list[Json]) -> None:
        op, *args = show
        if op == "and" and args:
            for part in args:
                walk(part, sorts, given)
        elif op in ("all", "some"):
            name = args[0]
            clash = _bound(name, text) > 1 or _bound(name, json.dumps(given)) > 0
            while clash or SHOWN.fullmatch(name):
                name += "_"
                clash = f'"{name}"' in text or name in sorts
            body = _called(args[2], args[0], name)
            parts = _conjuncts(body) if op == "some" else [body]
            for part in parts:
                said = [p for p in parts if p is not part] if part[0] not in RELATIONS else []
                walk(part, {**sorts, name: args[1]}, [*given, *said])
        elif op == "implies":
            walk(args[1], sorts, [*given, *_flat(args[0])])
        else:
            found.append({**sequent, "vars": sorts, "given": given, "show": ABSURD})

    walk(_plain(sequent["show"]), sequent["vars"], sequent["given"])
    sets = [  # a number may stand for a real variable of that name, but not the other way round
        {*map(json.dumps, c["given"]), *(n for n in named_in(c) if c["vars"].get(n) == "int")}
        for c in found
    ]
    return [
        chain
        for i, (one, chain) in enumerate(zip(sets, found, strict=True))
        if chain["given"]
        and not any(one < other or (one == other and i > j) for j, other in enumerate(sets))
    ]


def _bound(name: str, text: str) -> int:
    """How often a name is bound in formulas."""
    return sum(text.count(f'["{binder}", "{name}", ') for binder in BINDERS)


def _flat(formula: Json) -> list[Json]:
    """The parts of a conjunction, and of those inside."""
    return [p for part in formula[1:] for p in _flat(part)] if formula[0] == "and" else [formula]


def _conjuncts(show: Json) -> list[Json]:
    """The parts of a conjunction, and of one before which an ``all`` or a premise stands."""
    if show[0] in ("all", "implies"):
        return [[*show[:-1], part] for part in _conjuncts(show[-1])]
    return [p for q in show[1:] for p in _conjuncts(q)] if show[0] == "and" else [show]


def _plain(show: Json, denied: bool = False) -> Json:
    """A conclusion with what it denies (``P => 1 < 0``) taken inside, down to relations.

    ``(P => Q) => 1 < 0`` is P, and that Q fails; ``(all y: P => Q) => 1 < 0`` that of some y;
    ``(some y: P and Q) => 1 < 0`` is that for all y, if P, then Q fails.
    """
    op, *args = show
    if op in RELATIONS:
        return _not(show) if denied else show
    if denied and op == "implies":
        return ["and", _plain(args[0]), _plain(args[1], True)]
    if denied and op == "and":
        *others, last = _flat(show) or [_not(ABSURD)]
        return ["implies", ["and", *others], _plain(last, True)]
    if denied:
        other = {"all": "some", "some": "all"}.get(op)
        return [other, *args[:2], _plain(args[2], True)] if other else _not(ABSURD)
    if op == "implies" and _absurd(args[1]):
        return _plain(["and", args[0]], True)
    kept = {"and": 0, "implies": 1, "all": 2, "some": 2}.get(op, len(args))
    return [op, *args[:kept], *map(_plain, args[kept:])]


def _empty(show: Json) -> bool:
    """Whether each part of a conclusion says t = t or t <= t, where t has a value anyway."""
    op, *args = show
    if op in RELATIONS:
        return op in ("=", "<=") and args[0] == args[1] and _total(args[0])
    return op != "lipschitz" and all(map(_empty, args if op == "and" else args[-1:]))


def _assumed(show: Json, given: list[Json]) -> bool:
    """Whether each part of a conclusion is one of the hypotheses that it is under."""
    op, *args = show
    if show in given or (op == "and" and all(_assumed(part, given) for part in args)):
        return True
    inside = [*given, args[0], *_flat(args[0])] if op == "implies" else given
    return op in ("all", "some", "implies") and _assumed(args[-1], inside)


def _escapes(show: Json, chosen: Mapping[str, set[str]]) -> bool:
    """Whether a choice of what exists could fail a premise, instead of meeting what it is for.

    ``some y: P(y) => Q`` holds by a y without P.  ``chosen``: the names bound by ``some``, each
    with those bound by ``all`` after it, which may make a premise one about them.
    """
    op, *args = show
    if op == "implies":
        for name, later in chosen.items():
            if any(name in _names(p) and not _names(p) & later for p in _flat(args[0])):
                return True
    elif op == "some":
        chosen = {**chosen, args[0]: set()}
    elif op == "all":
        chosen = {name: later | {args[0]} for name, later in chosen.items()}
    inside = args if op == "and" else args[-1:] if op in ("implies", "all", "some") else []
    return any(_escapes(part, chosen) for part in inside)


def _names(node: Json) -> set[str]:
    if not isinstance(node, list):
        return {node} if isinstance(node, str) else set()
    return set().union(*map(_names, node[1:]))


def _called(node: Json, name: str, new: str) -> Json:
    if not isinstance(node, list):
        return new if node == name else node
    kept = 2 if node[0] in ("app", "lipschitz") else 1
    return [*node[:kept], *(_called(part, name, new) for part in node[kept:])]


def _absurd(formula: Json) -> bool:
    if formula[0] not in RELATIONS:
        return False
    a, b = map(_numeral, formula[1:])
    if a is None or b is None:
        return False
    return not {"<=": a <= b, "<": a < b, "=": a == b, "!=": a != b}[formula[0]]


def denied(statement: Json) -> Json:
    """Of a negation (see above), the part about the conclusion."""
    return {**statement, "show": statement["show"][-1]}


def _unread(name: str, asked: Json) -> list[str]:
    """The hypotheses and parts of the conclusion of a statement beside which nothing is printed."""
    statements = asked["statements"]
    alike = {n for n, s in statements.items() if key(s) == key(statements[name])}
    paths = [tuple(path) for of, path in asked["readings"] if of in alike]
    read = [p for p in paths if p[:1] == ("show",) or (p[:1] == ("given",) and len(p) > 1)]

    def missing(node: Json, path: tuple[Any, ...]) -> Iterator[str]:
        if any(path[: len(p)] == p for p in read):
            return
        if not isinstance(node, list) or not any(p[: len(path)] == path for p in read):
            yield " ".join(map(str, path))
            return
        inside = {"all": [3], "some": [3]}.get(node[0], range(1, len(node)))
        for i in inside:
            yield from missing(node[i], (*path, i))

    sequent = statements[name]
    given = [part for i, g in enumerate(sequent["given"]) for part in missing(g, ("given", i))]
    return given + list(missing(sequent["show"], ("show",)))


def mistyped(sequent: Json) -> str:
    """Why the kernel's reader finds a sequent ill-typed, or nothing."""
    declared = {*APPLIED.findall(json.dumps(sequent))} <= {*sequent["functions"]}
    try:
        open_statement(sequent)
    except Reject as error:
        return str(error) if declared and error.code == "unknown-function" else ""
    return ""


def _line(line: Json, ends: Mapping[str, str]) -> str:
    """Whether a printed line holds: a refuted statement outweighs every proof."""
    found = {ends[name] for name in line["statements"]}
    if "refuted" in found:
        return "gap" if ends.get(line["stands"]) == "proved" else "fails"
    return "holds" if found == {"proved"} else "open"


def _printed(lines: Mapping[str, str]) -> tuple[str, str]:
    """The status of the printed proof, and the first line that it is due to."""
    for end, word in (("fails", "broken"), ("gap", "gap"), ("open", "gap")):
        for name, found in lines.items():
            if found == end:
                return word, name
    return ("checked" if lines else "none"), ""
