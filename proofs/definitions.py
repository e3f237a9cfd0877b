"""The objects of a paper by their names, put in place of their formulas, and back.

A :class:`Definition` has a name, parameters, and a body in the language of the kernel.  In a
statement, :func:`fold` puts names in place of what is written as a body says, with terms for its
parameters; :func:`unfold` puts the bodies back.  A folded statement is used only if the kernel
reads what unfolding gives as the very formulas that it had, so that what is printed with names is
the statement that was checked, and no finding of names has to be believed.

Nothing is shorter by saying less: what a body does not contain (that a variance is positive, that
an index has a range) stays in the statement where it was.

Parameters are written as they are used: ``N`` is a term, ``f(x)`` a term in which x may occur,
``U(i, k)`` one in i and k.  The trees are those of :mod:`proofs.notation`, with three more kinds:

    ("defined", id, argument, ...)  a term       ("stated", id, argument, ...)  a formula
    ("lambda", name, ... body)      what stands for a parameter f(x)
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import count
from typing import Any

from proofs.kernel.errors import Reject
from proofs.kernel.terms import NUMBER, read_formula, read_term

Json = Any
Box = list[Any]
Tree = Any  # Fraction | str | tuple
Binding = dict[str, Tree]

BINDERS = ("all", "some", "lambda")
WORDS = {"all": 2, "some": 2, "lambda": 1, "sum": 1, "app": 1, "lipschitz": 1, "defined": 1,
         "stated": 1}  # fmt: skip
FORMULAS = frozenset({"<=", "<", "=", "!=", "and", "implies", "all", "some", "lipschitz"})
MAX_NODES, MAX_STEPS = 4_000, 200_000
_PARAMETER = re.compile(r"([A-Za-z]\w*)(?:\(([\w, ]+)\))?")


@dataclass(frozen=True, eq=False)
class Definition:
    """``head = body``: what ``name`` is called in print, what it stands for, and where that is.

    ``body`` is a term or a formula of the kernel's language, or several formulas, which are then
    hypotheses of a statement.  ``head`` is a box (:mod:`proofs.notation`) with slots: ``["slot",
    p]`` is what stands for p, ``["factor", p]`` the same as a factor, and of a parameter f(x)
    ``["binder", f]`` is its variable and ``["value", f]`` the term in it.  ``says`` and ``source``
    are Typst: what it is, with types, and where the paper has it (empty: the paper has no name).
    ``also`` are bodies that say the same and are written otherwise: each is folded as itself.
    ``named`` are parameters that only a function of the statement stands for, f or f(a, ·), and no
    term that was put together: "x -> x is invariant" is true and says nothing.
    """

    id: str
    parameters: tuple[str, ...]
    body: Json
    head: Box
    says: str
    source: str = ""
    also: tuple[Json, ...] = ()
    named: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "body", _plain(self.body))
        object.__setattr__(self, "also", tuple(_plain(body) for body in self.also))
        arity = {name: len(variables) for name, variables in self.signature.items()}
        terms = {name for name, n in arity.items() if n == 0}
        functions = {name: n for name, n in arity.items() if n}
        for part in self.json_parts:
            reads = read_formula if part[0] in FORMULAS else read_term
            reads(part, terms, functions)
        if not {*self.named} <= {*functions}:
            raise ValueError(f"{self.id}: no functions: {sorted({*self.named} - {*functions})}")
        if any(part[0] == "app" and part[1] in arity for part in self.json_parts):
            raise ValueError(f"{self.id}: everything would be one")
        shown = {part[1] for part in _slots(self.head)}
        if shown != set(arity):
            raise ValueError(f"{self.id}: the head shows {sorted(shown)}, not {sorted(arity)}")
        self.written  # noqa: B018 - each body is read

    @cached_property
    def signature(self) -> dict[str, tuple[str, ...]]:
        """The parameters, and the variables of each."""
        found = {}
        for text in self.parameters:
            match = _PARAMETER.fullmatch(text)
            if match is None:
                raise ValueError(f"{self.id}: no parameter: {text}")
            variables = tuple(part.strip() for part in (match[2] or "").split(",") if part)
            found[match[1]] = variables
        return found

    @property
    def name(self) -> str:
        """The id of the definition that this is one writing of."""
        return self.id.partition("~")[0]

    @cached_property
    def written(self) -> list[Definition]:
        """The definition for each of its bodies."""
        others = [
            replace(self, id=f"{self.id}~{number}", body=body, also=())
            for number, body in enumerate(self.also)
        ]
        return [self, *others]

    @property
    def json_parts(self) -> list[Json]:
        """The formulas of the body; of a term, the term."""
        several = isinstance(self.body, list) and bool(self.body)
        several = several and not isinstance(self.body[0], str)
        return list(self.body) if several else [self.body]

    @cached_property
    def parts(self) -> tuple[Tree, ...]:
        return tuple(tree(part) for part in self.json_parts)

    @cached_property
    def weight(self) -> int:
        """What the body has besides parameters."""

        def of(node: Tree) -> int:
            if not isinstance(node, tuple):
                return int(node not in self.signature)
            applied = node[0] == "app" and node[1] in self.signature
            return sum(map(of, node[2:] if applied else node))

        return sum(map(of, self.parts))

    @property
    def kind(self) -> str:
        return "stated" if self.parts[0][0] in FORMULAS else "defined"

    @property
    def itself(self) -> Tree:
        """The name with its own parameters."""
        arguments = []
        for name, variables in self.signature.items():
            made: Tree = ("app", name, *variables) if variables else name
            for variable in reversed(variables):
                made = ("lambda", variable, made)
            arguments.append(made)
        return (self.kind, self.id, *arguments)

    @property
    def words(self) -> frozenset[str]:
        """What is printed of the head itself: no name of a statement may look like it."""
        return frozenset(_words(self.head))


def _plain(value: Any) -> Json:
    """``value`` with plain JSON in place of terms and formulas (:mod:`constructions.terms`)."""
    if hasattr(value, "json"):
        return value.json
    return [_plain(part) for part in value] if isinstance(value, (list, tuple)) else value


def _slots(box: Any) -> Iterator[Box]:
    if isinstance(box, list) and box:
        if box[0] in ("slot", "factor", "binder", "value"):
            yield box
        else:
            for part in box[1:]:
                yield from _slots(part)


def _words(box: Any) -> Iterator[str]:
    if isinstance(box, list) and box and not isinstance(box[0], list):
        if box[0] == "name":
            yield from (box[1], f"{box[2]}_{box[3]}" if box[3] else box[2])
        for part in box[1:]:
            yield from _words(part)


# --- trees -----------------------------------------------------------------------------------


def tree(data: Json) -> Tree:
    """The tuple of a formula or term (JSON) that the kernel has read, with its author's names."""
    if isinstance(data, str):
        return Fraction(data) if NUMBER.fullmatch(data) else data
    if not isinstance(data, (list, tuple)):
        return data
    words = WORDS.get(data[0], 0)
    inner = [part if i < words else tree(part) for i, part in enumerate(data[1:])]
    return (data[0], *inner)


