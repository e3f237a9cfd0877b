"""The finder of positivity certificates: what it must find, and what it must not.

A sequent is ``(hypotheses, goal)`` in plain text; the literals given to the finder are the
hypotheses and the negated goal.  Every true sequent stands beside false neighbours (a constant
tightened, a hypothesis dropped), for which there is nothing to find.
"""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from fractions import Fraction

import pytest

from proofs.positivity.finder import Literal, Poly, check, find, polynomial
from tests.sampling import by_turns, some_of

RELATIONS = {ast.GtE: ">=", ast.Gt: ">", ast.Eq: "=", ast.NotEq: "!="}
FLIPPED = {ast.LtE: ">=", ast.Lt: ">"}


def term(node: ast.expr) -> object:
    """The certificate term of a parsed expression."""
    if isinstance(node, ast.Constant):
        return str(Fraction(str(node.value)))
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return ["-", term(node.operand)]
    if isinstance(node, ast.BinOp):
        left, right = node.left, node.right
        if isinstance(node.op, ast.Pow) and isinstance(right, ast.Constant):
            return ["^", term(left), right.value]
        if isinstance(node.op, ast.Div) and isinstance(right, ast.Constant):
            return ["*", str(1 / Fraction(str(right.value))), term(left)]
        head = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*"}[type(node.op)]
        return [head, term(left), term(right)]
    raise ValueError(ast.dump(node))


def literal(text: str) -> Literal:
    """``"x**2 <= 2*y"`` as a literal; ``==`` and ``!=`` as in Python."""
    compare = ast.parse(text.strip(), mode="eval").body
    assert isinstance(compare, ast.Compare), text
    assert len(compare.ops) == 1, text
    left, right = term(compare.left), term(compare.comparators[0])
    kind = type(compare.ops[0])
    if kind in FLIPPED:
        return Literal(polynomial(["-", right, left]), FLIPPED[kind])
    return Literal(polynomial(["-", left, right]), RELATIONS[kind])


def negated(text: str) -> Literal:
    """The negation of a goal."""
    goal = literal(text)
    opposite: Poly = {m: -c for m, c in goal.poly.items()}
    if goal.rel in (">=", ">"):
        return Literal(opposite, ">" if goal.rel == ">=" else ">=")
    return Literal(goal.poly, "!=" if goal.rel == "=" else "=")


def sequent(hypotheses: str, goal: str) -> tuple[Literal, ...]:
    """Hypotheses separated by ``;`` and the negated goal."""
    return (*(literal(h) for h in hypotheses.split(";") if h.strip()), negated(goal))


CORE = (
    "L >= 0; s >= -1; s <= 1; u <= L*A; -u <= L*A; v <= L*B; -v <= L*B; A >= 0; B >= 0; "
    "A + B == h; s*(A - B) <= 0"
)
SOFTSIGN = "c > 0; m > 0; T >= m; s*(T + c) == T; q*(m + c) == c"
ABS = "v >= 0; v >= t; v >= -t; v**2 == t**2"

