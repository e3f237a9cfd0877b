"""Claim files that say more than they show: none of them may come out as proved, or as refuted.

Each is a file that a user could hand in, as careless as the first ones or as hostile as the last.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.sampling import some_of
from verify.commands.group import cli

HEAD = """
from verify import Attempt, Claim, Line, Obligation, Reading, Source, Witness, script, terms
x, y = terms.var("x"), terms.var("y")
S = terms.TermSystem()
auto = lambda: script.auto(seconds=1)
FALSE, TRUE = ["<", "1", "0"], ["<=", "0", ["*", "x", "x"]]
REAL = {"x": "real"}
SOURCE = Source("mine", "", "", "", "")
read = lambda o, n=0: tuple(Reading(f"part {i}", ("given", i), "", o) for i in range(n)) + (
    Reading("the theorem", ("show",), "", o),)
def claim(sequent, proof=auto, read=None, id="mine.t", **more):
    rows = globals()["read"]("mine.s", len(sequent["given"])) if read is None else read
    return Claim(id, "theorem", "A theorem", SOURCE, "text", rows,
                 (Obligation("mine.s", "all", sequent, proof),), **more)
"""

FILES: dict[str, tuple[str, str]] = {
    # a certificate of another statement
    "a script that changes its own sequent": ("open", """
sequent = script.statement(REAL, [], ["<", "1", "0"])
def proof():
    sequent["show"] = TRUE
    return script.auto(seconds=1)
CLAIM = claim(sequent, proof)
"""),
    "a script that changes the finder": ("open", """
sequent = script.statement(REAL, [], FALSE)
def proof():
    import verify.own_claims as own
    other = script.elaborate(script.statement({}, [], ["<=", "0", "0"]), script.auto())
    own.elaborate = lambda goal, made: other
    return script.auto()
CLAIM = claim(sequent, proof)
"""),
    "a certificate with the statement altered": ("open", """
sequent = script.statement(REAL, [], FALSE)
def proof():
    import verify.own_claims as own
    true = script.elaborate(script.statement(REAL, [], TRUE), script.auto())
    own.elaborate = lambda goal, made: {**true, "statement": sequent}
    return script.auto()
CLAIM = claim(sequent, proof)
"""),
    # code of ours, replaced
    "a kernel that accepts everything": ("open", """
import proofs.kernel, proofs.kernel.check, proofs.decide, proofs.evidence, proofs.vacuity
yes = lambda *_: proofs.kernel.check.Result("accept")
proofs.kernel.check.check = proofs.kernel.check = proofs.decide.check = yes
proofs.decide.accepts = proofs.checkers.accepts = lambda *_: True
proofs.evidence.accepts = proofs.vacuity.accepts = proofs.checkers.accepts
CLAIM = claim(script.statement(REAL, [], FALSE))
"""),
    "a decision that says proved": ("open", """
import proofs.decide, proofs.verdicts, verify.runner
good = lambda *_: proofs.decide.Decision("proved", ends={"mine.s": "proved"})
proofs.decide.decide = proofs.verdicts.decide = verify.runner.decide = good
CLAIM = claim(script.statement(REAL, [], FALSE))
"""),
    "a statement that is another one each time": ("open", """
class Two(Obligation):
    count = [0]
    @property
    def statement(self):
        self.count[0] += 1
        return script.statement(REAL, [], FALSE if self.count[0] == 1 else TRUE)
    @statement.setter
    def statement(self, value): pass
    def __init__(self): pass
    id, says, script, made, failed = "mine.s", "all", staticmethod(auto), None, ""
CLAIM = Claim("mine.t", "theorem", "t", SOURCE, "text", read("mine.s"), (Two(),))
"""),
    "a text that is equal to everything": ("open", """
class Any(str):
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    __hash__ = str.__hash__
CLAIM = claim({"vars": {}, "functions": {}, "given": [], "show": [Any("<"), Any("1"), Any("0")]})
"""),
    # witnesses
    "a function without a value": ("open", """
given = [["implies", ["<=", ["app", "f", "0"], "0"], FALSE],
         ["implies", ["<", "0", ["app", "f", "0"]], FALSE]]
CLAIM = Claim("mine.t", "theorem", "t", SOURCE, "text", read("mine.a", 2), (), attempts=(
    Attempt("mine.a", "1/0", script.statement({}, given, FALSE, {"f": 1}),
            Witness({}, {"f": (("a",), ["/", "1", "a"])})),))
