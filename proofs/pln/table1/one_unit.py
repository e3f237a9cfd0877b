"""One unit that can be nearly affine follows every L-Lipschitz f within L/4: M <= 1.

On [0, 1] the chord of f plus the middle of what is left is within L/4 of f: what is left, g, rises
with slope L - s at most and falls with slope L + s at most, s the slope of the chord, and is 0 at
both ends; so if D is its range, D <= (L + s) y and D <= (L - s) (1 - y) with y the distance of the
places of its extremes, and 2 L D <= L^2 - s^2.  The extremes are taken over the multiples of 1/K.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from textwrap import indent
from typing import Any

from constructions.pln import shifted_norm_unit_on_line, shifted_unit_on_line
from constructions.terms import Json, Term, conj, every, exists, implies, plain_json, total, var
from proofs.claims import Attempt, Control, Obligation, Witness
from proofs.language.elaboration import Written, written
from proofs.pln.definition3 import DROPPED, by_scale, put
from proofs.pln.symbols import ONE, ZERO, L, N, S, d, delta, eps, f, layer_norm_unit, x
from proofs.pln.thm1 import printed
from proofs.pln.thm1 import statement as with_norm
from proofs.pln.thm3 import statement as with_scaling
from proofs.pln.units import ROOT, SCALING_ROOT, layer_scaling_unit
from proofs.trees.script import statement

M = var("M")
LIPSCHITZ: Json = ["lipschitz", "f", L.json, "0", "1"]
QUARTER = L / 4
HALFWAY = (QUARTER + eps) / 2  #: strictly below eps, and the same for every f
MARGIN = eps - QUARTER
SLOPE = f(ONE) - f(ZERO)
GIVEN = [eps > 0, M.equals(S.floor(L / (2 * eps))), M <= 1, N.equals(1), LIPSCHITZ]
SORTS = {"N": "int", "M": "int", "L": "real", "eps": "real"}


def on_domain(conclusion: Json) -> Json:
    return every("x", "real", implies(x >= 0, x <= 1, conclusion))


def rest(at: Term) -> Term:
    """g: f less its chord."""
    return f(at) - f(ZERO) - SLOPE * at


# --- a line that is near f -----------------------------------------------------------------------

START = """
let s = f(1) - f(0)
have lip: 0 <= L by f(0, 1)
have small: L < 4*eps:
  have L/(2*eps) < 2
let margin = eps - L/4
have margin: 0 < margin by small
"""


def _extreme(name: str, relation: str) -> str:
    """A text: some r <= m has the largest (smallest) of all g(i/K), i <= m; by induction."""
    return f"""\
have {name}: for all m: int, 0 <= m => exists r: int, 0 <= r and r <= m and
    (for all i: int, 0 <= i => i <= m => g(i/K) {relation} g(r/K)) by induction on m:
  base:
    take 0
    have only: for all i: int, 0 <= i => i <= 0 => g(i/K) {relation} g(0/K):
      have i = 0
    show by only
  step:
    obtain r from ih
    have before: for all i: int, 0 <= i => i <= m => g(i/K) {relation} g(r/K)
    cases better: g(r/K) {relation} g((m + 1)/K):
      take m + 1
      have each: for all i: int, 0 <= i => i <= m + 1 => g(i/K) {relation} g((m + 1)/K):
        cases i <= m:
          show by before(i), better
        have same: g(i/K) = g((m + 1)/K) by i = m + 1
        show by same
      show by each
    have worse: g((m + 1)/K) {relation} g(r/K)
    take r
    have each: for all i: int, 0 <= i => i <= m + 1 => g(i/K) {relation} g(r/K):
      cases i <= m:
        show by before(i)
      have same: g(i/K) = g((m + 1)/K) by i = m + 1
      show by same, worse
    show by each
"""


_CHORD = f"""
have many: exists K: int, 1 <= K and 8*L <= K*margin:
  have top: 0 <= 8*L/margin by lip, margin
  take floor(8*L/margin) + 1
  have over: 8*L/margin <= floor(8*L/margin) + 1
  show by over, top, margin
obtain K from many
have fine: 0 < 1/K and L*(1/K) <= margin/8
have moved: for all u, v: real, 0 <= u => u <= v => v <= 1 => |f(v) - f(u)| <= L*(v - u):
  use f(v, u)
