"""Explicit feed-forward layers in place of Hornik et al.: what their error is made of.

The networks of :mod:`constructions.transformer` have phi and psi as one hidden layer each, with
chords of powers of linear forms.  Here is what their bound rests on, for all numbers: the error of
a chord, the curvature of powers, the sum with what the head adds to it, and all of it together.
"""

from __future__ import annotations

from fractions import Fraction

from constructions.terms import Term, app, conj, every, implies, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.language.elaboration import written
from proofs.library.vectors import S, sigma
from proofs.sumformer import powers_data
from proofs.sumformer.paper import source
from proofs.trees.script import Json, statement

ZERO = S.const(0)
a, b, t, B = var("a"), var("b"), var("t"), var("B")


def near(size: Term, bound: Term) -> Json:
    return conj(size <= bound, -size <= bound)


# --- a chord -------------------------------------------------------------------------------------


def q(at: Term) -> Term:
    return app("q", at)


def m(at: Term) -> Term:
    return app("m", at)


_s, _u = var("s"), var("u")
CURVED = every(
    "s",
    "real",
    every(
        "u",
        "real",
        implies(
            conj(a <= _s, _s <= b, a <= _u, _u <= b),
            near(q(_u) - q(_s) - m(_s) * (_u - _s), B * (_u - _s) * (_u - _s)),
        ),
    ),
)
_SLOPE = (q(b) - q(a)) / (b - a)
_GAP = q(a) + _SLOPE * (t - a) - q(t)
CHORD = statement(
    {"a": "real", "b": "real", "t": "real", "B": "real"},
    [a < b, a <= t, t <= b, CURVED],
    near(_GAP, B * (b - a) * (b - a) / 4),
    {"q": 1, "m": 1},
)


#: (b - a) gap = (b - t)(q(a) - q(t)) + (t - a)(q(b) - q(t)), where the slope of q drops out
CHORD_PROOF = written(
    CHORD,
    """
let slope = (q(b) - q(a))/(b - a)
let gap = q(a) + slope*(t - a) - q(t)
let top = B*(t - a)*(b - t)
use curved(a, b), curved(t, a), curved(t, b)
have B >= 0
have top <= B*(b - a)*(b - a)/4
have chord: slope*(b - a) = q(b) - q(a)
let left = q(a) - q(t) - m(t)*(a - t)
let right = q(b) - q(t) - m(t)*(b - t)
have (b - t)*|left| <= (b - t)*(B*(a - t)*(a - t))
have (t - a)*|right| <= (t - a)*(B*(b - t)*(b - t))
have gap*(b - a) = (b - t)*left + (t - a)*right by chord
have gap*(b - a) <= top*(b - a)
have -gap*(b - a) <= top*(b - a)
""",
    {"curved": CURVED},
)


# --- powers --------------------------------------------------------------------------------------

k, j, T, s, u = var("k"), var("j"), var("T"), var("s"), var("u")


def P(exponent: Term | int, base: Term) -> Term:
    """base^exponent, an uninterpreted function with its recursion."""
    return app("P", exponent, base)


_x, _i = var("x"), var("i")
START = every("x", "real", P(0, _x).equals(1))
NEXT = every("i", "int", every("x", "real", implies(_i >= 0, P(_i + 1, _x).equals(_x * P(_i, _x)))))


def _curved(at: Term) -> Json:
    """The power at + 2 in terms of its tangent."""
    size = P(at + 2, u) - P(at + 2, s) - (at + 2) * P(at + 1, s) * (u - s)
    return near(size, (at + 2) * (at + 1) / 2 * P(at, T) * (u - s) * (u - s))


POWERS = statement(
    {"k": "int", "T": "real", "s": "real", "u": "real"},
    [k >= 0, START, NEXT, -T <= s, s <= T, -T <= u, u <= T],
    _curved(k),
    {"P": 2},
)


