"""Which cards the hand waits for, and what is asked when one of them does not come.

A dead tag is no event: the card lies there and nothing is heard. So it is asked for when nothing
has come for a while. How long that is the shell knows; it sends a Tick that names the wait, and a
Tick of a wait that is over by then changes nothing.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from controller.game import deal, drawing
from controller.game.hand import TO_TABLE, Hand
from controller.game.variants import VARIANTS
from controller.game.zones import BOARD, HOLE, UP, Zone
from controller.table.table import Table, running

#: Reason code and places of a question.
Asked: TypeAlias = tuple[str, tuple[Zone, ...]]

#: What is asked for the board's cards, by the street they open …
BOARD_UNREAD: Final = {"flop": "deal.flop_unread", "turn": "deal.turn_unread", "river": "deal.river_unread"}
#: … and where it has another name, or there are several boards.
BOARD_CARD_UNREAD: Final = "deal.board_unread"
HOLE_UNREAD: Final = "deal.hole_unread"
UP_UNREAD: Final = "deal.up_unread"


def awaited(table: Table) -> tuple[Asked, ...]:
    """Return the questions that would be asked if no card came any more: of the board, and of each live seat short of cards."""
    hand = running(table)
    return () if hand is None else (*_of_board(hand), *_of_holes(hand))


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
    already = {(one.code, one.zones) for one in table.open}
    return {name: left for name, asked in wanted.items() if (left := tuple([one for one in asked if one not in already]))}


def rules_of(hand: Hand | None, code: str) -> tuple[str, ...]:
    """Return the rules by which a card is asked for."""
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
        return hand.shown[i] is None and deal.due_of(hand, i)[0] > 0
    gone = hand.folded[i] or hand.mucked[i] or hand.shown[i] is not None
    return not gone and drawing.short(hand, i)
