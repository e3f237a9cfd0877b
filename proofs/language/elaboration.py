"""From typed steps to a certificate of the kernel.

A step says *what* holds; *why* is found.  A step with reasons is a statement of its own: what is
named implies it, and nothing else is looked at.  A step without reasons is looked for among
everything that is known.  What is found is told again in the context of the whole proof
(:mod:`proofs.trees.transport`), and the kernel reads the certificate that comes out: nothing here
is trusted.  docs/proofs.md has the language.
"""

from __future__ import annotations

import gc
import inspect
import json
import re
import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from types import FrameType
from typing import Any, TypeVar

from constructions.terms import Term, plain_json
from proofs.kernel.check import RULES, open_statement
from proofs.kernel.context import Context
from proofs.kernel.errors import Reject
from proofs.kernel.terms import RELATIONS
from proofs.language.document import closed
from proofs.language.finding import NO_FACTS, WORK, quickly
from proofs.language.formulas import (
    all_of,
    apart_from,
    case_facts,
    fresh_name,
    mentions,
    parts,
    put,
    read_in,
    relating,
    renamed,
    sorts_of,
)
from proofs.language.schemata import at_terms, function_names
from proofs.language.steps import Lambda, Reason, Step, read_steps
from proofs.language.text import (
    Definition,
    Expression,
    Native,
    Statement,
    TextError,
    _is_formula,
    _Lowering,
    _number,
)
from proofs.search import _moves
from proofs.search.clock import PATIENCE, now
from proofs.search.lemmas import Lemma, _retold, fitted
from proofs.search.prove import Fuel, _Chain, _OutOfWork, _Search
from proofs.search.strategies import BY_NAME, STRATEGIES, Strategy
from proofs.trees.script import Json, Node, Unproved, look, node, unread
from proofs.trees.transport import Missing, direct, shorter, walk

SECONDS = 10.0  # of processor time that one search for a step may take


class _TimeIsUp(BaseException):
    """A way to a proof took too long; no handler of errors on the way is to stop it."""


@contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    """Ends what runs inside after so many seconds of processor time.

    Only in the main thread, elsewhere it has no end.  The end is an exception, and one that is
    raised in a destructor or in a callback of the garbage collector is lost: there it waits.
    """
    if threading.current_thread() is not threading.main_thread() or seconds <= 0:
        yield
        return
    over = False

    def end(_: int, frame: FrameType | None) -> None:
        if not over and not _swallows(frame):
            raise _TimeIsUp

    before = signal.signal(signal.SIGPROF, end)
    signal.setitimer(signal.ITIMER_PROF, seconds, 0.1)
    try:
        yield
    finally:
        over = True
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _swallows(frame: FrameType | None) -> bool:
    """Whether an exception would be lost where the frame is: in what the interpreter called."""
    callbacks = {getattr(callback, "__code__", None) for callback in gc.callbacks}
    while frame is not None:
        if frame.f_code.co_name == "__del__" or frame.f_code in callbacks:
            return True
        frame = frame.f_back
    return False


class _Until:
    """When no new search for a step begins: by processor time, and by a clock that is patient."""

    def __init__(self, seconds: float) -> None:
        self.processor = now() + seconds
        self.wall = time.monotonic() + PATIENCE * seconds

    def is_over(self) -> bool:
        return now() > self.processor or time.monotonic() > self.wall


class StepError(TextError, Unproved):
    """A step for which no reason was found; ``context`` is what the kernel knew there."""

    def __init__(self, says: str, source: str, step: Any, context: Context | None = None) -> None:
        super().__init__(says, source, step.at, step.end)
        self.context = context

    def told(self) -> str:
        return f"{self.line.strip()!r} ({self.place} of its text): {self.says}"


@dataclass
class State:
    """What is known at a step, and the steps up to here.

    ``goal`` is the context's goal with the author's names; ``known`` are the facts in order,
    ``facts`` those with a name; ``values`` has variables whose name in the text is another.  The
    facts from ``begun`` on are of the block in which the step stands.
    """

    context: Context
    goal: Json
    known: tuple[Json, ...]
    facts: dict[str, Json] = field(default_factory=dict)
    definitions: dict[str, Definition] = field(default_factory=dict)
    values: dict[str, Json] = field(default_factory=dict)
    begun: int = 0
    inducted: bool = False
    chain: _Chain = field(default_factory=_Chain)

    def branch(self, context: Context, *facts: Json, goal: Json = None) -> State:
        """A state of its own below this one."""
        return State(
            context,
            self.goal if goal is None else goal,
            (*self.known, *(part for fact in facts for part in parts(fact))),
            dict(self.facts),
            dict(self.definitions),
            dict(self.values),
            len(self.known),
        )

    def call(self, name: str, facts: Sequence[Json]) -> None:
        """A name for facts that are known, which now are of the block in which they have it."""
        before = [fact for fact in self.known[: self.begun] if fact not in facts]
        inside = [fact for fact in self.known[self.begun :] if fact not in facts]
        self.known = (*before, *inside, *facts)
        self.begun = len(before)
        self.facts[name] = all_of(list(facts))

    def know(self, fact: Json, name: str = "") -> None:
        self.known = (*self.known, fact)
        if name:
            self.facts[name] = fact


