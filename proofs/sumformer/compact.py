"""Heine's theorem on cal(X)^n: where cal(X) is compact, continuous functions are uniformly so.

cal(X) is a bounded and closed subset of R^d.  Every real number t is the name of a token of cal(X),
with the coordinates c(t, k), and every real s that of a sequence of n tokens, tok(s, i).  Points of
R^d have names of their own: x(y, k) is coordinate k of the point y, mv(y, k, u) the point with u
in its place; put(s, i, t) is the sequence with t for token i.

One token after the other may move freely, and of each one coordinate after the other, by a least
upper bound; a point of R^d that is no token has a ball without tokens.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from textwrap import indent

from constructions.terms import Json, Term, app, conj, every, exists, implies, var
from proofs.language.elaboration import Written, written
from proofs.language.steps import read_steps
from proofs.language.text import Definition, read
from proofs.library.vectors import S
from proofs.sumformer.matching import n, tok
from proofs.trees.script import elaborate, statement

d = var("d")
_a, _g, _h, _k, _l, _s, _s2, _t, _u, _y = (
    var(name) for name in ("a", "g", "h", "k", "l", "s", "s2", "t", "u", "y")
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
FACTS = {
    "replaced": REPLACED,
    "kept": KEPT,
    "placed": PLACED,
    "others": OTHERS,
    "compact": BOUNDED,
    "closed": CLOSED,
}
SORTS = {"beta": "real"}
FUNCTIONS = {"x": 2, "mv": 3, "put": 3}


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


# --- one gap for all sequences --------------------------------------------------------------------

#: a token is not at the point y, in some coordinate
_APART = """
let apart(t, y) = exists k: int, 1 <= k and k <= d and c(t, k) != x(y, k)
let agrees(t, y, m) = for all a in 1..m, c(t, a) = x(y, a)
"""
_DECIDED = """
have upto: for all m: int, 0 <= m => m <= d =>
    (exists e: real, (0 < e => apart(t, y)) and (e <= 0 => agrees(t, y, m))) by induction on m:
  base:
    take 0
  step:
    obtain so_far: e from ih
    cases 0 < e:
      have one: apart(t, y) by so_far, 0 < e
      take 1
      show by one
    have agree: agrees(t, y, m)
    cases c(t, m + 1) = x(y, m + 1):
      take 0
      have each: agrees(t, y, m + 1):
        cases a <= m:
          show by agree(a)
        have last: a = m + 1
        show by last, c(t, m + 1) = x(y, m + 1)
      show by each
    have other: apart(t, y):
      take m + 1
    take 1
    show by other
show by upto(d)
"""


def _definitions(lets: str) -> dict[str, Definition]:
    return {step.name: step.definition for step in read_steps(lets) if step.definition}


@cache
def _decided() -> Json:
    """The certificate of: e > 0 where the token is not at the point, else it is."""
    stated = read(
        "for all c, x: real^2 -> real, d: int, t, y: real; 1 <= d |- exists e: real, "
        "(0 < e => apart(t, y)) and (e <= 0 => agrees(t, y, d))",
        _definitions(_APART),
    ).sequent
    return elaborate(stated, written(stated, _APART + _DECIDED)())


#: what is near the sequence s after token r, and the point y after coordinate k of token r
_LETS = """
let tokens(z, s, g) = for all l, a: int, 1 <= l and l <= n and 1 <= a and a <= d =>
  |c(tok(z, l), a) - c(tok(s, l), a)| <= g
let after(r, z, s, g) = for all l, a: int, r < l and l <= n and 1 <= a and a <= d =>
  |c(tok(z, l), a) - c(tok(s, l), a)| <= g
let beyond(k, t, y, g) = for all a: int, k < a and a <= d => |c(t, a) - x(y, a)| <= g
let uniform(g) = for all z, w: real, close(z, w, g) => near(z, w)
let beside(q, s, g) = for all z, w: real, after(q, z, s, g) and close(z, w, g) => near(z, w)
let steady(r, s, k, y, g) = for all z, w: real,
  after(r, z, s, g) and beyond(k, tok(z, r), y, g) and close(z, w, g) => near(z, w)
let upto(r, s, k, y, u, g) = for all z, w: real, after(r, z, s, g) and
  beyond(k, tok(z, r), y, g) and close(z, w, g) and c(tok(z, r), k) <= u => near(z, w)
"""
_TEXT = """
have radius: 0 <= beta by compact(0, 1)
have wider: for all z, w, g, h: real, 0 < g => g <= h => close(z, w, g) => close(z, w, h):
  {wider}
# the gaps up to 1 that will do have a least upper bound D; were it 0, then no gap would do, and
# below it is absurd that none does for the tokens or coordinates that are free by then
let fits(h) = 0 <= h and h <= 1 and uniform(h)
have some: exists h: real, fits(h):
  take 0
