"""The paper's objects: permutations, equivariance, matrices and attention, codes, polynomials."""

from __future__ import annotations

from constructions.terms import Json, Term, app, conj, every, exists, implies, total, var
from proofs.definitions import Box, Definition
from proofs.objects import (
    COUNT,
    EQUAL,
    FACTORIALS,
    POWERS,
    POWERS_OF,
    RECURSION,
    SOFTMAX,
    UNEQUAL,
    S,
    binder,
    fence,
    num,
    op,
    over2,
    paren,
    row,
    slot,
    sub,
    symbol,
    value,
    words,
)
from proofs.sumformer import compact, grids, one_delta

NAMES = ("p", "s", "s2", "i", "j", "k", "m", "n", "d", "a", "b", "c", "t", "x", "h", "D", "r")
p, s, s2, i, j, k, m, n, d, a, b, c, t, x, h, D, r = (var(name) for name in NAMES)
ZERO, ONE = S.const(0), S.const(1)


def _within(*ranges: tuple[Term, Term | int]) -> Json:
    """1 <= index <= high for each of the ranges."""
    return conj(*(part for index, high in ranges for part in (index >= 1, index <= high)))


def _all(sorts: str, formula: Json) -> Json:
    """``_all("p s real, j int", A)``."""
    bound = [(name, group.split()[-1]) for group in sorts.split(",") for name in group.split()[:-1]]
    for name, sort in reversed(bound):
        formula = every(name, sort, formula)
    return formula


# --- permutations --------------------------------------------------------------------------------

_POINT = app("f", app("act", p, s), j).equals(app("f", s, app("perm", p, j)))
_TR = app("tr", a, b)
_OTHERS = _all("c int", implies(conj(c >= 1, c <= n, c != a, c != b),
                                app("perm", _TR, c).equals(c)))  # fmt: skip


def _value(name: str) -> Json:
    found = exists("k", "int", conj(k >= 1, k <= n, app(name, j).equals(k)))
    return _all("j int", implies(_within((j, n)), found))


def _undone(first: str, second: str) -> Json:
    return _all("j int", implies(_within((j, n)), app(second, app(first, j)).equals(j)))


def _set(high: str) -> Box:
    return fence("{", row(num(1), op(","), op("…"), op(","), slot(high)), "}")


PERMUTATIONS = (
    Definition(
        "equivariant.point",
        ("f(s, j)", "act(p, s)", "perm(p, j)", "n"),
        _all("p s real, j int", implies(_within((j, n)), _POINT)),
        row(slot("f"), words(" is equivariant under all "), value("act"), words(" with "),
            value("perm"), op(","), over2("perm", 1, slot("n"))),
        "$f([x_(pi(1)), ..., x_(pi(n))])_j = f([x_1, ..., x_n])_(pi(j))$ for every permutation "
        "$pi$, every sequence and every $j <= n$; of the tokens themselves, $f(x)_j = x_j$, this "
        "says what it is to permute them.  Sequences and permutations are numbered by reals",
        "Definition 2.7",
        named=("f", "act", "perm"),
    ),
    Definition(
        "transpositions",
        ("perm(p, j)", "tr(a, b)", "n"),
        _all("a b int", implies(_within((a, n), (b, n)), conj(
            app("perm", _TR, a).equals(b), app("perm", _TR, b).equals(a), _OTHERS))),
        row(words("by "), slot("perm"), op(","), value("tr"), words(" is the transposition of "),
            binder("tr", 0), words(" and "), binder("tr", 1), words(" in "), _set("n")),
        "it takes $a$ to $b$, $b$ to $a$ and every other index of ${1, ..., n}$ to itself",
        named=("perm", "tr"),
    ),
    Definition(
        "permutation",
        ("a(j)", "b(j)", "n"),
        (_value("a"), _value("b"), _undone("a", "b"), _undone("b", "a")),
        row(slot("a"), words(" is a permutation of "), _set("n"), words(" with the inverse "),
            slot("b")),
        "both have values in ${1, ..., n}$, and each undoes the other there",
        named=("a", "b"),
    ),
    Definition(
        "invariant",
        ("f(s)", "act(p, s)"),
        _all("p s real", app("f", app("act", p, s)).equals(app("f", s))),
        row(slot("f"), words(" is invariant under all "), value("act")),
        "$f(x_(pi(1)), ..., x_(pi(n))) = f(x_1, ..., x_n)$ for every permutation $pi$ and every "
        "sequence",
        named=("f", "act"),
    ),
    Definition(
        "equivariant",
        ("f(s, i, m)", "act(p, s)", "perm(p, i)", "n", "d"),
        _all("p s real, i m int", implies(_within((i, n), (m, d)),
             app("f", app("act", p, s), i, m).equals(app("f", s, app("perm", p, i), m)))),
        row(slot("f"), words(" is equivariant under all "), value("act"), words(" with "),
            value("perm"), op(","), over2("perm", 1, slot("n")), words(", in each coordinate "),
            row(binder("f", 2), op("="), num(1), op("…"), slot("d"))),
        "$f([x_(pi(1)), ..., x_(pi(n))])_i = f([x_1, ..., x_n])_(pi(i))$ for every permutation "
        "$pi$, every sequence and every $i <= n$, in each of $d$ coordinates",
        "Definition 2.7",
        named=("f", "act", "perm"),
    ),
)  # fmt: skip


