"""The front door: whatever comes in, the answer is accept, reject or decline, in bounded time."""

from __future__ import annotations

import json
import threading
import time

import pytest
from kernelkit import FALSE, TRUE, Json, Row, certificate, evaluate, leaf, node, table, verdict

from proofs.kernel import Result, check
from proofs.kernel.check import RULES, check_data, expand, open_statement
from proofs.kernel.errors import METER, Reject

GOOD = certificate(TRUE, evaluate())
LONG = "9" * 1200


def text(data: Json) -> str:
    return json.dumps(data)


def statement(**changes: Json) -> Json:
    return {"statement": {**GOOD["statement"], **changes}, "proof": evaluate()}


def tower(levels: int) -> Json:
    """A proof tree of which JSON itself is nested deeply, written without recursion."""
    opening = '{"by": "have", "show": ["<=", "0", "1"], "then": [' + text(evaluate()) + ","
    proof = opening * levels + text(evaluate()) + "]}" * levels
    return text(certificate(TRUE, "PROOF")).replace('"PROOF"', proof)


ROWS: list[Row] = [
    ("a certificate", GOOD, "accept"),
    ("a certificate as bytes", text(GOOD).encode(), "accept"),
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
    # the certificate
    ("a list", [], "bad-certificate"),
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


def parts(count: int) -> Json:
    """A wide proof: empty conjunctions under one conjunction."""
    return certificate(["and", *[["and"]] * count], node("both", *[node("both")] * count), names={})


def lemmas(count: int) -> Json:
    """A deep proof: one lemma after another."""
    proof = evaluate()
    for _ in range(count):
        proof = node("have", evaluate(), proof, show=TRUE)
    return proof


def powers(depth: int) -> Json:
    return ["^", powers(depth - 1), 64] if depth else "2"


def sums(depth: int) -> Json:
    return ["sum", f"i{depth}", "1", "9000", sums(depth - 1)] if depth else "1"


def unit(show: Json, cuts: int, bits: int) -> Json:
    at = [f"{i}/{cuts}" for i in range(cuts + 1)]
    given = [["<=", "0", "x"], ["<=", "x", "1"]]
    return certificate(show, node("cover", on="x", cuts=at, bits=bits), given, {"x": "real"}, {})


LETTERS = dict.fromkeys("abcdefgh", "real")
COLLIDING = [["exp", str(i * (2**61 - 1) + 5)] for i in range(3_000)]  # equal hashes
BOMBS: list[Row] = [
    ("twenty thousand nodes", parts(19_999), "accept"),
    ("a power of a power of a power", certificate(["<=", powers(5), "0"], evaluate()),
     "decline:too-much-work"),
    ("a large number that is not shown", certificate(["<=", ["^", LONG, 10], "0"], evaluate()),
     "not-shown"),
    ("a large number missed by a cover", unit(["<=", ["*", LONG, "x"], "0"], 1, 0), "not-shown"),
    ("a sum of sums of sums", certificate(["<=", sums(3), "0"], evaluate()),
     "decline:too-much-work"),
    ("a sum that is too long", certificate(
        ["<=", ["sum", "j", "1", "10001", "1"], "0"], evaluate()), "decline:range-too-long"),
    ("a cover of a hundred thousand boxes", unit(["<=", ["sin", ["exp", "x"]], "2"], 99_999, 1024),
     "decline:too-much-work"),
    ("products of many variables",
     certificate(TRUE, leaf(*[["1", [], [["^", ["+", *LETTERS], 5]]]] * 99), names=LETTERS),
     "decline:too-much-work"),
    ("powers of many variables",
     certificate(TRUE, leaf(["1", [], [["^", ["+", *LETTERS], 9]]]), names=LETTERS),
     "decline:too-much-work"),
    ("a degree of sixty-five",
     certificate(TRUE, leaf(["1", [], [["^", ["+", "a", "b"], 33]]]), names=LETTERS),
     "decline:degree"),
    ("a large term at many places",
     certificate(TRUE, node("use", evaluate(), rule=0, at=[["+", *["x"] * 30_000]]),
                 [["all", "u", "real", ["<=", ["+", *["u"] * 30_000], "0"]]]),
     "decline:too-much-work"),
    ("five thousand cases of many variables",
     certificate(TRUE, node("finite", *[evaluate()] * 4_999, on="n", from_=0, to=4_998),
                 [["<=", "0", "n"], ["<=", "n", "4998"]],
                 {"n": "int", **{f"v{i}": "real" for i in range(1_900)}}),
     "decline:too-much-work"),
    ("many variables", certificate(TRUE, evaluate(), names={f"v{i}": "real" for i in range(9_999)}),
     "accept"),
    ("many hypotheses", certificate(TRUE, evaluate(), [TRUE] * 2_001), "accept"),
    ("many hypotheses at many nodes", certificate(TRUE, lemmas(200), [TRUE] * 2_001),
     "decline:too-much-work"),
    ("atoms with equal hashes",
     certificate(["<=", ["+", *COLLIDING], "0"], leaf(["1", [0], []])),
     "decline:too-much-work"),
    ("many binders below one another",
     certificate(["<=", ["sum", "j0", "0", "0", "1"], "0"], leaf(["1", [0], []]),
                 names={f"v{i}": "real" for i in range(1_900)}), "identity-fails"),
    ("exponentials of long fractions",
     certificate(["<=", ["+", *[["exp", f"{10**1200 + i}/{10**1198 + 7}"] for i in range(3_000)]],
                  "0"], evaluate(1024)), "decline:too-much-work"),
]  # fmt: skip


@table(BOMBS)
def test_no_certificate_takes_long(
    data: Json, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # the limit itself is lowered: what is tested is that the work is counted where it is done
    monkeypatch.setitem(check.__globals__, "MAX_WORK", 1_000_000)
    start = time.process_time()
    assert verdict(data) == expected
    assert time.process_time() - start < 20  # about 1 s on a quiet machine


def test_the_meter_is_put_back() -> None:
    for data in (GOOD, certificate(FALSE, evaluate()), "{"):
        verdict(data)
        assert METER.left == METER.UNLIMITED


def test_every_thread_has_its_own_meter() -> None:
    answers: list[str] = []
    METER.left = 0
    try:
        thread = threading.Thread(target=lambda: answers.append(verdict(GOOD)))
        thread.start()
        thread.join()
    finally:
        METER.left = METER.UNLIMITED
    assert answers == ["accept"]


def test_results_say_what_they_are() -> None:
    assert check(text(GOOD)) == Result("accept")
    assert Result("accept").accepted
    refused = check(text(statement(vars={"\ud800": "real"})))
    assert (refused.outcome, refused.code, refused.accepted) == ("reject", "bad-name", False)
    assert refused.why.isascii()


def test_proofs_run_without_a_limit_outside_of_check() -> None:
    check_data(GOOD)
    assert expand(open_statement(GOOD["statement"]), evaluate()) == []
    with pytest.raises(Reject):
        check_data(certificate(FALSE, evaluate()))


def test_the_rules_are_the_ones_that_are_specified() -> None:
    assert set(RULES) == {
        *("leaf", "zero", "split", "case", "have", "both", "intro", "some", "use", "same"),
        *("define", "finite", "induct", "unfold", "empty", "cover", "evaluate"),
        *("obtain", "axiom"),
    }  # fmt: skip
