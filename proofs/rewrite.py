"""``python -m proofs.rewrite ID``: a written proof, drafted from a kept certificate.

ID is an obligation (``fl.prop3a.statement``).  Terms that the module of its claim has names for are
written by these.  Facts are told from the certificate, with their own proofs only where the finder
has none, and those that it does without are left out, in ``--seconds`` of processor time.  What is
printed goes into ``written(STATEMENT, TEXT, ...)`` (docs/proofs.md).
"""

from __future__ import annotations

import argparse
import inspect
import json
import sys
import time
from collections.abc import Mapping
from importlib import import_module
from typing import Any

from constructions.terms import Term, var
from proofs import kept
from proofs.kernel import check
from proofs.language.draft import SHOW, Draft, drafted, opened, shortened, tidied
from proofs.language.elaboration import Elaborator, _native
from proofs.language.library import lemmas
from proofs.language.steps import read_steps
from proofs.language.text import TextError
from proofs.language.typed import NotTyped, Pattern
from proofs.registry import MODULES, home_of
from proofs.trees.script import Json, dumps

STEP = 3.0  # seconds for a search


def names_of(module: Any) -> dict[str, Any]:
    """The terms, and functions of terms, that a module has names for."""
    found: dict[str, Any] = {}
    for name, value in vars(module).items():
        if isinstance(value, Term) and isinstance(value.json, list):
            found[name] = value
        elif inspect.isfunction(value) and value.__module__.startswith("proofs."):
            parameters = inspect.signature(value).parameters.values()
            own = [p.annotation for p in parameters] + [inspect.signature(value).return_annotation]
            if len(own) > 1 and all(a in (Term, "Term") for a in own):
                found[name] = value
    return found


def patterns(names: Mapping[str, Any]) -> dict[str, Pattern]:
    """What each name stands for, with its parameters."""
    found: dict[str, Pattern] = {}
    for name, made in names.items():
        if isinstance(made, Term):
            found[name] = ((), made.json)
            continue
        parameters = tuple(f"{name}?{i}" for i in range(len(inspect.signature(made).parameters)))
        try:
            body = made(*map(var, parameters)).json
        except Exception:
            continue
        if isinstance(body, list) and body[0] != "app":
            found[name] = (parameters, body)
    return found


def proved(
    sequent: Json, draft: Draft, names: Mapping[str, Any], found: dict[str, Json], step: float
) -> bytes | None:
    """The certificate that the draft leads to, if the kernel accepts it."""
    natives = {name: _native(made) for name, made in names.items()}
    reading = Elaborator(draft.text, None, lemmas(), natives, step, found)
    proof = reading.proof(sequent, read_steps(draft.text), draft.given)
    data = dumps({"statement": sequent, "proof": proof})
    return data if check(data).accepted else None


class Tries:
    """Where drafts of a proof fail, and why the last one did; there is an end to trying."""

    def __init__(self, sequent: Json, names: Mapping[str, Any], until: float) -> None:
        self.sequent, self.names, self.until = sequent, names, until
        self.found: dict[str, Json] = {}
        self.why = ""

    def __call__(self, draft: Draft) -> int | None:
        if time.process_time() > self.until:
            self.why = "there was no more time"
            return len(draft.text)
        try:
            proved(self.sequent, draft, self.names, self.found, STEP)
        except TextError as error:
            self.why = error.shown()
            return error.at
        return None


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m proofs.rewrite", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("id")
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--names", action="append", default=[], metavar="MODULE")
    chosen = parser.parse_args(arguments)
    certificate = kept.found(kept.CERTIFICATES, chosen.id)
    if certificate is None:
        print(f"there is no kept certificate of {chosen.id[:80]}", file=sys.stderr)
        return 2
    modules = chosen.names or [MODULES[home_of(chosen.id.rpartition(".")[0])].partition(":")[0]]
    names: dict[str, Any] = {}
    for module in modules:
        names |= names_of(import_module(module))
    data = json.loads(certificate)
    sequent = data["statement"]
    known = patterns(names)
    names = {name: made for name, made in names.items() if name in known}
    try:
        draft = drafted(data, known, lemmas())
    except NotTyped as error:
        print(f"no draft: {error}", file=sys.stderr)
        return 1
    start = time.process_time()
    tries = Tries(sequent, names, start + chosen.seconds)
    alone = Draft((SHOW,))
    found = alone if tries(alone) is None else opened(draft, tries)
    says = "found again" if found else f"not found again:\n{tries.why}"
    draft = tidied(shortened(found, tries) if found else draft)
    print(draft.text, end="")
    for name, fact in draft.given.items():
        print(
            f"# {name}: hypothesis {sequent['given'].index(fact)}"
            if fact in sequent["given"]
            else f"# {name}: {json.dumps(fact)}"
        )
    print(f"# {draft.size} lines; {says}", file=sys.stderr)
    print(f"# {time.process_time() - start:.1f} s of processor time", file=sys.stderr)
    return 0 if says == "found again" else 1


if __name__ == "__main__":
    sys.exit(main())
