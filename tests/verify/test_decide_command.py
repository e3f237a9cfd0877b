"""``verify decide``, ``verify new``: verdicts, files, the record, errors, what is left behind."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from commandkit import Run

from proofs.kernel import check
from proofs.search.conclude import LATE, Tried
from tests.sampling import by_turns, some_of
from verify.deciding import (
    AGAINST,
    NEXT,
    NOTHING,
    SUMMANDS,
    decide,
    decide_document,
    looked,
    partial_sums,
    told,
)

SHORT = ("--minutes", "0.05", "--quiet")
#: for what is decided in a second or two, if the machine has nothing else to do
PATIENT = ("--minutes", "0.5", "--quiet")


def verdict(out: str) -> str:
    (line,) = (line for line in out.splitlines() if line[:1] in "■◩×⨯○□∅" and line[1:2] == " ")
    return line


@some_of(4, kind=lambda case: case["line"])
@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("0 <= x <= 1 |- x*(1 - x) <= 1/4", "■ proved"),
        ("for all x: real; |- x^2 >= x", "× refuted"),
        ("x > 1, x < 0 |- x = 5", "∅ vacuous"),
        ("x > 1 and x < 0 => x = 5", "∅ vacuous"),
        ("x in [0, 3] |- x in 0..3", "× refuted"),
        ("x in 0..1 |- x^2 = x", "■ proved"),
        ("1/0 = 1/0", "○ open"),
        ("x/x = 1", "× refuted"),
        ("x != 0 |- x/x = 1", "■ proved"),
        ("for all x: real; x > 1 |- x > 0 or x < 5", "■ proved"),
        ("for all x: real |- x >= 0 or x < 0 or x = 5", "■ proved"),
        ("x > 1, x < 0 |- x = 5 or x = 6", "∅ vacuous"),
        (
            "for all x: real; x > 1, x < 0 |- " + " or ".join(f"x = {k}" for k in range(2, 10)),
            "∅ vacuous",
        ),
        ("for all x: real; x > 1 |- x > 0 or x > -1 or x > -2 or x > -3", "■ proved"),
        ("not (x = x) => x = 5", "∅ vacuous"),
        ("for all x: real |- x > 1 or x < 1 or x = 2", "× refuted"),
    ],
)
def test_verdicts(verify: Run, text: str, line: str) -> None:
    done = verify("decide", text, *PATIENT)
    assert done.status == 0
    assert done.err == ""
    assert verdict(done.out) == line


@by_turns(3)
def test_what_is_decided_by_fewer_parts_says_by_which(verify: Run) -> None:
    done = verify("decide", "for all x: real; x > 1 |- x > 0 or x < 5", "--name", "parts")
    lines = done.out.splitlines()
    assert lines[1:5] == [
        "  if   1 < x",
        "  then 0 < x ∨ x < 5",
        "■ proved",
        "  by fewer of its parts: 0 < x",
    ]
    record = json.loads(Path("reports/out/run.json").read_text())
    (claim,) = (claim for claim in record["claims"] if claim["id"] == "mine.parts")
    assert "x > 0 or x < 5" in claim["statement"]
    assert claim["reading"][-1]["note"] == "More was decided, by fewer of its parts: `0 < x`"
    assert claim["reading"][-1]["formal"] == "0 < x"


def test_a_refutation_shows_data_and_both_sides(verify: Run) -> None:
    done = verify("decide", "for all x: real; |- x^2 >= x", "--name", "square")
    lines = done.out.splitlines()
    assert lines[:3] == ["for all x ∈ ℝ", "  x ≤ x²", "× refuted"]
    assert lines[3:6] == ["  at x = 1/2", "  x = 1/2", "  x² = 1/4"]
    (file,) = Path("reports/out/certificates").glob("mine.square.against*.json")
    assert done.out.splitlines()[-1].strip() == str(file)
    assert verify("check", file).status == 0


def test_a_side_that_is_undefined_is_told_with_what_it_needs(verify: Run) -> None:
    done = verify("decide", "x >= 0 |- x <= x^2*(1/x)", "--name", "boundary", *PATIENT)
    assert done.out.splitlines()[:7] == [
        "for all x ∈ ℝ",
        "  if   0 ≤ x",
        "  then x ≤ x²·1/x",
        "  (x was not declared: any real number)",
        "× refuted",
        "  at x = 0 the side x²·1/x is undefined, for it needs x ≠ 0",
        "  a relation with an undefined side is false: add a hypothesis",
    ]
    record = json.loads(Path("reports/out/run.json").read_text())
    (claim,) = (claim for claim in record["claims"] if claim["id"] == "mine.boundary")
    last = claim["reading"][-1]
    assert last["printed"] == "`x <= x^2*(1/x)`"
    assert last["formal"] == "x ≠ 0 ∧ x ≤ x²·1/x"
    assert last["note"] == "What a side needs to be defined is written beside it: `x ≠ 0`"


@by_turns(2)
def test_the_record_has_what_was_decided_and_no_more(verify: Run) -> None:
    text = "x > 0 |- sum(k = 0..n, x/k) >= 0 or e > 2  # a comment"
    done = verify("decide", text, "--name", "noted", "--json", *PATIENT)
    (claim,) = done.json["claims"]
    assert claim["id"] == "mine.noted"
    assert claim["statement"] == "`x > 0 |- sum(k = 0..n, x/k) >= 0 or e > 2`"
    assert claim["notes"] == [
        "`x` was not declared and is taken to be any real number",
        "`n` was not declared and is taken to be any integer",
        "`e` was not declared and is taken to be Euler's number, exp(1)",
        SUMMANDS,
    ]
    first = verify("decide", "x^2 >= 0", "--name", "other", *PATIENT)
    assert verdict(first.out) == "■ proved"
    record = json.loads(Path("reports/out/run.json").read_text())
    assert {c["id"] for c in record["claims"]} == {"mine.noted", "mine.other"}
    shown = verify("show", "mine.other")
    assert shown.status == 0
    assert "■ proved" in shown.out
    assert "0 ≤ x²" in shown.out
    for file in Path("reports/out/certificates").glob("mine.other.*"):
        assert verify("check", file).status == 0


FILE = """\
title: Words #with *marks*
lemma cube "$x$ `raw` <b> & #eval(1) \\\\ ]":
  for all x, y: real; x >= 0, y >= 0 |- x^3 + y^3 >= x^2*y + x*y^2
