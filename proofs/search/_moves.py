"""What may be tried at a context: terms for its atoms, cases, instances, candidates, inductions.

Everything here proposes; nothing proves.  The order of every list depends on the context alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations, product
from math import gcd, lcm
from typing import Any

from proofs.kernel import poly as P
from proofs.kernel.context import Context, Key, freeze
from proofs.kernel.errors import Reject
from proofs.kernel.terms import RELATIONS, Formula, substitute
from proofs.trees.script import Json, unread

CASES = ("abs", "max", "min", "sign")
PARTIAL = ("/", "sqrt", "log")
AXIOMS = {
    "exp": ("exp-line",),
    "log": ("exp-log",),
    "sin": ("sin-cos", "sin-line"),
    "cos": ("sin-cos",),
    "tanh": ("tanh",),
}
MAX_INSTANCES, MAX_CANDIDATES = 12, 24


# --- terms ---------------------------------------------------------------------------------------


def number(q: Fraction | int) -> Json:
    return str(Fraction(q))


def poly_json(context: Context, poly: P.Poly | Iterable[tuple[P.Monomial, Fraction]]) -> Json:
    """A polynomial of the context as a term without atoms' names."""
    names = {name: key for key, name in context.atoms.items()}
    items = sorted(poly.items() if isinstance(poly, dict) else poly, reverse=True)
    summands: list[Json] = []
    for monomial, c in items:
        parts: list[Json] = []
        for name, e in monomial:
            base = atom_json(context, names[name]) if name in names else name
            parts.append(base if e == 1 else ["^", base, e])
        if c != 1 or not parts:
            parts.insert(0, number(c))
        summands.append(parts[0] if len(parts) == 1 else ["*", *parts])
    if not summands:
        return "0"
    return summands[0] if len(summands) == 1 else ["+", *summands]


def atom_json(context: Context, key: Any) -> Json:
    """What an atom stands for, as a term."""
    op = key[0]
    if op == "inv":
        return ["/", "1", poly_json(context, key[1])]
    if op == "app":
        return [op, key[1], *(poly_json(context, p) for p in key[2:])]
    if op == "sum":
        limits = [poly_json(context, p) for p in key[2:4]]
        return [op, unread(key[1]), *limits, unread(key[4])]
    return [op, *(poly_json(context, p) for p in key[1:])]


def looked_at(context: Context) -> Context:
    """A copy in which the goal has been read, so that its atoms are there too."""
    scratch = context.child()
    if scratch.goal[0] in RELATIONS:
        try:
            scratch.negated_goal()
        except Reject:
            return context.child()
    return scratch


def subterms(node: Any) -> Iterator[Any]:
    """Compound terms of a formula, outermost first, not those under a bound variable."""
    if not isinstance(node, tuple):
        return
    if node[0] not in ("all", "some", "and", "implies", *RELATIONS):
        yield node
    if node[0] in ("all", "some"):
        return
    parts = node[2:4] if node[0] == "sum" else node[1:]
    for part in parts:
        yield from subterms(part)


def partial(formula: Formula) -> list[Any]:
    """Quotients, roots and logarithms of a relation, inner ones first."""
    found = [t for t in subterms(formula) if t[0] in PARTIAL]
    return list(dict.fromkeys(reversed(found)))


# --- cases ---------------------------------------------------------------------------------------


def case_terms(context: Context) -> list[tuple[Any, Json]]:
    """Atoms to take apart: those of the goal from outside in, then those of the hypotheses."""
    scratch = looked_at(context)
    found: dict[Any, Json] = {}
    if context.goal[0] in RELATIONS:
        for term in subterms(context.goal):
            if term[0] in CASES:
                try:
                    key = Key((term[0], *(freeze(scratch.poly(a)) for a in term[1:])))
                except Reject:
                    continue
                found.setdefault(key, unread(term))
    for key in reversed(list(context.atoms)):  # what came last contains what came before
        if key[0] in CASES:
            found.setdefault(key, atom_json(context, key))
    return list(found.items())


