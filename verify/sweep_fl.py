"""Sweeps of normalised networks: their reductions, Eq. 11, and the one-class loss.

Source: *Understanding the Role of Layer Normalization in Label-Skewed Federated Learning*.
Weights are uniform on [-1/sqrt(n), 1/sqrt(n)] for n inputs, as torch's ``Linear`` begins, inputs
are normal, rho is ReLU, and only the first layer has a bias (Assumption 1); the networks are those
of :mod:`constructions.federated`, many at once.

Beside each vector goes a bound of how far its floats are from it in the Euclidean norm, so that
what is proved equal is compared within what rounding can do, and a class counts only where it is
certain.  Samples with a vector that cannot be normalised, or might be such, are left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from verify.measured import AT_LEAST, Axis, Found, Setting, Study, one_of, rational, whole

NETWORKS = 16
CLASSES = 10
SLACK = 1.05
"""The error bounds are computed in floats themselves, and leave out squares of the roundoff."""

DESCENT_STEPS = 60


@dataclass(frozen=True)
class Vectors:
    """Vectors (networks, samples, width), ``error`` (networks, samples) and which are usable."""

    v: Any
    error: Any
    usable: Any


class Batch:
    """Layers on many vectors of many networks; every formula as in :mod:`.federated`."""

    def __init__(self, system: Any) -> None:
        self.system, self.xp, self.u = system, system.xp, system.unit_roundoff

    def start(self, x: Any) -> Vectors:
        v = self.system.array(x)
        zero = 0 * self.norm(v)
        return Vectors(v, zero, zero == 0)

    def norm(self, v: Any) -> Any:
        return self.xp.sqrt((v * v).sum(-1))

    def at_least(self, v: Any, floor: float) -> Any:
        return self.system.maximum(v, self.system.scalar(floor))

    def affine(self, x: Vectors, U: Any, b: Any = None) -> Vectors:
        """U x + b, with ``U`` a :class:`Weights` and ``b`` (networks, outputs)."""
        v = x.v @ self.system.array(U.entries.swapaxes(-1, -2))
        S, F = (self.system.array(a)[:, None] for a in (U.spectral, U.frobenius))
        sizes = F * self.norm(x.v)
        if b is not None:
            shift = self.system.array(b)[:, None, :]
            v, sizes = v + shift, sizes + self.norm(shift)
        return Vectors(v, S * x.error + self.u * (U.entries.shape[-1] + 2) * sizes, x.usable)

    def rho(self, x: Vectors) -> Vectors:
        """ReLU moves no two vectors apart."""
        return Vectors(self.at_least(x.v, 0.0), x.error, x.usable)

    def add(self, x: Vectors, y: Vectors) -> Vectors:
        v = x.v + y.v
        return Vectors(v, x.error + y.error + self.u * self.norm(v), x.usable & y.usable)

    def shift(self, x: Vectors) -> Vectors:
        """s(v) = v - mu 1, a projection."""
        d = x.v.shape[-1]
        v = x.v - x.v.mean(-1)[..., None]
        return Vectors(v, x.error + self.u * (d + 3) * self.norm(x.v), x.usable)

    def scale(self, x: Vectors, eps: float = 0.0, root: bool = False) -> Vectors:
        """sqrt(d) v / max{eps, ||v||}, or sqrt(d) v / sqrt(||v||^2 + d eps) for ``root``.

        Two vectors that are e apart are at most 2 e / r apart on the unit sphere, r the larger
        norm; with the maximum 4 e / max{eps, r} holds.
        """
        d = x.v.shape[-1]
        size = self.norm(x.v)
        if root:
            size, factor = self.xp.sqrt(size * size + d * eps), 2
        else:
            size, factor = self.at_least(size, eps), 4 if eps else 2
        usable = x.usable & (size > 4 * x.error) & (size > 0)
        safe = self.xp.where(usable, size, self.system.scalar(1.0))
        v = d**0.5 * x.v / safe[..., None]
        error = d**0.5 * (factor * x.error / safe + self.u * (d + 8))
        return Vectors(v, error, usable)

    def step(self, name: str, x: Vectors, eps: float = 0.0) -> Vectors:
        """A step of ``constructions.federated.STEPS``; with eps as in ``scale``."""
        if name == "nMV":
            return self.scale(self.shift(x), eps, root=True)
        if name == "n":
            return self.scale(x, eps)
        return self.shift(x) if name == "s" else x

    def classes(self, W: Any, x: Vectors) -> tuple[Any, Any]:
        """argmax W x, and whether it is certain."""
        return self.best(self.affine(x, W))

    def best(self, scores: Vectors) -> tuple[Any, Any]:
        """The largest coordinate, and whether it is certain."""
        best = self.xp.argmax(scores.v, -1)
        top = self.xp.amax(scores.v, -1)
        others = self.xp.where(
            self.system.array(range(scores.v.shape[-1])) == best[..., None],
            self.system.scalar(-float("inf")),
            scores.v,
        )
        margin = top - self.xp.amax(others, -1)
        return best, scores.usable & (margin > 2 * SLACK * scores.error)


@dataclass(frozen=True)
class Weights:
    """Matrices (networks, outputs, inputs), with bounds of their norms."""

    entries: Any
    spectral: Any
    frobenius: Any

    @classmethod
    def of(cls, entries: Any) -> Weights:
        """||U||_2 <= ||(U^T U)^8||_F^(1/16), at most n^(1/32) times ||U||_2 for n inputs."""
        import numpy as np

        frobenius = np.sqrt((entries * entries).sum(axis=(-2, -1)))
        scaled = entries / frobenius[:, None, None]
        M = scaled.swapaxes(-1, -2) @ scaled
        for _ in range(3):
            M = M @ M
        spectral = frobenius * np.sqrt((M * M).sum(axis=(-2, -1))) ** (1 / 16)
        return cls(entries, spectral, frobenius)


def weights(rng: Any, networks: int, outputs: int, inputs: int, system: Any) -> Any:
    """Uniform on [-1/sqrt(n), 1/sqrt(n)], numbers of the system's dtype."""
    drawn = rng.uniform(-1, 1, (networks, outputs, inputs)) / inputs**0.5
    return drawn.astype(system.dtype_name).astype("float64")


