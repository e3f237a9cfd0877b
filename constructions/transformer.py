"""Whole networks of Theorems 4.3-4.5 of *Sumformer*: explicit rational weights, a proved error.

Two blocks of Definition 2.3 on rows of D = 1 + d + 2 d' + m columns, named 1, x, phi, Sigma, y:

    row of token i          (1, x_i, 0, 0, 0)                                    embedding
    block 1                 attention 0 (W_V = 0), FC writes phi~ on the phi columns     (Eq. 41)
    block 2                 the head of Eq. 22-28 puts rho sum_j phi~(x_j) on the Sigma columns,
                            and FC, given X + Att(X), writes psi~(x, Sigma - phi) on y
    read-out                the m columns y

One attention layer and four feed-forward layers (two FCs with one hidden layer each), which is
what the paper announces; the width is D from the start, as Definition 2.4 asks.  ``phi~`` and
``psi~`` are layers of :mod:`constructions.feedforward`, with errors e_r and delta_o.

For tokens in [0, 1]^d, with S = f (a Sumformer of polynomials, exactly) and P_o(x, p) the
polynomial of output o, p = Sigma - phi(x_i):

    |p~_r - p_r| <= s_r = (n - 1) e_r + |rho - 1| n (1 + e_r)
    |f_o - T_o|  <= delta_o + sum_r G_or s_r,   G_or >= |dP_o/dp_r| on the box that holds both.

Both lines, and the error of a chord, are the claim ``sumformer.thm4_3.layers``.

rho = 1 for the Transformer and for the Linformer with F = 1/n (:mod:`constructions.attention`).
For the Performer it is lambda r, with r a rational number within 2^-64 of 1/lambda, relatively.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any, Self

from constructions.attention import (
    LinformerHead,
    Matrix,
    PerformerHead,
    Rows,
    TransformerHead,
    column_names,
    sum_block,
)
from constructions.displayed import Displayed
from constructions.exact import squarefree
from constructions.feedforward import (
    Approximation,
    Exponents,
    FeedForward,
    Hidden,
    LayerPlan,
    derivative,
    planned_layer,
    polynomial_layer,
    size_on,
)
from constructions.sumformer import Sumformer

FORMAT = "netproof-transformer/1"
MARGIN = Fraction(1, 16)  #: how far the sums may leave their range, at most
TRANSPORT = Fraction(1, 8)  #: the share of eps for the errors of phi and of the head
INTERPOLATION = Fraction(3, 4)  #: the share of eps for psi; the rest is left for rounding
NEARBY = Fraction(1, 2**64)  #: how close r is to 1/lambda, relatively
MAX_OMEGA = 30
MAX_NAMES = 16  #: columns that are named in a line
ZERO = Fraction(0)


def above(q: Fraction, bits: int = 64) -> Fraction:
    """A short number >= q >= 0, within 2^(1-bits) of it relatively."""
    if not q:
        return q
    shift = bits - (q.numerator.bit_length() - q.denominator.bit_length())
    scaled = -((-q * Fraction(2) ** shift) // 1)
    return Fraction(scaled) / Fraction(2) ** shift


def short(q: Fraction) -> tuple[Fraction, str]:
    """The least number >= q >= 0 of three significant digits, and how it is printed."""
    exponent = 0  # of the last digit
    while q and q < 100 * Fraction(10) ** exponent:
        exponent -= 1
    while q >= 1000 * Fraction(10) ** exponent:
        exponent += 1
    digits = -((-q / Fraction(10) ** exponent) // 1)
    number = Decimal(digits).scaleb(exponent)
    printed = f"{float(number):.3g}" if abs(exponent) < 300 else f"{number:.2e}"
    return digits * Fraction(10) ** exponent, printed


def compared(q: Fraction, eps: Fraction) -> str:
    """The line "|f - T| <= q < eps" for q < eps; q is rounded up, or left out where that is eps."""
    value, printed = short(q)
    return f"|f - T| {f'<= {printed} ' if value < eps else ''}< eps = {eps}"


def _power_of_two(q: Fraction) -> Fraction:
    """The least power of 2 that is at least q, and 0 for q = 0; q <= 1."""
    power = Fraction(1) if q else ZERO
    while q and power / 2 >= q:
        power /= 2
    return power


# --- the Performer's lambda ----------------------------------------------------------------------


def exp_bounds(q: Fraction, bits: int = 128) -> tuple[Fraction, Fraction]:
    """lo <= exp(q) <= hi, within about 2^-bits relatively, for rational |q| <= 64.

    Taylor for t = q/2^s, 0 <= t <= 1/4, where the tail after t^N/N! is at most t^N/N!, then s
    squarings; every step is rounded outwards.  exp(-q) = 1/exp(q).
    """
    if abs(q) > 64:
        raise ValueError(f"exp is taken at up to 64 in size, got {q}")
    if q < 0:
        lo, hi = exp_bounds(-q, bits)
        return 1 / hi, 1 / lo
    s = 8
    t, unit = q / 2**s, 1 << (bits + 3 * s)
    term, whole, N = Fraction(1), Fraction(1), 0
    while term * unit > 1:
        N += 1
        term = term * t / N
        whole += term
    lo, hi = _out(whole, whole + term, unit)
    for _ in range(s):
        lo, hi = _out(lo * lo, hi * hi, unit)
    return lo, hi


def _out(lo: Fraction, hi: Fraction, unit: int) -> tuple[Fraction, Fraction]:
    return Fraction(lo * unit // 1, unit), Fraction(-(-hi * unit // 1), unit)


def scale_bounds(omega: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
    """Bounds of lambda = |a(e_1)|^2 = 1/k sum_l exp(2 omega_(l,1) - 1)."""
    if any(abs(w) > MAX_OMEGA for w in omega):
        raise ValueError(f"omega is at most {MAX_OMEGA} in size here")
    parts = [exp_bounds(2 * w - 1) for w in omega]
    return (
        sum((lo for lo, _ in parts), ZERO) / len(parts),
        sum((hi for _, hi in parts), ZERO) / len(parts),
    )


def head_factor(head: TransformerHead, n: int) -> tuple[Fraction, Fraction]:
    """Bounds of rho: the head gives rho sum_j phi_r(x_j) on Sigma_r, for weights as in Eq. 23.

    Source: Eq. 44-46 and 26-28; equal rows make every softmax weight 1/n (1/k), exactly.

    Raises:
        ValueError: the weights are not of that form.
    """
    first = {(0, 0)}
    v = {value for row in head.WV for value in row if value}
    columns = {j for row in head.WV for j, value in enumerate(row) if value}
    if _places(head.WQ) != first or _places(head.WK) != first or len(v) != 1 or 0 in columns:
        raise ValueError("the head is not one of Eq. 23 and 45")
    (value,) = v
    if isinstance(head, PerformerHead):
        if any(any(w[1:]) for w in head.omega) or (head.WQ[0][0], head.WK[0][0]) != (1, 1):
            raise ValueError("the vectors omega are multiples of e_1, and W_Q = W_K = e_1 e_1^T")
        lo, hi = scale_bounds([w[0] for w in head.omega])
        return (lo * value, hi * value) if value > 0 else (hi * value, lo * value)
    if isinstance(head, LinformerHead):
        rows = {e for row in head.E for e in row}
        entries = {f for row in head.F for f in row}
        if len(rows) != 1 or len(entries) != 1:
            raise ValueError("E and F are multiples of the all-one matrix")
        return (entries.pop() * value,) * 2
    return value / n, value / n


def _places(matrix: Matrix) -> set[tuple[int, int]]:
    return {(i, j) for i, row in enumerate(matrix) for j, value in enumerate(row) if value}


# --- the network ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class TransformerBlock:
    """Definition 2.3 with one head and W_O = I: X + FC(X + Att(X))."""

    head: TransformerHead
    FC: FeedForward

    def __post_init__(self) -> None:
        if self.FC.inputs != self.head.D or self.FC.outputs != self.head.D:
            raise ValueError(f"FC maps rows of {self.head.D} values to such rows")

    def apply(self, system: Any, X: Rows) -> list[list[Any]]:
        attended = self.head.apply(system, X)
        out = []
        for row, att in zip(X, attended, strict=True):
            fed = self.FC(system, [a + b for a, b in zip(row, att, strict=True)])
            out.append([a + b for a, b in zip(row, fed, strict=True)])
        return out


@dataclass(frozen=True)
class Bound:
    """Where the error comes from; all are bounds for every X with tokens in [0, 1]^d."""

    phi: tuple[Fraction, ...]  #: e_r, of phi_r
    scale: Fraction  #: |rho - 1|
    sums: tuple[Fraction, ...]  #: s_r, of Sigma_r - phi_r(x_i)
    gradient: tuple[tuple[Fraction, ...], ...]  #: G_or
    psi: tuple[Fraction, ...]  #: delta_o
    phi_slopes: tuple[tuple[Fraction, ...], ...]  #: |d(phi~_r - phi_r)/dx_j| is at most this
    psi_slopes: tuple[tuple[Fraction, ...], ...]  #: the same of psi~_o - P_o, in x and in p
    cells: tuple[int, int]  #: a ridge of phi~, of psi~ has at most so many cells on each side
    polynomial: tuple[Fraction, ...] = ()  #: sup |f_o - S_o| where S is near f only

    @property
    def outputs(self) -> tuple[Fraction, ...]:
        """sup |f_o - T_o| is at most this."""
        return tuple(
            above(delta + near + sum((g * s for g, s in zip(row, self.sums, strict=True)), ZERO))
            for delta, row, near in zip(
                self.psi, self.gradient, self.polynomial or (ZERO,) * len(self.psi), strict=True
            )
        )

    @property
    def total(self) -> Fraction:
        """sup ||f - T||_oo is at most this."""
        return max(self.outputs)

    def to_json(self) -> dict[str, Any]:
        return {
            "domain": "all tokens in [0, 1]^d",
            "error_at_most": str(self.total),
            "of_each_output": [str(q) for q in self.outputs],
            "phi": [str(q) for q in self.phi],
            "head_factor_minus_1": str(self.scale),
            "sums": [str(q) for q in self.sums],
            "gradient_of_psi": [[str(q) for q in row] for row in self.gradient],
            "psi": [str(q) for q in self.psi],
            **({"polynomial": [str(q) for q in self.polynomial]} if self.polynomial else {}),
        }


@dataclass(frozen=True, kw_only=True, repr=False)
class BlockNet(Displayed, ABC):
    """Blocks of Definition 2.3 between an embedding and a read-out, and a bound of ||f - T||_oo.

    The first block that attends is ``blocks[attending]``; in the others W_Q = W_K = W_V = 0.  On
    other boxes than [0, 1]^d the embedding takes x to u = (x - low)/(high - low).  ``about`` is
    added to the description.  ``entry``: the weights of the embedding, where they are rounded.
    """

    kind: str
    eps: Fraction
    names: tuple[str, ...]
    blocks: tuple[TransformerBlock, ...]
    bound: Any
    g: str = ""
    low: Fraction = ZERO
    high: Fraction = Fraction(1)
    about: Mapping[str, Any] = field(default_factory=dict)
    entry: tuple[Matrix, Matrix] | None = None

    def __post_init__(self) -> None:
        if self.low >= self.high:
            raise ValueError("low < high")
        if any(block.head.D != len(self.names) for block in self.blocks):
            raise ValueError("one name for each column")

    @property
    @abstractmethod
    def n(self) -> int:
        """The number of tokens."""

    @property
    @abstractmethod
    def d(self) -> int:
        """The dimension of a token."""

    @property
    @abstractmethod
    def latent(self) -> int:
        """d', the number of features that are summed."""

    @property
    @abstractmethod
    def outputs(self) -> int:
        """m, the number of coordinates of f."""

    @property
    @abstractmethod
    def attending(self) -> int:
        """The number of the block with the attention, from 0."""

    @property
    def head(self) -> TransformerHead:
        """The one head that attends."""
        return self.blocks[self.attending].head

    @property
    def D(self) -> int:
        return len(self.names)

    @property
    def layer(self) -> str:
        extra = f", k = {len(self.head.E)}" if isinstance(self.head, LinformerHead) else ""
        if isinstance(self.head, PerformerHead):
            extra = f", k = {len(self.head.omega)}"
        columns = ", ".join(self.names)
        if len(self.names) > MAX_NAMES:
            columns = ", ".join([*self.names[:MAX_NAMES], "..."])
        return f"{self.kind}, {len(self.blocks)} blocks, n = {self.n}{extra}, columns {columns}"

    @property
    def says(self) -> str:
        """The bound in one line, rounded up."""
        return f"{compared(self.bound.total, self.eps)} on [{self.low}, {self.high}]"

    @property
    def radicand(self) -> int:
        """The m for which sqrt(D) lies in Q(sqrt(m))."""
        return squarefree(self.D)[1]

    def embedding(self) -> tuple[Matrix, Matrix]:
        """(d x D, 1 x D): x goes to (1, u, 0, 0, 0), u = x on [0, 1]^d."""
        if self.entry:
            return self.entry
        scale = 1 / (self.high - self.low)
        W = tuple(
            tuple(scale if c == 1 + j else ZERO for c in range(self.D)) for j in range(self.d)
        )
        moved = (-self.low * scale,) * self.d
        return W, ((Fraction(1), *moved, *(ZERO,) * (self.D - 1 - self.d)),)

    def readout(self) -> Matrix:
        """D x m: the last m columns."""
        first = self.D - self.outputs
        return tuple(
            tuple(Fraction(int(c == first + o)) for o in range(self.outputs)) for c in range(self.D)
        )

    def rows(self, system: Any, X: Rows) -> list[list[Any]]:
        """The embedded tokens."""
        if len(X) != self.n or any(len(x) != self.d for x in X):
            raise ValueError(f"X has {self.n} tokens of {self.d} values")
        rest = [system.const(0)] * (self.D - 1 - self.d)
        return [[system.const(1), *x, *rest] for x in self.unit(system, X)]

    def unit(self, system: Any, X: Rows) -> list[list[Any]]:
        """u = (x - low)/(high - low), in [0, 1]^d: what ``sumformer`` is a function of."""
        if (self.low, self.high) == (0, 1):
            return [list(x) for x in X]
        if self.entry:
            W, (b,) = self.entry
            return [
                [system.const(W[j][1 + j]) * value + system.const(b[1 + j])
                 for j, value in enumerate(x)]
                for x in X
            ]  # fmt: skip
        low, scale = system.const(self.low), system.const(1 / (self.high - self.low))
        return [[(value - low) * scale for value in x] for x in X]

    def __call__(self, system: Any, X: Rows) -> list[list[Any]]:
        """T(X): n rows of m values, in any number system."""
        rows = self.rows(system, X)
        for block in self.blocks:
            rows = block.apply(system, rows)
        return [row[self.D - self.outputs :] for row in rows]

    # --- weights ---

    def tensors(self) -> dict[str, Matrix]:
        """All weights under stable names; vectors are matrices of one row."""
        W, b = self.embedding()
        found: dict[str, Matrix] = {"embedding.W": W, "embedding.b": b}
        for number, block in enumerate(self.blocks, start=1):
            for name, matrix in block.head.weights().items():
                found[f"block{number}.{name}"] = matrix
            for name, rows in block.FC.matrices().items():
                found[f"block{number}.FC.{name}"] = tuple(map(tuple, rows))
        return {**found, "readout.W": self.readout()}

    def replaced(self, tensors: Mapping[str, Matrix]) -> Self:
        """The network with these weights in place of its own.

        Raises:
            ValueError: a name is missing, a shape is another one, or a weight is not 0 that is.
        """
        own = self.tensors()
        if set(own) != set(tensors):
            raise ValueError("the tensors have other names")
        for name, matrix in own.items():
            given = tensors[name]
            if [len(row) for row in given] != [len(row) for row in matrix]:
                raise ValueError(f"{name} has another shape")
            for row, mine in zip(given, matrix, strict=True):
                if any(value and not q for value, q in zip(row, mine, strict=True)):
                    raise ValueError(f"{name} has a weight where this network has 0")
        W, b = (tuple(map(tuple, tensors[f"embedding.{name}"])) for name in "Wb")
        on_unit = (self.low, self.high) == (0, 1)
        same = {
            "embedding.W": W == own["embedding.W"] or not on_unit,
            "embedding.b": b == own["embedding.b"] or (b[0][0] == 1 and not on_unit),
            "readout.W": tuple(map(tuple, tensors["readout.W"])) == own["readout.W"],
        }
        for name, kept in same.items():
            if not kept:
                raise ValueError(f"{name} is not that of this network")
        blocks = []
        for number, block in enumerate(self.blocks, start=1):
            prefix = f"block{number}."
            matrices = {
                name: tuple(map(tuple, tensors[prefix + name])) for name in block.head.weights()
            }
            FC = {name: tensors[f"{prefix}FC.{name}"] for name in ("W1", "b1", "W2", "b2")}
            head = replace(block.head, **matrices)
            blocks.append(TransformerBlock(head, _with(block.FC, FC)))
        entry = None if (W, b) == self.embedding() else (W, b)
        return replace(self, blocks=tuple(blocks), entry=entry)

    def cost(self) -> dict[str, Any]:
        """Widths, depth, parameters (all entries of all matrices) and the longest weight."""
        weights = [q for matrix in self.tensors().values() for row in matrix for q in row]
        used = [q for q in weights if q]
        hidden = [block.FC.hidden for block in self.blocks]
        return {
            "units": sum(hidden),
            "width": self.D,
            "depth": len(self.blocks),
            "parameters": len(weights),
            "nonzero": len(used),
            "largest_weight": str(max(map(abs, used))),
            "hidden": hidden,
            "attention_layers": 1,
            "feed_forward_layers": 2 * len(self.blocks),
            "latent": self.latent,
            "bits": max(q.numerator.bit_length() + q.denominator.bit_length() for q in used),
            "error_at_most": str(self.bound.total),
        }

    def description(self) -> dict[str, Any]:
        """What the arrays of a file do not say: the function, the columns, the bound."""
        head = self.head
        inside = "embedding(X)"
        for number in range(1, len(self.blocks) + 1):
            inside = f"Block{number}({inside})"
        data: dict[str, Any] = {
            "format": FORMAT,
            "formula": f"T(X) = readout({inside}), "
            "Block(X) = X + FC(X + Att(X)), FC(y) = ReLU(y W1 + b1) W2 + b2",
            "kind": self.kind,
            "g": self.g,
            "tokens": self.n,
            "dimension": self.d,
            "eps": str(self.eps),
            "columns": list(self.names),
            "readout": list(self.names[self.D - self.outputs :]),
            **self.made_of(),
            "bound": self.bound.to_json(),
            "sizes": {name: value for name, value in self.cost().items() if name != "units"},
        }
        if isinstance(head, LinformerHead):
            data["k"] = len(head.E)
        if isinstance(head, PerformerHead):
            data["omega"] = [str(w[0]) for w in head.omega]
        if (self.low, self.high) != (0, 1):
            data["low"], data["high"] = str(self.low), str(self.high)
            data["bound"]["domain"] = f"all tokens in [{self.low}, {self.high}]^d"
        return {**data, **self.about}

    @abstractmethod
    def made_of(self) -> dict[str, Any]:
        """What the description says of phi."""

    def to_json(self) -> dict[str, Any]:
        """:meth:`description` and all weights, exactly; a unit names the columns it uses."""
        blocks = [
            {
                "head": {
                    name: [[str(q) for q in row] for row in matrix]
                    for name, matrix in block.head.weights().items()
                },
                "FC": {
                    "units": [self._unit(unit) for unit in block.FC.units],
                    "b2": {self.names[c]: str(b) for c, b in enumerate(block.FC.b2) if b},
                },
            }
            for block in self.blocks
        ]
        return {**self.description(), "blocks": blocks}

    def _unit(self, unit: Hidden) -> dict[str, Any]:
        return {
            "name": unit.name,
            "in": {self.names[c]: str(w) for c, w in unit.weights},
            "bias": str(unit.bias),
            "out": {self.names[c]: str(w) for c, w in unit.out},
        }

    def dumps(self) -> str:
        return json.dumps(self.to_json(), indent=1) + "\n"


