"""What is to be said, and what shows that it was: one row an announcement.

The dealer touches it when he has said it. He need not: where the game has gone on he has, and nobody is reminded of what is past.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from controller.table import (
    antes,
    blinds,
    cards_up,
    clocks,
    counting,
    dealt_in,
    draw_count,
    objections,
    rotation,
    rulings,
    short_deck,
    shown_folded,
    sight_calls,
    unaware,
)  # fmt: skip
from controller.table.table import Table

RAISE: Final = "raise"
ALL_IN_COUNTS: Final = "all_in_counts"
ALL_IN_SHORT: Final = "all_in_short"
PLAYERS: Final = "players"
OPTION: Final = "option"
TAP: Final = "tap"
BEHIND: Final = "behind"
TURN: Final = "turn"
TURN_FREE: Final = "turn_free"

_OVER: Final = frozenset({"hand_ended", "hand_void"})
#: Somebody has acted since.
_ACTED: Final = frozenset({"acted", "street_closed"}) | _OVER
#: A card has come since.
_DEALT: Final = frozenset({"card_burned", "card_dealt", "board"}) | _OVER

#: What an announcement is about → the stories that show it was said. What is not here lasts until it is touched.
SHOWN_BY: Final[dict[str, frozenset[str]]] = {
    **dict.fromkeys((RAISE, ALL_IN_COUNTS, ALL_IN_SHORT, PLAYERS, OPTION, TURN, TURN_FREE), _ACTED),
    **dict.fromkeys(sight_calls.ABOUTS, _ACTED),
    **dict.fromkeys((counting.STACK, draw_count.DREW, objections.UNSAID, shown_folded.SHOWN, unaware.SAID), _ACTED),
    **dict.fromkeys([short_deck.LAST_FOR_ALL[0], *[about for about, _ in short_deck.SAID.values()]], _ACTED),
    **dict.fromkeys((rotation.GAME, dealt_in.CARDS_SHORT, blinds.TOO_SHORT, antes.ASK_ANTE), _DEALT | _ACTED),
    cards_up.CARDS_UP: _DEALT | {"shown", "mucked"},
    **dict.fromkeys((TAP, BEHIND), _DEALT),
}
#: What a correction of an entry may make another: it is said again as it is now, or not at all.
OF_THE_TURN: Final = frozenset({RAISE, ALL_IN_COUNTS, ALL_IN_SHORT, OPTION, TURN, TURN_FREE})
#: Of these nobody is reminded: a clock has an end of its own, and a prompt to act is a reminder itself.
NOT_REMINDED: Final = frozenset({clocks.CLOCK, TURN, TURN_FREE})


def said_by(table: Table, before: Table, kinds: Collection[str]) -> Table:
    """Return the table without the announcements that these stories show were said; of those that waited before them."""
    waited = rulings.docket_of(before).announcements
    if not waited:
        return table
    past = [one.about for one in waited if not SHOWN_BY.get(one.about, frozenset()).isdisjoint(kinds)]
    if not past:
        return table
    ids = {one.id for one in waited if one.about in past}
    return rulings.not_needed(table, lambda one: one.id in ids)
