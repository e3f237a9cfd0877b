"""Numbers and plain text as every renderer shows them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reports import tables
from reports.record import Record
from tests.sampling import by_turns


@pytest.mark.parametrize(
    ("given_", "shown"),
    [
        ("1/22", "1/22 ≈ 0.04545"),
        ("1/20", "1/20 = 0.05"),
        ("3", "3"),
        ("-1/3", "−1/3 ≈ −0.3333"),
        ("0", "0"),
        ("0.1", "1/10 = 0.1"),
        ("f(x)", "f(x)"),
        ("1/0", "1/0"),
        ("1e999999", "1e999999"),
        ("12345678901234567/98765432109876543", "≈ 0.1250"),
    ],
)
def test_number(given_: str, shown: str) -> None:
    assert tables.number(given_) == shown


@pytest.mark.parametrize(
    ("given_", "shown"),
    [
        ("29999999/10000000", "2.9999999"),
        ("-30000001/10000000", "−3.0000001"),
        ("300000000000001/100000000000000", "3.00000000000001"),
        ("99999999/33333334", "≈ 2.9999999"),
        ("123456789/1000000000", "≈ 0.1235"),
        ("30001/10000", "3.0001"),
        ("3000", "3000"),
        ("100000001/100000", "1000.00001"),
        ("1000000000001/1000", "≈ 1.000 × 10⁹"),
    ],
)
def test_brief_is_not_misread_as_the_integer_next_to_it(given_: str, shown: str) -> None:
    assert tables.brief(given_) == shown


@by_turns(2)
@given(st.fractions(min_value=Fraction(1, 10**9), max_value=10**9))
@settings(max_examples=150, deadline=None)
def test_bounds_are_rounded_outward(value: Fraction) -> None:
    figures = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")

    def back(text: str) -> Fraction:
        head, _, power = text.replace("−", "-").partition(" × 10")
        return Fraction(f"{head}e{power.translate(figures) or 0}")

    low, high = back(tables.outward(str(value), -1)), back(tables.outward(str(value), 1))
    assert low <= value <= high
    assert high - low <= value / 1000


def test_control_characters_become_visible() -> None:
    assert tables.plain("a\x1b[31mb\u202ec\nd") == "a�[31mb�c d"
    assert tables.lines("a\r\nb\x00") == "a\nb�"


def test_failures_come_first_where_rows_are_cut(record: Record) -> None:
    sweep = record["claims"][0]["sweep"]
    assert sweep is not None
    sweep["rows"][-1][-1] = False
    assert tables.sweep_rows(sweep, 1) == [sweep["rows"][-1]]


def test_a_command_survives_a_hostile_file_name(record: Record) -> None:
    certificate = record["claims"][0]["evidence"][0]["certificate"]
    assert certificate is not None
    certificate["file"] = "a b;rm -rf x.json"
    assert tables.recheck(certificate) == "verify check 'reports/out/a b;rm -rf x.json'"


def test_a_long_function_is_shown_by_its_start() -> None:
    text = "+".join(f"{k}*x" for k in range(100))
    shown = tables.inputs({"f": text, "eps": "1/20"})
    assert shown == f"f = {text[:158]} …, eps = 1/20"
    assert tables.inputs({"g": text[:160]}) == f"g = {text[:160]}"


def test_what_is_rounded_is_not_called_equal() -> None:
    exact = "2821000000000000001/1000000000000000000"
    assert tables.inputs({"f": "x", "L": exact, "N": 2}) == "f = x, L ≈ 2.821, N = 2"


def test_long_fractions_of_data_are_shortened() -> None:
    exact = "30876541948406712345/50000000000000000000"
    data = f"m = 1, a0 = {exact}, x(p) = -1/3, f = {exact}*t, b = -{exact}"
    assert tables.shortened(data) == f"m = 1, a0 ≈ 0.6175, x(p) = -1/3, f = {exact}*t, b ≈ −0.6175"
    assert tables.shortened("eps = -1") == "eps = -1"
