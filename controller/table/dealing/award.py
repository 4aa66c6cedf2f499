"""When the pot of hands that all lie open is awarded: the award comes by itself, and waits until the board is known to be dealt right."""

from __future__ import annotations

from msgspec.structs import replace

from controller.game import showdown
from controller.game.hand import Hand
from controller.game.variants import VARIANTS
from controller.game.zones import BOARD
from controller.rules.house import House
from controller.table.dealing import board_deal, early_cards, misdeals
from controller.table.table import QUIET, Table

#: Statuses of a ruling whose remedy is yet to be made, or to be chosen.
_OPEN = frozenset({"proposed", "in_force", "reopened", "confirmed"})


def is_watched(table: Table, hand: Hand, house: House) -> bool:
    """Whether the coming award of a hand is to wait until the table has looked at its burns: hands lie open before the board does, or
    a burn is waited for while they are shown.

    Source: roberts.irregularities.15d, roberts.holdem.5b.
    """
    if not house.burn_antenna or not board_deal.dealt_in_streets(hand):
        return False
    if hand.stage == "dealing":
        return any(cards is not None for cards in hand.shown)
    return waits_for_burn(table)


def may_be_given(table: Table, hand: Hand) -> bool:
    """Whether what the table knows of the deal lets the pot go: no burn is waited for, and no ruling about it is open.

    A wait ends with its timer, a ruling with a person's decision, or with what puts it right. Once the board is gathered up nothing can be
    put right any more. No pot goes by a board that has lost a card meanwhile: the next one that comes is taken for it.
    Source: roberts.irregularities.15d, roberts.holdem.5b.
    """
    return _is_whole(hand) and (is_gathered(table, hand) or not (waits_for_burn(table) or _is_ruled(table)))


def waits_for_burn(table: Table) -> bool:
    """Whether a burn may yet be read, for which a timer runs."""
    return table.around is not QUIET and early_cards.timer(table).startswith(early_cards.BURN)


def is_gathered(table: Table, hand: Hand) -> bool:
    """Whether not a card of the board lies there any more."""
    return not any(table.card_zones[card] == BOARD for card in hand.board)


def sure(hand: Hand) -> Hand:
    """Return the hand for whose award nothing is waited for any more."""
    return replace(hand, amiss=replace(hand.amiss, unsure=False))


def unsure(hand: Hand) -> Hand:
    """Return the hand whose award waits for the table."""
    return replace(hand, amiss=replace(hand.amiss, unsure=True))


def is_due(hand: Hand) -> bool:
    """Whether it is the table alone that the award waits for."""
    return showdown.all_shown(hand)


def _is_ruled(table: Table) -> bool:
    """Whether a ruling about the board waits for its remedy, or one for which nobody acts."""
    if table.around is QUIET:
        return False
    error = board_deal.of(table).error
    ruling = board_deal.ruling(table, error) if error else None
    return (ruling is not None and ruling.status in _OPEN) or misdeals.stops(table) is not None


def _is_whole(hand: Hand) -> bool:
    return len(hand.board) >= VARIANTS[hand.variant].board_by_street[-1] or not board_deal.dealt_in_streets(hand)
