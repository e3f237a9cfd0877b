"""The networks of a proof are networks of N units: shown unit by unit, for any numbering of them.

:mod:`proofs.pln.definition3` assumes of the numbered networks G(g, m, .) that the written-out
networks of N units are among them.  Here that is proved of every G that has, of what the class
G(m; phi) of Definition 2 has, as much as one of these networks takes, that for the function number
f0 and, where its weights are scaled, the scale lam0:

    empty   some G(g, 0, .) is 0 on [0, 1],
    adding  to each G(g, m, .), m >= 0, each unit of this network may be added: some G(h, m + 1, .)
            is G(g, m, .) + a phi(w x + b) on [0, 1], for the weights a, w, b of each of its units.

In Definition 2 any unit may be added, with any weights.  That G numbers *all* networks is not
assumed, so that exact data meet this: a network of two units and its multiples, numbered.

Only units with one pre-activation w x + b are added; of LN-2 and LS-1 a unit is what multiplies
the weight in the network, and of the abbreviation s(lam, t) of LN-d and LS-d it is s(lam, x + b).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from constructions.terms import Json, Term, conj, every, exists, implies, var
from proofs.claims import Attempt, Claim, Obligation, Reading, Source, Witness
from proofs.decide import chains
from proofs.language.elaboration import Written, written
from proofs.pln.definition3 import (
    NUMBER,
    POINTS,
    G,
    explicit,
    filled,
    on_unit_interval,
    put,
    upper,
)
from proofs.pln.symbols import x
from proofs.refute import instantiate
from proofs.trees.lift import Lift
from proofs.trees.script import (
    statement,
)

j, m = var("j"), var("m")
#: what a network is written out in and its class is not, by other names: there, these are bound
OWN = {"f": "f0", "lam": "lam0"}


@dataclass(frozen=True)
class Unit:
    """How a unit of a network is written: ``argument`` finds its pre-activation, linear in x.

    With ``scaled`` the unit is s(lam, x + b).
    """

    argument: Callable[[Json], Json]
    scaled: bool = False

    def written(self, unit: Json) -> Json:
        """The same unit as phi(w x + b), or s(lam, x + b)."""
        argument = self.argument(unit)
        slope, shift = _linear(argument)
        at = "x" if self.scaled else ["*", slope, "x"]
        return _replaced(unit, argument, ["+", at, shift])

    def weighted(self, product: Json) -> Json:
        """The same unit times its weight."""
        op, weight, phi = product
        return [op, weight, self.written(phi)]


def _linear(term: Json) -> tuple[Json, Json]:
    """w and b of a term w x + b; ValueError for another."""
    if term == "x" or isinstance(term, str):
        return ("1", "0") if term == "x" else ("0", term)
    op, *args = term
    parts = [_linear(part) for part in args]
    if all(w == "0" for w, _ in parts):
        return "0", term
    if op in ("+", "-") and len(parts) == 2:
        (w1, b1), (w2, b2) = parts
        return _joined(op, w1, w2), _joined(op, b1, b2)
    if op == "*" and len(parts) == 2 and parts[0][0] == "0":
        w, b = (args[0] if part == "1" else [op, args[0], part] for part in parts[1])
        return w, "0" if parts[1][1] == "0" else b
    raise ValueError("not linear in x")


def _joined(op: str, first: Json, second: Json) -> Json:
    if second == "0":
        return first
    if first == "0":
        return second if op == "+" else ["-", second]
    return [op, first, second]


SIGMOID = Unit(lambda unit: unit[2][2][1][1])
TANH = Unit(lambda unit: unit[1])
RELU = Unit(lambda unit: unit[2])
LN_2 = Unit(lambda unit: unit[1][1][1][1])
LS_1 = Unit(lambda unit: unit[1][1][1])
SCALED = Unit(lambda unit: unit[3], scaled=True)


def _replaced(term: Json, part: Json, other: Json) -> Json:
    if term == part:
        return other
    return [_replaced(p, part, other) for p in term] if isinstance(term, list) else term


@dataclass(frozen=True)
class Parts:
    """A network as weighted units: a sum over k = 1, ..., ``high`` of them, and single ones."""

    index: str
    high: Json
    body: Json
    single: tuple[Json, ...]


def parts(network: Json) -> Parts:
    """The parts of a network; ValueError where it is no such sum."""
    pieces = [network]
    while any(piece[0] == "+" for piece in pieces):
        pieces = [p for piece in pieces for p in (piece[1:] if piece[0] == "+" else [piece])]
    sums = [piece for piece in pieces if piece[0] == "sum"]
    single = tuple(piece for piece in pieces if piece[0] == "*" and len(piece) == 3)
    if len(sums) != 1 or len(single) + 1 != len(pieces) or sums[0][2] != "1":
        raise ValueError("not a sum of weighted units")
    ((_, index, _, high, body),) = sums
    return Parts(index, high, body, single)


def added(weighted: Json) -> Json:
    """A network of one unit more is G(g, m, .) and this one."""
    grown = G("h", m + 1, x).equals(G("g", m, x) + Term(weighted))
    return exists("h", "real", on_unit_interval(grown))


def adding(unit: Unit, made: Parts) -> Json:
    """Each unit of a network may be added to any network."""

    def more(weighted: Json) -> Json:
        return added(unit.weighted(weighted))

    k, high = var(made.index), Term(made.high)
    each = every(made.index, "int", implies(k >= 1, k <= high, more(made.body)))
    units = conj(each, *map(more, made.single))
    return every("g", "real", every("m", "int", implies(m >= 0, units)))


EMPTY: Json = exists("g", "real", on_unit_interval(G("g", Term("0"), x).equals(0)))


def own(old: Obligation) -> tuple[dict[str, str], list[Json], Json]:
    """One network that a bound assumes: its variables, the conditions on them, and that it is one.

    All of that is the hypothesis of :func:`proofs.pln.definition3.upper`, for one network.
    """
    included = upper(old.statement)["given"][-2]
    sorts: dict[str, str] = {}
    conditions: list[Json] = []
    while included[0] in ("all", "implies"):
        if included[0] == "all":
            sorts[OWN[included[1]]] = included[2]
        else:
            conditions.append(included[1])
        included = included[-1]
    names: dict[str, Json] = {**OWN}
    return sorts, [put(c, names) for c in conditions], put(included, names)


def members(old: Obligation, unit: Unit, layer: Attempt | None = None, **values: int) -> Obligation:
    """The networks of an obligation about one f are among those that units can be added to.

    ``layer`` are data for that obligation, where it has a layer; ``values`` make its network one
    of two units, where N = 2, L = 1 and eps = 1/2 do not.
    """
    bound, made = upper(old.statement), parts(_network(old))
    sorts, conditions, included = own(old)
    others = {name: sort for name, sort in bound["vars"].items() if name != "N_phi"}
    sequent = statement(
        {**others, **sorts},
        [*bound["given"][:-2], *conditions, EMPTY, adding(unit, made)],
        included,
        bound["functions"],
    )
    shown = Obligation(
        f"{old.id.removesuffix('.statement')}.members",
        "these are networks of $N$ units: one unit after the other is added to the empty network",
        sequent,
        members_proof(old, unit, sequent),
    )
    return replace(shown, data=lambda: two_units(shown, made, layer, values))


def rows(shown: Obligation, phi: str, conditions: int) -> list[Reading]:
    """What the obligation of :func:`members` says beside the printed definition of the class."""
    last_ = len(shown.statement["given"]) - 1
    scale = Reading(
        "its weights are scaled, by $lambda > 0$",
        ("given", last_ - 2),
        "any $lambda$, as the function number $f_0$ is any",
        shown.id,
    )
    return [
        *[scale] * conditions,
        Reading(
            f"$cal(G)(0; {phi})$ (Definition 2)",
            ("given", last_ - 1),
            "the empty network is one of the numbered ones",
            shown.id,
        ),
        Reading(
            f"$cal(G)(m + 1; {phi})$ (Definition 2)",
            ("given", last_),
            "to each network of $m$ units each unit of the network below may be added; in "
            "Definition 2 any unit may be, with any weights",
            shown.id,
        ),
        Reading(
            f"the network of the proof is in $cal(G)(N; {phi})$",
            ("show",),
            "the hypothesis of the bound on the networks of $N$ units, for the function number "
            "$f_0$" + (" and the scale $lambda_0$" if conditions else ""),
            shown.id,
        ),
    ]


def companion(
    of: str, printed_at: Source, phi: str, readings_of: Sequence[Reading], *shown: Obligation
) -> Claim:
    """The claim beside a bound on the width: the networks of its proof are of the class.

    ``readings_of`` are those of the bound's hypotheses, with which these sequents begin.
    """
    read: list[Reading] = []
    for obligation in shown:
        conditions = sum(name in OWN.values() for name in obligation.statement["vars"]) - 1
        first = len(obligation.statement["given"]) - 2 - conditions
        mine = [r for r in readings_of if r.formal[0] == "given" and r.formal[1] < first]
        seen: set[Any] = set()
        for row in mine:
            if row.formal[1] not in seen:
                seen.add(row.formal[1])
                read.append(replace(row, obligation=obligation.id))
        read += rows(obligation, phi.strip("$"), conditions)
    return Claim(
        id=f"{of}.members",
        kind="theorem",
        title=f"{printed_at.place}: the networks of its proof are of the class",
        source=printed_at,
        statement=f"Whatever family $G(g, m, dot)$ contains the empty network and, with each "
        f"network of $m$ units, those with one more of the {phi} units of the network that the "
        f"proof of `{of}` has for a function of the class, contains this network among those of "
        "$N$ units.",
        readings=tuple(read),
        obligations=shown,
        notes=(
            "The class of Definition 2 is such a family, as any unit may be added there; that "
            "$G$ numbers all of its networks is not assumed, and not needed.",
        ),
    )


def _network(old: Obligation) -> Json:
    """The network for the function number f."""
    lift = Lift({"f": ("F", OWN["f"])}, POINTS)
    return put(lift(explicit(old.statement).network), {"lam": OWN["lam"]})


#: the sum by induction
SUM = f"""{NUMBER}
let grown(g, m, k) = (exists h: real, for all x: real, 0 <= x => x <= 1 =>
    G(h, m + 1, x) = G(g, m, x) + unit(k, x))
