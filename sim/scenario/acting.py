"""What all acts of a scenario share: the felt, the panel, the deck that was named, and what is under way."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from controller.effects import CommandDone, Tell
from controller.game.cards import Card, card_text, parse_card
from controller.game.hand import Hand
from controller.game.zones import BOARDS, HOLE, MUCK, STUB, UP, Zone
from sim.port import TableUnderTest
from sim.scenario.felt import WORD_S, Felt
from sim.scenario.result import Failure
from sim.scenario.scenario import MARKS, Scenario, Step

#: Commands that are entries, which can be corrected.
_ENTRIES: Final = frozenset(
    {
        "new_hand", "post", "straddle", "act", "run_it", "show", "muck", "sit", "stand", "buy_in", "button", "void_hand", "enter_card",
        "answer",
    }
)  # fmt: skip


class StoppedError(Exception):
    """An act that cannot be done, or was refused where it was not expected: the rest makes no sense."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(str(failure))
        self.failure = failure


class Acting:
    """Hands on the felt and voices at the panel of one table.

    `entries` are the seq of the first story of each entry of this hand, `sent` the arguments of the last command with its id,
    `going_round` cards named for seats that have yet to be dealt, each in its turn, `boxed` those that lie face up in the deck.
    """

    def __init__(self, scenario: Scenario, table: TableUnderTest, felt: Felt) -> None:
        self.scenario = scenario
        self.table = table
        self.felt = felt
        self.entries: list[int] = []
        self.refused: tuple[Step, CommandDone] | None = None
        self.sent: Mapping[str, Any] = {}
        self.hand_from = 0
        self.begun = False
        self.going_round: dict[int, list[Card]] = {}
        self.boxed: set[Card] = set()
        self._ids = itertools.count(1)

    async def sit_down(self) -> None:
        one = self.scenario
        seats = one.stacks.items()
        taking: list[tuple[str, dict[str, Any]]] = [("sit", {"seat": seat, "name": f"p{seat}", "stack": stack}) for seat, stack in seats]
        for verb, arguments in [*taking, ("button", {"seat": one.button})]:
            done = self.table.command(verb, arguments)
            if not done.ok:
                raise StoppedError(
                    Failure(str(one.places["seats"]), verb, "everyone takes his seat", f"refused: {done.code} ({done.message})")
                )
        for text in one.dead_tags:
            self.felt.kill(card_of(text))
        self.felt.world.shuffle(self.whole_deck(tuple([f"^{text}" if text in one.boxed else text for text in one.deck])))

    def whole_deck(self, top: tuple[str, ...]) -> list[Card]:
        """Return the deck in dealing order: the named cards, then the rest in the fixed order, deuces first and the joker last."""
        named = [card_of(text.lstrip(MARKS)) for text in top]
        self.boxed = {card_of(text[1:]) for text in top if text.startswith("^")}
        return [*named, *(physical.card for physical in self.felt.world.deck if physical.card not in named)]

    async def begin(self, step: Step, said: Mapping[str, Any] = MappingProxyType({})) -> None:
        self.begun = True
        self.hand_from = len(self.table.stories)
        self.entries = []
        await self.say(step, "new_hand", said)

    async def say(self, step: Step, verb: str, arguments: Mapping[str, Any], role: str = "dealer") -> bool:
        """Press the panel once what lies on the felt has been read; whether it was taken."""
        await self.felt.settle()
        await asyncio.sleep(WORD_S)
        before = len(self.table.stories)
        self.sent = {"id": f"s{next(self._ids)}", **arguments}
        done = self.table.command(verb, self.sent, role)
        if not done.ok:
            self.refused = (step, done)
            return False
        if verb in _ENTRIES:
            told = next((tell for tell in self.table.stories[before:] if isinstance(tell, Tell)), None)
            if told is not None and told.kind != "prompt":  # what only asks is no entry yet
                self.entries.append(told.seq)
        return True

    def hand(self, step: Step) -> Hand:
        hand = self.table.table.hand
        if hand is None:
            raise self.cannot(step, "a hand that runs", "none")
        return hand

    def cannot(self, step: Step, expected: str, got: str) -> StoppedError:
        return StoppedError(Failure(str(step.place), step.name, expected, got))

    def top(self, step: Step) -> Card:
        stub = [card for card in self.felt.world.cards_in(STUB) if not any(card in named for named in self.going_round.values())]
        if not stub:
            raise self.cannot(step, "a card in the stub", "none")
        return stub[-1]

    async def lay(self, step: Step, cards: list[str] | int, zone: Zone, *, up: bool = False) -> None:
        for one in range(cards) if isinstance(cards, int) else cards:
            card = await self.next_card(step, up=up and zone not in BOARDS) if isinstance(one, int) else card_of(one)
            if self.felt.world.zone_of(card) != STUB:
                raise self.cannot(step, f"{card_text(card)} in the stub", f"it lies at {self.felt.world.zone_of(card)}")
            await self.felt.put(card, zone, "up" if up else "down")

    async def next_card(self, step: Step, *, up: bool) -> Card:
        """The top card; what lies face up there is seen before it is dealt, and laid aside, unless it is to land face up."""
        card = self.top(step)
        while card in self.boxed and not up:
            await self.felt.boxed(card)
            await self.felt.put(card, MUCK, "up")
            card = self.top(step)
        return card

    async def deal_round(self) -> None:
        """Deal what was named for several seats, several cards each: one a turn, from the first seat left of the button."""
        hand, named = self.table.table.hand, self.going_round
        first = [] if hand is None else [seat for seat in hand.seats if seat in named]
        while any(named.values()):
            for seat in (*first, *[seat for seat in named if seat not in first]):
                if named[seat]:
                    await self.felt.put(named[seat].pop(0), HOLE[seat])
        named.clear()

    async def give_up(self, seat: int) -> None:
        for card in (*self.felt.world.cards_in(HOLE[seat]), *self.felt.world.cards_in(UP[seat])):
            await self.felt.put(card, MUCK)


#: What an act does, by its step.
Act = Callable[[Acting, Step], Awaitable[Any]]


def card_of(text: str) -> Card:
    card = parse_card(text)
    if card is None:
        raise ValueError(f"{text} is no card: the grammar lets none through")
    return card
