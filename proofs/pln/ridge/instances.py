"""Instances on the cube: the user's function of n variables, its network, and its error.

Where f is a finite sum of ridge functions, the supremum of the error along each direction is
certified as for one variable, and one more certificate adds them up; where it is not, the error is
the sum of the bounds of ``pln.ridge``, with the error of the cosines that stand for f.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from constructions.functions.cube import MAX_VARIABLES
from constructions.layers import CONVENTIONS, SCALING_CONVENTIONS
from constructions.networks import ParallelNet
from constructions.ridge import LN, LS, Along, RidgeConstruction, Term, construct_ridge
from constructions.terms import Term as KernelTerm
from constructions.terms import TermSystem, app, every, implies, var
from proofs.claims import Parameter
from proofs.evidence import Evidence
from proofs.kernel.errors import Reject
from proofs.parameters import one_of, positive, size_from, whole
from proofs.pln.instances import (
    DELTA,
    Row,
    _certified_limit,
    _enclosed,
    _evidence,
    _term,
    norm_size,
)
from proofs.pln.thm1.sums import known
from proofs.trees.script import (
    Json,
    Node,
    NotFound,
    auto,
    case,
    elaborate,
    have,
    lemmas,
    look,
    node,
    statement,
    use,
)

if TYPE_CHECKING:
    from constructions.functions import Function
    from constructions.functions.expression import Expression
    from proofs.supnorm.networks import OnLine

Settings = Mapping[str, Any]
MAX_CERTIFIED_PARTS = 12  #: directions with a certificate of their own
MAX_CERTIFIED_UNITS = 2_000  #: along one direction
MAX_EVALUATED_UNITS = 150  #: networks whose value at a point the kernel computes
SAMPLES = 2_000
S = TermSystem()


def read_function(text: str) -> Function | str:
    """The text itself where it has a sum over all coordinates: how many there are is in n."""
    from constructions.functions import parse
    from constructions.functions.parse import has_sum

    return text if has_sum(text) else parse(text)


F = Parameter("f", "the function on [0, 1]^n, in x1, ..., xn", read_function, "sin(3*x1+x2)+x1*x2")
INPUTS = Parameter(
    "n", "the number of inputs (the highest index that occurs)", whole("n", 1, MAX_VARIABLES), None
)
EPS = Parameter("eps", "the error bound", positive, "1/10")
PLN_PARAMETERS = (
    F,
    INPUTS,
    EPS,
    Parameter("d", "the norm size", norm_size, "2"),
    DELTA,
    Parameter(
        "convention",
        "the convention of the layer",
        one_of("convention", CONVENTIONS),
        CONVENTIONS[0],
    ),
)
PLS_PARAMETERS = (
    F,
    INPUTS,
    EPS,
    Parameter("d", "the size of a group", size_from(1), "1"),
    DELTA,
    Parameter(
        "convention",
        "the convention of the layer",
        one_of("convention", SCALING_CONVENTIONS),
        SCALING_CONVENTIONS[0],
    ),
)


def dimension(settings: Settings) -> int:
    """n as given, else the highest index in f (1 for a function of x)."""
    if settings["n"] is not None:
        return int(settings["n"])
    if isinstance(settings["f"], str):
        raise ValueError("f has a sum over all coordinates: say how many, as in --set n=3")
    used = [name[1:] or "1" for name in settings["f"].variables]
    for index in used:
        if not index.isdigit():
            raise ValueError(f"variables are x1, x2, ..., not x{index[:40]}")
    return INPUTS.read(max(used, key=int, default="1"))


def function(settings: Settings) -> Function:
    """f on the cube, in the variables that it has there."""
    from constructions.functions.cube import on_cube, parse_on_cube

    f, n = settings["f"], dimension(settings)
    return parse_on_cube(f, n) if isinstance(f, str) else on_cube(f, n)


def made(kind: str, settings: Settings) -> RidgeConstruction:
    """The network for these settings."""
    n = dimension(settings)
    return construct_ridge(
        function(settings),
        n,
        settings["eps"],
        settings["d"],
        kind,
        settings["convention"],
        settings["delta"],
    )


def construct_pln(settings: Settings) -> ParallelNet:
    return made(LN, settings).network


def construct_pls(settings: Settings) -> ParallelNet:
    return made(LS, settings).network


def pln_rows(settings: Settings) -> list[Row]:
    return [_row(LN, settings)]


def pls_rows(settings: Settings) -> list[Row]:
    return [_row(LS, settings)]


def _row(kind: str, settings: Settings) -> Row:
    built, n, f = made(kind, settings), dimension(settings), function(settings)
    evidence, hi = _upper(built, f)
    below, lo = _lower(built, f)
    inputs = {
        "f": f.text,
        "n": str(n),
        "eps": str(settings["eps"]),
        "d": str(settings["d"]),
        "delta": str(built.delta),
        "convention": settings["convention"],
        "directions": str(len(built.parts)),
        "closed form": f"{built.closed_form:.1f}",
    }
    if built.scale.q != 1 or built.scale.m != 1:
        inputs["scale"] = str(built.scale)
    if built.sum.route == "cosines":
        inputs["degrees"] = ", ".join(map(str, built.sum.degrees))
    N, d = built.N, settings["d"]
    return Row(inputs, N, N * d, settings["eps"], lo, hi, (*evidence, *below), built.network)


def _upper(built: RidgeConstruction, f: Function) -> tuple[tuple[Evidence, ...], Fraction]:
    """A number >= sup |G - f| on the cube."""
    small = len(built.parts) <= MAX_CERTIFIED_PARTS and all(
        part.N <= MAX_CERTIFIED_UNITS for part in built.parts
    )
    if built.sum.route == "exact" and small:
        found = [_part(part, built) for part in built.parts]
        errors = [hi for _, hi in found]
        joined = _joined(built, f, errors)
        return (*(item for item, _ in found), joined), sum(errors, Fraction(0))
    return _bounded(built, f)


# --- f is a sum of ridge functions: one direction at a time --------------------------------------


def centred(part: Along) -> Function:
    """The profile less the level of its steps: what the steps alone approximate."""
    from constructions.functions import Function
    from constructions.functions.expression import Binary, number

    expression = Binary("-", part.term.profile.expression, number(part.level))
    return Function(str(expression), expression)


def _part(part: Along, built: RidgeConstruction) -> tuple[Evidence, Fraction]:
    """sup |steps - (g - level)| on [0, 1] along one direction; the last unit is not used."""
    from proofs.supnorm.networks import NotCertified, OnLine, enclose_sup

    y = tuple(value - part.level for value in part.y)
    g, c = centred(part), built.c.q
    line = OnLine(y, c, built.convention) if c else OnLine(y)
    budget = part.bound + part.smoothing_error(c)
    where = ", ".join(map(str, part.term.direction))
    says = f"the steps along $({where})$ against their ridge function, on $[0, 1]$"
    try:
        certify = _enclosed(line, g, 2 * budget) if c else _certified_limit(g, y, 2 * budget)
        (upper, *_), _, hi = certify
        if upper.outcome == "holds" and hi <= budget:
            return replace(upper, says=says), hi
    except NotCertified:
        pass
    _, hi = enclose_sup(line, g, budget)
    method, hi = ("ball branch and bound", hi) if hi <= budget else ("pln.ridge", budget)
    sequent = statement({"x": "real"}, _inside(["x"]), _near(line, g, hi))
    return Evidence("", says, sequent, method, "enclosure", "instance", "holds", None, 0.0), hi


def _inside(names: list[str]) -> list[Json]:
    return [formula for name in names for formula in (var(name) >= 0, var(name) <= 1)]


def _near(line: OnLine, g: Function, bound: Fraction) -> Json:
    return ["<=", ["abs", ["-", line.term(), _term(g)]], str(bound)]


def _joined(built: RidgeConstruction, f: Function, errors: list[Fraction]) -> Evidence:
    """The errors along the directions added up to one on the cube."""
    names = [*_names(built.sum.n)]
    xs = [var(name) for name in names]
    facts: list[Json] = []
    total: Any = S.const(built.constant)
    places: list[KernelTerm] = []
    for k, (part, error) in enumerate(zip(built.parts, errors, strict=True), 1):
        s = var("s")
        g = part.term.profile.evaluate(S, x=s)
        gap = app(f"G{k}", s) - (g - part.level)
        facts.append(every("s", "real", implies(s >= 0, s <= 1, S.abs(gap) <= error)))
        place = _position(part.term, xs)
        places.append(place)
        total = total + app(f"G{k}", place)
    goal = S.abs(total - f.evaluate(S, **dict(zip(names, xs, strict=True))))
    sequent = statement(
        dict.fromkeys(names, "real"),
        [*_inside(names), *facts],
        goal <= sum(errors, Fraction(0)),
        {f"G{k}": 1 for k in range(1, len(errors) + 1)},
    )
    script = case(goal.json, auto("the sum, +"), auto("the sum, -"))
    for fact, place in reversed(list(zip(facts, places, strict=True))):
        script = known(fact, [place], script)
    for identity in reversed(built.sum.identities):
        script = _identity(identity.kind, _value(identity.u), _value(identity.v), script)
    says = "the errors along all directions, added up on the cube: $abs(G(bold(x)) - f(bold(x)))$"
    try:
        return _evidence(elaborate(sequent, script), says)
    except (NotFound, Reject) as error:
        reason = str(error).splitlines()[0]
        return Evidence(
            "", says, sequent, "search", "kernel", "instance", "declined", None, 0.0, reason
        )


def _names(n: int) -> tuple[str, ...]:
    from constructions.functions.cube import names

    return names(n)


def _position(term: Term, x: list[KernelTerm]) -> KernelTerm:
    value: KernelTerm = term.position(x)
    return value


def _value(expression: Expression) -> KernelTerm:
    from constructions.functions.expression import evaluate, variables

    value = evaluate(expression, S, {name: var(name) for name in variables(expression)})
    return value if isinstance(value, KernelTerm) else S.const(value)


def _identity(kind: str, u: KernelTerm, v: KernelTerm, then: Node) -> Node:
    """Make an identity known that the decomposition of f has used."""
    if kind in ("max", "min"):
        choice = S.maximum(u, v) if kind == "max" else S.minimum(u, v)
        size = S.abs(u - v)
        half = u / 2 + v / 2 + (size / 2 if kind == "max" else -(size / 2))
        shown = case(choice.json, *[case(size.json, auto(kind), auto(kind))] * 2)
        return have(choice.equals(half), shown, then)
    if kind == "exp":
        return node("axiom", _instance([u, v], then), name="exp-sum")
    sin, cos = S.sin, S.cos
    minus = u - v
    facts = [
        (sin(minus).equals(sin(u) * cos(v) - cos(u) * sin(v)), auto("sin(u - v)")),
        (cos(minus).equals(cos(u) * cos(v) + sin(u) * sin(v)), auto("cos(u - v)")),
    ]
    script = lemmas(facts, then)
    for at in ([minus, v], [u, v]):
        for name in ("cos", "sin"):
            script = node("axiom", _instance(at, script), name=f"{name}-sum")
    return node("axiom", _instance([v], script), name="sin-cos")


def _instance(at: list[KernelTerm], then: Node) -> Node:
    """Instantiate the axiom that was just made known."""
    return look(lambda context: use(len(context.rules) - 1, [a.json for a in at], then))


# --- the bound of the theorem --------------------------------------------------------------------


def _bounded(built: RidgeConstruction, f: Function) -> tuple[tuple[Evidence, ...], Fraction]:
    """A + what is left out + sum (L_r/(2 N_r) + rho_r + smoothing), by ``pln.ridge``."""
    names = list(_names(built.sum.n))
    values = {name: var(name) for name in names}
    found = f.evaluate(S, **values)
    target = found if isinstance(found, KernelTerm) else S.const(found)
    inside, sorts = _inside(names), dict.fromkeys(names, "real")
    arity = {"T": len(names), "G": len(names)}
    T, G = (app(name, *values.values()) for name in "TG")
    A, hi = built.sum.error + built.left_out, built.predicted
    close = statement(sorts, inside, S.abs(target - T) <= A, arity)
    near = statement(sorts, inside, S.abs(G - target) <= hi, arity)
    rest: tuple[Evidence, ...] = ()
    if built.sum.route == "cosines":
        of = (
            "$T$ is the sum of the terms with steps: what was recognised, and cosines of degree "
            + ", ".join(map(str, built.sum.degrees))
            + ": averages of $f$ with the weights of positive Fejer-Korovkin kernels, from values "
            "of $f$ in balls (`pln.ridge.average`)"
        )
        first = Evidence(
            "", of, close, "positive kernel", "enclosure", "instance", "holds", None, 0.0
        )
        rest = (first,)
    says = (
        f"$G$ has steps along {len(built.parts)} directions: their errors $L_r \\/ (2 N_r)$, and "
        "those of values and units, added up (`pln.ridge`)"
    )
    whole = Evidence("", says, near, "pln.ridge", "enclosure", "instance", "holds", None, 0.0)
    return (*rest, whole), hi


# --- from below ----------------------------------------------------------------------------------


def _lower(built: RidgeConstruction, f: Function) -> tuple[tuple[Evidence, ...], Fraction]:
    """A number that |G - f| reaches at one point of the cube, the worst of a sample."""
    from constructions.interop.flint import BallSystem, round_dyadic, to_fractions

    point = _worst(built, f)
    names = _names(built.sum.n)
    balls = BallSystem(192)
    with balls.working():
        x = [balls.const(q) for q in point]
        gap = built.value(balls, x) - f.evaluate(balls, **dict(zip(names, x, strict=True)))
        low, high = to_fractions(gap)
    least = max(low, -high, Fraction(0))
    least = max(round_dyadic(least, 30, -1), Fraction(0))
    at = {name: S.const(q) for name, q in zip(names, point, strict=True)}
    target = f.evaluate(S, **at)
    where = ", ".join(map(str, point))
    says = f"the lower end is at most $abs(G(bold(x)) - f(bold(x)))$ at $bold(x) = ({where})$"
    if built.N <= MAX_EVALUATED_UNITS:
        error = S.abs(built.value(S, list(at.values())) - target)
        sequent = statement({}, [], error >= least)
        for bits in (0, 64, 192):
            certificate = {"statement": sequent, "proof": node("evaluate", bits=bits)}
            item = _evidence(certificate, says)
            if item.proved:
                return (item,), least
    G = app("G", *at.values())
    sequent = statement({}, [], S.abs(G - target) >= least, {"G": len(point)})
    return (
        Evidence("", says, sequent, "balls", "enclosure", "instance", "holds", None, 0.0),
    ), least


def _worst(built: RidgeConstruction, f: Function) -> tuple[Fraction, ...]:
    """The worst point of a fixed sample (floats: whatever it is, its error is then enclosed)."""
    import numpy as np

    from constructions.interop.arrays import ArraySystem

    n, system = built.sum.n, ArraySystem()
    corners = np.array(np.meshgrid(*[[0.0, 1.0]] * n)).reshape(n, -1).T
    inner = np.random.default_rng(1).integers(0, 2**16 + 1, (SAMPLES, n)) / 2**16
    X = np.concatenate([corners, inner])
    columns = [X[:, i] for i in range(n)]
    values = f.evaluate(system, **dict(zip(_names(n), columns, strict=True)))
    error = np.abs(built.value(system, columns) - np.broadcast_to(values, len(X)))
    return tuple(Fraction(float(q)) for q in X[int(np.argmax(error))])


PLN_INSTANCES = (
    {"f": "sin(3*x1+x2)+x1*x2", "n": "2", "eps": "2/5", "d": "2"},
    {"f": "max(x1,x2)", "n": "2", "eps": "1/10", "d": "3", "delta": "0"},
    {"f": "x1*x2*x3", "n": "3", "eps": "1/2", "d": "4"},
    {"f": "x1-x2", "n": "2", "eps": "1/2", "d": "2", "convention": "sqrt(var+delta)"},
    {"f": "7", "n": "6", "eps": "1/1000", "d": "2"},
    {"f": "sin(x1)*cos(x2)", "n": "2", "eps": "1/5", "d": "2", "delta": "1/100"},
    {"f": "abs(x-1/3)", "n": "1", "eps": "1/20", "d": "2"},
    {"f": "sin(x1*x2)", "n": "2", "eps": "1/4", "d": "2"},
)
PLS_INSTANCES = (
    {"f": "sin(x1+2*x2)+x1*x2", "n": "2", "eps": "2/5", "d": "1"},
    {"f": "max(x1,x2)", "n": "2", "eps": "1/10", "d": "2", "delta": "0"},
    {"f": "exp(-x1)*exp(-x2)", "n": "2", "eps": "1/10", "d": "1"},
    {"f": "x1-x2+x3", "n": "3", "eps": "1/4", "d": "8", "convention": "sqrt(mean+delta)"},
    {"f": "0*x1", "n": "2", "eps": "1/1000", "d": "1"},
    {"f": "x1*x2", "n": "2", "eps": "1/5", "d": "1", "delta": "10"},
)
