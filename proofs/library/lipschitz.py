"""What follows from |f(x) - f(y)| <= L |x - y| on [0, 1], for scripts."""

from __future__ import annotations

from constructions.terms import TermSystem, app, var
from proofs.trees.script import Json, Node, auto, have, look, rule_index, use

S = TermSystem()
L = var("L")


def nonnegative_constant(then: Node) -> Node:
    """L >= 0, since |f(0) - f(1)| <= L."""
    gap: Json = S.abs(app("f", S.const(0)) - app("f", S.const(1))) >= 0
    return have(
        L >= 0,
        look(
            lambda context: use(
                rule_index(context, lambda rule: rule[0] == "lipschitz"),
                ["0", "1"],
                auto("0 and 1 lie in [0, 1]"),
                have(gap, auto("|f(0) - f(1)| >= 0"), auto("L >= 0")),
            )
        ),
        then,
    )
