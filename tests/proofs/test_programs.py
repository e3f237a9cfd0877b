"""What the two programs that Coq proved are asked, and what counts as their answer."""

from __future__ import annotations

import json
import stat
import sys
from pathlib import Path
from typing import Any

import pytest

from proofs import verified
from proofs.verified import ACCEPT, GMP, NO_ANSWER, PURE, STACK, UNREADABLE
from tests import kept_files
from tests.campaigns import three_checkers
from tests.proofs.programs import ROOT, program
from tests.sampling import by_turns, share, some_of

Json = Any
ARENA = ROOT / "tests" / "arena"
TRUE = json.dumps({
    "statement": {"vars": {}, "functions": {}, "given": [], "show": ["<", "0", "1"]},
    "proof": {"by": "evaluate", "bits": 0, "then": []},
})  # fmt: skip


@pytest.fixture(scope="module")
def programs() -> dict[str, Path]:
    return {name: program(name) for name in verified.CHECKERS}


def test_both_answer_alike(programs: dict[str, Path]) -> None:
    paths = [path for end in ("accept", "reject") for path in sorted((ARENA / end).glob("*.json"))]
    paths += [kept_files.file(name) for name in share(kept_files.names("layeract.eq"), 8)]
    pure, gmp = (verified.asked(programs[name], paths) for name in (PURE, GMP))
    assert {p: one.outcome for p, one in pure.items()} == {p: one.outcome for p, one in gmp.items()}
    assert len({one.outcome for one in pure.values()}) == 3


@by_turns(2)
def test_both_answer_alike_about_damaged_certificates(programs: dict[str, Path]) -> None:
    texts = [text for _, text in three_checkers.mutants(150, 5)]
    pure, gmp = (three_checkers.asking(programs[name])(texts) for name in (PURE, GMP))
    assert pure == gmp
    assert 0 < pure.count(ACCEPT) < len(texts)


HOSTILE = {
    "empty": b"",
    "a zero byte": TRUE.encode().replace(b'"<"', b'"<\0"'),
    "a zero byte at the end": TRUE.encode() + b"\0",
    "no UTF-8": TRUE.encode().replace(b'"0"', b'"\xff0"'),
    "a mark of UTF-8": b"\xef\xbb\xbf" + TRUE.encode(),
    "UTF-16": TRUE.encode("utf-16"),
    "two texts": (TRUE + TRUE).encode(),
    "a key twice": TRUE.replace('"vars"', '"vars": {"x": "real"}, "vars"').encode(),
    "an escape": TRUE.replace("show", "sho\\u0077").encode(),
    "an exponent": TRUE.replace('"bits": 0', '"bits": 0e0').encode(),
    "a zero before a number": TRUE.replace('"bits": 0', '"bits": 00').encode(),
    "a comma too many": TRUE.replace("[]}", "[],}").encode(),
    "true": TRUE.replace('"bits": 0', '"bits": true').encode(),
    "a number of a million digits": TRUE.replace('"1"', f'"{"1" * 10**6}"').encode(),
    "a count of a thousand digits": TRUE.replace(": 0", ": " + "1" * 10**3).encode(),
    "a count of the size of a word": TRUE.replace(": 0", f": {2**64}").encode(),
    "a power of 2^32 + 1": TRUE.replace('"1"', f'["^", "1", {2**32 + 1}]').encode(),
    "a power of 2^64 + 1": TRUE.replace('"1"', f'["^", "1", {2**64 + 1}]').encode(),
    "a denominator 0": TRUE.replace('"1"', '"1/0"').encode(),
    "depth": b"[" * 10**6,
    "depth, closed": b"[" * 10**5 + b"]" * 10**5,
}


@by_turns(3)
@some_of(1)
@pytest.mark.parametrize("checker", [PURE, GMP])
def test_hostile_texts(programs: dict[str, Path], tmp_path: Path, checker: str) -> None:
    """None is accepted, and the program goes on to the next."""
    paths = []
    for i, data in enumerate([*HOSTILE.values(), TRUE.encode()]):
        paths.append(tmp_path / f"{i}.json")
        paths[-1].write_bytes(data)
    *found, last = (one.outcome for one in verified.asked(programs[checker], paths).values())
    assert last == ACCEPT
    expected = dict.fromkeys(HOSTILE, UNREADABLE) | {"a number of a million digits": STACK}
    assert dict(zip(HOSTILE, found, strict=True)) == expected