#: E_(k+1) = u E_k + k s^(k-1) (u - s)^2, and |s^k| <= T^k beside it
POWERS_PROOF = written(
    POWERS,
    """
let error(j) = P(j + 2, u) - P(j + 2, s) - (j + 2)*P(j + 1, s)*(u - s)
let bound(j) = (j + 2)*(j + 1)/2*P(j, T)*(u - s)^2
have |u| <= T
have |s| <= T
have all: for all j: int, 0 <= j => P(j, T) >= 0 and |P(j + 1, s)| <= P(j + 1, T) and
    |error(j)| <= bound(j) by induction on j:
  base:
    use start(u), start(s), start(T), next(0, u), next(0, s), next(0, T), next(1, u), next(1, s)
  step:
    use next(j, T), next(j + 1, T), next(j + 1, s), next(j + 2, u), next(j + 2, s)
    have error(j + 1) = u*error(j) + (j + 2)*P(j + 1, s)*(u - s)^2
    have |u*error(j)| <= T*bound(j)
      by product_mono(|u|, T, |error(j)|, bound(j)), abs_product(u, error(j))
    let w = (j + 2)*(u - s)^2
    have (u - s)^2 >= 0
    have w >= 0 by (u - s)^2 >= 0, j >= 0
    have |P(j + 1, s)|*w <= P(j + 1, T)*w
    have |P(j + 2, s)| <= P(j + 2, T) by product_mono(|s|, T, |P(j + 1, s)|, P(j + 1, T)),
      abs_product(s, P(j + 1, s)), next(j + 1, s), next(j + 1, T)
    have |error(j + 1)| <= T*bound(j) + P(j + 1, T)*w
""",
    {"start": START, "next": NEXT},
)


# --- sums ----------------------------------------------------------------------------------------

n, i, rho, e, eta = var("n"), var("i"), var("rho"), var("e"), var("eta")


def A(at: Term) -> Term:
    """phi_r(x_j)."""
    return app("A", at)


def C(at: Term) -> Term:
    """What the layers make of phi_r(x_j)."""
    return app("C", at)


_j = var("j")
SMALL = every("j", "int", implies(conj(_j >= 1, _j <= n), near(A(_j), S.const(1))))
CLOSE = every("j", "int", implies(conj(_j >= 1, _j <= n), near(C(_j) - A(_j), e)))
_ALL_C, _ALL_A = sigma(n, C), sigma(n, A)
SUMS = statement(
    {"n": "int", "i": "int", "rho": "real", "e": "real", "eta": "real"},
    [i >= 1, i <= n, SMALL, CLOSE, near(rho - 1, eta)],
    near(
        rho * _ALL_C - C(i) - (_ALL_A - A(i)),
        (n - 1) * e + eta * n * (1 + e),
    ),
    {"A": 1, "C": 1},
)


SUMS_PROOF = written(
    SUMS,
    """
let c = sum(j = 1..n, C(j))
have each: for all k in 1..n, |C(k) - A(k)| <= e
have size: for all k in 1..n, |C(k) - 0| <= 1 + e
have |c - sum(j = 1..n, 0)| <= (n - 1 + 1)*(1 + e) by sum_near(C, k -> 0, 1, n, 1 + e), size
have |c| <= n*(1 + e) by |c - sum(j = 1..n, 0)| <= (n - 1 + 1)*(1 + e), sum_zero(k -> 0, 1, n)
have |rho - 1| <= eta
have |(rho - 1)*c| <= eta*(n*(1 + e))
  by product_mono(|rho - 1|, eta, |c|, n*(1 + e)), abs_product(rho - 1, c)
have |sum(j = 1..i - 1, C(j)) - sum(j = 1..i - 1, A(j))| <= (i - 1 - 1 + 1)*e
  by sum_near(C, A, 1, i - 1, e), each
have |sum(j = i + 1..n, C(j)) - sum(j = i + 1..n, A(j))| <= (n - (i + 1) + 1)*e
  by sum_near(C, A, i + 1, n, e), each
use sum_split(C, 1, i - 1, n), sum_first(C, i, n)
use sum_split(A, 1, i - 1, n), sum_first(A, i, n)
""",
)


# --- all of it -----------------------------------------------------------------------------------

p, f, delta = var("p"), var("f"), var("delta")
y, z = var("y"), var("z")  # psi~(p~) and P(p~); P(p) = f


def G(at: Term) -> Term:
    return app("G", at)


def s_(at: Term) -> Term:
    return app("s", at)


def apart(at: Term) -> Term:
    """p~_r - p_r."""
    return app("v", at)


