"""Instances: the user's function through the constructions of Appendix A.1, certified.

A row holds the certified supremum of |G - f| on [0, 1].  The limit delta -> 0+ of the PLN network
is the sign network of Lemma 2; against a piecewise linear f its error is an exact fraction.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from constructions.exact import Surd
from constructions.layers import (
    CONVENTIONS,
    RMS_PLUS_DELTA,
    ROOT_OF_VAR_PLUS_DELTA,
    SCALING_CONVENTIONS,
    SIGMA_PLUS_DELTA,
)
from constructions.networks import ParallelNet
from constructions.pln import (
    SIGMOID,
    STEEP,
    STEP_OF_SCALING,
    TANH,
    Construction,
    SteepConstruction,
    buildable_units,
    construct,
    construct_scaling,
    construct_shifted_norm,
    construct_steep,
    delta_for,
    network_on_line,
    pln_network,
    printed_pln,
    printed_steep,
    scale_for,
    scaling_network,
    short_below,
    sign_network,
    smoothing,
    units_needed,
    values_at_midpoints,
)
from constructions.terms import TermSystem, app, var
from proofs.claims import Parameter
from proofs.evidence import Evidence, dumps, judged, methods, weakest
from proofs.kernel import check
from proofs.parameters import at_most_in_size, nonnegative, one_of, positive, positive_of, size_from
from proofs.trees.script import node, statement
from proofs.versions import PRINTED, REPAIRED, VERSION, wanted

if TYPE_CHECKING:
    from constructions.functions import Function
    from proofs.supnorm.networks import OnLine

Settings = Mapping[str, Any]
PrintedNorm = tuple[tuple[Fraction, ...], ParallelNet, Surd]
MAX_CERTIFIED_UNITS = 10_000
MAX_WRITTEN_UNITS = 2_000  # above, the statement names the network, and does not write it out
MAX_TREE_UNITS = 64  # above, certificates by boxes alone take the kernel minutes
FEWEST_IN_BLOCKS = 8  # below, and for signs, boxes cost the kernel no more than blocks of units
MAX_KERNEL_UNITS = 1_000  # above, no certificate is within its limits
PLOTTED_BREAKS = 2_000
UPPER = "$abs(G(x) - f(x)) <=$ the upper end, on all of $[0, 1]$"
LOWER = "the lower end is at most $abs(G(x) - f(x))$ at one point"
EXACT = "$abs(G(x) - f(x))$ is at most the exact supremum on $[0, 1]$"
LEAST = "no smaller number is a bound"
MAX_ARGUMENT = 1_000  # of exp and tanh in the kernel; the largest is 2/c, at x = 1


@dataclass(frozen=True)
class Row:
    """One instance as the record shows it; ``lo <= sup |G - f| <= hi``, equal where exact."""

    inputs: dict[str, str]
    units: int
    width: int
    bound: Fraction
    lo: Fraction
    hi: Fraction
    evidence: tuple[Evidence, ...]
    network: ParallelNet
    plot: dict[str, Any] = field(default_factory=dict)
    version: str = PRINTED  # the network of the printed proof, or that of the repaired one

    @property
    def level(self) -> str:
        return weakest(self.evidence)

    @property
    def verdict(self) -> str:
        return judged(self.evidence, self.lo, self.hi, self.bound, strict=True)


norm_size = size_from(2)


read_convention = one_of("convention", CONVENTIONS)


def undefined(error: ValueError, settings: Settings) -> dict[str, str]:
    """What the repaired row says of a printed network that does not exist.

    Raises:
        ValueError: the printed network is all that is asked for.
    """
    if settings["version"] == PRINTED:
        raise error
    return {"printed": f"none: {error}"}


def read_function(text: str) -> Function:
    from constructions.functions import parse

    f = parse(text)
    if len(f.variables) > 1:
        raise ValueError(f"f must be a function of x alone, got {', '.join(f.variables)}")
    return f


F = Parameter("f", "the function on [0, 1], in x", read_function, "sin(2*x+1)+cos(x)")
EPS = Parameter(
    "eps",
    f"the error bound; networks are certified up to {MAX_CERTIFIED_UNITS} units",
    positive,
    "1/10",
)
CONSTANT = Parameter("L", "a Lipschitz constant of f (computed)", nonnegative("L"), None)
D = Parameter("d", "the norm size", norm_size, "2")
DELTA = Parameter("delta", "the layer's delta (chosen; 0 is the limit)", nonnegative("delta"), None)
CONVENTION = Parameter(
    "convention", "the convention of the layer", read_convention, SIGMA_PLUS_DELTA
)
SIZE = Parameter("d", "the size of a group", size_from(1), "1")
SCALING_CONVENTION = Parameter(
    "convention",
    "the convention of the layer",
    one_of("convention", SCALING_CONVENTIONS),
    RMS_PLUS_DELTA,
)
LAMBDA = Parameter("lambda", "the scale of the weights (chosen)", positive_of("lambda"), None)
LARGE = Parameter("d", "the norm size, >= 3", size_from(3), "3")
SIGN_PARAMETERS = (F, EPS, CONSTANT)
PRINTED_PARAMETERS = (F, EPS, LARGE, CONSTANT)
STEEP_PARAMETERS = (F, EPS, LAMBDA, CONSTANT, VERSION)
PLN_PARAMETERS = (F, EPS, D, DELTA, CONVENTION, CONSTANT, VERSION)
SCALING_PARAMETERS = (F, EPS, SIZE, DELTA, SCALING_CONVENTION, CONSTANT)


@dataclass(frozen=True)
class Norm:
    """A normalisation layer as a source of steps: what it builds, and the LN-d it equals."""

    construct: Callable[..., Construction]
    network: Callable[..., ParallelNet]
    factor: int  # the smoothing is that of LN-(factor d)
    step: Mapping[str, str]  # the convention of that LN, by the layer's own

    def like(self, settings: Settings) -> tuple[int, str]:
        """The norm size and convention of the LN with the same steps."""
        return self.factor * settings["d"], self.step[settings["convention"]]


LN = Norm(construct, pln_network, 1, {name: name for name in CONVENTIONS})
LS = Norm(construct_scaling, scaling_network, 2, STEP_OF_SCALING)


def constant_of(settings: Settings) -> Fraction:
    """The Lipschitz constant to use: the user's, if it is one, else a rigorous bound."""
    from constructions.functions import check_constant, lipschitz

    if settings["L"] is not None:
        check_constant(settings["f"], settings["L"])
        return Fraction(settings["L"])
    return lipschitz(settings["f"]).upper