def json_of(node: Tree) -> Json:
    """The JSON of a tree without names."""
    if isinstance(node, Fraction):
        return str(node)
    return [json_of(part) for part in node] if isinstance(node, tuple) else node


def size(node: Tree) -> int:
    return 1 + sum(map(size, node[1:])) if isinstance(node, tuple) else 1


def variables(node: Tree) -> frozenset[str]:
    """The variables that a tree does not bind."""
    if isinstance(node, str):
        return frozenset({node})
    if not isinstance(node, tuple):
        return frozenset()
    if node[0] == "sum":
        _, index, low, high, body = node
        return variables(low) | variables(high) | (variables(body) - {index})
    inner = [variables(part) for part in node[1 + WORDS.get(node[0], 0) :]]
    free = frozenset().union(*inner)
    return free - {node[1]} if node[0] in BINDERS else free


def functions(node: Tree) -> frozenset[str]:
    """The functions of a tree."""
    if not isinstance(node, tuple):
        return frozenset()
    own = {node[1]} if node[0] in ("app", "lipschitz") else set()
    return frozenset(own).union(*map(functions, node[1:]))


def names(node: Tree) -> frozenset[str]:
    """Every word of a tree."""
    if isinstance(node, str):
        return frozenset({node})
    return frozenset().union(*map(names, node)) if isinstance(node, tuple) else frozenset()


