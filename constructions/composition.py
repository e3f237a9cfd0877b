"""g taken apart: sums over tokens, functions of one variable, and affine forms between them.

For tokens in [0, 1]^d an expression g(x_1; {x_2, ..., x_n}) becomes, where that can be done,

    phi_r(x_j)                        features: forms in the coordinates of one token
    p_r = sum_{j > 1} phi_r(x_j)      what Definition 3.1 gives to psi, as Sigma_r - phi_r(x_1)
    h(z)                              atoms: a function h of one variable at a form z
    z = c + sum_s c_s s               forms, in coordinates of x_1, phi_r(x_1), p_r and atoms

so that every coordinate that g does not use costs nothing.  How it is done:

* in a sum, equal terms of all the tokens x_2, ..., x_n are one p_r; a polynomial that is left is
  written in power sums (:func:`constructions.sumformer.rewrite`) and in powers of linear forms;
* u v = ((u + v)^2 - (u - v)^2)/4, of u and v centred and scaled to [-1, 1];
* u/v = u (1/v), and exp(z)/v = exp(z - log v); functions of one and the same form are one atom;
* |z|, max and min are piecewise linear: max(u, v) = u + ReLU(v - u), of many in a tournament;
* the maximum of psi(x_j) over tokens, in [a, b], is read off thresholds t_k = a + k (b - a)/K,

      M~ = b - (b - a)/K sum_{k=1}^K ReLU(1 - sum_j clip((psi(x_j) - t_{k-1}) K/(b - a), 0, 1)):

  thresholds below the maximum M add 1 each, those above it 0, and the one beside M its share once
  for each token, at most 1, so that M <= M~ <= M + (1 - 1/m)(b - a)/K for m tokens;
* sum_j |u - v_j|, u of x_1 and v_j of x_j, is m u + sum_j v_j - 2 sum_j min(u, v_j), where with
  a_k, b_jk the clipped shares as above and B_k = sum_j b_jk

      sum_j min(u, v_j) = m a + (b - a)/K sum_k sum_j min(a_k, b_jk)

  and a_k B_k <= sum_j min(a_k, b_jk) <= min(B_k, m a_k), which are equal but for the one k with
  0 < a_k < 1, and there apart by at most m/4;
* sum_j K(x_1, x_j) with an analytic K is sum_b A_b(x_1) sum_j T_b(x_j), up to a certified error
  (:mod:`constructions.chebyshev`).

Whatever comes out is g, up to ``slack`` of its forms, for all tokens: a g that is no function of
the set {x_2, ..., x_n} cannot be taken apart so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, reduce
from itertools import pairwise
from math import ceil

from constructions.bernstein import Target
from constructions.chebyshev import NotAnalytic, series, shifted, used
from constructions.functions.errors import FunctionError, quote
from constructions.functions.expression import (
    NARY_CALLS,
    Binary,
    Call,
    Expression,
    Negate,
    Number,
    Power,
    Variable,
    add,
    divide,
    evaluate,
    has_call,
    multiply,
    number,
    substitute,
    subtract,
    transform,
    variables,
)
from constructions.functions.function import Function
from constructions.sumformer import NotSemiInvariant, SemiInvariant, coordinate, rewrite
from constructions.systems import NumberError

MAX_ATOMS = 2_000
MAX_THRESHOLDS = 1_000
CONSTANT = Fraction(1, 1 << 80)
"""How near irrational constants are taken."""
ZERO, ONE = Fraction(0), Fraction(1)
X = Variable("x")
ABS, RELU = Call("abs", (X,)), Call("max", (X, number(0)))
Interval = tuple[Fraction, Fraction]


class NotTakenApart(ValueError):
    """g is not built in this way; the message has the part that stands in the way."""


# --- forms and atoms -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Form:
    """constant + sum of coefficient times symbol, within ``slack`` of what it stands for.

    ``terms``: the symbols by their numbers in a :class:`Graph`, increasing.
    """

    constant: Fraction = ZERO
    terms: tuple[tuple[int, Fraction], ...] = ()
    slack: Fraction = ZERO

    def __add__(self, other: Form) -> Form:
        return Form.total([self, other])

    @staticmethod
    def total(forms: Sequence[Form]) -> Form:
        """The sum of forms."""
        found: dict[int, Fraction] = {}
        for form in forms:
            for s, c in form.terms:
                found[s] = found.get(s, ZERO) + c
        kept = tuple((s, c) for s, c in sorted(found.items()) if c)
        constant = sum((form.constant for form in forms), ZERO)
        return Form(constant, kept, sum((form.slack for form in forms), ZERO))

    def __sub__(self, other: Form) -> Form:
        return self + other * Fraction(-1)

    def __mul__(self, q: Fraction) -> Form:
        terms = tuple((s, c * q) for s, c in self.terms) if q else ()
        return Form(self.constant * q, terms, self.slack * abs(q))

    def plus(self, q: Fraction) -> Form:
        return Form(self.constant + q, self.terms, self.slack)


@dataclass(frozen=True)
class Atom:
    """h(z), h an expression in x and z a form."""

    h: Expression
    inner: Form

    @cached_property
    def function(self) -> Function:
        return Function(str(self.h), self.h)

    @property
    def is_kinked(self) -> bool:
        """|z| or ReLU(z), exactly computed."""
        return self.h in (ABS, RELU)


@dataclass(frozen=True)
class Base:
    """A symbol that stands in a column: coordinate k of a token, phi_r of it, or p_r."""

    kind: str  #: "x", "own" or "sum"
    index: int


class Graph:
    """Symbols with their ranges; forms refer to them by number."""

    def __init__(self) -> None:
        self.symbols: list[Base | Atom] = []
        self.ranges: list[Interval] = []
        self._known: dict[Base | Atom, int] = {}
        self._narrower: dict[Form, Interval] = {}
        self._levels: list[int] = []

    def symbol(self, made: Base | Atom, reach: Interval) -> Form:
        """The form of a symbol that may be a new one; ``reach`` encloses its values."""
        if made not in self._known:
            if len(self.symbols) >= MAX_ATOMS:
                raise NotTakenApart(f"more than {MAX_ATOMS} parts are needed")
            self._known[made] = len(self.symbols)
            self.symbols.append(made)
            self.ranges.append(reach)
            self._levels.append(1 + self.level(made.inner) if isinstance(made, Atom) else 0)
        return Form(ZERO, ((self._known[made], ONE),))

    def range(self, form: Form) -> Interval:
        """An enclosure of what a form stands for."""
        lo, hi = form.constant - form.slack, form.constant + form.slack
        for s, c in form.terms:
            a, b = self.ranges[s]
            lo, hi = lo + min(c * a, c * b), hi + max(c * a, c * b)
        if form in self._narrower:
            a, b = self._narrower[form]
            lo, hi = max(lo, a), min(hi, b)
        return lo, hi

    def know(self, form: Form, reach: Interval) -> None:
        """That what a form stands for lies in ``reach``.

        Two functions may have one form with a slack; they are apart by twice that at most.
        """
        lo, hi = reach[0] - 2 * form.slack, reach[1] + 2 * form.slack
        a, b = self.range(form)
        self._narrower[form] = max(a, lo), min(b, hi)

    def level(self, form: Form) -> int:
        """The hidden layers that are needed before the form is known."""
        return max((self.level_of(s) for s, _ in form.terms), default=0)

    def level_of(self, s: int) -> int:
        return self._levels[s]

    def atom_of(self, form: Form) -> tuple[Atom, Fraction] | None:
        """(atom, c) for a form constant + c atom with a smooth atom."""
        if len(form.terms) != 1 or form.slack:
            return None
        (s, c) = form.terms[0]
        made = self.symbols[s]
        smooth = isinstance(made, Atom) and not has_call(made.h, (*NARY_CALLS, "abs"))
        return (made, c) if smooth and isinstance(made, Atom) else None

    # --- functions of forms ---

    def apply(self, h: Expression, form: Form) -> Form:
        """h(form), h an expression in x.

        Raises:
            NotTakenApart: h is not defined, or not continuous, on the range of the form.
        """
        if h == X:
            return form
        if not form.terms and not form.slack:
            return _constant(substitute(h, "x", number(form.constant)))
        inside = self.atom_of(form)
        if inside is not None:
            atom, c = inside
            h, form = substitute(h, "x", _affine(atom.h, c, form.constant)), atom.inner
        if has_call(h, ("floor", "sign")):
            raise NotTakenApart(f"'{quote(str(h))}' jumps")
        made, reach = Atom(h, form), self.range(form)
        try:
            values = made.function.enclose(*reach)
        except (FunctionError, NumberError) as error:
            raise NotTakenApart(str(error)) from None
        if not form.terms:  # a number that is not known exactly
            return Form((values[0] + values[1]) / 2, (), (values[1] - values[0]) / 2)
        return self.symbol(made, values)

    def absolute(self, form: Form) -> Form:
        lo, hi = self.range(form)
        if lo >= 0 or hi <= 0:
            return form * Fraction(1 if lo >= 0 else -1)
        return self.symbol(Atom(ABS, form), (ZERO, max(-lo, hi)))

    def relu(self, form: Form) -> Form:
        lo, hi = self.range(form)
        if lo >= 0:
            return form
        if hi <= 0:
            return Form(slack=form.slack)
        return self.symbol(Atom(RELU, form), (ZERO, hi))

    def largest(self, forms: Sequence[Form]) -> Form:
        """max of forms, in a tournament."""
        left = list(dict.fromkeys(forms))
        while len(left) > 1:
            pairs = [u + self.relu(v - u) for u, v in zip(left[::2], left[1::2], strict=False)]
            left = [*pairs, left[-1]] if len(left) % 2 else pairs
        return left[0]

    def power(self, form: Form, k: int) -> Form:
        if k == 1:
            return form
        if k == 0:
            return Form(ONE)
        return self.apply(Power(X, k) if k > 0 else divide(number(1), _raised(X, -k)), form)

    def times(self, u: Form, v: Form) -> Form:
        """u v: one atom if both are functions of one form, else two squares."""
        for one, other in ((u, v), (v, u)):
            if not one.terms and not one.slack:
                return other * one.constant
        both = [self.atom_of(form) for form in (u, v)]
        if all(part is not None for part in both):
            (a, c), (b, e) = both  # type: ignore[misc]
            if a.h == b.h == Call("exp", (X,)) and not u.constant and not v.constant:
                return self.apply(a.h, a.inner + b.inner) * (c * e)
        joint = self._joint(u, v, multiply)
        return joint if joint is not None else self._squares(u, v)

    def _squares(self, u: Form, v: Form) -> Form:
        """u v = m_u v + m_v u - m_u m_v + H_u H_v ((a + b)^2 - (a - b)^2)/4, a = (u - m_u)/H_u."""
        (mu, Hu), (mv, Hv) = self._middle(u), self._middle(v)
        a, b = (u.plus(-mu)) * (1 / Hu), (v.plus(-mv)) * (1 / Hv)
        square, sides = Power(X, 2), (a + b, a - b)
        for side in sides:
            self.know(side, (Fraction(-2), Fraction(2)))
        crossed = (self.apply(square, sides[0]) - self.apply(square, sides[1])) * (Hu * Hv / 4)
        return crossed + v * mu + (u * mv).plus(-mu * mv)

    def _middle(self, form: Form) -> tuple[Fraction, Fraction]:
        lo, hi = self.range(form)
        return (lo + hi) / 2, (hi - lo) / 2 or ONE

    def over(self, u: Form, v: Form) -> Form:
        """u/v.

        Raises:
            NotTakenApart: v may be 0.
        """
        if not v.terms and not v.slack:
            if not v.constant:
                raise NotTakenApart("a division by zero")
            return u * (1 / v.constant)
        joint = self._joint(u, v, divide)
        if joint is not None:
            return joint
        if not u.terms and not u.slack:
            return self.apply(divide(number(1), X), v) * u.constant
        lo, hi = self.range(v)
        if lo <= 0 <= hi:
            raise NotTakenApart("a division by what is not seen to be different from 0")
        inside = self.atom_of(u)
        if inside is not None and inside[0].h == Call("exp", (X,)) and not u.constant and lo > 0:
            atom, c = inside
            return self.apply(atom.h, atom.inner - self.log(v)) * c
        return self.times(u, self.apply(divide(number(1), X), v))

    def log(self, form: Form) -> Form:
        inside = self.atom_of(form)
        if inside is not None:
            atom, c = inside
            if atom.h == Call("exp", (X,)) and not form.constant and c > 0:
                return atom.inner + _constant(Call("log", (number(c),)))
        return self.apply(Call("log", (X,)), form)

    def _joint(self, u: Form, v: Form, join: Callable[..., Expression]) -> Form | None:
        """join(u, v) as one atom, where both are functions of one form."""
        if u.slack or v.slack:
            return None
        for F in self._directions(u, v):
            parts = [self._in(form, F) for form in (u, v)]
            if None not in parts:
                return self.apply(join(*parts), F)
        return None

    def _directions(self, *forms: Form) -> Iterable[Form]:
        for form in forms:
            inside = self.atom_of(form)
            if inside is not None:
                yield inside[0].inner
            if form.terms:
                yield form

    def _in(self, form: Form, F: Form) -> Expression | None:
        """form as an expression of F = x, if it is one."""
        if not form.terms:
            return number(form.constant)
        if F.terms and [s for s, _ in form.terms] == [s for s, _ in F.terms]:
            ratio = form.terms[0][1] / F.terms[0][1]
            if all(c == ratio * e for (_, c), (_, e) in zip(form.terms, F.terms, strict=True)):
                return _affine(X, ratio, form.constant - ratio * F.constant)
        inside = self.atom_of(form)
        if inside is not None and inside[0].inner == F:
            return _affine(inside[0].h, inside[1], form.constant)
        return None


def _affine(h: Expression, c: Fraction, b: Fraction) -> Expression:
    return add(multiply(number(c), h), number(b))


def _polynomial(coefficients: Sequence[int], x: Expression) -> Expression:
    """sum c_k x^k."""
    terms = [multiply(number(c), _raised(x, k)) if k else number(c)
             for k, c in enumerate(coefficients) if c]  # fmt: skip
    return reduce(add, terms)


def _raised(x: Expression, k: int) -> Expression:
    return x if k == 1 else Power(x, k)


def _constant(expression: Expression) -> Form:
    """A form without symbols; slack is only for constants that are irrational."""
    f = Function(str(expression), expression)
    try:
        exact = f.exact_at({})
        if exact is not None:
            return Form(exact)
        return Form(f.sample_at({}, CONSTANT), (), CONSTANT)
    except FunctionError as error:
        raise NotTakenApart(str(error)) from None


# --- taking g apart ------------------------------------------------------------------------------


class Parts:
    """The graphs of one g: ``features`` in the coordinates of a token, ``outer`` in those of x_1.

    ``latent``: phi_r, forms of ``features``.  ``outputs``: forms of ``outer``.  ``tolerance``: the
    slack that a maximum, or a sum of functions of two tokens, may have.

    Raises:
        NotTakenApart: see the module.
    """

    def __init__(
        self, outputs: Sequence[Expression], n: int, d: int, tolerance: Fraction = ONE / 8
    ) -> None:
        self.n, self.d, self.tolerance = n, d, tolerance
        self.features, self.outer = Graph(), Graph()
        self.latent: list[Form] = []
        self.inexact = False  #: whether thresholds or a series are used: less tolerance, less slack
        self._places = {
            coordinate(i, k, d): (i, k) for i in range(1, n + 1) for k in range(1, d + 1)
        }
        self._known: dict[Expression, Form | NotTakenApart] = {}
        self.outputs = tuple(self.form(output) for output in outputs)

    # --- tokens ---

    def _tokens(self, expression: Expression) -> set[int]:
        return {self._places[name][0] for name in variables(expression)}

    def _moved(self, expression: Expression, token: int, to: int) -> Expression:
        """The expression with one token's coordinates in place of another's."""

        def change(node: Expression) -> Expression | None:
            if isinstance(node, Variable) and self._places[node.name][0] == token:
                return Variable(coordinate(to, self._places[node.name][1], self.d))
            return None

        return transform(expression, change) if token != to else expression

    def feature(self, expression: Expression, token: int) -> Form:
        """An expression in the coordinates of one token as a form of ``features``."""
        return _Inside(self.features, lambda name: self._coordinate(name, token)).form(expression)

    def _coordinate(self, name: str, token: int) -> Form:
        at, k = self._places[name]
        if at != token:
            raise NotTakenApart(f"{name} is of another token")
        return self.features.symbol(Base("x", k), (ZERO, ONE))

    def own(self, feature: Form) -> Form:
        """phi(x_1): what stands in a column, or coordinates where phi is affine."""
        if all(isinstance(self.features.symbols[s], Base) for s, _ in feature.terms):
            found = Form(feature.constant, (), feature.slack)
            for s, c in feature.terms:
                base = self.features.symbols[s]
                found = found + self.outer.symbol(base, (ZERO, ONE)) * c
            return found
        r, scale, shift = self._number(feature)
        mine = self.outer.symbol(Base("own", r), self.features.range(self.latent[r]))
        return mine * scale + Form(shift, (), feature.slack)

    def others(self, feature: Form) -> Form:
        """p = sum_{j > 1} phi(x_j)."""
        m = self.n - 1
        if not feature.terms:
            return feature * Fraction(m)
        r, scale, shift = self._number(feature)
        lo, hi = self.features.range(self.latent[r])
        total = self.outer.symbol(Base("sum", r), (m * lo, m * hi))
        return total * scale + Form(shift * m, (), feature.slack * m)

    def _number(self, feature: Form) -> tuple[int, Fraction, Fraction]:
        """(r, a, b) with phi = a phi_r + b up to its slack; phi_r may be a new one."""
        scale = feature.terms[0][1]
        plain = Form(ZERO, tuple((s, c / scale) for s, c in feature.terms))
        if plain not in self.latent:
            self.latent.append(plain)
        return self.latent.index(plain), scale, feature.constant

    # --- expressions ---

    def form(self, expression: Expression) -> Form:
        """The form of an expression that is a function of x_1 and of the set of the others."""
        if expression not in self._known:
            try:
                self._known[expression] = self._taken_apart(expression)
            except NotTakenApart as reason:
                self._known[expression] = reason
        known = self._known[expression]
        if isinstance(known, NotTakenApart):
            raise known
        return known

    def _taken_apart(self, expression: Expression) -> Form:
        try:
            found = self._by_structure(expression)
        except NotTakenApart as reason:
            found = self._as_polynomial(expression, reason)
        reach = enclosed(expression)
        if reach is not None and found.terms:
            self.outer.know(found, reach)
        return found

    def _by_structure(self, expression: Expression) -> Form:
        tokens = self._tokens(expression)
        if not tokens:
            return _constant(expression)
        if isinstance(expression, Variable):
            (token,) = tokens
            if token > 2 or (token == 2 and self.n > 2):
                raise NotTakenApart(f"{expression.name} is one of several other tokens")
            feature = self.feature(expression, token)
            return self.own(feature) if token == 1 else self.others(feature)
        if isinstance(expression, (Negate, Binary)) and _is_sum(expression):
            return self._sum(expression)
        if isinstance(expression, Call) and expression.name in NARY_CALLS:
            return self._choice(expression)
        return _node(self.outer, expression, self.form)

    def _sum(self, expression: Expression) -> Form:
        """Terms of each token alone first, then what is left: one by one, or as a polynomial."""
        terms = _summands(expression)
        orbits: dict[Expression, dict[int, Fraction]] = {}
        rest: list[tuple[Expression, Fraction]] = []
        for term, c in terms:
            tokens = self._tokens(term)
            if len(tokens) == 1 and tokens != {1}:
                (token,) = tokens
                counts = orbits.setdefault(self._moved(term, token, 1), {})
                counts[token] = counts.get(token, ZERO) + c
            else:
                rest.append((term, c))
        found, left = Form(), []
        for term, counts in orbits.items():
            values = {counts.get(token, ZERO) for token in range(2, self.n + 1)}
            if len(values) > 1:
                left += [(self._moved(term, 1, token), c) for token, c in counts.items()]
                continue
            found = found + self.others(self.feature(term, 1)) * values.pop()
        for term, c in rest:
            try:
                alone = term in orbits and self._tokens(term) == {1}
                part = self.own(self.feature(term, 1)) if alone else self.form(term)
            except NotTakenApart:
                left.append((term, c))
            else:
                found = found + part * c
        if left:
            pairs, left = self._pairs(left)
            found = found + pairs
        if not left:
            return found
        if not found.terms and len(left) == len(terms):
            raise NotTakenApart(f"'{quote(str(expression))}' is no sum over the other tokens")
        whole = reduce(add, (multiply(number(c), term) for term, c in left))
        return found + self.form(whole)

    # --- sums of functions of two tokens ---

    def _pairs(
        self, terms: Sequence[tuple[Expression, Fraction]]
    ) -> tuple[Form, list[tuple[Expression, Fraction]]]:
        """(the form of sum_j K(x_1, x_j) for all such sums, the other terms)."""
        orbits: dict[Expression, dict[int, Fraction]] = {}
        left: list[tuple[Expression, Fraction]] = []
        for term, c in terms:
            tokens = self._tokens(term)
            if len(tokens) != 2 or 1 not in tokens or self.n == 2:
                left.append((term, c))
                continue
            (token,) = tokens - {1}
            counts = orbits.setdefault(self._moved(term, token, 2), {})
            counts[token] = counts.get(token, ZERO) + c
        found = Form()
        for kernel, counts in orbits.items():
            values = {counts.get(token, ZERO) for token in range(2, self.n + 1)}
            try:
                if len(values) > 1:
                    raise NotTakenApart("not all tokens are treated alike")
                found = found + self._pair(kernel) * values.pop()
            except NotTakenApart:
                left += [(self._moved(kernel, 2, token), c) for token, c in counts.items()]
        return found, left

    def _pair(self, kernel: Expression) -> Form:
        """sum_j K(x_1, x_j) for K in the tokens 1 and 2."""
        if isinstance(kernel, Call) and kernel.name == "abs":
            return self._distances(kernel.arguments[0])
        if isinstance(kernel, Call) and kernel.name in NARY_CALLS and len(kernel.arguments) == 2:
            sign = Fraction(1 if kernel.name == "max" else -1)
            one, other = kernel.arguments
            middle = self.form(self._over_all(add(one, other)))
            return (middle + self._distances(subtract(one, other)) * sign) * Fraction(1, 2)
        return self._smooth_pair(kernel)

    def _over_all(self, kernel: Expression) -> Expression:
        """K(x_1, x_2) + ... + K(x_1, x_n)."""
        return reduce(add, (self._moved(kernel, 2, token) for token in range(2, self.n + 1)))

    def _distances(self, difference: Expression) -> Form:
        """sum_j |u - v_j| for u - v_2 = difference, by thresholds."""
        m = self.n - 1
        u, v = Form(), Form()
        for term, c in _summands(difference):
            tokens = self._tokens(term)
            if tokens <= {1}:
                u = u + (self.feature(term, 1) if tokens else _constant(term)) * c
            elif tokens == {2}:
                v = v - self.feature(self._moved(term, 2, 1), 1) * c
            else:
                raise NotTakenApart(f"'{quote(str(difference))}' is no difference of two tokens")
        ranges = [self.features.range(form) for form in (u, v)]
        a, b = min(lo for lo, _ in ranges), max(hi for _, hi in ranges)
        total = self.own(u) * Fraction(m) + self.others(v)
        if a == b:
            return total + Form(-2 * m * a)
        self.inexact = True
        K = self._thresholds((b - a) * m / 4)
        h = (b - a) / K
        mine, theirs = self._clipped(u, a, h, K), self._clipped(v, a, h, K)
        parts = [Form(m * a - m * h / 8, (), m * h / 8)]  # of sum_j min(u, v_j)
        for own, other in zip(mine, theirs, strict=True):
            share, B = self.own(own) * Fraction(m), self.others(other)
            parts.append((B - self.outer.relu(B - share)) * h)
        return total - Form.total(parts) * Fraction(2)

    def _smooth_pair(self, kernel: Expression) -> Form:
        """sum_b A_b(x_1) sum_j T_b(x_j), within (n - 1) times the error of the series."""
        m = self.n - 1
        pair = Target(str(kernel), 2, self.d, (kernel,))
        if len(used(pair, kernel)) > 2:
            raise NotTakenApart(f"'{quote(str(kernel))}' takes more than one coordinate of a token")
        try:
            places, c, bound = series(pair, kernel, self.tolerance / m)
        except (NotAnalytic, FunctionError) as error:
            raise NotTakenApart(str(error)) from None
        self.inexact = True
        found = Form(slack=bound * m)
        split = sum(place < self.d for place in places)
        parts: dict[tuple[int, ...], Expression] = {}
        for k, value in c.items():
            term = multiply(number(value), self._product(places[:split], k[:split]))
            parts[k[split:]] = add(parts.get(k[split:], number(0)), term)
        for k, A in parts.items():
            first = self._univariate(A)
            if not any(k):
                found = found + first * Fraction(m)
                continue
            T = self._product([place - self.d for place in places[split:]], k)
            found = found + self.outer.times(first, self.others(self.feature(T, 1)))
        return found

    def _product(self, places: Sequence[int], k: Sequence[int]) -> Expression:
        """prod T_ki(2 x_i - 1) in the coordinates of token 1."""
        factors = [
            _polynomial(shifted(e), Variable(coordinate(1, place + 1, self.d)))
            for place, e in zip(places, k, strict=True)
            if e
        ]
        return reduce(multiply, factors) if factors else number(1)

    def _univariate(self, expression: Expression) -> Form:
        """An expression in x_1, as one function where it has one coordinate."""
        names = variables(expression)
        if len(names) != 1:
            return self.form(expression)
        x = self.own(self.feature(Variable(names[0]), 1))
        return self.outer.apply(substitute(expression, names[0], X), x)

    # --- maxima ---

    def _choice(self, expression: Call) -> Form:
        """max, or min, of forms and of one function of each other token."""
        sign = Fraction(1 if expression.name == "max" else -1)
        arguments = _arguments(expression)
        orbits: dict[Expression, set[int]] = {}
        forms: list[Form] = []
        first: list[Expression] = []
        for argument in arguments:
            tokens = self._tokens(argument)
            if len(tokens) == 1 and self.n > 2 and tokens != {1}:
                (token,) = tokens
                orbits.setdefault(self._moved(argument, token, 1), set()).add(token)
            elif tokens == {1}:
                first.append(argument)
            else:
                forms.append(self.form(argument) * sign)
        for argument, seen in orbits.items():
            if seen != set(range(2, self.n + 1)):
                raise NotTakenApart(f"'{quote(str(expression))}' does not treat all tokens alike")
            with_first = argument in first
            if with_first:
                first.remove(argument)
            feature = self.feature(argument, 1) * sign
            forms.append(self._over_tokens(feature, with_first))
        forms += [self.form(argument) * sign for argument in first]
        return self.outer.largest(forms) * sign

    def _over_tokens(self, feature: Form, with_first: bool) -> Form:
        """max_j phi(x_j) by thresholds, over x_2, ..., x_n, or over all tokens."""
        self.inexact = True
        m = self.n if with_first else self.n - 1
        a, b = self.features.range(feature)
        if a == b:
            return Form(a)
        spread = (b - a) * (1 - Fraction(1, m))
        K = self._thresholds(spread / 2)
        h = (b - a) / K
        parts = [Form(b - spread / (2 * K), (), spread / (2 * K) + feature.slack)]
        for clipped in self._clipped(feature, a, h, K):
            total = self.others(clipped)
            if with_first:
                total = total + self.own(clipped)
            parts.append(self.outer.relu((total * Fraction(-1)).plus(ONE)) * -h)
        return Form.total(parts)

    def _thresholds(self, error: Fraction) -> int:
        """K with error/K at most the tolerance."""
        K = max(1, ceil(error / self.tolerance))
        if K > MAX_THRESHOLDS:
            raise NotTakenApart(f"{K} thresholds are needed, and at most {MAX_THRESHOLDS} are used")
        return K

    def _clipped(self, feature: Form, a: Fraction, h: Fraction, K: int) -> list[Form]:
        """clip((phi(x) - a)/h - k, 0, 1) for 0 <= k < K."""
        ramps = [self.features.relu(feature.plus(-a - k * h) * (1 / h)) for k in range(K + 1)]
        return [lower - upper for lower, upper in pairwise(ramps)]

    # --- polynomials ---

    def _as_polynomial(self, expression: Expression, reason: NotTakenApart) -> Form:
        """A polynomial in power sums, as powers of linear forms (:mod:`.feedforward`)."""
        from constructions.feedforward import centred, middle, ridges

        try:
            S = rewrite(SemiInvariant(self.n, self.d, (expression,)))
        except (NumberError, NotSemiInvariant):
            raise reason from None
        inputs = [
            self.own(self.feature(Variable(coordinate(1, k, self.d)), 1))
            for k in range(1, self.d + 1)
        ]
        for a in S.degrees:
            monomial = reduce(
                multiply,
                (_raised(Variable(coordinate(1, k + 1, self.d)), e) for k, e in enumerate(a) if e),
            )
            inputs.append(self.others(self.feature(monomial, 1)))
        (output,) = S.sigma
        P = {b + e: c for b, part in output.items() for e, c in part.items()}
        box = [self.outer.range(z) for z in inputs]
        centre, half = middle(box)
        constant, linear, found = ridges(centred(P, centre, half))
        y = [z.plus(-c) * (1 / H) for z, c, H in zip(inputs, centre, half, strict=True)]
        total = Form(constant)
        for i, c in linear.items():
            total = total + y[i] * c
        for w, powers in found.items():
            direction = reduce(Form.__add__, (y[i] * Fraction(e) for i, e in enumerate(w) if e))
            q = reduce(add, (multiply(number(c), _raised(X, k)) for k, c in powers.items()))
            total = total + self.outer.apply(q, direction)
        return total


def enclosed(expression: Expression) -> Interval | None:
    """An enclosure of the values for variables in [0, 1], operation by operation, if any."""
    from constructions.functions.spans import SpanSystem
    from constructions.interop.flint import to_fraction_bounds

    spans = SpanSystem(64)
    try:
        with spans.working():
            unit = spans.interval(ZERO, ONE)
            values = dict.fromkeys(variables(expression), unit)
            span = spans.finite(evaluate(expression, spans, values))
            return to_fraction_bounds(span.lo, 32)[0], to_fraction_bounds(span.hi, 32)[1]
    except NumberError:
        return None


class _Inside:
    """Expressions in coordinates that have forms in one graph."""

    def __init__(self, graph: Graph, leaf: Callable[[str], Form]) -> None:
        self.graph, self.leaf = graph, leaf

    def form(self, expression: Expression) -> Form:
        if not variables(expression):
            return _constant(expression)
        if isinstance(expression, Variable):
            return self.leaf(expression.name)
        if isinstance(expression, Call) and expression.name in NARY_CALLS:
            sign = Fraction(1 if expression.name == "max" else -1)
            forms = [self.form(argument) * sign for argument in _arguments(expression)]
            return self.graph.largest(forms) * sign
        return _node(self.graph, expression, self.form)


def _node(graph: Graph, node: Expression, form: Callable[[Expression], Form]) -> Form:
    """One node, of the forms of its children."""
    if isinstance(node, Negate):
        return form(node.argument) * Fraction(-1)
    if isinstance(node, Power):
        return graph.power(form(node.base), node.exponent)
    if isinstance(node, Binary):
        left, right = form(node.left), form(node.right)
        if node.operator in "+-":
            return left + right if node.operator == "+" else left - right
        return graph.times(left, right) if node.operator == "*" else graph.over(left, right)
    if not isinstance(node, Call):
        raise NotTakenApart(f"'{quote(str(node))}'")
    inner = form(node.arguments[0])
    if node.name == "abs":
        return graph.absolute(inner)
    return graph.log(inner) if node.name == "log" else graph.apply(Call(node.name, (X,)), inner)


def _is_sum(node: Expression) -> bool:
    return isinstance(node, Negate) or (isinstance(node, Binary) and node.operator in "+-")


def _summands(node: Expression, c: Fraction = ONE) -> list[tuple[Expression, Fraction]]:
    """The terms of a sum with their rational factors."""
    if isinstance(node, Negate):
        return _summands(node.argument, -c)
    if isinstance(node, Binary):
        if node.operator in "+-":
            sign = 1 if node.operator == "+" else -1
            return [*_summands(node.left, c), *_summands(node.right, sign * c)]
        if node.operator == "*" and isinstance(node.left, Number):
            return _summands(node.right, c * node.left.value)
        if node.operator == "*" and isinstance(node.right, Number):
            return _summands(node.left, c * node.right.value)
        if node.operator == "/" and isinstance(node.right, Number) and node.right.value:
            return _summands(node.left, c / node.right.value)
    return [(node, c)]


def _arguments(node: Call) -> list[Expression]:
    """Those of max(max(a, b), c) are a, b, c."""
    found: list[Expression] = []
    for child in node.arguments:
        nested = isinstance(child, Call) and child.name == node.name
        found += _arguments(child) if nested else [child]  # type: ignore[arg-type]
    return found