"""),
    "an attempt on another statement": ("proved", """
CLAIM = claim(script.statement(REAL, [], TRUE), attempts=(
    Attempt("mine.a", "something false", script.statement(REAL, [], FALSE), Witness({"x": 0})),))
"""),
    # hypotheses
    "hypotheses that contradict each other": ("vacuous", """
CLAIM = claim(script.statement(REAL, [["<", "x", "0"], ["<", "0", "x"]], FALSE))
"""),
    "one of two statements is about nothing": ("vacuous", """
one = script.statement(REAL, [], TRUE)
two = script.statement(REAL, [["<", "x", "0"], ["<", "0", "x"]], ["<", "x", "-5"])
CLAIM = Claim("mine.t", "theorem", "t", SOURCE, "text", read("mine.1") + read("mine.2", 2),
    (Obligation("mine.1", "", one, auto), Obligation("mine.2", "", two, auto)))
"""),
    "premises in the conclusion": ("vacuous", """
CLAIM = claim(script.statement(REAL, [], ["implies", ["and", ["<", "x", "0"], ["<", "0", "x"]],
                                          ["<", "x", "-5"]]))
"""),
    "premises under a quantifier, with data for something else": ("vacuous", """
sequent = script.statement(REAL, [["<", "0", "x"]], ["all", "y", "real", ["implies",
    ["<", "y", "0"], ["implies", ["<", "x", "y"], ["<", "y", "-5"]]]])
CLAIM = claim(sequent, satisfiable=Attempt("mine.data", "x = 1", sequent, Witness({"x": 1})))
"""),
    "data for a statement without hypotheses": ("conditional", """
rest = ["all", "t", "real", ["=", ["app", "g", ["app", "g", "t"]], ["+", "t", "1"]]]
sequent = script.statement({}, [rest], ["=", ["app", "g", ["app", "g", "0"]], "1"], {"g": 1})
def proof():
    return script.use_all(lambda rule: True, [terms.Term("0")], 0, script.auto(seconds=1))
CLAIM = claim(sequent, proof, satisfiable=Attempt(
    "mine.data", "", script.statement({}, [], ["<=", "0", "0"]), Witness({})))
"""),
    "that there is none which contradicts itself and fails": ("vacuous", """
y_ = terms.conj(y < 0, 0 < y, -5 <= y)
CLAIM = claim(script.statement({}, [], ~terms.exists("y", "real", y_)))
"""),
    "what is chosen below 0, under two quantifiers": ("vacuous", """
z, node = terms.var("z"), script.node
inner = terms.every("z", "real", terms.implies(abs(z) < y, z == 17))
body = terms.every("s", "real", terms.every("t", "real", terms.conj(y < 0, inner)))
both = node("both", auto(), script.intro("z", script.intro("", auto())))
CLAIM = claim(script.statement({}, [], terms.exists("y", "real", body)),
              lambda: node("some", script.intro("s", script.intro("t", both)), **{"is": "-1"}))
"""),
    "a function that is defined as 1/t": ("vacuous", """
rest = ["all", "t", "real", ["=", ["app", "g", "t"], ["/", "1", "t"]]]
sequent = script.statement({}, [rest], ["<", ["app", "g", "1"], "0"], {"g": 1})
def proof():
    from proofs.vacuity import nowhere
    return nowhere(sequent)["proof"]
CLAIM = claim(sequent, proof)
"""),
    "the conclusion among the hypotheses": ("conditional", """
CLAIM = claim(script.statement(REAL, [["<", "x", "0"]], ["<", "x", "0"]))
"""),
    # readings and words
    "a hypothesis that is not read": ("conditional", """
CLAIM = claim(script.statement(REAL, [["<", "1", "x"]], ["<", "0", "x"]), read=read("mine.s"))
"""),
    "a conclusion that is not read": ("open", """
CLAIM = claim(script.statement(REAL, [], TRUE), read=())
"""),
    "a conclusion beside which no word stands": ("open", """
CLAIM = claim(script.statement(REAL, [], TRUE), read=(Reading(" ", ("show",), "", "mine.s"),))
"""),
    "a conclusion that goes on with the words of a hypothesis": ("open", """
CLAIM = claim(script.statement(REAL, [["<", "1", "x"]], ["<", "0", "x"]), read=(
    Reading("x is large", ("given", 0), "", "mine.s"), Reading("", ("show",), "", "mine.s")))
