"""Whole networks of Theorems 4.3-4.5 that follow the parts of g, with as many layers as it has.

:mod:`constructions.composition` writes f_i = y(x_i, p), p_r = Sigma_r - phi_r(x_i), with functions
of one variable at forms.  Rows have D = 1 + d + 2 d' + s + m columns, named 1, x, phi, Sigma,
then u, v and p (what a later layer reads: sums of functions, and p_r), and y:

    blocks 1, ..., a      no attention; each FC adds functions of x and u to phi and u
    block a + 1           the head of Eq. 22-28; FC, given X + Att(X), has Sigma, and adds
                          functions of x, phi and Sigma to v, p and y
    blocks a + 2, ...     no attention; each FC adds functions of x, phi, p and v to v and y

A function h at a form z is one hidden ReLU unit for each cell of its chords q
(:mod:`constructions.chords`), or exact if it is piecewise linear.  There is one attention layer,
as the paper announces; the feed-forward layers are two for each block, which Theorem 4.3 leaves
open (its continuous proof needs four in all).

*The error.*  With e_z for a form and e_h for q, for all tokens in the box,

    |q(z~) - h(z)| <= e_h + max|q'| e_z,     e_z = slack + sum |c_s| e_s,
    |p~_r - p_r| <= (n - 1) e_r + |rho - 1| n (max|phi_r| + e_r),

where q goes on straight beyond its knots; rho is that of :mod:`constructions.transformer`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import pairwise
from math import isfinite
from typing import Any

from constructions.bernstein import Target
from constructions.chords import Chords, cells_needed, chords, kinked, linear
from constructions.composition import (
    ABS,
    Atom,
    Base,
    Form,
    Graph,
    NotTakenApart,
    Parts,
)
from constructions.feedforward import MAX_HIDDEN, FeedForward, Hidden
from constructions.functions.errors import FunctionError, show
from constructions.functions.expression import (
    Binary,
    Expression,
    Negate,
    Variable,
    multiply,
    number,
    substitute,
    transform,
)
from constructions.transformer import (
    NEARBY,
    ZERO,
    BlockNet,
    TransformerBlock,
    above,
    idle,
    short,
    summing_head,
)

MAX_ENTRIES = 5_000_000
"""Entries of all matrices of a network that is built."""
MAX_FUNCTIONS = 200
"""Functions with chords to be found: a bound on the time for a plan."""
SPENT = Fraction(1023, 1024)
"""The share of eps that may be spent; the rest is left for rounding."""
THRESHOLDS = (Fraction(1), Fraction(3, 4), Fraction(1, 2), Fraction(1, 4))
"""Shares of eps that are tried for maxima over tokens."""
ROUNDS, TIGHT = 5, Fraction(15, 16)
"""How often tolerances are tried, until the error is above this share of eps."""
POINTS, NEAR = 16, Fraction(1, 1 << 40)
"""Where slopes are estimated, for plans, and how exactly."""
ONE = Fraction(1)
LEAST_CELLS = 1e-3
Key = tuple[int, int]  # the graph (0: features, 1: outer) and the number of an atom


@dataclass(frozen=True)
class LayeredBound:
    """Where the error comes from; all are bounds for every X with tokens in the box."""

    functions: tuple[tuple[str, str, int, Fraction], ...]  #: h(z), its range, cells, error
    phi: tuple[Fraction, ...]  #: e_r
    scale: Fraction  #: |rho - 1|
    outputs: tuple[Fraction, ...]  #: sup |f_o - T_o| is at most this

    @property
    def total(self) -> Fraction:
        return max(self.outputs)

    def to_json(self) -> dict[str, Any]:
        return {
            "domain": "all tokens in [0, 1]^d",
            "error_at_most": str(self.total),
            "of_each_output": [str(q) for q in self.outputs],
            "phi": [str(q) for q in self.phi],
            "head_factor_minus_1": str(self.scale),
            "functions": [
                {"function": h, "on": on, "cells": cells, "error": str(error)}
                for h, on, cells, error in self.functions
            ],
        }


@dataclass(frozen=True, kw_only=True, repr=False)
class LayeredNet(BlockNet):
    """A network T whose layers follow the parts of g; see the module.

    ``phi``: the features as text.  ``sizes``: n, d, d' and m.  ``first``: the blocks before the
    one that attends.
    """

    bound: LayeredBound
    phi: tuple[str, ...]
    sizes: tuple[int, int, int, int]
    first: int

    @property
    def n(self) -> int:
        return self.sizes[0]

    @property
    def d(self) -> int:
        return self.sizes[1]

    @property
    def latent(self) -> int:
        return self.sizes[2]

    @property
    def outputs(self) -> int:
        return self.sizes[3]

    @property
    def attending(self) -> int:
        return self.first

    def made_of(self) -> dict[str, Any]:
        return {"phi": list(self.phi)}


# --- the plan ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Column:
    """A column that layers add to: functions with factors, an affine part, and its name."""

    name: str
    graph: int
    form: Form
    bases: bool  #: whether the base symbols and the constant of the form are added too

    @property
    def hands_on(self) -> bool:
        """Whether it is p_r, kept for later layers."""
        return self.name[0] == "p" and not self.name.startswith("phi")


@dataclass(frozen=True)
class Layered:
    """A network that is not built yet: all its chords, its sizes and its error are known."""

    target: Target
    eps: Fraction
    parts: Parts
    chords: Mapping[Key, Chords]
    errors: tuple[Fraction, ...]

    @property
    def error(self) -> Fraction:
        return max(self.errors)

    # --- what there is ---

    @property
    def graphs(self) -> tuple[Graph, Graph]:
        return self.parts.features, self.parts.outer

    @cached_property
    def latent(self) -> list[Form]:
        """phi_r; x_1 where nothing is to be summed: Definition 3.1 asks for d' >= 1."""
        return _latent(self.parts)

    @cached_property
    def columns(self) -> list[_Column]:
        """phi, then u, v and y: what is written by the layers."""
        inner: list[_Column] = []
        for kind, graph in enumerate(self.graphs):
            seen: dict[Form, None] = {}
            for key in self.chords:
                atom = graph.symbols[key[1]] if key[0] == kind else None
                if isinstance(atom, Atom) and graph.level(atom.inner):
                    seen[_atoms(graph, atom.inner)] = None
            inner += [
                _Column(f"{'uv'[kind]}{i}", kind, form, False) for i, form in enumerate(seen, 1)
            ]
        outer = self.graphs[1]
        for r in sorted(
            {
                base.index
                for kind, s in self.chords
                if kind and outer.level_of(s) > 1
                for base in self._bases_of(s)
                if base.kind == "sum"
            }
        ):
            reach = (ZERO, ZERO)  # it is known already
            form = outer.symbol(Base("sum", r), reach)
            inner.append(_Column(f"p{r + 1}", 1, form, True))
        features = [_Column(f"phi{r}", 0, form, True) for r, form in enumerate(self.latent, 1)]
        outputs = [_Column(f"y{o}", 1, form, True) for o, form in enumerate(self.parts.outputs, 1)]
        return [*features, *inner, *outputs]

    def _bases_of(self, s: int) -> list[Base]:
        """The base symbols that the argument of a function after the sum has."""
        outer = self.graphs[1]
        found = (outer.symbols[t] for t, _ in self._atom(1, s).inner.terms)
        return [made for made in found if isinstance(made, Base)]

    @cached_property
    def names(self) -> tuple[str, ...]:
        latent = len(self.latent)
        x = [f"x{j}" for j in range(1, self.target.d + 1)]
        Sigma = [f"Sigma{r}" for r in range(1, latent + 1)]
        made = [column.name for column in self.columns]
        return ("1", *x, *made[:latent], *Sigma, *made[latent:])

    @cached_property
    def depths(self) -> tuple[int, int]:
        """The blocks for the features, and those after the sum."""
        features = max((self.graphs[0].level(form) for form in self.latent), default=0)
        outer = max(self.graphs[1].level(form) for form in self.parts.outputs)
        return max(1, features), max(1, outer)

    # --- sizes ---

    @cached_property
    def hidden(self) -> list[int]:
        """The units of each block."""
        found = [0] * sum(self.depths)
        for (kind, s), made in self.chords.items():
            level = self.graphs[kind].level_of(s)
            found[kind * self.depths[0] + level - 1] += len(made.units)
        for column in self.columns:
            if column.bases and _bases(self.graphs[column.graph], column.form).terms:
                found[column.graph * self.depths[0]] += 1
        return [max(1, units) for units in found]

    @property
    def units(self) -> int:
        return sum(self.hidden)

    def cost(self) -> dict[str, Any]:
        """The sizes of the network that :meth:`build` makes, for heads of three matrices."""
        D = len(self.names)
        blocks = sum(self.depths)
        layers = sum(2 * D * h + h + D for h in self.hidden)
        entries = self.target.d * D + D + blocks * 3 * D**2 + layers + D * len(self.parts.outputs)
        return {
            "units": self.units,
            "width": D,
            "depth": blocks,
            "hidden": self.hidden,
            "latent": len(self.latent),
            "parameters": entries,
            "error_at_most": str(above(self.error)),
        }

    @property
    def formulas(self) -> str:
        """The network in one line: phi, u, v and y as functions."""
        shown = [c for c in self.columns if not c.hands_on]
        return "; ".join(f"{c.name} = {self.text(c.graph, c.form)}" for c in shown)

    def text(self, kind: int, form: Form) -> str:
        """A form with the names of columns, p_r for Sigma_r - phi_r; long numbers are rounded."""
        return str(self._said(kind, form))

    def _said(self, kind: int, form: Form, inner: bool = False) -> Expression:
        graph, found = self.graphs[kind], None
        atoms = _atoms(graph, form)
        parts: list[tuple[Fraction, Expression]] = []
        if inner and atoms.terms:
            parts.append((ONE, Variable(self._column_of(kind, atoms))))
        for s, c in form.terms:
            made = graph.symbols[s]
            if isinstance(made, Base):
                name = f"x{made.index}"
                if made.kind != "x":
                    name = f"{'phi' if made.kind == 'own' else 'p'}{made.index + 1}"
                parts.append((c, Variable(name)))
            elif not inner:
                parts.append((c, substitute(made.h, "x", self._said(kind, made.inner, True))))
        if form.constant or not parts:
            parts.append((form.constant, number(1)))
        for c, what in parts:
            term = what if abs(c) == 1 else multiply(_said_number(abs(c)), what)
            if found is None:
                found = term if c >= 0 else Negate(term)
            else:
                found = Binary("+" if c >= 0 else "-", found, term)
        return found or number(0)

    def _column_of(self, kind: int, atoms: Form) -> str:
        """The name of the column with these functions."""
        return next(
            c.name for c in self.columns if (c.graph, c.form) == (kind, atoms) and c.name[0] in "uv"
        )

    # --- the network ---

    def build(self, kind: str, *, k: int = 1, omega: Sequence[Fraction] = ()) -> LayeredNet:
        """The network with its weights.

        Raises:
            ValueError: it is too large (:data:`MAX_HIDDEN`, :data:`MAX_ENTRIES`), or k or omega
                cannot be used.
        """
        self.check_size()
        g, names = self.target, self.names
        n, d, latent = g.n, g.d, len(self.latent)
        head, rho = summing_head(kind, (n, d, latent), len(names), self._nearest, k, omega)
        scale = above(max(abs(rho[0] - 1), abs(rho[1] - 1)))
        phi, outputs = self._all_errors(scale)
        bounds = tuple(above(e) for e in outputs)
        if max(bounds) >= self.eps:
            raise ArithmeticError(f"the bound {max(bounds)} is not below eps = {self.eps}")
        functions = tuple(
            (
                self.text(kind_of, self._single(kind_of, s)),
                _interval(self.graphs[kind_of].range(self._atom(kind_of, s).inner)),
                len(made.slopes),
                made.error,
            )
            for (kind_of, s), made in self.chords.items()
        )
        bound = LayeredBound(functions, tuple(above(e) for e in phi), scale, bounds)
        blocks = []
        for at, layer in enumerate(self._layers()):
            attends = at == self.depths[0]
            blocks.append(TransformerBlock(head if attends else idle(head), layer))
        return LayeredNet(
            kind=kind,
            eps=self.eps,
            names=names,
            blocks=tuple(blocks),
            bound=bound,
            g=g.text,
            low=g.low,
            high=g.high,
            phi=tuple(self.text(0, form) for form in self.latent),
            sizes=(n, d, latent, len(self.parts.outputs)),
            first=self.depths[0],
        )

    def check_size(self) -> None:
        """Raises: ValueError, where the network is not built."""
        cost = self.cost()
        if cost["units"] > MAX_HIDDEN or cost["parameters"] > MAX_ENTRIES:
            raise ValueError(
                f"{cost['units']} hidden units and {cost['parameters']} parameters are needed, and "
                f"at most {MAX_HIDDEN} and {MAX_ENTRIES} are built: take a larger eps"
            )

    def _atom(self, kind: int, s: int) -> Atom:
        made = self.graphs[kind].symbols[s]
        if not isinstance(made, Atom):
            raise TypeError("not a function")
        return made

    def _single(self, kind: int, s: int) -> Form:
        return Form(ZERO, ((s, Fraction(1)),))

    @property
    def _nearest(self) -> Fraction:
        """How near to 1 the factor of the head has to be, so that eps is kept."""
        left = self.eps - self.error
        nearest = NEARBY
        while max(self._all_errors(nearest)[1]) >= self.error + left / 2 and nearest > 0:
            nearest /= 2**16
        return nearest

    def _all_errors(self, scale: Fraction) -> tuple[list[Fraction], list[Fraction]]:
        made = {key: (q.error, q.steepest) for key, q in self.chords.items()}
        return _forward(self.parts, self.latent, made, scale)

    def _layers(self) -> Iterator[FeedForward]:
        place = {name: c for c, name in enumerate(self.names)}
        for at in range(sum(self.depths)):
            kind = int(at >= self.depths[0])
            level = 1 + at - kind * self.depths[0]
            yield self._layer(kind, level, place)

    def _layer(self, kind: int, level: int, place: Mapping[str, int]) -> FeedForward:
        graph, D = self.graphs[kind], len(self.names)
        b2, units = [ZERO] * D, list[Hidden]()
        columns = [column for column in self.columns if column.graph == kind]
        for (of, s), made in self.chords.items():
            if of != kind or graph.level_of(s) != level:
                continue
            to = [
                (place[column.name], c)
                for column in columns
                for t, c in column.form.terms
                if t == s
            ]
            form = self._atom(kind, s).inner
            said = str(self._said(kind, form, True))
            units += _hidden(said, self._row(kind, form, place, level), made, to)
            for c, q in to:
                b2[c] += q * made.origin
        for column in columns if level == 1 else []:
            if not column.bases:
                continue
            bases = _bases(graph, column.form)
            b2[place[column.name]] += column.form.constant
            if bases.terms:
                plain = replace(bases, constant=ZERO)
                low, high = graph.range(plain)
                made = linear(min(low, ZERO), high)
                to = [(place[column.name], Fraction(1))]
                row = self._row(kind, plain, place, level)
                units += _hidden(self.text(kind, plain), row, made, to)
                b2[place[column.name]] += made.origin
        idle_unit = Hidden("idle", (), ZERO, ())
        return FeedForward(D, D, tuple(units) or (idle_unit,), tuple(b2))

    def _row(
        self, kind: int, form: Form, place: Mapping[str, int], level: int
    ) -> dict[int, Fraction]:
        """A form in the columns of a row; column 0 is 1, Sigma is there at level 1 alone."""
        graph = self.graphs[kind]
        found: dict[int, Fraction] = {0: form.constant}
        atoms = _atoms(graph, form)
        if atoms.terms:
            found[place[self._column_of(kind, atoms)]] = ONE
        for s, c in form.terms:
            base = graph.symbols[s]
            if isinstance(base, Atom):
                continue
            r = base.index
            if base.kind == "x":
                entries = {place[f"x{r}"]: c}
            elif base.kind == "own":
                entries = {place[f"phi{r + 1}"]: c}
            elif level == 1:
                entries = {place[f"Sigma{r + 1}"]: c, place[f"phi{r + 1}"]: -c}
            else:
                entries = {place[f"p{r + 1}"]: c}
            for at, q in entries.items():
                found[at] = found.get(at, ZERO) + q
        return found


