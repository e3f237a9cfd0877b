"""The second checker: it agrees with the kernel, and it can say no."""

from __future__ import annotations

import ast
import copy
import json
import random
import sys
import time
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import mpmath
import pytest

from proofs import replay
from proofs.kernel import check as kernel_check
from proofs.replay import check

Json = Any
ROOT = Path(__file__).parents[2]
SHIPPED = sorted((ROOT / "proofs" / "certificates").glob("*.json"))
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
SAMPLE = ["<=", ["abs", ["-", ["app", "f", "1/2"], "0"]], "0"]
NEAR = ["<=", ["abs", ["-", "0", ["app", "f", "x"]]], "1/2"]
SUM = ["sum", "k", "1", "n", "k"]
GAUSS = ["=", ["*", "2", ["sum", "k", "1", "m", "k"]], ["*", "m", ["+", "m", "1"]]]
ROOT_OF_X = ["<=", "0", ["sqrt", "x"]]


def sample_cover(near: Json, sample: Json = ("1/2", "0", "0")) -> Json:
    return node(
        "lipschitz-cover",
        on="x",
        cuts=["0", "1"],
        bits=0,
        rule=0,
        samples=[list(sample)],
        near=near,
    )


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
        ["all", "u", "real", TRUE], node("intro", evaluate(), as_="k0")), "reserved-name"),
    ("a witness", certificate(
        ["some", "u", "int", ["<", "1", "u"]], node("some", evaluate(), is_="2")), "accept"),
    ("a witness of the wrong sort", certificate(
        ["some", "u", "int", ["<", "1", "u"]], node("some", evaluate(), is_="3/2")),
     "not-an-integer"),
    ("a witness that is not defined", certificate(
        ["some", "u", "real", TRUE], node("some", evaluate(), is_=["/", "1", "x"]), x="real"),
     "maybe-undefined"),
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
    ("elementary functions need bits", certificate(
        ["<=", ["exp", "x"], "3"], node("cover", on="x", cuts=["0", "1"], bits=0), UNIT,
        x="real"), "needs-precision"),
    ("an exponential", certificate(
        ["<=", ["exp", "x"], "28/10"], node("cover", on="x", cuts=["0", "1"], bits=32), UNIT,
        x="real"), "accept"),
    ("samples of a Lipschitz function", certificate(
        NEAR, sample_cover([[0], [0], [0]]), [*UNIT, LIPSCHITZ, SAMPLE], x="real"), "accept"),
    ("a sample that is not known", certificate(
        NEAR, sample_cover([[0], [0], [0]], ("1/2", "1/8", "0")), [*UNIT, LIPSCHITZ, SAMPLE],
        x="real"), "sample-not-known"),
    ("a box without a sample", certificate(
        NEAR, sample_cover([[0], [], [0]]), [*UNIT, LIPSCHITZ, SAMPLE], x="real"),
     "needs-samples-for-each-box"),
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


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_certificates_are_accepted(path: Path) -> None:
    assert check(path.read_bytes()).accepted


# Mutants.

ALIKE = (
    ("+", "-", "*", "/", "max", "min"),
    ("<=", "<", "=", "!="),
    ("abs", "sign", "floor", "sqrt", "exp", "sin"),
    ("all", "some"),
    ("real", "int"),
    ("leaf", "zero"),
    ("unfold", "empty"),
)


