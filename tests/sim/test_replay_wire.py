"""People and readers against the daemon's real driver and sensing, in virtual time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
from core_table import CoreTable
from hand_texts import DATA, hand_text, holdem_files
from wire_table import virtually, wire_table

from controller import clock
from controller.effects import Tell
from controller.events import CardMoved
from controller.game.chips import Stakes
from controller.game.zones import BOARD, HOLE, HOLE_SEAT, MUCK, STUB
from controller.harness import TableInProcess
from controller.histories.phh import parse
from controller.rules.house import House
from firmware_bridge.transport import Transport
from sim.at_table import AtTable
from sim.errors import RefusedError, StalledError
from sim.faults import Faults
from sim.hands import recorded_hands
from sim.outcome import ReplayResult
from sim.people import People
from sim.port import TableSpec
from sim.readers import FeigReader
from sim.replay import ReplayOptions, load, play_hand, replay_facts, replay_one, replay_wire
from sim.script import script_of
from sim.table import SimTable
from sim.world import World

WIRE = ReplayOptions(wire=True)
ALL_IN = DATA / "wsop2023_43_5/03-02-41.phh"


def by_wire(path: Path, options: ReplayOptions = WIRE) -> ReplayResult:
    return replay_one(load(path), options, wire_table, virtually)


SAMPLE = [DATA / "curated/dwan-ivey-2009.phh", DATA / "wsop2019_42_3/00-01-07.phh", ALL_IN, *holdem_files()[::150]]


@pytest.mark.parametrize("file", SAMPLE, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_the_wire_comes_to_what_the_facts_come_to(file: Path) -> None:
    facts, wire = (replay_one(load(file), options, wire_table, virtually) for options in (ReplayOptions(), WIRE))
    assert wire == facts


@pytest.mark.slow
@pytest.mark.parametrize("faults", [Faults(), Faults(miss=0.10, cross=0.02)], ids=["good", "bad"])
def test_a_hundred_hands_over_the_wire(faults: Faults) -> None:
    for file in holdem_files()[::8]:
        wire = by_wire(file, ReplayOptions(wire=True, faults=faults))
        facts = replay_one(load(file), ReplayOptions(), CoreTable, virtually)
        assert (wire.error, wire.payoffs, wire.ok) == (None, facts.payoffs, True), file


def test_an_unfinished_hand_stops_where_its_file_stops() -> None:
    hand = parse(hand_text(ALL_IN, actions=["d dh p1 8d3s", "p3 f", "p4 f", "p5 cbr 300000"]))
    facts = replay_facts("cut.phh", hand, CoreTable)
    wire = virtually(lambda: replay_wire("cut.phh", hand, WIRE, wire_table))
    assert wire.next is not None
    assert wire.next.actor == "p1"
    assert wire == facts


def test_two_runs_of_one_seed_are_the_same_to_the_last_event_and_another_seed_is_not() -> None:
    def journal(seed: int) -> list[bytes]:
        tables: list[TableInProcess] = []

        def make(spec: TableSpec) -> TableInProcess:
            tables.append(wire_table(spec))
            return tables[0]

        replay_one(load(ALL_IN), ReplayOptions(wire=True, seed=seed), make, virtually)
        return list(tables[0].turn._journal)  # type: ignore[call-overload] # the memory journal, which can be read back

    first = journal(1)
    assert len(first) > 40
    assert journal(1) == first
    assert journal(2) != first


class Evening:
    """A table with people around it, for what a whole replay does not show."""

    def __init__(self, seed: int = 1, faults: Faults = Faults(), limit_s: float = 30.0) -> None:  # noqa: B008 # frozen
        self.floor = SimTable(seed, faults)
        hand = parse(ALL_IN.read_text("utf-8"))
        self.table = wire_table(TableSpec("evening", 10, hand.stakes, self.floor.openers(), self.floor.antenna_zones, self.floor.deck))
        self.people = People(AtTable(self.table), self.floor.world, seed, limit_s=limit_s)

    def told(self, kind: str) -> list[Tell]:
        return [effect for effect in self.table.stories if isinstance(effect, Tell) and effect.kind == kind]


def evening(go: Callable[[Evening], Coroutine[Any, Any, None]], **how: Any) -> Evening:
    async def main() -> Evening:
        here = Evening(**how)
        devices = asyncio.create_task(here.floor.run())
        await here.table.start()
        try:
            await go(here)
        finally:
            await here.table.stop()
            devices.cancel()
            await asyncio.gather(devices, return_exceptions=True)
        return here

    return clock.run(main, speed=None)


@pytest.mark.slow
def test_one_hand_after_another_at_one_table() -> None:
    hands = [parse(text) for _, text in recorded_hands()[:4]]
    ends: list[list[int]] = []

    async def go(here: Evening) -> None:
        for hand in hands:
            await here.people.seat(hand)
            await here.people.play(script_of(hand))
            played = here.table.table.hand
            assert played is not None
            assert played.stage == "ended"
            won = dict(zip(played.seats, played.payoffs, strict=True))
            ends.append([won[seat] for seat in range(1, len(hand.stacks) + 1)])
            await here.people.clear()
            assert len(here.floor.world.cards_in(STUB)) == 52

    here = evening(go)
    assert ends == [[int(amount) for amount in hand.expected or ()] for hand in hands]
    assert not here.told("discrepancy")
    assert len(here.told("hand_ended")) == len(hands)


def test_a_hand_that_cannot_begin_is_not_taken_for_the_one_before() -> None:
    first, second = (parse(text) for _, text in recorded_hands()[:2])
    ends: list[ReplayResult] = []

    async def go(here: Evening) -> None:
        ends.append(await play_hand("first", first, here.people))
        nobody_bets = msgspec.structs.replace(second, stakes=Stakes(5, 0))
        ends.append(await play_hand("second", nobody_bets, here.people))

    evening(go)
    assert ends[0].ok
    assert (ends[1].ok, ends[1].payoffs, ends[1].final_stacks) == (False, None, None)
    assert (ends[1].error or "").startswith("new hand refused: ")


def test_with_the_reader_stopped_midway_the_board_is_asked_for_and_entered() -> None:
    """The antennas tell the table no card of the board: it asks for them, and the dealer enters each."""
    hand = parse(ALL_IN.read_text("utf-8"))

    async def go(here: Evening) -> None:
        await here.people.seat(hand)
        dealing = asyncio.create_task(here.people.play(script_of(hand)))
        await asyncio.sleep(12)  # somewhere in the deal and the first acts
        assert here.table.table.hand is not None
        here.floor.stop_reader("hf1")
        await dealing
        played = here.table.table.hand
        assert played is not None
        assert set(played.board) == set(here.floor.world.cards_in(BOARD))
        assert played.stage == "ended"

    here = evening(go)
    assert [told.evidence.part for told in here.told("board") if told.evidence is not None] == ["hand:dealer"] * 5
    assert [told.code for told in here.told("discrepancy") if told.zones == (BOARD,)] == [
        "deal.flop_unread", "deal.turn_unread", "deal.river_unread",
    ]  # fmt: skip


def test_a_dealer_who_does_not_know_the_card_that_is_asked_for_is_waited_for_and_no_longer() -> None:
    """Somebody turned up another card than the hand's: it is read, the people miss theirs, and say where the table stands."""
    hand = parse(ALL_IN.read_text("utf-8"))

    async def go(here: Evening) -> None:
        await here.people.seat(hand)
        here.people._board_cards = 3
        with pytest.raises(StalledError, match=r"^stalled: waiting for 3 board cards to be recognised; no hand runs"):
            await here.people._board_recognised(script_of(hand))

    evening(go)


