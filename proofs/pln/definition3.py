"""Definition 3 inside the sequents: N(phi) as a number, and what it has to do with networks.

    N(phi) = inf { m : sup_{f in F([0, 1]; L)} inf_{G in G(m; phi)} sup_{x in [0, 1]} |f - G| < eps }

The kernel's language has numbers and functions of numbers, and it quantifies over numbers.  So the
functions and the networks are numbered: F(f, .), f real, are the functions of F([0, 1]; L), and
G(g, m, .), g real, the networks of m units.  There are no more of either than real numbers.  Then

    P(m): there is B < eps such that for all f there is g such that for all x in [0, 1]:
          |G(g, m, x) - F(f, x)| <= B

is ``sup_f inf_G sup_x |f - G| < eps``: if the supremum s is below eps, each f has a network with an
error below B = (s + eps)/2, since inf_G <= s < B; if there is such a B, every infimum is at most B,
and so is their supremum.  This asks nothing of whether an infimum or a supremum is reached.

That F runs through *all* functions of the class, and G through *all* networks, cannot be said: it
would quantify over functions.  A sequent assumes of it the one part that its proof uses, which is
true of such F and G, and holds for whatever F and G that part is true of:

upper bounds   every F(f, .) is L-Lipschitz on [0, 1]; among the G(g, N, .) are the networks of the
               proof, written out with their weights, wherever these are defined.  N_phi is a number
               that is at most every m >= 1 with P(m): then N_phi <= N.
lower bounds   among the F(f, .) is the function of the proof, written out; every G(g, n, .) is a
               sum of n units, whose weights are left open.  If P(n), then n is at least the bound.
               So is the least such n; and where there is none, N(phi) is infinite.

Each sequent is made from one about a single f and written-out networks, or about a single network
and the written-out function, and so is its proof (:mod:`proofs.methods.lift`).
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from constructions.terms import Json, Term, app, conj, every, exists, implies, var
from proofs.claims import Obligation
from proofs.kernel.check import open_statement
from proofs.kernel.context import Context
from proofs.kernel.terms import read_formula
from proofs.methods.lift import Lift, part_of, proof_of, short, told
from proofs.methods.script import (
    Node,
    NotFound,
    auto,
    case,
    define,
    have,
    intro,
    lemmas,
    look,
    node,
    split,
    statement,
    use,
)
from proofs.pln.symbols import ONE, ZERO, L, N, S, eps, x

MEMBER, NET, BELOW = "member", "net", "below"  #: names of one f, g and B inside of proofs
POINTS = ("x", "y")  #: two points, of which a Lipschitz bound speaks
y, N_phi = var("y"), var("N_phi")


def F(index: Json, at: Term) -> Term:
    """The function number ``index`` of the class F([0, 1]; L)."""
    return app("F", Term(index), at)


def G(index: Json, units: Term, at: Term) -> Term:
    """The network number ``index`` of this many units."""
    return app("G", Term(index), units, at)


def on_unit_interval(formula: Json) -> Json:
    """For all x in [0, 1]."""
    return every("x", "real", implies(x >= 0, x <= 1, formula))


def approximates(units: Term) -> Json:
    """P(m): one bound below eps serves all functions of the class."""
    B = var("B")
    near = on_unit_interval(S.abs(G("g", units, x) - F("f", x)) <= B)
    uniformly = every("f", "real", exists("g", "real", near))
    return exists("B", "real", conj(B < eps, uniformly))


#: N_phi is at most every number of units that is enough
LEAST: Json = every(
    "m", "int", implies(var("m") >= 1, approximates(var("m")), N_phi <= var("m"))
)  # fmt: skip


def takes_the_values(index: Json, units: Term, network: Json) -> Json:
    """On [0, 1] a network is ``network`` wherever that is defined."""
    same = every("y", "real", implies(y.equals(Term(network)), G(index, units, x).equals(y)))
    return on_unit_interval(same)


# --- upper bounds --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Explicit:
    """``B < eps, and for some parameters |network - f(x)| <= B on [0, 1]`` with its hypotheses."""

    sequent: Json
    bound: Json
    parameters: tuple[tuple[str, str], ...]
    conditions: tuple[Json, ...]
    network: Json


def explicit(sequent: Json) -> Explicit:
    """The parts of such a sequent; ValueError for one of another shape."""
    parameters: list[tuple[str, str]] = []
    conditions: list[Json] = []
    try:
        both, (less, bound, limit), body = sequent["show"]
        while body[0] == "some":
            parameters.append((body[1], body[2]))
            body = body[3]
        if body[0] == "and":
            conditions, body = body[1:-1], body[-1]
        size = body[3][2][2]
        network = size[1][1][1]
    except (ValueError, IndexError, TypeError):
        raise ValueError("not a bound on the error of written-out networks") from None
    near = S.abs(Term(network) - app("f", x)) <= Term(bound)
    if (both, less, limit, body) != ("and", "<", "eps", on_unit_interval(near)):
        raise ValueError("not a bound on the error of written-out networks")
    return Explicit(sequent, bound, tuple(parameters), tuple(conditions), network)


def upper(sequent: Json) -> Json:
    """``N_phi <= N`` from what written-out networks of N units do for one f."""
    made, lift = explicit(sequent), Lift({"f": ("F", "f")}, POINTS)
    found: Json = exists("g", "real", takes_the_values("g", N, lift(made.network)))
    found = implies(*made.conditions, found)
    for name, sort in reversed(made.parameters):
        found = every(name, sort, found)
    given = [_family(lift, g) for g in sequent["given"]]
    functions = {n: a for n, a in sequent["functions"].items() if n != "f"}
    return statement(
        {**sequent["vars"], "N_phi": "int"},
        [*given, every("f", "real", found), LEAST],
        N_phi <= N,
        {"F": 2, "G": 3, **functions},
    )


def _family(lift: Lift, given: Json) -> Json:
    return every("f", "real", lift(given)) if given[0] == "lipschitz" else given


def upper_script(old: Obligation) -> Node:
    """Proof of :func:`upper` of an obligation, from its certificate."""
    made, certificate = explicit(old.statement), _certificate(old)
    *_, family, included, least = _written(upper(old.statement)["given"])
    names = [name for name, _ in made.parameters]
    network = Lift({"f": ("F", MEMBER)}, POINTS)(made.network)
    size = S.abs(G(NET, N, x) - F(MEMBER, x))
    close = case(size.json, auto("near, +"), auto("near, -"))

    def pointwise(near: int, values: int) -> Node:
        """|G - F| <= B at x, by the numbers of the rules for the network and for its values."""
        end = last([network], auto("the same number"), close)
        of_net = use(values, [x.json], auto("0 <= x"), last([], auto("x <= 1"), end))
        of_f = use(near, [x.json], auto("0 <= x"), last([], auto("x <= 1"), of_net))
        return intro("x", intro("", intro("", of_f)))

    def among(near: int) -> Node:
        """The network is one of the G(g, N, .), so some g will do."""

        def chosen(context: Context) -> Node:
            return node("some", pointwise(near, len(context.rules) - 1), **{"is": NET})

        then = obtained(NET, look(chosen))
        for _ in made.conditions[1:]:
            then = last([], auto("condition"), then)
        first = [auto("condition")] if made.conditions else []
        return by_rule(included, [MEMBER, *names], *first, then)

    then = look(lambda context: among(len(context.rules) - 1))
    for name in reversed(names):
        then = obtained(name, then)
    shown, proof = _member(certificate, MEMBER, 1)
    each = intro(MEMBER, by_rule(family, [MEMBER], have(shown, proof, then)))
    below = by_rule(family, ["0"], _member(certificate, "0", 0)[1])
    enough = node("some", node("both", below, each), **{"is": made.bound})
    for quotient in _quotients(made.bound):
        enough = define(quotient, auto("not 0"), enough)
    end = by_rule(least, ["N"], auto("1 <= N"), last([], enough, auto("N_phi <= N")))
    return _positive(family, have(N >= 1, auto("N >= 1"), end))


def _quotients(term: Json) -> list[Json]:
    """The quotients in a term by what is no number, outermost first."""
    if not isinstance(term, list):
        return []
    own = [term] if term[0] == "/" and not _number(term[2]) else []
    return [*own, *(found for part in term[1:] for found in _quotients(part))]


def _number(term: Json) -> bool:
    return isinstance(term, str) and term[:1].isdigit()


def _positive(family: Json, then: Node) -> Node:
    """Make floor(L/(2 eps)) >= 0 known where it occurs: L >= 0, since some f is L-Lipschitz."""

    def shown(context: Context) -> Node:
        if not any(key[0] == "floor" for key in context.atoms):
            return then
        floor = S.floor(L / (2 * eps))
        facts = [
            (S.abs(F("0", ZERO) - F("0", ONE)) >= 0, auto("|f(0) - f(1)| >= 0")),
            (L >= 0, auto("L >= 0")),
            (1 / eps > 0, auto("1/eps > 0")),
            (L / (2 * eps) >= 0, auto("L/(2 eps) >= 0")),
            (floor >= 0, split(floor.json, auto("floor >= 0"), auto("floor < 0"))),
        ]
        end = last(["0", "1"], auto("0 and 1 lie in [0, 1]"), lemmas(facts, then))
        return by_rule(family, ["0"], end)

    return look(shown)


def _member(certificate: Json, index: Json, part: int) -> tuple[Json, Node]:
    """A part of what is known of one f, said of the member ``index``, and a script for it."""
    sequent, lift = certificate["statement"], Lift({"f": ("F", index)}, POINTS)
    shown = lift(sequent["show"][1 + part])
    sorts = {**sequent["vars"], **({MEMBER: "real"} if index == MEMBER else {})}
    functions = {n: a for n, a in sequent["functions"].items() if n != "f"} | {"F": 2}
    stated = statement(sorts, [lift(g) for g in sequent["given"]], shown, functions)
    proof = proof_of(stated, lift(part_of(certificate["proof"], part)))
    return shown, told(stated, short(stated, proof) if part == 0 else proof)


def _written(given: list[Json]) -> list[Json]:
    """The hypotheses, the one on the class before the last two."""
    (family,) = (g for g in given if g[:2] == ["all", "f"] and g is not given[-2])
    return [*(g for g in given[:-2] if g is not family), family, *given[-2:]]


# --- lower bounds --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Defeated:
    """``F is L-Lipschitz, and a network that is closer than eps to F has B <= n units``."""

    sequent: Json
    network: Json
    function: Json
    close: Json
    bound: Json


def defeated(sequent: Json) -> Defeated:
    """The parts of such a sequent; ValueError for one of another shape."""
    try:
        both, _, (arrow, close, bound) = sequent["show"]
        network, function = close[3][2][2][1][1][1:]
    except (ValueError, IndexError, TypeError):
        raise ValueError("not a bound on the number of units") from None
    near = on_unit_interval(S.abs(Term(network) - Term(function)) < eps)
    units = (bound[0], bound[2], network[:1], network[2:4])
    if (both, arrow, close) != ("and", "implies", near) or units != ("<=", "n", ["sum"], ["1", "n"]):
        raise ValueError("not a bound on the number of units")
    return Defeated(sequent, network, function, close, bound)


def lower(sequent: Json) -> Json:
    """``P(n) implies B <= n`` from what any network of n units does for one written-out function.

    It says again that the function is of the class, which is why it may be assumed to be a member.
    """
    made, lift = defeated(sequent), _weights(sequent, "g")
    n = var("n")
    contained = exists("f", "real", on_unit_interval(F("f", x).equals(Term(made.function))))
    units = every("g", "real", takes_the_values("g", n, lift(made.network)))
    show = conj(sequent["show"][1], implies(approximates(n), made.bound))
    functions = {name: arity + 1 for name, arity in sequent["functions"].items() if name != "z"}
    functions |= {name: arity for name, arity in sequent["functions"].items() if name == "z"}
    return statement(
        dict(sequent["vars"]),
        [*sequent["given"], contained, units],
        show,
        {"F": 2, "G": 3, **functions},
    )


def _weights(sequent: Json, index: Json) -> Lift:
    """The weights are those of the network ``index``; z, which is the layer's, stays."""
    names = (name for name in sequent["functions"] if name != "z")
    return Lift({name: (name, index) for name in names}, POINTS)


