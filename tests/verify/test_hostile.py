"""Hostile certificates, functions and files; full disks, kills and interrupts."""

from __future__ import annotations

import json
import os
import random
import resource
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from commandkit import Done, Run
from hypothesis import given, settings
from hypothesis import strategies as st

import constructions.files
from constructions.functions import FunctionError, parse
from constructions.networks import ParallelNet
from proofs.kernel import Result
from reports import files
from reports.record import load
from tests import kept_files
from tests.campaigns import hostile
from tests.campaigns.bombs import BOMBS, CLOSE, MODULUS, certificate
from tests.campaigns.pool import pool
from tests.sampling import by_turns, some_of
from verify import checking

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "tests" / "reports" / "sample_run.json"
INSTANCE = ("--set", "f=abs(x-1/3)", "--set", "eps=1/4")


def refused(done: Done, *parts: str) -> None:
    assert done.status == 2, done
    assert done.err.startswith("verify: ")
    assert done.err.count("\n") == 1
    assert len(done.err) <= 500
    for part in parts:
        assert part in done.err, done.err


def process(*words: object, program: str = "", **options: Any) -> subprocess.Popen[bytes]:
    """The command in a process of its own, after the lines of ``program``."""
    text = f"{program}\nfrom verify.cli import main\nmain()"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
    command = [sys.executable, "-c", text, *map(str, words)]
    return subprocess.Popen(command, cwd=ROOT, **{**quiet, **options})


def whole(folder: Path) -> bool:
    """No file in the folder is half-written: all JSON can be read, all HTML and XML ends."""
    for path in folder.rglob("*"):
        if path.is_file() and not path.name.startswith("."):
            text = path.read_text(encoding="utf-8")
            if path.suffix == ".json":
                json.loads(text)
            elif path.suffix in (".html", ".xml"):
                assert text.rstrip().endswith(">")
    return True


# --- certificates --------------------------------------------------------------------------------


@some_of(2)
@pytest.mark.parametrize("make", hostile.MAKERS, ids=lambda make: make.__name__.strip("_"))
def test_any_text_gets_an_answer(make: Callable[[random.Random], hostile.Made]) -> None:
    rng = random.Random(11)
    for _ in range(8):
        kind, text, known = make(rng)
        for name, _answer, wrong in hostile.faults(text, known, rng, hostile.CHECKERS):
            assert not wrong, (kind, name, wrong, text[:2_000])


SLOW = (
    "log at a tiny number, 100 bits", "pi over and over", "a sum made long by use",
    "roots looked up among many facts", "products of long numbers", "five thousand cases",
)  # fmt: skip


@some_of(3)
@pytest.mark.parametrize("name", SLOW)
def test_what_is_made_to_be_slow_is_answered_in_time(name: str) -> None:
    text = BOMBS[name](hostile.SIZE).encode()
    assert len(text) <= 1.2 * hostile.SIZE
    answer, part = hostile.asked(hostile.kernel, text, patience=3)
    assert answer[0] in hostile.ANSWERS
    assert part <= 1, f"{part:.2f} of the time that is allowed"


NUMBERS: dict[str, Callable[[str], Any]] = {
    "exponentials": lambda c: ["exp", c],
    "values": lambda c: ["app", "f", ["+", "x", c]],
    "reciprocals": lambda c: ["/", "1", ["exp", c]],
    "sums": lambda c: ["sum", "k", "0", "n", ["+", "k", c]],
}


@some_of(1)
@pytest.mark.parametrize("checker", hostile.CHECKERS)
@pytest.mark.parametrize("kind", NUMBERS)
def test_numbers_of_equal_hash_are_no_slower_than_others(kind: str, checker: str) -> None:
    """Numbers that differ by 2^61 - 1 have the same hash in Python, as -1 and -2 have."""
    least = {MODULUS: 5.0, MODULUS + 2: 5.0}  # of three each, in turn: a busy machine is no finding
    for step in 3 * tuple(least):
        given = tuple(["<=", "0", NUMBERS[kind](str(i * step))] for i in range(2_000))
        text = certificate(["<=", "0", "1"], CLOSE, given, ("x",), ("n",), ("f",)).encode()
        answer, part = hostile.asked(hostile.CHECKERS[checker], text, patience=5)
        assert answer[0] == "accept"
        least[step] = min(least[step], part)
    assert least[MODULUS] < 3 * least[MODULUS + 2] + 0.1


def test_every_bomb_is_as_long_as_asked_and_true_by_an_absurd_hypothesis() -> None:
    for name, make in BOMBS.items():
        text = make(2_000)
        assert len(text) <= 12_000, name
        try:
            statement = json.loads(text)["statement"]
        except (ValueError, RecursionError, TypeError, KeyError):
            continue
        if isinstance(statement, dict):
            assert ["<=", "0", "-1"] in statement["given"], name
    assert hostile.kernel(certificate(["<=", "1", "0"]).encode()) == ("accept", "")


