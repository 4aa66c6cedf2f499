"""Slips in games with up-cards: burns before a street, and a down-card that lands in sight."""

from __future__ import annotations

from typing import Final

from controller.game.zones import BURN, UP
from sim.torture.hands import Hands
from sim.torture.model import HandModel
from sim.torture.player import Player
from sim.torture.slip import Slip
from sim.torture.stud import StudModel

MISSING_RULES: Final = ("cooke.5.02.c", "roberts.stud.13a")
DOUBLE_RULES: Final = ("roberts.stud.13a",)


def _stud(hands: Hands) -> StudModel:
    model = hands.model
    if not isinstance(model, StudModel):
        raise ValueError("the row is for games with up-cards")
    return model


def _up_of(model: StudModel, player: Player) -> list[int]:
    return model.up[model.players.index(player)]


def _give_up_card(hands: Hands, player: Player, at: int) -> None:
    hands.held_by(player).append(at)
    _up_of(_stud(hands), player).append(at)
    hands.lay(at, UP[player.seat])


def _take_up_card(hands: Hands, player: Player) -> int:
    at = _up_of(_stud(hands), player).pop()
    hands.held_by(player).remove(at)
    return at


def _no_burn(hands: Hands) -> None:
    """A street is dealt without a burn: its first card is the burn, and the others move up."""
    model = _stud(hands)
    players = model.dealt_in()
    hands.slipped("stud_no_burn")
    for player in players:
        _give_up_card(hands, player, hands.next_card())
    hands.wait()
    hands.ruled("stud_no_burn", "burn_error", None, "restore_order", MISSING_RULES)
    hands.decided("burn_error", role="dealer")
    cards = [_take_up_card(hands, player) for player in players]
    model.burned.append(cards[0])
    hands.lay(cards[0], BURN)
    for player, at in zip(players, [*cards[1:], hands.next_card()], strict=True):
        _give_up_card(hands, player, at)


def _double_burn(hands: Hands) -> None:
    """Two cards are burned before a street: the second is the first player's."""
    model = _stud(hands)
    first, *others = model.dealt_in()
    hands.burn()
    hands.slipped("stud_double_burn")
    second = hands.burn()
    hands.ruled("stud_double_burn", "burn_error", None, "restore_order", DOUBLE_RULES)
    hands.decided("burn_error", role="dealer")
    model.burned.remove(second)
    _give_up_card(hands, first, second)
    for player in others:
        _give_up_card(hands, player, hands.next_card())


def _by_sight(model: HandModel) -> bool:
    return model.setup.with_sight


def _has_row(model: HandModel) -> bool:
    """Whether the book has a rule for it; another's only advises."""
    return _by_sight(model) and model.setup.book == "roberts"


def _cards_for_all(model: HandModel) -> bool:
    """Whether it is no last street, which comes down, and a card is left for everybody."""
    whole = isinstance(model, StudModel) and not model.dealt_on and len(model.dealt_in()) > 1
    return whole and 0 < model.street + 1 < len(model.game.streets) - 1


#: Every slip of games with up-cards.
STUD_SLIPS: Final = (
    Slip(
        "stud_no_burn", "deals a street of up-cards without a burn", _no_burn, MISSING_RULES, _by_sight, "street", _cards_for_all, weight=4
    ),
    Slip(
        "stud_double_burn",
        "burns two cards before a street of up-cards",
        _double_burn,
        DOUBLE_RULES,
        _has_row,
        "street",
        _cards_for_all,
        weight=4,
    ),
)
