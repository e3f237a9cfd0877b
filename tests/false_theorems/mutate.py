"""Random structural changes of a proof: most break it, none may make it prove a falsehood."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from fractions import Fraction as F
from typing import Any

from proofs.kernel.check import RULES

Json = Any
Change = Callable[[random.Random, Json], None]


def nodes(proof: Json) -> list[Json]:
    return [proof, *(n for child in proof["then"] for n in nodes(child))]


def _number(rng: random.Random, old: str) -> str:
    number = F(old)
    return str(rng.choice([number + 1, number - 1, -number, 2 * number, number / 2, F(0), F(1)]))


def _numbers(rng: random.Random, data: Json) -> Json:
    """``data`` with one of its numbers or operations changed."""
    if isinstance(data, str):
        digits = data.lstrip("-").replace("/", "").isdigit()
        return _number(rng, data) if digits else data
    if isinstance(data, list) and data:
        place = rng.randrange(len(data))
        return [*data[:place], _numbers(rng, data[place]), *data[place + 1 :]]
    return data


def _coefficient(rng: random.Random, n: Json) -> None:
    term = rng.choice(n["terms"])
    term[0] = _number(rng, term[0])


def _literal(rng: random.Random, n: Json) -> None:
    used = rng.choice(n["terms"])[1]
    if used:
        used[rng.randrange(len(used))] += rng.choice([-1, 1, 2])


def _drop_term(rng: random.Random, n: Json) -> None:
    n["terms"].pop(rng.randrange(len(n["terms"])))


def _factor(rng: random.Random, n: Json) -> None:
    used = rng.choice(n["terms"])[1]
    if used and rng.random() < 0.5:
        used.pop()
    else:
        used.append(rng.randrange(6))


def _square(rng: random.Random, n: Json) -> None:
    squares = rng.choice(n["terms"])[2]
    if squares and rng.random() < 0.5:
        squares.pop()
    else:
        squares.append(rng.choice(["x", "n", "0", "@0"]))


def _multiplier(rng: random.Random, n: Json) -> None:
    if n["mult"]:
        place = rng.randrange(len(n["mult"]))
        index, factor = n["mult"][place]
        n["mult"][place] = rng.choice(
            [[index + 1, factor], [index - 1, factor], [index, ["-", factor]],
             [index, ["*", "2", factor]]]
        )  # fmt: skip


def _swap(rng: random.Random, n: Json) -> None:
    rng.shuffle(n["then"])


def _one_child(rng: random.Random, n: Json) -> None:
    n["then"] = [copy.deepcopy(rng.choice(n["then"])) for _ in n["then"]]


def _another_number(rng: random.Random, n: Json) -> None:
    keys = [key for key in n if key not in ("by", "then", "terms", "mult", "as")]
    if keys:
        key = rng.choice(keys)
        old = n[key]
        n[key] = old + rng.choice([-1, 1]) if type(old) is int else _numbers(rng, old)


def _skip(rng: random.Random, n: Json) -> None:
    child = rng.choice(n["then"])
    n.clear()
    n.update(child)


def _end(rng: random.Random, n: Json) -> None:
    n.clear()
    n.update({"by": "evaluate", "bits": rng.choice([0, 64]), "then": []})


def _another_rule(rng: random.Random, n: Json) -> None:
    n["by"] = rng.choice(sorted(RULES))


def _strict(rng: random.Random, n: Json) -> None:
    """A lemma or claim made stronger."""
    for key in ("show", "claim"):
        if isinstance(n.get(key), list) and n[key][0] in ("<=", "!="):
            n[key] = [rng.choice(["<", "="]), *n[key][1:]]


LEAF: tuple[Change, ...] = (_coefficient, _literal, _drop_term, _factor, _square, _multiplier)
INNER: tuple[Change, ...] = (_swap, _one_child, _skip, _strict)
ANY: tuple[Change, ...] = (_another_number, _another_rule, _end)


def mutated(rng: random.Random, proof: Json, changes: int) -> Json:
    """A copy of ``proof`` with up to ``changes`` random changes."""
    new = copy.deepcopy(proof)
    for _ in range(changes):
        chosen = rng.choice(nodes(new))
        fitting = list(ANY)
        if chosen.get("terms") and isinstance(chosen["terms"], list):
            fitting += [*LEAF] * 2
        if chosen["then"]:
            fitting += [*INNER] * 2
        rng.choice(fitting)(rng, chosen)
    return new
