"""Definition 3 inside the sequents: N(phi) as a number, and what it has to do with networks.

    N(phi) = inf {m : sup_{f in F([0, 1]; L)} inf_{G in G(m; phi)} sup_{x in [0, 1]} |f - G| < eps}

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

That networks which are written out have N units is proved apart (:mod:`proofs.pln.members`).

Each sequent is made from one about a single f and written-out networks, or about a single network
and the written-out function.  Its proof cites that one, for every member of the family
(:mod:`proofs.trees.lift`): :data:`UPPER` and :data:`LOWER`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any

from constructions.terms import Json, Term, app, conj, every, exists, implies, plain_json, var
from proofs.claims import Attempt, Control, Obligation, Reading, Witness
from proofs.kernel.check import open_statement
from proofs.language.elaboration import Written, argued, written
from proofs.pln.symbols import L, N, S, eps, x
from proofs.refute import instantiate
from proofs.trees.lift import Lift, lifted
from proofs.trees.script import Node, NotFound, statement

DROPPED = "hypothesis dropped"
LIPSCHITZ: Json = ["lipschitz", "f", "L", "0", "1"]
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
    """On [0, 1] a network is ``network``, wherever that is defined."""
    value = G(index, units, x)
    if not _may_be_undefined(network):
        return on_unit_interval(value.equals(Term(network)))
    return on_unit_interval(every("y", "real", implies(y.equals(Term(network)), value.equals(y))))


def _may_be_undefined(term: Json) -> bool:
    """Whether a denominator is more than a number times N or M, neither of which is 0."""
    if not isinstance(term, list):
        return False
    if term[0] in ("/", "sqrt", "log") and not _multiple(term[-1]):
        return True
    return any(map(_may_be_undefined, term[1:]))


def _multiple(term: Json) -> bool:
    if isinstance(term, list):
        return term[0] == "*" and all(map(_multiple, term[1:]))
    return term in ("N", "M") or (_number(term) and term != "0")


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
    if (both, less, limit, body) != ("and", "<", "eps", plain_json(on_unit_interval(near))):
        raise ValueError("not a bound on the error of written-out networks")
    rest = [g for g in sequent["given"] if g != plain_json(LIPSCHITZ)]
    if len(rest) + 1 != len(sequent["given"]) or _mentions(rest, "f"):
        raise ValueError("f must be any L-Lipschitz function on [0, 1]")
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


def _mentions(json: Json, name: str) -> bool:
    if isinstance(json, list):
        return any(_mentions(part, name) for part in json)
    return bool(json == name)


def _family(lift: Lift, given: Json) -> Json:
    return every("f", "real", lift(given)) if given[0] == "lipschitz" else given


#: N >= 1, since a function of the class is L-Lipschitz and so L >= 0
NUMBER = """
have 0 <= L:
  use apart: family(0)
  have |F(0, 0) - F(0, 1)| <= L*|0 - 1| by apart(0, 1)
have 1 <= N
"""

#: N units are enough for the class: ``one`` is what is known of one function f
UPPER = f"""
# one is THEOREM, said of a member f of the class
{NUMBER}
let near(f, B) = (exists g: real, for all x: real, 0 <= x => x <= 1 => |G(g, N, x) - F(f, x)| <= B)
have each: for all f: real, bound < eps and near(f, bound):
  use family(f)
  use known: one(VARIABLES, f)
  PARAMETER
  obtain values: g from networks(CHOSEN)
  have near(f, bound):
    take g
    use NEAR(x)
    use values(VALUE)
have enough: exists B: real, B < eps and (for all f: real, near(f, B)):
  use each(0)
  take bound
  show by each
