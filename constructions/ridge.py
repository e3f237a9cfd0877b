"""PLN-d and PLS-d networks for functions of n variables, with an error bound that is exact.

    f is within A of  start + sum_r g_r((w_r . x - low_r)/length_r)  on [0, 1]^n,
    |g_r(u) - g_r(v)| <= L_r |u - v|;

along each direction the steps are those of Theorem 1 (Lemma 2, Eq. 8-9) for g_r and
N_r cells, and one unit with W = O carries all constants.  Its width in units is

    N = 1 + sum_r (N_r - 1),   with N_r - 1 = floor(L_r/(2 e_r)) for the share e_r of the error,

so at most 1 + (sum_r sqrt(L_r))^2 / (2 (eps - A)) for the shares e_r proportional to sqrt(L_r);
in one dimension it is Theorem 1's floor(L/(2 eps)) + 1.  The shares that are used make N as small
as whole numbers allow.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import sqrt
from typing import Any, Protocol

from constructions.cosines import CosineProfile, CosineSum, cosine_sum, degrees_for
from constructions.exact import Surd
from constructions.functions.cube import cube_constants, names, on_cube
from constructions.functions.errors import FunctionError, NotDefined, NotLipschitz, Undecided, quote
from constructions.functions.function import Function, place
from constructions.functions.ridges import Direction, Identity, Ridge, decompose
from constructions.layers import RMS_PLUS_DELTA, SIGMA_PLUS_DELTA, LayerNorm, LayerScaling
from constructions.networks import ParallelNet, Unit
from constructions.pln import (
    STEP_OF_SCALING,
    alpha_hat,
    alpha_hat_last,
    delta_for,
    scale_for,
    short_below,
    smoothing,
    step_on_line,
    values_at_midpoints,
)
from constructions.systems import add_all

MAX_RIDGE_UNITS = 50_000
"""Wider networks are refused."""
MAX_RIDGES = 300
"""Polynomials in many variables are sums of very many ridge functions."""
MAX_STEEPNESS = 10**12
"""One term that is steeper, in units of the error, is hopeless."""
SHARES = (Fraction(1, 4), Fraction(2, 5), Fraction(11, 20), Fraction(7, 10))
"""Shares of the error for the sum of cosines: the first for which f is sampled often enough.

