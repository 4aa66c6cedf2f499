"""`smarttable contract …` and `smarttable schema`: the contract for those who build against it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, NoReturn

import typer

contract = typer.Typer(help="The MQTT contract: does a table keep it?", no_args_is_help=True)


@contract.command("check")
def check(
    broker: Annotated[str, typer.Option(metavar="HOST:PORT", help="The broker the table is on.")] = "127.0.0.1:1883",
    table: Annotated[str, typer.Option(help="The table's id; without it, every table that is heard.")] = "",
    seconds: Annotated[float, typer.Option(min=0.1, max=86_400, help="How long to listen.")] = 30.0,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
    tls: Annotated[bool, typer.Option("--tls", help="Encrypt, and check the broker's certificate.")] = False,
    ca_file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Whom to trust, if not the system's authorities; implies --tls.")
    ] = None,
    username: Annotated[str, typer.Option(help="Who signs in.")] = "",
    password_file: Annotated[Path | None, typer.Option(metavar="FILE", help="Holds the password; others must not read it.")] = None,
    client_cert: Annotated[Path | None, typer.Option(metavar="FILE", help="A certificate to sign in with; implies --tls.")] = None,
    client_key: Annotated[Path | None, typer.Option(metavar="FILE", help="Its key, if it is not in the same file.")] = None,
    allow_plaintext: Annotated[bool, typer.Option("--allow-plaintext-off-loopback", help="Permit plain text over the network.")] = False,
    allow_anonymous: Annotated[bool, typer.Option("--allow-anonymous-off-loopback", help="Permit no sign-in over the network.")] = False,
) -> None:
    """Listen to a table, ours or anybody's, and say which rule of docs/mqtt.md it breaks; exit 0 when none, else 1.

    Ctrl-C ends the listening early, with what was found until then.
    """
    import asyncio
    import signal

    from controller import clock
    from controller.contract.listen import Listener, ListenError
    from controller.contract.report import as_json as json_text
    from controller.contract.report import as_lines, passed
    from controller.contract_broker import BrokerOptionError, BrokerOptions
    from controller.logs import set_up

    set_up("error")
    options = BrokerOptions(broker, tls, ca_file, username, password_file, client_cert, client_key, allow_plaintext, allow_anonymous)
    try:
        reached = options.broker()
    except BrokerOptionError as error:
        _fail(str(error))
    tables = {}

    async def listen() -> None:
        there = f"listening on {broker} for {seconds:g} s; Ctrl-C ends it early"
        listener = Listener(reached, table, on_there=lambda: typer.echo(there, err=True))
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, listener.stop)
        await listener.run(seconds)
        tables.update(listener.tables)

    try:
        clock.run(listen)
    except ListenError as error:
        _fail(str(error))
    for line in [json_text(tables, broker)] if as_json else as_lines(tables, broker):
        typer.echo(line)
    raise typer.Exit(0 if passed(tables) else 1)


def schema(
    name: Annotated[
        str, typer.Argument(help="A topic, cmd.VERB or cmd.result, config, sidecar, scenario, asyncapi; none = the names.")
    ] = "",
    everything: Annotated[bool, typer.Option("--all", help="Every schema; with --out, a file each.")] = False,
    out: Annotated[Path | None, typer.Option(help="Write into this folder instead of printing.")] = None,
) -> None:
    """Print what a message, a command or table.toml may hold: JSON Schema 2020-12, or the whole as AsyncAPI 3."""
    import json

    from controller.config_nearest import nearest_hint
    from controller.published.asyncapi import asyncapi_text
    from controller.published.schemas import schema_text, schemas
    from sim.scenario.schema import SCENARIO, scenario_schema

    found = {**schemas(), SCENARIO: scenario_schema()}
    texts = {**{f"{named}.json": schema_text(one) for named, one in found.items()}, "asyncapi.yaml": asyncapi_text()}
    names = {file.rpartition(".")[0]: file for file in texts}
    if everything == bool(name):
        if everything:
            _fail("give a name or --all, not both")
        typer.echo("\n".join(names))
        return
    if name and name not in names:
        _fail(f"there is no schema {name!r}{nearest_hint(name, names)}; `smarttable schema` lists them")
    wanted = [names[name]] if name else list(texts)
    if out is None:
        typer.echo(texts[wanted[0]] if name else json.dumps(found, indent=2, ensure_ascii=False))
        return
    try:
        out.mkdir(parents=True, exist_ok=True)
        for file in wanted:
            (out / file).write_text(texts[file], encoding="utf-8")
    except OSError as error:
        _fail(f"{out}: {error.strerror}: name with --out a folder that can be written")
    typer.echo(f"{out}: {', '.join(wanted)}")


def _fail(message: str) -> NoReturn:
    typer.echo(message, err=True)
    raise typer.Exit(1)
