"""What is told of a certificate, in reading order: sentences, items and their formulas.

A fact that nothing uses is left out; a sign or a domain that one leaf shows is not told, and what
rests on it names what it rests on in turn.  A part of the proof without a fact worth telling is
*routine*: its result is told, with the facts that it uses.  Every formula that is told is one that
the certificate assumes or shows, and every sentence belongs to steps of it; the steps that belong
to none are counted.

What comes out is plain data, for every kind of page:

    ["say", part, ...]                  a sentence; a part is a word, or
                                        ["f", boxes, number]  a formula that is used by its number
                                        ["m", boxes]          one within the line
                                        ["l", [boxes, ...], number]  one on several lines
                                        ["r", number]         a reference
    ["items", [[part, ...], [block, ...]], ...]               cases, or the parts of an induction
    ["inner", [block, ...]]                                   the proof of what was just said
    ["where", [boxes, ...]]                                   names for terms
    ["cite", name, part, ...]                                 what was cited by its name
"""

from __future__ import annotations

import inspect
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from constructions.terms import Term
from proofs import notation
from proofs.abbreviations import Part as Named
from proofs.definitions import Definition, fold_part, same, size, tree
from proofs.definitions import names as names_in
from proofs.kernel.terms import NUMBER, RELATIONS
from proofs.prose import named
from proofs.prose.boxes import BROKEN, LONGEST, TITLE, Boxes, completeness, measured, with_bounds
from proofs.prose.cited import Instance, Lemmas
from proofs.prose.formulas import alike, apart, free, linear, put
from proofs.prose.walk import CITED, Fact, Json, Step, Walk, conjuncts, walk

Block = list[Any]
SMALL = 14  # operations of a sign that is not told
MOST = {0: 1, 1: 1, 2: 2}  # facts within a routine part, by how deep it lies
INSTANCES = 3  # of one fact, that are named
LISTED = 3  # hypotheses in one line
LONG = 4  # sentences of a part that is told apart, below what it shows
ONCE = 60  # operations of a formula that is said as its proof begins, "for all x with A: B"
COMPLETE = "the completeness of the real numbers"
AXIOMS = {
    "exp-sum": "the addition formula of exp",
    "exp-line": "the tangent of exp at 0",
    "exp-log": "exp and log being inverse to each other",
    "tanh": "the formula of tanh",
    "sin-sum": "the addition formula of sin",
    "cos-sum": "the addition formula of cos",
    "sin-cos": "Pythagoras for sin and cos",
    "sin-line": "the tangent of sin at 0",
}
WEIGHTS = {"same": 1, "some": 1, "finite": 1, "obtain": 2, "supremum": 3, "induct": 5}


@dataclass(frozen=True)
class Told:
    """The prose of a certificate: blocks as above, and how many steps are told or left out.

    ``formulas`` are the formulas in it as they stand in the certificate.
    """

    blocks: tuple[Block, ...]
    steps: int
    told: int
    unused: int
    left: Mapping[str, int]
    formulas: tuple[Json, ...]
    cases: tuple[int, ...] = ()


@dataclass(frozen=True)
class F:
    """A formula of a sentence, perhaps one that is cited; ``at`` is a term."""

    formula: Json
    fact: int | None = None
    inline: bool = False
    term: bool = False
    title: bool = False  # of cases, on one line


@dataclass(frozen=True)
class Cite:
    """A fact, or words, that a sentence rests on, perhaps at terms."""

    fact: int | None
    words: str = ""
    at: tuple[tuple[str, Json], ...] = ()


@dataclass
class Line:
    """A sentence before its facts have numbers."""

    parts: list[Any]
    cites: list[Cite] = field(default_factory=list)
    how: list[Any] = field(default_factory=list)
    fact: int | None = None
    lead: str = ""
    scoped: bool = False  # it fixes or assumes something
    inducts: bool = False
    fixed: Fixed | None = None


@dataclass(frozen=True)
class Fixed:
    """What a proof takes off its goal first: variables by their sorts, formulas, what is left."""

    variables: tuple[F, ...]
    assumed: tuple[F, ...]
    names: tuple[str, ...]
    goal: Json


@dataclass
class Items:
    rows: list[tuple[list[Any], list[Any]]]


@dataclass
class Inner:
    lines: list[Any]


@dataclass
class Closing:
    """How a part of the proof ends: its goal, from what."""

    goal: Json
    cites: list[Cite]
    how: list[Any]
    against: bool = False


@dataclass
class Part:
    """Sentences, and their end; none where the last of them are items, which end for themselves."""

    lines: list[Any]
    closing: Closing | None


@dataclass(frozen=True)
class Name:
    """``name(arguments) = body``, as a written proof says it."""

    name: str
    arguments: tuple[str, ...]
    body: Json


def tell(
    certificate: Mapping[str, Any],
    definitions: Sequence[Definition] = (),
    names: Sequence[Name] = (),
    lemmas: Lemmas | None = None,
) -> Told:
    """The prose of a certificate that the kernel has accepted.

    ``definitions`` are those of the paper, ``names`` those of the proof, which are told first;
    what states one of the ``lemmas`` is cited by its name.

    Raises:
        Reject: it is no certificate.
    """
    teller = _Teller(walk(certificate, lemmas))
    return _Layout(certificate["statement"], teller, definitions, names).told(teller.whole())


def _sentences(lines: Sequence[Any]) -> int:
    return sum(1 + sum(map(_sentences, _inner(line))) for line in lines)


def _inner(line: Any) -> list[list[Any]]:
    if isinstance(line, Inner):
        return [line.lines]
    return [inner for _, inner in line.rows] if isinstance(line, Items) else []


