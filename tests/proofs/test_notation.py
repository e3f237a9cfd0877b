"""Statements as people write them: what is printed says what the kernel reads."""

from __future__ import annotations

import math
import random
import re
from fractions import Fraction
from typing import Any

import pytest

from proofs import notation, registry
from proofs.abbreviations import named_parts
from proofs.certify import family
from tests.sampling import by_turns

Json = Any
SUPER = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


def printed(formula: Json, ascii_only: bool = False) -> str:
    return notation.text(
        notation.Layout(notation.Names()).formula(notation.tree(formula)), ascii_only
    )


def implies(*parts: Json) -> Json:
    *given, goal = parts
    for premise in reversed(given):
        goal = ["implies", premise, goal]
    return goal


def within(low: str, name: str, high: str) -> list[Json]:
    return [["<=", low, name], ["<=", name, high]]


P = ["=", ["app", "p", "x"], "0"]
FORMULAS: list[tuple[Json, str, str]] = [
    (["all", "x", "real", implies(*within("0", "x", "1"), P)],
     "∀ x ∈ [0, 1]: p(x) = 0", "for all x in [0, 1]: p(x) = 0"),
    (["all", "x", "real", ["all", "y", "real", implies(["and", *within("0", "y", "1")],
                                                       ["<", "x", "y"])]],
     "∀ x ∈ ℝ, y ∈ [0, 1]: x < y", "for all x in reals, y in [0, 1]: x < y"),
    (["all", "k", "int", implies(*within("1", "k", "n"), P)],
     "∀ k ∈ {1, …, n}: p(x) = 0", "for all k in {1, ..., n}: p(x) = 0"),
    (["all", "k", "int", implies(["<", "0", "k"], P)],
     "∀ integer k > 0: p(x) = 0", "for all integer k > 0: p(x) = 0"),
    (["all", "x", "real", implies(["<", "0", "x"], ["<=", "x", "1"], P)],
     "∀ 0 < x ≤ 1: p(x) = 0", "for all 0 < x <= 1: p(x) = 0"),
    (["all", "x", "real", implies(["<", "x", "1"], P)],
     "∀ x < 1: p(x) = 0", "for all x < 1: p(x) = 0"),
    # a limit that speaks of what is bound with the variable or after it is a premise
    (["all", "x", "real", ["all", "y", "real", implies(["<=", "x", "y"], P)]],
     "∀ x ∈ ℝ, y ≥ x: p(x) = 0", "for all x in reals, y >= x: p(x) = 0"),
    (["all", "x", "real", implies(["<=", "x", ["*", "x", "x"]], P)],
     "∀ x ∈ ℝ with x ≤ x²: p(x) = 0", "for all x in reals with x <= x^2: p(x) = 0"),
    # two limits on one side
    (["all", "x", "real", implies(["<=", "0", "x"], ["<=", "1", "x"], P)],
     "∀ x ≥ 0 with 1 ≤ x: p(x) = 0", "for all x >= 0 with 1 <= x: p(x) = 0"),
    (["some", "x", "real", ["and", ["<", "0", "x"], ["!=", "x", "1"], P]],
     "∃ x > 0: x ≠ 1 ∧ p(x) = 0", "for some x > 0: x != 1 and p(x) = 0"),
    (["some", "x", "real", ["all", "y", "real", ["<", "x", "y"]]],
     "∃ x ∈ ℝ: ∀ y ∈ ℝ: x < y", "for some x in reals: for all y in reals: x < y"),
    # the last conjunct is no limit: it is what is said
    (["some", "x", "real", ["<", "0", "x"]], "∃ x ∈ ℝ: 0 < x", "for some x in reals: 0 < x"),
    (["and", ["all", "x", "real", P], ["<", "0", "1"]],
     "(∀ x ∈ ℝ: p(x) = 0) ∧ 0 < 1", "(for all x in reals: p(x) = 0) and 0 < 1"),
    (["and"], "true", "true"),
    (["implies", ["and"], P], "p(x) = 0", "p(x) = 0"),
    (["implies", ["implies", P, ["<", "0", "1"]], P],
     "(p(x) = 0 ⇒ 0 < 1) ⇒ p(x) = 0", "(p(x) = 0 => 0 < 1) => p(x) = 0"),
    (implies(["<", "0", "a"], ["<", "0", "b"], P),
     "0 < a ∧ 0 < b ⇒ p(x) = 0", "0 < a and 0 < b => p(x) = 0"),
    (["and", ["<", "a", "b"], ["<", "b", "c"], ["=", "c", "d"]], "a < b < c = d", "a < b < c = d"),
    (["and", ["!=", "a", "b"], ["<", "b", "c"]], "a ≠ b ∧ b < c", "a != b and b < c"),
    (["lipschitz", "f", ["+", "L", "1"], "0", "b"],
     "f is (L + 1)-Lipschitz on [0, b]", "f is (L + 1)-Lipschitz on [0, b]"),
    (["<=", ["sum", "k", "1", "n", ["*", ["app", "w", "k"], "x"]], ["sqrt", ["+", "d", "1"]]],
     "Σ_{k=1..n} w(k)·x ≤ √(d + 1)", "sum(k = 1..n, w(k) * x) <= sqrt(d + 1)"),
    (["<", ["+", ["sum", "k", "1", "n", "k"], "1"], ["abs", ["-", ["abs", "x"], "1"]]],
     "(Σ_{k=1..n} k) + 1 < abs(|x| − 1)", "(sum(k = 1..n, k)) + 1 < abs(abs(x) - 1)"),
    (["=", "x1", ["floor", ["/", "L", ["*", "2", "eps"]]]],
     "x₁ = ⌊L/(2ε)⌋", "x1 = floor(L/(2*eps))"),
]  # fmt: skip


