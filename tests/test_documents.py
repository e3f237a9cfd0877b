"""Links resolve, named tests exist, and Python in the documents runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)")
CITED = re.compile(r"`(test_\w+\.py)::(test_\w+)`")
PYTHON = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)
PATHS = re.compile(r"`((?:verify|reports|proofs|constructions|docs|tests)/[\w./-]*)`")


def each(document: Path) -> str:
    return str(document.relative_to(ROOT))


def test_there_are_documents() -> None:
    names = {each(document) for document in DOCUMENTS}
    assert {"README.md", "TRUST.md", "CHANGELOG.md", "docs/writing-a-claim.md"} <= names


@pytest.mark.parametrize("document", DOCUMENTS, ids=each)
def test_links_and_paths_resolve(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    missing = [link for link in LINK.findall(text) if not (document.parent / link).exists()]
    paths = [p for p in PATHS.findall(text) if not p.startswith("reports/out/")]  # runs write there
    missing += [path for path in paths if not (ROOT / path).exists()]
    assert missing == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=each)
def test_cited_tests_exist(document: Path) -> None:
    for file, name in CITED.findall(document.read_text(encoding="utf-8")):
        (found,) = (ROOT / "tests").rglob(file)
        assert f"def {name}(" in found.read_text(encoding="utf-8")


def test_trust_cites_tests() -> None:
    assert len(CITED.findall((ROOT / "TRUST.md").read_text(encoding="utf-8"))) > 10


def test_decisions_are_numbered_once() -> None:
    numbers = [path.name[:4] for path in (ROOT / "docs/decisions").glob("*.md")]
    assert len(numbers) == len(set(numbers))
    assert all(re.fullmatch(r"\d{4}", number) for number in numbers)


def test_the_python_on_networks_runs(capsys: pytest.CaptureFixture[str]) -> None:
    network, module, models = PYTHON.findall(
        (ROOT / "docs/networks.md").read_text(encoding="utf-8")
    )
    names: dict[str, object] = {}
    exec(compile(network, "docs/networks.md", "exec"), names)
    assert "groups of LN-4" in capsys.readouterr().out
    pytest.importorskip("torch")
    exec(compile(module, "docs/networks.md", "exec"), names)
    value, bound = (float(word) for word in capsys.readouterr().out.split(" up to "))
    assert abs(value - (1 / 3 - 1 / 4)) < 1 / 20
    assert 0 < bound < 1e-6
    torch = pytest.importorskip("torch")
    torch.manual_seed(0)
    exec(compile(models, "docs/networks.md", "exec"), names)
    said, _, apart = capsys.readouterr().out.partition("at most ")
    assert "plain form; put off: 2\n'5' (LayerNorm) stays" in said
    assert 0 < float(apart.removesuffix(" apart there\n")) < 0.1


def test_the_python_of_the_readme_runs() -> None:
    torch = pytest.importorskip("torch")
    torch.manual_seed(0)
    (models,) = PYTHON.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    nn = torch.nn
    layers = (
        nn.Linear(8, 16),
        nn.ReLU(),
        nn.LayerNorm(16, bias=False),
        nn.Linear(16, 3, bias=False),
    )
    x = torch.randn(2, 8)[:1]
    names = {"model": nn.Sequential(*layers, nn.ReLU(), nn.LayerNorm(3)), "x": x}
    exec(compile(models, "README.md", "exec"), names)
    exact, apart = names["exact"], names["apart"]
    difference = exact.module(x) - names["model"](x)  # type: ignore[attr-defined, operator]
    assert float(difference.detach().abs().max()) < 1e-5
    assert float(apart) > 0  # type: ignore[arg-type]


def test_the_python_on_statements_runs(capsys: pytest.CaptureFixture[str]) -> None:
    *_, notebook = PYTHON.findall((ROOT / "docs/decide.md").read_text(encoding="utf-8"))
    exec(compile(notebook, "docs/decide.md", "exec"), {})
    assert capsys.readouterr().out.endswith("1/(4N) = 1/8 False\n")


@pytest.mark.parametrize("name", ["README.md", "TRUST.md"])
def test_what_is_shown_as_spoiled_is_rejected(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert "\nreject  altered.json  " in text
    assert "accept  altered.json" not in text


def test_the_limits_are_those_of_the_code() -> None:
    from proofs.pln import instances

    text = (ROOT / "docs/limits.md").read_text(encoding="utf-8")
    for limit in ("MAX_CERTIFIED_UNITS", "MAX_KERNEL_UNITS"):
        assert f"{getattr(instances, limit):,}" in text