def _described(settings: Settings, L: Fraction, **more: Any) -> dict[str, str]:
    inputs = {"f": settings["f"].text, "eps": str(settings["eps"]), "L": str(L)}
    return inputs | {key: str(value) for key, value in more.items()}


def _units(L: Fraction, eps: Fraction) -> int:
    N = units_needed(L, eps)
    if N > MAX_CERTIFIED_UNITS:
        raise ValueError(
            f"this instance needs N = {N if N < 10**30 else 'more than 10^30'} units; "
            "instances are built up to "
            f"{MAX_CERTIFIED_UNITS}: take a larger eps"
        )
    return N


def sign_rows(settings: Settings) -> list[Row]:
    """Lemma 2: the sign network through f at the midpoints."""
    f, eps = settings["f"], settings["eps"]
    L = constant_of(settings)
    N = _units(L, eps)
    y, _ = values_at_midpoints(f, N, short_below((eps - L / (2 * N)) / 8))
    evidence, lo, hi = _certified_limit(f, y, eps)
    network = sign_network(y)
    return [Row(_described(settings, L), N, N, eps, lo, hi, evidence, network, _plot(f, y, eps))]


def pln_rows(settings: Settings) -> list[Row]:
    """Theorem 1: the limit delta -> 0+, and the networks with a delta of both versions.

    printed   the weights of Eq. 8-9 and Lemma 1 as they are; delta is the layer's or, where none
              is given, the delta^* of the proof
    repaired  a delta that is small enough or, where it is given, weights scaled to it
    """
    printed: list[Row] = []
    note: dict[str, str] = {}
    if wanted(settings, PRINTED) and settings["delta"] != 0:
        try:
            printed = [_printed_pln_row(settings)]
        except ValueError as error:
            note = undefined(error, settings)
    if not wanted(settings, REPAIRED):
        return printed
    rows = _norm_rows(LN, settings)
    return [*(replace(row, inputs=row.inputs | note) for row in rows), *printed]