def _near(change: Json) -> Json:
    eta, delta = var("eta"), var("delta")
    coordinate = S.abs(app("c", app("tok", s, i), k) - app("c", app("tok", s2, i), k)) <= delta
    close = _all("i k int", implies(_within((i, n), (k, d)), coordinate))
    inner = _all("s s2 real", implies(close, change))
    some = exists("delta", "real", conj(delta > 0, inner))
    return every("eta", "real", implies(eta > 0, some))


def _changed(*rest: Term) -> Json:
    return S.abs(app("f", s, *rest) - app("f", s2, *rest)) <= var("eta")


def _at_each(change: Json) -> Json:
    eta, delta = var("eta"), var("delta")
    coordinate = S.abs(app("c", app("tok", s, i), k) - app("c", app("tok", s2, i), k)) <= delta
    close = _all("i k int", implies(_within((i, n), (k, d)), coordinate))
    some = exists("delta", "real", conj(delta > 0, every("s2", "real", implies(close, change))))
    return _all("eta s real", implies(eta > 0, some))


_TOKENS = row(
    words(" in the coordinates "), slot("c"), words(" up to "), slot("d"),
    words(" of the tokens "), value("tok"), op(","), over2("tok", 1, slot("n")),
)  # fmt: skip
CONTINUITY = (
    Definition(
        "continuous.point",
        ("f(s)", "c(t, k)", "tok(s, i)", "n", "d"),
        _near(_changed()),
        row(slot("f"), words(" is uniformly continuous"), _TOKENS),
        "for every $eta > 0$ there is $delta > 0$: where each coordinate of each token changes by "
        "at most $delta$, $f$ changes by at most $eta$",
        named=("f", "c", "tok"),
    ),
    Definition(
        "continuous.sequence",
        ("f(s, i, m)", "c(t, k)", "tok(s, i)", "n", "d"),
        _near(_all("i m int", implies(_within((i, n), (m, d)), _changed(i, m)))),
        row(slot("f"), words(" is uniformly continuous"), _TOKENS),
        "for every $eta > 0$ there is $delta > 0$: where each coordinate of each token changes by "
        "at most $delta$, each of the $n d$ values of $f$ changes by at most $eta$",
        named=("f", "c", "tok"),
    ),
)

