"""Slips in the deal with seats and with cards that are none: wrong seats, boxed cards, a joker, a card that falls off the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from controller.game.zones import BURN, HOLE, MAX_SEATS, MUCK
from sim.torture.hands import Hands
from sim.torture.model import HandModel
from sim.torture.slip import Slip, plain

PUSHED_RULES: Final = ("cooke.14.22.b", "home.7.misdeal.4")
SEQUENCE_RULES: Final = ("cooke.14.20.c", "roberts.misdeals.1.6", "home.7.misdeal.4")
FIRST_RULES: Final = ("cooke.14.20.b", "roberts.misdeals.1.8", "home.7.misdeal.6")
EMPTY_RULES: Final = ("cooke.14.20.n", "roberts.misdeals.1.9", "home.7.misdeal.7")
BOXED_RULES: Final = ("cooke.14.10.a", "roberts.irregularities.7a")
TWO_BOXED_RULES: Final = ("cooke.14.10.c", "roberts.misdeals.1.3")
OFF_RULES: Final = ("cooke.16.12.b", "roberts.irregularities.12d", "home.7.misdeal.1")
JOKER_RULES: Final = ("cooke.14.11.c", "roberts.irregularities.8a", "home.7.misdeal.2")
REPLACED_RULES: Final = ("cooke.14.09.e", "roberts.holdem.1b")
EXTRA_RULES: Final = ("cooke.14.20.e", "roberts.irregularities.11")

#: Cards off the deck that have rules of their own.
_FIRST_CARDS: Final = 2


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
    order, players = hands.order(), hands.model.players
    after_first = range(1, len(players) - count)  # within a round, and not its first card
    at = hands.draw.randrange(hands.model.game.hole) * len(players) + hands.draw.choice(after_first)
    for player in order[:at]:
        hands.deal_one(player)
    hands.slipped(kind)
    for player in order[at + 1 : at + 1 + count]:
        hands.deal_one(player)
    hands.told("skipped", order[at])
    holder = order[at + 1]
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
    at = hands.draw.randrange(1, len(hands.model.players) + 1)
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


def _boxed(hands: Hands) -> None:
    """A card lies face up in the deck: it is none, and the next one takes its place."""
    order = hands.order()
    at = hands.draw.randrange(len(order))
    for number, player in enumerate(order):
        if number == at:
            _box(hands, "boxed")
            hands.ruled("boxed", "boxed_card", None, "next_becomes", BOXED_RULES)
            hands.lay(hands.aside, MUCK)
        hands.deal_one(player)


def _two_boxed(hands: Hands) -> None:
    """Two cards lie face up in the deck."""
    order = hands.order()
    first, second = sorted(hands.draw.sample(range(len(order)), 2))
    for number, player in enumerate(order[: second + 1]):
        if number == first:
            _box(hands, "two_boxed")
            hands.ruled("two_boxed", "boxed_card", None, "next_becomes", BOXED_RULES)
            hands.lay(hands.aside, MUCK)
        if number == second:
            _box(hands, "two_boxed")
            hands.ruled("two_boxed", "misdeal", None, "redeal", TWO_BOXED_RULES)
            hands.misdeal()
            return
        hands.deal_one(player)


def _box(hands: Hands, kind: str) -> None:
    hands.slipped(kind)
    hands.aside = hands.next_card()
    hands.happens("boxed", hands.aside)


def _off_table(hands: Hands) -> None:
    """A card of the deal falls off the table: an exposed one."""
    order = hands.order()
    at = hands.draw.randrange(_FIRST_CARDS, len(order) - 1)
    for player in order[:at]:
        hands.deal_one(player)
    player = order[at]
    hands.slipped("off_table")
    card = hands.next_card()
    hands.happens("fell", card)
    hands.told("off_table", player)
    if hands.setup.book == "home":
        hands.ruled("off_table", "misdeal", player, "redeal", OFF_RULES)
        hands.misdeal()
        return
    hands.ruled("off_table", "exposed_card", player, "replace_after_deal", OFF_RULES)
    for other in order[at + 1 :]:
        hands.deal_one(other)
    hands.deal_one(player)
    hands.lay(card, BURN)
    hands.burned_already = True


def _joker(hands: Hands) -> None:
    """A joker that nobody plays with is dealt face down: it is replaced when the others have their cards."""
    order = hands.order()
    at = hands.draw.randrange(len(order))
    for player in order[:at]:
        hands.deal_one(player)
    player = order[at]
    hands.slipped("stray_joker")
    card = hands.joker()
    hands.lay(card, HOLE[player.seat])
    if hands.setup.book == "home":
        hands.ruled("stray_joker", "misdeal", player, "redeal", JOKER_RULES)
        hands.misdeal()
        return
    hands.ruled("stray_joker", "joker", player, "replace_after_deal", JOKER_RULES)
    hands.lay(card, MUCK)
    for other in order[at + 1 :]:
        hands.deal_one(other)
    hands.deal_one(player)


def _replaced_wrong(hands: Hands) -> None:
    """A card that showed is to be replaced, and another gets the card for it: the floor is told. Source: cooke.14.22.a."""
    order = hands.order()
    at = hands.draw.randrange(_FIRST_CARDS, len(order) - 1)
    for number, player in enumerate(order):
        hands.deal_one(player, up=number == at)
    player, other = order[at], order[at + 1]
    hands.ruled("replaced_wrong", "exposed_card", player, "replace_after_deal", REPLACED_RULES)
    hands.slipped("replaced_wrong")
    hands.lay(hands.next_card(), HOLE[other.seat])
    hands.ruled("replaced_wrong", "wrong_card", other, "return_as_burn", EXTRA_RULES, also=("procedure",))  # he has one too many
    hands.voided("the wrong player got the card")


def _empty_seats(model: HandModel) -> list[int]:
    return [seat for seat in range(1, MAX_SEATS + 1) if seat not in model.setup.stacks]


def _players(count: int) -> Callable[[HandModel], bool]:
    return lambda model: plain(model) and len(model.players) >= count


def _stated(model: HandModel) -> bool:
    """The home rules say nothing of cards that lie face up in the deck."""
    return plain(model) and model.setup.book != "home"


def _replaces(model: HandModel) -> bool:
    """At home a card that the dealer shows is a misdeal."""
    return plain(model) and model.setup.book != "home" and len(model.players) > 1


#: Every slip with seats, and with cards that are none.
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
        lambda model: plain(model) and bool(_empty_seats(model)),
    ),
    Slip("boxed", "comes to a card that lies face up in the deck", _boxed, BOXED_RULES, _stated),
    Slip("two_boxed", "comes to a second card that lies face up in the deck", _two_boxed, TWO_BOXED_RULES, _stated),
    Slip("off_table", "deals a card off the table", _off_table, OFF_RULES, _players(2)),
    Slip("replaced_wrong", "gives the card for one that showed to another", _replaced_wrong, EXTRA_RULES, _replaces),
    Slip("stray_joker", "deals a joker that nobody plays with", _joker, JOKER_RULES, plain),
)
