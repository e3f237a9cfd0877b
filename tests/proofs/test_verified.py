"""The checker that Coq proved: its sources, and what it answers where Coq is installed."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from proofs import kept, plain, verified
from proofs.claims import Attempt
from proofs.kernel import check
from proofs.plain_text import Text
from proofs.registry import find
from tests import kept_files
from tests.campaigns import three_checkers
from tests.proofs import programs
from tests.proofs.test_coq import UNPROVED, outside_sections, without_comments
from tests.sampling import by_turns, share, some_of
from verify.checking import by_coq, check_file

Json = Any
ARENA = programs.ROOT / "tests" / "arena"


def test_nothing_is_left_unproved() -> None:
    for path in (*verified.SOURCES.glob("*.v"), *verified.SOURCES.parent.glob("*.v")):
        text = path.read_text(encoding="utf-8")
        assert not UNPROVED.search(without_comments(text)), path.name
        assert not outside_sections(text), path.name
    assert {path.stem for path in verified.SOURCES.glob("*.v")} == {
        *verified.MODULES, "Extract", "ExtractGmp"
    }  # fmt: skip


def test_axioms_are_read_by_name() -> None:
    said = "Axioms:\nA.b : forall P : Prop, P\nC.d\n  : forall n : nat,\n    n = n\n"
    assert verified.axioms(said) == {"A.b", "C.d"}
    assert verified.axioms("Closed under the global context\n") != verified.AXIOMS


@by_turns(2)
def test_without_coq_or_files_one_line_says_so(tmp_path: Path) -> None:
    def asked(*words: str) -> tuple[int, str]:
        outcome = subprocess.run(
            [sys.executable, "-m", "proofs.verified", "--out", str(tmp_path / "out"), *words],
            cwd=programs.ROOT, capture_output=True, text=True, check=False,
            env={"PATH": str(tmp_path)},
        )  # fmt: skip
        return outcome.returncode, outcome.stderr

    some = str(next((ARENA / "accept").glob("*.json")))
    for words in ((), ("missing.json",), (some,)):
        code, said = asked(*words)
        assert (code, said.count("\n")) == (2, 1)
    assert "coqc is not installed" in said
    assert not (tmp_path / "out").exists()


@pytest.fixture(scope="module")
def program() -> Path:
    return programs.program()


def outcomes(program: Path, paths: list[Path]) -> dict[str, str]:
    return {path.name: said.outcome for path, said in verified.asked(program, paths).items()}


def test_it_accepts_what_the_kernel_accepts_and_nothing_else(program: Path) -> None:
    good = share(sorted((ARENA / "accept").glob("*.json")), 3)
    assert set(outcomes(program, good).values()) == {verified.ACCEPT}
    bad = share(sorted((ARENA / "reject").glob("*.json")), 3)
    assert set(outcomes(program, bad).values()) == {verified.REJECT, verified.UNREADABLE}


def certificate(show: Json, proof: Json, given: Json = (), **sorts: str) -> str:
    statement = {"vars": sorts, "functions": {"f": 1}, "given": list(given), "show": show}
    return json.dumps({"statement": statement, "proof": {**proof, "then": proof.get("then", [])}})


def covered(show: Json, cuts: list[str], given: Json = (), bits: int = 64, on: str = "x") -> str:
    inside = [["<=", cuts[0], "x"], ["<=", "x", cuts[-1]], *given]
    return certificate(
        show, {"by": "cover", "on": on, "cuts": cuts, "bits": bits}, inside, x="real"
    )


TURNS = ["max", ["-", "x", "1/4"], ["/", ["-", "1/4", "x"], "2"]]  # 0 at 1/4, not increasing


@by_turns(2)
@some_of(18)
@pytest.mark.parametrize(
    ("text", "accepted"),
    [
        (covered(["<=", ["*", "x", ["-", "1", "x"]], "7/16"], ["0", "1/2", "1"]), True),
        (covered(["<=", ["*", "x", ["-", "1", "x"]], "6/25"], ["0", "1/2", "1"]), False),
        (covered(["<", ["sin", "x"], ["exp", "x"]], ["0", "1/4", "1"]), True),
        (covered(["<", ["sin", "x"], "x"], ["0", "1"]), False),  # 0 is in the domain
        (
            covered(["<=", "1", ["sign", "x"]], ["0", "1"], [["<", "0", "x"]]),
            True,
        ),  # and here it is not
        (covered(["<", "0", "x"], ["0", "1"]), False),
        (covered(["=", ["sign", TURNS], "1"], ["0", "1"]), False),  # no inequality
        (covered(["<=", "1", ["sign", TURNS]], ["0", "1/4", "1"]), False),  # false at 1/4
        (covered(["<=", "1", ["sign", TURNS]], ["0", "1"]), False),  # a slope must not hide it
        (covered(["<=", "0", ["sign", TURNS]], ["0", "1/4", "1"]), True),
        (covered(["<=", ["floor", "x"], "0"], ["0", "1"], [["<", "x", "1"]]), True),
        (covered(["<=", ["floor", "x"], "0"], ["0", "1"]), False),
        (covered(["<=", ["/", "1", "x"], "2"], ["1/2", "1"]), True),
        (covered(["<=", ["/", "1", "x"], "2"], ["0", "1"]), False),  # undefined at 0
        (covered(["<=", ["log", "x"], "0"], ["1/2", "3/4", "1"]), True),
        (covered(["<=", ["sqrt", "x"], "1"], ["0", "1"]), True),
        (covered(["<=", ["sqrt", ["-", "x"]], "1"], ["0", "1"]), False),
        (covered(["<=", ["tanh", "x"], ["atan", ["*", "2", "x"]]], ["1/4", "1/2", "1"]), True),
        (covered(["<=", ["sum", "k", "1", "3", ["*", "k", "x"]], "6"], ["0", "1"]), True),
        (covered(["<=", ["sum", "k", "1", "3", ["*", "k", "x"]], "5"], ["0", "1"]), False),
        (covered(["<=", "x", "1"], ["1", "0"]), False),  # cuts that do not increase
        (covered(["<=", "x", "1"], ["0", "1"], on="z"), False),
        (covered(["<=", ["app", "f", "x"], "1"], ["0", "1"]), False),
    ],
)
def test_covers(program: Path, tmp_path: Path, text: str, accepted: bool) -> None:
    path = tmp_path / "cover.json"
    path.write_text(text)
    assert check(text).accepted is accepted
    assert (verified.asked(program, [path])[path].outcome == verified.ACCEPT) is accepted


BINDS = {"by": "have", "show": ["<=", ["sum", "x", "1", "2", "x"], "3"]}
CLOSED = {"by": "evaluate", "bits": 0, "then": []}
TRIVIAL = {"by": "leaf", "terms": [["1", [0], []]], "mult": [], "then": []}
SEEN = {
    three_checkers.NARROWER: certificate(["<", "0", ["exp", "-40"]], CLOSED),
    three_checkers.SHADOWS: certificate(
        ["<", "x", "x"], {**BINDS, "then": [CLOSED, TRIVIAL]}, [["<", "x", "x"]], x="real"
    ),
    three_checkers.UNUSED: certificate(
        ["implies", ["<", "0", "0"], ["<", "0", "0"]],
        {"by": "intro", "as": None, "then": [TRIVIAL]},
    ),
    three_checkers.ESCAPES: certificate(["<", "0", "1"], CLOSED).replace("show", "sho\\u0077"),
}


@pytest.mark.parametrize("why", SEEN)
def test_each_difference_has_its_reason(program: Path, why: str) -> None:
    ask, text = three_checkers.asking(program), SEEN[why]
    answer, python = ask([text])[0], three_checkers.kernel(text)
    assert (answer == verified.ACCEPT) != (python[0] == "accept")
    assert three_checkers.reason(text, answer, python, ask) == why


def test_limits_are_the_kernels_alone(program: Path) -> None:
    deep: Json = "1"
    for _ in range(130):
        deep = ["-", deep]
    text = certificate(["<", "0", deep], CLOSED)
    answer = three_checkers.asking(program)([text])[0]
    python = three_checkers.kernel(text)
    assert (answer, python[0]) == (verified.ACCEPT, "decline")
    found = three_checkers.reason(text, answer, python, three_checkers.asking(program))
    assert found == three_checkers.UNLIMITED


def test_what_nothing_explains_is_a_failure() -> None:
    true = certificate(["<", "0", "1"], CLOSED)
    counts, failures = three_checkers.compared(
        [("none", true)], lambda texts: ["reject"] * len(texts)
    )
    assert len(failures) == sum(counts.values()) == 2


@by_turns(3)
def test_damaged_certificates_are_seen_alike(program: Path) -> None:
    texts = [*three_checkers.mutants(120, 3)]
    counts, failures = three_checkers.compared(texts, three_checkers.asking(program))
    assert not failures
    assert min(counts[f"kernel: the same, {end}"] for end in ("accepted", "refused")) > 0


def test_a_claim_is_decided_by_certificates_for_its_statements(
    program: Path, tmp_path: Path
) -> None:
    one, two = (certificate(["<", "0", n], CLOSED) for n in "12")
    for name, text in (("one", one), ("two", two)):
        (tmp_path / f"{name}.json").write_text(text)
    statements = {name: json.loads(text)["statement"] for name, text in (("a", one), ("b", two))}
    claim = tmp_path / "claim.json"

    def outcome(claims: Json, *offers: str) -> str:
        claim.write_text(json.dumps(claims))
        paths = [tmp_path / f"{name}.json" for name in offers]
        return verified.asked(program, [claim], {claim: paths})[claim].outcome

    assert outcome(statements, "two", "one") == verified.ACCEPT
    assert outcome(statements, "one", "one") == verified.REJECT
    assert outcome({}, "one") == verified.REJECT
    other = {
        "a": {**statements["a"], "functions": {}},
        "b": {**statements["b"], "given": [["<", "0", "1"]]},
    }
    assert outcome(other, "one", "two") == verified.REJECT


REFUTED = (
    "layeract.eq9",
    "pln.appB1.batches",
    "pln.lemma2",
    "sumformer.thm4_4.one_token",
    "weierstrass.newton.precision.basin",
)
LIPSCHITZ = '["lipschitz"'


def attempts() -> list[Attempt]:
    """That refute these claims, one for each kind of statement."""
    found: dict[tuple[str, bool], Attempt] = {}
    for name in REFUTED:
        for attempt in find(name).all_attempts():
            data = verified.against(attempt)
            if verified.specified(data) and kept.found(kept.CERTIFICATES, attempt.id):
                found.setdefault((name, bool(data["functions"])), attempt)
    return [*found.values()]


@by_turns(2)
def test_a_refutation_is_decided_by_the_data_and_their_certificate(
    program: Path, tmp_path: Path
) -> None:
    asked = tmp_path / "data.json"

    def outcome(data: Json, *offers: Path) -> str:
        asked.write_text(json.dumps(data))
        return verified.asked(program, [asked], {asked: offers}, refuting=True)[asked].outcome

    tried = attempts()
    assert any(a.statement["functions"] for a in tried)
    assert any(a.statement["vars"] for a in tried)
    assert any(LIPSCHITZ in json.dumps(a.statement) for a in tried)
    for attempt in tried:
        data, offer = verified.against(attempt), kept_files.file(attempt.id)
        sequent = data["statement"]
        assert outcome(data, offer) == verified.ACCEPT, attempt.id
        assert outcome(data) == verified.REJECT
        narrower = {**sequent, "given": [["<", "0", "1"], *sequent["given"]]}
        assert outcome({**data, "statement": narrower}, offer) == verified.REJECT
        for i, given in enumerate(sequent["given"]):
            if given[0] == "lipschitz":  # with another constant, or on another interval
                for k in (2, 3, 4):
                    other = [*given[:k], ["+", given[k], "1"], *given[k + 1 :]]
                    bounds = [*sequent["given"][:i], other, *sequent["given"][i + 1 :]]
                    wider = {**data, "statement": {**sequent, "given": bounds}}
                    assert outcome(wider, offer) == verified.REJECT
        for kind in ("values", "functions"):
            for name in data[kind]:
                less = {n: v for n, v in data[kind].items() if n != name}
                assert outcome({**data, kind: less}, offer) == verified.REJECT, name
        for name, sort in sequent["vars"].items():
            half = {**data["values"], name: "1/2"}
            if sort == "int":
                assert outcome({**data, "values": half}, offer) == verified.REJECT


def test_a_true_statement_is_not_refuted(program: Path, tmp_path: Path) -> None:
    """Whatever the data: a certificate of their negation would be one of something false."""
    sequent = {"vars": {"x": "real"}, "functions": {}, "given": [["<", "0", "x"]]}
    data = {"statement": {**sequent, "show": ["<=", "0", "x"]}, "functions": {}, "part": 0}
    asked, offer = tmp_path / "data.json", tmp_path / "offer.json"
    proof = {"by": "both", "then": [CLOSED, CLOSED]}
    for value in ("1", "0", "-1", "1/2"):
        negated = ["and", ["<", "0", value], ["<", value, "0"]]
        offer.write_text(json.dumps({
            "statement": {"vars": {}, "functions": {}, "given": [], "show": negated},
            "proof": proof,
        }))  # fmt: skip
        asked.write_text(json.dumps({**data, "values": {"x": value}}))
        found = verified.asked(program, [asked], {asked: [offer]}, refuting=True)
        assert found[asked].outcome == verified.REJECT
        wrong = {**data, "statement": {**sequent, "show": ["<", "1", "x"]}, "values": {"x": value}}
        asked.write_text(json.dumps(wrong))
        negated[2] = ["<=", value, "1"]
        offer.write_text(json.dumps({
            "statement": {"vars": {}, "functions": {}, "given": [], "show": negated},
            "proof": proof,
        }))  # fmt: skip
        found = verified.asked(program, [asked], {asked: [offer]}, refuting=True)
        true = value in ("1", "1/2")  # the hypothesis holds, the conclusion does not
        assert (found[asked].outcome == verified.ACCEPT) is true


def test_the_summary_of_coqchk_is_read() -> None:
    said = "* Theory: Set is predicative\n  \n* Axioms:\n    Coq.A.b\n    Coq.C.A.d\n  \n"
    clean = "* Constants/Inductives relying on type-in-type: <none>\n"
    assert verified.summary(said + clean) == {"A.b", "A.d"}
    for bad in (said, said + clean.replace("<none>", "NP.Checker.trick"), ""):
        if bad == said:
            assert verified.summary(bad)
            continue
        with pytest.raises(verified.Refused):
            verified.summary(bad)


def test_coqchk_may_print_to_either_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    said = "* Theory: Set is predicative\n* Axioms:\n    Coq.A.b\n"
    monkeypatch.setattr(verified, "compiled", lambda work: None)
    monkeypatch.setattr(shutil, "which", lambda name: name)
    for code, out, err in ((0, said, ""), (0, "", said), (1, said, "")):
        ended = subprocess.CompletedProcess[str]([], code, out, err)
        monkeypatch.setattr(verified, "_ran", lambda *_, ended=ended: ended)
        if code:
            with pytest.raises(verified.Refused):
                verified.rechecked()
        else:
            assert verified.rechecked() == {"A.b"}


def test_plain_statements_say_what_makes_terms_defined() -> None:
    body = ["log", ["-", "i", "k"]]
    value = ["*", ["app", "f", ["+", "x", "1"], "R"], ["^", "x", 2], "x"]
    statement = {
        "vars": {"n": "int", "x": "real", "R": "real"},
        "functions": {"f": 2},
        "given": [["<=", ["/", "x", "n"], "R"], ["and", ["<", "0", "1/2"], ["<", "x", "-3"]]],
        "show": ["all", "k", "int", ["!=", ["sum", "i", "1", "n", body], value]],
    }
    assert Text(statement).theorem("t").split("Proof.")[0] == (
        "Theorem t : forall (f : R -> R -> R) (n : Z) (x : R) (R_ : R),\n"
        "  ((IZR n) <> 0 /\\ x / IZR n <= R_) ->\n"
        "  (0 < 1 / 2 /\\ x < - 3) ->\n"
        "  forall k : Z, zsum 1 (IZR n) (fun i : Z => only [Positive (IZR i - IZR k)]"
        " (ln (IZR i - IZR k))) <> f (x + 1) R_ * (x ^ 2 * x).\n"
    )


def test_a_statement_without_names_is_introduced_by_nothing() -> None:
    """``intros.`` would take the quantifiers of the conclusion with it."""
    show = ["all", "a", "real", ["<=", "a", "a"]]
    closed = {"vars": {}, "functions": {}, "given": [], "show": show}
    assert "intros" not in Text(closed).theorem("t")
    assert "intros x." in Text({**closed, "vars": {"x": "real"}}).theorem("t")


def test_verify_check_asks_it_first(tmp_path: Path, program: Path) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(certificate(["<", "0", "1"], CLOSED))
    bad.write_text(certificate(["<", "1", "0"], CLOSED))
    folder = tmp_path / "out"
    folder.mkdir()
    shutil.copy(program, verified.place(folder))
    proved, why = by_coq([good, bad, tmp_path / "missing.json"], folder)
    assert (len(proved), why) == (1, "")
    assert check_file(good, False, False, False, {}, proved)["checker"] == "verified"
    assert check_file(good, False, False, False, {}) == {"outcome": "accept", "code": "", "why": ""}
    assert check_file(bad, False, False, False, {}, proved)["code"] == "not-shown"


def test_which_theorem_stands_for_which_claim(tmp_path: Path) -> None:
    (tmp_path / "certificates").mkdir()
    (tmp_path / "coq").mkdir()
    found, entries = {}, []
    for name, answer in (("a", "accept"), ("b", "accept"), ("c", "reject")):
        path = tmp_path / "certificates" / f"{name}.json"
        path.write_text(name)
        found[path] = verified.Answer(answer, sha256=verified.sha256(path))
        filed = {"file": f"certificates/{name}.json", "sha256": verified.sha256(path)}
        entries.append({"id": name, "certificate": filed})
    entries[1]["certificate"]["sha256"] = "0" * 64
    verdicts = {"x": "proved", "y": "proved", "z": "open", "u": "refuted", "v": "refuted"}
    claims = [{"id": n, "verdict": v, "evidence": entries} for n, v in verdicts.items()]
    (tmp_path / "run.json").write_text(json.dumps({"claims": claims}))
    asked = {
        "x": {"outcome": "accept", "statements": {"a": ""}},
        "y": {"outcome": "reject", "statements": {"b": ""}},
        "u": {"outcome": "accept", "statements": {"a": ""}},
        "v": {"outcome": "not specified", "statements": {}},
    }
    for name, one in asked.items():
        one["verdict"] = verdicts[name]
    digests = [entry["certificate"]["sha256"] for entry in entries]
    items = [
        f"  {digests[0][:16]}  a: Checker.accepts_ok",
        f"  {digests[1][:16]}  b: no theorem",  # the program has seen another
        f"  {digests[2][:16]}  c: no theorem",
    ]
    heads = [
        "x  proved: Decision.decides_ok: all of a",
        "y  proved: not decided",
        "z  open: no theorem for the verdict as a whole, only for its certificates",
        "u  refuted: Refuted.refutes_ok: not true is a",
        "v  refuted: not specified",
    ]
    assert [*verified.stands(tmp_path, found, asked)] == [
        line for head in heads for line in (head, *items)
    ]
    alone = {"module": "NP.Netproof_a", "theorem": "a", "sha256": digests[0]}
    today = verified.digest(verified.STATEMENTS)
    for sources, theorem, end in (
        (today, alone, ""),  # what it rests on is not known yet
        (today, {**alone, "paper": "NP.paper.a"}, ", NP.paper.a"),
        ("others", alone, ""),
    ):
        kept = {"checker": sources, "statements": {"a": theorem}}
        (tmp_path / "coq" / "theorems.json").write_text(json.dumps(kept))
        assert [*verified.stands(tmp_path, found, asked)][1] == items[0] + end


def test_a_statement_without_a_theorem_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a Coq that refuses one file and never ends with another."""
    (tmp_path / verified.MARK).write_text(verified.digest(verified.STATEMENTS))

    def needed(_: Path, *command: str, seconds: float = 0) -> str:
        if "eq4" in command[-1]:
            raise verified.Refused("it is refused")
        if "eq7" in command[-1]:
            raise verified.Late("late")
        return ""

    monkeypatch.setattr(verified, "needed", needed)
    monkeypatch.setattr(verified, "rests", lambda *_: None)
    names = ["layeract.eq4.statement", "layeract.eq7.statement", "no.such", "pln.lemma2.statement"]
    found = dict(plain.written(names, tmp_path, 9))
    whys = {name: one.get("why") for name, one in found.items()}
    assert [*whys.values()] == [
        "it is refused", "Coq takes more than 9 s", "there is no kept certificate", None
    ]  # fmt: skip
    made = found["pln.lemma2.statement"]
    kept_json = {
        "checker": verified.digest(verified.STATEMENTS),
        "statements": {**found, "x": made},
    }
    (tmp_path / "theorems.json").write_text(json.dumps(kept_json))
    assert plain._made(tmp_path) == {}  # nothing is compiled
    (tmp_path / "Netproof_pln_lemma2.vo").write_text("")
    kept_json["statements"] = {"pln.lemma2.statement": made, "pln.thm1.statement": made}
    (tmp_path / "theorems.json").write_text(json.dumps(kept_json))
    assert plain._made(tmp_path) == {"pln.lemma2.statement": made}  # and not by another name
    assert made["sha256"] == verified.sha256(kept_files.file("pln.lemma2.statement"))
    papers, plainly = plain.collected({"pln.lemma2.statement": made}, tmp_path)
    assert papers == {"pln.lemma2.statement": "NP.pln.pln_lemma2"}
    assert not plainly


