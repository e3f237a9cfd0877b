"""Sweeps of Sumformers: sizes against n, d and degree, errors against eps, Bernstein polynomials.

Source: Sumformer, Sections 4 and 5, Eq. 36, Appendix B.  The semi-invariant g is
x_1 + sum_(j > 1) (1 + l(x_j))^degree with a linear l, whose power sums are all those of degrees up
to ``degree``; it is divided by its largest value, so that errors for different n and d compare.

``verify sweep sumformer.thm4_3`` and its like (:mod:`verify.transformers`) measure transformers for
a g of the user's own.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb, pi
from typing import Any

from verify.measured import Axis, Found, Setting, Study, one_of, rational, whole

GROUPS = 16
MAX_D_PRIME = 60


def target(n: int, d: int, degree: int) -> str:
    """g as text, with values of at most 1 on [0, 1]."""
    from constructions.sumformer import coordinate

    def linear(j: int) -> str:
        return " + ".join(f"{coordinate(j, c, d)}/{c + 1}" for c in range(1, d + 1))

    most = (1 + sum(Fraction(1, c + 1) for c in range(1, d + 1))) ** degree
    size = 1 + (n - 1) * most
    parts = [f"(1 + {linear(j)})**{degree}" for j in range(2, n + 1)]
    g = " + ".join([coordinate(1, 1, d), *parts])
    return f"({g})/({size})"


def _latent(n: int, d: int) -> int:
    """The number of multidegrees a with 0 < |a| <= n (Eq. 36), one after the other."""
    ways = [1] + [0] * n  # of coordinates so far, by degree
    for _ in range(d):
        for degree in range(1, n + 1):
            ways[degree] += ways[degree - 1]
    return sum(ways) - 1


def _sizes_of(setting: Setting) -> tuple[int, int, int]:
    return int(setting["n"]), int(setting["d"]), int(setting["degree"])


def latent(setting: Setting, system: Any, points: int, rng: Any) -> list[Found]:
    """d' as it is printed and as it is built, and the side D of the attention matrices."""
    from constructions.sumformer import parse_semi_invariant, rewrite

    n, d, degree = _sizes_of(setting)
    S = rewrite(parse_semi_invariant(target(n, d, degree), n, d))
    counted = _latent(n, d)
    return [
        Found("d' that is built", [S.latent], printed=comb(n + d, d) - 1, of="sumformer.dprime"),
        Found("d' + 1 of Eq. 36", [counted + 1], (d + 1) ** n, "sumformer.dprime.polynomial"),
        Found("side D that is built", [1 + d + 2 * S.latent], 2 * (n + 1) ** d + d - 1,
              "sumformer.sizes.attention_matrix.weights"),
        Found("coefficients of psi", [S.cost()["parameters"]]),
    ]  # fmt: skip


