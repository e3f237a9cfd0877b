"""sup |p - f| and sup |p/f - 1| for elementary f.

f may be built from numbers, x, ``+ - * / **``, sqrt, exp, log, sin, cos, tan and tanh, in any way,
as long as it is analytic on the interval.  The interval is cut into pieces on which f lies between
two polynomials (:mod:`proofs.supnorm.models`), which are compared with p as polynomials.
Balls are used to see where to cut and how large the error is; the proof is that of the kernel.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import ceil, inf
from typing import Any

from constructions.functions import Function, FunctionError
from constructions.functions.expression import (
    Binary,
    Call,
    Expression,
    Negate,
    Number,
    Pi,
    Power,
    Variable,
    apply_node,
    variables,
    walk,
)
from constructions.systems import NumberError
from constructions.terms import Term, TermSystem
from proofs.kernel.check import open_statement
from proofs.kernel.context import Context
from proofs.kernel.errors import Reject
from proofs.kernel.terms import read_formula
from proofs.supnorm._line_terms import known
from proofs.supnorm.functions import Piece
from proofs.supnorm.models import (
    MOST_EXACT,
    Part,
    TooWide,
    Value,
    arb_to_fraction,
    monomial,
)
from proofs.supnorm.polynomials import (
    MAX_PIECES,
    Enclosure,
    NotEnclosed,
    above,
    accepted,
    nearby,
    peak,
    value,
)
from proofs.supnorm.proof import leaf, times
from proofs.supnorm.singular import ROOT, singularity
from proofs.supnorm.squares import first_kind, flint_poly, written
from proofs.supnorm.taylor import NoTaylor, Taylor, lemma, proof, taylor
from proofs.trees.script import Node, have, node, statement

Json = Any
ZERO, ONE = Fraction(0), Fraction(1)
MOST_OFF = Fraction(1, 64)
"""How far off a function may be at most, however large the error is."""
NODES = 33
"""Points of a piece at which f is evaluated."""
PRECISION = 400
"""Bits of the balls."""
TAKEN = ("sqrt", "exp", "log", "sin", "cos", "tan", "tanh")
WAVES = ("sin", "cos")


def refuse(f: Function) -> None:
    """Raise ValueError, in one line, for a function that is not taken."""
    try:
        f.single_variable()
    except FunctionError as error:
        raise ValueError(str(error)) from None
    for part in walk(f.expression):
        if not isinstance(part, Call) or part.name in TAKEN or not variables(part):
            continue
        if part.name == "atan":
            raise ValueError("atan of x is not taken: the kernel has no axiom about it")
        raise ValueError(f"{part.name} of x is not taken: f must be analytic, in one formula")


def elementary(
    p: list[Fraction], f: Function, a: Fraction, b: Fraction, relative: bool, width: Fraction
) -> Enclosure:
    """Enclose the supremum; see :func:`supnorm_poly.supnorm`."""
    refuse(f)
    return _Problem(p, f, a, b, relative).enclosure(width)


@dataclass(frozen=True)
class Sample:
    """f on a piece: a polynomial in t, where x = middle + half t, and what its parts do there.

    ``tail``: about how far off the polynomial is.  ``reach``: how far the arguments of exp and of
    sin and cos are from their middles.  ``size``: the largest value of any part of f/scale.
    """

    lo: Fraction
    up: Fraction
    P: Any
    tail: float
    reach: dict[str, Fraction]
    size: Fraction
    values: tuple[Fraction, ...]

    @property
    def middle(self) -> Fraction:
        return (self.lo + self.up) / 2

    @property
    def half(self) -> Fraction:
        return (self.up - self.lo) / 2

    @property
    def x(self) -> Json:
        """x in terms of t (which is called x)."""
        return written([self.middle, self.half], "x")


class _Problem:
    def __init__(
        self, p: list[Fraction], f: Function, a: Fraction, b: Fraction, relative: bool
    ) -> None:
        self.p, self.a, self.b, self.relative = p, a, b, relative
        self.name = f.single_variable()
        self.steps = f.program.steps
        self.E = self.error("x")
        self.limit, self.degree = ONE, 1
        self.inner, self.scale = self.scaled()
        self.parts = self.under(self.inner)

    def term(self, at: Json) -> Json:
        """f at a term."""
        system, results = TermSystem(), list[Any]()
        for part, inputs in self.steps:
            arguments = [results[i] for i in inputs]
            results.append(apply_node(part, system, {self.name: Term(at)}, arguments))
        return results[-1].json

    def error(self, at: Json) -> Json:
        p, f = _put(written(self.p, "x"), at), self.term(at)
        return ["-", ["/", p, f], "1"] if self.relative else ["-", p, f]

    def scaled(self) -> tuple[int, Fraction]:
        """f is a number times an earlier step; that step and the number."""
        i, c = len(self.steps) - 1, ONE
        while True:
            part, inputs = self.steps[i]
            numbers = [self.steps[k][0] for k in inputs]
            if isinstance(part, Negate):
                i, c = inputs[0], -c
                continue
            if not isinstance(part, Binary) or part.operator not in "*/":
                return i, c
            left, right = numbers
            if isinstance(right, Number) and right.value:
                i, c = inputs[0], c * right.value ** (1 if part.operator == "*" else -1)
            elif isinstance(left, Number) and left.value and part.operator == "*":
                i, c = inputs[1], c * left.value
            else:
                return i, c

    def under(self, i: int) -> frozenset[int]:
        """The steps that step i needs, and i."""
        todo, found = [i], set[int]()
        while todo:
            k = todo.pop()
            if k not in found:
                found.add(k)
                todo += self.steps[k][1]
        return frozenset(found)

    # what balls say

    def look(self) -> None:
        """Refuse a function with a singularity on [a, b] before anything is searched for.

        Raises:
            ValueError: f has no value, or is not analytic, at a point or very close to it.
        """
        self.sample(self.a, self.b)
        found = singularity(self.steps, self.name, self.a, self.b)
        if found is None:
            return
        why, at = found
        near = f"{why}, near x = {float(at):.6g}"
        if why == ROOT:
            near += "; a root may vanish only at an end, where f is a quotient of polynomials in x"
            near += " and one root of a*x + b, without exp, log, sin, cos, tan or tanh"
        raise ValueError(f"{self.singular()}: {near}")

    def sample(self, lo: Fraction, up: Fraction) -> Sample:
        """Values of f and of its parts at Chebyshev points.

        Raises:
            ValueError: f has no value at one of them.
        """
        from constructions.interop.flint import BallSystem, from_fraction

        system = BallSystem(PRECISION)
        middle, half = (lo + up) / 2, (up - lo) / 2
        columns: list[list[Any]] = [[] for _ in self.steps]
        with system.working():
            for h in _nodes():
                x = from_fraction(middle + half * h)
                results: list[Any] = []
                for part, inputs in self.steps:
                    arguments = [results[i] for i in inputs]
                    try:
                        found = apply_node(part, system, {self.name: x}, arguments)
                        results.append(system.finite(found))
                    except NumberError as error:
                        where = float(middle + half * h)
                        why = f"f is not seen to have a value at x = {where:.6g}: {error}"
                        raise ValueError(why) from None
                for column, found in zip(columns, results, strict=True):
                    column.append(found)
            self.watch(columns)
            reach, size = self.reaches(columns), ONE
            for i in self.parts:
                column = columns[i]
                size = max(size, *(abs(arb_to_fraction(v, 20)) for v in column))
            values = tuple(arb_to_fraction(v, PRECISION) for v in columns[-1])
            c = _coefficients(columns[-1])
        tail = float(sum(abs(q) for q in c[-3:]))
        return Sample(lo, up, flint_poly(monomial(c)), tail, reach, size, values)

    def watch(self, columns: list[list[Any]]) -> None:
        """Refuse a denominator that changes its sign, and such an f for the relative error."""
        for part, inputs in self.steps:
            index = None
            if isinstance(part, Binary) and part.operator == "/":
                index = inputs[1]
            elif isinstance(part, Power) and part.exponent < 0:
                index = inputs[0]
            elif isinstance(part, Call) and part.name == "tan":
                cosines = [v.cos() for v in columns[inputs[0]]]
                if not _one_sign(cosines):
                    raise ValueError(self.singular())
            if index is not None and not _one_sign(columns[index]):
                raise ValueError(self.singular())
        if self.relative and not _one_sign(columns[-1]):
            where = f"on, or very close to, [{self.a}, {self.b}]"
            raise ValueError(f"f vanishes (no relative error) {where}")

    def singular(self) -> str:
        return f"f has a singularity on, or very close to, [{self.a}, {self.b}]"

    def reaches(self, columns: list[list[Any]]) -> dict[str, Fraction]:
        found: dict[str, Fraction] = {}
        for i, (part, inputs) in enumerate(self.steps):
            if not isinstance(part, Call) or not variables(part):
                continue
            kind, column = "", columns[inputs[0]]
            if part.name in ("exp", "tanh"):
                kind = "exp"
            elif part.name == "log" and not _line(part.arguments[0]):
                kind, column = "exp", columns[i]
            elif part.name in (*WAVES, "tan"):
                kind = "sin"
            if kind:
                twice = 2 if part.name == "tanh" else 1
                c = [abs(q) * twice for q in _coefficients(column)]
                reach = _short(sum(c[1:], ZERO), 2**60)
                if sum(c[2:], ZERO) > Fraction(1, 2**100):  # of the place of the middle
                    reach += Fraction(1, 2**6) + c[1] / 2**6
                elif _short(c[0], 2**60).denominator.bit_length() > 40:
                    reach += Fraction(1, 2**18)
                self.degree = max(self.degree, _degree(part.arguments[0]) or 0)
                found[kind] = max(found.get(kind, Fraction(1, 64)), reach)
        return found

    def pieces(self, width: Fraction) -> tuple[list[Sample], float, Fraction]:
        """Pieces on which f is near a polynomial; the supremum, and where it is."""
        todo, done = [(self.a, self.b)], list[Sample]()
        best, where = 0.0, self.a
        while todo:
            lo, up = todo.pop()
            found = self.sample(lo, up)
            if len(done) + len(todo) >= MAX_PIECES:
                raise NotEnclosed(f"{MAX_PIECES} pieces are not enough")
            if any(reach > self.limit for reach in found.reach.values()):
                todo += _halves(lo, up)
                continue
            sup, h = self.peak(found)
            if found.tail > max(best, sup) * float(width) / 256 * self.unit(found):
                todo += _halves(lo, up)
                continue
            done.append(found)
            if sup >= best:
                best, where = sup, lo + (up - lo) * (1 + Fraction(h)) / 2
        return done, best, where

    def unit(self, found: Sample) -> float:
        return float(min(abs(v) for v in found.values)) if self.relative else 1.0

    def local(self, s: Sample) -> Any:
        """p as a polynomial in t."""
        return flint_poly(self.p)(flint_poly([s.middle, s.half]))

    def peak(self, s: Sample) -> tuple[float, float]:
        if self.local(s) == s.P:
            return 0.0, 0.0
        side = -1 if s.P[0] < 0 else 1
        D = s.P * side if self.relative else flint_poly([ONE])
        return peak(self.local(s) - s.P, D, (-ONE, ONE))

    # the enclosure

    def enclosure(self, width: Fraction) -> Enclosure:
        self.look()
        for _ in range(6):
            try:
                return self.enclosed(width)
            except _TooLong:  # with shorter pieces Taylor's theorem has fewer terms
                self.limit /= 2
        raise NotEnclosed("a polynomial of high degree stands inside of exp, sin or cos")

    def enclosed(self, width: Fraction) -> Enclosure:
        samples, sup, where = self.pieces(width)
        if not 2.0**-200 < sup < inf:
            raise NotEnclosed("the error cannot be told from 0, or is too large")
        at = nearby(where, self.a, self.b, (self.b - self.a) / 2**32)
        lower, bits = value(self.E, at, Fraction(sup) * width / 32)
        estimate = max(Fraction(sup), lower)
        hi = above(lower, estimate, width)
        samples.sort(key=lambda s: s.lo)
        return _Certificate(self, samples, lower, hi, at, estimate, bits).written()


class _Certificate:
    """The proof: Taylor's theorems, a lemma for each piece, and the interval put together."""

    def __init__(
        self,
        problem: _Problem,
        samples: list[Sample],
        lower: Fraction,
        hi: Fraction,
        at: Fraction,
        estimate: Fraction,
        bits: int,
    ) -> None:
        self.problem, self.samples = problem, samples
        self.lower, self.hi, self.at = lower, hi, at
        self.estimate, self.bits = estimate, bits

    def written(self) -> Enclosure:
        finer = ONE
        for _ in range(5):
            try:
                return self.attempt(finer)
            except _TooCoarse as stopped:
                finer *= stopped.factor
            except Reject as stopped:
                raise NotEnclosed(f"beyond the limits of the kernel: {stopped}") from None
        raise NotEnclosed("f is not put between polynomials that are near enough")

    def attempt(self, finer: Fraction) -> Enclosure:
        problem = self.problem
        goal, root = self.opened()
        theorems: dict[str, tuple[int, Taylor]] = {}
        size = max(s.size for s in self.samples)
        allowed = min(self.allowed(s) for s in self.samples)
        for kind, names in (("exp", ("exp",)), ("sin", WAVES)):
            reach = max((s.reach.get(kind, ZERO) for s in self.samples), default=ZERO)
            if reach:
                try:
                    found = taylor(names, _grid(reach), self.inside(allowed) * finer / size / 16)
                except NoTaylor as stopped:
                    raise NotEnclosed(str(stopped)) from None
                if (found.N - 1) * problem.degree > MOST_EXACT:
                    raise _TooLong
                theorems[kind] = len(root.rules), found
                root = root.child(_read(lemma(found)))
        todo = [(s, s.lo, s.up) for s in reversed(self.samples)]
        lemmas: list[tuple[Sample, Json, Node]] = []
        while todo:
            parent, lo, up = todo.pop()
            if len(lemmas) + len(todo) >= MAX_PIECES:
                raise NotEnclosed(f"{MAX_PIECES} pieces are not enough")
            s = parent if (lo, up) == (parent.lo, parent.up) else problem.sample(lo, up)
            show = self.lemma(s)
            try:
                shown = self.piece(root, theorems, s, show, finer)
            except TooWide:
                todo += [(s, *ends) for ends in _halves(lo, up)]
                continue
            lemmas.append((s, show, shown))
            root = root.child(_read(show))
        first, self.brought = len(theorems), self.counted(root)
        exact, checked = node("evaluate", bits=0), node("evaluate", bits=self.bits)
        point = node("some", node("both", exact, exact, checked), **{"is": str(self.at)})
        tree = self.tree([s for s, _, _ in lemmas], first, 0, 1, 2)
        every = node("intro", node("intro", tree, **{"as": ""}), **{"as": "u"})
        known_: Node = node("both", every, point)
        for _, show, shown in reversed(lemmas):
            known_ = have(show, shown, known_)
        stated = [found for _, found in theorems.values()]
        for i in reversed(range(len(stated))):
            known_ = have(lemma(stated[i]), proof(stated[i], tuple(stated[:i])), known_)
        certificate = {"statement": goal, "proof": known_}
        return accepted(self.lower, self.hi, self.at, len(lemmas), certificate)

    def opened(self) -> tuple[Json, Context]:
        problem, E = self.problem, self.problem.E
        inside = [["<=", str(problem.a), "x"], ["<=", "x", str(problem.b)]]
        bounds = ["and", ["<=", str(-self.hi), E], ["<=", E, str(self.hi)]]
        show = [
            "and",
            ["all", "x", "real", ["implies", ["and", *inside], bounds]],
            ["some", "x", "real", ["and", *inside, ["<=", str(self.lower), ["abs", E]]]],
        ]
        goal = statement({}, [], show)
        return goal, open_statement(goal)

    def allowed(self, s: Sample) -> Fraction:
        """How far off f may be."""
        room = (self.hi - self.estimate) / 6
        if self.problem.relative:
            room *= min(abs(v) for v in s.values) / (1 + self.hi)
        return room

    def inside(self, allowed: Fraction) -> Fraction:
        """How far off f/scale may be."""
        return min(allowed / abs(self.problem.scale), MOST_OFF)

    def lemma(self, s: Sample) -> Json:
        """Both bounds for all t in [-1, 1]."""
        E = self.problem.error(s.x)
        bounds = ["and", ["<=", str(-self.hi), E], ["<=", E, str(self.hi)]]
        inside = ["and", ["<=", "-1", "x"], ["<=", "x", "1"]]
        return ["all", "x", "real", ["implies", inside, bounds]]

    def piece(
        self,
        root: Context,
        theorems: dict[str, tuple[int, Taylor]],
        s: Sample,
        show: Json,
        finer: Fraction,
    ) -> Node:
        """The proof of the lemma.

        Raises:
            TooWide: it must be cut.
            _TooCoarse: f must be enclosed more closely.
        """
        context = root.child(goal=_read(show))
        context.declare("x", "real")
        context.assume(_read(["<=", "-1", "x"], "x"))
        context.assume(_read(["<=", "x", "1"], "x"))
        allowed = self.allowed(s)
        piece = Piece(context, theorems, self.inside(allowed) * finer / s.size)
        f = _Model(piece, self.problem, s).whole(min(allowed, MOST_OFF) * finer)
        if f.R > allowed:
            raise _TooCoarse(max(Fraction(1, 2**200), allowed / f.R / 4))
        proof_ = self.compared(piece, f, s)
        return node("intro", node("intro", proof_, **{"as": ""}), **{"as": "x"})

    def compared(self, piece: Piece, f: Value, s: Sample) -> Node:
        problem, hi = self.problem, self.hi
        p, margin = problem.local(s), (hi - self.estimate) * 3 / 8
        if problem.relative:
            floor = piece.least(f)
            side, at = piece.sign_of(f, floor)
            margin *= floor
            quotient = ["/", "1", f.term]
            if not (f.exact and f.P.degree() <= 0):
                way = leaf([(1, [at], []), (floor, [], [])], [(piece.goal, str(side))])
                piece.step("define", way, term=quotient)
                unit = known(piece.context, "1", "=", ["*", quotient, f.term])
        written_p = _put(written(problem.p, "x"), s.x)
        sides = []
        for sigma in (-1, 1):
            g = piece.goal
            mult: list[Any] = []
            if problem.relative:  # s f times the negated goal
                C = -sigma - hi
                q = -(flint_poly([abs(C) * f.R]) + flint_poly([side * C]) * f.P + sigma * side * p)
                K, terms = piece.positive(q, margin)
                parts: list[Any] = [*terms, (K, [g, at], []), (K * floor, [g], [])]
                if not f.exact:
                    parts.append((K * abs(C), [f.literal(side if C < 0 else -side)], []))
                if not (f.exact and f.P.degree() <= 0):
                    mult = [(unit, times(-sigma * side * K, written_p))]
            else:
                q = flint_poly([hi - f.R]) - sigma * (p - f.P)
                K, terms = piece.positive(q, margin)
                parts = [*terms, (K, [g], [])]
                if not f.exact:
                    parts.append((K, [f.literal(sigma)], []))
            sides.append(leaf(parts, mult))
        return piece.close(node("both", *sides))

    def tree(self, samples: Sequence[Sample], rule: int, low: int, high: int, n: int) -> Node:
        """The interval in halves; ``low`` and ``high`` are the literals about u, of n."""
        if len(samples) > 1:
            k = len(samples) // 2
            right = self.tree(samples[k:], rule + k, n, high, n + 1)
            left = self.tree(samples[:k], rule, low, n, n + 1)
            return node("split", right, left, on=["-", "u", str(samples[k].lo)])
        s = samples[0]
        t = ["*", str(1 / s.half), ["-", "u", str(s.middle)]]
        ends = [leaf([(1, [n], []), (1 / s.half, [end], [])]) for end in (low, high)]
        last = n + self.brought
        sides = [leaf([(1, [last], []), (1, [last - 2 + i], [])]) for i in (0, 1)]
        return node("use", node("both", *ends), node("both", *sides), rule=rule, at=[t])

    def counted(self, root: Context) -> int:
        """How many literals the lemma of a piece brings; the last two are the bounds."""
        context = root.child()
        context.declare("u", "real")
        before = len(context.literals)
        E, hi = self.problem.error("u"), str(self.hi)
        context.assume(_read(["and", ["<=", "-" + hi, E], ["<=", E, hi]], "u"))
        return len(context.literals) - before


