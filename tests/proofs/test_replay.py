"""The second checker: it agrees with the kernel, and it can say no."""

from __future__ import annotations

import ast
import json
import os
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

import mpmath
import pytest

from proofs import replay
from proofs.kernel import check as kernel_check
from proofs.kernel.check import RULES, open_statement
from proofs.kernel.context import Context
from proofs.kernel.errors import METER, Reject
from proofs.replay import check
from tests import kept_files
from tests.campaigns.boxes import OfSecond, box, first
from tests.campaigns.mutants import damaged
from tests.campaigns.pool import pool
from tests.campaigns.truths import World, random_term
from tests.sampling import draw, share, some_of, whole

Json = Any
ROOT = Path(__file__).parents[2]
SHIPPED = kept_files.names()
TRUE: Json = ["<=", "0", "1"]


def node(by: str, *then: Json, **parameters: Json) -> Json:
    return {"by": by, **{k.rstrip("_"): v for k, v in parameters.items()}, "then": list(then)}


def leaf(*terms: Json, mult: Json = ()) -> Json:
    return node("leaf", terms=list(terms), mult=list(mult))


def evaluate(bits: int = 0) -> Json:
    return node("evaluate", bits=bits)


def certificate(show: Json, proof: Json, given: Json = (), **names: str) -> str:
    functions = {"f": 1, "g": 2}
    statement = {"vars": names, "functions": functions, "given": list(given), "show": show}
    return json.dumps({"statement": statement, "proof": proof})


UNIT = [["<=", "0", "x"], ["<=", "x", "1"]]
LIPSCHITZ = ["lipschitz", "f", "1", "0", "1"]
SUM = ["sum", "k", "1", "n", "k"]
GAUSS = ["=", ["*", "2", ["sum", "k", "1", "m", "k"]], ["*", "m", ["+", "m", "1"]]]
ROOT_OF_X = ["<=", "0", ["sqrt", "x"]]


def induction(claim: Json) -> Json:
    step = node(
        "unfold",
        leaf(["1", [0], []], ["1", [2], []]),
        node("zero", lit=4, terms=[["1", [], []]], mult=[[1, "-1"], [3, "-2"]]),
        on=["sum", "k", "1", ["+", "m", "1"], "k"],
    )
    base = node(
        "empty",
        leaf(["1", [0], []], ["1", [], []]),
        node("zero", lit=2, terms=[["1", [], []]], mult=[[1, "-2"]]),
        on=["sum", "k", "1", "0", "k"],
    )
    return node("induct", base, step, evaluate(), on="m", from_="0", claim=claim)


def nested(depth: int) -> Json:
    return ["-", nested(depth - 1)] if depth else "1"


