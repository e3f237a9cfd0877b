"""Certificates once more, by a checker that is proved correct in Coq (``proofs/coq/kernel``).

    python -m proofs.verified [FILE ...] [--out reports/out]

Builds the checker where Coq and OCaml are installed (a minute; kept in ``--out`` by the digest of
its sources), asks Coq what its theorem rests on, and asks the program about each file: all
certificates of the last run, unless files are named.  Writes ``verified.json`` beside them.

Exit status: 0  nothing is refused (a rule that the checker does not know is counted, and no more)
             1  a certificate is refused, or the theorem rests on other axioms
             2  nothing was checked: Coq, OCaml or a library is not there, or there are no files
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SOURCES = Path(__file__).parent / "coq" / "kernel"
MODULES = ("Syntax", "Scope", "Poly", "Ctx", "Enc", "Rules", "Json", "Checker")
PROGRAMS = ("coqc", "ocamlfind", "ocamlopt")
PACKAGES = "coq libcoq-interval ocaml-nox ocaml-findlib"
THEOREM = "accepts_ok"
#: of Coq's classical real numbers; the theorem may rest on nothing else
AXIOMS = {
    "ClassicalDedekindReals.sig_forall_dec",
    "ClassicalDedekindReals.sig_not_dec",
    "Classical_Prop.classic",
    "FunctionalExtensionality.functional_extensionality_dep",
}
BATCH = 64
SECONDS = 1_800
"""For one batch: this checker has no limits of its own."""
ACCEPT, REJECT, UNREADABLE = "accept", "reject", "unreadable"
COVER, NO_ANSWER = "rule cover", "no answer"


class Absent(Exception):
    """Coq, OCaml or a library is not installed."""


class Refused(Exception):
    """The sources do not compile, or the theorem is not what it is said to be."""


def digest() -> str:
    """Of all sources that the program is made from."""
    found = hashlib.sha256()
    for path in sorted(SOURCES.iterdir()):
        if path.suffix in {".v", ".ml"}:
            found.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()[:16]


def built(folder: Path) -> Path:
    """The program, made in ``folder`` if it is not there.

    Raises:
        Absent: what it needs is not installed.
        Refused: it does not compile, or :data:`THEOREM` rests on other axioms than :data:`AXIOMS`.
    """
    program = folder / f"verified-checker-{digest()}"
    if program.is_file():
        return program
    missing = [name for name in PROGRAMS if shutil.which(name) is None]
    if missing:
        raise Absent(f"{missing[0]} is not installed (Debian: apt-get install {PACKAGES})")
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        for path in SOURCES.iterdir():
            if path.suffix in {".v", ".ml"}:
                shutil.copy(path, work)
        (work / "probe.v").write_text("From Interval Require Import Interval.Interval.\n")
        if _ran(work, "coqc", "-q", "-w", "none", "probe.v").returncode:
            raise Absent(f"Coq's Interval library is not installed (Debian: {PACKAGES})")
        for module in (*MODULES, "Extract"):
            _needed(work, "coqc", "-q", "-w", "none", "-R", ".", "NP", f"{module}.v")
        question = f"From NP Require Checker.\nPrint Assumptions Checker.{THEOREM}.\n"
        (work / "question.v").write_text(question)
        answer = _needed(work, "coqc", "-q", "-w", "none", "-R", ".", "NP", "question.v")
        if axioms(answer) != AXIOMS:
            raise Refused(f"{THEOREM} rests on {', '.join(sorted(axioms(answer)))}")
        parts = ("np_checker.mli", "np_checker.ml", "main.ml")
        _needed(work, "ocamlfind", "ocamlopt", "-O3", "-w", "-a", *parts, "-o", "program")
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copy(work / "program", program.with_suffix(".new"))
        program.with_suffix(".new").replace(program)
    return program


def axioms(answer: str) -> set[str]:
    """The names in what ``Print Assumptions`` prints."""
    lines = [line for line in answer.splitlines() if line and not line[0].isspace()]
    return {line.split()[0] for line in lines if line != "Axioms:"}


def _ran(work: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=work, capture_output=True, text=True, check=False)


def _needed(work: Path, *command: str) -> str:
    outcome = _ran(work, *command)
    if outcome.returncode:
        said = (outcome.stderr or outcome.stdout).strip().splitlines()
        raise Refused(f"{command[-1]}: {said[-1] if said else 'it does not compile'}")
    return outcome.stdout


def _deep() -> None:
    """As much stack as there may be: the extracted functions recurse along the text."""
    hard = resource.getrlimit(resource.RLIMIT_STACK)[1]
    resource.setrlimit(resource.RLIMIT_STACK, (hard, hard))


def asked(program: Path, paths: Sequence[Path]) -> dict[Path, str]:
    """accept, reject, unreadable, stack, :data:`COVER` or :data:`NO_ANSWER` for each file."""
    batches = [paths[i : i + BATCH] for i in range(0, len(paths), BATCH)]

    def one(batch: Sequence[Path]) -> dict[Path, str]:
        try:
            said = subprocess.run(
                [str(program), *map(str, batch)],
                capture_output=True, text=True, check=False, preexec_fn=_deep, timeout=SECONDS,
            ).stdout  # fmt: skip
        except subprocess.TimeoutExpired as late:
            said = (late.stdout or b"").decode()
        found = {}
        for line in said.splitlines():
            answer, _, name = line.split(" ", 2)
            found[Path(name)] = answer
        for path in batch:
            answer = found.get(path, NO_ANSWER)
            if answer == UNREADABLE and b'"by":"cover"' in path.read_bytes().replace(b" ", b""):
                found[path] = COVER
            else:
                found[path] = answer
        return found

    result: dict[Path, str] = {}
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for found in pool.map(one, batches):
            result |= found
    return result


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("files", type=Path, nargs="*")
    parser.add_argument("--out", type=Path, default=Path("reports/out"))
    options = parser.parse_args()
    paths = options.files or sorted((options.out / "certificates").glob("*.json"))
    absent = [path for path in paths if not path.is_file()]
    if absent or not paths:
        said = f"there is no file {absent[0]}" if absent else "there is no run: make verify first"
        print(f"verified checker: {said}", file=sys.stderr)
        return 2
    try:
        program = built(options.out)
    except Absent as error:
        print(f"verified checker: nothing checked: {error}", file=sys.stderr)
        return 2
    except Refused as error:
        print(f"verified checker: refused: {error}", file=sys.stderr)
        return 1
    found = asked(program, paths)
    if not options.files:
        kept = {
            "checker": digest(), "theorem": THEOREM, "axioms": sorted(AXIOMS),
            "certificates": {
                path.name: {
                    "sha256": hashlib.sha256(path.read_bytes()).hexdigest(), "outcome": answer
                }
                for path, answer in sorted(found.items())
            },
        }  # fmt: skip
        (options.out / "verified.json").write_text(json.dumps(kept, indent=1) + "\n")
    counts = Counter(found.values())
    print(f"{THEOREM} rests on the {len(AXIOMS)} axioms of Coq's classical real numbers")
    print(f"{counts[ACCEPT]:,} of {len(paths):,} certificates are accepted", end="")
    print(f"; {counts[COVER]:,} use the rule cover, which this checker does not know")
    others = sorted(path for path, answer in found.items() if answer not in (ACCEPT, COVER))
    for path in others:
        print(f"  {found[path]}: {path}")
    return 1 if others else 0


if __name__ == "__main__":
    sys.exit(main())
