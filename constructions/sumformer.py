"""Sumformers that compute a given equivariant polynomial exactly.

Sumformer, Definition 3.1: with ``Sigma = sum_k phi(x_k)``, token i of the output is
``psi(x_i, Sigma)``.  An equivariant f is given by a semi-invariant g (Lemma 2.9):
``f(X)_i = g(x_i, {x_j : j != i})``.  For polynomial g the power sums ``p_a = sum_j x_j^a`` of the
other tokens generate all there is (Theorem 2.12), so that (Eq. 17, 36-38)

    phi(x) = (x^a)_a,     psi(x, Sigma) = sum_b x^b sigma_b(Sigma - phi(x)),

with polynomials sigma_b over Q, which :func:`rewrite` computes.  As n - 1 tokens are left when
x_i is taken out, multidegrees ``|a| <= n - 1`` are enough where the paper takes ``|a| <= n``: the
latent dimension is at most C(n - 1 + d, d) - 1, and only the power sums that occur are kept.
Where fewer power sums of higher degrees do, these are taken, unless the bound is asked for.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise, product
from math import comb, factorial, prod
from typing import TYPE_CHECKING, Any

from constructions.displayed import Displayed
from constructions.functions.errors import ParseError, quote
from constructions.functions.expression import Expression, Variable, substitute, variables
from constructions.systems import NumberError, System

if TYPE_CHECKING:
    from constructions.interop.polynomials import Ring, Sparse

Degree = tuple[int, ...]  # a multidegree: one exponent for each coordinate of a token
Key = tuple[Degree, ...]  # a multiset of multidegrees != 0, sorted


class NotSemiInvariant(ValueError):
    """Swapping two of the tokens x_2, ..., x_n changes g; the message has the point."""


@dataclass(frozen=True, repr=False)
class Sumformer(Displayed):
    """A Sumformer with phi a list of monomials and psi a list of polynomials.

    ``degrees``: the multidegrees a of ``phi(x) = (x^a)_a``.  ``sigma``: for each coordinate of
    the output the polynomials sigma_b, b a multidegree, each as exponents of the power sums of
    the other tokens (in the order of ``degrees``) -> coefficient.

    Source: Sumformer, Definition 3.1, Eq. 36-38.
    """

    n: int
    d: int
    degrees: tuple[Degree, ...]
    sigma: tuple[dict[Degree, Sparse], ...]

    def __post_init__(self) -> None:
        if self.n < 1 or self.d < 1 or not self.sigma:
            raise ValueError("a Sumformer needs n >= 1 tokens, d >= 1 and an output")
        for a in (*self.degrees, *(b for output in self.sigma for b in output)):
            if len(a) != self.d or min(a) < 0:
                raise ValueError(f"{a} is no multidegree in {self.d} coordinates")
        if len(set(self.degrees)) != len(self.degrees) or any(not any(a) for a in self.degrees):
            raise ValueError("the multidegrees of phi are different, and not 0")
        for output in self.sigma:
            for part in output.values():
                if any(len(e) != len(self.degrees) for e in part):
                    raise ValueError("sigma has one exponent for each power sum")

    @property
    def latent(self) -> int:
        """d', the number of coordinates of phi."""
        return len(self.degrees)

    def phi(self, system: System, x: Sequence[Any]) -> list[Any]:
        """phi(x) = (x^a)_a, d' values."""
        return [_monomial(system, x, a) for a in self.degrees]

    def psi(self, system: System, x: Sequence[Any], Sigma: Sequence[Any]) -> list[Any]:
        """psi(x, Sigma): the output token, from one token and the sum over all of them."""
        others = [total - own for total, own in zip(Sigma, self.phi(system, x), strict=True)]
        outputs = []
        for output in self.sigma:
            value = system.const(0)
            for b, part in output.items():
                inner = system.const(0)
                for exponents, c in part.items():
                    inner = inner + system.const(c) * _monomial(system, others, exponents)
                value = value + _monomial(system, x, b) * inner
            outputs.append(value)
        return outputs

    def __call__(self, system: System, X: Sequence[Sequence[Any]]) -> list[list[Any]]:
        """S(X) for n tokens of d values (Eq. 14, 15)."""
        if len(X) != self.n or any(len(x) != self.d for x in X):
            raise ValueError(f"X has {self.n} tokens of {self.d} values")
        features = [self.phi(system, x) for x in X]
        Sigma = features[0] if features else []
        for more in features[1:]:
            Sigma = [s + value for s, value in zip(Sigma, more, strict=True)]
        return [self.psi(system, x, Sigma) for x in X]

    @property
    def layer(self) -> str:
        return f"Sumformer with {self.latent} power sums (exact)"

    def cost(self) -> dict[str, Any]:
        """Sizes: d' power sums, and the coefficients of the sigma_b."""
        values = [c for output in self.sigma for part in output.values() for c in part.values()]
        return {
            "units": self.latent,
            "width": self.latent,
            "depth": 1,
            "parameters": len(values),
            "nonzero": len(values),
            "largest_weight": str(max(map(abs, values), default=Fraction(0))),
        }

    def to_json(self) -> dict[str, Any]:
        """The multidegrees of phi and the polynomials sigma_b of psi, exactly."""
        sigma = [
            [
                {
                    "b": list(b),
                    "terms": [
                        {"power sums": list(e), "coefficient": str(c)} for e, c in part.items()
                    ],
                }
                for b, part in output.items()
            ]
            for output in self.sigma
        ]
        degrees = [list(a) for a in self.degrees]
        return {
            "format": "netproof sumformer",
            "n": self.n,
            "d": self.d,
            "latent": self.latent,
            "phi": degrees,
            "sigma": sigma,
        }

    def dumps(self) -> str:
        """:meth:`to_json` as text."""
        return json.dumps(self.to_json(), indent=1) + "\n"


