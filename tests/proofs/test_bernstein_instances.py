"""Instances of Theorems 4.1 and 4.3-4.5 with a Lipschitz g; what the kernel says of exchanges."""

from __future__ import annotations

from fractions import Fraction as F
from typing import Any

import pytest

from constructions.functions.parse import parse_expression
from proofs.kernel import check
from proofs.kernel.terms import read_formula
from proofs.registry import find, load
from proofs.sumformer.thm4_1.bernstein.instances import unchanged
from tests import kept_files
from tests.sampling import by_turns, some_of


def rows(claim_id: str, **given: str) -> list[Any]:
    claim = load(claim_id)
    assert claim.run
    found: list[Any] = claim.run(claim.settings(given))
    return found


# --- the claims ----------------------------------------------------------------------------------


def moments(m: int, x: F) -> list[F]:
    """sum k^r b_{m,k}(x), r = 0, 1, 2, by the recursion of de Casteljau, not by binomials."""
    row = [F(1)]
    for _ in range(m):
        row = [
            (row[k - 1] * x if k else F(0)) + (row[k] * (1 - x) if k < len(row) else F(0))
            for k in range(len(row) + 1)
        ]
    return [sum((k**r * b for k, b in enumerate(row)), F(0)) for r in range(3)]


@pytest.mark.parametrize("m", range(1, 9))
@pytest.mark.parametrize("x", [F(0), F(1, 7), F(1, 2), F(1)])
def test_the_moments_are_what_the_proof_says(m: int, x: F) -> None:
    assert moments(m, x) == [1, m * x, m * x * (1 - x) + m * m * x * x]


@by_turns(2)
@pytest.mark.parametrize("name", ["", ".pointwise", ".variables", ".smooth", ".added"])
def test_the_inequalities_are_proved_for_all_degrees(name: str) -> None:
    claim = find(f"sumformer.thm4_1.bernstein{name}")
    for obligation in claim.obligations:
        data = kept_files.certificate(obligation.id)
        assert check(data).accepted
    assert not claim.assumes


# --- exchanges, by the kernel --------------------------------------------------------------------

BOX = (("x1", "x2", "x3"), F(0), F(1))


@pytest.mark.parametrize(
    ("first", "second", "equal"),
    [
        ("max(x2-x3,0)+x3", "max(x3-x2,0)+x2", True),
        ("abs(x2-x3)**2", "(x3-x2)**2", True),
        ("abs(x2+x3)", "x2+x3", True),  # on this box
        ("abs(x2-x3)", "x2-x3", False),
        ("max(x2,x3)", "min(x2,x3)", False),
        ("exp(x2)*x3", "x3*exp(x2)", True),
        ("exp(x2)*x3", "x2*exp(x3)", False),
    ],
)
def test_what_the_kernel_says_of_two_expressions(first: str, second: str, equal: bool) -> None:
    names, low, high = BOX
    assert unchanged(parse_expression(first), parse_expression(second), names, low, high) is equal


def test_the_box_counts() -> None:
    words = (parse_expression("abs(x2+x3)"), parse_expression("x2+x3"), ("x2", "x3"))
    assert unchanged(*words, F(0), F(1))
    assert not unchanged(*words, F(-1), F(1))


def test_too_many_cases_are_not_gone_through() -> None:
    many = parse_expression("+".join(f"abs(x2-{k}*x3)" for k in range(2, 9)))
    assert not unchanged(many, many, ("x1", "x2", "x3"), F(0), F(1))


# --- rows ----------------------------------------------------------------------------------------


@by_turns(2)
def test_a_lipschitz_function_is_certified() -> None:
    """|x1 - x2|: at equal tokens 1/2 the polynomial of degree 5 is 63/256 off."""
    (row,) = rows("sumformer.thm4_1.continuous", g="abs(x1-x2)", n="2", eps="1/4")
    assert (row.inputs["m"], row.inputs["by"], row.units) == ("5", "cells", 1)
    assert F(63, 256) <= row.lo <= row.hi < row.bound == F(1, 4)
    assert (row.verdict, row.level) == ("certified", "enclosure")


