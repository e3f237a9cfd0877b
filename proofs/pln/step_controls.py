"""A width bound altered in one place, so that it fails: shared by Theorem 3 and Proposition 1.

All data have N = 1 unit, where the network is its last unit, G(x) = alpha_hat_N s(lam, x + 1).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from constructions.terms import Json, Term, conj, every, exists, implies, plain_json
from proofs.claims import Attempt, Control, Witness
from proofs.pln.bound import HALFWAY, LIPSCHITZ, WIDTH
from proofs.pln.symbols import IN_UNIT_INTERVAL, ONE, L, N, S, eps, lam, x
from proofs.trees.script import statement

DROPPED, TIGHTENED = "hypothesis dropped", "constant tightened"
POSITIVE: Json = eps > 0


@dataclass(frozen=True)
class Bound:
    """A statement ``halfway < eps, and some lam > 0 with error(lam) <= halfway on [0, 1]``.

    ``values`` and ``functions`` of the layer complete a witness.
    """

    prefix: str
    given: tuple[Any, ...]
    sorts: Mapping[str, str]
    arities: Mapping[str, int]
    error: Callable[[Term], Term]
    values: Mapping[str, Any] = field(default_factory=dict)
    functions: Mapping[str, Any] = field(default_factory=dict)

    def shows(self, bound: Term, domain: list[Json] = IN_UNIT_INTERVAL) -> Json:
        everywhere = every("x", "real", implies(*domain, self.error(lam) <= bound))
        return conj(bound < eps, exists("lam", "real", conj(lam > 0, everywhere)))

    def without(self, *dropped: Json, more: tuple[Json, ...] = ()) -> list[Json]:
        out = plain_json(dropped)
        return [*(given for given in plain_json(self.given) if given not in out), *more]

    def witness(self, values: Mapping[str, Any], f: Json) -> Witness:
        return Witness({**self.values, **values}, {**self.functions, "f": (("u",), f)})

    def attempt(
        self,
        name: str,
        says: str,
        given: list[Json],
        show: Json,
        values: Mapping[str, Any],
        f: Json,
        part: int = 0,
    ) -> Attempt:
        return Attempt(
            f"{self.prefix}.{name}",
            says,
            statement(dict(self.sorts), given, show, dict(self.arities)),
            self.witness(values, f),
            part=part,
        )

    def control(
        self,
        name: str,
        kind: str,
        says: str,
        given: list[Json],
        show: Json,
        data: tuple[Fraction | int, Fraction | int],
        f: Json,
    ) -> Control:
        """Refuted for every scale lam; ``data`` are L and eps."""
        constant, tolerance = data
        values = {"N": 1, "L": constant, "eps": tolerance}
        return Control(self.attempt(f"control.{name}", says, given, show, values, f, 1), kind)

    def controls(self) -> tuple[Control, ...]:
        """One hypothesis or condition dropped, one constant tightened, at a time."""
        half, quarter, show = Fraction(1, 2), Fraction(1, 4), self.shows(HALFWAY)
        narrower: Json = N.equals(S.floor(L / (2 * eps)))
        threefold: Json = N.equals(S.floor(L / (3 * eps)) + 1)
        given = list(self.given)
        return (
            self.control(
                "eps",
                DROPPED,
                "without $epsilon > 0$: $epsilon = -1$, $f = 0$",
                self.without(POSITIVE),
                show,
                (0, -1),
                "0",
            ),
            self.control(
                "lipschitz",
                DROPPED,
                "for a function that is not $L$-Lipschitz: $f(u) = u$, $L = 0$, $epsilon = 1\\/4$",
                self.without(LIPSCHITZ),
                show,
                (0, quarter),
                "u",
            ),
            self.control(
                "right",
                DROPPED,
                "to the right of $[0, 1]$: $f(u) = u$, $epsilon = 1$, at $x = 2$",
                given,
                self.shows(HALFWAY, [x >= 0]),
                (1, 1),
                "u",
            ),
            self.control(
                "left",
                DROPPED,
                "to the left of $[0, 1]$: $f(u) = u$, $epsilon = 1$, at $x = -2$",
                given,
                self.shows(HALFWAY, [x <= 1]),
                (1, 1),
                "u",
            ),
            self.control(
                "width",
                TIGHTENED,
                "one unit fewer, $N = floor(L \\/ (2 epsilon))$: $f(u) = u$, "
                "$epsilon = 1\\/2$, at $x = 1$, for every scale of the weights",
                self.without(WIDTH, more=(narrower,)),
                show,
                (1, half),
                "u",
            ),
            self.control(
                "factor",
                TIGHTENED,
                "$3 epsilon$ instead of $2 epsilon$: $f(u) = u$, $epsilon = 1\\/2$, at $x = 1$",
                self.without(WIDTH, more=(threefold,)),
                show,
                (1, half),
                "u",
            ),
            self.control(
                "bound",
                TIGHTENED,
                "$L \\/ (2 N)$ instead of halfway to $epsilon$: $f(u) = u$, $epsilon = 1$, $x = 1$",
                given,
                self.shows(L / (2 * N)),
                (1, 1),
                "u",
            ),
        )

    def scale_control(self, says: str, tolerance: Fraction) -> Control:
        """With weights of one scale, lam = 1: f = 1, L = 0, at x = 0."""
        everywhere = every("x", "real", implies(*IN_UNIT_INTERVAL, self.error(ONE) <= HALFWAY))
        show = conj(HALFWAY < eps, everywhere)
        values = {"N": 1, "L": 0, "eps": tolerance}
        given = list(self.given)
        return Control(self.attempt("control.scale", says, given, show, values, "1", 1), DROPPED)

    def satisfiable(self, says: str) -> Attempt:
        """f(u) = u, L = 1, eps = 1/4, so N = 3."""
        values = {"N": 3, "L": 1, "eps": Fraction(1, 4), "lam_": 1, "x": Fraction(1, 2)}
        show = self.shows(HALFWAY)
        return self.attempt("satisfiable", says, list(self.given), show, values, "u")
