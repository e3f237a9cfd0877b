"""Instances: the user's network and its reduction, compared exactly.

A row rests on two certificates: the claim's own, for every network, and one that this network is
among those it is about: the values of the reduced network, layer after layer, none of them one
that cannot be normalised.  The outputs of both networks are also computed, in numbers
+-sqrt(q), and compared.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Any

from constructions.exact import ExactSystem
from constructions.federated import (
    MAX_DEPTH,
    MAX_WEIGHTS,
    MAX_WIDTH,
    Block,
    LayeredNet,
    Radical,
    RadicalSystem,
    ResidualNet,
    exact_outputs,
    exact_plain_outputs,
    exact_trace,
    leaky,
    normalised,
    product,
    read_json,
    reduced,
    shift,
)
from constructions.terms import TermSystem, app, conj
from proofs.claims import Obligation, Parameter
from proofs.evidence import Evidence, establish, judged, of_obligation, weakest
from proofs.parameters import Reader, exact_number, positive_of
from proofs.trees.script import Json, auto, statement

Settings = Mapping[str, Any]
EXACT, TERMS, RADICALS = ExactSystem(), TermSystem(), RadicalSystem()
MAX_EVIDENCE = 2_000  # numbers in the certificate of an instance
MAX_KERNEL_WIDTH, MAX_KERNEL_WEIGHTS = 64, 8_192  # larger networks are not written out as terms


@dataclass(frozen=True)
class Row:
    """One instance: two networks, and by how much their outputs differ at x."""

    inputs: dict[str, str]
    units: int
    width: int
    lo: Fraction
    hi: Fraction
    evidence: tuple[Evidence, ...]
    network: Any
    bound: Fraction = Fraction(0)
    plot: dict[str, Any] = field(default_factory=dict)
    version: str = "printed"

    @property
    def level(self) -> str:
        return weakest(self.evidence)

    @property
    def verdict(self) -> str:
        return judged(self.evidence, self.lo, self.hi, self.bound)


def text_of(value: str) -> str:
    """JSON text, or that of the file which is named."""
    if value.lstrip().startswith("{"):
        return value
    path = Path(value)
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise ValueError(f"no network in {value[:60]!r}: {type(error).__name__}") from None


def is_large(network: LayeredNet | ResidualNet) -> bool:
    """Whether its weights, or the values of its layers, are too many for a certificate."""
    cost = network.cost()
    return (
        max(network.n, cost["width"]) > MAX_KERNEL_WIDTH
        or cost["parameters"] > MAX_KERNEL_WEIGHTS
        or 4 * cost["units"] > MAX_EVIDENCE  # at most four numbers for each unit
    )


def _read_network(value: str) -> LayeredNet:
    return LayeredNet.from_json(read_json(text_of(value)))


def _read_blocks(value: str) -> ResidualNet:
    network = ResidualNet.from_json(read_json(text_of(value)))
    if any((block.inside, block.after) != ("none", "none") for block in network.blocks):
        raise ValueError("Eq. 9 is of blocks without normalisation")
    return network


_SIZES = f"1 to {MAX_DEPTH} {{}} of at most {MAX_WIDTH} neurons and inputs, {MAX_WEIGHTS} weights"
#: networks of layers, and residual networks, as JSON or in a JSON file
read_network = Reader(_read_network, _SIZES.format("layers"))
read_blocks = Reader(_read_blocks, _SIZES.format("blocks"))


def read_vector(value: str) -> tuple[Fraction, ...]:
    """``1, -1/2, 0.25`` as exact numbers."""
    return tuple(exact_number(part) for part in value.split(","))


read_factor = positive_of("lambda")


def layers(*weights: str, slope: str = "0", bias: str = "") -> str:
    """A network as compact JSON: each layer's rows as ``"1 2; 3 4"``."""
    entries: list[dict[str, Any]] = [
        {"U": [row.split() for row in text.split(";")]} for text in weights
    ]
    if bias:
        entries[0]["b"] = bias.split()
    return json.dumps({"slope": slope, "layers": entries}, separators=(",", ":"))


