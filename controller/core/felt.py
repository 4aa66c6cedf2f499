"""What the felt says: facts, discrepancies, timers. It is never refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from msgspec.structs import replace

from controller import events
from controller.core.tellings import Stepped, after, board_told, numbered, one_told, up_told
from controller.effects import Tell
from controller.game import boards, deal, drawing, joker, street
from controller.game.cards import DECK_SIZE, JOKER, Card
from controller.game.hand import OVER, Hand
from controller.game.outcome import Told
from controller.game.variants import VARIANTS
from controller.game.zones import BOARD, BOARDS, BURN, HOLE, HOLE_SEAT, MUCK, PLACE_BYTE, PLACES, Zone
from controller.rules.house import House
from controller.table import antes, clocks, expiry, questions, seats, sight_calls, waiting
from controller.table.table import Table, running

#: By card, but for the joker: what of `card_places` lies before it and behind it.
_AROUND: Final = {card: (slice(card), slice(card + 1, None)) for card in range(DECK_SIZE)}

#: What a zone means for a card that comes to lie there, looked up once a Fact: its byte and number
#: among the places, the zone alone, and of an arrival the kind of its Tell, the seat, and `accept`.
_Route: TypeAlias = tuple[bytes, int, tuple[Zone, ...], Any, int | None, Callable[[Hand, Card, Any], Hand] | None]


def _route(zone: Zone | None) -> _Route:
    byte = PLACE_BYTE[zone]
    alone = () if zone is None else (zone,)
    arrival = deal.ARRIVALS.get(zone)
    if arrival is None:
        return byte, byte[0], alone, "card_moved", None, None
    return byte, byte[0], alone, arrival.kind, arrival.seat or None, arrival.accept


_ROUTES: Final[dict[Zone | None, _Route]] = {zone: _route(zone) for zone in PLACES}
#: Out of every antenna's field, or in a zone that holds no cards.
_NOWHERE: Final = _route(None)
_ON_BOARD: Final = (BOARD,)
_BOARD_PLACES: Final = frozenset(PLACE_BYTE[zone][0] for zone in BOARDS)
#: `_FROM_TO[a][b]`: the zones a card went between, by number of place.
_FROM_TO: Final = tuple([tuple([_ROUTES[a][2] + _ROUTES[b][2] for b in PLACES]) for a in PLACES])


def card_moved(table: Table, event: events.CardMoved, house: House) -> Stepped:  # noqa: PLR0911 -- the busiest of all: no detours
    card = event.card
    around = _AROUND.get(card) or _around_joker(table, card)
    if around is None:
        return one_told(table, Told("discrepancy", zones=_zones_named(event), code="rfid.unknown_tag"), event.by_ns, house, event.evidence)
    byte, place, alone, kind, seat, accept = _ROUTES.get(event.to_zone, _NOWHERE)
    places = table.card_places
    was = places[card]
    if was == place:
        return table, ()
    head, tail = around
    places = places[head] + byte + places[tail]
    before, seq = table.rev, table.seq + 1
    rev = before + 1
    hand = table.hand
    if hand is None:
        tell = Tell(seq, "card_moved", event.by_ns, before, rev, zones=_FROM_TO[was][place], evidence=event.evidence)
        return replace(table, rev=rev, seq=seq, card_places=places), (tell,)
    if accept is None or hand.stage in OVER:
        if hand.drawing.counts and event.to_zone in (MUCK, None) and hand.stage not in OVER:
            return _given_up(table, places, event, house)
        named = _face_up(hand, card, was, place) if was in _BOARD_PLACES or place in _BOARD_PLACES else ()
        tell = Tell(
            seq, "card_moved", event.by_ns, before, rev, hand.number,
            cards=named, zones=_FROM_TO[was][place], evidence=event.evidence,
        )  # fmt: skip
        return replace(table, rev=rev, seq=seq, card_places=places), (tell,)
    dealt = accept(hand, card, seat)
    if dealt is hand:
        return _not_in_turn(table, places, event, house)
    if kind != "card_dealt":
        if hand.stage == "drawing":
            return _burned_while_owed(table, places, dealt, event, house)
        if kind == "board":
            return _board_card(table, places, dealt, event, house)
        if kind == "up_card":
            return _street_card(table, places, dealt, event, house)
    elif dealt.up and dealt.stage == "dealing":
        return _street_card(table, places, dealt, event, house)
    elif dealt.owing:
        return _unpaid(table, places, dealt, event, house)
    tell = Tell(seq, kind, event.by_ns, before, rev, hand.number, seat, zones=alone, evidence=event.evidence)
    return replace(table, rev=rev, seq=seq, hand=dealt, card_places=places), (tell,)


def _around_joker(table: Table, card: Card) -> tuple[slice, slice] | None:
    """What lies around the joker's place: while a hand is played without one it is no card of the deck."""
    hand = running(table)
    return (slice(card), slice(card + 1, None)) if card == JOKER and (hand is None or joker.plays(hand.setup)) else None


