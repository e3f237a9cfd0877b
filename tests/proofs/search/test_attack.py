"""False statements: exact data against each, and small ones; true ones: none."""

from __future__ import annotations

import time
from fractions import Fraction

import pytest

from proofs.kernel import check
from proofs.language.text import read
from proofs.search import floats
from proofs.search.attack import Hit, attack, weight
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


@pytest.mark.parametrize("text", ["x^2 + y^2 >= 2*x*y", "x > 1, y > x |- y^2 >= x"])
def test_gradients_find_nothing_against_what_holds(text: str) -> None:
    assert not [*floats.Search(read(text).sequent, {}, ["x", "y"]).by_gradients()]


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
