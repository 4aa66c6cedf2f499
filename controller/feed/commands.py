"""Commands in: one wire model a verb, the roles that may send it, and its Command.

The same models serve MQTT `cmd/<verb>`, the panels and the simulator.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Final, Literal, NamedTuple, Self, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StrictBool, model_validator

from controller import events
from controller.feed.report_model import DeckFields, ReportFields, ShuffleFields
from controller.feed.rotation_model import RotationFields
from controller.game.cards import Card, parse_card
from controller.game.chips import Limit, Stakes
from controller.game.variants import VARIANTS
from controller.game.zones import MAX_SEATS, Zone

SeatNumber = Annotated[int, Field(ge=1, le=MAX_SEATS, strict=True)]
ChipCount = Annotated[int, Field(ge=1, le=10**15, strict=True)]
OptionalChips = Annotated[int, Field(ge=0, le=10**15, strict=True)]
Revision = Annotated[int, Field(ge=0, le=2**53, strict=True)]
RulingId = Annotated[str, Field(pattern=r"^h\d{1,9}-r\d{1,4}$", description="As `state.rulings` has it.")]
AnnouncementId = Annotated[str, Field(pattern=r"^h\d{1,9}-a\d{1,4}$")]
PromptId = Annotated[str, Field(pattern=r"^h\d{1,9}-p\d{1,4}$", description="As `state.prompts` has it.")]
#: Cards of a hand, in the games that deal most of them.
MOST_CARDS: Final = max(game.held_cards for game in VARIANTS.values())
CardName = Annotated[str, Field(pattern=r"^([2-9TJQKA][cdhs]|XJ)$")]


def _on_one_line(text: str) -> str:
    if not text.isprintable() or text != text.strip():
        raise ValueError("must be printable text on one line, with no space at its ends")
    return text


OneLine = Annotated[str, AfterValidator(_on_one_line)]


ShortName = Annotated[OneLine, Field(max_length=16, description="For narrow places; empty = none.")]
Country = Annotated[str, Field(pattern=r"^([A-Z]{2})?$", description="ISO 3166 alpha-2, as DE; empty = none.")]
#: Names of picture files that the page may ask for.
PICTURE_NAME: Final = r"[A-Za-z0-9][A-Za-z0-9._-]{0,58}\.(?:png|jpg|jpeg|webp)"
Picture = Annotated[str, Field(pattern=rf"^({PICTURE_NAME})?$", description="Name of a file in the pictures folder; empty = none.")]


class CommandModel(BaseModel):
    """What every command carries. `id` makes it idempotent: the same id is done once."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[\x21-\x7e]+$")]
    issued_at: str | None = Field(default=None, max_length=40, description="UTC, ISO 8601; older than 10 s is refused.")
    expect_rev: Revision | None = Field(default=None, description="Refused when the table's rev is another.")


GameName = Annotated[str, Field(pattern=r"^([a-z][a-z0-9_]{0,31})?$", description="The game, as `omaha`; empty = as the table plays now.")]


class StakesModel(BaseModel):
    """What the hand is played for; the small blind is at most the big blind. Game, limit, maxima and unit left out stay as they are."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    small_blind: OptionalChips
    big_blind: ChipCount
    ante: OptionalChips = 0
    ante_from: Literal["all", "big_blind", "button"] = "all"
    min_bet: OptionalChips = 0
    limit: Limit | None = None
    small_bet: OptionalChips = Field(default=0, description="Fixed limit: the bet of the first two streets; 0 = the big blind.")
    big_bet: OptionalChips = Field(default=0, description="Fixed limit: the bet of the other streets; 0 = two small bets.")
    max_bets: Annotated[list[ChipCount], Field(max_length=4)] | None = Field(
        default=None, description="Spread limit: the most a bet or raise may be, street by street; the last goes on."
    )
    button_blind: OptionalChips = Field(default=0, description="A third blind, which the button posts.")
    unit: ChipCount | None = Field(default=None, description="The smallest step of a wager.")
    game: GameName = ""
    bring_in: OptionalChips = Field(default=0, description="Stud: the forced opening bet; 0 = the house's part of the small bet.")

    @model_validator(mode="after")
    def _blinds_in_order(self) -> Self:
        if self.small_blind > self.big_blind:
            raise ValueError("small_blind must be at most big_blind")
        return self


class BombPotModel(BaseModel):
    """Everybody pays the ante, nobody a blind, and the betting begins on the flop."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    ante: ChipCount
    boards: Annotated[int, Field(ge=1, le=2, strict=True)] = Field(default=1, description="Two boards have half of each pot each.")


class NewHandModel(CommandModel):
    stakes: StakesModel | None = None
    game: GameName = ""
    dead_small_blind: StrictBool = Field(default=False, description="The first left of the button has the big blind, nobody a small one.")
    bomb_pot: BombPotModel | None = Field(default=None, description="This hand alone is a bomb pot.")