def _printed_pln(settings: Settings, L: Fraction) -> PrintedNorm:
    """The network of the printed proof of Theorem 1: see :func:`constructions.pln.printed_pln`."""
    given = settings["delta"]
    return printed_pln(settings["f"], L, settings["eps"], settings["d"], given)


def _printed_pln_row(settings: Settings) -> Row:
    """|G - f| for that network, whatever it is."""
    from proofs.supnorm.networks import OnLine

    if settings["convention"] != SIGMA_PLUS_DELTA:
        raise ValueError(f"the paper has the convention {SIGMA_PLUS_DELTA} only")
    f, eps, d = settings["f"], settings["eps"], settings["d"]
    L = constant_of(settings)
    _units(L, eps)
    y, network, delta = _printed_pln(settings, L)
    c = smoothing(d, delta, SIGMA_PLUS_DELTA, Surd(Fraction(1)))
    if c.m != 1:
        raise ValueError("delta sqrt(d/2) must be rational, so that the error can be certified")
    evidence, lo, hi = _enclosed(OnLine(y, c.q), f, None, eps)
    inputs = _described(settings, L, d=d, delta=delta, convention=SIGMA_PLUS_DELTA)
    plot = _plot(f, y, eps, c.q)
    N = len(y)
    return Row(inputs, N, N * d, eps, lo, hi, evidence, network, plot, PRINTED)


def scaling_rows(settings: Settings) -> list[Row]:
    """Theorem 3: the same for LS-d."""
    return _norm_rows(LS, settings)


def _norm_rows(norm: Norm, settings: Settings) -> list[Row]:
    f, eps, d = settings["f"], settings["eps"], settings["d"]
    L = constant_of(settings)
    _units(L, eps)
    rows = []
    made = _construct(norm, settings, L)
    if settings["delta"] is None or settings["delta"] == 0:
        evidence, lo, hi = _certified_limit(f, made.y, eps)
        zero = norm.construct(f, L, eps, d, settings["convention"], Fraction(0)).network
        inputs = _described(settings, L, d=d, delta="0+", convention=settings["convention"])
        width = len(made.y) * d
        plot = _plot(f, made.y, eps)
        rows.append(Row(inputs, len(made.y), width, eps, lo, hi, evidence, zero, plot))
    if settings["delta"] != 0:
        rows.append(_smoothed_row(norm, settings, L, made))
    return rows


def _construct(norm: Norm, settings: Settings, L: Fraction) -> Construction:
    """The network of Theorem 1 or 3, with a rational smoothing c.

    Where a given delta makes c irrational, the weights are scaled to a c just below: the network
    that is certified is then exactly the one that is exported.
    """
    d, convention = settings["d"], settings["convention"]
    made = norm.construct(settings["f"], L, settings["eps"], d, convention, settings["delta"])
    if made.c.m == 1:
        return made
    c = short_below(made.c_above)
    size, step = norm.like(settings)
    scale = scale_for(size, made.delta, c, step)
    network = norm.network(made.y, d, made.delta, convention, scale)
    return replace(made, network=network, c=Surd(c), scale=scale)


def construct_sign(settings: Settings) -> ParallelNet:
    """The network of Lemma 2, for ``verify construct``."""
    L = constant_of(settings)
    N = buildable_units(L, settings["eps"])
    slack = settings["eps"] - L / (2 * N)
    return sign_network(values_at_midpoints(settings["f"], N, short_below(slack / 8))[0])


def construct_pln(settings: Settings) -> ParallelNet:
    """The network of Theorem 1, for ``verify construct``; the repaired one unless told."""
    L = constant_of(settings)
    if settings["version"] == PRINTED:
        return _printed_pln(settings, L)[1]
    return _construct(LN, settings, L).network


def construct_ls(settings: Settings) -> ParallelNet:
    """The network of Theorem 3, for ``verify construct``."""
    return _construct(LS, settings, constant_of(settings)).network


def _smoothed_row(norm: Norm, settings: Settings, L: Fraction, made: Construction) -> Row:
    from proofs.supnorm.networks import OnLine

    f, eps, d = settings["f"], settings["eps"], settings["d"]
    c = made.c.q  # rational, by _construct
    size, step = norm.like(settings)
    line = OnLine(made.y, c, step)
    evidence, lo, hi = _enclosed(line, f, eps)
    inputs = _described(settings, L, d=d, delta=made.delta, convention=settings["convention"])
    if made.scale.q != 1 or made.scale.m != 1:
        inputs["scale"] = str(made.scale)
    most = made.budget.largest_c()
    inputs["delta_max"] = "any" if most is None else _delta_max(size, most, step)
    plot = _plot(f, made.y, eps, c, step)
    N = len(made.y)
    return Row(inputs, N, N * d, eps, lo, hi, evidence, made.network, plot, REPAIRED)


