"""pln.prop2.upper.sharpened4 altered in one place: a bump that the networks of seven units miss.

All functions of the class are the bump f(x) = max(0, h - |x - c|), which is 0 wherever the networks
take values of f.  So these are 0, whatever their steepness Y is.  Let all networks be 0: none is
closer than eps <= h to f, and no number of units is enough, so the least that is may be any number.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial

from constructions.terms import Json, Term, plain_json, var
from proofs.claims import Attempt, Control, Obligation, Witness
from proofs.language.elaboration import argued
from proofs.pln.definition3 import put
from proofs.pln.symbols import S
from proofs.refute import instantiate

#: the hypotheses, by position
UNITS, SQUARE, CLASS, INCLUDED, LEAST = 1, 4, 7, 8, 9
PAIRS = 3


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


#: the network of the proof is 0: all values of f that it takes are, and so all gaps between kinks
_VANISHES = """
fix f, Y
take 0
fix x, y
let bump(u) = max(0, {h} - |u - {c}|)
have zeros: bump(1/(4*({M}))) = 0 and bump(3/(4*({M}))) = 0 and bump(5/(4*({M}))) = 0
    and bump(7/(4*({M}))) = 0 and bump(9/(4*({M}))) = 0 and bump(11/(4*({M}))) = 0
    and bump(13/(4*({M}))) = 0
have ends: bump(3/({M}) + (3 + 2*{r})/(8*({M}))) = 0 and bump(1 - 1/(4*({M}))) = 0
have net: y = pair_1(x, Y) + pair_2(x, Y) + between(x, Y) + pair_3(x, Y) + kink(x, Y)
have line: for all t: real, max(0, t - x) - max(0, x - t) = t - x

have weights_1: left_1(x, Y) = Y and right_1(x, Y) = -Y by zeros
have gap_1: gap_1(x, Y) = 0 by zeros, net
have behind_1: behind_1(x, Y) = max(0, x - 1/({M})) by gap_1
have first: pair_1(x, Y) = Y*(1/({M}) - x) by weights_1, behind_1, line(1/({M}))

have weights_2: left_2(x, Y) = -2*Y and right_2(x, Y) = 2*Y by zeros
have gap_2: gap_2(x, Y) = 0 by zeros, net
have behind_2: behind_2(x, Y) = max(0, x - 2/({M})) by gap_2
have second: pair_2(x, Y) = -2*Y*(2/({M}) - x) by weights_2, behind_2, line(2/({M}))

have weights_3: left_3(x, Y) = Y and right_3(x, Y) = -Y by zeros, ends
have gap_3: gap_3(x, Y) = 0 by zeros, ends, net
have behind_3: behind_3(x, Y) = max(0, x - 3/({M})) by gap_3
have third: pair_3(x, Y) = Y*(3/({M}) - x) by weights_3, behind_3, line(3/({M}))

have nothing: between(x, Y) = 0
have last: kink(x, Y) = 0 by zeros, ends
show by first, second, third, nothing, last, net
"""


def _parts(included: Json) -> dict[str, Callable[[Term, Term], Term]]:
    """Names for the parts of the network of the proof: of each pair a(t - x)_+ + b(x - t - gap)_+.

    Between the first two pairs and the last there are no more.
    """
    while included[0] in ("all", "some"):
        included = included[3]
    (_, (_, (_, (_, one, two), between), three), kink) = included[2][2][3][1][2]
    terms = {"between": between, "kink": kink}
    for k, pair in enumerate((one, two, three), start=1):
        (_, (_, left, _), (_, right, behind)) = pair
        parts = {"pair": pair, "left": left, "right": right, "behind": behind}
        parts["gap"] = behind[2][2]
        terms |= {f"{name}_{k}": term for name, term in parts.items()}

    def named(term: Json) -> Callable[[Term, Term], Term]:
        return lambda x, Y: Term(put(term, {"x": x.json, "Y": Y.json}))

    return {name: named(term) for name, term in terms.items()}


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
        vanishes = _VANISHES.format(h=h, c=c, M=M, r=data["r"])
        scripts = {
            INCLUDED: partial(argued, vanishes, **_parts(included)),
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