@by_turns(2)
@some_of(1)
@pytest.mark.parametrize("checker", [PURE, GMP])
def test_what_is_false_is_not_accepted_with_huge_numbers(
    programs: dict[str, Path], tmp_path: Path, checker: str
) -> None:
    """Numbers around the sizes of machine words, where a program might wrap around."""
    shows: list[tuple[Json, bool]] = []
    for bits in (30, 31, 32, 61, 62, 63, 64, 65, 128, 2000):
        for more in (1, 0, -1):
            whole = [["<", str(2**bits), str(2**bits + more)]]
            whole += [["<", "0", ["-", str(2**bits + more), str(2**bits)]]]
            whole += [["<", f"1/{2**bits + more}", f"1/{2**bits}"]]
            whole += [["<", ["*", str(-(2**bits) - more), str(2**bits)], str(-(4**bits))]]
            whole += [["<", ["floor", f"{2**bits - 1}/{2**bits}"], str(more)]]
            shows += [(show, more == 1) for show in whole]
    paths = [tmp_path / f"{i}.json" for i in range(len(shows))]
    for path, (show, _) in zip(paths, shows, strict=True):
        path.write_text(TRUE.replace('["<", "0", "1"]', json.dumps(show)))
    found = verified.asked(programs[checker], paths)
    for path, (show, true) in zip(paths, shows, strict=True):
        assert (found[path].outcome == ACCEPT) is true, show


EXTRACTED = """
(** val sig_stops : bool **)

let sig_stops =
  (fun _ -> failwith "real number")

module R =
 struct
  let number =
    sig_stops

  (** val twice : int -> int **)

  let twice n =
    let sum = n + n in
    sum
 end

let rec answers n =
  let m = R.twice n in
  if m > 9 then true
  else asks m

and asks n =
  answers n
"""
SAID = """Extract Constant Reals.sig_stops => "(fun _ -> failwith ""real number"")".
Extraction "np_checker.ml" Answers.
"""


def test_no_real_number_is_computed() -> None:
    """A program is refused that could come to one: by any chain of definitions."""
    verified.computable(EXTRACTED, SAID)
    for before, after in (
        ("    sum\n", "    R.number\n"),
        ("answers n\n", "answers sig_stops\n"),
        ("n + n", "number"),
    ):
        assert EXTRACTED.count(before) == 1
        with pytest.raises(verified.Refused, match="sig_stops"):
            verified.computable(EXTRACTED.replace(before, after), SAID)
    with pytest.raises(verified.Refused, match="has no decides"):
        verified.computable(EXTRACTED, SAID.replace("Answers", "Answers Decides"))


@pytest.mark.parametrize("name", ["Extract", "ExtractGmp"])
def test_what_would_stop_a_program_is_known(name: str) -> None:
    text = (verified.SOURCES / f"{name}.v").read_text(encoding="utf-8")
    stops = {one.rpartition(".")[2] for one in verified.STOPS.findall(text)}
    assert stops == {"sig_forall_dec", "sig_not_dec"}
    (asked,) = verified.ENTRIES.findall(text)
    assert {"accepts", "decides", "refutes"} < {*asked.split()}


COMPILES = """for last; do true; done; : > "${last%.v}.vo"; : > np_checker.ml"""
"""In the place of coqc."""