_r = var("r")
STEEP = every("r", "int", implies(conj(_r >= 1, _r <= p), G(_r) >= 0))
MOVED = every("r", "int", implies(conj(_r >= 1, _r <= p), S.abs(apart(_r)) <= s_(_r)))
_LIPSCHITZ = sigma(p, lambda at: G(at) * S.abs(apart(at)), "r")
_CARRIED = sigma(p, lambda at: G(at) * s_(at), "r")
WHOLE = statement(
    {"p": "int", "f": "real", "y": "real", "z": "real", "delta": "real"},
    [STEEP, MOVED, S.abs(y - z) <= delta, S.abs(z - f) <= _LIPSCHITZ],
    S.abs(f - y) <= delta + _CARRIED,
    {"G": 1, "s": 1, "v": 1},
)


WHOLE_PROOF = written(
    WHOLE,
    """
let moved(r) = G(r)*|v(r)|
have |z - f| <= sum(r = 1..p, G(r)*s(r)):
  cases p >= 0:
    have sum(r = 1..p, moved(r)) <= sum(r = 1..p, G(r)*s(r))
      by sum_mono(r -> moved(r), r -> G(r)*s(r), 1, p)
""",
)


# --- the claim -----------------------------------------------------------------------------------

NAME = "sumformer.thm4_3.layers"


def _readings() -> tuple[Reading, ...]:
    found = [
        Reading("knots $a < b$", ("given", 0)),
        Reading("a point $t$ between them", ("given", 1)),
        Reading("$t <= b$", ("given", 2)),
        Reading(
            "a function $q$ within $B (u - s)^2$ of the lines $q(s) + m(s) (u - s)$",
            ("given", 3),
            "for all $s, u in [a, b]$; both signs, in place of an absolute value",
        ),
        Reading("the chord is within $B (b - a)^2 \\/ 4$ of $q(t)$", ("show",)),
    ]
    powers = f"{NAME}.powers"
    found += [
        Reading("a power $k + 2 >= 2$", ("given", 0), obligation=powers),
        Reading("$t^0 = 1$", ("given", 1), "$P(k, t) = t^k$", powers),
        Reading("$t^(k + 1) = t t^k$", ("given", 2), obligation=powers),
        Reading("$s, u in [-T, T]$", ("given", 3), obligation=powers),
        *(
            Reading(text, ("given", number), obligation=powers)
            for number, text in ((4, "$s <= T$"), (5, "$-T <= u$"), (6, "$u <= T$"))
        ),
        Reading(
            "$q(t) = t^(k + 2)$ with $m(s) = (k + 2) s^(k + 1)$ and $B = (k + 2)(k + 1) \\/ 2 T^k$",
            ("show",),
            obligation=powers,
        ),
    ]
    sums = f"{NAME}.sums"
    found += [
        Reading("a token $i$ of $n$", ("given", 0), obligation=sums),
        Reading("$i <= n$", ("given", 1), obligation=sums),
        Reading("$abs(phi_r (x_j)) <= 1$", ("given", 2), "called $A(j)$", sums),
        Reading(
            "the layers are within $e$ of it", ("given", 3), "their value is called $C(j)$", sums
        ),
        Reading("the head gives $rho$ times the sum", ("given", 4), "$abs(rho - 1) <= eta$", sums),
        Reading(
            "$Sigma_r - phi_r (x_i)$ is off by at most $(n - 1) e + eta n (1 + e)$",
            ("show",),
            obligation=sums,
        ),
    ]
    whole = f"{NAME}.whole"
    return (
        *found,
        Reading("$G_r >= 0$", ("given", 0), obligation=whole),
        Reading("$abs(tilde(p)_r - p_r) <= s_r$", ("given", 1), "the difference is $v(r)$", whole),
        Reading(
            "$abs(tilde(psi)(tilde(p)) - psi(tilde(p))) <= delta$",
            ("given", 2),
            "called $y$ and $z$",
            whole,
        ),
        Reading(
            "$psi$ has slopes at most $G_r$",
            ("given", 3),
            "at these two points; $psi(p) = f$",
            whole,
        ),
        Reading("$abs(f - T) <= delta + sum_r G_r s_r$", ("show",), obligation=whole),
    )


