"""fl.vit: multi-head attention is not scale equivariant (end of Section 4.1)."""

from __future__ import annotations

from dataclasses import replace

from constructions.terms import Term, total, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.fl.paper import source
from proofs.fl.vit.proof import (
    APART,
    EQUAL,
    EQUAL_PROOF,
    EQUAL_SCORES,
    EQUAL_VALUES,
    EXACT,
    NOT_EQUIVARIANT,
    NOT_EQUIVARIANT_PROOF,
    SCORES,
    VALUES,
    proof,
)
from proofs.library.vectors import S
from proofs.trees.script import Json

# --- exact data: two tokens, all other sizes 1 ---------------------------------------------------

_C, _T, _U = var("c1"), var("t1"), var("u1")


def _one_at_first(at: Term) -> Term:
    """1 at the first token, 0 at all later ones."""
    return S.maximum(2 - at, S.const(0))


def _score(token: Term, other: Term) -> Term:
    return _C * _C * _one_at_first(token) * _one_at_first(other)


def _head(token: Term) -> Term:
    bottom = total("p2", 1, 2, S.exp(_score(token, var("p2"))))
    value = _C * _one_at_first(var("p1"))
    return total("p1", 1, 2, S.exp(_score(token, var("p1"))) / bottom * value)


def _functions() -> dict[str, tuple[tuple[str, ...], Json]]:
    value = (_C * _one_at_first(_T)).json
    heads = total("p4", 1, 1, total("p3", 1, 1, _head(_T) * 1))
    weights: tuple[tuple[str, ...], Json] = (("u", "v", "s"), "1")
    return {
        "x": (("t1", "u1"), (_one_at_first(_T) * _one_at_first(_U)).json),
        **{f"W{name}": weights for name in "QKVO"},
        **dict.fromkeys("qkv", (("c1", "h", "t1", "u1"), value)),
        "sc": (("c1", "h", "t1", "u1"), _score(_T, _U).json),
        "hd": (("c1", "h", "t1", "u1"), _head(_T).json),
        "out": (("c1", "t1", "u1"), heads.json),
    }


_VALUES = {"n": 2, "d": 1, "dk": 1, "dv": 1, "H": 1}


_WITHOUT_LAMBDA = {
    **NOT_EQUIVARIANT,
    "given": [g for n, g in enumerate(NOT_EQUIVARIANT["given"]) if n != 6],
}

_HEAD_READINGS = (
    Reading("queries of the tokens $c bold(x)_t$", ("given", 4)),
    Reading("keys", ("given", 5)),
    Reading("values", ("given", 6)),
    Reading("$bold(q)^top bold(k) \\/ sqrt(d_k)$", ("given", 7)),
    Reading("softmax attention, one head", ("given", 8)),
)
_ONE_TOKEN = (
    Reading("$n >= 2$ tokens", ("given", 0)),
    Reading("of dimension $d$", ("given", 1)),
    Reading("keys in $RR^(d_k)$", ("given", 2)),
    Reading("$lambda > 0$", ("given", 3)),
    *_HEAD_READINGS,
    Reading("$bold(x)_2 = ... = bold(x)_n$", ("given", 9)),
)


def _of(obligation: str, *more: Reading) -> tuple[Reading, ...]:
    return tuple(replace(row, obligation=obligation) for row in (*_ONE_TOKEN, *more))


# --- one head: tokens 1, 0 in R^1, queries 0 or not, values 0 or not -----------------------------


def _one_head(**weights: int) -> dict[str, tuple[tuple[str, ...], Json]]:
    queries, values = weights.get("WQ", 1), weights.get("WV", 1)

    def score(token: Term, other: Term) -> Term:
        return _C * _C * _one_at_first(token) * _one_at_first(other) * queries

    bottom = total("p2", 1, 2, S.exp(score(_T, var("p2"))))
    value = _C * _one_at_first(var("p1")) * values
    head = total("p1", 1, 2, S.exp(score(_T, var("p1"))) / bottom * value)
    plain = _C * _one_at_first(_T)
    vector = ("c1", "t1", "u1")
    return {
        "x": (("t1", "u1"), (_one_at_first(_T) * _one_at_first(_U)).json),
        "WQ": (("u", "v"), str(queries)),
        "WK": (("u", "v"), "1"),
        "WV": (("u", "v"), str(values)),
        "q": (vector, (plain * queries).json),
        "k": (vector, plain.json),
        "v": (vector, (plain * values).json),
        "sc": (vector, score(_T, _U).json),
        "hd": (vector, head.json),
    }