have slope: -L <= s and s <= L by moved(0, 1)
have up: for all u, v: real, 0 <= u => u <= v => v <= 1 =>
    g(v) - g(u) <= (L - s)*(v - u) and g(u) - g(v) <= (L + s)*(v - u):
  show by moved(u, v)
{_extreme("largest", "<=")}{_extreme("smallest", ">=")}\
obtain p from largest(K)
have highest: for all i: int, 0 <= i => i <= K => g(i/K) <= g(p/K)
obtain q from smallest(K)
have lowest: for all i: int, 0 <= i => i <= K => g(i/K) >= g(q/K)
have half: for all D, y: real, D <= (L - s)*y => D <= (L + s)*(1 - y) => D <= L/2:
  have one: (L + s)*D <= (L + s)*((L - s)*y) by slope, D <= (L - s)*y
  have two: (L - s)*D <= (L - s)*((L + s)*(1 - y)) by slope, D <= (L + s)*(1 - y)
  have both: 2*L*D <= L^2 - s^2 by one, two
  cases flat: L <= 0:
    have s = 0 by slope, flat, lip
    show by D <= (L - s)*y, flat, lip, s = 0
  have 2*L*D <= L^2 by both
  show by flat, 2*L*D <= L^2
have ends: g(0) = 0 and g(1) = 0
have inside: for all i: int, 0 <= i => i <= K => 0 <= i/K and i/K <= 1
use inside(p), inside(q)
have range: g(p/K) - g(q/K) <= L/2:
  cases order: q <= p:
    have q/K <= p/K by fine, order
    use up(0, q/K), up(q/K, p/K), up(p/K, 1)
    use half(g(p/K) - g(q/K), p/K - q/K)
  have p/K <= q/K by fine, order
  use up(0, p/K), up(p/K, q/K), up(q/K, 1)
  use half(g(p/K) - g(q/K), 1 - (q/K - p/K))
take f(0) + (g(p/K) + g(q/K))/2
have line: for all x: real, 0 <= x => x <= 1 =>
    |s*x + (f(0) + (g(p/K) + g(q/K))/2) - f(x)| <= L/4 + margin/4:
  let j = floor(K*x)
  have 0 <= j and j <= K
  use highest(j), lowest(j), inside(j)
  have left: j/K <= x
  have near: x - j/K <= 1/K
  use step: up(j/K, x)
  have one: (L - s)*(x - j/K) <= 2*L*(1/K)
    by product_mono(L - s, 2*L, x - j/K, 1/K), slope, near, left, lip
  have two: (L + s)*(x - j/K) <= 2*L*(1/K)
    by product_mono(L + s, 2*L, x - j/K, 1/K), slope, near, left, lip
  have |g(x) - g(j/K)| <= margin/4 by step, one, two, fine
  have value: s*x + (f(0) + (g(p/K) + g(q/K))/2) - f(x) = (g(p/K) + g(q/K))/2 - g(x)
  show by value, |g(x) - g(j/K)| <= margin/4, g(j/K) <= g(p/K), g(q/K) <= g(j/K), range
