"""Finding positivity certificates: why a set of polynomial constraints has no real solution.

A literal is ``poly rel 0`` with ``rel`` one of ``>=  >  =  !=``.  Two shapes of answer, both
plain JSON data, refute a conjunction of literals ``h_0, h_1, ...``:

``{"leaf": {"terms": [[c, [i, ...], [s, ...]], ...], "mult": [[i, p], ...]}}``
    the polynomial identity ``sum c * prod h_i * prod s^2 + sum p * h_i = 0``.  Every ``c`` is a
    positive rational, the ``i`` of a term are literals ``>=`` or ``>`` (repeats allowed), those
    of ``mult`` are equalities, and some term has no square and strict literals only (the
    empty product counts): under the literals the left side is positive.  Contradiction.

``{"zero": {"lit": k, "terms": [[c, [i, ...], []], ...], "mult": [[i, p], ...]}}``
    ``(sum c * prod h_i) * h_k + sum p * h_i = 0`` with strict literals ``h_i`` and at least one
    term, so ``h_k = 0``; literal ``k`` says ``h_k != 0``.  Contradiction.

``s`` and ``p`` are terms: ``["+", t, ...]``, ``["*", t, ...]``, ``["-", a]``, ``["-", a, b]``,
``["^", t, n]``, a rational as a string (``"-3/4"``), a variable by its name.

The search is untrusted and incomplete: linear programs over products of literals and squares
(Handelman, Positivstellensatz), small semidefinite programs, everything solved again over the
rationals.  What it returns has passed :func:`check`; None proves nothing.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any, Protocol

from proofs.positivity._linear import Column, solve
from proofs.positivity._packed import (
    MAX_DEGREE,
    Packed,
    Ring,
    Step,
    TooLarge,
    add,
    eliminate,
    mul,
    primitive,
    rest,
)
from proofs.positivity._sos import Block, available, solve_sums

Monomial = tuple[tuple[str, int], ...]
Poly = dict[Monomial, Fraction]
Node = dict[str, Any]

RELATIONS = (">=", ">", "=", "!=")


class LiteralLike(Protocol):
    """Anything with ``poly`` and ``rel``; the meaning is ``poly rel 0``."""

    @property
    def poly(self) -> Mapping[Monomial, Fraction]: ...
    @property
    def rel(self) -> str: ...


@dataclass(frozen=True)
class Literal:
    """``poly rel 0``; a monomial is a sorted tuple of ``(variable, exponent >= 1)``, ``()`` is 1.

    Raises ValueError on an unknown relation or a malformed monomial.
    """

    poly: Poly
    rel: str

    def __post_init__(self) -> None:
        if self.rel not in RELATIONS:
            raise ValueError(f"unknown relation {self.rel!r}")
        for monomial in self.poly:
            names = [name for name, _ in monomial]
            if names != sorted(set(names)) or any(e < 1 for _, e in monomial):
                raise ValueError(f"malformed monomial {monomial!r}")


# ---------------------------------------------------------------- the exact check


def _times(a: Poly, b: Mapping[Monomial, Fraction]) -> Poly:
    out: Poly = {}
    for m, c in a.items():
        for n, d in b.items():
            exponents = dict(m)
            for name, e in n:
                exponents[name] = exponents.get(name, 0) + e
            key = tuple(sorted(exponents.items()))
            out[key] = out.get(key, Fraction(0)) + c * d
    return {m: c for m, c in out.items() if c}


def _plus(a: Poly, b: Mapping[Monomial, Fraction], factor: int = 1) -> Poly:
    out = dict(a)
    for m, c in b.items():
        out[m] = out.get(m, Fraction(0)) + factor * c
    return {m: c for m, c in out.items() if c}


_NUMBER = re.compile(r"-?\d+(/[1-9]\d*)?")


def polynomial(term: Any) -> Poly:
    """The polynomial that a term denotes.  Raises ValueError on a malformed term."""
    if isinstance(term, str):
        if _NUMBER.fullmatch(term):
            number = Fraction(term)
            return {(): number} if number else {}
        return {((term, 1),): Fraction(1)}
    if not isinstance(term, list) or len(term) < 2:
        raise ValueError(f"not a term: {term!r}")
    head, *arguments = term
    if head == "^" and len(arguments) == 2 and isinstance(arguments[1], int) and arguments[1] >= 0:
        base = polynomial(arguments[0])
        power: Poly = {(): Fraction(1)}
        for _ in range(arguments[1]):
            power = _times(power, base)
        return power
    values = [polynomial(argument) for argument in arguments]
    out: Poly = {}
    if head == "+":
        for summand in values:
            out = _plus(out, summand)
        return out
    if head == "*":
        out = {(): Fraction(1)}
        for factor in values:
            out = _times(out, factor)
        return out
    if head == "-" and len(values) == 1:
        return _plus({}, values[0], -1)
    if head == "-" and len(values) == 2:
        return _plus(values[0], values[1], -1)
    raise ValueError(f"not a term: {term!r}")


def check(literals: Sequence[LiteralLike], node: Node) -> bool:
    """Does ``node`` refute ``literals``?  Exact, and independent of how it was found."""
    if len(node) != 1:
        return False
    ((kind, body),) = node.items()
    if kind not in ("leaf", "zero"):
        return False
    total: Poly = {}
    positive = False
    for coefficient, indices, squares in body["terms"]:
        value = Fraction(coefficient)
        rels = [literals[i].rel for i in indices]
        if value <= 0 or any(rel not in (">=", ">") for rel in rels):
            return False
        strict = not squares and all(rel == ">" for rel in rels)
        if kind == "zero" and not strict:
            return False
        positive = positive or strict
        product: Poly = {(): value}
        for i in indices:
            product = _times(product, literals[i].poly)
        for square in squares:
            root = polynomial(square)
            product = _times(_times(product, root), root)
        total = _plus(total, product)
    if kind == "zero":
        if literals[body["lit"]].rel != "!=":
            return False
        total = _times(total, literals[body["lit"]].poly)
    for index, multiplier in body["mult"]:
        if literals[index].rel != "=":
            return False
        total = _plus(total, _times(polynomial(multiplier), literals[index].poly))
    return positive and not total


# ---------------------------------------------------------------- the search


@dataclass(frozen=True)
class Factor:
    """``poly = sum c * prod of literals``, known to be ``>= 0`` (``> 0`` if strict).

    ``poly`` is integer and primitive, in the variables left after elimination.
    """

    poly: Packed
    expansion: tuple[tuple[Fraction, tuple[int, ...]], ...]
    strict: bool
    mask: int = 0
    near: int = 0  # variables that share a nonlinear polynomial with ours somewhere


@dataclass(frozen=True)
class _Term:
    """Payload of a column: a product of factors times squares."""

    factors: tuple[int, ...]
    squares: tuple[Packed, ...] = ()


@dataclass(frozen=True)
class _Multiple:
    """Payload of a free column: a monomial times an equality."""

    equality: int
    monomial: int
    content: Fraction


_Products = list[tuple[tuple[int, ...], tuple[Packed, ...]]]


@dataclass
class _Problem:
    """One conjunction of literals, after elimination of what equalities define."""

    literals: Sequence[LiteralLike]
    ring: Ring
    original: dict[int, Packed]
    steps: list[Step]
    equalities: dict[int, tuple[Fraction, Packed]]
    nonzero: dict[int, Packed]
    factors: list[Factor]
    deadline: float
    degree: int = 0
    pairs: list[tuple[int, int]] = field(default_factory=list)
    names: int = 0

    @classmethod
    def build(cls, literals: Sequence[LiteralLike], deadline: float, *, linear: bool) -> _Problem:
        ring = Ring(name for lit in literals for monomial in lit.poly for name, _ in monomial)
        original: dict[int, Packed] = {}
        for i, lit in enumerate(literals):
            if lit.rel not in RELATIONS:
                raise ValueError(f"unknown relation {lit.rel!r}")
            packed = sorted((ring.pack(m), Fraction(c)) for m, c in lit.poly.items() if c)
            original[i] = dict(packed)
        steps, eqs, others = eliminate(
            ring,
            {i: p for i, p in original.items() if literals[i].rel == "="},
            {i: p for i, p in original.items() if literals[i].rel != "="},
            linear=linear,
        )
        problem = cls(
            literals=literals,
            ring=ring,
            original=original,
            steps=steps,
            equalities={},
            nonzero={i: p for i, p in others.items() if literals[i].rel == "!="},
            factors=[],
            deadline=deadline,
        )
        seen: dict[frozenset[tuple[int, Any]], None] = {}
        for i, p in sorted(eqs.items()):
            content, q = primitive(dict(sorted(p.items())))
            key = frozenset(q.items())
            opposite = frozenset((m, -c) for m, c in q.items())
            if key not in seen and opposite not in seen:
                seen[key] = None
                problem.equalities[i] = (content, q)
        problem._add_factors(others)
        return problem

    def _add_factors(self, others: Mapping[int, Packed]) -> None:
        ring = self.ring
        found: dict[frozenset[tuple[int, Any]], tuple[bool, int, Factor]] = {}
        for i, p in sorted(others.items()):
            rel = self.literals[i].rel
            if rel == "!=" or not p:
                if rel == ">":  # 0 > 0
                    found[frozenset()] = (False, i, Factor({}, ((Fraction(1), (i,)),), True))
                continue
            content, q = primitive(dict(sorted(p.items())))
            if len(q) == 1 and q.get(0, 0) > 0:
                continue
            key = frozenset(q.items())
            if key in found and (found[key][2].strict or rel == ">="):
                continue
            found[key] = (rel == ">=", i, Factor(q, ((1 / content, (i,)),), rel == ">"))
        near: dict[int, int] = {}
        polys = [f.poly for _, _, f in found.values()]
        polys += [q for _, q in self.equalities.values()] + list(self.nonzero.values())
        co_occur: set[tuple[int, int]] = set()
        for p in polys:
            mask = ring.mask(p)
            for place in range(len(ring.names)):
                if mask >> 8 * place & 1 and ring.degree(p) > 1:
                    near[place] = near.get(place, 0) | mask
            for m in p:
                places = [i for i in range(len(ring.names)) if m >> 8 * i & 0x7F]
                co_occur.update((a, b) for a in places for b in places if a < b)
        self.pairs = sorted(co_occur)
        for _, _, f in sorted(found.values(), key=lambda entry: entry[1]):
            mask = ring.mask(f.poly)
            reach = mask
            for place, neighbours in near.items():
                if mask >> 8 * place & 1:
                    reach |= neighbours
            self.factors.append(Factor(f.poly, f.expansion, f.strict, mask, reach))
        everything = [f.poly for f in self.factors]
        everything += [q for _, q in self.equalities.values()]
        for p in everything:
            self.names |= ring.mask(p)
        self.degree = max((ring.degree(p) for p in everything), default=0)

    # -- columns

    def multiples(
        self, monomials: Iterable[int], cap: int, *, rounds: int = 2, limit: int = 1500
    ) -> list[Column]:
        """Free columns ``monomial * equality`` that meet the given monomials, up to degree cap."""
        top = self.ring.top
        frontier = sorted(set(monomials))
        known = set(frontier)
        done: set[tuple[int, int]] = set()
        out: list[Column] = []
        for _ in range(rounds):
            fresh: set[int] = set()
            for index, (content, q) in self.equalities.items():
                room = cap - self.ring.degree(q)
                if room < 0:
                    continue
                wanted: set[int] = set()
                for t in q:
                    for m in frontier:
                        by = self.ring.divide(m, t)
                        if by is not None and by >> top <= room:
                            wanted.add(by)
                for by in sorted(wanted):
                    if (index, by) in done or len(out) >= limit:
                        continue
                    done.add((index, by))
                    poly = {m + by: c for m, c in q.items()}
                    out.append(Column(poly, _Multiple(index, by, content), free=True))
                    fresh.update(m for m in poly if m not in known)
            known |= fresh
            frontier = sorted(fresh)
            if not frontier:
                break
        return out

    def product(self, chosen: tuple[int, ...]) -> Packed:
        poly: Packed = {0: 1}
        for f in chosen:
            poly = mul(poly, self.factors[f].poly)
        return poly

    def related(self, chosen: tuple[int, ...]) -> bool:
        """Can the product's mixed monomials meet others?  Linked through shared variables."""
        first = self.factors[chosen[0]]
        reach, rest_ = first.near, [self.factors[f] for f in chosen[1:]]
        while rest_:
            linked = [f for f in rest_ if f.mask & reach]
            if not linked:
                return False
            for f in linked:
                reach |= f.near
            rest_ = [f for f in rest_ if not f.mask & reach]
        return True

    def square_roots(self, *, monomials: bool) -> list[Packed]:
        """Variables, sums and differences of two that meet; of monomials whose product occurs."""
        variables = self.ring.variables
        out: list[Packed] = [{v: 1} for i, v in enumerate(variables) if self.names >> 8 * i & 1]
        for a, b in self.pairs:
            for sign in (-1, 1):
                out.append({variables[a]: 1, variables[b]: sign})
        out += self._eliminated_roots()
        if monomials:
            top = self.ring.top
            polys = [f.poly for f in self.factors] + [q for _, q in self.equalities.values()]
            targets = sorted({m for p in polys for m in p if m >> top in (4, 6)})
            divisors = sorted({d for m in targets for d in self._divisors(m, (m >> top) // 2)})
            for d in divisors:
                out.append({d: 1})
            for m in targets:
                for d in self._divisors(m, (m >> top) // 2):
                    other = m - d
                    if d < other:
                        out.append({d: 1, other: -1})
                        out.append({d: 1, other: 1})
        return out

    def _eliminated_roots(self) -> list[Packed]:
        """Eliminated variables, and their differences with what they met, in what remains."""
        gone = {step.place for step in self.steps}
        masks = [self.ring.mask(p) for p in self.original.values() if self.ring.degree(p) > 1]
        out: list[Packed] = []
        for u in sorted(gone):
            for v in range(len(self.ring.names)):
                if v != u and not any(m >> 8 * u & 1 and m >> 8 * v & 1 for m in masks):
                    continue
                if v in gone and v < u:
                    continue
                poly: Packed = {self.ring.variables[u]: Fraction(1)}
                if v != u:
                    poly[self.ring.variables[v]] = Fraction(-1)
                _, reduced = primitive(rest(self.ring, poly, self.steps)[0])
                if 1 < len(reduced) <= 6 and len(out) < 60:
                    out.append(reduced)
        return out

    def _divisors(self, m: int, degree: int) -> list[int]:
        found = {0}
        for _ in range(degree):
            found = {
                d + v
                for d in found
                for v in self.ring.variables
                if self.ring.divide(m, d + v) is not None
            }
        return sorted(found)

    def collect(
        self,
        products: Iterable[tuple[tuple[int, ...], tuple[Packed, ...]]],
        cap: int,
        *,
        room: int = 6000,
    ) -> list[Column]:
        """Columns for products of factors and squares, without repeats, smallest first."""
        best: dict[frozenset[tuple[int, Any]], Column] = {}
        strict_roots = {
            frozenset(f.poly.items()): i for i, f in enumerate(self.factors) if f.strict
        }
        for chosen, squares in products:
            if len(squares) == 1:
                # the square of a strict literal is a strict product
                twice = strict_roots.get(frozenset(squares[0].items()))
                if twice is not None:
                    chosen, squares = (*chosen, twice, twice), ()
            degree = sum(self.ring.degree(self.factors[f].poly) for f in chosen)
            degree += 2 * sum(self.ring.degree(s) for s in squares)
            if degree > min(cap, MAX_DEGREE):
                continue
            poly = self.product(chosen)
            for s in squares:
                poly = mul(poly, mul(s, s))
            strict = not squares and all(self.factors[f].strict for f in chosen)
            key = frozenset(poly.items())
            if key in best and (best[key].mark or not strict):
                continue
            cost = 1.0 + 0.5 * len(chosen) + 0.5 * len(squares) + 0.02 * len(poly)
            best[key] = Column(poly, _Term(chosen, squares), mark=strict, cost=cost)
            if len(best) >= room or (len(best) % 256 == 0 and time.process_time() > self.deadline):
                break
        return list(best.values())

    # -- from coefficients to a node

    def attempt(self, columns: list[Column], cap: int, **options: int) -> Node | None:
        """Solve for the given product columns together with multiples of the equalities."""
        monomials = {m for column in columns for m in column.poly}
        solution = solve([*columns, *self.multiples(monomials, cap, **options)], self.deadline)
        return None if solution is None else self.node(solution, None)

    def node(self, solution: Iterable[tuple[Fraction, Column]], nonzero: int | None) -> Node | None:
        """The certificate for exact coefficients in the reduced variables, checked."""
        terms: dict[tuple[tuple[int, ...], tuple[str, ...]], tuple[Fraction, list[Packed]]] = {}
        mult: dict[int, Packed] = {}
        for x, column in solution:
            payload = column.payload
            if isinstance(payload, _Multiple):
                scaled = {payload.monomial: x / payload.content}
                mult[payload.equality] = add(mult.get(payload.equality, {}), scaled)
                continue
            expansion: dict[tuple[int, ...], Fraction] = {(): x}
            for f in payload.factors:
                longer: dict[tuple[int, ...], Fraction] = {}
                for indices, c in expansion.items():
                    for d, more in self.factors[f].expansion:
                        merged = tuple(sorted(indices + more))
                        longer[merged] = longer.get(merged, Fraction(0)) + c * d
                expansion = longer
            names = tuple(sorted(repr(sorted(s.items())) for s in payload.squares))
            for indices, c in expansion.items():
                old = terms.get((indices, names), (Fraction(0), []))[0]
                terms[indices, names] = (old + c, list(payload.squares))
        total: Packed = {}
        listed = []
        for (indices, names), (c, squares) in sorted(terms.items()):
            product: Packed = {0: c}
            for i in indices:
                product = mul(product, self.original[i])
            for s in squares:
                product = mul(product, mul(s, s))
            total = add(total, product)
            listed.append([str(c), list(indices), [self.term(s) for s in squares]])
            if nonzero is not None and names:
                return None
        if nonzero is not None:
            total = mul(total, self.original[nonzero])
        for i, p in mult.items():
            total = add(total, mul(p, self.original[i]))
        left, more_mult = rest(self.ring, total, self.steps)
        if left:
            return None
        for i, p in more_mult.items():
            mult[i] = add(mult.get(i, {}), p, -1)
        body: dict[str, Any] = {} if nonzero is None else {"lit": nonzero}
        body["terms"] = listed
        body["mult"] = [[i, self.term(p)] for i, p in sorted(mult.items()) if p]
        found: Node = {"leaf" if nonzero is None else "zero": body}
        return found if check(self.literals, found) else None

    def term(self, p: Packed) -> Any:
        """``p`` as a term, highest monomials first."""
        summands: list[Any] = []
        for m, c in sorted(p.items(), reverse=True):
            parts: list[Any] = [
                name if e == 1 else ["^", name, e] for name, e in self.ring.unpack(m)
            ]
            if c == -1 and parts:
                summands.append(["-", parts[0] if len(parts) == 1 else ["*", *parts]])
                continue
            if c != 1 or not parts:
                parts.insert(0, str(c))
            summands.append(parts[0] if len(parts) == 1 else ["*", *parts])
        if not summands:
            return "0"
        return summands[0] if len(summands) == 1 else ["+", *summands]

    # -- the stages

    def sums(self, products: _Products, cap: int, *, size: int) -> Node | None:
        """A semidefinite program: products, and literals times sums of squares, degree cap."""
        if not available():
            return None
        columns = self.collect(products, cap, room=600)
        blocks = []
        heads: list[tuple[int, ...]] = [(), *((f,) for f in range(len(self.factors)))]
        for head in heads:
            weight = self.product(head)
            room = (cap - self.ring.degree(weight)) // 2
            if room < (1 if head else 0) or not weight:
                continue
            basis = [{m: 1} for m in self._monomials(room, 70)]
            blocks.append(Block(weight, tuple(basis), head))
            if len(basis) >= 70:
                return None
        monomials = {m for column in columns for m in column.poly}
        for block in blocks:
            for a in block.basis:
                for b in block.basis:
                    (m,), (n,) = a, b
                    monomials.update(m + n + w for w in block.weight)
        multiples = self.multiples(monomials, cap, rounds=1)
        solution = solve_sums(
            [*columns, *multiples],
            blocks,
            lambda head, root: Column({}, _Term(head, (root,))),
            self.deadline,
            size=size,
        )
        return None if solution is None else self.node(solution, None)

    def _monomials(self, degree: int, limit: int) -> list[int]:
        """Monomials in the live variables up to a degree; the limit stops the count."""
        live = [v for i, v in enumerate(self.ring.variables) if self.names >> 8 * i & 1]
        found = {0}
        layer = {0}
        for _ in range(degree):
            layer = {m + v for m in layer for v in live}
            found |= layer
            if len(found) > limit:
                break
        return sorted(found)[:limit]

    def zero(self, effort: int) -> Node | None:
        """A nonzero literal in the ideal, up to a positive factor."""
        strict = [f for f, factor in enumerate(self.factors) if factor.strict]
        for size in range(min(effort, 2) + 1):
            for k, p in sorted(self.nonzero.items()):
                _, q = primitive(p)
                if not q:
                    unit = Column({}, _Term(()), mark=True)
                    return self.node([(Fraction(1), unit)], k)
                columns = []
                for n in range(size + 1):
                    for chosen in combinations_with_replacement(strict, n):
                        poly = mul(self.product(chosen), q)
                        columns.append(Column(poly, _Term(chosen), mark=True, cost=1.0 + n))
                    if len(columns) > 600:
                        break
                cap = max(self.ring.degree(c.poly) for c in columns)
                cap = max(cap, self.degree) + (1 if effort else 0)
                monomials = {m for column in columns for m in column.poly}
                multiples = self.multiples(monomials, cap, rounds=2 + effort)
                solution = solve([*columns, *multiples], self.deadline)
                node = None if solution is None else self.node(solution, k)
                if node is not None:
                    return node
        return None

    def denominators(self) -> list[int]:
        """Denominators ``D`` of ``q * D = n`` that literals show to be positive, as factors."""
        ring = self.ring
        base = [f for f in range(len(self.factors)) if self.factors[f].poly]
        known = {frozenset(self.factors[f].poly.items()): f for f in base}
        out: list[int] = []
        columns: list[Column] | None = None
        for _, q in self.equalities.values():
            for place, variable in enumerate(ring.variables):
                exponents = {m >> 8 * place & 0x7F for m in q}
                if exponents != {0, 1} and exponents != {1}:
                    continue
                part = {m - variable: c for m, c in q.items() if m >> 8 * place & 0x7F}
                if set(part) == {0} or len(out) >= 8:
                    continue
                _, denominator = primitive(part)
                if columns is None:
                    products: _Products = [((f,), ()) for f in base]
                    products += [
                        (pair, ())
                        for pair in combinations_with_replacement(base, 2)
                        if self.related(pair)
                    ]
                    cap = max(2, ring.degree(denominator))
                    plain = self.collect([((), ()), *products], cap, room=800)
                    columns = [Column(c.poly, c.payload, cost=c.cost) for c in plain]
                for sign in (1, -1):
                    poly = {m: sign * c for m, c in denominator.items()}
                    key = frozenset(poly.items())
                    if key in known:
                        if known[key] not in out:
                            out.append(known[key])
                        break
                    target = Column({m: -c for m, c in poly.items()}, None, mark=True)
                    solution = solve([target, *columns], self.deadline)
                    if solution is None:
                        continue
                    scale = next(x for x, c in solution if c.payload is None)
                    expansion: dict[tuple[int, ...], Fraction] = {}
                    strict = False
                    for x, column in solution:
                        if column.payload is None:
                            continue
                        c = x / scale
                        indices: list[int] = []
                        for f in column.payload.factors:
                            ((d, (i,)),) = self.factors[f].expansion
                            c, indices = c * d, [*indices, i]
                        merged = tuple(sorted(indices))
                        expansion[merged] = expansion.get(merged, Fraction(0)) + c
                        strict |= all(self.literals[i].rel == ">" for i in indices)
                    known[key] = len(self.factors)
                    mask = ring.mask(poly)
                    near = mask
                    for f in base:
                        if self.factors[f].mask & mask:
                            near |= self.factors[f].mask
                    out.append(len(self.factors))
                    listed = tuple((c, indices_) for indices_, c in sorted(expansion.items()))
                    self.factors.append(Factor(poly, listed, strict, mask, near))
                    break
        return out


def _stages(problem: _Problem, effort: int) -> Iterable[Callable[[], Node | None]]:
    """Growing families of products, and small semidefinite programs between them."""
    singles = range(len(problem.factors))
    degree = max(2, problem.degree)

    def tuples(n: int, *, all_of_them: bool = False) -> _Products:
        chosen = combinations_with_replacement(singles, n)
        return [(c, ()) for c in chosen if all_of_them or problem.related(c)]

    def program(products: _Products, cap: int, room: int, **options: int) -> Node | None:
        columns = problem.collect(products, cap, room=room)
        return problem.attempt(columns, min(cap, MAX_DEGREE), **options)

    base: _Products = [((), ()), *tuples(1)]
    yield lambda: program(base, problem.degree, 6000, rounds=1)
    roots = problem.square_roots(monomials=False)
    squares: _Products = [((), (s,)) for s in problem.square_roots(monomials=True)]
    pairs = tuples(2)
    near = base + squares + pairs
    yield lambda: program(near, degree, 6000)
    below = problem.denominators()
    lifted: _Products = [((d,), ()) for d in below]
    lifted += [((f, d), ()) for f in singles for d in below]
    lifted += [((f, *two), ()) for f in singles for two in combinations_with_replacement(below, 2)]
    if below:
        yield lambda: program(near + lifted, degree + 3, 3000)
    if effort < 1:
        return
    yield lambda: problem.sums(base + tuples(2), 2, size=700)
    weighted: _Products = [((f,), (s,)) for f in singles for s in roots]
    wide = base + squares + tuples(2, all_of_them=True) + weighted
    yield lambda: program(wide, degree + 1, 4000)
    lifted_pairs: _Products = [((*c, d), ()) for c, _ in pairs for d in below]
    if below:
        yield lambda: program(near + lifted + lifted_pairs, degree + 2, 5000)
    triples = tuples(3)
    yield lambda: program(near + triples + lifted, max(3, degree), 5000)
    if effort < 2:
        return
    even = degree + degree % 2
    if even > 2:
        yield lambda: problem.sums(near, even, size=1500)
    heavy: _Products = [(c, (s,)) for c, _ in pairs for s in roots]
    yield lambda: program(wide + lifted + triples + heavy, degree + 2, 7000, limit=2500)
    yield lambda: problem.sums(near + triples, even + 2, size=1500)
    many = wide + lifted + lifted_pairs + triples + heavy
    if len(problem.factors) <= 12:
        yield lambda: problem.sums(near + triples + tuples(4), even + 2 * (even < 4), size=1500)
        yield lambda: program(many + tuples(4), degree + 4, 9000, limit=3000, rounds=3)
    if effort < 3:
        return
    more = many + tuples(3, all_of_them=True) + tuples(4)
    yield lambda: program(more, degree + 4, 20000, limit=5000, rounds=3)
    yield lambda: problem.sums(near + triples, even + 4, size=3000)


def find(literals: Sequence[LiteralLike], *, effort: int = 2, seconds: float = 20.0) -> Node | None:
    """A checked ``leaf`` or ``zero`` node that refutes ``literals``, or None.

    ``effort`` bounds the search: 0 pairs of literals; 1 also squares and related triples and a
    semidefinite program of degree 2; 2 more products, degree 4; 3 quadruples, degree 6.
    ``seconds`` bounds the time (a stage may finish a little later).  Deterministic up to the
    time limit.  None means not found: it says nothing about the literals.  Raises ValueError
    on an unknown relation.
    """
    deadline = time.process_time() + seconds
    shapes: list[list[tuple[int, int]]] = []
    for linear in (False, True):
        try:
            problem = _Problem.build(literals, deadline, linear=linear)
            shape = [(step.place, len(step.value)) for step in problem.steps]
            if shape in shapes:
                continue
            shapes.append(shape)
            node = _refute(problem, effort)
        except (TooLarge, OverflowError):  # degrees beyond the packing, numbers beyond floats
            continue
        if node is not None:
            return node
        if time.process_time() > deadline:
            break
    return None


def _refute(problem: _Problem, effort: int) -> Node | None:
    if problem.nonzero:
        node = problem.zero(effort)
        if node is not None:
            return node
    if not problem.factors and not problem.equalities:
        return None
    for stage in _stages(problem, effort):
        if time.process_time() > problem.deadline:
            return None
        node = stage()
        if node is not None:
            return node
    return None
