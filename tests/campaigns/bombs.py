"""Certificates that are made to be slow: each a family with a size in bytes.

All of their statements are true (``0 <= -1`` is among the hypotheses), so being accepted is no
fault: being slow is.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any

Json = Any
Bomb = Callable[[int], str]
BOMBS: dict[str, Bomb] = {}
ABSURD = ["<=", "0", "-1"]
CLOSE = {"by": "leaf", "terms": [["1", [0], []], ["1", [], []]], "mult": [], "then": []}
MODULUS = (1 << 61) - 1  # numbers that differ by it have the same hash
LONG = ["^", ["^", "3", 50], 50]


def certificate(
    show: Json,
    proof: Json = CLOSE,
    given: tuple[Json, ...] = (),
    real: tuple[str, ...] = (),
    integer: tuple[str, ...] = (),
    functions: tuple[str, ...] = (),
) -> str:
    statement = {
        "vars": dict.fromkeys(real, "real") | dict.fromkeys(integer, "int"),
        "functions": dict.fromkeys(functions, 1),
        "given": [ABSURD, *given],
        "show": show,
    }
    return json.dumps({"statement": statement, "proof": proof}, separators=(",", ":"))


def bomb(make: Bomb) -> Bomb:
    BOMBS[make.__name__.replace("_", " ")] = make
    return make


def many(term: Json, count: int) -> Json:
    return ["+", *[term] * max(2, count)]


def leaves(count: int) -> Json:
    """A proof with so many leaves: each looks at the goal anew."""
    proof: Json = CLOSE
    for _ in range(min(count, 200)):  # deeper than this is not read
        proof = {"by": "split", "on": "x", "then": [proof, CLOSE]}
    return proof


def evaluated(bits: int) -> Json:
    return {"by": "evaluate", "bits": bits, "then": []}


def covered(bits: int, *cuts: str) -> Json:
    return {"by": "cover", "on": "x", "cuts": list(cuts), "bits": bits, "then": []}


def long_sum(body: Json) -> Json:
    return ["<=", "0", ["sum", "k", "1", "10000", body]]


UNIT_BOX = (["<=", "0", "x"], ["<=", "x", "1"])
POINTS = {"short": "2/7", "thirds": "333/1000", "long": f"{3**1000}/{2**1600}",
          "tiny": f"1/{2**4000}", "hundreds": f"999{'9' * 300}/1{'0' * 300}"}  # fmt: skip


def padded(text: str, size: int) -> str:
    """Spaces at the end buy work."""
    return text.ljust(size)


def _values() -> None:
    """An elementary function at one point, over and over."""
    for op in ("exp", "log", "sin", "cos", "tanh", "atan", "sqrt"):
        for kind, point in POINTS.items():
            for bits in (0, 100, 1024):
                text = certificate(long_sum([op, point]), evaluated(bits))
                BOMBS[f"{op} at a {kind} number, {bits} bits"] = partial(padded, text)


_values()


@bomb
def pi_over_and_over(size: int) -> str:
    return padded(certificate(long_sum(["pi"]), evaluated(1024)), size)


@bomb
def a_power_over_and_over(size: int) -> str:
    return padded(
        certificate(long_sum(["^", "x", 64]), covered(0, "0", "1"), UNIT_BOX, ("x",)), size
    )


@bomb
def a_power_of_a_power(size: int) -> str:
    term = ["^", ["^", ["+", "x", "1/3"], 64], 64]
    return padded(certificate(long_sum(term), covered(1024, "0", "1"), UNIT_BOX, ("x",)), size)


@bomb
def exact_powers_that_grow(size: int) -> str:
    term = ["^", ["^", "1/3", 64], 60]
    return certificate(["<=", "0", many(term, size // 22)], evaluated(0))


@bomb
def quotients_and_kinks_on_many_boxes(size: int) -> str:
    term: Json = "x"
    for op in ("abs", "sqrt", "atan", "abs", "floor", "tanh"):
        term = ["max", [op, ["+", "1", term]], ["/", "x", ["+", "2", term]]]
    cuts = [f"{k}/{size}" for k in range(size // 14)] + ["1"]
    return certificate(["<=", "0", term], covered(53, *cuts), UNIT_BOX, ("x",))


@bomb
def a_sum_in_every_goal(size: int) -> str:
    """The body of a sum is part of an atom's name: it is hashed at every look."""
    total = ["sum", "k", "0", "n", many("1/3", size // 20)]
    proof = leaves(size // 200)
    return certificate(["<=", total, total], proof, real=("x",), integer=("n",))


@bomb
def a_sum_made_long_by_use(size: int) -> str:
    """A long term in many places of a hypothesis: much more than was written."""
    rule = ["all", "x", "real", ["<=", ["sum", "k", "0", "n", many("x", size // 16)], "0"]]
    proof: Json = CLOSE
    for i in range(min(size // 120, 200)):
        at = many("1/3", size // 24) if i == 0 else "1"
        proof = {"by": "use", "rule": 0, "at": [at], "then": [proof]}
    return certificate(["<=", "0", "1"], proof, (rule,), integer=("n",))


@bomb
def sums_of_equal_hash(size: int) -> str:
    rule = ["all", "x", "real",
            ["<=", ["sum", "k", "0", "n", ["+", *["1"] * (size // 8), "x"]], "0"]]  # fmt: skip
    proof: Json = CLOSE
    for i in range(min(size // 150, 200)):
        proof = {"by": "use", "rule": 0, "at": [str((i + 1) * MODULUS)], "then": [proof]}
    return certificate(["<=", "0", "1"], proof, (rule,), integer=("n",))


@bomb
def values_of_equal_hash(size: int) -> str:
    given = tuple(["<=", "0", ["app", "f", str((i + 1) * MODULUS)]] for i in range(size // 45))
    return certificate(["<=", "0", "1"], given=given, functions=("f",))


@bomb
def polynomials_of_equal_hash(size: int) -> str:
    """The same monomials with coefficients of the same hash, in every goal."""
    given = tuple(
        ["<=", "0", ["floor", ["+", *[["*", "x", ["^", "x", e]] for e in range(9)],
                               str(i * MODULUS)]]]
        for i in range(size // 200)
    )  # fmt: skip
    return certificate(["<=", "0", "1"], given=given, real=("x",))


@bomb
def roots_looked_up_among_many_facts(size: int) -> str:
    count = size // 120
    given = tuple(["<=", "0", ["+", "x", str(i)]] for i in range(1, count + 1))
    roots = ["+", *[["sqrt", ["+", "x", str(i)]] for i in range(1, count + 1)]]
    return certificate(["<=", "0", roots], leaves(size // 200), given, ("x",))


@bomb
def long_polynomials_looked_up_among_many_facts(size: int) -> str:
    names = [f"x{i}" for i in range(size // 60)]
    wide = ["+", "1", *names]
    given = (*(["<=", "0", name] for name in names), ["<=", "0", ["abs", wide]], ["<", "0", wide])
    goal = ["<=", "0", ["/", "1", wide]]
    return certificate(goal, leaves(size // 200), given, ("x", *names))


@bomb
def long_numbers_looked_up_among_many_facts(size: int) -> str:
    count = size // 200
    long = [["*", LONG, ["+", "x", str(i)]] for i in range(1, count + 1)]
    given = tuple(["<=", "0", term] for term in long)
    goal = ["<=", "0", ["+", *[["sqrt", term] for term in long]]]
    return certificate(goal, leaves(size // 200), given, ("x",))


@bomb
def a_power_of_many_variables(size: int) -> str:
    names = tuple(f"x{i}" for i in range(min(size // 20, 300)))
    return certificate(["<=", "0", ["^", ["+", *names], 64]], real=names)


@bomb
def products_of_long_numbers(size: int) -> str:
    base = ["+", ["^", "7/3", 50], ["*", ["^", "11/13", 50], "x"]]
    return certificate(["<=", "0", many(["^", base, 20], size // 70)], real=("x",))


@bomb
def a_product_of_ones(size: int) -> str:
    return certificate(["<=", "0", ["*", *["1"] * (size // 4)]])


@bomb
def numbers_of_many_digits(size: int) -> str:
    return certificate(["<=", "0", ["+", "1", *[f"1/{10**1200 + i}" for i in range(size // 1210)]]])


@bomb
def sums_in_sums(size: int) -> str:
    term = many("1", size // 5)
    for i in range(100):
        term = ["sum", f"j{i}", "0", "n", term]
    return certificate(["<=", "0", term], integer=("n",))


@bomb
def quantifiers_in_quantifiers(size: int) -> str:
    formula: Json = ["and", *[["<=", "0", "1"]] * (size // 15)]
    for i in range(100):
        formula = ["all", f"j{i}", "real", formula]
    return certificate(["<=", "0", "1"], given=(formula,))


@bomb
def a_long_sum_of_long_summands(size: int) -> str:
    return certificate(long_sum(many("k", size // 4)), evaluated(0))


@bomb
def sums_of_sums(size: int) -> str:
    term: Json = ["*", "i", "j"]
    for name in "ji":
        term = ["sum", name, "1", "10000", term]
    return padded(certificate(["<=", "0", term], evaluated(0)), size)


@bomb
def five_thousand_cases(size: int) -> str:
    names = tuple(f"x{i}" for i in range(size // 20))
    proof = {"by": "finite", "on": "n", "from": 0, "to": 4999, "then": []}
    return certificate(
        ["<=", "0", "1"], proof, (["<=", "0", "n"], ["<=", "n", "4999"]), names, ("n",)
    )


@bomb
def a_conjunction_of_many_parts(size: int) -> str:
    parts = [["<=", "0", "1"]] * (size // 150)
    proof = {"by": "both", "then": [CLOSE] * len(parts)}
    return certificate(["and", *parts], proof)


@bomb
def empty_conjunctions(size: int) -> str:
    return certificate(["<=", "0", "1"], given=tuple(["and"] for _ in range(size // 8)))


@bomb
def atoms_of_atoms(size: int) -> str:
    term: Json = "x"
    for _ in range(50):
        term = ["abs", ["+", term, "1"]]
    return certificate(["<=", "0", many(term, size // 900)], real=("x",))


@bomb
def kinks_of_long_polynomials(size: int) -> str:
    wide = ["^", ["+", "x", "y", "z", "1"], 9]
    terms = [["max", ["+", wide, str(i)], ["*", "2", wide]] for i in range(size // 100)]
    return certificate(["<=", "0", ["+", "x", *terms]], real=("x", "y", "z"))


@bomb
def brackets(size: int) -> str:
    return "[" * size


@bomb
def objects(size: int) -> str:
    return '{"a":' * (size // 5)


@bomb
def digits(size: int) -> str:
    return '{"statement":' + "9" * size


@bomb
def strings(size: int) -> str:
    return json.dumps({"statement": ["9" * (size // 2)], "proof": "\x00" * (size // 12)})


@bomb
def long_integers(size: int) -> str:
    return json.dumps([10**4200 + i for i in range(size // 4202)])


@bomb
def keys_of_one_object(size: int) -> str:
    return json.dumps({f"k{i}": i for i in range(size // 14)})