def _atoms(graph: Graph, form: Form) -> Form:
    """The functions of a form, without its constant and base symbols."""
    return Form(ZERO, tuple(t for t in form.terms if isinstance(graph.symbols[t[0]], Atom)))


def _bases(graph: Graph, form: Form) -> Form:
    """The rest of it."""
    terms = tuple(t for t in form.terms if isinstance(graph.symbols[t[0]], Base))
    return Form(form.constant, terms, form.slack)


def _hidden(
    name: str, row: Mapping[int, Fraction], made: Chords, to: Sequence[tuple[int, Fraction]]
) -> list[Hidden]:
    """The units of chords of a form: weights on columns, the constant in the bias."""
    weights = [(c, q) for c, q in sorted(row.items()) if c and q]
    found = []
    for side, knot, weight in made.units:
        out = tuple((c, weight * q) for c, q in sorted(to) if q)
        said = f"{name} {'>' if side > 0 else '<'} {knot}"
        inside = tuple((c, side * q) for c, q in weights)
        found.append(Hidden(said, inside, side * (row[0] - knot), out))
    return found


def _said_number(q: Fraction) -> Expression:
    return number(q) if len(str(q)) <= 12 else Variable(_short(q))


def _short(q: Fraction) -> str:
    return show(q) if len(str(q)) <= 12 else f"~{float(q):.6g}"


