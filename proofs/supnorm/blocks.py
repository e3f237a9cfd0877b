"""What proofs by blocks of units have in common: :mod:`.wide` and :mod:`.lines`.

Units are gathered in blocks, blocks in larger ones.  The sum of each has a name, with four facts:

    0   it is the sum of its units, as the network has them
    1   what it is for x to the right of it
    2   what it is for x to the left of it
    3   the bound of |G - f| for x inside of it, whatever is outside

each shown by the facts of its parts.  A context knows the parts of one block only.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Protocol

from proofs.kernel.check import open_statement
from proofs.kernel.context import Context
from proofs.kernel.cover import Box, enclose
from proofs.kernel.errors import METER, Reject
from proofs.kernel.poly import add, scale
from proofs.kernel.terms import read_term
from proofs.supnorm._float_forms import FloatTerm
from proofs.supnorm._line_terms import X, closing, difference, fill, index, kinks
from proofs.supnorm.steps import identity
from proofs.supnorm.unit_lemma import POSITIVE
from proofs.trees.script import Node, case, have, intro, look, node, statement

Json = Any
ZERO, ONE = Fraction(0), Fraction(1)
BLOCK = 5
"""Units in a block of the first kind, and blocks in a larger one."""
BITS = 48
MAX_WORK = 24_000_000
"""A little less than the kernel grants a certificate."""
MOST_CUTS = 64
F, S = "F", "S"


class NotWide(Exception):
    """The bound is not shown this way; ``at`` is near where."""

    def __init__(self, why: str, at: Fraction | None = None) -> None:
        super().__init__(why)
        self.at = at


class Block(Protocol):
    """A unit, or a block of them: alpha times a name."""

    alpha: Fraction
    name: str
    units: list[int]

    @property
    def parts(self) -> Sequence[Any]: ...


class Blocks:
    """|G - f| <= B on [0, 1]: the certificate, and what is known where."""

    def __init__(self, f: Json, B: Fraction) -> None:
        self.f, self.B = f, B
        self.term = read_term(f, {X}, {})
        self.form = FloatTerm(self.term)
        self.kinks = kinks(self.term, ZERO, ONE)
        self.at: dict[str, int] = {}  # where the rules of a name begin in a context
        self.near: dict[str, int] = {}  # where a literal of it stands

    # what a kind of network says of its blocks

    def _lemmas(self) -> list[tuple[str, Json, Node]]:
        """Name, statement and proof of each lemma on units."""
        raise NotImplementedError

    def _lemma_at(self, part: Any) -> tuple[str, Json]:
        """The lemma for a unit, and the number it is used at."""
        raise NotImplementedError

    def _facts(self, block: Any, value: Json) -> list[Json]:
        """What is shown of the sum ``value`` of a block."""
        raise NotImplementedError

    def _written(self, block: Any) -> Json:
        """The sum of the units of a block, as the network has them."""
        raise NotImplementedError

    def _shown(self, block: Any) -> Node:
        """The facts of a block, where those of its parts are known."""
        raise NotImplementedError

    def _everywhere(self, then: Node) -> Node:
        """-B <= T - F <= B for the sum T of all: the last two literals of ``then``."""
        raise NotImplementedError

    # the proof

    def _certificate(self, G: Json, root: Any) -> Json:
        """The certificate of |G - f| <= B for 0 <= x <= 1."""
        domain = [["<=", "0", X], ["<=", X, "1"]]
        size = ["abs", ["-", G, self.f]]
        goal = statement({X: "real"}, domain, ["<=", size, str(self.B)], {})
        return {"statement": goal, "proof": fill(open_statement(goal), self._proof(size, root))}

    def _proof(self, size: Json, root: Any) -> Node:
        named = ["some", S, "real", ["all", "z", "real", ["=", S, self.f]]]
        same = intro("z", identity())
        witness = node("some", same, **{"is": self.f})
        then = self._named(root, lambda: self._end(size, root.name))
        for name, lemma, proof in self._lemmas():
            then = have(lemma, proof, self._rule(name, then))
        then = have(named, witness, self._obtained(F, then))
        return self._defined(then)

    @staticmethod
    def _box_work(term: Any, low: Fraction, high: Fraction) -> int:
        """The work that the kernel counts for a box of a term, 0 where it sees no enclosure."""
        left = METER.left
        try:
            enclose(term, Box(X, low, high, BITS))
            return left - METER.left
        except Reject:
            return 0
        finally:
            METER.left = left

    def _defined(self, then: Node) -> Node:
        """have: f <= M on [0, 1], which says that it is defined there."""
        if not _partial(self.term):
            return then
        cuts, todo, M = [ZERO], [(ZERO, ONE)], 0.0
        while todo:
            low, high = todo.pop()
            top = self.form.upper(low, high)
            if top < math.inf:
                cuts.append(high)
                M = max(M, top)
            elif len(cuts) + len(todo) > MOST_CUTS:
                raise NotWide("f is not seen to be defined", low)
            else:
                middle = (low + high) / 2
                todo += [(middle, high), (low, middle)]
        cover = node("cover", on=X, cuts=[str(q) for q in cuts], bits=BITS)
        return have(["<=", self.f, str(math.ceil(M) + 1)], cover, then)

    def _rule(self, name: str, then: Node) -> Node:
        """``name`` is the last rule here."""

        def here(context: Context) -> Node:
            self.at[name] = len(context.rules) - 1
            return then

        return look(here)

    def _obtained(self, name: str, then: Node) -> Node:
        """A name for what the last rule says there is; its own rules follow."""

        def here(context: Context) -> Node:
            self.at[name] = len(context.rules)
            return node(
                "obtain", self._literals(name, then), rule=len(context.rules) - 1, **{"as": name}
            )

        return look(here)

    def _literals(self, name: str, then: Node) -> Node:
        def here(context: Context) -> Node:
            self.near[name] = len(context.literals)  # behind the last
            return then

        return look(here)

    def _noted(self, key: str, then: Node) -> Node:
        """The last literal here has a name."""

        def here(context: Context) -> Node:
            self.near[key] = len(context.literals) - 1
            return then

        return look(here)

    def _assumed(self, key: str, then: Node) -> Node:
        """intro of an implication whose premise is one literal."""

        def here(context: Context) -> Node:
            self.near[key] = len(context.literals) - 1
            return then

        return intro("", look(here))

    def _named(self, block: Any, then: Callable[[], Node]) -> Node:
        """have: the block's sum and its facts; a name for it; then go on."""
        show = ["some", S, "real", ["and", *self._facts(block, S)]]
        proof = self._parts(block, 0, lambda: self._shown(block))
        return have(show, proof, self._obtained(block.name, look(lambda _: then())))

    def _parts(self, block: Any, i: int, then: Callable[[], Node]) -> Node:
        """Names for its parts, one by one."""
        if i == len(block.parts):
            return then()
        part = block.parts[i]
        after = look(lambda _: self._parts(block, i + 1, then))
        if part.parts:
            return self._named(part, lambda: after)
        lemma, t = self._lemma_at(part)
        named = self._obtained(part.name, after)
        return look(lambda _: node("use", named, rule=self.at[lemma], at=[t]))

    def _same(self, block: Any) -> Node:
        """The sum of the names is the sum of the units."""
        equal: list[tuple[int, Json]] = []

        def last(context: Context, goal: int) -> Node:
            return node("zero", lit=goal, terms=[POSITIVE], mult=[list(row) for row in equal])

        then: Node = closing(last)
        for part in reversed(block.parts):
            then = self._instance(part, equal, then)
        return intro("z", then)

    def _instance(self, part: Any, equal: list[tuple[int, Json]], then: Node) -> Node:
        def known(context: Context) -> Node:
            equal.append((len(context.literals) - 1, str(-part.alpha)))
            return then

        return look(lambda _: node("use", look(known), rule=self.at[part.name], at=["0"]))

    def _bracketed(
        self,
        line: Json,
        e: Fraction,
        cuts: Sequence[Fraction],
        bits: int,
        then: Callable[[int, int], Node],
    ) -> Node:
        """have: -e <= F - line and F - line <= e between the first and the last cut.

        ``then`` is given where -e <= F - line and F - line <= e stand.
        """
        gap = ["-", self.f, line]
        named = ["-", F, line]
        size = ["abs", gap]
        show = ["and", ["<=", str(-e), named], ["<=", named, str(e)]]

        def side(context: Context, goal: int, sign: int) -> Node:
            at = self.near["size"]
            beyond = index(
                context, difference(context, gap if sign > 0 else ["-", gap], size), ">="
            )
            rows = [["1", [goal], []], ["1", [at], []], ["1", [beyond], []]]
            return node("leaf", terms=rows, mult=[[self.near["same"], str(sign)]])

        both = node(
            "both",
            closing(lambda context, goal: side(context, goal, -1)),
            closing(lambda context, goal: side(context, goal, 1)),
        )
        same = look(lambda _: node("use", self._noted("same", both), rule=self.at[F], at=["0"]))
        cover = node("cover", on=X, cuts=[str(q) for q in cuts], bits=bits)
        proof = have(["<=", size, str(e)], cover, self._noted("size", same))

        def ready(context: Context) -> Node:
            last = len(context.literals) - 1
            return then(last - 1, last)

        return have(show, proof, look(ready))

    def _end(self, size: Json, name: str) -> Node:
        """|G - f| <= B by the facts of all."""

        def bound(context: Context) -> Node:
            last = len(context.literals) - 1
            pair = last - 1, last
            equal: list[int] = []

            def same(context: Context) -> Node:
                equal.append(len(context.literals) - 1)
                return named

            def value(context: Context) -> Node:
                equal.append(len(context.literals) - 1)
                return both

            def side(context: Context, goal: int, sign: int) -> Node:
                term = size[1] if sign > 0 else ["-", size[1]]
                literal = index(context, difference(context, size, term), "=")
                at = pair[0] if sign > 0 else pair[1]
                mult = [[literal, "1"], [equal[0], str(-sign)], [equal[1], str(sign)]]
                return node("leaf", terms=[["1", [goal], []], ["1", [at], []]], mult=mult)

            both = case(
                size,
                closing(lambda context, goal: side(context, goal, 1)),
                closing(lambda context, goal: side(context, goal, -1)),
            )
            named = look(lambda _: node("use", look(value), rule=self.at[F], at=["0"]))
            return look(lambda _: node("use", look(same), rule=self.at[name], at=["0"]))

        return self._everywhere(look(bound))


