"""`smarttable token add | list | revoke`: who may log in at this table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

if TYPE_CHECKING:
    from controller.config import Config

token = typer.Typer(help="Tokens: who may log in at this table, and as what.", no_args_is_help=True)

ConfigOption = Annotated[Path, typer.Option("--config", help="The table.toml of this table.", show_default=False)]


@token.command("add")
def add(
    role: Annotated[str, typer.Argument(help="dealer, floor, broadcast or admin.", show_default=False)],
    config_file: ConfigOption,
    name: Annotated[str, typer.Option(help="Whose it is: it stands in the journal, and revokes it. The role by default.")] = "",
    days: Annotated[
        int | None, typer.Option(min=1, max=3_650, help="How long it is good; for ever by default.", show_default=False)
    ] = None,
) -> None:
    """Make a token and show it, this once: only its hash is kept."""
    from controller.tokens import ROLES, TokenError, add_token  # noqa: PLC0415 -- a command pays for what it uses

    known = next((one for one in ROLES if one == role), None)
    if known is None:
        _fail(f"there is no role {role[:32]!r}; roles are {', '.join(ROLES)}")
    file = _config(config_file).web.token_file
    try:
        shown, made = add_token(file, known, name, days)
    except TokenError as error:
        _fail(str(error))
    typer.echo(shown)
    until = f"until {made.expires_utc}" if made.expires_utc else "until it is revoked"
    typer.echo(f"{made.name} is {made.role} with it {until}. It is not shown again: keep it, or revoke it and make another.", err=True)


@token.command("list")
def show(config_file: ConfigOption) -> None:
    """Say which tokens there are. None is shown."""
    from controller.feed.desk import wall_utc_ms  # noqa: PLC0415 -- as above
    from controller.tokens import TokenError, load_tokens  # noqa: PLC0415 -- as above

    try:
        tokens = load_tokens(_config(config_file).web.token_file)
    except TokenError as error:
        _fail(str(error))
    if not tokens:
        typer.echo("no tokens yet: smarttable token add dealer --config FILE")
    for one in tokens:
        until = (
            ""
            if one.expires_utc is None
            else f", expired {one.expires_utc}"
            if one.expired(wall_utc_ms())
            else f", until {one.expires_utc}"
        )
        typer.echo(f"{one.name:<32} {one.role:<10} made {one.made_utc}{until}")


@token.command("revoke")
def revoke(
    name: Annotated[str, typer.Argument(help="The name that `token list` shows.", show_default=False)],
    config_file: ConfigOption,
) -> None:
    """Take a token back: whoever is logged in with it is out at once."""
    from controller.tokens import TokenError, revoke_token  # noqa: PLC0415 -- as above

    try:
        gone = revoke_token(_config(config_file).web.token_file, name)
    except TokenError as error:
        _fail(str(error))
    typer.echo(f"{gone.name} ({gone.role}) is revoked")


def _config(file: Path) -> Config:
    from controller import config  # noqa: PLC0415 -- as above

    try:
        return config.load(file)
    except config.ConfigError as error:
        _fail(*error.messages)


def _fail(*messages: str) -> NoReturn:
    """Say what is wrong on stderr and exit with 1."""
    for message in messages:
        typer.echo(message, err=True)
    raise typer.Exit(1)
