"""Few sigmoid or tanh units change their sign seldom: lower bounds on N(sigma) and N(tanh).

With E_t = e^(-(w_t x + b_t)) a sum of sigmoids is P/((1 + E_1)...(1 + E_n)), with P a sum of
exponentials in x, one for each proper set of units; for tanh, E_t = e^(2 (w_t x + b_t)), it is one
for each set.  At the points 0, 1/N, 2/N, ... these are geometric sequences with positive ratios.
No m of them have a sum that alternates in sign at m + 1 points: p(k + 1) - r_m p(k) alternates too,
and has m - 1 of them.  So n units that follow the zigzag of Eq. 51 allow no more than 2^n - 1
(tanh: 2^n) of its points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from textwrap import indent

from constructions.terms import Json, Term, conj, every, implies, total
from proofs.language.elaboration import Written, written
from proofs.pln.exponential import sigma
from proofs.pln.prop2.lower.statement import (
    GIVEN,
    IN_CLASS,
    WEIGHTS,
    ZIGZAG_IN_CLASS,
    F,
    alpha,
    distance,
    i,
    inner,
    n,
)
from proofs.pln.symbols import N, S, eps, x
from proofs.trees.script import statement

SORTS = {"n": "int", "N": "int", "L": "real", "eps": "real"}


@dataclass(frozen=True)
class Kind:
    """A unit phi(t) = top(E)/(1 + E) with E = e^(rate t), where top has degree at most 1 in E."""

    unit: Callable[[Term], Term]
    rate: int
    top: str  # in terms of E
    full: bool  # whether the set of all units occurs

    def sets(self, count: int) -> list[tuple[int, ...]]:
        """The sets of units whose exponentials make up P."""
        sizes = range(count + 1 if self.full else count)
        return [chosen for size in sizes for chosen in combinations(range(1, count + 1), size)]

    def G(self, at: Term, high: Term = n) -> Term:
        """sum_{i=1}^{high} alpha_i phi(w_i x + b_i)."""
        return total("i", 1, high, alpha(i) * self.unit(inner(i, at)))

    def close(self) -> Json:
        """G is closer than eps to the zigzag on [0, 1]."""
        near = S.abs(self.G(x) - F(x)) < eps
        return every("x", "real", implies(x >= 0, x <= 1, near))

    def points(self, count: int) -> int:
        """At so many neighbouring points the signs of ``count`` units cannot alternate."""
        return len(self.sets(count)) + 1 if count else 1


SIGMOID = Kind(sigma, -1, "1", False)
TANH = Kind(S.tanh, 2, "E - 1", True)


# --- the statement -------------------------------------------------------------------------------


def at_least(kind: Kind, least: int) -> Json:
    """Where the zigzag has too many points for least - 1 units: at least ``least`` are needed."""
    return wide(kind.close(), least, kind.points(least - 1) - 1)


def wide(close: Json, least: int, cells: int) -> Json:
    """A zigzag of ``cells`` cells or more needs ``least`` units."""
    enough = [N >= cells] if cells else []
    show = conj(IN_CLASS, implies(close, ["<=", str(least), "n"]))
    return statement(SORTS, [*GIVEN, *enough], show, WEIGHTS)


# --- the zigzag at its first points --------------------------------------------------------------


def point(k: int) -> str:
    """k/N."""
    return f"{k}/N" if k else "0"


def signed(k: int, value: str) -> str:
    """The value has the sign of the zigzag at k/N."""
    return f"0 < {value}" if k % 2 else f"{value} < 0"


def knots(count: int) -> str:
    """A text: the zigzag is -eps and eps in turn at its first points."""
    return "\n".join(
        f"""\
