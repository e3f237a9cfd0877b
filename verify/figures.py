"""``python -m verify.figures``: compute again what the documents quote.

A block of a document between

    <!-- begin: COMMAND -->
    <!-- end -->

holds the command and what it printed.  The commands of one document run one after another in a
fresh folder, by ``sh``, 80 columns wide and without colour; the files that they may need from
here (:data:`FILES`) are there too.
The plots in ``docs/figures`` come from the records of runs.

    python -m verify.figures            rewrite documents and plots
    python -m verify.figures --check    exit status 1 if one of them is out of date
    python -m verify.figures --kernel   the kernel's lines of code
    python -m verify.figures --reliability   how often each promise was tried (make reliability)
    python -m verify.figures --checkers      the checker that Coq proved beside the kernel
    python -m verify.figures --theorems      proved claims without a theorem of Coq, and why
    python -m verify.figures --scaling       how sweeps grow, and what they cost
"""

from __future__ import annotations

import argparse
import ast
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tokenize
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = (
    "README.md",
    "TRUST.md",
    "CHANGELOG.md",
    "docs/writing-a-claim.md",
    "docs/decide.md",
    "docs/proofs.md",
    "docs/referee.md",
    "docs/networks.md",
    "docs/runs.md",
    "docs/scaling.md",
    "proofs/coq/kernel/README.md",
)
#: plot -> claim, its settings, which of its instances
PLOTS: Mapping[str, tuple[str, Mapping[str, str], int]] = {
    "docs/figures/pln.lemma2.svg": ("pln.lemma2", {"f": "abs(x-1/3)", "eps": "1/10"}, 0),
}
RELIABILITY = "docs/figures/reliability.json"
SCALING, BENCHMARKS = "docs/figures/scaling.json", "docs/figures/benchmarks.json"
THEOREMS = "docs/figures/coq_theorems.json"
MUTANTS, RATIOS = "docs/figures/three_checkers.json", "docs/figures/checkers.json"
FILES = ("docs/examples",)
BLOCK = re.compile(r"<!-- begin: ([^\n]+) -->\n.*?<!-- end -->", re.DOTALL)
MARK = re.compile(r"^<!-- (?:begin: .*|end) -->$", re.MULTILINE)
SECONDS = 600


class Unusable(Exception):
    """A document or a command in it that cannot be used; the message is one line."""


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m verify.figures", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    every = (*DOCUMENTS, *PLOTS)
    parser.add_argument("names", nargs="*", metavar="FILE", help="only these; else all")
    parser.add_argument("--check", action="store_true", help="change nothing, only compare")
    parser.add_argument("--kernel", action="store_true", help="count the kernel's lines of code")
    parser.add_argument("--reliability", action="store_true", help="what the campaigns measured")
    parser.add_argument("--checkers", action="store_true", help="two checkers side by side")
    parser.add_argument("--theorems", action="store_true", help="claims without a theorem of Coq")
    parser.add_argument("--scaling", action="store_true", help="how sweeps grow, and their cost")
    chosen = parser.parse_args(arguments)
    if chosen.kernel:
        print(kernel_lines(), end="")
        return 0
    if chosen.reliability:
        return _show_reliability()
    if chosen.checkers:
        print(checkers(), end="")
        return 0
    if chosen.theorems:
        print(theorems(), end="")
        return 0
    if chosen.scaling:
        print(scaling(), end="")
        return 0
    if unknown := [name for name in chosen.names if name not in every]:
        parser.error(f"no file that is computed here: {', '.join(unknown)}")
    try:
        found = documents_and_plots(chosen.names or every)
        changed = [(path, text) for path, text in found if _read(path) != text]
    except Unusable as error:
        print(f"verify.figures: {error}", file=sys.stderr)
        return 1
    for path, text in changed:
        if chosen.check:
            print(f"{path.relative_to(ROOT)} is out of date: run python -m verify.figures")
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            print(path.relative_to(ROOT))
    return 1 if changed and chosen.check else 0


def documents_and_plots(names: Collection[str]) -> Iterator[tuple[Path, str]]:
    """These files, of those that are computed here, with the text that each should have."""
    for name in filter(names.__contains__, DOCUMENTS):
        with TemporaryDirectory(prefix="netproof-") as folder:
            yield ROOT / name, refreshed(_read(ROOT / name), Path(folder), name)
    for name in filter(names.__contains__, PLOTS):
        claim_id, settings, number = PLOTS[name]
        yield ROOT / name, plot(claim_id, settings, number)


