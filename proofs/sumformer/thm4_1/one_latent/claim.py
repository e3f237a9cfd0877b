"""What one latent coordinate and a continuous phi cannot do: sumformer.thm4_1.one_latent."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial

from constructions.terms import Json, Term, total, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.language.elaboration import argued, written
from proofs.library.vectors import S, put
from proofs.sumformer.paper import source
from proofs.sumformer.thm4_1.one_latent import line, plane

NAME = "sumformer.thm4_1.one_latent"
TRANSFORMER_NAME = "sumformer.thm4_3.one_latent"
MAIN = Obligation(
    f"{NAME}.line",
    "for every $n >= 3$, every continuous $phi$ and every $psi$",
    line.LINE,
    line.LINE_PROOF,
)
CONSTANT = Obligation(
    f"{NAME}.constant",
    "$psi = 1 / 2$ is within $1 / 2$ of $f$ at all tokens in $[0, 1]$",
    line.CONSTANT,
    written(line.CONSTANT, "show by search"),
)
PLANE = Obligation(
    f"{NAME}.plane.statement",
    "for every $n >= 2$, every continuous $phi$ and every $psi$",
    plane.PLANE,
    plane.PROOF,
)
LAYERS = Obligation(
    f"{TRANSFORMER_NAME}.statement",
    "for every $n >= 3$, every continuous $phi$ and all last layers",
    line.TRANSFORMER,
    line.TRANSFORMER_PROOF,
)

# --- exact data ----------------------------------------------------------------------------------

_a, _b, _t = var("a"), var("b"), var("t")
_j = var("j")
HALF, TWO = S.const(Fraction(1, 2)), S.const(2)
Functions = dict[str, tuple[tuple[str, ...], Json]]
#: the tokens 0, a, b; phi(x) = x; psi = 1/2
THREE: dict[str, tuple[tuple[str, ...], Json]] = {
    "x": (("a", "b", "j"), ((_j - 1) * (_a * (3 - _j) + _b * (_j - 2) / 2)).json),
    "f": (("a", "b"), S.abs(_b - _a).json),
    "phi": (("t",), "t"),
    "psi": (("u", "s"), "1/2"),
    "G": (("o", "u", "v", "s"), "1/2"),
}
NUMBERS = {"n": 3}
#: the tokens 0, b, of which one is another: f = 0
TWO_TOKENS = {
    **THREE,
    "x": (("a", "b", "j"), (_b * (_j - 1)).json),
    "f": (("a", "b"), "0"),
    "psi": (("u", "s"), "0"),
    "G": (("o", "u", "v", "s"), "0"),
}


#: b - a is the difference of the last two tokens, or of them the other way round
GIVENS = {
    5: """
fix a, b
cases a <= b:
  take 3
  take 2
take 2
take 3
"""
}


def _third(value: Term) -> Term:
    """The number of the third of [0, 1]: 0, 1 or 2."""
    return S.minimum(S.floor(3 * value), 2)


def _code(value: Term) -> Term:
    """2^third."""
    third = _third(value)
    return (third * third + third + 2) / 2


def _far_thirds(sum_: Term) -> Term:
    """1 if the other tokens lie in the first and the last third: 1 + 1 + 4 = 6."""
    return 1 - S.abs(S.sign(sum_ - 6))


#: thirds with phi = 2^third; psi is 2/3 where the others lie in the outer thirds, and 1/3 elsewhere
THIRDS = {
    **THREE,
    "phi": (("t",), _code(_t).json),
    "psi": (("u", "s"), ((1 + _far_thirds(var("s"))) / 3).json),
    "G": (("o", "u", "v", "s"), ((1 + _far_thirds(var("s"))) / 3).json),
}


def _codes(first: Term, last: Term) -> Term:
    """What the codes of 0, a and b add up to."""
    token = put(put(THREE["x"][1], "a", first), "b", last)
    return total("j", 1, 3, _code(Term(token)))


#: |b - a| is within 1/3 of psi: third k and third m are 2 apart, or their distance is at most 1
_WITHIN_A_THIRD = """
fix a, b
let third(v) = min(floor(3*v), 2)
have thirds: for all v: real, 0 <= v and v <= 1 =>
    exists k: int, 0 <= k and k <= 2 and third(v) = k and k <= 3*v and 3*v <= k + 1:
  fix v
  cases 3*v < 1:
    take 0
  cases 3*v < 2:
    take 1
  take 2
