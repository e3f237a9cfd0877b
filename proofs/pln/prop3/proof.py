"""The printed proof of Propositions 3 and 4, line by line (Eq. 61-63)."""

from __future__ import annotations

from fractions import Fraction

from constructions.adversaries import ramp
from constructions.terms import Json, Term, app, conj, every, implies, plain_json, var
from proofs.claims import (
    Attempt,
    Claim,
    Line,
    Obligation,
    Reading,
    Witness,
)
from proofs.language.elaboration import written
from proofs.pln import definition3
from proofs.pln.close_data import data
from proofs.pln.definition3 import FAMILY_NOTE, bound_on_width, closely, met
from proofs.pln.definition3 import readings as width_readings
from proofs.pln.lemma4.claim import left_facing
from proofs.pln.members import LN_2, LS_1, companion, members
from proofs.pln.paper import also, source
from proofs.pln.prop3 import instances
from proofs.pln.prop3.bounds import exactly, least, most
from proofs.pln.prop3.controls import controls
from proofs.pln.prop3.statement import LS1, UNITS, Kind
from proofs.pln.symbols import ZERO, L, N, S, eps, x
from proofs.trees.script import statement

k, T_ = var("k"), var("t")
SORTS = {"n": "int", "N": "int", "k": "int", "L": "real", "eps": "real"}


def g(at: Term) -> Term:
    """Any function, in place of G."""
    return app("g", at)


_CLOSE: Json = every("x", "real", implies(x >= 0, x <= 1, S.abs(g(x) - ramp(x, L, ZERO)) < eps))
_KNOWN = [eps > 0, L >= 0, N.equals(S.floor(L / (2 * eps))), N > 0, _CLOSE]
EQ61 = conj(k / N * L - eps < g(k / N), g(k / N) < k / N * L + eps)
RISE = g((k + 1) / N) - g(k / N)
EQ62 = conj(RISE > L / N - 2 * eps, L / N - 2 * eps >= 0)


SIDES = """
have 0 <= k/N <= 1
"""
RISES = """
have 2*eps*N <= L
have 0 <= k/N
have (k + 1)/N <= 1
"""
DISTINCT = """
have later: for all m: int, i + 1 <= m => m <= N => g(i/N) < g(m/N) by induction on m
show by later(j)
"""
_RISES: Json = every("k", "int", implies(k >= 0, k + 1 <= N, g(k / N) < g((k + 1) / N)))
_i, _j = var("i"), var("j")


_GIVEN63 = [N > 0, _RISES, _i >= 0, _i + 1 <= _j, _j <= N]
EQ63 = statement({"N": "int", "i": "int", "j": "int"}, _GIVEN63, g(_i / N) < g(_j / N), {"g": 1})


