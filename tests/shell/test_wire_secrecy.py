"""Secrecy through the whole line: other hidden cards, the same public bytes and times.

The same hand is played twice on the wire in virtual time with other hole cards, burns and undealt
cards; everything the feed says must be the same to the byte, up to the first card shown: each topic,
the heartbeat with its counters, the frames of the page's WebSocket, and what the status page asks of the antennas and of
the computer, in the same order at the same times.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from controller import clock, harness
from controller.clock import Clock
from controller.feed.hub import FeedHub
from controller.feed.subscription import FeedMessage
from controller.game.cards import FULL_DECK, Card
from controller.health import beat
from controller.histories import phh
from controller.histories.handfile import HandFile
from controller.instruments import Setting, TableInstruments
from controller.web.instruments import AntennaView
from controller.web.live import Frames, Ticker
from sim.at_table import AtTable
from sim.faults import Faults
from sim.people import People
from sim.port import TableSpec
from sim.replay import play_hand, running
from sim.table import SimTable

DATA = Path(__file__).resolve().parents[1] / "data" / "phh"

#: A showdown, an all-in and a hand that ends without one.
HANDS = ("pluribus/103/8.phh", "pluribus/102/0.phh", "wsop2023_43_5/03-02-41.phh")


NOWHERE = Path("/nowhere/at-all")

#: No deck file, no journal, no pictures: what is in those folders has nothing to do with the cards.
SETTING = Setting("holdem", "chip", NOWHERE, (), 52, NOWHERE, NOWHERE)


def with_other_hidden_cards(hand: HandFile) -> HandFile:
    """Return the hand with every hole card exchanged for another unused card, in the deal and wherever it is shown."""
    seen = {card for cards in hand.holes for card in cards} | {card for act in hand.actions for card in act.cards}
    board = {card for act in hand.actions if act.kind == "board" for card in act.cards}
    unused = iter([card for card in reversed(FULL_DECK) if card not in seen and card not in board])
    other: dict[Card, Card] = {card: next(unused) for cards in hand.holes for card in cards if card is not None}
    holes = tuple(tuple(other.get(card, card) for card in cards) for cards in hand.holes)
    actions = tuple(
        act if act.kind == "board" else replace(act, cards=tuple(other.get(card, card) for card in act.cards)) for act in hand.actions
    )
    return replace(hand, holes=holes, actions=actions, finishing=None, winnings=None)


class Said(NamedTuple):
    """One message of the feed, what the page was sent for it, and when. Time: table time."""

    message: FeedMessage
    frame: str | None
    at_ns: int


def public_bytes(hand: HandFile, faults: Faults) -> list[Said]:
    """Play the hand over simulated readers and return everything the feed said."""

    async def main() -> list[Said]:
        floor = SimTable(7, faults)
        table = harness.on_floor(TableSpec("secrecy", 10, hand.stakes, floor.openers(), floor.antenna_zones, floor.deck))
        loop_clock = Clock(asyncio.get_running_loop())
        hub = FeedHub(loop_clock, "boot", table.table, card_parts=("hf0", "hf1"))
        frames = Frames(hub.snapshot(), Ticker())
        said: list[Said] = []
        hub.on_message(lambda message: said.append(Said(message, frames.take(message), loop_clock.now_ns())))
        table.turn.on_effects(hub.update)
        table.on_health(lambda health: hub.part_health(health.part, health.state, health.reason, health.remedy, counters=health.counters))

        def heartbeat(loop_lag_ms: int) -> None:
            hub.metrics(events=table.events, readings=table.readings, loop_lag_ms=loop_lag_ms, outbox=0, counters=table.counters())

        instruments = TableInstruments(table, hub, SETTING)

        async def look() -> None:
            """What the status page asks again and again; each answer is kept as if it were a message."""
            while True:
                await asyncio.sleep(0.7)
                for name, told in (("antennas", instruments.antennas()), ("machine", instruments.running(None))):
                    said.append(Said(FeedMessage(name, told.model_dump_json().encode(), False, 0), None, loop_clock.now_ns()))

        beating = asyncio.create_task(beat(loop_clock.loop_s, heartbeat))
        looking = asyncio.create_task(look())
        async with running(floor, table):
            await play_hand("hand", hand, People(AtTable(table), floor.world, 3))
        beating.cancel()
        looking.cancel()
        return said

    return clock.run(main, speed=None)


def up_to_the_first_reveal(said: Sequence[Said]) -> list[Said]:
    reveal = next((n for n, one in enumerate(said) if b'"kind":"shown"' in one.message.body), len(said))
    return list(said[:reveal])


def test_antennas_are_told_by_counts_alone() -> None:
    """No field can hold a card or a tag: whatever lies there, numbers and names of the table file are all there is."""
    assert set(AntennaView.model_fields) == {"part", "antenna", "zone", "sweeps", "sweeps_per_s", "silent_ms", "cards"}
    hand = phh.parse((DATA / HANDS[0]).read_text())
    told = [json.loads(one.message.body) for one in public_bytes(hand, Faults()) if one.message.name == "antennas"]
    counted = [{view["zone"]: view["cards"] for view in one["antennas"]} for one in told]
    assert any(zones["seat/1/hole"] == 2 for zones in counted)
    assert {zones[pile] for zones in counted for pile in ("stub", "muck")} == {None}


@pytest.mark.parametrize("name", HANDS)
@pytest.mark.parametrize("faults", [Faults(), Faults(miss=0.10, cross=0.02)], ids=["quiet", "noisy"])
def test_hidden_cards_leave_no_trace(name: str, faults: Faults, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    hand = phh.parse((DATA / name).read_text())
    first = up_to_the_first_reveal(public_bytes(hand, faults))
    lines = [record.getMessage() for record in caplog.records]
    caplog.clear()
    second = up_to_the_first_reveal(public_bytes(with_other_hidden_cards(hand), faults))
    assert len(first) > 50
    assert {"metrics", "state", "event", "health/hf1", "antennas", "machine"} <= {one.message.name for one in first}
    assert sum(one.frame is not None for one in first) > 20
    assert first == second
    assert lines == [record.getMessage() for record in caplog.records]
