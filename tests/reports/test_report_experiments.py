"""The printed experiments in the report: what files say, pages, the PDF, hostile files."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from reports import errata, experiments, html, pdf
from reports.record import Record, dump, sealed
from tests.sampling import by_turns
from verify.experiments import Experiment, Sentence, word, write


def coins(settings: Any, seed: int) -> list[dict[str, Any]]:
    return [{"toss": i, "heads": float((i * 7 + seed) % settings["sides"] == 0)} for i in range(8)]


def curves(rows: Any) -> list[dict[str, Any]]:
    series = [
        {
            "name": f"seed {seed}",
            "role": "net",
            "x": [float(r["toss"]) for r in rows if r["seed"] == seed],
            "y": [r["heads"] for r in rows if r["seed"] == seed],
        }
        for seed in sorted({r["seed"] for r in rows})
    ]
    drawn = {
        "x": "toss",
        "y": "heads",
        "log": "none",
        "range": [0.0, 7.0, 0.0, 1.0],
        "slider": "",
        "chosen": 0,
        "fixed": series,
        "frames": [],
    }
    return [{"title": "Tosses", "says": "Heads <b>are</b> 1", "curves": drawn, "plane": None}]


COINS = Experiment(
    id="fl.coins",
    kind="numeric",
    title="Coins with <i>sides</i>",
    place="Figure 9",
    protocol={"sides": 2, "tosses": [8]},
    small={"sides": 1},
    differs=("Our own coins.",),
    seeds=(1, 2, 3),
    trial=coins,
    sentences=(
        Sentence(
            "a coin shows heads",
            "Section 1",
            "some toss is heads",
            lambda rows: any(r["heads"] for r in rows),
            lambda rows: sum(float(r["heads"] or 0) for r in rows),
            "heads, of 8",
        ),
        Sentence(
            "the first toss <script> is heads",
            "Section 2",
            "toss 0 is heads",
            lambda rows: bool(rows[0]["heads"]),
        ),
        Sentence("a coin is fair", "Section 3", "no rule tells", lambda rows: None),
    ),
    pictures=curves,
)


def test_the_word_is_computed_from_all_seeds() -> None:
    result = COINS.run()
    assert [s["word"] for s in result["sentences"]] == [
        "agrees",
        "agrees in 1 of 3 seeds",
        "not decided",
    ]
    assert result["sentences"][0]["measured"] == {
        "means": "heads, of 8",
        "n": 3,
        "mean": 4.0,
        "low": 4.0,
        "high": 4.0,
        "deviation": 0.0,
    }
    assert COINS.judged(result["rows"]) == result["sentences"]
    assert COINS.run([2])["sentences"][1]["word"] == "agrees"
    assert COINS.run([1, 3, 3])["seeds"] == [1, 3]
    assert word([False, False]) == "disagrees"


def test_a_row_holds_short_numbers_and_none_that_are_not() -> None:
    def trial(settings: Any, seed: int) -> list[dict[str, Any]]:
        return [{"value": 1 / 3, "not": float("inf"), "n": 3, "yes": True}]

    once = Experiment("fl.x", "data", "x", "x", {}, {}, (), (), trial, ())
    assert once.run([5])["rows"] == [
        {"seed": 0, "value": 0.333333, "not": None, "n": 3, "yes": True}
    ]
    assert once.run()["seeds"] == []


def test_a_sentence_or_experiment_that_makes_no_sense_is_refused() -> None:
    with pytest.raises(ValueError, match="go together"):
        Sentence("x", "Table 1", "x", lambda rows: True, None, "accuracy")
    with pytest.raises(ValueError, match="kind is one of"):
        Experiment("fl.x", "theorem", "x", "x", {}, {}, (), (), coins, ())
    with pytest.raises(ValueError, match="has no epochs"):
        Experiment("fl.x", "data", "x", "x", {}, {"epochs": 1}, (), (), coins, ())


@by_turns(3)
def test_page_and_pdf_show_it_and_escape_what_is_said(record: Record, tmp_path: Path) -> None:
    result = COINS.run()
    write(result, tmp_path / experiments.KEPT)
    tried = experiments.found(tmp_path, tmp_path / "out")
    pages = html.render_pages(record, tried=tried)
    page = pages["experiments.html"]
    assert 'href="experiments.html"' in pages["index.html"]
    assert "1 agrees, 1 mixed, 1 not decided" in pages["index.html"]
    assert "heads, of 8: 4 (4 to 4 over 3 seeds)" in page
    assert "<script> is" not in page
    assert "Our own coins." in page
    assert page.count("<figure>") == 1
    assert "<svg" in page
    assert "experiments.html" not in html.render_pages(record)
    (paper,) = (p for p in errata.collected(record) if p.id == "pln")
    assert pdf.render_article(record, paper, tried=tried) != pdf.render_article(record, paper)
    assert max(map(len, experiments.terminal(result).splitlines())) <= 80


def test_newer_results_are_shown_and_samples_are_not(tmp_path: Path) -> None:
    kept, newer = COINS.run(), COINS.run([2])
    write(kept, tmp_path / experiments.KEPT)
    out = tmp_path / "out"
    write(newer, out / "experiments")
    assert experiments.found(tmp_path, out)[0]["seeds"] == [2]
    write(COINS.run(small=True), out / "experiments")
    assert experiments.found(tmp_path, out)[0]["seeds"] == [1, 2, 3]
    assert (tmp_path / experiments.KEPT / "fl.coins.svg").is_file()


def broken(change: Any) -> str:
    data = deepcopy(COINS.run([1]))
    change(data)
    return json.dumps(data)


UNUSABLE = {
    "no JSON": "{",
    "a list": "[]",
    "another schema": broken(lambda d: d.update(schema=2)),
    "no title": broken(lambda d: d.pop("title")),
    "rows that are a text": broken(lambda d: d.update(rows="x")),
    "no protocol": broken(lambda d: d.update(protocol=[])),
    "small as text": broken(lambda d: d.update(small="no")),
    "a sentence without a word": broken(lambda d: d["sentences"][0].pop("word")),
    "measured without a mean": broken(lambda d: d["sentences"][0]["measured"].pop("mean")),
    "a picture without curves": broken(lambda d: d["pictures"][0].pop("curves")),
    "a picture with no range": broken(lambda d: d["pictures"][0]["curves"].update(range=[])),
    "not a number": json.dumps(COINS.run([1])).replace('"toss": 3', '"toss": NaN'),
}


@pytest.mark.parametrize("text", UNUSABLE.values(), ids=[k.replace(" ", "-") for k in UNUSABLE])
def test_what_cannot_be_used_is_one_line(text: str, tmp_path: Path) -> None:
    path = tmp_path / experiments.KEPT / "fl.coins.json"
    path.parent.mkdir(parents=True)
    path.write_text(text)
    with pytest.raises(experiments.ExperimentError) as error:
        experiments.found(tmp_path, tmp_path / "out")
    assert str(error.value).startswith(str(path))
    assert "\n" not in str(error.value)


def test_the_command_refuses_in_one_line(
    record: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from verify.commands.group import cli

    monkeypatch.chdir(tmp_path)
    runner = CliRunner()
    for line, says in {
        "experiment nothing.at.all": "there is no experiment 'nothing.at.all'",
        "experiment --seeds 1,x": "--seeds: not numbers",
        "experiment --seeds -1": "a seed is a number from 0",
        "experiment --keep --small": "what is kept is the stated protocol",
    }.items():
        result = runner.invoke(cli, line.split())
        assert result.exit_code == 2, result.output
        assert says in result.output
        assert result.output.count("\n") == 1
    dump(sealed(record), tmp_path / "out" / "run.json")
    path = tmp_path / experiments.KEPT / "x.json"
    path.parent.mkdir(parents=True)
    path.write_text("{")
    bad = runner.invoke(cli, ["report", "--html", "--out", "out"])
    assert bad.exit_code == 2
    assert "not JSON" in bad.output
