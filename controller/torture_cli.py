"""`smarttable sim torture`: random hands with random mistakes, and whether the table rules each as the rules say."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, TypeVar

import typer
from msgspec.structs import replace

Word = TypeVar("Word", bound=str)


def torture(
    hands: Annotated[int, typer.Option(min=1, help="How many hands.")] = 1_000,
    seed: Annotated[int, typer.Option(help="Seeds the hands; the same seed makes the same hands, each by its number.")] = 1,
    first: Annotated[int, typer.Option(min=1, help="The number of the first hand; a run can be had in parts.")] = 1,
    wire: Annotated[int, typer.Option(min=0, help="So many of the hands through simulated readers, real drivers and sensing.")] = 0,
    book: Annotated[list[str] | None, typer.Option(metavar="BOOK", help="Only hands under this book; may be given several times.")] = None,
    limit: Annotated[list[str] | None, typer.Option(metavar="LIMIT", help="Only hands of this limit; may be given several times.")] = None,
    game: Annotated[list[str] | None, typer.Option(metavar="GAME", help="Only hands of this game; may be given several times.")] = None,
    slip: Annotated[
        list[str] | None, typer.Option(metavar="KIND", help="Each hand that can has this slip with the cards; may be given several times.")
    ] = None,
    faults: Annotated[
        str | None, typer.Option(metavar="FAULTS", help="Read every card with faults, as miss=0.05,cross=0.05,mangle=0.05.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Where failures are saved, a scenario each.")] = Path("reports/torture"),
) -> None:
    """Play random hands with random mistakes at the panel; what has to be ruled is written before the table sees them.

    Prints what was detected, missed, ruled wrongly, or refused although it is legal; exit 1 when anything is not as it ought to be.
    """
    from controller import clock, harness
    from controller.logs import set_up
    from controller.streams import progress, speak_utf8
    from sim.errors import SimError
    from sim.faults import parse_faults
    from sim.torture.games import EVERY_GAME
    from sim.torture.report import json_of, lines_of
    from sim.torture.run import TortureOptions, run_torture
    from sim.torture.setup import EVERY_BOOK, EVERY_LIMIT
    from sim.torture.slips import SLIPS

    set_up("error")
    if wire > hands:
        raise typer.BadParameter(f"of {hands} hands no {wire} can go through readers: name at most {hands}", param_hint="--wire")
    books, limits = _only(book, EVERY_BOOK, "--book"), _only(limit, EVERY_LIMIT, "--limit")
    options = TortureOptions(hands, seed, wire, out, books, limits, _only(game, EVERY_GAME, "--game"), first=first)
    if slip:
        options = replace(options, slips=_only(slip, tuple(row.kind for row in SLIPS), "--slip"))
    try:
        options = replace(options, faults=None if faults is None else parse_faults(faults))
        with progress("torturing", hands) as done:
            confusion, failures = clock.run(lambda: run_torture(options, harness.on_floor, done), None)
    except SimError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from None
    if as_json:
        speak_utf8()
        typer.echo(json_of(confusion, failures, seed))
    else:
        typer.echo("\n".join([*lines_of(confusion, failures), _verdict(confusion.hands, seed, confusion.bad)]))
    sys.stdout.flush()
    raise typer.Exit(1 if confusion.bad else 0)


def _only(named: list[str] | None, known: tuple[Word, ...], option: str) -> tuple[Word, ...]:
    """Return the words that were named, all when none was; an unknown one is refused."""
    for word in named or ():
        if word not in known:
            raise typer.BadParameter(f"{word!r} is none; one of: {', '.join(known)}", param_hint=option)
    return tuple(word for word in known if not named or word in named)


def _verdict(hands: int, seed: int, bad: int) -> str:
    counted = f"{hands:,} hands (seed {seed})"
    return f"{counted}: {bad} not as the rules say" if bad else f"{counted}: nothing missed, nothing wrong, no false alarm"
