"""Proved statements as theorems of Coq, over R and Z, for others to ``Require``.

    python -m proofs.plain [NAME ... | --all] [--seconds S] [--minutes M] [--out reports/out]
                           [--keep]

For each certificate that is kept and named (the ``TOP`` ones, unless some are;
with ``--all`` those of every statement of every claim of a paper that the last run has as proved) a
file ``coq/Netproof_<name>.v``: the text of the certificate, that the checker accepts it, computed
inside Coq, and a theorem that says the statement with the operations of Coq's own real numbers.
What is written here is not believed: Coq takes the theorem only if it is what
``holds_plain`` (``proofs/coq/kernel/Plain.v``) makes of the certificate's statement.  The files are
compiled, Coq is asked what each theorem rests on, and ``theorems.json`` says which theorem of Coq
stands for which statement, which statements have none, and why; ``--keep`` writes down in
``docs/figures`` how many there are, and each that has none (``python -m verify.figures
--theorems`` prints it).  ``<paper>.v`` has those of a paper
once more, with the paper's own objects as definitions (:mod:`proofs.named`): ``From NP Require
Import pln``.  Of the files of ``proofs/coq`` those are compiled whose statements are there.

Where a quotient, root or logarithm stands in a statement, what makes it defined stands beside it,
``N <> 0 /\\ x / N <= 1``; in a sum ``only [NonZero (IZR k)] t`` is t where that holds and else 0.

With ``--minutes`` none is begun after that time; what was made before is not made again, so that a
later run goes on.

Exit status: 0 if every statement that was asked for has its theorem, 1 if one has none, 2 if
nothing was written: Coq or a certificate is not there.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from time import monotonic

from proofs import kept, named, verified
from proofs.definitions import Definition
from proofs.plain_text import Text

TOP = (
    "layeract.eq4.statement",
    "layeract.eq7.statement",
    "layeract.eq9.comparison.repaired.statement",
    "pln.lemma2.statement",
    "pln.thm1.statement",
    "weierstrass.closed_form.statement",
    "weierstrass.newton.statement",
)
#: files of Coq that are written by hand, and the statements whose theorems they take up
FURTHER = {
    "definition3": (),
    "networks": (),
    "zeros": (),
    "groups": (),
    "plane": (),
    "example": ("layeract.eq2.relu.is", "layeract.eq8.statement"),
    "theorem1": ("pln.thm1.statement",),
    "theorem3": ("pln.thm3.statement",),
    "proposition1": ("pln.prop1.sigmoid.statement", "pln.prop1.tanh.statement"),
    "proposition2": ("pln.prop2.lower.statement", "pln.prop2.upper.statement"),
    "propositions34": ("pln.prop3.lower", "pln.prop3.upper", "pln.prop4.lower", "pln.prop4.upper"),
    "performer": (),
    "theorem41": (),
    "names": (),
    "theorem4": tuple(f"sumformer.thm4_{number}.repaired2.statement" for number in (3, 4, 5)),
    "density": (
        *("pln.thm1.statement", "pln.thm2.statement", "pln.thm3.statement"),
        *("pln.thm3.density.statement", "pln.thm4.statement"),
    ),
}
FIGURES = Path(__file__).parents[1] / "docs" / "figures" / "coq_theorems.json"
CHUNK = 1_000  # a longer string is too deep for Coq's parser
THEOREM = re.compile(r"^ *(?:Theorem|Corollary) (\w+)", re.MULTILINE)


def source(name: str, text: str) -> str:
    """The file for a certificate."""
    statement = json.loads(text)["statement"]
    chunks = (text[i : i + CHUNK].replace('"', '""') for i in range(0, len(text), CHUNK))
    quoted = "\n  ++ ".join(f'of_bytes "{chunk}"' for chunk in chunks)
    return (
        f"(* {name}: written by python -m proofs.plain *)\n"
        "From Coq Require Import ZArith Reals List String.\n"
        "From NP Require Import Syntax Json Checker Plain.\n"
        "Import ListNotations.\nLocal Open Scope R_scope.\n\n"
        f"Definition certificate : text :=\n  ({quoted})%list.\n"
        "Lemma accepted : accepts certificate = true.\n"
        "Proof. vm_cast_no_check (eq_refl true). Qed.\n"
        "Definition read : statement := Eval vm_compute in stated certificate.\n"
        "Lemma read_ok : stated certificate = read.\n"
        "Proof. vm_cast_no_check (eq_refl read). Qed.\n\n"
        f"{Text(statement).theorem(theorem_name(name))}\n"
    )


def theorem_name(name: str) -> str:
    return re.sub(r"\W", "_", name.removesuffix(".statement"))


def asked(out: Path) -> dict[str, list[str]]:
    """The claims of papers that the run in ``out`` has as proved, with their statements.

    Those about tables of data are left out, and what stands beside a claim (repaired, sharpened).
    """
    from proofs.registry import MODULES, find
    from proofs.verdicts import question

    kept = json.loads((out / "run.json").read_text())["claims"]
    return {
        entry["id"]: [*json.loads(question(find(entry["id"])))["statements"]]
        for entry in kept
        if entry["id"] in MODULES and entry["verdict"] == "proved" and entry["kind"] != "data"
    }


def written(
    names: Iterable[str], folder: Path, seconds: float = 0
) -> Iterator[tuple[str, dict[str, str]]]:
    """Compile the theorems of these certificates in ``folder``; which theorem stands for which.

    What they rest on :func:`collected` asks, of all those of a paper at once: that takes Coq longer
    than most of them.
    Where there is none, ``why``: there is no kept certificate, Coq refuses what was written, or it
    takes more than ``seconds`` (0: however long it takes).  One that is there is not made again.

    Raises:
        Absent, Refused: as :func:`proofs.verified.built`.
    """
    verified.stated_in(folder)
    made = _made(folder)
    for name in names:
        certificate = kept.found(kept.CERTIFICATES, name)
        if certificate is None:
            yield name, {"why": "there is no kept certificate"}
            continue
        theorem = theorem_name(name)
        module = f"Netproof_{theorem}"
        found = {"module": f"NP.{module}", "theorem": theorem}
        found["sha256"] = hashlib.sha256(certificate).hexdigest()
        if name in made:
            yield name, made[name]
            continue
        (folder / f"{module}.v").write_text(source(name, certificate.decode()))
        try:
            verified.needed(folder, *verified.COQC, f"{module}.v", seconds=seconds)
        except verified.Late:
            found = {"why": f"Coq takes more than {seconds:g} s"}
        except verified.Refused as error:
            found = {"why": " ".join(str(error).split())}
        yield name, found


def _made(folder: Path) -> dict[str, dict[str, str]]:
    """What ``theorems.json`` has of today's sources and certificates, and is there, compiled."""
    try:
        there = json.loads((folder / "theorems.json").read_text())
        if there["checker"] != verified.digest(verified.STATEMENTS):
            return {}
        return {
            name: one
            for name, one in there["statements"].items()
            if (folder / f"{one['module'].partition('.')[2]}.vo").is_file()
            and one["sha256"] == _digest(name)
        }
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return {}


