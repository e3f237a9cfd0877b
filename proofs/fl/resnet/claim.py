"""fl.resnet: scale equivariance of residual blocks (Eq. 9), for any number of them."""

from __future__ import annotations

from constructions.terms import Term, app, conj, every, implies
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.fl import instances
from proofs.fl.networks import Layers
from proofs.fl.paper import source
from proofs.language.elaboration import written
from proofs.library.vectors import (
    ZERO,
    L,
    d,
    ell,
    i,
    k,
    lam,
    leaky,
    positive_widths,
    rho,
    sigma,
    width,
)
from proofs.trees.script import Json, statement

v, h = Layers("v"), Layers("h")  #: the blocks' outputs and their hidden layers
v2, h2 = Layers("v2"), Layers("h2")  #: the same from lambda x


def P(block: Term, at: Term, other: Term) -> Term:
    """A_1 of a block, from d to d_i neurons."""
    return app("P", block, at, other)


def Q(block: Term, at: Term, other: Term) -> Term:
    """A_2 of a block, from d_i neurons to d."""
    return app("Q", block, at, other)


def into(block: Term, at: Term, before: Layers) -> Term:
    """(A_1 v_{i-1})_at."""
    return sigma(d, lambda o: P(block, at, o) * before(block - 1, o))


def out_of(block: Term, at: Term, hidden: Layers) -> Term:
    """(A_2 h_i)_at."""
    return sigma(width(block), lambda o: Q(block, at, o) * hidden(block, o))


def hidden_layers(after: Layers, before: Layers) -> Json:
    """h_i = rho(A_1 v_{i-1})."""
    inside = conj(i >= 1, i <= L, k >= 1, k <= width(i))
    equation = after(i, k).equals(rho(into(i, k, before)))
    return every("i", "int", every("k", "int", implies(inside, equation)))


def in_blocks(equation: Json, *also: Json) -> Json:
    """For all blocks i and all d coordinates k."""
    inside = conj(i >= 1, i <= L, k >= 1, k <= d, *also)
    return every("i", "int", every("k", "int", implies(inside, equation)))


def outputs(after: Layers, hidden: Layers) -> Json:
    """v_i = rho(v_{i-1} + A_2 h_i), Eq. 9."""
    return in_blocks(after(i, k).equals(rho(after(i - 1, k) + out_of(i, k, hidden))))


SORTS = {"L": "int", "d": "int", "l": "int", "beta": "real", "lam": "real"}
FUNCTIONS = {"rho": 1, "w": 1, "P": 3, "Q": 3, "v": 2, "h": 2, "v2": 2, "h2": 2}
START = every("k", "int", v2(ZERO, k).equals(lam * v(ZERO, k)))
GIVEN = [
    leaky(),
    lam > 0,
    L >= 0,
    d >= 1,
    positive_widths(1),
    hidden_layers(h, v),
    outputs(v, h),
    START,
    hidden_layers(h2, v2),
    outputs(v2, h2),
    ell >= 1,
    ell <= d,
]
SHOW = v2(L, ell).equals(lam * v(L, ell))
STATEMENT = statement(SORTS, GIVEN, SHOW, FUNCTIONS)


statement_script = written(
    STATEMENT,
    """
    have scales: for all c, t: real, 0 < c => rho(c*t) = c*rho(t):
      use leaky(t), leaky(c*t)
      cases t > 0:
        have c*t > 0
      have c*t <= 0
    have all: for all b: int, 0 <= b => b <= L =>
        (for all k: int, 1 <= k and k <= d => v2(b, k) = lam*v(b, k)) by induction on b:
      step:
        let n = floor(w(b + 1))
        use wide(b + 1)
        have hidden: for all q: int, 1 <= q and q <= n => h2(b + 1, q) = lam*h(b + 1, q):
          let p(j) = P(b + 1, q, j)*v(b + 1 - 1, j)
          let p2(j) = P(b + 1, q, j)*v2(b + 1 - 1, j)
          let s = sum(j = 1..d, p(j))
          let s2 = sum(j = 1..d, p2(j))
          have s2 = lam*s by sum_proportional(j -> p2(j), j -> p(j), lam, 1, d)
          have same: rho(s2) = rho(lam*s) by s2 = lam*s
          show by same, inner(b + 1, q), inner2(b + 1, q), scales(lam, s)
        let r(j) = Q(b + 1, k, j)*h(b + 1, j)
        let r2(j) = Q(b + 1, k, j)*h2(b + 1, j)
        let s = sum(j = 1..n, r(j))
        let s2 = sum(j = 1..n, r2(j))
        have s2 = lam*s by sum_proportional(j -> r2(j), j -> r(j), lam, 1, n)
        have same: rho(v2(b, k) + s2) = rho(lam*(v(b, k) + s)) by s2 = lam*s, ih(k)
        show by same, outer(b + 1, k), outer2(b + 1, k), scales(lam, v(b, k) + s)
    use all(L)
    """,
    {
        "leaky": leaky(),
        "wide": positive_widths(1),
        "inner": hidden_layers(h, v),
        "outer": outputs(v, h),
        "inner2": hidden_layers(h2, v2),
        "outer2": outputs(v2, h2),
    },
)


