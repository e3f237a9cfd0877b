"""ReLU pieces for verifiers: the files are read here by a parser of their own.

What the properties say is checked on the networks in the ONNX files: exactly at many points, by an
SMT solver over the reals for a small one, and by onnxruntime where it is there.
"""

from __future__ import annotations

import random
import re
from fractions import Fraction as F
from itertools import product
from typing import Any

import pytest

from constructions.interop.arrays import UNIT_ROUNDOFF
from constructions.interop.transformer_files import arrays, exactly
from constructions.interop.vnnlib import benchmark, decimal
from constructions.sumformer import parse_semi_invariant, rewrite
from constructions.transformer import TransformerNet, construct
from tests.sampling import by_turns, some_of

onnx = pytest.importorskip("onnx", reason="onnx is an optional extra")

CASES: dict[str, tuple[str, int, int, F, dict[str, Any]]] = {
    "transformer": ("x1*x2", 2, 1, F(1, 5), {}),
    "linformer": ("x1*(x2+x3)**2 - x1/3", 3, 1, F(1, 10), {"k": 2}),
    "performer": ("x1c1*x2c2; x2c1**2", 2, 2, F(1, 3), {"omega": [F(1, 2)]}),
}
#: what the pieces approximate, written out: of x, and of x and the sums of the others
WANTED: dict[str, tuple[Any, Any]] = {
    "transformer": (lambda x: [x], lambda x, p: [x * p]),
    "linformer": (lambda x: [x], lambda x, p: [x * p**2 - x / 3]),
}


def built(kind: str) -> TransformerNet:
    g, n, d, eps, options = CASES[kind]
    return construct(kind, rewrite(parse_semi_invariant(g, n, d)), eps, g=g, **options)


def files(kind: str, dtype: str = "float32") -> dict[str, bytes]:
    net = built(kind)
    written = net.replaced(exactly(arrays(net, dtype)))
    return benchmark(net, written, "net", dtype, F(UNIT_ROUNDOFF[dtype]))


# --- a parser ------------------------------------------------------------------------------------


def expressions(text: str) -> list[Any]:
    """S-expressions; a comment runs to the end of its line."""
    tokens = re.findall(r"[()]|[^\s()]+", re.sub(r";.*", "", text))
    stack: list[list[Any]] = [[]]
    for token in tokens:
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token)
    assert len(stack) == 1, "parentheses match"
    return stack[0]


def number(text: str) -> F:
    assert re.fullmatch(r"-?\d+\.\d+", text), "the one form that both languages have"
    return F(text)


def place(name: str) -> tuple[str, int]:
    found = re.fullmatch(r"([XY])(?:_(\d+)|\[0,(\d+)\])", name)
    assert found
    return found[1], int(found[2] or found[3])


def parsed(text: str) -> tuple[list[list[F]], list[tuple[str, int, F]], tuple[int, int]]:
    """(box, the disjuncts (relation, output, number), (inputs, outputs))."""
    lower, upper, sides, sizes = {}, {}, [], [0, 0]
    for item in expressions(text):
        head, body = item[0], item[1:]
        if head == "vnnlib-version":
            assert body == ["<2.0>"]
        elif head == "declare-const":
            kind, index = place(body[0])
            assert body[1] == "Real"
            assert index == sizes[kind == "Y"]
            sizes[kind == "Y"] += 1
        elif head == "declare-network":
            (word, X, dtype, shape), (other, Y, same, out) = body[1:]
            assert (word, X, other, Y) == ("declare-input", "X", "declare-output", "Y")
            assert dtype == same
            sizes = [int(s.removeprefix("[1,").removesuffix("]")) for s in (shape, out)]
        else:
            assert head == "assert"
            (relation, *terms) = body[0]
            if relation == "or":
                for side in terms:
                    relation, name, bound = side[1] if side[0] == "and" else side
                    sides.append((relation, place(name)[1], number(bound)))
            else:
                kind, index = place(terms[0])
                assert kind == "X"
                (upper if relation == "<=" else lower)[index] = number(terms[1])
    assert sorted(lower) == sorted(upper) == list(range(sizes[0]))
    box = [[lower[i], upper[i]] for i in range(sizes[0])]
    return box, sides, (sizes[0], sizes[1])


