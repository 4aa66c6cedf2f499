"""The hand after a misdeal: the same button, and what was posted is posted."""

from __future__ import annotations

from msgspec.structs import replace

from controller.events import NewHand
from controller.game import posting
from controller.game.outcome import Refused, Told
from controller.rules.house import House
from controller.table import rotation
from controller.table.dealing import button
from controller.table.dealing.state import AS_IT_GOES
from controller.table.table import QUIET, Table, said

Outcome = Refused | tuple[Table, list[Told]]


def new_hand(table: Table, command: NewHand, house: House) -> Outcome:
    """Begin the next hand; after a misdeal whoever had posted for it has posted for this one.

    Source: cooke.14.20.m.
    """
    if table.around is QUIET:
        return rotation.new_hand(table, command, house)
    again = table.around.dealing if table.around.dealing.misdealt and table.around.dealing.hand == table.hand_number else None
    if table.around.buttoned is not AS_IT_GOES:
        table = button.before_hand(table)
    outcome = rotation.new_hand(table, command, house)
    if again is None or isinstance(outcome, Refused) or "misdeal.posts_stay" in house.without:
        return outcome
    after, told = outcome
    hand = after.hand
    for seat in again.posted:
        if hand is not None and any(hand.seats[due.index] == seat for due in hand.owing):
            posted = posting.post(hand, seat)
            if not isinstance(posted, Refused):
                hand, more = posted
                told = [*told, *more]
    before = after.before  # a correction folds the hand again from there, with what was posted for it
    return replace(after, hand=hand, before=None if before is None else said(before, dealing=again)), told
