"""fl.resnet.replace.repaired2: residual networks with the factor that Eq. 11 leaves out.

Beside w_i, which stands for the output u_i of block i, goes one number lambda_i > 0:

    w_0 = x,  lambda_0 = 1
    h_i = rho(A_1 w_{i-1}),  m_i = s(h_i) / sqrt(sigma(h_i)^2 + eps lambda_{i-1}^2)
    v_i = rho(w_{i-1} + lambda_{i-1} A_2 m_i)
    w_i = s(v_i),  lambda_i = sqrt(sigma(v_i)^2 + eps lambda_{i-1}^2)

Then w_i = lambda_i u_i, by induction over the blocks.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from constructions.terms import Term, app, conj, every, implies, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.fl.activation import SCALES
from proofs.fl.networks import Layers
from proofs.fl.paper import source
from proofs.fl.resnet.claim import hidden_layers, in_blocks, out_of
from proofs.language.elaboration import written
from proofs.library.vectors import (
    ONE,
    ZERO,
    Body,
    L,
    S,
    d,
    ell,
    i,
    k,
    leaky,
    mean,
    mu,
    positive_widths,
    rho,
    sigma,
    width,
)
from proofs.trees.script import Json, statement

eps, nu = var("eps"), var("nu")


def lam(block: Term) -> Term:
    """The factor that w_i carries."""
    return app("lam", block)


class Side:
    """One of the two networks: hidden h, normalised m, v before the block's last step, u after."""

    def __init__(self, name: str) -> None:
        self.h, self.m, self.v, self.u = (Layers(f"{part}{name}") for part in "hmvu")

    @property
    def names(self) -> dict[str, int]:
        vectors = {layer.name: 2 for layer in (self.h, self.m, self.v, self.u)}
        return vectors | {f"mu{layer.name}": 1 for layer in (self.h, self.v)}


A, B = Side("A"), Side("B")


def variance(high: Term, of: Layers, block: Term) -> Term:
    """sigma(v)^2 of a block's vector."""
    return sigma(high, lambda o: (of(block, o) - of.mean(block)) ** 2) / high


def gap(of: Layers, block: Term, at: Term) -> Term:
    """s(v)_at."""
    return of(block, at) - of.mean(block)


def _each(formula: Json) -> Json:
    return every("i", "int", implies(conj(i >= 1, i <= L), formula))


def _hidden_in(equation: Json, *also: Json) -> Json:
    inside = conj(i >= 1, i <= L, k >= 1, k <= width(i), *also)
    return every("i", "int", every("k", "int", implies(inside, equation)))


def _means(high: Term, of: Layers) -> Json:
    return _each(of.mean(i).equals(mean(high, of.of(i))))


def spread(side: Side, of: Layers, high: Term, block: Term) -> Term:
    """sigma^2 + eps in the one network, sigma^2 + eps lambda^2 in the other."""
    more = eps if side is A else eps * (lam(block - 1) * lam(block - 1))
    return variance(high, of, block) + more


def normalised(side: Side, of: Layers, high: Term, block: Term, at: Term) -> Term:
    """s(v) / sqrt(sigma^2 + ...)."""
    return gap(of, block, at) / S.sqrt(spread(side, of, high, block))


def _started(side: Side) -> Json:
    return every("k", "int", side.u(ZERO, k).equals(app("x", k)))


def _inner(side: Side) -> Json:
    equation = side.m(i, k).equals(normalised(side, side.h, width(i), i, k))
    return _hidden_in(equation, spread(side, side.h, width(i), i) > 0)


NORMAL = in_blocks(A.u(i, k).equals(normalised(A, A.v, d, i, k)), spread(A, A.v, d, i) > 0)
ADDED = in_blocks(A.v(i, k).equals(rho(A.u(i - 1, k) + out_of(i, k, A.m))))
VARIES = [_each(spread(A, A.h, width(i), i) > 0), _each(spread(A, A.v, d, i) > 0)]


