"""fl.resnet: scale equivariance of residual blocks (Eq. 9), for any number of them."""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Term, app, conj, every, implies, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.fl import instances
from proofs.fl.networks import Layers
from proofs.fl.paper import source
from proofs.library.vectors import (
    HOMOGENEOUS,
    ONE,
    ZERO,
    L,
    S,
    d,
    ell,
    fact,
    homogeneous,
    i,
    k,
    lam,
    leaky,
    positive_widths,
    proportional,
    rho,
    sigma,
    summands,
    width,
)
from proofs.library.witnesses import each_layer, leaky_identity, signs
from proofs.trees.script import Json, Node, auto, have, induct, intro, node, same, statement

v, h = Layers("v"), Layers("h")  #: the blocks' outputs and their hidden layers
v2, h2 = Layers("v2"), Layers("h2")  #: the same from lambda x
_at, _q = var("b"), var("q")


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


def _scaled(block: Term) -> Json:
    inside = conj(k >= 1, k <= d)
    return every("k", "int", implies(inside, v2(block, k).equals(lam * v(block, k))))


def _hidden(block: Term) -> Json:
    inside = conj(k >= 1, k <= width(block))
    return every("k", "int", implies(inside, h2(block, k).equals(lam * h(block, k))))


_BOTH = node("both", auto("inside"), auto("inside"))
_ALL = node("both", *[auto("inside")] * 4)


def statement_script() -> Node:
    """h_i and v_i are scaled by lambda, block after block."""
    at = _at + 1
    claim = implies(_at <= L, _scaled(_at))

    def scaled_value(one: Term, other: Term) -> Node:
        value = fact(HOMOGENEOUS, [lam, other], auto("lambda rho(t)"), auto("lambda > 0"))
        return same(rho(one), rho(lam * other), value)

    def each(formula: Json) -> Callable[[Term, Node], Node]:
        return lambda o, then: fact(formula, [o], then, _BOTH)

    first = proportional(
        d,
        lambda o: P(at, _q, o) * v2(at - 1, o),
        lambda o: P(at, _q, o) * v(at - 1, o),
        lam,
        each(_scaled(_at)),
        scaled_value(into(at, _q, v2), into(at, _q, v)),
    )
    one = fact(hidden_layers(h2, v2), [at, _q], first, _ALL)
    hidden = intro("q", intro("", fact(hidden_layers(h, v), [at, _q], one, _ALL)))
    second = proportional(
        width(at),
        lambda o: Q(at, _q, o) * h2(at, o),
        lambda o: Q(at, _q, o) * h(at, o),
        lam,
        each(_hidden(at)),
        fact(
            _scaled(_at),
            [_q],
            scaled_value(v2(at - 1, _q) + out_of(at, _q, h2), v(at - 1, _q) + out_of(at, _q, h)),
            _BOTH,
        ),
    )
    two = fact(outputs(v2, h2), [at, _q], second, _ALL)
    output = intro("q", intro("", fact(outputs(v, h), [at, _q], two, _ALL)))
    wide = fact(positive_widths(1), [at], have(_hidden(at), hidden, output), _BOTH)
    step = intro("", fact(claim, [], wide, auto("b <= L")))
    base = intro("", intro("q", intro("", fact(START, [_q], auto("the input")))))
    whole = every("i", "int", implies(i >= 0, implies(i <= L, _scaled(i))))
    end = fact(implies(L <= L, _scaled(L)), [], fact(_scaled(L), [ell], auto(), _BOTH), auto())
    last = fact(whole, [L], end, auto("0 <= L"))
    return homogeneous(induct("b", "0", claim, base, step, last))


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


def _sums() -> Node:
    """Each layer is one neuron: its sum is written out."""
    body = have(S.floor(ONE).equals(1), auto("floor 1"), summands(1, auto("the value")))
    return each_layer(body, names="hq")


_GIVENS: dict[int, Callable[[], Node]] = {
    0: leaky_identity,
    4: lambda: intro("h", intro("", auto("1 <= floor 1"))),
    5: _sums,
    6: _sums,
    7: lambda: intro("q", auto("the input")),
    8: _sums,
    9: _sums,
}
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
            {n - (n > 1): s for n, s in _GIVENS.items()}
            | {0: lambda: intro("v", signs("v", auto("max(t, 0)")))},
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
        _GIVENS,
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
