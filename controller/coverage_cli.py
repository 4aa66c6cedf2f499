"""`smarttable rules coverage`: how much of the rule books the scenarios prove."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from controller.rules_cli import BookOption, JsonOption

#: Where a checkout has its scenarios; an installed program has none.
OURS = Path(__file__).resolve().parents[1] / "tests" / "scenarios"

PathsArgument = Annotated[
    list[Path] | None,
    typer.Argument(metavar="[PATH…]", help="Scenario files or folders; without it, a checkout's own.", show_default=False),
]


def coverage(
    paths: PathsArgument = None,
    book: BookOption = "",
    row: Annotated[str, typer.Option("--row", metavar="ID", help="Only rules whose id begins so, as home.4.")] = "",
    mutate: Annotated[bool, typer.Option("--mutate", help="See that each proof fails without its rule.")] = False,
    wire: Annotated[bool, typer.Option("--wire/--no-wire", help="Run them through simulated readers too.")] = True,
    jobs: Annotated[int, typer.Option("-j", "--jobs", min=1, max=64, help="On so many cores.")] = 1,
    as_json: JsonOption = False,
    page: Annotated[bool, typer.Option("--page", help="The whole page docs/coverage.md.")] = False,
) -> None:
    """Score the rules: proven, open, human, config.

    Exit 0 when every scenario holds, no proof survives without its rule and open.toml agrees; 1 when not; 2 when a file is invalid.
    """
    from functools import partial

    from controller import clock, harness, rulebook
    from controller.logs import set_up
    from controller.scenario_examples import known_examples
    from controller.streams import speak_utf8
    from sim.coverage import report
    from sim.coverage.measure import Asked, measure
    from sim.errors import SimError
    from sim.scenario.run import House

    if not paths and not OURS.is_dir():
        typer.echo("which scenarios? name a file or a folder of them: smarttable rules coverage PATH", err=True)
        raise typer.Exit(2)
    set_up("error")
    speak_utf8()
    house = House(harness.on_floor, partial(clock.run, speed=None), known=known_examples(), set_up=partial(set_up, "error"))
    asked = Asked(tuple(paths or [_near(OURS)]), book, row, mutate, wire, jobs)
    try:
        covered, scenarios = measure(asked, rulebook.rules(), rulebook.options(), house, _progress)
    except SimError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from None
    if page:
        typer.echo(report.page(covered, rulebook.rules(), scenarios), nl=False)
    elif as_json:
        typer.echo(report.as_json(covered))
    else:
        typer.echo("\n".join(report.as_text(covered)))
    for line in (*report.failing_lines(covered.failures), *covered.wrong):
        typer.echo(line, err=True)
    sys.stdout.flush()
    raise typer.Exit(1 if covered.failures or covered.survivors or covered.wrong else 0)


def _near(folder: Path) -> Path:
    """Return the folder as it is called from here, if it lies below."""
    return folder.relative_to(Path.cwd()) if folder.is_relative_to(Path.cwd()) else folder


def _progress(what: str, done: int, of: int) -> None:
    """Say on stderr how far it is: at every tenth, and at each on a terminal."""
    if sys.stderr.isatty():
        typer.echo(f"\r{what}: {done} of {of}{'' if done < of else chr(10)}", err=True, nl=False)
    elif done == of or done * 10 // of > (done - 1) * 10 // of:
        typer.echo(f"{what}: {done} of {of}", err=True)
