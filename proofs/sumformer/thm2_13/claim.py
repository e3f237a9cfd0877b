"""sumformer.thm2_13 and thmC_1: functions of sets, multisets and sequences as psi(sum phi(x))."""

from __future__ import annotations

from constructions.terms import Json, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.library.vectors import ONE, S
from proofs.sumformer import compact_data as data
from proofs.sumformer import permuted_sums
from proofs.sumformer.paper import source
from proofs.sumformer.thm2_13.deep_sets import (
    C1,
    C1_PROOF,
    MULTISETS,
    MULTISETS_PROOF,
    SETS,
    SETS_PROOF,
)
from proofs.sumformer.thm4_1.quantised_lines import DIGITS, DIGITS_PROOF

NAME = "sumformer.thm2_13"

# --- exact data ----------------------------------------------------------------------------------

_s = var("s")
_POWER = S.exp(var("u") * S.log(S.const(2))).json
#: Z = {z}: the subset of s is {z} for s != 0
ONE_ELEMENT: dict[str, tuple[tuple[str, ...], Json]] = {
    "in": (("s", "m"), S.abs(S.sign(_s)).json),
    "f": (("s",), (5 * S.abs(S.sign(_s))).json),
    "W": (("u",), _POWER),
    "Sg": (("s",), (S.abs(S.sign(_s)) * S.exp(ONE * S.log(S.const(2)))).json),
}


#: equal sets have equal values: the premise at z_1
_SAME_SETS = """
fix s, z
have same: for all m: int, 1 <= m and m <= 1 => |sign(s)| = |sign(z)|
show by same(1)
"""


def _altered(index: int) -> Json:
    return {**SETS, "given": [g for m, g in enumerate(SETS["given"]) if m != index]}


#: one token; all values are the same
ONE_VALUE: dict[str, tuple[tuple[str, ...], Json]] = {
    "tok": (("s", "j"), "s"),
    "perm": (("p", "j"), "j"),
    "act": (("p", "s"), "s"),
    "tr": (("a", "b"), "0"),
    "f": (("s",), "7"),
    "cl": (("t",), "0"),
    "W": (("u",), _POWER),
    "Sg": (("s",), S.exp(S.floor(S.const(0)) * S.log(S.const(2))).json),
}
MAIN = Obligation(
    f"{NAME}.statement",
    "every function of the subsets of $Z$, for every $M$, with $phi(z_m) = 2^m$",
    SETS,
    SETS_PROOF,
)
INVARIANT = Obligation(
    f"{NAME}.invariant",
    "what has the form $psi(sum_i phi(x_i))$ does not change where the elements are permuted",
    permuted_sums.INVARIANT,
    permuted_sums.INVARIANT_PROOF,
)
SEQUENCE = Obligation(
    f"{NAME}.multisets.statement",
    "every permutation invariant function of sequences of $n$ elements of a countable $E$",
    MULTISETS,
    MULTISETS_PROOF,
)
CODE = Obligation(
    f"{NAME}.multisets.code",
    "equal sums of $B^(a_j)$, $B >= n + 1$: each exponent occurs equally often, for every $n$",
    DIGITS,
    DIGITS_PROOF,
)
#: one element: f(X) = psi(phi(x)), phi and psi the identity
_ONE: dict[str, tuple[tuple[str, ...], Json]] = {
    **{name: ONE_VALUE[name] for name in ("tok", "perm", "act")},
    "inv": (("p", "j"), "j"),
    "f": (("s",), "s"),
    "g": (("r",), "r"),
    "h": (("t",), "t"),
}


