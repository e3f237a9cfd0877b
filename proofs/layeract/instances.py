"""Instances: the user's layer and noise, both sides of a bound, exactly or enclosed.

Both sides are evaluated by the formulas of :mod:`constructions.layeract`: exactly where every root
is rational and the scale is HardSigmoid, else as balls.  The kernel then checks, for the terms that
the same formulas give, the values or enclosures and which side is smaller.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from constructions.exact import ExactSystem, squarefree
from constructions.layeract import (
    HARD_SIGMOID,
    SCALES,
    Dense,
    LayerAct,
    Vector,
    backward,
    dense,
    element_act,
    fluctuation,
    mean,
    moments,
    paired,
    variance,
)
from constructions.systems import NumberError
from constructions.terms import TermSystem, conj
from proofs.claims import Parameter
from proofs.evidence import CERTAIN, HOLDS, Evidence, establish, of_obligation, weakest
from proofs.kernel.check import expand
from proofs.kernel.context import Context
from proofs.kernel.errors import Reject
from proofs.library.witnesses import defined
from proofs.parameters import Reader, exact_number, one_of, positive_of, whole
from proofs.trees.script import Json, Node, auto, look, node, statement

Settings = Mapping[str, Any]
Formula = Callable[[Any, "Data"], Any]
MAX_ELEMENTS = 2_000
MAX_KERNEL_ELEMENTS = 64  # above, the terms are too long for certificates: balls
MAX_KERNEL_LAYER = 8  # where each n_i is a term with all y_j
MAX_KERNEL_GRADIENT = 3
MAX_KERNEL_EQUAL = 24  # where both sides touch, which takes algebra
MAX_GRADIENT = 200  # every output moves with every input
MAX_RADICAND = 10**16
BITS = 40  # of an enclosure; the kernel encloses closed terms to 64 bits and more


@dataclass(frozen=True)
class Data:
    """A layer, its inputs and the noise, in one number system."""

    layer: LayerAct
    y: Dense
    noise: Dense

    @property
    def noisy(self) -> Dense:
        found: Dense = paired(lambda a, b: a + b, self.y, self.noise)
        return found

    @property
    def constant(self) -> Fraction:
        """K of Definition 3.1."""
        lipschitz = SCALES[self.layer.scale].lipschitz
        if lipschitz is None:
            raise ValueError(f"{self.layer.scale} is not Lipschitz")
        return lipschitz


@dataclass(frozen=True)
class Row:
    """One instance: the left side in [lo, hi], a lower bound of the right one, and how it ended."""

    inputs: dict[str, str]
    lo: Fraction
    hi: Fraction
    bound: Fraction
    holds: bool | None
    version: str
    evidence: tuple[Evidence, ...]
    network: LayerAct
    plot: dict[str, Any] = field(default_factory=dict)

    @property
    def units(self) -> int:
        return self.network.d

    @property
    def width(self) -> int:
        return self.network.d

    @property
    def level(self) -> str:
        return weakest(self.evidence)

    @property
    def verdict(self) -> str:
        if self.holds is None or any(e.outcome != HOLDS for e in self.evidence):
            return "open"
        if self.level not in CERTAIN:
            return "supported" if self.holds else "open"
        return "certified" if self.holds else "refuted"


# --- both sides ----------------------------------------------------------------------------------


def scale_change(system: Any, data: Data) -> Any:
    """sum |s(nhat_i) - s(n_i)|, the left side of Eq. 9."""
    layer = data.layer
    return fluctuation(system, layer.scales(system, data.noisy), layer.scales(system, data.y))


def _over_root(system: Any, data: Data, more: Any) -> Any:
    """sum K (|eps_i - mu_eps| + more) / sqrt(sigma_y^2 + alpha)."""
    of = moments(system, data.y, system.const(data.layer.alpha))
    nu = mean(data.noise)
    parts = data.noise.map(lambda e: system.abs(e - nu) + more)
    return system.const(data.constant) * parts.total() / of.root


def printed_bound(system: Any, data: Data) -> Any:
    """The last expression of Eq. 9."""
    return _over_root(system, data, system.const(0))


def repaired_bound(system: Any, data: Data) -> Any:
    """The same with sigma_eps added to each |eps_i - mu_eps|."""
    spread = variance(data.noise, mean(data.noise))
    return _over_root(system, data, system.sqrt(spread))


def layer_fluctuation(system: Any, data: Data) -> Any:
    """sum |yhat_i s(nhat_i) - y_i s(n_i)|, the left side of Eq. 7."""
    layer = data.layer
    return fluctuation(system, layer.apply(system, data.noisy), layer.apply(system, data.y))


def element_fluctuation(system: Any, data: Data) -> Any:
    """sum |yhat_i s(yhat_i) - y_i s(y_i)|, the left side of Eq. 4."""
    scale = SCALES[data.layer.scale]

    def act(values: Dense) -> Dense:
        return values.map(lambda a: element_act(system, scale, a))

    return fluctuation(system, act(data.noisy), act(data.y))


def _terms_of(system: Any, data: Data, after: Vector, before: Vector) -> Any:
    parts = paired(
        lambda a, e, s1, s0: system.abs(a) * system.abs(s1 - s0) + system.abs(e) * s1,
        data.y,
        data.noise,
        after,
        before,
    )
    return parts.total()


def layer_bound(system: Any, data: Data) -> Any:
    """The right side of Eq. 7."""
    layer = data.layer
    after, before = layer.scales(system, data.noisy), layer.scales(system, data.y)
    return _terms_of(system, data, after, before)


def element_bound(system: Any, data: Data) -> Any:
    """The right side of Eq. 4, with |y_i|."""
    scale = SCALES[data.layer.scale]
    after, before = (v.map(lambda a: scale.value(system, a)) for v in (data.noisy, data.y))
    return _terms_of(system, data, after, before)


def element_change(system: Any, data: Data) -> Any:
    """sum |s(yhat_i) - s(y_i)|, the left side of Eq. 8."""
    scale = SCALES[data.layer.scale]
    after, before = (v.map(lambda a: scale.value(system, a)) for v in (data.noisy, data.y))
    return fluctuation(system, after, before)


def noise_bound(system: Any, data: Data) -> Any:
    """sum K |eps_i|, the right side of Eq. 8."""
    return system.const(data.constant) * data.noise.map(system.abs).total()


def mean_apart(system: Any, data: Data) -> Any:
    """|sum a_i - mu_y sum s(n_i)|, which `layeract.zeromean` bounds."""
    mu = mean(data.y)
    return system.abs(data.layer.apply(system, data.y).total() - mu * _scales(system, data).total())


def mean_bound(system: Any, data: Data) -> Any:
    """d K sigma_y^2 / sqrt(sigma_y^2 + alpha)."""
    of = moments(system, data.y, system.const(data.layer.alpha))
    return data.layer.d * system.const(data.constant) * of.variance / of.root


def _scales(system: Any, data: Data) -> Dense:
    found: Dense = data.layer.scales(system, data.y)
    return found


def missed(system: Any, data: Data) -> Any:
    """sum |a_i - y_i/2|, for inputs that are all 2 A and the output A."""
    outputs = data.layer.apply(system, data.y)
    return fluctuation(system, outputs, data.y.map(lambda a: a / 2))


def nothing(system: Any, data: Data) -> Any:
    """0."""
    return system.const(0)


def gradients_apart(weights: Sequence[Fraction]) -> Formula:
    """sum_l |dL/dy_l as printed - sum_i g_i da_i/dy_l| for L = sum g_i a_i.

    da_i/dy_l = delta_il s(n_i) + y_i s'(n_i) dn_i/dy_l, where n_i moves by
    (delta_il - 1/d) / r - (y_i - mu) (y_l - mu) / (d r^3), r = sqrt(sigma^2 + alpha).
    """

    def formula(system: Any, data: Data) -> Any:
        scale, alpha = SCALES[data.layer.scale], system.const(data.layer.alpha)
        g = [system.const(q) for q in weights]
        printed = backward(system, scale, data.y, dense(system, g), alpha).y.head
        of = moments(system, data.y, alpha)
        gaps = [a - of.mu for a in data.y.head]
        total = system.const(0)
        for at, value in enumerate(printed):
            direct = system.const(0)
            for i, a in enumerate(data.y.head):
                n = gaps[i] / of.root
                own = system.const(int(i == at) - Fraction(1, data.layer.d))
                turn = gaps[i] * gaps[at] / (data.layer.d * (of.variance + alpha))
                moved = a * scale.slope(system, n, None) * ((own - turn) / of.root)
                direct = direct + g[i] * (moved + int(i == at) * scale.value(system, n))
            total = total + system.abs(value - direct)
        return total

    return formula


# --- parameters ----------------------------------------------------------------------------------


def read_vector(text: str) -> tuple[Fraction, ...]:
    """``1, -1/2, 0.25`` as exact numbers."""
    values = tuple(exact_number(part) for part in text.split(","))
    if len(values) > MAX_ELEMENTS:
        raise ValueError(f"instances have at most {MAX_ELEMENTS} elements, got {len(values)}")
    return values


def read_short_vector(text: str) -> tuple[Fraction, ...]:
    """The same, of as many as gradients are compared for."""
    values = read_vector(text)
    if len(values) > MAX_GRADIENT:
        raise ValueError(
            f"gradients are compared for at most {MAX_GRADIENT} elements, whose time is quadratic"
        )
    return values


def certified(most: int) -> str:
    """What the limits say of instances with a certificate."""
    return f"a certificate of the kernel up to {most}, above enclosed by balls"


VECTOR = Reader(read_vector, f"at most {MAX_ELEMENTS} of them")
SHORT_VECTOR = Reader(
    read_short_vector, f"at most {MAX_GRADIENT} of them, {certified(MAX_KERNEL_GRADIENT)}"
)


read_scale = one_of(
    "the scale", [name for name, scale in SCALES.items() if scale.lipschitz is not None]
)


PARAMETERS = (
    Parameter("y", "the inputs, as numbers with commas", VECTOR, "1, 2, 3"),
    Parameter("noise", "the noise, as many numbers", VECTOR, "0, 1/10, 0"),
    Parameter("alpha", "the constant alpha of Eq. 6", positive_of("alpha"), "1/100000"),
    Parameter("scale", "the scale function", read_scale, "hard-sigmoid"),
)
#: without noise
STILL = tuple(p for p in PARAMETERS if p.name != "noise")
STILL_INSTANCES: tuple[Mapping[str, str], ...] = (
    {"y": "1, 2, 3"},
    {"y": "-4, 4", "alpha": "9"},
    {"y": "5", "alpha": "1/10"},
    {"y": "0, 0, 0, 0", "scale": "sigmoid"},
    {"y": "-900, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0"},
    {"y": "1/1000000, -1000000", "scale": "sigmoid"},
)
#: the loss sum g_i a_i
WEIGHTED = (
    *(replace(p, read=SHORT_VECTOR) if p.name == "y" else p for p in STILL),
    Parameter("weights", "g_i = dL/da_i, as many numbers", SHORT_VECTOR, "1, 0, -2"),
)
WEIGHTED_INSTANCES: tuple[Mapping[str, str], ...] = (
    {"y": "1, 2, 3", "weights": "1, 0, -2", "alpha": "1/3"},
    {"y": "-4, 4", "weights": "1, 1", "alpha": "9"},
    {"y": "5", "weights": "-3", "alpha": "1/10", "scale": "sigmoid"},
    {"y": "0, 0", "weights": "1, -1"},
    {"y": "1, -1", "weights": "1/2, 3", "alpha": "3", "scale": "sigmoid"},
)


def gradient_row(settings: Settings, general: Any) -> Row:
    """The printed gradient of sum g_i a_i against the derivatives of the outputs."""
    y, weights = settings["y"], settings["weights"]
    if len(y) != len(weights):
        raise ValueError(f"y has {len(y)} numbers, the weights {len(weights)}")
    mu = sum(y, Fraction(0)) / len(y)
    root = sum(((a - mu) ** 2 for a in y), Fraction(0)) / len(y) + settings["alpha"]
    if settings["scale"] == HARD_SIGMOID.name and any((a - mu) ** 2 == 9 * root for a in y):
        raise ValueError("some n_i is 3 or -3, where the hard sigmoid has no derivative")
    row = compared_row(
        settings, gradients_apart(weights), nothing, general=general, written=MAX_KERNEL_GRADIENT
    )
    return replace(row, inputs={**row.inputs, "weights": _numbers(weights)})


NUMBER_OF = whole("d", 1, MAX_ELEMENTS)
#: one output A of d elements
OUTPUTS = (
    Parameter("A", "the output that is wanted, a number", exact_number, "-5"),
    Parameter(
        "d",
        "the number of elements",
        Reader(NUMBER_OF.read, f"{NUMBER_OF.limits}, {certified(MAX_KERNEL_EQUAL)}"),
        "3",
    ),
    *(p for p in STILL if p.name != "y"),
)
OUTPUT_INSTANCES: tuple[Mapping[str, str], ...] = (
    {"A": "-5", "d": "3"},
    {"A": "0", "d": "1"},
    {"A": "-1000000000", "d": "2", "scale": "sigmoid"},
    {"A": "1/1000000", "d": "12", "alpha": "1000"},
    {"A": "7/3", "d": "5", "scale": "sigmoid"},
)


def output_row(settings: Settings, general: Any) -> Row:
    """The outputs for d inputs that are all 2 A, against A."""
    kept = {name: settings[name] for name in ("alpha", "scale")}
    inner = {"y": (2 * settings["A"],) * settings["d"], **kept}
    row = compared_row(inner, missed, nothing, general=general, written=MAX_KERNEL_EQUAL)
    rest = {name: text for name, text in row.inputs.items() if name != "y"}
    return replace(row, inputs={"A": str(settings["A"]), "d": str(settings["d"]), **rest})


INSTANCES: tuple[Mapping[str, str], ...] = (
    {"y": "1, 2, 3", "noise": "0, 1/10, 0"},
    {"y": "5", "noise": "-2", "alpha": "1/10"},
    {"y": "1, 1, 1, 1", "noise": "1/2, -1/2, 0, 0", "alpha": "1", "scale": "sigmoid"},
    {"y": "-200, -500, 700", "noise": "12, -12, 0", "alpha": "128129"},
    {"y": "1, -1", "noise": "-2, 2", "alpha": "3"},
    {"y": "900, -900, 0", "noise": "1/1000000, 0, 0", "scale": "sigmoid"},
    {"y": "1, 2", "noise": "0, 0"},
)


# --- rows ----------------------------------------------------------------------------------------


def _in(system: Any, settings: Settings) -> Data:
    y, noise = settings["y"], _noise(settings)
    if len(y) != len(noise):
        raise ValueError(f"y has {len(y)} numbers, the noise {len(noise)}")
    layer = LayerAct(len(y), settings["alpha"], settings["scale"])
    vectors = (dense(system, [system.const(q) for q in values]) for values in (y, noise))
    return Data(layer, *vectors)


def _noise(settings: Settings) -> tuple[Fraction, ...]:
    """The noise; none where the claim has no such parameter."""
    found: tuple[Fraction, ...] = settings.get("noise", (Fraction(0),) * len(settings["y"]))
    return found


def enclosed(formula: Formula, settings: Settings) -> tuple[Fraction, Fraction]:
    """The value, a sum of sizes, or rationals around it."""
    for exact in _fields(settings):
        try:
            value = formula(exact, _in(exact, settings)).rational()
        except NumberError:
            continue
        if value is not None:
            return value, value
    from constructions.interop.mixed import MixedSystem

    system = MixedSystem(128)
    lo, hi = formula(system, _in(system, settings)).bounds(BITS)
    return max(lo, Fraction(0)), hi


def _fields(settings: Settings) -> list[ExactSystem]:
    """The rationals, and the field of the clean layer's root where it has few digits."""
    rationals = ExactSystem()
    data = _in(rationals, settings)
    spread = variance(data.y, mean(data.y)).rational() + settings["alpha"]
    product = spread.numerator * spread.denominator
    if product > MAX_RADICAND:
        return [rationals]
    return [rationals, ExactSystem(squarefree(product)[1])]


