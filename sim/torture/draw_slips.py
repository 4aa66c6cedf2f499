"""Slips while cards are changed: one that shows, one that falls, one too many, a boxed card, a stub too short for all."""

from __future__ import annotations

from typing import Final

from controller.game.zones import HOLE, MUCK
from sim.torture import shown
from sim.torture.hands import Hands
from sim.torture.model import HandModel
from sim.torture.slip import Slip

#: Nobody keeps a card that shows on the draw, by game.
_SHOWN_RULES: Final = {
    "five_card_draw": ("cooke.7.11.b",),
    "deuce_to_seven_triple_draw": ("cooke.7.19.f", "roberts.lowball.9"),
    "badugi": ("cooke.7.18.07.b", "roberts.lowball.9"),
}
SHOWN_RULES: Final = ("cooke.7.11.b", "cooke.7.19.f", "cooke.7.18.07.b", "roberts.lowball.9")
COUNT_RULES: Final = ("cooke.7.04.e", "roberts.lowball.11")
BOXED_RULES: Final = ("cooke.14.10.a", "roberts.irregularities.7a")
DOUBLE_RULES: Final = ("cooke.14.08.a", "roberts.irregularities.15a")
#: The kind with which players change all cards that there are.
LAST_CARD: Final = "draw_last_card"
#: With so many cards left after the deal players may come to the last one.
MOST_LEFT: Final = 30
LAST_RULES: Final = ("cooke.14.18",)


def _shows(hands: Hands) -> None:
    """A new card lands face up: it is refused, and another comes for it when the others have theirs. Source: cooke.7.11.b."""
    hands.burn_once()
    at = hands.draw.randrange(len(hands.new_cards))
    for number, player in enumerate(hands.new_cards):
        if number != at:
            hands.deal_one(player)
            continue
        card = hands.next_card()
        hands.slipped("draw_exposed")
        hands.lay(card, HOLE[player.seat], up=True)
        hands.ruled("draw_exposed", "exposed_card", player, "replace_last", _SHOWN_RULES[hands.setup.game])
        hands.lay(card, MUCK)
    hands.deal_one(hands.new_cards[at])
    hands.open_street()


def _falls(hands: Hands) -> None:
    """A new card falls off the table: it is one that showed."""
    hands.burn_once()
    at = hands.draw.randrange(len(hands.new_cards))
    player = hands.new_cards[at]
    for other in hands.new_cards[:at]:
        hands.deal_one(other)
    card = hands.next_card()
    hands.slipped("draw_off_table")
    hands.happens("fell", card)
    hands.told("off_table", player)
    rules = (*shown.OFF_RULES[:2], *_SHOWN_RULES[hands.setup.game])
    hands.ruled("draw_off_table", "exposed_card", player, "replace_last", rules)
    for other in (*hands.new_cards[at + 1 :], player):
        hands.deal_one(other)
    hands.open_street()


def _one_more(hands: Hands) -> None:
    """When the draw is over somebody gets one more card: his hand is dead."""
    hands.dealt_anew()
    if hands.model.moment != "betting":
        return  # nobody bets any more: the next cards come at once
    player = hands.draw.choice(hands.model.in_hand)
    hands.slipped("draw_one_extra")
    hands.lay(hands.next_card(), HOLE[player.seat])
    hands.ruled("draw_one_extra", "dead_hand", player, "kill_hand", COUNT_RULES)
    hands.killed(player)


def _boxed(hands: Hands) -> None:
    """A new card lies face up in the deck: it is none."""
    hands.burn_once()
    at = hands.draw.randrange(len(hands.new_cards))
    for number, player in enumerate(hands.new_cards):
        if number == at:
            card = hands.next_card()
            hands.slipped("draw_boxed")
            hands.happens("boxed", card)
            hands.ruled("draw_boxed", "boxed_card", None, "next_becomes", BOXED_RULES)
            hands.lay(card, MUCK)
        hands.deal_one(player)
    hands.open_street()


def _last_card(hands: Hands) -> None:
    """Somebody waits for a card, and the deck's last one is next: the floor says that it is dealt. Source: cooke.14.18."""
    if len(hands.coming(len(hands.new_cards) + 2)) != len(hands.new_cards) + (not hands.burned_already):
        hands.dealt_anew()  # there are more
        return
    hands.burn_once()
    *most, last = hands.new_cards
    hands.slipped(LAST_CARD)
    for player in most:
        hands.deal_one(player)
    hands.ruled(LAST_CARD, "stub_error", None, "floor_decides", LAST_RULES)
    hands.decided("stub_error", "play_on")
    hands.deal_one(last)
    hands.open_street()


def _double_burn(hands: Hands) -> None:
    """Two cards are burned before the first new card: the second goes back on top. Source: roberts.irregularities.15a."""
    hands.burn_once()
    hands.slipped("draw_double_burn")
    second = hands.burn()
    hands.ruled("draw_double_burn", "burn_error", None, "burn_to_stub", DOUBLE_RULES)
    hands.back(second)
    for player in hands.new_cards:
        hands.deal_one(player)
    hands.open_street()


def _burns_early(hands: Hands) -> None:
    """A card is burned while somebody has yet to give up one of his: he is told of."""
    hands.slipped("discard_forgotten")
    hands.burn()
    hands.burned_already = True
    hands.noticed("discard_forgotten", "deal.discard_owed", HOLE[hands.model.to_draw[0].seat])


def _many(model: HandModel) -> bool:
    """Whether the stub may come to its end: many players change many cards."""
    return model.game.changes and len(model.players) * model.game.hole + MOST_LEFT >= len(model.setup.deck)


def _first_draw(model: HandModel) -> bool:
    """Whether it is known how many burns there are: before a draw in which nobody changed a card there may be one, or none."""
    return not model.street


def _gives_up(model: HandModel) -> bool:
    return model.game.gives_up


def _changes(model: HandModel) -> bool:
    return model.game.changes


def _stated(model: HandModel) -> bool:
    """The home rules say nothing of cards that lie face up in the deck."""
    return model.game.changes and model.setup.book != "home"


#: Every such slip.
DRAW_SLIPS: Final = (
    Slip("draw_exposed", "shows a new card on the draw", _shows, SHOWN_RULES, _changes, "draw", weight=3),
    Slip("draw_off_table", "deals a new card off the table", _falls, (*shown.OFF_RULES[:2], *SHOWN_RULES), _changes, "draw", weight=3),
    Slip("draw_one_extra", "deals a card too many after the draw", _one_more, COUNT_RULES, _changes, "draw", weight=3),
    Slip("draw_boxed", "comes to a card on the draw that lies face up in the deck", _boxed, BOXED_RULES, _stated, "draw", weight=3),
    Slip(LAST_CARD, "comes to the last card of the deck on the draw", _last_card, LAST_RULES, _many, "draw", last=True, weight=3),
    Slip("draw_double_burn", "burns two cards before a draw", _double_burn, DOUBLE_RULES, _changes, "draw", _first_draw, weight=3),
    Slip("discard_forgotten", "burns before everybody has given up a card", _burns_early, (), _gives_up, "discard", weight=2),
)
