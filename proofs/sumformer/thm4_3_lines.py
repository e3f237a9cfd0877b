"""The printed proof of Theorem 4.3, Eq. 22-24 and 39-47, line by line."""

from __future__ import annotations

from constructions.terms import Term, app, conj, every, implies, var
from proofs.claims import Attempt, Line, Obligation, Witness
from proofs.fl.vectors import Body, S, fact, sigma
from proofs.methods.script import (
    Json,
    Node,
    auto,
    case,
    define,
    have,
    intro,
    node,
    statement,
)
from proofs.sumformer import thm4_3_discontinuous as discontinuous
from proofs.sumformer.blocks import BLOCK, EQ24, Y, delta, eta, known_row, near_sum
from proofs.sumformer.heads import (
    ATTENTION,
    EMPTY,
    EQ22,
    EQ23,
    FEATURES,
    FUNCTIONS,
    HEAD,
    ONES,
    OUT,
    OUT_ZERO,
    QUERIES,
    SHIFT,
    SIZES,
    SORTS,
    SUM,
    TOKENS,
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
    head,
    i,
    inside,
    j,
    matrix,
    n,
    out_sums,
    p,
    queries,
    r,
    scores,
    softmax_of_constants,
    sums_of,
    uniform,
    values,
    x,
)
from proofs.sumformer.sums import ONE, Pointwise, single, vanishing

FULL = {**FUNCTIONS, "A": 2, "T": 2}


def known(formula: Json, *names: str) -> Node:
    """Proof of a goal about all indices that is known."""
    proof = intro(
        "", fact(formula, [var(name) for name in names], auto("known"), inside(len(names)))
    )
    for name in reversed(names):
        proof = intro(name, proof)
    return proof


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


def eq39_script() -> Node:
    at = var("s0")
    ends: Node = auto("triangle")
    for one, other in (("f", "Z"), ("Z", "G"), ("f", "G")):
        ends = case(_gap(one, other, at).json, ends, ends)
    first, second = EQ39["given"]
    return intro("s0", fact(first, [at], fact(second, [at], ends)))


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


def padded_script() -> Node:
    at, column = var("q"), var("u")
    value = _R(at, column) - (_H(at, column) - X(at, column))
    result = X(at, column) + _R(at, column) - _H(at, column)
    ends = case(S.abs(value).json, *[case(S.abs(result).json, auto("e"), auto("e"))] * 2)
    used = fact(PADDED["given"][3], [at, column], ends, inside(2))
    return intro("q", intro("u", intro("", used)))


# --- Eq. 41: phi is approximated, and so is Sigma ------------------------------------------------


def _feature(name: str) -> Body:
    return lambda o: app(name, o)


NEAR_SUM = statement(
    {"n": "int", "eta": "real"},
    [n >= 1, all_of(S.abs(app("P", i) - app("N", i)) <= eta, i=(1, n))],
    S.abs(sigma(n, _feature("P")) - sigma(n, _feature("N"))) <= n * eta,
    {"P": 1, "N": 1},
)


def near_sum_script() -> Node:
    one, other = _feature("P"), _feature("N")
    ends = case(S.abs(sigma(n, one) - sigma(n, other)).json, auto("<="), auto("<="))
    return near_sum(one, other, NEAR_SUM["given"][1], [], ends)


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


def carried_script() -> Node:
    """|H(w) - psi(Sigma)| <= |H(w) - psi(w)| + |psi(w) - psi(Sigma)|, w = sum_i P_i."""
    first, second, at = var("s1"), var("s2"), var("r0")
    vectors = app("vec", first, at) - app("vec", second, at)
    end = case(S.abs(vectors).json, auto("n eta <= delta"), auto("n eta <= delta"))
    sums = near_sum(lambda o: P(o, at), lambda o: N(o, at), _NEAR_PHI, [at], end)
    entries = fact(_SUM_P, [at], fact(_SUM_N, [at], sums, inside(1)), inside(1))
    close = intro("r0", intro("", entries))
    ends: Node = auto("e/2 + e/2")
    for gap in (
        app("H", first) - _psi(first),
        _psi(first) - _psi(second),
        app("H", first) - _psi(second),
    ):
        ends = case(S.abs(gap).json, ends, ends)
    return fact(_CONTINUOUS, [first, second], ends, close)


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


