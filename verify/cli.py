"""The command ``verify``.

Exit status of ``run``: 0 computed, whatever the papers' claims turn out to be; 1 the best version
fails for the user's instance, or a locked verdict got worse; 2 a usage or input error; 3 a bug.
``check``: 0 all accepted, 1 any not, 2 no such file.

The commands are in :mod:`verify.commands`.  Importing click takes longer than starting
Python: ``verify list`` with names and verdicts alone is answered without it
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
    """What ``verify list`` prints, asked for with names and verdicts alone; else None.

    None too where something is to be said that is not the list, or a pager shows it.
    """
    if words[:1] != ["list"]:
        return None
    from pathlib import Path

    from verify import finding

    names = tuple(word for word in words[1:] if finding.is_known(word))
    verdicts = {word[2:] for word in words[1:] if word[:2] == "--" and word[2:] in finding.VERDICTS}
    if len(names) + sum(word[2:] in verdicts for word in words[1:]) != len(words) - 1:
        return None
    rows = finding.rows(finding.known_verdicts(Path(finding.OUT) / "run.json"))
    rows = finding.chosen(rows, names, verdicts, "")
    text = "".join(f"{line}\n" for line in finding.lines(rows, finding.terminal_width()))
    return text if rows and not finding.paged(text) else None


if __name__ == "__main__":
    main()
