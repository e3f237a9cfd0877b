"""Networks as files: exact JSON, safetensors, ONNX; and back, exactly as the file has them.

A float file holds rounded weights.  :func:`read_network` returns the network of the weights that
were written, as exact dyadic numbers, so that what is certified is what is shipped.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from constructions.exact import Surd
from constructions.federated import BLOCKS_FORMAT as BLOCKS
from constructions.federated import FORMAT as LAYERS
from constructions.federated import LayeredNet, ResidualNet
from constructions.files import write_bytes
from constructions.interop.arrays import DTYPES, rounded_to, stack
from constructions.layers import (
    ROOT_OF_MEAN_PLUS_DELTA,
    ROOT_OF_VAR_PLUS_DELTA,
    LayerNorm,
    LayerScaling,
)
from constructions.networks import ParallelNet, Unit
from constructions.systems import NumberError
from constructions.transformer import BlockNet

METADATA_KEY = "netproof"
WEIGHTS = ("W", "alpha", "b")


def write_network(
    network: ParallelNet | BlockNet | LayeredNet | ResidualNet,
    path: Path | str,
    dtype: str = "float64",
) -> Path:
    """Write the network to ``path``; the ending chooses the format (see :data:`WRITERS`).

    ``.json`` is exact.  ``.safetensors`` and ``.onnx`` hold W (N, d, n), b (N, d) and
    alpha (N, d), rounded to ``dtype``; networks of layers and of residual blocks are written as
    ``.json`` and ``.onnx`` (:mod:`.onnx_layers`).  The file appears whole or not at all.  A whole
    transformer has a record of its bound beside it (:mod:`.transformer_files`).

    Raises:
        ValueError: an unknown ending or dtype, or a package that is missing (how to install it).
        OSError: the place cannot be written.
    """
    path = Path(path)
    if isinstance(network, BlockNet):
        from constructions.interop.transformer_files import write_transformer

        return write_transformer(network, path, dtype)
    if dtype not in DTYPES:
        raise ValueError(f"the dtype is {' or '.join(DTYPES)}, not {dtype!r}")
    writer = WRITERS.get(path.suffix.lower())
    if writer is None:
        raise ValueError(f"cannot write {path.name!r}: the endings are {', '.join(WRITERS)}")
    if isinstance(network, LayeredNet | ResidualNet) and writer is _onnx_bytes:
        from constructions.interop.onnx_layers import layers_bytes

        return write_bytes(path, layers_bytes(network, dtype))
    if not isinstance(network, ParallelNet) and writer is not _json_bytes:
        also = " or .onnx" if isinstance(network, LayeredNet | ResidualNet) else ""
        raise ValueError(f"cannot write {path.name!r}: this network is written as .json{also} only")
    return write_bytes(path, writer(network, dtype))  # type: ignore[arg-type]


def read_network(path: Path | str) -> ParallelNet | LayeredNet | ResidualNet:
    """The network in a file, with exactly the written weights.

    An ``.onnx`` file is read from its operators, wherever it is from; one of parallel units has to
    be of :func:`write_network`, whose metadata and operators are both looked at.

    Raises:
        ValueError: another ending, or a file that is no such network, in one clear line.
        OSError: the file cannot be read.
    """
    path = Path(path)
    reader = READERS.get(path.suffix.lower())
    if reader is None:
        raise ValueError(f"cannot read {path.name!r}: the endings are {', '.join(READERS)}")
    return reader(path.read_bytes())


def _description(network: ParallelNet, dtype: str) -> dict[str, Any]:
    """What the arrays do not say, as JSON data."""
    data = network.to_json()
    data["units"] = [unit.name for unit in network.units]
    return {**data, "dtype": dtype}


# --- JSON -------------------------------------------------------------------------------------


def _json_bytes(network: ParallelNet, dtype: str) -> bytes:
    return network.dumps().encode()


def _read_json(data: bytes) -> ParallelNet | LayeredNet | ResidualNet:
    try:
        content = json.loads(data)
        said = content.get("format") if isinstance(content, dict) else None
        if said == LAYERS:
            return LayeredNet.from_json(content)
        if said == BLOCKS:
            return ResidualNet.from_json(content)
        return ParallelNet.from_json(content)
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError):
        raise ValueError("not a network file: not JSON") from None


# --- safetensors ------------------------------------------------------------------------------


def _import_safetensors() -> Any:
    try:
        import safetensors.numpy
    except ImportError:
        raise ValueError(
            'this needs safetensors, which is not installed: pip install "netproof[export]"'
        ) from None
    return safetensors.numpy


def _arrays(network: ParallelNet, dtype: str) -> dict[str, Any]:
    try:
        parameters = stack([network])
    except NumberError:
        raise ValueError("a weight is too large for float64: write .json, which is exact") from None
    return {name: rounded_to(getattr(parameters, name)[0], dtype) for name in WEIGHTS}


def _safetensors_bytes(network: ParallelNet, dtype: str) -> bytes:
    package = _import_safetensors()
    # one metadata entry: the order of several is not fixed, and files should not vary
    metadata = {METADATA_KEY: json.dumps(_description(network, dtype), sort_keys=True)}
    data: bytes = package.save(_arrays(network, dtype), metadata)
    return data


def _read_safetensors(data: bytes) -> ParallelNet:
    package = _import_safetensors()
    try:
        # the format: 8 bytes of length, then a JSON header, then the arrays
        header = json.loads(data[8 : 8 + int.from_bytes(data[:8], "little")])
        description = json.loads(header["__metadata__"][METADATA_KEY])
        arrays = package.load(data)
        return _of_arrays(description, *(arrays[name] for name in WEIGHTS))
    except ValueError:
        raise
    except Exception as error:  # the package has an exception class of its own, not a ValueError
        raise ValueError(f"not a network file: {error}"[:120]) from None


def _of_arrays(description: dict[str, Any], W: Any, alpha: Any, b: Any) -> ParallelNet:
    """The network of W (N, d, n), alpha (N, d) and b (N, d)."""
    names = description["units"]
    if len(names) != len(W):
        raise ValueError("one name for each unit is needed")
    frame = ParallelNet.from_json({**description, "units": [_blank_unit(description)]})
    units = tuple(
        Unit(
            str(name),
            tuple(_written(v) for v in alpha[j]),
            tuple(tuple(_written(v) for v in row) for row in W[j]),
            tuple(_written(v) for v in b[j]),
        )
        for j, name in enumerate(names)
    )
    return replace(frame, units=units)


def _blank_unit(description: dict[str, Any]) -> dict[str, Any]:
    """A unit of zeros, so that the reader of JSON networks checks everything else."""
    layer = description["layer"]
    d = layer.get("d", 1)
    row = ["0"] * len(description["inputs"])
    return {"name": "", "alpha": ["0"] * d, "W": [row] * d, "b": ["0"] * d}


def _written(value: Any) -> Surd:
    try:
        return Surd(Fraction(float(value)))
    except (OverflowError, ValueError):
        raise ValueError("a weight of the file is not a finite number") from None


# --- ONNX -------------------------------------------------------------------------------------


def _onnx_bytes(network: ParallelNet, dtype: str) -> bytes:
    """The network from primitive operators: inputs ``x`` (batch, n), outputs ``y`` (batch, 1)."""
    try:
        import onnx
        from onnx import helper, numpy_helper
    except ImportError:
        raise ValueError(
            'this needs onnx, which is not installed: pip install "netproof[export]"'
        ) from None
    import numpy as np

    layer = network.layer
    if isinstance(layer, LayerNorm | LayerScaling) and not layer.delta.q:
        raise ValueError("the ONNX export needs delta > 0: 0/0 has no operator with value 0")
    N, d, n = network.N, layer.d, network.n
    weights = _arrays(network, dtype)
    small = float(layer.delta) if isinstance(layer, LayerNorm | LayerScaling) else 0.0
    delta = np.array(small, dtype)
    constants = {
        "W": weights["W"].reshape(N * d, n).T,
        "b": weights["b"].reshape(N * d),
        "alpha": weights["alpha"].reshape(N * d, 1),
        "groups": np.array([-1, N, d], np.int64),
        "flat": np.array([-1, N * d], np.int64),
        "last": np.array([2], np.int64),
        "delta": delta,
    }
    if isinstance(layer, LayerNorm | LayerScaling):
        under_root = layer.convention in (ROOT_OF_VAR_PLUS_DELTA, ROOT_OF_MEAN_PLUS_DELTA)
        after = (
            [("Add", ["variance", "delta"], "shifted"), ("Sqrt", ["shifted"], "scale")]
            if under_root
            else [("Sqrt", ["variance"], "sigma"), ("Add", ["sigma", "delta"], "scale")]
        )
        centre = (
            [("ReduceMean", ["grouped", "last"], "mu"), ("Sub", ["grouped", "mu"], "centred")]
            if isinstance(layer, LayerNorm)
            else [("Identity", ["grouped"], "centred")]
        )
        steps = [
            ("Reshape", ["h", "groups"], "grouped"),
            *centre,
            ("Mul", ["centred", "centred"], "squares"),
            ("ReduceMean", ["squares", "last"], "variance"),
            *after,
            ("Div", ["centred", "scale"], "normed"),
            ("Reshape", ["normed", "flat"], "z"),
        ]
    else:
        steps = [(type(layer).__name__, ["h"], "z")]  # Sign, Sigmoid, Tanh: ONNX's own names
    steps = [
        ("MatMul", ["x", "W"], "product"),
        ("Add", ["product", "b"], "h"),
        *steps,
        ("MatMul", ["z", "alpha"], "y"),
    ]
    used = {name for _, inputs, _ in steps for name in inputs}
    number = helper.np_dtype_to_tensor_dtype(np.dtype(dtype))
    graph = helper.make_graph(
        [helper.make_node(op, inputs, [out], name=out) for op, inputs, out in steps],
        "netproof",
        [helper.make_tensor_value_info("x", number, ["batch", n])],
        [helper.make_tensor_value_info("y", number, ["batch", 1])],
        [
            numpy_helper.from_array(np.ascontiguousarray(a), name)
            for name, a in constants.items()
            if name in used
        ],
    )
    model = helper.make_model(
        graph,
        opset_imports=[helper.make_opsetid("", 18)],
        ir_version=8,
        producer_name="netproof",
    )
    helper.set_model_props(
        model, {METADATA_KEY: json.dumps(_description(network, dtype), sort_keys=True)}
    )
    onnx.checker.check_model(model)
    data: bytes = model.SerializeToString(deterministic=True)
    return data


def _read_onnx(data: bytes) -> ParallelNet | LayeredNet | ResidualNet:
    from constructions.interop.onnx_layers import import_onnx, model_of, read_onnx

    model = model_of(data)
    described = [p.value for p in model.metadata_props if p.key == METADATA_KEY]
    if not described:
        return read_onnx(data)
    if any(t.external_data for t in model.graph.initializer):
        raise ValueError("a tensor of the file lies in another file")
    numpy_helper = import_onnx().numpy_helper
    try:
        description = json.loads(described[0])
        held = {t.name: numpy_helper.to_array(t) for t in model.graph.initializer}
        N, d, n = len(description["units"]), description["layer"].get("d", 1), -1
        W = held["W"].T.reshape(N, d, n)
        network = _of_arrays(description, W, held["alpha"].reshape(N, d), held["b"].reshape(N, d))
        again = model_of(_onnx_bytes(network, str(description["dtype"])))
    except (KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"not a network file: {error!r}"[:120]) from None
    if again.graph != model.graph:
        raise ValueError("the operators of the file are not those of the network it describes")
    return network


Writer = Callable[[ParallelNet, str], bytes]
WRITERS: dict[str, Writer] = {
    ".json": _json_bytes,
    ".safetensors": _safetensors_bytes,
    ".onnx": _onnx_bytes,
}
READERS: dict[str, Callable[[bytes], ParallelNet | LayeredNet | ResidualNet]] = {
    ".json": _read_json,
    ".safetensors": _read_safetensors,
    ".onnx": _read_onnx,
}