"""),
    "a hypothesis whose words are a comment": ("conditional", """
CLAIM = claim(script.statement(REAL, [["<", "1", "x"]], ["<", "0", "x"]), read=(
    Reading("/* x is large */ // so", ("given", 0), "", "mine.s"),
    Reading("x > 0", ("show",), "", "mine.s")))
"""),
    "a hypothesis beside which no word stands": ("conditional", """
CLAIM = claim(script.statement(REAL, [["<", "1", "x"]], ["<", "0", "x"]), read=(
    Reading("$$", ("given", 0), "", "mine.s"), Reading("x > 0", ("show",), "", "mine.s")))
"""),
    "a refutation of the obligation by premises that nothing meets": ("open", """
u = terms.var("u")
hollow = terms.every("u", "real", terms.implies(terms.conj(u < 0, 0 < u), u < -5))
sequent = script.statement({}, [], ~hollow)
CLAIM = claim(sequent, attempts=(Attempt("mine.a", "it fails", sequent, Witness({})),))
"""),
    "a refutation of the obligation by premises that are met": ("refuted", """
u = terms.var("u")
met = terms.every("u", "real", terms.implies(terms.conj(u < 0, -1 < u), u < 5))
sequent = script.statement({}, [], ~met)
CLAIM = claim(sequent, attempts=(Attempt("mine.a", "it fails", sequent, Witness({})),))
"""),
    "a control that is the claim": ("refuted", """
from proofs.claims import Control
false = script.statement(REAL, [], FALSE)
CLAIM = claim(false, controls=(Control(
    Attempt("mine.c", "it fails", false, Witness({"x": 0})), "hypothesis dropped"),))
"""),
    "a reading of another statement": ("open", """
CLAIM = claim(script.statement(REAL, [], TRUE), read=read("mine.a"), attempts=(
    Attempt("mine.a", "", script.statement(REAL, [], FALSE), Witness({"x": 0})),))
"""),
    "a conclusion that says nothing": ("vacuous", """
CLAIM = claim(script.statement(REAL, [], ["<=", ["app", "f", "x"], ["app", "f", "x"]], {"f": 1}))
"""),
    "an assumption": ("conditional", """
CLAIM = claim(script.statement(REAL, [], TRUE), assumes=("Cybenko (1989)",))
"""),
    "a cited theorem that is the claim": ("conditional", """
CLAIM = claim(script.statement(REAL, [["<", "x", "0"]], ["<=", "x", "0"]), assumes=("it is so",))
"""),
    "nothing at all": ("open", """
CLAIM = Claim("mine.t", "theorem", "t", SOURCE, "text", (), ())
"""),
    "a statement that is called ill-formed by a slip": ("open", """
from proofs.claims import Typing
slip = script.statement(REAL, [], TRUE) | {"show": ["<", "zz", "0"]}
CLAIM = Claim("mine.t", "theorem", "t", SOURCE, "text", (), (), typings=(
    Typing("mine.ty", "there is no zz", slip),))
"""),
}  # fmt: skip


def run(text: str, folder: Path) -> tuple[int, str, str]:
    path = folder / "claim.py"
    path.write_text(HEAD + text, encoding="utf-8")
    result = CliRunner().invoke(cli, ["run", str(path), "--out", str(folder / "out"), "--json"])
    return result.exit_code, result.stdout, result.stderr


@some_of(6, kind=lambda case: FILES[case["name"]][0])
@pytest.mark.parametrize("name", FILES)
def test_a_claim_file_gets_the_word_that_it_earns(name: str, tmp_path: Path) -> None:
    word, text = FILES[name]
    code, out, err = run(text, tmp_path)
    assert code == 0, err
    claim = json.loads(out)["claims"][0]
    assert claim["verdict"] == word
    assert bool(claim["given"]) == (word == "conditional")
    if word == "vacuous":
        assert claim["because"]


REFUSED = {
    "a witness that is captured": (
        """
larger = script.statement(REAL, [], ["some", "y", "real", ["<", "x", "y"]])
CLAIM = Claim("mine.t", "theorem", "t", SOURCE, "text", read("mine.a"), (), attempts=(
    Attempt("mine.a", "x := y", larger, Witness({"x": y})),))
"""
    ),
    "a function that is captured": (
        """
larger = script.statement({}, [], ["all", "x", "real", ["some", "y", "real",
                          ["<", ["app", "f", "x"], "y"]]], {"f": 1})