def _given_up(table: Table, places: bytes, event: events.CardMoved, house: House) -> Stepped:
    """A card goes to the muck, or out of sight, of a hand in which cards are changed or given up: it may leave its player's hand."""
    hand, card = table.hand, event.card
    if hand is None:
        return table, ()
    was, place = table.card_places[card], places[card]
    told = [Told("card_moved", cards=_face_up(hand, card, was, place), zones=_FROM_TO[was][place])]
    dealt = drawing.gave_up(hand, card, told, seen=event.to_zone is not None)
    return numbered(replace(table, card_places=places), dealt, told, event.by_ns, house, evidence=event.evidence)


def _face_up(hand: Hand, card: Card, was: int, place: int) -> tuple[Card, ...]:
    """Return the card if everyone sees its face as it moves: a card of the board that comes to the board or leaves it.

    The board's cards stay the hand's board when the deck is gathered and dealt again; by then they are cards like any other.
    """
    return (card,) if (was in _BOARD_PLACES or place in _BOARD_PLACES) and card in boards.lying(hand) else ()


def _not_in_turn(table: Table, places: bytes, event: events.CardMoved, house: House) -> Stepped:
    """A card lies where cards count, but the plan has no place for it: it has moved, and may be one too many."""
    hand, card, zone = table.hand, event.card, event.to_zone
    if hand is None or zone is None:
        return table, ()
    was, place = table.card_places[card], places[card]
    told = [Told("card_moved", cards=_face_up(hand, card, was, place), zones=_FROM_TO[was][place])]
    if deal.is_surplus(hand, card, zone):
        code = questions.surplus_code(hand, card, zone)
        told.append(Told("discrepancy", zones=(zone,), code=code, rules=deal.surplus_rules(hand, zone)))
        table = questions.opened(table, code, (zone,), event.by_ns)
    return numbered(replace(table, card_places=places), hand, told, event.by_ns, house, evidence=event.evidence)


def _board_card(table: Table, places: bytes, hand: Hand, event: events.CardMoved, house: House) -> Stepped:
    """A board card came in turn: tell it; when it completes a street, betting or the showdown begins."""
    setup = hand.setup
    if setup.usual and hand.stage == "dealing" and len(hand.board) < VARIANTS[setup.variant].board_by_street[hand.street + 1]:
        before = table.rev
        seq, rev = table.seq + 1, before + 1
        tell = Tell(
            seq, "board", event.by_ns, before, rev, hand.number, cards=(event.card,), zones=_ON_BOARD, evidence=event.evidence
        )  # fmt: skip
        return replace(table, rev=rev, seq=seq, hand=hand, card_places=places), (tell,)
    first = board_told(hand, event.card)
    told = [first]
    hand = street.open_next(hand, told)
    if len(told) > 1:
        table = replace(table, card_places=places)
        if hand.stage == "ended":
            table = seats.settle(table, hand, told, house)
        return numbered(table, hand, told, event.by_ns, house, evidence=event.evidence)
    before, seq, rules = table.rev, table.seq + 1, first.rules
    rev = before + 1
    tell = Tell(
        seq, "board", event.by_ns, before, rev, hand.number,
        cards=first.cards, zones=first.zones, rules=rules and house.citations[rules], evidence=event.evidence,
    )  # fmt: skip
    return replace(table, rev=rev, seq=seq, hand=hand, card_places=places), (tell,)


