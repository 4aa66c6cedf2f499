"""What is wrong with the deck, and what cheats do: cards of another deck, another back, a deck that is short, cards that are switched.

Without a book's word for it the table asks about what it sees, and the floor voids the hand.
"""

from __future__ import annotations

from typing import Final

from controller.game.zones import BURN, HOLE, STUB
from sim.torture.hands import Hands
from sim.torture.model import HandModel
from sim.torture.player import Player
from sim.torture.slip import Slip, any_game

DUPLICATE_RULES: Final = ("cooke.14.12.c", "roberts.irregularities.4")
BACK_RULES: Final = ("cooke.14.12.b", "roberts.irregularities.3a")
INVALID_RULES: Final = ("home.7.misdeal.2",)
DEAD_RULES: Final = ("home.7.dead",)
SURPLUS_RULES: Final = ("cooke.14.12.a", "roberts.irregularities.10", "home.7.misdeal.9")
SURPLUS_STANDS_RULES: Final = ("roberts.irregularities.10", "home.7.after_two")
SHORT_RULES: Final = ("cooke.14.20.j", "roberts.irregularities.10", "home.7.misdeal.9")
SHORT_LATE_RULES: Final = ("cooke.14.12.a", "roberts.irregularities.10", "home.7.after_two")
APART_RULES: Final = ("cooke.14.08.d",)

#: With a misdeal for its deck the deck is to be changed. Source: cooke.14.20.j, home.7.misdeal.9.
CHANGE: Final = ("deck_error",)

#: So many who have acted make the hand one that is played on. Source: cooke.10.17, roberts.misdeals.2b, home.7.before_two.
_SUBSTANTIAL: Final = 2


def _early(hands: Hands) -> bool:
    """Whether the deal can still be called wrong: no later street, and fewer than two have acted."""
    model = hands.model
    acted = [player for player in model.players if model.has_acted(player)]
    return model.street <= 0 and len(acted) < _SUBSTANTIAL


def _holder(hands: Hands) -> Player:
    return hands.draw.choice([player for player in hands.model.in_hand if not player.shown])


def _fouled(hands: Hands, kind: str, player: Player, rules: tuple[str, ...]) -> None:
    """A card among a player's that is none of the deck: everybody has his money back; at home a misdeal, or later a dead hand."""
    if hands.setup.book != "home":
        hands.ruled(kind, "fouled_deck", player, "return_bets", rules)
        hands.refunded()
    elif _early(hands):
        hands.ruled(kind, "misdeal", player, "redeal", INVALID_RULES, also=CHANGE)
        hands.misdeal()
    else:
        hands.ruled(kind, "dead_hand", player, "kill_hand", DEAD_RULES)
        hands.decided("dead_hand", "play_on")


def _second_deck(hands: Hands) -> None:
    """A player has a card of another deck up his sleeve, and lays it to his own."""
    player = _holder(hands)
    hands.slipped("second_deck_card")
    hands.happens("foreign", hands.any_card(), HOLE[player.seat])
    _fouled(hands, "second_deck_card", player, DUPLICATE_RULES)


def _switched(hands: Hands) -> None:
    """A player takes one of his cards away and lays one of another deck in its place."""
    player = _holder(hands)
    hands.slipped("card_switched")
    hands.happens("fell", hands.draw.choice(hands.model.hidden(player)))
    hands.happens("foreign", hands.any_card(), HOLE[player.seat])
    _fouled(hands, "card_switched", player, DUPLICATE_RULES)


def _deck_swapped(hands: Hands) -> None:
    """The deck is another one than before, and nobody said so: its first card shows it."""
    first = hands.order()[0]
    hands.slipped("deck_swapped")
    hands.happens("foreign", hands.next_card(), HOLE[first.seat])
    _fouled(hands, "deck_swapped", first, DUPLICATE_RULES)


def _wrong_back(hands: Hands) -> None:
    """A card before a player has another back."""
    player = _holder(hands)
    hands.slipped("wrong_back")
    hands.happens("back", hands.any_card(), HOLE[player.seat])
    _fouled(hands, "wrong_back", player, BACK_RULES)


