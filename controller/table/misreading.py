"""A caller who put in less than the call and says that he misread the bet: whether the floor may let him off."""

from __future__ import annotations

from typing import Final

from controller.game import betting
from controller.game.limits import BIG_BET
from controller.game.outcome import Refused, Told
from controller.rules.house import House
from controller.rules.ruling import Remedy, Ruling
from controller.table import rulings
from controller.table.table import Table, running

OPTION: Final = "misread_amount_relief_percent"
LET_OFF_RULES: Final = ("roberts.nl.8a", "roberts.nl.8b")
HELD_RULES: Final = ("cooke.10.05.c", "roberts.nl.8b", "roberts.betting.13a")


def misread(table: Table, seat: int, amount_chips: int, house: House) -> rulings.Outcome:
    """The player at `seat`, to act, put in `amount_chips` as a call that is larger: the floor hears how much of it that is, and what holds.

    Neither chips nor turn change by it: what he does in the end is entered as his act. In limit games he is never let off.
    Units: chips, what he put in for the call and not his total for the street.
    Source: cooke.10.05.c, roberts.nl.8a, roberts.nl.8b, roberts.betting.13a.
    """
    hand = running(table)
    may = None if hand is None else betting.legal(hand)
    if hand is None or may is None or may.seat != seat or not 0 < amount_chips < may.call_chips:
        return Refused("request.no_short_call", f"Seat {seat} is not to act with a call of more than {amount_chips}: look at the state.")
    if "call.misread" in house.without:
        return Refused("request.no_ruling", "A misread bet is nothing that is ruled here.")
    answer = house.options.misread_amount_relief_percent
    let_off = hand.stakes.limit in BIG_BET and 100 * amount_chips < answer * may.call_chips
    ruling = Ruling(
        0,
        "amount_misread",
        LET_OFF_RULES if let_off else HELD_RULES,
        ((OPTION, answer),),
        (Remedy("restore_action", (seat,)) if let_off else Remedy("complete_bet", (seat,), (), None, hand.current_bet),),
        seat=seat,
        amount_chips=amount_chips,
        to_chips=may.call_chips,
        who="floor",
        may_until="next_hand",
        status="proposed",
    )
    told: list[Told] = []
    return rulings.opened(table, ruling, told, house), told