def _delta_max(d: int, most: Fraction, convention: str) -> str:
    """The delta of the largest smoothing; with the root of var + delta two digits of it."""
    delta = delta_for(d, most, convention)
    return str(short_below(delta.q) if convention == ROOT_OF_VAR_PLUS_DELTA else delta)


def printed_rows(settings: Settings) -> list[Row]:
    """Theorem 1 with LN exactly as in Eq. 1, for d >= 3: no delta, and sigma is never 0."""
    from proofs.supnorm.networks import OnLine

    f, eps, d = settings["f"], settings["eps"], settings["d"]
    L = constant_of(settings)
    N = _units(L, eps)
    made = construct_shifted_norm(f, L, eps, d)
    c = made.c.q
    evidence, lo, hi = _enclosed(OnLine(made.y, c, ROOT_OF_VAR_PLUS_DELTA), f, eps)
    inputs = _described(settings, L, d=d, smoothing=c)
    plot = _plot(f, made.y, eps, c, ROOT_OF_VAR_PLUS_DELTA)
    return [Row(inputs, N, N * d, eps, lo, hi, evidence, made.network, plot)]


def construct_printed(settings: Settings) -> ParallelNet:
    """The network of :func:`printed_rows`, for ``verify construct``."""
    L = constant_of(settings)
    return construct_shifted_norm(settings["f"], L, settings["eps"], settings["d"]).network


def tanh_rows(settings: Settings) -> list[Row]:
    """Proposition 1 for tanh."""
    return _steep_rows(TANH, settings)


def sigmoid_rows(settings: Settings) -> list[Row]:
    """Proposition 1 for the sigmoid."""
    return _steep_rows(SIGMOID, settings)


def construct_tanh(settings: Settings) -> ParallelNet:
    """The tanh network of Proposition 1, for ``verify construct``."""
    return _steep_network(TANH, settings)


def construct_sigmoid(settings: Settings) -> ParallelNet:
    """The sigmoid network of Proposition 1, for ``verify construct``."""
    return _steep_network(SIGMOID, settings)


def _steep_network(kind: str, settings: Settings) -> ParallelNet:
    """The repaired one unless told."""
    L = constant_of(settings)
    if settings["version"] == PRINTED:
        return printed_steep(settings["f"], L, settings["eps"], kind, settings["lambda"])[1]
    return _steep(kind, settings, L).network


def _printed_steep_row(kind: str, settings: Settings) -> Row:
    """The network of the printed proof, with lambda^* rounded up, or with the user's lambda."""
    from proofs.supnorm.networks import OnLine

    f, eps = settings["f"], settings["eps"]
    L = constant_of(settings)
    N = _units(L, eps)
    y, network, lam = printed_steep(f, L, eps, kind, settings["lambda"])
    evidence, lo, hi = _enclosed(OnLine(y, 1 / lam, kind), f, None, eps)
    inputs = _described(settings, L, **{"lambda": lam})
    return Row(
        inputs, N, N, eps, lo, hi, evidence, network, _plot(f, y, eps, 1 / lam, kind), PRINTED
    )


def _steep(kind: str, settings: Settings, L: Fraction) -> SteepConstruction:
    return construct_steep(settings["f"], L, settings["eps"], kind, settings["lambda"])


def _steep_rows(kind: str, settings: Settings) -> list[Row]:
    """The networks of both versions, their errors enclosed on all of [0, 1].

    printed   lambda is the lambda^* of the proof, rounded up
    repaired  lambda by the rate that is proved (``pln.prop1.*.rate``)
    """
    printed: list[Row] = []
    note: dict[str, str] = {}
    if wanted(settings, PRINTED):
        try:
            printed = [_printed_steep_row(kind, settings)]
        except ValueError as error:
            note = undefined(error, settings)
    if not wanted(settings, REPAIRED):
        return printed
    from proofs.supnorm.networks import OnLine

    f, eps = settings["f"], settings["eps"]
    L = constant_of(settings)
    N = _units(L, eps)
    made = _steep(kind, settings, L)
    c = 1 / made.lam
    evidence, lo, hi = _enclosed(OnLine(made.y, c, kind), f, eps)
    inputs = _described(settings, L, **{"lambda": made.lam}) | note
    plot = _plot(f, made.y, eps, c, kind)
    row = Row(inputs, N, N, eps, lo, hi, evidence, made.network, plot, REPAIRED)
    return [row, *printed]


