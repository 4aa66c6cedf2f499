"""A card of the next street that comes before the betting is done, in games with up-cards: removed with others, or its player's later."""

from __future__ import annotations

from typing import Final

from controller.game.zones import BURN, UP
from sim.torture.hands import Hands
from sim.torture.model import HandModel
from sim.torture.player import Player
from sim.torture.slip import Slip
from sim.torture.stud import StudModel
from sim.torture.stud_deal_slips import stud_of

RULES: Final = ("roberts.stud.14a",)
CITED: Final = ("roberts.stud.14a", "cooke.5.19.a")
#: So long apart cards are laid down of which each is to be seen. Units: table seconds.
APART_S: Final = 0.5
#: So many players at most, for the cards that are removed are one for each.
_FEW: Final = 5


def _early(hands: Hands) -> None:
    """The dealer burns and gives the first player his next card while somebody has yet to act."""
    model = stud_of(hands)
    first = model.dealt_in()[0]
    if not hands.burned_already:
        hands.burn()
    hands.burned_already = False
    hands.slipped("stud_early_card")
    card = hands.next_card()
    hands.lay(card, UP[first.seat])
    book = hands.setup.book
    hands.ruled(
        "stud_early_card", "wrong_card", first, {"cooke": "restore_early", "roberts": "lay_aside"}.get(book, "floor_decides"), CITED
    )
    if book == "home":
        hands.decided("wrong_card", "lay_aside")
    else:
        hands.decided("wrong_card", role="dealer")
    if book == "cooke":
        hands.then(lambda: _given(hands, card, first))
        return
    model.burned.append(card)
    hands.lay(card, BURN)
    hands.then(lambda: _removed(hands))


def _given(hands: Hands, card: int, holder: Player) -> None:
    """The early card is that of whoever is first by now. Source: cooke.5.19.a."""
    model = stud_of(hands)
    first, *others = model.dealt_in()
    _has(hands, first, card)
    if first is not holder:
        hands.lay(card, UP[first.seat])
    for player in others:
        at = hands.next_card()
        _has(hands, player, at)
        hands.lay(at, UP[player.seat])


def _removed(hands: Hands) -> None:
    """As many more cards are removed as others are left, and the street is burned and dealt as ever. Source: roberts.stud.14a."""
    model = stud_of(hands)
    players = model.dealt_in()
    for _ in range(len(players) - 1):
        at = hands.next_card()
        model.burned.append(at)
        hands.lay(at, BURN)
        hands.wait(APART_S)
    hands.burn()
    for player in players:
        at = hands.next_card()
        _has(hands, player, at)
        hands.lay(at, UP[player.seat])


def _has(hands: Hands, player: Player, at: int) -> None:
    model = stud_of(hands)
    hands.held_by(player).append(at)
    model.up[model.players.index(player)].append(at)


def _by_sight(model: HandModel) -> bool:
    return model.setup.with_sight


def _next_is_up(model: HandModel) -> bool:
    """Whether up-cards are next, and there are cards enough."""
    whole = isinstance(model, StudModel) and not model.dealt_on and len(model.players) <= _FEW
    return whole and 0 <= model.street < len(model.game.streets) - 2


#: Every such slip.
STUD_EARLY_SLIPS: Final = (
    Slip("stud_early_card", "deals an up-card before the round is over", _early, RULES, _by_sight, "round", _next_is_up, weight=2),
)
