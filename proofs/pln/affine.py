"""pln.affine: how far the L-Lipschitz functions on an interval of length h are from the lines.

At most L h/4, and for L |x - middle| exactly that.  The line takes two values of f: those at a
quarter and at three quarters of the interval stand at its ends.
"""

from __future__ import annotations

from fractions import Fraction

from constructions.terms import Json, Term, conj, every, exists, implies, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.pln.paper import source
from proofs.pln.symbols import L, S, f, x
from proofs.pln.thm1.sums import known, reals
from proofs.trees.script import (
    Node,
    auto,
    case,
    have,
    intro,
    lemmas,
    lipschitz,
    node,
    split,
    statement,
)

a, h, p, s, B, u, v = (var(name) for name in ("a", "h", "p", "s", "B", "u", "v"))
FUNCTIONS = {"f": 1}
LOW, HIGH = f(a + h / 4), f(a + 3 * h / 4)
SLOPE = (HIGH - LOW) / h
LINE = LOW + SLOPE * (x - a)


def _close(line: Term, to: Term, bound: Term) -> Json:
    return every("x", "real", implies(x >= a, x <= a + h, S.abs(line - to) <= bound))


def _lines(share: Term) -> Json:
    return exists("p", "real", exists("s", "real", _close(p + s * x, f(x), share)))


GIVEN: list[Json] = [h > 0, ["lipschitz", "f", L.json, "a", (a + h).json]]
SORTS = {"a": "real", "h": "real", "L": "real"}
STATEMENT = statement(SORTS, GIVEN, _lines(L * h / 4), FUNCTIONS)


def apart(first: Term, second: Term, distance: Term, then: Node) -> Node:
    gap = f(first) - f(second)
    facts = conj(gap <= L * distance, -gap <= L * distance)
    both = node("both", auto("+"), auto("-"))
    return have(facts, lipschitz("f", L, first, second, distance, both), then)


def statement_script() -> Node:
    """With t = x - a: f - l = (1 - t/h) (f(x) - low) + (t/h) (f(x) - high)."""
    t = x - a
    lam = 1 / h * t
    to_low, to_high = S.abs(x - (a + h / 4)), S.abs(x - (a + 3 * h / 4))
    first, second = f(x) - LOW, f(x) - HIGH
    most = (1 - lam) * to_low + lam * to_high
    sizes = case(to_low.json, *[case(to_high.json, *[auto("distances")] * 2)] * 2)
    steps = [
        (lam >= 0, auto("t/h >= 0")),
        ((lam * h).equals(t), auto("t")),
        (1 - lam >= 0, auto("t/h <= 1")),
        ((1 - lam) * first <= (1 - lam) * (L * to_low), auto("low +")),
        (-((1 - lam) * first) <= (1 - lam) * (L * to_low), auto("low -")),
        (lam * second <= lam * (L * to_high), auto("high +")),
        (-(lam * second) <= lam * (L * to_high), auto("high -")),
        (most <= h / 4, sizes),
        (L * most <= L * (h / 4), auto("times L")),
        ((LINE - f(x)).equals(-((1 - lam) * first + lam * second)), auto("l - f")),
    ]
    chosen = LOW - SLOPE * a + SLOPE * x
    size = S.abs(chosen - f(x))
    near = lemmas(steps, case(size.json, auto("+"), auto("-")))
    body = apart(x, a + h / 4, to_low, apart(x, a + 3 * h / 4, to_high, near))
    at_x = intro("x", intro("", intro("", body)))
    witness = node(
        "some", node("some", at_x, **{"is": SLOPE.json}), **{"is": (LOW - SLOPE * a).json}
    )
    return have(1 / h > 0, auto("1/h > 0"), have(L >= 0, _constant(), witness))


def _constant() -> Node:
    """L >= 0, since |f(a) - f(a + h)| <= L h."""
    return apart(a, a + h, h, auto("L >= 0"))


