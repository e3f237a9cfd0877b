"""The moments of f_sigma, and why their series converges for every argument: statement, script."""

from __future__ import annotations

from constructions.terms import Json, Term, app, conj, every, exists, implies, var
from proofs.language.elaboration import written
from proofs.library.vectors import ONE, ZERO, S, every_real, fact, shown_by
from proofs.trees.script import (
    Node,
    auto,
    define,
    have,
    induct,
    intro,
    lemmas,
    node,
    statement,
)
from proofs.weierstrass.exponentials import axiom
from proofs.weierstrass.series import N0, R, bounded, m, n, partial, terms_fall

C = var("C")
FUNCTIONS = {"M": 1, "T": 1}


def M(at: Term) -> Term:
    """int_0^oo u^(k - 1/2) exp(-u^2/2) du."""
    return app("M", at)


def T(at: Term) -> Term:
    """R^k/k!."""
    return app("T", at)


def Q(at: Term) -> Term:
    return M(at) * T(at)


def _from_0(formula: Json) -> Json:
    return every("n", "int", implies(n >= 0, formula))


MOMENTS = _from_0(M(n + 2).equals((n + S.const(1) / 2) * M(n)))
POWERS = _from_0(((n + 1) * T(n + 1)).equals(R * T(n)))
GIVEN = [M(ZERO) >= 0, M(ONE) >= 0, MOMENTS, R >= 0, T(ZERO).equals(1), POWERS]
_LATE = every("n", "int", implies(n >= N0, partial(Q, 0, n) <= C))
SUMS = exists("C", "real", exists("N0", "int", conj(N0 >= 0, _LATE)))
MAIN = statement({"R": "real"}, GIVEN, SUMS, FUNCTIONS)

a, b, u = var("a"), var("b"), var("u")
#: Re (a + ib - u)^2 = (a - u)^2 - b^2, so the modulus of the Gaussian is exp of minus half of it
MODULUS = statement(
    {"a": "real", "b": "real", "u": "real"},
    [],
    S.exp(-((a - u) ** 2 - b**2) / 2).equals(S.exp(b**2 / 2) * S.exp(-((a - u) ** 2) / 2)),
)
MODULUS_PROOF = written(MODULUS, "use exp_sum(b^2/2, -((a - u)^2)/2)")
#: (u - z)^2 = u^2 - 2 u z + z^2: the Gaussian is exp(-z^2/2) exp(-u^2/2) exp(u z)
z = var("z")
SPLIT = statement(
    {"u": "real", "z": "real"},
    [],
    S.exp(-((u - z) ** 2) / 2).equals(S.exp(-(z**2) / 2) * S.exp(-(u**2) / 2) * S.exp(u * z)),
)
SPLIT_PROOF = written(SPLIT, "use exp_sum(-(z^2)/2 - u^2/2, u*z), exp_sum(-(z^2)/2, -(u^2)/2)")


# --- why the printed reason is not enough --------------------------------------------------------

c, A = var("c"), "A"
_x, _y = var("x"), var("y")


def modulus_of(at: Term, beside: Term) -> Term:
    """|K(x + iy)| for a kernel K, which is a function of a complex argument."""
    return app(A, at, beside)


def cubic(at: Term, beside: Term) -> Term:
    """``|K(x + iy)|`` for ``K(w) = exp(-w^2/2 + i c w^3)``: exp of the real part."""
    return S.exp(-(at**2 - beside**2) / 2 - c * (3 * at**2 * beside - beside**3))


KERNEL = every_real(("x", "y"), modulus_of(_x, _y).equals(cubic(_x, _y)))
ON_THE_LINE = every("x", "real", modulus_of(_x, S.const(0)) <= S.exp(-(_x**2) / 2))
#: what an integral over u >= 1 of u^(-1/2) A(u - a, -b) that is finite has at least
_SMALL = exists("u", "real", conj(u >= 1, modulus_of(u - a, -b) < S.sqrt(u)))
REASON = statement({"c": "real"}, [KERNEL, ON_THE_LINE], every_real(("a", "b"), _SMALL), {A: 2})


