"""The decision above the kernel: a table of what convinces it, and of what must not.

Each row is a claim as data and what is offered for it.  Most offers carry a certificate that the
kernel accepts; what they try is to have it taken for something else.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from typing import Any

import pytest

from proofs import decide as court
from proofs.claims import Attempt, Witness
from proofs.decide import Decision, chains, decide, met, negation
from proofs.evidence import dumps
from proofs.kernel import check
from proofs.kernel.errors import Reject
from proofs.search.at_data import certificate
from proofs.search.prove import prove
from proofs.trees.script import Json
from proofs.vacuity import nowhere
from proofs.verdicts import altered
from tests.sampling import some_of

FALSE: Json = ["<", "1", "0"]


def sequent(show: Json, given: list[Json] | None = None, names: str = "x", **more: Any) -> Json:
    """Over real variables named by letters; ``more`` are functions and their arities."""
    sorts = {name: "int" if name in "mn" else "real" for name in names.split()}
    return {"vars": sorts, "functions": more, "given": given or [], "show": show}


def certified(statement: Json) -> str:
    """A certificate that the kernel accepts."""
    found = prove(statement)
    assert found is not None, statement
    assert check(dumps(found)).accepted
    return dumps(found).decode()


def proof(of: str, statement: Json) -> Json:
    return {"kind": "proof", "of": of, "certificate": certified(statement)}


def at(**values: str) -> dict[str, Any]:
    return {"values": values, "functions": {}}


def claim(**parts: Any) -> str:
    """A claim of which everything is read, unless ``readings`` says otherwise."""
    made = {"id": "t", "typings": [], "lines": [], "controls": {}, "assumes": [], **parts}
    made.setdefault("statements", {})
    read = [
        [name, path]
        for name, s in made["statements"].items()
        for path in [["given", i] for i in range(len(s["given"]))] + [["show"]]
    ]
    return json.dumps({"readings": read, **made})


SQUARE = sequent(["<=", "0", ["*", "x", "x"]])
BELOW = sequent(["<", "x", "0"])
POSITIVE = sequent(["<", "0", ["*", "x", "x"]], [["<", "0", "x"]])
TRIVIAL = sequent(["<=", "0", "0"])


def word(statement: Json, *offers: Mapping[str, Any], **parts: Any) -> str:
    return ended(statement, *offers, **parts).verdict


def ended(statement: Json, *offers: Mapping[str, Any], **parts: Any) -> Decision:
    return decide(claim(statements={"s": statement}, **parts), list(offers))


def test_a_proof_proves_and_data_refute() -> None:
    assert word(SQUARE, proof("s", SQUARE)) == "proved"
    data = at(x="1")
    shown = {
        "kind": "refutation",
        "of": "s",
        **data,
        "certificate": certified(negation(BELOW, data)),
    }
    assert word(BELOW, shown) == "refuted"


# --- certificates that are taken for others ------------------------------------------------------


def test_a_certificate_of_another_statement_proves_nothing() -> None:
    for other in (TRIVIAL, SQUARE, sequent(["<=", "0", "1"], names="")):
        assert word(BELOW, proof("s", other)) == "open"
    weaker = sequent(POSITIVE["show"], [["<", "1", "x"]])
    assert word(POSITIVE, proof("s", weaker)) == "open", "a stronger hypothesis"
    integral = {**SQUARE, "vars": {"x": "int"}}
    assert word(SQUARE, proof("s", integral)) == "open", "another sort"
    more = {**SQUARE, "vars": {"x": "real", "y": "real"}}
    assert word(SQUARE, proof("s", more)) == "open", "another variable"


def test_bound_names_do_not_matter() -> None:
    one = sequent(["all", "u", "real", ["<=", "0", ["*", "u", "u"]]], names="")
    other = sequent(["all", "v", "real", ["<=", "0", ["*", "v", "v"]]], names="")
    assert word(one, proof("s", other)) == "proved"


def test_an_offer_for_another_name_or_of_another_kind_is_none() -> None:
    good = certified(SQUARE)
    assert word(SQUARE, {"kind": "proof", "of": "t", "certificate": good}) == "open"
    for kind in ("refutation", "data", "contradiction", "", "PROOF", None):
        assert word(SQUARE, {"kind": kind, "of": "s", "certificate": good}) == "open"


JUNK: list[Any] = [None, "", "{}", "[]", "nonsense", b"\xff", 7, [], {"statement": 1}, "[" * 5000]


@some_of(3)
@pytest.mark.parametrize("junk", JUNK, ids=lambda junk: repr(junk)[:9])
def test_junk_is_no_offer(junk: Any) -> None:
    for kind in ("proof", "refutation", "data", "contradiction"):
        for data in ({}, at(x="1"), {"values": junk, "functions": junk}, {"chain": junk}):
            offer = {"of": "s", **data, "kind": kind, "certificate": junk}
            assert word(POSITIVE, offer) == "open"
            assert word(POSITIVE, proof("s", POSITIVE), offer) == "conditional"
    assert word(POSITIVE, {}, {"of": "s"}) == "open"


def test_the_claim_and_the_offers_stay_as_they_are() -> None:
    text, offers = claim(statements={"s": SQUARE}), [proof("s", SQUARE)]
    before = copy.deepcopy(offers)
    decide(text, offers)
    assert offers == before


# --- witnesses -----------------------------------------------------------------------------------


def refuted_by(statement: Json, data: Mapping[str, Any]) -> str:
    """The verdict, where the kernel proves whatever the data are said to show."""
    try:
        needed = negation(statement, data)
        found = prove(needed)
    except (KeyError, ValueError, Reject):
        needed, found = None, None
    certificates = [certified(TRIVIAL)] + ([dumps(found).decode()] if found else [])
    offers = [{"kind": "refutation", "of": "s", **data, "certificate": c} for c in certificates]
    return word(statement, *offers)


LARGER = sequent(["some", "y", "real", ["<", "x", "y"]])


def test_a_witness_is_closed() -> None:
    """For all x there is y > x; x := y would be captured."""
    assert refuted_by(LARGER, at(x="y")) == "open"
    assert refuted_by(LARGER, at(x=["+", "y", "1"])) == "open"
    everywhere = sequent(["some", "y", "real", ["<", ["app", "f", "0"], "y"]], names="", f=1)
    data = {"values": {}, "functions": {"f": [["a"], "y"]}}
    assert refuted_by(everywhere, data) == "open"


def test_a_bound_name_of_a_witness_captures_nothing() -> None:
    """f(a) = sum_{u=1}^{1} a, put under a quantifier over u: f(u) = u, not 1."""
    body: Json = ["sum", "u", "1", "1", "a"]
    same = sequent(["all", "u", "real", ["=", ["app", "f", "u"], "u"]], names="", f=1)
    data = {"values": {}, "functions": {"f": [["a"], body]}}
    assert refuted_by(same, data) == "open"
    shifted = sequent(["all", "u", "real", ["<", ["app", "f", "u"], "u"]], names="", f=1)
    (some,) = negation(shifted, data)["show"][1:]
    (_, _, (op, index, *_, summand)) = some[3]
    assert (some[:2], op, index != "u", summand) == (["some", "u"], "sum", True, "u")


def test_a_lipschitz_hypothesis_is_instantiated_without_capture() -> None:
    """f(a) = a + sum over u of 0: 1-Lipschitz; with u captured it would be constant."""
    body: Json = ["sum", "u", "1", "1", "a"]
    given: list[Json] = [["lipschitz", "f", "0", "0", "1"]]
    flat = sequent(["=", ["app", "f", "0"], ["app", "f", "1"]], given, names="", f=1)
    assert refuted_by(flat, {"values": {}, "functions": {"f": [["a"], body]}}) == "open"


def test_a_lipschitz_constant_without_a_value_meets_nothing() -> None:
    given: list[Json] = [["lipschitz", "f", "1", "0", ["/", "1", "x"]]]
    zero = sequent(["!=", "x", "0"], given, f=1)
    data = {"values": {"x": "0"}, "functions": {"f": [["a"], "a"]}}
    assert refuted_by(zero, data) == "open"


@pytest.mark.parametrize("value", ["1/2", ["floor", "1"], "z", ["/", "1", "1"], 1, None])
def test_an_integer_is_written_as_one(value: Any) -> None:
    whole = sequent(["<", ["*", "4", "n"], "1"], [["<", "0", "n"]], names="n")
    assert refuted_by(whole, at(n=value)) == "open"


def test_a_value_has_to_be_defined() -> None:
    """x := 1/0 makes every condition on x false, and so every implication true."""
    given: list[Json] = [["implies", ["<=", "x", "0"], FALSE], ["implies", ["<", "0", "x"], FALSE]]
    assert refuted_by(sequent(FALSE, given), at(x=["/", "1", "0"])) == "open"
    assert refuted_by(sequent(FALSE, given), at(x=["log", "0"])) == "open"


def test_a_function_has_to_be_defined_everywhere() -> None:
    """The same for f(a) = 1/a at 0; and a summand that is not defined counts as 0."""
    value: Json = ["app", "f", "0"]
    given: list[Json] = [
        ["implies", ["<=", value, "0"], FALSE],
        ["implies", ["<", "0", value], FALSE],
    ]
    partial = {"values": {}, "functions": {"f": [["a"], ["/", "1", "a"]]}}
    assert refuted_by(sequent(FALSE, given, names="", f=1), partial) == "open"
    whole: Json = ["sum", "k", "0", "1", ["+", ["-", ["app", "f", "k"], ["app", "f", "k"]], "1"]]
    two = sequent(["=", whole, "2"], names="", f=1)
    assert refuted_by(two, partial) == "open"


def test_a_partial_looking_function_that_is_total_will_do() -> None:
    body: Json = ["/", "1", ["+", "1", ["^", "a", 2]]]
    big = sequent(["<", ["app", "f", "0"], "1"], names="", f=1)
    data = {"values": {}, "functions": {"f": [["a"], body]}}
    owed, shown = negation(big, data)["show"][1:]
    assert owed == ["all", "a", "real", ["=", body, body]]
    assert shown == ["<=", "1", ["/", "1", ["+", "1", ["^", "0", 2]]]]


def test_a_function_is_undefined_where_its_argument_is() -> None:
    """f(1/x) = 3 grants x != 0; the constant function f must not drop the 1/x."""
    given: list[Json] = [["=", ["app", "f", ["/", "1", "x"]], "3"]]
    statement = sequent(["!=", "x", "0"], given, f=1)
    data = {"values": {"x": "0"}, "functions": {"f": [["a"], "3"]}}
    assert refuted_by(statement, data) == "open"


def test_a_parameter_is_a_name() -> None:
    """A parameter "1" is read as the number in 2/1, and is the argument when the term is used."""
    at_zero: Json = [
        "all",
        "u",
        "real",
        ["implies", ["=", "u", "0"], ["implies", None, BELOW["show"]]],
    ]
    value: Json = ["app", "f", "u"]
    given = [json.loads(json.dumps(at_zero).replace("null", json.dumps(relation)))
             for relation in (["<=", value, "0"], ["<", "0", value])]  # fmt: skip
    statement = sequent(BELOW["show"], given, f=1)
    assert check(dumps(prove(statement))).accepted, "f(0) has a sign, whatever f is"
    for name in ("1", "#0", ""):
        data = {"values": {"x": "1"}, "functions": {"f": [[name], ["/", "2", name]]}}
        assert refuted_by(statement, data) == "open"


def test_shadowed_and_reserved_names_are_refused() -> None:
    for statement in (
        sequent(["all", "x", "real", ["<", "x", "0"]]),
        sequent(["<", ["app", "exp", "x"], "0"], exp=1),
        sequent(["<", "0", "pi"], names="pi"),
    ):
        with pytest.raises(Reject):
            word(statement)


# --- hypotheses ----------------------------------------------------------------------------------


def data_for(statement: Json, *values: Mapping[str, Any]) -> list[Json]:
    """Data for each chain in turn."""
    made = []
    for i, (chain, data) in enumerate(zip(chains(statement), values, strict=True)):
        shown = certified(met(chain, data))
        made.append({"kind": "data", "of": "s", "chain": i, **data, "certificate": shown})
    return made


def contradiction(statement: Json, i: int = 0) -> Json:
    shown = certified(chains(statement)[i])
    return {"kind": "contradiction", "of": "s", "chain": i, "certificate": shown}


def test_hypotheses_are_shown_to_hold_somewhere() -> None:
    shown = proof("s", POSITIVE)
    decision = ended(POSITIVE, shown)
    assert decision.verdict == "conditional"
    assert decision.given == (f"`s`: {court.UNMET}",)
    assert word(POSITIVE, shown, *data_for(POSITIVE, at(x="2"))) == "proved"
    other = sequent(["<=", "0", "x"], [["<", "-1", "x"]])
    stray = data_for(other, at(x="-1/2"))
    assert word(POSITIVE, shown, *stray) == "conditional", "data for other hypotheses"


EMPTY = [["<", "x", "0"], ["<", "0", "x"]]
INSIDE: list[tuple[str, Json]] = [
    ("hypotheses", sequent(FALSE, EMPTY)),
    ("a conjunction", sequent(["<", "x", "-1"], [["and", *EMPTY]])),
    ("premises", sequent(["implies", EMPTY[0], ["implies", EMPTY[1], ["<", "x", "-1"]]])),
    ("both", sequent(["implies", EMPTY[0], ["<", "x", "-1"]], [EMPTY[1]])),
    (
        "a universal premise",
        sequent(["all", "y", "real", ["implies", ["and", ["<", "y", "0"], ["<", "0", "y"]],
                 ["<", "y", "-1"]]]),
    ),
    ("a part", sequent(["and", ["<=", "0", ["*", "x", "x"]],
                        ["implies", ["and", *EMPTY], ["<", "x", "-1"]]])),
    (
        "under some",
        sequent(["some", "y", "real", ["and", ["<", "y", "0"],
                 ["implies", ["<", "0", "y"], ["<", "x", "y"]]]]),
    ),
    (
        "none with them",
        sequent(["implies", ["some", "y", "real", ["and", ["<", "y", "0"], ["<", "0", "y"],
                 ["<=", "-1", "y"]]], FALSE]),
    ),
    (
        "a denied conjunction",
        sequent(["implies", ["implies", ["<=", "0", ["*", "x", "x"]], ["and", *EMPTY,
                 ["<=", "-1", "x"]]], FALSE]),
    ),
    (
        "a definition",
        sequent(["<", ["app", "g", "x"], "0"],
                [["all", "t", "real", ["=", ["app", "g", "t"], ["/", "1", "t"]]]], g=1),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("where", "statement"), INSIDE, ids=[where for where, _ in INSIDE])
def test_what_contradicts_itself_is_never_proved(where: str, statement: Json) -> None:
    """With a certificate of it; without the contradiction being found, it is conditional."""
    assert chains(statement)
    if where == "a definition":  # g(0) = 1/0
        kept = {"kind": "proof", "of": "s", "certificate": dumps(nowhere(statement)).decode()}
        empty = {"kind": "contradiction", "of": "s", "chain": 0}
        shown, empty["certificate"] = kept, dumps(nowhere(chains(statement)[0])).decode()
    elif where == "under some":
        some = {"by": "some", "is": "-1", "then": [prove(_under_some(statement))["proof"]]}
        shown = {
            "kind": "proof",
            "of": "s",
            "certificate": json.dumps({"statement": statement, "proof": some}),
        }
        empty = contradiction(statement)
    else:
        shown, empty = proof("s", statement), contradiction(statement, len(chains(statement)) - 1)
    assert word(statement, shown) == "conditional", where
    assert word(statement, shown, empty) == "vacuous", where


def _under_some(statement: Json) -> Json:
    body = json.loads(json.dumps(statement["show"][3]).replace('"y"', '"-1"'))
    return {**statement, "show": body}


def test_what_exists_may_not_be_chosen_to_fail_a_premise() -> None:
    """There is y with: if 0 < y then x < -1.  True by y = 0, and so are its premises, somewhere."""
    body: Json = ["implies", ["<", "0", "y"], ["<", "x", "-1"]]
    statement = sequent(["some", "y", "real", body])
    shown = {"by": "some", "is": "0", "then": [prove({**statement, "show": json.loads(
        json.dumps(body).replace('"y"', '"0"'))})["proof"]]}  # fmt: skip
    offer = {"kind": "proof", "of": "s"}
    offer["certificate"] = json.dumps({"statement": statement, "proof": shown})
    decision = ended(statement, offer, *data_for(statement, at(y="1")))
    assert (decision.verdict, decision.given) == ("conditional", (f"`s`: {court.ESCAPE}",))
    close: Json = ["implies", ["<", ["abs", "z"], "y"], ["<", ["*", "2", ["abs", "z"]], "1"]]
    limit = sequent(["some", "y", "real", ["and", ["<", "0", "y"], ["all", "z", "real", close]]])
    assert not court._escapes(limit["show"], {})


def test_a_real_number_meets_nothing_that_is_asked_of_an_integer() -> None:
    """For all integers u with 4u = 2 ...; and for all reals u with 4u = 2 and u < 1 ..."""
    whole: Json = [
        "all",
        "u",
        "int",
        ["implies", ["=", ["*", "4", "u"], "2"], ["<", ["*", "x", "u"], "-7"]],
    ]
    half: Json = ["and", ["=", ["*", "4", "u"], "2"], ["<", "u", "1"]]
    statement = sequent(["and", whole, ["all", "u", "real", ["implies", half, ["<", "0", "u"]]]])
    assert sorted(chain["vars"]["u_"] for chain in chains(statement)) == ["int", "real"]


WRAPS: list[list[Json]] = [
    [["and"]],
    [["all", "t", "real"]],
    [["all", "s", "real"], ["all", "t", "real"]],
    [["implies", ["<=", "0", "1"]]],
    [["and"], ["all", "s", "int"], ["and"], ["implies", ["<", "s", "1"]]],
]


@pytest.mark.parametrize("wraps", WRAPS, ids=lambda wraps: " ".join(w[0] for w in wraps))
@pytest.mark.parametrize("low", [["<", "y", "0"], ["all", "r", "real", ["<", "y", "0"]]])
def test_what_is_said_of_a_choice_is_not_hidden(wraps: list[Json], low: Json) -> None:
    """There is y < 0 with: for all z with |z| < y, z = 17."""
    bounded: Json = ["all", "z", "real", ["implies", ["<", ["abs", "z"], "y"], ["=", "z", "17"]]]
    body: Json = ["and", low, bounded]
    said = low
    for wrap in reversed(wraps):
        body = [*wrap, body]
        said = said if wrap == ["and"] else [*wrap, said]
    found = [chain["given"] for chain in chains(sequent(["some", "y", "real", body], names=""))]
    (given,) = (given for given in found if ["<", ["abs", "z"], "y"] in given)
    assert given[0] == said


def test_what_is_denied_twice_is_said() -> None:
    hidden = INSIDE[5][1]["show"][2]
    statement = sequent(["implies", ["implies", hidden, FALSE], FALSE])
    assert word(statement, proof("s", statement)) == "conditional"
    assert word(statement, proof("s", statement), contradiction(statement)) == "vacuous"
    escape: Json = ["implies", ["implies", ["<", "0", "y"], ["<", "x", "-1"]], FALSE]
    statement = sequent(["implies", ["all", "y", "real", escape], FALSE])
    data = data_for(statement, at(y="1"))
    assert ended(statement, proof("s", statement), *data).given == (f"`s`: {court.ESCAPE}",)


def test_what_else_is_said_of_a_choice_belongs_to_its_premises() -> None:
    """There is y, below -1 - t^2 for all t, with: for all z with 0 <= z <= y, z < -1."""
    low: Json = ["all", "t", "real", ["<=", "y", ["-", "-1", ["^", "t", 2]]]]
    empty: Json = ["implies", ["and", ["<=", "0", "z"], ["<=", "z", "y"]], ["<", "z", "-1"]]
    statement = sequent(["some", "y", "real", ["and", low, ["all", "z", "real", empty]]], names="")
    found = [chain["given"] for chain in chains(statement)]
    assert [low, ["<=", "0", "z"], ["<=", "z", "y"]] in found


def test_the_first_refutation_that_is_none_hides_no_other() -> None:
    hollow: Json = ["all", "u", "real", ["implies", ["and", ["<", "u", "0"], ["<", "0", "u"]],
                    ["<", "u", "x"]]]  # fmt: skip
    statement = sequent(["and", ["implies", hollow, FALSE], ["<", "x", "0"]])
    offers = []
    for part in (0, 1):
        data = {**at(x="1"), "part": part}
        shown = certified(negation(statement, data))
        offers.append({"kind": "refutation", "of": "s", **data, "certificate": shown})
    chain = chains(court.denied(negation(statement, offers[0])))[0]
    empty = {"kind": "contradiction", "of": "s", "chain": 0, "certificate": certified(chain)}
    assert word(statement, offers[0], empty) == "open"
    assert word(statement, *offers, empty) == "refuted"


def test_of_two_refutations_that_which_rests_on_less_counts() -> None:
    """((for all u: u^3 = 2 => u^2 > 0) => 1 < 0) and x < 0; no exact data meet u^3 = 2."""
    premise: Json = ["=", ["^", "u", 3], "2"]
    found: Json = ["all", "u", "real", ["implies", premise, ["<", "0", ["^", "u", 2]]]]
    statement = sequent(["and", ["implies", found, FALSE], ["<", "x", "0"]])
    offers = []
    for part in (0, 1):
        data = {**at(x="1"), "part": part}
        shown = certified(negation(statement, data))
        offers.append({"kind": "refutation", "of": "s", **data, "certificate": shown})
    assert ended(statement, offers[0]).given == (f"`s`: {court.UNMET}",)
    for both in (offers, offers[::-1]):
        decision = ended(statement, *both)
        assert (decision.verdict, decision.given) == ("refuted", ())


def test_what_is_denied_is_not_assumed() -> None:
    """No x is below 0 and above it: said as ``x < 0 => (0 < x => 1 < 0)``."""
    denies = sequent(["implies", EMPTY[0], ["implies", EMPTY[1], FALSE]])
    for statement in (denies, sequent(["implies", ["and", *EMPTY], FALSE])):
        assert [chain["given"] for chain in chains(statement)] == [[EMPTY[0]]]
        assert word(statement, proof("s", statement), *data_for(statement, at(x="-1"))) == "proved"
    alone = sequent(["implies", ["<", ["*", "x", "x"], "0"], FALSE])
    assert chains(alone) == []


def test_a_conclusion_that_is_denied_hides_no_contradiction() -> None:
    """x < 0 and 0 < x imply x < -1, said as ``x < 0 => (0 < x => (-1 <= x => 1 < 0))``."""
    last: Json = ["implies", ["<=", "-1", "x"], FALSE]
    statement = sequent(["implies", EMPTY[0], ["implies", EMPTY[1], last]])
    assert word(statement, proof("s", statement), contradiction(statement)) == "vacuous"


def test_chains_are_the_largest_sets() -> None:
    first, second, third = (["<", str(i), "x"] for i in range(3))
    positive: Json = ["<", "0", "x"]
    statement = sequent(["and", ["implies", second, positive],
                         ["implies", ["and", second, third], positive]], [first])  # fmt: skip
    assert [chain["given"] for chain in chains(statement)] == [[first, second, third]]


def test_a_name_bound_twice_becomes_two_variables() -> None:
    each: Json = ["all", "u", "real", ["implies", ["<", "0", "u"], ["<", "0", ["*", "2", "u"]]]]
    statement = sequent(["implies", each, each], names="")
    (chain,) = chains(statement)
    assert list(chain["vars"]) == ["u_"]
    assert chain["given"] == [each, ["<", "0", "u_"]]
    (shown,) = data_for(statement, at(u_="1"))
    assert ended(statement, proof("s", statement), shown).given == (f"`s`: {court.ITSELF}",)


def bound(kind: str, *parts: Json) -> Json:
    return [kind, "u", "real", ["and", *parts]]


LOW: Json = ["<=", "u", "1"]
BESIDE: Json = ["<=", "u", ["+", ["*", "u", "u"], "1"]]
APART: list[Json] = [["<", "u", "x"], ["<", "x", "u"]]


@pytest.mark.parametrize(
    ("show", "parts"),
    [
        (LOW, [LOW]),
        (["and", LOW, BESIDE], [LOW, BESIDE]),
        (["and", LOW, ["and", BESIDE]], [LOW, ["and", BESIDE], BESIDE]),
        (["and", LOW, LOW], [LOW, LOW]),
        (["and"], []),
        (
            bound("all", LOW, BESIDE),
            [bound("all", LOW, BESIDE), *(["all", "u", "real", p] for p in (LOW, BESIDE))],
        ),
        (
            ["implies", ["and", LOW, BESIDE], ["and", *APART]],
            [
                ["implies", ["and", LOW, BESIDE], ["and", *APART]],
                *(["implies", ["and", LOW, BESIDE], part] for part in APART),
            ],
        ),
        (
            bound("some", LOW, ["and", *APART]),
            [
                bound("some", LOW, ["and", *APART]),
                ["some", "u", "real", LOW],
                bound("some", LOW, APART[0]),
                bound("some", LOW, *APART),
            ],
        ),
    ],
)
def test_what_may_fail_of_a_conclusion(show: Json, parts: list[Json]) -> None:
    assert court.refutable(show) == parts


def test_a_part_inside_of_a_conclusion_is_refuted() -> None:
    """u <= 1 and u <= u^2 + 1 for all u; u < x and x < u and u <= 1 for some u."""
    everywhere = sequent(bound("all", LOW, BESIDE))
    somewhere = sequent(bound("some", *APART, LOW))
    for statement, part in ((everywhere, 1), (somewhere, 2)):
        data = {**at(x="0"), "part": part}
        denied = court.denied(negation(statement, data))
        found = certificate(Attempt("s", "", statement, Witness({"x": "0"}), part=part), ["2"])
        assert found is not None
        offer = {"kind": "refutation", "of": "s", **data, "certificate": found.decode()}
        met = data_for(denied, at(u="-1")) if chains(denied) else []
        decision = ended(statement, offer, *met)
        assert (decision.verdict, decision.given) == ("refuted", ())
        for other in (0, 1, 2, 3, 4, 9, "1", None):
            if other != part:
                assert word(statement, {**offer, "part": other}) == "open"


def test_a_refutation_by_premises_that_nothing_meets_refutes_nothing() -> None:
    """(for all x: x < 0, 0 < x => T) => 1 < 0."""
    hollow: Json = ["all", "x", "real", ["implies", ["and", *EMPTY], ["<", "x", "-1"]]]
    statement = sequent(["implies", hollow, FALSE], names="")
    shown = {"kind": "refutation", "of": "s", **at()}
    shown["certificate"] = certified(negation(statement, shown))
    unshown = ended(statement, shown)
    assert (unshown.verdict, bool(unshown.given)) == ("refuted", True)
    chain = chains(court.denied(negation(statement, shown)))[0]
    empty = {"kind": "contradiction", "of": "s", "chain": 0, "certificate": certified(chain)}
    assert word(statement, shown, empty) == "open"


# --- what is read, assumed, only supported -------------------------------------------------------


def test_what_is_not_read_is_said() -> None:
    shown = [proof("s", POSITIVE), *data_for(POSITIVE, at(x="2"))]
    assert word(POSITIVE, *shown, readings=[["s", ["given", 0]]]) == "open"
    decision = ended(POSITIVE, *shown, readings=[["s", ["show"]]])
    assert decision.verdict == "conditional"
    assert decision.given == (f"`s`: {court.UNREAD} (given 0)",)
    sides = [["s", ["given", 0]], ["s", ["show", 1]]]
    assert word(POSITIVE, *shown, readings=sides) == "open", "half of the conclusion"
    assert word(POSITIVE, *shown, readings=[*sides, ["s", ["show", 2]]]) == "proved"
    assert word(POSITIVE, *shown, readings=[["other", ["show"]], ["s", ["given", 0]]]) == "open"
    for path in (["show", 9], ["show", 1, 0], [], ["vars"], ["given"]):
        assert word(POSITIVE, *shown, readings=[["s", path], ["s", ["given", 0]]]) != "proved"


def test_a_refuted_statement_is_read_too() -> None:
    data = at(x="1")
    shown = {
        "kind": "refutation",
        "of": "s",
        **data,
        "certificate": certified(negation(BELOW, data)),
    }
    assert word(BELOW, shown, readings=[]) == "open"
    assert word(BELOW, shown, readings=[["s", ["show"]]]) == "refuted"


def test_a_refuted_statement_that_is_not_read_hides_no_other() -> None:
    other, data = sequent(["<", "x", "1"]), at(x="1")
    offers = [
        {"kind": "refutation", "of": name, **data, "certificate": certified(negation(s, data))}
        for name, s in (("s", BELOW), ("t", other))
    ]
    asked = claim(statements={"s": BELOW, "t": other}, readings=[["t", ["show"]]])
    decision = decide(asked, offers)
    assert (decision.verdict, decision.refuted_by) == ("refuted", "t")
    assert decide(asked, offers[:1]).verdict == "open"


def test_what_is_assumed_is_in_the_word() -> None:
    decision = ended(SQUARE, proof("s", SQUARE), assumes=["a theorem"])
    assert (decision.verdict, decision.given) == ("conditional", ("a theorem",))
    data = at(x="1")
    shown = {
        "kind": "refutation",
        "of": "s",
        **data,
        "certificate": certified(negation(BELOW, data)),
    }
    decision = ended(BELOW, shown, assumes=["a theorem"])
    assert (decision.verdict, decision.given) == ("refuted", ("a theorem",))


def test_an_opinion_is_never_a_proof() -> None:
    opinion = {"kind": "opinion", "of": "s"}
    assert word(SQUARE, opinion) == "supported"
    assert word(SQUARE, opinion, proof("s", SQUARE)) == "proved"
    decision = ended(SQUARE, opinion, assumes=["a theorem"])
    assert (decision.verdict, decision.given) == ("supported", ("a theorem",))


def test_nothing_is_proved_of_nothing() -> None:
    assert decide(claim(), []).verdict == "open"
    two = claim(statements={"s": SQUARE, "t": BELOW})
    assert decide(two, [proof("s", SQUARE)]).verdict == "open"


def test_two_statements_of_one_name_are_refused() -> None:
    line = {"id": "l", "statements": {"s": BELOW}, "stands": ""}
    with pytest.raises(Reject, match="two-statements"):
        word(SQUARE, lines=[line])


def test_what_says_nothing_is_vacuous() -> None:
    two: Json = ["and", ["=", "x", "x"], ["implies", ["<", "0", "x"], ["<=", "1", "1"]]]
    for show in (["<=", "0", "0"], ["=", ["app", "f", "x"], ["app", "f", "x"]], ["and"], two):
        statement = sequent(show, f=1)
        assert word(statement, proof("s", statement)) == "vacuous"
    assert word(sequent(["<", "0", "1"]), proof("s", sequent(["<", "0", "1"]))) == "proved"


def test_what_is_assumed_in_full_is_said() -> None:
    conclusion: Json = ["<=", ["app", "f", "x"], "1"]
    everywhere: Json = ["all", "t", "real", ["<=", ["app", "f", "t"], "1"]]
    for statement in (
        sequent(conclusion, [conclusion], f=1),
        sequent(["implies", conclusion, conclusion], f=1),
        sequent(conclusion, [["and", ["<=", "x", "0"], conclusion]], f=1),
        sequent(everywhere, [everywhere], f=1),
        sequent(
            ["implies", ["<=", "x", "0"], conclusion],
            [["implies", ["<=", "x", "0"], conclusion]],
            f=1,
        ),
        sequent(["and", conclusion, ["<=", "x", "0"]], [["<=", "x", "0"], conclusion], f=1),
    ):
        data = [{"values": {"x": "0"}, "functions": {"f": [["a"], "0"]}}]
        decision = ended(statement, proof("s", statement), *data_for(statement, *data))
        assert (decision.verdict, decision.given) == ("conditional", (f"`s`: {court.ITSELF}",))


# --- lines and controls --------------------------------------------------------------------------


def test_lines_hold_fail_or_have_gaps() -> None:
    data = at(x="1")
    against = {
        "kind": "refutation",
        "of": "b",
        **data,
        "certificate": certified(negation(BELOW, data)),
    }
    offers = [proof("s", SQUARE), proof("a", TRIVIAL), against]

    def printed(*lines: Json) -> tuple[str, str]:
        decision = ended(SQUARE, *offers, lines=list(lines))
        return decision.printed_proof, decision.first_failing

    good = {"id": "l.a", "statements": {"a": TRIVIAL}, "stands": ""}
    bad = {"id": "l.b", "statements": {"b": BELOW}, "stands": ""}
    open_ = {"id": "l.c", "statements": {"c": BELOW}, "stands": ""}
    assert printed() == ("none", "")
    assert printed(good) == ("checked", "")
    assert printed(open_, bad) == ("broken", "l.b")
    assert printed(good, open_) == ("gap", "l.c")
    assert printed({**bad, "stands": "a"}, good) == ("gap", "l.b")
    assert printed({**bad, "stands": "nobody"}) == ("broken", "l.b")
    assert printed({"id": "l.e", "statements": {}, "stands": ""}) == ("gap", "l.e")


def test_a_line_that_fails_does_not_hide_behind_its_namesake() -> None:
    lines = [{"id": "l", "statements": {name: s}, "stands": ""}
             for name, s in (("b", BELOW), ("a", TRIVIAL))]  # fmt: skip
    with pytest.raises(Reject, match="two-lines"):
        word(SQUARE, proof("a", TRIVIAL), lines=lines)


def test_a_control_is_about_a_statement_of_the_claim() -> None:
    assert altered({**POSITIVE, "given": []}, [SQUARE, POSITIVE]) == "hypothesis dropped"
    sharper = {**POSITIVE, "show": ["<", "1", ["*", "x", "x"]]}
    assert altered(sharper, [POSITIVE]) == "conclusion changed"
    moved = {**POSITIVE, "given": [["<", "-1", "x"]]}
    assert altered(moved, [POSITIVE]) == "hypothesis changed"
    assert altered(BELOW, [POSITIVE]) == ""
    assert altered(POSITIVE, [POSITIVE]) == ""


def test_that_a_term_has_a_value_says_something() -> None:
    statement = sequent(["=", ["/", "1", "x"], ["/", "1", "x"]], [["<", "0", "x"]])
    assert word(statement, proof("s", statement), *data_for(statement, at(x="1"))) == "proved"


@pytest.mark.parametrize("slip", ["[f", "f" * 38 + "gg", "g"])
def test_a_function_that_is_not_declared_is_a_slip(slip: str) -> None:
    names = {"f": 1, "f" * 38: 1}
    assert (
        decide(claim(typings=[sequent(["<", ["app", slip, "x"], "0"], **names)]), []).verdict
        == "open"
    )
    wrong = sequent(["<", ["app", "f", "x", "x"], "0"], **names)
    assert decide(claim(typings=[wrong]), []).verdict == "ill-formed"


@pytest.mark.parametrize("slip", [["abs", "x", "x"], ["+", "x"], ["pi", "0"], ["app"]])
def test_an_operation_with_other_arguments_is_a_slip(slip: Json) -> None:
    """Whoever wrote the sequent down forgot a bracket; of the printed statement it says nothing."""
    assert decide(claim(typings=[sequent(["<", slip, "0"])]), []).verdict == "open"
