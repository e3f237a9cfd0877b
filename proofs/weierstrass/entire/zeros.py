"""weierstrass.entire.zeros: the smoothed scale factor has infinitely many zeros.

``f_sigma(v) = e^(-z^2/2) (2 pi sigma)^(-1/2) p(z)`` with z = v/sigma and
``p(z) = sum_k M_k z^k/k!``, the moments M_k of ``weierstrass.entire``.  From their recursion
p'' - z p' - p/2 = 0.  With finitely many zeros p would be ``P(z) e^(b z + c z^2)`` for a
polynomial P, up to a factor (Hadamard), and its equation would make each coefficient of P zero:
with P = sum a_k z^k, the coefficient of z^k in it is

    (k + 2)(k + 1) a_(k+2) + 2 b (k + 1) a_(k+1) + (k (4 c - 1) + 2 c + b^2 - 1/2) a_k
        + b (4 c - 1) a_(k-1) + (4 c^2 - 2 c) a_(k-2).

Complex numbers are pairs of reals here.
"""

from __future__ import annotations

from fractions import Fraction

from constructions.terms import Json, Term, app, conj, every, implies, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.language.elaboration import written
from proofs.library.vectors import S
from proofs.trees.script import statement
from proofs.weierstrass.entire import zero_instances
from proofs.weierstrass.paper import source

HALF = S.const(1) / 2
n, k = var("n"), var("k")
b = (var("b1"), var("b2"))
c = (var("c1"), var("c2"))
Pair = tuple[Term, Term]


def a(at: Term) -> Pair:
    """The coefficient of z^at in P, its real and its imaginary part."""
    return app("p", at), app("q", at)


def add(*pairs: Pair) -> Pair:
    first, second = pairs[0]
    for x, y in pairs[1:]:
        first, second = first + x, second + y
    return first, second


def times(one: Pair, other: Pair) -> Pair:
    """The product of two complex numbers."""
    return one[0] * other[0] - one[1] * other[1], one[0] * other[1] + one[1] * other[0]


def scaled(factor: Term, pair: Pair) -> Pair:
    return factor * pair[0], factor * pair[1]


_SHIFT: Pair = (4 * c[0] - 1, 4 * c[1])  # 4 c - 1
OUTER: Pair = (4 * (c[0] ** 2 - c[1] ** 2) - 2 * c[0], 8 * c[0] * c[1] - 2 * c[1])
INNER = times(b, _SHIFT)
SQUARE: Pair = (2 * c[0] + b[0] ** 2 - b[1] ** 2, 2 * c[1] + 2 * b[0] * b[1])  # 2 c + b^2


def coefficient(at: Term, last: Term = HALF) -> Pair:
    """Of z^at in p'' - z p' - ``last`` p for p = P e^(b z + c z^2), over the exponential."""
    return add(
        scaled((at + 2) * (at + 1), a(at + 2)),
        scaled(2 * (at + 1), times(b, a(at + 1))),
        times(add(scaled(at, _SHIFT), SQUARE, (-last, S.const(0))), a(at)),
        times(INNER, a(at - 1)),
        times(OUTER, a(at - 2)),
    )


def both_zero(pair: Pair) -> Json:
    return conj(pair[0].equals(0), pair[1].equals(0))


BEYOND = every("k", "int", implies(k > n, both_zero(a(k))))


def equation(last: Term = HALF) -> Json:
    """p'' = z p' + ``last`` p, coefficient by coefficient."""
    return every("k", "int", implies(k >= 0, both_zero(coefficient(k, last))))


EQUATION = equation()
SORTS = {"n": "int", **dict.fromkeys(("b1", "b2", "c1", "c2"), "real")}
FINITE = statement(SORTS, [n >= 0, BEYOND, EQUATION], both_zero(a(n)), {"p": 1, "q": 1})

M, W = (lambda at: app("M", at)), (lambda at: app("w", at))
_SERIES = every("k", "int", implies(k >= 0, ((k + 2) * (k + 1) * W(k + 2)).equals(
    k * W(k) + HALF * W(k))))  # fmt: skip
_FACTORS = every("k", "int", implies(k >= 0, W(k).equals(M(k) * app("V", k))))
_MOMENTS = every("k", "int", implies(k >= 0, M(k + 2).equals((k + HALF) * M(k))))
_FACTORIALS = every("k", "int", implies(k >= 0, ((k + 1) * app("V", k + 1)).equals(app("V", k))))
SOLVES = statement({}, [_MOMENTS, _FACTORIALS, _FACTORS], _SERIES, {"M": 1, "V": 1, "w": 1})