def scaled_branch(factor: Callable[[Term], Term]) -> Json:
    """v_i = rho(w_{i-1} + factor A_2 m_i)."""
    branch = factor(i) * out_of(i, k, B.m)
    return in_blocks(B.v(i, k).equals(rho(B.u(i - 1, k) + branch)))


CARRIED = scaled_branch(lambda block: lam(block - 1))
FACTOR = _each(lam(i).equals(S.sqrt(spread(B, B.v, d, i))))
SHIFTED = in_blocks(B.u(i, k).equals(gap(B.v, i, k)))
OUTPUT = every(
    "k",
    "int",
    implies(conj(k >= 1, k <= d, lam(L).differs(0)), app("g", k).equals(gap(B.v, L, k) / lam(L))),
)
SORTS = {"L": "int", "d": "int", "l": "int", "beta": "real", "eps": "real"}
FUNCTIONS = {"rho": 1, "w": 1, "P": 3, "Q": 3, "x": 1, "lam": 1, "g": 1} | A.names | B.names
GIVEN = [
    leaky(),
    L >= 1,
    d >= 1,
    positive_widths(1),
    _started(A),
    hidden_layers(A.h, A.u),
    _means(width(i), A.h),
    _inner(A),
    ADDED,
    _means(d, A.v),
    NORMAL,
    *VARIES,
    lam(ZERO).equals(1),
    _started(B),
    hidden_layers(B.h, B.u),
    _means(width(i), B.h),
    _inner(B),
    CARRIED,
    _means(d, B.v),
    FACTOR,
    SHIFTED,
    OUTPUT,
    ell >= 1,
    ell <= d,
]
SHOW = A.u(L, ell).equals(app("g", ell))
STATEMENT = statement(SORTS, GIVEN, SHOW, FUNCTIONS)


#: w_i = lambda_i u_i with lambda_i > 0, by induction over the blocks
proof = written(
    STATEMENT,
    f"""{SCALES}
have multiple: for all i: int, 0 <= i => i <= L =>
    lam(i) > 0 and (for all k in 1..d, uB(i, k) = lam(i)*uA(i, k)) by induction on i:
  base:
    have each: for all k in 1..d, uB(0, k) = lam(0)*uA(0, k):
      show by start_A(k), start_B(k), lam(0) = 1
  step:
    let m = i + 1
    let c = lam(m - 1)
    have positive: 0 < c by ih
    have before: for all k in 1..d, uB(m - 1, k) = c*uA(m - 1, k) by ih
    use widths(m)
    have hidden: for all q in 1..width(m), hB(m, q) = c*hA(m, q):
      let A = sum(j = 1..d, P(m, q, j)*uA(m - 1, j))
      let B = sum(j = 1..d, P(m, q, j)*uB(m - 1, j))
      have B = c*A by weighted_proportional(
        j -> P(m, q, j), j -> uB(m - 1, j), j -> uA(m - 1, j), c, 1, d), before
      have same: rho(B) = rho(c*A) by B = c*A
      show by same, hidden_A(m, q), hidden_B(m, q), scale(c, A)
    use inside: deviation_scaled(
      j -> hB(m, j), j -> hA(m, j), width(m), c, muhB(m), muhA(m), eps)
    have inner: for all q in 1..width(m), mB(m, q) = mA(m, q):
      show by inner_A(m, q), inner_B(m, q), inside, hidden(q), positive
    have values: for all k in 1..d, vB(m, k) = c*vA(m, k):
      let A = sum(j = 1..width(m), Q(m, k, j)*mA(m, j))
      let B = sum(j = 1..width(m), Q(m, k, j)*mB(m, j))
      have each: for all j in 1..width(m), Q(m, k, j)*mB(m, j) = Q(m, k, j)*mA(m, j):
        use inner(j)
      have B = A
        by sum_equal(j -> Q(m, k, j)*mB(m, j), j -> Q(m, k, j)*mA(m, j), 1, width(m)), each
      have same: rho(uB(m - 1, k) + c*B) = rho(c*(uA(m - 1, k) + A)) by B = A, before(k)
      show by same, added_A(m, k), added_B(m, k), scale(c, uA(m - 1, k) + A)
    use outside: deviation_scaled(j -> vB(m, j), j -> vA(m, j), d, c, muvB(m), muvA(m), eps)
    have factor: lam(m) > 0 by factors(m), outside, positive
    have each: for all k in 1..d, uB(m, k) = lam(m)*uA(m, k):
      show by normal(m, k), shifted(m, k), values(k), factors(m), outside, positive
use last: multiple(L)
show by last, shifted(L, l), output(l), uB(L, l) = lam(L)*uA(L, l)
""",
    {
        "leaky": leaky(),
        "widths": positive_widths(1),
        "start_A": _started(A),
        "start_B": _started(B),
        "hidden_A": hidden_layers(A.h, A.u),
        "hidden_B": hidden_layers(B.h, B.u),
        "inner_A": _inner(A),
        "inner_B": _inner(B),
        "added_A": ADDED,
        "added_B": CARRIED,
        "normal": NORMAL,
        "shifted": SHIFTED,
        "factors": FACTOR,
        "output": OUTPUT,
    },
    width=width,
)


