"""The last card of the deck, which no player gets: where cards are changed nothing is printed for it, and the floor is called."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from controller.game import drawing, joker
from controller.game.cards import Card
from controller.game.hand import Hand
from controller.game.zones import STUB
from controller.rules.ruling import Remedy, Ruling
from controller.table import rulings
from controller.table.dealing.misdeals import PLAY_ON, Telling, dealing_of, put
from controller.table.table import Table, running

KIND: Final = "stub_error"
RULES: Final = ("cooke.14.18", "cooke.14.26")
_ONCE: Final = "last_card"


def left(table: Table, hand: Hand) -> int:
    """Return how many cards the stub has at most: what is known to lie nowhere else. What was given up unread may be among them."""
    known = {*hand.dealt, *hand.given_up}
    unseen = [Card(card) for card, zone in enumerate(table.card_zones) if zone in (None, STUB) and card not in known]
    return sum([1 for card in unseen if joker.in_deck(hand.setup, card)])


def dealt(table: Table, telling: Telling) -> Table:
    """Return the table after a card came to a player who changes cards: when the last card is next, and somebody waits for it.

    Source: cooke.14.18, cooke.14.26.
    """
    hand, house = running(table), telling.house
    if hand is None or hand.stage != "drawing" or "stub.last_card" in house.without:
        return table
    never = house.options.bottom_card == "never_before_remix"
    waits = any(drawing.due(hand, i) > 0 for i in range(len(hand.seats)))
    dealing = dealing_of(table)
    if not never or not waits or left(table, hand) > 1 or _ONCE in dealing.ruled:
        return table
    table = put(table, replace(dealing, ruled=(*dealing.ruled, _ONCE)))
    ruling = Ruling(
        0, KIND, RULES, (("bottom_card", house.options.bottom_card),), (Remedy("floor_decides"),),
        who="floor", status="proposed", about_seq=telling.about_seq, alternatives=(PLAY_ON,), carried_out=False,
    )  # fmt: skip
    return rulings.opened(table, ruling, telling.told, house)