#: from the coefficients of z^(n+2), z^(n+1) and z^n, if a_n = P + i Q were not 0
FINITE_PROOF = written(
    FINITE,
    """
have cancel: for all e, f, x, y: real, 0 < x^2 + y^2 and e*x - f*y = 0 and e*y + f*x = 0 =>
    e = 0 and f = 0:
  have e*(x^2 + y^2) = 0
  have f*(x^2 + y^2) = 0
have fixed: for all u, v: real, 4*(u^2 - v^2) - 2*u = 0 and 8*u*v - 2*v = 0 =>
    v = 0 and (4*u - 1)^2 = 1:
  have (4*u - 1)^2 = 1 + 16*v^2
  have v*(4*u - 1) = 0
  have v^2*(1 + 16*v^2) = 0
  have 0 <= v^2*v^2
  have v^2 <= 0
  have v = 0
have unit: for all e, s: real, e*s = 0 and s^2 = 1 => e = 0:
  have e*s*s = 0
let P = p(n)
let Q = q(n)
let s = 4*c1 - 1
cases some: 0 < P^2 + Q^2:
  use one: beyond(n + 1)
  use two: beyond(n + 2)
  use three: beyond(n + 3)
  use four: beyond(n + 4)
  use high: equation(n + 2)
  use middle: equation(n + 1)
  use low: equation(n)
  have outer: 4*(c1^2 - c2^2) - 2*c1 = 0 and 8*c1*c2 - 2*c2 = 0
    by cancel(4*(c1^2 - c2^2) - 2*c1, 8*c1*c2 - 2*c2, P, Q), some, high, one, two, three, four
  have real: c2 = 0 and s^2 = 1 by fixed(c1, c2), outer
  have inner: b1*s = 0 and b2*s = 0
    by cancel(b1*s, b2*s, P, Q), some, middle, one, two, three, outer, real
  have none: b1 = 0 and b2 = 0 by unit(b1, s), unit(b2, s), inner, real
  have last: (n + 1/2)*s = 0
    by cancel((n + 1/2)*s, 0, P, Q), some, low, one, two, outer, real, none
  have n + 1/2 = 0 by unit(n + 1/2, s), last, real
have P^2 + Q^2 = 0
""",
    {"beyond": BEYOND, "equation": EQUATION},
)
#: (k + 2)(k + 1) M_(k+2)/(k + 2)! = M_(k+2)/k!
SOLVES_PROOF = written(SOLVES, "show by search")

# --- the claim -----------------------------------------------------------------------------------

_ID = "weierstrass.entire.zeros"
_FINITE = Obligation(
    f"{_ID}.finite",
    "for every degree $n$, all complex $b$ and $c$, and every polynomial $P$ with complex "
    "coefficients",
    FINITE,
    FINITE_PROOF,
)
_EQUATION = Obligation(
    f"{_ID}.equation", "the equation, coefficient by coefficient", SOLVES, SOLVES_PROOF
)
_NO_POLYNOMIAL = {"p": (("t",), "0"), "q": (("t",), "0")}


#: P = 1 and e^(z^2/2), which solves p'' = z p' + p
_ONE = {"p": (("t",), ["max", "0", ["-", "1", ["abs", "t"]]]), "q": (("t",), "0")}


#: (k + 2)(k + 1) a_(k+2) + k a_k = 0: beyond the first coefficient all are 0
ONE_SOLVES = """
fix k
have far: max(0, 1 - |k + 2|) = 0
have here: k*max(0, 1 - |k|) = 0:
  cases k >= 1:
    have none: max(0, 1 - |k|) = 0
    show by none
  have first: k = 0
  show by first
show by far, here
"""

CONTROLS = (
    Control(
        Attempt(
            f"{_ID}.control.constant",
            "for $p'' = z p' + p$: $P = 1$, $b = 0$ and $c = 1\\/2$ solve it, $e^(z^2\\/2)$ has no "
            "zeros",
            statement(SORTS, [n >= 0, BEYOND, equation(S.const(1))], both_zero(a(n)),
                      {"p": 1, "q": 1}),
            Witness({"n": 0, "b1": 0, "b2": 0, "c1": Fraction(1, 2), "c2": 0}, _ONE),
            {2: ONE_SOLVES},
        ),
        "hypothesis changed",
    ),
)  # fmt: skip


