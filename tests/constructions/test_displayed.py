"""Networks in a notebook: one definition in sympy, numpy, mpmath and matplotlib."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import sympy

from constructions.displayed import exact_number
from constructions.exact import ExactSystem
from constructions.functions import parse
from constructions.interop.symbolic import between
from constructions.pln import construct, sign_network
from tests.sampling import by_turns

THIRD = Fraction(1, 3)


def network() -> Any:
    return construct(parse("abs(x - 1/3)"), L=Fraction(1), eps=Fraction(1, 4), d=3).network


@by_turns(2)
def test_all_views_of_a_network_agree() -> None:
    net = network()
    system = ExactSystem(net.radicand())
    value = net.evaluate(system, [system.const(Fraction(1, 2))])
    exact = float(value.a) + float(value.b) * float(value.m) ** 0.5
    (x,) = net.to_sympy().free_symbols
    assert abs(float(net.at("1/2")) - exact) < 1e-15
    assert net.at(x="1/2") == net.at("1/2")
    assert abs(float(net.to_sympy().subs(x, sympy.Rational(1, 2))) - exact) < 1e-12
    assert abs(net.lambdify()(0.5) - exact) < 1e-12
    assert net.lambdify()(np.zeros((2, 3))).shape == (2, 3)
    assert net.to_sympy(sympy.Rational(1, 2)).free_symbols == set()
    assert repr(net).startswith("<ParallelNet: LN-3, ")
    assert "units</th><td style='text-align:left'>3<" in net._repr_html_()
    assert net._repr_latex_().startswith("$\\displaystyle G(x) = \\frac")
    assert net.plot(f="abs(x - 1/3)")._repr_png_().startswith(b"\x89PNG")


def test_a_jump_is_at_its_place() -> None:
    """At 1/3, where rounding 1/3 would fall to one side, the sign is 0 exactly."""
    steps = sign_network([Fraction(0), Fraction(1), Fraction(2)])
    system = ExactSystem()
    for q in (Fraction(1, 3), Fraction(2, 3), Fraction(1, 2)):
        exact = steps.evaluate(system, [system.const(q)]).rational()
        assert Fraction(str(steps.at(q, digits=30))) == exact


def test_digits_are_those_of_the_value() -> None:
    from proofs.registry import load

    tanh = load("pln.prop1.tanh")
    net = tanh.construct(tanh.settings({"f": "x", "eps": "1/4"}))  # type: ignore[misc]
    few, many = net.at("1/7", digits=15), net.at("1/7", digits=120)
    assert abs(few - many) < 1e-15
    assert len(str(many)) > 110


@pytest.mark.parametrize("value", [0.1, True, "one", "1/0", None, sympy.Symbol("t")])
def test_what_is_not_exact_is_refused(value: Any) -> None:
    with pytest.raises(ValueError, match=r"not exact|not an exact number"):
        exact_number(value)


def test_inputs_and_digits_are_checked() -> None:
    net = network()
    for call in (
        lambda: net.at(1, 2),
        lambda: net.at(y=1),
        lambda: net.at(1, x=1),
        lambda: net.at(1, digits=0),
        lambda: net.lambdify()(1, 2),
        lambda: net.to_sympy(on=(1, 0)),
        lambda: net.to_sympy(0.5),
        lambda: net.plot(on=(1, 1)),
    ):
        with pytest.raises(ValueError):
            call()


def test_signs_between_two_numbers() -> None:
    x = sympy.Symbol("x", real=True)
    one, zero = Fraction(1), Fraction(0)
    assert between(sympy.Abs(x - 2) + sympy.sign(x - 2), [x], zero, one) == 1 - x
    assert between(sympy.Max(x, 1), [x], zero, one) == 1
    for kept in (sympy.Abs(x - sympy.Rational(1, 2)), sympy.sign(x - 1), sympy.Abs(x**2 - 2)):
        assert between(kept, [x], zero, one) == kept
