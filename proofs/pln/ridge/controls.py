"""The statement on ridge sums altered in one place, so that it fails, and its hypotheses at data.

All data have one term, K = 1, with L_1 < 2 e_1: there are no steps, the network is constant.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from constructions.terms import Json, Term, conj, every, exists, plain_json, total
from proofs.claims import Attempt, Control, Witness
from proofs.pln.ridge import statement as ridge
from proofs.pln.ridge.cells import K, constant
from proofs.pln.ridge.statement import LN, Layer, r
from proofs.pln.symbols import eps, lam
from proofs.trees.script import statement

DROPPED, TIGHTENED = "hypothesis dropped", "constant tightened"
_AT = ["*", "v", "w"]
_UNIT = (("v", "w"), ["/", _AT, ["+", ["abs", _AT], "1"]])  #: with delta root(d) = 1
#: f(x) = T(x) = 1/2, g(u) = u, L = e = eps = 1, A = 0
_VALUES: dict[str, Any] = {"K": 1, "n": 1, "delta": 1, "eps": 1, "A": 0}
_FUNCTIONS: dict[str, tuple[tuple[str, ...], Json]] = {
    "f": (("v",), "1/2"),
    "g": (("v", "u"), "u"),
    "L": (("v",), "1"),
    "e": (("v",), "1"),
    "w": (("v", "u"), "0"),
    "b": (("v",), "1/2"),
    "X": (("v", "u"), "0"),
    "T": (("v", "u"), "1/2"),
    "s": _UNIT,
}


def _attempt(
    layer: Layer,
    name: str,
    says: str,
    given: list[Json],
    show: Json,
    values: Mapping[str, Any],
    functions: Mapping[str, tuple[tuple[str, ...], Json]],
    part: int,
) -> Attempt:
    witness = Witness({**_VALUES, "d": layer.least, **values}, {**_FUNCTIONS, **functions})
    prefix = "pln.ridge" if layer is LN else "pln.ridge.rms"
    sequent = statement(ridge.SORTS, given, show, ridge.FUNCTIONS)
    return Attempt(f"{prefix}.{name}", says, sequent, witness, part=part)


def _show(layer: Layer, bound: Term) -> Json:
    near = every("x", "real", ridge.error(layer, lam) <= bound)
    return conj(bound < eps, exists("lam", "real", conj(lam > 0, near)))


def controls(layer: Layer) -> tuple[Control, ...]:
    """One hypothesis dropped, one constant tightened, at a time."""
    given = ridge.given(layer)
    main = _show(layer, ridge.BOUND)

    def without(formula: Json) -> list[Json]:
        return [g for g in plain_json(given) if g != plain_json(formula)]

    def at_bound(
        name: str, dropped: Json, says: str, values: Any, functions: Any = None
    ) -> Control:
        made = _attempt(
            layer, f"control.{name}", says, without(dropped), main, values, functions or {}, 0
        )
        return Control(made, DROPPED)

    def far(
        name: str,
        kind: str,
        says: str,
        left: list[Json],
        show: Json,
        functions: Any,
    ) -> Control:
        made = _attempt(layer, f"control.{name}", says, left, show, {}, functions, 1)
        return Control(made, kind)

    quarter = ridge.A + total("r", 1, K, constant(r) / (4 * ridge.count(r)))
    one = {"T": (("v", "u"), "1"), "b": (("v",), "1")}
    return (
        at_bound(
            "budget", ridge.BUDGET, "more error shared out than there is: $epsilon = 0$", {"eps": 0}
        ),
        at_bound(
            "positive",
            ridge.POSITIVE,
            "a share that is negative: $e_1 = epsilon = -1$, $g_1 = f = 0$, $L_1 = 0$",
            {"eps": -1},
            {
                "f": (("v",), "0"),
                "g": (("v", "u"), "0"),
                "L": (("v",), "0"),
                "e": (("v",), "-1"),
            },
        ),
        at_bound("terms", K >= 1, "no terms: $K = 0$ and $A = epsilon$", {"K": 0, "A": 1}),
        far(
            "lipschitz",
            DROPPED,
            "$g_1(u) = 10 u$ with $L_1 = 1$: the error at the end of the direction is $5$",
            without(ridge.LIPSCHITZ),
            main,
            {**one, "g": (("v", "u"), ["*", "10", "u"]), "f": (("v",), "10")},
        ),
        far(
            "inside",
            DROPPED,
            "a direction that leaves $[0, 1]$: $f(x) = x = w_1 x$, at $x = 2$",
            without(ridge.INSIDE),
            main,
            {
                "f": (("v",), "v"),
                "T": (("v", "u"), "u"),
                "w": (("v", "u"), "1"),
                "b": (("v",), "0"),
                "X": (("v", "u"), "u"),
            },
        ),
        far(
            "close",
            DROPPED,
            "a function that is not the sum: $f = 10$",
            without(ridge.CLOSE),
            main,
            {"f": (("v",), "10")},
        ),
        far(
            "half",
            TIGHTENED,
            "$L_r \\/ (4 N_r)$ for $L_r \\/ (2 N_r)$: $f = g_1 = 1$ at the end of a direction",
            given,
            _show(layer, quarter),
            {**one, "f": (("v",), "1")},
        ),
    )


def satisfiable(layer: Layer) -> Attempt:
    return _attempt(
        layer,
        "satisfiable",
        "the hypotheses hold for one term with $g_1(u) = u$, $w_1 x + b_1 = f(x) = 1\\/2$, "
        "$L_1 = e_1 = epsilon = 1$, $A = 0$, and inside for $lambda = 1$",
        ridge.given(layer),
        _show(layer, ridge.BOUND),
        {"lam_": 1},
        {},
        0,
    )