def _monomial(system: System, x: Sequence[Any], exponents: Degree) -> Any:
    factors = [value**k for value, k in zip(x, exponents, strict=True) if k]
    return prod(factors[1:], start=factors[0]) if factors else system.const(1)


# --- the semi-invariant function -----------------------------------------------------------------


def coordinate(token: int, k: int, d: int) -> str:
    """The variable of coordinate k of a token, both from 1: x2 for d = 1, x2c1 otherwise."""
    return f"x{token}" if d == 1 else f"x{token}c{k}"


@dataclass(frozen=True)
class SemiInvariant:
    """g(x_1; {x_2, ..., x_n}) in Q[coordinates]^m, checked to be semi-invariant (Definition 2.8).

    ``near``: polynomials in place of the outputs, which they are near
    (:mod:`constructions.bernstein`); none if the outputs are polynomials.

    Raises:
        NotSemiInvariant: with a transposition and an exact point that show it.
        NumberError: an expression is no polynomial.
    """

    n: int
    d: int
    outputs: tuple[Expression, ...]
    near: tuple[Sparse, ...] = ()

    def __post_init__(self) -> None:
        for polynomial in self.polynomials:
            for j in range(2, self.n):
                _check_swap(self, polynomial, j)

    @cached_property
    def ring(self) -> Ring:
        from constructions.interop.polynomials import Ring

        return Ring(
            [coordinate(i, k, self.d) for i in range(1, self.n + 1) for k in range(1, self.d + 1)]
        )

    @cached_property
    def polynomials(self) -> tuple[Any, ...]:
        if self.near:
            return tuple(self.ring.from_sparse(data) for data in self.near)
        return tuple(self.ring.expand(output) for output in self.outputs)