def _certified_limit(
    f: Function, y: tuple[Fraction, ...], eps: Fraction
) -> tuple[tuple[Evidence, ...], Fraction, Fraction]:
    """sup |G - f| for the sign network: exactly for piecewise linear f, else enclosed."""
    from constructions.functions import linear_pieces
    from proofs.supnorm.networks import NotCertified, OnLine, certify_exact, exact_sup

    pieces = linear_pieces(f)
    if pieces is None or len(y) > MAX_KERNEL_UNITS:
        return _enclosed(OnLine(y), f, eps)
    value = exact_sup(y, pieces).value
    try:
        made = certify_exact(y, _term(f), pieces, in_blocks=len(y) > MAX_TREE_UNITS)
    except NotCertified:
        return _enclosed(OnLine(y), f, eps)
    evidence = (_evidence(made[0], EXACT), _evidence(made[1], LEAST))
    proved = all(item.proved for item in evidence)
    return (evidence, value, value) if proved else _enclosed(OnLine(y), f, eps)


def _enclosed(
    line: OnLine, f: Function, eps: Fraction | None, bound: Fraction | None = None
) -> tuple[tuple[Evidence, ...], Fraction, Fraction]:
    """lo <= sup |G - f| <= hi: by the kernel, or by balls where there are very many units.

    With ``eps``, hi is sharp enough to be below it; without, the error may be anything, and is
    compared with ``bound``.
    """
    from proofs.supnorm.networks import certify, sup_norm

    term = _term(f)
    if line.N > MAX_TREE_UNITS or (line.convention in STEEP and line.c * MAX_ARGUMENT < 2):
        return _wide(line, f, term, eps or bound) or _by_balls(line, f, eps or bound)
    in_blocks = line.c and line.N >= FEWEST_IN_BLOCKS
    if in_blocks and (made := _wide(line, f, term, eps or bound, sharp=True)):
        return made
    found = sup_norm(line, term, target=eps)
    for checked in (False, True):  # boxes that floats judged wrongly are searched again exactly
        upper, lower = certify(line, term, found, check=checked)
        evidence = (
            _evidence(upper, UPPER),
            _evidence(lower, LOWER),
        )
        if all(item.proved for item in evidence):
            return evidence, found.lo, found.hi
    return _by_balls(line, f, eps or bound)  # more work than the kernel grants one certificate


def _wide(
    line: OnLine, f: Function, term: Any, target: Fraction | None, sharp: bool = False
) -> tuple[tuple[Evidence, ...], Fraction, Fraction] | None:
    """By the kernel, from blocks of units, as far as its limits reach; else None.

    ``sharp``: only a bound that is as close as one by boxes would be.
    """
    from proofs.supnorm.networks import (
        LOOSEST,
        SHARP,
        NotCertified,
        certify_lines,
        certify_wide,
        signs,
    )

    if line.N > MAX_KERNEL_UNITS:
        return None
    try:
        if line.c:
            lo, hi, made = certify_wide(line, f, term, target, SHARP if sharp else LOOSEST)
        else:
            lo, hi, made = certify_lines(signs(line), f, term, target)
    except NotCertified:
        return None
    evidence = tuple(map(_evidence, made, (UPPER, LOWER)))
    return (evidence, lo, hi) if all(item.proved for item in evidence) else None


def _by_balls(
    line: OnLine, f: Function, bound: Fraction | None
) -> tuple[tuple[Evidence, ...], Fraction, Fraction]:
    from proofs.supnorm.networks import enclose_sup

    lo, hi = enclose_sup(line, f, bound)
    return (near_by_balls(line.term, line.y, line.N, f, hi),), lo, hi


