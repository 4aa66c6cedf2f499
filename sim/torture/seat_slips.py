"""Slips in the deal with seats, in games whose first cards all come down: cards that go to another, or where nobody sits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from controller.game.zones import HOLE, MAX_SEATS, MUCK
from sim.torture import shown
from sim.torture.hands import Hands
from sim.torture.model import HandModel
from sim.torture.slip import Slip, can_spare

PUSHED_RULES: Final = ("cooke.14.22.b", "home.7.misdeal.4")
SEQUENCE_RULES: Final = ("cooke.14.20.c", "roberts.misdeals.1.6", "home.7.misdeal.4")
FIRST_RULES: Final = ("cooke.14.20.b", "roberts.misdeals.1.8", "home.7.misdeal.6")
EMPTY_RULES: Final = ("cooke.14.20.n", "roberts.misdeals.1.9", "home.7.misdeal.7")


def _one_too_far(hands: Hands) -> None:
    """One card goes one seat too far, and is seen at once."""
    _too_far(hands, "one_seat_too_far", 1)


def _two_too_far(hands: Hands) -> None:
    """Two cards go one seat too far."""
    _too_far(hands, "two_seats_too_far", 2)


def _three_too_far(hands: Hands) -> None:
    """Three cards go one seat too far: nobody pushes so many back. Source: cooke.14.20.c."""
    _too_far(hands, "three_seats_too_far", 3)


def _too_far(hands: Hands, kind: str, count: int) -> None:
    order, players = hands.order(), hands.players()
    if len(players) < count + 2:
        hands.deal_all()
        return
    after_first = range(1, len(players) - count)  # within a round, and not its first card
    at = hands.draw.randrange(hands.model.game.dealt_first) * len(players) + hands.draw.choice(after_first)
    for player in order[:at]:
        hands.deal_one(player)
    hands.slipped(kind)
    for player in order[at + 1 : at + 1 + count]:
        hands.deal_one(player)
    hands.told("skipped", order[at])
    holder = order[at + 1]
    if at + 1 + count == len(order) and shown.in_lowball_of_roberts(hands.setup) and hands.model.moment == "betting":
        # the cards have gone round: it is a short hand, which lives
        hands.ruled(kind, "live_hand", order[at], "deal_top", shown.SHORT_RULES)
        hands.deal_one(order[at])
        return
    if hands.setup.book == "roberts" or count > 2:
        hands.ruled(kind, "misdeal", holder, "redeal", SEQUENCE_RULES)
        hands.misdeal()
        return
    hands.ruled(kind, "wrong_card", holder, "push_back", PUSHED_RULES)
    for player in order[at : at + count]:
        follower = order[order.index(player) + 1]
        hands.given_to(player, hands.held_by(follower)[-1], follower)
    for player in order[at + count :]:
        hands.deal_one(player)


def _first_wrong(hands: Hands) -> None:
    """The first card goes to the second player."""
    first, second = hands.order()[:2]
    hands.slipped("first_card_too_far")
    hands.deal_one(second)
    hands.told("skipped", first)
    hands.ruled("first_card_too_far", "misdeal", second, "redeal", FIRST_RULES)
    hands.misdeal()


def _empty_seat(hands: Hands) -> None:
    """A card goes to a seat where nobody sits: that hand is dead, or the deal is a wrong one."""
    empty = _empty_seats(hands.model)
    order = hands.order()
    seat = hands.draw.choice(empty)
    at = hands.draw.randrange(1, len(hands.players()) + 1)
    for player in order[:at]:
        hands.deal_one(player)
    hands.slipped("empty_seat")
    card = hands.next_card()
    hands.lay(card, HOLE[seat])
    if hands.setup.book != "cooke":
        hands.ruled("empty_seat", "misdeal", seat, "redeal", EMPTY_RULES)
        hands.misdeal()
        return
    hands.ruled("empty_seat", "not_entitled", seat, "kill_hand", EMPTY_RULES)
    hands.lay(card, MUCK)
    for player in order[at:]:
        hands.deal_one(player)


def _empty_seats(model: HandModel) -> list[int]:
    return [seat for seat in range(1, MAX_SEATS + 1) if seat not in model.setup.stacks]


def _players(count: int) -> Callable[[HandModel], bool]:
    return lambda model: len(model.players) >= count


#: Every such slip.
SEAT_SLIPS: Final = (
    Slip("one_seat_too_far", "deals a card one seat too far", _one_too_far, SEQUENCE_RULES, _players(3)),
    Slip("two_seats_too_far", "deals two cards one seat too far", _two_too_far, SEQUENCE_RULES, _players(4)),
    Slip("three_seats_too_far", "deals three cards one seat too far", _three_too_far, SEQUENCE_RULES, _players(5)),
    Slip("first_card_too_far", "deals the first card to the second player", _first_wrong, FIRST_RULES, _players(2)),
    Slip(
        "empty_seat",
        "deals a card to a seat where nobody sits",
        _empty_seat,
        EMPTY_RULES,
        lambda model: can_spare(model) and bool(_empty_seats(model)),
    ),
)
