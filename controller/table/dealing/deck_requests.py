"""A player asks for another deck, or for a new set-up of decks: how soon he may."""

from __future__ import annotations

from typing import Final

from controller.events import Request
from controller.game.outcome import Refused
from controller.rules.house import House
from controller.table import deck_request, rulings
from controller.table.table import Table

CHANGE_RULES: Final = ("cooke.14.19.c", "cooke.14.19.e")
SET_UP_RULES: Final = ("cooke.14.19.d", "cooke.14.19.e")
LAPS: Final = 2
_MINUTE_NS: Final = 60 * 10**9
#: Answer → how long it has to be since the last time. Units: minutes.
_MINUTES: Final = {"every_30_min": 30, "every_60_min": 60}


def change(table: Table, asked: Request, house: House) -> rulings.Outcome:
    """The player wants another deck: not within two laps of the last change, or as often as the house has it.

    A lap is as many hands as players were dealt in when the deck was changed. A marred card is no wish of his: the deck is due then.
    Source: cooke.14.19.c, cooke.14.19.e.
    """
    deck, answer = table.around.deck, house.options.deck_change_limit
    if "deck.change_limit" not in house.without and not deck.due:
        last = deck.since_hand + LAPS * deck.lap
        if answer == "two_laps" and deck.lap and table.hand_number < last:
            return Refused("request.deck_too_soon", f"The deck was changed {LAPS} laps ago or less: again after hand {last}.", CHANGE_RULES)
        too_soon = _too_soon(deck.changed_ns, answer, asked.head.at_ns)
        if too_soon:
            return Refused("request.deck_too_soon", f"The deck was changed not long ago: again in {too_soon} minutes.", CHANGE_RULES)
    return deck_request.request(table, asked.seat, house)


def set_up(table: Table, asked: Request, house: House) -> rulings.Outcome:
    """The player wants a new set-up: for a marred card only, or as often as the house has it.

    Source: cooke.14.19.d, cooke.14.19.e.
    """
    deck, answer = table.around.deck, house.options.setup_request_limit
    if "deck.setup_limit" not in house.without and not deck.due:
        if answer == "marred_card_only":
            return Refused("request.no_set_up", "A new set-up is called for a marred card only: report it with `marred`.", SET_UP_RULES)
        too_soon = _too_soon(deck.set_up_ns, answer, asked.head.at_ns)
        if too_soon:
            return Refused("request.no_set_up", f"There was a new set-up not long ago: again in {too_soon} minutes.", SET_UP_RULES)
    return deck_request.request(table, asked.seat, house)


def _too_soon(last_ns: int | None, answer: str, now_ns: int) -> int:
    """Return in how many minutes it may be asked for again; 0 = now."""
    minutes = _MINUTES.get(answer, 0)
    if last_ns is None or not minutes:
        return 0
    return max(0, -(-(last_ns + minutes * _MINUTE_NS - now_ns) // _MINUTE_NS))