obtain first: k from thirds(a)
obtain last: m from thirds(b)
have size: |k - m| - 1 <= 3*|b - a| and 3*|b - a| <= |k - m| + 1 by first, last
have total: 2*codes(a, b) = k*k + k + m*m + m + 6 by numbers, third(a) = k, third(b) = m
have range: 0 <= k and k <= 2 and 0 <= m and m <= 2
cases codes(a, b) = 6:
  have same: k*k + k + m*m + m = 6 by total, codes(a, b) = 6
  have outer: |k - m| = 2 by numbers, range, same
  show by outer, size, codes(a, b) = 6
have other: k*k + k + m*m + m != 6 by total, codes(a, b) != 6
have inner: |k - m| <= 1 by numbers, range, other
have one: |sign(codes(a, b) - 6)| = 1 by codes(a, b) != 6
show by inner, one, size
"""


def _functions(functions: Functions, statement: Json) -> Functions:
    return {name: functions[name] for name in statement["functions"]}


def _controls(
    name: str, statement: Json, conclusion: Callable[[Fraction], Json]
) -> tuple[Control, ...]:
    given = statement["given"]
    return (
        Control(
            Attempt(
                f"{name}.control.two",
                "for $n = 2$ one other token is left: $f = 0$",
                {**statement, "given": given[1:]},
                Witness({"n": 2}, _functions(TWO_TOKENS, statement)),
            ),
            "hypothesis dropped",
        ),
        Control(
            Attempt(
                f"{name}.control.continuous",
                "$n = 3$, and $phi$ jumps: thirds of $[0, 1]$ with $phi = 1, 2, 4$, and $psi$ "
                "within $1 / 3$ of $f$",
                {**statement, "given": given[:-1]},
                Witness(NUMBERS, _functions(THIRDS, statement)),
                GIVENS,
                partial(argued, _WITHIN_A_THIRD, codes=_codes),
            ),
            "hypothesis dropped",
        ),
        Control(
            Attempt(
                f"{name}.control.half",
                "$51 / 100$ in place of $1 / 2$: $n = 3$, $phi(x) = x$, $psi = 1 / 2$",
                {**statement, "show": conclusion(Fraction(51, 100))},
                Witness(NUMBERS, _functions(THREE, statement)),
                GIVENS,
            ),
            "constant tightened",
        ),
    )


def _satisfiable(name: str, statement: Json) -> Attempt:
    return Attempt(
        f"{name}.satisfiable",
        "$n = 3$, $phi(x) = x$",
        statement,
        Witness({**NUMBERS, "a_": 0, "b_": 1}, _functions(THREE, statement)),
        GIVENS,
    )


_F = "$f(X)_i = max_(j != i) x_j - min_(j != i) x_j$"
_SEQUENCES = (
    Reading("$n >= 3$ tokens", ("given", 0), "two other tokens or more; $d = 1$"),
    Reading(
        "sequences $X = (0, a, ..., a, b)$",
        ("given", 1),
        "$x(a, b, j)$ is token $j$; a few sequences of $[0, 1]^n$ are enough",
    ),
    Reading("tokens 2 to $n - 1$ are $a$", ("given", 2)),
    Reading("the last token is $b$", ("given", 3)),
    Reading(_F, ("given", 4), "$f(a, b)$ is $f(X)_1$: no difference of two others is larger"),
    Reading(
        "some difference is as large as that", ("given", 5), "$f$ is continuous and equivariant"
    ),
    Reading(
        "$phi : [0, 1] -> RR$ is continuous",
        ("given", 6),
        "at every point; that it takes all values between $phi(0)$ and $phi(1)$ (Bolzano) is "
        "derived",
    ),
)

# --- the plane -----------------------------------------------------------------------------------

_u, _v = var("u"), var("v")
#: the tokens 0, (u, v), f = (u, v), phi = u - v
PAIR: dict[str, tuple[tuple[str, ...], Json]] = {
    "x1": (("u", "v", "j"), (_u * (_j - 1)).json),
    "x2": (("u", "v", "j"), (_v * (_j - 1)).json),
    "f1": (("u", "v"), "u"),
    "f2": (("u", "v"), "v"),
    "phi": (("u", "v"), (_u - _v).json),
    "psi1": (("u", "v", "s"), "1/2"),
    "psi2": (("u", "v", "s"), "1/2"),
    "h": (
        ("t",),
        (
            (S.minimum(2 * _t, 1) - S.maximum(2 * _t - 1, 0))
            - ((1 - S.minimum(2 * _t, 1)) - (1 - S.maximum(2 * _t - 1, 0)))
        ).json,
    ),
}


PLANE_CLAIM = Claim(
    id=f"{NAME}.plane",
    kind="theorem",
    title="With two coordinates and d' = 1 a continuous phi is no better than a constant, n >= 2",
    source=source("Theorem 4.1 and Section 4.2.1", "16"),
    statement="Let $n >= 2$, $d >= 2$ and $f(X)_i = 1 / (n - 1) sum_(j != i) x_j$ on $cal(X) = "
    "[0, 1]^d$. Every Sumformer with $d' = 1$ and a continuous $phi$ has $sup_X norm(f(X) - "
    "cal(S)(X))_oo >= 1 / 2$, whatever $psi$ is.",
    readings=(
        Reading("$n >= 2$ tokens", ("given", 0)),
        Reading(
            "sequences $X = (0, p, ..., p)$, $p = (u, v, 0, ..., 0)$",
            ("given", 1),
            "their first two coordinates",
        ),
        Reading("all other tokens are $p$", ("given", 2)),
        Reading("$f(X)_1$, the mean of the other tokens", ("given", 3)),
        Reading(
            "a name for $h(t) = phi(p) - phi((1, 1) - p)$",
            ("given", 4),
            "where $p$ runs through $(0, 0)$, $(1, 0)$, $(1, 1)$",
        ),
        Reading(
            "$phi : [0, 1]^d -> RR$ is continuous",
            ("given", 5),
            "at every point of the square $(u, v, 0, ..., 0)$; that $h$ then has a zero is derived",
        ),
        Reading("$norm(f(X)_1 - psi(x_1, Sigma))_oo >= 1 / 2$ for some $X$", ("show",)),
    ),
    obligations=(PLANE,),
    satisfiable=Attempt(
        f"{NAME}.plane.satisfiable",
        "$n = 2$, $phi(u, v) = u - v$",
        plane.PLANE,
        Witness({"n": 2, "u_": 0, "v_": 0}, PAIR),
    ),
    notes=(
        "The constant $1 / 2$ in all coordinates has an error of at most $1 / 2$.",
        "For $n = 2$ this says that $x |-> phi(x)$ is not injective in two dimensions, and by how "
        "much.",
    ),
)

CLAIM = Claim(
    id=NAME,
    kind="theorem",
    title="With d' = 1 a continuous phi is no better than a constant, for three tokens or more",
    source=source("Theorem 4.1, Sections 4.1 and 4.2.1", "16"),
    statement="When we approximate $phi$ and $psi$ with smooth functions, we need a larger latent "
    f"dimension $d'$ (Section 4.2.1). Made exact for $d' = 1$: let $n >= 3$, $d = 1$ and {_F} on "
    "$[0, 1]^n$. Every Sumformer with $d' = 1$ and a continuous $phi$ has $sup_X norm(f(X) - "
    "cal(S)(X))_oo >= 1 / 2$, whatever $psi$ is, and the constant $1 / 2$ attains it.",
    readings=(
        *_SEQUENCES,
        Reading(
            "$abs(f(X)_1 - psi(x_1, Sigma)) >= 1 / 2$ for some $X$ in $[0, 1]^n$",
            ("show",),
            "Eq. 14: $Sigma = sum_j phi(x_j)$",
        ),
        *(
            Reading(text, ("given", number), obligation=CONSTANT.id)
            for number, text in enumerate(
                (
                    "$n >= 2$ tokens",
                    "in $[0, 1]$",
                    "no difference of two other tokens is above $F$",
                    "and one is $F$",
                )
            )
        ),
        Reading(
            "the constant $1 / 2$ attains it",
            ("show",),
            "$F = f(X)_1$ of any tokens in $[0, 1]$",
            CONSTANT.id,
        ),
    ),
    obligations=(MAIN, CONSTANT),
    controls=_controls(NAME, line.LINE, lambda bound: line.far(line.output, bound)),
    satisfiable=_satisfiable(NAME, line.LINE),
    notes=(
        "With a $phi$ that jumps $d' = 1$ is enough for every $epsilon$ "
        "(`sumformer.thm4_1.discontinuous`): the continuity of $phi$ is what costs.",
        "With power sums $phi(x) = (x, x^2, ..., x^(n - 1))$, $d' = n - 1$ is enough for $d = 1$ "
        "and every $epsilon$ (`sumformer.thm4_1.continuous`). So for $n = 3$ and $d = 1$ the "
        "least $d'$ of a continuous $phi$ is 2.",
        "A continuous $phi$ with $d' = 1$ is enough for every continuous $f$ just where $(n - 1) "
        "d <= 1$: with $n = 1$ there is nothing to sum, with $n = 2$ and $d = 1$ $phi(x) = x$ "
        f"gives the other token, and all other cases are here and in `{NAME}.plane`.",
        "For $n = 3$ $f(X)_1 = abs(x_2 - x_3)$.",
    ),
    not_claimed=(
        "$1 < d' < n - 1$ for $d = 1$. There a continuous $phi$ does not suffice either: $0 <= x_2 "
        "<= ... <= x_n <= 1$ is a simplex of dimension $n - 1$, and by the topological Radon "
        "theorem (Bajmoczy and Barany, 1979) two of its disjoint faces have sequences with the "
        "same $Sigma$. That theorem is not derived here",
    ),
    sharpened=(PLANE_CLAIM,),
)

TRANSFORMER = Claim(
    id=TRANSFORMER_NAME,
    kind="theorem",
    title="Transformers as in Appendix B with d' = 1 are no better than a constant",
    source=source("Sections 4.2 and 4.2.1, Appendix B", "24, 41-47"),
    statement="However, in the discontinuous case, we can set $d' = 1$ (Section 4.2). In the "
    "discontinuous construction, we need more layers to approximate $phi$ and $psi$ but can "
    "approximate the function of interest $f$ using only $d' = 1$ (Section 4.2.1). For Sumformers "
    "it is so; for Transformers with the rows $[1, x_i, phi(x_i), Sigma]$ "
    "of Eq. 24, where $phi$ is continuous, as what feed-forward layers with continuous "
    "activations compute is, it is not: for "
    f"$n >= 3$, $d = 1$, $d' = 1$ and {_F} on $[0, 1]^n$ every such $T$ has $sup_X norm(f(X) - "
    "T(X))_oo >= 1 / 2$, with any number of feed-forward layers.",
    readings=(
        *_SEQUENCES,
        Reading(
            "$abs(f(X)_1 - T(X)_1) >= 1 / 2$ for some $X$ in $[0, 1]^n$",
            ("show",),
            "$T(X)_1 = G(1, x_1, phi(x_1), Sigma)$, with any layers $G$ after the attention layer",
        ),
    ),
    obligations=(LAYERS,),
    controls=_controls(
        TRANSFORMER_NAME, line.TRANSFORMER, lambda bound: line.far(line.last_layers, bound)
    ),
    satisfiable=_satisfiable(TRANSFORMER_NAME, line.TRANSFORMER),
    notes=(
        "What fails is the discontinuous route to Theorem 4.3, in the supremum norm of Eq. 21; the "
        "continuous one gives `sumformer.thm4_3.repaired`. The quantisation $q$ is a step "
        "function, and a network is not near a step (`sumformer.thm4_3.continuity`); no other "
        "$phi$ of networks helps.",
        "Lemma 7 of (Yun et al., 2019), on which Appendix B rests here, is in the $L^p$ norm, "
        "where small sets do not count.",
        "Layers before the attention layer act on one token at a time, so that all that reaches "
        "the other tokens is $Sigma$, one number for $d' = 1$.",
        "The same holds for Linformers and Performers: only $Sigma$ enters.",
    ),
    not_claimed=(
        "anything of Transformers with more than one attention layer, or with attention that is "
        "not uniform",
    ),
)
