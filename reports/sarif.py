"""SARIF 2.1.0: what a CI server shows beside the lines of a file of statements.

One log with one run of one tool, as OASIS has it ("Static Analysis Results Interchange Format",
version 2.1.0).  A result is something to look at; what is proved, or is as it is expected to be,
has none.  Columns count characters (``columnKind``: Unicode code points), from 1 on.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from reports.files import write_text

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
#: rule -> its level, and what it says of the rule
RULES = {
    "worse": ("error", "A verdict is worse than the locked one, or the statement is another"),
    "refuted": ("error", "A statement is false: exact data, with a certificate, show it"),
    "unreadable": ("error", "A statement cannot be read"),
    "vacuous": ("warning", "A statement is true for a reason that makes it say nothing"),
    "open": ("note", "A statement is neither proved outright nor refuted"),
}


@dataclass(frozen=True)
class Finding:
    """One result: its rule, its words, and where it is (lines and columns from 1 on, 0: none).

    ``claim`` is the id of the claim, or empty.
    """

    rule: str
    says: str
    path: Path
    line: int = 0
    column: int = 0
    end: int = 0
    claim: str = ""


def write_sarif(findings: Sequence[Finding], path: Path, version: str) -> Path:
    """Write the log to ``path``, whole or not at all; raises :class:`OSError` otherwise."""
    return write_text(path, json.dumps(log(findings, version), indent=1) + "\n")


def log(findings: Sequence[Finding], version: str) -> dict[str, Any]:
    """The log as JSON data."""
    driver = {"name": "netproof", "version": version, "rules": [_rule(name) for name in RULES]}
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": driver},
                "columnKind": "unicodeCodePoints",
                "results": [_result(finding) for finding in findings],
            }
        ],
    }


def _rule(name: str) -> dict[str, Any]:
    level, says = RULES[name]
    return {
        "id": name,
        "shortDescription": {"text": says},
        "defaultConfiguration": {"level": level},
    }


def _result(finding: Finding) -> dict[str, Any]:
    place: dict[str, Any] = {"artifactLocation": _artifact(finding.path)}
    if finding.line:
        region = {"startLine": finding.line}
        if finding.column:
            region |= {"startColumn": finding.column, "endColumn": finding.end}
        place["region"] = region
    made: dict[str, Any] = {
        "ruleId": finding.rule,
        "ruleIndex": list(RULES).index(finding.rule),
        "level": RULES[finding.rule][0],
        "message": {"text": finding.says},
        "locations": [{"physicalLocation": place}],
    }
    if finding.claim:
        made["partialFingerprints"] = {"claim/v1": finding.claim}
    return made


def _artifact(path: Path) -> dict[str, str]:
    """The file as a URI: relative to the folder that the command ran in, where it is in there."""
    try:
        inside = path.resolve().relative_to(Path.cwd())
    except ValueError:
        return {"uri": path.resolve().as_uri()}
    return {"uri": quote(inside.as_posix()), "uriBaseId": "%SRCROOT%"}
