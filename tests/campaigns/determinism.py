"""The same question has the same answer: for every hash seed, with -O, on every Python there is.

Each trial is a certificate, as it was or damaged, that another process answers too, or a proof
that another process searches anew.  Processes differ in ``PYTHONHASHSEED``, in ``-O`` and
``-OO``, and in the version of Python; the first of them is the one that all others must repeat.
Checking needs the standard library only, so it is asked of every Python; searching needs the
installed packages, so it is asked of this one.
"""

from __future__ import annotations

import functools
import json
import os
import random
import shutil
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.campaigns.mutants import damaged
from tests.campaigns.outcome import KEPT, Outcome
from tests.campaigns.pool import pool

PROMISE = "Answers and searched certificates are the same for all hash seeds, -O and Pythons"
TRIAL = "a certificate checked, or a proof searched, once in each of the other processes"
ROOT = Path(__file__).parents[2]
VERSIONS = ("3.11", "3.12", "3.13")
SEEDS = ("0", "1", "2", "4093", "4294967295")
SEARCH_EVERY = 10
Json = Any
Answers = list[list[str]]

CHECK = """
import json, sys
from proofs import replay
from proofs.kernel import check
for text in json.load(sys.stdin):
    one, two = check(text), replay.check(text)
    print(json.dumps([one.outcome, one.code, one.why, two.outcome, two.code]))
"""
SEARCH = """
import hashlib, json, sys
from importlib import import_module
from proofs.evidence import dumps
from proofs.trees.script import NotFound, elaborate
from tests.campaigns.determinism import sequents
known = sequents()
for name in json.load(sys.stdin):
    sequent, script = known[name]()
    try:
        data = dumps(elaborate(sequent, script))
        print(json.dumps(["found", hashlib.sha256(data).hexdigest()]))
    except NotFound as error:
        print(json.dumps(["not found", str(error)]))
"""


@dataclass(frozen=True)
class Setting:
    """How a process is started."""

    name: str
    python: str = sys.executable
    options: tuple[str, ...] = ()
    seed: str = "0"

    def run(self, program: str, questions: list[str]) -> Answers:
        """The answers of one process to all questions, one line of JSON for each."""
        environment = {"PATH": os.environ.get("PATH", ""), "PYTHONHASHSEED": self.seed,
                       "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}  # fmt: skip
        done = subprocess.run(
            [self.python, *self.options, "-c", program], input=json.dumps(questions), text=True,
            capture_output=True, check=False, cwd=ROOT, env=environment,
        )  # fmt: skip
        if done.returncode or done.stderr:
            raise RuntimeError(f"{self.name}: status {done.returncode}: {done.stderr[-300:]}")
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        if len(answers) != len(questions):
            raise RuntimeError(f"{self.name}: {len(answers)} answers to {len(questions)} questions")
        return answers


FIRST = Setting("hash seed 0")
SAME_PYTHON = (
    *(Setting(f"hash seed {seed}", seed=seed) for seed in SEEDS[1:]),
    Setting("-O", options=("-O",), seed="5"),
    Setting("-OO", options=("-OO",), seed="6"),
)


@functools.cache
def other_pythons() -> tuple[Setting, ...]:
    """The Pythons of other versions that run here."""
    own = "{}.{}".format(*sys.version_info)
    found = []
    for version in VERSIONS:
        places = [shutil.which(f"python{version}"),
                  *sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))]  # fmt: skip
        for place in [str(p) for p in places if p] if version != own else []:
            says = [place, "-c", "import sys; print('{}.{}'.format(*sys.version_info))"]
            done = subprocess.run(says, capture_output=True, text=True, check=False)
            if done.stdout.strip() == version:
                found.append(Setting(f"Python {version}", python=place, seed="7"))
                break
    return tuple(found)


# What is searched: small statements with a proof or none, and the smallest of the claims.


