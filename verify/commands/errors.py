"""How a command ends that cannot do what was asked, or has to say no."""

from __future__ import annotations

from typing import Any

import click

from verify.printable import one_line


class InputError(click.ClickException):
    """A usage or input error: one clear line, exit status 2."""

    exit_code = 2

    def show(self, file: Any = None) -> None:
        click.echo(f"verify: {one_line(self.message)}", err=True)


class Failed(click.ClickException):
    """The answer is no: one clear line, exit status 1."""

    exit_code = 1

    def show(self, file: Any = None) -> None:
        click.echo(f"verify: {one_line(self.message)}", err=True)


class Stopped(Failed):
    """Interrupted, with something to say of what is done: exit status 130."""

    exit_code = 130