have bounded: exists B: real, for all h: real, fits(h) => h <= B:
  take 1
obtain D from supremum(fits)
have above: for all h: real, fits(h) => h <= D
have least: for all u: real, (for all h: real, fits(h) => h <= u) => D <= u
have positive: 0 < D:
  cases 0 < D:
    show by 0 < D
  have tokens_free: for all q: int, 0 <= q => q <= n =>
      (for all s: real, (for all g: real, 0 < g => beside(q, s, g) => 1 < 0) => 1 < 0)
      by induction on q:
    base:
      have wanted: for all g: real, 0 < g => beside(0, s, g) => 1 < 0
      obtain begin: g from around(s)
      use wanted(g):
        fix z, w
        have every: after(0, z, s, g)
        have tokens(z, s, g):
          show by every(l, a)
        show by begin(z, w)
    step:
      have wanted: for all g: real, 0 < g => beside(q + 1, s, g) => 1 < 0
      let r = q + 1
      have coordinates_free: for all k: int, 0 <= k => k <= d =>
          (for all y: real, (for all g: real, 0 < g => steady(r, s, k, y, g) => 1 < 0) => 1 < 0)
          by induction on k:
        base:
          have sought: for all g: real, 0 < g => steady(r, s, 0, y, g) => 1 < 0
          have none: for all t: real, apart(t, y):
            obtain this: e from decided(d, t, y)
            cases 0 < e:
              show by this
            have agree: for all a in 1..d, c(t, a) = x(y, a)
            use ih(put(s, r, t)):
              fix g
              have local: beside(q, put(s, r, t), g)
              use sought(g):
                fix z, w
                have one: after(r, z, s, g)
                have two: beyond(0, tok(z, r), y, g)
                have after(q, z, put(s, r, t), g):
                  cases l <= r:
                    have last: l = r
                    have own: tok(put(s, r, t), l) = t by placed(s, r, t), last
                    have new: c(tok(put(s, r, t), l), a) = c(t, a) by own
                    have same: c(tok(z, l), a) = c(tok(z, r), a) by last
                    show by two(a), agree(a), same, new
                  have kept: tok(put(s, r, t), l) = tok(s, l) by others(s, r, t, l)
                  have old: c(tok(put(s, r, t), l), a) = c(tok(s, l), a) by kept
                  show by one(l, a), old
                show by local(z, w)
          obtain far: g from closed(y)
          use sought(g):
            fix z, w
            have two: beyond(0, tok(z, r), y, g)
            obtain off: a from far(tok(z, r))
            use two(a)
        step:
          have sought: for all g: real, 0 < g => steady(r, s, k + 1, y, g) => 1 < 0
          let j = k + 1
          have moved: for all u, t, g, h: real, g <= h => beyond(j, t, y, g) =>
              |c(t, j) - u| <= h => beyond(k, t, mv(y, j, u), h):
            have two: beyond(j, t, y, g)
            cases a <= j:
              have last: a = j
              have same: c(t, a) = c(t, j) by last
              have new: x(mv(y, j, u), a) = u by replaced(y, j, u), last
              show by same, new, |c(t, j) - u| <= h
            show by two(a), kept(y, j, u, a), g <= h
          let gets(u) = u <= beta and (exists g: real, 0 < g and upto(q + 1, s, k + 1, y, u, g))
          use ih(mv(y, j, -beta)):
            fix g
            have start: steady(r, s, k, mv(y, j, -beta), g)
            have some: exists u: real, gets(u):
              take -beta
              have -beta <= beta
              take g
              have upto(r, s, j, y, -beta, g):
                use compact(tok(z, r), j)
                use moved(-beta, tok(z, r), g, g)
                show by start(z, w)
            have bounded: exists B: real, for all u: real, gets(u) => u <= B:
              take beta
            obtain T from supremum(gets)
            have upper: for all u: real, gets(u) => u <= T
            have lower: for all v: real, (for all u: real, gets(u) => u <= v) => T <= v
            use ih(mv(y, j, T)):
              fix e
              have middle: steady(r, s, k, mv(y, j, T), e)
              use lower(T - e):
                fix u
                cases u <= T - e:
                  show by u <= T - e
                have here: exists g: real, 0 < g and upto(r, s, j, y, u, g)
                obtain until: b from here
                use three: small_enough(1, e, b)
                obtain gap: h from three
                have wide: upto(r, s, j, y, T + e, h):
                  have one: after(r, z, s, h)
                  have two: beyond(j, tok(z, r), y, h)
                  cases c(tok(z, r), j) <= u:
                    have after(r, z, s, b):
                      show by one(l, a), gap
                    have beyond(j, tok(z, r), y, b):
                      show by two(a), gap
                    use wider(z, w, h, b)
                    show by until(z, w)
                  have after(r, z, s, e):
                    show by one(l, a), gap
                  use wider(z, w, h, e)
                  use moved(T, tok(z, r), h, e)
                  show by middle(z, w)
                cases beta <= T + e:
                  use sought(h):
                    fix z, w
                    use compact(tok(z, r), j)
                    show by wide(z, w)
                use upper(T + e):
                  have T + e <= beta
                  take h
      use last: coordinates_free(d)
      use last(0):
        fix g
        have free: steady(r, s, d, 0, g)
        use wanted(g):
          fix z, w
          have beyond(d, tok(z, r), 0, g)
          show by free(z, w)
  use last: tokens_free(n)
  use last(0):
    fix g
    have free: beside(n, 0, g)
    use three: small_enough(1, g, g)
    obtain gap: h from three
    have fits(h):
      fix z, w
      use wider(z, w, h, g)
      have after(n, z, 0, g)
      show by free(z, w)
    show by above(h), gap
