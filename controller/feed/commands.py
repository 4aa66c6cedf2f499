"""Commands in: one wire model a verb, the roles that may send it, and its Command.

The same models serve MQTT `cmd/<verb>`, the panels and the simulator.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Final, Literal, NamedTuple, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from controller import events
from controller.game.cards import Card, parse_card
from controller.game.chips import Stakes
from controller.game.zones import MAX_SEATS, Zone

SeatNumber = Annotated[int, Field(ge=1, le=MAX_SEATS, strict=True)]
ChipCount = Annotated[int, Field(ge=1, le=10**15, strict=True)]
OptionalChips = Annotated[int, Field(ge=0, le=10**15, strict=True)]
Revision = Annotated[int, Field(ge=0, le=2**53, strict=True)]
CardName = Annotated[str, Field(pattern=r"^[2-9TJQKA][cdhs]$")]


def _on_one_line(text: str) -> str:
    if not text.isprintable() or text != text.strip():
        raise ValueError("must be printable text on one line, with no space at its ends")
    return text


OneLine = Annotated[str, AfterValidator(_on_one_line)]


class CommandModel(BaseModel):
    """What every command carries. `id` makes it idempotent: the same id is done once."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[\x21-\x7e]+$")]
    issued_at: str | None = Field(default=None, max_length=40, description="UTC, ISO 8601; older than 10 s is refused.")
    expect_rev: Revision | None = Field(default=None, description="Refused when the table's rev is another.")


class StakesModel(BaseModel):
    """What the hand is played for; the small blind is at most the big blind."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    small_blind: OptionalChips
    big_blind: ChipCount
    ante: OptionalChips = 0
    ante_from: Literal["all", "big_blind", "button"] = "all"
    min_bet: OptionalChips = 0

    @model_validator(mode="after")
    def _blinds_in_order(self) -> Self:
        if self.small_blind > self.big_blind:
            raise ValueError("small_blind must be at most big_blind")
        return self


class NewHandModel(CommandModel):
    stakes: StakesModel | None = None


class PostModel(CommandModel):
    seat: SeatNumber | None = None


class ActModel(CommandModel):
    seat: SeatNumber
    do: Literal["fold", "check", "call", "bet", "raise", "all_in"]
    to: ChipCount | None = Field(default=None, description="Total for the street; with bet and raise only.")


class ShowModel(CommandModel):
    seat: SeatNumber
    cards: list[CardName] | None = Field(default=None, max_length=2, description="Names the cards by hand where no reader saw them.")


class MuckModel(CommandModel):
    seat: SeatNumber


class SitModel(CommandModel):
    seat: SeatNumber
    name: Annotated[OneLine, Field(min_length=1, max_length=64)]
    stack: ChipCount


class StandModel(CommandModel):
    seat: SeatNumber


class BuyInModel(CommandModel):
    seat: SeatNumber
    amount: ChipCount


class ButtonModel(CommandModel):
    seat: SeatNumber


class EnterCardModel(CommandModel):
    zone: Annotated[str, Field(pattern=r"^(board|seat/([1-9]|10)/hole)$", description="board, or seat/N/hole.")]
    card: CardName


class VoidHandModel(CommandModel):
    reason: Annotated[OneLine, Field(max_length=200)] = ""


def _stakes(model: StakesModel | None) -> Stakes | None:
    return None if model is None else Stakes(model.small_blind, model.big_blind, model.ante, model.ante_from, model.min_bet)


def _new_hand(m: NewHandModel, head: events.Header) -> events.Command:
    return events.NewHand(head, _stakes(m.stakes))


def _show(m: ShowModel, head: events.Header) -> events.Command:
    cards = None if m.cards is None else tuple(card for card in map(parse_card, m.cards) if card is not None)
    return events.Show(head, m.seat, cards)


def _enter_card(m: EnterCardModel, head: events.Header) -> events.Command:
    card = parse_card(m.card)
    return events.EnterCard(head, Zone(m.zone), Card(-1) if card is None else card)


class Verb(NamedTuple):
    """One row of the verb table."""

    model: type[CommandModel]
    roles: frozenset[events.Role]
    build: Callable[..., events.Command]


_DEALER: Final = frozenset[events.Role]({"dealer", "floor", "admin"})
_FLOOR: Final = frozenset[events.Role]({"floor", "admin"})

#: Verb → wire model, who may send it, and the Command it becomes.
VERBS: Final[dict[str, Verb]] = {
    "new_hand": Verb(NewHandModel, _DEALER, _new_hand),
    "post": Verb(PostModel, _DEALER, lambda m, head: events.Post(head, m.seat)),
    "act": Verb(ActModel, _DEALER, lambda m, head: events.Act(head, m.seat, m.do, m.to)),
    "show": Verb(ShowModel, _DEALER, _show),
    "muck": Verb(MuckModel, _DEALER, lambda m, head: events.Muck(head, m.seat)),
    "sit": Verb(SitModel, _DEALER, lambda m, head: events.Sit(head, m.seat, m.name, m.stack)),
    "stand": Verb(StandModel, _DEALER, lambda m, head: events.Stand(head, m.seat)),
    "buy_in": Verb(BuyInModel, _DEALER, lambda m, head: events.BuyIn(head, m.seat, m.amount)),
    "button": Verb(ButtonModel, _DEALER, lambda m, head: events.Button(head, m.seat)),
    "enter_card": Verb(EnterCardModel, _DEALER, _enter_card),
    "void_hand": Verb(VoidHandModel, _FLOOR, lambda m, head: events.VoidHand(head, m.reason)),
}

#: Verbs of the contract that this version does not do yet: refused by name, not as unknown.
NOT_YET: Final = frozenset(
    {
        "declare", "discard", "ack", "answer", "floor_call", "floor_rule", "correct", "clock", "deck", "pause", "resume",
        "panic", "say", "request", "straddle", "kill", "run_it", "offer", "agree", "rabbit",
    }
)  # fmt: skip
