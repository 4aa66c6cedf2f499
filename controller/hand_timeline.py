"""The time-line of one hand, for people: every event that was taken, what the table made of it, and why.

It may name any card: whoever prints it holds the table key.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from controller.effects import Effect, Tell
from controller.events import (
    Ack,
    Act,
    Answer,
    Button,
    BuyIn,
    CardMoved,
    CardSeen,
    Change,
    Clock,
    Command,
    Correct,
    Dealer,
    Deck,
    DeckRead,
    Discrepancy,
    Draw,
    EnterCard,
    Event,
    Evidence,
    FloorCall,
    FloorRule,
    ForeignCard,
    Muck,
    NewHand,
    Panic,
    Pause,
    Player,
    Post,
    Report,
    Request,
    Resume,
    RunIt,
    SetOption,
    SetRotation,
    SetStakes,
    Show,
    Shuffle,
    Sit,
    Stand,
    Straddle,
    Tick,
    VoidHand,
)
from controller.feed.boot import Boot
from controller.feed.hub import utc_text
from controller.feed.stories import story_text
from controller.game.cards import ALL_CARDS, DECK_SIZE, card_text
from controller.journal.reading import JournalReader
from controller.recovery import Folded, fold
from controller.rules.catalogue.option import shown
from controller.rules.house import House
from controller.rules.ruling import Ruling

_FIELDS: Final[Mapping[type, Callable[[Any], str]]] = {
    NewHand: lambda e: "new_hand" + (f" bomb pot, ante {e.bomb_pot.ante_chips}, {e.bomb_pot.boards} board(s)" if e.bomb_pot else ""),
    RunIt: lambda e: f"run_it {e.times} times",
    Post: lambda e: "post" + (f" seat {e.seat}" if e.seat else ""),
    Straddle: lambda e: f"straddle seat {e.seat}",
    Act: lambda e: f"act seat {e.seat} {e.do}" + (f" to {e.to_chips}" if e.to_chips else ""),
    Show: lambda e: f"show seat {e.seat}" + (f" {' '.join(map(card_text, e.cards))}" if e.cards else ""),
    Draw: lambda e: f"{e.do} seat {e.seat}" + (f", {e.number} cards" if e.number is not None else ""),
    Muck: lambda e: f"muck seat {e.seat}",
    Sit: lambda e: f"sit seat {e.seat} {e.name} {e.stack_chips}",
    Stand: lambda e: f"stand seat {e.seat}",
    BuyIn: lambda e: f"buy_in seat {e.seat} {e.amount_chips}",
    Button: lambda e: f"button seat {e.seat}",
    EnterCard: lambda e: f"enter_card {e.zone} {card_text(e.card) if 0 <= e.card < len(ALL_CARDS) else 'unknown card'}",
    VoidHand: lambda e: "void_hand" + (f" {e.reason}" if e.reason else ""),
    Correct: lambda e: f"correct #{e.seq}: {_change(e.change)}",
    Pause: lambda e: "pause",
    Resume: lambda e: "resume",
    FloorCall: lambda e: "floor_call" + (f" seat {e.seat}" if e.seat else "") + (f" {e.reason}" if e.reason else ""),
    Ack: lambda e: "ack" + (f" #{e.seq}" if e.seq is not None else "") + (f" {e.announcement}" if e.announcement else ""),
    Clock: lambda e: f"clock seat {e.seat} " + (f"{e.seconds} s" if e.seconds else "as the house has it" if e.house_time else "stop"),
    Request: lambda e: f"request seat {e.seat}: {e.what}" + (f" of seat {e.of}" if e.of else ""),
    Answer: lambda e: f"answer {e.prompt}: {e.answer}",
    FloorRule: lambda e: (
        f"floor_rule {e.ruling} {e.decision}" + (f" {e.alternative}" if e.alternative else "") + (f": {e.reason}" if e.reason else "")
    ),
    Panic: lambda e: "panic " + ("on" if e.on else "off"),
    Dealer: lambda e: f"dealer {e.name}".rstrip(),
    Player: lambda e: f"player seat {e.seat} " + ", ".join(one for one in (e.name, e.short_name, e.country, e.picture) if one is not None),
    SetOption: lambda e: f"house_option {e.option} " + ("as in the file" if e.answer is None else shown(e.answer)),
    SetRotation: lambda e: (
        "rotation"
        + ("" if e.rounds is None else f" {' '.join(one.game for one in e.rounds)}" if e.rounds else " ends")
        + (f" from game {e.position}" if e.position > 1 else "")
        + (f", {e.minutes} min each" if e.minutes else "")
    ),
    Deck: lambda e: f"deck {e.do} {e.deck}".rstrip(),
    SetStakes: lambda e: f"stakes {e.stakes.small_blind}/{e.stakes.big_blind}",
    Report: lambda e: reported(e) + (f" {card_text(e.card)}" if e.card is not None and 0 <= e.card < len(ALL_CARDS) else ""),
    Shuffle: lambda e: f"shuffle {e.step}",
}


def reported(report: Report) -> str:
    """Return what a report says, but for the card."""
    where = (f" seat {report.seat}" if report.seat else "") + (f" {report.zone}" if report.zone else "")
    return (
        f"report {report.what}" + where + (f" by {report.by}" if report.by else "") + (f" {report.number} cards" if report.number else "")
    )


def _change(change: Change) -> str:
    if change.remove:
        return "remove"
    return " ".join(str(one) for one in (change.do, f"to {change.to_chips}" if change.to_chips is not None else None) if one)


def timeline(reader: JournalReader, house: House, number: int) -> Iterator[str]:
    """Yield the lines of hand `number`, from the command that began it; nothing when the journal does not hold it.

    Raises: JournalError for a journal that is damaged.
    """
    begun = False
    for one in fold(reader, house, before_hand=number):
        if one.turn.row.hand > number:
            return
        if one.turn.row.hand == number:
            if not begun:
                yield from _title(one, number)
                begun = True
            yield from _lines(one)


def _title(one: Folded, number: int) -> Iterator[str]:
    hand = one.table.hand
    yield f"Hand {number}"
    if hand is not None:
        yield f"Stakes {hand.stakes.small_blind}/{hand.stakes.big_blind}, button at seat {hand.button}"
        for seat, stack in zip(hand.seats, hand.start_stacks, strict=True):
            taken = one.table.seats[seat - 1]
            yield f"Seat {seat}: {taken.name if taken else 'empty'}, {stack}"
    yield ""


def _lines(one: Folded) -> Iterator[str]:
    for event, effects in zip(one.turn.events, one.effects, strict=True):
        yield f"{_when(one.boot, event)}  {_event_text(event)}"
        for effect in effects:
            yield f"{'':14}{_effect_text(effect)}"


def at_ns_of(event: Event) -> int:
    """Return when an event was, by table time."""
    if isinstance(event, CardMoved | CardSeen | DeckRead | ForeignCard):
        return event.by_ns
    return event.at_ns if isinstance(event, Discrepancy | Tick) else event.head.at_ns


def _when(boot: Boot, event: Event) -> str:
    return utc_text(boot.utc_ms(at_ns_of(event)))[11:23]


def _event_text(event: Event) -> str:
    if isinstance(event, CardMoved):
        place = f"{event.from_zone or 'nowhere'} → {event.to_zone or 'nowhere'}"
        within_ms = (event.by_ns - event.after_ns) // 1_000_000
        name = card_text(event.card) if 0 <= event.card < len(ALL_CARDS) else "unknown card"
        return f"{name} {place}, face {event.side}, within {within_ms} ms ({_evidence(event.evidence)})"
    if isinstance(event, CardSeen):
        name = "a card" if event.card is None else card_text(event.card) if 0 <= event.card < len(ALL_CARDS) else "unknown card"
        shows = f"back {event.back}" if event.shows == "back" else event.shows
        return f"{name} shows {shows} at {event.zone or 'nowhere'} ({_evidence(event.evidence)})"
    if isinstance(event, ForeignCard | DeckRead):
        lies = deck_read_text(event) if isinstance(event, DeckRead) else f"a card of the deck {event.deck} lies at {event.zone}"
        return f"{lies} ({_evidence(event.evidence)})"
    if isinstance(event, Discrepancy):
        return f"question {event.kind} at {', '.join(event.zones)} ({_evidence(event.evidence)})"
    if isinstance(event, Tick):
        return f"timer {event.timer}"
    by = f"{event.head.role} ({event.head.who})" if event.head.who else event.head.role
    return f"{by}: {command_text(event)} [{event.head.cmd_id}]"


def deck_read_text(event: DeckRead) -> str:
    """Return what a shuffler's antenna found, in numbers."""
    strange = f", and {event.strange} that are none of it" if event.strange else ""
    return f"{event.seen} of {DECK_SIZE} cards of the deck {event.deck or 'in play'} passed the shuffler{strange}"


