"""Proved statements as theorems of Coq, over R and Z, for others to ``Require``.

    python -m proofs.plain [NAME ...] [--out reports/out]

For each certificate of ``proofs/certificates`` that is named (the ``TOP`` ones, unless some are) a
file ``coq/Netproof_<name>.v``: the text of the certificate, that the checker accepts it, computed
inside Coq, and a theorem that says the statement with the operations of Coq's own real numbers.
What is written here is not believed: Coq takes the theorem only if it is what
``holds_plain`` (``proofs/coq/kernel/Plain.v``) makes of the certificate's statement.  The files are
compiled, Coq is asked what each theorem rests on, and ``theorems.json`` says which theorem of Coq
stands for which statement.

Where a quotient, root or logarithm stands in a statement, what makes it defined stands beside it,
``N <> 0 /\\ x / N <= 1``; in a sum ``only [NonZero (IZR k)] t`` is t where that holds and else 0.

Exit status: as of ``python -m proofs.verified``.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Mapping, Sequence
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
            f'(name_of (of_string "{n}"), fun l : list R => '
            f"{' '.join([self.name(n), *(f'(nth {i} l 0)' for i in range(k))])})"
            for n, k in functions.items()
        )
        return "\n".join(
            [
                f"Theorem {name} : forall {heads}," if heads else f"Theorem {name} :",
                *lines,
                "Proof.",
                f"  intros {' '.join(self.name(n) for n in kinds)}.",
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


def written(names: Sequence[str], folder: Path) -> dict[str, dict[str, str]]:
    """Compile the theorems of these certificates in ``folder``; which theorem stands for which.

    Raises:
        Absent, Refused: as :func:`proofs.verified.built`.
    """
    folder.mkdir(parents=True, exist_ok=True)
    verified.compiled(folder)
    found = {}
    for name in names:
        text = (KEPT / f"{name}.json").read_text()
        theorem = theorem_name(name)
        module = f"Netproof_{theorem}"
        (folder / f"{module}.v").write_text(source(name, text))
        verified.needed(folder, *verified.COQC, f"{module}.v")
        verified.rests(folder, f"{module}.{theorem}")
        found[name] = {"module": f"NP.{module}", "theorem": theorem}
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", default=TOP)
    parser.add_argument("--out", type=Path, default=Path("reports/out"))
    options = parser.parse_args()
    absent = [name for name in options.names if not (KEPT / f"{name}.json").is_file()]
    if absent:
        print(f"theorems of Coq: there is no certificate {absent[0]}", file=sys.stderr)
        return 2
    try:
        found = written(options.names, options.out / "coq")
    except verified.Absent as error:
        print(f"theorems of Coq: nothing written: {error}", file=sys.stderr)
        return 2
    except verified.Refused as error:
        print(f"theorems of Coq: refused: {error}", file=sys.stderr)
        return 1
    kept = {"axioms": sorted(verified.AXIOMS), "statements": found}
    (options.out / "coq" / "theorems.json").write_text(json.dumps(kept, indent=1) + "\n")
    for name, one in found.items():
        print(f"{name}: {one['module']}.{one['theorem']}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
