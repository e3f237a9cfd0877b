"""fl.resnet.replace: the blocks of Eq. 10 replaced by those of Eq. 11, as in Prop. 2."""

from __future__ import annotations

from constructions.terms import Term, app, conj, every, implies
from proofs.claims import Attempt, Claim, Obligation, Reading, Witness
from proofs.fl.networks import Layers
from proofs.fl.paper import source
from proofs.fl.resnet import instances as resnet_instances
from proofs.fl.resnet.claim import Q, hidden_layers, in_blocks
from proofs.fl.resnet.exact import CLAIM as WITH_FACTOR
from proofs.fl.resnet.exact import TWO_BLOCKS
from proofs.language.elaboration import written
from proofs.library.vectors import (
    ZERO,
    L,
    d,
    deviation,
    differs,
    ell,
    i,
    k,
    leaky,
    mean,
    mu,
    positive_widths,
    rho,
    sigma,
    standardised,
    width,
)
from proofs.trees.script import Json, statement
from proofs.versions import REPAIRED

FUNCTIONS = {"rho": 1, "w": 1, "P": 3, "Q": 3, "x": 1, "g": 1}


class Chain:
    """A network of blocks: hidden h, n_MV of it m, v before the block's last step, u after it."""

    def __init__(self, side: str) -> None:
        self.h, self.m, self.v, self.u = (Layers(f"{name}{side}") for name in "hmvu")

    def in_hidden(self, equation: Json, *also: Json) -> Json:
        inside = conj(i >= 1, i <= L, k >= 1, k <= width(i), *also)
        return every("i", "int", every("k", "int", implies(inside, equation)))

    def varies(self, of: Layers, high: Term, block: Term) -> Json:
        return differs(high, of.of(block), of.mean(block))

    def shared(self) -> list[Json]:
        """x, h_i = rho(A_1 u_{i-1}), m_i = n_MV(h_i), v_i = rho(u_{i-1} + A_2 m_i), and means."""
        h, m, v, u = self.h, self.m, self.v, self.u
        inside = conj(i >= 1, i <= L)
        normal = standardised(width(i), h.of(i), h.mean(i), k)
        inner = sigma(width(i), lambda o: Q(i, k, o) * m(i, o))
        return [
            every("k", "int", u(ZERO, k).equals(app("x", k))),
            hidden_layers(h, u),
            every("i", "int", implies(inside, h.mean(i).equals(mean(width(i), h.of(i))))),
            self.in_hidden(m(i, k).equals(normal), self.varies(h, width(i), i)),
            in_blocks(v(i, k).equals(rho(u(i - 1, k) + inner))),
            every("i", "int", implies(inside, v.mean(i).equals(mean(d, v.of(i))))),
            every("i", "int", implies(inside, self.varies(h, width(i), i))),
            every("i", "int", implies(inside, self.varies(v, d, i))),
        ]

    @property
    def names(self) -> dict[str, int]:
        vectors = {layer.name: 2 for layer in (self.h, self.m, self.v, self.u)}
        return vectors | {f"mu{layer.name}": 1 for layer in (self.h, self.v)}


A, B = Chain("A"), Chain("B")


def normalised(chain: Chain) -> Json:
    """u_i = n_MV(v_i), Eq. 10."""
    value = standardised(d, chain.v.of(i), chain.v.mean(i), k)
    return in_blocks(chain.u(i, k).equals(value), chain.varies(chain.v, d, i))


SHIFTED = in_blocks(B.u(i, k).equals(B.v(i, k) - B.v.mean(i)))  # Eq. 11
OUTPUT = every(
    "k",
    "int",
    implies(
        conj(k >= 1, k <= d, B.varies(B.v, d, L)),
        app("g", k).equals(standardised(d, B.v.of(L), B.v.mean(L), k)),
    ),
)
SORTS = {"L": "int", "d": "int", "l": "int", "beta": "real"}
GIVEN = [
    leaky(),
    L >= 1,
    d >= 1,
    positive_widths(1),
    *A.shared(),
    normalised(A),
    *B.shared(),
    SHIFTED,
    OUTPUT,
    ell >= 1,
    ell <= d,
]
STATEMENT = statement(
    SORTS, GIVEN, A.u(L, ell).equals(app("g", ell)), FUNCTIONS | A.names | B.names
)