def weights(data: bytes) -> dict[str, list[list[F]]]:
    model = onnx.load_from_string(data)
    assert [node.op_type for node in model.graph.node] == ["MatMul", "Add", "Relu", "MatMul", "Add"]
    found = {t.name: onnx.numpy_helper.to_array(t) for t in model.graph.initializer}
    return {name: [[F(float(q)) for q in row] for row in a] for name, a in found.items()}


def value(W: dict[str, list[list[F]]], z: list[F]) -> list[F]:
    hidden = [
        max(sum((a * b for a, b in zip(z, column, strict=True)), bias), F(0))
        for column, bias in zip(zip(*W["W1"], strict=True), W["b1"][0], strict=True)
    ]
    return [
        sum((a * b for a, b in zip(hidden, column, strict=True)), bias)
        for column, bias in zip(zip(*W["W2"], strict=True), W["b2"][0], strict=True)
    ]


def holds(sides: list[tuple[str, int, F]], Y: list[F]) -> bool:
    return any(Y[o] <= q if relation == "<=" else Y[o] >= q for relation, o, q in sides)


def points(box: list[list[F]]) -> list[list[F]]:
    rng = random.Random(3)
    inside = [[lo + (hi - lo) * F(rng.randrange(33), 32) for lo, hi in box] for _ in range(25)]
    return [list(corner) for corner in product(*box)] + inside


# --- the files -----------------------------------------------------------------------------------


@by_turns(2)
@pytest.mark.parametrize("kind", CASES)
def test_the_lists_name_all_files(kind: str) -> None:
    made = files(kind)
    listed = set()
    for name, version in (("net.csv", "1.0"), ("net-2.0.csv", "2.0")):
        for row in made[name].decode().splitlines():
            network, item, seconds = row.split(",")
            assert item.startswith(f"vnnlib/{version}/net_")
            assert int(seconds) > 0
            piece = network.removesuffix(".onnx").removeprefix("onnx/")
            assert item.removeprefix(f"vnnlib/{version}/").startswith(piece)
            listed |= {network, item}
    assert listed | {"net.csv", "net-2.0.csv"} == set(made)


@by_turns(2)
@pytest.mark.parametrize("kind", CASES)
def test_both_languages_say_the_same(kind: str) -> None:
    made = files(kind)
    first = [name for name in made if "/1.0/" in name]
    assert len(first) > 10
    for name in first:
        one, two = (made[place].decode() for place in (name, name.replace("/1.0/", "/2.0/")))
        assert parsed(one) == parsed(two)
        assert "float32" in two


@by_turns(2)
@some_of(2)
@pytest.mark.parametrize("kind", CASES)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_the_answers_are_those_expected(kind: str, dtype: str) -> None:
    """No point is a counterexample where none is expected; the given one is, where one is."""
    made = files(kind, dtype)
    narrow = 0
    for row in made["net.csv"].decode().splitlines():
        network, item, _ = row.split(",")
        W, text = weights(made[network]), made[item].decode()
        box, sides, (inputs, outputs) = parsed(text)
        assert (len(W["W1"]), len(W["W2"][0])) == (inputs, outputs)
        if "; expected: sat" in text:
            given = re.search(r"at (.*)", text)
            assert given
            z = [F(q.split(" = ")[1]) for q in given[1].split(", ")]
            assert all(lo <= q <= hi for q, (lo, hi) in zip(z, box, strict=True))
            assert holds(sides, value(W, z))
            continue
        assert "; expected: unsat" in text
        seen = [value(W, z) for z in points(box)]
        assert not any(holds(sides, Y) for Y in seen)
        (_, o, below), (_, same, above) = sides
        assert o == same
        spread = max(Y[o] for Y in seen) - min(Y[o] for Y in seen)
        narrow += 2 * spread > above - below
    assert narrow > 3, "the bounds are not far from what is reached"


@pytest.mark.parametrize("kind", WANTED)
def test_the_pieces_are_phi_and_psi(kind: str) -> None:
    made, net = files(kind), built(kind)
    for name, f, most, box in (
        ("phi", WANTED[kind][0], net.bound.phi, [[F(0), F(1)]]),
        ("psi", WANTED[kind][1], net.bound.psi, [[F(0), F(1)], [F(0), F(net.n - 1)]]),
    ):
        W = weights(made[f"onnx/net_{name}.onnx"])
        for z in points(box):
            for a, b, e in zip(value(W, z), f(*z), most, strict=True):
                assert abs(a - b) <= e + F(1, 10**5)


