"""What parameters say of their limits is what their readers take."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest

from proofs.claims import Parameter
from proofs.parameters import Reader
from proofs.registry import MODULES, find

#: readers that take all of their kind: functions, exact numbers, lists of these
FREE = {"f", "g", "x", "x0", "low", "high", "slope", "a", "b", "A", "omega"}


def all_parameters() -> dict[str, Parameter]:
    return {f"{name}.{p.name}": p for name in MODULES for p in find(name).parameters}


PARAMETERS = all_parameters()


def taken(parameter: Parameter, text: str) -> Any:
    try:
        return parameter.read(text)
    except ValueError:
        return None


def edges(limits: str) -> tuple[list[str], list[str]]:
    """Texts that are within what is said, and texts that are just beyond it.

    Where certificates of the kernel end is said behind, and is no limit of what is taken.
    """
    behind = r", a certificate of the kernel up to \d+, above enclosed by balls$"
    limits = re.sub(behind, "", limits)
    if found := re.search(r"^an integer from (\d+) to (\d+)$", limits):
        low, high = map(int, found.groups())
        return [str(low), str(high)], [str(low - 1), str(high + 1), f"{low}.5"]
    if found := re.search(r"^(> 0, )?a quotient of integers up to 10\^(\d+)$", limits):
        most = 10 ** int(found[2])
        beyond = [str(most + 1), f"1/{most + 1}", *(["0", "-1"] if found[1] else [])]
        return [str(most), f"1/{most}", *([] if found[1] else ["0", "-1"])], beyond
    if found := re.search(r"^at most 10\^(\d+) in size$", limits):
        most = 10 ** int(found[1])
        return [str(most), str(-most)], [str(most + 1), str(-most - 1)]
    if found := re.search(r"^one of (.*)$", limits):
        return found[1].split(", "), ["neither", ""]
    if found := re.search(r"^at most (\d+) of them$", limits):
        most = int(found[1])
        return [",".join(["1"] * most)], [",".join(["1"] * (most + 1))]
    return {
        "> 0": (["1/1000000", "10000"], ["0", "-1"]),
        ">= 0": (["0", "10000"], ["-1/1000000"]),
        "3 or 4": (["3", "4"], ["2", "5", "7/2"]),
    }[limits]


BOUNDED = {
    name: p
    for name, p in PARAMETERS.items()
    if isinstance(p.read, Reader) and p.name not in ("network", "widths", "x")
}


@pytest.mark.parametrize("name", BOUNDED)
def test_limits_are_those_of_the_reader(name: str) -> None:
    parameter = BOUNDED[name]
    within, beyond = edges(parameter.read.limits)  # type: ignore[attr-defined]
    assert within
    assert beyond
    assert all(taken(parameter, text) is not None for text in within), within
    assert all(taken(parameter, text) is None for text in beyond), beyond


@pytest.mark.parametrize("name", ["fl.thm1.widths", "sumformer.code.x", "fl.prop1.network"])
def test_limits_of_lists(name: str) -> None:
    parameter = PARAMETERS[name]
    low, *_, high = map(int, re.findall(r"\d+", parameter.read.limits))  # type: ignore[attr-defined]
    within, beyond = {
        "fl.thm1.widths": (["1", str(high)], ["0", str(high + 1), "1,1,1,1,1,1,1,1,1"]),
        "sumformer.code.x": (["0", str(high)], [str(high + 1), ",".join(["0"] * (low + 1))]),
        "fl.prop1.network": (
            ['{"layers":[{"U":[["1","0"]]}]}'],
            ['{"layers":[]}', f'{{"layers":{[{"U": [["1"]]}] * 65}}}'.replace("'", '"')],
        ),
    }[name]
    assert all(taken(parameter, text) is not None for text in within)
    assert all(taken(parameter, text) is None for text in beyond)


def test_all_others_take_everything_of_their_kind() -> None:
    without = {n: p for n, p in PARAMETERS.items() if not isinstance(p.read, Reader)}
    assert {p.name for p in without.values()} <= FREE
    numbers = [p for p in without.values() if p.name in ("x0", "low", "slope", "A")]
    assert numbers
    assert all(p.read("-1e9") == Fraction(-(10**9)) for p in numbers)


def test_a_limit_is_shown_with_what_the_parameter_says() -> None:
    shown = PARAMETERS["sumformer.thm4_3.n"].described
    assert shown == "the number of tokens; an integer from 1 to 12"
    assert PARAMETERS["sumformer.thm4_3.g"].described == PARAMETERS["sumformer.thm4_3.g"].says
