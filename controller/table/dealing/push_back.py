"""Cards of the deal that lie before the wrong players: the moves that bring each to its own, or a misdeal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from controller.game.cards import Card
from controller.game.variants import VARIANTS
from controller.game.zones import HOLE, UP, Zone
from controller.rules.house import House
from controller.rules.ruling import OptionsUsed, Remedy, Ruling
from controller.table import rulings
from controller.table.dealing import misdeals, remedies, window
from controller.table.dealing.misdeals import Telling, dealing_of
from controller.table.dealing.order import Deal
from controller.table.dealing.state import Move
from controller.table.table import Table

FIRST_RULES: Final = ("cooke.14.20.b", "cooke.6.03.b", "roberts.misdeals.1.8", "roberts.lowball.1.6", "home.7.misdeal.6")
SEQUENCE_RULES: Final = ("cooke.14.20.c", "roberts.misdeals.1.6", "roberts.lowball.1.7", "home.7.misdeal.4")
SEEN_RULES: Final = ("cooke.14.20.c.seen", "cooke.14.20.c", "roberts.misdeals.1.6", "home.7.misdeal.4")
PUSHED_RULES: Final = ("cooke.14.20.c", "cooke.14.22.b", "cooke.def.proper_card", "home.7.misdeal.4")
#: Games in which cards are changed: one at a time, in order.
DRAW_RULES: Final = ("cooke.7.04.a",)
#: Where a deal is restored only before it goes on: so many cards may have come since it went wrong, the wrong one among them.
_AT_ONCE: Final = 2


class Wrong(NamedTuple):
    """A card of the deal, its place off the deck, the player it lies before and the one whose it is, as indices."""

    card: Card
    place: int
    holder: int
    owner: int


def wrong_ones(deal: Deal) -> tuple[Wrong, ...]:
    """Return the cards that do not lie before the player whose they are, in the order off the deck."""
    plan = deal.plan
    cards = deal.cards[: plan.cards]
    return tuple([Wrong(card, place, to, plan.owner(place)) for place, (card, to) in enumerate(cards) if to != plan.owner(place)])


def first_is_wrong(deal: Deal, house: House) -> bool:
    """Whether the deal began at the wrong player, where that is worse than any other card at a wrong place.

    Source: cooke.14.20.b, roberts.misdeals.1.8, home.7.misdeal.6.
    """
    if house.options.first_card_wrong_seat != "misdeal" or "misdeal.first_card" in house.without:
        return False
    return deal.first_wrong


def judged(table: Table, deal: Deal, telling: Telling, also: tuple[str, ...] = ()) -> Table:
    """Return the table after cards were found before the wrong players: they are pushed back, or it is a misdeal, as the house has it.

    `also` are the rules by which it is a misdeal besides, where somebody lacks a card.
    Source: cooke.14.20.c, cooke.14.20.c.seen, cooke.14.22.b, roberts.misdeals.1.6, home.7.misdeal.4.
    """
    house = telling.house
    if first_is_wrong(deal, house):
        used: OptionsUsed = (("first_card_wrong_seat", house.options.first_card_wrong_seat),)
        return misdeals.called(table, FIRST_RULES, telling, seat=deal.hand.seats[deal.cards[0][1]], options=used)
    wrong = wrong_ones(deal)
    if not wrong or "misplaced.remedy" in house.without:
        return table
    seat = deal.hand.seats[wrong[0].holder]
    also = (*also, *DRAW_RULES) if VARIANTS[deal.hand.variant].draws else also
    why = _misdeal(table, deal, wrong, house)
    if why is not None:
        rules, used = why
        return misdeals.called(table, (*rules, *also), telling, seat=seat, options=used)
    return _pushed(table, deal, wrong, telling, also)


def _misdeal(table: Table, deal: Deal, wrong: Sequence[Wrong], house: House) -> tuple[tuple[str, ...], OptionsUsed] | None:
    """Return by which rules, and answers, cards at wrong places are a misdeal; None when they can be pushed back."""
    options, without = house.options, house.without
    remedy: OptionsUsed = (("misplaced_card_remedy", options.misplaced_card_remedy),)
    if options.misplaced_card_remedy == "always_misdeal" or not deal.certain:
        return SEQUENCE_RULES, remedy
    at_once = options.misplaced_card_remedy == "restore_if_possible"
    if at_once and wrong[0].place < len(deal.cards) - _AT_ONCE:
        return SEQUENCE_RULES, remedy
    most = options.max_push_back
    if 0 <= most < len(wrong) and "misplaced.limit" not in without:
        return SEQUENCE_RULES, (*remedy, ("max_push_back", most))
    seen = dealing_of(table).seen
    if options.misplaced_card_seen == "misdeal" and any(one.card in seen for one in wrong) and "misplaced.seen" not in without:
        return SEEN_RULES, (*remedy, ("misplaced_card_seen", options.misplaced_card_seen))
    return None if all(_is_last(deal, one) for one in wrong) else (SEQUENCE_RULES, remedy)


def _is_last(deal: Deal, wrong: Wrong) -> bool:
    """Whether nobody has put it together with another card yet: it came last to the player it lies before."""
    return all(to != wrong.holder for _, to in deal.cards[wrong.place + 1 :])


def _pushed(table: Table, deal: Deal, wrong: Sequence[Wrong], telling: Telling, also: tuple[str, ...] = ()) -> Table:
    """Each card goes to its own player, in the order off the deck; the dealer does so by himself."""
    house = telling.house
    seats = [(deal.hand.seats[one.holder], deal.hand.seats[one.owner]) for one in wrong]
    options = house.options
    ruling = Ruling(
        0, "wrong_card", (*PUSHED_RULES, *also),
        (("misplaced_card_remedy", options.misplaced_card_remedy), ("max_push_back", options.max_push_back)),
        tuple([Remedy("push_back", pair) for pair in seats]),
        seat=seats[0][0], who="nobody", may_until="substantial_action", about_seq=telling.about_seq,
        carried_out=False,
    )  # fmt: skip
    table = rulings.opened(table, ruling, telling.told, house)
    number = rulings.docket_of(table).numbers[0]
    zones = [_zone(deal, one) for one in wrong]
    return remedies.ordered(table, [Move(number, None, zone, one.card) for one, zone in zip(wrong, zones, strict=True)])


def _zone(deal: Deal, wrong: Wrong) -> Zone:
    """Where a card belongs: in sight, in games with up-cards, if it was dealt in a turn of such."""
    variant, turn = VARIANTS[deal.hand.variant], wrong.place // len(deal.plan.players)
    return (UP if variant.up_cards and turn >= variant.down_by_street[0] else HOLE)[deal.hand.seats[wrong.owner]]


def too_late(table: Table, deal: Deal, telling: Telling) -> Table:
    """Return the table after cards were found before the wrong players when so much was done on the hand that it is played on.

    Source: cooke.14.20.o, cooke.10.17.a, roberts.misdeals.2a, home.7.after_two.
    """
    wrong = wrong_ones(deal)
    if not wrong or "misdeal.substantial" in telling.house.without:
        return table
    ruling = Ruling(
        0, "wrong_card", (*window.TOO_LATE_RULES, *SEQUENCE_RULES, *window.WINDOW_RULES),
        (("misdeal_window", telling.house.options.misdeal_window),), (Remedy("play_on"),),
        seat=deal.hand.seats[wrong[0].holder], who="nobody", about_seq=telling.about_seq,
    )  # fmt: skip
    return rulings.opened(table, ruling, telling.told, telling.house)
