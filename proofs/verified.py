"""Certificates once more, by a checker that is proved correct in Coq (``proofs/coq/kernel``).

    python -m proofs.verified [FILE ...] [--out reports/out] [--checker verified-gmp]
                              [--claims] [--times] [--coqchk] [--keep]

Builds the checker where Coq and OCaml are installed (a minute; kept in ``--out`` by the digest of
its sources), asks Coq what its theorem rests on, and asks the program about each file: all
certificates of the last run, unless files are named.  ``--checker verified-gmp`` asks the program
that computes with GMP (``ExtractGmp.v``), which is faster and has more to be believed.  Of the
certificates it writes ``verified.json``: what the checker answers for each, and which theorem of
Coq that is.  ``--claims`` asks of each claim
that the run has as proved, too, whether the certificates for its statements decide it
(``decides_ok`` in ``Decision.v``: then all of its statements are true), of each that it has as
refuted, whether the data and their certificate do (``refutes_ok`` in ``Refuted.v``: then one of its
statements is not true), and writes
``theorems.txt``: for each claim of the run which theorem of Coq stands for what of it, with the
digests of its certificates.  ``--times`` asks the Python kernel beside it and prints how many times
as fast the program is, for each family of rules (``benchmarks/bench_checkers.py`` says more).
``--coqchk`` has Coq's separate checker read the compiled proof, and every library under it, again.
``--keep`` writes down for which sources this was done; a test asks whether they are today's.

Exit status: 0  nothing is refused
             1  a certificate or a claim is refused, or the theorem rests on other axioms
             2  nothing was checked: Coq, OCaml or a library is not there, or there are no files
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Any

from proofs.checkers import GMP, PURE, started

if TYPE_CHECKING:
    from proofs.claims import Attempt

SOURCES = Path(__file__).parent / "coq" / "kernel"
MODULES = ("Syntax", "Scope", "Poly", "Ctx", "Enc", "Cover", "Rules", "Json", "Checker",
           "Decision", "Refuted", "Plain", "Numbers")  # fmt: skip
STATEMENTS = (*MODULES[:9], "Plain")
"""What the theorems that say statements of papers are made with."""
MARK = "sources"
"""The file beside these, compiled, that has the digest of their sources."""
PROGRAMS = ("coqc", "ocamlfind", "ocamlopt")
COQC = ("coqc", "-q", "-w", "none", "-R", ".", "NP")
PACKAGES = "coq libcoq-interval ocaml-nox ocaml-findlib"
ZARITH = "libzarith-ocaml-dev"
FIGURES = Path(__file__).parents[1] / "docs" / "figures" / "coq.json"
CHECKERS = (PURE, GMP)
"""The program that computes with Coq's own numbers, and the one that does so with GMP."""
THEOREM, PLAIN = "Checker.accepts_ok", "Plain.plain_ok"
DECIDES, REFUTES = "Decision.decides_ok", "Refuted.refutes_ok"
THEOREMS = (THEOREM, DECIDES, REFUTES, PLAIN)
#: of Coq's classical real numbers; the theorems may rest on nothing else
AXIOMS = {
    "ClassicalDedekindReals.sig_forall_dec",
    "ClassicalDedekindReals.sig_not_dec",
    "Classical_Prop.classic",
    "FunctionalExtensionality.functional_extensionality_dep",
}
BATCH = 64
SECONDS = 1_800
"""For one batch: this checker has no limits of its own."""
ACCEPT, REJECT, UNREADABLE, STACK = "accept", "reject", "unreadable", "stack"
NO_ANSWER, UNSPECIFIED = "no answer", "not specified"
HEAD = (
    "Which theorem of Coq stands for which claim: the program that was extracted from proofs/coq/"
    "kernel\n(sources {}{}) accepted what Checker.accepts_ok, Decision.decides_ok and "
    "Refuted.refutes_ok\nstand beside, and by these theorems what is accepted is true, or not true "
    "where it is refuted.\nNP.pln... and the like are theorems that say the statement itself (make "
    "coq-theorems). Digests are\nof certificates, by SHA-256.\n"
)
MORE = "; it computes with GMP, which is believed"
FAMILIES = (("cover", ("cover",)), ("evaluate", ("evaluate",)), ("neither", ()))