_NO_SERIES = {"M": (("t",), "0"), "V": (("t",), "0"), "w": (("t",), "0")}

ZEROS = Claim(
    id=_ID,
    kind="theorem",
    title="The smoothed scale factor has infinitely many zeros",
    source=source("beyond the text before the table; the table: no finite ghost barrier"),
    statement="$f_sigma$ has infinitely many zeros in the complex plane, so that $log f_sigma$ and "
    "$1\\/f_sigma$ are not entire: their power series at a point converge no farther than to the "
    "nearest zero.",
    readings=(
        Reading("the moments: $M_(k + 2) = (k + 1\\/2) M_k$", ("given", 0), "cited", _EQUATION.id),
        Reading("$V_k = 1\\/k!$: $(k + 1) V_(k + 1) = V_k$", ("given", 1), "", _EQUATION.id),
        Reading("$w_k = M_k\\/k!$", ("given", 2), "", _EQUATION.id),
        Reading(
            "$f_sigma$",
            ("show",),
            "$p(z) = sum_k w_k z^k$ satisfies $p'' = z p' + p\\/2$; $f_sigma (sigma z)$ is "
            "$e^(-z^2\\/2) (2 pi sigma)^(-1\\/2) p(z)$ and has the zeros of $p$",
            _EQUATION.id,
        ),
        Reading(
            "if it had finitely many zeros",
            ("given", 0),
            "cited: then $p(z) = P(z) e^(b z + c z^2)$, up to a factor, with a polynomial $P = "
            "sum_k a_k z^k$ of some degree $n >= 0$",
            _FINITE.id,
        ),
        Reading("$a_k = 0$ for $k > n$", ("given", 1), "$a_k = p_k + i q_k$", _FINITE.id),
        Reading(
            "the equation of $p$",
            ("given", 2),
            "for $P e^(b z + c z^2)$, divided by the exponential: the coefficient of each $z^k$ "
            "is 0; what stands for $a_(-1)$ and $a_(-2)$ may be any numbers",
            _FINITE.id,
        ),
        Reading(
            "infinitely many",
            ("show",),
            "the leading coefficient $a_n$ of such a $P$ would be 0: there is none",
            _FINITE.id,
        ),
    ),
    obligations=(_FINITE, _EQUATION),
    controls=CONTROLS,
    satisfiable=(
        Attempt(
            f"{_ID}.satisfiable",
            "the hypotheses hold for $P = 0$",
            FINITE,
            Witness({"n": 0, "b1": 0, "b2": 0, "c1": 0, "c2": 0}, _NO_POLYNOMIAL),
        ),
        Attempt(
            f"{_ID}.equation.satisfiable",
            "the hypotheses hold for $M = 0$",
            SOLVES,
            Witness({}, _NO_SERIES),
        ),
    ),
    assumes=(
        "$M_(k + 2) = (k + 1\\/2) M_k$ for the moments (integration by parts), and "
        "$f_sigma (sigma z) = e^(-z^2\\/2) (2 pi sigma)^(-1\\/2) sum_k M_k z^k\\/k!$ "
        "(`weierstrass.entire`)",
        "Hadamard's factorisation theorem: an entire function of order at most 2 that is not 0 and "
        "has finitely many zeros is $P(z) e^(a + b z + c z^2)$ with a polynomial $P$; "
        "$abs(h(x + i y)) <= e^(y^2\\/2) h(x)$ bounds the order of $h = f_1$",
        "at a zero of an entire function $f$ that is not 0 neither $1\\/f$ nor $log f$ can be "
        "continued, so that their power series do not converge beyond it",
    ),
    notes=(
        "None of the zeros is real: there $f_sigma$ is an integral of something positive.",
        "That the factor itself has no singularity is `weierstrass.entire`. What depends on it may "
        "have some: the page says of the branch point of $1\\/sqrt(v)$ that it limits every "
        "function that depends on it, and so do the zeros of $f_sigma$ with $log f_sigma$ and "
        "$1\\/f_sigma$.",
        "Instances isolate zeros: the $k$-th above the real line is near "
        "$sigma sqrt((4 k - 1) pi i - log 2)$.",
    ),
    not_claimed=("that the zeros of the instances are all there are",),
    parameters=zero_instances.PARAMETERS,
    instances=zero_instances.INSTANCES,
    run=zero_instances.rows,
)
