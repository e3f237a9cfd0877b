"""Proved statements as theorems of Coq, over R and Z, for others to ``Require``.

    python -m proofs.plain [NAME ... | --all] [--seconds S] [--out reports/out]

For each certificate of ``proofs/certificates`` that is named (the ``TOP`` ones, unless some are;
with ``--all`` those of every statement of every claim of a paper that the last run has as proved) a
file ``coq/Netproof_<name>.v``: the text of the certificate, that the checker accepts it, computed
inside Coq, and a theorem that says the statement with the operations of Coq's own real numbers.
What is written here is not believed: Coq takes the theorem only if it is what
``holds_plain`` (``proofs/coq/kernel/Plain.v``) makes of the certificate's statement.  The files are
compiled, Coq is asked what each theorem rests on, and ``theorems.json`` says which theorem of Coq
stands for which statement, which statements have none, and why.  ``Paper_<paper>.v`` exports those
of a paper: ``From NP Require Import Paper_pln``.

Where a quotient, root or logarithm stands in a statement, what makes it defined stands beside it,
``N <> 0 /\\ x / N <= 1``; in a sum ``only [NonZero (IZR k)] t`` is t where that holds and else 0.

Exit status: 0 if every statement that was asked for has its theorem, 1 if one has none, 2 if
nothing was written: Coq or a certificate is not there.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from proofs import verified
from proofs.kernel.terms import NUMBER

Json = Any
Names = Mapping[str, str]
KEPT = Path(__file__).parent / "certificates"
TOP = (
    "layeract.eq4.statement",
    "layeract.eq7.statement",
    "layeract.eq9.comparison.repaired.statement",
    "pln.lemma2.statement",
    "pln.thm1.statement",
    "weierstrass.closed_form.statement",
    "weierstrass.newton.statement",
)
FUNCTIONS = {
    "abs": "Rabs", "sign": "sign", "floor": "floor", "max": "Rmax", "min": "Rmin", "sqrt": "sqrt",
    "exp": "exp", "log": "ln", "sin": "sin", "cos": "cos", "tanh": "tanh", "atan": "atan",
}  # fmt: skip
ATOM, APPLIED, POWER, NEGATIVE, PRODUCT, SUM = 0, 10, 30, 35, 40, 50  # levels of Coq's grammar
RELATIONS = {"<=": "<=", "<": "<", "=": "=", "!=": "<>"}
CONDITIONS = {"/": "NonZero", "sqrt": "NonNeg", "log": "Positive"}
#: what a variable may not be called in Coq: words of its language, and names that are used here
TAKEN = {
    "R", "Z", "IZR", "PI", "forall", "exists", "fun", "fix", "let", "in", "if", "then", "else",
    "match", "with", "end", "as", "at", "for", "where", "return", "Prop", "Set", "Type", "mod",
    "using", "only", "zsum", "lipschitz", "plus", "times", "NonZero", "NonNeg", "Positive", "ln",
    *FUNCTIONS, *FUNCTIONS.values(),
}  # fmt: skip


CHUNK = 4_000  # a longer string is too deep for Coq's parser


class Text:
    """The statement of a certificate as text of Coq."""

    def __init__(self, statement: Json) -> None:
        self.statement = statement
        self.sorts = dict(statement["vars"])

    def name(self, name: str) -> str:
        return f"{name}_" if name in TAKEN else name

    def term(self, t: Json, ints: frozenset[str], level: int = 50) -> str:
        """The term, in brackets if it binds less than ``level`` of Coq's grammar."""
        binds, text = self._term(t, ints)
        return text if binds <= level else f"({text})"

    def _term(self, t: Json, ints: frozenset[str]) -> tuple[int, str]:
        if isinstance(t, str):
            if NUMBER.fullmatch(t):
                q = Fraction(t)
                sign, top = ("- ", -q.numerator) if q < 0 else ("", q.numerator)
                if q.denominator != 1:
                    return PRODUCT, f"{sign}{top} / {q.denominator}"
                return (NEGATIVE if sign else ATOM), f"{sign}{top}"
            return (APPLIED, f"IZR {self.name(t)}") if t in ints else (ATOM, self.name(t))
        op, *args = t
        if op == "sum":
            inside = ints | {args[0]}
            low, high = (self.term(a, ints, ATOM) for a in args[1:3])
            body, conditions = self.term(args[3], inside), self.conditions(args[3], inside)
            if conditions:
                said = "; ".join(f"{c} {r}" for c, r in conditions)
                body = f"only [{said}] {self.term(args[3], inside, ATOM)}"
            return APPLIED, f"zsum {low} {high} (fun {self.name(args[0])} : Z => {body})"
        if op == "^":
            return POWER, f"{self.term(args[0], ints, APPLIED)} ^ {args[1]}"
        if op == "pi":
            return ATOM, "PI"
        if op in FUNCTIONS or op == "app":
            head, inner = (self.name(args[0]), args[1:]) if op == "app" else (FUNCTIONS[op], args)
            return APPLIED, " ".join([head, *(self.term(a, ints, ATOM) for a in inner)])
        if op == "-" and len(args) == 1:
            return NEGATIVE, f"- {self.term(args[0], ints, POWER)}"
        binds = SUM if op in "+-" else PRODUCT
        if op in "+*":  # grouped to the right, as the checker groups them
            text = self.term(args[-1], ints, binds - 1)
            for i, part in enumerate(reversed(args[:-1])):
                text = f"{self.term(part, ints, binds)} {op} {f'({text})' if i else text}"
            return binds, text
        left, right = self.term(args[0], ints, binds), self.term(args[1], ints, binds - 1)
        return binds, f"{left} {op} {right}"

    def conditions(self, t: Json, ints: frozenset[str]) -> list[tuple[str, str]]:
        """What makes a term defined, in the order of Plain.v."""
        if not isinstance(t, list) or t[0] == "pi":
            return []
        op, *args = t
        inside = {"sum": args[1:3], "^": args[:1], "app": args[1:]}.get(op, args)
        found = [c for a in inside for c in self.conditions(a, ints)]
        if op in CONDITIONS:
            at = args[-1]
            q = Fraction(at) if isinstance(at, str) and NUMBER.fullmatch(at) else None
            sure = q is not None and {"/": q != 0, "sqrt": q >= 0, "log": q > 0}[op]
            if not sure:
                found.append((CONDITIONS[op], self.term(at, ints, ATOM)))
        return found

    def under(self, terms: Sequence[Json], ints: frozenset[str], text: str) -> str:
        """A formula, with what makes its terms defined before it."""
        said = {"NonZero": "{} <> 0", "NonNeg": "0 <= {}", "Positive": "0 < {}"}
        before = [said[c].format(r) for t in terms for c, r in self.conditions(t, ints)]
        return " /\\ ".join([*before, text])

    def formula(self, f: Json, ints: frozenset[str]) -> str:
        op, *args = f
        if op in RELATIONS:
            a, b = (self.term(t, ints) for t in args)
            return self.under(args, ints, f"{a} {RELATIONS[op]} {b}")
        if op == "and":
            return " /\\ ".join(self.part(p, ints) for p in args) or "True"
        if op == "implies":
            return f"{self.part(args[0], ints)} -> {self.formula(args[1], ints)}"
        if op in ("all", "some"):
            name, sort, body = args
            word = "forall" if op == "all" else "exists"
            inside = ints | {name} if sort == "int" else ints - {name}
            kind = "Z" if sort == "int" else "R"
            return f"{word} {self.name(name)} : {kind}, {self.formula(body, inside)}"
        name, *terms = args
        bounds = " ".join(self.term(t, ints, ATOM) for t in terms)
        return self.under(terms, ints, f"lipschitz {self.name(name)} {bounds}")

    def part(self, f: Json, ints: frozenset[str]) -> str:
        """The formula where another stands behind it."""
        text = self.formula(f, ints)
        alone = f[0] in (*RELATIONS, "lipschitz") and " /\\ " not in text
        return text if alone else f"({text})"

    def theorem(self, name: str) -> str:
        """The theorem, and its proof from the certificate."""
        statement, sorts, functions = self.statement, self.sorts, self.statement["functions"]
        ints = frozenset(n for n, s in sorts.items() if s == "int")
        kinds = {n: " -> ".join(["R"] * (k + 1)) for n, k in functions.items()}
        kinds |= {n: "Z" if n in ints else "R" for n in sorts}
        heads = " ".join(f"({self.name(n)} : {kind})" for n, kind in kinds.items())
        lines = [f"  {self.part(g, ints)} ->" for g in statement["given"]]
        lines.append(f"  {self.formula(statement['show'], ints)}.")
        values = "; ".join(
            f'(name_of (of_string "{n}"), {f"IZR {self.name(n)}" if n in ints else self.name(n)})'
            for n in sorts
        )
        maps = "; ".join(
            f'(name_of (of_string "{n}"), fun l_ : list R => '
            f"{' '.join([self.name(n), *(f'(nth {i} l_ 0)' for i in range(k))])})"
            for n, k in functions.items()
        )
        return "\n".join(
            [
                f"Theorem {name} : forall {heads}," if heads else f"Theorem {name} :",
                *lines,
                "Proof.",
                *([f"  intros {' '.join(self.name(n) for n in kinds)}."] if kinds else []),
                f"  refine (plain_ok certificate read accepted read_ok (functions_of [{maps}])",
                f"            (values_of [{values}]) _). of_sorts.",
                "Qed.",
            ]
        )