CLAIM = Claim("mine.t", "theorem", "t", SOURCE, "text", read("mine.a"), (), attempts=(
    Attempt("mine.a", "f(a) := y", larger, Witness({}, {"f": (("a",), "y")})),))
"""
    ),
    "a function whose parameter is a number": (
        """
given = [["all", "u", "real", ["implies", ["=", "u", "0"], ["implies", relation, ["<", "x", "0"]]]]
         for relation in (["<=", ["app", "f", "u"], "0"], ["<", "0", ["app", "f", "u"]])]
CLAIM = Claim("mine.t", "theorem", "t", SOURCE, "text", read("mine.a", 2), (), attempts=(
    Attempt("mine.a", "2/0", script.statement(REAL, given, ["<", "x", "0"], {"f": 1}),
            Witness({"x": 1}, {"f": (("1",), ["/", "2", "1"])})),))
"""
    ),
    "a reading of everything at once": (
        """
CLAIM = claim(script.statement(REAL, [], TRUE), read=(Reading("all", (), "", "mine.s"),))
"""
    ),
    "a variable called pi": (
        'CLAIM = claim({"vars": {"pi": "real"}, "functions": {}, "given": [], '
        '"show": ["<=", "pi", "pi"]})'
    ),
    "a function called exp": (
        'CLAIM = claim({"vars": {}, "functions": {"exp": 1}, "given": [], '
        '"show": ["<=", "0", ["app", "exp", "0"]]})'
    ),
    "a bound name that is free": (
        'CLAIM = claim(script.statement(REAL, [], ["all", "x", "real", TRUE]))'
    ),
    "an id of netproof": 'CLAIM = claim(script.statement(REAL, [], TRUE), id="pln.thm1")',
    "an id that begins like one": 'CLAIM = claim(script.statement(REAL, [], TRUE), id="pln.mine")',
    "an id with a line end": 'CLAIM = claim(script.statement(REAL, [], TRUE), id="mine\\npln")',
    "a claim that repairs itself": (
        "CLAIM = claim(script.statement(REAL, [], TRUE))\n"
        'object.__setattr__(CLAIM, "repaired", (CLAIM,))'
    ),
    "an id that begins like one, in capitals": (
        'CLAIM = claim(script.statement(REAL, [], TRUE), id="PLN.mine")'
    ),
    "evidence of a companion with the name of another": (
        """
other = claim(script.statement(REAL, [], FALSE), id="mine.other")
CLAIM = claim(script.statement(REAL, [], TRUE), repaired=(other,))
"""
    ),
    "an id that is the file of a control": (
        """
CLAIM = Claim("mine.t", "theorem", "t", SOURCE, "text", read("mine.s.dropped0"), (
    Obligation("mine.s.dropped0", "", script.statement(REAL, [], TRUE), auto),))
"""
    ),
    "a number that is none": (
        """
import json, sys
row = {"inputs": {}, "version": "printed", "units": 1, "width": 1, "numbers": ["1/0", "1", "1"]}
open(sys.argv[2], "w").write(json.dumps({"claims": [{"id": "mine.t"}], "found": {}, "rows": [
    {**row, "plot": {}, "cost": {}, "evidence": []}], "pictures": None}))
import os
os._exit(0)
"""
    ),
    "an end before its time": "import os; os._exit(0)",
    "an answer of its own": (
        'import os, sys; open(sys.argv[2], \'w\').write(\'{"claims": [{"verdict": "proved"}]}\'); '
        "os._exit(0)"
    ),
}


@some_of(4)
@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_a_claim_is_one_line(name: str, tmp_path: Path) -> None:
    code, out, err = run(REFUSED[name], tmp_path)
    assert (code, out) == (2, ""), out
    assert err.count("\n") == 1
    assert err.startswith("verify: ")
    assert not (tmp_path / "out" / "run.json").exists()


def test_what_a_file_prints_is_not_an_answer(tmp_path: Path) -> None:
    text = 'print("mine.t proved"); import sys; print("x", file=sys.stderr)\n'
    code, out, err = run(text + "CLAIM = claim(script.statement(REAL, [], FALSE))", tmp_path)
    assert (code, err) == (0, "")
    assert json.loads(out)["claims"][0]["verdict"] == "open"


HIDDEN = {
    "a hypothesis": "[['<', 'x', '0']], ['<=', 'x', '0']), read=(at('given', 0), at('show')))",
    "a premise": "[], ['implies', ['<', 'x', '0'], ['<=', 'x', '0']]), "
    "read=(at('show', 1), at('show', 2)))",
    "a premise deeper": "[], ['and', ['implies', ['and', ['<', 'x', '0']], ['<=', 'x', '0']]]), "
    "read=(at('show', 1, 1, 1), at('show', 1, 2)))",
}


@some_of(1)
@pytest.mark.parametrize("where", HIDDEN)
def test_a_hypothesis_does_not_look_like_a_conclusion(where: str, tmp_path: Path) -> None:
    at = 'at = lambda *path: Reading("every x is negative", path, "", "mine.s")\n'
    text = f"{at}CLAIM = claim(script.statement(REAL, {HIDDEN[where]}"
    code, out, err = run(text, tmp_path)
    assert code == 0, err
    (claim,) = json.loads(out)["claims"]
    assert claim["verdict"] == "proved"
    assert [row["formal"] for row in claim["reading"][1:]] == ["if x < 0", "x ≤ 0"]


def test_rows_of_a_file_are_its_own_word(tmp_path: Path) -> None:
    text = """