class _Teller:
    def __init__(self, walked: Walk) -> None:
        self.walked = walked
        self.because: dict[int, list[Cite]] = {}  # of what is not told
        self.shown: set[int] = set()  # facts that are told
        self.steps: set[int] = set()  # ids of nodes that have a sentence
        self.node_of: dict[int, list[int]] = {}  # the steps of a sentence that may be left out
        self.cases: list[int] = []
        self.weights: dict[int, int] = {}
        self.fixed: dict[int, tuple[str, ...]] = {}  # names in what is said for all of them
        self.bounds = False  # whether least upper bounds are taken
        self.lemmas: dict[str, list[Instance]] = {}  # that are cited
        for fact in walked.given:
            if _sign(fact.formula) or fact.formula[0] == "lipschitz":
                self.because[fact.id] = []
            else:
                self.shown.add(fact.id)

    # -- what is routine

    def weight(self, step: Step) -> int:
        """How many facts worth telling are in a part of the proof."""
        if id(step) not in self.weights:
            below = sum(map(self.weight, step.then))
            own = WEIGHTS.get(step.by, 0)
            if step.by in ("have", "use", "same", "unfold", "axiom", "define"):
                last = step.then[-1]
                if not self.needed(step):
                    below, own = self.weight(last), 0
                elif step.by == "have":
                    own = 0 if self.folded(step) else 1
                elif step.by == "use":
                    own = 0 if step.known[-1][0].formula[0] in ("all", "implies") else 1
            self.weights[id(step)] = own + below
        return self.weights[id(step)]

    def needed(self, step: Step) -> bool:
        """Whether what the step makes known is used where it is known."""
        return any(fact.id in step.then[-1].below for fact in step.known[-1])

    def folded(self, step: Step) -> bool:
        """Whether a fact is a sign that is shown at once."""
        shown = step.node["show"]
        return _sign(shown) and len(list(step.then[0].each())) <= 4

    def routine(self, step: Step, depth: int) -> bool:
        """Whether a part is told in one sentence."""
        return self.weight(step) <= MOST.get(depth, 3)

    # -- what a step rests on

    def cited(self, ids: frozenset[int] | set[int]) -> list[Cite]:
        """The facts that are told, in place of those that are not."""
        found: dict[Cite, None] = {}

        def add(name: int, at: tuple[tuple[str, Json], ...] = ()) -> None:
            if name in self.shown:
                found.setdefault(Cite(name, at=at))
            else:
                for cite in self.because.get(name, []):
                    found.setdefault(cite)

        for name in sorted(ids):
            add(name)
        return list(found)

    def uses(self, step: Step) -> list[Cite]:
        """What a routine part rests on, its own facts replaced by what these rest on."""
        own = {fact.id for one in step.each() for known in one.known for fact in known}
        found = [
            made
            for cite in self.cited(step.below - own)
            for made in self.instances(step, cite) or [cite]
        ]
        words = [
            Cite(None, AXIOMS[one.node["name"]])
            for one in step.each()
            if one.by == "axiom" and self.needed(one)
        ]
        words += [
            self.named(one.then[0].lemma)
            for one in step.each()
            if one.by == "have" and one.then[0].lemma is not None and self.needed(one)
        ]
        return list(dict.fromkeys([*found, *words]))

    def named(self, cited: Instance) -> Cite:
        known = self.lemmas.setdefault(cited.lemma.name, [])
        if cited not in known:
            known.append(cited)
        return Cite(None, cited.lemma.words)

    def instances(self, step: Step, cite: Cite) -> list[Cite]:
        """The fact at the terms at which a routine part uses it, where these are few and known."""
        if cite.at or cite.fact is None:
            return []
        new = {one.node[k] for one in step.each() for k in ("as", "on") if k in one.node
               and one.by in ("intro", "obtain", "induct")}  # fmt: skip
        found: dict[Cite, None] = {}
        for one in step.each():
            fact = one.known[-1][0] if one.by == "use" else None
            if fact is None or fact.of != cite.fact or not self.needed(one):
                continue
            pairs = self.pairs(cite.fact, fact.at)
            if not _short(pairs) or any(free(term) & new for _, term in pairs):
                return []
            found[Cite(cite.fact, at=_held(pairs))] = None
        return list(found) if len(found) <= INSTANCES else []

    def pairs(self, fact: int, at: Sequence[Json]) -> list[tuple[str, Json]]:
        """The variables of a universal fact, as it is told, with the terms that stand for them."""
        pairs = _pairs(self.walked.facts[fact].formula, at)
        names = self.fixed.get(fact, [name for name, _ in pairs])
        return [(name, term) for name, (_, term) in zip(names, pairs, strict=False)]

    def how(self, step: Step) -> list[Any]:
        """What kind of work a routine part is, beyond arithmetic."""
        kinds = Counter(one.by for one in step.each())
        said: list[Any] = []
        on = list(
            {
                str(one.node["on"]): one.node["on"] for one in step.each() if one.by == "case"
            }.values()
        )
        on = [term for term in on if len(str(term)) < 160]
        if kinds["case"] and on and len(on) <= 3:
            terms: list[Any] = []
            for number, term in enumerate(on):
                terms += [", " if number else "", F(term, term=True)]
            said.append(["distinguishing the cases of ", *terms])
        elif (number := 1 + sum(max(0, _living(one) - 1) for one in step.each())) > 1:
            said.append([f"distinguishing {number} cases"])
        if kinds["induct"]:
            said.append(["by induction"])
        if kinds["unfold"]:
            said.append(["with the last summand split off"])
        if kinds["cover"]:
            boxes = sum(len(one.node["cuts"]) - 1 for one in step.each() if one.by == "cover")
            said.append([f"by interval arithmetic on {boxes} box{'' if boxes == 1 else 'es'}"])
        elif kinds["evaluate"] and not (kinds["leaf"] or kinds["zero"]):
            said.append(["by computation"])
        if step.by in ("leaf", "zero") and not said and not step.below:
            squares = any(term[2] for term in step.node["terms"])
            said.append(["squares being nonnegative" if squares else "by expanding"])
        return said

    def idle(self, step: Step, depth: int) -> bool:
        """Whether a part is arithmetic alone, from nothing that is told."""
        if self.uses(step) or not self.routine(step, depth):
            return False
        return not step.then or not self.how(step)

    # -- telling

    def whole(self) -> list[Any]:
        lines = self.ended(self.part(self.walked.root, 0), top=True)
        while self.pruned(lines, set(_cited(lines))):
            pass
        return lines

    def pruned(self, lines: list[Any], cited: set[int]) -> bool:
        """Sentences are left out that no other rests on: they served for signs alone."""
        gone = False
        for line in list(lines):
            if isinstance(line, Line):
                idle = line.lead == "have" and not line.inducts and line.fact not in cited
                if idle and line.fact in self.node_of:
                    lines.remove(line)
                    self.steps -= {*self.node_of[line.fact]}
                    gone = True
                continue
            for inner in _inner(line):
                gone = self.pruned(inner, cited) or gone
        return gone

    def ended(self, part: Part, top: bool = False) -> list[Any]:
        """The sentences of a part with its end."""
        closing = part.closing
        if closing is None:
            return part.lines
        lead = "at once" if top and not part.lines else "claim"
        lead = "impossible" if closing.against else lead
        line = Line([], closing.cites, closing.how, lead=lead)
        return [*part.lines, line]

    def part(self, step: Step, depth: int) -> Part:
        """The proof of a goal, as sentences."""
        if (known := self.told(step)) is not None:
            self.steps.add(id(step))
            return Part([], Closing(step.goal, [Cite(known)], []))
        lines: list[Any] = []
        while True:
            if step.by != "intro" and self.routine(step, depth):
                return Part(lines, self.close(step))
            if self.same_again(step):
                step = step.then[0]
                continue
            if step.by == "intro":
                step = self.intros(step, lines)
            elif step.by in _ADDING and step.by != "induct":
                self.one(step, depth, lines)
                step = step.then[-1]
            elif step.by == "induct":
                self.induct(step, depth, lines)
                step = step.then[-1]
            elif step.by == "some":
                self.steps.add(id(step))
                last = lines[-1] if lines else None
                if not isinstance(last, Line) or last.parts[:1] != ["Take "]:
                    last = Line(["Take "], lead="plain")
                    lines.append(last)
                last.parts += [", "] * (len(last.parts) > 1) + [F(step.node["is"], term=True)]
                step = step.then[0]
            else:
                return Part(lines, self.several(step, depth, lines))

    def same_again(self, step: Step) -> bool:
        """Whether the goal is shown as a fact first, in the same words or for other bound names."""
        if step.by != "have" or step.then[0].by == CITED:
            return False
        return alike(step.node["show"], step.goal) and self.weight(step.then[1]) == 0

    def told(self, step: Step) -> int | None:
        """The fact that says what is to be shown, or has it as a part, if it is told and used."""
        if step.goal[0] not in ("all", "some", "implies"):
            return None
        return self.says(step, step.goal)

    def says(self, step: Step, goal: Json) -> int | None:
        """The first fact that is told, that a part uses, and that says something, or has it."""
        facts = (self.walked.facts[name] for name in sorted(step.below & self.shown))
        return next(
            (fact.id for fact in facts if any(alike(p, goal) for p in _parts(fact.formula))),
            None,
        )

    def stands_in(self, step: Step) -> list[int]:
        """The facts that say what is to be shown, each a part of it, if they say all of it."""
        if (whole := self.says(step, step.goal)) is not None:
            return [whole]
        found = [self.says(step, part) for part in conjuncts(step.goal)]
        return [] if None in found else [fact for fact in found if fact is not None]

    def close(self, step: Step) -> Closing:
        self.steps.add(id(step))
        return Closing(step.goal, self.uses(step), self.how(step), step.against)

    def intros(self, step: Step, lines: list[Any]) -> Step:
        """Variables and assumptions, one after the other, in one sentence."""
        named: dict[str, list[str]] = {"int": [], "real": []}
        names: list[str] = []
        before: tuple[F, ...] = ()
        assumed: list[Fact] = []
        last = lines[-1] if lines else None
        if isinstance(last, Line) and last.fixed is not None and last.lead == "plain":
            lines.pop()  # something was fixed just before
            for one in last.fixed.variables:
                named[one.formula[1]] += one.formula[2:]
            names += last.fixed.names
            before = last.fixed.assumed
        while step.by == "intro":
            self.steps.add(id(step))
            if step.goal[0] == "all":
                named[step.goal[2]].append(step.node["as"])
                names.append(step.node["as"])
            else:
                assumed += step.known[0]
            step = step.then[0]
        parts: list[Any] = []
        variables_ = [F(["in", sort, *its]) for sort, its in named.items() if its]
        for number, item in enumerate(variables_):
            parts += [" and " if number else "Let ", item]
        formulas = [*before]
        for fact in assumed:
            if _sign(fact.formula):  # the range of a variable
                self.because[fact.id] = []
            else:
                self.shown.add(fact.id)
            formulas.append(F(fact.formula, fact.id, inline=True))
        parts += _listed(formulas, " with " if parts else "Suppose that ")
        fixed = Fixed(tuple(variables_), tuple(formulas), tuple(names), step.goal)
        lines.append(Line(parts, lead="plain", scoped=True, fixed=fixed))
        return step

    def one(self, step: Step, depth: int, lines: list[Any]) -> None:
        """A step that makes something known."""
        facts = step.known[-1]
        if not self.needed(step):
            return
        if step.by == "axiom":
            self.because[facts[0].id] = [Cite(None, AXIOMS[step.node["name"]])]
        elif step.by in ("define", "empty"):
            for fact in facts:
                self.because[fact.id] = self.uses(step.then[0])
        elif step.by == "have":
            self.have(step, depth, lines)
        elif step.by == "use":
            self.use(step, depth, lines)
        elif step.by == "obtain":
            self.obtain(step, lines)
        elif step.by == "supremum":
            self.steps.add(id(step))
            self.because[facts[0].id] = [Cite(None, COMPLETE)]
            self.bounds = True
        else:
            self.steps.add(id(step))
            fact = facts[-1]
            for other in facts[:-1]:
                self.because[other.id] = self.uses(step.then[0])
            self.shown.add(fact.id)
            if step.by == "unfold":
                how: list[Any] = [["with the last summand split off"]]
                cites = []
            else:
                how, cites = [["the arguments being equal"]], self.uses(step.then[0])
            lines.append(Line([F(fact.formula, fact.id)], cites, how, fact.id, "have"))

    def obtain(self, step: Step, lines: list[Any]) -> None:
        """A name for what exists; that there is one is said by naming it."""
        (fact,) = step.known[-1]
        self.steps.add(id(step))
        self.shown.add(fact.id)
        words = ["there is ", F(["in", fact.at[0], step.node["as"]]), " with "]
        sentence = Line([*words, F(fact.formula, fact.id)], self.cited(step.uses), [], fact.id)
        sentence.lead = "have"
        last = lines[-1] if lines else None
        if isinstance(last, Inner) and isinstance(lines[-2], Line) and lines[-2].lead == "applies":
            last = lines[-2]  # what has its premise below it
        elif not isinstance(last, Line) or last.lead != "have" or last.inducts:
            last = None
        if last is not None and last.fact is not None and _only(sentence.cites, last.fact):
            if last.parts[0] in ("there is ", "there are "):  # and what the two are called
                members = [part for part in last.parts if isinstance(part, F)][:-1]
                sentence.parts[:2] = ["there are ", *_members_of([*members, sentence.parts[1]])]
            sentence.cites, sentence.how, sentence.lead = last.cites, last.how, last.lead
            self.shown.discard(last.fact)
            self.because[last.fact] = last.cites
            lines[-2 if last.lead == "applies" else -1] = sentence
            return
        lines.append(sentence)

    def have(self, step: Step, depth: int, lines: list[Any]) -> None:
        (fact,) = step.known[-1]
        shown = step.then[0]
        if shown.lemma is not None:
            self.steps |= {id(step), id(shown)}
            self.because[fact.id] = [self.named(shown.lemma)]
            return
        if self.folded(step):
            self.because[fact.id] = []
            return
        if completeness(fact.formula):
            self.steps.add(id(step))
            self.because[fact.id] = [Cite(None, COMPLETE)]
            self.bounds = True
            return
        if (known := self.told(shown)) is not None:
            self.because[fact.id] = [Cite(known)]
            return
        self.steps.add(id(step))
        self.node_of[fact.id] = [id(step)]
        sentence = Line([F(fact.formula, fact.id)], fact=fact.id, lead="have")
        if self.routine(shown, depth + 1):
            sentence.cites, sentence.how = self.uses(shown), self.how(shown)
            if self.again(fact, sentence.cites):
                self.steps.remove(id(step))
                self.because[fact.id] = sentence.cites
                return
            self.steps.add(id(shown))
            self.node_of[fact.id].append(id(shown))
            lines.append(sentence)
            self.shown.add(fact.id)
            return
        part = self.part(shown, depth + 1)
        self.shown.add(fact.id)
        self.stated(sentence, part, lines)

    def again(self, fact: Fact, cites: Sequence[Cite]) -> bool:
        """Whether it is the one fact that it follows from, but for the names that it binds."""
        if len(cites) != 1 or cites[0].fact is None or cites[0].at:
            return False
        return alike(self.walked.facts[cites[0].fact].formula, fact.formula)

    def replaced(self, last: Line, sentence: Line) -> bool:
        """Let a sentence stand where the last one does, if it says the same."""
        one, other = last.fact, sentence.fact
        if one is None or other is None:
            return False
        if not alike(self.walked.facts[one].formula, self.walked.facts[other].formula):
            return False
        self.node_of[other] = [*self.node_of.get(other, ()), *self.node_of.get(one, ())]
        last.parts, last.fact = sentence.parts, other
        return True

    def stated(self, sentence: Line, part: Part, lines: list[Any]) -> None:
        """A fact after its proof, where that needs no scope of its own, or before it."""
        last = part.lines[-1] if part.lines else None
        scoped = any(_scoped(line) for line in part.lines) or _sentences(part.lines) >= LONG
        if part.closing and not scoped:
            cites = part.closing.cites
            if isinstance(last, Items) and len(part.lines) > 1:
                above = part.lines[-2]
                if isinstance(above, Line) and above.inducts and _only(cites, above.fact):
                    above.parts, above.fact = sentence.parts, sentence.fact
                    lines += part.lines
                    return
            if isinstance(last, Line) and last.inducts and _only(cites, last.fact):
                last.parts, last.fact = sentence.parts, sentence.fact
                lines += part.lines
                return
            if isinstance(last, Line) and _only(cites, last.fact) and self.replaced(last, sentence):
                lines += part.lines
                return
            sentence.cites, sentence.how = cites, part.closing.how
            lines += [*part.lines, sentence]
            return
        sentence.lead = "shown"
        first = part.lines[0] if part.lines else None
        opens = isinstance(first, Line) and first.lead == "plain"  # what is taken off the goal
        fixed = first.fixed if isinstance(first, Line) and opens else None
        fact = sentence.fact
        long = fact is not None and _size(self.walked.facts[fact].formula) >= ONCE
        if fact is not None and long and fixed is not None and fixed.assumed:
            self.fixed[fact] = fixed.names
            sentence.fixed = fixed
            sentence.parts = [F(fixed.goal, fact)]
            del part.lines[0]
        lines += [sentence, Inner(self.ended(part))]

    def use(self, step: Step, depth: int, lines: list[Any]) -> None:
        (fact,) = step.known[-1]
        of = self.walked.facts[fact.of] if fact.of is not None else None
        cites: list[Cite] = []
        if of is not None:
            pairs = self.pairs(of.id, fact.at)
            if len(fact.at) == 2 and any(f[0] == "lipschitz" for f in conjuncts(of.formula)):
                cites = [Cite(None, "the Lipschitz bound")]
            elif of.id in self.shown:
                cites = [Cite(of.id, at=_held(pairs) if _short(pairs) else ())]
            else:
                cites = list(self.because.get(of.id, []))
        premise = step.then[0] if len(step.then) == 2 else None
        if fact.formula[0] in ("all", "implies"):
            more = self.uses(premise) if premise is not None else []
            self.because[fact.id] = list(dict.fromkeys([*cites, *more]))
            return
        self.steps.add(id(step))
        self.node_of[fact.id] = [id(step)]
        sentence = Line([F(fact.formula, fact.id)], cites, [], fact.id, "have")
        if premise is not None:
            if self.routine(premise, depth + 1):
                sentence.cites = list(dict.fromkeys([*cites, *self.uses(premise)]))
            else:
                part = self.part(premise, depth + 1)
                scoped = any(_scoped(line) for line in part.lines)
                if part.closing and not scoped and _sentences(part.lines) < LONG:
                    lines += part.lines
                    sentence.cites = list(dict.fromkeys([*cites, *part.closing.cites]))
                else:
                    sentence.lead = "applies"
                    lines += [sentence, Inner(self.ended(part))]
                    self.shown.add(fact.id)
                    return
        self.shown.add(fact.id)
        lines.append(sentence)

    def induct(self, step: Step, depth: int, lines: list[Any]) -> None:
        base, onward, _ = step.then
        (fact,) = step.known[-1]
        if fact.id not in step.then[-1].below:
            return
        self.steps.add(id(step))
        on = F(step.node["on"], term=True)
        sentence = Line([F(fact.formula, fact.id)], fact=fact.id, lead="have", inducts=True)
        for known in step.known[1]:
            if known.formula is not step.known[1][0].formula:
                self.shown.add(known.id)
            else:
                self.because[known.id] = []
        hypothesis = step.known[1][1]
        if self.routine(base, depth + 1) and self.routine(onward, depth + 1):
            self.steps |= {id(base), id(onward)}
            found = [*self.uses(base), *self.uses(onward)]
            sentence.cites = [c for c in dict.fromkeys(found) if c.fact != hypothesis.id]
            how = [["by induction on ", on]]
            if any(one.by == "unfold" for one in onward.each()):
                how.append(["with the last summand split off"])
            sentence.how = how
            self.shown.add(fact.id)
            lines.append(sentence)
            return
        sentence.how = [["by induction on ", on]]
        start = ["For ", F(["=", step.node["on"], step.node["from"]], inline=True, title=True)]
        bound = F(step.known[1][0].formula, inline=True, title=True)
        following = ["Let ", F(["in", "int", step.node["on"]]), " with ", bound]
        assumed = F(hypothesis.formula, hypothesis.id, inline=True, title=True)
        following += [", and suppose that ", assumed]
        first, second = self.part(base, depth + 1), self.part(onward, depth + 1)
        self.shown.add(fact.id)
        self.cases.append(2)
        lines += [
            sentence,
            Items([(start, self.ended(first)), (following, self.ended(second))]),
        ]

    def several(self, step: Step, depth: int, lines: list[Any]) -> Closing | None:
        """Cases, or the parts of a conjunction but for those that are arithmetic alone.

        A part that was told is named and not said again; if all are, they are how it ends.
        """
        self.steps.add(id(step))
        rows: list[tuple[list[Any], list[Any]]] = []
        both = list(zip(step.then, step.known, strict=True))
        said: list[Cite] = []
        if step.by == "both":
            both = [pair for pair in both if not self.idle(pair[0], depth + 1)]
            known_parts = [(pair, self.stands_in(pair[0])) for pair in both]
            both = [pair for pair, facts in known_parts if not facts]
            said = [Cite(fact) for _, facts in known_parts for fact in facts]
            self.steps |= {id(pair[0]) for pair, facts in known_parts if facts}
        if said and not both:
            return Closing(step.goal, list(dict.fromkeys(said)), [])
        for below, known in both:
            title: list[Any] = []
            for fact in known:
                self.shown.add(fact.id)
            if known:
                title = ["Case ", F(known[0].formula, known[0].id, True, title=True)]
                for fact in known[1:]:
                    title += [", so that ", F(fact.formula, fact.id, True, title=True)]
            else:
                title = ["", F(below.goal, inline=True, title=True)]
            rows.append((title, self.ended(self.part(below, depth + 1))))
        if step.by == "both":
            rows = _together(rows)
        self.cases.append(len(rows))
        if said:
            lines.append(Line([], list(dict.fromkeys(said)), lead="parts"))
        lines.append(Items(rows))
        return None


