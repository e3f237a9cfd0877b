"""Heine's theorem on cal(X)^n: where cal(X) is compact, continuous functions are uniformly so.

cal(X) is a bounded and closed subset of R^d.  Every real number t is the name of a token of cal(X),
with the coordinates c(t, k), and every real s that of a sequence of n tokens, tok(s, i).  Points of
R^d have names of their own: x(y, k) is coordinate k of the point y, mv(y, k, u) the point with u
in its place; put(s, i, t) is the sequence with t for token i.

One token after the other may move freely, and of each one coordinate after the other, by a least
upper bound; a point of R^d that is no token has a ball without tokens.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from constructions.terms import Json, Term, app, conj, every, exists, implies, var
from proofs.kernel.context import Context
from proofs.language.elaboration import Written, written
from proofs.library.supremum import supremum
from proofs.library.vectors import S, fact, opened, put
from proofs.sumformer.closure import intros
from proofs.sumformer.matching import n, tok
from proofs.trees.leaves import given
from proofs.trees.script import (
    Node,
    auto,
    case,
    elaborate,
    have,
    induct,
    intro,
    lemmas,
    look,
    node,
    rule_index,
    split,
    statement,
)

ZERO, ONE = S.const(0), S.const(1)
d = var("d")
_a, _g, _h, _k, _l, _o, _s, _s2, _t, _u, _w, _y, _z = (
    var(name) for name in ("a", "g", "h", "k", "l", "o", "s", "s2", "t", "u", "w", "y", "z")
)
_eta, _delta = var("eta"), var("delta")


def coordinate(token: Term, at: Term) -> Term:
    """Coordinate ``at`` of the token with this number."""
    return app("c", token, at)


def point(number: Term, at: Term) -> Term:
    """Coordinate ``at`` of the point of R^d with this number."""
    return app("x", number, at)


def moved(number: Term, at: Term, value: Term) -> Term:
    """The point with another value as this coordinate."""
    return app("mv", number, at, value)


def placed(sequence: Term, at: Term, token: Term) -> Term:
    """The sequence with another token in this place."""
    return app("put", sequence, at, token)


def _coordinate(at: Term) -> list[Json]:
    return [at >= 1, at <= d]


def _token(at: Term) -> list[Json]:
    return [at >= 1, at <= n]


def all_names(names: str, body: Json) -> Json:
    """For all of these names: real numbers, and integers where they end in ``:``."""
    for name in reversed(names.split()):
        body = every(name.rstrip(":"), "int" if name.endswith(":") else "real", body)
    return body


# --- what is known of cal(X) and of its sequences -------------------------------------------------

REPLACED = all_names(
    "y k: u", implies(conj(*_coordinate(_k)), point(moved(_y, _k, _u), _k).equals(_u))
)
KEPT = all_names(
    "y k: u a:",
    implies(
        conj(*_coordinate(_k), *_coordinate(_a), _a.differs(_k)),
        point(moved(_y, _k, _u), _a).equals(point(_y, _a)),
    ),
)
PLACED = all_names("s l: t", implies(conj(*_token(_l)), tok(placed(_s, _l, _t), _l).equals(_t)))
OTHERS = all_names(
    "s l: t h:",
    implies(
        conj(*_token(_l), *_token(_h), _h.differs(_l)),
        tok(placed(_s, _l, _t), _h).equals(tok(_s, _h)),
    ),
)


beta = var("beta")
BOUNDED = all_names("t k:", implies(conj(*_coordinate(_k)), S.abs(coordinate(_t, _k)) <= beta))


def _apart(token: Term, number: Term) -> Json:
    """Some coordinate of the token is not that of the point."""
    off = coordinate(token, _k).differs(point(number, _k))
    return exists("k", "int", conj(*_coordinate(_k), off))


def _no_token(number: Term) -> Json:
    return every("t", "real", _apart(_t, number))


def _ball(number: Term, size: Term) -> Json:
    """No token is within ``size`` of the point."""
    far = S.abs(coordinate(_t, _k) - point(number, _k)) > size
    return every("t", "real", exists("k", "int", conj(*_coordinate(_k), far)))


CLOSED = every(
    "y", "real", implies(_no_token(_y), exists("g", "real", conj(_g > 0, _ball(_y, _g))))
)
POINTS = [REPLACED, KEPT]
SEQUENCES = [PLACED, OTHERS]
COMPACT = [*POINTS, *SEQUENCES, BOUNDED, CLOSED]
SORTS = {"beta": "real"}
FUNCTIONS = {"x": 2, "mv": 3, "put": 3}


class Close(Protocol):
    """That two things are within a bound of each other, in any sense that bounds can be widened."""

    def near(self, one: Term, other: Term, bound: Term) -> Json: ...

    def closer(self, one: Term, other: Term, bound: Term) -> Node:
        """The goal :meth:`near` for a number that is at least ``bound``, known for this one."""
        ...


@dataclass(frozen=True)
class Gaps:
    """Differences between two things, one for each value of the indices."""

    gap: Callable[..., Term]
    indices: tuple[tuple[str, Term], ...] = ()  #: an index that is bound, and the largest one

    def near(self, one: Term, other: Term, bound: Term) -> Json:
        """No difference is larger than ``bound``."""
        names = [var(name) for name, _ in self.indices]
        body = S.abs(self.gap(one, other, *names)) <= bound
        if names:
            tops = [top for _, top in self.indices]
            ranges = [(name >= 1, name <= top) for name, top in zip(names, tops, strict=True)]
            inside = [part for pair_ in ranges for part in pair_]
            body = implies(conj(*inside), body)
        for name, _ in reversed(self.indices):
            body = every(name, "int", body)
        return body

    def taken(self, then: Callable[[list[Term]], Node], tag: str = "x") -> Node:
        """For a goal of :meth:`near`: take indices, and go on with them."""
        names = [f"{name}{tag}" for name, _ in self.indices]
        proof = then([var(name) for name in names])
        return intros(" ".join([*names, "."]), proof) if names else proof

    def used(self, one: Term, other: Term, bound: Term, at: list[Term], then: Node) -> Node:
        """Use a known :meth:`near` at these indices."""
        return fact(self.near(one, other, bound), at, then, given()) if self.indices else then

    def closer(self, one: Term, other: Term, bound: Term) -> Node:
        """The goal :meth:`near` for a larger number."""
        return self.taken(lambda at: self.used(one, other, bound, at, auto("a larger bound")), "y")

    def size(self, one: Term, other: Term, at: Sequence[Term]) -> Term:
        return S.abs(self.gap(one, other, *at))


def differences(of: Callable[..., Term], *indices: tuple[str, Term]) -> Gaps:
    """Of the values of a function of sequences."""
    return Gaps(lambda one, other, *at: of(one, *at) - of(other, *at), indices)


#: all coordinates of all tokens
TOKENS = differences(lambda s, i, k: coordinate(tok(s, i), k), ("i", n), ("k", d))


def modulus(values: Gaps, bound: Term, at: Term) -> Json:
    """Of sequences that are within ``at`` the values are within ``bound``."""
    return all_names("s s2", implies(TOKENS.near(_s, _s2, at), values.near(_s, _s2, bound)))


def uniform(values: Gaps) -> Json:
    """A function of sequences is uniformly continuous."""
    some = exists("delta", "real", conj(_delta > 0, modulus(values, _eta, _delta)))
    return every("eta", "real", implies(_eta > 0, some))


def continuous(values: Gaps) -> Json:
    """It is continuous at every sequence, by epsilon and delta."""
    close = implies(TOKENS.near(_s, _s2, _delta), values.near(_s, _s2, _eta))
    some = exists("delta", "real", conj(_delta > 0, every("s2", "real", close)))
    return all_names("eta s", implies(_eta > 0, some))


# --- scripts --------------------------------------------------------------------------------------


def named(name: str, then: Node) -> Node:
    """Name what the last existential hypothesis gives."""
    return look(
        lambda context: node(
            "obtain", then, rule=rule_index(context, lambda rule: rule[0] == "some"), **{"as": name}
        )
    )


def chosen(name: str, formula: Json, value: Term, proof: Node, then: Node) -> Node:
    """A new real number ``name`` with ``formula``, which ``value`` is shown to have."""
    shown = node("some", proof, **{"is": value.json})
    return have(exists(name, "real", formula), shown, named(name, then))


def same(one: Term, other: Term, then: Node) -> Node:
    """Two values are equal, since the arguments are, from either side; then go on."""

    def sides(context: Context) -> Node:
        goal = context.goal
        if goal[0] == "and":
            return node("both", *[look(sides)] * (len(goal) - 1))
        return node("both", auto("not less"), auto("not more"))

    return node("same", look(sides), then, first=one, second=other)


def _abs(size: Term) -> Node:
    """A goal on |t|, in both cases."""
    return case(size.json, auto("one side"), auto("the other side"))


def _equal_or_not(one: Term, other: Term, equal: Node, differ: Node) -> Node:
    gap = one - other
    return split(gap.json, split((-gap).json, equal, differ), differ)


def _decided(upto: Term, number: Term, token: Term) -> Json:
    """e > 0 where the token is not at the point; else the first coordinates are equal."""
    e = var("e")
    agree = implies(conj(_a >= 1, _a <= upto), coordinate(token, _a).equals(point(number, _a)))
    return exists(
        "e",
        "real",
        conj(implies(e > 0, _apart(token, number)), implies(e <= 0, every("a", "int", agree))),
    )


DECIDED = all_names("y t", _decided(d, _y, _t))


def _parts(upto: Term, number: Term, token: Term, name: str) -> tuple[Json, Json]:
    """The two implications of :func:`_decided` for the number of this name."""
    _, first, second = put(_decided(upto, number, token), "e", var(name))[3]
    return first, second


def decided_script() -> Node:
    y, t, m = var("y5"), var("t5"), var("m5")
    claim = implies(m <= d, _decided(m, y, t))
    differs, agree = _parts(m, y, t, "e5")

    def at(value: int, first: Node, second: Node) -> Node:
        both = node("both", intro("", first), intro("", second))
        return node("some", both, **{"is": str(value)})

    never = node("some", auto("not above 0"), **{"is": "1"})
    none = intros("a5 .", auto("no coordinate"))
    base = intro("", at(0, never, none))
    last, index = m + 1, var("a5")
    one_more = split(
        (m - index).json,
        fact(agree[2], [index], given(), auto("a <= m")),
        same(
            coordinate(t, index),
            coordinate(t, last),
            same(
                point(y, index),
                point(y, last),
                node("both", auto("the last one"), auto("the last one")),
            ),
        ),
    )
    equal = at(0, never, intros("a5 .", one_more))
    here = node(
        "some", node("both", auto("1 <= m + 1"), given(), auto("not equal")), **{"is": last}
    )
    differ = at(1, here, auto("1 > 0"))
    elsewhere = fact(
        differs, [], opened(_apart(t, y), "a5", at(1, _again("a5"), auto("1 > 0"))), auto("e > 0")
    )
    so_far = fact(
        agree,
        [],
        _equal_or_not(coordinate(t, last), point(y, last), equal, differ),
        auto("e <= 0"),
    )
    step = intro(
        "",
        fact(
            claim,
            [],
            named("e5", split((-var("e5")).json, so_far, elsewhere)),
            auto("m <= d"),
        ),
    )
    end = fact(
        every("m5", "int", implies(m >= 0, claim)),
        [d],
        fact(put(claim, "m5", d), [], given(), given()),
        auto("d >= 0"),
    )
    return intros("y5 t5", induct("m5", "0", claim, base, step, end))


def _again(name: str) -> Node:
    return node("some", given(), **{"is": name})


def after(i: Term, z: Term, s: Term, gap: Term) -> Json:
    """The tokens of z after these are at most ``gap`` from those of s."""
    close = S.abs(coordinate(tok(z, _l), _a) - coordinate(tok(s, _l), _a)) <= gap
    return all_names("l: a:", implies(conj(_l >= i + 1, _l <= n, *_coordinate(_a)), close))


def beyond(k: Term, token: Term, y: Term, gap: Term) -> Json:
    """The coordinates of the token after these are at most ``gap`` from those of y."""
    close = S.abs(coordinate(token, _a) - point(y, _a)) <= gap
    return all_names("a:", implies(conj(_a >= k + 1, _a <= d), close))


def at_moved(y: Term, k: Term, u: Term, a: Term, here: Node, other: Node) -> Node:
    """x(mv(y, k, u), a) is u where a = k, and x(y, a) elsewhere; 1 <= a <= d, 1 <= k <= d."""
    there = moved(y, k, u)
    this = same(
        point(there, a), point(there, k), fact(REPLACED, [y, k, u], here, auto("a coordinate"))
    )
    kept = fact(KEPT, [y, k, u, a], other, auto("another coordinate"))
    return split((a - k).json, split((a - k - 1).json, kept, this), kept)


OMEGA = var("om3")
_z3, _w3, _s3, _ga3 = (var(name) for name in ("z3", "w3", "s3", "ga3"))


def pairs(close: Close, values: Gaps, gap: Term, *known: Callable[[Term], Json]) -> Json:
    """The values are within omega, of all z of a kind and of what is within ``gap`` of z."""
    premise = conj(*(formula(_z) for formula in known), close.near(_z, _w, gap))
    return all_names("z w", implies(premise, values.near(_z, _w, OMEGA)))


def beside(close: Close, values: Gaps, i: Term, of: Term, gap: Term) -> Json:
    """The same of all z with its tokens after these near those of a sequence."""
    return pairs(close, values, gap, lambda z: after(i, z, of, gap))


def local(close: Close, values: Gaps, i: Term) -> Json:
    """At each sequence some gap will do, for any first tokens."""
    body = exists("g", "real", conj(_g > 0, beside(close, values, i, _s, _g)))
    return every("s", "real", body)


def equal_ones(close: Close, values: Gaps) -> Json:
    """Where nothing differs, the values are within omega."""
    return all_names("z w", implies(close.near(_z, _w, ZERO), values.near(_z, _w, OMEGA)))


def pair(then: Node) -> Node:
    """For a goal of :func:`pairs`."""
    return intros("z3 w3 .", then)


def everywhere(close: Close, values: Gaps, equal: Node, start: Node, then: Node) -> Node:
    """One gap for all sequences, with the name ``ga3``; then go on.

    ``start`` proves ``local(close, values, 0)``, ``equal`` proves ``equal_ones(close, values)``.
    What is known in the end: ``beside(close, values, n, 0, ga3)``.
    """
    q, s, z, w, y, k, t, T, D, x = (
        var(f"{name}3") for name in ("q", "s", "z", "w", "y", "h", "t", "T", "D", "x")
    )
    ga, gb, gc, g2 = (var(f"{name}3") for name in ("ga", "gb", "gc", "gd"))
    r, j = q + 1, k + 1
    token, b = tok(z, r), beta
    ell, index = var("l3"), var("a3")

    def size(one: Term, other: Term) -> Term:
        return TOKENS.size(one, other, [ell, index])

    def V(k: Term, y: Term, gap: Term, *more: Callable[[Term], Json]) -> Json:
        return pairs(
            close,
            values,
            gap,
            lambda z: after(r, z, s, gap),
            lambda z: beyond(k, tok(z, r), y, gap),
            *more,
        )

    def some(formula: Callable[[Term], Json]) -> Json:
        return exists("g", "real", conj(_g > 0, formula(_g)))

    def closer(formula: Json) -> Node:
        """:func:`after` for a larger number."""
        return intros("l3 a3 .", fact(formula, [ell, index], auto("gap"), given()))

    def closer_beyond(formula: Json) -> Node:
        return intros("a3 .", fact(formula, [index], auto("gap"), given()))

    # --- one more token: s is fixed, and token r = q + 1 moves
    def B(k: Term) -> Json:
        return every("y", "real", some(lambda gap: V(k, _y, gap)))

    def positive_gap(k: Term, positive: Callable[[Term, Json, Json], Node]) -> Node:
        """some(V(k, y, .)): the gaps up to 1 that will do have a supremum D, which is not 0."""

        def small(gap: Term) -> Json:
            return conj(gap >= 0, gap <= 1, V(k, y, gap))

        def first(D_: Term, upper: Json, least: Json) -> Node:
            def contradiction(at: list[Term]) -> Node:
                used = fact(
                    V(k, y, x),
                    [z, w],
                    values.used(z, w, OMEGA, at, auto("it is not near")),
                    node(
                        "both",
                        closer(after(r, z, s, D / 2)),
                        closer_beyond(beyond(k, token, y, D / 2)),
                        close.closer(z, w, D / 2),
                    ),
                )
                above = intros("x3 .", split((D / 2 - x).json, auto("known"), used))
                return split(
                    (OMEGA - values.size(z, w, at)).json,
                    auto("known"),
                    fact(least, [D / 2], auto("D <= D/2"), above),
                )

            ending = pair(values.taken(contradiction))
            return have(
                D > 0,
                split((-D).json, positive(D_, upper, least), auto("D > 0")),
                node("some", node("both", auto("D/2 > 0"), ending), **{"is": (D / 2).json}),
            )

        flat = pair(fact(equal_ones(close, values), [z, w], given(), given()))
        member = (ZERO, node("both", auto("0"), auto("1"), flat))
        return supremum(small, member, (ONE, auto("<= 1")), "D3", first)

    def least_of(*gaps: Term) -> tuple[Term, Json]:
        value: Term = ONE
        for gap in gaps:
            value = S.minimum(value, gap)
        return value, conj(g2 > 0, g2 <= 1, *(g2 <= gap for gap in gaps))

    def smaller(gaps: Sequence[Term], then: Node) -> Node:
        """A number gd3 > 0, at most 1 and at most each of these."""
        value, formula = least_of(*gaps)
        proof: Node = node("both", *[auto("least")] * (2 + len(gaps)))
        part: Term = ONE
        for gap in gaps:
            part = S.minimum(part, gap)
            proof = case(part.json, proof, proof)
        return chosen("gd3", formula, value, proof, then)

    # B(0): y is a token, or no token is near it
    def at_point(D_: Term, upper: Json, least: Json) -> Node:
        differs, agree = _parts(d, y, t, "e3")
        front = placed(s, r, t)
        there = same(
            tok(z, ell),
            tok(z, r),
            same(
                coordinate(tok(z, ell), index),
                coordinate(token, index),
                same(
                    tok(front, ell),
                    tok(front, r),
                    fact(
                        PLACED,
                        [s, r, t],
                        same(
                            coordinate(tok(front, ell), index),
                            coordinate(t, index),
                            fact(
                                agree[2],
                                [index],
                                fact(
                                    beyond(ZERO, token, y, g2),
                                    [index],
                                    _abs(size(z, front)),
                                    given(),
                                ),
                                given(),
                            ),
                        ),
                        auto("r <= n"),
                    ),
                ),
            ),
        )
        other = fact(
            OTHERS,
            [s, r, t, ell],
            same(
                coordinate(tok(front, ell), index),
                coordinate(tok(s, ell), index),
                fact(after(r, z, s, g2), [ell, index], _abs(size(z, front)), auto("l > r")),
            ),
            auto("l is not r"),
        )
        tail = intros("l3 a3 .", split((ell - r - 1).json, other, there))
        inside = fact(
            beside(close, values, q, front, ga),
            [z, w],
            given(),
            node("both", tail, close.closer(z, w, g2)),
        )
        never = node("some", auto("D > 0"), **{"is": "1"})
        used = fact(upper, [g2], never, node("both", auto("> 0"), auto("<= 1"), pair(inside)))
        zero = fact(local(close, values, q), [front], named("ga3", smaller([ga], used)))
        zero = fact(agree, [], zero, auto("e <= 0"))
        elsewhere = fact(differs, [], opened(_apart(t, y), "a3", _again("a3")), auto("e > 0"))
        either = split((-var("e3")).json, zero, elsewhere)
        no_token = intro("t3", fact(DECIDED, [y, t], named("e3", either)))
        far = fact(
            _ball(y, gb),
            [token],
            named(
                "a3",
                fact(beyond(ZERO, token, y, g2), [index], auto("no token is near"), auto("a")),
            ),
        )
        empty = fact(upper, [g2], auto("D > 0"), node("both", auto("> 0"), auto("<= 1"), pair(far)))
        closed = fact(CLOSED, [y], named("gb3", smaller([gb], empty)), given())
        return have(_no_token(y), no_token, closed)

    inner_base = intro("", intro("y3", positive_gap(ZERO, at_point)))

    # B(k + 1): the numbers up to which coordinate k + 1 may go have no supremum below b
    value = coordinate(token, j)
    low, there_ = moved(y, j, -b), moved(y, j, T)

    def upto(at: Term, gap: Term) -> Json:
        return V(j, y, gap, lambda z: coordinate(tok(z, r), j) <= at)

    def reached_to(at: Term) -> Json:
        return conj(at >= -b, at <= b, some(lambda gap: upto(at, gap)))

    def beyond_of(u: Term, gap: Term, known: Term) -> Node:
        """beyond(k, token, mv(y, j, u), gap), coordinate j being near u."""
        goal = S.abs(coordinate(token, index) - point(moved(y, j, u), index))
        here = same(coordinate(token, index), value, _abs(goal))
        rest = fact(beyond(j, token, y, known), [index], _abs(goal), auto("a > j"))
        return intros("a3 .", at_moved(y, j, u, index, here, rest))

    def in_bounds(then: Node) -> Node:
        return fact(BOUNDED, [token, j], then, auto("a coordinate"))

    def at_next(D_: Term, upper_d: Json, least_d: Json) -> Node:
        at_low = pair(
            in_bounds(
                fact(
                    V(k, low, ga),
                    [z, w],
                    given(),
                    node("both", given(), beyond_of(-b, ga, ga), given()),
                )
            )
        )
        lowest = node("some", node("both", given(), at_low), **{"is": ga.json})
        lowest = node("both", auto("-b"), auto("b"), lowest)

        def second(T_: Term, upper: Json, least: Json) -> Node:
            def to() -> Node:
                """upto(., gd) for what is at most T + gb."""
                before = fact(
                    upto(x, gc),
                    [z, w],
                    given(),
                    node(
                        "both",
                        closer(after(r, z, s, g2)),
                        closer_beyond(beyond(j, token, y, g2)),
                        given(),
                        close.closer(z, w, g2),
                    ),
                )
                further = fact(
                    V(k, there_, gb),
                    [z, w],
                    given(),
                    node(
                        "both",
                        closer(after(r, z, s, g2)),
                        beyond_of(T, gb, g2),
                        close.closer(z, w, g2),
                    ),
                )
                return pair(in_bounds(split((x - value).json, before, further)))

            far = have(
                upto(T + gb, g2),
                to(),
                fact(
                    upper,
                    [T + gb],
                    auto("T + gap <= T"),
                    node(
                        "both",
                        auto("-b <="),
                        auto("<= b"),
                        node("some", node("both", given(), given()), **{"is": g2.json}),
                    ),
                ),
            )
            at_end = pair(in_bounds(fact(upto(b, g2), [z, w], given(), given())))
            whole = have(
                upto(b, g2),
                to(),
                fact(
                    upper_d,
                    [g2],
                    auto("gap <= 0"),
                    node("both", auto("gap >= 0"), auto("gap <= 1"), at_end),
                ),
            )
            sides = smaller([gb, gc], split((T + gb - b).json, whole, far))
            above = intros("x3 .", split((T - gb - x).json, auto("known"), named("gc3", sides)))
            end = fact(least, [T - gb], auto("T <= T - gap"), above)
            end = fact(B(k), [there_], named("gb3", end))
            none = intros("x3 .", given())
            end = have(T <= b, fact(least, [b], given(), none), end)
            return have(T >= -b, fact(upper, [-b], auto("-b <= T"), lowest), end)

        contradiction = supremum(reached_to, (-b, lowest), (b, auto("t <= b")), "T3", second)
        return fact(B(k), [low], named("ga3", contradiction))

    inner_claim = implies(k <= d, B(k))
    inner_step = intro(
        "", fact(inner_claim, [], intro("y3", positive_gap(j, at_next)), auto("k <= d"))
    )
    used = fact(
        V(d, ZERO, ga),
        [z, w],
        given(),
        node("both", given(), intros("a3 .", auto("no coordinate")), given()),
    )
    inner_end = node("some", node("both", given(), pair(used)), **{"is": ga.json})
    inner_end = fact(B(d), [ZERO], named("ga3", inner_end))
    inner_end = fact(
        every("h3", "int", implies(k >= 0, inner_claim)),
        [d],
        fact(put(inner_claim, "h3", d), [], inner_end, given()),
        auto("d >= 0"),
    )
    claim = implies(q <= n, local(close, values, q))
    inner = induct("h3", "0", inner_claim, inner_base, inner_step, inner_end)
    step = intro("", fact(claim, [], intro("s3", inner), auto("q <= n")))

    # all tokens are free
    end = fact(local(close, values, n), [ZERO], named("ga3", then))
    end = fact(
        every("q3", "int", implies(q >= 0, claim)),
        [n],
        fact(put(claim, "q3", n), [], end, given()),
        auto("n >= 0"),
    )
    proof = induct("q3", "0", claim, intro("", start), step, end)
    proof = lemmas([(DECIDED, decided_script()), (equal_ones(close, values), equal)], proof)
    return have(b >= 0, fact(BOUNDED, [ZERO, ONE], auto("|c| >= 0"), auto("1 <= d")), proof)


def free(close: Close, values: Gaps, gap: Term, then: Node) -> Node:
    """Of z3 and w3, which are known to be close: the values are near; then go on."""
    premise = node("both", intros("l3 a3 .", auto("no token")), given())
    return fact(beside(close, values, n, ZERO, gap), [_z3, _w3], then, premise)


def one_gap(
    close: Close, values: Gaps, sorts: Mapping[str, str], functions: Mapping[str, int]
) -> Json:
    """The certificate of: where some gap does around each sequence, one does for all of them.

    It is the step with least upper bounds; texts cite it as a theorem.
    """

    def around(of: Term, gap: Term) -> Json:
        return pairs(close, values, gap, lambda z: TOKENS.near(z, of, gap))

    wanted = implies(close.near(_z, _w, _g), values.near(_z, _w, OMEGA))
    sequent = statement(
        {"n": "int", "d": "int", **SORTS, OMEGA.json: "real", **sorts},
        [
            *[n >= 1, d >= 1, *COMPACT, equal_ones(close, values)],
            every("s", "real", exists("g", "real", conj(_g > 0, around(_s, _g)))),
        ],
        exists("g", "real", conj(_g > 0, all_names("z w", wanted))),
        {"tok": 2, "c": 2, **FUNCTIONS, **functions},
    )
    tokens = TOKENS.taken(lambda at: fact(after(ZERO, _z3, _s3, _ga3), at, given(), given()))
    start = pair(fact(around(_s3, _ga3), [_z3, _w3], given(), node("both", tokens, given())))
    start = node("some", node("both", given(), start), **{"is": _ga3.json})
    start = intro("s3", fact(sequent["given"][-1], [_s3], named("ga3", start)))
    done = node("both", given(), pair(free(close, values, _ga3, given())))
    done = node("some", done, **{"is": _ga3.json})
    return elaborate(sequent, everywhere(close, values, given(), start, done))


# --- continuous functions -------------------------------------------------------------------------


def heine(values: Gaps, functions: Mapping[str, int], said: str, at: str = "") -> Written:
    """Values are uniformly continuous where they are continuous: the proof of that sequent.

    ``said`` is how a text says that the values at s and s2 are within h, ``at`` the indices in it.
    """
    stated = statement(
        {"n": "int", "d": "int", **SORTS},
        [n >= 1, d >= 1, *COMPACT, continuous(values)],
        uniform(values),
        {"tok": 2, "c": 2, **functions, **FUNCTIONS},
    )
    return written(
        stated,
        f"""
