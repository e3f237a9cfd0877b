"""Lemma 4 with the step written out: gamma, beta and c in the weights of the unit (Eq. 57-60)."""

from __future__ import annotations

from typing import Any

from constructions.terms import Json, Term, conj, every, implies, var
from proofs.language.elaboration import written
from proofs.pln.prop3.statement import normed, plus
from proofs.pln.symbols import S, x
from proofs.trees.script import statement

KEPT = "pln.lemma4.repaired.steps"  #: the obligation, whose certificate instances build on
NAMES = ("a1", "a2", "w1", "w2", "b1", "b2")
a1, a2, w1, w2, b1, b2 = (var(name) for name in NAMES)
beta, y = var("beta"), var("y")


def _unit(at: Term) -> Term:
    z1, z2 = normed(w1 * at + b1, w2 * at + b2)
    return a1 * z1 + a2 * z2


UNIT = _unit(x)  #: alpha^T LN-2(w x + b), with the convention of A.6


def _all(names: tuple[str, ...], formula: Json) -> Json:
    for name in reversed(names):
        formula = every(name, "real", formula)
    return formula


def facing(r: int) -> Json:
    """For r (w_1 - w_2) > 0 and (w_1 - w_2) beta = b_1 - b_2: the step faces right or left."""
    step = 2 * (a1 - a2) * ((1 + plus(r * (y + beta))) / 2) + (a2 - a1)
    given = [r * (w1 - w2) > 0, ((w1 - w2) * beta).equals(b1 - b2)]
    return _all((*NAMES, "beta", "y"), implies(*given, _unit(y).equals(step)))


def flat() -> Json:
    """For w_1 = w_2: a constant."""
    value = (a1 - a2) * plus(b1 - b2)
    return _all((*NAMES, "y"), implies(w1.equals(w2), _unit(y).equals(value)))


STEPS = statement({}, [], conj(facing(1), facing(-1), flat()))


#: LN-2 of two numbers is [1, -1] or [-1, 1], by their order
PAIR = """
have root: for all p, q: real, sigma(p, q) = |p - q|/2:
  have sigma(p, q)^2 = (p - q)^2/4
  have 0 <= sigma(p, q)
have right: for all p, q: real, q <= p => z1(p, q) = 1 and z2(p, q) = -1:
  use root(p, q)
  cases q < p:
    have sign(sigma(p, q)) = 1
  have sigma(p, q) = 0
have left: for all p, q: real, p < q => z1(p, q) = -1 and z2(p, q) = 1:
  use root(p, q)
  have sign(sigma(p, q)) = 1
"""
UP = """
have up: for all t: real, 0 <= t => u(t) = 1:
  cases 0 < t:
    have sign(t) = 1
  have sign(t) = 0
have down: for all t: real, t < 0 => u(t) = 0:
  have sign(t) = -1
"""


def _faces(side: str) -> str:
    return f"""
have faces_{side}: for all a1, a2, w1, w2, b1, b2, beta, y: real,
    0 < {side}_of(w1 - w2) => (w1 - w2)*beta = b1 - b2 =>
    unit(y) = step(y, {side}_of(y + beta)):
  have inner: (y + beta)*(w1 - w2) = (w1*y + b1) - (w2*y + b2) by (w1 - w2)*beta = b1 - b2
  cases after: 0 <= {side}_of(y + beta):
    have order: w2*y + b2 <= w1*y + b1 by inner, after, 0 < {side}_of(w1 - w2)
    show by right(w1*y + b1, w2*y + b2), order, up({side}_of(y + beta)), after
  have order: w1*y + b1 < w2*y + b2 by inner, {side}_of(y + beta) < 0, 0 < {side}_of(w1 - w2)
  show by left(w1*y + b1, w2*y + b2), order, down({side}_of(y + beta)), {side}_of(y + beta) < 0
"""


_STEPS = f"""{PAIR}{UP}{_faces("right")}{_faces("left")}
have constant: for all a1, a2, w1, w2, b1, b2, y: real,
    w1 = w2 => unit(y) = (a1 - a2)*plus(b1 - b2):
  cases order: b2 <= b1:
    show by right(w1*y + b1, w2*y + b2), order, up(b1 - b2), w1 = w2
  show by left(w1*y + b1, w2*y + b2), b1 < b2, down(b1 - b2), w1 = w2
show by faces_right, faces_left, constant
"""


def _sigma(p: Term, q: Term) -> Term:
    """The square root of the variance of two numbers."""
    mu = (p + q) / 2
    return S.sqrt(((p - mu) * (p - mu) + (q - mu) * (q - mu)) / 2)


#: what the texts call things
CALLED: dict[str, Any] = {
    "z1": lambda p, q: normed(p, q)[0],
    "z2": lambda p, q: normed(p, q)[1],
    "sigma": _sigma,
    "u": lambda t: (1 + plus(t)) / 2,
    "plus": plus,
    "right_of": lambda t: 1 * t,
    "left_of": lambda t: -1 * t,
}
STEPS_PROOF = written(
    STEPS,
    _STEPS,
    **CALLED,
    unit=_unit,
    step=lambda y, t: 2 * (a1 - a2) * ((1 + plus(t)) / 2) + (a2 - a1),
)
