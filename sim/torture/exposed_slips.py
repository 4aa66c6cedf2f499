"""Cards of the deal that show, in games whose first cards all come down: by the dealer's doing, or their player's."""

from __future__ import annotations

from typing import Final, NamedTuple

from sim.torture import shown
from sim.torture.hands import Hands
from sim.torture.model import HandModel
from sim.torture.player import Player
from sim.torture.slip import Slip, dealt_down


class _At(NamedTuple):
    """A card of the deal: the how-manieth, whose."""

    nth: int
    player: Player


#: The first two cards off the deck, which make a misdeal when the dealer shows one. Source: cooke.14.20.g, roberts.misdeals.1.1.
EARLY: Final = 2
#: So many that count are one. Source: cooke.14.20.h, roberts.misdeals.1.2.
_MANY: Final = 2
EARLY_RULES: Final = ("cooke.14.20.g", "roberts.misdeals.1.1", "home.7.misdeal.1")
COUNT_RULES: Final = ("cooke.14.20.h", "roberts.misdeals.1.2", "home.7.misdeal.1")
#: What a card that is no misdeal comes to, in any game.
SHOWN_RULES: Final = (*shown.REPLACED_RULES, "cooke.7.11.a", "cooke.7.19.c", "roberts.lowball.8")
PLAYERS_RULES: Final = ("cooke.14.09.c", "roberts.irregularities.12b", "home.7.soso")


def _first_exposed(hands: Hands) -> None:
    """One of the first two cards off the deck lands face up."""
    _deal_showing(hands, "first_exposed", [hands.draw.randrange(EARLY)])


def _one_exposed(hands: Hands) -> None:
    """One later card lands face up."""
    _deal_showing(hands, "one_exposed", [hands.draw.randrange(EARLY, len(hands.order()))])


def _two_exposed(hands: Hands) -> None:
    """Two later cards land face up."""
    _deal_showing(hands, "two_exposed", sorted(hands.draw.sample(range(EARLY, len(hands.order())), 2)))


def _deal_showing(hands: Hands, kind: str, places: list[int]) -> None:
    setup, order = hands.setup, hands.order()
    counted = 0
    replaced: list[_At] = []
    given: dict[int, int] = {}
    for at, player in enumerate(order):
        nth = given.get(player.seat, 0)
        given[player.seat] = nth + 1
        if at not in places:
            hands.deal_one(player)
            continue
        hands.slipped(kind)
        hands.deal_one(player, up=True)
        card = setup.deck[hands.held_by(player)[-1]]
        counted += shown.counts(setup, card)
        if at < EARLY:  # cards that came before it may be unread: they are waited for
            hands.wait()
        if at < EARLY or shown.any_is_misdeal(setup) or (shown.counts(setup, card) and counted >= _MANY):
            hands.ruled(kind, "misdeal", player, "redeal", EARLY_RULES if at < EARLY else COUNT_RULES)
            hands.misdeal()
            return
        if shown.is_kept(setup, card):
            hands.ruled(kind, "exposed_card", player, "play_on", shown.rules_of(setup))
            continue
        last = at + 1 == len(order)  # it is replaced at once. Source: cooke.14.09.f
        remedy = "replace_now" if last else "replace_after_deal"
        hands.ruled(kind, "exposed_card", player, remedy, shown.rules_of(setup), unread="replace_after_deal")
        replaced.append(_At(nth, player))
    for one in replaced:
        hands.replaced(one.player, one.nth)


def _player_shows(hands: Hands) -> None:
    """A player turns one of his cards up when all are dealt: it plays."""
    for player in hands.order():
        hands.deal_one(player)
    player, nth = hands.draw.choice(hands.model.players), hands.draw.randrange(hands.model.game.hole)
    hands.slipped("player_shows")
    hands.turned(player, nth)
    hands.ruled("player_shows", "exposed_card", player, "play_on", PLAYERS_RULES)


def _three_or_more(model: HandModel) -> bool:
    return dealt_down(model) and len(model.players) * model.game.hole > EARLY + 2


#: Every such slip.
EXPOSED_SLIPS: Final = (
    Slip("first_exposed", "one of the first two cards off the deck lands face up", _first_exposed, EARLY_RULES, dealt_down),
    Slip("one_exposed", "a later card lands face up", _one_exposed, SHOWN_RULES, _three_or_more),
    Slip("two_exposed", "two later cards land face up", _two_exposed, COUNT_RULES, _three_or_more),
    Slip("player_shows", "a player turns a card of his up", _player_shows, PLAYERS_RULES, dealt_down),
)