class PostModel(CommandModel):
    seat: SeatNumber | None = None


class StraddleModel(CommandModel):
    """A player raises blind before the first card; without an amount by what a straddle is in this house."""

    seat: SeatNumber
    amount: ChipCount | None = Field(default=None, description="His total before the flop.")


class ActModel(CommandModel):
    seat: SeatNumber
    do: Literal[events.ActDo, events.DrawDo]
    to: ChipCount | None = Field(
        default=None, description="Total for the street; with bet, raise and complete only. May be left out where there is one size only."
    )
    number: Annotated[int, Field(ge=0, le=14, strict=True)] | None = Field(
        default=None,
        description="With draw: cards that he changes. With declare: the highest card of his low, 11 a jack to 14 an ace, 0 for a pair.",
    )
    early: Literal["done", "said", "if"] | None = Field(
        default=None,
        description="He acted before his turn: by a deed, by words, or by words with a condition. Chips and turn stay as they are.",
    )


class RunItModel(CommandModel):
    """The players who are all-in agree to have the rest of the board dealt so many times; 1 = once after all."""

    times: Annotated[int, Field(ge=1, le=3, strict=True)]


class ShowModel(CommandModel):
    seat: SeatNumber
    cards: list[CardName] | None = Field(
        default=None, max_length=MOST_CARDS, description="Names the cards by hand where no reader saw them."
    )


class MuckModel(CommandModel):
    seat: SeatNumber


class SitModel(CommandModel):
    seat: SeatNumber
    name: Annotated[OneLine, Field(min_length=1, max_length=64)]
    stack: ChipCount
    short_name: ShortName = ""
    country: Country = ""
    picture: Picture = ""


class StandModel(CommandModel):
    seat: SeatNumber


class BuyInModel(CommandModel):
    """With `behind` the chips are on their way and play already, where the house has it so."""

    seat: SeatNumber
    amount: ChipCount
    behind: bool = Field(default=False, description="The chips are on their way.")


class ButtonModel(CommandModel):
    """The button is put in front of a seat, or where the cards say that the players have drawn for it."""

    seat: SeatNumber | None = None
    draw: Literal[True] | None = Field(default=None, description="Every player has drawn a card: the highest has the button.")

    @model_validator(mode="after")
    def _one_of_them(self) -> ButtonModel:
        if (self.seat is None) == (self.draw is None):
            raise ValueError("name a seat, or say draw")
        return self


class EnterCardModel(CommandModel):
    zone: Annotated[
        str, Field(pattern=r"^(board(/[23])?|seat/([1-9]|10)/(hole|up))$", description="board, board/2, board/3, seat/N/hole or seat/N/up.")
    ]
    card: CardName


class VoidHandModel(CommandModel):
    reason: Annotated[OneLine, Field(max_length=200)] = ""


class PauseModel(CommandModel):
    pass


class ResumeModel(CommandModel):
    pass


class FloorCallModel(CommandModel):
    seat: SeatNumber | None = None
    reason: Annotated[OneLine, Field(max_length=200)] = ""


class AckModel(CommandModel):
    """With `announcement` the dealer has said it; otherwise the floor answers a call."""

    what: Literal["floor_call"] = "floor_call"
    seq: Revision | None = Field(default=None, description="The `seq` that told the call; left out = the call that stands.")
    announcement: AnnouncementId | None = Field(default=None, description="The id of the announcement that was made.")

    @model_validator(mode="after")
    def _one_of_them(self) -> Self:
        if self.seq is not None and self.announcement is not None:
            raise ValueError("give either seq, of a call for the floor, or announcement")
        return self


class RequestModel(CommandModel):
    """The player at `seat` asks for a count of what lies before the player at `of`, or how many cards he changed, or for another deck.

    Or the dealer tells of him that he threw chips into the pot and how many is disputed, or that he is all-in and did not say so, or
    that he put in less than the call and says that he misread the bet, or did not notice a raise, or that he is away when it is his turn.
    """

    seat: SeatNumber
    what: events.Wanted
    of: SeatNumber | None = Field(
        default=None, description="With stack and drew: whose. With unaware: who has acted behind him since, if somebody has."
    )
    amount: ChipCount | None = Field(default=None, description="With misread and unaware: what he put in for the call.")

    @model_validator(mode="after")
    def _of_a_stack(self) -> Self:
        if self.what != "unaware" and (self.what in ("stack", "drew")) != (self.of is not None):
            raise ValueError("give `of` with stack and drew, where it must be, and with unaware, where it may be")
        if (self.what in ("misread", "unaware")) != (self.amount is not None):
            raise ValueError("give `amount` with misread and unaware, and only then")
        return self


