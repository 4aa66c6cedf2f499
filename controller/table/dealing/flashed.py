"""A card of the deck, or of the muck, that some players saw: it is shown to all, and lies as the next burn or stays where it was."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from controller.game.cards import Card
from controller.game.zones import BURN, MUCK, STUB
from controller.rules.ruling import Announcement, Remedy, Ruling
from controller.table import rulings
from controller.table.dealing import misdeals, remedies
from controller.table.dealing.exposed import BECOMES_BURN
from controller.table.dealing.misdeals import Telling
from controller.table.dealing.state import Move
from controller.table.table import Table

#: What the dealer says of it.
FLASHED: Final = "card_flashed"
DECK_RULES: Final = ("cooke.14.16.b", "cooke.14.09.a", "home.7.dealer_reveal")
MUCK_RULES: Final = ("home.7.dealer_reveal", "cooke.14.09.b")


def flashed(table: Table, card: Card | None, zone: str, telling: Telling) -> Table:
    """Return the table after the dealer let some players see a card that is no player's: of the deck, or of the muck.

    Source: cooke.14.16.b, home.7.dealer_reveal.
    """
    hand, house = table.hand, telling.house
    if hand is None or hand.over or "flashed.shown" in house.without:
        return table
    mark = f"flashed/{-1 if card is None else card}"
    dealing = misdeals.dealing_of(table)
    if mark in dealing.ruled:
        return table
    of_deck = zone != MUCK
    answer = house.options.flashed_deck_card if of_deck else "shown_keeps_place"
    if answer == "not_shown" or (not of_deck and house.options.exposed_card_display == "not_shown"):
        return table
    table = misdeals.put(table, replace(dealing, ruled=(*dealing.ruled, mark)))
    cards, burned = () if card is None else (card,), of_deck and answer == "shown_becomes_burn"
    steps = (Remedy("show_to_all", (), cards), *([Remedy("return_as_burn", (), cards)] if burned else []))
    options = (("flashed_deck_card", answer),) if of_deck else (("exposed_card_display", house.options.exposed_card_display),)
    rules = DECK_RULES if of_deck else MUCK_RULES
    ruling = Ruling(0, "exposed_card", rules, options, steps, cards=cards, about_seq=telling.about_seq, carried_out=not burned)
    table = rulings.opened(table, ruling, telling.told, house)
    if burned:
        table = remedies.ordered(table, (Move(rulings.docket_of(table).numbers[0], STUB, BURN, card, after_deal=True),))
    return rulings.announced(table, Announcement(0, BECOMES_BURN if burned else FLASHED, rules=rules, cards=cards), telling.told, house)
