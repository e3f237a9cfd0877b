"""Small changes of a Python module, one at a time, in a fixed order.

Each change is to one place of the syntax tree: a comparison, a number, a name of an operation, an
argument, a statement.  Never changed: annotations, type aliases, imports, ``__all__``, and the
sentences that say to people why something was refused (the second argument of a refusal).
"""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

REFUSALS = {"Reject", "Decline"}
COMPARE: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
OPPOSITE = {"min": "max", "max": "min", "any": "all", "all": "any"}
OPPOSITE |= {"Reject": "Decline", "Decline": "Reject"}
TRANSPARENT = {"abs", "dict", "list", "reversed", "set", "sorted", "tuple"}  # f(a) -> a


@dataclass(frozen=True)
class Mutant:
    """One change.  Its key names the place by the text around it, not by the line's number."""

    file: str
    line: int
    lines: tuple[int, ...]  # of the statement's head: a test that runs none of them cannot tell
    key: tuple[str, str, int, str]  # scope, text of the line, column in that text, change


@dataclass(frozen=True)
class Edit:
    """``node.field`` (its element ``at``, where it is a list) becomes ``new``, or goes."""

    node: ast.AST
    field: str
    at: int | None
    new: ast.AST | str | int | None

    def apply(self) -> None:
        if self.at is None:
            setattr(self.node, self.field, self.new)
        elif self.new is None:
            del getattr(self.node, self.field)[self.at]
        else:
            getattr(self.node, self.field)[self.at] = self.new


