"""Near the break k/N the network is a mixture of two values of f: Eq. 25 and Eq. 46.

The two displays differ in the unit only: a layer normalisation with delta > 0 there, a sigmoid
here.  Its value s lies between -1 and 1, and has the sign of x - k/N.
"""

from __future__ import annotations

from dataclasses import dataclass

from constructions.pln import midpoint
from constructions.terms import Json, Term, conj
from proofs.pln.symbols import L, N, S, eps, f, k, x, y
from proofs.pln.thm1.sums import eps2
from proofs.trees.script import Node, auto

LEFT_HALF, RIGHT_HALF = midpoint(k, N), midpoint(k + 1, N)
ABOVE, BELOW = y(k + 1) - f(x), y(k) - f(x)


@dataclass(frozen=True)
class Mixture:
    """The chain of Eq. 25 (46) for the value ``s`` of unit k; ``shifted`` is its left side.

    ``|shifted| = |mixed| <= apart <= reach = expanded = pulled <= L/(2N) <= eps - eps_2``.
    """

    s: Term
    shifted: Term

    @property
    def mixed(self) -> Term:
        return (1 + self.s) / 2 * y(k + 1) + (1 - self.s) / 2 * y(k) - f(x)

    @property
    def apart(self) -> Term:
        return S.abs((1 + self.s) / 2) * S.abs(ABOVE) + S.abs((1 - self.s) / 2) * S.abs(BELOW)

    @property
    def reach(self) -> Term:
        high, low = (1 + self.s) / 2, (1 - self.s) / 2
        return high * L * (RIGHT_HALF - x) + low * L * (x - LEFT_HALF)

    @property
    def expanded(self) -> Term:
        s = self.s
        return L / 2 * (1 / N) + s / 2 * L * (RIGHT_HALF - x) + s / 2 * L * (LEFT_HALF - x)

    @property
    def pulled(self) -> Term:
        return L / (2 * N) + L * self.s * (k / N - x)

    def relations(self) -> Json:
        """Every relation of the display, after what it says of s."""
        return conj(
            self.s > -1,
            self.s < 1,
            self.s * (k / N - x) <= 0,
            S.abs(self.shifted).equals(S.abs(self.mixed)),
            S.abs(self.mixed) <= self.apart,
            self.apart <= self.reach,
            self.reach.equals(self.expanded),
            self.expanded.equals(self.pulled),
            self.pulled <= L / (2 * N),
            L / (2 * N) <= eps - eps2,
        )

    def steps(self) -> list[tuple[Json, Node]]:
        """The relations between polynomials, where -1 < s < 1 and s (x - k/N) >= 0 are known."""
        return [
            (self.s * (k / N - x) <= 0, auto("s_k (k/N - x) <= 0")),
            (L * (self.s * (k / N - x)) <= 0, auto("L s_k (k/N - x) <= 0")),
            (self.shifted.equals(self.mixed), auto("regroup")),
            (self.reach.equals(self.expanded), auto("expand")),
            (self.expanded.equals(self.pulled), auto("pull out")),
            (self.pulled <= L / (2 * N), auto("<= L/(2N)")),
        ]