show by least(N), enough
"""


def upper_proof(old: Obligation) -> Written:
    """Proof of :func:`upper` of an obligation, which it cites for every f."""
    made, sequent = explicit(old.statement), upper(old.statement)
    family, networks, least = _written(sequent["given"])
    names = [name for name, _ in made.parameters]

    def network(f: Term, *values: Term) -> Term:
        at = dict(zip([*names, "x"], [value.json for value in values], strict=True))
        return Term(put(Lift({"f": ("F", f.json)}, POINTS)(made.network), at))

    def without(f: Term, x: Term) -> Term:
        return network(f, x)

    def with_one(f: Term, w: Term, x: Term) -> Term:
        return network(f, w, x)

    at = ", ".join(["f", *names])
    places = {
        "THEOREM": old.id,
        "VARIABLES": ", ".join(old.statement["vars"]),
        "PARAMETER": f"obtain close: {names[0]} from known" if names else "",
        "NEAR": "close" if names else "known",
        "CHOSEN": at,
        "VALUE": _value(made.network, f"network({at}, x)"),
    }
    return written(
        sequent,
        filled(UPPER, places),
        {"family": family, "networks": networks, "least": least},
        {"one": lambda: lifted(certificate_of(old), Lift({"f": ("F", "f")}, POINTS), "f")},
        bound=Term(made.bound),
        network=with_one if names else without,
    )


def filled(text: str, places: Mapping[str, str]) -> str:
    """The text with its words in capitals filled in."""
    for word, part in places.items():
        text = re.sub(rf"\b{word}\b", part, text)
    return text


def _value(network: Json, value: str) -> str:
    """The terms for :func:`takes_the_values` at x."""
    return f"x, {value}" if _may_be_undefined(network) else "x"


def _number(term: Json) -> bool:
    return isinstance(term, str) and term[:1].isdigit()


def _written(given: list[Json]) -> list[Json]:
    """The hypothesis on the class, and the last two."""
    (family,) = (g for g in given[:-2] if g[:2] == ["all", "f"])
    return [family, *given[-2:]]


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
        both, in_class, (arrow, close, bound) = sequent["show"]
        network, function = close[3][2][2][1][1][1:]
    except (ValueError, IndexError, TypeError):
        raise ValueError("not a bound on the number of units") from None
    near = on_unit_interval(S.abs(Term(network) - Term(function)) < eps)
    found = (both, in_class, arrow, close, bound[0], bound[2], network[0], network[2:4])
    member, near = plain_json(is_member(function)), plain_json(near)
    if found != ("and", member, "implies", near, "<=", "n", "sum", ["1", "n"]):
        raise ValueError("not a bound on the number of units")
    rest = [g for g in sequent["given"] if g != ["<=", "0", "n"]]
    if len(rest) + 1 != len(sequent["given"]) or sequent["vars"]["n"] != "int":
        raise ValueError("n must be any natural number")
    if any(_mentions(rest, name) for name in ("n", *sequent["functions"])):
        raise ValueError("nothing may be assumed of n or of the weights")
    return Defeated(sequent, network, function, close, bound)


def is_member(function: Json) -> Json:
    """A written-out function of x is of the class F([0, 1]; L)."""
    u, v = var("u"), var("v")
    gap = S.abs(Term(put(function, {"x": "u"})) - Term(put(function, {"x": "v"})))
    near = implies(u >= 0, u <= 1, v >= 0, v <= 1, gap <= L * S.abs(u - v))
    return every("u", "real", every("v", "real", near))


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


#: what is enough for the class has ``least`` units: ``one`` is what is known of one network g
LOWER = """
# one is THEOREM, said of the network g
let close(g) = (for all x: real, 0 <= x => x <= 1 => |network(g, x) - target(x)| < eps)
let near(f, B) = (exists g: real, for all x: real, 0 <= x => x <= 1 => |G(g, n, x) - F(f, x)| <= B)
have (exists B: real, B < eps and (for all f: real, near(f, B))) => least <= n:
  have enough: exists B: real, B < eps and (for all f: real, near(f, B))
  obtain B from enough
  have all: for all f: real, near(f, B)
  obtain member: f from contained
  obtain net: g from all(f)
  have close(g):
    use first: member(x)
    use second: net(x)
    use third: units(g, VALUE)
    show by first, second, third, B < eps
  use one(VARIABLES, g)
  have bounded: close(g) => least <= n
  use bounded