def _interval(reach: tuple[Fraction, Fraction]) -> str:
    return f"[{_short(reach[0])}, {_short(reach[1])}]"


# --- errors --------------------------------------------------------------------------------------


def _forward(
    parts: Parts,
    latent: Sequence[Form],
    made: Mapping[Key, tuple[Any, Any]],
    scale: Fraction = ZERO,
) -> tuple[list[Any], list[Any]]:
    """(e_r, the errors of the outputs) from (error, steepest) of each function; see the module.

    Certified if these are Fractions; floating point is for plans.
    """
    known: dict[Key, Any] = {}
    phi: list[Any] = []

    def of_symbol(kind: int, s: int) -> Any:
        if (kind, s) not in known:
            symbol = (parts.features, parts.outer)[kind].symbols[s]
            if isinstance(symbol, Atom):
                error, steepest = made[kind, s]
                found = error + steepest * of_form(kind, symbol.inner)
            elif symbol.kind == "x":
                found = ZERO
            else:
                found = phi[symbol.index]
                if symbol.kind == "sum":
                    lo, hi = parts.features.range(latent[symbol.index])
                    size = max(abs(lo), abs(hi)) + found
                    found = (parts.n - 1) * found + scale * parts.n * size
            known[kind, s] = found
        return known[kind, s]

    def of_form(kind: int, form: Form) -> Any:
        return sum((abs(c) * of_symbol(kind, s) for s, c in form.terms), form.slack)

    phi += [of_form(0, form) for form in latent]
    return phi, [of_form(1, form) for form in parts.outputs]


