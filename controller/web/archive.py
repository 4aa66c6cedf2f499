"""What was at the table, as the interface asks for it: a port, for this room knows no journal.

Whatever it answers may be known by everyone, but a hand's time-line, which is for the floor. An unshown card is in none.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, Protocol

from pydantic import BaseModel, ConfigDict, Field


class ArchiveError(Exception):
    """The archive cannot answer now. `code` is a dotted reason code; the text says what to do."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class _View(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class PlayerInHand(_View):
    """A player and what the hand brought him."""

    seat: int
    name: str
    stack: int = Field(description="Chips he began with.")
    result: int | None = Field(description="What he won or lost; null while the hand is played, or when it is void.")
    shown: list[str] = Field(description="Cards he showed; empty when none.")


class HandSummary(_View):
    """One hand in a line."""

    number: int
    hand: str = Field(description="How the hand is called on every feed.")
    began_utc: str
    ended_utc: str | None
    stage: Literal["playing", "ended", "void"]
    small_blind: int
    big_blind: int
    ante: int
    button: int
    board: list[str]
    pot: int = Field(description="Chips put in and called, all pots together.")
    players: list[PlayerInHand] = Field(description="In deal order: the button is last.")
    winners: list[int] = Field(description="Seats that won more than they put in.")
    corrections: int = Field(description="How often an entry of it was corrected.")


class HandsPage(_View):
    """Hands, newest first."""

    hands: list[HandSummary]
    next_before: int | None = Field(description="Ask again with this `before` for older ones; null when there are none.")
    oldest: int | None = Field(description="The oldest hand that is kept whole.")
    newest: int | None


class ToldEntry(_View):
    """A story that an event brought about."""

    seq: int
    text: str


class TimelineEntry(_View):
    """One event of a hand, and what the table made of it."""

    utc: str
    kind: Literal["fact", "question", "command", "timer"]
    text: str
    role: str | None = Field(default=None, description="Of a command: in which role it was given …")
    who: str | None = Field(default=None, description="… by whom, where that is known …")
    id: str | None = Field(default=None, description="… and its id.")
    evidence: dict[str, Any] | None = Field(
        default=None, description="Why a fact was accepted; how often it was seen only for a card that was shown."
    )
    told: list[ToldEntry]
    refused: str | None = Field(default=None, description="Reason code of a command that was refused.")
    message: str | None = Field(default=None, description="What would have been right.")


class HandDetail(_View):
    """A hand with everything that happened in it."""

    summary: HandSummary
    timeline: list[TimelineEntry]


class Gap(_View):
    """Events that are not kept any more."""

    after: int = Field(description="What was asked for …")
    first: int = Field(description="… and the oldest event there is. Take `state`, and go on from here.")


class FoundEvents(NamedTuple):
    """Events from the journal: each its seq and its bytes as they were told; `newest` is the last one kept."""

    events: list[tuple[int, bytes]]
    gap: Gap | None
    newest: int


class Archive(Protocol):
    """Answers from the journal. Raises: ArchiveError from every method when it cannot now."""

    async def hands(self, before: int | None, limit: int, player: str) -> HandsPage: ...
    async def hand(self, number: int) -> HandDetail | None: ...
    async def events(self, after: int, limit: int) -> FoundEvents: ...