show by line
"""
#: the chord of f, moved to the middle
LINE = f"""
have chord: exists b: real, for all x: real,
    0 <= x => x <= 1 => |s*x + b - f(x)| <= L/4 + margin/4:
{indent(_CHORD, "  ")}
"""


def on_width(old: Obligation) -> Obligation:
    """The bound on N(phi), with data: all f are x, and G(g, m, .) follows the line x + g.

    For L = eps = 1, so M = 0, and for the least d.
    """
    says = "$L = epsilon = 1$, where all $f$ are $x$, and the networks follow the lines $x + g$"
    return by_scale(Attempt("", says, old.statement, _at(old, 1, 0)), old)


def larger(old: Obligation) -> Control:
    """Without M <= 1 the bound is not below eps: for L = 4 and eps = 1."""
    given = [g for g in old.statement["given"] if g != plain_json(M <= 1)]
    says = (
        "without $M <= 1$: for $L = 4$, $epsilon = 1$ the bound $(L \\/ 4 + epsilon) \\/ 2$ is $1$"
    )
    altered = {**old.statement, "given": given}
    return Control(Attempt(f"{old.id}.control.M", says, altered, _at(old, 4, 2)), DROPPED)


def _at(old: Obligation, L_: int, M_: int) -> Witness:
    """f(x) = x, for eps = 1 and the least d."""
    numbers = {"N": 1, "M": M_, "L": L_, "eps": 1, "delta": 1}
    values = {name: numbers[name] for name in old.statement["vars"] if name in numbers}
    for least in (1, 2, 3):
        if plain_json(d >= least) in old.statement["given"]:
            values["d"] = least
    return Witness(values, {"f": (("x",), "x")})


# --- from the line to one unit -------------------------------------------------------------------

_slope, _shift = var("slope"), var("shift")
SIZE = S.abs(_slope) + S.abs(_shift) + 1  #: above the line on [0, 1]
R = 4 * SIZE * SIZE / MARGIN + 2 * SIZE  #: the scale: the line is R times a unit at 1/R of it


@dataclass(frozen=True)
class Almost:
    """A unit that is nearly its argument near 0: |unit(c u) - u| <= u^2 for |u| <= 1/2.

    That is what ``text`` shows as ``follows``, with ``factor`` for c > 0 and ``phi`` for the unit,
    and ``bottom``, if it is there, that all units are defined.
    """

    unit: Callable[[Term], Term]
    factor: Term
    text: str
    names: dict[str, Any] = field(default_factory=dict)
    given: tuple[Json, ...] = ()
    sorts: tuple[tuple[str, str], ...] = ()

    def statement(self) -> Json:
        """For M <= 1 one unit is enough."""
        return statement(
            {**SORTS, **dict(self.sorts)}, [*self.given, *GIVEN], self.show(), {"f": 1}
        )

    def inside(self, slope: Term, shift: Term, at: Term = x) -> Term:
        """c y/R with y = slope x + shift."""
        w, b = self.factor * _slope / R, self.factor * _shift / R
        return _put(w * x + b, slope, shift, at)

    def network(self, slope: Term, shift: Term, at: Term = x) -> Term:
        """R unit(c y/R) with y = slope x + shift: the unit that follows this line."""
        one = R * self.unit(self.inside(_slope, _shift))
        return _put(total("i", 1, N, one), slope, shift, at)

    def show(self) -> Json:
        """The unit that follows some line with the slope of the chord is near f."""
        near = on_domain(S.abs(self.network(SLOPE, _shift) - f(x)) <= HALFWAY)
        return conj(HALFWAY < eps, exists("shift", "real", near))


def _put(term: Term, slope: Term, shift: Term, at: Term) -> Term:
    made = Term(put(term.json, {"slope": slope.json, "shift": shift.json}))
    return Term(put(made.json, {"x": at.json}))


#: R unit(c y/R) is within y^2/R <= margin/4 of the line y
_SCALE = """
have sized: for all y, w, e, r: real, 1 <= w => |y| <= w => 0 < e => r = 4*w^2/e + 2*w =>
    0 < r and |y/r| <= 1/2 and r*(y/r)^2 <= e/4:
  have large: 0 < 4*w^2/e by 1 <= w, 0 < e
  have pos: 0 < r and 2*w <= r by r = 4*w^2/e + 2*w, large, 1 <= w
  have room: 4*w^2 <= r*e by r = 4*w^2/e + 2*w, 1 <= w, 0 < e
  have quarter: |y/r| <= 1/2 by pos, |y| <= w
  have square: y^2 <= w^2 by |y| <= w
  have error: r*(y/r)^2 <= e/4 by pos, room, square
  show by pos, quarter, error
have unscaled: for all y, v, r: real, 0 < r => |v - y/r| <= (y/r)^2 => |r*v - y| <= r*(y/r)^2:
  have r*(y/r) = y by 0 < r
  have |r*(v - y/r)| = r*|v - y/r| by abs_product(r, v - y/r), 0 < r
  have r*|v - y/r| <= r*(y/r)^2 by 0 < r, |v - y/r| <= (y/r)^2
"""


def _network(defined: bool) -> str:
    """A text: the unit that follows a line near f is near f."""
    known = "  use bottom(inside(a, b, x))\n" if defined else ""
    return f"""
have network: for all a, b: real,
    (for all x: real, 0 <= x => x <= 1 => |a*x + b - f(x)| <= L/4 + margin/4) =>
    for all x: real, 0 <= x => x <= 1 => |G(a, b, x) - f(x)| <= (L/4 + eps)/2:
  have line: for all x: real, 0 <= x => x <= 1 => |a*x + b - f(x)| <= L/4 + margin/4
  let y = a*x + b
  let r = scale(a, b)
  have short: |a*x| <= |a| by abs_product(a, x), 0 <= x, x <= 1
  have y: |y| <= |a| + |b| + 1 by short
  use scaled: sized(y, |a| + |b| + 1, margin, r)
  have argument: inside(a, b, x) = factor*(y/r) by scaled
{known}\
  have sum: G(a, b, x) = value(a, b, x) by
    sum_last(i -> value(a, b, x), 1, N), sum_empty(i -> value(a, b, x), 1, N - 1), N = 1
  let v = phi(inside(a, b, x))
  have near: |v - y/r| <= (y/r)^2 by follows(y/r, inside(a, b, x)), argument, scaled
  have close: |r*v - y| <= r*(y/r)^2 by unscaled(y, v, r), near, scaled
  show by line(x), sum, close, scaled
