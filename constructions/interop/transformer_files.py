"""Whole transformers as files, each with a record of what is certified of the written weights.

``net.onnx`` and ``net.safetensors`` hold weights rounded to a type; beside them stands
``net.onnx.bound.json``: the function, the names of all columns, the read-out, and three numbers,

    exact        sup ||f - T||_oo of the exact weights
    written      the same of the weights in the file, read back as the rational numbers they are
    arithmetic   how far arithmetic of that type may be from T with exact weights, at most,
                 where nothing overflows or underflows

so that ``exact + arithmetic`` bounds what a runtime computes (:mod:`constructions.rounding`).
``net.json`` is exact and holds its own bound.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from constructions.attention import LinformerHead, Matrix, PerformerHead
from constructions.files import write_bytes
from constructions.interop.arrays import DTYPES, UNIT_ROUNDOFF, rounded_to
from constructions.rounding import deviation
from constructions.transformer import TransformerNet, above, compared, short

FORMAT = "netproof-bound/1"
METADATA_KEY = "netproof"
INSTALL = 'this needs {0}, which is not installed: pip install "netproof[export]"'
ENDINGS = (".json", ".safetensors", ".onnx")


def write_transformer(net: TransformerNet, path: Path | str, dtype: str = "float64") -> Path:
    """Write the network, and for rounded weights the record beside it; the ending is the format.

    Raises:
        ValueError: an unknown ending or dtype, a package that is missing, or weights so rounded
            that their error is not certified to be below eps.
        OSError: the place cannot be written.
    """
    path = Path(path)
    if dtype not in DTYPES:
        raise ValueError(f"the dtype is {' or '.join(DTYPES)}, not {dtype!r}")
    ending = path.suffix.lower()
    if ending == ".json":
        return write_bytes(path, net.dumps().encode())
    if ending not in ENDINGS:
        raise ValueError(f"cannot write {path.name!r}: the endings are {', '.join(ENDINGS)}")
    data = (onnx_bytes if ending == ".onnx" else safetensors_bytes)(net, dtype)
    report = record(net, data, ending, dtype)
    report["file"] = path.name
    beside = record_path(path)
    fresh = not beside.exists()
    write_bytes(beside, (json.dumps(report, indent=1) + "\n").encode())
    try:
        return write_bytes(path, data)
    except BaseException:
        if fresh:
            beside.unlink(missing_ok=True)
        raise


def record_path(path: Path) -> Path:
    return path.with_name(path.name + ".bound.json")


def record(net: TransformerNet, data: bytes, ending: str, dtype: str) -> dict[str, Any]:
    """What is certified of the weights in the bytes of a file.

    Raises:
        ValueError: the bytes are no file of this network, or the bound is not below eps.
    """
    reader = read_onnx if ending == ".onnx" else read_safetensors
    written = net.replaced(exactly(reader(data)))
    u = Fraction(UNIT_ROUNDOFF[dtype])
    moved = deviation(net, written, Fraction(0))
    total = max(above(a + b) for a, b in zip(net.bound.outputs, moved, strict=True))
    if total >= net.eps:
        hint = ": use --dtype float64" if dtype != "float64" else ""
        raise ValueError(
            f"with weights rounded to {dtype} the error is at most {short(total)[1]}, which is "
            f"not below eps = {net.eps}{hint}"
        )
    return {
        **net.description(),
        "format": FORMAT,
        "dtype": dtype,
        "sha256": hashlib.sha256(data).hexdigest(),
        "certified": {
            "exact": str(net.bound.total),
            "written": str(total),
            "arithmetic": str(max(deviation(net, written, u))),
            "says": "for all tokens in [0, 1]^d: |f - T| <= exact for the exact weights, <= "
            "written for the weights of the file in exact arithmetic; tokens that are numbers of "
            "the dtype, computed in it without overflow or underflow, give values within "
            "arithmetic of the exact T",
        },
    }


def certified(net: TransformerNet, path: Path | str) -> dict[str, Any]:
    """What the record beside a file just written says, and of the file's floating point.

    ``computed`` = exact + arithmetic bounds what arithmetic of the type is off by from f, where
    nothing overflows or underflows; it need not be below eps.  A file that is exact: no entries.
    """
    path = Path(path)
    if path.suffix.lower() == ".json":
        return {}
    kept = json.loads(record_path(path).read_bytes())
    bounds = {key: Fraction(kept["certified"][key]) for key in ("exact", "written", "arithmetic")}
    bounds["computed"] = bounds["exact"] + bounds["arithmetic"]
    return {
        "dtype": kept["dtype"],
        "eps": str(net.eps),
        **{name: str(q) for name, q in bounds.items()},
        "computed_below_eps": bounds["computed"] < net.eps,
    }


def says(bounds: Mapping[str, Any]) -> tuple[str, str]:
    """Two lines on what :func:`certified` found: the written weights, and floating point."""
    eps, dtype = Fraction(bounds["eps"]), bounds["dtype"]
    written, computed = Fraction(bounds["written"]), Fraction(bounds["computed"])
    line = f"in {dtype} arithmetic NOT below eps: |f - T| <= {short(computed)[1]}"
    if computed < eps:
        line = f"in {dtype} arithmetic {compared(computed, eps)}"
    return (
        f"{compared(written, eps)} on [0, 1], weights rounded to {dtype}",
        f"{line} (overflow aside)",
    )


def recheck(net: TransformerNet, path: Path | str) -> dict[str, Any]:
    """The record of a file that was written, computed again from its weights.

    ``net`` is the network constructed again from what the record says.

    Raises:
        ValueError: the file is not what its record says, or is not certified.
    """
    path = Path(path)
    kept = json.loads(record_path(path).read_bytes())
    again = {**record(net, path.read_bytes(), path.suffix.lower(), kept["dtype"])}
    again["file"] = path.name
    differs = sorted(key for key in {*kept, *again} if kept.get(key) != again.get(key))
    if differs:
        raise ValueError(f"{path.name} is not what its record says: {', '.join(differs)}")
    return again


def repeat(beside: Path | str) -> str:
    """Build the network again from what a record says, and certify the file beside it again.

    The answer is what is wrong with the file, if anything: it is not what the record says, or
    cannot be read.

    Raises:
        ValueError: the record is none, or says what no network was written for.
    """
    from constructions.sumformer import parse_semi_invariant, rewrite
    from constructions.systems import NumberError
    from constructions.transformer import construct

    beside = Path(beside)
    kept = json.loads(beside.read_bytes())
    if kept["dtype"] not in DTYPES or not isinstance(kept["g"], str):
        raise ValueError(f"the dtype is {' or '.join(DTYPES)}, and g is a text")
    try:
        S = rewrite(parse_semi_invariant(kept["g"], int(kept["tokens"]), int(kept["dimension"])))
        options: dict[str, Any] = {"k": int(kept["k"])} if "k" in kept else {}
        if options and not 1 <= options["k"] < S.n:
            raise ValueError(f"1 <= k < n, and the record has k = {options['k']} and n = {S.n}")
        if "omega" in kept:
            options["omega"] = [_number(w) for w in kept["omega"]]
        net = construct(kept["kind"], S, _number(kept["eps"]), g=kept["g"], **options)
    except NumberError as error:
        raise ValueError(str(error)) from None
    file = beside.with_name(beside.name.removesuffix(".bound.json"))
    try:
        recheck(net, file)
    except OSError as error:
        return f"cannot read {file.name}: {error.strerror or error}"
    except ValueError as error:
        return str(error)
    return ""


def _number(text: str) -> Fraction:
    """A rational number of a record; what is not one, or is very long, is refused."""
    if not re.fullmatch(r"-?\d{1,500}(/0*[1-9]\d{0,499})?", str(text), re.ASCII):
        raise ValueError(f"not a number of a record: {str(text)[:40]!r}")
    return Fraction(text)


# --- arrays --------------------------------------------------------------------------------------


def arrays(net: TransformerNet, dtype: str) -> dict[str, Any]:
    """The weights as arrays, rounded to ``dtype``; names as in ``net.tensors()``.

    Raises:
        ValueError: a weight is too large for the type.
    """
    return {name: rounded_to(matrix, dtype) for name, matrix in net.tensors().items()}


def exactly(weights: Mapping[str, Any]) -> dict[str, Matrix]:
    """Arrays as matrices of the rational numbers that they hold."""
    try:
        return {
            name: tuple(tuple(Fraction(float(value)) for value in row) for row in array)
            for name, array in weights.items()
        }
    except (OverflowError, ValueError, TypeError):
        raise ValueError("a weight of the file is not a finite number") from None


# --- safetensors ---------------------------------------------------------------------------------


def _safetensors() -> Any:
    try:
        import safetensors.numpy
    except ImportError:
        raise ValueError(INSTALL.format("safetensors")) from None
    return safetensors.numpy


def safetensors_bytes(net: TransformerNet, dtype: str) -> bytes:
    package = _safetensors()
    metadata = {METADATA_KEY: json.dumps({**net.description(), "dtype": dtype}, sort_keys=True)}
    data: bytes = package.save(arrays(net, dtype), metadata)
    return data


def read_safetensors(data: bytes) -> dict[str, Any]:
    package = _safetensors()
    try:
        found: dict[str, Any] = package.load(data)
    except Exception as error:  # the package has an exception class of its own, not a ValueError
        raise ValueError(f"not a network file: {error}"[:120]) from None
    return found


# --- ONNX ----------------------------------------------------------------------------------------


def _onnx() -> Any:
    try:
        import onnx
        import onnx.helper
        import onnx.numpy_helper
    except ImportError:
        raise ValueError(INSTALL.format("onnx")) from None
    return onnx


def read_onnx(data: bytes) -> dict[str, Any]:
    """The weights of a model of :func:`onnx_bytes`, without its other constants."""
    package = _onnx()
    try:
        model = package.load_from_string(data)
        found = {t.name: package.numpy_helper.to_array(t) for t in model.graph.initializer}
    except Exception as error:  # protobuf has an exception class of its own
        raise ValueError(f"not a network file: {error}"[:120]) from None
    return {name: array for name, array in found.items() if not name.startswith("constant.")}


Step = tuple[str, list[str], str, dict[str, Any]]


def onnx_bytes(net: TransformerNet, dtype: str) -> bytes:
    """The network from primitive operators: ``X`` (batch, n, d) to ``Y`` (batch, n, m)."""
    package = _onnx()
    helper = package.helper
    weights = arrays(net, dtype)
    head = net.blocks[1].head
    keys = len(head.E) if isinstance(head, LinformerHead) else net.n
    features = len(head.omega) if isinstance(head, PerformerHead) else 1
    # vectors: onnxruntime folds a scalar beside a product into a number of single precision
    constants = {
        "constant.root_D": np.full(keys, float(net.D) ** 0.5, dtype),
        "constant.root_k": np.full(features, float(features) ** 0.5, dtype),
        "constant.minus_half": np.array(-0.5, dtype),
        "constant.last": np.array([-1], np.int64),
    }
    steps: list[Step] = [
        ("MatMul", ["X", "embedding.W"], "embedded", {}),
        ("Add", ["embedded", "embedding.b"], "rows0", {}),
    ]
    for number in range(1, len(net.blocks) + 1):
        steps += _block_steps(net, number)
    steps.append(("MatMul", [f"rows{len(net.blocks)}", "readout.W"], "Y", {}))
    used = {name for _, inputs, _, _ in steps for name in inputs}
    number_type = helper.np_dtype_to_tensor_dtype(np.dtype(dtype))
    graph = helper.make_graph(
        [
            helper.make_node(op, inputs, [out], name=out, **attributes)
            for op, inputs, out, attributes in steps
        ],
        "netproof",
        [helper.make_tensor_value_info("X", number_type, ["batch", net.n, net.d])],
        [helper.make_tensor_value_info("Y", number_type, ["batch", net.n, net.outputs])],
        [
            package.numpy_helper.from_array(np.ascontiguousarray(a), name)
            for name, a in {**weights, **constants}.items()
            if name in used or name in weights
        ],
    )
    model = helper.make_model(
        graph,
        opset_imports=[helper.make_opsetid("", 18)],
        ir_version=8,
        producer_name="netproof",
    )
    description = json.dumps({**net.description(), "dtype": dtype}, sort_keys=True)
    helper.set_model_props(model, {METADATA_KEY: description})
    package.checker.check_model(model)
    data: bytes = model.SerializeToString(deterministic=True)
    return data


def _block_steps(net: TransformerNet, number: int) -> list[Step]:
    """X + FC(X + Att(X)) from rows{number-1} to rows{number}."""
    X, at = f"rows{number - 1}", f"block{number}."
    head = net.blocks[number - 1].head
    steps: list[Step] = [
        ("MatMul", [X, f"{at}W{name}"], f"{at}{name}", {}) for name in ("Q", "K", "V")
    ]
    if isinstance(head, PerformerHead):
        steps.append(("Transpose", [f"{at}omega"], f"{at}directions", {"perm": [1, 0]}))
        for name in ("Q", "K"):
            inside = f"{at}{name}."
            steps += [
                ("Mul", [f"{at}{name}", f"{at}{name}"], f"{inside}squares", {}),
                ("ReduceSum", [f"{inside}squares", "constant.last"], f"{inside}norm", {}),
                ("Mul", [f"{inside}norm", "constant.minus_half"], f"{inside}half", {}),
                ("Exp", [f"{inside}half"], f"{inside}outer", {}),
                ("MatMul", [f"{at}{name}", f"{at}directions"], f"{inside}inner", {}),
                ("Exp", [f"{inside}inner"], f"{inside}powers", {}),
                ("Mul", [f"{inside}outer", f"{inside}powers"], f"{inside}product", {}),
                ("Div", [f"{inside}product", "constant.root_k"], f"{at}a{name}", {}),
            ]
        steps += [
            ("Transpose", [f"{at}aK"], f"{at}aKT", {"perm": [0, 2, 1]}),
            ("MatMul", [f"{at}aKT", f"{at}V"], f"{at}middle", {}),
            ("MatMul", [f"{at}aQ", f"{at}middle"], f"{at}Att", {}),
        ]
    else:
        keys, values = f"{at}K", f"{at}V"
        if isinstance(head, LinformerHead):
            steps += [
                ("MatMul", [f"{at}E", keys], f"{at}EK", {}),
                ("MatMul", [f"{at}F", values], f"{at}FV", {}),
            ]
            keys, values = f"{at}EK", f"{at}FV"
        steps += [
            ("Transpose", [keys], f"{at}KT", {"perm": [0, 2, 1]}),
            ("MatMul", [f"{at}Q", f"{at}KT"], f"{at}scores", {}),
            ("Div", [f"{at}scores", "constant.root_D"], f"{at}scaled", {}),
            ("Softmax", [f"{at}scaled"], f"{at}A", {"axis": -1}),
            ("MatMul", [f"{at}A", values], f"{at}Att", {}),
        ]
    return [
        *steps,
        ("Add", [X, f"{at}Att"], f"{at}in", {}),
        ("MatMul", [f"{at}in", f"{at}FC.W1"], f"{at}product1", {}),
        ("Add", [f"{at}product1", f"{at}FC.b1"], f"{at}hidden", {}),
        ("Relu", [f"{at}hidden"], f"{at}active", {}),
        ("MatMul", [f"{at}active", f"{at}FC.W2"], f"{at}product2", {}),
        ("Add", [f"{at}product2", f"{at}FC.b2"], f"{at}fed", {}),
        ("Add", [X, f"{at}fed"], f"rows{number}", {}),
    ]