theorem use: for all x, n: real; x >= 0, n >= 0
  |- exp(x^3 + n^3) >= exp(x^2*n + x*n^2)
theorem wrong "All is well": for all x: real; |- |x| <= x
"""


@by_turns(3)
def test_a_file(verify: Run) -> None:
    Path("my.netproof").write_text("\ufeff" + FILE, encoding="utf-8")
    done = verify("decide", "my.netproof", *PATIENT)
    assert done.status == 0
    assert done.err == ""
    words = [line for line in done.out.splitlines() if line[:2] in ("■ ", "× ", "○ ")]
    assert words == ["■ proved", "■ proved", "× refuted"]
    record = json.loads(Path("reports/out/run.json").read_text())
    claims = {c["id"]: c for c in record["claims"]}
    assert [*claims] == ["mine.my.cube", "mine.my.use", "mine.my.wrong"]
    wrong = claims["mine.my.wrong"]
    assert wrong["title"] == "All is well"
    assert wrong["verdict"] == "refuted"
    assert wrong["statement"] == "`for all x: real; |- |x| <= x`", "the words decide nothing"
    assert claims["mine.my.cube"]["title"] == "$x$ `raw` <b> & #eval(1) \\\\ ]"
    assert verify("report", "--html").status == 0
    pages = "".join(p.read_text() for p in Path("reports/out/html").rglob("*.html"))
    assert "&lt;b&gt; &amp; #eval(1)" in pages
    assert "<b> & #eval" not in pages
    for name in ("cube", "use"):
        (file,) = Path("reports/out/certificates").glob(f"mine.my.{name}.statement.json")
        assert verify("check", file).status == 0


TWO = "theorem one: x >= 1 |- x >= 0\n\ntheorem two: x >= 2 |- x >= 1\n"


def test_with_json_each_statement_is_told_as_it_ends(verify: Run) -> None:
    Path("two.netproof").write_text(TWO, encoding="utf-8")
    done = verify("decide", "two.netproof", "--json", "--minutes", "0.05")
    assert done.err == ("   1 of 2  mine.two.one: proved\n   2 of 2  mine.two.two: proved\n")
    assert [claim["verdict"] for claim in done.json["claims"]] == ["proved", "proved"]
    assert verify("decide", "two.netproof", "--json", *SHORT).err == "", "--quiet"


def test_what_is_decided_when_a_file_is_interrupted_is_in_the_record(
    verify: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    from verify import deciding

    Path("two.netproof").write_text(TWO, encoding="utf-8")
    assert verify("decide", "two.netproof", *SHORT).status == 0
    whole = deciding.decide_document

    def first(*args: Any, **options: Any) -> Any:
        yield next(whole(*args, **options))
        raise KeyboardInterrupt

    monkeypatch.setattr(deciding, "decide_document", first)
    Path("two.netproof").write_text(TWO.replace("x >= 1 |-", "x >= 3 |-"), encoding="utf-8")
    done = verify("decide", "two.netproof", *SHORT)
    assert done.status == 130
    assert done.err == (
        "verify: interrupted: 1 of 2 statements are decided and in the record; "
        "with --certificates reports/out/certificates what was proved is not searched for again\n"
    )
    claims = json.loads(Path("reports/out/run.json").read_text())["claims"]
    statements = {claim["id"]: claim["statement"] for claim in claims}
    assert "x >= 3" in statements["mine.two.one"]
    assert "mine.two.two" in statements, "what was not come to stays as it was"


def test_a_lemma_serves_what_follows_with_a_certificate_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without the lemma nothing is found here; with it, its proof is part of the certificate."""
    from proofs.search import conclude as module
    from proofs.search.prove import prove
    from verify import deciding

    def few(statement: Any, seconds: float, say: Any) -> module.Answer:
        bare = not any(g[0] == "all" for g in statement["given"])
        if bare and "y" in statement["vars"]:
            return module.Answer(statement, None, None, None, (), 0.0)
        found = prove(statement, 1)
        data = None if found is None else json.dumps(found).encode()
        return module.Answer(statement, data, None, None, (), 0.0)

    monkeypatch.setattr(deciding, "conclude", few)
    text = "lemma a: for all x: real; |- x^2 >= 2*x - 1\ntheorem t: for all x, y: real; |- y*0 <= 1"
    lemma, theorem = decide_document(text + " and x^2 + 1 >= 2*x")
    assert (lemma.word, theorem.word) == ("proved", "proved")
    assert theorem.answer.proof is not None
    assert json.loads(theorem.answer.proof)["statement"] == theorem.item.statement.sequent
    assert check(theorem.answer.proof).accepted
    assert b'"by": "have"' in theorem.answer.proof or b'"by":"have"' in theorem.answer.proof


