"""sumformer.lemma2_9: f is equivariant if and only if a semi-invariant g gives its tokens."""

from __future__ import annotations

from constructions.terms import Json, Term, app, conj, every, implies, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.language.elaboration import written
from proofs.library.vectors import ONE, S
from proofs.sumformer.matching import EXCHANGES, act, n, pi
from proofs.sumformer.paper import source
from proofs.trees.script import statement

NAME = "sumformer.lemma2_9"
i, p, q, s = (var(name) for name in ("i", "p", "q", "s"))


def f(sequence: Term, at: Term) -> Term:
    """Token ``at`` of f(X), named by a real."""
    return app("f", sequence, at)


def g(sequence: Term) -> Term:
    return app("g", sequence)


def after(first: Term, second: Term) -> Term:
    """The permutation ``first`` after ``second``."""
    return app("o", first, second)


def _index(at: Term) -> Json:
    return conj(at >= 1, at <= n)


def _all(formula: Json, *names: str) -> Json:
    for name in reversed(names):
        formula = every(name, "int" if name == "i" else "real", formula)
    return formula


#: Eq. 9
EQUIVARIANT = _all(implies(_index(i), f(act(p, s), i).equals(f(s, pi(p, i)))), "p", "s", "i")
#: Eq. 10: for permutations with pi(1) = 1
SEMI = _all(implies(pi(p, ONE).equals(1), g(act(p, s)).equals(g(s))), "p", "s")
#: Eq. 11: token i is g at any sequence that has x_i first and then the others
EQ11 = _all(
    implies(conj(*_index(i).json[1:], pi(q, ONE).equals(i)), f(s, i).equals(g(act(q, s)))),
    "s",
    "i",
    "q",
)
FIRST = every("s", "real", g(s).equals(f(s, ONE)))
COMPOSED = _all(
    conj(
        act(q, act(p, s)).equals(act(after(p, q), s)),
        pi(after(p, q), ONE).equals(pi(p, pi(q, ONE))),
    ),
    "p",
    "q",
    "s",
)
_h = var("h")
RANGE = _all(
    implies(
        _index(i),
        ["some", "h", "int", conj(_h >= 1, _h <= n, pi(p, i).equals(_h))],
    ),
    "p",
    "i",
)
FUNCTIONS = {"f": 2, "g": 1, "perm": 2, "act": 2, "tr": 2, "o": 2}
ONLY_IF = statement(
    {"n": "int"},
    [n >= 1, EQUIVARIANT, FIRST],
    conj(SEMI, EQ11),
    {"f": 2, "g": 1, "perm": 2, "act": 2},
)
IF = statement(
    {"n": "int"}, [n >= 1, EXCHANGES, RANGE, COMPOSED, SEMI, EQ11], EQUIVARIANT, FUNCTIONS
)


#: both sides are g at the same sequence: x_pi(i) first
IF_PROOF = written(
    IF,
    """
fix p, s, i
use exchange(1, i)
obtain h from range(p, i)
use composed(p, tr(1, i), s)
have perm(p, perm(tr(1, i), 1)) = h by perm(tr(1, i), 1) = i, perm(p, i) = h
use eq11(act(p, s), i, tr(1, i)), eq11(s, h, o(p, tr(1, i)))
have f(s, perm(p, i)) = f(s, h) by perm(p, i) = h
have g(act(tr(1, i), act(p, s))) = g(act(o(p, tr(1, i)), s))
  by act(tr(1, i), act(p, s)) = act(o(p, tr(1, i)), s)
""",
    {"exchange": EXCHANGES, "range": RANGE, "composed": COMPOSED, "eq11": EQ11},
)


# --- exact data: n = 1 ---------------------------------------------------------------------------

ONE_TOKEN: dict[str, tuple[tuple[str, ...], Json]] = {
    "f": (("s", "i"), "s"),
    "g": (("s",), "s"),
    "perm": (("p", "i"), "i"),
    "act": (("p", "s"), "s"),
}
#: n = 2, tokens s and -s; p = 0 is the identity, every other p exchanges
TWO_TOKENS: dict[str, tuple[tuple[str, ...], Json]] = {
    "perm": (("p", "i"), (var("i") + S.abs(S.sign(p)) * (3 - 2 * var("i"))).json),
    "act": (("p", "s"), (s * (1 - 2 * S.abs(S.sign(p)))).json),
    "f": (("s", "i"), (s * (3 - 2 * var("i"))).json),
    "g": (("s",), "s"),
}

