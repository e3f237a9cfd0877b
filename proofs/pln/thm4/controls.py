"""Theorem 4 altered in one place, so that it fails, and data for its hypotheses."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from constructions.terms import Json, Term, plain_json, var
from proofs.claims import Attempt, Control, Witness
from proofs.library.vectors import fact
from proofs.pln.density.cube import GIVEN, STATEMENT
from proofs.pln.density.numbered_points import apart
from proofs.pln.symbols import ONE, ZERO, S
from proofs.trees.leaves import given
from proofs.trees.script import Node, auto, case, define, have, intro, node, split

Scripts = dict[int, Callable[[], Node]]
Body = tuple[tuple[str, ...], Json]
u, y, z, g, c, a, b, i, ell = (var(name) for name in ("u", "y", "z", "g", "c", "a", "b", "i", "l"))
_STEP: Body = (("u",), ["/", ["+", "1", ["sign", "u"]], "2"])
HALF = Fraction(1, 2)


def _intros(names: str, then: Node) -> Node:
    for name in reversed(names.split()):
        then = intro(name, then)
    return then


def _some(value: Term | str, then: Node) -> Node:
    return node("some", then, **{"is": Term(value).json if isinstance(value, str) else value.json})


def _near(value: Term) -> Node:
    """|value| below its bound, for a value that depends on sign u."""
    return case(S.sign(u).json, *[case(S.abs(value).json, auto("near"), auto("near"))] * 3)


def _beyond(value: Term) -> Node:
    """The limit of such a value is reached beyond T = 0."""
    return intro("eta", intro("", _some("0", intro("u", intro("", _near(value))))))


STEP: Scripts = {
    2: lambda: _some("1", intro("u", _near((1 + S.sign(u)) / 2))),
    3: lambda: _beyond((1 + S.sign(u)) / 2 - 1),
    4: lambda: _beyond((1 + S.sign(u)) / 2),
}
CONSTANT: Scripts = {
    2: lambda: _some("1", auto("constant")),
    3: lambda: intro("eta", intro("", _some("0", auto("constant")))),
    4: lambda: intro("eta", intro("", _some("0", auto("constant")))),
}


def _one_coordinate() -> Node:
    """With one coordinate there is no other."""
    same = have((ell - i).equals(0), node("both", auto("l <= i"), auto("l >= i")), auto("l = i"))
    return _intros("y i u l", intro("", same))


#: n = 1, and every number is the point of this coordinate
LINE: Scripts = {
    5: lambda: _intros("y i u", intro("", auto("u"))),
    6: _one_coordinate,
}
#: n = 0: one point
POINT: Scripts = {
    5: lambda: _intros("y i u", intro("", auto("no i"))),
    6: lambda: _intros("y i u l", intro("", auto("no i"))),
}
FLAT: Scripts = {
    7: lambda: _intros(
        "omega y",
        intro("", _some("1", node("both", auto("1 > 0"), _intros("z", intro("", auto("F")))))),
    )
}


def _identity() -> Node:
    """F(p) = p is continuous: |y - z| <= omega where the coordinates are that near."""
    omega = var("omega")
    one = apart(y, z, omega)
    close = fact(
        _on_line(plain_json(one)), [ONE], node("both", auto("F"), auto("-F")), auto("l = 1")
    )
    inside = _intros("z", intro("", close))
    return _intros("omega y", intro("", _some(omega, node("both", given(), inside))))


def _on_line(formula: Json) -> Json:
    """With n = 1 and X(p, l) = p."""
    if isinstance(formula, list):
        if formula[0] == "app" and formula[1] == "X":
            return formula[2]
        return [_on_line(part) for part in formula]
    return "1" if formula == "n" else formula


def _missed(at: str) -> Node:
    """The network is far from F at this point of the cube."""
    return _some(at, node("both", _intros("l", intro("", auto("in the cube"))), auto("far")))


def _far_from_all() -> Node:
    """No constant is within 1/2 of x on [0, 1]."""

    def end(at: Term) -> Node:
        size = S.abs(g - at)
        return _some(
            at,
            node(
                "both",
                _intros("l", intro("", auto("in the cube"))),
                case(size.json, auto("far"), auto("far")),
            ),
        )

    return intro("g", split((g - HALF).json, end(ZERO), end(ONE)))


def _witness(
    n: int, eps_: Fraction | int, unit: Body, value: str, network: str, **more: int
) -> Witness:
    point, place = ("p", "u") if n else ("0", "0")
    return Witness(
        {"n": n, "eps": eps_, **more},
        {
            "X": (("p", "i"), point),
            "r": (("y", "i", "u"), place),
            "F": (("p",), value),
            "G": (("g", "p"), network),
            "sig": unit,
        },
    )


def _without(
    position: int,
    name: str,
    says: str,
    witness: Witness,
    givens: Scripts,
    script: Callable[[], Node],
) -> Control:
    """The statement without this hypothesis."""
    sequent = {**STATEMENT, "given": [f for k, f in enumerate(GIVEN) if k != position]}
    kept = {k - (k > position): proof for k, proof in givens.items() if k != position}
    attempt = Attempt(f"pln.thm4.control.{name}", says, sequent, witness, kept, script)
    return Control(attempt, "hypothesis dropped")


ZERO_NETWORK: Scripts = {
    8: lambda: _some("0", auto("G = 0")),
    9: lambda: _intros("g c a w b", _some("0", auto("G = 0"))),
}
CONSTANT_NETWORKS: Scripts = {
    8: lambda: _some("0", auto("G = 0")),
    9: lambda: _intros("g c a w b", _some(g + c, auto("G + c"))),
}


def _one_more() -> Node:
    """With n = 0 a unit is a constant."""
    weights = Term(["sum", "i", "1", "0", ["*", ["*", "a", "0"], "0"]])
    unit = (1 + S.sign(weights + b)) / 2
    return _intros("g c a w b", _some(g + c * unit, _intros("p", intro("", auto("one unit more")))))


CONTROLS: tuple[Control, ...] = (
    _without(
        3,
        "right",
        "without $sigma(+infinity) = 1$: $sigma = 0$ and all networks are $0$, $n = 1$, $f = 1$",
        _witness(1, HALF, (("u",), "0"), "1", "0"),
        {**CONSTANT, **LINE, **FLAT, **ZERO_NETWORK},
        lambda: intro("g", _missed("0")),
    ),
    _without(
        4,
        "left",
        "without $sigma(-infinity) = 0$: $sigma = 1$ and all networks are constant, $n = 1$, "
        "$f(x) = x$",
        _witness(1, HALF, (("u",), "1"), "p", "g"),
        {**CONSTANT, **LINE, 7: _identity, **CONSTANT_NETWORKS},
        _far_from_all,
    ),
    _without(
        9,
        "units",
        "without units that may be added: all networks are $0$, $n = 1$, $f = 1$",
        _witness(1, HALF, _STEP, "1", "0"),
        {**STEP, **LINE, **FLAT, **ZERO_NETWORK},
        lambda: intro("g", _missed("0")),
    ),
)
SATISFIABLE = Attempt(
    "pln.thm4.satisfiable",
    'the hypotheses hold for $n = 0$, one point: $sigma(t) = (1 + "sign" t) \\/ 2$, $f = 0$, and '
    "the networks are the constants",
    STATEMENT,
    _witness(0, 1, _STEP, "0", "g", p_=0),
    {
        **STEP,
        **POINT,
        **FLAT,
        8: lambda: _some("0", auto("G = 0")),
        9: _one_more,
        10: lambda: _intros("l", intro("", auto("no l"))),
    },
)


# --- the same for a layer, whose hypotheses come first --------------------------------------------


def soft_defined(at: Term, then: Node) -> Node:
    """t/(|t| + c root) is defined: ``at`` is that quotient."""
    size, cost = Term(at.json[2]), Term(at.json[2][2][2])
    return define(cost.json, auto("a root"), have(size > 0, auto("|t| + c > 0"), then))


def hypotenuse_defined(at: Term, then: Node) -> Node:
    """root t/sqrt(t^2 + off) is defined: ``at`` is that quotient."""
    bottom = Term(at.json[2])
    under = Term(bottom.json[1])
    square = Term(under.json[1])
    positive = have(bottom > 0, auto("sqrt(t^2 + off) > 0"), then)
    root = have(under > 0, auto("t^2 + off > 0"), define(bottom.json, auto("a root"), positive))
    return have(square >= 0, auto("t^2"), root)


def of_layer(
    name: str,
    sequent: Json,
    numbers: dict[str, int],
    unit: str,
    value: Json,
    layer: Scripts,
    defined: Callable[[Term, Node], Node] = soft_defined,
    where: str = "",
) -> tuple[Attempt, Control]:
    """Data with n = 0 for the hypotheses of a layer's sequent, and a control with n = 1.

    ``value`` is what the unit computes of u for these ``numbers``, as ``layer`` shows, and
    ``defined(value at t, then)`` knows that it is a number; ``where`` begins what is said.
    """
    # the hypotheses on points, f and the networks come last, after those on the layer
    after = len(sequent["given"]) - len(GIVEN)

    def shifted(scripts: Scripts) -> Scripts:
        return {position + after: script for position, script in scripts.items()}

    def data(n: int, eps_: Fraction | int, f: str, network: str, **more: int) -> Witness:
        of_points = _witness(n, eps_, _STEP, f, network, **more)
        functions = {k: v for k, v in of_points.functions.items() if k != "sig"}
        return Witness({**numbers, **of_points.values}, {**functions, unit: (("u",), value)})

    def more() -> Node:
        weights = Term(["sum", "i", "1", "0", ["*", ["*", "a", "0"], "0"]])
        at = Term(_at(value, (weights + b).json))
        shown = _some(g + c * at, _intros("p", intro("", auto("one more"))))
        return _intros("g c a w b", defined(at, shown))

    met = Attempt(
        f"{name}.satisfiable",
        f"{where}the hypotheses hold for $n = 0$, one point, and $f = 0$: the networks are the "
        "constants",
        sequent,
        data(0, 1, "0", "g", p_=0),
        {
            **layer,
            **shifted(
                {
                    **POINT,
                    **FLAT,
                    8: CONSTANT_NETWORKS[8],
                    9: more,
                    10: lambda: _intros("l", intro("", auto("no l"))),
                }
            ),
        },
    )
    none = Attempt(
        f"{name}.control.units",
        f"{where}without units that may be added: all networks are $0$, $n = 1$, $f = 1$",
        {**sequent, "given": sequent["given"][:-1]},
        data(1, HALF, "1", "0"),
        {**layer, **shifted({**LINE, **FLAT, 8: ZERO_NETWORK[8]})},
        lambda: intro("g", _missed("0")),
    )
    return met, Control(none, "hypothesis dropped")


def _at(formula: Json, at: Json) -> Json:
    if isinstance(formula, list):
        return [_at(part, at) for part in formula]
    return at if formula == "u" else formula