@dataclass(frozen=True, kw_only=True, repr=False)
class TransformerNet(BlockNet):
    """Two blocks: the network of a Sumformer of polynomials in u, ``sumformer``.

    Source: Sumformer, Theorems 4.3-4.5 and Appendix B.
    """

    sumformer: Sumformer
    bound: Bound

    @property
    def n(self) -> int:
        return self.sumformer.n

    @property
    def d(self) -> int:
        return self.sumformer.d

    @property
    def latent(self) -> int:
        return self.sumformer.latent

    @property
    def outputs(self) -> int:
        return len(self.sumformer.sigma)

    @property
    def attending(self) -> int:
        return 1

    def made_of(self) -> dict[str, Any]:
        return {"phi": [list(a) for a in self.sumformer.degrees]}


def _with(layer: FeedForward, weights: Mapping[str, Sequence[Sequence[Fraction]]]) -> FeedForward:
    W1, (b1,), W2, (b2,) = (weights[name] for name in ("W1", "b1", "W2", "b2"))
    units = [
        replace(
            unit,
            weights=tuple((c, W1[c][h]) for c, _ in unit.weights),
            bias=b1[h],
            out=tuple((c, W2[h][c]) for c, _ in unit.out),
        )
        for h, unit in enumerate(layer.units)
    ]
    return replace(layer, units=tuple(units), b2=tuple(b2))


