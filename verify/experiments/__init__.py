"""The experiments that the papers print, at a size that two cores do in minutes.

Each experiment is a claim of kind ``data`` or ``numeric`` with a stated protocol.  What the paper
says of it are its *sentences*; beside each stands a *rule*, fixed before anything runs, that tells
from the rows of one seed whether they agree with it.  The word is computed from all seeds:

========================  =====================================================================
agrees, disagrees         in every seed
agrees in k of n seeds    otherwise, where every seed tells
not decided               the rows of some seed do not tell
========================  =====================================================================

The level is ``sampled``: an experiment of another size, on other data or with other seeds may end
otherwise, and no verdict of a theorem rests on one.  How the setting differs from the printed one
is a part of the result.  The experiments of a paper are the list ``EXPERIMENTS`` of
``verify/experiments/PAPER.py``; results are kept in ``docs/figures/experiments/``.
"""

from __future__ import annotations

import json
import math
import platform
import re
import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from proofs.index import index
from reports.experiments import KEPT as KEPT

MODULES = ("pln", "fl", "sumformer", "layeract", "weierstrass")
KINDS = ("data", "numeric")
PACKAGES = ("numpy", "scipy", "torch", "scikit-learn")
DIGITS = 6
"""Floats of a row are kept to so many significant digits."""
FRESH = (101, 102, 103, 104, 105)
"""Seeds with which experiments were run again after the stated ones.  Where a word that all stated
seeds had given did not stand, these count as well."""

Value = int | float | str | bool | None
Row = Mapping[str, Value]
Settings = Mapping[str, Any]


@dataclass(frozen=True)
class Sentence:
    """A printed sentence and the rule that tells whether the runs agree with it.

    ``printed`` is quoted (plain text), ``place`` says where (Table 3, Section 5.2).  ``rule`` says
    in words what ``holds`` computes from the rows of one seed: true, false, or ``None`` where they
    do not tell.  ``number``, if given, is the number that the rule looks at, ``means`` what it is,
    with its unit.
    """

    printed: str
    place: str
    rule: str
    holds: Callable[[Sequence[Row]], bool | None]
    number: Callable[[Sequence[Row]], float] | None = None
    means: str = ""

    def __post_init__(self) -> None:
        if (self.number is None) == bool(self.means):
            raise ValueError(f"{self.place}: a number and what it means go together")


@dataclass(frozen=True)
class Experiment:
    """What is run, and the sentences that it is about.

    ``trial(settings, seed)`` returns the rows of one seed: flat mappings of names to numbers and
    short texts.  ``settings`` are those of ``protocol``, with the values of ``small`` in a sample.
    ``differs`` says how this setting differs from the printed one, a line each.  ``seeds`` is empty
    where nothing is random: then there is one trial, with seed 0.  ``pictures`` draws rows as
    :class:`reports.record.Picture`.  ``needs`` are the packages that a trial imports.
    """

    id: str
    kind: str
    title: str
    place: str
    protocol: Settings
    small: Settings
    differs: tuple[str, ...]
    seeds: tuple[int, ...]
    trial: Callable[[Settings, int], Sequence[Row]]
    sentences: tuple[Sentence, ...]
    pictures: Callable[[Sequence[Row]], Sequence[Mapping[str, Any]]] = field(
        default=lambda rows: ()
    )
    needs: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"{self.id}: kind is one of {', '.join(KINDS)}")
        if unknown := set(self.small) - set(self.protocol):
            raise ValueError(f"{self.id}: the protocol has no {', '.join(sorted(unknown))}")

    def missing(self) -> list[str]:
        """The packages that it needs and that are not installed."""
        from importlib.util import find_spec

        return [name for name in self.needs if find_spec(name) is None]

    def settings(self, small: bool = False) -> dict[str, Any]:
        return {**self.protocol, **(self.small if small else {})}

    def run(self, seeds: Sequence[int] = (), small: bool = False) -> dict[str, Any]:
        """The result: JSON data, as :mod:`reports.experiments` shows it.

        ``seeds`` are used in place of the experiment's own, if it has any.
        """
        settings = self.settings(small)
        chosen = tuple(dict.fromkeys(seeds)) if seeds and self.seeds else self.seeds
        rows: list[dict[str, Value]] = []
        for seed in chosen or (0,):
            rows += [{"seed": seed, **_short(row)} for row in self.trial(settings, seed)]
        return {
            "schema": 1,
            "id": self.id,
            "kind": self.kind,
            "level": "sampled",
            "title": self.title,
            "place": self.place,
            "protocol": settings,
            "small": small,
            "differs": list(self.differs),
            "seeds": list(chosen),
            "versions": _versions(),
            "sentences": self.judged(rows),
            "rows": rows,
            "pictures": list(self.pictures(rows)),
        }

    def judged(self, rows: Sequence[Row]) -> list[dict[str, Any]]:
        """What these rows say of each sentence; the rows name their seeds."""
        by_seed: dict[Value, list[Row]] = {}
        for row in rows:
            by_seed.setdefault(row["seed"], []).append(row)
        found = []
        for sentence in self.sentences:
            ends = [sentence.holds(own) for own in by_seed.values()]
            measured = None
            if sentence.number is not None:
                values = [float(sentence.number(own)) for own in by_seed.values()]
                measured = {"means": sentence.means, **_spread(values)}
            found.append(
                {
                    "printed": sentence.printed,
                    "place": sentence.place,
                    "rule": sentence.rule,
                    "word": word(ends),
                    "measured": measured,
                }
            )
        return found


