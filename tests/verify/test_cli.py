"""The command ``verify``: what it prints, what it leaves behind, and its exit status."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import unicodedata
from fractions import Fraction
from pathlib import Path
from typing import Any

import click
import pytest
from commandkit import Done, Run

from constructions.networks import ParallelNet
from proofs.index import index
from proofs.registry import ids
from reports import tables
from reports.record import listed_files, load, sealed, validate
from tests import kept_files
from tests.sampling import by_turns, some_of
from verify.commands import group
from verify.commands.common import LOCK
from verify.commands.locked import worse_than

TITLES = {name: index()["claims"][name]["title"] for name in ids()}
ROOT = Path(__file__).resolve().parents[2]
COMMANDS = (
    "list", "show", "run", "construct", "check", "errata", "sweep", "report", "lock", "supnorm",
    "decide", "attack", "new", "experiment", "glossary", "lemmas",
)  # fmt: skip
GOOD = kept_files.file("pln.lemma2.control.eps")


def refused(done: Done, *parts: str, status: int = 2) -> None:
    """One clear line on standard error, nothing on standard output."""
    assert (done.status, done.out) == (status, ""), done
    assert done.err.startswith("verify: ")
    assert done.err.count("\n") == 1
    assert len(done.err) <= 500
    assert "Traceback" not in done.err
    assert "a bug in netproof" not in done.err
    for part in parts:
        assert part in done.err, done.err


def nothing_left(folder: Path) -> None:
    assert list(folder.rglob("*")) == []


def loaded(name: str) -> click.Command:
    """A command of the group, imported."""
    found = group.cli.get_command(click.Context(group.cli), name)
    assert found is not None
    return found


def columns(line: str) -> int:
    """The width of a line: the hat of a letter takes no room of its own."""
    return sum(not unicodedata.combining(c) for c in line)


# --- every command as it should be used ----------------------------------------------------------


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_fits_80_columns(verify: Run, command: str) -> None:
    done = verify(*command.split(), "--help")
    assert (done.status, done.err) == (0, "")
    assert max(map(len, done.out.splitlines())) <= 80
    assert done.out.startswith("Usage: verify")
    assert "..." not in done.out.partition("Commands:")[2], "no summary is cut short"


def test_help_names_every_command(verify: Run) -> None:
    assert set(group.COMMANDS) == set(COMMANDS)
    listed = verify("--help").out.partition("Commands:")[2]
    assert [line.split()[0] for line in listed.splitlines() if line.strip()] == sorted(COMMANDS)


def test_every_command_takes_json() -> None:
    for name in COMMANDS:
        assert "--json" in {opt for p in loaded(name).params for opt in p.opts}, name


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_says_of_a_command_what_the_command_says(name: str) -> None:
    command = loaded(name)
    assert command.name == name
    assert command.get_short_help_str(limit=200) == group.COMMANDS[name]
    assert not command.hidden


def test_what_the_table_of_commands_lacks_is_no_command() -> None:
    place = Path(group.__file__).parent
    made = {path.stem for path in place.glob("*.py") if "@click.command(" in path.read_text()}
    assert made == {group.ELSEWHERE.get(name, name) for name in group.COMMANDS}


def test_the_glossary_of_a_paper(verify: Run) -> None:
    found = json.loads(verify("glossary", "weierstrass", "--json").out)["definitions"]
    newton = next(item for item in found if item["id"] == "newton")
    assert newton["formal"] == "Newton_v(y) = (y·(3 − v·y·y))/2"
    assert (newton["paper"], newton["used"]) == ("weierstrass", [])
    printed = verify("glossary", "weierstrass").out
    assert "Newton_v(y) = (y·(3 − v·y·y))/2" in printed
    assert max(map(columns, printed.splitlines())) <= 80
    refused(verify("glossary", "nothing"), "nothing")


def test_lemmas_are_found_and_told(verify: Run) -> None:
    found = verify("lemmas", "--search", "cauchy SCHWARZ").out
    assert "cauchy_schwarz(f, g, a, b)" in found
    assert "(Σ_{k=a..b} f(k)·g(k))² ≤" in found
    assert "proof:" not in found, "of a list, none"
    told = verify("lemmas", "sum_split").out
    assert "proof:" in told
    assert "if   a ≤ b + 1" in told
    assert max(map(columns, told.splitlines())) <= 80
    (one,) = json.loads(verify("lemmas", "sum_split", "--json").out)["lemmas"]
    assert one["arguments"] == ["f", "a", "b", "c"]
    assert [row["word"] for row in one["statement"]] == ["if", "if", "then"]
    refused(verify("lemmas", "sum_splt"), "sum_splt", "sum_split")
    refused(verify("lemmas", "--search", "no such lemma"), "no such lemma")


@by_turns(3)
def test_show_without_names_and_in_latex(verify: Run) -> None:
    named, plain = (verify("show", "weierstrass.newton", *o).out for o in ((), ("--unfolded",)))
    assert "Newton_v(y(n))" in named
    assert "Newton_v" not in plain
    assert "(y(n)·(3 − v·y(n)·y(n)))/2" in " ".join(plain.split())
    assert r"{\mathrm{Newton}}_{v}" in verify("show", "weierstrass.newton", "--latex").out


def test_the_command_alone_prints_its_help(verify: Run) -> None:
    assert verify() == verify("--help")


def test_version(verify: Run) -> None:
    done = verify("--version")
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("verify, version ")


def test_list(verify: Run) -> None:
    done = verify("list")
    assert (done.status, done.err) == (0, "")
    lines = done.out.splitlines()
    assert max(map(columns, lines)) <= 80
    listed = re.findall(r"^  not run +(\S+)", done.out, re.MULTILINE)
    assert listed == list(TITLES)
    whole = " ".join(done.out.split())
    for title in TITLES.values():
        assert title in whole, "in full"
    data = verify("list", "--json").json
    assert data["schema"] == 2
    mine = [claim for claim in data["claims"] if claim["of"] == claim["id"]]
    assert {claim["id"]: claim["title"] for claim in mine} == TITLES
    assert all("verdict" not in claim for claim in data["claims"])


@pytest.mark.parametrize(
    ("kept", "word"),
    [
        ({"verdict": "conditional"}, "proved, given"),
        ({"verdict": "conditional", "given": ["x"]}, "proved, given"),
        ({"verdict": "refuted", "given": ["x"]}, "refuted, given"),
        ({"verdict": "refuted", "given": []}, "refuted "),
        ({"verdict": "proved", "given": []}, "proved "),
    ],
)
def test_the_list_has_the_words_of_the_report(
    verify: Run, tmp_path: Path, kept: dict[str, Any], word: str
) -> None:
    record = {"claims": [{"id": "pln.lemma2", **kept}]}
    (tmp_path / "run.json").write_text(json.dumps(record))
    (line,) = (
        x for x in verify("list", "--out", tmp_path).out.splitlines() if x.endswith(" pln.lemma2")
    )
    assert f"  {word}" in line
    assert tables.word({"given": [], **kept}) == word.strip()  # type: ignore[typeddict-item]


INSTANCE = ("--set", "f=abs(x-1/3)", "--set", "eps=1/4")
CLAIM_KEYS = {
    "id", "of", "inputs", "seal", "kind", "source", "verdict", "printed_proof", "level", "scope",
    "assumes",
    "notes", "evidence", "refutation", "instances", "repaired", "sharpened",
}  # fmt: skip
INSTANCE_KEYS = {"inputs", "version", "units", "width", "bound", "sup_error", "verdict"}


def test_run_with_settings(verify: Run, tmp_path: Path) -> None:
    done = verify("run", "pln.lemma2", *INSTANCE, "--out", "o", "--json")
    assert (done.status, done.err) == (0, "")
    record = done.json
    assert record == load(tmp_path / "o" / "run.json")
    assert record["schema"] == 2
    for claim in record["claims"]:
        assert set(claim) >= CLAIM_KEYS
    main, *others = record["claims"]
    assert {c["id"] for c in others} == {
        related["id"] for kind in ("repaired", "sharpened") for related in main[kind]
    }
    assert (main["id"], main["verdict"], main["scope"]) == ("pln.lemma2", "proved", "all")
    assert main["printed_proof"] == "broken"
    assert main["printed_proof_detail"]["step"] == "pln.lemma2.eq15"
    assert main["refutation"] is None
    (instance,) = main["instances"]
    assert set(instance) >= INSTANCE_KEYS
    assert instance["inputs"] == {"f": "abs(x-1/3)", "eps": "1/4", "L": "1"}
    assert (instance["version"], instance["units"], instance["width"]) == ("printed", 3, 3)
    assert (instance["bound"], instance["verdict"]) == ("1/4", "certified")
    assert instance["sup_error"] == {"exact": "1/6"}
    for claim in record["claims"]:
        for item in claim["evidence"]:
            data = (tmp_path / "o" / item["certificate"]["file"]).read_bytes()
            assert hashlib.sha256(data).hexdigest() == item["certificate"]["sha256"]
    files = sorted((tmp_path / "o" / "certificates").iterdir())
    assert verify("check", *files).status == 0
    again = verify("check", tmp_path / "o" / "run.json", "--rerun")
    assert (again.status, again.out.split()[0]) == (0, "accept")


@pytest.fixture(scope="module")
def record_of_a_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of one run of Lemma 2, made once; :func:`ran` hands out copies."""
    out = tmp_path_factory.mktemp("run") / "o"
    running = process("run", "pln.lemma2", *INSTANCE, "--out", out)
    _, err = running.communicate(timeout=60)
    assert (running.returncode, err) == (0, b"")
    return out