# --- two blocks that show the difference ---------------------------------------------------------

WITNESS = Witness(
    {"L": 2, "d": 2, "l": 1, "beta": 0},
    {name: made for name, made in TWO_BLOCKS.functions.items() if name != "lam"},
)

# --- what holds of one block ---------------------------------------------------------------------

nu = Term("nu")


def vector(at: Term) -> Term:
    """What a block normalises, rho(x + A_2 n_MV rho A_1 x)."""
    return app("v", at)


def shifted(at: Term) -> Term:
    """block'_LN(x), Eq. 11."""
    return vector(at) - mu


_MEANS = [mu.equals(mean(d, vector)), nu.equals(mean(d, shifted))]
_VARIES = differs(d, vector, mu)
_FULL = standardised(d, vector, mu, ell)  # block_LN(x), Eq. 10
ONE_BLOCK = statement(
    {"d": "int", "l": "int", "mu": "real", "nu": "real"},
    [d >= 1, *_MEANS, _VARIES, ell >= 1, ell <= d],
    conj(
        _FULL.equals(shifted(ell) / deviation(d, vector, mu)),
        standardised(d, shifted, nu, ell).equals(_FULL),
    ),
    {"v": 1},
)


#: the mean of v - mu is 0, and the summands of both variances are the same
SHIFTED = """
obtain i from varies
have total: sum(j = 1..d, v(j)) = d*mu by mean, d >= 1
have moved: for all m: int, 0 <= m => sum(j = 1..m, v(j) - mu) = sum(j = 1..m, v(j)) - m*mu
  by induction on m
have zero: nu = 0 by again, moved(d), total, d >= 1
have each: for all j in 1..d, (v(j) - mu - nu)^2 = (v(j) - mu)^2:
  show by zero
have same: sum(j = 1..d, (v(j) - mu - nu)^2) = sum(j = 1..d, (v(j) - mu)^2)
  by sum_equal(j -> (v(j) - mu - nu)^2, j -> (v(j) - mu)^2, 1, d), each
have positive: 0 < sum(j = 1..d, (v(j) - mu)^2)
  by squares_positive(j -> v(j) - mu, 1, d, i), v(i) != mu
let spread = sum(j = 1..d, (v(j) - mu)^2)/d
have 0 < spread by positive, d >= 1
have root: 0 < sqrt(spread) by root_positive(spread)
have roots: sqrt(sum(j = 1..d, (v(j) - mu - nu)^2)/d) = sqrt(spread) by same, root, positive, d >= 1
show by roots, root, zero
"""


_ATTEMPT = Attempt(
    "fl.resnet.replace.two",
    "two blocks with $d = 2$, ReLU and weights 0, 1, 3: $bold(x) = (4, 0)$; the first block "
    "hands on $(1, -1)$, or $(2, -2)$ where it is replaced; to this the second adds $(0, 3)$, "
    "whatever it gets, and the outputs are $(-1, 1)$ and $(1, -1)$",
    STATEMENT,
    WITNESS,
)

MAIN = Obligation(
    "fl.resnet.replace.one",
    "for every vector that is not constant",
    ONE_BLOCK,
    written(
        ONE_BLOCK,
        SHIFTED,
        {"varies": _VARIES, "mean": _MEANS[0], "again": _MEANS[1]},
    ),
)

