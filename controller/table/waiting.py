"""Which cards the hand waits for, and what is asked when one of them does not come, or folded ones do not go.

A dead tag is no event: the card lies there and nothing is heard. So it is asked for when nothing
has come for a while. How long that is the shell knows; it sends a Tick that names the wait, and a
Tick of a wait that is over by then changes nothing.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from controller.game import deal, drawing
from controller.game.hand import TO_TABLE, Hand
from controller.game.variants import VARIANTS
from controller.game.zones import BOARD, BOARD_NUMBER, HOLE, HOLE_SEAT, PLACE_BYTE, UP, UP_SEAT, Zone
from controller.table.dealing import early_cards, sight
from controller.table.table import QUIET, Table, running

#: Reason code and places of a question.
Asked: TypeAlias = tuple[str, tuple[Zone, ...]]

#: What is asked for the board's cards, by the street they open …
BOARD_UNREAD: Final = {"flop": "deal.flop_unread", "turn": "deal.turn_unread", "river": "deal.river_unread"}
#: … and where it has another name, or there are several boards.
BOARD_CARD_UNREAD: Final = "deal.board_unread"
HOLE_UNREAD: Final = "deal.hole_unread"
UP_UNREAD: Final = "deal.up_unread"
#: Cards that do not go away: a folded hand still lies before its player.
FOLDED_CARDS: Final = "deal.folded_cards"
FOLDED_RULES: Final = ("home.2.muck",)


def awaited(table: Table) -> tuple[Asked, ...]:
    """Return the questions that would be asked if no card came any more: of the board, and of each live seat short of cards."""
    hand = running(table)
    return () if hand is None else (*_of_board(hand), *_of_holes(hand))


def takes_card(hand: Hand, zone: Zone) -> bool:
    """Return whether a card of the hand is missing in this place, waited for or not: where no antenna reads it, it is entered by hand."""
    if zone in BOARD_NUMBER:
        return zone in deal.boards_waiting(hand) if hand.boards.further else zone == BOARD and deal.board_due(hand) > 0
    seat = HOLE_SEAT.get(zone) or UP_SEAT.get(zone)
    if seat not in hand.seats:
        return False
    i = hand.seats.index(seat)
    if hand.folded[i] or hand.mucked[i]:
        return False
    if zone in UP_SEAT or VARIANTS[hand.variant].up_cards:
        return deal.due_of(hand, i)[zone in UP_SEAT] > 0
    return hand.dealt_to.count(i) < drawing.whole_hole(hand, i)


def waits(table: Table) -> dict[str, tuple[Asked, ...]]:
    """Return what is waited for and not asked yet, by the name of its timer: board and hole cards wait each for themselves.

    A name is another after each card that came, and never comes again.
    """
    hand = table.hand
    if hand is None or hand.over:
        return {}
    held = len(hand.dealt) - hand.dealt_to.count(TO_TABLE)
    wanted = {
        f"board/{hand.number}/{hand.street}/{len(hand.dealt) - held}": _of_board(hand),
        f"holes/{hand.number}/{held}{_after_changes(hand)}": _of_holes(hand),
    }
    if table.around is not QUIET and (early := early_cards.timer(table)):
        wanted[early] = ((early_cards.WAITS, (BOARD,)),)
    if gone := sight.out_of_sight(table):
        wanted[f"sight/{hand.number}/{'+'.join(gone)}"] = tuple([(sight.OUT_OF_SIGHT, (zone,)) for zone in gone])
    if True in hand.folded and (lying := folded_lying(table, hand)):
        wanted[f"folded/{hand.number}/{'.'.join([zone for _, zones in lying for zone in zones])}"] = lying
    already = {(one.code, one.zones) for one in table.open}
    return {name: left for name, asked in wanted.items() if (left := tuple([one for one in asked if one not in already]))}


def folded_lying(table: Table, hand: Hand) -> tuple[Asked, ...]:
    """Return the seats whose folded cards still lie before them, in games in which they go to the muck at once.

    Source: home.2.muck.
    """
    if VARIANTS[hand.variant].up_cards or hand.drawing.counts or "deal.folded_to_muck" in hand.setup.off:
        return ()
    places, folded = table.card_places, hand.folded
    lying = [(i, seat) for i, seat in enumerate(hand.seats) if folded[i] and PLACE_BYTE[HOLE[seat]] in places]
    return tuple([(FOLDED_CARDS, (HOLE[seat],)) for i, seat in lying if _lies_before(hand, i, places)])


def _lies_before(hand: Hand, i: int, places: bytes) -> bool:
    """Whether a card of this player's hand lies before him."""
    place = PLACE_BYTE[HOLE[hand.seats[i]]][0]
    return any(places[card] == place for card, to in zip(hand.dealt, hand.dealt_to, strict=True) if to == i)


def rules_of(hand: Hand | None, code: str) -> tuple[str, ...]:
    """Return the rules by which something is asked."""
    if code == sight.OUT_OF_SIGHT:
        return sight.RULES
    if code == FOLDED_CARDS:
        return FOLDED_RULES
    return deal.up_card_rules(hand) if hand is not None and code == UP_UNREAD else ()


def _after_changes(hand: Hand) -> str:
    """What makes a name another where cards go as well as come."""
    changed = hand.drawing
    return f"/{len(changed.counts)}/{len(changed.gone)}/{len(changed.came)}" if changed.counts else ""


def _of_board(hand: Hand) -> tuple[Asked, ...]:
    if hand.boards.further:
        return tuple([(BOARD_CARD_UNREAD, (zone,)) for zone in deal.boards_waiting(hand)])
    if deal.board_due(hand) <= 0:
        return ()
    return ((BOARD_UNREAD.get(VARIANTS[hand.variant].streets[hand.street + 1].name, BOARD_CARD_UNREAD), (BOARD,)),)


def _of_holes(hand: Hand) -> tuple[Asked, ...]:
    """Hole cards are waited for from the first one on that is read: until then the deck is shuffled, or no antenna reads them."""
    if len(hand.dealt) == hand.dealt_to.count(TO_TABLE):
        return ()
    ups = deal.ups_due(hand) if VARIANTS[hand.variant].up_cards else ()
    holes = [(HOLE_UNREAD, (HOLE[hand.seats[i]],)) for i in range(len(hand.seats)) if _is_short(hand, i)]
    return (*holes, *[(UP_UNREAD, (UP[hand.seats[i]],)) for i in ups])


def _is_short(hand: Hand, i: int) -> bool:
    if VARIANTS[hand.variant].up_cards:
        return (hand.shown[i] is None or hand.stage == "dealing") and deal.due_of(hand, i)[0] > 0
    gone = hand.folded[i] or hand.mucked[i] or hand.shown[i] is not None
    return not gone and drawing.short(hand, i)