class Source:
    """The mutants of one module, and the code of each."""

    def __init__(self, file: str, text: str) -> None:
        self.file, self.text = file, text
        self.tree = ast.parse(text)
        self._lines = text.splitlines()
        self._found: list[tuple[Mutant, tuple[Edit, ...]]] = []
        self._scope: list[str] = []
        self._head: tuple[int, ...] = ()
        self._bound: list[Counter[str]] = []
        self._keys: Counter[tuple[str, str, int, str]] = Counter()
        self._block(self.tree)

    @property
    def mutants(self) -> list[Mutant]:
        return [mutant for mutant, _ in self._found]

    def change(self, index: int) -> ast.Module:
        """The tree with one change, made in place: a source can be changed once."""
        for edit in self._found[index][1]:
            edit.apply()
        return ast.fix_missing_locations(self.tree)

    # Finding the places.

    def _note(self, node: ast.AST, change: str, *edits: Edit) -> None:
        line = node.lineno  # type: ignore[attr-defined]
        text = self._lines[line - 1]
        column = node.col_offset - (len(text) - len(text.lstrip()))  # type: ignore[attr-defined]
        key = (".".join(self._scope), text.strip(), column, change)
        self._keys[key] += 1
        if (times := self._keys[key]) > 1:  # the same line again in the same function
            key = (*key[:3], f"{change} ({times})")
        self._found.append((Mutant(self.file, line, self._head, key), edits))

    def _swap(
        self, parent: ast.AST, field: str, at: int | None, old: ast.expr, new: ast.AST
    ) -> None:
        change = f"{ast.unparse(old)} -> {ast.unparse(new)}"
        self._note(old, change, Edit(parent, field, at, new))

    def _drop(self, parent: ast.AST, field: str, at: int, old: ast.AST, what: str = "") -> None:
        self._note(old, f"drop {what or ast.unparse(old)}", Edit(parent, field, at, None))

    def _block(self, node: ast.AST) -> None:
        for field in ("body", "orelse", "finalbody"):
            block = getattr(node, field, None)
            for at, statement in enumerate(block if isinstance(block, list) else ()):
                self._statement(node, field, at, statement)

    def _statement(self, parent: ast.AST, field: str, at: int, node: ast.stmt) -> None:
        outer, self._head = self._head, _head(node)
        self._removal(parent, field, at, node)
        if isinstance(node, ast.FunctionDef):
            self._decorators(node)
            arguments = node.args
            for i, default in enumerate(arguments.defaults):
                self._expression(arguments, "defaults", i, default)
            self._scope.append(node.name)
            self._bound.append(_bindings(node))
            self._head = ()
            self._block(node)
            self._bound.pop()
            self._scope.pop()
        elif isinstance(node, ast.ClassDef):
            self._decorators(node)
            self._scope.append(node.name)
            self._block(node)
            self._scope.pop()
        elif isinstance(node, ast.If | ast.While):
            self._condition(node, "test", None, node.test, loop=isinstance(node, ast.While))
            self._expression(node, "test", None, node.test)
            self._block(node)
        elif isinstance(node, ast.For):
            nothing = ast.Tuple([], ast.Load())
            self._note(node.iter, "loop over nothing", Edit(node, "iter", None, nothing))
            self._expression(node, "iter", None, node.iter)
            self._block(node)
        elif isinstance(node, ast.Try):
            for handler in node.handlers:
                if isinstance(handler.type, ast.Tuple):
                    for i, kind in enumerate(handler.type.elts):
                        self._drop(handler.type, "elts", i, kind)
                self._block(handler)
            self._block(node)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            if node.value is not None and not _alias(node):
                self._expression(node, "value", None, node.value)
        elif isinstance(node, ast.AugAssign):
            new = ARITHMETIC[type(node.op)]()
            change = f"{_sign(node.op)}= -> {_sign(new)}="
            self._note(node, change, Edit(node, "op", None, new))
            self._expression(node, "value", None, node.value)
        elif isinstance(node, ast.Return | ast.Expr) and node.value is not None:
            if not _docstring(node):
                self._expression(node, "value", None, node.value)
        elif isinstance(node, ast.Raise) and node.exc is not None:
            self._expression(node, "exc", None, node.exc)
        elif isinstance(node, ast.Break | ast.Continue):
            other = ast.Continue() if isinstance(node, ast.Break) else ast.Break()
            self._note(node, "break <-> continue", Edit(parent, field, at, other))
        elif isinstance(node, ast.Delete | ast.Import | ast.ImportFrom | ast.Pass):
            pass
        else:
            raise TypeError(f"{self.file}:{node.lineno}: {type(node).__name__}")
        self._head = outer

    def _removal(self, parent: ast.AST, field: str, at: int, node: ast.stmt) -> None:
        """Without this statement; a return becomes one of None, and falls through."""
        gone = Edit(parent, field, at, ast.Pass())
        if isinstance(node, ast.Return):
            self._note(node, "return None", Edit(node, "value", None, ast.Constant(None)))
            if at + 1 < len(getattr(parent, field)) or not isinstance(parent, ast.FunctionDef):
                self._note(node, "remove return", gone)
        elif isinstance(node, ast.Raise | ast.AugAssign | ast.Delete):
            self._note(node, f"remove {type(node).__name__.lower()}", gone)
        elif isinstance(node, ast.Expr) and not _docstring(node):
            self._note(node, "remove statement", gone)
        elif isinstance(node, ast.Assign) and self._bound and self._rebinds(node):
            self._note(node, "remove assignment", gone)

    def _rebinds(self, node: ast.Assign) -> bool:
        """Whether the statement changes what is there already (so that others can do without)."""
        names = [n for t in node.targets for n in (t.elts if isinstance(t, ast.Tuple) else [t])]
        return all(not isinstance(n, ast.Name) or self._bound[-1][n.id] > 1 for n in names)

    def _decorators(self, node: ast.FunctionDef | ast.ClassDef) -> None:
        for i, decorator in enumerate(node.decorator_list):
            self._drop(node, "decorator_list", i, decorator, f"@{ast.unparse(decorator)}")
            self._expression(node, "decorator_list", i, decorator)

    def _condition(
        self, parent: ast.AST, field: str, at: int | None, node: ast.expr, loop: bool = False
    ) -> None:
        if not isinstance(node, ast.Constant):
            for value in (False,) if loop else (True, False):
                new = Edit(parent, field, at, ast.Constant(value))
                self._note(node, f"if {value} instead of {ast.unparse(node)}", new)

    def _expression(self, parent: ast.AST, field: str, at: int | None, node: ast.expr) -> None:
        visit: Callable[..., None] = getattr(self, f"_{type(node).__name__.lower()}", self._parts)
        if visit(parent, field, at, node) is None and visit != self._parts:
            self._parts(parent, field, at, node)

    def _parts(self, parent: ast.AST, field: str, at: int | None, node: ast.expr) -> None:
        if isinstance(node, ast.Lambda):
            self._expression(node, "body", None, node.body)
            return
        refusal = isinstance(node, ast.Call) and _called(node) in REFUSALS
        for name, value in ast.iter_fields(node):
            if isinstance(value, ast.expr):
                self._expression(node, name, None, value)
            for i, part in enumerate(value if isinstance(value, list) else ()):
                if isinstance(part, ast.expr) and not (refusal and name == "args" and i == 1):
                    self._expression(node, name, i, part)
                elif isinstance(part, ast.keyword):
                    self._drop(node, name, i, part, f"{part.arg}=")
                    self._expression(part, "value", None, part.value)
                elif isinstance(part, ast.comprehension):
                    self._expression(part, "iter", None, part.iter)
                    for j, test in enumerate(part.ifs):
                        self._condition(part, "ifs", j, test)
                        self._expression(part, "ifs", j, test)

    def _compare(self, parent: ast.AST, field: str, at: int | None, node: ast.Compare) -> None:
        for i, op in enumerate(node.ops):
            for other in COMPARE[type(op)]:
                new = copy.deepcopy(node)
                new.ops[i] = other()
                self._swap(parent, field, at, node, new)

    def _binop(self, parent: ast.AST, field: str, at: int | None, node: ast.BinOp) -> None:
        new = copy.deepcopy(node)
        new.op = ARITHMETIC[type(node.op)]()
        self._swap(parent, field, at, node, new)

    def _boolop(self, parent: ast.AST, field: str, at: int | None, node: ast.BoolOp) -> None:
        new = copy.deepcopy(node)
        new.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        self._swap(parent, field, at, node, new)
        for i in range(len(node.values)):
            fewer = copy.deepcopy(node)
            del fewer.values[i]
            self._swap(parent, field, at, node, fewer if len(fewer.values) > 1 else fewer.values[0])

    def _unaryop(self, parent: ast.AST, field: str, at: int | None, node: ast.UnaryOp) -> None:
        self._swap(parent, field, at, node, node.operand)

    def _ifexp(self, parent: ast.AST, field: str, at: int | None, node: ast.IfExp) -> None:
        self._condition(node, "test", None, node.test)

    def _constant(self, parent: ast.AST, field: str, at: int | None, node: ast.Constant) -> None:
        value = node.value
        if isinstance(value, bool):
            self._swap(parent, field, at, node, ast.Constant(not value))
        elif isinstance(value, int):
            for other in (value + 1, value - 1):
                self._swap(parent, field, at, node, ast.Constant(other))
        elif isinstance(value, str):
            self._swap(parent, field, at, node, ast.Constant(value + "~"))

    def _joinedstr(self, *place: object) -> bool:
        """The text between the values of an f-string is changed as a whole: see ``_tagged``."""
        return self._tagged(*place)  # type: ignore[arg-type]

    def _tagged(self, parent: ast.AST, field: str, at: int | None, node: ast.JoinedStr) -> bool:
        new = ast.JoinedStr([*node.values, ast.Constant("~")])
        self._swap(parent, field, at, node, new)
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                self._expression(part, "value", None, part.value)
        return True

    def _call(self, parent: ast.AST, field: str, at: int | None, node: ast.Call) -> None:
        name = _called(node)
        if name in OPPOSITE:
            self._swap(node, "func", None, node.func, ast.Name(OPPOSITE[name], ast.Load()))
        if name in TRANSPARENT and len(node.args) == 1:
            self._swap(parent, field, at, node, node.args[0])
        if name in REFUSALS or name == "isinstance":
            return
        for i, (one, two) in enumerate(zip(node.args, node.args[1:], strict=False)):
            starred = isinstance(one, ast.Starred) or isinstance(two, ast.Starred)
            if not starred and name not in OPPOSITE:  # the order means nothing to min and max
                self._exchange(node, "args", i)
        if len(node.args) > 1 and not isinstance(node.args[-1], ast.Starred):
            self._drop(
                node,
                "args",
                len(node.args) - 1,
                node.args[-1],
                f"argument {ast.unparse(node.args[-1])}",
            )

    def _tuple(self, parent: ast.AST, field: str, at: int | None, node: ast.Tuple) -> None:
        elements = node.elts
        unpacked = isinstance(parent, ast.Assign) and isinstance(parent.targets[0], ast.Tuple)
        for i, element in enumerate(elements):
            if not unpacked:  # it would be an error, whatever the tests are
                self._drop(node, "elts", i, element)
            among = isinstance(parent, ast.Compare) and isinstance(
                parent.ops[0], ast.In | ast.NotIn
            )
            if i and not among:  # the order means nothing to ``in``
                self._exchange(node, "elts", i - 1)

    def _exchange(self, parent: ast.Call | ast.Tuple, field: str, at: int) -> None:
        one, two = getattr(parent, field)[at : at + 2]
        if ast.dump(one) != ast.dump(two):
            change = f"exchange {ast.unparse(one)} and {ast.unparse(two)}"
            self._note(one, change, Edit(parent, field, at, two), Edit(parent, field, at + 1, one))

    _list = _tuple

    def _set(self, parent: ast.AST, field: str, at: int | None, node: ast.Set) -> None:
        for i, element in enumerate(node.elts):
            self._drop(node, "elts", i, element)

    def _dict(self, parent: ast.AST, field: str, at: int | None, node: ast.Dict) -> bool:
        for i, (key, value) in enumerate(zip(node.keys, node.values, strict=True)):
            if key is None:
                raise TypeError("a dictionary in a dictionary")
            self._note(
                key,
                f"drop {ast.unparse(key)}: {ast.unparse(value)}",
                Edit(node, "keys", i, None),
                Edit(node, "values", i, None),
            )
            self._expression(node, "keys", i, key)
            self._expression(node, "values", i, value)
        return True

    def _slice(self, parent: ast.AST, field: str, at: int | None, node: ast.Slice) -> None:
        for bound in ("lower", "upper"):
            if getattr(node, bound) is not None:
                new = copy.deepcopy(node)
                setattr(new, bound, None)
                self._swap(parent, field, at, node, new)


