"""Statements as people write them, from the very data that the kernel reads.

:func:`sequent` and :func:`formula` lay a statement out, as a small tree of boxes in the names that
its author chose; :func:`text` prints boxes on a line, in Unicode or in ASCII.  A layout changes how
a statement looks and nothing of what it says:

* quantifiers of one kind are gathered, and a range that follows as a premise is written with its
  variable: ``all x: 0 <= x => (x <= 1 => P)`` is ``for all x in [0, 1]: P``;
* nested premises are joined by *and*, ``a <= b`` and ``b <= c`` are ``a <= b <= c``;
* ``a * a`` is a square and ``a + (-b)`` a difference;
* of a language without *not* and *or*, ``A => 1 < 0`` is *not A*, and *not A => B* is *A or B*;
* what a definition of the paper names (:mod:`proofs.definitions`) is printed by its name, and
  what still occurs again is named: ``... T1 ...  where T1 = ...``.

A box is JSON, so that a record can carry it and a report can typeset it:

    ["name", raw, base, subscript]   ["num", digits]      ["op", symbol]      ["text", words]
    ["row", box, ...]                ["frac", top, under] ["sqrt", box]       ["sup", box, box]
    ["sum", index, low, high, body]  ["fence", left, box, right] ["sub", box, under]
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any

from proofs.abbreviations import Part, named_parts
from proofs.definitions import Definition, Folded, fold, fold_part, function_of
from proofs.definitions import names as names_in
from proofs.definitions import tree as tree
from proofs.definitions import variables as variables
from proofs.kernel.terms import ARITY

Box = list[Any]
Tree = Any  # as in proofs.definitions, with the author's names for what is bound
Limit = tuple[str, Tree]  # "<=", "<" or nothing, and the limit of a variable

GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "eps": "ε", "epsilon": "ε",
    "zeta": "ζ", "eta": "η", "theta": "θ", "kappa": "κ", "lam": "λ", "lambda": "λ", "mu": "μ",
    "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "phi": "φ", "chi": "χ",
    "psi": "ψ", "omega": "ω", "Delta": "Δ", "Gamma": "Γ", "Lambda": "Λ", "Phi": "Φ", "Psi": "Ψ",
    "Sigma": "Σ", "Theta": "Θ", "Omega": "Ω",
}  # fmt: skip
RELATIONS = {"<=": "≤", "<": "<", "=": "=", "!=": "≠"}
#: functions that people know and the language does not have: one of that name may be any function
KNOWN = frozenset({
    "tan", "cot", "sec", "csc", "ln", "lg", "log2", "log10", "sinh", "cosh", "coth", "asin", "acos",
    "arcsin", "arccos", "arctan", "atan2", "asinh", "acosh", "atanh", "ceil", "round", "sgn",
    "norm", "erf", "prod", "product", "cbrt", "pow", "mod", "div", "gcd", "lcm", "lim", "sup",
    "inf",
})  # fmt: skip
#: words that mean something of their own in print: nothing a statement speaks of is printed so
RESERVED = frozenset(
    {
        *ARITY,
        *[
            "and",
            "all",
            "some",
            "for",
            "with",
            "where",
            "if",
            "then",
            "is",
            "integer",
            "function",
            "functions",
            "reals",
        ],
    }
    | {"integers", "true", "π", "Σ"}
)


# --- names ---------------------------------------------------------------------------------------


@dataclass
class Names:
    """Printed names, one for each name of a statement and never two the same."""

    misread: Callable[[str], bool] = RESERVED.__contains__
    ours: frozenset[str] = frozenset()
    taken: dict[str, str] = field(default_factory=dict)

    def __call__(self, raw: str) -> Box:
        """The box of a name: Greek letters and subscripts where they are still free.

        What could be read as something else stands in quotes, if it is no name of ``ours``.
        """
        if raw in self.ours or not self.misread(raw):
            for base, under in (_parts(raw), (raw, "")):
                shown = f"{base}_{under}" if under else base
                if shown not in RESERVED and self.taken.setdefault(shown, raw) == raw:
                    return ["name", raw, base, under]
        return ["name", f"'{raw}'", f"'{raw}'", ""]


#: one letter, with its accents
_ACCENTED = re.compile(r"\w[\u0300-\u036f]*")


#: a letter with what its name says of it: ``muhat``, ``alphastar``, ``deltaN``, ``muvB``
_LETTER = rf"({'|'.join(sorted(GREEK, key=len, reverse=True))}|[A-Za-z])"
_HATTED = re.compile(rf"{_LETTER}hat")
_STARRED = re.compile(rf"{_LETTER}star")
_INDEXED = re.compile(rf"({'|'.join(sorted(GREEK, key=len, reverse=True))})([a-z]?[A-Z]|[kxyz])")
#: W_V, v_B, A_k, d_k: the second letter is a capital, or an index of a capital or a dimension
_LOWERED = re.compile(r"([A-Za-z])([A-Z])|([A-Z](?=[ijk])|d(?=[kv]))([ijkv])")


def _parts(raw: str) -> tuple[str, str]:
    """``N_phi`` as N and φ, ``x12`` as x and 12, ``eps`` as ε, ``muhat`` as μ with a hat."""
    if found := _HATTED.fullmatch(raw):
        return GREEK.get(found[1], found[1]) + "\u0302", ""
    if found := _STARRED.fullmatch(raw):
        return GREEK.get(found[1], found[1]), "*"
    if found := _INDEXED.fullmatch(raw):
        return GREEK[found[1]], found[2]
    if found := _LOWERED.fullmatch(raw):
        return found[1] or found[3], found[2] or found[4]
    base, _, under = raw.partition("_")
    if not under:
        base = raw.rstrip("0123456789")
        under = raw[len(base) :]
    if not base or (len(base) > 1 and base not in GREEK and under.isdigit()):
        return raw, ""
    if "_" in under:
        return raw, ""
    return GREEK.get(base, base), GREEK.get(under, under)


# --- from trees to boxes -------------------------------------------------------------------------

SUM, PRODUCT, FACTOR, ATOM = range(4)
OR_LOOSER, PREMISES, DISJUNCTS, CONJUNCTS, RELATION = range(5)
FALSE = ("<", Fraction(1), Fraction(0))
SMALL = 3  # what a definition of so few operations names is clearer written out, in another one


@dataclass
class Layout:
    """Lays trees out, with one set of names, and the definitions that the trees speak of."""

    names: Names
    definitions: Mapping[str, Definition] = field(default_factory=dict)

    # terms: each method gives the box and how tightly it binds

    def term(self, node: Tree, least: int = SUM) -> Box:
        """The box of a term, in parentheses where it binds less than ``least``."""
        box, binds = self._term(node)
        return ["fence", "(", box, ")"] if binds < least else box

    def _term(self, node: Tree) -> tuple[Box, int]:
        if isinstance(node, Fraction):
            return _number(node), PRODUCT if node < 0 or node.denominator > 1 else ATOM
        if isinstance(node, str):
            return self.names(node), ATOM
        op, args = node[0], node[1:]
        if op == "+" or (op == "-" and len(args) == 2):
            return self._sum(node), SUM
        if op == "-":
            return ["row", ["op", "−"], self.term(args[0], PRODUCT)], SUM
        if op == "*":
            return self._product(args)
        if op == "/":
            return ["frac", self.term(args[0]), self.term(args[1])], FACTOR
        if op == "^":
            return ["sup", self.term(args[0], ATOM), ["num", str(args[1])]], FACTOR
        if op == "sum":
            index, low, high, body = args
            made = [self.names(index), self.term(low), self.term(high), self.term(body, PRODUCT)]
            return ["sum", *made], SUM
        return self._applied(op, args), ATOM

    def _applied(self, op: str, args: Sequence[Any]) -> Box:
        if op == "defined":
            return self._headed(self.definitions[args[0]], args[1:])
        if op == "pi":
            return ["op", "π"]
        if op == "sqrt":
            return ["sqrt", self.term(args[0])]
        if op == "abs":
            return ["fence", "|", self.term(args[0]), "|"]
        if op == "floor":
            return ["fence", "⌊", self.term(args[0]), "⌋"]
        if op == "app":
            return self._call(self.names(args[0]), args[1:])
        return self._call(["text", op], args)

    def _headed(self, definition: Definition, args: Sequence[Tree]) -> Box:
        """The head of a definition, with terms in its slots."""
        given = dict(zip(definition.signature, args, strict=True))

        def filled(box: Any) -> Any:
            if not isinstance(box, list) or not box:
                return box
            kind = box[0]
            if kind == "slot":
                return self._slot(given[box[1]])
            if kind == "factor":
                return self.term(given[box[1]], FACTOR)
            if kind in ("binder", "value"):
                bound, body = _peeled(given[box[1]])
                number = box[2] if len(box) > 2 else 0
                return self.names(bound[number]) if kind == "binder" else self.term(body)
            return [kind, *map(filled, box[1:])]

        return list(filled(definition.head))

    def _slot(self, node: Tree) -> Box:
        """A term; of a function its name, ``f(a, ⋅)``, or ``x ↦ term``."""
        if not isinstance(node, tuple) or node[0] != "lambda":
            return self.term(node)
        function = function_of(node)
        bound, node = _peeled(node)
        if function is not None:
            _, name, *before = function
            dots: list[Box] = [["op", "⋅"]] * len(bound)
            inner = [*(self.term(part) for part in before), *dots]
            at = ["fence", "(", _listed(inner), ")"]
            return ["row", self.names(name), at] if before else self.names(name)
        if len(bound) == 1 and isinstance(node, tuple) and node[1:] == (*bound,):
            return ["text", node[0]]
        boxes = [_listed([self.names(name) for name in bound]), ["op", "↦"], self.term(node)]
        return ["fence", "(", ["row", *boxes], ")"]

    def _call(self, head: Box, args: Iterable[Tree]) -> Box:
        return ["row", head, ["fence", "(", _listed([self.term(a) for a in args]), ")"]]

    def _sum(self, node: Tree) -> Box:
        parts: list[tuple[str, Tree]] = []

        def gather(part: Tree, sign: str) -> None:
            if isinstance(part, tuple) and part[0] == "+":
                for inner in part[1:]:
                    gather(inner, sign)
            elif isinstance(part, tuple) and part[0] == "-" and len(part) == 3 and sign == "+":
                gather(part[1], sign)
                gather(part[2], "−")
            elif isinstance(part, tuple) and part[0] == "-" and len(part) == 2:
                parts.append((_other(sign), part[1]))
            elif isinstance(part, Fraction) and part < 0:
                parts.append((_other(sign), -part))
            elif _negative_over(part):
                parts.append((_other(sign), ("/", part[1][1], part[2])))
            else:
                parts.append((sign, part))

        if node[0] == "+":
            for inner in node[1:]:
                gather(inner, "+") if not _compound_sum(inner) else parts.append(("+", inner))
        else:
            parts += [("+", node[1])] if _compound_sum(node[1]) else []
            if not parts:
                gather(node[1], "+")
            minus = node[2]
            if isinstance(minus, Fraction) and minus < 0:
                parts.append(("+", -minus))
            else:
                parts.append(("−", minus))
        boxes: list[Box] = []
        for number, (sign, part) in enumerate(parts):
            if number or sign == "−":
                boxes.append(["op", sign if number else "−"])
            is_sum = isinstance(part, tuple) and part[0] == "sum"
            last = number == len(parts) - 1
            least = PRODUCT if sign == "−" or not is_sum or not last else SUM
            boxes.append(self.term(part, least))
        return ["row", *boxes]

    def _product(self, args: Sequence[Tree]) -> tuple[Box, int]:
        if len(args) == 2 and args[0] == args[1]:
            return ["sup", self.term(args[0], ATOM), ["num", "2"]], FACTOR
        factors = list(_factors(("*", *args)))
        boxes: list[Box] = []
        for number, part in enumerate(factors):
            box = self.term(part, PRODUCT if isinstance(part, Fraction) and part >= 0 else FACTOR)
            if number:
                digits = number == 1 and _whole(factors[0])
                first = box[1] if box[0] == "row" else box
                beside = box[0] == "fence" or (first[0] == "name" and _ACCENTED.fullmatch(first[2]))
                boxes.append(["op", "\u2062" if digits and beside else "·"])
            boxes.append(box)
        return ["row", *boxes], PRODUCT

    # formulas

    def formula(self, node: Tree, least: int = OR_LOOSER) -> Box:
        """The box of a formula, in parentheses where it binds less than ``least``."""
        box, binds = self._formula(node)
        return ["fence", "(", box, ")"] if binds < least else box

    def _formula(self, node: Tree) -> tuple[Box, int]:
        op, args = node[0], node[1:]
        if op in RELATIONS:
            return self._chain([node]), RELATION
        if op == "and":
            parts = list(_conjuncts(node))
            if not parts:
                return ["text", "true"], RELATION
            if len(parts) == 1:
                return self._formula(parts[0])
            chains = self.conditions(parts, RELATION)
            return _joined(chains, "∧"), CONJUNCTS if len(chains) > 1 else RELATION
        if op == "stated":
            return self._headed(self.definitions[args[0]], args[1:]), PREMISES
        if _is_or(node):
            parts = [args[0][1], args[1]]
            while _is_or(parts[-1]):
                last = parts.pop()
                parts += [last[1][1], last[2]]
            return _joined([self.formula(part, CONJUNCTS) for part in parts], "∨"), DISJUNCTS
        if _is_not(node):
            inner = self.formula(args[0])
            return ["row", ["op", "¬"], ["fence", "(", inner, ")"]], RELATION
        if op == "implies":
            given, goal = _premises(node)
            if not given:
                return self._formula(goal)
            left = _joined(self.conditions(given, CONJUNCTS + 1), "∧")
            return ["row", left, ["op", "⇒"], self.formula(goal, OR_LOOSER)], PREMISES
        if op == "lipschitz":
            name, constant, low, high = args
            words = ["row", self.names(name), ["text", " is "], self.term(constant, FACTOR)]
            return [*words, ["text", "-Lipschitz on "], self._interval(low, high)], RELATION
        return self._quantified(node), OR_LOOSER

    def conditions(self, parts: Sequence[Tree], least: int) -> list[Box]:
        """Formulas side by side, with ``a <= b`` and ``b <= c`` in one."""
        groups: list[list[Tree]] = []
        for part in parts:
            chained = part[0] in RELATIONS and part[0] != "!="
            before: Tree = groups[-1][-1] if groups else ("",)
            if chained and before[0] in ("<=", "<", "=") and before[2] == part[1]:
                groups[-1].append(part)
            else:
                groups.append([part])
        return [
            self._chain(group) if group[0][0] in RELATIONS else self.formula(group[0], least)
            for group in groups
        ]

    def _chain(self, relations: Sequence[Tree]) -> Box:
        boxes = [self.term(relations[0][1])]
        for op, _, right in relations:
            boxes += [["op", RELATIONS[op]], self.term(right)]
        return ["row", *boxes]

    def _interval(self, low: Tree, high: Tree) -> Box:
        return ["fence", "[", _listed([self.term(low), self.term(high)]), "]"]

    def _quantified(self, node: Tree) -> Box:
        kind = node[0]
        bound: list[tuple[str, str]] = []
        while node[0] == kind:
            bound.append((node[1], node[2]))
            node = node[3]
        if kind == "all":
            given, goal = _premises(node)
        else:
            *given, goal = list(_conjuncts(node)) or [("and",)]
            while given and given[-1][0] not in RELATIONS:
                goal = ("and", given.pop(), *(_conjuncts(goal) if goal[0] == "and" else [goal]))
        ranges, rest = _ranges(bound, given)
        boxes = [["op", "∀" if kind == "all" else "∃"], self._listed_ranges(bound, ranges)]
        if rest and kind == "all":
            boxes += [["text", " with "], _listed(self.conditions(rest, RELATION))]
        elif rest:
            goal = ("and", *rest, *(_conjuncts(goal) if goal[0] == "and" else [goal]))
        return ["row", *boxes, ["op", ":"], self.formula(goal, OR_LOOSER)]

    def _limited(self, sort: str, name: Box, limits: tuple[Limit, Limit]) -> Box:
        """``λ > 0``, ``integer m ≥ 1``, ``0 < t ≤ 1``."""
        (under, low), (over, high) = limits
        boxes: list[Box] = [["text", "integer "]] if sort == "int" else []
        if over:
            boxes += [self.term(low), ["op", RELATIONS[under]]] if under else []
            return ["row", *boxes, name, ["op", RELATIONS[over]], self.term(high)]
        return ["row", *boxes, name, ["op", {"<=": "≥", "<": ">"}[under]], self.term(low)]

    def ranges(self, bound: Sequence[tuple[str, str]], given: Sequence[Tree]) -> Box:
        """``n ≥ N, x ∈ ℝ with |x| < n``: what names run over, by all that is ``given``."""
        found, rest = _ranges(bound, given)
        boxes = [self._listed_ranges(bound, found)]
        if rest:
            boxes += [["text", " with "], _listed(self.conditions(rest, RELATION))]
        return ["row", *boxes]

    def listed(self, boxes: Sequence[Box]) -> Box:
        """Boxes with commas between them."""
        return _listed(boxes)

    def _listed_ranges(self, bound: Sequence[tuple[str, str]], ranges: Mapping[str, Any]) -> Box:
        """``f ∈ ℝ, λ > 0, x, y ∈ [0, 1]``."""
        groups: list[tuple[Any, list[str]]] = []
        for name, sort in bound:
            key = (sort, ranges.get(name))
            if groups and groups[-1][0] == key:
                groups[-1][1].append(name)
            else:
                groups.append((key, [name]))
        items: list[Box] = []
        for (sort, limits), names in groups:
            listed = [self.names(name) for name in names]
            if limits is None:
                items.append(["row", _listed(listed), ["op", "∈"], _SORTS[sort]])
                continue
            (under, low), (over, high) = limits
            if sort == "real" and (under, over) == ("<=", "<="):
                items.append(["row", _listed(listed), ["op", "∈"], self._interval(low, high)])
            elif sort == "int" and (under, over) == ("<=", "<="):
                ends = [self.term(low), ["op", "…"], self.term(high)]
                within: Box = ["fence", "{", _listed(ends), "}"]
                items.append(["row", _listed(listed), ["op", "∈"], within])
            else:
                items += [self._limited(sort, box, limits) for box in listed]
        return _listed(items)


_SORTS: dict[str, Box] = {"real": ["op", "ℝ"], "int": ["op", "ℤ"]}


def _number(value: Fraction) -> Box:
    if value < 0:
        return ["row", ["op", "−"], _number(-value)]
    top, under = ["num", str(value.numerator)], ["num", str(value.denominator)]
    return top if value.denominator == 1 else ["frac", top, under]


def _whole(node: Tree) -> bool:
    return isinstance(node, Fraction) and node.denominator == 1 and node >= 0


def _factors(node: Tree) -> Iterator[Tree]:
    if isinstance(node, tuple) and node[0] == "*" and (len(node) != 3 or node[1] != node[2]):
        for part in node[1:]:
            yield from _factors(part)
    else:
        yield node


def _other(sign: str) -> str:
    return "−" if sign == "+" else "+"


def _negative_over(node: Tree) -> bool:
    """``(-a) / b``, which is subtracted as ``a / b``."""
    if not isinstance(node, tuple) or node[0] != "/" or not isinstance(node[1], tuple):
        return False
    return node[1][0] == "-" and len(node[1]) == 2


def _compound_sum(node: Tree) -> bool:
    """A difference or a sum inside a sum keeps its parentheses."""
    return isinstance(node, tuple) and (node[0] == "-" and len(node) == 3)


def _conjuncts(node: Tree) -> Iterator[Tree]:
    if node[0] == "and":
        for part in node[1:]:
            yield from _conjuncts(part)
    else:
        yield node


def _peeled(node: Tree) -> tuple[list[str], Tree]:
    """The variables of a function, and its value."""
    bound: list[str] = []
    while isinstance(node, tuple) and node[0] == "lambda":
        bound.append(node[1])
        node = node[2]
    return bound, node


def _is_not(node: Tree) -> bool:
    """``A => 1 < 0``."""
    return bool(node[0] == "implies" and node[2] == FALSE)


def _is_or(node: Tree) -> bool:
    """``(A => 1 < 0) => B``."""
    return bool(node[0] == "implies" and node[2] != FALSE and _is_not(node[1]))


def _premises(node: Tree) -> tuple[list[Tree], Tree]:
    """The premises of nested implications, and what they lead to."""
    given: list[Tree] = []
    while node[0] == "implies" and not _is_not(node) and not _is_or(node):
        given += _conjuncts(node[1])
        node = node[2]
    return given, node


def _ranges(
    bound: Sequence[tuple[str, str]], given: Sequence[Tree]
) -> tuple[dict[str, tuple[Limit, Limit]], list[Tree]]:
    """The limits of the bound variables that stand among the premises, and the other premises."""
    order = [name for name, _ in bound]
    names = set(order)

    def fixed(limit: Tree, name: str) -> bool:
        """The limit speaks of nothing that is bound with the variable or after it."""
        return not variables(limit) & {*order[order.index(name) :]}

    lows: dict[str, Limit] = {}
    highs: dict[str, Limit] = {}
    rest: list[Tree] = []
    for part in given:
        if part[0] in ("<=", "<"):
            op, left, right = part
            if right in names and right not in lows and fixed(left, right):
                lows[right] = (op, left)
                continue
            if left in names and left not in highs and fixed(right, left):
                highs[left] = (op, right)
                continue
        rest.append(part)
    none: Limit = ("", None)
    found = {n: (lows.get(n, none), highs.get(n, none)) for n in names if n in lows or n in highs}
    return found, rest


def _listed(boxes: Sequence[Box]) -> Box:
    return _joined(boxes, ",")


def _joined(boxes: Sequence[Box], symbol: str) -> Box:
    joined: list[Box] = []
    for number, box in enumerate(boxes):
        joined += [["op", symbol], box] if number else [box]
    return joined[0] if len(joined) == 1 else ["row", *joined]


# --- whole statements ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Sequent:
    """A statement, laid out: what it speaks of, its hypotheses, its conclusion, its names.

    ``definitions`` are those by whose names it is printed.
    """

    about: Box | None
    given: tuple[Box, ...]
    show: Box
    where: tuple[tuple[Box, Box], ...]
    definitions: tuple[Definition, ...] = ()

    def lines(self, ascii_only: bool = False) -> str:
        """One hypothesis a line."""

        def said(box: Box) -> str:
            return text(box, ascii_only)

        made = [said(self.about)] if self.about else []
        made += [f"  if   {said(box)}" for box in self.given]
        made.append(f"  {'then ' if self.given else ''}{said(self.show)}")
        words = ["where", *["     "] * len(self.where)]
        made += [f"  {w} {said(n)} = {said(b)}" for w, (n, b) in zip(words, self.where)]  # noqa: B905
        return "\n".join(made)


def sequent(
    statement: Mapping[str, Any],
    misread: Callable[[str], bool] = RESERVED.__contains__,
    definitions: Sequence[Definition] = (),
) -> Sequent:
    """The layout of a whole statement, as a certificate or a claim carries it.

    Names that are ``misread`` stand in quotes.  What one of the ``definitions`` says is printed by
    its name, several hypotheses together where they are one.
    """
    folded = _folded(statement, definitions)
    layout = _layout(statement, misread, folded.used)
    (*given, show), parts = _abbreviated(folded.trees, statement)
    layout.names.ours = frozenset(part.name for part in parts)
    return Sequent(
        about(statement, layout),
        tuple(layout.formula(item) for item in given),
        layout.formula(show),
        tuple((layout.term(part.head), layout.term(part.body)) for part in parts),
        folded.used,
    )


def formula(
    statement: Mapping[str, Any], data: Any, definitions: Sequence[Definition] = ()
) -> list[Box]:
    """One formula (or term) of a statement, and an equation for each name that it needs."""
    folded = _folded({**statement, "given": [], "show": data}, definitions)
    layout = _layout(statement, definitions=folded.used)
    (only,), parts = _abbreviated(folded.trees, statement)
    heads = [(layout.term(part.head), layout.term(part.body)) for part in parts]
    return [layout.formula(only), *(["row", head, ["op", "="], body] for head, body in heads)]


def abbreviated(layout: Layout, node: Tree, free: Iterable[str]) -> list[Box]:
    """A term with names for what occurs in it again, and an equation for each of these."""
    names = set(free)
    (only,), parts = named_parts([node], names, lambda part: variables(part) - names)
    heads = [(layout.term(part.head), layout.term(part.body)) for part in parts]
    return [layout.term(only), *(["row", head, ["op", "="], body] for head, body in heads)]


def used(statement: Mapping[str, Any], definitions: Sequence[Definition]) -> tuple[Definition, ...]:
    """The definitions by whose names a statement is printed."""
    found = {d.name for d in _folded(statement, definitions).used}
    return tuple(d for d in definitions if d.id in found)


def _folded(statement: Mapping[str, Any], definitions: Sequence[Definition]) -> Folded:
    keys = ("vars", "functions", "given", "show")
    return _folded_once(json.dumps([statement[key] for key in keys]), tuple(definitions))


@lru_cache(maxsize=512)
def _folded_once(text: str, definitions: tuple[Definition, ...]) -> Folded:
    """A record asks for a statement several times: as evidence, in its parts, for its names."""
    names, functions, given, show = json.loads(text)
    statement = {"vars": names, "functions": functions, "given": given, "show": show}
    return fold(statement, _clear(definitions, statement))


def entry(
    definition: Definition, others: Sequence[Definition] = ()
) -> tuple[list[Box], tuple[Definition, ...]]:
    """``name = body`` or ``name ⇔ body``, and an equation for each name that it needs.

    What the ``others`` name, where the definition is made of them, is printed by their names;
    these are the second part.
    """
    arity = {name: len(bound) for name, bound in definition.signature.items()}
    about: dict[str, Any] = {
        "vars": {name: "real" for name, n in arity.items() if n == 0},
        "functions": {name: n for name, n in arity.items() if n},
    }
    smaller = [d for d in others if SMALL < d.weight < definition.weight]
    folding = [
        fold_part(about, part, _clear(smaller, {**about, "given": [], "show": part}))
        for part in definition.json_parts
    ]
    needed = {d.id: d for _, found in folding for d in found}
    layout = _layout(about, definitions=(*needed.values(), definition))
    trees, parts = _abbreviated([node for node, _ in folding], about)
    layout.names.ours = frozenset(part.name for part in parts)
    heads = [(layout.term(part.head), layout.term(part.body)) for part in parts]
    if definition.kind == "defined":
        made = ["row", layout.term(definition.itself), ["op", "="], layout.term(trees[0])]
    else:
        bodies = layout.conditions(trees, RELATION if len(trees) > 1 else OR_LOOSER)
        made = ["row", layout.formula(definition.itself), ["op", "⇔"], _joined(bodies, "∧")]
    boxes = [made, *(["row", head, ["op", "="], body] for head, body in heads)]
    return boxes, tuple(needed.values())


def _clear(
    definitions: Sequence[Definition], statement: Mapping[str, Any]
) -> tuple[Definition, ...]:
    """The definitions whose printed names are no names of the statement."""
    if not definitions:
        return ()
    raw = {*statement["vars"], *statement["functions"]}
    for item in (*statement["given"], statement["show"]):
        raw |= names_in(tree(item))
    shown = raw | {f"{base}_{under}" if under else base for base, under in map(_parts, raw)}
    return tuple(d for d in definitions if not d.words & shown)


def term(statement: Mapping[str, Any], data: Any) -> str:
    """A term of a statement, on one line."""
    return text(_layout(statement).term(tree(data)))


def lines(boxes: Sequence[Box]) -> str:
    """A :func:`formula`, one name a line."""
    words = ["", "where ", *["and "] * len(boxes)]
    return "\n".join(word + text(box) for word, box in zip(words, boxes, strict=False))


def about(statement: Mapping[str, Any], layout: Layout | None = None) -> Box | None:
    """``for all N, d ∈ ℤ, ε ∈ ℝ, functions f(·)``: what a statement speaks of; None of nothing."""
    names = (layout or _layout(statement)).names
    items: list[Box] = []
    for sort in ("int", "real"):
        same = [names(name) for name, its in statement["vars"].items() if its == sort]
        if same:
            items.append(["row", _listed(same), ["op", "∈"], _SORTS[sort]])
    heads = [
        ["row", names(name), ["fence", "(", _listed([["op", "⋅"]] * arity), ")"]]
        for name, arity in statement["functions"].items()
    ]
    if heads:
        word = "function " if len(heads) == 1 else "functions "
        items.append(["row", ["text", word], _listed(heads)])
    if not items:
        return None
    return ["row", ["text", "for all "], _joined(items, ";")]


def data(values: Mapping[str, Any], functions: Mapping[str, tuple[Sequence[str], Any]]) -> str:
    """``N = 1, f(x) = |x − 1/2|``: closed terms, and functions of their parameters."""
    layout = Layout(Names())
    made = [(name, layout.term(tree(term))) for name, term in values.items()]
    boxes = [["row", layout.names(name), ["op", "="], term] for name, term in made]
    for name, (parameters, body) in functions.items():
        head = layout.term(("app", name, *parameters))
        boxes.append(["row", head, ["op", "="], layout.term(tree(body))])
    return text(_listed(boxes)) if boxes else ""


def _layout(
    statement: Mapping[str, Any],
    misread: Callable[[str], bool] = RESERVED.__contains__,
    definitions: Sequence[Definition] = (),
) -> Layout:
    names = Names(misread)
    for name in (*statement["vars"], *statement["functions"]):
        names(name)
    return Layout(names, {definition.id: definition for definition in definitions})


def _abbreviated(
    trees: Sequence[Tree], statement: Mapping[str, Any]
) -> tuple[list[Tree], list[Part]]:
    free = {*statement["vars"], *statement["functions"]}
    return named_parts(trees, free, lambda part: variables(part) - free)


# --- boxes on a line -----------------------------------------------------------------------------

_SUPER = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_SUB = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_PLAIN = {
    "≤": " <= ", "<": " < ", "≥": " >= ", ">": " > ", "=": " = ", "≠": " != ", "∈": " in ",
    "⇒": " => ", "∧": " and ", "+": " + ", "−": " - ", "·": " * ", "\u2062": "*", "ℝ": "reals",
    "ℤ": "integers", "∀": "for all ", "∃": "for some ", "π": "pi", "…": "...", "⋅": ".", ",": ", ",
    ":": ": ", ";": "; ", "¬": "not ", "∨": " or ", "↦": " -> ", "→": " -> ",
    "∞": "infinity", "′": "'", "⇔": " <=> ", "×": " x ",
}  # fmt: skip
_SPACED = frozenset("≤<≥>=≠∈⇒⇔∧∨+−↦→×")
_FANCY = {op: f" {op} " for op in _SPACED} | {
    "\u2062": "", "∀": "∀ ", "∃": "∃ ", ",": ", ", ":": ": ", ";": "; ",
}  # fmt: skip
_CALLS = {"|": "abs", "⌊": "floor", "‖": "norm"}


def text(box: Box, ascii_only: bool = False) -> str:
    """The box on one line; in ASCII a name is printed as it is written in the statement."""

    def said(inner: Box) -> str:
        return text(inner, ascii_only)

    kind = box[0]
    if kind == "name":
        _, raw, base, under = box
        if ascii_only:
            return str(raw)
        low = under.translate(_SUB) if under.isdigit() else f"_{under}"
        return f"{base}{low if under else ''}"
    if kind in ("num", "text"):
        return str(box[1])
    if kind == "op":
        return str((_PLAIN if ascii_only else _FANCY).get(box[1], box[1]))
    if kind == "frac":
        return f"{_grouped(box[1], said)}/{_grouped(box[2], said)}"
    if kind == "sqrt":
        inside = said(box[1])
        short = not ascii_only and (box[1][0] in ("name", "num"))
        return f"√{inside}" if short else f"{'sqrt' if ascii_only else '√'}({inside})"
    if kind == "sup":
        power = said(box[2])
        digits = not ascii_only and power.isdigit()
        short = power.isalnum() and len(power) < 4
        raised = power.translate(_SUPER) if digits else f"^{power if short else f'{{{power}}}'}"
        return _grouped(box[1], said) + raised
    if kind == "sub":
        base, under = said(box[1]), said(box[2])
        digits = not ascii_only and under.isdigit()
        short = under.isalnum() and len(under) < 9
        low = under.translate(_SUB) if digits else f"_{under}" if short else f"_{{{under}}}"
        return base + low
    if kind == "sum":
        index, low, high, body = (said(part) for part in box[1:])
        if ascii_only:
            return f"sum({index} = {low}..{high}, {body})"
        return f"Σ_{{{index}={low}..{high}}} {body}"
    if kind == "fence":
        _, left, inner, right = box
        inside = said(inner)
        if left in _CALLS and (ascii_only or (left == "|" and "|" in inside)):
            return f"{_CALLS[left]}({inside})"
        return f"{left}{inside}{right}"
    return "".join(_row(box[1:], said))


def _row(boxes: Sequence[Box], said: Callable[[Box], str]) -> Iterator[str]:
    for number, box in enumerate(boxes):
        after = boxes[number + 1] if number + 1 < len(boxes) else ["", ""]
        if box == ["op", "−"] and (number == 0 or boxes[number - 1][0] == "op"):
            yield said(box).strip()
        elif box[0] == "frac" and after[1] in ("·", "\u2062"):
            yield f"({said(box)})"
        else:
            yield said(box)


def _grouped(box: Box, said: Callable[[Box], str]) -> str:
    """In parentheses unless it is one thing."""
    heads = ("name", "text", "sub")
    whole = box[0] in ("name", "num", "fence", "sqrt", "sub") or (
        box[0] == "row" and len(box) == 3 and box[2][0] == "fence" and box[1][0] in heads
    )
    return said(box) if whole else f"({said(box)})"