def test_people_play_at_human_pace() -> None:
    hand = parse(ALL_IN.read_text("utf-8"))

    async def go(here: Evening) -> None:
        await here.people.seat(hand)
        await here.people.play(script_of(hand))

    here = evening(go)
    dealt_s = [move.at_s for move in here.floor.world.moves if move.to_zone in HOLE_SEAT]
    gaps = [later - sooner for sooner, later in pairwise(dealt_s)]
    assert len(gaps) == 9
    assert all(0.3 <= gap <= 0.55 for gap in gaps)
    acted_s = [tell.at_ns / 1e9 for tell in here.told("acted")]
    thought = [later - sooner for sooner, later in pairwise(acted_s)]
    assert all(0.5 <= gap <= 10 for gap in thought)
    assert max(thought) > 1.5


def test_folded_cards_lie_in_the_muck_and_shown_ones_stay_before_their_player() -> None:
    hand = parse(ALL_IN.read_text("utf-8"))

    async def go(here: Evening) -> None:
        await here.people.seat(hand)
        await here.people.play(script_of(hand))
        world = here.floor.world
        assert set(world.cards_in(HOLE[2])) == set(hand.holes[1])
        assert set(world.cards_in(HOLE[5])) == set(hand.holes[4])
        assert len(world.cards_in(MUCK)) == 6
        assert [world.side_of(card) for card in world.cards_in(BOARD)] == ["up"] * 5

    evening(go)