class Elaborator:
    """Steps of one proof to nodes of the kernel.

    ``lemmas`` are proved statements that may be cited, ``theorems`` those about functions in hand;
    ``natives`` are names for terms that are made elsewhere; ``kept`` has what was found for a step
    before, by the step's statement, and is added to.
    """

    def __init__(
        self,
        source: str,
        definitions: Mapping[str, Definition] | None = None,
        lemmas: Mapping[str, Lemma] | None = None,
        natives: Mapping[str, Native] | None = None,
        seconds: float = SECONDS,
        kept: dict[str, Json] | None = None,
    ) -> None:
        self.source, self.seconds = source, seconds
        self.definitions = dict(definitions or {})
        self.lemmas = dict(lemmas or {})
        self.theorems: dict[str, Lemma] = {}
        self.natives = dict(natives or {})
        self.kept = {} if kept is None else kept

    def proof(self, sequent: Json, steps: Sequence[Step], facts: Mapping[str, Json] = {}) -> Node:
        """A proof of the sequent; ``facts`` are names for hypotheses.

        Raises:
            StepError: a step for which no reason was found, or that does not fit.
        """
        context = open_statement(sequent)
        given = tuple(part for g in sequent["given"] for part in parts(g))
        start = State(context, sequent["show"], given, dict(facts), dict(self.definitions))
        return self.begin(start, tuple(steps))

    def begin(self, state: State, steps: tuple[Step, ...]) -> Node:
        """A proof of the state's goal, after the lemmas on numbers that its steps cite."""
        declared = {"vars": sorts_of(state.context), "functions": state.context.functions}
        for name in cited(steps):
            lemma = self.theorems.get(name) or self._of_numbers(name)
            if lemma is not None and name not in state.facts:
                self._lemma(state, name, fitted(lemma, declared), steps[0])
        return self.run(state, steps)

    # -- running through the steps

    def _of_numbers(self, name: str) -> Lemma | None:
        lemma = self.lemmas.get(name)
        return None if lemma is None or function_names(lemma) else lemma

    def run(self, state: State, steps: tuple[Step, ...]) -> Node:
        """A proof of the state's goal."""
        if all(step.kind != "fix" for step in steps):
            self._open(state)
        self._hypothesis(state)
        for i, step in enumerate(steps):
            rest = steps[i + 1 :]
            ending = getattr(self, f"_{step.kind}")(state, step, rest)
            if ending is not None:
                return state.chain.close(ending)
        place = steps[-1] if steps else None
        return state.chain.close(self.why(state, state.goal, (), place))

    def _open(self, state: State, names: Sequence[str] = ()) -> None:
        """Take variables and premises off the goal."""
        names = list(names)
        while state.goal[0] in ("all", "implies"):
            if state.goal[0] == "implies":
                _, premise, rest = state.goal
                (state.context,) = RULES["intro"][1](state.context, node("intro", **{"as": ""}))
                state.chain.add(node("intro", **{"as": ""}), [])
                for part in parts(premise):
                    state.know(part)
                state.goal = rest
                continue
            _, bound, _, body = state.goal
            wanted = names.pop(0) if names else bound
            name = fresh_name(wanted, state.context)
            for text, value in [(wanted, wanted), *state.values.items()]:
                if value == bound or text == wanted:
                    state.values[text] = name
            step = node("intro", **{"as": name})
            (state.context,) = RULES["intro"][1](state.context, step)
            state.chain.add(step, [])
            state.goal = renamed(body, bound, name)

    def _hypothesis(self, state: State) -> None:
        """An induction's hypothesis P => Q is Q, where P is seen to hold."""
        fact = state.facts.get("ih")
        if state.inducted and fact is not None and fact[0] == "implies":
            with suppress(StepError):
                self._premised(state, fact)
        state.inducted = False

    def _premised(self, state: State, fact: Json) -> None:
        premise = state.context.child(goal=read_in(fact[1], state.context))
        proof = None
        with suppress(_OutOfWork):
            proof = _Search(50).solve(premise, NO_FACTS, frozenset())
        if proof is None:
            return
        rules = state.context.rules
        index = len(rules) - 1 - rules[::-1].index(read_in(fact, state.context))
        apply = node("use", rule=index, at=[])
        state.chain.add(apply, [proof])
        state.context = RULES["use"][1](state.context, apply)[1]
        for part in parts(fact[2]):
            state.know(part)
        for name in [name for name, known in state.facts.items() if known == fact]:
            state.facts[name] = fact[2]

    # -- each kind of step: returns what closes the goal, if it does

    def _let(self, state: State, step: Step, rest: Any) -> None:
        if step.name in state.context.sorts or step.name in state.context.functions:
            raise StepError(f"{step.name} is a name already", self.source, step)
        made = _there(step.definition)
        if made.parameters or _is_formula(made.body, state.definitions):
            state.definitions[step.name] = made
        else:
            state.values[step.name] = self.term(state, made.body)

    def _have(self, state: State, step: Step, rest: Any) -> None:
        fact = self.formula(state, step.formula)
        on = next((r for r in step.why if r.name == "induction" and r.terms), None)
        if on is not None:
            self._inducted(state, step, fact, on)
            return
        if step.name and step.block is None and not step.why:
            known = [_known(state, part) for part in parts(fact)]
            if all(known):
                state.call(step.name, known)
                return
        proof = self._shown(state, fact, step)
        self._add(state, fact, step.name, proof, step)

    def _shown(self, state: State, fact: Json, step: Step) -> Node:
        """A proof of the fact by the step's block, or by its reasons."""
        if step.block is None:
            return self.why(state, fact, step.why, step)
        inner = self._below(state, fact, step)
        _named_like(inner, step.formula)
        return self.run(inner, step.block)

    def _below(self, state: State, fact: Json, step: Step) -> State:
        add = node("have", show=apart_from(fact, state.context.sorts))
        (child, _) = self.rule(state.context, add, step)
        return state.branch(child, goal=fact)

    def _add(self, state: State, fact: Json, name: str, proof: Node, step: Any) -> None:
        add = node("have", show=apart_from(fact, state.context.sorts))
        _, state.context = self.rule(state.context, add, step)
        state.chain.add(add, [proof])
        for part in parts(fact):
            state.know(part)
        if name:
            state.facts[name] = fact

    def _inducted(self, state: State, step: Step, fact: Json, on: Reason) -> None:
        """``for all k: int, a <= k => P(k)``, from P(a) and from P(k) to P(k + 1)."""
        name, start, claim = self._claim(fact, on, step)
        fresh = fresh_name(name, state.context)
        claim = renamed(claim, name, fresh)
        induct = node("induct", on=fresh, claim=claim, **{"from": start})
        base, onward, after = self.rule(state.context, induct, step)
        first = state.branch(base, goal=put(claim, fresh, start))
        second = state.branch(
            onward, ["<=", start, fresh], claim, goal=put(claim, fresh, ["+", fresh, "1"])
        )
        second.values |= {name: fresh, _there(on.variable).parts[0]: fresh}
        second.facts["ih"] = claim
        second.inducted = True
        if step.name:
            second.facts[step.name] = claim
        proofs = []
        for word, inner in (("base", first), ("step", second)):
            block = step.others.get(word)
            if block is not None:
                proofs.append(self.run(inner, block))
            else:
                self._open(inner)
                self._hypothesis(inner)
                why = tuple(r for r in step.why if r is not on)
                proofs.append(inner.chain.close(self.why(inner, inner.goal, why, step)))
        state.chain.add(induct, proofs)
        state.context = after
        known = ["all", fresh, "int", ["implies", ["<=", start, fresh], claim]]
        state.know(known, step.name)

    def _claim(self, fact: Json, on: Reason, step: Step) -> tuple[str, Json, Json]:
        wanted = _there(on.variable).parts[0]
        says = f"induction on {wanted} is for: for all {wanted}: int, a <= {wanted} => ..."
        if fact[0] != "all" or fact[2] != "int" or fact[3][0] != "implies":
            raise StepError(says, self.source, step)
        _, name, _, (_, premise, claim) = fact
        premises = parts(premise)
        first = premises[0]
        if first[0] not in ("<=", "<") or first[2] != name or mentions(first[1], name):
            raise StepError(says, self.source, step)
        start = first[1] if first[0] == "<=" else ["+", first[1], "1"]
        if premises[1:]:
            claim = ["implies", all_of(premises[1:]), claim]
        return name, start, claim

    def _use(self, state: State, step: Step, rest: Any) -> None:
        for reason in step.why:
            facts = self._instances(state, reason, step, step.block)
            if len(facts) == 1 and facts[0][0] == "implies" and not reason.terms:
                facts = self._at(state, facts[0], [], reason, step.block)
            elif step.block is not None and not reason.terms:
                raise StepError("this fact has no premise for a block", self.source, step)
            if step.name:
                state.facts[step.name] = all_of(facts)

    def _calc(self, state: State, step: Step, rest: Any) -> None:
        left = self.term(state, step.formula)
        here, links, strict = left, [], False
        for link in step.links:
            right = self.term(state, link.right)
            fact = relating(link.relation, here, right)
            proof = self.why(state, fact, link.why, step)
            self._add(state, fact, "", proof, step)
            links.append(fact)
            strict = strict or link.relation in ("<", ">")
            here = right
        ways = {link.relation for link in step.links}
        if "!=" in ways or ({"<", "<="} & ways and {">", ">="} & ways):
            raise StepError("these relations do not make a chain", self.source, step)
        whole = "=" if ways == {"="} else ("<" if strict else "<=")
        if {">", ">="} & ways:
            left, here = here, left
        if len(links) > 1 or step.name:
            fact = [whole, left, here]
            self._add(state, fact, step.name, self._from(state, fact, links, step), step)

    def _cases(self, state: State, step: Step, rest: tuple[Step, ...]) -> Node | None:
        formula = _there(step.formula)
        if formula.op == "call" and formula.parts[0] in ("abs", "max", "min", "sign"):
            return self._values(state, step, rest)
        condition = self.formula(state, formula)
        if condition[0] not in RELATIONS:
            raise StepError("cases are of a relation, or of |t|, max, min, sign", self.source, step)
        self._ready(state, condition, step)
        op, a, b = condition
        if op in ("=", "!="):
            return self._equal(state, step, rest, a, b)
        split = node("split", on=["-", b, a] if op == "<=" else ["-", a, b])
        above, below = self.rule(state.context, split, step)
        if op == "<=":
            holds, fails = state.branch(above), state.branch(below)
            holds.know(condition, step.name)
            self._less(fails, b, a, step)
        else:
            holds, fails = state.branch(below), state.branch(above)
            self._less(holds, a, b, step)
            fails.know(["<=", b, a], step.name)
        first, second = self._two(holds, fails, step, rest)
        then = [first, second] if op == "<=" else [second, first]
        return {**split, "then": then}

    def _equal(self, state: State, step: Step, rest: Any, a: Json, b: Json) -> Node:
        """a < b, b < a, or the two are equal."""
        equal = ["=", a, b]
        first = node("split", on=["-", a, b])
        above, below = self.rule(state.context, first, step)
        second = node("split", on=["-", b, a])
        same, over = self.rule(above, second, step)
        holds, less, more = state.branch(same), state.branch(below), state.branch(over)
        holds.know(["<=", b, a])
        holds.know(["<=", a, b])
        self._add(
            holds,
            equal,
            step.name,
            self._from(holds, equal, [["<=", b, a], ["<=", a, b]], step),
            step,
        )
        for other, strict in ((less, ["<", a, b]), (more, ["<", b, a])):
            self._less(other, strict[1], strict[2], step)
            self._add(
                other, ["!=", a, b], "", self._from(other, ["!=", a, b], [strict], step), step
            )
        condition = _there(step.formula)
        if condition.op == "chain" and condition.parts[1] == "!=":
            yes = [self._two(x, None, step, rest)[0] for x in (less, more)]
            no = self._two(None, holds, step, rest)[1]
        else:
            yes = [self._two(None, x, step, rest)[1] for x in (less, more)]
            no = self._two(holds, None, step, rest)[0]
        return {**first, "then": [{**second, "then": [no, yes[1]]}, yes[0]]}

    def _less(self, state: State, a: Json, b: Json, step: Step) -> None:
        """Know a < b after the kernel's rule ``split``, which says a + 1 <= b of integers."""
        difference = state.context.child().poly(state.context.read(["-", b, a]))
        if not state.context.integral(difference):
            state.know(["<", a, b], step.name)
            return
        tight = ["<=", ["+", a, "1"], b]
        state.know(tight)
        self._add(
            state, ["<", a, b], step.name, self._from(state, ["<", a, b], [tight], step), step
        )

    def _two(
        self, holds: State | None, fails: State | None, step: Step, rest: Any
    ) -> tuple[Any, Any]:
        """Proofs where the condition holds, by the block, and where not, by else: or the rest."""
        other = step.others.get("else")
        if other is not None and rest:
            raise StepError("both cases are closed above: nothing follows", self.source, rest[0])
        one = rest if step.block is None else step.block
        two = rest if other is None else other
        first = None if holds is None else self.run(holds, one)
        return first, (None if fails is None else self.run(fails, two))

    def _values(self, state: State, step: Step, rest: Any) -> Node:
        """The cases of an absolute value, a maximum, a minimum or a sign."""
        if step.block is not None:
            raise StepError(
                "after the cases of a term come steps for all of them", self.source, step
            )
        term = self.term(state, step.formula)
        self._ready(state, ["=", term, term], step)
        case = node("case", on=term)
        proofs = []
        for child, facts in zip(
            self.rule(state.context, case, step), case_facts(term), strict=True
        ):
            proofs.append(self.run(state.branch(child, *facts), rest))
        return {**case, "then": proofs}

    def _obtain(self, state: State, step: Step, rest: Any) -> None:
        if len(step.why) != 1:
            raise StepError("obtain c from one fact", self.source, step)
        facts = self._instances(state, step.why[0], step)
        some = [fact for fact in facts if fact[0] == "some"]
        fact = (some or facts)[-1]
        for name in step.names:
            if fact[0] != "some":
                raise StepError("this fact does not say that something exists", self.source, step)
            read = read_in(fact, state.context)
            if read not in state.context.rules:
                raise StepError("this fact is not known here", self.source, step, state.context)
            index = len(state.context.rules) - 1 - state.context.rules[::-1].index(read)
            own = fresh_name(name, state.context)
            take = node("obtain", rule=index, **{"as": own})
            (state.context,) = self.rule(state.context, take, step)
            state.chain.add(take, [])
            state.values[name] = own
            fact = renamed(fact[3], fact[1], own)
        for part in parts(fact):
            state.know(part)
        if step.name:
            state.facts[step.name] = fact

    def _take(self, state: State, step: Step, rest: tuple[Step, ...]) -> Node | None:
        if state.goal[0] == "and":
            return self._last(state, step, rest)
        if state.goal[0] != "some":
            raise StepError("the goal does not say that something exists", self.source, step)
        term = self.term(state, step.formula)
        self._ready(state, ["=", term, term], step)
        take = node("some", **{"is": term})
        (state.context,) = self.rule(state.context, take, step)
        state.chain.add(take, [])
        state.goal = put(state.goal[3], state.goal[1], term)
        if not rest or rest[0].kind != "fix":
            self._open(state)
        return None

    def _fix(self, state: State, step: Step, rest: tuple[Step, ...]) -> Node | None:
        if state.goal[0] == "and":
            return self._last(state, step, rest)
        if state.goal[0] not in ("all", "implies"):
            raise StepError("the goal is not about all of something", self.source, step)
        self._open(state, step.names)
        return None

    def _last(self, state: State, step: Step, rest: tuple[Step, ...]) -> Node:
        """A conjunction whose last part the steps show; the parts before it are found."""
        *before, last = state.goal[1:]
        shown = [self.why(state, part, (), step) for part in before]
        inner = state.branch(state.context.child(goal=read_in(last, state.context)), goal=last)
        return node("both", *shown, self.run(inner, (step, *rest)))

    def _suffices(self, state: State, step: Step, rest: tuple[Step, ...]) -> Node:
        """The goal from the fact, by the block or the reasons; then the fact, by the rest."""
        fact = self.formula(state, step.formula)
        add = node("have", show=apart_from(fact, state.context.sorts))
        first, second = self.rule(state.context, add, step)
        after = state.branch(second, *parts(fact))
        if step.name:
            after.facts[step.name] = fact
        if step.block is not None:
            onward = self.run(after, step.block)
        elif step.why:
            own = [*self._reasons(after, step.why, step), *parts(fact)]
            onward = after.chain.close(self._from(after, after.goal, own, step))
        else:
            onward = self.why(after, after.goal, (), step)
        return {**add, "then": [self.run(state.branch(first, goal=fact), rest), onward]}

    def _show(self, state: State, step: Step, rest: Any) -> Node:
        if rest:
            raise StepError("show ends an argument: nothing follows", self.source, rest[0])
        if step.formula is not None:
            self._have(state, replace(step, kind="have"), rest)
            return self.why(state, state.goal, (), step)
        if step.block is not None:
            raise StepError("a block belongs to show FORMULA:", self.source, step)
        return self.why(state, state.goal, step.why, step)

    # -- facts and their instances

    def _lemma(self, state: State, name: str, lemma: Lemma, step: Step) -> None:
        add = node("have", show=lemma.formula)
        first, after = self.rule(state.context, add, step)
        try:
            proof = _retold(first, lemma, "_")
        except (Missing, Reject):
            raise StepError(
                f"the proof of {name} does not fit in here", self.source, step
            ) from None
        state.chain.add(add, [proof])
        state.context = after
        state.know(lemma.formula, name)

    def _schema(self, state: State, reason: Reason, step: Step) -> Json:
        """A lemma about functions, for functions and terms that are given."""
        lemma = self.lemmas[reason.name]
        names = function_names(lemma)
        terms = reason.terms or ()
        functions: dict[str, tuple[list[str], Json]] = {}
        free = list(terms)
        for name, arity in names.items():
            if not free:
                says = (
                    f"{reason.name} is about {', '.join(names)}: write {reason.name}(k -> t, ...)"
                )
                raise StepError(says, self.source, reason)
            term = free.pop(0)
            functions[name] = self._function(state, term, arity, reason)
        values = [self.number(state, term, reason) for term in free]
        if len(values) > len(lemma.certificate["statement"]["vars"]):
            says = f"{reason.name} has fewer variables than there are terms"
            raise StepError(says, self.source, reason)
        for value in values:
            self._ready(state, ["=", value, value], reason)
        formula, proof = at_terms(lemma, functions, values, state.context)
        if formula not in state.known:
            add = node("have", show=formula)
            first, after = self.rule(state.context, add, step)
            try:
                told = proof(first)
            except (Missing, Reject) as error:
                code = getattr(error, "code", "")
                undefined = code in ("maybe-undefined", "division-by-zero")
                why = "a value may be undefined" if undefined else error
                says = f"the proof of {reason.name} cannot be told here: {why}"
                raise StepError(says, self.source, reason, first) from None
            state.chain.add(add, [told])
            state.context = after
            for part in parts(formula):
                state.know(part)
        return formula

    def _supremum(self, state: State, reason: Reason, step: Any) -> list[Json]:
        """A least upper bound of all x with ``claim(x)``: of some x, and all below one number."""
        name = reason.variable
        made = state.definitions.get(name.parts[0]) if name and name.op == "name" else None
        if made is None or len(made.parameters) != 1 or len(reason.terms or ()) != 1:
            says = "supremum(claim) is for a claim on x: let claim(x) = ..."
            raise StepError(says, self.source, reason)
        on, least, other = (fresh_name(n, state.context) for n in ("x", "least", "other"))
        lowering = self._lowering(state)
        lowering.bound = (*lowering.bound, on)
        claim = lowering.formula(made.body, {made.parameters[0]: on})
        node_ = node("supremum", on=on, other=other, claim=claim, **{"as": least})
        (state.context,) = self.rule(state.context, node_, reason)
        state.chain.add(node_, [])

        def above(bound: str) -> Json:
            return ["all", on, "real", ["implies", claim, ["<=", on, bound]]]

        lowest = ["all", other, "real", ["implies", above(other), ["<=", least, other]]]
        there = ["and", ["some", on, "real", claim], ["some", least, "real", above(least)]]
        found = ["implies", there, ["some", least, "real", ["and", above(least), lowest]]]
        state.know(found)
        return self._at(state, found, [], reason)

    def _function(
        self, state: State, term: Any, arity: int, reason: Reason
    ) -> tuple[list[str], Json]:
        if isinstance(term, Expression):
            if term.op != "name" or state.context.functions.get(term.parts[0]) != arity:
                says = f"a function of {arity} is expected here: k -> t"
                raise StepError(says, self.source, term)
            names = [fresh_name(f"a{i}", state.context) for i in range(arity)]
            return names, ["app", term.parts[0], *names]
        if len(term.names) != arity:
            raise StepError(f"a function of {arity} is expected here", self.source, reason)
        names = [fresh_name(name, state.context) for name in term.names]
        inner = {**state.values, **dict(zip(term.names, names, strict=True))}
        low = self._lowering(state)
        for name in names:
            low.whole_bound.add(name)
        low.bound = (*low.bound, *names)
        return names, low.term(term.body, inner)

    def _instances(
        self, state: State, reason: Reason, step: Any, block: Sequence[Step] | None = None
    ) -> list[Json]:
        """The facts that a reason names, known in the state; a block shows its last premise."""
        if reason.formula is not None:
            fact = self.formula(state, reason.formula)
            if fact not in state.known:
                proof = self.why(state, fact, (), reason)
                self._add(state, fact, "", proof, reason)
            return parts(fact)
        terms = reason.terms or ()
        if reason.name in state.facts:
            fact = state.facts[reason.name]
        elif reason.name == "supremum":
            return self._supremum(state, reason, step)
        elif reason.name in self.lemmas:
            fact, terms = self._schema(state, reason, step), ()
        elif reason.name in state.context.functions and len(terms) == 2:
            fact = next(
                (k for k in state.known if k[0] == "lipschitz" and k[1] == reason.name), None
            )
            if fact is None:
                raise StepError(f"{reason.name} is not said to be Lipschitz", self.source, reason)
        else:
            says = f"no fact is called {reason.name} here"
            names = sorted({*state.facts, *self.lemmas})
            says += f"; there are {', '.join(names[:12])}" if names else ""
            raise StepError(says, self.source, reason)
        if not terms and reason.name in state.facts:
            return parts(fact)
        if terms and fact[0] == "and":
            fact = next((part for part in parts(fact) if part[0] == "all"), fact)
        return self._at(state, fact, [self.number(state, t, reason) for t in terms], reason, block)

    def number(self, state: State, term: Any, reason: Reason) -> Json:
        """A term that is no function."""
        if isinstance(term, Lambda):
            raise StepError("a number is expected here", self.source, reason)
        return self.term(state, term)

    def _at(
        self,
        state: State,
        fact: Json,
        terms: list[Json],
        place: Any,
        block: Sequence[Step] | None = None,
    ) -> list[Json]:
        """A universal fact, an implication or a Lipschitz bound at terms, its premises found.

        The last of them is shown by the block, if there is one.
        """
        while terms or fact[0] == "implies":
            here: list[Json] = []
            inner = fact
            if fact[0] == "lipschitz":
                here, terms = terms, []
                gap = ["-", ["app", fact[1], here[0]], ["app", fact[1], here[1]]]
                inner = ["<=", ["abs", gap], ["*", fact[2], ["abs", ["-", here[0], here[1]]]]]
            while terms and inner[0] == "all":
                here.append(terms[0])
                inner = put(inner[3], inner[1], terms[0])
                terms = terms[1:]
            if not here and fact[0] != "implies":
                raise StepError(
                    "there are more terms than the fact has variables", self.source, place
                )
            for term in here:
                self._ready(state, ["=", term, term], place)
            read = read_in(fact, state.context)
            rules = state.context.rules
            if read not in rules:
                raise StepError("this fact is not known here", self.source, place, state.context)
            apply = node("use", rule=len(rules) - 1 - rules[::-1].index(read), at=here)
            children = self.rule(state.context, apply, place)
            proofs = []
            if len(children) == 2:
                premise = state.branch(children[0], goal=unread(children[0].goal))
                if fact[0] != "lipschitz":
                    premise.goal, inner = inner[1], inner[2]
                last = not terms and inner[0] != "implies"
                if block is not None and last and fact[0] != "lipschitz":
                    proofs, block = [self.run(premise, tuple(block))], None
                else:
                    proofs = [self.why(premise, premise.goal, (), place)]
            state.chain.add(apply, proofs)
            state.context = children[-1]
            fact = inner
            for part in parts(fact):
                state.know(part)
        if block is not None:
            raise StepError("this fact has no premise for a block", self.source, place)
        return parts(fact)

    # -- why a step holds

    def why(self, state: State, fact: Json, why: Sequence[Reason], place: Any) -> Node:
        """A proof of the fact in the state's context."""
        inner = state.branch(state.context.child(goal=read_in(fact, state.context)), goal=fact)
        methods = [r.name for r in why if self._is_method(state, r)]
        reasons = [r for r in why if not self._is_method(state, r)]
        named = self._reasons(inner, reasons, place) if reasons else None
        found = self._from(inner, fact, named, place, methods)
        return inner.chain.close(found)

    def _is_method(self, state: State, reason: Reason) -> bool:
        known = reason.name in state.facts or reason.name in self.lemmas
        return reason.name in BY_NAME and reason.terms is None and not known

    def _reasons(self, state: State, why: Sequence[Reason], place: Any) -> list[Json]:
        return [fact for reason in why for fact in self._instances(state, reason, place)]

    def _from(
        self,
        state: State,
        fact: Json,
        named: Sequence[Json] | None,
        place: Any,
        methods: Sequence[str] = (),
    ) -> Node:
        """The fact from the named ones alone, or from all that is known.

        Where parts of a conjunction are known word for word, each part is shown by itself.
        """
        known = [_known(state, part) for part in fact[1:]] if fact[0] == "and" else []
        if any(known) and not all(known):
            each = [self._from(state, part, named, place, methods) for part in fact[1:]]
            return node("both", *each)
        context = state.context.child(goal=read_in(fact, state.context))
        until = _Until(self.seconds)
        sorts = sorts_of(context)
        names: dict[int, Json] = {}  # of each fact, with bound names that are no variables

        def stated(facts: Sequence[Json]) -> Json:
            for g in facts:
                if id(g) not in names:
                    names[id(g)] = apart_from(g, sorts)
            given = [names[id(g)] for g in facts]
            functions = dict(context.functions)
            return {
                "vars": sorts,
                "functions": functions,
                "given": given,
                "show": apart_from(fact, sorts),
            }

        choices = list(_choices(state, named, fact))
        statement = stated(choices[-1])
        proof = self._alone(statement, context, [BY_NAME[name] for name in methods], until)
        for hard in (False, True):
            for facts in choices:
                if proof is None:
                    proof = self._kept(stated(facts), context, partial(_shortly, hard=hard))
        if proof is None:
            first = [BY_NAME["sums"]] if _has_sum(context.goal) and not methods else []
            ways = [*first, *(way for _, way in STRATEGIES)]
            proof = self._alone(statement, context, ways, until)
        if proof is None:
            raise self._not_found(statement, context, named, place)
        return proof

    def _alone(
        self, statement: Json, context: Context, ways: Sequence[Strategy], until: _Until
    ) -> Node | None:
        """The statement by one of these ways to a proof, told again in the context."""

        def by(way: Strategy) -> Callable[[Json], Node | None]:
            def find(given: Json) -> Node | None:
                data = way(given, until.processor)
                return None if data is None else dict(json.loads(data)["proof"])

            return find

        for way in ways:
            if until.is_over():
                return None
            told = self._kept(statement, context, by(way))
            if told is not None:
                return told
        return None

    def _kept(
        self, statement: Json, context: Context, find: Callable[[Json], Node | None]
    ) -> Node | None:
        """What was found for the statement before, or what is found now, told in the context."""
        key = json.dumps(statement, sort_keys=True)
        proof = self.kept.get(key)
        if proof is None:
            with suppress(Reject, _OutOfWork, _TimeIsUp), _at_most(self.seconds):
                proof = find(statement)
            if proof is not None:
                proof = direct(open_statement(statement), shorter(open_statement(statement), proof))
        told = None if proof is None else _told(statement, proof, context)
        if told is not None:
            self.kept[key] = proof
        return told

    def _not_found(self, statement: Json, context: Context, named: Any, place: Any) -> StepError:
        from proofs import notation
        from proofs.search.data import refuting

        says = f"no reason was found for {_text(statement)}"
        if named:
            says += " from what is named"
        hit = None
        with suppress(ValueError, KeyError, Reject):
            hit = next(refuting(statement, 6_000, sure=True), None)
        if hit is not None:
            at = notation.data(hit.witness.values, hit.witness.functions)
            what = "named" if named else "known"
            says += f": it does not follow, for all that is {what} holds at {at}, and it fails"
        if place is None:
            place = Reason(0, 1)
        return StepError(says, self.source, place, context)

    # -- words to terms

    def _lowering(self, state: State) -> _Lowering:
        low = _Lowering(self.source, state.definitions, known=self.natives)
        low.sorts = sorts_of(state.context)
        low.functions = dict(state.context.functions)
        return low

    def formula(self, state: State, e: Expression | None) -> Json:
        return self._lowering(state).formula(_there(e), state.values)

    def term(self, state: State, e: Expression | None) -> Json:
        return self._lowering(state).term(_there(e), state.values)

    def _ready(self, state: State, formula: Json, place: Any) -> None:
        """The partial terms of a formula defined, by proofs of their conditions."""
        chain = _Chain()
        ready = None
        with suppress(_OutOfWork):
            for fuel in (Fuel(0, 0, 0, 0), Fuel(0, 1, 2, 0), Fuel(1, 2, 2, 0)):
                ready = _Search(WORK)._define(
                    state.context, read_in(formula, state.context), fuel, frozenset(), chain
                )
                if ready is not None:
                    break
                chain = _Chain()
        if ready is None:
            raise StepError("a term in it may be undefined here", self.source, place, state.context)
        state.chain.steps += chain.steps
        state.context = ready

    def rule(self, context: Context, step: Node, place: Any) -> list[Context]:
        """The children of a rule; a refusal names the place."""
        try:
            return RULES[step["by"]][1](context.child(), step)
        except Reject as error:
            says = f"the kernel refuses this step: {error.code} {error.why}".strip()
            raise StepError(says, self.source, place, context) from None