# A sentence, a certificate, and "accept" or the reason why not.
ROWS: list[tuple[str, str, str]] = [
    ("squares are not negative", certificate(
        ["<=", "0", ["^", "x", 2]], leaf(["1", [0], []], ["1", [], ["x"]]), x="real"), "accept"),
    ("a square alone is not strict", certificate(
        ["<=", ["^", "x", 2], "0"], leaf(["1", [], ["x"]]), x="real"), "nothing-strict"),
    ("the identity must hold", certificate(
        ["<=", "0", "x"], leaf(["1", [0], []]), x="real"), "identity-fails"),
    ("a negative coefficient", certificate(
        ["<=", "0", "x"], leaf(["-1", [0], []]), x="real"), "coefficient-not-positive"),
    ("a fact that is not there", certificate(
        TRUE, leaf(["1", [1], []])), "no-such-literal"),
    ("an equality may be multiplied", certificate(
        ["<=", "x", "1"], leaf(["1", [1], []], mult=[[0, "1"]]), [["=", "x", "1"]], x="real"),
     "accept"),
    ("an inequality may not", certificate(
        ["<=", "x", "1"], leaf(["1", [1], []], mult=[[0, "1"]]), [["<=", "x", "1"]], x="real"),
     "wrong-relation"),
    ("a polynomial identity", certificate(
        ["=", ["^", ["+", "x", "1"], 2], ["+", ["^", "x", 2], ["*", "2", "x"], "1"]],
        node("zero", lit=0, terms=[["1", [], []]], mult=[]), x="real"), "accept"),
    ("not a polynomial identity", certificate(
        ["=", ["^", ["+", "x", "1"], 2], ["+", ["^", "x", 2], ["*", "2", "x"], "2"]],
        node("zero", lit=0, terms=[["1", [], []]], mult=[]), x="real"), "identity-fails"),
    ("a factor with one positive term", certificate(
        ["=", "x", "0"],
        node("zero", lit=1, terms=[["1", [], []], ["1", [], ["x"]]], mult=[[0, "-1"]]),
        [["=", ["+", "x", ["^", "x", 3]], "0"]], x="real"), "accept"),
    ("a factor that may vanish", certificate(
        ["=", "x", "0"], node("zero", lit=0, terms=[["1", [], ["x"]]], mult=[]), x="real"),
     "nothing-strict"),
    ("a large number is not 0", certificate(
        ["=", "1" + "0" * 1200, "0"], node("zero", lit=0, terms=[["1", [], []]], mult=[])),
     "identity-fails"),
    ("a number is at least 0 or at most -1", certificate(
        ["<=", "i", "0"],
        node("split", leaf(["1", [1], []], ["1", [0], []]),
             leaf(["1", [1], []], ["1", [2], []]), on=["-", "i", "1"]),
        [["<", "i", "1"]], i="int"), "accept"),
    ("a real number may lie between", certificate(
        ["<=", "i", "0"],
        node("split", leaf(["1", [1], []], ["1", [0], []]),
             leaf(["1", [1], []], ["1", [2], []]), on=["-", "i", "1"]),
        [["<=", "i", "1"]], i="real"), "identity-fails"),
    ("the cases of an absolute value", certificate(
        ["<=", "x", ["abs", "x"]],
        node("case", leaf(["1", [6], []], mult=[[5, "-1"]]),
             leaf(["2", [4], []], ["1", [6], []], mult=[[5, "-1"]]), on=["abs", "x"]), x="real"),
     "accept"),
    ("a sum has no cases", certificate(
        TRUE, node("case", evaluate(), evaluate(), on=["+", "x", "1"]), x="real"), "no-cases"),
    ("a lemma", certificate(TRUE, node("have", evaluate(), evaluate(), show=["<", "0", "1"])),
     "accept"),
    ("a false lemma", certificate(TRUE, node("have", evaluate(), evaluate(), show=["<", "1", "0"])),
     "not-shown"),
    ("both parts", certificate(["and", TRUE, TRUE], node("both", evaluate(), evaluate())),
     "accept"),
    ("a part is missing", certificate(["and", TRUE, TRUE], node("both", evaluate())),
     "wrong-number-of-children"),
    ("an equality from two sides", certificate(
        ["=", "1", "1"], node("both", evaluate(), evaluate())), "accept"),
    ("an implication", certificate(
        ["all", "u", "real", ["implies", ["<", "1", "u"], ["<", "0", "u"]]],
        node("intro", node("intro", leaf(["1", [0], []], ["1", [1], []], ["1", [], []]), as_=""),
             as_="v")), "accept"),
    ("a name that is taken", certificate(
        ["all", "u", "real", TRUE], node("intro", evaluate(), as_="x"), x="real"), "name-taken"),
    ("a name for bound variables", certificate(
        ["all", "u", "real", TRUE], node("intro", evaluate(), as_="k0")), "bad-name"),
    ("a witness", certificate(
        ["some", "u", "int", ["<", "1", "u"]], node("some", evaluate(), is_="2")), "accept"),
    ("a witness of the wrong sort", certificate(
        ["some", "u", "int", ["<", "1", "u"]], node("some", evaluate(), is_="3/2")),
     "not-an-integer"),
    ("a witness that is not defined", certificate(
        ["some", "u", "real", TRUE], node("some", evaluate(), is_=["/", "1", "x"]), x="real"),
     "maybe-undefined"),
    ("an existential hypothesis", certificate(
        ["some", "v", "real", ["<", "0", ["app", "f", "v"]]],
        node("obtain", node("some", leaf(["1", [0], []], ["1", [1], []]), is_="w"),
             rule=0, as_="w"),
        [["some", "u", "real", ["<", "0", ["app", "f", "u"]]]]), "accept"),
    ("a universal hypothesis gives no name", certificate(
        TRUE, node("obtain", evaluate(), rule=0, as_="w"), [["all", "u", "real", TRUE]]),
     "nothing-to-obtain"),
    ("what is obtained has a new name", certificate(
        TRUE, node("obtain", evaluate(), rule=0, as_="x"), [["some", "u", "real", TRUE]],
        x="real"), "name-taken"),
    ("an exponential is positive", certificate(
        ["<", "0", ["exp", "x"]], leaf(["1", [0], []], ["1", [1], []]), x="real"), "accept"),
    ("an exponential is above its tangent", certificate(
        ["<=", "1", ["exp", "0"]],
        node("axiom", node("use", leaf(["1", [1], []], ["1", [2], []]), rule=0, at=["0"]),
             name="exp-line")), "accept"),
    ("a sine is at most one", certificate(
        ["<=", ["sin", "x"], "1"], leaf(["1", [0], []], ["1", [2], []]), x="real"), "accept"),
    ("an arc tangent is not", certificate(
        ["<=", ["atan", "x"], "1"], leaf(["1", [0], []]), x="real"), "identity-fails"),
    ("numbers have least upper bounds", certificate(
        ["some", "u", "real", ["<=", "1", "u"]],
        node("supremum", node(
            "use",
            node("both", node("some", evaluate(), is_="1"),
                 node("some", node("intro", node("intro", leaf(["1", [0], []], ["1", [1], []]),
                                                 as_=""), as_="q"), is_="1")),
            node("obtain", node("use", evaluate(), node("some", leaf(
                ["1", [0], []], ["1", [1], []]), is_="p"), rule=2, at=["1"]), rule=1, as_="p"),
            rule=0, at=[]), on="w", as_="s", other="t", claim=["<=", "w", "1"])), "accept"),
    ("a claim on its own least bound", certificate(
        TRUE, node("supremum", evaluate(), on="w", as_="s", other="t", claim=["<", "w", "s"])),
     "unknown-name"),
    ("no such fact", certificate(TRUE, node("axiom", evaluate(), name="exp-cos")),
     "no-such-axiom"),
    ("a rule at a point", certificate(
        ["<", "0", ["app", "f", "2"]],
        node("use", leaf(["1", [0], []], ["1", [1], []]), rule=0, at=["2"]),
        [["all", "u", "real", ["<", "0", ["app", "f", "u"]]]]), "accept"),
    ("a rule at another point", certificate(
        ["<", "0", ["app", "f", "2"]],
        node("use", leaf(["1", [0], []], ["1", [1], []]), rule=0, at=["3"]),
        [["all", "u", "real", ["<", "0", ["app", "f", "u"]]]]), "identity-fails"),
    ("no such rule", certificate(TRUE, node("use", evaluate(), rule=0, at=[])), "no-such-rule"),
    ("a Lipschitz bound", certificate(
        ["<=", ["abs", ["-", ["app", "f", "0"], ["app", "f", "1"]]], ["abs", ["-", "0", "1"]]],
        node("use", node("both", *[evaluate()] * 4), leaf(["1", [8], []], ["1", [9], []]),
             rule=0, at=["0", "1"]), [LIPSCHITZ]), "accept"),
    ("a Lipschitz bound outside the domain", certificate(
        TRUE, node("use", node("both", *[evaluate()] * 4), evaluate(), rule=0, at=["0", "2"]),
        [LIPSCHITZ]), "not-shown"),
    ("one value at equal points", certificate(
        ["=", ["app", "f", "x"], ["app", "f", "1"]],
        node("same", node("both", node("zero", lit=1, terms=[["1", [], []]], mult=[[0, "-1"]])),
             node("zero", lit=2, terms=[["1", [], []]], mult=[[1, "-1"]]),
             first=["app", "f", "x"], second=["app", "f", "1"]), [["=", "x", "1"]], x="real"),
     "accept"),
    ("different functions", certificate(
        TRUE, node("same", evaluate(), evaluate(), first=["app", "f", "1"],
                   second=["app", "g", "1", "1"])), "not-the-same-function"),
    ("a root is defined", certificate(
        ROOT_OF_X, node("define", leaf(["1", [0], []], ["1", [1], []]),
                        leaf(["1", [2], []], ["1", [4], []]), term=["sqrt", "x"]),
        [["<=", "0", "x"]], x="real"), "accept"),
    ("a root is not", certificate(ROOT_OF_X, leaf(["1", [0], []]), x="real"), "maybe-undefined"),
    ("a goal divides by zero", certificate(
        ["=", ["/", "1", "0"], ["/", "1", "0"]],
        node("zero", lit=0, terms=[["1", [], []]], mult=[])), "division-by-zero"),
    ("nothing to define", certificate(
        TRUE, node("define", evaluate(), evaluate(), term="1")), "nothing-to-define"),
    ("two values", certificate(
        ["<=", ["*", "i", "i"], "i"],
        node("finite", *[leaf(["1", [3], []], mult=[[2, m]]) for m in
                         (["-", "i", "1"], "i")], on="i", from_=0, to=1),
        [["<=", "0", "i"], ["<=", "i", "1"]], i="int"), "accept"),
    ("a range that is not known", certificate(
        TRUE, node("finite", evaluate(), evaluate(), on="i", from_=0, to=1),
        [["<=", "0", "i"], ["<=", "i", "2"]], i="int"), "range-not-known"),
    ("the sum of the first integers", certificate(TRUE, induction(GAUSS)), "accept"),
    ("another sum", certificate(TRUE, induction(["=", GAUSS[1], ["*", "m", ["+", "m", "2"]]])),
     "identity-fails"),
    ("only sums unfold", certificate(TRUE, node("unfold", evaluate(), evaluate(), on="1")),
     "not-a-sum"),
    ("a sum to a real number", certificate(
        TRUE, node("empty", evaluate(), evaluate(), on=SUM), n="real"), "not-an-integer"),
    ("a sum that is not empty", certificate(
        TRUE, node("empty", evaluate(), evaluate(), on=["sum", "k", "1", "2", "k"])), "not-shown"),
    ("a cover", certificate(
        ["<=", ["*", "x", ["-", "1", "x"]], "3/8"],
        node("cover", on="x", cuts=["0", "1/4", "1/2", "3/4", "1"], bits=0), UNIT, x="real"),
     "accept"),
    ("a bound that fails in a cell", certificate(
        ["<=", ["*", "x", ["-", "1", "x"]], "1/5"],
        node("cover", on="x", cuts=["0", "1/4", "1/2", "3/4", "1"], bits=0), UNIT, x="real"),
     "not-shown"),
    ("a cover of too little", certificate(
        TRUE, node("cover", on="x", cuts=["0", "1/2"], bits=0), UNIT, x="real"),
     "domain-not-covered"),
    ("a jump at a cut", certificate(
        ["<=", ["abs", ["-", ["sign", "x"], "1"]], "1"],
        node("cover", on="x", cuts=["0", "1"], bits=0), UNIT, x="real"), "accept"),
    ("a jump is seen at the cut", certificate(
        ["<=", ["abs", ["-", ["sign", "x"], "1"]], "1/2"],
        node("cover", on="x", cuts=["0", "1"], bits=0), UNIT, x="real"), "not-shown"),
    ("some bits of an exponential without rounding", certificate(
        ["<=", ["exp", "x"], "3"], node("cover", on="x", cuts=["0", "1"], bits=0), UNIT,
        x="real"), "accept"),
    ("without rounding there are only some bits", certificate(
        ["<", ["pi"], "31415927/10000000"], evaluate()), "not-shown"),
    ("an exponential", certificate(
        ["<=", ["exp", "x"], "28/10"], node("cover", on="x", cuts=["0", "1"], bits=32), UNIT,
        x="real"), "accept"),
    ("a sum to an exact root", certificate(
        ["=", ["sum", "k", "1", ["sqrt", "4"], "k"], "3"], evaluate()), "accept"),
    ("a sum to a root that is not exact", certificate(
        ["<", ["sum", "k", "1", ["sqrt", "5"], "k"], "4"], evaluate(64)), "not-an-integer"),
    ("a tangent", certificate(["<", ["tan", "1"], "2"], evaluate(64)),
     "decline:unknown-operation"),
    ("a degree of 65", certificate(
        ["=", ["*", ["^", "x", 64], "x"], "0"], leaf(["1", [], []]), x="real"), "decline:degree"),
    ("a degree of 65 that cancels", certificate(
        ["=", ["*", ["^", ["-", "x", "x"], 64], "x"], "0"],
        node("zero", lit=0, terms=[["1", [], []]], mult=[]), x="real"), "accept"),
    ("values", certificate(["<", ["pi"], "22/7"], evaluate(32)), "accept"),
    ("a value missed", certificate(["<", ["pi"], "223/71"], evaluate(32)), "not-shown"),
    ("a variable has no value", certificate(["<=", "x", "x"], evaluate(), x="real"),
     "free-variable"),
    ("an unknown rule", certificate(TRUE, node("magic")), "decline:unknown-rule"),
    ("a rule with a parameter too many", certificate(TRUE, node("evaluate", bits=0, hint=1)),
     "bad-node"),
    ("not JSON", "{", "not-json"),
    ("a key twice", '{"proof": 1, "proof": 2}', "duplicate-key"),
    ("a float", '{"proof": 0.5}', "float"),
    ("deep JSON", "[" * 100_000, "decline:resources"),
    ("a deep term", certificate(["<=", nested(200), "0"], evaluate()), "decline:too-deep"),
]  # fmt: skip


