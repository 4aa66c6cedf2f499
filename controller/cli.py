"""`smarttable …`: thin commands. Each imports what it needs when it runs, so `--help` is quick."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from controller import __version__
from controller.contract_cli import contract, schema
from controller.coverage_cli import coverage
from controller.export_cli import export
from controller.rules_cli import rules
from controller.scenario_cli import scenario
from controller.seats_cli import seats
from controller.token_commands import token
from controller.torture_cli import torture

if TYPE_CHECKING:
    from controller.config import Config

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
    from controller.logs import keep_secrets
    from controller.streams import make_steady

    make_steady()
    keep_secrets()


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


@app.command()
def run(
    config_file: Annotated[Path, typer.Option("--config", help="The table.toml of this table.", show_default=False)],
    speed: Annotated[float, typer.Option(min=0.1, max=100, help="Table seconds in a second, for simulated readers.", hidden=True)] = 1.0,
    with_stdin: Annotated[bool, typer.Option("--with-stdin", help="Stop when standard input ends.", hidden=True)] = False,
) -> None:
    """Run the daemon of one table until Ctrl-C or SIGTERM."""
    from controller import clock, config
    from controller.app import serve
    from controller.from_config import STARTING_ERRORS
    from controller.journal.faults import fault_point
    from controller.logs import set_up
    from controller.recovery import recover

    try:
        settings = config.load(config_file)
        set_up(settings.run.log_level)
        recovered = recover(settings.journal.place(), settings.house(), fault_point())
        while_open = sys.stdin.fileno() if with_stdin else None
        clock.run(lambda: serve(settings, recovered, while_open=while_open), speed, start_s=recovered.start_s)
    except config.ConfigError as error:
        _fail(*error.messages)
    except STARTING_ERRORS as error:
        _fail(str(error))


@app.command()
def demo(
    hands: Annotated[int, typer.Option(min=0, help="How many hands; 0 = until Ctrl-C.")] = 0,
    speed: Annotated[float, typer.Option(min=0.1, max=100, help="Table seconds in a second.")] = 2.0,
    seed: Annotated[int, typer.Option(help="Seeds the people and the readers.")] = 1,
    headless: Annotated[bool, typer.Option("--headless", help="Open no browser.")] = False,
    http_port: Annotated[int, typer.Option(min=1, max=65535, help="Port of the page; the next free one is taken.")] = 8080,
    mqtt_port: Annotated[int, typer.Option(min=1, max=65535, help="Port of the embedded broker; the next free one is taken.")] = 1883,
    broker: Annotated[str, typer.Option(metavar="HOST:PORT", help="Use this broker instead of the embedded one.")] = "",
    faults: Annotated[str, typer.Option(help="What goes wrong, as miss=0.10,cross=0.02.")] = "",
    fault: Annotated[list[str] | None, typer.Option(help="A fault at a time, as 'unplug hf1 at 20s for 5s'.")] = None,
    game: Annotated[str, typer.Option(help="A game, as razz, or several in turn: hose, hoe, roe, horse, eight_game.")] = "",
) -> None:
    """Play recorded hands at a simulated table: real reader bytes in, a live page and MQTT out."""
    from controller import clock
    from controller.demo import DemoError, DemoOptions, run_demo
    from controller.from_config import STARTING_ERRORS
    from controller.logs import set_up
    from firmware_bridge.transport import TransportError
    from sim.demo import DemoFloor, games_called
    from sim.errors import SimError
    from sim.fault_plan import parse_planned
    from sim.faults import Faults, parse_faults

    set_up("warning")
    options = DemoOptions(hands, http_port, mqtt_port, broker, open_browser=not headless, game=game)
    try:
        planned = tuple(map(parse_planned, fault or ()))
        floor = DemoFloor(seed, parse_faults(faults) if faults else Faults(), planned, games_called(game) if game else ())
        code = clock.run(lambda: run_demo(options, floor, typer.echo), speed)
    except (DemoError, SimError, TransportError, *STARTING_ERRORS) as error:
        _fail(str(error))
    raise typer.Exit(code)


simulator = typer.Typer(invoke_without_command=True)
app.add_typer(simulator, name="sim")


@simulator.callback()
def simulate(
    context: typer.Context,
    config_file: Annotated[
        Path | None, typer.Option("--config", help="The table.toml whose readers are simulated.", show_default=False)
    ] = None,
    play: Annotated[list[Path] | None, typer.Option("--play", help="PHH files, or folders of them; none = devices only.")] = None,
    truth: Annotated[Path | None, typer.Option(help="Write what really happens here, a JSON line an act.")] = None,
    faults: Annotated[str, typer.Option(help="What goes wrong, as miss=0.10,cross=0.02.")] = "",
    fault: Annotated[list[str] | None, typer.Option(help="A fault at a time, as 'unplug hf1 at 20s for 5s'.")] = None,
    speed: Annotated[float, typer.Option(min=0.1, max=100, help="Table seconds in a second; the daemon's must be the same.")] = 1.0,
    seed: Annotated[int, typer.Option(help="Seeds the deck, the people and the readers.")] = 1,
    panel: Annotated[str, typer.Option(help="How people press the dealer's panel: mqtt or http.")] = "mqtt",
    paused: Annotated[bool, typer.Option("--paused", help="The people wait for `smarttable sim-control`.")] = False,
) -> None:
    """Stand in for a table's readers and people, beside its daemon: `smarttable run` with the same config."""
    if context.invoked_subcommand is not None:
        return

    from controller import clock, sim_commands
    from controller.from_config import STARTING_ERRORS
    from controller.logs import set_up
    from firmware_bridge.transport import TransportError
    from sim.errors import SimError
    from sim.evening import Evening

    if config_file is None:
        raise typer.BadParameter("name the table.toml whose readers are simulated", param_hint="--config")
    set_up("warning")
    config = _config(config_file)
    try:
        with Evening(play or (), truth, faults, seed, panel, paused=paused, planned=fault or ()) as evening:
            layout, broker = sim_commands.layout_of(config), sim_commands.broker_of(config)
            address = sim_commands.panel_address(config) if evening.over_http else None
            deck = sim_commands.deck_on_the_table(config, evening.drawn_deck(joker=sim_commands.has_joker(config)), typer.echo)
            floor = evening.floor(layout, deck)
            socket = sim_commands.socket_of(config_file)
            code = clock.run(
                lambda: sim_commands.run_sim(
                    config,
                    floor,
                    lambda: evening.play(broker, config.table.id, typer.echo, address),
                    evening.controlled(socket),
                    typer.echo,
                ),
                speed,
            )
    except TransportError as error:
        _fail(f"{error}; {error.remedy}")
    except (SimError, sim_commands.SimSetupError, *STARTING_ERRORS) as error:
        _fail(str(error))
    raise typer.Exit(code)


