"""The experiments that the papers print: what was run, and what agrees with the printed sentences.

``verify experiment`` writes a file for each; the newest results are shown.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from reports.pictures import draw
from reports.tables import plain

KEPT = Path("docs/figures/experiments")
MAX_BYTES = 8_000_000
SAYS = (
    "Experiments that the papers print, run again at a size that two cores do in minutes. The rule "
    "beside each sentence was fixed before the runs that are shown, sizes and some rules after "
    "trials on other seeds; the word is computed from all seeds. "
    "Experiments of another size, on other data or with other seeds may end otherwise, and no "
    "verdict of a theorem rests on one."
)
TONES = {"agrees": "good", "disagrees": "bad"}
_TEXTS = ("id", "kind", "level", "title", "place")
_LISTS = ("differs", "seeds", "sentences", "rows", "pictures")
_SENTENCE = ("printed", "place", "rule", "word")

Result = dict[str, Any]


class ExperimentError(ValueError):
    """A file is not what this version can show; the message is one line."""


def found(folder: Path, out: Path) -> list[Result]:
    """The results that can be reached: those in ``out``, else those that are kept, by id.

    Samples (``--small``) are not shown.

    Raises:
        ExperimentError: a file is there and cannot be used.
    """
    results: dict[str, Result] = {}
    for place in (folder / KEPT, out / "experiments"):
        for path in sorted(place.glob("*.json")):
            result = load(path)
            if not result["small"]:
                results[result["id"]] = result
    return [results[name] for name in sorted(results, key=_order)]


def _order(name: str) -> tuple[int, str]:
    papers = ("pln", "fl", "sumformer", "layeract", "weierstrass")
    paper = name.partition(".")[0]
    return (papers.index(paper) if paper in papers else len(papers), name)


def load(path: Path) -> Result:
    """Read and check a file."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise ExperimentError(f"{path}: too large")
        raw = json.loads(path.read_text(encoding="utf-8"), parse_constant=_no_constant)
    except OSError as error:
        raise ExperimentError(f"{path}: cannot be read: {error.strerror or error}") from None
    except ExperimentError:
        raise
    except (ValueError, RecursionError) as error:
        raise ExperimentError(f"{path}: not JSON: {plain(str(error))[:80]}") from None
    try:
        return validate(raw)
    except ExperimentError as error:
        raise ExperimentError(f"{path}: {error}") from None


def validate(raw: Any) -> Result:
    """The data, if they have the form that is shown; raises ExperimentError."""
    if not isinstance(raw, dict) or raw.get("schema") != 1:
        raise ExperimentError('needs an object with "schema": 1')
    if not all(isinstance(raw.get(key), str) for key in _TEXTS):
        raise ExperimentError(f"needs texts: {', '.join(_TEXTS)}")
    if not all(isinstance(raw.get(key), list) for key in _LISTS):
        raise ExperimentError(f"needs lists: {', '.join(_LISTS)}")
    if not isinstance(raw.get("protocol"), dict) or not isinstance(raw.get("versions"), dict):
        raise ExperimentError("needs objects: protocol, versions")
    if type(raw.get("small")) is not bool:
        raise ExperimentError('needs "small": true or false')
    for item in raw["sentences"]:
        if not isinstance(item, dict) or not all(isinstance(item.get(k), str) for k in _SENTENCE):
            raise ExperimentError(f"a sentence needs texts: {', '.join(_SENTENCE)}")
        measured = item.get("measured")
        if measured is not None and not (
            isinstance(measured, dict)
            and isinstance(measured.get("means"), str)
            and {"n", "mean", "low", "high", "deviation"} <= set(measured)
        ):
            raise ExperimentError("what was measured needs means, n, mean, low, high, deviation")
    try:
        _ = [draw(picture) + picture["title"] + picture["says"] for picture in raw["pictures"]]
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise ExperimentError(f"a picture cannot be drawn: {plain(str(error))[:80]}") from None
    return raw


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no number")


# What is shown.


def measured(sentence: dict[str, Any]) -> str:
    """``mean accuracy: 0.91 (0.90 to 0.93 over 3 seeds)``, or nothing."""
    of = sentence["measured"]
    if of is None:
        return ""
    if of["mean"] is None:
        return f"{plain(of['means'])}: no finite number"
    if of["n"] == 1:
        return f"{plain(of['means'])}: {of['mean']:.4g}"
    return (
        f"{plain(of['means'])}: {of['mean']:.4g} "
        f"({of['low']:.4g} to {of['high']:.4g} over {of['n']} seeds)"
    )


def protocol(result: Result) -> list[tuple[str, str]]:
    """The settings, and the seeds, as texts."""
    found = [(plain(str(k)), plain(_setting(v))) for k, v in result["protocol"].items()]
    seeds = ", ".join(map(str, result["seeds"])) or "none: nothing is random"
    return [*found, ("seeds", seeds)]


def _setting(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def versions(result: Result) -> str:
    return plain(" · ".join(f"{k} {v}" for k, v in result["versions"].items()))


def counts(results: Sequence[Result]) -> list[tuple[str, int]]:
    """How many sentences ended in each word; "agrees in k of n seeds" is "mixed" here."""
    words = [s["word"] for result in results for s in result["sentences"]]
    short = ["mixed" if w.startswith("agrees in") else w for w in words]
    order = ("agrees", "mixed", "disagrees", "not decided")
    return [(name, short.count(name)) for name in order if name in short]


def terminal(result: Result, width: int = 80) -> str:
    """One result for a terminal."""
    lines = textwrap.wrap(f"{result['id']}  {plain(result['title'])}", width)
    if result["small"]:
        lines.append("  a sample of the smallest sizes: no word on the paper")
    for sentence in result["sentences"]:
        text = f"“{plain(sentence['printed'])}” ({plain(sentence['place'])})"
        lines += textwrap.wrap(text, width, initial_indent="  ", subsequent_indent="  ")
        for line in (f"{sentence['word']}: {plain(sentence['rule'])}", measured(sentence)):
            lines += textwrap.wrap(line, width, initial_indent="    ", subsequent_indent="    ")
    return "\n".join(lines)