def sizes(points: int) -> tuple[int, int]:
    """How many networks, and samples of each."""
    networks = max(1, min(NETWORKS, points // 8))
    return networks, points // networks


@dataclass(frozen=True)
class Drawn:
    """Weights of layers of one width, a first bias, and inputs."""

    U: list[Weights]
    b: Any
    x: Any

    @classmethod
    def of(
        cls, rng: Any, depth: int, width: int, networks: int, samples: int, system: Any
    ) -> Drawn:
        U = [Weights.of(weights(rng, networks, width, width, system)) for _ in range(depth)]
        b = weights(rng, networks, width, 1, system)[:, :, 0] / width**0.5
        x = rng.standard_normal((networks, samples, width)).astype(system.dtype_name)
        return cls(U, b, x)

    def run(self, batch: Batch, step: str, between: str, eps: float = 0.0) -> list[Vectors]:
        """The last layer before and after its normalisation, where ``between`` stands in others."""
        x = batch.start(self.x)
        last = x
        for i, U in enumerate(self.U):
            last = batch.rho(batch.affine(x, U, self.b if i == 0 else None))
            ends = i == len(self.U) - 1
            x = batch.step(step if ends else between, last, eps)
        return [last, x]


def _same(dtype: Any, system: Any) -> Any:
    """The system with this dtype; float64 on the CPU where the device has none."""
    from constructions.interop.arrays import ArraySystem

    if dtype == system.dtype_name:
        return system
    device = "cpu" if dtype == "float64" else system.device
    return ArraySystem(system.namespace, dtype, device)


def _difference(system: Any, one: Vectors, other: Vectors) -> tuple[Any, Any, Any]:
    """||a - g|| / sqrt(d), what rounding allows, and which samples count; on the host."""
    batch = Batch(system)
    root = one.v.shape[-1] ** 0.5
    apart = batch.norm(one.v - other.v) / root
    allowed = SLACK * (one.error + other.error) / root
    return (system.numpy(apart), system.numpy(allowed), system.numpy(one.usable & other.usable))


# --- Propositions 1 and 2 ------------------------------------------------------------------------


def reductions(step: str, between: str, claim: str) -> Any:
    """``measure`` for Prop. 1 or 2: the two networks are equal, so rounding is the bound."""

    def found(setting: Setting, system: Any, points: int, rng: Any) -> list[Found]:
        system = _same(setting["dtype"], system)
        depth, width = int(setting["depth"]), int(setting["width"])
        drawn, batch = Drawn.of(rng, depth, width, *sizes(points), system), Batch(system)
        full, less = (drawn.run(batch, step, name)[1] for name in (step, between))
        apart, allowed, kept = _difference(system, full, less)
        return [Found("difference of the outputs", apart, allowed, claim, kept=kept, apart=allowed)]

    return found


def with_maximum(setting: Setting, system: Any, points: int, rng: Any) -> list[Found]:
    """n with max{eps, norm}: the difference is that of min{1, norm/eps} of the two last layers."""
    eps = float(Fraction(str(setting["eps"])))
    depth, width = int(setting["depth"]), int(setting["width"])
    drawn, batch = Drawn.of(rng, depth, width, *sizes(points), system), Batch(system)
    (z, a), (p, g) = (drawn.run(batch, "n", name, eps) for name in ("n", "none"))
    apart, allowed, kept = _difference(system, a, g)
    norms = [system.numpy(batch.norm(w.v)) for w in (z, p)]
    off = [SLACK * system.numpy(w.error) + 1e-12 * n for w, n in zip((z, p), norms, strict=True)]
    ratios = [(n / eps).clip(max=1.0) for n in norms]
    predicted = abs(ratios[0] - ratios[1])
    # min{1, norm/eps} moves by the norm's error over eps, where the norm may be below eps
    room = sum(e / eps * (n - e < eps) for n, e in zip(norms, off, strict=True))
    return [
        Found(
            "difference of the outputs", apart, predicted + room + allowed,
            "fl.prop1.maxeps.repaired", 0.0, "fl.prop1.maxeps", rounding=allowed, kept=kept,
        ),
    ]  # fmt: skip


def with_root(setting: Setting, system: Any, points: int, rng: Any) -> list[Found]:
    """Prop. 2, and beside it sqrt(var + eps) in the place of sigma, as frameworks have it."""
    if setting["eps"] == "0":
        return list(reductions("nMV", "s", "fl.prop2")(setting, system, points, rng))
    system = _same(setting["dtype"], system)
    eps = float(Fraction(str(setting["eps"])))
    depth, width = int(setting["depth"]), int(setting["width"])
    drawn, batch = Drawn.of(rng, depth, width, *sizes(points), system), Batch(system)
    full, less = (drawn.run(batch, "nMV", name, eps)[1] for name in ("nMV", "s"))
    apart, allowed, kept = _difference(system, full, less)
    return [Found("difference of the outputs", apart, rounding=allowed, kept=kept)]


# --- Eq. 11 --------------------------------------------------------------------------------------


def flips(setting: Setting, system: Any, points: int, rng: Any) -> list[Found]:
    """Residual blocks by Eq. 10 and by Eq. 11, the last one normalised in both."""
    blocks, width = int(setting["blocks"]), int(setting["width"])
    networks, samples = sizes(points)
    A = [
        [Weights.of(weights(rng, networks, width, width, system)) for _ in (1, 2)]
        for _ in range(blocks)
    ]
    W = Weights.of(weights(rng, networks, CLASSES, width, system))
    x = rng.standard_normal((networks, samples, width)).astype(system.dtype_name)
    batch = Batch(system)

    def outputs(after: str) -> Vectors:
        v = batch.start(x)
        for i, (A1, A2) in enumerate(A):
            branch = batch.step("nMV", batch.rho(batch.affine(v, A1)))
            v = batch.rho(batch.add(v, batch.affine(branch, A2)))
            v = batch.step("nMV" if i == blocks - 1 else after, v)
        return v

    eq10, eq11 = outputs("nMV"), outputs("s")
    apart, allowed, kept = _difference(system, eq10, eq11)
    (one, sure), (other, certain) = batch.classes(W, eq10), batch.classes(W, eq11)
    counted = system.numpy(sure & certain)
    flipped = counted & system.numpy(one != other)
    count = counted.sum(axis=1)
    share = flipped.sum(axis=1) / count.clip(min=1)
    proved = 0.0 if blocks == 1 else None
    by = "fl.resnet.replace.repaired" if blocks == 1 else ""
    return [
        Found("share of flipped classes", share, proved, by, 0.0, "fl.resnet.replace",
              kept=count > 0),
        Found("difference of the outputs", apart, None if proved is None else allowed, by, 0.0,
              "fl.resnet.replace", rounding=allowed, kept=kept),
    ]  # fmt: skip


# --- Proposition 3 -------------------------------------------------------------------------------


def _flipped(system: Any, one: Any, other: Any, claim: str) -> list[Found]:
    """How often two networks, each with its classes and which are certain, differ: never."""
    (first, sure), (second, certain) = one, other
    counted = system.numpy(sure & certain)
    flipped = counted & system.numpy(first != second)
    count = counted.sum(axis=1)
    share = flipped.sum(axis=1) / count.clip(min=1)
    return [Found("share of flipped classes", share, 0.0, claim, kept=count > 0)]


def normalised_classes(claim: str) -> Any:
    """``measure`` for Eq. 19 to 21: classes by W g and W n(g), with max{eps, norm} or without."""

    def found(setting: Setting, system: Any, points: int, rng: Any) -> list[Found]:
        depth, width = int(setting["depth"]), int(setting["width"])
        eps = float(Fraction(str(setting.get("eps", "0"))))
        drawn, batch = Drawn.of(rng, depth, width, *sizes(points), system), Batch(system)
        W = Weights.of(weights(rng, len(drawn.x), CLASSES, width, system))
        g, f = drawn.run(batch, "n", "none", eps)
        return _flipped(system, batch.classes(W, g), batch.classes(W, f), claim)

    return found


@dataclass(frozen=True)
class Centred:
    """Weights from which means were taken, and how far rounding may have moved them."""

    V: Weights
    moved: Any

    @classmethod
    def of(cls, U: Weights, axis: int, u: float) -> Centred:
        """(I - 11^T/d) U for axis -2, U (I - 11^T/d) for axis -1, a matrix in each entry."""
        import numpy as np

        V = U.entries - U.entries.mean(axis=axis, keepdims=True)
        n = V.shape[axis]
        # a mean of n numbers and a difference, each rounded, and the entry in a shorter format
        most = abs(U.entries).max(axis=(-2, -1))
        return cls(Weights.of(V), (n + 4) * u * most * np.sqrt(V.shape[-1] * V.shape[-2]))

    def on(self, batch: Batch, x: Vectors, b: Any = None) -> Vectors:
        y = batch.affine(x, self.V, b)
        room = batch.system.array(self.moved)[:, None] * batch.norm(x.v)
        return Vectors(y.v, y.error + room, y.usable)


def before_activation(setting: Setting, system: Any, points: int, rng: Any) -> list[Found]:
    """Eq. 22 to 25: rho(LN(U a + b)) in each layer, and rho(V v + e) with means taken from U, b."""
    depth, width = int(setting["depth"]), int(setting["width"])
    drawn, batch = Drawn.of(rng, depth, width, *sizes(points), system), Batch(system)
    W = Weights.of(weights(rng, len(drawn.x), CLASSES, width, system))
    a = v = batch.start(drawn.x)
    for i, U in enumerate(drawn.U):
        b = drawn.b if i == 0 else None
        a = batch.rho(batch.step("nMV", batch.affine(a, U, b)))
        e = None if b is None else b - b.mean(axis=-1, keepdims=True)
        v = Centred.of(U, -2, batch.u).on(batch, v, e)
        if b is not None:
            most = (width + 4) * batch.u * width**0.5 * float(abs(b).max())
            v = Vectors(v.v, v.error + most, v.usable)
        v = batch.rho(v)
    return _flipped(system, batch.classes(W, a), batch.classes(W, v), "fl.prop3b.pre")


def after_activation(setting: Setting, system: Any, points: int, rng: Any) -> list[Found]:
    """Eq. 26 to 29: LN(rho(U a + b)), and a vanilla network whose later weights are centred."""
    depth, width = int(setting["depth"]), int(setting["width"])
    drawn, batch = Drawn.of(rng, depth, width, *sizes(points), system), Batch(system)
    W = Weights.of(weights(rng, len(drawn.x), CLASSES, width, system))
    a = v = batch.start(drawn.x)
    for i, U in enumerate(drawn.U):
        b = drawn.b if i == 0 else None
        a = batch.step("nMV", batch.rho(batch.affine(a, U, b)))
        v = batch.affine(v, U, b) if i == 0 else Centred.of(U, -1, batch.u).on(batch, v)
        v = batch.rho(v)
    scores = Centred.of(W, -1, batch.u).on(batch, v)
    return _flipped(system, batch.classes(W, a), batch.best(scores), "fl.prop3b.post")


# --- the one-class loss --------------------------------------------------------------------------


def floors(setting: Setting, system: Any, points: int, rng: Any) -> list[Found]:
    """Losses of one class with ||w_c|| <= B and features of norm sqrt(d), after descent in W.

    For each network the loss of m random samples is minimised over the embeddings, by projected
    gradient descent; and the features of B.2, all the same, with w_k = B v, w_c = -B v.
    """
    import numpy as np

    B, C = float(Fraction(str(setting["B"]))), int(setting["classes"])
    d, m = int(setting["width"]), int(setting["m"])
    networks = min(NETWORKS, max(1, points // m))
    drawn, batch = Drawn.of(rng, 2, d, networks, m, system), Batch(system)
    features = drawn.run(batch, "n", "none")[1]
    g, usable = features.v, system.numpy(features.usable)
    kept = usable.all(axis=1)
    start = rng.standard_normal((networks, C, d))
    W = system.array(B * start / np.linalg.norm(start, axis=-1, keepdims=True))
    least = _descend(batch, W, g, B)
    same = system.array(np.ones((1, 1, d)))  # n(rho(x0) 1), Appendix B.2
    aligned = np.full((1, C, d), -B / d**0.5)
    aligned[:, 0] = B / d**0.5
    attained = system.numpy(_loss(batch, system.array(aligned), same)[0])
    floor = float(np.log1p((C - 1) * np.exp(-2 * B * d**0.5)))
    u = system.unit_roundoff
    # each score is off by at most (d + 4) u B sqrt(d), so the loss by twice that and 8 C u
    rounding = u * (2 * (d + 4) * B * d**0.5 + (C + 8) * (1 + np.log(C)))
    by = "fl.thm1.sharpened2"
    at = {"proved": floor, "by": by, "sense": AT_LEAST, "rounding": rounding}
    return [
        Found("loss of random features after descent", least, kept=kept, **at),
        Found("loss of equal features, Appendix B.2", attained, **at),
    ]


def _loss(batch: Batch, W: Any, g: Any) -> tuple[Any, Any]:
    """(1/m) sum_i log sum_c exp((w_c - w_1)^T g_i) per network, and the softmax of the scores."""
    xp = batch.xp
    scores = g @ W.swapaxes(-1, -2)
    gaps = scores - scores[..., :1]
    # log(1 + sum of the others) keeps a loss that is small
    top = batch.at_least(xp.amax(gaps, -1), 0.0)[..., None]
    parts = xp.exp(gaps - top)
    total = parts.sum(-1)
    small = xp.log1p(xp.exp(gaps[..., 1:]).sum(-1))
    loss = xp.where(top[..., 0] > 0, top[..., 0] + xp.log(total), small)
    return loss.mean(-1), parts / total[..., None]


def _descend(batch: Batch, W: Any, g: Any, B: float) -> Any:
    """The least loss found for each network, with embeddings of norm at most B."""
    system = batch.system
    best, softmax = _loss(batch, W, g)
    m = g.shape[-2]
    for step in range(DESCENT_STEPS):
        gradient = softmax.swapaxes(-1, -2) @ g / m
        gradient[:, 0] -= g.mean(-2)
        size = batch.at_least(batch.norm(gradient), 1e-300)[..., None]
        # the length of a step is that of the ball, whatever the size of the gradient
        W = W - 2 * B / (1 + step) * gradient / size
        W = (
            W
            * system.minimum(system.scalar(1.0), B / batch.at_least(batch.norm(W), 1e-300))[
                ..., None
            ]
        )
        loss, softmax = _loss(batch, W, g)
        best = system.minimum(best, loss)
    return system.numpy(best)


# --- the sweeps ----------------------------------------------------------------------------------


def _numbers(setting: Setting, points: int) -> int:
    return (points + NETWORKS * int(setting["width"])) * int(setting["width"])


def _numbers_of_classes(setting: Setting, points: int) -> int:
    classes, m = int(setting["classes"]), int(setting["m"])
    return NETWORKS * max(classes, int(setting["width"])) * max(m, int(setting["width"]))


_DEPTHS = Axis("depth", whole("depth", 1, 24), 3, (1, 2, 4, 5, 6))
_WIDTHS = Axis("width", whole("width", 2, 512), 16, (4, 8, 32, 64, 128, 256))
_DTYPES = Axis("dtype", one_of("dtype", ("float64", "float32")), "float64", ("float32",))

STUDIES = (
    Study(
        "fl.prop1",
        "feature normalised networks and their reduction, Eq. 6 and 7",
        (_DEPTHS, _WIDTHS, _DTYPES),
        reductions("n", "none", "fl.prop1"),
        numbers=_numbers,
    ),
    Study(
        "fl.prop1.maxeps",
        "the same with max{eps, norm}",
        (
            _DEPTHS,
            _WIDTHS,
            Axis(
                "eps",
                rational("eps", "1/1000000000000", "1000"),
                "1/10",
                ("1/100000", "1/10000", "1/1000", "1/100", "1"),
            ),
        ),
        with_maximum,
        numbers=_numbers,
    ),
    Study(
        "fl.prop2",
        "layer normalised networks and their reduction, Eq. 17 and 18; eps > 0 under the root",
        (
            _DEPTHS,
            _WIDTHS,
            Axis(
                "eps",
                rational("eps", "0", "1000"),
                "0",
                ("1/100000", "1/10000", "1/1000", "1/100", "1/10"),
            ),
            _DTYPES,
        ),
        with_root,
        numbers=_numbers,
    ),
    Study(
        "fl.resnet.replace",
        "residual blocks by Eq. 10 and by Eq. 11: how many predicted classes flip",
        (Axis("blocks", whole("blocks", 1, 24), 3, (1, 2, 4, 6)), _WIDTHS),
        flips,
        numbers=_numbers,
    ),
    Study(
        "fl.prop3a",
        "classes by a vanilla network and by its features normalised",
        (_DEPTHS, _WIDTHS),
        normalised_classes("fl.prop3a"),
        numbers=_numbers,
    ),
    Study(
        "fl.maxeps",
        "the same with max{eps, norm}",
        (
            _DEPTHS,
            _WIDTHS,
            Axis(
                "eps",
                rational("eps", "1/1000000000000", "1000"),
                "1/10",
                ("1/100000", "1/100", "1", "1000"),
            ),
        ),
        normalised_classes("fl.maxeps"),
        numbers=_numbers,
    ),
    Study(
        "fl.prop3b.pre",
        "classes by pre-activation layer normalisation and by a vanilla network",
        (_DEPTHS, _WIDTHS),
        before_activation,
        numbers=_numbers,
    ),
    Study(
        "fl.prop3b.post",
        "classes by post-activation layer normalisation and by a vanilla network",
        (_DEPTHS, _WIDTHS),
        after_activation,
        numbers=_numbers,
    ),
    Study(
        "fl.thm1.sharpened2",
        "one-class losses against their floor",
        (
            Axis("B", rational("B", "1/1000", "1000"), "1/2", ("1/10", "1", "2")),
            Axis("width", whole("width", 1, 512), 16, (4, 8, 32, 64)),
            Axis("classes", whole("classes", 2, 1000), CLASSES, (2, 100)),
            Axis("m", whole("m", 1, 1000), 20, (1, 5, 100)),
        ),
        floors,
        numbers=_numbers_of_classes,
    ),
)
