"""sumformer.thm4_4.one_token: Definition 2.5 leaves no k for a single token."""

from __future__ import annotations

from constructions.terms import conj, exists
from proofs.claims import Attempt, Claim, Reading, Witness
from proofs.sumformer.heads import k, n
from proofs.sumformer.paper import source
from proofs.trees.script import statement

STATEMENT = statement({"n": "int"}, [n >= 1], exists("k", "int", conj(k >= 1, k < n)))

CLAIM = Claim(
    id="sumformer.thm4_4.one_token",
    kind="proof-step",
    title="For every sequence length there is a Linformer head",
    source=source("a reading of Theorem 4.4 and Definition 2.5", "5, 25"),
    statement="For every $n >= 1$ there exist $k in NN$ with $k < n$, as Definition 2.5 asks, and "
    "so a Linformer.",
    readings=(
        Reading("sequences of $n$ tokens", ("given", 0)),
        Reading(
            "there exist $k$, and $E, F in RR^(k times n)$ with $k < n$",
            ("show",),
            "$NN$ from 1 on; with $k = 0$ the head is 0, which for $n = 1$ is all it takes",
        ),
    ),
    obligations=(),
    attempts=(
        Attempt(
            "sumformer.thm4_4.one_token.none",
            "$n = 1$: no $k$ lies between",
            STATEMENT,
            Witness({"n": 1}, {}),
        ),
    ),
    satisfiable=Attempt(
        "sumformer.thm4_4.one_token.satisfiable", "$n = 1$", STATEMENT, Witness({"n": 1}, {})
    ),
    notes=(
        "The condition $k < n$ is what makes a Linformer cheaper than a Transformer; nothing in "
        "the proof needs it. With $k <= n$ Theorem 4.4 holds for $n = 1$ too.",
    ),
)
