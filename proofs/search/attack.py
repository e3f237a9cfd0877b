"""Exact data against a statement, from every source there is; the kernel judges each.

In this order: small numbers and simple functions; closed terms that solve its equations
(:mod:`proofs.search.closed_terms`); powers of a number, and solutions of recursions with these
(:mod:`proofs.search.geometric`); a search in floats from thousands of points, and from the best of
them by gradients, rounded to short rationals; functions through values at the points in sight
(:mod:`proofs.search.values`); models of z3 and cvc5; descents from thousands of points at once, on
a GPU where torch sees one.  What the kernel accepts is then made smaller:
integers first, then simpler numbers and functions.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING, Any

from proofs.claims import Attempt, Witness
from proofs.decide import refutable
from proofs.search import data as exact
from proofs.search.clock import now
from proofs.search.closed_terms import closed_data
from proofs.search.conjunctions import for_variables
from proofs.search.data import Found
from proofs.search.disjunctions import flat
from proofs.search.floats import NotHere, Search, on_numpy
from proofs.search.geometric import with_powers, with_recursions
from proofs.search.values import joined_values
from proofs.trees.script import Json

if TYPE_CHECKING:
    from constructions.interop.arrays import ArraySystem

DENOMINATORS = (1, 2, 3, 4, 6, 8, 10, 100, 1_000, 10_000, 10**6, 10**9)
MAX_WHOLE = 60  # integers up to there are tried in place of a larger one
PER_SOURCE = 6
"""Candidates of one source that the kernel is asked about."""
AT_ONCE, ON_DEVICE = 40_000, 400_000
"""Points at which one step of the many descents evaluates: by numpy, and on a GPU."""
FOR_DEVICE = 30.0
"""Seconds that are left from which a GPU is worth its start."""


@dataclass(frozen=True)
class Hit:
    """Data that the kernel accepts against the statement."""

    witness: Witness
    part: int
    source: str
    certificate: bytes


def attack(statement: Json, deadline: float, name: str = "attack") -> Hit | None:
    """Data against the statement, made small, until the clock of searches is at ``deadline``."""
    for source, candidates in _sources(exact.merged(statement), deadline):
        for found in islice(candidates, PER_SOURCE):
            certificate = judged(statement, found, name)
            if certificate is not None:
                return _hit(statement, found, certificate, source, deadline, name)
            if now() > deadline:
                return None
    return None


def made_small(
    statement: Json, at: Witness, source: str, deadline: float, name: str = "attack"
) -> Hit | None:
    """The data, made small, if the kernel accepts that they are against the statement."""
    for found in _parts(statement, at.values, at.functions):
        certificate = judged(statement, found, name)
        if certificate is not None:
            return _hit(statement, found, certificate, source, deadline, name)
    return None


def _hit(
    statement: Json, found: Found, certificate: bytes, source: str, deadline: float, name: str
) -> Hit:
    small, shown = _smaller(
        statement, found, certificate, lambda small: judged(statement, small, name), deadline
    )
    return Hit(small.witness, small.part, source, shown)


def judged(statement: Json, found: Found, name: str = "attack") -> bytes | None:
    """The kernel's certificate that the data refute the statement, if there is one."""
    from proofs.search.at_data import certificate

    try:
        attempt = Attempt(name, "", statement, found.witness, part=found.part)
        return certificate(attempt, found.hints)
    except ValueError:
        return None


def _sources(statement: Json, deadline: float) -> Iterator[tuple[str, Iterator[Found]]]:
    yield "small numbers and simple functions", exact.refuting(statement, _work(statement, 20_000))
    yield "closed terms that solve the equations", closed_data(statement, deadline)
    yield "powers of a number", with_powers(statement, _plain)
    yield "solutions of its recursions", _by_recursions(statement, _share(deadline))
    yield "variables in place of what is bound", _with_variables(statement, _share(deadline))
    found = _searches(statement, {}, deadline) if not statement["functions"] else []
    yield "a search in floats, rounded", _by_floats(statement, deadline, found)
    if statement["show"][0] == "implies":
        yield "a search in floats, rounded", _by_floats(flat(statement), deadline)
    yield "a descent in floats, rounded", _by_gradients(statement, found)
    yield "values of the functions, joined by lines", joined_values(statement, deadline, _plain)
    if now() < deadline:
        yield "a model of z3 or cvc5", _by_solvers(statement, deadline)
    yield "thousands of descents in floats, rounded", _by_many_gradients(statement, found, deadline)
    yield "small numbers and simple functions", exact.refuting(statement, _work(statement, 200_000))


