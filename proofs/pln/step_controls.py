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
from proofs.pln.symbols import IN_UNIT_INTERVAL, ONE, ZERO, L, N, S, eps, lam, x
from proofs.refute import instantiate
from proofs.trees.script import Node, auto, case, intro, node, position, statement

DROPPED, TIGHTENED = "hypothesis dropped", "constant tightened"
POSITIVE: Json = eps > 0
Around = Callable[[Term, Node], Node]


@dataclass(frozen=True)
class Bound:
    """A statement ``halfway < eps, and some lam > 0 with error(lam) <= halfway on [0, 1]``.

    ``around(t, then)`` makes known what the last unit at ``lam t`` is worth: defined, below 1,
    and not negative where t >= 0.  ``values``, ``functions`` and ``givens`` complete a witness:
    values and functions of the layer, and proofs of hypotheses on them, by hypothesis.
    """

    prefix: str
    given: tuple[Any, ...]
    sorts: Mapping[str, str]
    arities: Mapping[str, int]
    error: Callable[[Term], Term]
    around: Around
    values: Mapping[str, Any] = field(default_factory=dict)
    functions: Mapping[str, Any] = field(default_factory=dict)
    givens: tuple[tuple[Json, Callable[[], Node]], ...] = ()

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
        script: Callable[[], Node] | None,
    ) -> Attempt:
        scripts = {
            position(fact, given): proof
            for fact, proof in self.givens
            if plain_json(fact) in plain_json(given)
        }
        return Attempt(
            f"{self.prefix}.{name}",
            says,
            statement(dict(self.sorts), given, show, dict(self.arities)),
            self.witness(values, f),
            scripts,
            script,
            part=1 if script else 0,
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
        at: Term,
    ) -> Control:
        """Refuted at x = ``at`` for every scale lam; ``data`` are L and eps."""
        constant, tolerance = data
        values = {"N": 1, "L": constant, "eps": tolerance}
        domain = plain_json(show)[2][3][2][3]
        scaled = instantiate(self.error(lam).json, self.witness(values, f))

        def script() -> Node:
            return intro("lam", intro("", self.exceeds(scaled, at, lam, _premises(domain))))

        return Control(self.attempt(f"control.{name}", says, given, show, values, f, script), kind)

    def exceeds(self, error: Json, at: Term, scale: Term, conditions: int) -> Node:
        """x = ``at`` fulfils the conditions on x and the error there is above the bound."""
        size = _placed(error, at)
        shown = case(size, auto("the error"), auto("the error"))
        shown = self.around(scale * (at + 1), shown)
        for part in _sums(size):
            shown = node("empty", auto("no steps"), shown, on=part)
        for _ in range(conditions):
            shown = node("both", auto("x in the domain"), shown)
        return node("some", shown, **{"is": at.json})

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
                ZERO,
            ),
            self.control(
                "lipschitz",
                DROPPED,
                "for a function that is not $L$-Lipschitz: $f(u) = u$, $L = 0$, $epsilon = 1\\/4$",
                self.without(LIPSCHITZ),
                show,
                (0, quarter),
                "u",
                ONE,
            ),
            self.control(
                "right",
                DROPPED,
                "to the right of $[0, 1]$: $f(u) = u$, $epsilon = 1$, at $x = 2$",
                given,
                self.shows(HALFWAY, [x >= 0]),
                (1, 1),
                "u",
                S.const(2),
            ),
            self.control(
                "left",
                DROPPED,
                "to the left of $[0, 1]$: $f(u) = u$, $epsilon = 1$, at $x = -2$",
                given,
                self.shows(HALFWAY, [x <= 1]),
                (1, 1),
                "u",
                S.const(-2),
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
                ONE,
            ),
            self.control(
                "factor",
                TIGHTENED,
                "$3 epsilon$ instead of $2 epsilon$: $f(u) = u$, $epsilon = 1\\/2$, at $x = 1$",
                self.without(WIDTH, more=(threefold,)),
                show,
                (1, half),
                "u",
                ONE,
            ),
            self.control(
                "bound",
                TIGHTENED,
                "$L \\/ (2 N)$ instead of halfway to $epsilon$: $f(u) = u$, $epsilon = 1$, $x = 1$",
                given,
                self.shows(L / (2 * N)),
                (1, 1),
                "u",
                ONE,
            ),
        )

    def scale_control(
        self, says: str, tolerance: Fraction, script: Callable[[Json], Node]
    ) -> Control:
        """With weights of one scale, lam = 1: f = 1, L = 0, at x = 0."""
        everywhere = every("x", "real", implies(*IN_UNIT_INTERVAL, self.error(ONE) <= HALFWAY))
        show = conj(HALFWAY < eps, everywhere)
        values = {"N": 1, "L": 0, "eps": tolerance}
        error = instantiate(self.error(ONE).json, self.witness(values, "1"))
        attempt = self.attempt(
            "control.scale", says, list(self.given), show, values, "1", lambda: script(error)
        )
        return Control(attempt, DROPPED)

    def satisfiable(self, says: str) -> Attempt:
        """f(u) = u, L = 1, eps = 1/4, so N = 3."""
        values = {"N": 3, "L": 1, "eps": Fraction(1, 4), "lam_": 1, "x": Fraction(1, 2)}
        show = self.shows(HALFWAY)
        return self.attempt("satisfiable", says, list(self.given), show, values, "u", None)


def _premises(formula: Json) -> int:
    if formula[0] == "all":
        return _premises(formula[3])
    return 1 + _premises(formula[2]) if formula[0] == "implies" else 0


def _placed(json: Json, at: Term) -> Json:
    """``json`` with x = ``at``."""
    if isinstance(json, str):
        return at.json if json == "x" else json
    return [_placed(part, at) for part in json] if isinstance(json, list) else json


def _sums(json: Json) -> list[Json]:
    """The sums that stand in a term, outermost."""
    if not isinstance(json, list):
        return []
    if json[0] == "sum":
        return [json]
    return [found for part in json for found in _sums(part)]
