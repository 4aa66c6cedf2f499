"""A table with its feed, played by hand: what the feed and MQTT tests look at."""

from __future__ import annotations

import itertools
import json
from collections.abc import Mapping, Sequence
from typing import Any

from controller.effects import Effect
from controller.events import CardMoved, Discrepancy, Event, Evidence
from controller.feed.desk import CommandDesk
from controller.feed.hub import FeedHub
from controller.feed.payloads import CommandAnswer
from controller.feed.subscription import FeedMessage
from controller.game.cards import Card, parse_card
from controller.game.chips import Stakes
from controller.game.zones import BOARD, BOARDS, BURN, HOLE, STUB, UP_SEAT, Zone
from controller.journal.log import MemoryJournal
from controller.rules.house import House
from controller.turn import Turn

WALL_MS = 1_767_225_600_000
INFO = {
    "software_version": "0.1.0",
    "table_name": "Test table",
    "game": "holdem",
    "limit": "no_limit",
    "seats": 6,
    "unit": "chip",
    "house_book": "cooke",
    "house_options": {"action_clock_seconds": 45},
    "drivers": {"hf0": "feig"},
    "config_hash": "0" * 16,
}
BLINDS = Stakes(50, 100)
#: Where cards lie face up.
FACE_UP = frozenset((*BOARDS, *UP_SEAT))


class StillClock:
    """Table time that moves when it is told to."""

    def __init__(self) -> None:
        self.at_ns = 0

    def now_ns(self) -> int:
        return self.at_ns

    def utc_ms(self, at_ns: int) -> int:
        return WALL_MS + at_ns // 1_000_000


class Felt:
    """One table: commands go through the desk, cards come as Facts, messages are kept as told."""

    def __init__(self, seats: int = 6, stakes: Stakes = BLINDS, boot_id: str = "boot-1", house: House | None = None) -> None:
        self.clock = StillClock()
        self.turn = Turn(house or House(seats=seats, stakes=stakes), MemoryJournal())
        self.hub = FeedHub(self.clock, boot_id, self.turn.table, card_parts=("hf0",))
        self.turn.on_effects(self.hub.update)
        self.effects: list[Effect] = []
        self.turn.on_effects(lambda table, effects: self.effects.extend(effects))
        self.desk = CommandDesk(self.turn, self.clock, boot_id, wall_ms=lambda: WALL_MS + self.clock.at_ns // 1_000_000)
        self.told: list[FeedMessage] = []
        self.hub.on_message(self.told.append)
        self._ids = itertools.count(1)

    def ask(self, verb: str, **arguments: Any) -> CommandAnswer:
        self.clock.at_ns += 1_000_000_000
        return self.desk.submit(verb, {"id": f"c{next(self._ids)}", **arguments}, "floor")

    def do(self, verb: str, **arguments: Any) -> None:
        answer = self.ask(verb, **arguments)
        assert answer.ok, answer

    def take(self, *events: Event) -> Sequence[Effect]:
        return self.turn.take(events)

    def card(self, text: str, to_zone: Zone | None, from_zone: Zone | None = STUB) -> None:
        self.clock.at_ns += 100_000_000
        by_ns = self.clock.at_ns
        side = "up" if to_zone in FACE_UP else "down"
        self.take(CardMoved(card_of(text), from_zone, to_zone, side, by_ns - 50_000_000, by_ns, Evidence("hf0", 2, 3)))

    def contradict(self, code: str, *zones: Zone) -> None:
        self.take(Discrepancy(code, zones, self.clock.at_ns, Evidence("hf0", 1, 3)))

    def settle(self, code: str, *zones: Zone) -> None:
        self.take(Discrepancy(code, zones, self.clock.at_ns, Evidence("hf0", 0, 0), settled=True))

    def seat(self, *players: int, stack: int = 10_000) -> None:
        for seat in players:
            self.do("sit", seat=seat, name=f"Player {seat}", stack=stack)

    def deal(self, holes: Mapping[int, Sequence[str]]) -> None:
        self.do("new_hand")
        self.do("post")
        hand = self.turn.table.hand
        order = [*([] if hand is None else hand.seats)]
        for turn in range(2):
            for seat in sorted(holes, key=lambda one: order.index(one) if one in order else len(order)):
                self.card(holes[seat][turn], HOLE[seat])

    def board(self, burn: str, *cards: str) -> None:
        self.card(burn, BURN)
        for text in cards:
            self.card(text, BOARD)

    def act(self, *acts: str) -> None:
        """Acts of whoever is to act: `fold`, `check`, `call`, `raise 600` …"""
        for act in acts:
            do, _, to = act.partition(" ")
            self.do("act", seat=self.state()["to_act"], do=do, **({"to": int(to)} if to else {}))

    def play_checked_down(self, holes: Mapping[int, Sequence[str]], board: Sequence[str], burns: Sequence[str]) -> None:
        """One whole hand: everybody calls, then checks to the river and shows in turn."""
        self.deal(holes)
        self.act(*["call"] * (len(holes) - 1), "check")
        for burn, cards in zip(burns, (board[:3], board[3:4], board[4:5]), strict=True):
            self.board(burn, *cards)
            self.act(*["check"] * len(holes))
        for seat in holes:
            self.do("show", seat=seat)

    # -- what was told -------------------------------------------------------------------------

    def bodies(self, name: str) -> list[dict[str, Any]]:
        return [json.loads(message.body) for message in self.told if message.name == name]

    def stories(self) -> list[str]:
        return [story["text"] for story in self.bodies("event")]

    def state(self) -> dict[str, Any]:
        return self.snapshot("state")

    def snapshot(self, name: str) -> dict[str, Any]:
        found: dict[str, Any] = next(json.loads(message.body) for message in self.hub.snapshot() if message.name == name)
        return found


def card_of(text: str) -> Card:
    card = parse_card(text)
    assert card is not None, text
    return card
