"""weierstrass.entire.zeros: the coefficients of the equation, the instances, the second opinion."""

from __future__ import annotations

from fractions import Fraction as F
from typing import Any

import pytest

from constructions.interop import mp_weierstrass
from constructions.terms import Term
from proofs.weierstrass.entire import zero_instances, zeros
from tests.sampling import by_turns, some_of

Json = Any


def value(term: Json, at: dict[str, F], functions: dict[str, list[F]]) -> F:
    """A term's value; p and q are lists of coefficients, 0 outside of them."""
    if isinstance(term, str):
        return at[term] if term in at else F(term)
    op, *args = term
    if op == "app":
        place = value(args[1], at, functions)
        known = functions[args[0]]
        return known[int(place)] if 0 <= place < len(known) else F(0)
    if op == "^":
        return value(args[0], at, functions) ** int(args[1])
    found = [value(arg, at, functions) for arg in args]
    if op == "+":
        return sum(found, F(0))
    if op == "-":
        return found[0] - found[1] if len(found) > 1 else -found[0]
    if op == "*":
        return found[0] * found[1]
    assert op == "/"
    return found[0] / found[1]


@pytest.mark.parametrize("n", [0, 1, 2, 4])
def test_the_coefficients_are_those_of_the_equation(n: int) -> None:
    """sympy differentiates P e^(b z + c z^2)."""
    import sympy

    z = sympy.Symbol("z")
    b, c = sympy.Rational(2, 3) + 5 * sympy.I, sympy.Rational(-1, 4) + sympy.I / 7
    real, imag = [F(3 * k - 2, k + 1) for k in range(n + 1)], [F(k * k - 5) for k in range(n + 1)]
    P = sum(
        (sympy.Rational(str(x)) + sympy.Rational(str(y)) * sympy.I) * z**k
        for k, (x, y) in enumerate(zip(real, imag, strict=True))
    )
    first = P.diff(z) + (b + 2 * c * z) * P if n else (b + 2 * c * z) * P
    second = sympy.diff(first, z) + (b + 2 * c * z) * first
    whole = sympy.Poly(sympy.expand(second - z * first - P / 2), z)
    at = {"b1": F(2, 3), "b2": F(5), "c1": F(-1, 4), "c2": F(1, 7), "n": F(n)}
    for k in range(n + 4):
        found = zeros.coefficient(Term("k"))
        expected = sympy.expand(whole.coeff_monomial(z**k))
        for part, side in zip(found, (sympy.re(expected), sympy.im(expected)), strict=True):
            assert value(part.json, at | {"k": F(k)}, {"p": real, "q": imag}) == F(str(side))


@by_turns(2)
@some_of(1)
@pytest.mark.parametrize("k", range(1, zero_instances.MOST + 1))
def test_every_zero_is_certified_near_its_place(k: int) -> None:
    [row] = zero_instances.rows({"k": k, "sigma": F(1)})
    assert row.verdict == "certified"
    assert row.hi < row.bound == F(1, 40 * k)
    mp = mp_weierstrass.context()
    mp.dps = 20
    near = mp_weierstrass.zero(mp, k)
    assert abs(mp.pcfd(mp.mpf(-1) / 2, -near)) < 1e-12
    distance = F(mp.nstr(abs(near - mp_weierstrass.place(mp, k)), 12))
    assert abs(distance - row.lo) < F(1, 10**9)


def test_zeros_scale_with_sigma() -> None:
    one, small = (zero_instances.rows({"k": 2, "sigma": s})[0] for s in (F(1), F(1, 4)))
    assert (one.lo, one.hi) == (small.lo, small.hi)
    assert float(one.inputs["|v_k|"]) == pytest.approx(4 * float(small.inputs["|v_k|"]))


@pytest.mark.parametrize("text", ["0", "21", "3/2", "-1"])
def test_zeros_that_are_not_isolated_are_refused(text: str) -> None:
    read = {p.name: p.read for p in zero_instances.PARAMETERS}
    assert read["k"]("20") == 20
    with pytest.raises(ValueError, match="k is an integer from 1 to 20"):
        read["k"](text)
