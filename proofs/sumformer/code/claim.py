"""sumformer.code: the least integer base of the code of a multiset, and the length of the code."""

from __future__ import annotations

from constructions.terms import Json, Term, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.library.vectors import S
from proofs.sumformer import powers_data as data
from proofs.sumformer.code import bases as codes
from proofs.sumformer.code import instances, packed
from proofs.sumformer.counts import B
from proofs.sumformer.paper import source

NAME = "sumformer.code"
ZERO, ONE, TWO = S.const(0), S.const(1), S.const(2)
MAIN = Obligation(
    f"{NAME}.statement",
    "for every $n >= 1$ and every integer base $B >= max(n, 2)$",
    codes.KNOWN,
    codes.KNOWN_PROOF,
)
COLLISION = Obligation(
    f"{NAME}.collision",
    "for every integer base $B >= 1$ and every $n > B$: $B$ times the element 0 and once the "
    "element 2, or $B + 1$ times the element 1, and $n - B - 1$ times 0",
    codes.COLLIDE,
    codes.COLLIDE_PROOF,
)
LENGTH = Obligation(
    f"{NAME}.length",
    "for every $n$, number of elements $c$ and integer base $B >= 2$",
    codes.LENGTH,
    codes.LENGTH_PROOF,
)
_CELLS = Obligation(
    f"{NAME}.two_elements.statement",
    "for every $n$ and every integer base $B >= 2$",
    codes.TWO_CELLS,
    codes.TWO_CELLS_PROOF,
)
_SIZES = Obligation(
    f"{NAME}.any_size.statement",
    "for every $n$ and every integer base $B >= n + 1$",
    codes.ANY_SIZE,
    codes.ANY_SIZE_PROOF,
)
_SIZES_COLLIDE = Obligation(
    f"{NAME}.any_size.collision",
    "for every $n$ and integer $1 <= B <= n$: $B$ times the element 0, or once the element 1",
    codes.COLLIDE_ANY,
    codes.COLLIDE_ANY_PROOF,
)

# --- exact data ----------------------------------------------------------------------------------

Functions = dict[str, tuple[tuple[str, ...], Json]]
_LOG = S.log(TWO)
_j = var("j")


def _power(of: Term) -> Term:
    """2^u."""
    return S.exp(of * _LOG)


#: one element, 0, in base 2
ONE_ELEMENT: Functions = {
    "W": (("u",), _power(var("u")).json),
    "a": (("j",), "0"),
    "b": (("j",), "0"),
}
#: 0, 0, 2 and 1, 1, 1 in base 2
THREE: Functions = {
    **ONE_ELEMENT,
    "a": (("j",), ((_j - 1) * (_j - 2)).json),
    "b": (("j",), "1"),
}
#: 0 and 1 in base 1
BASE_ONE: Functions = {"W": (("u",), "1"), "a": (("j",), "0"), "b": (("j",), "1")}


POWERS_OF_TWO = "fix u\nshow by exp_sum(u*log(2), log(2)), exp_log(2)"
#: 1 + 1 + 4 = 2 + 2 + 2
_THREE_SUMS = """
let p(j) = exp(floor((j - 1)*(j - 2))*log(2))
have unit: floor(1) = 1
have third: floor((3 - 1)*(3 - 2)) = 2
have nothing: p(1) = 1 by exp_zero(floor((1 - 1)*(1 - 2))*log(2))
have again: p(2) = 1 by exp_zero(floor((2 - 1)*(2 - 2))*log(2))
have two: exp(floor(1)*log(2)) = 2 by exp_equal(floor(1)*log(2), log(2)), exp_log(2), unit
have four: p(3) = 4 by exp_equal(floor((3 - 1)*(3 - 2))*log(2), log(2) + log(2)),
  exp_sum(log(2), log(2)), exp_log(2), third
show by sum_last(j -> p(j), 1, 3), sum_last(j -> p(j), 1, 2), sum_last(j -> p(j), 1, 1),
  sum_empty(j -> p(j), 1, 0), nothing, again, four, sum_constant(1, 3, exp(floor(1)*log(2))), two
"""
_KNOWN = codes.KNOWN["given"]
CONTROLS = (
    Control(
        Attempt(
            f"{NAME}.control.base",
            "$B = n - 1$: $n = 3$, $B = 2$, the elements $0, 0, 2$ and $1, 1, 1$",
            {**codes.KNOWN, "given": [_KNOWN[0], codes.n - 1 <= B, *_KNOWN[2:]]},
            Witness({"n": 3, "B": 2}, THREE),
            {4: POWERS_OF_TWO, 7: _THREE_SUMS},
        ),
        "constant tightened",
    ),
    Control(
        Attempt(
            f"{NAME}.control.one",
            "$B = n = 1$: all powers are 1",
            {**codes.KNOWN, "given": [*_KNOWN[:2], *_KNOWN[3:]]},
            Witness({"n": 1, "B": 1}, BASE_ONE),
        ),
        "hypothesis dropped",
    ),
)
_NOT_INTEGRAL = (
    "$B$ is an integer throughout. Of other bases smaller ones may be enough: for $n = 3$ and $B = "
    "5 / 2$ the sums of all multisets of at most 3 elements differ, whatever the number of "
    "elements is. A difference of two is a polynomial at $5 / 2$ with integer coefficients of "
    "at most 3 in size, and of a root $5 / 2$ the lowest coefficient is a multiple of 5."
)
_POWERS = ("$W(0) = B^0 = 1$", "$W(u + 1) = B W(u)$")


