"""The four floors, what may be imported where, and what no module may contain."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
import tokenize
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest

from tests import kept_files

ROOT = Path(__file__).resolve().parent.parent
FLOORS = {
    "constructions": {"constructions"},
    "proofs": {"proofs", "constructions"},
    "reports": {"reports"},
    "verify": {"verify", "reports", "proofs", "constructions"},
}
HEAVY = {
    "cvc5", "distributed", "flint", "jinja2", "matplotlib", "mpmath", "numpy", "onnx",
    "safetensors", "scipy", "sympy", "torch", "typst", "z3",
}  # fmt: skip
#: imported lazily themselves, so they may import their package at their own top
ADAPTERS = (
    "constructions/interop/",
    "constructions/functions/spans.py",
    "proofs/supnorm/float_balls.py",
    "proofs/supnorm/line_tables.py",
    "proofs/supnorm/tables.py",
    "proofs/supnorm/taylor_tables.py",
)
#: what finds certificates
FINDERS = ("proofs.positivity", "proofs.trees", "proofs.supnorm", "proofs.search")
#: the papers' folders: they share what is in proofs/library, and never import each other
PAPERS = {path.parent.name for path in (ROOT / "proofs").glob("*/objects.py")}
#: folders of proofs/ that know of no paper, the lower ones first
ROOMS = (
    "kernel", "kept", "positivity", "trees", "prose", "supnorm", "search", "language", "library",
)  # fmt: skip
AT_THE_TOP = {"verify": {"click", "rich"}, "reports": {"click", "rich"}}
DECISION_LINES = 390  # docs/decisions/0018-the-decision.md, 0107-parts-inside.md
KERNEL_LINES = 1_000  # docs/decisions/0008-kernel-size.md
EVALUATORS = {"eval", "exec", "compile", "sympify", "parse_expr", "lambdify", "srepr", "__import__"}


def modules() -> list[Path]:
    return sorted(
        p for floor in FLOORS for p in (ROOT / floor).rglob("*.py") if "out" not in p.parts
    )


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


@dataclass
class Facts:
    """What one module imports, calls and asserts."""

    imports: list[tuple[str, bool]] = field(default_factory=list)  # and whether at its top
    names: set[str] = field(default_factory=set)  # that it imports
    calls: list[tuple[str, str, int]] = field(default_factory=list)  # bare or dotted, the line
    asserts: list[int] = field(default_factory=list)


LEAVES = {ast.Constant, ast.Name, ast.Load, ast.Store, ast.Del}  # nothing is below these


@cache
def facts(path: Path) -> Facts:
    """What is found in one walk through the module; functions and typing are not its top."""
    found = Facts()

    def walk(node: ast.AST, top: bool) -> None:
        if isinstance(node, ast.Import):
            found.imports += [(alias.name, top) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            found.imports.append((node.module or "", top))
        elif isinstance(node, ast.Call):
            bare = node.func.id if isinstance(node.func, ast.Name) else ""
            dotted = node.func.attr if isinstance(node.func, ast.Attribute) else ""
            found.calls.append((bare, dotted, node.lineno))
        elif isinstance(node, ast.Assert):
            found.asserts.append(node.lineno)
        if isinstance(node, ast.Import | ast.ImportFrom):
            found.names |= {alias.name.split(".")[-1] for alias in node.names}
            return
        inner = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        typing_only = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        top = top and not inner and not typing_only
        for name in node._fields:
            value = getattr(node, name, None)
            for child in value if type(value) is list else (value,):
                if isinstance(child, ast.AST) and type(child) not in LEAVES:
                    walk(child, top)

    walk(tree_of(path), True)
    return found


def imports(path: Path) -> list[tuple[str, bool]]:
    return facts(path).imports


def adapter(path: Path) -> bool:
    return name_of(path).startswith(ADAPTERS) and path.name != "__init__.py"


def package(module: str) -> str:
    return module.split(".")[0]


def test_the_floors_are_found() -> None:
    assert len(modules()) > 50
    assert {name_of(p).split("/")[0] for p in modules()} == set(FLOORS)


def test_imports_go_down() -> None:
    for path in modules():
        floor = name_of(path).split("/")[0]
        ours = {package(name) for name, _ in imports(path)} & set(FLOORS)
        assert ours <= FLOORS[floor], f"{name_of(path)}: {floor} may import {FLOORS[floor]}"


def test_papers_import_the_library_and_never_each_other() -> None:
    assert len(PAPERS) == 5
    for path in sorted((ROOT / "proofs").glob("*/**/*.py")):
        room = path.relative_to(ROOT / "proofs").parts[0]
        if room in PAPERS or room in ROOMS:
            used = {name.split(".")[1] for name, _ in imports(path) if "proofs." in name}
            assert not used & PAPERS - {room}, name_of(path)


def test_rooms_import_those_below_them() -> None:
    """Also in functions; a room is a folder of proofs/."""
    found = {path.parent.name for path in (ROOT / "proofs").glob("*/*.py")}
    assert found == {*ROOMS, *PAPERS}
    for path in sorted((ROOT / "proofs").glob("*/**/*.py")):
        room = path.relative_to(ROOT / "proofs").parts[0]
        below = ROOMS if room in PAPERS else ROOMS[: ROOMS.index(room)]
        used = {name.split(".")[1] for name, _ in imports(path) if name.startswith("proofs.")}
        assert used & {*ROOMS, *PAPERS} <= {room, *below}, name_of(path)


def circles(edges: dict[str, set[str]]) -> list[str]:
    """The nodes that reach themselves."""

    def reached(start: str) -> set[str]:
        seen: set[str] = set()
        todo = [*edges[start]]
        while todo:
            if (name := todo.pop()) not in seen:
                seen.add(name)
                todo += edges.get(name, ())
        return seen

    return sorted(name for name in edges if name in reached(name))


def test_no_modules_of_proofs_import_each_other() -> None:
    """At their tops; a name that a package hands on is no import of the package's other modules."""
    files = {name_of(p)[:-3].replace("/", "."): p for p in (ROOT / "proofs").rglob("*.py")}
    files = {name.removesuffix(".__init__"): path for name, path in files.items()}
    edges: dict[str, set[str]] = {}
    for name, path in files.items():
        edges[name] = set()
        for node in tree_of(path).body:
            if isinstance(node, ast.ImportFrom) and node.module in files:
                inner = {f"{node.module}.{alias.name}" for alias in node.names}
                modules_of = inner & set(files)
                edges[name] |= modules_of or {node.module}
    assert sum(map(len, edges.values())) > 1000
    assert circles(edges) == []
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ["b", "c"]