def _street_card(table: Table, places: bytes, hand: Hand, event: events.CardMoved, house: House) -> Stepped:
    """A card of a street came to a player, told by name if it lies face up; when it was the last one due, the round begins."""
    if event.card in hand.up:
        told = [up_told(hand, event.card)]
    else:
        seat = 0 if event.to_zone is None else HOLE_SEAT[event.to_zone]
        told = [Told("card_dealt", seat, zones=(HOLE[seat],), rules=deal.last_card_rules(hand, event.card))]
    hand = street.open_next(hand, told)
    table = sight_calls.said(replace(table, card_places=places), table.hand, hand, told, house)
    if hand.stage == "ended":
        table = seats.settle(table, hand, told, house)
    return numbered(table, hand, told, event.by_ns, house, evidence=event.evidence)


def _burned_while_owed(table: Table, places: bytes, hand: Hand, event: events.CardMoved, house: House) -> Stepped:
    """A card is burned while cards are changed or given up: whoever has yet to give his up is told of.

    Source: cooke.6.08.01.a.
    """
    told = [Told("card_burned", zones=(BURN,))]
    owed = drawing.discards_owed(hand) if "discard.first" not in house.without else ()
    for seat in owed:
        told.append(Told("discrepancy", zones=(HOLE[seat],), code=questions.DISCARD_OWED, rules=drawing.DISCARD_RULES))
        table = questions.opened(table, questions.DISCARD_OWED, (HOLE[seat],), event.by_ns)
    return numbered(replace(table, card_places=places), hand, told, event.by_ns, house, evidence=event.evidence)


def _unpaid(table: Table, places: bytes, hand: Hand, event: events.CardMoved, house: House) -> Stepped:
    """A hole card came while somebody owes: with the first one the dealer is told to ask for antes."""
    seat = 0 if event.to_zone is None else HOLE_SEAT[event.to_zone]
    told = [Told("card_dealt", seat, zones=(HOLE[seat],))]
    table = antes.asked(replace(table, card_places=places), hand, told, house)
    return numbered(table, hand, told, event.by_ns, house, evidence=event.evidence)


def _zones_named(event: events.CardMoved) -> tuple[Zone, ...]:
    return () if event.to_zone is None else (event.to_zone,)


def discrepancy(table: Table, event: events.Discrepancy, house: House) -> Stepped:
    if not event.settled:
        table = questions.opened(table, event.kind, event.zones, event.at_ns)
        return one_told(table, Told("discrepancy", zones=event.zones, code=event.kind), event.at_ns, house, event.evidence)
    without = questions.closed(table, event.kind, event.zones)
    if without is table:
        return table, ()
    return one_told(without, Told("discrepancy_settled", zones=event.zones, code=event.kind), event.at_ns, house, event.evidence)


def tick(table: Table, event: events.Tick, house: House) -> Stepped:
    """Ask for the cards that did not come, or see what a called clock has come to; a timer of what is over changes nothing."""
    if event.timer == clocks.TIMER:
        ended = expiry.timer_up(table, event.at_ns, house)
        return (table, ()) if ended is None else after(*ended, event.at_ns, house)
    unasked = waiting.waits(table).get(event.timer, ())
    if not unasked:
        return table, ()
    for code, zones in unasked:
        table = questions.opened(table, code, zones, event.at_ns)
    hand = table.hand
    told = [Told("discrepancy", zones=zones, code=code, rules=waiting.rules_of(hand, code)) for code, zones in unasked]
    if hand is not None and hand.stage == "dealing" and hand.up and event.timer.startswith("holes/"):
        hand = street.open_next(hand, told, unread=not deal.ups_due(hand))
        table = sight_calls.said(table, table.hand, hand, told, house)
    return numbered(table, hand, told, event.at_ns, house)