def _listed(formulas: Sequence[F], before: str) -> list[Any]:
    parts: list[Any] = []
    for number, one in enumerate(formulas):
        last = number == len(formulas) - 1
        parts += [" and " if number and last else ", " if number else before, one]
    return parts


def _members_of(named: Sequence[F]) -> list[Any]:
    """``N, R ∈ ℤ and x ∈ ℝ``, of what is named one by one."""
    made: list[F] = []
    for one in named:
        if made and made[-1].formula[1] == one.formula[1]:
            made[-1] = F([*made[-1].formula, *one.formula[2:]])
        else:
            made.append(one)
    return _listed(made, "")


def _together(rows: Sequence[tuple[list[Any], list[Any]]]) -> list[tuple[list[Any], list[Any]]]:
    """Parts of a conjunction that follow from the same, each in a sentence, are said in one."""
    made: list[tuple[list[Any], list[Any]]] = []
    for title, lines in rows:
        last = made[-1] if made else None
        if last is not None and last[1] == lines and len(lines) == 1 and isinstance(lines[0], Line):
            made[-1] = ([*last[0], ", ", *title], lines)
        else:
            made.append((title, lines))
    return made


def _parts(formula: Json) -> Iterator[Json]:
    """A formula and, of a conjunction, what it is made of."""
    if formula[0] == "and":
        yield formula
    yield from conjuncts(formula)