@pytest.fixture
def ran(record_of_a_run: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(record_of_a_run, tmp_path / "o"))


def test_run_prints_the_verdict_and_where_the_record_is(verify: Run) -> None:
    done = verify("run", "pln.lemma2", *INSTANCE, "--out", "o")
    assert (done.status, done.err) == (0, "")
    assert "proved" in done.out
    assert "1/6" in done.out
    assert done.out.splitlines()[-1] == f"record: {Path('o') / 'run.json'}"
    listed = verify("list", "--out", "o").out
    assert re.search(r"proved +pln\.lemma2", listed)
    assert re.search(r"^    proved +\.sharpened$", listed, re.MULTILINE), "below its claim"
    shown = verify("show", "pln.lemma2", "--out", "o")
    assert (shown.status, shown.err) == (0, "")
    assert "Parameters (verify run pln.lemma2 --set NAME=VALUE)" in shown.out
    assert max(map(columns, shown.out.splitlines())) <= 80
    companion = verify("show", "pln.lemma2.sharpened", "--out", "o", "--json").json["claims"]
    assert [c["id"] for c in companion] == ["pln.lemma2.sharpened"]


@by_turns(2)
def test_the_last_of_two_settings_counts(verify: Run) -> None:
    done = verify("run", "pln.lemma2", *INSTANCE, "--set", "eps=1/2", "--json")
    assert done.json["claims"][0]["instances"][0]["bound"] == "1/2"


