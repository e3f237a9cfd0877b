"""Formulas in the kernel's own words: for those who write proofs and rules.

What a reader of statements sees is laid out by :mod:`proofs.notation`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from proofs.kernel import poly as P
from proofs.kernel.context import Context


def show(node: Any) -> str:
    """A term or formula on one line."""
    if isinstance(node, Fraction):
        return str(node)
    if isinstance(node, (str, int)):
        return str(node).replace("#", "k")
    op, args = node[0], node[1:]
    if op in ("<=", "<", "=", "!="):
        return f"{show(args[0])} {op} {show(args[1])}"
    if op == "and":
        return " and ".join(f"({show(a)})" for a in args) or "true"
    if op == "implies":
        return f"({show(args[0])}) => ({show(args[1])})"
    if op in ("all", "some"):
        return f"for {op} {args[1]} {show(args[0])}: {show(args[2])}"
    if op == "lipschitz":
        return f"{args[0]} is {_atom(args[1])}-Lipschitz on [{show(args[2])}, {show(args[3])}]"
    if op == "sum":
        k = show(args[0])
        return f"sum({k} = {show(args[1])}..{show(args[2])}, {show(args[3])})"
    if op == "app":
        return f"{args[0]}({', '.join(show(a) for a in args[1:])})"
    if op == "^":
        tower = isinstance(args[0], tuple) and args[0][0] == "^"
        return f"({show(args[0])})^{args[1]}" if tower else f"{_atom(args[0])}^{args[1]}"
    if op == "-" and len(args) == 1:
        return f"-{_atom(args[0])}"
    if op in ("+", "-", "*", "/"):
        return f" {op} ".join(_atom(a) if op != "+" else show(a) for a in args)
    return f"{op}({', '.join(show(a) for a in args)})"


def _atom(node: Any) -> str:
    text = show(node)
    compound = isinstance(node, tuple) and node[0] in ("+", "-", "*", "/")
    return f"({text})" if compound or text.startswith("-") or "/" in text else text


def describe(context: Context) -> str:
    """What is known and to be shown at a node, for whoever writes the script of a proof."""
    names = {name: key for key, name in context.atoms.items()}
    lines = [f"{name} := {key}" for name, key in names.items()]
    lines += [f"[{i}] {show_poly(lit.poly)} {lit.rel} 0" for i, lit in enumerate(context.literals)]
    lines += [f"<{i}> {show(rule)}" for i, rule in enumerate(context.rules)]
    return "\n".join([*lines, f"|- {show(context.goal)}"])


def show_poly(poly: P.Poly) -> str:
    """``-1 + @0*N``: the monomials in the kernel's order."""

    def monomial(m: P.Monomial) -> str:
        return "*".join(name if e == 1 else f"{name}^{e}" for name, e in m)

    return (
        " + ".join(
            str(c) if not m else monomial(m) if c == 1 else f"{c}*{monomial(m)}"
            for m, c in sorted(poly.items())
        )
        or "0"
    )
