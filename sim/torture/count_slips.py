"""Slips in the deal with the number of cards, in games whose first cards all come down: one too many, two too many, one too few."""

from __future__ import annotations

from typing import Final

from sim.torture import shown
from sim.torture.hands import Hands
from sim.torture.slip import Slip, any_game

ONE_EXTRA_RULES: Final = ("cooke.14.20.e", "roberts.irregularities.11", "home.7.misdeal.3")
TWO_EXTRA_RULES: Final = ("cooke.14.20.k", "roberts.misdeals.1.4", "home.7.misdeal.3")
IN_SIGHT_RULES: Final = ("cooke.14.20.e", *TWO_EXTRA_RULES[1:])
LAST_MISSING_RULES: Final = ("cooke.14.20.f", "roberts.misdeals.1.5", "home.7.misdeal.3")


def _one_extra(hands: Hands) -> None:
    """When all are dealt the first player gets one more: the card that was to be the burn.

    Source: cooke.14.20.e, roberts.irregularities.11.
    """
    hands.deal_all()
    hands.first_dealt()
    if hands.setup.with_sight and hands.model.moment == "board":
        return  # nobody can bet, and the next cards come at once
    first = hands.players()[0]
    hands.slipped("one_extra")
    hands.deal_one(first)
    hands.ruled("one_extra", "wrong_card", first, "return_as_burn", ONE_EXTRA_RULES)
    hands.burned(first)


def _two_extra(hands: Hands) -> None:
    """The first two players get one more each: the second of them belongs to the flop. Source: cooke.14.20.k, roberts.misdeals.1.4."""
    hands.deal_all()
    hands.first_dealt()
    if hands.setup.with_sight and hands.model.moment == "board":
        return  # nobody can bet, and the next cards come at once
    first, second = hands.players()[:2]
    hands.slipped("two_extra")
    hands.deal_one(first)
    hands.ruled("two_extra", "wrong_card", first, "return_as_burn", ONE_EXTRA_RULES)
    hands.deal_one(second)
    hands.ruled("two_extra", "misdeal", second, "redeal", _two_rules(hands))
    hands.misdeal()


def _two_rules(hands: Hands) -> tuple[str, ...]:
    """Without board and draw the second card belongs to no later street that is dealt otherwise."""
    return IN_SIGHT_RULES if hands.setup.with_sight else TWO_EXTRA_RULES


def _last_missing(hands: Hands) -> None:
    """The last player does not get his last card, and somebody sees it: the top card is his.

    Source: cooke.14.20.f, roberts.misdeals.1.5, roberts.lowball.1.4, roberts.lowball.11.
    """
    *most, last = hands.order()
    for player in most:
        hands.deal_one(player)
    hands.slipped("last_missing")
    hands.told("no_card", last)
    if shown.in_lowball_of_roberts(hands.setup) and hands.model.moment == "betting":
        hands.ruled("last_missing", "live_hand", last, "deal_top", shown.SHORT_RULES)
    else:
        hands.ruled("last_missing", "wrong_card", last, "deal_top", LAST_MISSING_RULES)
    hands.deal_one(last)


#: Every such slip.
COUNT_SLIPS: Final = (
    Slip("one_extra", "the first player gets a card too many, which was to be the burn", _one_extra, ONE_EXTRA_RULES, any_game),
    Slip("two_extra", "two players get a card too many", _two_extra, TWO_EXTRA_RULES, any_game),
    Slip("last_missing", "the last player does not get his last card, which is told", _last_missing, LAST_MISSING_RULES, any_game),
)
