"""The deal of a hand as it is written: right, or with one slip, and what is noted of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sim.torture.hands import Hands
from sim.torture.setup import Setup
from sim.torture.slip import Slip, When
from sim.torture.slips import slip_of

#: So many hands have a slip.
LIKELY: Final = 0.25
#: Where it is one that can happen whenever somebody is to act, so likely it does.
NOW: Final = 0.25


class Dealing(Hands):
    """Deals the cards; with a slip the hand may be over before it began."""

    def __init__(self, setup: Setup, seed: int, number: int, slips: Sequence[str] = ()) -> None:
        super().__init__(setup, seed, number)
        self._slip: Slip | None = slip_of(seed, number, self._model, 1.0 if slips else LIKELY, slips)
        boards = [street for street, one in enumerate(self._model.game.streets) if street and (one.board or one.up or one.down or one.draw)]
        self._slip_at = self.draw.choice(boards) if boards else 0  # the street whose cards come wrong
        if self._slip is not None and self._slip.last:
            self._slip_at = boards[-1]

    def is_to_slip(self, when: When) -> bool:
        """Whether a slip of that moment is yet to be made."""
        return self._slip is not None and self._slip.when == when

    @property
    def slip_kind(self) -> str:
        """The kind of slip that is yet to be made; "" = none."""
        return "" if self._slip is None else self._slip.kind

    def _slips(self, when: When, street: int = 0) -> bool:
        """Whether the slip is made now; then it is. `street` = the one whose cards come."""
        slip = self._slip
        if slip is None or slip.when != when or (street and street != self._slip_at) or not slip.now(self._model):
            return False
        self._slip = None
        slip.deal(self)
        return True

    def _deal(self) -> None:
        self._model.dealt = True
        if not self._model.acted and self._slips("deal"):
            return
        super()._deal()

    def _street_cards(self) -> None:
        """The cards of the coming street come to the board, behind a burn."""
        self._comes = True
        if self._then is not None:
            then, self._then = self._then, None
            then()
            return
        if self._slips("board", self._model.street + 1):
            return
        self.burn_once()
        for _ in range(self.street_cards()):
            self.to_board()