have knot{k}: F({point(k)}) = {"" if k % 2 else "-"}eps:
  have at: N*({point(k)}) = {k}{" by N > 0" if k else ""}
  have even: floor((N*({point(k)}) + 1)/2) = {(k + 1) // 2} by at
  show by at, even"""
        for k in range(count)
    )


def wide_text(least: int, facts: str, narrow: Callable[[int], str]) -> str:
    """From contradictions for n = 0, ..., least - 1."""
    cases = "\n".join(
        f"  cases n <= {count}:\n    have n = {count}\n{indent(narrow(count), '    ')}"
        for count in range(least)
    )
    return f"""
have class: for all u, v: real,
    0 <= u => u <= 1 => 0 <= v => v <= 1 => |F(u) - F(v)| <= L*|u - v|:
{indent(ZIGZAG_IN_CLASS, "  ")}
have narrow: (for all x: real, 0 <= x => x <= 1 => |G(x) - F(x)| < eps) => {least} <= n:
  have near: for all x: real, 0 <= x => x <= 1 => |G(x) - F(x)| < eps
{indent(facts, "  ")}
{cases}
"""


def no_units(why: str) -> str:
    """A text: n = 0, where ``why`` says that a sum of no units is 0."""
    return f"""
have none: G(0) = 0 by {why}, n = 0
have knot: F(0) = -eps
show by near(0), none, knot
"""


# --- numbers -------------------------------------------------------------------------------------


def _sum(terms: Iterable[str]) -> str:
    return " + ".join(terms)


def _power(name: str, k: int) -> str:
    return f"*{name}^{k}" if k > 1 else f"*{name}" * k


def _each(pattern: str, items: Iterable[int | str]) -> list[str]:
    """The pattern with each of the items in its places."""
    return [pattern.replace("{}", str(item)) for item in items]


def _names(letters: str, count: int) -> str:
    return ", ".join(f"{letter}{t}" for letter in letters for t in range(1, count + 1))


def sequences(m: int) -> str:
    """A text: a sum of m sequences c r^k with r > 0 does not alternate at k = 0, ..., m."""

    def value(k: int, factors: Sequence[str]) -> str:
        return _sum(c + _power(f"r{j}", k) for j, c in enumerate(factors, 1))

    text = ""
    for count in range(1, m + 1):
        c = [f"c{j}" for j in range(1, count + 1)]
        fewer = [f"c{j}*(r{count} - r{j})" for j in range(1, count)]
        given = [f"0 < r{j}" for j in range(1, count + 1)]
        given += [signed(k, f"({value(k, c)})") for k in range(count + 1)]
        text += f"have sequences{count}: for all {_names('cr', count)}: real,\n    "
        text += " =>\n    ".join(given) + " => 0 < 0"
        if fewer:
            text += ":"
            for k in range(count):
                here = signed(k, f"({value(k, c)})")
                scaled = signed(k, f"r{count}*({value(k, c)})")
                text += f"\n  have {scaled} by 0 < r{count}, {here}"
                text += f"\n  have {signed(k, f'({value(k, fewer)})')}"
            ratios = [f"r{j}" for j in range(1, count)]
            text += f"\n  use sequences{count - 1}({', '.join([*fewer, *ratios])})"
        text += "\n"
    return text


def _positive(factors: Sequence[str]) -> str:
    """A text: products of numbers that are known to be positive, one factor more each time."""
    products = ["*".join(factors[:count]) for count in range(1, len(factors) + 1)]
    steps = zip(products[1:], products, factors[1:], strict=False)
    return "\n".join(
        [
            f"  have 0 < {products[0]}",
            *(f"  have 0 < {whole} by 0 < {first}, 0 < {last}" for whole, first, last in steps),
        ]
    )


def _top(kind: Kind, E: str) -> str:
    return kind.top.replace("E", E)


def _coefficient(kind: Kind, chosen: Sequence[int], weights: Sequence[str]) -> str:
    """What stands in P before the product of the E_t of the chosen units."""
    inside = [a for t, a in enumerate(weights, 1) if t in chosen]
    outside = [a for t, a in enumerate(weights, 1) if t not in chosen]
    if not kind.full:
        return f"({_sum(outside)})"
    return f"({' - '.join([_sum(inside) or '0', *outside])})"


def numerator(kind: Kind, weights: Sequence[str], growth: Sequence[str]) -> str:
    """P = sum_t alpha_t top(E_t) prod_{s != t} (1 + E_s), by products of the E_t."""
    return _sum(
        "*".join([_coefficient(kind, chosen, weights), *(growth[t - 1] for t in chosen)])
        for chosen in kind.sets(len(weights))
    )


def cleared(kind: Kind, count: int) -> str:
    """A text: numbers v_t (1 + E_t) = top(E_t), weighed, have a sum with the sign of P."""
    units = range(1, count + 1)
    values = _sum(f"a{t}*v{t}" for t in units)
    bottom = "*".join(f"(1 + e{t})" for t in units)
    given = [f"0 < e{t}" for t in units]
    given += [f"v{t}*(1 + e{t}) = {_top(kind, f'e{t}')}" for t in units]
    shares = "\n".join(
        f"  have share{t}: v{t}*({bottom}) = "
        + "*".join([f"({_top(kind, f'e{t}')})", *(f"(1 + e{s})" for s in units if s != t)])
        + f" by {given[count + t - 1]}"
        for t in units
    )
    return f"""\
have cleared: for all {_names("ave", count)}: real,
    {" => ".join([*given, f"0 < {values}"])} =>
    0 < {numerator(kind, _each("a{}", units), _each("e{}", units))}:
{_positive(_each("(1 + e{})", units))}
  have sign: 0 < ({values})*({bottom})
{shares}
  show by sign, {", ".join(_each("share{}", units))}
"""


def never(kind: Kind, count: int) -> str:
    """A text: P does not alternate."""
    sets, units = kind.sets(count), range(1, count + 1)
    weights, given = _each("a{}", units), _each("0 < r{}", units)
    for k in range(len(sets) + 1):
        growth = _each(f"b{{}}{_power('r{}', k)}", units)
        given.append(signed(k, f"({numerator(kind, weights, growth)})"))
    first = ["*".join([_coefficient(kind, c, weights), *_each("b{}", c)]) for c in sets]
    ratios = ["*".join(_each("r{}", chosen)) or "1" for chosen in sets]
    return f"""\
have never: for all {_names("abr", count)}: real,
    {" => ".join(given)} => 0 < 0:
{_positive(_each("r{}", units))}
  use sequences{len(sets)}({", ".join([*first, *ratios])})
"""


# --- a given number of units ---------------------------------------------------------------------


def growing(kind: Kind, count: int) -> str:
    """A text: E at k/N is the E at 0 times a power of the ratio, and gives the unit there."""
    text = f"""\
have wide: N > 0
have positive: for all t: real, 0 < E(t)
have quotient: for all t: real, phi(t)*(1 + E(t)) = {_top(kind, "E(t)")}
have power0: for all s, t: real, E(s*0 + t) = E(t)
"""
    for k in range(count):
        here, growth = f"s*({point(k)}) + t", f"E(t){_power('E(s/N)', k)}"
        if k:
            before = f"s*({point(k - 1)}) + t"
            text += f"""\
have power{k}: for all s, t: real, E({here}) = {growth}:
  have one: E({here}) = E({before})*E(s/N) by exp_sum(rate({before}), rate(s/N))
  show by one, power{k - 1}(s, t)
"""
        text += f"""\
have unit{k}: for all s, t: real,
    0 < {growth} and phi({here})*(1 + {growth}) = {_top(kind, growth)}:
  show by power{k}(s, t), positive({here}), quotient({here})
"""
    return text


def too_few(kind: Kind, count: int) -> str:
    """A text: n = ``count``, and the signs at the first points: a contradiction."""
    if not count:
        return no_units("sums")
    points = range(kind.points(count))

    units = [f"n - {which}" if which else "n" for which in range(count)]

    weights = _each("alpha({})", units)

    def value(at: str) -> str:
        return _sum(_each(f"alpha({{}})*phi(w({{}})*({at}) + b({{}}))", units))

    unit = "k -> alpha(k)*phi(w(k)*x + b(k))"
    text = f"""\
{cleared(kind, count)}{sequences(len(points) - 1)}{never(kind, count)}\
have units: for all x: real, G(x) = {value("x")}:
  have none: part(x, n - {count}) = 0 by sums, n = {count}
  show by none, {", ".join(_each(f"sum_last({unit}, 1, {{}})", units))}
have close: for all x: real, 0 <= x => x <= 1 => |{value("x")} - F(x)| < eps:
  show by near(x), units(x)
"""
    for k in points:
        at = point(k)
        growth = _each(f"E(b({{}})){_power('E(w({})/N)', k)}", units)
        signs = weights if k % 2 else _each("(-{})", weights)
        values = _each(f"phi(w({{}})*({at}) + b({{}}))", units)
        positive = _sum(map("*".join, zip(signs, values, strict=True)))
        numbers = [*signs, *values, *growth]
        text += f"""\
use {", ".join(_each(f"unit{k}(w({{}}), b({{}}))", units))}
have 0 < {positive} by close({at}), knot{k}
have {signed(k, f"({numerator(kind, weights, growth)})")} by cleared({", ".join(numbers)})
"""
    last = [*weights, *_each("E(b({}))", units), *_each("E(w({})/N)", units)]
    return text + f"show by never({', '.join(last)})\n"


def at_least_script(kind: Kind, least: int) -> Written:
    """n < least is n = 0, 1, ..., least - 1; in each the signs at the first points contradict."""
    count = kind.points(least - 1)
    facts = knots(count) + "\n" + growing(kind, count) if least > 1 else ""

    def rate(t: Term) -> Term:
        return kind.rate * t if kind.rate != -1 else -t

    return written(
        at_least(kind, least),
        wide_text(least, facts, lambda units: too_few(kind, units)),
        F=F,
        G=lambda at: kind.G(at),
        part=lambda at, high: kind.G(at, high),
        phi=kind.unit,
        E=lambda t: S.exp(rate(t)),
        rate=rate,
        distance=distance,
    )
