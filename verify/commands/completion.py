"""Completion of ids, and of parameters of claims."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from proofs.index import index

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


class ClaimId(click.ParamType):
    """An id, the name of a paper where ``papers``, a file where ``files``."""

    name = "id"

    def __init__(self, papers: bool = False, files: bool = False) -> None:
        self.papers, self.files = papers, files

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        names = [*(index()["papers"] if self.papers else ()), *index()["claims"]]
        found = [CompletionItem(name) for name in names if name.startswith(incomplete)]
        return found or ([CompletionItem(incomplete, type="file")] if self.files else [])


class Setting(click.ParamType):
    """NAME=VALUE, with the parameters of the claims that stand before it."""

    name = "setting"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        typed = [*(ctx.params.get("ids") or ()), ctx.params.get("claim_id"), *ctx.args]
        rows = [index()["claims"][name] for name in typed if name in index()["claims"]]
        found = {name: says for row in rows for name, says, _ in row["parameters"]}
        return [
            CompletionItem(f"{name}=", help=says)
            for name, says in found.items()
            if f"{name}=".startswith(incomplete)
        ]
