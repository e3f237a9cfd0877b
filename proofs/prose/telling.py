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
                                        ["r", number]         a reference
    ["items", [[part, ...], [block, ...]], ...]               cases, or the parts of an induction
    ["inner", [block, ...]]                                   the proof of what was just said
    ["where", [boxes, ...]]                                   names for terms
    ["cite", name, part, ...]                                 what a lemma that was cited states
"""

from __future__ import annotations

import inspect
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from constructions.terms import Term
from proofs import notation
from proofs.abbreviations import Part as Named
from proofs.abbreviations import named_parts
from proofs.definitions import Definition, fold_part, same, size, tree, variables
from proofs.definitions import names as names_in
from proofs.kernel.terms import NUMBER, RELATIONS
from proofs.prose.cited import Lemma, Lemmas
from proofs.prose.formulas import alike, apart, free, linear, put
from proofs.prose.walk import CITED, Fact, Json, Step, Walk, conjuncts, walk

Block = list[Any]
SMALL = 14  # operations of a sign that is not told
MOST = {0: 1, 1: 1, 2: 2}  # facts within a routine part, by how deep it lies
INSTANCES = 3  # of one fact, that are named
LISTED = 3  # hypotheses in one line
LONG = 4  # sentences of a part that is told apart, below what it shows
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
        self.lemmas: dict[str, Lemma] = {}  # that are cited
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

    def named(self, lemma: Lemma) -> Cite:
        self.lemmas[lemma.name] = lemma
        return Cite(None, lemma.words)

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
            pairs = _pairs(self.walked.facts[cite.fact].formula, fact.at)
            if not _short(pairs) or any(free(term) & new for _, term in pairs):
                return []
            found[Cite(cite.fact, at=_held(pairs))] = None
        return list(found) if len(found) <= INSTANCES else []

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
                lines.append(Line(["Take ", F(step.node["is"], term=True)], lead="plain"))
                step = step.then[0]
            else:
                self.several(step, depth, lines)
                return Part(lines, None)

    def same_again(self, step: Step) -> bool:
        """Whether the goal is shown as a fact first, in the same words or for other bound names."""
        if step.by != "have" or step.then[0].by == CITED:
            return False
        return alike(step.node["show"], step.goal) and self.weight(step.then[1]) == 0

    def told(self, step: Step) -> int | None:
        """The fact that says what is to be shown, where one that is told does, and is used."""
        if step.goal[0] not in ("all", "some", "implies"):
            return None
        facts = (self.walked.facts[name] for name in sorted(step.below & self.shown))
        return next((fact.id for fact in facts if alike(fact.formula, step.goal)), None)

    def close(self, step: Step) -> Closing:
        self.steps.add(id(step))
        return Closing(step.goal, self.uses(step), self.how(step), step.against)

    def intros(self, step: Step, lines: list[Any]) -> Step:
        """Variables and assumptions, one after the other, in one sentence."""
        named: dict[str, list[str]] = {"int": [], "real": []}
        assumed: list[Fact] = []
        while step.by == "intro":
            self.steps.add(id(step))
            if step.goal[0] == "all":
                named[step.goal[2]].append(step.node["as"])
            else:
                assumed += step.known[0]
            step = step.then[0]
        parts: list[Any] = []
        variables_ = [F(["in", sort, *its]) for sort, its in named.items() if its]
        for number, item in enumerate(variables_):
            parts += [" and " if number else "Let ", item]
        formulas = []
        for fact in assumed:
            if _sign(fact.formula):  # the range of a variable
                self.because[fact.id] = []
            else:
                self.shown.add(fact.id)
            formulas.append(F(fact.formula, fact.id, inline=True))
        for number, one in enumerate(formulas):
            last = number == len(formulas) - 1
            joined = " and " if number and last else ", " if number else ""
            word = joined or (" with " if parts else "Suppose that ")
            parts += [word, one]
        lines.append(Line(parts, lead="plain", scoped=True))
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
            (fact,) = facts
            self.steps.add(id(step))
            self.shown.add(fact.id)
            because = [Cite(None, "the completeness of the real numbers")]
            lines.append(Line([F(fact.formula, fact.id)], because, [], fact.id, "have"))
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
        if not isinstance(last, Line) or last.lead != "have" or last.inducts:
            last = None
        if last is not None and last.fact is not None and _only(sentence.cites, last.fact):
            lines.pop()
            sentence.cites, sentence.how = last.cites, last.how
            self.shown.discard(last.fact)
            self.because[last.fact] = last.cites
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
        lines += [sentence, Inner(self.ended(part))]

    def use(self, step: Step, depth: int, lines: list[Any]) -> None:
        (fact,) = step.known[-1]
        of = self.walked.facts[fact.of] if fact.of is not None else None
        cites: list[Cite] = []
        if of is not None:
            pairs = _pairs(of.formula, fact.at)
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
        start = ["For ", F(["=", step.node["on"], step.node["from"]], inline=True)]
        bound = F(step.known[1][0].formula, inline=True)
        following = ["Let ", F(["in", "int", step.node["on"]]), " with ", bound]
        following += [", and suppose that ", F(hypothesis.formula, hypothesis.id, inline=True)]
        first, second = self.part(base, depth + 1), self.part(onward, depth + 1)
        self.shown.add(fact.id)
        self.cases.append(2)
        lines += [
            sentence,
            Items([(start, self.ended(first)), (following, self.ended(second))]),
        ]

    def several(self, step: Step, depth: int, lines: list[Any]) -> None:
        """Cases, or the parts of a conjunction but for those that are arithmetic alone."""
        self.steps.add(id(step))
        rows: list[tuple[list[Any], list[Any]]] = []
        both = list(zip(step.then, step.known, strict=True))
        if step.by == "both":
            both = [pair for pair in both if not self.idle(pair[0], depth + 1)]
        self.cases.append(len(both))
        for below, known in both:
            title: list[Any] = []
            for fact in known:
                self.shown.add(fact.id)
            if known:
                title = ["Case ", F(known[0].formula, known[0].id, inline=True)]
                for fact in known[1:]:
                    title += [", so that ", F(fact.formula, fact.id, inline=True)]
            else:
                title = ["", F(below.goal, inline=True)]
            rows.append((title, self.ended(self.part(below, depth + 1))))
        lines.append(Items(rows))


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

BRIEF = 26  # signs of a term that needs no name
LONGEST = 700  # signs of a formula; what is longer is named by its length
_KINDS = {
    "arithmetic": ("leaf", "zero", "evaluate", "cover"),
    "cases and parts": ("split", "case", "finite", "both"),
    "signs, domains and instances": ("have", "use", "define", "same", "unfold", "empty", "axiom"),
}


def _stated(lemma: Lemma) -> Block:
    """A lemma that is cited, for terms of every kind."""
    layout = notation.Layout(notation.Names())
    formula = lemma.formula
    for name, sort in reversed(lemma.vars):
        formula = ["all", name, sort, formula]
    box = layout.formula(tree(apart(formula)))
    about = f", for all functions {', '.join(sorted(lemma.functions))}" if lemma.functions else ""
    says = f"Lemma {lemma.name} of the library ({lemma.says}){about}: "
    return ["cite", lemma.name, says, ["m", box], "."]


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
        boxes, where = self.laid_out()
        made = [_filled(block, boxes) for block in blocks]
        if where:
            made.insert(0, ["where", where])
        made += [_stated(lemma) for _, lemma in sorted(self.teller.lemmas.items())]
        teller = self.teller
        reached = list(self.reached(teller.walked.root))
        left: Counter[str] = Counter()
        for step in reached:
            if id(step) not in teller.steps and step.by != CITED:
                kind = next((name for name, kinds in _KINDS.items() if step.by in kinds), "other")
                left[kind] += 1
        steps, cited = teller.walked.root.size, [one for one in reached if one.by == CITED]
        if inside := sum(one.size for one in cited):
            left["in lemmas of the library"] = inside
        formulas = tuple(f.formula for f in self.formulas if not f.term and f.formula[0] != "in")
        return Told(
            tuple(made), steps, sum(id(one) in teller.steps for one in reached if one.by != CITED),
            steps - sum(one.size if one.by == CITED else 1 for one in reached), dict(left),
            formulas, tuple(teller.cases),
        )  # fmt: skip

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
                self.cited.update(c.fact for c in line.cites if c.fact not in (None, before))
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
        comma = " " if lead[-1:] in (["Hence"], ["We have"]) else ", "
        return _closed([*lead, comma, *self.parts(line.parts)])

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
            trees.append(_renamed(self.folded(data, used), renamed))
        own = [node for node in trees if not (isinstance(node, tuple) and node[0] == "in")]
        known = {*statement["vars"], *statement["functions"]}
        plain = own
        own, local = self.called(own, used, known)
        own += [part.body for part in local]
        known |= {part.name for part in local}
        short, parts = named_parts(own, known, lambda part: variables(part) - known)
        short, parts = _merged(short, parts)
        short, parts = _worth_it(
            short, parts, _letter(known | {n for one in own for n in names_in(one)})
        )
        there = {part.name: part for part in (*local, *parts)}
        bodies = short[len(plain) :]
        there |= {p.name: Named(p.name, p.arguments, b) for p, b in zip(local, bodies, strict=True)}
        back = (_restored(node, there) for node in short)
        if not all(map(same, back, plain)):  # names would say something else: none is used
            local, parts, short = [], [], plain
        names = notation.Names(ours=frozenset(part.name for part in parts))
        for name in (*statement["vars"], *statement["functions"]):
            names(name)
        layout = notation.Layout(names, used)
        left = iter(short)
        boxes: list[Any] = []
        for item, node in zip(self.formulas, trees, strict=True):
            if isinstance(node, tuple) and node[0] == "in":
                boxes.append(_members(layout, node))
                continue
            node = next(left)
            box = _shown(layout, item, node)
            signs = len(notation.text(box))
            boxes.append(box if signs <= LONGEST else ["text", f"a formula of {signs:,} signs"])
        where = []
        for one, body in zip(local, left, strict=True):
            where.append(["row", layout.term(one.head), ["op", "="], layout.term(body)])
        where += [["row", layout.term(p.head), ["op", "="], layout.term(p.body)] for p in parts]
        return boxes, where

    def folded(self, data: Json, used: dict[str, Definition]) -> Any:
        """The tree of a formula or term, with the names of the paper's definitions."""
        if isinstance(data, str):
            return tree(data)
        functions = self.statement["functions"]
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
        made = [_called(node, parts) for node in trees]
        parts = [
            Named(p.name, p.arguments, _called(p.body, parts[number + 1 :]))
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


def _shown(layout: notation.Layout, item: F, node: Any) -> Any:
    if item.term:
        return layout.term(node)
    if item.inline and node[0] == "and" and len(node) > 1:  # within a sentence a comma is enough
        joined: list[Any] = []
        for number, box in enumerate(layout.conditions(node[1:], notation.RELATION)):
            joined += [["op", ","], box] if number else [box]
        return ["row", *joined]
    return layout.formula(node)


def _members(layout: notation.Layout, node: Any) -> Any:
    _, sort, *names = node
    joined: list[Any] = []
    for number, name in enumerate(names):
        joined += [["op", ","]] if number else []
        joined.append(layout.names(name))
    return ["row", *joined, ["op", "∈"], ["op", "ℤ" if sort == "int" else "ℝ"]]


def _called(node: Any, parts: Sequence[Named]) -> Any:
    """The tree with a name wherever something is what it stands for."""
    if not isinstance(node, tuple):
        return node
    for part in parts:
        at: dict[str, Any] = {}
        if _matches(part.body, node, {*part.arguments}, at) and set(at) == {*part.arguments}:
            inner = [_called(at[name], parts) for name in part.arguments]
            return ("app", part.name, *inner) if inner else part.name
    return (node[0], *(_called(one, parts) for one in node[1:]))


def _merged(trees: Sequence[Any], parts: Sequence[Named]) -> tuple[list[Any], list[Named]]:
    """Of names for terms, those that are another at other terms, by that other."""
    current, left = list(trees), list(parts)
    for wider in sorted(parts, key=lambda part: -len(part.arguments)):
        if not wider.arguments or wider not in left:
            continue
        for other in [part for part in left if part.name != wider.name]:
            at: dict[str, Any] = {}
            if not _matches(wider.body, other.body, set(wider.arguments), at):
                continue
            if set(at) != set(wider.arguments):
                continue
            value = ("app", wider.name, *(at[name] for name in wider.arguments))
            if other.name in names_in(value) or _uses(wider, other, left):
                continue
            left.remove(other)
            current = [_instead(node, other, value) for node in current]
            left = [Named(p.name, p.arguments, _instead(p.body, other, value)) for p in left]
            wider = next(part for part in left if part.name == wider.name)
    return current, left


def _letter(taken: set[str]) -> str:
    """A letter for names; T is that of statements, which may call something else so."""
    letters = (c for c in "ABCDEHPQRST" if not any(name[:1] == c for name in taken))
    return next(letters, "T")


def _worth_it(
    trees: Sequence[Any], parts: Sequence[Named], letter: str
) -> tuple[list[Any], list[Named]]:
    """Names stand for terms that are longer than they are; they are one letter, numbered."""
    current, left = list(trees), list(parts)
    layout = notation.Layout(notation.Names())
    while True:
        short = [
            p for p in left if "defined" not in names_in(p.body) and _length(layout, p) < BRIEF
        ]
        if not short:
            break
        part = short[0]
        left.remove(part)
        value = part.body
        current = [_instead(node, part, value) for node in current]
        left = [Named(p.name, p.arguments, _instead(p.body, part, value)) for p in left]
    order = {part.name: f"{letter}{number}" for number, part in enumerate(left, 1)}
    return [_renamed(node, order) for node in current], [
        Named(order[p.name], p.arguments, _renamed(p.body, order)) for p in left
    ]


def _length(layout: notation.Layout, part: Named) -> int:
    return len(notation.text(layout.term(part.body)))


def _uses(one: Named, other: Named, parts: Sequence[Named]) -> bool:
    """Whether a name stands, perhaps by way of others, in what ``one`` stands for."""
    known = {part.name: part for part in parts}
    todo, seen = [one.name], set[str]()
    while todo:
        name = todo.pop()
        for inner in names_in(known[name].body) & known.keys() - seen:
            seen.add(inner)
            todo.append(inner)
    return other.name in seen


def _matches(pattern: Any, node: Any, holes: set[str], at: dict[str, Any]) -> bool:
    if isinstance(pattern, str) and pattern in holes:
        return bool(at.setdefault(pattern, node) == node)
    if isinstance(pattern, tuple) and isinstance(node, tuple) and len(pattern) == len(node):
        if pattern[0] == "sum" and node[0] == "sum":
            body = _at(pattern[4], {pattern[1]: node[1]})
            limits = [
                _matches(a, b, holes, at) for a, b in zip(pattern[2:4], node[2:4], strict=True)
            ]
            inside = all(limits) and _matches(body, node[4], holes, at)
            return inside and not any(node[1] in names_in(value) for value in at.values())
        if pattern[0] in ("all", "some", "lambda"):
            return pattern == node and not names_in(pattern) & holes
        return all(_matches(a, b, holes, at) for a, b in zip(pattern, node, strict=True))
    return type(pattern) is type(node) and bool(pattern == node)


def _instead(node: Any, part: Named, value: Any) -> Any:
    """The tree with ``value`` where the part's name stands, at whatever terms."""
    if node == part.name and not part.arguments:
        return value
    if not isinstance(node, tuple):
        return node
    inner = [_instead(one, part, value) for one in node[1:]]
    if node[0] == "app" and node[1] == part.name:
        return _at(value, dict(zip(part.arguments, inner[1:], strict=True)))
    return (node[0], *inner)


def _at(node: Any, values: Mapping[str, Any]) -> Any:
    """The tree with terms for names; what it binds is renamed where a term would be caught."""
    if isinstance(node, str):
        return values.get(node, node)
    if not isinstance(node, tuple):
        return node
    if node[0] not in ("sum", "all", "some", "lambda"):
        return (node[0], *(_at(one, values) for one in node[1:]))
    bound, body = node[1], node[-1]
    inner = {name: value for name, value in values.items() if name != bound}
    met = frozenset().union(*map(variables, inner.values()))
    if bound in met:
        new = next(f"{bound}{i}" for i in count(1) if f"{bound}{i}" not in met | names_in(body))
        inner, bound = {**inner, bound: new}, new
    middle = (_at(one, values) if node[0] == "sum" else one for one in node[2:-1])
    return (node[0], bound, *middle, _at(body, inner))


def _restored(node: Any, parts: Mapping[str, Named]) -> Any:
    """The tree with the terms that names stand for."""
    if isinstance(node, str) and node in parts and not parts[node].arguments:
        return _restored(parts[node].body, parts)
    if not isinstance(node, tuple):
        return node
    if node[0] == "app" and node[1] in parts:
        part = parts[node[1]]
        at = [_restored(one, parts) for one in node[2:]]
        return _at(_restored(part.body, parts), dict(zip(part.arguments, at, strict=True)))
    return (node[0], *(_restored(one, parts) for one in node[1:]))


def _renamed(node: Any, to: Mapping[str, str]) -> Any:
    if isinstance(node, str):
        return to.get(node, node)
    return (
        (node[0], *(_renamed(part, to) for part in node[1:])) if isinstance(node, tuple) else node
    )


def _filled(block: Any, boxes: Sequence[Any]) -> Any:
    """The block with boxes in place of their numbers."""
    if not isinstance(block, list):
        return block
    if block and block[0] in ("m", "f", "g") and len(block) > 1 and isinstance(block[1], int):
        return [block[0], boxes[block[1]], *block[2:]]
    return [_filled(part, boxes) for part in block]


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
