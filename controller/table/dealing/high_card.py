"""The draw for the button: each player takes a card between hands, and the highest has it."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from controller.game.cards import ALL_CARDS, Card
from controller.game.outcome import Refused, Told
from controller.game.zones import HOLE, PLACE_BYTE
from controller.rules.house import House
from controller.rules.ruling import Announcement
from controller.table import rulings
from controller.table.dealing.state import AS_IT_GOES, Buttoned
from controller.table.table import Table, running, said

DRAWN_RULES: Final = ("home.2.draw", "cooke.def.draw_for_button", "cooke.13.02.01.a", "roberts.ties.2b")
#: Two or more drew the highest rank: a suit decides, or they draw again.
BY_SUIT_RULES: Final = (*DRAWN_RULES, "cooke.def.high_card_suit", "roberts.ties.1")
AGAIN_RULES: Final = ("home.2.draw_tie",)
DRAW_AGAIN: Final = "draw_again"
_SUITS: Final = 4


def drawn(table: Table, house: House) -> rulings.Outcome:
    """Put the button where the cards that lie before the players say; or have those draw again who are tied, where no suit decides.

    Source: home.2.draw, home.2.draw_tie, cooke.def.draw_for_button, cooke.def.high_card_suit.
    """
    if running(table) is not None:
        return Refused("button.running", "The button is drawn for between hands: play this one out, or void it.")
    if "button.drawn" in house.without:
        return Refused("button.not_drawn", "Nobody draws for the button here: put it in front of a seat.")
    tied = table.around.buttoned.tied
    cards = {seat: _before(table, seat) for seat, held in enumerate(table.seats, 1) if held is not None and held.stack_chips}
    drawers = {seat: lying for seat, lying in cards.items() if not tied or seat in tied}
    wrong = [str(seat) for seat, lying in drawers.items() if len(lying) != 1]
    if wrong or len(drawers) < 2:
        return Refused(
            "button.draw_cards",
            f"Each player who draws has one card before him; not so at seats {', '.join(wrong) or 'of one player'}.",
            DRAWN_RULES,
        )
    high = {seat: lying[0] for seat, lying in drawers.items()}
    best = max(card // _SUITS for card in high.values())
    first = [seat for seat, card in high.items() if card // _SUITS == best]
    if len(first) > 1 and house.options.card_draw_tie == "redraw":
        told: list[Told] = []
        for seat in first:
            table = rulings.announced(table, Announcement(0, DRAW_AGAIN, seat, rules=AGAIN_RULES), told, house)
        return said(table, buttoned=replace(table.around.buttoned, tied=tuple(first))), told
    seat = max(high, key=lambda one: high[one])
    table = said(rulings.unsaid(table, DRAW_AGAIN), buttoned=_untied(table.around.buttoned))
    rules = BY_SUIT_RULES if len(first) > 1 else DRAWN_RULES
    return replace(table, button=seat, button_set=True), [Told("button_moved", seat=seat, rules=rules)]


def _before(table: Table, seat: int) -> list[Card]:
    place = PLACE_BYTE[HOLE[seat]]
    return [card for card in ALL_CARDS if table.card_places[card : card + 1] == place]


def _untied(buttoned: Buttoned) -> Buttoned:
    left = replace(buttoned, tied=())
    return AS_IT_GOES if left == AS_IT_GOES else left
