"""The button was out of position: the hand is dealt anew from where it belongs, or played on and the button put right for the next."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from controller.events import Report
from controller.game.hand import Hand
from controller.game.outcome import Refused, Told
from controller.rules.house import House
from controller.rules.ruling import OptionsUsed, Remedy, Ruling
from controller.table import blinds, rulings, seats
from controller.table.dealing import misdeals, window
from controller.table.dealing.misdeals import PLAY_ON, Telling
from controller.table.dealing.state import AS_IT_GOES, Buttoned
from controller.table.table import Table, running, said

BUTTON_RULES: Final = ("roberts.misdeals.1", "roberts.lowball.1", "roberts.misdeals.1.7", "roberts.lowball.1.5", "home.7.misdeal.5")
NEXT_HAND_RULES: Final = ("roberts.irregularities.1",)


def placed(table: Table, seat: int, house: House) -> seats.Outcome:
    """Put the button in front of a player between hands, and keep where it would have gone by itself.

    Source: roberts.misdeals.1.7, home.7.misdeal.5.
    """
    if running(table) is not None and "button.after_pot" in house.without:
        return replace(table, button=seat, button_set=True), [Told("button_moved", seat=seat)]
    outcome = seats.place_button(table, seat)
    if isinstance(outcome, Refused) or not table.hand_number:
        return outcome
    after, told = outcome
    now = table.around.buttoned
    due = now.due or blinds.next_button(table)
    buttoned = Buttoned() if seat == due else Buttoned(due, table.hand_number + 1)
    return said(after, buttoned=AS_IT_GOES if buttoned == AS_IT_GOES else buttoned), told


def wrong(table: Table, hand: Hand, command: Report, house: House) -> rulings.Outcome:
    """Return the table after it was told that the button was out of position; the report may name the seat where it belonged.

    Source: roberts.misdeals.1.7, roberts.lowball.1.5, home.7.misdeal.5, roberts.irregularities.1.
    """
    buttoned = table.around.buttoned
    due = command.seat or (buttoned.due if buttoned.hand == hand.number else 0)
    if not due:
        return Refused("report.seat", "Say at which seat the button ought to have been.")
    held = table.seats[due - 1] if due <= len(table.seats) else None
    if due == hand.button or held is None or (not held.stack_chips and due not in hand.seats):
        return Refused("report.nothing", f"The button cannot have belonged to seat {due}: it is there, or nobody plays there.")
    if "button.position" in house.without:
        return Refused("report.no_rule", "Nothing follows from that here: call the floor.")
    options: OptionsUsed = (("button_out_of_position", house.options.button_out_of_position),)
    telling = Telling([], house)
    in_time = window.open_for_misdeals(hand, house)
    if house.options.button_out_of_position == "misdeal" and in_time:
        table = misdeals.put(table, replace(misdeals.dealing_of(table), button=due))
        return misdeals.told_of(table, BUTTON_RULES, telling, seat=due, options=options)
    rules = (*BUTTON_RULES, *NEXT_HAND_RULES) if in_time else (*BUTTON_RULES, *NEXT_HAND_RULES, *window.TOO_LATE_RULES)
    ruling = Ruling(
        0, "button_error", rules, options, (Remedy("play_on"), Remedy("move_button_next_hand", (due,))),
        seat=due, who="floor", may_until="next_hand", status="proposed", alternatives=(PLAY_ON,), carried_out=False,
    )  # fmt: skip
    table = said(table, buttoned=Buttoned(due, hand.number))
    return rulings.opened(table, ruling, telling.told, house), telling.told


def next_hand(table: Table, house: House) -> tuple[Table, Hand | None, list[Told]]:
    """Return the table that will deal its next hand from where the button belonged, and then pass over who had it already.

    Source: roberts.irregularities.1.
    """
    hand, now = table.hand, table.around.buttoned
    if hand is None or "button.next_hand" in house.without:
        return table, hand, []
    return said(table, buttoned=replace(now, back=now.due, had=hand.button)), hand, []


def before_hand(table: Table) -> Table:
    """Return the table about to begin a hand: with the button where it is to go back to, or past who has had it out of turn."""
    if table.around.buttoned.tied:
        table = said(table, buttoned=replace(table.around.buttoned, tied=()))
    now = table.around.buttoned
    if now.back:
        back, table = now.back, said(table, buttoned=replace(now, due=0, hand=0, back=0))
        held = table.seats[back - 1]
        return replace(table, button=back, button_set=True) if held is not None and held.stack_chips else table
    if now.had and not table.button_set and blinds.next_button(table) == now.had:
        return replace(said(table, buttoned=AS_IT_GOES), button=now.had)
    if now.due and now.hand <= table.hand_number and running(table) is None:
        return said(table, buttoned=replace(now, due=0, hand=0))
    return table