def lower_script(old: Obligation) -> Node:
    """Proof of :func:`lower` of an obligation, from its certificate."""
    made, certificate = defeated(old.statement), _certificate(old)
    *_, contained, units = lower(old.statement)["given"]
    network = _weights(old.statement, NET)(made.network)
    size, gap = S.abs(Term(network) - Term(made.function)), S.abs(G(NET, var("n"), x) - F(MEMBER, x))
    near = case(size.json, *[case(gap.json, auto("near"), auto("near"))] * 2)

    def pointwise(values: int, net: int, bound: int) -> Node:
        """|network - F| < eps at x, by the numbers of the rules."""
        end = last([network], auto("the same number"), near)
        of_net = use(net, [NET, x.json], auto("0 <= x"), last([], auto("x <= 1"), end))
        of_f = use(values, [x.json], auto("0 <= x"), last([], auto("x <= 1"), of_net))
        both = use(bound, [x.json], auto("0 <= x"), last([], auto("x <= 1"), of_f))
        return intro("x", intro("", intro("", both)))

    shown, proof = _net(certificate, NET, 1)

    def start(context: Context) -> Node:
        """The function is a member; P(n) then gives a network of n units that is close to it."""
        values = len(context.rules)  # of the member; next: P(n), what B does, and at the member
        bound = values + 4
        close = pointwise(values, place(context, units), bound)
        end = have(shown, proof, last([], close, auto("B <= n")))
        for rule, name in ((bound - 1, NET), (bound - 3, BELOW)):
            end = node("obtain", end, rule=rule, **{"as": name})
            if name == NET:
                end = use(bound - 2, [MEMBER], end)
        return node("obtain", intro("", end), rule=place(context, contained), **{"as": MEMBER})

    return node("both", _net(certificate, "0", 0)[1], look(start))


