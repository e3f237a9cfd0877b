"""Instances take the user's data: where a theorem excludes them, that is what a row says."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any

import pytest

from constructions.exact import ExactSystem
from constructions.quantised import ShortCode
from proofs.registry import load
from tests.sampling import by_turns, some_of


def rows(claim_id: str, **given: str) -> list[Any]:
    claim = load(claim_id)
    assert claim.run is not None
    return claim.run(claim.settings(given))


def test_a_base_below_the_number_of_tokens_has_two_lists_with_one_sum() -> None:
    (row,) = rows("sumformer.code", x="1, 1, 1, 1, 1", c="3", B="4")
    assert row.inputs["the same Sigma"] == "0, 0, 0, 0, 2"
    assert row.lo == row.hi == 5  # tokens that are not found again
    assert (row.verdict, row.level) == ("refuted", "kernel")
    (good,) = rows("sumformer.code", x="1, 1, 1, 1, 1", c="3", B="5")
    assert good.verdict == "certified"


def test_that_no_other_list_has_a_sum_is_supported_only() -> None:
    (row,) = rows("sumformer.code", x="0, 1, 2, 2, 2, 1", c="3", B="4")
    assert row.inputs["the same Sigma"] == "no other list"
    assert row.verdict == "supported"


@pytest.mark.parametrize(("size", "cells", "base"), [(5, 3, 4), (4, 4, 2), (6, 3, 2)])
def test_every_list_with_a_sum_is_found(size: int, cells: int, base: int) -> None:
    code = ShortCode(size, cells, base)
    by_sum: dict[int, list[list[int]]] = {}
    for found in combinations_with_replacement(range(cells), size):
        by_sum.setdefault(code.encode(found), []).append(list(found))
    for total, lists in by_sum.items():
        assert sorted(code.coded(total)) == lists
        assert (code.other(lists[0]) is None) == (len(lists) == 1)
    assert any(len(lists) > 1 for lists in by_sum.values())


def test_eq4_with_inputs_that_are_not_positive_has_their_sizes_on_the_right() -> None:
    (row,) = rows("layeract.eq4", y="-1, 0, 2", noise="0, 1/10, 0")
    assert (row.verdict, row.version, row.level) == ("certified", "repaired", "kernel")
    assert row.inputs["bound"] == "with |y_i|, since some y_i <= 0"
    (printed,) = rows("layeract.eq4", y="1, 1/2, 2", noise="0, 1/10, 0")
    assert printed.version == "printed"


@by_turns(3)
def test_eq7_takes_inputs_of_any_sign() -> None:
    assert rows("layeract.eq7", y="-1, 0, 2", noise="0, 1/10, 0")[0].verdict == "certified"


@by_turns(2)
@pytest.mark.parametrize(("d", "level"), [(64, "kernel"), (65, "enclosure"), (300, "enclosure")])
def test_layers_above_64_elements_are_enclosed_by_balls(d: int, level: str) -> None:
    y = ", ".join(str(k) for k in range(d))
    noise = ", ".join(str(Fraction((-1) ** k, k + 1)) for k in range(d))
    (row,) = rows("layeract.eq8", y=y, noise=noise)
    assert (row.verdict, row.level, row.units) == ("certified", level, d)


@by_turns(2)
@some_of(1)
@pytest.mark.parametrize(
    ("claim_id", "given"),
    [
        ("layeract.eq4", {"y": "0", "noise": "1/10", "scale": "sigmoid"}),
        ("layeract.eq4", {"y": "0, -1, 3", "noise": "0, 0, 0", "scale": "sigmoid"}),
        ("layeract.eq4", {"y": "1000000000, 1, 2", "noise": "-1000, 1, 1", "scale": "sigmoid"}),
        ("layeract.eq7", {"y": "1, 2, 3", "noise": "1/10, 1/10, 1/10"}),
        ("layeract.eq8", {"y": "-1", "noise": "-1000", "scale": "sigmoid"}),
        ("layeract.saturation", {"A": "-5", "d": "300"}),
        ("layeract.backward", {"y": "1, 2, 3, 4, 5, 9", "weights": "1, 1, 0, 1, 1, -1"}),
    ],
)
def test_where_the_kernel_cannot_evaluate_both_sides_the_proof_for_all_data_decides(
    claim_id: str, given: Mapping[str, str]
) -> None:
    """Sides that touch, or exp far beyond the kernel's: the sides are then enclosed by balls."""
    (row,) = rows(claim_id, **given)
    assert (row.verdict, row.evidence[0].level) == ("certified", "kernel")


def test_too_many_elements_are_refused() -> None:
    with pytest.raises(ValueError, match="at most 2000 elements, got 2001"):
        rows("layeract.eq8", y=",".join(["1"] * 2001))


def losses(**given: str) -> Mapping[str, Any]:
    (row,) = rows("fl.thm1", **given)
    return {"verdict": row.verdict, "lo": row.lo, "hi": row.hi, "t": row.inputs.get("t")}


def test_thm1_takes_the_scale_of_the_embeddings() -> None:
    chosen, small, large = losses(), losses(t="1"), losses(t="20")
    assert chosen["verdict"] == large["verdict"] == "certified"
    assert small["verdict"] == "refuted"  # log(1 + e^-2) > 1/10
    assert small["lo"] < Fraction(126929, 10**6) < small["hi"] + Fraction(1, 10**6)
    assert large["hi"] < chosen["hi"] < small["lo"]
    with pytest.raises(ValueError, match="t must be positive"):
        losses(t="0")


@pytest.mark.parametrize(("a", "b"), [("2", "1/3"), ("0", "-5"), ("0", "0"), ("-1", "7/2")])
def test_slopes_are_absorbed_in_a_leaky_relu_network(a: str, b: str) -> None:
    network = (
        '{"slope":"0","layers":[{"U":[["1","-2"],["3","1"]],"b":["1","-1"]},{"U":[["1","-1"]]}]}'
    )
    (row,) = rows("fl.absorb", network=network, x="-1, 2", a=a, b=b)
    assert (row.verdict, row.level, row.lo, row.hi) == ("certified", "kernel", 0, 0)
    p, q = Fraction(a), Fraction(b)

    def rho(t: Fraction) -> Fraction:
        return p * t if t >= 0 else q * t

    hidden = [rho(Fraction(-1 - 4 + 1)), rho(Fraction(-3 + 2 - 1))]
    (value,) = row.network.evaluate(ExactSystem(), [ExactSystem().const(c) for c in (-1, 2)])
    assert value.rational() == rho(hidden[0] - hidden[1])


def test_an_activation_is_given_once() -> None:
    network = '{"slope":"1/2","layers":[{"U":[["1"]]}]}'
    with pytest.raises(ValueError, match="the activation is given by a and b"):
        rows("fl.absorb", network=network, x="1")
