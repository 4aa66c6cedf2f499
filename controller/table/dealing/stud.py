"""Down-cards of games with up-cards that lie in sight: of the first street's the third comes down instead, or the floor is asked."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from controller.events import CardMoved
from controller.game import dead_hand, sighted
from controller.game.cards import Card
from controller.game.hand import Hand
from controller.game.short_stub import is_last, street_due
from controller.game.variants import VARIANTS
from controller.game.zones import HOLE_SEAT, UP_SEAT
from controller.rules.ruling import OptionsUsed, Remedy, Ruling
from controller.table import rulings
from controller.table.dealing import asking, misdeals, stud_last, window
from controller.table.dealing.misdeals import Telling
from controller.table.dealing.state import Came, Exposed
from controller.table.table import Table

THIRD_DOWN_RULES: Final = ("roberts.stud.1a", "cooke.14.09.g", "cooke.5.06.a")
BOTH_RULES: Final = ("roberts.stud.1b", "cooke.14.09.g", "cooke.5.06.a")
MISDEAL_RULES: Final = ("roberts.stud.1d", "roberts.misdeals.2c")
TOO_LATE_RULES: Final = ("roberts.misdeals.2c", *window.TOO_LATE_RULES)
#: Both down-cards of a player.
_BOTH: Final = 2


def by_sight(hand: Hand) -> bool:
    """Whether the game has up-cards."""
    return VARIANTS[hand.variant].up_cards > 0


def moved(table: Table, hand: Hand, event: CardMoved, telling: Telling) -> Table:
    """Return the table after a card came to a seat, with what is ruled about cards that lie in sight and ought not to.

    A card among the up-cards that came before a down-card of the same player was to come down: when that is certain it is ruled.
    Source: cooke.5.06.a, cooke.14.09.g, roberts.stud.1a.
    """
    zone = event.to_zone
    if zone is None:
        return table
    if zone in UP_SEAT:
        seat = UP_SEAT[zone]
        if event.card in hand.up and sighted.came_early(hand, seat):
            ahead = Came(event.card, 0, hand.index_of[seat], event.by_ns)
            return misdeals.put(table, replace(misdeals.dealing_of(table), early_up=ahead))
        return table
    seat = HOLE_SEAT.get(zone, 0)
    if seat and not street_due(hand) and any(one.seat == seat and one.card == event.card for one in misdeals.dealing_of(table).exposed):
        return _lies_there(table, hand, seat, event.card, telling)  # it had fallen off the table
    early = misdeals.dealing_of(table).early_up
    if seat and early is not None and early.index == hand.index_of[seat] and early.by_ns <= event.after_ns and street_due(hand) == 0:
        table = misdeals.put(table, replace(misdeals.dealing_of(table), early_up=None))
        return in_sight(table, seat, early.card, telling)
    return table


def _lies_there(table: Table, hand: Hand, seat: int, card: Card, telling: Telling) -> Table:
    """A card that was exposed before it came to lie before its player lies there now."""
    ruled = telling.house.options.stud_exposed_downcard == "third_card_down" and "stud.third_down" not in telling.house.without
    return replace(table, hand=sighted.in_place_of_third(hand, seat, (card,))) if ruled else table


def in_sight(table: Table, seat: int, card: Card, telling: Telling) -> Table:
    """Return the table after a down-card that lies among the up-cards, by the dealer's doing."""
    dealing = misdeals.dealing_of(table)
    one = Exposed(seat, "dealer", card)
    return exposed(misdeals.put(table, replace(dealing, exposed=(*dealing.exposed, one))), one, telling)