def test_heavy_packages_are_imported_where_they_are_used() -> None:
    for path in modules():
        if not adapter(path):
            floor = name_of(path).split("/")[0]
            top = {package(name) for name, at_top in imports(path) if at_top}
            others = top - set(sys.stdlib_module_names) - set(FLOORS)
            assert others <= AT_THE_TOP.get(floor, set()), name_of(path)
            assert not top & HEAVY, name_of(path)


def test_adapters_are_imported_lazily() -> None:
    adapters = {name_of(p)[:-3].replace("/", ".") for p in modules() if adapter(p)}
    for path in modules():
        if not adapter(path):
            top = {name for name, at_top in imports(path) if at_top}
            assert not top & adapters, name_of(path)


def kernel() -> list[Path]:
    return sorted((ROOT / "proofs" / "kernel").glob("*.py"))


def trusted() -> list[Path]:
    """The kernel, and the decision above it."""
    return [*kernel(), ROOT / "proofs" / "decide.py"]


@pytest.mark.parametrize("path", trusted(), ids=name_of)
def test_the_kernel_imports_the_standard_library_and_itself(path: Path) -> None:
    for name, _ in imports(path):
        ours = name.startswith("proofs.kernel")
        assert ours or package(name) in sys.stdlib_module_names, name


@pytest.mark.parametrize("path", trusted(), ids=name_of)
def test_the_kernel_has_no_floats_and_no_asserts(path: Path) -> None:
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Constant):
            assert not isinstance(node.value, float | complex), node.lineno
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in {"float", "complex"}, node.lineno
        assert not isinstance(node, ast.Assert)


