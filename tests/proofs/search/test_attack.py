"""False statements: exact data against each, and small ones; true ones: none."""

from __future__ import annotations

import time
from fractions import Fraction
from math import atan, cos, exp, log, pi, sin, sqrt

import numpy as np
import pytest

from constructions.interop.arrays import ArraySystem
from proofs.kernel import check
from proofs.language.text import read
from proofs.search import floats
from proofs.search.attack import AT_ONCE, Hit, attack, weight
from proofs.search.clock import now
from proofs.search.geometric import fixed
from tests.sampling import by_turns, some_of


def attacked(text: str, seconds: float = 20.0) -> Hit | None:
    return attack(read(text).sequent, now() + seconds)


# the statement, and the longest data that are accepted: characters of numbers, together
FALSE = [
    ("x^2 >= x", 3),
    ("x >= 0, y >= 0 |- x^2 + y^2 <= x*y", 4),
    ("0 <= x <= 1 |- x*(1 - x) <= 1/5", 6),
    ("x > 0 |- log(x) >= x - 1", 3),
    ("|tanh(x) - x| <= 1/10", 4),
    ("exp(x) <= 1 + x + x^2", 4),
    ("|x/(1 + exp(-x)) - relu(x)| <= 1/10", 4),
    ("floor(x + y) = floor(x) + floor(y)", 8),
    ("for all n: nat; |- n^2 <= 2^n", 2),
    ("for all n: nat; |- sum(k = 1..n, k) = n^2", 2),
    ("f is L-Lipschitz on [0, 1] |- |f(1) - f(0)| <= L/2", 3),
    ("x in 0..3 |- x*(x - 1)*(x - 2) = 0", 2),
    ("x + y + z = 1, x >= 0, y >= 0, z >= 0 |- x*y + y*z + z*x <= 1/4", 12),
    ("1 < 0", 0),
    ("not x > 0", 2),
    # irrational data: closed terms
    ("x^2 = 2 |- x > 0", 20),
    ("x > 0, x^3 = 2 |- x <= 5/4", 40),
    ("tanh(x) = 1/2 |- x <= 1/2", 25),
    # values of functions, joined by lines
    ("f is 1-Lipschitz on [0, 1], f(0) = 0, f(1) = 0, x in [0, 1] |- f(x) < 1/2", 3),
    (
        "for all n: int; n >= 2, (for all k in 1..n, x[k] >= 0), sum(k = 1..n, x[k]) = 1 "
        "|- sum(k = 1..n, x[k]^2) < 1",
        1,
    ),
    # one of two
    ("tanh(x) >= 1/2 or x <= 1/2", 8),
    ("x^2 = y^2 |- x = y or x = -2*y", 3),
    ("max(0, 1 - y*x) = 0 or 0 < y*x < 1", 3),
    # powers x^n, which are functions to the kernel
    ("for all n: nat, q: real; 0 < q < 1 |- q^n <= 1/(n + 2)", 5),
    ("for all n: nat, q: real; q <= 0 |- q^n <= 0", 2),
    ("for all n: nat; |- (-1)^n = 1", 2),
    # solutions of recursions, with a power of a number in them
    (
        "for all n: nat, v g: real -> real, b G: real; 0 <= b < 1, v[0] = 0, "
        "for all k: int, k >= 0 => |g[k]| <= G, "
        "for all k: int, k >= 0 => v[k + 1] = b*v[k] + g[k] |- |v[n]| <= G*(1 + b/2)",
        6,
    ),
    (
        "for all n: nat, m g: real -> real, b G: real; b >= 0, |m[0]| <= G, "
        "for all k: int, k >= 0 => |g[k]| <= G, "
        "for all k: int, k >= 0 => m[k + 1] = b*m[k] + (1 - b)*g[k] |- |m[n]| <= G",
        6,
    ),
    (
        "for all f: int -> real; f(0) = 1, for all k: int, 0 <= k => f(k + 1) = f(k)/2 "
        "|- for all k: int, 0 <= k => f(k) <= 1/2",
        0,
    ),
    # parts of conjunctions inside
    ("x >= 0 |- (x <= 5 and x >= -1) and (x >= -2 and x >= -3)", 2),
    ("for all x: real |- for all y: real, 0 <= y and y <= y^2 + 1", 1),
    ("for all x: real |- exists y: real, y <= -x and y >= 0", 1),
    ("for all x: real; x >= 0 |- exists y: real, (y <= -x and y >= 0) and y >= -1", 1),
    (
        "for all f: real -> real, x: real |- for all y: real, (f(y) <= 1 and y <= 7) and y >= -1",
        1,
    ),
    # no x has this value
    ("0 <= p <= 1 |- exists x: real, 1/(1 + exp(-x)) = p", 1),
    ("eps >= 0 |- exists N: int, N >= 1 and 1/N <= eps", 1),
    # hypotheses about all numbers
    (
        "for all f g: real -> real, A B: real; for all u: real, |f(u)| <= A, "
        "for all u: real, |g(u)| <= B |- for all x: real, |f(x)*g(x)| <= A + B",
        2,
    ),
    (
        "for all m g: int -> real, b lo hi: real; 0 <= b, lo <= m(0), m(0) <= hi, "
        "for all k: int, k >= 0 => lo <= g(k) and g(k) <= hi, "
        "for all k: int, k >= 0 => m(k + 1) = b*m(k) + (1 - b)*g(k) "
        "|- for all k: int, k >= 0 => lo <= m(k) and m(k) <= hi",
        4,
    ),
    (
        "for all x: int -> real, q: real; 0 <= q, "
        "for all k: int, k >= 0 => |x(k + 1)| <= q*|x(k)| "
        "|- for all k: int, k >= 0 => |x(k)| <= |x(0)|",
        1,
    ),
    # a square for a function below its quadratic majorants
    (
        "for all f: real -> real, x g L: real; L > 0, "
        "for all y: real, f(y) <= f(x) + g*(y - x) + L/2*(y - x)^2 "
        "|- f(x - g/L) <= f(x) - g^2/L",
        6,
    ),
]


