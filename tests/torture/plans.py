"""Hands of one seed for these tests, and tables that lie about one thing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any

from msgspec.structs import replace

from controller import clock, harness
from controller.effects import CommandDone, Effect, Tell
from controller.events import CardMoved, Event
from controller.game.zones import BOARD, Zone
from controller.rules.catalogue.row import Book
from controller.rules.house import House
from controller.table.table import Table
from drivers.base import Reading
from sim.port import MakeTable, TableSpec, TableUnderTest
from sim.torture.games import EVERY_GAME
from sim.torture.generator import write_hand
from sim.torture.plan import Correction, Echo, Laid, Noticed, Plan, Refusal, Ruled, Settled, Spoken, Taking
from sim.torture.setup import EVERY_BOOK, EVERY_LIMIT, Limit
from sim.torture.slips import SLIPS
from sim.torture.table import Played, play_facts
from sim.torture.verdict import ABOUT_CARDS

SEED = 3
SLIP_KINDS = frozenset(row.kind for row in SLIPS)
HANDS = 3_000

Lie = Callable[[TableUnderTest, Callable[[], CommandDone]], CommandDone]


STUD = ("stud7", "stud7_hilo", "razz")

#: Rare kinds, and the books, limits and games under which they come up sooner.
COME_UP_IN: dict[str, tuple[tuple[Book, ...], tuple[Limit, ...], tuple[str, ...]]] = {
    "straddle_capped": (("cooke",), ("fixed_limit",), EVERY_GAME),
    "straddle_over": (("cooke",), ("fixed_limit",), EVERY_GAME),
    "wrong_completion": (EVERY_BOOK, ("fixed_limit",), EVERY_GAME),
    "raise_short_all_in": (EVERY_BOOK, ("fixed_limit",), EVERY_GAME),
    "bet_short_all_in": (EVERY_BOOK, ("fixed_limit",), EVERY_GAME),
    "fold_for_free": (("cooke",), EVERY_LIMIT, EVERY_GAME),
    "over_the_cap_of_two": (EVERY_BOOK, ("fixed_limit",), ("five_card_draw",)),
    "double_on_pair": (("cooke",), ("fixed_limit",), ("stud7",)),
    **dict.fromkeys(
        (
            "must_open", "opens_by_another_word", "opening_size", "completion_size", "raises_the_bring_in", "bets_into_the_bring_in",
            "opens_whole_short", "wrong_low", "no_bring_in", "act_before_cards", "opens_instead", "brings_in_short", "brings_in",
            "opens_whole", "completes_bring_in", "bring_in_checks", "sits_out",
        ),
        (EVERY_BOOK, ("fixed_limit",), STUD),
    ),
}  # fmt: skip
ANY_HOUSE: tuple[tuple[Book, ...], tuple[Limit, ...], tuple[str, ...]] = (EVERY_BOOK, EVERY_LIMIT, EVERY_GAME)


@cache
def hand(number: int, books: tuple[Book, ...], limits: tuple[Limit, ...], games: tuple[str, ...], slip: str = "") -> Plan:
    return write_hand(SEED, number, books, limits, games, slips=(slip,) if slip else ())


def plans(most: int = HANDS, kind: str = "") -> Iterator[Plan]:
    """The hands of the seed, each written when it is asked for; at houses where a kind comes up, if one is named."""
    slip = kind if kind in SLIP_KINDS else ""
    return (hand(number, *COME_UP_IN.get(kind, ANY_HOUSE), slip) for number in range(1, most + 1))


@cache
def first_of(kind: str, ruling: type[Refusal | Correction | Taking | Echo] | None = None) -> tuple[Plan, int]:
    """The first hand with a case of this kind, ruled so, and the number of its step; of `cards` the first flop."""
    for plan in plans(kind=kind):
        for number, step in enumerate(plan.steps):
            if isinstance(step, Ruled | Noticed) and kind == step.kind:
                return plan, number
            if isinstance(step, Settled) and kind == "cards" and _came_last(plan, number) == [BOARD] * 3:
                return plan, number
            if isinstance(step, Spoken) and step.kind == kind and (ruling is None or isinstance(step.ruling, ruling)):
                return plan, number
    raise AssertionError(f"{HANDS} hands have no {kind}")


def _came_last(plan: Plan, number: int) -> list[Zone]:
    """Where the three cards before a step came to lie."""
    return [one.zone for one in plan.steps[max(number - 3, 0) : number] if isinstance(one, Laid)]


def play(plan: Plan, make_table: MakeTable = harness.on_floor) -> Played:
    return clock.run(lambda: play_facts(plan, make_table), None)


class Deaf:
    """A table of ours of which nobody hears what it rules about cards, nor what it asks about them."""

    def __init__(self, spec: TableSpec) -> None:
        self._table = harness.on_floor(spec)

    async def start(self) -> None:
        await self._table.start()

    async def stop(self) -> None:
        await self._table.stop()

    def command(self, verb: str, arguments: Mapping[str, Any], role: str = "dealer") -> CommandDone:
        return self._table.command(verb, arguments, role)

    def take(self, events: Sequence[Event]) -> Sequence[Effect]:
        return self._table.take(events)

    def take_reading(self, reading: Reading) -> None:
        self._table.take_reading(reading)

    @property
    def table(self) -> Table:
        return replace(self._table.table, open=())

    @property
    def house(self) -> House:
        return self._table.house

    @property
    def facts(self) -> Sequence[CardMoved]:
        return self._table.facts

    @property
    def stories(self) -> Sequence[Effect]:
        return [one for one in self._table.stories if not _is_about_cards(one)]


def _is_about_cards(story: Effect) -> bool:
    return isinstance(story, Tell) and story.more is not None and story.more.ruling is not None and story.more.ruling.kind in ABOUT_CARDS


def without_rulings(spec: TableSpec) -> TableUnderTest:
    """A table that rules, and tells nobody."""
    return Deaf(spec)


class Liar:
    """A table of ours that is honest but for one command, the one after `honest` others, or for what it reads of the board."""

    def __init__(self, spec: TableSpec, honest: int, lie: Lie, *, blind: bool = False) -> None:
        self._table = harness.on_floor(spec)
        self._left = honest
        self._lie = lie
        self._blind = blind
        self._told: list[Effect] = []

    async def start(self) -> None:
        await self._table.start()

    async def stop(self) -> None:
        await self._table.stop()

    def command(self, verb: str, arguments: Mapping[str, Any], role: str = "dealer") -> CommandDone:
        self._left -= 1
        if self._left == -1:
            return self._lie(self._table, partial(self._table.command, verb, arguments, role))
        return self._table.command(verb, arguments, role)

    def take(self, events: Sequence[Event]) -> Sequence[Effect]:
        if self._blind and any(isinstance(event, CardMoved) and event.to_zone == BOARD for event in events):
            return ()
        return self._table.take(events)

    @property
    def table(self) -> Table:
        return self._table.table

    @property
    def house(self) -> House:
        return self._table.house

    def take_reading(self, reading: Reading) -> None:
        self._table.take_reading(reading)

    @property
    def facts(self) -> Sequence[CardMoved]:
        return self._table.facts

    @property
    def stories(self) -> Sequence[Effect]:
        return self._table.stories


def lying(plan: Plan, step: int, lie: Lie) -> MakeTable:
    """A table that lies about this step of the plan."""
    seated = len(plan.setup.stacks) + 1  # everyone sits down, and the button is placed
    honest = seated + sum(isinstance(one, Spoken) for one in plan.steps[:step])
    return lambda spec: Liar(spec, honest, lie)


def without(*names: str, make: Callable[[TableSpec], TableUnderTest] = harness.on_floor) -> MakeTable:
    """A table whose house has not got some registered rules."""
    return lambda spec: make(replace(spec, without=frozenset(names)))
