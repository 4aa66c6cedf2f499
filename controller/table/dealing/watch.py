"""What a card that moved, or showed, means for the deal: the one place where the felt is held against the plan."""

from __future__ import annotations

from typing import Final

from controller.events import CardMoved, CardSeen, ForeignCard
from controller.game import drawing, sighted
from controller.game.cards import Card
from controller.game.hand import Hand
from controller.game.zones import BOARD, BOARD_NUMBER, BURN, HOLE_SEAT, MUCK, PARTLY_SEEN, STUB, UP_SEAT
from controller.rules.ruling import Remedy, Ruling
from controller.table import deck_request, rulings
from controller.table.dealing import (
    board_watch,
    boxed,
    dead_hands,
    deck_check,
    draw_counts,
    entitled,
    exposed,
    fouled,
    last_card,
    order,
    places,
    retrieving,
    shuffling,
    stud,
    stud_burns,
    stud_early,
    stud_order,
    stud_stub,
    touched,
)
from controller.table.dealing.misdeals import Telling
from controller.table.dealing.state import UNSHUFFLED, Move
from controller.table.table import Table, running

#: Where a card that is not read may still lie.
_HIDING: Final = PARTLY_SEEN | {BURN}
_OF_THE_BOARD: Final = (BOARD, BURN)


def moved(table: Table, event: CardMoved, telling: Telling) -> Table:
    """Return the table after a card moved, which was told as `telling.about_seq`, with what is ruled about it."""
    if running(table) is not None and (event.to_zone in _OF_THE_BOARD or event.from_zone in _OF_THE_BOARD):
        table = board_watch.moved(table, event, telling)
    seat = 0 if event.to_zone is None else HOLE_SEAT.get(event.to_zone, 0)
    hand = running(table)
    if hand is not None and stud.by_sight(hand):
        table = stud.moved(table, hand, event, telling)
        table = stud_burns.moved(table, hand, event, telling)
        table = stud_early.burned(table, table.hand or hand, event, telling)
        table = stud_order.moved(table, hand, event, telling)
        table = stud_stub.moved(table, hand, event, telling)
        if event.to_zone in UP_SEAT and event.card in hand.dealt:
            table = places.came(table, table.hand or hand, event, UP_SEAT[event.to_zone], telling)
    return table if hand is None or not seat else _came(table, hand, event, seat, telling)


def _came(table: Table, hand: Hand, event: CardMoved, seat: int, telling: Telling) -> Table:
    """A card came to lie among the hole cards of a seat that is in the hand."""
    if len(hand.dealt) == 1 and table.around.shuffled is not UNSHUFFLED:
        table = shuffling.first_card(table, hand, telling)
    table = last_card.dealt(table, telling)
    if event.side == "up":
        table = exposed.exposed(table, seat, event.card, "dealer", telling, read_ns=(event.after_ns, event.by_ns))
    table = exposed.another_came(table, seat, event, telling)
    if hand.drawing.counts and not drawing.unbegun(hand):
        return draw_counts.counted(table, table.hand or hand, telling)
    return places.came(table, hand, event, seat, telling)


#: Rulings whose moves bring a card for one that is not kept, is none, or did not come: it has that one's turn, not that in which it came.
_REPLACING: Final = frozenset({"exposed_card", "boxed_card", "joker", "live_hand"})


def followed(table: Table, move: Move, event: CardMoved, telling: Telling) -> Table:
    """Return the table after a card moved as a remedy has it: the deal may be as planned again."""
    hand = running(table)
    if any(one.number == move.ruling and one.kind in _REPLACING for one in rulings.docket_of(table).rulings):
        return table
    if hand is None or event.to_zone is None:
        return table if hand is None else places.left(table, hand, event, telling)
    seat = HOLE_SEAT.get(event.to_zone)
    return places.came(table, hand, event, seat, telling) if seat else places.left(table, hand, event, telling)


def made_otherwise(table: Table, move: Move, event: CardMoved, telling: Telling) -> Table:
    """Return the table after something else was done than a remedy has: the floor is told.

    Source: cooke.14.22.a.
    """
    hand = running(table)
    if hand is None or "misplaced.otherwise" in telling.house.without:
        return table
    if event.to_zone is None or event.to_zone in PARTLY_SEEN:
        table = places.another_left(table, hand, event)
    seat = HOLE_SEAT.get(move.to_zone) or UP_SEAT.get(move.to_zone) or (HOLE_SEAT.get(move.from_zone) if move.from_zone else None)
    ruling = Ruling(
        0, "procedure", ("cooke.14.22.a",), (), (Remedy("floor_decides"),), seat=seat, who="floor", about_seq=telling.about_seq,
        carried_out=False,
    )  # fmt: skip
    return rulings.opened(table, ruling, telling.told, telling.house)