def test_the_command_says_what_the_kernel_says() -> None:
    rng = random.Random(12)
    made = [rng.choice(hostile.MAKERS)(rng)[1] for _ in range(40)]
    texts = [*made, pool()[0].encode(), b"", b"\xff", BOMBS["brackets"](100_000).encode()]
    answers = hostile.at_the_command(texts)
    assert answers == [hostile.kernel(text) for text in texts]
    assert answers[40] == ("accept", "")


def test_the_campaign_sees_what_it_looks_for() -> None:
    def fooled(text: bytes) -> hostile.Answer:
        return "accept", ""

    def raises(text: bytes) -> hostile.Answer:
        raise KeyError(text)

    def endless(text: bytes) -> hostile.Answer:
        while True:
            pass

    rng = random.Random(13)
    text = certificate(["<=", "0", "0"]).replace('[["<=","0","-1"]]', "[]").replace(
        '["<=","0","0"]', '["<=","1","0"]'
    )  # fmt: skip
    checkers: dict[str, hostile.Check] = {
        "fooled": fooled,
        "raises": raises,
        "kernel": hostile.kernel,
    }
    found = {name: wrong for name, _, wrong in hostile.faults(text.encode(), None, rng, checkers)}
    assert found["fooled"].startswith("fooled: accepted, false at")
    assert found["raises"] == "raises: error KeyError"
    assert found["kernel"] == ""
    assert "not even JSON" in hostile.acceptable(b"{", None, rng)
    answer, part = hostile.asked(endless, b"", patience=0.05)
    assert answer[0] == "slow"
    assert part >= 0.04
    outcome = hostile.run(3, 1, {"raises": raises})
    assert outcome.failures == outcome.trials == 3


# --- what is no certificate, and names that lie --------------------------------------------------

GOOD = kept_files.file("pln.lemma2.control.eps")


def answered(done: Done, outcome: str, *parts: str) -> None:
    """One line on standard output, with exit status 0 or 1."""
    assert done.status == (outcome != "accept"), done
    assert (done.out.count("\n"), done.err) == (1, ""), done
    assert done.out.startswith(f"{outcome:<7} ")
    for part in parts:
        assert part in done.out, done.out


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    """A folder with everything that is no regular file."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    (tmp_path / "to-pipe").symlink_to("pipe")
    (tmp_path / "one").symlink_to("two")
    (tmp_path / "two").symlink_to("one")
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(os.path.relpath(tmp_path / "socket"))  # the whole path may be too long for it
    listening.close()
    return tmp_path


@pytest.mark.parametrize("option", [(), ("--rerun",), ("--show", "--json")], ids=" ".join)
@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("pipe", "not a regular file"),
        ("to-pipe", "not a regular file"),
        ("socket", "not a regular file"),
        ("/dev/zero", "not a regular file"),
        ("/dev/null", "not a regular file"),
        ("/dev/tty", "not a regular file"),
        ("folder", "directory"),
        (".", "directory"),
        ("/", "directory"),
        ("", "directory"),
        ("one", "symbolic links"),
        ("folder/none", "No such file"),
        ("x" * 5_000, "name too long"),
    ],
)
def test_what_is_no_file_is_one_line_at_once(
    verify: Run, odd: Path, name: str, why: str, option: tuple[str, ...]
) -> None:
    start = time.monotonic()
    done = verify("check", GOOD, name, *option)
    refused(done, "cannot read ")
    assert why.lower() in done.err.lower()
    assert done.out == ""
    assert time.monotonic() - start < 20


def test_a_pipe_that_takes_the_place_of_a_file_is_not_waited_for(
    odd: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It looked like a file when it was asked for, and is none when it is opened."""
    looks = os.stat(GOOD)
    monkeypatch.setattr(os, "stat", lambda path: looks)
    with pytest.raises(checking.Unreadable, match="not a regular file"):
        checking.read(odd / "pipe", 10)


def test_a_file_is_read_up_to_its_limit_and_one_byte(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"x" * 100)
    lengths = [len(checking.read(file, limit)) for limit in (0, 98, 99, 100, 1_000)]
    assert lengths == [1, 99, 100, 100, 100]
    with pytest.raises(checking.Unreadable, match="null"):
        checking.read(Path("a\x00b"), 10)


LARGE = {
    "forty-eight megabytes": b'{"claims":[' + b"[]," * 16_000_000 + b"[]]}",
    "a record of too many values": b'{"claims":['
    + b"[]," * 1_100_000
    + b"[]]"
    + b" " * 5_000_000
    + b"}",
}


@some_of(1)
@pytest.mark.parametrize("option", [(), ("--rerun",)], ids=["plain", "rerun"])
@pytest.mark.parametrize("kind", LARGE)
def test_what_is_too_large_is_refused_before_it_is_understood(
    tmp_path: Path, kind: str, option: tuple[str, ...]
) -> None:
    file = tmp_path / "large.json"
    file.write_bytes(LARGE[kind])
    program = (
        "import atexit\n"  # ru_maxrss would count what the process that forked it held
        "def told(): print(open('/proc/self/status').read().split('VmHWM:')[1].split()[0])\n"
        "atexit.register(told)"
    )
    running = process("check", file, *option, program=program, stdout=subprocess.PIPE)
    out, err = running.communicate(timeout=120)
    line, size = out.decode().splitlines()
    assert (running.returncode, err) == (1, b"")
    assert line.startswith("decline ")
    assert " too-large: a " in line
    assert int(size) < 400_000  # kilobytes: an interpreter alone takes a tenth of it


