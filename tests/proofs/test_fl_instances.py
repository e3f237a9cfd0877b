"""Instances of the federated-learning claims: the user's network, its reduction, their outputs."""

from __future__ import annotations

import json
from dataclasses import dataclass
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from constructions.federated import LayeredNet, RadicalSystem, ResidualNet
from constructions.vanilla import Classifier
from proofs import registry
from proofs.fl import instances
from proofs.fl.instances import Row, blocks, layers
from proofs.fl.vanilla import instances as vanilla_instances
from proofs.fl.vanilla.instances import classifier
from proofs.kernel import check
from tests.sampling import by_turns, some_of

CLASSIFIERS = ["fl.prop3a", "fl.prop3b.pre", "fl.prop3b.post"]
WITH_INSTANCES = ["fl.prop1", "fl.prop2", "fl.resnet", *CLASSIFIERS]
R = RadicalSystem()


def rows(claim_id: str, **given: str) -> list[Row]:
    claim = registry.load(claim_id)
    assert claim.run is not None
    return claim.run(claim.settings(given))


def certificate(row: Row) -> Any:
    data = row.evidence[1].certificate
    assert data is not None
    return json.loads(data)


@by_turns(2)
@some_of(1)
@pytest.mark.parametrize("claim_id", WITH_INSTANCES)
def test_every_listed_instance_is_certified(claim_id: str) -> None:
    claim = registry.load(claim_id)
    assert len(claim.instances) >= 5
    for given in claim.instances:
        (row,) = rows(claim_id, **given)
        assert (row.verdict, row.level, row.lo, row.hi) == ("certified", "kernel", 0, 0)
        assert all(check(e.certificate or b"").accepted for e in row.evidence)
        again = {name: row.inputs[name] for name in given}
        assert rows(claim_id, **again)[0].inputs == row.inputs


