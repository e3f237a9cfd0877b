"""pln.prop2.upper.sharpened4 altered in one place: a bump that the networks of seven units miss.

All functions of the class are the bump f(x) = max(0, h - |x - c|), which is 0 wherever the networks
take values of f.  So these are 0, whatever their steepness Y is.  Let all networks be 0: none is
closer than eps <= h to f, and no number of units is enough, so the least that is may be any number.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from constructions.terms import Json, Term, plain_json, var
from proofs.claims import Attempt, Control, Obligation, Witness
from proofs.pln.definition3 import put
from proofs.pln.symbols import S
from proofs.refute import instantiate
from proofs.trees.leaves import using
from proofs.trees.script import Node, auto, case, intro, lemmas, node

#: the hypotheses, by position
UNITS, SQUARE, CLASS, INCLUDED, LEAST = 1, 4, 7, 8, 9
PAIRS = 3
_x, _y, _Y = var("x0"), var("y0"), var("Y0")


def _bump(at: Term, h: Fraction, c: Fraction) -> Term:
    return S.maximum(0, S.const(h) - S.abs(at - S.const(c)))


#: no number of units is enough: 0 is not closer than h to f at c
_NEVER_CLOSE = """
fix m
have enough: exists B: real, B < {h} and (for all f: real, exists g: real, for all x: real,
    0 <= x => x <= 1 => |0 - max(0, {h} - |x - {c}|)| <= B)
obtain B from enough
have all: for all f: real, exists g: real, for all x: real,
    0 <= x => x <= 1 => |0 - max(0, {h} - |x - {c}|)| <= B
obtain net: g from all(0)
use net({c})
"""


def _values(json: Json, f: Json) -> list[Json]:
    """The values of f in a term, at places that are numbers."""
    if not isinstance(json, list):
        return []
    if json[0] == "max" and json[2][1] == f[2][1]:
        return [] if "k" in str(json) else [json]
    return [value for part in json[1:] for value in _values(part, f)]


def _vanishes(included: Json, M: Fraction, f: Json) -> Node:
    """The network of the proof is 0: all values of f that it takes are, so all gaps are."""
    while included[0] in ("all", "some"):
        included = included[3]
    equation = put(included[2][2][3][1], {"x": "x0", "y": "y0", "Y": "Y0"})
    (_, (_, (_, (_, one, two), rest), last_), kink) = equation[2]
    zero: dict[str, Json] = {str(value): ["=", value, "0"] for value in _values(equation, f)}
    facts = [(fact, node("both", auto("0"), auto("0"))) for fact in zero.values()]
    lines: list[Json] = []
    for k, weight, pair in ((1, 1, one), (2, -2, two), (PAIRS, 1, last_)):
        u = _x - S.const(k / M)
        ahead, behind = S.maximum(0, -u), S.maximum(0, u)
        (_, (_, first, _), (_, second, later)) = pair
        gap = later[2][2]
        own = [] if first == _Y.json else [["=", first, (weight * _Y).json]]
        equal: list[tuple[Json, Node]] = [
            *[(fact, using(*zero.values())) for fact in own],
            (["=", second, (-weight * _Y).json], using(*zero.values())),
            (["=", gap, "0"], using(*zero.values())),
            (["=", later, behind.json], case(later, *[case(behind.json, auto(), auto())] * 2)),
            (
                (ahead - behind).equals(-u),
                case(ahead.json, *[case(behind.json, auto(), auto())] * 2),
            ),
        ]
        whole = ["=", pair, (weight * _Y * -u).json]
        facts += [*equal, (whole, using(*(fact for fact, _ in equal)))]
        lines.append(whole)
    facts += [
        (["=", rest, "0"], node("empty", auto("no more pairs"), auto("0"), on=rest)),
        (["=", kink, "0"], using(*zero.values())),
    ]
    lines += [fact for fact, _ in facts[-2:]]
    end = lemmas(facts, using(*lines, equation))
    named = ["f0", "Y0"], ["x0", "", "", "y0", ""]
    for name in reversed(named[1]):
        end = intro(name, end)
    end = node("some", end, **{"is": "0"})
    for name in reversed(named[0]):
        end = intro(name, end)
    return end


def controls(prefix: str, width: Obligation) -> tuple[Control, ...]:
    """The bound on N(ReLU) without one of its hypotheses."""

    def control(
        name: str, says: str, dropped: int, h: Fraction, c: Fraction, **values: Fraction | int
    ) -> Control:
        sequent = width.statement
        data = {"P": PAIRS, "eps": h, **values, "N_phi": values["N"] + 1}
        M = Fraction(2 * data["N"] + 1 + 2 * data["r"], 4)

        def bump(at: Term) -> Term:
            return _bump(at, h, c)

        functions = {
            "F": (("f", "x"), plain_json(bump(var("x")).json)),
            "G": (("g", "m", "x"), "0"),
        }
        witness = Witness({**data, "M": M}, functions)
        included = instantiate(sequent["given"][INCLUDED], witness)
        scripts: dict[int, Callable[[], Node] | str] = {
            INCLUDED: lambda: _vanishes(included, M, plain_json(bump(var("x")).json)),
            LEAST: _NEVER_CLOSE.format(h=h, c=c),
        }
        given = [g for i, g in enumerate(sequent["given"]) if i != dropped]
        left = {i - (i > dropped): s for i, s in scripts.items() if i != dropped}
        attempt = Attempt(
            f"{prefix}.control.{name}", says, {**sequent, "given": given}, witness, left
        )
        return Control(attempt, "hypothesis dropped")

    return (
        control(
            "square",
            "without $r^2 <= 2$: $r = 8\\/5$, and a bump in the first half of the last piece, as "
            "high as $epsilon$, which all networks of the proof miss",
            SQUARE,
            Fraction(21, 364),
            Fraction(281, 364),
            N=7,
            r=Fraction(8, 5),
            L=1,
        ),
        control(
            "class",
            "without the class: a bump that is not $L$-Lipschitz, $L = 0$",
            CLASS,
            Fraction(3, 68),
            Fraction(55, 68),
            N=7,
            r=1,
            L=0,
        ),
        control(
            "units",
            "without $N = 2 P + 1$: $N = 100$ units are allowed for, and $P = 3$ pairs are there",
            UNITS,
            Fraction(1, 4),
            Fraction(1, 2),
            N=100,
            r=1,
            L=1,
        ),
    )