def eq43_script() -> Node:
    """Column 1 is the bias, column 1 + j is column j of the input, the last d' are 0."""
    at, one, index = var("q"), var("w"), var("g")

    def zero(column: Term) -> Pointwise:
        proof = node("both", *[auto("in range")] * 4, auto("not j + 1"))
        return lambda o, then: fact(_ELSE, [o, column], then, proof)

    def entry(column: Term, inner: Node) -> Node:
        return fact(_AFFINE, [at, column], inner, inside(2))

    def taken(place: Term, column: Term, known_entry: Json, of: list[Term]) -> Node:
        ends = fact(known_entry, of, auto("one entry"), inside(2))
        ends = fact(_SHIFTED, [place], ends, inside(1))
        bias = fact(_BIAS[1], [column], ends, inside(1))
        factors = [lambda o: _H(at, o), lambda o: _U(o, column)]
        return single(d + p, factors, place, zero(column), bias, "m41")

    def none(column: Term, then: Node) -> Node:
        body = lambda o: _H(at, o) * _U(o, column)  # noqa: E731
        return vanishing(d + p, body, zero(column), then, "m42")

    ones = intro("q", intro("", entry(ONE, none(ONE, auto("1")))))
    tokens = entry(1 + index, taken(index, 1 + index, _INPUT[0], [at, index]))
    features = entry(SHIFT + one, taken(d + one, SHIFT + one, _INPUT[1], [at, one]))
    last = none(SUM + one, fact(_BIAS[1], [SUM + one], auto("0"), inside(1)))
    return node(
        "both",
        ones,
        intro("q", intro("g", intro("", tokens))),
        intro("q", intro("w", intro("", features))),
        intro("q", intro("w", intro("", entry(SUM + one, last)))),
    )


# --- Eq. 44-47 -----------------------------------------------------------------------------------

EQUAL = all_of(A(i, a).equals(1 / n), i=(1, n), a=(1, n))
EQ44 = statement(
    {**SORTS, "tau": "real"},
    [*SIZES, *EQ22, *EQ23, QUERIES, *ATTENTION[:2]],
    EQUAL,
    FULL,
)


def reciprocal(size: Term, then: Node) -> Node:
    return define((ONE / size).json, auto("at least 1"), then)


def eq44_script() -> Node:
    at, other = var("q5"), var("u5")
    shown = fact(uniform(n), [at, other], reciprocal(n, auto("1/n")), inside(2))
    ends = intro("q5", intro("u5", intro("", shown)))
    return queries(scores(softmax_of_constants(n, ends)))


EQ46 = statement(
    SORTS,
    [*SIZES, *EQ22, EQUAL, *eq45(n), VALUES, HEAD],
    conj(OUT_ZERO, out_sums()),
    FULL,
)


def eq46_script() -> Node:
    at, other = var("q5"), var("u5")
    proof = fact(EQUAL, [at, other], auto("n/n"), inside(2))
    same = intro("q5", intro("u5", intro("", proof)))
    ends = node("both", known(OUT_ZERO, "q6", "u6"), known(out_sums(), "q6", "u6"))
    return have(uniform(n), same, values(n, head(ends)))


_OUTPUT = [OUT_ZERO, out_sums()]
_RESIDUAL = all_of(Y(i, c).equals(X(i, c) + OUT(i, c)), i=(1, n), c=(1, D))
_BOTH = {**FUNCTIONS, "Y": 2}
EQ47 = statement(SORTS, [*SIZES, *EQ22, *_OUTPUT, _RESIDUAL], EQ24, _BOTH)
EQ24_BLOCK = statement(SORTS, [*SIZES, *EQ22, *_OUTPUT, *BLOCK], EQ24, _BOTH)


def eq47_script() -> Node:
    at, one, index = var("q5"), var("w5"), var("g5")

    def part(column: Term, output: Node) -> Node:
        return fact(_RESIDUAL, [at, column], output, inside(2))

    def no_output(column: Term, then: Node) -> Node:
        return fact(OUT_ZERO, [at, column], then, inside(2))

    first = part(ONE, no_output(ONE, fact(ONES, [at], auto("1"), inside(1))))
    tokens = no_output(1 + index, fact(TOKENS, [at, index], auto("x"), inside(2)))
    features = no_output(SHIFT + one, fact(FEATURES, [at, one], auto("phi"), inside(2)))
    sums = fact(EMPTY, [at, one], fact(out_sums(), [at, one], auto("Sigma"), inside(2)), inside(2))
    rows = node(
        "both",
        first,
        intro("g5", intro("", part(1 + index, tokens))),
        intro("w5", intro("", part(SHIFT + one, features))),
        intro("w5", intro("", part(SUM + one, sums))),
    )
    return intro("q5", intro("", rows))


def block_script() -> Node:
    return intro("q3", intro("", known_row(var("q3"))))


# --- the lines -----------------------------------------------------------------------------------

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
