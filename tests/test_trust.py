"""What TRUST.md promises about the code, run."""

from __future__ import annotations

import ast
import json
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import fields
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from proofs.claims import Claim, Obligation, Reading, Source
from proofs.evidence import establish, gather, shipped
from proofs.kernel import Result, check
from proofs.kernel.errors import Reject
from proofs.kernel.intervals import meet
from proofs.trees.script import auto
from proofs.verdicts import decide

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("verify", "reports", "proofs", "constructions")


def modules(*words: str) -> Iterator[tuple[str, ast.Module]]:
    """Those in whose text one of the words stands: the others cannot name it.

    Python reads letters of other alphabets as those that Unicode calls compatible (NFKC).
    """
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            plain = unicodedata.normalize("NFKC", text)
            if any(word in plain for word in words):
                yield str(path.relative_to(ROOT)), ast.parse(text)


def imports(tree: ast.Module) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def names(tree: ast.Module) -> set[str]:
    """Every name and attribute that code mentions."""
    found = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return found | {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}


# --- what the code does not use ------------------------------------------------------------------


def test_no_unsound_interval_arithmetic() -> None:
    users = {name for name, tree in modules("mpmath") if "mpmath" in imports(tree)}
    adapters = ("mp", "mp_terms", "mp_weierstrass")
    assert users == {f"constructions/interop/{name}.py" for name in adapters}
    assert not [
        name
        for name, tree in modules(".iv", "import iv", "MPIntervalContext", "mpmath")
        if {"iv", "MPIntervalContext"} & names(tree)
        or any(module.startswith("mpmath.") for module in imports(tree))
    ]


def test_sympy_stays_in_its_adapters() -> None:
    users = {
        name
        for name, tree in modules("sympy")
        if any(module.split(".")[0] == "sympy" for module in imports(tree))
    }
    adapters = ("closed_solutions", "symbolic", "sympy_statements")
    display = {"constructions/displayed.py"}
    assert users == {f"constructions/interop/{name}.py" for name in adapters} | display