def hat(at: Term) -> Term:
    """L |x - (a + h/2)|."""
    return L * S.abs(at - (a + h / 2))


IN_CLASS: Json = reals(
    "u v",
    implies(
        u >= a,
        u <= a + h,
        v >= a,
        v <= a + h,
        S.abs(hat(u) - hat(v)) <= L * S.abs(u - v),
    ),
)
HAT = _close(p + s * x, hat(x), B)
SHARP = statement(
    {**SORTS, "p": "real", "s": "real", "B": "real"},
    [h > 0, L >= 0],
    conj(IN_CLASS, implies(HAT, L * h / 4 <= B)),
)


def sharp_script() -> Node:
    """(F - l)(a) - 2 (F - l)(middle) + (F - l)(a + h) = L h."""
    at_u, at_v, apart_ = S.abs(u - (a + h / 2)), S.abs(v - (a + h / 2)), S.abs(u - v)
    steps = [
        (at_u - at_v <= apart_, _by([at_u, at_v, apart_], "triangle")),
        (at_v - at_u <= apart_, _by([at_u, at_v, apart_], "triangle")),
        (L * (at_u - at_v) <= L * apart_, auto("times L")),
        (L * (at_v - at_u) <= L * apart_, auto("times L")),
    ]
    body = lemmas(steps, case(S.abs(hat(u) - hat(v)).json, auto("+"), auto("-")))
    lipschitz_ = intro("u", intro("v", intro("", intro("", intro("", intro("", body))))))
    ends = [a, a + h / 2, a + h]
    half = S.abs(a - (a + h / 2)), S.abs(a + h / 2 - (a + h / 2)), S.abs(a + h - (a + h / 2))
    values = [
        (half[0].equals(h / 2), case(half[0].json, auto(), auto())),
        (half[1].equals(0), case(half[1].json, auto(), auto())),
        (half[2].equals(h / 2), case(half[2].json, auto(), auto())),
    ]
    sides: list[tuple[Json, Node]] = []
    for at, sign in zip(ends, (1, -1, 1), strict=True):
        gap = p + s * at - hat(at)
        sides.append((-sign * gap <= B, case(S.abs(gap).json, auto("side"), auto("side"))))
    close = lemmas([*values, *sides], auto("L h <= 4 B"))
    for at in ends:
        close = known(HAT, [at], close)
    return node("both", lipschitz_, intro("", close))


def _by(sizes: list[Term], label: str) -> Node:
    leaf = auto(label)
    for size in sizes:
        leaf = case(size.json, leaf, leaf)
    return leaf


_SIGN = Witness({"a": 0, "h": 1, "L": 0}, {"f": (("u",), ["sign", ["-", "u", "1/2"]])})
_TENT = Witness({"a": 0, "h": 1, "L": 1}, {"f": (("u",), ["abs", ["-", "u", "1/2"]])})


def _no_line(values: dict[str, tuple[Term, int | Fraction]], bound: Term) -> Node:
    """For all p, s: at one of the points the line is further than ``bound`` from the value."""
    gaps = [S.abs(p + s * Term(at) - value) for at, (value, _) in values.items()]
    ends = auto("three points close to one line")
    for gap in gaps:
        ends = case(gap.json, ends, ends)
    script = node("some", node("both", auto(), node("both", auto(), ends)), **{"is": "0"})
    for at, gap in zip(values, gaps, strict=True):
        away = node("some", auto("far from the line"), **{"is": at})
        script = split((bound - gap).json, script, away)
    numbers = [(value.equals(number), auto()) for value, number in values.values()]
    return intro("p", intro("s", lemmas(numbers, script)))


def _at(name: str, numbers: dict[str, int | Fraction]) -> dict[str, tuple[Term, int | Fraction]]:
    """name(point - 1/2) at the points, beside its value."""
    return {at: (Term([name, ["-", at, "1/2"]]), number) for at, number in numbers.items()}


