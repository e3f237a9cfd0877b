"""The networks of a proof are networks of N units: shown unit by unit, for any numbering of them.

:mod:`proofs.pln.definition3` assumes of the numbered networks G(g, m, .) that the written-out
networks of N units are among them.  Here that is proved of every G that has what the class
G(m; phi) of Definition 2 has, however it is numbered:

    empty   some G(g, 0, .) is 0 on [0, 1],
    adding  to each G(g, m, .), m >= 0, any unit may be added: some G(h, m + 1, .) is
            G(g, m, .) + a phi(w x + b) on [0, 1], for all a, w, b.

Only units with one pre-activation w x + b are added; of LN-2 and LS-1 a unit is what multiplies
the weight in the network, and of the abbreviation s(lam, t) of LN-d and LS-d it is s(lam, x + b).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from constructions.terms import Json, Term, every, exists, implies, var
from proofs.claims import Obligation, Reading
from proofs.kernel.context import Context
from proofs.methods.lift import Lift
from proofs.methods.script import (
    Node,
    auto,
    define,
    have,
    induct,
    intro,
    look,
    node,
    same,
    statement,
    use,
)
from proofs.pln.definition3 import (
    POINTS,
    G,
    by_rule,
    explicit,
    floor_known,
    last,
    obtained,
    on_unit_interval,
    place,
    put,
    quotients,
    upper,
)
from proofs.pln.symbols import N, x

NAMES = ("a", "w", "b")
a, w, b, j, m = (var(name) for name in (*NAMES, "j", "m"))


@dataclass(frozen=True)
class Unit:
    """How a unit of a network is written: ``argument`` finds its pre-activation, linear in x.

    With ``scaled`` the unit is s(lam, x + b), and lam one of its weights.
    """

    argument: Callable[[Json], Json]
    scaled: bool = False

    def general(self, unit: Json) -> Json:
        """The unit with weights that are left open."""
        inner = (x + b if self.scaled else w * x + b).json
        made = _replaced(unit, self.argument(unit), inner)
        return [*made[:2], "w", *made[3:]] if self.scaled else made

    def weights(self, unit: Json) -> list[Json]:
        """w and b of a unit."""
        at_0, at_1 = (put(self.argument(unit), {"x": q}) for q in "01")
        return [unit[2], at_0] if self.scaled else [["-", at_1, at_0], at_0]


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


def adding(unit: Unit, general: Json) -> Json:
    """Any unit may be added to any network."""
    grown = G("h", m + 1, x).equals(G("g", m, x) + a * Term(general))
    more: Json = exists("h", "real", on_unit_interval(grown))
    given = [m >= 0, w > 0] if unit.scaled else [m >= 0]
    formula = implies(*given, more)
    for name in reversed(NAMES):
        formula = every(name, "real", formula)
    return every("g", "real", every("m", "int", formula))


EMPTY: Json = exists("g", "real", on_unit_interval(G("g", Term("0"), x).equals(0)))


def members(old: Obligation, unit: Unit) -> Obligation:
    """The networks of an obligation about one f are among those that units can be added to."""
    bound, made = upper(old.statement), parts(_network(old))
    *given, included, _ = bound["given"]
    sequent = statement(
        {name: sort for name, sort in bound["vars"].items() if name != "N_phi"},
        [*given, EMPTY, adding(unit, unit.general(made.body[2]))],
        included,
        bound["functions"],
    )
    return Obligation(
        f"{old.id.removesuffix('.statement')}.members",
        "these are networks of $N$ units: one unit after the other is added to the empty network",
        sequent,
        lambda: members_script(old, unit),
    )


def rows(shown: Obligation, phi: str) -> list[Reading]:
    """What the obligation of :func:`members` says beside the printed definition of the class."""
    last_ = len(shown.statement["given"]) - 1
    return [
        Reading(
            f"$cal(G)(0; {phi})$ (Definition 2)",
            ("given", last_ - 1),
            "the empty network is one of the numbered ones",
            shown.id,
        ),
        Reading(
            f"$cal(G)(m + 1; {phi})$ (Definition 2)",
            ("given", last_),
            "to each network of $m$ units any unit of the kind that the proof uses may be added",
            shown.id,
        ),
        Reading(
            f"the networks of the proof are in $cal(G)(N; {phi})$",
            ("show",),
            "the hypothesis on the networks of $N$ units below, from that. No exact data meet it: "
            "there is no formula that numbers all networks",
            shown.id,
        ),
    ]


def _network(old: Obligation) -> Json:
    """The network for the function number f."""
    found: Json = Lift({"f": ("F", "f")}, POINTS)(explicit(old.statement).network)
    return found


def members_script(old: Obligation, unit: Unit) -> Node:
    """Proof of :func:`members`: by induction for the sum, then one unit after the other."""
    made, sequent = parts(_network(old)), members(old, unit).statement
    found, included = explicit(old.statement), sequent["show"]
    *_, empty, added = sequent["given"]
    high = Term(made.high)
    family = next(g for g in sequent["given"] if g[:2] == ["all", "f"])

    def partial(upto: Term) -> Term:
        return Term(["sum", made.index, "1", upto.json, made.body])

    def some_network(units: Term) -> Json:
        return exists("g", "real", on_unit_interval(G("g", units, x).equals(partial(units))))

    def grow(net: str, units: Term, weighted: Json, name: str, then: Node) -> Node:
        """Call ``name`` the network ``net`` of so many units with one unit more."""
        _, weight, written = weighted
        at = [net, units.json, weight, *unit.weights(written)]
        end = obtained(name, then)
        if unit.scaled:
            end = last([], auto("lam > 0"), end)
        end = by_rule(added, at, auto("0 <= m"), end)
        for quotient in (q for term in at for q in quotients(term)):
            end = define(quotient, auto("not 0"), end)
        return end

    def at_x(rules: list[int], then: Node) -> Node:
        """What networks are at x, by the numbers of the rules."""
        for rule in reversed(rules):
            then = use(rule, [x.json], auto("0 <= x"), last([], auto("x <= 1"), then))
        return then

    def here(then: Node) -> Node:
        return intro("x", intro("", intro("", then)))

    claim = implies(j <= high, some_network(j))
    no_units = node("empty", auto("1 > 0"), auto("0"), on=partial(Term("0")).json)

    def base() -> Node:
        def chosen(context: Context) -> Node:
            return node("some", here(at_x([len(context.rules) - 1], no_units)), **{"is": "net0"})

        return intro(
            "", look(lambda c: node("obtain", look(chosen), rule=place(c, empty), **{"as": "net0"}))
        )

    def step() -> Node:
        def before(context: Context) -> Node:
            one = len(context.rules) - 1
            weighted = put(made.body, {made.index: (j + 1).json})

            def chosen(inner: Context) -> Node:
                more = node("unfold", auto("1 <= j + 1"), auto("one more"), on=partial(j + 1).json)
                shown = here(at_x([one, len(inner.rules) - 1], more))
                return node("some", shown, **{"is": "net1"})

            return grow("net0", j, weighted, "net1", look(chosen))

        return intro("", last([], auto("j <= high"), obtained("net0", look(before))))

    def singles(rules: list[int], net: str, units: Term, left: Sequence[Json]) -> Node:
        def added_one(context: Context) -> Node:
            known = [*rules, len(context.rules) - 1]
            if left:
                name = f"net{len(rules) + 3}"
                return grow(net, units, left[0], name, singles(known, name, units + 1, left[1:]))
            first, second = G(net, units, x), G(net, N, x)
            end = at_x(known, same(first, second, _to_the_end(included)))
            return node("some", here(end), **{"is": net})

        return look(added_one)

    def _to_the_end(formula: Json) -> Node:
        while formula[0] != "some":
            formula = formula[-1]
        inner = formula[3][3][2][2]
        if inner[0] == "all":
            return intro(inner[1], intro("", auto("the network")))
        return auto("the network")

    whole = obtained("net2", singles([], "net2", high, made.single))
    end = last([high.json], auto("0 <= high"), last([], auto("high <= high"), whole))
    body = induct("j", "0", claim, base(), step(), end)
    for _ in found.conditions:
        body = intro("", body)
    for name, _ in reversed(found.parameters):
        body = intro(name, body)
    return floor_known(family, have(N >= 1, auto("N >= 1"), intro("f", body)))