@pytest.mark.parametrize(
    ("text", "outcome", "plain", "again"),
    [
        ("[" * 200_000, "decline", "resources: nested", "resources: nested"),
        ('{"claims":' + "[" * 50_000 + "]" * 50_000 + "}", "decline", "resources: nested",
         "resources: nested"),
        ('{"claims":' + "[" * 300 + "]" * 300 + "}", "reject", "bad-certificate: a record is no",
         "not-a-record: "),
        ('{"claims":[]}', "reject", "bad-certificate: a record is no", "nothing-to-repeat"),
        ('{"claims":[{"id":"mine.own","evidence":[]}]}', "reject", "bad-certificate",
         "nothing-to-repeat"),
        ('{"claims":[],"claims":[]}', "reject", "duplicate-key", "not-a-record: "),
        ('{"claims":[1]}', "reject", "bad-certificate", "not-a-record: "),
        ('{"claims":[{"id":"pln.lemma2","evidence":[],"instances":[{"inputs":[]}]}]}', "reject",
         "bad-certificate", "not-a-record: "),
        ('{"claims":null}', "reject", "bad-certificate", "not-a-record: "),
        ('{"rows":[{}]}', "reject", "bad-certificate", "not-a-record: "),
        ('{"format":"netproof-transformer/1","tokens":1e999}', "reject", "float: a record",
         "not-a-record: "),
        ('{"claims":1e999999}', "reject", "float: a record is no", "not-a-record: "),
        ('{"claims":' + "9" * 5_000 + "}", "reject", "not-json", "not-json"),
        ("1e999999", "reject", "float", "float"),
        ("", "reject", "not-json", "not-json"),
        ("\x00", "reject", "not-json", "not-json"),
        ("\udcff", "reject", "not-json", "not-json"),
    ],
    ids=lambda text: text[:30],
)  # fmt: skip
def test_hostile_records_are_one_line(
    verify: Run, tmp_path: Path, text: str, outcome: str, plain: str, again: str
) -> None:
    (tmp_path / "r.json").write_bytes(text.encode("utf-8", "surrogateescape"))
    answered(verify("check", "r.json"), outcome, f"r.json  {plain}")
    done = verify("check", "r.json", "--rerun")
    answered(done, done.out.split()[0], f"r.json  {again}")
    assert done.status == 1


@pytest.mark.parametrize(
    "record",
    ["[" * 100_000, '{"claims":' + "[" * 900 + "]" * 900 + "}", '{"claims":[7]}', "9" * 9_000,
     '{"claims":[{"evidence":[{"certificate":{"file":[],"sha256":1}}]}]}', "pipe"],
    ids=["deep", "less deep", "numbers", "a number", "a list for a name", "a pipe"],
)  # fmt: skip
def test_a_hostile_record_beside_a_certificate_is_no_record(
    verify: Run, tmp_path: Path, record: str
) -> None:
    folder = tmp_path / "o" / "certificates"
    folder.mkdir(parents=True)
    shutil.copy(GOOD, folder / "a.json")
    if record == "pipe":
        os.mkfifo(tmp_path / "o" / "run.json")
    else:
        (tmp_path / "o" / "run.json").write_text(record)
    answered(verify("check", "o/certificates/a.json"), "accept", "o/certificates/a.json\n")


def test_a_record_of_a_network_that_is_deep_or_a_pipe(verify: Run, tmp_path: Path) -> None:
    for name in ("deep.onnx", "pipe.onnx"):
        (tmp_path / name).write_text("no network")
    (tmp_path / "deep.onnx.bound.json").write_text("[" * 100_000)
    os.mkfifo(tmp_path / "pipe.onnx.bound.json")
    answered(verify("check", "deep.onnx", "--rerun"), "reject", "not-a-record: ", "is not JSON")
    answered(verify("check", "pipe.onnx", "--rerun"), "reject", "not-json: ")


NAMES = {
    "a\naccept  good.json": r"a\naccept \x20good.json",
    "a\raccept  good.json": r"a\raccept \x20good.json",
    "\x1b[1A\x1b[2Kaccept  good.json": r"\x1b[1A\x1b[2Kaccept \x20good.json",
    "\x9b2J.json": r"\x9b2J.json",
    "a\u202egpj.json": r"a\u202egpj.json",
    "a\u2028accept": r"a\u2028accept",
    "a\u200b\ufeff\u00a0b": r"a\u200b\ufeff\xa0b",
    " a ": r"\x20a\x20",
    r"a\nb": r"a\\nb",
    "\udcff.json": r"\xff.json",
    "with one space.json": "with one space.json",
    "données.json": "données.json",
}


