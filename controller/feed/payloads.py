"""Wire models: one per topic, the same for MQTT, WebSocket and REST.

Every payload carries `schema_version` (as `schema`), `boot_id`, `seq` or `as_of_seq`, and its
time as UTC and table milliseconds. Chips are whole numbers, cards are `Kd`.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from controller.rules.catalogue.row import Book
from controller.rules.ruling import RemedyKind, RulingKind
from controller.rules.ruling import Status as RulingStatus

SCHEMA_VERSION = 1

CapabilityLevel = Literal["by_hand", "cards", "cards+faces", "cards+chips", "full"]


class Payload(BaseModel):
    """What every message carries."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True, serialize_by_alias=True)

    schema_version: int = Field(default=SCHEMA_VERSION, alias="schema", description="Version of this payload's shape.")
    boot_id: str = Field(description="Names this run of the daemon; changes at every start.")
    utc: str = Field(description="UTC time, ISO 8601 with milliseconds.")
    table_ms: int = Field(description="Table time in milliseconds: goes on steadily, unlike a wall clock.")


class Snapshot(Payload):
    """A payload that says how things are, as of a point of the story."""

    as_of_seq: int = Field(description="The last `event` this takes into account.")


class Status(Snapshot):
    state: Literal["online", "stopped", "lost"]
    session: int = Field(description="Counts the broker sessions of this boot; a `lost` of an older session is void.")
    since_utc: str
    capability: CapabilityLevel
    sequence: str = Field(description="Names what `seq` counts in: it stays over restarts. When it is another, `seq` began anew.")


class Info(Snapshot):
    software_version: str
    table_name: str
    game: str
    limit: str
    seats: int
    unit: str = Field(description="What one chip unit is, in words.")
    house_book: Book = Field(description="The rule book the house plays by.")
    house_options: dict[str, bool | int | str] = Field(description="Question → the house's answer, where it is another than the book's.")
    drivers: dict[str, str] = Field(description="Part → driver name.")
    config_hash: str