TRUE = {
    "linear": ("x >= 1; y >= 2", "x + y >= 3"),
    "linear strict": ("x > 1; y >= 2; z == x + y", "z > 3"),
    "farkas with equalities": ("a + b == 3; b - c == 1; c >= 2", "a <= 0"),
    "transitive chain": ("a <= b; b <= c; c <= d; d <= e", "a <= e"),
    "product of bounds": ("x >= 0; x <= 1; y >= 0; y <= 1", "x*y <= 1"),
    "handelman": ("x >= 0; x <= 1", "x*(1 - x) <= 1/4"),
    "bilinear corner": ("x >= 0; x <= 1; y >= 0; y <= 1", "x + y - x*y <= 1"),
    "eq 25 core, upper": (CORE, "(1+s)/2*u + (1-s)/2*v <= L*h/2"),
    "eq 25 core, lower": (CORE, "-(1+s)/2*u - (1-s)/2*v <= L*h/2"),
    "eq 25 core, split weights": (
        "w >= 0; w <= 1; L >= 0; u <= L*A; v <= L*B; A >= 0; B >= 0; A + B == h; "
        "(2*w - 1)*(A - B) <= 0",
        "w*u + (1 - w)*v <= L*h/2",
    ),
    "softsign tail": (SOFTSIGN, "1 - s <= q"),
    "softsign below one": ("c > 0; T > 0; s*(T + c) == T", "s < 1"),
    "softsign positive": ("c > 0; T > 0; s*(T + c) == T", "s > 0"),
    "softsign monotone": (
        "c > 0; a >= 0; b >= a; s*(a + c) == a; r*(b + c) == b",
        "s <= r",
    ),
    "softsign lipschitz": (
        "c > 0; a >= 0; b >= a; s*(a + c) == a; r*(b + c) == b",
        "c*(r - s) <= b - a",
    ),
    "quotient below eps": ("L < 2*eps*N; N >= 1; q*2*N == L", "q < eps"),
    "sum of quotients": (
        "N >= 1; L >= 0; q*N == L; p*2*N == L; eps*N >= 2*L",
        "q + p <= eps",
    ),
    "quotient order": ("x >= 0; y > x; z > 0; a*y == z; b*(y + 1) == z", "b < a"),
    "square": ("", "x**2 + y**2 >= 2*x*y"),
    "am-gm": ("a >= 0; b >= 0; r >= 0; r**2 == a*b", "2*r <= a + b"),
    "am-gm squared": ("", "4*a*b <= (a + b)**2"),
    "square of a sum": ("", "(a + b)**2 <= 2*a**2 + 2*b**2"),
    "square of three": ("", "(a + b + c)**2 <= 3*(a**2 + b**2 + c**2)"),
    "cauchy-schwarz 2": ("", "(a*x + b*y)**2 <= (a**2 + b**2)*(x**2 + y**2)"),
    "cauchy-schwarz 3": (
        "",
        "(a*x + b*y + c*z)**2 <= (a**2 + b**2 + c**2)*(x**2 + y**2 + z**2)",
    ),
    "cauchy-schwarz rooted": (
        "A >= 0; B >= 0; A**2 == a**2 + b**2; B**2 == x**2 + y**2",
        "a*x + b*y <= A*B",
    ),
    "quartic": ("", "x**4 - 3*x**2 + 1 > -2"),
    "quadratic form": ("", "2*x**2 + 2*x*y + y**2 - 2*x + 2 > 0"),
    "schur": ("x >= y; y >= z; z >= 0", "x*(x-y)*(x-z) + y*(y-x)*(y-z) + z*(z-x)*(z-y) >= 0"),
    "three variable order": ("x >= 0; y >= 0; z >= 0", "x**3 + y**3 + z**3 >= 3*x*y*z"),
    "root of two, above": ("r >= 0; r**2 == 2", "r < 3/2"),
    "root of two, below": ("r >= 0; r**2 == 2", "r > 7/5"),
    "root monotone": ("r >= 0; s >= 0; r**2 == a; s**2 == b; a <= b", "r <= s"),
    "root of a sum": (
        "r >= 0; p >= 0; q >= 0; p**2 == a; q**2 == b; r**2 == a + b",
        "r <= p + q",
    ),
    "abs triangle": (
        "u >= 0; u**2 == a**2; v >= a; v >= -a; w >= b; w >= -b; s**2 == (a + b)**2; s >= 0; "
        "s <= a + b",
        "s <= v + w",
    ),
    "abs product": (ABS + "; t <= 1; t >= -1", "t*v <= 1"),
    "abs square": (ABS, "t**2 <= v**2"),
    "reciprocal": ("x >= 1; y*x == 1", "y <= 1"),
    "reciprocal positive": ("x > 0; y*x == 1", "y > 0"),
    "monotone square": ("x >= 0; x <= y", "x**2 <= y**2"),
    "monotone cube": ("x >= 0; x <= y", "x**3 <= y**3"),
    "equality linear": ("a == b + 1; c == 2*a; d == c - 2*b", "d == 2"),
    "equality of a quotient": ("T > 0; x*T == a*T", "x == a"),
    "equality over a sum": ("T > 0; c > 0; x*(T + c) == T; y*(T + c) == c", "x + y == 1"),
    "sigma identity": (
        "r >= 0; d >= 2; d*r**2 == 2*t**2; s > 0; s*r == x; s**2*d == e",
        "e*r**2 == 2*t**2*s**2",
    ),
    "product of two equalities": (
        "d > 0; d*m == a + b; d*v == (a - m)**2 + (b - m)**2; d == 2",
        "4*v == (a - b)**2",
    ),
    "layer norm of two, above": (
        "d == 2; d*m == a + b; v >= 0; d*v**2 == (a - m)**2 + (b - m)**2; a > b",
        "2*v <= a - b",
    ),
    "layer norm of two, below": (
        "d == 2; d*m == a + b; v >= 0; d*v**2 == (a - m)**2 + (b - m)**2; a > b",
        "2*v >= a - b",
    ),
    "newton step": ("x > 0; x**2 >= 2; y*2*x == x**2 + 2", "y**2 >= 2"),
    "newton decreases": ("x > 0; x**2 >= 2; y*2*x == x**2 + 2", "y <= x"),
    "layer norm of four": (
        "r > 0; 4*m == a + b + c + d; "
        "4*r**2 == (a-m)**2 + (b-m)**2 + (c-m)**2 + (d-m)**2; q*r == a - m; w >= 0; w**2 == 3",
        "q <= w",
    ),
    "nesbitt": (
        "x > 0; y > 0; z > 0; p*(y + z) == x; q*(x + z) == y; r*(x + y) == z",
        "p + q + r >= 3/2",
    ),
    "interpolation between nodes": (
        "L >= 0; eps > 0; N >= 1; L < 2*eps*N; h*N == 1; b - a == h; a <= x; x <= b; "
        "D >= fa - f; D >= f - fa; E >= fb - f; E >= f - fb; P == x - a; Q == b - x; "
        "D <= L*P; E <= L*Q; s >= -1; s <= 1; s*(Q - P) <= 0; y == (1+s)/2*fb + (1-s)/2*fa",
        "y - f < eps",
    ),
    "telescoping, weighted": (
        "; ".join(
            f"d{i} <= L*w{i}; -d{i} <= L*w{i}; w{i} >= 0; c{i} >= -1; c{i} <= 1" for i in range(6)
        )
        + "; L*(w0 + w1 + w2 + w3 + w4 + w5) <= eps"
        + "; y == c0*d0 + c1*d1 + c2*d2 + c3*d3 + c4*d4 + c5*d5",
        "y <= eps",
    ),
    "contradictory": ("x > 0; x < 0", "y == 1"),
    "induction step": (
        "S <= N*M; N >= 0; a <= M; T == S + a",
        "T <= (N + 1)*M",
    ),
    "lipschitz chain": (
        "L >= 0; y - x >= 0; z - y >= 0; f - g <= L*(y - x); g - k <= L*(z - y)",
        "f - k <= L*(z - x)",
    ),
}

