"""`smarttable …`: thin commands. Each imports what it needs when it runs, so `--help` is quick."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from controller import __version__

app = typer.Typer(
    name="smarttable",
    help="A smart poker table: reads the cards on the felt and tells the hand.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,  # its tracebacks can show locals, and locals hold cards
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"smarttable {__version__}")
        raise typer.Exit


@app.callback()
def smarttable(
    _show_version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")] = False,
) -> None:
    """A smart poker table: reads the cards on the felt and tells the hand."""


@app.command("check-config")
def check_config(
    file: Annotated[Path, typer.Argument(help="The table.toml to check.", show_default=False)],
    explain: Annotated[bool, typer.Option("--explain", help="Show each effective value and where it comes from.")] = False,
) -> None:
    """Check a table.toml; exit 0 when it can be used, 1 when not."""
    from controller import config

    try:
        checked = config.check(file)
    except config.ConfigError as error:
        for message in error.messages:
            typer.echo(message, err=True)
        raise typer.Exit(1) from None
    for warning in checked.warnings:
        typer.echo(f"{warning} (warning)", err=True)
    if explain:
        width = max(len(row.key) for row in checked.rows)
        value_width = max(len(row.value) for row in checked.rows)
        for row in checked.rows:
            typer.echo(f"{row.key:<{width}}  {row.value:<{value_width}}  {row.origin}")
    typer.echo(f"{file}: ok")


if __name__ == "__main__":
    app()