def blocks(*weights: tuple[str, str], slope: str = "0") -> str:
    """A residual network as compact JSON."""

    def rows(text: str) -> list[list[str]]:
        return [row.split() for row in text.split(";")]

    entries = [{"A1": rows(a), "A2": rows(b)} for a, b in weights]
    return json.dumps({"slope": slope, "blocks": entries}, separators=(",", ":"))


NETWORK = Parameter(
    "network", "the weights, as JSON or a JSON file", read_network, layers("1 0; 0 2", "-1 1; 1 1")
)
X = Parameter("x", "the input, as numbers with commas", read_vector, "1, 1")
BLOCKS = Parameter(
    "network", "the blocks, as JSON or a JSON file", read_blocks, blocks(("1 -1", "1; 2"))
)
FACTOR = Parameter("lambda", "the factor", read_factor, "2")
PARAMETERS = (NETWORK, X)
BLOCK_PARAMETERS = (BLOCKS, X, FACTOR)

INSTANCES: tuple[Mapping[str, str], ...] = (
    {"network": layers("1 0; 0 2", "-1 1; 1 1"), "x": "1, 1"},
    {"network": layers("1; -1", slope="1/10"), "x": "-3"},
    {
        "network": layers("1 2; 3 -4; 1 1", "1 -1 2; 2 1 -1", "1 2; -1 1; 3 1", bias="1 0 -1"),
        "x": "1/2, 1/3",
    },
    {
        "network": layers("1; 2", "1 -1; 2 1", "3 1; 1 1", "1 -2; 2 1", slope="-1/3"),
        "x": "1000000",
    },
    {
        "network": layers("0 0; 0 0; 0 0", "1 0 -1; 0 1 1", bias="1 2 1/1000000", slope="1/100"),
        "x": "7, -7",
    },
    {"network": layers("1 -1; -1 1", "-1 -1; -1 -2", slope="1"), "x": "3, 1"},
)
BLOCK_INSTANCES: tuple[Mapping[str, str], ...] = (
    {"network": blocks(("1 -1", "1; 2")), "x": "1, 1", "lambda": "2"},
    {"network": blocks(("1", "-1")), "x": "1", "lambda": "1/1000000"},
    {"network": blocks(("0 0; 0 0", "0 0; 0 0")), "x": "0, 0", "lambda": "3"},
    {
        "network": blocks(("1 2; -1 1", "1 0; -3 1"), ("2 -1", "1; -1"), slope="-1/2"),
        "x": "-1, 1/2",
        "lambda": "7/3",
    },
    {
        "network": blocks(*[("1 -1; 1 1; 0 2", "1/2 0 -1; -1 1/3 0")] * 5, slope="1/10"),
        "x": "2, -3",
        "lambda": "10",
    },
)


def _compact(network: Any) -> str:
    """The network as short JSON: what is 0 or none is left out; of a large one its digest."""
    if is_large(network):
        return digest_of(network)
    data = network.to_json()
    del data["format"]
    for layer in data.get("layers", []):
        del layer["step"]  # the claim says what it is
        if set(layer["b"]) == {"0"}:
            del layer["b"]
    for block in data.get("blocks", []):
        del block["inside"], block["after"]
    return json.dumps(data, separators=(",", ":"))


def digest_of(network: Any) -> str:
    """What a large network is called in a row: its widths, and the digest of its JSON."""
    text = json.dumps(network.to_json(), separators=(",", ":"))
    return f"{network.layer}, sha256 {sha256(text.encode()).hexdigest()[:16]}"


def numbers(x: tuple[Fraction, ...]) -> str:
    """The numbers, or of a long list the first and the last ones."""
    if len(x) > MAX_KERNEL_WIDTH:
        return f"{numbers(x[:3])}, dots, {x[-1]}"
    return ", ".join(map(str, x))


def closed_evidence(says: str, parts: list[Json]) -> Evidence:
    """Evidence for relations between numbers."""
    if len(parts) > MAX_EVIDENCE:
        raise ValueError(f"instances are certified up to {MAX_EVIDENCE} numbers; this has more")
    sequent = statement({}, [], conj(*parts))
    return establish("", says, sequent, lambda: auto("numbers"), "instance")