@simulator.command("crash")
def sim_crash(
    times: Annotated[int, typer.Option(min=1, help="How often the daemon is killed.")] = 50,
    seed: Annotated[int, typer.Option(help="Seeds the moments, the hands, the people and the readers.")] = 1,
    speed: Annotated[float, typer.Option(min=0.1, max=100, help="Table seconds in a second.")] = 20.0,
) -> None:
    """Kill the daemon again and again while people play, and compare with the truth; exit 1 when a claim is broken."""
    from controller import clock
    from controller.crash import CrashError, CrashOptions, run_crash
    from controller.demo import DemoError
    from controller.from_config import STARTING_ERRORS
    from controller.logs import set_up
    from controller.streams import progress
    from firmware_bridge.transport import TransportError
    from sim.crash import CrashFloor
    from sim.errors import SimError

    set_up("warning")
    try:
        with progress("killing", times) as killed:
            code = clock.run(lambda: run_crash(CrashOptions(times, seed), lambda truth: CrashFloor(seed, truth), typer.echo, killed), speed)
    except (CrashError, DemoError, SimError, TransportError, *STARTING_ERRORS) as error:
        _fail(str(error))
    raise typer.Exit(code)


simulator.command("torture")(torture)


@app.command("sim-control")
def sim_control(
    request: Annotated[list[str], typer.Argument(help="pause | resume | step [ACTS] | speed X | status", show_default=False)],
    config_file: Annotated[
        Path, typer.Option("--config", help="The table.toml that `smarttable sim` was started with.", show_default=False)
    ],
) -> None:
    """Pause, step or hurry the people of a running `smarttable sim`; exit 1 when it refuses."""
    from controller import clock
    from controller.sim_commands import socket_of
    from sim.control import ask
    from sim.errors import SimError

    try:
        told = clock.run(lambda: ask(socket_of(config_file), " ".join(request)))
    except SimError as error:
        _fail(str(error))
    if not told.startswith("ok"):
        _fail(told)
    typer.echo(told)