_CASES = ("case", "split", "finite")


def _living(step: Step) -> int:
    """The cases of a step, but for those that what is known excludes by itself.

    How sums of variables compare is no case: a search asks it of what is known already.  Nor is it
    one whether a comparison holds that is shown: then it follows, or its opposite is impossible.
    """
    if step.by not in _CASES:
        return 0
    ends = [not one.then for one in step.then] if step.by == "split" else []
    if all(ends) and ends and _of_variables(step.goal):
        return 0
    if any(ends) and _of_sides(step.node["on"], step.goal):
        return 0
    return sum(not all(one.against for one in each.each() if not one.then) for each in step.then)


def _of_sides(on: Json, goal: Json) -> bool:
    """Whether a term is the difference of a comparison's sides, but for a constant and its sign."""
    if goal[0] not in RELATIONS:
        return False
    term, sides = linear(on), linear(["-", goal[2], goal[1]])
    term.pop("", None)
    sides.pop("", None)
    return term in (sides, {atom: -c for atom, c in sides.items()})


def _of_variables(part: Json) -> bool:
    """A comparison of sums of variables."""
    if not isinstance(part, list):
        return True
    return part[0] in ("<=", "<", "=", "+", "-", "*", "and") and all(map(_of_variables, part[1:]))


def _cited(lines: Sequence[Any]) -> Iterator[int]:
    for line in lines:
        if isinstance(line, Line):
            yield from (cite.fact for cite in line.cites if cite.fact is not None)
            continue
        for inner in _inner(line):
            yield from _cited(inner)


