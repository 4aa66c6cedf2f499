"""The real table with its readers, decks and pictures behind the table and status pages, as the daemon joins them."""

from __future__ import annotations

import asyncio
import contextlib
import math
import struct
import zlib
from collections.abc import AsyncIterator
from pathlib import Path

from browser import Watched, open_page, started
from panel_people import Room
from playwright.async_api import Browser, expect

from controller.clock import Clock
from controller.game.chips import Stakes
from controller.health import beat
from controller.instruments import Setting, backstage
from controller.sensing.decks import DeckRegistry, save_decks
from controller.web.server import WebServer
from sim.table import SimTable

SEATS = 9

#: Of the picture: its side, and the colours of ground and person.
SIDE, GROUND, PERSON = 96, (38, 92, 120), (236, 214, 186)


def portrait() -> bytes:
    """A picture of head and shoulders, as PNG."""
    rows = b""
    for y in range(SIDE):
        rows += b"\0"
        for x in range(SIDE):
            across, down = (x - SIDE / 2) / SIDE, y / SIDE
            face = math.hypot(across, down - 0.36) < 0.2
            shoulders = math.hypot(across, 1.35 * (down - 1.02)) < 0.42
            rows += bytes(PERSON if face or shoulders else GROUND)

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", SIDE, SIDE, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


class WatchedRoom(Room):
    """A room whose table has instruments; `folder` holds its deck file, its pictures and its journal."""

    def __init__(self, folder: Path, *, floor: SimTable | None = None, seats: int = SEATS) -> None:
        super().__init__(Stakes(50, 100), seats, floor=floor)
        self.folder = folder
        self.hub.set_info(
            software_version="0.1.0", table_name="Table 1", game="holdem", limit="no_limit", seats=seats, unit="chip",
            drivers={driver.name: "feig" for driver in self.table.drivers}, config_hash="0",
        )  # fmt: skip
        self.table.on_health(
            lambda health: self.hub.part_health(
                health.part, health.state, health.reason, health.remedy, since_ns=health.since_ns, counters=health.counters
            )
        )
        deck = dict(floor.deck) if floor is not None else {}
        red = {bytes([0xF0, *tag[1:]]): card for tag, card in deck.items()}
        save_decks(folder / "decks.json", DeckRegistry({"blue": deck, "red": red} if deck else {}))
        (folder / "pictures").mkdir(exist_ok=True)
        (folder / "pictures" / "ann.png").write_bytes(portrait())
        self.setting = Setting("holdem", "chip", folder / "decks.json", ("blue",), len(deck), folder / "journal.db", folder / "pictures")

    @contextlib.asynccontextmanager
    async def open(self, port: int = 0) -> AsyncIterator[WebServer]:
        loop_clock = Clock(asyncio.get_running_loop())
        beating = asyncio.create_task(beat(loop_clock.loop_s, self._beat))
        try:
            async with super().open(port) as server:
                yield server
        finally:
            beating.cancel()

    async def serve(self, port: int = 0) -> WebServer:
        loop_s = Clock(asyncio.get_running_loop()).loop_s
        behind = backstage(self.table, self.hub, self.setting)
        options = {"desk": self.table.desk, "loop_s": loop_s, "backstage": behind, "pictures": self.setting.pictures}
        self._servers.append(await started(self.hub, port, **options))
        return self._servers[-1]

    def _beat(self, loop_lag_ms: int) -> None:
        table = self.table
        self.hub.metrics(
            events=table.events, readings=table.readings, loop_lag_ms=loop_lag_ms, outbox=0, counters=table.counters(),
        )  # fmt: skip

    @property
    def parts(self) -> list[str]:
        return [driver.name for driver in self.table.drivers]


@contextlib.asynccontextmanager
async def room_page(browser: Browser, server: WebServer, path: str, width: int = 1280, height: int = 720) -> AsyncIterator[Watched]:
    """A page of the room that has its line."""
    async with open_page(
        browser, f"{server.url.rstrip('/')}{path}", width, height, reduced_motion="reduce", noting_requests=True
    ) as watched:
        await expect(watched.page.locator("#link")).to_have_attribute("data-link", "live")
        yield watched
