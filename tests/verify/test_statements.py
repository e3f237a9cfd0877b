"""Statements and claims in hand: the same sequent by every means, and what they refuse."""

from __future__ import annotations

import pydoc
import re
from fractions import Fraction

import numpy as np
import pytest
import sympy

import verify
from proofs.kernel import check
from tests.sampling import by_turns
from verify import claim, statement
from verify.claim_views import setting
from verify.statements import bounds

CELLS = "for all N: int, x: real; N >= 1, 0 <= x <= 1 |- x*(1 - x) <= 1/(4*N)"


def test_every_public_name_is_in_the_help() -> None:
    assert set(verify.__all__) == {*verify.HOME, *verify.MODULES}
    shown = pydoc.plain(pydoc.render_doc(verify))
    assert not [name for name in verify.__all__ if name not in shown.partition("PACKAGE")[0]]


def test_a_statement_is_typeset() -> None:
    cells = statement(CELLS)
    assert repr(cells) == "<statement: 1 ≤ N, 0 ≤ x, x ≤ 1 ⊢ x·(1 − x) ≤ 1/(4N)>"
    assert r"\text{then }x\cdot \left( 1-x \right)\le \frac{1}{4\,N}" in cells._repr_latex_()
    assert "<math" in cells._repr_html_()
    odd = statement("for all x_12, eps: real; |- x_12 <= eps")
    assert r"x_{12}, \varepsilon \in \mathbb{R}" in odd._repr_latex_()


def test_hypotheses_are_assumptions_and_come_back() -> None:
    x, n = sympy.Symbol("x", nonnegative=True), sympy.Symbol("N", integer=True, positive=True)
    cells = statement(CELLS)
    assert cells.to_sympy() == sympy.Implies(x <= 1, x * (1 - x) <= 1 / (4 * n))
    again = statement(cells.to_sympy()).sequent
    assert again["vars"] == {"N": "int", "x": "real"}
    assert again["given"] == [["<", "0", "N"], ["<=", "0", "x"], ["<=", "x", "1"]]
    settled = statement("0 <= x <= 1 |- |x + 1| <= y + |x - 3|").to_sympy()
    y = sympy.Symbol("y", real=True)
    assert settled == sympy.Implies(x <= 1, x + 1 <= y + 3 - x)
    kept = statement("x <= 1 |- |x - 1/2| <= y").to_sympy()
    assert kept.has(sympy.Abs)


def test_objects_of_the_paper_have_their_names() -> None:
    """Also in sympy, and what they are leads back to the statement as it is checked."""
    forms = verify.claim("layeract.def3_1").statements["layeract.def3_1.forms"]
    assert "y·sigmoid(n) = y/(1 + exp(−n))" in str(forms)
    assert "sigmoid" in forms._repr_latex_()
    shown = forms._repr_html_()
    assert "<summary>where</summary>" in shown
    assert "HardSigmoid" in shown.partition("<summary>where")[2]
    named, made = forms.to_sympy(named=True), forms.sympy_definitions()
    y, n = sympy.symbols("y n", real=True)
    assert (
        sympy.Eq(y * sympy.Function("sigmoid", real=True)(n), y / (1 + sympy.exp(-n))) in named.args
    )
    assert {str(name) for name in made} == {"sigmoid", "hardsigmoid"}
    for name, body in made.items():
        named = named.replace(name, body)
    assert named == forms.to_sympy()
    plain = statement(CELLS)
    assert plain.to_sympy(named=True) == plain.to_sympy()
    assert plain.sympy_definitions() == {}


@pytest.mark.parametrize(
    "text",
    ["f is 1-Lipschitz on [0, 1] |- f(0) <= 1", "for all x: real; |- (exists y: real, y > x)"],
)
def test_what_sympy_cannot_say_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="sympy has no formula"):
        statement(text).to_sympy()


def test_arrays_digits_and_solvers() -> None:
    cells = statement(CELLS)
    left, right = cells.lambdify()(2, np.array([0.0, 0.5]))
    assert left.tolist() == [0.0, 0.25]
    assert right.tolist() == [0.125, 0.125]
    there = cells.at(N=2, x="1/2")
    assert (there.holds, there.met, str(there.left), str(there.right)) == (
        *(False, True, "0.25", "0.125"),
    )
    outside = cells.at(N=2, x="sqrt(2)", digits=20)
    assert (outside.holds, outside.met) == (True, False)
    assert str(outside.left) == "-0.5857864376269049512"
    assert str(cells.z3().check()) == "sat"
    assert str(statement("0 <= x <= 1 |- x^2 <= x").z3().check()) == "unsat"
    assert cells.plot(N=2)._repr_png_().startswith(b"\x89PNG")
    assert bounds(cells.sequent, "x") == (0, 1)