def source(name: str, text: str) -> str:
    """The file for a certificate."""
    statement = json.loads(text)["statement"]
    chunks = (text[i : i + CHUNK].replace('"', '""') for i in range(0, len(text), CHUNK))
    quoted = "\n  ++ ".join(f'of_string "{chunk}"' for chunk in chunks)
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


def compiled(folder: Path) -> None:
    """The checker's sources compiled in ``folder``, unless it has those of today.

    Raises:
        Absent, Refused: as :func:`proofs.verified.built`.
    """
    mark = folder / "sources"
    if mark.is_file() and mark.read_text() == verified.digest():
        return
    if folder.is_dir():
        shutil.rmtree(folder)
    folder.mkdir(parents=True)
    verified.compiled(folder)
    mark.write_text(verified.digest())


def written(
    names: Iterable[str], folder: Path, seconds: float = 0
) -> Iterator[tuple[str, dict[str, str]]]:
    """Compile the theorems of these certificates in ``folder``; which theorem stands for which.

    Where there is none, ``why``: there is no kept certificate, Coq refuses what was written, or it
    takes more than ``seconds`` (0: however long it takes).  One that is there is not made again.

    Raises:
        Absent, Refused: as :func:`proofs.verified.built`.
    """
    compiled(folder)
    kept = _kept(folder)
    for name in names:
        path = KEPT / f"{name}.json"
        if not path.is_file():
            yield name, {"why": "there is no kept certificate"}
            continue
        text = path.read_text()
        theorem = theorem_name(name)
        module = f"Netproof_{theorem}"
        found = {"module": f"NP.{module}", "theorem": theorem, "sha256": verified.sha256(path)}
        if kept.get(name) == found and (folder / f"{module}.vo").is_file():
            yield name, found
            continue
        (folder / f"{module}.v").write_text(source(name, text))
        try:
            verified.needed(folder, *verified.COQC, f"{module}.v", seconds=seconds)
            verified.rests(folder, f"{module}.{theorem}")
        except verified.Late:
            found = {"why": f"Coq takes more than {seconds:g} s"}
        except verified.Refused as error:
            found = {"why": " ".join(str(error).split())}
        yield name, found


