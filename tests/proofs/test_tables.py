"""Printed tables: what rounding leaves open, which rows refute a sentence, and the reader."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from fractions import Fraction as F
from itertools import pairwise
from pathlib import Path

import pytest

from proofs import read_tables, registry
from proofs.claims import Claim, Source
from proofs.fl import table7
from proofs.fl import tables as fl
from proofs.layeract import tables as layeract
from proofs.printed import (
    Amount,
    PrintedTable,
    Sentence,
    fails,
    holds,
    number,
    printed,
    table,
    true,
)
from tests.sampling import by_turns, some_of

SENTENCES = [name for name, module in registry.MODULES.items() if re.search(r"\.table\d+:", module)]
REFUTED = {
    "fl.table1.skew.each": "$38.2 - 21.2$ and $39.1 - 20.9$",
    "fl.table1.table2": "1 class: 87.2; Table 2, FedLN - ResNet, 1 class: 86.15",
    "fl.table1.table11": "33.0; Table 11, FedDecorr, 5 classes, E=10: 32.94",
    "fl.table1.beta": "Dir(0.01) in Table 1, 0.1 in the text",
    "fl.table11.beta": "Dir(0.01) in Table 11, Dir(0.1) in Table 1",
    "fl.table3.simplify.each": "77.65, Table 3, FedLN - each layer, 2 classes: 78.09",
    "fl.table5.edge.each": "FedLN, Dir(0.5): 69.39, Table 5, FedYogi, Dir(0.5): 71.81",
    "fl.table7.flatten": "28, 24, 12, 8, 4 pixels",
    "fl.table9.rate": "CIFAR-100, $E > 1$: 0.01 in the text, 0.1 in Table 9",
    "fl.table8.clients": "TinyImageNet: 200 clients in the text, 20 in Table 8",
    "fl.table10.fedavg": "E=10: 55.86; Table 12, FedAvg, 1 class: 56.82",
    "fl.table11.severity.each": "$40.32 - 32.33$ and $45.41 - 36.22$",
    "fl.table13.help.each": "1 class: 77.76, Table 13, FedFN - ResNet, 1 class: 80.81",
    "layeract.table2.total": "41.81",
    "layeract.table3.outperform.each": "LA-HardSiLU 43.63, ReLU 43.75",
    "layeract.table3.worse.each": "SiLU 65.89, LA-HardSiLU 66.16",
    "layeract.table4.silu.each": "Total: ResNet20 LA-SiLU 45.3, ResNet20 SiLU 45.93",
    "layeract.table10.noisy.each": "Blur: ResNet32 LA-SiLU 68.19, ResNet32 ReLU 68.82",
    "layeract.table6.trials": "10 trials before Table 6, 30 trials after Table 7",
    "layeract.table7.differs": "all 42 numbers",
    "layeract.table10.silu.each": "ResNet32 LA-SiLU 68.19, ResNet32 SiLU 68.26",
    "layeract.table8.switchnorm.each": "ResNet44, Clean: ReLU 61.64, LA-SiLU 62.99",
    "layeract.table16.similar.clean": "Table 19, Clean: GELU 68.19, LA-HardSiLU 65.51",
    "layeract.table20.count.all": "0.331, 0.422, 0.125, 0.479, 0.094, 0.065, 0.357",
    "layeract.table15.gelu": "CIFAR10, ResNet44: GELU 92.22, LA-SiLU 92.36",
}


def sentence(name: str = "t.sentence") -> Sentence:
    return Sentence(name, "", Source("", "", "", "", ""), "", "")


# --- rounding ------------------------------------------------------------------------------------


def ends(amount: Amount) -> tuple[F, F]:
    """The two ends, by closed arithmetic written out here."""

    def value(term: object) -> F:
        if isinstance(term, str):
            return F(term)
        op, a, b = term  # type: ignore[misc]
        x, y = value(a), value(b)
        return {"+": x + y, "-": x - y, "*": x * y, "/": x / (y or 1)}[op]

    return value(amount.low.json), value(amount.high.json)


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("91.60", F("91.595"), F("91.605")),
        ("91.6", F("91.55"), F("91.65")),
        ("0.4", F("0.35"), F("0.45")),
        ("20", F(20), F(20)),
        ("2.5e4", F(24_500), F(25_500)),
        ("1e3", F(1000), F(1000)),
        ("<0.001", F(0), F("0.001")),
    ],
)
def test_a_printed_number_is_an_interval(text: str, low: F, high: F) -> None:
    assert ends(printed(text)) == (low, high)


@pytest.mark.parametrize("text", ["", "-", "1.2.3", "1e", "1e-3", "e3", "<", "±1"])
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a printed number"):
        printed(text)


def test_only_what_no_rounding_can_change_is_certain() -> None:
    """80.85 rounds to 80.8 and to 80.9; 80.8 and 81.0 have no number in common."""
    a, b, c = printed("80.8"), printed("80.9"), printed("81.0")
    assert [true(b > a), true(c > a)] == [False, True]
    assert [true(a.may_exceed(b)), true(a.may_exceed(c))] == [False, False]
    assert [true(a.may_equal(b)), true(a.may_equal(c))] == [True, False]
    assert [true(b.may_exceed(a)), true(printed("80.80").may_exceed(a))] == [True, True]
    assert ends(a + b - c) == (F("80.55"), F("80.85"))
    assert ends(a.times(3)) == (F("242.25"), F("242.55"))


def test_a_sentence_that_rounding_could_decide_neither_holds_nor_fails() -> None:
    close = printed("80.9"), printed("80.8")
    assert not true(holds(sentence(), [close[0] > close[1]], "").obligations[0].statement["show"])
    with pytest.raises(ValueError, match=r"t\.sentence: nothing fails"):
        fails(sentence(), {"": close[0].may_exceed(close[1])})
    claim = fails(
        sentence(),
        {"first": number("2").may_exceed(number("1")), "second": number("1") > number("2")},
    )
    assert (claim.attempts[0].part, claim.attempts[0].says) == (1, "second")


# --- the sentences -------------------------------------------------------------------------------


def test_every_sentence_is_tried_in_one_way() -> None:
    assert len(SENTENCES) == 58
    for name in SENTENCES:
        claim = registry.load(name)
        assert claim.kind == "data"
        assert (len(claim.obligations), len(claim.attempts)) in ((1, 0), (0, 1))


@pytest.mark.parametrize("name", SENTENCES)
def test_what_is_to_be_proved_is_true_and_what_is_attacked_is_false(name: str) -> None:
    claim = registry.load(name)
    for obligation in claim.obligations:
        assert true(obligation.statement["show"])
    for attempt in claim.attempts:
        assert REFUTED[name] in attempt.says
        if name != "layeract.table2.total":  # tried by enumeration, below
            assert not true(attempt.statement["show"])
    assert bool(claim.attempts) == (name in REFUTED)
    for companion in claim.repaired:
        assert all(true(o.statement["show"]) for o in companion.obligations)


@pytest.mark.parametrize(
    ("image", "padding", "side"), [(28, 0, 4), (32, 0, 5), (28, 1, F(11, 2)), (28, 2, 7)]
)
def test_the_side_that_table_7_leaves(image: int, padding: int, side: F) -> None:
    """(n + 2p - 4)/2 twice: 28, 24, 12, 8, 4; 32, 28, 14, 10, 5; 28, 26, 13, 11, 11/2."""
    assert ends(table7._features(table7._side(image, padding))) == (64 * side**2,) * 2


def cells(at: PrintedTable) -> dict[tuple[str, str], F]:
    return {
        (row, column): F(text)
        for row, texts in at.rows
        for column, text in zip(at.columns, texts, strict=True)
        if text != "-"
    }


def test_best_values_by_plain_comparison() -> None:
    """Largest numbers of columns, as they stand in the tables."""
    one = cells(fl.TABLE1)
    for column in fl.TABLE1.columns:
        assert max(fl.TABLE1.names, key=lambda row: one[row, column]) == "FedLN"
    for at in (layeract.TABLE1, layeract.TABLE2, layeract.TABLE3):
        clean = {row: cells(at)[row, "Clean"] for row in at.names}
        assert max(clean, key=lambda row: clean[row]) == "LA-SiLU"
    wrong = [
        (row, column)
        for row, column in cells(layeract.TABLE6)
        if cells(layeract.TABLE6)[row, column] != cells(layeract.TABLE7)[row, column]
    ]
    assert wrong == []


def compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """All ways to write ``total`` as a sum of ``parts`` numbers from 1 on."""
    from itertools import combinations

    for cuts in combinations(range(1, total), parts - 1):
        yield tuple(b - a for a, b in pairwise((0, *cuts, total)))


def fits(at: PrintedTable, counts: tuple[int, ...], clean: int) -> bool:
    """The totals are the averages with these counts, up to rounding of all numbers."""
    for row, texts in at.rows:
        numbers = dict(zip(at.columns, texts, strict=True))
        whole, error = F(0), F(0)
        weights = dict(zip(at.columns[2:], counts, strict=True)) | {"Clean": clean}
        for column, weight in weights.items():
            whole += weight * F(numbers[column])
            error += weight * half(numbers[column])
        size = sum(counts) + clean
        if abs(whole / size - F(numbers["Total"])) > error / size + half(numbers["Total"]):
            return False
        assert row
    return True


def half(text: str) -> F:
    return F(1, 2 * 10 ** len(text.partition(".")[2]))


@by_turns(2)
@some_of(2)
@pytest.mark.parametrize("number_", [1, 2, 16, 17, 18, 19])
def test_totals_that_average_no_nineteen_corruptions(number_: int) -> None:
    """No assignment of 19 corruptions to the categories fits, 3 + 4 + 4 + 4 + 4 + clean does."""
    (at,) = (t for t in layeract.TABLES if t.number == number_)
    assert not any(fits(at, counts, 0) for counts in compositions(19, 5))
    assert fits(at, (3, 4, 4, 4, 4), 1)


@pytest.mark.parametrize("number_", [3, 4, 5, 6, 8, 9, 10, 11, 12, 13])
def test_totals_that_do(number_: int) -> None:
    (at,) = (t for t in layeract.TABLES if t.number == number_)
    assert fits(at, (3, 4, 4, 4, 4), 0)
    assert not fits(at, (3, 4, 4, 4, 4), 1)


# --- the tables ----------------------------------------------------------------------------------


def test_a_table_is_checked_when_it_is_made() -> None:
    with pytest.raises(ValueError, match="row a has 1 cells"):
        table(1, "", "x | y", "a: 1")
    with pytest.raises(ValueError, match="share a name"):
        table(1, "", "x | y", "a: 1 2\na: 1 2")
    made = table(1, "", "x | y", "a b: 1 -")
    assert made.names == ["a b"]
    with pytest.raises(KeyError, match="is not given"):
        made.at("a b", "y")


TEXT = """
Table 2: Comparing the difference between LN and FN for CNNs and ResNet.
Methods 1 class 2 classes Dir(0.1)
FedLN - CNN 78.04 77.52 78.27
FedFN - CNN 77.14 76.67 78.13
FedLN - ResNet 86.15 88.01 89.06
FedFN - ResNet 80.81 82.30 84.19
"""


def test_the_reader_finds_rows_below_a_caption() -> None:
    assert read_tables.missing(fl.TABLE2, TEXT) == []
    assert next(row.numbers for row in read_tables.rows(TEXT)) == ("78.04", "77.52", "78.27")


@pytest.mark.parametrize(
    ("old", "new"), [("80.81", "80.82"), ("FedFN - ResNet", "FedRS"), ("84.19", "")]
)
def test_the_reader_misses_a_row_that_differs(old: str, new: str) -> None:
    assert read_tables.missing(fl.TABLE2, TEXT.replace(old, new)) == [
        "Table 2: FedFN - ResNet 80.81 82.30 84.19"
    ]


def test_the_reader_needs_the_caption_nearby() -> None:
    assert read_tables.missing(fl.TABLE2, TEXT.replace("Table 2", "Table 3")) == [
        "Table 2: no caption"
    ]
    far = TEXT.replace("Methods", "\n" * 30 + "Methods")
    assert len(read_tables.missing(fl.TABLE2, far)) == 4


def test_the_reader_sees_through_markup() -> None:
    """Tabs, bold numbers torn apart, deviations."""
    text = "\n".join(
        [
            "ResNet44\tLA-SiLU\t<u>62.99</u>\t41.91\t<b>46.0</b> 2",
            "ReLU\ttextbf92.54\t-\t1.0",
            "FedAvg 55.76±0.55plus-or-minus0.55{}_{\\pm 0.55} ± 0.55 end 55.34±0.78plus-or",
        ]
    )
    found = [(row.words, row.numbers) for row in read_tables.rows(text)]
    assert found == [
        ("ResNet44 LA-SiLU", ("62.99", "41.91", "46.02")),
        ("ReLU", ("92.54", "-", "1.0")),
        ("FedAvg", ("55.76", "0.55", "55.34", "0.78")),
    ]


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "paper.txt"
    path.write_text(TEXT)
    assert read_tables.main(["fl", str(path)]) == 1
    out = capsys.readouterr().out
    assert "not found  Table 1: no caption" in out
    assert out.endswith("rows of 11 tables found\n")
    assert "Table 2: FedLN" not in out
    assert read_tables.main(["fl"]) == 2
    assert read_tables.main(["sumformer", str(path)]) == 2
    assert read_tables.main(["fl", str(tmp_path / "none.txt")]) == 2
    assert "cannot read" in capsys.readouterr().err


@pytest.mark.parametrize("paper", ["pln", "fl", "layeract"])
def test_the_transcription_is_that_of_the_papers_text(paper: str) -> None:
    """With NETPROOF_TEXT_PLN, _FL or _LAYERACT set to the file of the paper's text."""
    name = f"NETPROOF_TEXT_{paper.upper()}"
    if name not in os.environ:
        pytest.skip(f"{name} names no text")
    assert read_tables.main([paper, os.environ[name]]) == 0


@pytest.mark.parametrize("power", ["2.5×10^4", "$2.5 \\times 10^{4}$"])
def test_a_power_of_ten_is_read(power: str) -> None:
    [row] = read_tables.rows(f"ReLU\t0.0006\t1.68\t{power}")
    assert row.numbers == ("0.0006", "1.68", "2.5e4")


def test_p_values_by_plain_comparison() -> None:
    """Of LA-SiLU: 37 of the 47 are below 0.05, counted here from the strings."""
    every = [text for row in layeract.TABLE20.values() for text in row]
    every += [text for _, texts in layeract.TABLE21.rows for text in texts]
    below = [text for text in every if text.startswith("<") or float(text) < 0.05]
    assert (len(every), len(below)) == (47, 37)
    # those of Table 20 are as many as it has functions, but for the network that exploded
    assert [len(row) for row in layeract.TABLE20.values()] == [8, 8, 7]


def test_a_claim_of_sentences_is_a_claim() -> None:
    claim = holds(sentence(), [number("2") > number("1")], "")
    assert isinstance(claim, Claim)