def boundary_polys(context: Context) -> list[P.Poly]:
    """Hypotheses h >= 0 whose boundary h = 0 may be a case of its own: the short ones."""
    definitions = {name for key, name in context.atoms.items() if key[0] in CASES}
    out: list[P.Poly] = []
    for literal in context.literals:
        names = {name for m in literal.poly for name, _ in m}
        if literal.rel != ">=" or names & definitions or not 1 <= len(names) <= 3:
            continue
        if any(o.rel == ">" and o.poly == literal.poly for o in context.literals):
            continue
        if literal.poly not in out:
            out.append(literal.poly)
    return sorted(out, key=lambda p: (len(p), sorted(p.items())))[:6]


def signs(context: Context) -> list[Json]:
    """Variables that occur in a product and whose sign is not known, and their differences."""
    scratch = looked_at(context)
    known = {freeze(lit.poly) for lit in scratch.literals}
    try:
        goal = scratch.negated_goal() if scratch.goal[0] in RELATIONS else []
    except Reject:  # undefined
        goal = []
    mixed: dict[str, None] = {}
    for literal in [*goal, *scratch.literals]:
        for m in literal.poly:
            if sum(e for _, e in m) > 1:
                mixed |= dict.fromkeys(name for name, _ in m if name[0] != "@")
    out: list[Json] = []
    for name in mixed:
        x = P.variable(name)
        if freeze(x) not in known and freeze(P.scale(x, -1)) not in known:
            out.append(name)
    out += [["-", a, b] for a, b in combinations(mixed, 2)]
    return out[:6]


def tightened(context: Context) -> list[tuple[Any, Json]]:
    """For integral p: from c p + r > 0 or >= 0 the best integer bound, as a term that is >= 0."""
    out: list[tuple[Any, Json]] = []
    for literal in context.literals:
        better = _integer_bound(context, literal)
        if better is None or any(o.rel == ">=" and o.poly == better for o in context.literals):
            continue
        out.append((("tight", freeze(better)), poly_json(context, better)))
    return out


def integral_goal(context: Context) -> Json | None:
    """A term that is >= 0 exactly where an integral goal holds, and <= -1 elsewhere."""
    if context.goal[0] not in ("<=", "<"):
        return None
    scratch = context.child()
    literal = scratch.literal(context.goal)
    better = _integer_bound(scratch, literal)
    return None if better is None else poly_json(scratch, better)