T = TypeVar("T")


def _there(part: T | None) -> T:
    """What every step of its kind has; the reader sees to that."""
    if part is None:
        raise TypeError("a step without what belongs to its kind")
    return part


def _has_sum(goal: Any) -> bool:
    return any(term[0] == "sum" for term in _moves.subterms(goal))


def _shortly(statement: Json, hard: bool) -> Node | None:
    return quickly(open_statement(statement), hard)


def _choices(state: State, named: Sequence[Json] | None, fact: Json) -> Iterator[list[Json]]:
    """Facts to look among, few at first: those of the block, relations, all; or the named ones.

    Before all others the fact itself, if it is known word for word, up to bound names.
    """
    itself = [_known(state, part) for part in parts(fact)]
    if all(itself):
        yield itself
    if named is not None:
        facts = [fact for fact in state.known if fact in named or _plain(fact)]
        yield facts
        signs = [*facts, *(known for known in _signs(state, fact) if known not in facts)]
        if len(signs) > len(facts):
            yield signs
        return
    local = state.known[state.begun :]
    yielded = []
    for facts in (
        [fact for fact in state.known if _plain(fact)],
        [fact for fact in state.known if fact in local or _plain(fact)],
        [fact for fact in state.known if fact[0] in RELATIONS],
        list(state.known),
    ):
        if facts not in yielded:
            yielded.append(facts)
            yield facts


