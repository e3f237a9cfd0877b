"""No rule loses a counterexample: the soundness of the kernel, rule by rule, on random models.

Take a model in which the hypotheses of a context hold and its goal does not.  A rule may answer
with no child only if there is no such model, so some child must have one too: the same model, or
the same model with a value for the variable that the rule introduced.  Random contexts, random
rules with random parameters; the oracle evaluates formulas exactly and knows nothing of proofs.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction as F
from typing import Any

import pytest
from kernelkit import Json
from models import Unknown, holds, literal_holds, value, with_atoms

from proofs.kernel.axioms import AXIOMS
from proofs.kernel.check import RULES, expand, open_statement
from proofs.kernel.context import Context
from proofs.kernel.errors import Reject
from proofs.kernel.terms import read_formula, substitute
from tests.sampling import some_of

RELATIONS = ("<=", "<", "=", "!=")
FITTING = {"some": ["some"] * 20, "all": ["intro"] * 20}  # the only rules that take these apart
REACH = 12  # how far a claim of an induction is followed


class Walk:
    """One random model, and a random walk down a proof along its counterexamples."""

    def __init__(self, seed: int) -> None:
        self.rng = rng = random.Random(seed)
        p, q, r, s = (F(rng.randrange(-3, 4), rng.choice([1, 2])) for _ in range(4))
        self.functions: dict[str, Callable[..., F]] = {
            "f": lambda t: p * t + q + r * abs(t - s),
            "g": lambda t, u: t * u + p,
        }
        self.values = {name: F(rng.randrange(-4, 5), rng.choice([1, 1, 2])) for name in "xya"}
        self.values |= {name: F(rng.randrange(-2, 5)) for name in "mn"}
        self.witness: dict[str, F] = {}  # for the bound variable of a universal goal
        x, n = self.values["x"], int(self.values["n"])
        self.low, self.high = x - rng.randrange(3), x + rng.randrange(1, 3)
        kink = ["*", str(r), ["abs", ["-", "u", str(s)]]]
        formula = ["+", ["*", str(p), "u"], str(q), kink]
        strict = rng.choice(["<", "<="]) if self.low < x < self.high else "<="
        given: list[Json] = [
            [strict, str(self.low), "x"],
            [strict, "x", str(self.high)],
            ["<=", str(n - 1), "n"],
            ["<=", "n", str(n + 1)],
            ["lipschitz", "f", str(abs(p) + abs(r)), str(self.low), str(self.high)],
            ["all", "u", "real", ["=", ["app", "f", "u"], formula]],
            ["some", "e", "real", ["<=", "e", "x"]],
            ["all", "int", "real", ["all", "j", "int", ["=", ["floor", "j"], "j"]]],
        ]
        sorts = dict.fromkeys("xya", "real") | dict.fromkeys("mn", "int")
        names, functions = list(sorts), {"f": 1, "g": 2}
        samples = self.formulas(names, 14)
        given += [data for data in samples[:10] if self.true(data, sorts, functions)]
        false = [data for data in samples[4:] if self.true(data, sorts, functions) is False]
        show = self.goal(false or [["<", "x", "x"]])
        self.context = open_statement(
            {"vars": sorts, "functions": functions, "given": given, "show": show}
        )

    def goal(self, false: list[Json]) -> Json:
        rng, chosen = self.rng, self.rng.choice(false)
        kind = rng.randrange(6)
        if kind == 0:
            return ["and", ["<=", "0", "1"], chosen, rng.choice(false)]
        if kind == 1:
            return ["implies", ["!=", "0", "1"], chosen]
        if kind == 2:  # false at the witness z, whatever the sort: z = x there
            self.witness["z"] = self.values["x"]
            return ["all", "z", "real", ["implies", ["=", "z", "x"], chosen]]
        if kind == 3:
            return ["some", "z", rng.choice(["real", "int"]), ["and", ["<=", "z", "z"], chosen]]
        return chosen

    def true(self, data: Json, sorts: Any, functions: Any) -> bool | None:
        try:
            read = read_formula(data, sorts, functions)
            return holds(read, self.values, self.functions)
        except (Unknown, Reject):
            return None

    # Random terms, formulas and nodes.

    def term(self, names: list[str], depth: int = 2) -> Json:
        rng = self.rng
        if depth == 0 or rng.random() < 0.2:
            return rng.choice([*names, *names, str(F(rng.randrange(-3, 4), rng.choice([1, 2])))])

        def part() -> Json:
            return self.term(names, depth - 1)

        kind = rng.randrange(9)
        if kind < 3:
            return [rng.choice("+-*"), part(), part()]
        if kind == 3:
            return [rng.choice(["abs", "sign", "floor", "sqrt"]), part()]
        if kind == 4:
            return [rng.choice(["max", "min", "/"]), part(), part()]
        if kind == 5:
            return ["app", "f", part()]
        if kind == 6:
            return ["app", "g", part(), part()]
        if kind == 7:
            body = self.term([*names, "w"], depth - 1)
            return ["sum", "w", str(rng.randrange(-1, 3)), rng.choice(["m", "n", "2"]), body]
        return ["^", part(), rng.randrange(3)]

    def formulas(self, names: list[str], count: int) -> list[Json]:
        rng = self.rng
        found: list[Json] = []
        for _ in range(count):
            only = ["x"] if rng.random() < 0.3 else names
            data: Json = [rng.choice(RELATIONS), self.term(only), self.term(only)]
            if rng.random() < 0.2:
                data = ["implies", [rng.choice(RELATIONS), self.term(names), "0"], data]
            found.append(data)
        return found

    def node(self, by: str) -> Json:
        rng, context = self.rng, self.context
        names = [name for name in context.sorts if name in self.values or name[0] == "@"]
        literals = range(len(context.literals) + 1)

        def terms() -> Json:
            return [
                [str(rng.randrange(1, 3)), rng.sample(literals, rng.randrange(1, 3)),
                 [self.term(names)] if rng.random() < 0.3 else []]
                for _ in range(rng.randrange(1, 4))
            ]  # fmt: skip

        def mult() -> Json:
            return [[rng.choice(literals), self.term(names)] for _ in range(rng.randrange(2))]

        n = int(self.values["n"])
        inner = [rng.choice(["abs", "max", "min", "sign"]), self.term(names)]
        inner += [self.term(names)] if inner[0][0] == "m" else []
        sums = [["sum", "w", "0", rng.choice(["m", "n", "1"]), self.term([*names, "w"])]]
        cuts = [str(self.low), *([str((self.low + self.high) / 2)] if rng.random() < 0.5 else [])]
        parameters: dict[str, Callable[[], Json]] = {
            "leaf": lambda: {"terms": terms(), "mult": mult()},
            "zero": lambda: {"lit": literals[-1], "terms": [["1", [], []]], "mult": mult()},
            "split": lambda: {"on": self.term(names)},
            "case": lambda: {"on": inner},
            "have": lambda: {"show": self.formulas(names, 1)[0]},
            "both": dict,
            "intro": lambda: {"as": f"new{len(context.sorts)}"},
            "some": lambda: {"is": self.term(names)},
            "use": lambda: {
                "rule": rng.randrange(len(context.rules)),
                "at": [self.term(names, 1) for _ in range(rng.randrange(3))],
            },
            "same": lambda: {
                "first": ["app", "f", self.term(names)], "second": ["app", "f", self.term(names)]
            },
            "define": lambda: {"term": rng.choice(
                [["/", self.term(names), self.term(names)], ["sqrt", self.term(names)]]
            )},
            "finite": lambda: {"on": "n", "from": n - 1, "to": n + rng.randrange(1, 3)},
            "induct": lambda: {
                "on": "t", "from": rng.choice(["0", "n", "1"]),
                "claim": [rng.choice(RELATIONS), self.term([*names, "t"]), self.term(["t", "n"])],
            },
            "unfold": lambda: {"on": rng.choice(sums)},
            "empty": lambda: {"on": rng.choice(sums)},
            "cover": lambda: {"on": "x", "cuts": [*cuts, str(self.high)], "bits": 16},
            "obtain": lambda: {
                "rule": next(i for i, rule in enumerate(context.rules) if rule[0] == "some"),
                "as": f"new{len(context.sorts)}",
            },
            "axiom": lambda: {"name": rng.choice(list(AXIOMS))},
            "supremum": lambda: {
                "on": "v7", "as": "s7", "other": "t7",
                "claim": [rng.choice(RELATIONS), self.term([*names, "v7"]), self.term(["v7"])],
            },
            "evaluate": lambda: {"bits": 16},
        }  # fmt: skip
        return {"by": by, "then": [], **parameters[by]()}

    # The counterexample, before and after.

    def broken(self, context: Context, values: dict[str, F]) -> bool:
        """Hypotheses hold and the goal fails.  Universal hypotheses hold by construction."""
        full = with_atoms(context, values, self.functions)
        if not all(literal_holds(literal, full) for literal in context.literals):
            return False
        plain = [rule for rule in context.rules if rule[0] == "implies" and rule[1][0] in RELATIONS]
        if not all(holds(rule, full, self.functions) for rule in plain):
            return False
        return not self.goal_holds(context.goal, full)

    def goal_holds(self, goal: Any, full: Any) -> bool:
        if goal[0] == "all":
            return self.goal_holds(substitute(goal[3], goal[1], self.witness["z"]), full)
        if goal[0] == "some":
            return self.goal_holds(substitute(goal[3], goal[1], F(0)), full)
        return holds(goal, full, self.functions)

    def children(self, by: str, node: Json, found: list[Context]) -> bool:
        """Move to a child with a counterexample, if there is one."""
        models = [(child, dict(self.values)) for child in found]
        if by == "intro" and node["as"] in found[0].sorts:
            models[0][1][node["as"]] = self.witness["z"]
        if by == "obtain":
            models[0][1][node["as"]] = self.values["x"]
        if by == "induct":
            full = with_atoms(self.context, self.values, self.functions)
            start = value(self.context.read(node["from"]), full, self.functions)
            assert start is not None
            models[1:2] = [
                (found[1], {**self.values, "t": start + k}) for k in range(REACH)
            ]  # fmt: skip
        for child, values in models:
            if self.broken(child, values):
                self.context, self.values = child, values
                return True
        return False


def run(seed: int, used: Counter[str]) -> None:
    try:
        walk = Walk(seed)
        if not walk.broken(walk.context, walk.values):
            raise AssertionError(f"{seed}: not a counterexample to begin with")
    except (Unknown, Reject):
        return
    for _ in range(12):
        by = walk.rng.choice([*RULES, *FITTING.get(walk.context.goal[0], ())])
        node = walk.node(by)
        before = f"{seed}: {node}\nat {walk.values}\n{walk.context}"
        length = None
        try:
            # the number of children is not known in advance: ask the rule, not the node
            found = RULES[by][1](walk.context.child(), node)
            length = len(found)
            expand(walk.context, {**node, "then": [None] * length})
        except Reject:
            continue
        except RecursionError:
            return
        used[by] += 1
        try:
            if not walk.children(by, node, found):
                raise AssertionError(f"a counterexample is lost\n{before}")
        except Unknown:
            return


@some_of(3)
@pytest.mark.parametrize("block", range(8))
def test_no_rule_loses_a_counterexample(block: int) -> None:
    used: Counter[str] = Counter()
    for seed in range(70 * block, 70 * (block + 1)):
        run(seed, used)
    closed_by_identity = {"leaf", "zero", "cover", "evaluate"}
    for rule in set(RULES) - closed_by_identity:  # those can only ever refuse here
        assert used[rule] > 0, (rule, used)