def near_by_balls(
    G: Callable[[], Any], y: Sequence[Fraction], units: int, f: Function, hi: Fraction
) -> Evidence:
    """What branch and bound over balls found: |G - f| <= hi, G written out where it is not long.

    ``G`` returns the term of the network; of a long one the statement has the name, and what is
    said of it the digest of ``y``, the values that it is made from.
    """
    says = "$abs(G(x) - f(x))$ on all of $[0, 1]$, by branch and bound over balls"
    functions: dict[str, int] = {}
    if units > MAX_WRITTEN_UNITS:
        digest = sha256(",".join(map(str, y)).encode()).hexdigest()[:16]
        says += f"; $G$ has {units:,} units, its values the sha256 {digest}"
        term, functions = app("G", var("x")).json, {"G": 1}
    else:
        term = G()
    error = ["abs", ["-", term, _term(f)]]
    inside = [["<=", "0", "x"], ["<=", "x", "1"]]
    sequent = statement({"x": "real"}, inside, ["<=", error, str(hi)], functions)
    method = "ball branch and bound"
    return Evidence("", says, sequent, method, "enclosure", "instance", "holds", None, 0.0)


def _term(f: Function) -> Any:
    value = f.evaluate(TermSystem(), **dict.fromkeys(f.variables, var("x")))
    return value.json if hasattr(value, "json") else str(value)


def _evidence(certificate: Any, says: str) -> Evidence:
    data = dumps(certificate)
    result = check(data)
    return Evidence(
        "",
        says,
        certificate["statement"],
        methods(certificate["proof"]),
        "kernel",
        "instance",
        "holds" if result.accepted else "declined",
        data,
        0.0,
        result.code,
    )


def _plot(
    f: Function,
    y: tuple[Fraction, ...],
    bound: Fraction,
    c: Fraction = Fraction(0),
    convention: str = SIGMA_PLUS_DELTA,
    points: int = 600,
) -> dict[str, Any]:
    """Floats for the picture: f, G and |f - G|, with both one-sided limits at a jump."""
    import numpy as np

    from constructions.interop.arrays import ArraySystem

    system = ArraySystem()
    N = len(y)
    every = 1 + N // PLOTTED_BREAKS  # of very many breaks some are drawn
    breaks = [k / N for k in range(1, N, every)]
    xs = sorted({*np.linspace(0, 1, points).tolist(), *breaks})
    if c:
        near = [b + s * float(c) * r for b in breaks for s in (-1, 1) for r in (0.3, 1, 3, 10, 40)]
        xs = sorted({*xs, *(v for v in near if 0 < v < 1)})
        at = values = np.array(xs)
    else:  # a jump is a point with three entries: the limits and the value between them
        triple = [v for x in xs for v in ((x - 1e-12, x, x + 1e-12) if x in set(breaks) else (x,))]
        values = np.array(triple)
        at = np.round(values, 11)
    G = network_on_line(system, y, values, c, convention)
    f_values = f.evaluate(system, **dict.fromkeys(f.variables, at))
    f_list = np.broadcast_to(f_values, at.shape).astype(float)
    G_list = np.broadcast_to(G, at.shape).astype(float)
    if not c:
        exact = np.isin(values, breaks)
        mean = (np.roll(G_list, 1) + np.roll(G_list, -1)) / 2
        G_list = np.where(exact, mean, G_list)
    return {
        "x": at.tolist(),
        "f": f_list.tolist(),
        "G": G_list.tolist(),
        "error": np.abs(f_list - G_list).tolist(),
        "bound": float(bound),
    }


def limit_rows(settings: Settings) -> list[Row]:
    """Lemma 1 at one x: an explicit delta_0 for eta, and the exact distance at delta_0 / 2.

    The sign network is that of Lemma 2 for f and eps; R = sum |alpha_k|/|t_k| over t_k != 0 and
    delta_0 sqrt(d/2) = eta/(R + 1), as in the proof.
    """
    f, eps, d, eta, at = (settings[name] for name in ("f", "eps", "d", "eta", "x"))
    L = constant_of(settings)
    N = _units(L, eps)
    y, _ = values_at_midpoints(f, N, short_below((eps - L / (2 * N)) / 8))
    units = [(u.alpha[0].q, at + u.b[0].q) for u in sign_network(y).units]
    R = sum((abs(alpha / t) for alpha, t in units if t), Fraction(0))
    c = eta / (R + 1) / 2
    delta = delta_for(d, c, SIGMA_PLUS_DELTA)
    S = TermSystem()
    smoothed = network_on_line(S, y, S.const(at), c)
    gap = S.abs(smoothed - network_on_line(S, y, S.const(at)))
    steps = [alpha * (t / (abs(t) + c) - (t > 0) + (t < 0)) for alpha, t in units]
    distance = sum(steps, Fraction(0))
    sequent = statement({}, [], gap.equals(abs(distance)))
    certificate = {"statement": sequent, "proof": node("evaluate", bits=0)}
    evidence = (_evidence(certificate, "the distance $abs(G(x) - hat(G)(x))$, exactly"),)
    inputs = _described(settings, L, d=d, delta=delta, eta=eta, x=at)
    size = abs(distance)
    network = pln_network(y, d, delta)
    return [Row(inputs, N, N * d, eta, size, size, evidence, network)]


