"""A table with a journal on disk behind its web application: what the REST tests ask."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
from felt import INFO
from gates import TOKENS, Keys
from kept_felt import KeptFelt, place_in

from controller.archive import JournalArchive
from controller.feed.hub import FeedHub
from controller.game.betting import legal
from controller.game.cards import FULL_DECK, Card, card_text
from controller.game.hand import Hand
from controller.game.zones import HOLE, STUB
from controller.harness import ReaderSetup, TableInProcess
from controller.instruments import Setting, backstage
from controller.journal.paths import JournalPlace
from controller.rules.house import House
from controller.sensing.decks import DeckRegistry, save_decks
from controller.web.access import TokenRole
from controller.web.app import make_app
from controller.web.instruments import Backstage
from firmware_bridge.transport import Transport, TransportError


def backstage_of(folder: Path) -> Backstage:
    """The instruments of a table with one reader that nobody plugged in, and two decks of which one is in play."""
    decks = folder / "decks.json"
    blue, red = ({bytes([deck, card, 0, 0]): Card(card) for card in range(count)} for deck, count in ((1, 52), (2, 50)))
    save_decks(decks, DeckRegistry({"blue": blue, "red": red}))
    reader = ReaderSetup("hf0", "feig", _no_link, {1: HOLE[1], 2: STUB})
    table = TableInProcess(House(seats=6), readers=[reader], deck=blue)
    hub = FeedHub(table.clock, "boot-1", table.table)
    setting = Setting("holdem", "chip", decks, ("blue",), len(blue), folder / "journal.db", folder / "pictures")
    return backstage(table, hub, setting)


async def _no_link() -> Transport:
    raise TransportError("link.absent", "no reader is there", "plug it in")


class Asked:
    """One boot of the table, and programs that ask it. `keep_hands` and `snapshot_hands` are the journal's."""

    def __init__(self, folder: Path, *, boot_id: str = "boot-1", hidden: bool | Callable[[], bool] = False, **kept: int) -> None:
        self.place: JournalPlace = place_in(folder, **kept)._replace(durability="process")
        self.felt = KeptFelt(self.place, boot_id=boot_id)
        self.felt.hub.set_info(**INFO)
        self.felt.hub.part_health("hf0", "ok")
        self.archive = JournalArchive(self.place, House(seats=6), hidden=hidden if callable(hidden) else lambda: hidden)
        self.keys = Keys()
        self.app: Any = make_app(
            self.felt.hub,
            title="Table 1",
            desk=self.felt.desk,
            gate=self.keys.gate(),
            archive=self.archive,
            backstage=backstage_of(folder),
            allowed_hosts=["testserver"],
        )

    def play(self, hands: int, *players: int) -> None:
        """Play so many hands, the same every time: shown down, mucked, or folded before the flop."""
        felt, who = self.felt, players or (1, 2, 3)
        if not any(felt.turn.table.seats):
            felt.seat(*who, stack=1_000_000)
        for number in range(felt.turn.table.hand_number, felt.turn.table.hand_number + hands):
            deck = [card_text(card) for card in FULL_DECK]
            random.Random(number).shuffle(deck)  # noqa: S311 -- not for secrets
            self._play(number, deck)

    def _play(self, number: int, deck: list[str]) -> None:
        felt = self.felt
        for card, zone in enumerate(felt.turn.table.card_zones):  # the deck is gathered and shuffled
            if zone not in (None, STUB):
                felt.card(card_text(Card(card)), STUB, zone)
        felt.do("new_hand")
        felt.do("post")
        seats = self._hand.seats
        for seat in (*seats, *seats):
            felt.card(deck.pop(), HOLE[seat])
        if number % 4 == 3:
            felt.act(*["fold"] * (len(seats) - 1))
            return
        self._bet()
        for street in (3, 1, 1):
            felt.board(deck.pop(), *(deck.pop() for _ in range(street)))
            self._bet()
        felt.do("show", seat=felt.state()["to_show"])
        while (seat := felt.state()["to_show"]) is not None:
            felt.do("muck" if number % 4 == 1 else "show", seat=seat)

    def _bet(self) -> None:
        """Everybody stays in."""
        while (now := legal(self._hand)) is not None:
            self.felt.act("call" if now.call_chips else "check")

    @property
    def _hand(self) -> Hand:
        hand = self.felt.turn.table.hand
        assert hand is not None
        return hand

    async def get(self, path: str, role: TokenRole | None = None, **headers: str) -> httpx.Response:
        """Ask from this machine, or with a token from elsewhere."""
        client = "127.0.0.1" if role is None else "198.51.100.7"
        sent = headers | ({} if role is None else {"authorization": f"Bearer {TOKENS[role]}"})
        base = "http://localhost" if role is None else "http://testserver"
        async with httpx.AsyncClient(transport=httpx.ASGITransport(self.app, client=(client, 5000)), base_url=base) as asker:
            return await asker.get(f"/api/v1{path}", headers=sent)

    def close(self) -> None:
        """Stop as kill -9 does."""
        self.archive.close()
        self.felt.cut()