def code_lines(path: Path) -> int:
    """Lines that hold code: not blank, not a comment, not part of a docstring."""
    tree = tree_of(path)
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, documented) and ast.get_docstring(node) is not None:
            first = node.body[0]
            docstrings |= set(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    layout = {
        tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT,
        tokenize.ENDMARKER, tokenize.ENCODING,
    }  # fmt: skip
    with path.open("rb") as stream:
        tokens = [t for t in tokenize.tokenize(stream.readline) if t.type not in layout]
    lines = {n for t in tokens for n in range(t.start[0], t.end[0] + 1)}
    return len(lines - docstrings)


def test_code_lines_counts_code(tmp_path: Path) -> None:
    sample = tmp_path / "sample.py"
    sample.write_text('"""Two\nlines."""\n\n# why\nx = """a\nb"""  # two lines\n\ny = 1\n')
    assert code_lines(sample) == 3


def test_the_decision_is_small() -> None:
    assert code_lines(ROOT / "proofs" / "decide.py") <= DECISION_LINES


def test_the_kernel_is_small() -> None:
    sizes = {path.name: code_lines(path) for path in kernel()}
    assert sum(sizes.values()) <= KERNEL_LINES, sizes


def test_no_text_is_ever_executed() -> None:
    for path in modules():
        for bare, dotted, line in facts(path).calls:
            place = f"{name_of(path)}, line {line}"
            assert bare not in EVALUATORS, place
            # re.compile is not compile; exec_module runs the user's own claim file
            assert dotted not in EVALUATORS - {"compile"}, place
            assert dotted != "exec_module" or name_of(path) == "verify/own_claims.py", place
        readers = {"sympify", "parse_expr", "lambdify", "pickle", "marshal"}
        assert not facts(path).names & readers, name_of(path)


def test_checks_that_matter_are_no_asserts() -> None:
    """``python -O`` removes asserts, so nothing that is shipped relies on one."""
    assert not {f"{name_of(p)}:{line}" for p in modules() for line in facts(p).asserts}


def loaded_by(*words: str, allowed: tuple[int, ...] = (0,)) -> set[str]:
    """The top-level packages in ``sys.modules`` after a command of ``verify`` has run."""
    program = (
        "import atexit, json, sys\n"
        "atexit.register(lambda: print(json.dumps(sorted(sys.modules)), file=sys.stderr))\n"
        f"sys.argv = {['verify', *words]!r}\n"
        "from verify.cli import main\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert done.returncode in allowed, done.stderr
    return set(json.loads(done.stderr.splitlines()[-1]))


def heavy(names: set[str]) -> set[str]:
    return {package(name) for name in names} & HEAVY


def test_list_imports_nothing_heavy(tmp_path: Path) -> None:
    names = loaded_by("list", "--out", str(tmp_path))
    assert not heavy(names)
    assert not {name for name in names if name.startswith(("proofs.kernel", *FINDERS))}


def test_help_and_names_to_complete_import_no_command() -> None:
    for words in ((), ("--help",), ("--version",)):
        ours = {name for name in loaded_by(*words) if package(name) in FLOORS}
        assert ours == {
            "verify", "verify.cli", "verify.commands", "verify.commands.errors",
            "verify.commands.group",
            "verify.plain_text", "verify.printable",
        }  # fmt: skip


def test_list_imports_no_other_command(tmp_path: Path) -> None:
    words = ("list", "--search", "no such words", "--out", str(tmp_path))
    ours = {name for name in loaded_by(*words, allowed=(1,)) if package(name) in FLOORS}
    commands = {path.stem for path in (ROOT / "verify" / "commands").glob("*.py")}
    helpers = {"common", "completion", "errors", "group", "paging", "__init__"}
    assert helpers | {"claims"} < commands
    beside = {f"verify.commands.{name}" for name in commands - helpers - {"claims", "list_claims"}}
    assert "verify.commands.list_claims" in ours
    assert not ours & beside
    assert not {name for name in ours if name.startswith("reports")}


@pytest.mark.parametrize(
    "words",
    [(), ("pln",), ("pln.thm1", "--proved", "--not-run"), ("--search", "width", "--json")],
)
def test_a_list_by_names_and_verdicts_imports_no_click(words: tuple[str, ...]) -> None:
    program = (
        "import sys\n"
        f"sys.argv = {['verify', 'list', *words]!r}\n"
        "from verify.cli import main\n"
        "main()\n"
        "print(*sorted(sys.modules), file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    names = set(done.stderr.split())
    assert done.stdout, "the list itself is printed"
    assert "verify.finding" in names
    assert not names & {"click", "verify.commands"}


def test_check_imports_the_kernel_and_nothing_heavy() -> None:
    certificate = kept_files.file("pln.lemma2.control.eps")
    names = loaded_by("check", str(certificate))
    assert "proofs.kernel.check" in names
    assert not heavy(names)
    ours = {n for n in names if package(n) in FLOORS}
    assert not {n for n in ours if n.startswith(("constructions", "reports", *FINDERS))}


def test_show_of_a_written_record_imports_no_sympy(tmp_path: Path) -> None:
    names = loaded_by("show", "pln.affine", "--out", str(tmp_path))
    assert not heavy(names) & {"sympy", "torch", "z3", "cvc5", "matplotlib"}


def test_the_kernel_needs_nothing_of_the_rest(tmp_path: Path) -> None:
    """The kernel alone, copied elsewhere and run without site packages, accepts."""
    folder = tmp_path / "proofs" / "kernel"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").touch()
    for path in kernel():
        (folder / path.name).write_bytes(path.read_bytes())
    certificate = kept_files.file("pln.lemma2.control.eps")
    program = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from proofs.kernel import check\n"
        "print(check(open(sys.argv[2], 'rb').read()).outcome)\n"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program, str(tmp_path), str(certificate)],
        cwd=tmp_path, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert done.stdout == "accept\n", done.stderr
