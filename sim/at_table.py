"""A table in this process as everyone around it sees it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from controller.effects import CommandDone, Effect
from controller.game.betting import Legal, legal
from controller.game.cards import Card
from controller.game.hand import Hand
from controller.game.showdown import show_order
from sim.port import Played, Sitting, TableUnderTest


class AtTable:
    """Fills the `PublicTable` port from a `TableUnderTest`: what is done is seen at once, and nothing is forgotten."""

    online: Final = True
    forgotten: Final = 0

    def __init__(self, table: TableUnderTest) -> None:
        self._table = table
        self._told_before = 0

    @property
    def hand_number(self) -> int:
        return self._table.table.hand_number

    @property
    def stage(self) -> str | None:
        hand = self._table.table.hand
        return None if hand is None else hand.stage

    @property
    def to_show(self) -> int | None:
        hand = self._table.table.hand
        return None if hand is None else next(iter(show_order(hand)), None)

    @property
    def paused(self) -> bool:
        return self._table.table.paused

    @property
    def legal(self) -> Legal | None:
        hand = self._table.table.hand
        return None if hand is None else legal(hand)

    @property
    def board_cards(self) -> int:
        hand = self._table.table.hand
        return 0 if hand is None else len(hand.board)

    @property
    def board(self) -> Sequence[Card]:
        hand = self._table.table.hand
        return () if hand is None else hand.board

    @property
    def questions(self) -> Collection[str]:
        return {one.code for one in self._table.table.open}

    @property
    def tells(self) -> Sequence[Effect]:
        return self._table.stories[self._told_before :]

    def forget_tells(self) -> None:
        self._told_before = len(self._table.stories)

    def can_still_act(self, seat: int) -> bool:
        hand, index = self._place_of(seat)
        return hand is not None and index >= 0 and not hand.folded[index] and hand.stacks[index] > 0

    def hole_cards(self, seat: int) -> int:
        hand, index = self._place_of(seat)
        return 0 if hand is None or index < 0 else len(hand.holes[index])

    def sitting(self) -> Mapping[int, Sitting]:
        seats = enumerate(self._table.table.seats, 1)
        return {seat: Sitting(taken.name, taken.stack_chips) for seat, taken in seats if taken is not None}

    def played(self) -> Played | None:
        hand = self._table.table.hand
        return None if hand is None else played_of(hand)

    async def command(self, verb: str, arguments: Mapping[str, Any], role: str = "dealer") -> CommandDone:
        return self._table.command(verb, arguments, role)

    def _place_of(self, seat: int) -> tuple[Hand | None, int]:
        hand = self._table.table.hand
        return hand, hand.seats.index(seat) if hand is not None and seat in hand.seats else -1


def played_of(hand: Hand) -> Played:
    """Return what became of a hand of this process."""
    payoffs = dict(zip(hand.seats, hand.payoffs, strict=True)) if hand.stage == "ended" else None
    return Played(dict(zip(hand.seats, hand.stacks, strict=True)), payoffs, legal(hand))
