"""The printed proof of Theorem 4.3, Eq. 22-24 and 39-47, line by line."""

from __future__ import annotations

from constructions.terms import Term, app, conj, every, implies, var
from proofs.claims import Attempt, Line, Obligation, Witness
from proofs.language.elaboration import written
from proofs.library.vectors import ONE, Body, S, sigma
from proofs.sumformer.blocks import BLOCK, BLOCK_ROWS, END_FACTS, EQ24, Y, delta, eta
from proofs.sumformer.heads import (
    ATTENTION,
    COLUMNS,
    EQ22,
    EQ23,
    FUNCTIONS,
    HEAD,
    HEAD_ROWS,
    OUT,
    OUT_ZERO,
    QUERIES,
    QUERY_ROWS,
    SCORE_ROWS,
    SCORES,
    SIZES,
    SORTS,
    VALUE_ROWS,
    VALUES,
    A,
    D,
    P,
    X,
    a,
    all_of,
    c,
    d,
    eq45,
    facts,
    i,
    j,
    matrix,
    n,
    out_sums,
    p,
    r,
    softmax,
    softmax_rows,
    sums_of,
    x,
)
from proofs.sumformer.thm4_3 import discontinuous
from proofs.trees.script import (
    statement,
)

FULL = {**FUNCTIONS, "A": 2, "T": 2}


# --- Eq. 39 --------------------------------------------------------------------------------------

s, B1, B2 = var("s"), var("B1"), var("B2")


def _gap(one: str, other: str, at: Term) -> Term:
    return S.abs(app(one, at) - app(other, at))


EQ39 = statement(
    {"B1": "real", "B2": "real"},
    [every("s", "real", _gap("f", "Z", s) <= B1), every("s", "real", _gap("Z", "G", s) <= B2)],
    every("s", "real", _gap("f", "G", s) <= B1 + B2),
    {"f": 1, "Z": 1, "G": 1},
)


eq39_script = written(
    EQ39,
    """
    fix s
    show by first(s), second(s)
    """,
    {"first": EQ39["given"][0], "second": EQ39["given"][1]},
)

# --- Eq. 40: a change of width -------------------------------------------------------------------

WIDER = statement({"d": "int"}, [d >= 1], d.equals(2 * d))
_R, _H, _U = matrix("R"), matrix("H"), matrix("U")
e = var("e")
PADDED = statement(
    {"n": "int", "d": "int", "p": "int", "e": "real"},
    [*SIZES, all_of(S.abs(_R(i, c) - (_H(i, c) - X(i, c))) <= e, i=(1, n), c=(1, D))],
    all_of(S.abs(X(i, c) + _R(i, c) - _H(i, c)) <= e, i=(1, n), c=(1, D)),
    {"X": 2, "R": 2, "H": 2},
)


padded_script = written(
    PADDED,
    """
    fix i, c
    show by near(i, c)
    """,
    {"near": PADDED["given"][3]},
)

# --- Eq. 41: phi is approximated, and so is Sigma ------------------------------------------------


def _feature(name: str) -> Body:
    return lambda o: app(name, o)


NEAR_SUM = statement(
    {"n": "int", "eta": "real"},
    [n >= 1, all_of(S.abs(app("P", i) - app("N", i)) <= eta, i=(1, n))],
    S.abs(sigma(n, _feature("P")) - sigma(n, _feature("N"))) <= n * eta,
    {"P": 1, "N": 1},
)


near_sum_script = written(NEAR_SUM, "show by sum_near(P, N, 1, n, eta)")

# --- psi at what the layers make of Sigma --------------------------------------------------------

w, w2 = var("w"), var("w2")
N = matrix("N")


def _entry(vector: Term) -> Term:
    return app("vec", vector, r)


def _psi(vector: Term) -> Term:
    return app("psi", vector)