def test_todays_sources_are_those_that_coq_was_asked_about() -> None:
    """Who changes them runs ``make coqchk``: it keeps what Coq and coqchk say, and runs the long
    tests.
    """
    kept = json.loads(verified.FIGURES.read_text(encoding="utf-8"))
    assert kept["sources"] == verified.digest()
    assert kept["theorems"] == [*verified.THEOREMS]
    assert kept["axioms"] == sorted(verified.AXIOMS)
    assert kept["coqchk"] == kept["sources"]
    theorems = json.loads(plain.FIGURES.read_text(encoding="utf-8"))
    assert theorems["sources"] == verified.digest(verified.STATEMENTS)
    assert not theorems["not tried"]


def test_what_is_kept_names_the_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verified, "FIGURES", tmp_path / "coq.json")
    for today, coqchk, last in (("1", False, ""), ("2", True, "2"), ("3", False, "2")):
        monkeypatch.setattr(verified, "digest", lambda today=today: today)
        verified.keep(coqchk)
        kept = json.loads((tmp_path / "coq.json").read_text())
        assert (kept["sources"], kept["coqchk"]) == (today, last)


@by_turns(3)
def test_coq_takes_the_specification(tmp_path: Path) -> None:
    """Seconds; the proof takes a minute, and is for ``make verified``."""
    if shutil.which("coqc") is None:
        pytest.skip("Coq is not installed")
    text = (verified.SOURCES / "Syntax.v").read_text(encoding="utf-8")
    (tmp_path / "Syntax.v").write_text(text)
    verified.needed(tmp_path, *verified.COQC, "Syntax.v")
    (tmp_path / "Syntax.v").write_text(text.replace("Rabs (u - v)", "Rabs (u - true)"))
    with pytest.raises(verified.Refused):
        verified.needed(tmp_path, *verified.COQC, "Syntax.v")


