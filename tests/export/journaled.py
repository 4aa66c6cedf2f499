"""Recorded hands, or hands made up by a test, played into one journal on disk, and typed exports of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from core_table import CoreTable
from kept_felt import BootClock
from typer.testing import CliRunner

from controller.cli import app
from controller.effects import Effect
from controller.events import Event, Header, Stand, VoidHand
from controller.game.hand import Hand
from controller.game.zones import MAX_SEATS
from controller.histories.handfile import HandFile
from controller.histories.phh import parse
from controller.journal.disk import Kept
from controller.journal.paths import JournalPlace
from controller.recovery import recover
from controller.rules.house import House
from controller.turn import Turn
from sim.port import TableSpec
from sim.replay import replay_facts


class JournaledTable(CoreTable):
    """One table with a journal on disk, at which one recorded hand after another is played by people who come and go."""

    def __init__(self, folder: Path, boot_id: str = "boot-1") -> None:
        super().__init__(TableSpec("journaled", MAX_SEATS, House().stakes))
        house = House(seats=MAX_SEATS)
        self.place = JournalPlace(folder / "journal.db", folder / "table.key", "process", Kept())
        self._recovered = recover(self.place, house)
        clock = BootClock(self._recovered.start_s)
        disk = self._recovered.journal(self.place, house, boot_id, clock)
        self._turn = Turn(house, disk, self._recovered.table, self._recovered.told)
        self._now_ns = clock.at_ns
        self._playing: HandFile | None = None
        self.hands: dict[int, tuple[HandFile | None, Hand]] = {}

    def take(self, events: Sequence[Event]) -> Sequence[Effect]:
        effects = super().take(events)
        if self.table.hand is not None:
            file, _ = self.hands.get(self.table.hand.number, (self._playing, None))
            self.hands[self.table.hand.number] = (file, self.table.hand)
        return effects

    def play(self, file: Path) -> None:
        """Play a recorded hand to where its file ends."""
        self._playing = parse(file.read_text("utf-8"))
        result = replay_facts(file.name, self._playing, self._emptied)
        assert result.error is None, (file, result.error)

    def _emptied(self, spec: TableSpec) -> JournaledTable:
        if self.table.hand is not None and not self.table.hand.over:
            self.take([VoidHand(Header(self._now_ns, "void", "floor"), "its file ends here")])
        for seat, held in enumerate(self.table.seats, 1):
            if held is not None:
                self.take([Stand(Header(self._now_ns, f"stand-{seat}", "floor"), seat)])
        assert not any(self.table.seats)
        return self

    def stop_at_once(self) -> None:
        self._recovered.store.close()


def export(place: JournalPlace, form: str, out: Path | str, *options: str) -> tuple[int, str, str]:
    """Type `smarttable export`; return the exit code, standard output and standard error."""
    words = ["export", form, "--journal", str(place.file), "--out", str(out), *options]
    result = CliRunner().invoke(app, words)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout, result.stderr


def played(folder: Path, files: Iterable[Path]) -> JournaledTable:
    """A journal in which these hands were played, one after another."""
    table = JournaledTable(folder)
    for file in files:
        table.play(file)
    table.stop_at_once()
    return table
