"""A table whose journal is on disk, on its way to a broker; it can be cut off as a power cut does it."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator
from pathlib import Path

# the table with a journal is the journal tests' own; test folders are no packages
sys.path.insert(0, str(Path(__file__).parents[1] / "journal"))

from brokers import Cable
from felt import INFO
from kept_felt import KeptFelt, place_in  # found through the path above
from live import QUICK

from controller.events import BuyIn, Header
from controller.feed.stored import StoredStories
from controller.journal.paths import JournalPlace
from controller.mqtt.pacing import Pacing
from controller.mqtt.publisher import MqttPublisher
from controller.mqtt.settings import MqttSettings

__all__ = ["KeptLive", "kept_live", "place_in"]


class KeptLive:
    """One boot of such a table, joined as the daemon joins it."""

    def __init__(
        self,
        place: JournalPlace,
        port: int,
        *,
        boot_id: str = "boot-1",
        max_events: int | None = None,
        stored: StoredStories | None = None,
        pacing: Pacing = QUICK,
    ) -> None:
        self.felt = KeptFelt(place, boot_id=boot_id)
        self.felt.hub.set_info(**INFO)
        self.felt.hub._listeners.remove(self.felt.told.append)  # a hundred thousand stories kept here would hide what the table keeps
        self.publisher = MqttPublisher(
            MqttSettings(port=port),
            "t1",
            self.felt.hub,
            self.felt.desk,
            pacing=pacing,
            stored=stored or self.felt.stored,
            max_events=max_events,
        )
        session = self.publisher.session
        self.felt.turn.told_by = lambda: session.told_seq
        session.go_on(self.felt.recovered.told, self.felt.recovered.table.seq)
        self.running = asyncio.ensure_future(self.publisher.run())

    @property
    def last(self) -> int:
        return self.felt.turn.table.seq

    def tell(self, stories: int) -> None:
        """Let that many things happen at once."""
        if self.felt.turn.table.seats[2] is None:
            self.felt.seat(3)
            stories -= 1
        at_ns, first = self.felt.clock.at_ns, self.last
        self.felt.turn.take([BuyIn(Header(at_ns, f"b{first + n}", "floor"), 3, 1) for n in range(stories)])

    def void_a_hand(self) -> None:
        if sum(seat is not None for seat in self.felt.turn.table.seats) < 2:
            self.felt.seat(5)
        self.felt.do("new_hand")
        self.felt.do("void_hand")

    async def stop(self) -> None:
        self.publisher.stop()
        await asyncio.wait_for(self.running, 30.0)
        self.felt.turn.close()

    async def cut(self, cable: Cable) -> None:
        """What kill -9 does: nothing more is written, and nobody says goodbye."""
        self.felt.cut()
        await cable.cut()
        self.publisher.stop()
        await asyncio.wait_for(self.running, 30.0)


@contextlib.asynccontextmanager
async def kept_live(place: JournalPlace, port: int, **options: object) -> AsyncIterator[KeptLive]:
    table = KeptLive(place, port, **options)  # type: ignore[arg-type]  # passed on as they are
    try:
        yield table
    finally:
        if not table.running.done():
            await table.stop()
