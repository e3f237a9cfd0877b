"""Ways to damage a certificate: each changes one place of its proof or of its statement.

A mutator gets random numbers, a certificate to change in place, and another one to take pieces
from.  It returns whether it found something to change.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from fractions import Fraction as F
from typing import Any

from proofs.kernel.check import RULES
from tests.campaigns.pool import drawn, nodes

Json = Any
Random = random.Random
Mutation = Callable[[Random, Json, Json], bool]
PROOF: dict[str, Mutation] = {}
STATEMENT: dict[str, Mutation] = {}
RELATIONS = ("<=", "<", "=", "!=")
OPERATIONS = (
    "+", "-", "*", "/", "^", "abs", "max", "min", "sign", "floor", "sqrt", "exp", "log", "sin",
    "cos", "tanh", "atan", "pi", "app", "sum",
)  # fmt: skip


def mutant(
    rng: Random, table: dict[str, Mutation], draw: Callable[[Random], str] = drawn
) -> tuple[str, Json, str]:
    """A damaged certificate: the kind of damage, the certificate, the text of the original."""
    kinds = list(table)
    while True:
        original = draw(rng)
        data, other = json.loads(original), json.loads(draw(rng))
        kind = rng.choice(kinds)
        if table[kind](rng, data, other) and json.dumps(data) != original:
            return kind, data, original


# Places in a certificate.


def places(data: Json) -> Iterator[tuple[Json, Any]]:
    """Every (container, key) of a piece of JSON."""
    keys = data.keys() if isinstance(data, dict) else range(len(data))
    for key in keys:
        yield data, key
        if isinstance(data[key], (dict, list)):
            yield from places(data[key])


def pick(rng: Random, data: Json, wanted: Callable[[Any], bool]) -> tuple[Json, Any] | None:
    found = [(at, key) for at, key in places(data) if wanted(at[key])]
    return rng.choice(found) if found else None


def is_number(data: Any) -> bool:
    return isinstance(data, str) and data.lstrip("-")[:1].isdigit()


def is_relation(data: Any) -> bool:
    return isinstance(data, list) and len(data) == 3 and data[0] in RELATIONS


def is_term(data: Any) -> bool:
    """A compound term, as far as its first word tells."""
    return isinstance(data, list) and bool(data) and data[0] in OPERATIONS


def is_name(data: Any) -> bool:
    return isinstance(data, str) and data.isidentifier() and len(data) <= 2


def is_quantified(data: Any) -> bool:
    return isinstance(data, list) and len(data) == 4 and data[0] in ("all", "some")


def is_sum(data: Any) -> bool:
    return isinstance(data, list) and len(data) == 5 and data[0] == "sum"


def new_number(rng: Random, old: str) -> str:
    try:
        q = F(old)
    except (ValueError, ZeroDivisionError):
        return "0"
    return str(rng.choice([q + 1, q - 1, -q, 2 * q, q / 2, q + F(1, 7), q - F(1, 1000), F(0)]))


# Nodes of the proof.


def on_node(*, has: str) -> Callable[[Callable[..., Any]], Mutation]:
    """A mutation of one proof node that has the parameter ``has`` (and it is not empty)."""

    def wrap(change: Callable[..., Any]) -> Mutation:
        def mutate(rng: Random, data: Json, other: Json) -> bool:
            found = [n for n in nodes(data["proof"]) if n.get(has)]
            return bool(found) and change(rng, rng.choice(found), other) is not False

        PROOF[change.__name__.replace("_", " ")] = mutate
        return mutate

    return wrap


@on_node(has="terms")
def change_a_coefficient(rng: Random, n: Json, other: Json) -> None:
    term = rng.choice(n["terms"])
    term[0] = new_number(rng, term[0])


@on_node(has="terms")
def scale_all_coefficients(rng: Random, n: Json, other: Json) -> None:
    factor = rng.choice([F(2), F(1, 3), F(-1), F(0)])
    for term in n["terms"]:
        term[0] = str(F(term[0]) * factor) if is_number(term[0]) else term[0]


@on_node(has="terms")
def change_a_literal(rng: Random, n: Json, other: Json) -> Any:
    term = rng.choice(n["terms"])
    if not term[1]:
        return False
    term[1][rng.randrange(len(term[1]))] += rng.choice([-1, 1, 2])
    return True


@on_node(has="terms")
def duplicate_a_literal(rng: Random, n: Json, other: Json) -> Any:
    term = rng.choice(n["terms"])
    return bool(term[1]) and not term[1].append(rng.choice(term[1]))


@on_node(has="terms")
def drop_a_term(rng: Random, n: Json, other: Json) -> None:
    del n["terms"][rng.randrange(len(n["terms"]))]


@on_node(has="terms")
def repeat_a_term(rng: Random, n: Json, other: Json) -> None:
    n["terms"].append(rng.choice(n["terms"]))


@on_node(has="terms")
def drop_a_factor(rng: Random, n: Json, other: Json) -> Any:
    term = rng.choice(n["terms"])
    return bool(term[1]) and term[1].pop() is not None


@on_node(has="terms")
def add_a_factor(rng: Random, n: Json, other: Json) -> None:
    rng.choice(n["terms"])[1].append(rng.randrange(4))


@on_node(has="terms")
def drop_a_square(rng: Random, n: Json, other: Json) -> Any:
    term = rng.choice(n["terms"])
    return bool(term[2]) and term[2].pop() is not None


@on_node(has="terms")
def add_a_square(rng: Random, n: Json, other: Json) -> None:
    rng.choice(n["terms"])[2].append(rng.choice(["x", "2", "0"]))


@on_node(has="mult")
def drop_a_multiplier(rng: Random, n: Json, other: Json) -> None:
    del n["mult"][rng.randrange(len(n["mult"]))]


@on_node(has="mult")
def change_a_multiplier(rng: Random, n: Json, other: Json) -> None:
    pair = rng.choice(n["mult"])
    pair[1] = rng.choice([["-", pair[1]], ["*", "2", pair[1]], ["+", pair[1], "1"], "0"])


@on_node(has="mult")
def change_an_equality(rng: Random, n: Json, other: Json) -> None:
    rng.choice(n["mult"])[0] += rng.choice([-1, 1])


@on_node(has="terms")
def an_inequality_multiplied(rng: Random, n: Json, other: Json) -> None:
    """A literal used by the combination is used as an equality instead."""
    term = rng.choice(n["terms"])
    n["terms"].remove(term)
    n["mult"] = [*n.get("mult", []), *([i, term[0]] for i in term[1])]


@on_node(has="then")
def swap_children(rng: Random, n: Json, other: Json) -> Any:
    n["then"].reverse()
    return len(n["then"]) > 1


@on_node(has="then")
def drop_a_child(rng: Random, n: Json, other: Json) -> None:
    n["then"].pop(rng.randrange(len(n["then"])))


@on_node(has="then")
def repeat_a_child(rng: Random, n: Json, other: Json) -> None:
    n["then"].append(rng.choice(n["then"]))


@on_node(has="then")
def the_same_child_everywhere(rng: Random, n: Json, other: Json) -> Any:
    n["then"] = [rng.choice(n["then"])] * len(n["then"])
    return len(n["then"]) > 1


@on_node(has="then")
def skip_a_node(rng: Random, n: Json, other: Json) -> None:
    child = rng.choice(n["then"])
    n.clear()
    n.update(child)


@on_node(has="by")
def repeat_a_node(rng: Random, n: Json, other: Json) -> Any:
    """The node once more above itself, where it has children to stand among."""
    copy = json.loads(json.dumps(n))
    if not n["then"]:
        return False
    n["then"][rng.randrange(len(n["then"]))] = copy
    return True


@on_node(has="by")
def change_the_rule(rng: Random, n: Json, other: Json) -> None:
    n["by"] = rng.choice(sorted(RULES))


@on_node(has="by")
def evaluate_instead(rng: Random, n: Json, other: Json) -> None:
    n.clear()
    n.update({"by": "evaluate", "bits": 64, "then": []})


@on_node(has="by")
def drop_a_parameter(rng: Random, n: Json, other: Json) -> None:
    del n[rng.choice(sorted(n))]


@on_node(has="by")
def add_a_parameter(rng: Random, n: Json, other: Json) -> None:
    n["note"] = "trust me"


@on_node(has="by")
def splice_a_proof(rng: Random, n: Json, other: Json) -> None:
    """A part of another certificate's proof in the place of this one."""
    piece = rng.choice(list(nodes(other["proof"])))
    n.clear()
    n.update(piece)


