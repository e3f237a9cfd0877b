"""layeract.continuity.anywhere.repaired: a jump of the scale that n_1 reaches, for every d >= 2.

The inputs are y(p, q) = (p, q, ..., q), whose mean and variance are mu(p, q) and v(p, q).  With
p = 1 and q = 1 - g(t), g(t) = sqrt(alpha) d t / (sqrt(d - 1) sqrt(d - 1 - t^2)), n_1 = t.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from constructions.layeract import Indexed, deviation, mean, normalise, variance
from constructions.terms import Json, Term, app, conj, every, exists, implies, var
from proofs.language.elaboration import written
from proofs.layeract.sums import ONE, S, alpha, d, k, s
from proofs.trees.script import statement

c, p, q, r, h, eta, delta = (var(name) for name in ("c", "p", "q", "r", "h", "eta", "delta"))


def jumps(of: Callable[[Term], Term], at: Term) -> Json:
    """The function is not continuous at this point."""
    far = S.abs(of(h) - of(at)) >= eta
    some = exists("h", "real", conj(S.abs(h - at) < delta, far))
    every_delta = every("delta", "real", implies(delta > 0, some))
    return exists("eta", "real", conj(eta > 0, every_delta))


def jumps_in_both(of: Callable[[Term, Term], Term]) -> Json:
    """Somewhere a function of two variables is not continuous, in both together."""
    near = conj(S.abs(h - p) < delta, S.abs(r - q) < delta)
    far = S.abs(of(h, r) - of(p, q)) >= eta
    some = exists("h", "real", exists("r", "real", conj(near, far)))
    every_delta = every("delta", "real", implies(delta > 0, some))
    at = exists("eta", "real", conj(eta > 0, every_delta))
    return exists("p", "real", exists("q", "real", at))


def y(one: Term, other: Term, at: Term) -> Term:
    """Input ``at`` of the layer, of the inputs (p, q, ..., q)."""
    return app("y", one, other, at)


def mu(one: Term, other: Term) -> Term:
    return app("mu", one, other)


def v(one: Term, other: Term) -> Term:
    return app("v", one, other)


def output(one: Term, other: Term) -> Term:
    """The first output of the layer, Eq. 6."""
    first, root = y(one, other, ONE), deviation(S, v(one, other), alpha)
    product: Term = first * s(normalise(S, first, mu(one, other), root))
    return product


def _everywhere(formula: Json) -> Json:
    return every("p", "real", every("q", "real", formula))


_INPUTS = Indexed(lambda at: y(p, q, at), d)
FIRST = _everywhere(y(p, q, ONE).equals(p))
OTHERS = _everywhere(every("k", "int", implies(conj(k >= 2, k <= d), y(p, q, k).equals(q))))
MEAN = _everywhere(mu(p, q).equals(mean(_INPUTS)))
VARIANCE = _everywhere(v(p, q).equals(variance(_INPUTS, mu(p, q))))
JUMP = jumps(s, c)
ROOT = S.sqrt(d - 1)
STATEMENT = statement(
    {"d": "int", "alpha": "real", "c": "real"},
    [d >= 2, alpha > 0, FIRST, OTHERS, MEAN, VARIANCE, c > -ROOT, c < ROOT, JUMP],
    jumps_in_both(output),
    {"y": 3, "mu": 2, "v": 2, "s": 1},
)

PROOF = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8")
SCRIPT = written(
    STATEMENT,
    PROOF,
    {"firsts": FIRST, "others": OTHERS, "means": MEAN, "variances": VARIANCE},
    out=output,
)