have sums: for all m: int, 0 <= m => m <= high => exists g: real, for all x: real,
    0 <= x => x <= 1 => G(g, m, x) = partial(m, x) by induction on m:
  base:
    obtain none: g from empty
    take g
    use none(x)
  step:
    obtain before: g from ih
    use adding(g, m)
    have each: for all k: int, 1 <= k => k <= high => grown(g, m, k)
    obtain more: h from each(m + 1)
    take h
    use before(x), more(x)
obtain sum: g from sums(high)
"""
#: a single unit more
SINGLE = """
use adding(NET, COUNT)
have one: exists h: real, for all x: real, 0 <= x => x <= 1 =>
    G(h, COUNT + 1, x) = G(NET, COUNT, x) + SINGLE(x)
obtain with_SINGLE: NEXT from one
"""
WHOLE = """
take NET
use sum(x), VALUES
have G(NET, N, x) = G(NET, COUNT, x)
"""


def members_proof(old: Obligation, unit: Unit, sequent: Json) -> Written:
    """Proof of :func:`members`: by induction for the sum, then one unit after the other."""
    made = parts(_network(old))
    *_, empty, more = sequent["given"]
    family = next(g for g in sequent["given"] if g[:2] == ["all", "f"])

    def partial_(m: Term, x: Term) -> Term:
        return Term(["sum", made.index, "1", m.json, put(made.body, {"x": x.json})])

    def next_(k: Term, x: Term) -> Term:
        return Term(put(unit.weighted(made.body), {made.index: k.json, "x": x.json}))

    def single(weighted: Json) -> Callable[[Term], Term]:
        return lambda x: Term(put(unit.weighted(weighted), {"x": x.json}))

    singles = {f"last{i}": single(weighted) for i, weighted in enumerate(made.single)}
    text, net, count = SUM, "g", "high"
    for i, name in enumerate(singles):
        places = {"NET": net, "COUNT": count, "SINGLE": name, "with_SINGLE": f"with_{name}"}
        text += filled(SINGLE, {**places, "NEXT": f"g{i}"})
        net, count = f"g{i}", f"{count} + 1"
    values = ", ".join(f"with_{name}(x)" for name in singles)
    text += filled(WHOLE, {"NET": net, "COUNT": count, "VALUES": values})
    return written(
        sequent,
        text,
        {"family": family, "empty": empty, "adding": more},
        high=Term(made.high),
        partial=partial_,
        unit=next_,
        **singles,
    )


# --- data ----------------------------------------------------------------------------------------


_TWO_UNITS: Mapping[str, Any] = {"N": 2, "L": 1, "eps": Fraction(1, 2), "f0": 0, "lam0": 1, "x_": 0}


def two_units(
    shown: Obligation, made: Parts, layer: Attempt | None, values: Mapping[str, int]
) -> Attempt:
    """Data for :func:`members`: G(g, m, .) is g times one unit and m - g times another.

    These are the units of the network of f(x) = 1 - x, which all functions of the class are, with
    the weights scaled by 1.
    """
    (chain,) = chains(shown.statement)  # with x and, where it may be undefined, what G(x) is
    at, chosen, scripts = dict(_TWO_UNITS), {}, {}
    given = shown.statement["given"]
    if layer:
        places = layer.statement["given"]
        at = {**layer.witness.values, **at}
        chosen = {n: body for n, body in layer.witness.functions.items() if n != "f"}
        scripts = {given.index(places[i]): script for i, script in layer.givens.items()}
    at = {name: {**at, **values}[name] for name in (*shown.statement["vars"], "x_")}
    chosen["F"] = (("a0", "a1"), ["-", "1", "a1"])
    summed = [made.body] if _evaluated(made.high, at) else []
    first, second = (
        Term(instantiate(put(unit, {made.index: "1", "x": "a2"}), Witness(at, chosen)))
        for unit in (*summed, *made.single)
    )
    g, units = var("a0"), var("a1")
    chosen["G"] = (("a0", "a1", "a2"), (g * first + (units - g) * second).json)
    if "y_" in chain["vars"]:
        *_, (_, _, value) = chain["given"]
        at["y_"] = instantiate(value, Witness(at, chosen))
    says = "$G(g, m, dot)$ is $g$ times one unit and $m - g$ times another"
    return Attempt(f"{shown.id}.data", says, chain, Witness(at, chosen), scripts)


def _evaluated(high: Json, at: Mapping[str, Any]) -> int:
    """N - 1 or M - 1 at the data."""
    op, name, one = high
    if (op, one) != ("-", "1"):
        raise ValueError("not one unit less than there are")
    return int(at[name]) - 1
