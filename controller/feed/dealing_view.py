"""What everyone may see of the deck: how much of it is read; and of a deal that went wrong: which cards are to be moved where, and whether
the action stands still for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from controller.game import joker
from controller.game.cards import DECK_SIZE
from controller.table.dealing import misdeals, remedies
from controller.table.dealing.state import Move
from controller.table.table import QUIET, Table

#: The fields of `state` while all goes as planned. Invariants: nobody changes what is in it.
_AS_PLANNED: Final[Mapping[str, Any]] = {"moves": [], "stopped": None}


def dealing_view(table: Table) -> Mapping[str, Any]:
    """Return the fields `moves` and `stopped` of `state`: places only, never a card."""
    dealing = table.around.dealing
    if table.around is QUIET or dealing.hand != table.hand_number or table.hand is None or table.hand.over:
        return _AS_PLANNED
    due = remedies.due(table)
    moves = [_move(table, one, "now", made=True) for one in dealing.made]
    moves += [_move(table, one, "now" if one in due else "after_deal", made=False) for one in dealing.moves]
    stopped = f"h{table.hand_number}-r{dealing.stopped}" if misdeals.stops(table) is not None else None
    return {"moves": moves, "stopped": stopped}


def deck_view(table: Table) -> Mapping[str, Any]:
    """Return the field `deck` of `state`: numbers only. What no antenna reads, in the stub above all, is unseen and never missing.

    A joker counts like any card: where it did not, the number would tell that one lies face down.
    """
    deck, hand = table.around.deck, table.hand
    cards = DECK_SIZE + (hand is not None and joker.plays(hand.setup))
    seen = len(table.card_places) - table.card_places.count(0) if deck.laid is None else len(deck.laid)
    return {
        "name": deck.name or None,
        "cards": cards,
        "seen": seen,
        "unseen": max(0, cards - seen),
        "looked_through": deck.laid is not None,
        "due": deck.due or None,
        "shuffler": [{"name": one.name or None, "seen": one.seen, "strange": one.strange} for one in deck.passed],
    }


def _move(table: Table, move: Move, when: str, *, made: bool) -> dict[str, Any]:
    return {
        "ruling": f"h{table.hand_number}-r{move.ruling}", "from_zone": move.from_zone, "to_zone": move.to_zone, "when": when, "made": made
    }  # fmt: skip
