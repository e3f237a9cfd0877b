"""Pictures of a claim reach the record and its page."""

from __future__ import annotations

from pathlib import Path

from reports import html
from reports.record import validate
from tests.sampling import by_turns
from verify.runs import run


@by_turns(3)
def test_a_claims_pictures_are_in_the_record_and_on_its_page(tmp_path: Path) -> None:
    made = run(["weierstrass.closed_form", "weierstrass.newton"], None, tmp_path, "verify run")
    record = validate(made)
    entries = {entry["id"]: entry for entry in record["claims"]}
    assert "pictures" not in entries["weierstrass.newton"]
    shown = entries["weierstrass.closed_form"]["pictures"]
    assert [item["curves"] is not None for item in shown] == [False, False]
    pages = html.render_pages(record)
    assert pages["weierstrass.closed_form.html"].count("data:image/png;base64,") == 2
    assert 'type="range"' in pages["weierstrass.closed_form.html"]
    assert "<figure data-slides>" not in pages["weierstrass.newton.html"]