def test_which_claims_have_a_statement_without_a_theorem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that was not tried is neither a theorem nor one without; a reason is kept as it is."""
    monkeypatch.setattr(plain, "FIGURES", tmp_path / "kept.json")
    made = {
        "checker": "c", "statements": {"a": {}, "b": {}}, "without": {"d": "late"},
        "claims": {"x": ["a"], "y": ["b", "d"], "z": ["a", "e"]},
        "written out": {"b": "differs"}, "further": ["NP.definition3.worst_lt"],
    }  # fmt: skip
    (tmp_path / "theorems.json").write_text(json.dumps(made))
    plain.keep(tmp_path)
    kept = json.loads((tmp_path / "kept.json").read_text())
    assert kept["lacking"] == {"y": {"d": "late"}}
    assert (kept["theorems"], kept["statements"], kept["whole"]) == (2, 4, 1)
    assert (kept["not tried"], kept["claims"]) == (["e"], 3)


@by_turns(2)
def test_theorems_of_a_run_without_proved_claims_are_none(tmp_path: Path) -> None:
    def asked() -> tuple[int, str]:
        words = [sys.executable, "-m", "proofs.plain", "--all", "--out", str(tmp_path)]
        found = subprocess.run(
            words, cwd=programs.ROOT, capture_output=True, text=True, check=False
        )
        return found.returncode, found.stderr

    assert asked() == (2, "theorems of Coq: there is no run: make verify first\n")
    (tmp_path / "run.json").write_text('{"claims": []}')
    why = "no proved claim of a paper in the last run"
    assert asked() == (2, f"theorems of Coq: there is {why}: make verify first\n")
    assert not (tmp_path / "coq").exists()
