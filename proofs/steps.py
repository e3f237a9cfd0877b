"""Argument steps: the closed list of schemas that may join kernel-checked sequents.

Each schema looks at its premises, which are sequents that the kernel has accepted, and returns
its conclusion as a formula; it refuses premises of any other shape.  They are shown and counted
with every verdict that uses them.  Zero is the aim.

width           Definition 3.  From: for all L-Lipschitz f on [a, b], of which nothing else is
                assumed, there are parameters, the same for all x, such that |G - f| <= B for all
                x with a <= x <= b, and B < eps, where B mentions neither f nor x nor the
                parameters.  To: sup_f inf_G sup_x |G - f| <= B < eps, hence the
                minimum number of units N(phi) is at most N.  Valid because a supremum of numbers
                that are at most B is at most B, and an infimum is at most any member.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Json = Any


class BadStep(Exception):
    """The premises do not have the shape that the schema needs."""


def width(premise: Json) -> Json:
    """N(phi) <= N from a uniform bound for every f; see the module's table."""
    show = premise["show"]
    parts = ("some", "all")  # where all parameters are written out, none is left to choose
    if show[0] != "and" or len(show) != 3 or show[1][0] != "<" or show[2][0] not in parts:
        raise BadStep("the premise must read: B < eps, and some parameters with |G - f| <= B")
    bound, eps = show[1][1:]
    if ["<", "0", eps] not in premise["given"]:
        raise BadStep("eps must be positive by hypothesis")
    body, bound_names = show[2], set()
    while body[0] == "some":
        bound_names.add(body[1])
        body = body[3]
    body = body[-1] if body[0] == "and" else body  # the other parts constrain the parameters
    if body[0] != "all" or body[2] != "real":
        raise BadStep("one choice of the parameters must serve all x")
    x = body[1]
    f, low, high = _class(premise["given"])
    inside, size = ["<=", low, x], body[3]
    for condition in (inside, ["<=", x, high]):
        if size[0] != "implies" or size[1] != condition:
            raise BadStep("x must range over the whole domain of f")
        size = size[2]
    if size[0] != "<=" or size[2] != bound or size[1][0] != "abs":
        raise BadStep("the parameters must give |G - f| <= B with the B that is below eps")
    distance = size[1][1]
    if distance[0] != "-" or len(distance) != 3 or distance[2] != ["app", f, x]:
        raise BadStep("the distance must be to f(x)")
    if _mentions(bound, {*bound_names, x}) or _applies(bound):
        raise BadStep("B must not depend on f, x or the parameters")
    return ["<=", ["minimum-units", "phi"], "N"]


def _class(given: list[Json]) -> tuple[str, Json, Json]:
    """The function f and the interval, where f is Lipschitz there and nothing more is assumed."""
    classes = [hypothesis for hypothesis in given if hypothesis[0] == "lipschitz"]
    if len(classes) != 1:
        raise BadStep("f must range over the L-Lipschitz functions")
    ((_, f, _, low, high),) = classes
    if any(_uses(hypothesis, f) for hypothesis in given if hypothesis[0] != "lipschitz"):
        raise BadStep("nothing else may be assumed of f")
    return f, low, high


def _uses(json: Json, function: str) -> bool:
    if not isinstance(json, list):
        return False
    return json[:2] == ["app", function] or any(_uses(part, function) for part in json)


SCHEMAS: Mapping[str, Callable[[Json], Json]] = {"width": width}


def _mentions(json: Json, names: set[str]) -> bool:
    if isinstance(json, str):
        return json in names
    return isinstance(json, list) and any(_mentions(part, names) for part in json[1:])


def _applies(json: Json) -> bool:
    return isinstance(json, list) and (json[0] == "app" or any(_applies(p) for p in json[1:]))