def places(data: Json, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    for key in data if isinstance(data, dict) else range(len(data)) if type(data) is list else ():
        yield from places(data[key], (*path, key))


def at(data: Json, path: tuple[Any, ...]) -> Json:
    for key in path:
        data = data[key]
    return data


def mutant(draw: random.Random, data: Json) -> Json:
    """One place changed: a number, a name, an index, an operation, or a part moved about."""
    data = copy.deepcopy(data)
    paths = list(places(data))[1:]
    path = draw.choice(paths)
    old = at(data, path)
    others = [at(data, p) for p in draw.sample(paths, min(60, len(paths)))]
    like = [copy.deepcopy(other) for other in others if type(other) is type(old)] or [None]
    new: Json = draw.choice(like)
    if isinstance(old, int):
        new = draw.choice([old + 1, old - 1, 0, -old, str(old)])
    elif isinstance(old, str) and old.lstrip("-")[:1].isdigit():
        new = draw.choice(["0", "1", "-1", "2", old + "1", "-" + old, str(Fraction(old) / 2)])
    elif isinstance(old, str) and any(old in group for group in ALIKE):
        new = draw.choice(next(group for group in ALIKE if old in group))
    elif isinstance(old, list) and old and draw.random() < 0.7:
        i, j = draw.randrange(len(old)), draw.randrange(len(old))
        kept = [*old[:i], *old[i + 1 :]]
        new = draw.choice([kept, [*old, old[i]], [*kept[:j], old[i], *kept[j:]]])
    at(data, path[:-1])[path[-1]] = new
    return data


def test_mutants_get_the_same_answer_from_both() -> None:
    draw, count, accepted, refused = random.Random(20), 1_600, 0, 0
    small = [json.loads(p.read_bytes()) for p in SHIPPED if p.stat().st_size < 6_000]
    for i in range(count):
        text = json.dumps(mutant(draw, small[i % len(small)]))
        first, second = kernel_check(text), check(text)
        assert second.code != "internal"
        if first.accepted or first.code != "not-shown":  # enclosures here are sharper
            assert first.accepted == second.accepted, text
        accepted += first.accepted
        refused += not second.accepted
    assert accepted > count / 20
    assert refused > count / 2


def test_a_proof_of_another_statement() -> None:
    small = [json.loads(p.read_bytes()) for p in SHIPPED if p.stat().st_size < 1_100]
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


UNARY = ("abs", "sign", "floor", "sqrt", "exp", "log", "sin", "cos", "tan", "tanh", "atan")


def expression(draw: random.Random, depth: int) -> Json:
    if depth == 0:
        return draw.choice(["x", "x", "x", "1", "-1", "1/3", "2"])
    op = draw.choice([*UNARY, "+", "-", "*", "/", "max", "min", "^", "sum"])
    first = expression(draw, depth - 1)
    if op == "^":
        return [op, first, draw.randrange(5)]
    if op == "sum":
        return [op, "j", "0", "2", ["*", "j", first]]
    return [op, first] if op in UNARY else [op, first, expression(draw, depth - 1)]


def measured(term: Json, x: Any, j: Any = 0) -> Any:
    if isinstance(term, str):
        q = Fraction(1) if term in "xj" else Fraction(term)
        return x if term == "x" else j if term == "j" else mpmath.mpf(q.numerator) / q.denominator
    op, *args = term
    if op == "sum":
        return mpmath.fsum(measured(args[3], x, k) for k in range(3))
    a = measured(args[0], x, j)
    if op == "^":
        return a ** args[1]
    if op in UNARY:
        return abs(a) if op == "abs" else getattr(mpmath, op)(a)
    b = measured(args[1], x, j)
    pick = {"+": a + b, "-": a - b, "*": a * b, "max": max(a, b), "min": min(a, b)}
    return a / b if op == "/" else pick[op]


def test_what_the_kernel_encloses_is_enclosed_and_is_true() -> None:
    draw, agreed, refused = random.Random(3), 0, 0
    for _ in range(260):
        term, bits = expression(draw, draw.randrange(1, 3)), draw.choice([0, 8, 48])
        bound = draw.choice(["1/2", "1", "2", "3"])
        proof = node("cover", on="x", cuts=["0", "1/3", "1"], bits=bits)
        text = json.dumps(json.loads(certificate(["<=", term, bound], proof, UNIT, x="real")))
        result = check(text)
        if kernel_check(text).accepted:
            assert result.accepted, text
        if not result.accepted:
            refused += 1
            continue
        agreed += 1
        top = mpmath.mpf(Fraction(bound).numerator) / Fraction(bound).denominator
        for i in range(33):
            assert measured(term, mpmath.mpf(i) / 32) <= top + mpmath.mpf(10) ** -12, text
    assert agreed > 60
    assert refused > 60


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


@pytest.mark.parametrize("name", HEAVY)
def test_work_is_limited(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "MAX_WORK", 2_000_000)
    text, expected = HEAVY[name]
    start = time.process_time()
    assert answer(check(text)) == expected
    assert time.process_time() - start < 10


def test_check_with_second_needs_both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from click.testing import CliRunner

    from verify.cli import cli

    path = tmp_path / "good.json"
    path.write_text(certificate(TRUE, evaluate()))
    assert CliRunner().invoke(cli, ["check", "--second", str(path)]).exit_code == 0
    monkeypatch.setattr(replay, "check", lambda data: replay.Result("reject", "identity-fails"))
    assert CliRunner().invoke(cli, ["check", str(path)]).exit_code == 0
    refused = CliRunner().invoke(cli, ["check", "--second", str(path)])
    assert refused.exit_code == 1
    assert "identity-fails: the second checker disagrees" in refused.output