def _check_swap(g: SemiInvariant, polynomial: Any, j: int) -> None:
    """Adjacent transpositions generate all permutations of 2, ..., n."""
    d = g.d
    gens = [g.ring.generators[name] for name in g.ring.names]
    first, second = slice((j - 1) * d, j * d), slice(j * d, (j + 1) * d)
    swapped = list(gens)
    swapped[first], swapped[second] = gens[second], gens[first]
    difference = polynomial.compose(*swapped, ctx=g.ring.context) - polynomial
    if difference.is_zero():
        return
    point = _nonzero_point(difference, len(gens))
    at = ", ".join(f"{name} = {value}" for name, value in zip(g.ring.names, point, strict=True))
    before = polynomial(*point)
    after = before + difference(*point)
    raise NotSemiInvariant(
        f"g is not semi-invariant: at {at} it is {before}, and {after} with tokens {j} and "
        f"{j + 1} exchanged"
    )


def _nonzero_point(polynomial: Any, count: int) -> list[int]:
    """A small integer point where a polynomial != 0 does not vanish: one variable at a time."""
    names, degrees, point = polynomial.context().names(), polynomial.degrees(), []
    for name, degree in zip(names[:count], degrees, strict=False):
        for value in range(degree + 1):  # of degree + 1 values one is no zero
            fixed = polynomial.subs({name: value})
            if not fixed.is_zero():
                polynomial = fixed
                point.append(value)
                break
    return point


def componentwise(expression: Expression, d: int) -> tuple[Expression, ...]:
    """g in x1, ..., xn applied to each coordinate: products of tokens are understood so."""
    outputs = []
    for k in range(1, d + 1):
        output = expression
        for name in variables(expression):
            output = substitute(output, name, Variable(coordinate(int(name[1:]), k, d)))
        outputs.append(output)
    return tuple(outputs)


def read_outputs(text: str, n: int, d: int) -> tuple[Expression, ...]:
    """The expressions of g, separated by ``;``, one for each coordinate of the output.

    Variables are ``x1, ..., xn`` for d = 1, and ``x1c1, ..., xncd`` otherwise; for d > 1 a single
    expression in ``x1, ..., xn`` is applied to each coordinate.  ``sum(x)`` is over
    ``x1, ..., xn``.

    Raises:
        ParseError: the text, a variable, or n and d cannot be used.
    """
    from constructions.functions.parse import parse_expression

    if n < 1 or d < 1 or n * d > MAX_COORDINATES:
        raise ParseError(f"n >= 1 tokens of d >= 1 values, and n d <= {MAX_COORDINATES}")
    tokens = [f"x{i}" for i in range(1, n + 1)]
    outputs = tuple(parse_expression(part, tokens) for part in text.split(";"))
    names = {name for output in outputs for name in variables(output)}
    bare = set(tokens)
    full = {coordinate(i, k, d) for i in range(1, n + 1) for k in range(1, d + 1)}
    if d > 1 and len(outputs) == 1 and names <= bare:
        return componentwise(outputs[0], d)
    if unknown := sorted(names - full):
        example = coordinate(n, d, d)
        raise ParseError(
            f"'{quote(unknown[0])}' is no variable for n = {n}, d = {d}: they end with {example}"
        )
    return outputs


def parse_semi_invariant(text: str, n: int, d: int) -> SemiInvariant:
    """Read a polynomial g; :func:`read_outputs` has the language.

    Raises:
        ParseError: the text, a variable, or n and d cannot be used.
        NotSemiInvariant, NumberError: see :class:`SemiInvariant`.
    """
    outputs = read_outputs(text, n, d)
    try:
        return SemiInvariant(n, d, outputs)
    except NumberError as error:
        raise NumberError(f"g = {quote(text)}: {error}") from None


# --- the rewriting -------------------------------------------------------------------------------

MAX_COORDINATES = 40