def test_without_zarith_there_is_the_pure_program_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With programs in the place of Coq and OCaml that make nothing of what they are given."""
    bin_ = tmp_path / "bin"
    bin_.mkdir()
    for name, does in (
        ("coqc", COMPILES),
        ("ocamlopt", ""),
        ("ocamlfind", "[ $1 = query ] && exit 2"),
    ):
        (bin_ / name).write_text(f"#!/bin/sh\n{does}\n: > program\n")
        (bin_ / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{bin_}:/usr/bin:/bin")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(verified, "rests", lambda *_: None)
    monkeypatch.setattr(verified, "computable", lambda *_: None)
    with pytest.raises(verified.Absent, match="zarith is not installed"):
        verified.built(tmp_path / "out", GMP)
    assert verified.built(tmp_path / "out", PURE) == verified.place(tmp_path / "out", PURE)
    assert not verified.place(tmp_path / "out", GMP).exists()
    (bin_ / "ocamlfind").write_text("#!/bin/sh\n: > program\n")
    assert verified.built(tmp_path / "out", GMP).is_file()
    made = {verified.place(tmp_path / "out", name) for name in verified.CHECKERS}
    assert {*(tmp_path / "out").iterdir()} == {*made, tmp_path / "out" / "coq"}


def test_what_is_compiled_is_not_compiled_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The modules of statements are kept for theorems of Coq; other sources, and all is new."""
    (tmp_path / "coqc").write_text(f"#!/bin/sh\n{COMPILES}\n")
    (tmp_path / "coqc").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.setattr(verified, "_installed", lambda: None)
    monkeypatch.setattr(verified, "rests", lambda *_: None)
    folder = tmp_path / "coq"
    verified.stated_in(folder)
    assert {path.stem for path in folder.glob("*.vo")} == {*verified.STATEMENTS, "probe"}
    (folder / "Netproof_a.vo").write_text("")
    verified.stated_in(folder)
    assert (folder / "Netproof_a.vo").is_file()
    (folder / verified.MARK).write_text("others")
    assert not verified.are_stated_in(folder)
    verified.stated_in(folder)
    assert not (folder / "Netproof_a.vo").exists()
    assert verified.are_stated_in(folder)


def answering(folder: Path, says: str) -> Path:
    """A program in the place of both: ``says`` prints something about ``line``."""
    path = folder / "program"
    path.write_text(f"#!{sys.executable}\nimport sys, os\nfor line in sys.stdin:\n    {says}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def files(folder: Path, *names: str) -> list[Path]:
    paths = [folder / name for name in names]
    for path in paths:
        path.write_text(TRUE)
    return paths


@pytest.mark.parametrize(
    ("says", "answers"),
    [
        ("print('accept 0.1', line, end='')", [ACCEPT, ACCEPT, ACCEPT]),
        ("print('accept 0.1', line[:-1], end='')", [NO_ANSWER] * 3),
        ("print('accept', line, end='')", [NO_ANSWER] * 3),
        ("print('accept 0.1', line.replace('/1.', '/2.'), end='')", [ACCEPT, NO_ANSWER, ACCEPT]),
        ("print('accept 0.1', line.replace('/1.', '/0.'), end='')", [ACCEPT, NO_ANSWER, NO_ANSWER]),
        ("print('accept 0.1', line, 'accept 0.1 x', end='')", [ACCEPT, NO_ANSWER, NO_ANSWER]),
        ("print('accept 0.1', line, end='', flush=True); os._exit(3)", [ACCEPT] + [NO_ANSWER] * 2),
        ("os._exit(3)", [NO_ANSWER] * 3),
        ("os.write(1, b'accept 0.1 \\xff\\n'); print('accept 0.1', line)", [NO_ANSWER] * 3),
    ],
)
def test_only_a_whole_line_about_what_was_asked_is_an_answer(
    tmp_path: Path, says: str, answers: list[str]
) -> None:
    paths = files(tmp_path, "a", "b", "c")
    found = verified.asked(answering(tmp_path, says), paths)
    assert [found[path].outcome for path in paths] == answers


def test_names_of_files_are_no_commands(tmp_path: Path, programs: dict[str, Path]) -> None:
    """A tab makes a claim of a line, and a new line another question: neither reaches a program."""
    (tmp_path / "refuted").mkdir()
    odd = ["a\tb", "c\nd.json", "refuted\tx", "accept 0.1 e", "ü"]
    paths = files(tmp_path, *odd)
    bad = tmp_path / "f\ta\nb"
    bad.write_text("{}")
    missing = tmp_path / "no\tsuch"
    found = verified.asked(programs[PURE], [*paths, bad, missing])
    assert [found[path].outcome for path in paths] == [ACCEPT] * len(odd)
    assert (found[bad].outcome, found[missing].outcome) == (UNREADABLE, NO_ANSWER)


def test_the_digest_is_of_what_the_program_has_seen(tmp_path: Path) -> None:
    """The file is exchanged while the program looks at its copy."""
    (path,) = files(tmp_path, "a.json")
    before = verified.sha256(path)
    says = f"open({str(path)!r}, 'w').write('other'); print('accept 0.1', line, end='')"
    answer = verified.asked(answering(tmp_path, says), [path])[path]
    assert (answer.outcome, answer.sha256) == (ACCEPT, before)
    assert verified.sha256(path) != before
    kept = verified.record({path: answer}, None)["certificates"]
    assert kept == {"a.json": {"sha256": before, "outcome": ACCEPT}}