def _used(parts: Parts) -> list[Key]:
    """The functions that the outputs need, in the order of their making."""
    found: set[Key] = set()

    def visit(kind: int, form: Form) -> None:
        graph = (parts.features, parts.outer)[kind]
        for s, _ in form.terms:
            symbol = graph.symbols[s]
            if isinstance(symbol, Atom) and (kind, s) not in found:
                found.add((kind, s))
                visit(kind, symbol.inner)

    for form in parts.latent:
        visit(0, form)
    for form in parts.outputs:
        visit(1, form)
    return sorted(found)


# --- how exact each function has to be -----------------------------------------------------------


def layered(g: Target, eps: Fraction) -> Layered:
    """The parts of g with chords such that the error is below eps, and few cells.

    Cells of a function with error delta are about A/sqrt(delta); with G the factor by which delta
    comes out, delta ~ (A/G)^(2/3) makes their sum least for a given error.

    Raises:
        NotTakenApart: g is not built so.
        ValueError: eps <= 0, or the network would be too large.
    """
    if eps <= 0:
        raise ValueError(f"eps must be positive, got {show(eps)}")
    outputs = tuple(transform(output, g.moved) for output in g.outputs)
    plain = (g.low, g.high) == (0, 1)
    texts = g.outputs if plain else outputs
    parts = Parts(texts, g.n, g.d, eps)
    if not parts.inexact:
        return _fitted(g, eps, parts)
    found: list[Layered] = []
    reason: ValueError = ValueError("no number of thresholds does")
    for share in THRESHOLDS:
        try:
            found.append(_fitted(g, eps, _thresholds(texts, g, share * SPENT * eps)))
        except ValueError as error:
            reason = error
    if not found:
        raise reason
    return min(found, key=lambda made: made.units)