@by_turns(3)
def test_eq_11_has_a_row_as_printed_and_one_of_what_holds() -> None:
    """Outputs (-1, 1) and (1, -1) for two blocks; equal where the first deviation is 1."""
    claim = registry.load("fl.resnet.replace")
    assert len(claim.instances) >= 5
    errors = []
    for given in claim.instances:
        printed, repaired = rows("fl.resnet.replace", **given)
        assert [row.version for row in (printed, repaired)] == ["printed", "repaired"]
        assert printed.verdict == ("refuted" if printed.lo else "certified")
        assert (repaired.verdict, repaired.hi) == ("certified", 0)
        assert all(check(e.certificate or b"").accepted for e in repaired.evidence)
        errors.append(printed.hi)
    assert errors == [2, 0, 0, 0, 2, 2]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"x": "1"}, "takes 2 inputs, x has 1"),
        ({"x": "1, 1"}, "hidden layer of block 1 of Eq. 10 is constant"),
        ({"x": "3, 0"}, "block 2 of Eq. 11 is constant"),
    ],
)
def test_blocks_that_cannot_be_normalised_are_refused(given: dict[str, str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        rows("fl.resnet.replace", **given)


IRRATIONAL = (
    ("1 2 0; 0 1 1; 3 1 2", "1 0 1; 0 2 0; 1 1 3"),
    ("2 0 1; 0 -1 1; 1 3 0", "1 1 0; 0 2 1; 3 0 1"),
)


def test_blocks_whose_deviations_are_irrational_are_enclosed() -> None:
    """The distance is that of a computation in floats; one block alone is that of Eq. 10."""
    printed, repaired = rows("fl.resnet.replace", network=blocks(*IRRATIONAL), x="4, 1, -2")

    def outputs(shifted: bool) -> np.ndarray:
        v = np.array([4.0, 1.0, -2.0])
        for number, texts in enumerate(IRRATIONAL):
            A1, A2 = (np.array([row.split() for row in t.split(";")], float) for t in texts)
            hidden = np.maximum(A1 @ v, 0)
            branch = A2 @ ((hidden - hidden.mean()) / hidden.std())
            v = np.maximum(v + branch, 0)
            v = (v - v.mean()) / (1 if shifted and number == 0 else v.std())
        return v

    gap = float(abs(outputs(True) - outputs(False)).max())
    assert gap > 0.01
    assert (printed.verdict, printed.level) == ("refuted", "enclosure")
    assert float(printed.lo) == pytest.approx(gap) == float(printed.hi)
    assert (repaired.verdict, repaired.level, repaired.hi) == ("certified", "enclosure", 0)
    alone = rows("fl.resnet.replace", network=blocks(IRRATIONAL[0]), x="4, 1, -2")
    assert [row.verdict for row in alone] == ["certified", "certified"]


def test_blocks_that_balls_cannot_tell_apart_stay_open() -> None:
    """The second branch adds nothing: both networks are the same, which no ball shows."""
    still = (IRRATIONAL[0], (IRRATIONAL[1][0], "0 0 0; 0 0 0; 0 0 0"))
    printed, repaired = rows("fl.resnet.replace", network=blocks(*still), x="4, 1, -2")
    assert (printed.verdict, repaired.verdict) == ("open", "certified")
    assert 0 == printed.lo < printed.hi < F(1, 10**100)
    two = blocks(("1 2; 0 1; 3 1", "1 0 1; 0 2 0"), ("2 0; 0 1; 1 3", "1 1 0; 0 2 1"))
    found = rows("fl.resnet.replace", network=two, x="4, 1")  # of two numbers n_MV makes 1 and -1
    assert [(row.verdict, row.level, row.hi) for row in found] == [
        ("certified", "enclosure", 0)
    ] * 2
    zero = (IRRATIONAL[0], ("0 0 0; 0 0 0; 0 0 0", IRRATIONAL[1][1]))
    with pytest.raises(ValueError, match=r"hidden layer of block 2 of Eq\. 10 is constant"):
        rows("fl.resnet.replace", network=blocks(*zero), x="4, 1, -2")


@pytest.mark.parametrize("claim_id", CLASSIFIERS)
def test_the_weights_of_the_vanilla_network_are_in_its_certificate(claim_id: str) -> None:
    """W and U are changed after the certificate was made: the kernel turns it down."""
    network = classifier("1 0; 0 2", "-1 1; 1 2", W="1 0; 0 1; 1 1")
    (row,) = rows(claim_id, network=network, x="1, 1")
    proof = certificate(row)
    text = json.dumps(proof["statement"])
    altered = text.replace('"1/2"', '"1/3"') if '"1/2"' in text else text.replace('"2"', '"3"')
    assert altered != text
    assert not check(json.dumps({**proof, "statement": json.loads(altered)})).accepted


def test_the_classifiers_predict_what_was_computed_by_hand() -> None:
    """v: (1, 2) -> (1, 5); pre: (-1/2, 1/2) -> rho -> (0, 1/2) -> (1/2, 1) -> rho s -> (0, 1/4)."""
    network = classifier("1 0; 0 2", "-1 1; 1 2", W="1 0; 0 1; 1 1")
    for claim_id, says in (
        ("fl.prop3a", "class 3"),  # logits 1, 5, 6
        ("fl.prop3b.pre", "classes 2, 3"),  # 0, 1/4, 1/4
        ("fl.prop3b.post", "class 1"),  # v = (1, 1/2): 1/4, -1/4, 0
    ):
        (row,) = rows(claim_id, network=network, x="1, 1")
        assert row.evidence[1].says.endswith(f"predicted: {says}")
        assert row.network.form == "vanilla"


def test_the_weights_of_the_vanilla_network_can_be_had() -> None:
    claim = registry.load("fl.prop3b.post")
    assert claim.construct is not None
    given = {"network": classifier("1; -1", "2 0; 0 1", W="1 0; 0 4"), "x": "1"}
    made = claim.construct(claim.settings(given))
    assert [layer.U for layer in made.network.layers] == [
        ((1,), (-1,)),
        ((1, -1), (F(-1, 2), F(1, 2))),
    ]
    assert made.W == ((F(1, 2), F(-1, 2)), (-2, 2))
    assert Classifier.from_json(json.loads(made.dumps())) == made


@pytest.mark.parametrize("claim_id", ["fl.prop1", "fl.prop2"])
def test_the_certificate_is_about_the_values_of_this_network(claim_id: str) -> None:
    (row,) = rows(claim_id, network=layers("1 0; 0 2", "-1 1; 1 1"), x="1, 1")
    proof = certificate(row)
    text = json.dumps(proof["statement"])
    for value, wrong in (('"3"', '"4"'), ('"2"', '"5"')):
        if value in text:
            altered = {**proof, "statement": json.loads(text.replace(value, wrong))}
            assert not check(json.dumps(altered)).accepted
            break
    else:
        pytest.fail("none of the values is there")


def test_the_network_that_comes_out_has_the_output_that_was_computed_by_hand() -> None:
    """FN: (1, 2) -> rho(-1 + 2, 3) = (1, 3), so the output is sqrt(2) (1, 3) / sqrt(10)."""
    claim = registry.load("fl.prop1")
    assert claim.construct is not None
    given = {"network": layers("1 0; 0 2", "-1 1; 1 1"), "x": "1, 1"}
    network = claim.construct(claim.settings(given))
    assert [layer.step for layer in network.layers] == ["none", "n"]
    output = network.evaluate(R, [R.const(1), R.const(1)])
    assert [a.square for a in output] == [F(1, 5), F(9, 5)]
    assert LayeredNet.from_json(json.loads(network.dumps())) == network


def test_a_network_may_stand_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "net.json"
    path.write_text(layers("2 -1; 1 1", "1 -1; 0 1"))
    (row,) = rows("fl.prop2", network=str(path), x="3, 1")
    assert row.verdict == "certified"
    assert [layer.step for layer in row.network.layers] == ["s", "nMV"]


@pytest.mark.parametrize(
    ("claim_id", "given", "message"),
    [
        ("fl.prop1", {"x": "1"}, "takes 2 inputs, x has 1"),
        ("fl.prop1", {"x": "1, two"}, "is not a number"),
        ("fl.prop1", {"network": "{"}, "not JSON"),
        ("fl.prop1", {"network": "nowhere.json"}, "no network in"),
        ("fl.prop1", {"network": "{}"}, "not a network file"),
        ("fl.prop1", {"x": "-1, -1"}, "layer 1 is 0 at this x"),
        ("fl.prop2", {"x": "2, 1"}, "layer 1 is constant at this x"),
        ("fl.prop2", {"network": layers("1", "1"), "x": "1"}, "layer 1 is constant"),
        ("fl.prop3a", {"x": "-1, -1"}, "layer 2 is 0 at this x"),
        ("fl.prop3b.pre", {"x": "2, 1"}, "layer 1 is constant at this x"),
        ("fl.prop3b.post", {"x": "-1, -1"}, "layer 1 is constant at this x"),
        ("fl.prop3b.post", {"x": "1"}, "takes 2 inputs, x has 1"),
        ("fl.prop3b.post", {"network": layers("1; 2"), "x": "1"}, "not a classifier file"),
        ("fl.resnet", {"lambda": "0"}, "lambda must be positive"),
        ("fl.resnet", {"x": "1"}, "takes 2 inputs, x has 1"),
    ],
)
def test_what_cannot_be_used_is_refused(claim_id: str, given: dict[str, str], message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        rows(claim_id, **given)
    assert "\n" not in str(caught.value)


def test_biases_and_normalised_blocks_are_refused() -> None:
    data = json.loads(layers("1", "1"))
    data["layers"][1]["b"] = ["1"]
    with pytest.raises(ValueError, match="Assumption 1: layer 2 has a bias"):
        rows("fl.prop1", network=json.dumps(data), x="1")
    data = json.loads(blocks(("1", "1")))
    data["blocks"][0]["after"] = "nMV"
    with pytest.raises(ValueError, match=r"Eq\. 9 is of blocks without normalisation"):
        rows("fl.resnet", network=json.dumps(data), x="1")


def test_outputs_that_differ_are_no_instance(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reduction that forgets to normalise the last layer is found out."""
    from dataclasses import replace

    def wrong(network: LayeredNet) -> LayeredNet:
        return replace(
            network, layers=tuple(replace(layer, step="none") for layer in network.layers)
        )

    monkeypatch.setattr(instances, "reduced", wrong)
    (row,) = rows("fl.prop1")
    assert row.verdict == "refuted"
    assert 0 < row.lo <= row.hi


def test_deep_networks_are_certified_by_rational_arithmetic() -> None:
    deep = blocks(*[("; ".join(["1 " * 8] * 8), "; ".join(["0 " * 8] * 8))] * 64)
    assert len(ResidualNet.from_json(json.loads(deep)).blocks) == 64
    (row,) = rows("fl.resnet", network=deep, x=", ".join(["1"] * 8))
    assert (row.verdict, row.level, row.hi) == ("certified", "enclosure", 0)
    with pytest.raises(ValueError, match="1 to 64 blocks"):
        rows("fl.resnet", network=blocks(*[("1", "1")] * 65), x="1")


def wide(n: int, d: int) -> str:
    return "; ".join(
        " ".join(str((7 * i + 11 * j * j) % 9 - 4) for j in range(n)) for i in range(d)
    )


@by_turns(2)
@some_of(1)
@pytest.mark.parametrize("claim_id", ["fl.prop1", "fl.prop2"])
def test_wide_networks_are_certified_by_rational_arithmetic(claim_id: str) -> None:
    (row,) = rows(
        claim_id, network=layers(wide(2, 70), wide(70, 65), wide(65, 3), slope="1/8"), x="1, -1/3"
    )
    assert (row.verdict, row.level, row.lo, row.hi) == ("certified", "enclosure", 0, 0)
    assert "sha256" in row.inputs["network"]
    assert len(row.inputs["network"]) < 200
    (row,) = rows(claim_id, network=layers(wide(2, 64), wide(64, 3), slope="1/8"), x="1, -1/3")
    assert row.level == "kernel"
    with pytest.raises(ValueError, match=r"layer 1 is (0|constant) at this x"):
        rows(claim_id, network=layers(wide(2, 70), wide(70, 3)), x="0, 0")


def test_wide_networks_that_differ_are_no_instance(monkeypatch: pytest.MonkeyPatch) -> None:
    given = layers(wide(2, 70), wide(70, 3), slope="1/8")

    def unnormalised(network: LayeredNet) -> LayeredNet:
        *first, last = network.layers
        return LayeredNet((*first, instances.replace(last, step="none")), network.slope)

    monkeypatch.setattr(instances, "reduced", unnormalised)
    (row,) = rows("fl.prop1", network=given, x="1, -1/3")
    assert row.verdict == "refuted"
    assert 0 < row.lo <= row.hi


def test_wide_blocks_scale_and_are_told_apart() -> None:
    given = blocks((wide(70, 5), wide(5, 70)))
    x = ", ".join(str(i % 5 - 2) for i in range(70))
    (row,) = rows("fl.resnet", network=given, x=x, **{"lambda": "3"})
    assert (row.verdict, row.level, row.hi) == ("certified", "enclosure", 0)
    given = blocks(*[(wide(70, 5), wide(5, 70))] * 2)
    printed, repaired = rows("fl.resnet.replace", network=given, x=x)
    assert (printed.verdict, repaired.verdict, printed.level) == (
        "refuted",
        "certified",
        "enclosure",
    )
    assert "sha256" in printed.inputs["network"]


@by_turns(2)
@pytest.mark.parametrize("claim_id", CLASSIFIERS)
def test_wide_classifiers_predict_the_same(claim_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    given = classifier(wide(2, 70), wide(70, 5), W="1 2 0 1 3; 2 -1 1 0 1; 0 1 1 5 -2", slope="1/8")
    (row,) = rows(claim_id, network=given, x="1, -1/3")
    assert (row.verdict, row.level) == ("certified", "enclosure")
    # the classes are those that a computation with roots finds
    monkeypatch.setattr(vanilla_instances, "MAX_KERNEL_WIDTH", 10**6)
    monkeypatch.setattr(vanilla_instances, "closed_evidence", lambda says, parts: Said(says))
    monkeypatch.setattr(vanilla_instances, "Row", lambda **had: had["evidence"][1].says)
    claim = registry.load(claim_id)
    assert claim.run is not None
    said = str(claim.run(claim.settings({"network": given, "x": "1, -1/3"}))[0])
    classes = said.rpartition("predicted: ")[2]
    assert row.evidence[1].says.endswith(f"given network: {classes}, by the vanilla one: {classes}")


@dataclass(frozen=True)
class Said:
    says: str


def test_wide_absorbed_and_one_class_networks() -> None:
    (row,) = rows("fl.absorb", network=layers(wide(2, 70), wide(70, 3)), x="1, -1/3", a="-1", b="2")
    assert (row.verdict, row.level, row.hi) == ("certified", "enclosure", 0)
    (row,) = rows("fl.thm1", classes="70", label="66", delta="1/1000", widths="80, 3", x="1; 2")
    assert (row.verdict, row.level) == ("certified", "enclosure")
    (small,) = rows("fl.thm1", classes="70", label="66", delta="1/1000", widths="80, 3", t="1/8")
    assert (small.verdict, small.level) == ("refuted", "enclosure")
