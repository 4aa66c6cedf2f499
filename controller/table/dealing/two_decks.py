"""Players deal with several decks in turn: while one is dealt the next one is shuffled, and each hand is dealt with another."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from controller.game.outcome import Told
from controller.rules.house import House
from controller.table.dealing.deck_state import NOT_SHUFFLED
from controller.table.table import Table, said

RULES: Final = ("cooke.14.27.b",)


def next_deck(table: Table, house: House) -> str:
    """Return the name of the deck that the next hand is dealt with where that is another; "" = it is the one in play.

    A deck that somebody has put in play since the last hand is dealt; so is one that is to be changed, until it is.
    Source: cooke.14.27.b.
    """
    options, deck = house.options, table.around.deck
    if options.dealer_mode != "player_dealt":
        return ""
    names = house.decks[: options.player_dealt_decks]
    if len(names) < 2 or "deck.in_turn" in house.without:
        return ""
    if not table.hand_number or deck.since_hand == table.hand_number or deck.due in NOT_SHUFFLED:
        return ""
    now = deck.name or names[0]
    return names[(names.index(now) + 1) % len(names)] if now in names else ""


def in_turn(table: Table, told: list[Told], house: House) -> Table:
    """Return the table with the deck in play that the next hand is dealt with: the antennas look for that one from now on.

    Source: cooke.14.27.b.
    """
    name = next_deck(table, house)
    if not name:
        return table
    told.append(Told("deck_changed", do="change", name=name, rules=RULES))
    nowhere = bytes(len(table.card_places))
    return replace(said(table, deck=replace(table.around.deck, name=name)), card_places=nowhere)
