"""Explicit feed-forward layers in place of Hornik et al.: what their error is made of.

The networks of :mod:`constructions.transformer` have phi and psi as one hidden layer each, with
chords of powers of linear forms.  Here is what their bound rests on, for all numbers: the error of
a chord, the curvature of powers, the sum with what the head adds to it, and all of it together.
"""

from __future__ import annotations

from fractions import Fraction

from constructions.terms import Term, app, conj, every, implies, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.library.vectors import S, both_sums, fact, put, sigma
from proofs.sumformer import powers_data
from proofs.sumformer.paper import source
from proofs.trees.leaves import using
from proofs.trees.script import (
    Json,
    Node,
    auto,
    define,
    have,
    induct,
    intro,
    lemmas,
    node,
    same,
    split,
    statement,
)

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


def chord_script() -> Node:
    """(b - a) gap = (b - t)(q(a) - q(t)) + (t - a)(q(b) - q(t)), where the slope of q drops out."""
    parts = B * (t - a) * (b - t)
    left = near(q(a) - q(t) - m(t) * (a - t), B * (a - t) * (a - t))
    right = near(q(b) - q(t) - m(t) * (b - t), B * (b - t) * (b - t))
    slope = (_SLOPE * (b - a)).equals(q(b) - q(a))
    peak = parts <= B * (b - a) * (b - a) / 4
    square = (a + b - 2 * t) * (a + b - 2 * t) * B >= 0

    def side(sign: int) -> Node:
        gap = sign * _GAP
        product = gap * (b - a)
        scaled = product <= parts * (b - a)
        return lemmas(
            [
                (
                    product.equals(sign * ((b - t) * (q(a) - q(t)) + (t - a) * (q(b) - q(t)))),
                    using(slope, label="the slope"),
                ),
                (
                    (b - t) * (sign * (q(a) - q(t) - m(t) * (a - t)))
                    <= (b - t) * (B * (a - t) * (a - t)),
                    using(t <= b, left, label="left"),
                ),
                (
                    (t - a) * (sign * (q(b) - q(t) - m(t) * (b - t)))
                    <= (t - a) * (B * (b - t) * (b - t)),
                    using(a <= t, right, label="right"),
                ),
                (scaled, using(recent=3, label="both")),
                (gap <= parts, using(scaled, a < b, label="divided")),
            ],
            using(gap <= parts, peak, label="peak"),
        )

    whole = near(q(b) - q(a) - m(a) * (b - a), B * (b - a) * (b - a))
    steps = lemmas(
        [
            (slope, auto("slope")),
            (B >= 0, using(whole, a < b, label="B >= 0")),
            (square, using(B >= 0, label="a square")),
            (peak, using(square, label="(t - a)(b - t)")),
        ],
        node("both", side(1), side(-1)),
    )
    for one, other in ((a, b), (t, b), (t, a)):
        steps = fact(CURVED, [one, other], steps, auto("in range"))
    return define(_SLOPE.json, auto("a < b"), steps)


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


def _unrolled(at: Term, bases: list[Term], then: Node) -> Node:
    for base in bases:
        then = fact(NEXT, [at, base], then, auto("j >= 0"))
    return then


def powers_script() -> Node:
    """E_(k+1) = u E_k + k s^(k-1) (u - s)^2, and |s^k| <= T^k beside it."""
    small = near(P(j + 1, s), P(j + 1, T))
    claim = conj(_curved(j), small, P(j, T) >= 0)
    base_steps: Node = auto("squares")
    for number in (1, 0):
        base_steps = _unrolled(S.const(number), [u, s, T], base_steps)
    for value in (u, s, T):
        base_steps = fact(START, [value], base_steps)
    D = (u - s) * (u - s)
    E = P(j + 2, u) - P(j + 2, s) - (j + 2) * P(j + 1, s) * (u - s)
    bound = (j + 2) * (j + 1) / 2 * P(j, T) * D
    new = P(j + 3, u) - P(j + 3, s) - (j + 3) * P(j + 2, s) * (u - s)
    step = auto("step")
    step = lemmas(
        [
            (T >= 0, using(-T <= s, s <= T)),
            (D >= 0, auto("square")),
            (bound >= 0, auto("bound")),
            (new.equals(u * E + (j + 2) * P(j + 1, s) * D), auto("recursion")),
            (near(u * E, T * bound), auto("u E")),
            (near((j + 2) * P(j + 1, s) * D, (j + 2) * P(j + 1, T) * D), auto("second")),
        ],
        step,
    )
    for at in (j + 2, j + 1, j):
        step = _unrolled(at, [u, s, T], step)
    end = fact(every("j", "int", implies(j >= 0, claim)), [k], auto("this power"), auto("k >= 0"))
    return induct("j", "0", claim, base_steps, step, end)


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


