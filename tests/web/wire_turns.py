"""A game over simulated readers, recorded turn by turn, and told again to pages as fast as they follow.

Recorded in virtual time from the same parts as a daemon's; told through the daemon's own feeds.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from controller import clock
from controller.clock import Clock
from controller.effects import Effect
from controller.feed.broadcast import BroadcastFeed
from controller.feed.broadcast_views import Aired
from controller.feed.hub import FeedHub
from controller.feed.reveal import Broadcast
from controller.harness import on_floor
from controller.histories.phh import parse
from controller.table.table import Table
from drivers.base import Health
from sim.at_table import AtTable
from sim.fault_plan import parse_planned
from sim.faults import Faults
from sim.people import People
from sim.port import TableSpec
from sim.replay import play_hand, running
from sim.table import SimTable

PHH = Path(__file__).resolve().parents[1] / "data" / "phh"

#: Side pots, long streets, a showdown, hands without one; the second table plays for millions.
HANDS = ("pluribus/103/8.phh", "pluribus/102/0.phh", "pluribus/50b/109.phh", "wsop2023_43_5/03-02-41.phh")

#: What befalls the readers meanwhile: misses, a plug pulled, an antenna that says nothing.
NOISE = Faults(miss=0.05, cross=0.01)
PLAN = ("unplug hf1 at 25s for 20s", "unplug hf0 at 70s for 6s")

INFO: dict[str, Any] = {
    "software_version": "0.1.0", "table_name": "Table 1", "game": "holdem", "limit": "no_limit", "seats": 10, "unit": "chip",
    "drivers": {"hf0": "feig", "hf1": "feig"}, "config_hash": "0",
}  # fmt: skip
ON_AIR: dict[str, Any] = {
    "title": "Harbour Room Main Event", "sponsor": "Final table", "table_name": "Table 1", "game": "holdem", "limit": "no_limit",
    "unit": "chip", "seats": 10, "look": "broadcast", "stale": "flag", "files": [],
}  # fmt: skip


class Told(NamedTuple):
    """One turn of the table as the feeds hear of it, or a change of a reader's health."""

    table: Table
    effects: Sequence[Effect]
    health: Health | None = None
    at_ns: int = 0


class RetoldClock:
    """Stands at the table time of what was told last."""

    def __init__(self) -> None:
        self.at_ns = 0

    def now_ns(self) -> int:
        return self.at_ns

    def utc_ms(self, at_ns: int) -> int:
        return Clock.VIRTUAL_EPOCH_MS + at_ns // 1_000_000


@functools.cache
def recorded_turns(hands: tuple[str, ...] = HANDS) -> tuple[Told, ...]:
    """Return everything that happened while people played `hands`, each hand with its own stakes, at one table."""

    async def main() -> tuple[Told, ...]:
        files = [parse((PHH / name).read_text("utf-8")) for name in hands]
        floor = SimTable(7, NOISE, plan=[parse_planned(text) for text in PLAN])
        table = on_floor(TableSpec("matrix", 10, files[0].stakes, floor.openers(), floor.antenna_zones, floor.deck))
        turns: list[Told] = [Told(table.table, ())]
        now_ns = table.clock.now_ns
        table.turn.on_effects(lambda after, effects: turns.append(Told(after, tuple(effects), None, now_ns())))
        table.on_health(lambda health: turns.append(Told(table.table, (), health, now_ns())))
        async with running(floor, table):
            for name, hand in zip(hands, files, strict=True):
                result = await play_hand(name, hand, People(AtTable(table), floor.world, 3))
                assert result.error is None, (name, result.error)
        return tuple(turns)

    return clock.run(main, speed=None)


class Retold:
    """The feeds of a daemon, to which a recorded game is told again."""

    def __init__(self, begin: Table, *, reveal: Broadcast = Broadcast("showdown")) -> None:  # noqa: B008 # frozen
        self._clock = RetoldClock()
        self.hub = FeedHub(self._clock, "boot", begin, card_parts=("hf0", "hf1"))
        self.hub.set_info(**INFO)
        self.hub.set_status("online", 1)
        for part in ("hf0", "hf1"):
            self.hub.part_health(part, "ok")
        self.broadcast = BroadcastFeed(self._clock, "boot", reveal, (Aired(0, begin),))
        self.broadcast.set_info(**ON_AIR)
        self.rev = begin.rev

    def tell(self, told: Told) -> None:
        """Tell one turn."""
        self._clock.at_ns = told.at_ns
        if told.health is not None:
            health = told.health
            self.hub.part_health(health.part, health.state, health.reason, health.remedy, counters=health.counters)
            return
        self.broadcast.follow(told.table)
        self.hub.update(told.table, told.effects)
        self.broadcast.update(told.table, told.effects)
        self.rev = told.table.rev
