"""A table with a journal on disk behind its pages: what the floor's panel is tested and pictured with."""

from __future__ import annotations

import contextlib
import random
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from browser import Watched, open_page
from kept_felt import KeptFelt, place_in
from playwright.async_api import Browser

from controller.archive import JournalArchive
from controller.game.betting import legal
from controller.game.cards import FULL_DECK, Card, card_text
from controller.game.zones import HOLE, STUB
from controller.rules.catalogue.row import Book
from controller.web.access_gate import Gate
from controller.web.app import make_app
from controller.web.server import WebServer

NAMES = ("Ann", "Björn", "Chiara", "Dmitri", "Eve", "Femi", "Giuseppina", "Hana", "Ingeborg-Marie", "Jürgen")
#: The lowest clubs lie at the bottom and are not dealt.
BOTTOM = ("2c", "3c", "4c")


def shuffled(seed: int) -> list[str]:
    """A deck, the same for the same seed; the last card is dealt first."""
    deck = [card_text(card) for card in FULL_DECK]
    random.Random(seed).shuffle(deck)  # noqa: S311 -- not for secrets
    return [*BOTTOM, *(card for card in deck if card not in BOTTOM)]


class FloorRoom:
    """One boot of a table, for six where nothing else is said, with commands from elsewhere and cards that lie where the test puts them."""

    def __init__(self, folder: Path, *, seats: int = 6, gate: Gate | None = None, book: Book = "cooke") -> None:
        self.place = place_in(folder)._replace(durability="process")
        self.felt = KeptFelt(self.place, seats=seats, book=book)
        self.felt.hub.set_info(
            software_version="0", table_name="Table 1", game="holdem", limit="no_limit", seats=seats, unit="chip", drivers={},
            config_hash="0",
        )  # fmt: skip
        self.felt.hub.part_health("hf0", "ok")
        self.archive = JournalArchive(self.place, self.felt.turn.house, hidden=lambda: self.felt.turn.table.hidden)
        self.archive_known = True
        self.gate = gate

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[WebServer]:
        """The table with its pages, until the block ends."""
        try:
            async with self.serve() as server:
                yield server
        finally:
            self.archive.close()
            self.felt.cut()

    @contextlib.asynccontextmanager
    async def serve(self, port: int = 0) -> AsyncIterator[WebServer]:
        """The pages alone, on a port that may have been theirs before."""
        archive = self.archive if self.archive_known else None
        app = make_app(self.felt.hub, title="Table 1", desk=self.felt.desk, gate=self.gate, archive=archive)
        server = WebServer(app, "127.0.0.1", port)
        await server.start()
        try:
            yield server
        finally:
            await server.stop()

    # -- what happens at the table ---------------------------------------------------------------

    def seat(self, stack: int = 10_000) -> None:
        for number, name in enumerate(NAMES[: self.felt.turn.house.seats], 1):
            self.felt.do("sit", seat=number, name=name, stack=stack)

    def stacks(self) -> list[int]:
        return [seat["stack"] for seat in self.felt.state()["seats"]]

    def number(self) -> int:
        return self.felt.turn.table.hand_number

    def begin(self, *, unread: int = 0) -> list[str]:
        """Gather the cards, begin a hand, post, deal; return the rest of the deck. At seat `unread` no card is read."""
        felt, deck = self.felt, shuffled(self.number())
        for card, zone in enumerate(felt.turn.table.card_zones):
            if zone not in (None, STUB):
                felt.card(card_text(Card(card)), STUB, zone)
        felt.do("new_hand")
        felt.do("post")
        hand = felt.turn.table.hand
        assert hand is not None
        for seat in (*hand.seats, *hand.seats):
            card = deck.pop()
            if seat != unread:
                felt.card(card, HOLE[seat])
        return deck

    def street(self, deck: list[str], count: int) -> None:
        self.felt.board(deck.pop(), *(deck.pop() for _ in range(count)))

    def play(self, acts: Sequence[str] = ()) -> None:
        """One whole hand: `acts` before the flop, then everybody who is left checks, and all show."""
        felt, deck = self.felt, self.begin()
        felt.act(*acts)
        streets = [3, 1, 1]
        while (hand := felt.turn.table.hand) is not None and not hand.over:
            if (now := legal(hand)) is not None:
                felt.act("call" if now.call_chips else "check")
            elif hand.stage == "dealing":
                self.street(deck, streets.pop(0))
            else:
                felt.do("show", seat=felt.state()["to_show"])


@contextlib.asynccontextmanager
async def floor_page(
    browser: Browser,
    server: WebServer,
    width: int = 1024,
    height: int = 768,
    *,
    language: str = "en",
    path: str = "floor",
    **options: object,
) -> AsyncIterator[Watched]:
    """The floor's panel of a table, ready to be pressed."""
    async with open_page(browser, f"{server.url}{path}?lang={language}", width, height, has_touch=True, **options) as watched:
        await watched.page.wait_for_selector("#link[data-link=live]")
        yield watched
