"""The automatic prover: what it must find, what it must not, and that it is deterministic."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from fractions import Fraction
from typing import Any

import pytest

from constructions.terms import TermSystem, app, conj, every, exists, implies, total, var
from proofs.kernel import check
from proofs.kernel.errors import Reject
from proofs.search.data import Point, fails, truth, value
from proofs.search.prove import prove
from proofs.trees.script import Json, statement
from proofs.trees.transport import transport
from tests.sampling import by_turns, some_of

S = TermSystem()
a, b, c, d, e, x, y, z, t, u, w, n, j, i = map(var, "abcdexyztuwnji")
L = var("L")


def f(point: Any) -> Any:
    return app("f", point)


F = {"f": 1}
LIPSCHITZ = ["lipschitz", "f", "L", "0", "1"]


def sequent(names: str, given: list[Json], show: Json, functions: Any = None) -> Json:
    """Names in ``n m`` are integers, others real."""
    sorts = {name: "int" if name in "nm" else "real" for name in names.split()}
    return statement(sorts, given, show, functions)


TRUE = {
    "triangle": sequent("x y", [], S.abs(x + y) <= S.abs(x) + S.abs(y)),
    "maximum": sequent("x y", [], S.maximum(x, y).equals((x + y + S.abs(x - y)) / 2)),
    "relu": sequent("x y", [], S.abs(S.maximum(x, 0) - S.maximum(y, 0)) <= S.abs(x - y)),
    "sign": sequent("x", [], (S.sign(x) * S.abs(x)).equals(x)),
    "quotient": sequent("x", [x >= 1], 1 / x <= 1),
    "harmonic": sequent("x y", [x > 0, y > 0], 2 / (1 / x + 1 / y) <= (x + y) / 2),
    "root": sequent("x y", [x >= 0, y >= 0], S.sqrt(x * y) <= (x + y) / 2),
    "sigma": sequent("x d", [d > 0], S.abs(x) / S.sqrt(x * x + d) < 1),
    "cauchy": sequent(
        "a b c d", [], a * c + b * d <= S.sqrt(a * a + b * b) * S.sqrt(c * c + d * d)
    ),
    "floor": sequent("n x", [n <= x], n <= S.floor(x)),
    "integer": sequent("n", [2 * n >= 3], n >= 2),
    "lipschitz": sequent(
        "x y d L",
        [LIPSCHITZ, 0 <= x, x <= 1, 0 <= y, y <= 1, S.abs(x - y) <= d, L >= 0],
        S.abs(f(x) - f(y)) <= L * d,
        F,
    ),
    "monotone": sequent(
        "x y",
        [every("t", "real", every("u", "real", implies(t <= u, f(t) <= f(u)))), x <= y],
        f(x) <= f(y + 1),
        F,
    ),
    "between": sequent("x y", [x < y], exists("w", "real", conj(x < w, w < y))),
    "width": sequent("L e", [L >= 0, e > 0], exists("j", "int", conj(0 < j, L / j < e))),
    "modulus": sequent(
        "e",
        [e > 0],
        exists("w", "real", conj(0 < w, every("t", "real", implies(S.abs(t) <= w, 3 * t < e)))),
    ),
    "opened": sequent("x", [exists("w", "real", (w * w).equals(x))], 0 <= x),
    "gauss": sequent("n", [n >= 0], total("i", 1, n, i).equals(n * (n + 1) / 2)),
    "sum bound": sequent(
        "n",
        [n >= 0, every("j", "int", implies(1 <= j, j <= n, f(j) <= 1))],
        total("i", 1, n, f(i)) <= n,
        F,
    ),
    "recursion": sequent(
        "n",
        [n >= 0, f(0) <= 1, every("j", "int", implies(0 <= j, f(j + 1) <= f(j) / 2))],
        f(n) <= 1,
        F,
    ),
    "cubes": sequent("a b c", [(a + b + c).equals(0)], (a**3 + b**3 + c**3).equals(3 * a * b * c)),
    "premises": sequent("x y", [implies(x > 0, y > 0), implies(x <= 0, y > 0)], y > 0),
    "logistic": sequent("x", [], 1 / (1 + S.exp(-x)) < 1),
    "number": sequent("", [], S.sqrt(10) < Fraction(317, 100)),
}
FALSE = {
    "strict triangle": sequent("x y", [], S.abs(x + y) < S.abs(x) + S.abs(y)),
    "maximum": sequent("x y", [], S.maximum(x, y).equals((x + y - S.abs(x - y)) / 2)),
    "quotient at 0": sequent("x", [x <= 1], 1 / x >= 1),
    "x / x": sequent("x", [], (x / x).equals(1)),
    "sigma at 0": sequent("x d", [d >= 0], S.abs(x) / S.sqrt(x * x + d) < 1),
    "integer": sequent("x", [2 * x >= 3], x >= 2),
    "strict lipschitz": sequent(
        "x y d L",
        [LIPSCHITZ, 0 <= x, x <= 1, 0 <= y, y <= 1, S.abs(x - y) <= d, L >= 0],
        S.abs(f(x) - f(y)) < L * d,
        F,
    ),
    "outside": sequent(
        "x y L", [LIPSCHITZ, 0 <= x, x <= 1], S.abs(f(x) - f(y)) <= L * S.abs(x - y), F
    ),
    "gauss": sequent("n", [], total("i", 1, n, i).equals(n * (n + 1) / 2)),
    "width": sequent("L e", [L >= 0], exists("j", "int", conj(0 < j, L / j < e))),
    "modulus": sequent(
        "e", [e >= 0], exists("w", "real", conj(0 < w, every("t", "real", implies(t <= w, t < e))))
    ),
}


@by_turns(2)
@some_of(6)
@pytest.mark.parametrize("name", TRUE)
def test_what_is_true_is_found_and_the_kernel_accepts_it(name: str) -> None:
    certificate = prove(TRUE[name])
    assert certificate is not None
    assert certificate["statement"] == TRUE[name]
    assert check(json.dumps(certificate)).accepted


@by_turns(2)
@pytest.mark.parametrize("name", FALSE)
def test_what_is_false_is_not_found(name: str) -> None:
    assert prove(FALSE[name], 0) is None


def test_effort_and_statement_are_checked() -> None:
    with pytest.raises(ValueError, match="effort"):
        prove(TRUE["integer"], 3)
    with pytest.raises(Reject):
        prove({**TRUE["integer"], "show": ["<=", "0", "nobody"]})


def test_a_witness_may_be_named() -> None:
    """x^3 - x = 60 has the root 4, which no candidate is built from."""
    goal = sequent("", [], exists("w", "real", (w**3 - w).equals(60)))
    assert prove(goal) is None
    assert prove(goal, 1, ["4"]) is not None


PROGRAM = """
import hashlib, json, sys
from proofs.search.prove import prove
for line in sys.stdin:
    print(hashlib.sha256(json.dumps(prove(json.loads(line))).encode()).hexdigest())