def test_refuted_lemmas_serve_nothing() -> None:
    text = "lemma a: for all x: real; |- x = 0\ntheorem t: for all y: real; |- y = 0"
    assert [d.word for d in decide_document(text, seconds=20)] == ["refuted", "refuted"]


def test_new_writes_a_file_that_can_be_decided(verify: Run) -> None:
    from proofs.language.document import read_document

    done = verify("new", "mine.netproof")
    assert done.status == 0
    assert "verify decide mine.netproof" in done.out
    document = read_document(Path("mine.netproof").read_text())
    assert [item.name for item in document.items] == [
        *("halves", "lipschitz", "quarter", "close", "bounded", "values"),
    ]
    again = verify("new", "mine.netproof")
    assert again.status == 2
    assert "is there already" in again.err
    other = verify("new", "mine.txt")
    assert other.status == 2
    assert not Path("mine.txt").exists()
    Path("file").write_text("")
    lost = verify("new", "file/mine.netproof")
    assert lost.status == 2
    assert "cannot write" in lost.err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("2x > 0",), "write * for a product"),
        (("",), "the statement is empty"),
        (("no.netproof",), "there is no file no.netproof"),
        (("dir.netproof",), "cannot read dir.netproof"),
        (("bytes.netproof",), "no text in UTF-8"),
        (("empty.netproof",), "there is no theorem"),
        (("empty.netproof", "--name", "a"), "--name is for one statement"),
        (("1 < 2", "--name", "../a"), "letters, digits, _ and -"),
        (("1 < 2", "--name", "a" * 41), "at most 40"),
        (("1 < 2", "--minutes", "0"), "--minutes"),
        (("1 < 2", "--minutes", "nan"), "--minutes"),
        (("1 < 2", "--minutes", "-1"), "--minutes"),
        (("x > 0" + " or x > 0" * 2_000,), "inside of each other"),
        (("x" * 30_000,), "characters; at most"),
        (("1e99999 > x",), "too long"),
    ],
)
def test_bad_input_is_refused_and_leaves_nothing(
    verify: Run, words: tuple[str, ...], says: str
) -> None:
    Path("dir.netproof").mkdir()
    Path("bytes.netproof").write_bytes(b"\xff\xfe")
    Path("empty.netproof").write_text("# nothing\n")
    done = verify("decide", *words)
    assert done.status == 2
    assert says in done.err
    assert done.out == ""
    assert "Traceback" not in done.err
    assert max(map(len, done.err.splitlines())) < 200
    assert not Path("reports").exists()