def _thresholds(texts: Sequence[Expression], g: Target, allowed: Fraction) -> Parts:
    """The parts of g with as many thresholds as an error of ``allowed`` from them asks for."""
    tolerance = allowed
    for _ in range(2 * ROUNDS):
        parts = Parts(texts, g.n, g.d, tolerance)
        reached = max(_forward(parts, _latent(parts), _exact(parts))[1])
        if reached <= allowed:
            return parts
        # with less slack ranges are narrower, and functions not as steep on them
        tolerance *= max(SPENT * allowed / Fraction(reached), Fraction(1, 4))
    raise ValueError("no number of thresholds does")


def _fitted(g: Target, eps: Fraction, parts: Parts) -> Layered:
    """Chords for all functions of these parts.

    Raises:
        ValueError: see :func:`layered`.
    """
    latent, used = _latent(parts), _used(parts)
    graphs = parts.features, parts.outer
    fixed: dict[Key, Chords] = {}
    open_: dict[Key, tuple[Atom, tuple[Fraction, Fraction]]] = {}
    for kind, s in used:
        atom = graphs[kind].symbols[s]
        if not isinstance(atom, Atom):
            continue
        lo, hi = graphs[kind].range(atom.inner)
        if atom.is_kinked:
            knots = (min(lo, -ONE), ZERO, max(hi, ONE))
            values = tuple(abs(t) if atom.h == ABS else max(t, ZERO) for t in knots)
            fixed[kind, s] = kinked(knots, values)
        else:
            open_[kind, s] = atom, (lo, hi)

    if len(open_) > MAX_FUNCTIONS:
        raise NotTakenApart(
            f"g has {len(open_)} parts that are not piecewise linear, and at most {MAX_FUNCTIONS} "
            "are used"
        )

    def tried(tolerances: Mapping[Key, Fraction]) -> Layered:
        made = dict(fixed)
        for key, (atom, (lo, hi)) in open_.items():
            try:
                made[key] = _kept(atom, lo, hi, tolerances[key])
            except FunctionError as error:
                raise NotTakenApart(str(error)) from None
        ordered = {key: made[key] for key in used}
        errors = _forward(parts, latent, {key: (q.error, q.steepest) for key, q in made.items()})
        return Layered(g, eps, parts, ordered, tuple(errors[1]))

    if not open_:
        found = tried({})
        if found.error >= eps:
            raise ValueError(f"the maxima are within {short(found.error)[1]}, and eps = {eps}")
        return found
    exact = _exact(parts)
    left = float(SPENT * eps) - float(max(_forward(parts, latent, exact)[1]))
    if left <= 0:
        raise ValueError("nothing of eps is left for functions")
    shares = _shares(parts, latent, exact, open_)
    scale, best = left, None
    for _ in range(ROUNDS):
        tolerances = {key: _fraction(scale * share) for key, share in shares.items()}
        about = sum(
            cells_needed(atom.function, lo, hi) / float(tolerances[key]) ** 0.5
            for key, (atom, (lo, hi)) in open_.items()
        )
        if about > MAX_HIDDEN:
            raise ValueError(
                f"about {about:.0f} hidden units are needed, and at most {MAX_HIDDEN} are built: "
                "take a larger eps"
            )
        now = tried(tolerances)
        fits = now.error < SPENT * eps
        if fits and (best is None or now.units < best.units):
            best = now
        if best is not None and (not fits or now.error > TIGHT * eps):
            break
        scale *= min(4.0, 0.98 * float(eps / now.error))
    if best is None:
        raise ValueError(f"the functions of g are not seen to be within eps = {eps}")
    return best


