"""A player says stop before the burn: the round looked closed, and the dealer looks whether that player still has action."""

from __future__ import annotations

from typing import Final

from controller.events import Report
from controller.game import boards
from controller.game.hand import Hand
from controller.game.outcome import Refused, Told
from controller.game.variants import VARIANTS
from controller.rules.house import House
from controller.rules.ruling import Remedy, Ruling
from controller.table import rulings
from controller.table.dealing.misdeals import PLAY_ON, Telling
from controller.table.table import Table

STOP_RULES: Final = ("cooke.14.08.b",)
#: A burn is no action of the dealer's, and the cards of the next street are.
ACTION_RULES: Final = ("cooke.def.action",)


def stop(table: Table, hand: Hand, command: Report, house: House) -> rulings.Outcome:
    """Return the table in which the next street waits: a round was entered as closed, and a player of it says stop.

    A card that was burned already does not make it too late; the first one of the street does.
    Source: cooke.14.08.b, cooke.def.action.
    """
    if not command.seat or hand.index_of[command.seat] < 0:
        return Refused("report.seat", "Say which player of this hand says stop.")
    if hand.stage != "dealing" or _begun(hand) or "deal.stop" in house.without:
        return Refused("report.nothing", "No street is about to be dealt: nothing is to be stopped.", ACTION_RULES)
    telling = Telling([], house)
    rules = STOP_RULES if len(hand.burned) < boards.burns_due(hand) else (*STOP_RULES, *ACTION_RULES)
    ruling = Ruling(
        0, "procedure", rules, (), (Remedy("restore_action", (command.seat,)),),
        seat=command.seat, who="dealer", status="proposed", alternatives=(PLAY_ON,), carried_out=False,
    )  # fmt: skip
    return rulings.opened(table, ruling, telling.told, house), telling.told


def _begun(hand: Hand) -> bool:
    """Whether a card of the street lies there already."""
    return len(hand.board) > VARIANTS[hand.variant].board_by_street[max(hand.street, 0)]


def looked_at(table: Table, house: House) -> tuple[Table, Hand | None, list[Told]]:
    """Return the table as it is: what the player had to do is entered by a correction of his round, or there was nothing."""
    return table, table.hand, []


def is_stop(ruling: Ruling) -> bool:
    """Whether a ruling is such a stop."""
    return any(one.do == "restore_action" for one in ruling.remedy)
