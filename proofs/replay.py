"""A second checker of certificates.  It shares the format with the kernel, and no line of code.

One file, standard library only, no floats, no search.  ``check(text)`` answers accept, reject or
decline and never raises; ``python replay.py FILE...`` does so from a shell.  The order in which
facts are numbered and atoms are named is part of the format; all else is done differently:

terms        one object per distinct term (equality is identity), bound variables by position, so
             that nothing can be captured; a sum keeps the label that the format gives its index
polynomials  integer coefficients over one denominator, exponents packed into an integer, expanded
             only where a normal form is needed: as arguments of atoms and to look up a domain
identities   never expanded: the sum is computed modulo two primes of 126 bits at one point each;
             primes and points are drawn from the SHA-256 of the certificate.  A sum that is not 0
             is 0 modulo one of them with probability below 2**-80: its degree is at most 2**12,
             its integer coefficients are below 2**(2**32) (both are counted, and the answer is
             decline beyond that), so at most 2**26 of more than 2**118 primes divide one of them.
             For both primes together: below 2**-160
enclosures   integers over a power of two at 64 bits more than asked for, exact while denominators
             are short; exp by reduction modulo log 2, log by inverting exp and checking it, sin
             and cos modulo pi/2 and monotone between their extrema, atan by Euler's series
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import pairwise
from math import gcd, isqrt
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

MAX_BYTES, MAX_STEPS, MAX_WORK = 8_000_000, 20_000, 25_000_000
MAX_DEPTH, MAX_POWER, MAX_NAMES, MAX_FACTS = 120, 64, 2_000, 2_000
MAX_DEGREE, MAX_HEIGHT = 1 << 12, 1 << 32  # of an identity; the error bound above rests on them
MAX_EXPANDED_DEGREE, MAX_MONOMIALS, MAX_COEFFICIENT = 120, 20_000, 1 << 16
LONG_PRODUCT = 400  # the format: a longer product (v - a)(v - b) = 0 is not among the facts
NUMBER = re.compile(r"(-?[0-9]{1,1300})(?:/([0-9]{1,1300}))?", re.ASCII)
NAME = re.compile(r"[A-Za-z@][A-Za-z0-9_]{0,40}", re.ASCII)
RESERVED = re.compile(r"k[0-9]+")
RELATIONS = ("<=", "<", "=", "!=")
UNARY = ("abs", "sign", "floor", "sqrt", "exp", "log", "sin", "cos", "tan", "tanh", "atan")
ARGUMENTS = {"/": (2,), "max": (2,), "min": (2,), "pi": (0,), "-": (1, 2)}
ARGUMENTS.update((name, (1,)) for name in UNARY)


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

    def __init__(self, outcome: str, code: str, why: str) -> None:
        super().__init__(code)
        self.result = Result(outcome, code, ascii(why)[1:-1])


def reject(code: str, why: Any = "") -> NoReturn:
    raise Stop("reject", code, why[:60] if isinstance(why, str) else "")


def decline(code: str, why: str = "") -> NoReturn:
    raise Stop("decline", code, why[:60])


# Terms and formulas.


class Node:
    """A term or formula.  ``loose``: how many binders around it its bound variables need;
    ``label``: the highest label of a sum inside, -1 if there is none."""

    __slots__ = ("args", "label", "loose", "op")

    def __init__(self, op: str, args: tuple[Any, ...], loose: int, label: int) -> None:
        self.op, self.args, self.loose, self.label = op, args, loose, label


class Value:
    """A polynomial: its residues at the chosen points, bounds on its degree and its height, and
    how it was made (from which it is expanded on demand)."""

    __slots__ = ("at", "degree", "height", "how", "poly", "shape")

    def __init__(self, at: tuple[int, int], degree: int, height: int, how: tuple[Any, ...]):
        if degree > MAX_DEGREE:
            decline("degree")
        if height > MAX_HEIGHT:
            decline("number-size")
        self.at, self.degree, self.height, self.how = at, degree, height, how
        self.poly: tuple[dict[int, int], int] | None = None
        self.shape: frozenset[tuple[int, int]] | None = None


class Fact(NamedTuple):
    """``value rel 0`` with rel one of ``>=  >  =  !=``."""

    value: Value
    rel: str


class Session:
    """What one check shares: the work that is left, the chosen points, all terms."""

    def __init__(self, text: bytes) -> None:
        self.left = MAX_WORK
        self.seed = sha256(text).digest()
        self.primes = (self._prime("p"), self._prime("q"))
        self.nodes: dict[tuple[Any, ...], Node] = {}
        self.numbers: dict[str, Node] = {}
        self.names: dict[str, int] = {}
        self.spelled: list[str] = []
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
        if body.loose <= depth:
            return body
        self.spend(2)
        if body.op == "bound":
            return value  # no other binder is open
        filled = []
        for i, a in enumerate(body.args):
            deeper = (body.op == "sum" and i == 3) or body.op in ("all", "some")
            filled.append(self.fill(a, value, depth + deeper) if isinstance(a, Node) else a)
        return self.node(body.op, *filled)

    # Polynomials, unexpanded.

    def constant(self, n: int, d: int = 1) -> Value:
        p, q = self.primes
        if d % p == 0 or d % q == 0:
            decline("unlucky-prime")
        at = (n * pow(d, -1, p) % p, n * pow(d, -1, q) % q) if d != 1 else (n % p, n % q)
        return Value(at, 0, max(n.bit_length(), d.bit_length()), ("number", n, d))

    def variable(self, name: str) -> Value:
        if name not in self.names:
            self.names[name] = len(self.spelled)
            self.spelled.append(name)
        p, q = self.primes
        at = (self._random(f"p@{name}") % p, self._random(f"q@{name}") % q)
        return Value(at, 1, 0, ("name", self.names[name]))

    def add(self, *parts: Value) -> Value:
        self.spend(1 + len(parts))
        p, q = self.primes
        at = (sum(v.at[0] for v in parts) % p, sum(v.at[1] for v in parts) % q)
        degree = max((v.degree for v in parts), default=0)
        height = sum(v.height for v in parts) + len(parts).bit_length()
        return Value(at, degree, height, ("+", *parts))

    def multiply(self, *parts: Value) -> Value:
        self.spend(1 + len(parts))
        p, q = self.primes
        x = y = 1
        for v in parts:
            x, y = x * v.at[0] % p, y * v.at[1] % q
        degree, height = sum(v.degree for v in parts), sum(v.height for v in parts)
        return Value((x, y), degree, height, ("*", *parts))

    def minus(self, value: Value) -> Value:
        return self.multiply(self.constant(-1), value)

    # Polynomials, expanded: ({packed exponents: integer}, common denominator), in lowest terms.

    def _crowd(self) -> int:
        """How slow dictionaries of monomials may be: powers of two repeat modulo 2**61 - 1."""
        return 1 + (len(self.spelled) // 61) ** 2

    def expand(self, value: Value) -> tuple[dict[int, int], int]:
        if value.poly is None:
            op, *parts = value.how
            if op == "number":
                value.poly = self._lowest({0: parts[0]} if parts[0] else {}, parts[1])
            elif op == "name":
                value.poly = ({(1 << 8 * (parts[0] + 1)) | 1: 1}, 1)
            else:
                join = self._sum if op == "+" else self._product
                total: tuple[dict[int, int], int] = ({}, 1) if op == "+" else ({0: 1}, 1)
                for part in parts:
                    total = join(total, self.expand(part))
                value.poly = total
        return value.poly

    def _sum(
        self, a: tuple[dict[int, int], int], b: tuple[dict[int, int], int]
    ) -> tuple[dict[int, int], int]:
        self.spend((len(a[0]) + len(b[0])) * self._crowd())
        g = gcd(a[1], b[1])
        left, right = b[1] // g, a[1] // g
        terms = {m: c * left for m, c in a[0].items()}
        for m, c in b[0].items():
            terms[m] = terms.get(m, 0) + c * right
        return self._lowest(terms, a[1] * left)

    def _product(
        self, a: tuple[dict[int, int], int], b: tuple[dict[int, int], int]
    ) -> tuple[dict[int, int], int]:
        if len(a[0]) * len(b[0]) > 40 * MAX_MONOMIALS:
            decline("too-many-monomials")
        bits = _longest(a[0]) * _longest(b[0])
        self.spend(len(a[0]) * len(b[0]) * (1 + self._crowd() + (bits >> 18)))
        terms: dict[int, int] = {}
        for m, c in a[0].items():
            for k, e in b[0].items():
                terms[m + k] = terms.get(m + k, 0) + c * e  # the lowest byte is the degree
        if any(m & 255 > MAX_EXPANDED_DEGREE for m in terms):
            decline("degree")
        return self._lowest(terms, a[1] * b[1])

    def _lowest(self, terms: dict[int, int], d: int) -> tuple[dict[int, int], int]:
        terms = {m: c for m, c in terms.items() if c}
        if len(terms) > MAX_MONOMIALS:
            decline("too-many-monomials")
        bits = max(_longest(terms), d.bit_length())
        if bits > MAX_COEFFICIENT:
            decline("number-size")
        self.spend(len(terms) * (bits >> 9) ** 2)
        g = d
        for c in terms.values():
            g = gcd(g, c)
            if g == 1:
                return terms, d
        return {m: c // g for m, c in terms.items()}, d // g

    def key(self, value: Value) -> tuple[int, frozenset[tuple[int, int]]]:
        """Equal for equal polynomials, and only for these."""
        terms, d = self.expand(value)
        self.spend(len(terms) * self._crowd())
        return d, frozenset(terms.items())

    def shape(self, value: Value) -> frozenset[tuple[int, int]]:
        """Equal for polynomials that differ by a positive factor, and only for these."""
        if value.shape is None:
            terms, _ = self.expand(value)
            self.spend(len(terms) * self._crowd())
            g = gcd(*terms.values())
            value.shape = frozenset((m, c // g) for m, c in terms.items())
            hash(value.shape)  # kept by the set: unequal shapes are then told apart at once
        return value.shape

    def leading(self, terms: dict[int, int]) -> int:
        """The largest monomial, as a list of (name, exponent) in alphabetical order."""

        def spelled(m: int) -> list[tuple[str, int]]:
            exponents = (m >> 8).to_bytes(len(self.spelled) + 1, "little")
            return sorted((self.spelled[i], e) for i, e in enumerate(exponents) if e)

        self.spend(len(terms) * (2 + len(self.spelled) // 8))
        return max(terms, key=spelled)


def _longest(terms: dict[int, int]) -> int:
    return max((c.bit_length() for c in terms.values()), default=0)


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
        self.values: dict[Node, Value] = {}  # of terms already named here: naming is idempotent

    def child(self, *assumed: Node, goal: Node | None = None) -> Sequent:
        new = Sequent(self.s, self.functions, goal or self.goal)
        new.sorts, new.atoms, new.values = dict(self.sorts), dict(self.atoms), dict(self.values)
        new.facts, new.rules = list(self.facts), list(self.rules)
        known = len(self.sorts) + len(self.facts) + len(self.rules)
        self.s.spend(2 * known + len(self.values) // 8)
        for formula in assumed:
            new.assume(formula)
        return new

    def declare(self, name: Any, sort: str) -> None:
        if not isinstance(name, str) or not NAME.fullmatch(name) or name.startswith("@"):
            reject("bad-name", name)
        if RESERVED.fullmatch(name):
            reject("reserved-name", name)
        if name in self.sorts:
            reject("name-taken", name)
        self.enter(name, sort)

    def enter(self, name: str, sort: str) -> None:
        if len(self.sorts) >= MAX_NAMES:
            decline("too-many-names")
        self.sorts[name] = sort

    def fact(self, value: Value, rel: str) -> None:
        if len(self.facts) >= MAX_FACTS:
            decline("too-many-literals")
        self.facts.append(Fact(value, rel))

    def assume(self, formula: Node) -> None:
        if formula.op == "and":
            for part in formula.args:
                self.assume(part)
        elif formula.op in ("implies", "all", "lipschitz"):
            self.rules.append(formula)
        elif formula.op in RELATIONS:
            self.fact(*self.relation(formula, assume=True))
        else:
            decline("cannot-assume", formula.op)

    def relation(self, formula: Node, assume: bool = False) -> Fact:
        """``a <= b`` as ``b - a >= 0``; names the atoms of b, then those of a."""
        right = self.value(formula.args[1], assume)
        left = self.value(formula.args[0], assume)
        rel = {"<=": ">=", "<": ">"}.get(formula.op, formula.op)
        return Fact(self.s.add(right, self.s.minus(left)), rel)

    def contradicted(self) -> list[Fact]:
        """All facts, and last the negation of the goal if it is a relation."""
        if self.goal.op == "false":
            return list(self.facts)
        if self.goal.op not in RELATIONS:
            reject("goal-not-atomic", self.goal.op)
        value, rel = self.relation(self.goal)
        if rel in (">", ">="):
            return [*self.facts, Fact(self.s.minus(value), ">" if rel == ">=" else ">=")]
        return [*self.facts, Fact(value, "!=" if rel == "=" else "=")]

    def value(self, term: Node, assume: bool = False) -> Value:
        """The polynomial of a term.  What is not polynomial becomes an atom; in a hypothesis its
        domain becomes a fact, elsewhere it must be one already."""
        found = self.values.get(term)
        if found is not None:
            return found
        op, args, s = term.op, term.args, self.s
        s.spend(4)
        if op == "number":
            result = s.constant(*args)
        elif op == "name":
            result = s.variable(args[0])
        elif op == "sum":
            low = s.key(self.value(args[1], assume))
            result = self.atom((op, args[0], low, s.key(self.value(args[2], assume)), args[3]))
        elif op == "^":
            result = s.multiply(*[self.value(args[0], assume)] * args[1])
        else:
            parts = []
            for a in args[1:] if op == "app" else args:
                parts.append(self.value(a, assume))
            if op == "app":
                result = self.atom((op, args[0], *map(s.key, parts)))
            elif op == "+":
                result = s.add(*parts)
            elif op == "-":
                result = s.add(*parts[:-1], s.minus(parts[-1]))
            elif op == "*":
                result = s.multiply(*parts)
            elif op == "/":
                result = s.multiply(parts[0], self.reciprocal(parts[1], assume))
            else:
                result = self.special(op, parts, assume)
        self.values[term] = result
        return result

    def atom(self, key: tuple[Any, ...], sort: str = "real") -> Value:
        if key not in self.atoms:
            name = f"@{len(self.atoms)}"
            self.enter(name, sort)
            self.atoms[key] = self.s.variable(name)
        return self.atoms[key]

    def reciprocal(self, value: Value, assume: bool) -> Value:
        """The atom is the reciprocal of the polynomial with leading coefficient 1."""
        s = self.s
        terms, d = s.expand(value)
        if not terms:
            reject("division-by-zero")
        c = terms[s.leading(terms)]
        factor = s.constant(d, c) if c > 0 else s.constant(-d, -c)
        if set(terms) == {0}:
            return factor
        monic = s.multiply(factor, value)
        key = ("inv", s.key(monic))
        if key not in self.atoms:
            self.domain(monic, "!=", assume)
            self.fact(s.add(s.multiply(self.atom(key), monic), s.constant(-1)), "=")
        return s.multiply(factor, self.atoms[key])

    def special(self, op: str, parts: list[Value], assume: bool) -> Value:
        s = self.s
        if op == "tan":
            decline("no-rule-for", op)
        key = (op, *map(s.key, parts))
        if key in self.atoms:
            return self.atoms[key]
        if op == "sqrt":
            self.domain(parts[0], ">=", assume)
        elif op == "log":
            self.domain(parts[0], ">", assume)
        v = self.atom(key, "int" if op in ("floor", "sign") else "real")
        minus_v, one = s.minus(v), s.constant(1)
        if op in ("max", "min", "abs"):
            bounds = [parts[0], s.minus(parts[0]) if op == "abs" else parts[1]]
            gaps = [s.add(v, s.minus(bound)) for bound in bounds]
            for gap in gaps:
                self.fact(s.minus(gap) if op == "min" else gap, ">=")
            first, second = (len(s.expand(bound)[0]) + 1 for bound in bounds)
            if first * second <= LONG_PRODUCT:
                self.fact(s.multiply(*gaps), "=")
            if op == "abs":
                self.fact(v, ">=")
        elif op == "sign":
            self.fact(s.add(one, minus_v), ">=")
            self.fact(s.add(one, v), ">=")
            self.fact(s.multiply(v, parts[0]), ">=")
        elif op == "floor":
            self.fact(s.add(parts[0], minus_v), ">=")
            self.fact(s.add(v, one, s.minus(parts[0])), ">")
        elif op == "sqrt":
            self.fact(v, ">=")
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
        if set(terms) <= {0}:
            c = terms.get(0, 0)
            return c != 0 if rel == "!=" else c > 0 or (c == 0 and rel == ">=")
        enough = {"!=": ("!=", ">"), ">": (">",), ">=": (">=", ">", "=")}[rel]
        wanted = [self.s.shape(value)]
        if rel == "!=":
            wanted.append(frozenset((m, -c) for m, c in wanted[0]))
        self.s.spend(len(self.facts))
        for fact in self.facts:
            if (
                fact.rel in enough
                and self.s.expand(fact.value)[0]
                and self.s.shape(fact.value) in wanted
            ):
                return True
        return False

    def whole(self, value: Value) -> bool:
        terms, d = self.s.expand(value)
        used = 0
        for m in terms:
            used |= m
        inside = (used >> 8).to_bytes(len(self.s.spelled) + 1, "little")
        names = [self.s.spelled[i] for i, e in enumerate(inside) if e]
        return d == 1 and all(self.sorts[name] == "int" for name in names)

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
        if op == "sum":
            if len(args) != 4:
                reject("bad-arity", op)
            low, high = (self.term(a, bound, depth + 1) for a in args[1:3])
            body = self.term(args[3], self.under(args[0], bound), depth + 1)
            return s.node(op, body.label + 1, low, high, body)
        if op == "^":
            if len(args) != 2 or type(args[1]) is not int or args[1] < 0:
                reject("bad-power")
            if args[1] > MAX_POWER:
                decline("power")
            return s.node(op, self.term(args[0], bound, depth + 1), args[1])
        head: tuple[str, ...] = ()
        if op == "app":
            if not args or not isinstance(args[0], str) or self.functions.get(args[0]) is None:
                reject("unknown-function")
            if self.functions[args[0]] != len(args) - 1:
                reject("unknown-function", args[0])
            head, args = (args[0],), args[1:]
        elif op in ("+", "*"):
            if len(args) < 2:
                reject("bad-arity", op)
        elif op not in ARGUMENTS:
            decline("unknown-operation", op)
        elif len(args) not in ARGUMENTS[op]:
            reject("bad-arity", op)
        return s.node(op, *head, *[self.term(a, bound, depth + 1) for a in args])

    def formula(self, data: Any, bound: tuple[str, ...] = (), depth: int = 0) -> Node:
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
        if not isinstance(name, str) or not NAME.fullmatch(name) or name.startswith("@"):
            reject("bad-name", name)
        if name in self.sorts or name in bound:
            reject("shadowed-name", name)
        return (*bound, name)


# Rules: each turns a sequent into those that remain to be proved.

Step = dict[str, Any]


def leaf(q: Sequent, step: Step) -> list[Sequent]:
    """Facts combined with positive coefficients give 0, though one of them is above 0."""
    facts = q.contradicted()
    parts, strict = [], False
    for item in _listed(step["terms"]):
        value, positive = _nonnegative(q, facts, item)
        parts.append(value)
        strict = strict or positive
    if not strict:
        reject("nothing-strict")
    _vanishes(q.s.add(*parts, *_multiples(q, facts, step["mult"])))
    return []


def zero(q: Sequent, step: Step) -> list[Sequent]:
    """A positive factor times h is 0 modulo the equalities, though h is not 0."""
    facts = q.contradicted()
    parts = []
    for item in _listed(step["terms"]):
        value, positive = _nonnegative(q, facts, item)
        if not positive:
            reject("nothing-strict")
        parts.append(value)
    if not parts:
        reject("nothing-strict")
    factor = q.s.multiply(q.s.add(*parts), _fact(facts, step["lit"], ("!=",)).value)
    _vanishes(q.s.add(factor, *_multiples(q, facts, step["mult"])))
    return []


def _nonnegative(q: Sequent, facts: list[Fact], item: Any) -> tuple[Value, bool]:
    """coefficient * facts * squares, and whether this is positive."""
    if not isinstance(item, list) or len(item) != 3:
        reject("bad-leaf")
    number = q.term(item[0]) if isinstance(item[0], str) else q.s.zero
    if number.op != "number" or number.args[0] <= 0:
        reject("coefficient-not-positive")
    used = [_fact(facts, i, (">=", ">")) for i in _listed(item[1])]
    squares = [q.value(q.term(data)) for data in _listed(item[2])]
    value = q.s.multiply(q.value(number), *(f.value for f in used), *squares, *squares)
    return value, not squares and all(f.rel == ">" for f in used)


def _multiples(q: Sequent, facts: list[Fact], mult: Any) -> list[Value]:
    values = []
    for item in _listed(mult):
        if not isinstance(item, list) or len(item) != 2:
            reject("bad-leaf")
        equality = _fact(facts, item[0], ("=",))
        values.append(q.s.multiply(equality.value, q.value(q.term(item[1]))))
    return values


def _fact(facts: list[Fact], i: Any, rels: tuple[str, ...]) -> Fact:
    if type(i) is not int or not 0 <= i < len(facts):
        reject("no-such-literal")
    if facts[i].rel not in rels:
        reject("wrong-relation", f"literal {i} is {facts[i].rel}")
    return facts[i]


def _listed(data: Any) -> list[Any]:
    return data if isinstance(data, list) else reject("bad-leaf")


def _vanishes(value: Value) -> None:
    if value.at != (0, 0):
        reject("identity-fails", "the sum is not 0 at a point chosen by the certificate's hash")


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
        return [
            q.child(condition, node("=", term, q.s.number(sign)))
            for condition, sign in (
                (node("<", b, a), 1),
                (node("=", a, b), 0),
                (node("<", a, b), -1),
            )
        ]
    when_above, when_below = {
        "max": (a, b),
        "min": (b, a),
        "abs": (a, node("-", a)),
    }[term.op]
    return [
        q.child(node("<=", b, a), node("=", term, when_above)),
        q.child(node("<", a, b), node("=", term, when_below)),
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
MAX_ARGUMENT, MAX_SIZE, GUARD = 1_000, 65_536, 40


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
    """Interval arithmetic: exact for ``bits`` = 0, else rounded outward to ``bits`` + 64 bits
    where the denominator in lowest terms is longer than that."""

    def __init__(self, session: Session, bits: int) -> None:
        self.s, self.bits, self.keep = session, bits, bits + 64

    def fit(self, n: int, d: int, up: bool) -> Rational:
        width = d.bit_length()
        if width > self.keep + 1:
            g = gcd(n, d)
            n, d = n // g, d // g
            width = d.bit_length()
            if self.bits and width > self.keep + 1:
                n = -((-n << self.keep) // d) if up else (n << self.keep) // d
                d, width = 1 << self.keep, self.keep + 1
        width = max(width, n.bit_length())
        if width > MAX_SIZE:
            decline("number-size")
        self.s.spend(1 + (width >> 9) ** 2)
        return n, d

    def add(self, a: Interval, b: Interval) -> Interval:
        return self._plus(a[0], b[0], False), self._plus(a[1], b[1], True)

    def _plus(self, a: Rational, b: Rational, up: bool) -> Rational:
        if a[1] == b[1]:
            return self.fit(a[0] + b[0], a[1], up)
        return self.fit(a[0] * b[1] + b[0] * a[1], a[1] * b[1], up)

    def _times(self, a: Rational, b: Rational, up: bool) -> Rational:
        return self.fit(a[0] * b[0], a[1] * b[1], up)

    def multiply(self, a: Interval, b: Interval) -> Interval:
        if a[0][0] >= 0:
            low = self._times(a[0] if b[0][0] >= 0 else a[1], b[0], False)
            return low, self._times(a[1] if b[1][0] >= 0 else a[0], b[1], True)
        if a[1][0] <= 0:
            return opposite(self.multiply(opposite(a), b))
        if b[0][0] >= 0 or b[1][0] <= 0:
            return self.multiply(b, a)
        return (
            lower(self._times(a[0], b[1], False), self._times(a[1], b[0], False)),
            upper(self._times(a[0], b[0], True), self._times(a[1], b[1], True)),
        )

    def invert(self, a: Interval) -> Interval:
        if a[0][0] <= 0 <= a[1][0]:
            reject("division-by-zero", "a denominator may vanish")
        if a[1][0] < 0:
            return opposite(self.invert(opposite(a)))
        return self.fit(a[1][1], a[1][0], False), self.fit(a[0][1], a[0][0], True)

    def square(self, a: Interval) -> Interval:
        low, high = size(a)
        return self._times(low, low, False), self._times(high, high, True)

    # Elementary functions of intervals, from their values at points.

    def function(self, op: str, a: Interval) -> Interval:
        if op == "sqrt":
            if a[0][0] < 0:
                reject("root-of-negative")
            return self._root(a[0])[0], self._root(a[1])[1]
        if op in ("sin", "cos"):
            return self._wave(op, a)
        if op == "log" and a[0][0] <= 0:
            reject("log-of-nonpositive")
        low, high = self._value(op, a[0])[0], self._value(op, a[1])[1]
        return meet((low, high), UNIT) if op == "tanh" else (low, high)

    def _value(self, op: str, q: Rational) -> Interval:
        """An increasing function at a point; exact where it is 0 or 1 for a plain reason."""
        if op == "log" and q[0] == q[1]:
            return FLAT
        if op != "log" and q[0] == 0:
            return (ONE, ONE) if op == "exp" else FLAT
        self._ready(q)
        return self._over(BOUNDS[op](self.s, q, self.keep))

    def _ready(self, q: Rational) -> None:
        if not self.bits:
            reject("needs-precision", "an elementary function has no exact value here")
        if abs(q[0]) > MAX_ARGUMENT * q[1] or max(abs(q[0]), q[1]).bit_length() > 8192:
            decline("argument-size")

    def _over(self, ends: tuple[int, int]) -> Interval:
        return (ends[0], 1 << self.keep), (ends[1], 1 << self.keep)

    def _root(self, q: Rational) -> Interval:
        g = gcd(*q)
        n, d = q[0] // g, q[1] // g
        r, s = isqrt(n), isqrt(d)
        if r * r == n and s * s == d:
            return (r, s), (r, s)
        if not self.bits:
            reject("needs-precision", "a root has no exact value here")
        root = isqrt((n << 2 * self.keep) // d)
        return self._over((root, root + 1))

    def _wave(self, op: str, a: Interval) -> Interval:
        """sin or cos: between its values at the ends, and the extrema that may lie inside."""
        (p, b), (r, d) = a
        middle: Rational = (p * d + r * b, 2 * b * d)
        if middle[0] == 0 and (r == 0 or not self.bits):  # |sin t| <= |t| and 1 - |t| <= cos t
            away = ((p, b), (r, d)) if op == "sin" else ((b + p, b), ONE)
            return meet(away, UNIT)
        self._ready(middle)
        if r * b - p * d >= 7 * b * d:
            return UNIT
        ends = []
        for q in a:
            both = sine_cosine(self.s, q, self.keep)
            exact = FLAT if op == "sin" else (ONE, ONE)
            ends.append(self._over(both[op == "cos"]) if q[0] else exact)
        result = hull(*ends)
        low, high = pi(self.s, self.keep)
        first = (p << self.keep) // (b * low)
        for turn in range(first - 2, first + 6):  # the interval is shorter than 7/pi turns
            half = 2 * turn + (op == "sin")  # an extremum at half * pi / 2
            top, bottom = half * (high if half > 0 else low), half * (low if half > 0 else high)
            if top * b >= p << self.keep + 1 and bottom * d <= r << self.keep + 1:
                extreme = (1 - 2 * (turn % 2), 1)
                result = hull(result, (extreme, extreme))
        return meet(result, UNIT)


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
    s.spend(4 * w)
    k = _nearest(q, 2977044472)
    fine = w + GUARD + max(k, 0)
    r, last = _remainder(q, k, *log2(s, fine), fine)
    term = total = 1 << fine
    j = 0
    while abs(term) > 1:
        j += 1
        term = term * r // (j << fine)
        total += term
    # every term is off by less than 2, the tail is less than 4; exp' < 3/2 up to ``last``
    slack = 2 * j + 8
    return _ulps(total - slack, total + slack + 2 * (last - r), fine - w - k)


def sine_cosine(s: Session, q: Rational, w: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """sin and cos of q = k pi/2 + r with |r| < 4/5, by Taylor's series."""
    s.spend(8 * w)
    k = _nearest(q, 6746518852)
    fine = w + GUARD
    r, last = _remainder(q, k, *_ulps(*pi(s, fine), 1), fine)
    values = []
    for term, j in ((r, 1), (1 << fine, 0)):
        total = term
        while abs(term) > 1:
            j += 2
            term = -term * r * r // (j * (j - 1) << 2 * fine)
            total += term
        slack = 2 * j + 8 + last - r  # as above; both functions have slope at most 1
        values.append(_ulps(total - slack, total + slack, GUARD))
    (a, b), (c, d) = values
    turned = [((a, b), (c, d)), ((c, d), (-b, -a)), ((-b, -a), (-d, -c)), ((-d, -c), (a, b))]
    return turned[k % 4]