def lines(name: str, kind: Kind, layer: str) -> tuple[Line, ...]:
    """The lines of A.6.2 for one of the two layers."""

    def line(ident: str, says: str, given: list[Json], show: Json, text: str) -> Obligation:
        whole = plain_json([*given, show])
        sorts = {n_: s_ for n_, s_ in SORTS.items() if _free(whole, n_)}
        functions = {"g": 1} if _free(whole, "g") else {}
        functions |= {f_: 1 for f_ in kind.functions if _free(whole, f_)}
        sequent = statement(sorts, given, show, functions)
        return Obligation(f"{name}.{ident}", says, sequent, written(sequent, text))

    jumps = Line(
        f"{name}.jumps",
        f"from Lemma 4, any $G in cal(G)(N; {layer})$ is a sum of $N$ one-step functions, each of "
        'which introduces at most one discontinuity. Therefore the cardinality of $"Im"(G)$ is at '
        "most $N + 1$, which contradicts Eq. 63",
        attempts=(left_facing(f"{name}.jumps.left", single=kind is LS1),),
        conclusion_stands=f"{name}.lower",
        why="Lemma 4 is false for units that face left (`pln.lemma4`); with units that face left "
        "and right, a count of discontinuities allows a value of its own at each of them.  That "
        "$N$ units have at most $N + 1$ values holds for another reason: along $[0, 1]$ each unit "
        "turns at most once",
        repair="count the units that have turned since 0 (`" + name + ".lower`)",
    )
    theorem, place = ("Theorem 3", "A.3") if kind is LS1 else ("Theorem 1", "A.1")
    reference = (
        f"{layer} is a special case of {theorem}, and the upper bound has already been proved in "
        f"Appendix {place}"
    )
    return (
        Line(
            f"{name}.upper.reference",
            reference,
            attempts=(
                Attempt(
                    f"{name}.reference.value",
                    f"the units of {place} tend to the sign, which is 0 at 0; here the value is 1",
                    statement({"t": "real"}, [], UNITS[name](T_).equals(S.sign(T_))),
                    Witness({"t": 0}),
                ),
            ),
            conclusion_stands=f"{name}.upper",
            why=f"{place} is about $delta > 0$ and units that tend to 0 at their breakpoint; "
            "with $delta = 0$ and the values of A.6 it is another layer",
            repair="the same weights do: at $k \\/ N$ the network takes the value of the cell on "
            f"the right, within $L \\/ (2 N)$ (`{name}.upper`)",
        ),
        Line(
            f"{name}.start",
            "let $N = floor(L \\/ 2 epsilon) - 1$ and define $f(x) = L x$",
            attempts=(
                Attempt(
                    f"{name}.start.small",
                    "$L = epsilon = 1$: $N = -1$, and Eq. 61 divides by $N + 1 = 0$",
                    statement(
                        {"N": "int", "L": "real", "eps": "real"},
                        [eps > 0, L >= 0, N.equals(S.floor(L / (2 * eps)) - 1)],
                        N >= 0,
                    ),
                    Witness({"N": -1, "L": 1, "eps": 1}),
                ),
            ),
            conclusion_stands=f"{name}.lower",
            why="for $L < 2 epsilon$ the number of units $N$ is $-1$; the bound is then 0 and "
            "says nothing",
            repair="the case $floor(L \\/ 2 epsilon) = 0$ is trivial; below, $N$ stands for "
            "$floor(L \\/ 2 epsilon) >= 1$",
        ),
        Line(
            f"{name}.eq61",
            "Eq. 61: $k L \\/ (N + 1) - epsilon < G(k \\/ (N + 1)) < k L \\/ (N + 1) + epsilon$",
            (
                line(
                    "eq61.sides",
                    "for $0 <= k <= N + 1$",
                    [*_KNOWN, k >= 0, k <= N],
                    EQ61,
                    SIDES,
                ),
            ),
            reading="with $N = floor(L \\/ 2 epsilon)$ for the paper's $N + 1$",
        ),
        Line(
            f"{name}.eq62",
            "Eq. 62: $G(k \\/ (N + 1)) - G((k - 1) \\/ (N + 1)) > L \\/ (N + 1) - 2 epsilon = "
            "L \\/ floor(L \\/ 2 epsilon) - 2 epsilon >= 0$",
            (
                line(
                    "eq62.rise",
                    "both inequalities, for every $k$",
                    [*_KNOWN, k >= 0, k + 1 <= N],
                    EQ62,
                    RISES,
                ),
            ),
        ),
        Line(
            f"{name}.eq63",
            "Eq. 63: $G(0) < G(1 \\/ (N + 1)) < ... < G(1)$, which implies that the image of $G$ "
            "contains at least $N + 2$ distinct values",
            (
                Obligation(
                    f"{name}.eq63.distinct",
                    "if each value is above the one before, any two differ",
                    EQ63,
                    written(EQ63, DISTINCT),
                ),
            ),
        ),
        jumps,
    )


def _free(json: Json, name: str) -> bool:
    if isinstance(json, list) and json and json[0] in ("all", "some", "sum") and json[1] == name:
        return False
    return json == name or (isinstance(json, list) and any(_free(a, name) for a in json))