# --- the construction ----------------------------------------------------------------------------


def psi_polynomials(S: Sumformer) -> list[dict[tuple[int, ...], Fraction]]:
    """P_o(x, p) = sum_b x^b sigma_b(p), p = Sigma - phi(x), as polynomials in (x, p)."""
    return [{b + e: c for b, part in output.items() for e, c in part.items()} for output in S.sigma]


def _summed(S: Sumformer) -> Sumformer:
    """S, with phi(x) = x_1 where nothing is to be summed: Definition 3.1 asks for d' >= 1."""
    if S.latent:
        return S
    sigma: tuple[dict[Exponents, dict[Exponents, Fraction]], ...] = tuple(
        {b: dict.fromkeys([(0,)], part[()]) for b, part in output.items()} for output in S.sigma
    )
    return replace(S, degrees=((1, *(0,) * (S.d - 1)),), sigma=sigma)


@dataclass(frozen=True)
class TwoBlocks:
    """A network that is not built yet; ``psi`` is most of it, and phi is built.

    ``sums``: how far p_r may be off; ``gradient``: how steep the polynomials are in p_r.
    """

    kind: str
    sumformer: Sumformer
    eps: Fraction
    names: tuple[str, ...]
    head: TransformerHead
    scale: Fraction
    phi: Approximation
    sums: tuple[Fraction, ...]
    gradient: tuple[tuple[Fraction, ...], ...]
    psi: LayerPlan

    @property
    def units(self) -> int:
        """About the hidden units of both layers."""
        return self.phi.layer.hidden + self.psi.units

    def cost(self) -> dict[str, Any]:
        """About the sizes, as those of :meth:`BlockNet.cost`."""
        D, S = len(self.names), self.sumformer
        hidden = [self.phi.layer.hidden, self.psi.units]
        heads = 2 * sum(len(m) * len(m[0]) for m in self.head.weights().values())
        layers = sum(2 * D * h + h + D for h in hidden)
        return {
            "units": self.units,
            "width": D,
            "depth": 2,
            "hidden": hidden,
            "latent": S.latent,
            "parameters": S.d * D + D + heads + layers + D * len(S.sigma),
        }

    def build(self, g: str = "") -> TransformerNet:
        """The network with its weights."""
        S, phi, psi, names = self.sumformer, self.phi, self.psi.build(), self.names
        slopes = [tuple(tuple(map(above, row)) for row in made.slopes) for made in (phi, psi)]
        cells = phi.cells, psi.cells
        bound = Bound(
            phi.errors, self.scale, self.sums, self.gradient, psi.errors, slopes[0], slopes[1],
            cells,
        )  # fmt: skip
        if bound.total >= self.eps:
            raise ArithmeticError(f"the bound {bound.total} is not below eps = {self.eps}")
        blocks = (
            TransformerBlock(idle(self.head), _phi_layer(phi, S, len(names))),
            TransformerBlock(self.head, _psi_layer(psi, S, len(names))),
        )
        return TransformerNet(
            kind=self.kind, sumformer=S, eps=self.eps, names=names, blocks=blocks, bound=bound, g=g
        )