def _pairs(rule: Json, at: Sequence[Json]) -> list[tuple[str, Json]]:
    """The variables of a universal formula with the terms that stand for them."""
    pairs = []
    for term in at:
        if rule[0] == "all":
            pairs.append((rule[1], term))
            rule = rule[3]
    return pairs


def _short(pairs: Sequence[tuple[str, Json]]) -> bool:
    return len(pairs) <= 2 and all(len(str(term)) < 120 for _, term in pairs)


def _held(pairs: Sequence[tuple[str, Json]]) -> tuple[tuple[str, Any], ...]:
    return tuple((name, _Held(term)) for name, term in pairs)


class _Held(list[Any]):
    """A term, as part of something that is compared and hashed."""

    def __init__(self, term: Json) -> None:
        super().__init__([term])

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(str(self[0]))


def _only(cites: list[Cite], fact: int | None) -> bool:
    return [cite.fact for cite in cites] == [fact]


def _scoped(line: Any) -> bool:
    return isinstance(line, Line) and line.scoped


def _sign(formula: Json) -> bool:
    """A comparison with a number, of something that is not long."""
    if formula[0] not in RELATIONS or formula[0] == "=":
        return False
    sides = [side for side in formula[1:] if isinstance(side, str) and NUMBER.fullmatch(side)]
    return bool(sides) and _size(formula) <= SMALL