CLAIM = Claim(
    id="fl.resnet.replace",
    kind="proof-step",
    title="Residual blocks with layer normalisation may be replaced by shifted ones",
    source=source("Section 4.1, Extension to ResNet", "10-11"),
    statement="If we add layer normalization to this block, it becomes: "
    '$sans("block")_sans("LN")(bold(x)) = sans(n)_sans("MV") compose rho(bold(x) + bold(A)_2 '
    'compose sans(n)_sans("MV") compose rho compose bold(A)_1 (bold(x)))$. A similar '
    "conclusion as Prop. 2 would be to replace the block above as: "
    '$sans("block")\'_sans("LN")(bold(x)) = sans(s) compose rho(bold(x) + bold(A)_2 compose '
    'sans(n)_sans("MV") compose rho compose bold(A)_1 (bold(x)))$.',
    readings=(
        Reading("$rho$ is (Leaky) ReLU", ("given", 0)),
        Reading("any number $L$ of blocks", ("given", 1)),
        Reading("$bold(x) in RR^d$", ("given", 2)),
        Reading("hidden layers of all widths", ("given", 3)),
        Reading("the input of the one network", ("given", 4)),
        Reading("$rho compose bold(A)_1$", ("given", 5)),
        Reading("its mean", ("given", 6)),
        Reading('$sans(n)_sans("MV")$ of it', ("given", 7)),
        Reading("$rho(bold(x) + bold(A)_2 compose ...)$", ("given", 8)),
        Reading("its mean", ("given", 9), "of the one network"),
        Reading("no vector that is normalised is constant", ("given", 10), "hidden layers"),
        Reading("", ("given", 11)),
        Reading('$sans("block")_sans("LN")$, Eq. 10', ("given", 12)),
        Reading("the input of the other network", ("given", 13)),
        Reading("the same weights", ("given", 14)),
        Reading("", ("given", 15)),
        Reading("", ("given", 16)),
        Reading("", ("given", 17)),
        Reading("", ("given", 18)),
        Reading("no vector that is normalised is constant", ("given", 19), "hidden layers"),
        Reading("", ("given", 20)),
        Reading('$sans("block")\'_sans("LN")$, Eq. 11', ("given", 21)),
        Reading(
            'the last block keeps $sans(n)_sans("MV")$',
            ("given", 22),
            "as in Prop. 2: all but the last are replaced",
        ),
        Reading("any coordinate", ("given", 23)),
        Reading("", ("given", 24)),
        Reading("the outputs are the same", ("show",)),
    ),
    obligations=(),
    attempts=(_ATTEMPT,),
    satisfiable=Attempt(
        "fl.resnet.replace.satisfiable",
        "the hypotheses hold for the two blocks that refute the statement",
        STATEMENT,
        WITNESS,
    ),
    notes=(
        'The branch $bold(A)_2 compose sans(n)_sans("MV") compose rho compose bold(A)_1$ does not '
        'scale with $bold(x)$, so that $sans("block")\'_sans("LN")$ is not scale equivariant, and '
        "a factor that is left out in one block changes the next.",
        "For one block the two differ by the factor $sigma$ alone, and a normalisation after it "
        "takes that away (`fl.resnet.replace.repaired`).",
    ),
    parameters=resnet_instances.PARAMETERS,
    instances=resnet_instances.INSTANCES,
    run=lambda settings: resnet_instances.rows(settings, MAIN),
    construct=lambda settings: resnet_instances.in_version(
        settings["network"], settings["version"] or REPAIRED
    ),
    repaired=(
        Claim(
            id="fl.resnet.replace.repaired",
            kind="proof-step",
            title="In the last block, or before a normalisation, the shift will do",
            source=source("Section 4.1, Extension to ResNet", "10-11"),
            statement='For one block, $sans("block")_sans("LN")(bold(x)) = '
            'sans("block")\'_sans("LN")(bold(x)) \\/ sigma$ with the deviation $sigma > 0$ of what '
            'is normalised, and $sans(n)_sans("MV")(sans("block")\'_sans("LN")(bold(x))) = '
            'sans("block")_sans("LN")(bold(x))$.',
            differs=(
                "It is about one block, the factor between its two outputs and a normalisation "
                "behind it, not about every block of a network."
            ),
            readings=(
                Reading("$d$ neurons", ("given", 0)),
                Reading("the mean of $bold(v) = rho(bold(x) + ...)$", ("given", 1)),
                Reading("the mean of $sans(s)(bold(v))$", ("given", 2)),
                Reading("$bold(v)$ is not constant", ("given", 3)),
                Reading("any coordinate", ("given", 4)),
                Reading("", ("given", 5)),
                Reading("both equalities", ("show",)),
            ),
            obligations=(MAIN,),
        ),
        WITH_FACTOR,
    ),
)
