"""The journal on disk: each turn of the table is one commit of sealed, chained rows.

A disk that fails stops no hand: rows wait in memory, sealed, until `catch_up` can write them, and the caller tells
nothing meanwhile. What waits is not bounded: a busy table makes about a megabyte an hour.
"""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from controller.journal.errors import Trouble
from controller.journal.keys import MAC_BYTES, SALT_BYTES, Keys
from controller.journal.log import JournalledState
from controller.journal.rows import STATE, TURN, BootRow, StateRow, TurnRow, pack_records
from controller.journal.store import FOLD_WAITS, PUT_BOOT, PUT_STATE, PUT_TURN, Statement, Store

#: The link before the first row.
NO_LINK: Final = bytes(MAC_BYTES)
#: Snapshots that one pruning takes away at most, with the turns before them: no commit takes long.
_PRUNED_AT_ONCE: Final = 4
#: Commits after which SQLite's log is folded into the file: between hands, when the hand before saved the waits that this takes by turns
#: of several events; from the second number on between any hands, from the third at once. About 80, 160 and 640 hands.
FOLD_AFTER: Final = 2_000
_FOLD_ANYWAY: Final = 2 * FOLD_AFTER
_FOLD_AT_ONCE: Final = 8 * FOLD_AFTER

#: Told of each change: reason and remedy while the disk fails, both empty when it works.
OnTrouble = Callable[[str, str], None]


class Head(NamedTuple):
    """Where a journal stands: its last turn, the events up to there, and the link of that turn."""

    turn: int = 0
    events: int = 0
    mac: bytes = NO_LINK


class Kept(NamedTuple):
    """How much is kept: hands as events, and a snapshot every so many hands."""

    hands: int = 10_000
    snapshot_hands: int = 10


