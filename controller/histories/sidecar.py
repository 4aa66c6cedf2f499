"""What PHH and OHH have no words for, as a JSON file beside the hand's. Pure.

Nothing in it goes beyond what `Manner` lets a history say: hidden cards and, where players are called by their seats, names are left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from controller.game.cards import Card, card_text
from controller.histories.finished import Deed, FinishedHand, HoleCards, Manner
from controller.histories.json_text import json_text

SCHEMA_VERSION: Final = 1
SUFFIX: Final = ".smarttable.json"

#: What is told of a card that moved.
_MOVES: Final = frozenset({"card_dealt", "card_burned", "card_moved", "board"})

Chips = Annotated[int, Meta(description="In the table's smallest unit, whatever unit the history beside this is in.")]
Utc = Annotated[str, Meta(description="ISO 8601 with milliseconds, by the clock of the run in which it happened.")]
Cards = Annotated[list[str] | None, Meta(description="Rank and suit, as Kd; null = not in this history, or not read.")]


class SidecarTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table. `decks` are those table.toml names at the time of writing, none when every enrolled deck is in play."""

    id: str
    name: str
    seats: int
    unit: str
    decks: list[str]


class SidecarJournal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the hand stands in the journal: runs of the daemon, its first and last row, its first and last story."""

    boots: list[str]
    turns: tuple[int, int]
    seq: tuple[int, int]


class SidecarPlayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player in the hand; `player` is his number in PHH, `seat` his id in OHH. `end` is his stack after it."""

    player: int
    seat: int
    name: str
    start: Chips
    end: Chips
    cards_read: Annotated[int, Meta(description="Hole cards that were read or named by hand.")]
    cards: Cards
    fate: Annotated[Literal["folded", "mucked", "shown", "not_shown"], Meta(description="What became of his cards.")]


