"""JUnit XML for a CI's test view: one test case for each claim and for each instance.

Without ``expected`` the cases show the state of the claims as printed: proved and certified
pass, refuted, vacuous and ill-formed fail, supported and open are skipped.  With
``expected`` (locked verdicts by claim id) a claim passes exactly if its verdict is what is
locked, or stronger along proved, conditional, certified, supported, open; a theorem that is known
to be false then passes as long as it stays refuted.  ``instances`` are locked verdicts of
instances, by claim id and :func:`instance_key`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree as xml

from reports import formulas, tables
from reports.files import write_bytes
from reports.record import Claim, Instance, Record

Instances = Mapping[str, Mapping[str, str]]
_PASS = ("proved", "certified")
_FAIL = ("refuted", "vacuous", "ill-formed")
_STRENGTH = ("open", "supported", "certified", "conditional", "proved")
#: What XML 1.0 cannot hold, not even as a reference.
_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def write_junit(
    record: Record,
    path: str | Path,
    expected: Mapping[str, str] | None = None,
    instances: Instances | None = None,
) -> Path:
    """Write the XML to ``path``, whole or not at all; raises :class:`OSError` otherwise."""
    return write_bytes(Path(path), render_junit(record, expected, instances))


def instance_key(item: Instance) -> str:
    """An instance as a lock names it: whose construction, of which inputs."""
    return f"{item['version']}: {tables.inputs(item['inputs'])}"


def render_junit(
    record: Record,
    expected: Mapping[str, str] | None = None,
    instances: Instances | None = None,
) -> bytes:
    """The XML document."""
    rendered = formulas.render(formulas.markup(record))
    root = xml.Element("testsuites", name="netproof")
    for paper, claims in tables.papers(record):
        suite = xml.SubElement(root, "testsuite", name=_clean(paper))
        for claim in claims:
            _claim_case(suite, claim, rendered, expected)
            for number, instance in enumerate(claim["instances"], start=1):
                locked = (instances or {}).get(claim["id"], {}).get(instance_key(instance))
                _instance_case(suite, claim, number, instance, expected, locked)
        _count(suite)
    _count(root)
    xml.indent(root)
    return bytes(xml.tostring(root, encoding="utf-8", xml_declaration=True)) + b"\n"


def _claim_case(
    suite: xml.Element,
    claim: Claim,
    rendered: Mapping[str, formulas.Rendered],
    expected: Mapping[str, str] | None,
) -> None:
    seconds = sum(item["seconds"] for item in claim["evidence"])
    case = xml.SubElement(
        suite, "testcase", classname=claim["id"], name="claim", time=f"{seconds:.3f}"
    )
    detail, refutation = claim["printed_proof_detail"], claim["refutation"]
    says = [
        f"statement: {tables.word(claim)} ({tables.level_scope(claim)})",
        *(f"given: {rendered[item].text}" for item in tables.given(claim)),
        f"printed proof: {claim['printed_proof']}",
    ]
    if refutation:
        says.append(rendered[refutation["says"]].text)
    if detail:
        says.append(f"{detail['step']}: {rendered[detail['why']].text}")
    says += [f"what holds instead: {r['id']}, {tables.word(r)}" for r in claim["repaired"]]
    locked = None if expected is None else expected.get(claim["id"])
    _outcome(case, claim["verdict"], says, locked)


def _instance_case(
    suite: xml.Element,
    claim: Claim,
    number: int,
    item: Instance,
    expected: Mapping[str, str] | None,
    locked: str | None,
) -> None:
    name = _clean(f"instance {number} ({item['version']}): {tables.inputs(item['inputs'])}")
    case = xml.SubElement(suite, "testcase", classname=claim["id"], name=name, time="0")
    says = [
        f"bound: {tables.number(item['bound'])}",
        f"error: {tables.sup_error(item['sup_error'])}",
    ]
    # A claim locked as refuted is expected to have instances that show it.
    known = expected is not None and expected.get(claim["id"]) in _FAIL
    known = known and item["version"] == "printed" and item["verdict"] == "refuted"
    _outcome(case, item["verdict"], says, locked or ("refuted" if known else None))


def _outcome(case: xml.Element, verdict: str, says: list[str], locked: str | None) -> None:
    text = _clean("\n".join(says))
    if locked is not None:
        if not _no_worse(verdict, locked):
            _add(case, "failure", f"was {locked}, is {verdict}", text, verdict)
    elif verdict in _FAIL:
        _add(case, "failure", f"{verdict} as printed", text, verdict)
    elif verdict not in _PASS:
        _add(case, "skipped", verdict, text)
    xml.SubElement(case, "system-out").text = text


def _no_worse(verdict: str, locked: str) -> bool:
    if verdict in _STRENGTH and locked in _STRENGTH:
        return _STRENGTH.index(verdict) >= _STRENGTH.index(locked)
    return verdict == locked


def _add(case: xml.Element, tag: str, message: str, text: str, kind: str = "") -> None:
    element = xml.SubElement(case, tag, message=_clean(message))
    if kind:
        element.set("type", kind)
        element.text = text


def _count(element: xml.Element) -> None:
    cases = list(element.iter("testcase"))
    element.set("tests", str(len(cases)))
    element.set("failures", str(sum(case.find("failure") is not None for case in cases)))
    element.set("errors", "0")
    element.set("skipped", str(sum(case.find("skipped") is not None for case in cases)))
    element.set("time", f"{sum(float(case.get('time', '0')) for case in cases):.3f}")


def _clean(text: str) -> str:
    return _ILLEGAL.sub("\ufffd", text)
