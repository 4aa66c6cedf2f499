"""The floor of the demo: simulated readers and people who play recorded hands, one after another."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Final, Protocol

from controller.effects import Effect, Tell
from controller.game.cards import card_text
from controller.histories import phh
from sim.errors import SimError
from sim.hands import recorded_hands
from sim.outcome import ReplayResult
from sim.people import People
from sim.port import TableUnderTest
from sim.replay import Recorded, play_hand
from sim.table import SimTable

#: How many hands in a row may go wrong before the demo gives up.
WRONG_IN_A_ROW: Final = 3


class DemoTable(TableUnderTest, Protocol):
    """A table that can be asked to let go of what it remembers for us."""

    def forget_stories(self) -> None: ...


class DemoFloor(SimTable):
    """A simulated table with people at it, and the recorded hands they play."""

    def __init__(self, seed: int = 1) -> None:
        super().__init__(seed)
        self._seed = seed
        self._hands = [Recorded(name, phh.parse(text)) for name, text in recorded_hands()]

    async def play(self, table: DemoTable, hands: int, say: Callable[[str], None]) -> bool:
        """Play `hands` hands (0 = for ever); say a line a hand; return whether all went as recorded.

        The devices must run meanwhile.
        """
        people = People(table, self.world, self._seed)
        right = wrong_in_a_row = 0
        for number, one in enumerate(self._in_turn(hands), 1):
            table.forget_stories()
            result, told = await self._one(one, people, table)
            right += result.ok
            wrong_in_a_row = 0 if result.ok else wrong_in_a_row + 1
            say(story_line(number, one, result, told))
            if wrong_in_a_row == WRONG_IN_A_ROW:
                say(f"{wrong_in_a_row} hands in a row went wrong: the demo stops")
                return False
        say(f"{right} of {hands} hands as recorded")
        return right == hands

    async def _one(self, one: Recorded, people: People, table: DemoTable) -> tuple[ReplayResult, Sequence[Effect]]:
        if one.hand is None:
            raise SimError(f"{one.file}: {one.failure}")
        result = await play_hand(one.file, one.hand, people, table)
        if result.error is not None and table.table.hand is not None and table.table.hand.stage != "ended":
            table.command("void_hand", {"reason": "the demo starts the next hand"}, "floor")
            await people.clear()
        return result, table.stories

    def _in_turn(self, hands: int) -> Iterator[Recorded]:
        again = itertools.cycle(self._hands)
        return itertools.islice(again, hands) if hands else again


def story_line(number: int, one: Recorded, result: ReplayResult, told: Sequence[Effect]) -> str:
    """Return one line about a hand: who won what with which cards, and whether that is what the file says."""
    name = one.file.removesuffix(".phh")
    if result.error is not None:
        return f"hand {number:>3}  {name}: {result.error}"
    tells = [effect for effect in told if isinstance(effect, Tell)]
    board = " ".join(card_text(card) for tell in tells if tell.kind == "board" for card in tell.cards)
    names = one.hand.names if one.hand is not None else ()
    # a hand tabled before there was a board is named with the pot, one whose rivals mucked only when it is shown
    hand_names = {tell.seat: tell.name for tell in tells if tell.kind in ("shown", "pot_awarded") and tell.name}
    wins: dict[int, int] = {}
    for tell in tells:
        if tell.kind == "pot_awarded" and tell.seat is not None:
            wins[tell.seat] = wins.get(tell.seat, 0) + (tell.amount_chips or 0)
    won = "; ".join(
        f"{(names[seat - 1] if seat <= len(names) and names[seat - 1] else f'seat {seat}')} wins {chips:,}"
        + (f" with {hand_names[seat]}" if seat in hand_names else "")
        for seat, chips in wins.items()
    )
    if result.ok:
        verdict = "as recorded" if result.expected is not None else "the file states no result"
    else:
        verdict = f"NOT as recorded: {result.payoffs} instead of {result.expected}"
    return f"hand {number:>3}  {name}: {board or 'no flop'}: {won} ({verdict})"