@on_node(has="cuts")
def move_a_cut(rng: Random, n: Json, other: Json) -> None:
    i = rng.randrange(len(n["cuts"]))
    n["cuts"][i] = new_number(rng, n["cuts"][i])


@on_node(has="cuts")
def drop_a_cut(rng: Random, n: Json, other: Json) -> None:
    n["cuts"].pop(rng.choice([0, -1, len(n["cuts"]) // 2]))


@on_node(has="cuts")
def swap_two_cuts(rng: Random, n: Json, other: Json) -> None:
    i = rng.randrange(len(n["cuts"]))
    n["cuts"][i - 1], n["cuts"][i] = n["cuts"][i], n["cuts"][i - 1]


@on_node(has="bits")
def change_the_bits(rng: Random, n: Json, other: Json) -> None:
    n["bits"] = rng.choice([0, 1, 2, 3, n["bits"] // 2, n["bits"] + 1, True, "64", -1])


@on_node(has="at")
def change_an_instance(rng: Random, n: Json, other: Json) -> None:
    n["at"][rng.randrange(len(n["at"]))] = rng.choice(
        ["0", "1/2", "x", "n", ["floor", "x"], ["/", "1", "x"]]
    )


@on_node(has="at")
def drop_an_instance(rng: Random, n: Json, other: Json) -> None:
    n["at"].pop(rng.randrange(len(n["at"])))


@on_node(has="claim")
def change_the_claim(rng: Random, n: Json, other: Json) -> None:
    n["claim"] = rng.choice([["<=", "0", "1"], ["<=", "1", "0"], ["and", n["claim"], n["claim"]]])


@on_node(has="show")
def change_a_lemma(rng: Random, n: Json, other: Json) -> None:
    n["show"] = rng.choice([["<=", "1", "0"], ["<=", "0", "1"], ["and", n["show"], n["show"]]])


@on_node(has="to")
def change_the_range(rng: Random, n: Json, other: Json) -> None:
    key = rng.choice(["from", "to"])
    n[key] = n[key] + rng.choice([-1, 1]) if isinstance(n[key], int) else "1"


@on_node(has="as")
def take_a_known_name(rng: Random, n: Json, other: Json) -> None:
    """The new variable of a rule gets the name of one that is there."""
    n["as"] = rng.choice(["x", "y", "n", "m", "a", "@0", "#0", "k0", "k"])


@on_node(has="name")
def change_the_axiom(rng: Random, n: Json, other: Json) -> None:
    n["name"] = rng.choice(
        ["exp-sum", "exp-line", "exp-log", "tanh", "sin-sum", "cos-sum", "sin-cos", "sin-line"]
    )


@on_node(has="rule")
def use_another_hypothesis(rng: Random, n: Json, other: Json) -> None:
    n["rule"] = rng.choice([0, 1, 2, -1, n["rule"] + 1 if isinstance(n["rule"], int) else 0])


@on_node(has="lit")
def another_goal_literal(rng: Random, n: Json, other: Json) -> None:
    n["lit"] += rng.choice([-1, 1])


# Damage that needs no more than the shape of terms and formulas, in the proof or the statement.

OTHER_OPERATION = {"+": "-", "-": "+", "*": "+", "/": "*", "abs": "-", "max": "min", "min": "max",
                   "and": "implies", "sqrt": "abs", "floor": "sign", "sin": "cos", "cos": "sin",
                   "exp": "tanh", "tanh": "atan", "log": "sqrt", "sign": "floor"}  # fmt: skip
WEAKER = {"<": "<=", "=": "<=", "<=": "<", "!=": "<"}


def anywhere(part: str, kinds: dict[str, Mutation]) -> None:
    def change(wanted: Callable[[Any], bool], new: Callable[[Random, Any], Any]) -> Mutation:
        def mutate(rng: Random, data: Json, other: Json) -> bool:
            found = pick(rng, data[part], wanted)
            if found is None:
                return False
            at, key = found
            at[key] = new(rng, at[key])
            return True

        return mutate

    def another_term(rng: Random, data: Json, other: Json) -> bool:
        """One term replaced by another of the same certificate."""
        found, donor = pick(rng, data[part], is_term), pick(rng, data, is_term)
        if found is None or donor is None:
            return False
        found[0][found[1]] = json.loads(json.dumps(donor[0][donor[1]]))
        return True

    def foreign_term(rng: Random, data: Json, other: Json) -> bool:
        found, donor = pick(rng, data[part], is_term), pick(rng, other, is_term)
        if found is None or donor is None:
            return False
        found[0][found[1]] = donor[0][donor[1]]
        return True

    def captured_name(rng: Random, data: Json, other: Json) -> bool:
        """A name under a binder becomes the bound one."""
        found = pick(rng, data[part], lambda d: is_quantified(d) or is_sum(d))
        if found is None:
            return False
        binder = found[0][found[1]]
        inside = pick(rng, binder[2:], is_name)
        if inside is None:
            return False
        at, key = inside
        if at[key] in OPERATIONS or at[key] in RELATIONS or at[key] in ("int", "real", "and"):
            return False
        at[key] = binder[1]
        return True

    def shifted_limits(rng: Random, s: Json) -> Json:
        low, high = s[2], s[3]
        by = rng.choice(["1", "-1"])
        return rng.choice([[*s[:2], ["+", low, by], high, s[4]], [*s[:3], ["+", high, by], s[4]],
                           [*s[:2], high, low, s[4]]])  # fmt: skip

    kinds |= {
        f"{part}: change a number": change(is_number, new_number),
        f"{part}: negate a number": change(is_number, lambda rng, d: ["-", d]),
        f"{part}: change a relation": change(
            is_relation, lambda rng, r: [rng.choice(RELATIONS), *r[1:]]
        ),
        f"{part}: weaken or strengthen a relation": change(
            is_relation, lambda rng, r: [WEAKER[r[0]], *r[1:]]
        ),
        f"{part}: exchange two sides": change(is_relation, lambda rng, r: [r[0], r[2], r[1]]),
        f"{part}: another side": change(
            is_relation, lambda rng, r: [r[0], r[1], rng.choice(["0", r[1], ["-", r[2]]])]
        ),
        f"{part}: change an operation": change(
            lambda d: isinstance(d, list) and bool(d) and d[0] in tuple(OTHER_OPERATION),
            lambda rng, d: [OTHER_OPERATION[d[0]], *d[1:]],
        ),
        f"{part}: change an exponent": change(
            lambda d: isinstance(d, list) and len(d) == 3 and d[0] == "^" and type(d[2]) is int,
            lambda rng, d: [*d[:2], d[2] + rng.choice([-1, 1, 2])],
        ),
        f"{part}: change a name": change(
            lambda d: isinstance(d, str) and d in ("x", "y", "n", "m", "a", "k", "j"),
            lambda rng, d: rng.choice(["x", "y", "n", "m", "@0", "#0", "k"]),
        ),
        f"{part}: swap a quantifier": change(
            is_quantified, lambda rng, q: [{"all": "some", "some": "all"}[q[0]], *q[1:]]
        ),
        f"{part}: drop a quantifier": change(is_quantified, lambda rng, q: q[3]),
        f"{part}: shift the limits of a sum": change(is_sum, shifted_limits),
        f"{part}: capture a name": captured_name,
        f"{part}: another term of the same certificate": another_term,
        f"{part}: a term of another certificate": foreign_term,
        f"{part}: swap two arguments": change(
            lambda d: is_term(d) and len(d) >= 3 and d[0] in ("-", "/", "app", "max"),
            lambda rng, d: [*d[:-2], d[-1], d[-2]],
        ),
        f"{part}: replace a list": change(
            lambda d: isinstance(d, list), lambda rng, d: rng.choice(["0", [], "x", ["pi"]])
        ),
        f"{part}: drop an item": change(
            lambda d: isinstance(d, list) and len(d) > 1,
            lambda rng, d: d[: (i := rng.randrange(len(d)))] + d[i + 1 :],
        ),
        f"{part}: integers for reals": change(
            lambda d: d in ("int", "real"), lambda rng, d: "int" if d == "real" else "real"
        ),
    }


anywhere("proof", PROOF)
anywhere("statement", STATEMENT)


# The statement alone.


def on_statement(change: Callable[[Random, Json, Json], Any]) -> Mutation:
    def mutate(rng: Random, data: Json, other: Json) -> bool:
        return change(rng, data["statement"], other) is not False

    STATEMENT[change.__name__.replace("_", " ")] = mutate
    return mutate


@on_statement
def drop_a_hypothesis(rng: Random, s: Json, other: Json) -> Any:
    return bool(s["given"]) and s["given"].pop(rng.randrange(len(s["given"]))) is not None


@on_statement
def swap_hypotheses(rng: Random, s: Json, other: Json) -> None:
    rng.shuffle(s["given"])


@on_statement
def a_hypothesis_of_another_certificate(rng: Random, s: Json, other: Json) -> Any:
    given = other["statement"]["given"]
    if not s["given"] or not given:
        return False
    s["given"][rng.randrange(len(s["given"]))] = rng.choice(given)
    return True


@on_statement
def the_conclusion_of_another_certificate(rng: Random, s: Json, other: Json) -> None:
    s["show"] = other["statement"]["show"]


@on_statement
def the_statement_of_another_certificate(rng: Random, s: Json, other: Json) -> None:
    s.clear()
    s.update(other["statement"])


@on_statement
def show_a_hypothesis_reversed(rng: Random, s: Json, other: Json) -> Any:
    relations = [g for g in s["given"] if is_relation(g)]
    if not relations:
        return False
    relation = rng.choice(relations)
    s["show"] = [relation[0], relation[2], relation[1]]
    return True


@on_statement
def show_something_false(rng: Random, s: Json, other: Json) -> None:
    s["show"] = rng.choice([["<=", "1", "0"], ["<", "x", "x"], ["!=", "0", "0"]])


@on_statement
def change_an_arity(rng: Random, s: Json, other: Json) -> Any:
    if not s["functions"]:
        return False
    s["functions"][rng.choice(sorted(s["functions"]))] = rng.choice([1, 2, 3])
    return True


@on_statement
def drop_a_variable(rng: Random, s: Json, other: Json) -> Any:
    return bool(s["vars"]) and s["vars"].pop(rng.choice(sorted(s["vars"]))) is not None


# Cheats: something false, "proved" by a rule one of whose children cannot be shown.

CHEATS: dict[str, Mutation] = {}
TAUTOLOGY: Json = {"by": "evaluate", "bits": 8, "then": []}


def node(by: str, *then: Json, **parameters: Json) -> Json:
    """``from`` and ``as`` are Python keywords: written ``from_`` and ``as_``."""
    return {"by": by, **{k.rstrip("_"): v for k, v in parameters.items()}, "then": list(then)}


ANYWHERE = (0, 0, 0, 1, 1, 2, 3, 4, 5, 6)


def contradiction(rng: Random, below: int = 1, places: tuple[int, ...] = ANYWHERE) -> Json:
    """A leaf that rests on one literal, -1 > 0 or -1 >= 0, wherever it may stand."""
    return node("leaf", terms=[["1", [rng.choice(places)], []], [str(below), [], []]], mult=[])


def cheat(change: Callable[[Random, Json, Json], Json]) -> Mutation:
    """A false conclusion and a proof of it; ``change`` gets what stands for the missing part."""

    def mutate(rng: Random, data: Json, other: Json) -> bool:
        statement = data["statement"]
        if rng.random() < 0.8:
            statement["show"] = rng.choice([["<=", "1", "0"], ["=", "0", "1"], ["<", "2", "1"]])
        if rng.random() < 0.8:
            statement["given"] = []
        missing = rng.choice([data["proof"], other["proof"], contradiction(rng)])
        if rng.random() < 0.5:
            missing = TAUTOLOGY
        data["proof"] = change(rng, statement, missing)
        return True

    CHEATS[change.__name__.replace("_", " ")] = mutate
    return mutate


@cheat
def a_false_lemma(rng: Random, s: Json, missing: Json) -> Json:
    false = rng.choice([["<=", "1", "0"], ["<", "1", "0"]])
    return node("have", missing, contradiction(rng), show=false)


@cheat
def a_split_without_one_side(rng: Random, s: Json, missing: Json) -> Json:
    first = rng.random() < 0.5
    if first:  # 1 is an integer: the second side is 1 <= -1
        return node("split", missing, contradiction(rng, 2), on="1")
    return node("split", contradiction(rng), missing, on="-1")


@cheat
def a_case_left_out(rng: Random, s: Json, missing: Json) -> Json:
    on = rng.choice([["abs", "1"], ["abs", "-1"], ["max", "0", "1"], ["min", "1", "0"]])
    s["given"] = []
    children = [missing, contradiction(rng, places=(3, 4))]
    rng.shuffle(children)
    return node("case", *children, on=on)


@cheat
def an_undefined_term_defined(rng: Random, s: Json, missing: Json) -> Json:
    term = rng.choice([["sqrt", "-1"], ["log", "-1"], ["/", "1", "0"]])
    return node("define", missing, contradiction(rng), term=term)


@cheat
def half_of_an_equality(rng: Random, s: Json, missing: Json) -> Json:
    s["show"] = ["=", *rng.sample(["0", "1"], 2)]
    return node("both", *rng.sample([TAUTOLOGY, missing], 2))


@cheat
def half_of_a_conjunction(rng: Random, s: Json, missing: Json) -> Json:
    s["show"] = ["and", *rng.sample([["<=", "0", "1"], ["<=", "1", "0"]], 2)]
    return node("both", *rng.sample([TAUTOLOGY, missing], 2))


@cheat
def a_fraction_for_an_integer(rng: Random, s: Json, missing: Json) -> Json:
    s["show"] = ["some", "z", "int", ["=", ["*", "2", "z"], "1"]]
    return node("some", rng.choice([TAUTOLOGY, missing]), is_="1/2")


@cheat
def an_undefined_witness(rng: Random, s: Json, missing: Json) -> Json:
    s["show"] = ["some", "z", "real", ["<", "z", "z"]]
    return node("some", missing, is_=rng.choice([["/", "1", "0"], ["sqrt", "-1"], "0"]))


@cheat
def an_induction_without_a_part(rng: Random, s: Json, missing: Json) -> Json:
    children = rng.choice([[missing, TAUTOLOGY], [TAUTOLOGY, missing]])
    claim = rng.choice([["<=", "1", "0"], ["<=", "z", "0"], ["<=", "1", "z"]])
    last = node("use", TAUTOLOGY, contradiction(rng), rule=rng.randrange(4), at=["1"])
    return node("induct", *children, last, on="z", from_="0", claim=claim)


@cheat
def an_empty_sum_that_is_not(rng: Random, s: Json, missing: Json) -> Json:
    total = ["sum", "z", "1", "3", "1"]
    s["show"] = ["=", total, "0"]
    shown = node(
        "zero", lit=rng.randrange(6), terms=[["1", [], []]], mult=[[rng.randrange(6), "-1"]]
    )
    return node("empty", missing, shown, on=total)


@cheat
def a_cover_with_a_hole(rng: Random, s: Json, missing: Json) -> Json:
    """A parabola that is too high in the middle, at an end, or beside the cuts."""
    s["vars"] = {**s["vars"], "x": "real"}
    s["given"] = [["<=", "0", "x"], ["<=", "x", "1"]]
    top, at = rng.choice([("9/40", "1/2"), ("1/8", "0"), ("1/5", "1/3")])
    s["show"] = ["<=", top, ["^", ["-", "x", at], 2]]
    if rng.random() < 0.4:  # at the cuts and in the middle all is well
        hump = ["*", "x", ["-", "1", "x"], ["^", ["-", "x", "1/2"], 2]]
        s["show"] = ["<=", hump, "1/100"]
        return node("cover", on="x", cuts=["0", "1"], bits=64)
    cuts = rng.choice([["0", "1"], ["1/4", "1"], ["0", "3/4"], ["0", "1/2", "1"], ["7/8", "1"]])
    return node("cover", on="x", cuts=cuts, bits=rng.choice([0, 1, 2, 64]))


@cheat
def a_function_of_two_arguments(rng: Random, s: Json, missing: Json) -> Json:
    """f(0) = f(1) from nothing."""
    s["functions"] = {"f": 1}
    values = [["app", "f", "0"], ["app", "f", "1"]]
    s["show"] = ["=", *values]
    lit = rng.randrange(8)
    shown = node("zero", lit=lit, terms=[["1", [], []]], mult=[[max(0, lit - 1), "-1"]])
    return node("same", missing, shown, first=values[0], second=values[1])


@cheat
def a_range_that_is_too_short(rng: Random, s: Json, missing: Json) -> Json:
    s["vars"] = {**s["vars"], "n": "int"}
    s["given"] = [["<=", "0", "n"], ["<=", "n", "3"]]
    s["show"] = ["<=", "n", "2"]
    closed = node("leaf", terms=[["1", [3], []]], mult=[[2, rng.choice(["1", "-1"])]])
    return node("finite", closed, closed, closed, on="n", from_=0, to=2)


@cheat
def a_premise_not_shown(rng: Random, s: Json, missing: Json) -> Json:
    s["given"] = [["implies", ["<=", "1", "0"], ["<=", "1", "0"]]]
    return node("use", missing, contradiction(rng), rule=0, at=[])


@cheat
def a_quotient_that_nobody_defined(rng: Random, s: Json, missing: Json) -> Json:
    """0 < 1/z^2 + 1 for every z, of which 0 is one."""
    s["show"] = ["all", "z", "real", ["<", "0", ["+", ["^", ["/", "1", "z"], 2], "1"]]]
    lit = rng.randrange(6)
    closed = node("leaf", terms=[["1", [lit], []], ["1", [], [["/", "1", "z"]]], ["1", [], []]],
                  mult=[])  # fmt: skip
    return node("intro", closed, as_="z")
