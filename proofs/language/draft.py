"""A written proof from a certificate: what it shows, in reading order, then as little as will do.

:func:`drafted` tells the steps of a certificate in the language of docs/proofs.md: a fact is told
only if something rests on it, and a step cites what its leaf uses.  What the finder sees by itself
(that a quotient is defined, a sum taken apart, the cases of an absolute value) is left out.
:func:`opened` shows the proof of a fact only where the finder has none, and :func:`shortened`
leaves out facts that it does without.  A draft is for an author: names are made up, and a
certificate says nothing of ideas.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from proofs.language.typed import BOUND, NotTyped, Pattern, Typist, named
from proofs.prose.walk import LEAVES, Fact, Step, difference, walk
from proofs.search.lemmas import Lemma

Json = Any
MOST_REASONS = 4
SHORT = 24
"""Characters of a formula that is cited as it stands, without a name."""
WIDTH = 92
LARGE = 12
"""Steps below a premise that is said, and not left to the finder."""


@dataclass(frozen=True)
class Line:
    """A step as text, with the lines of its block; ``name`` is what later steps call it.

    ``parts`` are the blocks of an induction.  A block is there, and part of the text if ``shown``.
    """

    text: str
    why: tuple[str, ...] = ()
    block: tuple[Line, ...] = ()
    parts: tuple[tuple[str, tuple[Line, ...]], ...] = ()
    name: str = ""
    shown: bool = False

    @property
    def closed(self) -> bool:
        return not self.shown and bool(self.block or self.parts)

    def lines(self, indent: int = 0) -> Iterator[tuple[str, Line]]:
        """The lines of the text, each with the step that it is of."""
        pad = " " * indent
        inside = self.shown and (self.block or self.parts)
        reasons = f" by {', '.join(self.why)}" if self.why and not inside else ""
        for text in _wrapped(f"{self.text}{reasons}{':' if inside else ''}", pad):
            yield text, self
        if inside:
            for line in self.block:
                yield from line.lines(indent + 2)
            for word, lines in self.parts:
                yield f"{pad}  {word}:", self
                for line in lines:
                    yield from line.lines(indent + 4)


def _wrapped(text: str, pad: str) -> Iterator[str]:
    """The text in lines of at most WIDTH characters, broken at spaces."""
    room = WIDTH - len(pad)
    first = True
    while len(text) > room:
        at = text.rfind(" ", 0, room)
        while at > 0 and text[at - 1] == ":":  # a line that ends with a colon begins a block
            at = text.rfind(" ", 0, at)
        if at <= 0:
            break
        yield pad + ("" if first else "    ") + text[:at]
        text, room, first = text[at + 1 :], WIDTH - len(pad) - 4, False
    yield pad + ("" if first else "    ") + text


SHOW = Line("show", ("search",))
"""Of what is left to the finder altogether."""


@dataclass
class Draft:
    """Lines, and the hypotheses that they call by a name."""

    steps: tuple[Line, ...]
    given: dict[str, Json] = field(default_factory=dict)

    @property
    def text(self) -> str:
        return "".join(f"{text}\n" for text, _ in self.lines())

    def lines(self) -> Iterator[tuple[str, Line]]:
        for step in self.steps:
            yield from step.lines()

    def step_at(self, place: int) -> Line:
        """The step that the text has at this place."""
        here = 0
        for text, line in self.lines():
            here += len(text) + 1
            if place < here:
                return line
        return line

    @property
    def size(self) -> int:
        return self.text.count("\n")


def drafted(
    certificate: Mapping[str, Any],
    names: Mapping[str, Pattern] | None = None,
    lemmas: Mapping[str, Lemma] | None = None,
) -> Draft:
    """The steps of a certificate that the kernel has accepted, as text.

    ``names`` are of terms; a fact that is one of ``lemmas``, perhaps at terms, is cited as such.

    Raises:
        NotTyped: it has a formula or a rule for which the language has no words.
    """
    return _Writer(certificate, names or {}, lemmas or {}).draft()


Tell = Callable[[Step, list[Line]], Step | None]
"""Adds the lines of a step; the step below it that goes on, if one does."""


class _Writer:
    def __init__(
        self,
        certificate: Mapping[str, Any],
        names: Mapping[str, Pattern],
        lemmas: Mapping[str, Lemma],
    ) -> None:
        self.walk = walk(certificate)
        self.typist = Typist(names)
        self.lemmas = lemmas
        self.called: dict[int, str] = {}
        self.given: dict[str, Json] = {}
        self.taken = {*certificate["statement"]["vars"], *certificate["statement"]["functions"]}
        self.taken |= set(names)
        self.count = 0

    def draft(self) -> Draft:
        steps = tuple(self.told(self.walk.root))
        return Draft(steps or (SHOW,), self.given)

    def fresh(self) -> str:
        while True:
            self.count += 1
            name = f"f{self.count}"
            if name not in self.taken:
                return name

    # -- what is cited

    def cited(self, used: frozenset[int]) -> tuple[str, ...]:
        """The facts by name or formula; nothing, if they are many or one cannot be said."""
        found: list[str] = []
        for number in sorted(used):
            fact = self.walk.facts[number]
            if number in self.called:
                found.append(self.called[number])
            elif fact.by in ("given", "split", "intro", "have", "obtain"):
                try:
                    found.append(self.citation(fact))
                except NotTyped:
                    return ()
        return tuple(dict.fromkeys(found)) if len(found) <= MOST_REASONS else ()

    def citation(self, fact: Fact) -> str:
        if fact.formula[0] in ("<=", "<", "=", "!="):
            text = self.typist.formula(fact.formula)
            if len(text) <= SHORT or fact.by != "given":
                return text
        return self.name_of(fact)

    def name_of(self, fact: Fact) -> str:
        """The name of a fact; a hypothesis gets one."""
        if fact.id not in self.called:
            if fact.by != "given":
                raise NotTyped("a fact without a name")
            name = self.fresh()
            self.called[fact.id] = name
            self.given[name] = fact.formula
        return self.called[fact.id]

    # -- the steps

    def told(self, step: Step) -> list[Line]:
        lines: list[Line] = []
        while True:
            if step.by in LEAVES or step.by == "both":
                return lines + self.end(step)
            made: Tell | None = getattr(self, f"_{step.by}", None)
            if made is None:
                raise NotTyped(f"there are no words for the rule {step.by}")
            after = made(step, lines)
            if after is None:
                return lines
            step = after

    def end(self, step: Step) -> list[Line]:
        if step.by == "both":
            found = []
            for part in step.then:
                inner = self.told(part)
                if [line for line in inner if not line.text.startswith("show")]:
                    found.append(Line(f"have {self.typist.formula(part.goal)}", (), tuple(inner)))
            return found
        why = self.cited(step.uses)
        return [Line("show", why)] if why else []

    def fact(self, formula: Json, proof: Step, name: str) -> Line:
        text = (
            f"have {name}: {self.typist.formula(formula)}"
            if name
            else (f"have {self.typist.formula(formula)}")
        )
        inner = self.told(proof)
        if all(line.text.startswith(("fix", "show")) and not line.why for line in inner):
            return Line(text, name=name)
        return Line(text, self.reasons(inner), tuple(inner), name=name)

    def reasons(self, inner: Sequence[Line]) -> tuple[str, ...]:
        """What a block cites, if it only cites; premises of what is cited are found."""
        found: dict[str, tuple[str, ...]] = {}
        for line in inner:
            why = tuple(w for reason in line.why for w in found.get(reason, (reason,)))
            if line is inner[-1] and line.text == "show":
                return tuple(dict.fromkeys(why))
            if line.text.startswith("fix "):  # its names mean nothing outside
                return ()
            if line.text.startswith("use "):
                found[line.name] = (line.text.partition(": ")[2],)
            elif line.name:
                return ()
        return ()

    def known(self, fact: Fact, proof: Step, lines: list[Line], then: Step) -> None:
        """Say the fact, if something rests on it."""
        cited = self.as_lemma(fact.formula)
        if cited:
            self.called[fact.id] = cited
        elif fact.id in then.below:
            name = self.fresh()
            line = self.fact(fact.formula, proof, name)
            self.called[fact.id] = name
            lines.append(line)

    def as_lemma(self, formula: Json) -> str:
        """The lemma that says this, at its terms, as it is cited; else empty."""
        for name, lemma in self.lemmas.items():
            found = recognised(lemma, formula)
            if found is not None:
                with suppress(NotTyped):
                    terms = [self.function(*of) for of in found[0]]
                    terms += [self.typist.term(value) for value in found[1]]
                    return f"{name}({', '.join(terms)})" if terms else name
        return ""

    def function(self, names: tuple[str, ...], body: Json) -> str:
        if body[0] == "app" and body[2:] == [*names]:
            return named(body[1])
        return f"{' '.join(map(named, names))} -> {self.typist.term(body)}"

    def _have(self, step: Step, lines: list[Line]) -> Step:
        proof, then = step.then
        self.known(step.known[1][0], proof, lines, then)
        return then

    def _same(self, step: Step, lines: list[Line]) -> Step:
        """Equal values, because the arguments are equal."""
        then = step.then[1]
        fact = step.known[1][0]
        if fact.id in then.below:
            name = self.fresh()
            pairs = zip(step.node["first"][2:], step.node["second"][2:], strict=True)
            why = tuple(self.typist.formula(["=", a, b]) for a, b in pairs if a != b)
            lines.append(Line(f"have {name}: {self.typist.formula(fact.formula)}", why, name=name))
            self.called[fact.id] = name
        return then

    def _define(self, step: Step, lines: list[Line]) -> Step:
        proof, then = step.then
        if proof.by not in LEAVES:
            lines.append(self.fact(step.known[1][0].formula, proof, ""))
        return then

    def _unfold(self, step: Step, lines: list[Line]) -> Step:
        return step.then[1]

    _empty = _unfold

    def _axiom(self, step: Step, lines: list[Line]) -> Step:
        return step.then[0]

    def _intro(self, step: Step, lines: list[Line]) -> Step:
        names: list[tuple[str, str]] = []
        while step.by == "intro":
            if step.goal[0] == "all":
                names.append((step.goal[1], step.node["as"]))
            (step,) = step.then
        if any(own != name for own, name in names):
            lines.append(Line(f"fix {', '.join(name for _, name in names)}"))
        return step

    def _use(self, step: Step, lines: list[Line]) -> Step:
        *premise, then = step.then
        fact = step.known[-1][0]
        if fact.id not in then.below:
            return then
        rule = self.walk.facts[fact.of] if fact.of is not None else None
        if rule is not None and rule.by == "use" and not fact.at and rule.id in self.called:
            self.called[fact.id] = self.called[rule.id]  # premise after premise is one step
            return then
        if premise and premise[0].size > LARGE:
            lines.append(self.fact(premise[0].goal, premise[0], ""))
        name = self.fresh()
        text = f"have {name}: {self.typist.formula(fact.formula)}"
        if rule is not None and rule.formula[0] == "lipschitz":
            text = f"use {name}: {self.at(rule.formula[1], fact)}"
        elif rule is not None and (rule.by == "given" or rule.id in self.called):
            text = f"use {name}: {self.at(self.name_of(rule), fact)}"
        lines.append(Line(text, name=name))
        self.called[fact.id] = name
        return then

    def at(self, name: str, fact: Fact) -> str:
        return f"{name}({', '.join(map(self.typist.term, fact.at))})" if fact.at else name

    def _obtain(self, step: Step, lines: list[Line]) -> Step:
        (number,) = step.uses
        fact = self.walk.facts[number]
        if fact.id not in self.called and fact.by != "given":
            self.called[fact.id] = name = self.fresh()
            lines.append(Line(f"have {name}: {self.typist.formula(fact.formula)}", name=name))
        lines.append(Line(f"obtain {step.node['as']} from {self.name_of(fact)}"))
        return step.then[0]

    def _some(self, step: Step, lines: list[Line]) -> Step:
        lines.append(Line(f"take {self.typist.term(step.node['is'])}"))
        return step.then[0]

    def _split(self, step: Step, lines: list[Line]) -> Step | None:
        above, below = step.then
        if above.by in LEAVES and below.by in LEAVES:
            return None
        on = step.node["on"]
        pair = difference(on)
        a, b = pair if pair is not None else (on, "0")
        inner = self.told(above) or [SHOW]
        lines.append(self.case(["<=", b, a], inner))
        return below

    def case(self, condition: Json, inner: Sequence[Line]) -> Line:
        return Line(f"cases {self.typist.formula(condition)}", (), tuple(inner), shown=True)

    def _case(self, step: Step, lines: list[Line]) -> Step | None:
        if all(child.by in LEAVES for child in step.then):
            return None
        on = step.node["on"]
        a, b = on[1], on[2] if len(on) == 3 else "0"
        if on[0] == "sign":
            for relation, child in zip(("<", "="), step.then, strict=False):
                sides = ["<", "0", a] if relation == "<" else ["=", a, "0"]
                inner = self.told(child) or [SHOW]
                lines.append(self.case(sides, inner))
            return step.then[2]
        inner = self.told(step.then[0]) or [SHOW]
        lines.append(self.case(["<=", b, a], inner))
        return step.then[1]

    def _finite(self, step: Step, lines: list[Line]) -> Step | None:
        if all(child.by in LEAVES for child in step.then):
            return None
        *first, last = zip(range(step.node["from"], step.node["to"] + 1), step.then, strict=True)
        for value, child in first:
            inner = self.told(child) or [SHOW]
            lines.append(self.case(["=", step.node["on"], str(value)], inner))
        return last[1]

    def _induct(self, step: Step, lines: list[Line]) -> Step:
        base, onward, then = step.then
        fact = step.known[2][0]
        if fact.id not in then.below:
            return then
        name = self.fresh()
        for known in step.known[1][1:]:
            self.called[known.id] = "ih"
        parts = []
        for word, child in (("base", base), ("step", onward)):
            inner = [line for line in self.told(child) if line.text != "show" or line.why]
            if inner and not (len(inner) == 1 and inner[0].text == "show"):
                parts.append((word, tuple(inner)))
        text = f"have {name}: {self.typist.formula(fact.formula)} by induction on {fact.formula[1]}"
        lines.append(Line(text, (), (), tuple(parts), name))
        self.called[fact.id] = name
        return then


# --- lemmas --------------------------------------------------------------------------------------

Function = tuple[tuple[str, ...], Json]


def recognised(lemma: Lemma, formula: Json) -> tuple[list[Function], list[Json]] | None:
    """The functions and the terms for which the lemma says this; ``None`` if it does not.

    Terms are given for its first variables, it holds for all values of the others.
    """
    statement = lemma.certificate["statement"]
    variables, functions = list(statement["vars"].items()), statement["functions"]
    show, given = statement["show"], statement["given"]
    if given:
        show = ["implies", given[0] if len(given) == 1 else ["and", *given], show]
    for left in (len(variables), 0) if not functions else range(len(variables) + 1):
        pattern = show
        for name, sort in reversed(variables[len(variables) - left :]):
            pattern = ["all", name, sort, pattern]
        fit = _Fit({name for name, _ in variables[: len(variables) - left]}, set(functions))
        if fit.fits(pattern, formula, {}) and fit.complete():
            terms = [fit.values[name] for name, _ in variables[: len(variables) - left]]
            return [fit.made[name] for name in functions], terms
    return None


class _Fit:
    """A pattern with free variables and functions, laid over a formula."""

    def __init__(self, variables: set[str], functions: set[str]) -> None:
        self.variables, self.functions = variables, functions
        self.values: dict[str, Json] = {}
        self.made: dict[str, Function] = {}

    def complete(self) -> bool:
        return self.variables == {*self.values} and self.functions == {*self.made}

    def fits(self, pattern: Json, term: Json, bound: dict[str, str]) -> bool:
        if not isinstance(pattern, list):
            if pattern in bound:
                return bool(bound[pattern] == term)
            if pattern in self.variables:
                return bool(self.values.setdefault(pattern, term) == term)
            return bool(pattern == term)
        op = pattern[0]
        if op == "app" and pattern[1] in self.functions:
            self.apply(pattern[1], pattern[2:], term, bound)
            return True
        if not isinstance(term, list) or len(term) != len(pattern) or term[0] != op:
            return False
        if op in BOUND:
            limits = zip(pattern[2:-1], term[2:-1], strict=True)
            inside = {**bound, pattern[1]: term[1]}
            same = all(self.fits(p, t, bound) for p, t in limits)
            return same and self.fits(pattern[-1], term[-1], inside)
        parts = zip(pattern[1:], term[1:], strict=True)
        return all(self.fits(p, t, bound) for p, t in parts)

    def apply(self, name: str, at: Sequence[Json], term: Json, bound: Mapping[str, str]) -> None:
        """A function at bound variables is what stands there; elsewhere it may be anything."""
        if name not in self.made and all(isinstance(a, str) and a in bound for a in at):
            self.made[name] = (tuple(bound[a] for a in at), term)


# --- as little as will do ------------------------------------------------------------------------

Trial = Callable[[Draft], int | None]
"""Where in its text a draft fails; None if it proves what it is to prove."""


def opened(draft: Draft, trial: Trial) -> Draft | None:
    """The draft with those blocks shown that are needed; None where that is not enough."""
    while (place := trial(draft)) is not None:
        line = draft.step_at(place)
        if line.closed:  # its block says more than its reasons
            changed = replace(line, shown=True)
        elif line.why and line != SHOW:
            changed = SHOW if line.text == "show" else replace(line, why=())
        else:
            return None
        draft = replace(draft, steps=_exchanged(draft.steps, line, changed))
    return draft


def _exchanged(steps: Sequence[Line], old: Line, new: Line) -> tuple[Line, ...]:
    """The steps with one exchanged, which is told by its identity."""

    def each(line: Line) -> Line:
        if line is old:
            return new
        parts = tuple((word, tuple(map(each, lines))) for word, lines in line.parts)
        return replace(line, block=tuple(map(each, line.block)), parts=parts)

    return tuple(map(each, steps))


def shortened(draft: Draft, trial: Trial) -> Draft:
    """The draft without facts that it does without, from the last on."""
    changed = True
    while changed:
        changed = False
        for steps in _shorter(draft.steps):
            tried = replace(draft, steps=steps)
            if trial(tried) is None:
                draft, changed = tried, True
                break
    return draft


def _shorter(steps: Sequence[Line]) -> Iterator[tuple[Line, ...]]:
    """With one step less, here or in a block that is shown."""
    for i in reversed(range(len(steps))):
        line, before, after = steps[i], tuple(steps[:i]), tuple(steps[i + 1 :])
        if len(steps) > 1:
            yield (*before, *after)
        if line.shown:
            for inner in _shorter(line.block):
                yield (*before, replace(line, block=inner), *after)
            for j, (word, lines) in enumerate(line.parts):
                for inner in _shorter(lines):
                    parts = [*line.parts]
                    parts[j] = (word, inner)
                    yield (*before, replace(line, parts=tuple(parts)), *after)


def tidied(draft: Draft) -> Draft:
    """Without names that nothing cites."""
    text = draft.text

    def cited(name: str) -> int:
        return len(re.findall(rf"\b{name}\b", text))

    def tidy(line: Line) -> Line:
        plain = line
        if line.name and cited(line.name) < 2:
            plain = replace(line, text=line.text.replace(f" {line.name}: ", " ", 1), name="")
        parts = tuple((word, tuple(map(tidy, lines))) for word, lines in plain.parts)
        return replace(plain, block=tuple(map(tidy, plain.block)), parts=parts)

    given = {name: fact for name, fact in draft.given.items() if cited(name)}
    return Draft(tuple(map(tidy, draft.steps)), given)