def _kept(folder: Path) -> dict[str, dict[str, str]]:
    """What ``theorems.json`` has, if it is of today's sources."""
    try:
        kept = json.loads((folder / "theorems.json").read_text())
        return dict(kept["statements"]) if kept["checker"] == verified.digest() else {}
    except (OSError, ValueError, LookupError, TypeError):
        return {}


def collected(found: Mapping[str, Mapping[str, str]], folder: Path) -> list[str]:
    """A file for each paper that exports the theorems of its statements, compiled; their names."""
    papers: dict[str, list[str]] = {}
    for name, one in found.items():
        papers.setdefault(name.partition(".")[0], []).append(one["module"].partition(".")[2])
    for paper, modules in papers.items():
        lines = "".join(f"From NP Require Export {module}.\n" for module in sorted(modules))
        head = f"(* {paper}: written by python -m proofs.plain *)\n"
        (folder / f"Paper_{paper}.v").write_text(head + lines)
        verified.needed(folder, *verified.COQC, f"Paper_{paper}.v")
    return [f"NP.Paper_{paper}" for paper in papers]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", default=TOP)
    parser.add_argument("--all", action="store_true", help="all proved claims of the last run")
    parser.add_argument("--seconds", type=float, default=0, help="for each; 0: no limit")
    parser.add_argument("--out", type=Path, default=Path("reports/out"))
    options = parser.parse_args()
    folder = options.out / "coq"
    if options.all and not (options.out / "run.json").is_file():
        print("theorems of Coq: there is no run: make verified first", file=sys.stderr)
        return 2
    claims = asked(options.out) if options.all else {}
    names = sorted({s for of in claims.values() for s in of}, key=_size) or options.names
    absent = [name for name in names if not options.all and not _size(name)]
    if absent:
        print(f"theorems of Coq: there is no certificate {absent[0]}", file=sys.stderr)
        return 2
    found: dict[str, dict[str, str]] = {}
    without: dict[str, str] = {}
    try:
        for name, one in written(names, folder, options.seconds):
            if "why" in one:
                without[name] = one["why"]
            else:
                found[name] = one
            print(f"{name}: {one.get('why') or '{module}.{theorem}'.format(**one)}", flush=True)
            kept = {
                "checker": verified.digest(), "axioms": sorted(verified.AXIOMS),
                "statements": found, "without": without, "claims": claims,
            }  # fmt: skip
            (folder / "theorems.json").write_text(json.dumps(kept, indent=1) + "\n")
        modules = collected(found, folder)
    except verified.Absent as error:
        print(f"theorems of Coq: nothing written: {error}", file=sys.stderr)
        return 2
    except verified.Refused as error:
        print(f"theorems of Coq: refused: {error}", file=sys.stderr)
        return 1
    print(f"{len(found)} of {len(names)} statements are theorems: {', '.join(modules)}")
    whole = [name for name, of in claims.items() if not {*of} & {*without}]
    if claims:
        print(f"{len(whole)} of {len(claims)} claims have one for each of their statements")
    return 1 if without else 0


def _size(name: str) -> int:
    """Of the kept certificate; 0 where there is none."""
    path = KEPT / f"{name}.json"
    return path.stat().st_size if path.is_file() else 0


if __name__ == "__main__":
    sys.exit(main())
