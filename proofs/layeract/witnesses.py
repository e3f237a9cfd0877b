"""Exact data for layers, and the scripts that show what they are."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from constructions.exact import ExactSystem
from constructions.layeract import dense, hard_sigmoid, mean, variance
from constructions.terms import Term, var
from proofs.claims import Witness
from proofs.kernel.context import Context
from proofs.library.vectors import S
from proofs.trees.script import Json, Node, auto, case, intro, lemmas, look, node, unread

_u = var("u")
#: HardSigmoid, as the function of a witness
HARD = (("u",), hard_sigmoid(S, _u).json)
NAMES = ("mu", "nu", "muhat", "v", "w", "vhat", "alpha", "K")
CONSTANT_HALF = (("u",), "1/2")


def listed(*values: int | Fraction | str | Term) -> tuple[tuple[str, ...], Json]:
    """The function with these values at 1, 2, ... and 0 elsewhere, as a total term."""
    body: Term | None = None
    for place, value in enumerate(values, 1):
        amount = value if isinstance(value, Term) else S.const(Fraction(value))
        part = amount * (1 - S.abs(S.sign(_u - place)))
        body = part if body is None else body + part
    if body is None:
        raise ValueError("a list of values")
    return ("u",), body.json


def layer(
    inputs: Sequence[int | Fraction],
    noise: Sequence[int | Fraction],
    alpha: int | Fraction,
    scale: tuple[tuple[str, ...], Json] = HARD,
    constant: Fraction = Fraction(1, 6),
    names: Sequence[str] = NAMES,
) -> Witness:
    """A layer with noise, and its exact means and variances, for these variables."""
    exact = ExactSystem()
    found: dict[str, Fraction] = {"alpha": Fraction(alpha), "K": constant}
    for ending, numbers in (
        (("mu", "v"), inputs),
        (("nu", "w"), noise),
        (("muhat", "vhat"), [a + b for a, b in zip(inputs, noise, strict=True)]),
    ):
        values = dense(exact, [exact.const(q) for q in numbers])
        mu = mean(values)
        found |= {ending[0]: mu.rational(), ending[1]: variance(values, mu).rational()}
    named = {"d": len(inputs), **{name: found[name] for name in names}}
    functions = {"y": listed(*inputs), "eps": listed(*noise), "s": scale}
    return Witness(named, functions)


def pieces(proof: Node) -> Node:
    """``proof`` under the cases of every max, min and abs of the goal, innermost first."""

    def found(context: Context) -> Node:
        out = proof
        for term in reversed(list(dict.fromkeys(map(_Key, _bounds(unread(context.goal)))))):
            out = case(term.json, out, out)
        return out

    return look(found)


class _Key:
    """A term as a key of a dictionary."""

    def __init__(self, json: Json) -> None:
        self.json = json

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self.json == other.json

    def __hash__(self) -> int:
        return hash(str(self.json))


def _bounds(json: Json) -> list[Json]:
    if not isinstance(json, list) or json[0] in ("sum", "all", "some"):
        return []
    found = [term for part in json[1:] for term in _bounds(part)]
    return [*found, json] if json[0] in ("max", "min", "abs") else found


def hard_lipschitz() -> Node:
    """|s(a) - s(b)| <= K |a - b| for HardSigmoid and K >= 1/6."""
    return intro("u1", intro("u2", pieces(auto("a piece of s"))))


def hard_increasing() -> Node:
    return intro("u1", intro("u2", intro("", pieces(auto("a piece of s")))))


def hard_bounded() -> Node:
    return intro("u1", node("both", pieces(auto("s >= 0")), pieces(auto("s <= 1"))))


def each_of(count: int, proof: Node) -> Node:
    """For a goal about all k with 1 <= k and k <= count, of :func:`listed` values: each in turn."""
    at = var("h")

    def here(value: int) -> Node:
        known: list[tuple[Json, Node]] = []
        for place in range(1, count + 1):
            sign = S.sign(at - place)
            amount = (value > place) - (value < place)
            known += [
                (sign.equals(amount), case(sign.json, *[auto("the sign")] * 3)),
                (S.abs(sign).equals(abs(amount)), auto("its size")),
            ]
        return lemmas(known, proof)

    cases = [here(value) for value in range(1, count + 1)]
    finite = node("finite", *cases, on="h", **{"from": 1, "to": count})
    return intro("h", intro("", intro("", finite)))


def hard_active() -> Node:
    """s(t) > 0 for t > 0."""
    return intro("u1", intro("", pieces(auto("s > 0"))))
