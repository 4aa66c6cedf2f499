"""More cards than a street has: a flop of four, a turn or a river of two."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from controller.events import CardMoved
from controller.game import amended
from controller.game.hand import Hand
from controller.rules.house import House
from controller.rules.ruling import OptionsUsed, Remedy, Ruling
from controller.table import rulings
from controller.table.dealing import board_deal
from controller.table.dealing.misdeals import PLAY_ON, Telling, dealing_of, put
from controller.table.table import Table

KIND: Final = "board_error"
#: What is waited for meanwhile, as the burns have it.
OVER: Final = "over"
#: What the floor can have instead: the card too many is the next burn, or all of the street are dealt anew.
NEXT_BURN: Final = "next_burn"
RESHUFFLE: Final = "reshuffle"
FLOP_RULES: Final = ("cooke.14.22.e", "cooke.14.22.a", "roberts.holdem.3", "roberts.holdem.7", "cooke.4.08.c")
OTHER_RULES: Final = ("cooke.14.22.a", "cooke.4.08.c")
_STEPS: Final[Mapping[str, tuple[Remedy, ...]]] = {
    "reshuffle_no_burn": (Remedy("reshuffle_no_burn"),),
    "fourth_becomes_burn": (Remedy("next_burn"),),
    "ask_floor": (Remedy("floor_decides"),),
}


def is_one(table: Table, hand: Hand, house: House) -> bool:
    """Whether a board card that the hand does not wait for is one too many of the street just dealt.

    Nobody has acted on it and no card was burned since: else it came early, for the next street.
    """
    at = board_deal.dealt_street(hand)
    if not house.burn_antenna or "board.oversized" in house.without or hand.stage not in ("betting", "drawing") or not hand.board or at < 1:
        return False
    return amended.untouched(hand) and len(hand.burned) <= board_deal.burns_due(table, hand, at)


def came(table: Table, event: CardMoved) -> Table:
    """Return the table after such a card came: it is one too many unless a burn is read late that came before it."""
    board = board_deal.of(table)
    void, by_ns = (*board.void, event.card), board.error_by_ns or event.by_ns
    return board_deal.changed(table, void=void, pending="" if board.error else OVER, error_by_ns=by_ns)


def ruled(table: Table, telling: Telling) -> Table:
    """Rule about a street with too many cards: the action stands still until the floor has decided.

    Source: cooke.14.22.a, cooke.14.22.e, roberts.holdem.3.
    """
    hand, house = table.hand, telling.house
    if hand is None or not board_deal.of(table).void:
        return table
    flop = not board_deal.before(hand, board_deal.dealt_street(hand))
    answer = house.options.oversized_flop_remedy if flop else "ask_floor"
    used: OptionsUsed = (("oversized_flop_remedy", answer),) if flop else ()
    ruling = Ruling(
        0, KIND, FLOP_RULES if flop else OTHER_RULES, used, _STEPS[answer], who="floor", status="proposed",
        about_seq=telling.about_seq, alternatives=_alternatives(answer), carried_out=False,
    )  # fmt: skip
    table = rulings.opened(table, ruling, telling.told, house)
    number = rulings.docket_of(table).numbers[0]
    table = board_deal.changed(table, pending="", error=number, acts=0)
    return put(table, replace(dealing_of(table), stopped=number))


def _alternatives(answer: str) -> tuple[str, ...]:
    return tuple([one for one, of in ((RESHUFFLE, "reshuffle_no_burn"), (NEXT_BURN, "fourth_becomes_burn")) if of != answer] + [PLAY_ON])
