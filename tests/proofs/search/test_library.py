"""Lemmas of the searches: kept certificates, and derivatives against difference quotients."""

from __future__ import annotations

import math

import pytest

from proofs import replay
from proofs.evidence import dumps
from proofs.kernel import check
from proofs.search import floats, library
from proofs.search.calculus import NotSmooth, derivative, put
from tests.sampling import by_turns, some_of


def test_every_lemma_is_kept_and_nothing_else() -> None:
    assert set(library.kept()) == set(library.LEMMAS)


@by_turns(2)
@some_of(18)
@pytest.mark.parametrize("name", library.LEMMAS)
def test_both_checkers_accept_a_kept_lemma(name: str) -> None:
    certificate = dumps({"statement": library.statement(name), "proof": library.kept()[name]})
    assert check(certificate).accepted
    assert replay.check(certificate).accepted


@pytest.mark.parametrize("name", ["constant", "sum", "exp line", "cosine square"])
def test_a_lemma_is_found_anew(name: str) -> None:
    assert check(dumps(library.found(name))).accepted


def test_a_lemma_with_another_constant_is_rejected() -> None:
    statement = library.statement("cosine square")
    text = dumps({"statement": statement, "proof": library.kept()["cosine square"]})
    assert check(text).accepted
    other = text.replace(b'["/",["^","t_l",2],"2"]', b'["/",["^","t_l",2],"3"]')
    assert other != text
    assert not check(other).accepted


@pytest.mark.parametrize(
    "term",
    [
        ["exp", ["*", "x", "x"]],
        ["/", "x", ["+", "1", ["exp", ["-", "x"]]]],
        ["log", ["+", "1", ["^", "x", 4]]],
        ["sqrt", ["+", "2", ["tanh", "x"]]],
        ["-", ["*", "x", "y", ["exp", "x"]], ["/", "y", "3"]],
    ],
    ids=str,
)
def test_derivatives_are_difference_quotients(term: list[object]) -> None:
    at, h = {"x": 0.7, "y": -1.3}, 1e-6
    above, below = (
        float(floats.value(put(term, "x", str(q)), at, {}))
        for q in ("700001/1000000", "699999/1000000")
    )
    slope = float(floats.value(derivative(term, "x"), at, {}))
    assert math.isclose(slope, (above - below) / (2 * h), rel_tol=1e-7)


def test_what_has_no_derivative_here_is_said() -> None:
    with pytest.raises(NotSmooth):
        derivative(["sin", "x"], "x")
    with pytest.raises(NotSmooth):
        derivative(["abs", "x"], "x")