# --- sigma(w_i) = sigma(v_i) ---------------------------------------------------------------------


def vector(at: Term) -> Term:
    return app("v", at)


def shifted(at: Term) -> Term:
    return vector(at) - mu


def _squares(body: Body, center: Term) -> Term:
    return sigma(d, lambda o: (body(o) - center) ** 2)


DEVIATION = statement(
    {"d": "int", "mu": "real", "nu": "real"},
    [d >= 1, mu.equals(mean(d, vector)), nu.equals(mean(d, shifted))],
    (_squares(shifted, nu) / d).equals(_squares(vector, mu) / d),
    {"v": 1},
)


deviation_script = written(
    DEVIATION,
    """
    have sums: for all m: int, 0 <= m =>
        sum(j = 1..m, v(j) - mu) = sum(j = 1..m, v(j)) - m*mu by induction on m
    use sums(d)
    have nu = 0
    show by sum_equal(j -> (v(j) - mu - nu)^2, j -> (v(j) - mu)^2, 1, d)
    """,
)


# --- data ----------------------------------------------------------------------------------------

_i, _k, _j = (Term(name) for name in ("u", "v", "s"))
_line = 3 - 2 * _k  # (1, -1)
_unit = (_k - 1) * (_j - 1) + (2 - _k) * (2 - _j)
_ARGUMENTS = {1: ("u",), 2: ("u", "v"), 3: ("u", "v", "s")}


def _witness(values: dict[str, int | Fraction], terms: dict[str, Term | int]) -> Witness:
    functions = {
        name: (_ARGUMENTS[FUNCTIONS[name]], t.json if isinstance(t, Term) else str(t))
        for name, t in terms.items()
    }
    return Witness(dict(values), functions)


_F = Fraction
#: one block, eps = 105/16: sqrt(1 + eps) = 11/4 and sqrt(4 + eps) = 13/4
_ONE: dict[str, Term | int] = {
    "rho": _i,
    "w": 2,
    "x": 3 - 2 * _i,
    "P": _unit,
    "Q": _unit * _F(11, 4),
    "hA": _line,
    "muhA": 0,
    "mA": _line * _F(4, 11),
    "vA": 2 * _line,
    "muvA": 0,
    "uA": (1 - _i * _F(5, 13)) * _line,
    "lam": 1 + _i * _F(9, 4),
    "hB": _line,
    "muhB": 0,
    "mB": _line * _F(4, 11),
    "vB": 2 * _line,
    "muvB": 0,
    "uB": (1 + _i) * _line,
    "g": (3 - 2 * _i) * _F(8, 13),
}
_SATISFIABLE = Attempt(
    "fl.resnet.replace.repaired2.satisfiable",
    "the hypotheses hold for one block, $rho(t) = t$, $epsilon = 105\\/16$, $bold(x) = (1, -1)$: "
    "the roots are $11\\/4$ and $13\\/4$",
    STATEMENT,
    _witness({"L": 1, "d": 2, "l": 1, "beta": 1, "eps": _F(105, 16)}, _ONE),
)

