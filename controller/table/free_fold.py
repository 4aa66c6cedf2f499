"""A fold where checking costs nothing: the house forbids it, or the dealer is asked once."""

from __future__ import annotations

from typing import Final

from controller.game import wagers
from controller.game.hand import Hand
from controller.game.legal_actions import free_fold_forbidden
from controller.game.outcome import Refused, Told
from controller.rules.house import House
from controller.rules.ruling import Prompt
from controller.table import rulings
from controller.table.table import Table

FOLD_FOR_FREE: Final = "fold_for_free"
PROMPT_RULES: Final = ("home.3.fold_nobet", "cooke.def.check_out")


def asked(table: Table, hand: Hand, house: House) -> rulings.Outcome | None:
    """Return why the player to act, who faces no bet, may not fold, or the table that asks about it; None = it is a fold like any other.

    Once it has been asked a second fold answers. Who opens where somebody must cannot check: his fold is not for free.
    Source: cooke.10.01.b, home.3.fold_nobet, cooke.5.14.b.
    """
    seat = hand.seats[hand.to_act]
    if "fold.for_free" in house.without or wagers.no_check_unopened(hand) or wagers.brings_in(hand):
        return None
    if house.options.fold_with_no_bet == "prohibited":
        forbidden = free_fold_forbidden(seat)
        return Refused(forbidden.code, forbidden.why, forbidden.rules)
    if any(one.what == FOLD_FOR_FREE and one.seat == seat for one in rulings.docket_of(table).prompts):
        return None
    told: list[Told] = []
    prompt = Prompt(0, "dealer", FOLD_FOR_FREE, seat, rules=PROMPT_RULES, answers=("fold", "check"))
    return rulings.asked(table, prompt, told, house), told