_HALF = e / 2
_APART = all_of(S.abs(_entry(w) - _entry(w2)) <= delta, r=(1, p))
_CONTINUOUS = every(
    "w", "real", every("w2", "real", implies(_APART, S.abs(_psi(w) - _psi(w2)) <= _HALF))
)
_NEAR_PHI = all_of(S.abs(P(i, r) - N(i, r)) <= eta, i=(1, n), r=(1, p))
_SUM_P = all_of(_entry(var("s1")).equals(sums_of(P, r)), r=(1, p))
_SUM_N = all_of(_entry(var("s2")).equals(sums_of(N, r)), r=(1, p))
_LAST = S.abs(app("H", var("s1")) - _psi(var("s1"))) <= _HALF
CARRIED = statement(
    {
        "n": "int",
        "p": "int",
        "eta": "real",
        "delta": "real",
        "e": "real",
        "s1": "real",
        "s2": "real",
    },
    [n >= 1, p >= 1, _NEAR_PHI, n * eta <= delta, _SUM_P, _SUM_N, _CONTINUOUS, _LAST],
    S.abs(app("H", var("s1")) - _psi(var("s2"))) <= e,
    {"P": 2, "N": 2, "vec": 2, "psi": 1, "H": 1},
)


carried_script = written(
    CARRIED,
    """
    have close: for all r in 1..p, |vec(s1, r) - vec(s2, r)| <= delta:
      have near: |sum(i = 1..n, P(i, r)) - sum(i = 1..n, N(i, r))| <= n*eta
        by sum_near(i -> P(i, r), i -> N(i, r), 1, n, eta)
      show by near, made(r), sums(r), n*eta <= delta
    have half: |psi(s1) - psi(s2)| <= e/2 by continuous(s1, s2)
    show by last, half
    """,
    {"made": _SUM_P, "sums": _SUM_N, "continuous": _CONTINUOUS, "last": _LAST},
)

# --- Eq. 42, 43 ----------------------------------------------------------------------------------

_INPUT = [
    all_of(_H(i, j).equals(x(i, j)), i=(1, n), j=(1, d)),
    all_of(_H(i, d + r).equals(P(i, r)), i=(1, n), r=(1, p)),
]
_SHIFTED = all_of(_U(j, j + 1).equals(1), j=(1, d + p))
_ELSE = every(
    "j",
    "int",
    every(
        "c",
        "int",
        implies(conj(j >= 1, j <= d + p, c >= 1, c <= D, c.differs(j + 1)), _U(j, c).equals(0)),
    ),
)
_BIAS = [app("b", ONE).equals(1), all_of(app("b", c).equals(0), c=(2, D))]
_AFFINE = all_of(
    X(i, c).equals(sigma(d + p, lambda o: _H(i, o) * _U(o, c)) + app("b", c)), i=(1, n), c=(1, D)
)
EQ43 = statement(
    SORTS,
    [*SIZES, *_INPUT, _SHIFTED, _ELSE, *_BIAS, _AFFINE],
    conj(*EQ22),
    {"X": 2, "H": 2, "U": 2, "b": 1, "x": 2, "P": 2},
)


eq43_script = written(
    EQ43,
    """
    have ones: for all i in 1..n, X(i, 1) = 1:
      show by affine(i, 1), b(1) = 1, sum_zero(j -> H(i, j)*U(j, 1), 1, d + p)
    have tokens: for all i in 1..n, for all j in 1..d, X(i, 1 + j) = x(i, j):
      let entry(o) = H(i, o)*U(o, 1 + j)
      have taken: sum(o = 1..d + p, entry(o)) = entry(j) by sum_only(o -> entry(o), 1, d + p, j)
      show by taken, affine(i, 1 + j), bias(1 + j), shifted(j), input(i, j)
    have features: for all i in 1..n, for all r in 1..p, X(i, SHIFT + r) = P(i, r):
      let entry(o) = H(i, o)*U(o, SHIFT + r)
      have taken: sum(o = 1..d + p, entry(o)) = entry(d + r)
        by sum_only(o -> entry(o), 1, d + p, d + r)
      show by taken, affine(i, SHIFT + r), bias(SHIFT + r), shifted(d + r), phi(i, r)
    have empty: for all i in 1..n, for all r in 1..p, X(i, SUM + r) = 0:
      let entry(o) = H(i, o)*U(o, SUM + r)
      have none: sum(o = 1..d + p, entry(o)) = 0 by sum_zero(o -> entry(o), 1, d + p)
      show by none, affine(i, SUM + r), bias(SUM + r)
    show by ones, tokens, features, empty
    """,
    dict(zip(("input", "phi", "shifted"), (*_INPUT, _SHIFTED), strict=True))
    | {"bias": _BIAS[1], "affine": _AFFINE},
    **COLUMNS,
)