def _known(state: State, fact: Json) -> Json:
    """What is known and is the fact word for word, up to bound names; or nothing."""
    if fact in state.known or fact[0] not in ("all", "some"):
        return fact if fact in state.known else None
    read = read_in(fact, state.context)
    same = (k for k in state.known if k[0] == fact[0] and read_in(k, state.context) == read)
    return next(same, None)


def _signs(state: State, fact: Json) -> Iterator[Json]:
    """Known signs of terms that stand in the fact: it may be a quotient or a root of them."""
    inside = set(_moves.subterms(read_in(fact, state.context)))
    for known in state.known:
        sides = known[1:] if known[0] in RELATIONS else []
        with_number = any(_number(side) is not None for side in sides)
        if with_number and inside & {*read_in(known, state.context)[1:]}:
            yield known


def _told(statement: Json, proof: Node, context: Context) -> Node | None:
    """A proof of the statement told again in a context that knows its hypotheses."""
    try:
        old = open_statement(statement)
        return walk(old, context.child(), proof)
    except (Missing, Reject):
        return None


def _text(statement: Json) -> str:
    """The conclusion as it is printed."""
    from proofs import notation

    return " ".join(notation.lines(notation.formula(statement, statement["show"])).split())


def _plain(fact: Json) -> bool:
    """Whether it compares sums of variables and numbers, such as 0 <= x or m + 1 <= n."""
    return fact[0] in RELATIONS and all(map(_linear, fact[1:]))