# --- the claim -----------------------------------------------------------------------------------

_PARAMETERS = {
    "rho": ("u",),
    "w": ("u",),
    "P": ("u", "v", "s"),
    "Q": ("u", "v", "s"),
} | dict.fromkeys(("v", "h", "v2", "h2"), ("u", "v"))
_ONE_BLOCK = {"rho": "u", "w": "1", "P": "1", "Q": "1", "h": "1", "h2": "2"}


def _witness(values: dict[str, int], **terms: Json) -> Witness:
    chosen = {**_ONE_BLOCK, **terms}
    return Witness(
        {"L": 1, "d": 1, "l": 1, **values},
        {name: (_PARAMETERS[name], term) for name, term in chosen.items()},
    )


_RAMP, _TWICE = ["+", "1", "u"], ["*", "2", ["+", "1", "u"]]
_SIGN = [formula for n, formula in enumerate(GIVEN) if n != 1]

CONTROLS = (
    Control(
        Attempt(
            "fl.resnet.control.sign",
            "for $lambda = -1$: ReLU, one block of weights 1 at $x = 1$",
            statement(SORTS, _SIGN, SHOW, FUNCTIONS),
            _witness(
                {"beta": 0, "lam": -1},
                rho=["max", "u", "0"],
                v=_RAMP,
                v2=["-", "u", "1"],
                h2="0",
            ),
        ),
        "hypothesis dropped",
    ),
)

MAIN = Obligation(
    "fl.resnet.statement",
    "for any number of blocks, all widths and weights",
    STATEMENT,
    statement_script,
)

CLAIM = Claim(
    id="fl.resnet",
    kind="theorem",
    title="Residual blocks, and networks of them, are scale equivariant",
    source=source("Section 4.1, Extension to ResNet", "9"),
    statement="Note that ResNet is a composition of multiple blocks, where each block is: "
    '$sans("block")(bold(x)) = rho(bold(x) + bold(A)_2 compose rho compose bold(A)_1 '
    "(bold(x)))$, where each of $bold(A)_1, bold(A)_2, bold(A)_3$ is a linear transformation. "
    'For any $lambda > 0$, we would have $sans("block")(lambda bold(x)) = lambda '
    'sans("block")(bold(x))$.',
    readings=(
        Reading("$rho$ is (Leaky) ReLU", ("given", 0), "Assumption 1; of any real slope"),
        Reading("for any $lambda > 0$", ("given", 1)),
        Reading("any number $L$ of blocks", ("given", 2), "one block is $L = 1$"),
        Reading("$bold(x) in RR^d$", ("given", 3)),
        Reading("hidden layers of all widths", ("given", 4)),
        Reading("$rho compose bold(A)_1$, linear", ("given", 5), "no bias"),
        Reading('$sans("block")$, with $bold(A)_2$ linear', ("given", 6)),
        Reading("$lambda bold(x)$", ("given", 7)),
        Reading("the same hidden layers", ("given", 8)),
        Reading("and blocks, from there", ("given", 9)),
        Reading("any coordinate", ("given", 10)),
        Reading("", ("given", 11)),
        Reading('$sans("block")(lambda bold(x)) = lambda sans("block")(bold(x))$', ("show",)),
    ),
    obligations=(MAIN,),
    controls=CONTROLS,
    satisfiable=Attempt(
        "fl.resnet.satisfiable",
        "the hypotheses hold for one block of weights 1 at $x = 1$, $lambda = 2$",
        STATEMENT,
        _witness({"beta": 1, "lam": 2}, v=_RAMP, v2=_TWICE),
    ),
    notes=(
        "The text speaks of $bold(A)_1, bold(A)_2, bold(A)_3$; Eq. 9 has no $bold(A)_3$.",
        "What is said next, of blocks with layer normalisation (Eq. 10, 11), is decided apart: "
        "`fl.resnet.replace`.",
    ),
    parameters=instances.BLOCK_PARAMETERS,
    instances=instances.BLOCK_INSTANCES,
    run=lambda settings: [instances.scaling_row(settings, MAIN)],
    construct=lambda settings: settings["network"],
)