def _stranger(hands: Hands) -> None:
    """A card of another deck lies in the stub: the deck has one too many."""
    hands.slipped("stranger_in_stub")
    hands.happens("foreign", hands.any_card(), STUB)
    if hands.setup.book == "cooke":
        hands.ruled("stranger_in_stub", "fouled_deck", None, "return_bets", SURPLUS_RULES)
        hands.refunded()
    elif hands.setup.book == "home" and _early(hands):
        hands.ruled("stranger_in_stub", "misdeal", None, "redeal", SURPLUS_RULES, also=CHANGE)
        hands.misdeal()
    else:
        hands.ruled("stranger_in_stub", "deck_error", None, "change_deck", SURPLUS_STANDS_RULES)


def _short_deck(hands: Hands) -> None:
    """Somebody finds out that the deck is a card short."""
    early, book = _early(hands), hands.setup.book
    hands.slipped("short_deck")
    hands.told("card_missing")
    if early and book != "roberts":
        hands.ruled("short_deck", "misdeal", None, "redeal", SHORT_RULES, also=CHANGE)
        hands.misdeal()
    elif book == "cooke":
        hands.ruled("short_deck", "fouled_deck", None, "return_bets", SHORT_LATE_RULES)
        hands.refunded()
    else:
        hands.ruled("short_deck", "deck_error", None, "change_deck", SHORT_LATE_RULES)


def _players_switch(hands: Hands) -> None:
    """Two players change cards under the table: each has one that is not his, which is asked about.

    Behind a draw the hand that has one too many until the other's has gone is dead. Source: roberts.lowball.11, cooke.7.04.e.
    """
    one, other = hands.draw.sample(hands.model.in_hand, 2)
    first, second = hands.draw.choice(hands.model.hidden(one)), hands.draw.choice(hands.model.hidden(other))
    hands.slipped("players_switch")
    hands.lay(first, HOLE[other.seat])
    hands.lay(second, HOLE[one.seat])
    hands.noticed("players_switch", "rfid.extra_card", HOLE[other.seat], besides="dead_hand" if hands.model.game.changes else "")
    hands.voided("players have switched cards")


def _peeked(hands: Hands) -> None:
    """A burned card is picked up, looked at, and put back: the burns are nobody's to look at. Source: cooke.14.08.d."""
    at = hands.last_burned
    if at < 0:
        return  # nobody has changed a card yet
    hands.slipped("peeked_at_burn")
    hands.happens("fell", at)
    if hands.setup.book == "cooke":
        hands.ruled("peeked_at_burn", "burn_error", None, "burn_back", APART_RULES)
    hands.lay(at, BURN)
    hands.settled()


def _two_hidden(model: HandModel) -> bool:
    return any_game(model) and len(model.players) > 1


def _hidden(model: HandModel) -> bool:
    return any(not player.shown for player in model.in_hand)


#: Every slip with the deck, and every cheat.
DECK_SLIPS: Final = (
    Slip("deck_swapped", "deals from another deck than before", _deck_swapped, (*DUPLICATE_RULES, *INVALID_RULES), any_game),
    Slip(
        "second_deck_card",
        "lays a card of another deck to his own",
        _second_deck,
        (*DUPLICATE_RULES, *DEAD_RULES),
        any_game,
        "round",
        _hidden,
    ),
    Slip(
        "card_switched", "switches a card for one of another deck", _switched, (*DUPLICATE_RULES, *DEAD_RULES), any_game, "round", _hidden
    ),
    Slip("wrong_back", "has a card with another back", _wrong_back, (*BACK_RULES, *DEAD_RULES), any_game, "round", _hidden),
    Slip("stranger_in_stub", "has a card of another deck in the stub", _stranger, SURPLUS_RULES, any_game, "round"),
    Slip("short_deck", "finds the deck a card short", _short_deck, SHORT_RULES, any_game, "round"),
    Slip("players_switch", "changes cards with another player", _players_switch, (), _two_hidden, "round"),
    Slip(
        "peeked_at_burn",
        "picks a burned card up, looks at it and puts it back",
        _peeked,
        APART_RULES,
        any_game,
        "round",
        lambda model: model.street > 0,
    ),
)