def _linear(term: Json) -> bool:
    if isinstance(term, str):
        return True
    if term[0] in "+-":
        return all(map(_linear, term[1:]))
    return term[0] == "*" and len(term) == 3 and _linear(term[2]) and _number(term[1]) is not None


def _named_like(state: State, e: Expression | None) -> None:
    """Bound variables of the goal get the names that the text has for them."""
    goal = state.goal
    while e is not None and e.op == "forall":
        declared, body = e.parts
        for item in declared:
            while goal[0] == "implies":
                goal = goal[2]
            if goal[0] == "all":
                if goal[1] != item.name:
                    state.values[item.name] = goal[1]
                goal = goal[3]
        e = body


def cited(steps: Sequence[Step]) -> list[str]:
    """Names of reasons in steps and the blocks below them, each once."""
    found: dict[str, None] = {}

    def walk(part: Any) -> None:
        for step in part:
            links = [r for link in step.links for r in link.why]
            for reason in (*step.why, *links):
                if reason.name:
                    found.setdefault(reason.name)
            for block in (step.block or (), *step.others.values()):
                walk(block)

    walk(steps)
    return list(found)


@dataclass(frozen=True)
class Written:
    """A proof as text, of one sequent; called, it is the script of an obligation."""

    sequent: Json
    text: str
    facts: Mapping[str, Json]
    names: Mapping[str, Any]
    theorems: Mapping[str, Callable[[], Json]] = field(default_factory=dict)

    @property
    def printed(self) -> str:
        """The text, below what the names in it stand for."""
        lines = [line for line in self.text.splitlines() if line.strip()]
        used = set(re.findall(r"\w+", self.text))
        heads = [
            line
            for name, made in self.names.items()
            if name in used
            for line in self._head(name, made)
        ]
        return "\n".join([*heads, *lines])

    def _head(self, name: str, made: Any) -> Iterator[str]:
        from proofs import notation

        if isinstance(made, Term):
            arguments: list[str] = []
            term = made.json
        else:
            arguments = list(inspect.signature(made).parameters)
            term = made(*map(Term, arguments)).json
        known = {**self.sequent["vars"], **dict.fromkeys(arguments, "int")}
        said = notation.term({**self.sequent, "vars": known}, term)
        if said != name:
            applied = f"{name}({', '.join(arguments)})" if arguments else name
            yield f"# {applied} is {said}"

    def __call__(self) -> Node:
        steps = read_steps(self.text)
        reading = _reading(self.text, self.names)
        for name, made in self.theorems.items():
            theorem = _theorem(made())
            in_hand = function_names(theorem).items() <= self.sequent["functions"].items()
            (reading.theorems if in_hand else reading.lemmas)[name] = theorem
        return reading.proof(self.sequent, steps, self.facts)