def _digest(name: str) -> str:
    """Of the kept certificate."""
    return hashlib.sha256(kept.found(kept.CERTIFICATES, name) or b"").hexdigest()


def collected(
    found: Mapping[str, Mapping[str, str]], folder: Path
) -> tuple[dict[str, str], dict[str, str]]:
    """A file for each paper with its objects and its theorems, compiled (:mod:`proofs.named`).

    Returns for each statement its theorem there; and of those that stand there written out,
    although there are names for what is in them, what Coq says to these.

    Raises:
        Refused: a file does not compile with all its theorems written out, or rests on more.
    """
    papers: dict[str, dict[str, named.Theorem]] = {}
    plainly: dict[str, str] = {}
    for name, one in sorted(found.items()):
        paper, module = name.partition(".")[0], one["module"].partition(".")[2]
        statement = json.loads(kept.found(kept.CERTIFICATES, name) or b"")["statement"]
        made = named.theorem(one["theorem"], statement, objects(paper), module)
        papers.setdefault(paper, {})[name] = made
    for paper, theorems in papers.items():
        try:
            _compiled(paper, [*theorems.values()], folder)
        except verified.Refused:
            for name, made in theorems.items():
                try:
                    _compiled(paper, [made], folder)
                except verified.Refused as error:
                    plainly[name] = " ".join(str(error).split())
                    theorems[name] = made.written_out
            _compiled(paper, [*theorems.values()], folder)
        verified.rests(folder, *(f"{paper}.{made.name}" for made in theorems.values()))
    return {
        name: f"NP.{paper}.{made.name}"
        for paper, theorems in papers.items()
        for name, made in theorems.items()
    }, plainly


def further(papers: Mapping[str, str], folder: Path) -> list[str]:
    """The theorems of :data:`FURTHER`, of the files whose statements are theorems; compiled.

    Raises:
        Refused: a file does not compile, or a theorem rests on more.
    """
    made: list[str] = []
    for name, needs in FURTHER.items():
        if {*needs} <= {*papers}:
            text = (verified.SOURCES.parent / f"{name}.v").read_text()
            (folder / f"{name}.v").write_text(text)
            verified.needed(folder, *verified.COQC, f"{name}.v")
            theorems = [f"{name}.{one}" for one in THEOREM.findall(text)]
            verified.rests(folder, *theorems)
            made += [f"NP.{one}" for one in theorems]
    return made


def objects(paper: str) -> tuple[Definition, ...]:
    """The definitions by which statements on a paper are printed."""
    from proofs.registry import MODULES, find

    some = next((name for name in MODULES if name.startswith(f"{paper}.")), None)
    return find(some).source.definitions if some else ()


