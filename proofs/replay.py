"""A second checker of certificates.  It shares the format with the kernel, and no line of code.

One file, standard library only, no floats, no search.  ``check(text)`` answers accept, reject or
decline and never raises; ``python replay.py FILE...`` does so from a shell.  What the format fixes
(docs/certificate.md) is as there: the order of facts and atoms, the limits, how terms are enclosed
on a box.  All else is done differently from the kernel:

terms        one object per distinct term (equality is identity), bound variables by position, so
             that nothing can be captured; a sum keeps the label that the format gives its index
polynomials  integer coefficients over one denominator, expanded only where a normal form is
             needed: as arguments of atoms, to look up a domain, and where a limit may be passed
identities   never expanded: the sum is computed modulo two primes of 126 bits at one point each;
             primes and points are drawn from the SHA-256 of the certificate
enclosures   ends are pairs of integers; exp by reduction modulo log 2, log by inverting exp and
             checking it, sin and cos modulo pi/2, atan by Euler's series

The chance of error.  Every polynomial has degree at most 64 and, over a common denominator, integer
coefficients below 2**70000 (``Session.made`` and ``Session.lowest`` see to it).  Suppose it is not
0.  At most 560 of the more than 2**118 primes of 126 bits divide a given coefficient, and modulo
any other prime it is 0 at a random point with probability at most 64/2**125.  A number that is no
prime passes for one with probability below 2**-90.  So one prime errs with probability below
2**-89 and both below 2**-178, if SHA-256 behaves like a random function; who tries T certificates
in search of an error multiplies this by T.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from hashlib import sha256
from itertools import pairwise
from math import gcd, isqrt, lcm
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

MAX_BYTES, MAX_DEPTH, MAX_NESTING, MAX_POWER = 8_000_000, 120, 240, 64
WORK, WORK_PER_BYTE, MAX_WORK = 400_000, 100, 25_000_000  # a unit is about a microsecond
MAX_DEGREE, MAX_MONOMIALS, MAX_BITS = 64, 20_000, 4_096
MAX_COMMON = 1 << 16  # bits of a common denominator
LONG_PRODUCT = 400  # the format: a longer product (v - a)(v - b) = 0 is not among the facts
NUMBER = re.compile(r"(-?[0-9]{1,1300})(?:/([0-9]{1,1300}))?", re.ASCII)
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,40}", re.ASCII)
RESERVED = re.compile(r"k[0-9]+")
RELATIONS = ("<=", "<", "=", "!=")
UNARY = ("abs", "sign", "floor", "sqrt", "exp", "log", "sin", "cos", "tanh", "atan")
MANY = range(2, 1_000_001)
ARGUMENTS = {"+": MANY, "*": MANY, "-": range(1, 3), "pi": range(1)}
ARGUMENTS |= dict.fromkeys(("/", "^", "max", "min"), range(2, 3))
ARGUMENTS |= dict.fromkeys(UNARY, range(1, 2))
ARGUMENTS |= {"app": range(1, 10), "sum": range(4, 5)}
SIN_A, COS_A, SIN_B, COS_B = ["sin", "a"], ["cos", "a"], ["sin", "b"], ["cos", "b"]
EXP_2T = ["exp", ["*", "2", "t"]]
AXIOMS: dict[str, tuple[str, Any]] = {  # the variables, all of them real, and what holds for them
    "exp-sum": ("a b", ["=", ["exp", ["+", "a", "b"]], ["*", ["exp", "a"], ["exp", "b"]]]),
    "exp-line": ("t", ["<=", ["+", "1", "t"], ["exp", "t"]]),
    "exp-log": ("t", ["implies", ["<", "0", "t"], ["=", ["exp", ["log", "t"]], "t"]]),
    "tanh": ("t", ["=", ["tanh", "t"], ["-", "1", ["/", "2", ["+", EXP_2T, "1"]]]]),
    "sin-sum": (
        "a b",
        ["=", ["sin", ["+", "a", "b"]], ["+", ["*", SIN_A, COS_B], ["*", COS_A, SIN_B]]],
    ),
    "cos-sum": (
        "a b",
        ["=", ["cos", ["+", "a", "b"]], ["-", ["*", COS_A, COS_B], ["*", SIN_A, SIN_B]]],
    ),
    "sin-cos": ("a", ["=", ["+", ["^", SIN_A, 2], ["^", COS_A, 2]], "1"]),
    "sin-line": ("a", ["implies", ["<=", "0", "a"], ["<=", SIN_A, "a"]]),
}


class Result(NamedTuple):
    """``outcome`` is accept, reject or decline; ``code`` the reason of the latter two."""

    outcome: str
    code: str = ""
    why: str = ""

    @property
    def accepted(self) -> bool:
        return self.outcome == "accept"


class Stop(Exception):
    """The certificate is not accepted."""

    def __init__(self, outcome: str, code: str, why: Any) -> None:
        super().__init__(code)
        self.result = Result(outcome, code, ascii(why[:60])[1:-1] if isinstance(why, str) else "")


def reject(code: str, why: Any = "") -> NoReturn:
    raise Stop("reject", code, why)


def decline(code: str, why: Any = "") -> NoReturn:
    raise Stop("decline", code, why)


# Terms, formulas and polynomials.


class Node:
    """A term or formula.  ``loose``: how many binders around it its bound variables need;
    ``label``: the highest label of a sum inside, -1 if there is none."""

    __slots__ = ("args", "label", "loose", "op")

    def __init__(self, op: str, args: tuple[Any, ...], loose: int, label: int) -> None:
        self.op, self.args, self.loose, self.label = op, args, loose, label


Expanded = tuple[dict[tuple[str, ...], int], int]
"""Monomial to integer, and the common denominator, in lowest terms.  A monomial is the sorted
tuple of its variables, each as often as its exponent says."""


class Value:
    """A polynomial: its residues at the chosen points, how it was made (from which it is expanded
    on demand), and bounds on its degree, on the sum of its integer coefficients without their
    signs, and a common denominator of it."""

    __slots__ = ("at", "degree", "how", "norm", "over", "poly", "shapes")

    def __init__(self, at: tuple[int, int], degree: int, norm: int, over: int, how: Any) -> None:
        self.at, self.degree, self.norm, self.over, self.how = at, degree, norm, over, how
        self.poly: Expanded | None = None
        self.shapes: dict[int, str] | None = None


class Fact(NamedTuple):
    """``value rel 0`` with rel one of ``>=  >  =  !=``."""

    value: Value
    rel: str


class Session:
    """What one check shares: the work that is left, the chosen points, all terms."""

    def __init__(self, text: bytes) -> None:
        self.left = min(WORK + WORK_PER_BYTE * len(text), MAX_WORK)
        self.seed = sha256(text).digest()
        self.primes = (self._prime("p"), self._prime("q"))
        self.nodes: dict[tuple[Any, ...], Node] = {}
        self.numbers: dict[str, Node] = {}
        self.names: dict[str, Value] = {}
        self.constants: dict[tuple[str, int], tuple[int, int]] = {}
        self.zero, self.one = self.number(0), self.number(1)

    def spend(self, units: int) -> None:
        self.left -= units
        if self.left < 0:
            decline("too-much-work")

    # Where identities are tested.

    def _random(self, label: str) -> int:
        return int.from_bytes(sha256(self.seed + label.encode()).digest(), "big")

    def _prime(self, label: str) -> int:
        """A 126-bit prime (by 48 rounds of Miller and Rabin) drawn from the certificate's hash."""
        attempt = 0
        while True:
            p = self._random(f"{label}{attempt}") % (1 << 125) | (1 << 125) | 1
            if all(p % small for small in (3, 5, 7, 11, 13, 17, 19, 23)) and all(
                _passes(p, 2 + self._random(f"{label}{attempt}.{i}") % (p - 3)) for i in range(48)
            ):
                return p
            attempt += 1

    # Terms: one object for each.

    def node(self, op: str, *args: Any) -> Node:
        key = (op, args)
        found = self.nodes.get(key)
        if found is None:
            self.spend(2)
            inner = [a for a in args if isinstance(a, Node)]
            loose = args[0] + 1 if op == "bound" else max((a.loose for a in inner), default=0)
            label = max((a.label for a in inner), default=-1)
            if op == "sum":
                loose = max(inner[0].loose, inner[1].loose, inner[2].loose - 1)
                label = max(label, args[0])
            elif op in ("all", "some"):
                loose = max(loose - 1, 0)
            found = self.nodes[key] = Node(op, args, loose, label)
        return found

    def number(self, n: int, d: int = 1) -> Node:
        g = gcd(n, d)
        n, d = n // g, d // g
        key = f"{n:x}/{d:x}"  # a text, since unequal integers may have equal hashes
        if key not in self.numbers:
            self.spend(2)
            self.numbers[key] = Node("number", (n, d), 0, -1)
        return self.numbers[key]

    def fill(self, body: Node, value: Node, depth: int = 0) -> Node:
        """``body``, under a binder that is taken away, with ``value`` for its variable."""
        self.spend(1)
        if body.loose <= depth:
            return body
        if body.op == "bound":
            return value  # no other binder is open
        filled = []
        for i, a in enumerate(body.args):
            deeper = (body.op == "sum" and i == 3) or body.op in ("all", "some")
            filled.append(self.fill(a, value, depth + deeper) if isinstance(a, Node) else a)
        return self.node(body.op, *filled)

    # Polynomials, unexpanded.

    def made(self, at: tuple[int, int], degree: int, norm: int, over: int, *how: Any) -> Value:
        size = max(norm, over).bit_length()
        self.spend(1 + len(how) + (size >> 9) ** 2)
        value = Value(at, degree, norm, over, how)
        if degree > MAX_DEGREE or size > MAX_BITS:  # as it looks: so see what cancels
            terms, value.over = self.expand(value)
            value.degree = max(map(len, terms), default=0)
            value.norm = sum(map(abs, terms.values()))
        return value

    def constant(self, n: int, d: int = 1) -> Value:
        p, q = self.primes
        if d % p == 0 or d % q == 0:
            decline("unlucky-prime")
        at = (n * pow(d, -1, p) % p, n * pow(d, -1, q) % q) if d != 1 else (n % p, n % q)
        return self.made(at, 0, abs(n), d, "number", n, d)

    def variable(self, name: str) -> Value:
        if name not in self.names:
            p, q = self.primes
            at = (self._random(f"p@{name}") % p, self._random(f"q@{name}") % q)
            self.names[name] = self.made(at, 1, 1, 1, "name", name)
        return self.names[name]

    def add(self, *parts: Value) -> Value:
        p, q = self.primes
        at = (sum(v.at[0] for v in parts) % p, sum(v.at[1] for v in parts) % q)
        norm, over = 0, 1
        for v in parts:
            both = lcm(over, v.over)
            norm, over = norm * (both // over) + v.norm * (both // v.over), both
            if over.bit_length() > MAX_BITS:
                break  # large enough to be looked at
        return self.made(at, max(v.degree for v in parts), norm, over, "+", *parts)

    def multiply(self, *parts: Value) -> Value:
        p, q = self.primes
        x = y = norm = over = 1
        for v in parts:
            x, y = x * v.at[0] % p, y * v.at[1] % q
            if max(norm, over).bit_length() <= MAX_BITS:
                norm, over = norm * v.norm, over * v.over
        return self.made((x, y), sum(v.degree for v in parts), norm, over, "*", *parts)

    def minus(self, value: Value) -> Value:
        return self.multiply(self.constant(-1), value)

    # Polynomials, expanded.

    def expand(self, value: Value) -> Expanded:
        if value.poly is None:
            op, *parts = value.how
            if op == "number":
                value.poly = self.lowest({(): parts[0]}, parts[1])
            elif op == "name":
                value.poly = {(parts[0],): 1}, 1
            else:
                join = self._sum if op == "+" else self._product
                total = self.expand(parts[0])
                for part in parts[1:]:
                    total = join(total, self.expand(part))
                value.poly = total
        return value.poly

    def _sum(self, a: Expanded, b: Expanded) -> Expanded:
        self.spend(len(a[0]) + len(b[0]))
        both = lcm(a[1], b[1])
        left, right = both // a[1], both // b[1]
        terms = {m: c * left for m, c in a[0].items()}
        for m, c in b[0].items():
            terms[m] = terms.get(m, 0) + c * right
        return self.lowest(terms, both)

    def _product(self, a: Expanded, b: Expanded) -> Expanded:
        bits = _longest(a[0]) * _longest(b[0])
        terms: dict[tuple[str, ...], int] = {}
        for m, c in a[0].items():
            self.spend(len(b[0]) * (2 + len(m) // 8 + (bits >> 18)))
            if len(terms) > 2 * MAX_MONOMIALS:
                decline("too-many-monomials")
            for k, e in b[0].items():
                both = tuple(sorted(m + k))
                terms[both] = terms.get(both, 0) + c * e
        if any(len(m) > MAX_DEGREE for m in terms):
            decline("degree")
        return self.lowest(terms, a[1] * b[1])

    def lowest(self, terms: dict[tuple[str, ...], int], d: int) -> Expanded:
        terms = {m: c for m, c in terms.items() if c}
        if len(terms) > MAX_MONOMIALS:
            decline("too-many-monomials")
        bits = max(_longest(terms), d.bit_length())
        self.spend(1 + len(terms) * (1 + (bits >> 9) ** 2))
        g = gcd(d, *terms.values())
        if g > 1:
            terms, d = {m: c // g for m, c in terms.items()}, d // g
        if bits > MAX_BITS and (
            d.bit_length() > MAX_COMMON
            or any(max(abs(c), d) // gcd(c, d) >> MAX_BITS for c in terms.values())
        ):
            decline("number-size")
        return terms, d

    def key(self, value: Value) -> str:
        """A text for a polynomial (unequal integers, unlike texts, may have equal hashes)."""
        terms, d = self.expand(value)
        self.spend(2 * len(terms))
        return " + ".join(f"{c:x}*{'*'.join(m)}" for m, c in sorted(terms.items())) + f" / {d:x}"

    def shape(self, value: Value, sign: int = 1) -> str:
        """The same text for polynomials that differ by a positive factor, and only for these;
        with ``sign`` -1, that of the opposite polynomial."""
        if value.shapes is None:
            terms, _ = self.expand(value)
            g = gcd(*terms.values())
            rows = [(c // g, "*".join(m)) for m, c in sorted(terms.items())]
            value.shapes = {s: " + ".join(f"{s * c:x}*{m}" for c, m in rows) for s in (1, -1)}
            self.spend(len(terms) + (len(value.shapes[1]) >> 4))
        return value.shapes[sign]


def _longest(terms: dict[tuple[str, ...], int]) -> int:
    return max((c.bit_length() for c in terms.values()), default=0)


def _leading(terms: dict[tuple[str, ...], int]) -> tuple[str, ...]:
    """The largest monomial, as a list of (name, exponent) in alphabetical order."""
    return max(terms, key=lambda m: [(name, m.count(name)) for name in sorted(set(m))])


def _passes(p: int, base: int) -> bool:
    """One round of the test of Miller and Rabin."""
    odd, twos = p - 1, 0
    while not odd & 1:
        odd, twos = odd >> 1, twos + 1
    x = pow(base, odd, p)
    return x in (1, p - 1) or any((x := x * x % p) == p - 1 for _ in range(twos - 1))


# Sequents.


class Sequent:
    """Names and their sorts, atoms, facts, other hypotheses (``rules``), and the goal."""

    def __init__(self, session: Session, functions: dict[str, int], goal: Node) -> None:
        self.s, self.functions, self.goal = session, functions, goal
        self.sorts: dict[str, str] = {}
        self.atoms: dict[tuple[Any, ...], Value] = {}
        self.facts: list[Fact] = []
        self.rules: list[Node] = []

    def child(self, *assumed: Node, goal: Node | None = None) -> Sequent:
        new = Sequent(self.s, self.functions, goal or self.goal)
        new.sorts, new.atoms = dict(self.sorts), dict(self.atoms)
        new.facts, new.rules = list(self.facts), list(self.rules)
        self.s.spend(2 * (len(self.sorts) + len(self.facts) + len(self.rules)))
        for formula in assumed:
            new.assume(formula)
        return new

    def declare(self, name: Any, sort: str) -> None:
        if not isinstance(name, str) or not NAME.fullmatch(name) or RESERVED.fullmatch(name):
            reject("bad-name", name)
        if name in self.sorts:
            reject("name-taken", name)
        self.sorts[name] = sort

    def fact(self, value: Value, rel: str) -> None:
        self.facts.append(Fact(value, rel))

    def assume(self, formula: Node) -> None:
        if formula.op == "and":
            for part in formula.args:
                self.assume(part)
        elif formula.op in RELATIONS:
            self.fact(*self.relation(formula, assume=True))
        else:
            self.rules.append(formula)

    def relation(self, formula: Node, assume: bool = False) -> Fact:
        """``a <= b`` as ``b - a >= 0``; names the atoms of b, then those of a."""
        right = self.value(formula.args[1], assume)
        left = self.value(formula.args[0], assume)
        rel = {"<=": ">=", "<": ">"}.get(formula.op, formula.op)
        return Fact(self.s.add(right, self.s.minus(left)), rel)

    def contradicted(self) -> list[Fact]:
        """All facts, and last the negation of the goal."""
        if self.goal.op not in RELATIONS:
            reject("goal-not-atomic", self.goal.op)
        value, rel = self.relation(self.goal)
        if rel in (">", ">="):
            return [*self.facts, Fact(self.s.minus(value), ">" if rel == ">=" else ">=")]
        return [*self.facts, Fact(value, "!=" if rel == "=" else "=")]

    def value(self, term: Node, assume: bool = False) -> Value:
        """The polynomial of a term.  What is not polynomial becomes an atom; in a hypothesis its
        domain becomes a fact, elsewhere it must be one already."""
        op, args, s = term.op, term.args, self.s
        s.spend(2)
        if op == "number":
            return s.constant(*args)
        if op == "name":
            return s.variable(args[0])
        if op == "sum":
            limits = [s.key(self.value(limit, assume)) for limit in args[1:3]]
            return self.atom((op, args[0], *limits, args[3]))
        if op == "app":
            return self.atom((op, args[0], *[s.key(self.value(a, assume)) for a in args[1:]]))
        if op == "^":
            return s.multiply(s.constant(1), *[self.value(args[0], assume)] * args[1])
        parts = [self.value(a, assume) for a in args]
        if op == "+":
            return s.add(*parts)
        if op == "-":
            return s.add(*parts[:-1], s.minus(parts[-1]))
        if op == "*":
            return s.multiply(*parts)
        if op == "/":
            return s.multiply(parts[0], self.reciprocal(parts[1], assume))
        return self.special(op, parts, assume)

    def atom(self, key: tuple[Any, ...], sort: str = "real") -> Value:
        if key not in self.atoms:
            name = f"@{len(self.atoms)}"
            self.sorts[name] = sort
            self.atoms[key] = self.s.variable(name)
        return self.atoms[key]

    def reciprocal(self, value: Value, assume: bool) -> Value:
        """The atom is the reciprocal of the polynomial with leading coefficient 1."""
        s = self.s
        terms, d = s.expand(value)
        if not terms:
            reject("division-by-zero")
        c = terms[_leading(terms)]
        factor = s.constant(d, c) if c > 0 else s.constant(-d, -c)
        if set(terms) == {()}:
            return factor
        monic = s.multiply(factor, value)
        key = ("inverse", s.key(monic))
        if key not in self.atoms:
            self.domain(monic, "!=", assume)
            self.fact(s.add(s.multiply(self.atom(key), monic), s.constant(-1)), "=")
        return s.multiply(factor, self.atoms[key])

    def special(self, op: str, parts: list[Value], assume: bool) -> Value:
        """The atom of an operation, with the facts that the format gives for it, in its order."""
        s = self.s
        key = (op, *map(s.key, parts))
        if key in self.atoms:
            return self.atom(key)
        if op in ("sqrt", "log"):
            self.domain(parts[0], ">=" if op == "sqrt" else ">", assume)
        v = self.atom(key, "int" if op in ("floor", "sign") else "real")
        if op in ("max", "min", "abs"):
            bounds = [parts[0], s.minus(parts[0]) if op == "abs" else parts[1]]
            gaps = [s.add(v, s.minus(bound)) for bound in bounds]
            for gap in gaps:
                self.fact(s.minus(gap) if op == "min" else gap, ">=")
            first, second = (len(s.expand(bound)[0]) + 1 for bound in bounds)
            if first * second <= LONG_PRODUCT:
                self.fact(s.multiply(*gaps), "=")
        if op in ("sign", "sin", "cos", "tanh"):
            self.fact(s.add(s.constant(1), s.minus(v)), ">=")
            self.fact(s.add(s.constant(1), v), ">=")
        if op == "sign":
            self.fact(s.multiply(v, parts[0]), ">=")
        elif op == "floor":
            self.fact(s.add(parts[0], s.minus(v)), ">=")
            self.fact(s.add(v, s.constant(1), s.minus(parts[0])), ">")
        elif op in ("abs", "sqrt"):
            self.fact(v, ">=")
        elif op == "exp":
            self.fact(v, ">")
        if op == "sqrt":
            self.fact(s.add(s.multiply(v, v), s.minus(parts[0])), "=")
        return v

    def domain(self, value: Value, rel: str, assume: bool) -> None:
        if assume:
            self.fact(value, rel)
        elif not self.evident(value, rel):
            reject("maybe-undefined", f"needs a proof of {rel} 0")

    def evident(self, value: Value, rel: str) -> bool:
        """Whether ``value rel 0`` is a fact as it stands, up to a positive factor."""
        terms, _ = self.s.expand(value)
        if set(terms) <= {()}:
            c = terms.get((), 0)
            return c != 0 if rel == "!=" else c > 0 or (c == 0 and rel == ">=")
        enough = {"!=": ("!=", ">"), ">": (">",), ">=": (">=", ">", "=")}[rel]
        wanted = [self.s.shape(value, sign) for sign in ((1, -1) if rel == "!=" else (1,))]
        self.s.spend(len(self.facts) * (1 + (len(wanted[0]) >> 12)))
        return any(f.rel in enough and self.s.shape(f.value) in wanted for f in self.facts)

    def whole(self, value: Value) -> bool:
        """Whether the coefficients are integers and the variables and atoms are integers."""
        terms, d = self.s.expand(value)
        self.s.spend(len(terms))
        return d == 1 and all(self.sorts[name] == "int" for m in terms for name in m)

    def admit(self, term: Node, sort: str) -> None:
        """Only a defined term may stand for a variable, only a whole one for an integer."""
        value = self.value(term)
        if sort == "int" and not self.whole(value):
            reject("not-an-integer")

    # Reading: ``bound`` lists the names bound around ``data``, innermost last.

    def term(self, data: Any, bound: tuple[str, ...] = (), depth: int = 0) -> Node:
        s = self.s
        s.spend(2)
        if depth > MAX_DEPTH:
            decline("too-deep")
        if isinstance(data, str):
            number = NUMBER.fullmatch(data)
            if number:
                n, d = int(number[1]), int(number[2] or 1)
                return s.number(n, d) if d else reject("bad-number", data)
            if data in bound:
                return s.node("bound", len(bound) - 1 - bound.index(data))
            return s.node("name", data) if data in self.sorts else reject("unknown-name", data)
        if not isinstance(data, list) or not data or not isinstance(data[0], str):
            reject("bad-term")
        op, args = data[0], data[1:]
        if op not in ARGUMENTS:
            decline("unknown-operation", op)
        if len(args) not in ARGUMENTS[op]:
            reject("bad-arity", op)
        if op == "sum":
            low, high = (self.term(a, bound, depth + 1) for a in args[1:3])
            body = self.term(args[3], self.under(args[0], bound), depth + 1)
            return s.node(op, body.label + 1, low, high, body)
        if op == "^":
            if type(args[1]) is not int or args[1] < 0:
                reject("bad-power")
            if args[1] > MAX_POWER:
                decline("power")
            return s.node(op, self.term(args[0], bound, depth + 1), args[1])
        head: list[str] = []
        if op == "app":
            head, args = args[:1], args[1:]
            if not isinstance(head[0], str) or self.functions.get(head[0]) != len(args):
                reject("unknown-function", head[0])
        return s.node(op, *head, *[self.term(a, bound, depth + 1) for a in args])

    def formula(self, data: Any, bound: tuple[str, ...] = (), depth: int = 0) -> Node:
        self.s.spend(2)
        if depth > MAX_DEPTH:
            decline("too-deep")
        if not isinstance(data, list) or not data or not isinstance(data[0], str):
            reject("bad-formula")
        op, args = data[0], data[1:]
        if op == "and" or (op == "implies" and len(args) == 2):
            return self.s.node(op, *[self.formula(a, bound, depth + 1) for a in args])
        if op in RELATIONS and len(args) == 2:
            return self.s.node(op, *[self.term(a, bound, depth + 1) for a in args])
        if op in ("all", "some") and len(args) == 3 and args[1] in ("real", "int"):
            body = self.formula(args[2], self.under(args[0], bound), depth + 1)
            return self.s.node(op, args[1], body)
        if op == "lipschitz" and len(args) == 4 and isinstance(args[0], str):
            if self.functions.get(args[0]) != 1:
                reject("unknown-function", args[0])
            return self.s.node(op, args[0], *[self.term(a, bound, depth + 1) for a in args[1:]])
        reject("bad-formula", op)

    def under(self, name: Any, bound: tuple[str, ...]) -> tuple[str, ...]:
        if not isinstance(name, str) or not NAME.fullmatch(name):
            reject("bad-name", name)
        if name in self.sorts or name in bound:
            reject("shadowed-name", name)
        return (*bound, name)


# Rules: each turns a sequent into those that remain to be proved.

Step = dict[str, Any]


def leaf(q: Sequent, step: Step) -> list[Sequent]:
    """Facts combined with positive coefficients give 0, though one of them is above 0."""
    facts = q.contradicted()
    return _contradiction(q, step, facts)


def zero(q: Sequent, step: Step) -> list[Sequent]:
    """A positive factor times h is 0 modulo the equalities, though h is not 0."""
    facts = q.contradicted()
    return _contradiction(q, step, facts, _fact(facts, step["lit"], "!="))


def _contradiction(q: Sequent, step: Step, facts: list[Fact], *factor: Value) -> list[Sequent]:
    parts, strict = [], False
    for number, indices, roots in _rows(step["terms"], 3):
        c = q.term(number) if isinstance(number, str) else q.s.zero
        if c.op != "number" or c.args[0] <= 0:
            reject("coefficient-not-positive")
        used = [_fact(facts, i, ">=", ">") for i in _listed(indices)]
        squares = [q.value(q.term(root)) for root in _listed(roots)]
        parts.append(q.s.multiply(q.value(c), *used, *squares, *squares))
        strict = strict or (not squares and all(facts[i].rel == ">" for i in indices))
    if not strict:
        reject("nothing-strict")
    sides = [q.s.multiply(q.s.add(*parts), *factor)]
    for i, multiplier in _rows(step["mult"], 2):
        sides.append(q.s.multiply(_fact(facts, i, "="), q.value(q.term(multiplier))))
    if q.s.add(*sides).at != (0, 0):
        reject("identity-fails", "the sum is not 0 at a point chosen by the certificate's hash")
    return []


def _fact(facts: list[Fact], i: Any, *rels: str) -> Value:
    if type(i) is not int or not 0 <= i < len(facts):
        reject("no-such-literal")
    if facts[i].rel not in rels:
        reject("wrong-relation", f"literal {i} is {facts[i].rel}")
    return facts[i].value


def _rows(data: Any, width: int) -> list[Any]:
    rows = _listed(data)
    return rows if all(len(_listed(row)) == width for row in rows) else reject("bad-leaf")


def _listed(data: Any) -> list[Any]:
    return data if isinstance(data, list) else reject("bad-leaf")


def split(q: Sequent, step: Step) -> list[Sequent]:
    value = q.value(q.term(step["on"]))
    above, below = q.child(), q.child()
    above.fact(value, ">=")
    if q.whole(value):
        below.fact(q.s.add(q.s.constant(-1), q.s.minus(value)), ">=")
    else:
        below.fact(q.s.minus(value), ">")
    return [above, below]


def case(q: Sequent, step: Step) -> list[Sequent]:
    term, node = q.term(step["on"]), q.s.node
    if term.op not in ("abs", "max", "min", "sign"):
        reject("no-cases", term.op)
    q.value(term)
    a, b = term.args[0], term.args[1] if len(term.args) == 2 else q.s.zero
    if term.op == "sign":
        above, at, below = node("<", b, a), node("=", a, b), node("<", a, b)
        values = ((above, 1), (at, 0), (below, -1))
        return [q.child(side, node("=", term, q.s.number(n))) for side, n in values]
    first, second = {"max": (a, b), "min": (b, a), "abs": (a, node("-", a))}[term.op]
    return [
        q.child(node("<=", b, a), node("=", term, first)),
        q.child(node("<", a, b), node("=", term, second)),
    ]


def have(q: Sequent, step: Step) -> list[Sequent]:
    lemma = q.formula(step["show"])
    return [q.child(goal=lemma), q.child(lemma)]


def both(q: Sequent, step: Step) -> list[Sequent]:
    op, args = q.goal.op, q.goal.args
    if op == "=":
        return [q.child(goal=q.s.node("<=", *pair)) for pair in (args, args[::-1])]
    return [q.child(goal=part) for part in args] if op == "and" else reject("wrong-goal", op)


def intro(q: Sequent, step: Step) -> list[Sequent]:
    op, args = q.goal.op, q.goal.args
    if op == "implies":
        return [q.child(args[0], goal=args[1])]
    if op != "all":
        reject("wrong-goal", op)
    new = q.child()
    new.declare(step["as"], args[0])
    new.goal = q.s.fill(args[1], q.s.node("name", step["as"]))
    return [new]


def some(q: Sequent, step: Step) -> list[Sequent]:
    if q.goal.op != "some":
        reject("wrong-goal", q.goal.op)
    sort, body = q.goal.args
    witness = q.term(step["is"])
    q.admit(witness, sort)
    return [q.child(goal=q.s.fill(body, witness))]


def obtain(q: Sequent, step: Step) -> list[Sequent]:
    rule, new = _rule(q, step["rule"]), q.child()
    if rule.op != "some":
        reject("nothing-to-obtain", rule.op)
    new.declare(step["as"], rule.args[0])
    new.assume(q.s.fill(rule.args[1], q.s.node("name", step["as"])))
    return [new]


def axiom(q: Sequent, step: Step) -> list[Sequent]:
    name = step["name"]
    if not isinstance(name, str) or name not in AXIOMS:
        reject("no-such-axiom", name)
    variables, body = AXIOMS[name]
    fact = Sequent(q.s, {}, q.goal).formula(body, tuple(variables.split()))
    for _ in variables.split():
        fact = q.s.node("all", "real", fact)
    return [q.child(fact)]


def supremum(q: Sequent, step: Step) -> list[Sequent]:
    """Of every claim: if some x meets it, and some number is above all these, one is the least."""
    x, least, bound, claim = step["on"], step["as"], step["other"], step["claim"]
    over = {
        name: ["all", x, "real", ["implies", claim, ["<=", x, name]]]
        for name in (least, bound)
        if isinstance(name, str) or reject("bad-name")
    }
    minimal = ["all", bound, "real", ["implies", over[bound], ["<=", least, bound]]]
    found = ["some", least, "real", ["and", over[least], minimal]]
    there = ["and", ["some", x, "real", claim], ["some", least, "real", over[least]]]
    return [q.child(q.formula(["implies", there, found]))]


def use(q: Sequent, step: Step) -> list[Sequent]:
    rule = _rule(q, step["rule"])
    if not isinstance(step["at"], list):
        reject("bad-use")
    terms, node = [q.term(data) for data in step["at"]], q.s.node
    if rule.op == "lipschitz":
        if len(terms) != 2:
            reject("needs-two-points")
        f, constant, low, high = rule.args
        inside = [part for t in terms for part in (node("<=", low, t), node("<=", t, high))]
        gap = node("abs", node("-", *[node("app", f, t) for t in terms]))
        bound = node("*", constant, node("abs", node("-", *terms)))
        return [q.child(goal=node("and", *inside)), q.child(node("<=", gap, bound))]
    for t in terms:
        if rule.op != "all":
            reject("too-many-terms")
        q.admit(t, rule.args[0])
        rule = q.s.fill(rule.args[1], t)
    if rule.op == "implies":
        return [q.child(goal=rule.args[0]), q.child(rule.args[1])]
    return [q.child(rule)]


def _rule(q: Sequent, i: Any) -> Node:
    if type(i) is not int or not 0 <= i < len(q.rules):
        reject("no-such-rule")
    return q.rules[i]


def same(q: Sequent, step: Step) -> list[Sequent]:
    first, second = q.term(step["first"]), q.term(step["second"])
    if first.op != "app" or second.op != "app" or first.args[0] != second.args[0]:
        reject("not-the-same-function")
    pairs = zip(first.args[1:], second.args[1:], strict=True)
    equal = q.s.node("and", *[q.s.node("=", a, b) for a, b in pairs])
    return [q.child(goal=equal), q.child(q.s.node("=", first, second))]


def define(q: Sequent, step: Step) -> list[Sequent]:
    term, node = q.term(step["term"]), q.s.node
    if term.op == "/":
        condition = node("!=", term.args[1], q.s.zero)
    elif term.op == "sqrt":
        condition = node("<=", q.s.zero, term.args[0])
    elif term.op == "log":
        condition = node("<", q.s.zero, term.args[0])
    else:
        reject("nothing-to-define", term.op)
    known = q.child(condition)
    known.value(term)
    return [q.child(goal=condition), known]


def finite(q: Sequent, step: Step) -> list[Sequent]:
    name, low, high = step["on"], step["from"], step["to"]
    if not isinstance(name, str) or q.sorts.get(name) != "int":
        reject("not-an-integer", name)
    if type(low) is not int or type(high) is not int:
        reject("bad-range")
    if high - low >= 5_000:
        decline("range-too-long")
    s, value = q.s, q.s.variable(name)
    above, below = s.add(value, s.constant(-low)), s.add(s.constant(high), s.minus(value))
    if not (q.evident(above, ">=") and q.evident(below, ">=")):
        reject("range-not-known")
    variable = s.node("name", name)
    return [q.child(s.node("=", variable, s.number(i))) for i in range(low, high + 1)]


def induct(q: Sequent, step: Step) -> list[Sequent]:
    s, start = q.s, q.term(step["from"])
    q.admit(start, "int")
    going = q.child()
    going.declare(step["on"], "int")
    claim = q.formula(step["claim"], (step["on"],))
    k = s.node("name", step["on"])
    going.assume(s.node("<=", start, k))
    going.assume(s.fill(claim, k))
    going.goal = s.fill(claim, s.node("+", k, s.one))
    every = s.node("implies", s.node("<=", start, s.node("bound", 0)), claim)
    proved = s.node("all", "int", every)
    return [q.child(goal=s.fill(claim, start)), going, q.child(proved)]


def _whole_sum(q: Sequent, data: Any) -> Node:
    term = q.term(data)
    if term.op != "sum":
        reject("not-a-sum", term.op)
    q.admit(term.args[1], "int")
    q.admit(term.args[2], "int")
    return term


def unfold(q: Sequent, step: Step) -> list[Sequent]:
    s, term = q.s, _whole_sum(q, step["on"])
    label, low, high, body = term.args
    last, not_empty = s.fill(body, high), s.node("<=", low, high)
    shorter = s.node("sum", label, low, s.node("-", high, s.one), body)
    known = q.child(not_empty)
    known.value(last)
    equation = s.node("=", term, s.node("+", shorter, last))
    return [q.child(goal=not_empty), known.child(equation)]


def empty(q: Sequent, step: Step) -> list[Sequent]:
    term = _whole_sum(q, step["on"])
    condition = q.s.node("<", term.args[2], term.args[1])
    return [q.child(goal=condition), q.child(condition, q.s.node("=", term, q.s.zero))]


# Enclosures.  A rational is (numerator, denominator > 0), an interval a pair of these.

Rational = tuple[int, int]
Interval = tuple[Rational, Rational]
ZERO, ONE = (0, 1), (1, 1)
UNIT: Interval = ((-1, 1), ONE)
FLAT: Interval = (ZERO, ZERO)
MAX_ARGUMENT, MAX_SIZE = 1_000, 65_536
FINER = 20  # bits that elementary functions have more, before they are rounded: 16 are asked for
GUARD = 40


def less(a: Rational, b: Rational) -> bool:
    return a[0] * b[1] < b[0] * a[1]


def lower(a: Rational, b: Rational) -> Rational:
    return b if less(b, a) else a


def upper(a: Rational, b: Rational) -> Rational:
    return b if less(a, b) else a


def opposite(a: Interval) -> Interval:
    return (-a[1][0], a[1][1]), (-a[0][0], a[0][1])


def hull(a: Interval, b: Interval) -> Interval:
    return lower(a[0], b[0]), upper(a[1], b[1])


def meet(a: Interval, b: Interval) -> Interval:
    low, high = upper(a[0], b[0]), lower(a[1], b[1])
    return reject("empty-enclosure") if less(high, low) else (low, high)


def size(a: Interval) -> Interval:
    """The absolute values of the members of ``a``."""
    if a[0][0] >= 0:
        return a
    b = opposite(a)
    return b if a[1][0] <= 0 else (ZERO, upper(a[1], b[1]))


class Arithmetic:
    """Interval arithmetic.  An end whose denominator in lowest terms has more than ``bits`` bits is
    rounded outward to a multiple of 2**-bits; with ``bits`` = 0 nothing is rounded."""

    def __init__(self, session: Session, bits: int) -> None:
        self.s, self.bits = session, bits

    def fit(self, n: int, d: int, up: bool) -> Rational:
        width = max(n.bit_length(), d.bit_length())
        self.s.spend(2 + (width >> 9) ** 2)
        if d.bit_length() > self.bits:
            self.s.spend(width >> 6)
            g = gcd(n, d)
            n, d = n // g, d // g
            if self.bits and d.bit_length() > self.bits:
                n = -((-n << self.bits) // d) if up else (n << self.bits) // d
                d = 1 << self.bits
        if max(n.bit_length(), d.bit_length()) > MAX_SIZE:
            decline("number-size")
        return n, d

    def ends(self, low: Rational, high: Rational) -> Interval:
        return self.fit(*low, False), self.fit(*high, True)

    def add(self, a: Interval, b: Interval) -> Interval:
        return self.ends(_plus(a[0], b[0]), _plus(a[1], b[1]))

    def multiply(self, a: Interval, b: Interval) -> Interval:
        if a[0][0] >= 0:
            low, high = a[0] if b[0][0] >= 0 else a[1], a[1] if b[1][0] >= 0 else a[0]
            return self.ends(_times(low, b[0]), _times(high, b[1]))
        if a[1][0] <= 0:
            return opposite(self.multiply(opposite(a), b))
        if b[0][0] >= 0 or b[1][0] <= 0:
            return self.multiply(b, a)
        return self.ends(
            lower(_times(a[0], b[1]), _times(a[1], b[0])),
            upper(_times(a[0], b[0]), _times(a[1], b[1])),
        )

    def invert(self, a: Interval) -> Interval:
        if a[0][0] <= 0 <= a[1][0]:
            reject("division-by-zero", "a denominator may vanish")
        if a[1][0] < 0:
            return opposite(self.invert(opposite(a)))
        return self.ends(a[1][::-1], a[0][::-1])

    def square(self, a: Interval) -> Interval:
        low, high = size(a)
        return self.ends(_times(low, low), _times(high, high))

    # Elementary functions: of a point, exactly or to ``FINER`` bits more; of an interval.

    def function(self, op: str, a: Interval) -> Interval:
        if op in ("sin", "cos"):  # of slope and size at most 1
            middle, radius = _middle(a)
            value = self.point(op, middle)
            wide = _plus(value[0], (-radius[0], radius[1])), _plus(value[1], radius)
            return meet(self.ends(*wide), UNIT)
        low, high = self.point(op, a[0])[0], self.point(op, a[1])[1]
        return (low, high) if op == "sqrt" else self.ends(low, high)

    def point(self, op: str, q: Rational) -> Interval:
        g = gcd(*q)
        n, d = q[0] // g, q[1] // g
        if op == "sqrt":
            return self._root(n, d)
        if n == (d if op == "log" else 0):
            return (ONE, ONE) if op in ("exp", "cos") else FLAT
        if abs(n) > MAX_ARGUMENT * d or d.bit_length() > 4_096:
            decline("argument-size")
        if op == "log" and n <= 0:
            reject("log-of-nonpositive")
        w = self.bits + FINER
        low, high = BOUNDS[op](self.s, (n, d), w)
        return (low, 1 << w), (high, 1 << w)

    def _root(self, n: int, d: int) -> Interval:
        if n < 0:
            reject("root-of-negative")
        r, s = isqrt(n), isqrt(d)
        if r * r == n and s * s == d:
            return (r, s), (r, s)
        root = isqrt((n << 2 * self.bits) // d)
        return (root, 1 << self.bits), (root + 1, 1 << self.bits)


def _plus(a: Rational, b: Rational) -> Rational:
    if a[1] == b[1]:
        return a[0] + b[0], a[1]
    return a[0] * b[1] + b[0] * a[1], a[1] * b[1]


def _times(a: Rational, b: Rational) -> Rational:
    return a[0] * b[0], a[1] * b[1]


def _middle(a: Interval) -> Interval:
    """The middle of an interval, and half its length."""
    (p, b), (r, d) = a
    return (p * d + r * b, 2 * b * d), (r * b - p * d, 2 * b * d)


# Elementary functions at a rational point: integers (low, high) with low <= 2**w f(q) <= high.


def _ulps(low: int, high: int, drop: int) -> tuple[int, int]:
    """The same bounds with ``drop`` bits fewer."""
    return low >> drop, -(-high >> drop)


def _constant(
    s: Session, name: str, w: int, parts: list[tuple[int, int]], make: Callable[[int, int], Any]
) -> tuple[int, int]:
    """The sum of c * make(m) over ``parts``, where make(m) has the bounds of its own series."""
    coarse = (w | 127) + 1
    if (name, coarse) not in s.constants:
        s.spend(4 * coarse)
        low = high = 0
        for c, m in parts:
            total, slack = make(m, coarse + GUARD)
            low += c * (total if c > 0 else total + slack)
            high += c * (total + slack if c > 0 else total)
        s.constants[name, coarse] = _ulps(low, high, GUARD)
    return _ulps(*s.constants[name, coarse], coarse - w)


def _artanh_inverse(m: int, w: int) -> tuple[int, int]:
    """artanh(1/m) = sum m**-j / j over odd j: a value too small, by at most the second number."""
    power, total, j = (1 << w) // m, 0, 1
    while power:  # a power is too small by less than 2, a quotient by less than 3, the tail by 2
        total, power, j = total + power // j, power // (m * m), j + 2
    return total, 3 * j + 3


def _atan_inverse(m: int, w: int) -> tuple[int, int]:
    """Euler: atan(1/m) = sum of t(n), t(0) = m/(1+m^2), t(n) = t(n-1) 2n / ((2n+1)(1+m^2))."""
    term, total, n = (m << w) // (1 + m * m), 0, 0
    while term:  # a term is too small by less than 2, the tail by less than 2
        n, total = n + 1, total + term
        term = term * 2 * n // ((2 * n + 1) * (1 + m * m))
    return total, 2 * n + 4


def log2(s: Session, w: int) -> tuple[int, int]:
    return _constant(s, "log 2", w, [(18, 26), (-2, 4801), (8, 8749)], _artanh_inverse)


def pi(s: Session, w: int) -> tuple[int, int]:
    return _constant(s, "pi", w, [(48, 18), (32, 57), (-20, 239)], _atan_inverse)


def _nearest(q: Rational, unit: int) -> int:
    """q / (unit / 2**32), rounded; off by at most 1 in its last place for |q| below 2**12."""
    return ((q[0] << 33) // q[1] // unit + 1) // 2


def _remainder(q: Rational, k: int, low: int, high: int, w: int) -> tuple[int, int]:
    """Bounds on 2**w (q - k u), where low <= 2**w u <= high."""
    x = (q[0] << w) // q[1]
    return x - max(k * low, k * high), x + 1 - min(k * low, k * high)


def exp_bounds(s: Session, q: Rational, w: int) -> tuple[int, int]:
    """exp q = 2**k exp r with |r| < 3/8, by Taylor's series."""
    s.spend(w // 4 + (w >> 6) ** 2)
    k = _nearest(q, 2977044472)
    fine = w + GUARD + max(k, 0)
    r, last = _remainder(q, k, *log2(s, fine), fine)
    term = total = 1 << fine
    j = 0
    while abs(term) > 1:
        j += 1
        term = (term * r >> fine) // j
        total += term
    # every term is off by less than 2, the tail is less than 4; exp' < 3/2 up to ``last``
    slack = 2 * j + 8
    return _ulps(total - slack, total + slack + 2 * (last - r), fine - w - k)


def sine_cosine(s: Session, q: Rational, w: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """sin and cos of q = k pi/2 + r with |r| < 4/5, by Taylor's series."""
    s.spend(w // 4 + (w >> 6) ** 2)
    k = _nearest(q, 6746518852)
    fine = w + GUARD
    r, last = _remainder(q, k, *_ulps(*pi(s, fine), 1), fine)
    square, values = r * r >> fine, []
    for term, j in ((r, 1), (1 << fine, 0)):
        total = term
        while abs(term) > 1:
            j += 2
            term = -(term * square >> fine) // (j * (j - 1))
            total += term
        slack = 2 * j + 8 + last - r  # as above; both functions have slope at most 1
        values.append(_ulps(total - slack, total + slack, GUARD))
    (a, b), (c, d) = values
    turned = [((a, b), (c, d)), ((c, d), (-b, -a)), ((-b, -a), (-d, -c)), ((-d, -c), (a, b))]
    return turned[k % 4]


def atan_bounds(s: Session, q: Rational, w: int) -> tuple[int, int]:
    """atan q = 4 atan x with x = h(h(q)), h(q) = q / (1 + sqrt(1 + q^2)), by Euler's series."""
    s.spend(w // 4 + (w >> 6) ** 2)
    n, d = q
    if n < 0:
        low, high = atan_bounds(s, (-n, d), w)
        return -high, -low
    fine = w + GUARD
    if n > d:
        low, high = atan_bounds(s, (d, n), fine)
        least, most = _ulps(*pi(s, fine), 1)
        return _ulps(least - high, most - low, GUARD)
    one = 1 << fine
    x = (n << fine) // d
    for _ in range(2):  # h has slope at most 1/2: x stays within 4 of the truth
        x = (x << fine) // (one + isqrt(one * one + x * x))
    square = one * one + x * x
    term, ratio, total, j = (x << 2 * fine) // square, (x * x << fine) // square, 0, 0
    while term:  # a term is too small by less than 3, the tail by less than 4
        j, total = j + 1, total + term
        term = (term * ratio >> fine) * 2 * j // (2 * j + 1)
    return _ulps(4 * (total - 4), 4 * (total + 3 * j + 8), GUARD)


def log_bounds(s: Session, q: Rational, w: int) -> tuple[int, int]:
    """log q = y + k log 2, where y is guessed by Halley's iteration and checked: exp(y - e) <=
    q / 2**k <= exp(y + e)."""
    k = q[0].bit_length() - q[1].bit_length()
    n, d = (q[0], q[1] << k) if k >= 0 else (q[0] << -k, q[1])
    fine = w + GUARD
    one, m = 1 << fine, (n << fine) // d
    y, step, e = 0, one, 16
    for _ in range(40):
        if abs(step) <= 2:
            break
        at = exp_bounds(s, (y, one), fine)[0]
        step = 2 * (m - at) * one // (m + at)
        y += step
    while not (
        exp_bounds(s, (y - e, one), fine)[1] <= m and m + 1 <= exp_bounds(s, (y + e, one), fine)[0]
    ):
        e *= 2
        if e > one:
            decline("no-logarithm")
    low, high = log2(s, fine)
    twos = sorted((k * low, k * high))
    return _ulps(y - e + twos[0], y + e + twos[1], GUARD)


def tanh_bounds(s: Session, q: Rational, w: int) -> tuple[int, int]:
    """tanh |q| = (1 - t) / (1 + t) with t = exp(-2|q|)."""
    fine = w + GUARD
    low, high = exp_bounds(s, (-2 * abs(q[0]), q[1]), fine)
    one = 1 << fine
    least = (max(one - high, 0) << w) // (one + high)
    most = -((low - one << w) // (one + low))
    return (least, most) if q[0] > 0 else (-most, -least)


BOUNDS: dict[str, Callable[[Session, Rational, int], tuple[int, int]]] = {
    "exp": exp_bounds,
    "log": log_bounds,
    "sin": lambda s, q, w: sine_cosine(s, q, w)[0],
    "cos": lambda s, q, w: sine_cosine(s, q, w)[1],
    "tanh": tanh_bounds,
    "atan": atan_bounds,
}


# Covers: on each box every term gets its range, its value in the middle and its slope.


class Form(NamedTuple):
    """t(x) - t(y) is in ``slope`` * (x - y) for any two points of the box; None where there may be
    a jump, or a root of 0."""

    range: Interval
    middle: Interval
    slope: Interval | None


class Box:
    """The open box ]low, high[ of the variable ``name``, or the point low = high."""

    def __init__(self, arithmetic: Arithmetic, name: str, low: Rational, high: Rational) -> None:
        self.a, self.s, self.name = arithmetic, arithmetic.s, name
        self.low, self.high = low, high
        self.middle, self.radius = _middle((low, high))
        self.forms: dict[Node, Form] = {}
        self.s.spend(5)

    def holds(self, op: str, left: Node, right: Node) -> bool:
        (least, _), (most, _) = self.form(self.s.node("-", right, left)).range
        if op in ("<=", "<"):
            return least > 0 or (op == "<=" and least == 0)
        return least == most == 0 if op == "=" else least > 0 or most < 0

    def form(self, term: Node) -> Form:
        found = self.forms.get(term)
        if found is None:
            self.s.spend(20)
            found = self.forms[term] = self._tight(self._form(term))
        return found

    def _tight(self, form: Form) -> Form:
        """t(x) is in t(m) + slope * [-r, r]."""
        if form.slope is None:
            return form
        n, d = _times(size(form.slope)[1], self.radius)
        moved = self.a.ends(_plus(form.middle[0], (-n, d)), _plus(form.middle[1], (n, d)))
        return form._replace(range=meet(form.range, moved))

    def _form(self, term: Node) -> Form:
        op, args = term.op, term.args
        if op == "number":
            return _fixed((args, args))
        if op == "name":
            if args[0] != self.name:
                reject("free-variable", args[0])
            if self.radius[0] == 0:
                return _fixed((self.low, self.low))
            return Form((self.low, self.high), (self.middle, self.middle), (ONE, ONE))
        if op == "app":
            reject("uninterpreted-function", args[0])
        if op == "pi":
            w = self.a.bits + FINER
            low, high = pi(self.s, w)
            return _fixed(((low, 1 << w), (high, 1 << w)))
        if op == "sum":
            return self._sum(*args[1:])
        if op == "^":
            base, form = self.form(args[0]), _fixed((ONE, ONE))
            for _ in range(args[1]):
                form = self._tight(self._times(form, base))
            return form
        form, *others = [self.form(arg) for arg in args]
        if op in ("abs", "sign", "floor"):
            return self._kinked(op, form)
        if op in ("max", "min"):
            return _extreme(op, form, *others)
        if op == "-" and not others:
            return self._times(_fixed(opposite((ONE, ONE))), form)
        if op in UNARY:
            return self._smooth(op, form)
        for other in others:
            if op == "+":
                form = self._plus(form, other)
            elif op == "-":
                form = self._plus(form, self._times(_fixed(opposite((ONE, ONE))), other))
            elif op == "*":
                form = self._times(form, other)
            else:
                form = self._times(form, self._smooth("inverse", other))
        return form

    def _sum(self, low: Node, high: Node, body: Node) -> Form:
        exact = Box(Arithmetic(self.s, 0), "", ZERO, ZERO)
        limits = []
        for least, most in [exact.form(limit).range for limit in (low, high)]:
            if less(least, most) or least[0] % least[1]:
                reject("not-an-integer")
            limits.append(least[0] // least[1])
        if limits[1] - limits[0] >= 5_000:
            decline("range-too-long")
        total = _fixed(FLAT)
        for k in range(limits[0], limits[1] + 1):
            total = self._plus(total, self.form(self.s.fill(body, self.s.number(k))))
        return total

    def _plus(self, x: Form, y: Form) -> Form:
        add, slope = self.a.add, None
        if x.slope is FLAT and y.slope is FLAT:
            return _fixed(add(x.range, y.range))
        if x.slope is not None and y.slope is not None:
            slope = add(x.slope, y.slope)
        return Form(add(x.range, y.range), add(x.middle, y.middle), slope)

    def _times(self, x: Form, y: Form) -> Form:
        multiply, slope = self.a.multiply, None
        if x.slope is FLAT and y.slope is FLAT:
            return _fixed(multiply(x.range, y.range))
        if x.slope is not None and y.slope is not None:
            slope = self.a.add(multiply(x.slope, y.range), multiply(x.range, y.slope))
        return Form(multiply(x.range, y.range), multiply(x.middle, y.middle), slope)

    def _side(self, form: Form) -> int | None:
        """The sign of a term all over the open box, if it has one."""
        (low, _), (high, _) = form.range
        if low == high == 0:
            return 0
        if low > 0 or (low == 0 and self._moves(form)):
            return 1
        return -1 if high < 0 or (high == 0 and self._moves(form)) else None

    def _moves(self, form: Form) -> bool:
        """Strictly monotone on the open box: a bound of its range is not taken."""
        if form.slope is None:
            return False
        return form.slope[0][0] > 0 or form.slope[1][0] < 0

    def _kinked(self, op: str, x: Form) -> Form:
        (low, b), (high, d) = x.range
        if op == "floor":
            below, above = low // b, high // d
            if below < above and above * d == high and self._moves(x):
                above -= 1
            return _step((below, 1), (above, 1))
        side = self._side(x)
        if op == "sign":
            return _step(*UNIT) if side is None else _step((side, 1), (side, 1))
        if side == 0:
            return _fixed(FLAT)
        if side == 1:
            return x
        if side == -1:
            return self._times(_fixed(opposite((ONE, ONE))), x)
        slope = None if x.slope is None else hull(x.slope, opposite(x.slope))
        return Form(size(x.range), size(x.middle), slope)

    def _smooth(self, op: str, x: Form) -> Form:
        """A differentiable function, by the chain rule."""
        if op == "inverse":
            value, middle = self.a.invert(x.range), self.a.invert(x.middle)
        else:
            value, middle = self.a.function(op, x.range), self.a.function(op, x.middle)
        if x.slope is FLAT:
            return _fixed(value)
        rate = self._rate(op, x.range, value)
        slope = None if x.slope is None or rate is None else self.a.multiply(rate, x.slope)
        return Form(value, middle, slope)

    def _rate(self, op: str, at: Interval, value: Interval) -> Interval | None:
        a, one = self.a, (ONE, ONE)
        if op == "exp":
            return value
        if op == "log":
            return a.invert(at)
        if op == "sin":
            return a.function("cos", at)
        if op == "cos":
            return opposite(a.function("sin", at))
        if op == "inverse":
            return opposite(a.square(value))
        if op == "tanh":
            return a.add(one, opposite(a.square(value)))
        if op == "atan":
            return a.invert(a.add(one, a.square(at)))
        return a.invert(a.add(value, value)) if value[0][0] > 0 else None  # sqrt


def _fixed(value: Interval) -> Form:
    return Form(value, value, FLAT)


def _step(low: Rational, high: Rational) -> Form:
    return Form((low, high), (low, high), None if less(low, high) else FLAT)


def _extreme(op: str, x: Form, y: Form) -> Form:
    if not less(x.range[0], y.range[1]):
        return x if op == "max" else y
    if not less(y.range[0], x.range[1]):
        return y if op == "max" else x
    pick = upper if op == "max" else lower
    slope = None if x.slope is None or y.slope is None else hull(x.slope, y.slope)
    reach, middle = (
        (pick(a[0], b[0]), pick(a[1], b[1])) for a, b in ((x.range, y.range), (x.middle, y.middle))
    )
    return Form(reach, middle, slope)


def _bits(step: Step) -> int:
    bits = step["bits"]
    return bits if type(bits) is int and 0 <= bits <= 1_024 else reject("bad-precision")


def _boxes(q: Sequent, step: Step) -> list[Box]:
    """Points and open boxes in turn; an end that a fact excludes is left out."""
    s, name, arithmetic = q.s, step["on"], Arithmetic(q.s, _bits(step))
    if not isinstance(name, str) or q.sorts.get(name) != "real":
        reject("unknown-name", name)
    if not isinstance(step["cuts"], list) or len(step["cuts"]) < 2:
        reject("bad-cover")
    terms = [q.term(data) for data in step["cuts"]]
    if any(term.op != "number" for term in terms):
        reject("not-a-number")
    cuts: list[Rational] = [term.args for term in terms]
    if not all(less(a, b) for a, b in pairwise(cuts)):
        reject("cuts-not-increasing")
    x = s.variable(name)
    after = s.add(x, s.constant(-cuts[0][0], cuts[0][1]))
    before = s.add(s.constant(*cuts[-1]), s.minus(x))
    if not (q.evident(after, ">=") and q.evident(before, ">=")):
        reject("domain-not-covered")
    boxes = [] if q.evident(after, ">") else [Box(arithmetic, name, cuts[0], cuts[0])]
    for low, high in pairwise(cuts):
        boxes += [Box(arithmetic, name, low, high), Box(arithmetic, name, high, high)]
    return boxes[:-1] if q.evident(before, ">") else boxes


def _shown(box: Box, goal: Node) -> None:
    if not box.holds(goal.op, *goal.args):
        reject("not-shown", f"between {box.low[0]}/{box.low[1]} and {box.high[0]}/{box.high[1]}")
    box.forms.clear()


def cover(q: Sequent, step: Step) -> list[Sequent]:
    if q.goal.op not in ("<=", "<"):
        reject("wrong-goal", q.goal.op)
    for box in _boxes(q, step):
        _shown(box, q.goal)
    return []


def evaluate(q: Sequent, step: Step) -> list[Sequent]:
    if q.goal.op not in RELATIONS:
        reject("wrong-goal", q.goal.op)
    _shown(Box(Arithmetic(q.s, _bits(step)), "", ZERO, ZERO), q.goal)
    return []


RULES: dict[str, tuple[Callable[[Sequent, Step], list[Sequent]], str]] = {
    "leaf": (leaf, "terms mult"),
    "zero": (zero, "lit terms mult"),
    "split": (split, "on"),
    "case": (case, "on"),
    "have": (have, "show"),
    "both": (both, ""),
    "intro": (intro, "as"),
    "some": (some, "is"),
    "obtain": (obtain, "rule as"),
    "axiom": (axiom, "name"),
    "supremum": (supremum, "on as other claim"),
    "use": (use, "rule at"),
    "same": (same, "first second"),
    "define": (define, "term"),
    "finite": (finite, "on from to"),
    "induct": (induct, "on from claim"),
    "unfold": (unfold, "on"),
    "empty": (empty, "on"),
    "cover": (cover, "on cuts bits"),
    "evaluate": (evaluate, "bits"),
}


# The walk.


def check(certificate: bytes | str) -> Result:
    """Check a certificate given as JSON text.  Never raises on any input."""
    try:
        text = certificate.encode() if isinstance(certificate, str) else certificate
        if not isinstance(text, bytes):
            reject("not-json")
        _walk(Session(text), _parsed(text))
    except Stop as stop:
        return stop.result
    except UnicodeEncodeError:
        return Result("reject", "not-json")
    except (RecursionError, MemoryError, OverflowError):
        return Result("decline", "resources")
    except Exception as error:  # a bug here must not pass for an answer, nor stop the caller
        return Result("decline", "internal", type(error).__name__)
    return Result("accept")


def _parsed(text: bytes) -> Any:
    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(items)
        return found if len(found) == len(items) else reject("duplicate-key")

    def no_float(_: str) -> Any:
        reject("float")

    if len(text) > MAX_BYTES:
        decline("too-large")
    try:
        return json.loads(
            text.decode(), object_pairs_hook=pairs, parse_float=no_float, parse_constant=no_float
        )
    except ValueError:
        reject("not-json")


def _walk(session: Session, certificate: Any) -> None:
    _fields(certificate, "statement proof", "bad-certificate")
    open_goals = [(_opened(session, certificate["statement"]), certificate["proof"], 0)]
    while open_goals:
        sequent, step, depth = open_goals.pop()
        if depth > MAX_NESTING:
            decline("too-deep")
        if not isinstance(step, dict) or not isinstance(step.get("by"), str):
            reject("bad-node")
        if step["by"] not in RULES:
            decline("unknown-rule", step["by"])
        rule, parameters = RULES[step["by"]]
        _fields(step, f"by then {parameters}", "bad-node")
        children = rule(sequent, step)
        if not isinstance(step["then"], list) or len(step["then"]) != len(children):
            reject("wrong-number-of-children", step["by"])
        pairs = zip(children, step["then"], strict=True)
        open_goals += [(child, proof, depth + 1) for child, proof in pairs]


def _opened(session: Session, statement: Any) -> Sequent:
    _fields(statement, "vars functions given show", "bad-statement")
    sorts, functions, given = (statement[part] for part in ("vars", "functions", "given"))
    if not (isinstance(sorts, dict) and isinstance(functions, dict) and isinstance(given, list)):
        reject("bad-statement")
    for name, arity in functions.items():
        if not NAME.fullmatch(name) or type(arity) is not int or not 1 <= arity <= 8:
            reject("bad-function", name)
    sequent = Sequent(session, functions, session.zero)
    for name, sort in sorts.items():
        if sort not in ("real", "int"):
            reject("bad-sort", name)
        sequent.declare(name, sort)
    sequent.goal = sequent.formula(statement["show"])
    for formula in [sequent.formula(data) for data in given]:
        sequent.assume(formula)
    return sequent


def _fields(data: Any, names: str, code: str) -> None:
    if not isinstance(data, dict) or set(data) != set(names.split()):
        reject(code, "needs exactly: " + names)


def main(files: list[str]) -> int:
    """Check files; 0 if all are accepted, 1 if any is not, 2 if one cannot be read."""
    outcomes = set()
    for name in files:
        # a name with a line end in it could pass for two lines
        shown = name if name.isprintable() and "  " not in name else ascii(name)
        try:
            if not Path(name).is_file() and Path(name).exists():
                print(f"replay: {shown} is not a regular file", file=sys.stderr)
                return 2
            with Path(name).open("rb") as stream:
                result = check(stream.read(MAX_BYTES + 1))
        except OSError as error:
            print(f"replay: cannot read {shown}: {error.strerror}", file=sys.stderr)
            return 2
        outcomes.add(result.outcome)
        print(f"{result.outcome:<7} {shown}", result.code)
    return int(outcomes != {"accept"})


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
