"""The decision on random statements, against their meaning over a few numbers.

What data show, which statements are one, and which premises can be met is calculated again here
from formulas alone: undefined terms are None, quantifiers run through the numbers of ``DOMAIN``.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from fractions import Fraction
from itertools import product

import pytest

from proofs import decide as court
from proofs.kernel.errors import Reject
from proofs.trees.script import Json
from tests.sampling import some_of

Value = Fraction | None
Functions = Mapping[str, tuple[list[str], Json]]
DOMAIN = {
    "real": [Fraction(n, 2) for n in (-2, 0, 1, 2)],
    "int": [Fraction(n) for n in (-1, 0, 1)],
}
NAMES = ["x", "y", "u", "v", "a", "k", "b_0", "b_1"]
FALSE: Json = ["<", "1", "0"]
EACH = 250  # statements for a seed
RELATIONS = {
    "<": Fraction.__lt__, "<=": Fraction.__le__, "=": Fraction.__eq__, "!=": Fraction.__ne__,
}  # fmt: skip


# --- what terms and formulas mean ----------------------------------------------------------------


def value(term: Json, at: Mapping[str, Fraction], functions: Functions) -> Value:
    if isinstance(term, str):
        return at[term] if term in at else Fraction(term)
    op, *args = term
    if op == "sum":
        low, high = value(args[1], at, functions), value(args[2], at, functions)
        if low is None or high is None:
            return None
        indices = [low + i for i in range(max(0, int(high - low) + 1))]
        summands = [value(args[3], {**at, args[0]: i}, functions) for i in indices]
        return sum((s for s in summands if s is not None), Fraction(0))
    if op == "^":
        base = value(args[0], at, functions)
        return None if base is None else base ** args[1]
    name = args.pop(0) if op == "app" else ""
    made = [value(arg, at, functions) for arg in args]
    known = [v for v in made if v is not None]
    if len(known) < len(made) or (op == "/" and known[1] == 0):
        return None
    if op == "app":
        names, body = functions[name]
        return value(body, dict(zip(names, known, strict=True)), {})
    a, b = known
    return {"+": a + b, "-": a - b, "*": a * b, "/": a / (b or 1), "min": min(a, b)}[op]


def holds(formula: Json, at: Mapping[str, Fraction], functions: Functions) -> bool:
    op, *args = formula
    if op in RELATIONS:
        a, b = (value(arg, at, functions) for arg in args)
        return a is not None and b is not None and bool(RELATIONS[op](a, b))
    if op == "and":
        return all(holds(part, at, functions) for part in args)
    if op == "implies":
        return not holds(args[0], at, functions) or holds(args[1], at, functions)
    every = all if op == "all" else any
    return every(holds(args[2], {**at, args[0]: v}, functions) for v in DOMAIN[args[1]])


# --- random ones ---------------------------------------------------------------------------------


def any_term(
    rng: random.Random, names: list[str], functions: Mapping[str, int], depth: int
) -> Json:
    kind, free = rng.random(), [n for n in NAMES if n not in names]

    def inner(more: tuple[str, ...] = ()) -> Json:
        return any_term(rng, [*names, *more], functions, depth - 1)

    if depth == 0 or kind < 0.3:
        return rng.choice([*names, *names, "0", "1", "1/2", "-1"])
    if kind < 0.7:
        return [rng.choice(["+", "-", "*", "min", "/"]), inner(), inner()]
    if kind < 0.9 and functions:
        name = rng.choice(list(functions))
        return ["app", name, *(inner() for _ in range(functions[name]))]
    if kind < 0.97 and free:
        index = rng.choice(free)
        return ["sum", index, rng.choice("01"), rng.choice("01"), inner((index,))]
    return ["^", inner(), rng.randint(0, 2)]


def any_formula(
    rng: random.Random, names: list[str], functions: Mapping[str, int], depth: int
) -> Json:
    kind, free = rng.random(), [n for n in NAMES if n not in names]
    if depth == 0 or kind < 0.3 or not free:
        sides = [any_term(rng, names, functions, 2) for _ in range(2)]
        return [rng.choice(list(RELATIONS)), *sides]
    if kind < 0.65:
        parts = [any_formula(rng, names, functions, depth - 1) for _ in range(2)]
        return [rng.choice(["and", "implies"]), *parts]
    name = rng.choice(free)
    body = any_formula(rng, [*names, name], functions, depth - 1)
    return [rng.choice(["all", "some"]), name, rng.choice(["real", "int"]), body]


def any_statement(rng: random.Random) -> Json:
    names = rng.sample(NAMES, rng.randint(0, 2))
    functions = {name: rng.randint(1, 2) for name in rng.sample(["f", "u"], rng.randint(0, 2))}
    return {
        "vars": {name: rng.choice(["real", "int"]) for name in names},
        "functions": functions,
        "given": [any_formula(rng, names, functions, 2) for _ in range(rng.randint(0, 2))],
        "show": any_formula(rng, names, functions, rng.randint(0, 3)),
    }


@some_of(2)
@pytest.mark.parametrize("seed", range(4))
def test_data_show_what_they_are_said_to_show(seed: int) -> None:
    """Where the closed statement is true, the hypotheses hold at the data, the conclusion fails."""
    rng, shown = random.Random(seed), 0
    for _ in range(EACH):
        statement = any_statement(rng)
        functions = {}
        for name, arity in statement["functions"].items():
            names = rng.sample(NAMES, arity)
            functions[name] = (names, any_term(rng, names, {}, 2))
        values = {
            name: rng.choice(["0", "1", "-1"] if sort == "int" else ["1/2", ["-", "1/2", "1"]])
            for name, sort in statement["vars"].items()
        }
        data = {"values": values, "functions": {f: [*what] for f, what in functions.items()}}
        closed, met = court.negation(statement, data)["show"], court.met(statement, data)["show"]
        total = all(
            value(body, dict(zip(names, at, strict=True)), {}) is not None
            for names, body in functions.values()
            for at in product(DOMAIN["real"], repeat=len(names))
        )
        point = {name: value(term, {}, {}) for name, term in values.items()}
        at = {name: v for name, v in point.items() if v is not None}
        given = total and all(holds(g, at, functions) for g in statement["given"])
        if holds(met, {}, {}) and {*functions} <= court.named_in(statement):
            assert given, (statement, data)
        if holds(closed, {}, {}):
            shown += 1
            parts = statement["show"][1:2] if statement["show"][0] == "and" else [statement["show"]]
            assert given, (statement, data)
            assert not holds(parts[0], at, functions), (statement, data)
    assert shown > EACH // 20


def renamed(rng: random.Random, formula: Json) -> Json:
    """The formula with a binder called otherwise, often wrongly, or another change."""
    if not isinstance(formula, list):
        return rng.choice(["x", "0"]) if rng.random() < 0.1 else formula
    if formula[0] in ("all", "some", "sum") and rng.random() < 0.6:
        old, new = f'"{formula[1]}"', f'"{rng.choice(NAMES)}"'
        changed: Json = json.loads(json.dumps(formula).replace(old, new))
        return changed
    place = rng.randrange(1, len(formula))
    return [*formula[:place], renamed(rng, formula[place]), *formula[place + 1 :]]


@some_of(1)
@pytest.mark.parametrize("seed", range(4))
def test_statements_that_are_one_say_the_same(seed: int) -> None:
    rng, same = random.Random(seed), 0
    for _ in range(4 * EACH):
        names = rng.sample(NAMES, rng.randint(0, 2))
        show = any_formula(rng, names, {}, rng.randint(1, 4))
        other = renamed(rng, show)
        one, two = (
            {"vars": dict.fromkeys(names, "real"), "functions": {}, "given": [], "show": formula}
            for formula in (show, other)
        )
        try:
            if court.key(one) == court.key(two) or not court.same(one, two):
                continue
        except Reject:
            continue
        same += 1
        for at in product(DOMAIN["real"], repeat=len(names)):
            point = dict(zip(names, at, strict=True))
            assert holds(show, point, {}) == holds(other, point, {}), (show, other)
    assert same > EACH // 20


# --- premises that cannot be met -----------------------------------------------------------------


def no(formula: Json) -> Json:
    return ["implies", formula, FALSE]


def theorem(rng: random.Random, names: list[str], depth: int) -> Json:
    """Premises, parts and quantifiers around small relations."""
    kind, free = rng.random(), [n for n in ("x", "y", "u", "v") if n not in names]
    if depth == 0 or kind < 0.15 or not free:
        return ["<=", "-1", rng.choice([*names, "1"])]
    if kind < 0.3:
        return ["and", theorem(rng, names, depth - 1), theorem(rng, names, depth - 1)]
    if kind < 0.65:
        sides = [rng.choice([*names, "0", "1", "-1"]) for _ in range(4)]
        given = [[rng.choice(["<", "<=", "="]), *pair] for pair in (sides[:2], sides[2:])]
        return ["implies", ["and", *given], theorem(rng, names, depth - 1)]
    name = rng.choice(free)
    body = theorem(rng, [*names, name], depth - 1)
    return [rng.choice(["all", "some"]), name, rng.choice(["real", "int"]), body]


def otherwise(rng: random.Random, formula: Json) -> Json:
    """The same, said in another way, in one place that is not a premise."""
    op, *args = formula
    inside = {"and": range(len(args)), "implies": [1], "all": [2], "some": [2]}.get(op, [])
    if inside and rng.random() < 0.6:
        place = rng.choice(list(inside))
        return [op, *args[:place], otherwise(rng, args[place]), *args[place + 1 :]]
    ways = [no(no(formula)), ["and", formula], ["all", "w", "real", formula]]
    ways.append(["implies", ["<=", "0", "1"], formula])
    if op == "implies":
        ways += [no(["and", args[0], no(args[1])])]
        ways += [["implies", args[0][1], ["implies", ["and", *args[0][2:]], args[1]]]]
    if op == "all":
        ways.append(no(["some", *args[:2], no(args[2])]))
        if args[2][0] == "implies":
            ways.append(no(["some", *args[:2], ["and", args[2][1], no(args[2][2])]]))
    return rng.choice(ways)


def hollow(statement: Json) -> bool:
    """Whether the hypotheses on some chain hold nowhere in the domain."""

    def met(chain: Json) -> bool:
        used = [name for name in chain["vars"] if name in court.named_in(chain)]
        points = product(*(DOMAIN[chain["vars"][name]] for name in used))
        given = ["and", *chain["given"]]
        return any(holds(given, dict(zip(used, at, strict=True)), {}) for at in points)

    return not all(met(chain) for chain in court.chains(statement))


@pytest.mark.parametrize("seed", range(4))
def test_another_way_to_say_it_hides_no_premise(seed: int) -> None:
    rng, tried = random.Random(seed), 0
    for _ in range(EACH):
        show = theorem(rng, [], rng.randint(2, 4))
        said = otherwise(rng, show)
        one, two = (
            {"vars": {}, "functions": {}, "given": [], "show": formula} for formula in (show, said)
        )
        for chain in court.chains(two):
            court.open_statement(chain)  # no name is bound again
        if hollow(one):
            tried += 1
            assert hollow(two), (show, said)
    assert tried > EACH // 20