def test_an_error_is_shown_at_its_place(verify: Run) -> None:
    done = verify("decide", "for all x: real; |- x + * 2 > 0")
    assert done.err.splitlines()[1:3] == [
        "  for all x: real; |- x + * 2 > 0",
        "                          ^",
    ]
    Path("a.netproof").write_text("theorem t:\n  x > 0\n  |- 2x > 0\n")
    done = verify("decide", "a.netproof")
    assert done.err.splitlines() == [
        *("verify: a.netproof: this cannot be read", "    |- 2x > 0", "        ^"),
        "line 3, column 7: 'x' is not expected here: write * for a product, as in 2*x",
    ]
    machine = verify("decide", "a.netproof", "--json")
    assert machine.status == 2
    assert machine.out == ""
    assert "line 3, column 7: 'x' is not expected here" in machine.err


@by_turns(3)
def test_what_cannot_be_evaluated_ends_in_one_answer() -> None:
    """Sums inside of sums, deep absolute values: open or proved, soon, and without an exception."""
    start = time.monotonic()
    nested = decide("sum(k = 1..n, " * 12 + "1" + ")" * 12 + " >= 0", seconds=1)
    assert nested.word in ("open", "proved", "supported", "conditional")
    assert told(nested)
    deep = decide("abs(" * 30 + "x" + ")" * 30 + " >= 0", seconds=1)
    assert deep.word in ("open", "proved")
    assert told(deep)
    assert time.monotonic() - start < 60


def test_a_finder_that_breaks_does_not_end_the_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from proofs.search import conclude as module
    from proofs.search import strategies

    def broken(statement: Any, deadline: float) -> bytes | None:
        raise KeyError("broken")

    (_, first), *_ = strategies.DECIDING
    monkeypatch.setattr(strategies, "DECIDING", (("broken", broken), ("first", first)))
    messages = list(module._prove(decide("x^2 >= 0").answer.statement, time.monotonic() + 9))
    assert [kind for kind, _ in messages] == ["tried", "proof"]
    assert messages[0][1].outcome == "stopped with KeyError"


@by_turns(3)
def test_seconds_are_of_the_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    """A proof that waits for the processor is waited for; one that uses it up is ended."""
    from proofs.search import conclude as module

    statement = decide("x^2 >= 0").answer.statement
    honest = module._prove

    def waits(statement: Any, deadline: float) -> Any:
        time.sleep(1.5)
        yield from honest(statement, deadline)

    def spins(statement: Any, deadline: float) -> Any:
        while True:
            pass
        yield

    monkeypatch.setattr(module, "_attack", lambda statement, deadline: iter(()))
    monkeypatch.setattr(module, "_prove", waits)
    assert module.conclude(statement, 1.0).proof is not None
    monkeypatch.setattr(module, "_prove", spins)
    start, answer = time.monotonic(), module.conclude(statement, 0.2)
    assert answer.proof is None
    assert [(tried.what, tried.outcome) for tried in answer.tried] == [("prove", module.LATE)]
    assert time.monotonic() - start < 60


