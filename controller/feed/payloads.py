"""Wire models: one per topic, the same for MQTT, WebSocket and REST.

Every payload carries `schema_version` (as `schema`), `boot_id`, `seq` or `as_of_seq`, and its
time as UTC and table milliseconds. Chips are whole numbers, cards are `Kd`.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from controller.rules.catalogue.row import Book

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


class CardsView(BaseModel):
    """A player's cards as everyone may see them."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    count: int = Field(description="Cards dealt to him and not given up.")
    shown: list[str] = Field(description="Cards that lie face up; empty while face down.")


class SeatState(BaseModel):
    """Public view of one seat; `name` null = empty."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    seat: int
    name: str | None
    stack: int
    bet: int = Field(description="Chips in front of him this street.")
    state: Literal["empty", "waiting", "in_hand", "folded", "all_in", "mucked"]
    position: str | None = Field(description="BTN, SB, BB, UTG …, null when not in the hand.")
    to_act: bool
    last_action: str | None
    cards: CardsView
    result: int | None = Field(description="What the ended hand won or lost him.")
    short_name: str | None = Field(description="For narrow places; null when he has none.")
    country: str | None = Field(description="ISO 3166 alpha-2.")
    picture: str | None = Field(description="Name of a file; the page serves it at `/pictures/<name>`.")


class LegalView(BaseModel):
    """What the player to act may do; amounts are totals for the street."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    call: int = Field(description="Chips he must add to call; 0 = he may check.")
    can_raise: bool
    min_raise_to: int | None
    max_raise_to: int | None


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
    stage: Literal["between", "posting", "betting", "dealing", "showdown", "ended", "void"]
    street: Literal["preflop", "flop", "turn", "river"] | None
    board: list[str]
    pots: list[PotView]
    pot_total: int = Field(description="All chips in play, bets in front of players included.")
    button: int | None
    small_blind: int
    big_blind: int
    ante: int
    to_act: int | None
    legal: LegalView | None
    to_show: int | None = Field(description="At the showdown, the seat that ought to show next.")
    seats: list[SeatState]
    quality: Quality
    paused: bool = Field(description="The game stands still: nothing is entered until `resume`.")
    hidden: bool = Field(description="Panic: hole cards are in no payload, shown ones neither.")
    floor_call: FloorCallView | None
    clock: ClockView | None
    dealer: str | None = Field(description="Who deals; null = nobody is logged in.")
    last_entry: LastEntryView | None = Field(description="null when there is none, or it cannot be corrected.")


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
    payoffs: dict[str, int] | None = None
    name: str | None = None
    code: str | None = None
    rules: list[str] | None = None
    evidence: dict[str, Any] | None = Field(
        default=None, description="Why a card's move was accepted: the part, and for a card that lies face up how often it was seen."
    )
    reason: str | None = None
    seconds: int | None = Field(default=None, description="Of a called clock.")
    refunds: dict[str, int] | None = Field(default=None, description="Seat → chips given back by a void hand.")
    replaces: list[int] | None = Field(default=None, description="Of a correction: the `seq` of events that no longer hold.")
    stakes: dict[str, Any] | None = Field(default=None, description="As the verb `stakes` takes them.")
    option: str | None = Field(default=None, description="Of a changed house: the question of docs/rules.md …")
    answer: bool | int | str | None = Field(default=None, description="… and the answer that holds from the next hand on.")
    short_name: str | None = None
    country: str | None = None
    picture: str | None = None


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
