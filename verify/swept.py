"""What all sweeps share: rows that hold or say why not, and the files that they are kept in."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any


class Swept:
    """What the results of all sweeps share: rows that hold, or say why not."""

    rows: tuple[Any, ...]

    @property
    def ok(self) -> bool:
        return all(row.ok for row in self.rows)

    @property
    def first_failure(self) -> Any:
        return next((row for row in self.rows if not row.ok), None)

    def record(self, columns: Sequence[str], **how: Any) -> dict[str, Any]:
        """The rows as JSON data, after ``how`` they were computed."""
        failure = self.first_failure
        return {
            "schema": 2,
            **how,
            "columns": list(columns),
            "rows": [row.as_dict() for row in self.rows],
            "ok": self.ok,
            "first_failure": failure and {**failure.as_dict(), "why": failure.failure},
        }


def csv_text(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A table as CSV; ``None`` is an empty entry."""
    import csv
    import io

    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow(["" if v is None else v for v in row])
    return out.getvalue()


def write_record(record: Mapping[str, Any], out: Path) -> Path:
    """The JSON file of a sweep, where the report looks for it."""
    from reports.files import write_text

    folder = out / "sweep"
    folder.mkdir(parents=True, exist_ok=True)
    return write_text(folder / f"{record['id']}.json", json.dumps(record, indent=None) + "\n")


def sweepable(claim: Mapping[str, Any]) -> dict[str, Any]:
    """The sweep that there is for a claim of a record, or why there is none."""
    from proofs.pln.sweeps import FAMILIES
    from proofs.registry import MODULES
    from verify import measured, transformers, widths
    from verify.promises import no_sweep

    name = claim["id"]
    swept = {*FAMILIES, *transformers.CLAIMS, *measured.studies(), widths.CLAIM}
    if name in swept:
        return {"made": True, "says": f"verify sweep {name}"}
    beside = sorted(n for n in swept if n.startswith(f"{name}.") and n not in MODULES)
    if beside:
        return {"made": False, "says": f"the sweep is that of {', '.join(beside)}"}
    return {"made": False, "says": no_sweep(claim)}


def of_title(claim_id: str) -> str:
    """The theorem whose companion a claim is, or the claim itself."""
    from proofs.registry import MODULES

    parts = claim_id.split(".")
    names = (".".join(parts[:n]) for n in range(len(parts), 0, -1))
    return next((name for name in names if name in MODULES), claim_id)


def attach(record: dict[str, Any], out: Path) -> None:
    """Put the sweeps that lie beside a record into it, and which there are."""
    measured_in: dict[str, dict[str, None]] = {}
    for claim in record["claims"]:
        if "constructor" in claim:
            claim["sweepable"] = sweepable(claim)
        path = out / "sweep" / f"{claim['id']}.json"
        if path.is_file():
            data = json.loads(path.read_text())
            rows = [[row[name] for name in data["columns"]] for row in data["rows"]]
            for row in data["rows"]:  # the bound that is proved, and the one that is printed
                for other in (row.get("by"), row.get("of")):
                    measured_in.setdefault(other or claim["id"], {})[claim["id"]] = None
            told = [data["engine"], data["device"]]
            told += [f"{data['points']} points"] if data["points"] else []
            told += [f"seed {data['seed']}"] if "seed" in data else []
            claim["sweep"] = {
                "columns": data["columns"],
                "rows": rows,
                "engine": ", ".join(part for part in told if part),
                "level": data["level"],
            }
        if claim["sweep"] and "constructor" not in claim:  # a companion
            measured_in.setdefault(of_title(claim["id"]), {})[claim["id"]] = None
    for claim in record["claims"]:
        claim["measured_in"] = [n for n in measured_in.get(claim["id"], {}) if n != claim["id"]]
