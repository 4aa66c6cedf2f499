"""`smarttable export phh | ohh`: finished hands of the journal in forms that others read."""

from __future__ import annotations

import contextlib
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

if TYPE_CHECKING:
    from controller.config import Config

export = typer.Typer(help="Finished hands of the journal, in forms that others read.", no_args_is_help=True)

ConfigFile = Annotated[Path | None, typer.Option("--config", help="The table.toml of this table.", show_default=False)]
JournalFile = Annotated[
    Path | None, typer.Option("--journal", help="A journal or a backup of one, instead of the table's.", show_default=False)
]
KeyFile = Annotated[
    Path | None, typer.Option("--key", help="Its table key; else the table's, or table.key beside the journal.", show_default=False)
]
Hands = Annotated[str, typer.Option(help="Which: 17, 3-7, 3- or several with commas; none = all that are finished.")]
Since = Annotated[str, typer.Option(help="Only hands begun at or after this time, as 2026-01-31 or 2026-01-31T20:00; UTC.")]
Out = Annotated[str, typer.Option(help="The folder to write into; - = standard output.")]
OneFile = Annotated[bool, typer.Option("--one-file", help="All hands in one file, their sidecars in another.")]
HoleCards = Annotated[str, typer.Option(help="shown = only hands that were tabled; all = every card that was read.")]
Names = Annotated[str, typer.Option(help="sitting = players' names; seats = Seat 1, Seat 2, …")]
Currency = Annotated[str, typer.Option(help="Three letters, as EUR; XPM = chips without a value. Only OHH has it.")]
PerAmount = Annotated[int, typer.Option(help="How many of the table's smallest unit are 1 in the file: 100 for cents.")]
Force = Annotated[bool, typer.Option("--force", help="Replace files that are there and differ.")]


@export.command("phh")
def export_phh(
    config_file: ConfigFile = None,
    journal: JournalFile = None,
    key: KeyFile = None,
    hands: Hands = "",
    since: Since = "",
    out: Out = "histories",
    one_file: OneFile = False,
    hole_cards: HoleCards = "shown",
    names: Names = "sitting",
    per_amount: PerAmount = 1,
    force: Force = False,
) -> None:
    """Write poker hand histories (PHH), each with a sidecar of what PHH cannot say; exit 0 when all is written, else 1."""
    _export("phh", config_file, journal, key, hands, since, out, one_file, hole_cards, names, "XPM", per_amount, force)


@export.command("ohh")
def export_ohh(
    config_file: ConfigFile = None,
    journal: JournalFile = None,
    key: KeyFile = None,
    hands: Hands = "",
    since: Since = "",
    out: Out = "histories",
    one_file: OneFile = False,
    hole_cards: HoleCards = "shown",
    names: Names = "sitting",
    currency: Currency = "XPM",
    per_amount: PerAmount = 1,
    force: Force = False,
) -> None:
    """Write Open Hand Histories (OHH 1.4.6), each with a sidecar of what OHH cannot say; exit 0 when all is written, else 1."""
    _export("ohh", config_file, journal, key, hands, since, out, one_file, hole_cards, names, currency, per_amount, force)


def _export(
    form: str,
    config_file: Path | None,
    journal: Path | None,
    key: Path | None,
    hands: str,
    since: str,
    out: str,
    one_file: bool,
    hole_cards: str,
    names: str,
    currency: str,
    per_amount: int,
    force: bool,
) -> NoReturn:
    from controller import __version__
    from controller.export_files import ExportError
    from controller.export_hands import Source, Wish, export_hands, hands_in, place_beside, spans_of
    from controller.histories.finished import Manner
    from controller.rules.house import House
    from controller.streams import progress, speak_utf8

    if config_file is None and journal is None:
        raise typer.BadParameter("name the table.toml of this table, or a journal with --journal", param_hint="--config")
    for option, said, known in (
        ("--hole-cards", hole_cards, ("shown", "all")),
        ("--names", names, ("sitting", "seats")),
        ("--per-amount", str(per_amount), ("1", "10", "100", "1000")),
    ):
        if said not in known:
            raise typer.BadParameter(f"{said!r} is not one of {', '.join(known)}", param_hint=option)
    if re.fullmatch("[A-Z]{3}", currency) is None:
        raise typer.BadParameter(f"{currency!r} is no currency; write three capital letters, as EUR", param_hint="--currency")
    since_ms = _utc_ms(since)
    config = None if config_file is None else _config(config_file)
    own = None if config is None else config.journal.place()
    named = journal or (own.file if own is not None else Path())
    manner = Manner(
        table_id=_id_of(named) if config is None else config.table.id,
        table_name=named.stem if config is None else config.table.name,
        software=__version__,
        unit="chip" if config is None else config.money.unit,
        decks=() if config is None else config.deck.use,
        hole_cards="all" if hole_cards == "all" else "shown",
        naming="seats" if names == "seats" else "sitting",
        currency=currency,
        per_amount=per_amount,
    )
    place = own if own is not None and journal is None and key is None else place_beside(named, key, own)
    try:
        wish = Wish(form, None if out == "-" else Path(out), spans_of(hands) if hands else (), since_ms, one_file, force)
    except ExportError as error:
        _fail(str(error))
    if wish.out is None:
        speak_utf8()
    house = House() if config is None else config.house()
    # a bar takes hold of standard output too, which here belongs to the hands
    bar = contextlib.nullcontext(lambda _: None) if wish.out is None else progress("exporting", hands_in(place, wish.spans))
    with bar as done:
        code = export_hands(Source(place, house), manner, wish, lambda line: typer.echo(line, err=True), done)
    raise typer.Exit(code)


def _id_of(journal: Path) -> str:
    """What a table is called that no table.toml names: after its journal."""
    return re.sub("[^a-z0-9]+", "-", journal.stem.lower()).strip("-")[:32] or "table"


def _utc_ms(since: str) -> int | None:
    if not since:
        return None
    try:
        moment = datetime.fromisoformat(since)
    except ValueError:
        raise typer.BadParameter(f"{since!r} is no time; write 2026-01-31 or 2026-01-31T20:00 (UTC)", param_hint="--since") from None
    return round((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() * 1000)


def _config(file: Path) -> Config:
    from controller import config

    try:
        return config.load(file)
    except config.ConfigError as error:
        _fail(*error.messages)


def _fail(*messages: str) -> NoReturn:
    for message in messages:
        typer.echo(message, err=True)
    raise typer.Exit(1)