def _size(data: Json) -> int:
    return 1 + sum(map(_size, data[1:])) if isinstance(data, list) else 1


# --- numbers, names, boxes -----------------------------------------------------------------------

SHORT = 30  # operations of a term for which something is cited, and that is told
_KINDS = {
    "arithmetic": ("leaf", "zero", "evaluate", "cover"),
    "cases and parts": ("split", "case", "finite", "both"),
    "signs, domains and instances": ("have", "use", "define", "same", "unfold", "empty", "axiom"),
}


def _arities(part: Json, functions: Collection[str]) -> dict[str, int]:
    """With how many arguments functions stand in a formula."""
    if not isinstance(part, list):
        return {}
    found: dict[str, int] = {}
    for inner in part[1:]:
        found |= _arities(inner, functions)
    if part[0] in ("app", "lipschitz") and part[1] in functions:
        found[part[1]] = len(part) - 2 if part[0] == "app" else 1
    return found


class _Layout:
    """Gives facts that are cited their numbers, and formulas their boxes."""

    def __init__(
        self,
        statement: Mapping[str, Any],
        teller: _Teller,
        definitions: Sequence[Definition],
        names: Sequence[Name],
    ) -> None:
        self.statement, self.teller = statement, teller
        self.definitions, self.names = definitions, names
        self.numbers: dict[int, int] = {}
        self.cited: Counter[int] = Counter()
        self.formulas: list[F] = []

    def told(self, lines: list[Any]) -> Told:
        self.count(lines)
        given = [fact for fact in self.teller.walked.given if self.cited[fact.id]]
        if given:
            parts: list[Any] = ["It is given that "]
            inline = 1 < len(given) <= LISTED
            for number, fact in enumerate(given):
                last = number == len(given) - 1
                if inline:
                    parts += [" and " if number and last else ", " if number else ""]
                parts.append(F(fact.formula, fact.id, inline=inline))
            lines = [Line(parts, lead="plain"), *lines]
        blocks = self.blocks(lines)
        blocks += [self.stated(cited) for _, cited in sorted(self.teller.lemmas.items())]
        boxes, where = self.laid_out()
        made = [_filled(block, boxes) for block in blocks]
        if where:
            made.insert(0, ["where", where])
        teller = self.teller
        reached = list(self.reached(teller.walked.root))
        left: Counter[str] = Counter()
        for step in reached:
            if id(step) not in teller.steps and step.by != CITED:
                kind = next((name for name, kinds in _KINDS.items() if step.by in kinds), "other")
                left[kind] += 1
        steps, cited = teller.walked.root.size, [one for one in reached if one.by == CITED]
        for one in cited:
            paper = one.lemma is not None and one.lemma.lemma.weight
            left["in statements of the paper" if paper else "in lemmas of the library"] += one.size
        formulas = tuple(f.formula for f in self.formulas if not f.term and f.formula[0] != "in")
        return Told(
            tuple(made), steps, sum(id(one) in teller.steps for one in reached if one.by != CITED),
            steps - sum(one.size if one.by == CITED else 1 for one in reached), dict(left),
            formulas, tuple(teller.cases),
        )  # fmt: skip

    def stated(self, cited: Sequence[Instance]) -> Block:
        """What was cited, for terms of every kind; of a statement of the paper, also for which."""
        lemma = cited[0].lemma
        formula = lemma.formula
        for name, sort in reversed(lemma.vars):
            formula = ["all", name, sort, formula]
        functions = ", ".join(sorted(lemma.functions))
        about = f", for all functions {functions}" if functions else ""
        if not lemma.weight:
            box = Boxes(notation.Names()).formula(tree(apart(formula)))
            says = f"Lemma {lemma.name} of the library ({lemma.says}){about}: "
            return ["cite", lemma.name, says, ["m", box], "."]
        used = dict[str, Definition]()
        own = {"vars": dict(lemma.vars), "functions": _arities(formula, lemma.functions)}
        node = self.folded(apart(formula), used, own)
        lines = [measured(box) for box in Boxes(notation.Names(), used).lines(node)]
        parts: list[Any] = ["cite", lemma.name, f"{lemma.name} ({lemma.says}){about}: "]
        parts += [["l", lines, 0] if len(lines) > 1 else ["m", lines[0]], "."]
        for number, one in enumerate(cited):
            pairs = one.pairs
            if pairs and all(_size(term) <= SHORT for _, term in pairs):
                parts.append(" Here with " if not number else " And with ")
                for place, (head, term) in enumerate(pairs):
                    parts += [", " if place else "", ["m", self.index(F(head, term=True))]]
                    parts += [" := ", ["m", self.index(F(term, term=True))]]
                parts.append(".")
        return [part for part in parts if part != ""]

    def reached(self, step: Step) -> Iterator[Step]:
        """The steps that lead to something."""
        todo = [step]
        while todo:
            one = todo.pop()
            if one.by in _ADDING and not self.teller.needed(one):
                todo += one.then[-1:]
            else:
                yield one
                todo += one.then

    def count(self, lines: Sequence[Any]) -> None:
        """How often each fact is cited by its number; "hence" means the one that was just told."""
        before: int | None = None
        for line in lines:
            if isinstance(line, Line):
                just = None if line.lead == "parts" else before  # parts are named in any case
                self.cited.update(c.fact for c in line.cites if c.fact not in (None, just))
                before = line.fact
                continue
            before = None
            for inner in _inner(line):
                self.count(inner)

    def blocks(self, lines: Sequence[Any]) -> list[Block]:
        made: list[Block] = []
        before: int | None = None
        follows = False
        for line in lines:
            if isinstance(line, Items):
                made.append(["items", *([self.parts(t), self.blocks(i)] for t, i in line.rows)])
                before = None
            elif isinstance(line, Inner):
                made.append(["inner", self.blocks(line.lines)])
                before = None
            else:
                made.append(["say", *self.sentence(line, before, follows)])
                before = line.fact
            follows = isinstance(line, Line) and line.lead == "have"
        return made

    def parts(self, parts: Sequence[Any]) -> list[Any]:
        found: list[Any] = []
        for part in parts:
            if isinstance(part, str):
                found += [part] if part else []
            elif part.fact is not None and self.cited[part.fact]:
                number = self.numbers.setdefault(part.fact, len(self.numbers) + 1)
                found.append(["g" if part.inline else "f", self.index(part), number])
            else:
                found.append(["m", self.index(part)])
        return found

    def index(self, part: F) -> int:
        self.formulas.append(part)
        return len(self.formulas) - 1

    def sentence(self, line: Line, before: int | None, follows: bool) -> list[Any]:
        cites = line.cites
        hence = before is not None and any(cite.fact == before for cite in cites)
        cites = [cite for cite in cites if not (hence and cite.fact == before)]
        by, how = self.listed(cites), self.hows(line.how)
        claim = line.lead in ("claim", "at once", "impossible")
        if line.lead == "plain":
            return _closed(self.parts(line.parts))
        if line.lead == "parts":
            return ["Some parts stand in ", *self.listed(line.cites), "; the others hold:"]
        if line.lead == "shown" and line.fixed is not None:
            fixed = line.fixed
            about = self.parts([*_listed(fixed.variables, "for all "), *self.under(fixed)])
            return [*_closed(["We show that ", *about, *self.parts(line.parts)]), " Indeed:"]
        if line.lead == "shown":
            return [*_closed(["We show that ", *self.parts(line.parts)]), " Indeed:"]
        if line.lead == "applies":
            start = ["By ", *by, ", "] if by else []
            return [*_closed([*start, *self.parts(line.parts)]), " Its premise holds:"]
        if claim:
            what = "This is impossible" if line.lead == "impossible" else "the claim follows"
            if line.lead == "impossible":
                said: list[Any] = [what, *([", by ", *by] if by else [])]
            elif hence and not by:
                said = ["Hence the claim"]
            elif by:
                said = (
                    ["With ", *by, ", the claim follows"]
                    if hence
                    else ["The claim follows from ", *by]
                )
            else:
                said = ["This is arithmetic" if not how else "The claim follows"]
            return _closed([*said, *([", ", *how] if how else [])])
        lead: list[Any] = []
        if hence:
            lead = ["Hence"]
        elif not by and not how:
            lead = ["Moreover"] if follows else ["We have"]
        if by:
            lead += [", by " if lead else "By ", *by]
        if how:
            words = how if lead else [how[0][:1].upper() + how[0][1:], *how[1:]]
            lead += [*([", "] if lead else []), *words]
        parts = self.parts(line.parts)
        if lead == ["We have"] and parts[0] in ("there is ", "there are "):
            return _closed([parts[0].capitalize(), *parts[1:]])
        comma = " " if lead[-1:] in (["Hence"], ["We have"]) else ", "
        return _closed([*lead, comma, *parts])

    def under(self, fixed: Fixed) -> list[Any]:
        """``with A and B:``, or ``if A and B, then`` where there are no variables."""
        before, after = (" with ", ", we have ") if fixed.variables else ("if ", ", then ")
        return [*_listed(fixed.assumed, before), after]

    def hows(self, how: Sequence[Any]) -> list[Any]:
        found: list[Any] = []
        for number, words in enumerate(how):
            found += [", " if number else "", *self.parts(words)]
        return [part for part in found if part != ""]

    def listed(self, cites: Sequence[Cite]) -> list[Any]:
        """``(3), (5) with m := 1 and the Lipschitz bound``."""
        groups: dict[Any, list[Cite]] = {}
        for cite in cites:
            groups.setdefault(cite.words or cite.fact, []).append(cite)
        found: list[Any] = []
        for number, group in enumerate(groups.values()):
            last = number == len(groups) - 1
            found += [" and " if number and last else ", " if number else ""]
            first = group[0]
            if first.fact is None:
                found.append(first.words)
                continue
            found.append(["r", self.numbers.setdefault(first.fact, len(self.numbers) + 1)])
            at = [cite.at for cite in group if cite.at]
            for place, pairs in enumerate(at):
                found.append(" and " if place else " for ")
                for position, (name, held) in enumerate(pairs):
                    found += [", " if position else "", ["m", self.index(F(name, term=True))]]
                    if held[0] != name:
                        found += [" := ", ["m", self.index(F(held[0], term=True))]]
        return [part for part in found if part != ""]

    # -- boxes

    def laid_out(self) -> tuple[list[Any], list[Any]]:
        """The boxes of all formulas, and equations for the names in them."""
        statement = self.statement
        renamed = self.renamed()
        trees, used = [], dict[str, Definition]()
        for item in self.formulas:
            data = item.formula
            if data[0] == "in":
                trees.append(("in", data[1], *(renamed.get(n, n) for n in data[2:])))
                continue
            data = apart(data)
            trees.append(named.renamed(self.folded(data, used), renamed))
        own = [node for node in trees if not (isinstance(node, tuple) and node[0] == "in")]
        known = {*statement["vars"], *statement["functions"]}
        plain = own
        own, local = self.called(own, used, known)
        own += [part.body for part in local]
        known |= {part.name for part in local}
        own, numbers = named.long_numbers(own, known)
        known |= {part.name for part in numbers}
        short, parts = named.repeated(own, known, len(plain))
        if any(size(node) > named.LARGE for node in short[: len(plain)]):
            known |= {part.name for part in parts}
            again = [*short, *(part.body for part in parts)]
            again, more = named.repeated(again, known, len(plain), named.LARGE)
            pairs = zip(parts, again[len(short) :], strict=True)
            parts = [*(Named(part.name, part.arguments, body) for part, body in pairs), *more]
            short = again[: len(short)]
        bodies = [
            named.called(node, parts) for node in short[len(plain) :]
        ]  # of other variables, too
        short, parts = named.merged([*short[: len(plain)], *bodies], [*parts, *numbers])
        short, parts = named.worth_it(
            short, parts, named.letter(known | {n for one in own for n in names_in(one)})
        )
        there = {part.name: part for part in (*local, *parts)}
        bodies = short[len(plain) :]
        there |= {p.name: Named(p.name, p.arguments, b) for p, b in zip(local, bodies, strict=True)}
        back = (named.restored(node, there) for node in short)
        if not all(map(same, back, plain)):  # names would say something else: none is used
            local, parts, short = [], [], plain
        names = notation.Names(ours=frozenset(part.name for part in parts))
        for name in (*statement["vars"], *statement["functions"]):
            names(name)
        layout = Boxes(names, used)
        left = iter(short)
        boxes: list[Any] = []
        for item, node in zip(self.formulas, trees, strict=True):
            if isinstance(node, tuple) and node[0] == "in":
                boxes.append(_members(layout, node))
                continue
            node = next(left)
            node = with_bounds(node) if self.teller.bounds else node
            boxes.append(_shown(layout, item, node))
        where = []
        for one, body in zip(local, left, strict=True):
            where.append(["row", layout.term(one.head), ["op", "="], layout.term(body)])
        where += [["row", layout.term(p.head), ["op", "="], layout.term(p.body)] for p in parts]
        return boxes, where

    def folded(
        self, data: Json, used: dict[str, Definition], own: Mapping[str, Any] | None = None
    ) -> Any:
        """The tree of a formula or term, with the names of the paper's definitions."""
        if isinstance(data, str):
            return tree(data)
        functions = (own or self.statement)["functions"]
        about = {"vars": dict.fromkeys(free(data), "real"), "functions": functions}
        node, found = fold_part(about, data, self.definitions)
        used.update((d.id, d) for d in found)
        return node

    def called(
        self, trees: Sequence[Any], used: dict[str, Definition], known: set[str]
    ) -> tuple[list[Any], list[Named]]:
        """The trees with the names that the written proof uses, and these names."""
        met = {name for node in trees for name in names_in(node)} | known
        parts = [
            Named(one.name, one.arguments, self.folded(one.body, used))
            for one in self.names
            if one.name not in met and not notation.RESERVED & {one.name}
        ]
        parts.sort(key=lambda part: -size(part.body))
        parts = [named.for_others(part, trees, {*self.statement["vars"]}) for part in parts]
        made = [named.called(node, parts) for node in trees]
        parts = [
            Named(p.name, p.arguments, named.called(p.body, parts[number + 1 :]))
            for number, p in enumerate(parts)
        ]
        there = {name for node in made for name in names_in(node)}
        for part in parts:
            there |= names_in(part.body) if part.name in there else set()
        return made, [part for part in reversed(parts) if part.name in there]

    def renamed(self) -> dict[str, str]:
        """``a_`` of a lemma as a, ``ks0`` of a search as k or so, where nothing has that name."""
        used = {*self.statement["vars"], *self.statement["functions"]}
        for item in self.formulas:
            used |= names_in(tree(item.formula))
        found: dict[str, str] = {}
        for name in sorted(used):
            letters = [name.rstrip("_")] if name.endswith("_") else []
            if _SEARCHED.fullmatch(name):
                letters = [name[0], *LETTERS]
            for to in letters:
                if to and to not in used and to not in found.values():
                    found[name] = to
                    break
        return found


