"""Every primitive of every rigorous way to enclose a number, one application at a time.

Each function here tries one and says what came of it: the name of the primitive, and *inside*,
*refused*, *undecided* (the truth is known less well than the enclosure) or *outside: ...*.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction as F
from math import floor
from typing import Any

from proofs import replay
from proofs.kernel import intervals as I
from proofs.kernel.errors import Reject
from tests.campaigns import oracles as O
from tests.campaigns.oracles import Bounds, NoBounds
from tests.campaigns.truths import PRECISIONS, World, elementary

Result = tuple[str, str]
INSIDE, REFUSED, UNDECIDED = "inside", "refused", "undecided"


def compared(low: F, high: F, truths: list[Bounds], what: object) -> str:
    """Whether every truth lies in [low, high]."""
    sure = True
    for truth in truths:
        if high < truth[0] or truth[1] < low or low > high:
            return f"outside: {what}"
        sure = sure and low <= truth[0] and truth[1] <= high
    return INSIDE if sure else UNDECIDED


def bounds_of(op: str, points: list[F]) -> list[Bounds]:
    """The true values; raises NoBounds where the function is not defined at one of them."""
    return [O.ELEMENTARY[op](q) for q in points]


def defined(op: str, low: F) -> bool:
    return low > 0 if op == "log" else low >= 0 or op != "sqrt"


ARITHMETIC: dict[str, Callable[[F, F], F]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a / b,
    "max": max,
    "min": min,
}
UNARY: dict[str, Callable[[F], F]] = {
    "neg": lambda a: -a,
    "inverse": lambda a: 1 / a,
    "square": lambda a: a * a,
    "abs": abs,
    "sign": lambda a: F((a > 0) - (a < 0)),
    "floor": lambda a: F(floor(a)),
    "cube": lambda a: a**3,
    "minus second power": lambda a: 1 / a**2,
}
KERNEL = ("outward", "add", "mul", "neg", "inverse", "hull", "meet", "pi",
          "sqrt", "exp", "log", "sin", "cos", "tanh", "atan")  # fmt: skip


def kernel(world: World) -> Result:
    """proofs/kernel/intervals.py"""
    rng = world.rng
    op, bits = rng.choice(KERNEL), rng.choice(PRECISIONS)
    q, p = world.point(op), world.point()
    a, b = world.around(q), world.around(p)
    at = world.within(*a, q)
    what = f"kernel {op}({a}, {b}) with {bits} bits at {at}, {p}"
    name = f"kernel {op}"
    try:
        if op == "pi":
            return name, compared(*I.pi(bits), [O.pi()], what)
        if op in ("add", "mul"):
            bits = rng.choice([0, bits])
            found = getattr(I, op)(a, b, bits)
            truths = [O.exactly(ARITHMETIC[op](t, p)) for t in at]
        elif op in ("inverse", "neg"):
            found = I.neg(a) if op == "neg" else I.inverse(a, rng.choice([0, bits]))
            truths = [O.exactly(UNARY[op](t)) for t in at]
        elif op == "outward":
            found, truths = I.outward(*a, bits), [O.exactly(a[0]), O.exactly(a[1])]
        elif op == "hull":
            found, truths = I.hull(a, b), [O.exactly(t) for t in (*at, p)]
        elif op == "meet":
            b = world.around(q)
            found, truths = I.meet(a, b), [O.exactly(q)]
        else:
            found = getattr(I, op)(a, bits)
            if not defined(op, a[0]):
                return name, f"outside: not refused: {what}"
            truths = bounds_of(op, at)
    except (Reject, ZeroDivisionError):
        return name, REFUSED
    except NoBounds:
        return name, UNDECIDED
    return name, compared(*found, truths, what)


SECOND = ("add", "multiply", "invert", "square", "size", "hull", "pi",
          "sqrt", "exp", "log", "sin", "cos", "tanh", "atan")  # fmt: skip


class Second:
    """proofs/replay.py: its own intervals, of pairs (numerator, denominator)."""

    def __init__(self) -> None:
        self.session, self.uses = replay.Session(b"enclosures"), 0

    def fresh(self) -> replay.Session:
        """The session with all its work before it, and not too many terms behind it."""
        self.uses += 1
        if self.uses % 2_000 == 0:
            self.session = replay.Session(b"enclosures %d" % self.uses)
        self.session.left = replay.MAX_WORK
        return self.session

    def __call__(self, world: World) -> Result:
        rng = world.rng
        op, bits = rng.choice(SECOND), rng.choice(PRECISIONS)
        q, p = world.point(op), world.point()
        a, b = world.around(q), world.around(p)
        at = world.within(*a, q)
        name, what = f"second {op}", f"second {op}({a}, {b}) with {bits} bits at {at}, {p}"
        session = self.fresh()
        arithmetic = replay.Arithmetic(session, bits)
        x, y = _pairs(a), _pairs(b)
        try:
            if op == "pi":
                low, high = replay.pi(session, bits)
                return name, compared(F(low, 1 << bits), F(high, 1 << bits), [O.pi()], what)
            if op in ("add", "multiply"):
                found = getattr(arithmetic, op)(x, y)
                truths = [O.exactly(ARITHMETIC[op[:3]](t, p)) for t in at]
            elif op in ("invert", "square", "size"):
                found = replay.size(x) if op == "size" else getattr(arithmetic, op)(x)
                rule = {"invert": "inverse", "square": "square", "size": "abs"}[op]
                truths = [O.exactly(UNARY[rule](t)) for t in at]
            elif op == "hull":
                found, truths = replay.hull(x, y), [O.exactly(t) for t in (*at, p)]
            else:
                found = arithmetic.function(op, x)
                if not defined(op, a[0]):
                    return name, f"outside: not refused: {what}"
                truths = bounds_of(op, at)
        except (replay.Stop, ZeroDivisionError):
            return name, REFUSED
        except NoBounds:
            return name, UNDECIDED
        return name, compared(*(F(*end) for end in found), truths, what)


def _pairs(a: tuple[F, F]) -> Any:
    return tuple((q.numerator, q.denominator) for q in a)


SYSTEM_BINARY = {"add": "__add__", "sub": "__sub__", "mul": "__mul__", "div": "divide",
                 "max": "maximum", "min": "minimum"}  # fmt: skip
SYSTEM_UNARY = ("neg", "abs", "sign", "floor", "cube", "square", "minus second power")
SYSTEM_ELEMENTARY = ("sqrt", "exp", "log", "sin", "cos", "tan", "tanh", "atan")
SYSTEM = (*SYSTEM_BINARY, *SYSTEM_UNARY, *SYSTEM_ELEMENTARY, "const", "pi", "ratio", "ends")


def ends(value: Any) -> tuple[F, F]:
    """The rational ends of a ball or a span."""
    from constructions.interop.flint import to_fractions

    if hasattr(value, "hi"):
        return to_fractions(value.lo)[0], to_fractions(value.hi)[1]
    return to_fractions(value)


def system(kind: str) -> Callable[[World], Result]:
    """constructions/interop/flint.py (balls) and constructions/functions/spans.py (spans)."""

    def attempt(world: World) -> Result:
        from constructions.functions.spans import SpanSystem
        from constructions.interop.flint import BallSystem, from_interval, round_dyadic
        from constructions.systems import NumberError

        rng = world.rng
        op, bits = rng.choice(SYSTEM), max(2, rng.choice(PRECISIONS))
        q, p = world.point(op), world.point()
        a, b = world.around(q), world.around(p)
        at = world.within(*a, q)
        name, what = f"{kind} {op}", f"{kind} {op}({a}, {b}) with {bits} bits at {at}, {p}"
        numbers: Any = BallSystem(bits) if kind == "ball" else SpanSystem(bits)
        try:
            with numbers.working():
                read = from_interval if kind == "ball" else numbers.interval
                x, y = read(*a), read(*b)
                if op == "pi":
                    found, truths = ends(numbers.pi()), [O.pi()]
                elif op == "const":
                    found, truths = ends(numbers.const(q)), [O.exactly(q)]
                elif op == "ends":  # the way in and out, and rounding
                    low, high = ends(x)
                    found = round_dyadic(low, bits, -1), round_dyadic(high, bits, 1)
                    truths = [O.exactly(t) for t in (*a, *at)]
                elif op == "ratio":
                    found = ends(numbers.ratio(x, y, numbers.const(7)))
                    truths = [O.exactly(t / p if p else F(7)) for t in at]
                elif op in SYSTEM_BINARY:
                    of = SYSTEM_BINARY[op]
                    call = getattr(x, of) if of.startswith("__") else None
                    found = ends(call(y) if call else getattr(numbers, of)(x, y))
                    truths = [O.exactly(ARITHMETIC[op](t, p)) for t in at]
                elif op in SYSTEM_UNARY:
                    found = ends(_unary(numbers, op, x))
                    truths = [O.exactly(UNARY[op](t)) for t in at]
                else:
                    found = ends(getattr(numbers, op)(x))
                    if not defined(op, a[0]):
                        return name, f"outside: not refused: {what}"
                    truths = bounds_of(op, at)
        except (NumberError, ZeroDivisionError):
            return name, REFUSED
        except NoBounds:
            return name, UNDECIDED
        return name, compared(*found, truths, what)

    return attempt


def _unary(numbers: Any, op: str, x: Any) -> Any:
    if op == "neg":
        return -x
    powers = {"square": 2, "cube": 3, "minus second power": -2}
    return numbers.power(x, powers[op]) if op in powers else getattr(numbers, op)(x)


def real(world: World) -> Result:
    """constructions/functions/reals.py: a + b pi, exactly where that is known."""
    from constructions.functions.reals import RealSystem, Undefined
    from constructions.systems import NumberError

    rng = world.rng
    bits = max(2, rng.choice(PRECISIONS))
    numbers = RealSystem(bits)
    op = rng.choice([*SYSTEM_BINARY, *SYSTEM_UNARY, *SYSTEM_ELEMENTARY, "side"])

    def some() -> tuple[Any, Bounds]:
        rational = F(0) if rng.random() < 0.4 else world.point(op)
        turns = F(rng.randrange(-24, 25), rng.choice([1, 2, 3, 4, 6, 12]))
        turns = F(0) if rng.random() < 0.4 else turns
        value = numbers.const(rational) + numbers.const(turns) * numbers.pi()
        return value, O.plus(O.exactly(rational), O.times(O.exactly(turns), O.pi()))

    (x, a), (y, b) = some(), some()
    name, what = (
        f"real {op}",
        f"real {op} of {x.rational} + {x.circular} pi, {y.rational} + \
{y.circular} pi with {bits} bits",
    )
    try:
        if op == "side":
            side = x.side()
            return name, compared(F(side), F(side), [_sign(a)], what)
        if op in SYSTEM_BINARY:
            of = SYSTEM_BINARY[op]
            found = getattr(x, of)(y) if of.startswith("__") else getattr(numbers, of)(x, y)
        elif op in SYSTEM_UNARY:
            found = _unary(numbers, op, x)
        else:
            found = getattr(numbers, op)(x)
        truth = _true(op, a, b)
        exact = found.exact
        if exact is not None and not truth[0] <= exact <= truth[1]:
            return name, f"outside: said to be {exact}: {what}"
        return name, compared(*ends(found.ball()), [truth], what)
    except Undefined:
        return name, REFUSED
    except NumberError:
        return name, REFUSED
    except NoBounds:
        return name, UNDECIDED


def _sign(a: Bounds) -> Bounds:
    if a[0] <= 0 <= a[1] and a[0] != a[1]:
        raise NoBounds
    return O.exactly((a[0] > 0) - (a[0] < 0))


def _true(op: str, a: Bounds, b: Bounds) -> Bounds:
    """The true result for arguments that are known closely."""
    if op in ("add", "sub"):
        return O.plus(a, b) if op == "add" else O.minus(a, b)
    if op in ("mul", "div"):
        return O.times(a, b) if op == "mul" else O.quotient(a, b)
    if op in ("max", "min"):
        chosen = max if op == "max" else min
        return chosen(a[0], b[0]), chosen(a[1], b[1])
    if op == "neg":
        return O.negative(a)
    if op == "abs":
        return O.times(_sign(a), a) if a[0] * a[1] > 0 or a[0] == a[1] else (F(0), max(-a[0], a[1]))
    if op == "sign":
        return _sign(a)
    if op == "floor":
        if floor(a[0]) != floor(a[1]):
            raise NoBounds
        return O.exactly(floor(a[0]))
    if op in ("square", "cube"):
        return O.times(O.times(a, a), a) if op == "cube" else O.times(a, a)
    if op == "minus second power":
        return O.quotient(O.exactly(1), O.times(a, a))
    return elementary(op, a)