@app.command()
def replay(
    paths: Annotated[list[Path], typer.Argument(help="PHH files, or folders of them.", show_default=False)],
    wire: Annotated[bool, typer.Option("--wire", help="Through simulated readers, real drivers and sensing, in virtual time.")] = False,
    pty: Annotated[bool, typer.Option("--pty", help="Like --wire, over ptys in scaled time.")] = False,
    speed: Annotated[float | None, typer.Option(min=0.1, max=100, help="With --pty: table seconds in a second; 20 unless said.")] = None,
    sample: Annotated[int | None, typer.Option(min=1, help="Only so many hands, drawn from those this version plays.")] = None,
    seed: Annotated[int, typer.Option(help="Seeds the sample, the people and the readers.")] = 1,
    faults: Annotated[str, typer.Option(help="With --wire or --pty: what goes wrong, as miss=0.10,cross=0.02.")] = "",
    fault: Annotated[list[str] | None, typer.Option(help="With --wire or --pty: a fault at a time, as 'unplug hf1 at 20s for 5s'.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a hand.")] = False,
) -> None:
    """Play recorded hands and hold the results against the files; exit 0 when every hand is as recorded."""
    from controller import clock, harness
    from controller.logs import set_up
    from controller.streams import speak_utf8
    from sim.errors import SimError
    from sim.fault_plan import parse_planned
    from sim.faults import Faults, parse_faults
    from sim.replay import ReplayOptions
    from sim.replay_report import replay_paths

    set_up("error")
    if as_json:
        speak_utf8()
    if speed is not None and not pty:
        typer.echo("--speed is for --pty: without it nobody waits, and the replay is as fast as it can be", err=True)
    try:
        plan = tuple(map(parse_planned, fault or ()))
        options = ReplayOptions(wire or pty, pty, sample, seed, parse_faults(faults) if faults else Faults(), plan)
        code = replay_paths(
            paths,
            options,
            harness.on_floor,
            lambda play: clock.run(play, (speed or 20.0) if pty else None),
            as_json=as_json,
            out=sys.stdout,
            to_watcher=sys.stderr,
        )
    except SimError as error:
        _fail(str(error))
    raise typer.Exit(code)


@app.command()
def decode(
    protocol: Annotated[str, typer.Argument(help="Whose frame it is: feig.", show_default=False)],
    frame_hex: Annotated[list[str], typer.Argument(metavar="HEX", help="The frame's bytes in hexadecimal.", show_default=False)],
) -> None:
    """Say what a reader's frame means (exit 0), or why it is refused (exit 1)."""
    from drivers.base import DriverError
    from drivers.registry import explain

    try:
        explained = explain(protocol, " ".join(frame_hex))
    except DriverError as error:
        _fail(str(error))
    for line in explained.lines:
        typer.echo(line, err=not explained.ok)
    raise typer.Exit(0 if explained.ok else 1)


@app.command()
def explain(
    code: Annotated[str, typer.Argument(help="A reason code, as mqtt.lost; without one, all are listed.")] = "",
    page: Annotated[bool, typer.Option("--page", help="Write docs/errors.md to the standard output.")] = False,
) -> None:
    """Say what a reason code means and what to do about it; exit 1 for an unknown one."""
    from controller import error_catalogue

    known = error_catalogue.catalogue()
    if page:
        typer.echo(error_catalogue.page(), nl=False)
    elif not code:
        for entry in known.values():
            typer.echo(f"{entry.code:<26} {entry.cause}")
    elif code in known:
        typer.echo(f"{code}\ncause   {known[code].cause}\nremedy  {known[code].remedy}")
    else:
        near = error_catalogue.nearest(code)
        _fail(f"no reason code {code!r}; {'near are: ' + ', '.join(near) if near else 'see `smarttable explain` for all'}")


deck = typer.Typer(help="Decks: which tag is which card.", no_args_is_help=True)
app.add_typer(deck, name="deck")
app.add_typer(contract, name="contract")
app.add_typer(export, name="export")
app.add_typer(rules, name="rules")
rules.command("coverage")(coverage)
app.add_typer(token, name="token")
app.add_typer(scenario, name="scenario")
app.add_typer(seats, name="seats")
app.command("schema")(schema)

ConfigOption = Annotated[Path, typer.Option("--config", help="The table.toml of this table.", show_default=False)]


@app.command("doctor")
def examine(config_file: ConfigOption) -> None:
    """Look at readers, clock, disk, broker, page and decks; exit 1 when something keeps the table from playing."""
    from controller import clock, doctor
    from controller.logs import set_up

    set_up("error")  # what is found is said to the person
    found = clock.run(lambda: doctor.examine(config_file))
    for finding in found:
        typer.echo(finding.line())
    raise typer.Exit(1 if doctor.worst(found) == "fail" else 0)