_AT_EACH = (
    "for every $eta > 0$ and every sequence there is $delta > 0$: where each coordinate of each "
    "token changes by at most $delta$, "
)
POINTWISE = (
    Definition(
        "continuous.each.point",
        ("f(s)", "c(t, k)", "tok(s, i)", "n", "d"),
        _at_each(_changed()),
        row(slot("f"), words(" is continuous"), _TOKENS),
        _AT_EACH + "$f$ changes by at most $eta$",
        named=("f", "c", "tok"),
    ),
    Definition(
        "continuous.each.sequence",
        ("f(s, i, m)", "c(t, k)", "tok(s, i)", "n", "d"),
        _at_each(_all("i m int", implies(_within((i, n), (m, d)), _changed(i, m)))),
        row(slot("f"), words(" is continuous"), _TOKENS),
        _AT_EACH + "each of the $n d$ values of $f$ changes by at most $eta$",
        named=("f", "c", "tok"),
    ),
)
_FACTORS = (
    Definition(
        "continuous.token",
        ("phi(t, r)", "c(t, k)", "d", "p"),
        one_delta.PHI,
        row(slot("phi"), words(" is continuous in the coordinates "), slot("c"), words(" up to "),
            slot("d"), op(","), over2("phi", 1, slot("p"))),
        "for every $eta > 0$ and every token $t$ there is $delta > 0$: where each coordinate of "
        "the token changes by at most $delta$, each of the $p$ values changes by at most $eta$",
        named=("phi", "c"),
    ),
    Definition(
        "continuous.vector",
        ("psi(t, m, w)", "c(t, k)", "vec(w, r)", "d", "p"),
        one_delta.PSI,
        row(slot("psi"), words(" is continuous in the coordinates "), slot("c"), words(" up to "),
            slot("d"), words(" and "), slot("vec"), words(" up to "), slot("p")),
        "for every $eta > 0$, every token $t$ and every vector $w$ there is $delta > 0$: where "
        "each coordinate of the token and each number of the vector change by at most $delta$, "
        "each of the $d$ values changes by at most $eta$",
        named=("psi", "c", "vec"),
    ),
)  # fmt: skip
COMPACTNESS = (
    *_FACTORS,
    Definition(
        "points",
        ("x(y, k)", "mv(y, k, u)", "d"),
        (compact.REPLACED, compact.KEPT),
        row(words("the point "), value("mv"), words(" of "), value("x"), op(","),
            over2("x", 1, slot("d")), words(" has "), binder("mv", 2), words(" for coordinate "),
            binder("mv", 1), words(" and else those of "), binder("mv", 0)),
        "points of $RR^d$ are numbered by reals, $x(y, k)$ is coordinate $k$ of the point $y$; "
        "each of its coordinates can be replaced by any number",
        named=("x", "mv"),
    ),
    Definition(
        "sequences",
        ("tok(s, i)", "put(s, i, t)", "n"),
        (compact.PLACED, compact.OTHERS),
        row(words("the sequence "), value("put"), words(" of tokens "), value("tok"), op(","),
            over2("tok", 1, slot("n")), words(" has "), binder("put", 2), words(" for token "),
            binder("put", 1), words(" and else those of "), binder("put", 0)),
        "sequences and tokens are numbered by reals; each token of a sequence can be replaced by "
        "any token",
        named=("tok", "put"),
    ),
    Definition(
        "closed",
        ("c(t, k)", "x(y, k)", "d"),
        compact.CLOSED,
        row(words("the tokens "), slot("c"), words(" are closed among the points "), slot("x"),
            words(" in dimension "), slot("d")),
        "around a point $x(y, dot)$ that is no token there is, for some $g > 0$, a cube in which "
        "there is none: each token has a coordinate $c(t, k)$ that is more than $g$ from $x(y, k)$",
        named=("c", "x"),
    ),
    Definition(
        "cells",
        ("cl(N, k, t)", "c(t, k)", "beta", "d"),
        (grids.FIRST, grids.NEXT),
        row(value("cl"), words(" numbers the cells of "), slot("c"), op(","),
            row(binder("cl", 1), op("="), num(0), op("…"), slot("d")), words(", by digits from "),
            slot("beta")),
        'cells of side $1 / N$: $"cl"(N, 0, t) = 0$ and $"cl"(N, k + 1, t) = M "cl"(N, k, t) + '
        "floor(N (c(t, k + 1) + beta))$ for $0 <= k < d$, with $M = floor(2 beta N) + 1$",
        named=("cl", "c"),
    ),
)  # fmt: skip