_HALF = Fraction(1, 2)
_STEPS = _at("sign", {"0": -1, "1/4": -1, "1/2": 0})
_ENDS = _at("abs", {"0": _HALF, "1/2": 0, "1": _HALF})
CONTROLS = (
    Control(
        Attempt(
            "pln.affine.control.lipschitz",
            'for a function that is not $L$-Lipschitz: $f(u) = "sign"(u - 1\\/2)$, $L = 0$',
            statement(SORTS, GIVEN[:1], STATEMENT["show"], FUNCTIONS),
            _SIGN,
            script=lambda: _no_line(_STEPS, S.const(0)),
        ),
        "hypothesis dropped",
    ),
    Control(
        Attempt(
            "pln.affine.control.quarter",
            "$L h \\/ 5$ for $L h \\/ 4$: $f(u) = abs(u - 1\\/2)$ on $[0, 1]$",
            statement(SORTS, GIVEN, _lines(L * h / 5), FUNCTIONS),
            _TENT,
            givens={1: lambda: _tent_in_class()},
            script=lambda: _no_line(_ENDS, S.const(Fraction(1, 5))),
        ),
        "constant tightened",
    ),
)


def _tent_in_class() -> Node:
    at_u, at_v, apart_ = S.abs(u - _HALF), S.abs(v - _HALF), S.abs(u - v)
    leaf = case(S.abs(at_u - at_v).json, *[_by([at_u, at_v, apart_], "triangle")] * 2)
    return intro("u", intro("v", intro("", leaf)))


CLAIM = Claim(
    id="pln.affine",
    kind="theorem",
    title="The lines come within L h/4 of every L-Lipschitz function, and no closer",
    source=source("beyond Proposition 2: one affine piece of a ReLU network", ""),
    statement="Let $f$ be $L$-Lipschitz on $[a, a + h]$, $h > 0$. There is an affine function $l$ "
    "with $abs(l(x) - f(x)) <= L h \\/ 4$ on $[a, a + h]$: the one with $l(a) = f(a + h\\/4)$ and "
    "$l(a + h) = f(a + 3 h\\/4)$. For $f(x) = L abs(x - a - h\\/2)$ no affine function is closer.",
    readings=(
        Reading("$h > 0$", ("given", 0)),
        Reading(
            "$f$ is $L$-Lipschitz on $[a, a + h]$",
            ("given", 1),
            "nothing else; $L >= 0$ follows",
        ),
        Reading("there is a line within $L h \\/ 4$", ("show",)),
        Reading("$h > 0$", ("given", 0), obligation="pln.affine.sharp"),
        Reading("$L >= 0$", ("given", 1), obligation="pln.affine.sharp"),
        Reading(
            "no affine function is closer",
            ("show",),
            "the hat is in the class; for all $p$ and $s$, a bound $B$ of "
            "$abs(p + s x - L abs(x - a - h\\/2))$ on the interval is at least $L h \\/ 4$",
            obligation="pln.affine.sharp",
        ),
    ),
    obligations=(
        Obligation(
            "pln.affine.statement",
            "for every interval, $L$ and $f$ there is a line within $L h \\/ 4$",
            STATEMENT,
            statement_script,
        ),
        Obligation(
            "pln.affine.sharp",
            "for the hat no line is closer, for every interval and $L$",
            SHARP,
            sharp_script,
        ),
    ),
    satisfiable=Attempt(
        "pln.affine.satisfiable",
        "the hypotheses hold for $a = 0$, $h = L = 1$, $f(u) = abs(u - 1\\/2)$",
        STATEMENT,
        _TENT,
        givens={1: _tent_in_class},
    ),
    controls=CONTROLS,
    notes=(
        "No control drops $h > 0$: for $h = 0$ a constant is enough, and for $h < 0$ the interval "
        "is empty.",
        "Two values of $f$ are enough for a line that is good enough; the best line would need "
        "the extrema of $f$.",
    ),
    not_claimed=("nothing is said of more than one line: see pln.prop2.upper",),
)
