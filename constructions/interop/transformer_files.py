"""Whole transformers as files, each with a record of what is certified of the written weights.

``net.onnx`` and ``net.safetensors`` hold weights rounded to a type; beside them stands
``net.onnx.bound.json``: the function, the names of all columns, the read-out, and three numbers,

    exact        sup ||f - T||_oo of the exact weights
    written      the same of the weights in the file, read back as the rational numbers they are;
                 a Performer in ONNX divides by a number of the file that stands for sqrt(k)
    arithmetic   how far IEEE arithmetic of that type may be from T with exact weights, at most,
                 where nothing overflows

so that ``exact + arithmetic`` bounds what a runtime computes (:mod:`constructions.rounding`).
``net.json`` is exact and holds its own bound.  ``net.csv`` lists the feed-forward layers with
properties of them, for tools that verify ReLU networks (:mod:`constructions.interop.vnnlib`).
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from constructions.attention import LinformerHead, Matrix, PerformerHead
from constructions.files import write_all, write_bytes
from constructions.interop.arrays import DTYPES, UNIT_ROUNDOFF, rounded_to
from constructions.rounding import LEAST, deviation
from constructions.transformer import FORMAT as EXACT_FORMAT
from constructions.transformer import BlockNet, TransformerNet, above, compared, short

if TYPE_CHECKING:
    from constructions.bernstein import Decide

FORMAT = "netproof-bound/1"
METADATA_KEY = "netproof"
ENDING = ".bound.json"
INSTALL = 'this needs {0}, which is not installed: pip install "netproof[export]"'
ENDINGS = (".json", ".safetensors", ".onnx", ".csv")
MAX_BYTES = 2**28  #: of a file that is read


def write_transformer(net: BlockNet, path: Path | str, dtype: str = "float64") -> Path:
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
    write_all({path.parent / name: data for name, data in _written(net, path, dtype).items()})
    return path


def _written(net: BlockNet, path: Path, dtype: str) -> dict[str, bytes]:
    """All files that are written for ``path``: the path from its folder -> what is in it."""
    ending = path.suffix.lower()
    if ending == ".csv":
        files = _benchmark(net, path, dtype)
        others = {name: _digest(data) for name, data in sorted(files.items()) if name != path.name}
        report = _certificate(net, exactly(arrays(net, dtype)), files[path.name], dtype)
        report["files"] = others
    else:
        files = {path.name: (onnx_bytes if ending == ".onnx" else safetensors_bytes)(net, dtype)}
        report = record(net, files[path.name], ending, dtype)
    report["file"] = path.name
    return {**files, record_path(path).name: (json.dumps(report, indent=1) + "\n").encode()}


def _benchmark(net: BlockNet, path: Path, dtype: str) -> dict[str, bytes]:
    from constructions.interop.vnnlib import benchmark

    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", path.stem):
        raise ValueError(f"the name of a benchmark has letters, digits, . - and _: {path.stem!r}")
    if not isinstance(net, TransformerNet):
        raise ValueError(
            "a benchmark is written for networks of two blocks: take .onnx, or route=polynomial"
        )
    _onnx()
    written = net.replaced(exactly(arrays(net, dtype)))
    return benchmark(net, written, path.stem, dtype, Fraction(UNIT_ROUNDOFF[dtype]))


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def record_path(path: Path) -> Path:
    return path.with_name(path.name + ENDING)


def record(net: BlockNet, data: bytes, ending: str, dtype: str) -> dict[str, Any]:
    """What is certified of the weights in the bytes of a file, read back from them.

    Raises:
        ValueError: the bound is not below eps.
    """
    reader = read_onnx if ending == ".onnx" else read_safetensors
    factor = _root_factor(net, dtype) if ending == ".onnx" else Fraction(1)
    return _certificate(net, exactly(reader(data)), data, dtype, factor)


def _root_factor(net: BlockNet, dtype: str) -> Fraction:
    """k/root_k^2, by which the head of a graph is larger than that of Definition 2.6."""
    head = net.head
    if not isinstance(head, PerformerHead):
        return Fraction(1)
    return len(head.omega) / Fraction(float(_constants(net, dtype)["constant.root_k"][0])) ** 2


def _certificate(
    net: BlockNet,
    weights: Mapping[str, Matrix],
    data: bytes,
    dtype: str,
    factor: Fraction = Fraction(1),
) -> dict[str, Any]:
    u, written = Fraction(UNIT_ROUNDOFF[dtype]), net.replaced(weights)
    moved = deviation(net, written, Fraction(0), factor=factor)
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
        "sha256": _digest(data),
        "certified": {
            "exact": str(net.bound.total),
            "written": str(total),
            "arithmetic": str(max(deviation(net, written, u, least=LEAST[dtype]))),
            "says": f"for all tokens in [{net.low}, {net.high}]^d: |f - T| <= exact for the exact "
            "weights, <= written for the weights of the file in exact arithmetic; tokens that are "
            "numbers of the dtype, computed in its IEEE arithmetic (overflow aside), give values "
            "within arithmetic of the exact T",
        },
    }


def certified(net: BlockNet, path: Path | str) -> dict[str, Any]:
    """What the record beside a file just written says, and of the file's floating point.

    ``computed`` = exact + arithmetic bounds what arithmetic of the type is off by from f, where
    nothing overflows; it need not be below eps.  A file that is exact: no entries.
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
        "box": f"[{net.low}, {net.high}]",
        **{name: str(q) for name, q in bounds.items()},
        "computed_below_eps": bounds["computed"] < net.eps,
        "says": kept["certified"]["says"],
    }