@app.command()
def diagnose(
    config_file: ConfigOption,
    out: Annotated[Path, typer.Option("--out", help="The zip to write.", show_default=False)],
    log_file: Annotated[Path | None, typer.Option("--log", help="A log whose end goes in too, cleaned.", show_default=False)] = None,
) -> None:
    """Write a zip to send with a question: settings, versions, health; no card, no tag, no secret."""
    from controller import clock
    from controller.diagnose import DiagnoseError, write_zip
    from controller.logs import set_up

    set_up("error")
    try:
        names = clock.run(lambda: write_zip(config_file, out, log_file))
    except DiagnoseError as error:
        _fail(str(error))
    typer.echo(f"{out}: {', '.join(names)}")


@deck.command("enrol")
def deck_enrol(
    name: Annotated[str, typer.Argument(help="What to call the deck, as blue-1.", show_default=False)],
    config_file: ConfigOption,
    replace: Annotated[bool, typer.Option("--replace", help="Enrol a deck anew that is enrolled already.")] = False,
    joker: Annotated[bool, typer.Option("--joker", help="The deck has a joker that plays.")] = False,
) -> None:
    """Enrol a deck: lay its cards over the board's antenna as you are told. Stop the daemon first."""
    from controller import clock
    from controller.enrol_session import enrol_at
    from controller.logs import set_up

    set_up("error")  # what the reader's driver would log is said to the person
    settings = _config(config_file)
    raise typer.Exit(clock.run(lambda: enrol_at(settings, name, typer.echo, replace=replace, joker=joker)))


@deck.command("list")
def deck_list(config_file: ConfigOption) -> None:
    """Name the enrolled decks."""
    from controller.deck_commands import list_decks

    raise typer.Exit(list_decks(_config(config_file).deck.file, typer.echo))


@deck.command("check")
def deck_check(
    config_file: ConfigOption,
    name: Annotated[str | None, typer.Argument(help="One deck; without it, all.", show_default=False)] = None,
) -> None:
    """Check that each deck has its 52 cards, one tag each; exit 1 when not."""
    from controller.deck_commands import check_decks

    raise typer.Exit(check_decks(_config(config_file).deck.file, typer.echo, name))


@deck.command("certificate")
def deck_certificate(
    config_file: ConfigOption,
    name: Annotated[str | None, typer.Argument(help="One deck; without it, the one checked last.", show_default=False)] = None,
) -> None:
    """Print who looked through a deck, or changed it, when, and what was found; exit 1 when nobody did."""
    from controller.deck_certificate import certificate

    raise typer.Exit(certificate(_config(config_file), typer.echo, name))


journal = typer.Typer(help="The journal: what happened at the table, sealed with its key.", no_args_is_help=True)
app.add_typer(journal, name="journal")
hand = typer.Typer(help="Hands of the journal.", no_args_is_help=True)
app.add_typer(hand, name="hand")


@journal.command("verify")
def journal_verify(config_file: ConfigOption) -> None:
    """Check the file, its chain, its snapshots and what they lead to; exit 1 when something does not agree."""
    from controller.journal_commands import verify

    raise typer.Exit(verify(_config(config_file), typer.echo))


@journal.command("show")
def journal_show(config_file: ConfigOption) -> None:
    """Name the starts and the hands in it. No card is shown."""
    from controller.journal_commands import show

    raise typer.Exit(show(_config(config_file), typer.echo))


@journal.command("export")
def journal_export(
    target: Annotated[Path, typer.Argument(help="The new file.", show_default=False)],
    config_file: ConfigOption,
) -> None:
    """Copy it, sealed, to a new file: a backup. The daemon may run meanwhile."""
    from controller.journal_commands import export

    raise typer.Exit(export(_config(config_file), target, typer.echo))


@journal.command("restore")
def journal_restore(
    source: Annotated[Path, typer.Argument(help="A file made by `journal export`.", show_default=False)],
    config_file: ConfigOption,
) -> None:
    """Put a backup in its place; what lies there is moved aside. Stop the daemon first."""
    from controller.journal_commands import restore

    raise typer.Exit(restore(_config(config_file), source, typer.echo))


@hand.command("show")
def hand_show(
    number: Annotated[int, typer.Argument(min=1, help="Its number: 17 for h17.", show_default=False)],
    config_file: ConfigOption,
) -> None:
    """Show the time-line of one hand, with the evidence. It names every card of the hand."""
    from controller.journal_commands import show_hand

    raise typer.Exit(show_hand(_config(config_file), number, typer.echo))


def _config(file: Path) -> Config:
    from controller import config

    try:
        return config.load(file)
    except config.ConfigError as error:
        _fail(*error.messages)


def _fail(*messages: str) -> NoReturn:
    """Say what is wrong on stderr and exit with 1."""
    for message in messages:
        typer.echo(message, err=True)
    raise typer.Exit(1)


if __name__ == "__main__":
    app()