CLAIM = Claim(
    id=NAME,
    kind="theorem",
    title="Functions of the subsets of a finite set have the form psi(sum phi)",
    source=source("Theorem 2.13", "-"),
    statement="Let $Z = {z_1, ..., z_M}$, $z_m in E$, $E$ countable and $cal(Z)$ be the power set "
    "of $Z$. A function $f : cal(Z) -> RR$ operating on $Z$ can be permutation invariant to the "
    "elements in $Z$, if and only if it can be decomposed in the form $psi(sum_(z in Z) phi(x))$, "
    "for suitable transformations $phi$ and $psi$.",
    readings=(
        Reading("$Z = {z_1, ..., z_M}$", ("given", 0)),
        Reading(
            "$cal(Z)$, the power set of $Z$",
            ("given", 1),
            "$in(s, m)$ is 1 if $z_m$ is in the subset $s$, and 0 otherwise",
        ),
        Reading(
            "a function $f : cal(Z) -> RR$",
            ("given", 2),
            "of subsets, so that no order of elements is there to depend on",
        ),
        Reading("$phi(z_m) = 2^m$", ("given", 3)),
        Reading("$2^(u + 1) = 2 dot 2^u$", ("given", 4)),
        Reading("$sum_(z in S) phi(z)$", ("given", 5), "the summand is printed $phi(x)$"),
        Reading(
            "$f(S) = psi(sum_(z in S) phi(z))$ for some $psi$",
            ("show",),
            "equal sums have equal values, which is what it takes for such a $psi$ to be there",
        ),
        *(
            Reading(text, ("given", number), obligation=INVARIANT.id)
            for number, text in enumerate(
                (
                    "sequences of $n$ elements",
                    "$[x_(pi(1)), ..., x_(pi(n))]$",
                    "$f(X) = psi(sum_i phi(x_i))$",
                    "a permutation $pi$: its values are in $[n]$",
                    "so are those of its inverse",
                    "$pi^(-1)(pi(j)) = j$",
                    "$pi(pi^(-1)(j)) = j$",
                )
            )
        ),
        Reading(
            "if and only if: the other direction, for sequences",
            ("show",),
            "for every permutation",
            INVARIANT.id,
        ),
    ),
    obligations=(MAIN, INVARIANT),
    controls=(
        Control(
            Attempt(
                f"{NAME}.control.function",
                "$f$ tells two names of the subset ${z}$ apart: $f(s) = s$, $s = 1$ and $s = 2$",
                _altered(2),
                Witness({"M": 1}, {**ONE_ELEMENT, "f": (("s",), "s")}),
                {3: data.POWERS},
                "take 1\ntake 2",
            ),
            "hypothesis dropped",
        ),
    ),
    satisfiable=(
        Attempt(
            f"{NAME}.satisfiable",
            "$M = 1$, $f({z}) = 5$ and $f({}) = 0$",
            SETS,
            Witness({"M": 1, "s_": 1, "s2_": 1}, ONE_ELEMENT),
            {2: _SAME_SETS, 4: data.POWERS},
        ),
        Attempt(
            f"{NAME}.invariant.satisfiable",
            "one element, $f(X) = x_1$",
            INVARIANT.statement,
            Witness({"n": 1, "p0": 0, "X": 0}, _ONE),
        ),
    ),
    notes=(
        "In the original (Zaheer et al., 2017, Theorem 2) $f$ operates on sets with elements of a "
        "countable universe; the power set of a finite $Z$ is what is printed here.",
        "Appendix A uses it for multisets of $n - 1$ cells, as it says; the theorem as printed "
        "does not cover them, and neither does $phi(z_m) = 2^m$: "
        "`sumformer.thm2_13.multisets` does, with $phi(z_m) = (n + 1)^m$.",
        "With a fixed base such as the 4 in $4^(-c(z))$ the sums of multisets of more than 4 "
        "elements may agree: for $c = 0, 2, 2, 2, 2$ and for $c = 1, 1, 1, 1, 1$ both are $5 \\/ "
        "4$.",
    ),
    cites=("Zaheer et al., 2017, Theorem 2",),
    sharpened=(
        Claim(
            id=f"{NAME}.multisets",
            kind="theorem",
            title="Permutation invariant functions of n elements of a countable set",
            source=source("Theorem 2.13, as Appendix A uses it", "-"),
            statement="Let $E$ be countable, numbered by $c : E -> NN_0$, and $B >= n + 1$ an "
            "integer. Every permutation invariant $f : E^n -> RR$ is $psi(sum_i phi(x_i))$ with "
            "$phi(x) = B^(c(x))$: the sum determines how often each element occurs.",
            readings=(
                Reading("sequences of $n$ elements", ("given", 0)),
                Reading("$[x_(pi(1)), ..., x_(pi(n))]$", ("given", 1)),
                Reading("two indices may be exchanged", ("given", 2)),
                Reading("$f$ is permutation invariant", ("given", 3)),
                Reading("$c$ numbers $E$", ("given", 4)),
                Reading("$f$ is a function of the elements", ("given", 5)),
                Reading("$B >= n + 1$", ("given", 6)),
                Reading("$phi(x) = B^(c(x))$", ("given", 7)),
                Reading("$W(u + 1) = B W(u)$", ("given", 8)),
                Reading("$Sigma = sum_i phi(x_i)$", ("given", 9)),
                Reading(
                    "$f(X) = psi(Sigma)$ for some $psi$",
                    ("show",),
                    "equal sums have equal values, which is what it takes for such a $psi$",
                ),
                *(
                    Reading(text, ("given", number), obligation=CODE.id)
                    for number, text in enumerate(
                        (
                            "two multisets of $n$ elements",
                            "$B >= n + 1$",
                            "$W(0) = B^0 = 1$",
                            "$W(u + 1) = B W(u)$",
                            "the numbers of the elements of one",
                            "and of the other",
                            "equal sums",
                        )
                    )
                ),
                Reading(
                    "every element occurs equally often",
                    ("show",),
                    "",
                    CODE.id,
                ),
            ),
            obligations=(SEQUENCE, CODE),
            satisfiable=(
                Attempt(
                    f"{NAME}.multisets.satisfiable",
                    "one token, $E$ of one element, $f = 7$",
                    MULTISETS,
                    Witness({"n": 1, "B": 2, "s_": 0, "s2_": 1}, ONE_VALUE),
                    {8: data.POWERS},
                ),
                Attempt(
                    f"{NAME}.multisets.code.satisfiable",
                    "$n = 1$, $B = 2$, the element 0 in both",
                    CODE.statement,
                    Witness(
                        {"n": 1, "B": 2, "v": 0},
                        {"W": ONE_VALUE["W"], "a": (("j",), "0"), "b": (("j",), "0")},
                    ),
                    {3: data.POWERS},
                ),
            ),
            notes=(
                "For multisets of up to $n$ elements $n + 1$ is the least integer base: in base "
                "$n$ the sum $n dot n^u = n^(u + 1)$ is that of $n$ elements and of one. In base "
                "$n - 1$ even the size does not help: ${0, 0, 2}$ and ${1, 1, 1}$ in base 2.",
            ),
        ),
    ),
)