def says(bounds: Mapping[str, Any]) -> tuple[str, str]:
    """Two lines on what :func:`certified` found: the written weights, and floating point."""
    eps, dtype = Fraction(bounds["eps"]), bounds["dtype"]
    written, computed = Fraction(bounds["written"]), Fraction(bounds["computed"])
    line = f"in {dtype} arithmetic NOT below eps: |f - T| <= {short(computed)[1]}"
    if computed < eps:
        line = f"in {dtype} arithmetic {compared(computed, eps)}"
    return (
        f"{compared(written, eps)} on {bounds['box']}, weights rounded to {dtype}",
        f"{line} (overflow aside)",
    )


def recheck(net: BlockNet, path: Path | str) -> dict[str, Any]:
    """The record of a file that was written: of what is written for this network, byte for byte.

    ``net`` is the network constructed again from what the record says.

    Raises:
        ValueError: the file, or its record, is not what is written for ``net``.
        OSError: one of them cannot be read.
    """
    path = Path(path)
    if path.suffix.lower() not in ENDINGS or path.suffix.lower() == ".json":
        raise ValueError(f"{path.name} is no file that has a record")
    kept = _loaded(record_path(path))
    if kept.get("dtype") not in DTYPES:
        raise ValueError(f"the dtype is {' or '.join(DTYPES)}")
    files = _written(net, path, kept["dtype"])
    again: dict[str, Any] = json.loads(files.pop(record_path(path).name))
    for name, data in files.items():
        if _read(path.parent / name) != data:
            raise ValueError(f"{name} is not what is written for this network")
    differs = _differing(kept, again)
    if differs:
        raise ValueError(f"{path.name} is not what its record says: {differs}")
    return again


def _differing(kept: Mapping[str, Any], again: Mapping[str, Any]) -> str:
    """The keys whose values are written otherwise: 5.0 is not 5, null is not nothing."""
    differs = []
    for key in sorted({*kept, *again}):
        here, there = ({key: data[key]} if key in data else {} for data in (kept, again))
        try:
            same = json.dumps(here, sort_keys=True) == json.dumps(there, sort_keys=True)
        except RecursionError:
            same = False
        if not same:
            differs.append(key[:40] if key.isidentifier() else repr(key[:40]))
    return ", ".join(differs)


def _loaded(path: Path) -> dict[str, Any]:
    try:
        kept = json.loads(_read(path), object_pairs_hook=_distinct)
    except (json.JSONDecodeError, UnicodeDecodeError, RecursionError):
        raise ValueError(f"{path.name} is not JSON") from None
    except OSError as error:
        raise ValueError(f"cannot read {path.name}: {error.strerror or error}") from None
    if not isinstance(kept, dict):
        raise ValueError(f"{path.name} is no record")
    return kept


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key of the record stands there twice")
    return found


def _read(path: Path) -> bytes:
    """What is in a file; ``ValueError`` for one that is too long, or no file."""
    if path.exists() and not path.is_file():
        raise ValueError(f"{path.name} is no file")
    if path.stat().st_size > MAX_BYTES:
        raise ValueError(f"{path.name} is too long")
    return path.read_bytes()


def repeat(path: Path | str, decide: Decide | None = None) -> str:
    """Build the network again from what a file says, and certify it again.

    ``path`` is a file that was written, or the record beside it; ``decide`` as in
    :func:`constructions.bernstein.parse_target`.  The answer is what is wrong with the file, if
    anything: it is not what the record says, or cannot be read.

    Raises:
        ValueError: the record is none, or says what no network was written for.
    """
    path = Path(path)
    of_file = path.name.endswith(ENDING)
    beside = path if of_file else record_path(path)
    # an exact file speaks for itself, whatever stands beside it
    alone = not of_file and (path.suffix.lower() == ".json" or not beside.exists())
    kept = _loaded(path if alone else beside)
    known = EXACT_FORMAT if alone else FORMAT
    if kept.get("format") != known:
        raise ValueError(f"{path.name if alone else beside.name} is not of the format {known}")
    if not isinstance(kept.get("g"), str) or not (alone or kept.get("dtype") in DTYPES):
        raise ValueError(f"the dtype is {' or '.join(DTYPES)}, and g is a text")
    net = _again(kept, decide)
    if alone:
        differs = _differing(kept, net.to_json())
        return f"{path.name} is not the network that it names: {differs}" if differs else ""
    try:
        recheck(net, beside.with_name(beside.name.removesuffix(ENDING)))
    except OSError as error:
        return f"cannot read {error.filename}: {error.strerror or error}"
    except ValueError as error:
        return str(error)
    return ""