class AnswerModel(CommandModel):
    """A prompt is answered."""

    prompt: PromptId
    answer: Annotated[str, Field(alias="with", pattern=r"^[a-z][a-z_]{0,31}$", description="One of the prompt's `answers`.")]


class FloorRuleModel(CommandModel):
    """What was decided is opened again before it is decided anew. A dealer confirms what waits for the dealer, no more."""

    ruling: RulingId
    decision: Literal["confirm", "override", "reopen"]
    reason: Annotated[OneLine, Field(max_length=120, description="Why; needed to override.")] = ""
    alternative: Annotated[str, Field(pattern=r"^([a-z][a-z_]{0,31})?$")] = Field(
        default="", description="To override: one of the ruling's `alternatives`; the only one need not be named."
    )


class ClockModel(CommandModel):
    """`seconds`, or `stop`; with neither the clock runs as long as the house has it."""

    seat: SeatNumber
    seconds: Annotated[int, Field(ge=1, le=600, strict=True)] | None = None
    stop: Literal[True] | None = None

    @model_validator(mode="after")
    def _one_of_them(self) -> Self:
        if self.seconds is not None and self.stop is not None:
            raise ValueError("give either seconds, to call time, or stop, to take it back")
        return self


class PanicModel(CommandModel):
    on: Annotated[bool, Field(strict=True, description="true hides every hole card from every feed, shown ones too; false lifts it.")]


class DealerModel(CommandModel):
    name: Annotated[OneLine, Field(max_length=64, description="Who deals from now on; empty = nobody.")]


class PlayerModel(CommandModel):
    """Details left out stay as they are; empty ones are taken away."""

    seat: SeatNumber
    name: Annotated[OneLine, Field(min_length=1, max_length=64)] | None = None
    short_name: ShortName | None = None
    country: Country | None = None
    picture: Picture | None = None

    @model_validator(mode="after")
    def _something(self) -> Self:
        if self.model_fields_set <= {"id", "issued_at", "expect_rev", "seat"}:
            raise ValueError("give at least one of name, short_name, country, picture")
        return self


class SetStakesModel(StakesModel, CommandModel):
    """What is played for from the next hand on."""


class RotationModel(RotationFields, CommandModel):
    """Games that are played one after another from the next hand on: a list with a `name`, or `games`; neither = those that are."""


class ReportModel(ReportFields, CommandModel):
    """What somebody saw happen to cards."""


class DeckModel(DeckFields, CommandModel):
    """Another deck is put in play, or a new set-up: between hands."""


class ShuffleModel(ShuffleFields, CommandModel):
    """A step of the shuffle."""


class HouseOptionModel(CommandModel):
    """The house's answer to a question of docs/rules.md from the next hand on."""

    option: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,63}$", description="The question's name.")]
    answer: StrictBool | Annotated[int, Field(strict=True, ge=-(10**6), le=10**6)] | Annotated[OneLine, Field(max_length=64)] | None = (
        Field(default=None, description="One that the question allows; left out = as the table's own file has it.")
    )