# (hypotheses, goal, a rational point where the hypotheses hold and the goal fails)
FALSE: dict[str, tuple[str, str, str | None]] = {
    "linear, tightened": ("x >= 1; y >= 2", "x + y >= 31/10", "x=1 y=2"),
    "linear, not strict": ("x >= 1; y >= 2; z == x + y", "z > 3", "x=1 y=2 z=3"),
    "chain, link dropped": ("a <= b; c <= d; d <= e", "a <= e", "a=1 b=1 c=0 d=0 e=0"),
    "product of bounds, no lower": ("x <= 1; y <= 1", "x*y <= 1", "x=-2 y=-2"),
    "handelman, tightened": ("x >= 0; x <= 1", "x*(1 - x) <= 6/25", "x=1/2"),
    "eq 25 core, tightened": (
        CORE,
        "(1+s)/2*u + (1-s)/2*v <= 49*L*h/100",
        "L=1 A=1 B=1 h=2 s=0 u=1 v=1",
    ),
    "eq 25 core, sign dropped": (
        CORE.replace("; s*(A - B) <= 0", ""),
        "(1+s)/2*u + (1-s)/2*v <= L*h/2",
        "L=1 A=2 B=0 h=2 s=1 u=2 v=0",
    ),
    "eq 25 core, range dropped": (
        CORE.replace("s <= 1; ", ""),
        "(1+s)/2*u + (1-s)/2*v <= L*h/2",
        "L=1 A=0 B=1 h=1 s=4 u=0 v=-1",
    ),
    "softsign tail, tightened": (SOFTSIGN, "1 - s <= 99*q/100", "c=1 m=1 T=1 s=1/2 q=1/2"),
    "softsign tail, order dropped": (
        SOFTSIGN.replace("T >= m", "T > 0"),
        "1 - s <= q",
        "c=1 m=3 T=1 s=1/2 q=1/4",
    ),
    "quotient, not strict": (
        "L <= 2*eps*N; N >= 1; q*2*N == L",
        "q < eps",
        "L=2 eps=1 N=1 q=1",
    ),
    "quotient, sign dropped": ("L < 2*eps*N; q*2*N == L", "q < eps", "L=0 eps=-1 N=-1 q=0"),
    "am-gm, tightened": (
        "a >= 0; b >= 0; r >= 0; r**2 == a*b",
        "201*r/100 <= a + b",
        "a=1 b=1 r=1",
    ),
    "square of a sum, tightened": ("", "(a + b)**2 <= 19*a**2/10 + 2*b**2", "a=1 b=19/20"),
    "cauchy-schwarz 2, tightened": (
        "",
        "(a*x + b*y)**2 <= 99*(a**2 + b**2)*(x**2 + y**2)/100",
        "a=1 b=1 x=1 y=1",
    ),
    "cauchy-schwarz, root signs dropped": (
        "A**2 == a**2 + b**2; B**2 == x**2 + y**2",
        "a*x + b*y <= A*B",
        "A=-1 a=1 b=0 B=1 x=1 y=0",
    ),
    "quartic, tightened": ("", "x**4 - 3*x**2 + 1 >= -6/5", "x=6/5"),
    "schur, signs dropped": (
        "x >= 0; y >= 0",
        "x*(x-y)*(x-z) + y*(y-x)*(y-z) + z*(z-x)*(z-y) >= 0",
        "x=1 y=1 z=-1",
    ),
    "root of four, sign dropped": ("r**2 == 4", "r > 1", "r=-2"),
    "root of two, too tight": ("r >= 0; r**2 == 2", "r > 71/50", None),
    "abs product, bound dropped": (ABS + "; t >= -1", "t*v <= 1", "t=2 v=2"),
    "reciprocal, sign dropped": ("x >= -1; y*x == 1", "y <= 1", "x=1/2 y=2"),
    "monotone square, sign dropped": ("x <= y", "x**2 <= y**2", "x=-2 y=1"),
    "equality of a quotient, zero": ("T >= 0; x*T == a*T", "x == a", "T=0 x=1 a=0"),
    "equality over a sum, no sign": (
        "x*(T + c) == T; y*(T + c) == c",
        "x + y == 1",
        "T=0 c=0 x=0 y=0",
    ),
    "sigma identity, tightened": (
        "r >= 0; d >= 2; d*r**2 == 2*t**2; s > 0; s*r == x; s**2*d == e",
        "e*r**2 == 3*t**2*s**2",
        "r=1 d=2 t=1 s=1 x=1 e=2",
    ),
    "newton step, sign dropped": ("x**2 >= 2; y*2*x == x**2 + 2", "y >= 1", "x=-2 y=-3/2"),
    "induction step, short": (
        "S <= N*M; N >= 0; a <= M; T == S + a",
        "T <= N*M",
        "S=0 N=0 M=1 a=1 T=1",
    ),
    "nothing claimed": ("x > 0; y == x", "x == 0", "x=1 y=1"),
}


