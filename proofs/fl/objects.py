"""The paper's objects: normalisations, networks layer by layer, softmax and 0-1 errors."""

from __future__ import annotations

from constructions.terms import Json, Term, app, conj, every, exists, implies, total, var
from proofs.definitions import Box, Definition
from proofs.objects import (
    MEAN,
    NORM,
    RECURSION,
    SOFTMAX,
    S,
    binder,
    family,
    num,
    op,
    over,
    paren,
    row,
    slot,
    sub,
    symbol,
    value,
    words,
)

d, j, k, i, L, at, t, mu, C, q, e, y, eps = (
    var(name) for name in ("d", "j", "k", "i", "L", "l", "t", "mu", "C", "q", "e", "y", "eps")
)


def _x(index: Term) -> Term:
    return app("x", index)


def _total(body: Term, high: Term = d) -> Term:
    return total("j", 1, high, body)


# --- normalisations ------------------------------------------------------------------------------


def _component(raw: str, *under: Box) -> Box:
    head = row(sub(symbol(raw), *under), paren(slot("x")))
    return sub(head, slot("l"))


NORMALISATIONS = (
    Definition(
        "scale_norm",
        ("x(j)", "d", "l"),
        S.sqrt(d) * _x(at) / S.sqrt(_total(_x(j) ** 2)),
        _component("ScaleNorm", slot("d")),
        "coordinate $l$ of the scale normalisation $sqrt(d) x \\/ norm(x)$ of $x in RR^d$, the "
        "paper's $sans(n)$; defined where $x != 0$",
        "Section 2, after Eq. 5",
    ),
    Definition(
        "scale_norm.max",
        ("x(j)", "d", "eps", "l"),
        S.sqrt(d) * _x(at) / S.maximum(eps, S.sqrt(_total(_x(j) ** 2))),
        _component("ScaleNorm", slot("d"), op(","), slot("eps")),
        "coordinate $l$ of $sqrt(d) x \\/ max{epsilon, norm(x)}$",
        "Section 2",
    ),
    Definition(
        "mv_norm",
        ("x(j)", "mu", "d", "l"),
        (_x(at) - mu) / S.sqrt(_total((_x(j) - mu) ** 2) / d),
        _component("MVNorm", slot("d"), op(","), slot("mu")),
        "coordinate $l$ of $(x - mu bold(1)) \\/ sqrt(1 / d sum_(j = 1)^d (x_j - mu)^2)$, which is "
        "the paper's $sans(n)_(\"MV\")(x)$ where $mu$ is the mean of $x$; defined where some $x_j "
        "!= mu$",
        "Eq. 3",
    ),
)  # fmt: skip

LEAKY = Definition(
    "leaky_relu",
    ("t", "beta"),
    S.maximum(t, S.const(0)) + var("beta") * S.minimum(t, S.const(0)),
    row(sub(symbol("LeakyReLU"), slot("beta")), paren(slot("t"))),
    "$max(t, 0) + beta min(t, 0)$: (Leaky) ReLU of the slope $beta$; ReLU for $beta = 0$",
    "Assumption 1",
)
NOT_ALL = Definition(
    "not_constant",
    ("x(j)", "mu", "d"),
    exists("j", "int", conj(j >= 1, j <= d, _x(j) != mu)),
    row(family("x", slot("d")), op("≠"), paren(slot("mu"), op("…"), slot("mu"))),
    "some of $x_1, ..., x_d$ is not $mu$",
)

# --- networks ------------------------------------------------------------------------------------


def _m(index: Term) -> Term:
    return app("m", index)


def _input(layer: str) -> Json:
    return every("k", "int", app(layer, S.const(0), k).equals(_x(k)))


def _each(formula: Json, *more: Json) -> Json:
    """For i = 1, ..., L and k = 1, ..., m(i), where there is more, only with that."""
    within = conj(i >= 1, i <= L, k >= 1, k <= _m(i), *more)
    return every("i", "int", every("k", "int", implies(within, formula)))


def _affine(layer: str) -> Term:
    before = i - 1
    weighted = _total(app("U", i, k, j) * app(layer, before, j), _m(before))
    return weighted + app("b", i, k)


_PARAMETERS = ("rho(t)", "U(i, k, j)", "b(i, k)", "m(i)", "L", "x(k)")


def _network(*names: str, says: str) -> Box:
    shown: list[Box] = []
    for name in names:
        shown += [words(" and "), value(name)] if shown else [value(name)]
    return row(
        *shown, words(says), slot("rho"), words(", weights "), slot("U"), words(", biases "),
        slot("b"), words(" and widths "), value("m"), words(" for "), over("m", slot("L")),
        words(", at "), slot("x"),
    )  # fmt: skip


