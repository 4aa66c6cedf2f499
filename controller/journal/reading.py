"""Reading a journal with its key: rows become events and states again, or it is said what is wrong and where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import msgspec

from controller.events import Event, decode
from controller.journal.disk import Head
from controller.journal.errors import JournalError
from controller.journal.keys import Keys
from controller.journal.rows import STATE, TURN, BootRow, StateRow, TurnRow, unpack_records
from controller.journal.store import Rows, damaged


class ReadTurn(NamedTuple):
    """One turn: its row, and the events in it."""

    row: TurnRow
    events: tuple[Event, ...]


class JournalReader:
    """What a journal says, checked against its key.

    Raises: JournalError from every method, naming the row, when something was changed or is damaged.
    """

    def __init__(self, rows: Rows, keys: Keys) -> None:
        self._rows = rows
        self._keys = keys
        self.boots: Mapping[int, BootRow] = {boot.boot: self._checked(boot) for boot in rows.boots()}

    def head(self) -> Head:
        """Where the journal stands."""
        last = self._rows.last_turn()
        if last is not None:
            return Head(last.turn, last.events, last.mac)
        state = next(self._rows.states_backwards(), None)
        return Head() if state is None else Head(state.turn, state.events, state.chain)

    def boot(self, number: int) -> BootRow:
        """The run of the daemon a row belongs to."""
        if number not in self.boots:
            raise damaged(self._rows.path, f"boot {number} is missing")
        return self.boots[number]

    def state_of(self, row: StateRow) -> bytes | None:
        """The canonical bytes of a snapshot; None when it is not as it was written."""
        boot = self.boots.get(row.boot)
        content = None if boot is None else self._keys.unseal(STATE, boot.salt, row.turn, row.label, row.sealed)
        return content if content is not None and self._keys.hash(content) == row.hash else None

    def states_after(self, turn: int) -> Iterator[StateRow]:
        """Yield the rows of the snapshots behind a turn, oldest first, as they are."""
        return self._rows.states_after(turn)

    def states_backwards(self, up_to: int | None = None) -> Iterator[tuple[StateRow, bytes]]:
        """Yield the valid snapshots, newest first; one that is damaged is passed over."""
        for row in self._rows.states_backwards(up_to):
            content = self.state_of(row)
            if content is not None:
                yield row, content

    def turns(self, behind: Head, hand: int | None = None) -> Iterator[ReadTurn]:
        """Yield the turns behind a place, each held against the chain. With `hand` those up to that hand's end."""
        before, turn = behind.mac, behind.turn
        for row in self._rows.turns(behind.turn):
            if hand is not None and row.hand > hand:
                return
            turn += 1
            if row.turn != turn:
                raise damaged(self._rows.path, f"turn {turn} is missing")
            before = self._linked(row, before)
            yield ReadTurn(row, self.events_of(row))

    def turns_backwards(self) -> Iterator[ReadTurn]:
        """Yield the turns newest first; each is unsealed, the chain is not looked at."""
        return (ReadTurn(row, self.events_of(row)) for row in self._rows.turns_backwards())

    def start(self) -> Head:
        """The oldest place from which the chain can be followed: the oldest snapshot, or nothing."""
        oldest = next(self._rows.states_after(-1), None)
        return Head() if oldest is None else Head(oldest.turn, oldest.events, oldest.chain)

    def first_state(self) -> StateRow | None:
        """The row of the oldest snapshot: what is before it is not kept any more."""
        return next(self._rows.states_after(-1), None)

    def newest_hand(self) -> int:
        """The hand of the last turn; 0 while there was none."""
        last = self._rows.last_turn() or next(self._rows.states_backwards(), None)
        return 0 if last is None else last.hand

    def newest_seq(self) -> int:
        """The last story that is kept; 0 while there was none."""
        last = self._rows.last_turn() or next(self._rows.states_backwards(), None)
        return 0 if last is None else last.seq

    def oldest_seq(self) -> int:
        """The last story that is not kept any more: those behind it are."""
        first = self.first_state()
        return 0 if first is None else first.seq

    def turn_before_seq(self, seq: int) -> int:
        """A turn from which on every story behind `seq` is told, as late as snapshots allow."""
        found = next((row for row in self._rows.states_backwards() if row.seq <= seq), None)
        return 0 if found is None else found.turn

    def events_of(self, row: TurnRow) -> tuple[Event, ...]:
        """The events of a turn."""
        content = self._keys.unseal(TURN, self.boot(row.boot).salt, row.turn, row.label, row.sealed)
        if content is None:
            raise damaged(self._rows.path, f"turn {row.turn} is not as it was written")
        try:
            return tuple([decode(record) for record in unpack_records(content)])
        except msgspec.DecodeError:
            raise JournalError(
                "journal.newer", f"{self._rows.path}: turn {row.turn} holds an event this version does not know; update smarttable"
            ) from None

    def _linked(self, row: TurnRow, before: bytes) -> bytes:
        if self._keys.link(before, row.label, row.sealed) != row.mac:
            raise damaged(self._rows.path, f"the chain breaks at turn {row.turn}")
        return row.mac

    def _checked(self, boot: BootRow) -> BootRow:
        if self._keys.link(b"boot", boot.label, b"") != boot.mac:
            raise damaged(self._rows.path, f"boot {boot.boot} is not as it was written")
        return boot
