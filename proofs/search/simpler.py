"""A shorter term for a term: short sums added up, roots of squares, quotients by products.

Nothing here proves: what a term is worth becomes a fact by the search that asks.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import isqrt

from proofs.kernel import poly as P
from proofs.kernel.context import Context
from proofs.search._moves import poly_json
from proofs.search.cases import replaced
from proofs.trees.script import Json

MAX_PRIME = 20
Number = Callable[[Json], Fraction | None]


class Simpler:
    """Shorter terms at a context, in which ``number`` knows what is a number."""

    def __init__(self, context: Context, number: Number, longest: int) -> None:
        self.context, self.number, self.longest = context.child(), number, longest

    def term(self, term: Json) -> Json:
        """A term of the same value where the term has one, or the term itself.

        Raises:
            Reject: something in it has no value.
        """
        number = self.number(term)
        if number is not None:
            return str(number)
        if isinstance(term, str):
            return term
        if term[0] == "sum":
            return self._sum(term)
        if term[0] in ("^", "app"):
            return self._of(term) if term[0] == "^" else term
        op, *args = [term[0], *map(self.term, term[1:])]
        if op == "sqrt":
            return self._root(args[0])
        if op == "/":
            return self._of(["*", args[0], *self._inverse(args[1])])
        return self._of([op, *args])

    def poly(self, term: Json) -> P.Poly:
        return self.context.poly(self.context.read(term), assume=True)

    def _of(self, term: Json) -> Json:
        """Written as a polynomial in what is no polynomial, where no a*(1/a) is left."""
        inverse = {
            name: key[1][0][0][0][0]
            for key, name in self.context.atoms.items()
            if key[0] == "inv" and len(key[1]) == 1
        }
        whole: P.Poly = {}
        for monomial, factor in self.poly(term).items():
            powers = dict(monomial)
            for name, of in inverse.items():
                common = min(powers.get(name, 0), powers.get(of, 0))
                powers |= {n: powers[n] - common for n in (name, of) if common}
            for name, square in self._squares().items():
                factor *= square ** (powers.get(name, 0) // 2)
                powers |= {name: powers[name] % 2} if name in powers else {}
            rest = tuple(sorted((n, e) for n, e in powers.items() if e))
            whole = P.add(whole, {rest: factor})
        return poly_json(self.context, whole)

    def _sum(self, term: Json) -> Json:
        _, index, low, high, body = term
        first, last = self.number(low), self.number(high)
        if first is None or last is None or last - first >= self.longest:
            return term
        places = range(int(first), int(last) + 1)
        return self._of(
            ["+", "0", "0", *(self.term(replaced(body, index, str(k))) for k in places)]
        )

    def _inverse(self, term: Json) -> list[Json]:
        """One over a product: one over each factor."""
        poly = self.poly(term)
        if len(poly) != 1:
            return [["/", "1", term]]
        ((monomial, factor),) = poly.items()
        powers = [["^", self._one_over(name), e] for name, e in monomial]
        return [str(1 / factor), *powers]

    def _one_over(self, name: str) -> Json:
        """Of the root of a number p: that root, divided by p."""
        square, atom = self._squares().get(name), poly_json(self.context, P.variable(name))
        return ["/", "1", atom] if square is None else ["*", str(1 / square), atom]

    def _squares(self) -> dict[str, Fraction]:
        """The squares of roots of numbers."""
        return {
            name: key[1][0][1]
            for key, name in self.context.atoms.items()
            if key[0] == "sqrt" and [m for m, _ in key[1]] == [()]
        }

    def _root(self, under: Json) -> Json:
        """c |m| for the root of c^2 m^2, and the root of a number apart."""
        poly = self.poly(under)
        lead = poly[first(poly)] if poly else Fraction(0)
        if lead <= 0:
            return ["sqrt", under]
        size, one = root_of(lead), P.scale(poly, 1 / lead)
        root = square_root(one)
        if root is None:
            return self._of(["*", *size, ["sqrt", poly_json(self.context, one)]])
        inside = poly_json(self.context, root)
        known = self.context.evident(root, ">=")
        return self._of(["*", *size, inside if known else ["abs", inside]])


def first(poly: P.Poly) -> P.Monomial:
    """The monomial of the highest degree, the first in the alphabet of these."""
    names = sorted({name for m in poly for name, _ in m})

    def place(m: P.Monomial) -> tuple[int, ...]:
        powers = dict(m)
        return (sum(powers.values()), *(powers.get(name, 0) for name in names))

    return max(poly, key=place)


def square_root(poly: P.Poly) -> P.Poly | None:
    """A polynomial whose square is this one, which begins with 1."""
    lead = first(poly)
    if any(e % 2 for _, e in lead):
        return None
    half = tuple((name, e // 2) for name, e in lead)
    root: P.Poly = {half: P.ONE}
    for _ in range(len(poly)):
        rest = P.minus(poly, P.multiply(root, root))
        if not rest:
            return root
        powers = dict(first(rest))
        for name, e in half:
            powers[name] = powers.get(name, 0) - e
        if min(powers.values(), default=0) < 0:
            return None
        following = tuple(sorted((name, e) for name, e in powers.items() if e))
        root = P.add(root, {following: rest[first(rest)] / 2})
    return None


def root_of(number: Fraction) -> list[Json]:
    """Factors of the root of a positive number: a number, and roots of whole numbers."""
    rest, outside = number.numerator * number.denominator, 1
    roots: list[int] = []
    for p in range(2, MAX_PRIME):
        while rest % (p * p) == 0:
            rest, outside = rest // (p * p), outside * p
        if rest % p == 0:
            rest, roots = rest // p, [*roots, p]
    if (exact := isqrt(rest)) ** 2 == rest:
        rest, outside = 1, outside * exact
    roots += [rest] if rest > 1 else []
    return [str(Fraction(outside, number.denominator)), *(["sqrt", str(p)] for p in roots)]
