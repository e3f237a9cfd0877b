"""Sums of steps near a function of one number, and what networks come arbitrarily near to.

Networks are numbered: G(g, p) is the value of the network number g at the point number p.  A
function of the points is *reached* if to every network, for every e > 0, finitely many units can be
added that stand for it up to e:

    for all g and e > 0 there is h with |G(h, p) - G(g, p) - term(p)| <= e at all points p.

Sums of what is reached are reached, and so is what they come near to: the scripts below.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from constructions.terms import (
    Json,
    Term,
    app,
    conj,
    every,
    exists,
    implies,
    plain_json,
    total,
    var,
)
from proofs.library.vectors import both_sums, fact, put
from proofs.pln.steps_of_ramp import obtain
from proofs.pln.symbols import ONE, ZERO
from proofs.trees.leaves import given, using
from proofs.trees.script import Node, auto, have, induct, intro, node, split

Points = tuple[Term, ...]
_g, _h, _e, _k, _m = (var(name) for name in ("g", "h", "e", "k", "m"))


def near(size: Term, bound: Term) -> Json:
    """|size| <= bound, without an absolute value."""
    return conj(size <= bound, -size <= bound)


def network(number: Term, point: Term) -> Term:
    """The value of a network at a point."""
    return app("G", number, point)


def names(*bound: str, body: Json) -> Json:
    """For all real numbers of these names, and integers of those with ``: int``."""
    for name in reversed(bound):
        name, _, sort = name.partition(": ")
        body = every(name, sort or "real", body)
    return body


@dataclass(frozen=True)
class Domain:
    """The points that are spoken of: ``bound`` are their names, ``where`` what is known of them."""

    bound: tuple[str, ...]
    where: Callable[..., Json]

    def on(self, body: Callable[..., Json]) -> Json:
        at = tuple(var(name) for name in self.bound)
        return names(*self.bound, body=implies(self.where(*at), body(*at)))

    def taken(self, tag: str, then: Callable[..., Node]) -> Node:
        """For a goal of :meth:`on`: take points, and go on with them."""
        at = tuple(var(f"{tag}{name}") for name in self.bound)
        proof = intro("", then(*at))
        for point in reversed(at):
            proof = intro(str(point.json), proof)
        return proof

    def at(self, body: Callable[..., Json], points: Points, then: Node) -> Node:
        """Use what is known on all points at these."""
        return fact(self.on(body), list(points), then, given())


def reach(domain: Domain, term: Callable[..., Term]) -> Json:
    """To every network units can be added that stand for ``term`` up to any e > 0."""
    added = exists("h", "real", domain.on(added_near(_g, _h, term, _e)))
    return names("g", "e", body=implies(_e > 0, added))


def added_near(old: Term, new: Term, term: Callable[..., Term], bound: Term) -> Callable[..., Json]:
    """|G(new, p) - G(old, p) - term| <= bound at a point."""
    return lambda p, *more: near(network(new, p) - network(old, p) - term(p, *more), bound)


@dataclass(frozen=True)
class Part:
    """A term that is known to be reached: what is known, and at which numbers."""

    formula: Json
    at: Sequence[Term]
    term: Callable[..., Term]
    premise: Callable[[], Node] | None = None  #: of the formula, before it speaks of networks
    inner: Json = None  #: what is then known
    domain: Domain | None = None  #: of the part, where it is another
    points: Callable[..., Points] | None = None  #: of that domain
    inside: Callable[..., Callable[[Node], Node]] | None = None  #: makes known that they are in it


def reached(
    domain: Domain,
    goal: Callable[..., Term],
    parts: Sequence[Part],
    tag: str,
    before: Callable[..., Callable[[Node], Node]] | None = None,
    beside: Callable[..., Sequence[Json]] = lambda *at: (),
    error: bool = False,
    recent: int = 0,
    first: Callable[[Term], Callable[[Node], Node]] | None = None,
) -> Node:
    """Proof that ``goal`` is reached, which is the sum of the parts.

    ``first(e)(then)`` chooses numbers before.  With ``error`` it is so up to e/2 only, which the
    facts ``beside``, or the ``recent`` last ones, show; ``before(*points)(then)`` makes them known.
    """
    start, e = var(f"{tag}g"), var(f"{tag}e")
    share = e / ((2 if error else 1) * max(len(parts), 1))
    numbers = [start, *(var(f"{tag}h{i}") for i in range(1, len(parts) + 1))]
    added = [
        added_near(numbers[i], numbers[i + 1], part.term, share) for i, part in enumerate(parts)
    ]

    def at_points(*at: Term) -> Node:
        places = [part.points(*at) if part.points else at for part in parts]
        known = [body(*place) for body, place in zip(added, places, strict=True)]
        facts = [*known, *beside(*at), e > 0]
        leaf = using(*facts, recent=recent, label=f"{tag}: the sum of the errors")
        then = before(*at)(leaf) if before else leaf
        for part, body, place in reversed(list(zip(parts, added, places, strict=True))):
            then = (part.domain or domain).at(body, place, then)
            then = part.inside(*at)(then) if part.inside else then
        return then

    then = node("some", domain.taken(tag, at_points), **{"is": numbers[-1].json})
    for i, part in reversed(list(enumerate(parts))):
        named = obtain(str(numbers[i + 1].json), then)
        if part.premise is None:
            then = fact(part.formula, [*part.at, numbers[i], share], named, auto("e > 0"))
        else:
            more = fact(part.inner, [numbers[i], share], named, auto("e > 0"))
            then = fact(part.formula, list(part.at), more, part.premise())
    then = first(e)(then) if first else then
    return intro(str(start.json), intro(str(e.json), intro("", then)))


def reach_each(domain: Domain, term: Callable[..., Term], low: Term, high: Term) -> Json:
    """Each of the terms number low, ..., high is reached."""
    body = reach(domain, lambda *at: term(_k, *at))
    return every("k", "int", implies(conj(_k >= low, _k <= high), body))


PROD = names(
    "a",
    "A",
    "b",
    "B",
    body=implies(
        conj(near(var("a"), var("A")), near(var("b"), var("B"))),
        near(var("a") * var("b"), var("A") * var("B")),
    ),
)  #: |a b| <= A B where |a| <= A and |b| <= B


def product_script() -> Node:
    """Proof of :data:`PROD`."""
    proof = intro("", auto("product"))
    for name in ("sB", "sb", "sA", "sa"):
        proof = intro(name, proof)
    return proof


@dataclass(frozen=True)
class Steps:
    """val(0) + sum_k (val(k) - val(k - 1)) s(k), near g at t in [0, 1].

    The step s(k) is within eta of 1 from t = k/K on and within eta of 0 up to (k - 1)/K; ``cell``
    is 1/K.  val changes by at most ``om`` from k to k + 1, and differs from g by at most that next
    to t.
    """

    val: Callable[[Term], Term]
    g: Term
    s: Callable[[Term], Term]
    t: Term
    K: Term
    cell: Term
    om: Term
    eta: Term
    B: Term

    def _every(self, low: Term, body: Json) -> Json:
        return every("k", "int", implies(conj(_k >= low, _k <= self.K), body))

    def jump(self) -> Json:
        return self._every(ONE, near(self.val(_k) - self.val(_k - 1), self.om))

    def high(self) -> Json:
        return self._every(ONE, implies(self.t >= _k * self.cell, near(self.s(_k) - 1, self.eta)))

    def low(self) -> Json:
        return self._every(ONE, implies(self.t <= (_k - 1) * self.cell, near(self.s(_k), self.eta)))

    def size(self) -> Json:
        return self._every(ONE, near(self.s(_k), self.B))

    def close(self) -> Json:
        near_t = near(self.t - _k * self.cell, self.cell)
        return self._every(ZERO, implies(near_t, near(self.g - self.val(_k), self.om)))

    def term(self, k: Term) -> Term:
        return (self.val(k) - self.val(k - 1)) * self.s(k)

    def total(self, upto: Term) -> Term:
        return total("k", 1, upto, self.term(_k))

    def shown(self) -> Json:
        return near(self.val(ZERO) + self.total(self.K) - self.g, (self.B + 2) * self.om)

    def have(self, tag: str, then: Node) -> Node:
        """:meth:`shown`, where the five facts are known, :data:`PROD`, cell K = 1, cell > 0,
        K >= 1, 0 <= t <= 1, om >= 0, eta >= 0, K eta <= 1 and B >= 0; then go on.
        """
        m, one = var(f"{tag}m"), self.om * self.eta
        t, cell, K, om, B = self.t, self.cell, self.K, self.om, self.B

        def off(upto: Term, value: Term) -> Term:
            return self.val(ZERO) + self.total(upto) - value

        def parts(upto: Term) -> tuple[Json, Json]:
            spent = upto * one
            return (
                implies(t >= upto * cell, near(off(upto, self.val(upto)), spent)),
                implies(t < upto * cell, near(off(upto, self.g), spent + (B + 1) * om)),
            )

        at = m + 1
        change, s = self.val(at) - self.val(m), self.s(at)
        claim = implies(m <= K, conj(*parts(m)))
        right, left = parts(m)

        def use_at(formula: Json, k: Term, then: Node, inner: Json, premise: Node) -> Node:
            """The fact at k, whose conclusion has a premise itself."""
            return fact(formula, [k], fact(put(inner, "k", k), [], then, premise), auto("k"))

        def product(factor: Term, bound: Term, then: Node) -> Node:
            return fact(
                PROD, [change, om, factor, bound], then, given_pair(change, om, factor, bound)
            )

        def given_pair(*_: Term) -> Node:
            return node("both", *[node("both", given(), given())] * 2)

        def inner(formula: Json) -> Json:
            return plain_json(formula)[3][2]

        so_far = near(off(m, self.val(m)), m * one)
        before = near(off(m, self.g), m * one + (B + 1) * om)
        end = both_sums(
            "unfold",
            [self.total(at)],
            using(so_far, near(change * (s - 1), one), recent=2, label="right"),
        )
        far_right = use_at(
            self.high(),
            at,
            product(s - 1, self.eta, fact(right, [], end, auto("t >= m/K"))),
            inner(self.high()),
            given(),
        )
        inside = both_sums(
            "unfold",
            [self.total(at)],
            using(
                so_far,
                near(change * s, om * B),
                near(self.g - self.val(m), om),
                one >= 0,
                recent=2,
                label="inside",
            ),
        )
        inside = fact(self.size(), [at], product(s, B, fact(right, [], inside, given())), auto("k"))
        inside = use_at(self.close(), m, inside, inner(self.close()), auto("t - m/K"))
        far_left = both_sums(
            "unfold", [self.total(at)], using(before, near(change * s, one), recent=2, label="left")
        )
        far_left = use_at(
            self.low(),
            at,
            product(s, self.eta, fact(left, [], far_left, auto("t < m/K"))),
            inner(self.low()),
            auto("t <= m/K"),
        )
        both = node(
            "both",
            intro("", far_right),
            intro("", split((t - m * cell).json, inside, far_left)),
        )
        step = intro("", fact(claim, [], fact(self.jump(), [at], both, auto("k")), auto("m <= K")))
        start = both_sums(
            "empty",
            [self.total(ZERO)],
            node("both", intro("", auto("no step")), intro("", auto("t < 0"))),
        )
        every_m = every(str(m.json), "int", implies(m >= 0, claim))
        name = str(m.json)
        last_right, last_left = parts(K)
        whole = K * one <= om
        joined = using(
            near(off(K, self.val(K)), K * one),
            near(self.g - self.val(K), om),
            whole,
            B * om >= 0,
            label="t = 1",
        )
        at_one = fact(
            last_right,
            [],
            use_at(self.close(), K, joined, inner(self.close()), auto("t = 1")),
            given(),
        )
        below = fact(
            last_left,
            [],
            using(near(off(K, self.g), K * one + (B + 1) * om), whole, label="t < 1"),
            given(),
        )
        final = have(
            whole,
            using(om >= 0, K * self.eta <= 1, label="K eta <= 1"),
            have(
                B * om >= 0,
                using(om >= 0, B >= 0, label="B om"),
                split((t - K * cell).json, at_one, below),
            ),
        )
        known = fact(put(claim, name, K), [], final, auto("K <= K"))
        proof = induct(
            name, "0", claim, intro("", start), step, fact(every_m, [K], known, auto("K >= 0"))
        )
        some = have(one >= 0, using(om >= 0, self.eta >= 0, label="om eta"), proof)
        return have(self.shown(), some, then)


def have_sum(domain: Domain, term: Callable[..., Term], high: Term, tag: str, then: Node) -> Node:
    """term(1) + ... + term(high) is reached, as each of them is, high >= 0; then go on."""
    last = var(f"{tag}m")

    def summed(upto: Term) -> Callable[..., Term]:
        return lambda *at: total("k", 1, upto, term(_k, *at))

    claim = implies(last <= high, reach(domain, summed(last)))

    def empty(*at: Term) -> Callable[[Node], Node]:
        return lambda then: both_sums("empty", [summed(ZERO)(*at)], then)

    def unfolded(*at: Term) -> Callable[[Node], Node]:
        return lambda then: both_sums("unfold", [summed(last + 1)(*at)], then)

    base = intro("", reached(domain, summed(ZERO), [], f"{tag}b", empty, recent=2))
    each = reach_each(domain, term, ONE, high)
    here = reach(domain, lambda *at: term(last + 1, *at))
    parts = [
        Part(reach(domain, summed(last)), [], summed(last)),
        Part(each, [last + 1], lambda *at: term(last + 1, *at), lambda: auto("k <= K"), here),
    ]
    step = intro(
        "",
        fact(claim, [], reached(domain, summed(last + 1), parts, f"{tag}s", unfolded, recent=2),
             auto("m <= K")),
    )  # fmt: skip
    every_m = every(str(last.json), "int", implies(last >= 0, claim))
    end = fact(
        every_m, [high], fact(put(claim, str(last.json), high), [], then, auto("K <= K")),
        auto("K >= 0"),
    )  # fmt: skip
    return induct(str(last.json), "0", claim, base, step, end)