class _TooCoarse(Exception):
    """f is enclosed, but not closely enough: by this factor."""

    def __init__(self, factor: Fraction) -> None:
        super().__init__("too coarse")
        self.factor = factor


class _TooLong(Exception):
    """Taylor's polynomial at a polynomial has a degree that the kernel does not take."""


class _Model:
    """The values of f's steps on a piece, each when it is needed."""

    def __init__(self, piece: Piece, problem: _Problem, s: Sample) -> None:
        self.piece, self.steps = piece, problem.steps
        self.found: dict[int, Value] = {}
        system, terms = TermSystem(), list[Any]()
        for part, inputs in self.steps:
            arguments = [terms[i] for i in inputs]
            terms.append(apply_node(part, system, {problem.name: Term(s.x)}, arguments))
        self.terms = [term.json for term in terms]
        self.x = Value(s.x, flint_poly([s.middle, s.half]))
        self.inner, self.scale = problem.inner, problem.scale

    def whole(self, tolerance: Fraction) -> Value:
        """f, a number times a step, to ``tolerance``."""
        found = self.value(self.inner)
        if self.inner == len(self.steps) - 1:
            return found
        self.piece.aim(tolerance)
        return self.piece.combined(self.terms[-1], [(self.scale, found, None)])

    def value(self, i: int) -> Value:
        if i not in self.found:
            self.found[i] = self.fresh(i)
        return self.found[i]

    def fresh(self, i: int) -> Value:
        part, inputs = self.steps[i]
        piece, term = self.piece, self.terms[i]
        if isinstance(part, Variable):
            return self.x
        if isinstance(part, Number):
            return piece.number(part.value)
        if isinstance(part, Pi) or (isinstance(part, Call) and not variables(part)):
            return piece.constant(term)
        if isinstance(part, Power):
            return piece.power(term, self.value(inputs[0]), part.exponent)
        if isinstance(part, Binary) and part.operator == "/":
            return piece.divide(term, *(self.value(k) for k in inputs))
        if isinstance(part, (Binary, Negate)):
            return piece.combined(term, self.linear(i, ONE))
        return self.called(part, term, self.value(inputs[0]))

    def linear(self, i: int, c: Fraction) -> list[Part]:
        """The step as a sum of products."""
        part, inputs = self.steps[i]
        if isinstance(part, Negate):
            return self.linear(inputs[0], -c)
        if isinstance(part, Binary) and part.operator in "+-":
            turn = -c if part.operator == "-" else c
            return self.linear(inputs[0], c) + self.linear(inputs[1], turn)
        if isinstance(part, Binary) and part.operator == "*":
            left, right = (self.steps[k][0] for k in inputs)
            if isinstance(left, Number):
                return self.linear(inputs[1], c * left.value)
            if isinstance(right, Number):
                return self.linear(inputs[0], c * right.value)
            return [(c, self.value(inputs[0]), self.value(inputs[1]))]
        return [(c, self.value(i), None)]

    def called(self, part: Expression, term: Json, v: Value) -> Value:
        piece = self.piece
        if not isinstance(part, Call) or part.name not in TAKEN:
            raise ValueError(f"f is not taken: {part}")
        found: Value = getattr(piece, part.name)(term, v)
        return found