STEPS = "".join(f" + 100*(x{i + 1} - x{i}^2)^2" for i in range(5))
VALLEY = f"(0.7137 - x0)^2{STEPS} >= 10^-4"  # Rosenbrock's, in six variables
KINKS = " + ".join(f"|x{i} - 0.31{i:02d}7|" for i in range(10)) + " >= 10^-3"


@by_turns(2)
@some_of(7)
@pytest.mark.parametrize(("text", "length"), FALSE, ids=[text for text, _ in FALSE])
def test_false_statements_are_refuted_by_small_data(text: str, length: int) -> None:
    hit = attacked(text)
    assert hit is not None
    assert check(hit.certificate).accepted
    numbers = [str(q) for q in hit.witness.values.values()]
    assert sum(map(len, numbers)) <= length, numbers


@by_turns(2)
@pytest.mark.parametrize("text", [VALLEY, KINKS], ids=["valley", "kinks"])
def test_gradients_find_what_chance_does_not(text: str) -> None:
    statement = read(text).sequent
    order = list(statement["vars"])
    search = floats.Search(statement, {}, order)
    assert not [*search.by_chance()]
    assert [*search.by_gradients()]
    hit = attacked(text)
    assert hit is not None
    assert hit.source == "a descent in floats, rounded"
    assert check(hit.certificate).accepted


WELLS = " + ".join(f"((x{i}^2 - 2)^2 + x{i}/5)" for i in range(10)) + " >= -2.821"
"""Ten double wells: each of the 1024 lowest points but one is above the bound."""


@by_turns(2)
@pytest.mark.parametrize("namespace", ["numpy", "torch"])
def test_thousands_of_descents_find_what_eight_do_not(namespace: str) -> None:
    if namespace == "torch":
        pytest.importorskip("torch")
    statement = read(WELLS).sequent
    search = floats.Search(statement, {}, list(statement["vars"]))
    assert not [*search.by_chance(), *search.by_gradients()]
    (first, *_) = search.by_many_gradients(ArraySystem(namespace), AT_ONCE)
    assert all(x < -1 for x in first.values())