ENTRIES = re.compile(r'^Extraction "np_checker\.ml" (.*)\.$', re.MULTILINE)
STOPS = re.compile(r"^Extract Constant (\S+) => .*failwith", re.MULTILINE)
COMMENT = re.compile(r"\(\*.*?\*\)", re.DOTALL)
DEFINITION = re.compile(
    r"( *)(?:let rec|let|and|module type|module|end|type|exception)\b *([a-z_][\w']*)?"
)
OCAML_NAME = re.compile(r"[a-z_][\w']*")

LINE = re.compile(r"([a-z]+) ([0-9]+\.[0-9]+) (.+)")
"""What a program prints about a file."""


class Absent(Exception):
    """Coq, OCaml or a library is not installed."""


class Late(Exception):
    """A command took longer than it may."""


class Refused(Exception):
    """The sources do not compile, or the theorem is not what it is said to be."""


@dataclass(frozen=True)
class Answer:
    """What the program says of a file, and the seconds of its processor that it took.

    The digests are of the bytes that it was asked about: of the file, and of what was offered.
    """

    outcome: str
    seconds: float = 0.0
    sha256: str = ""
    offered: tuple[str, ...] = ()


def digest(modules: Sequence[str] = ()) -> str:
    """Of all sources that the program is made from, or of these modules of Coq."""
    found = hashlib.sha256()
    for path in sorted(SOURCES.iterdir()):
        if path.suffix in {".v", ".ml"} and (not modules or path.stem in modules):
            found.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()[:16]


def place(folder: Path, checker: str = PURE) -> Path:
    """Where a program of today's sources is kept in ``folder``."""
    return folder / f"{checker}-checker-{digest()}"


def built(folder: Path, checker: str = PURE) -> Path:
    """The program, made in ``folder`` if it is not there, and the other one if it can be made.

    Raises:
        Absent: what it needs is not installed.
        Refused: it does not compile, or a theorem rests on other axioms than :data:`AXIOMS`.
    """
    program = place(folder, checker)
    if program.is_file():
        return program
    _installed()
    there = CHECKERS if zarith() else (PURE,)
    if checker not in there:
        raise Absent(f"OCaml's zarith is not installed (Debian: apt-get install {ZARITH})")
    kept = folder / "coq"
    stated_in(kept)
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        for module in STATEMENTS:
            shutil.copy(kept / f"{module}.vo", work)
        compiled(work)
        for one in there:
            _linked(work, one, place(folder, one))
    return program


def zarith() -> bool:
    """Whether OCaml has it: without it there is no program that computes with GMP."""
    asked = ("ocamlfind", "query", "zarith")
    found = shutil.which(asked[0])
    return bool(found) and not subprocess.run(asked, capture_output=True, check=False).returncode


def stated_in(folder: Path) -> None:
    """The modules that statements are made with, compiled in ``folder``: those of today.

    Raises:
        Absent, Refused: as :func:`built`.
    """
    if are_stated_in(folder):
        return
    _installed()
    if folder.is_dir():
        shutil.rmtree(folder)
    folder.mkdir(parents=True)
    compiled(folder, STATEMENTS)
    (folder / MARK).write_text(digest(STATEMENTS))


def are_stated_in(folder: Path) -> bool:
    """Whether :func:`stated_in` has nothing to do."""
    mark = folder / MARK
    return mark.is_file() and mark.read_text() == digest(STATEMENTS)


def _linked(work: Path, checker: str, program: Path) -> None:
    """The program, extracted from what is compiled in ``work``."""
    made, last = ("np_checker.mli", "np_checker.ml"), ("main.ml", "-o", "program")
    linked = ("ocamlfind", "ocamlopt", "-O3", "-w", "-a")
    extract = "ExtractGmp.v" if checker == GMP else "Extract.v"
    needed(work, *COQC, extract)
    computable((work / made[1]).read_text(), (SOURCES / extract).read_text())
    if checker == GMP:
        needed(work, *linked, "-package", "zarith", "-linkpkg", "gmp.ml", *made, *last)
    else:
        needed(work, *linked, *made, *last)
    program.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=program.parent) as name:
        shutil.copy(work / "program", Path(name) / "program")
        (Path(name) / "program").replace(program)


