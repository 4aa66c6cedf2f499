"""`smarttable scenario …`: hands written down as scenarios, checked and played."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

scenario = typer.Typer(help="Scenarios: what was done on the felt, and what the right outcome is.", no_args_is_help=True)

#: Table seconds in a second over ptys, where nobody can skip ahead.
PTY_SPEED = 20.0

PathsArgument = Annotated[list[Path], typer.Argument(help="Scenario files, or folders of them.", show_default=False)]


@scenario.command("check")
def check(paths: PathsArgument) -> None:
    """Check the schema and the sense of scenarios, a line for each that is wrong; exit 0 when none is, else 2."""
    from controller.scenario_examples import known_examples
    from sim.errors import SimError
    from sim.scenario.report import counted
    from sim.scenario.run import checked, find_scenarios

    wrong, known = 0, known_examples()
    try:
        files = find_scenarios(paths)
    except SimError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from None
    for file in files:
        try:
            checked(file, known)
        except SimError as error:
            typer.echo(str(error), err=True)
            wrong += 1
    if wrong:
        raise typer.Exit(2)
    typer.echo(f"{counted(len(files))}: ok")


@scenario.command("run")
def run(
    paths: PathsArgument,
    wire: Annotated[bool, typer.Option("--wire", help="Through simulated readers, real drivers and sensing, in virtual time.")] = False,
    pty: Annotated[bool, typer.Option("--pty", help="Like --wire, over ptys in scaled time.")] = False,
    matrix: Annotated[bool, typer.Option("--matrix", help="Print what each book answers where they differ.")] = False,
    jobs: Annotated[int, typer.Option("-j", "--jobs", min=1, max=64, help="On so many cores.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a scenario.")] = False,
    junit_file: Annotated[Path | None, typer.Option("--junit", metavar="FILE", help="Write a JUnit report too.")] = None,
    word: Annotated[str, typer.Option("-k", metavar="WORD", help="Only scenarios with this in their name or path.")] = "",
    seed: Annotated[int, typer.Option(help="Seeds tags and readers.")] = 1,
) -> None:
    """Play scenarios; exit 0 when every expectation holds, 1 when one fails, 2 when a file is invalid or asks for what is not there yet."""
    from functools import partial

    from controller import clock, harness
    from controller.logs import set_up
    from controller.scenario_examples import known_examples
    from controller.streams import speak_utf8
    from sim.errors import SimError
    from sim.scenario import report
    from sim.scenario.batch import run_files
    from sim.scenario.run import Depth, House, find_scenarios

    set_up("error")
    if as_json:
        speak_utf8()
    house = House(
        harness.on_floor, partial(clock.run, speed=PTY_SPEED if pty else None), known=known_examples(), set_up=partial(set_up, "error")
    )
    try:
        files = find_scenarios(paths)
    except SimError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from None
    outcomes = []
    for outcome in run_files(files, house, Depth(wire or pty, pty, seed), jobs=jobs, word=word):
        if outcome.skipped:
            continue
        outcomes.append(outcome)
        if outcome.invalid:
            typer.echo(outcome.invalid, err=True)
        for line in report.json_lines(outcome) if as_json else report.lines_of(outcome):
            typer.echo(line)
    if not outcomes:
        typer.echo(f"-k {word}: no scenario has this in its name or path", err=True)
        raise typer.Exit(2)
    if matrix:
        typer.echo("\n".join(report.matrix(outcomes)), err=as_json)
    if not as_json:
        typer.echo(report.summary(outcomes))
    if junit_file is not None:
        try:
            junit_file.write_text(report.junit(outcomes), encoding="utf-8")
        except OSError as error:
            typer.echo(f"{junit_file}: {error.strerror}; name with --junit a file that can be written", err=True)
            raise typer.Exit(2) from None
    sys.stdout.flush()
    raise typer.Exit(report.exit_code(outcomes))


@scenario.command("record")
def record(
    out: Annotated[Path, typer.Argument(help="The new file.", show_default=False)],
    config_file: Annotated[Path, typer.Option("--config", help="The table.toml of this table.", show_default=False)],
    hand: Annotated[int | None, typer.Option("--hand", min=1, help="Its number: 17 for h17; without it, the last one.")] = None,
) -> None:
    """Write a hand of the journal down as a scenario. It names every card of the hand. The daemon may run meanwhile."""
    from controller import config
    from controller.scenario_record import record as write_down
    from sim.scenario.record import Recorder

    try:
        settings = config.load(config_file)
    except config.ConfigError as error:
        for message in error.messages:
            typer.echo(message, err=True)
        raise typer.Exit(1) from None
    name = f"hand {hand}" if hand is not None else "the last hand"
    recorder = Recorder(f"{name} of table {settings.table.id}", settings.house())
    raise typer.Exit(write_down(settings, hand, out, recorder, typer.echo))
