"""Exact data for Theorem 2.12: two tokens of dimension 1, both 0; functions are numbers.

A multi-index is any real al with the exponent floor(|al|), its monomial 0^floor(|al|).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from constructions.terms import Json, Term, var
from proofs.claims import Attempt, Control, Witness
from proofs.kernel.context import Context
from proofs.library.vectors import S, shown_by, unfolded
from proofs.sumformer.closure import intros
from proofs.sumformer.data import sums_in
from proofs.sumformer.thm2_12 import terms as t
from proofs.trees.script import Node, auto, case, have, look, position, split, unread

NAME = "sumformer.thm2_12"
al, be, c, e, m, r, s = (var(name) for name in ("al", "be", "c", "e", "m", "r", "s"))
ZERO, ONE = S.const(0), S.const(1)
x, one, two = var("x7"), var("a7"), var("b7")
Givens = Mapping[int, Callable[[], Node]]


def exponent(index: Term) -> Term:
    return S.floor(S.abs(index))


def none(index: Term) -> Term:
    """0^exponent: 1 where the exponent is 0, else 0."""
    return S.maximum(1 - exponent(index), ZERO)


def _functions(tokens: int) -> dict[str, tuple[tuple[str, ...], Json]]:
    written: dict[str, tuple[str, Term]] = {
        "X": ("s i a", ZERO),
        "E": ("al a", exponent(al)),
        "M": ("al s i", none(al)),
        "up": ("al a", exponent(al) + 1),
        "dn": ("al a", S.maximum(exponent(al) - 1, ZERO)),
        "ev": ("c s", c),
        "con": ("r", r),
        "add": ("c e", c + e),
        "mul": ("c e", c * e),
        "A": ("m c", ONE),
        "P": ("al", tokens * none(al)),
        "Q": ("al i", none(al)),
        "sw": ("s a b", s),
        "len": ("m c", ONE),
        "cf": ("m c j", c),
        "mo": ("m c j", ZERO),
        "es": ("al m s", none(al)),
        "G": ("al be m s", m * none(be) * none(al)),
        "f": ("s", ONE),
        "co": ("j", ONE),
        "ex": ("j i", ZERO),
        "pr": ("j i s", ONE),
    }
    return {name: (tuple(names.split()), body.json) for name, (names, body) in written.items()}


def _witness(tokens: int, **changed: tuple[str, Term]) -> Witness:
    functions = _functions(tokens)
    for name, (names, body) in changed.items():
        functions[name] = (tuple(names.split()), body.json)
    return Witness({"n": tokens, "d": 1, "T": 1}, functions)


# --- scripts: integers in place of exponents -----------------------------------------------------


def _natural(index: Term, then: Node) -> Node:
    """The exponent is at least 0."""
    size = exponent(index)
    return have(size >= 0, split(size.json, auto("known"), auto("floor > -1")), then)


def _rounded(term: Term, value: Term, then: Node) -> Node:
    """floor(|term|) = value, an integer that is at least 0 and is known to be the term."""
    size = exponent(term)
    cases = split(
        (size - value - 1).json,
        auto("floor <= value"),
        split((value - size - 1).json, auto("floor > value - 1"), auto("equal")),
    )
    return have(size.equals(value), case(S.abs(term).json, cases, cases), then)


def _positive(index: Term, then: Node) -> Node:
    """The exponent, which is not 0, is at least 1."""
    size = exponent(index)
    zero = have(size.equals(0), auto("0"), auto("not 0"))
    return _natural(index, have(size >= 1, split((size - 1).json, auto("known"), zero), then))


def _summed(count: int, then: Node) -> Node:
    """Write out the sum in the goal."""

    def found(context: Context) -> Node:
        proof = then
        distinct = {str(term): term for term in sums_in(unread(context.goal))}
        for term in distinct.values():
            proof = unfolded(term, count, proof)
        return proof

    return look(found)


def _degree(then: Node) -> Node:
    """|al| is the one exponent."""
    return unfolded(t.letters(lambda at: exponent(x), ONE, "u0").json, 1, then)


def _unit() -> Node:
    return intros("x7 s7 i7 .", _degree(case(none(x).json, auto("1"), auto("1"))))


def _other_letter() -> Node:
    same = have(one.equals(two), auto("one letter"), auto("two letters"))
    return intros("x7 a7 b7 .", same)


def _down() -> Node:
    size = exponent(x)
    lower = S.maximum(size - 1, ZERO)
    cases = case(lower.json, _rounded(lower, size - 1, auto("one less")), auto("not 0"))
    return intros("x7 a7 .", _positive(x, cases))


def _zero_power() -> Node:
    return case(none(x).json, auto("0"), auto("0"))


def _up_power() -> Node:
    size = exponent(x)
    higher = S.maximum(1 - exponent(size + 1), ZERO)
    return _natural(x, _rounded(size + 1, size + 1, case(higher.json, auto("0"), auto("0"))))


def _written() -> Node:
    length = have(S.floor(ONE).equals(1), auto("1"), _summed(1, auto("one summand")))
    return intros("m7 c7 s7 .", have(none(ZERO).equals(1), auto("0^0"), length))


def _givens(tokens: int) -> dict[int, Callable[[], Node]]:
    scripts: list[tuple[Json, Callable[[], Node]]] = [
        (t.EXPONENT, lambda: intros("x7 a7 .", _natural(x, auto("known")))),
        (
            t.UP,
            lambda: intros(
                "x7 a7 .",
                _natural(x, _rounded(exponent(x) + 1, exponent(x) + 1, auto("one more"))),
            ),
        ),
        (t.UP_REST, _other_letter),
        (t.DOWN, _down),
        (t.DOWN_REST, _other_letter),
        (t.UNIT, _unit),
        (t.MONOMIAL, lambda: intros("x7 s7 i7 a7 .", _positive(x, _zero_power()))),
        (t.MONOMIAL_UP, lambda: intros("x7 s7 i7 a7 .", _up_power())),
        (t.POWER_SUM, lambda: intros("x7 s7", _summed(tokens, auto("equal summands")))),
        (t.WRITTEN, _written),
        (t.ES_EMPTY, lambda: intros("x7 s7 .", _degree(case(none(x).json, auto("1"), auto("1"))))),
        (t.ES_NONE, lambda: intros("x7 s7 .", _degree(_positive(x, _zero_power())))),
        (t.ES_NEXT, lambda: intros("x7 s7 m7 .", _summed(1, auto("nothing is added")))),
        (t.G_NEXT, lambda: intros("x7 y7 s7 m7 .", _summed(1, auto("one token more")))),
    ]
    return {position(formula, t.GIVEN): script for formula, script in scripts}


STATEMENT = t.STATEMENT
_TWO_TOKENS = _witness(2)
SATISFIABLE = Attempt(
    f"{NAME}.statement.satisfiable",
    "two tokens of dimension 1 that are 0; all functions are constants",
    STATEMENT,
    Witness({**_TWO_TOKENS.values, "c1_": 0}, _TWO_TOKENS.functions),
    _givens(2),
)


def _dropped(formula: Json) -> Json:
    return {**STATEMENT, "given": [g for g in t.GIVEN if g is not formula]}


def _without(formula: Json, scripts: Givens) -> dict[int, Callable[[], Node]]:
    """Scripts by number, where one hypothesis is left out."""
    index = position(formula, t.GIVEN)
    return {k - (k > index): script for k, script in scripts.items() if k != index}


_ONLY_ZERO = 1 - S.abs(S.sign(c))


def _sign_cases(at: Term, then: Node) -> Node:
    sizes = case(S.abs(S.sign(at)).json, then, then)
    return case(S.sign(at).json, sizes, sizes, sizes)


def _is_zero(at: Term, then: Node) -> Node:
    """What lies in {0} is 0."""
    return have(at.equals(0), _sign_cases(at, auto("only 0")), then)


def _closed(value: Term) -> Node:
    """{0} is closed under an operation."""
    both = have(value.equals(0), auto("0"), _sign_cases(value, auto("0 is in {0}")))
    return intros("m7 x7 y7 .", _is_zero(x, _is_zero(var("y7"), both)))


def _no_constants() -> dict[int, Callable[[], Node]]:
    scripts = _givens(0)
    scripts[position(t.HAS_SUMS, t.GIVEN)] = lambda: _closed(x + var("y7"))
    scripts[position(t.HAS_PRODUCTS, t.GIVEN)] = lambda: _closed(x * var("y7"))
    empty = lambda: intros("m7 x7 .", _sign_cases(0 * none(x), auto("empty sum")))  # noqa: E731
    scripts[position(t.HAS_POWER_SUMS, t.GIVEN)] = empty
    return _without(t.HAS_CONSTANTS, scripts)


CONTROLS = (
    Control(
        Attempt(
            f"{NAME}.control.constants",
            "$A = {0}$ has no constants: no token, $f = 1$",
            _dropped(t.HAS_CONSTANTS),
            _witness(0, A=("m c", _ONLY_ZERO)),
            _no_constants(),
            lambda: intros("x7 .", _is_zero(x, shown_by(ZERO, auto("0 is not 1")))),
        ),
        "hypothesis dropped",
    ),
    Control(
        Attempt(
            f"{NAME}.control.polynomial",
            "$f$ is no polynomial: $f(s) = s$, where all sequences $s$ have the same tokens",
            _dropped(t.POLYNOMIAL),
            _witness(2, f=("s", s)),
            _without(t.POLYNOMIAL, _givens(2)),
            lambda: intros("x7 .", shown_by(x + 1, auto("another value"))),
        ),
        "hypothesis dropped",
    ),
)