def computable(program: str, extract: str) -> None:
    """That what a program is asked to compute cannot come to a constant of Coq's real numbers.

    ``program`` is what ``extract`` has made: OCaml, where such a constant stops the program.

    Raises:
        Refused: one can be reached, or a function that is asked for is not there.
    """
    (asked_for,) = ENTRIES.findall(extract)
    entries = {name[0].lower() + name[1:] for name in asked_for.split()}
    if absent := entries - _reached(program, entries):
        raise Refused(f"what was extracted has no {', '.join(sorted(absent))}")
    stops = {name.rpartition(".")[2] for name in STOPS.findall(extract)}
    if there := stops & _reached(program, entries):
        raise Refused(f"the program can reach {', '.join(sorted(there))}")


def _reached(program: str, entries: Iterable[str]) -> set[str]:
    """The names that definitions with these names mention, and those that these mention, ...

    A name is followed into every definition that has it, in whatever module: more than what is
    reached may be found, not less.  A definition goes on until a line that stands no further in.
    """
    mentioned: dict[str, set[str]] = {}
    inside, names = -1, set[str]()  # how far in the definition stands that goes on, and its names
    for line in COMMENT.sub("", program).splitlines():
        begins = DEFINITION.match(line)
        if begins and (inside < 0 or len(begins[1]) <= inside):
            inside = len(begins[1]) if begins[2] else -1
            names = mentioned.setdefault(begins[2], set()) if begins[2] else set()
        names.update(OCAML_NAME.findall(line))
    found: set[str] = set()
    todo = [*entries]
    while todo:
        name = todo.pop()
        if name in mentioned and name not in found:
            found.add(name)
            todo += mentioned[name]
    return found


def _installed() -> None:
    missing = [name for name in PROGRAMS if shutil.which(name) is None]
    if missing:
        raise Absent(f"{missing[0]} is not installed (Debian: apt-get install {PACKAGES})")


def compiled(work: Path, modules: Sequence[str] = MODULES) -> None:
    """The sources, compiled in ``work``, once Coq has said what the theorems in them rest on.

    What is compiled there is not compiled again.

    Raises:
        Absent, Refused: as :func:`built`.
    """
    _installed()
    for path in SOURCES.iterdir():
        if path.suffix in {".v", ".ml"}:
            shutil.copy(path, work)
    (work / "probe.v").write_text("From Interval Require Import Interval.Interval.\n")
    if _ran(work, "coqc", "-q", "-w", "none", "probe.v").returncode:
        raise Absent(f"Coq's Interval library is not installed (Debian: {PACKAGES})")
    for module in modules:
        if not (work / f"{module}.vo").is_file():
            needed(work, *COQC, f"{module}.v")
    for theorem in THEOREMS:
        if theorem.partition(".")[0] in modules:
            rests(work, theorem)


def rests(work: Path, *theorems: str) -> None:
    """That Coq names :data:`AXIOMS`, and no others, when it is asked what these theorems rest on.

    Raises:
        Refused: it does not.
    """
    modules = " ".join(sorted({theorem.partition(".")[0] for theorem in theorems}))
    *before, last = (f"(@{theorem})" for theorem in theorems)
    whole = "".join(f"conj {theorem} (" for theorem in before) + last + ")" * len(before)
    asked = f"Definition whole := {whole}.\nPrint Assumptions whole.\n"
    (work / "question.v").write_text(f"From NP Require {modules}.\n{asked}")
    found = axioms(needed(work, *COQC, "question.v"))
    if found != AXIOMS:
        raise Refused(f"{', '.join(theorems)} rests on {', '.join(sorted(found))}")


def axioms(answer: str) -> set[str]:
    """The names in what ``Print Assumptions`` prints."""
    lines = [line for line in answer.splitlines() if line and not line[0].isspace()]
    return {line.split()[0] for line in lines if line != "Axioms:"}


