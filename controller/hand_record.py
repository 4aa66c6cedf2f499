"""A hand of the journal for people who may not know every card: its line in the list, and its time-line with evidence.

Unlike `hand_timeline`, which is for whoever holds the table key, nothing here names a card that was not shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from controller.effects import CommandDone, Effect, Tell
from controller.events import CardMoved, CardSeen, Command, DeckRead, Discrepancy, EnterCard, Event, ForeignCard, Report, Show, Tick
from controller.feed.evidence import evidence_view
from controller.feed.hub import story_of, utc_text
from controller.feed.payloads import AnnouncementStory, RulingStory, Story
from controller.feed.stories import question_text
from controller.feed.views import boards_view, card_texts, hand_id
from controller.game.boards import lying
from controller.game.cards import Card, card_text
from controller.game.hand import OVER, Hand
from controller.game.variants import VARIANTS
from controller.hand_log import HandLog
from controller.hand_timeline import at_ns_of, command_text, deck_read_text, reported
from controller.recovery import Folded
from controller.table.correction import amount_of, takes
from controller.table.table import Table
from controller.web.archive import AnyStory, EntryNow, HandDetail, HandSummary, Moved, PlayerInHand, Seen, TimelineEntry

#: What a camera made out of a card, in words.
_SEEN: Final[Mapping[str, str]] = {
    "face": "shows its face",
    "boxed": "lies face up in the deck",
    "back": "shows another back",
    "marred": "has a mark on its back",
}


def tells_of(turns: Iterable[Folded]) -> Iterable[tuple[Tell, Folded]]:
    """Yield what was told in `turns`, each with its turn."""
    for one in turns:
        for effects in one.effects:
            yield from ((effect, one) for effect in effects if isinstance(effect, Tell))


def summary(turns: Sequence[Folded], *, hidden: bool = False) -> HandSummary | None:
    """Return the line of the hand that `turns` are, all of one hand and in order; None when it never came about.

    With `hidden` no hole card is named, shown or not.
    """
    hand = turns[-1].table.hand
    if hand is None:
        return None
    number = turns[-1].turn.row.hand
    told = [(tell, utc_text(one.boot.utc_ms(tell.at_ns))) for tell, one in tells_of(turns) if tell.hand == number]
    kinds: list[tuple[str, str]] = [(tell.kind, utc) for tell, utc in told]
    first = turns[0].table
    names = {seat: taken.name for seat, taken in enumerate(first.seats, 1) if taken is not None}
    payoffs = hand.payoffs if hand.stage == "ended" else ()
    return HandSummary(
        number=number,
        hand=hand_id(number) or "",
        began_utc=utc_text(turns[0].boot.utc_ms(at_ns_of(turns[0].turn.events[0]))),
        ended_utc=next((utc for kind, utc in reversed(kinds) if kind in ("hand_ended", "hand_void")), None),
        stage="ended" if hand.stage == "ended" else "void" if hand.stage == "void" else "playing",
        small_blind=hand.stakes.small_blind,
        big_blind=hand.stakes.big_blind,
        ante=hand.stakes.ante,
        button=hand.button,
        board=card_texts(hand.board),
        boards=boards_view(hand),
        pot=sum(hand.put_in) + hand.setup.carried.chips,
        players=[
            PlayerInHand(
                seat=seat,
                name=names.get(seat, ""),
                stack=hand.start_stacks[index],
                result=payoffs[index] if payoffs else None,
                shown=[] if hidden else card_texts(hand.shown[index] or ()),
            )
            for index, seat in enumerate(hand.seats)
        ],
        winners=[seat for seat, chips in zip(hand.seats, payoffs, strict=False) if chips > 0],
        corrections=sum(kind == "correction" for kind, _ in kinds),
        questions=sum(kind == "discrepancy" for kind, _ in kinds),
    )


def detail(turns: Sequence[Folded], *, hidden: bool = False) -> HandDetail | None:
    """Return the hand that `turns` are with its time-line; None when it never came about."""
    line = summary(turns, hidden=hidden)
    hand = turns[-1].table.hand
    if line is None or hand is None:
        return None
    public = _public_cards(hand, turns, hidden=hidden)
    stands = _standing(turns)
    timeline = [
        _entry(one, event, effects, _named_by_now(table, effects, public), hidden=hidden).model_copy(
            update={"entry": stands.get(_first_seq(effects))}
        )
        for one in turns
        for event, effects, table in zip(one.turn.events, one.effects, one.tables, strict=True)
    ]
    return HandDetail(summary=line, timeline=timeline)


def _standing(turns: Sequence[Folded]) -> dict[int | None, EntryNow]:
    """First seq → what can be corrected of the hand and how it stands."""
    log = HandLog()
    for one in turns:
        for event, effects in zip(one.turn.events, one.effects, strict=True):
            log.take(event, effects)
    found: dict[int | None, EntryNow] = {}
    for entry in log.entries:
        kind = takes(entry.event)
        if kind is not None:
            found[entry.first_seq] = EntryNow(
                seq=entry.first_seq, takes=kind, do=getattr(entry.event, "do", None), to=amount_of(entry.event)
            )
    return found


def _first_seq(effects: Sequence[Effect]) -> int | None:
    return next((effect.seq for effect in effects if isinstance(effect, Tell)), None)


def _public_cards(hand: Hand, turns: Sequence[Folded], *, hidden: bool) -> frozenset[Card]:
    """The cards that everyone has seen by now: on the board, shown, or told of because they lay face up."""
    if hidden:
        return frozenset(lying(hand))
    shown = {card for cards in hand.shown if cards is not None for card in cards}
    return frozenset(lying(hand)) | shown | {card for tell, _ in tells_of(turns) for card in tell.cards}


def _named_by_now(table: Table, effects: Sequence[Effect], public: frozenset[Card]) -> frozenset[Card]:
    """Return the cards that an event may name which led to `table`.

    Where cards are changed, a card that is seen at the end was dealt or drawn by its player, or was somebody else's discard before: what
    was not told of it when it moved is not public.
    Once the hand is over the deck is gathered and dealt again, maybe before the next hand is entered: from then on everybody's
    cards are new ones, and only what was told of them is public.
    """
    hand = table.hand
    if hand is None or (hand.stage not in OVER and not VARIANTS[hand.variant].draws):
        return public
    return public.intersection(card for effect in effects if isinstance(effect, Tell) for card in effect.cards)


def _entry(one: Folded, event: Event, effects: Sequence[Effect], public: frozenset[Card], *, hidden: bool) -> TimelineEntry:
    tells = [veiled(effect, public, hidden=hidden) for effect in effects if isinstance(effect, Tell)]
    told = [_as_told(tell, one) for tell in tells]
    done = next((effect for effect in effects if isinstance(effect, CommandDone)), None)
    utc = utc_text(one.boot.utc_ms(at_ns_of(event)))
    if isinstance(event, CardMoved):
        named = event.card in public
        return TimelineEntry(
            utc=utc,
            kind="fact",
            text=_moved(event, public),
            moved=Moved(
                from_zone=event.from_zone,
                to_zone=event.to_zone,
                side=event.side,
                card=card_text(event.card) if named else None,
                within_ms=_within_ms(event) if named else None,  # how long a card took to be read could mark it
            ),
            evidence=evidence_view(event.evidence, counts=named),
            told=told,
        )
    if isinstance(event, CardSeen):
        shown = event.card is not None and event.card in public
        name = card_text(event.card) if shown and event.card is not None else "a card"
        seen = f"{name} {_SEEN[event.shows]} at {event.zone or 'no place of the table'}"
        return TimelineEntry(
            utc=utc,
            kind="fact",
            text=seen,
            seen=Seen(card=name if shown else None, shows=event.shows, zone=event.zone),
            evidence=evidence_view(event.evidence, counts=shown),
            told=told,
        )
    if isinstance(event, ForeignCard | DeckRead):
        lies = deck_read_text(event) if isinstance(event, DeckRead) else f"a card of the deck {event.deck} lies at {event.zone}"
        return TimelineEntry(utc=utc, kind="fact", text=lies, evidence=evidence_view(event.evidence, counts=False), told=told)
    if isinstance(event, Discrepancy):
        evidence = evidence_view(event.evidence, counts=False)
        return TimelineEntry(utc=utc, kind="question", text=question_text(event.kind, event.zones), evidence=evidence, told=told)
    if isinstance(event, Tick):
        return TimelineEntry(utc=utc, kind="timer", text=event.timer, told=told)
    return TimelineEntry(
        utc=utc,
        kind="command",
        text=_asked(event, public),
        role=event.head.role,
        who=event.head.who or None,
        id=event.head.cmd_id,
        verb=str(type(event).__struct_config__.tag),
        seat=getattr(event, "seat", None),
        told=told,
        refused=done.code if done is not None and not done.ok else None,
        message=done.message if done is not None and not done.ok else None,
    )


def _as_told(tell: Tell, one: Folded) -> AnyStory:
    message = story_of(tell, one.boot)
    return _MODELS[message.name].model_validate_json(message.body)


#: Topic → the model of its stories.
_MODELS: Final[Mapping[str, type[Story] | type[RulingStory] | type[AnnouncementStory]]] = {
    "event": Story, "ruling": RulingStory, "announcement": AnnouncementStory
}  # fmt: skip


def _moved(event: CardMoved, public: frozenset[Card]) -> str:
    """What moved where. How long it took to be found is said of named cards only, as is how often they were seen (`evidence_view`)."""
    where = f"{event.from_zone or 'nowhere'} → {event.to_zone or 'nowhere'}, face {event.side}"
    if event.card not in public:
        return f"a card {where}"
    return f"{card_text(event.card)} {where}, within {_within_ms(event)} ms"


def _within_ms(event: CardMoved) -> int:
    return (event.by_ns - event.after_ns) // 1_000_000


def _asked(command: Command, public: frozenset[Card]) -> str:
    """What a command asks for; three of them name cards."""
    if isinstance(command, Show):
        return f"show seat {command.seat}{_named(command.cards or (), public)}"
    if isinstance(command, EnterCard):
        return f"enter_card {command.zone}{_named((command.card,), public)}"
    if isinstance(command, Report):
        return reported(command) + _named(() if command.card is None else (command.card,), public)
    return command_text(command)


def _named(cards: Sequence[Card], public: frozenset[Card]) -> str:
    """Cards that a person named stay between him and the table until they are shown."""
    return "".join(f" {card_text(card)}" if card in public else " ??" for card in cards)


def veiled(tell: Tell, public: frozenset[Card], *, hidden: bool = False) -> Tell:
    """Return `tell` without its cards when they are not public: while they are hidden none is, nor what won a pot."""
    if hidden and tell.kind == "pot_awarded":
        return replace(tell, name=None)
    return tell if public.issuperset(tell.cards) else replace(tell, cards=(), name=None)