def planned(
    kind: str, S: Sumformer, eps: Fraction, *, k: int = 1, omega: Sequence[Fraction] = ()
) -> TwoBlocks:
    """What :func:`construct` builds; it raises the same."""
    if eps <= 0:
        raise ValueError(f"eps must be positive, got {eps}")
    S = _summed(S)
    n, d, latent, m = S.n, S.d, S.latent, len(S.sigma)
    names = (*column_names(d, latent), *(f"y{o}" for o in range(1, m + 1)))
    P = psi_polynomials(S)
    unit = (ZERO, Fraction(1))
    reach = [unit] * d + [(-MARGIN, n - 1 + MARGIN)] * latent
    gradient = tuple(
        tuple(above(size_on(derivative(p, d + r), reach)) for r in range(latent)) for p in P
    )
    # |p~ - p| has a share of eps / (2 d') for each r, once for phi and once for the head
    allowed = [
        min(MARGIN / 2, TRANSPORT * eps / (2 * latent * steepest)) if steepest else MARGIN / 2
        for steepest in (max(row[r] for row in gradient) for r in range(latent))
    ]
    most = min(NEARBY, *(q / (2 * n) for q in allowed))
    head, rho = summing_head(kind, (n, d, latent), len(names), most, k, omega)
    phi = polynomial_layer(
        [{a: Fraction(1)} for a in S.degrees],
        [unit] * d,
        [min(share / max(n - 1, 1), Fraction(1)) for share in allowed],
        names[1 : 1 + d],
    )
    scale = above(max(abs(rho[0] - 1), abs(rho[1] - 1)))
    sums = tuple(above((n - 1) * e + scale * n * (1 + e)) for e in phi.errors)
    if any(s > MARGIN for s in sums):
        raise ArithmeticError("the sums leave the box on which psi is approximated")
    wider = [_power_of_two(s) for s in sums]  # weights with few digits
    box = [unit] * d + [(-s, n - 1 + s) for s in wider]
    forms = [f"p{r}" for r in range(1, latent + 1)]
    psi = planned_layer(P, box, [INTERPOLATION * eps] * m, [*names[1 : 1 + d], *forms])
    return TwoBlocks(kind, S, eps, names, head, scale, phi, sums, gradient, psi)


