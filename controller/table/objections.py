"""What the dealer tells of a wager that was made in the wrong way: thrown into the pot, or all-in without a word."""

from __future__ import annotations

from typing import Final

from controller.game.hand import Hand
from controller.game.outcome import Refused, Told
from controller.rules.house import House
from controller.rules.ruling import Announcement, Remedy, RemedyKind, Ruling
from controller.table import rulings
from controller.table.table import Table, running

UNSAID: Final = "all_in_unsaid"
UNSAID_RULES: Final = ("cooke.9.09.c",)
SPLASH_RULES: Final = ("cooke.10.07.a", "home.5.splash", "home.5.splash_fix")

#: Who loses in doubt → the step that says so.
_IN_DOUBT: Final[dict[str, RemedyKind]] = {"splasher": "doubt_against", "floor_decides": "floor_decides"}


def splashed(table: Table, seat: int, house: House) -> rulings.Outcome:
    """The player at `seat` threw chips into the pot and how many is disputed: the floor hears who loses in doubt.

    What he has put in is not touched: it is what was entered until an entry is corrected.
    Source: cooke.10.07.a, home.5.splash, home.5.splash_fix.
    """
    found = _in_hand(table, seat)
    if isinstance(found, Refused):
        return found
    if "pot.splashed" in house.without:
        return Refused("request.no_ruling", "A splashed pot is nothing that is ruled here.")
    answer = house.options.splash_dispute
    ruling = Ruling(
        0,
        "splashed_pot",
        SPLASH_RULES,
        (("splash_dispute", answer),),
        (Remedy("warn", (seat,)), Remedy(_IN_DOUBT[answer], (seat,))),
        seat=seat,
        who="floor",
        may_until="next_hand",
        status="proposed",
    )
    told: list[Told] = []
    return rulings.opened(table, ruling, told, house), told


def all_in_unsaid(table: Table, seat: int, house: House) -> rulings.Outcome:
    """The player at `seat` is all-in and did not say so: the dealer says it where players have to, and the floor may be called.

    Nothing is forfeited by it: that is the floor's to say.
    Source: cooke.9.09.c.
    """
    found = _in_hand(table, seat)
    if isinstance(found, Refused):
        return found
    hand, place = found
    if hand.stacks[place]:
        return Refused("request.not_all_in", f"Seat {seat} is not all-in: enter what he did first.")
    if not house.options.all_in_must_be_announced or "all_in.announced" in house.without:
        return Refused("request.no_ruling", "Nobody has to say here that he is all-in.")
    told: list[Told] = []
    return rulings.announced(table, Announcement(0, UNSAID, seat, rules=UNSAID_RULES), told, house), told


def _in_hand(table: Table, seat: int) -> tuple[Hand, int] | Refused:
    """Return the running hand and the place in it of the player at `seat`, who has not folded."""
    hand = running(table)
    if hand is None or seat not in hand.seats or hand.folded[hand.seats.index(seat)]:
        return Refused("request.not_in_hand", f"Seat {seat} has no hand that is still in: name the player's seat.")
    return hand, hand.seats.index(seat)