def same(first: Tree, second: Tree, bound: Mapping[str, str] | None = None) -> bool:
    """Whether two trees differ in the names of bound variables at most."""
    bound = bound or {}
    if isinstance(first, str) and isinstance(second, str):
        return bound.get(first, first) == second and (
            first in bound or second not in bound.values()
        )
    if not isinstance(first, tuple) or not isinstance(second, tuple):
        return type(first) is type(second) and bool(first == second)
    if first[0] != second[0] or len(first) != len(second):
        return False
    if first[0] == "sum":
        inner = {**_without(bound, second[1]), first[1]: second[1]}
        limits = all(same(a, b, bound) for a, b in zip(first[2:4], second[2:4], strict=True))
        return limits and same(first[4], second[4], inner)
    if first[0] in BINDERS:
        inner = {**_without(bound, second[1]), first[1]: second[1]}
        return first[2:-1] == second[2:-1] and same(first[-1], second[-1], inner)
    skip = 1 + WORDS.get(first[0], 0)
    return first[:skip] == second[:skip] and all(
        same(a, b, bound) for a, b in zip(first[skip:], second[skip:], strict=True)
    )


def _without(bound: Mapping[str, str], name: str) -> dict[str, str]:
    return {key: value for key, value in bound.items() if value != name}


# --- putting bodies back -----------------------------------------------------------------------


@dataclass
class Unfolding:
    """Puts bodies in place of names; ``taken`` are names that nothing new is called."""

    definitions: Mapping[str, Definition]
    taken: Collection[str]

    def __post_init__(self) -> None:
        self._fresh = (name for i in count() if (name := f"z{i}") not in self.taken)

    def formulas(self, node: Tree) -> list[Tree]:
        """The formulas that a name stands for, or the term or formula itself without names."""
        if isinstance(node, tuple) and node[0] in ("defined", "stated"):
            definition = self.definitions[node[1]]
            arguments = [self.one(part) for part in node[2:]]
            given = dict(zip(definition.signature, arguments, strict=True))
            return [self._put(part, given) for part in definition.parts]
        if isinstance(node, tuple) and node[0] == "and":  # a name may be several of its parts
            return [("and", *(inner for part in node[1:] for inner in self.formulas(part)))]
        if isinstance(node, tuple):
            return [(node[0], *(self.one(part) for part in node[1:]))]
        return [node]

    def one(self, node: Tree) -> Tree:
        (only,) = self.formulas(node)
        return only

    def _put(self, body: Tree, given: Mapping[str, Tree]) -> Tree:
        """The body with terms for its parameters; what it binds gets names that are new."""
        if isinstance(body, str):
            return given.get(body, body)
        if not isinstance(body, tuple):
            return body
        if body[0] == "sum" or body[0] in BINDERS:
            fresh = next(self._fresh)
            inner = {**given, body[1]: fresh}
            if body[0] == "sum":
                low, high = (self._put(part, given) for part in body[2:4])
                return ("sum", fresh, low, high, self._put(body[4], inner))
            return (body[0], fresh, *body[2:-1], self._put(body[-1], inner))
        if body[0] == "app" and body[1] in given:
            at = [self._put(part, given) for part in body[2:]]
            return self._value(given[body[1]], at)
        if body[0] == "lipschitz" and body[1] in given:
            rest = [self._put(part, given) for part in body[2:]]
            whole = function_of(given[body[1]])
            return ("lipschitz", whole[1] if whole and len(whole) == 2 else "?", *rest)
        skip = 1 + WORDS.get(body[0], 0)
        return (*body[:skip], *(self._put(part, given) for part in body[skip:]))

    def _value(self, function: Tree, at: Sequence[Tree]) -> Tree:
        bound: dict[str, Tree] = {}
        for value in at:
            _, name, function = function
            bound[name] = value
        return self._put(function, bound)


def function_of(node: Tree) -> Tree | None:
    """``("app", f, a, ...)`` of x -> f(a, ..., x), for as many variables as there are."""
    bound: list[str] = []
    while isinstance(node, tuple) and node[0] == "lambda":
        bound.append(node[1])
        node = node[2]
    if not isinstance(node, tuple) or node[0] != "app" or node[-len(bound) :] != (*bound,):
        return None
    before: Tree = node[: -len(bound)]
    return None if len(before) < 2 or variables(before) & {*bound} else before


# --- finding instances -------------------------------------------------------------------------


class _TooLong(Exception):
    """More was tried than is worth it."""


