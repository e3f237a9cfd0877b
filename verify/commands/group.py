"""The group of all commands; one is imported when it is asked for, and none for the help."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

import click

from verify.commands.errors import Failed, InputError
from verify.printable import one_line

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

#: name -> the summary in the help: the first sentence of what the command says of itself
COMMANDS = {
    "attack": "Look for exact data against what is proved.",
    "check": "Check certificates with the kernel alone.",
    "construct": "Write the network that a theorem promises.",
    "decide": "Decide a statement of your own.",
    "errata": "List what does not hold as printed: statements, proofs, slips.",
    "experiment": "Run the experiments that the papers print.",
    "glossary": "Show what the names in statements stand for.",
    "lemmas": "List the lemmas that a written proof may cite.",
    "list": "List the claims by paper, with the verdicts of the last run.",
    "lock": "Keep the verdicts of the last run, to hold later ones to.",
    "new": "Write a file of statements to begin with.",
    "report": "Render the record; HTML unless told otherwise.",
    "run": "Decide claims, certify instances, and add them to the record.",
    "show": "Show one claim: its printed proof, reading and evidence.",
    "supnorm": "Enclose the supremum of |P - F| over [A, B].",
    "sweep": "Build networks over a grid; enclose and measure their errors.",
}
#: modules, and the functions in them, that are not called as their command, for ``list`` is taken
ELSEWHERE = {"list": "list_claims"}


class Commands(click.Group):
    """The commands of ``COMMANDS``; a suggestion where there is none of a name."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        if cmd_name not in self.commands:
            place = ELSEWHERE.get(cmd_name, cmd_name)
            found = getattr(import_module(f"verify.commands.{place}"), place)
            self.add_command(found, cmd_name)
        return self.commands[cmd_name]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(sorted(COMMANDS.items()))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        named = sorted(item for item in COMMANDS.items() if item[0].startswith(incomplete))
        found = [CompletionItem(name, help=summary) for name, summary in named]
        return [*found, *click.Command.shell_complete(self, ctx, incomplete)]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0] if args else ""
        if name and not name.startswith("-") and name not in COMMANDS:
            from verify.finding import did_you_mean

            ctx.fail(f"No such command {name[:60]!r}{did_you_mean(name, COMMANDS)}")
        return super().resolve_command(ctx, args)


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80},
)
@click.version_option(package_name="netproof", prog_name="verify")
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Decide by machine whether a theorem about neural networks is true as printed.

    Builds the network that the theorem promises, proves its error, and leaves a certificate
    that can be checked again without any of this.

    \b
    Completion of commands, ids and parameters, in bash (or zsh, fish):
      eval "$(_VERIFY_COMPLETE=bash_source verify)"
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def answer() -> int:
    """Do what the command line asks; the exit status."""
    try:
        cli.main(prog_name="verify", standalone_mode=False)
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.Abort:
        return 130
    except (InputError, Failed) as error:
        error.show()
        return error.exit_code
    except click.ClickException as error:
        click.echo(f"verify: {one_line(error.format_message())}", err=True)
        return 2
    return 0
