"""Lemmas of the library and statements of a paper, found in certificates by what they state.

A step that cites a lemma, or what another certificate of the paper proves, has that proof told
again for its terms, inside of the certificate (:mod:`proofs.language.schemata`).  A reader is told
the name in its place.  A formula counts as the lemma only if the lemma's statement, with terms for
its variables and for its functions, is that formula, whatever bound names are; this is matched,
then put in and compared.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import Any

from proofs.kernel.terms import RELATIONS
from proofs.prose.formulas import BINDERS, alike, free, put_all

Json = Any
Integral = Callable[[Json], bool]
Function = tuple[tuple[str, ...], Json]
ANY = "*"  # a side that a variable or a function of the lemma stands for


@dataclass(frozen=True)
class Lemma:
    """What is proved once for all: ``vars`` and ``functions`` stand for terms.

    ``weight`` is that of a statement of a paper, the length of its own certificate; the library's
    lemmas have none.
    """

    name: str
    says: str
    vars: tuple[tuple[str, str], ...]
    functions: frozenset[str]
    formula: Json  # of the premises, the conclusion
    weight: int = 0

    @staticmethod
    def of(name: str, says: str, sequent: Mapping[str, Any], weight: int = 0) -> Lemma:
        formula = sequent["show"]
        if given := sequent["given"]:
            formula = ["implies", given[0] if len(given) == 1 else ["and", *given], formula]
        named = tuple(sequent["vars"].items())
        return Lemma(name, says, named, frozenset(sequent["functions"]), formula, weight)

    @property
    def words(self) -> str:
        return self.name if self.weight else f"lemma {self.name}"

    @cached_property
    def size(self) -> int:
        return _size(self.formula)

    def states(self, formula: Json, integral: Integral) -> bool:
        """Whether this is the lemma, for some functions and for terms as its first variables.

        Terms for integers have to be ``integral``.
        """
        return self.cited_for(formula, integral) is not None

    def cited_for(self, formula: Json, integral: Integral) -> Instance | None:
        """The functions and the terms for which the formula is the lemma."""
        sorts: list[tuple[str, str]] = []
        while True:
            left = self.vars[len(self.vars) - len(sorts) :]
            if (self.functions or len(left) == len(self.vars)) and all(
                own == other for (_, own), (_, other) in zip(left, sorts, strict=True)
            ):
                bound = {p: name for (p, _), (name, _) in zip(left, sorts, strict=True)}
                match = _Match(self, bound)
                if match.found(self.formula, formula) and all(
                    sort == "real" or integral(match.values[name])
                    for name, sort in self.vars
                    if name not in bound
                ):
                    return Instance(self, dict(match.values), dict(match.made))
            if len(sorts) == len(self.vars) or formula[0] != "all":
                return None
            sorts.append((formula[1], formula[2]))
            formula = formula[3]


@dataclass(frozen=True)
class Instance:
    """What stands for a lemma's variables, but for those that the formula binds, and functions."""

    lemma: Lemma
    values: Mapping[str, Json]
    made: Mapping[str, Function]

    @property
    def pairs(self) -> list[tuple[Json, Json]]:
        """Terms with what they are, where that is another: n and d + 1, f(k) and 2 k."""
        functions = [(["app", f, *names], body) for f, (names, body) in self.made.items()]
        named = [(name, self.values[name]) for name, _ in self.lemma.vars if name in self.values]
        return [(head, term) for head, term in (*functions, *named) if head != term]


class Lemmas:
    """Lemmas by what their conclusions begin with."""

    def __init__(self, lemmas: Iterable[Lemma] = ()) -> None:
        self.at: dict[tuple[str, ...], list[Lemma]] = {}
        for lemma in lemmas:
            holes = {*lemma.functions, *(name for name, _ in lemma.vars)}
            self.at.setdefault(_heads(lemma.formula, holes), []).append(lemma)

    def of(self, formula: Json, integral: Integral) -> Instance | None:
        """The formula as an instance of a lemma, of several the longest."""
        kind, op, left, right = _heads(formula, ())
        sides = product((left, ANY), (right, ANY))
        near = [lemma for one, two in sides for lemma in self.at.get((kind, op, one, two), ())]
        there = [found for lemma in near if (found := lemma.cited_for(formula, integral))]
        return max(there, key=lambda one: (one.lemma.size, one.lemma.name), default=None)


def _heads(formula: Json, holes: Collection[str]) -> tuple[str, str, str, str]:
    """Whether there are premises, and of the conclusion the relation and what its sides are."""
    while formula[0] == "all":
        formula = formula[3]
    kind = "implies" if formula[0] == "implies" else ""
    if kind:
        formula = formula[2]
    sides = [*formula[1:3], "", ""] if formula[0] in RELATIONS else ["", ""]
    return (kind, formula[0], _head(sides[0], holes), _head(sides[1], holes))


def _head(side: Json, holes: Collection[str]) -> str:
    if not isinstance(side, list):
        return ANY if side in holes else str(side)
    return ANY if side[0] == "app" and side[1] in holes else str(side[0])


