"""The Coq proof of Sumformer's Theorem 2.12: what stands in the file, and whether Coq agrees."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.proofs.programs import patient
from tests.sampling import by_turns, some_of

ROOT = Path(__file__).resolve().parents[2]
COQ = ROOT / "proofs" / "coq"
SOURCE = (COQ / "multisymmetric.v").read_text(encoding="utf-8")
README = (COQ / "README.md").read_text(encoding="utf-8")
CLOSED = "Closed under the global context"
SECONDS = 300

#: commands that leave something unproved, or switch off a check of Coq's kernel
UNPROVED = re.compile(
    r"\b(Admitted|admit|give_up|Axioms?|Parameters?|Conjectures?|Admit\s+Obligations"
    r"|bypass_check|Guard\s+Checking|Positivity\s+Checking|Universe\s+Checking)\b"
)


def without_comments(text: str) -> str:
    """The text outside ``(* ... *)``, which nest."""
    kept, depth = [], 0
    for piece in re.split(r"(\(\*|\*\))", text):
        if piece == "(*":
            depth += 1
        elif piece == "*)":
            depth -= 1
        elif depth == 0:
            kept.append(piece)
    return "".join(kept)


def outside_sections(text: str) -> list[str]:
    """Sentences that assume something and stand in no section: these are axioms."""
    found, depth = [], 0
    for sentence in re.split(r"\.\s", without_comments(text)):
        first = (sentence.split() or [""])[0]
        depth += (first == "Section") - (first == "End")
        if depth == 0 and first in {"Variable", "Variables", "Hypothesis", "Hypotheses", "Context"}:
            found.append(sentence.strip())
    return found


def theorems(text: str) -> list[str]:
    return re.findall(r"^Theorem (\w+)", text, re.MULTILINE)


def check(
    *files: Path, environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["/bin/sh", str(COQ / "check.sh"), *map(str, files)],
        capture_output=True, text=True, timeout=SECONDS, check=False, env=environment,
    )  # fmt: skip


# --- the file ------------------------------------------------------------------------------------


def test_nothing_is_left_unproved_in_the_file() -> None:
    code = without_comments(SOURCE)
    assert not UNPROVED.search(code)
    assert not outside_sections(SOURCE)
    assert code.count("Proof.") == code.count("Qed.") > 50


@pytest.mark.parametrize(
    "line",
    [
        "Proof. Admitted.",
        "by admit.",
        "Axiom a : False.",
        "Parameters (a : nat).",
        "Unset Guard Checking.",
        "#[bypass_check(guard)]",
    ],
)
def test_what_is_unproved_is_found(line: str) -> None:
    assert UNPROVED.search(without_comments(f"(* so far (* all *) well *) {line} (* *)"))
    assert not UNPROVED.search(without_comments(f"Qed. (* not {line} (* but *) proved *)"))


def test_an_assumption_outside_of_sections_is_found() -> None:
    text = "Section A.\nVariable n : nat.\nEnd A.\n"
    assert not outside_sections(text)
    assert outside_sections(text + "Hypothesis h : 0 = 1.\n") == ["Hypothesis h : 0 = 1"]


def test_the_readme_quotes_the_file_and_names_its_theorems() -> None:
    (quoted,) = re.findall(r"```coq\n(.*?)```", README, re.DOTALL)
    assert quoted in SOURCE
    (listed,) = re.findall(r"For each of\n\n(.*)\n", README)
    assert re.findall(r"`(\w+)`", listed) == theorems(SOURCE)
    identifiers = re.findall(r"`([a-zA-Z]\w*_\w+)`", README)
    assert [name for name in identifiers if not re.search(rf"\b{name}\b", SOURCE)] == []


def test_without_coq_one_line_says_so(tmp_path: Path) -> None:
    outcome = check(environment={"PATH": str(tmp_path)})
    assert outcome.returncode == 2
    assert outcome.stdout == ""
    assert outcome.stderr == (
        "coq: nothing checked: coqc is not installed (see proofs/coq/README.md)\n"
    )
    assert list(tmp_path.iterdir()) == []


# --- Coq -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def with_coq(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for files, where Coq and its libraries are there."""
    folder = tmp_path_factory.mktemp("coq")
    (folder / "true.v").write_text("Theorem t : 1 = 1.\nProof. reflexivity. Qed.\n")
    outcome = check(folder / "true.v")
    if outcome.returncode == 2:
        pytest.skip(outcome.stderr.strip())
    assert (outcome.returncode, outcome.stdout) == (0, f"t: {CLOSED}\n")
    return folder


@by_turns(3)
def test_coq_proves_every_theorem_without_axioms(with_coq: Path) -> None:
    patient()
    outcome = check()
    assert outcome.stderr == ""
    assert outcome.returncode == 0
    assert outcome.stdout.splitlines() == [f"{name}: {CLOSED}" for name in theorems(SOURCE)]
    assert {"theorem_2_12", "theorem_2_12_functions", "bound_sharp"} <= set(theorems(SOURCE))
    files = [path for path in COQ.iterdir() if path.is_file()]
    assert not [path for path in files if path.suffix not in {".v", ".sh", ".md"}]


@by_turns(3)
@some_of(1)
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Theorem t : 0 = 1.\nProof. Admitted.\n", "rests on more than the rules of Coq"),
        ("Axiom a : 0 = 1.\nTheorem t : 0 = 1.\nProof. exact a. Qed.\n", "rests on more"),
        ("Theorem t : 0 = 1.\nProof. reflexivity. Qed.\n", "does not compile"),
        ("Lemma t : 1 = 1.\nProof. reflexivity. Qed.\n", "no theorem"),
        ("(*\nTheorem t : 1 = 1.\nProof. reflexivity. Qed.\n*)\n", "a theorem is missing"),
    ],
)
def test_what_is_not_proved_is_refused(with_coq: Path, text: str, reason: str) -> None:
    subject = with_coq / "subject.v"
    subject.write_text(text)
    outcome = check(subject)
    assert outcome.returncode == 1
    assert outcome.stdout == ""
    assert reason in outcome.stderr.splitlines()[-1]


def test_make_coq_runs_the_check() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    asks = r"@sh proofs/coq/check\.sh; ended=\$\$\?; "
    asks += r"\$\(BIN\)/python -m proofs\.verified --claims --keep && "
    asks += r"\$\(COQ_TESTS\) && exit \$\$ended\n"
    assert re.search(rf"^coq: \$\(READY\) ##[^\n]*\n\t{asks}", makefile, re.MULTILINE)


def test_make_runs_the_tests_that_need_the_programs_once_these_are_built() -> None:
    """Every file that takes something from ``programs.py`` is among them."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    (named,) = re.findall(r"^COQ_TESTS := NETPROOF_TESTS=coq (.*)$", makefile, re.MULTILINE)
    asking = {
        str(path.relative_to(ROOT))
        for path in (ROOT / "tests").rglob("test_*.py")
        if re.search(r"^from tests\.proofs(\.programs)? import .*", path.read_text(), re.MULTILINE)
        and re.search(r"\b(programs\.)?(program|statements|patient)\(", path.read_text())
    }
    assert {*re.findall(r"tests/\S+", named)} == asking
    for target in ("verified", "verified-gmp", "coqchk"):
        asks = r"@\$\(BIN\)/python -m proofs\.verified --claims --keep[^\n]* "
        asks += r"&& \$\(COQ_TESTS\)\n"
        assert re.search(rf"^{target}: \$\(READY\) ##[^\n]*\n\t{asks}", makefile, re.MULTILINE)
