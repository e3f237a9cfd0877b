"""Whole terms on boxes: ranges, middles and slopes, jets and germs, against true values.

A slope on a box with middle m must satisfy t(x) - t(m) in slope * (x - m); the second entry of a
jet must contain every difference quotient (f(b) - f(a))/(b - a), the third twice every divided
difference f[a, b, c], by the mean value theorem.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction as F
from typing import Any

from proofs import replay
from proofs.kernel.cover import Box, enclose
from proofs.kernel.errors import Reject
from tests.campaigns import oracles as O
from tests.campaigns.oracles import Bounds, NoBounds
from tests.campaigns.primitives import INSIDE, REFUSED, UNDECIDED, Result, Second, compared, ends
from tests.campaigns.truths import PRECISIONS, Json, World, random_term, true_value

SIZES = (F(1, 2**60), F(1, 10**6), F(1, 1000), F(1, 7), F(1), F(3))


def box(world: World, points: bool = True) -> tuple[F, F, list[F]]:
    """A box, its middle, and points strictly inside (of a point: the point)."""
    rng = world.rng
    x0 = world.rng.choice([F(0), F(1), F(1, 2), F(1, 3), F(-2), F(5, 8), world.point()])
    if points and rng.random() < 0.2:
        return x0, x0, [x0]
    width = rng.choice(SIZES)
    low = x0 - width * rng.choice([F(1, 2), F(1, 2), F(1, 3), F(1, 97)])
    high = low + width
    inside = {x0, (low + high) / 2, low + width / 7, low + width * F(995, 996)}
    return low, high, sorted(x for x in inside if low < x < high)


def as_tuple(term: Json) -> Any:
    """As the kernel keeps terms."""
    if isinstance(term, str):
        return term if term == "x" else F(term)
    return (term[0], *(a if isinstance(a, int) else as_tuple(a) for a in term[1:]))


Enclosed = tuple[tuple[F, F], tuple[F, F], tuple[F, F] | None]


def first(term: Json, low: F, high: F, bits: int) -> Enclosed:
    form = enclose(as_tuple(term), Box("x", low, high, bits))
    return form.range, form.middle, form.slope


class OfSecond:
    """Forms of the second checker."""

    def __init__(self) -> None:
        self.source = Second()

    def __call__(self, term: Json, low: F, high: F, bits: int) -> Enclosed:
        session = self.source.fresh()
        sequent = replay.Sequent(session, {}, session.number(0))
        sequent.declare("x", "real")
        corners = [(q.numerator, q.denominator) for q in (low, high)]
        form = replay.Box(replay.Arithmetic(session, bits), "x", *corners).form(sequent.term(term))

        def of(a: Any) -> tuple[F, F]:
            return F(*a[0]), F(*a[1])

        return of(form.range), of(form.middle), None if form.slope is None else of(form.slope)


def forms(kind: str, form_of: Callable[..., Enclosed]) -> Callable[[World], Result]:
    """Range, middle and slope of a random term on a random box."""

    def attempt(world: World) -> Result:
        low, high, at = box(world)
        bits = world.rng.choice(PRECISIONS)
        middle = (low + high) / 2
        term = random_term(world, world.rng.choice([middle, at[0]]), 3)
        what = f"{kind} form of {term} on [{low}, {high}] with {bits} bits"
        try:
            found, centre, slope = form_of(term, low, high, bits)
        except (Reject, replay.Stop):
            return kind, REFUSED
        try:
            values = [true_value(term, x) for x in at]
            at_middle = true_value(term, middle)
            if at_middle is None or None in values:
                return kind, f"outside: not refused: {what}"
            answers = [compared(*found, values, f"range {what}"),  # type: ignore[arg-type]
                       compared(*centre, [at_middle], f"middle {what}")]  # fmt: skip
            if slope is not None:
                for x, value in zip(at, values, strict=True):
                    if x != middle and value is not None:
                        quotient = O.times(O.minus(value, at_middle), O.exactly(1 / (x - middle)))
                        answers.append(compared(*slope, [quotient], f"slope {what} at {x}"))
        except NoBounds:
            return kind, UNDECIDED
        return kind, worst(answers)

    return attempt


def worst(answers: list[str]) -> str:
    wrong = [a for a in answers if a.startswith("outside")]
    return wrong[0] if wrong else UNDECIDED if UNDECIDED in answers else INSIDE


def over(system: Any, term: Json, x: Any) -> Any:
    """The term in a number system of constructions/."""
    if isinstance(term, str):
        return x if term == "x" else system.const(F(term))
    op = term[0]
    if op == "pi":
        return system.pi()
    if op == "^":
        return over(system, term[1], x) ** term[2]
    parts = [over(system, a, x) for a in term[1:]]
    if op in ("+", "-", "*", "/"):
        if len(parts) == 1:
            return -parts[0]
        a, b = parts
        if op == "/":
            return system.divide(a, b) if hasattr(system, "divide") else a / b
        return a + b if op == "+" else a - b if op == "-" else a * b
    return getattr(system, {"max": "maximum", "min": "minimum"}.get(op, op))(*parts)


def jet(world: World) -> Result:
    """constructions/functions/jets.py over spans: value, slope and curvature on an interval."""
    from constructions.functions.jets import JetSystem
    from constructions.functions.spans import SpanSystem
    from constructions.systems import NumberError

    low, high, at = box(world, points=False)
    term = random_term(world, at[0], 3)
    spans = SpanSystem(max(2, world.rng.choice(PRECISIONS)))
    what = f"{term} on [{low}, {high}] with {spans.balls.precision_bits} bits"
    try:
        with spans.working():
            jets = JetSystem(spans)
            found = over(jets, term, jets.variable(spans.interval(low, high))).c
            c = [ends(part) for part in found]
    except NumberError:
        return "jet", REFUSED
    try:
        values = [true_value(term, x) for x in at]
        if None in values:
            return "jet", f"outside: not refused: {what}"
        answers = [compared(*c[0], values, f"value {what}")]  # type: ignore[arg-type]
        quotients = _divided(at, values)  # type: ignore[arg-type]
        if len(c) > 1:
            answers.append(compared(*c[1], quotients, f"slope {what}"))
        if len(c) > 2 and len(at) > 2:
            apart = [at[i + 2] - at[i] for i in range(len(at) - 2)]
            second = [
                O.times(O.minus(b, a), O.exactly(2 / d))
                for a, b, d in zip(quotients, quotients[1:], apart, strict=False)
            ]
            answers.append(compared(*c[2], second, f"curvature {what}"))
    except NoBounds:
        return "jet", UNDECIDED
    return "jet", worst(answers)


def _divided(at: list[F], values: list[Bounds]) -> list[Bounds]:
    return [
        O.times(O.minus(values[i + 1], values[i]), O.exactly(1 / (at[i + 1] - at[i])))
        for i in range(len(at) - 1)
    ]


def system_term(world: World) -> Result:
    """A term over balls or spans on an interval, or over reals at a point."""
    from constructions.functions.reals import RealSystem
    from constructions.functions.spans import SpanSystem
    from constructions.interop.flint import BallSystem, from_interval
    from constructions.systems import NumberError

    low, high, at = box(world)
    term = random_term(world, at[0], 3)
    bits = max(2, world.rng.choice(PRECISIONS))
    kind = world.rng.choice(["ball", "span", "real"])
    what = f"{kind} of {term} on [{low}, {high}] with {bits} bits"
    try:
        if kind == "real":
            system: Any = RealSystem(bits)
            found = ends(over(system, term, system.const(at[0])).ball())
            at = at[:1]
        else:
            system = BallSystem(bits) if kind == "ball" else SpanSystem(bits)
            with system.working():
                read = from_interval if kind == "ball" else system.interval
                found = ends(over(system, term, read(low, high)))
    except NumberError:
        return f"{kind} term", REFUSED
    try:
        values = [true_value(term, x) for x in at]
    except NoBounds:
        return f"{kind} term", UNDECIDED
    if None in values:
        return f"{kind} term", f"outside: not refused: {what}"
    return f"{kind} term", compared(*found, values, what)  # type: ignore[arg-type]


STEP = F(1, 2**160)
GERM_POINTS = (F(0), F(1), F(1, 2), F(-1), F(1, 3), F(4), F(9, 4), F(2), F(-3, 7))


def germ(world: World) -> Result:
    """constructions/functions/germs.py: f(z + t) = value + lead t^order + o(t^order).

    This is looked at for t = 2^-160.  The remainder must be below 2^-20 (1 + |lead|) t^order: for
    exp(exp(90 + t)) the term t^2 alone has a factor near 10^43, and exceeds 2^-20 t.
    """
    from constructions.functions.germs import GermSystem
    from constructions.systems import NumberError

    rng = world.rng
    z, side = rng.choice(GERM_POINTS), rng.choice([1, -1])
    shift = rng.choice(GERM_POINTS)
    scale = rng.choice([1, -1, 2])
    inner: Json = ["*", str(scale), ["-", "x", str(z - shift if rng.random() < 0.5 else z)]]
    ops = ["sqrt", "sqrt", "abs", "exp", "sin", "cos", "atan", "tanh", "log"]
    term: Json = [rng.choice(ops), inner]
    for _ in range(rng.randrange(3)):
        other = rng.choice(["x", "2", ["sqrt", inner], ["-", "x", str(z)], ["exp", "x"]])
        term = rng.choice(
            [["+", term, other], ["*", term, other], ["-", other, term], ["^", term, 2],
             ["/", other, term], ["sqrt", term], ["exp", term], ["max", term, other]]
        )  # fmt: skip
    germs = GermSystem(192)
    what = f"germ of {term} at {z}, side {side}"
    try:
        found = over(germs, term, germs.variable(z, side))
        value, lead = ends(found.value.ball()), ends(found.lead.ball())
        order = found.order
    except NumberError:
        return "germ", REFUSED
    try:
        truth = true_value(term, z + side * STEP)
        at = true_value(term, z)
        if truth is None or at is None:
            return "germ", f"outside: not refused: {what}"
        size = O.exactly(1)
        for _ in range(order.numerator):
            size = O.times(size, _root(STEP, order.denominator))
        near = O.exactly((1 + max(map(abs, lead))) / 2**20)
        wrong = O.minus(O.minus(truth, at), O.times(lead, size))
        if not -near[1] * size[0] <= wrong[0] <= wrong[1] <= near[1] * size[0]:
            return "germ", f"outside: order {order}, lead {float(lead[0])}: {what}"
        return "germ", compared(*value, [at], f"value {what}")
    except NoBounds:
        return "germ", UNDECIDED


def _root(q: F, degree: int) -> Bounds:
    """q^(1/degree) for a power of two ``degree``."""
    if degree & (degree - 1):
        raise NoBounds
    found = O.exactly(q)
    while degree > 1:
        found = O.sqrt(found[0])[0], O.sqrt(found[1])[1]
        degree //= 2
    return found
