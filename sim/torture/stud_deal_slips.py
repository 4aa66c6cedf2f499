"""Slips with the first cards of games with up-cards: down-cards that land in sight, or fall off the table."""

from __future__ import annotations

from typing import Final

from controller.game.cards import card_text
from controller.game.zones import HOLE, MUCK
from sim.torture.hands import Hands
from sim.torture.model import HandModel
from sim.torture.player import Player
from sim.torture.slip import Slip
from sim.torture.stud import StudModel

ONE_RULES: Final = ("roberts.stud.1a", "cooke.14.09.g")
BOTH_RULES: Final = ("roberts.stud.1b", "cooke.14.09.g")
OFF_RULES: Final = ("cooke.16.12.c", "roberts.stud.11")

#: All down-cards of a player.
BOTH: Final = 2


def stud_of(hands: Hands) -> StudModel:
    model = hands.model
    if not isinstance(model, StudModel):
        raise ValueError("the row is for games with up-cards")
    return model


def _has_rule(hands: Hands) -> bool:
    """Whether the book says what becomes of a down-card in sight. Source: roberts.stud.1a."""
    return hands.setup.book == "roberts"


def _one_shows(hands: Hands) -> None:
    """One of the down-cards lands face up: the third comes down, or the floor says what is to be."""
    order, down = hands.order(), hands.model.game.streets[0].down
    at = hands.draw.randrange(down * len(hands.players()))
    for number, player in enumerate(order):
        if number != at:
            hands.deal_one(player)
            continue
        hands.slipped("stud_down_exposed")
        if not _shows(hands, "stud_down_exposed", player):
            return


def _shows(hands: Hands, kind: str, player: Player) -> bool:
    """Return whether the hand goes on after a down-card of his landed face up."""
    hands.deal_one(player, up=True)
    if _has_rule(hands):
        hands.ruled(kind, "exposed_card", player, "third_card_down", ONE_RULES)
        stud_of(hands).in_place_of_third(player)
        return True
    hands.ruled(kind, "exposed_card", player, "floor_decides", ONE_RULES)
    return _floor_says(hands, hands.draw.choice(("play_on", "redeal")))


def _both_show(hands: Hands) -> None:
    """Both down-cards of a player land face up: his hand is dead and his ante goes back, or the floor says what is to be."""
    if hands.model.moment == "posting":
        hands.deal_all()  # not all antes are in yet
        return
    exposed, shown = hands.draw.choice(hands.players()), 0
    for player in hands.order():
        if player.folded:
            continue
        if player is not exposed or shown == BOTH:
            hands.deal_one(player)
            continue
        shown += 1
        hands.slipped("stud_both_exposed")
        if shown < BOTH:
            hands.deal_one(player, up=True)
            if _has_rule(hands):
                hands.ruled("stud_both_exposed", "exposed_card", player, "third_card_down", ONE_RULES)
            else:
                hands.ruled("stud_both_exposed", "exposed_card", player, "floor_decides", ONE_RULES)
                _floor_says(hands, "play_on")
        elif not _dies(hands, player):
            return


def _dies(hands: Hands, player: Player) -> bool:
    """Return whether the hand goes on after his second down-card landed face up, too."""
    hands.deal_one(player, up=True)
    if _has_rule(hands):
        hands.ruled("stud_both_exposed", "dead_hand", player, "kill_ante_back", BOTH_RULES)
        stud_of(hands).out_of_it(player)
    else:
        hands.ruled("stud_both_exposed", "exposed_card", player, "floor_decides", BOTH_RULES)
        answer = hands.draw.choice(("play_on", "redeal", "kill_ante_back"))
        if answer == "kill_ante_back":
            stud_of(hands).out_of_it(player)
        if not _floor_says(hands, answer):
            return False
    if player.folded:
        for at in list(hands.held_by(player)):
            hands.lay(at, MUCK)
    return not hands.over


def _falls(hands: Hands) -> None:
    """A card of the deal falls off the table: it plays, or a down-card is one that showed. Source: cooke.16.12.c, roberts.stud.11."""
    order = hands.order()
    at = hands.draw.randrange(len(order) - 1)
    for number, player in enumerate(order):
        if number != at:
            hands.deal_one(player)
            continue
        card, down = hands.next_card(), hands.zone_of_next(player) in HOLE
        hands.slipped("stud_off_table")
        hands.happens("fell", card)
        hands.told("off_table", player, card=card_text(hands.setup.deck[card]))  # everybody saw it
        if hands.setup.book == "cooke" or not down:
            hands.ruled("stud_off_table", "off_table", player, "play_on", OFF_RULES)
        elif _has_rule(hands):
            hands.ruled("stud_off_table", "off_table", player, "", OFF_RULES, also=("exposed_card",))
        else:
            hands.ruled("stud_off_table", "off_table", player, "", OFF_RULES, also=("exposed_card",))
            _floor_says(hands, "play_on")
        hands.given(player, card)
        if _has_rule(hands) and down:
            stud_of(hands).in_place_of_third(player)


def _floor_says(hands: Hands, answer: str) -> bool:
    """Return whether the hand goes on after what the floor has decided."""
    if answer == "redeal":
        hands.model.void()
    hands.decided("exposed_card", answer)
    return answer != "redeal"


def _by_sight(model: HandModel) -> bool:
    return model.setup.with_sight


#: Every such slip.
STUD_DEAL_SLIPS: Final = (
    Slip("stud_down_exposed", "shows a down-card of a game with up-cards", _one_shows, ONE_RULES, _by_sight),
    Slip("stud_both_exposed", "shows both down-cards of a player", _both_show, BOTH_RULES, _by_sight),
    Slip("stud_off_table", "deals a card of a game with up-cards off the table", _falls, OFF_RULES, _by_sight),
)
