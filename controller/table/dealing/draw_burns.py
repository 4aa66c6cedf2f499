"""Burns before a draw: one for each in which cards are changed. Two before the first new card are one too many, which goes back.

A burn that is missing is not ruled about: it may lie there unread, and by the time that is known the new cards are among the others.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from controller.events import CardMoved
from controller.game import amended, drawing
from controller.game.cards import Card
from controller.game.drawn import cards_of, fifth_burns
from controller.game.hand import Hand
from controller.game.zones import BURN, STUB
from controller.rules.house import House
from controller.rules.ruling import Remedy, Ruling
from controller.table import rulings
from controller.table.dealing import board_deal, remedies
from controller.table.dealing.misdeals import PLAY_ON, Telling
from controller.table.dealing.state import Move
from controller.table.table import Table

KIND: Final = "burn_error"
RULES: Final = ("cooke.14.08.a", "cooke.14.22.b", "roberts.irregularities.15a", "roberts.irregularities.15c")


def is_odd(table: Table, hand: Hand, card: Card, house: House) -> bool:
    """Whether this card, which was burned while cards are changed, is more than one of this draw, and no new card has come.

    Source: cooke.14.08.a, roberts.irregularities.15a.
    """
    if not house.burn_antenna or not drawing.coming(hand).draw or "burn.draw_double" in house.without:
        return False
    changed, into = hand.drawing, hand.street + 1
    if any(cards_of(changed.came, into, i) for i in range(len(hand.seats))):
        return False
    if card in hand.dealt and card not in hand.burned:
        return False  # a player's card is none
    return len(hand.burned) + (card not in hand.burned) > _due(table, hand)


def _due(table: Table, hand: Hand) -> int:
    counts = hand.drawing.counts
    return len(counts) + fifth_burns(hand.setup.draws, counts[:-1]) + board_deal.of(table).shift


def read_late(table: Table, event: CardMoved) -> bool:
    """Whether a card that came to the burns while cards are changed may be the burn of this draw, read after its new cards."""
    hand = table.hand
    if hand is None or event.to_zone != BURN or hand.stage != "drawing" or not drawing.coming(hand).draw:
        return False
    return event.card not in hand.dealt and len(hand.burned) < _due(table, hand)


def came(table: Table, event: CardMoved, telling: Telling) -> Table:
    """Return the table after such a card came: the second one goes back on top. Readers may not tell which it is.

    Source: cooke.14.22.b, roberts.irregularities.15a, roberts.irregularities.15c.
    """
    if table.hand is not None and event.card not in table.hand.burned:
        table = replace(table, hand=amended.amended(table.hand, event.card, BURN))
    options = telling.house.options
    used = (("double_burn_remedy", options.double_burn_remedy),)
    restores = options.double_burn_remedy == "restore_order"
    ruling = Ruling(
        0, KIND, RULES, used, (Remedy("burn_to_stub" if restores else "floor_decides"),),
        who="dealer" if restores else "floor", may_until="first_action", status="in_force" if restores else "proposed",
        about_seq=telling.about_seq, alternatives=(PLAY_ON,), carried_out=False,
    )  # fmt: skip
    table = rulings.opened(table, ruling, telling.told, telling.house)
    return remedies.ordered(table, (Move(rulings.docket_of(table).numbers[0], BURN, STUB),)) if restores else table