#: two blocks, eps = 0, of `fl.resnet.replace`: without the factor the second one adds too little
_later = _i - 1
_triangle = _i * _later / 2
_first = 2 - _k
TWO_BLOCKS = _witness(
    {"L": 2, "d": 2, "l": 1, "beta": 0, "eps": 0},
    {
        "rho": S.maximum(_i, ZERO),
        "w": 2,
        "x": (2 - _i) * 4,
        "P": _unit,
        "Q": _later * (_k - 1) * (2 - _j) * 3,
        "hA": _first * (4 - _later * 3),
        "muhA": (4 - _later * 3) / 2,
        "mA": _line,
        "vA": _first * 4 + _later * (_k - _first * 4),
        "muvA": 2 - _later / 2,
        "uA": (2 - _i - _triangle) * _line + (1 - _i) * (2 - _i),
        "lam": 1 + _i * _F(9, 4) - _i * _i * _F(5, 4),  # 1, 2, 1/2
        "hB": _first * (4 - _later * 2),
        "muhB": 2 - _later,
        "mB": _line,
        "vB": _first * 4 + _later * (3 - _k - _first * 4),
        "muvB": 2 - _later / 2,
        "uB": (2 - _triangle * 3 / 2) * _line + (1 - _i) * (2 - _i),
        "g": 3 - 2 * _i,
    },
)
CONTROL = Control(
    Attempt(
        "fl.resnet.replace.repaired2.control.factor",
        "with the factor 1 for the branch, as Eq. 11 has it: two blocks, ReLU, $epsilon = 0$, the "
        "outputs are $(-1, 1)$ and $(1, -1)$",
        statement(
            SORTS,
            [scaled_branch(lambda _: ONE) if g is CARRIED else g for g in GIVEN],
            SHOW,
            FUNCTIONS,
        ),
        TWO_BLOCKS,
    ),
    "constant tightened",
)

MAIN = Obligation(
    "fl.resnet.replace.repaired2.statement",
    "for any number of blocks, all widths, weights and slopes, every $epsilon$ and input",
    STATEMENT,
    proof,
)

