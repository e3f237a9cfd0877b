"""Whole networks of Theorems 4.3-4.5 for a continuous g, and on other boxes than [0, 1]^d.

:func:`plan` chooses the smallest of what can be certified, and says its size before it is built:

* the network follows the parts of g (:mod:`constructions.layered`), as deep as they are;
* a polynomial P with |g - P| <= e (:mod:`constructions.chebyshev`, :mod:`constructions.bernstein`)
  and its network T within eps - e, in two blocks (:mod:`constructions.transformer`), so that
  |f - T| <= |f - S| + |S - T| < eps.

On [low, high]^d all of it is done in the coordinates u = (x - low)/(high - low) of the cube, which
the embedding computes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import isfinite
from typing import TYPE_CHECKING, Any

from constructions.bernstein import HOW, Near, Target, approximate, polynomial_outputs
from constructions.chebyshev import NotAnalytic, chebyshev
from constructions.functions.errors import FunctionError
from constructions.layered import Layered, layered
from constructions.sumformer import Sumformer, rewrite
from constructions.systems import NumberError
from constructions.transformer import (
    BlockNet,
    TransformerNet,
    TwoBlocks,
    compared,
    construct,
    planned,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

SHARE = Fraction(7, 8)
"""The share of eps for |f - S|, where g is no polynomial."""
MAX_DIGITS = 4_000
"""Of a numerator or denominator that is written; Python reads up to 4,300."""


@dataclass(frozen=True, repr=False)
class NearSumformer(Sumformer):
    """The Sumformer of a polynomial that is within eps of g; ``near`` says how near."""

    near: Near
    eps: Fraction

    @property
    def layer(self) -> str:
        return f"Sumformer with {self.latent} power sums, of a polynomial near f"

    @property
    def says(self) -> str:
        """The bound in one line, and where it is from."""
        g, near = self.near.target, self.near
        line = compared(near.bound, self.eps).replace("T", "S")
        how = f"degree {near.degree}, {HOW[near.method]}"
        return f"{line} on [{g.low}, {g.high}] ({how})\n{self.arithmetic}"

    @property
    def arithmetic(self) -> str:
        """What becomes of it in float64, in one line."""
        off, count = self.in_float64
        if off is None:
            return "for exact arithmetic: float64 overflows"
        points = f"the most at {count} points"
        return f"for exact arithmetic: float64 is off by {off:.1e} ({points})"

    @cached_property
    def in_float64(self) -> tuple[float | None, int]:
        """The largest |S in float64 - S| at some inputs, corners among them; None: no number.

        A measurement, not a bound.  Coefficients of a high degree are large, and cancel.
        """
        g, worst, points = self.near.target, Fraction(0), _few_points(self.n * self.d)
        for u in points:
            x = [float(g.low + (g.high - g.low) * q) for q in u]
            tokens = [x[i : i + self.d] for i in range(0, len(x), self.d)]
            system: Any = _Doubles()
            try:
                features = [self.phi(system, token) for token in tokens]
                Sigma = [sum(column) for column in zip(*features, strict=True)]
                made = self.psi(system, tokens[0], Sigma)
            except OverflowError:
                return None, len(points)
            for value, wanted in zip(made, self.near.at(u), strict=True):
                if not isfinite(value):
                    return None, len(points)
                worst = max(worst, abs(Fraction(value) - wanted))
        return float(worst), len(points)

    def to_json(self) -> dict[str, Any]:
        """The Sumformer, and what it is near to."""
        g, near = self.near.target, self.near
        return {
            **super().to_json(),
            "g": g.text,
            "symmetrised": g.symmetrised,
            "domain": f"all tokens in [{g.low}, {g.high}]^d",
            "eps": str(self.eps),
            "polynomial": {"of": near.of, "degree": near.degree, "by": HOW[near.method]},
            "error_at_most": str(near.bound),
            "of_each_output": [str(bound) for bound in near.bounds],
            "arithmetic": self.arithmetic,
        }


class _Doubles:
    """Python's floats, for a Sumformer."""

    name = "float64"

    @staticmethod
    def const(q: int | Fraction) -> float:
        return float(q)


def _few_points(size: int) -> list[tuple[Fraction, ...]]:
    """Corners, middles and the diagonal of the cube, at most 81 of the first two."""
    diagonal = [(Fraction(k, 8),) * size for k in range(9)]
    sides = (Fraction(0), Fraction(1, 2), Fraction(1))
    more = product(sides, repeat=size) if size <= 4 else product(sides[::2], repeat=size)
    return list(dict.fromkeys([*diagonal, *more]))


def sumformer(near: Near, eps: Fraction | None) -> Sumformer:
    """The Sumformer of P in the tokens x.

    Raises:
        ValueError: a coefficient has more than :data:`MAX_DIGITS` digits.
    """
    most = max((c.bit_length() for c in _parts(near)), default=0)
    if 3 * most > 10 * MAX_DIGITS:  # log10(2) > 3/10
        raise ValueError(
            f"the polynomial near g, of degree {near.degree}, has coefficients of about "
            f"{most * 3 // 10} digits, and at most {MAX_DIGITS} are written: take a "
            "larger eps, or a box with shorter numbers"
        )
    made = rewrite(near.polynomial)
    if near.method == "exact" or eps is None:
        return made
    return NearSumformer(made.n, made.d, made.degrees, made.sigma, near, eps)