"""


@by_turns(3)
def test_the_same_statement_has_the_same_certificate() -> None:
    names = ("maximum", "lipschitz", "recursion", "width", "cubes")
    text = "\n".join(json.dumps(TRUE[name]) for name in names)
    here = [hashlib.sha256(json.dumps(prove(TRUE[k])).encode()).hexdigest() for k in names]
    for seed in ("1", "77"):
        run = subprocess.run(
            [sys.executable, "-c", PROGRAM],
            input=text,
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        )
        assert run.stdout.split() == here


# --- a proof told again --------------------------------------------------------------------------


def test_a_proof_survives_a_hypothesis_that_it_does_not_use() -> None:
    idle = sequent("x y z", [z / z <= S.abs(z), x > 0, y > 0], x * y > 0)
    certificate = prove(idle)
    assert certificate is not None
    told = transport(certificate, {**idle, "given": idle["given"][1:]})
    assert told is not None
    assert check(json.dumps(told)).accepted
    assert transport(certificate, {**idle, "given": idle["given"][:2]}) is None


# --- data ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("term", "expected"),
    [
        (S.floor(-x).json, Fraction(-2)),
        (S.sqrt(x + Fraction(3, 4)).json, Fraction(3, 2)),
        (total("i", 1, 3, i * x).json, Fraction(9)),
        (total("i", 0, 2, 1 / i).json, Fraction(3, 2)),  # the undefined summand counts as 0
        (total("i", 2, 1, i).json, Fraction(0)),
        ((x**0).json, Fraction(1)),
    ],
)
def test_values_are_exact(term: Json, expected: Fraction) -> None:
    assert value(term, Point({"x": Fraction(3, 2)}, {})) == expected


def test_an_undefined_term_makes_a_formula_false_and_not_its_negation_true() -> None:
    at_zero = Point({"x": Fraction(0)}, {})
    for formula in (1 / x <= 1, 1 / x > 1, S.log(x) <= 1, S.sqrt(x - 1) >= 0):
        assert not truth(formula.json, at_zero)
        assert not fails(formula.json, at_zero)