def value(lit: Literal, point: dict[str, Fraction]) -> Fraction:
    """The polynomial of a literal at a point."""
    total = Fraction(0)
    for monomial, c in lit.poly.items():
        for name, exponent in monomial:
            c *= point[name] ** exponent
        total += c
    return total


HOLDS = {
    ">=": lambda v: v >= 0,
    ">": lambda v: v > 0,
    "=": lambda v: v == 0,
    "!=": lambda v: v != 0,
}


@by_turns(2)
@some_of(23)
@pytest.mark.parametrize("name", TRUE)
def test_finds_and_checks(name: str) -> None:
    """A certificate is found, is plain JSON, and passes the exact check."""
    literals = sequent(*TRUE[name])
    node = find(literals)
    assert node is not None
    again = json.loads(json.dumps(node))
    assert again == node
    assert check(literals, again)


@by_turns(2)
@some_of(7)
@pytest.mark.parametrize("name", FALSE)
def test_finds_nothing_for_a_false_neighbour(name: str) -> None:
    """No certificate; the witness shows that there is none to find."""
    hypotheses, goal, witness = FALSE[name]
    literals = sequent(hypotheses, goal)
    if witness is not None:
        pairs = (part.split("=") for part in witness.split())
        point = {key: Fraction(number) for key, number in pairs}
        assert all(HOLDS[lit.rel](value(lit, point)) for lit in literals)
    assert find(literals, seconds=5) is None


