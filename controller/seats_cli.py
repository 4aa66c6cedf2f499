"""`smarttable seats …`: players of a running table, from a CSV file and to the screen."""

from __future__ import annotations

import csv
import sys
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from controller.contract_cli import broker_address

seats = typer.Typer(help="Players of a running table: who sits where.", no_args_is_help=True)

UrlOption = Annotated[str, typer.Option("--url", help="The table's page.")]
BrokerOption = Annotated[str, typer.Option("--broker", metavar="HOST:PORT", help="Its broker instead, one without sign-in.")]
TableOption = Annotated[str, typer.Option("--table", help="With --broker: the table's id; without it, the only one there.")]
TokenOption = Annotated[Path | None, typer.Option("--token-file", help="With --url off this machine: a file with a floor token.")]
CaOption = Annotated[Path | None, typer.Option("--ca-file", help="With https: the authority that signed the page's certificate.")]

_PAGE = "http://127.0.0.1:8080"


@seats.command("import")
def import_seats(
    file: Annotated[Path, typer.Argument(help="CSV with the columns seat,name,short_name,country,picture,stack.", show_default=False)],
    url: UrlOption = _PAGE,
    broker: BrokerOption = "",
    table: TableOption = "",
    token_file: TokenOption = None,
    ca_file: CaOption = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be done.")] = False,
) -> None:
    """Seat players from a CSV file. All lines are checked first: when one is wrong, nothing is done. Repeated, nothing is done twice."""
    from controller import clock
    from controller.seats_commands import bring_in, link_to
    from controller.seats_csv import CsvError, read_rows
    from controller.seats_link import LinkError

    address = broker_address(broker) if broker else None

    async def work() -> bool:
        async with link_to(url, address, table, token_file, ca_file) as link:
            return await bring_in(link, file, typer.echo, dry_run=dry_run)

    try:
        read_rows(file)  # a mistake in the file is told without a table
        done = clock.run(work)
    except (CsvError, LinkError) as error:
        _fail(str(error))
    raise typer.Exit(0 if done else 1)


@seats.command("list")
def list_seats(
    url: UrlOption = _PAGE,
    broker: BrokerOption = "",
    table: TableOption = "",
    token_file: TokenOption = None,
    ca_file: CaOption = None,
    as_csv: Annotated[bool, typer.Option("--csv", help="As a file that `seats import` reads.")] = False,
) -> None:
    """Say who sits where with what."""
    from controller import clock
    from controller.seats_commands import link_to
    from controller.seats_link import LinkError
    from controller.seats_plan import seats_rows, seats_table
    from controller.streams import speak_utf8

    address = broker_address(broker) if broker else None

    async def say() -> None:
        async with link_to(url, address, table, token_file, ca_file) as link:
            found = await link.state()
        if as_csv:
            speak_utf8()
            csv.writer(sys.stdout, lineterminator="\n").writerows(seats_rows(found))
        else:
            for line in seats_table(found):
                typer.echo(line)

    try:
        clock.run(say)
    except LinkError as error:
        _fail(str(error))


def _fail(message: str) -> NoReturn:
    typer.echo(message, err=True)
    raise typer.Exit(1)