@dataclass
class Matching:
    """Finds what the parameters of a definition stand for; what it finds is checked elsewhere."""

    signature: Mapping[str, tuple[str, ...]]
    named: Collection[str] = ()
    steps: int = MAX_STEPS

    def match(self, body: Tree, node: Tree, found: Binding, bound: Binding) -> Iterator[Binding]:
        """Bindings that make ``body`` the tree ``node``; ``bound`` are bound variables of both."""
        self.steps -= 1
        if self.steps < 0:
            raise _TooLong
        if isinstance(body, str):
            yield from self._term(body, node, found, bound)
        elif not isinstance(body, tuple):
            if type(body) is type(node) and body == node:
                yield found
        elif body[0] == "app" and body[1] in self.signature:
            yield from self._applied(body, node, found, bound)
        elif not isinstance(node, tuple) or body[0] != node[0] or len(body) != len(node):
            return
        elif body[0] == "sum":
            inner = {**bound, body[1]: node[1]}
            for first in self._each(body[2:4], node[2:4], found, bound):
                yield from self.match(body[4], node[4], first, inner)
        elif body[0] in BINDERS:
            if body[2:-1] == node[2:-1]:
                inner = {**bound, body[1]: node[1]}
                yield from self.match(body[-1], node[-1], found, inner)
        elif body[0] == "lipschitz" and body[1] in self.signature:
            function = ("lambda", "x", ("app", node[1], "x"))
            if body[1] not in found or same(found[body[1]], function):
                made = {**found, body[1]: function}
                yield from self._each(body[2:], node[2:], made, bound)
        else:
            skip = 1 + WORDS.get(body[0], 0)
            if body[:skip] == node[:skip]:
                yield from self._each(body[skip:], node[skip:], found, bound)

    def _each(
        self, bodies: Sequence[Tree], nodes: Sequence[Tree], found: Binding, bound: Binding
    ) -> Iterator[Binding]:
        if not bodies:
            yield found
            return
        for first in self.match(bodies[0], nodes[0], found, bound):
            yield from self._each(bodies[1:], nodes[1:], first, bound)

    def _term(self, body: str, node: Tree, found: Binding, bound: Binding) -> Iterator[Binding]:
        if body in bound:
            if bound[body] == node:
                yield found
        elif body in found:
            if same(found[body], node):
                yield found
        elif not variables(node) & set(bound.values()):
            yield {**found, body: node}

    def _applied(self, body: Tree, node: Tree, found: Binding, bound: Binding) -> Iterator[Binding]:
        """``f(at)`` where f is a parameter: of bound variables, any term; of others, a guess."""
        name, at = body[1], body[2:]
        if all(isinstance(part, str) and part in bound for part in at) and len({*at}) == len(at):
            own = [bound[part] for part in at]
            if variables(node) & (set(bound.values()) - set(own)):
                return
            made = node
            for variable in reversed(own):
                made = ("lambda", variable, made)
            if name in self.named and function_of(made) is None:
                return
            if name not in found or same(found[name], made):
                yield {**found, name: made}  # with the author's name for what it binds
        elif name in found:
            inner, filled = found[name], dict[str, Tree]()
            own = []
            for _ in at:
                _, variable, inner = inner
                own.append(variable)
            if _fills(inner, node, own, filled) and len(filled) == len(own):
                yield from self._each(at, [filled[variable] for variable in own], found, bound)
        elif len(at) > 1:
            if isinstance(node, tuple) and node[0] == "app" and len(node) >= 2 + len(at):
                before, last = node[: -len(at)], node[-len(at) :]
                fresh = [f"?{i}" for i in range(len(at))]
                free = frozenset().union(*map(variables, before[2:]))
                if not free & set(bound.values()):
                    made = (*before, *fresh)
                    for variable in reversed(fresh):
                        made = ("lambda", variable, made)
                    yield from self._each(at, last, {**found, name: made}, bound)
        elif len(at) == 1:
            for part in _inside(node):
                for first in self.match(at[0], part, found, bound):
                    if name in first:
                        continue
                    made = _replace(node, part, "?0")
                    function = ("lambda", "?0", made)
                    if name in self.named and function_of(function) is None:
                        continue
                    if not variables(made) & set(bound.values()):
                        yield {**first, name: function}


def _inside(node: Tree) -> Iterator[Tree]:
    """The terms inside of a term that speak of no variable which the term binds."""
    todo = [(node, frozenset[str]())]
    seen: list[Tree] = []
    while todo:
        part, bound = todo.pop(0)
        if not variables(part) & bound and part not in seen:
            seen.append(part)
            yield part
        if isinstance(part, tuple):
            inner = bound | {part[1]} if part[0] == "sum" else bound
            skip = 1 + WORDS.get(part[0], 0)
            todo += [(child, inner) for child in part[skip:] if not isinstance(child, int)]