def numbers() -> Node:
    """A relation between closed terms: by enclosures, or where they touch by algebra."""

    def found(context: Context) -> Node:
        for bits in (0, 64, 256):
            leaf = node("evaluate", bits=bits)
            try:
                expand(context, leaf)
            except Reject:
                continue
            return leaf
        return defined(auto("numbers"))

    return look(found)


def compared_row(
    settings: Settings,
    left: Formula,
    right: Formula,
    *,
    strict: bool = False,
    version: str = "printed",
    general: Any = None,
    written: int = MAX_KERNEL_ELEMENTS,
) -> Row:
    """Whether left <= right (or <) for the user's layer, with the values of both sides.

    ``general`` is the obligation that says so for all layers, if there is one.  Layers of up to
    ``written`` elements are written out as terms, for a certificate.
    """
    start = time.perf_counter()
    (lo, hi), (below, above) = enclosed(left, settings), enclosed(right, settings)
    holds: bool | None = None
    if hi < below or (hi <= below and not strict):
        holds = True
    elif lo > above or (lo >= above and strict):
        holds = False
    elif general is not None:
        holds = True
    y = shortened(settings["y"])
    noise = {"noise": _numbers(settings["noise"])} if "noise" in settings else {}
    with_noise = f", $epsilon = ({shortened(settings['noise'])})$" if noise else ""
    says = f"both sides for $y = ({y})${with_noise}"
    own = None
    if len(settings["y"]) <= written:
        own = _by_kernel(
            says,
            settings,
            (left, right),
            ((lo, hi), (below, above)),
            strict,
            holds if general is None else None,
        )
    if own is None or own.outcome != HOLDS:  # too long for the kernel, or beyond its exp
        ends = (
            (">=", "left", lo),
            ("<=", "left", hi),
            (">=", "right", below),
            ("<=", "right", above),
        )
        own = _by_balls(says, ends, len(settings["y"]), time.perf_counter() - start)
    evidence = (own,) if general is None else (of_obligation(general), own)
    inputs = {
        "y": _numbers(settings["y"]),
        **noise,
        "alpha": str(settings["alpha"]),
        "scale": settings["scale"],
        "version": version,
    }
    layer = LayerAct(len(settings["y"]), settings["alpha"], settings["scale"])
    return Row(inputs, lo, hi, below, holds, version, evidence, layer)


