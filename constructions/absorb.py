"""Activations that are linear on each side of 0, absorbed in the layers of a Leaky ReLU network.

Source: *Understanding the Role of Layer Normalization in Label-Skewed Federated Learning*, Eq. 12
and the text after Lemma 1.  With rho(t) = a t for t >= 0 and b t for t < 0 there are s, r and a
slope beta with rho(t) = r kappa(s t), kappa Leaky ReLU of slope beta:

    a != 0:  s = 1,  r = a,   beta = b/a        a = 0:  s = -1,  r = -b,  beta = 0
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from constructions.federated import Layer, LayeredNet, dot
from constructions.vanilla import Classifier


def two_slopes(system: Any, at: Any, a: Fraction, b: Fraction) -> Any:
    """rho(t) = a max(t, 0) + b min(t, 0), Eq. 12."""
    zero = system.const(0)
    above, below = system.maximum(at, zero), system.minimum(at, zero)
    return system.const(a) * above + system.const(b) * below


def constants(a: Fraction, b: Fraction) -> tuple[Fraction, Fraction, Fraction]:
    """s, r and beta with rho(t) = r kappa(s t)."""
    if a:
        return Fraction(1), a, b / a
    return Fraction(-1), -b, Fraction(0)


def values(
    system: Any, network: LayeredNet, x: Sequence[Any], a: Fraction, b: Fraction
) -> list[list[Any]]:
    """p_i = rho(U_i p_(i-1) + b_i) of every layer, p_0 = x."""
    found: list[list[Any]] = []
    p = list(x)
    for layer in network.layers:
        p = [two_slopes(system, t, a, b) for t in layer.affine(system, p)]
        found.append(p)
    return found


def exact_values(
    network: LayeredNet, x: Sequence[Fraction], a: Fraction, b: Fraction
) -> list[Fraction]:
    """The last of :func:`values`, in time linear in the number of weights."""
    p = list(x)
    for layer in network.layers:
        affine = [dot(row, p) + q for row, q in zip(layer.U, layer.b, strict=True)]
        p = [(a if t > 0 else b) * t for t in affine]
    return p


def absorbed(network: LayeredNet, a: Fraction, b: Fraction) -> Classifier:
    """The Leaky ReLU network with the values of the network with rho.

    The first layer's weights get the factor s, those of all others s r, every bias the factor s;
    the last r is in the layer that follows, W = r I.

    Raises:
        ValueError: the network has a slope or a normalisation of its own.
    """
    if network.slope or any(layer.step != "none" for layer in network.layers):
        raise ValueError("the activation is given by a and b; the network has none of its own")
    s, r, slope = constants(a, b)
    layers = tuple(
        _scaled(layer, s if number == 0 else s * r, s)
        for number, layer in enumerate(network.layers)
    )
    d = network.widths[-1]
    W = tuple(tuple(r if i == k else Fraction(0) for k in range(d)) for i in range(d))
    return Classifier(replace(network, layers=layers, slope=slope), W, "vanilla")


def _scaled(layer: Layer, factor: Fraction, shift: Fraction) -> Layer:
    U = tuple(tuple(factor * u for u in row) for row in layer.U)
    return replace(layer, U=U, b=tuple(shift * q for q in layer.b))
