"""A hand as it is being written: the steps so far, beside the bookkeeping they rest on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from controller.game.cards import Card
from controller.game.zones import BOARD, BURN, HOLE, MUCK, UP_SEAT, Zone
from sim.torture.mistake import required
from sim.torture.model import HandModel
from sim.torture.plan import TAKING, Laid, Press, Ruling, Settled, Spoken, Step
from sim.torture.player import Player
from sim.torture.setup import Setup

#: Verb → what is told first of a command that is taken.
_TOLD: Final = {
    "new_hand": "hand_started",
    "post": "posted",
    "straddle": "posted",
    "act": "acted",
    "answer": "acted",
    "show": "shown",
    "muck": "mucked",
}


class Writing:
    """Notes cards that are laid and words that are said, with how the table has to stand then. Cards go by their place in the deck."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._model = self._begun(setup)
        self._stub = list(range(len(setup.deck)))  # what is left of the deck, top card first
        self._stands = self._model.stands()
        self._steps: list[Step] = []
        self._last: Press | None = None  # what was taken last, if it was the last thing said

    def _begun(self, setup: Setup) -> HandModel:
        return HandModel(setup)

    def _take(self, kind: str, press: Press, rules: tuple[str, ...] = (), told: str = "") -> None:
        """Note a press that is right; the model has done it already."""
        self._stands = self._model.stands()
        self._spoken(kind, press, TAKING, rules, told or _TOLD[press.verb])

    def _spoken(self, kind: str, press: Press, ruling: Ruling, rules: tuple[str, ...], told: str = "") -> None:
        named = required(rules, self._setup.book)
        self._steps.append(Spoken(kind, press, ruling, self._stands, named[0] if named else "", told))
        self._last = press if ruling is TAKING else None

    def _settled(self) -> None:
        self._stands = self._model.stands()
        self._steps.append(Settled(self._stands))
        self._last = None

    def _next_card(self) -> int:
        """The place of the next card in the deck."""
        return self._stub.pop(0)

    @property
    def _left(self) -> int:
        """How many cards the stub has."""
        return len(self._stub)

    def _lay(self, at: int, zone: Zone, *, up: bool = False) -> None:
        self._steps.append(Laid(self._setup.deck[at], zone, up=up or zone == BOARD or zone in UP_SEAT))
        self._last = None

    def _deal(self) -> None:
        self._model.dealt = True
        for _ in range(self._model.game.hole):
            for player in self._model.players:
                self._deal_one(player)

    def _deal_one(self, player: Player) -> None:
        self._give_next(player, self._next_card())

    def _give_next(self, player: Player, at: int, *, up: bool = False) -> None:
        """This card comes to him as his next one; `up` = face up though it is no up-card."""
        self._held_by(player).append(at)
        self._lay(at, HOLE[player.seat], up=up)

    def _burn(self, at: int) -> None:
        self._lay(at, BURN)

    def _taken_from(self, player: Player, at: int) -> None:
        """This card is none of his any more."""
        self._held_by(player).remove(at)

    def _held_by(self, player: Player) -> list[int]:
        return self._model.held[self._model.players.index(player)]

    def _hand_of(self, player: Player) -> list[Card]:
        return [self._setup.deck[at] for at in self._held_by(player)]

    def _throw_away(self, player: Player, cards: Sequence[int]) -> None:
        for at in cards:
            self._held_by(player).remove(at)
            self._lay(at, MUCK)

    def _give_up(self, player: Player) -> None:
        self._steps += [Laid(card, MUCK) for card in self._hand_of(player)]
        self._last = None

    def _open_street(self) -> None:
        self._model.open_street()
        self._settled()
