"""``verify construct`` and ``run`` for a g that is no polynomial, and on other boxes."""

from __future__ import annotations

import json
from fractions import Fraction as F
from itertools import product
from pathlib import Path

import pytest
from commandkit import Run

from tests.sampling import by_turns, some_of

ABS = ("--set", "g=abs(x1-x2)", "--set", "n=2")
CONTINUOUS = "sumformer.thm4_1.continuous"


def value(data: dict[str, object], x: F, y: F) -> F:
    """psi(x, Sigma) of a written Sumformer with d = 1 at the tokens x, y: plain fractions."""
    others = [y**a for (a,) in data["phi"]]  # type: ignore[attr-defined]
    total = F(0)
    for part in data["sigma"][0]:  # type: ignore[index]
        inner = F(0)
        for term in part["terms"]:
            product_ = F(term["coefficient"])
            for p, k in zip(others, term["power sums"], strict=True):
                product_ *= p**k
            inner += product_
        total += x ** part["b"][0] * inner
    return total


def test_the_sumformer_of_a_lipschitz_function(verify: Run) -> None:
    done = verify("construct", CONTINUOUS, *ABS, "--set", "eps=1/4", "-o", "s.json")
    assert (done.status, done.err) == (0, "")
    assert "|f - S| < eps = 1/4 on [0, 1] (degree 5, Lipschitz bounds on cells)" in done.out
    assert "for exact arithmetic: float64 is off by" in done.out.splitlines()[-1]
    assert max(map(len, done.out.splitlines())) <= 80
    data = json.loads(Path("s.json").read_text())
    assert (data["latent"], data["domain"]) == (1, "all tokens in [0, 1]^d")
    most = F(data["error_at_most"])
    grid = [F(k, 20) for k in range(21)]
    gaps = [abs(value(data, x, y) - abs(x - y)) for x, y in product(grid, repeat=2)]
    assert F(1, 5) < max(gaps) <= most < F(1, 4)


def test_the_box_is_the_users(verify: Run) -> None:
    box = ("--set", "low=-1", "--set", "high=2", "--set", "eps=1")
    assert verify("construct", CONTINUOUS, *ABS, *box, "-o", "s.json").status == 0
    data = json.loads(Path("s.json").read_text())
    grid = [F(k, 4) for k in range(-4, 9)]
    gaps = [abs(value(data, x, y) - abs(x - y)) for x, y in product(grid, repeat=2)]
    assert max(gaps) <= F(data["error_at_most"]) < 1


@by_turns(3)
def test_a_whole_network_is_written_and_certified_again(verify: Run) -> None:
    pytest.importorskip("safetensors", reason="an optional extra")
    words = ("construct", "sumformer.thm4_3", *ABS, "--set", "eps=1/2", "-o", "t.safetensors")
    done = verify(*words, "--set", "route=bernstein")
    assert (done.status, done.err) == (0, "")
    record = json.loads(Path("t.safetensors.bound.json").read_text())
    assert record["g"] == "abs(x1-x2)"
    assert record["polynomial"]["of"] == "Bernstein"
    assert F(record["polynomial"]["error_at_most"]) < F(record["certified"]["written"]) < F(1, 2)
    done = verify("check", "--rerun", "t.safetensors.bound.json")
    assert (done.status, done.out.split()[0]) == (0, "accept")
    beside = Path("t.safetensors.bound.json")
    beside.write_text(beside.read_text().replace("abs(x1-x2)", "abs(x1-2*x2)"))
    done = verify("check", "--rerun", "t.safetensors.bound.json")
    assert (done.status, done.out.split()[0]) == (1, "reject")


def test_a_polynomial_on_another_box(verify: Run) -> None:
    words = ("--set", "g=x1*x2", "--set", "n=2", "--set", "eps=1/2", "--set", "low=-1", "-o")
    done = verify("construct", "sumformer.thm4_3", *words, "t.json")
    assert (done.status, done.err) == (0, "")
    assert "< eps = 1/2 on [-1, 1]" in done.out
    data = json.loads(Path("t.json").read_text())
    assert (data["low"], data["high"]) == ("-1", "1")
    assert data["bound"]["domain"] == "all tokens in [-1, 1]^d"
    assert verify("check", "--rerun", "t.json").status == 0


@by_turns(2)
def test_a_slope_that_is_large_in_a_corner(verify: Run) -> None:
    """A degree below 10 does; the formula asks for one of 9883."""
    words = ("--set", "g=sqrt(x1+1/1000)", "--set", "n=1", "--set", "eps=1/10", "-o", "s.json")
    done = verify("construct", CONTINUOUS, *words)
    assert (done.status, done.err) == (0, "")
    data = json.loads(Path("s.json").read_text())
    assert data["polynomial"]["degree"] < 10
    assert F(data["error_at_most"]) < F(1, 10)


@by_turns(3)
def test_the_users_eps_is_named(verify: Run) -> None:
    for command in (("construct", "-o", "t.json"), ("run",)):
        name, *rest = command
        words = (*ABS, "--set", "eps=1/100", "--set", "route=bernstein")
        done = verify(name, "sumformer.thm4_3", *words, *rest)
        assert done.status == 2
        assert "(of eps = 1/100, 7/800 is for the polynomial)" in done.err


def test_a_mean_over_orders_is_taken_if_asked(verify: Run) -> None:
    words = ("--set", "g=abs(x2-2*x3)", "--set", "n=3", "--set", "eps=1", "-o", "s.json")
    done = verify("construct", CONTINUOUS, *words)
    assert done.status == 2
    assert "not semi-invariant: at x1 = 0, x2 = 0, x3 = 1/2 it is 1, and 1/2" in done.err
    done = verify("construct", CONTINUOUS, "--set", "symmetrise=yes", *words)
    assert (done.status, done.err) == (0, "")
    assert json.loads(Path("s.json").read_text())["symmetrised"] is True


@by_turns(2)
@some_of(10)
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("g=sin(x1)", "n=1"), "sin is no polynomial; give eps"),
        (("g=sqrt(x1)", "n=1", "eps=1/9"), "not Lipschitz"),
        (("g=floor(2*x1)", "n=1", "eps=1/9"), "jumps"),
        (("g=1/x1", "n=1", "eps=1/9"), "not defined"),
        (("g=abs(x1)", "n=1", "eps=0"), "eps must be positive"),
        (("g=abs(x1)", "n=1", "eps=1/9", "low=1", "high=1"), "low < high"),
        (("g=abs(x1-x2)", "n=2", "eps=1/9", "L=1/3"), "L = 1/3 is too small"),
        (("g=abs(x1-x2)", "n=2", "eps=1e-9"), "at most 5000 monomials"),
        (("g=abs(x1)", "n=9", "eps=1"), "at most 6 coordinates"),
        (("g=tan(x1)", "n=1", "eps=1", "high=2"), "tan(x1) is not defined near x1 = 1.57079633"),
        (("g=abs(x1);import os", "n=1", "eps=1"), "import os"),
        (("g=" + "abs(" * 60 + "x1" + ")" * 60, "n=1", "eps=1"), "deep"),
    ],
)
def test_what_cannot_be_built_is_one_line(
    verify: Run, words: tuple[str, ...], message: str
) -> None:
    settings = [part for word in words for part in ("--set", word)]
    done = verify("construct", CONTINUOUS, *settings, "-o", "s.json")
    assert (done.status, done.out) == (2, "")
    assert message in done.err
    assert len(done.err.strip().splitlines()) == 1
    assert not list(Path().iterdir())
