"""Codes, sizes and one latent coordinate: verdicts, and the same statements by brute force."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import combinations_with_replacement, pairwise, product
from math import comb, factorial
from typing import Any

import pytest

from proofs import vacuity
from proofs.evidence import gather
from proofs.registry import find
from proofs.verdicts import decide
from tests.sampling import by_turns, paper, some_of


@some_of(3)
@pytest.mark.parametrize(
    ("claim_id", "verdict"),
    [
        ("sumformer.code", "proved"),
        ("sumformer.code.two_elements", "proved"),
        ("sumformer.code.any_size", "proved"),
        ("sumformer.code.packed", "proved"),
        ("sumformer.thm4_1.one_latent", "proved"),
        ("sumformer.thm4_1.one_latent.plane", "proved"),
        ("sumformer.thm4_3.one_latent", "proved"),
        ("sumformer.sizes.layers", "proved"),
        ("sumformer.sizes.layers.growing", "proved"),
        ("sumformer.sizes.layers.polynomial", "proved"),
        ("sumformer.sizes.layers.exponential", "proved"),
        ("sumformer.sizes.attention_matrix.n_by_n", "refuted"),
        ("sumformer.sizes.attention_matrix.weights", "proved"),
        ("sumformer.dprime.fixed", "proved"),
        ("sumformer.dprime.both", "proved"),
    ],
)
def test_verdicts(claim_id: str, verdict: str) -> None:
    claim = find(claim_id)
    found = gather(claim)
    decision = decide(claim, found, vacuity.gather(claim, found))
    assert (decision.verdict, decision.given) == (verdict, claim.assumes)


# --- sizes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("cells", range(1, 6))
@pytest.mark.parametrize("n", range(6))
def test_bounds_of_the_number_of_multisets(cells: int, n: int) -> None:
    """c^n/n! <= C(c + n - 1, n) <= c^n and (n + 1)^(c - 1), by listing them."""
    number = sum(1 for _ in combinations_with_replacement(range(cells), n))
    assert number == comb(cells + n - 1, n)
    assert F(cells**n, factorial(n)) <= number <= min(cells**n, (n + 1) ** (cells - 1))
    assert (number * factorial(n) == cells**n) == (n <= 1)


def test_the_printed_number_of_layers_goes_to_zero() -> None:
    """n 2^n/n! is below 1 from n = 6 on, where there are n + 1 multisets of two cells."""
    printed = [F(n * 2**n, factorial(n)) for n in range(1, 30)]
    assert all(value >= 1 for value in printed[:5])
    assert all(value < 1 for value in printed[5:])
    ((_, sort, inside),) = [s["show"][1:] for s in [find(GROWING).obligations[0].statement]]
    assert (sort, inside[0], inside[3][1]) == ("int", "all", ["<=", "N", "n"])  # for all n >= N


GROWING = "sumformer.sizes.layers.growing"


@pytest.mark.parametrize("steps", [2, 3])
@pytest.mark.parametrize("n", range(1, 5))
def test_growth_in_n_and_d_together(steps: int, n: int) -> None:
    """Delta^d and Delta^(n d)/n! are bounds from below, for n >= 1."""
    for d in range(1, 4 if n < 3 else 3):
        cells = steps**d
        number = sum(1 for _ in combinations_with_replacement(range(cells), n))
        assert number >= max(cells, F(cells**n, factorial(n)))


def test_growth_in_n_alone() -> None:
    """n + 1 multisets of two cells are fewer than c b^n in the end, for any b > 1 and c > 0."""
    for b, c in ((F(2), F(1)), (F(11, 10), F(1, 10)), (F(101, 100), F(1))):
        assert any(n + 1 < c * b**n for n in range(2000))


@pytest.mark.parametrize(
    ("claim_id", "cited"),
    [
        ("sumformer.sizes.layers", "sumformer.thm4_3.one_latent"),
        ("sumformer.sizes.layers", "sumformer.sizes.layers.exponential"),
        ("sumformer.sizes.layers.exponential", "sumformer.sizes.layers.polynomial"),
        ("sumformer.sizes.attention_matrix.weights", "sumformer.sizes.attention_matrix.n_by_n"),
        ("sumformer.sizes.attention_matrix.n_by_n", "sumformer.sizes.attention_matrix.weights"),
        ("sumformer.dprime", "sumformer.dprime.fixed"),
    ],
)
def test_a_reading_names_the_other(claim_id: str, cited: str) -> None:
    assert any(f"`{cited}`" in note for note in find(claim_id).notes)
    assert find(cited).id == cited


@pytest.mark.parametrize(
    "claim_id", ["sumformer.sizes.layers", "sumformer.sizes.layers.exponential"]
)
def test_nothing_is_claimed_of_layers(claim_id: str) -> None:
    claim = find(claim_id)
    assert "layer" not in claim.statement + claim.title
    assert any("layers" in note for note in claim.notes)


@pytest.mark.parametrize("cells", range(2, 5))
def test_the_number_of_multisets_is_not_the_printed_one(cells: int) -> None:
    """Neither c^n from below nor c^n/n! from above: the controls, at n = 2."""
    assert F(cells**2, 2) < comb(cells + 1, 2) < cells**2


@pytest.mark.parametrize("C", [F(-1), F(0), F(1), F(7, 2), F(100)])
def test_neither_side_nor_entries_are_of_the_order_of_a_cube(C: F) -> None:
    """n^3 > C n^2 >= C n from n = floor(max(C, 0)) + 1 on."""
    first = int(max(C, F(0))) + 1
    assert all(n**3 > C * n**2 for n in range(first, first + 50))


@by_turns(2)
@some_of(7, kind=paper)
@pytest.mark.parametrize(
    "claim_id",
    [
        "sumformer.code",
        "sumformer.code.packed",
        "sumformer.sizes.layers",
        "sumformer.sizes.layers.growing",
        "sumformer.sizes.layers.polynomial",
        "sumformer.sizes.layers.exponential",
        "sumformer.sizes.attention_matrix.weights",
        "sumformer.dprime.fixed",
        "sumformer.dprime.both",
        "sumformer.dprime.polynomial",
    ],
)
def test_hypotheses_are_shown_to_hold_somewhere(claim_id: str) -> None:
    claim = find(claim_id)
    rows = vacuity.gather(claim, gather(claim))
    assert [rows[o.id][0].outcome for o in claim.obligations] == ["hold"] * len(claim.obligations)


@pytest.mark.parametrize("d", range(1, 6))
def test_growth_of_the_latent_dimension(d: int) -> None:
    for n in range(7):
        latent = sum(1 for a in product(range(n + 1), repeat=d) if 0 < sum(a) <= n)
        assert F((d + 1) ** n, factorial(n)) <= latent + 1 <= (d + 1) ** n
        side = 1 + d + 2 * latent
        assert F(2 * n**d, factorial(d)) <= side <= 2 * (n + 1) ** d + d - 1
        if n == d:
            assert latent + 1 >= 2**d


# --- one latent coordinate -----------------------------------------------------------------------


Knots = tuple[F, ...]


def piecewise(values: Knots, x: F) -> F:
    """The continuous function with these values at 0, 1/k, ..., 1, linear in between."""
    pieces = len(values) - 1
    at = min(int(x * pieces), pieces - 1)
    share = x * pieces - at
    return values[at] * (1 - share) + values[at + 1] * share


def preimage(values: Knots, level: F) -> F:
    """A point with this value, which lies between the values at the ends."""
    pieces = len(values) - 1
    for at, (left, right) in enumerate(pairwise(values)):
        if min(left, right) <= level <= max(left, right):
            share = F(0) if left == right else (level - left) / (right - left)
            return (at + share) / pieces
    raise AssertionError("no intermediate value")


CURVES = [
    tuple(map(F, values))
    for values in ([0, 1], [0, 1, 4, 9], [3, -2, 5], [1, 1], [0, 5, -5, 2, 1], [2, 0, 1, -1])
]


@pytest.mark.parametrize("values", CURVES)
@pytest.mark.parametrize("n", range(3, 7))
def test_a_continuous_phi_takes_far_sequences_together(values: Knots, n: int) -> None:
    """Two sequences with one Sigma; the largest difference of two others is 1, and 0."""
    level = ((n - 2) * values[0] + values[-1]) / (n - 1)
    t = preimage(values, level)
    first, second = [F(0)] * (n - 1) + [F(1)], [F(0)] + [t] * (n - 1)
    sums = [sum(piecewise(values, x) for x in tokens) for tokens in (first, second)]
    assert sums[0] == sums[1]
    assert first[0] == second[0]
    spreads = [max(tokens[1:]) - min(tokens[1:]) for tokens in (first, second)]
    assert spreads == [1, 0]


@pytest.mark.parametrize("values", CURVES)
def test_and_so_in_the_plane(values: Knots) -> None:
    """phi(u, v) = curve(u) - curve(v): on a side, phi(p) = phi(q) for some p and q = (1, 1) - p."""

    def gap(t: F) -> F:
        u, v = min(2 * t, F(1)), max(2 * t - 1, F(0))
        one, other = (piecewise(values, x) for x in (u, v))
        three, four = (piecewise(values, 1 - x) for x in (u, v))
        return (one - other) - (three - four)

    assert gap(F(0)) == -gap(F(1))
    corners = [F(k, 24) for k in range(25)]  # all knots of the curves are among these
    heights = tuple(gap(t) for t in corners)
    t = preimage(heights, F(0))
    assert gap(t) == 0
    u, v = min(2 * t, F(1)), max(2 * t - 1, F(0))
    assert max(abs(2 * u - 1), abs(2 * v - 1)) == 1


# --- instances of the codes ----------------------------------------------------------------------


def run(claim_id: str, **given: str) -> list[Any]:
    claim = find(claim_id)
    assert claim.run
    found: list[Any] = claim.run(claim.settings(given))
    return found


def test_a_code_by_hand() -> None:
    """0, 0 and 2 in base 3: 1 + 1 + 9."""
    (row,) = run("sumformer.code")
    assert (row.inputs["B"], row.inputs["Sigma"]) == ("3", "11")
    assert (row.verdict, row.level, row.hi) == ("certified", "kernel", 0)


def test_the_integer_in_the_base_matters() -> None:
    """n = 3 and B = 5/2: all sums differ; in base 2 those of 0, 0, 2 and of 1, 1, 1 do not."""
    for cells in range(3, 7):
        sets = [s for n in range(4) for s in combinations_with_replacement(range(cells), n)]
        assert len({sum(F(5, 2) ** u for u in s) for s in sets}) == len(sets)
    assert 2**0 + 2**0 + 2**2 == 3 * 2**1
    for claim_id in ("sumformer.code", "sumformer.code.any_size"):
        claim = find(claim_id)
        assert "integer base" in claim.title
        assert claim.obligations[0].statement["vars"]["B"] == "int"
        assert any("5 / 2" in note for note in claim.notes)


def test_two_cells_in_base_two() -> None:
    """0, 1, 1 in base 2: 1 + 2 + 2; the evidence is that of two elements."""
    (row,) = run("sumformer.code", x="0, 1, 1", B="2")
    assert (row.inputs["c"], row.inputs["Sigma"], row.verdict) == ("2", "5", "certified")
    assert row.evidence[-1].id == "sumformer.code.two_elements.statement"
    (row,) = run("sumformer.code", x="0, 1, 1", c="3")
    assert (row.inputs["B"], row.evidence[-1].id) == ("3", "sumformer.code.statement")


def test_a_packed_code_by_hand() -> None:
    """1 and 2 of 3 cells: M = 2 2^4 + 1 = 33, the power sums are 3, 5, 9, 17."""
    (row,) = run("sumformer.code.packed", x="1, 2", c="3")
    assert row.inputs["M"] == "33"
    assert row.inputs["Sigma"] == str(3 + 5 * 33 + 9 * 33**2 + 17 * 33**3)
    assert row.verdict == "certified"


@by_turns(2)
@some_of(1)
@pytest.mark.parametrize("claim_id", ["sumformer.code", "sumformer.code.packed"])
def test_instances_of_the_codes(claim_id: str) -> None:
    claim = find(claim_id)
    assert len(claim.instances) >= 5
    for settings in claim.instances:
        assert [row.verdict for row in run(claim_id, **settings)] == ["certified"]


@by_turns(2)
def test_codes_of_many_tokens() -> None:
    """Numbers of thousands of digits are computed, and shown by their bits."""
    (row,) = run("sumformer.code", x=", ".join(str(7 * k % 1000) for k in range(1000)))
    assert (row.verdict, row.hi) == ("certified", 0)
    assert row.network.cost()["largest_weight"] == f"about 2^{(1000**999).bit_length()}"
    (row,) = run("sumformer.code.packed", x=", ".join(str(7 * k % 10) for k in range(50)))
    assert (row.verdict, row.hi) == ("certified", 0)
    assert int(row.inputs["bits"]) > 30_000


@pytest.mark.parametrize(
    ("claim_id", "given", "match"),
    [
        ("sumformer.code", {"B": "1"}, "B is an integer from 2 to 1000"),
        ("sumformer.code", {"x": "0, 3", "c": "3"}, "cell 3, and there are c = 3"),
        ("sumformer.code", {"x": "0; 1"}, "numbers of cells"),
        ("sumformer.code", {"x": "-1"}, "numbers of cells"),
        ("sumformer.code", {"x": "99999"}, "limit is 1024 cells"),
        ("sumformer.code", {"c": "0"}, "from 1 to 1024"),
        ("sumformer.code", {"B": "two"}, "B is an integer"),
        ("sumformer.code", {"x": ",".join("0" * 1001)}, "at most 1000 tokens"),
        ("sumformer.code", {"x": ",".join("012" * 22), "B": "2"}, "sought for at most 64 tokens"),
        ("sumformer.code.packed", {"B": "3"}, "no parameter"),
        ("sumformer.code.packed", {"x": ",".join("06" * 50)}, "bits, and at most 65536"),
    ],
)
def test_refusals_of_the_codes(claim_id: str, given: dict[str, str], match: str) -> None:
    with pytest.raises(ValueError, match=match):
        run(claim_id, **given)