def test_show_names_the_other_reading_of_the_same_words(verify: Run) -> None:
    table = "fl.table3.simplify"
    assert verify("run", table, "--out", "o").status == 0
    assert "read otherwise" not in verify("show", table, "--out", "o").out
    verify("run", f"{table}.each", "--out", "o")
    shown = " ".join(verify("show", table, "--out", "o").out.split())
    assert f"read otherwise, refuted: {table}.each" in shown
    shown = " ".join(verify("show", f"{table}.each", "--out", "o").out.split())
    assert f"read otherwise, proved: {table}" in shown


def test_show_ends_a_refutation_in_numbers(verify: Run) -> None:
    """t s(t) = -35/6 at t = -35, at a distance of 41/6 from 1."""
    shown = " ".join(verify("show", "layeract.def2_1.any").out.split())
    assert "It fails: for every limit ∈ ℝ, for instance limit = 1, η = 1, for every" in shown
    assert "= 41/6 η = 1 41/6 < 1 is false." in shown


@by_turns(4)
def test_show_of_a_claim_that_was_not_run(verify: Run, tmp_path: Path) -> None:
    done = verify("show", "pln.lemma2", "--json")
    assert (done.status, done.err) == (0, "")
    (claim,) = done.json["claims"]
    assert (claim["verdict"], claim["instances"]) == ("proved", [])
    nothing_left(tmp_path)


@by_turns(2)
@pytest.mark.usefixtures("ran")
def test_report_and_lock_of_a_run(verify: Run, tmp_path: Path) -> None:
    page = verify("report", "--out", "o", "--html", "--junit", "--json")
    assert (page.status, page.err) == (0, "")
    files = [tmp_path / name for name in page.json["files"]]
    assert [path.suffix for path in files] == [".html", ".xml"]
    assert all(path.stat().st_size > 1_000 for path in files)
    locked = verify("lock", "--out", "o", "--json")
    assert (locked.status, locked.err) == (0, "")
    assert json.loads((tmp_path / LOCK).read_text()) == locked.json
    assert locked.json["claims"]["pln.lemma2"] == {
        "verdict": "proved", "given": [], "printed_proof": "broken",
        "instances": {"printed: f = abs(x-1/3), eps = 1/4, L = 1": "certified"},
    }  # fmt: skip
    assert verify("run", "pln.lemma2", *INSTANCE, "--out", "o", "--locked").status == 0


@by_turns(3)
def test_a_verdict_that_got_worse_is_exit_status_1(verify: Run, tmp_path: Path) -> None:
    def keep(verdict: str) -> None:
        kept = {"pln.lemma2": {"verdict": verdict}, "pln.lemma1": {"verdict": "proved"}}
        (tmp_path / LOCK).write_text(json.dumps({"schema": 1, "claims": kept}))

    words = ("run", "pln.lemma2", *INSTANCE, "--locked")
    keep("supported")
    assert verify(*words).status == 0, "better than it was"
    keep("refuted")
    done = verify(*words)
    assert (done.status, done.err) == (1, "verify: pln.lemma2 was refuted and is proved\n")


def test_of_a_full_run_no_locked_claim_may_be_missing() -> None:
    locked = {"a": ("proved", frozenset()), "b": ("open", frozenset())}
    record = {"claims": [{"id": "a", "verdict": "open"}]}
    assert worse_than(locked, record, everything=True) == [
        "a was proved and is open", "b was open and is gone"
    ]  # fmt: skip
    assert worse_than(locked, record, everything=False) == ["a was proved and is open"]


@pytest.mark.parametrize(
    ("old", "new", "worse"),
    [
        ("proved", "proved", False), ("open", "certified", False), ("certified", "proved", False),
        ("refuted", "refuted", False), ("proved", "certified", True), ("open", "refuted", True),
        ("refuted", "proved", True), ("proved", "vacuous", True), ("proved", "conditional", True),
        ("conditional", "proved", False), ("certified", "conditional", False),
    ],
)  # fmt: skip
def test_what_is_worse(old: str, new: str, worse: bool) -> None:
    record = {"claims": [{"id": "a", "verdict": new}]}
    assert bool(worse_than({"a": (old, frozenset())}, record, everything=True)) is worse