def command_text(command: Command) -> str:
    """Return what a command asks for, as it would be typed. It may name cards."""
    return _FIELDS[type(command)](command)


def _evidence(evidence: Evidence) -> str:
    text = f"{evidence.part}: seen in {evidence.seen} of {evidence.sweeps} sweeps, confidence {evidence.confidence_permille / 10:.1f} %"
    if evidence.rival_zone is not None:
        text += f", {evidence.rival_zone} saw it {evidence.rival_seen} times"
    return text + (", decided by the deal plan" if evidence.by_expectation else "")


def _stands(ruling: Ruling) -> str:
    """How a ruling stands then, and why."""
    return f" [{ruling.id} {ruling.status}{f': {ruling.reason}' if ruling.reason else ''}]"


def _effect_text(effect: Effect) -> str:
    if isinstance(effect, Tell):
        replaced = effect.more.replaces if effect.more is not None else ()
        instead = f" [instead of {', '.join(f'#{seq}' for seq in replaced)}]" if replaced else ""
        stands = _stands(effect.more.ruling) if effect.kind == "ruling" and effect.more is not None else ""
        return f"#{effect.seq} {story_text(effect)}{stands}{instead}" + (f" ({', '.join(effect.rules)})" if effect.rules else "")
    return "done" if effect.ok else f"refused, {effect.code}: {effect.message}"