def written(
    sequent: Json,
    text: str,
    facts: Mapping[str, Any] | None = None,
    theorems: Any = None,  # names, each with what makes a certificate
    **names: Any,
) -> Written:
    """The script of an obligation whose proof is written as text, which may cite the library.

    ``names`` are terms of :mod:`constructions.terms`, or functions that make them; ``facts`` are
    names for hypotheses; ``theorems``, by name, lead to certificates of what else is cited: as a
    fact where it is about functions of the sequent, else as a lemma on functions.
    """
    called = {name: plain_json(fact) for name, fact in (facts or {}).items()}
    return Written(sequent, text, called, names, theorems or {})


def argued(text: str, **names: Any) -> Node:
    """A part of a script whose proof is written as text: of the goal that it meets there."""

    def proof(context: Context) -> Node:
        literals = [_moves.poly_json(context, literal.poly) for literal in context.literals]
        relations = {">=": "<=", ">": "<"}
        known = [
            [relations.get(literal.rel, literal.rel), "0", term]
            for literal, term in zip(context.literals, literals, strict=True)
        ]
        known += [unread(rule) for rule in context.rules]
        state = State(context, unread(context.goal), tuple(known))
        return _reading(text, names).begin(state, read_steps(text))

    return look(proof)


def _theorem(certificate: Json) -> Lemma:
    """What a certificate proves, for all values of its variables."""
    stated = {**certificate["statement"], "functions": {}}
    return Lemma(closed(Statement(stated, (), ())), certificate)


def _reading(text: str, names: Mapping[str, Any]) -> Elaborator:
    from proofs.language.library import lemmas

    natives = {name: _native(made) for name, made in names.items()}
    return Elaborator(text, lemmas=lemmas(), natives=natives, seconds=SECONDS)


def _native(made: Any) -> Native:
    if isinstance(made, Term):
        return Native(0, lambda: made.json)
    arity = len(inspect.signature(made).parameters)
    return Native(arity, lambda *terms: made(*map(Term, terms)).json)
