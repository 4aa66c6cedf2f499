"""Players who play behind: chips that are on their way and play already, said before the first card of every hand until they are there."""

from __future__ import annotations

from typing import Final

from controller.game.hand import Hand
from controller.game.outcome import Refused, Told
from controller.rules.house import House
from controller.rules.ruling import Announcement
from controller.table import rulings
from controller.table.announcing.obligations import BEHIND
from controller.table.table import Table, said

BEHIND_RULES: Final = ("cooke.14.16.a", "cooke.def.playing_behind")
#: All that is a player's for the hand is in play, also what is still on its way.
MONEY_RULES: Final = ("cooke.def.money_in_play",)
#: Where money that is still on its way does not play.
NOT_ALLOWED: Final = Refused(
    "buy_in.not_behind", "Here only chips on the table play: the player buys in when they are there.", ("cooke.9.07.a",)
)


def of(table: Table, seat: int) -> int:
    """Return how many chips of a seat are on their way. Units: chips."""
    return dict(table.around.behind).get(seat, 0)


def on_their_way(table: Table, seat: int, chips: int) -> Table:
    """Return the table with so many chips of a seat on their way, more than there were; 0 = they are all there, or he has gone."""
    rest = tuple([one for one in table.around.behind if one[0] != seat])
    return said(table, behind=tuple(sorted((*rest, (seat, chips)))) if chips else rest)


def arrived(table: Table, seat: int, house: House) -> rulings.Outcome:
    """The chips of a player who was playing behind lie before him: nothing is said of them any more, but that they are there."""
    chips = of(table, seat)
    if not chips:
        return Refused("request.nothing_behind", f"No chips of seat {seat} are on their way.")
    told: list[Told] = []
    table = rulings.unsaid(on_their_way(table, seat, 0), BEHIND)
    return rulings.announced(table, Announcement(0, "arrived", seat, chips), told, house), told


def to_say(table: Table, hand: Hand, house: House) -> list[Announcement]:
    """Return what is said of those who play behind, when a hand begins.

    Source: cooke.14.16.a, cooke.9.07.a, cooke.def.playing_behind.
    """
    if not house.options.announce_playing_behind or "announce.behind" in house.without:
        return []
    stacks = dict(zip(hand.seats, hand.stacks, strict=True))
    owed = [(seat, min(chips, stacks.get(seat, 0))) for seat, chips in table.around.behind]
    return [Announcement(0, BEHIND, seat, chips, rules=BEHIND_RULES) for seat, chips in owed if chips]