@pytest.mark.parametrize(
    ("old", "new", "worse"),
    [([], [], False), (["x"], ["x"], False), (["x"], [], False), ([], ["x"], True),
     (["x"], ["y"], True)],
)  # fmt: skip
def test_a_verdict_that_rests_on_more_is_worse(old: list[str], new: list[str], worse: bool) -> None:
    record = {"claims": [{"id": "a", "verdict": "conditional", "given": new}]}
    locked = {"a": ("conditional", frozenset(old))}
    assert bool(worse_than(locked, record, everything=True)) is worse


def test_a_lock_is_read_before_the_work(verify: Run, tmp_path: Path) -> None:
    refused(verify("run", "pln.lemma2", "--locked"), "there is no verdicts.lock.json")
    nothing_left(tmp_path)
    for junk in ("", "[]", '{"claims": 3}', '{"claims": {"a": 1}}'):
        (tmp_path / LOCK).write_text(junk)
        refused(verify("run", "pln.lemma2", "--locked"), "is not a lock file")


@pytest.mark.parametrize(
    ("claim_id", "given", "layer"),
    [
        ("pln.lemma2", ("f=x", "eps=1/4"), "sign"),
        ("pln.thm1", ("f=x", "d=4"), "layer_norm"),
        ("pln.thm1.sharpened2", ("f=x", "eps=1/4"), "layer_norm"),
        ("pln.prop2.upper.sharpened2", ("f=abs(x-1/3)", "eps=1/30"), "relu"),
    ],
)
def test_construct(
    verify: Run, tmp_path: Path, claim_id: str, given: tuple[str, ...], layer: str
) -> None:
    settings = [word for text in given for word in ("--set", text)]
    done = verify("construct", claim_id, *settings, "-o", "net.json", "--json")
    assert (done.status, done.err) == (0, "")
    net = ParallelNet.from_json(json.loads((tmp_path / "net.json").read_text()))
    assert net.to_json()["layer"]["kind"] == layer
    assert done.json["cost"]["units"] == net.N
    assert verify("construct", claim_id, *settings, "-o", "net.json").out.startswith("net.json: ")
    assert [path.name for path in tmp_path.iterdir()] == ["net.json"]


@pytest.mark.parametrize(
    ("claim_id", "says", "units"),
    [
        ("fl.prop1", "layers of 2, 2 neurons with steps none, n", 4),
        ("fl.resnet", "1 residual blocks on R^2", 3),
        ("fl.prop3b.post", "vanilla classifier, layers of 2, 2 neurons, 3 classes", 4),
    ],
)
def test_construct_of_networks_with_layers(
    verify: Run, tmp_path: Path, claim_id: str, says: str, units: int
) -> None:
    done = verify("construct", claim_id, "-o", "net.json")
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith(f"net.json: {says}\n  {units} units")
    assert [path.name for path in tmp_path.iterdir()] == ["net.json"]


@by_turns(8)
def test_a_companion_has_instances_of_its_own(verify: Run) -> None:
    """f = x, L = 1 and eps = 1/15 > 1/16: three pairs of kinks."""
    settings = ("--set", "f=x", "--set", "eps=1/15")
    done = verify("run", "pln.prop2.upper.sharpened2", *settings, "--json")
    assert (done.status, done.err) == (0, "")
    (claim,) = done.json["claims"]
    (row,) = claim["instances"]
    assert (claim["id"], row["units"]) == ("pln.prop2.upper.sharpened2", 6)
    assert row["verdict"] == "certified"
    assert Fraction(row["sup_error"]["exact"]) <= Fraction(1, 15)
    refused(verify("run", "pln.prop2.upper.sharpened99"), "there is no claim")


def test_check(verify: Run) -> None:
    done = verify("check", GOOD)
    assert (done.status, done.out, done.err) == (0, f"accept  {GOOD}\n", "")
    both = verify("check", GOOD, GOOD, "--json")
    accepted = {"file": str(GOOD), "outcome": "accept", "code": "", "why": ""}
    assert both.json == {"schema": 1, "files": [accepted, accepted]}


@by_turns(2)
def test_errata_of_a_record(verify: Run, ran: Path) -> None:
    record = json.loads((ran / "run.json").read_text())
    (claim,) = (c for c in record["claims"] if c["id"] == "pln.lemma2")
    twins = [{**claim, "id": name} for name in TITLES if name != claim["id"]]
    whole = {**record, "claims": [*record["claims"], *twins]}
    (ran / "run.json").write_text(json.dumps(sealed(whole)))
    done = verify("errata", "--out", "o")
    assert (done.status, done.err) == (0, "")
    assert "Lemma 2, Eq. 8–15 [proved, printed proof broken: pln.lemma2]" in done.out
    assert "0 < 0 is false" in done.out
    assert "  Section 2, after Eq. 1 [noted: pln.slip.variance]" in done.out
    (pln,) = verify("errata", "--paper", "pln", "--out", "o", "--json").json["papers"]
    broken = next(e for e in pln["errata"] if e["id"] == "pln.lemma2")
    assert (broken["severity"], broken["number"]) == ("proof broken", "pln-4")
    (items,) = [verify("errata", "--paper", "pln", "--out", "o", "--format", "csl").json]
    assert [item["id"] for item in items] == ["pln", "pln-errata"]
    assert verify("errata", "--out", "o", "--format", "md", "-o", "e.md").out == "e.md\n"
    refused = verify("errata", "--out", "o", "--format", "pdf")
    assert (refused.status, refused.err) == (2, "verify: --format pdf needs a file: -o FILE\n")