def _parts(near: Near) -> Iterator[int]:
    """Numerators and denominators of the coefficients of a P that is near g."""
    for data in near.polynomial.near:
        for c in data.values():
            yield c.numerator
            yield c.denominator


def nearest(g: Target, eps: Fraction, of: Fraction | None = None, route: str = "auto") -> Near:
    """A polynomial with sup |g - P| < eps on the box: g itself, Chebyshev's, or else Bernstein's.

    ``route`` may ask for one of the last two; ``of`` is as in :func:`approximate`.

    Raises:
        ValueError: none is found; see :func:`approximate` and :func:`chebyshev`.
    """
    if route == "bernstein" or polynomial_outputs(g):
        return approximate(g, eps, of)
    try:
        return chebyshev(g, eps)
    except NotAnalytic:
        if route == "chebyshev":
            raise
        return approximate(g, eps, of)


def whole_network(
    kind: str, near: Near, eps: Fraction, *, k: int = 1, omega: Sequence[Fraction] = ()
) -> TransformerNet:
    """The network with sup ||f - T||_oo < eps on the box, f that of ``near.target``.

    Raises:
        ValueError: P is not within eps of g, or see :func:`construct`.
    """
    _within(near, eps)
    g = near.target
    options: dict[str, Any] = {"k": k, "omega": omega}
    net = construct(kind, rewrite(near.in_unit), eps - near.bound, g=g.text, **options)
    return _on_box(net, near, eps)


def _within(near: Near, eps: Fraction) -> None:
    if near.bound >= eps:
        raise ValueError(f"the polynomial is within {near.bound}, and eps = {eps}")


def _on_box(net: TransformerNet, near: Near, eps: Fraction) -> TransformerNet:
    """The network of P as one of g."""
    g = near.target
    if near.method == "exact":
        about: dict[str, Any] = {"symmetrise": "yes"} if g.symmetrised else {}
        return replace(net, low=g.low, high=g.high, about=about)
    about = {
        "polynomial": {
            "of": near.of,
            "degree": near.degree,
            "error_at_most": str(near.bound),
            "by": near.method,
        }
    } | _of_user(g)
    if near.of == "Chebyshev":
        about["route"] = "chebyshev"
    bound = replace(net.bound, polynomial=near.bounds)
    if bound.total >= eps:
        raise ArithmeticError(f"the bound {bound.total} is not below eps = {eps}")
    return replace(net, eps=eps, bound=bound, low=g.low, high=g.high, about=about)


def _of_user(g: Target) -> dict[str, str]:
    """What a file says of g beside its text."""
    found = {} if g.L is None else {"L": str(g.L)}
    return found | ({"symmetrise": "yes"} if g.symmetrised else {})


# --- the size before the network -----------------------------------------------------------------

ROUTES = ("auto", "layers", "polynomial", "chebyshev", "bernstein")
"""Of a g: its own parts; g itself, a polynomial; a polynomial near it of either kind."""
PLENTY = 2_000
"""Hidden units of the two blocks of a polynomial, beyond which its parts are looked at."""
SHARES = (SHARE, Fraction(1, 2), Fraction(1, 4))
"""Shares of eps that are tried for a Chebyshev polynomial."""


@dataclass(frozen=True)
class Plan:
    """A network of which the sizes are known, and the other routes that were looked at."""

    route: str
    target: Target
    eps: Fraction
    made: Layered | TwoBlocks
    options: Mapping[str, Any]
    kind: str
    near: Near | None = None
    others: tuple[tuple[str, str], ...] = ()  #: route -> its size, or why there is none

    def cost(self) -> dict[str, Any]:
        """The sizes: exactly those of :meth:`build` for layers, else about."""
        cost = self.made.cost()
        if isinstance(self.made, Layered):  # whose heads have three matrices so far
            each = 2 * self.options.get("k", 1) * self.target.n if self.kind == "linformer" else 0
            each += len(self.options.get("omega", ())) * cost["width"]
            cost["parameters"] += each * cost["depth"]
        return cost

    @property
    def multiplications(self) -> int:
        """About as many multiplications as a pass over n tokens takes, at most.

        Every weight once for a token, and in each block scores and means of n tokens.  What a
        machine makes of them in a second differs by powers of ten, so that no time of a pass is
        said.
        """
        n, cost = self.target.n, self.cost()
        return int(n * cost["parameters"] + 2 * n * n * cost["width"] * cost["depth"])

    @property
    def says(self) -> tuple[str, ...]:
        """The size in one line, what the network computes, and other routes."""
        cost = self.cost()
        about = "" if isinstance(self.made, Layered) else "about "
        lines = [
            f"{self.route}: {about}{cost['units']} units, {cost['depth']} blocks, width "
            f"{cost['width']}, d' = {cost['latent']}, {about}{cost['parameters']} parameters",
            f"about {self.multiplications} multiplications for {self.target.n} tokens",
        ]
        if isinstance(self.made, Layered):
            lines.append(self.made.formulas)
        elif self.near is not None and self.near.method != "exact":
            lines.append(self.near.says)
        return (*lines, *(f"{route}: {why}" for route, why in self.others))

    def compared(self) -> Plan:
        """The plan with what layers would take, where the paper's two blocks are taken."""
        if self.near is None or self.near.method != "exact" or self.others:
            return self
        try:
            other = _plan("layers", self.kind, self.target, self.eps, self.options)
        except (ValueError, NumberError) as error:
            return replace(self, others=(("layers", str(error)),))
        return replace(self, others=(other.outline,))

    @property
    def outline(self) -> tuple[str, str]:
        """(route, its size)."""
        cost = self.cost()
        about = "" if isinstance(self.made, Layered) else "about "
        return self.route, f"{about}{cost['units']} units, {cost['depth']} blocks"

    def build(self) -> BlockNet:
        """The network.

        Raises:
            ValueError: it would be too large.
        """
        if isinstance(self.made, Layered):
            net = self.made.build(self.kind, **self.options)
            return replace(net, about={"route": "layers", **_of_user(self.target)})
        if self.near is None:
            raise ValueError("two blocks are those of a polynomial")
        return _on_box(self.made.build(self.target.text), self.near, self.eps)