def construct(
    kind: str,
    S: Sumformer,
    eps: Fraction,
    *,
    k: int = 1,
    omega: Sequence[Fraction] = (),
    g: str = "",
) -> TransformerNet:
    """The network of this kind with sup ||f - T||_oo < eps over tokens in [0, 1]^d, f that of S.

    ``k`` is that of a Linformer, ``omega`` as in :func:`constructions.attention.sum_block`.

    Raises:
        ValueError: eps <= 0, k or omega cannot be used, or the layers would be too large.
    """
    return planned(kind, S, eps, k=k, omega=omega).build(g)


def _phi_layer(made: Approximation, S: Sumformer, D: int) -> FeedForward:
    inputs = [{1 + j: Fraction(1)} for j in range(S.d)]
    return made.layer.within(inputs, [1 + S.d + r for r in range(S.latent)], D)


def _psi_layer(made: Approximation, S: Sumformer, D: int) -> FeedForward:
    """psi~ of x and p_r = Sigma_r - phi_r."""
    inputs = [{1 + j: Fraction(1)} for j in range(S.d)]
    first = 1 + S.d
    for r in range(S.latent):
        inputs.append({first + r: Fraction(-1), first + S.latent + r: Fraction(1)})
    return made.layer.within(inputs, range(D - len(S.sigma), D), D)