@pytest.mark.parametrize("name", NAMES)
def test_a_name_cannot_pass_for_another_line(verify: Run, tmp_path: Path, name: str) -> None:
    shown, there = NAMES[name], Path(name).name
    shutil.copy(GOOD, tmp_path / there)
    assert verify("check", name).out == f"accept  {shown}\n"
    assert verify("check", name, "--json").json["files"][0]["file"] == name
    (tmp_path / there).write_text('{"claims":[]}')
    refusal = "a record is no certificate; repeat it: verify check --rerun"
    assert verify("check", name).out == f"reject  {shown}  bad-certificate: {refusal} {shown}\n"
    (tmp_path / there).unlink()
    assert verify("check", name).err == f"verify: cannot read {shown}: No such file or directory\n"


@pytest.mark.parametrize("encoding", ["ascii", "euc_kr"])  # Korean has all signs, but no e acute
def test_a_terminal_without_the_letters_of_a_name(encoding: str, tmp_path: Path) -> None:
    file = tmp_path / "donn\u00e9es.json"
    shutil.copy(GOOD, file)
    env = {**os.environ, "PYTHONIOENCODING": encoding}
    running = process("check", file, env=env, stdout=subprocess.PIPE)
    out, err = running.communicate(timeout=120)
    assert (running.returncode, err) == (0, b"")
    assert out.endswith(rb"donn\xe9es.json" + b"\n")


def test_what_a_record_says_cannot_pass_for_another_line(verify: Run, tmp_path: Path) -> None:
    inputs = {"f": "x", "eps": "1/4", "a\naccept  good.json\x1b[2J": "1"}
    instance = {"inputs": inputs, "units": 3, "verdict": "\x1b[2J"}
    claim = {"id": "pln.lemma2", "evidence": [], "instances": [instance]}
    (tmp_path / "r.json").write_text(json.dumps({"claims": [claim]}))
    done = verify("check", "r.json", "--rerun")
    answered(done, "reject", "differs: pln.lemma2 with")
    assert done.out.rstrip("\n").isprintable()


# --- what was proved -----------------------------------------------------------------------------


def test_what_is_proved_is_shown_of_accepted_certificates_only(verify: Run, tmp_path: Path) -> None:
    text = certificate(["<=", "0", "1"], real=("x",))
    (tmp_path / "a.json").write_text(text)
    (tmp_path / "b.json").write_text(text.replace('"1",[]', '"0",[]'))
    shown = "  proved:\n    for all x ∈ ℝ\n      if   0 ≤ −1\n      then 0 ≤ 1\n"
    assert verify("check", "a.json", "--show").out == f"accept  a.json\n{shown}"
    assert verify("check", "a.json").out == "accept  a.json\n"
    done = verify("check", "b.json", "a.json", "b.json", "--show")
    first, second, *rest, last = done.out.splitlines()
    assert (done.status, first[:15], second) == (1, "reject  b.json ", "accept  a.json")
    assert ("\n".join(rest) + "\n", last[:15]) == (shown, "reject  b.json ")
    found = verify("check", "a.json", "b.json", "--show", "--json").json["files"]
    assert found[0]["statement"] == "for all x ∈ ℝ\n  if   0 ≤ −1\n  then 0 ≤ 1"
    assert "statement" not in found[1]
    assert "statement" not in verify("check", "a.json", "--json").json["files"][0]


