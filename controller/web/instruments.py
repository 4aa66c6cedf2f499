"""What the table and status pages ask of the daemon besides the feed: two ports, for this room knows no sensing and no files.

Nothing here names a card or a tag. What is counted is the same whatever cards lie face down.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, Protocol

from pydantic import BaseModel, ConfigDict, Field


class InstrumentError(Exception):
    """What was asked for cannot be told now. `code` is a dotted reason code; the text names the place and the remedy."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class _View(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class AntennaView(_View):
    """One antenna: whether it is asked, and what the table has accepted over it. Never what one tag did."""

    part: str = Field(description="The reader it hangs on.")
    antenna: int = Field(description="The reader's output.")
    zone: str
    sweeps: int = Field(description="How often it was asked since the table started.")
    sweeps_per_s: float = Field(description="How often of late; 0 when it is not asked any more.")
    silent_ms: int | None = Field(description="Table time since its last answer; null before the first.")
    cards: int | None = Field(
        description="Cards accepted in its zone, as the feed told them one by one; null for stub and muck, where they cannot be counted."
    )


class Antennas(_View):
    """Every antenna as it is now."""

    table_ms: int
    antennas: list[AntennaView]


class DiskView(_View):
    """The disk that the journal is on."""

    free_bytes: int
    total_bytes: int
    journal_bytes: int | None = Field(description="What the journal takes; null before there is one.")
    low: bool = Field(description="So little is left that room must be made.")


class Machine(_View):
    """The daemon and the computer it runs on."""

    software_version: str
    python_version: str
    system: str = Field(description="Kernel and kind of processor.")
    uptime_s: int
    loop_lag_ms: int | None = Field(description="The latest that anything was done in the last 5 s; null before it was looked at.")
    outbox: int | None = Field(description="Messages that wait for the broker; null before it was looked at.")
    readings: int
    events: int
    counters: dict[str, dict[str, int]] = Field(description="Part → its link counters, as the topic `metrics` told them last.")
    disk: DiskView | None = Field(description="null when it cannot be looked at.")


class DeckView(_View):
    """One enrolled deck."""

    name: str
    cards: int = Field(description="How many of its cards are enrolled.")
    in_play: bool


class Decks(_View):
    """The decks of this table."""

    decks: list[DeckView]
    known: int = Field(description="How many cards the running table knows: those that were enrolled when it started.")


class StakesView(_View):
    """As the verb `stakes` takes them."""

    small_blind: int
    big_blind: int
    ante: int
    ante_from: Literal["all", "big_blind", "button"]
    min_bet: int
    limit: Literal["no_limit", "pot_limit", "fixed_limit", "spread_limit"]
    small_bet: int
    big_bet: int
    max_bets: list[int]
    button_blind: int
    unit: int
    game: str
    bring_in: int


class Setup(_View):
    """What is played: the game and the stakes as they stand, and what there is to choose from for players."""

    game: str
    games: list[str] = Field(description="What the table knows; the verb `stakes` takes one of them.")
    rotations: list[str] = Field(description="Lists of games that have a name; the verb `rotation` takes one of them.")
    limit: str
    unit: str = Field(description="What one chip unit is, in words.")
    stakes: StakesView
    pictures: list[str] = Field(description="Names in the pictures folder that a player may have.")
    mistakes: bool = Field(default=False, description="Whether what is ruled about dealers is counted: `/api/v1/mistakes`.")


class Explanation(_View):
    """A reason code: what it means, and what to do."""

    code: str
    cause: str
    remedy: str


class RuleView(_View):
    """A rule of the three books, in our words."""

    id: str
    book: Literal["cooke", "roberts", "home"]
    section: str = Field(description="Where it stands in the book.")
    title: str
    summary: str


class BookAnswer(_View):
    """What one book answers."""

    book: Literal["cooke", "roberts", "home"]
    answer: bool | int | str
    words: str = Field(description="The answer as a person reads it.")
    silent: bool = Field(description="The book does not say: the answer is our reading.")


class OptionView(_View):
    """A question that houses answer differently, and what each of the three books answers."""

    name: str
    question: str
    answers: list[BookAnswer]


class MistakeView(_View):
    """Rulings of one kind about a dealer's dealing."""

    kind: str
    count: int
    per_hour: float | None = Field(description="Of the time he dealt; null before any has passed.")


class DealerView(_View):
    """A dealer, and what was ruled about his dealing."""

    name: str
    hours: float = Field(description="How long he has dealt since the daemon started, by table time.")
    mistakes: list[MistakeView]


class Mistakes(_View):
    """What was ruled about each dealer's dealing since the daemon started."""

    dealers: list[DealerView]


class Instruments(Protocol):
    """What the daemon knows of itself."""

    def antennas(self) -> Antennas: ...
    async def machine(self) -> Machine:
        """Look at the computer. Never fails."""
        ...

    async def decks(self) -> Decks:
        """Read which decks are enrolled. Raises: InstrumentError when the file cannot be read."""
        ...

    async def setup(self) -> Setup:
        """Return what is played, and look into the pictures folder. Never fails."""
        ...

    def explain(self, code: str) -> Explanation | None: ...
    async def rule(self, called: str) -> RuleView | None:
        """Look a rule up by its id. Never fails."""
        ...

    async def option(self, called: str) -> OptionView | None:
        """Look a question up by its name. Never fails."""
        ...

    def mistakes(self) -> Mistakes | None:
        """Return what was counted of dealers; None where the house counts nothing."""
        ...


class SeatStep(_View):
    """What would be done for one line: a command to send as it stands, which is done once; none when all is as the line says."""

    line: int
    seat: int
    verb: Literal["sit", "player"] | None
    body: dict[str, Any]
    text: str


class SeatProblem(_View):
    """Why the list cannot be taken: `column` and `given` when one field is wrong."""

    line: int = Field(description="Line of the list from 1; 0 = the whole of it.")
    code: str
    column: str
    given: str
    text: str = Field(description="One sentence with what is allowed.")


class SeatsCheck(_View):
    """A list of players, checked against the table as it stands. Nothing was done; with a problem nothing should be."""

    ok: Literal[True] = True
    rev: int
    problems: list[SeatProblem]
    steps: list[SeatStep]


class CheckSeats(Protocol):
    """Checks a list of players (CSV text) against the `state` given: what `smarttable seats import` checks."""

    def __call__(self, text: str, state: Mapping[str, Any]) -> SeatsCheck: ...


class Backstage(NamedTuple):
    """Both ports, for whoever makes the application."""

    instruments: Instruments
    check_seats: CheckSeats
