"""The end of Appendix B: psi(x_i, .) near Sigma, with one delta for all sequences.

phi and psi are continuous at every point, by epsilon and delta, psi on cal(X) x R^d', and cal(X)
is compact.  So around each sequence psi(x_i, w) hardly moves with w, for all w near Sigma; by
:func:`proofs.sumformer.compact.everywhere` this is so for all sequences at once.  Nothing has to
be known of psi far from Sigma.
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Json, Term, app, conj, every, exists, implies, var
from proofs.library.vectors import both_sums, fact, put, sigma
from proofs.sumformer.closure import intros
from proofs.sumformer.compact import (
    COMPACT,
    FUNCTIONS,
    OMEGA,
    SORTS,
    ZERO,
    Gaps,
    S,
    after,
    all_names,
    chosen,
    coordinate,
    d,
    everywhere,
    free,
    named,
    pair,
)
from proofs.sumformer.matching import n, tok
from proofs.trees.leaves import given
from proofs.trees.script import (
    Node,
    auto,
    case,
    define,
    have,
    induct,
    intro,
    lemmas,
    node,
    split,
    statement,
)
from proofs.trees.script import same as equal_values

p = var("p")
_eta, _delta, _g, _i, _k, _m, _r, _s, _t, _t2, _w, _w2, _z = (
    var(name) for name in ("eta", "delta", "g", "i", "k", "m", "r", "s", "t", "t2", "w", "w2", "z")
)


def phi(token: Term, at: Term) -> Term:
    """Number ``at`` of phi(token)."""
    return app("phi", token, at)


def psi(token: Term, at: Term, vector: Term) -> Term:
    """Coordinate ``at`` of psi(token, vector)."""
    return app("psi", token, at, vector)


def entry(vector: Term, at: Term) -> Term:
    return app("vec", vector, at)


def Sigma(sequence: Term) -> Term:
    """The vector sum_j phi(x_j)."""
    return app("Sg", sequence)


def total(sequence: Term, at: Term, upto: Term = n) -> Term:
    return sigma(upto, lambda j: phi(tok(sequence, j), at))


SUMS = all_names(
    "s r:", implies(conj(_r >= 1, _r <= p), entry(Sigma(_s), _r).equals(total(_s, _r)))
)


def token_near(one: Term, other: Term, bound: Term) -> Json:
    gap = S.abs(coordinate(one, _k) - coordinate(other, _k)) <= bound
    return every("k", "int", implies(conj(_k >= 1, _k <= d), gap))


def vector_near(one: Term, other: Term, bound: Term) -> Json:
    gap = S.abs(entry(one, _r) - entry(other, _r)) <= bound
    return every("r", "int", implies(conj(_r >= 1, _r <= p), gap))


def _phi_near(one: Term, other: Term, bound: Term) -> Json:
    gap = S.abs(phi(one, _r) - phi(other, _r)) <= bound
    return every("r", "int", implies(conj(_r >= 1, _r <= p), gap))


def _psi_near(t: Term, w: Term, t2: Term, w2: Term, bound: Term) -> Json:
    gap = S.abs(psi(t, _m, w) - psi(t2, _m, w2)) <= bound
    return every("m", "int", implies(conj(_m >= 1, _m <= d), gap))


def _phi_at(t: Term, bound: Term, size: Term) -> Json:
    return every("t2", "real", implies(token_near(t, _t2, size), _phi_near(t, _t2, bound)))


def _psi_at(t: Term, w: Term, bound: Term, size: Term) -> Json:
    near = conj(token_near(t, _t2, size), vector_near(w, _w2, size))
    return all_names("t2 w2", implies(near, _psi_near(t, w, _t2, _w2, bound)))


def _small(formula: Callable[[Term], Json]) -> Json:
    return exists("delta", "real", conj(_delta > 0, formula(_delta)))


PHI = all_names("eta t", implies(_eta > 0, _small(lambda size: _phi_at(_t, _eta, size))))
PSI = all_names("eta t w", implies(_eta > 0, _small(lambda size: _psi_at(_t, _w, _eta, size))))
#: a vector near Sigma, and psi there and at Sigma
CLOSE = Gaps(lambda z, w, r: entry(w, r) - entry(Sigma(z), r), (("r", p),))
VALUES = Gaps(
    lambda z, w, i, m: psi(tok(z, i), m, w) - psi(tok(z, i), m, Sigma(z)), (("i", n), ("m", d))
)


def one_for_all(bound: Term) -> Json:
    """Some delta does for all sequences and all vectors near their Sigma."""
    near = implies(CLOSE.near(_s, _w, _delta), VALUES.near(_s, _w, bound))
    return exists("delta", "real", conj(_delta > 0, all_names("s w", near)))


CONCLUSION = every("eta", "real", implies(_eta > 0, one_for_all(_eta)))
STATEMENT = statement(
    {"n": "int", "d": "int", "p": "int", **SORTS},
    [n >= 1, d >= 1, p >= 1, *COMPACT, PHI, PSI, SUMS],
    CONCLUSION,
    {"tok": 2, "c": 2, "phi": 2, "psi": 3, "vec": 2, "Sg": 1, **FUNCTIONS},
)

# --- the proof ------------------------------------------------------------------------------------

_s3, _z3, _w3, _ga = (var(name) for name in ("s3", "z3", "w3", "ga3"))
_ix, _mx = var("ix"), var("mx")
HALF = OMEGA / 2


def _abs(size: Term) -> Node:
    return case(size.json, auto("one side"), auto("the other side"))


def _zero(token: Term) -> Node:
    """A token is at distance 0 from itself."""
    gap = coordinate(token, var("kz")) - coordinate(token, var("kz"))
    return intros("kz .", _abs(S.abs(gap)))


def _equal() -> Node:
    """Vectors with the same entries: psi is continuous."""
    token, size = tok(_z3, _ix), var("d3")
    near = intros(
        "rz .",
        fact(
            CLOSE.near(_z3, _w3, ZERO),
            [var("rz")],
            auto("0"),
            given(),
        ),
    )
    values = fact(_psi_near(token, _w3, token, Sigma(_z3), OMEGA), [_mx], given(), given())
    used = fact(
        _psi_at(token, _w3, OMEGA, size),
        [token, Sigma(_z3)],
        values,
        node("both", _zero(token), near),
    )
    used = fact(PSI, [OMEGA, token, _w3], named("d3", used), given())
    return pair(intros("ix mx .", used))


def _least(name: str, one: Term, other: Term, then: Node) -> Node:
    """A new number that is positive and at most each of two that are; then go on."""
    least, new = S.minimum(one, other), var(name)
    proof = node("both", *[auto("least")] * 3)
    formula = conj(new > 0, new <= one, new <= other)
    return chosen(name, formula, least, case(least.json, proof, proof), then)


def _closer(formula: Callable[[Term], Json], known: Term, index: str) -> Node:
    return intros(f"{index} .", fact(formula(known), [var(index)], auto("smaller"), given()))


def _all_tokens(then: Node) -> Node:
    """One ``gb3`` for psi at all tokens of s3; then go on."""
    u = var("u6")

    def known(upto: Term, size: Term) -> Json:
        i = var("i")
        at = _psi_at(tok(_s3, i), Sigma(_s3), HALF, size)
        return every("i", "int", implies(conj(i >= 1, i <= upto), at))

    def some(upto: Term) -> Json:
        return exists("g", "real", conj(_g > 0, known(upto, _g)))

    claim = implies(u <= n, some(u))
    base = intro("", node("some", node("both", auto("1 > 0"), intros("i6 .", auto("no token"))),
                          **{"is": "1"}))  # fmt: skip
    last, index, size, old, new = u + 1, var("i6"), var("g6"), var("e6"), var("f6")
    t2, w2 = var("t6"), var("w6")

    def at(token: Term, bound: Term) -> Node:
        """psi at this token moves by at most omega/2."""
        near = node(
            "both",
            _closer(lambda g: token_near(token, t2, g), size, "kz"),
            _closer(lambda g: vector_near(Sigma(_s3), w2, g), size, "rz"),
        )
        return fact(_psi_at(token, Sigma(_s3), HALF, bound), [t2, w2], given(), near)

    before = fact(
        known(u, old), [index], intros("t6 w6 .", at(tok(_s3, index), old)), auto("i <= u")
    )
    here = _last_token(index, last, t2, w2, size, new)
    each = intros("i6 .", split((u - index).json, before, here))
    shown = node("some", node("both", given(), each), **{"is": size.json})
    step = _least("g6", old, new, shown)
    step = fact(PSI, [HALF, tok(_s3, last), Sigma(_s3)], named("f6", step), auto("omega/2 > 0"))
    step = intro("", fact(claim, [], named("e6", step), auto("u <= n")))
    end = fact(
        every("u6", "int", implies(u >= 0, claim)),
        [n],
        fact(put(claim, "u6", n), [], named("gb3", then), given()),
        auto("n >= 0"),
    )
    return induct("u6", "0", claim, base, step, end)


def _last_token(index: Term, last: Term, t2: Term, w2: Term, size: Term, new: Term) -> Node:
    """The same for i = u + 1, where tokens i and u + 1 are one."""
    one, other, at = tok(_s3, index), tok(_s3, last), var("m6")
    k = var("kz")
    gap = S.abs(coordinate(other, k) - coordinate(t2, k))
    tokens = intros(
        "kz .",
        fact(
            token_near(one, t2, size),
            [k],
            equal_values(coordinate(one, k), coordinate(other, k), _abs(gap)),
            given(),
        ),
    )
    near = node("both", tokens, _closer(lambda g: vector_near(Sigma(_s3), w2, g), size, "rz"))
    value = S.abs(psi(one, at, Sigma(_s3)) - psi(t2, at, w2))
    values = equal_values(psi(one, at, Sigma(_s3)), psi(other, at, Sigma(_s3)), _abs(value))
    values = fact(_psi_near(other, Sigma(_s3), t2, w2, HALF), [at], values, given())
    used = fact(_psi_at(other, Sigma(_s3), HALF, new), [t2, w2], intros("m6 .", values), near)
    return have(
        index.equals(last), auto("i = u + 1"), equal_values(one, other, intros("t6 w6 .", used))
    )


def _sums_near(then: Node) -> Node:
    """One ``gc3`` with which Sigma moves by at most gb3/2; then go on."""
    u, share = var("u7"), var("h7")
    bound = var("gb3") / 2

    def moved(upto: Term, size: Term) -> Json:
        gap = S.abs(total(_s3, _r, upto) - total(_z, _r, upto)) <= upto * share
        near = every("r", "int", implies(conj(_r >= 1, _r <= p), gap))
        return every("z", "real", implies(after(ZERO, _z, _s3, size), near))

    def some(upto: Term) -> Json:
        return exists("g", "real", conj(_g > 0, moved(upto, _g)))

    claim = implies(u <= n, some(u))
    z, r, k = var("z7"), var("r7"), var("kz")

    def sums(upto: Term) -> list[Term]:
        return [total(_s3, r, upto), total(z, r, upto)]

    def size(upto: Term) -> Term:
        return S.abs(sums(upto)[0] - sums(upto)[1])

    nothing = intros("z7 . r7 .", both_sums("empty", sums(ZERO), _abs(size(ZERO))))
    base = intro("", node("some", node("both", auto("1 > 0"), nothing), **{"is": "1"}))
    last, least, old, new = u + 1, var("g7"), var("e7"), var("f7")
    one, other = tok(_s3, last), tok(z, last)
    gap = S.abs(coordinate(one, k) - coordinate(other, k))
    tokens = intros("kz .", fact(after(ZERO, z, _s3, least), [last, k], _abs(gap), auto("u + 1")))
    leaf = both_sums("unfold", sums(last), _abs(size(last)))
    leaf = fact(_phi_near(one, other, share), [r], leaf, given())
    leaf = fact(_phi_at(one, share, new), [other], leaf, tokens)
    before = put(moved(u, old).json[3][2], "z", z)
    leaf = fact(before, [r], leaf, given())
    closer = intros("l7 a7 .", fact(after(ZERO, z, _s3, least), [var("l7"), var("a7")],
                                    auto("smaller"), given()))  # fmt: skip
    inside = intros("z7 . r7 .", fact(moved(u, old), [z], leaf, closer))
    step = node("some", node("both", given(), inside), **{"is": least.json})
    step = _least("g7", old, new, step)
    step = fact(PHI, [share, one], named("f7", step), given())
    step = intro("", fact(claim, [], named("e7", step), auto("u <= n")))
    end = fact(
        every("u7", "int", implies(u >= 0, claim)),
        [n],
        fact(put(claim, "u7", n), [], named("gc3", then), given()),
        auto("n >= 0"),
    )
    proof = induct("u7", "0", claim, base, step, end)
    value = bound / n
    positive = [(1 / n > 0, auto("1/n > 0")), (value > 0, auto("> 0"))]
    found = lemmas(positive, node("both", auto("> 0"), auto("n h")))
    return define(
        (1 / n).json,
        auto("n > 0"),
        chosen("h7", conj(share > 0, (n * share).equals(bound)), value, found, proof),
    )


def _start() -> Node:
    """At each sequence some gap will do."""
    size, other, gap = var("gb3"), var("gc3"), var("gd3")
    r, k = var("rz"), var("kz")
    token, mine = tok(_z3, _ix), tok(_s3, _ix)
    share = var("h7")

    def moved(z: Term) -> Json:
        gaps = S.abs(total(_s3, _r) - total(z, _r)) <= n * share
        return every("r", "int", implies(conj(_r >= 1, _r <= p), gaps))

    tokens = intros(
        "kz .",
        fact(
            after(ZERO, _z3, _s3, gap),
            [_ix, k],
            _abs(S.abs(coordinate(mine, k) - coordinate(token, k))),
            given(),
        ),
    )

    def vectors(vector: Term) -> Node:
        """The vector is within gb3 of Sigma at s."""
        leaf = _abs(S.abs(entry(Sigma(_s3), r) - entry(vector, r)))
        if vector is _w3:
            leaf = fact(CLOSE.near(_z3, _w3, gap), [r], leaf, given())
        leaf = fact(SUMS, [_s3, r], fact(SUMS, [_z3, r], leaf, given()), given())
        return intros("rz .", fact(moved(_z3), [r], leaf, given()))

    at = _psi_at(mine, Sigma(_s3), HALF, size)
    near = [_psi_near(mine, Sigma(_s3), token, w, HALF) for w in (_w3, Sigma(_z3))]
    leaf = _abs(VALUES.size(_z3, _w3, [_ix, _mx]))
    for formula in near:
        leaf = fact(formula, [_mx], leaf, given())
    leaf = fact(at, [token, Sigma(_z3)], leaf, node("both", tokens, vectors(Sigma(_z3))))
    leaf = fact(at, [token, _w3], leaf, node("both", tokens, vectors(_w3)))
    i = var("i")
    known = every(
        "i", "int", implies(conj(i >= 1, i <= n), _psi_at(tok(_s3, i), Sigma(_s3), HALF, size))
    )
    leaf = fact(known, [_ix], leaf, given())
    closer = intros("l7 a7 .", fact(after(ZERO, _z3, _s3, gap), [var("l7"), var("a7")],
                                    auto("smaller"), given()))  # fmt: skip
    all_moved = every("z", "real", implies(after(ZERO, _z, _s3, other), moved(_z)))
    inside = pair(fact(all_moved, [_z3], intros("ix mx .", leaf), closer))
    shown = node("some", node("both", given(), inside), **{"is": gap.json})
    half = size / 2
    shown = _least("gd3", other, half, shown)
    return intro("s3", _all_tokens(have(half > 0, auto("> 0"), _sums_near(shown))))


def script() -> Node:
    done = pair(free(CLOSE, VALUES, _ga, given()))
    done = node("some", node("both", given(), done), **{"is": _ga.json})
    return intros("om3 .", everywhere(CLOSE, VALUES, _equal(), _start(), done))
