"""A deck is looked through before it goes into play: its cards are laid out, the antennas read them, and a person counts them; or they
pass the antenna of a shuffler.

What was not read is missing only when the count says so: a card that was counted and not read has a tag that is dead.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from controller.events import Deck, DeckRead
from controller.game.cards import DECK_SIZE, FULL_DECK, Card
from controller.game.hand import TO_TABLE
from controller.game.outcome import More, Refused, Told
from controller.game.variants import VARIANTS
from controller.game.zones import PARTLY_SEEN, PLACE_BYTE, SHUFFLER, STUB
from controller.rules.house import House
from controller.rules.ruling import Remedy, Ruling
from controller.table import rulings
from controller.table.dealing.deck_state import DeckLife, Passed
from controller.table.dealing.misdeals import Telling
from controller.table.table import Table, running, said

RETURNED_RULES: Final = ("cooke.14.21.d",)
WHOLE_RULES: Final = ("cooke.4.01.a",)
DECK_RULES: Final = ("cooke.def.deck",)
#: What came of a check: all cards are there; too few were counted; some were not read; cards of another deck are among them; or it is
#: not known, for nobody counted.
COMPLETE, SHORT, DEAD, FOREIGN, PARTLY = "complete", "short", "dead_tags", "foreign", "partly"
#: So many decks are kept in mind of those that passed a shuffler.
MOST_PASSED: Final = 16


def begun(table: Table, command: Deck) -> rulings.Outcome:
    """Return the table whose deck is being looked through: what lies on the antennas counts, and what they read from now on.

    Of a pile only what is read from now on.
    """
    if running(table) is not None:
        return Refused("deck_change.running", "A hand is running: the deck is looked through between hands.")
    lying = bytes([card for card, zone in enumerate(table.card_zones) if zone is not None and zone not in PARTLY_SEEN])
    deck = replace(table.around.deck, laid=lying, strangers=False)
    places = table.card_places.replace(PLACE_BYTE[STUB], PLACE_BYTE[None])
    return replace(said(table, deck=deck), card_places=places), [Told("deck_checked", do="begun", name=deck.name or None)]


def laid(table: Table, card: Card) -> Table:
    """Return the table after a card was read while its deck is looked through."""
    deck = table.around.deck
    if deck.laid is None or card in deck.laid:
        return table
    return said(table, deck=replace(deck, laid=deck.laid + bytes((card,))))


def stranger(table: Table, telling: Telling) -> Table:
    """Return the table after a card of another deck was read while its deck is looked through; told once."""
    deck = table.around.deck
    if deck.strangers:
        return table
    telling.told.append(Told("deck_checked", do=FOREIGN, name=deck.name or None))
    return said(table, deck=replace(deck, strangers=True))


def passed(table: Table, event: DeckRead, telling: Telling) -> Table:
    """Return the table after a deck has passed the shuffler's antenna: nobody has to count a deck of which every card was read.

    A deck in play whose hand is not over does not count: what is dealt of it cannot be in the shuffler.
    Source: cooke.14.12.c, cooke.14.19.b.
    """
    deck = table.around.deck
    ours = event.deck in ("", deck.name)
    if ours and running(table) is not None:
        return table
    now = Passed("" if ours else event.deck, min(event.seen, DECK_SIZE), event.strange, event.by_ns)
    result = FOREIGN if now.strange else COMPLETE if now.seen == DECK_SIZE else PARTLY
    name = deck.name if ours else event.deck
    telling.told.append(Told("deck_checked", do=result, name=name or None, zones=(SHUFFLER,), more=More(number=now.seen)))
    others = tuple([one for one in deck.passed if one.name != now.name])[-MOST_PASSED:]
    deck = replace(deck, passed=(*others, now))
    if not ours:
        return said(table, deck=deck)
    if result == COMPLETE:
        deck = replace(deck, checked_ns=event.by_ns, due="" if deck.due == "whole" else deck.due)
    table = said(table, deck=deck)
    return _not_whole(table, b"", result, telling.told, telling.house) if result == FOREIGN and deck.due != "whole" else table


def passed_last(deck: DeckLife, name: str) -> Passed | None:
    """Return how the deck of that name passed the shuffler last; "" = the one in play."""
    return next((one for one in deck.passed if one.name == name), None)


def done(table: Table, command: Deck, house: House) -> rulings.Outcome:
    """Return the table after a deck was looked through, with what is due because of it. `command.number` = the cards a person counted.

    Source: cooke.14.19.b, cooke.14.21.d, cooke.def.deck, home.7.misdeal.9.
    """
    deck = table.around.deck
    if deck.laid is None:
        return Refused("deck_change.no_check", "The deck is not being looked through: begin with `check`.")
    cards = belonging(table, house)
    seen = len([card for card in deck.laid if card < cards])
    result = _result(seen, command.number, cards, strangers=deck.strangers)
    told = [Told("deck_checked", do=result, name=deck.name or None, rules=DECK_RULES, more=More(number=seen))]
    due = "" if result == COMPLETE and deck.due == "whole" else "break" if result == DEAD and not deck.due else deck.due
    now = replace(deck, laid=None, strangers=False, checked_ns=command.head.at_ns, due=due)
    table = said(table, deck=now)
    if result in (SHORT, FOREIGN):
        table = _not_whole(table, deck.laid, result, told, house)
    return table, told


def belonging(table: Table, house: House) -> int:
    """Return how many cards belong in the deck: with the joker where the game that is on is played with one.

    Source: cooke.def.deck.
    """
    game = table.stakes.game or house.variant
    joker = VARIANTS[game].joker in house.draws.jokers and "deck.composition" not in house.without
    return DECK_SIZE + joker


def _result(seen: int, counted: int, due: int, *, strangers: bool) -> str:
    if strangers:
        return FOREIGN
    if seen >= due:
        return COMPLETE
    if not counted:
        return PARTLY
    return SHORT if counted < due else DEAD


def _not_whole(table: Table, seen: bytes, result: str, told: list[Told], house: House) -> Table:
    """The deck is not shuffled again before it is whole, or another one is in play; whose card did not come back is said by his seat.

    Source: cooke.14.21.d.
    """
    back = house.options.verify_returned_cards and "deck.returned" not in house.without
    seat = _holder(table, seen) if result == SHORT and back else None
    table = said(table, deck=replace(table.around.deck, due="whole"))
    ruling = Ruling(
        0, "deck_error", RETURNED_RULES if seat is not None else WHOLE_RULES,
        (("verify_returned_cards", True),) if seat is not None else (),
        (Remedy("find_card", () if seat is None else (seat,)), Remedy("change_deck")) if result == SHORT else (Remedy("change_deck"),),
        seat=seat, may_until="next_riffle", about_seq=0, carried_out=False,
    )  # fmt: skip
    return rulings.opened(table, ruling, told, house)


def _holder(table: Table, seen: bytes) -> int | None:
    """Return the seat whose cards of the last hand did not all come back; None when it is nobody's, or more than one's."""
    hand = table.hand
    if hand is None:
        return None
    lacking = {card for card in FULL_DECK if card not in seen}
    holders = {i for card, i in zip(hand.dealt, hand.dealt_to, strict=True) if card in lacking}
    return hand.seats[next(iter(holders))] if len(holders) == 1 and TO_TABLE not in holders else None