def _again(kept: Mapping[str, Any], decide: Any) -> BlockNet:
    """The network of a description."""
    from constructions.bernstein import parse_target
    from constructions.near_networks import whole
    from constructions.systems import NumberError

    try:
        more: dict[str, Any] = {"symmetrise": kept.get("symmetrise") == "yes"}
        if "L" in kept:
            more["L"] = _number(kept["L"])
        low, high = _number(kept.get("low", "0")), _number(kept.get("high", "1"))
        n, d = int(kept["tokens"]), int(kept["dimension"])
        g = parse_target(kept["g"], n, d, low, high, decide=decide, **more)
        options: dict[str, Any] = {"k": int(kept["k"])} if "k" in kept else {}
        if options and not 1 <= options["k"] < n:
            raise ValueError(f"1 <= k < n, and the record has k = {options['k']} and n = {n}")
        if "omega" in kept:
            options["omega"] = [_number(w) for w in kept["omega"]]
        route = str(kept.get("route", "bernstein"))  # as g itself, where it is a polynomial
        return whole(kept["kind"], g, _number(kept["eps"]), route=route, **options)
    except KeyError as error:
        raise ValueError(f"the record has no {error}") from None
    except (NumberError, TypeError, OverflowError) as error:
        raise ValueError(str(error)) from None


def _number(text: str) -> Fraction:
    """A rational number of a record; what is not one, or is very long, is refused."""
    if not re.fullmatch(r"-?\d{1,500}(/0*[1-9]\d{0,499})?", str(text), re.ASCII):
        raise ValueError(f"not a number of a record: {str(text)[:40]!r}")
    return Fraction(text)


# --- arrays --------------------------------------------------------------------------------------


def arrays(net: BlockNet, dtype: str) -> dict[str, Any]:
    """The weights as arrays, rounded to ``dtype``; names as in ``net.tensors()``.

    Raises:
        ValueError: a weight is too large for the type.
    """
    return {name: rounded_to(matrix, dtype) for name, matrix in net.tensors().items()}


def exactly(weights: Mapping[str, Any]) -> dict[str, Matrix]:
    """Arrays as matrices of the rational numbers that they hold."""
    return {
        name: tuple(tuple(Fraction(float(value)) for value in row) for row in array)
        for name, array in weights.items()
    }


# --- safetensors ---------------------------------------------------------------------------------


def _safetensors() -> Any:
    try:
        import safetensors.numpy
    except ImportError:
        raise ValueError(INSTALL.format("safetensors")) from None
    return safetensors.numpy


def safetensors_bytes(net: BlockNet, dtype: str) -> bytes:
    package = _safetensors()
    metadata = {METADATA_KEY: json.dumps({**net.description(), "dtype": dtype}, sort_keys=True)}
    data: bytes = package.save(arrays(net, dtype), metadata)
    return data


def read_safetensors(data: bytes) -> dict[str, Any]:
    """The weights in the bytes of :func:`safetensors_bytes`."""
    found: dict[str, Any] = _safetensors().load(data)
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
    model = package.load_from_string(data)
    found = {t.name: package.numpy_helper.to_array(t) for t in model.graph.initializer}
    return {name: array for name, array in found.items() if not name.startswith("constant.")}


Step = tuple[str, list[str], str, dict[str, Any]]


def _constants(net: BlockNet, dtype: str) -> dict[str, Any]:
    """What a graph has beside the weights.

    Vectors: onnxruntime folds a scalar beside a product into a number of single precision.
    """
    head = net.head
    keys = len(head.E) if isinstance(head, LinformerHead) else net.n
    features = len(head.omega) if isinstance(head, PerformerHead) else 1
    return {
        "constant.root_D": np.full(keys, float(net.D) ** 0.5, dtype),
        "constant.root_k": np.full(features, float(features) ** 0.5, dtype),
        "constant.minus_half": np.array(-0.5, dtype),
        "constant.last": np.array([-1], np.int64),
    }


def onnx_bytes(net: BlockNet, dtype: str) -> bytes:
    """The network from primitive operators: ``X`` (batch, n, d) to ``Y`` (batch, n, m)."""
    package = _onnx()
    helper = package.helper
    weights = arrays(net, dtype)
    constants = _constants(net, dtype)
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


def _block_steps(net: BlockNet, number: int) -> list[Step]:
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