def _degree(part: Expression) -> int | None:
    """The degree of a polynomial as it is written, or None."""
    if isinstance(part, Variable):
        return 1
    if not variables(part):
        return 0
    parts = [_degree(child) for child in part.children()]
    known_ = [d for d in parts if d is not None]
    if len(known_) < len(parts) or isinstance(part, Call):
        return None
    if isinstance(part, Power):
        return known_[0] * part.exponent if part.exponent >= 0 else None
    if isinstance(part, Binary) and part.operator == "/":
        return known_[0] if not known_[1] else None
    return sum(known_) if isinstance(part, Binary) and part.operator == "*" else max(known_)


def _line(part: Expression) -> bool:
    """Whether this is a x + b, as it is written, with rational numbers."""
    taken = (Variable, Number, Binary, Negate, Power)
    return _degree(part) == 1 and all(isinstance(q, taken) for q in walk(part))


def _put(term: Json, at: Json) -> Json:
    """The term with x replaced."""
    if isinstance(term, list):
        return [term[0], *(_put(t, at) for t in term[1:])]
    return at if term == "x" else term


def _read(formula: Json, *names: str) -> Any:
    return read_formula(formula, names, {})


def _halves(lo: Fraction, up: Fraction) -> list[tuple[Fraction, Fraction]]:
    middle = nearby((lo + up) / 2, lo, up, (up - lo) / 64)
    return [(middle, up), (lo, middle)]


