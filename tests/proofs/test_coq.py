"""The Coq proofs of Sumformer's Theorem 2.12, and of 4.5 for two tokens: what stands in the files,
and whether Coq agrees.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from proofs import verified
from tests.proofs.programs import patient
from tests.sampling import by_turns, some_of

ROOT = Path(__file__).resolve().parents[2]
COQ = ROOT / "proofs" / "coq"
SOURCE = (COQ / "multisymmetric.v").read_text(encoding="utf-8")
PLANE = (COQ / "plane.v").read_text(encoding="utf-8")
PERFORMER = (COQ / "performer.v").read_text(encoding="utf-8")
README, _rest = (COQ / "README.md").read_text(encoding="utf-8").split("\n# Sumformer, Theorem 4.5")
READ_PERFORMER, _rest = _rest.split("\n# Sumformer, Theorems 4.3 to 4.5")
READ_THEOREM4, _rest = _rest.split("\n# Sumformer, Theorem 4.1")
READ_THEOREM41, READ_ZEROS = _rest.split("\n# PLN, Table 1")
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


@pytest.mark.parametrize("source", [SOURCE, PERFORMER], ids=["multisymmetric", "performer"])
def test_nothing_is_left_unproved_in_the_file(source: str) -> None:
    code = without_comments(source)
    assert not UNPROVED.search(code)
    assert not outside_sections(source)
    assert len(re.findall(r"\bProof\b", code)) == code.count("Qed.") > 50


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
    quoted = re.findall(r"```coq\n(.*?)```", README, re.DOTALL)
    assert quoted
    assert [text for text in quoted if text not in SOURCE + PLANE] == []
    (listed,) = re.findall(r"For each of\n\n(.*)\n", README)
    assert re.findall(r"`(\w+)`", listed) == theorems(SOURCE)
    identifiers = re.findall(r"`([a-zA-Z]\w*_\w+)`", README)
    assert [name for name in identifiers if not re.search(rf"\b{name}\b", SOURCE + PLANE)] == []


def test_the_readme_quotes_the_theorems_on_performers() -> None:
    quoted = re.findall(r"```coq\n(.*?)```", READ_PERFORMER, re.DOTALL)
    assert all(f"{one}Proof." in PERFORMER for one in quoted)
    assert [*map(theorems, quoted)] == [["theorem_4_5_two_tokens"], ["sums_over_pairs"]]
    assert {*theorems(PERFORMER)} == {"theorem_4_5_two_tokens", "sums_over_pairs"}
    names = re.findall(r"\| `(\w+)[^|]*` \|", READ_PERFORMER)
    assert "drawn" in names
    assert [name for name in names if f"Definition {name} " not in PERFORMER] == ["bound"]


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


LEMMAS, PAIRS, TWO = re.split("^(?=Theorem )", PERFORMER, flags=re.MULTILINE)
"""What stands before the theorems on Performers, and these: the last one follows from the other."""


def test_coq_proves_the_theorems_on_performers(tmp_path: Path) -> None:
    patient()
    (tmp_path / "performer.v").write_text(PERFORMER)
    verified.needed(tmp_path, *verified.COQC, "performer.v")
    verified.rests(tmp_path, *(f"performer.{theorem}" for theorem in theorems(PERFORMER)))


def _compiled(folder: Path, name: str, text: str, *needs: str) -> None:
    heads = re.findall(r"^(?:From|Import|Local Open) .*\.$", LEMMAS, re.MULTILINE)
    imports = [*heads, f"From NP Require Import {' '.join(needs)}."]
    (folder / f"{name}.v").write_text("\n".join([*imports, text] if needs else [text]))
    verified.needed(folder, *verified.COQC, f"{name}.v")


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder where the file is compiled in three parts."""
    patient()
    folder = tmp_path_factory.mktemp("performer")
    _compiled(folder, "lemmas", LEMMAS)
    _compiled(folder, "pairs", PAIRS, "lemmas")
    _compiled(folder, "two", TWO, "lemmas", "pairs")
    return folder


@pytest.mark.parametrize(
    ("theorem", "given", "weaker"),
    [
        (PAIRS, "compact_set d D ->", "True ->"),
        (PAIRS, "continuous_on 2 d D (fun X _ => K (X 0%nat) (X 1%nat)) ->", "True ->"),
        (PAIRS, "bound < eps", "bound < 0"),
        (TWO, "compact_set d D ->", "True ->"),
        (TWO, "continuous_on 2 d D f ->", "True ->"),
        (TWO, "equivariant 2 d D f ->", "True ->"),
        (TWO, "(0 < k < 2)", "(0 <= k < 2)"),
        (TWO, "bound < eps", "bound < 0"),
    ],
)
def test_nothing_that_is_given_for_performers_can_be_left_out_of_the_proof(
    theorem: str, given: str, weaker: str, parts: Path
) -> None:
    said, proof = theorem.split("Proof.")
    assert said.count(given) == 1
    altered = f"{said.replace(given, weaker)}Proof.{proof}"
    with pytest.raises(verified.Refused):
        _compiled(parts, "altered", altered, "lemmas", *(["pairs"] if theorem == TWO else []))
