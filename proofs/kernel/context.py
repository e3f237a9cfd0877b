"""What is known and what is to be shown at one node of a proof.

Atomic hypotheses are kept as polynomial literals ``p >= 0, p > 0, p = 0, p != 0``.  Whatever is
not polynomial (quotient, root, absolute value, sign, floor, max, min, sum, f(t), exp, ...) is
named by an atom ``@i`` together with the facts that define it.

Meaning of partial terms: a formula with an undefined term (division by 0, root or logarithm of
a number out of range) is false.  So a hypothesis gives that its terms are defined, and a goal
needs a proof of it (rule ``define``), except where a hypothesis says it literally.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from proofs.kernel import poly as P
from proofs.kernel.errors import Reject, spend, weigh
from proofs.kernel.terms import NAME, RELATIONS, SHOWN, Formula, Term, digest, read_term

MAX_PRODUCT = 400


class Literal(NamedTuple):
    """``poly rel 0`` with rel one of ``>=  >  =  !=``."""

    poly: P.Poly
    rel: str


class Key(tuple[Any, ...]):
    """What an atom stands for: equal as a tuple, but hashed as a text, like :func:`digest`."""

    def __hash__(self) -> int:
        text = repr(self[:4])  # polynomials and names; then comes the body of a sum
        spend(2 + (len(text) >> 3))
        return hash((text, *map(digest, self[4:])))


class Context:
    """Sorts of the variables, atoms, literals, other hypotheses (``rules``) and the goal."""

    def __init__(self, sorts: dict[str, str], functions: dict[str, int], goal: Formula) -> None:
        self.sorts = dict(sorts)
        self.functions = functions
        self.atoms: dict[Key, str] = {}
        self.literals: list[Literal] = []
        self.rules: list[Formula] = []
        self.goal = goal

    # Contexts are never changed by a rule: each child is a copy that grows.

    def child(self, *assumed: Formula, goal: Formula | None = None) -> Context:
        new = Context(self.sorts, self.functions, self.goal if goal is None else goal)
        new.atoms, new.literals, new.rules = dict(self.atoms), self.literals[:], self.rules[:]
        spend(2 * (len(self.sorts) + len(self.literals) + len(self.rules)))
        for formula in assumed:
            new.assume(formula)
        return new

    def declare(self, name: Any, sort: str) -> None:
        if not isinstance(name, str) or not NAME.fullmatch(name) or SHOWN.fullmatch(name):
            raise Reject("bad-name", str(name)[:40])
        if name in self.sorts:
            raise Reject("name-taken", name)
        self.sorts[name] = sort

    def assume(self, formula: Formula) -> None:
        op = formula[0]
        if op == "and":
            for part in formula[1:]:
                self.assume(part)
        elif op in RELATIONS:
            literal = self.literal(formula, assume=True)
            self.add(literal.poly, literal.rel)
        else:
            self.rules.append(formula)

    def add(self, poly: P.Poly, rel: str) -> None:
        self.literals.append(Literal(poly, rel))

    # From terms to polynomials.

    def literal(self, formula: Formula, assume: bool = False) -> Literal:
        op, left, right = formula
        difference = P.minus(self.poly(right, assume), self.poly(left, assume))
        return Literal(difference, {"<=": ">=", "<": ">"}.get(str(op), str(op)))

    def negated_goal(self) -> list[Literal]:
        """The negation of an atomic goal, as the one literal of a list."""
        if self.goal[0] not in RELATIONS:
            raise Reject("goal-not-atomic", self.goal[0])
        goal = self.literal(self.goal)
        sign = -1 if goal.rel in (">=", ">") else 1
        opposite = {">=": ">", ">": ">=", "=": "!=", "!=": "="}[goal.rel]
        return [Literal(P.scale(goal.poly, sign), opposite)]

    def poly(self, term: Term, assume: bool = False) -> P.Poly:
        if isinstance(term, str):
            return P.variable(term)
        if not isinstance(term, tuple):
            return P.constant(term)
        spend(2 * len(term))
        op, args = term[0], term[1:]
        if op in ("sum", "app"):
            end = 3 if op == "sum" else len(args)  # the body of a sum is kept as it is
            values = (freeze(self.poly(a, assume)) for a in args[1:end])
            return self.atom(Key((op, args[0], *values, *args[end:])), "real")
        if op == "^":
            return P.product([self.poly(args[0], assume)] * args[1])
        parts = [self.poly(a, assume) for a in args]
        if op == "+":
            return P.add(*parts)
        if op == "-":
            return P.minus(*parts) if len(parts) == 2 else P.scale(parts[0], -1)
        if op == "*":
            return P.product(parts)
        if op == "/":
            return P.multiply(parts[0], self.inverse(parts[1], assume))
        return self.special(op, parts, assume)

    def inverse(self, poly: P.Poly, assume: bool) -> P.Poly:
        """1 / poly: an atom for the reciprocal of the polynomial scaled to leading 1."""
        if not poly:
            raise Reject("division-by-zero")
        lead = poly[max(poly)]
        if set(poly) == {()}:
            return P.constant(1 / lead)
        monic = P.scale(poly, 1 / lead)
        key = Key(("inv", freeze(monic)))
        if key not in self.atoms:
            self.defined(monic, "!=", assume)
            inverse = self.atom(key, "real")
            self.add(P.minus(P.multiply(inverse, monic), P.constant(1)), "=")
        return P.scale(self.atom(key, "real"), 1 / lead)

    def special(self, op: str, parts: list[P.Poly], assume: bool) -> P.Poly:
        key = Key((op, *(freeze(p) for p in parts)))
        if known := self.atoms.get(key):
            return P.variable(known)
        if op in ("sqrt", "log"):
            self.defined(parts[0], ">=" if op == "sqrt" else ">", assume)
        value = self.atom(key, "int" if op in ("floor", "sign") else "real")
        if op in ("abs", "max", "min"):
            a, b = (parts[0], P.scale(parts[0], -1)) if op == "abs" else parts
            above, below, side = P.minus(value, a), P.minus(value, b), -1 if op == "min" else 1
            self.add(P.scale(above, side), ">=")
            self.add(P.scale(below, side), ">=")
            if len(above) * len(below) <= MAX_PRODUCT:  # a long product helps nobody
                self.add(P.multiply(above, below), "=")
        if op in ("sign", "sin", "cos", "tanh"):
            self.add(P.minus(P.constant(1), value), ">=")
            self.add(P.add(P.constant(1), value), ">=")
        if op in ("abs", "sqrt"):
            self.add(value, ">=")
        if op == "sign":
            self.add(P.multiply(value, parts[0]), ">=")
        elif op == "floor":
            self.add(P.minus(parts[0], value), ">=")
            self.add(P.minus(P.add(value, P.constant(1)), parts[0]), ">")
        elif op == "sqrt":
            self.add(P.minus(P.multiply(value, value), parts[0]), "=")
        elif op == "exp":
            self.add(value, ">")
        return value  # log, atan, pi: a name and nothing else

    def defined(self, poly: P.Poly, rel: str, assume: bool) -> None:
        """Note (assume) or look up among the literals that ``poly rel 0``."""
        if assume:
            self.add(poly, rel)
        elif not self.evident(poly, rel):
            raise Reject("maybe-undefined", f"needs a proof of {rel} 0")

    def evident(self, poly: P.Poly, rel: str) -> bool:
        if set(poly) <= {()}:
            value = poly.get((), Fraction(0))
            return value != 0 if rel == "!=" else value > 0 or (rel == ">=" and value == 0)
        strong = {"!=": ("!=", ">"), ">": (">",), ">=": (">=", ">", "=")}[rel]
        lead = poly[max(poly)]
        for literal in self.literals:
            spend(4 + len(literal.poly))
            if literal.rel in strong and literal.poly:
                ratio = weigh(literal.poly[max(literal.poly)] / lead, 2 * P.MAX_BITS)
                if (ratio > 0 or rel == "!=") and literal.poly == P.scale(poly, ratio):
                    return True
        return False

    def atom(self, key: Key, sort: str) -> P.Poly:
        name = self.atoms.setdefault(key, f"@{len(self.atoms)}")
        self.sorts.setdefault(name, sort)
        return P.variable(name)

    def integral(self, poly: P.Poly) -> bool:
        """Whether the polynomial has integer coefficients and integer variables only."""
        whole = all(c.denominator == 1 for c in poly.values())
        return whole and all(self.sorts[name] == "int" for m in poly for name, _ in m)

    # What proof nodes write, read in this context.

    def read(self, data: Any) -> Term:
        return read_term(data, self.sorts, self.functions)


def freeze(poly: P.Poly) -> tuple[Any, ...]:
    return tuple(sorted(poly.items()))