def _fills(body: Tree, node: Tree, holes: Collection[str], filled: dict[str, Tree]) -> bool:
    """Whether ``node`` is the body with terms, which are put into ``filled``, for its holes."""
    if isinstance(body, str) and body in holes:
        return bool(filled.setdefault(body, node) == node)
    if not isinstance(body, tuple) or not isinstance(node, tuple):
        return type(body) is type(node) and bool(body == node)
    return len(body) == len(node) and all(
        _fills(a, b, holes, filled) for a, b in zip(body, node, strict=True)
    )


def _renamed(node: Tree, old: str, new: str) -> Tree:
    if node == old:
        return new
    return tuple(_renamed(part, old, new) for part in node) if isinstance(node, tuple) else node


def _replace(node: Tree, part: Tree, name: str) -> Tree:
    if type(node) is type(part) and node == part:
        return name
    if not isinstance(node, tuple):
        return node
    skip = 1 + WORDS.get(node[0], 0)
    return (*node[:skip], *(_replace(child, part, name) for child in node[skip:]))


# --- folding -----------------------------------------------------------------------------------


@dataclass
class Folding:
    """Puts names in place of bodies, the longest body first."""

    definitions: Sequence[Definition]
    taken: Collection[str] = ()
    used: set[str] = field(default_factory=set)
    around: Collection[str] = ()  # the names of the formula at hand

    def __post_init__(self) -> None:
        written = [one for definition in self.definitions for one in definition.written]
        by_size = sorted(written, key=lambda d: -d.weight)
        self._single: dict[str, list[Definition]] = {}  # by the first word of the body
        for definition in by_size:
            if len(definition.parts) == 1:
                self._single.setdefault(definition.parts[0][0], []).append(definition)
        self._several = [d for d in by_size if len(d.parts) > 1]

    def formula(self, node: Tree, inside: bool = False) -> Tree:
        """A formula of a statement, or one inside of such a formula, with names."""
        if not inside:
            self.around = names(node)
        return self.tree(node)

    def tree(self, node: Tree) -> Tree:
        """The tree with names."""
        if not isinstance(node, tuple):
            return node
        for definition in self._single.get(node[0], ()):
            made = self._instance(definition, node)
            if made is not None:
                self.used.add(definition.id)
                return self._inner(made)
        return self._inner(node)

    def _inner(self, node: Tree) -> Tree:
        if node[0] == "^":
            return ("^", self.tree(node[1]), node[2])
        if node[0] == "and":
            return ("and", *(part for _, part in self.given(node[1:], beside=True)))
        skip = 1 + WORDS.get(node[0], 0)
        return (*node[:skip], *(self.tree(part) for part in node[skip:]))

    def _instance(self, definition: Definition, node: Tree) -> Tree | None:
        for found in self._found(definition, definition.parts, [node]):
            return self._made(definition, found)
        return None

    def _found(
        self, definition: Definition, bodies: Sequence[Tree], nodes: Sequence[Tree]
    ) -> Iterator[Binding]:
        """Bindings for all the parameters that give the trees back."""
        search = Matching(definition.signature, definition.named)
        try:
            for found in search._each(bodies, nodes, {}, {}):
                if set(found) == set(definition.signature):
                    made = self._made(definition, found)
                    taken = frozenset().union(*map(names, nodes))
                    unfolding = Unfolding({definition.id: definition}, taken)
                    again = unfolding.formulas(made)
                    if all(map(same, again, nodes)):
                        yield found
        except _TooLong:
            return

    def _made(self, definition: Definition, found: Binding) -> Tree:
        """The name with what was found; variables that were made up get those of the definition."""
        arguments = []
        for name, wished in definition.signature.items():
            argument, used = found[name], {*self.taken, *self.around, *names(found[name])}
            for guess, wish in zip(("?0", "?1", "?2"), wished, strict=False):
                others = (n for i in count(1) if (n := f"{wish}{i}") not in used)
                argument = _renamed(argument, guess, next(others) if wish in used else wish)
            arguments.append(argument)
        return (definition.kind, definition.id, *arguments)

    def given(
        self, hypotheses: Sequence[Tree], beside: bool = False
    ) -> list[tuple[tuple[int, ...], Tree]]:
        """The hypotheses with names, each with the places of those that it stands for.

        With ``beside`` these are side by side and in the order of the body.
        """
        left = dict(enumerate(hypotheses))
        made: list[tuple[tuple[int, ...], Tree]] = []
        for definition in self._several:
            while True:
                group = self._group(definition, left, beside)
                if group is None:
                    break
                places, node = group
                self.used.add(definition.id)
                made.append((places, self._inner(node)))
                for place in places:
                    del left[place]
        made += [((place,), self.formula(node, beside)) for place, node in left.items()]
        return sorted(made, key=lambda item: min(item[0]))

    def _group(
        self, definition: Definition, left: Mapping[int, Tree], beside: bool
    ) -> tuple[tuple[int, ...], Tree] | None:
        """Hypotheses that together are the body."""
        search = Matching(definition.signature, definition.named)

        def choose(number: int, found: Binding, places: tuple[int, ...]) -> Any:
            if number == len(definition.parts):
                yield places, found
                return
            for place, node in left.items():
                if place not in places and not (beside and places and place != places[-1] + 1):
                    for first in search.match(definition.parts[number], node, found, {}):
                        yield from choose(number + 1, first, (*places, place))

        try:
            for places, found in choose(0, {}, ()):
                if set(found) == set(definition.signature):
                    made = self._made(definition, found)
                    taken = frozenset().union(*map(names, left.values()))
                    again = Unfolding({definition.id: definition}, taken).formulas(made)
                    if all(map(same, again, (left[place] for place in places))):
                        return places, made
        except _TooLong:
            pass
        return None


