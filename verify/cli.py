"""The command ``verify``.

Exit status of ``run``: 0 computed, whatever the papers' claims turn out to be; 1 the best version
fails for the user's instance, or a locked verdict got worse; 2 a usage or input error; 3 a bug.
``check``: 0 all accepted, 1 any not, 2 no such file.

The commands are in :mod:`verify.commands`.  Importing click takes longer than starting
Python: ``verify list`` is answered without it where nothing has to be explained
(``docs/decisions/0050-start.md``).
"""

from __future__ import annotations

import errno
import os
import sys

from verify.plain_text import fitted


def main() -> None:
    """The entry point: a bug in netproof is exit status 3 and one line."""
    sys.stdout, sys.stderr = fitted(sys.stdout), fitted(sys.stderr)
    try:
        text = None if "_VERIFY_COMPLETE" in os.environ else listed(sys.argv[1:])
        if text is None:
            from verify.commands.group import answer

            sys.exit(answer())
        sys.stdout.write(text)
        sys.stdout.flush()
    except KeyboardInterrupt:
        sys.stderr.write("\n")
        sys.exit(130)
    except BrokenPipeError:  # who reads has had enough
        _nowhere()
        sys.exit(1)
    except Exception as error:
        if os.environ.get("NETPROOF_DEBUG"):
            raise
        from verify.printable import one_line

        if isinstance(error, OSError) and error.filename is None and error.errno == errno.ENOSPC:
            sys.stderr.write("verify: cannot write the output: no space left on device\n")
            _nowhere()
            sys.exit(2)
        name = type(error).__name__
        sys.stderr.write(
            f"verify: a bug in netproof: {one_line(f'{name}: {error}')} "
            "(NETPROOF_DEBUG=1 shows where)\n"
        )
        sys.exit(3)


def _nowhere() -> None:
    """What is still buffered cannot be written either, and would change the exit status."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def listed(words: list[str]) -> str | None:
    """What ``verify list`` prints, asked for in words that need no explanation; else None.

    None too where something is to be said that is not the list, or a pager shows it.
    """
    if words[:1] != ["list"]:
        return None
    from pathlib import Path

    from verify import finding

    names: list[str] = []
    verdicts: set[str] = set()
    flags: set[str] = set()
    values = {"--search": "", "--out": finding.OUT}
    rest = iter(words[1:])
    for word in rest:
        name, equals, value = word.partition("=")
        if name in values:
            value = value if equals else next(rest, "")
            if not value or value.startswith("-"):
                return None
            values[name] = value
        elif word[:2] == "--" and word[2:] in finding.VERDICTS:
            verdicts.add(word[2:])
        elif word in ("--json", "--no-pager"):
            flags.add(word)
        elif finding.is_known(word):
            names.append(word)
        else:
            return None
    out = Path(values["--out"])
    if out.exists() and not out.is_dir():
        return None
    rows = finding.rows(finding.known_verdicts(out / "run.json"))
    rows = finding.chosen(rows, tuple(names), verdicts, values["--search"])
    if "--json" in flags:
        return finding.as_json(rows)
    text = "".join(f"{line}\n" for line in finding.lines(rows, finding.terminal_width()))
    shown_here = "--no-pager" in flags or not finding.paged(text)
    return text if rows and shown_here else None


if __name__ == "__main__":
    main()
