"""The paper's objects: LN-d and LS-d, the weights and the network of Lemma 2, N(phi)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from constructions.layers import Dense, Padded, layer_norm, layer_scaling
from constructions.pln import alpha_hat, alpha_hat_last, midpoint
from constructions.terms import Json, Term, app, conj, every, exists, implies, total, var
from proofs.definitions import Box, Definition
from proofs.objects import (
    CLIP,
    LIPSCHITZ_UNIT,
    RELU,
    SIGMOID,
    S,
    binder,
    fence,
    num,
    op,
    paren,
    row,
    slot,
    sub,
    symbol,
    value,
    words,
)

ZERO = S.const(0)
N, d, delta, k, x, v, M = (var(name) for name in ("N", "d", "delta", "k", "x", "v", "M"))


# --- the layers ----------------------------------------------------------------------------------


def _padded(letter: str, count: int) -> tuple[Any, tuple[str, ...], Box]:
    """``(x1, ..., xm, 0, ..., 0)`` in R^d: the vector, its parameters, and how it is printed."""
    names = tuple(f"{letter}{i}" for i in range(1, count + 1))
    vector = Padded(tuple(var(name) for name in names), ZERO, d, S.repeated)
    return vector, names, paren(*map(slot, names), num(0), op("…"), num(0))


def _unit(name: str, raw: str, count: int, layer: Callable[[Any], Any], says: str,
          parameters: tuple[str, ...], source: str) -> Definition:  # fmt: skip
    """``(a1, ..., 0)^T LN(x1, ..., 0)``, as one unit of a network has it."""
    weights, first, left = _padded("a", count)
    vector, second, right = _padded("x", count)
    under: list[Box] = [slot(parameters[0])]
    for parameter in parameters[1:]:
        under += [op(","), slot(parameter)]
    head = fence("⟨", row(left, op(","), sub(symbol(raw), *under), right), "⟩")
    body = weights.dot(layer(vector))
    return Definition(name, (*first, *second, *parameters), body, head, says, source)


_LN = 'one unit $a^top op("LN")(x)$ of a network, for $a$ and $x$ in $RR^d$ that are 0 from '
_NORMS = (
    '; layer normalisation is $op("LN")(h)_j = (h_j - mu) \\/ (sigma + delta)$ with the mean $mu$ '
    "and the standard deviation $sigma$ of the $d$ coordinates"
)
_LS = 'one unit $a^top op("LS")(x)$ of a network, for $a$ and $x$ in $RR^d$ that are 0 from '
_SCALES = (
    '; layer scaling is $op("LS")(h)_j = h_j \\/ (r + delta)$, where $r$ is the root of the mean '
    "square of the $d$ coordinates"
)
_AT_ZERO = "; without $delta$, and with the value $v$ where the denominator is 0"


def _ln(h: Any) -> Any:
    return layer_norm(S, h, delta)


def _ls(h: Any) -> Any:
    return layer_scaling(S, h, delta)


def _ln_at_zero(h: Any) -> Any:
    return layer_norm(S, h, ZERO, at_zero=v)


def _ls_at_zero(h: Any) -> Any:
    return layer_scaling(S, h, ZERO, at_zero=v)


def _small(name: str, raw: str, count: int, at: int, layer: Callable[[Any], Any],
           says: str) -> Definition:  # fmt: skip
    """Coordinate ``at`` of a layer on R^count that has the value v where it divides by 0."""
    names = tuple(f"x{i}" for i in range(1, count + 1))
    inner = row(*[part for n in names for part in (op(","), slot(n))][1:])
    head = row(sub(symbol(raw), num(count), op(","), slot("v")), fence("(", inner, ")"))
    body = layer(Dense(tuple(map(var, names)), S)).head[at - 1]
    return Definition(name, (*names, "v"), body, sub(head, num(at)) if count > 1 else head, says,
                      "Eq. 1 and 4, with a convention")  # fmt: skip


LAYERS = (
    _unit("LN", "LN", 2, _ln, _LN + "the third coordinate on" + _NORMS, ("d", "delta"),
          "Eq. 1 and 5"),
    _unit("LN.3", "LN", 3, _ln, _LN + "the fourth coordinate on" + _NORMS, ("d", "delta"),
          "Eq. 1 and 5"),
    _unit("LN.limit", "LNlim", 2, _ln_at_zero, _LN + "the third coordinate on" + _NORMS + _AT_ZERO,
          ("d", "v"), "Eq. 1, with a convention"),
    _unit("LS", "LS", 1, _ls, _LS + "the second coordinate on" + _SCALES, ("d", "delta"),
          "Eq. 4, with the $delta$ of Eq. 5"),
    _unit("LS.2", "LS", 2, _ls, _LS + "the third coordinate on" + _SCALES, ("d", "delta"),
          "Eq. 4, with the $delta$ of Eq. 5"),
    _unit("LS.limit", "LSlim", 1, _ls_at_zero, _LS + "the second coordinate on" + _SCALES
          + _AT_ZERO, ("d", "v"), "Eq. 4, with a convention"),
    *(
        _small(f"LN.2.{at}", "LNlim", 2, at, _ln_at_zero, f"the {which} coordinate of "
               f'$op("LN")(x)$ on $RR^2${_NORMS}{_AT_ZERO}')
        for at, which in ((1, "first"), (2, "second"))
    ),
    _small("LS.1", "LSlim", 1, 1, _ls_at_zero, f'$op("LS")(x)$ on $RR${_SCALES}{_AT_ZERO}'),
)  # fmt: skip

# --- the networks --------------------------------------------------------------------------------


def _f(at: Term) -> Term:
    return app("f", at)


def _sample(index: Any) -> Term:
    return _f(midpoint(S.const(index) if isinstance(index, int) else index, N))


def _network(jump: Term, last: Term, unit: Callable[[Term], Term]) -> Term:
    """The sum of Lemma 2 over cells, and its last unit."""
    offset = x + (-k) / N
    return total("k", 1, N - 1, jump * unit(offset)) + last * unit(x + 1)


_JUMP, _LAST = alpha_hat(_sample, k), alpha_hat_last(_sample, N)
_OF_F = "where $hat(alpha)_k = (f((2 k + 1) \\/ (2 N)) - f((2 k - 1) \\/ (2 N))) \\/ 2$ and " \
    "$hat(alpha)_N = (f(1 \\/ (2 N)) + f((2 N - 1) \\/ (2 N))) \\/ 2$"  # fmt: skip
_HAT = symbol("G_hat", "Ĝ")
NETWORKS = (
    Definition(
        "alpha_hat",
        ("f(x)", "N", "k"),
        _JUMP,
        row(sub(symbol("alpha_hat", "α̂"), slot("k")), paren(slot("f"), slot("N"))),
        "half the jump of $f$ between the middles of the cells $k$ and $k + 1$ of $N$",
        "Eq. 8",
    ),
    Definition(
        "alpha_hat.last",
        ("f(x)", "N"),
        _LAST,
        row(sub(symbol("alpha_hat", "α̂"), words("last")), paren(slot("f"), slot("N"))),
        "the weight $hat(alpha)_N$ of the unit that is constantly on: half the sum of $f$ in the "
        "middles of the first and of the last of $N$ cells",
        "Eq. 9",
    ),
    Definition(
        "G_hat.sign",
        ("f(x)", "N", "x"),
        _network(_JUMP, _LAST, S.sign),
        row(sub(_HAT, slot("N")), ["fence", "[", slot("f"), "]"], paren(slot("x"))),
        "the sign network $sum_(k = 1)^(N - 1) hat(alpha)_k op(\"sign\")(x - k \\/ N) + "
        "hat(alpha)_N op(\"sign\")(x + 1)$ of Lemma 2, " + _OF_F,
        "Eq. 7 to 9",
    ),
    Definition(
        "G_hat",
        ("f(x)", "N", "u(t)", "x"),
        _network(_JUMP, _LAST, lambda at: app("u", at)),
        row(
            sub(_HAT, slot("N")), ["fence", "[", row(slot("f"), op(";"), slot("u")), "]"],
            paren(slot("x")),
        ),
        "the network $sum_(k = 1)^(N - 1) hat(alpha)_k u(x - k \\/ N) + hat(alpha)_N u(x + 1)$ "
        "with units $u$ in the place of signs, " + _OF_F,
        "proof of Theorem 1",
    ),
    Definition(
        "G_steps",
        ("f(x)", "N", "u(t)", "x"),
        _network(_sample(k + 1) - _sample(k), _sample(1), lambda at: app("u", at)),
        row(
            sub(symbol("G_steps", "G"), words("steps"), op(","), slot("N")),
            ["fence", "[", row(slot("f"), op(";"), slot("u")), "]"], paren(slot("x")),
        ),
        "the network $sum_(k = 1)^(N - 1) (f((2 k + 1) \\/ (2 N)) - f((2 k - 1) \\/ (2 N))) "
        "u(x - k \\/ N) + f(1 \\/ (2 N)) u(x + 1)$, for units $u$ that go from 0 to 1",
        "Eq. 34",
    ),
    Definition(
        "G_relu",
        ("f(x)", "M", "x"),
        M * _f(ZERO / M) * S.maximum(ZERO, x + 1 / M)
        + M * (_f(S.const(1) / M) - 2 * _f(ZERO / M)) * S.maximum(ZERO, x)
        + total("k", 1, M - 1, M * (_f((k + 1) / M) - 2 * _f(k / M) + _f((k - 1) / M))
                * S.maximum(ZERO, x - k / M)),
        row(
            sub(symbol("G_relu", "G"), words("ReLU"), op(","), slot("M")),
            ["fence", "[", slot("f"), "]"], paren(slot("x")),
        ),
        "the network of $M + 1$ ReLUs, at $-1 \\/ M$, 0, and $k \\/ M$ for $0 < k < M$, with the "
        "weights $M f(0)$, $M (f(1 \\/ M) - 2 f(0))$ and $M (f((k + 1) \\/ M) - 2 f(k \\/ M) + "
        "f((k - 1) \\/ M))$: it has the values of $f$ at $0, 1 \\/ M, ..., 1$",
        "Eq. 47 to 50",
    ),
)  # fmt: skip


# --- Definition 3 --------------------------------------------------------------------------------


def _width() -> Json:
    """sup_f inf_g sup_x |e(f, g, x)| < eps, with a bound B < eps for all f."""
    B, at = var("B"), var("x")
    gap = S.abs(app("e", var("f"), var("g"), at)) <= B
    close = exists("g", "real", every("x", "real", implies(at >= 0, at <= 1, gap)))
    return exists("B", "real", conj(B < var("eps"), every("f", "real", close)))


SUP = Definition(
    "sup_inf_sup",
    ("e(f, g, x)", "eps"),
    _width(),
    row(
        sub(symbol("sup"), binder("e", 0)),
        words(" "),
        sub(symbol("inf"), binder("e", 1)),
        words(" "),
        sub(symbol("sup"), binder("e", 2), op("∈"), ["fence", "[", row(num(0), op(","), num(1)),
                                                     "]"]),
        words(" "),
        ["fence", "|", value("e"), "|"], op("<"), slot("eps"),
    ),
    "one $B < epsilon$ does for all $f$: some $g$ has $abs(e(f, g, x)) <= B$ on $[0, 1]$; "
    "functions and networks are numbered by reals",
    "Eq. 3",
)  # fmt: skip


# --- Theorem 4 -----------------------------------------------------------------------------------


def _far(condition: Callable[[Term], Json], limit: int) -> Json:
    u, eta = var("u"), var("eta")
    value = app("s", u) - limit if limit else app("s", u)
    inner = every("u", "real", implies(condition(u), S.abs(value) < eta))
    return every("eta", "real", implies(eta > 0, exists("T", "real", inner)))


def _bounded() -> Json:
    u, B = var("u"), var("B")
    return exists("B", "real", every("u", "real", S.abs(app("s", u)) <= B))


SIGMOIDAL = Definition(
    "sigmoidal",
    ("s(u)",),
    (
        _bounded(),
        _far(lambda u: u > var("T"), 1),
        _far(lambda u: u < -var("T"), 0),
    ),
    row(slot("s"), words(" is bounded and sigmoidal")),
    "$abs(s(u)) <= B$ for some $B$ and all real $u$, $s(u) -> 1$ as $u -> oo$ and $s(u) -> 0$ as "
    "$u -> -oo$: for every $eta > 0$ there is $T$ with $abs(s(u) - 1) < eta$ for $u > T$, and one "
    "with $abs(s(u)) < eta$ for $u < -T$",
    "Theorem 4",
)

OBJECTS = (*LAYERS, *NETWORKS, SUP, SIGMOIDAL, LIPSCHITZ_UNIT, SIGMOID, CLIP, RELU)
"""The definitions by which statements on the paper are printed."""