def construct_limit(settings: Settings) -> ParallelNet:
    """The PLN network of Lemma 1 with delta = delta_0 / 2, for ``verify construct``."""
    return limit_rows(settings)[0].network


LIMIT_PARAMETERS = (
    F,
    EPS,
    D,
    Parameter("x", "the point at which the limit is taken", at_most_in_size("x", 6), "1/3"),
    Parameter("eta", "how close to the limit", positive_of("eta"), "1/1000"),
    CONSTANT,
)


# The instances that ``run --all`` certifies: extremes of the parameters and of the functions.
SIGN_INSTANCES = (
    {"f": "sin(2*x+1)+cos(x)", "eps": "1/10"},
    {"f": "abs(x-1/3)", "eps": "1/20"},
    {"f": "x", "eps": "1/2"},
    {"f": "0*x", "eps": "1/1000000"},
    {"f": "1000*x", "eps": "501"},
    {"f": "min(x, 1-x) + abs(x-3/4)", "eps": "1/25"},
)
PLN_INSTANCES = (
    {"f": "sin(2*x+1)+cos(x)", "eps": "1/10", "d": "2"},
    {"f": "abs(x-1/3)", "eps": "1/20", "d": "4"},
    {"f": "0*x", "eps": "1/1000", "d": "3"},
    {"f": "x-1/2", "eps": "1/2", "d": "2"},
    {"f": "exp(-x)", "eps": "1/50", "d": "8", "convention": "sqrt(var+delta)"},
    {"f": "1000*x", "eps": "501", "d": "1000"},
    {"f": "x**2", "eps": "1/10", "d": "5", "delta": "1/100000"},
    {"f": "2+0*x", "eps": "1/2", "d": "2", "delta": "1"},
)
SCALING_INSTANCES = (
    {"f": "sin(3*x)", "eps": "1/10", "d": "4"},
    {"f": "abs(x-1/3)", "eps": "1/20", "d": "1"},
    {"f": "0*x", "eps": "1/1000", "d": "2"},
    {"f": "x-1/2", "eps": "1/2", "d": "1"},
    {"f": "exp(-x)", "eps": "1/50", "d": "8", "convention": "sqrt(mean+delta)"},
    {"f": "1000*x", "eps": "501", "d": "1000"},
    {"f": "x**2", "eps": "1/10", "d": "3", "delta": "1/100000"},
    {"f": "x", "eps": "1/2", "d": "1", "delta": "10"},
)
STEEP_INSTANCES = (
    {"f": "sin(3*x)", "eps": "1/10"},
    {"f": "abs(x-1/3)", "eps": "1/20"},
    {"f": "0*x", "eps": "1/1000"},
    {"f": "x-1/2", "eps": "1/2"},
    {"f": "1000*x", "eps": "501"},
    {"f": "exp(-x)", "eps": "1/50"},
    {"f": "x", "eps": "1/2", "lambda": "50"},
)
LIMIT_INSTANCES = (
    {"f": "sin(2*x+1)+cos(x)", "eps": "1/10", "d": "2", "x": "1/3", "eta": "1/1000"},
    {"f": "abs(x-1/3)", "eps": "1/20", "d": "7", "x": "3/11", "eta": "1/1000"},
    {"f": "x", "eps": "1/2", "d": "2", "x": "1/2", "eta": "1/1000000"},
    {"f": "0*x", "eps": "1/10", "d": "1000", "x": "0", "eta": "1"},
    {"f": "x**2", "eps": "1/10", "d": "3", "x": "-1", "eta": "1/100"},
)