def _lines(obligation: str, *texts: str) -> tuple[Reading, ...]:
    """One reading for each hypothesis of another obligation."""
    return tuple(Reading(t, ("given", m), obligation=obligation) for m, t in enumerate(texts))


def _colliding(obligation: str, above: str) -> tuple[Reading, ...]:
    return _lines(obligation, "an integer base $B >= 1$", above, *_POWERS)


_TWO_ELEMENTS = Claim(
    id=f"{NAME}.two_elements",
    kind="theorem",
    title="For two elements base 2 is enough, whatever n is",
    source=source("Appendix A, the discontinuous proof", "32-34"),
    statement="If $E$ has two elements, numbered 0 and 1, the sum of $n$ powers $B^(c(x_i))$ "
    "determines how often each occurs, for every integer base $B >= 2$ and every $n$.",
    readings=(
        Reading("$n >= 1$ elements", ("given", 0)),
        Reading("an integer base $B >= 2$", ("given", 1)),
        Reading("$W(u) = B^u$", ("given", 2)),
        Reading("$W(u + 1) = B W(u)$", ("given", 3)),
        Reading("two multisets, with elements numbered 0 and 1", ("given", 4)),
        Reading("and those of the second", ("given", 5)),
        Reading("at most 1 in the first", ("given", 6)),
        Reading("and in the second", ("given", 7)),
        Reading("equal sums", ("given", 8)),
        Reading("0 and 1 occur equally often", ("show",)),
    ),
    obligations=(_CELLS,),
    satisfiable=Attempt(
        f"{NAME}.two_elements.satisfiable",
        "one element 0, $B = 2$",
        codes.TWO_CELLS,
        Witness({"n": 1, "B": 2}, ONE_ELEMENT),
        {3: POWERS_OF_TWO},
    ),
)
_ANY_SIZE = Claim(
    id=f"{NAME}.any_size",
    kind="theorem",
    title="Where the size is not known, n + 1 is the least integer base",
    source=source("Appendix A, the discontinuous proof", "32-34"),
    statement="Let the base $B$ be an integer. For multisets of at most $n >= 1$ elements the sum "
    "of the powers $B^(c(x_i))$ determines how often each element occurs if $B >= n + 1$; if "
    "$1 <= B <= n$ and $E$ has two elements, numbered 0 and 1, it does not.",
    readings=(
        Reading("$n >= 1$", ("given", 0)),
        Reading("a multiset of $n_1 <= n$ elements", ("given", 1)),
        Reading("$n_1 <= n$", ("given", 2)),
        Reading("one of $n_2 <= n$ elements", ("given", 3)),
        Reading("$n_2 <= n$", ("given", 4)),
        Reading("an integer base $B >= n + 1$", ("given", 5)),
        Reading("$W(u) = B^u$", ("given", 6)),
        Reading("$W(u + 1) = B W(u)$", ("given", 7)),
        Reading("elements are numbered by natural numbers", ("given", 8)),
        Reading("and those of the second", ("given", 9)),
        Reading("equal sums", ("given", 10)),
        Reading("each element occurs equally often", ("show",), "so that $n_1 = n_2$ too"),
        *_colliding(_SIZES_COLLIDE.id, "$B <= n$"),
        Reading(
            "if $B$ is an integer with $1 <= B <= n$ it does not",
            ("show",),
            "the element 1 occurs in one multiset only",
            _SIZES_COLLIDE.id,
        ),
    ),
    obligations=(_SIZES, _SIZES_COLLIDE),
    satisfiable=Attempt(
        f"{NAME}.any_size.satisfiable",
        "one element 0 each, $B = 2$",
        codes.ANY_SIZE,
        Witness({"n": 1, "n1": 1, "n2": 1, "B": 2, "v": 0}, ONE_ELEMENT),
        {7: POWERS_OF_TWO},
    ),
    notes=(_NOT_INTEGRAL,),
)
_PACKED_MAIN = Obligation(
    f"{NAME}.packed.statement",
    "for every $n$, $C$ and $M$",
    packed.PACKED,
    packed.PACKED_PROOF,
)
_PACKED = Claim(
    id=f"{NAME}.packed",
    kind="theorem",
    title="Power sums as digits: a code whose length grows with log c",
    source=source("Appendix A, the discontinuous proof", "32-34"),
    statement="Let $c : E -> {0, ..., C - 1}$ number the elements, $n >= 1$, and let the integer "
    "$M$ be above $n (C - 1)^k$ for $k = 1, ..., 2 n$. With $phi(x) = sum_(k = 1)^(2 n) c(x)^k "
    "M^(k - 1)$ the sum $Sigma = sum_i phi(x_i)$ of $n$ elements determines how often each occurs, "
    "and $0 <= Sigma < M^(2 n)$.",
    readings=(
        Reading("multisets of a fixed size $n >= 1$", ("given", 0)),
        Reading("$C >= 1$ elements", ("given", 1), "called $c$"),
        Reading("powers $E(x, e) = x^e$", ("given", 2)),
        Reading("$x^(e + 1) = x x^e$", ("given", 3)),
        Reading("the elements of two multisets, by their numbers $c(x_i)$", ("given", 4)),
        Reading("and those of the second", ("given", 5)),
        Reading("$M > n (C - 1)^k$", ("given", 6)),
        Reading(
            "$h(k, u) = u^k + u^(k + 1) M + ... + u^(2 n) M^(2 n - k)$, $phi(x) = h(1, c(x))$",
            ("given", 7),
            "from the last digit on",
        ),
        Reading("$h(k, u) = u^k + M h(k + 1, u)$", ("given", 8)),
        Reading("equal sums $Sigma$", ("given", 9)),
        Reading(
            "$Q(v, m, t) = (t - r_1) ... (t - r_m)$",
            ("given", 10),
            "of the proof alone: a polynomial that is 0 at all elements but $v$",
        ),
        Reading("$Q(v, m + 1, t) = Q(v, m, t) (t - r_(m + 1))$", ("given", 11)),
        Reading("its roots $r_i = r(v, i)$ are not $v$", ("given", 12)),
        Reading("the other elements of the first multiset", ("given", 13)),
        Reading("and of the second", ("given", 14), "an element $v$ gives any other root"),
        Reading("each element occurs equally often in both", ("show",)),
        *_lines(
            f"{NAME}.packed.power_sums",
            "$n >= 1$ real numbers $a_i$, and as many $b_i$",
            "powers: $x^0 = 1$",
            "$x^(e + 1) = x x^e$",
            "of the proof: $Q(v, 0, t) = 1$",
            "$Q(v, m + 1, t) = Q(v, m, t) (t - r_(m + 1))$",
            "its roots are not $v$",
            "they are the $a_i$ that are not $v$",
            "and the $b_i$ that are not",
            "the power sums $p_1, ..., p_(2 n)$ are equal",
        ),
        *_lines(
            f"{NAME}.packed.length",
            "$n >= 1$",
            "$C >= 1$ elements, called $c$",
            "powers: $x^0 = 1$",
            "$x^(e + 1) = x x^e$",
            "the elements of a multiset, by their numbers $c(x_i)$",
            "$M > n (C - 1)^k$",
            "$phi(x) = h(1, c(x))$ from the last digit on",
            "$h(k, u) = u^k + M h(k + 1, u)$",
        ),
        Reading(
            "$n$ real numbers are named by their power sums $p_1, ..., p_(2 n)$",
            ("show",),
            "which are the digits of $Sigma$",
            f"{NAME}.packed.power_sums",
        ),
        Reading("$0 <= Sigma < M^(2 n)$", ("show",), "", f"{NAME}.packed.length"),
    ),
    obligations=(
        _PACKED_MAIN,
        Obligation(
            f"{NAME}.packed.length",
            "for every $n$, $C$ and $M$",
            packed.LENGTH,
            packed.LENGTH_PROOF,
        ),
        Obligation(
            f"{NAME}.packed.power_sums",
            "for every $n$ and all real numbers",
            packed.MOMENTS,
            packed.MOMENTS_PROOF,
        ),
    ),
    satisfiable=Attempt(
        f"{NAME}.packed.satisfiable",
        "$n = C = M = 1$: one token in one cell",
        packed.PACKED,
        Witness({"n": 1, "c": 1, "M": 1}, data.ONE_CELL),
        data.CODE_GIVENS,
    ),
    notes=(
        "With $M = n (C - 1)^(2 n) + 1$ the code has about $4 n^2 log_2 C$ bits, and that of "
        "`sumformer.code` $C log_2 n$: in Appendix A $C = Delta^d$, and a number of bits that is "
        "polynomial in $n$, $d$ and $log Delta$ takes the place of an exponential one. For two "
        "tokens and $C = 1000$ these are 164 and 1001 bits.",
        "By Newton's identities $p_1, ..., p_n$ are enough, which would halve the number of "
        "digits; that is not used here. No code is below $log_2 binom(C + n - 1, n)$ bits.",
    ),
    parameters=instances.PACKED,
    instances=instances.PACKED_INSTANCES,
    run=instances.rows(_PACKED_MAIN),
    construct=instances.made,
)
CLAIM = Claim(
    id=NAME,
    kind="theorem",
    title="Sums of powers name the multisets of n elements in base n, and in no smaller integer "
    "base",
    source=source("Appendix A, the discontinuous proof", "32-34"),
    statement="(note that we use multisets of a fixed size here, to which the proof in (Zaheer et "
    "al., 2017) can be easily extended). Made exact: let $c : E -> NN_0$ number the elements of "
    "$E$ and $phi(x) = B^(c(x))$ with an integer base $B$. For multisets of exactly $n >= 1$ "
    "elements $Sigma = sum_i phi(x_i)$ determines how often each element occurs if $B >= max(n, "
    "2)$; if $1 <= B < n$ and $E$ has three elements, numbered $0, 1, 2$, it does not.",
    readings=(
        Reading("multisets of a fixed size $n >= 1$", ("given", 0)),
        Reading("an integer base $B >= n$", ("given", 1)),
        Reading("$B >= 2$", ("given", 2), "in base 1 all elements have the same power"),
        Reading("$W(u) = B^u$", ("given", 3)),
        Reading("$W(u + 1) = B W(u)$", ("given", 4)),
        Reading(
            "the elements of two multisets, by their numbers $c(x_i)$",
            ("given", 5),
            "natural numbers, as values of floor",
        ),
        Reading("and those of the second", ("given", 6)),
        Reading("equal sums $Sigma$", ("given", 7)),
        Reading("each element occurs equally often in both", ("show",)),
        *_colliding(COLLISION.id, "$B < n$"),
        Reading(
            "if $B$ is an integer with $1 <= B < n$ it does not",
            ("show",),
            "equal sums of two lists of $n$ labels in ${0, 1, 2}$; 2 occurs in one of them only",
            COLLISION.id,
        ),
        *_lines(
            LENGTH.id,
            "multisets of $n >= 1$ elements",
            "$c >= 1$ elements to choose from",
            "an integer base $B >= 2$",
            *_POWERS,
            "their numbers are at least 0",
            "and at most $c - 1$",
        ),
        Reading(
            "the length of the code: $n <= Sigma <= n B^(c - 1)$ for $c$ elements",
            ("show",),
            "both ends are taken: all labels 0, all labels $c - 1$",
            LENGTH.id,
        ),
    ),
    obligations=(MAIN, COLLISION, LENGTH),
    controls=CONTROLS,
    satisfiable=Attempt(
        f"{NAME}.satisfiable",
        "one element 0, $B = 2$",
        codes.KNOWN,
        Witness({"n": 1, "B": 2, "c": 1, "v": 0}, ONE_ELEMENT),
        {4: POWERS_OF_TWO},
    ),
    notes=(
        "In Appendix A $n - 1$ tokens are coded, those without $x_1$: base $max(n - 1, 2)$ is "
        "enough, and for $n >= 4$ and three cells no smaller integer base is.",
        _NOT_INTEGRAL,
        "In base $n$ one sum is not read off digit by digit: that of $n$ times the element $u$ is "
        "$n^(u + 1)$. No other multiset of $n$ elements has it.",
        "The proof of (Zaheer et al., 2017) has $4^(-c(x))$, for sets. For multisets of $n >= 5$ "
        "elements that fails, by the collision here with the numbers reversed, $2 - c$ for $c$: "
        "for the numbers $0, 2, 2, 2, 2$ and for $1, 1, 1, 1, 1$ the sum is $5 \\/ 4$.",
        "In base $n >= 2$ the largest sum of $c$ elements is $n^c$: the code is a number of "
        "$floor(c log_2 n) + 1$ bits (`sumformer.sizes.layers`).",
    ),
    cites=("Zaheer et al., 2017, Theorem 2",),
    parameters=instances.SUMS,
    instances=instances.INSTANCES,
    run=instances.rows(MAIN, _CELLS, COLLISION),
    construct=instances.made,
    sharpened=(_TWO_ELEMENTS, _ANY_SIZE, _PACKED),
)
