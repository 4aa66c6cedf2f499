"""A player who says stop before the dealer burns: nothing is burned until it is clear whether he still has to act."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from controller.effects import Tell
from controller.game.outcome import Refused, Told
from controller.rules.house import House
from controller.rules.ruling import Announcement, Prompt, Remedy, Ruling
from controller.table import room, rulings
from controller.table.announcing.obligations import TAP
from controller.table.announcing.rounds import TAP_RULES
from controller.table.table import Table, running

#: What the dealer is asked, and the answers: the round is over after all, or he is to act.
STOPPED: Final = "stopped"
GOES_ON: Final = "goes_on"
HAS_ACTION: Final = "has_action"

#: Stories of a card that was dealt all the same.
_DEALT: Final = frozenset({"card_burned", "board"})


def request(table: Table, seat: int, house: House) -> rulings.Outcome:
    """The player at `seat` says stop while the next street waits for its cards: the dealer is asked whether he still has to act.

    Source: cooke.14.08.b.
    """
    hand = running(table)
    if hand is None or hand.index_of[seat] < 0 or hand.folded[hand.index_of[seat]]:
        return Refused("request.not_in_hand", f"Seat {seat} has no hand that is still in: nothing is to be stopped for it.")
    if hand.stage not in ("dealing", "drawing") or "announce.tap" in house.without:
        return Refused("request.not_closed", "The betting round is still on: no card is due that could be stopped.")
    if any(one.what == STOPPED for one in rulings.docket_of(table).prompts):
        return Refused("request.stopped", "It is stopped already: say whether that player still has to act.")
    told: list[Told] = []
    prompt = Prompt(0, "dealer", STOPPED, seat, rules=TAP_RULES, answers=(GOES_ON, HAS_ACTION))
    return rulings.asked(rulings.unsaid(table, TAP), prompt, told, house), told


def answered(table: Table, prompt: Prompt, answer: str, at_ns: int, house: House) -> rulings.Outcome:
    """The dealer has looked: he taps again and burns, or the floor comes for the player who was passed over."""
    freed = rulings.unasked(table)
    if answer == GOES_ON:
        told: list[Told] = []
        return rulings.announced(freed, Announcement(0, TAP, rules=TAP_RULES), told, house), told
    if table.floor_call is not None:
        return Refused("floor_call.standing", "The floor has been called already and has not come yet.")
    return room.call_floor(freed, prompt.seat, f"seat {prompt.seat} still has to act", at_ns)


def dealt_all_the_same(table: Table, before: Table, tells: Collection[Tell], house: House, told: list[Told]) -> Table:
    """Return the table after a step: where a card was burned or dealt although somebody had said stop, the floor decides."""
    stopped = next((one for one in rulings.docket_of(before).prompts if one.what == STOPPED), None)
    first = next((tell for tell in tells if tell.kind in _DEALT), None)
    if stopped is None or first is None or any(one.kind == "burn_error" for one in rulings.docket_of(table).rulings):
        return table
    ruling = Ruling(
        0, "burn_error", TAP_RULES, (("tap_before_burn", house.options.tap_before_burn),), (Remedy("floor_decides"),),
        seat=stopped.seat, who="floor", status="proposed", about_seq=first.seq, carried_out=False,
    )  # fmt: skip
    return rulings.opened(table, ruling, told, house)