"""


_END = """
obtain b from chord
have chosen: for all x: real, 0 <= x => x <= 1 => |s*x + b - f(x)| <= L/4 + margin/4
have within: (L/4 + eps)/2 < eps by margin
have works: exists shift: real, for all x: real,
    0 <= x => x <= 1 => |G(s, shift, x) - f(x)| <= (L/4 + eps)/2:
  take b
  show by network(s, b), chosen
show by within, works
"""


def one_unit_script(almost: Almost) -> Written:
    """The line is the chord of f, moved to the middle."""
    network = _network("have bottom" in almost.text)
    return written(
        almost.statement(),
        f"{START}{LINE}{almost.text}{_SCALE}{network}{_END}",
        **almost.names
        | {
            "g": rest,
            "phi": lambda t: almost.unit(t),
            "factor": almost.factor,
            "scale": lambda a, b: _put(R, a, b, x),
            "inside": lambda a, b, x: almost.inside(a, b, x),
            "value": lambda a, b, x: Term(almost.network(a, b, x).json[4]),
            "G": lambda a, b, x: almost.network(a, b, x),
        },
    )


#: e^t >= 1 + t, so (1 - tanh t) (1 + (1 + t)^2) <= 2; and the same for -t
_TANH = """
have below: for all u: real, |u| <= 1/2 => u - phi(u) <= u^2:
  have line: 1 + u <= exp(u) by exp_line(u)
  have square: exp(2*u) = exp(u)^2 by exp_sum(u, u)
  have large: (1 + u)^2 <= exp(2*u) by line, square, |u| <= 1/2
  have low: 0 < 1 - u + u^2
  have share: (1 - u + u^2)*(1 + (1 + u)^2) - 2 = (u*(1 + u/2))^2 + 3/4*(u^2)^2
  have product: 2 <= (1 - u + u^2)*(1 + exp(2*u)) by large, low, share
  have far: 1 - phi(u) = 2/(exp(2*u) + 1) by tanh_far(u)
  have most: 1 - phi(u) <= 1 - u + u^2 by far, product, large
have factor: 1 > 0
have follows: for all u, t: real, |u| <= 1/2 => t = factor*u => |phi(t) - u| <= u^2:
  have |phi(u) - u| <= u^2 by below(u), below(-u), tanh_odd(u)
  show by |phi(u) - u| <= u^2, t = factor*u
"""
TANH = Almost(S.tanh, ONE, _TANH)


# --- groups of LN-d and LS-d ---------------------------------------------------------------------

#: units t/(|t| + c): with t = c u, v (|u| + 1) = u, and u - v = v |u|
_SMOOTH = """
have factor: 0 < factor
have follows: for all u, t: real, |u| <= 1/2 => t = factor*u => |phi(t) - u| <= u^2:
  have value: phi(t) = t/(|t| + factor) by unit(t, delta)
  have size: |t| = factor*|u| by abs_product(factor, u), factor, t = factor*u
  have ratio: phi(t) = u/(|u| + 1) by value, size, factor, t = factor*u
  let v = u/(|u| + 1)
  have gap: u - v = v*|u|
  have whole: v*(|u| + 1) = u
  have size: |v|*(|u| + 1) = |u| by whole, abs_product(v, |u| + 1)
  have short: |v| <= |u| by size, 0 <= |v|*|u|
  have product: |v*|u|| = |v|*|u| by abs_product(v, |u|)
  have |v|*|u| <= |u|*|u| by short
  show by ratio, gap, product, |v|*|u| <= |u|*|u|