def summing_head(
    kind: str,
    sizes: tuple[int, int, int],
    D: int,
    most: Fraction,
    k: int = 1,
    omega: Sequence[Fraction] = (),
) -> tuple[TransformerHead, tuple[Fraction, Fraction]]:
    """The head of the repaired proof for rows of D values, and its factor, within ``most`` of 1.

    ``sizes``: n, d and d'.
    """
    options: dict[str, Any] = {"k": k} if kind == "linformer" else {}
    options |= {"omega": tuple(omega)} if kind == "performer" else {}
    n, d, latent = sizes
    head = sum_block(kind, n, d, latent, **options).head
    padded = {
        name: _padded(matrix, D if name in ("WQ", "WK", "WV") else len(matrix), D)
        for name, matrix in head.weights().items()
        if name not in ("E", "F")
    }
    if isinstance(head, PerformerHead):
        lo, hi = scale_bounds([w[0] for w in head.omega])
        r = _nearby(2 / (lo + hi), most)
        padded["WV"] = tuple(tuple(q * r for q in row) for row in padded["WV"])
        head = replace(head, **padded, over_lambda=False)
    else:
        head = replace(head, **padded)
    rho = head_factor(head, n)
    if max(abs(rho[0] - 1), abs(rho[1] - 1)) > most:
        raise ValueError("omega is too large for a rational weight close to 1/lambda")
    return head, rho


def _padded(matrix: Matrix, rows: int, columns: int) -> Matrix:
    wide = tuple((*row, *(ZERO,) * (columns - len(row))) for row in matrix)
    return (*wide, *((ZERO,) * columns,) * (rows - len(wide)))


def _nearby(q: Fraction, most: Fraction) -> Fraction:
    """A short number, within half of ``most`` of q relatively."""
    bits = 2 + most.denominator.bit_length() - most.numerator.bit_length()
    shift = bits + 1 - (q.numerator.bit_length() - q.denominator.bit_length())
    return Fraction(round(q * Fraction(2) ** shift)) / Fraction(2) ** shift


def idle(head: TransformerHead) -> TransformerHead:
    """The same kind of head with W_Q = W_K = W_V = 0: it attends, and adds nothing."""
    zero = ((ZERO,) * head.D,) * head.D
    return replace(head, WQ=zero, WK=zero, WV=zero)