def not_small_script() -> Node:
    """At c = 1, a = 0, b = 1: the modulus is exp(5/2 u^2 - 1/2) >= 1/2 + 5/2 u^2 >= sqrt(u)."""
    at = var("u0")
    value = S.exp(-(at**2 - 1) / 2 + 3 * at**2 - 1)
    exponent = -(at**2 - 1) / 2 + 3 * at**2 - 1
    root = S.sqrt(at)
    facts = [
        (value >= 1 + exponent, axiom("exp-line", [exponent], auto("exp(t) >= 1 + t"))),
        ((at - 1) * at >= 0, auto("u^2 >= u")),
        (root <= at, _root_below(root, at)),
        (value >= root, auto("large")),
    ]
    body = define(root.json, auto("u >= 0"), lemmas(facts, auto("large")))
    return shown_by(S.const(0), shown_by(ONE, intro("u0", intro("", body))))


def _root_below(root: Term, at: Term) -> Node:
    """sqrt(u) <= u for u >= 1."""
    above = have((root - at) * (root + at) > 0, auto("product"), auto("then u > u^2"))
    return node("split", auto("shown"), above, on=(at - root).json)


def known_terms(then: Node) -> Node:
    """M, T >= 0 and (k + 2) Q(k + 2) <= R^2 Q(k); then go on."""
    p = var("p0")
    signs = conj(M(m) >= 0, M(m + 1) >= 0, T(m) >= 0)
    moved = [
        (T(m + 1) >= 0, have(R * T(m) >= 0, auto(), _over())),
        (((m + S.const(1) / 2) * M(m)) >= 0, auto("product")),
    ]
    later = fact(MOMENTS, [m], fact(POWERS, [m], lemmas(moved, auto("signs")), auto()), auto())
    whole = every("m", "int", implies(m >= 0, signs))
    step = lemmas(
        [
            (M(p) * T(p) >= 0, auto("Q >= 0")),
            (T(p + 1) >= 0, auto("T >= 0")),
            (R * T(p + 1) >= 0, auto("R T >= 0")),
            (M(p) * (R * T(p + 1)) >= 0, auto("M R T >= 0")),
            (((p + 2) * T(p + 2)).equals(R * T(p + 1)), auto("T(k + 2)")),
            (
                ((p + 2) * Q(p + 2)).equals((p + S.const(1) / 2) * (M(p) * (R * T(p + 1)))),
                auto("Q(k + 2)"),
            ),
            (((p + 1) * (M(p) * (R * T(p + 1)))).equals(R**2 * Q(p)), auto("Q(k)")),
        ],
        auto("falls"),
    )
    used = fact(
        MOMENTS, [p], fact(POWERS, [p], fact(POWERS, [p + 1], step, auto()), auto()), auto()
    )
    both = fact(whole, [p], fact(whole, [p + 1], used, auto("k >= 0")), auto("k >= 0"))
    shown = intro("p0", intro("", both))
    return induct("m", "0", signs, _first(), later, have(terms_fall(Q), shown, then))


def _first() -> Node:
    return auto("at 0")


def _over() -> Node:
    """(m + 1) T >= 0 gives T >= 0."""
    return node("split", auto("shown"), auto("(m + 1) T < 0"), on=T(m + 1).json)


def main_script() -> Node:
    start = S.floor(4 * R**2) + 1
    limit = partial(Q, 0, start + 1) + (Q(start + 1) + Q(start)) / 3
    q = var("q0")

    def ending(whole: Json) -> Node:
        signs = lemmas(
            [
                (Q(q) >= 0, fact(terms_fall(Q), [q], auto("Q >= 0"), auto("k >= 0"))),
                (Q(q - 1) >= 0, fact(terms_fall(Q), [q - 1], auto("Q >= 0"), auto("k >= 0"))),
            ],
            auto("below the bound"),
        )
        used = intro("q0", intro("", fact(whole, [q], signs, auto("n > start"))))
        positive = node("both", auto("N0 >= 0"), used)
        return shown_by(limit, shown_by(start + 1, positive))

    return known_terms(have(start >= 0, auto("4 R^2 >= 0"), bounded(Q, 0, start, ending)))
