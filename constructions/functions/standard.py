"""The functions that sweeps run over: name -> expression on [0, 1]."""

from __future__ import annotations

STANDARD: dict[str, str] = {
    "zero": "0",
    "constant": "3/7",
    "identity": "x",
    "kink": "abs(x - 1/3)",
    "tent": "1/2 - abs(x - 1/2)",
    "zigzag": "abs(4*x - 2*floor(2*x + 1/2))/4",
    "clamp": "min(max(x, 1/4), 2/3)",
    "square": "x**2",
    "cubic": "x**3 - x",
    "waves": "sin(2*x+1)+cos(x)",
    "decay": "exp(-x)",
    "sigmoid": "tanh(5*x-2)",
    "root": "sqrt(x+1/10)",
    "arctangent": "atan(3*x)",
    "mixed": "max(sin(3*x), 1/2) + abs(x - 2/5)",
    "oscillating": "sin(20*x)",
}