SMALL_SWEEP = ("sweep", "pln.thm1", "--f", "x", "--engine", "inline", "--device", "cpu")


def test_sweep(verify: Run, tmp_path: Path) -> None:
    words = (*SMALL_SWEEP, "--points", "64", "--out", "o")
    done = verify(*words, "--grid", "eps=1/5,1/3", "--grid", "d=2,3", "--grid", "delta=1/100,0")
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("pln.thm1: 8 of 8 rows within the bound")
    table = (tmp_path / "o" / "sweep" / "pln.thm1.csv").read_text().splitlines()
    assert table[0] == (
        "layer,f,L,eps,d,N,width,delta,lambda,cells,bound,predicted,measured,lo,hi,ratio,where,"
        "side,ok"
    )
    assert len(table) == 9
    sweep_file = tmp_path / "o" / "sweep" / "pln.thm1.json"
    assert verify("check", sweep_file, "--rerun").status == 0
    data = json.loads(sweep_file.read_text())
    data["rows"][3]["measured"] *= 0.9
    sweep_file.write_text(json.dumps(data))
    altered = verify("check", sweep_file, "--rerun", "--json")
    assert (altered.status, altered.json["files"][0]["code"]) == (1, "differs")
    data["points"] = 10**12
    sweep_file.write_text(json.dumps(data))
    hostile = verify("check", sweep_file, "--rerun", "--json")
    assert (hostile.status, hostile.json["files"][0]["code"]) == (1, "not-a-record")
    data = verify(*words, "--json").json
    assert {"schema", "level", "columns", "rows", "ok", "first_failure"} <= set(data)
    assert (data["level"], data["ok"]) == ("enclosure", True)
    assert verify(*words, "--sampled", "--json").json["level"] == "sampled"


@by_turns(2)
def test_sweep_of_every_layer(verify: Run, tmp_path: Path) -> None:
    """f = x, eps = 1/4: three steps or four ReLUs; delta is for the norms alone."""
    words = ("--f", "x", "--engine", "inline", "--device", "cpu", "--points", "64", "--out", "o")
    done = verify("sweep", "--all", *words, "--grid", "eps=1/4", "--grid", "d=1,2", "--json")
    assert (done.status, done.err) == (0, "")
    sweeps = {data["id"]: data for data in done.json["sweeps"]}
    sizes = {name: [row["d"] for row in data["rows"]] for name, data in sweeps.items()
             if name != "pln.table1"}  # fmt: skip
    assert sizes == {
        "pln.lemma2": [1],
        "pln.thm1": [2],
        "pln.thm3": [1, 2],
        "pln.prop1.sigmoid": [1],
        "pln.prop1.tanh": [1],
        "pln.prop2.upper": [1],
        "pln.prop2.upper.sharpened2": [1],
        "pln.prop3": [2],
        "pln.prop4": [1],
    }
    assert [row["N"] for row in sweeps["pln.prop4"]["rows"]] == [3]
    assert [row["N"] for row in sweeps["pln.prop2.upper"]["rows"]] == [4]
    least = {(r["layer"], r["f"]): r["N"] for r in sweeps["pln.table1"]["rows"]}
    assert (least["LN-2", "x"], least["ReLU", "x"]) == (3, 2)
    files = sorted((tmp_path / "o" / "sweep").glob("*.json"))
    assert len(files) == 10
    assert verify("check", *files, "--rerun").status == 0
    one = tmp_path / "o" / "sweep" / "pln.prop4.json"
    data = json.loads(one.read_text())
    data["rows"][0]["hi"] = "1/7"
    one.write_text(json.dumps(data))
    assert verify("check", one, "--rerun", "--json").json["files"][0]["code"] == "differs"


# --- bad input -----------------------------------------------------------------------------------