More cosines make steps few, not many: what their degree adds is small and is left out."""
NEGLIGIBLE = Fraction(1, 1000)
"""Share of the error for which the smallest cosines are left out unseen."""
LN, LS = "PLN", "PLS"


class Profile(Protocol):
    """A function on [0, 1] known through rational approximations of its values."""

    def exact(self, q: Fraction) -> Fraction | None: ...
    def sample(self, q: Fraction, tolerance: Fraction) -> Fraction: ...


@dataclass(frozen=True)
class Term:
    """The summand profile((w . x - low)/length), whose profile has the Lipschitz constant L.

    ``radius``, where it is known, is at least sup |profile|: a term may then be left out.
    """

    direction: Direction
    profile: Any
    L: Fraction
    radius: Fraction | None = None

    @property
    def low(self) -> int:
        return sum(min(w, 0) for w in self.direction)

    @property
    def length(self) -> int:
        return sum(abs(w) for w in self.direction)

    def position(self, x: Sequence[Any]) -> Any:
        """s(x) = (w . x - low)/length, in [0, 1] on the cube."""
        inner = add_all([w * v for w, v in zip(self.direction, x, strict=True) if w])
        return (inner - self.low) / self.length


@dataclass(frozen=True)
class RidgeSum:
    """f is within ``error`` of start + the sum of the terms, on the cube; how it was found.

    ``route``: ``exact`` (error 0), or ``cosines`` for a part that is no finite ridge sum.
    """

    n: int
    start: Fraction
    terms: tuple[Term, ...]
    error: Fraction
    route: str
    degrees: tuple[int, ...] = ()
    identities: tuple[Identity, ...] = ()


# --- sharing out the error -----------------------------------------------------------------------


def share_out(terms: Sequence[Term], allowed: Fraction) -> tuple[int, ...] | None:
    """N_r for each term, 0 where it is left out, with total error below ``allowed``.

    A term of N_r cells costs N_r - 1 units and L_r/(2 N_r) of the error; left out it costs its
    radius.  Cells are added one at a time where that gains most: the costs are convex, so no other
    choice needs fewer units (but for terms that are left out).  None: more than 50,000 units.
    """
    if allowed <= 0 or any(term.L > 2 * MAX_STEEPNESS * allowed for term in terms):
        return None
    cells: list[int] = []
    errors: list[float] = []
    heap: list[tuple[float, int, int]] = []  # minus the gain for each unit, term, next N

    def offer(r: int) -> None:
        half, N = float(terms[r].L) / 2, max(cells[r], 1)
        if not half:
            return
        following = N + 1
        if not cells[r]:  # left out: the number of cells with the best gain for each unit
            best = half / errors[r]
            following = max(2, round(best + sqrt(max(best * (best - 1), 0.0))))
        gain = (errors[r] - half / following) / (following - N)
        heapq.heappush(heap, (-gain, r, following))

    for r, term in enumerate(terms):
        out = term.radius is not None and term.radius < term.L / 2
        cells.append(0 if out else 1)
        errors.append(float(term.radius if out else term.L / 2))  # type: ignore[arg-type]
        offer(r)
    total, units, limit = sum(errors), 1, float(allowed)
    while total > limit * (1 - 1e-12):
        if not heap or units > MAX_RIDGE_UNITS:
            if units > MAX_RIDGE_UNITS or total_error(terms, cells) >= allowed:
                return None
            break
        _, r, following = heapq.heappop(heap)
        units += following - max(cells[r], 1)
        cells[r] = following
        total += float(terms[r].L) / (2 * following) - errors[r]
        errors[r] = float(terms[r].L) / (2 * following)
        offer(r)
    while total_error(terms, cells) >= allowed:  # floats were off by a little
        if not heap:
            return None
        _, r, following = heapq.heappop(heap)
        cells[r] = following
        errors[r] = float(terms[r].L) / (2 * following)
        offer(r)
    return tuple(cells)


def term_error(term: Term, cells: int) -> Fraction:
    """What a term with this many cells costs; with 0 cells it is left out."""
    if cells:
        return term.L / (2 * cells)
    if term.radius is None:
        raise ValueError("a term without a known radius is not left out")
    return term.radius


def total_error(terms: Sequence[Term], cells: Sequence[int]) -> Fraction:
    return sum(map(term_error, terms, cells), Fraction(0))


def units_of(cells: Sequence[int]) -> int:
    """N = 1 + sum (N_r - 1)."""
    return 1 + sum(N - 1 for N in cells if N)


# --- f as a sum of ridge functions ---------------------------------------------------------------


def exact_terms(f: Function, n: int) -> tuple[RidgeSum, Function | None]:
    """The ridge functions that are recognised in f, and the rest (None: nothing).

    Raises:
        NotDefined, NotLipschitz, Undecided: a ridge function is not usable, with a point of the
        cube where that is so.
        ValueError: there are more than 300 of them.
    """
    from constructions.functions.lipschitz import lipschitz

    found = decompose(f.expression, names(n))
    if len(found.ridges) > MAX_RIDGES:
        raise ValueError(
            f"'{quote(f.text)}' takes {len(found.ridges)} ridge functions; at most {MAX_RIDGES} "
            "are used"
        )
    start, terms = Fraction(0), []
    for ridge in found.ridges:
        profile = Function(str(ridge.profile), ridge.profile)
        try:
            L = lipschitz(profile).upper
        except (NotDefined, NotLipschitz) as error:
            raise _placed(error, f, ridge, n) from None
        except Undecided as error:
            raise Undecided(f"in '{quote(f.text)}': {error}", error.where) from None
        constant = None if L else profile.exact(Fraction(1, 2))
        if constant is None:
            terms.append(Term(ridge.direction, profile, L))
        else:
            start += constant
    rest = None if found.rest is None else Function(str(found.rest), found.rest)
    whole = RidgeSum(n, start, tuple(terms), Fraction(0), "exact", (), found.identities)
    return whole, rest


def _placed(error: NotDefined | NotLipschitz, f: Function, ridge: Ridge, n: int) -> FunctionError:
    """The refusal at a point of the cube where the ridge function has the place ``where``."""
    point, left = [], error.where * ridge.length + ridge.low
    for i, w in enumerate(ridge.direction):
        rest = ridge.direction[i + 1 :]
        low, high = sum(min(q, 0) for q in rest), sum(max(q, 0) for q in rest)
        value = Fraction(0)
        if w:
            ends = sorted(((left - low) / w, (left - high) / w))
            value = min(max(ends[0], Fraction(0)), Fraction(1))
        point.append(value)
        left -= w * value
    what = "is not defined" if isinstance(error, NotDefined) else "is not Lipschitz"
    where = place(dict(zip(names(n), point, strict=True)))
    reason = str(error).rsplit(": ", 1)[-1].split(" at x =")[0].split(" near x =")[0]
    return type(error)(f"'{quote(f.text)}' {what} at {where}: {reason}", error.where)


def ridge_sum(f: Function, n: int, eps: Fraction) -> tuple[RidgeSum, tuple[int, ...]]:
    """f as a sum of ridge functions with error below ``eps``, and the cells of each term.

    Exactly, if all of f is recognised; else the part that is not is a sum of cosines.

    Raises:
        FunctionError: f is not defined or not Lipschitz on the cube, or that is not decided.
        ValueError: the network would have more than 50,000 units.
    """
    if eps <= 0:
        raise ValueError(f"eps must be positive, got {eps}")
    f = on_cube(f, n)
    exact, rest = exact_terms(f, n)
    if rest is None:
        cells = share_out(exact.terms, eps)
        if cells is None:
            raise ValueError(_too_wide(f, eps))
        return exact, cells
    constants = cube_constants(rest, n).upper
    reason = ""
    for share in SHARES:
        try:
            degrees = degrees_for(constants, eps * share)
        except ValueError as error:
            reason = f" ({error})"
            continue
        made = cosine_sum(rest, names(n), constants, degrees, eps / 2**20)
        whole = _with_cosines(exact, made, eps * NEGLIGIBLE)
        cells = share_out(whole.terms, eps - whole.error)
        if cells is None:
            break
        return whole, cells
    raise ValueError(_too_wide(f, eps) + reason)


def _too_wide(f: Function, eps: Fraction) -> str:
    return (
        f"'{quote(f.text)}' with eps = {quote(str(eps))} is not built with {MAX_RIDGE_UNITS} "
        "units or fewer: take a larger eps"
    )


def _with_cosines(exact: RidgeSum, made: CosineSum, negligible: Fraction) -> RidgeSum:
    """All terms together; the smallest cosines go into the error, up to ``negligible``."""
    profiles = [
        (w, CosineProfile(tuple(sorted(h.items())), sum(min(q, 0) for q in w), sum(map(abs, w))))
        for w, h in sorted(made.terms.items())
    ]
    found, error = list(exact.terms), made.error
    for w, profile in sorted(profiles, key=lambda pair: (pair[1].radius, pair[0])):
        if profile.radius <= negligible:
            negligible, error = negligible - profile.radius, error + profile.radius
        else:
            found.append(Term(w, profile, profile.lipschitz(), profile.radius))
    start = exact.start + made.start
    return RidgeSum(exact.n, start, tuple(found), error, "cosines", made.degrees)


# --- the network ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Along:
    """The steps of one term: N - 1 units with values ``y`` at the N midpoints, known up to rho."""

    term: Term
    y: tuple[Fraction, ...]
    rho: Fraction

    @property
    def N(self) -> int:
        return len(self.y)

    @property
    def level(self) -> Fraction:
        """Eq. 9: what the steps add to in the middle."""
        value: Fraction = alpha_hat_last(lambda k: self.y[k - 1], self.N)
        return value

    def weights(self) -> list[tuple[Fraction, Fraction]]:
        """(alpha_j, j/N) for j < N, Eq. 8."""
        return [
            (alpha_hat(lambda k: self.y[k - 1], j), Fraction(j, self.N)) for j in range(1, self.N)
        ]

    @property
    def jumps(self) -> Fraction:
        return sum((abs(b - a) / 2 for a, b in pairwise(self.y)), Fraction(0))

    @property
    def bound(self) -> Fraction:
        """L/(2N) + rho, the error of the steps where they are signs."""
        return self.term.L / (2 * self.N) + self.rho

    def smoothing_error(self, c: Fraction) -> Fraction:
        """jumps c/(1/(2N) + c), what units t/(|t| + c) add (``pln.thm1.bound``)."""
        return self.jumps * c / (Fraction(1, 2 * self.N) + c)


@dataclass(frozen=True)
class RidgeConstruction:
    """One network for one function: where each part of its error comes from.

    ``left_out`` is the error of the terms without steps, ``constant`` the value of the last unit.
    """

    network: ParallelNet
    sum: RidgeSum
    parts: tuple[Along, ...]
    left_out: Fraction
    constant: Fraction
    eps: Fraction
    c: Surd
    delta: Surd
    scale: Surd
    convention: str

    def __post_init__(self) -> None:
        if not self.predicted < self.eps:
            raise ValueError(f"the error {self.predicted} is not below eps = {self.eps}")

    @property
    def N(self) -> int:
        """1 + sum (N_r - 1), the number of units."""
        return 1 + sum(part.N - 1 for part in self.parts)

    @property
    def predicted(self) -> Fraction:
        """A + what is left out + sum (L_r/(2 N_r) + rho_r + smoothing), below eps."""
        c = self.c.above()
        spent = (part.bound + part.smoothing_error(c) for part in self.parts)
        return self.sum.error + self.left_out + sum(spent, Fraction(0))

    @property
    def closed_form(self) -> float:
        """1 + (sum sqrt(L_r))^2 / (2 (eps - A)), over the terms with steps (about; for reports)."""
        roots = sum(sqrt(part.term.L) for part in self.parts)
        return 1 + roots**2 / (2 * float(self.eps - self.sum.error - self.left_out))

    def value(self, system: Any, x: Sequence[Any]) -> Any:
        """G(x) in any number system, in one line for each unit (what ``network`` computes)."""
        smooth = self.c.value(system) if self.c.q else None
        total = [system.const(self.constant) + system.const(0) * x[0]]
        for part in self.parts:
            s = part.term.position(x)
            for alpha, at in part.weights():
                if alpha:
                    t = s - system.const(at)
                    unit = (
                        system.sign(t)
                        if smooth is None
                        else step_on_line(system, t, smooth, self.convention)
                    )
                    total.append(system.const(alpha) * unit)
        return add_all(total)


def construct_ridge(
    f: Function,
    n: int,
    eps: Fraction,
    d: int,
    kind: str = LN,
    convention: str | None = None,
    delta: Fraction | None = None,
) -> RidgeConstruction:
    """The network of LN-d (``kind`` PLN) or LS-d units (PLS) for f on [0, 1]^n.

    ``delta`` as in :func:`constructions.pln.construct`: None chooses it, 0 gives sign steps, any
    other is kept and the weights are scaled.

    Raises:
        FunctionError: f is not defined or not Lipschitz on the cube, or that is not decided.
        ValueError: eps <= 0, d too small, an unknown convention, or more than 50,000 units.
    """
    zero = Surd(Fraction(0))
    given = None if delta is None else Surd.of(delta)
    if kind == LN:
        convention = convention or SIGMA_PLUS_DELTA
        size, step = d, convention
        LayerNorm(d, given or zero, convention)  # checks all three
    else:
        convention = convention or RMS_PLUS_DELTA
        LayerScaling(d, given or zero, convention)
        size, step = 2 * d, STEP_OF_SCALING[convention]
    found, cells = ridge_sum(f, n, eps)
    slack = eps - found.error - total_error(found.terms, cells)
    used = [(term, N) for term, N in zip(found.terms, cells, strict=True) if N]
    tolerance = short_below(slack / (8 * max(len(used), 1)))
    parts = tuple(Along(term, *_values(term, N, tolerance)) for term, N in used)
    left_out = total_error(*_without_steps(found.terms, cells))
    slack -= sum((part.rho for part in parts), Fraction(0))
    steepness = sum((2 * part.N * part.jumps for part in parts), Fraction(0))
    most = slack / steepness if steepness else None
    chosen = Fraction(1) if most is None else short_below(most / 2)
    one = Surd(Fraction(1))
    if given is None:
        given, c, scale = delta_for(size, chosen, step), Surd(chosen), one
    elif not given.q:
        c, scale = zero, one
    else:
        c, scale = smoothing(size, given, step, one), one
        if c.m != 1 or (most is not None and c.q > most):
            # a rational c: the network that is certified is then the one that is exported
            c = Surd(chosen if most is not None else short_below(c.above()))
            scale = scale_for(size, given, c.q, step)
    constant = found.start + sum((part.level for part in parts), Fraction(0))
    net = _network(n, parts, constant, (kind, d, given, convention), scale, c.q, step)
    return RidgeConstruction(net, found, parts, left_out, constant, eps, c, given, scale, step)


def _values(term: Term, N: int, tolerance: Fraction) -> tuple[tuple[Fraction, ...], Fraction]:
    return values_at_midpoints(term.profile, N, tolerance)


def _without_steps(terms: Sequence[Term], cells: Sequence[int]) -> tuple[list[Term], list[int]]:
    out = [term for term, N in zip(terms, cells, strict=True) if not N]
    return out, [0] * len(out)


def _network(
    n: int,
    parts: Sequence[Along],
    constant: Fraction,
    layer: tuple[str, int, Surd, str],
    scale: Surd,
    c: Fraction,
    step: str,
) -> ParallelNet:
    """The units of all terms, and the constant one.

    A unit of LN-d has W = s [w, -w, 0, ..., 0]/length and b = s [t, -t, 0, ..., 0], one of LS-d the
    first row alone (Lemma 1, Theorem 3), with s = ``scale``.
    """
    kind, d, delta, convention = layer
    norm: LayerNorm | LayerScaling
    norm = LayerNorm(d, delta, convention) if kind == LN else LayerScaling(d, delta, convention)
    signs = (1, -1) if kind == LN else (1,)
    out = Surd.root(Fraction(2, d) if kind == LN else Fraction(1, d))
    zero = Surd(Fraction(0))
    rest = (zero,) * (d - len(signs))
    nothing = (zero,) * n

    def unit(name: str, alpha: Fraction, w: Sequence[Fraction], t: Fraction) -> Unit:
        rows = tuple(tuple(scale * (sign * q) for q in w) for sign in signs)
        shifts = tuple(scale * (sign * t) for sign in signs)
        first = (out * alpha, *(zero for _ in signs[1:]))
        return Unit(name, (*first, *rest), (*rows, *(nothing for _ in rest)), (*shifts, *rest))

    units: list[Unit] = []
    for part in parts:
        term = part.term
        w = [Fraction(q, term.length) for q in term.direction]
        label = _label(term.direction)
        for j, (alpha, at) in enumerate(part.weights(), 1):
            units.append(
                unit(f"{label}, step {j}", alpha, w, -Fraction(term.low, term.length) - at)
            )
    t, value = constant_unit(c, step)
    units.append(unit("constant", constant / value, [Fraction(0)] * n, t))
    return ParallelNet(norm, n, tuple(units))


def constant_unit(c: Fraction, step: str) -> tuple[Fraction, Fraction]:
    """(t, value): a pre-activation at which a unit with smoothing c is rational.

    1/(1 + c) at t = 1, and 3/5 at t = 3c/4 for t/sqrt(t^2 + c^2).
    """
    if not c:
        return Fraction(1), Fraction(1)
    if step == SIGMA_PLUS_DELTA:
        return Fraction(1), 1 / (1 + c)
    return 3 * c / 4, Fraction(3, 5)


def _label(w: Direction) -> str:
    """``3 x1 - x2``."""
    text = ""
    for i, q in enumerate(w, 1):
        if q:
            size = "" if abs(q) == 1 else f"{abs(q)} "
            name = f"x{i}" if len(w) > 1 else "x"
            sign = (" - " if q < 0 else " + ") if text else ("-" if q < 0 else "")
            text += f"{sign}{size}{name}"
    return text
