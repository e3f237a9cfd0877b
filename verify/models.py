"""What can be done with models: reduce their norms, smooth them, read and write them.

    from verify import models

    made = models.reduce(model)              # norms put off to the last one; made.module
    models.smooth_norms(model, 1e-3)         # the Weierstrass factor in place of eps
    network = models.read_network("n.onnx")  # as data, with exact weights
    module = models.read_module("vit.onnx")  # as a module of torch

Names are imported when they are first asked for; torch is needed by what takes modules.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from constructions.interop.export import read_network as read_network
    from constructions.interop.export import write_network as write_network
    from constructions.interop.onnx_modules import read_module as read_module
    from constructions.interop.torch_layeract import layer_act_module as layer_act_module
    from constructions.interop.torch_reduction import Reduction as Reduction
    from constructions.interop.torch_reduction import reduce as reduce
    from constructions.interop.torch_weierstrass import WeierstrassLayerNorm as WeierstrassLayerNorm
    from constructions.interop.torch_weierstrass import WeierstrassRMSNorm as WeierstrassRMSNorm
    from constructions.interop.torch_weierstrass import smooth_norms as smooth_norms

_INTEROP = "constructions.interop."
HOME = {
    "Reduction": _INTEROP + "torch_reduction",
    "WeierstrassLayerNorm": _INTEROP + "torch_weierstrass",
    "WeierstrassRMSNorm": _INTEROP + "torch_weierstrass",
    "layer_act_module": _INTEROP + "torch_layeract",
    "read_module": _INTEROP + "onnx_modules",
    "read_network": _INTEROP + "export",
    "reduce": _INTEROP + "torch_reduction",
    "smooth_norms": _INTEROP + "torch_weierstrass",
    "write_network": _INTEROP + "export",
}  #: public name -> the module that defines it


def __getattr__(name: str) -> Any:
    if name not in HOME:
        raise AttributeError(f"module 'verify.models' has no attribute {name!r}")
    try:
        return getattr(import_module(HOME[name]), name)
    except ModuleNotFoundError as error:
        if error.name != "torch":
            raise
        raise ValueError(
            'this needs torch, which is not installed: pip install "netproof[torch]"'
        ) from None


def __dir__() -> list[str]:
    return sorted(HOME)