@functools.cache
def sequents() -> dict[str, Any]:
    """By name: a function that returns a sequent and the script of its proof."""
    from proofs.trees import script

    def auto(variables: str, given: list[Json], show: Json) -> Any:
        names = dict.fromkeys(variables.split(), "real")
        sequent = {"vars": names, "functions": {}, "given": given, "show": show}
        return lambda: (sequent, script.auto())

    x2, y2, xy = ["^", "x", 2], ["^", "y", 2], ["*", "x", "y"]
    small = {
        "two squares": auto("x y", [], ["<=", ["*", "2", xy], ["+", x2, y2]]),
        "a square between": auto("x", [["<=", "0", "x"], ["<=", "x", "1"]], ["<=", x2, "x"]),
        "a product of positives": auto("x y", [["<", "0", "x"], ["<", "0", "y"]], ["<", "0", xy]),
        "sums": auto(
            "a b c", [["<=", "a", "b"], ["<=", "b", "c"]], ["<=", ["*", "2", "a"], ["+", "b", "c"]]
        ),
        "three numbers": auto(
            "a b c", [], ["<=", ["+", ["*", "a", "b"], ["*", "b", "c"], ["*", "c", "a"]],
                          ["+", ["^", "a", 2], ["^", "b", 2], ["^", "c", 2]]],
        ),
        "the triangle": auto("x y", [], ["<=", ["abs", ["+", "x", "y"]],
                                         ["+", ["abs", "x"], ["abs", "y"]]]),
        "a quotient": auto("x", [["<", "0", "x"]], ["<=", "2", ["+", "x", ["/", "1", "x"]]]),
        "a root": auto("x y", [["<=", "0", xy], ["=", x2, "4"], ["=", y2, "9"]], ["=", xy, "6"]),
        "nothing": auto("x y", [["<=", "0", "x"]], ["<=", xy, x2]),
    }  # fmt: skip
    return small | _of_claims()


def _of_claims() -> dict[str, Any]:
    """The obligations and attempts of the claims whose kept certificate is short."""
    from proofs.certify import family
    from proofs.evidence import shipped
    from proofs.refute import negation
    from proofs.registry import load

    found: dict[str, Any] = {}
    for name in ("pln.lemma1", "pln.lemma2", "pln.thm1"):
        for claim in family(load(name)):
            for obligation in claim.all_obligations():
                kept = shipped(obligation.id, obligation.statement)
                if kept is not None and len(kept) < 6_000:
                    found[obligation.id] = lambda o=obligation: (o.statement, o.script())
            for attempt in claim.all_attempts():
                found[attempt.id] = lambda a=attempt: negation(a)
    return found


def run(trials: int, seed: int) -> Outcome:
    rng = random.Random(seed)
    searched = max(1, trials // SEARCH_EVERY)
    names = [rng.choice(sorted(sequents())) for _ in range(searched)]
    texts = [
        json.dumps(damaged(rng)[1]) if rng.random() < 0.7 else rng.choice(pool())
        for _ in range(trials - searched)
    ]
    counts: Counter[str] = Counter({"checked": len(texts), "searched": len(names)})
    wrong: dict[tuple[str, int], list[str]] = {}
    others = other_pythons()
    for kind, program, questions, settings in (
        ("checked", CHECK, texts, (*SAME_PYTHON, *others)),
        ("searched", SEARCH, names, SAME_PYTHON),
    ):
        expected = FIRST.run(program, questions) if questions else []
        counts.update(f"{kind}: {answer[0]}" for answer in expected)
        for setting in settings:
            answers = setting.run(program, questions) if questions else []
            for i, (one, other) in enumerate(zip(expected, answers, strict=True)):
                if one != other:
                    wrong.setdefault((kind, i), []).append(f"{setting.name}: {other}, not {one}")
            counts[f"{kind} with {setting.name}"] = len(answers)
    examples = [
        f"{kind} {i}: {'; '.join(how)}: {(texts if kind == 'checked' else names)[i][:600]}"
        for (kind, i), how in wrong.items()
    ]
    return Outcome(
        promise=PROMISE,
        trial=TRIAL,
        trials=trials,
        failures=len(examples),
        seed=seed,
        counts=dict(sorted(counts.items())),
        examples=tuple(examples[:KEPT]),
    )
