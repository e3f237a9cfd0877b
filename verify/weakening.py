"""Which hypothesis suffices: each one made as weak as can be decided, with certificates.

Of a hypothesis ``t <= c`` with a number c a larger number is weaker, of ``c <= t`` a smaller one;
of ``s <= t`` the weaker ones are ``s <= t + C`` with C > 0; ``<`` is made ``<=``, an equation an
inequality, the constant of ``f is L-Lipschitz`` larger.  The statement holds for all constants that
are stronger than one for which it is proved, and for none that is weaker than one for which it is
refuted: so an interval is halved, as for the best constant (:mod:`verify.sharpening`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from proofs import notation
from proofs.language.document import Document, Item
from proofs.language.text import Statement
from proofs.search.clock import BOTH, now
from proofs.search.closed_terms import put
from proofs.search.conclude import Answer, conclude
from proofs.search.geometric import fixed
from proofs.trees.script import Json
from verify.deciding import Decided, _data, _of_answer, with_companions
from verify.sharpening import (
    OPEN,
    PROVED,
    REFUTED,
    _between,
    _short,
    _word,
    no_better,
    ready,
    simplest,
)

NOT_NEEDED, WEAKER, WEAKEST = "not needed", "weaker", "weakest of its form"
AS_IT_IS = "no weaker one of its form"
RELATIONS = ("<=", "<", "=")
STEPS = (1, 10, 100, 10_000)
LEAST = 8.0  # seconds for a hypothesis
Say = Callable[[str], None]


@dataclass(frozen=True)
class Form:
    """A weaker hypothesis in place of one, and what came of the statement with it.

    ``hypothesis`` is ``None`` where there is none in its place.
    """

    hypothesis: Json | None
    answer: Answer

    @property
    def word(self) -> str:
        return _word(self.answer)


@dataclass(frozen=True)
class Weakened:
    """What is known of weaker forms of the hypothesis number ``index``.

    ``enough``: the weakest forms with which the statement is proved, none where only the form that
    is given is known to do; ``refuted``: the strongest ones with which it is refuted.  ``word``:

    not needed                 it is proved without it
    weakest of its form        it is proved with ``enough``, and no weaker constant will do
    weaker                     it is proved with ``enough``; nothing is known between the two
    no weaker one of its form  a weaker constant (``<=``, an inequality) will not do
    open                       nothing weaker was proved to be enough, nor that nothing is

    ``sharp`` is the proof that no weaker constant will do, ``limit`` what it says: the hypothesis
    with a name for the constant, the name, and the constants that will not do (``C > 2``).
    """

    index: int
    word: str
    enough: tuple[Form, ...] = ()
    refuted: tuple[Form, ...] = ()
    sharp: Answer | None = None
    limit: tuple[Json, str, str] | None = None


def weakened(
    statement: Statement, seconds: float, say: Say = lambda text: None
) -> Iterator[Weakened]:
    """Each hypothesis in turn; the statement, which is proved, with weaker ones in its place.

    Each has an equal part of the time, and eight seconds of the processor at least.  What powers
    come with stays (:func:`proofs.search.geometric.fixed`).
    """
    ready()
    given = statement.sequent["given"]
    kept = fixed(statement.sequent)
    for i, hypothesis in enumerate(given):
        if i in kept:
            continue
        deadline = now() + BOTH * max(LEAST, seconds / len(given))
        yield _Search(statement, i, deadline, say, hypothesis).ended()


@dataclass
class _Search:
    statement: Statement
    index: int
    deadline: float
    say: Say
    given: Json  # the hypothesis, or what is enough in its place

    def with_form(self, hypothesis: Json | None) -> Json:
        sequent, i = self.statement.sequent, self.index
        here = [] if hypothesis is None else [hypothesis]
        return {**sequent, "given": [*sequent["given"][:i], *here, *sequent["given"][i + 1 :]]}

    def tried(self, hypothesis: Json | None) -> Form:
        room = max(1.0, min(8.0, (self.deadline - now()) / BOTH / 2))
        form = Form(hypothesis, conclude(self.with_form(hypothesis), room))
        self.say(f"hypothesis {self.index + 1} weakened: {form.word}")
        return form

    def ended(self) -> Weakened:
        without = self.tried(None)
        if without.word == PROVED:
            return Weakened(self.index, NOT_NEEDED, (without,))
        op = self.given[0]
        if op == "=":
            return self._of_equation(without)
        if op in ("<=", "<"):
            return self._of_bound(without)
        if op == "lipschitz" and _number(self.given[2]) is not None:
            return self._of_constant(
                ["lipschitz", self.given[1], None, *self.given[3:]], 2, 1, without
            )
        refuted = (without,) if without.word == REFUTED else ()
        return Weakened(self.index, OPEN, (), refuted)

    def _of_equation(self, without: Form) -> Weakened:
        left, right = self.given[1:]
        forms = [self.tried(["<=", left, right]), self.tried(["<=", right, left])]
        enough = tuple(form for form in forms if form.word == PROVED)
        refuted = tuple(form for form in forms if form.word == REFUTED)
        if len(enough) == 1 and refuted:
            self.given = enough[0].hypothesis
            beyond = self._of_bound(without)
            return replace(
                beyond,
                word=WEAKER if beyond.word in (OPEN, WEAKER) else WEAKEST,
                enough=beyond.enough or enough,
                refuted=(*refuted, *beyond.refuted),
            )
        if enough:
            return Weakened(self.index, WEAKER, enough, refuted or _refuted(without))
        return Weakened(self.index, AS_IT_IS if len(refuted) == 2 else OPEN, (), refuted)

    def _of_bound(self, without: Form) -> Weakened:
        op, left, right = self.given
        enough: tuple[Form, ...] = ()
        if op == "<":
            closed = self.tried(["<=", left, right])
            if closed.word == REFUTED:  # and so is all that is weaker
                return Weakened(self.index, AS_IT_IS, (), (closed,))
            if closed.word == OPEN:
                return Weakened(self.index, OPEN, (), _refuted(without))
            enough = (closed,)
        if _number(right) is not None:
            return self._of_constant(["<=", left, None], 2, 1, without, enough)
        if _number(left) is not None:
            return self._of_constant(["<=", None, right], 1, -1, without, enough)
        return self._of_constant(["<=", left, ["+", right, None]], 2, 1, without, enough)

    def _of_constant(
        self, form: Json, place: int, up: int, without: Form, enough: tuple[Form, ...] = ()
    ) -> Weakened:
        """``form`` has None for the constant; ``up`` is 1 where larger ones are weaker."""
        start = (_number(self.given[place]) if form[place] is None else None) or Fraction(0)
        whole = self._whole(form)
        best, form_at = start, dict[Fraction, Form]()

        def ended(q: Fraction) -> str:
            if q not in form_at:
                form_at[q] = self.tried(_filled(form, str(q)))
            return form_at[q].word

        worst: Fraction | None = None
        for q in self._beyond(start, form, up, without):
            word = ended(q)
            if word == REFUTED:
                worst = q
                break
            if word == PROVED:
                best = q
            if now() > self.deadline:
                break
        sharp = None
        if worst is not None and not whole:
            sharp = self._no_better(form, best, up, form_at[worst])
            if sharp is None and (below := self._just_below(form, worst)) is not None:
                return Weakened(self.index, WEAKEST, (below,), (form_at[worst],))
        while worst is not None and sharp is None:
            if abs(worst - best) <= (1 if whole else _near(best)):
                break
            if now() > self.deadline:
                break
            low, high = sorted((best, worst))
            middle = Fraction((low + high) // 2) if whole else _between(low, high)
            word = ended(middle)
            if word == OPEN:
                break
            best, worst = (middle, worst) if word == PROVED else (best, middle)
        if worst is not None and not whole and sharp is None:
            guess = simplest(*sorted((best, worst)))
            below = self._just_below(form, guess) if ended(guess) == REFUTED else None
            if below is not None:
                return Weakened(self.index, WEAKEST, (below,), (form_at[guess],))
            if form_at[guess].word == PROVED:
                best = guess
            sharp = self._no_better(form, best, up, form_at[worst])
        if best != start and best in form_at:
            enough = (form_at[best],)
        refuted = (form_at[worst],) if worst is not None else _refuted(without)
        if sharp is not None:
            name = self._constant()
            limit = (_filled(form, name), name, f"{name} {'>' if up > 0 else '<'} {best}")
            word = WEAKEST if enough else AS_IT_IS
            return Weakened(self.index, word, enough, refuted, sharp, limit)
        if whole and worst is not None and abs(worst - best) == 1:
            return Weakened(self.index, WEAKEST if enough else AS_IT_IS, enough, refuted)
        return Weakened(self.index, WEAKER if enough else OPEN, enough, refuted)

    def _constant(self) -> str:
        """A name for the constant that means nothing else here."""
        taken = json.dumps(self.statement.sequent)
        return next(
            name for name in ("C", *(f"C{i}" for i in range(99))) if f'"{name}"' not in taken
        )

    def _whole(self, form: Json) -> bool:
        """Whether a number bounds an integer variable."""
        if form[1] is not None and form[2] is not None:
            return False
        bounded = form[1] if form[1] is not None else form[2]
        return isinstance(bounded, str) and self.statement.sequent["vars"].get(bounded) == "int"

    def _beyond(self, start: Fraction, form: Json, up: int, without: Form) -> Iterator[Fraction]:
        """Weaker constants: the one that data against the statement without it ask for, others."""
        reached = self._reached(form, without)
        if reached is not None and (reached - start) * up > 0:
            yield reached
        for step in STEPS:
            yield start + up * step

    def _reached(self, form: Json, without: Form) -> Fraction | None:
        """The constant with which the hypothesis holds at the data against the rest."""
        from proofs.search.data import Point, Undefined, _OutOfWork, value

        hit = without.answer.hit
        if hit is None or form[0] != "<=":
            return None
        point = Point({}, dict(hit.witness.functions))
        try:
            point.values.update({n: value(q, Point({}, {})) for n, q in hit.witness.values.items()})
            left, right = (value(side, point) for side in self.given[1:])
        except (Undefined, KeyError, _OutOfWork, OverflowError):
            return None
        if form[1] is None:
            reached = right
        else:
            reached = left if form[2] is None else left - right
        down = form[1] is None  # the constant is a lower bound: no larger than what is reached
        step = Fraction(1, 10**6)
        rounded = Fraction(reached).limit_denominator(10**6)
        if isinstance(reached, Fraction) or (rounded < reached) == down:
            return Fraction(reached) if isinstance(reached, Fraction) else rounded
        return rounded - step if down else rounded + step

    def _no_better(self, form: Json, q: Fraction, up: int, worst: Form) -> Answer | None:
        """That with another constant than q, or a stronger one, the statement does not hold."""
        sequent = self.statement.sequent
        name = self._constant()
        open_ = self.with_form(_filled(form, name))
        whole = replace(
            self.statement, sequent={**open_, "vars": {**sequent["vars"], name: "real"}}
        )
        if worst.answer.hit is None:
            return None
        place = dict(worst.answer.hit.witness.values)
        try:
            near = list(self._near_constant(form, name, q, up, place))
        except (KeyError, ValueError):  # irrational data
            near = [{}]
        for terms in near:
            found = no_better(whole, name, q, up < 0, place, terms)
            if found is not None:
                return found
        return None

    def _near_constant(
        self, form: Json, name: str, q: Fraction, up: int, place: Mapping[str, Json]
    ) -> Iterator[Mapping[str, Json]]:
        """Terms for a variable of the hypothesis with which it holds with equality, or near q."""
        sorts = self.statement.sequent["vars"]
        bounded = form[1] if form[1] is not None else form[2]
        slack = form[1] is not None and form[2] is not None
        if isinstance(bounded, str) and sorts.get(bounded) == "real" and not slack:
            yield {bounded: name}
            yield {bounded: ["min" if up > 0 else "max", name, str(q + up)]}
        elif isinstance(bounded, str) and sorts.get(bounded) == "real":
            right = form[2][1]  # of s <= t + C, with s a variable: s = t + C
            yield {bounded: ["+", put(right, {n: _short(place[n]) for n in sorts}), name]}
        elif isinstance(bounded, list) and bounded[0] == "+" and form[2] is None:
            for variable in bounded[1:]:
                others = [t for t in bounded[1:] if t != variable]
                names = [t for t in others if isinstance(t, str)]
                if variable in sorts and len(names) == len(others) == len(bounded) - 2:
                    fixed = {t: _short(place[t]) for t in names if t in sorts}
                    yield {variable: ["-", name, *[["+", "0", *(fixed.get(t, t) for t in names)]]]}
        yield {}

    def _just_below(self, form: Json, worst: Fraction) -> Form | None:
        """The strict form of what is refuted, if that is proved; short constants only."""
        if form[0] != "<=" or worst.denominator > 1_000:
            return None
        below = self.tried(["<", *_filled(form, str(worst))[1:]])
        return below if below.word == PROVED else None


def _refuted(form: Form) -> tuple[Form, ...]:
    return (form,) if form.word == REFUTED else ()


def _near(q: Fraction) -> Fraction:
    return Fraction(1, 10**6) * max(Fraction(1), abs(q))


def _filled(form: Json, constant: str) -> Json:
    """The form with the constant in it; ``t + 0`` is t."""
    if form is None:
        return constant
    return [
        _filled(part, constant) if part is None or isinstance(part, list) else part for part in form
    ]


def _number(term: Json) -> Fraction | None:
    try:
        return Fraction(term) if isinstance(term, str) else None
    except ValueError:
        return None


# --- what is said, and kept -----------------------------------------------------------------------


def told(statement: Statement, found: Weakened) -> str:
    """One line: ``x < 1/2: x < 1 is enough; x ≤ 1 is not: it fails at x = 1``."""
    sequent = statement.sequent
    shown = _shown(sequent, sequent["given"][found.index])
    if found.word == NOT_NEEDED:
        return f"{shown}: not needed"
    parts = []
    if found.enough:
        enough = " is enough, and so is ".join(_shown(sequent, f.hypothesis) for f in found.enough)
        parts.append(f"{enough} is enough")
    elif found.word == OPEN:
        parts.append("nothing weaker was proved to be enough")
    last = found.refuted[:-1] if found.limit else found.refuted
    parts += [_fails(sequent, form) for form in last]
    if found.limit is not None:
        form, name, beyond = found.limit
        wider = {**sequent, "vars": {**sequent["vars"], name: "real"}}
        parts.append(f"{_shown(wider, form)} is not enough for any {beyond}")
    return f"{shown}: {'; '.join(parts)}"


def _fails(sequent: Json, form: Form) -> str:
    at = _data(form.answer)
    where = f": it fails at {at}" if at else ""
    if form.hypothesis is None:
        return f"it is not enough to leave it out{where}"
    return f"{_shown(sequent, form.hypothesis)} is not enough{where}"


def _shown(sequent: Json, formula: Json) -> str:
    return notation.lines(notation.formula(sequent, formula))


def recorded(
    decided: Decided, found: Sequence[Weakened]
) -> tuple[list[Decided], list[dict[str, Any]]]:
    """The claims that show what was found, the decided one first; and an entry for each hypothesis.

    An entry has ``hypothesis``, ``word``, ``enough`` and ``refuted`` as people read them, ``says``
    (:func:`told`) and ``claims``, the ids under which the record has the certificates.
    """
    name, statement = decided.name, decided.item.statement
    made: list[Decided] = []
    sharp: list[Answer] = []
    entries: list[dict[str, Any]] = []
    for one in found:
        ids: list[str] = []
        for suffix, forms in (("", one.enough), ("-refuted", one.refuted)):
            for number, form in enumerate(forms):
                letter = "abc"[number] if len(forms) > 1 else ""
                called = f"{name}-weak{one.index + 1}{letter}{suffix}"
                also = claim(called, statement, one.index, form.hypothesis, form.answer)
                made.append(also)
                ids.append(also.claim.id)
        if one.sharp is not None:
            sharp.append(one.sharp)
            ids.append(f"{decided.claim.id}.sharpened{len(sharp) if len(sharp) > 1 else ''}")
        sequent = statement.sequent
        entries.append(
            {
                "hypothesis": _shown(sequent, sequent["given"][one.index]),
                "word": one.word,
                "enough": [_shown(sequent, f.hypothesis) for f in one.enough if f.hypothesis],
                "refuted": [_shown(sequent, f.hypothesis) for f in one.refuted if f.hypothesis],
                "says": told(statement, one),
                "claims": ids,
            }
        )
    return [with_companions(decided, sharp), *made], entries


def claim(
    name: str, statement: Statement, index: int, hypothesis: Json | None, answer: Answer
) -> Decided:
    """The statement with another hypothesis in the place of one, or none, as a claim."""
    *given, last = statement.printed
    if hypothesis is None:
        words, here = f"without hypothesis {index + 1}", []
    else:
        words = f"with {_shown(statement.sequent, hypothesis)} as hypothesis {index + 1}"
        here = [words]
    kept, rest = given[:index], given[index + 1 :]
    if rest and not rest[0]:  # a chain gives several: its words stand with the first
        rest[0] = next(words for words in reversed(given[: index + 1]) if words)
    changed = replace(statement, sequent=answer.statement, printed=(*kept, *here, *rest, last))
    item = Item("theorem", name, "", changed, f"{last}, {words}")
    return _of_answer(item, name, Document("", (), (item,)), answer)
