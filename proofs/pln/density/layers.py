"""Networks of a normalisation layer are dense, as Theorem 4 has it: LN-d and LS-d alike.

A layer comes in by the first coordinate ``raw``(t) that it gives for a number t.  With the limits
root and -root, (raw(t)/root + 1)/2 is bounded and sigmoidal; and as raw(1) is not 0, a constant is
one unit more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from constructions.terms import Json, Term, conj, every, var
from proofs.claims import Obligation
from proofs.language.elaboration import Written, written
from proofs.pln.definition3 import certificate_of
from proofs.pln.density.cube import PROOF, STATEMENT
from proofs.pln.density.numbered_points import scaled
from proofs.pln.symbols import S
from proofs.trees.script import Node

u = var("u")
Unit = Callable[[Term], Term]


def hypotenuse(at: Term, off: Term) -> Term:
    """sqrt(t^2 + off)."""
    return S.sqrt(at * at + off)


def smooth(raw: Unit, root: Term, off: Term) -> Json:
    """For all t: raw(t) sqrt(t^2 + off) = root t."""
    q = hypotenuse(u, off)
    return every("u", "real", conj(u * u + off >= 0, q > 0, (raw(u) * q).equals(root * u)))


#: from raw(t) = t/(|t| + c), c > 0: it is bounded, has the limits 1 and -1, and is not 0 at 1
SOFT = """
have positive: 0 < root
have range: for all u: real, -1 < raw(u) and raw(u) < 1:
  have scale: 0 < |u| + c by smooth
  show by value(u), scale, smooth
have most: exists B: real, for all u: real, |raw(u)| <= B:
  take 1
  show by range(u)
have right: for all eta, u: real, 0 < eta => c/eta < u => 1 - eta < raw(u):
  have far: c < eta*u
  have side: 0 < u by far, smooth, eta > 0
  have raw(u) = 1 - c/(u + c) by value(u), side, smooth
  have c/(u + c) < eta by far, side, smooth, eta > 0
have left: for all eta, u: real, 0 < eta => u < -(c/eta) => raw(u) < -1 + eta:
  have far: c < eta*(-u)
  have side: u < 0 by far, smooth, eta > 0
  have raw(u) = -1 + c/(-u + c) by value(u), side, smooth
  have c/(-u + c) < eta by far, side, smooth, eta > 0
have above: for all eta: real, 0 < eta =>
    exists T: real, for all u: real, T < u => |raw(u) - root| < eta:
  take c/eta
  show by right(eta, u), range(u)
have below: for all eta: real, 0 < eta =>
    exists T: real, for all u: real, u < -T => |raw(u) + root| < eta:
  take c/eta
  show by left(eta, u), range(u)
have one: raw(1) != 0:
  have 0 < raw(1) by value(1), smooth
"""
#: from raw(t) = root sign(t), and v at t = 0
STEPS = """
have at: for all u: real,
    (0 < u => raw(u) = root) and (u < 0 => raw(u) = -root) and (u = 0 => raw(u) = v):
  show by value(u)
have most: exists B: real, for all u: real, |raw(u)| <= B:
  take root + |v|
  cases u < 0:
    show by at(u), u < 0, positive
  cases u = 0:
    show by at(u), u = 0, positive
  show by at(u), 0 < u, positive
have above: for all eta: real, 0 < eta =>
    exists T: real, for all u: real, T < u => |raw(u) - root| < eta:
  take 0
  show by at(u), 0 < u, eta > 0
have below: for all eta: real, 0 < eta =>
    exists T: real, for all u: real, u < -T => |raw(u) + root| < eta:
  take 0
  show by at(u), u < -0, eta > 0
have one: raw(1) != 0:
  show by at(1), positive
"""
#: from raw(t) sqrt(t^2 + off) = root t, 0 < off <= 1
ROOTS = """
have sizes: for all u: real,
    0 < sqrt(u*u + off) and |u| <= sqrt(u*u + off) and sqrt(u*u + off) - |u| <= 1:
  let q = sqrt(u*u + off)
  have square: 0 < q and q^2 = u^2 + off by off > 0
  have wide: |u| <= q by square, off > 0
  have gap: (q - |u|)*(q + |u|) <= 1 by square, off <= 1
  show by square, wide, gap
have range: for all u: real, |raw(u)| <= root:
  let q = sqrt(u*u + off)
  have product: |raw(u)*q| = |raw(u)|*q by abs_product(raw(u), q), sizes(u)
  have top: |raw(u)|*q = root*|u| by value(u), abs_product(root, u), positive, product
  have root*|u| <= root*q by sizes(u), positive
  show by top, root*|u| <= root*q, sizes(u)
have right: for all eta, u: real, 0 < eta => root/eta < u => root - eta < raw(u):
  let q = sqrt(u*u + off)
  have far: root < eta*u
  have side: 0 < u by far, positive, eta > 0
  have near: root*(q - u) <= root by sizes(u), side, positive
  have wide: eta*u <= eta*q by sizes(u), side, eta > 0
  have (root - raw(u))*q < eta*q by value(u), near, far, wide
  show by (root - raw(u))*q < eta*q, sizes(u)
