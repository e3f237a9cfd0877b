"""Packed text: nothing is lost, and no character ends the string that it stands in."""

from __future__ import annotations

import random

import pytest

from reports import packing


@pytest.mark.parametrize("size", [*range(16), 1000])
def test_bytes_come_back(size: int) -> None:
    source = random.Random(size)
    for data in (source.randbytes(size), bytes(size), b"\xff" * size, b"\\" * size):
        text = packing.written(data)
        assert packing.read(text) == data
        assert not set(text) & set('\0\n\r"\\')


@pytest.mark.parametrize("last", packing.REFUSED)
def test_a_refused_character_at_the_end_stands_alone(last: int) -> None:
    for data in (bytes([last << 1]), bytes([0, last << 2 & 255]), bytes(6) + bytes([last])):
        assert packing.read(packing.written(data)) == data


def test_an_eighth_is_lost() -> None:
    data = random.Random(1).randbytes(70_000)
    size = len(packing.written(data).encode("utf-8"))
    assert 8 / 7 <= size / len(data) < 8 / 7 + 0.001


def test_tags_are_one_character_and_others_are_lost() -> None:
    assert packing.shortened("<math><mi>x</mi>\x01\n") == "\x1cx\x0b\n".replace(
        "x", f"{chr(packing.TOKENS.index('<mi>'))}x"
    )


def test_what_was_long_before_is_referred_to() -> None:
    source = random.Random(7)
    math = chr(packing.FORMULA)
    formulas = [
        math + "".join(source.choices("\x0ba=\U0001d700\x19(x)", k=source.randint(20, 300)))
        for _ in range(500)
    ]
    text = "".join(source.choices(formulas, k=2000)) + "".join(formulas) + math * 200
    made = packing.referring(text)
    assert packing.expanded(made) == text
    assert made.count(packing.REFERENCE) > 100
    assert len(made) < len(text) * 3 / 4
    for near in ("", formulas[0], formulas[0] * 3, "no formula" * 9000):
        assert packing.referring(near) == packing.expanded(near) == near
