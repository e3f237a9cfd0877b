"""Work is counted where it is done: no certificate takes long, whatever it asks for."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from fractions import Fraction as F
from functools import partial

import pytest
from kernelkit import FALSE, TRUE, Json, certificate, evaluate, leaf, node, verdict

from proofs.kernel import check
from proofs.kernel import intervals as I
from proofs.kernel import poly as P
from proofs.kernel.check import check_data
from proofs.kernel.context import Context, Key, freeze
from proofs.kernel.cover import Box, enclose
from proofs.kernel.errors import METER, Decline, Reject, spend, weigh
from proofs.kernel.terms import digest, read_term, substitute
from tests.sampling import some_of

GOOD = certificate(TRUE, evaluate())
LONG = "9" * 1200


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
    return ["sum", f"i{depth}", "1", "4900", sums(depth - 1)] if depth else "1"


def unit(show: Json, cuts: int, bits: int) -> Json:
    at = [f"{i}/{cuts}" for i in range(cuts + 1)]
    given = [["<=", "0", "x"], ["<=", "x", "1"]]
    return certificate(show, node("cover", on="x", cuts=at, bits=bits), given, {"x": "real"}, {})


def colliding(count: int) -> list[str]:
    """Numbers that have equal hashes."""
    return [str(i * (2**61 - 1) + 5) for i in range(count)]


def atoms(make: Callable[[str], Json]) -> Callable[[], Json]:
    """So many atoms whose numbers have equal hashes: each is as cheap as the first."""
    return lambda: certificate(
        ["<=", ["+", *map(make, colliding(3_000))], "0"], leaf(["1", [0], []])
    )


LETTERS = dict.fromkeys("abcdefgh", "real")
Bomb = tuple[str, Callable[[], Json], str]  # built when its turn comes: some are large
BOMBS: list[Bomb] = [
    ("twenty thousand nodes", lambda: parts(19_999), "accept"),
    ("a power of a power of a power", lambda: certificate(["<=", powers(5), "0"], evaluate()),
     "decline:number-size"),
    ("a large number that is not shown",
     lambda: certificate(["<=", ["^", LONG, 10], "0"], evaluate()), "not-shown"),
    ("a large number missed by a cover",
     lambda: unit(["<=", ["*", LONG, "x"], "0"], 1, 0), "not-shown"),
    ("a sum of sums of sums", lambda: certificate(["<=", sums(3), "0"], evaluate()),
     "decline:too-much-work"),
    ("a sum that is too long", lambda: certificate(
        ["<=", ["sum", "j", "1", "5001", "1"], "0"], evaluate()), "decline:range-too-long"),
    ("a cover of a hundred thousand boxes",
     lambda: unit(["<=", ["sin", ["exp", "x"]], "2"], 99_999, 1024),
     "decline:too-much-work"),
    ("products of many variables",
     lambda: certificate(TRUE, leaf(*[["1", [], [["^", ["+", *LETTERS], 5]]]] * 99), names=LETTERS),
     "decline:too-much-work"),
    ("powers of many variables",
     lambda: certificate(TRUE, leaf(["1", [], [["^", ["+", *LETTERS], 9]]]), names=LETTERS),
     "decline:too-much-work"),
    ("a degree of sixty-five",
     lambda: certificate(TRUE, leaf(["1", [], [["^", ["+", "a", "b"], 33]]]), names=LETTERS),
     "decline:degree"),
    ("a large term at many places",
     lambda: certificate(TRUE, node("use", evaluate(), rule=0, at=[["+", *["x"] * 30_000]]),
                 [["all", "u", "real", ["<=", ["+", *["u"] * 30_000], "0"]]]),
     "decline:too-much-work"),
    ("five thousand cases of many variables",
     lambda: certificate(TRUE, node("finite", *[evaluate()] * 4_999, on="n", from_=0, to=4_998),
                 [["<=", "0", "n"], ["<=", "n", "4998"]],
                 {"n": "int", **{f"v{i}": "real" for i in range(1_900)}}),
     "decline:too-much-work"),
    ("many variables",
     lambda: certificate(TRUE, evaluate(), names={f"v{i}": "real" for i in range(9_999)}),
     "accept"),
    ("many hypotheses", lambda: certificate(TRUE, evaluate(), [TRUE] * 2_001), "accept"),
    ("many hypotheses at many nodes", lambda: certificate(TRUE, lemmas(200), [TRUE] * 2_001),
     "decline:too-much-work"),
    ("exponentials of equal hash", atoms(lambda c: ["exp", c]), "identity-fails"),
    ("values of equal hash", atoms(lambda c: ["app", "g", "x", c]), "identity-fails"),
    ("maxima of equal hash", atoms(lambda c: ["max", "x", c]), "nothing-strict"),
    ("sums of equal hash", atoms(lambda c: ["sum", "k", "0", "n", ["+", "k", c]]),
     "identity-fails"),
    ("limits of equal hash", atoms(lambda c: ["sum", "k", c, "n", "k"]), "identity-fails"),
    ("many binders below one another",
     lambda: certificate(["<=", ["sum", "j0", "0", "0", "1"], "0"], leaf(["1", [0], []]),
                 names={f"v{i}": "real" for i in range(1_900)}), "identity-fails"),
    ("exponentials of long fractions",
     lambda: certificate(["<=", ["+", *[["exp", f"{10**1200 + i}/{10**1198 + 7}"]
                                       for i in range(3_000)]], "0"], evaluate(1024)),
     "decline:too-much-work"),
]  # fmt: skip


@some_of(6)
@pytest.mark.parametrize(
    ("build", "expected"), [row[1:] for row in BOMBS], ids=[row[0] for row in BOMBS]
)
def test_no_certificate_takes_long(
    build: Callable[[], Json], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # the limit itself is lowered: what is tested is that the work is counted where it is done
    monkeypatch.setitem(check.__globals__, "MAX_WORK", 1_000_000)
    start = time.process_time()
    assert verdict(build()) == expected
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


def granted(work: int, job: Callable[[], object]) -> str:
    """What becomes of a job that is granted so many units."""
    METER.left = work
    try:
        job()
    except Decline as error:
        return error.code
    finally:
        METER.left = METER.UNLIMITED
    return ""


def cost(job: Callable[[], object]) -> int:
    METER.left = 10**9
    try:
        job()
        return 10**9 - METER.left
    finally:
        METER.left = METER.UNLIMITED


def test_all_that_is_granted_may_be_used() -> None:
    assert granted(5, lambda: spend(5)) == ""
    assert granted(5, lambda: spend(6)) == "too-much-work"
    assert granted(0, lambda: spend(0)) == ""


def test_the_body_of_a_sum_is_paid_for_while_it_is_read() -> None:
    """A term that was put into itself has more parts than there is room for."""
    body: Json = ("sqrt", F(2))
    for _ in range(60):
        body = ("+", body, body)
    key = Key(("sum", "#0", (), (), body))
    assert granted(10_000, partial(hash, key)) == "too-much-work"


def test_long_numbers_cost_more_than_their_length() -> None:
    sizes = (100, 8_000, 512_000)
    short, longer, long = (cost(lambda b=bits: weigh(F(1 << b), 1 << 20)) for bits in sizes)
    assert short == 0  # it is counted with the polynomial or the term that it is a part of
    assert 8_000 // 100 < longer
    assert 512_000 // 8_000 * longer < long < 512_000


@pytest.mark.parametrize(
    ("bits", "units"),
    # bits / 16 + (bits / 1,024)^2, rounded down
    [(1, 0), (255, 0), (256, 16), (512, 32), (1_023, 63), (1_024, 64 + 1), (7_936, 496 + 60),
     (8_192, 512 + 64), (65_536, 4_096 + 4_096)],
)  # fmt: skip
def test_what_a_long_number_costs(bits: int, units: int) -> None:
    """Less than its square, as Python multiplies; above and below the line alike."""
    long = 1 << (bits - 1)
    for number in (F(long), F(1, long), F(-long), F(-1, long), F(-long, 3), F(3, -long)):
        assert cost(lambda q=number: weigh(q, 1 << 20)) == units


def test_every_byte_grants_a_hundred_units() -> None:
    square = ["1", [], [["^", ["+", *LETTERS], 4]]]
    text = json.dumps(certificate(["<=", "a", "a"], leaf(["1", [0], []], square), names=LETTERS))
    work = cost_of_refusal(text)
    enough = (work - 400_000 + 99) // 100
    longer = [text + " " * (size - len(text)) for size in (enough - 1, enough)]
    assert len(text) < enough - 1
    assert [check(padded).code for padded in longer] == ["too-much-work", "identity-fails"]


X = {"x": "real"}
NAMES = {f"v{i}": "real" for i in range(500)}


def known_atom() -> Context:
    context = Context(NAMES, {}, ("<=", F(0), F(1)))
    context.poly(("exp", ("+", *NAMES)))
    return context


def literals(count: int, terms: int = 1) -> Context:
    """That many hypotheses, of so many monomials each."""
    context = Context(X, {}, ("<=", F(0), F(1)))
    for i in range(count):
        context.add({(("x", e + 1), ("y", i + 1)): F(1) for e in range(terms)}, ">=")
    return context


#: a job and the least it may cost: a unit for each thing it goes through
COSTS: list[tuple[str, Callable[[], Callable[[], object]], int]] = [
    ("reading a term", lambda: lambda: read_term(["+", *["x"] * 1_000], X, {}), 2_000),
    ("reading below a binder",
     lambda: lambda: read_term(["sum", "k", "0", "0", "1"], NAMES, {}), 500),
    ("substitution", lambda: lambda: substitute(("+", *["x"] * 1_000), "x", F(0)), 1_000),
    ("from terms to polynomials",
     lambda: lambda: Context(X, {}, ()).poly(("+", *[F(0)] * 1_000)), 2_000),
    ("a context with literals", lambda: literals(500).child, 1_000),
    ("a context with variables", lambda: Context(NAMES, {}, ()).child, 1_000),
    ("a context with rules", lambda: with_rules(500).child, 1_000),
    # a summand is read, is added, and is some thirty characters of the atom's name
    ("an atom that is there", lambda: partial(known_atom().poly, ("exp", ("+", *NAMES))),
     500 * (2 + 4 + 4)),
    ("the name of an atom",
     lambda: partial(hash, Key(("exp", freeze({((n, 1),): F(1) for n in NAMES})))), 500 * 3),
    ("the body of a sum", lambda: partial(hash, Key(("sum", "#0", (), (), ("+", *NAMES)))),
     500 * 2),
    ("long numbers in the body of a sum", lambda: partial(digest, (F(10**1200),) * 10), 10 * 150),
    ("looking for a literal",
     lambda: partial(literals(300, 5).evident, {(("x", 1),): F(1)}, ">"), 1_500),
    ("products of monomials",
     lambda: lambda: P.multiply({(("x", 1),): F(1)}, {(("x", i + 1), ("y", 1)): F(1) for i in
                                                     range(60)}), 60 * (3 + 2)),
    ("products with a long monomial",
     lambda: lambda: P.multiply({tuple((name, 1) for name in "abcdefgh"): F(1)},
                                {(("x", i + 1),): F(1) for i in range(50)}), 50 * (8 + 1)),
    ("products with a number",
     lambda: lambda: P.multiply({(("x", i + 1),): F(1) for i in range(50)}, {(): F(2)}), 50 * 4),
    ("a number times a product",
     lambda: lambda: P.multiply({(): F(2)}, {(("x", i + 1),): F(1) for i in range(50)}), 50 * 4),
    ("sums of polynomials",
     lambda: lambda: P.add(*[{(("x", 1),): F(1)}] * 500), 500 * 4),
    ("differences of polynomials",
     lambda: lambda: P.minus({}, {(("x", i + 1),): F(1) for i in range(500)}), 500 * 4),
    ("multiples of polynomials",
     lambda: lambda: P.scale({(("x", i + 1),): F(1) for i in range(500)}, 3), 1_000),
    ("enclosing a term",
     lambda: lambda: enclose(("max", *["x"] * 2), Box("x", F(0), F(1), 8)), 3 * 20 + 30),
    # for both ends: fourteen terms until (1/12)^k/k! <= 2^-84
    ("summing a series", lambda: lambda: I.exp(I.point(F(1, 3)), 64), 2 * 14 * 14),
    ("a logarithm without a power of 2", lambda: lambda: I.log(I.point(1), 1024), 2 * 14),
    ("rounding long numbers",
     lambda: lambda: [I.outward(F(1, 3**700), F(1), 8) for _ in range(50)], 50 * 69),
]  # fmt: skip


def with_rules(count: int) -> Context:
    context = Context({}, {}, ("<=", F(0), F(1)))
    for _ in range(count):
        context.assume(("all", "#0", "real", ("<=", "#0", "#0")))
    return context


@pytest.mark.parametrize(("prepare", "least"), [row[1:] for row in COSTS],
                         ids=[row[0] for row in COSTS])  # fmt: skip
def test_work_is_counted(prepare: Callable[[], Callable[[], object]], least: int) -> None:
    assert least <= cost(prepare()) <= 4 * least


def cost_of_refusal(text: str) -> int:
    def job() -> None:
        with pytest.raises(Reject):
            check_data(json.loads(text))

    return cost(job)
