"""What one unit of Lemma 1 computes, for every norm size d at once (Eq. 6)."""

from __future__ import annotations

from constructions.layers import Padded
from constructions.pln import scaling_unit_on_line
from constructions.terms import Term, every, implies, var
from proofs.pln.symbols import ONE, ZERO, S, d, h, layer_norm_unit, m
from proofs.pln.symbols import delta as delta_symbol
from proofs.trees.script import (
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
    vector = Padded((t, -t), ZERO, d, S.repeated)
    mu = vector.total() / vector.length
    centred = vector.map(lambda a: a - mu)
    squares = centred.map(lambda a: a * a)
    variance = squares.total() / vector.length
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
        repeated(rest, end),
    )
    spread = have(
        variance.equals(2 * t * t / d),
        auto("variance = 2 t^2 / d"),
        define(S.sqrt(variance).json, auto("variance >= 0"), sigma),
    )
    centre = have(mu.equals(0), auto("mu = 0"), repeated(squares.fill, spread))
    return dimension_facts(repeated(ZERO, centre))


def repeated(body: Term, then: Node, head: int = 2) -> Node:
    """Adding ``body`` d - head times gives (d - head) body: by induction on the number of times."""

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
                [(d - head).json],
                auto("0 <= d - head"),
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


def size_facts(then: Node) -> Node:
    """From 1 <= d: d > 0, and sqrt(d) exists, is positive, and 1/sqrt(d) is too."""
    root = SCALING_ROOT
    facts = lemmas([(root > 0, auto("sqrt(d) > 0")), (1 / root > 0, auto("1/sqrt(d) > 0"))], then)
    positive = [(d > 0, auto("d > 0")), (1 / d > 0, auto("1/d > 0"))]
    return lemmas(positive, define(root.json, auto("d >= 0"), facts))


def have_root_mean(head: tuple[Term, ...], size: Term, then: Node) -> Node:
    """sqrt(mean h^2) = size/sqrt(d) for h = (head, 0, ..., 0), where size >= 0, size^2 = |head|^2.

    Needs :func:`size_facts` and the two facts on ``size`` as literals.
    """
    vector = Padded(head, ZERO, d, S.repeated)
    squares = vector.map(lambda a: a * a)
    mean = squares.total() / vector.length
    inverse = 1 / SCALING_ROOT
    facts = lemmas(
        [
            (inverse * size >= 0, auto("size/sqrt(d) >= 0")),
            (S.sqrt(mean).equals(inverse * size), auto("root mean square")),
        ],
        then,
    )
    value = [
        ((inverse * inverse).equals(1 / d), auto("1/sqrt(d)^2")),
        (mean.equals(size * size / d), auto("mean")),
        (mean.equals(inverse * size * (inverse * size)), auto("mean, as a square")),
    ]
    root = define(S.sqrt(mean).json, auto("mean >= 0"), facts)
    return repeated(squares.fill, lemmas(value, root), len(head))


def scaling_identity_script() -> Node:
    """Proof of :data:`SCALING_IDENTITY` where 1 <= d is known."""
    vector = Padded((t,), ZERO, d, S.repeated)
    mean = vector.map(lambda a: a * a).total() / vector.length
    scale = S.sqrt(mean) + delta
    T, root = S.abs(t), SCALING_ROOT
    rest = ZERO * S.ratio(ZERO, scale, None)
    end = lemmas(
        [
            (T + delta * root > 0, auto("|t| + c > 0")),
            (((T + delta * root) * (1 / root)).equals(scale), auto("scale = (|t| + c)/sqrt(d)")),
        ],
        auto("unit"),
    )
    positive = have(scale > 0, auto("scale > 0"), repeated(rest, end, 1))
    squared = have((T * T).equals(t * t), auto("|t|^2 = t^2"), have_root_mean((t,), T, positive))
    return intro("u", intro("small", intro("", size_facts(squared))))