def rewrite(g: SemiInvariant, bounded: bool = False) -> Sumformer:
    """The Sumformer with S = f exactly, f the equivariant function of g; re-expanded to be sure.

    Of two ways, with power sums of all degrees or of degrees ``|a| <= n - 1`` only, it takes the
    one with the smaller latent dimension, and the second one if ``bounded``.  Either way there
    are at most C(n - 1 + d, d) - 1 power sums; in the first their degrees may be above n - 1.
    """
    single = {a for polynomial in g.polynomials for a in _token_degrees(g, polynomial)}
    reduced = comb(g.n - 1 + g.d, g.d) - 1
    ways = [g.n - 1] if bounded or len(single) > reduced else [None, g.n - 1]
    tries = [_rewrite(g, way) for way in ways]
    best = min(tries, key=lambda made: made.latent)
    if not is_exact(best, g):
        raise ArithmeticError("the rewriting in power sums does not give g back")
    return best


def _token_degrees(g: SemiInvariant, polynomial: Any) -> set[Degree]:
    """The multidegrees with which the last token occurs: each is a power sum of its own."""
    from constructions.interop.polynomials import terms

    last = (e[-g.d :] for e, _ in terms(polynomial)) if g.n > 1 else ()
    return {a for a in last if any(a)}


def _rewrite(g: SemiInvariant, most: int | None) -> Sumformer:
    from constructions.interop.polynomials import sparse, terms

    parts = [_by_first(g, polynomial, terms) for polynomial in g.polynomials]
    basis = _PowerSums(
        g.n - 1, g.d, most, {key for part in parts for h in part.values() for key in h}
    )
    ring = basis.ring
    zero = ring.const(0)
    found: list[dict[Degree, Any]] = []
    for part in parts:
        found.append({})
        for b, h in part.items():
            total = zero
            for key, c in h.items():
                # a sum over distinct terms; augmented(key) counts each once for every order
                total += basis.augmented(key) * (c / prod(map(factorial, Counter(key).values())))
            found[-1][b] = total
    used = [any(s.degrees()[k] for o in found for s in o.values()) for k in range(len(basis.names))]
    degrees = tuple(a for a, is_used in zip(basis.degrees, used, strict=True) if is_used)

    def kept(exponents: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(e for e, is_used in zip(exponents, used, strict=False) if is_used)

    sigma = tuple(
        {
            b: {kept(e): c for e, c in sparse(total).items()}
            for b, total in sorted(output.items())
            if not total.is_zero()
        }
        for output in found
    )
    return Sumformer(g.n, g.d, degrees, sigma)


def _by_first(g: SemiInvariant, polynomial: Any, terms: Any) -> dict[Degree, dict[Key, Any]]:
    """g = sum_b x_1^b h_b(x_2, ..., x_n): for each b the coefficients of h_b on monomial symmetric
    functions, each named by its sorted exponents (without those that are 0)."""
    d = g.d
    out: dict[Degree, dict[Key, Any]] = {}
    for exponents, c in terms(polynomial):
        tokens = [exponents[i : i + d] for i in range(0, g.n * d, d)]
        rest = tokens[1:]
        if any(a > b for a, b in pairwise(rest)):
            continue  # another order of the same
        key = tuple(a for a in rest if any(a))
        out.setdefault(tokens[0], {})[key] = c
    return out


class _PowerSums:
    """Symmetric functions of m tokens as polynomials in power sums of degree at most ``most``."""

    def __init__(self, m: int, d: int, most: int | None, keys: set[Key]) -> None:
        from constructions.interop.polynomials import Ring

        self.m, self.most = m, most
        sums = {a for key in keys for a in _partial_sums(key)}
        if most is not None:
            top = [max((a[k] for a in sums), default=0) for k in range(d)]
            sums = {
                a for a in _degrees(d, most) if all(x <= y for x, y in zip(a, top, strict=True))
            }
        self.degrees = sorted(sums, key=lambda a: (sum(a), a))
        self.names = [f"p{i}" for i in range(len(self.degrees))]
        self.ring = Ring(self.names)
        self._known = {
            a: self.ring.generators[name] for a, name in zip(self.degrees, self.names, strict=True)
        }
        self._augmented: dict[Key, Any] = {(): self.ring.const(1)}

    def power_sum(self, a: Degree) -> Any:
        """p_a; of a degree > m by the relation that m + 1 distinct tokens are not to be had.

        With a = a_1 + ... + a_(m+1), all a_i != 0, the sum over distinct tokens of
        x_i1^a_1 ... is 0, and it is (-1)^m m! p_a plus products of power sums of lower degree.
        """
        if a not in self._known:
            pieces = _units(a, self.m)
            others = self.ring.const(0)
            for blocks in _partitions(len(pieces)):
                if len(blocks) == 1:
                    continue
                sign = (-1) ** (len(pieces) - len(blocks))
                term = self.ring.const(sign * prod(factorial(len(b) - 1) for b in blocks))
                for block in blocks:
                    term *= self.power_sum(_add(pieces[i] for i in block))
                others += term
            self._known[a] = others * self.ring.const(
                Fraction((-1) ** (self.m + 1), factorial(self.m))
            )
        return self._known[a]

    def augmented(self, key: Key) -> Any:
        """sum over distinct tokens i_1, ..., i_r of x_(i_1)^(a_1) ... x_(i_r)^(a_r)."""
        if key not in self._augmented:
            *rest, last = key
            value = self.augmented(tuple(rest)) * self.power_sum(last)
            for j, a in enumerate(rest):
                merged = [*rest[:j], _add((a, last)), *rest[j + 1 :]]
                value -= self.augmented(tuple(sorted(merged)))
            self._augmented[key] = value
        return self._augmented[key]


def is_exact(S: Sumformer, g: SemiInvariant) -> bool:
    """Is sum_b x_1^b sigma_b(power sums of x_2, ..., x_n) = g, as polynomials?"""
    from constructions.interop.polynomials import Ring

    gens = [g.ring.generators[name] for name in g.ring.names]
    X = [gens[i * g.d : (i + 1) * g.d] for i in range(g.n)]
    zero = g.ring.const(0)
    ring: Any = g.ring
    sums = [sum((_monomial(ring, x, a) for x in X[1:]), start=zero) for a in S.degrees]
    formal = Ring([f"y{i}" for i in range(g.d + S.latent)])
    for output, polynomial in zip(S.sigma, g.polynomials, strict=True):
        data = {b + e: c for b, part in output.items() for e, c in part.items()}
        if formal.from_sparse(data).compose(*X[0], *sums, ctx=g.ring.context) != polynomial:
            return False
    return True


# --- small combinatorics -------------------------------------------------------------------------


def _add(degrees: Any) -> Degree:
    return tuple(map(sum, zip(*degrees, strict=True)))


def _degrees(d: int, most: int) -> Iterator[Degree]:
    """All multidegrees a != 0 in d coordinates with |a| <= most."""
    for a in product(range(most + 1), repeat=d):
        if 0 < sum(a) <= most:
            yield a


def _partial_sums(key: Key) -> set[Degree]:
    """The sums of all non-empty parts of a multiset of multidegrees."""
    sums: set[Degree] = set()
    for a in key:
        sums |= {a} | {_add((a, s)) for s in sums}
    return sums


def _units(a: Degree, m: int) -> list[Degree]:
    """a as a sum of m unit vectors and a rest that is not 0; |a| > m."""
    pieces: list[Degree] = []
    rest = list(a)
    for k in range(len(a)):
        while rest[k] and len(pieces) < m:
            rest[k] -= 1
            pieces.append(tuple(int(k == j) for j in range(len(a))))
    return [*pieces, tuple(rest)]


def _partitions(count: int) -> Iterator[list[list[int]]]:
    """All partitions of 0, ..., count - 1 into blocks."""
    if not count:
        yield []
        return
    for blocks in _partitions(count - 1):
        for i, block in enumerate(blocks):
            yield [*blocks[:i], [*block, count - 1], *blocks[i + 1 :]]
        yield [*blocks, [count - 1]]
