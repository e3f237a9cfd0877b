"""Attention heads and blocks, and the explicit weights that make the sum of a Sumformer.

Source: *Sumformer: Universal Approximation for Efficient Transformers*, Definitions 2.1-2.6 and
Eq. 22-28, 40-47.  X has n rows (tokens) of D values:

    AttHead(X)    = rho(X W_Q (X W_K)^T / sqrt(D)) X W_V                    (Eq. 1)
    LinAttHead(X) = rho(X W_Q (E X W_K)^T / sqrt(D)) F X W_V                (Eq. 5)
    PerAttHead(X) = a(X W_Q) (a(X W_K)^T (X W_V))                           (Eq. 8)
    Block(X)      = X + FC(X + Att(X)),  Att(X) = [heads](X) W_O            (Eq. 2, 3)

with rho the softmax of each row and a(x) = exp(-|x|^2/2) (exp(omega_l . x))_l / sqrt(k) (Eq. 7).
A softmax is computed from differences, exp(s_j - s_1) / sum_i exp(s_i - s_1), so that rows of
equal scores are exact rationals in the exact number system.  The columns have names: 1, x, phi(x),
Sigma, and D = 1 + d + 2 d'.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from constructions.displayed import Displayed
from constructions.exact import squarefree
from constructions.sumformer import Sumformer
from constructions.systems import add_all

FORMAT = "netproof-attention/1"
Matrix = tuple[tuple[Fraction, ...], ...]
Rows = Sequence[Sequence[Any]]
KINDS = ("transformer", "linformer", "performer")
VERSIONS = ("printed", "repaired")


# --- matrices ------------------------------------------------------------------------------------


def constant(rows: int, columns: int, value: int | Fraction) -> Matrix:
    """``value`` times the all-one matrix."""
    return tuple((Fraction(value),) * columns for _ in range(rows))


def with_entries(size: int, entries: dict[tuple[int, int], int | Fraction]) -> Matrix:
    """The size x size matrix with these entries (from 0), 0 elsewhere."""
    rows = range(size)
    return tuple(tuple(Fraction(entries.get((i, j), 0)) for j in rows) for i in rows)


def _shape(matrix: Matrix, rows: int, columns: int, name: str) -> None:
    if len(matrix) != rows or any(len(row) != columns for row in matrix):
        raise ValueError(f"{name} is a {rows} x {columns} matrix")


def times(system: Any, X: Rows, W: Matrix) -> list[list[Any]]:
    """X W; entries of W that are 0 are left out."""
    used = [[(o, w) for o, w in enumerate(column) if w] for column in zip(*W, strict=True)]
    zero = system.const(0)
    return [
        [add_all([row[o] * system.const(w) for o, w in column] or [zero]) for column in used]
        for row in X
    ]


def product(A: Rows, B: Rows) -> list[list[Any]]:
    """A B, of values of a number system."""
    columns = list(zip(*B, strict=True))
    return [[dot(row, column) for column in columns] for row in A]


def dot(one: Sequence[Any], other: Sequence[Any]) -> Any:
    return add_all([a * b for a, b in zip(one, other, strict=True)])


def projected(system: Any, E: Matrix, X: Rows) -> list[list[Any]]:
    """E X."""
    return product([[system.const(e) for e in row] for row in E], X)


def softmax(system: Any, row: Sequence[Any]) -> list[Any]:
    """rho(s)_j = exp(s_j) / sum_i exp(s_i), from differences to the first score."""
    powers = [system.exp(s - row[0]) for s in row]
    whole = add_all(powers)
    return [power / whole for power in powers]


# --- heads ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TransformerHead:
    """Definition 2.1: three D x D matrices."""

    WQ: Matrix
    WK: Matrix
    WV: Matrix

    def __post_init__(self) -> None:
        for name in ("WQ", "WK", "WV"):
            _shape(getattr(self, name), self.D, self.D, name)

    @property
    def D(self) -> int:
        return len(self.WV)

    def weights(self) -> dict[str, Matrix]:
        return {"WQ": self.WQ, "WK": self.WK, "WV": self.WV}

    def attention(self, system: Any, X: Rows) -> list[list[Any]]:
        """A, one row of weights for each token (Eq. 1)."""
        return self._softmax(system, X, times(system, X, self.WK))

    def _softmax(self, system: Any, X: Rows, keys: Rows) -> list[list[Any]]:
        root = system.sqrt(system.const(self.D))
        queries = times(system, X, self.WQ)
        return [softmax(system, [dot(q, key) / root for key in keys]) for q in queries]

    def apply(self, system: Any, X: Rows) -> list[list[Any]]:
        return product(self.attention(system, X), times(system, X, self.WV))


@dataclass(frozen=True)
class LinformerHead(TransformerHead):
    """Definition 2.5: also E and F in R^(k x n), 1 <= k < n."""

    E: Matrix
    F: Matrix

    def __post_init__(self) -> None:
        super().__post_init__()
        k, n = len(self.E), len(self.E[0]) if self.E else 0
        if not 1 <= k < n:
            raise ValueError(f"Definition 2.5 asks for 1 <= k < n, got k = {k} and n = {n}")
        _shape(self.E, k, n, "E")
        _shape(self.F, k, n, "F")

    def weights(self) -> dict[str, Matrix]:
        return {**super().weights(), "E": self.E, "F": self.F}

    def attention(self, system: Any, X: Rows) -> list[list[Any]]:
        return self._softmax(system, X, projected(system, self.E, times(system, X, self.WK)))

    def apply(self, system: Any, X: Rows) -> list[list[Any]]:
        values = projected(system, self.F, times(system, X, self.WV))
        return product(self.attention(system, X), values)


@dataclass(frozen=True)
class PerformerHead(TransformerHead):
    """Definition 2.6: also omega_1, ..., omega_k in R^D.

    ``over_lambda``: W_V stands for W_V / lambda, lambda being |a(e_1)|^2.
    """

    omega: Matrix
    over_lambda: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.omega:
            raise ValueError("Definition 2.6 asks for k >= 1 vectors omega")
        _shape(self.omega, len(self.omega), self.D, "omega")

    def weights(self) -> dict[str, Matrix]:
        return {**super().weights(), "omega": self.omega}

    def kernel(self, system: Any, x: Sequence[Any]) -> list[Any]:
        """a(x), Eq. 7."""
        factor = system.exp(-(dot(x, x) / 2)) / system.sqrt(system.const(len(self.omega)))
        inner = [dot([system.const(w) for w in omega], x) for omega in self.omega]
        return [factor * system.exp(value) for value in inner]

    def scale(self, system: Any) -> Any:
        """lambda = |a(e_1)|^2 = 1/(e k) sum_l exp(2 omega_(l,1))."""
        powers = [system.exp(system.const(2 * omega[0] - 1)) for omega in self.omega]
        return add_all(powers) / len(self.omega)

    def apply(self, system: Any, X: Rows) -> list[list[Any]]:
        queries = [self.kernel(system, q) for q in times(system, X, self.WQ)]
        keys = [self.kernel(system, key) for key in times(system, X, self.WK)]
        values = times(system, X, self.WV)
        middle = product(list(zip(*keys, strict=True)), values)
        out = product(queries, middle)
        if not self.over_lambda:
            return out
        divisor = self.scale(system)
        return [[value / divisor for value in row] for row in out]


# --- blocks --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Block:
    """Definition 2.3 with one head, W_O = I and FC(y) = y W, a linear layer.

    ``W`` None: X + Att(X), the residual connection of Eq. 47 alone.  ``over_lambda_n``: W stands
    for W / (lambda n), as in the proof of Theorem 4.5.
    """

    head: TransformerHead
    names: tuple[str, ...]
    n: int
    W: Matrix | None = None
    over_lambda_n: bool = False

    def __post_init__(self) -> None:
        if len(self.names) != self.head.D or len(set(self.names)) != self.head.D:
            raise ValueError("one name for each of the D columns")
        if self.W is not None:
            _shape(self.W, self.head.D, self.head.D, "W")
        if self.over_lambda_n and not isinstance(self.head, PerformerHead):
            raise ValueError("lambda belongs to a Performer")

    @property
    def radicand(self) -> int:
        """The m for which sqrt(D) lies in Q(sqrt(m))."""
        return squarefree(self.head.D)[1]

    def apply(self, system: Any, X: Rows) -> list[list[Any]]:
        """X + FC(X + Att(X)) for n rows of D values."""
        if len(X) != self.n or any(len(row) != self.head.D for row in X):
            raise ValueError(f"X has {self.n} rows of {self.head.D} values")
        out = _sum(X, self.head.apply(system, X))
        if self.W is None:
            return out
        fed = times(system, out, self.W)
        if self.over_lambda_n and isinstance(self.head, PerformerHead):
            divisor = self.head.scale(system) * system.const(self.n)
            fed = [[value / divisor for value in row] for row in fed]
        return _sum(X, fed)

    def to_json(self) -> dict[str, Any]:
        """The weights; row i of a matrix belongs to ``columns[i]``."""
        head = {name: _texts(matrix) for name, matrix in self.head.weights().items()}
        data: dict[str, Any] = {"columns": list(self.names), "tokens": self.n, "head": head}
        if isinstance(self.head, PerformerHead):
            data["WV_over_lambda"] = self.head.over_lambda
        if self.W is not None:
            data["FC"] = {"W": _texts(self.W), "W_over_lambda_n": self.over_lambda_n}
        return data


def _sum(A: Rows, B: Rows) -> list[list[Any]]:
    return [[a + b for a, b in zip(*rows, strict=True)] for rows in zip(A, B, strict=True)]


def _texts(matrix: Matrix) -> list[list[str]]:
    return [[str(value) for value in row] for row in matrix]


def column_names(d: int, latent: int) -> tuple[str, ...]:
    """1, x_1, ..., phi_1, ..., Sigma_1, ...: the columns of Eq. 22 and 24."""
    x = [f"x{j}" for j in range(1, d + 1)]
    features = [f"{name}{r}" for name in ("phi", "Sigma") for r in range(1, latent + 1)]
    return ("1", *x, *features)


def sum_block(
    kind: str,
    n: int,
    d: int,
    latent: int,
    version: str = "repaired",
    *,
    k: int = 1,
    omega: Sequence[Fraction] = (),
) -> Block:
    """The block that takes rows (1, x, phi, 0) to (1, x, phi, Sigma), Eq. 22-24 and 44-47.

    Args:
        kind: ``transformer``, ``linformer`` (with ``k``) or ``performer`` (``omega``: the first
            coordinates of omega_1, ..., omega_k, the others being 0).
        version: ``printed``, the paper's weights; ``repaired``, F = 1/n for the Linformer, W_V / n
            over lambda for the Performer, and an FC that makes Eq. 3 give Eq. 24.
    """
    if kind not in KINDS or version not in VERSIONS:
        raise ValueError(f"kinds: {', '.join(KINDS)}; versions: {', '.join(VERSIONS)}")
    if n < 1 or d < 1 or latent < 1:
        raise ValueError("n >= 1 tokens, d >= 1 and d' >= 1")
    names = column_names(d, latent)
    size, repaired = len(names), version == "repaired"
    first = with_entries(size, {(0, 0): 1})
    takes = {(1 + d + r, 1 + d + latent + r): Fraction(n) for r in range(latent)}
    kept = {(1 + d + latent + r, 1 + d + latent + r): 1 for r in range(latent)}
    W: Matrix | None = with_entries(size, dict(kept)) if repaired else None
    if kind == "linformer":
        E = constant(k, n, Fraction(1, n))
        F = E if repaired else constant(k, n, Fraction(1, k) if k else 0)
        return Block(
            LinformerHead(first, first, with_entries(size, dict(takes)), E, F), names, n, W
        )
    if kind == "performer":
        vectors = tuple((Fraction(w), *(Fraction(0),) * (size - 1)) for w in omega)
        if not 1 <= len(vectors) < n:
            raise ValueError(f"Theorem 4.5 asks for 1 <= k < n, got {len(vectors)} and n = {n}")
        if repaired:
            ones = with_entries(size, dict.fromkeys(takes, 1))
            return Block(PerformerHead(first, first, ones, vectors, True), names, n, W)
        identity = with_entries(size, {(j, j): 1 for j in range(size)})
        head = PerformerHead(first, first, with_entries(size, dict(takes)), vectors)
        return Block(head, names, n, identity, over_lambda_n=True)
    return Block(TransformerHead(first, first, with_entries(size, dict(takes))), names, n, W)


# --- Sumformers ----------------------------------------------------------------------------------


@dataclass(frozen=True, repr=False)
class AttentionSumformer(Displayed):
    """A Sumformer whose sum is made by a block; phi and psi are polynomials (Eq. 36-38)."""

    sumformer: Sumformer
    block: Block
    kind: str
    version: str

    @property
    def layer(self) -> str:
        return f"{self.kind} block ({self.version}), columns {', '.join(self.block.names)}"

    def rows(self, system: Any, X: Rows) -> list[list[Any]]:
        """The rows (1, x, phi(x), 0) of Eq. 22."""
        zeros = [system.const(0)] * self.sumformer.latent
        return [[system.const(1), *x, *self.sumformer.phi(system, x), *zeros] for x in X]

    def after(self, system: Any, X: Rows) -> list[list[Any]]:
        """What the block makes of them: Eq. 24 where the version is right."""
        return self.block.apply(system, self.rows(system, X))

    def __call__(self, system: Any, X: Rows) -> list[list[Any]]:
        """psi of each row, with x and Sigma as they stand in it."""
        d, latent = self.sumformer.d, self.sumformer.latent
        return [
            self.sumformer.psi(system, row[1 : 1 + d], row[1 + d + latent :])
            for row in self.after(system, X)
        ]

    def cost(self) -> dict[str, Any]:
        """Of the block alone: width D, parameters of its matrices."""
        matrices = [*self.block.head.weights().values()]
        matrices += [self.block.W] if self.block.W is not None else []
        weights = [value for matrix in matrices for row in matrix for value in row]
        return {
            "units": self.block.head.D,
            "width": self.block.head.D,
            "depth": 1,
            "parameters": len(weights),
            "nonzero": sum(1 for value in weights if value),
            "largest_weight": str(max(map(abs, weights))),
        }

    def to_json(self) -> dict[str, Any]:
        """The block's weights, the monomials of phi and the polynomials sigma_b of psi."""
        sigma = [
            [
                {
                    "b": list(b),
                    "terms": [[list(e), str(c)] for e, c in sorted(part.items())],
                }
                for b, part in output.items()
            ]
            for output in self.sumformer.sigma
        ]
        return {
            "format": FORMAT,
            "kind": self.kind,
            "version": self.version,
            "block": self.block.to_json(),
            "phi": [list(a) for a in self.sumformer.degrees],
            "psi": sigma,
        }

    def dumps(self) -> str:
        return json.dumps(self.to_json(), indent=1) + "\n"


def attention_sumformer(
    sumformer: Sumformer, kind: str, version: str = "repaired", **options: Any
) -> AttentionSumformer:
    """The Sumformer with its sum in a block of this kind; see :func:`sum_block`.

    Raises:
        ValueError: phi has no coordinate (nothing to be summed), or see :func:`sum_block`.
    """
    if not sumformer.latent:
        raise ValueError("g depends on x1 alone: there is nothing to sum")
    block = sum_block(kind, sumformer.n, sumformer.d, sumformer.latent, version, **options)
    return AttentionSumformer(sumformer, block, kind, version)