def test_the_core_needs_its_negated_goal() -> None:
    assert find(tuple(literal(h) for h in CORE.split(";"))) is None


@by_turns(2)
@some_of(1)
@pytest.mark.parametrize("name", ["linear", "eq 25 core, upper", "equality over a sum"])
def test_the_answer_does_not_depend_on_hash_seeds(name: str) -> None:
    """Two interpreters with different string hashing return the same bytes."""
    code = (
        "import json, sys; sys.path.insert(0, sys.argv[1])\n"
        "from test_positivity_finder import TRUE, sequent, find\n"
        "print(json.dumps(find(sequent(*TRUE[sys.argv[2]]))))"
    )
    answers = set()
    for seed in ("1", "2"):
        run = subprocess.run(
            [sys.executable, "-c", code, os.path.dirname(__file__), name],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        )
        answers.add(run.stdout)
    assert answers == {json.dumps(find(sequent(*TRUE[name]))) + "\n"}


def test_any_object_with_poly_and_rel_is_a_literal() -> None:
    class Duck:
        def __init__(self, lit: Literal) -> None:
            self.poly, self.rel = lit.poly, lit.rel

    assert find(tuple(Duck(lit) for lit in sequent("x >= 1", "x > 0"))) is not None


def test_variable_names_are_arbitrary_strings() -> None:
    x: Poly = {(("@7", 1),): Fraction(1)}
    node = find((Literal(x, ">"), Literal({(("@7", 2),): Fraction(-1)}, ">=")))
    assert node is not None


@pytest.mark.parametrize(
    ("texts", "found"),
    [
        (("0 > 0",), True),
        (("0 >= 0",), False),
        (("0 != 0",), True),
        (("1 == 0",), True),
        (("-1 >= 0",), True),
        (("1 > 0",), False),
        (("x == 1", "x == 2"), True),
        (("x == 1", "y == 2"), False),
        ((), False),
    ],
)
def test_degenerate_literals(texts: tuple[str, ...], found: bool) -> None:
    assert (find(tuple(literal(text) for text in texts)) is not None) == found


@pytest.mark.parametrize("effort", [0, 1, 2])
def test_effort_bounds_the_search(effort: int) -> None:
    """Pairs of literals need no effort; the square of x - 1/2 needs the semidefinite program."""
    assert find(sequent(*TRUE["product of bounds"]), effort=effort) is not None
    assert (find(sequent("x >= 0", "x*(1 - x) <= 1/4"), effort=effort) is not None) == (effort > 0)


def test_no_time_means_no_answer() -> None:
    assert find(sequent(*TRUE["softsign lipschitz"]), seconds=0) is None


def test_without_the_semidefinite_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    """The solver is optional: linear programs go on alone."""
    monkeypatch.setattr("proofs.positivity.finder.available", lambda: False)
    assert find(sequent(*TRUE["eq 25 core, upper"])) is not None
    assert find(sequent(*TRUE["quartic"])) is None


def test_a_degree_beyond_the_packing_is_declined() -> None:
    huge: Poly = {(("x", 200),): Fraction(1)}
    assert find((Literal(huge, ">"),)) is None


