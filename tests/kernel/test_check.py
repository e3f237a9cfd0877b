"""The front door: whatever comes in, the answer is accept, reject or decline, in bounded time."""

from __future__ import annotations

import json

import pytest
from kernelkit import FALSE, TRUE, Json, Row, certificate, evaluate, node, table, verdict

from proofs.kernel import Result, check
from proofs.kernel.check import RULES, check_data, expand, open_statement
from proofs.kernel.errors import Reject

GOOD = certificate(TRUE, evaluate())


def text(data: Json) -> str:
    return json.dumps(data)


def statement(**changes: Json) -> Json:
    return {"statement": {**GOOD["statement"], **changes}, "proof": evaluate()}


def tower(levels: int) -> Json:
    """A proof tree of which JSON itself is nested deeply, written without recursion."""
    opening = '{"by": "have", "show": ["<=", "0", "1"], "then": [' + text(evaluate()) + ","
    proof = opening * levels + text(evaluate()) + "]}" * levels
    return text(certificate(TRUE, "PROOF")).replace('"PROOF"', proof)


def lemmas(levels: int) -> Json:
    """A proof with so many nodes above its deepest one."""
    proof = evaluate()
    for _ in range(levels):
        proof = node("have", evaluate(), proof, show=TRUE)
    return certificate(TRUE, proof)


ROWS: list[Row] = [
    ("a certificate", GOOD, "accept"),
    ("a certificate as bytes", text(GOOD).encode(), "accept"),
    ("bytes in another encoding", text(GOOD).encode("utf-16"), "not-json"),
    ("a false statement", certificate(FALSE, evaluate()), "not-shown"),
    # JSON
    ("no text", "", "not-json"),
    ("half a text", text(GOOD)[:-1], "not-json"),
    ("a text and a half", text(GOOD) + "{}", "not-json"),
    ("bytes that are no text", b"\xff\xfe", "not-json"),
    ("a byte order mark", "\ufeff" + text(GOOD), "not-json"),
    ("a key twice", '{"proof": 1, "proof": 1}', "duplicate-key"),
    ("a key twice far inside", text(GOOD).replace('"bits": 0', '"bits": 0, "bits": 0'),
     "duplicate-key"),
    ("a float", text(GOOD).replace('"bits": 0', '"bits": 0.0'), "float"),
    ("an exponent", text(GOOD).replace('"bits": 0', '"bits": 0e0'), "float"),
    ("not a number", text(GOOD).replace('"bits": 0', '"bits": NaN'), "float"),
    ("infinity", text(GOOD).replace('"bits": 0', '"bits": -Infinity'), "float"),
    ("minus zero is zero", text(GOOD).replace('"bits": 0', '"bits": -0'), "accept"),
    ("a number of five thousand digits", text(GOOD).replace('"bits": 0', '"bits": ' + "9" * 5000),
     "not-json"),
    ("a text that is too long", " " * 8_000_001, "decline:too-large"),
    ("a text that is just not too long", text(GOOD) + " " * (8_000_000 - len(text(GOOD))),
     "accept"),
    ("brackets without end", "[" * 100_000, "decline:resources"),
    ("a proof that is nested too deeply to be read", tower(5_000), "decline:resources"),
    ("a proof of 240 levels", lemmas(240), "accept"),
    ("a proof of 241 levels", lemmas(241), "decline:too-deep"),
    # the certificate
    ("a list", [], "bad-certificate"),
    ("the keys of a certificate in a list", ["statement", "proof"], "bad-certificate"),
    ("an object without a proof", {"statement": GOOD["statement"]}, "bad-certificate"),
    ("metadata", {**GOOD, "author": "me"}, "bad-certificate"),
    ("a statement that is no object", {**GOOD, "statement": []}, "bad-statement"),
    ("a statement without its variables",
     {"statement": {"functions": {}, "given": [], "show": TRUE}, "proof": evaluate()},
     "bad-statement"),
    ("variables in a list", statement(vars=["x"]), "bad-statement"),
    ("functions in a list", statement(functions=["f"]), "bad-statement"),
    ("hypotheses that are no list", statement(given={}), "bad-statement"),
    ("a variable of no sort", statement(vars={"x": "rational"}), "bad-sort"),
    ("a variable of a sort that is a list", statement(vars={"x": ["real"]}), "bad-sort"),
    ("a variable without a name", statement(vars={"": "real"}), "bad-name"),
    ("a variable called like an atom", statement(vars={"@0": "real"}), "bad-name"),
    ("a variable called like a bound one", statement(vars={"#0": "real"}), "bad-name"),
    ("a variable with a letter that is not ASCII", statement(vars={"ε": "real"}), "bad-name"),
    ("a variable with a line end", statement(vars={"x\n": "real"}), "bad-name"),
    ("a variable with half a character", statement(vars={"\ud800": "real"}), "bad-name"),
    ("a function without a name", statement(functions={"": 1}), "bad-function"),
    ("a function without arguments", statement(functions={"f": 0}), "bad-function"),
    ("a function of eight arguments", statement(functions={"f": 8}), "accept"),
    ("a function of nine arguments", statement(functions={"f": 9}), "bad-function"),
    ("a function of a true number of arguments", statement(functions={"f": True}),
     "bad-function"),
    ("a function and a variable may share a name",
     statement(vars={"f": "real"}, functions={"f": 1}, given=[["<=", ["app", "f", "f"], "f"]]),
     "accept"),
    ("a goal with an atom", statement(given=[["<=", ["abs", "x"], "1"]], show=["<=", "@0", "1"]),
     "unknown-name"),
    ("an existential hypothesis", statement(given=[["some", "r", "real", TRUE]]), "accept"),
    ("hypotheses joined by and", statement(given=[["and", TRUE, ["and"]]]), "accept"),
    # nodes
    ("a proof that is no object", {**GOOD, "proof": []}, "bad-node"),
    ("a node without a rule", {**GOOD, "proof": {"then": []}}, "bad-node"),
    ("a rule that is a number", {**GOOD, "proof": {"by": 1, "then": []}}, "bad-node"),
    ("a rule that does not exist", {**GOOD, "proof": node("trust-me")}, "decline:unknown-rule"),
    ("a parameter too few", {**GOOD, "proof": node("evaluate")}, "bad-node"),
    ("a parameter too many", {**GOOD, "proof": node("evaluate", bits=0, why="so")}, "bad-node"),
    ("a node without children", {**GOOD, "proof": {"by": "evaluate", "bits": 0}}, "bad-node"),
    ("children in an object", {**GOOD, "proof": {**evaluate(), "then": {}}},
     "wrong-number-of-children"),
    ("a child too many", {**GOOD, "proof": node("evaluate", evaluate(), bits=0)},
     "wrong-number-of-children"),
    ("a child too few", certificate(["and", TRUE, TRUE], node("both", evaluate())),
     "wrong-number-of-children"),
    ("a child that is null", certificate(["and", TRUE], node("both", None)), "bad-node"),
]  # fmt: skip