def test_a_solver_agrees() -> None:
    """z3 over the reals, with the weights of the file: unsat, and sat where that is expected."""
    z3 = pytest.importorskip("z3")
    made = files("transformer")
    answers = []
    for row in made["net.csv"].decode().splitlines():
        network, item, _ = row.split(",")
        W, text = weights(made[network]), made[item].decode()
        box, sides, _ = parsed(text)

        def real(q: F) -> Any:
            return z3.RealVal(f"{q.numerator}/{q.denominator}")

        X = [z3.Real(f"X_{i}") for i in range(len(box))]
        solver = z3.Solver()
        for x, (lo, hi) in zip(X, box, strict=True):
            solver.add(x >= real(lo), x <= real(hi))
        hidden = []
        for column, bias in zip(zip(*W["W1"], strict=True), W["b1"][0], strict=True):
            t = sum((real(w) * x for w, x in zip(column, X, strict=True)), real(bias))
            hidden.append(z3.If(t > 0, t, real(F(0))))
        Y = [
            sum((real(w) * h for w, h in zip(column, hidden, strict=True)), real(bias))
            for column, bias in zip(zip(*W["W2"], strict=True), W["b2"][0], strict=True)
        ]
        solver.add(z3.Or([Y[o] <= real(q) if r == "<=" else Y[o] >= real(q) for r, o, q in sides]))
        answer = str(solver.check())
        assert f"; expected: {answer}\n" in text
        answers.append(answer)
    assert {"sat", "unsat"} == set(answers)


def test_onnxruntime_reads_the_pieces() -> None:
    runtime = pytest.importorskip("onnxruntime", reason="has no wheel for every platform")
    np = pytest.importorskip("numpy")
    made = files("linformer")
    for row in made["net.csv"].decode().splitlines():
        network, item, _ = row.split(",")
        box, sides, _ = parsed(made[item].decode())
        session = runtime.InferenceSession(made[network], providers=["CPUExecutionProvider"])
        unsat = b"; expected: unsat" in made[item]
        for z in points(box)[:6] if unsat else []:
            X = np.array([[float(q) for q in z]], dtype="float32")
            (Y,) = session.run(None, {"X": X})
            assert not holds(sides, [F(float(q)) for q in Y[0]])


def test_pieces_of_numbers_near_0() -> None:
    """g = x/10^40 is a denormal number of single precision: products are off by 2^-150."""
    runtime = pytest.importorskip("onnxruntime", reason="has no wheel for every platform")
    np = pytest.importorskip("numpy")
    g = parse_semi_invariant("x1/10**40", 1, 1)
    net = construct("transformer", rewrite(g), F(1, 10**44))
    written = net.replaced(exactly(arrays(net, "float32")))
    made = benchmark(net, written, "net", "float32", F(1, 2**24))
    seen = 0
    for row in made["net.csv"].decode().splitlines():
        network, item, _ = row.split(",")
        box, sides, _ = parsed(made[item].decode())
        session = runtime.InferenceSession(made[network], providers=["CPUExecutionProvider"])
        if "_psi" not in network or b"; expected: unsat" not in made[item]:
            continue
        (lo, hi), steps = box[0], 500
        for step in range(steps + 1):
            z = [lo + (hi - lo) * F(step, steps), *(low for low, _ in box[1:])]
            X = np.array([[float(q) for q in z]], dtype="float32")
            if lo <= F(float(X[0, 0])) <= hi:
                (Y,) = session.run(None, {"X": X})
                assert not holds(sides, [F(float(q)) for q in Y[0]])
                seen += 1
    assert seen > 1000


@pytest.mark.parametrize(
    ("q", "places", "away", "text"),
    [
        (F(1, 3), 4, -1, "0.3332"),
        (F(1, 3), 4, 1, "0.3335"),
        (F(-1, 3), 4, -1, "-0.3335"),
        (F(1, 4), 20, 0, "0.25"),
        (F(0), 20, 0, "0.0"),
        (F(0), 2, 1, "0.01"),
        (F(0), 2, -1, "-0.01"),
        (F(-7), 0, -1, "-8.0"),
        (F(10**20), 3, 0, "100000000000000000000.0"),
    ],
)
def test_decimals(q: F, places: int, away: int, text: str) -> None:
    assert decimal(q, places, away) == text
    assert (F(text) - q) * away > 0 if away else F(text) == q


def test_a_number_with_more_digits_is_no_decimal() -> None:
    with pytest.raises(ValueError, match="more than 3 digits"):
        decimal(F(1, 3), 3)