def enclosure(
    says: str, parts: list[Json], functions: Mapping[str, int], method: str = "rational arithmetic"
) -> Evidence:
    """What rational arithmetic or balls find of what is too large, or irrational, for terms."""
    sequent = statement({}, [], conj(*parts), dict(functions))
    return Evidence("", says, sequent, method, "enclosure", "instance", "holds", None, 0.0)


def equations(terms: list[Any], values: list[Fraction]) -> list[Json]:
    return [term.equals(TERMS.const(q)) for term, q in zip(terms, values, strict=True)]


def _terms(values: Sequence[Fraction]) -> list[Any]:
    return [TERMS.const(q) for q in values]


def inputs_of(x: tuple[Fraction, ...], network: Any, system: Any = EXACT) -> list[Any]:
    if len(x) != network.n:
        raise ValueError(f"the network takes {network.n} inputs, x has {len(x)}")
    return [system.const(a) for a in x]


def rationals(values: list[Any]) -> list[Fraction]:
    return [value.rational() for value in values]


def reduction_row(step: str, settings: Settings, general: Obligation) -> Row:
    """The network that has ``step`` in every layer, and its reduction, at x.

    Raises:
        ValueError: x has the wrong length, Assumption 1 fails, or a vector cannot be normalised.
    """
    network, x = normalised(settings["network"], step), settings["x"]
    short = reduced(network)
    inputs_of(x, network)
    if is_large(network):
        own = _wide_layers_hold(short, x)
        full, last = (exact_outputs(net, x) for net in (network, short))
    else:
        says = f"the reduced network's values at $x = ({numbers(x)})$; each layer can be normalised"
        own = closed_evidence(says, _layers_hold(short, x))
        full, last = (
            net.evaluate(RADICALS, inputs_of(x, net, RADICALS)) for net in (network, short)
        )
    lo, hi = _distance(full, last)
    return Row(
        inputs={"network": _compact(settings["network"]), "x": numbers(x)},
        units=sum(network.widths),
        width=max(network.widths),
        lo=lo,
        hi=hi,
        evidence=(of_obligation(general), own),
        network=short,
    )


def _layers_hold(network: LayeredNet, x: tuple[Fraction, ...]) -> list[Json]:
    """rho(U_i p_{i-1} + b_i) = y_i in numbers, and of each y_i an entry that is not the centre."""
    *first, last = network.layers
    bare = replace(network, layers=(*first, replace(last, step="none")))
    parts: list[Json] = []
    before = list(x)
    traced = bare.trace(EXACT, inputs_of(x, bare))
    for number, (layer, (y, p)) in enumerate(zip(network.layers, traced, strict=True), 1):
        values, handed = rationals(y), rationals(p)
        parts += equations(layer.activation(TERMS, _terms(before), network.slope), values)
        shifts = layer.step in ("s", "nMV")
        centre = sum(values, Fraction(0)) / len(values) if shifts else Fraction(0)
        apart = [a for a in values if a != centre]
        if not apart:
            kind = "constant" if shifts else "0"
            raise ValueError(f"layer {number} is {kind} at this x and cannot be normalised")
        parts.append(TERMS.const(apart[0]).differs(TERMS.const(centre)))
        if layer.step == "s":
            parts += equations(shift(TERMS, _terms(values)), handed)
        before = handed
    return parts


def _wide_layers_hold(network: LayeredNet, x: tuple[Fraction, ...]) -> Evidence:
    """Of each layer's vector an entry that is not the centre, by rational arithmetic."""
    parts: list[Json] = []
    traced = exact_trace(network, x)
    for number, (layer, (_, values)) in enumerate(zip(network.layers, traced, strict=False), 1):
        shifts = layer.step in ("s", "nMV")
        centre = sum(values, Fraction(0)) / len(values) if shifts else Fraction(0)
        place = next((k for k, a in enumerate(values, 1) if a != centre), None)
        if place is None:
            kind = "constant" if shifts else "0"
            raise ValueError(f"layer {number} is {kind} at this x and cannot be normalised")
        parts.append(app("p", number, place).differs(TERMS.const(centre)))
    says = (
        f"the reduced network's layers $p$ at $x = ({numbers(x)})$, {network.layer}: of each the "
        "first entry that is not $0$, or not the mean"
    )
    return enclosure(says, parts, {"p": 2})