def test_sums_functions_and_undefined_sides() -> None:
    harmonic = statement("n >= 1 |- sum(k = 1..n, 1/k) <= 1 + log(n)")
    assert abs(harmonic.lambdify()(4)[0] - (1 + 1 / 2 + 1 / 3 + 1 / 4)) < 1e-15
    assert harmonic.at(n=4).holds is True
    chord = statement("for all f: real -> real, x: real; |- f(x) <= 1/x")
    there = chord.at(x=0, f="abs(x - 1/3)", digits=10)
    assert (str(there.left), there.right, there.holds) == ("0.3333333333", None, False)
    with pytest.raises(ValueError, match="not for solvers"):
        harmonic.z3()


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({"x": "1/2"}, "a value is missing for N"),
        ({"N": "1/2", "x": 0}, "N is an integer, not 1/2"),
        ({"N": 1, "x": 0.5}, "not exact"),
        ({"N": 1, "x": 0, "y": 1}, "has no y"),
        ({"N": 1, "x": "z"}, "is not known here"),
        ({"N": 1, "x": 0, "digits": 0}, "digits is from 1"),
    ],
)
def test_bad_data_are_refused_in_one_line(data: dict[str, object], says: str) -> None:
    with pytest.raises(ValueError, match=says) as caught:
        statement(CELLS).at(**data)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)


@by_turns(2)
def test_a_counterexample_is_exact_and_can_be_put_in() -> None:
    sums = statement(
        "f is L-Lipschitz on [0, 1], g is M-Lipschitz on [0, 1], L >= 0, M >= 0,"
        "0 <= x <= 1, 0 <= y <= 1 |- |f(x) + g(x) - f(y) - g(y)| <= L*|x - y|"
    )
    data = sums.counterexample(10)
    assert data is not None
    assert check(data.certificate or b"").accepted
    assert data["M"] > 0
    assert sums.at(**data.values, **data.functions).holds is False  # type: ignore[arg-type]


def test_a_claim_in_hand() -> None:
    lemma = claim("fl.lemma1")  # notebooks/break_a_theorem.ipynb runs it
    assert repr(lemma).startswith("<claim fl.lemma1: Scale equivariant")
    assert "pln.lemma2" in repr(claim("pln.lemma2").claim)
    with pytest.raises(ValueError, match=r"did you mean pln\.thm1"):
        claim("pln.thm11")
    with pytest.raises(ValueError, match="has no construction"):
        lemma.network()


def test_a_claim_of_ones_own_does_not_pass_for_another() -> None:
    from dataclasses import replace

    listed = claim("fl.lemma1").claim
    assert claim(listed).listed
    with pytest.raises(ValueError, match="begins like a claim of netproof"):
        claim(replace(listed, title="Another"))


def test_predicates_and_intervals_of_sympy_are_hypotheses() -> None:
    x = sympy.Symbol("x", real=True)
    premises = sympy.And(sympy.Contains(x, sympy.Interval(0, 1)), sympy.Q.nonzero(x))
    asked = statement(sympy.Implies(premises, sympy.Le(x * (1 - x), sympy.Rational(1, 4))))
    assert sorted(map(str, asked.sequent["given"])) == [
        *("['!=', 'x', '0']", "['and', ['<=', '0', 'x'], ['<=', 'x', '1']]"),
    ]
    with pytest.raises(ValueError, match="not in the language of statements"):
        statement(sympy.Implies(sympy.Q.prime(x), x > 0))


def test_settings_are_exact_text() -> None:
    x = sympy.Symbol("x")
    assert setting(sympy.Abs(x - sympy.Rational(1, 3))) == "abs(x - 1/3)"
    assert setting(Fraction(1, 10)) == "1/10"
    assert setting([1, "1/3"]) == "1, 1/3"
    for value in (0.1, object(), sympy.Function("g")(x)):
        with pytest.raises(ValueError):
            setting(value)


@by_turns(3)
def test_what_came_of_a_claim_has_the_means_of_the_claim() -> None:
    one = claim("layeract.eq4")
    came = one.run()
    assert came._repr_latex_() == one._repr_latex_() != ""
    for ask in ("to_sympy", "z3", "lambdify", "at"):
        try:
            expected = type(getattr(one, ask)())
        except ValueError as error:
            with pytest.raises(ValueError, match=re.escape(str(error))):
                getattr(came, ask)()
        else:
            assert type(getattr(came, ask)()) is expected
