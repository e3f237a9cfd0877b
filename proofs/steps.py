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
least-width     Definition 3.  From: a written-out F is L-Lipschitz on [a, b], and any network of n
                units, sum_{i=1}^n of units whose weights are left open, that is closer than eps to
                F throughout [a, b] has B <= n, where nothing is assumed of n but n >= 0 and of the
                weights, and B mentions neither.  To: N(phi) >= B.  Valid because
                sup_f inf_G sup_x |f - G| < eps gives inf_G sup_x |F - G| < eps, hence one network
                of n units with |F - G| < eps everywhere, so B is a lower bound of all such n.
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


def least_width(premise: Json) -> Json:
    """B <= N(phi) from one function that defeats every network; see the module's table."""
    given, show, weights = premise["given"], premise["show"], premise["functions"]
    if show[0] != "and" or len(show) != 3 or show[2][0] != "implies":
        raise BadStep("the premise must read: F is Lipschitz, and any network close to F is wide")
    in_class, (_, close, wide) = show[1], show[2]
    if close[0] != "all" or close[2] != "real" or wide[0] != "<=" or wide[2] != "n":
        raise BadStep("closeness must hold for all x, and the conclusion read B <= n")
    x, low, high, near = close[1], *_over_an_interval(close[1], close[3])
    if near[0] != "<" or near[1][0] != "abs" or near[1][1][0] != "-" or len(near[1][1]) != 3:
        raise BadStep("closeness must read |G - F| < eps")
    eps, (_, network, target) = near[2], near[1][1]
    if network[0] != "sum" or network[2:4] != ["1", "n"]:
        raise BadStep("the network must be a sum over n units")
    if premise["vars"].get("n") != "int" or ["<=", "0", "n"] not in given:
        raise BadStep("n must be any natural number")
    if any(_mentions(h, {"n"}) for h in given if h != ["<=", "0", "n"]) or any(
        map(_applies, given)
    ):
        raise BadStep("nothing else may be assumed of n or of the weights")
    if ["<", "0", eps] not in given or not weights:
        raise BadStep("eps must be positive by hypothesis, and the weights functions of the unit")
    for part in (target, eps, wide[1], low, high):
        if _applies(part) or _binds(part) or _mentions(part, {"n"}):
            raise BadStep("F, eps, B and the interval must not depend on the network")
    if _mentions(eps, {x}) or _mentions(wide[1], {x}) or network[1] == x:
        raise BadStep("eps and B must not depend on x")
    if in_class != _in_class(in_class, target, x, low, high):
        raise BadStep("F must be shown to be L-Lipschitz on the same interval")
    return ["<=", wide[1], ["minimum-units", "phi"]]


def _over_an_interval(x: str, body: Json) -> tuple[Json, Json, Json]:
    """a, b and what is said, of: a <= x implies x <= b implies ..."""
    if body[0] != "implies" or body[2][0] != "implies":
        raise BadStep("x must range over an interval")
    (_, first, (_, second, said)) = body
    if first[0] != "<=" or first[2] != x or second[0] != "<=" or second[1] != x:
        raise BadStep("x must range over an interval")
    return first[1], second[2], said


def _in_class(found: Json, target: Json, x: str, low: Json, high: Json) -> Json:
    """For all u, v in [a, b]: |F(u) - F(v)| <= L |u - v|, with the names and the L of ``found``."""
    try:
        u, v, L = found[1], found[3][1], _conclusion(found)[2][1]
    except (IndexError, TypeError):
        raise BadStep("F must be shown to be L-Lipschitz") from None
    if len({u, v, x}) < 3 or _mentions(L, {u, v, x, "n"}) or _applies(L):
        raise BadStep("L must not depend on the points")
    first, second = (_put(target, x, name) for name in (u, v))
    gap: Json = ["<=", ["abs", ["-", first, second]], ["*", L, ["abs", ["-", u, v]]]]
    for condition in (["<=", v, high], ["<=", low, v], ["<=", u, high], ["<=", low, u]):
        gap = ["implies", condition, gap]
    return ["all", u, "real", ["all", v, "real", gap]]


def _conclusion(formula: Json) -> Json:
    while formula[0] in ("all", "implies"):
        formula = formula[-1]
    return formula


def _put(term: Json, name: str, value: str) -> Json:
    if isinstance(term, str):
        return value if term == name else term
    return [_put(part, name, value) for part in term] if isinstance(term, list) else term


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


SCHEMAS: Mapping[str, Callable[[Json], Json]] = {"width": width, "least-width": least_width}


def _mentions(json: Json, names: set[str]) -> bool:
    if isinstance(json, str):
        return json in names
    return isinstance(json, list) and any(_mentions(part, names) for part in json[1:])


def _applies(json: Json) -> bool:
    return isinstance(json, list) and (json[0] == "app" or any(_applies(p) for p in json[1:]))


def _binds(json: Json) -> bool:
    return isinstance(json, list) and (json[0] == "sum" or any(_binds(p) for p in json[1:]))