@pytest.mark.parametrize(("formula", "fancy", "plain"), FORMULAS, ids=[f[1] for f in FORMULAS])
def test_formulas(formula: Json, fancy: str, plain: str) -> None:
    assert printed(formula) == fancy
    assert printed(formula, ascii_only=True) == plain


def test_an_index_is_lowered() -> None:
    for raw, parts in (
        ("WV", ("W", "V")),
        ("vB", ("v", "B")),
        ("Ak", ("A", "k")),
        ("deltak", ("δ", "k")),
        ("in", ("in", "")),
        ("dk", ("d", "k")),
        ("dv", ("d", "v")),
        ("Av", ("Av", "")),
        ("di", ("di", "")),
        ("Sg", ("Sg", "")),
        ("WVO", ("WVO", "")),
    ):
        assert notation._parts(raw) == parts


def test_two_names_are_never_printed_alike() -> None:
    for raw in (["x1", "x_1"], ["eps", "epsilon"], ["lam", "lambda"], ["pi", "phi"]):
        names = notation.Names()
        shown = [notation.text(names(name)) for name in raw]
        assert len({*shown, "π"}) == len(shown) + 1


# --- terms: what is printed is calculated again --------------------------------------------------


def term(rng: random.Random, depth: int) -> Json:
    if depth == 0:
        return rng.choice(["x", "y1", "eps", "2", "-3", "1/2", "-2/3", "0", "10"])
    op = rng.choice(["+", "-", "neg", "*", "*", "/", "^", "abs", "floor", "max", "+"])
    parts = [term(rng, depth - 1) for _ in range(rng.choice([2, 2, 3]) if op in "+*" else 2)]
    if op == "neg":
        return ["-", parts[0]]
    if op == "^":
        return ["^", parts[0], rng.choice([0, 1, 2, 3])]
    if op in ("abs", "floor"):
        return [op, parts[0]]
    if op == "*" and rng.random() < 0.3:
        return ["*", parts[0], parts[0]]
    return [op, *parts]


VALUES = {"x": Fraction(3, 7), "y1": Fraction(-5, 2), "eps": Fraction(11, 3)}


def value(node: Json) -> Fraction:
    if isinstance(node, str):
        return VALUES[node] if node in VALUES else Fraction(node)
    op = node[0]
    if op == "^":
        return value(node[1]) ** node[2]
    parts = [value(part) for part in node[1:]]
    if op == "+":
        return sum(parts, Fraction(0))
    if op == "*":
        return math.prod(parts, start=Fraction(1))
    if op == "-":
        return -parts[0] if len(parts) == 1 else parts[0] - parts[1]
    if op == "/":
        return parts[0] / parts[1]
    return {"abs": abs, "floor": lambda q: Fraction(math.floor(q)), "max": max}[op](*parts)


def calculated(text: str) -> Fraction:
    """What a person would calculate from the printed term."""
    text = text.replace("−", "-").replace("·", "*").replace("⌊", "floor(").replace("⌋", ")")
    text = re.sub(r"[⁰¹²³⁴⁵⁶⁷⁸⁹]+", lambda m: "**" + m[0].translate(SUPER), text)
    text = text.replace("y₁", "y1").replace("ε", "eps").replace("^", "**")
    text = re.sub(r"\|([^|]*)\|", r"abs(\1)", text)
    text = re.sub(r"(?<![\w.)])(\d+)(?=[a-z(])", r"\1*", text)  # 2x, 2(x + 1)
    text = re.sub(r"(?<![\w*])(\d+)", r"F(\1)", text)  # powers stay integers
    known = {"F": Fraction, "floor": lambda q: Fraction(math.floor(q)), "abs": abs, "max": max}
    return Fraction(eval(text, {"__builtins__": {}}, {**known, **VALUES}))


@by_turns(2)
@pytest.mark.parametrize("seed", range(40))
def test_a_printed_term_has_the_value_of_the_term(seed: int) -> None:
    rng = random.Random(seed)
    done = 0
    while done < 25:
        made = term(rng, rng.choice([1, 2, 3, 4]))
        try:
            expected = value(made)
        except ZeroDivisionError:
            continue
        done += 1
        for ascii_only in (False, True):
            box = notation.Layout(notation.Names()).term(notation.tree(made))
            text = notation.text(box, ascii_only)
            assert calculated(text) == expected, (made, text)


# --- whole statements ----------------------------------------------------------------------------


def test_what_is_named_stands_for_itself() -> None:
    """The names put back in give the formulas of the statement, for every claim of a paper."""
    for claim in family(registry.load("pln.thm1")):
        for obligation in claim.all_obligations():
            data = [*obligation.statement["given"], obligation.statement["show"]]
            trees = [notation.tree(item) for item in data]
            free = {*obligation.statement["vars"], *obligation.statement["functions"]}
            named, parts = named_parts(trees, free, lambda body, free=free: _bound(body, free))
            for part in parts * len(parts):
                named = [_put_back(item, part.head, part.body) for item in named]
            assert named == trees


def _bound(body: Any, free: set[str]) -> set[str]:
    return set(notation.variables(body)) - free


def _put_back(node: Any, head: Any, body: Any) -> Any:
    if node == head:
        return body
    if isinstance(node, tuple):
        return (node[0], *(_put_back(part, head, body) for part in node[1:]))
    return node
