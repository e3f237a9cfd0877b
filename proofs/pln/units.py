"""What one unit of Lemma 1 computes, for every norm size d at once (Eq. 6)."""

from __future__ import annotations

from constructions.layers import Padded
from constructions.terms import Term, every, implies, var
from proofs.methods.script import (
    Json,
    Node,
    auto,
    define,
    have,
    induct,
    intro,
    lemmas,
    look,
    node,
    rule_index,
    use,
)
from proofs.pln.symbols import ONE, ZERO, S, d, layer_norm_unit, m

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


def identity_script() -> Node:
    """Proof of :data:`IDENTITY` where 2 <= d is known."""
    return intro("u", intro("small", intro("", _unit())))


def dimension_facts(then: Node) -> Node:
    """From 2 <= d: d > 0, and sqrt(2/d), sqrt(d/2) exist, are positive, and are inverse."""
    r2, r3 = S.sqrt(2 / d), ROOT
    facts = lemmas(
        [(r3 > 0, auto("sqrt(d/2) > 0")), (r2 > 0, auto("sqrt(2/d) > 0"))],
        have((r2 * r3).equals(1), auto("sqrt(2/d) sqrt(d/2) = 1"), then),
    )
    roots = define(r2.json, auto("2/d >= 0"), define(r3.json, auto("d/2 >= 0"), facts))
    return lemmas([(d > 0, auto("d > 0")), (1 / d > 0, auto("1/d > 0"))], roots)


def _unit() -> Node:
    h = Padded((t, -t), ZERO, d, S.repeated)
    mu = h.total() / h.length
    centred = h.map(lambda a: a - mu)
    squares = centred.map(lambda a: a * a)
    variance = squares.total() / h.length
    scale = S.sqrt(variance) + delta
    r2, T = S.sqrt(2 / d), S.abs(t)
    rest = ZERO * S.ratio(centred.fill, scale, None)
    end = lemmas(
        [
            (T + delta * ROOT > 0, auto("|t| + c > 0")),
            (((T + delta * ROOT) * r2).equals(scale), auto("scale = sqrt(2/d) (|t| + c)")),
        ],
        auto("unit"),
    )
    sigma = lemmas(
        [
            ((T * T).equals(t * t), auto("|t|^2 = t^2")),
            (r2 * T >= 0, auto("sqrt(2/d) |t| >= 0")),
            (S.sqrt(variance).equals(r2 * T), auto("sigma = sqrt(2/d) |t|")),
            (scale > 0, auto("sigma + delta > 0")),
        ],
        _repeated(rest, end),
    )
    spread = have(
        variance.equals(2 * t * t / d),
        auto("variance = 2 t^2 / d"),
        define(S.sqrt(variance).json, auto("variance >= 0"), sigma),
    )
    centre = have(mu.equals(0), auto("mu = 0"), _repeated(squares.fill, spread))
    return dimension_facts(_repeated(ZERO, centre))


def _repeated(body: Term, then: Node) -> Node:
    """Adding ``body`` d - 2 times gives (d - 2) body: by induction on the number of times."""

    def copies(number: Term) -> Term:
        return S.repeated(body, number)

    return induct(
        "m",
        "0",
        copies(m).equals(m * body),
        node("empty", auto("empty sum"), auto("base"), on=copies(ZERO).json),
        node("unfold", auto("1 <= m + 1"), auto("step"), on=copies(m + ONE).json),
        look(
            lambda context: use(
                rule_index(context, lambda rule: rule[0] == "all" and rule[2] == "int"),
                [(d - 2).json],
                auto("0 <= d - 2"),
                then,
            )
        ),
    )


def smooth_facts(s: Term, at: Term, c: Term) -> Json:
    """What the proof of Theorem 1 needs of a unit: |s| <= 1, s t >= 0, |sign t - s| <= c/(|t|+c).

    Stated on either side of 0, so that sigmoid-like units of other layers satisfy it too.
    """
    right = ["and", s >= 0, s <= 1, (1 - s) * (at + c) <= c]
    left = ["and", s <= 0, -s <= 1, (1 + s) * (c - at) <= c]
    return ["and", implies(at >= 0, right), implies(at <= 0, left)]