@dataclass(frozen=True)
class Folded:
    """A statement with names: hypotheses with their places, conclusion, and what was used."""

    given: tuple[tuple[tuple[int, ...], Tree], ...]
    show: Tree
    used: tuple[Definition, ...]

    @property
    def trees(self) -> list[Tree]:
        return [*(node for _, node in self.given), self.show]


class Unfaithful(Exception):
    """What unfolding gives is not the statement."""


def fold(
    statement: Mapping[str, Any],
    definitions: Sequence[Definition],
    strict: bool = False,
) -> Folded:
    """The statement with names.

    Names are left out altogether where the kernel does not read what unfolding gives as the
    statement that it was.

    Raises:
        Unfaithful: names would be left out, if ``strict``.
    """
    hypotheses = [tree(item) for item in statement["given"]]
    show = tree(statement["show"])
    plain = Folded(tuple(((i,), node) for i, node in enumerate(hypotheses)), show, ())
    if not definitions or sum(map(size, [*hypotheses, show])) > MAX_NODES:
        return plain
    folding = Folding(definitions, {*statement["vars"], *statement["functions"]})
    given = folding.given(hypotheses)
    conclusion = folding.formula(show)
    used = tuple(one for d in definitions for one in d.written if one.id in folding.used)
    folded = Folded(tuple(given), conclusion, used)
    if not used or faithful(statement, folded):
        return folded
    if strict:
        raise Unfaithful(", ".join(d.id for d in used))
    return plain


def fold_part(
    about: Mapping[str, Any], data: Json, definitions: Sequence[Definition]
) -> tuple[Tree, tuple[Definition, ...]]:
    """A term or a formula with names, and which were used."""
    if data[0] in FORMULAS:
        folded = fold({**about, "given": [], "show": data}, definitions)
        return folded.show, folded.used
    equation = fold({**about, "given": [], "show": ["=", data, "0"]}, definitions)
    return equation.show[1], equation.used


def faithful(statement: Mapping[str, Any], folded: Folded) -> bool:
    """Whether the kernel reads the statement in what unfolding gives."""
    try:
        return canonical(statement) == canonical(unfold(statement, folded))
    except (Reject, LookupError, ValueError):
        return False


def unfold(statement: Mapping[str, Any], folded: Folded) -> dict[str, Any]:
    """The statement, from its form with names."""
    taken = {*statement["vars"], *statement["functions"]}.union(*map(names, folded.trees))
    unfolding = Unfolding({d.id: d for d in folded.used}, taken)
    placed: dict[int, Json] = {}
    for places, node in folded.given:
        for place, formula in zip(places, unfolding.formulas(node), strict=True):
            placed[place] = json_of(formula)
    return {
        "vars": statement["vars"],
        "functions": statement["functions"],
        "given": [placed[place] for place in range(len(placed))],
        "show": json_of(unfolding.one(folded.show)),
    }


def canonical(statement: Mapping[str, Any]) -> list[Any]:
    """The formulas of a statement as the kernel reads them, bound variables by number."""
    data = [*statement["given"], statement["show"]]
    return [read_formula(item, statement["vars"], statement["functions"]) for item in data]
