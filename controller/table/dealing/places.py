"""Cards that players were dealt, held against the plan: what lies where it ought not to, who has too many, who too few."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from controller.events import CardMoved
from controller.game import amended
from controller.game.hand import Hand
from controller.game.outcome import Refused, Told
from controller.game.variants import VARIANTS
from controller.game.zones import HOLE, HOLE_SEAT
from controller.rules.house import House
from controller.rules.ruling import Remedy, Ruling
from controller.table import rulings
from controller.table.dealing import counts, late_hands, lowball_short, order, push_back, window
from controller.table.dealing.misdeals import Telling, dealing_of, put
from controller.table.dealing.order import Deal
from controller.table.table import Table

#: What a person may tell of a seat: it got no card when it was its turn, or no card lies there where one is asked for.
NO_CARD: Final = frozenset({"skipped", "no_card"})
UNKNOWN_RULES: Final = ("cooke.14.22.f", "cooke.14.22.a")
_WRONG_PLACES: Final = "places"


def came(table: Table, hand: Hand, event: CardMoved, seat: int, telling: Telling) -> Table:
    """Return the table after a card came to lie before a player, with what is ruled when the deal has surely gone wrong."""
    index = hand.index_of[seat]
    if index < 0:
        return table
    if not order.is_dealt(hand):
        counts_already = event.card in hand.dealt or VARIANTS[hand.variant].up_cards  # of a later street, it may be early
        return table if counts_already else late_hands.too_many(table, hand, index, telling)
    table = _counted(order.kept(table, hand, event, index), event)
    hand = table.hand or hand
    if not dealing_of(table).ahead or _fits_once_moved(table, hand):
        return table
    # what was told of the cards that lay there then says nothing of those that came since: others may be unread
    moved = bool(dealing_of(table).made) and not dealing_of(table).moves
    return _judged(table, hand, telling, told=_WRONG_PLACES in dealing_of(table).ruled and not moved)


def _counted(table: Table, event: CardMoved) -> Table:
    """Return the table whose hand counts a card that was one too many where it lies, and is none any more: another one has left."""
    hand = table.hand
    if hand is None:
        return table
    for one in dealing_of(table).ahead:
        lacks = hand.dealt_to.count(one.index) < order.plan_of(hand).cards_each
        if lacks and one.card not in hand.dealt and one.card != event.card:
            hand = amended.amended(hand, one.card, table.card_zones[one.card] or HOLE[hand.seats[one.index]])
    return table if hand is table.hand else replace(table, hand=hand)


def _fits_once_moved(table: Table, hand: Hand) -> bool:
    """Whether moves are to be made after which the deal goes on in turn: the cards of one hand are read before those of another."""
    dealing = dealing_of(table)
    moves = {one.card: one.to_zone for one in dealing.moves if f"{_WRONG_PLACES}/{one.ruling}" in dealing.ruled and one.card is not None}
    if not moves:
        return False
    ahead = []
    for one in dealing.ahead:
        zone = moves.get(one.card)
        if zone is None:
            ahead.append(one)
        elif zone in HOLE_SEAT:
            ahead.append(replace(one, index=hand.index_of[HOLE_SEAT[zone]]))
    for card, zone in moves.items():
        hand = amended.amended(hand, card, zone if zone in HOLE_SEAT else None)
    deal = order.deal_of(hand, ahead, table.dealt_by_ns)
    return deal.in_turn and not deal.extra


def left(table: Table, hand: Hand, event: CardMoved, telling: Telling) -> Table:
    """Return the table after a card of the deal left the players: one too many no longer counts among those that were dealt."""
    table = _counted(table, event)
    hand, dealing = table.hand or hand, dealing_of(table)
    ahead = tuple([one for one in dealing.ahead if one.card != event.card or event.card in hand.dealt])
    if len(ahead) == len(dealing.ahead):
        return table
    table = put(table, replace(dealing, ahead=ahead))
    return _judged(table, hand, telling, told=_WRONG_PLACES in dealing.ruled) if ahead and order.is_dealt(hand) else _restored(table)


def another_left(table: Table, hand: Hand, event: CardMoved) -> Table:
    """Return the table after a card went back on the stub in place of the one that was too many: that one counts for the player now."""
    index = next((to for card, to in order.lying(table, hand).cards if card == event.card), -1)
    extra = next((one for one in dealing_of(table).ahead if one.index == index and one.card not in hand.dealt), None)
    if extra is None:
        return table
    hand = amended.amended(amended.without(hand, event.card), extra.card, HOLE[hand.seats[index]])
    return _restored(put(replace(table, hand=hand), replace(dealing_of(table), ahead=())))


def reported(table: Table, hand: Hand, seat: int, house: House) -> rulings.Outcome:
    """Return the table after a person told that a seat lacks a card: all that was dealt is known then, with its order."""
    index, telling = hand.index_of[seat], Telling([], house)
    if counts.is_of_street(hand, index):
        return _told(counts.of_street(table, hand, seat, telling), telling)
    return _of_first_cards(table, hand, seat, telling)


def _of_first_cards(table: Table, hand: Hand, seat: int, telling: Telling) -> rulings.Outcome:
    index, house = hand.index_of[seat], telling.house
    if hand.dealt_to.count(index) >= order.plan_of(hand).cards_each:
        return Refused("report.has_all", f"Seat {seat} has all its cards: name the seat that lacks one.")
    deal = order.lying(table, hand)
    if not deal.first_wrong and (ruled := lowball_short.too_few(table, hand, seat, telling)) is not None:
        return _told(ruled, telling)
    if not order.is_dealt(hand):
        return _told(late_hands.too_few(table, hand, index, telling), telling)
    if not window.open_for_misdeals(hand, house):
        after = push_back.too_late(table, deal, telling)
        return _told(late_hands.too_few(after, hand, index, telling), telling)
    if push_back.wrong_ones(deal):
        return _told(_judged(table, hand, telling, told=True), telling)
    return _told(counts.too_few(table, deal, seat, telling), telling)


def _told(table: Table, telling: Telling) -> rulings.Outcome:
    if not telling.told:
        return Refused("report.nothing", "Nothing follows from that here: it was told already, or the house has no rule for it.")
    return table, telling.told


def looked(table: Table, hand: Hand, seat: int, house: House) -> tuple[Table, list[Told]]:
    """Return the table after a player looked at the cards before him: what is wrong with them may no longer be put right.

    Source: cooke.14.20.c.seen, cooke.14.20.e.
    """
    dealing = dealing_of(table)
    lying = [card for card, to in order.lying(table, hand).cards if hand.seats[to] == seat]
    seen = tuple(dict.fromkeys((*dealing.seen, *lying)))
    telling = Telling([Told("looked", seat)], house, table.seq + 1)
    table = put(table, replace(dealing, seen=seen, looked=tuple(dict.fromkeys((*dealing.looked, seat)))))
    if dealing.ahead and order.is_dealt(hand):
        table = _judged(table, hand, telling, told=_WRONG_PLACES in dealing.ruled)
    return table, telling.told


def _judged(table: Table, hand: Hand, telling: Telling, *, told: bool) -> Table:
    """Rule on the deal as it lies. `told` = that all its cards are read was said, or ruled; else no deal may explain it."""
    dealing = dealing_of(table)
    deal = order.lying(table, hand)
    if deal.is_whole:
        by_ns = max([one.by_ns for one in dealing.ahead], default=0)
        return _restored(put(replace(table, dealt_by_ns=max(table.dealt_by_ns, by_ns)), replace(dealing, ahead=())))
    if not told and (deal.short if deal.extra else deal.in_turn):
        return table  # cards may come yet, or lie there unread
    table = _superseded(table, telling)
    before = rulings.docket_of(table).numbers[0]
    late = not window.open_for_misdeals(hand, telling.house)
    table = _late(table, deal, telling) if late else _in_time(table, deal, telling, told=told)
    dealing, now = dealing_of(table), rulings.docket_of(table).numbers[0]
    ruled = (*dealing.ruled, _WRONG_PLACES, *[f"{_WRONG_PLACES}/{number}" for number in range(before + 1, now + 1)])
    return put(table, replace(dealing, ruled=tuple(dict.fromkeys(ruled))))


def _in_time(table: Table, deal: Deal, telling: Telling, *, told: bool) -> Table:
    if deal.extra and not deal.short and deal.in_turn:
        return counts.too_many(table, deal, telling)
    if deal.extra and not deal.certain:
        return _unknown(table, deal, telling)
    return push_back.judged(table, deal, telling, counts.SHORT_RULES if deal.short and told else ())


def _late(table: Table, deal: Deal, telling: Telling) -> Table:
    many = [one for one in deal.plan.players if deal.held_by(one) > deal.plan.cards_each]
    if not many:
        return table if _WRONG_PLACES in dealing_of(table).ruled else push_back.too_late(table, deal, telling)
    for index in many:
        table = late_hands.too_many(table, deal.hand, index, telling)
    return table


def _unknown(table: Table, deal: Deal, telling: Telling) -> Table:
    """Somebody has too many cards while another's are not all read: whose they are nobody can tell from here.

    Source: cooke.14.22.f.
    """
    if "places.in_doubt" in telling.house.without:
        return table
    ruling = Ruling(
        0, "wrong_card", UNKNOWN_RULES, (), (Remedy("floor_decides"),), seat=deal.hand.seats[deal.cards[-1][1]], who="floor",
        may_until="substantial_action", about_seq=telling.about_seq, carried_out=False,
    )  # fmt: skip
    return rulings.opened(table, ruling, telling.told, telling.house)


def _superseded(table: Table, telling: Telling) -> Table:
    """What was ruled about places that are others now no longer applies, nor do its moves."""
    dealing = dealing_of(table)
    old = {
        one.number
        for one in rulings.docket_of(table).rulings
        if one.kind == "wrong_card" and not one.carried_out and f"{_WRONG_PLACES}/{one.number}" in dealing.ruled
    }
    table = rulings.lapsed(table, lambda one: one.number in old, telling.told)
    gone = {f"{_WRONG_PLACES}/{number}" for number in old}
    ruled, moves = [one for one in dealing.ruled if one not in gone], [one for one in dealing.moves if one.ruling not in old]
    return put(table, replace(dealing, moves=tuple(moves), ruled=tuple(ruled)))


def _restored(table: Table) -> Table:
    """Every card lies where the plan has it."""
    dealing = dealing_of(table)
    return put(table, replace(dealing, ruled=tuple([one for one in dealing.ruled if one != _WRONG_PLACES])))
