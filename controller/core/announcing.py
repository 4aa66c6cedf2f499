"""What the dealer has to say because of a step: told behind everything else of it, before a Command is answered."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from controller import events
from controller.core.tellings import Stepped, numbered
from controller.effects import CommandDone, Effect, Tell
from controller.game.outcome import Told
from controller.rules.house import House
from controller.table import rulings
from controller.table.announcing import heard, reminders, turns
from controller.table.house_rules import in_force
from controller.table.table import QUIET, Table


def with_announcements(before: Table, stepped: Stepped, house: House) -> Stepped:
    """Return a step with what is to be said because of it."""
    table, effects = stepped
    if not effects or _one_of_many_cards(before, table, effects[0]):
        return stepped
    tells = [one for one in effects if isinstance(one, Tell)]
    if not tells:
        return stepped
    house = in_force(table, house)
    at_ns = tells[0].at_ns
    table, told_so, told = heard.heard(table, heard.Step(before, tells, at_ns), house)
    if told:
        table, more = numbered(table, table.hand, told, at_ns, house)
        told_so = (*told_so, *[one for one in more if isinstance(one, Tell)])
    last = effects[-1]
    done = (replace(last, rev=table.rev),) if isinstance(last, CommandDone) else ()
    return table, (*told_so, *done)


def _one_of_many_cards(before: Table, table: Table, first: Effect) -> bool:
    """Whether no more happened than that a card came where nothing waits to be said: most steps of a hand are no more than that."""
    if type(first) is not Tell or first.kind not in _CARDS or table.around is not before.around:
        return False
    hand, was = table.hand, before.hand
    if hand is None or was is None or hand.stage != was.stage or hand.street != was.street:
        return False
    if table.around is QUIET:
        return True
    docket = rulings.docket_of(table)
    return not docket.announcements and not docket.prompts


#: Stories of a card that came or went.
_CARDS: Final = frozenset({"card_dealt", "card_burned", "card_moved", "board"})


def tick(table: Table, event: events.Tick, house: House) -> Stepped:
    """The dealer is reminded of what he has to say, or told to prompt who is to act; a timer of what is over changes nothing."""
    told: list[Told] = []
    if event.timer == reminders.TIMER:
        table = reminders.rung(table, event.at_ns, house, told)
    elif event.timer == turns.waits(table, house) and (one := turns.prompted(table, house)) is not None:
        table = rulings.announced(table, one, told, house)
    return numbered(table, table.hand, told, event.at_ns, house)