take D/2
have each: uniform(D/2):
  have here: close(z, w, D/2)
  cases {size} <= omega:
    show by {size} <= omega
  use least(D/2):
    fix h
    cases h <= D/2:
      show by h <= D/2
    have wide: uniform(h)
    use wider(z, w, D/2, h)
    use nearer: wide(z, w)
    show by nearer{at}, {size} > omega
show by each, positive
"""


@dataclass(frozen=True)
class Steady:
    """A text's claim on z and w that are close: no ``|size|``, at indices in it, is above omega.

    ``close`` is said of z, w and g, and ``wider`` shows it for h where g <= h and 0 < g.
    """

    close: str
    size: str
    indices: Mapping[str, str]  #: with the largest of each
    wider: str
    sorts: Mapping[str, str]
    functions: Mapping[str, int]

    @property
    def at(self) -> str:
        """The indices, as a text takes them."""
        return f"({', '.join(self.indices)})" if self.indices else ""

    def near(self, bound: str) -> str:
        """No ``|size|`` is above the bound."""
        ranges = [f"1 <= {name} and {name} <= {top}" for name, top in self.indices.items()]
        where = f"for all {', '.join(self.indices)}: int, {' and '.join(ranges)} => "
        return f"{where if ranges else ''}|{self.size}| <= {bound}"

    def one_gap(self) -> Json:
        """The certificate of: where some gap does around each sequence, one does for all of them.

        Texts cite it as a theorem.
        """
        lets = f"""
let close(z, w, g) = {self.close}
let near(z, w) = {self.near("omega")}{_APART}{_LETS}"""
        known = _definitions(lets)
        arities = {"tok": 2, "c": 2, **FUNCTIONS, **self.functions}
        types = [f"{name}: real{f'^{k}' if k > 1 else ''} -> real" for name, k in arities.items()]
        variables = {"n": "int", "d": "int", "beta": "real", "omega": "real", **self.sorts}
        names = ", ".join([*types, *(f"{name}: {sort}" for name, sort in variables.items())])

        def said(text: str, more: str = "") -> Json:
            return read(f"for all {names}{more}; |- {text}", known).sequent

        around = said(
            "for all s: real, exists g: real, 0 < g and "
            "(for all z, w: real, tokens(z, s, g) and close(z, w, g) => near(z, w))"
        )["show"]
        equal = said("for all z, w: real, close(z, w, 0) => near(z, w)")["show"]
        shown = said("exists g: real, 0 < g and (for all z, w: real, close(z, w, g) => near(z, w))")
        stated = statement(
            variables, [n >= 1, d >= 1, *COMPACT, equal, around], shown["show"], arities
        )
        text = _TEXT.format(
            wider=indent(self.wider, "  ").strip(),
            size=f"|{self.size}|",
            at=self.at,
        )
        proof = written(
            stated,
            lets + text,
            {**FACTS, "equal": equal, "around": around},
            {"decided": _decided},
        )
        return elaborate(stated, proof())


# --- continuous functions -------------------------------------------------------------------------


def heine(
    values: Gaps, functions: Mapping[str, int], size: str, indices: Mapping[str, str]
) -> Written:
    """Values are uniformly continuous where they are continuous: the proof of that sequent.

    ``size`` is how a text says the difference between z and w, ``indices`` are those in it.
    """
    steady = Steady(
        "for all j, k: int, 1 <= j and j <= n and 1 <= k and k <= d => "
        "|c(tok(z, j), k) - c(tok(w, j), k)| <= g",
        size,
        indices,
        "have narrow: close(z, w, g)\nshow by narrow(j, k), g <= h",
        {},
        functions,
    )
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
let near(z, w, h) = {steady.near("h")}
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
    show by before{steady.at}, after{steady.at}
  show by each
show by one_gap(n, d, beta, eta)
""",
        {"continuous": continuous(values)},
        {"one_gap": steady.one_gap},
    )