from types import SimpleNamespace as N
from fractions import Fraction as F
from proofs.evidence import establish
def rows(settings):
    shown = establish("mine.e", "", script.statement({}, [], ["<=", "0", "1/10"]), auto)
    cost = lambda: dict(width=1, depth=1, parameters=1, largest_weight="1")
    return [N(inputs={"f": "x"}, units=1, width=1, lo=F(0), hi=F(0), bound=F(1, 10), plot={},
              network=N(cost=cost), evidence=[shown], verdict="certified", level="kernel")]
CLAIM = claim(script.statement(REAL, [], TRUE), run=rows, instances=({},))
"""
    code, out, err = run(text, tmp_path)
    assert code == 0, err
    ((row,),) = [claim["instances"] for claim in json.loads(out)["claims"]]
    assert (row["verdict"], row["level"]) == ("supported", "sampled")


def test_a_row_without_evidence_has_no_certificate(tmp_path: Path) -> None:
    text = """
from types import SimpleNamespace as N
from fractions import Fraction as F
cost = lambda: dict(width=1, depth=1, parameters=1, largest_weight="1")
row = N(inputs={"f": "x"}, units=1, width=1, lo=F(0), hi=F(0), bound=F(1), plot={},
        network=N(cost=cost), evidence=[])
CLAIM = claim(script.statement(REAL, [], TRUE), run=lambda settings: [row], instances=({},))
"""
    code, out, err = run(text, tmp_path)
    assert code == 0, err
    (row,) = json.loads(out)["claims"][0]["instances"]
    assert row["certificate"] is None


def test_the_data_shown_are_those_that_refute(tmp_path: Path) -> None:
    text = """
hollow = ["all", "u", "real", ["implies", ["and", ["<", "u", "0"], ["<", "0", "u"]],
                                         ["<", "u", "x"]]]
both = script.statement(REAL, [], ["and", ["implies", hollow, FALSE], ["<", "x", "0"]])
CLAIM = Claim("mine.t", "theorem", "t", SOURCE, "text", read("mine.a"), (), attempts=(
    Attempt("mine.a", "hollow", both, Witness({"x": 5}), part=0),
    Attempt("mine.b", "real", both, Witness({"x": 1, "so N": 7}), part=1)))
"""
    code, out, err = run(text, tmp_path)
    assert code == 0, err
    claim = json.loads(out)["claims"][0]
    assert (claim["verdict"], claim["refutation"]["data"]) == ("refuted", "x = 1")


def test_a_record_with_claims_of_a_file_is_not_accepted_unseen(tmp_path: Path) -> None:
    """Claims of netproof beside it can be decided again, those of the file cannot."""
    text = "CLAIM = claim(script.statement(REAL, [], FALSE))"
    path = tmp_path / "claim.py"
    path.write_text(HEAD + text, encoding="utf-8")
    asked = ["run", str(path), "pln.lemma2.sharpened", "--out", str(tmp_path)]
    assert CliRunner().invoke(cli, asked).exit_code == 0
    file = tmp_path / "run.json"
    file.write_text(file.read_text().replace('"open"', '"proved"', 1))
    result = CliRunner().invoke(cli, ["check", "--rerun", str(file)])
    assert result.exit_code == 1
    assert result.stdout.startswith("decline ")
    assert "mine.t" in result.stdout
