"""Certified suprema of |G - f| on [0, 1] for the networks of one input.

exact_sup, certify_exact    the sign network against a continuous piecewise linear f: exact
sup_norm, certify           any network and any f that the kernel can enclose: lo <= sup <= hi
certify_lipschitz           every L-Lipschitz f with given values at the midpoints
certify_wide                step networks of hundreds of units: :mod:`.wide`
certify_lines               networks of lines of hundreds of units: :mod:`.lines`
enclose_sup                 for networks that are too wide for a certificate
enclose_sup_balls           by ball arithmetic, independent of the kernel: :mod:`.balls`

What is returned as a certificate is JSON data for :func:`proofs.kernel.check`; nothing in this
module has to be believed for it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from constructions.fewest_steps import LinearPiece
from constructions.pln import STEEP, TANH
from proofs.kernel.check import check_data, open_statement
from proofs.kernel.context import Context
from proofs.kernel.cover import Box, enclose
from proofs.kernel.errors import Decline, Reject
from proofs.kernel.terms import read_term, substitute
from proofs.supnorm._cover_tree import Line, Plan, TooHigh, error, transferred, tree
from proofs.supnorm._float_forms import FloatTerm, NoForm
from proofs.supnorm._line_terms import (
    OnLine,
    X,
    closing,
    difference,
    fill,
    index,
    kinks,
    known,
    leaf,
)
from proofs.supnorm.balls import enclose_sup_balls
from proofs.trees.script import (
    Node,
    case,
    have,
    intro,
    look,
    node,
    rule_index,
    statement,
    unread,
    use,
)

if TYPE_CHECKING:
    from constructions.functions import Function
    from proofs.supnorm.lines import Network

Json = Any
ZERO, ONE = Fraction(0), Fraction(1)
DOMAIN: list[Json] = [["<=", "0", X], ["<=", X, "1"]]


class NotCertified(Exception):
    """No certificate was found; ``at`` is where the bound fails or is too close."""

    def __init__(self, why: str, at: Fraction | None = None) -> None:
        super().__init__(why)
        self.at = at


# The sign network against a piecewise linear function.


@dataclass(frozen=True)
class ExactSup:
    """The supremum ``value``, attained at ``at`` (side 0) or approached from the left or right."""

    value: Fraction
    at: Fraction
    side: int


@dataclass(frozen=True)
class Stretch:
    """On ]lo, hi[ the error G - f is p + q x."""

    lo: Fraction
    hi: Fraction
    p: Fraction
    q: Fraction

    def at(self, x: Fraction) -> Fraction:
        return self.p + self.q * x


def _stretches(y: Sequence[Fraction], pieces: Sequence[LinearPiece]) -> list[Stretch]:
    N = len(y)
    if not pieces or pieces[0].lo > 0 or pieces[-1].hi < 1:
        raise ValueError("the pieces must cover [0, 1]")
    cuts = sorted({Fraction(k, N) for k in range(N + 1)} | {p.hi for p in pieces if 0 < p.hi < 1})
    found, i = [], 0
    for lo, hi in pairwise(cuts):
        while pieces[i].hi <= lo:
            i += 1
        value = y[int(lo * N)]
        found.append(Stretch(lo, hi, value - pieces[i].intercept, -pieces[i].slope))
    return found


def exact_sup(y: Sequence[Fraction], pieces: Sequence[LinearPiece]) -> ExactSup:
    """The supremum over [0, 1] of |G - f| for the sign network G through ``y``.

    Raises:
        ValueError: the pieces do not cover [0, 1].
    """
    stretches = _stretches(y, pieces)
    N = len(y)
    best = ExactSup(abs(stretches[0].at(ZERO)), ZERO, 0)

    def consider(value: Fraction, at: Fraction, side: int) -> None:
        nonlocal best
        if value > best.value or (value == best.value and best.side and not side):
            best = ExactSup(value, at, side)

    for before, after in pairwise(stretches):
        x = before.hi
        # at a breakpoint the sign is 0 and G is the mean of its two neighbours
        consider(abs(before.at(x) + after.at(x)) / 2, x, 0)
        if (x * N).denominator == 1:
            consider(abs(before.at(x)), x, -1)
            consider(abs(after.at(x)), x, 1)
    consider(abs(stretches[-1].at(ONE)), ONE, 0)
    return best


def certify_exact(
    y: Sequence[Fraction],
    f: Json,
    pieces: Sequence[LinearPiece],
    *,
    bound: Fraction | None = None,
    in_blocks: bool = False,
) -> tuple[Json, Json]:
    """Certificates of |G - f| <= B on [0, 1] and of sup |G - f| >= B, where B = exact_sup.

    ``bound`` replaces B in the first.  ``in_blocks``: by :mod:`.lines`, for many units.

    Raises:
        NotCertified: the bound is false, or f needs more than exact rational arithmetic.
    """
    network = OnLine(tuple(y))
    sup = exact_sup(y, pieces)
    B = sup.value if bound is None else bound
    places = [*kinks(read_term(f, {X}, {}), ZERO, ONE), *(p.hi for p in pieces if p.hi < 1)]
    lower = _least(network, f, sup, _stretches(y, pieces), places)
    if in_blocks:
        return upper_of_lines(signs(network), f, B), lower
    plan = Plan(network, f, ZERO, 0, tuple(sorted(set(places))))
    try:
        proof = tree(plan, 0, network.N, network.units, Line(), B)
    except TooHigh as error_:
        raise NotCertified(str(error_), error_.at) from None
    return _upper(network, f, B, proof), lower


def signs(line: OnLine) -> Network:
    """The sign network as one of lines."""
    from proofs.supnorm.lines import SIGN, Network, Unit

    return Network(line.term(), tuple(Unit(u.alpha, ONE, u.b) for u in line.units), SIGN)


def upper_of_lines(network: Network, f: Json, B: Fraction) -> Json:
    """The certificate of |G - f| <= B on [0, 1], for a piecewise linear f, by blocks of units.

    Raises:
        NotCertified: the bound is false, or more work than the kernel grants.
    """
    from proofs.supnorm.blocks import MAX_WORK, NotWide
    from proofs.supnorm.lines import Lines

    try:
        lines = Lines(network, f, B, exact=True)
        if lines.work > MAX_WORK:
            raise NotCertified("more work than the kernel grants")
        return lines.certificate()
    except NotWide as stopped:
        raise NotCertified(str(stopped), stopped.at) from None
    except (Reject, Decline) as stopped:
        raise NotCertified(str(stopped)) from None


def _upper(network: OnLine, f: Json, B: Fraction, proof: Node) -> Json:
    goal = ["<=", ["abs", ["-", network.term(), f]], str(B)]
    if network.c:
        proof = transferred(network, f, B, proof, DOMAIN)
    return _filled(statement({X: "real"}, DOMAIN, goal), proof)


def _filled(goal: Json, proof: Node) -> Json:
    try:
        return {"statement": goal, "proof": fill(open_statement(goal), proof)}
    except Decline as limit:  # a network so wide that the kernel's limits are met
        raise NotCertified(f"beyond the limits of the kernel: {limit}") from None


def _at(json: Json, x: Json) -> Json:
    """The term with ``x`` put in."""
    return unread(substitute(read_term(json, {X, "eta", "z"}, {}), X, x))


def _least(
    network: OnLine, f: Json, sup: ExactSup, stretches: list[Stretch], places: list[Fraction]
) -> Json:
    """For every eta > 0 some x in [0, 1] has |G(x) - f(x)| > B - eta."""
    B, eta = str(sup.value), "eta"
    size = ["abs", ["-", network.term(), f]]
    near = ["and", *DOMAIN, ["<", ["-", B, eta], size]]
    goal = statement({eta: "real"}, [["<", "0", eta]], ["some", X, "real", near])
    proof = _attained(sup, size) if not sup.side else _approached(sup, size, stretches, places)
    return _filled(goal, proof)


def _attained(sup: ExactSup, size: Json) -> Node:
    value = _at(size, sup.at)

    def close(context: Context, goal: int) -> Node:
        used = [known(context, str(sup.value), "<=", value), known(context, "0", "<", "eta")]
        return leaf([(1, [goal], []), *((1, [i], []) for i in used)])

    checked = node("evaluate", bits=0)
    there = node("both", checked, checked, closing(close))
    return have(["<=", str(sup.value), value], checked, node("some", there, **{"is": str(sup.at)}))


def _approached(
    sup: ExactSup, size: Json, stretches: list[Stretch], places: list[Fraction]
) -> Node:
    """The witness is at +- delta with delta = min(w/2, eta/K), in a stretch ]lo, hi[ of width w."""
    at, side, eta = sup.at, sup.side, "eta"
    stretch = next(s for s in stretches if at == (s.lo if side > 0 else s.hi))
    turn = 1 if stretch.at(at) > 0 else -1
    p, q = turn * stretch.p, turn * stretch.q
    ends = [s for s in (stretch.hi if side > 0 else stretch.lo, *places) if (s - at) * side > 0]
    if q and (-p / q - at) * side > 0:
        ends.append(-p / q)  # |p + q x| is linear up to its zero
    w = min(abs(s - at) for s in ends)
    lo, hi = sorted((at, at + side * w))
    K = 2 * (abs(q) + 1)
    delta = ["min", str(w / 2), ["/", eta, str(K)]]
    x = ["+", str(at), ["*", str(side), delta]]
    line = ["+", str(p), ["*", str(q), "z"]]
    inside = [["<", str(lo), "z"], ["<", "z", str(hi)]]
    there = ["<=", line, _at(size, "z")]
    everywhere = ["all", "z", "real", ["implies", ["and", *inside], there]]
    cover = node("cover", on="z", cuts=[str(lo), str(hi)], bits=0)
    at_x = read_term(x, {eta}, {})
    value, reached = _at(size, at_x), ["+", str(p), ["*", str(q), x]]

    def small(context: Context, goal: int, value_: Json, part: tuple[Any, ...]) -> Node:
        equal = known(context, delta, "=", value_)
        return leaf([(1, [goal], []), part], [(equal, "-1")])

    def positive() -> Node:
        half = closing(lambda context, goal: small(context, goal, str(w / 2), (w / 2, [], [])))
        share = closing(
            lambda context, goal: small(
                context,
                goal,
                ["/", eta, str(K)],
                (1 / K, [known(context, "0", "<", eta)], []),
            )
        )
        # of min the second argument comes first
        return case(delta, share, half)

    def bound(context: Context, which: Json) -> int:
        """The literal delta <= which, a fact of the minimum."""
        return index(context, difference(context, delta, which), ">=")

    def within(outward: bool, gap: Fraction) -> Node:
        """x stays on the right side of a number at distance ``gap`` from ``at``."""

        def close(context: Context, goal: int) -> Node:
            if outward:  # the witness moves towards that number, by at most w/2 <= gap
                used: list[Any] = [(1, [goal], []), (1, [bound(context, str(w / 2))], [])]
                return leaf([*used, (gap - w / 2, [], [])])
            away = known(context, "0", "<", delta)
            return leaf([(1, [goal], []), (1, [away], []), (gap, [], [])])

        return closing(close)

    def enough(context: Context, goal: int) -> Node:
        g = abs(q)
        terms: list[Any] = [
            (1, [goal], []),
            (1, [known(context, reached, "<=", value)], []),
            (g, [bound(context, ["/", eta, str(K)])], []),
            (1 - g / K, [known(context, "0", "<", eta)], []),
        ]
        return leaf(terms)

    goals = node("both", within(side < 0, at), within(side > 0, 1 - at), closing(enough))
    premise = node("both", within(side < 0, at - lo), within(side > 0, hi - at))

    def instance(context: Context) -> Node:
        return use(rule_index(context, lambda rule: rule[0] == "all"), [x], premise, goals)

    then = have(["<", "0", delta], positive(), node("some", look(instance), **{"is": x}))
    return have(everywhere, intro("z", intro("", cover)), then)


# The smoothed network, or any function.


@dataclass(frozen=True)
class SupNorm:
    """``lo <= |G(at) - f(at)|`` and ``|G - f| <= hi`` on [0, 1]; ``boxes`` were needed for hi."""

    lo: Fraction
    hi: Fraction
    at: Fraction
    boxes: int = 0
    bits: int = 64
    proof: Node = field(default_factory=dict, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not 0 <= self.lo <= self.hi or not 0 <= self.at <= 1:
            raise ValueError("needs 0 <= lo <= hi and 0 <= at <= 1")


def sup_norm(
    network: OnLine,
    f: Json,
    *,
    tolerance: Fraction = Fraction(1, 1000),
    target: Fraction | None = None,
    exactly: bool = False,
) -> SupNorm:
    """lo and hi with lo <= sup |G - f| <= hi on [0, 1] and hi - lo <= tolerance * hi.

    Where the error is found to be 0 everywhere, hi = ``tolerance``.  Where a certificate for the
    tolerance is not found, a wider one is returned: the difference hi - lo says so.

    ``target``: hi < target is wanted; a margin smaller than the tolerance is worked for.
    ``exactly`` asks the kernel itself for every box while searching (slow, never wrong).

    Raises:
        NotCertified: the target is not reached (with the point that is in the way), or f cannot
            be enclosed.
    """
    if tolerance <= 0:
        raise ValueError("the tolerance must be positive")
    bits = _bits(network)
    term = read_term(error([network.sharp(u) for u in network.units], Line(), f), {X}, {})
    places = tuple(kinks(read_term(f, {X}, {}), ZERO, ONE))
    at = _highest(network, f, places)
    lo = _value(term, at, bits)
    for _ in range(12):
        hi = _round_up(lo * (1 + tolerance * 3 / 4), lo * tolerance / 8) if lo else tolerance
        if target is not None and hi >= target:
            if lo >= target:
                raise NotCertified(
                    f"|G - f| is at least {float(lo):.9g} at x = {float(at):.9g}, "
                    f"not below the target {float(target):.9g}",
                    at,
                )
            hi = (lo + target) / 2
        plan = Plan(network, f, (hi - lo) * Fraction(3, 10), bits, places, exactly=exactly)
        try:
            proof = tree(plan, 0, network.N, network.units, Line(), hi)
            return SupNorm(lo, hi, at, plan.boxes, bits, proof)
        except TooHigh as stopped:
            value = _value(term, stopped.at, bits)
            if value > lo:
                lo, at = value, stopped.at  # a higher point: start again from it
            elif target is None or lo * (1 + 2 * tolerance) < target:
                tolerance = 2 * tolerance
            elif not exactly:
                exactly = True
            else:
                raise NotCertified(str(stopped), stopped.at) from None
    raise NotCertified("the search did not settle", at)


def certify(network: OnLine, f: Json, sup: SupNorm, *, check: bool = True) -> tuple[Json, Json]:
    """Certificates of |G - f| <= hi on [0, 1] and of lo <= |G(at) - f(at)|.

    With ``check`` the kernel is asked about the first, and boxes that the search in floating
    point judged wrongly are searched again exactly.

    Raises:
        NotCertified: the bound is not shown even so.
    """
    upper = _upper(network, f, sup.hi, sup.proof)
    if check:
        try:
            check_data(upper)
        except Reject:
            places = tuple(kinks(read_term(f, {X}, {}), ZERO, ONE))
            plan = Plan(
                network, f, (sup.hi - sup.lo) * Fraction(3, 10), sup.bits, places, exactly=True
            )
            try:
                proof = tree(plan, 0, network.N, network.units, Line(), sup.hi)
                upper = _upper(network, f, sup.hi, proof)
                check_data(upper)
            except (TooHigh, Reject) as stopped:
                raise NotCertified(str(stopped)) from None
    size = _at(["abs", ["-", network.term(), f]], sup.at)
    lower = statement({}, [], ["<=", str(sup.lo), size])
    return upper, {"statement": lower, "proof": node("evaluate", bits=sup.bits)}


def _bits(network: OnLine) -> int:
    """Enough for a relative precision of 2**-30 at a distance c from a breakpoint."""
    if not network.c:
        return 64
    small = network.c.denominator.bit_length() - network.c.numerator.bit_length()
    return min(1_024, max(64, 40 + 2 * small))


def _value(term: Any, at: Fraction, bits: int) -> Fraction:
    """A short lower bound of a nonnegative term at one point, by the kernel's own enclosure."""
    try:
        low = enclose(term, Box(X, at, at, bits)).range[0]
    except Reject as error_:
        raise NotCertified(f"the kernel cannot enclose f at x = {at}: {error_}", at) from None
    if low <= 0:
        return ZERO
    k = 40 + max(0, low.denominator.bit_length() - low.numerator.bit_length())
    return Fraction(math.floor(low * 2**k), 2**k)


def _round_up(q: Fraction, step: Fraction) -> Fraction:
    """A short number between q and q + step."""
    k = max(0, step.denominator.bit_length() - step.numerator.bit_length() + 1)
    return Fraction(math.ceil(q * 2**k), 2**k)


def _highest(network: OnLine, f: Json, places: Sequence[Fraction]) -> Fraction:
    """A point where |G - f| is near its supremum, found in floating point."""
    import numpy as np

    N, c = network.N, network.c
    form = FloatTerm(read_term(f, {X}, {}))
    weight = np.array([float(u.alpha) for u in network.units])
    shift = [u.b for u in network.units]

    def errors(points: list[Fraction]) -> Any:
        values = []
        for q in points:
            try:
                values.append(form.form(q, q).middle[0])
            except NoForm as error_:
                raise NotCertified(f"f cannot be enclosed at x = {q}: {error_}", q) from None
        near = [round(q * N) for q in points]
        offset = np.array([float(q - Fraction(k, N)) for q, k in zip(points, near, strict=True)])
        # t = (k/N + b) + offset: the first part is exactly 0 at the nearest breakpoint
        base = np.array([[float(Fraction(k, N) + b) for b in shift] for k in sorted(set(near))])
        row = {k: i for i, k in enumerate(sorted(set(near)))}
        t = base.reshape(len(row), len(shift))[[row[k] for k in near]] + offset[:, None]
        if not c:
            s = np.sign(t)
        elif network.convention == "sigma+delta":
            s = t / (np.abs(t) + float(c))
        elif network.convention in STEEP:
            rate = 1 if network.convention == TANH else 2
            s = np.tanh(t / (rate * float(c)))
            s = s if network.convention == TANH else (1 + s) / 2
        else:
            s = t / np.sqrt(t * t + float(c) ** 2)
        return np.abs(s @ weight - np.array(values))

    points = sorted({*places, *_grid(N, c)})
    found = errors(points)
    best = sorted(range(len(points)), key=lambda i: -found[i])[:6]
    candidates = [(float(found[i]), points[i]) for i in best]
    for i in best:
        a, b = points[max(i - 1, 0)], points[min(i + 1, len(points) - 1)]
        candidates.append(_climb(errors, a, b))
    return max(candidates, key=lambda pair: pair[0])[1]


def _climb(
    errors: Callable[[list[Fraction]], Any], a: Fraction, b: Fraction
) -> tuple[float, Fraction]:
    """The highest of nine points in [a, b], again and again around the best one."""
    best = (-1.0, a)
    for _ in range(10):
        points = [_nearby(a + (b - a) * j / 8, (b - a) / 64) for j in range(9)]
        found = errors(points)
        i = int(found.argmax())
        if found[i] > best[0]:
            best = (float(found[i]), points[i])
        a, b = points[max(i - 1, 0)], points[min(i + 1, 8)]
        if not a < b:
            break
    return best


def _nearby(q: Fraction, step: Fraction) -> Fraction:
    """A short number within ``step`` of q (q itself if it is short)."""
    if not step or q.denominator < 10_000:
        return q
    k = step.denominator.bit_length() - step.numerator.bit_length() + 1
    return Fraction(round(q * 2 ** max(0, k)), 2 ** max(0, k))


def _grid(N: int, c: Fraction) -> list[Fraction]:
    """Points in every cell, dense on a logarithmic scale around the breakpoints."""
    half = Fraction(1, 2 * N)
    steps = [half * j / 6 for j in range(1, 7)]
    small = c / 4 if c else half / 2**20
    while small < half / 6:
        steps.append(small)
        small *= 2
    offsets = [ZERO, *steps]
    return [
        q
        for k in range(N + 1)
        for s in offsets
        for q in (Fraction(k, N) - s, Fraction(k, N) + s)
        if 0 <= q <= 1
    ]


# Wide networks.

SHARP, LOOSEST = Fraction(1, 1000), Fraction(1, 4)
"""How far above the supremum the first bound is that is tried, and the last."""


def certify_wide(
    line: OnLine,
    f: Function,
    term: Json,
    target: Fraction | None = None,
    loosest: Fraction = LOOSEST,
) -> tuple[Fraction, Fraction, list[Json]]:
    """lo, hi and certificates of |G - f| <= hi on [0, 1] and of lo <= |G(at) - f(at)|.

    ``term`` is f as a term.  hi is below ``target`` where the supremum is, and at most about
    (1 + loosest) times the supremum: what is sharper is tried first.  lo is 0, and without a
    certificate, where the kernel cannot evaluate the network at a point (a very steep tanh).

    Raises:
        NotCertified: no bound was shown this way.
    """
    from proofs.supnorm.blocks import MAX_WORK, NotWide
    from proofs.supnorm.tables import NotShown, TooManyBoxes, enclose_sup_tables
    from proofs.supnorm.taylor_tables import NoTable
    from proofs.supnorm.wide import Wide

    try:
        found = enclose_sup_tables(line, f)
        if target is not None and found.lo < target <= found.hi:
            found = enclose_sup_tables(line, f, target=target)
    except (NoTable, TooManyBoxes, NotShown) as stopped:
        raise NotCertified(str(stopped)) from None
    for hi in _bounds_to_try(found.lo, target, loosest):
        try:
            wide = Wide(line, term, hi)
            if wide.work > MAX_WORK:
                continue
            upper = wide.certificate()
        except (NotWide, Reject):
            continue
        lo, lower = _lower(line.term(), term, found.at, _bits(line))
        return lo, hi, [upper, *lower]
    raise NotCertified("no bound was shown by blocks of units", found.at)


def certify_lines(
    network: Network, f: Function, term: Json, target: Fraction | None = None
) -> tuple[Fraction, Fraction, list[Json]]:
    """:func:`certify_wide` for a network that is a line on each of its cells.

    Raises:
        NotCertified: no bound was shown this way.
    """
    from proofs.supnorm.blocks import MAX_WORK, NotWide
    from proofs.supnorm.line_tables import enclose_lines
    from proofs.supnorm.lines import Lines
    from proofs.supnorm.tables import NotShown, TooManyBoxes
    from proofs.supnorm.taylor_tables import NoTable

    cells = network.cells()
    try:
        found = enclose_lines(cells, f, SHARP)
        if target is not None and found.lo < target <= found.hi:
            found = enclose_lines(cells, f, SHARP, target)
    except (NoTable, TooManyBoxes, NotShown) as stopped:
        raise NotCertified(str(stopped)) from None
    cell = next(cell for cell in cells if cell.lo <= found.at <= cell.hi)
    edge = (cell.hi - cell.lo) / 2**40  # next to a jump
    at = min(max(found.at, cell.lo + edge), cell.hi - edge)
    for hi in _bounds_to_try(found.lo, target, LOOSEST):
        try:
            lines = Lines(network, term, hi)
            if lines.work > MAX_WORK:
                continue
            upper = lines.certificate()
        except (NotWide, Reject, Decline):
            continue
        lo, lower = _lower(network.G, term, at, 64)
        return lo, hi, [upper, *lower]
    raise NotCertified("no bound was shown by blocks of units", found.at)


def _bounds_to_try(lo: Fraction, target: Fraction | None, loosest: Fraction) -> list[Fraction]:
    """Short numbers above the supremum, the sharpest first."""
    steps = [SHARP, Fraction(1, 100), Fraction(1, 20), LOOSEST]
    tried = [_round_up(lo * (1 + q), lo * q / 8) for q in steps if q <= loosest]
    if target is None or lo >= target:
        return tried
    gap = target - lo
    between = [_round_up(lo + gap * q, gap / 64) for q in (Fraction(1, 2), Fraction(15, 16))]
    near = [hi for hi in between if hi <= lo * (1 + loosest)]
    return sorted(hi for hi in {*tried, *near} if hi < target)


def _lower(G: Json, term: Json, at: Fraction, bits: int) -> tuple[Fraction, list[Json]]:
    size = _at(["abs", ["-", G, term]], at)
    try:
        lo = _value(read_term(size, set(), {}), ZERO, bits)
    except (NotCertified, Decline):
        return ZERO, []
    goal = statement({}, [], ["<=", str(lo), size])
    return lo, [{"statement": goal, "proof": node("evaluate", bits=bits)}]


# Networks that are too wide for a certificate.

FEWEST = 16
"""Units below which a cell is no small part of [0, 1]."""


def enclose_sup(line: OnLine, f: Any, bound: Fraction | None) -> tuple[Fraction, Fraction]:
    """(lo, hi) with lo <= sup |G - f| <= hi on [0, 1], shown by balls.

    To about a thousandth of hi, sharper where the supremum is that near ``bound``.  The boxes are
    found in floats (:mod:`.tables`) where that does, else by balls alone.
    """
    from proofs.supnorm.tables import NotShown, TooManyBoxes, enclose_sup_tables
    from proofs.supnorm.taylor_tables import NoTable

    if line.N >= FEWEST:
        try:
            found = enclose_sup_tables(line, f)
            if bound is not None and found.lo < bound <= found.hi:
                found = enclose_sup_tables(line, f, target=bound)
            return found.lo, found.hi
        except (NoTable, TooManyBoxes, NotShown):
            pass
    return enclose_sup_balls(line, f, bound=bound)


# Every Lipschitz function with given samples.


def certify_lipschitz(
    network: OnLine,
    L: Fraction,
    rho: Fraction,
    bound: Fraction,
    *,
    exactly: bool = False,
) -> Json:
    """A certificate that |G - f| <= bound on [0, 1] for every f that is L-Lipschitz there and
    has |f(s_j) - y_j| <= rho at the midpoints s_j = (2j - 1)/(2N).

    On each half cell it uses the Lipschitz bound at the samples next to x.

    Raises:
        NotCertified: the bound is false, or too close to be shown.
    """
    N, f = network.N, ["app", "f", X]
    samples = tuple((Fraction(2 * k + 1, 2 * N), network.y[k]) for k in range(N))
    given = [
        *DOMAIN,
        ["lipschitz", "f", str(L), "0", "1"],
        *(["<=", ["abs", ["-", ["app", "f", str(s)], str(y)]], str(rho)] for s, y in samples),
    ]
    goal = statement(
        {X: "real"}, given, ["<=", ["abs", ["-", network.term(), f]], str(bound)], {"f": 1}
    )
    margin = max(ZERO, bound - L / (2 * N) - rho)
    bits = _bits(network) if network.c else 0
    plan = Plan(network, f, margin / 20, bits, (), samples=samples, L=L, rho=rho, exactly=exactly)
    try:
        proof = tree(plan, 0, N, network.units, Line(), bound)
    except TooHigh as stopped:
        raise NotCertified(str(stopped), stopped.at) from None
    if network.c:
        proof = transferred(network, f, bound, proof, given)
    return _filled(goal, proof)


__all__ = [
    "ExactSup",
    "NotCertified",
    "OnLine",
    "SupNorm",
    "certify",
    "certify_exact",
    "certify_lines",
    "certify_lipschitz",
    "certify_wide",
    "enclose_sup",
    "enclose_sup_balls",
    "exact_sup",
    "signs",
    "sup_norm",
    "upper_of_lines",
]