def _compiled(paper: str, theorems: Sequence[named.Theorem], folder: Path) -> None:
    (folder / f"{paper}.v").write_text(named.file(paper, theorems))
    verified.needed(folder, *verified.COQC, f"{paper}.v")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", default=TOP)
    parser.add_argument(
        "--all", action="store_true", help="proved claims of the last run, and FURTHER"
    )
    parser.add_argument("--seconds", type=float, default=0, help="for each; 0: no limit")
    parser.add_argument("--minutes", type=float, default=0, help="then none is begun; 0: no limit")
    parser.add_argument("--out", type=Path, default=Path("reports/out"))
    parser.add_argument("--keep", action="store_true", help=f"write {FIGURES.name} of docs/figures")
    options = parser.parse_args()
    folder = options.out / "coq"
    there = not options.all or (options.out / "run.json").is_file()
    claims = asked(options.out) if options.all and there else {}
    if options.all and not claims:
        why = "no proved claim of a paper in the last run" if there else "no run"
        print(f"theorems of Coq: there is {why}: make verify first", file=sys.stderr)
        return 2
    names = options.names
    if options.all:
        wanted = {s for of in (*claims.values(), *FURTHER.values()) for s in of}
        names = sorted(wanted, key=_size)
    absent = [name for name in names if not options.all and not _size(name)]
    if absent:
        print(f"theorems of Coq: there is no certificate {absent[0]}", file=sys.stderr)
        return 2
    found = _made(folder)  # what was made before stays, whatever is asked for now
    without: dict[str, str] = {}
    end = monotonic() + 60 * options.minutes
    try:
        for name, one in written(names, folder, options.seconds):
            if "why" in one:
                without[name] = one["why"]
            else:
                found[name] = one
            print(f"{name}: {one.get('why') or '{module}.{theorem}'.format(**one)}", flush=True)
            _keep(folder, found, without, claims, {})
            if options.minutes and monotonic() > end:
                break
        papers, plainly = collected(found, folder)
        for name, full in papers.items():
            found[name] = {**found[name], "paper": full}
        beyond = further(papers, folder)
        _keep(folder, found, without, claims, plainly, beyond)
    except verified.Absent as error:
        print(f"theorems of Coq: nothing written: {error}", file=sys.stderr)
        return 2
    except verified.Refused as error:
        print(f"theorems of Coq: refused: {error}", file=sys.stderr)
        return 1
    untried = {*names} - {*found} - {*without}
    modules = sorted({full.rpartition(".")[0] for full in papers.values()})
    print(
        f"{len({*names} & {*found})} of {len(names)} statements are theorems: {', '.join(modules)}"
    )
    print(f"from these: {', '.join(beyond)}")
    if untried:
        print(f"{len(untried)} were not tried within {options.minutes:g} minutes")
    for name, why in plainly.items():
        print(f"{name}: written out: {why}")
    for claim, lacking in lacks(claims, without).items():
        for name, why in lacking.items():
            print(f"no theorem: {claim}: {name}: {why}")
    if claims:
        whole = sum({*of} <= {*found} for of in claims.values())
        print(f"{whole} of {len(claims)} claims have one for each of their statements")
        if options.keep:
            keep(folder)
    return 1 if without or untried else 0


def lacks(
    claims: Mapping[str, Sequence[str]], without: Mapping[str, str]
) -> dict[str, dict[str, str]]:
    """The claims with a statement that has no theorem, and why not."""
    found = {claim: {s: without[s] for s in of if s in without} for claim, of in claims.items()}
    return {claim: lacking for claim, lacking in found.items() if lacking}


def keep(folder: Path) -> None:
    """Write to :data:`FIGURES` what ``theorems.json`` in ``folder`` says of proved claims."""
    made = json.loads((folder / "theorems.json").read_text())
    asked_for = {statement for of in made["claims"].values() for statement in of}
    found = {
        "sources": made["checker"], "claims": len(made["claims"]), "statements": len(asked_for),
        "theorems": len(asked_for & {*made["statements"]}),
        "whole": sum({*of} <= {*made["statements"]} for of in made["claims"].values()),
        "not tried": sorted(asked_for - {*made["statements"]} - {*made["without"]}),
        "lacking": lacks(made["claims"], made["without"]), "written out": made["written out"],
        "further": made["further"],
    }  # fmt: skip
    FIGURES.write_text(json.dumps(found, indent=1) + "\n")


def _keep(
    folder: Path,
    found: Mapping[str, Mapping[str, str]],
    without: Mapping[str, str],
    claims: Mapping[str, Sequence[str]],
    plainly: Mapping[str, str],
    beyond: Sequence[str] = (),
) -> None:
    written = {
        "checker": verified.digest(verified.STATEMENTS), "axioms": sorted(verified.AXIOMS),
        "statements": found, "without": without, "claims": claims, "written out": plainly,
        "further": beyond,
    }  # fmt: skip
    (folder / "theorems.json").write_text(json.dumps(written, indent=1) + "\n")


def _size(name: str) -> int:
    """Of the kept certificate; 0 where there is none."""
    return len(kept.found(kept.CERTIFICATES, name) or b"")


if __name__ == "__main__":
    sys.exit(main())