CLAIM = Claim(
    id=NAME,
    kind="theorem",
    title="Equivariant functions are semi-invariant ones, token by token",
    source=source("Lemma 2.9", "9-11"),
    statement="A sequence-to-sequence function $f : cal(X)^n -> cal(Y)^n$ is equivariant if and "
    "only if there exists a semi-invariant sequence-to-point function $g : cal(X)^n -> cal(Y)$ "
    "such that $f([x_1, ..., x_n]) = [g(x_1, {x_2, x_3, ...}), g(x_2, {x_1, x_3, ...}), ...]$.",
    readings=(
        Reading("if: sequences of $n$ elements", ("given", 0), "", f"{NAME}.if"),
        Reading("if: two indices can be exchanged", ("given", 1), "", f"{NAME}.if"),
        Reading("permutations have values in $[n]$", ("given", 2), "", f"{NAME}.if"),
        Reading("and can be composed", ("given", 3), "", f"{NAME}.if"),
        Reading("$g$ is semi-invariant, Eq. 10", ("given", 4), "", f"{NAME}.if"),
        Reading("Eq. 11", ("given", 5), "", f"{NAME}.if"),
        Reading("$f$ is equivariant, Eq. 9", ("show",), "", f"{NAME}.if"),
        Reading("sequences of $n$ elements", ("given", 0)),
        Reading(
            "$f$ is equivariant, Eq. 9",
            ("given", 1),
            "sequences, tokens of $cal(Y)$ and permutations $p$ are named by reals",
        ),
        Reading("there exists $g$", ("given", 2), "$g(X) = f(X)_1$"),
        Reading(
            "$g$ is semi-invariant, and Eq. 11",
            ("show",),
            "permutations of $[n] without {1}$ are those with $pi(1) = 1$; $g(x_i, {...})$ is $g$ "
            "at any sequence with $x_i$ first and the others after it",
        ),
    ),
    obligations=(
        Obligation(
            f"{NAME}.only_if", "for every $n$ and $f$", ONLY_IF, written(ONLY_IF, "show by search")
        ),
        Obligation(f"{NAME}.if", "for every $n$, $f$ and $g$", IF, IF_PROOF),
    ),
    satisfiable=(
        Attempt(
            f"{NAME}.satisfiable",
            "$n = 2$, sequences $(s, -s)$, $f(X) = X$, $pi$ the identity",
            ONLY_IF,
            Witness({"n": 2, "p_": 0}, TWO_TOKENS),
        ),
        Attempt(
            f"{NAME}.satisfiable.second",
            "the same, $i = 2$ and the exchange",
            ONLY_IF,
            Witness({"n": 2, "i_": 2, "q": 1}, TWO_TOKENS),
        ),
        Attempt(
            f"{NAME}.if.satisfiable",
            "one token, $f(X) = X$",
            IF,
            Witness(
                {"n": 1, "i_": 1}, {**ONE_TOKEN, "tr": (("a", "b"), "0"), "o": (("p", "q"), "0")}
            ),
        ),
    ),
    controls=(
        Control(
            Attempt(
                f"{NAME}.control.equivariant",
                "$f(X) = (x_1, 0)$ is not equivariant: Eq. 11 fails at $X = (1, -1)$, $i = 2$",
                {**ONLY_IF, "given": [ONLY_IF["given"][0], FIRST]},
                Witness({"n": 2}, {**TWO_TOKENS, "f": (("s", "i"), (s * (2 - var("i"))).json)}),
                part=1,
            ),
            "hypothesis dropped",
        ),
    ),
    notes=(
        "Eq. 11 gives $g$ a set ${x_2, x_3, ...}$: read with repetitions, since $g$ is "
        "semi-invariant and tokens may be equal.",
        "Definition 2.7 calls $f$ a sequence-to-point function and has $f : cal(X)^n -> cal(Y)$; "
        "its Eq. 9 and this lemma are of functions $cal(X)^n -> cal(Y)^n$.",
    ),
    cites=("Hutter, 2020, Lemma 10",),
)
