"""Permutations that are products of L exchanges of two indices: by induction on L.

``x(0)`` is a sequence, ``x(u + 1)`` is ``x(u)`` with the indices a_u <= b_u exchanged.
"""

from __future__ import annotations

from constructions.terms import Json, Term, app, conj, every, implies, var
from proofs.claims import Obligation, Reading
from proofs.fl.vectors import S, fact
from proofs.layeract.leaves import given
from proofs.methods.script import Node, auto, have, induct, intro, node, same, statement
from proofs.sumformer import equivariance as sumformers
from proofs.sumformer.deep_sets import VALUES, f, values_script
from proofs.sumformer.matching import act, exchange, n, pi

L, u, X, a, b, i = (var(name) for name in ("L", "u", "X", "a", "b", "i"))
ASSUMED = "every permutation of $n$ indices is a product of finitely many exchanges of two of them"
_NAMES = {"x": 1, "ea": 1, "eb": 1}


def after(number: Term) -> Term:
    """The sequence after so many exchanges."""
    return app("x", number)


def first(number: Term) -> Term:
    return S.floor(app("ea", number))


def second(number: Term) -> Term:
    return S.floor(app("eb", number))


def index(number: Term) -> Term:
    """Where the token is found that goes to the index w(L)."""
    return S.floor(app("w", number))


def _swap(number: Term) -> Term:
    return exchange(first(number), second(number))


def _each(formula: Json) -> Json:
    return every("u", "int", implies(conj(u >= 0, u < L), formula))


PAIRS = _each(conj(first(u) >= 1, first(u) <= second(u), second(u) <= n))
EXCHANGED = _each(after(u + 1).equals(act(_swap(u), after(u))))
INDICES = every("u", "int", implies(conj(u >= 0, u <= L), conj(index(u) >= 1, index(u) <= n)))
TRACKED = _each(pi(_swap(u), index(u + 1)).equals(index(u)))
_PAIR = [a >= 1, a <= b, b <= n]
_ZERO = S.const(0)
at = var("u1")

# --- psi(sum phi) --------------------------------------------------------------------------------

_ONE_SWAP = every(
    "X",
    "real",
    every(
        "a", "int", every("b", "int", implies(conj(*_PAIR), f(act(exchange(a, b), X)).equals(f(X))))
    ),
)
INVARIANT = statement(
    {"n": "int", "L": "int"},
    [*VALUES["given"][:4], L >= 0, PAIRS, EXCHANGED],
    f(after(L)).equals(f(after(_ZERO))),
    {**VALUES["functions"], **_NAMES},
)


def _upto(equal: Json, step: Node, last: Json) -> Node:
    """``equal`` at u1 = L, by induction from u1 = 0, where both sides are the same."""
    claim = implies(at <= L, equal)
    stepped = intro("", fact(claim, [], step, auto("u <= L")))
    whole = every("u1", "int", implies(at >= 0, claim))
    ends = fact(whole, [L], fact(implies(L <= L, last), [], given(), auto("L <= L")), given())
    return induct("u1", "0", claim, intro("", auto("equal")), stepped, ends)


def _stepped(then: Node) -> Node:
    return fact(PAIRS, [at], fact(EXCHANGED, [at], then, auto("u < L")), auto("u < L"))


def invariant_script() -> Node:
    lemma = intro("X", intro("a1", intro("b1", intro("", values_script()))))
    moved = same(f(after(at + 1)), f(act(_swap(at), after(at))), auto("as before"))
    step = _stepped(fact(_ONE_SWAP, [after(at), first(at), second(at)], moved, auto("a pair")))
    start = f(after(_ZERO))
    return have(
        _ONE_SWAP, lemma, _upto(f(after(at)).equals(start), step, f(after(L)).equals(start))
    )


# --- Sumformers ----------------------------------------------------------------------------------

_given = sumformers.STATEMENT["given"]
output = sumformers.output
_SWAPPED = output(act(exchange(a, b), X), i).equals(output(X, pi(exchange(a, b), i)))
_ONE_OUTPUT = every(
    "X",
    "real",
    every(
        "a",
        "int",
        every("b", "int", every("i", "int", implies(conj(*_PAIR, i >= 1, i <= n), _SWAPPED))),
    ),
)
EQUIVARIANT = statement(
    {"n": "int", "q": "int", "L": "int"},
    [*_given[:7], L >= 0, PAIRS, EXCHANGED, INDICES, TRACKED],
    output(after(L), index(L)).equals(output(after(_ZERO), index(_ZERO))),
    {**sumformers.STATEMENT["functions"], **_NAMES, "w": 1},
)


def equivariant_script() -> Node:
    names = ("X", "a1", "b1", "i1", "")
    lemma = sumformers.script()
    for name in reversed(names):
        lemma = intro(name, lemma)
    new, old = after(at + 1), act(_swap(at), after(at))
    where = pi(_swap(at), index(at + 1))
    moved = same(
        output(new, index(at + 1)),
        output(old, index(at + 1)),
        same(output(after(at), where), output(after(at), index(at)), auto("as before")),
    )
    swapped = fact(
        _ONE_OUTPUT,
        [after(at), first(at), second(at), index(at + 1)],
        fact(TRACKED, [at], moved, auto("u < L")),
        auto("indices"),
    )
    step = _stepped(fact(INDICES, [at + 1], swapped, auto("u + 1 <= L")))
    start = output(after(_ZERO), index(_ZERO))
    return have(
        _ONE_OUTPUT,
        lemma,
        _upto(
            output(after(at), index(at)).equals(start),
            step,
            output(after(L), index(L)).equals(start),
        ),
    )


#: one exchange, of the only token with itself
ONE_EXCHANGE: dict[str, tuple[tuple[str, ...], Json]] = {
    "x": (("u",), "3"),
    "ea": (("u",), "1"),
    "eb": (("u",), "1"),
}


def in_range(count: int) -> Node:
    """Floors of 1 are from 1 to 1."""
    one = S.const(1)
    inside = node("both", *[auto("1")] * count)
    return intro("u0", intro("", have(S.floor(one).equals(1), auto("floor 1"), inside)))


def readings(obligation: str, *before: str) -> tuple[Reading, ...]:
    """The hypotheses on the exchanges, after those that ``before`` has a text for."""
    texts = (
        *before,
        "a number $L$ of exchanges",
        "each of two indices $a <= b$",
        "$x(u)$ is the sequence after $u$ of them",
    )
    return tuple(Reading(t, ("given", m), obligation=obligation) for m, t in enumerate(texts))


INVARIANT_OBLIGATION = Obligation(
    "sumformer.thm2_13.invariant.products",
    "nor where any number of exchanges follow each other",
    INVARIANT,
    invariant_script,
)
EQUIVARIANT_OBLIGATION = Obligation(
    "sumformer.definitions.equivariant.products",
    "the same for products of any number of exchanges",
    EQUIVARIANT,
    equivariant_script,
)
