"""Bounds on N(phi) as functions of M = floor(L/(2 eps)), read off the sequents that prove them.

A sequent about written-out networks names their number of units in its hypotheses, one about a
written-out function the number of units that it needs in its conclusion; :func:`upper_bound` and
:func:`lower_bound` find it there, and :mod:`proofs.pln.definition3` says of N(phi) just that.  So
no table can say more than what was proved.  Another shape raises ``ValueError``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from constructions.terms import Json

LOWER, UPPER = "lower", "upper"
FLOOR: Json = ["floor", ["/", "L", ["*", "2", "eps"]]]


@dataclass(frozen=True)
class Bound:
    """M + plus (or plus alone, where it is ``fixed``), where least <= M and, if given, M <= most.

    The value is the next multiple of ``multiple`` from there on, and at least ``minimum``.
    """

    plus: int
    fixed: bool = False
    least: int = 0
    most: int | None = None
    multiple: int = 1
    minimum: int = 0

    @property
    def is_line(self) -> bool:
        """Whether it is M + plus for every M."""
        limits = (self.fixed, self.least, self.most, self.multiple - 1, self.minimum)
        return limits == (False, 0, None, 0, 0)

    def at(self, M: int) -> int | None:
        """The bound for this M, or None where it says nothing."""
        if M < self.least or (self.most is not None and M > self.most):
            return None
        value = max(self.plus if self.fixed else M + self.plus, self.minimum)
        return -(-value // self.multiple) * self.multiple

    def formula(self) -> str:
        """The value in Typst math, for M."""
        if self.fixed:
            return str(self.plus)
        if self.multiple > 1:
            inner = f"({shifted('M', self.plus)}) \\/ {self.multiple}"
            value = f"{self.multiple} ceil({inner})"
            return f"max({self.minimum}, {value})" if self.minimum else value
        return shifted("M", self.plus)

    def condition(self) -> str:
        """Where the bound holds, in Typst math; empty where it always does."""
        if self.most == self.least:
            return f"M = {self.least}"
        low = f"M >= {self.least}" if self.least else ""
        high = "" if self.most is None else f"M <= {self.most}"
        return ", ".join(part for part in (low, high) if part)


def shifted(name: str, by: int) -> str:
    """``M + 1``, ``M - 1``, ``M``."""
    return name if not by else f"{name} {'+' if by > 0 else '-'} {abs(by)}"


def upper_bound(sequent: Json) -> Bound:
    """The number N of units of written-out networks.

    It is given by M, or N is free and L/(2 (N + c)) < eps is given: that is so where N + c > M.
    """
    _understood(sequent)
    limits = [limit for given in sequent["given"] if (limit := _limit(given))]
    if not limits:
        return _bound("N", sequent)
    (shift, cells), *others = limits
    if others:
        raise ValueError("two limits on eps")
    if shift is None:  # L/cells < eps for a fixed number of units
        bound = _bound("N", sequent)
        if not bound.fixed:
            raise ValueError("two numbers of units")
        return Bound(bound.plus, True, 0, cells // 2 - 1)
    multiple, rest, minimum = _progression(sequent)
    if rest % multiple:
        raise ValueError("the numbers of units are no multiples")
    return Bound(1 - shift, multiple=multiple, minimum=minimum)


def lower_bound(sequent: Json) -> Bound:
    """The number of units that a written-out function needs."""
    try:
        relation, least, units = sequent["show"][2][2]
    except (IndexError, ValueError, TypeError):
        raise ValueError("not a lower bound") from None
    if (relation, units) != ("<=", "n"):
        raise ValueError("not a lower bound")
    _understood(sequent)
    bound = _bound(least, sequent)
    small = [low for given in sequent["given"] if (low := _small(given)) is not None]
    return replace(bound, least=max([bound.least, *small]))


def read(side: str, sequent: Json) -> Bound:
    """What a sequent says of N(phi)."""
    return upper_bound(sequent) if side == UPPER else lower_bound(sequent)


def _understood(sequent: Json) -> None:
    """Raise ValueError for a hypothesis on L or eps that is not one of those read here.

    What is not read would be left out of the condition, and the table would say too much.
    """
    for given in sequent["given"]:
        if not {"L", "eps"} & set(_names(given)):
            continue
        if given[0] == "lipschitz" or given in (["<", "0", "eps"], ["<=", "0", "L"]):
            continue
        if not (_floor(given) or _limit(given) or _small(given) is not None):
            raise ValueError("a hypothesis on L or eps of another shape")


def _names(json: Json) -> Iterator[str]:
    if isinstance(json, list):
        for part in json:
            yield from _names(part)
    elif isinstance(json, str):
        yield json


def _small(hypothesis: Json) -> int | None:
    """k where ``c eps <= L`` says that M >= k: k is c/2, rounded up."""
    if hypothesis[0] != "<=" or hypothesis[2] != "L" or hypothesis[1][:1] != ["*"]:
        return None
    factor = _integer(hypothesis[1][1])
    if factor is None or factor < 0 or hypothesis[1][2:] != ["eps"]:
        return None
    return -(-factor // 2)


def _bound(value: Json, sequent: Json) -> Bound:
    given = sequent["given"]
    plus = dict(found for hypothesis in given if (found := _floor(hypothesis)))
    numbers = dict(found for hypothesis in given if (found := _fixed(hypothesis)))
    least, most = 0, None
    for relation, *sides in given:
        if relation != "<=" or len(sides) != 2:
            continue
        first, second = sides
        if second in plus and (low := _integer(first)) is not None:  # low <= M + plus
            least = max(least, low - plus[second])
        if isinstance(first, str) and first in plus and (high := _integer(second)) is not None:
            limit = high - plus[first]
            most = limit if most is None else min(most, limit)
    name, shift = _split(value)
    if name is None:
        return Bound(shift, True, least, most)
    if name in plus:
        return Bound(plus[name] + shift, False, least, most)
    if name in numbers:
        return Bound(numbers[name] + shift, True, least, most)
    raise ValueError(f"no number of units is given for {name}")


def _limit(hypothesis: Json) -> tuple[int | None, int] | None:
    """``L/(2 (N + c)) < eps`` as c and 0, ``L/c < eps`` as None and c, else None."""
    if hypothesis[0] != "<" or hypothesis[2] != "eps" or hypothesis[1][:2] != ["/", "L"]:
        return None
    bottom = hypothesis[1][2]
    number = _integer(bottom)
    if number is not None:
        return None, number
    if bottom[:2] == ["*", "2"] and len(bottom) == 3:
        name, shift = _shift(bottom[2])
        if name == "N":
            return shift, 0
    raise ValueError("a limit on eps of another shape")


def _progression(sequent: Json) -> tuple[int, int, int]:
    """a, b and the least N of ``N = a m + b`` with ``least <= m``, or 1, 0 and the least N."""
    given = sequent["given"]
    least = {g[2]: low for g in given if g[0] == "<=" and (low := _integer(g[1])) is not None}
    for relation, *sides in given:
        if relation == "=" and sides[0] == "N":
            product, shift = _shift(sides[1])
            factor = _integer(product[1]) if product[0] == "*" and len(product) == 3 else None
            if factor is None or factor < 1 or product[2] not in least:
                raise ValueError("N is given in another shape")
            return factor, shift, factor * least[product[2]] + shift
    return 1, 0, least.get("N", 0)


def _floor(hypothesis: Json) -> tuple[str, int] | None:
    """``name = floor(L/(2 eps)) + c`` as name and c."""
    if hypothesis[0] != "=" or not isinstance(hypothesis[1], str):
        return None
    right, shift = _shift(hypothesis[2])
    return (hypothesis[1], shift) if right == FLOOR else None


def _fixed(hypothesis: Json) -> tuple[str, int] | None:
    """``name = c`` as name and c."""
    if hypothesis[0] != "=" or not isinstance(hypothesis[1], str):
        return None
    value = _integer(hypothesis[2])
    return None if value is None or _integer(hypothesis[1]) is not None else (hypothesis[1], value)


def _split(term: Json) -> tuple[str | None, int]:
    """A name and an integer added to it, or no name and an integer."""
    number = _integer(term)
    if number is not None:
        return None, number
    name, shift = _shift(term)
    if not isinstance(name, str):
        raise ValueError("the bound is not a name and a number")
    return name, shift


def _shift(term: Json) -> tuple[Json, int]:
    """t and c of t + c or t - c, else t and 0."""
    if isinstance(term, list) and term[0] in "+-" and len(term) == 3:
        number = _integer(term[2])
        if number is not None:
            return term[1], number if term[0] == "+" else -number
    return term, 0


def _integer(term: Json) -> int | None:
    if isinstance(term, str) and term.lstrip("-").isdigit():
        return int(term)
    return None


# --- the best of several -------------------------------------------------------------------------


@dataclass(frozen=True)
class Known:
    """A bound with the claim and the obligation that prove it."""

    bound: Bound
    claim: str
    obligation: str


def best(bounds: Iterable[Known], M: int, *, upper: bool) -> int | None:
    """The least upper or greatest lower bound for this M; None where none says anything."""
    values = [value for known in bounds if (value := known.bound.at(M)) is not None]
    if not values:
        return None
    return min(values) if upper else max(values)


def helpful(bounds: Iterable[Known], limit: int, *, upper: bool) -> list[Known]:
    """The bounds that are needed for the best ones up to ``limit``.

    Earlier ones are dropped first, so of two that say the same the later one stays.
    """
    kept = list(bounds)
    for known in list(kept):
        rest = [other for other in kept if other is not known]
        if all(best(rest, M, upper=upper) == best(kept, M, upper=upper) for M in range(limit)):
            kept = rest
    return kept


def contradicts(
    printed: Bound, known: Iterable[Known], limit: int, *, upper: bool
) -> tuple[int, Known] | None:
    """An M at which a proved bound from the other side is against the printed one, if any."""
    for M in range(limit):
        value = printed.at(M)
        for other in known:
            against = other.bound.at(M)
            if value is None or against is None:
                continue
            if (against > value) if upper else (against < value):
                return M, other
    return None


def implied(
    printed: Bound, known: Iterable[Known], limit: int, *, upper: bool
) -> Mapping[str, Known] | None:
    """Bounds, by obligation, of which one is at least as strong as the printed one at every M.

    Beyond ``limit`` a bound M + c without an upper limit on M must do it alone.
    """
    used: dict[str, Known] = {}
    known = list(known)
    for M in range(limit):
        value = printed.at(M)
        found = next((k for k in known if _as_strong(k.bound.at(M), value, upper=upper)), None)
        if value is None:
            continue
        if found is None:
            return None
        used.setdefault(found.obligation, found)
    for other in known:
        bound = other.bound
        enough = bound.plus <= printed.plus if upper else bound.plus >= printed.plus
        if bound.is_line and printed.is_line and enough:
            used.setdefault(other.obligation, other)
            return used
    return None


def _as_strong(value: int | None, printed: int | None, *, upper: bool) -> bool:
    if value is None or printed is None:
        return False
    return value <= printed if upper else value >= printed
