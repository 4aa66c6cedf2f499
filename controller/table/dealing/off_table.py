"""Cards off the table: dealt off it, dropped by a player, or taken out of sight."""

from __future__ import annotations

from typing import Final

from controller.events import By
from controller.game.cards import Card
from controller.game.variants import VARIANTS
from controller.rules.ruling import OptionsUsed, Remedy, Ruling
from controller.table import rulings
from controller.table.dealing import exposed, killing
from controller.table.dealing.misdeals import Telling
from controller.table.table import Table

DEALT_RULES: Final = ("cooke.16.12.b", "cooke.14.09.a", "roberts.irregularities.12d")
DROPPED_RULES: Final = ("cooke.16.12.d", "cooke.def.fouled_hand", "roberts.irregularities.14")
OUT_OF_SIGHT_RULES: Final = ("cooke.16.12.a", "cooke.16.12.d")


def off_table(table: Table, seat: int, card: Card | None, by: By, telling: Telling) -> Table:
    """Return the table after a card fell off it, dealt so (`by` the dealer) or out of a player's hands, with what is ruled about it.

    Source: cooke.16.12.b, cooke.16.12.d, cooke.14.09.a, roberts.irregularities.12d, roberts.irregularities.14.
    """
    hand, house = table.hand, telling.house
    if hand is None or hand.over or hand.index_of[seat] < 0:
        return table
    if by == "player":
        return _dropped(table, seat, telling)
    if "off_table.dealt" in house.without:
        return table
    answer = house.options.off_table_card_button_games
    if answer == "exposed" and not VARIANTS[hand.variant].up_cards:
        return exposed.exposed(table, seat, card, "dealer", telling, how="off_table")
    ruling = Ruling(
        0, "off_table", DEALT_RULES, (("off_table_card_button_games", answer),), (Remedy("play_on", (seat,)),),
        seat=seat, about_seq=telling.about_seq,
    )  # fmt: skip
    return rulings.opened(table, ruling, telling.told, house)


def _dropped(table: Table, seat: int, telling: Telling) -> Table:
    """A player let a card of his fall: his hand is dead, or it plays."""
    house = telling.house
    if "off_table.dropped" in house.without:
        return table
    answer = house.options.dropped_card_status
    options: OptionsUsed = (("dropped_card_status", answer),)
    if answer == "hand_dead":
        return killing.proposed(table, seat, DROPPED_RULES, telling, options=options)
    return _live(table, seat, DROPPED_RULES, telling, (options, Remedy("play_on", (seat,))))


def out_of_sight(table: Table, seat: int, telling: Telling) -> Table:
    """Return the table after a player took his cards out of sight.

    Source: cooke.16.12.a, cooke.16.12.d.
    """
    house, hand = telling.house, table.hand
    if hand is None or hand.over or hand.index_of[seat] < 0 or "off_table.sight" in house.without:
        return table
    answer = house.options.hand_out_of_sight
    options: OptionsUsed = (("hand_out_of_sight", answer),)
    if answer == "hand_dead":
        return killing.proposed(table, seat, OUT_OF_SIGHT_RULES, telling, options=options)
    return _live(table, seat, OUT_OF_SIGHT_RULES, telling, (options, Remedy("warn", (seat,))))


def _live(table: Table, seat: int, rules: tuple[str, ...], telling: Telling, done: tuple[OptionsUsed, Remedy]) -> Table:
    options, remedy = done
    ruling = Ruling(0, "live_hand", rules, options, (remedy,), seat=seat, about_seq=telling.about_seq)
    return rulings.opened(table, ruling, telling.told, telling.house)
