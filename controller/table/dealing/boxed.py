"""A card that lay face up within the deck: it does not exist, and the next card takes its place; two of them make the deal wrong."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from controller.game import amended
from controller.game.cards import Card
from controller.game.hand import TO_TABLE, Hand
from controller.game.variants import VARIANTS
from controller.game.zones import BOARD, BURN, HOLE, MUCK, STUB, Zone
from controller.rules.house import House
from controller.rules.ruling import OptionsUsed, Remedy, Ruling
from controller.table import rulings
from controller.table.dealing import by_game, exposed, misdeals, remedies, window
from controller.table.dealing.misdeals import Telling
from controller.table.dealing.state import Move
from controller.table.table import Table

ONE_RULES: Final = ("cooke.14.10.a", "cooke.14.10.b", "cooke.def.boxed_card", "cooke.def.tissue_paper", "roberts.irregularities.7a")
LATER_RULES: Final = ("cooke.14.10.d", *ONE_RULES)
TWO_RULES: Final = ("cooke.14.10.c", "cooke.14.20.i", "roberts.misdeals.1.3")
AFTER_ROUND_RULES: Final = ("roberts.irregularities.7b", *ONE_RULES)
LOWBALL: Final = ("ace_to_five", "deuce_to_seven")


def boxed(table: Table, card: Card | None, seat: int, telling: Telling) -> Table:
    """Return the table after a card showed that lay face up within the deck, with what is ruled about it.

    `seat` is where it came to, 0 = it was seen before it came anywhere. A card that nobody named is the last that was dealt, if it came
    to that seat; the ruling does not name it either.
    Source: cooke.14.10, cooke.14.20.i, roberts.irregularities.7, roberts.misdeals.1.3.
    """
    hand, house, cards = table.hand, telling.house, () if card is None else (card,)
    dealing = misdeals.dealing_of(table)
    if card is None and seat and hand is not None and hand.dealt and hand.dealt_to[-1] == hand.index_of[seat]:
        card = Card(hand.dealt[-1])
    if hand is None or hand.over or "boxed.scrap" in house.without or (card is not None and card in dealing.scrap):
        return table
    if seat and hand.index_of[seat] >= 0:
        table = exposed.taken_back(table, seat, card, telling)
    where = _where(hand, card, seat)
    mixed = _is_mixed(hand, card)
    dealing = misdeals.dealing_of(table)
    scrap = dealing.scrap if card is None else dealing.scrap + bytes((card,))
    ahead = tuple([one for one in dealing.ahead if one.card != card])
    table = misdeals.put(table, replace(dealing, boxed=dealing.boxed + 1, scrap=scrap, ahead=ahead))
    most = house.options.boxed_cards_for_misdeal
    if _is_misdeal(table, hand, house):
        options: OptionsUsed = (("boxed_cards_for_misdeal", most),)
        return misdeals.called(_without(table, hand, card), TWO_RULES, telling, seat=seat or None, cards=cards, options=options)
    return _scrapped(_without(table, hand, card), hand, (card, cards), (where, mixed), telling)


def _is_misdeal(table: Table, hand: Hand, house: House) -> bool:
    most = house.options.boxed_cards_for_misdeal
    if not most or misdeals.dealing_of(table).boxed < most or "boxed.count" in house.without:
        return False
    low = VARIANTS[hand.variant].draws and by_game.ranking(VARIANTS[hand.variant]) in LOWBALL
    return (house.options.boxed_lowball_misdeal or not low) and window.open_for_misdeals(hand, house)


def _where(hand: Hand, card: Card | None, seat: int) -> Zone | None:
    """Return where it counted until now; None = nowhere."""
    if card is None or card not in hand.dealt:
        return HOLE[seat] if seat else None
    holder = hand.dealt_to[hand.dealt.index(card)]
    if holder != TO_TABLE:
        return HOLE[hand.seats[holder]]
    return BURN if card in hand.burned else BOARD


def _is_mixed(hand: Hand, card: Card | None) -> bool:
    """Whether the card below it has come to another player by now."""
    return card is not None and card in hand.dealt and hand.dealt[-1] != card


def _without(table: Table, hand: Hand, card: Card | None) -> Table:
    if card is None or card not in hand.dealt:
        return table
    back = amended.reopened(hand) if card in hand.board and hand.stage != "dealing" and amended.untouched(hand) else hand
    return replace(table, hand=amended.without(back, card))


def _scrapped(
    table: Table, hand: Hand, which: tuple[Card | None, tuple[Card, ...]], lay: tuple[Zone | None, bool], telling: Telling
) -> Table:
    """One that is no misdeal: it is put aside, and whoever was to get it gets the next card, or one after the round is dealt."""
    house, (where, mixed), (card, cards) = telling.house, lay, which
    answer = house.options.boxed_card_replacement
    late = mixed and answer == "after_round" and "boxed.after_round" not in house.without
    seat = next((one for one in hand.seats if HOLE[one] == where), None)
    later = misdeals.dealing_of(table).boxed > 1
    rules = AFTER_ROUND_RULES if late else LATER_RULES if later else ONE_RULES
    seats = () if seat is None else (seat,)
    ruling = Ruling(
        0, "boxed_card", rules, (("boxed_card_replacement", answer),),
        (Remedy("put_aside"), Remedy("replace_after_round" if late else "next_becomes", seats)),
        seat=seat, cards=cards, about_seq=telling.about_seq,
    )  # fmt: skip
    lies = where is not None and card is not None and table.card_zones[card] == where
    moves = _moves(hand, card, seat if mixed else None, late=late)
    table = rulings.opened(table, replace(ruling, carried_out=not (lies or moves)), telling.told, house)
    number = rulings.docket_of(table).numbers[0]
    aside = (Move(number, where, MUCK, card),) if lies else ()
    return remedies.ordered(table, (*aside, *[replace(one, ruling=number) for one in moves]))


def _moves(hand: Hand, card: Card | None, seat: int | None, *, late: bool) -> tuple[Move, ...]:
    """The card that comes for one behind which others were dealt: the plan alone would not have it come now."""
    if seat is None or card is None:
        return ()
    round_ = hand.hole_of(hand.index_of[seat]).index(card) + 1
    return (Move(0, STUB, HOLE[seat], None, after_round=round_ if late else 0),)
