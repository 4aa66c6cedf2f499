"""Secrecy of the overlay through the whole line: other hidden cards, the same frames at the same times, up to the reveal.

The same hand is played twice on the wire in virtual time with other hidden cards. What the overlay's page and its producer's
are sent must be the same to the byte until the policy lets a card through, and that is never before `delay_s` after it was so.
"""

from __future__ import annotations

import asyncio
import json
import logging
from typing import Any, NamedTuple

import pytest
from test_wire_secrecy import DATA, HANDS, with_other_hidden_cards

from controller import clock, harness
from controller.clock import Clock
from controller.effects import Effect, Tell
from controller.feed.broadcast import BroadcastFeed
from controller.feed.broadcast_views import Aired
from controller.feed.reveal import Broadcast, Reveal
from controller.feed.subscription import FeedMessage
from controller.game.cards import FULL_DECK, card_text
from controller.histories import phh
from controller.histories.handfile import HandFile
from controller.table.table import Table
from controller.web.overlay import OverlayFrames
from sim.at_table import AtTable
from sim.faults import Faults
from sim.people import People
from sim.port import TableSpec
from sim.replay import play_hand, running
from sim.table import SimTable

#: What lets a hole card on air, by policy, and what had to happen at the table before.
REVEALS: dict[Reveal, frozenset[str]] = {
    "never": frozenset(),
    "showdown": frozenset({"shown"}),
    "after_hand": frozenset({"shown", "hand_ended"}),
    "always": frozenset({"card_dealt"}),
}


class Sent(NamedTuple):
    """One frame of a page. Time: table time."""

    at_ns: int
    producer: bool
    frame: str


class Played(NamedTuple):
    """What the two pages were sent, and when which kind of thing happened first at the table."""

    sent: list[Sent]
    first_ns: dict[str, int]

    def before(self, at_ns: int) -> list[Sent]:
        return [one for one in self.sent if one.at_ns < at_ns]


def play(hand: HandFile, broadcast: Broadcast, faults: Faults) -> Played:
    async def main() -> Played:
        floor = SimTable(7, faults)
        table = harness.on_floor(TableSpec("secrecy", 10, hand.stakes, floor.openers(), floor.antenna_zones, floor.deck))
        loop_clock = Clock(asyncio.get_running_loop())
        feed = BroadcastFeed(loop_clock, "boot", broadcast, (Aired(0, table.table),))
        feed.set_info(title="Secrecy")
        played = Played([], {})
        pages = {producer: OverlayFrames(feed, producer=producer) for producer in (False, True)}

        def send(message: FeedMessage) -> None:
            for producer, frames in pages.items():
                frame = frames.take(message)
                if frame is not None:
                    played.sent.append(Sent(loop_clock.now_ns(), producer, frame))

        def note(_: Table, effects: list[Effect]) -> None:
            for effect in effects:
                if isinstance(effect, Tell):
                    played.first_ns.setdefault(effect.kind, effect.at_ns)

        feed.subscribe()._put = send  # type: ignore[method-assign]  # read at once, so that the moment is known
        table.turn.on_effects(note)
        table.turn.on_table(feed.follow)
        table.turn.on_effects(feed.update)
        on_air = asyncio.create_task(feed.run())
        async with running(floor, table):
            await play_hand("hand", hand, People(AtTable(table), floor.world, 3))
            await asyncio.sleep(broadcast.delay_s + 1)
        on_air.cancel()
        return played

    return clock.run(main, speed=None)


def holes(frame: str) -> list[str]:
    """The hole cards in a frame."""
    body: dict[str, Any] = json.loads(frame)
    return [card for seat in body.get("seats", ()) for card in seat["hole"]]


@pytest.mark.parametrize("name", HANDS)
@pytest.mark.parametrize("reveal", REVEALS)
@pytest.mark.parametrize(("delay_s", "faults"), [(0, Faults()), (45, Faults(miss=0.10, cross=0.02))], ids=["at once, quiet", "late, noisy"])
@pytest.mark.slow
def test_other_hidden_cards_give_the_same_frames_up_to_the_reveal(name: str, reveal: Reveal, delay_s: int, faults: Faults) -> None:
    hand = phh.parse((DATA / name).read_text())
    broadcast = Broadcast(reveal, delay_s)
    first, second = play(hand, broadcast, faults), play(with_other_hidden_cards(hand), broadcast, faults)
    # who wins depends on the cards: from the first hand shown on, the table itself is another
    other_ns = min([first.first_ns[kind] for kind in ("shown", "hand_ended") if kind in first.first_ns])
    let_through = [first.first_ns[kind] for kind in REVEALS[reveal] if kind in first.first_ns]
    until_ns = min([other_ns, *let_through]) + delay_s * 1_000_000_000
    before = first.before(until_ns)
    if reveal != "always":
        assert len(before) > 40
    assert before == second.before(until_ns)
    for played in (first, second):
        revealed = [one for one in played.sent if holes(one.frame)]
        assert bool(revealed) == bool(let_through)
        for one in revealed:
            assert one.at_ns >= min(let_through) + delay_s * 1_000_000_000


@pytest.mark.slow
def test_no_card_is_in_a_frame_but_those_of_the_board_and_those_let_through(caplog: pytest.LogCaptureFixture) -> None:
    """Every text in every frame is looked at, wherever in it a card might hide; and the log."""
    caplog.set_level(logging.DEBUG)
    hand = phh.parse((DATA / HANDS[0]).read_text())
    cards = {card_text(card) for card in FULL_DECK}
    for reveal in REVEALS:
        for one in play(hand, Broadcast(reveal), Faults()).sent:
            body = json.loads(one.frame)
            allowed = {*body.get("set", {}).get("board", ()), *holes(one.frame)}
            assert {text for text in texts(body) if text in cards} <= allowed
    assert not [record for record in caplog.records if set(record.getMessage().split()) & cards]


def texts(value: Any) -> list[str]:
    match value:
        case dict():
            return [text for key, below in value.items() for text in [key, *texts(below)]]
        case list():
            return [text for below in value for text in texts(below)]
        case str():
            return value.split()
    return []
