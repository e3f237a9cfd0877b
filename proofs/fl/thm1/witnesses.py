"""fl.thm1: exact data, one neuron, one sample, two classes.

The network has one layer of one neuron, activation rho(t) = t and input 0; its bias is the feature
G(n) > 0.  The client has class 1.  With (w_1 - w_2) G = 1 + n the loss is log(1 + exp(-1 - n)).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from constructions.terms import Term, var
from proofs.claims import Witness
from proofs.library.vectors import ZERO, S
from proofs.trees.script import Json

STEP, _v, _w, _q = (var(name) for name in ("u", "v", "w", "q"))  # the arguments of functions


def parity(n: Term) -> Term:
    """0 for even n, 1 for odd n."""
    return n - 2 * S.floor(n / 2)


def sequence(
    own: Term,
    other: Term,
    feature: Term,
    margin: Term | None = None,
    bias: int = 1,
    more: Mapping[str, int] | None = None,
) -> Witness:
    """Networks with w_y = own, w_c = other and one feature, as terms in the step ``u``.

    ``margin`` is (w_c - w_y) g; with ``bias`` 0 the network of B.2 has rho = 0.  ``more`` are
    values of what the conclusion binds.
    """
    gap = -(1 + STEP) if margin is None else margin
    loss = S.log(1 + S.exp(gap))
    functions: dict[str, tuple[tuple[str, ...], Json]] = {
        "rho": (("u",), "u" if bias else "0"),
        "w": (("u",), "1"),
        "x": (("u", "v"), "0"),
        "a": (("u", "v", "w", "q"), (_w * feature).json),
        "U": (("u", "v", "w", "q"), "0"),
        "b": (("u", "v", "w"), (_v * feature).json),
        "W": (("u", "v", "w"), ((2 - _v) * own + (_v - 1) * other).json),
        "s": (("u", "v", "w"), ((_w - 1) * gap).json),
        "l": (("u", "v"), loss.json),
        "h": (("u", "v", "w"), "v" if bias else "0"),
        "P": (("u", "v", "w"), "0"),
        "q": (("u", "v"), "1"),
        "V": (("u", "v"), (3 - 2 * STEP).json if bias else "0"),
        "r": (("u", "v", "w"), (STEP * (2 - 2 * _w)).json if bias else "0"),
        "e": (("u", "v"), S.log(1 + S.exp(-2 * STEP if bias else ZERO)).json),
    }
    low = S.log(1 + S.exp(ZERO)) if margin is not None and not bias else ZERO
    values = {"L": 1, "C": 2, "m": 1, "y": 1, "x0": 1, "low": low}
    return Witness({**values, **(more or {})}, functions)


#: log(1 + exp(-1 - n)) <= eta from n = floor(1/eta) on
VANISHES = """
fix eta
take floor(1/eta)
fix n
let s = 1 + n
have positive: 0 < s by floor_bounds(1/eta), 1/eta > 0, floor(1/eta) <= n
have large: 1 < s*eta by floor_bounds(1/eta), floor(1/eta) <= n, eta > 0
have small: exp(-s) <= eta by exp_minus(s), exp_line(s), large, positive
have log(1 + exp(-s)) <= exp(-s) by log_line(1 + exp(-s)), exp(-s) > 0
"""
SQUARE = """
have square: for all k: int, k <= k^2:
  cases k <= 0:
    have 0 <= k^2
  have 0 <= (k - 1)*k
"""


def one_loss(
    classes: int, margins: Term, head: Term, value: Term, **more: Fraction | int
) -> Witness:
    """One step on one sample with feature 1.

    ``margins`` are terms in the class ``w``, ``head`` the embeddings in the class ``v``; ``value``
    is the sum over the classes, whose logarithm is the loss; ``more`` are values beside these.
    """
    functions: dict[str, tuple[tuple[str, ...], Json]] = {
        "rho": (("u",), "u"),
        "w": (("u",), "1"),
        "x": (("u", "v"), "0"),
        "a": (("u", "v", "w", "q"), "w"),
        "U": (("u", "v", "w", "q"), "0"),
        "b": (("u", "v", "w"), "v"),
        "W": (("u", "v", "w"), head.json),
        "s": (("u", "v", "w"), margins.json),
        "l": (("u", "v"), S.log(value).json),
    }
    values = {"L": 1, "C": classes, "m": 1, "y": 1, "n0": 1, "i0": 1, "c0": 2}
    return Witness({**values, **more}, functions)