use one(VARIABLES, 0)
"""


def lower_proof(old: Obligation) -> Written:
    """Proof of :func:`lower` of an obligation, which it cites for every network."""
    made, sequent = defeated(old.statement), lower(old.statement)
    *_, contained, units = sequent["given"]

    def network(g: Term, x: Term) -> Term:
        return Term(put(_weights(old.statement, g.json)(made.network), {"x": x.json}))

    def target(x: Term) -> Term:
        return Term(put(made.function, {"x": x.json}))

    places = {
        "THEOREM": old.id,
        "VARIABLES": ", ".join(old.statement["vars"]),
        "VALUE": _value(made.network, "network(g, x)"),
    }
    return written(
        sequent,
        filled(LOWER, places),
        {"contained": contained, "units": units},
        {"one": lambda: lifted(certificate_of(old), _weights(old.statement, "g"), "g")},
        network=network,
        target=target,
        least=Term(made.bound[1]),
    )


# --- what a claim says ---------------------------------------------------------------------------

FAMILY_NOTE = (
    "$F(f, dot)$, $f$ real, are the functions of the class: there are no more of them than real "
    "numbers"
)
_ENOUGH = (
    "$sup_f inf_G sup_x abs(f - G) < epsilon$, which is: one $B < epsilon$ for all $f$, for each a "
    "network, for it all $x in [0, 1]$"
)


def bound_of(sequent: Json) -> Json:
    """:func:`upper` or :func:`lower` of a sequent, whichever it is made for."""
    return upper(sequent) if is_upper(sequent) else lower(sequent)


#: enough cells for every lower bound here
CELLS = {"n": 0, "N": 8, "L": 16, "eps": 1, "d": 3, "delta": 1}


def bound_on_width(old: Obligation, **values: int) -> Obligation:
    """The bound on N(phi) that follows from an obligation about one f, or about one network.

    ``values`` meet the hypotheses of an upper bound, where all f and all networks are 0.
    """
    name = f"{old.id.removesuffix('.statement')}.width"
    if is_upper(old.statement):
        says = "Definition 3: $cal(N)$ is at most what these networks have, for every $f$, units"
        bound = Obligation(name, says, upper(old.statement), upper_proof(old))
        return replace(bound, data=lambda: _data(old, bound, values)) if values else bound
    says = "Definition 3: every number of units that is enough for the class is enough for this $f$"
    bound = Obligation(name, says, lower(old.statement), lower_proof(old))
    cells = {n: q for n, q in CELLS.items() if n in old.statement["vars"]}
    return replace(bound, data=lambda: _data(old, bound, cells))


def _data(old: Obligation, bound: Obligation, values: Mapping[str, int]) -> Attempt:
    plain = Attempt(f"{bound.id}.data", "", old.statement, Witness(values))
    return met(plain, bound, "the hypotheses hold")


def is_upper(sequent: Json) -> bool:
    """Whether a sequent is about written-out networks, and not about a written-out function."""
    return "f" in sequent["functions"]


def readings(bound: Obligation, phi: str, says: str, note: str, main: bool = True) -> list[Reading]:
    """Rows for what Definition 3 adds: functions or networks, N(phi), and the bound ``says``.

    ``main`` is False for an obligation that is not the first of its claim.
    """
    last_ = len(bound.statement["given"]) - 1
    of = "" if main else bound.id
    if "N_phi" in bound.statement["vars"]:
        least = f"$N_phi$ is at most every $m >= 1$ with {_ENOUGH}: so is the least such $m$"
        return [
            Reading(
                f"$cal(G)(N; {phi})$",
                ("given", last_ - 1),
                "$G(g, m, dot)$, $g$ real, are the networks of $m$ units. Used is that among those "
                "of $N$ units are the networks of the proof, written out with their weights",
                of,
            ),
            Reading(f"$cal(N)({phi})$ of Definition 3", ("given", last_), least, of),
            Reading(says, ("show",), note, of),
        ]
    enough = (
        f"every $n$ with {_ENOUGH}, is at least that; so is $cal(N)$, the least of them. The first "
        "part says that the function is of the class. "
    )
    return [
        Reading(
            "$cal(F)([0, 1]; L)$, all functions of it",
            ("given", last_ - 1),
            f"{FAMILY_NOTE}. Used is that the function of the proof, written out, is one of them",
            of,
        ),
        Reading(
            f"$cal(G)(n; {phi})$, all networks of it",
            ("given", last_),
            "$G(g, n, dot)$, $g$ real, are the networks of $n$ units: nothing is said of their "
            "weights",
            of,
        ),
        Reading(says, ("show",), enough + note, of),
    ]


def with_networks(
    rows: Sequence[Reading], *pairs: tuple[Obligation, Obligation]
) -> tuple[Reading, ...]:
    """The readings, with those of hypotheses again for the other sequent of each pair.

    A pair is a bound on the width and the sequent about one f that it is made from, which begin
    with the same hypotheses.  Readings without a name are those of the first bound.
    """
    first = pairs[0][0].id
    more: list[Reading] = []
    for bound, networks in pairs:
        for known, other in ((bound, networks), (networks, bound)):
            read = {
                r.formal[1] for r in rows if (r.obligation or first) == other.id and r.formal[1:]
            }
            common = min(len(o.statement["given"]) for o in (bound, networks))
            more += [
                replace(r, obligation=other.id)
                for r in rows
                if (r.obligation or first) == known.id
                and r.formal[0] == "given"
                and r.formal[1] < common
                and r.formal[1] not in read
            ]
    return (*rows[:-1], *more, rows[-1])


def met_by(known: Attempt, width: Attempt) -> tuple[Attempt, Attempt]:
    """Data for a bound on the width and, under a name of their own, for one f and its networks."""
    return width, replace(known, id=f"{known.id}.networks")


def met(known: Attempt, bound: Obligation, says: str, **values: Any) -> Attempt:
    """Data for the hypotheses of a bound, from data for those of what it follows from.

    All networks are 0 and so, for an upper bound, are all f: at ``values`` the networks of the
    proof have to be 0.  Functions of the layer stay.
    """
    sequent = bound.statement
    given, places = sequent["given"], known.statement["given"]
    upper_ = "N_phi" in sequent["vars"]
    zero = {n: (tuple(f"a{i}" for i in range(a)), "0") for n, a in sequent["functions"].items()}
    layer = {
        n: known.witness.functions[n] for n in sequent["functions"] if upper_ and n not in "FG"
    }
    chosen: dict[str, Any] = {**zero, "f": (("a0",), "0"), **layer}
    numbers = {**known.witness.values, **values, **({"N_phi": 1} if upper_ else {})}
    proofs = {given.index(places[i]): script for i, script in known.givens.items()}
    if not upper_:
        function = given[-2][3][3][2][2][2]  # some f: for all x: 0 <= x => x <= 1 => F(f, x) = ...
        chosen["F"] = (("a0", "x"), instantiate(function, Witness(numbers, chosen)))
    witness = Witness(numbers, chosen)
    return Attempt(known.id, says, sequent, witness, proofs)


def by_scale(known: Attempt, old: Obligation) -> Obligation:
    """The upper bound on N(phi), with data from those of what it follows from, ``known``.

    All f are the function of ``known``; G(g, m, .) is, for every m, the network that is written
    out for it, with g in place of its one parameter.
    """
    made = explicit(old.statement)
    if len(made.parameters) != 1:
        raise ValueError("not a network of one parameter")
    ((parameter, _),) = made.parameters
    bound, functions = bound_on_width(old), known.witness.functions
    sequent = bound.statement
    values = {n: q for n, q in known.witness.values.items() if n in sequent["vars"]}
    (at,), body = functions["f"]
    member = put(body, {at: "a1"})
    numbered = instantiate(put(made.network, {parameter: "a0", "x": "a2"}), known.witness)
    chosen = {n: functions[n] for n in sequent["functions"] if n not in "FG"}
    chosen |= {"F": (("a0", "a1"), member), "G": (("a0", "a1", "a2"), numbered)}
    witness = Witness({**values, "N_phi": 1}, chosen)
    data = Attempt(f"{bound.id}.data", known.says, sequent, witness, known.givens)
    return replace(bound, data=lambda: data)


def closely(known: Attempt, bound: Obligation) -> tuple[Attempt, Attempt]:
    """Data for both chains of a lower bound, from those of a network that is close to F.

    All f are the written-out function, all networks are this one, so that P(n) holds with a bound
    a little below eps; and two points, for the part that says that F is of the class.
    """
    sequent, values = bound.statement, known.witness.values
    made = defeated(known.statement)
    at = Witness(values, known.witness.functions)
    functions: dict[str, Any] = {
        "F": (("a0", "x"), instantiate(made.function, at)),
        "G": (("a0", "a1", "x"), instantiate(made.network, at)),
    }
    for name, arity in sequent["functions"].items():
        if name not in functions:
            args, body = known.witness.functions[name]
            functions[name] = ((*("a0",) * (arity - len(args)), *args), body)
    below = Fraction(values["eps"]) * Fraction(63, 64)
    near = {place + 2: _nearly(close, below) for place, close in known.givens.items()}
    return (
        Attempt(f"{bound.id}.close", known.says, sequent, Witness(values, functions), near),
        Attempt(
            f"{bound.id}.class",
            f"{known.says}; $u = v = 0$",
            sequent,
            Witness({**values, "u": 0, "v": 0}, functions),
        ),
    )


def _nearly(close: Any, below: Fraction) -> Callable[[], Node]:
    """P(n) with a bound ``below`` eps, from the text that says that the network is that close."""
    (text,) = close.args
    return partial(argued, f"take {below}\nfix f\ntake 0\n{text.strip()}", **close.keywords)


def controls(known: Attempt, bound: Obligation) -> tuple[Control, Control]:
    """Each of the two hypotheses of Definition 3 dropped, from the data of :func:`met`."""
    given, prefix = bound.statement["given"], known.id.removesuffix("satisfiable") + "control"
    values, functions = known.witness.values, known.witness.functions
    if "N_phi" in bound.statement["vars"]:
        wide = {**values, "N_phi": values["N"] + 1}
        far = {**functions, "G": (functions["G"][0], "2")}
        least, networks = len(given) - 1, len(given) - 2
        without = "without {}: $N_phi = N + 1$"
        return (
            _dropped(f"{prefix}.least", without.format("the definition of $N_phi$"), bound, least,
                     Witness(wide, functions), known.givens),
            _dropped(f"{prefix}.networks", without.format("the networks of the proof") +
                     ", all networks are 2", bound, networks, Witness(wide, far), known.givens),
        )  # fmt: skip
    plain, zero = {**functions}, {**functions, "F": (("a0", "a1"), "0")}
    exact = {**plain, "G": (("a0", "a1", "a2"), put(plain["F"][1], {"x": "a2"}))}
    function, units = len(given) - 2, len(given) - 1
    return (
        _dropped(f"{prefix}.member", "for a class without the function of the proof: $f = 0$, "
                 "$n = 0$", bound, function, Witness(values, zero), known.givens, part=1),
        _dropped(f"{prefix}.form", "for networks that are no sums of $n$ units: the function "
                 "itself, $n = 0$", bound, units, Witness(values, exact), known.givens, part=1),
    )  # fmt: skip


def _dropped(
    name: str,
    says: str,
    bound: Obligation,
    index: int,
    witness: Witness,
    givens: Mapping[int, Callable[[], Node] | str],
    part: int = 0,
) -> Control:
    """Without hypothesis ``index``; ``part`` of the conclusion fails."""
    given = bound.statement["given"]
    altered = {**bound.statement, "given": [g for i, g in enumerate(given) if i != index]}
    scripts = {i - (i > index): proof for i, proof in givens.items() if i != index}
    return Control(Attempt(name, says, altered, witness, scripts, part=part), DROPPED)


def put(term: Json, values: Mapping[str, Json]) -> Json:
    if isinstance(term, str):
        return values.get(term, term)
    return [term[0], *(put(a, values) for a in term[1:])] if isinstance(term, list) else term


# --- scripts -------------------------------------------------------------------------------------


def certificate_of(old: Obligation) -> Json:
    from proofs.evidence import establish

    found = establish(old.id, old.says, old.statement, old.script)
    if found.certificate is None:
        raise NotFound(found.reason, open_statement(old.statement))
    return json.loads(found.certificate)