def rechecked() -> set[str]:
    """The axioms that Coq's separate checker finds in the proof and all the libraries under it.

    Raises:
        Absent, Refused: as :func:`built`; Refused, too, where coqchk does not accept the proof.
    """
    if shutil.which("coqchk") is None:
        raise Absent(f"coqchk is not installed (Debian: apt-get install {PACKAGES})")
    with tempfile.TemporaryDirectory() as name:
        compiled(Path(name))
        modules = (f"NP.{theorem.partition('.')[0]}" for theorem in THEOREMS)
        said = _ran(Path(name), "coqchk", "-silent", "-o", "-R", ".", "NP", *modules)
    if said.returncode:
        raise Refused(f"coqchk: {(said.stderr or said.stdout).strip()[-300:]}")
    return summary(said.stdout + said.stderr)  # which of the two it is depends on the version


def summary(said: str) -> set[str]:
    """The axioms in the summary of coqchk.

    Raises:
        Refused: there is no summary, or it lists something that was taken without a check.
    """
    parts: dict[str, list[str]] = {}
    for line in map(str.strip, said.splitlines()):
        if line.startswith("* "):
            head, _, rest = line[2:].partition(":")
            parts[head] = [rest.strip()] if rest.strip() else []
        elif line and parts:
            parts[[*parts][-1]].append(line)
    for head, found in parts.items():
        if head not in ("Theory", "Axioms") and found != ["<none>"]:
            raise Refused(f"coqchk: {head}: {', '.join(found)}")
    if "Axioms" not in parts or len(parts) < 2:
        raise Refused("coqchk says nothing of axioms")
    return {".".join(name.split(".")[-2:]) for name in parts["Axioms"]}


def _ran(work: Path, *command: str, seconds: float = 0) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(
            command, cwd=work, capture_output=True, text=True, check=False, timeout=seconds or None
        )
    except subprocess.TimeoutExpired:
        raise Late(f"{command[-1]}: not within {seconds:g} s") from None


def needed(work: Path, *command: str, seconds: float = 0) -> str:
    """What a command prints that must succeed, in so many ``seconds`` (0: however many).

    Raises:
        Refused: it fails.
        Late: it takes longer.
    """
    outcome = _ran(work, *command, seconds=seconds)
    if outcome.returncode:
        said = (outcome.stderr or outcome.stdout).strip().splitlines()
        raise Refused(f"{command[-1]}: {said[-1] if said else 'it fails'}")
    return outcome.stdout


def asked(
    program: Path,
    paths: Sequence[Path],
    offers: Mapping[Path, Sequence[Path]] | None = None,
    refuting: bool = False,
) -> dict[Path, Answer]:
    """The program's answer about each file: a certificate, or a claim that has ``offers``.

    With ``refuting`` data that are to refute a statement, by one of the ``offers``.  The program
    reads copies with names of ours, whose digests stand in the answers.  A line that it does not
    end, or that speaks of something else than was asked, is no answer, and what follows is none.
    """
    batches = [paths[i : i + BATCH] for i in range(0, len(paths), BATCH)]

    def one(batch: Sequence[Path]) -> dict[Path, Answer]:
        with tempfile.TemporaryDirectory() as name:
            lines: list[str] = []
            whose: dict[str, tuple[Path, tuple[str, ...]]] = {}
            for i, path in enumerate(batch):
                sources = (path, *(offers or {}).get(path, ()))
                copies = [Path(name) / f"{i}.{k}.json" for k in range(len(sources))]
                try:
                    digests = tuple(map(_copied, sources, copies))
                except OSError:
                    continue
                whose[str(copies[0])] = path, digests
                lines.append("\t".join([*["refuted"] * refuting, *map(str, copies)]))
            said = _said(program, "".join(f"{line}\n" for line in lines))
            found = dict.fromkeys(batch, Answer(NO_ANSWER))
            for line in said.split("\n")[:-1]:
                told = LINE.fullmatch(line)
                if told is None or told[3] not in whose:
                    break
                path, (own, *offered) = whose.pop(told[3])
                found[path] = Answer(told[1], float(told[2]), own, tuple(offered))
            return found

    result: dict[Path, Answer] = {}
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for found in pool.map(one, batches):
            result |= found
    return result