def _distance(one: list[Radical], other: list[Radical]) -> tuple[Fraction, Fraction]:
    """Bounds of the largest |a - b|, both 0 if all are equal."""
    gaps = [_gap(a.square, b.square) for a, b in zip(one, other, strict=True)]
    return max(lo for lo, _ in gaps), max(hi for _, hi in gaps)


def _gap(p: Fraction, q: Fraction) -> tuple[Fraction, Fraction]:
    """Bounds of the distance of two numbers with these signed squares.

    Both sizes are at most M = max(1, |p|, |q|).  Where the signs agree, the distance is |p - q|
    over the sum of the sizes, otherwise it is that sum.
    """
    if p == q:
        return Fraction(0), Fraction(0)
    most = max(Fraction(1), abs(p), abs(q))
    return abs(p - q) / (2 * most), 2 * most


def scaling_row(settings: Settings, general: Obligation) -> Row:
    """A residual network at x and at lambda x (Eq. 9)."""
    network, x, factor = settings["network"], settings["x"], settings["lambda"]
    moved = tuple(factor * a for a in x)
    inputs_of(x, network)
    if is_large(network):
        return _wide_scaling_row(settings, general)
    one, other = (_blocks_hold(network, point) for point in (x, moved))
    gaps = [abs(b - factor * a) for a, b in zip(one[1], other[1], strict=True)]
    ends = equations([TERMS.const(factor) * TERMS.const(a) for a in one[1]], other[1])
    says = f"the blocks' values at $x = ({numbers(x)})$ and at $lambda x$"
    return Row(
        inputs={
            "network": _compact(network),
            "x": numbers(x),
            "lambda": str(factor),
        },
        units=network.cost()["units"],
        width=network.cost()["width"],
        lo=max(gaps),
        hi=max(gaps),
        evidence=(of_obligation(general), closed_evidence(says, [*one[0], *other[0], *ends])),
        network=network,
    )


def _wide_scaling_row(settings: Settings, general: Obligation) -> Row:
    """The same for a network that is too large for a certificate."""
    network, x, factor = settings["network"], settings["x"], settings["lambda"]
    one, other = (
        exact_plain_outputs(network, point) for point in (x, tuple(factor * a for a in x))
    )
    gaps = [abs(b - factor * a) for a, b in zip(one, other, strict=True)]
    says = f"both outputs at $x = ({numbers(x)})$ and at $lambda x$, {network.layer}"
    gap = [app("gap", k).equals(TERMS.const(a)) for k, a in enumerate(gaps, 1)]
    cost = network.cost()
    return Row(
        inputs={"network": _compact(network), "x": numbers(x), "lambda": str(factor)},
        units=cost["units"],
        width=cost["width"],
        lo=max(gaps),
        hi=max(gaps),
        evidence=(of_obligation(general), enclosure(says, gap, {"gap": 1})),
        network=network,
    )


def _blocks_hold(
    network: ResidualNet, x: tuple[Fraction, ...]
) -> tuple[list[Json], list[Fraction]]:
    """Every block's values in numbers, and the output."""
    parts: list[Json] = []
    before = list(x)
    for block, traced in zip(
        network.blocks, network.trace(EXACT, inputs_of(x, network)), strict=True
    ):
        hidden, _, after, _ = map(rationals, traced)
        parts += block_equations(block, network.slope, (before, hidden, hidden, after))
        before = after
    return parts, before


def block_equations(
    block: Block, slope: Fraction, values: tuple[list[Fraction], ...]
) -> list[Json]:
    """rho(A_1 x) and rho(x + A_2 b) in numbers, for values (x, rho(A_1 x), b, rho(x + A_2 b))."""
    before, hidden, branch, after = values
    beta = TERMS.const(slope)
    first = [leaky(TERMS, t, beta) for t in product(TERMS, block.A1, _terms(before))]
    sums = zip(_terms(before), product(TERMS, block.A2, _terms(branch)), strict=True)
    last = [leaky(TERMS, a + b, beta) for a, b in sums]
    return equations(first, hidden) + equations(last, after)