HUGE = "+".join(["x"] * 6000)
SETTINGS = [
    (("eps=0",), "eps must be positive"),
    (("eps=-1",), "eps must be positive"),
    (("eps=abc",), "'abc' is not a number"),
    (("eps=",), "is not a number"),
    (("eps=1/0",), "is not a number"),
    (("eps=nan",), "is not a number"),
    (("eps=1e999999",), "is not a number"),
    (("eps=1e-60",), "take a larger eps"),
    (("eps=1\n2",), "is not a number"),
    (("d=1",), "d is an integer from 2"),
    (("d=x",), "d is an integer from 2"),
    (("d=2.5",), "d is an integer from 2"),
    (("delta=-1",), "delta must not be negative"),
    (("L=-1",), "L must not be negative"),
    (("convention=other",), "convention is one of"),
    (("width=3",), "no parameter 'width'"),
    (("f=",), "the expression is empty"),
    (("f=__import__('os').system('touch pwned')",), "is not allowed"),
    (("f=lambda x: x",), "is not allowed"),
    (("f=x.__class__",), "is not allowed"),
    (("f=open(x)",), "open"),
    (("f=" + "(" * 900 + "x" + ")" * 900,), ""),
    ((f"f={HUGE}",), "characters"),
    (("f=9**9**9**9",), "exponent"),
    (("f=x**99999",), "exponent"),
    (("f=1e999999",), ""),
    (("f=y",), "unknown name"),
    (("f=x1+x2",), "x alone"),
    (("f=1/x",), "not defined at x = 0"),
    (("f=sqrt(x)",), "not Lipschitz"),
    (("f=log(x)",), "not defined at x = 0"),
    (("f=floor(3*x)",), "jumps at x = 1/3"),
    (("f=tan(2*x)",), "0.785398163"),
    (("f=x", "L=1/2"), "L = 1/2 is too small: between x = "),
    (("f=sin(3*x)", "L=2"), "L = 2 is too small: between x = "),
]


@by_turns(2)
@some_of(56)
@pytest.mark.parametrize(("given", "why"), SETTINGS, ids=lambda v: str(v)[:30])
@pytest.mark.parametrize("command", ["run", "construct"])
def test_a_bad_setting_is_one_line_and_leaves_nothing(
    verify: Run, tmp_path: Path, command: str, given: tuple[str, ...], why: str
) -> None:
    if command == "construct" and given == ("eps=1e-60",):
        why = "units"
    settings = [word for text in given for word in ("--set", text)]
    place = ["--out", "a/b"] if command == "run" else ["-o", "a/net.json"]
    refused(verify(command, "pln.thm1", *settings, *place), why)
    nothing_left(tmp_path)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("run",), "name the claims to run"),
        (("run", "nope"), "there is no claim 'nope'"),
        (("run", "nope.py"), "there is no file nope.py"),
        (("run", "--all", "pln.lemma2"), "name the claims to run"),
        (("run", "--all", "--set", "eps=1"), "--set needs exactly one claim"),
        (("run", "pln.lemma1", "pln.lemma2", "--set", "eps=1"), "--set needs exactly one claim"),
        (("run", "pln.lemma2", "--set", "eps"), "--set takes NAME=VALUE"),
        (("run", "pln.lemma2", "--set", "=1"), "--set takes NAME=VALUE"),
        (("run", "pln.lemma2", "--bogus"), "--bogus"),
        (("show",), "Missing argument 'ID'"),
        (("show", "nope"), "there is no claim 'nope'"),
        (("show", "pln.lemma2.nope"), "there is no claim 'pln.lemma2.nope'"),
        (("construct", "pln.lemma2"), "-o"),
        (("construct", "nope", "-o", "n.json"), "there is no claim 'nope'"),
        (("construct", "sumformer.thm4_3.repaired", "--size"), "sumformer.thm4_3 builds one"),
        (("construct", "pln.lemma2", "-o", "n.xyz"), "the endings are"),
        (("construct", "pln.lemma2", "-o", "n.json", "--dtype", "int8"), "--dtype"),
        (("check",), "FILES"),
        (("check", "missing.json"), "cannot read missing.json"),
        (("check", "."), "cannot read"),
        (("check", str(GOOD), "missing.json"), "cannot read missing.json"),
        (("sweep",), "name the claims to sweep"),
        (("sweep", "--all", "pln.thm1"), "name the claims to sweep"),
        (("sweep", "pln.lemma1"), "there is no sweep for pln.lemma1"),
        (("sweep", "pln.prop4", "--f", "x", "--grid", "d=2"), "LS-1 needs d = 1"),
        (("sweep", "pln.table1", "--f", "x", "--grid", "d=2"), "its grid has no d"),
        (("sweep", "pln.table1", "--f", "x", "--grid", "eps=1/100000"), "units"),
        (("sweep", "nope"), "there is no claim 'nope'"),
        ((*SMALL_SWEEP, "--grid", "width=3"), "--grid takes"),
        ((*SMALL_SWEEP, "--grid", "eps"), "--grid takes"),
        ((*SMALL_SWEEP, "--grid", "eps="), "is not a number"),
        ((*SMALL_SWEEP, "--grid", "eps=0"), "eps must be positive"),
        ((*SMALL_SWEEP, "--grid", "d=1"), "LN-d needs d >= 2"),
        ((*SMALL_SWEEP, "--grid", "d=0"), "d is an integer from 1"),
        ((*SMALL_SWEEP, "--grid", "delta=-1"), "delta must not be negative"),
        ((*SMALL_SWEEP, "--grid", "eps=1e-50"), "units"),
        ((*SMALL_SWEEP, "--f", "@other"), "unknown set of functions"),
        ((*SMALL_SWEEP, "--f", "1/x"), "not defined at x = 0"),
        ((*SMALL_SWEEP, "--points", "1"), "points"),
        ((*SMALL_SWEEP, "--points", "99999999999"), "points"),
        ((*SMALL_SWEEP, "--convention", "other"), "convention is one of"),
        ((*SMALL_SWEEP, "--device", "abacus"), "unknown device"),
        ((*SMALL_SWEEP, "--engine", "abacus"), "unknown engine"),
        ((*SMALL_SWEEP, "--engine", "local:0"), "unknown engine"),
        (("report",), "there is no record"),
        (("lock",), "there is no record"),
        (("prove",), "No such command"),
        (("errta",), "No such command 'errta'; did you mean errata?"),
        (("show", "pln.them1"), "did you mean pln.thm1 or"),
        (("run", "pnl"), "there is no claim 'pnl'; did you mean pln?"),
        (("list", "pnl"), "did you mean pln?"),
        (("errata", "--paper", "nope"), "there is no paper 'nope'; there are pln, fl,"),
        (("run", "pln", "--set", "eps=1"), "--set needs exactly one claim"),
    ],
)
def test_bad_usage_is_one_line_and_leaves_nothing(
    verify: Run, tmp_path: Path, words: tuple[str, ...], why: str
) -> None:
    refused(verify(*words), why)
    nothing_left(tmp_path)