def claim(name: str, kind: Kind, layer: str, printed: str, title: str, number: int) -> Claim:
    """Proposition 3 or 4: both bounds, the printed proof, the exact number of units."""
    say = f"cal(N)({layer})"
    low = Obligation(
        f"{name}.lower",
        "any network that is closer than $epsilon$ to $L x$ on $[0, 1]$ has at least "
        "$floor(L \\/ 2 epsilon)$ units, for every $L$, $epsilon$ and all weights",
        *least(kind),
    )
    top = Obligation(
        f"{name}.upper",
        "for every $L$, $epsilon$ and $f$ the $floor(L \\/ 2 epsilon) + 1$ units have "
        "$abs(G - f) <= L \\/ (2 N) < epsilon$ on $[0, 1]$",
        *most(UNITS[name]),
    )
    exact = Obligation(
        f"{name}.exact",
        "any network that is closer than $epsilon$ to $epsilon + L x$ on $[0, 1]$ has at least "
        "$floor(L \\/ 2 epsilon) + 1$ units",
        *exactly(kind),
    )
    zero = dict.fromkeys(kind.functions, (("k",), "0"))
    low_width, exact_width = map(bound_on_width, (low, exact))
    top_width = bound_on_width(top, N=1, L=1, eps=1)
    inside = members(top, LS_1 if kind is LS1 else LN_2)
    place = f"Proposition {number}"
    some_data = met(
        Attempt(
            f"{name}.satisfiable",
            "the hypotheses on one network hold for $N = 2$, $n = 0$",
            low.statement,
            Witness({"n": 0, "N": 2, "L": 1, "eps": Fraction(1, 4)}, zero),
        ),
        low_width,
        "the hypotheses hold for $L = 1$, $epsilon = 1\\/4$, $N = 2$, $n = 0$, where all $f$ are "
        "$L x$ and all networks are 0",
    )

    def constant(bound: str, sequent: Json, value: Fraction) -> Attempt:
        """One unit with the constant ``value``, for L = eps = 1."""
        pair = {"alpha1": value, "alpha2": 0, "w1": 0, "w2": 0, "b1": 1, "b2": -1}
        weights = {"alpha": value, "w": 0, "b": 1} | pair
        return data(
            f"{name}.{bound}.satisfiable",
            f"$L = epsilon = 1$, so $N = 0$; one unit with the constant ${value}$ is closer than "
            "$epsilon$",
            sequent,
            {"n": 1, "N": 0, "L": 1, "eps": 1},
            {function: (("k",), str(weights[function])) for function in kind.functions},
        )

    near = constant("lower", low.statement, Fraction(1, 2))
    above_it = constant("exact", exact.statement, Fraction(3, 2))
    hypotheses = (
        Reading("the error bound $epsilon > 0$", ("given", 0)),
        Reading("$cal(F)([0, 1]; L)$", ("given", 1), "a Lipschitz constant is not negative"),
        Reading(
            "$floor(L \\/ 2 epsilon)$", ("given", 2), "$L \\/ 2 epsilon$ is $L \\/ (2 epsilon)$"
        ),
        Reading(
            f"$cal(G)(n; {layer})$",
            ("given", 3),
            "any number of units, all weights open; the layer is the one of A.6",
        ),
    )
    above = (
        Reading("the error bound $epsilon > 0$", ("given", 0)),
        Reading("$floor(L \\/ 2 epsilon) + 1$", ("given", 1)),
        Reading("$f in cal(F)([0, 1]; L)$", ("given", 2), FAMILY_NOTE),
    )
    return Claim(
        id=name,
        kind="theorem",
        title=title,
        source=source(place, "61-63"),
        statement=printed,
        readings=(
            *hypotheses,
            *also(hypotheses, low.id),
            *width_readings(
                low_width,
                layer,
                f"$floor(L \\/ 2 epsilon) <= {say}$",
                "The function is $L x$",
            ),
            Reading("a network of $n$ units", ("show",), "near $L x$", low.id),
            *also(above, top.id, top_width.id),
            Reading("the networks of the proof", ("show",), "for one $f$", top.id),
            *width_readings(
                top_width,
                layer,
                f"${say} <= floor(L \\/ 2 epsilon) + 1$",
                "the network of Lemma 2 with these units, written out",
                main=False,
            ),
        ),
        obligations=(low_width, top_width, low, top),
        lines=lines(name, kind, layer),
        controls=(*controls(name, kind), *definition3.controls(some_data, low_width)),
        satisfiable=(near, *closely(near, low_width)),
        notes=(
            "$delta = 0$ throughout, with the values of A.6 where $sigma = 0$.",
            "No control of the lower bound drops $epsilon > 0$: for $epsilon <= 0$ no network is "
            "close, and nothing is claimed.",
            *(
                ("The paper omits this proof; it is the one of Proposition 3.",)
                if kind is LS1
                else ()
            ),
        ),
        not_claimed=("nothing is said of $delta > 0$, where a unit takes more than two values",),
        cites=("pln.lemma4",),
        sharpened=(
            companion(name, source(place, "61-63"), f"${layer}$", above, inside),
            Claim(
                id=f"{name}.sharpened",
                kind="theorem",
                title=f"The upper bound of {place} is exact",
                source=source(f"beyond {place}", "61-63"),
                statement=f"For every $L >= 0$ and $epsilon > 0$: ${say} >= "
                f"floor(L \\/ (2 epsilon)) + 1$, so with {place} there is equality. The function "
                "that shows it is $epsilon + L x$: "
                "all $n$ units would have to turn between 0 and 1, so $G(1) = -G(0)$, but both "
                "are positive.",
                readings=(
                    *hypotheses,
                    *also(hypotheses, exact.id),
                    Reading("a network of $n$ units", ("show",), "", exact.id),
                    *width_readings(
                        exact_width,
                        layer,
                        f"${say} >= floor(L \\/ (2 epsilon)) + 1$",
                        "The function is $epsilon + L x$",
                    ),
                ),
                satisfiable=(above_it, *closely(above_it, exact_width)),
                obligations=(exact_width, exact),
            ),
        ),
        parameters=instances.PARAMETERS,
        instances=instances.INSTANCES,
        run=instances.rows(name),
        construct=instances.construct(name),
    )
