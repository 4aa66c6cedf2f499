"""A table played by hand whose journal is on disk, and which can be stopped as a power cut stops it."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

from felt import BLINDS, WALL_MS, Felt, StillClock

from controller.events import Tick
from controller.feed.desk import CommandDesk
from controller.feed.hub import FeedHub
from controller.feed.subscription import FeedMessage
from controller.game.betting import legal
from controller.game.cards import FULL_DECK, card_text
from controller.game.chips import Stakes
from controller.game.zones import BOARD, HOLE
from controller.journal.disk import Kept
from controller.journal.paths import JournalPlace
from controller.journal.store import OnPoint, no_point
from controller.mqtt.topics import STORIES
from controller.recovery import recover
from controller.rules.catalogue.row import Book
from controller.rules.house import House
from controller.rules.options import PRESETS
from controller.stored_stories import JournalStories
from controller.turn import Turn


class BootClock(StillClock):
    """Stands still too, and has what a boot writes down."""

    speed = 1.0

    def __init__(self, start_s: float) -> None:
        self.at_ns = self.zero_ns = round(start_s * 1e9)
        self.zero_utc_ms = WALL_MS + 7 * self.zero_ns // 1_000_000  # no boot's clock is another's

    def utc_ms(self, at_ns: int) -> int:
        return self.zero_utc_ms + round((at_ns - self.zero_ns) / 1e6)


def place_in(folder: Path, **kept: int) -> JournalPlace:
    return JournalPlace(folder / "journal.db", folder / "table.key", kept=Kept(**kept))


class KeptFelt(Felt):
    """One boot of a table: begins where the journal at `place` ends. `cut` is what kill -9 does."""

    def __init__(
        self,
        place: JournalPlace,
        *,
        seats: int = 6,
        stakes: Stakes = BLINDS,
        boot_id: str = "boot-1",
        on_point: OnPoint = no_point,
        book: Book = "cooke",
    ) -> None:
        house = House(seats=seats, stakes=stakes, book=book, options=PRESETS[book])
        self.recovered = recover(place, house, on_point)
        self.clock: Any = BootClock(self.recovered.start_s)
        self.journal = self.recovered.journal(place, house, boot_id, self.clock)
        self.turn = Turn(house, self.journal, self.recovered.table, self.recovered.told, log=self.recovered.log)
        self.hub = FeedHub(self.clock, boot_id, self.turn.table, card_parts=("hf0",), sequence=self.recovered.store.sequence)
        self.turn.on_effects(self.hub.update)
        self.desk = CommandDesk(self.turn, self.clock, boot_id, wall_ms=lambda: self.clock.utc_ms(self.clock.at_ns))
        self.turn.on_effects(self.desk.settle)
        self.told: list[FeedMessage] = []
        self.hub.on_message(self.told.append)
        self.hub.recall(self.recovered.of_hand)
        for asked in self.recovered.asked:
            self.desk.recall(asked.command, asked.done, asked.as_of_seq, asked.boot)
        self.stored = JournalStories(place, house)
        self.told += self.stored.read(self.recovered.told, 10_000)  # as the session sends them
        self._ids = itertools.count(1 + 1_000_000 * self.recovered.boot_number)

    def cut(self) -> None:
        """Stop at once: nothing more is written."""
        self.recovered.store.close()

    def events(self) -> list[tuple[int, bytes]]:
        return [(message.seq, message.body) for message in self.told if message.name in STORIES]

    def rule_something(self, pick: int) -> None:
        """A count, a clock that runs out, or a decision about what was ruled last; which, `pick` says."""
        state = self.state()
        if pick % 3 == 0:
            self.ask("request", seat=1, what="stack", of=2 + pick % 4)
        elif pick % 3 == 1 and state["to_act"] is not None:
            self.ask("clock", seat=state["to_act"], seconds=30)
            for seconds in (20, 10):  # the timer fires when it is time, never before
                self.clock.at_ns += seconds * 1_000_000_000
                self.take(Tick("clock", self.clock.at_ns))
        elif state["rulings"]:
            decision = ("confirm", "override", "reopen")[pick // 3 % 3]
            self.ask("floor_rule", ruling=state["rulings"][-1]["id"], decision=decision, reason="so it was")

    def any_move(self, pick: int) -> None:
        """One sensible thing that may happen now; which, `pick` says."""
        if pick % 23 == 7:
            self.rule_something(pick)
        else:
            self.play_on(pick)

    def play_on(self, pick: int) -> None:
        """The hand goes on."""
        table = self.turn.table
        hand = table.hand
        if sum(seat is not None and seat.stack_chips > 0 for seat in table.seats) < 2 and (hand is None or hand.over):
            free = next(number for number, seat in enumerate(table.seats, 1) if seat is None or not seat.stack_chips)
            if table.seats[free - 1] is None:
                self.ask("sit", seat=free, name=f"Player {free}", stack=2_000)
            else:
                self.ask("buy_in", seat=free, amount=2_000)
            return
        if hand is None or hand.over:
            self.ask("new_hand")
            return
        fresh = [card_text(card) for card in FULL_DECK if card not in hand.dealt]
        owed = [seat for index, seat in enumerate(hand.seats) if hand.dealt_to.count(index) < 2]
        if hand.stage == "posting":
            self.ask("post")
        elif owed and pick % 4:
            self.card(fresh[pick % len(fresh)], HOLE[owed[0]])
        elif (now := legal(hand)) is not None:
            do = ("call" if now.call_chips else "check", "call" if now.call_chips else "check", "fold", "all_in")[pick % 4]
            self.ask("act", seat=now.seat, do=do)
        elif hand.stage == "dealing":
            self.card(fresh[pick % len(fresh)], BOARD)
        else:
            seat = next(s for i, s in enumerate(hand.seats) if not hand.folded[i] and not hand.mucked[i] and hand.shown[i] is None)
            held = [card_text(card) for card in hand.hole_of(hand.seats.index(seat))]
            if pick % 5 == 0:
                self.ask("muck", seat=seat)
            elif len(held) == 2:  # what was read may not be named too
                self.ask("show", seat=seat)
            else:
                self.ask("show", seat=seat, cards=(held + [text for text in fresh if text not in held])[:2])