def _partial(term: Any) -> bool:
    """Whether a term is undefined somewhere."""
    if not isinstance(term, tuple):
        return False
    return term[0] in ("/", "sqrt", "log") or any(map(_partial, term[1:]))


def multiple(alpha: Fraction, name: str) -> Json:
    return name if alpha == 1 else ["*", str(alpha), name]


def balanced(terms: list[Json]) -> Json:
    return terms[0] if len(terms) == 1 else ["+", *terms]


def within(low: Fraction, value: Json, high: Fraction) -> Json:
    return ["and", ["<=", str(low), value], ["<=", value, str(high)]]


def linear(used: Callable[[], Sequence[tuple[Fraction | int, int]]]) -> Node:
    """A leaf: the negated goal and multiples of known literals are a number, not positive."""

    def write(context: Context, goal: int) -> Node:
        rows = [(Fraction(1), goal), *((Fraction(q), i) for q, i in used() if q)]
        literals = context.literals + context.negated_goal()
        total = add(*(scale(literals[i].poly, q) for q, i in rows))
        if not set(total) <= {()}:
            raise NotWide(f"a leaf that does not close: {total}")
        rest = -total.get((), ZERO)
        if rest < 0:
            raise NotWide("a leaf that does not close")
        terms: list[Json] = [[str(q), [i], []] for q, i in rows]
        return node("leaf", terms=[*terms, [str(rest), [], []]] if rest else terms, mult=[])

    return closing(write)