def _called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else ""


def _sign(op: ast.operator) -> str:
    return ast.unparse(ast.BinOp(ast.Name("a"), op, ast.Name("b")))[2:-2]


def _docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _alias(node: ast.Assign | ast.AnnAssign) -> bool:
    """``Name = tuple[...]`` is for type checkers, ``__all__`` for readers."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    named = isinstance(targets[0], ast.Name) and targets[0].id == "__all__"
    value = node.value
    generic = isinstance(value, ast.Subscript) and isinstance(value.value, ast.Name)
    kinds = {"tuple", "dict", "list", "Callable"}
    return named or (generic and value.value.id in kinds)  # type: ignore[union-attr]


def _bindings(node: ast.FunctionDef) -> Counter[str]:
    """How often each name is given a value in a function; an argument once."""
    names = Counter(argument.arg for argument in ast.walk(node) if isinstance(argument, ast.arg))
    for inner in ast.walk(node):
        if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store):
            names[inner.id] += 1
    return names


def _head(node: ast.stmt) -> tuple[int, ...]:
    """The lines of a statement without the block below it (of ``try``: with all of it)."""
    last = node.end_lineno or node.lineno
    first = node.lineno
    if isinstance(node, ast.If | ast.While):
        last = node.test.end_lineno or first
    elif isinstance(node, ast.For):
        last = node.iter.end_lineno or first
    elif isinstance(node, ast.FunctionDef | ast.ClassDef):
        first = min([first, *(d.lineno for d in node.decorator_list)])
        last = node.body[0].lineno - 1
    return tuple(range(first, max(first, last) + 1))