have left: for all eta, u: real, 0 < eta => u < -(root/eta) => raw(u) < -root + eta:
  let q = sqrt(u*u + off)
  have far: root < eta*(-u)
  have side: u < 0 by far, positive, eta > 0
  have near: root*(q + u) <= root by sizes(u), side, positive
  have wide: eta*(-u) <= eta*q by sizes(u), side, eta > 0
  have (root + raw(u))*q < eta*q by value(u), near, far, wide
  show by (root + raw(u))*q < eta*q, sizes(u)
have most: exists B: real, for all u: real, |raw(u)| <= B:
  take root
  show by range(u)
have above: for all eta: real, 0 < eta =>
    exists T: real, for all u: real, T < u => |raw(u) - root| < eta:
  take root/eta
  show by right(eta, u), range(u)
have below: for all eta: real, 0 < eta =>
    exists T: real, for all u: real, u < -T => |raw(u) + root| < eta:
  take root/eta
  show by left(eta, u), range(u)
have one: raw(1) != 0:
  show by value(1), sizes(1), positive
"""
#: u/s = r sign(u) where s r = |u|
OVER = """
have over: for all u, s, r: real, 0 < s => s*r = |u| => u != 0 => u/s = r*sign(u):
  cases u < 0:
    have u/s = -r
  have u/s = r
"""
#: a line from below to above 0 crosses it
CROSSING = """
have crossing: for all p, q: real, p < 0 => 0 < q =>
    exists x: real, 0 <= x and x <= 1 and (q - p)*x + p = 0:
  take -p/(q - p)
  have 0 < q - p
  show by 0 < q - p, p < 0, 0 < q
"""
#: a network with G(0) = G(1) is 1/2 away from x at one of these
MISSED = """
cases low: G(0) <= 1/2:
  take 1
  show by low, equal
take 0
"""
_DENSE = """
# dense is pln.thm4.statement
have some: exists k: real, 0 < k and k*root = 1:
  take 1/root
  show by positive
obtain inverse: k from some
have scaled: for all t, c: real, |t| < c*root => |k*t| < c:
  have |k*t| = k*|t| by abs_product(k, t), inverse
  have k*|t| < k*(c*root) by inverse, |t| < c*root
  show by |k*t| = k*|t|, k*|t| < k*(c*root), inverse
have bounded: exists B: real, for all u: real, |(k*raw(u) + 1)/2| <= B:
  obtain large: B from most
  take (k*B + 1)/2
  have |k*raw(u)| <= k*B by abs_product(k, raw(u)), large(u), inverse
have right: for all eta: real, 0 < eta =>
    exists T: real, for all u: real, T < u => |(k*raw(u) + 1)/2 - 1| < eta:
  have eta*root > 0 by positive, eta > 0
  obtain beyond: T from above(eta*root)
  take T
  use beyond(u)
  have |k*(raw(u) - root)| < eta by scaled(raw(u) - root, eta), |raw(u) - root| < eta*root
  show by |k*(raw(u) - root)| < eta, inverse
have left: for all eta: real, 0 < eta =>
    exists T: real, for all u: real, u < -T => |(k*raw(u) + 1)/2| < eta:
  have eta*root > 0 by positive, eta > 0
  obtain beyond: T from below(eta*root)
  take T
  use beyond(u)
  have |k*(raw(u) + root)| < eta by scaled(raw(u) + root, eta), |raw(u) + root| < eta*root
  show by |k*(raw(u) + root)| < eta, inverse
have constants: exists e: real, e*raw(1) = 1:
  take 1/raw(1)
  show by one
obtain unit: e from constants
have more: for all g, c, a, w, b: real, exists h: real, for all p: real,
    (for all l: int, 1 <= l and l <= n => 0 <= X(p, l) and X(p, l) <= 1) =>
    G(h, p) = G(g, p) + c*((k*raw(pre(a, w, p) + b) + 1)/2):
  obtain first: f from added(g, c*k/2, a, w, b)
  obtain second: h from added(f, c*e/2, 0, w, 1)
  take h
  use first(p), second(p)
  have none: pre(0, w, p) = 0 by sum_zero(i -> 0*X(w, i)*X(p, i), 1, n)
  have same: raw(pre(0, w, p) + 1) = raw(1) by none
  show by first(p), second(p), same, unit
show by dense(u -> (k*raw(u) + 1)/2, X, r, F, G, n, eps)
"""


def cited(name: str, sequent: Json, script: Callable[[], Node]) -> Obligation:
    """An obligation of that name, for its certificate."""
    return Obligation(name, "", sequent, script)


_DENSITY = cited("pln.thm4.statement", STATEMENT, PROOF)


def dense(
    sequent: Json,
    text: str,
    layer: Json,
    raw: Unit,
    root: Term,
    unit: Obligation | None = None,
    **names: Any,
) -> Written:
    """Proof of density: ``text`` ends in SOFT, STEPS or ROOTS.

    It calls ``layer`` what raw abbreviates, and ``unit`` the theorem on what that computes.
    """
    theorems = {"dense": lambda: certificate_of(_DENSITY)}
    if unit is not None:
        text = f"\n# unit is {unit.id}{text}"
        theorems["unit"] = lambda: certificate_of(unit)
    return written(
        sequent,
        text + _DENSE,
        {"layer": layer, "added": sequent["given"][-1]},
        theorems,
        raw=raw,
        root=root,
        pre=lambda a, w, p: scaled(a, w, p),
        **names,
    )