LETTERS, INDICES = "kjilmpqrst", "kijm"
_SEARCHED = re.compile(r"(?:ks|js|kt|is|us|sq|tq)\d+|bs")  # how proofs/search calls what it binds
_ADDING = ("have", "use", "same", "obtain", "axiom", "supremum", "unfold", "empty", "define",
           "induct")  # fmt: skip


def _shown(layout: Boxes, item: F, node: Any) -> Any:
    """The box of a term or formula; of a long one ``["lines", box, ...]``."""
    if item.term:
        return measured(layout.term(node))
    whole = layout.formula(node)
    if item.inline and node[0] == "and" and len(node) > 1:  # within a sentence a comma is enough
        joined: list[Any] = []
        for number, box in enumerate(layout.conditions(node[1:], notation.RELATION)):
            joined += [["op", ","], box] if number else [box]
        whole = ["row", *joined]
    signs = len(notation.text(whole))
    if item.title or signs <= BROKEN:
        return measured(whole, TITLE if item.title else LONGEST)
    lines = [measured(box) for box in layout.lines(node)]
    return lines[0] if len(lines) == 1 else ["lines", *lines]


def _members(layout: notation.Layout, node: Any) -> Any:
    _, sort, *names = node
    joined: list[Any] = []
    for number, name in enumerate(names):
        joined += [["op", ","]] if number else []
        joined.append(layout.names(name))
    return ["row", *joined, ["op", "∈"], ["op", "ℤ" if sort == "int" else "ℝ"]]