def _at_two_tokens(name: str, says: str, sequent: Json, **weights: int) -> Attempt:
    values = {"n": 2, "d": 1, "dk": 1, "l": 1, "lam": 2}
    return Attempt(
        f"fl.vit.{name}.satisfiable",
        f"the hypotheses hold for the tokens 1 and 0 in $RR^1$, $lambda = 2$, {says}",
        sequent,
        Witness(values, _one_head(**weights)),
    )


CLAIM = Claim(
    id="fl.vit",
    kind="theorem",
    title="Multi-head attention is not scale equivariant",
    source=source("End of Section 4.1", ""),
    statement="Our conclusions do not immediately extend to Vision Transformers, since the "
    "multi-head attention is not scale equivariant due to the use of softmax.",
    readings=(
        Reading("of any size: $n$ tokens", ("given", 0), "of one token it is equivariant"),
        Reading("in $RR^d$", ("given", 1)),
        Reading("keys in $RR^(d_k)$", ("given", 2)),
        Reading("values in $RR^(d_v)$", ("given", 3)),
        Reading("any number $H$ of heads", ("given", 4)),
        Reading("not scale equivariant: for every $lambda > 0$", ("given", 5)),
        Reading("other than 1", ("given", 6), "so that it is not so for any single $lambda$"),
        Reading(
            "queries $(c bold(x)_t)^top bold(W)_h^Q$, for any factor $c$ of the input",
            ("given", 7),
        ),
        Reading("keys", ("given", 8)),
        Reading("values", ("given", 9)),
        Reading(
            "the scores",
            ("given", 10),
            "$bold(q)^top bold(k) \\/ sqrt(d_k)$; the formulas of attention are not printed, "
            "these are the usual ones",
        ),
        Reading("softmax over the tokens, times the values", ("given", 11)),
        Reading("multi-head attention at $c bold(X)$", ("given", 12)),
        Reading("there are weights: all of them 1", ("given", 13)),
        Reading("and an input: $bold(x)_1 = (1, 0, ..., 0)$", ("given", 14)),
        Reading("", ("given", 15)),
        Reading("and the other tokens $bold(0)$", ("given", 16)),
        Reading(
            '$sans("attention")(lambda bold(X)) != lambda sans("attention")(bold(X))$',
            ("show",),
            "at the first token, in the first coordinate",
        ),
    ),
    obligations=(
        Obligation(
            "fl.vit.statement",
            "for all numbers of tokens, of heads, all dimensions and all $lambda$",
            NOT_EQUIVARIANT,
            NOT_EQUIVARIANT_PROOF,
        ),
    ),
    controls=(
        Control(
            Attempt(
                "fl.vit.control.one",
                "$lambda = 1$",
                _WITHOUT_LAMBDA,
                Witness({**_VALUES, "lam": 1}, _functions()),
            ),
            "hypothesis dropped",
        ),
    ),
    satisfiable=Attempt(
        "fl.vit.satisfiable",
        "the hypotheses hold for two tokens, all other sizes 1, and $lambda = 2$",
        NOT_EQUIVARIANT,
        Witness({**_VALUES, "lam": 2}, _functions()),
    ),
    notes=(
        "Due to the use of softmax: queries, keys and values are linear in the input, so that the "
        "scores are multiplied by $lambda^2$ and the values by $lambda$; the weights of the "
        "softmax change unless the scores are equal (`fl.vit.sharpened`).",
        "It is equivariant where the scores of each token are all equal: for one token, and for "
        "$bold(W)^Q = bold(0)$ or $bold(W)^K = bold(0)$ (`fl.vit.sharpened2`).",
    ),
    not_claimed=(
        "that the conclusions do not extend to Vision Transformers: only that this proof does not",
    ),
    sharpened=(
        Claim(
            id="fl.vit.sharpened",
            kind="theorem",
            title="When one head is equivariant at a token against others that are equal",
            source=source("End of Section 4.1", ""),
            statement="For one head of any weights and sizes, a first token $bold(x)_1$, tokens "
            "$bold(x)_2 = ... = bold(x)_n$ with $n >= 2$, and $lambda > 0$: a coordinate of the "
            "output at the first token is multiplied by $lambda$ if and only if $lambda = 1$, or "
            "both scores are equal, or both values are.",
            readings=(
                *_of(
                    "fl.vit.sharpened.exact",
                    Reading("only if: $lambda != 1$", ("given", 10)),
                    Reading("both scores are not equal", ("given", 11)),
                    Reading("both values are not equal", ("given", 12)),
                    Reading("a coordinate is not multiplied by $lambda$", ("show",)),
                ),
                *_of(
                    "fl.vit.sharpened.scores",
                    Reading("if both scores are equal", ("given", 10)),
                    Reading("a coordinate of the output is multiplied by $lambda$", ("show",)),
                ),
                *_of(
                    "fl.vit.sharpened.values",
                    Reading("or both values are", ("given", 10)),
                    Reading("a coordinate of the output is multiplied by $lambda$", ("show",)),
                ),
            ),
            obligations=(
                Obligation(
                    "fl.vit.sharpened.exact",
                    "only if, for all weights, tokens and sizes",
                    EXACT,
                    proof(EXACT, APART),
                ),
                Obligation(
                    "fl.vit.sharpened.scores",
                    "if the scores are equal",
                    SCORES,
                    proof(SCORES, EQUAL_SCORES),
                ),
                Obligation(
                    "fl.vit.sharpened.values",
                    "if the values are equal",
                    VALUES,
                    proof(VALUES, EQUAL_VALUES),
                ),
            ),
            satisfiable=(
                _at_two_tokens("sharpened.exact", "all weights 1", EXACT),
                _at_two_tokens("sharpened.scores", "$bold(W)^Q = 0$", SCORES, WQ=0),
                _at_two_tokens("sharpened.values", "$bold(W)^V = 0$", VALUES, WV=0),
            ),
            notes=("For $lambda = 1$ the output is what it is: nothing is to be shown.",),
        ),
        Claim(
            id="fl.vit.sharpened2",
            kind="theorem",
            title="A head is equivariant where the scores of a token are equal",
            source=source("End of Section 4.1", ""),
            statement="Where all scores of a token are equal, the head's output at it is "
            "multiplied by $lambda$ with the input: for $n = 1$, and for all inputs if "
            "$bold(W)^Q = bold(0)$ or $bold(W)^K = bold(0)$.",
            readings=(
                Reading("$n >= 1$ tokens", ("given", 0)),
                Reading("of dimension $d$", ("given", 1)),
                Reading("keys in $RR^(d_k)$", ("given", 2)),
                Reading("$lambda > 0$", ("given", 3)),
                *_HEAD_READINGS,
                Reading("all scores of a token are equal", ("given", 9)),
                Reading("the output is multiplied by $lambda$", ("show",)),
            ),
            obligations=(
                Obligation(
                    "fl.vit.sharpened2.equal",
                    "for all weights, tokens and sizes",
                    EQUAL,
                    EQUAL_PROOF,
                ),
            ),
            satisfiable=Attempt(
                "fl.vit.sharpened2.satisfiable",
                "the hypotheses hold for the tokens 1 and 0 in $RR^1$ and $bold(W)^Q = 0$",
                EQUAL,
                Witness({"n": 2, "d": 1, "dk": 1, "l": 1, "tk": 1, "lam": 2}, _one_head(WQ=0)),
            ),
        ),
    ),
)