class ChangeModel(BaseModel):
    """Either `remove`, or what is true instead: `do` of an action, `to` of a bet, raise, buy-in or stack."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    remove: Literal[True] | None = None
    do: events.ActDo | None = None
    to: ChipCount | None = None

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        if (self.remove is None) == (self.do is None and self.to is None):
            raise ValueError("give either remove, or do and to as they ought to have been")
        return self


class CorrectModel(CommandModel):
    seq: Revision = Field(description="The `seq` of an event that told the entry.")
    change: ChangeModel


def _stakes(model: StakesModel | None) -> Stakes | None:
    return None if model is None else _as_stakes(model)


def _as_stakes(m: StakesModel) -> Stakes:
    """The stakes as they were said: what was left out is left to the table."""
    return Stakes(
        m.small_blind,
        m.big_blind,
        m.ante,
        m.ante_from,
        m.min_bet,
        m.limit or "",
        m.small_bet,
        m.big_bet,
        tuple(m.max_bets or ()),
        m.button_blind,
        m.unit or 0,
        m.game,
        m.bring_in,
    )


def _new_hand(m: NewHandModel, head: events.Header) -> events.Command:
    bomb = None if m.bomb_pot is None else events.BombPot(m.bomb_pot.ante, m.bomb_pot.boards)
    return events.NewHand(head, _stakes(m.stakes), m.game, m.dead_small_blind, bomb)


#: What is said of cards, and what of chips.
_OF_CARDS: Final[Mapping[str, events.DrawDo]] = {do: do for do in get_args(events.DrawDo)}
_OF_CHIPS: Final[Mapping[str, events.ActDo]] = {do: do for do in get_args(events.ActDo)}


def _act(m: ActModel, head: events.Header) -> events.Command:
    if m.do in _OF_CARDS:
        return events.Draw(head, m.seat, _OF_CARDS[m.do], m.number)
    return events.Act(head, m.seat, _OF_CHIPS[m.do], m.to, early=m.early or "")


def _show(m: ShowModel, head: events.Header) -> events.Command:
    cards = None if m.cards is None else tuple(card for card in map(parse_card, m.cards) if card is not None)
    return events.Show(head, m.seat, cards)


def _sit(m: SitModel, head: events.Header) -> events.Command:
    return events.Sit(head, m.seat, m.name, m.stack, m.short_name, m.country, m.picture)


def _player(m: PlayerModel, head: events.Header) -> events.Command:
    return events.Player(head, m.seat, m.name, m.short_name, m.country, m.picture)


def _set_stakes(m: SetStakesModel, head: events.Header) -> events.Command:
    return events.SetStakes(head, _as_stakes(m))


def _correct(m: CorrectModel, head: events.Header) -> events.Command:
    return events.Correct(head, m.seq, events.Change(bool(m.change.remove), m.change.do, m.change.to))


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
_ANYONE: Final = frozenset[events.Role]({"dealer", "floor", "admin", "device"})

#: Verb → wire model, who may send it, and the Command it becomes.
VERBS: Final[dict[str, Verb]] = {
    "new_hand": Verb(NewHandModel, _DEALER, _new_hand),
    "post": Verb(PostModel, _DEALER, lambda m, head: events.Post(head, m.seat)),
    "straddle": Verb(StraddleModel, _DEALER, lambda m, head: events.Straddle(head, m.seat, m.amount)),
    "act": Verb(ActModel, _DEALER, _act),
    "run_it": Verb(RunItModel, _DEALER, lambda m, head: events.RunIt(head, m.times)),
    "show": Verb(ShowModel, _DEALER, _show),
    "muck": Verb(MuckModel, _DEALER, lambda m, head: events.Muck(head, m.seat)),
    "sit": Verb(SitModel, _DEALER, _sit),
    "stand": Verb(StandModel, _DEALER, lambda m, head: events.Stand(head, m.seat)),
    "button": Verb(ButtonModel, _DEALER, lambda m, head: events.Button(head, m.seat or 0, m.draw is True)),
    "buy_in": Verb(BuyInModel, _DEALER, lambda m, head: events.BuyIn(head, m.seat, m.amount, m.behind)),
    "enter_card": Verb(EnterCardModel, _DEALER, _enter_card),
    "void_hand": Verb(VoidHandModel, _FLOOR, lambda m, head: events.VoidHand(head, m.reason)),
    "correct": Verb(CorrectModel, _DEALER, _correct),
    "pause": Verb(PauseModel, _DEALER, lambda m, head: events.Pause(head)),
    "resume": Verb(ResumeModel, _FLOOR, lambda m, head: events.Resume(head)),
    "floor_call": Verb(FloorCallModel, _ANYONE, lambda m, head: events.FloorCall(head, m.seat, m.reason)),
    "ack": Verb(AckModel, _DEALER, lambda m, head: events.Ack(head, m.seq, m.announcement or "")),
    "clock": Verb(ClockModel, _DEALER, lambda m, head: events.Clock(head, m.seat, m.seconds, m.seconds is None and m.stop is None)),
    "request": Verb(RequestModel, _DEALER, lambda m, head: events.Request(head, m.seat, m.what, m.of or 0, m.amount or 0)),
    "report": Verb(ReportModel, _DEALER, lambda m, head: m.event(head)),
    "shuffle": Verb(ShuffleModel, _DEALER, lambda m, head: events.Shuffle(head, m.step)),
    "deck": Verb(DeckModel, _DEALER, lambda m, head: m.event(head)),
    "answer": Verb(AnswerModel, _DEALER, lambda m, head: events.Answer(head, m.prompt, m.answer)),
    "floor_rule": Verb(FloorRuleModel, _DEALER, lambda m, head: events.FloorRule(head, m.ruling, m.decision, m.reason, m.alternative)),
    "panic": Verb(PanicModel, _ANYONE, lambda m, head: events.Panic(head, m.on)),
    "dealer": Verb(DealerModel, _DEALER, lambda m, head: events.Dealer(head, m.name)),
    "player": Verb(PlayerModel, _FLOOR, _player),
    "stakes": Verb(SetStakesModel, _FLOOR, _set_stakes),
    "rotation": Verb(RotationModel, _FLOOR, lambda m, head: events.SetRotation(head, m.rounds(), m.position, m.minutes)),
    "house_option": Verb(HouseOptionModel, _FLOOR, lambda m, head: events.SetOption(head, m.option, m.answer)),
}

#: Verbs of the contract that this version does not do yet: refused by name, not as unknown.
NOT_YET: Final = frozenset(
    {
        "declare", "discard", "say", "kill", "offer", "agree", "rabbit",
    }
)  # fmt: skip
