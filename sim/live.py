"""A simulated floor beside a daemon of its own: devices on its links, people who see what everyone sees."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from controller.effects import Effect, Tell
from controller.game.cards import Card, card_text
from controller.game.zones import Zone
from sim.errors import ForgottenError, SimError
from sim.fault_plan import PlannedFault
from sim.faults import Faults
from sim.http_panel import HttpPanel
from sim.layout import STANDARD_LAYOUT
from sim.outcome import ReplayResult
from sim.pacing import Pacing, Unhurried
from sim.people import People
from sim.remote import RemoteTable
from sim.remote_link import BrokerSettings
from sim.replay import Recorded, play_hand
from sim.table import SimTable
from sim.truth import Truth

#: How many hands in a row may go wrong before the people give up, and how often a hand is begun anew.
WRONG_IN_A_ROW: Final = 3
BEGUN_ANEW: Final = 20

#: Wall seconds until it is said that the table is not there, and until people go home.
SAID_AFTER_S: Final = 5.0
ABSENT_S: Final = 60.0

#: Stages of a hand that nothing more happens in.
_OVER: Final = frozenset({None, "ended", "void"})

Say = Callable[[str], None]


class LiveFloor(SimTable):
    """A simulated table and people at it who play hands at a daemon's table.

    `truth` hears of everything that is done and said.
    """

    def __init__(
        self,
        seed: int = 1,
        faults: Faults = Faults(),  # noqa: B008 # frozen
        *,
        layout: Mapping[tuple[str, int], Zone] = STANDARD_LAYOUT,
        deck: Mapping[bytes, Card] | None = None,
        truth: Truth | None = None,
        pacing: Pacing | None = None,
        plan: Sequence[PlannedFault] = (),
    ) -> None:
        super().__init__(seed, faults, layout=layout, deck=deck, plan=plan)
        self._seed = seed
        self._truth = truth
        self._pacing = pacing or Unhurried()
        if truth is not None:
            self.world.witness = truth.moved

    async def play_at(
        self, broker: BrokerSettings, table_id: str, hands: Iterable[Recorded], say: Say, panel: HttpPanel | None = None
    ) -> bool:
        """Play hands at the table that is told of on `broker`; say a line a hand; return whether all went as recorded.

        The devices must run meanwhile. A table that was started again and knows the hand no more has it begun anew.
        """
        table = RemoteTable(broker, table_id, panel, self._truth.heard if self._truth is not None else None)
        async with table.watching():
            if not await table.until_online(SAID_AFTER_S):
                say(f"the people wait for the table: they see it through its broker ({table.trouble})")
                if not await table.until_online(ABSENT_S):
                    say(f"the table did not come within a minute ({table.trouble}): start its daemon and its broker")
                    return False
            people = People(table, self.world, self._seed, pacing=self._pacing)
            try:
                if await self._leave_hand(people):
                    say("the table was in the middle of a hand that these people do not know: the floor voided it")
            except SimError as stopped:
                say(f"the table is in the middle of a hand that these people do not know: {stopped}")
                return False
            return await self._play_all(people, table, hands, say)

    async def before_hand(self, people: People) -> None:
        """What is said at the table before a hand: nothing, unless a floor of another kind has something to say."""

    async def _play_all(self, people: People, table: RemoteTable, hands: Iterable[Recorded], say: Say) -> bool:
        right = wrong_in_a_row = number = 0
        for number, one in enumerate(hands, 1):
            await self.before_hand(people)
            result = await self._play_one(number, one, people, say)
            right += result.ok
            wrong_in_a_row = 0 if result.ok else wrong_in_a_row + 1
            say(story_line(number, one, result, table.tells))
            if wrong_in_a_row == WRONG_IN_A_ROW:
                say(f"{wrong_in_a_row} hands in a row went wrong: the people stop")
                return False
        say(f"{right} of {number} hands as recorded")
        return right == number

    async def _play_one(self, number: int, one: Recorded, people: People, say: Say) -> ReplayResult:
        """Play a hand, anew where the table forgot it, and leave the table between hands."""
        if one.hand is None:
            return ReplayResult(one.file, error=str(one.failure or "holds no hand"))
        self._note("hand", number=number, file=one.file)
        result = ReplayResult(one.file, error=f"begun {BEGUN_ANEW} times, and forgotten each time: look why the daemon ends")
        for _ in range(BEGUN_ANEW):
            try:
                result = await play_hand(one.file, one.hand, people)
                if result.error is not None:
                    await self._leave_hand(people)
                break
            except ForgottenError:
                say(f"hand {number:>3}  the table was started again and has forgotten the hand: the people begin it anew")
                self._note("anew", number=number)
                await people.clear()
            except SimError as stopped:
                result = ReplayResult(one.file, error=str(stopped))
                break
        self._note("result", number=number, hand=people.table.hand_number, ok=result.ok, payoffs=result.payoffs, expected=result.expected)
        return result

    async def _leave_hand(self, people: People) -> bool:
        """End a hand that does not go on, and gather its cards; return whether there was one. Raises: SimError."""
        if people.table.stage in _OVER:
            return False
        await people.table.command("void_hand", {"reason": "the people start the next hand"}, "floor")
        await people.clear()
        return True

    def _note(self, act: str, **fields: object) -> None:
        if self._truth is not None:
            self._truth.note(act, **fields)


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