def refreshed(text: str, folder: Path, name: str = "document") -> str:
    """``text`` with what the commands of its blocks print today."""
    marks = [mark.split(":")[0].strip("<!-> ") for mark in MARK.findall(text)]
    if marks != ["begin", "end"] * (len(marks) // 2):
        raise Unusable(f"{name}: begin and end do not alternate")
    for files in FILES:
        shutil.copytree(ROOT / files, folder / files, ignore=shutil.ignore_patterns("__pycache__"))

    def block(found: re.Match[str]) -> str:
        command = found[1]
        printed = output(command, folder)
        return f"<!-- begin: {command} -->\n```console\n$ {command}\n{printed}```\n<!-- end -->"

    return BLOCK.sub(block, text)


def output(command: str, folder: Path) -> str:
    """What ``command`` prints in ``folder``, without spaces at the ends of lines.

    Raises:
        Unusable: the command is not there, fails as a bug would (status 3) or takes too long.
    """
    try:
        done = subprocess.run(
            ["/bin/sh", "-c", command],
            cwd=folder,
            env=_environment(folder),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise Unusable(f"no answer in {SECONDS} s: {command}") from None
    printed = done.stdout.decode("utf-8", errors="replace")
    if done.returncode not in (0, 1):
        raise Unusable(f"exit status {done.returncode}: {command}: {printed.strip()[-200:]}")
    return "".join(f"{line.rstrip()}\n" for line in printed.splitlines())


def _environment(folder: Path) -> dict[str, str]:
    """Such that ``verify`` and ``python`` are these ones and print alike everywhere."""
    programs = folder / ".bin"
    if not programs.is_dir():
        programs.mkdir()
        for name, words in (("verify", " -m verify.cli"), ("python", "")):
            script = programs / name
            script.write_text(f'#!/bin/sh\nexec "{sys.executable}"{words} "$@"\n')
            script.chmod(0o755)
    return {
        **os.environ,
        "PATH": f"{programs}{os.pathsep}{os.environ.get('PATH', os.defpath)}",
        "PYTHONPATH": str(ROOT),
        "PYTHONSAFEPATH": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONIOENCODING": "utf-8",
        "COLUMNS": "80",
        "NO_COLOR": "1",
        "TERM": "dumb",
        "NETPROOF_STORE": "",
        "LC_ALL": "C",
    }


def plot(claim_id: str, settings: Mapping[str, str], number: int) -> str:
    """The plot of one instance, from the record of its run, as an SVG file."""
    from reports.figures import function_figure
    from verify.runs import run

    with TemporaryDirectory(prefix="netproof-") as folder:
        record = run([claim_id], settings, Path(folder), "python -m verify.figures")
    instance = record["claims"][0]["instances"][number]
    return function_figure(instance, wide=True, standalone=True) + "\n"


def _show_reliability() -> int:
    from reports.reliability import ReliabilityError, load, table

    try:
        print(table(load(ROOT / RELIABILITY)), end="")
    except ReliabilityError as error:
        print(f"verify.figures: {RELIABILITY}: {error}", file=sys.stderr)
        return 2
    return 0


def checkers() -> str:
    """What ``bench_checkers.py`` and ``make coq-mutants`` kept, and about which sources."""
    ratios, mutants = (json.loads(_read(ROOT / name)) for name in (RATIOS, MUTANTS))
    lines = [
        f"{ratios['certificates']:,} of {ratios['of']:,} certificates of {ratios['from']}, at "
        f"random (sources {ratios['sources']})",
        f"times as fast as Python: {', '.join(ratios['differ'])}",
        *(
            f"{row['certificates']:>7,}"
            + "".join(f"  {row['kernel'] / row[program]:>6.2f}" for program in ratios["differ"])
            + f"  {name}"
            for name, row in ratios["families"].items()
            if all(row[program] for program in ratios["differ"])
        ),
        *(f"{count:>7,}  answers of {name} differ" for name, count in ratios["differ"].items()),
        f"{mutants['trials']:,} damaged certificates (sources {mutants['sources']}), "
        f"seed {mutants['seed']}",
        *(f"{count:>7,}  {name}" for name, count in mutants["counts"].items()),
        f"{mutants['unexplained']:>7,}  differences without an explanation",
    ]
    return "".join(f"{line}\n" for line in lines)


def theorems() -> str:
    """What ``make coq-theorems`` kept: proved claims that have no theorem of Coq, and why."""
    data = json.loads(_read(ROOT / THEOREMS))
    lines = [
        f"{data['theorems']} of {data['statements']} statements are theorems (sources "
        f"{data['sources']})",
        f"{data['whole']} of {data['claims']} proved claims have one for each of their statements",
        *(
            f"  {name}: {why}"
            for lacking in data["lacking"].values()
            for name, why in lacking.items()
        ),
        f"{len(data['not tried'])} statements were not tried",
        *(f"  {name}" for name in data["not tried"]),
        f"{len(data['written out'])} of the theorems have no names of the paper",
        *(f"  {name}: {why}" for name, why in data["written out"].items()),
    ]
    return "".join(f"{line}\n" for line in lines)


#: cores of machines that are worked out on paper
CORES = (16, 64, 1024)


def scaling() -> str:
    """What ``bench_scaling.py`` and ``bench_steps.py`` kept, and what follows for more cores."""
    data = json.loads(_read(ROOT / SCALING))["scaling"]
    steps = json.loads(_read(ROOT / BENCHMARKS))["steps"]

    def spread(found: Mapping[str, float], middle: str = "median") -> str:
        return f"{found[middle]:g} ({found['least']:g} to {found['greatest']:g})"

    lines = [
        f"{data['cores of the machine']} cores, load {data['other work on the machine (load)']:g} "
        "when it began",
        "exponents: of time, of memory (least and greatest between neighbouring sizes)",
    ]
    for row in data["exponents"]:
        what = f"{row['what']}, {row['against']} = {row['from']}..{row['to']}"
        lines += [
            f"  {what}",
            f"    {spread(row['time'], 'fitted')}, {spread(row['memory'], 'fitted')}",
        ]
    lines.append("workers: times as fast by the clock, times the processor time")
    for row in data["cores"]:
        fast, more = (spread(row[n]) for n in ("times as fast", "times the processor time"))
        lines.append(f"  {row['workers']:>2}  {fast}, {more}")
    lines += [
        "a million configurations: hours of one core (measured); on paper, that by the",
        f"number of cores: {', '.join(map(str, CORES))}",
    ]
    for row in data["cost"]:
        hours = row["hours of a core for a million"]
        paper = ", ".join(f"{hours / count:.2g}" for count in CORES)
        lines.append(f"  {row['what']}: {hours:g}; {paper}")
    lines.append(
        f"{steps['networks']} networks of {steps['units']} units at {steps['points']} points"
    )
    for name, device in steps["devices"].items():
        for ours, rows in device["times as long as the structured path"].items():
            rounds = f"rounds: {device['rounds']}"
            lines.append(f"  {name}: times as long as the structured path of {ours} ({rounds})")
            lines += [f"    {spread(value):<28} {other}" for other, value in rows.items()]
        for ours, rows in device["of the limits"].items():
            lines += [f"    {spread(v):<28} {ours}, {n}" for n, v in rows.items()]
    return "".join(f"{line}\n" for line in lines)


def kernel_lines() -> str:
    """The lines of code of each module of the kernel, and of all."""
    counts = {p.name: code_lines(p) for p in sorted((ROOT / "proofs/kernel").glob("*.py"))}
    rows = [f"{count:>5}  {name}\n" for name, count in counts.items() if count]
    total = f"{sum(counts.values()):>5}  lines of code (not blank, no comments, no docstrings)\n"
    return "".join([*rows, total])


def code_lines(path: Path) -> int:
    """How many lines hold code: not blank, not comments, not docstrings."""
    text = _read(path)
    lines: set[int] = set()
    silent = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in (*silent, tokenize.ENDMARKER):
            lines.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and (
            ast.get_docstring(node, clean=False) is not None
        ):
            lines.difference_update(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
    return len(lines)


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""


if __name__ == "__main__":
    sys.exit(main())