def _by_kernel(
    says: str,
    settings: Settings,
    sides: tuple[Formula, Formula],
    ends: tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]],
    strict: bool,
    holds: bool | None,
) -> Evidence:
    """Both sides in their ends and, if ``holds`` is known, how they compare: a certificate."""
    terms = TermSystem()
    data = _in(terms, settings)
    one, other = (side(terms, data) for side in sides)
    (lo, hi), (below, above) = ends
    parts: list[Json] = [one >= lo, one <= hi, other >= below, other <= above]
    if holds is not None:
        relation = one < other if strict else one <= other
        against = one >= other if strict else one > other
        parts.append(relation if holds else against)
    proof = node("both", *[numbers()] * len(parts))
    return establish("", says, statement({}, [], conj(*parts)), lambda: proof, "instance")


def _by_balls(
    says: str, ends: Sequence[tuple[str, str, Fraction]], d: int, seconds: float
) -> Evidence:
    """Both sides in their ends, by rational arithmetic and balls; as functions of d in words."""
    parts = [
        ["<=", ["app", side, str(d)], str(q)]
        if op == "<="
        else ["<=", str(q), ["app", side, str(d)]]
        for op, side, q in ends
    ]
    sequent = statement({}, [], conj(*parts), {"left": 1, "right": 1})
    return Evidence(
        "",
        says,
        sequent,
        "rational arithmetic, balls",
        "enclosure",
        "instance",
        HOLDS,
        None,
        seconds,
    )