def network(setting: Setting, system: Any, points: int, rng: Any) -> list[Found]:
    """The Transformer for g and eps: its error over eps, the bound of it, and its size.

    The bound is that of this network (:mod:`constructions.transformer`), as an instance of the
    claim certifies it; rounding has the allowance of :mod:`verify.transformers`.
    """
    import numpy as np

    from constructions.bernstein import approximate, parse_target
    from constructions.interop.transformer_files import arrays, exactly
    from constructions.near_networks import SHARE, whole_network
    from constructions.rounding import LEAST, deviation
    from proofs.sumformer.thm4_1.bernstein.instances import unchanged
    from verify.transformers import ALLOWED, _errors, _sizes, _start

    n, d, degree = _sizes_of(setting)
    eps = Fraction(str(setting["eps"]))
    g = parse_target(target(n, d, degree), n, d, decide=unchanged)
    near = approximate(g, eps * SHARE, eps)
    net = whole_network("transformer", near, eps)
    u = Fraction(system.unit_roundoff)
    written = net.replaced(exactly(arrays(net, system.dtype_name)))
    rounding = max(deviation(net, written, u, least=LEAST[system.dtype_name]))
    rounding += ALLOWED * u * _sizes(near.in_unit, net)
    groups = max(1, min(GROUPS, points // 64))
    worst = [
        _errors(net, g, system, _start(n, d, points // groups, rng).astype(system.dtype_name))[0]
        for _ in range(groups)
    ]
    cost, at = net.cost(), float(eps)
    return [
        Found("error over eps", np.array(worst) / at, float(net.bound.total) / at,
              "sumformer.thm4_3.repaired", rounding=float(rounding) / at + 1e-15),
        Found("proved bound over eps", [float(net.bound.total) / at], 1.0,
              "sumformer.thm4_3.repaired"),
        Found("parameters", [cost["parameters"]]),
        Found("hidden units", [sum(cost["hidden"])]),
    ]  # fmt: skip


# --- Bernstein polynomials -----------------------------------------------------------------------


def basis(m: int, x: Any) -> Any:
    """binom(m, k) x^k (1 - x)^(m - k) for k = 0, ..., m: (points, m + 1), each to 3 m roundings.

    By B_(k, j + 1) = (1 - x) B_(k, j) + x B_(k - 1, j), whose terms are not negative.
    """
    import numpy as np

    B = np.zeros((len(x), m + 1))
    B[:, 0] = 1
    for j in range(m):
        B[:, 1 : j + 2] = (1 - x)[:, None] * B[:, 1 : j + 2] + x[:, None] * B[:, : j + 1]
        B[:, 0] *= 1 - x
    return B


def drawn(name: str, cells: int, networks: int, rng: Any) -> Any:
    """1-Lipschitz functions on [0, 1] that are linear on each of so many cells: their knots."""
    import numpy as np

    if name == "kink":
        slopes = np.where(np.arange(cells) < cells / 2, -1.0, 1.0)[None, :]
    elif name == "zigzag":
        slopes = (1.0 - 2 * (np.arange(cells) % 2))[None, :]
    else:
        slopes = rng.choice([-1.0, 1.0], (networks, cells))
    start = np.zeros((len(slopes), 1))
    return np.concatenate([start, np.cumsum(slopes, axis=1) / cells], axis=1)


def bernstein(setting: Setting, system: Any, points: int, rng: Any) -> list[Found]:
    """|B_m f - f| for 1-Lipschitz f over its bounds, at once for all f and points."""
    import numpy as np

    m, cells, name = int(setting["m"]), int(setting["cells"]), str(setting["f"])
    count = max(2, points // GROUPS)
    x = np.unique(np.concatenate([np.linspace(0, 1, 65), rng.uniform(0, 1, count)]))
    B = basis(m, x)
    nodes = np.arange(m + 1) / m
    if name == "wave":  # sin(2 pi x)/(2 pi), with |f''| <= 2 pi
        at_nodes, at_x = (np.sin(2 * pi * t)[None, :] / (2 * pi) for t in (nodes, x))
    else:
        knots = drawn(name, cells, GROUPS, rng)

        def values(t: Any) -> Any:
            cell = np.minimum((t * cells).astype(int), cells - 1)
            part = t * cells - cell
            return knots[:, cell] * (1 - part) + knots[:, cell + 1] * part

        at_nodes, at_x = values(nodes), values(x)
    near = system.numpy(system.array(at_nodes) @ system.array(B.T))
    error = np.abs(near - at_x)
    u = system.unit_roundoff
    size = np.abs(at_nodes).max() + 1
    rounding = u * (4 * m + 16) * size
    by = "sumformer.thm4_1.bernstein"
    spread = np.sqrt(x * (1 - x) / m)[None, :] + 0 * error
    found = [
        Found("error", error, 1 / (2 * m**0.5), by, rounding=rounding),
        Found("error over its bound at x", error / np.maximum(spread, 1e-300), 1.0,
              f"{by}.pointwise", rounding=rounding / np.maximum(spread, 1e-300),
              kept=spread > 0),
    ]  # fmt: skip
    if name == "wave":
        found.append(
            Found("error of a smooth f", error, 2 * pi / (8 * m), f"{by}.smooth", rounding=rounding)
        )
    return found


def _small(setting: Setting) -> None:
    n, d, degree = _sizes_of(setting)
    if _latent(n, d) > MAX_D_PRIME * 20 or comb(degree + d, d) > MAX_D_PRIME * 4:
        raise ValueError(f"n = {n}, d = {d}, degree = {degree} is too large to be built here")


def _small_network(setting: Setting) -> None:
    n, d, degree = _sizes_of(setting)
    if min(comb(degree + d, d), comb(n - 1 + d, d)) - 1 > MAX_D_PRIME:
        raise ValueError(f"n = {n}, d = {d}, degree = {degree} is too large to be built here")


def _numbers_of_basis(setting: Setting, points: int) -> int:
    return (points // GROUPS + 65) * (int(setting["m"]) + GROUPS)


def _numbers(setting: Setting, points: int) -> int:
    return points * 200  # so that there are at most as many points as in verify.transformers


_N = Axis("n", whole("n", 2, 12), 3, (2, 4, 5, 6))
_D = Axis("d", whole("d", 1, 8), 2, (1, 3, 4))
_NOT_LINEAR = Axis("degree", whole("degree", 1, 8), 2, (3, 4, 5))
_DEGREE = Axis("degree", whole("degree", 1, 8), 2, (1, 3, 4, 5))

STUDIES = (
    Study(
        "sumformer.dprime",
        "the latent dimension and the side of the attention matrices, over n, d and degree",
        (_N, _D, Axis("degree", _DEGREE.read, 4, (1, 2, 3, 5, 6))),
        latent,
        _small,
    ),
    Study(
        "sumformer.thm4_3.repaired",
        "Transformers for polynomials: error and size over n, d, degree and eps",
        (_N, _D, _NOT_LINEAR,
         Axis("eps", rational("eps", "1/100000", "10"), "1/10", ("1/1000", "1/100", "1"))),
        network,
        _small_network,
        512,
        _numbers,
    ),
    Study(
        "sumformer.thm4_1.bernstein",
        "Bernstein polynomials of 1-Lipschitz functions",
        (Axis("m", whole("m", 1, 512), 16, (1, 4, 64, 256)),
         Axis("cells", whole("cells", 1, 256), 16, (2, 4, 64)),
         Axis("f", one_of("f", ("random", "kink", "zigzag", "wave")), "random",
              ("kink", "zigzag", "wave"))),
        bernstein,
        numbers=_numbers_of_basis,
    ),
)  # fmt: skip