def _integer_bound(context: Context, literal: Any) -> P.Poly | None:
    """q - low, integral, where c q + r > 0 or >= 0 means q >= low; None if it is the same."""
    poly = literal.poly
    if literal.rel not in (">", ">=") or set(poly) <= {()}:
        return None
    if any(context.sorts[name] != "int" for m in poly for name, _ in m):
        return None
    scale = lcm(*(c.denominator for c in poly.values()))
    whole = {m: int(c * scale) for m, c in poly.items()}
    content = gcd(*(c for m, c in whole.items() if m))
    shift = Fraction(whole.get((), 0), content)
    low = -(shift.numerator // shift.denominator)  # q + shift >= 0 or > 0 with q integral
    if literal.rel == ">" and shift.denominator == 1:
        low += 1
    better = {m: Fraction(c, content) for m, c in whole.items() if m}
    if low:
        better[()] = Fraction(-low)
    return better


def values(term: Json) -> list[Json]:
    """What an absolute value, maximum or minimum may be."""
    return [term[1], ["-", term[1]]] if term[0] == "abs" else term[1:]


# --- instances of hypotheses ---------------------------------------------------------------------


def applications(context: Context, function: str | None = None) -> dict[Any, list[P.Poly]]:
    """Atoms f(t) of the context with their arguments."""
    return {
        key: [dict(p) for p in key[2:]]
        for key in context.atoms
        if key[0] == "app" and function in (None, key[1])
    }


def lipschitz_points(context: Context, rule: Formula) -> list[list[Json]]:
    """Pairs of points at which the function of a Lipschitz hypothesis is evaluated."""
    found = [points[0] for points in applications(context, rule[1]).values()]
    return [[poly_json(context, u), poly_json(context, v)] for u, v in combinations(found[-5:], 2)]


def universal_instances(context: Context, rule: Formula) -> list[list[Json]]:
    """Terms for the variables of a universal hypothesis: what its function values match."""
    binders: list[tuple[str, str]] = []
    body = rule
    while body[0] == "all":
        binders.append((body[1], body[2]))
        body = body[3]
    choices: list[list[Json]] = []
    for name, sort in binders:
        found = _matches(context, body, name)
        if not found:
            found = [x for x, s in context.sorts.items() if x[0] != "@" and s == sort][-4:]
            found = [*found, "1", "0"] if len(found) < 4 else found
        choices.append(found[:6])
    out = [list(at) for at in product(*choices)]
    out.sort(key=lambda at: len({str(t) for t in at}) != len(at))
    return out[:MAX_INSTANCES]


def _matches(context: Context, body: Any, name: str) -> list[Json]:
    """Values of ``name`` for which a function of ``body`` meets an atom of the context."""
    found: dict[str, Json] = {}

    def note(poly: P.Poly) -> None:
        json = poly_json(context, poly)
        found.setdefault(str(json), json)

    def visit(node: Any) -> None:
        if not isinstance(node, tuple):
            return
        if node[0] == "app" or (len(node) == 2 and node[0] in AXIOMS):
            arguments = node[2:] if node[0] == "app" else node[1:]
            head = node[:2] if node[0] == "app" else node[:1]
            for key in context.atoms:
                if key[: len(head)] != head:
                    continue
                for pattern, value in zip(arguments, key[len(head) :], strict=False):
                    shift = _shift(pattern, name)
                    if shift is not None:
                        note(P.add(dict(value), P.constant(-shift)))
        for part in node[1:]:
            visit(part)

    visit(body)
    return list(reversed(found.values()))


def _shift(pattern: Any, name: str) -> Fraction | None:
    """c where the pattern is ``name + c``."""
    if pattern == name:
        return Fraction(0)
    if isinstance(pattern, tuple) and len(pattern) == 3 and pattern[0] in ("+", "-"):
        _, a, b = pattern
        if a == name and isinstance(b, Fraction):
            return b if pattern[0] == "+" else -b
        if b == name and isinstance(a, Fraction) and pattern[0] == "+":
            return a
    return None


def equal_arguments(context: Context) -> list[tuple[Json, Json]]:
    """Pairs of values of one function whose arguments might be equal."""
    scratch = looked_at(context)
    own = {name for key, name in scratch.atoms.items() if key[0] in (*CASES, "inv", "sqrt")}
    if not any(
        lit.rel == "=" and not own & {name for m in lit.poly for name, _ in m}
        for lit in context.literals
    ):
        return []
    found = [key for key in scratch.atoms if key[0] == "app"]
    return [
        (atom_json(scratch, a), atom_json(scratch, b))
        for a, b in combinations(found, 2)
        if a[1] == b[1]
    ][:6]


# --- sums ----------------------------------------------------------------------------------------


def sum_steps(context: Context) -> list[tuple[Any, str, Json]]:
    """Sums to unfold (short ones; those one longer than another) or to recognise as empty."""
    scratch = looked_at(context)
    sums = [key for key in scratch.atoms if key[0] == "sum"]
    out: list[tuple[Any, str, Json]] = []
    for key in sums:
        low, high = dict(key[2]), dict(key[3])
        length = P.add(high, P.scale(low, -1), P.constant(1))
        if set(length) <= {()}:
            n = length.get((), Fraction(0))
            if n <= 12:
                out.append((key, "empty" if n <= 0 else "unfold", atom_json(scratch, key)))
            continue
        for other in sums:
            apart = P.add(high, P.scale(dict(other[3]), -1))
            near = set(apart) == {()} and 0 < apart[()] <= 3
            if near and (other[1], other[2], other[4]) == (key[1], key[2], key[4]):
                out.append((key, "unfold", atom_json(scratch, key)))
                break
    return out


def inductions(context: Context) -> list[tuple[str, Json, Json]]:
    """(variable n, start, claim in k): the goal for every k, or for every k <= n."""
    scratch = looked_at(context)
    names: dict[str, None] = {}
    starts: dict[str, list[Json]] = {}
    for key in scratch.atoms:
        polys = {"sum": key[2:4], "app": key[2:]}.get(key[0], ())
        for place, frozen in enumerate(polys):
            for m, _ in frozen:
                if len(m) == 1 and m[0][1] == 1 and scratch.sorts[m[0][0]] == "int":
                    name = m[0][0]
                    if name[0] == "@":
                        continue
                    names.setdefault(name)
                    if key[0] == "sum" and place == 1:
                        rest = P.add(dict(frozen), P.scale(P.variable(name), -1))
                        low = P.add(dict(polys[0]), P.scale(rest, -1))
                        if not any(n == name for m2 in low for n, _ in m2):
                            for step in (-1, 0):
                                start = poly_json(scratch, P.add(low, P.constant(step)))
                                starts.setdefault(name, []).append(start)
    for literal in context.literals:
        for name in names:
            rest = P.add(literal.poly, P.scale(P.variable(name), -1))
            if literal.rel in (">=", ">") and set(rest) <= {()}:
                least = -rest.get((), Fraction(0)) + (literal.rel == ">")
                if least.denominator == 1:
                    starts.setdefault(name, []).insert(0, number(least))
    goal = unread(context.goal)
    fresh = next(f"i{i}" for i in range(1000) if f"i{i}" not in context.sorts)
    out: list[tuple[str, Json, Json]] = []
    for name in names:
        if not _mentions(goal, name):
            continue
        claim = _replace(goal, name, fresh)
        bounded = ["implies", ["<=", fresh, name], claim]
        ruled = any(_mentions(unread(rule), name) for rule in context.rules)
        for start in list({str(s): s for s in starts.get(name, ["0"])}.values())[:3]:
            for shape in (bounded, claim) if ruled else (claim,):
                out.append((name, start, shape))
    return out[:6]


def _mentions(json: Json, name: str) -> bool:
    return json == name or (isinstance(json, list) and any(_mentions(p, name) for p in json))


def _replace(json: Json, name: str, by: str) -> Json:
    if isinstance(json, list):
        return [json[0], *(_replace(part, name, by) for part in json[1:])]
    return by if json == name else json


# --- existential goals ---------------------------------------------------------------------------


def candidates(context: Context, goal: Formula) -> list[Json]:
    """Small terms for the variable of an existential goal, the likeliest first."""
    _, bound, sort, body = goal
    name = next(f"w{i}" for i in range(1000) if f"w{i}" not in context.sorts)
    scratch = context.child()
    scratch.declare(name, sort)
    exact: list[Json] = []
    lows: list[Json] = []
    highs: list[Json] = []
    for relation in _relations(substitute(body, bound, name)):
        try:
            poly = scratch.literal(relation, assume=True).poly
        except Reject:
            continue
        hidden = {a: k for k, a in scratch.atoms.items() if _key_mentions(scratch, k, name)}
        inside = {n for m in poly for n, _ in m if n in hidden}
        if inside:
            for side, other in ((relation[1], relation[2]), (relation[2], relation[1])):
                if _mentions(unread(side), name) and not _mentions(unread(other), name):
                    exact += [unread(other), ["-", unread(other)]] * (relation[0] == "=")
            poly = _reciprocal(poly, inside, hidden, name)
            if not poly:
                continue
        degrees = {dict(m).get(name, 0) for m in poly}
        rest = {m: c for m, c in poly.items() if not dict(m).get(name)}
        if degrees - {0, 1} and degrees - {0, 2}:
            continue
        power = max(degrees, default=0)
        if not power:
            continue
        factor = {
            tuple(p for p in m if p[0] != name): c for m, c in poly.items() if dict(m).get(name)
        }
        if set(factor) == {()}:
            value = poly_json(scratch, P.scale(rest, -1 / factor[()]))
        else:
            value = ["/", poly_json(scratch, P.scale(rest, -1)), poly_json(scratch, factor)]
        if power == 2:
            value = ["sqrt", value]
        if relation[0] == "=":
            exact.append(value)
        elif set(factor) == {()} and factor[()] < 0:
            highs.append(value)
        else:
            lows.append(value)
    own = [x for x, s in context.sorts.items() if x[0] != "@" and (s == sort or sort == "real")]
    found: list[Json] = [*exact]
    if sort == "real" and _bound_inside(body[1:]) and not (lows and highs):
        found += _moduli(context, unread(body))
    if sort == "int":
        for t in (*lows, *highs):
            found += [t, ["+", ["floor", t], "1"], ["floor", t], ["-", ["floor", ["-", t]]]]
    else:
        found += [["/", ["+", a, b], "2"] for a, b in product(lows[:3], highs[:3])]
        found += [*lows, *highs]
        found += [["+", t, "1"] for t in lows[:2]] + [["-", t, "1"] for t in highs[:2]]
        for group, op in ((lows, "max"), (highs, "min")):
            found += [[op, a, b] for a, b in combinations(group[:3], 2)]
        found += [["/", t, "2"] for t in highs[:2]]
    found += [*own[-4:], "0", "1", "-1", "2"]
    if sort == "real":
        found.append("1/2")
    found += [["+", x, "1"] for x in own[-2:]]
    return list({str(t): t for t in found}.values())[:MAX_CANDIDATES]


def _reciprocal(poly: P.Poly, inside: set[str], hidden: dict[str, Any], name: str) -> P.Poly:
    """a + b/name, times name; empty where the polynomial is not of that form."""
    (first, *more) = sorted(inside)
    if more or hidden[first] != ("inv", freeze(P.variable(name))):
        return {}
    out: P.Poly = {}
    for m, c in poly.items():
        powers = dict(m)
        if powers.get(first, 0) > 1 or name in powers:
            return {}
        if first in powers:
            del powers[first]
        else:
            powers[name] = 1
        out[tuple(sorted(powers.items()))] = c
    return out


def _moduli(context: Context, body: Json) -> list[Json]:
    """Shares of the free variables, for a modulus: e/2, e/(2c), e/(2(L + 1)), ..."""
    free = [x for x, s in context.sorts.items() if x[0] != "@" and _mentions(body, x)]
    numbers = [n for n in dict.fromkeys(_numbers(body)) if Fraction(n) > 1][:3]
    out: list[Json] = []
    for e in reversed(free):
        out += [["/", e, "2"], *(["/", e, ["*", "2", n]] for n in numbers)]
        out += [["/", e, ["*", "2", ["+", other, "1"]]] for other in free if other != e]
        out.append(["min", "1", ["/", e, "4"]])
    return out[:12]


def _numbers(json: Json) -> Iterator[str]:
    if isinstance(json, str):
        if json[0].isdigit():
            yield json
    elif isinstance(json, list):
        for part in json[1:]:
            yield from _numbers(part)


def _key_mentions(context: Context, key: Any, name: str) -> bool:
    return _mentions(atom_json(context, key), name)


def _relations(formula: Formula) -> Iterator[Formula]:
    """Relations of a formula that mention no variable bound inside."""
    if formula[0] in RELATIONS:
        if not _bound_inside(formula):
            yield formula
    elif formula[0] == "and":
        for part in formula[1:]:
            yield from _relations(part)
    elif formula[0] == "implies":
        yield from _relations(formula[2])
    elif formula[0] in ("all", "some"):
        yield from _relations(formula[3])


def _bound_inside(node: Any) -> bool:
    if isinstance(node, str):
        return node[0] == "#"
    if isinstance(node, tuple):
        return node[0] != "sum" and any(_bound_inside(part) for part in node)
    return False