def test_a_device_that_is_not_there(verify: Run, tmp_path: Path) -> None:
    try:
        import torch

        absent = said = "mps" if torch.cuda.is_available() else "cuda"
    except ImportError:
        absent, said = "cuda", "torch"  # then the line says how to get it
    refused(verify("sweep", "pln.thm1", "--f", "x", "--device", absent), said)
    nothing_left(tmp_path)


@pytest.mark.parametrize(
    "words",
    [
        ("run", "pln.lemma2", *INSTANCE, "--out"),
        (*SMALL_SWEEP, "--points", "64", "--out"),
        ("construct", "pln.lemma2", *INSTANCE, "-o"),
    ],
    ids=["run", "sweep", "construct"],
)
def test_a_place_that_cannot_be_written(
    verify: Run, tmp_path: Path, words: tuple[str, ...]
) -> None:
    (tmp_path / "file").write_text("kept")
    places = ["file/x", "/proc/no/such", "n" * 300]
    for place in (f"{p}/net.json" if "-o" in words else p for p in places):
        refused(verify(*words, place), "cannot write")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert (tmp_path / "file").read_text() == "kept"


@by_turns(2)
@some_of(2)
@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("empty", "", "defines no CLAIM"),
        ("other", "CLAIM = 3\n", "defines no CLAIM"),
        ("syntax", "def\n", "SyntaxError"),
        ("raises", "raise RuntimeError('two\\nlines')\n", "RuntimeError: two lines"),
        ("taken", "from proofs.pln.lemma2.claim import CLAIM\n", "begins like a claim of netproof"),
        (
            "path",
            "from dataclasses import replace\nfrom proofs.pln.lemma2.claim import CLAIM\n"
            "CLAIM = replace(CLAIM, id='../../up')\n",
            "not an id",
        ),
    ],
)
def test_a_claim_file_that_is_none(
    verify: Run, tmp_path: Path, name: str, text: str, why: str
) -> None:
    (tmp_path / f"{name}.py").write_text(text)
    refused(verify("run", f"{name}.py", "--out", "o"), why)
    assert not (tmp_path / "o").exists()


