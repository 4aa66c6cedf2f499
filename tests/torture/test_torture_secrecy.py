"""Hands of torture, slips, cheats and rulings and all: whatever lies face down, what is told of them is the same, byte for byte."""

from __future__ import annotations

import os
from collections.abc import Callable, Coroutine, Mapping
from itertools import islice
from typing import Any

import pytest
from msgspec.structs import replace

from controller import clock, harness
from controller.effects import CommandDone
from controller.feed.hub import FeedHub
from controller.feed.subscription import FeedMessage
from controller.rules.announcing import Announcing
from sim.faults import parse_faults
from sim.port import MakeTable, TableSpec
from sim.torture.generator import write_hand
from sim.torture.plan import Laid, Plan
from sim.torture.slips import SLIPS
from sim.torture.table import Played, play_facts, play_sensed, play_wire
from sim.torture.twins import twin_of, unshown

#: How many hands of each run, of those that are read with faults, and of those down to the bytes; `make soak` asks for more.
HANDS = int(os.environ.get("TORTURE_TWINS", "200"))
READ_HANDS = int(os.environ.get("TORTURE_TWINS_READ", "50"))
WIRE_HANDS = int(os.environ.get("TORTURE_TWINS_WIRE", "4"))
SEED = 1
KINDS = tuple(row.kind for row in SLIPS)
FAULTS = parse_faults("miss=0.05,cross=0.05,mangle=0.05")

Play = Callable[[Plan, MakeTable], Coroutine[Any, Any, Played]]


class Overheard(harness.TableInProcess):
    """A table whose every public message, and every answer, is kept."""

    public: list[FeedMessage]
    answers: list[CommandDone]
    hub: FeedHub

    def listen(self) -> None:
        self.public, self.answers = [], []
        self.hub = FeedHub(self.clock, "boot", self.turn.table, card_parts=("hf0",))
        self.hub.on_message(self.public.append)
        self.turn.on_effects(self.hub.update)

    def command(self, verb: str, arguments: Mapping[str, Any], role: str = "dealer") -> CommandDone:
        self.answers.append(super().command(verb, arguments, role))
        return self.answers[-1]

    @property
    def said(self) -> list[Any]:
        return [*self.public, *self.answers, *self.hub.snapshot()]


def said_of(plan: Plan, play: Play) -> list[Any]:
    """Everything that is told of a hand where announcements are kept in mind."""
    tables: list[Overheard] = []

    def make(spec: TableSpec) -> Overheard:
        table = harness.on_floor(replace(spec, announcing=Announcing()))
        table.__class__ = Overheard
        assert isinstance(table, Overheard)
        table.listen()
        tables.append(table)
        return table

    clock.run(lambda: play(plan, make), None)
    return tables[0].said


def sensed(plan: Plan, make_table: MakeTable) -> Coroutine[Any, Any, Played]:
    return play_sensed(plan, make_table, FAULTS)


def hand(number: int, slips: tuple[str, ...] = KINDS) -> Plan:
    return unshown(write_hand(SEED, number, slips=slips))


def check(number: int, play: Play) -> None:
    plan = hand(number)
    assert said_of(plan, play) == said_of(twin_of(plan, number), play), f"hand {number} of seed {SEED}"


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_other_cards_face_down_give_the_same_bytes(part: int) -> None:
    for number in range(1 + part, HANDS + 1, 4):
        check(number, play_facts)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_other_cards_face_down_give_the_same_bytes_where_they_are_read_with_faults(part: int) -> None:
    for number in range(1 + part, READ_HANDS + 1, 4):
        check(number, sensed)


def wired(plan: Plan, make_table: MakeTable) -> Coroutine[Any, Any, Played]:
    return play_wire(plan, make_table, FAULTS)


@pytest.mark.slow
@pytest.mark.parametrize("play", [play_wire, wired], ids=["in good order", "with faults"])
def test_other_cards_face_down_give_the_same_bytes_through_readers(play: Play) -> None:
    for number in range(1, WIRE_HANDS + 1):
        check(number, play)


def test_a_twin_has_other_cards_face_down_and_the_same_ones_in_sight() -> None:
    plan = hand(7)
    twin = twin_of(plan, 1)
    pairs = [(one, other) for one, other in zip(plan.steps, twin.steps, strict=True) if isinstance(one, Laid) and isinstance(other, Laid)]
    assert any(one.card != other.card for one, other in pairs)
    assert all(one.card == other.card for one, other in pairs if one.up)
    assert sorted(twin.setup.deck) == sorted(plan.setup.deck)


@pytest.mark.parametrize("kind", KINDS)
def test_every_slip_is_told_in_the_same_words_whichever_the_cards_are(kind: str) -> None:
    made = (number for number in range(1, 400) if any(getattr(step, "kind", "") == kind for step in hand(number, (kind,)).steps))
    numbers = list(islice(made, 2))
    for number in numbers:
        plan = hand(number, (kind,))
        assert said_of(plan, play_facts) == said_of(twin_of(plan, number), play_facts)
    assert numbers
