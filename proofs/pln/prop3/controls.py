"""Propositions 3 and 4 altered in one place, so that they fail."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from constructions.adversaries import ramp
from constructions.terms import Json, conj, every, implies
from proofs.claims import Attempt, Control, Witness
from proofs.pln.prop3.statement import (
    BOUND,
    GIVEN,
    UNITS,
    UPPER_SORTS,
    Kind,
    close,
    in_class,
    lower,
    n,
    network,
    upper,
)
from proofs.pln.symbols import ZERO, L, N, S, eps, f, x
from proofs.trees.script import statement

DROPPED, TIGHTENED = "hypothesis dropped", "constant tightened"
HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)


def controls(name: str, kind: Kind) -> tuple[Control, ...]:
    """Those of the lower bound, then those of the upper one."""
    return (*lower_controls(name, kind), *upper_controls(name))


# --- the lower bound -----------------------------------------------------------------------------


def lower_controls(name: str, kind: Kind) -> tuple[Control, ...]:
    """Any network that is close has at least N units: networks that are 0, of n units."""
    zero = dict.fromkeys(kind.functions, (("k",), "0"))
    main = lower(kind, ZERO, N)

    def control(
        ident: str,
        what: str,
        says: str,
        values: dict[str, object],
        given: list[Json],
        show: Json,
        part: int = 1,
    ) -> Control:
        altered = statement(main["vars"], given, show, kind.functions)
        witness = Witness(values, zero)
        attempt = Attempt(f"{name}.control.{ident}", says, altered, witness, part=part)
        return Control(attempt, what)

    def data(units: int, cells: int, constant: int, tolerance: Fraction | int) -> dict[str, object]:
        return {"n": units, "N": cells, "L": constant, "eps": tolerance}

    def without(position: int) -> list[Json]:
        return [given for i, given in enumerate(GIVEN) if i != position]

    two = every("x", "real", implies(x >= 0, x <= 1, S.abs(kind.G(x) - ramp(x, L, ZERO)) < 3 * eps))
    return (
        control(
            "L",
            DROPPED,
            "without $L >= 0$ the class is empty: $L = -1$",
            data(0, -1, -1, HALF),
            without(1),
            main["show"],
            part=0,
        ),
        control(
            "cells",
            DROPPED,
            "for any $N$: $N = 1$, $L = 0$; the network 0 has no units",
            data(0, 1, 0, 1),
            without(2),
            main["show"],
        ),
        control(
            "units",
            DROPPED,
            "without $n >= 0$: an empty sum of $n = -1$ units, $N = 0$, $L = 0$",
            data(-1, 0, 0, 1),
            without(3),
            main["show"],
        ),
        control(
            "bound",
            TIGHTENED,
            "errors of $3 epsilon$ instead of $epsilon$: the network 0 is that close, with 0 "
            "units for $L = 1$, $epsilon = 1\\/2$",
            data(0, 1, 1, HALF),
            GIVEN,
            conj(in_class(ZERO), implies(two, N <= n)),
        ),
        control(
            "more",
            TIGHTENED,
            "one unit more for the same $f(x) = L x$: $L = 0$, the network 0",
            data(0, 0, 0, 1),
            GIVEN,
            conj(in_class(ZERO), implies(close(kind, ZERO), N + 1 <= n)),
        ),
    )


# --- the upper bound -----------------------------------------------------------------------------


def upper_controls(name: str) -> tuple[Control, ...]:
    """One unit, so the network is (f(1/2) + f(1/2))/2 unit(x + 1)."""
    unit = UNITS[name]
    main = upper(unit)
    positive, width, lipschitz = main["given"]
    sizes = {"L": 0, "eps": QUARTER, "N": 1}

    def on(*domain: Json) -> Json:
        near = S.abs(network(unit) - f(x)) <= BOUND
        return conj(BOUND < eps, every("x", "real", implies(*domain, near)))

    def control(
        ident: str,
        what: str,
        says: str,
        given: list[Json],
        show: Json,
        values: Mapping[str, Any],
        target: Json,
        part: int = 1,
    ) -> Control:
        altered = statement(UPPER_SORTS, given, show, {"f": 1})
        witness = Witness({**sizes, **values}, {"f": (("u",), target)})
        attempt = Attempt(f"{name}.control.upper.{ident}", says, altered, witness, part=part)
        return Control(attempt, what)

    everywhere = on(x >= 0, x <= 1)
    fewer = N.equals(S.floor(L / (2 * eps)))
    return (
        control(
            "eps",
            DROPPED,
            "without $epsilon > 0$: $epsilon = -1$, $L = 0$",
            [width, lipschitz],
            everywhere,
            {"eps": -1},
            "0",
            part=0,
        ),
        control(
            "width",
            DROPPED,
            "for any $N$: $N = 1$, $L = 1$, $epsilon = 1\\/4$",
            [positive, lipschitz],
            everywhere,
            {"L": 1},
            "u",
            part=0,
        ),
        control(
            "lipschitz",
            DROPPED,
            "for a function that is not $L$-Lipschitz: $f(u) = u$, $L = 0$, at $x = 1$",
            [positive, width],
            everywhere,
            {},
            "u",
        ),
        control(
            "left",
            DROPPED,
            "to the left of $[0, 1]$: $f(u) = u$, $epsilon = 1$, at $x = -3$",
            [positive, width, lipschitz],
            on(x <= 1),
            {"L": 1, "eps": 1},
            "u",
        ),
        control(
            "right",
            DROPPED,
            "to the right of $[0, 1]$: $f(u) = u$, $epsilon = 1$, at $x = 2$",
            [positive, width, lipschitz],
            on(x >= 0),
            {"L": 1, "eps": 1},
            "u",
        ),
        control(
            "fewer",
            TIGHTENED,
            "one unit fewer, $N = floor(L \\/ 2 epsilon)$: $L = 1$, $epsilon = 1\\/2$",
            [positive, fewer, lipschitz],
            everywhere,
            {"L": 1, "eps": HALF},
            "u",
            part=0,
        ),
        control(
            "bound",
            TIGHTENED,
            "an error of $L \\/ (3 N)$: $f(u) = u$, $epsilon = 1$, at $x = 1$",
            [positive, width, lipschitz],
            _with_bound(everywhere.json),
            {"L": 1, "eps": 1},
            "u",
        ),
    )


def _with_bound(formula: Json) -> Json:
    """L/(3 N) in place of L/(2 N)."""
    if formula == BOUND.json:
        return (L / (3 * N)).json
    return [_with_bound(part) for part in formula] if isinstance(formula, list) else formula
