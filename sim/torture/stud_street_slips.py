"""Slips with the later cards of games with up-cards: two change places, one goes where nobody gets any, the last one shows."""

from __future__ import annotations

from typing import Final

from controller.game.zones import HOLE, MAX_SEATS, MUCK, UP
from sim.torture.hands import Hands
from sim.torture.model import HandModel
from sim.torture.player import Player
from sim.torture.slip import FEW, Slip
from sim.torture.stud import StudModel
from sim.torture.stud_deal_slips import stud_of

ORDER_RULES: Final = ("cooke.5.19.a",)
EMPTY_RULES: Final = ("cooke.14.20.n", "roberts.misdeals.1.9", "home.7.misdeal.7")
ASKED_RULES: Final = ("cooke.5.20.a",)
LAST_RULES: Final = ("roberts.stud.16", "roberts.stud.17")
ALL_IN_RULES: Final = ("roberts.stud.16",)
MANY_RULES: Final = ("roberts.stud.18.1", "roberts.stud.17")
TWO_RULES: Final = ("roberts.stud.18.2", "roberts.stud.17")
#: So long apart two cards are whose order readers can tell. Units: table seconds.
APART_S: Final = 1.0
_TWO: Final = 2


def _change_places(hands: Hands) -> None:
    """The last two players get each other's card, which the dealer puts right."""
    model = stud_of(hands)
    *others, one, last = model.dealt_in()
    hands.burn_once()
    for player in others:
        _give(hands, player, hands.next_card())
    hands.slipped("stud_order")
    first, second = hands.next_card(), hands.next_card()
    hands.lay(first, UP[last.seat])
    hands.wait(APART_S)
    hands.lay(second, UP[one.seat])
    hands.ruled("stud_order", "wrong_card", last, "push_back", ORDER_RULES)
    for player, at in ((one, first), (last, second)):
        hands.held_by(player).append(at)
        model.up[model.players.index(player)].append(at)
    model.open_street()
    hands.decided("wrong_card", role="dealer")
    hands.lay(first, UP[one.seat])
    hands.lay(second, UP[last.seat])


def _to_empty_seat(hands: Hands) -> None:
    """The first card of a street goes where nobody sits."""
    model = stud_of(hands)
    seat = hands.draw.choice([seat for seat in range(1, SEATS + 1) if seat not in model.setup.stacks])
    hands.burn_once()
    hands.slipped("stud_empty_seat")
    card = hands.next_card()
    hands.lay(card, UP[seat])
    hands.ruled("stud_empty_seat", "not_entitled", seat, "kill_hand", EMPTY_RULES)
    hands.lay(card, MUCK)
    for player in model.dealt_in():
        _give(hands, player, hands.next_card())


def _to_folded(hands: Hands) -> None:
    """The first card of a street goes to a player who has folded, which is asked about: it is that of the first who is in."""
    model = stud_of(hands)
    first, *others = model.dealt_in()
    seat = hands.draw.choice([player.seat for player in model.players if player.folded])
    hands.burn_once()
    hands.slipped("stud_folded_seat")
    card = hands.next_card()
    hands.lay(card, UP[seat])
    hands.noticed("stud_folded_seat", "rfid.extra_card", UP[seat])
    _give(hands, first, card)
    for player in others:
        _give(hands, player, hands.next_card())


def _missing(hands: Hands) -> None:
    """The last player does not get his card of a street, and somebody sees it: the top card is his. Source: cooke.5.19.a."""
    *others, last = stud_of(hands).dealt_in()
    hands.burn_once()
    for player in others:
        _give(hands, player, hands.next_card())
    hands.slipped("stud_missing_card")
    hands.told("no_card", last)
    hands.ruled("stud_missing_card", "wrong_card", last, "deal_top", ORDER_RULES)
    _give(hands, last, hands.next_card())


def _last_shows(hands: Hands) -> None:
    """A last card lands face up: it counts for whose board is best, or the floor is asked."""
    model = stud_of(hands)
    players = model.dealt_in()
    exposed = hands.draw.choice([player for player in players if not player.folded])
    hands.burn_once()
    also_up = False
    for number, player in enumerate(players):
        card = hands.next_card()
        hands.held_by(player).append(card)
        if player is not exposed:
            hands.lay(card, HOLE[player.seat], up=also_up)
            if also_up:
                model.up[model.players.index(player)].append(card)
            continue
        hands.slipped("stud_last_exposed")
        hands.lay(card, HOLE[player.seat], up=True)
        also_up = _ruled_last(hands, player, first=not number, whole=number + 1 == len(players))


def _ruled_last(hands: Hands, player: Player, *, first: bool, whole: bool) -> bool:
    """Return whether the other player's card goes up, too. `whole` = everybody has his, and the round begins."""
    model = stud_of(hands)
    card = hands.held_by(player)[-1]
    if hands.setup.book != "roberts":
        hands.ruled("stud_last_exposed", "exposed_card", player, "floor_decides", ASKED_RULES)
        counts = hands.draw.random() < 0.5
        if counts:
            model.up[model.players.index(player)].append(card)
        if whole:
            model.open_street()
        hands.decided("exposed_card", "" if counts else "play_on")
        return False
    model.up[model.players.index(player)].append(card)
    two = len(model.in_hand) == _TWO
    rules = ALL_IN_RULES if not player.stack else TWO_RULES if two else MANY_RULES
    both = rules is TWO_RULES and first
    hands.ruled("stud_last_exposed", "exposed_card", player, "deal_up" if both else "play_on", rules)
    if whole:
        model.open_street()
    if rules is not ALL_IN_RULES and not both:
        hands.answered("declare_all_in", "play_on", told="acted")
    return both


def _give(hands: Hands, player: Player, at: int) -> None:
    model = stud_of(hands)
    hands.held_by(player).append(at)
    model.up[model.players.index(player)].append(at)
    hands.lay(at, UP[player.seat])


#: Seats of a table of games with up-cards.
SEATS: Final = min(MAX_SEATS, 8)


def _by_sight(model: HandModel) -> bool:
    return model.setup.with_sight


def _up_street(model: HandModel) -> bool:
    """Whether a street of up-cards comes, and there are cards enough."""
    whole = isinstance(model, StudModel) and not model.dealt_on and len(model.dealt_in()) > 1
    return whole and 0 < model.street + 1 < len(model.game.streets) - 1 and len(model.players) <= FEW


def _somebody_folded(model: HandModel) -> bool:
    return _up_street(model) and any(player.folded for player in model.players)


def _free_seat(model: HandModel) -> bool:
    return model.setup.with_sight and len(model.setup.stacks) < SEATS


def _last_street(model: HandModel) -> bool:
    """Whether the last cards come, and there is betting on them."""
    whole = isinstance(model, StudModel) and not model.dealt_on and not model.betting_over
    return whole and model.street + 2 == len(model.game.streets) and len(model.players) <= FEW


#: Every such slip.
STUD_STREET_SLIPS: Final = (
    Slip("stud_order", "gives two players each other's up-card", _change_places, (), _by_sight, "street", _up_street, weight=6),
    Slip("stud_empty_seat", "deals an up-card where nobody sits", _to_empty_seat, EMPTY_RULES, _free_seat, "street", _up_street, weight=6),
    Slip("stud_folded_seat", "deals an up-card to who has folded", _to_folded, (), _by_sight, "street", _somebody_folded, weight=6),
    Slip("stud_missing_card", "leaves out the last player of a street", _missing, (), _by_sight, "street", _up_street, weight=6),
    Slip("stud_last_exposed", "shows a last card", _last_shows, LAST_RULES, _by_sight, "street", _last_street, weight=6, last=True),
)