CLAIM = Claim(
    id="fl.resnet.replace.repaired2",
    kind="proof-step",
    title="With a factor before each branch shifted blocks give the same outputs, at every epsilon",
    source=source("Section 4.1, Extension to ResNet", "10-11"),
    statement='Let every $sans(n)_sans("MV")(bold(v)) = sans(s)(bold(v)) \\/ sqrt(sigma(bold(v))^2 '
    "+ epsilon)$. For any number of blocks of Eq. 10 the output is the same if all blocks but the "
    "last are replaced by $bold(w)_i = sans(s)(bold(v)_i)$, $bold(v)_i = rho(bold(w)_(i-1) + "
    "lambda_(i-1) bold(A)_2 bold(m)_i)$, where $bold(m)_i$ is $sans(s)(bold(h)) \\/ "
    "sqrt(sigma(bold(h))^2 + epsilon lambda_(i-1)^2)$ of $bold(h) = rho(bold(A)_1 "
    "bold(w)_(i-1))$, $lambda_0 = 1$ and $lambda_i = sqrt(sigma(bold(v)_i)^2 + epsilon "
    "lambda_(i-1)^2)$, and the last one by $sans(s)(bold(v)_L) \\/ lambda_L$: where "
    "every root is of a positive number, as for $epsilon > 0$.",
    readings=(
        Reading("$rho$ is (Leaky) ReLU", ("given", 0), "Assumption 1; of any real slope"),
        Reading("any number of blocks", ("given", 1), "$L$"),
        Reading("of all widths", ("given", 2)),
        Reading("", ("given", 3)),
        Reading("the input $bold(x)$ of the network of Eq. 10", ("given", 4)),
        Reading("$rho compose bold(A)_1$", ("given", 5)),
        Reading("its mean", ("given", 6)),
        Reading('$sans(n)_sans("MV")$ of it, with $epsilon$', ("given", 7)),
        Reading("$rho(bold(x) + bold(A)_2 compose ...)$", ("given", 8)),
        Reading("its mean", ("given", 9)),
        Reading('$sans(n)_sans("MV")$ of it, with $epsilon$: Eq. 10', ("given", 10)),
        Reading(
            "no root is of 0",
            ("given", 11),
            "for $epsilon > 0$ this is no condition, for $epsilon = 0$ no vector that is "
            "normalised is constant; also some $epsilon < 0$ are allowed",
        ),
        Reading("", ("given", 12)),
        Reading("$lambda_0 = 1$", ("given", 13)),
        Reading("$bold(w)_0 = bold(x)$", ("given", 14)),
        Reading("$bold(h) = rho(bold(A)_1 bold(w)_(i-1))$, the same weights", ("given", 15)),
        Reading("$mu(bold(h))$", ("given", 16)),
        Reading(
            "$bold(m)_i = sans(s)(bold(h)) \\/ sqrt(sigma(bold(h))^2 + epsilon lambda_(i-1)^2)$",
            ("given", 17),
            "where the root is of a positive number; that it is follows",
        ),
        Reading(
            "$bold(v)_i = rho(bold(w)_(i-1) + lambda_(i-1) bold(A)_2 bold(m)_i)$", ("given", 18)
        ),
        Reading("$mu(bold(v)_i)$", ("given", 19)),
        Reading("$lambda_i = sqrt(sigma(bold(v)_i)^2 + epsilon lambda_(i-1)^2)$", ("given", 20)),
        Reading("$bold(w)_i = sans(s)(bold(v)_i)$", ("given", 21)),
        Reading("$sans(s)(bold(v)_L) \\/ lambda_L$", ("given", 22), "where $lambda_L != 0$; it is"),
        Reading("any coordinate", ("given", 23)),
        Reading("", ("given", 24)),
        Reading("the output is the same", ("show",)),
        *(
            Reading(printed, ("given", n), obligation="fl.resnet.replace.repaired2.deviation")
            for n, printed in enumerate(
                ("$bold(v) in RR^d$", "$mu(bold(v))$", "$mu(sans(s)(bold(v)))$")
            )
        ),
        Reading(
            "$sigma(bold(w)_i) = sigma(bold(v)_i)$",
            ("show",),
            "squared; so that for $epsilon = 0$ the factor of a block that is not the first is "
            "$sigma$ of what the block is given: $sans(s) compose rho(bold(x) + sigma(bold(x)) "
            'bold(A)_2 compose sans(n)_sans("MV") compose rho compose bold(A)_1 (bold(x)))$',
            obligation="fl.resnet.replace.repaired2.deviation",
        ),
    ),
    obligations=(
        MAIN,
        Obligation(
            "fl.resnet.replace.repaired2.deviation",
            "$sigma(sans(s)(bold(v)))^2 = sigma(bold(v))^2$, for every vector",
            DEVIATION,
            deviation_script,
        ),
    ),
    controls=(CONTROL,),
    satisfiable=(
        _SATISFIABLE,
        Attempt(
            "fl.resnet.replace.repaired2.deviation.satisfiable",
            "the hypotheses hold for $bold(v) = (0)$",
            DEVIATION,
            Witness({"d": 1, "mu": 0, "nu": 0}, {"v": (("u",), "0")}),
        ),
    ),
    notes=(
        "$lambda_i$ is a number for each input, no parameter: $bold(w)_i = lambda_i bold(u)_i$ "
        "for the output $bold(u)_i$ of block $i$.",
    ),
    not_claimed=(
        "nothing is said of gradients, of affine parameters and biases, and of other norms than "
        '$sans(n)_sans("MV")$',
    ),
)