class SidecarDeed(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One story of the hand; what does not apply is left out. `by` and `cmd_id` name the command that brought it about."""

    seq: int
    utc: Utc
    kind: str
    seat: int | None = None
    do: str | None = None
    chips: Chips | None = None
    to: Annotated[int | None, Meta(description="The player's total for the street.")] = None
    all_in: bool = False
    cards: Cards = None
    zones: list[str] | None = None
    pot: int | None = None
    hand_name: str | None = None
    code: str | None = None
    by: str | None = None
    cmd_id: str | None = None
    antenna: Annotated[str | None, Meta(description="The part that saw it.")] = None
    confidence: Annotated[int | None, Meta(description="Of 1000; only of a card this history names.")] = None
    by_plan: Annotated[bool, Meta(description="Two antennas were equally strong, and the deal plan decided.")] = False


class SidecarCorrection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry that was wrong and was put right. `deeds` have it as it counts; `replaces` are the stories that no longer hold."""

    seq: int
    utc: Utc
    by: str | None
    cmd_id: str | None
    replaces: list[int]


class SidecarQuality(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How far the record can be trusted. `discrepancies` and `refused` count by reason code."""

    card_moves: int
    decided_by_plan: int
    lowest_confidence: Annotated[int | None, Meta(description="Of 1000, of the cards this history names; null = none.")]
    discrepancies: Mapping[str, int]
    settled: Mapping[str, int]
    refused: Annotated[Mapping[str, int], Meta(description="Commands refused during the hand.")]
    named_by_hand: Annotated[list[int], Meta(description="Seats whose cards a person named.")]


class Sidecar(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file `<hand>.smarttable.json`."""

    schema: Annotated[int, Meta(ge=SCHEMA_VERSION, le=SCHEMA_VERSION)]
    software: str
    hand: int
    result: Annotated[Literal["paid", "void"], Meta(description="void = every chip went back; there is no history beside this file.")]
    void_reason: str | None
    hole_cards: HoleCards
    per_amount: Annotated[int, Meta(description="Chips that are 1 in the history.")]
    start_utc: Utc
    end_utc: Utc
    table: SidecarTable
    journal: SidecarJournal
    button: int
    players: list[SidecarPlayer]
    burned_cards: int
    burned: Cards
    returned: Annotated[Mapping[int, int], Meta(description="Chips that came back uncalled, by seat.")]
    quality: SidecarQuality
    deeds: list[SidecarDeed]
    corrections: list[SidecarCorrection]


def sidecar_text(done: FinishedHand, manner: Manner, *, one_line: bool = False) -> str:
    """Return the sidecar as a file holds it, or on one line."""
    found = sidecar(done, manner)
    return (msgspec.json.encode(found).decode() if one_line else json_text(msgspec.to_builtins(found, str_keys=True))) + "\n"


def sidecar_schema() -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of a sidecar: the object's own, with its inner ones in `$defs`."""
    schema = msgspec.json.schema(Sidecar)
    inner = schema["$defs"]
    return {**inner.pop("Sidecar"), "$defs": inner}


def sidecar(done: FinishedHand, manner: Manner) -> Sidecar:
    """Return what the forms cannot say of a hand, one that was voided too."""
    hand, deeds = done.hand, done.deeds
    return Sidecar(
        schema=SCHEMA_VERSION,
        software=manner.software,
        hand=hand.number,
        result="paid" if done.paid else "void",
        void_reason=None if done.paid else done.void_reason or "",
        hole_cards=manner.hole_cards,
        per_amount=manner.per_amount,
        start_utc=_utc(deeds[0].utc_ms),
        end_utc=_utc(deeds[-1].utc_ms),
        table=SidecarTable(manner.table_id, manner.table_name, done.table_seats, manner.unit, list(manner.decks)),
        journal=SidecarJournal(list(done.boots), done.turns, (deeds[0].told.seq, deeds[-1].told.seq)),
        button=hand.button,
        players=_players(done, manner),
        burned_cards=len(hand.burned),
        burned=_texts(hand.burned) if manner.hole_cards == "all" else None,
        returned={deed.told.seat or 0: deed.told.amount_chips or 0 for deed in deeds if deed.told.kind == "uncalled_returned"},
        quality=_quality(done, manner),
        deeds=[_deed(deed, manner) for deed in deeds],
        corrections=[_correction(deed) for deed in done.corrections],
    )


def _players(done: FinishedHand, manner: Manner) -> list[SidecarPlayer]:
    hand = done.hand
    found = []
    for i, (seat, name, cards) in enumerate(zip(hand.seats, manner.names(done), manner.holes(done), strict=True)):
        fate: Literal["folded", "mucked", "shown", "not_shown"] = (
            "shown" if hand.shown[i] is not None else "folded" if hand.folded[i] else "mucked" if hand.mucked[i] else "not_shown"
        )
        start = hand.start_stacks[i]
        found.append(SidecarPlayer(i + 1, seat, name, start, start + hand.payoffs[i], len(hand.hole_of(i)), _texts(cards), fate))
    return found


def _correction(deed: Deed) -> SidecarCorrection:
    more = deed.told.more
    return SidecarCorrection(deed.told.seq, _utc(deed.utc_ms), deed.by, deed.cmd_id, [] if more is None else list(more.replaces))


def _quality(done: FinishedHand, manner: Manner) -> SidecarQuality:
    moves = [deed.told.evidence for deed in done.deeds if deed.told.kind in _MOVES and deed.told.evidence is not None]
    sure = [found for deed in done.deeds if deed.told.kind in _MOVES and (found := _confidence(deed, manner)) is not None]
    told: dict[str, dict[str, int]] = {"discrepancy": {}, "discrepancy_settled": {}}
    for deed in done.deeds:
        counts = told.get(deed.told.kind)
        if counts is not None and deed.told.code is not None:
            counts[deed.told.code] = counts.get(deed.told.code, 0) + 1
    return SidecarQuality(
        card_moves=len(moves),
        decided_by_plan=sum(one.by_expectation for one in moves),
        lowest_confidence=min(sure, default=None),
        discrepancies=told["discrepancy"],
        settled=told["discrepancy_settled"],
        refused=done.refused,
        named_by_hand=list(done.named_by_hand),
    )


def _confidence(deed: Deed, manner: Manner) -> int | None:
    """How surely a card was seen that this history names: a tag that answers badly would mark a hidden one in every hand."""
    named = bool(deed.told.cards) or manner.hole_cards == "all"
    return deed.told.evidence.confidence_permille if named and deed.told.evidence is not None else None


def _deed(deed: Deed, manner: Manner) -> SidecarDeed:
    told, seen = deed.told, deed.told.evidence
    return SidecarDeed(
        seq=told.seq,
        utc=_utc(deed.utc_ms),
        kind=told.kind,
        seat=told.seat,
        do=told.do,
        chips=told.amount_chips,
        to=told.to_chips,
        all_in=told.all_in,
        cards=_texts(told.cards),
        zones=list(told.zones) or None,
        pot=told.pot,
        hand_name=told.name if told.kind in ("shown", "pot_awarded") else None,  # elsewhere it is a player's name
        code=told.code,
        by=deed.by,
        cmd_id=deed.cmd_id,
        antenna=None if seen is None else seen.part,
        confidence=_confidence(deed, manner),
        by_plan=seen is not None and seen.by_expectation,
    )


def _texts(cards: tuple[Card, ...]) -> list[str] | None:
    return [card_text(card) for card in cards] or None


def _utc(utc_ms: int) -> str:
    return datetime.fromtimestamp(utc_ms / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
