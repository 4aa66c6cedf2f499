"""Which cards the hand waits for, and what is asked when one of them does not come.

A dead tag is no event: the card lies there and nothing is heard. So it is asked for when nothing
has come for a while. How long that is the shell knows; it sends a Tick that names the wait, and a
Tick of a wait that is over by then changes nothing.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from controller.game import deal
from controller.game.hand import Hand
from controller.game.variants import VARIANTS
from controller.game.zones import BOARD, HOLE, Zone
from controller.table.table import Table, running

#: Reason code and places of a question.
Asked: TypeAlias = tuple[str, tuple[Zone, ...]]

#: What is asked for the board's cards, by the street they open.
BOARD_UNREAD: Final = ("", "deal.flop_unread", "deal.turn_unread", "deal.river_unread")
HOLE_UNREAD: Final = "deal.hole_unread"


def awaited(table: Table) -> tuple[Asked, ...]:
    """Return the questions that would be asked if no card came any more: of the board, and of each live seat short of cards.

    Hole cards are waited for from the first one on that is read: until then the deck is shuffled, or no
    antenna reads this table.
    """
    hand = running(table)
    if hand is None:
        return ()
    asked: list[Asked] = []
    if deal.board_due(hand) > 0:
        asked.append((BOARD_UNREAD[min(hand.street + 1, len(BOARD_UNREAD) - 1)], (BOARD,)))
    if len(hand.dealt) > len(hand.board) + len(hand.burned):
        asked += [(HOLE_UNREAD, (HOLE[hand.seats[i]],)) for i in range(len(hand.seats)) if _is_short(hand, i)]
    return tuple(asked)


def unasked(table: Table) -> tuple[Asked, ...]:
    """Return those of `awaited` that are no open questions yet."""
    wanted = awaited(table)
    if not wanted or not table.open:
        return wanted
    already = {(one.code, one.zones) for one in table.open}
    return tuple([one for one in wanted if one not in already])


def timer_of(table: Table) -> str:
    """Return the name of the present wait, "" when nothing is to be asked; it is another after each card that came."""
    hand = table.hand
    if hand is None or hand.over or not unasked(table):
        return ""
    return f"card/{hand.number}/{len(hand.dealt)}/{hand.street + (hand.stage == 'dealing')}"


def _is_short(hand: Hand, i: int) -> bool:
    gone = hand.folded[i] or hand.mucked[i] or hand.shown[i] is not None
    return not gone and hand.dealt_to.count(i) < VARIANTS[hand.variant].hole_cards