def _copied(source: Path, copy: Path) -> str:
    """The digest of what is in ``source``, and in ``copy`` now."""
    data = source.read_bytes()
    copy.write_bytes(data)
    return hashlib.sha256(data).hexdigest()


def _said(program: Path, lines: str) -> str:
    """What a program prints when it is asked these lines, as far as it comes in time."""
    process = started(program)
    try:
        said, _ = process.communicate(lines, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        said, _ = process.communicate()
    return said


def rules(node: dict[str, object]) -> set[str]:
    """The rules that a proof uses."""
    found, todo = set(), [node]
    while todo:
        one = todo.pop()
        found.add(str(one["by"]))
        todo += one["then"]  # type: ignore[arg-type]
    return found


def times(found: dict[Path, Answer]) -> Iterable[str]:
    """How many times as fast the program is as the Python kernel, by the rules of a proof."""
    from proofs.kernel import check

    sums: dict[str, list[float]] = {name: [0, 0.0, 0.0] for name, _ in FAMILIES}
    for path, answer in found.items():
        data = path.read_bytes()
        start = process_time()
        check(data)
        kernel = process_time() - start
        used = rules(json.loads(data)["proof"])
        family = next(name for name, those in FAMILIES if not those or used & set(those))
        row = sums[family]
        row[:] = row[0] + 1, row[1] + kernel, row[2] + answer.seconds
    sums["all"] = [sum(column) for column in zip(*sums.values(), strict=True)]
    for name, (count, kernel, program) in sums.items():
        if program:
            yield f"{count:,.0f} certificates with {name}: {kernel / program:.2f} times as fast"


def decided(program: Path, out: Path) -> dict[str, dict[str, object]]:
    """For each claim that the run in ``out`` has as proved or refuted: its statements, the answer.

    The claim is written down anew, by :func:`proofs.verdicts.question`, and not from the record;
    so are the data that refute it.
    """
    from proofs.registry import find
    from proofs.verdicts import question

    kept = json.loads((out / "run.json").read_text())["claims"]
    claims: dict[str, dict[str, object]] = {}
    with tempfile.TemporaryDirectory() as name:
        offers: dict[Path, list[Path]] = {}
        against: dict[Path, list[Path]] = {}
        whose: dict[Path, tuple[str, str]] = {}
        for_which: dict[Path, list[str]] = {}
        for entry in kept:
            if entry["verdict"] == "refuted":
                claims[entry["id"]] = {
                    "verdict": "refuted",
                    "statements": {},
                    "outcome": UNSPECIFIED,
                }
                for statement, data, filed in _refutations(entry):
                    if not specified(data):
                        continue
                    claims[entry["id"]]["outcome"] = REJECT
                    path = Path(name) / f"{len(against)}.data.json"
                    path.write_text(json.dumps(data))
                    against[path] = [out / filed["file"]]
                    whose[path] = entry["id"], statement
            if entry["verdict"] not in ("proved", "conditional"):
                continue
            statements = json.loads(question(find(entry["id"])))["statements"]
            path = Path(name) / f"{entry['id']}.json"
            path.write_text(json.dumps(statements))
            files = {e["id"]: e["certificate"] for e in entry["evidence"] if e["certificate"]}
            there = [one for one in statements if one in files]
            offers[path] = [out / files[one]["file"] for one in there]
            for_which[path] = there
            claims[entry["id"]] = {
                "verdict": entry["verdict"],
                "statements": dict.fromkeys(statements),
            }
        for path, answer in asked(program, [*offers], offers).items():
            claim = path.name.removesuffix(".json")
            shown = dict(zip(for_which[path], answer.offered, strict=False))
            statements = claims[claim]["statements"] | shown  # type: ignore[operator]
            claims[claim] |= {"outcome": answer.outcome, "statements": statements}
        for path, answer in asked(program, [*against], against, refuting=True).items():
            if answer.outcome == ACCEPT:
                claim, statement = whose[path]
                shown = {statement: answer.offered[0]}
                claims[claim] |= {"outcome": ACCEPT, "statements": shown}
    return claims


def _refutations(
    entry: Mapping[str, Any],
) -> Iterable[tuple[str, dict[str, Any], dict[str, str]]]:
    """Data against statements of a refuted claim, as ``Refuted.v`` reads them, and certificates."""
    from proofs.decide import key
    from proofs.registry import find
    from proofs.verdicts import question

    claim = find(entry["id"])
    statements = json.loads(question(claim))["statements"]
    files = {e["id"]: e["certificate"] for e in entry["evidence"] if e["certificate"]}
    for attempt in claim.all_attempts():
        for name, sequent in statements.items():
            if attempt.id in files and key(sequent) == key(attempt.statement):
                yield name, against(attempt), files[attempt.id]


def against(attempt: Attempt) -> dict[str, Any]:
    """The data of an attempt beside the statement that it attacks, as ``Refuted.v`` reads them."""
    from proofs.refute import of_witness

    sequent, data = attempt.statement, of_witness(attempt.witness)
    return {
        "statement": sequent,
        "values": {n: v for n, v in data["values"].items() if n in sequent["vars"]},
        "functions": {n: data["functions"][n] for n in sequent["functions"]},
        "part": attempt.part,
    }


def specified(data: Mapping[str, Any]) -> bool:
    """Whether ``Refuted.v`` speaks of such data: no sum in a function, no part of a part."""
    show = data["statement"]["show"]
    own = len(show) - 1 if show[0] == "and" else 1
    return '"sum"' not in json.dumps(data["functions"]) and data["part"] < own


def sha256(path: Path) -> str:
    """Of what is in a file; empty where there is none."""
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


def stated(out: Path) -> dict[str, str]:
    """The theorems of ``python -m proofs.plain`` in ``out``, by the digest of the certificate.

    Those of other sources of the checker are left out, and those that are compiled, but about which
    Coq was not asked yet what they rest on.
    """
    try:
        kept = json.loads((out / "coq" / "theorems.json").read_text())
        if kept["checker"] != digest(STATEMENTS):
            return {}
        made = kept["statements"].values()
        return {one["sha256"]: one["paper"] for one in made if "paper" in one}
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return {}


def stands(
    out: Path, found: Mapping[Path, Answer], claims: Mapping[str, Mapping[str, object]]
) -> Iterable[str]:
    """Which theorem of Coq stands for which claim of the run in ``out``, as lines.

    For each claim :data:`DECIDES` where that says that all of its statements are true; then each
    certificate of its obligations and attempts, with :data:`THEOREM` where the program accepts it,
    and the theorem of ``proofs.plain`` where there is one.
    """
    own = stated(out)
    accepted = {p.resolve(): one.sha256 for p, one in found.items() if one.outcome == ACCEPT}
    for entry in json.loads((out / "run.json").read_text())["claims"]:
        asked = claims.get(entry["id"])
        if asked is None:
            whole = "no theorem for the verdict as a whole, only for its certificates"
        elif asked["outcome"] != ACCEPT:
            whole = UNSPECIFIED if asked["outcome"] == UNSPECIFIED else "not decided"
        elif asked["verdict"] == "refuted":
            whole = f"{REFUTES}: not true is {', '.join(asked['statements'])}"  # type: ignore[arg-type]
        else:
            whole = f"{DECIDES}: all of {', '.join(asked['statements'])}"  # type: ignore[arg-type]
        yield f"{entry['id']}  {entry['verdict']}: {whole}"
        for item in entry["evidence"]:
            filed = item["certificate"]
            if filed is None:
                continue
            yes = accepted.get((out / filed["file"]).resolve()) == filed["sha256"]
            names = [THEOREM] if yes else ["no theorem"]
            names += [own[filed["sha256"]]] if yes and filed["sha256"] in own else []
            yield f"  {filed['sha256'][:16]}  {item['id']}: {', '.join(names)}"


def keep(coqchk: bool) -> None:
    """Write to :data:`FIGURES` for which sources Coq has named :data:`AXIOMS`, and coqchk so."""
    before = json.loads(FIGURES.read_text()).get("coqchk", "") if FIGURES.is_file() else ""
    found = {
        "sources": digest(), "theorems": THEOREMS, "axioms": sorted(AXIOMS),
        "coqchk": digest() if coqchk else before,
    }  # fmt: skip
    FIGURES.write_text(json.dumps(found, indent=1) + "\n")


def record(
    found: dict[Path, Answer], claims: dict[str, dict[str, object]] | None, program: str = PURE
) -> dict[str, object]:
    """What ``verified.json`` says: the theorem of Coq that stands for each certificate or claim."""
    return {
        "checker": digest(), "program": program, "theorem": THEOREM, "axioms": sorted(AXIOMS),
        **({} if claims is None else {"decides": DECIDES, "refutes": REFUTES, "claims": claims}),
        "certificates": {
            path.name: {
                "sha256": answer.sha256, "outcome": answer.outcome
            }
            for path, answer in sorted(found.items())
        },
    }  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("files", type=Path, nargs="*")
    parser.add_argument("--out", type=Path, default=Path("reports/out"))
    parser.add_argument("--checker", choices=CHECKERS, default=PURE, help="the program to ask")
    parser.add_argument("--claims", action="store_true", help="decide the claims of the run too")
    parser.add_argument("--times", action="store_true", help="ask the Python kernel too")
    parser.add_argument("--coqchk", action="store_true", help="have coqchk read the proof again")
    parser.add_argument("--keep", action="store_true", help=f"write {FIGURES.name} of docs/figures")
    options = parser.parse_args()
    paths = options.files or sorted((options.out / "certificates").glob("*.json"))
    absent = [path for path in paths if not path.is_file()]
    if absent or not paths:
        said = f"there is no file {absent[0]}" if absent else "there is no run: make verify first"
        print(f"verified checker: {said}", file=sys.stderr)
        return 2
    try:
        if options.coqchk and (others := rechecked() ^ AXIOMS):
            raise Refused(f"coqchk finds other axioms: {', '.join(sorted(others))}")
        program = built(options.out, options.checker)
    except Absent as error:
        print(f"verified checker: nothing checked: {error}", file=sys.stderr)
        return 2
    except Refused as error:
        print(f"verified checker: refused: {error}", file=sys.stderr)
        return 1
    if options.keep:
        keep(options.coqchk)
    found = asked(program, paths)
    claims = decided(program, options.out) if options.claims else None
    if not options.files:
        kept = json.dumps(record(found, claims, options.checker), indent=1) + "\n"
        (options.out / "verified.json").write_text(kept)
        if claims is not None:
            more = MORE if options.checker == GMP else ""
            lines = [HEAD.format(digest(), more), *stands(options.out, found, claims)]
            (options.out / "theorems.txt").write_text("".join(f"{line}\n" for line in lines))
    counts = Counter(answer.outcome for answer in found.values())
    again = ": coqchk finds the same" if options.coqchk else ""
    print(f"{THEOREM} rests on the {len(AXIOMS)} axioms of Coq's classical real numbers{again}")
    print(f"{counts[ACCEPT]:,} of {len(paths):,} certificates are accepted")
    undecided = {name: one for name, one in (claims or {}).items() if one["outcome"] != ACCEPT}
    left = [name for name, one in undecided.items() if one["outcome"] != UNSPECIFIED]
    if claims is not None:
        for words, verdicts in (("proved", ("proved", "conditional")), ("refuted", ("refuted",))):
            these = {name for name, one in claims.items() if one["verdict"] in verdicts}
            done = len(these - {*undecided})
            print(f"{done:,} of {len(these):,} {words} claims are decided by them")
    for line in times(found) if options.times else ():
        print(line)
    for name in sorted(undecided):
        print(f"  {UNSPECIFIED if name not in left else 'not decided'}: {name}")
    others_than = sorted(p for p, answer in found.items() if answer.outcome != ACCEPT)
    for path in others_than:
        print(f"  {found[path].outcome}: {path}")
    return 1 if others_than or left else 0


if __name__ == "__main__":
    sys.exit(main())