class PotView(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")
    amount: int
    seats: list[int] = Field(description="Seats that may win it.")


#: Streets by their names, of every game.
StreetName = Literal[
    "predraw", "draw", "first_draw", "second_draw", "third_draw",
    "preflop", "flop", "second flop", "turn", "river",
    "second street", "third street", "fourth street", "fifth street", "sixth street", "seventh street",
]  # fmt: skip


class CardsView(BaseModel):
    """A player's cards as everyone may see them."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    count: int = Field(description="Cards dealt to him and not given up.")
    shown: list[str] = Field(description="Cards that lie face up; empty while face down.")


class DrawView(BaseModel):
    """Cards are changed, or given up: what is asked of players. Which cards is never said."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    seat: int | None = Field(description="Who is to say how many he changes; null = nobody, or everyone at once gives some up.")
    least: int = Field(description="So many of his cards have gone already.")
    most: int = Field(description="How many he may change; 0 where cards are given up.")
    discard: int = Field(description="How many each player gives up; 0 where cards are changed.")
    waiting: list[int] = Field(description="Seats that have yet to say or to give up, in order of turn.")
    split: int | None = Field(default=None, description="Who opened, and may say that he changes one of his openers.")


class SeatState(BaseModel):
    """Public view of one seat; `name` null = empty."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    seat: int
    name: str | None
    stack: int
    bet: int = Field(description="Chips in front of him this street.")
    state: Literal["empty", "waiting", "in_hand", "folded", "all_in", "mucked"]
    position: str | None = Field(description="BTN, SB, BB, UTG …; null when not in the hand, and in games without blinds.")
    to_act: bool
    last_action: str | None
    drew: list[int] = Field(description="How many cards he has changed or given up, draw by draw.")
    cards: CardsView
    up: list[str] = Field(
        default=[],
        description="His cards in everybody's sight: up-cards as they came, then hole cards that showed; empty once he has given up.",
    )
    result: int | None = Field(description="What the ended hand won or lost him.")
    short_name: str | None = Field(description="For narrow places; null when he has none.")
    country: str | None = Field(description="ISO 3166 alpha-2.")
    picture: str | None = Field(description="Name of a file; the page serves it at `/pictures/<name>`.")
    behind: int = Field(default=0, description="So many of his chips are still on their way, and play.")


class LegalActionView(BaseModel):
    """One action of the player to act, or why it is not legal."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    do: Literal["fold", "check", "call", "bet", "raise", "complete", "bring_in", "all_in"]
    legal: bool
    min: int | None = Field(description="Least total for the street; null where the action has no amount or is not legal.")
    max: int | None = Field(description="Most; the same as `min` where there is one size only.")
    step: int | None = Field(description="Steps between them; all he has may stand beside them.")
    code: str = Field(description="Reason code why it is not legal; empty when it is.")
    why: str = Field(description="The same as a sentence.")
    rules: list[str] = Field(description="Rules of the house's book that say so.")


class LegalView(BaseModel):
    """What the player to act may do; amounts are totals for the street."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    call: int = Field(description="Chips he must add to call; 0 = he may check.")
    can_raise: bool
    min_raise_to: int | None
    max_raise_to: int | None
    actions: list[LegalActionView] = Field(description="Each of fold, check, call, bet, raise, complete and all_in, in this order.")
    rules: list[str] = Field(description="Rules of the house's book by which it is his turn, where a round begins with him.")


class QuestionView(BaseModel):
    """What the antennas cannot decide, and what a person is asked to do about it."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    code: str = Field(description="Reason code.")
    zones: list[str] = Field(description="The places it is about.")
    question: str = Field(description="One sentence: what is the matter, what to do, where.")


class Quality(BaseModel):
    """How far the picture can be trusted."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    capability: CapabilityLevel
    parts_down: list[str]
    discrepancies: list[QuestionView] = Field(description="Questions that are open now, oldest first; one goes when it is settled.")


class FloorCallView(BaseModel):
    """A call for the floor that nobody has answered yet."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    seq: int = Field(description="The `event` that told it.")
    seat: int | None
    reason: str
    since_utc: str


class ClockView(BaseModel):
    """Time called on the player to act."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    seat: int
    ends_utc: str | None = Field(description="null while the game is paused.")
    ends_table_ms: int | None = Field(description="The same in table time.")
    left_ms: int | None = Field(description="What is left while the game is paused, null otherwise.")
    expired: bool = Field(description="It ran out; what that means the floor says.")


class RemedyView(BaseModel):
    """One step of a ruling's remedy."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    do: RemedyKind
    seats: list[int]
    cards: list[str]
    amount: int | None
    to: int | None


class RulingView(BaseModel):
    """An irregularity and what follows from it. In `state` every field is there, null where it does not apply."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    id: str = Field(pattern=r"^h\d+-r\d+$", description="`<hand>-r<n>`.")
    hand: str | None = None
    kind: RulingKind
    status: RulingStatus = Field(
        description="`in_force`: it is done. `proposed`: it is not, until confirmed. `lapsed`: what it was about was corrected, or is over."
    )
    seat: int | None = None
    cards: list[str] = Field(default=[], description="Cards that lie face up.")
    amount: int | None = Field(default=None, description="What was entered …")
    to: int | None = Field(default=None, description="… and what it counts as: a total for the street.")
    rules: list[str] = Field(default=[], description="Rules of docs/rules.md that say so.")
    options: dict[str, bool | int | str] = Field(default={}, description="The house's answers that led to it.")
    remedy: list[RemedyView] = []
    steps: list[str] = Field(default=[], description="What is to be done, step by step, in words.")
    text: str = Field(description="What is the matter, in one sentence.")
    who: Literal["nobody", "dealer", "floor"] = Field(description="Who has to agree to it.")
    may_until: str | None = Field(default=None, description="Until when it can be decided otherwise: a word …")
    until_utc: str | None = Field(default=None, description="… and the time, where it is one.")
    evidence: dict[str, Any] | None = None
    reason: str | None = Field(default=None, description="Why it was decided so, in the floor's words.")
    about: int | None = Field(default=None, description="`seq` of the event that told the entry it is about.")
    alternatives: list[str] = Field(default=[], description="What `floor_rule` can let happen instead.")
    alternative: str | None = Field(default=None, description="What the floor let happen instead.")


class MoveView(BaseModel):
    """A card that is to be moved to put the deal right, as a ruling has it: from where to where, never which."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    ruling: str = Field(description="Id of the ruling that says so.")
    from_zone: str | None = Field(description="`stub` = the top card of the deck; null = wherever it lies.")
    to_zone: str
    when: Literal["now", "after_deal"] = Field(description="`after_deal`: not before everybody has all his cards.")
    made: bool = Field(description="The table has seen it.")


class PassedView(BaseModel):
    """A deck that passed the antenna of the shuffler, as it was last."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    name: str | None = Field(description="null = the deck in play, as long as none was changed.")
    seen: int = Field(description="Cards of it that were read.")
    strange: int = Field(description="Cards among them that are none of it.")


class DeckStateView(BaseModel):
    """How much of the deck in play is read, in numbers; which cards it is nobody is told."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    name: str | None = Field(description="null = the one the table was set up with.")
    cards: int = Field(description="52, or 53 while a hand is played with a joker.")
    seen: int = Field(description="Cards that are read where they lie; of a deck that is looked through those that were laid out.")
    unseen: int = Field(description="The others: deep in a pile no card answers. None is missing for that.")
    looked_through: bool = Field(description="Its cards are being laid out.")
    due: Literal["break", "now", "whole"] | None = Field(
        description="What is to be done: change it at the next `break`, or before it is shuffled again (`now`); make it `whole` first."
    )
    shuffler: list[PassedView] = Field(default=[], max_length=17)


class AnnouncementView(BaseModel):
    """What the dealer has to say aloud."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    id: str = Field(pattern=r"^h\d+-a\d+$", description="`<hand>-a<n>`.")
    hand: str | None = None
    about: str = Field(description="`stack`, `clock` …")
    seat: int | None = None
    cards: list[str] = Field(default=[], description="Cards that lie face up.")
    amount: int | None = None
    seconds: int | None = Field(default=None, description="Of a clock: what is left.")
    to: int | None = Field(default=None, description="Of a game: the second of the two amounts it is called by, `amount` is the first.")
    game: str | None = Field(default=None, description="Of a game: what is played from this hand on …")
    limit: str | None = Field(default=None, description="… and by which limit.")
    text: str
    rules: list[str] = []
    until_utc: str | None = Field(
        default=None, description="Until when it has a meaning; where the dealer is reminded, by when it ought to be said."
    )
    acknowledged: bool = Field(description="Whether the dealer has said it.")
    reminded: bool = Field(default=False, description="Whether he was reminded of it.")


class PromptView(BaseModel):
    """What somebody is asked; `answer` answers it."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    id: str = Field(pattern=r"^h\d+-p\d+$", description="`<hand>-p<n>`.")
    hand: str | None
    who: Literal["dealer", "floor"]
    what: str
    seat: int | None
    amount: int | None
    text: str
    rules: list[str]
    answers: list[str] = Field(max_length=2)


class RunItView(BaseModel):
    """An all-in of which the rest of the board is dealt more than once, each run for its share of every pot."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    times: int = Field(description="How often it is run; 1 = once.")
    most: int = Field(description="How often it may be run where the players agree now; 0 = nothing can be agreed on any more.")


class RotationGameView(BaseModel):
    """One game of a rotation, and what it is played for."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    game: str
    limit: Literal["no_limit", "pot_limit", "fixed_limit", "spread_limit"]
    small_blind: int
    big_blind: int
    ante: int


class RotationView(BaseModel):
    """Games that are played one after another."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    games: list[RotationGameView] = Field(max_length=20)
    position: int = Field(description="Which of `games` is played now, from 1.")
    next: int = Field(description="Which follows it.")
    changes: Literal["lap", "time"] = Field(description="After a lap of the button, or after some time.")
    hands_left: int | None = Field(
        description="Of a lap: hands of this game that will yet begin, as players sit now; 0 = the next hand is of the next game."
    )
    minutes: int | None = Field(description="Of a time: how long each game lasts …")
    ends_utc: str | None = Field(description="… and when this one is over: the next hand is then of the next. null before its first hand.")
    ends_table_ms: int | None = Field(description="The same in table time.")


class LastEntryView(BaseModel):
    """The last entry of a person in this hand: what `correct` by the dealer would change."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    seq: int
    text: str
    verb: str
    seat: int | None = Field(description="null = of several seats.")
    do: str | None
    to: int | None = Field(description="Total for the street of a bet or raise, the amount of a buy-in, the stack of a new player.")


class State(Snapshot):
    rev: int
    hand: str | None
    stage: Literal["between", "posting", "betting", "dealing", "drawing", "showdown", "ended", "void"]
    street: StreetName | None
    board: list[str]
    boards: list[list[str]] = Field(
        max_length=3, description="Where several boards are dealt each of them as it counts, with the cards they share; else empty."
    )
    run_it: RunItView | None = Field(description="What was agreed on an all-in, or may be; else null.")
    board_cards: int = Field(description="Cards that the game deals to a board; 0 where there is none.")
    pots: list[PotView]
    pot_total: int = Field(description="All chips in play, bets in front of players included; between hands what waits for a winner.")
    button: int | None
    small_blind: int
    big_blind: int
    ante: int
    limit: Literal["no_limit", "pot_limit", "fixed_limit", "spread_limit"]
    small_bet: int | None = Field(description="Of fixed limit: what is bet on the first streets …")
    big_bet: int | None = Field(description="… and on the later ones.")
    game: str = Field(description="What is played, as `omaha`.")
    hand_cards: int = Field(description="How many cards a hand has at the showdown: `show` names so many.")
    rotation: RotationView | None = Field(description="Games that are played one after another; null = one game is played.")
    to_act: int | None
    opener: int | None = Field(default=None, description="Who opened a pot for antes, where the house marks him.")
    shows_openers: int | None = Field(default=None, description="Who opened, and has yet to show his openers; he may at any time.")
    legal: LegalView | None
    draw: DrawView | None = Field(description="While cards are changed or given up; else null.")
    to_show: int | None = Field(description="At the showdown, the seat that ought to show next.")
    joker: bool = Field(default=False, description="The deck of this hand has a joker, `XJ`.")
    calls: list[int] = Field(default=[], description="What `declare` may call before a hand is shown: a highest card, 0 for a pair.")
    seats: list[SeatState]
    quality: Quality
    paused: bool = Field(description="The game stands still: nothing is entered until `resume`.")
    hidden: bool = Field(description="Panic: hole cards are in no payload, shown ones neither.")
    floor_call: FloorCallView | None
    clock: ClockView | None
    dealer: str | None = Field(description="Who deals; null = nobody is logged in.")
    last_entry: LastEntryView | None = Field(description="null when there is none, or it cannot be corrected.")
    rulings: list[RulingView] = Field(
        max_length=8, description="Rulings of the hand, oldest first: those that wait for a decision, and the newest."
    )
    announcements: list[AnnouncementView] = Field(description="What the dealer has yet to say.")
    prompts: list[PromptView] = Field(description="What waits for an answer.")
    moves: list[MoveView] = Field(default=[], description="Cards to be moved to put the deal right: what was done, then what is to be.")
    stopped: str | None = Field(default=None, description="Id of a ruling that is to be decided before anybody acts.")
    deck: DeckStateView | None = Field(default=None, description="How much of the deck in play is read.")


class SeatMessage(Snapshot):
    rev: int
    hand: str | None
    view: SeatState


class Story(Payload):
    """One message of `event`: something that happened, in order, without a gap in `seq`."""

    seq: int
    rev_before: int
    rev_after: int
    kind: str
    hand: str | None
    text: str = Field(description="One plain sentence.")
    seat: int | None = None
    amount: int | None = None
    to: int | None = None
    do: str | None = None
    all_in: bool | None = None
    cards: list[str] | None = None
    zones: list[str] | None = None
    pot: int | None = None
    board: int | None = Field(default=None, description="Which of several boards a pot was awarded for, the first being 1.")
    times: int | None = Field(default=None, description="How often an all-in is run.")
    half: Literal["high", "low"] | None = Field(default=None, description="Of a pot that was split between high and low.")
    payoffs: dict[str, int] | None = None
    name: str | None = None
    code: str | None = None
    rules: list[str] | None = None
    evidence: dict[str, Any] | None = Field(
        default=None, description="Why a card's move was accepted: the part, and for a card that lies face up how often it was seen."
    )
    reason: str | None = None
    number: int | None = Field(
        default=None,
        description="Cards that were changed or given up, or read of a deck; of a rotation the place of the game in the list, from 1.",
    )
    games: list[str] | None = Field(default=None, description="Of a rotation: the games, in order; empty = it is over.")
    seconds: int | None = Field(default=None, description="Of a called clock.")
    refunds: dict[str, int] | None = Field(default=None, description="Seat → chips given back by a void hand.")
    replaces: list[int] | None = Field(default=None, description="Of a correction: the `seq` of events that no longer hold.")
    stakes: dict[str, Any] | None = Field(default=None, description="As the verb `stakes` takes them.")
    option: str | None = Field(default=None, description="Of a changed house: the question of docs/rules.md …")
    answer: bool | int | str | None = Field(default=None, description="… and the answer that holds from the next hand on.")
    short_name: str | None = None
    country: str | None = None
    picture: str | None = None
    prompt: str | None = Field(default=None, description="Of a prompt: its id, as `state.prompts` has it …")
    who: str | None = Field(default=None, description="… who is asked …")
    what: str | None = Field(default=None, description="… what …")
    answers: list[str] | None = Field(default=None, description="… and how it can be answered.")


class Numbered(Payload):
    """A message in the one sequence of all stories. `topic` says which model it has, where several come mixed."""

    seq: int
    rev_before: int
    rev_after: int


class RulingStory(RulingView, Numbered):
    """One message of `ruling`: opened, or as it stands after a decision. Fields that do not apply are left out."""

    topic: Literal["ruling"]


class AnnouncementStory(AnnouncementView, Numbered):
    """One message of `announcement`: to be said, or said. Fields that do not apply are left out."""

    topic: Literal["announcement"]


class PartHealth(Snapshot):
    part: str
    state: Literal["off", "starting", "ok", "degraded", "failed"]
    reason: str
    remedy: str
    since_utc: str
    counters: dict[str, int]


class Metrics(Snapshot):
    """The heartbeat, every 5 s."""

    uptime_s: int
    events: int
    readings: int
    loop_lag_ms: int
    outbox: int
    parts: dict[str, dict[str, int]] = Field(description="Part → link counters.")


class CommandAnswer(Snapshot):
    """What became of a command; repeated word for word to whoever repeats it."""

    id: str
    verb: str
    ok: bool
    code: str = Field(description="Empty when done; otherwise a dotted reason code.")
    message: str
    rev: int
    rules: list[str]