# one_gap: where some gap does around each sequence, one does for all of them (cal(X) is compact)
let close(s, s2, g) = for all j, k: int, 1 <= j and j <= n and 1 <= k and k <= d =>
  |c(tok(s, j), k) - c(tok(s2, j), k)| <= g
let near(s, s2, h) = {said}
have equal: for all z, w: real, close(z, w, 0) => near(z, w, eta):
  have same: close(z, w, 0)
  obtain steady: g from continuous(eta, z)
  have within: close(z, w, g):
    show by same(j, k), 0 < g
  use steady(w)
have around: for all s: real, exists g: real, 0 < g and
    (for all z, w: real, close(z, s, g) and close(z, w, g) => near(z, w, eta)):
  obtain steady: g from continuous(eta/2, s)
  take g/2
  have each: for all z, w: real, close(z, s, g/2) and close(z, w, g/2) => near(z, w, eta):
    have first: close(z, s, g/2)
    have second: close(z, w, g/2)
    have one: close(s, z, g):
      show by first(j, k), 0 < g
    have two: close(s, w, g):
      show by first(j, k), second(j, k)
    use before: steady(z)
    use after: steady(w)
    show by before{at}, after{at}
  show by each
show by one_gap(n, d, beta, eta)
""",
        {"continuous": continuous(values)},
        {"one_gap": lambda: one_gap(TOKENS, values, {}, functions)},
    )