# --- matrices and attention ----------------------------------------------------------------------


def _matrix(name: str, rows: str, columns: str) -> Box:
    return sub(slot(name), slot(rows), op("×"), slot(columns))


def _features() -> Term:
    q = app("q", j)
    size = S.exp(-(total("j", 1, D, q * q) / 2))
    return 1 / S.sqrt(k) * size * S.exp(total("j", 1, D, app("w", j) * q))


MATRICES = (
    Definition(
        "product",
        ("Q(i, c)", "X(i, j)", "W(j, c)", "n", "h", "D"),
        _all("i c int", implies(_within((i, n), (c, D)), app("Q", i, c).equals(
            total("j", 1, h, app("X", i, j) * app("W", j, c))))),
        row(_matrix("Q", "n", "D"), op("="), _matrix("X", "n", "h"), op("·"),
            _matrix("W", "h", "D")),
        "the product of matrices, entry by entry: $Q_(i c) = sum_(j = 1)^h X_(i j) W_(j c)$ for "
        "$i = 1, ..., n$ and $c = 1, ..., D$",
        named=("Q", "X", "W"),
    ),
    Definition(
        "input.rows",
        ("X(i, j)", "x(i, j)", "P(i, r)", "n", "d", "p"),
        (
            _all("i int", implies(_within((i, n)), app("X", i, ONE).equals(1))),
            _all("i j int", implies(_within((i, n), (j, d)),
                 app("X", i, 1 + j).equals(app("x", i, j)))),
            _all("i r int", implies(_within((i, n), (r, p)),
                 app("X", i, 1 + d + r).equals(app("P", i, r)))),
            _all("i r int", implies(_within((i, n), (r, p)),
                 app("X", i, 1 + d + p + r).equals(0))),
        ),
        row(words("row "), binder("X", 0), words(" of "), slot("X"), words(" is "),
            paren(num(1), value("x"), value("P"), num(0)), words(" with "),
            over2("x", 1, slot("d")), op(","), over2("P", 1, slot("p")), words(" and "),
            slot("p"), words(" zeros, for "), row(binder("X", 0), op("="), num(1), op("…"),
                                                 slot("n"))),
        "$X_(i 1) = 1$, $X_(i, 1 + j) = x_(i j)$ for $j <= d$, and for $r <= p$ $X_(i, 1 + d + r) "
        "= P_(i r)$ and $X_(i, 1 + d + p + r) = 0$, for $i = 1, ..., n$",
        "proof of Theorem 4.3",
        named=("X",),
    ),
    Definition(
        "corner",
        ("W(j, c)", "D"),
        (
            app("W", ONE, ONE).equals(1),
            _all("j c int", implies(conj(j >= 1, j <= D, c >= 1, c <= D, j + c > 2),
                 app("W", j, c).equals(0))),
        ),
        row(sub(slot("W"), slot("D"), op("×"), slot("D")), words(" is 1 in the corner (1, 1), "
                                                                "else 0")),
        "$W_(1 1) = 1$, and $W_(j c) = 0$ for all other $j$ and $c$ up to $D$",
        named=("W",),
    ),
    Definition(
        "features",
        ("q(j)", "w(j)", "k", "D"),
        _features(),
        row(sub(symbol("feature"), slot("k"), op(","), slot("D")),
            fence("(", row(slot("q"), op(";"), slot("w")), ")")),
        "one of the $k$ coordinates of the map of a Performer: $1 / sqrt(k) "
        "e^(-norm(q)^2 / 2) e^(omega^top q)$ for $q$ and $omega$ in $RR^D$",
        "Eq. 7",
    ),
    SOFTMAX,
)  # fmt: skip

# --- polynomials and counts ----------------------------------------------------------------------