def odd_in_sight(table: Table, hand: Hand, seat: int) -> bool:
    """Whether an up-card that came makes it worthwhile to look at the deal: mostly it lies where it ought to."""
    if hand.street < 0:
        return sighted.came_early(hand, seat) or hand.dealt_to[-1] != (len(hand.dealt_to) - 1) % len(hand.seats)
    return stud_order.overtakes(hand, seat) or stud_burns.lacks(table, hand)


def surplus(table: Table, event: CardMoved, telling: Telling) -> Table:
    """Return the table after a card came where the plan has no room for it, which was told as `telling.about_seq`."""
    if running(table) is not None and (event.to_zone in _OF_THE_BOARD or event.from_zone in _OF_THE_BOARD):
        table = board_watch.moved(table, event, telling)
    seat = 0 if event.to_zone is None else HOLE_SEAT.get(event.to_zone, 0)
    hand = running(table)
    if hand is None:
        return table
    place = seat or UP_SEAT.get(event.to_zone or BURN, 0)
    if place and hand.index_of[place] < 0:
        return entitled.unentitled(table, event, telling)
    if seat and (not stud.by_sight(hand) or order.is_dealt(hand)):
        table = _came(table, hand, event, seat, telling)
    if stud.by_sight(hand):
        table = stud_stub.surplus(table, hand, event, telling)
        table = dead_hands.lifted(stud_early.surplus(table, hand, event, telling), hand, event, telling)
    table = retrieving.pulled_back(table, hand, event, telling)
    return touched.by_folded(dead_hands.into_another(table, hand, event, telling), hand, event, telling)


def left(table: Table, event: CardMoved, telling: Telling) -> Table:
    """Return the table after a card in sight left its player's place, which was told as `telling.about_seq`."""
    hand = running(table)
    return table if hand is None else dead_hands.lifted(table, hand, event, telling)


def seen(table: Table, event: CardSeen, telling: Telling) -> Table:
    """Return the table after a card that lies somewhere showed its face or another back, with what is ruled about it.

    A face that showed since the card came to rest is the dealer's doing, one that was turned later its player's.
    Source: cooke.14.09.c, cooke.14.09.d.
    """
    seat = 0 if event.zone is None else HOLE_SEAT.get(event.zone, 0)
    if running(table) is not None and event.shows == "boxed":
        return boxed.boxed(table, event.card, seat, telling)
    if running(table) is None:
        return table
    if event.shows == "back":
        return fouled.called(table, "back_in_stub" if event.zone == STUB else "back", telling, seat=seat or None)
    if event.card is not None and table.card_zones[event.card] != event.zone:
        return _twin(table, event, seat, telling)
    if event.shows != "face" or not seat:
        return table
    return exposed.exposed(table, seat, event.card, "dealer" if event.landed else "player", telling)


def marked(table: Table, event: CardSeen, telling: Telling) -> Table:
    """Return the table after a back showed a mark or a bend, which is said when the hand is over. Source: cooke.def.marred_card."""
    return deck_request.mark_seen(table, telling.told, telling.house)


def foreign(table: Table, event: ForeignCard, telling: Telling) -> Table:
    """Return the table after a card of another deck was read among those of the deck in play: it has a fellow in this one.

    Before the first card of a hand what lies in the stub was not played with.
    Source: cooke.14.12.a, cooke.14.12.c, roberts.irregularities.4.
    """
    hand = running(table)
    if table.around.deck.laid is not None:
        return deck_check.stranger(table, telling)
    if hand is None or (event.zone == STUB and not hand.dealt):
        return table
    told = event.zone == MUCK and any(one.kind == "deck_error" and one.status != "lapsed" for one in rulings.docket_of(table).rulings)
    if told:  # it was dealt with as one of the stub, which is heard at the muck too
        return table
    seat = HOLE_SEAT.get(event.zone) or UP_SEAT.get(event.zone)
    return fouled.called(table, "surplus" if event.zone == STUB else "duplicate", telling, seat=seat)


def _twin(table: Table, event: CardSeen, seat: int, telling: Telling) -> Table:
    """A face shows in one place while the card of that name lies in another, in everybody's sight: there are two of it.

    While its fellow is hidden nothing is said: that somebody holds it would be told by it. Source: cooke.14.12.c.
    """
    if event.shows != "face" or event.zone is None or event.zone in _HIDING or event.card is None or not _in_sight(table, event.card):
        return table
    return fouled.called(table, "duplicate", telling, seat=seat or None)


def _in_sight(table: Table, card: Card) -> bool:
    lies, hand = table.card_zones[card], table.hand
    if lies is None or lies in _HIDING or hand is None:
        return False
    shown = any(cards is not None and card in cards for cards in hand.shown)
    exposed_before = any(one.card == card for one in table.around.dealing.exposed)
    return lies in BOARD_NUMBER or lies in UP_SEAT or shown or exposed_before