# --- Eq. 44-47 -----------------------------------------------------------------------------------

EQUAL = all_of(A(i, a).equals(1 / n), i=(1, n), a=(1, n))
EQ44 = statement(
    {**SORTS, "tau": "real"},
    [*SIZES, *EQ22, *EQ23, QUERIES, *ATTENTION[:2]],
    EQUAL,
    FULL,
)


eq44_script = written(
    EQ44,
    QUERY_ROWS + SCORE_ROWS + softmax_rows("n"),
    facts(n) | {"scores": SCORES, "softmax": softmax(n)},
    **COLUMNS,
)

EQ46 = statement(
    SORTS,
    [*SIZES, *EQ22, EQUAL, *eq45(n), VALUES, HEAD],
    conj(OUT_ZERO, out_sums()),
    FULL,
)


eq46_script = written(
    EQ46,
    VALUE_ROWS + HEAD_ROWS,
    facts(n) | {"head": HEAD},
    entry=n,
    **COLUMNS,
)

_OUTPUT = [OUT_ZERO, out_sums()]
_RESIDUAL = all_of(Y(i, c).equals(X(i, c) + OUT(i, c)), i=(1, n), c=(1, D))
_BOTH = {**FUNCTIONS, "Y": 2}
EQ47 = statement(SORTS, [*SIZES, *EQ22, *_OUTPUT, _RESIDUAL], EQ24, _BOTH)
EQ24_BLOCK = statement(SORTS, [*SIZES, *EQ22, *_OUTPUT, *BLOCK], EQ24, _BOTH)


eq47_script = written(
    EQ47,
    """
    fix i
    have Y(i, 1) = 1 by residual(i, 1), ones(i), out_zero(i, 1)
    have for all j in 1..d, Y(i, 1 + j) = x(i, j):
      show by residual(i, 1 + j), tokens(i, j), out_zero(i, 1 + j)
    have for all r in 1..p, Y(i, SHIFT + r) = P(i, r):
      show by residual(i, SHIFT + r), features(i, r), out_zero(i, SHIFT + r)
    have for all r in 1..p, Y(i, SUM + r) = sum(j = 1..n, P(j, r)):
      show by residual(i, SUM + r), empty(i, r), out_sums(i, r)
    """,
    facts(n) | {"residual": _RESIDUAL, "out_zero": OUT_ZERO, "out_sums": out_sums()},
    **COLUMNS,
)
block_script = written(
    EQ24_BLOCK,
    BLOCK_ROWS + "show by row(i)",
    facts(n) | END_FACTS | {"out_sums": out_sums()},
    **COLUMNS,
)


