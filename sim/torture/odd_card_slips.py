"""Slips in the deal with cards that are none, or count as shown: boxed cards, a joker, one that falls, one that is replaced wrongly.

They are of games whose first cards all come down.
"""

from __future__ import annotations

from typing import Final

from controller.game.cards import JOKER
from controller.game.zones import BURN, HOLE, MUCK, UP_SEAT
from sim.torture import shown
from sim.torture.exposed_slips import EARLY
from sim.torture.hands import Hands
from sim.torture.model import HandModel
from sim.torture.shown import OFF_RULES
from sim.torture.slip import Slip, can_spare, dealt_down

BOXED_RULES: Final = ("cooke.14.10.a", "roberts.irregularities.7a")
TWO_BOXED_RULES: Final = ("cooke.14.10.c", "roberts.misdeals.1.3")
JOKER_RULES: Final = ("cooke.14.11.c", "roberts.irregularities.8a", "home.7.misdeal.2")
SEEN_JOKER_RULES: Final = ("cooke.14.11.b", *JOKER_RULES[1:])
EXTRA_RULES: Final = ("cooke.14.20.e", "roberts.irregularities.11")


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
    for number, player in enumerate(order):
        if number == first:
            _box(hands, "two_boxed")
            hands.ruled("two_boxed", "boxed_card", None, "next_becomes", BOXED_RULES)
            hands.lay(hands.aside, MUCK)
        if number == second:
            _box(hands, "two_boxed")
            if shown.in_lowball_of_roberts(hands.setup):
                hands.ruled("two_boxed", "boxed_card", None, "next_becomes", BOXED_RULES)
                hands.lay(hands.aside, MUCK)
                hands.deal_one(player)
                continue
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
    at = hands.draw.randrange(EARLY, len(order) - 1)
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
    if shown.hangs_on_rank(hands.setup):  # nobody at the panel said which card it is
        hands.ruled("off_table", "exposed_card", player, "floor_decides", OFF_RULES)
        hands.decided("exposed_card", "by_hand")
    elif shown.is_kept(hands.setup, hands.setup.deck[card]):
        hands.ruled("off_table", "exposed_card", player, "play_on", (*OFF_RULES, *shown.rules_of(hands.setup)))
    else:
        _off_replaced(hands, at, card)
        return
    hands.given(player, card)
    for other in order[at + 1 :]:
        hands.deal_one(other)


def _off_replaced(hands: Hands, at: int, card: int) -> None:
    """When the others have their cards the top card comes for it, and it is the burn."""
    order = hands.order()
    player = order[at]
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
    card, zone = hands.joker(), hands.zone_of_next(player)
    hands.lay(card, zone)
    if hands.setup.book == "home":
        hands.ruled("stray_joker", "misdeal", player, "redeal", JOKER_RULES)
        hands.misdeal()
        return
    if zone in UP_SEAT:
        hands.ruled("stray_joker", "joker", player, "next_becomes", SEEN_JOKER_RULES)
        hands.lay(card, MUCK)
        for other in order[at:]:
            hands.deal_one(other)
        return
    hands.ruled("stray_joker", "joker", player, "replace_after_deal", JOKER_RULES)
    hands.lay(card, MUCK)
    for number in range(at + 1, len(order)):
        hands.deal_in_turn(order[number], number // len(hands.players()))
    hands.replace_last(player)


def _replaced_wrong(hands: Hands) -> None:
    """A card that showed is to be replaced, and another gets the card for it: the floor is told. Source: cooke.14.22.a."""
    order = hands.order()
    at = _replaceable(hands)
    for number, player in enumerate(order):
        hands.deal_one(player, up=number == at)
    if at < 0:
        return
    player, other = order[at], order[at + 1]
    hands.ruled("replaced_wrong", "exposed_card", player, "replace_after_deal", shown.rules_of(hands.setup))
    hands.slipped("replaced_wrong")
    hands.lay(hands.next_card(), HOLE[other.seat])
    hands.ruled("replaced_wrong", "wrong_card", other, "return_as_burn", EXTRA_RULES, also=("procedure",))  # he has one too many
    hands.voided("the wrong player got the card")


def _replaceable(hands: Hands) -> int:
    """Draw a place in the deal whose card is replaced if it shows, neither an early one nor the last; -1 = there is none."""
    setup, left = hands.setup, hands.coming(len(hands.order()))
    places = [at for at in range(EARLY, len(left) - 1) if not shown.is_kept(setup, setup.deck[left[at]])]
    return hands.draw.choice(places) if places else -1


def _without_joker(model: HandModel) -> bool:
    return JOKER not in model.setup.deck


def _stated(model: HandModel) -> bool:
    """The home rules say nothing of cards that lie face up in the deck."""
    return can_spare(model) and model.setup.book != "home"


def _replaces(model: HandModel) -> bool:
    """At home a card that the dealer shows is a misdeal; in high draw it may be kept."""
    setup = model.setup
    return dealt_down(model) and setup.book != "home" and len(model.players) > 1 and not shown.is_kept(setup, JOKER)


#: Every such slip.
ODD_CARD_SLIPS: Final = (
    Slip("boxed", "comes to a card that lies face up in the deck", _boxed, BOXED_RULES, _stated),
    Slip("two_boxed", "comes to a second card that lies face up in the deck", _two_boxed, TWO_BOXED_RULES, _stated),
    Slip("off_table", "deals a card off the table", _off_table, OFF_RULES, lambda model: dealt_down(model) and len(model.players) > 1),
    Slip("replaced_wrong", "gives the card for one that showed to another", _replaced_wrong, EXTRA_RULES, _replaces),
    Slip("stray_joker", "deals a joker that nobody plays with", _joker, JOKER_RULES, _without_joker),
)