"""
_NORM = f"""{with_norm.LN}
have bottom: for all u: real, 0 < sqrt(variance(u)) + delta:
  have mean: mean(u) = 0 by sum_zero(i -> 0, 1, d - 2), d >= 2
  have others: sum(i = 1..d - 2, (0 - mean(u))*(0 - mean(u))) = 0
    by sum_zero(i -> (0 - mean(u))*(0 - mean(u)), 1, d - 2), mean
  have variance: variance(u) = 2*u^2/d by mean, others, d >= 2
  have 0 <= variance(u) by variance, d >= 2
{_SMOOTH}"""
_SCALING = f"""{with_scaling.LS}
have bottom: for all u: real, 0 < sqrt(mean(u)) + delta:
  have mean: mean(u) = u^2/d by sum_zero(i -> 0*0, 1, d - 1), d >= 1
  have 0 <= mean(u) by mean, d >= 1
{_SMOOTH}"""
_DIMENSION = (("d", "int"), ("delta", "real"))
LN = Almost(layer_norm_unit, delta * ROOT, _NORM, with_norm.NAMES, (d >= 2, delta > 0), _DIMENSION)
LS = Almost(
    layer_scaling_unit,
    delta * SCALING_ROOT,
    _SCALING,
    with_scaling.NAMES,
    (d >= 1, delta > 0),
    _DIMENSION,
)


# --- without delta: units t/sqrt(t^2 + c^2) ------------------------------------------------------

#: with t = c u, v sqrt(u^2 + 1) = u, and |u - v| = |v| (sqrt(u^2 + 1) - 1) <= |v| |u|
_ROOT = """
have flat: for all v, t: real, v*sqrt(t^2 + 1) = t => |v - t| <= t^2:
  let z = sqrt(t^2 + 1)
  have z: 1 <= z and z <= 1 + |t|
  have short: |v| <= |t| by z, v*z = t
  have gap: t - v = v*(z - 1) by v*z = t
  have |t - v| = |v|*(z - 1) by gap, z, abs_product(v, z - 1)
  have |v|*(z - 1) <= |t|*|t| by short, z
have follows: for all u, t: real, |u| <= 1/2 => t = factor*u => |phi(t) - u| <= u^2:
  have value: phi(t)*sqrt(t^2 + (1*factor)^2) = t by unit(t, 1)
  have same: t^2 + (1*factor)^2 = factor^2*(u^2 + 1) by t = factor*u
  have root: sqrt(t^2 + (1*factor)^2) = factor*sqrt(u^2 + 1)
    by root_scale(factor, u^2 + 1, t^2 + (1*factor)^2), factor, same
  have phi(t)*sqrt(u^2 + 1) = u by value, root, factor, t = factor*u
  show by flat(phi(t), u), phi(t)*sqrt(u^2 + 1) = u
"""
_NORM_PRINTED = f"""{printed.LN_SHIFTED}
have factor: 0 < factor by part
have bottom: for all u: real, 0 < sqrt(variance(u, 1)) + 0:
  have mean: mean(u, 1) = 1/d by sum_zero(i -> 0, 1, d - 3), d >= 3
  have others: sum(i = 1..d - 3, (0 - mean(u, 1))*(0 - mean(u, 1))) = (d - 3)*(1/d)^2
    by sum_same(i -> (0 - mean(u, 1))*(0 - mean(u, 1)), 1, d - 3, (1/d)^2), mean, d >= 3
  have variance: variance(u, 1) = 2*(u^2 + off)/d by mean, others, d >= 3
  have 0 < variance(u, 1) by variance, off, d >= 3
{_ROOT}"""
_SCALING_PRINTED = f"""{with_scaling.LS_SHIFTED}
have factor: 0 < factor
have bottom: for all u: real, 0 < sqrt(mean2(u, 1)) + 0:
  have mean: mean2(u, 1) = (u^2 + 1)/d by sum_zero(i -> 0*0, 1, d - 2), d >= 2
  have 0 < mean2(u, 1) by mean, d >= 2
{_ROOT}"""


def shifted_norm_unit(at: Term) -> Term:
    """alpha^T LN-d([t, -t, 1, 0, ..., 0]), Eq. 1 as it is printed, d >= 3."""
    return shifted_norm_unit_on_line(S, at, ONE, d)


def shifted_scaling_unit(at: Term) -> Term:
    """alpha^T LS-d([t, 1, 0, ..., 0]), Eq. 4 as it is printed, d >= 2."""
    return shifted_unit_on_line(S, at, ONE, d)


LN_PRINTED = Almost(
    shifted_norm_unit,
    S.sqrt(printed.OFF),
    _NORM_PRINTED,
    printed.NAMES,
    (d >= 3,),
    (("d", "int"),),
)
LS_PRINTED = Almost(
    shifted_scaling_unit,
    ONE,
    _SCALING_PRINTED,
    with_scaling.NAMES,
    (d >= 2,),
    (("d", "int"),),
)
