"""Slips in the deal before the first round, in games that are dealt like hold'em, and what players do with their cards."""

from __future__ import annotations

from typing import Final, NamedTuple

from sim.torture.hands import Hands
from sim.torture.model import HandModel, Player
from sim.torture.setup import Setup
from sim.torture.slip import Slip, plain


class _At(NamedTuple):
    """A card of the deal: the how-manieth, whose."""

    nth: int
    player: Player


#: The first two cards off the deck, which make a misdeal when the dealer shows one. Source: cooke.14.20.g, roberts.misdeals.1.1.
_EARLY: Final = 2
EARLY_RULES: Final = ("cooke.14.20.g", "roberts.misdeals.1.1", "home.7.misdeal.1")
COUNT_RULES: Final = ("cooke.14.20.h", "roberts.misdeals.1.2", "home.7.misdeal.1")
REPLACED_RULES: Final = ("cooke.14.09.e", "roberts.holdem.1b")
PLAYERS_RULES: Final = ("cooke.14.09.c", "roberts.irregularities.12b", "home.7.soso")


def _any_is_misdeal(setup: Setup) -> bool:
    """Whether one card that the dealer shows is a misdeal, whichever it is. Source: home.7.misdeal.1."""
    return setup.book == "home"


def _first_exposed(hands: Hands) -> None:
    """One of the first two cards off the deck lands face up."""
    _deal_showing(hands, "first_exposed", [hands.draw.randrange(_EARLY)])


def _one_exposed(hands: Hands) -> None:
    """One later card lands face up."""
    _deal_showing(hands, "one_exposed", [hands.draw.randrange(_EARLY, len(hands.order()))])


def _two_exposed(hands: Hands) -> None:
    """Two later cards land face up."""
    _deal_showing(hands, "two_exposed", sorted(hands.draw.sample(range(_EARLY, len(hands.order())), 2)))


def _deal_showing(hands: Hands, kind: str, shown: list[int]) -> None:
    exposed: list[_At] = []
    given: dict[int, int] = {}
    for at, player in enumerate(hands.order()):
        nth = given.get(player.seat, 0)
        given[player.seat] = nth + 1
        if at not in shown:
            hands.deal_one(player)
            continue
        hands.slipped(kind)
        hands.deal_one(player, up=True)
        if at < _EARLY or exposed or _any_is_misdeal(hands.setup):
            hands.ruled(kind, "misdeal", player, "redeal", EARLY_RULES if at < _EARLY else COUNT_RULES)
            hands.misdeal()
            return
        last = at + 1 == len(hands.order())  # it is replaced at once. Source: cooke.14.09.f
        hands.ruled(
            kind, "exposed_card", player, "replace_now" if last else "replace_after_deal", REPLACED_RULES, unread="replace_after_deal"
        )
        exposed.append(_At(nth, player))
    for one in exposed:
        hands.replaced(one.player, one.nth)


def _player_shows(hands: Hands) -> None:
    """A player turns one of his cards up when all are dealt: it plays."""
    for player in hands.order():
        hands.deal_one(player)
    player, nth = hands.draw.choice(hands.model.players), hands.draw.randrange(hands.model.game.hole)
    hands.slipped("player_shows")
    hands.turned(player, nth)
    hands.ruled("player_shows", "exposed_card", player, "play_on", PLAYERS_RULES)


def _one_extra(hands: Hands) -> None:
    """When all are dealt the first player gets one more: the card that was to be the burn.

    Source: cooke.14.20.e, roberts.irregularities.11.
    """
    for player in hands.order():
        hands.deal_one(player)
    first = hands.model.players[0]
    hands.slipped("one_extra")
    hands.deal_one(first)
    hands.ruled("one_extra", "wrong_card", first, "return_as_burn", ONE_EXTRA_RULES)
    hands.burned(first)


def _two_extra(hands: Hands) -> None:
    """The first two players get one more each: the second of them belongs to the flop. Source: cooke.14.20.k, roberts.misdeals.1.4."""
    for player in hands.order():
        hands.deal_one(player)
    first, second = hands.model.players[:2]
    hands.slipped("two_extra")
    hands.deal_one(first)
    hands.ruled("two_extra", "wrong_card", first, "return_as_burn", ONE_EXTRA_RULES)
    hands.deal_one(second)
    hands.ruled("two_extra", "misdeal", second, "redeal", TWO_EXTRA_RULES)
    hands.misdeal()


def _last_missing(hands: Hands) -> None:
    """The last player does not get his last card, and somebody sees it: the top card is his.

    Source: cooke.14.20.f, roberts.misdeals.1.5.
    """
    *most, last = hands.order()
    for player in most:
        hands.deal_one(player)
    hands.slipped("last_missing")
    hands.told("no_card", last)
    hands.ruled("last_missing", "wrong_card", last, "deal_top", LAST_MISSING_RULES)
    hands.deal_one(last)


def _three_or_more(model: HandModel) -> bool:
    return plain(model) and len(model.players) * model.game.hole > _EARLY + 2


ONE_EXTRA_RULES: Final = ("cooke.14.20.e", "roberts.irregularities.11", "home.7.misdeal.3")
TWO_EXTRA_RULES: Final = ("cooke.14.20.k", "roberts.misdeals.1.4", "home.7.misdeal.3")
LAST_MISSING_RULES: Final = ("cooke.14.20.f", "roberts.misdeals.1.5", "home.7.misdeal.3")

#: Every slip of that deal.
DEAL_SLIPS: Final = (
    Slip("first_exposed", "one of the first two cards off the deck lands face up", _first_exposed, EARLY_RULES, plain),
    Slip("one_exposed", "a later card lands face up", _one_exposed, REPLACED_RULES, _three_or_more),
    Slip("two_exposed", "two later cards land face up", _two_exposed, COUNT_RULES, _three_or_more),
    Slip("one_extra", "the first player gets a card too many, which was to be the burn", _one_extra, ONE_EXTRA_RULES, plain),
    Slip("two_extra", "two players get a card too many", _two_extra, TWO_EXTRA_RULES, plain),
    Slip("last_missing", "the last player does not get his last card, which is told", _last_missing, LAST_MISSING_RULES, plain),
    Slip("player_shows", "a player turns a card of his up", _player_shows, PLAYERS_RULES, plain),
)
