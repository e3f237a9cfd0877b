"""The printed proof of Theorem 1 (A.1.2, Eq. 16-26), line by line, exactly as printed."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from constructions.terms import Json, app, conj, every, exists, implies, var
from proofs.claims import Attempt, Line, Obligation, Witness
from proofs.pln.lemma2.claim import LIPSCHITZ, WIDTH
from proofs.pln.symbols import IN_UNIT_INTERVAL, L, N, S, d, delta, eps, k, layer_norm_unit
from proofs.pln.thm1.cases import (
    AROUND,
    BUDGET,
    BUDGET_K,
    CASE1,
    CASE2,
    CASE2_TEXT,
    COUNT,
    EPS1,
    EPS1_TEXT,
    EPS2_TEXT,
    EQ17,
    EQ17_NAMES,
    EQ17_TEXT,
    EQ18,
    EQ19,
    EQ19_TEXT,
    EQ20,
    EQ20_NAMES,
    EQ20_TEXT,
    EQ21,
    EQ21_TEXT,
    EQ22,
    EQ22_TEXT,
    EQ23,
    EQ24,
    EQ24_TEXT,
    EQ25,
    EQ25_NAMES,
    EQ25_TEXT,
    EQ26,
    EQ26_TEXT,
    ERROR,
    FAR_TEXT,
    FIRST_TERM,
    PART_NAMES,
    SECOND_TERM,
    SHARP_NAMES,
    SIGN_ERROR,
    VALUE,
    on_unit_interval,
)
from proofs.pln.thm1.conclusion import (
    ANY,
    CENTRED,
    CONCLUSION_TEXT,
    CONSTANT_0,
    CONSTANT_1,
    MAXIMUM,
    MAXIMUM_K,
    PRINTED,
    PRINTED_FACTS,
    REPAIRED_CONCLUSION,
    REPAIRED_TEXT,
    ROOT_D,
    SMALL_D,
    UNIT_2,
    UNIT_2_NAMES,
    UNIT_2_TEXT,
    delta_star,
    norm_18,
)
from proofs.pln.thm1.conclusion import NAMES as CONCLUSION_NAMES
from proofs.pln.thm1.controls import CONTROLS, SATISFIABLE
from proofs.pln.thm1.delta import LAYER
from proofs.pln.thm1.statement import LN
from proofs.pln.thm1.statement import NAMES as LAYER_NAMES
from proofs.pln.thm1.sums import (
    BREAK,
    EQ16,
    EQ16_SUMS,
    EQ16_TEXT,
    FAR,
    FAR_K,
    GH,
    MAX,
    MAX_K,
    NEAR,
    SMALL,
    WEIGHTS,
    A,
    A_k,
    G,
    delta0,
    eps1,
    eps2,
    i,
    obligation,
    sequent,
    smooth,
    spending,
    t,
)

__all__ = ["CONTROLS", "LINES", "REPAIRS", "SATISFIABLE"]


# --- the printed lines ---------------------------------------------------------------------------


def _attempt(
    name: str,
    says: str,
    given: list[Json],
    show: Json,
    values: dict[str, Any],
    functions: dict[str, Any],
) -> Attempt:
    return Attempt(f"pln.thm1.{name}", says, sequent(given, show), Witness(values, functions))


#: b_hat_1 = -1/2 and b_hat_2 = 1 as one function of the index
_TWO_BIASES: tuple[tuple[str, ...], Json] = (("u",), ["-", ["*", "3/2", "u"], "2"])
_STANDS = "pln.thm1.statement"
_E_OF_N = app("e", i)
_EACH_BELOW: Json = every("i", "int", implies(i >= 0, _E_OF_N < eps))
_ALL_BELOW: Json = exists(
    "B", "real", conj(var("B") < eps, every("i", "int", implies(i >= 0, _E_OF_N <= var("B"))))
)


#: e(n) >= B for n = floor(1/(1 - B))
_BEYOND = """
fix B
let n = floor(1/(1 - B))
have 0 < 1/(1 - B)
have whole: n + 1 > 1/(1 - B)
have n >= 0
have (n + 1)*(1 - B) > 1 by whole, B < 1
have 1/(n + 1) < 1 - B
take n
"""


def _supremum() -> Attempt:
    """e(n) = 1 - 1/(n + 1) < 1 for every n, and the supremum is 1."""
    e_of = ["-", "1", ["/", "1", ["+", ["abs", "u"], "1"]]]  # defined for every u
    return Attempt(
        "pln.thm1.final.supremum",
        "$e_n = 1 - 1 \\/ (n + 1)$, $epsilon = 1$: every $e_n < epsilon$, yet the supremum is "
        "$epsilon$",
        sequent([_EACH_BELOW], _ALL_BELOW),
        Witness({"eps": 1}, {"e": (("u",), e_of)}),
        script=_BEYOND,
    )


LINES: tuple[Line, ...] = (
    Line(
        "pln.thm1.units",
        "$G(x) = sum_(j=1)^N hat(alpha)_j s_j (x)$ with $s_j (x) = (x + hat(b)_j) \\/ "
        "(abs(x + hat(b)_j) + delta)$, by Lemma 1",
        (
            obligation(
                "units.two",
                "one unit for $d = 2$, for every input $t$",
                [delta > 0],
                ["=", UNIT_2, smooth(t).json],
                UNIT_2_TEXT,
                None,
                UNIT_2_NAMES,
            ),
        ),
        reading="$d = 2$, as the next sentence says",
    ),
    Line(
        "pln.thm1.simplify",
        "In the proof here, based on Eqn. 6, we simplify $delta sqrt(d \\/ 2)$ as $delta$, since "
        "they are almost the same for $delta -> 0$. On the other hand, this simplification can be "
        "also seen as the proof of the case $d = 2$, which is easy to extend to $d > 2$",
        attempts=(
            _attempt(
                "simplify.equal",
                "$d = 8$, $t = 1$, $delta = 1$: $1\\/3$ is not $1\\/2$",
                [d >= 2, delta > 0],
                SMALL_D,
                {"d": 8, "t": 1, "delta": 1},
                {},
            ),
            norm_18(),
        ),
        conclusion_stands=_STANDS,
        why="for $d != 2$ the displayed $s_j$ is not a unit of the network, and with the printed "
        "$delta^*$ the conclusion $abs(G(x) - f(x)) < epsilon$ is false for $d = 18$",
        repair="ask for $delta sqrt(d \\/ 2) <= delta^*$ (`pln.thm1.simplify.repaired`)",
    ),
    Line(
        "pln.thm1.eps1",
        "there is some $epsilon_1 > 0$, subjected to $abs(hat(G)(x) - f(x)) <= "
        "epsilon - epsilon_1$",
        (
            obligation(
                "eps1.exists",
                "one $epsilon_1$ for all $x$ of case 1, namely $epsilon - L \\/ (2 N)$",
                ANY,
                exists("eps1", "real", conj(eps1 > 0, EPS1)),
                EPS1_TEXT,
                {"weights": WEIGHTS[0]},
                SHARP_NAMES,
            ),
        ),
        reading="$epsilon_1$ is the same for all $x$, since $delta_N$ depends on it",
    ),
    Line(
        "pln.thm1.eq16",
        "Eq. 16: $abs(hat(G) - G) = abs(sum_j hat(alpha)_j [t_j\\/abs(t_j) - t_j\\/(abs(t_j) + "
        "delta)]) <= sum_j abs(hat(alpha)_j) abs(t_j\\/abs(t_j) - t_j\\/(abs(t_j) + delta)) = "
        "sum_j abs(hat(alpha)_j) abs(delta t_j\\/(abs(t_j) (abs(t_j) + delta))) = "
        "sum_j abs(hat(alpha)_j) delta\\/(abs(t_j) + delta)$, $t_j = x + hat(b)_j$",
        (
            obligation(
                "eq16.chain",
                "each of the four relations, for every $N$ and all weights and biases",
                [N > 0, delta > 0, delta0 > 0, FAR],
                EQ16,
                EQ16_TEXT,
                {"far": FAR},
                EQ16_SUMS.names(),
            ),
        ),
    ),
    Line(
        "pln.thm1.delta_N",
        "given $alpha^* = max_(1 <= j <= N) abs(hat(alpha)_j)$ and "
        "$delta_N = epsilon_1 delta_0 \\/ (N alpha^*)$",
        attempts=(
            _attempt(
                "delta_N.zero",
                "$f = 0$: every weight is $0$, so $alpha^* = 0$",
                [*ANY, *MAXIMUM],
                (N * A).differs(0),
                {"N": 1, "p": 1, "A": 0, "L": 0, "eps": 1},
                {"f": CONSTANT_0, "alpha": CONSTANT_0, "b": CONSTANT_1},
            ),
            _attempt(
                "delta_N.line",
                "$f(u) = u - 1\\/2$, $L = 1$, $epsilon = 1$, so $N = 1$: $alpha^* = "
                "abs(f(1\\/2)) = 0$",
                [*ANY, *MAXIMUM],
                (N * A).differs(0),
                {"N": 1, "p": 1, "A": 0, "L": 1, "eps": 1},
                {"f": CENTRED, "alpha": CONSTANT_0, "b": CONSTANT_1},
            ),
        ),
        why="$delta_N$ divides by $N alpha^*$, which is $0$ where all weights are",
        repair="$delta_N = epsilon_1 delta_0 \\/ (N (alpha^* + 1))$ "
        "(`pln.thm1.delta_N.repaired`); Eq. 17 is proved for any bound $alpha^* != 0$",
    ),
    Line(
        "pln.thm1.eq17",
        "Eq. 17: for $delta <= delta_N$, $abs(hat(G) - G) <= sum_j abs(hat(alpha)_j) "
        "delta\\/(abs(t_j) + delta) < sum_j alpha^* dot epsilon_1 delta_0\\/(N alpha^*) dot "
        "1\\/(delta_0 + delta) = epsilon_1 delta_0\\/(delta_0 + delta) < epsilon_1$",
        (
            obligation(
                "eq17.chain",
                "each of the four relations, where $delta_N$ is defined",
                [*CASE1, *BUDGET],
                EQ17,
                EQ17_TEXT,
                {"far": FAR, "max": MAX},
                EQ17_NAMES,
            ),
        ),
        reading="$alpha^*$ is any bound of the weights for which $N alpha^* != 0$",
    ),
    Line(
        "pln.thm1.eq18",
        "Eq. 18: $abs(G - f) <= abs(G - hat(G)) + abs(hat(G) - f) < epsilon_1 + epsilon - "
        "epsilon_1 = epsilon$",
        (
            obligation(
                "eq18.chain",
                "each of the three relations, from Eq. 17 and the choice of $epsilon_1$",
                [S.abs(GH - G) < eps1, SIGN_ERROR <= eps - eps1],
                EQ18,
                "show by search",
            ),
        ),
    ),
    Line(
        "pln.thm1.case2",
        "if $abs(x + hat(b)_k) <= delta_0$, for $x in [0, 1]$ and $delta_0 in (0, 1\\/(2N))$, we "
        "have $1 <= k <= N - 1$ and $hat(b)_k = - k\\/N$",
        (
            obligation(
                "case2.index",
                "unit $N$ is never near",
                [N > 0, *WEIGHTS, *SMALL, *IN_UNIT_INTERVAL, k >= 1, k <= N, NEAR[2]],
                conj(k <= N - 1, app("b", k).equals(-k / N)),
                CASE2_TEXT,
            ),
        ),
    ),
    Line(
        "pln.thm1.eps2",
        "$N > L\\/(2 epsilon)$; hence there is some $epsilon_2 > 0$ with "
        "$L\\/(2N) <= epsilon - epsilon_2$",
        (
            obligation(
                "eps2.exists",
                "both",
                [eps > 0, WIDTH, LIPSCHITZ],
                conj(
                    L / (2 * eps) < N,
                    exists("eps2", "real", conj(eps2 > 0, L / (2 * N) <= eps - eps2)),
                ),
                EPS2_TEXT,
            ),
        ),
    ),
    Line(
        "pln.thm1.eq19",
        "Eq. 19: $abs(G - f) = abs(G - f + hat(G) - hat(G)) = abs(sum_(j != k) hat(alpha)_j s_j + "
        'hat(alpha)_k s_k - f + hat(G) - sum_(j != k) hat(alpha)_j "sign" t_j - hat(alpha)_k '
        '"sign" t_k) <= abs(sum_(j != k) hat(alpha)_j s_j - sum_(j != k) hat(alpha)_j '
        '"sign" t_j) + abs(hat(G) + hat(alpha)_k s_k - hat(alpha)_k "sign" t_k - f)$',
        (
            obligation(
                "eq19.chain",
                "each of the three relations, for every $N$, $k$ and all weights and biases",
                [N > 0, delta > 0, *BREAK],
                EQ19,
                EQ19_TEXT,
                None,
                PART_NAMES,
            ),
        ),
    ),
    Line(
        "pln.thm1.delta_k",
        "$alpha_k^* = max_(j != k) abs(hat(alpha)_j)$ and "
        "$delta_k = epsilon_2 delta_0 \\/ ((N - 1) alpha_k^*)$",
        attempts=(
            _attempt(
                "delta_k.zero",
                "$f(u) = u - 1\\/2$, $L = 1$, $epsilon = 1\\/2$, so $N = 2$; $k = 1$: "
                "$alpha_1^* = abs(hat(alpha)_2) = 0$",
                [*ANY, *MAXIMUM_K],
                ((N - 1) * A_k).differs(0),
                {"N": 2, "k": 1, "p": 2, "Ak": 0, "L": 1, "eps": Fraction(1, 2)},
                {
                    "f": CENTRED,
                    "alpha": (("u",), ["/", ["-", "2", "u"], "4"]),
                    "b": _TWO_BIASES,
                },
            ),
        ),
        why="$delta_k$ divides by $(N - 1) alpha_k^*$, which is $0$ where all other weights are",
        repair="$delta_k = epsilon_2 delta_0 \\/ ((N - 1) (alpha_k^* + 1))$ "
        "(`pln.thm1.delta_k.repaired`)",
    ),
    Line(
        "pln.thm1.eq20",
        "Eq. 20: for $delta <= delta_k$, $abs(sum_(j != k) hat(alpha)_j s_j - sum_(j != k) "
        'hat(alpha)_j "sign" t_j) = ... <= ... = ... = sum_(j != k) abs(hat(alpha)_j) '
        "delta\\/(abs(t_j) + delta) < sum_(j != k) alpha_k^* dot epsilon_2 delta_0\\/((N - 1) "
        "alpha_k^*) dot 1\\/(delta_0 + delta) = epsilon_2 delta_0\\/(delta_0 + delta) < epsilon_2$",
        (
            obligation(
                "eq20.far",
                "the units $j != k$ are farther than $delta_0$ from $x$",
                CASE2,
                FAR_K,
                FAR_TEXT,
                {"weights": WEIGHTS[0]},
            ),
            obligation(
                "eq20.chain",
                "each of the seven relations, where $delta_k$ is defined",
                [*CASE2, *BUDGET_K],
                EQ20,
                EQ20_TEXT,
                {"max": MAX_K, "weights": WEIGHTS[0]},
                EQ20_NAMES,
            ),
        ),
        reading="$alpha_k^*$ is any bound of the other weights with $(N - 1) alpha_k^* != 0$",
    ),
    Line(
        "pln.thm1.eq21",
        "Eq. 21: $hat(G)(x) = f((2k-1)\\/(2N))$, $1/2 f((2k-1)\\/(2N)) + 1/2 f((2k+1)\\/(2N))$, "
        "$f((2k+1)\\/(2N))$ for $k\\/N - delta_0 <= x < k\\/N$, $x = k\\/N$, "
        "$k\\/N < x <= k\\/N + delta_0$",
        (
            obligation(
                "eq21.values",
                "all three cases, for every $N$ and $k$",
                [N > 0, *WEIGHTS, *SMALL, *AROUND],
                EQ21,
                EQ21_TEXT,
                {"weights": WEIGHTS[0]},
            ),
        ),
    ),
    Line(
        "pln.thm1.eq22",
        'Eq. 22: $hat(alpha)_k "sign"(x + hat(b)_k)$ in the same three cases',
        (
            obligation(
                "eq22.values",
                "all three cases",
                [N > 0, *WEIGHTS, *SMALL, *AROUND],
                EQ22,
                EQ22_TEXT,
            ),
        ),
    ),
    Line(
        "pln.thm1.eq23",
        'Eq. 23: $hat(G)(x) - hat(alpha)_k "sign"(x + hat(b)_k) = 1/2 [f((2k+1)\\/(2N)) + '
        "f((2k-1)\\/(2N))]$",
        (
            obligation(
                "eq23.value",
                "for every $N$ and $k$",
                [N > 0, *WEIGHTS, *SMALL, *AROUND],
                EQ23,
                f"{VALUE}show by value",
                {"weights": WEIGHTS[0]},
            ),
        ),
    ),
    Line(
        "pln.thm1.eq24",
        "Eq. 24: $hat(alpha)_k s_k (x) = 1/2 [f((2k+1)\\/(2N)) - f((2k-1)\\/(2N))] dot "
        "(x - k\\/N) \\/ (abs(x - k\\/N) + delta)$",
        (
            obligation(
                "eq24.value",
                "for every $N$ and $k$",
                [N > 0, delta > 0, *WEIGHTS, *SMALL, *AROUND],
                EQ24,
                EQ24_TEXT,
            ),
        ),
    ),
    Line(
        "pln.thm1.eq25",
        "$s_k (x) in (-1, 1)$, $s_k (x) (k\\/N - x) <= 0$, and Eq. 25: $abs(hat(G)(x) - "
        'hat(alpha)_k "sign"(x + hat(b)_k) + hat(alpha)_k s_k (x) - f(x)) = ... <= ... <= ... = '
        "... = L\\/(2N) + L s_k (x) (k\\/N - x) <= L\\/(2N) <= epsilon - epsilon_2$",
        (
            obligation(
                "eq25.chain",
                "what is said of $s_k$, and each of the seven relations",
                [
                    N > 0,
                    delta > 0,
                    *WEIGHTS,
                    *SMALL,
                    *AROUND,
                    LIPSCHITZ,
                    L / (2 * N) <= eps - eps2,
                ],
                EQ25,
                EQ25_TEXT,
                {"weights": WEIGHTS[0]},
                EQ25_NAMES,
            ),
        ),
    ),
    Line(
        "pln.thm1.eq26",
        "Eq. 26: $abs(G - f) <= abs(sum_(j != k) hat(alpha)_j s_j - sum_(j != k) hat(alpha)_j "
        '"sign" t_j) + abs(hat(G) + hat(alpha)_k s_k - hat(alpha)_k "sign" t_k - f) < '
        "epsilon_2 + epsilon - epsilon_2 = epsilon$",
        (
            obligation(
                "eq26.chain",
                "each of the three relations, from Eq. 19, 20 and 25",
                [N > 0, delta > 0, *BREAK, FIRST_TERM < eps2, SECOND_TERM <= eps - eps2],
                EQ26,
                EQ26_TEXT,
                None,
                PART_NAMES,
            ),
        ),
    ),
    Line(
        "pln.thm1.conclusion",
        "therefore, given $delta^* = min(delta_1, ..., delta_N)$, when $delta <= delta^*$, we have "
        "$abs(G(x) - f(x)) < epsilon, forall x in [0, 1]$",
        (
            obligation(
                "conclusion.d2",
                "for every $N$, $f$ and $x$, where $delta_1, ..., delta_N$ are defined",
                PRINTED,
                on_unit_interval(ERROR < eps),
                CONCLUSION_TEXT,
                PRINTED_FACTS,
                CONCLUSION_NAMES,
            ),
        ),
        reading="$d = 2$, and no $delta_k$ divides by $0$",
    ),
    Line(
        "pln.thm1.final",
        'Consequently, we have proved that $cal(N)("LN") <= floor(L \\/ 2 epsilon) + 1$ and '
        '$cal(W)("LN") <= 2 (floor(L \\/ 2 epsilon) + 1)$',
        attempts=(LAYER, _supremum()),
        conclusion_stands=_STANDS,
        why="Definition 3 asks for one $phi$ and $sup_f inf_G sup_x abs(f - G) < epsilon$. The "
        "$delta^*$ of the proof depends on $f$, but $delta$ belongs to the layer: where it is "
        "given, the network of the proof misses some constant function, whatever $delta > 0$ is "
        "(`pln.thm1.sharpened3`). And an error below $epsilon$ for each $f$ alone leaves $sup_f <= "
        "epsilon$.  The second bound is that of Theorem 1 for $d = 2$ only",
        repair="scale the weights instead of $delta$: for every $delta > 0$ some scale gives the "
        "bound $(L \\/ (2 N) + epsilon) \\/ 2 < epsilon$, which is the same for every $f$ "
        "(`pln.thm1.statement`)",
        reading="the order of quantifiers of Definition 3: $delta$, then $f$, then the weights; "
        "with $delta$ chosen last it is `pln.thm1.conclusion.repaired`",
    ),
)


# --- what holds in place of the failing lines ----------------------------------------------------


POSITIVE_N = """
have 0 <= A
have below: 0 < N*(A + 1)
show by below, eps1 > 0, delta0 > 0
"""
POSITIVE_K = """
have 0 <= Ak
have 1 <= N - 1
have below: 0 < (N - 1)*(Ak + 1)
show by below, eps2 > 0, delta0 > 0
"""


NORM_TEXT = f"""{LN}
have pos: 0 < delta*sqrt(d/2) by high, delta > 0
have limit: delta <= deltastar*sqrt(2/d) => delta*sqrt(d/2) <= deltastar:
  have scaled: delta*sqrt(d/2) <= deltastar*sqrt(2/d)*sqrt(d/2)
    by delta <= deltastar*sqrt(2/d), high
  show by scaled, inverse