def test_numbers_beyond_floats_raise_nothing() -> None:
    huge: Poly = {(("x", 1),): Fraction(10**400), (): Fraction(-1, 10**400)}
    small: Poly = {(("x", 1),): Fraction(-1), (("y", 2),): Fraction(10**200)}
    assert find((Literal(huge, ">"), Literal(small, ">="))) is None


LEAF = {"leaf": {"terms": [["1", [0], []], ["1", [1], []]], "mult": []}}
OPPOSITE = ("x > 0", "-x >= 0", "y == 0", "z != 0")
X_AND_MINUS_X = [["1", [0], []], ["1", [1], []]]


@pytest.mark.parametrize(
    "node",
    [
        {"leaf": {"terms": [["1", [0], []]], "mult": []}},  # not an identity
        {"leaf": {"terms": [["-1", [0], []], ["-1", [1], []]], "mult": []}},  # negative
        {"leaf": {"terms": [], "mult": []}},  # nothing is positive
        {"leaf": {"terms": [["1", [1, 1], []], ["1", [1, 0], []]], "mult": []}},  # none strict
        {"leaf": {"terms": [["1", [0], ["x"]], ["1", [1], ["x"]]], "mult": []}},  # squares only
        {"leaf": {"terms": [["1", [2], []]], "mult": [[2, "-1"]]}},  # equality used as a factor
        {"leaf": {"terms": [["1", [0], []]], "mult": [[1, "1"]]}},  # inequality as a multiplier
        {"zero": {"lit": 3, "terms": [["1", [], []]], "mult": []}},  # z is not in the ideal
        {"zero": {"lit": 2, "terms": [["1", [], []]], "mult": [[2, "-1"]]}},  # not a != literal
        {"zero": {"lit": 3, "terms": [["0", [], []]], "mult": []}},  # zero coefficient
        {"zero": {"lit": 3, "terms": [], "mult": []}},  # empty factor
        {"zero": {"lit": 3, "terms": X_AND_MINUS_X, "mult": []}},  # a factor that is not strict
        {"other": {"terms": X_AND_MINUS_X, "mult": []}},
        {},
    ],
)
def test_the_check_rejects(node: dict[str, object]) -> None:
    literals = tuple(literal(text) for text in OPPOSITE)
    assert check(literals, LEAF)
    assert not check(literals, node)


@pytest.mark.parametrize("rel", ["<", "==", ""])
def test_unknown_relations_are_errors(rel: str) -> None:
    with pytest.raises(ValueError, match="unknown relation"):
        Literal({}, rel)


@pytest.mark.parametrize("monomial", [(("x", 0),), (("y", 1), ("x", 1)), (("x", 1), ("x", 1))])
def test_malformed_monomials_are_errors(monomial: tuple[tuple[str, int], ...]) -> None:
    with pytest.raises(ValueError, match="malformed monomial"):
        Literal({monomial: Fraction(1)}, ">")


@pytest.mark.parametrize("bad", [[], ["+"], ["/", "x", "y"], ["^", "x", -1], ["^", "x", "2"], 3])
def test_malformed_terms_are_errors(bad: object) -> None:
    with pytest.raises(ValueError, match="not a term"):
        polynomial(bad)


@pytest.mark.parametrize("swapped", [False, True])
def test_an_attempt_leaves_no_trace_in_the_certificate(swapped: bool) -> None:
    """|x| = max(x, 0) for x >= 0: no single leaf, and each half names its atoms in its own order.

    What the attempt on the whole equality had named must not count when the halves are searched.
    """
    from constructions.terms import Term
    from proofs.kernel.check import check as kernel
    from proofs.trees import script

    x = Term("x")
    sides = [Term(["abs", x.json]), Term(["max", x.json, "0"])]
    left, right = reversed(sides) if swapped else sides
    goal = script.statement({"x": "real"}, [x >= 0], left.equals(right))
    certificate = script.elaborate(goal, script.auto())
    assert certificate["proof"]["by"] == "both"
    assert kernel(json.dumps(certificate)).outcome == "accept"