_UP_TO = conj(k >= 1, k <= i, i + 1 <= m)
_C = lambda first, second: app("C", first, second)  # noqa: E731
_P = lambda first, second: app("P", first, second)  # noqa: E731
_STEP = _P(i + 1, t).equals(t * _P(i, t))
POLYNOMIALS = (
    Definition(
        "binomials",
        ("C(i, k)", "m"),
        (
            _all("i int", implies(conj(i >= 0, i <= m), conj(_C(i, ZERO).equals(1),
                                                            _C(i, i).equals(1)))),
            _all("i k int", implies(_UP_TO, _C(i + 1, k).equals(_C(i, k - 1) + _C(i, k)))),
        ),
        row(value("C"), words(" are the binomial coefficients for "), num(0), op("≤"),
            binder("C", 1), op("≤"), binder("C", 0), op("≤"), slot("m")),
        "$C(i, 0) = C(i, i) = 1$ and $C(i + 1, k) = C(i, k - 1) + C(i, k)$ for $1 <= k <= i < m$; "
        + RECURSION,
        named=("C",),
    ),
    Definition(
        "powers.to",
        ("P(i, t)", "m"),
        (
            _all("t real", _P(ZERO, t).equals(1)),
            _all("i int, t real", implies(conj(i >= 0, i + 1 <= m), _STEP)),
        ),
        row(value("P"), op("="), ["sup", binder("P", 1), binder("P", 0)], words(" for all "),
            binder("P", 1), op("∈"), op("ℝ"), words(" and "), binder("P", 0), op("="), num(0),
            op("…"), slot("m")),
        "powers, by recursion: $P(0, t) = 1$ and $P(i + 1, t) = t P(i, t)$ for $0 <= i < m$; "
        + RECURSION,
        named=("P",),
    ),
    Definition(
        "powers.first",
        ("P(i, t)",),
        (
            _all("t real", _P(ZERO, t).equals(1)),
            _all("i int, t real", implies(i >= 0, _STEP)),
        ),
        row(value("P"), op("="), ["sup", binder("P", 1), binder("P", 0)], words(" for all "),
            binder("P", 1), op("∈"), op("ℝ"), words(" and integers "), binder("P", 0), op("≥"),
            num(0)),
        "powers, by recursion: $P(0, t) = 1$ and $P(i + 1, t) = t P(i, t)$; " + RECURSION,
        named=("P",),
    ),
    Definition(
        "bernstein",
        ("f(u)", "C(i, k)", "P(i, t)", "m", "x"),
        total("k", 0, m, app("f", k / m) * (_C(m, k) * (_P(k, x) * _P(m - k, 1 - x)))),
        row(sub(symbol("Bernstein"), slot("m")),
            fence("[", row(slot("f"), op(";"), slot("C"), op(","), slot("P")), "]"),
            paren(slot("x"))),
        "the Bernstein polynomial $sum_(k = 0)^m f(k / m) binom(m, k) x^k (1 - x)^(m - k)$, with "
        "the binomial coefficients $C$ and the powers $P$",
        named=("C", "P"),
    ),
    Definition(
        "multisets",
        ("P(d, n)", "D"),
        (
            _all("n int", implies(n >= 0, _P(ZERO, n).equals(1))),
            _all("d n int", implies(conj(d >= 0, d < D, n >= 0),
                 _P(d + 1, n).equals(_P(d, n) * ((n + (d + 1)) / (d + 1))))),
        ),
        row(value("P"), op("="), symbol("binom"), paren(row(binder("P", 1), op("+"),
            binder("P", 0)), binder("P", 0)), words(" for "), binder("P", 0), op("="), num(0),
            op("…"), slot("D"), words(" and integers "), binder("P", 1), op("≥"), num(0)),
        "the binomial coefficients $binom(n + d, d)$, by recursion: $P(0, n) = 1$ and $P(d + 1, n) "
        "= P(d, n) (n + d + 1) / (d + 1)$ for $0 <= d < D$ and $n >= 0$; " + RECURSION,
        named=("P",),
    ),
)  # fmt: skip

OBJECTS = (
    *PERMUTATIONS,
    *CONTINUITY,
    *POINTWISE,
    *COMPACTNESS,
    *MATRICES,
    *POLYNOMIALS,
    POWERS,
    POWERS_OF,
    FACTORIALS,
    COUNT,
    UNEQUAL,
    EQUAL,
)
"""The definitions by which statements on the paper are printed."""