def _layer_normalised() -> list[Definition]:
    """Eq. 4: the networks with mean-variance normalisation after and before the activation."""
    z, mean = app("z", i, k), app("mu", i)
    between = app("z", i, j)
    centre = every(
        "i", "int", implies(conj(i >= 1, i <= L), mean.equals(_total(between, _m(i)) / _m(i)))
    )
    some = exists("j", "int", conj(j >= 1, j <= _m(i), between != mean))
    normed = (z - mean) / S.sqrt(_total((between - mean) ** 2, _m(i)) / _m(i))
    after = (app("rho", _affine("a")), normed)
    before = (_affine("a"), app("rho", normed))
    made = []
    for name, (inner, outer), words_, says in (
        (
            "network.mv_norm",
            after,
            " are the layers before MV normalisation, their means, and "
            "after it, where that is defined, of the network with activation ",
            "$z(i, k) = rho(sum_j U(i, k, j) a(i - 1, j) + b(i, k))$ and, where some $z(i, j) != "
            "mu_i$, $a(i, k) = (z(i, k) - mu_i) \\/ sqrt(1 / m(i) sum_j (z(i, j) - mu_i)^2)$",
        ),
        (
            "network.mv_norm.before",
            before,
            " are the preactivations, their means, and the layers, "
            "where these are defined, of the network with MV normalisation before the activation ",
            "$z(i, k) = sum_j U(i, k, j) a(i - 1, j) + b(i, k)$ and, where some $z(i, j) != mu_i$, "
            "$a(i, k) = rho((z(i, k) - mu_i) \\/ sqrt(1 / m(i) sum_j (z(i, j) - mu_i)^2))$",
        ),
    ):
        made.append(
            Definition(
                name,
                ("z(i, k)", "mu(i)", "a(i, k)", *_PARAMETERS),
                (
                    _input("a"),
                    _each(z.equals(inner)),
                    centre,
                    _each(app("a", i, k).equals(outer), some),
                ),
                _network("z", "mu", "a", says=words_),
                "$a(0, k) = x_k$, and for $1 <= i <= L$ and $1 <= k <= m(i)$: "
                + says
                + "; $mu_i$ is "
                "the mean of $z(i, 1), ..., z(i, m(i))$",
                "Eq. 4" if name == "network.mv_norm" else "Proposition 3",
                named=("z", "a", "rho", "U", "b", "x"),
            )
        )
    return made


_BETWEEN = _total(app("z", i, j) ** 2, _m(i))
_SOME = exists("j", "int", conj(j >= 1, j <= _m(i), app("z", i, j) != 0))
NETWORKS = (
    Definition(
        "network",
        ("p(i, k)", *_PARAMETERS),
        (_input("p"), _each(app("p", i, k).equals(app("rho", _affine("p"))))),
        _network("p", says=" are the layers of the vanilla network with activation "),
        "$p(0, k) = x_k$, and $p(i, k) = rho(sum_j U(i, k, j) p(i - 1, j) + b(i, k))$ for $1 <= i "
        "<= L$ and $1 <= k <= m(i)$, with $j$ from 1 to $m(i - 1)$; " + RECURSION,
        "Section 2",
        named=("p", "rho", "U", "b", "x"),
    ),
    Definition(
        "network.scale_norm",
        ("z(i, k)", "a(i, k)", *_PARAMETERS),
        (
            _input("a"),
            _each(app("z", i, k).equals(app("rho", _affine("a")))),
            _each(
                app("a", i, k).equals(S.sqrt(_m(i)) * app("z", i, k) / S.sqrt(_BETWEEN)),
                _SOME,
            ),
        ),
        _network("z", "a", says=" are the layers before and after scale normalisation, where that "
                 "is defined, of the network with activation "),
        "$a(0, k) = x_k$, and for $1 <= i <= L$ and $1 <= k <= m(i)$: $z(i, k) = rho(sum_j U(i, k, "
        "j) a(i - 1, j) + b(i, k))$ with $j$ from 1 to $m(i - 1)$, and, where some $z(i, j) != 0$, "
        "$a(i, k) = sqrt(m(i)) z(i, k) \\/ sqrt(sum_j z(i, j)^2)$",
        "Eq. 6",
        named=("z", "a", "rho", "U", "b", "x"),
    ),
    *_layer_normalised(),
)  # fmt: skip

# --- errors --------------------------------------------------------------------------------------


def _p(index: Term) -> Term:
    return app("p", index)


def _error(right: Json) -> Json:
    """e = 0 where it is right, else 1."""
    return conj(implies(right, e.equals(0)), implies(e != 1, right))


_TOP = every("i", "int", implies(conj(i >= 1, i <= C), _p(i) <= q))
_UNIQUE = every("i", "int", implies(conj(i >= 1, i <= C, i != y), _p(i) < q))
ERRORS = (
    Definition(
        "error",
        ("e", "p(i)", "q", "C"),
        _error(_TOP),
        row(slot("e"), op("="), num(0), words(" if "), value("p"), op("≤"), slot("q"),
            words(" for all "), over("p", slot("C")), words(", else "), num(1)),
        "the 0-1 error where ties are right: 0 if $p_i <= q$ for all $i$, else 1",
        "Proposition 3",
    ),
    Definition(
        "error.unique",
        ("e", "p(i)", "q", "C", "y"),
        _error(_UNIQUE),
        row(slot("e"), op("="), num(0), words(" if "), value("p"), op("<"), slot("q"),
            words(" for all "), over("p", slot("C")), words(" but "), slot("y"),
            words(", else "), num(1)),
        "the 0-1 error where ties are wrong: 0 if $p_i < q$ for all $i != y$, else 1",
        "Proposition 3",
    ),
)  # fmt: skip


def _infimum() -> Json:
    s, dl = var("s"), var("dl")
    below = every("s", "real", app("F", s) >= e)
    near = every("dl", "real", implies(dl > 0, exists("s", "real", app("F", s) < e + dl)))
    return conj(below, near)


INFIMUM = Definition(
    "infimum",
    ("e", "F(s)"),
    _infimum(),
    row(slot("e"), op("="), sub(symbol("inf"), binder("F")), words(" "), value("F")),
    "$e <= F(s)$ for all real $s$, and for every $delta > 0$ there is $s$ with $F(s) < e + delta$",
)

OBJECTS = (*NORMALISATIONS, LEAKY, NOT_ALL, *NETWORKS, SOFTMAX, *ERRORS, INFIMUM, MEAN, NORM)
"""The definitions by which statements on the paper are printed."""
