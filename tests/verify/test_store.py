"""What is recalled, and what is not: the store, the record of the folder, attacks on both."""

from __future__ import annotations

import ast
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from concurrent.futures import Executor, Future
from contextlib import nullcontext, suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from commandkit import Run

from proofs import kept
from proofs.registry import MODULES, home_of
from reports.record import dump, listed_files, load, load_claims, sealed
from tests.sampling import by_turns, seed, share, some_of, whole
from verify import folder, runner, runs, sources
from verify.engines import InProcess
from verify.store import FORMAT, MAX_TOTAL, Item, Store, default

ROOT = Path(__file__).resolve().parents[2]
CLAIM, OTHER = "pln.affine", "layeract.table15.gelu"  # decided soon
KEY, SECOND = "1" * 64, "2" * 64


@pytest.fixture
def store(tmp_path: Path) -> Store:
    (tmp_path / "store").mkdir(mode=0o700)
    return Store(tmp_path / "store")


@pytest.fixture
def decided(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The ids of the claims that are decided, in their order, companions left out."""
    asked: list[str] = []
    whole = runs._job

    def counted(one: Any, *rest: Any) -> Any:
        asked.append(one if isinstance(one, str) else one.id)
        return whole(one, *rest)

    monkeypatch.setattr(runs, "_job", counted)
    return asked


def ran(store: Store | None, *ids: str, fresh: bool = False, **settings: str) -> list[Any]:
    return [family for _, family in runs.families(list(ids), settings, "inline", store, fresh)]


def test_what_lasts_longest_is_decided_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a pool; what comes of them has the places in which they were asked for."""
    asked: list[str] = []

    class Pool(Executor):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            asked.append(args[0])
            return InProcess().submit(fn, *args, **kwargs)

    monkeypatch.setattr(runs, "engine", lambda *_: nullcontext(Pool()))
    sizes = sources.sizes()
    ids = sorted((CLAIM, OTHER), key=lambda name: sizes[name])
    found = dict(runs.families(ids, None, "local", None, aside=False))
    assert asked == ids[::-1]
    assert [found[place].entries[0]["id"] for place in (0, 1)] == ids


# --- items ---------------------------------------------------------------------------------------


def test_an_item_comes_back_as_it_was_put(store: Store) -> None:
    content, files = {"a": [1, 0.1, "ä", None]}, {"certificates/x.json": b'{"x":1}\n'}
    store.put(KEY, content, files)
    item = store.get(KEY)
    assert item is not None
    assert (item.content, item.files()) == (content, files)
    assert store.get(SECOND) is None
    assert [path.name for path in store.folder.iterdir()] == [f"{KEY}.item"]


@pytest.mark.parametrize("place", [0, 40, 100, 180, -1])
def test_an_item_that_was_edited_is_none(store: Store, place: int) -> None:
    store.put(KEY, [{"id": "a", "verdict": "open"}] * 9, {"f": b"g"})
    path = store.path(KEY)
    data = bytearray(path.read_bytes())
    data[place] ^= 1
    path.write_bytes(data)
    assert store.get(KEY) is None
    assert not path.exists()


def test_items_cut_short_renamed_or_of_another_format_are_none(store: Store) -> None:
    store.put(KEY, "content")
    data = store.path(KEY).read_bytes()
    for size in range(0, len(data), 7):
        store.path(KEY).write_bytes(data[:size])
        assert store.get(KEY) is None
    store.path(SECOND).write_bytes(data)
    assert store.get(SECOND) is None, "the key is a part of what is digested"
    store.path(KEY).write_bytes(data.replace(FORMAT.encode(), b"netproof-store/0"))
    assert store.get(KEY) is None
    store.path(KEY).write_bytes(data)
    assert store.get(KEY) == Item("content"), "the neighbour: untouched it counts"


def test_an_item_whose_key_is_edited_in_its_head_is_none(store: Store) -> None:
    store.put(KEY, "content")
    head, _, body = store.path(KEY).read_bytes().partition(b"\n")
    store.path(SECOND).write_bytes(head.replace(KEY.encode(), SECOND.encode()) + b"\n" + body)
    assert store.get(SECOND) is None


def test_a_store_that_others_can_write_to_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "s"
    monkeypatch.setenv("NETPROOF_STORE", str(place))
    assert default() is not None
    place.chmod(0o777)
    assert default() is None
    monkeypatch.setenv("NETPROOF_STORE", "")
    assert default() is None
    monkeypatch.delenv("NETPROOF_STORE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    found = default()
    if sys.platform.startswith("linux"):
        assert found is not None
        assert found.folder == tmp_path / "cache" / "netproof"


def test_what_was_not_used_for_longest_goes(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(4):
        store.put(str(number) * 64, number)
        os.utime(store.path(str(number) * 64), (number, number))
    left = store.folder / ".item.0123.tmp"
    left.write_text("")
    os.utime(left, (0, 0))
    store.prune()
    assert not left.exists()
    assert len(list(store.folder.iterdir())) == 4, f"below {MAX_TOTAL}"
    size = store.path(KEY).stat().st_size
    monkeypatch.setattr("verify.store.MAX_TOTAL", 2 * size)
    store.prune()
    assert [store.get(str(n) * 64) is None for n in range(4)] == [True, True, False, False]


# --- what stands behind a verdict ----------------------------------------------------------------


@cache
def imported(path: Path) -> frozenset[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.module is not None
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return frozenset(found)


def every_file() -> list[Path]:
    return [path for name in sources.PACKAGES for path in (ROOT / name).rglob("*.py")]


def test_every_import_is_found_by_reading() -> None:
    """Python's own parser sees no import that the reader of import statements does not."""
    for path in share(every_file(), 6):
        found = sources._read(path)[1]
        assert imported(path) <= found, path


def asked_of_verify(path: Path) -> list[str]:
    """What is imported from ``verify`` itself: its modules, or names that it imports when asked."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    froms = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    plain = [node for node in ast.walk(tree) if isinstance(node, ast.Import)]
    found = [name.name for node in froms if node.module == "verify" for name in node.names]
    return found + ["*"] * any(name.name == "verify" for node in plain for name in node.names)


def test_nothing_else_brings_code_in() -> None:
    """Modules that import by computed names, and what for; none is behind a claim but the names."""
    known = {
        "proofs/registry.py",  # the module of a claim, which is a part of the basis
        "proofs/read_tables.py",  # compares transcriptions
        "proofs/rewrite.py",  # drafts of proofs, which no verdict uses
        "proofs/slips.py",  # slips, which no verdict uses
        "verify/__init__.py",  # the public API
        "verify/commands/group.py",  # a command, when it is asked for
        "verify/experiments/__init__.py",  # printed experiments, which no verdict uses
        "verify/models.py",  # the public API for models, which no claim uses
        "verify/measured.py",  # sweeps, which no verdict uses
        "verify/own_claims.py",  # the file of a user, in a process of its own
    }
    words = ("import_module", "__import__", "spec_from_file", "run_path", "run_module")
    found = {
        path.relative_to(ROOT).as_posix()
        for path in every_file()
        if any(word in path.read_text(encoding="utf-8") for word in words)
    }
    assert found == known
    behind = {name for claim in share(list(MODULES), 6) for name in sources.modules(claim)}
    assert not behind & {
        "proofs.registry",
        "proofs.read_tables",
        "proofs.rewrite",
        "verify.commands.group",
        "verify.own_claims",
        "verify.measured",
        "verify.models",
    }
    paths = [path for name in behind - {"verify"} if (path := sources.path_of(name)) is not None]
    asked = [f"verify.{name}" for path in paths for name in asked_of_verify(path)]
    assert [name for name in asked if sources.path_of(name) is None] == [], "modules, not names"
    assert set(asked) <= behind


def test_every_package_behind_a_claim_has_its_version_in_the_basis() -> None:
    ours = {*sources.PACKAGES, *sys.stdlib_module_names}
    behind = {name for claim in MODULES for name in sources.modules(claim)}
    paths = {path for name in behind if (path := sources.path_of(name)) is not None}
    used = {name.partition(".")[0] for path in paths for name in imported(path)} - ours
    assert used <= set(sources.DISTRIBUTIONS)
    assert {"flint", "numpy"} <= used, "the neighbour: there are some"
    assert {"python", "python-flint", "z3-solver"} <= set(sources.versions())


@some_of(1)
@pytest.mark.parametrize("claim_id", ["pln.thm3", "sumformer.thm4_4", "weierstrass.newton"])
def test_what_a_claim_imports_is_behind_it(claim_id: str) -> None:
    """In a process of its own, all modules of ours that finding and deciding it has imported."""
    code = (
        "import sys; from verify import runner, sources; from proofs.registry import find; "
        f"claim = find({claim_id!r}); runner.chosen_instances(claim, {{}}); "
        f"foreseen = set(sources.modules({claim_id!r})) | {{*sources.NAMES, 'verify.sources'}}; "
        "print(sorted(sources.loaded() - foreseen), len(sources.loaded()))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    strays, _, count = done.stdout.strip().rpartition(" ")
    assert strays == "[]"
    assert int(count) > 20


def test_claims_that_are_asked_for_by_name_are_behind_the_one_that_asks() -> None:
    """Table 1 of the paper reads the bounds of its other claims."""
    behind = sources.modules("pln.table1")
    theirs = {at.partition(":")[0] for name, at in MODULES.items() if name.startswith("pln.")}
    assert theirs <= set(behind)
    assert "proofs.pln.thm3.claim" not in sources.modules("pln.lemma2"), "it asks no neighbour"


def test_the_kernel_and_the_decision_are_behind_every_claim() -> None:
    trusted = {"proofs.decide", "proofs.verdicts", "proofs.refute", "proofs.vacuity"}
    trusted |= {f"proofs.kernel.{p.stem}" for p in (ROOT / "proofs/kernel").glob("[a-z]*.py")}
    for claim_id in MODULES:
        assert trusted <= set(sources.modules(claim_id))
        assert MODULES[claim_id].partition(":")[0] in sources.modules(claim_id)


def test_evidence_is_kept_under_the_names_of_papers_behind_the_claim() -> None:
    assert set(kept.papers()) <= sources._papers()
    assert "pln" in sources.papers("pln.table1")
    assert sources.papers("mine.claim") == []


@some_of(1)
@pytest.mark.parametrize(
    "change",
    ["kernel", "claim", "certificate", "new", "controls", "python", "other claim", "other paper"],
)
def test_a_change_of_anything_behind_a_claim_changes_its_digest(
    change: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    before = sources.inputs(CLAIM)
    copied = tmp_path / "tree"
    for name in sources.PACKAGES:
        shutil.copytree(ROOT / name, copied / name, ignore=shutil.ignore_patterns("out", "*.pyc"))
    monkeypatch.setattr(sources, "ROOT", copied)
    monkeypatch.setattr(kept, "FOLDER", copied / "proofs/kept")
    forget()
    assert sources.inputs(CLAIM) == before, "the same files elsewhere"
    forget()
    if change in ("kernel", "claim"):
        module = "proofs.kernel.logic" if change == "kernel" else MODULES[CLAIM]
        path = sources.path_of(module)
        assert path is not None
        path.write_text(path.read_text() + "\n# a comment\n")
    elif change == "python":
        monkeypatch.setattr(sys, "version", "3.99")
    elif change == "new":
        kept.put(kept.CERTIFICATES, {f"{CLAIM}.new": ("a statement", b"{}")})
    else:
        other = {"other claim": "pln.thm3.", "other paper": "weierstrass."}
        kind = kept.CONTROLS if change == "controls" else kept.CERTIFICATES
        beginning = other.get(change, f"{CLAIM}.")
        name = next(name for name in kept.names(kind) if name.startswith(beginning))
        kept.put(kind, {name: ("a statement", b"{}")})
    after = sources.inputs(CLAIM)
    monkeypatch.undo()
    forget()
    assert (after == before) is change.startswith("other")


def test_what_is_kept_for_a_claim_is_foreseen() -> None:
    """What it may ask for by name: its own, and one that the module of its instances quotes."""
    names = {name for kind in kept.KINDS for name in kept.names(kind)}
    for claim_id in share(list(MODULES), 6):
        assert all(map(sources.foreseen(claim_id), (n for n in names if home(n) == claim_id)))
    steps = "pln.lemma4.repaired.steps"
    assert sources.foreseen("pln.lemma4")(steps)
    assert not sources.foreseen("layeract.eq4")(steps)


def home(name: str) -> str:
    return home_of(name.rpartition(".")[0])


def test_what_asks_for_a_name_that_was_not_foreseen_is_not_stored(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = runner.run_claim

    def asking(*given: Any) -> Any:
        assert kept.found(kept.CERTIFICATES, "weierstrass.newton.statement")
        return whole(*given)

    monkeypatch.setattr(runner, "run_claim", asking)
    assert not ran(store, CLAIM)[0].recalled
    assert not ran(store, CLAIM)[0].recalled
    monkeypatch.undo()
    assert not ran(store, CLAIM)[0].recalled
    assert ran(store, CLAIM)[0].recalled, "the neighbour: it asks for its own"


def forget() -> None:
    """Drop what has been read of files in this process."""
    for cached in (
        sources.path_of, sources._read, sources.closure, sources.versions, sources.basis,
        sources.inputs, sources.foreseen, sources._papers,
    ):  # fmt: skip
        cached.cache_clear()


# --- runs ----------------------------------------------------------------------------------------


def test_what_did_not_change_is_not_decided_again(store: Store, decided: list[str]) -> None:
    (first,) = ran(store, CLAIM)
    assert decided == [CLAIM]
    (second,) = ran(store, CLAIM)
    assert decided == [CLAIM], "recalled"
    assert (first.recalled, second.recalled) == (False, True)
    assert json.loads(json.dumps(second.entries)) == json.loads(json.dumps(first.entries))
    assert second.files() == first.files()
    (other,) = ran(store, CLAIM, fresh=True)
    assert decided == [CLAIM, CLAIM], "--fresh decides again"
    assert other.differs == ""
    assert ran(None, CLAIM)[0].entries[0]["verdict"] == first.entries[0]["verdict"]
    assert decided == [CLAIM] * 3, "without a store nothing is recalled"


def test_a_changed_digest_is_decided_again(
    store: Store, decided: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ran(store, OTHER)
    whole = sources.inputs
    monkeypatch.setattr(sources, "inputs", lambda claim_id: f"{whole(claim_id)}, a new kernel")
    ran(store, OTHER)
    assert decided == [OTHER, OTHER]


def test_instances_are_kept_by_their_settings(store: Store, decided: list[str]) -> None:
    settings = {"f": "x", "eps": "1/4"}
    (first,) = ran(store, "pln.lemma2", **settings)
    (other,) = ran(store, "pln.lemma2", **{**settings, "eps": "1/9"})
    (again,) = ran(store, "pln.lemma2", **settings)
    assert decided == ["pln.lemma2"] * 2
    assert again.entries[0]["instances"] == first.entries[0]["instances"]
    assert other.entries[0]["instances"][0]["bound"] == "1/9"
    assert again.files() == first.files()


def test_a_setting_that_names_a_file_is_not_kept(tmp_path: Path) -> None:
    (tmp_path / "net.json").write_text("{}")
    assert runs._names_a_file({"network": str(tmp_path / "net.json")})
    assert not runs._names_a_file({"f": "abs(x-1/3)", "eps": "1/4"})
    assert not runs._names_a_file({"f": "x\0"})


def test_nothing_is_kept_where_a_file_was_changed_during_the_run(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources, "STARTED", 0.0)
    ran(store, OTHER)
    assert list(store.folder.iterdir()) == []


def test_fresh_says_what_the_store_had_otherwise(store: Store, decided: list[str]) -> None:
    """Whoever computes the digests anew can forge an item: --fresh notices, and puts it right."""
    ran(store, OTHER)
    key = runs._key(OTHER, "statement")
    item = store.get(key)
    assert item is not None
    forged = [{**entry, "verdict": "open"} for entry in item.content]
    store.put(key, forged, item.files())
    assert ran(store, OTHER)[0].entries[0]["verdict"] == "open", "as docs/decisions/0021 says"
    (fresh,) = ran(store, OTHER, fresh=True)
    verdict = fresh.entries[0]["verdict"]
    assert verdict == "refuted"
    assert fresh.differs == f"{OTHER} is refuted, and the store had it as open"
    assert ran(store, OTHER)[0].entries[0]["verdict"] == verdict


def test_tables_are_recalled_for_the_same_verdicts_only(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[dict[str, str]] = []

    def tables(claim: Any, verdicts: dict[str, str]) -> list[Any]:
        made.append(verdicts)
        return [{"title": str(len(made)), "head": [], "rows": []}]

    monkeypatch.setattr(runner, "tables", tables)

    def family(verdict: str) -> list[Any]:
        entry = {"id": "pln.table1", "of": "pln.table1", "inputs": "i", "verdict": "proved"}
        other = {"id": "pln.thm1", "of": "pln.thm1", "verdict": verdict, "asks": []}
        return [runs.Family([{**entry, "asks": ["pln.thm1"]}, other], dict)]

    assert runs.with_tables(family("proved"), store)[0]["tables"][0]["title"] == "1"
    assert runs.with_tables(family("proved"), store)[0]["tables"][0]["title"] == "1"
    assert runs.with_tables(family("open"), store)[0]["tables"][0]["title"] == "2"
    assert made == [{"pln.thm1": "proved"}, {"pln.thm1": "open"}]


# --- the record of a folder ----------------------------------------------------------------------


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder after runs of two claims, one after the other."""
    out = tmp_path_factory.mktemp("two") / "o"
    out.mkdir()
    for name in (OTHER, CLAIM):
        add(out, name)
    return out


@pytest.fixture
def both(two: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(two, tmp_path / "o"))


def add(out: Path, *ids: str, **settings: str) -> folder.Merged:
    done = ran(None, *ids, **settings)
    record = runs.record_of(runs.with_tables(done), "verify run")
    return folder.add(out, record, [(family.entries, family.files) for family in done])


def ids(out: Path) -> list[str]:
    return [claim["id"] for claim in load(out / "run.json")["claims"]]


def test_a_single_run_is_added_to_the_record(both: Path) -> None:
    names = ids(both)
    assert names.index(CLAIM) < names.index(OTHER), "in the order of the list"
    before = {claim["id"]: claim for claim in load(both / "run.json")["claims"]}
    assert add(both, CLAIM) == folder.Merged(len(names))
    assert ids(both) == names
    after = {claim["id"]: claim for claim in load(both / "run.json")["claims"]}
    assert after[OTHER] == before[OTHER]
    for file in listed_files(after.values()):
        assert (both / file).is_file()


def test_a_record_of_other_code_is_left_behind(both: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record: Any = load(both / "run.json")
    for claim in record["claims"]:
        if claim["of"] == OTHER:
            claim["inputs"] = "0" * 64
    dump(sealed(record), both / "run.json")
    gone = listed_files(c for c in record["claims"] if c["of"] == OTHER)
    merged = add(both, CLAIM)
    assert "decided by other code" in merged.left[0]
    assert OTHER not in ids(both)
    assert gone
    assert not [name for name in gone if (both / name).exists()]


def test_a_claim_that_was_edited_is_noticed_everywhere(verify: Run, both: Path) -> None:
    text = (both / "run.json").read_text()
    assert text.count('"verdict": "refuted"') > 0
    (both / "run.json").write_text(text.replace('"verdict": "refuted"', '"verdict": "proved"'))
    for words in (("report",), ("lock",)):
        done = verify(*words, "--out", both)
        assert (done.status, done.out) == (2, "")
        assert "it is not as it was written; run it again" in done.err
    shown = verify("show", OTHER, "--out", both)
    assert "refuted" in shown.out, "decided anew"
    assert "is not as it was written, and is left aside" in shown.err
    merged = add(both, CLAIM)
    assert any("was not as it had been written" in left for left in merged.left)
    assert OTHER not in ids(both)


def test_show_and_errata_read_the_record_of_this_code_alone(
    verify: Run, both: Path, decided: list[str]
) -> None:
    words = ("show", OTHER, "--json", "--out", both)
    kept = verify(*words).json
    assert decided == [], "read"
    whole: Any = load(both / "run.json")
    for claim in whole["claims"]:
        claim["inputs"] = "0" * 64  # of other code
    dump(sealed(whole), both / "run.json")
    before = (both / "run.json").read_bytes()
    again = verify(*words).json
    assert decided == [OTHER], "decided anew"
    assert again["claims"][0]["inputs"] == kept["claims"][0]["inputs"]
    assert (both / "run.json").read_bytes() == before, "the folder stays as it is"


def test_the_store_serves_show_too(verify: Run, store: Store, decided: list[str]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NETPROOF_STORE", str(store.folder))
        first = verify("show", OTHER)
        second = verify("show", OTHER)
    assert decided == [OTHER]
    assert (second.status, second.out) == (0, first.out)


def test_errata_come_from_the_store_of_the_same_record_alone(
    verify: Run, both: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until the record changes, its claims, what prints them, the folder or the form."""
    from proofs import registry
    from verify import errata, sources
    from verify.commands import errata as command

    made: list[int] = []
    real = errata.rendered

    def rendered(*given: Any) -> bytes:
        made.append(1)
        return real(*given)

    monkeypatch.setattr(errata, "rendered", rendered)
    monkeypatch.setattr(command, "_touched", lambda: False)
    monkeypatch.setattr(registry, "ids", lambda: [CLAIM, OTHER])
    monkeypatch.setenv("NETPROOF_STORE", str(store.folder))
    first = verify("errata", "--out", both)
    assert verify("errata", "--out", both).out == first.out
    assert (first.status, len(made)) == (0, 1)
    verify("errata", "--out", both, "--format", "md")
    verify("errata", "--out", both, "--paper", CLAIM.partition(".")[0])
    assert len(made) == 3
    with monkeypatch.context() as patched:
        patched.setattr(sources, "inputs", lambda name: "0" * 64)
        assert command._key(both, (), "text", str) not in (None, command._key(both, (), "md", str))
        others = command._key(both, (), "text", str)
    assert others != command._key(both, (), "text", str)
    text = (both / "run.json").read_text()
    (both / "run.json").write_text(text.replace('"verdict": "refuted"', '"verdict": "proved"'))
    for _ in range(2):
        edited = verify("errata", "--out", both)
        assert "is not as it was written, and is left aside" in edited.err
    assert len(made) == 5, "what was edited is decided, and kept by nobody"
    (both / "run.json").write_text(text)
    assert verify("errata", "--out", both).out == first.out
    assert len(made) == 5


def test_run_fresh_does_not_read_the_store(
    verify: Run, store: Store, decided: list[str], tmp_path: Path
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NETPROOF_STORE", str(store.folder))
        for count, words in enumerate(((), ("--fresh",), ("--fresh",)), 1):
            assert verify("run", OTHER, "--out", tmp_path / "o", *words).status == 0
            assert len(decided) == count
        assert verify("run", OTHER, "--out", tmp_path / "p").status == 0
    assert len(decided) == 3, "recalled into another folder"
    record = load(tmp_path / "p" / "run.json")
    for name, sha in listed_files(record["claims"]).items():
        assert folder._digest(tmp_path / "p" / name) == sha


def test_a_claim_without_its_seal_is_noticed(both: Path) -> None:
    record = json.loads((both / "run.json").read_text())
    for claim in record["claims"]:
        claim["seal"] = ""
    (both / "run.json").write_text(json.dumps(record))
    _, edited = load_claims(both / "run.json")
    assert edited == [claim["id"] for claim in record["claims"]]


def test_a_record_written_otherwise_is_read_all_the_same(both: Path) -> None:
    whole = load(both / "run.json")
    part, _ = load_claims(both / "run.json", OTHER)
    assert {claim["of"] for claim in part["claims"]} == {OTHER}
    (both / "run.json").write_text(json.dumps(whole, indent=1))
    assert load(both / "run.json") == whole
    assert load_claims(both / "run.json", OTHER)[0] == part
    assert load_claims(both / "run.json")[0] == whole


@pytest.mark.parametrize("junk", ["", "[]", '{"schema": 2}', '{"schema": 1, "claims": []}', "\x00"])
def test_a_record_that_is_none_is_replaced_and_said(tmp_path: Path, junk: str) -> None:
    (tmp_path / "run.json").write_text(junk)
    merged = add(tmp_path, OTHER)
    assert "the record that was there cannot be used" in merged.left[0]
    assert OTHER in ids(tmp_path)


def test_a_record_sealed_by_somebody_else_breaks_nothing(both: Path) -> None:
    record = json.loads((both / "run.json").read_text())
    record["claims"] = [{"id": CLAIM, "of": CLAIM, "inputs": "x", "evidence": 3}]
    (both / "run.json").write_text(json.dumps(sealed(record)))
    assert "cannot be used" in add(both, OTHER).left[0]


def test_only_files_that_a_record_listed_are_removed(both: Path) -> None:
    mine = both / "certificates" / "mine.json"
    mine.write_text("{}")
    (both / folder.PENDING).write_text(json.dumps(["certificates/killed.json", "../up.json"]))
    (both.parent / "up.json").write_text("")
    (both / "certificates" / "killed.json").write_text("")
    (both / ".run.json.0123.tmp").write_text("")
    add(both, OTHER)
    assert mine.exists()
    assert (both.parent / "up.json").exists()
    assert not (both / "certificates" / "killed.json").exists()
    assert not list(both.rglob(".*"))


def test_a_companion_alone_takes_its_own_place(both: Path) -> None:
    names = ids(both)
    companion = next(name for name in names if name != OTHER and home_of(name) == OTHER)
    add(both, companion)
    assert ids(both) == names


# --- processes -----------------------------------------------------------------------------------


def process(out: Path, store: Store, *words: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "verify.cli", "run", *words, "--out", str(out)],
        cwd=ROOT,
        env={**os.environ, "NETPROOF_STORE": str(store.folder)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def sound(out: Path) -> None:
    """The record, if there is one, is whole, with its certificates."""
    if (out / "run.json").exists():
        record = load(out / "run.json")
        for name, sha in listed_files(record["claims"]).items():
            assert folder._digest(out / name) == sha


def test_runs_that_are_killed_at_any_moment_leave_what_is_sound(
    store: Store, tmp_path: Path
) -> None:
    out, chance = tmp_path / "o", random.Random(seed())
    for _ in range(6 if whole() else 2):
        running = process(out, store, CLAIM, OTHER)
        time.sleep(chance.uniform(0.1, 4))
        with suppress(ProcessLookupError):  # it was quicker
            os.killpg(running.pid, signal.SIGKILL)
        running.communicate()
        sound(out)
        for path in store.folder.glob("*.item"):
            assert store.get(path.stem) is not None, "items appear whole"
    running = process(out, store, CLAIM, OTHER)
    running.communicate(timeout=120)
    assert running.returncode == 0
    sound(out)
    assert {CLAIM, OTHER} <= set(ids(out))
    assert not list(out.rglob(".*"))


@by_turns(2)
def test_two_runs_at_once_both_reach_the_record(store: Store, tmp_path: Path) -> None:
    out = tmp_path / "o"
    both = [process(out, store, name) for name in (CLAIM, OTHER, CLAIM)]
    for running in both:
        _, err = running.communicate(timeout=120)
        assert (running.returncode, err) == (0, b"")
    sound(out)
    assert {CLAIM, OTHER} <= set(ids(out))
    assert not list(out.rglob(".*"))