C1_MAIN = Obligation(
    "sumformer.thmC_1.statement",
    "for all $n$, $d$, $epsilon$ and every invariant, continuous $f$ on a compact set",
    C1,
    C1_PROOF,
)
_POINTS = {
    **data.data(data.clamped, data.clamped),
    "f": (("s",), data.clamped(_s).json),
}


C1_GIVENS = {9: data.CLOSED, 11: data.ITSELF, 17: data.POWERS}


def _c1_dropped(
    label: str,
    says: str,
    index: int,
    tokens: data.Function,
    value: data.Function,
    far: str,
    other: dict[int, str],
) -> Control:
    functions = {**data.data(tokens, value), "f": (("s",), value(_s).json)}
    proofs = {m: proof for m, proof in (C1_GIVENS | other).items() if proof and m != index}
    attempt = Attempt(
        f"sumformer.thmC_1.control.{label}",
        says,
        {**C1, "given": [g for m, g in enumerate(C1["given"]) if m != index]},
        Witness(data.NUMBERS, functions),
        {m - (m > index): proof for m, proof in proofs.items()},
        far,
    )
    return Control(attempt, "hypothesis dropped")


C1_CONTROLS = (
    _c1_dropped(
        "continuous",
        "$f$ is any function on $[0, 1]$: $f(0) = 1$, and $f = 0$ elsewhere in the cell of $0$",
        11,
        data.clamped,
        data.at_zero,
        data.JUMP[0],
        {},
    ),
    _c1_dropped(
        "closed",
        "$]0, 1]$ and $f(x) = 1 \\/ x - 1$, which is not bounded near $0$",
        9,
        data.reciprocal,
        data.size,
        data.UNBOUNDED[0],
        {11: data.RECIPROCAL},
    ),
    _c1_dropped(
        "bounded",
        "all of $RR$ and $f(x) = x^2$",
        8,
        data.real,
        data.square,
        data.STEEP[0],
        {9: "", 11: data.SQUARE},
    ),
)
THM_C1 = Claim(
    id="sumformer.thmC_1",
    kind="theorem",
    title="Continuous functions of n points of a compact set are near psi(sum phi)",
    source=source("Theorem C.1", "-"),
    statement="Assume the elements are from a compact set in $RR^d$, i.e. possibly uncountable, "
    "and the set size is fixed to $M$. Then any continuous function operating on a set $X$, i.e. "
    "$f : RR^(d times M) -> RR$ which is permutation invariant to the elements in $X$ can be "
    "approximated arbitrarily close in the form of $psi(sum_(x in X) phi(x))$, for suitable "
    "transformations $phi$ and $psi$.",
    readings=(
        Reading("the set size is fixed to $M$", ("given", 0), "called $n$"),
        Reading("elements in $RR^d$", ("given", 1)),
        Reading("$[x_(pi(1)), ..., x_(pi(n))]$", ("given", 2)),
        Reading("two elements may be exchanged", ("given", 3)),
        *data.readings(4),
        Reading("$f$ is permutation invariant", ("given", 10)),
        Reading(
            "$f$ is continuous",
            ("given", 11),
            "at every sequence, by epsilon and delta; that it is uniformly so is derived",
        ),
        Reading("arbitrarily close: $epsilon > 0$", ("given", 12)),
        Reading("cells with numbers", ("given", 13), "a digit for each coordinate"),
        Reading("of side $1 \\/ N$", ("given", 14)),
        Reading("$B >= n + 1$", ("given", 15)),
        Reading("$phi(x) = B^(c(x))$", ("given", 16), "$c(x)$ the number of the cell of $x$"),
        Reading("$W(u + 1) = B W(u)$", ("given", 17)),
        Reading("$Sigma = sum_(x in X) phi(x)$", ("given", 18)),
        Reading(
            "$abs(f(X) - psi(Sigma)) <= epsilon \\/ 2 < epsilon$ for all $X$",
            ("show",),
            "$psi(Sigma) = f(X')$ for any $X'$ with this sum, called $s_2$; $X$ is one, and there "
            "are finitely many sums, for each of which $psi$ takes one",
        ),
    ),
    obligations=(C1_MAIN,),
    controls=C1_CONTROLS,
    satisfiable=Attempt(
        "sumformer.thmC_1.satisfiable",
        "one element, $cal(X) = [0, 1]$, $f(x) = x$, one step",
        C1,
        Witness({**data.NUMBERS, "N_": 1, "s_": 0, "s2_": 0}, _POINTS),
        C1_GIVENS,
    ),
    notes=(
        "Nothing is said of $phi$ and $psi$; here they are not continuous. With power sums they "
        "are polynomials, as in `sumformer.thm4_1.continuous`.",
        '"Set" is read as a sequence whose order does not matter: elements may be equal.',
    ),
    cites=("Zaheer et al., 2017, Theorem 9", "Heine's theorem, which is derived"),
)
