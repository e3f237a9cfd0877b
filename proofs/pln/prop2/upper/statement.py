"""The statement of pln.prop2.upper and its proof: every N, L, eps and f at once (Eq. 47-50).

The network interpolates f at the ends of M = N - 1 cells; the inductions run over its kinks.
"""

from __future__ import annotations

from textwrap import indent

from constructions.relu import bend, chord, first_weight, knot, second_weight
from constructions.terms import Json, Term, conj, every, implies, total, var
from proofs.language.elaboration import written
from proofs.pln.symbols import L, N, S, eps, f, k, x
from proofs.trees.script import statement

M = var("M")
FUNCTIONS = {"f": 1}
LIPSCHITZ: Json = ["lipschitz", "f", L.json, "0", "1"]
WIDTH: Json = N.equals(S.floor(L / (2 * eps)) + 2)


def value(index: Term | int, cells: Term = M) -> Term:
    """f(index/cells), the sample y_index."""
    return f(knot(S.const(index) if isinstance(index, int) else index, cells))


def relu(at: Term) -> Term:
    return S.maximum(0, at)


# --- the network on M cells ----------------------------------------------------------------------


def line(index: Term) -> Term:
    """The chord over cell index + 1."""
    return chord(value, index, M, x)


def bends(high: Term) -> Term:
    """sum_{k=1}^{high} alpha_{k+2} ReLU(x - k/M)."""
    return total("k", 1, high, bend(value, k, M) * relu(x - knot(k, M)))


FIRST = first_weight(value, M) * relu(x + 1 / M)
SECOND = second_weight(value, M) * relu(x)
NETWORK = FIRST + SECOND + bends(M - 1)  #: M + 1 units
ERROR = S.abs(NETWORK - f(x))
BOUND = L / (2 * M)
ON_INTERVAL = every("x", "real", implies(x >= 0, x <= 1, ERROR <= BOUND))
SHARP = statement(
    {"M": "int", "x": "real", "L": "real"},
    [M > 0, LIPSCHITZ, x >= 0, x <= 1],
    ERROR <= BOUND,
    FUNCTIONS,
)
STATEMENT = statement(
    {"N": "int", "M": "int", "L": "real", "eps": "real"},
    [eps > 0, WIDTH, M.equals(N - 1), LIPSCHITZ],
    conj(BOUND < eps, ON_INTERVAL),
    FUNCTIONS,
)

# --- the proof ------------------------------------------------------------------------------------

#: Eq. 48-49 in one cell; unit by unit the network reaches the line of x's cell and stays there
SHARP_TEXT = """
use f(0, 1)
have 0 <= L
have 0 < 1/M
have best: for all p, q: real, 4*(p*q) <= (p + q)^2
have near: for all i: int, 0 <= i => i + 1 <= M => i/M <= x => x <= (i + 1)/M =>
    |line(i) - f(x)| <= L/(2*M):
  let p = x - i/M
  let q = (i + 1)/M - x
  have 0 <= p
  have 0 <= q
  have left: |f(x) - f(i/M)| <= L*p by f(x, i/M), 0 <= p, 0 <= i, i + 1 <= M, x <= (i + 1)/M
  have right: |f(x) - f((i + 1)/M)| <= L*q by
      f(x, (i + 1)/M), 0 <= q, 0 <= i, i + 1 <= M, i/M <= x
  have whole: line(i) - f(x) = -(M*q*(f(x) - f(i/M))) - M*p*(f(x) - f((i + 1)/M))
  have first: |M*q*(f(x) - f(i/M))| <= M*q*(L*p) by left, 0 <= q, 0 < M
  have second: |M*p*(f(x) - f((i + 1)/M))| <= M*p*(L*q) by right, 0 <= p, 0 < M
  have total: (p + q)^2 = 1/M^2
  have mean: p*q <= 1/(4*M^2) by best(p, q), total, 0 < M
  have most: 2*M*L*p*q <= 2*M*L*(1/(4*M^2)) by mean, 0 <= L, 0 < M
  have last: 2*M*L*(1/(4*M^2)) = L/(2*M)
  show by whole, first, second, most, last
have relu(x) = x
have relu(x + 1/M) = x + 1/M
have more: for all m: int, 0 <= m =>
    bends(m + 1) = bends(m) + bend(m + 1)*kink(m + 1):
  show by sum_last(k -> bend(k)*kink(k), 1, m + 1)
have up: for all m: int, 0 <= m => m/M <= x => part(m) = line(m) by induction on m:
  base:
    have none: bends(0) = 0
    show by none, relu(x) = x, relu(x + 1/M) = x + 1/M
  step:
    have m/M <= x
    have unit: kink(m + 1) = x - (m + 1)/M by (m + 1)/M <= x
    show by more(m), unit, ih
have on: for all i, m: int, i <= m => 0 <= i => x <= (i + 1)/M => part(m) = part(i):
  have all: for all j: int, i <= j => part(j) = part(i) by induction on j:
    step:
      have ahead: x <= (j + 1)/M by x <= (i + 1)/M, i <= j, 0 < M
      have off: kink(j + 1) = 0 by ahead
      show by more(j), off, ih
  show by all(m)
cases x = 1:
  use up(M - 1), near(M - 1)
let c = floor(x*M)
have c/M <= x
have x <= (c + 1)/M
have 0 <= c <= M - 1
have value: G = line(c) by
    up(c), on(c, M - 1), c/M <= x, x <= (c + 1)/M, 0 <= c, c <= M - 1
show by value, near(c), c/M <= x, x <= (c + 1)/M, 0 <= c, c <= M - 1
"""
STATEMENT_TEXT = f"""
use f(0, 1)
have 0 <= L/(2*eps)
have wide: L/(2*eps) < M
have 0 < M
have small: L/(2*M) < eps by wide, eps > 0, 0 < M
have bound: for all x: real, 0 <= x => x <= 1 => |G - f(x)| <= L/(2*M):
{indent(SHARP_TEXT, "  ")}
show by small, bound
"""


def bend_at(index: Term) -> Term:
    """alpha_{index+2}, the weight of the kink at index/M."""
    return bend(value, index, M)


def kink(index: Term) -> Term:
    """ReLU(x - index/M)."""
    return relu(x - knot(index, M))


def part(high: Term) -> Term:
    """The units whose kinks are up to high/M."""
    return FIRST + SECOND + bends(high)


NAMES = {"part": part, "line": line, "bend": bend_at, "bends": bends, "kink": kink, "G": NETWORK}
PROOF = written(STATEMENT, STATEMENT_TEXT, **NAMES)
SHARP_PROOF = written(SHARP, SHARP_TEXT, **NAMES)