def test_a_certificate_that_was_cut_short_or_altered(verify: Run, tmp_path: Path) -> None:
    data = GOOD.read_bytes()
    cut, altered, deep = (tmp_path / name for name in ("cut.json", "altered.json", "deep.json"))
    cut.write_bytes(data[: len(data) // 2])
    text = data.decode()
    assert text.count('["<=","1/4","0"]') == 0
    certificate = json.loads(data)
    certificate["statement"]["show"] = ["<", "1", "0"]
    altered.write_text(json.dumps(certificate))
    deep.write_text("[" * 100_000)
    done = verify("check", GOOD, cut, altered, deep, "--json")
    assert done.status == 1
    outcomes = [item["outcome"] for item in done.json["files"]]
    assert outcomes[:3] == ["accept", "reject", "reject"]
    assert outcomes[3] in ("reject", "decline")
    assert all(item["code"] for item in done.json["files"][1:])
    printed = verify("check", cut)
    assert (printed.status, printed.err) == (1, "")
    assert printed.out.startswith(f"reject  {cut}  not-json: ")


def test_a_certificate_that_is_not_the_one_of_the_record(verify: Run, ran: Path) -> None:
    path = ran / "certificates" / GOOD.name
    assert verify("check", path).status == 0
    path.write_bytes(kept_files.certificate("pln.lemma2.statement"))
    done = verify("check", path, "--json")
    assert (done.status, done.json["files"][0]["code"]) == (1, "altered")


@pytest.mark.parametrize("junk", ["", "[]", '{"schema": 2}', "\x00", '{"schema": 1}'])
def test_a_record_that_is_none(verify: Run, tmp_path: Path, junk: str) -> None:
    (tmp_path / "o").mkdir()
    (tmp_path / "o" / "run.json").write_text(junk)
    for words in (("show", "pln.lemma2"), ("report",), ("lock",), ("errata",)):
        refused(verify(*words, "--out", "o"), "run.json")
    assert verify("list", "--out", "o").status == 0, "the list needs no record"


def test_a_sweep_file_that_is_none_is_named_by_the_report(verify: Run, ran: Path) -> None:
    (ran / "sweep").mkdir()
    (ran / "sweep" / "pln.lemma2.json").write_text("{}")
    refused(verify("report", "--out", "o"), "not a sweep file")


@by_turns(2)
def test_an_instance_that_is_not_certified_is_exit_status_1(
    verify: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    from proofs.pln.instances import Row

    monkeypatch.setattr(Row, "verdict", property(lambda row: "open"))
    done = verify("run", "pln.lemma2", *INSTANCE)
    assert (done.status, done.err) == (
        1, "verify: pln.lemma2 is not certified for this instance\n"
    )  # fmt: skip


def test_a_bug_is_exit_status_3_and_one_line(verify: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*arguments: object) -> None:
        raise RuntimeError("one\ntwo")

    monkeypatch.setattr("verify.runner.gather", broken)
    done = verify("run", "pln.lemma2", *INSTANCE)
    assert (done.status, done.out) == (3, "")
    assert done.err == (
        "verify: a bug in netproof: RuntimeError: one two (NETPROOF_DEBUG=1 shows where)\n"
    )
    monkeypatch.setenv("NETPROOF_DEBUG", "1")
    with pytest.raises(RuntimeError):
        verify("run", "pln.lemma2", *INSTANCE)


@by_turns(2)
def test_a_record_that_cannot_be_read_back_is_a_bug_and_no_input_error(
    verify: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("verify.runner.version", lambda: 3)
    done = verify("run", "pln.lemma2", *INSTANCE)
    assert done.status == 3
    assert "a bug in netproof: RecordError" in done.err


# --- processes -----------------------------------------------------------------------------------


def process(*words: object, **options: Any) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "verify.cli", *map(str, words)]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
    return subprocess.Popen(command, cwd=ROOT, **{**quiet, **options})


@by_turns(2)
def test_a_run_that_is_killed_leaves_no_corrupt_record(ran: Path) -> None:
    """Killed sooner or later: the record is the old one or the new one, with its certificates."""
    out = ran
    before = (out / "run.json").read_bytes()
    for wait in (0.3, 0.8, 1.2, 1.5):
        running = process("run", "pln.lemma2", "--set", "f=x", "--set", "eps=1/9", "--out", out)
        time.sleep(wait)
        running.send_signal(signal.SIGKILL)
        running.communicate()
        record = load(out / "run.json")
        if (out / "run.json").read_bytes() == before:
            assert record["claims"][0]["instances"][0]["bound"] == "1/4"
        else:
            assert record["claims"][0]["instances"][0]["bound"] == "1/9"
        assert_certificates(record, out)


def assert_certificates(record: Any, out: Path) -> None:
    """Every certificate of the record is there, as the record has it."""
    for claim in validate(record)["claims"]:
        for item in claim["evidence"]:
            kept = item["certificate"]
            if kept is not None:
                data = (out / kept["file"]).read_bytes()
                assert hashlib.sha256(data).hexdigest() == kept["sha256"], kept["file"]


@by_turns(2)
def test_another_run_removes_the_certificates_that_nothing_lists(verify: Run, ran: Path) -> None:
    def files() -> set[str]:
        return {f"certificates/{path.name}" for path in (ran / "certificates").iterdir()}

    mine = ran / "certificates" / "mine.json"  # a file of the user's own
    mine.write_text("{}")
    before = files() - {"certificates/mine.json"}
    assert verify("run", "pln.lemma2", "--set", "f=x", "--set", "eps=1/9", "--out", ran).status == 0
    record = load(ran / "run.json")
    assert_certificates(record, ran)
    listed = set(listed_files(record["claims"]))
    assert before - listed, "the instance is another one"
    assert files() == listed | {"certificates/mine.json"}


@by_turns(2)
def test_two_runs_into_one_folder_leave_the_record_of_one(tmp_path: Path) -> None:
    bounds = ("1/4", "1/9")
    both = [
        process("run", "pln.lemma2", "--set", "f=x", "--set", f"eps={eps}", "--out", tmp_path)
        for eps in bounds
    ]
    for one in both:
        _, err = one.communicate(timeout=60)
        assert (one.returncode, err) == (0, b"")
    record = load(tmp_path / "run.json")
    assert record["claims"][0]["instances"][0]["bound"] in bounds
    assert_certificates(record, tmp_path)
    assert not [path for path in tmp_path.rglob("*") if path.name.startswith(".")]


def test_a_reader_that_goes_away_is_no_bug(tmp_path: Path) -> None:
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb") as broken:
        running = process("show", "pln.affine", "--json", "--out", tmp_path, stdout=broken)
        _, err = running.communicate(timeout=60)
    assert (running.returncode, err) == (1, b"")