def test_a_refused_command_is_repeated_once_and_then_complained_about() -> None:
    """A raise to more than he has: the table's own words reach whoever started the replay."""
    hand = parse(hand_text(ALL_IN, actions=["p3 cbr 99999999"]))
    wire = virtually(lambda: replay_wire("short.phh", hand, WIRE, wire_table))
    facts = replay_facts("short.phh", hand, CoreTable)
    assert wire.error == facts.error
    assert (wire.error or "").startswith("p3 raise to 99999999 refused: ")
    assert (wire.error or "").endswith(" (actions[0])")
    assert (wire.ok, wire.payoffs) == (False, None)

    async def go(here: Evening) -> None:
        await here.people.seat(hand)
        with pytest.raises(RefusedError):
            await here.people.play(script_of(hand))

    evening(go)


def test_a_board_the_table_does_not_wait_for_is_an_error_at_both_depths() -> None:
    hand = parse(hand_text(ALL_IN, actions=["p3 f", "p4 f", "p5 f", "p1 f", "d db 2c8cTh"]))
    facts = replay_facts("late.phh", hand, CoreTable)
    assert facts.error == "the file deals board cards while the table is at ended; check the actions before them (actions[4])"
    assert not facts.ok
    assert virtually(lambda: replay_wire("late.phh", hand, WIRE, wire_table)) == facts


def test_every_move_has_its_card_seen_where_it_lies() -> None:
    """What the wire tells agrees with the truth of the felt at the end of the hand."""
    hand = parse((DATA / "pluribus/102/0.phh").read_text("utf-8"))

    async def go(here: Evening) -> None:
        await here.people.seat(hand)
        await here.people.play(script_of(hand))
        await asyncio.sleep(3)
        for zone in (*HOLE[1:], BOARD):
            for card in here.floor.world.cards_in(zone):
                assert here.table.table.card_zones[card] == zone
        facts = [event for event in here.table.turn._journal.events() if isinstance(event, CardMoved)]  # type: ignore[attr-defined] # the memory journal
        assert {fact.evidence.part for fact in facts} == {"hf0", "hf1"}

    evening(go)


def test_a_reader_that_fails_by_a_mistake_of_ours_is_not_taken_for_a_silent_one(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(self: FeigReader, transport: Transport) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(FeigReader, "serve", fail)
    with pytest.raises(ExceptionGroup) as mistake:
        by_wire(ALL_IN)
    assert mistake.group_contains(ZeroDivisionError)


@pytest.mark.parametrize(("speed", "waits_s"), [(None, 30.0), (1.0, 30.0), (20.0, 200.0)])
def test_people_wait_for_a_busy_computer_however_fast_the_table_lives(speed: float | None, waits_s: float) -> None:
    """The table never says anything; the people's loop jumps, but claims a speed."""
    quiet = TableInProcess(House())

    async def main() -> float:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, clock.TableLoop)
        loop.speed = speed
        with pytest.raises(StalledError):
            await People(AtTable(quiet), World(1))._wait(lambda table: False, "nothing")
        return loop.time()

    assert waits_s <= clock.run(main, speed=None) < waits_s + 1.0