@table(ROWS)
def test_front_door(data: Json, expected: str) -> None:
    assert verdict(data) == expected


def test_results_say_what_they_are() -> None:
    good = check(text(GOOD))
    assert (good.outcome, good.code, good.why, good.accepted) == ("accept", "", "", True)
    assert good == Result("accept")
    with pytest.raises(AttributeError):
        good.outcome = "reject"  # type: ignore[misc]
    refused = check(text(statement(vars={"\ud800": "real"})))
    assert (refused.outcome, refused.code, refused.accepted) == ("reject", "bad-name", False)
    assert refused.why == "\\ud800"  # in ASCII, whatever it is
    assert check(text(GOOD).replace('"bits": 0', '"bits": 0.25')).why == "0.25"


@pytest.mark.parametrize(
    "error", [RecursionError, MemoryError, OverflowError, ZeroDivisionError, ValueError]
)
def test_a_kernel_that_runs_out_declines(
    error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    def exhausted(certificate: Json) -> None:
        raise error

    monkeypatch.setitem(check.__globals__, "check_data", exhausted)
    assert check(text(GOOD)) == Result("decline", "resources")


def test_an_error_of_the_kernel_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(certificate: Json) -> None:
        raise KeyError

    monkeypatch.setitem(check.__globals__, "check_data", wrong)
    with pytest.raises(KeyError):
        check(text(GOOD))


def test_proofs_run_without_a_limit_outside_of_check() -> None:
    check_data(GOOD)
    assert expand(open_statement(GOOD["statement"]), evaluate()) == []
    with pytest.raises(Reject):
        check_data(certificate(FALSE, evaluate()))


def test_the_rules_are_the_ones_that_are_specified() -> None:
    assert set(RULES) == {
        *("leaf", "zero", "split", "case", "have", "both", "intro", "some", "use", "same"),
        *("define", "finite", "induct", "unfold", "empty", "cover", "evaluate"),
        *("obtain", "axiom", "supremum"),
    }  # fmt: skip