def plan(kind: str, g: Target, eps: Fraction, route: str = "auto", **options: Any) -> Plan:
    """The network with the fewest hidden units of those that can be had, not built yet.

    A polynomial g is taken as it is, in two blocks, as the paper does, up to :data:`PLENTY` units.
    For any other g the network follows its parts (:mod:`constructions.layered`), or a Chebyshev
    polynomial near it (:mod:`constructions.chebyshev`), or where both fail Bernstein's.  ``route``
    asks for one of :data:`ROUTES`; ``options``: k and omega.

    Raises:
        ValueError: no network with an error below eps is found; the line says why, with its size.
    """
    if route not in ROUTES:
        raise ValueError(f"the routes are {', '.join(ROUTES)}, got {route[:40]!r}")
    if eps <= 0:
        raise ValueError(f"eps must be positive, got {eps}")
    if g.L is not None:
        g.constants  # noqa: B018  (what the user says is checked)
    typed = polynomial_outputs(g)
    if route == "polynomial" and not typed:
        raise ValueError("g is no polynomial: route is auto, layers, chebyshev or bernstein")
    if route == "chebyshev" and typed:
        raise ValueError("g is a polynomial: route is auto, polynomial or layers")
    if route == "auto":
        routes = [["polynomial"], ["layers"]] if typed else [["layers", "chebyshev"], ["bernstein"]]
    else:
        routes = [["polynomial" if typed and route == "bernstein" else route]]
    failed: dict[str, str] = {}
    found: list[Plan] = []
    for group in routes:
        for name in group:
            try:
                found.append(_plan(name, kind, g, eps, options))
            except (ValueError, NumberError) as error:
                of_g = isinstance(error, FunctionError)  # where it is not defined, say
                if of_g and not found and name == routes[-1][-1]:
                    raise
                failed[name] = str(error)
        if found and not (typed and group != routes[-1] and _many(found)):
            best = min(found, key=lambda made: made.cost()["units"])
            others = [p.outline for p in found if p is not best]
            return replace(best, others=(*others, *failed.items()))
    raise ValueError("; ".join(f"{name}: {why}" for name, why in failed.items())
                     if len(failed) > 1 else next(iter(failed.values())))  # fmt: skip


def _many(found: Sequence[Plan]) -> bool:
    return all(made.cost()["units"] > PLENTY for made in found)


def _plan(route: str, kind: str, g: Target, eps: Fraction, options: Mapping[str, Any]) -> Plan:
    if route == "layers":
        made = layered(g, eps)
        made.check_size()
        return Plan(route, g, eps, made, options, kind)
    if route == "chebyshev":
        tries: list[Plan] = []
        reasons: list[ValueError] = []
        for share in SHARES:
            try:
                tries.append(_of_polynomial(route, chebyshev(g, share * eps), kind, eps, options))
            except ValueError as error:
                reasons.append(error)
        if not tries:
            raise reasons[0]
        return min(tries, key=lambda one: one.cost()["units"])
    return _of_polynomial(route, approximate(g, eps * SHARE, eps), kind, eps, options)


def _of_polynomial(
    route: str, near: Near, kind: str, eps: Fraction, options: Mapping[str, Any]
) -> Plan:
    _within(near, eps)
    made = planned(kind, rewrite(near.in_unit), eps - near.bound, **options)
    return Plan(route, near.target, eps, made, options, kind, near)


def whole(kind: str, g: Target, eps: Fraction, *, route: str = "auto", **options: Any) -> BlockNet:
    """The network of :func:`plan`.

    Raises:
        ValueError: see :func:`plan`.
    """
    return plan(kind, g, eps, route, **options).build()