@dataclass
class _Match:
    """Terms for a lemma's variables, and for its functions, as they are found."""

    lemma: Lemma
    bound: Mapping[str, str]  # of the lemma's variables, those that the formula binds
    values: dict[str, Json] = field(default_factory=dict)
    made: dict[str, Function] = field(default_factory=dict)
    later: list[tuple[Json, Json, dict[str, str], set[str]]] = field(default_factory=list)

    def found(self, pattern: Json, formula: Json) -> bool:
        free_ones = {name for name, _ in self.lemma.vars} - self.bound.keys()
        if not self._fits(pattern, formula, dict(self.bound), free_ones):
            return False
        while ready := [at for at in self.later if self._is_open(at[0][1])]:
            self.later = [at for at in self.later if not self._is_open(at[0][1])]
            if not all(self._through(*self.made[at[0][1]], *at) for at in ready):
                return False
        if not self.lemma.functions <= self.made.keys() or not free_ones <= self.values.keys():
            return False
        return all(
            (term := self._put(part, at)) is not None and alike(term, other)
            for part, other, at, _ in self.later
        )

    def _is_open(self, function: str) -> bool:
        """Whether it is known what the function is, and that binds no names."""
        return function in self.made and not _binds(self.made[function][1])

    def _through(
        self,
        names: tuple[str, ...],
        body: Json,
        pattern: Json,
        other: Json,
        at: dict[str, str],
        holes: set[str],
    ) -> bool:
        """Whether what a function is, at the arguments of the pattern, is the other term."""
        if body in names:
            return self._fits(pattern[2 + names.index(body)], other, at, holes)
        if not isinstance(body, list) or not isinstance(other, list):
            return bool(body == other)
        kept = 2 if body[0] in ("app", "lipschitz") else 1
        if body[:kept] != other[:kept] or len(body) != len(other):
            return False
        pairs = zip(body[kept:], other[kept:], strict=True)
        return all(self._through(names, one, pattern, two, at, holes) for one, two in pairs)

    def _fits(self, pattern: Json, other: Json, at: dict[str, str], holes: set[str]) -> bool:
        if not isinstance(pattern, list):
            if pattern in at:
                return bool(other == at[pattern])
            if pattern not in holes:
                return bool(pattern == other)
            if pattern in self.values:
                return alike(self.values[pattern], other)
            self.values[pattern] = other
            return not free(other) & set(at.values())
        if pattern[0] == "app" and pattern[1] in self.lemma.functions:
            return self._applied(pattern, other, at, holes)
        if not isinstance(other, list) or other[0] != pattern[0] or len(other) != len(pattern):
            return False
        if pattern[0] in BINDERS:
            limits = pattern[2:-1]
            if pattern[0] != "sum":
                if other[2] != pattern[2]:
                    return False
                limits = []
            inner = {**at, pattern[1]: other[1]}
            return all(
                self._fits(one, two, at, holes)
                for one, two in zip(limits, other[2 : 2 + len(limits)], strict=True)
            ) and self._fits(pattern[-1], other[-1], inner, holes - {pattern[1]})
        kept = 2 if pattern[0] in ("app", "lipschitz") else 1
        if pattern[:kept] != other[:kept] or pattern[kept - 1] in self.lemma.functions:
            return False
        pairs = zip(pattern[kept:], other[kept:], strict=True)
        return all(self._fits(one, two, at, holes) for one, two in pairs)

    def _applied(self, pattern: Json, other: Json, at: dict[str, str], holes: set[str]) -> bool:
        """f(k) for bound names k says what f is; other values of f are compared afterwards."""
        name, arguments = pattern[1], pattern[2:]
        plain = all(isinstance(a, str) and a in at for a in arguments)
        if name in self.made or not plain or len(set(arguments)) < len(arguments):
            self.later.append((pattern, other, dict(at), holes))
            return True
        names = tuple(at[a] for a in arguments)
        self.made[name] = (names, other)
        return not free(other) & (set(at.values()) - set(names))

    def _put(self, part: Json, at: Mapping[str, str]) -> Json | None:
        """A term of the lemma with all that was found."""
        if not isinstance(part, list):
            return at[part] if part in at else self.values.get(part, part)
        if part[0] in BINDERS:
            return None  # no lemma applies a function to a sum
        kept = 2 if part[0] in ("app", "lipschitz") else 1
        inside = [self._put(p, at) for p in part[kept:]]
        if any(p is None for p in inside):
            return None
        if part[0] == "app" and part[1] in self.made:
            names, body = self.made[part[1]]
            return put_all(body, dict(zip(names, inside, strict=True)))
        return [*part[:kept], *inside]


def _binds(part: Json) -> bool:
    return isinstance(part, list) and (part[0] in BINDERS or any(map(_binds, part[1:])))


def _size(part: Json) -> int:
    return 1 + sum(map(_size, part[1:])) if isinstance(part, list) else 1