@lru_cache(maxsize=4096)
def _kept(atom: Atom, lo: Fraction, hi: Fraction, tolerance: Fraction) -> Chords:
    return chords(atom.function, lo, hi, tolerance)


def _latent(parts: Parts) -> list[Form]:
    """phi_r; x_1 where nothing is to be summed: Definition 3.1 asks for d' >= 1."""
    return parts.latent or [parts.features.symbol(Base("x", 1), (ZERO, ONE))]


def _exact(parts: Parts) -> dict[Key, tuple[float, float]]:
    """Functions without an error, and about how steep they are."""
    graphs = parts.features, parts.outer
    found = {}
    for kind, s in _used(parts):
        atom = graphs[kind].symbols[s]
        if isinstance(atom, Atom):
            steep = 1.0 if atom.is_kinked else _steepness(atom, *graphs[kind].range(atom.inner))
            found[kind, s] = 0.0, steep
    return found


def _steepness(atom: Atom, lo: Fraction, hi: Fraction) -> float:
    """About max|h'|, for a plan."""
    h, most, width = atom.function, 0.0, (hi - lo) / POINTS
    try:
        values = [float(h.sample_at({"x": lo + k * width}, NEAR)) for k in range(POINTS + 1)]
    except FunctionError:
        return 1.0
    for a, b in pairwise(values):
        most = max(most, abs(b - a) / float(width))
    return most if isfinite(most) else 1.0


def _shares(
    parts: Parts,
    latent: Sequence[Form],
    exact: Mapping[Key, tuple[float, float]],
    open_: Mapping[Key, tuple[Atom, tuple[Fraction, Fraction]]],
) -> dict[Key, float]:
    """Tolerances up to a factor; with factor 1 they add up to an error of about 1."""
    none = max(_forward(parts, latent, exact)[1])
    wanted, spent = {}, 0.0
    for key, (atom, (lo, hi)) in open_.items():
        moved = {**exact, key: (1.0, exact[key][1])}
        factor = max(float(max(_forward(parts, latent, moved)[1]) - none), 1e-12)
        cells = max(cells_needed(atom.function, lo, hi), LEAST_CELLS)
        wanted[key] = (cells / factor) ** (2 / 3)
        spent += factor * wanted[key]
    return {key: share / spent for key, share in wanted.items()}


def _fraction(q: float) -> Fraction:
    """A short number near q > 0, below it."""
    power = Fraction(1)
    while power > q:
        power /= 2
    while 2 * power <= q:
        power *= 2
    return power * int(Fraction(q) / power * 256) / 256
