"""What was at the table, as the interface asks for it: a port, for this room knows no journal.

Whatever it answers may be known by everyone, but a hand's time-line, which is for the floor. An unshown card is in none.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, field_serializer

from controller.feed.payloads import AnnouncementStory, RulingStory, Story
from controller.feed.subscription import FeedMessage

#: A message of any topic that tells stories.
AnyStory: TypeAlias = Story | RulingStory | AnnouncementStory


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
    boards: list[list[str]] = Field(default=[], description="Where several boards were dealt each of them as it counts; else empty.")
    pot: int = Field(description="Chips put in and called, all pots together.")
    players: list[PlayerInHand] = Field(description="In deal order: the button is last.")
    winners: list[int] = Field(description="Seats that won more than they put in.")
    corrections: int = Field(description="How often an entry of it was corrected.")
    questions: int = Field(description="How many questions the sensors asked a person.")


class HandsPage(_View):
    """Hands, newest first."""

    hands: list[HandSummary]
    next_before: int | None = Field(description="Ask again with this `before` for older ones; null when there are none.")
    oldest: int | None = Field(description="The oldest hand that is kept whole.")
    newest: int | None


#: What hands are looked for by, besides their players.
Only = Literal["corrected", "void", "asked"]


class EntryNow(_View):
    """An entry as it holds now, corrections done, for whoever corrects it."""

    seq: int = Field(description="What `correct` calls it.")
    takes: Literal["action", "amount", "nothing"] = Field(description="What may be changed of it; every entry may be taken back.")
    do: str | None
    to: int | None


class Moved(_View):
    """Where a card went."""

    from_zone: str | None = Field(description="null = it lay nowhere that is read; so with `to_zone`.")
    to_zone: str | None
    side: str = Field(description="How it lies now.")
    card: str | None = Field(description="null for a card that not everybody has seen.")
    within_ms: int | None = Field(description="How long before the entry's time it may have been; null as `card` is.")


class Seen(_View):
    """What a camera saw of a card where it lies. `card` is null unless it is known and public."""

    card: str | None
    shows: Literal["face", "boxed", "back", "marred"]
    zone: str | None


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
    moved: Moved | None = Field(default=None, description="Of a fact.")
    seen: Seen | None = Field(default=None, description="Of a fact that a camera saw.")
    verb: str | None = Field(default=None, description="Of a command: its verb …")
    seat: int | None = Field(default=None, description="… and the seat that it names.")
    entry: EntryNow | None = Field(default=None, description="Of an entry that can be corrected as long as no other hand has begun.")
    told: list[AnyStory] = Field(description="What was told of it, as on the feed.")
    refused: str | None = Field(default=None, description="Reason code of a command that was refused.")
    message: str | None = Field(default=None, description="What would have been right.")

    @field_serializer("told")
    def _as_told(self, told: list[AnyStory]) -> list[dict[str, Any]]:
        """Fields that do not apply are left out, as on the feed."""
        return [story.model_dump(exclude_unset=True) for story in told]


class HandDetail(_View):
    """A hand with everything that happened in it."""

    summary: HandSummary
    timeline: list[TimelineEntry]


class Gap(_View):
    """Events that are not kept any more."""

    after: int = Field(description="What was asked for …")
    first: int = Field(description="… and the oldest event there is. Take `state`, and go on from here.")


class FoundEvents(NamedTuple):
    """Stories from the journal, word for word as they were told; `newest` is the seq of the last one kept."""

    events: list[FeedMessage]
    gap: Gap | None
    newest: int


class Archive(Protocol):
    """Answers from the journal. Raises: ArchiveError from every method when it cannot now."""

    async def hands(self, before: int | None, limit: int, player: str, only: Only | None = None) -> HandsPage: ...
    async def hand(self, number: int) -> HandDetail | None: ...
    async def events(self, after: int, limit: int) -> FoundEvents: ...
