"""The how-manieth card off the deck, or of its player, a card was that showed: what is known of it, and how long it is waited for.

Readers may find a player's second card before his first, or before anybody's. Taken for the first one that showed, it would make the deal a
wrong one. So while cards that came before it may be unread, it is waited for them: until all of the player's are read, or for a while.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from controller.game import drawing
from controller.game.cards import Card
from controller.game.hand import TO_TABLE, Hand
from controller.game.outcome import Refused
from controller.game.variants import VARIANTS
from controller.rules.house import House
from controller.table.dealing.order import plan_of
from controller.table.dealing.state import Exposed
from controller.table.table import Table, running

#: The first two cards off the deck, or of a player.
EARLY: Final = 2
#: So many cards that were dealt may be unread at once while one behind them is read. At a table that misses a tenth of what lies there the
#: last of them is unread in about one deal of five, the one before it in one of 30, then of 100 and of 500, for each lies there a sweep
#: longer: three together in about one of 15,000, four in one of seven million.
UNREAD_AT_ONCE: Final = 3
#: Longer than that no interval is in which a card came, while its antenna is asked: then any number may be unread.
WIDE_NS: Final = 4_000_000_000
#: Nobody acts until it is known: what is ruled then may be that the hand is dealt anew.
UNREAD: Final = Refused("act.face_unread", "A card shows, and which card of the deal it is will be known in a few seconds: wait.")


def place_of(hand: Hand, seat: int, card: Card | None, house: House, *, fell: bool) -> int:
    """Return the how-manieth card off the deck, or of its player, it was by the plan of the deal; 0 when nobody knows which it is.

    By the plan, for the order in which two readers found their cards is none in which they came.
    """
    if VARIANTS[hand.variant].up_cards or (hand.drawing.counts and not drawing.unbegun(hand)):
        return 0
    i = hand.index_of[seat]
    held = hand.hole_of(i)
    if fell:  # it is the one that would have come next
        return _place(hand, i, len(held), house)
    if card is None:
        return 0 if len(held) > 1 else _place(hand, i, 0, house)
    if card not in held:
        return 0
    before = held.index(card)
    if len(held) == before + 1 and _others_have_turn(hand, i, before):
        return 0  # others have a card of a later turn already: one that came to this player before may be unread
    return _place(hand, i, before, house)


def may_be_later(hand: Hand, one: Exposed, house: House, *, wide: bool) -> bool:
    """Whether a card that was just read, by its place one of the first two, may be a later one: cards that came before it may be unread.

    `wide` = its antenna may not have been asked for a while.
    """
    i, players = hand.index_of[one.seat], len(plan_of(hand).players)
    held = hand.hole_of(i)
    if not 0 < one.nth <= EARLY or one.card is None or held[-1:] != (one.card,):
        return False
    later = next((before for before in range(len(held), plan_of(hand).cards_each) if _place(hand, i, before, house) > EARLY), None)
    if later is None:
        return False
    read = len(hand.dealt) - hand.dealt_to.count(TO_TABLE) - 1
    return wide or later * players + i - read <= UNREAD_AT_ONCE


def held_back(one: Exposed, hand: Hand, by_ns: int) -> Exposed:
    """Return a card that showed as one whose place is waited for. `by_ns` = it lay there by then."""
    return replace(one, nth=-len(hand.hole_of(hand.index_of[one.seat])), by_ns=by_ns)


def waiting(table: Table) -> tuple[Exposed, ...]:
    """Return the cards that showed and whose place is waited for."""
    dealing = table.around.dealing
    if running(table) is None or dealing.hand != table.hand_number:
        return ()
    return tuple([one for one in dealing.exposed if one.nth < 0])


def with_another(hand: Hand, one: Exposed, after_ns: int, house: House) -> tuple[Exposed, int | None]:
    """Return a card that is waited for after another came to its player, not before `after_ns`, and its place; None = it is still open.

    Where the order of the two is unknown the other one may have come before: that accuses nobody.
    """
    if after_ns < one.by_ns:
        one = replace(one, nth=one.nth - 1)
    i = hand.index_of[one.seat]
    place = _place(hand, i, -one.nth - 1, house)
    return one, place if place > EARLY or len(hand.hole_of(i)) >= plan_of(hand).cards_each else None


def in_the_end(hand: Hand, one: Exposed, house: House) -> int:
    """Return the place of a card for which it was waited long enough: what is not read by then did not come, unless others have more."""
    i = hand.index_of[one.seat]
    if _others_have_turn(hand, i, len(hand.hole_of(i))):
        return 0
    return _place(hand, i, -one.nth - 1, house)


def _others_have_turn(hand: Hand, i: int, turn: int) -> bool:
    """Whether somebody has a card that comes after this player's of that turn, 0 the first."""
    counts = [hand.dealt_to.count(j) for j in range(len(hand.seats))]
    return any(count > turn for count in counts[i + 1 :]) or any(count > turn + 1 for count in counts[:i])


def _place(hand: Hand, i: int, before: int, house: House) -> int:
    """Return the place of a player's card behind so many of his own."""
    if house.options.early_exposed_scope == "any_players_first_two":
        return before + 1
    return before * len(hand.seats) + i + 1
