"""The ReLU pieces of a whole transformer for tools that verify networks: ONNX and VNN-LIB.

Attention is beyond most of these tools, one hidden ReLU layer is not.  Both feed-forward layers of
a network are written apart, ``phi~`` of a token and ``psi~`` of (x, p), p = Sigma - phi(x), with
the weights of the network's own file, and beside them properties in VNN-LIB 1.0 and 2.0, as a
benchmark of VNN-COMP has them:

    NAME.csv, NAME-2.0.csv               onnx file, property, seconds
    onnx/NAME_phi.onnx, NAME_psi.onnx    X (1, inputs) to Y (1, outputs)
    vnnlib/1.0/..., vnnlib/2.0/...       the same properties in either language

*A property* is the set of its counterexamples.  On a cell of the box let c +- r enclose the
polynomial P_o (the sum of the coefficients of P_o(centre + H y), |y| <= 1), and let e be the bound
of |psi~_o - P_o| for the written weights and their arithmetic.  No X of the cell has

    Y_o <= c - r - e    or    Y_o >= c + r + e,

so the answer is ``unsat``: by :mod:`constructions.feedforward` and :mod:`constructions.rounding`,
of real numbers and of the type alike.  One property of each piece is ``sat`` instead, at a point
that its comment gives.  All numbers are decimals; bounds are rounded away from the truth.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from constructions.feedforward import FeedForward, Hidden, Polynomial, centred, middle
from constructions.rounding import LEAST, local
from constructions.transformer import TransformerNet, psi_polynomials, short

VERSIONS = ("1.0", "2.0")
SECONDS = 300  #: the time a tool is given for one property
CELLS = 4  #: properties on small cells, for each output
PARTS = 8  #: a small cell is this part of the box in each coordinate
Box = tuple[tuple[Fraction, Fraction], ...]


@dataclass(frozen=True)
class Piece:
    """A feed-forward layer apart: exact and written, what it computes, and its box."""

    name: str
    exact: FeedForward
    written: FeedForward
    polynomials: tuple[Polynomial, ...]
    errors: tuple[Fraction, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    box: Box


@dataclass(frozen=True)
class Property:
    """Counterexamples: X in ``box`` and (Y_o <= ``below`` or Y_o >= ``above``)."""

    name: str
    piece: Piece
    output: int
    box: Box
    below: str
    above: str
    expected: str
    comment: str


def pieces(net: TransformerNet, written: TransformerNet) -> tuple[Piece, Piece]:
    """phi~ in x, and psi~ in (x, p); p_r stands for the column Sigma_r where that of phi_r is 0."""
    d, latent = net.d, net.sumformer.latent
    unit = (Fraction(0), Fraction(1))
    x = list(range(1, 1 + d))
    phi = list(range(1 + d, 1 + d + latent))
    Sigma = [c + latent for c in phi]
    y = list(range(net.D - net.outputs, net.D))
    places: list[tuple[str, list[int], list[int]]] = [("phi", x, phi), ("psi", [*x, *Sigma], y)]
    found = []
    for (name, columns, out), block, rounded in zip(
        places, net.blocks, written.blocks, strict=True
    ):
        features = [{a: Fraction(1)} for a in net.sumformer.degrees]
        found.append(
            Piece(
                name,
                _restricted(block.FC, columns, out),
                _restricted(rounded.FC, columns, out),
                tuple(features if name == "phi" else psi_polynomials(net.sumformer)),
                net.bound.phi if name == "phi" else net.bound.psi,
                tuple(_input(net, c) for c in columns),
                tuple(net.names[c] for c in out),
                (unit,) * d + ((Fraction(0), Fraction(net.n - 1)),) * (len(columns) - d),
            )
        )
    return found[0], found[1]


def _input(net: TransformerNet, c: int) -> str:
    """x, or u = (x - low)/(high - low) on other boxes; p in place of Sigma."""
    name = net.names[c].replace("Sigma", "p")
    return name if (net.low, net.high) == (0, 1) else name.replace("x", "u")


def _restricted(layer: FeedForward, columns: Sequence[int], out: Sequence[int]) -> FeedForward:
    """The layer of these columns, the others being 0, with these outputs."""
    units = tuple(
        Hidden(
            unit.name,
            tuple((columns.index(c), w) for c, w in unit.weights if c in columns),
            unit.bias,
            tuple((out.index(c), w) for c, w in unit.out),
        )
        for unit in layer.units
    )
    return FeedForward(len(columns), len(out), units, tuple(layer.b2[c] for c in out))


# --- properties ----------------------------------------------------------------------------------


def properties(piece: Piece, u: Fraction, least: Fraction) -> list[Property]:
    """On the box and on some cells for each output, all ``unsat``; and one that is ``sat``."""
    found = []
    cells = [("box", piece.box), *((f"cell{k}", _cell(piece.box, k)) for k in range(1, CELLS + 1))]
    for label, box in cells:
        off = local(piece.exact, piece.written, box, {}, u, least=least)
        for o, (P, error) in enumerate(zip(piece.polynomials, piece.errors, strict=True)):
            values = centred(P, *middle(box))
            origin = values.pop((0,) * len(box), Fraction(0))
            radius = sum(map(abs, values.values()), Fraction(0))
            margin = error + off[o]
            places = _places(margin)
            below, above = origin - radius - margin, origin + radius + margin
            found.append(
                Property(
                    f"{piece.name}_{piece.outputs[o]}_{label}", piece, o, box,
                    decimal(below, places, -1), decimal(above, places, 1), "unsat",
                    f"{piece.outputs[o]} is within {short(margin)[1]} of its polynomial",
                )
            )  # fmt: skip
    centre = [(lo + hi) / 2 for lo, hi in piece.box]
    off = local(piece.exact, piece.written, piece.box, {}, u, least=least)
    value = _value(piece.written, centre, 0)
    at = ", ".join(
        f"{name} = {decimal(q, 20)}" for name, q in zip(piece.inputs, centre, strict=True)
    )
    reached = decimal(value - off[0], _places(off[0]), -1)
    lowest = decimal(value - off[0] - 1, 0, -1)
    found.append(
        Property(
            f"{piece.name}_{piece.outputs[0]}_reached", piece, 0, piece.box, lowest, reached,
            "sat", f"at {at}",
        )
    )  # fmt: skip
    return found


def _cell(box: Box, k: int) -> Box:
    """A cell of 1/8 of the box in each coordinate, by rule."""
    found = []
    for i, (lo, hi) in enumerate(box):
        step, j = (hi - lo) / PARTS, (3 * k + 5 * i) % PARTS
        found.append((lo + j * step, lo + (j + 1) * step))
    return tuple(found)


def _value(layer: FeedForward, z: Sequence[Fraction], o: int) -> Fraction:
    total = layer.b2[o]
    for unit in layer.units:
        t = sum((w * z[c] for c, w in unit.weights), unit.bias)
        total += sum((v * t for c, v in unit.out if c == o and t > 0), Fraction(0))
    return total


def _places(margin: Fraction) -> int:
    """Digits behind the point such that the last is at most a hundredth of the margin."""
    places = 6
    while margin and Fraction(1, 10**places) * 100 > margin:
        places += 1
    return places


def decimal(q: Fraction, places: int, away: int = 0) -> str:
    """q as a decimal, strictly below it for ``away`` = -1, strictly above it for 1.

    Raises:
        ValueError: ``away`` is 0, and q has more digits.
    """
    scaled = q * 10**places
    digits = -((-scaled) // 1) + 1 if away > 0 else scaled // 1 - (away < 0)
    if not away and digits != scaled:
        raise ValueError(f"{q} has more than {places} digits behind the point")
    text = str(abs(digits)).rjust(places + 1, "0")
    whole, behind = text[: len(text) - places], text[len(text) - places :].rstrip("0")
    return f"{'-' if digits < 0 else ''}{whole}.{behind or '0'}"


# --- texts ---------------------------------------------------------------------------------------


def text(item: Property, version: str, dtype: str) -> str:
    """The property in VNN-LIB ``version``, for a network of ``dtype``."""
    piece = item.piece
    first = version == "1.0"
    X = [f"X_{i}" if first else f"X[0,{i}]" for i in range(len(piece.inputs))]
    Y = [f"Y_{o}" if first else f"Y[0,{o}]" for o in range(len(piece.outputs))]
    lines = [
        f"; {item.name}: {item.comment}",
        f"; X = ({', '.join(piece.inputs)}), Y = ({', '.join(piece.outputs)})",
        f"; expected: {item.expected}",
    ]
    if first:
        lines += [f"(declare-const {name} Real)" for name in (*X, *Y)]
    else:
        lines += [
            "(vnnlib-version <2.0>)",
            f"(declare-network {piece.name}",
            f"  (declare-input X {dtype} [1,{len(X)}])",
            f"  (declare-output Y {dtype} [1,{len(Y)}])",
            ")",
        ]
    for name, (lo, hi) in zip(X, item.box, strict=True):
        lines += [
            f"(assert (>= {name} {decimal(lo, 20)}))",
            f"(assert (<= {name} {decimal(hi, 20)}))",
        ]
    sides = [f"(<= {Y[item.output]} {item.below})", f"(>= {Y[item.output]} {item.above})"]
    if first:  # a disjunction of conjunctions, as its readers expect
        sides = [f"(and {side})" for side in sides]
    lines.append(f"(assert (or {' '.join(sides)}))")
    return "\n".join(lines) + "\n"


def onnx_piece(piece: Piece, arrays: dict[str, Any], dtype: str) -> bytes:
    """ReLU(X W1 + b1) W2 + b2 as MatMul, Add, Relu, MatMul, Add."""
    import numpy as np
    import onnx
    import onnx.helper
    import onnx.numpy_helper

    helper = onnx.helper
    kind = helper.np_dtype_to_tensor_dtype(np.dtype(dtype))
    steps = [
        ("MatMul", ["X", "W1"], "product1"), ("Add", ["product1", "b1"], "hidden"),
        ("Relu", ["hidden"], "active"), ("MatMul", ["active", "W2"], "product2"),
        ("Add", ["product2", "b2"], "Y"),
    ]  # fmt: skip
    graph = helper.make_graph(
        [helper.make_node(op, inputs, [out], name=out) for op, inputs, out in steps],
        f"netproof_{piece.name}",
        [helper.make_tensor_value_info("X", kind, [1, len(piece.inputs)])],
        [helper.make_tensor_value_info("Y", kind, [1, len(piece.outputs)])],
        [
            onnx.numpy_helper.from_array(np.ascontiguousarray(a), name)
            for name, a in sorted(arrays.items())
        ],
    )
    opset = [helper.make_opsetid("", 13)]  # as old as these operators: readers need not be new
    model = helper.make_model(graph, opset_imports=opset, ir_version=7, producer_name="netproof")
    onnx.checker.check_model(model)
    data: bytes = model.SerializeToString(deterministic=True)
    return data


def benchmark(
    net: TransformerNet, written: TransformerNet, stem: str, dtype: str, u: Fraction
) -> dict[str, bytes]:
    """All files of a benchmark: the path below its folder -> what is in it."""
    from constructions.interop.arrays import rounded_to

    files: dict[str, bytes] = {}
    rows: dict[str, list[str]] = {version: [] for version in VERSIONS}
    for piece in pieces(net, written):
        network = f"onnx/{stem}_{piece.name}.onnx"
        matrices = {k: rounded_to(rows_, dtype) for k, rows_ in piece.exact.matrices().items()}
        files[network] = onnx_piece(piece, matrices, dtype)
        for item in properties(piece, u, LEAST[dtype]):
            for version in VERSIONS:
                place = f"vnnlib/{version}/{stem}_{item.name}.vnnlib"
                files[place] = text(item, version, dtype).encode()
                rows[version].append(f"{network},{place},{SECONDS}\n")
    files[f"{stem}.csv"] = "".join(rows["1.0"]).encode()
    files[f"{stem}-2.0.csv"] = "".join(rows["2.0"]).encode()
    return files
