"""Where the cards of a hand lie as it is written down, and the acts that lay them there.

While the hand runs each move is an act. Afterwards the cards are gathered, one by one and in any order: of that only what somebody
looks at is written, when he does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from controller.events import CardMoved, CardSeen, Deck, DeckRead, ForeignCard
from controller.game.cards import FULL_DECK, Card, card_text
from controller.game.hand import Hand
from controller.game.zones import BOARD, BOARDS, BURN, HOLE, HOLE_SEAT, MUCK, PARTLY_SEEN, STUB, UP, UP_SEAT, Zone
from sim.scenario.acts import ASIDE
from sim.scenario.felt import FIRST, SPARE
from sim.scenario.record_lines import Lines
from sim.scenario.sense import BOARD_CARDS

#: The back of a card of another deck whose colour nobody told.
_OTHER_BACK: Final = "other"


class _Check(NamedTuple):
    """The deck is being looked through: at which line that began, and the cards that were read."""

    at: int
    seen: set[Card]


class _Folded(NamedTuple):
    """A player folded: at which line, and for each of his cards where it lay, which line is kept for it, and where it went, if it did."""

    at: int
    lay: Mapping[Card, tuple[Zone, int]]
    went: dict[Card, Zone | None]


class Cards:
    """Follows the cards of one hand, and what is seen of them."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self._written: dict[Card, Zone] = {}  # where the text has them; what is not here is in the stub
        self._lying: dict[Card, Zone] = {}  # where they are
        self._dealt_at: dict[Card, int] = {}  # at which line a hole card was dealt
        self._taken_at: dict[Card, int] = {}  # at which line a card was taken up that went nowhere
        self._folded: dict[int, _Folded] = {}
        self._check: _Check | None = None
        self._strangers = 0
        self._in_play = ""
        self._spare_at: int | None = None  # at which line the other deck is put in play, if this hand is played with it

    def begin(self, deck: str) -> None:
        """The hand begins with this deck: which matters where another is spoken of later."""
        self._in_play = deck
        if deck == SPARE:
            self._spare_at = self._lines.reserve()

    def moved(self, event: CardMoved, hand: Hand | None) -> None:
        """A card moved while the hand ran."""
        lies = self._written.get(event.card, STUB)
        to_zone = self._goes(event)
        if to_zone != lies:
            self._write(event, lies, to_zone, hand)

    def gathered(self, event: CardMoved) -> None:
        """A card moved after the hand was over: it is written when somebody looks."""
        to_zone = self._goes(event)
        if self._check is not None and to_zone not in PARTLY_SEEN:
            self._check.seen.add(event.card)

    def level(self) -> None:
        """Somebody looks at the cards of a hand that is over: they are written to where they lie."""
        out = [card for card, zone in self._written.items() if zone not in PARTLY_SEEN]
        if out and all(self._lying.get(card, STUB) in PARTLY_SEEN for card in out):
            self._lines.act("collect", {})
            self._written = {}
        for card in sorted({*self._written, *self._lying}):
            lies, to_zone = self._written.get(card, STUB), self._lying.get(card, STUB)
            if lies != to_zone and not (lies in PARTLY_SEEN and to_zone in PARTLY_SEEN):
                self._move(card, lies, to_zone)

    def given_up(self, seat: int, at: int | None) -> None:
        """A player gave his cards away: who plays the text lays them into the muck for him, if he folds at that line."""
        his = (HOLE[seat], UP[seat])
        lay = {card: zone for card, zone in self._written.items() if zone in his}
        for places in (self._written, self._lying):
            places.update({card: MUCK for card, zone in places.items() if zone in his})
        if at is not None:
            self._folded[seat] = _Folded(at, {card: (zone, self._lines.reserve()) for card, zone in lay.items()}, {})

    def kept(self, seat: int) -> None:
        """A player wants the hand back that he folded: it had not gone into the muck, or not all of it."""
        folded = self._folded.pop(seat, None)
        if folded is None or all(folded.went.get(card) == MUCK for card in folded.lay):
            return
        self._lines.fill(folded.at, "press", {"verb": "act", "with": {"seat": seat, "do": "fold"}})
        for card, (lay, at) in folded.lay.items():
            went = folded.went.get(card, lay)
            if went != lay:
                self._lines.fill(at, "move", {"card": card_text(card), "from": lay, "to": went or ASIDE})
            if went is None:
                self._taken_at[card] = at
            self._written[card] = self._lying[card] = STUB if went is None else went

    def shows(self, event: CardSeen) -> None:
        """A card shows: turned over where it lies, or, where it does not lie, a card that looks like it."""
        card, zone = event.card, event.zone
        if zone is not None and event.shows == "marred":
            self._lines.act("crease", {"at": zone})
        elif zone is None or (card is None and event.shows != "back"):
            self._lines.comment("left out: a card that showed, of which it is not known which, or where it lay")
        elif event.shows == "back" or card is None:
            self._foreign(zone, back=event.back or _OTHER_BACK)
        elif event.shows == "boxed":
            self._lines.act("boxed", {"card": card_text(card)})
        elif self._lying.get(card, STUB) != zone:
            self._lines.act("foreign", {"card": card_text(card), "to": zone, "face": "up"})
        elif event.landed and card in self._dealt_at:
            self._lines.instead(self._dealt_at[card], face="up")
        elif zone in HOLE_SEAT:
            self._lines.act("expose", {"seat": HOLE_SEAT[zone], "card": card_text(card)})
        else:
            self._lines.act("turn_over", {"card": card_text(card)})

    def foreign(self, event: ForeignCard) -> None:
        """A card of another deck lies there."""
        self._foreign(event.zone)

    def passed(self, event: DeckRead) -> None:
        """A deck passed the shuffler. Which of its cards were not read nobody knows: so many are left out."""
        self._name_decks()
        without = [card_text(card) for card in FULL_DECK[event.seen :]]
        foreign = [card_text(card) for card in FULL_DECK[: event.strange]]
        other = FIRST if self._in_play == SPARE else SPARE
        deck = other if event.deck not in ("", self._in_play) else SPARE if other == FIRST else FIRST
        self._lines.act("pass_shuffler", {"deck": deck, "without": without or None, "foreign": foreign or None})

    def deck(self, event: Deck) -> None:
        """The deck was changed, or looked through."""
        if event.do == "check":
            at = self._lines.act("press", {"verb": "deck", "with": {"do": "check"}})
            self._check = _Check(at, {card for card, zone in self._lying.items() if zone not in PARTLY_SEEN})
        elif event.do == "checked" and self._check is not None:
            self._lines.take_back(self._check.at)
            without = [card_text(card) for card in FULL_DECK if card not in self._check.seen]
            which = {"without": without or None} if self._check.seen else {"on": "stub"}  # nobody laid them out
            self._lines.act("check_deck", {**which, "number": event.number or None})
            self._check, self._written = None, {}
        elif event.do == "change":
            self._name_decks()
            self._lines.act("change_deck", {"deck": event.deck or None})
            self._in_play, self._written, self._lying = event.deck, {}, {}
        else:
            said: Mapping[str, Any] = {"do": event.do, "deck": event.deck, "number": event.number}
            self._lines.act("press", {"verb": "deck", "with": {name: one for name, one in said.items() if one}})

    def _goes(self, event: CardMoved) -> Zone:
        """Note where a card goes: what is taken up goes back on the stub, but for a folded one."""
        to_zone = event.to_zone or (MUCK if self._lying.get(event.card, STUB) == MUCK else STUB)
        self._lying[event.card] = to_zone
        for folded in self._folded.values():
            if event.card in folded.lay:
                folded.went[event.card] = event.to_zone
        return to_zone

    def _write(self, event: CardMoved, lies: Zone, to_zone: Zone, hand: Hand | None) -> None:
        card, came, up = event.card, event.from_zone, event.side == "up"
        text = card_text(card)
        taken_at = self._taken_at.pop(card, None)
        if taken_at is not None and came is None:  # it was not on the stub
            self._lines.instead(taken_at, to=ASIDE)
            self._move(card, None, to_zone)
            return
        if lies != STUB or to_zone == MUCK or (to_zone in BOARDS and self._too_many(hand)):
            at = self._move(card, lies, to_zone)
            if to_zone == STUB:
                self._taken_at[card] = at
            return
        self._written[card] = to_zone
        if to_zone in HOLE_SEAT:
            self._dealt_at[card] = self._lines.act("deal", {"to": HOLE_SEAT[to_zone], "cards": [text], "face": "up" if up else None})
        elif to_zone in UP_SEAT:
            self._lines.act("deal", {"to": UP_SEAT[to_zone], "cards": [text], "up": True})
        elif to_zone == BURN:
            self._lines.act("burn", {"card": text})
        elif to_zone in BOARDS:
            self._lines.act("board", {"cards": [text], "on": None if to_zone == BOARD else BOARDS.index(to_zone) + 1})

    def _move(self, card: Card, lies: Zone | None, to_zone: Zone) -> int:
        self._written[card] = to_zone
        return self._lines.act("move", {"card": card_text(card), "from": lies, "to": to_zone})

    def _name_decks(self) -> None:
        """Another deck is spoken of: who plays the text needs to have the one in play that was."""
        if self._spare_at is not None:
            self._lines.fill(self._spare_at, "change_deck", {"deck": SPARE})
            self._spare_at = None

    def _foreign(self, zone: Zone, back: str | None = None) -> None:
        """Any card of the other deck: which one it is nobody is told."""
        card = FULL_DECK[self._strangers % len(FULL_DECK)]
        self._strangers += 1
        self._lines.act("foreign", {"card": card_text(card), "to": zone, "back": back})

    def _too_many(self, hand: Hand | None) -> bool:
        """Whether more would lie on the boards than all of them have: no `board` of the language puts it there."""
        boards = 1 if hand is None else 1 + len(hand.boards.further)
        return sum(zone in BOARDS for zone in self._written.values()) >= BOARD_CARDS * boards
