"""The printed proof of Proposition 1 (A.4.1, Eq. 32-46), line by line, exactly as printed."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from constructions.terms import Json, Term, conj, implies, total
from proofs.claims import Attempt, Line, Obligation, Witness
from proofs.language.elaboration import written
from proofs.pln.bound import LIPSCHITZ, WIDTH, on_domain
from proofs.pln.prop1.sigmoid import cases as texts
from proofs.pln.prop1.sigmoid.sums import (
    BIASES,
    COST,
    EQ32,
    EQ33,
    EQ36,
    EQ37,
    EQ38,
    EQ39,
    EQ40,
    EQ41,
    EQ43,
    EQ44,
    EQ45,
    EQ46,
    ERROR,
    FAR_UNIT,
    GH,
    HALF,
    PLACED,
    SHARE,
    SIGN_ERROR,
    WEIGHTS,
    G,
    distance,
    halves,
    lamN,
    s,
    sequent,
    signs,
    sizes,
    tends,
    u,
)
from proofs.pln.symbols import L, N, S, eps, f, k, lam, x
from proofs.pln.thm1.proof import LINES as THM1_LINES
from proofs.pln.thm1.sums import (
    BREAK,
    FAR,
    MAX,
    MAX_K,
    SMALL,
    A,
    A_k,
    alpha,
    at,
    delta0,
    eps1,
    eps2,
    i,
    p,
)

_PRE = "pln.prop1.sigmoid"
_STANDS = f"{_PRE}.statement"
ANY: list[Json] = [eps > 0, WIDTH, LIPSCHITZ, *WEIGHTS]
MAXIMUM: list[Json] = [p >= 1, p <= N, A.equals(S.abs(alpha(p))), MAX]
MAXIMUM_K: list[Json] = [
    *BREAK, p >= 1, p <= N, p.differs(k), A_k.equals(S.abs(alpha(p))), MAX_K
]  # fmt: skip
_ZERO: tuple[tuple[str, ...], Json] = (("u",), "0")
_ONE: tuple[tuple[str, ...], Json] = (("u",), "1")
_TWO: tuple[tuple[str, ...], Json] = (("u",), "2")
_TWO_BIASES: tuple[tuple[str, ...], Json] = (("u",), ["-", ["*", "3/2", "u"], "2"])


def _obligation(name: str, says: str, given: list[Json], show: Json, proof: str) -> Obligation:
    whole = sequent(given, show)
    script = written(whole, proof, texts.FACTS, **texts.NAMES)
    return Obligation(f"{_PRE}.{name}", says, whole, script)


def _attempt(
    name: str,
    says: str,
    given: list[Json],
    show: Json,
    values: dict[str, Any],
    functions: dict[str, Any],
    script: str | None = None,
) -> Attempt:
    witness = Witness(values, functions)
    return Attempt(f"{_PRE}.{name}", says, sequent(given, show), witness, script=script)


LIMIT = signs(N - 1) + halves(N - 1) + alpha(N)

# --- what fails ----------------------------------------------------------------------------------


_FAR = """
have small: for all t: real, 7 <= t => exp(-t) <= 1/7
take 1/2
fix M
take |M| + 7
have near: exp(-(|M| + 7)) <= 1/7 by small(|M| + 7)
have 7/8 <= 1/(1 + exp(-(|M| + 7))) by near
"""


def _eq35() -> Attempt:
    """N = 1, f = 2: the left side tends to 2, the right side is 1."""
    given = [N > 0, *WEIGHTS, x >= 0, x <= 1]
    weighted = total("i", 1, N, alpha(i) * s(at(i)))
    bare = total("i", 1, N, S.sign(at(i)))
    functions = {"f": _TWO, "alpha": _TWO, "b": _ONE}
    return _attempt(
        "eq35.weights",
        "$f = 2$, $N = 1$, so $alpha_1 = 2$: the left side is $2$, the right side $1$",
        given,
        tends(weighted, bare),
        {"N": 1, "x": 0},
        functions,
        script=_FAR,
    )


_BRACKETS = total("i", 1, N, HALF * (alpha(i) * S.sign(at(i)) + 1))
_POINT = [N > 0, lam > 0, *WEIGHTS, x >= 0, x <= 1]
EPS1: Json = on_domain(implies(FAR, SIGN_ERROR <= eps - eps1))
_LOG_HALF: Json = ["*", "4", ["log", "1/2"]]
#: lambda_N as printed, whatever its sign
PRINTED: list[Json] = [lamN.equals(1 / delta0 * S.log(SHARE)), lam >= lamN]


def _negative_conclusion() -> Attempt:
    """f = 3/2, N = 1: lambda_1 = 4 ln(1/2), and G(0) is 3/34."""
    const: tuple[tuple[str, ...], Json] = (("u",), "3/2")
    given = [*ANY, *SMALL, *MAXIMUM, eps1 > 0, EPS1, *PRINTED]
    functions = {"f": const, "alpha": const, "b": _ONE}
    values = {
        "N": 1, "p": 1, "L": 0, "eps": 1, "eps1": 1, "A": Fraction(3, 2),
        "delta0": Fraction(1, 4), "lamN": Term(_LOG_HALF), "lam": Term(_LOG_HALF),
    }  # fmt: skip
    return _attempt(
        "conclusion.negative",
        "$f = 3\\/2$, $N = 1$, $epsilon = epsilon_1 = 1$, $delta_0 = 1\\/4$: $lambda^* = lambda_1 "
        "= 4 ln(1\\/2) < 0$, and for $lambda = lambda^*$ the error at $x = 0$ is $24\\/17$",
        given,
        on_domain(ERROR < eps),
        values,
        functions,
    )


def _supremum() -> Attempt:
    """The attempt on the last step of Theorem 1, which is the same here."""
    line = next(line for line in THM1_LINES if line.id == "pln.thm1.final")
    return replace(line.attempts[0], id=f"{_PRE}.final.supremum")


SHARE_K = ((N - 1) * A_k - eps2) / eps2
LINES: tuple[Line, ...] = (
    Line(
        f"{_PRE}.eq32",
        "Eq. 32: $lim_(lambda -> +oo) sum_j alpha_j sigma[lambda (x + b_j)] = sum_j 1/2 alpha_j "
        '["sign"(x + b_j) + 1]$',
        (
            _obligation(
                "eq32.limit",
                "for every $N$, all weights, biases and $x$",
                [N >= 0],
                EQ32,
                texts.EQ32,
            ),
        ),
    ),
    Line(
        f"{_PRE}.eq33",
        'Eq. 33: with $b_N = 1$, $lim G(x) = sum_(j < N) 1/2 alpha_j "sign"(x + b_j) + '
        "sum_(j < N) 1/2 alpha_j + alpha_N$",
        (
            _obligation(
                "eq33.split",
                "for every $N$ and $x >= 0$",
                [N > 0, x >= 0, *BIASES],
                EQ33,
                texts.EQ33,
            ),
        ),
    ),
    Line(
        f"{_PRE}.eq34",
        "Eq. 34: $alpha_j = f((2j+1)\\/(2N)) - f((2j-1)\\/(2N))$, $alpha_N = f(1\\/(2N))$; similar "
        "to the proof of Lemma 2, $abs(lim G(x) - f(x)) < epsilon$ in $[0, 1]$",
        (
            _obligation(
                "eq34.limit",
                "it is the network of Lemma 2, and closer than $epsilon$",
                [*ANY, x >= 0, x <= 1],
                conj(S.abs(LIMIT - f(x)) <= L / (2 * N), S.abs(LIMIT - f(x)) < eps),
                texts.EQ34,
            ),
        ),
        reading="$b_j = -j\\/N$ for $j < N$ and $b_N = 1$, as said before Eq. 33",
    ),
    Line(
        f"{_PRE}.eq35",
        'Eq. 35: $lim_(lambda -> +oo) sum_j alpha_j s_j (x) = sum_j "sign"(x + b_j)$',
        attempts=(_eq35(),),
        why="the weights $alpha_j$ are missing on the right",
        repair='$sum_j alpha_j "sign"(x + b_j)$, which is Eq. 32',
    ),
    Line(
        f"{_PRE}.eq36",
        'Eq. 36: $abs(hat(G) - G) = abs(sum_j 1/2 [alpha_j "sign" t_j + 1] - sum_j alpha_j '
        'sigma[lambda t_j]) = sum_j abs(1/2 alpha_j ["sign" t_j - s_j]) <= ... <= sum_j 1/2 '
        "alpha^* abs((t_j + abs(t_j)) \\/ abs(t_j) - 2 \\/ (1 + e^(-lambda t_j)))$",
        attempts=(
            _attempt(
                "eq36.bracket",
                "$f = 0$, $N = 1$: the bracket $1/2 [alpha_1 + 1]$ leaves $1\\/2$, every other "
                "side is $0$",
                _POINT,
                S.abs(_BRACKETS - G).equals(sizes(N)),
                {"N": 1, "lam": 1, "x": 0},
                {"f": _ZERO, "alpha": _ZERO, "b": _ONE},
            ),
            _attempt(
                "eq36.equality",
                '$f(u) = u$, $N = 2$, $x = 0$, $lambda = 1$, with $1/2 alpha_j ["sign" t_j + 1]$: '
                "the summands have both signs, so the size of the sum is less",
                _POINT,
                S.abs(GH - G).equals(sizes(N)),
                {"N": 2, "lam": 1, "x": 0},
                {
                    "f": (("u",), "u"),
                    "alpha": (("u",), ["-", "3/4", ["/", "u", "4"]]),
                    "b": _TWO_BIASES,
                },
            ),
        ),
        why='$1/2 [alpha_j "sign" t_j + 1]$ should be $1/2 alpha_j ["sign" t_j + 1]$, and the '
        "size of a sum is at most, not equal to, the sum of the sizes",
        repair=f"the bracket and $<=$ (`{_PRE}.eq36.repaired`)",
    ),
    Line(
        f"{_PRE}.lambda",
        "let $lambda_N = 1/delta_0 ln((N alpha^* - epsilon_1) \\/ epsilon_1)$ where "
        "$alpha^* = max_j abs(hat(alpha)_j)$; $abs(hat(G) - G) < epsilon_1$ for "
        "$lambda >= lambda_N$",
        attempts=(
            _attempt(
                "lambda.zero",
                "$f = 0$: every weight is $0$, and the logarithm is of $-1$",
                [*ANY, *MAXIMUM, eps1 > 0],
                SHARE > 0,
                {"N": 1, "p": 1, "A": 0, "L": 0, "eps": 1, "eps1": 1},
                {"f": _ZERO, "alpha": _ZERO, "b": _ONE},
            ),
            _attempt(
                "lambda.negative",
                "$N alpha^* = 3\\/2$, $epsilon_1 = 1$, $delta_0 = 1\\/4$: $lambda_N = 4 "
                "ln(1\\/2) < 0$, and Eq. 37 fails for $lambda = lambda_N$ and $t = 1$",
                [N > 0, delta0 > 0, eps1 > 0, A > 0, *PRINTED, u > delta0],
                distance(u) < COST,
                {
                    "N": 1,
                    "A": Fraction(3, 2),
                    "eps1": 1,
                    "delta0": Fraction(1, 4),
                    "u": 1,
                    "lamN": Term(_LOG_HALF),
                    "lam": Term(_LOG_HALF),
                },
                {},
            ),
        ),
        why="the logarithm is not defined where $N alpha^* <= epsilon_1$, and where $N alpha^* < "
        "2 epsilon_1$ it is negative: then $lambda >= lambda_N$ is not enough",
        repair="$lambda >= 2 N ln(1 + 2 L \\/ (epsilon - L \\/ (2 N)))$ and $lambda > 0$, for "
        f"every $f$ (`{_PRE}.sharpened`); Eq. 37-39 hold where $lambda_N > 0$",
        reading="$hat(alpha)_j$ is $alpha_j$: no other weights occur in this proof",
    ),
    Line(
        f"{_PRE}.eq37",
        "Eq. 37: for $t = x + b_j > delta_0$, $abs((t + abs(t)) \\/ abs(t) - 2 \\/ (1 + "
        "e^(-lambda t))) = ... < 2 - 2 \\/ (1 + e^(-lambda_N delta_0)) = ... = 2 epsilon_1 \\/ "
        "(N alpha^*)$",
        (
            _obligation(
                "eq37.chain",
                "each of the six relations, where $lambda_N > 0$",
                [*FAR_UNIT, u > delta0],
                EQ37,
                texts.EQ37,
            ),
        ),
        reading="$lambda_N > 0$",
    ),
    Line(
        f"{_PRE}.eq38",
        "Eq. 38: for $t = x + b_j < -delta_0$, $abs((t + abs(t)) \\/ abs(t) - 2 \\/ (1 + "
        "e^(-lambda t))) = ... < 2 \\/ (1 + e^(lambda_N delta_0)) = ... = 2 epsilon_1 \\/ "
        "(N alpha^*)$",
        (
            _obligation(
                "eq38.chain",
                "each of the six relations, where $lambda_N > 0$",
                [*FAR_UNIT, u < -delta0],
                EQ38,
                texts.EQ38,
            ),
        ),
        reading="$lambda_N > 0$",
    ),
    Line(
        f"{_PRE}.eq39",
        "Eq. 39: $sum_j 1/2 alpha^* abs(...) < sum_j 1/2 alpha^* dot 2 epsilon_1 \\/ (N alpha^*) = "
        "epsilon_1$",
        (
            _obligation(
                "eq39.sum",
                "both relations, for every $N$, where $lambda_N > 0$",
                [*FAR_UNIT, FAR],
                EQ39,
                texts.EQ39,
            ),
        ),
        reading="$lambda_N > 0$",
    ),
    Line(
        f"{_PRE}.eq40",
        "Eq. 40: $abs(G - f) <= abs(G - hat(G)) + abs(hat(G) - f) < epsilon_1 + epsilon - "
        "epsilon_1 = epsilon$",
        (
            _obligation(
                "eq40.chain",
                "each of the three relations",
                [S.abs(GH - G) < eps1, SIGN_ERROR <= eps - eps1],
                EQ40,
                "show by search",
            ),
        ),
    ),
    Line(
        f"{_PRE}.eq41",
        "Eq. 41: $abs(G - f) = abs(G - f + hat(G) - hat(G)) <= 1/2 abs(sum_(j != k) alpha_j s_j - "
        'sum_(j != k) alpha_j "sign" t_j) + abs(hat(G) + 1/2 alpha_k s_k - 1/2 alpha_k "sign" t_k '
        "- f)$",
        (
            _obligation(
                "eq41.chain",
                "for every $N$, $k$, $lambda$ and all weights and biases",
                [N > 0, *BREAK],
                EQ41,
                texts.EQ41,
            ),
        ),
    ),
    Line(
        f"{_PRE}.eq42",
        "$alpha_k^* = max_(j != k) abs(alpha_j)$ and $lambda_k = 1/delta_0 ln(((N - 1) alpha_k^* "
        "- epsilon_2) \\/ epsilon_2)$; Eq. 42: the first term is below $epsilon_2$ for "
        "$lambda >= lambda_k$",
        attempts=(
            _attempt(
                "eq42.zero",
                "$f(u) = u - 1\\/4$, $L = 1$, $epsilon = 1\\/2$, so $N = 2$; $k = 1$: $alpha_1^* = "
                "abs(alpha_2) = abs(f(1\\/4)) = 0$, and the logarithm is of $-1$",
                [*ANY, *MAXIMUM_K, eps2 > 0],
                SHARE_K > 0,
                {"N": 2, "k": 1, "p": 2, "Ak": 0, "L": 1, "eps": Fraction(1, 2), "eps2": 1},
                {
                    "f": (("u",), ["-", "u", "1/4"]),
                    "alpha": (("u",), ["-", "1", ["/", "u", "2"]]),
                    "b": _TWO_BIASES,
                },
            ),
        ),
        why="as $lambda_N$: the logarithm is not defined where $(N - 1) alpha_k^* <= epsilon_2$",
        repair=f"as there (`{_PRE}.sharpened`)",
    ),
    Line(
        f"{_PRE}.eq43",
        "Eq. 43: $hat(G)(x) = f((2k-1)\\/(2N))$, $1/2 f((2k-1)\\/(2N)) + 1/2 f((2k+1)\\/(2N))$, "
        "$f((2k+1)\\/(2N))$ left of, at and right of $k\\/N$",
        (
            _obligation(
                "eq43.values",
                "all three cases, for every $N$ and $k$",
                PLACED,
                EQ43,
                texts.EQ43,
            ),
        ),
    ),
    Line(
        f"{_PRE}.eq44",
        'Eq. 44: $alpha_k "sign"(x + b_k)$ in the same three cases',
        (_obligation("eq44.values", "all three cases", PLACED, EQ44, texts.EQ44),),
    ),
    Line(
        f"{_PRE}.eq45",
        'Eq. 45: $hat(G)(x) - 1/2 alpha_k "sign"(x + b_k) = 1/2 [f((2k+1)\\/(2N)) + '
        "f((2k-1)\\/(2N))]$",
        (_obligation("eq45.value", "for every $N$ and $k$", PLACED, EQ45, texts.EQ45),),
    ),
    Line(
        f"{_PRE}.eq46",
        "$s_k (x) in (-1, 1)$, $s_k (x) (k\\/N - x) <= 0$, and Eq. 46: $abs(hat(G)(x) - 1/2 "
        'alpha_k "sign"(x + b_k) + 1/2 alpha_k s_k (x) - f(x)) = ... <= L\\/(2N) + L s_k (x) '
        "(k\\/N - x) <= L\\/(2N) <= epsilon - epsilon_2$",
        (
            _obligation(
                "eq46.chain",
                "what is said of $s_k$, and each of the seven relations, where $lambda > 0$",
                [*PLACED, lam > 0, LIPSCHITZ, L / (2 * N) <= eps - eps2],
                EQ46,
                texts.EQ46,
            ),
        ),
        reading="$lambda > 0$",
    ),
    Line(
        f"{_PRE}.conclusion",
        "given $lambda^* = max(lambda_1, ..., lambda_N)$, when $lambda >= lambda^*$, we have "
        "$abs(G(x) - f(x)) < epsilon, forall x in [0, 1]$",
        attempts=(_negative_conclusion(),),
        why="$lambda^*$ may be negative; then $lambda = lambda^*$ turns every step around",
        repair=f"$lambda > 0$ and $lambda >= 2 N ln(1 + 2 L \\/ (epsilon - L \\/ (2 N)))$ "
        f"(`{_PRE}.sharpened`)",
    ),
    Line(
        f"{_PRE}.final",
        "with the two above conclusion, we can finish the proof: $cal(N)(sigma) <= "
        "floor(L \\/ 2 epsilon) + 1$",
        attempts=(_supremum(),),
        conclusion_stands=_STANDS,
        why="Definition 3 asks for $sup_f inf_G sup_x abs(f - G) < epsilon$; an error below "
        "$epsilon$ for each $f$ alone leaves $sup_f <= epsilon$",
        repair=f"the bound $(L \\/ (2 N) + epsilon) \\/ 2 < epsilon$ is the same for every $f$ "
        f"(`{_STANDS}`)",
    ),
)
REPAIRED_EQ36 = _obligation(
    "eq36.repaired",
    '$abs(hat(G) - G) = abs(sum_j 1/2 alpha_j ["sign" t_j - s_j]) <= sum_j abs(1/2 alpha_j '
    '["sign" t_j - s_j]) <= sum_j 1/2 alpha^* abs((t_j + abs(t_j)) \\/ abs(t_j) - 2 \\/ (1 + '
    "e^(-lambda t_j)))$ for every $N$, all weights and every $lambda$, where every $abs(t_j) > "
    "delta_0 > 0$.",
    [N > 0, delta0 > 0, FAR, MAX, A >= 0],
    EQ36,
    texts.EQ36,
)