def _grid(reach: Fraction) -> Fraction:
    """A short number from ``reach`` on, at most 1."""
    k = max(5, 5 + reach.denominator.bit_length() - reach.numerator.bit_length())
    return min(ONE, Fraction(ceil(reach * 2**k), 2**k))


def _short(q: Fraction, n: int) -> Fraction:
    return Fraction(round(q * n), n)


def _one_sign(column: list[Any]) -> bool:
    return all(v > 0 for v in column) or all(v < 0 for v in column)


@lru_cache(maxsize=1)
def _nodes() -> tuple[Fraction, ...]:
    """The Chebyshev points, both ends among them, to 64 bits."""
    from math import cos, pi

    inner = (Fraction(cos(pi * k / (NODES - 1))) for k in range(1, NODES - 1))
    return (ONE, *inner, -ONE)


@lru_cache(maxsize=1)
def _inverse() -> list[list[Any]]:
    """The matrix from values at the points to coefficients in T_0, T_1, ... (as balls)."""
    from flint import arb_mat, fmpq

    nodes = [fmpq(q.numerator, q.denominator) for q in _nodes()]
    rows = [[first_kind(j)(x) for j in range(NODES)] for x in nodes]
    return arb_mat(rows).inv()


def _coefficients(column: list[Any]) -> list[Fraction]:
    """Coefficients in T_0, T_1, ... of the polynomial through the values."""
    from flint import arb_mat

    found = _inverse() * arb_mat([[v] for v in column])
    return [arb_to_fraction(found[j, 0], PRECISION) for j in range(NODES)]