def test_nothing_is_shown_where_the_second_checker_or_the_record_disagrees(
    verify: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "o" / "certificates"
    folder.mkdir(parents=True)
    (folder / "a.json").write_text(certificate(["<=", "0", "1"]))
    assert "proved:" in verify("check", "o/certificates/a.json", "--show", "--second").out
    other = {"certificate": {"file": "certificates/a.json", "sha256": "0"}}
    (tmp_path / "o" / "run.json").write_text(json.dumps({"claims": [{"evidence": [other]}]}))
    answered(verify("check", "o/certificates/a.json", "--show"), "reject", "altered: ")
    (tmp_path / "o" / "run.json").unlink()
    monkeypatch.setattr("proofs.replay.check", lambda data: Result("reject", "not-shown", "no"))
    answered(
        verify("check", "o/certificates/a.json", "--show", "--second"), "reject",
        "not-shown: the second checker disagrees: no",
    )  # fmt: skip
    assert (folder / "a.json").exists()


CLASHES: dict[str, tuple[Any, dict[str, str], dict[str, int], str]] = {
    "a variable called pi": (["<", "pi", ["pi"]], {"pi": "real"}, {}, "'pi' < π"),
    "a function called exp": (["=", ["app", "exp", "x"], ["exp", "x"]], {"x": "real"}, {"exp": 1},
                              "'exp'(x) = exp(x)"),
    "a function called sum": (["<", ["app", "sum", "x", "x"], "x"], {"x": "real"}, {"sum": 2},
                              "'sum'(x, x) < x"),
    "a variable called T1": (["<=", "T1", "x"], {"T1": "real", "x": "real"}, {}, "'T1' ≤ x"),
    "a function like a bound variable": (
        ["all", "u", "real", ["<", "u", ["app", "k0", "u"]]], {}, {"k0": 1},
        "∀ u ∈ ℝ: u < 'k0'(u)"),
    "a variable called real": (["all", "u", "real", ["<=", "real", "u"]], {"real": "int"}, {},
                               "∀ u ∈ ℝ: 'real' ≤ u"),
    "a function called Lipschitz": (["lipschitz", "Lipschitz", ["-", "x", "1"], "0", "1"],
                                    {"x": "real"}, {"Lipschitz": 1},
                                    "'Lipschitz' is (x − 1)-Lipschitz on [0, 1]"),
    "a variable called O": (["<", "O", "l"], {"O": "real", "l": "real"}, {}, "'O' < 'l'"),
    "a variable called INF": (["<", "INF", "x1"], {"INF": "real", "x1": "real"}, {}, "'INF' < x₁"),
    "a function called tan": (["<", ["app", "tan", "e"], "e"], {"e": "real"}, {"tan": 1},
                              "'tan'('e') < 'e'"),
    "a sum inside": (["=", ["sum", "j", "0", "n", ["*", "j", "pi"]], ["pi"]],
                     {"n": "int", "pi": "real"}, {}, "Σ_{j=0..n} j·'pi' = π"),
}  # fmt: skip


@pytest.mark.parametrize("case", CLASHES)
def test_a_name_cannot_make_a_formula_say_something_else(
    verify: Run, tmp_path: Path, case: str
) -> None:
    formula, names, functions, shown = CLASHES[case]
    data = json.loads(certificate(["<=", "0", "1"]))
    data["statement"] |= {"vars": names, "functions": functions}
    data["statement"]["given"].append(formula)
    (tmp_path / "a.json").write_text(json.dumps(data))
    found = verify("check", "a.json", "--show", "--json").json["files"][0]
    lines = found["statement"].splitlines()
    assert f"  if   {shown}" in lines
    assert lines[-1].startswith("(what stands in quotes is a name of this statement")
    head = lines[0] if names or functions else ""
    quoted = {name for name in (*names, *functions) if f"'{name}'" in shown}
    assert quoted == {name for name in (*names, *functions) if f"'{name}'" in head}
    assert quoted


def test_a_part_that_occurs_again_is_not_a_variable_of_its_name(
    verify: Run, tmp_path: Path
) -> None:
    part = ["exp", ["+", "T1", "x", ["*", "2", "x"]]]
    data = json.loads(certificate(["<=", "0", "1"]))
    data["statement"]["vars"] = {"T1": "real", "x": "real"}
    data["statement"]["given"].append(["<", ["+", part, "T1"], part])
    (tmp_path / "a.json").write_text(json.dumps(data))
    out = verify("check", "a.json", "--show").out
    assert "      if   T₂ + 'T1' < T₂\n" in out
    assert "      where T₂ = exp('T1' + x + 2x)\n" in out


@some_of(1)
@pytest.mark.parametrize("step", [1, MODULUS])
def test_long_statements_are_shown_soon(verify: Run, tmp_path: Path, step: int) -> None:
    given = tuple(["<=", "0", ["exp", ["+", "x", str(i * step)]]] for i in range(3_000))
    (tmp_path / "a.json").write_text(certificate(["<=", "0", "1"], CLOSE, given, ("x",)))
    start = time.process_time()
    out = verify("check", "a.json", "--show").out
    assert time.process_time() - start < 20
    assert out.count("\n      if   ") == 3_001
    assert all(len(line) <= 80 for line in out.splitlines())


# --- functions -----------------------------------------------------------------------------------

Tree = tuple[Any, ...]
"""An expression of the test's own: (operation, parts...)."""


def text_of(tree: Tree) -> str:
    op, *parts = tree
    if op in ("number", "x"):
        return str(parts[0]) if op == "number" else "x"
    if op == "**":
        return f"({text_of(parts[0])})**{parts[1]}"
    inner = [text_of(part) for part in parts]
    if op in ("+", "-", "*", "/"):
        return f"(-{inner[0]})" if len(inner) == 1 else f"({inner[0]}{op}{inner[1]})"
    return f"{op}({','.join(inner)})"


def value_of(tree: Tree, x: Fraction) -> Fraction:
    """The value, by the rules of arithmetic; ZeroDivisionError where there is none."""
    op, *parts = tree
    if op == "number":
        return Fraction(parts[0])
    if op == "x":
        return x
    if op == "**":
        base = value_of(parts[0], x)
        return Fraction(1, 1) / base ** -parts[1] if parts[1] < 0 else base ** parts[1]
    a, *rest = (value_of(part, x) for part in parts)
    if op in ("max", "min"):
        return (max if op == "max" else min)(a, *rest)
    if not rest:
        sign = Fraction((a > 0) - (a < 0))
        floor = Fraction(a.numerator // a.denominator)
        return {"-": -a, "abs": a * sign, "sign": sign, "floor": floor}[op]
    b = rest[0]
    return a / b if op == "/" else {"+": a + b, "-": a - b, "*": a * b}[op]


def larger(children: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
    return st.one_of(
        st.tuples(st.sampled_from("+-*/"), children, children),
        st.tuples(st.sampled_from(["max", "min"]), children, children),
        st.tuples(st.sampled_from(["max", "min"]), children, children, children),
        st.tuples(st.sampled_from(["-", "abs", "sign", "floor"]), children),
        st.tuples(st.just("**"), children, st.integers(-3, 3)),
    )


LEAF: st.SearchStrategy[Tree] = st.one_of(
    st.just(("x",)),
    st.tuples(
        st.just("number"), st.sampled_from(["0", "1", "2", "0.5", "3.25", "1e-3", "17", ".5"])
    ),
)
TREES = st.recursive(LEAF, larger, max_leaves=8)
POINTS = st.fractions(-3, 3, max_denominator=12)


def read(text: str) -> Any:
    """The function, or None for one clear line; within a second."""
    function, why = None, ""

    def answer() -> None:
        nonlocal function, why
        try:
            function = parse(text)
        except FunctionError as error:
            why = str(error)

    assert hostile.part_of_a_second(answer) < 1
    assert function is not None or ("\n" not in why and 0 < len(why) < 300)
    return function


@settings(max_examples=120, deadline=None)
@given(TREES, POINTS)
def test_values_agree_with_plain_arithmetic(tree: Tree, x: Fraction) -> None:
    function = read(text_of(tree))
    assert function is not None
    try:
        expected = value_of(tree, x)
    except ZeroDivisionError:
        with pytest.raises(FunctionError):
            function.exact(x)
    else:
        assert function.exact(x) == expected


ODD = st.sampled_from(
    ["", " ", "(", ")", "**", "*", "//", "%", "^", "@", ":=", "=", ",", ".", "..", "_", "\x00",
     "\n", "\\", "'", '"', "#", ";", "[", "]", "{", "}", "lambda x:", "x for x in", "__class__",
     "x.real", ".__init__", "e", "1e", "1e9999", "1e-61", "9" * 70, "j", "0x1", "1_0", "٣", "１",
     "х", "ｘ", "²", "−", "π", "∞", "\u200b", "\ufeff", "\ud800", "\u202e", "nan", "inf",
     "True", "None", "x1", "x999999", "x0", "y", "pi", "sin", "max(x)", "max()", "**64",
     "**65", "**-64", "**64**64", "(" * 60, ")" * 60, "-" * 60, "+x" * 60, "not ", "await ",
     "yield "]
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(
    TREES, st.lists(st.tuples(st.integers(0, 200), st.integers(0, 3), ODD), min_size=1, max_size=3)
)
def test_almost_valid_text_is_a_function_or_one_line(
    tree: Tree, edits: list[tuple[int, int, str]]
) -> None:
    text = text_of(tree)
    for place, dropped, new in edits:
        at = place % (len(text) + 1)
        text = text[:at] + new + text[at + dropped :]
    read(text)


@pytest.mark.parametrize(
    "text",
    ["9**9**9**9", "(x+1e60)**64**64", "((x+9)**64)**64", "1e60**64", "x+(1e60**64)**64",
     "1/(1e-60**64)", "(" * 1990 + "x", "x" * 2000, "-" * 1999 + "x", "max(" * 500,
     "x**" * 600 + "1",
     "+".join(["1e60/3"] * 280), "*".join(["(x-1/7)"] * 280), "1e60**20*1e60**20", "\x00" * 2000,
     "sin(" * 49 + "x" + ")" * 49, "9" * 2000, "0." + "0" * 1990, "1e" + "9" * 1990, "٣" * 1000],
    ids=lambda text: text[:16].replace("\x00", "0"),
)  # fmt: skip
def test_large_text_is_read_or_refused_at_once(text: str) -> None:
    function = read(text)
    if function is not None:
        assert function.exact(Fraction(1, 2)) is not None or "sin" in text


def test_a_constant_is_no_longer_than_can_be_printed() -> None:
    with pytest.raises(FunctionError, match="4096 bits"):
        parse("x + (1e60**64)**64")
    exact = parse("x + 1e60**20").exact(Fraction(1))
    assert exact == 10**1200 + 1
    assert str(exact) == "1" + "0" * 1199 + "1"


@some_of(6)
@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("f=((x+1e60)**64)**39", "eps=1/4"), "more than 10^30 units"),
        (("f=((x/1e60)**64)**39", "eps=1/4"), "more than 4,300 digits"),
        (("f=x", "eps=1e-9"), "500000001 units"),
        (("f=x", "eps=" + "1" * 5_000), "is not a number"),
        (("f=x", "eps=١/٢"), "is not a number"),
        (("f=x", "eps=1_0"), "is not a number"),
        (("f=x", "L=" + "9" * 5_000), "is not a number"),
    ],
    ids=lambda v: str(v)[:40],
)
def test_settings_that_ask_for_too_much(verify: Run, words: tuple[str, ...], why: str) -> None:
    given = [part for word in words for part in ("--set", word)]
    done = verify("construct", "pln.lemma2", *given, "-o", "n.json")
    refused(done, why)
    assert not Path("n.json").exists()


# --- claims of the user's own --------------------------------------------------------------------

HEAD = """
import sys
from verify import Claim, Obligation, Reading, Source, script, terms
x = terms.var("x")
SEQUENT = script.statement({"x": "real"}, [x >= 0], x + 1 > 0)
READ = (Reading("x is not negative", ("given", 0)), Reading("x + 1 > 0", ("show",)))
def claim(**changed):
    given = {"id": "mine.a", "kind": "theorem", "title": "t", "statement": "s", "readings": READ,
             "source": Source("mine", "T", "A", "P", ""), "obligations": ob(SEQUENT)}
    return Claim(**{**given, **changed})
def ob(sequent, tree=script.auto):
    return (Obligation("mine.a.o", "says", sequent, tree),)
"""


def test_the_claim_that_the_broken_ones_are_made_of_holds(verify: Run) -> None:
    Path("c.py").write_text(HEAD + "CLAIM = claim()\n")
    done = verify("run", "c.py", "--out", "o", "--json")
    assert (done.status, done.err) == (0, "")
    assert json.loads(done.out)["claims"][0]["verdict"] == "proved"


def test_what_stays_open_says_why(verify: Run) -> None:
    Path("c.py").write_text(HEAD + "CLAIM = claim(readings=())\n")
    done = verify("run", "c.py", "--out", "o")
    assert "open" in done.out
    assert "why: mine.a.o is proved, but nothing" in done.out


@some_of(3)
@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("import no_such_module", "ModuleNotFoundError"),
        ("\x00", "null bytes"),
        ("def f(): f()\nf()", "RecursionError"),
        ("sys.exit(0)", "SystemExit"),
        ("class E(BaseException): pass\nraise E('own')", "E: own"),
        ("CLAIM = claim(id=3)", "not an id: '3'"),
        ("CLAIM = claim(title=3)", "title"),
        ("CLAIM = claim(title='\\ud800')", "title"),
        ("CLAIM = claim(source=None)", "AttributeError"),
        ("CLAIM = claim(readings=3)", "TypeError"),
        ("CLAIM = claim(repaired=('a',))", "AttributeError"),
        ("CLAIM = claim()\nobject.__setattr__(CLAIM, 'repaired', (CLAIM,))", "repaired by itself"),
        ("CLAIM = claim(obligations=ob(None))", "TypeError"),
        ("CLAIM = claim(obligations=ob({}))", "KeyError"),
        ("CLAIM = claim(obligations=ob(SEQUENT, None))", "TypeError"),
        ("CLAIM = claim(obligations=ob(SEQUENT, lambda: 1 / 0))", "ZeroDivisionError"),
        ("a = ['and']\na.append(a)\nCLAIM = claim(obligations=ob({**SEQUENT, 'show': a}))",
         "RecursionError"),
        ("a = 'x'\nfor _ in range(5000): a = ['abs', a]\n"
         "CLAIM = claim(obligations=ob({**SEQUENT, 'show': ['<=', '0', a]}))", "RecursionError"),
        ("CLAIM = claim(obligations=ob({**SEQUENT, 'show': ['<', float('nan'), '1']}))", "points"),
        ("CLAIM = claim(run=lambda given: [3], instances=({},))", "AttributeError"),
    ],
    ids=lambda text: text.splitlines()[-1][-60:] if text.strip() else "nul",
)  # fmt: skip
def test_a_broken_claim_is_one_line_that_names_the_file(verify: Run, line: str, why: str) -> None:
    Path("c.py").write_text(HEAD + line + "\n")
    refused(verify("run", "c.py", "--out", "o"), "c.py: ", why)
    assert not Path("o/run.json").exists()


