"""The printed construction and the repaired one, each for itself and side by side."""

from __future__ import annotations

from pathlib import Path

import pytest
from commandkit import Run

from tests.sampling import by_turns, seldom

#: claims whose two constructions differ, with an instance of the user's
BOTH = {
    "pln.prop2.upper": ("f=abs(x-1/3)", "eps=1/10"),
    "pln.prop1.sigmoid": ("f=x", "eps=1/5"),
    "pln.prop1.tanh": ("f=x", "eps=1/5"),
    "sumformer.thm4_3": ("g=x1*x2", "n=2"),
    "sumformer.thm4_4": ("g=x1*x2", "n=2"),
    "sumformer.thm4_5": ("g=x1*x2", "n=2"),
    "fl.resnet.replace": ("x=4, 0",),
}


def settings(claim: str) -> list[str]:
    return [word for text in BOTH[claim] for word in ("--set", text)]


@by_turns(2)
@pytest.mark.parametrize("claim", BOTH)
def test_both_are_built_and_they_differ(verify: Run, claim: str) -> None:
    files = []
    for version in ("printed", "repaired"):
        name = f"{version}.json"
        done = verify("construct", claim, *settings(claim), "--version", version, "-o", name)
        assert (done.status, done.err) == (0, "")
        files.append(Path(name).read_text(encoding="utf-8"))
    assert files[0] != files[1]


@by_turns(3)
@pytest.mark.parametrize(
    "claim",
    seldom(["sumformer.thm4_4", "fl.resnet.replace"], ["sumformer.thm4_4"]),
)
def test_a_run_gives_both_errors_or_the_one_asked_for(verify: Run, claim: str) -> None:
    for more, versions in (((), ["printed", "repaired"]), (("printed",), ["printed"])):
        asked = [word for version in more for word in ("--set", f"version={version}")]
        done = verify("run", claim, *settings(claim), *asked, "--out", "o", "--json")
        (found, *_) = done.json["claims"]
        assert [row["version"] for row in found["instances"]] == versions
        assert all(row["sup_error"] for row in found["instances"])


def test_a_whole_network_has_no_printed_version(verify: Run) -> None:
    words = (
        "--set",
        "g=x1*x2",
        "--set",
        "n=2",
        "--set",
        "eps=1/2",
        "--version",
        "printed",
        "-o",
        "net.json",
    )
    done = verify("construct", "sumformer.thm4_5", *words)
    assert done.status == 2
    assert done.err.strip().endswith("the whole network is made of repaired blocks: leave eps out")