def _work(statement: Json, least: int) -> int:
    """So many evaluations, and for a long statement enough for a few dozen points."""
    return max(least, least // 40 * exact.size(statement))


def _share(deadline: float) -> float:
    """Half of what is left."""
    return now() + (deadline - now()) / 2


def _with_variables(statement: Json, deadline: float) -> Iterator[Found]:
    """Data against the conclusion for variables in place of what it binds; these are hints."""
    alone, steps = for_variables(statement)
    hit = attack(alone, deadline) if steps else None
    if hit is not None:
        values = dict(hit.witness.values)
        own = {name: values.pop(name) for name in statement["vars"]}
        yield Found(Witness(own, hit.witness.functions), tuple(values.values()))


def _plain(statement: Json) -> Iterator[Found]:
    """Data against a statement without functions, for few evaluations."""
    yield from islice(exact.refuting(statement, 3_000), 2)
    yield from islice(_by_floats(statement, now() + 1.0), 2)


def _by_recursions(statement: Json, deadline: float) -> Iterator[Found]:
    """Solutions of recursions, with numbers from exact searches and such in floats."""

    def search(reduced: Json) -> Iterator[Found]:
        yield from islice(exact.refuting(reduced, 20_000), 2)
        for found in islice(_by_floats(reduced, deadline), 2):
            # its numbers are in the functions later, where they cannot be made smaller
            yield _smaller(reduced, found, b"", lambda small: b"", deadline)[0]

    return with_recursions(statement, search)


def _by_solvers(statement: Json, deadline: float) -> Iterator[Found]:
    from proofs.search.solvers import proposed

    seconds = max(1.0, min(10.0, deadline - now()))
    for model in proposed(statement, seconds):
        values = {name: str(model[name]) for name in statement["vars"]}
        yield from _parts(statement, values, {})


def _parts(statement: Json, values: Mapping[str, Json], functions: Any) -> Iterator[Found]:
    """The data with each part of the conclusion that fails there, as far as can be seen."""
    for i, part in enumerate(refutable(statement["show"])):
        point = _point(values, functions)
        try:
            if exact.fails(part, point):
                yield Found(Witness(values, functions), (), i)
                return
        except (exact._OutOfWork, OverflowError):
            continue


def _point(values: Mapping[str, Json], functions: Any) -> exact.Point:
    numbers = {name: exact.value(term, exact.Point({}, {})) for name, term in values.items()}
    return exact.Point(numbers, functions, [50_000])


def _holds(statement: Json, values: Mapping[str, Json], functions: Any) -> bool:
    """Whether the hypotheses hold at the data, as far as can be seen."""
    point = _point(values, functions)
    try:
        return all(exact.truth(formula, point) for formula in statement["given"])
    except (exact._OutOfWork, OverflowError):
        return False


def _by_floats(statement: Json, deadline: float, found: Sequence[Search] = ()) -> Iterator[Found]:
    """Points of searches by chance: of those that are at hand, or for functions that are tried."""
    for functions in islice(exact._function_choices(statement["functions"]), 24):
        for search in found or _searches(statement, functions, deadline):
            if search.late():
                return
            try:
                points = list(islice(search.by_chance(), PER_SOURCE))
            except NotHere:
                return
            for point in points:
                rounded = _rounded(statement, point, functions)
                if rounded is not None:
                    yield rounded


def _by_gradients(statement: Json, found: Sequence[Search]) -> Iterator[Found]:
    """Points of descents from the best that these searches by chance kept."""
    """Points that are reached by gradients from what these searches kept."""
    try:
        for search in found:
            for point in search.by_gradients():
                rounded = _rounded(statement, point, {})
                if rounded is not None:
                    yield rounded
    except NotHere:
        return


def _by_many_gradients(
    statement: Json, found: Sequence[Search], deadline: float
) -> Iterator[Found]:
    """Points of descents from thousands of starts, on a GPU where there are one and the time."""
    if not found or now() > deadline:
        return
    system, points = _arrays(deadline - now())
    try:
        for search in found:
            for point in search.by_many_gradients(system, points):
                rounded = _rounded(statement, point, {})
                if rounded is not None:
                    yield rounded
    except NotHere:
        return


def _arrays(seconds: float) -> tuple[ArraySystem, int]:
    """What evaluates in so many seconds, and at how many points at once."""
    from constructions.interop.arrays import ArraySystem, choose_device, has_torch

    if seconds >= FOR_DEVICE and has_torch():
        try:
            namespace, device, dtype = choose_device()
            if device.startswith("cuda"):
                system = ArraySystem(namespace, dtype, device)
                system.scalar(0.0)  # the first number on it starts it
                return system, ON_DEVICE
        except RuntimeError:  # CUDA was started before this process was forked
            pass
    return on_numpy(), AT_ONCE


def _searches(statement: Json, functions: Any, deadline: float) -> list[Search]:
    """A search for each part of the conclusion."""
    order = _in_order(statement)
    return [
        Search({**statement, "show": part}, functions, order, lambda: now() > deadline)
        for part in refutable(statement["show"])
    ]


def _in_order(statement: Json) -> list[str]:
    """The variables, those that an equation gives last."""
    return exact._order(
        statement["vars"], [(g, exact.free(g, statement["vars"])) for g in statement["given"]]
    )


def _rounded(statement: Json, point: Mapping[str, float], functions: Any) -> Found | None:
    """The point with as short rationals as still do."""
    if not all(map(math.isfinite, point.values())):
        return None
    for largest in DENOMINATORS:
        values = {
            name: str(
                Fraction(round(q))
                if statement["vars"][name] == "int"
                else Fraction(q).limit_denominator(largest)
            )
            for name, q in point.items()
        }
        if _holds(statement, values, functions):
            found = next(_parts(statement, values, functions), None)
            if found is not None:
                return found
    return None


# --- smaller -------------------------------------------------------------------------------------


def _smaller(
    statement: Json,
    found: Found,
    certificate: bytes,
    judge: Callable[[Found], bytes | None],
    deadline: float,
) -> tuple[Found, bytes]:
    """The data with integers nearer to 0, shorter numbers and simpler functions.

    As long as ``judge`` has a certificate of them.
    """
    sorts = statement["vars"]
    order = sorted(sorts, key=lambda n: (sorts[n] != "int", list(sorts).index(n)))
    changed, rounds = True, 0

    def tried(values: Mapping[str, Json], functions: Any) -> bool:
        nonlocal found, certificate
        if now() > deadline or not _holds(statement, values, functions):
            return False
        smaller = next(_parts(statement, dict(values), functions), None)
        shown = None if smaller is None else judge(smaller)
        if smaller is None or shown is None:
            return False
        found, certificate = smaller, shown
        return True

    while changed and rounds < 4 and now() < deadline:
        changed, rounds = False, rounds + 1
        for variable in order:
            values = found.witness.values
            simpler = _simpler(values[variable], sorts[variable])
            changed |= any(
                tried({**values, variable: str(q)}, found.witness.functions) for q in simpler
            )
        for function, (_, body) in found.witness.functions.items():
            shorter = _shorter(body, statement["functions"][function])
            at = found.witness
            changed |= any(tried(at.values, {**at.functions, function: new}) for new in shorter)
    return found, certificate


def _shorter(body: Json, arity: int) -> list[tuple[tuple[str, ...], Json]]:
    """Simple functions that are shorter to read than this one."""
    simple = exact.functions(arity, (Fraction(2), Fraction(1, 2)))
    return sorted(
        (made for made in simple if len(str(made[1])) < len(str(body))),
        key=lambda made: len(str(made[1])),
    )


def weight(q: Fraction) -> tuple[int, int, Fraction, bool]:
    """How long a number is to read: digits, then denominator, size and sign."""
    return (len(str(abs(q.numerator))) + len(str(q.denominator)), q.denominator, abs(q), q < 0)


def _simpler(value: Json, sort: str) -> list[Fraction]:
    """Numbers that are simpler than this: small ones, and it with a smaller denominator."""
    small = [Fraction(n) for n in (0, 1, -1, 2, -2)] + [Fraction(1, 2), Fraction(-1, 2)]
    try:
        q = Fraction(str(value))
    except ValueError:  # a closed term: any number is simpler
        return small
    if sort == "int":
        most = min(abs(int(q)), MAX_WHOLE)
        nearer = (Fraction(s * n) for n in range(most + 1) for s in (1, -1))
        return [r for r in dict.fromkeys(nearer) if (abs(r), r < 0) < (abs(q), q < 0)]
    near = [q.limit_denominator(d) for d in (1, 2, 3, 4, 5, 10, 20, 100, 1000)]
    rounded = [Fraction(round(q * s), s) for s in (10, 100)]
    found = dict.fromkeys([*small, *near, *rounded])
    return sorted((r for r in found if weight(r) < weight(q)), key=weight)