def _net(certificate: Json, index: Json, part: int) -> tuple[Json, Node]:
    """A part of what is known of one network, said of the network ``index``, and a script for it."""
    sequent = certificate["statement"]
    lift = _weights(sequent, index)
    sorts = {**sequent["vars"], **({NET: "real"} if index == NET else {})}
    shown = lift(sequent["show"][1 + part])
    functions = {n: a + (n in lift.names) for n, a in sequent["functions"].items()}
    stated = statement(sorts, [lift(g) for g in sequent["given"]], shown, functions)
    proof = proof_of(stated, lift(part_of(certificate["proof"], part)))
    return shown, told(stated, short(stated, proof) if part == 0 else proof)


# --- scripts -------------------------------------------------------------------------------------


def _certificate(old: Obligation) -> Json:
    from proofs.evidence import establish

    found = establish(old.id, old.says, old.statement, old.script)
    if found.certificate is None:
        raise NotFound(found.reason, open_statement(old.statement))
    return json.loads(found.certificate)


def place(context: Context, formula: Json) -> int:
    """Where a hypothesis stands among the rules of a context."""
    names = set(context.sorts) - _bound(formula)
    return context.rules.index(read_formula(formula, names, context.functions))


def _bound(json: Json) -> set[str]:
    """The bound names of a formula."""
    if not isinstance(json, list):
        return set()
    own = {json[1]} if json[0] in ("all", "some", "sum") else set()
    return own.union(*map(_bound, json[1:]))


def by_rule(formula: Json, at: list[Json], *then: Node) -> Node:
    """Use this hypothesis."""
    return look(lambda context: use(place(context, formula), at, *then))


def last(at: list[Json], *then: Node) -> Node:
    """Use the hypothesis that came last."""
    return look(lambda context: use(len(context.rules) - 1, at, *then))


def obtained(name: str, then: Node) -> Node:
    """A number, named here, of which the hypothesis that came last says that it exists."""
    return look(lambda c: node("obtain", then, rule=len(c.rules) - 1, **{"as": name}))
