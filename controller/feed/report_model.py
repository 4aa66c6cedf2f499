"""What people tell of the cards at the panel: what somebody saw happen to them, and the steps of the shuffle."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from controller import events
from controller.game.cards import parse_card
from controller.game.zones import MAX_SEATS


class ReportFields(BaseModel):
    """Something happened to a card that no sensor of this table sees.

    `exposed` a hole card showed its face, `flashed` one was seen on its way to a seat, or a card of the deck or muck was; `boxed` a card
    lay face up within the deck; `off_table` a card fell off the table; `looked` a player looked at his cards; `skipped` a seat got no
    card when it was its turn; `no_card` no card lies where one is asked for; `dropped_deck`, `stub_mixed`, `stub_restored`,
    `stub_counted` what happened to the stub; `wrong_back` a card of another deck; `card_missing` a card is missing; `marred` a card is
    marked; `last_mixed` a player mixed his last card with his others; `knew` the player knew that the deck was fouled, and bet;
    `suspected` a card may have been flashed on its way to a seat; `flipped` one turned over because it hit a player's hand; `joker` a
    joker is among a player's cards; `out_of_sight` a player took his cards away; `dealt_out` a player in the hand got no cards, and
    `absent_dealt_out` one who is away and had asked for some; `unposted` one has cards and had not paid; `button_wrong` the button was
    out of position, `seat` where it belonged; `not_shuffled`, `not_cut` the deck before the deal; `objection` somebody objects to this
    hand or the last; `stop` he says stop before the burn.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    what: events.Reported
    seat: Annotated[int, Field(ge=1, le=MAX_SEATS, strict=True)] | None = None
    card: Annotated[str, Field(pattern=r"^([2-9TJQKA][cdhs]|XJ)$")] | None = Field(
        default=None, description="Which card it is, where everybody has seen it."
    )
    by: events.By | None = Field(default=None, description="By whose doing it happened.")
    zone: Annotated[str, Field(pattern=r"^(board|burn|muck|stub|seat/([1-9]|10)/(hole|up))$")] | None = None
    number: Annotated[int, Field(ge=0, le=60, strict=True)] | None = Field(default=None, description="Of cards that were counted.")

    def event(self, head: events.Header) -> events.Report:
        """Return the Command that this is."""
        card = None if self.card is None else parse_card(self.card)
        return events.Report(head, self.what, self.seat or 0, card, self.by or "", self.zone or "", self.number or 0)


class ShuffleFields(BaseModel):
    """A step of the shuffle was done. `shuffle` stands for all of them as the house has it, and the cut."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    step: events.ShuffleStep


class DeckFields(BaseModel):
    """Another deck is put in play (`change`), or a new set-up of decks comes to the table (`set_up`).

    Or the deck in play is looked through (`check`): its cards are laid on an antenna, a batch at a time, until that is done (`checked`).
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    do: events.DeckDo
    deck: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,31}$")] | None = Field(default=None, description="Its enrolled name.")

    number: Annotated[int, Field(ge=0, le=60, strict=True)] | None = Field(
        default=None, description="With checked: how many cards were counted."
    )

    def event(self, head: events.Header) -> events.Deck:
        """Return the Command that this is."""
        return events.Deck(head, self.do, self.deck or "", self.number or 0)
