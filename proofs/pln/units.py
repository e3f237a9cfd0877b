"""What one unit of Lemma 1 computes, for every norm size d at once (Eq. 6)."""

from __future__ import annotations

from constructions.pln import scaling_unit_on_line
from constructions.terms import Term, every, implies, var
from proofs.pln.symbols import S, d, h, layer_norm_unit
from proofs.pln.symbols import delta as delta_symbol
from proofs.trees.script import Json

ROOT = S.sqrt(d / 2)
t, delta = var("u"), var("small")  # names of their own: the identity is used inside other proofs


def smooth_step(at: Term, c: Term) -> Term:
    """t / (|t| + c)."""
    return at / (S.abs(at) + c)


#: for all u and small > 0: alpha^T LN-d([u, -u, 0, ..., 0]) = u / (|u| + small sqrt(d/2))
IDENTITY: Json = every(
    "u",
    "real",
    every(
        "small",
        "real",
        implies(delta > 0, layer_norm_unit(t, delta).equals(smooth_step(t, delta * ROOT))),
    ),
)


def smooth_facts(s: Term, at: Term, c: Term) -> Json:
    """What the proof of Theorem 1 needs of a unit: |s| <= 1, s t >= 0, |sign t - s| <= c/(|t|+c).

    Stated on either side of 0, so that sigmoid-like units of other layers satisfy it too.
    """
    right = ["and", s >= 0, s <= 1, (1 - s) * (at + c) <= c]
    left = ["and", s <= 0, -s <= 1, (1 + s) * (c - at) <= c]
    return ["and", implies(at >= 0, right), implies(at <= 0, left)]


def step_facts(s: Term, at: Term, far: Term) -> Json:
    """What the bound of N steps needs of a unit: |s| <= 1, s t >= 0, |sign t - s| <= far.

    The last for |t| >= h/2 only, with h = 1/N the distance of the breakpoints.
    """
    right, left = implies(at >= h / 2, 1 - s <= far), implies(at <= -(h / 2), 1 + s <= far)
    return ["and", s >= -1, s <= 1, s * at >= 0, right, left]


def layer_scaling_unit(at: Term, small: Term = delta_symbol) -> Term:
    """alpha^T LS-d([t, 0, ..., 0]) for symbolic d, with delta > 0."""
    return scaling_unit_on_line(S, at, d, small)


SCALING_ROOT = S.sqrt(d)
#: for all u and small > 0: alpha^T LS-d([u, 0, ..., 0]) = u / (|u| + small sqrt(d))
SCALING_IDENTITY: Json = every(
    "u",
    "real",
    every(
        "small",
        "real",
        implies(
            delta > 0,
            scaling_unit_on_line(S, t, d, delta).equals(smooth_step(t, delta * SCALING_ROOT)),
        ),
    ),
)