def test_no_text_is_executed() -> None:
    forbidden = {"eval", "exec", "compile", "sympify", "parse_expr", "lambdify", "srepr"}
    calls = [
        (name, called.attr if isinstance(called, ast.Attribute) else called.id)
        for name, tree in modules(*forbidden)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        for called in [node.func]
        if isinstance(called, ast.Name | ast.Attribute)
    ]
    found = [(name, word) for name, word in calls if word in forbidden]
    # re.compile and typst.compile read patterns and pages, not Python
    assert {name for name, word in found if word != "compile"} == set()
    assert not [
        name
        for name, tree in modules("compile")
        if "compile"
        in {
            node.func.id
            for node in ast.walk(tree)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
    ]


def test_the_check_for_executed_text_can_fail() -> None:
    assert "eval" in names(ast.parse("value = eval(text)"))
    assert "sympy" in imports(ast.parse("from sympy import Symbol"))


def test_what_is_cited_is_tried_in_every_run() -> None:
    """Tests that TRUST.md names may try a share of their cases; none takes turns."""
    cited = set(re.findall(r"\btest_\w+", (ROOT / "TRUST.md").read_text(encoding="utf-8")))
    assert len(cited) > 20
    turns: set[str] = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        text = path.read_text(encoding="utf-8")
        found = re.findall(r"^@by_turns\(.*\n(?:(?!def ).*\n)*?def (test_\w+)", text, re.MULTILINE)
        turns |= {*found, *([path.stem] if found else [])}
    assert len(turns) > 100
    assert cited & turns == set()


# --- what the kernel refuses ---------------------------------------------------------------------


def asked(
    show: Any, proof: Any, given: tuple[Any, ...] = (), sorts: dict[str, str] | None = None
) -> Result:
    sequent = {
        "vars": {"x": "real"} if sorts is None else sorts,
        "functions": {},
        "given": list(given),
        "show": show,
    }
    return check(json.dumps({"statement": sequent, "proof": proof}))


def test_enclosures_that_do_not_meet_are_refused() -> None:
    one, two, three = Fraction(1), Fraction(2), Fraction(3)
    assert meet((one, two), (two, three)) == (two, two)
    with pytest.raises(Reject, match="empty-enclosure"):
        meet((one, one), (two, three))


def test_a_jump_is_a_point_of_the_cover() -> None:
    """sign(x)^2 >= 1 holds on both sides of 0 and not at 0; sign(x)^2 <= 1 holds everywhere."""
    domain = (["<=", "-1", "x"], ["<=", "x", "1"])
    square = ["^", ["sign", "x"], 2]
    proof = {"by": "cover", "on": "x", "cuts": ["-1", "0", "1"], "bits": 0, "then": []}
    assert asked(["<=", square, "1"], proof, domain).accepted
    assert asked(["<=", "1", square], proof, domain).outcome == "reject"


QUOTIENT = ["/", "x", "x"]


def test_nothing_is_proved_of_an_undefined_term() -> None:
    zero = {"by": "evaluate", "bits": 0, "then": []}
    at_zero = ["/", "0", "0"]
    assert asked(["=", at_zero, at_zero], zero).outcome == "reject"
    assert asked(["<=", QUOTIENT, "1"], auto_leaf()).code == "maybe-undefined"
    with_domain = establish("t", "", sequent(["=", QUOTIENT, "1"], [["!=", "x", "0"]]), auto)
    assert with_domain.proved
    without = establish("t", "", sequent(["=", QUOTIENT, "1"], []), auto)
    assert not without.proved


def auto_leaf() -> dict[str, Any]:
    return {"by": "leaf", "terms": [["1", [0], []]], "mult": [], "then": []}


def sequent(show: Any, given: list[Any]) -> dict[str, Any]:
    return {"vars": {"x": "real"}, "functions": {}, "given": given, "show": show}


def test_a_sum_is_not_taken_apart_at_an_undefined_summand() -> None:
    def unfolded(bottom: str) -> Result:
        total = ["sum", "k", "0", "0", ["/", "1", bottom]]
        leaf = {"by": "evaluate", "bits": 0, "then": []}
        inner = {"by": "unfold", "on": total, "then": [leaf, {"by": "leaf"}]}
        return asked(["<=", total, "5"], inner)

    assert unfolded("k").code == "division-by-zero"
    assert unfolded("2").code == "bad-node"  # past the sum: only the leaf, left empty, is wrong


def test_a_leaf_needs_something_strict() -> None:
    """0 >= 0 and x >= 0 combine to 0 = 0: that contradicts nothing."""
    nothing = {"by": "leaf", "terms": [], "mult": [], "then": []}
    assert asked(["<", "x", "x"], nothing).code == "nothing-strict"
    weak = {"by": "leaf", "terms": [["1", [0], []]], "mult": [], "then": []}
    assert asked(["<", "x", "x"], weak).code == "nothing-strict"
    assert asked(["<=", "x", "x"], weak).accepted


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('{"statement": 1, "statement": 2, "proof": 3}', "duplicate-key"),
        ('{"statement": 0.5, "proof": 3}', "float"),
        ('{"statement": NaN, "proof": 3}', "float"),
        ('{"statement": 1, "proof": 3, "digest": 5}', "bad-certificate"),
        ("[", "not-json"),
    ],
)
def test_ambiguous_json_is_rejected(text: str, code: str) -> None:
    assert check(text).code == code


# --- what a verdict rests on ---------------------------------------------------------------------


def test_a_kept_certificate_serves_its_own_statement_only() -> None:
    from proofs.pln.lemma2.claim import CLAIM

    (obligation,) = CLAIM.obligations
    kept = shipped(obligation.id, obligation.statement)
    assert kept is not None
    assert check(kept).accepted
    other = {**obligation.statement, "given": obligation.statement["given"][1:]}
    assert shipped(obligation.id, other) is None
    moved = json.dumps({**json.loads(kept), "statement": other})
    assert not check(moved).accepted


def claim(*obligations: Obligation) -> Claim:
    source = Source("mine", "", "", "", "")
    read = tuple(Reading("as printed", ("show",), "", o.id) for o in obligations)
    return Claim("mine.small", "theorem", "", source, "", read, obligations)


def test_a_claim_cannot_say_how_it_ends() -> None:
    assert not {"verdict", "status", "printed_proof"} & {item.name for item in fields(Claim)}
    true = Obligation("mine.true", "", sequent(["<=", "0", ["*", "x", "x"]], []))
    false = Obligation("mine.false", "", sequent(["<", "0", ["*", "x", "x"]], []))
    for obligations, verdict in (((), "open"), ((true,), "proved"), ((true, false), "open")):
        small = claim(*obligations)
        assert decide(small, gather(small)).verdict == verdict