@by_turns(3)
@pytest.mark.skipif(not Path("/proc").exists(), reason="looks for processes in /proc")
def test_no_process_is_left() -> None:
    decide("sin(x*y) + cos(y*z) <= 2 + sin(x)^2*cos(z)^2*exp(x)", seconds=1)
    assert multiprocessing.active_children() == []

    code = (
        "import multiprocessing, time\n"
        "from proofs.language.text import read\n"
        "from proofs.search.conclude import _side_by_side\n"
        "s = read('sin(x*y) <= exp(x + y)*cos(x)').sequent\n"
        "import proofs.search.conclude as c\n"
        "c._attack = c._prove = lambda s, d: iter([time.sleep(60)])\n"
        "run = c._side_by_side(s, 60)\n"
        "import threading\n"
        "threading.Thread(target=lambda: list(run), daemon=True).start()\n"
        "time.sleep(1)\n"
        "print(*[p.pid for p in multiprocessing.active_children()], flush=True)\n"
        "time.sleep(60)\n"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as p:
        assert p.stdout is not None
        started = [int(pid) for pid in p.stdout.readline().split()]
        assert len(started) == 2
        p.send_signal(signal.SIGKILL)
    until = time.monotonic() + 10
    while any(map(alive, started)) and time.monotonic() < until:
        time.sleep(0.1)
    assert not any(map(alive, started))


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False


@pytest.mark.parametrize(
    ("term", "partial"),
    [
        ("sum(k = 1..n, 1/k)", False),
        ("sum(k = 1..n, x[k]^2/k^2)", False),
        ("sum(k = 1..n, k/2)", False),
        ("1/sum(k = 1..n, k)", False),
        ("sum(k = 0..n, 1/k)", True),
        ("sum(k = 1..n, 1/(k - 3))", True),
        ("sum(k = 1..n, k/x)", True),
        ("sum(k = 1..n, sqrt(x[k]))", True),
        ("sum(k = 1..n, log(k))", True),
        ("2 + sum(k = 1..n, sum(j = 0..k, 1/j))", True),
    ],
)
def test_where_a_summand_may_have_no_value(term: str, partial: bool) -> None:
    from proofs.language.text import read

    assert partial_sums(read(f"{term} >= 0").sequent) is partial


@by_turns(2)
def test_decide_in_python() -> None:
    import sympy

    from constructions.terms import var

    x = sympy.Symbol("x", positive=True)
    assert decide(sympy.Le(sympy.log(x), x - 1), seconds=20).word == "proved"
    refuted = decide(var("x") <= var("x") ** 2, seconds=20)
    assert refuted.word == "refuted"
    assert refuted.sides == ("x = 1/2", "x² = 1/4")
    assert repr(refuted).endswith(": refuted>")
    assert "× refuted" in str(refuted)
    with pytest.raises(ValueError, match="not a relation of sympy"):
        decide(3)
    unknown = {"vars": {"x": "real"}, "functions": {}, "given": [], "show": ["<", "y", "x"]}
    with pytest.raises(ValueError, match="the kernel does not read this statement"):
        decide(unknown)


@by_turns(2)
def test_another_folder_is_named_where_a_certificate_is_checked_again(verify: Run) -> None:
    verify("decide", "x^2 >= 0", "--name", "square", "--out", "else where", *SHORT)
    shown = verify("show", "mine.square", "--out", "else where").out
    command = "verify check 'else where/certificates/mine.square.statement.json'"
    assert command in shown
    assert verify(*command.replace("'", "").split(" ", 2)[1:]).status == 0


def test_one_of_two_conclusions() -> None:
    """Proved outright, as data at which a part is denied are found, and refuted by data."""
    assert decide("exp(x) >= 2 or x < 1", seconds=60).word == "proved"
    assert decide("max(0, 1 - y*x) = 0 or 0 < y*x < 1", seconds=60).word == "refuted"


@by_turns(4)
def test_a_power_is_met_by_an_exponential() -> None:
    """0 < q < 1 leaves none of the simplest functions; exp(t log q) meets the hypotheses."""
    found = decide("for all n: nat, q: real; 0 < q < 1 |- q^n <= 1", seconds=60)
    assert found.word == "proved"


@by_turns(4)
@pytest.mark.parametrize(("most", "word"), [("1", "proved"), ("1/2", "refuted")])
def test_of_a_recursion_all_numbers_are_decided(most: str, word: str) -> None:
    """Powers of 1/2 meet the hypotheses, and are data where the bound fails at k = 0."""
    halves = "f(0) = 1, for all k: int, 0 <= k => f(k + 1) = f(k)/2"
    text = f"for all f: int -> real; {halves} |- for all k: int, 0 <= k => 0 < f(k) <= {most}"
    assert decide(text, seconds=60).word == word


def test_the_best_constant_and_needed_hypotheses_are_in_the_json(verify: Run) -> None:
    done = verify("decide", "0 <= x <= 1 |- x*(1 - x) <= C", "--best", "C", "--json", *SHORT)
    told = json.loads(done.out)
    assert told["best"] == "the least C is 1/4: it is enough, and needed"
    (claim, sharp) = told["claims"]
    assert [claim["verdict"], sharp["verdict"]] == ["proved", "proved"]
    done = verify("decide", "x >= 0, x <= 9 |- x^2 + x >= 0", "--drop", "--json", *SHORT)
    ids = [(claim["id"].partition("-")[2], claim["verdict"]) for claim in done.json["claims"]]
    assert ids == [("", "proved"), ("without1", "refuted"), ("without2", "proved")]
    first, second = done.json["dropped"]
    assert first.startswith("0 ≤ x: needed: without it the statement fails at x = ")
    assert second == "x ≤ 9: not needed"


def test_a_hypothesis_of_which_nothing_is_known_says_where_a_side_is_undefined(verify: Run) -> None:
    done = verify("decide", "x != 0 |- x/x = 1", "--drop", *SHORT)
    told = " ".join(done.out.split())
    assert "x ≠ 0: open: at x = 0 the side x/x is undefined" in told


@by_turns(2)
def test_hypotheses_with_terms_on_the_right_are_left_out_too(verify: Run) -> None:
    text = "for all n: int, x: real; 0 < 1/x, n >= 1 |- x*n > 0"
    done = verify("decide", text, "--drop", "--json", *SHORT)
    assert [line.partition(": ")[2].partition(":")[0] for line in done.json["dropped"]] == [
        "needed",
        "needed",
    ]
    main, *others = done.json["claims"]  # no --name: they are called by the statement
    assert [claim["id"] for claim in others] == [f"{main['id']}-without{i}" for i in (1, 2)]


def test_functions_that_were_not_declared_are_told_in_words() -> None:
    shown = " ".join(str(decide("f(x, y) <= g(x) + 1", seconds=1)).split())
    assert "(f was not declared: any function of 2 numbers)" in shown
    assert "(g was not declared: any function of one number)" in shown


@by_turns(4)
def test_weaker_hypotheses_come_with_certificates(verify: Run) -> None:
    text = "for all x: real, n: int; x < 1/2, n >= 4, x >= -9 |- (1 - x)*(n - 2) >= 0"
    done = verify("decide", text, "--weaken", "--name", "w", "--json", *SHORT)
    verdicts = {claim["id"]: claim["verdict"] for claim in done.json["claims"]}
    assert verdicts.pop("mine.w") == "proved"
    strict, low, last = done.json["weakened"]
    assert strict["says"] == "x < 1/2: x ≤ 1 is enough; x ≤ C is not enough for any C > 1"
    assert low["says"].startswith("4 ≤ n: 2 ≤ n is enough; 1 ≤ n is not enough: it fails at x = ")
    assert [strict["word"], low["word"]] == ["weakest of its form"] * 2
    assert [last["word"], last["enough"], last["refuted"]] == ["not needed", [], []]
    named = [name for entry in done.json["weakened"] for name in entry["claims"]]
    assert sorted(named) == sorted(verdicts)
    for name, verdict in verdicts.items():
        assert verdict == ("refuted" if name.endswith("-refuted") else "proved")
    files = list(Path("reports/out/certificates").glob("mine.w*.json"))
    assert len(files) > len(named)
    assert all(check(file.read_bytes()).accepted for file in files)


def test_a_value_that_is_not_exact_is_not_an_equation(verify: Run) -> None:
    done = verify("decide", "for all x: real; |- exp(x) <= 2", *PATIENT)
    assert "exp(x) ≈ " in done.out
    assert "exp(x) = " not in done.out


def test_what_was_tried_is_told_in_a_few_lines() -> None:
    ways = [Tried(f"way {i}", NOTHING, 0.01 * i) for i in range(30)]
    late = [Tried("way 30", LATE, 4.0), Tried("way 31", LATE, 0.0), Tried("way 32", LATE, 0.0)]
    broken = Tried("way 33", "stopped with KeyError", 1.0)
    assert looked([*ways, Tried(AGAINST, "none found", 3.7), *late, broken]) == [
        "data against it: none found (3.7 s)",
        "a proof: none found in 30 ways, the longest way 29 (0.3 s), way 28 (0.3 s), "
        "way 27 (0.3 s), way 26 (0.3 s)",
        "out of time: way 30 (4.0 s), 2 more",
        "way 33: stopped with KeyError",
    ]
    assert looked(ways[:1]) == ["a proof: none found in 1 way"]
    assert looked([]) == []


def test_open_says_what_can_be_done_and_an_answer_does_not() -> None:
    left = told(decide("1/0 = 1/0", seconds=1.0))
    assert NEXT in " ".join(line.strip() for line in left)
    assert max(map(len, left)) <= 80
    assert "what you can do" not in " ".join(told(decide("x = x + 0")))
