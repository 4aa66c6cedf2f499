"""A hand of too few cards in lowball, before its draw: it gets the card while nobody has acted, later on the draw."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from controller.game.hand import Hand
from controller.game.variants import VARIANTS
from controller.game.zones import HOLE, STUB
from controller.rules.ruling import Remedy, Ruling
from controller.table import rulings
from controller.table.dealing import by_game, misdeals, remedies, window
from controller.table.dealing.misdeals import Telling
from controller.table.dealing.state import Move
from controller.table.table import Table

RULES: Final = ("roberts.lowball.11", "roberts.lowball.1.4", "roberts.dead_hands.1.4")


def too_few(table: Table, hand: Hand, seat: int, telling: Telling) -> Table | None:
    """Return the table after a hand was found to be short by a card that still comes; None where lowball has no rule of its own about it.

    Until the first player has acted any short hand gets the top card, the button's later too.
    Source: roberts.lowball.11, roberts.lowball.1.4.
    """
    house, variant = telling.house, VARIANTS[hand.variant]
    answer = house.options.lowball_short_hand
    low = variant.draws and by_game.ranking(variant) in ("ace_to_five", "deuce_to_seven")
    if not low or answer == "top_card_if_due" or "lowball.short_hand" in house.without or hand.street or hand.stage != "betting":
        return None
    if not _is_dealt_out(hand, hand.index_of[seat]):
        return None  # his turn was passed over while the cards went round: a card came out of sequence
    if answer != "before_first_action" or (window.acted(hand) and hand.index_of[seat] != len(hand.seats) - 1):
        return None
    mark, dealing = f"short/{seat}", misdeals.dealing_of(table)
    if mark in dealing.ruled:
        return table
    table = misdeals.put(table, replace(dealing, ruled=(*dealing.ruled, mark)))
    ruling = Ruling(
        0, "live_hand", RULES, (("lowball_short_hand", answer),),
        (Remedy("play_on", (seat,)), Remedy("deal_top", (seat,))), seat=seat, about_seq=telling.about_seq, carried_out=False,
    )  # fmt: skip
    table = rulings.opened(table, ruling, telling.told, house)
    return remedies.ordered(table, (Move(rulings.docket_of(table).numbers[0], STUB, HOLE[seat]),))


def _is_dealt_out(hand: Hand, index: int) -> bool:
    """Whether the cards have gone round as often as they do: nobody else lacks one, or the last player lacks none."""
    whole, last = VARIANTS[hand.variant].hole_cards, len(hand.seats) - 1
    lacking = [i for i in range(len(hand.seats)) if i != index and not hand.folded[i] and hand.dealt_to.count(i) < whole]
    return not lacking or (last != index and last not in lacking)


def completed_on_draw(hand: Hand, index: int) -> Hand:
    """Return the hand whose player gets on the first draw what he lacks now, besides what he changes. Source: roberts.lowball.11."""
    missing = VARIANTS[hand.variant].hole_cards - hand.dealt_to.count(index) - hand.drawing.completes.count(index)
    drawing = replace(hand.drawing, completes=hand.drawing.completes + bytes((index,)) * max(missing, 0))
    return replace(hand, drawing=drawing)
