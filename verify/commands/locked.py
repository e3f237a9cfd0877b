"""Verdicts that are kept, and what is worse than them."""

from __future__ import annotations

import json
from typing import Any

from verify.commands.common import LOCK
from verify.commands.errors import InputError

STRENGTH = ("open", "supported", "certified", "conditional", "proved")


def locked_verdicts() -> dict[str, tuple[str, frozenset[str]]]:
    """The locked verdicts and what each is given, by id."""
    if not LOCK.is_file():
        raise InputError(f"there is no {LOCK}; write it with `verify lock`")
    try:
        claims = json.loads(LOCK.read_text())["claims"]
        return {
            str(name): (str(kept["verdict"]), frozenset(map(str, kept.get("given", []))))
            for name, kept in claims.items()
        }
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise InputError(f"{LOCK} is not a lock file; write it with `verify lock`") from None


def locked_instances() -> dict[str, dict[str, str]]:
    """The locked verdicts of instances, by claim; a lock of an earlier version has none."""
    claims = json.loads(LOCK.read_text())["claims"]
    try:
        return {
            str(name): {str(key): str(value) for key, value in kept.get("instances", {}).items()}
            for name, kept in claims.items()
        }
    except AttributeError:
        raise InputError(f"{LOCK} is not a lock file; write it with `verify lock`") from None


def worse_than(
    locked: dict[str, tuple[str, frozenset[str]]], record: dict[str, Any], everything: bool
) -> list[str]:
    """Claims whose verdict is not the locked one or a stronger one, or rests on something new.

    Of a run of everything, those that are missing too.
    """
    now = {c["id"]: (c["verdict"], frozenset(c.get("given", []))) for c in record["claims"]}
    worse = []
    for name, (old, rested) in locked.items():
        if name not in now and not everything:
            continue
        new, rests = now.get(name, ("gone", frozenset()))
        ranked = old in STRENGTH and new in STRENGTH
        if new != old and not (ranked and STRENGTH.index(new) > STRENGTH.index(old)):
            worse.append(f"{name} was {old} and is {new}")
        elif new == old and rests - rested:
            worse.append(f"{name} rests on more: {'; '.join(sorted(rests - rested))}")
    return worse
