"""The statements of Theorems 4.3 to 4.5 with every layer, and their proofs from the lemmas.

The conclusion names sizes N and R first and then speaks of every network W with the weights that
belong to them: so the weights are those of one construction, and nothing but f decides on N and R.
"""

from __future__ import annotations

import json
from textwrap import indent

from constructions.terms import Json
from proofs.sumformer.compact import COMPACT
from proofs.sumformer.matching import EXCHANGES, PERMUTED
from proofs.sumformer.nets.formulas import (
    BASE,
    NETWORK,
    SORTS,
    Told,
    formula,
    lines,
    theorems,
)
from proofs.sumformer.thm4_1.quantised import CONTINUOUS, EQUIVARIANT
from proofs.trees.script import plain_json

_SEQUENCES = [
    "DPOS",
    "DSELF",
    "DSAME",
    "DZERO",
    "DTRI",
    "DSYM",
    "DCOORD",
    "LIPS",
    "LIPT",
    "SWAP",
    "LEAST",
    "MATCH",
    "ALIKE",
    "INJ",
    "LOC",
    "LARGE",
    "BOUND",
    "MODULUS",
]
_CHOICE = ["MIRROR", "DIGIT", "ROW", "CELLS", "ARCH", "CHOICE"]
_LAYERS = [
    "NETOF",
    "NEARNET",
    "ACC",
    "DIAG",
    "T1",
    "T2",
    "T3",
    "T4",
    "T5",
    "T6",
    "T7",
    "T8",
    "P1",
    "P2",
    "P2S",
    "P3",
    "PENZERO",
    "PENBIG",
    "MAIN",
]
#: the net, the blocks, the weights of their feed-forward layers, the products with W_Q, W_K, W_V
_BLOCKS = [
    "PICKED",
    "RADII",
    "INPUT",
    "BLOCK",
    "W1",
    "W2",
    "W3",
    "W4",
    "W5",
    "W6",
    "W7",
    "W8",
    "TH1",
    "TH2",
    "QUERY",
    "KEY",
    "VALUE",
    "WZERO",
]
_VALUES = ["WV1", "WV2", "WV3", "WV4", "WV5"]
#: of each architecture: what its heads are, and the lemmas on them
HEADS = {
    "transformer": ([*_VALUES, "SCORES", "SOFT", "HEADS"], ["UNI", "QUIET", "ATT"]),
    "linformer": (
        [*_VALUES, "E1", "F1", "KEYS", "PROJECTED", "SCORESL", "SOFTL", "HEADSL"],
        ["UNIL", "QUIET.linformer", "TAKEN", "NOTHING", "ATT.linformer"],
    ),
    "performer": (
        ["WV1P", *_VALUES[1:], "FEATUREQ", "FEATUREK", "HEADSP"],
        ["FLATQ", "FLATK", "QUIET.performer", "TAKENP", "NOTHING", "ATT.performer"],
    ),
}


def network(kind: str) -> list[str]:
    """Names of the formulas that say what the network W is."""
    return [*_BLOCKS, *HEADS[kind][0]]


def _functions(text: str) -> dict[str, int]:
    return {name: count for name, count in NETWORK.items() if f'"{name}"' in text}


def statement(kind: str) -> Json:
    """For every continuous equivariant f and eps > 0 there are N and R for which W is near f."""
    parts = [formula(name) for name in network(kind)]
    goal = ["implies", ["and", *parts], formula("MAIN")]
    inside = ["and", ["<=", "1", "N"], ["<=", "1", "R"], ["all", "W", "real", goal]]
    size = [] if kind == "transformer" else [["<=", "1", "K"]]
    given_ = [
        *[["<=", "1", "n"], ["<=", "1", "d"]],
        *size,
        *map(plain_json, (PERMUTED, EXCHANGES, *COMPACT, EQUIVARIANT, CONTINUOUS)),
        ["<", "0", "eps"],
        *(formula(name, False) for name in ("DIST", "FIRST", "ALONG", "ONWARD")),
    ]
    return {
        "vars": {**SORTS, **({} if kind == "transformer" else {"K": "int"})},
        "functions": {**BASE, **_functions(json.dumps(parts))},
        "given": given_,
        "show": ["some", "N", "int", ["some", "R", "int", inside]],
    }


def proof(kind: str) -> Told:
    """N and R from what holds of sequences, then layer by layer what the network makes.

    Each ``by`` cites a lemma of the three files, whose proof is a text of its own.
    """
    layers = [*HEADS[kind][1], *_LAYERS]
    sequent = statement(kind)
    return Told(
        sequent,
        f"""# what is cited in capitals has its proof in proofs/sumformer/nets/*.txt
{lines([*_SEQUENCES, *_CHOICE])}
obtain N, R from choice
# accurate: every network W with the weights of (N, R) is within eps of f
have near: accurate:
  fix W, X, token, coordinate
{indent(lines(layers), "  ")}
  show by main(X, token, coordinate)
take N
take R
show by near, N >= 1, R >= 1
""",
        {},
        {},
        theorems([*_SEQUENCES, *_CHOICE], False) | theorems(layers, True),
        {"accurate": sequent["show"][3][3][3]},
    )