def _control(
    name: str, says: str, kind: str, altered: Json, at: dict[str, int | Fraction], part: int = 0
) -> Control:
    """q(t) = t^2 and B = 1 against an altered statement."""
    functions: dict[str, tuple[tuple[str, ...], Json]] = {
        "q": (("u",), ["*", "u", "u"]),
        "m": (("u",), ["*", "2", "u"]),
    }
    witness = Witness({"a": 0, "b": 1, "B": 1, **at}, functions)
    attempt = Attempt(f"{NAME}.control.{name}", says, altered, witness, part=part)
    return Control(attempt, kind)


def _controls() -> tuple[Control, ...]:
    without = [
        {**CHORD, "given": [g for place, g in enumerate(CHORD["given"]) if place != number]}
        for number in (1, 2)
    ]
    sharper = {**CHORD, "show": near(_GAP, B * (b - a) * (b - a) / 5)}
    dropped = "hypothesis dropped"
    half = Fraction(1, 2)
    return (
        _control(
            "constant", "$t^2$ on $[0, 1]$ is off by $1 \\/ 4$", "constant tightened", sharper,
            {"t": half},
        ),
        _control("left", "at $t = -1$ the chord is 2 off", dropped, without[0], {"t": -1}, 1),
        _control("right", "at $t = 2$ the chord is 2 off", dropped, without[1], {"t": 2}, 1),
    )  # fmt: skip


CLAIM = Claim(
    id=NAME,
    kind="proof-step",
    title="What feed-forward layers with explicit weights are off by",
    source=source("Proofs of Theorems 4.3-4.5, Appendix B", "39, 41, 47"),
    statement="A chord on $[a, b]$ of a function $q$ with $abs(q(u) - q(s) - m(s) (u - s)) <= "
    "B (u - s)^2$ is within $B (b - a)^2 \\/ 4$ of $q$; $t^k$ on $[-T, T]$ is such a function "
    "with $B = k (k - 1) \\/ 2 T^(k - 2)$. If $phi_r$ is computed up to $e$, and the head gives "
    "the sum up to a factor within $eta$ of 1, then $Sigma_r - phi_r (x_i)$ is off by at most $s_r "
    "= (n - 1) e + eta n (1 + e)$. If $psi$ has slopes $G_r$ and is computed up to $delta$, the "
    "whole is off by at most $delta + sum_r G_r s_r$.",
    readings=_readings(),
    obligations=(
        Obligation(f"{NAME}.chord", "for all functions, knots and points", CHORD, CHORD_PROOF),
        Obligation(f"{NAME}.powers", "for all powers, by induction", POWERS, POWERS_PROOF),
        Obligation(f"{NAME}.sums", "for every $n$, all numbers in $[-1, 1]$", SUMS, SUMS_PROOF),
        Obligation(f"{NAME}.whole", "for every $d'$", WHOLE, WHOLE_PROOF),
    ),
    satisfiable=(
        Attempt(
            f"{NAME}.satisfiable",
            "$q(t) = t^2$ on $[0, 1]$ at $t = 1 \\/ 2$: $B = 1$, and the chord is $1 \\/ 4$ off",
            CHORD,
            Witness(
                {"a": 0, "b": 1, "t": Fraction(1, 2), "B": 1},
                {"q": (("u",), ["*", "u", "u"]), "m": (("u",), ["*", "2", "u"])},
            ),
        ),
        Attempt(
            f"{NAME}.powers.satisfiable",
            "$k = 0$, $T = 1$, $s = 0$, $u = 1$, $P(k, t) = t^k$",
            POWERS,
            Witness(
                {"k": 0, "T": 1, "s": 0, "u": 1},
                {"P": (("k", "t"), powers_data.power(var("t"), var("k")).json)},
            ),
            {1: powers_data.FIRST_POWER, 2: powers_data.POWER_AFTER},
        ),
    ),
    controls=_controls(),
    notes=(
        "What the paper cites Hornik et al. (1989) for is built in `verify construct` with "
        "`--set eps=...`: for a polynomial one hidden layer for $phi$ and one for $psi$, with "
        "rational weights; other functions may take more layers (`constructions/layered.py`).",
        "A polynomial is written as powers of linear forms first (polarisation), an identity that "
        "adds no error; the powers' errors add up.",
    ),
    not_claimed=(
        "that a network of fewer units does not exist",
        "anything about floating point: `constructions/rounding.py`",
    ),
)