@by_turns(2)
def test_thousands_of_descents_refute() -> None:
    hit = attacked(WELLS)
    assert hit is not None
    assert check(hit.certificate).accepted
    assert hit.source == "thousands of descents in floats, rounded"


@by_turns(2)
@pytest.mark.parametrize("namespace", ["numpy", "torch"])
def test_torch_and_numpy_evaluate_alike(namespace: str) -> None:
    """Every operation, a sum of symbolic length, where something is undefined, and a hypothesis."""
    if namespace == "torch":
        pytest.importorskip("torch")
    text = (
        "for all x y: real, n: int; 0 <= n <= 9, y = x^2 - 1, x < y => x <= 5 "
        "|- sum(k = 1..n, k*|x|/(x - 1)) + sqrt(y) + log(x) + max(x, tanh(y)) - min(1, exp(-x)) "
        "+ floor(x) + sign(y) + sin(x)*cos(y) + atan(x) <= pi"
    )
    statement = read(text).sequent
    search = floats.Search(statement, {}, ["x", "n", "y"])
    points = {"x": np.array([2.0, 1.0, -3.0, 0.5, 7.0]), "n": np.array([3.0, 0.0, 2.0, 9.0, 4.0])}
    system = ArraySystem(namespace)
    at = {name: system.array(values) for name, values in points.items()}
    with np.errstate(all="ignore"):
        out, score = map(system.numpy, search._scores(search._filled(at, system)))
    x = 2.0
    value = 3 * 4 + sqrt(3) + log(x) + x - exp(-x) + 2 + 1 + sin(x) * cos(3) + atan(x)
    assert score[0] == pytest.approx(pi - value, rel=1e-12)
    assert (score[2:4] == 1e300).all()
    assert score[1] == pytest.approx(pi - 1 + exp(-1) - 1 - sin(1) - atan(1), rel=1e-12)
    assert out.tolist() == [0, 0, 0, 0, 2]


@pytest.mark.parametrize("text", ["x^2 + y^2 >= 2*x*y", "x > 1, y > x |- y^2 >= x"])
def test_gradients_find_nothing_against_what_holds(text: str) -> None:
    assert not [*floats.Search(read(text).sequent, {}, ["x", "y"]).by_gradients()]


@pytest.mark.parametrize("text", ["x^2 + y^2 + 1/9 >= 2*x*y", "x > 1, y > x |- y^2 >= x"])
def test_thousands_of_descents_find_nothing_against_what_holds(text: str) -> None:
    search = floats.Search(read(text).sequent, {}, ["x", "y"])
    assert not [*search.by_many_gradients(floats.on_numpy(), 3_000)]


@by_turns(2)
@some_of(2)
@pytest.mark.parametrize(
    "text",
    [
        "x^2 >= 0",
        "0 <= x <= 1 |- x*(1 - x) <= 1/4",
        "x > 0 |- log(x) <= x - 1",
        "x > 1, x < 0 |- x = 5",
        "1/x = 1/x",  # not shown against: a relation with an undefined side is false
    ],
)
def test_nothing_is_found_against_what_holds_or_has_no_value(text: str) -> None:
    assert attacked(text, 3.0) is None


def test_the_search_keeps_to_its_time() -> None:
    start = time.monotonic()
    assert attacked("sin(x*y) + cos(y*z) <= 2 + sin(x)^2*cos(z)^2", 0.0) is None
    assert time.monotonic() - start < 30


def test_weight() -> None:
    numbers = [Fraction(t) for t in ("7/8", "-1", "1", "0", "10", "1/2")]
    assert [str(q) for q in sorted(numbers, key=weight)] == ["0", "1", "-1", "1/2", "7/8", "10"]


def test_what_powers_come_with_is_no_hypothesis_to_leave_out() -> None:
    """0 <= n bounds an exponent, q <= 1 does not; a recursion of the reader's own has none."""
    given = read("for all n: nat, q: real; 0 <= q, q <= 1 |- q^n <= 1").sequent
    assert fixed(given) == {0, 3, 4}
    assert fixed(read("for all n: nat, q: real; 0 <= q, q <= 1 |- q*n <= n").sequent) == set()
