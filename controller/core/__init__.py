"""The core: what an event means for the table, and what must be told of it.

`step` is total, deterministic and pure: no event in any state makes it raise, and the same
events from the same table give the same states and effects, byte for byte.

Its files: `felt.py` facts, discrepancies and timers; `acting.py` the verb `act`; `verbs.py` every other verb; `awarding.py` when open
hands are paid; `announcing.py` what the dealer has to say because of a step; `tellings.py` how what was told becomes numbered effects, with
which all of them end.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from controller import events
from controller.core import awarding
from controller.core.absence import ABSENT, absent
from controller.core.acting import act, answer, draw
from controller.core.announcing import with_announcements
from controller.core.felt import card_moved, card_seen, deck_read, discrepancy, foreign_card, tick
from controller.core.tellings import Stepped, settle_questions
from controller.core.verbs import ON_HAND, ON_TABLE, correct, enter_card, floor_rule, hand_command, table_command
from controller.events import NOTHING_EXPECTED, Expectation
from controller.game import deal
from controller.rules.house import House
from controller.table.dealing import remedies
from controller.table.house_rules import in_force
from controller.table.table import QUIET, Table, running


def step(table: Table, event: events.Event, house: House) -> Stepped:
    """Return the table after an event, and the effects in the order they must be told.

    Invariants: never raises; `seq` and `rev` grow by one with each Tell; a Command is answered by
    exactly one CommandDone, the last effect; a refused Command changes nothing.
    """
    if table.around is not QUIET and table.around.answers and type(event) not in _OF_THE_FILE:
        house = in_force(table, house)
    stepped = _TAKE[type(event)](table, event, house)
    hand = stepped[0].hand
    if hand is not None and hand.stage in awarding.STAGES and stepped[0] is not table:
        stepped = awarding.settled(stepped, hand, event, house)
    if table.open and stepped[0] is not table:
        stepped = settle_questions(stepped, house)
    if house.announcing is None:
        return stepped
    return with_announcements(table, stepped, house)


#: What is given the house as the file has it: a correction folds from before the floor's changes, an option may be taken back to it.
_OF_THE_FILE: Final = frozenset({events.Correct, events.FloorRule, events.SetOption})


def expectation(table: Table, house: House) -> Expectation:
    """Return which zones may receive the next card, in order of turn. Breaks ties between antennas, nothing else."""
    hand = running(table)
    if hand is None:
        return NOTHING_EXPECTED
    zones = deal.expected_zones(hand)
    if table.around is not QUIET and table.around.dealing.moves:
        zones = tuple(dict.fromkeys((*remedies.zones_due(table), *zones)))
    return Expectation(zones)


def _nothing(table: Table, event: object, house: House) -> Stepped:
    return table, ()


class _Takers(dict[type, Callable[[Table, Any, House], Stepped]]):
    """Event → its meaning; what has none changes nothing."""

    def __missing__(self, kind: type) -> Callable[[Table, Any, House], Stepped]:
        return _nothing


_TAKE: Final = _Takers(
    {
        events.CardMoved: card_moved,
        events.CardSeen: card_seen,
        events.Discrepancy: discrepancy,
        events.ForeignCard: foreign_card,
        events.DeckRead: deck_read,
        events.Tick: tick,
        **dict.fromkeys(ON_TABLE, table_command),
        **dict.fromkeys(ON_HAND, hand_command),
        events.Act: act,
        events.Draw: draw,
        events.EnterCard: enter_card,
        events.Answer: answer,
        events.Request: lambda table, command, house: (absent if command.what == ABSENT else table_command)(table, command, house),
        events.Correct: lambda table, command, house: correct(table, command, house, step),
        events.FloorRule: lambda table, command, house: floor_rule(table, command, house, step),
    }
)