def answer(result: Any) -> str:
    if result.outcome == "accept":
        return "accept"
    return ("decline:" if result.outcome == "decline" else "") + result.code


@pytest.mark.parametrize(
    ("text", "expected"), [r[1:] for r in ROWS], ids=[r[0].replace(" ", "-") for r in ROWS]
)
def test_each_rule_by_hand(text: str, expected: str) -> None:
    assert answer(check(text)) == expected
    assert answer(kernel_check(text)) == expected


def test_the_rows_use_every_rule() -> None:
    accepted = " ".join(text for _, text, expected in ROWS if expected == "accept")
    refused = " ".join(text for _, text, expected in ROWS if expected != "accept")
    for rule in replay.RULES:
        assert f'"by": "{rule}"' in accepted
        assert f'"by": "{rule}"' in refused


def test_shipped_certificates_are_accepted() -> None:
    for name in share(SHIPPED, 60):
        assert check(kept_files.certificate(name)).accepted, name


ARENA = sorted((ROOT / "tests" / "arena").glob("*/*.json"))
TABLES = ("check", "cover", "induction", "logic", "positivity", "terms")


@some_of(76)
@pytest.mark.parametrize("path", ARENA, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_arena(path: Path) -> None:
    assert check(path.read_bytes()).accepted == (path.parent.name == "accept")


@some_of(1)
@pytest.mark.parametrize("table", TABLES)
def test_the_rows_of_the_kernel(table: str) -> None:
    for sentence, data, expected in import_module(f"test_{table}").ROWS:
        result = check(data if isinstance(data, (str, bytes)) else json.dumps(data))
        assert answer(result) == expected, sentence


# In step with the kernel: at every node the same facts, atoms, rules and goals.


def of_kernel(t: Any, bound: tuple[str, ...] = ()) -> Any:
    """A term or formula of the kernel, with its bound variables by position."""
    if isinstance(t, Fraction):
        return ("number", t.numerator, t.denominator)
    if isinstance(t, str):
        return ("bound", bound[::-1].index(t)) if t in bound else ("name", t)
    if isinstance(t, int):
        return t
    op, *args = t
    if op in ("all", "some"):
        return (op, args[1], of_kernel(args[2], (*bound, args[0])))
    if op == "sum":
        low, high = (of_kernel(a, bound) for a in args[1:3])
        return (op, int(args[0][1:]), low, high, of_kernel(args[3], (*bound, args[0])))
    kept = 1 if op in ("app", "lipschitz") else 0
    return (op, *args[:kept], *(of_kernel(a, bound) for a in args[kept:]))


def of_second(t: Any) -> Any:
    return (t.op, *map(of_second, t.args)) if isinstance(t, replay.Node) else t


def polynomial(session: replay.Session, value: replay.Value) -> dict[Any, Fraction]:
    terms, d = session.expand(value)
    return {tuple(sorted(Counter(m).items())): Fraction(c, d) for m, c in terms.items()}


def compare(one: Context, two: replay.Sequent) -> None:
    assert one.sorts == two.sorts
    assert list(one.atoms.values()) == [value.how[1] for value in two.atoms.values()]
    facts = [(polynomial(two.s, fact.value), fact.rel) for fact in two.facts]
    assert [(literal.poly, literal.rel) for literal in one.literals] == facts
    assert [of_kernel(rule) for rule in one.rules] == [of_second(rule) for rule in two.rules]
    assert of_kernel(one.goal) == of_second(two.goal)


def attempt(call: Callable[[], Any]) -> tuple[Any, str]:
    try:
        return call(), ""
    except Reject as refusal:
        return None, refusal.code
    except replay.Stop as stop:
        return None, stop.result.code


def in_step(text: str, seen: Counter[str]) -> None:
    """Both checkers through one certificate, node by node."""
    data, session = json.loads(text), replay.Session(text.encode())
    METER.left, session.left = METER.UNLIMITED, METER.UNLIMITED
    one, code = attempt(lambda: open_statement(data["statement"]))
    two, other = attempt(lambda: replay._opened(session, data["statement"]))
    assert code == other, text
    todo = [] if code else [(one, two, data["proof"])]
    while todo:
        one, two, step = todo.pop()
        compare(one, two)
        if not isinstance(step, dict) or step.get("by") not in list(RULES):
            continue
        by = step["by"]
        if set(step) != {"by", "then", *RULES[by][0].split()}:
            continue
        first, code = attempt(lambda r=RULES[by][1], c=one, s=step: r(c, s))
        second, other = attempt(lambda r=replay.RULES[by][0], c=two, s=step: r(c, s))
        assert code == other, text
        seen[f"{by} {code}"] += 1
        if not code:
            assert len(first) == len(second)
            then = step["then"] if isinstance(step["then"], list) else []
            todo += zip(first, second, [*then, *[None] * len(first)], strict=False)


def test_in_step_on_certificates() -> None:
    seen: Counter[str] = Counter()
    for text in pool():
        in_step(text, seen)
    assert set(seen) == {f"{rule} " for rule in RULES}


def test_in_step_on_mutants() -> None:
    rng, seen = random.Random(20), Counter[str]()
    for _ in range(600 if whole() else 200):
        in_step(json.dumps(damaged(rng)[1]), seen)
    refused = {kind for kind in seen if not kind.endswith(" ")}
    assert len(refused) > 20
    assert sum(seen[kind] for kind in refused) > 60


def test_mutants_get_the_same_answer_from_both() -> None:
    rng, counts = random.Random(21), Counter[str]()
    trials = 600 if whole() else 200
    for _ in range(trials):
        text = json.dumps(damaged(rng)[1])
        one, two = kernel_check(text), check(text)
        assert (one.outcome, one.code) == (two.outcome, two.code), text
        counts[one.outcome] += 1
    assert counts["accept"] > trials // 40
    assert counts["reject"] > trials // 2


def test_a_proof_of_another_statement() -> None:
    small = [kept_files.loaded(name) for name in kept_files.names(size=1_100)]
    small = small[:24] if whole() else draw(small, 8, "of another statement")
    refused = 0
    for one in small:
        for other in small:
            text = json.dumps({"statement": one["statement"], "proof": other["proof"]})
            assert check(text).accepted == kernel_check(text).accepted
            refused += not check(text).accepted
    assert refused > len(small)


# Enclosures.

POINTS = [Fraction(n, d) for n in (1, 2, 3, 7, 22, 355, 999) for d in (1, 3, 7, 64, 10**9)]
FUNCTIONS = {
    "exp": (mpmath.exp, replay.exp_bounds),
    "log": (mpmath.log, replay.log_bounds),
    "atan": (mpmath.atan, replay.atan_bounds),
    "tanh": (mpmath.tanh, replay.tanh_bounds),
    "sin": (mpmath.sin, lambda s, q, w: replay.sine_cosine(s, q, w)[0]),
    "cos": (mpmath.cos, lambda s, q, w: replay.sine_cosine(s, q, w)[1]),
}


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("bits", [8, 70, 300])
def test_elementary_functions_are_enclosed_within_three_units(name: str, bits: int) -> None:
    true, bounds = FUNCTIONS[name]
    session = replay.Session(b"")
    with mpmath.workprec(bits + 2_000):
        for q in [*POINTS, *(-q for q in POINTS if name != "log")]:
            low, high = bounds(session, (q.numerator, q.denominator), bits)
            exact = true(mpmath.mpf(q.numerator) / q.denominator) * 2**bits
            assert low <= exact <= high
            assert high - low <= 3


def test_the_two_constants() -> None:
    session = replay.Session(b"")
    for w in (10, 100, 1_000):
        with mpmath.workprec(w + 100):
            for (low, high), true in (
                (replay.pi(session, w), mpmath.pi),
                (replay.log2(session, w), mpmath.ln2),
            ):
                assert low <= true * mpmath.mpf(2) ** w <= high <= low + 2


ELEMENTARY = {"exp", "log", "sin", "cos", "tanh", "atan", "pi"}


def words(term: Any) -> set[str]:
    if isinstance(term, list):
        return set().union(*map(words, term))
    return {term} if isinstance(term, str) else set()


def test_terms_are_enclosed_as_the_format_says() -> None:
    """As by the kernel: the same ends, but for the last places of elementary functions."""
    world, second, counts = World(4), OfSecond(), Counter[str]()
    METER.left = METER.UNLIMITED
    for _ in range(1_200):
        low, high, at = box(world)
        term, bits = random_term(world, at[0], 3), world.rng.choice([0, 1, 2, 3, 8, 48, 64])
        one, code = attempt(lambda t=term, a=low, b=high, n=bits: first(t, a, b, n))
        two, other = attempt(lambda t=term, a=low, b=high, n=bits: second(t, a, b, n))
        assert code == other, (term, low, high, bits)
        if code:
            counts["refused"] += 1
        elif not words(term) & ELEMENTARY:
            assert one == two, (term, low, high, bits)
            counts["algebraic"] += 1
        elif bits:
            counts["elementary, the same" if one == two else "elementary, other last places"] += 1
    assert counts["refused"] > 40
    assert counts["algebraic"] > 200
    assert counts["elementary, the same"] > 3 * counts["elementary, other last places"]


# The facts it takes from the specification.


def test_the_axioms_are_those_of_the_specification() -> None:
    text = (ROOT / "docs" / "certificate.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([a-z-]+)` \| `(\[\"all\".*)` \|$", text, re.MULTILINE)
    stated = {}
    for name, (variables, body) in replay.AXIOMS.items():
        for variable in reversed(variables.split()):
            body = ["all", variable, "real", body]
        stated[name] = body
    assert {name: json.loads(formula) for name, formula in rows} == stated


# What the file may and may not contain.


def test_it_stands_alone() -> None:
    source = Path(replay.__file__).read_text()
    for item in ast.walk(ast.parse(source)):
        if isinstance(item, ast.Import):
            assert all(alias.name in sys.stdlib_module_names for alias in item.names)
        if isinstance(item, ast.ImportFrom):
            assert item.level == 0
            assert item.module in sys.stdlib_module_names | {"collections.abc"}
        assert not isinstance(item, ast.Assert)
        assert not (isinstance(item, ast.Constant) and isinstance(item.value, float))
        assert not (isinstance(item, ast.BinOp) and isinstance(item.op, ast.Div)) or _of_paths(item)
        if isinstance(item, ast.Name):
            assert item.id not in ("eval", "exec", "compile", "float", "Fraction", "__import__")


def _of_paths(item: ast.BinOp) -> bool:
    return any(isinstance(part, ast.Constant) for part in (item.left, item.right))


@pytest.mark.parametrize("data", [b"", b"\xff", b"[]", b"null", "\ud800", '{"a": 1}', "1" * 5_000])
def test_it_never_raises(data: bytes | str) -> None:
    assert check(data).outcome == "reject"


def test_primes_are_prime_and_depend_on_the_certificate() -> None:
    sessions = [replay.Session(text) for text in (b"a", b"b")]
    primes = {p for session in sessions for p in session.primes}
    assert len(primes) == 4
    for p in primes:
        assert p.bit_length() == 126
        assert pow(3, p - 1, p) == 1
    assert not replay._passes(561, 2)


def test_a_multiple_of_the_primes_of_another_certificate_is_not_zero() -> None:
    p, q = replay.Session(b"another").primes
    text = certificate(["=", str(p * q), "0"], node("zero", lit=0, terms=[["1", [], []]], mult=[]))
    assert answer(check(text)) == "identity-fails"


def test_from_a_shell(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(certificate(TRUE, evaluate()))
    bad.write_text(certificate(["<", "1", "0"], evaluate()))
    assert replay.main([str(good)]) == 0
    assert replay.main([str(good), str(bad)]) == 1
    assert replay.main([str(tmp_path / "none.json")]) == 2
    assert "not-shown" in capsys.readouterr().out


def test_from_a_shell_with_odd_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name in ("pipe", "."):
        assert replay.main([str(tmp_path / name)]) == 2
        assert "is not a regular file" in capsys.readouterr().err
    (tmp_path / "a\naccept  good.json").write_text("{")
    assert replay.main([str(tmp_path / "a\naccept  good.json")]) == 1
    out = capsys.readouterr().out
    assert (out.count("\n"), out.startswith("reject ")) == (1, True)
    assert r"a\naccept  good.json" in out


HEAVY = {
    "numbers with equal hashes": (
        certificate(
            ["<=", ["+", *[str(i * (2**61 - 1) + 5) for i in range(20_000)]], "0"], evaluate()
        ),
        "not-shown",
    ),
    "monomials with equal hashes": (
        certificate(
            ["<=", ["abs", ["^", ["+", *[f"v{i}" for i in range(0, 1_900, 61)]], 6]], "0"],
            leaf(["1", [0], []]),
            **{f"v{i}": "real" for i in range(1_900)},
        ),
        "decline:too-many-monomials",
    ),
    "a constant too large to write": (
        certificate(
            ["=", ["^", ["^", ["^", ["^", ["^", ["^", "7", 64], 64], 64], 64], 64], 64], "0"],
            node("zero", lit=0, terms=[["1", [], []]], mult=[]),
        ),
        "decline:number-size",
    ),
    "logarithms": (
        certificate(["<=", ["+", *[["log", str(i)] for i in range(2, 900)]], "0"], evaluate(1024)),
        "decline:too-much-work",
    ),
}


@some_of(1)
@pytest.mark.parametrize("name", HEAVY)
def test_work_is_limited(name: str) -> None:
    text, expected = HEAVY[name]
    start = time.process_time()
    assert answer(check(text)) == expected
    assert time.process_time() - start < 10


def test_check_with_second_needs_both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from click.testing import CliRunner

    from verify.commands.group import cli

    path = tmp_path / "good.json"
    path.write_text(certificate(TRUE, evaluate()))
    assert CliRunner().invoke(cli, ["check", "--second", str(path)]).exit_code == 0
    monkeypatch.setattr(replay, "check", lambda data: replay.Result("reject", "identity-fails"))
    assert CliRunner().invoke(cli, ["check", str(path)]).exit_code == 0
    refused = CliRunner().invoke(cli, ["check", "--second", str(path)])
    assert refused.exit_code == 1
    assert "identity-fails: the second checker disagrees" in refused.output