def word(ends: Sequence[bool | None]) -> str:
    """The word for how the trials of all seeds ended.

    >>> word([True, True]), word([True, False]), word([True, None])
    ('agrees', 'agrees in 1 of 2 seeds', 'not decided')
    """
    if not ends or any(end is None for end in ends):
        return "not decided"
    if all(ends):
        return "agrees"
    if not any(ends):
        return "disagrees"
    return f"agrees in {sum(map(bool, ends))} of {len(ends)} seeds"


def experiments() -> dict[str, Experiment]:
    """Every experiment by its id."""
    return dict(_experiments())


@cache
def _experiments() -> tuple[tuple[str, Experiment], ...]:
    found: dict[str, Experiment] = {}
    for module in MODULES:
        for item in import_module(f"verify.experiments.{module}").EXPERIMENTS:
            if item.id in found or item.id.partition(".")[0] != module:
                raise ValueError(f"{item.id}: not an id of its own in {module}")
            found[item.id] = item
    return tuple(found.items())


def only_read() -> dict[str, list[int]]:
    """Of each paper the tables whose numbers claims decide as printed, and no experiment runs.

    A claim on the numbers of a table is called ``PAPER.tableN.WORD``, and its place names all the
    tables that it reads; where ``PAPER.tableN`` is a claim itself, the table has formulas.
    Experiments name their tables in ``place``.
    """
    from proofs.registry import find

    claims = index()["claims"]
    found: dict[str, set[int]] = {paper: set() for paper in MODULES}
    for name in claims:
        if (part := re.match(r"(\w+)\.table\d+(?=\.)", name)) and part[0] not in claims:
            found[part[1]] |= tables_in(find(name).source.place)
    for item in experiments().values():
        found[item.id.partition(".")[0]] -= tables_in(item.place)
    return {paper: sorted(tables) for paper, tables in found.items() if tables}


def tables_in(place: str) -> set[int]:
    """The numbers of the tables that a place names.

    >>> sorted(tables_in("Appendix K, Tables 1, 2, 15 to 17 and 19; Section 4"))
    [1, 2, 15, 16, 17, 19]
    """
    found: set[int] = set()
    for listed in re.findall(r"Tables? ((?:\d+(?:, | to | and )?)+)", place):
        for low, high in re.findall(r"(\d+)(?: to (\d+))?", listed):
            found |= set(range(int(low), int(high or low) + 1))
    return found


def named(names: Iterable[str]) -> list[Experiment]:
    """The experiments of these ids or papers, each once; all if there are no names.

    Raises:
        ValueError: there is none of a name.
    """
    known = experiments()
    chosen: dict[str, Experiment] = {}
    for name in names:
        own = [e for e in known.values() if name in (e.id, e.id.partition(".")[0])]
        if not own:
            raise ValueError(f"there is no experiment {name[:40]!r}: verify experiment --list")
        chosen.update((e.id, e) for e in own)
    return list(chosen.values()) if chosen else list(known.values())


def write(result: Mapping[str, Any], folder: Path) -> list[Path]:
    """``ID.json`` and a plot ``ID.svg`` (``ID.2.svg``, ...) for each picture, in ``folder``."""
    from reports.files import write_text
    from reports.pictures import draw

    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(result, indent=None, ensure_ascii=True, allow_nan=False)
    written = [write_text(folder / f"{result['id']}.json", _lines(text) + "\n")]
    for i, picture in enumerate(result["pictures"]):
        name = f"{result['id']}.svg" if i == 0 else f"{result['id']}.{i + 1}.svg"
        written.append(write_text(folder / name, draw(picture, standalone=True) + "\n"))
    return written


def _lines(text: str) -> str:
    """One line for each row and each member of the object, so that a change can be read."""
    data = json.loads(text)
    parts = []
    for key, value in data.items():
        if key in ("rows", "sentences", "pictures") and value:
            own = ",\n  ".join(json.dumps(item) for item in value)
            parts.append(f" {json.dumps(key)}: [\n  {own}\n ]")
        else:
            parts.append(f" {json.dumps(key)}: {json.dumps(value)}")
    return "{\n" + ",\n".join(parts) + "\n}"


def _short(row: Row) -> dict[str, Value]:
    """The row with floats that are short, and ``None`` for what is no number."""
    found: dict[str, Value] = {}
    for name, value in row.items():
        if isinstance(value, float):
            found[name] = float(f"{value:.{DIGITS}g}") if math.isfinite(value) else None
        elif isinstance(value, (str, bool, int)) or value is None:
            found[name] = value
        else:
            raise TypeError(f"{name}: {type(value).__name__} is no value of a row")
    return found


def _spread(values: Sequence[float]) -> dict[str, float | int | None]:
    """Mean, least, largest and standard deviation (n - 1) over the seeds."""
    if not all(map(math.isfinite, values)):
        return {"n": len(values), "mean": None, "low": None, "high": None, "deviation": None}
    deviation = statistics.stdev(values) if len(values) > 1 else 0.0
    found = {
        "mean": statistics.fmean(values),
        "low": min(values),
        "high": max(values),
        "deviation": deviation,
    }
    return {"n": len(values), **{k: float(f"{v:.{DIGITS}g}") for k, v in found.items()}}


def _versions() -> dict[str, str]:
    found = {"python": platform.python_version(), "machine": platform.machine()}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found