_SIMULATED = "sumformer.thm4_3.eq40.padded"
RESIDUAL = Obligation("sumformer.thm4_3.eq47.residual", '$X_1 + "Att"(X_1)$', EQ47, eq47_script)
IN_BLOCK = Obligation(
    "sumformer.thm4_3.eq47.block",
    '$X_1 + "FC"(X_1 + "Att"(X_1))$ of Definition 2.3, with the linear FC that keeps the last '
    "$d'$ coordinates and takes the others to 0",
    EQ24_BLOCK,
    block_script,
)
LINES = (
    Line(
        "sumformer.thm4_3.eq39",
        "Eq. 39: $sup norm(f - T) <= sup norm(f - S) + sup norm(S - T)$",
        (
            Obligation(
                "sumformer.thm4_3.eq39.bounds",
                "bounds of the two differences at every $X$ (numbered $s$) add up to one of the "
                "third",
                EQ39,
                eq39_script,
            ),
        ),
    ),
    Line(
        "sumformer.thm4_3.eq40",
        "Eq. 40: a feed-forward layer from the right maps $X in RR^(n times d)$ to $[x_i, x_i] in "
        "RR^(n times 2d)$",
        (
            Obligation(
                _SIMULATED,
                "at the full width $D = 1 + d + 2 d'$ from the start, with $W_V = 0$: a network "
                'FC within $e$ of $H - "id"$ gives $X + "FC"(X)$ within $e$ of any $H$',
                PADDED,
                padded_script,
            ),
        ),
        (
            Attempt(
                "sumformer.thm4_3.eq40.width",
                '$X + "FC"(X + "Att"(X))$ adds $d$ columns to $2 d$ columns: $d = 1$',
                WIDER,
                Witness({"d": 1}, {}),
            ),
        ),
        _SIMULATED,
        "a block of Definition 2.3 has residual connections, which keep the width; the proof "
        "changes it three times ($d$, $2 d$, $d + d'$, $1 + d + 2 d'$)",
        'append zeros to the tokens first, and let FC approximate $H - "id"$ in place of $H$',
    ),
    Line(
        "sumformer.thm4_3.eq41",
        "Eq. 41: a two-layer network acts as the identity on the first components and approximates "
        "$phi$ (Hornik et al., 1989); its sums approximate $Sigma$",
        (
            Obligation(
                "sumformer.thm4_3.eq41.sum",
                "where each of the $n$ values is within $eta$ of $phi$, the sum is within $n eta$ "
                "of $Sigma$",
                NEAR_SUM,
                near_sum_script,
            ),
        ),
        reading="one coordinate of $phi$ and of $Sigma$",
    ),
    discontinuous.LINES["eq41"],
    Line(
        "sumformer.thm4_3.eq43",
        "Eq. 42, 43: $W$ and $bold(b)$ give the rows $(1, x_i, phi(x_i), 0_(d'))$",
        (
            Obligation(
                "sumformer.thm4_3.eq43.rows", "for all $n, d, d'$ and all rows", EQ43, eq43_script
            ),
        ),
    ),
    Line(
        "sumformer.thm4_3.eq44",
        "Eq. 23, 44: $W_Q = W_K = [e_1, 0]$ give $A = 1 / n 1_(n times n)$",
        (
            Obligation(
                "sumformer.thm4_3.eq44.softmax",
                "for every factor $tau$ of the scores ($1 \\/ sqrt(D)$ in Definition 2.1, 1 in "
                "Eq. 44)",
                EQ44,
                eq44_script,
            ),
        ),
    ),
    Line(
        "sumformer.thm4_3.eq46",
        "Eq. 45, 46: with $A = 1 / n 1$ and $W_V$ the rows of the output are $[0_(1+d+d'), Sigma]$",
        (
            Obligation(
                "sumformer.thm4_3.eq46.sum", "for all $n, d, d'$ and all rows", EQ46, eq46_script
            ),
        ),
    ),
    Line(
        "sumformer.thm4_3.eq47",
        "Eq. 47, 24: with a residual connection, the rows are $[1, x_i, phi(x_i), Sigma]$",
        (
            RESIDUAL,
            IN_BLOCK,
        ),
    ),
    Line(
        "sumformer.thm4_3.last.continuous",
        "In the continuous case this can be avoided because of the continuity of $psi$, we can "
        "approximate it with the universal approximation theorem (Hornik et al., 1989) with 2 "
        "feed-forward layers",
        (
            Obligation(
                "sumformer.thm4_3.last.continuous.carried",
                "for all $n$ and $d'$: where the layers for $phi$ are within $eta$ of it, those "
                "for $psi$ within $e \\/ 2$ of it, and $psi$ moves by at most $e \\/ 2$ where its "
                "argument moves by at most $n eta$, the output is within $e$ of $psi(Sigma)$",
                CARRIED,
                carried_script,
            ),
        ),
        reading="$x_i$, the first argument of $psi$, is fixed, and one coordinate of $psi$ is "
        "taken; what is cited of Hornik et al. (1989) is a hypothesis",
    ),
    discontinuous.LINES["last"],
    discontinuous.LINES["one_latent"],
)