def test_an_error_of_ours_is_no_error_of_the_users_file(
    verify: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*given: object) -> None:
        raise RuntimeError("ours")

    monkeypatch.setattr("verify.runner.gather", broken)
    done = verify("run", "pln.lemma2", *INSTANCE)
    assert done.status == 3
    assert "a bug in netproof: RuntimeError: ours" in done.err


# --- kills, full disks, interrupts ---------------------------------------------------------------

KILLED = {
    "in the middle": "def fdopen(*a):\n s = real(*a); w = s.write\n"
    " class S:\n  def __enter__(self): return self\n  def __exit__(self, *a): pass\n"
    "  def write(self, data): w(data[:len(data) // 2]); s.flush(); os.kill(os.getpid(), 9)\n"
    " return S()\nreal, os.fdopen = os.fdopen, fdopen",
    "before it is named": "os.replace = lambda *a: os.kill(os.getpid(), 9)",
    "once it is named": "def replace(*a):\n real(*a); os.kill(os.getpid(), 9)\n"
    "real, os.replace = os.replace, replace",
}


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """A folder with the record of a run."""
    folder = tmp_path / "o"
    folder.mkdir()
    shutil.copy(SAMPLE, folder / "run.json")
    return folder


@some_of(2)
@pytest.mark.parametrize("when", KILLED)
@pytest.mark.parametrize("command", ["construct", "lock", "report"])
def test_a_killed_command_leaves_old_files_or_new_ones(
    verify: Run, tmp_path: Path, out: Path, command: str, when: str
) -> None:
    words: dict[str, tuple[object, ...]] = {
        "construct": ("construct", "pln.lemma2", *INSTANCE, "-o", tmp_path / "file.json"),
        "lock": ("lock", "--out", out, "--file", tmp_path / "file.json"),
        "report": ("report", "--junit", "--out", out),
    }
    file = out / "junit.xml" if command == "report" else tmp_path / "file.json"
    assert verify(*words[command]).status == 0
    new = file.read_bytes()
    old = b'{"old": 1}' if file.suffix == ".json" else b"<old/>"
    file.write_bytes(old)
    running = process(*words[command], program=f"import os\n{KILLED[when]}")
    running.communicate(timeout=120)
    assert running.returncode == -signal.SIGKILL
    assert file.read_bytes() == (new if when == "once it is named" else old)
    assert verify(*words[command]).status == 0
    assert file.read_bytes() == new