def exposed(table: Table, one: Exposed, telling: Telling) -> Table:
    """Return the table after the dealer turned up a card that was to come down; it is noted as `one` among the exposed ones already.

    Source: roberts.stud.1a, roberts.stud.1b, roberts.stud.1d, roberts.stud.17, cooke.14.09.g, cooke.5.20.a.
    """
    hand = table.hand
    if hand is None or hand.over:
        return table
    i = hand.index_of[one.seat]
    card = one.card
    if card is None and hand.dealt_to.count(i) == 1:
        card = hand.hole_of(i)[0]  # he has no other
    cards = () if card is None else (card,)
    if is_last(hand):
        return stud_last.exposed(table, hand, one.seat, cards, telling)
    if street_due(hand):
        return table
    both = sum([1 for other in misdeals.dealing_of(table).exposed if other.seat == one.seat and other.by == "dealer"]) >= _BOTH
    return _both(table, hand, one.seat, telling) if both else _one(table, hand, one.seat, cards, telling)


def _one(table: Table, hand: Hand, seat: int, cards: tuple[Card, ...], telling: Telling) -> Table:
    """One of the down-cards of the first street."""
    house = telling.house
    answer = house.options.stud_exposed_downcard
    options: OptionsUsed = (("stud_exposed_downcard", answer),)
    if answer == "misdeal":
        return _misdeal(table, seat, cards, telling)
    if answer == "ask_floor":
        instead = ("third_card_down", "redeal", "play_on")
        return _asked(table, asking.Asked("exposed_card", THIRD_DOWN_RULES, seat, instead, options=options, cards=cards), telling)
    if "stud.third_down" in house.without:
        return table
    ruling = Ruling(
        0, "exposed_card", THIRD_DOWN_RULES, options, (Remedy("third_card_down", (seat,), cards),),
        seat=seat, cards=cards, may_until="first_action", about_seq=telling.about_seq,
    )  # fmt: skip
    table = rulings.opened(table, ruling, telling.told, house)
    return replace(table, hand=sighted.in_place_of_third(hand, seat, cards))


def _both(table: Table, hand: Hand, seat: int, telling: Telling) -> Table:
    """Both down-cards of a player: his hand is dead and his ante goes back, or what the house has instead."""
    house = telling.house
    answer = house.options.stud_both_downcards_up
    options: OptionsUsed = (("stud_both_downcards_up", answer),)
    cards = tuple([one.card for one in misdeals.dealing_of(table).exposed if one.seat == seat and one.card is not None])
    if answer == "misdeal":
        return _misdeal(table, seat, cards, telling)
    if answer == "ask_floor":
        instead = ("kill_ante_back", "redeal", "play_on")
        return _asked(table, asking.Asked("exposed_card", BOTH_RULES, seat, instead, options=options, cards=cards), telling)
    if "stud.both_up" in house.without:
        return table
    ruling = Ruling(
        0, "dead_hand", BOTH_RULES, options, (Remedy("kill_ante_back", (seat,), (), hand.dead_put_in[hand.index_of[seat]]),),
        seat=seat, cards=cards, may_until="first_action", about_seq=telling.about_seq,
    )  # fmt: skip
    table = rulings.opened(table, ruling, telling.told, house)
    return replace(table, hand=dead_hand.killed(hand, hand.index_of[seat], telling.told, ante_back=True))


def _asked(table: Table, what: asking.Asked, telling: Telling) -> Table:
    """The floor is asked, where the book leaves it open. Source: cooke.14.09.g."""
    return table if "stud.exposed_asked" in telling.house.without else asking.asked(table, what, telling)


def _misdeal(table: Table, seat: int, cards: tuple[Card, ...], telling: Telling) -> Table:
    """The deal is wrong as long as that can be said; then it is played on.

    Source: roberts.stud.1d, roberts.misdeals.2c.
    """
    hand, house = table.hand, telling.house
    if hand is None or "stud.exposed_misdeal" in house.without:
        return table
    options: OptionsUsed = (("stud_exposed_downcard", house.options.stud_exposed_downcard),)
    if window.open_for_misdeals(hand, house):
        return misdeals.called(table, MISDEAL_RULES, telling, seat=seat, cards=cards, options=options)
    players: OptionsUsed = (("substantial_action_players", house.options.substantial_action_players),)
    ruling = Ruling(
        0, "exposed_card", TOO_LATE_RULES, players, (Remedy("play_on", (seat,)),), seat=seat, cards=cards, about_seq=telling.about_seq
    )
    return rulings.opened(table, ruling, telling.told, house)