def _filled(block: Any, boxes: Sequence[Any]) -> Any:
    """The block with boxes in place of their numbers."""
    if not isinstance(block, list):
        return block
    if block and block[0] in ("m", "f", "g") and len(block) > 1 and isinstance(block[1], int):
        kind, box, *number = block[0], boxes[block[1]], *block[2:]
        return ["l", box[1:], *(number or [0])] if box[0] == "lines" else [kind, box, *number]
    made = [_filled(part, boxes) for part in block]
    return _after_displays(made) if made[:1] in (["say"], ["cite"]) else made


def _after_displays(parts: list[Any]) -> list[Any]:
    """Below a displayed formula a sentence goes on without a comma and has no full stop."""
    made: list[Any] = []
    for part in parts:
        displayed = made and isinstance(made[-1], list) and made[-1][0] in ("f", "l")
        if displayed and isinstance(part, str):
            part = part.lstrip(",.") if part[:1] in (",", ".") else part
            if not part.strip():
                continue
        made.append(part)
    return made


def _closed(parts: list[Any]) -> list[Any]:
    """The sentence with its full stop; a displayed formula has none."""
    last = parts[-1] if parts else ""
    return parts if isinstance(last, list) and last[0] == "f" else [*parts, "."]


def local_names(script: Any, statement: Mapping[str, Any]) -> tuple[Name, ...]:
    """The names that a written proof uses; none of a proof that is not written.

    ``script`` is that of an obligation (:class:`proofs.language.elaboration.Written`).  What a
    function calls ``at`` is a letter, where there is one that nothing has.
    """
    found = []
    for name, made in getattr(script, "names", {}).items():
        arguments = tuple(inspect.signature(made).parameters) if callable(made) else ()
        told = made(*map(Term, arguments)) if arguments else made
        body = getattr(told, "json", told)
        taken = {*statement["vars"], *statement["functions"], *arguments, *_words(body)}
        letter = next((one for one in INDICES if one not in taken), None)
        if "at" in arguments and letter:
            arguments = tuple(letter if one == "at" else one for one in arguments)
            body = put(body, "at", letter)
        if isinstance(body, list) and free(body) - {*arguments} <= {*statement["vars"]}:
            found.append(Name(name, arguments, body))
    return tuple(found)


def _words(part: Json) -> set[str]:
    """All that stands in a term, names and signs."""
    if isinstance(part, list):
        return set().union(*map(_words, part))
    return {part} if isinstance(part, str) else set()