@contextmanager
def no_room(size: int) -> Iterator[None]:
    """No file can be longer than ``size`` bytes, as on a disk that is full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@some_of(3)
@pytest.mark.parametrize(
    "words",
    [
        ("run", "pln.lemma2", *INSTANCE, "--out", "o"),
        ("construct", "pln.lemma2", *INSTANCE, "-o", "o/net.json"),
        ("lock", "--out", "o", "--file", "o/lock.json"),
        ("report", "--html", "--out", "o"),
        ("report", "--junit", "--out", "o"),
        ("sweep", "pln.thm1", "--f", "x", "--engine", "inline", "--device", "cpu", "--points",
         "64", "--grid", "eps=1/5", "--out", "o"),
    ],
    ids=lambda words: " ".join(words[:2]),
)  # fmt: skip
def test_a_full_disk_is_one_line_and_leaves_what_was_there(
    verify: Run, out: Path, words: tuple[str, ...]
) -> None:
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    with no_room(100):
        done = verify(*words)
    refused(done, "cannot write")
    after = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    assert {path: after.get(path) for path in before} == before
    assert not [path for path in after if path.name.startswith(".")]
    assert whole(out)


def test_a_full_disk_under_standard_output(tmp_path: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full here")
    with open("/dev/full", "wb") as full:
        running = process("list", "--out", tmp_path, stdout=full)
        _, err = running.communicate(timeout=120)
    assert running.returncode == 2
    assert err == b"verify: cannot write the output: no space left on device\n"


def test_a_folder_that_becomes_a_file_while_it_is_needed(
    verify: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from verify import runner

    gather = runner.gather

    def replaced(claim: Any) -> Any:
        if (tmp_path / "o").is_dir():
            shutil.rmtree(tmp_path / "o")
        (tmp_path / "o").write_text("kept")
        return gather(claim)

    monkeypatch.setattr(runner, "gather", replaced)
    refused(verify("run", "pln.lemma2", *INSTANCE, "--out", "o"), "cannot write to o")
    assert (tmp_path / "o").read_text() == "kept"


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write anywhere")
def test_a_folder_that_is_read_only(verify: Run, out: Path) -> None:
    out.chmod(0o500)
    try:
        for words in (("run", "pln.lemma2", *INSTANCE), ("report", "--junit")):
            refused(verify(*words, "--out", "o"), "cannot write to o")
    finally:
        out.chmod(0o700)


@by_turns(2)
def test_an_interrupt_is_status_130_and_leaves_no_record(verify: Run, tmp_path: Path) -> None:
    """Ctrl-C as soon as the first certificate is there."""
    out = tmp_path / "o"
    words = ("run", "pln.lemma2", *INSTANCE, "--out", out)
    running = process(*words)
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and not list(out.glob("certificates/*.json")):
        time.sleep(0.005)
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=120)
    assert (running.returncode, b"Traceback" in err) in ((130, False), (0, False))
    assert (out / "run.json").exists() == (running.returncode == 0)
    assert whole(out)
    assert not [path for path in out.rglob("*") if path.name.startswith(".")]
    assert verify(*words).status == 0
    assert load(out / "run.json")["claims"]


@pytest.mark.parametrize("named", [False, True], ids=["before it is named", "once it is named"])
def test_an_interrupt_stays_an_interrupt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: bool
) -> None:
    """However late it comes, tidying up does not turn it into another error."""
    replace = os.replace

    def interrupted(*places: Any) -> None:
        if named:
            replace(*places)
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupted)
    for write in (files.write_bytes, constructions.files.write_bytes):
        with pytest.raises(KeyboardInterrupt):
            write(tmp_path / "file", b"new")
        assert [path.name for path in tmp_path.iterdir()] == ["file"] * named


def test_two_commands_that_write_one_file_leave_one_of_the_two(tmp_path: Path) -> None:
    file = tmp_path / "net.json"
    both = [
        process("construct", "pln.lemma2", "--set", "f=x", "--set", f"eps=1/{n}", "-o", file)
        for n in (4, 400)
    ]
    for one in both:
        _, err = one.communicate(timeout=120)
        assert (one.returncode, err) == (0, b"")
    network = ParallelNet.from_json(json.loads(file.read_text()))
    assert network.N in (3, 201)
    assert [path.name for path in tmp_path.iterdir()] == ["net.json"]


def test_a_reader_that_wants_one_line_only() -> None:
    command = f"'{sys.executable}' -m verify.cli list --json | head -n 1"
    done = subprocess.run(["sh", "-c", command], cwd=ROOT, capture_output=True, check=False)
    assert done.stdout == b"{\n"
    assert b"Traceback" not in done.stderr