def shortened(values: Sequence[Fraction]) -> str:
    """The numbers, or of a long list the first and the last ones."""
    if len(values) <= MAX_KERNEL_ELEMENTS:
        return _numbers(values)
    return f"{_numbers(values[:3])}, dots, {_numbers(values[-1:])}"


def _numbers(values: Sequence[Fraction]) -> str:
    return ", ".join(map(str, values))


def element_row(settings: Settings, general: Any, signed: Any) -> Row:
    """Eq. 4 for the user's inputs; where some y_i <= 0, which it excludes, with |y_i| for y_i.

    ``general`` says so for all positive inputs, ``signed`` for all.

    For y_i <= 0 the printed right side may be negative (a control of `layeract.eq4`).
    """
    if min(settings["y"]) > 0:
        return compared_row(settings, element_fluctuation, element_bound, general=general)
    row = compared_row(
        settings, element_fluctuation, element_bound, version="repaired", general=signed
    )
    return replace(row, inputs={**row.inputs, "bound": "with |y_i|, since some y_i <= 0"})


#: for Eq. 4
POSITIVE_INSTANCES: tuple[Mapping[str, str], ...] = (
    {"y": "1, 2, 3", "noise": "0, 1/10, 0"},
    {"y": "5", "noise": "-2"},
    {"y": "1/1000000", "noise": "3"},
    {"y": "1, 1, 1, 1", "noise": "1/2, -1/2, 0, 0", "scale": "sigmoid"},
    {"y": "900, 1/900", "noise": "-100, 1/100", "scale": "sigmoid"},
)
