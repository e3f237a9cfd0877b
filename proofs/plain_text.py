"""Statements of certificates as text of Coq, over R and Z.

Nothing that is written here is believed: Coq takes a theorem only if it is what ``Plain.v`` makes
of the certificate's statement (:mod:`proofs.plain`).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any

from proofs.kernel.terms import NUMBER

Json = Any
Condition = tuple[str, str]  # what a term has to be; of a list of conditions the first is empty
FUNCTIONS = {
    "abs": "Rabs", "sign": "sign", "floor": "floor", "max": "Rmax", "min": "Rmin", "sqrt": "sqrt",
    "exp": "exp", "log": "ln", "sin": "sin", "cos": "cos", "tanh": "tanh", "atan": "atan",
}  # fmt: skip
ATOM, APPLIED, POWER, NEGATIVE, PRODUCT, SUM = 0, 10, 30, 35, 40, 50  # levels of Coq's grammar
RELATIONS = {"<=": "<=", "<": "<", "=": "=", "!=": "<>"}
SAID = {"NonZero": "{} <> 0", "NonNeg": "0 <= {}", "Positive": "0 < {}"}
CONDITIONS = {"/": "NonZero", "sqrt": "NonNeg", "log": "Positive"}
#: what a variable may not be called in Coq: words of its language, and names that are used here
TAKEN = {
    "R", "Z", "IZR", "PI", "forall", "exists", "fun", "fix", "let", "in", "if", "then", "else",
    "match", "with", "end", "as", "at", "for", "where", "return", "Prop", "Set", "Type", "mod",
    "using", "only", "zsum", "lipschitz", "plus", "times", "NonZero", "NonNeg", "Positive", "ln",
    *FUNCTIONS, *FUNCTIONS.values(),
}  # fmt: skip


def listed(conditions: Sequence[Condition]) -> str:
    """A list of conditions, in brackets."""
    parts: list[str] = []
    for kind, group in groupby(conditions, key=lambda condition: bool(condition[0])):
        texts = [f"{name} {text}" if kind else text for name, text in group]
        parts += [f"[{'; '.join(texts)}]"] if kind else texts
    whole = " ++ ".join(parts) or "[]"
    alone = all(kind for kind, _ in conditions) or whole.isidentifier()
    return whole if alone else f"({whole})"


class Text:
    """The statement of a certificate as text of Coq."""

    def __init__(self, statement: Json) -> None:
        self.sorts = dict(statement["vars"])
        self.functions = dict(statement["functions"])
        self.given, self.show = list(statement["given"]), statement["show"]
        self.ints = frozenset(name for name, sort in self.sorts.items() if sort == "int")

    @property
    def kinds(self) -> dict[str, str]:
        """The type of each function and variable, in this order."""
        kinds = {name: " -> ".join(["R"] * (k + 1)) for name, k in self.functions.items()}
        return kinds | {name: "Z" if name in self.ints else "R" for name in self.sorts}

    def name(self, name: str) -> str:
        return f"{name}_" if name in TAKEN else name

    def term(self, t: Json, ints: frozenset[str], level: int = 50) -> str:
        """The term, in brackets if it binds less than ``level`` of Coq's grammar."""
        binds, text = self._term(t, ints)
        return text if binds <= level else f"({text})"

    def _term(self, t: Json, ints: frozenset[str]) -> tuple[int, str]:
        if isinstance(t, str):
            if NUMBER.fullmatch(t):
                q = Fraction(t)
                sign, top = ("- ", -q.numerator) if q < 0 else ("", q.numerator)
                if q.denominator != 1:
                    return PRODUCT, f"{sign}{top} / {q.denominator}"
                return (NEGATIVE if sign else ATOM), f"{sign}{top}"
            return (APPLIED, f"IZR {self.name(t)}") if t in ints else (ATOM, self.name(t))
        op, *args = t
        if op == "sum":
            inside = ints | {args[0]}
            low, high = (self.term(a, ints, ATOM) for a in args[1:3])
            body, conditions = self.term(args[3], inside), self.conditions(args[3], inside)
            if conditions:
                body = f"only {listed(conditions)} {self.term(args[3], inside, ATOM)}"
            return APPLIED, f"zsum {low} {high} (fun {self.name(args[0])} : Z => {body})"
        if op == "^":
            return POWER, f"{self.term(args[0], ints, APPLIED)} ^ {args[1]}"
        if op == "pi":
            return ATOM, "PI"
        if op in FUNCTIONS or op == "app":
            head, inner = (self.name(args[0]), args[1:]) if op == "app" else (FUNCTIONS[op], args)
            return APPLIED, " ".join([head, *(self.term(a, ints, ATOM) for a in inner)])
        if op == "-" and len(args) == 1:
            return NEGATIVE, f"- {self.term(args[0], ints, POWER)}"
        binds = SUM if op in "+-" else PRODUCT
        if op in "+*":  # grouped to the right, as the checker groups them
            text = self.term(args[-1], ints, binds - 1)
            for i, part in enumerate(reversed(args[:-1])):
                text = f"{self.term(part, ints, binds)} {op} {f'({text})' if i else text}"
            return binds, text
        left, right = self.term(args[0], ints, binds), self.term(args[1], ints, binds - 1)
        return binds, f"{left} {op} {right}"

    def conditions(self, t: Json, ints: frozenset[str]) -> list[Condition]:
        """What makes a term defined, in the order of Plain.v."""
        if not isinstance(t, list) or t[0] == "pi":
            return []
        op, *args = t
        inside = {"sum": args[1:3], "^": args[:1], "app": args[1:]}.get(op, args)
        found = [c for a in inside for c in self.conditions(a, ints)]
        if op in CONDITIONS:
            at = args[-1]
            q = Fraction(at) if isinstance(at, str) and NUMBER.fullmatch(at) else None
            sure = q is not None and {"/": q != 0, "sqrt": q >= 0, "log": q > 0}[op]
            if not sure:
                found.append((CONDITIONS[op], self.term(at, ints, ATOM)))
        return found

    def under(self, terms: Sequence[Json], ints: frozenset[str], text: str) -> str:
        """A formula, with what makes its terms defined before it."""
        found = [c for t in terms for c in self.conditions(t, ints)]
        if any(not kind for kind, _ in found):
            return f"with_conds {listed(found)} ({text})"
        return " /\\ ".join([*(SAID[kind].format(r) for kind, r in found), text])

    def formula(self, f: Json, ints: frozenset[str]) -> str:
        op, *args = f
        if op in RELATIONS:
            a, b = (self.term(t, ints) for t in args)
            return self.under(args, ints, f"{a} {RELATIONS[op]} {b}")
        if op == "and":
            return " /\\ ".join(self.part(p, ints) for p in args) or "True"
        if op == "implies":
            return f"{self.part(args[0], ints)} -> {self.formula(args[1], ints)}"
        if op in ("all", "some"):
            name, sort, body = args
            word = "forall" if op == "all" else "exists"
            inside = ints | {name} if sort == "int" else ints - {name}
            kind = "Z" if sort == "int" else "R"
            return f"{word} {self.name(name)} : {kind}, {self.formula(body, inside)}"
        name, *terms = args
        bounds = " ".join(self.term(t, ints, ATOM) for t in terms)
        return self.under(terms, ints, f"lipschitz {self.name(name)} {bounds}")

    def part(self, f: Json, ints: frozenset[str]) -> str:
        """The formula where another stands behind it."""
        text = self.formula(f, ints)
        alone = f[0] in (*RELATIONS, "lipschitz") and " /\\ " not in text
        return text if alone else f"({text})"

    def stated(self, name: str) -> str:
        """What the theorem says."""
        heads = " ".join(f"({self.name(n)} : {kind})" for n, kind in self.kinds.items())
        return "\n".join(
            [
                f"Theorem {name} : forall {heads}," if heads else f"Theorem {name} :",
                *(f"  {self.part(g, self.ints)} ->" for g in self.given),
                f"  {self.formula(self.show, self.ints)}.",
            ]
        )

    def theorem(self, name: str) -> str:
        """The theorem, and its proof from the certificate."""
        sorts, functions, ints, kinds = self.sorts, self.functions, self.ints, self.kinds
        values = "; ".join(
            f'(name_of (of_string "{n}"), {f"IZR {self.name(n)}" if n in ints else self.name(n)})'
            for n in sorts
        )
        maps = "; ".join(
            f'(name_of (of_string "{n}"), fun l_ : list R => '
            f"{' '.join([self.name(n), *(f'(nth {i} l_ 0)' for i in range(k))])})"
            for n, k in functions.items()
        )
        return "\n".join(
            [
                self.stated(name),
                "Proof.",
                *([f"  intros {' '.join(self.name(n) for n in kinds)}."] if kinds else []),
                f"  refine (plain_ok certificate read accepted read_ok (functions_of [{maps}])",
                f"            (values_of [{values}]) _). of_sorts.",
                "Qed.",
            ]
        )