show by pos, unit(t, delta), limit
"""


REPAIRS: tuple[Obligation, ...] = (
    obligation(
        "simplify.repaired",
        "For every $d >= 2$ and $delta > 0$ the unit is $t \\/ (abs(t) + delta')$ with "
        "$delta' = delta sqrt(d \\/ 2) > 0$, and $delta <= delta^* sqrt(2 \\/ d)$ gives "
        "$delta' <= delta^*$: the proof for $d = 2$ is one for every $d$ with $delta'$ in place of "
        "$delta$.",
        [d >= 2, delta > 0],
        conj(
            ROOT_D > 0,
            layer_norm_unit(t).equals(t / (S.abs(t) + ROOT_D)),
            implies(delta <= delta_star * S.sqrt(2 / d), ROOT_D <= delta_star),
        ),
        NORM_TEXT,
        None,
        LAYER_NAMES,
    ),
    obligation(
        "delta_N.repaired",
        "For every $epsilon > 0$ and every $L$-Lipschitz $f$ on $[0, 1]$, with $N = floor(L \\/ "
        "(2 epsilon)) + 1$, the weights of Eq. 8-9, $alpha^* = max_(1 <= j <= N) "
        "abs(hat(alpha)_j)$, $epsilon_1 > 0$ and $delta_0 in (0, 1 \\/ (2 N))$, $delta_N = "
        "epsilon_1 delta_0 \\/ (N (alpha^* + 1))$ is a positive number.",
        [*ANY, *MAXIMUM, eps1 > 0, *SMALL],
        spending(eps1, N, A + 1) > 0,
        POSITIVE_N,
    ),
    obligation(
        "delta_k.repaired",
        "For every $epsilon > 0$, every $L$-Lipschitz $f$ on $[0, 1]$ and every $1 <= k <= N - 1$, "
        "with $N = floor(L \\/ (2 epsilon)) + 1$, the weights of Eq. 8-9, $alpha_k^* = "
        "max_(j != k) abs(hat(alpha)_j)$, $epsilon_2 > 0$ and $delta_0 in (0, 1 \\/ (2 N))$, "
        "$delta_k = epsilon_2 delta_0 \\/ ((N - 1) (alpha_k^* + 1))$ is a positive number.",
        [*ANY, *MAXIMUM_K, eps2 > 0, *SMALL],
        spending(eps2, COUNT, A_k + 1) > 0,
        POSITIVE_K,
    ),
    obligation(
        "conclusion.repaired",
        "For every $L$, $epsilon > 0$ and every $L$-Lipschitz $f$ on $[0, 1]$, with the weights of "
        "Eq. 8-9 and $N = floor(L \\/ (2 epsilon)) + 1$, there is a $delta^* > 0$ such that "
        "$abs(sum_(j=1)^N hat(alpha)_j (x + hat(b)_j) \\/ (abs(x + hat(b)_j) + delta) - f(x)) < "
        "epsilon$ for all $0 < delta <= delta^*$ and all $x in [0, 1]$: the printed proof with "
        "$sum_j abs(hat(alpha)_j) + 1$ in place of $alpha^*$ and $alpha_k^*$.",
        ANY,
        REPAIRED_CONCLUSION,
        REPAIRED_TEXT,
        {"weights": WEIGHTS[0]},
        CONCLUSION_NAMES,
    ),
)