class DiskJournal:
    """Writes one boot's turns behind the `head` of a journal.

    Invariants: rows are written in order, whole commits or nothing; a row is sealed once, so no nonce has two
    contents. `encode_state` gives the canonical bytes of the state handed to `append`.
    """

    def __init__(
        self,
        store: Store,
        keys: Keys,
        head: Head,
        *,
        marks: Sequence[tuple[int, int]],
        encode_state: Callable[[Any], bytes],
        kept: Kept,
    ) -> None:
        """`marks` are (turn, hand) of the snapshots there are, oldest first."""
        self._store = store
        self._keys = keys
        self._head = head
        self._written = head.turn
        self._marks = deque(marks)
        self._encode_state = encode_state
        self._kept = kept
        self._boot = 0
        self._salt = b""
        self._waiting: list[Statement] = []
        #: Reason and remedy while the disk fails, both empty when it works.
        self.trouble = ("", "")
        self._state: JournalledState | None = None
        self._spare = 0  # events of this hand less the commits they took
        self.on_trouble: OnTrouble = lambda reason, remedy: None
        #: Commits, rows and foldings of the log since the boot.
        self.counters = {"commits": 0, "turns": 0, "failed_commits": 0, "folds": 0, "waiting": 0}

    def begin(self, boot: BootRow, state: JournalledState) -> bool:
        """Begin a run of the daemon with the table `state`; return whether that is kept. `salt` and `mac` of `boot` are made here."""
        self._boot = boot.boot
        self._salt = secrets.token_bytes(SALT_BYTES)
        boot = boot._replace(salt=self._salt)
        boot = boot._replace(mac=self._keys.link(b"boot", boot.label, b""))
        self._state = state
        return self._write([(PUT_BOOT, tuple(boot)), *self._snapshot(state)])

    def append(self, records: Sequence[bytes], state: JournalledState, told: int) -> bool:
        statements = [self._turn(records, state, told)]
        if self._marks and state.hand_number - self._marks[-1][1] >= self._kept.snapshot_hands:
            statements += [*self._snapshot(state), *self._prune(state.hand_number)]
        if self._state is None or state.hand_number != self._state.hand_number:
            self._spare = 0
        self._spare += len(records)
        self._state = state
        kept = self._write(statements)
        if kept and self._store.unfolded >= _FOLD_AT_ONCE:
            self._fold()
        return kept

    def tidy(self) -> None:
        unfolded = self._store.unfolded
        if not self.trouble[0] and unfolded >= FOLD_AFTER and (self._spare >= FOLD_WAITS or unfolded >= _FOLD_ANYWAY):
            self._fold()

    def catch_up(self) -> bool:
        if not self._waiting and not self.trouble[0]:
            return True
        try:
            if self.trouble[0]:
                self._store.reopen()
                if not self._still_ours():
                    raise Trouble("journal.changed", "the file is not the one that was written before: stop the daemon and put it back")
            if self._waiting:
                self._store.commit(self._waiting)
        except Trouble as trouble:
            self.counters["failed_commits"] += 1
            self._say(trouble.reason, trouble.remedy)
            return False
        finally:
            self.counters["waiting"] = len(self._waiting)
        self._done()
        return True

    def close(self, told: int) -> None:
        """Keep what waits and how far the stories were told, and close the file. A disk that fails leaves it at what it holds."""
        if self._state is not None:
            self._waiting.append(self._turn((), self._state, told))
            self.catch_up()  # whatever it said last: this is the last time it is asked
        self._store.close()

    def _write(self, statements: Sequence[Statement]) -> bool:
        """While the disk fails, rows wait: `catch_up` is called again and again, and a failing disk may be slow to say so."""
        self._waiting += statements
        if self.trouble[0]:
            self.counters["waiting"] = len(self._waiting)
            return False
        return self.catch_up()

    def _fold(self) -> None:
        try:
            self._store.fold_log()
        except Trouble as trouble:  # nothing is lost: everything is in the log
            self._say(trouble.reason, trouble.remedy)
        else:
            self._spare -= FOLD_WAITS
            self.counters["folds"] += 1

    def _done(self) -> None:
        if self._waiting:
            self._waiting.clear()
            self._written = self._head.turn
            self._spare -= 1
            self.counters["commits"] += 1
        self.counters["waiting"] = 0
        self._say("", "")

    def _still_ours(self) -> bool:
        """Whether the file ends where we left it. A commit that was said to have failed may have lasted: then nothing waits."""
        last = self._store.read().last_turn()
        turn, mac = (last.turn, last.mac) if last else (0, NO_LINK)
        if turn == self._head.turn and turn != self._written:
            if mac != self._head.mac:
                return False
            self._waiting.clear()
            return True
        return turn == self._written

    def _say(self, reason: str, remedy: str) -> None:
        if (reason, remedy) != self.trouble:
            self.trouble = (reason, remedy)
            self.on_trouble(reason, remedy)

    def _turn(self, records: Sequence[bytes], state: JournalledState, told: int) -> Statement:
        turn, events = self._head.turn + 1, self._head.events + len(records)
        row = TurnRow(turn, self._boot, events, state.hand_number, state.seq, told, b"", b"")
        sealed = self._keys.seal(TURN, self._salt, turn, row.label, pack_records(records))
        mac = self._keys.link(self._head.mac, row.label, sealed)
        self._head = Head(turn, events, mac)
        self.counters["turns"] += 1
        return PUT_TURN, tuple(row._replace(sealed=sealed, mac=mac))

    def _snapshot(self, state: JournalledState) -> list[Statement]:
        content = self._encode_state(state)
        turn, events, mac = self._head
        row = StateRow(turn, self._boot, events, state.hand_number, state.seq, mac, self._keys.hash(content), b"")
        row = row._replace(sealed=self._keys.seal(STATE, self._salt, turn, row.label, content))
        if self._marks and self._marks[-1][0] == turn:
            self._marks.pop()
        self._marks.append((turn, state.hand_number))
        return [(PUT_STATE, tuple(row))]

    def _prune(self, hand: int) -> list[Statement]:
        """Let go of hands beyond those kept: the chain then begins at a snapshot, which holds its link."""
        cut = None
        while len(self._marks) > 1 and self._marks[1][1] <= hand - self._kept.hands and (cut is None or cut[1] < _PRUNED_AT_ONCE):
            self._marks.popleft()
            cut = (self._marks[0][0], (cut[1] if cut else 0) + 1)
        if cut is None:
            return []
        return [
            ("DELETE FROM turns WHERE turn <= ?", (cut[0],)),
            ("DELETE FROM states WHERE turn < ?", (cut[0],)),
            ("DELETE FROM boots WHERE boot < (SELECT min(boot) FROM states)", ()),
        ]