def sums_script() -> Node:
    """Up to m: |sum C| <= m (1 + e); sum (C - A) without token i is at most (number) e."""
    at = var("m")
    C_, A_ = sigma(at, C), sigma(at, A)
    size = near(C_, at * (1 + e))
    before = implies(at < i, near(C_ - A_, at * e))
    after = implies(i <= at, near(C_ - A_ - (C(i) - A(i)), (at - 1) * e))
    claim = implies(at <= n, conj(size, before, after))
    empty = [sigma(ZERO, C), sigma(ZERO, A)]
    base = intro(
        "",
        both_sums(
            "empty",
            empty,
            node("both", auto("0"), intro("", auto("0")), intro("", auto("i >= 1"))),
        ),
    )
    new = [sigma(at + 1, C), sigma(at + 1, A)]
    new_small, new_close = near(A(at + 1), S.const(1)), near(C(at + 1) - A(at + 1), e)
    here = same(C(at + 1), C(i), same(A(at + 1), A(i), auto("token i")))
    unfolded = [new[0].equals(C_ + C(at + 1)), new[1].equals(A_ + A(at + 1))]
    so_far = near(C_ - A_, at * e)
    rest_so_far = near(C_ - A_ - (C(i) - A(i)), (at - 1) * e)
    still = fact(before, [], using(new_close, so_far, *unfolded, label="m < i"), auto("m < i"))
    later = fact(
        after, [], using(new_close, rest_so_far, *unfolded, label="i <= m"), auto("i <= m")
    )
    first = fact(before, [], here, auto("m < i"))
    parts = node(
        "both",
        using(size, new_small, new_close, *unfolded, label="size"),
        intro("", still),
        intro("", split((i - at - 1).json, first, later)),
    )
    step = intro(
        "",
        fact(
            claim,
            [],
            fact(
                SMALL,
                [at + 1],
                fact(CLOSE, [at + 1], both_sums("unfold", new, parts), auto("index")),
                auto("index"),
            ),
            auto("m <= n"),
        ),
    )
    whole = every("m", "int", implies(at >= 0, claim))
    last = put(after, "m", n)
    size_n = put(size, "m", n)
    rest = put(rest_so_far, "m", n)
    scaled = near((rho - 1) * _ALL_C, eta * (n * (1 + e)))
    steps = lemmas(
        [
            (e >= 0, auto("e >= 0")),
            (eta >= 0, auto("eta >= 0")),
            (n >= 1, auto("n >= 1")),
            (scaled, using(near(rho - 1, eta), size_n, e >= 0, eta >= 0, n >= 1, label="scaled")),
        ],
        using(scaled, rest, label="together"),
    )
    used = fact(last, [], fact(CLOSE, [i], steps, auto("token i")), auto("i <= n"))
    end = fact(whole, [n], fact(put(claim, "m", n), [], used, auto("n <= n")), auto("n >= 0"))
    return induct("m", "0", claim, base, step, end)


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


def whole_script() -> Node:
    at = var("m")

    def sums(high: Term) -> list[Term]:
        return [
            sigma(high, lambda o: G(o) * S.abs(apart(o)), "r"),
            sigma(high, lambda o: G(o) * s_(o), "r"),
        ]

    one, other = sums(at)
    claim = implies(at <= p, one <= other)
    base = intro("", both_sums("empty", sums(ZERO), auto("empty")))
    more = have(
        G(at + 1) * S.abs(apart(at + 1)) <= G(at + 1) * s_(at + 1),
        auto("one summand"),
        auto("more"),
    )
    unfolded_ = both_sums("unfold", sums(at + 1), more)
    step = intro(
        "",
        fact(
            claim,
            [],
            fact(STEEP, [at + 1], fact(MOVED, [at + 1], unfolded_, auto("index")), auto("index")),
            auto("m <= p"),
        ),
    )
    whole = every("m", "int", implies(at >= 0, claim))
    final = auto("triangle")
    end = fact(whole, [p], fact(put(claim, "m", p), [], final, auto("p <= p")), auto("p >= 0"))
    none = both_sums("empty", sums(p), final)
    return split(p.json, induct("m", "0", claim, base, step, end), none)


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


def _square_is_curved() -> Node:
    return intro("s", intro("u", intro("", auto("(u - s)^2"))))


def _more_powers() -> Node:
    """t^(k + 1) = t t^k."""
    more = powers_data.more_of(var("t0"), var("e0"))
    return intro("e0", intro("t0", intro("", more)))


def _control(
    name: str, says: str, kind: str, altered: Json, at: dict[str, int | Fraction], part: int = 0
) -> Control:
    """q(t) = t^2 and B = 1 against an altered statement."""
    curved = altered["given"].index(CURVED.json)
    functions: dict[str, tuple[tuple[str, ...], Json]] = {
        "q": (("u",), ["*", "u", "u"]),
        "m": (("u",), ["*", "2", "u"]),
    }
    witness = Witness({"a": 0, "b": 1, "B": 1, **at}, functions)
    attempt = Attempt(
        f"{NAME}.control.{name}", says, altered, witness, {curved: _square_is_curved}, part=part
    )
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
        Obligation(f"{NAME}.chord", "for all functions, knots and points", CHORD, chord_script),
        Obligation(f"{NAME}.powers", "for all powers, by induction", POWERS, powers_script),
        Obligation(f"{NAME}.sums", "for every $n$, all numbers in $[-1, 1]$", SUMS, sums_script),
        Obligation(f"{NAME}.whole", "for every $d'$", WHOLE, whole_script),
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
            {3: _square_is_curved},
        ),
        Attempt(
            f"{NAME}.powers.satisfiable",
            "$k = 0$, $T = 1$, $s = 0$, $u = 1$, $P(k, t) = t^k$",
            POWERS,
            Witness(
                {"k": 0, "T": 1, "s": 0, "u": 1},
                {"P": (("k", "t"), powers_data.power(var("t"), var("k")).json)},
            ),
            {1: powers_data.first_power, 2: _more_powers},
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