def atan_bounds(s: Session, q: Rational, w: int) -> tuple[int, int]:
    """atan q = 4 atan x with x = h(h(q)), h(q) = q / (1 + sqrt(1 + q^2)), by Euler's series."""
    s.spend(4 * w)
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
    term, total, j = (x << 2 * fine) // square, 0, 0
    while term:  # a term is too small by less than 2, the tail by less than 2
        j, total = j + 1, total + term
        term = term * 2 * j * x * x // ((2 * j + 1) * square)
    return _ulps(4 * (total - 4), 4 * (total + 2 * j + 8), GUARD)


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


BOUNDS = {"exp": exp_bounds, "log": log_bounds, "atan": atan_bounds, "tanh": tanh_bounds}


# Covers: on each box every term gets its range, its value in the middle and its slope.


class Form(NamedTuple):
    """``slope`` encloses a generalised derivative on the box; None where there may be a jump."""

    range: Interval
    middle: Interval
    slope: Interval | None


class Box:
    """The open box ]low, high[ of the variable ``name``, or the point low = high."""

    def __init__(self, arithmetic: Arithmetic, name: str, low: Rational, high: Rational) -> None:
        self.a, self.s, self.name = arithmetic, arithmetic.s, name
        self.low, self.high = low, high
        b, d = low[1], high[1]
        self.middle = low if low == high else (low[0] * d + high[0] * b, 2 * b * d)
        self.radius = (high[0] * b - low[0] * d, 2 * b * d)
        self.forms: dict[Node, Form] = {}

    def holds(self, op: str, left: Node, right: Node) -> bool:
        (least, _), (most, _) = self.form(self.s.node("-", right, left)).range
        if op in ("<=", "<"):
            return least > 0 or (op == "<=" and least == 0)
        return least == most == 0 if op == "=" else least > 0 or most < 0

    def form(self, term: Node) -> Form:
        found = self.forms.get(term)
        if found is None:
            self.s.spend(10)
            found = self.forms[term] = self._tight(self._form(term))
        return found

    def _tight(self, form: Form) -> Form:
        """t(x) is in t(m) + slope * [-r, r]."""
        if form.slope is None:
            return form
        most = self.a.multiply(size(form.slope), (self.radius, self.radius))[1]
        moved = self.a.add(form.middle, ((-most[0], most[1]), most))
        return form._replace(range=meet(form.range, moved))

    def _form(self, term: Node) -> Form:
        op, args, a = term.op, term.args, self.a
        if op == "number":
            return Form((args, args), (args, args), FLAT)
        if op == "name":
            if args[0] != self.name:
                reject("free-variable", args[0])
            return Form((self.low, self.high), (self.middle, self.middle), (ONE, ONE))
        if op == "app":
            reject("uninterpreted-function", args[0])
        if op == "sum":
            return self._added(self._summands(term))
        if op == "^":
            return self._power(self.form(args[0]), args[1])
        if op == "pi":
            if not a.bits:
                reject("needs-precision")
            low, high = pi(self.s, a.keep)
            value = ((low, 1 << a.keep), (high, 1 << a.keep))
            return Form(value, value, FLAT)
        forms = []
        for arg in args:
            forms.append(self.form(arg))
        if op == "+":
            return self._added(forms)
        if op == "-":
            negative = _opposite_form(forms[-1])
            return negative if len(forms) == 1 else self._added([forms[0], negative])
        if op == "*":
            product = forms[0]
            for form in forms[1:]:
                product = self._times(product, form)
            return product
        if op == "/":
            return self._times(forms[0], self._smooth("inverse", forms[1]))
        if op in ("max", "min"):
            return _extreme(op, *forms)
        return self._kinked(op, forms[0]) if op in KINKED else self._smooth(op, forms[0])

    def _summands(self, term: Node) -> Iterator[Form] | list[Form]:
        _, low, high, body = term.args
        limits = []
        for limit in (low, high):
            exact = Box(Arithmetic(self.s, 0), "", ZERO, ZERO).form(limit).range[0]
            if exact[0] % exact[1]:
                reject("not-an-integer")
            limits.append(exact[0] // exact[1])
        if limits[1] - limits[0] >= 10_000:
            decline("range-too-long")
        number, fill = self.s.number, self.s.fill
        return [self.form(fill(body, number(k))) for k in range(limits[0], limits[1] + 1)]

    def _added(self, forms: Any) -> Form:
        total = Form(FLAT, FLAT, FLAT)
        for form in forms:
            slope = None
            if total.slope is not None and form.slope is not None:
                slope = self.a.add(total.slope, form.slope)
            reach = self.a.add(total.range, form.range)
            total = Form(reach, self.a.add(total.middle, form.middle), slope)
        return total

    def _times(self, x: Form, y: Form) -> Form:
        multiply, slope = self.a.multiply, None
        if x.slope is not None and y.slope is not None:
            slope = self.a.add(multiply(x.slope, y.range), multiply(x.range, y.slope))
        return Form(multiply(x.range, y.range), multiply(x.middle, y.middle), slope)

    def _power(self, base: Form, exponent: int) -> Form:
        power, even = Form((ONE, ONE), (ONE, ONE), FLAT), (ONE, ONE)
        square = self.a.square(base.range) if exponent > 1 else even
        for k in range(1, exponent + 1):
            power = self._tight(self._times(power, base))
            if k % 2 == 0:  # an even power is at least 0
                even = self.a.multiply(even, square)
                power = power._replace(range=meet(power.range, even))
        return power

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
        if form.slope is None or self.low == self.high:
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
        if side is not None:
            return x if side >= 0 else _opposite_form(x)
        slope = None if x.slope is None else hull(x.slope, opposite(x.slope))
        return Form(size(x.range), size(x.middle), slope)

    def _smooth(self, op: str, x: Form) -> Form:
        """A differentiable function, by the chain rule."""
        a = self.a
        if op == "inverse":
            value, middle = a.invert(x.range), a.invert(x.middle)
            rate: Interval | None = opposite(a.square(value))
        elif op == "tan":
            sine, cosine = a.function("sin", x.range), a.function("cos", x.range)
            value = a.multiply(sine, a.invert(cosine))
            below = a.invert(a.function("cos", x.middle))
            middle = a.multiply(a.function("sin", x.middle), below)
            rate = a.invert(a.square(cosine))
        else:
            value, middle = a.function(op, x.range), a.function(op, x.middle)
            rate = self._rate(op, x.range, value)
        slope = None if x.slope is None or rate is None else a.multiply(rate, x.slope)
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
        if op == "tanh":
            return a.add(one, opposite(a.square(value)))
        if op == "atan":
            return a.invert(a.add(one, a.square(at)))
        return a.invert(a.add(value, value)) if value[0][0] > 0 else None  # sqrt


KINKED = ("abs", "sign", "floor")


def _opposite_form(x: Form) -> Form:
    slope = None if x.slope is None else opposite(x.slope)
    return Form(opposite(x.range), opposite(x.middle), slope)


def _step(low: Rational, high: Rational) -> Form:
    return Form((low, high), (low, high), FLAT if low == high else None)


def _extreme(op: str, x: Form, y: Form) -> Form:
    if op == "min":
        return _opposite_form(_extreme("max", _opposite_form(x), _opposite_form(y)))
    if not less(x.range[0], y.range[1]):
        return x
    if not less(y.range[0], x.range[1]):
        return y
    slope = None if x.slope is None or y.slope is None else hull(x.slope, y.slope)
    (a, b), (c, d) = x.range, y.range
    (e, f), (g, h) = x.middle, y.middle
    return Form((upper(a, c), upper(b, d)), (upper(e, g), upper(f, h)), slope)


def _bits(step: Step) -> int:
    bits = step["bits"]
    return bits if type(bits) is int and 0 <= bits <= 1_024 else reject("bad-precision")


def _rational(q: Sequent, data: Any) -> Rational:
    term = q.term(data)
    return term.args if term.op == "number" else reject("not-a-number", term.op)


def _boxes(q: Sequent, step: Step) -> list[Box]:
    """Points and open boxes in turn; an end that a fact excludes is left out."""
    s, name, arithmetic = q.s, step["on"], Arithmetic(q.s, _bits(step))
    if not isinstance(name, str) or q.sorts.get(name) != "real":
        reject("unknown-name", name)
    if not isinstance(step["cuts"], list) or len(step["cuts"]) < 2:
        reject("bad-cover")
    if len(step["cuts"]) > 100_000:
        decline("too-many-boxes")
    cuts = [_rational(q, data) for data in step["cuts"]]
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


def _shown(box: Box, op: str, left: Node, right: Node) -> None:
    if not box.holds(op, left, right):
        reject("not-shown", f"between {box.low[0]}/{box.low[1]} and {box.high[0]}/{box.high[1]}")
    box.forms.clear()


def cover(q: Sequent, step: Step) -> list[Sequent]:
    boxes = _boxes(q, step)
    if q.goal.op not in ("<=", "<"):
        reject("wrong-goal", q.goal.op)
    for box in boxes:
        _shown(box, q.goal.op, *q.goal.args)
    return []


def lipschitz_cover(q: Sequent, step: Step) -> list[Sequent]:
    """|G(x) - f(x)| <= B from |f(s) - y| <= rho at samples s near each box."""
    boxes, rule, node = _boxes(q, step), _rule(q, step["rule"]), q.s.node
    cuts = [_rational(q, step["cuts"][i]) for i in (0, -1)]
    if rule.op != "lipschitz" or q.goal.op != "<=":
        reject("not-a-lipschitz-goal")
    f, constant, low, high = rule.args
    if low is not q.s.number(*cuts[0]) or high is not q.s.number(*cuts[1]):
        reject("domains-differ")
    x = node("name", step["on"])
    left, right = q.goal.args
    gap = left.args[0] if left.op == "abs" else left
    if gap is left or gap.op != "-" or gap.args[1:] != (node("app", f, x),):
        reject("not-a-lipschitz-goal")
    approximant, strips = gap.args[0], []
    for item in step["samples"] if isinstance(step["samples"], list) else []:
        if not isinstance(item, list) or len(item) != 3:
            reject("bad-sample")
        for data in item:
            _rational(q, data)
        point, y, rho = (q.term(data) for data in item)
        known = q.relation(node("<=", node("abs", node("-", node("app", f, point), y)), rho))
        q.s.spend(len(q.facts))
        if less(point.args, cuts[0]) or less(cuts[1], point.args):
            reject("sample-not-known")
        wanted = q.s.expand(known.value)
        if not any(fact.rel == ">=" and q.s.expand(fact.value) == wanted for fact in q.facts):
            reject("sample-not-known")
        reach = node("+", rho, node("*", constant, node("abs", node("-", x, point))))
        strips.append((node("-", y, reach), node("+", y, reach)))
    near = step["near"]
    if not isinstance(near, list) or len(near) != len(boxes):
        reject("needs-samples-for-each-box")
    for box, chosen in zip(boxes, near, strict=True):
        if not isinstance(chosen, list) or not chosen:
            reject("needs-samples-for-each-box")
        if not all(type(i) is int and 0 <= i < len(strips) for i in chosen):
            reject("no-such-sample")
        bottom, top = strips[chosen[0]]
        for i in chosen[1:]:
            bottom, top = node("max", bottom, strips[i][0]), node("min", top, strips[i][1])
        for gap in (node("-", top, approximant), node("-", approximant, bottom)):
            if not box.holds("<=", gap, right):
                reject("not-shown")
        box.forms.clear()
    return []


def evaluate(q: Sequent, step: Step) -> list[Sequent]:
    if q.goal.op not in RELATIONS:
        reject("wrong-goal", q.goal.op)
    _shown(Box(Arithmetic(q.s, _bits(step)), "", ZERO, ZERO), q.goal.op, *q.goal.args)
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
    "use": (use, "rule at"),
    "same": (same, "first second"),
    "define": (define, "term"),
    "finite": (finite, "on from to"),
    "induct": (induct, "on from claim"),
    "unfold": (unfold, "on"),
    "empty": (empty, "on"),
    "cover": (cover, "on cuts bits"),
    "lipschitz-cover": (lipschitz_cover, "on cuts bits rule samples near"),
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
    open_goals = [(_opened(session, certificate["statement"]), certificate["proof"])]
    steps = 0
    while open_goals:
        sequent, step = open_goals.pop()
        steps += 1
        if steps > MAX_STEPS:
            decline("too-many-nodes")
        if not isinstance(step, dict) or not isinstance(step.get("by"), str):
            reject("bad-node")
        if step["by"] not in RULES:
            decline("unknown-rule", step["by"])
        rule, parameters = RULES[step["by"]]
        _fields(step, f"by then {parameters}", "bad-node")
        children = rule(sequent, step)
        if not isinstance(step["then"], list) or len(step["then"]) != len(children):
            reject("wrong-number-of-children", step["by"])
        open_goals += zip(children, step["then"], strict=True)


def _opened(session: Session, statement: Any) -> Sequent:
    _fields(statement, "vars functions given show", "bad-statement")
    sorts, functions, given = (statement[part] for part in ("vars", "functions", "given"))
    if not (isinstance(sorts, dict) and isinstance(functions, dict) and isinstance(given, list)):
        reject("bad-statement")
    for name, arity in functions.items():
        if not NAME.fullmatch(name) or type(arity) is not int or not 1 <= arity <= 8:
            reject("bad-function", name)
    sequent = Sequent(session, functions, session.node("false"))
    for name, sort in sorts.items():
        if not isinstance(sort, str) or sort not in ("real", "int"):
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
        try:
            result = check(Path(name).read_bytes())
        except OSError as error:
            print(f"replay: cannot read {name}: {error.strerror}", file=sys.stderr)
            return 2
        outcomes.add(result.outcome)
        print(f"{result.outcome:<7} {name}", result.code)
    return int(outcomes != {"accept"})


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