def test_a_smooth_function_by_the_formula() -> None:
    """M_1 = M_2 = 1 for sin(x1) + cos(x2): 2/(8 m) < 1/9 from m = 3, L_1 + L_2 <= 2 from 82."""
    (row,) = rows("sumformer.thm4_1.continuous", g="sin(x1)+cos(x2)", n="2", eps="1/9")
    assert int(row.inputs["m"]) <= 3
    assert row.verdict == "certified"


def test_degrees_beyond_the_kernels_language() -> None:
    """Exponents up to 64 are written out; python-flint expands the others, and it is said."""
    (row,) = rows("sumformer.thm4_1.continuous", g="abs(x1-1/2)", n="1", eps="1/25")
    assert int(row.inputs["m"]) > 64
    assert (row.verdict, row.level) == ("supported", "symbolic")
    (named,) = [e for e in row.evidence if "not written out" in e.says]
    assert (named.outcome, named.method) == ("holds", "python-flint")
    sequent = named.statement
    assert read_formula(sequent["show"], sequent["vars"], sequent["functions"])


def test_polynomials_stay_exact() -> None:
    (row,) = rows("sumformer.thm4_1.continuous", g="x1*x2", n="2", eps="1/100", low="-5", high="7")
    assert (row.lo, row.hi, row.verdict, row.level) == (0, 0, "certified", "kernel")


@by_turns(2)
@some_of(2)
@pytest.mark.parametrize("claim_id", ["sumformer.thm4_3", "sumformer.thm4_4", "sumformer.thm4_5"])
def test_whole_networks_on_another_box(claim_id: str) -> None:
    given = {"g": "abs(x1-x2)", "n": "2", "eps": "4/5", "low": "-1", "high": "1", "x": "1/4; 1/4"}
    found = rows(claim_id, **given, route="bernstein")
    whole = found[-1]
    assert whole.inputs["network"] == "whole"
    assert (whole.inputs["low"], whole.inputs["high"]) == ("-1", "1")
    assert F(0) < whole.lo <= whole.hi < F(4, 5)
    assert whole.verdict == "certified"


def test_rows_say_what_they_are_repeated_from() -> None:
    """Inputs that are parameters give the same rows again."""
    claim = load("sumformer.thm4_3")
    given = {"g": "max(x1,x2)", "n": "2", "eps": "2/3", "low": "-1", "high": "1/2"}
    known = {parameter.name for parameter in claim.parameters}
    for row in rows("sumformer.thm4_3", **given):
        again = {name: text for name, text in row.inputs.items() if name in known}
        found = [(r.version, r.units, r.hi, r.verdict) for r in rows("sumformer.thm4_3", **again)]
        assert (row.version, row.units, row.hi, row.verdict) in found


@pytest.mark.parametrize(
    ("claim_id", "given", "message"),
    [
        ("sumformer.thm4_1.continuous", {"g": "sin(x1)"}, "sin is no polynomial; give eps"),
        ("sumformer.thm4_3", {"g": "abs(x1-x2)", "n": "2"}, "abs is no polynomial; give eps"),
        ("sumformer.thm4_1.continuous", {"g": "abs(x2)", "eps": "1/2"}, "not semi-invariant"),
        ("sumformer.thm4_1.continuous", {"g": "abs(x1)", "eps": "1/2", "low": "2"}, "low < high"),
        ("sumformer.thm4_1.continuous", {"g": "abs(x1)", "eps": "1/2", "L": "-1"}, "L must not"),
        ("sumformer.thm4_1.continuous", {"g": "abs(x1)", "symmetrise": "1"}, "one of yes, no"),
        ("sumformer.thm4_1.continuous", {"g": "abs(x1)", "low": "a"}, "not a number"),
        (
            "sumformer.thm4_3",
            {"g": "x1*x2", "n": "2", "eps": "1/2", "low": "1", "high": "2", "x": "0; 1"},
            "tokens in \\[1, 2\\]",
        ),
    ],
)
def test_what_cannot_be_used_is_one_line(
    claim_id: str, given: dict[str, str], message: str
) -> None:
    with pytest.raises(ValueError, match=message) as error:
        rows(claim_id, **given)
    assert "\n" not in str(error.value)
